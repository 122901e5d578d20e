"""Plots as SVG that a page holds itself: every figure in them stands in a table beside them too."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from goldset.domain.intervals import Interval
from goldset.reporting.html_parts import Markup, join, tag

WIDTH, LINE_HEIGHT = 640.0, 240.0
LEFT, RIGHT, TOP, BOTTOM = 44.0, 130.0, 14.0, 34.0
SLICE_LEFT, SLICE_ROW = 200.0, 24.0
BAR_RIGHT = 110.0
# Lines are told apart by their dashes and by their names at the end, not by colour alone.
_DASHES = ("none", "6 3", "2 3", "9 3 2 3", "12 4", "1 2")


def lines_plot(title: str, series: Mapping[str, Sequence[tuple[float, float]]], x_title: str) -> Markup:
    """Return lines of shares over an axis.

    Args:
        title: What the plot shows, for those who cannot see it too.
        series: By name, points (x, share 0–1), x rising.
        x_title: What x is.
    """
    xs = sorted({x for points in series.values() for x, _ in points})
    low, high = (xs[0], xs[-1]) if xs else (0.0, 1.0)

    def across(x: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * ((x - low) / (high - low) if high > low else 0.5)

    ends = _spread([(name, points[-1][1]) for name, points in series.items() if points])
    drawn = [
        _line(number, points, across, name, ends[name])
        for number, (name, points) in enumerate(series.items())
        if points
    ]
    marks = [
        tag("text", _number(x), x=round(across(x), 1), y=LINE_HEIGHT - BOTTOM + 16, text_anchor="middle")
        for x in _ticks(xs)
    ]
    label = tag("text", x_title, x=LEFT + (WIDTH - LEFT - RIGHT) / 2, y=LINE_HEIGHT - 2, text_anchor="middle")
    return _svg(title, LINE_HEIGHT, join([_grid(), *marks, label, *drawn]))


def intervals_plot(title: str, rows: Sequence[tuple[str, float, Interval]]) -> Markup:
    """Return a row for each name with its share, 0–1, and its interval."""
    height = TOP + SLICE_ROW * len(rows) + 22
    room = WIDTH - SLICE_LEFT - 50

    def across(share: float) -> float:
        return round(SLICE_LEFT + room * share, 1)

    grid = [
        join(
            (
                tag("line", x1=across(s), x2=across(s), y1=TOP, y2=height - 20, class_="grid"),
                tag("text", f"{100 * s:.0f} %", x=across(s), y=height - 6, text_anchor="middle"),
            )
        )
        for s in (0.0, 0.25, 0.5, 0.75, 1.0)
    ]
    drawn = []
    for number, (name, share, interval) in enumerate(rows):
        y = TOP + SLICE_ROW * number + SLICE_ROW / 2
        drawn += [
            tag("text", _cut(name), x=SLICE_LEFT - 10, y=y + 4, text_anchor="end"),
            tag("line", x1=across(interval.low), x2=across(interval.high), y1=y, y2=y, class_="interval"),
            tag("circle", cx=across(share), cy=y, r=5, class_="dot"),
        ]
    return _svg(title, height, join([*grid, *drawn]))


@dataclass(frozen=True, slots=True)
class Bar:
    """A row of a plot of bars.

    Attributes:
        name: What it is of.
        parts: What it is made of, one after the other; parts of one place look alike in all rows.
        said: What stands at its end.
        band: From where to where its end should be, as a band behind it; None at the end for no bound.
    """

    name: str
    parts: Sequence[float]
    said: str
    band: tuple[float, float | None] | None = None


def bars_plot(title: str, rows: Sequence[Bar], legend: Sequence[str] = ()) -> Markup:
    """Return a bar for each row, all on one scale from 0.

    Args:
        title: What the plot shows, for those who cannot see it too.
        rows: The bars.
        legend: What the parts are, of at most four; an empty one is not shown. Parts differ in outline, not in
            colour alone.
    """
    ends = [end for row in rows for end in (sum(row.parts), *(row.band or ())) if end is not None]
    scale = (WIDTH - SLICE_LEFT - BAR_RIGHT) / (max(ends, default=0) or 1)
    top = TOP + (SLICE_ROW if legend else 0)
    drawn = [_legend(legend)] if legend else []
    drawn += [_bar(row, top + SLICE_ROW * number, scale) for number, row in enumerate(rows)]
    return _svg(title, top + SLICE_ROW * len(rows) + 6, join(drawn))


def _bar(row: Bar, y: float, scale: float) -> Markup:
    drawn = [tag("text", _cut(row.name), x=SLICE_LEFT - 10, y=y + 16, text_anchor="end")]
    x = said_at = SLICE_LEFT
    if row.band is not None:
        low, high = row.band
        said_at = WIDTH - BAR_RIGHT if high is None else SLICE_LEFT + high * scale
        drawn.append(_box(SLICE_LEFT + low * scale, y + 1, said_at - SLICE_LEFT - low * scale, 22, "band"))
    for number, part in enumerate(row.parts):
        if part:
            drawn.append(_box(x, y + 5, part * scale, 14, f"bar{number}"))
        x += part * scale
    return join((*drawn, tag("text", row.said, x=round(max(x, said_at) + 8, 1), y=y + 16)))


def _box(x: float, y: float, width: float, height: float, class_: str) -> Markup:
    return tag(
        "rect", x=round(x, 1), y=round(y, 1), width=round(width, 1), height=height, rx=2, class_=class_
    )


def _legend(names: Sequence[str]) -> Markup:
    drawn = []
    x = SLICE_LEFT
    for number, name in enumerate(names):
        if not name:
            continue
        drawn += [_box(x, TOP, 14, 12, f"bar{number}"), tag("text", name, x=round(x + 20, 1), y=TOP + 11)]
        x += 34 + 7 * len(name)
    return join(drawn)


def _line(
    number: int,
    points: Sequence[tuple[float, float]],
    across: Callable[[float], float],
    name: str,
    label_at: float,
) -> Markup:
    path = " ".join(f"{across(x):.1f},{_up(y):.1f}" for x, y in points)
    dots = join(tag("circle", cx=round(across(x), 1), cy=round(_up(y), 1), r=3) for x, y in points[:40])
    line = tag("polyline", points=path, stroke_dasharray=_DASHES[number % len(_DASHES)])
    last = across(points[-1][0]) + 8
    return tag(
        "g",
        line,
        dots,
        tag("text", name, x=round(last, 1), y=round(label_at + 4, 1)),
        class_=f"line c{number % 6}",
    )


def _spread(ends: Sequence[tuple[str, float]]) -> dict[str, float]:
    """Return where the names of lines stand, no two on top of each other, in the order of the lines' ends."""
    found: dict[str, float] = {}
    last = -1e9
    for name, share in sorted(ends, key=lambda end: -end[1]):
        last = max(_up(share), last + 15)
        found[name] = last
    return found


def _up(share: float) -> float:
    return TOP + (LINE_HEIGHT - TOP - BOTTOM) * (1 - share)


def _grid() -> Markup:
    return join(
        join(
            (
                tag("line", x1=LEFT, x2=WIDTH - RIGHT, y1=_up(share), y2=_up(share), class_="grid"),
                tag("text", f"{100 * share:.0f}", x=LEFT - 8, y=_up(share) + 4, text_anchor="end"),
            )
        )
        for share in (0.0, 0.25, 0.5, 0.75, 1.0)
    )


def _ticks(xs: Sequence[float]) -> Sequence[float]:
    return xs if len(xs) <= 8 else [xs[round(n * (len(xs) - 1) / 5)] for n in range(6)]  # noqa: PLR2004 (what fits)


def _number(x: float) -> str:
    return f"{x:.0f}" if x == round(x) else f"{x:.2f}"


def _cut(name: str) -> str:
    return name if len(name) <= 26 else f"{name[:25]}…"  # noqa: PLR2004 (what fits)


def _svg(title: str, height: float, content: Markup) -> Markup:
    return tag(
        "svg",
        tag("title", title),
        content,
        viewBox=f"0 0 {WIDTH:.0f} {height:.0f}",
        role="img",
        aria_label=title,
        class_="plot",
    )
