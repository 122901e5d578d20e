"""What a sentence says of other text, in its words: that it is wrong or past, or holds for some alone."""

from collections.abc import Iterable
from dataclasses import dataclass

from goldset.domain.resolutions import DifferenceKind
from goldset.resolution import lexicon
from goldset.resolution.differences import is_of
from goldset.resolution.reading import Passage

# A sentence of more words than this is no label, and one of more than that no remark.
_LABEL = 6
_LONGEST = 24


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, or several.

    Attributes:
        words: Its words in lower case, without punctuation.
        text: The words with a space on either side of each, so that no phrase is found inside of one.
        run: … and without any.
    """

    words: tuple[str, ...]
    text: str
    run: str

    @classmethod
    def of(cls, unit: Passage) -> "Sentence":
        """Return what a passage says."""
        return cls.saying(word for word in unit.words if word[:1].isalnum())

    @classmethod
    def saying(cls, spelled: Iterable[str]) -> "Sentence":
        """Return a sentence of some words."""
        words = tuple(word.lower() for word in spelled)
        return cls(words, f" {' '.join(words)} ", "".join(words))

    @property
    def speaks_of_all(self) -> bool:
        """Whether it points to all of a document, or of a section in scripts without spaces."""
        table = lexicon.remarks()
        return _has(self.text, table.whole) or _has(self.run, table.running_whole)

    @property
    def speaks_of_section(self) -> bool:
        """Whether it points to all that stands below a heading."""
        return _has(self.text, lexicon.remarks().section)

    @property
    def speaks_of_subject(self) -> bool:
        """Whether it names what a page or section is about."""
        return _has(self.text, lexicon.remarks().subjects)

    @property
    def points_beside(self) -> bool:
        """Whether it points to what stands beside it."""
        table = lexicon.remarks()
        return (
            not table.pointers.isdisjoint(self.words)
            or self.speaks_of_section
            or _has(self.text, table.pointing)
            or _has(self.run, table.running)
        )

    @property
    def takes_back(self) -> bool:
        """Whether it calls something wrong or past, or limits it."""
        table = lexicon.remarks()
        return (
            not table.telling.isdisjoint(self.words)
            or _has(self.text, table.turns)
            or _has(self.run, table.running_turns)
        )

    @property
    def doubts(self) -> bool:
        """Whether it doubts or conditions what it points to, where it points to something."""
        return not lexicon.remarks().doubting.isdisjoint(self.words)

    @property
    def excepts(self) -> bool:
        """Whether it opens with a word that takes something out."""
        return self.words[:1] != () and self.words[0] in lexicon.remarks().excepting

    @property
    def contrasts(self) -> bool:
        """Whether it opens with a word that limits the sentence right before."""
        return self.words[:1] != () and self.words[0] in lexicon.remarks().contrasting

    @property
    def says_over(self) -> bool:
        """Whether it says that something is over."""
        return not lexicon.scope().withdrawn.isdisjoint(self.words) or _has(self.text, lexicon.remarks().over)

    @property
    def is_remark(self) -> bool:
        """Whether it is short enough to be one."""
        return len(self.words) <= _LONGEST

    @property
    def is_label(self) -> bool:
        """Whether it is of so few words that it says nothing beside what it calls the text."""
        return len(self.words) <= _LABEL

    @property
    def is_over_for_all(self) -> bool:
        """Whether it says at the head of a text that this is over: “This page is out of date.”, “Deprecated.”."""
        of_all = self.speaks_of_all or self.speaks_of_section or self.speaks_of_subject
        past = self.is_label and not lexicon.scope().outright.isdisjoint(self.words)
        return self.is_remark and self.says_over and (of_all or past)

    @property
    def negates(self) -> bool:
        """Whether it negates."""
        return any(is_of(DifferenceKind.NEGATION, word) for word in self.words) or _has(
            self.run, lexicon.scope().negating_parts
        )


def _has(text: str, parts: Iterable[str]) -> bool:
    return any(part in text for part in parts)
