"""What a set is made of, as one page that needs nothing else: plots with their tables, no script."""

from collections.abc import Iterable, Iterator, Sequence

from goldset.domain.corpus_use import Concentration
from goldset.domain.set_stats import Row, SetStats, Table
from goldset.reporting.html_parts import Markup, Part, page, table, tag
from goldset.reporting.page_style import STYLE
from goldset.reporting.plots import Bar, bars_plot, lines_plot
from goldset.reporting.stats_parts import (
    NONE,
    TITLES,
    account,
    cells,
    coarse_lines,
    columns,
    concentration_notes,
    concentration_steps,
    coverage_notes,
    field_title,
    gap_lists,
    gap_name,
    part_rows,
    rest_said,
    share,
    single_values,
    stale_lines,
    stale_title,
    tables,
    tallies,
    tally_title,
    tally_value,
    tier_wants,
)

# A plot shows so many values at most; the table beside it has all.
_MOST_BARS = 40
_PARTS = ("active", "stale", "draft", "retired")


def stats_html(stats: SetStats) -> str:
    """Return what a set is made of as one page."""
    title = f"What {stats.name} is made of"
    first, *others = account(stats)
    parts: list[Part] = [tag("h1", title), tag("p", first), _listed(others)]
    if said := stale_title(stats):
        parts.append(tag("details", tag("summary", said), _listed(stale_lines(stats))))
    parts += [*_tiers(stats), *_items(stats), *_others(stats), *_coverage(stats)]
    if stats.concentration is not None:
        parts += _concentration(stats.concentration)
    return page(title, STYLE, tag("main", *parts))


def _listed(said: Iterable[str]) -> Markup:
    return tag("ul", *(tag("li", line) for line in said))


def _figures(
    caption: str, head: Sequence[str], rows: Iterable[Sequence[Part]], numbers: Sequence[int] | None = None
) -> Markup:
    return tag("details", tag("summary", "The figures of the plot"), _table(caption, head, rows, numbers))


def _table(
    caption: str, head: Sequence[str], rows: Iterable[Sequence[Part]], numbers: Sequence[int] | None = None
) -> Markup:
    """Return a table; without `numbers` all its columns but the first hold some."""
    return table(caption, head, rows, range(1, len(head)) if numbers is None else numbers)


def _tiers(stats: SetStats) -> Iterator[Part]:
    if not stats.items.tiers:
        return
    yield tag("h2", "Tiers against their sizes")
    yield bars_plot(
        "Active items of each tier, and the range that it should be in",
        [
            Bar(str(size.tier), (size.items,), f"{size.items:,}, {size.verdict}", (size.least, size.most))
            for size in stats.items.tiers
        ],
    )
    rows = [(str(size.tier), f"{size.items:,}", size.verdict, tier_wants(size)) for size in stats.items.tiers]
    yield _figures("Tiers", ("tier", "active items", "size", "should have"), rows, (1,))


def _items(stats: SetStats) -> Iterator[Part]:
    shown = columns(stats)
    yield tag("h2", "Items")
    for found in tables(stats):
        title = f"By {field_title(found.field)}"
        yield tag("h3", title)
        yield _plot(f"Items {title[0].lower()}{title[1:]}", found)
        rows = [(_value(row), *cells(row, shown)) for row in found.rows]
        rows.append(("all", *cells(found.whole, shown)))
        yield _figures(f"Items {title}", (title, *(TITLES[name] for name in shown)), rows)


def _plot(title: str, found: Table) -> Markup:
    bars = [
        Bar(_value(row), (row.active - row.stale, row.stale, row.draft, row.retired), f"{row.total:,}")
        for row in found.rows[:_MOST_BARS]
    ]
    left = len(found.rows) - len(bars)
    whole = found.whole
    there = [name for name in _PARTS if getattr(whole, name)]
    legend = [name if name in there else "" for name in _PARTS]
    if "stale" in there:
        legend[0] = "active and current"
    drawn = bars_plot(title, bars, legend if len(there) > 1 else ())
    return tag("div", drawn, tag("p", f"{left:,} values more in the table", class_="what") if left else "")


def _value(row: Row) -> str:
    return NONE if row.value is None else row.value


def _others(stats: SetStats) -> Iterator[Part]:
    if alike := list(single_values(stats)):
        yield tag("h3", "The same everywhere")
        yield _listed(alike)
    for tally in tallies(stats):
        yield tag("h3", tally_title(tally))
        rows = [(tally_value(tally, value), f"{number:,}") for value, number in tally.rows]
        yield _table(tally_title(tally), ("", "number"), rows)
    if stats.items.coarse:
        yield tag("h3", "Still to narrow")
        yield _listed(coarse_lines(stats))


def _coverage(stats: SetStats) -> Iterator[Part]:
    rows = part_rows(stats)
    if not rows:
        return
    yield tag("h2", f"Documents of {stats.snapshot}")
    yield from _coverage_plot(stats)
    figures = [
        (
            label,
            f"{part.number:,}",
            share(part.number, whole.number),
            f"{part.chars:,}",
            share(part.chars, whole.chars),
        )
        for label, part, whole in rows
    ]
    yield _table("What the set asks about", ("", "number", "%", "characters", "%"), figures)
    yield _listed(coverage_notes(stats))
    for title, gaps in gap_lists(stats):
        yield tag("h3", title)
        yield _table(title, ("", "characters"), [(gap_name(gap), f"{gap.chars:,}") for gap in gaps.listed])
        if rest := rest_said(gaps):
            yield tag("p", rest)


def _coverage_plot(stats: SetStats) -> Iterator[Part]:
    found = stats.documents
    if found is None or not found.whole.chars:
        return
    whole = found.whole
    shares = [
        ("documents", [part.number / whole.number for part in (found.used, found.stale, found.unused)]),
        (
            "characters in them",
            [part.chars / whole.chars for part in (found.used, found.stale, found.unused)],
        ),
        ("characters in passages", [found.passages / whole.chars, 0, 1 - found.passages / whole.chars]),
    ]
    yield bars_plot(
        "Shares of the corpus that hold gold spans of active items",
        [Bar(name, parts, f"{100 * parts[0]:.1f} %") for name, parts in shares],
        ["current gold", "stale gold alone" if found.stale.number else "", "no gold"],
    )


def _concentration(found: Concentration) -> Iterator[Part]:
    yield tag("h2", "How items hang on documents")
    yield _listed(concentration_notes(found))
    if not found.items:
        return
    steps = concentration_steps(found)
    points = [(0.0, 0.0), *((float(number), items / found.items) for number, items in steps)]
    title = "Share of items with a gold span in the most used documents"
    yield lines_plot(title, {"items": points}, "most used documents")
    figures = [(f"{number:,}", f"{items:,}", share(items, found.items)) for number, items in steps]
    yield _figures(title, ("most used documents", "items", "%"), figures)
    rows = [(name, f"{number:,}") for name, number in found.top]
    yield _table("The most used documents", ("document", "items"), rows)
