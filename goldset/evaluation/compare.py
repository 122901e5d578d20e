"""Two runs on the same items: what changed, for which items, and how sure that is."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum

from goldset.domain.intervals import Interval
from goldset.domain.runs import Arm
from goldset.domain.scores import End, ItemScore, Scored, ScoreRules
from goldset.evaluation.clusters import clusters
from goldset.evaluation.estimates import Estimate, estimates, metrics_of
from goldset.evaluation.metrics import ordered
from goldset.evaluation.outcomes import FAILURES, IN_PART, Outcome, outcome_of
from goldset.evaluation.paired import McNemar, difference_intervals, mcnemar

# The name of every class of failure together, in a gate.
ANY_FAILURE = "failure"


@dataclass(frozen=True, slots=True)
class MetricChange:
    """What became of one metric.

    Attributes:
        metric: Its key.
        first: The first run over all its own items.
        second: The second run over all its own items.
        interval: 95 % bootstrap interval of `difference`, by documents; None where too few.
        known: Values of both, first and second, of each item of which both know it.
        is_binary: Whether these are 0 or 1.
    """

    metric: str
    first: Estimate
    second: Estimate
    interval: Interval | None
    known: tuple[tuple[float, float], ...]
    is_binary: bool

    @property
    def common(self) -> int:
        """How many items both know the value of."""
        return len(self.known)

    @property
    def first_common(self) -> float | None:
        """Mean of the first run over the common items; None where there is none."""
        return fsum(one for one, _ in self.known) / self.common if self.known else None

    @property
    def second_common(self) -> float | None:
        """Mean of the second run over the common items; None where there is none."""
        return fsum(other for _, other in self.known) / self.common if self.known else None

    @property
    def test(self) -> McNemar | None:
        """McNemar's exact test over the common items; None for a metric that is not binary."""
        if not (self.is_binary and self.known):
            return None
        return mcnemar([one == 1 for one, _ in self.known], [other == 1 for _, other in self.known])

    @property
    def difference(self) -> float | None:
        """Second less first over the common items: what the systems did, labels and item sets aside."""
        if self.first_common is None or self.second_common is None:
            return None
        return self.second_common - self.first_common

    @property
    def headline(self) -> float | None:
        """Second less first, each over its own items."""
        if self.first.value is None or self.second.value is None:
            return None
        return self.second.value - self.first.value

    @property
    def of_items(self) -> float | None:
        """What of the headline comes from items that only one of the two knows: headline less difference."""
        if self.headline is None or self.difference is None:
            return None
        return self.headline - self.difference


@dataclass(frozen=True, slots=True)
class Transition:
    """An item whose outcome differs."""

    item: str
    before: Outcome
    after: Outcome
    slice: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """What differs between two scored runs in one arm.

    Attributes:
        first: The earlier run, or the baseline.
        second: The later run.
        arm: The arm.
        metrics: Every metric of either, in the order of the first.
        outcomes: Of each common item, by id, how it came out in the first and in the second.
        holds_answers: Whether the runs hold answers, which then decide, or only rankings.
        transitions: Items whose outcome differs, by id.
        only_first: Ids of items that only the first score holds: the set changed.
        only_second: Ids of items that only the second holds.
        stale_first: Ids stale in the first alone.
        stale_second: Ids stale in the second alone.
        conditions: In words, what was not the same and was allowed: snapshots, rules.
        labels: By metric, the mean of the second run had gold been left where it stood for the first; empty
            where both snapshots are the same.
    """

    first: Scored
    second: Scored
    arm: Arm
    metrics: Sequence[MetricChange]
    outcomes: Mapping[str, tuple[Outcome, Outcome]]
    holds_answers: bool
    transitions: Sequence[Transition]
    only_first: tuple[str, ...]
    only_second: tuple[str, ...]
    stale_first: tuple[str, ...]
    stale_second: tuple[str, ...]
    conditions: tuple[str, ...] = ()
    labels: Mapping[str, float] = field(default_factory=dict)

    @property
    def matrix(self) -> Mapping[tuple[Outcome, Outcome], int]:
        """How many items went from one outcome to another; the sum is the number of common items."""
        return Counter(self.outcomes.values())

    @property
    def newly_failing(self) -> list[Transition]:
        """Items that came to a class of failure that they were not in, be it from another one.

        What is answered or retrieved in part now, and was not at all, fails less, and not newly.
        """
        return [
            t
            for t in self.transitions
            if t.after in FAILURES and not (t.before in FAILURES and t.after in IN_PART)
        ]

    def newly(self, outcome: str) -> list[Transition]:
        """Items that newly fail in one class, or with `failure` in any, by id."""
        return [t for t in self.newly_failing if outcome in (ANY_FAILURE, t.after)]

    @property
    def newly_passing(self) -> list[Transition]:
        """Items that failed only in the first."""
        return [t for t in self.transitions if t.before in FAILURES and t.after not in FAILURES]


def differing_rules(first: ScoreRules, second: ScoreRules) -> list[str]:
    """Return in words why two scores were not made by the same rules; empty where they were."""
    pairs = (
        ("overlap rule", first.overlap_rule, second.overlap_rule),
        ("overlap", first.overlap, second.overlap),
        ("cut-offs k", _listed(first.k), _listed(second.k)),
        ("character budgets", _listed(first.characters), _listed(second.characters)),
    )
    return [f"{name}: {one} and {other}" for name, one, other in pairs if one != other]


def differing_runs(first: Scored, second: Scored, arm: Arm) -> list[str]:
    """Return in words what two runs say of themselves that makes their figures different ones; empty where nothing.

    What one of them does not say, such as how many chunks it asked for, is not held against it.
    """
    one, other = first.source.meta, second.source.meta
    said: list[tuple[str, object, object]] = [("chunks asked for", one.k, other.k)]
    if arm is Arm.GOLD:
        said.append(("layout of gold in the prompt", one.gold_layout, other.gold_layout))
    said += [
        (f"judge of {name}", ", ".join(first.judges[name]), ", ".join(second.judges[name]))
        for name in sorted(first.judges.keys() & second.judges.keys())
    ]
    return [f"{what}: {a} and {b}" for what, a, b in said if a is not None and b is not None and a != b]


def differing_snapshots(first: Scored, second: Scored, arm: Arm) -> list[str]:
    """Return in words why two snapshots cannot be compared; empty for one, or with every common item current."""
    if first.snapshot == second.snapshot:
        return []
    one, other = _by_id(first.arm(arm)), _by_id(second.arm(arm))
    stale = sorted(item for item in one.keys() & other.keys() if _stale(one[item]) or _stale(other[item]))
    if not stale:
        return []
    shown = ", ".join(stale[:5]) + (", …" if len(stale) > 5 else "")  # noqa: PLR2004 (enough to look at)
    return [
        f"snapshots {first.snapshot} and {second.snapshot}, and not every common item is current in both: {shown}"
    ]


def compare(
    first: Scored,
    second: Scored,
    arm: Arm,
    *,
    conditions: Sequence[str] = (),
    binary: frozenset[str] = frozenset(),
    labels: Mapping[str, float] | None = None,
) -> Comparison:
    """Compare two scored runs; whether they may be compared is asked before.

    Args:
        first: The earlier run, or the baseline.
        second: The later run.
        arm: The arm.
        conditions: What was not the same and was allowed.
        binary: Names of the metrics whose values are 0 or 1.
        labels: By metric, the second run's mean with gold left where it stood for the first.
    """
    one, other = _by_id(first.arm(arm)), _by_id(second.arm(arm))
    common = sorted(one.keys() & other.keys())
    pairs = [(one[item], other[item]) for item in common]
    answers = any(_holds_answers(row) for pair in pairs for row in pair)
    outcomes = _outcomes(pairs, min(max(first.rules.k), max(second.rules.k)), answers=answers)
    return Comparison(
        first=first,
        second=second,
        arm=arm,
        metrics=_changes(first.arm(arm), second.arm(arm), pairs, binary),
        outcomes={row.item: (before, after) for row, before, after in outcomes},
        holds_answers=answers,
        transitions=[
            Transition(row.item, before, after, next(iter(row.facts.get("slice", ())), ""))
            for row, before, after in outcomes
            if before is not after
        ],
        only_first=tuple(sorted(one.keys() - other.keys())),
        only_second=tuple(sorted(other.keys() - one.keys())),
        stale_first=tuple(i for i in common if _stale(one[i]) and not _stale(other[i])),
        stale_second=tuple(i for i in common if _stale(other[i]) and not _stale(one[i])),
        conditions=tuple(conditions),
        labels=labels or {},
    )


def _outcomes(
    pairs: Sequence[tuple[ItemScore, ItemScore]], k: int, *, answers: bool
) -> list[tuple[ItemScore, Outcome, Outcome]]:
    return [(b, outcome_of(a, answers=answers, k=k), outcome_of(b, answers=answers, k=k)) for a, b in pairs]


def _holds_answers(row: ItemScore) -> bool:
    return any(
        name in row.values for name in ("false_answer", "false_abstention", "correct", "judged_correct")
    )


def _changes(
    first: Sequence[ItemScore],
    second: Sequence[ItemScore],
    pairs: Sequence[tuple[ItemScore, ItemScore]],
    binary: frozenset[str],
) -> list[MetricChange]:
    metrics = ordered(metrics_of([*first, *second]))
    differences = {metric: [_difference(*pair, metric) for pair in pairs] for metric in metrics}
    before, after = estimates(first, metrics), estimates(second, metrics)
    intervals = difference_intervals(differences, clusters([row for _, row in pairs]))
    return [
        MetricChange(
            metric,
            before[metric],
            after[metric],
            intervals[metric],
            _known(pairs, metric),
            is_binary=metric.partition("@")[0] in binary,
        )
        for metric in metrics
    ]


def _known(pairs: Sequence[tuple[ItemScore, ItemScore]], metric: str) -> tuple[tuple[float, float], ...]:
    return tuple(
        (one, other)
        for before, after in pairs
        if (one := before.values.get(metric)) is not None and (other := after.values.get(metric)) is not None
    )


def _difference(before: ItemScore, after: ItemScore, metric: str) -> float | None:
    one, other = before.values.get(metric), after.values.get(metric)
    return None if one is None or other is None else other - one


def _by_id(rows: Sequence[ItemScore]) -> dict[str, ItemScore]:
    return {row.item: row for row in rows}


def _stale(row: ItemScore) -> bool:
    return row.end is End.STALE


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers)) or "none"
