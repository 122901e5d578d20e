"""What keeps a corpus from being indexed: all faults of all sources are gathered, then named in one error."""

import json
import re
import unicodedata
from collections import defaultdict
from enum import Enum

from goldset.errors import CorpusError

_SHOWN = 10
_POINTER = re.compile(
    rb"\Aversion https://(?:git-lfs|hawser)\.github\.com/spec/v1\r?\n"
    rb"(?:ext-[^\n]*\n)*oid sha256:[0-9a-f]{64}\r?\nsize \d+\s*\Z"
)
_LONGEST_POINTER = 1024


class Fault(Enum):
    """A kind of fault: what is said of the documents, and what mends it."""

    POINTER = (
        "Git LFS pointers, not documents",
        "fetch what they stand for: `git lfs pull` (in GitHub Actions: actions/checkout with `lfs: true`)",
    )
    BROKEN_LINK = (
        "links that lead nowhere",
        "fetch what they point to (`git annex get` where they are annexed), or leave them out with `exclude`",
    )
    UNREADABLE = ("files that cannot be read", "check their permissions, or leave them out with `exclude`")
    NOT_TEXT = (
        "documents that are not what their names say",
        "save them as UTF-8, or leave them out with `exclude` in goldset.yaml",
    )
    BAD_ROW = ("rows that hold no document", "mend the export, or map its columns in goldset.yaml")
    NO_ID = (
        "documents without the field that their id comes from",
        "add it, or change `doc_id` in goldset.yaml",
    )
    BAD_NAME = ("file names that are not UTF-8", "rename them")
    SAME_ID = (
        "pairs of documents with one id",
        "an id names one document: rename one, or map `doc_id` to a field",
    )


class Faults:
    """The faults of a corpus, by kind."""

    def __init__(self) -> None:
        self._found: dict[Fault, list[str]] = defaultdict(list)

    def add(self, fault: Fault, what: str) -> None:
        """Note a fault of a document, named for people (see `shown`)."""
        self._found[fault].append(what)

    def __bool__(self) -> bool:
        return bool(self._found)

    def stop(self) -> None:
        """Raise one error for all faults, if there are any.

        Raises:
            CorpusError: The message counts and names them, by kind; the first kind weighs most.
        """
        kinds = [fault for fault in Fault if fault in self._found]
        if kinds:
            parts = [_listed(self._found[fault], fault.value[0]) for fault in kinds]
            raise CorpusError(
                f"the corpus cannot be indexed: {'; '.join(parts)}", "; ".join(f.value[1] for f in kinds)
            )


def _listed(names: list[str], what: str) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return f"{len(names)} {what}: {', '.join(names[:_SHOWN])}{more}"


def shown(name: str) -> str:
    """Return a name for people: escaped where it looks like another or is not printable."""
    plain = name.isprintable() and unicodedata.is_normalized("NFC", name)
    return name if plain else json.dumps(name)


def is_pointer(data: bytes) -> bool:
    """Return whether a file's bytes are a Git LFS pointer; a document that mentions LFS is none."""
    return len(data) < _LONGEST_POINTER and _POINTER.match(data) is not None
