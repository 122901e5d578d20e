"""The first files of a golden-set repository."""

import json
import re
import unicodedata

_SETTINGS = """\
# yaml-language-server: $schema=schema/settings.schema.json
# Settings of this golden set. Everything may be left out; what is commented out is a default or an example.

set: {name}                    # branches, labels and pull requests carry this name

# What is indexed. Several sources make one snapshot; `--corpus PATH` on the command line goes before them.
{corpus}
#       include: ["**/*.md"]           # without it, every file of a known format
#       doc_id: front_matter.id        # without it, the path below the source
#       metadata: {{jurisdiction: front_matter.region, url: front_matter.url}}
#   keep_text: true                    # false where a licence forbids it: more spans need a person

# Who reviews the items of which slice, and the account of each person that items name.
# `goldset init` brings CODEOWNERS up to date with them.
# owners:
#   default: "@your-team"
#   slices: {{exclusions: "@claims-team"}}
# people: {{a.ng: "@ang"}}

# A re-index stops for a person beyond these shares: gold documents gone, spans newly queued.
# policy: {{max_removed: 0.10, max_queued: 0.25}}

# relabel: {{group_by: slice, items_per_pull_request: 20, open_pull_requests: 10}}
"""
_NO_CORPUS = """\
# corpus:
#   sources:
#     - path: docs                     # from this folder; or a JSON Lines or Parquet file, or git:REV:PATH"""

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


def settings_text(name: str, corpus: str = "") -> str:
    """Return a first `goldset.yaml`.

    Args:
        name: Name of the set.
        corpus: The source of its corpus, as the settings have it; empty where nobody has said.
    """
    return _SETTINGS.format(name=name, corpus="\n".join(corpus_lines(corpus)) if corpus else _NO_CORPUS)


def corpus_lines(corpus: str) -> list[str]:
    """Return the lines of `goldset.yaml` that name the one source of a corpus."""
    return ["corpus:", "  sources:", f"    - path: {json.dumps(corpus, ensure_ascii=False)}"]


def set_name(folder: str) -> str:
    """Return a name for a set, made from that of its folder."""
    plain = unicodedata.normalize("NFKD", folder.casefold()).encode("ascii", "ignore").decode()
    name = re.sub(r"[^a-z0-9._-]+", "-", plain).strip("._-")[:64]
    return name or "golden-set"
