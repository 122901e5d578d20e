"""Compare two runs on the set as it is: score both by the same rules, refuse what cannot be compared."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from goldset.domain.runs import Arm
from goldset.domain.scores import Scored
from goldset.errors import GoldsetError, SnapshotError, WrongUsageError
from goldset.evaluation.compare import (
    Comparison,
    compare,
    differing_rules,
    differing_runs,
    differing_snapshots,
)
from goldset.evaluation.estimates import estimates
from goldset.evaluation.metrics import METRICS
from goldset.operations.score import ScoreRequest, score_run
from goldset.stores.baseline_file import PATH, read_baseline
from goldset.stores.set_folder import find_set

# The name by which the blessed run is compared with.
BASELINE = "baseline"
_RIGHT = "correct"  # the verdict of a judge that says which answers are right
_BINARY = frozenset(metric.name for metric in METRICS.values() if metric.is_binary)


@dataclass(frozen=True, slots=True)
class CompareRequest:
    """How two runs are compared.

    Attributes:
        arm: The arm.
        score: How both are scored.
        allow_different: Whether what is not the same is told instead of refused.
        systems: Which system's run each side is, where its file holds several.
    """

    arm: Arm = Arm.RETRIEVED
    score: ScoreRequest = field(default_factory=ScoreRequest)
    allow_different: bool = False
    systems: tuple[str | None, str | None] = (None, None)

    def side(self, number: int) -> ScoreRequest:
        """Return how one side is read and scored: 0 is the earlier run, 1 the later."""
        return replace(self.score, system=self.systems[number])


def compare_runs(folder: Path, first: str, second: str, request: CompareRequest) -> Comparison:
    """Compare two run files, or the blessed run with one. Nothing is written.

    Args:
        folder: A folder of the set.
        first: The earlier run's file; `baseline` for the blessed one.
        second: The later run's file.
        request: How they are compared.

    Raises:
        WrongUsageError: A run has no line in the arm.
        GoldsetError: A run cannot be read, or both may not be compared.
    """
    if second == BASELINE:
        raise WrongUsageError(
            "the baseline is the earlier run: name it first", f"`goldset compare {BASELINE} RUN`"
        )
    if first == BASELINE and request.systems[0] != request.systems[1]:
        raise WrongUsageError(
            "the baseline is one run: no system of it can be chosen", "name that of the later run alone"
        )
    one = blessed(folder) if first == BASELINE else score_run(folder, first, request.side(0))
    other = score_run(folder, second, request.side(1))
    for run in (one, other):
        if not run.arm(request.arm):
            held = ", ".join(sorted({str(row.arm) for row in run.rows})) or "no arm"
            raise WrongUsageError(
                f"{run.source.name} has no line of arm {request.arm}, but {held}", "`--arm` names another"
            )
    why = differences(one, other, request.arm)
    if why and not request.allow_different:
        raise GoldsetError(
            f"the runs cannot be compared: {'; '.join(why)}",
            "score both the same way, or `--allow-different`, which says so in the headline",
        )
    labels = _labels_left(folder, second, one, other, request)
    return compare(one, other, request.arm, conditions=why, binary=_BINARY, labels=labels)


def blessed(folder: Path) -> Scored:
    """Return the blessed run.

    Raises:
        GoldsetError: None was blessed, or its file is damaged.
    """
    found = read_baseline(find_set(folder).tree)
    if found is None:
        raise GoldsetError(f"there is no baseline: {PATH} is not there", "`goldset bless RUN` makes one")
    return found.scored


def differences(first: Scored, second: Scored, arm: Arm) -> list[str]:
    """Return in words why two scored runs cannot be compared; empty where they can."""
    return [
        *differing_rules(first.rules, second.rules),
        *differing_runs(first, second, arm),
        *differing_snapshots(first, second, arm),
    ]


def against_baseline(folder: Path, scored: Scored) -> Mapping[Arm, Comparison] | None:
    """Return by arm how a scored run compares with the blessed one; None where none was blessed.

    An arm that cannot be compared is left out; `differences` says why.

    Raises:
        SnapshotError: The baseline is damaged.
    """
    found = read_baseline(find_set(folder).tree)
    if found is None:
        return None
    before = found.scored
    if differing_rules(before.rules, scored.rules) or _other_judge_of_right(before, scored):
        return {}
    return {
        arm: compare(before, scored, arm, binary=_BINARY)
        for arm in Arm
        if before.arm(arm) and scored.arm(arm)
    }


def _other_judge_of_right(first: Scored, second: Scored) -> bool:
    """Return whether others judged which answers are right: what one holds right may fail by the other's measure."""
    one, other = first.judges.get(_RIGHT), second.judges.get(_RIGHT)
    return one is not None and other is not None and one != other


def _labels_left(
    folder: Path, path: str, first: Scored, second: Scored, request: CompareRequest
) -> dict[str, float]:
    """Return what the second run would have scored had nobody followed the passages to its snapshot."""
    if first.snapshot is None or first.snapshot == second.snapshot or path == "-":
        return {}
    try:
        left = score_run(folder, path, replace(request.side(1), at=first.snapshot))
    except SnapshotError:
        return {}
    return _means(left, request.arm, (row.item for row in second.arm(request.arm) if row.end != "stale"))


def _means(scored: Scored, arm: Arm, items: Iterable[str]) -> dict[str, float]:
    wanted = set(items)
    rows = [row for row in scored.arm(arm) if row.item in wanted]
    return {key: found.value for key, found in estimates(rows).items() if found.value is not None}
