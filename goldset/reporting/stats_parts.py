"""What every form of a set's statistics says, in the same words: who is counted, tiers, coverage, concentration."""

from collections.abc import Iterator, Sequence

from goldset.domain.corpus_use import Concentration, DocumentUse, Gap, Gaps, Part, SectionUse
from goldset.domain.items import Status
from goldset.domain.set_stats import Row, SetStats, Table, Tally, TierSize
from goldset.reporting.counting import count
from goldset.reporting.shares import percent

NONE = "(none)"
# So many stale or unreadable items, coarse spans and documents are named; `--format json` names all.
MOST_NAMED = 20
TITLES = {
    "active": "active",
    "stale": "of them stale",
    "draft": "draft",
    "retired": "retired",
    "total": "items",
}
_FIELDS = {
    "source": "source of import",
    "labelled_by": "labeller",
    "labelled_at": "quarter of labelling",
    "confirmed_in": "snapshot of the oldest confirmation",
    "abstain_reason": "reason not to answer",
}
_TALLIES = {
    "exactness": "Gold spans by how exact they are",
    "standing": "Gold spans by where they stand",
    "draft_reason": "What drafts wait for",
    "unplaced": "Passages of drafts without a place, by why",
    "waiver": "Waivers by finding",
}


def columns(stats: SetStats) -> tuple[str, ...]:
    """Return which columns tables have: those in which anything stands."""
    whole = stats.items.table("status").whole
    shown = [name for name in ("stale", "draft", "retired") if getattr(whole, name)]
    return ("active", *shown, *(("total",) if whole.total != whole.active else ()))


def cells(row: Row, names: Sequence[str]) -> list[str]:
    """Return a row's numbers; a dash for none."""
    return [f"{getattr(row, name):,}" if getattr(row, name) else "–" for name in names]


def tables(stats: SetStats) -> list[Table]:
    """Return the tables with several values; that of the status says what the account says."""
    return [table for table in stats.items.tables if len(table.rows) > 1 and table.field != "status"]


def field_title(field: str) -> str:
    """Return what items are told apart by, in words."""
    return _FIELDS.get(field, field)


def single_values(stats: SetStats) -> Iterator[str]:
    """Yield in words what all items say alike, or none of them, and what is so of all else that is counted."""
    for table in stats.items.tables:
        if len(table.rows) == 1 and table.field != "status":
            row = table.rows[0]
            said = "no item says" if row.value is None else f"{row.value} for all"
            yield f"{field_title(table.field)}: {said} ({count(row.total, 'item')})"
    for tally in stats.items.tallies:
        if len(tally.rows) == 1:
            yield f"{tally_title(tally)}: {tally_value(tally, tally.rows[0][0])}"


def tallies(stats: SetStats) -> list[Tally]:
    """Return what is counted beside items and has several values."""
    return [tally for tally in stats.items.tallies if len(tally.rows) > 1]


def tally_title(tally: Tally) -> str:
    """Return what a tally counts, and how many there are."""
    return f"{_TALLIES[tally.name]} ({tally.total:,})"


def tally_value(tally: Tally, value: str | None) -> str:
    """Return a value of a tally in words."""
    return ("no reason given" if tally.name == "draft_reason" else NONE) if value is None else value


def account(stats: SetStats) -> Iterator[str]:
    """Yield who is counted and who is not: the numbers add up to all item files."""
    whole = stats.items.table("status").whole
    where = f"snapshot {stats.snapshot}" if stats.snapshot else "no snapshot"
    yield f"{stats.name}: {count(stats.files, 'item file')}, {where}"
    stale = (
        f", {whole.stale or 'none'} of them stale" if stats.items.stale is not None and whole.active else ""
    )
    rest = f"{whole.draft:,} draft; {whole.retired:,} retired; {len(stats.unreadable):,} unreadable"
    yield f"{whole.active:,} active{stale}; {rest}"
    for path, why in stats.unreadable[:MOST_NAMED]:
        yield f"in no count, for it cannot be read: {path}: {why}"
    yield from _more(len(stats.unreadable))
    for path in stats.unread[:MOST_NAMED]:
        yield f"no item file, for its name does not end in .yaml: {path}"
    yield from _more(len(stats.unread))
    for item, paths in stats.twice.items():
        yield f"counted once for each file: {item} is in {', '.join(paths)}"
    yield from stats.notices


def _more(number: int) -> Iterator[str]:
    if number > MOST_NAMED:
        yield f"… and {number - MOST_NAMED:,} more: --format json names all"


def stale_title(stats: SetStats) -> str:
    """Return how many items are stale, by status; empty where none is."""
    stale = stats.items.stale or ()
    parts = [
        f"{number} {status}"
        for status in (Status.ACTIVE, Status.DRAFT, Status.RETIRED)
        if (number := sum(one.status is status for one in stale))
    ]
    return f"Stale in {stats.snapshot}: {', '.join(parts)}" if parts else ""


def stale_lines(stats: SetStats) -> Iterator[str]:
    """Yield the stale items with the reason of each."""
    stale = stats.items.stale or ()
    for one in stale[:MOST_NAMED]:
        yield f"{one.item}{'' if one.status is Status.ACTIVE else f' ({one.status})'}: {one.reason}"
    yield from _more(len(stale))


def coarse_lines(stats: SetStats) -> Iterator[str]:
    """Yield the spans that are still to narrow."""
    for one in stats.items.coarse[:MOST_NAMED]:
        yield f"{one.item} {one.span}: a whole {one.level} of {one.doc_id}"
    yield from _more(len(stats.items.coarse))


def tier_wants(size: TierSize) -> str:
    """Return what size a tier should have."""
    return (
        f"{size.least} or more, as the others together" if size.most is None else f"{size.least}–{size.most}"
    )


def part_rows(stats: SetStats) -> list[tuple[str, Part, Part]]:
    """Return documents and sections by whether an item asks about them: label, part, and all of its sort."""
    rows: list[tuple[str, Part, Part]] = []
    if stats.documents is not None:
        found, whole = stats.documents, stats.documents.whole
        rows.append(("documents with a current gold span", found.used, whole))
        if found.stale.number:
            rows.append(("documents with stale gold spans alone", found.stale, whole))
        rows += [
            ("documents without one of an active item", found.unused, whole),
            ("all documents", whole, whole),
        ]
    if stats.sections is not None:
        found_sections = stats.sections
        whole = Part(
            found_sections.used.number + found_sections.unused.number,
            found_sections.used.chars + found_sections.unused.chars,
        )
        rows += [
            ("sections of used ones, with a current span", found_sections.used, whole),
            ("sections of used ones, without", found_sections.unused, whole),
            ("all sections of used documents", whole, whole),
        ]
    return rows


def share(part: int, whole: int) -> str:
    """Return a share in per cent; a dash of nothing."""
    return percent(part / whole if whole else None)


def coverage_notes(stats: SetStats) -> Iterator[str]:
    """Yield what else there is to know of what the set covers."""
    if stats.documents is not None:
        yield from _document_notes(stats.documents)
    if stats.sections is not None:
        yield from _section_notes(stats.sections)


def _document_notes(found: DocumentUse) -> Iterator[str]:
    whole = found.whole.chars
    yield f"exact gold passages cover {found.passages:,} of {whole:,} characters, {share(found.passages, whole)} %"
    if found.gone:
        yield f"gold spans name {count(len(found.gone), 'document')} that the snapshot does not have: {_named(found.gone)}"


def _section_notes(found: SectionUse) -> Iterator[str]:
    if found.unplaced:
        where = "in no section (stale, coarse, or without a place): theirs may be listed"
        yield f"{count(found.unplaced, 'gold span')} {where}"
    if found.unread:
        yield (
            f"the sections of {count(len(found.unread), 'document')} are not known, whose text is not at hand"
            f" (--corpus names it): {_named(found.unread)}"
        )


def _named(names: Sequence[str], most: int = 5) -> str:
    more = f" and {len(names) - most:,} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def gap_name(gap: Gap) -> str:
    """Return what a gap is called: its document, and the headings of a section."""
    return " › ".join((gap.doc_id, *gap.section))


def gap_lists(stats: SetStats) -> list[tuple[str, Gaps]]:
    """Return the lists of gaps with their titles; those with nothing in them are left out."""
    lists = []
    if stats.documents is not None and stats.documents.unused.number:
        lists.append(("Documents without a gold span of an active item, biggest first", stats.documents.gaps))
    if stats.sections is not None and stats.sections.unused.number:
        lists.append(
            (
                "Sections of the other documents without a current gold span, biggest first",
                stats.sections.gaps,
            )
        )
    return lists


def rest_said(gaps: Gaps) -> str:
    """Return how many gaps are not listed; empty where all are."""
    rest = gaps.rest
    return (
        f"… and {rest.number:,} more of {rest.chars:,} characters: --gaps N lists more" if rest.number else ""
    )


def concentration_notes(found: Concentration) -> Iterator[str]:
    """Yield how far items hang on the same documents."""
    if not found.items:
        yield f"no active item has a gold span ({found.without:,} without one)"
        return
    has = "item has" if found.items == 1 else "items have"
    without = f"{found.without:,} without any here"
    yield f"{found.items:,} active {has} gold spans, in {count(found.documents, 'document')}; {without}"
    yield (
        f"{found.hanging:,} of {found.items:,} ({share(found.hanging, found.items)} %) hang on the"
        f" {count(len(found.top), 'most used document')}"
    )
    yield f"effective number of documents: {found.effective:.1f} (as many equally used ones are as concentrated)"


def concentration_steps(found: Concentration) -> list[tuple[int, int]]:
    """Return how many items have a span in the 1, 2, 5, 10, … most used documents, and in all used ones."""
    last = len(found.curve) - 1
    steps = [size * 10**power for power in range(len(str(last))) for size in (1, 2, 5)]
    return [(number, found.curve[number]) for number in (*(one for one in steps if one < last), last) if last]
