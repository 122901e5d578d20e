"""Labels: what a person, or a judge, said of single answers, to be held against each other."""

from collections.abc import Sequence
from dataclasses import dataclass

from goldset.domain.runs import Arm

Category = float | str
"""A verdict: a number (true is 1, false is 0), or a word."""


@dataclass(frozen=True, slots=True)
class Label:
    """One verdict on one answer.

    Attributes:
        item: Id of the item.
        arm: Which of its answers.
        value: The verdict; None where the judge failed.
        by: Who gave it, and by which definition, as far as said.
    """

    item: str
    arm: Arm
    value: Category | None
    by: str = ""


@dataclass(frozen=True, slots=True)
class Labels:
    """The verdicts of one file under one name.

    Attributes:
        source: The file.
        labels: In the order of the file.
    """

    source: str
    labels: Sequence[Label]
