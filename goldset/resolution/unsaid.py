"""Whether a document says a passage to its readers: what is hidden from them, and what holds no more.

A quote stands to the letter in a comment, and in last year's edition in the archive, too: no reader is told it there.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from goldset.domain.snapshots import DocumentRecord
from goldset.resolution import lexicon
from goldset.resolution.front_fields import TELLING_FIELDS, withdrawing_fields
from goldset.resolution.heads import heads
from goldset.resolution.past_names import called_past, last_past, only_past, words_of
from goldset.resolution.remark_words import Sentence
from goldset.resolution.silent import silent_stretches
from goldset.resolution.units import find_headings, front_matter_end, heading_path

_SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])|\n[ \t>]*\n")
_MARKS = re.compile(r"^[\s>*_#!:=-]+|<[^<>]*>|\*\*|[\s*_]+$")


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
        below = [(word, f"stands below “{name}”") for name in headings for word in called_past(name)]
        reasons = (*self._past, *below, *self._at_heads(start))
        if not reasons:
            return ""
        said = {word for text in asked for word in words_of(text)}
        return next((why for word, why in reasons if word not in said), "")

    def _at_heads(self, start: int) -> Iterator[tuple[str, str]]:
        """Yield what is said at the heads of the page and its sections that takes back what stands at an offset."""
        for first, last in heads(self._text, find_headings(self._text), self._front_matter, start):
            for sentence in _SENTENCE.split(self._text[first:last]):
                said = Sentence.saying(words_of(sentence))
                if said.is_over_for_all:
                    withdrawn = (word for word in said.words if word in lexicon.scope().withdrawn)
                    shown = " ".join(_MARKS.sub("", sentence).split())
                    yield next(withdrawn, ""), f"stands on a page or in a section that says “{shown}”"

    @cached_property
    def _front_matter(self) -> int:
        return front_matter_end(self._text)

    @cached_property
    def _past(self) -> tuple[tuple[str, str], ...]:
        """Return the words by which the document is said to hold no more, and how each says so."""
        record, withdrawn = self._record, lexicon.scope().withdrawn
        *folders, file = (record.path or record.doc_id).split("/")
        stem = file.rpartition(".")[0] or file
        title = record.title or ""
        metadata = (field for field in record.metadata.items() if field[0] in TELLING_FIELDS)
        return (
            *(
                (word, f"stands in the folder {name}")
                for name in folders
                for word in only_past(name, withdrawn)
            ),
            *((word, f"stands in {file}") for word in (*called_past(stem), *last_past(stem))),
            *((word, f"stands below the title “{title}”") for word in called_past(title)),
            *(
                (word, f"stands in a document whose {name} is “{value}”")
                for name, value in metadata
                for word in words_of(value)
                if word in withdrawn
            ),
            *(
                (word, f"stands in a document that says `{line}`")
                for word, line in withdrawing_fields(self._text[: self._front_matter])
            ),
        )
