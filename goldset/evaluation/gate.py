"""Whether a run may be released: each gate passes, fails, or cannot tell. Nothing that was not measured passes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from goldset.domain.intervals import Interval
from goldset.domain.metric_keys import key_of
from goldset.domain.needed import needed_for_ceiling, needed_for_floor
from goldset.domain.runs import Arm
from goldset.domain.scores import ItemScore, Scored
from goldset.domain.settings import GateSettings, StaleSettings
from goldset.evaluation.compare import Comparison
from goldset.evaluation.estimates import WHOLE, Estimate, estimate, in_slices
from goldset.evaluation.judged import is_judged, without_verdict
from goldset.evaluation.new_failures import NewFailures, new_failures

EACH = "*"


class Verdict(StrEnum):
    """What a gate says."""

    PASS = "pass"  # noqa: S105 (no password)
    FAIL = "fail"
    INCONCLUSIVE = "inconclusive"


@dataclass(frozen=True, slots=True)
class GateResult:
    """One gate over one slice.

    Attributes:
        gate: The gate.
        number: Its place in the settings, from 0.
        slice: The slice, or `all`.
        verdict: What it says.
        reason: Why, in words.
        estimate: What was measured; None where nothing could be.
        stale: Ids of stale items of the slice, sorted: those that the gate's metric would count.
        new: For a gate of new failures, the ids of these.
        fails: Whether a release must stop for it.
    """

    gate: GateSettings
    number: int
    slice: str
    verdict: Verdict
    reason: str
    estimate: Estimate | None = None
    stale: tuple[str, ...] = ()
    new: tuple[str, ...] = ()

    @property
    def fails(self) -> bool:
        """Whether a release must stop: it failed, or it cannot tell and the gate does not let that pass."""
        stops = self.verdict is Verdict.INCONCLUSIVE and self.gate.inconclusive == "fail"
        return stops or self.verdict is Verdict.FAIL


@dataclass(frozen=True, slots=True)
class GateReport:
    """All gates of a set over one run.

    Attributes:
        results: One a gate and slice, in the order of the settings.
        ungated: Slices that no gate looks at, sorted.
    """

    results: Sequence[GateResult]
    ungated: tuple[str, ...]

    @property
    def verdict(self) -> Verdict:
        """The worst of all; without any gate nothing was decided, and that fails."""
        found = {result.verdict for result in self.results}
        if not found or any(result.fails for result in self.results):
            return Verdict.FAIL
        return Verdict.INCONCLUSIVE if Verdict.INCONCLUSIVE in found else Verdict.PASS


def judge(
    gates: Sequence[GateSettings],
    scored: Scored,
    stale: StaleSettings,
    *,
    baseline: Mapping[Arm, Comparison] | None = None,
    distrusted: Mapping[str, str] | None = None,
) -> GateReport:
    """Judge a scored run by every gate.

    Args:
        gates: The gates of the settings.
        scored: The run.
        stale: What stale items mean.
        baseline: By arm that can be compared, how the run compares with the blessed one; None without one.
        distrusted: By metric name, why its judge may not gate.
    """
    results, terms = [], _Terms(stale, baseline, distrusted or {})
    for number, gate in enumerate(gates):
        of_arm = scored.arm(Arm(gate.arm))
        if not of_arm:
            reason = f"not measured: the run has no `{gate.arm}` arm"
            results.append(GateResult(gate, number, gate.slice, Verdict.FAIL, reason))
            continue
        for name, part in _parts([row for row in of_arm if _of_tier(row, gate)], gate.slice).items():
            results.append(_judge(gate, number, name, part, terms))
    return GateReport(results, _ungated(gates, scored))


@dataclass(frozen=True, slots=True)
class _Terms:
    stale: StaleSettings
    baseline: Mapping[Arm, Comparison] | None
    distrusted: Mapping[str, str]


def _of_tier(row: ItemScore, gate: GateSettings) -> bool:
    return gate.tier is None or str(gate.tier) in row.facts.get("tier", ())


def _parts(rows: Sequence[ItemScore], wanted: str) -> Mapping[str, Sequence[ItemScore]]:
    """Return the slices that a gate is about; the one that it names also where it has no item."""
    if wanted == WHOLE:
        return {WHOLE: rows}
    by_slice = in_slices(rows, "slice")
    if wanted != EACH:
        return {wanted: by_slice.get(wanted, [])}
    return by_slice or {EACH: []}


def _ungated(gates: Iterable[GateSettings], scored: Scored) -> tuple[str, ...]:
    named = {gate.slice for gate in gates}
    if named & {EACH, WHOLE}:
        return ()
    return tuple(sorted({name for row in scored.rows for name in row.facts.get("slice", ())} - named))


def _judge(
    gate: GateSettings, number: int, name: str, rows: Sequence[ItemScore], terms: _Terms
) -> GateResult:
    if gate.no_new is not None:
        return _no_new(gate, number, name, rows, terms)
    assert gate.metric is not None
    key = key_of(gate.metric, gate.k)
    found = estimate(rows, key)
    if (why := terms.distrusted.get(gate.metric)) is not None:
        return GateResult(gate, number, name, Verdict.INCONCLUSIVE, why, found, found.stale)
    if found.value is None or found.interval is None:
        reason = _not_measured(rows, key, found)
        return GateResult(gate, number, name, Verdict.FAIL, reason, found, found.stale)
    verdict, reason = _by_bounds(gate, found.value, found.interval, found.number)
    if is_judged(gate.metric):
        verdict, reason = _with_failures(verdict, reason, rows, found, terms.stale.max_share)
    verdict, reason = _with_stale(verdict, reason, found, terms.stale)
    return GateResult(gate, number, name, verdict, reason, found, found.stale)


def _not_measured(rows: Sequence[ItemScore], key: str, found: Estimate) -> str:
    if not rows:
        return "not measured: no item of it is in the set"
    if found.stale:
        return f"not measured: all {len(found.stale)} items that {key} counts are stale"
    return f"not measured: {key} counts none of its {len(rows)} items"


def _by_bounds(gate: GateSettings, value: float, interval: Interval, number: int) -> tuple[Verdict, str]:
    """Return what value and interval say: the first of floor and ceiling that does not pass decides."""
    worst = Verdict.PASS, ""
    for is_floor, limit in ((True, gate.floor), (False, gate.ceiling)):
        if limit is None:
            continue
        verdict, reason = _by_limit(gate, value, interval, number, limit, is_floor=is_floor)
        if verdict is Verdict.FAIL:
            return verdict, reason
        worst = (verdict, reason) if worst[0] is Verdict.PASS else worst
    return worst


def _by_limit(
    gate: GateSettings, value: float, interval: Interval, number: int, limit: float, *, is_floor: bool
) -> tuple[Verdict, str]:
    compared = {"value": value, "low": interval.low, "high": interval.high}[gate.on]
    keeps = compared >= limit if is_floor else compared <= limit
    what = "floor" if is_floor else "ceiling"
    shown = {"value": "the value", "low": "the lower bound", "high": "the upper bound"}[gate.on]
    side = ("at least" if is_floor else "at most") if keeps else ("below" if is_floor else "above")
    reason = f"{shown}, {_percent(compared)}, is {side} the {what} of {_percent(limit)}"
    if keeps:
        return Verdict.PASS, reason
    strict = gate.on == ("low" if is_floor else "high")
    best = interval.high if is_floor else interval.low
    reaches = best >= limit if is_floor else best <= limit
    if not (strict and reaches):
        return Verdict.FAIL, reason
    needed = needed_for_floor(limit) if is_floor else needed_for_ceiling(limit)
    if needed is None or needed > number:
        hint = (
            f"; a perfect run needs {needed} items, there are {number}" if needed else "; no run can pass it"
        )
        return Verdict.INCONCLUSIVE, reason + hint
    return Verdict.INCONCLUSIVE, f"{reason}, and the interval holds the {what}"


def _with_failures(
    verdict: Verdict, reason: str, rows: Sequence[ItemScore], found: Estimate, most: float
) -> tuple[Verdict, str]:
    """Return what a gate says where a judge gave no verdict on some answers: of many, it cannot tell."""
    failed = without_verdict(rows, found.metric)
    if not failed:
        return verdict, reason
    share = len(failed) / (len(failed) + found.number)
    why = f"{len(failed)} of {len(failed) + found.number} have no verdict that counts, such as {failed[0]}"
    if share <= most or verdict is Verdict.FAIL:
        return verdict, f"{reason}; {why}"
    return Verdict.INCONCLUSIVE, f"{why}; {reason}"


def _with_stale(verdict: Verdict, reason: str, found: Estimate, stale: StaleSettings) -> tuple[Verdict, str]:
    share = len(found.stale) / (len(found.stale) + found.number)
    if not found.stale or stale.then == "ignore" or share <= stale.max_share:
        return verdict, reason
    why = f"{_percent(share)} of its items are stale, more than {_percent(stale.max_share)}"
    if stale.then == "fail":
        return Verdict.FAIL, f"{why}; {reason}"
    # What fails on the items that are known is not made better by those that are not.
    return (verdict if verdict is Verdict.FAIL else Verdict.INCONCLUSIVE), f"{why}; {reason}"


def _no_new(
    gate: GateSettings, number: int, name: str, rows: Sequence[ItemScore], terms: _Terms
) -> GateResult:
    compared = (terms.baseline or {}).get(Arm(gate.arm))
    if not rows or compared is None:
        reason = f"not measured: {_why_not_compared(rows, terms)}"
        return GateResult(gate, number, name, Verdict.FAIL, reason)
    new = new_failures(gate.no_new or "", rows, compared)
    verdict, reason = _by_new(gate, new, len(rows), terms.stale)
    return GateResult(gate, number, name, verdict, reason, None, new.stale, new.found)


def _why_not_compared(rows: Sequence[ItemScore], terms: _Terms) -> str:
    if terms.baseline is None:
        return "there is no baseline; `goldset bless RUN` makes one"
    if not rows:
        return "no item of it is in the set"
    return "the baseline was scored by other rules or judges, or lacks the arm; bless a run anew"


def _by_new(gate: GateSettings, new: NewFailures, items: int, stale: StaleSettings) -> tuple[Verdict, str]:
    allowed = gate.allowed or 0
    said = f"{len(new.found)} new {gate.no_new}, {allowed} allowed{new.apart}"
    if len(new.found) > allowed:
        return Verdict.FAIL, said
    if not new.measured:
        return Verdict.FAIL, f"not measured: {new.why_nothing}"
    if len(new.lost) > stale.max_share * items:
        why = f"nothing says any more how {_percent(len(new.lost) / items)} of its items came out"
        return Verdict.INCONCLUSIVE, f"{why}; {said}"
    if len(new.stale) > stale.max_share * items and stale.then != "ignore":
        share = f"{_percent(len(new.stale) / items)} of its items are stale now"
        verdict = Verdict.FAIL if stale.then == "fail" else Verdict.INCONCLUSIVE
        return verdict, f"{share}, more than {_percent(stale.max_share)}; {said}"
    return Verdict.PASS, said


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"
