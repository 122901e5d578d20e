"""Judge a run by the gates of the settings, and bless one as what later runs are held against."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from goldset.domain.scores import End, Scored
from goldset.errors import GoldsetError, WrongUsageError
from goldset.evaluation.compare import Comparison
from goldset.evaluation.gate import GateReport, Verdict, judge
from goldset.operations.agreement import distrusted
from goldset.operations.compare import against_baseline
from goldset.operations.score import ScoreRequest, read_run_file, score_read
from goldset.reporting.counting import count
from goldset.stores.baseline_file import PATH, Baseline, baseline_bytes
from goldset.stores.file_writes import write_file
from goldset.stores.set_folder import find_set
from goldset.stores.settings_file import read_settings

_NO_RESULT = (End.MISSING, End.ERROR, End.TIMEOUT)


@dataclass(frozen=True, slots=True)
class Gated:
    """A run and what the gates say of it."""

    scored: Scored
    report: GateReport


def gate_run(folder: Path, path: str, request: ScoreRequest | None = None) -> Gated:
    """Judge a run file by every gate. Nothing is written.

    Raises:
        GoldsetError: The run cannot be read, an item file has errors, or the run's snapshot is not there.
    """
    found = find_set(folder)
    settings = read_settings(found.tree)
    request = request or ScoreRequest()
    run = read_run_file(folder, path, request)
    scored = score_read(folder, run, request)
    wants_baseline = any(gate.no_new is not None for gate in settings.gates)
    baseline = against_baseline(folder, scored) if wants_baseline else None
    return Gated(
        scored,
        judge(
            settings.gates,
            scored,
            settings.score.stale,
            baseline=baseline,
            distrusted=distrusted(found, settings, run),
        ),
    )


@dataclass(frozen=True, slots=True)
class Blessed:
    """What blessing a run did.

    Attributes:
        scored: The run.
        path: The file, relative to the set's folder.
        changed: Whether it was written; False where it held the same already.
        accepted: What spoke against it and was accepted.
        before: How the run compares with the one that was blessed before; None where there was none, or where
            they cannot be compared.
    """

    scored: Scored
    path: str
    changed: bool
    accepted: tuple[str, ...]
    before: Comparison | None


@dataclass(frozen=True, slots=True)
class BlessRequest:
    """Who blesses a run, and why.

    Attributes:
        by: Who: a name under `people`, where goldset.yaml has any.
        reason: Why, for the next reader.
        on: The day.
        accept_failing: Whether a run is blessed that is not whole, or that a gate stops.
        score: How the run is read and scored.
    """

    by: str
    reason: str
    on: date
    accept_failing: bool = False
    score: ScoreRequest = field(default_factory=ScoreRequest)


def bless_run(folder: Path, path: str, request: BlessRequest) -> Blessed:
    """Write a run's score as the set's baseline.

    Raises:
        WrongUsageError: There is no reason, or nobody of that name.
        GoldsetError: The run is not whole, or a gate stops it, and that was not accepted; nothing is written.
    """
    found = find_set(folder)
    people = read_settings(found.tree).people
    if not request.reason.strip():
        raise WrongUsageError(
            "a baseline needs a reason", "say with --reason why this run is what others must keep"
        )
    if people and request.by not in people:
        raise WrongUsageError(
            f"nobody is called {request.by}", f"`people` in goldset.yaml names {', '.join(sorted(people))}"
        )
    gated = gate_run(folder, path, request.score)
    against = tuple(_against(gated))
    if against and not request.accept_failing:
        raise GoldsetError(
            f"the run is not blessed: {'; '.join(against)}",
            "mend the run, or bless it all the same with --accept-failing",
        )
    compared = against_baseline(folder, gated.scored) or {}
    data = baseline_bytes(Baseline(gated.scored, request.by, request.on.isoformat(), request.reason))
    changed = found.tree.read(PATH) != data
    if changed:
        write_file(found.root / PATH, data)
    return Blessed(gated.scored, PATH, changed, against, next(iter(compared.values()), None))


def _against(gated: Gated) -> Iterator[str]:
    """Yield what speaks against a run as a baseline: what it lacks would never be missed again."""
    scored = gated.scored
    if scored.source.bad:
        yield f"{count(len(scored.source.bad), 'line')} of it cannot be scored"
    if scored.unknown:
        yield f"{count(len(scored.unknown), 'id')} of it named no item of the set"
    without = sorted({row.item for row in scored.rows if row.end in _NO_RESULT})
    if without:
        yield f"{count(len(without), 'item')} without a result, such as {without[0]}"
    if not scored.rows:
        yield "no item was scored"
    failing = [r for r in gated.report.results if r.fails and r.gate.no_new is None]
    if failing:
        yield f"stopped by {count(len(failing), 'gate')}, such as slice {failing[0].slice}: {failing[0].reason}"


def is_stopped(report: GateReport) -> bool:
    """Return whether a release must stop."""
    return report.verdict is Verdict.FAIL
