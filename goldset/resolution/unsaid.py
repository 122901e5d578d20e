"""Whether a document says a passage to its readers: what is hidden from them, and what holds no more.

A quote stands to the letter in a comment, and in last year's edition in the archive, too: no reader is told it there.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache

from goldset.domain.snapshots import DocumentRecord
from goldset.resolution import lexicon
from goldset.resolution.silent import silent_stretches
from goldset.resolution.units import FRONT_MATTER, find_headings, heading_path

_FIELD = re.compile(r"^(?P<name>\w[\w -]*?)[ \t]*:[ \t]*(?P<value>.*?)[ \t]*$", re.MULTILINE)
_WORD = re.compile(r"[^\W_]+")
# What says nothing beside a word that calls a document past: `archive-2019`, `Superseded version 3`.
_FILLER_WORDS = (
    "a an the this is was of by in on at since date version versions edition document documents docs pages"
)
_FILLERS = frozenset(_FILLER_WORDS.split())
_TELLING_FIELDS = frozenset({"status", "state", "lifecycle", "stage", "edition", "version", "access"})
_NO = frozenset({"", "false", "no", "off", "null", "none", "~", "[]", "0"})


class Said:
    """What a document says, and whether it holds: asked of many passages of it.

    Args:
        record: The document.
        text: Its text.
    """

    def __init__(self, record: DocumentRecord, text: str) -> None:
        self._record, self._text = record, text

    def why_unsaid(self, start: int, end: int) -> str:
        """Return where text[start:end] stands, untold to readers, as `stands in a comment`; empty where it is told."""
        if end <= self._front_matter:
            return "stands in the front matter"
        for first, last, name in silent_stretches(self._text):
            is_inside, is_around = first <= start and end <= last, start <= first and last <= end
            if is_inside or (start < last and first < end and not is_around):
                return f"stands in {name}"
        return ""

    def why_past(self, start: int, asked: Iterable[str], section: Sequence[str] | None = None) -> str:
        """Return what says that a passage holds no more, or not yet, as `stands below “Superseded”`; empty without.

        Args:
            start: Where the passage begins.
            asked: Question and answer: what they name is meant.
            section: The headings above it; None where nobody has looked for them.
        """
        headings = section if section is not None else heading_path(find_headings(self._text), start)
        below = [(word, f"stands below “{name}”") for name in headings for word in _remarked(name)]
        if not (below or self._past):
            return ""
        said = {word for text in asked for word in _words(text)}
        return next((why for word, why in (*self._past, *below) if word not in said), "")

    @cached_property
    def _front_matter(self) -> int:
        found = FRONT_MATTER.match(self._text) if self._text.startswith("---") else None
        return found.end() if found else 0

    @cached_property
    def _past(self) -> tuple[tuple[str, str], ...]:
        """Return the words by which the document is said to hold no more, and how each says so."""
        record, withdrawn = self._record, lexicon.scope().withdrawn
        *folders, file = (record.path or record.doc_id).split("/")
        stem = file.rpartition(".")[0] or file
        title = record.title or ""
        metadata = (field for field in record.metadata.items() if field[0] in _TELLING_FIELDS)
        return (
            *((word, f"stands in the folder {name}") for name in folders for word in _only(name, withdrawn)),
            *((word, f"stands in {file}") for word in (*_remarked(stem), *_last(stem))),
            *((word, f"stands below the title “{title}”") for word in _remarked(title)),
            *(
                (word, f"stands in a document whose {name} is “{value}”")
                for name, value in metadata
                for word in _words(value)
                if word in withdrawn
            ),
            *self._fields(),
        )

    def _fields(self) -> Iterator[tuple[str, str]]:
        """Yield the words of the front matter that say so: `status: archived`, `draft: true`, `superseded_by: b`."""
        withdrawn = lexicon.scope().withdrawn
        for field in _FIELD.finditer(self._text, 0, self._front_matter):
            name, value = field["name"], field["value"].strip("\"' ").lower()
            found: Iterable[str] = ()
            if name.lower() in _TELLING_FIELDS:
                found = [word for word in _words(value) if word in withdrawn]
            elif value not in _NO:
                found = _only(name, withdrawn)
            for word in found:
                yield word, f"stands in a document that says `{field[0].strip()}`"


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]


def _only(name: str, past: frozenset[str]) -> list[str]:
    """Return the words by which a name calls what it names past, if it says nothing else: `archive-2019`."""
    words = _words(name)
    found = [word for word in words if word in past]
    rest = (word for word in words if word not in past and word not in _FILLERS)
    return found if all(any(char.isdigit() for char in word) for word in rest) else []


@lru_cache(maxsize=1 << 12)  # many passages stand below the same headings
def _remarked(name: str) -> tuple[str, ...]:
    """Return the words by which a name calls itself past: as all it says, or in a remark.

    `Superseded version 3`, `Fees (draft)` and `DEPRECATED: Fees` do so; `Retired employees` does not.
    """
    scope = lexicon.scope()
    remarks = [
        word
        for word in _words(name)
        if word in scope.withdrawn
        and re.search(rf"[\[(（【]\s*{word}(?!\w)|^\W*{word}\s*[:：–—]", name, re.IGNORECASE)
    ]
    return tuple(remarks or _only(name, scope.outright))


def _last(stem: str) -> list[str]:
    """Return the word at the end of a file's name that calls it past: `fees-superseded`."""
    words = _words(stem)
    return words[-1:] if words and words[-1] in lexicon.scope().outright else []
