"""A scored run as Markdown for a job's summary."""

from collections.abc import Iterator, Sequence

from goldset.domain.scores import Layer
from goldset.evaluation.estimates import Estimate
from goldset.evaluation.metrics import metric_of
from goldset.evaluation.robustness import Robustness
from goldset.evaluation.summary import ArmSummary, Summary
from goldset.reporting.comparison import metric_cell
from goldset.reporting.counting import count
from goldset.reporting.quoting import cell, code
from goldset.reporting.score import (
    TITLES,
    account,
    ends_text,
    gaps,
    is_clustered,
    is_headline,
    title,
    told_variants,
)
from goldset.reporting.shares import bounds, names, percent, signed

_MOST_FAILING = 50


def score_markdown(summary: Summary) -> str:
    """Return a scored run as Markdown: the same figures as the terminal shows, as tables."""
    k = max(summary.scored.rules.k, default=0)
    lines = ["### Score", "", code(title(summary.scored)), ""]
    lines += [f"- {code(line)}" for line in account(summary.scored)]
    for arm in summary.arms:
        lines += ["", f"#### Arm {arm.arm}", "", f"{ends_text(arm)}.", *_metric_lines(arm, k)]
        for field in summary.by:
            lines += _slice_lines(arm, field, k)
        for name, table in arm.tables.items():
            lines += ["", f"**{name}**", "", "| items | | |", "|--:|---|---|"]
            lines += [
                f"| {len(items)} | {row}, {column} | {said} |"
                for (row, column), (said, items) in table.cells.items()
            ]
            lines += [f"| {len(items)} | left out | {reason} |" for reason, items in table.left_out.items()]
        lines += [*_variant_lines(told_variants(arm)), *_failing_lines(arm)]
    for found in summary.layers:
        lines += ["", f"#### Two layers, by {metric_cell(found.metric)}", ""]
        lines += [f"Over {count(len(found.items), 'item')} known in every arm.", "", "| | % |", "|---|--:|"]
        lines += [f"| arm {arm} | {percent(mean)} |" for arm, mean in found.means.items()]
        lines += [f"| {said} | {signed(gap)} |" for said, gap in gaps(found)]
    return "\n".join(lines) + "\n"


def _metric_lines(arm: ArmSummary, k: int) -> Iterator[str]:
    for layer in Layer:
        shown = [
            key
            for key in arm.metrics
            if metric_of(key).layer is layer and is_headline(key, metric_of(key), k)
        ]
        if shown:
            yield from ("", f"| {TITLES[layer]} | % | 95 % | n | with stale |", "|---|--:|--:|--:|--:|")
            yield from (_row(metric_cell(key), arm.metrics[key]) for key in shown)


def _slice_lines(arm: ArmSummary, field: str, k: int) -> Iterator[str]:
    key = arm.headline(k)
    if key is None:
        return
    yield from ("", f"| {metric_cell(key)} by {field}, the worst first | % | 95 % | n | with stale |")
    yield "|---|--:|--:|--:|--:|"
    for name, found in arm.worst_slices(field, key):
        yield _row(cell(name or "(none)"), found)


def _row(name: str, found: Estimate) -> str:
    stale = bounds(found.bounds) if found.stale else ""
    number = f"{found.number} (as {found.effective:.0f})" if is_clustered(found) else str(found.number)
    return f"| {name} | {percent(found.value)} | {bounds(found.interval)} | {number} | {stale} |"


def _variant_lines(kinds: Sequence[Robustness]) -> Iterator[str]:
    if not kinds:
        return
    yield from ("", "**Asked in another way**", "")
    yield from (
        "| kind | metric | base % | variant % | pairs | worse | better |",
        "|---|---|--:|--:|--:|---|---|",
    )
    for found in kinds:
        kind = cell(found.kind or "(no kind)")
        for shift in found.shifts:
            yield (
                f"| {kind} | {metric_cell(shift.metric)} | {percent(shift.base)} | {percent(shift.variant)} "
                f"| {shift.pairs} | {_named(shift.worse)} | {_named(shift.better)} |"
            )
        for reason, items in found.left_out.items():
            yield f"| {kind} | not paired: {reason} | | | | {_named(items)} | |"


def _named(items: tuple[str, ...]) -> str:
    """Return how many items there are, and the names of the first."""
    return f"{len(items)}: {cell(names(items))}" if items else "0"


def _failing_lines(arm: ArmSummary) -> Iterator[str]:
    if not arm.failing:
        return
    yield from ("", "<details>", f"<summary>Failing items: {len(arm.failing)}</summary>", "")
    yield from ("| item | outcome | where it was lost |", "|---|---|---|")
    for failing in arm.failing[:_MOST_FAILING]:
        why = failing.row.notes.get("diagnosis", "")
        yield f"| {cell(failing.row.item)} | {failing.outcome.replace('_', ' ')} | {why} |"
    if len(arm.failing) > _MOST_FAILING:
        yield f"| | and {len(arm.failing) - _MOST_FAILING} more | |"
    yield from ("", "</details>")
