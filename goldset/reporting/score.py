"""A scored run as text for the terminal: what every item came to, then each metric with its n and interval."""

from collections import Counter
from collections.abc import Iterator, Sequence

from goldset.domain.runs import Arm
from goldset.domain.scores import Better, End, ItemScore, Layer, Metric, Scored
from goldset.evaluation.estimates import Estimate, estimate, in_slices, metrics_of, worst_first
from goldset.evaluation.metrics import METRICS, metric_of
from goldset.reporting.counting import count
from goldset.reporting.quoting import plain_line
from goldset.reporting.shares import bounds, names, percent
from goldset.reporting.wrapping import wrapped

WIDTH = 80
_TITLES = {
    Layer.RETRIEVAL: "Retrieval",
    Layer.GENERATION: "Generation, by the texts of the items",
    Layer.ABSTENTION: "Abstention",
    Layer.CITATIONS: "Citations",
    Layer.JUDGED: "By judges",
}
# Of ranked metrics the terminal shows these; --format json holds every one.
_SHOWN = frozenset(
    {"hit", "recall", "complete", "precision", "mrr", "ndcg", "unjudged", "wrong_jurisdiction"}
)
_COUNTS = {
    "chunks": "chunks in all",
    "duplicate_chunks": "chunks that repeat an earlier one: they keep their rank and earn nothing",
    "not_locatable": "chunks are text that does not stand in the document they name",
    "chunks_of_unkept_text": "chunks are text alone, and the text of their document is not kept",
    "ambiguous_chunks": "chunks are text that stands at several places",
    "chunks_of_no_gold_document": "chunks are text that stands in no document with evidence of the item",
    "unplaced_chunks": "chunks have neither document nor place",
}


def score_text(scored: Scored, by: Sequence[str] = ("slice",), k: int | None = None) -> str:
    """Return a scored run for a terminal of 80 columns.

    Args:
        scored: The run.
        by: Fields whose slices are shown.
        k: The cut-off that is shown; the greatest without it.
    """
    shown = k if k in scored.rules.k else max(scored.rules.k, default=0)
    lines = [*wrapped(_title(scored), "", WIDTH, "  "), *_account(scored)]
    for arm in Arm:
        rows = scored.arm(arm)
        if rows:
            lines += ["", f"Arm {arm}: {_ends(rows)}", *_arm_lines(rows, shown)]
            for field in by:
                lines += _slice_lines(rows, field, shown)
    return "\n".join(lines) + "\n"


def _title(scored: Scored) -> str:
    meta = scored.source.meta
    system = " ".join(part for part in (meta.system, meta.revision) if part)
    said = f"{scored.source.name} ({system})" if system else scored.source.name
    where = f"snapshot {scored.snapshot}" if scored.snapshot else "no snapshot"
    assumed = ", the newest: the run names none" if scored.snapshot_assumed else ""
    rules = scored.rules
    return plain_line(
        f"{scored.set_name}: {said}, {where}{assumed}; {rules.overlap_rule}, overlap {rules.overlap}"
    )


def _account(scored: Scored) -> list[str]:
    """Return who is in no figure, and what of the run was not used: nothing is left out in silence."""
    said = [f"{len(ids)} not scored ({why}): {names(ids)}" for why, ids in scored.left_out.items()]
    if scored.unknown:
        said.append(
            f"{count(len(scored.unknown), 'id')} of the run named no item of the set: {names(scored.unknown)}"
        )
    bad = scored.source.bad
    if bad:
        said.append(f"{count(len(bad), 'line')} of the run cannot be scored:")
        said += [f"  line {line.line}: {line.message}" for line in bad[:5]]
        said += [f"  … and {len(bad) - 5} more: --format json lists all"] if len(bad) > 5 else []  # noqa: PLR2004 (enough to see)
    said += [
        f"{number} {_COUNTS[name]}"
        for name, number in sorted(scored.counts.items())
        if number and name != "chunks" and name in _COUNTS
    ]
    said += [plain_line(notice) for notice in scored.source.notices]
    return [part for line in said for part in wrapped(line, "  ", WIDTH, "  ")]


def _ends(rows: Sequence[ItemScore]) -> str:
    counted = Counter(row.end for row in rows)
    parts = ", ".join(f"{counted[end]} {end}" for end in End if counted[end])
    return f"{count(len(rows), 'item')}: {parts}"


def _arm_lines(rows: Sequence[ItemScore], k: int) -> Iterator[str]:
    stale = sorted(row.item for row in rows if row.end is End.STALE)
    if stale:
        yield from wrapped(f"{len(stale)} stale: {names(stale)}", "  ", WIDTH, "  ")
    shown = sorted(((key, metric_of(key)) for key in metrics_of(rows)), key=lambda pair: _rank(pair[1]))
    for layer in Layer:
        of_layer = [key for key, metric in shown if metric.layer is layer and _is_shown(key, metric, k)]
        if not of_layer:
            continue
        yield ""
        yield f"{_TITLES[layer]:<30}{'%':>7}  {'95 %':<13}{'n':>5}" + (
            f"  {'with stale':<11}" if stale else ""
        )
        for key in of_layer:
            yield _metric_line(key, estimate(rows, key)).rstrip()


def _rank(metric: Metric) -> int:
    """Return a metric's place in the registry; verdicts of other names come last."""
    order = list(METRICS)
    return order.index(metric.name) if metric.name in METRICS else len(order)


def _is_shown(key: str, metric: Metric, k: int) -> bool:
    if not metric.is_ranked:
        return True
    return metric.name in _SHOWN and key.endswith(f"@{k}")


def _metric_line(key: str, found: Estimate) -> str:
    shares = f"  {bounds(found.bounds):<11}" if found.stale else ""
    few = (
        f"  as {found.effective:.0f} independent"
        if found.number and found.effective < 0.9 * found.number
        else ""
    )
    return f"  {key:<35}{percent(found.value):>7}  {bounds(found.interval):<13}{found.number:>5}{shares}{few}"


def _slice_lines(rows: Sequence[ItemScore], field: str, k: int) -> Iterator[str]:
    """Yield the slices of a field, worst first, by the first headline metric that the rows have."""
    for key in (f"recall@{k}", "correct", "judged_correct", "false_answer", f"doc_recall@{k}"):
        if any(key in row.values for row in rows):
            found = {name or "(none)": estimate(part, key) for name, part in in_slices(rows, field).items()}
            higher = metric_of(key).better is Better.HIGHER
            yield ""
            yield f"{key} by {field}, the worst first"
            for name, part in worst_first(found, higher_is_better=higher):
                if part.bounds is not None:
                    yield _metric_line(plain_line(name)[:35], part).rstrip()
            unmeasured = [name for name, part in found.items() if part.bounds is None]
            if unmeasured:
                yield from wrapped(f"not measured by {key}: {', '.join(unmeasured)}", "  ", WIDTH, "  ")
            return
