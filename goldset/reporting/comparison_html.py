"""A comparison of two runs as one page that needs nothing else."""

from collections.abc import Iterator, Sequence

from goldset.evaluation.compare import Comparison, MetricChange, Transition
from goldset.evaluation.outcomes import Outcome
from goldset.reporting.comparison import headlines, items_text, moved_texts, title
from goldset.reporting.counting import count
from goldset.reporting.html_parts import Markup, Part, join, page, table, tag
from goldset.reporting.page_style import STYLE
from goldset.reporting.shares import percent, probability, signed, signed_bounds

_SHADES = 5
_STYLE = (
    STYLE
    + "".join(
        f".s{n} {{ background: color-mix(in srgb, var(--mark) {14 * n}%, transparent) }}\n"
        for n in range(_SHADES)
    )
    + "strong { font-weight: 700 }\n"
)


def comparison_html(found: Comparison) -> str:
    """Return a comparison as one page."""
    parts: list[Part] = [tag("h1", "Two runs compared"), tag("p", title(found))]
    parts += [tag("p", tag("strong", f"Not the same: {said}")) for said in found.conditions]
    parts.append(tag("p", items_text(found)))
    parts += [tag("h2", "Metrics, over the items that both know"), _metrics(found)]
    moved = [tag("li", line) for line in moved_texts(found)]
    if moved:
        parts += [tag("h2", "What of it is no work of the systems"), tag("ul", *moved)]
    parts += [tag("h2", "What became of each item"), _matrix(found)]
    for name, part in (("Newly failing", found.newly_failing), ("Newly passing", found.newly_passing)):
        parts += [tag("h2", f"{name}: {len(part)}"), _transitions(name, part)]
    return page("Two runs compared", _STYLE, tag("main", *parts))


def _metrics(found: Comparison) -> Markup:
    first = {change.metric for change in headlines(found)}
    known = [change for change in found.metrics if change.common]
    shown = table("Metrics", _HEAD, (_row(c) for c in known if c.metric in first), _NUMBERS)
    rest = [_row(change) for change in known if change.metric not in first]
    if not rest:
        return shown
    more = tag("summary", f"{count(len(rest), 'figure')} more")
    return join((shown, tag("details", more, table("Metrics: the rest", _HEAD, rest, _NUMBERS))))


_HEAD = ("metric", "first", "second", "change", "95 %, by documents", "p", "n")
_NUMBERS = range(1, len(_HEAD))


def _row(change: MetricChange) -> tuple[str, ...]:
    return (
        change.metric,
        percent(change.first_common),
        percent(change.second_common),
        signed(change.difference),
        signed_bounds(change.interval),
        probability(change.test.p) if change.test else "",
        str(change.common),
    )


def _matrix(found: Comparison) -> Markup:
    """Return the outcomes before as rows and after as columns; off the diagonal, the more items the darker."""
    there = {outcome for pair in found.matrix for outcome in pair}
    shown = [outcome for outcome in Outcome if outcome in there]
    most = max((n for (before, after), n in found.matrix.items() if before is not after), default=1)
    rows = [
        (f"was {before.replace('_', ' ')}", *_cells(found, before, shown, most), _total(found, before))
        for before in shown
    ]
    head = ("", *(f"is {outcome.replace('_', ' ')}" for outcome in shown), "in all")
    return table("Items by outcome in the first and the second run", head, rows, range(1, len(head)))


def _cells(found: Comparison, before: Outcome, shown: Sequence[Outcome], most: int) -> Iterator[Part]:
    for after in shown:
        number = found.matrix.get((before, after), 0)
        shade = 0 if before is after else -(-number * (_SHADES - 1) // most)
        yield tag("span", str(number), class_=f"s{shade}") if number else "·"


def _total(found: Comparison, before: Outcome) -> str:
    return str(sum(number for (was, _), number in found.matrix.items() if was is before))


def _transitions(name: str, part: Sequence[Transition]) -> Markup:
    if not part:
        return tag("p", "None.")
    rows = [(t.item, t.slice, t.before.replace("_", " "), t.after.replace("_", " ")) for t in part]
    return table(name, ("item", "slice", "was", "is"), rows)
