"""A scored run as text for the terminal: what every item came to, then each metric with its n and interval."""

from collections.abc import Iterator, Sequence
from unicodedata import normalize

from goldset.domain.scores import End, Layer, Metric, Scored
from goldset.evaluation.diagnosis import Table
from goldset.evaluation.estimates import Estimate
from goldset.evaluation.layers import Layers
from goldset.evaluation.metrics import metric_of
from goldset.evaluation.robustness import Robustness
from goldset.evaluation.summary import ArmSummary, Summary
from goldset.reporting.counting import count
from goldset.reporting.quoting import plain_line
from goldset.reporting.shares import bounds, names, percent, signed
from goldset.reporting.wrapping import wrapped

WIDTH = 80
_MOST_BAD, _MOST_FAILING = 5, 10
# Below this share of independent items a reader is told.
_FEW = 0.9
TITLES = {
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
    "duplicate_chunks": "chunks that repeat an earlier one: they keep their rank and earn nothing",
    "chunks_not_in_map": "chunks have no place, and the chunk map has none of them",
    "not_locatable": "chunks are text that does not stand in the document they name",
    "chunks_of_unkept_text": "chunks are text alone, and the text of their document is not kept",
    "misplaced_chunks": "chunks end beyond their document, or have a text that stands elsewhere than at their"
    " offsets: these count in another text than the snapshot's, and the score is wrong",
    "ambiguous_chunks": "chunks are text that stands at several places",
    "chunks_of_no_gold_document": "chunks are text that stands in no document with evidence of the item",
    "unplaced_chunks": "chunks have neither document nor place",
    "stages_without_places": "stages name chunks whose place is not known: they are not scored",
    "answers_without_citations": "answers cite nothing: they fail the checks of citations",
    "citations_without_text": "citations are of texts that are not kept: quote and figures cannot be looked up",
    "answers_without_claims": "answers have no claims: faithfulness does not apply",
    "not_judged": "answers have no verdict `correct`: judged correctness leaves them out",
    "judge_failures": "verdicts are missing where a judge failed: no measure takes them for a value",
    "verdicts_out_of_range": "verdicts are no share 0–1: no measure takes them",
    "verdicts_without_answer": "verdicts are of items without an answer: no measure takes them",
    "verdicts_correct_of_unanswerable": "verdicts `correct` are of unanswerable items: no measure takes them",
}


def score_text(summary: Summary) -> str:
    """Return a scored run for a terminal of 80 columns."""
    scored = summary.scored
    k = max(scored.rules.k, default=0)
    lines = [*wrapped(title(scored), "", WIDTH, "  ")]
    lines += [part for line in account(scored) for part in wrapped(line, "  ", WIDTH, "  ")]
    for arm in summary.arms:
        lines += ["", *wrapped(f"Arm {arm.arm}: {ends_text(arm)}", "", WIDTH, "  "), *_arm_lines(arm, k)]
        for field in summary.by:
            lines += _slice_lines(arm, field, k)
        for name, table in arm.tables.items():
            lines += ["", plain_line(name), *_table_lines(table)]
        lines += _variant_lines(told_variants(arm))
        lines += _failing_lines(arm)
    for found in summary.layers:
        lines += ["", *_layer_lines(found, scored)]
    return "\n".join(lines) + "\n"


def title(scored: Scored) -> str:
    """Return which run was scored, against what, by which rule."""
    meta = scored.source.meta
    system = " ".join(part for part in (meta.system, meta.revision) if part)
    said = f"{scored.source.name} ({system})" if system else scored.source.name
    said += f", read as {scored.source.form}" if scored.source.form != "goldset" else ""
    where = f"snapshot {scored.snapshot}" if scored.snapshot else "no snapshot"
    assumed = ", the newest: the run names none" if scored.snapshot_assumed else ""
    rules = scored.rules
    return plain_line(
        f"{scored.set_name}: {said}, {where}{assumed}; {rules.overlap_rule}, overlap {rules.overlap}"
    )


def account(scored: Scored) -> list[str]:
    """Return who is in no figure, and what of the run was not used: nothing is left out in silence."""
    said = [f"{len(ids)} not scored ({why}): {names(ids)}" for why, ids in scored.left_out.items()]
    if scored.unknown:
        said.append(
            f"{count(len(scored.unknown), 'id')} of the run named no item of the set: {names(scored.unknown)}"
        )
        said += [
            f"  `{id_}` is item {other} but for case, blanks or the form of its characters"
            for id_, other in _look_alikes(scored)[:_MOST_BAD]
        ]
    bad = scored.source.bad
    if bad:
        said.append(f"{count(len(bad), 'line')} of the run cannot be scored:")
        said += [f"  line {line.line}: {line.message}" for line in bad[:_MOST_BAD]]
        said += [f"  … and {len(bad) - _MOST_BAD} more: --format json lists all"] * (len(bad) > _MOST_BAD)
    if scored.unknown_documents:
        number = scored.counts.get("chunks_of_unknown_documents", 0)
        said.append(
            f"{count(number, 'chunk')} of documents that snapshot {scored.snapshot} does not have, and that can find "
            f"nothing: {names(scored.unknown_documents)}"
        )
    said += [
        f"{number} {_COUNTS[name]}"
        for name, number in sorted(scored.counts.items())
        if number and name in _COUNTS
    ]
    said += scored.source.notices
    return [plain_line(line) for line in said]


def _look_alikes(scored: Scored) -> list[tuple[str, str]]:
    """Return ids of the run that name no item and look like one that it has no line for, with that item."""
    missing = {_folded(row.item): row.item for row in scored.rows if row.end is End.MISSING}
    return [(id_, missing[_folded(id_)]) for id_ in scored.unknown if _folded(id_) in missing]


def _folded(name: str) -> str:
    return normalize("NFKC", name).casefold().strip()


def ends_text(arm: ArmSummary) -> str:
    """Return how the items of an arm ended, in numbers that add up; who only retrieved has answered nothing."""
    said = {} if arm.holds_answers else {End.ANSWERED: "with a ranking"}
    parts = ", ".join(f"{number} {said.get(end, end)}" for end, number in arm.ends.items() if number)
    return f"{count(len(arm.rows), 'item')}: {parts}"


def _arm_lines(arm: ArmSummary, k: int) -> Iterator[str]:
    if arm.stale:
        yield from wrapped(f"{len(arm.stale)} stale: {names(arm.stale)}", "  ", WIDTH, "  ")
    for layer in Layer:
        shown = [
            key
            for key in arm.metrics
            if metric_of(key).layer is layer and is_headline(key, metric_of(key), k)
        ]
        if shown:
            yield ""
            head = f"{TITLES[layer]:<37}{'%':>7}  {'95 %':<13}{'n':>5}"
            yield head + (f"  {'with stale':<11}" if arm.stale else "")
            yield from (_metric_line(key, arm.metrics[key]) for key in shown)


def is_headline(key: str, metric: Metric, k: int) -> bool:
    """Return whether a metric is shown where not all of them are: of ranked ones the best known, at one k."""
    return not metric.is_ranked or (metric.name in _SHOWN and key.endswith(f"@{k}"))


def _metric_line(key: str, found: Estimate) -> str:
    shares = f"  {bounds(found.bounds):<11}" if found.stale else ""
    few = f"  as {found.effective:.0f} independent" if is_clustered(found) else ""
    line = f"  {key:<35}{percent(found.value):>7}  {bounds(found.interval):<13}{found.number:>5}{shares}{few}"
    return line.rstrip()


def is_clustered(found: Estimate) -> bool:
    """Return whether items that share documents tell so much less that a reader should know."""
    return bool(found.number) and found.effective < _FEW * found.number


def _slice_lines(arm: ArmSummary, field: str, k: int) -> Iterator[str]:
    key = arm.headline(k)
    if key is None:
        return
    found = arm.worst_slices(field, key)
    yield ""
    yield f"{key} by {field}, the worst first"
    for name, part in found:
        yield _metric_line(plain_line(name or "(none)")[:35], part)
    unmeasured = sorted(arm.slices[field].keys() - {name for name, _ in found})
    if unmeasured:
        yield from wrapped(f"not measured by {key}: {', '.join(unmeasured)}", "  ", WIDTH, "  ")


def _table_lines(table: Table) -> Iterator[str]:
    for (row, column), (said, items) in table.cells.items():
        yield from wrapped(f"{len(items):>7}  {row}, {column}: {said}", "", WIDTH, " " * 9)
    for reason, items in table.left_out.items():
        yield from wrapped(f"{len(items):>7}  left out: {reason}", "", WIDTH, " " * 9)


def told_variants(arm: ArmSummary) -> list[Robustness]:
    """Return the kinds of variants of which there is anything to tell."""
    return [found for found in arm.robustness if found.shifts or found.left_out]


def _variant_lines(kinds: Sequence[Robustness]) -> Iterator[str]:
    if not kinds:
        return
    yield ""
    yield f"{'Asked in another way':<29}{'base':>8}{'variant':>9}{'pairs':>7}{'worse':>7}{'better':>8}"
    for found in kinds:
        yield from wrapped(f"  {plain_line(found.kind or '(no kind)')}", "", WIDTH, "    ")
        for shift in found.shifts:
            yield (
                f"    {shift.metric:<25}{percent(shift.base):>8}{percent(shift.variant):>9}{shift.pairs:>7}"
                f"{len(shift.worse):>7}{len(shift.better):>8}"
            )
            if shift.worse:
                yield from wrapped(plain_line(f"worse: {names(shift.worse)}"), "      ", WIDTH, "  ")
        for reason, items in found.left_out.items():
            yield from wrapped(
                plain_line(f"{len(items)} not paired ({reason}): {names(items)}"), "    ", WIDTH, "  "
            )


def _failing_lines(arm: ArmSummary) -> Iterator[str]:
    if not arm.failing:
        return
    yield ""
    yield f"Failing items ({len(arm.failing)})"
    for failing in arm.failing[:_MOST_FAILING]:
        why = failing.row.notes.get("diagnosis") or failing.row.notes.get(str(failing.row.end), "")
        said = f"{failing.outcome.replace('_', ' ')}" + (f": {why}" if why else "")
        yield from wrapped(plain_line(f"{failing.row.item}  {said}"), "  ", WIDTH, "    ")
    if len(arm.failing) > _MOST_FAILING:
        yield f"  … and {len(arm.failing) - _MOST_FAILING} more: --format json lists all"


def _layer_lines(found: Layers, scored: Scored) -> Iterator[str]:
    layout = scored.source.meta.gold_layout
    yield f"Two layers, by {found.metric}, over {count(len(found.items), 'item')} known in every arm"
    for arm, mean in found.means.items():
        yield f"  {f'arm {arm}':<35}{percent(mean):>7}"
    for said, gap in gaps(found):
        yield f"  {said:<35}{signed(gap):>7}"
    yield from wrapped(f"gold layout: {layout or 'not said by the run'}", "  ", WIDTH)
    if found.label_review:
        said = f"review the labels of {len(found.label_review)}, wrong with gold at hand: {names(found.label_review)}"
        yield from wrapped(said, "  ", WIDTH, "  ")
    for reason, items in found.left_out.items():
        yield from wrapped(f"{len(items)} left out, {reason}: {names(items)}", "  ", WIDTH, "  ")


def gaps(found: Layers) -> list[tuple[str, float]]:
    """Return what each layer lost or gained, in words and as a difference of shares."""
    said = (
        ("lost in retrieval (gold - retrieved)", found.lost_in_retrieval),
        ("lost in generation (1 - gold)", found.lost_in_generation),
        ("gained by retrieval", found.gained_by_retrieval),
    )
    return [(name, gap) for name, gap in said if gap is not None]
