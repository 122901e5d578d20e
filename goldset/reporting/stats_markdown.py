"""What a set is made of, as Markdown for a job's summary or a page of a wiki."""

from collections.abc import Iterable, Iterator, Sequence

from goldset.domain.set_stats import SetStats
from goldset.reporting.quoting import cell, code
from goldset.reporting.stats_parts import (
    NONE,
    TITLES,
    account,
    cells,
    coarse_lines,
    columns,
    concentration_notes,
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


def stats_markdown(stats: SetStats) -> str:
    """Return what a set is made of as Markdown: the same figures as the terminal shows, as tables."""
    first, *others = account(stats)
    lines = ["### What the set is made of", "", code(first), "", *_listed(others)]
    if title := stale_title(stats):
        lines += [
            "",
            "<details>",
            f"<summary>{title}</summary>",
            "",
            *_listed(stale_lines(stats)),
            "",
            "</details>",
        ]
    lines += [*_tables(stats), *_tiers(stats), *_tallies(stats)]
    if stats.items.coarse:
        lines += ["", "**Still to narrow**", "", *_listed(coarse_lines(stats))]
    return "\n".join([*lines, *_coverage(stats), *_concentration(stats)]) + "\n"


def _listed(said: Iterable[str]) -> list[str]:
    return [f"- {code(line)}" for line in said]


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield a table whose first column names its rows, and whose others are numbers."""
    yield from ("", f"| {' | '.join(head)} |", "|---|" + "--:|" * (len(head) - 1))
    yield from (f"| {' | '.join(row)} |" for row in rows)


def _value(value: str | None) -> str:
    return NONE if value is None else cell(value)


def _tables(stats: SetStats) -> Iterator[str]:
    shown = columns(stats)
    for table in tables(stats):
        rows = [[_value(row.value), *cells(row, shown)] for row in table.rows]
        rows.append(["all", *cells(table.whole, shown)])
        yield from _table([f"By {field_title(table.field)}", *(TITLES[name] for name in shown)], rows)
    alike = list(single_values(stats))
    if alike:
        yield from ("", *_listed(alike))


def _tiers(stats: SetStats) -> Iterator[str]:
    if stats.items.tiers:
        rows = [
            (str(size.tier), f"{size.items:,}", size.verdict, tier_wants(size)) for size in stats.items.tiers
        ]
        yield from _table(("Tier", "active", "size", "should have"), rows)


def _tallies(stats: SetStats) -> Iterator[str]:
    for tally in tallies(stats):
        rows = [(cell(tally_value(tally, value)), f"{number:,}") for value, number in tally.rows]
        yield from _table((tally_title(tally), "number"), rows)


def _coverage(stats: SetStats) -> Iterator[str]:
    rows = [
        (
            label,
            f"{part.number:,}",
            share(part.number, whole.number),
            f"{part.chars:,}",
            share(part.chars, whole.chars),
        )
        for label, part, whole in part_rows(stats)
    ]
    if rows:
        yield from ("", f"#### Documents of {stats.snapshot}")
        yield from _table(("", "number", "%", "characters", "%"), rows)
        yield from ("", *_listed(coverage_notes(stats)))
    for title, gaps in gap_lists(stats):
        yield from _table(
            (title, "characters"), [(cell(gap_name(gap)), f"{gap.chars:,}") for gap in gaps.listed]
        )
        if rest := rest_said(gaps):
            yield from ("", rest)


def _concentration(stats: SetStats) -> Iterator[str]:
    found = stats.concentration
    if found is None:
        return
    yield from ("", "#### How items hang on documents", "", *_listed(concentration_notes(found)))
    if found.top:
        yield from _table(
            ("Most used documents", "items"), [(cell(name), f"{number:,}") for name, number in found.top]
        )
