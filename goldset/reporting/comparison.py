"""What differs between two scored runs, as text for the terminal, JSON and Markdown."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from goldset.domain.intervals import Interval
from goldset.domain.scores import Scored
from goldset.evaluation.compare import Comparison, MetricChange, Transition
from goldset.evaluation.estimates import Estimate
from goldset.reporting.counting import count
from goldset.reporting.quoting import cell, code, plain_line
from goldset.reporting.shares import bounds, names, percent, probability, signed, signed_bounds
from goldset.reporting.wrapping import wrapped

WIDTH = 80
# Of ranked metrics, those that the terminal shows, at the greatest cut-off; JSON and Markdown hold all.
_SHOWN = ("hit", "recall", "complete", "precision", "mrr", "ndcg")
_MOST_NAMED = 10
_KEY = re.compile(r"[a-z_]+(@\d+)?")


def comparison_text(found: Comparison) -> str:
    """Return a comparison for a terminal of 80 columns."""
    lines = [*wrapped(title(found), "", WIDTH)]
    lines += [line for said in found.conditions for line in wrapped(f"NOT THE SAME: {said}", "", WIDTH, "  ")]
    lines += wrapped(items_text(found), "", WIDTH)
    lines += ["", f"{'':<26}{'first':>8}{'second':>8}{'change':>8}  {'95 %, by documents':<20}{'p':>7}"]
    lines += [line for change in headlines(found) for line in _metric_lines(change)]
    moved = [part for line in moved_texts(found) for part in wrapped(line, "", WIDTH, "  ")]
    lines += ["", *moved] if moved else []
    lines += ["", "What became of each item", *_matrix_lines(found)]
    for heading, part in (("Newly failing", found.newly_failing), ("Newly passing", found.newly_passing)):
        lines += ["", f"{heading} ({len(part)})", *_transition_lines(part)]
    return "\n".join(lines) + "\n"


def comparison_json(found: Comparison) -> str:
    """Return a comparison as JSON, with every metric and item."""
    report = {
        "version": 1,
        "arm": str(found.arm),
        "first": _run_row(found.first),
        "second": _run_row(found.second),
        "conditions": list(found.conditions),
        "totals": {"common": sum(found.matrix.values()), **{k: len(v) for k, v in _apart(found).items()}},
        **{name: list(items) for name, items in _apart(found).items()},
        "metrics": [_metric_row(change, found) for change in found.metrics],
        "matrix": [
            {"before": str(before), "after": str(after), "items": number}
            for (before, after), number in sorted(found.matrix.items())
        ],
        "newly_failing": [_transition_row(t) for t in found.newly_failing],
        "newly_passing": [_transition_row(t) for t in found.newly_passing],
        "transitions": [_transition_row(t) for t in found.transitions],
    }
    return json.dumps(report, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def comparison_markdown(found: Comparison) -> str:
    """Return a comparison as Markdown for a job's summary or a comment."""
    lines = ["### Two runs compared", "", code(title(found)), ""]
    lines += [line for said in found.conditions for line in (f"> **Not the same:** {code(said)}", "")]
    lines += [code(items_text(found)), ""]
    lines += ["| metric | first | second | change | 95 %, by documents | p |", "|---|--:|--:|--:|--:|--:|"]
    lines += [
        f"| {metric_cell(c.metric)} | {percent(c.first_common)} | {percent(c.second_common)} "
        f"| {signed(c.difference)} | {signed_bounds(c.interval)} | {probability(c.test.p if c.test else None)} |"
        for c in found.metrics
        if c.common
    ]
    lines += ["", *(f"- {line}" for line in moved_texts(found)), ""]
    lines += ["| before | after | items |", "|---|---|--:|"]
    lines += [f"| {before} | {after} | {n} |" for (before, after), n in sorted(found.matrix.items())]
    for heading, part in (("Newly failing", found.newly_failing), ("Newly passing", found.newly_passing)):
        lines += ["", f"**{heading}: {len(part)}**", ""]
        lines += [f"- {cell(t.item)} ({cell(t.slice)}): {t.before} → {t.after}" for t in part]
    return "\n".join(lines) + "\n"


def title(found: Comparison) -> str:
    """Return which runs are compared, on which snapshots."""
    return f"{_name(found.first)} -> {_name(found.second)}, arm {found.arm}"


def _name(run: Scored) -> str:
    system = " ".join(part for part in (run.source.meta.system, run.source.meta.revision) if part)
    named = f"{run.source.name} ({system})" if system else run.source.name
    return plain_line(f"{named} on {run.snapshot or 'no snapshot'}")


def items_text(found: Comparison) -> str:
    """Return how many items both hold, and which are apart."""
    parts = [f"{count(sum(found.matrix.values()), 'item')} in both"]
    said = {
        "only_first": "only in the first",
        "only_second": "only in the second",
        "stale_first": "stale in the first alone",
        "stale_second": "stale in the second alone",
    }
    if (found.first.source.sha256, found.first.source.meta) == (
        found.second.source.sha256,
        found.second.source.meta,
    ):
        parts.append("both runs are one and the same file")
    parts += [f"{len(items)} {said[name]}: {names(items)}" for name, items in _apart(found).items() if items]
    return "; ".join(parts) + "."


def _apart(found: Comparison) -> dict[str, tuple[str, ...]]:
    return {
        "only_first": found.only_first,
        "only_second": found.only_second,
        "stale_first": found.stale_first,
        "stale_second": found.stale_second,
    }


def headlines(found: Comparison) -> list[MetricChange]:
    """Return the metrics that are shown where not all of them are."""
    greatest = max(min(found.first.rules.k, found.second.rules.k), default=0)
    return [
        change
        for change in found.metrics
        if change.common
        and ("@" not in change.metric or change.metric in {f"{n}@{greatest}" for n in _SHOWN})
    ]


def _metric_lines(change: MetricChange) -> Iterator[str]:
    p = probability(change.test.p) if change.test else ""
    yield (
        f"{change.metric:<26}{percent(change.first_common):>8}{percent(change.second_common):>8}"
        f"{signed(change.difference):>8}  {signed_bounds(change.interval):<20}{p:>7}"
    ).rstrip()


def moved_texts(found: Comparison) -> list[str]:
    """Return what of a difference is no work of the systems: other items known, labels moved."""
    lines = []
    for change in headlines(found):
        if change.of_items is not None and abs(change.of_items) >= 0.0005:  # noqa: PLR2004 (it would show as 0.0)
            lines.append(
                f"{change.metric}: each over its own items {percent(change.first.value)} and "
                f"{percent(change.second.value)}; {signed(change.of_items)} of that are other items"
            )
        left = found.labels.get(change.metric)
        if left is not None and change.second.value is not None:
            lines.append(
                f"{change.metric}: {percent(left)} with gold left where it stood for the first; "
                f"{signed(change.second.value - left)} are labels that moved"
            )
    return lines


def _matrix_lines(found: Comparison) -> Iterator[str]:
    for (before, after), number in sorted(found.matrix.items()):
        arrow = f"{before} -> {after}" if before is not after else f"{before}, as before"
        yield f"{number:>7}  {arrow.replace('_', ' ')}"
    yield f"{sum(found.matrix.values()):>7}  in all"


def _transition_lines(part: Sequence[Transition]) -> Iterator[str]:
    for t in part[:_MOST_NAMED]:
        said = f"{plain_line(t.item)} ({plain_line(t.slice)}): {t.before} -> {t.after}"
        yield from wrapped(said, "  ", WIDTH, "  ")
    if len(part) > _MOST_NAMED:
        yield f"  … and {len(part) - _MOST_NAMED} more: --format json lists all"


def metric_cell(key: str) -> str:
    """Return a metric's key as code in a table; of a key that a run made up, nothing is believed."""
    return f"`{key}`" if _KEY.fullmatch(key) else cell(key)


def _run_row(run: Scored) -> dict[str, Any]:
    meta = run.source.meta
    return {
        "run": run.source.name,
        "sha256": run.source.sha256,
        "system": meta.system,
        "revision": meta.revision,
        "snapshot": run.snapshot,
        "snapshot_assumed": run.snapshot_assumed,
    }


def _metric_row(change: MetricChange, found: Comparison) -> dict[str, Any]:
    return {
        "metric": change.metric,
        "first": estimate_row(change.first),
        "second": estimate_row(change.second),
        "common": {
            "n": change.common,
            "first": change.first_common,
            "second": change.second_common,
            "difference": change.difference,
            "interval": interval_row(change.interval),
            "mcnemar": (
                {"only_first": test.only_first, "only_second": test.only_second, "p": test.p}
                if (test := change.test)
                else None
            ),
        },
        "headline": change.headline,
        "of_items": change.of_items,
        "labels_left": found.labels.get(change.metric),
    }


def estimate_row(found: Estimate) -> dict[str, Any]:
    """Return an estimate as JSON has it: shares 0–1, null where there is no value."""
    return {
        "n": found.number,
        "total": found.total,
        "value": found.value,
        "interval": interval_row(found.interval),
        "effective_n": found.effective,
        "clustered_interval": interval_row(found.clustered),
        "stale": list(found.stale),
        "bounds": interval_row(found.bounds),
    }


def interval_row(interval: Interval | None) -> list[float] | None:
    """Return an interval as JSON has it: low and high."""
    return None if interval is None else [interval.low, interval.high]


def _transition_row(t: Transition) -> dict[str, str]:
    return {"item": t.item, "slice": t.slice, "before": str(t.before), "after": str(t.after)}


def estimate_text(found: Estimate) -> str:
    """Return an estimate on one line: `85.0 % (80.1–89.0) of 200`."""
    if found.value is None:
        return "not measured"
    return f"{percent(found.value)} % ({bounds(found.interval)}) of {found.number}"
