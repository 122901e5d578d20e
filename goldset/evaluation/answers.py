"""Whether an answer is right: by the texts that it must and must not say, and by what a judge said. Never mixed."""

from collections.abc import Sequence
from dataclasses import dataclass

from goldset.domain.gold import GoldItem
from goldset.domain.mentions import unsaid
from goldset.domain.runs import RunLine
from goldset.domain.scores import End
from goldset.evaluation.states import ATTEMPTED


@dataclass(frozen=True, slots=True)
class Compared:
    """An answer beside the texts of its item.

    Attributes:
        lacking: Texts of must_include that it does not say.
        forbidden: Texts of must_not_include that it says.
    """

    lacking: Sequence[str]
    forbidden: Sequence[str]

    @property
    def is_right(self) -> bool:
        """Whether it says all that it must and nothing that it must not."""
        return not self.lacking and not self.forbidden

    def in_words(self) -> str:
        """Return what is wrong with it; empty where nothing is."""
        lacking = [f"lacks “{text}”" for text in self.lacking]
        return ", ".join(lacking + [f"says “{text}”" for text in self.forbidden])


def has_texts(gold: GoldItem) -> bool:
    """Return whether an item says what a right answer holds, or never holds."""
    return bool(gold.item.must_include or gold.item.must_not_include)


def compared(gold: GoldItem, answer: str) -> Compared:
    """Return an answer beside its item's texts, figures read by the item's language."""
    item = gold.item
    lacking = unsaid(answer, item.must_include, item.language)
    absent = unsaid(answer, item.must_not_include, item.language)
    return Compared(lacking, [text for text in item.must_not_include if text not in absent])


def correct(gold: GoldItem, end: End, line: RunLine | None) -> tuple[float, str]:
    """Return 1 for a right answer, else 0, by an answerable item's texts, and what is wrong with it in words.

    Whatever gave no answer is not right.
    """
    if end not in ATTEMPTED or line is None or line.answer is None:
        return 0.0, ""
    found = compared(gold, line.answer)
    return float(found.is_right), found.in_words()


def parts(end: End, line: RunLine | None) -> float | None:
    """Return the share of the question's parts that a partial answer answers; None where it does not say."""
    if end is not End.PARTIAL or line is None or line.parts is None or line.parts.total <= 0:
        return None
    return min(max(line.parts.answered / line.parts.total, 0.0), 1.0)
