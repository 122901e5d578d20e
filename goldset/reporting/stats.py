"""What a set is made of, as text for the terminal."""

from collections.abc import Iterator, Sequence

from goldset.domain.set_stats import Row, SetStats, Table, Tally
from goldset.reporting.quoting import plain_line
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
from goldset.reporting.wrapping import wrapped

WIDTH = 80
_HEADS = TITLES | {"stale": "stale"}
_COLUMN = 9


def stats_text(stats: SetStats) -> str:
    """Return what a set is made of, for a terminal of 80 columns."""
    first, *others = account(stats)
    lines = [*_wrapped(first, ""), *(line for said in others for line in _wrapped(said))]
    if title := stale_title(stats):
        lines += ["", title, *(line for said in stale_lines(stats) for line in _wrapped(said))]
    shown = columns(stats)
    for table in tables(stats):
        lines += ["", *_table(table, shown)]
    alike = list(single_values(stats))
    if alike:
        lines += ["", *(line for said in alike for line in _wrapped(said, ""))]
    lines += _tiers(stats)
    for tally in tallies(stats):
        lines += ["", *_tally(tally)]
    if stats.items.coarse:
        lines += ["", "Still to narrow", *(line for said in coarse_lines(stats) for line in _wrapped(said))]
    lines += [*_coverage(stats), *_concentration(stats)]
    return "\n".join(lines) + "\n"


def _wrapped(said: str, indent: str = "  ") -> list[str]:
    return wrapped(plain_line(said), indent, WIDTH, "  ")


def _table(table: Table, shown: Sequence[str]) -> Iterator[str]:
    yield _numbers([_HEADS[name] for name in shown]) + f"  by {field_title(table.field)}"
    for row in (*table.rows, table.whole):
        yield from _row(row, shown)


def _row(row: Row, shown: Sequence[str]) -> list[str]:
    return _beside(cells(row, shown), NONE if row.value is None else row.value)


def _beside(numbers: Sequence[str], said: str) -> list[str]:
    """Return numbers with text beside them, which goes on below itself."""
    column = _COLUMN * len(numbers) + 2
    first, *more = wrapped(plain_line(said), " " * column, WIDTH, "  ")
    return [_numbers(numbers) + first[column - 2 :], *more]


def _numbers(numbers: Sequence[str]) -> str:
    return "".join(f"{number:>{_COLUMN}}" for number in numbers)


def _tally(tally: Tally) -> Iterator[str]:
    yield from _wrapped(tally_title(tally), "")
    for value, number in tally.rows:
        yield from _beside([f"{number:,}"], tally_value(tally, value))


def _tiers(stats: SetStats) -> Iterator[str]:
    if stats.items.tiers:
        yield from ("", "Active items of each tier, and how many it should have")
    for size in stats.items.tiers:
        yield from _beside([f"{size.items:,}"], f"{size.tier}: {size.verdict} ({tier_wants(size)})")


def _coverage(stats: SetStats) -> Iterator[str]:
    if rows := part_rows(stats):
        yield ""
        yield _numbers(["number", "%", "chars", "%"]) + f"  of {stats.snapshot}"
    for label, part, whole in rows:
        numbers = [
            f"{part.number:,}",
            share(part.number, whole.number),
            f"{part.chars:,}",
            share(part.chars, whole.chars),
        ]
        yield from _beside(numbers, label)
    for said in coverage_notes(stats):
        yield from _wrapped(said)
    for title, gaps in gap_lists(stats):
        yield from ("", *wrapped(title, "", WIDTH, "  "))
        for gap in gaps.listed:
            yield from _beside([f"{gap.chars:,}"], gap_name(gap))
        if rest := rest_said(gaps):
            yield from _wrapped(rest, "         ")


def _concentration(stats: SetStats) -> Iterator[str]:
    if stats.concentration is None:
        return
    yield from ("", "How items hang on documents")
    for said in concentration_notes(stats.concentration):
        yield from _wrapped(said)
    for name, number in stats.concentration.top:
        yield from _beside([f"{number:,}"], name)
