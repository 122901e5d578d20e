"""How far two raters agree beyond chance, so that a judge is trusted as far as it agrees with people.

Cohen's kappa: J. Cohen, "A coefficient of agreement for nominal scales", Educational and Psychological Measurement
20 (1960) 37–46; its standard error: J. L. Fleiss, J. Cohen and B. S. Everitt, "Large sample standard errors of
kappa and weighted kappa", Psychological Bulletin 72 (1969) 323–327. Krippendorff's alpha by the coincidence matrix:
K. Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011).
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import sqrt

import numpy as np

from goldset.domain.intervals import Z_95, Interval, wilson
from goldset.domain.labels import Category, Label
from goldset.domain.runs import Arm

ROUNDS = 2000
Distance = Callable[[Category, Category], float]


def nominal(one: Category, other: Category) -> float:
    """Return 0 for the same category, else 1."""
    return float(one != other)


def interval(one: Category, other: Category) -> float:
    """Return the square of the difference of two numbers."""
    return (float(one) - float(other)) ** 2


def alpha(units: Iterable[Sequence[Category]], distance: Distance) -> float | None:
    """Return Krippendorff's alpha, at most 1; 0 is what chance gives.

    Args:
        units: For each unit, the values that its raters gave: any number of raters, in any order, missing ones
            left out. A unit with fewer than two values says nothing of agreement.
        distance: How far two values are apart: `nominal` or `interval`.

    Returns:
        None where there is no pair, or where only one value occurs: nothing could be told from chance.
    """
    coincidences: Counter[tuple[Category, Category]] = Counter()
    for values in units:
        for n, one in enumerate(values):
            for m, other in enumerate(values):
                if n != m:
                    coincidences[one, other] += 1 / (len(values) - 1)  # type: ignore[assignment]
    return _alpha(coincidences, distance)


def _alpha(coincidences: Mapping[tuple[Category, Category], float], distance: Distance) -> float | None:
    totals: dict[Category, float] = defaultdict(float)
    for (one, _), number in coincidences.items():
        totals[one] += number
    number = sum(totals.values())
    observed = sum(times * distance(*pair) for pair, times in coincidences.items())
    expected = sum(
        totals[one] * totals[other] * distance(one, other) for one, other in product(totals, repeat=2)
    )
    return 1 - (number - 1) * observed / expected if expected else None


@dataclass(frozen=True, slots=True)
class Kappa:
    """Cohen's kappa, at most 1, and its standard error."""

    value: float
    standard_error: float

    @property
    def interval(self) -> Interval:
        """The 95 % interval of large samples, cut at -1 and 1."""
        reach = Z_95 * self.standard_error
        return Interval(max(self.value - reach, -1.0), min(self.value + reach, 1.0))


def kappa(pairs: Sequence[tuple[Category, Category]]) -> Kappa | None:
    """Return Cohen's kappa of two raters; None where both always give one and the same value, or without a pair."""
    number = len(pairs)
    shares = {pair: times / number for pair, times in Counter(pairs).items()}
    first: dict[Category, float] = defaultdict(float)
    second: dict[Category, float] = defaultdict(float)
    for (one, other), share in shares.items():
        first[one] += share
        second[other] += share
    agreed = sum(share for (one, other), share in shares.items() if one == other)
    chance = sum(first[category] * second[category] for category in first if category in second)
    if not number or chance == 1:
        return None
    value = (agreed - chance) / (1 - chance)
    # The sums of Fleiss, Cohen and Everitt, formula 13: cells of agreement, other cells, and what chance gives.
    same = sum(
        share * (1 - (first[one] + second[one]) * (1 - value)) ** 2
        for (one, other), share in shares.items()
        if one == other
    )
    apart = (1 - value) ** 2 * sum(
        share * (second[one] + first[other]) ** 2 for (one, other), share in shares.items() if one != other
    )
    variance = same + apart - (value - chance * (1 - value)) ** 2
    return Kappa(value, sqrt(max(variance, 0.0) / number) / (1 - chance))


@dataclass(frozen=True, slots=True)
class Pair:
    """An answer that both a person and a judge spoke of."""

    item: str
    arm: Arm
    human: Category
    judge: Category

    @property
    def distance(self) -> float:
        """How far the two are apart: the difference of numbers, else 1 for other words."""
        if isinstance(self.human, float) and isinstance(self.judge, float):
            return abs(self.human - self.judge)
        return nominal(self.human, self.judge)


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far a judge agrees with people over a number of answers.

    Attributes:
        number: Answers that both spoke of.
        agreed: Of these, with the same verdict.
        raw: Their share, 0–1, which chance alone may make high; None without any.
        raw_interval: Its 95 % Wilson interval.
        kappa: Cohen's kappa; None where it is not defined.
        nominal: Krippendorff's alpha of same and other verdicts.
        nominal_interval: Its 95 % bootstrap interval over answers.
        interval: Krippendorff's alpha of the squared difference; None where verdicts are words.
        interval_interval: Its 95 % bootstrap interval over answers.
        is_graded: Whether verdicts are numbers other than 0 and 1.
    """

    number: int
    agreed: int
    raw: float | None
    raw_interval: Interval
    kappa: Kappa | None
    nominal: float | None
    nominal_interval: Interval | None
    interval: float | None
    interval_interval: Interval | None
    is_graded: bool = False

    @property
    def alpha(self) -> float | None:
        """The alpha that a judge is trusted by: by difference for graded verdicts, else of same and other ones."""
        return self.interval if self.is_graded else self.nominal


def agreement(pairs: Sequence[Pair], seed: int = 0) -> Agreement:
    """Return how far a judge agrees with people.

    Args:
        pairs: The answers that both spoke of.
        seed: Seed of the bootstrap: the same gives the same intervals.
    """
    values = [(pair.human, pair.judge) for pair in pairs]
    number, agreed = len(values), sum(human == judge for human, judge in values)
    raw = agreed / number if number else None
    is_numeric = all(isinstance(value, float) for pair in values for value in pair)
    return Agreement(
        number,
        agreed,
        raw,
        wilson(raw or 0.0, number),
        kappa(values) if values else None,
        alpha(values, nominal),
        _spread(values, nominal, seed),
        alpha(values, interval) if is_numeric else None,
        _spread(values, interval, seed) if is_numeric else None,
        is_numeric and any(value not in (0.0, 1.0) for pair in values for value in pair),
    )


def _spread(values: Sequence[tuple[Category, Category]], distance: Distance, seed: int) -> Interval | None:
    """Return the percentile interval of alpha over answers drawn with replacement; None where none is defined.

    Each answer is drawn by itself: where items share a document the interval is narrower than it should be.
    """
    counted = Counter(values)
    if not counted:
        return None
    generator = np.random.default_rng(seed)
    number = len(values)
    drawn = generator.multinomial(number, [times / number for times in counted.values()], size=ROUNDS)
    alphas = [
        _alpha(_coincidences(dict(zip(counted, map(float, row), strict=True))), distance) for row in drawn
    ]
    known = [value for value in alphas if value is not None]
    if not known:
        return None
    low, high = np.quantile(known, [0.025, 0.975])
    return Interval(float(low), float(high))


def _coincidences(
    counted: Mapping[tuple[Category, Category], float],
) -> dict[tuple[Category, Category], float]:
    found: dict[tuple[Category, Category], float] = defaultdict(float)
    for (one, other), times in counted.items():
        if times:
            found[one, other] += times
            found[other, one] += times
    return found


@dataclass(frozen=True, slots=True)
class Matched:
    """The labels of two files put side by side: everything of both is in `pairs` or named beside it.

    Attributes:
        pairs: What both spoke of, by item and arm.
        only_human: Item and arm of what only people spoke of.
        only_judge: Item and arm of what only the judge spoke of.
        failed: Item and arm of what people spoke of and the judge failed on.
    """

    pairs: Sequence[Pair]
    only_human: Sequence[tuple[str, Arm]]
    only_judge: Sequence[tuple[str, Arm]]
    failed: Sequence[tuple[str, Arm]]


def match(human: Iterable[Label], judge: Iterable[Label], threshold: float | None = None) -> Matched:
    """Put labels of people and of a judge side by side, each of them with one label an item and arm.

    Args:
        human: What people said.
        judge: What the judge said.
        threshold: Numbers of at least so much count as 1, all others as 0; None leaves them as they are.
    """
    ours = {(one.item, one.arm): _cut(one.value, threshold) for one in human}
    theirs = {(one.item, one.arm): _cut(one.value, threshold) for one in judge}
    both = sorted(ours.keys() & theirs.keys())
    pairs, failed = [], []
    for key in both:
        people, said = ours[key], theirs[key]
        if people is None or said is None:
            failed.append(key)
        else:
            pairs.append(Pair(*key, people, said))
    return Matched(pairs, sorted(ours.keys() - theirs.keys()), sorted(theirs.keys() - ours.keys()), failed)


def _cut(value: Category | None, threshold: float | None) -> Category | None:
    if threshold is None or not isinstance(value, float):
        return value
    return float(value >= threshold)


def disagreements(pairs: Iterable[Pair]) -> list[Pair]:
    """Return what a person should adjudicate, the widest apart first."""
    return sorted((pair for pair in pairs if pair.distance > 0), key=lambda p: (-p.distance, p.item, p.arm))


@dataclass(frozen=True, slots=True)
class JudgeReport:
    """How far a judge agrees with people.

    Attributes:
        name: Name of the verdict.
        judge: Who judged, as far as the file says.
        by: Field of the items that slices are of.
        sources: The file of people's labels, and that of the judge.
        whole: Over all answers.
        slices: By value of the field, the worst kappa first.
        disagreements: What a person should adjudicate, the widest apart first, each with its slice.
        matched: The labels side by side, and what has no other side.
        unknown: Items of the labels that are not in the set, sorted.
        least: Least alpha that the settings ask for; None where any judge gates.
    """

    name: str
    judge: str
    by: str
    sources: tuple[str, str]
    whole: Agreement
    slices: Sequence[tuple[str, Agreement]]
    disagreements: Sequence[tuple[str, Pair]]
    matched: Matched
    unknown: tuple[str, ...]
    least: float | None

    @property
    def why_not_trusted(self) -> str:
        """Why the judge may not gate; empty where it may."""
        return why_not_trusted(self.whole, self.least)


def why_not_trusted(found: Agreement, least: float | None) -> str:
    """Return why a judge that agrees with people so far may not gate; empty where it may.

    Args:
        found: Its agreement.
        least: Least alpha; None lets any judge gate.
    """
    if least is None:
        return ""
    over = f"over {found.number} {'answer' if found.number == 1 else 'answers'}, and {least:g} is the least"
    if found.alpha is None:
        return f"its alpha with people's labels is not defined {over}"
    return f"its alpha with people's labels is {found.alpha:.3f} {over}" if found.alpha < least else ""
