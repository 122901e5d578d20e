"""A scored run summed up once, for every report: estimates, slices, layers, tables and failing items."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from goldset.domain.runs import Arm
from goldset.domain.scores import Better, End, ItemScore, Scored
from goldset.evaluation.abstention import Confusion, RiskCurve, confusion, risk_curve
from goldset.evaluation.diagnosis import Table, evidence_and_end, retrieved_and_right
from goldset.evaluation.estimates import Estimate, ScoreTable, metrics_of, worst_first
from goldset.evaluation.layers import Layers, layers
from goldset.evaluation.metrics import metric_of, ordered
from goldset.evaluation.outcomes import FAILURES, Outcome, outcome_of
from goldset.evaluation.robustness import Robustness, robustness

RIGHT = ("correct", "judged_correct")
_ORDER = (Arm.RETRIEVED, Arm.GOLD, Arm.NONE)  # what users get comes first


@dataclass(frozen=True, slots=True)
class Failing:
    """An item that failed, and what is known of why."""

    row: ItemScore
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class ArmSummary:
    """One arm of a run.

    Attributes:
        arm: The arm.
        rows: Its rows.
        ends: How many items ended how; the sum is the number of rows.
        stale: Ids of stale items, sorted.
        metrics: By key, in the order of the registry, what the rows say.
        slices: By field and slice, the same.
        outcomes: How many items came out how; the sum is the number of rows.
        failing: Items that failed, by outcome and id.
        holds_answers: Whether the run has answers of it, or only rankings.
        confusion: Answerable and unanswerable items by end; None for a run without answers.
        risk: Risk against coverage; None without confidences.
        tables: By title, the tables of retrieved × right and of evidence × answered.
        robustness: What asking in another way changes, by kind.
    """

    arm: Arm
    rows: Sequence[ItemScore]
    ends: Mapping[End, int]
    stale: tuple[str, ...]
    metrics: Mapping[str, Estimate]
    slices: Mapping[str, Mapping[str, Mapping[str, Estimate]]]
    outcomes: Mapping[Outcome, int]
    failing: Sequence[Failing]
    holds_answers: bool
    confusion: Confusion | None
    risk: RiskCurve | None
    tables: Mapping[str, Table]
    robustness: Sequence[Robustness]

    def worst_slices(self, field: str, metric: str) -> list[tuple[str, Estimate]]:
        """Return the slices of a field by a metric, the worst first; those that it does not apply to are absent."""
        found = {name: e for name, part in self.slices[field].items() if (e := part.get(metric))}
        return worst_first(found, higher_is_better=metric_of(metric).better is Better.HIGHER)

    def headline(self, k: int) -> str | None:
        """Return the key of the metric that sums the arm up: recall at k, else correctness, else what there is."""
        for key in (f"recall@{k}", f"doc_recall@{k}", *RIGHT, "false_answer", "false_abstention"):
            if key in self.metrics:
                return key
        return next(iter(self.metrics), None)


@dataclass(frozen=True, slots=True)
class Summary:
    """A scored run summed up.

    Attributes:
        scored: The run.
        by: Fields whose slices are in it.
        arms: Its arms.
        layers: Accuracy by arm, by each measure of rightness that the run has; empty for a single arm.
    """

    scored: Scored
    by: tuple[str, ...]
    arms: Sequence[ArmSummary]
    layers: Sequence[Layers]


def summarise(scored: Scored, by: Sequence[str] = ("slice",)) -> Summary:
    """Sum up a scored run, with slices by some fields."""
    arms = [_arm(arm, rows, scored, by) for arm in _ORDER if (rows := scored.arm(arm))]
    found = [name for name in RIGHT if any(name in arm.metrics for arm in arms)]
    return Summary(
        scored, tuple(by), arms, [layers(scored.rows, name) for name in found] if len(arms) > 1 else []
    )


def _arm(arm: Arm, rows: Sequence[ItemScore], scored: Scored, by: Sequence[str]) -> ArmSummary:
    metrics = ordered(metrics_of(rows))
    table = ScoreTable.of(rows, metrics)
    k = max(scored.rules.k, default=1)
    answers = any(name in metrics for name in ("false_abstention", "false_answer", *RIGHT))
    outcomes = [(row, outcome_of(row, answers=answers, k=k)) for row in rows]
    return ArmSummary(
        arm=arm,
        rows=rows,
        ends={end: sum(row.end is end for row in rows) for end in End},
        stale=tuple(sorted(row.item for row in rows if row.end is End.STALE)),
        metrics=table.estimates(),
        slices={
            field: {name: part.estimates() for name, part in table.slices(field).items()} for field in by
        },
        outcomes={o: sum(found is o for _, found in outcomes) for o in Outcome},
        failing=[
            Failing(row, outcome)
            for row, outcome in sorted(outcomes, key=lambda pair: (pair[1], pair[0].item))
            if outcome in FAILURES
        ],
        holds_answers=answers,
        confusion=confusion(rows) if answers else None,
        risk=_risk(rows, metrics),
        tables=_tables(rows, metrics, k) if arm is Arm.RETRIEVED else {},
        robustness=robustness(rows),
    )


def _risk(rows: Sequence[ItemScore], metrics: Sequence[str]) -> RiskCurve | None:
    name = next((name for name in RIGHT if name in metrics), None)
    if name is None or all(row.confidence is None for row in rows):
        return None
    return risk_curve(rows, name)


def _tables(rows: Sequence[ItemScore], metrics: Sequence[str], k: int) -> dict[str, Table]:
    """Return the tables of a run with answers: evidence in the prompt where the run lists it, else retrieved."""
    complete = next((key for key in ("complete_in_context", f"complete@{k}") if key in metrics), None)
    if complete is None:
        return {}
    where = "in the prompt" if complete == "complete_in_context" else f"among the first {k} chunks"
    tables = {
        f"evidence {where} × {name}": retrieved_and_right(rows, complete, name)
        for name in RIGHT
        if name in metrics
    }
    if "false_abstention" in metrics:
        tables[f"evidence {where} × answered"] = evidence_and_end(rows, complete)
    return tables
