"""What gates say of a run, as text for the terminal, JSON and Markdown."""

import json
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from goldset.domain.scores import Scored
from goldset.evaluation.compare import Comparison
from goldset.evaluation.gate import GateReport, GateResult, Verdict
from goldset.reporting.comparison import estimate_row, estimate_text
from goldset.reporting.counting import count
from goldset.reporting.gate_names import gate_name
from goldset.reporting.quoting import cell, code, plain_line
from goldset.reporting.shares import bounds, names
from goldset.reporting.wrapping import wrapped

WIDTH = 80
_MARKS = {Verdict.PASS: "pass", Verdict.FAIL: "FAIL", Verdict.INCONCLUSIVE: "????"}
_SHOWN = {Verdict.PASS: "✅ pass", Verdict.FAIL: "❌ fail", Verdict.INCONCLUSIVE: "❔ inconclusive"}


def gate_text(report: GateReport, scored: Scored) -> str:
    """Return what gates say, each with its reason, and the verdict as the last line."""
    lines = [line for result in report.results for line in _result_lines(result)]
    lines += ["", *wrapped(_headline(report, scored), "", WIDTH, "  ")]
    return "\n".join(lines).lstrip("\n") + "\n"


def gate_json(report: GateReport, scored: Scored) -> str:
    """Return what gates say as JSON: shares 0–1, null where nothing was measured."""
    said = {
        "version": 1,
        "verdict": str(report.verdict),
        "run": scored.source.name,
        "snapshot": scored.snapshot,
        "snapshot_assumed": scored.snapshot_assumed,
        "totals": {str(v): sum(r.verdict is v for r in report.results) for v in Verdict},
        "gates": [_row(result) for result in report.results],
        "ungated": list(report.ungated),
        "stale": list(_stale(report)),
        "unknown": list(scored.unknown),
        "unknown_documents": list(scored.unknown_documents),
        "bad_lines": len(scored.source.bad),
    }
    return json.dumps(said, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def gate_markdown(report: GateReport, scored: Scored) -> str:
    """Return what gates say as Markdown for a job's summary."""
    lines = [f"### Gates: {_SHOWN[report.verdict]}", "", code(_headline(report, scored)), ""]
    lines += ["| | gate | slice | measured | why |", "|---|---|---|--:|---|"]
    for result in report.results:
        measured = estimate_text(result.estimate) if result.estimate else ""
        lines.append(
            f"| {_SHOWN[result.verdict]} | {cell(gate_name(result.gate))} | {cell(result.slice)} | {measured} "
            f"| {cell(_why(result))} |"
        )
    return "\n".join(lines) + "\n"


class BlessedRun(Protocol):
    """What blessing a run did."""

    @property
    def scored(self) -> Scored: ...  # noqa: D102
    @property
    def path(self) -> str: ...  # noqa: D102
    @property
    def changed(self) -> bool: ...  # noqa: D102
    @property
    def accepted(self) -> Sequence[str]: ...  # noqa: D102
    @property
    def before(self) -> Comparison | None: ...  # noqa: D102


def blessed_text(done: BlessedRun) -> str:
    """Return what blessing a run did, and what it changes for later runs."""
    rows = count(len({row.item for row in done.scored.rows}), "item")
    if not done.changed:
        return f"{done.path} holds this run already ({rows}).\n"
    lines = [f"wrote {done.path}: {rows} in snapshot {done.scored.snapshot}"]
    lines += [f"accepted although {said}" for said in done.accepted]
    if done.before is not None:
        failing, passing = done.before.newly_failing, done.before.newly_passing
        lines.append(f"beside the run before: {len(failing)} newly failing, {len(passing)} newly passing")
        lines += [f"  {t.item}: {t.before} -> {t.after}" for t in failing]
    lines.append(f"commit it: git add {done.path}")
    return "\n".join(part for line in lines for part in wrapped(plain_line(line), "", WIDTH, "  ")) + "\n"


def _result_lines(result: GateResult) -> Iterator[str]:
    warns = result.verdict is Verdict.INCONCLUSIVE and not result.fails
    mark = "warn" if warns else _MARKS[result.verdict]
    yield from wrapped(
        f"{mark}  {plain_line(gate_name(result.gate))}, {plain_line(result.slice)}", "", WIDTH, "      "
    )
    if result.estimate is not None and result.estimate.value is not None:
        yield from wrapped(estimate_text(result.estimate), "      ", WIDTH)
    yield from wrapped(plain_line(_why(result)), "      ", WIDTH)


def _why(result: GateResult) -> str:
    parts = [result.reason]
    found = result.estimate
    if result.new:
        parts.append(f"new: {names(result.new)}")
    if result.stale:
        between = f", between {bounds(found.bounds)} % with them" if found and found.bounds else ""
        parts.append(f"{len(result.stale)} stale{between}: {names(result.stale)}")
    if found and found.clustered and found.interval and found.effective < 0.9 * found.number:
        parts.append(
            f"its items share documents and tell as much as {found.effective:.0f} that do not: "
            f"{bounds(found.clustered)} %"
        )
    return "; ".join(parts)


def _headline(report: GateReport, scored: Scored) -> str:
    counts = ", ".join(
        f"{number} {verdict}"
        for verdict in Verdict
        if (number := sum(r.verdict is verdict for r in report.results))
    )
    parts = [f"{report.verdict.upper()}: {counts or 'no gate: nothing was decided'}"]
    if stale := _stale(report):
        parts.append(f"{len(stale)} stale: {names(list(stale))}")
    if report.ungated:
        parts.append(f"no gate looks at {names(list(report.ungated))}")
    if scored.unknown:
        parts.append(f"{len(scored.unknown)} ids of the run are no items: {names(list(scored.unknown))}")
    if scored.unknown_documents:
        strange = scored.unknown_documents
        parts.append(f"{count(len(strange), 'document')} of the run not in the snapshot: {names(strange)}")
    if scored.source.bad:
        parts.append(f"{len(scored.source.bad)} lines of the run could not be read")
    if scored.snapshot_assumed:
        parts.append(f"the run names no snapshot, {scored.snapshot} was taken")
    return plain_line("; ".join(parts))


def _stale(report: GateReport) -> tuple[str, ...]:
    return tuple(sorted({item for result in report.results for item in result.stale}))


def _row(result: GateResult) -> dict[str, Any]:
    return {
        "gate": gate_name(result.gate),
        "number": result.number,
        "settings": result.gate.model_dump(mode="json", exclude_defaults=True),
        "slice": result.slice,
        "verdict": str(result.verdict),
        "fails": result.fails,
        "reason": result.reason,
        "measured": estimate_row(result.estimate) if result.estimate else None,
        "stale": list(result.stale),
        "new": list(result.new),
    }
