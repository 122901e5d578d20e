"""The first files of a golden-set repository."""

import re
import unicodedata
from collections.abc import Sequence

from goldset.domain.settings import OwnerSettings

_SETTINGS = """\
# yaml-language-server: $schema=schema/settings.schema.json
# Settings of this golden set. Everything may be left out; what is commented out is a default or an example.

set: {name}                    # branches, labels and pull requests carry this name

# What is indexed. Several sources make one snapshot; `--corpus PATH` on the command line goes before them.
# corpus:
#   sources:
#     - name: docs
#       path: docs                     # a folder, a JSON Lines or Parquet file, or git:REV:PATH
#       include: ["**/*.md"]
#       doc_id: front_matter.id        # without it, the path below the source
#       metadata: {{jurisdiction: front_matter.region, url: front_matter.url}}
#   keep_text: true                    # false where a licence forbids it: more spans need a person

# Who reviews the items of which slice, and the account of each person that items name.
# owners:
#   default: "@your-team"
#   slices: {{exclusions: "@claims-team"}}
# people: {{a.ng: "@ang"}}

# A re-index stops for a person beyond these shares: gold documents gone, spans newly queued.
# policy: {{max_removed: 0.10, max_queued: 0.25}}

# relabel: {{group_by: slice, items_per_pull_request: 20, open_pull_requests: 10}}
"""

ATTRIBUTES = """\
items/** text eol=lf
snapshots/** text eol=lf linguist-generated=true
# Kept texts are named by their hash: no line end of theirs may change.
snapshots/texts/** -text
schema/** text eol=lf linguist-generated=true
goldset.yaml text eol=lf
"""

PULL_REQUEST_TEMPLATE = """\
<!-- For changes of golden items. -->

What changes, and why:

- [ ] Each quote is copied from the document, and the answer follows from the quotes alone.
- [ ] `must_include` and `must_not_include` tell a right answer from a wrong one.
- [ ] The owner of the slice has read question, answer and quotes together.
- [ ] `goldset validate` finds nothing.
"""


def settings_text(name: str) -> str:
    """Return a first `goldset.yaml` for a set of this name."""
    return _SETTINGS.format(name=name)


def set_name(folder: str) -> str:
    """Return a name for a set, made from that of its folder."""
    plain = unicodedata.normalize("NFKD", folder.casefold()).encode("ascii", "ignore").decode()
    name = re.sub(r"[^a-z0-9._-]+", "-", plain).strip("._-")[:64]
    return name or "golden-set"


def code_owners_text(prefix: str, slices: Sequence[str], owners: OwnerSettings) -> str:
    """Return a CODEOWNERS file with a line per slice; a slice without an owner is a comment.

    Args:
        prefix: Path of the set below the repository's root with a slash at its end, or nothing.
        slices: Names of the slices.
        owners: Who reviews what.
    """
    head = ["# The owner of a slice is asked to review every change of its items.", ""]
    default = f"/{prefix}items/ {owners.default}" if owners.default else f"# /{prefix}items/ @your-team"
    named = sorted({*slices, *owners.slices})
    lines = [_owner_line(f"/{prefix}items/{name}/", owners.slices.get(name)) for name in named]
    return "\n".join([*head, default, *(lines or [f"# /{prefix}items/exclusions/ @claims-team"])]) + "\n"


def _owner_line(path: str, owner: str | None) -> str:
    # In CODEOWNERS a blank ends the pattern.
    escaped = path.replace(" ", r"\ ")
    return f"{escaped} {owner}" if owner else f"# {escaped} @your-team"
