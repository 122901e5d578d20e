"""Scored runs as one page that needs nothing else: tables, plots, no script, readable by keyboard and by ear."""

from collections.abc import Iterator, Mapping, Sequence

from goldset.domain.scores import Layer
from goldset.evaluation.estimates import Estimate
from goldset.evaluation.metrics import metric_of
from goldset.evaluation.robustness import Robustness
from goldset.evaluation.summary import ArmSummary, Summary
from goldset.reporting.counting import count
from goldset.reporting.html_parts import Markup, Part, join, page, table, tag
from goldset.reporting.page_style import STYLE
from goldset.reporting.plots import intervals_plot, lines_plot
from goldset.reporting.score import TITLES, account, ends_text, gaps, is_clustered, title, told_variants
from goldset.reporting.shares import bounds, percent, signed

_BY_K = ("hit", "recall", "complete", "precision", "mrr", "ndcg")
_NUMBERS = (1, 2, 3, 4, 5)


def score_html(summaries: Sequence[Summary]) -> str:
    """Return scored runs as one page."""
    links = [
        tag("li", tag("a", _heading(summary, arm), href=f"#run-{n}-{arm.arm}"))
        for n, summary in enumerate(summaries, start=1)
        for arm in summary.arms
    ]
    runs = [_run(n, summary) for n, summary in enumerate(summaries, start=1)]
    contents = tag("nav", tag("ul", *links), aria_label="Contents") if len(links) > 1 else Markup("")
    name = summaries[0].scored.set_name if summaries else ""
    return page(f"Score of {name}", STYLE, tag("main", tag("h1", f"Score of {name}"), contents, *runs))


def _heading(summary: Summary, arm: ArmSummary) -> str:
    return f"{summary.scored.source.name}, arm {arm.arm}"


def _run(number: int, summary: Summary) -> Markup:
    notes = [tag("li", line) for line in account(summary.scored)]
    parts: list[Part] = [tag("p", title(summary.scored)), tag("ul", *notes) if notes else ""]
    for arm in summary.arms:
        parts.append(tag("h2", _heading(summary, arm), id=f"run-{number}-{arm.arm}"))
        parts += _arm(summary, arm)
    for found in summary.layers:
        rows = [(f"arm {arm}", percent(mean)) for arm, mean in found.means.items()]
        rows += [(said, signed(gap)) for said, gap in gaps(found)]
        layout = summary.scored.source.meta.gold_layout or "not said by the run"
        known = f"{count(len(found.items), 'item')} known in every arm; gold layout: {layout}."
        parts.append(tag("h2", f"Two layers, by {found.metric}"))
        parts.append(tag("p", known))
        parts.append(table(f"Two layers, by {found.metric}", ("", "%"), rows, (1,)))
        if found.label_review:
            parts.append(tag("h3", "Wrong with gold at hand: review the label"))
            parts.append(tag("ul", *(tag("li", item) for item in found.label_review)))
    return tag("section", *parts)


def _arm(summary: Summary, arm: ArmSummary) -> Iterator[Part]:
    k = max(summary.scored.rules.k, default=0)
    yield tag("p", f"{ends_text(arm)}.")
    if arm.stale:
        yield tag("p", f"{len(arm.stale)} stale, in no mean: {', '.join(arm.stale)}")
    yield from _by_k(summary, arm)
    for layer in Layer:
        keys = [key for key in arm.metrics if metric_of(key).layer is layer]
        if keys:
            yield tag("h3", TITLES[layer])
            yield table(
                f"{TITLES[layer]}: every metric",
                _HEAD,
                (_row(key, arm.metrics[key]) for key in keys),
                _NUMBERS,
            )
    for field in summary.by:
        yield from _slices(arm, field, k)
    yield from _risk(arm)
    for name, found in arm.tables.items():
        rows: list[Sequence[Part]] = [
            (f"{row}, {column}", str(len(items)), said)
            for (row, column), (said, items) in found.cells.items()
        ]
        rows += [("left out", str(len(items)), reason) for reason, items in found.left_out.items()]
        yield tag("h3", name.capitalize())
        yield table(f"Items by {name}", ("", "items", "which means"), rows, (1,))
    yield from _variants(told_variants(arm))
    yield from _failing(arm)


_HEAD = ("metric", "%", "95 %", "n", "as independent", "with stale", "what it is")


def _row(name: str, found: Estimate) -> tuple[Part, ...]:
    return (
        name,
        percent(found.value),
        bounds(found.interval),
        str(found.number),
        f"{found.effective:.0f}" if is_clustered(found) else "",
        bounds(found.bounds) if found.stale else "",
        tag("span", metric_of(name).definition, class_="what"),
    )


def _by_k(summary: Summary, arm: ArmSummary) -> Iterator[Part]:
    series = {
        name: [
            (float(k), found.value)
            for k in summary.scored.rules.k
            if (found := arm.metrics.get(f"{name}@{k}")) and found.value is not None
        ]
        for name in _BY_K
    }
    if any(len(points) > 1 for points in series.values()):
        yield tag("h3", "Retrieval by cut-off")
        yield lines_plot("Retrieval metrics in per cent by cut-off k", series, "k")


def _slices(arm: ArmSummary, field: str, k: int) -> Iterator[Part]:
    key = arm.headline(k)
    found = arm.worst_slices(field, key) if key else []
    if key is None or not found:
        return
    yield tag("h3", f"{key} by {field}, the worst first")
    shown = [
        (name or "(none)", part.value, part.interval)
        for name, part in found
        if part.value is not None and part.interval is not None
    ]
    yield intervals_plot(f"{key} by {field} with 95 % intervals", shown)
    rows = (_row(name or "(none)", part)[:6] for name, part in found)
    yield table(f"{key} by {field}", (field, *_HEAD[1:6]), rows, _NUMBERS)


def _risk(arm: ArmSummary) -> Iterator[Part]:
    if arm.risk is None or not arm.risk.points:
        return
    points = arm.risk.points
    yield tag("h3", "Risk against coverage")
    shown = [(100 * point.coverage, point.risk) for point in points]
    yield lines_plot(
        "Share of wrong answers by share of items answered", {"risk": shown}, "% of items answered"
    )
    rows = ((f"{p.confidence:g}", str(p.answered), percent(p.coverage), percent(p.risk)) for p in points)
    said = f"Answering only where the confidence is at least so high, of {count(arm.risk.items, 'item')}"
    yield tag(
        "details",
        tag("summary", "The figures of the plot"),
        table(said, ("confidence", "answered", "coverage %", "risk %"), rows, (1, 2, 3)),
    )


def _variants(kinds: Sequence[Robustness]) -> Iterator[Part]:
    if not kinds:
        return
    rows: list[Sequence[Part]] = []
    for found in kinds:
        kind = found.kind or "(no kind)"
        for shift in found.shifts:
            shares = percent(shift.base), percent(shift.variant), str(shift.pairs)
            rows.append((kind, shift.metric, *shares, _listed(shift.worse), _listed(shift.better)))
        for reason, items in found.left_out.items():
            rows.append((kind, f"not paired: {reason}", "", "", "", _listed(items), ""))
    head = ("kind", "metric", "base %", "variant %", "pairs", "worse", "better")
    yield tag("h3", "Asked in another way")
    yield table("Items and their variants, by kind of variant", head, rows, (2, 3, 4))


def _listed(items: Sequence[str]) -> str:
    return f"{len(items)}: {', '.join(items)}" if items else "0"


def _failing(arm: ArmSummary) -> Iterator[Part]:
    if not arm.failing:
        return
    rows = [
        (
            failing.row.item,
            ", ".join(failing.row.facts.get("slice", ())),
            failing.outcome.replace("_", " "),
            join((failing.row.notes.get("diagnosis", ""), *_why(failing.row.notes))),
        )
        for failing in arm.failing
    ]
    yield tag("h3", f"Failing items: {len(rows)}")
    yield table("Failing items, by how they failed", ("item", "slice", "outcome", "where it was lost"), rows)


def _why(notes: Mapping[str, str]) -> Iterator[Part]:
    for subject, said in notes.items():
        if subject != "diagnosis":
            yield tag("div", f"{subject}: {said}", class_="what")
