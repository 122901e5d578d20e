"""Titles and bodies of goldset's pull requests."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from shlex import quote as shell_word

from goldset.domain.account import SpanEnd, outcome_counts
from goldset.domain.branch_names import group_of
from goldset.domain.pulls import Marker
from goldset.domain.queue import Ask
from goldset.domain.resolutions import Candidate
from goldset.domain.steps import Proposal
from goldset.reporting.counting import count
from goldset.reporting.queued_span import alike, answer_question, compared, differs, facts, gone
from goldset.reporting.quoting import code, fenced, one_line, percent_encoded
from goldset.reporting.totals import in_groups, sums

MOST_CHARACTERS = 60_000
# Room for the line that says what was cut; item ids are at most a file name long.
CUT_ROOM = 400
MOST_PAIRS = 50
PAIRS_ROOM = 15_000

# What to say in place of so many sections that did not fit, the most important first.
Cut = Callable[[int], Iterator[str]]


def queue_title(proposal: Proposal) -> str:
    """Return the title of a queue pull request: how much is asked, of which group; no text of items."""
    items = count(len(proposal.marker.keys), "item")
    return one_line(f"Relabel {items} of {group_of(proposal.branch)} for snapshot {proposal.marker.snapshot}")


@dataclass(frozen=True, slots=True)
class BodyStyle:
    """How much a body says.

    Attributes:
        ids_only: Whether question, answer and passages stay out of it.
        clicks: Whether a review beside it offers decisions by a click.
        files: Path of each item's file from the root of the repository, by item id.
        link: What comes before such a path in the address of the file on the branch; empty where there is none.
        declined: How many spans of the group are not asked about, by the pull request that a person closed.
        options: What commands about it need besides, such as ` --open-prs`.
    """

    ids_only: bool = False
    clicks: bool = False
    files: Mapping[str, str] = field(default_factory=dict)
    link: str = ""
    declined: Mapping[str, int] = field(default_factory=dict)
    options: str = ""


def queue_body(proposal: Proposal, asks: Mapping[str, Sequence[Ask]], style: BodyStyle) -> str:
    """Return the body of a queue pull request, at most MOST_CHARACTERS long, cut at an item's border.

    Args:
        proposal: The pull request; its marker ends the body.
        asks: What is asked, by item id.
        style: How much it says.
    """
    spans = [ask for item in proposal.marker.keys for ask in asks.get(item, ())]
    items, snapshot = count(len(proposal.marker.keys), "item"), code(proposal.marker.snapshot)
    intro = (
        f"{count(len(spans), 'gold span')} of {items} could not be carried over to snapshot {snapshot}."
        " Each waits for one decision: accept a candidate, or say what else is right."
        " The check `goldset validate` passes once every span is decided."
    )
    declined = [
        f"Not asked again: {count(number, 'span')} that a person declined by closing {_pull_name(name)}."
        for name, number in sorted(style.declined.items())
    ]
    head = [
        intro,
        *declined,
        *([_BY_CLICK] if style.clicks and not style.ids_only else []),
        *_pairs(spans, style),
    ]
    sections = {item: _item_section(asks[item], style) for item in _reading_order(proposal, asks)}
    return _joined(head, list(sections.values()), str(proposal.marker), _cut_items(list(sections), style))


def _pull_name(name: str) -> str:
    """Return a pull request's name; its number is left live, so that one leads to the other."""
    return name if name[:1] == "#" and name[1:].isdigit() else code(name)


_BY_CLICK = (
    "**By click:** each span has a comment beside its lines. **Commit suggestion** there takes the best"
    " candidate; other candidates and decisions are folded below it. **By command:** below each span."
)


def _cut_items(items: Sequence[str], style: BodyStyle) -> Cut:
    """Return what to say in place of the last items, given how many are left."""

    def said(left: int) -> Iterator[str]:
        yield (
            f"**{count(left, 'more item')}** did not fit here: see the changed files, or"
            f" {code(f'goldset relabel list{style.options}')}."
        )
        yield from (_file_line(item, style) for item in items[len(items) - left :])

    return said


def _file_line(item: str, style: BodyStyle) -> str:
    path = style.files.get(item, "")
    if not path or not style.link:
        return f"- {code(path or item)}"
    return f"- [{code(path)}](<{style.link}{percent_encoded(path)}>)"


def _reading_order(proposal: Proposal, asks: Mapping[str, Sequence[Ask]]) -> list[str]:
    mine = [item for item in proposal.marker.keys if item in asks]
    return sorted(mine, key=lambda item: (max(ask.documents for ask in asks[item]), item))


def _joined(head: Sequence[str], sections: Sequence[str], marker: str, cut: Cut) -> str:
    """Return the parts with blank lines between them, none between the points of a list; the marker last."""
    room = MOST_CHARACTERS - len(marker) - CUT_ROOM - sum(len(part) + 2 for part in head)
    kept: list[str] = []
    for section in sections:
        room -= len(section) + 2
        if room < 0:
            kept += _fitting(cut(len(sections) - len(kept)), room + len(section) + CUT_ROOM)
            break
        kept.append(section)
    parts = [*head, *kept, marker]
    ends = ["\n" if a.startswith("- ") and b.startswith("- ") else "\n\n" for a, b in pairwise(parts)]
    return "".join(part + end for part, end in zip(parts, [*ends, "\n"], strict=True))


def _fitting(lines: Iterable[str], room: int) -> list[str]:
    """Return the lines that there is room for."""
    kept = []
    for line in lines:
        room -= len(line) + 2
        if room < 0:
            break
        kept.append(line)
    return kept


def _cut_lines(sections: Sequence[str]) -> Cut:
    """Return what to say in place of the last lines of a report, given how many are left."""

    def said(left: int) -> Iterator[str]:
        rest = count(sum(not part.endswith(":") for part in sections[len(sections) - left :]), "more item")
        yield f"**{rest}** did not fit here: see the changed files, or `goldset relabel list`."

    return said


def _pairs(spans: Iterable[Ask], style: BodyStyle) -> list[str]:
    """Return what one decision can settle: documents whose passages moved, and documents that are gone."""
    counts = Counter(ask.documents for ask in spans if ask.documents[0])
    lines = []
    for (old, new), number in sorted(counts.items())[:MOST_PAIRS]:
        if new:
            command = f"goldset relabel accept --from {_quoted(old)} --to {_quoted(new)}{style.options}"
            lines.append(f"- {count(number, 'span')} moved from {code(old)} to {code(new)}: {code(command)}")
        else:
            lines.append(f"- {count(number, 'span')} stood in {code(old)}, which is gone")
    lines = _fitting(lines, PAIRS_ROOM)
    if len(counts) > len(lines):
        lines.append(f"- and {len(counts) - len(lines)} more pairs of documents")
    return ["One decision may settle several:\n\n" + "\n".join(lines)] if lines else []


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def _item_section(asks: Sequence[Ask], style: BodyStyle) -> str:
    item = asks[0].span.item
    parts = [f"### {code(item.id)}"]
    if not style.ids_only:
        parts.append(facts(item))
    parts += [part for ask in asks for part in _span_parts(ask, style)]
    return "\n\n".join(parts)


def _span_parts(ask: Ask, style: BodyStyle) -> list[str]:
    reason = f" ({code(ask.line.reason)})" if ask.line.reason and not style.ids_only else ""
    old = code(ask.span.confirmed.doc_id)
    parts = [f"**Span {code(ask.span.id)}** is `{ask.line.outcome}`{reason}. It stood in {old}."]
    if style.ids_only:
        return [*parts, _commands(ask, style)]
    if not ask.candidates:
        parts.append(gone(ask.span.confirmed.text))
    parts += [part for n, c in enumerate(ask.candidates, 1) for part in _candidate_parts(ask, n, c)]
    if not ask.candidates and ask.line.differences:
        parts.append(differs(ask.line.differences))
    return [*parts, _commands(ask, style)]


def _candidate_parts(ask: Ask, number: int, candidate: Candidate) -> list[str]:
    place = candidate.place
    where = f"{code(place.doc_id)} {place.start}–{place.end}"
    sibling = "; this document held the text before, too" if candidate.sibling else ""
    figure = alike(ask.span.confirmed.text, place.text, candidate.similarity)
    parts = [f"Candidate {number}: {where}, {figure}{sibling}"]
    parts.append(compared(ask.span.confirmed.text, place.text))
    differences = candidate.differences or (ask.line.differences if number == 1 else ())
    if differences:
        # No kind of difference is exempt: what a page sells, or on which day, is plain words too.
        parts += [differs(differences), answer_question(ask.span, place.text)]
    return parts


def _commands(ask: Ask, style: BodyStyle) -> str:
    target = f"{shell_word(ask.span.item.id)} {shell_word(ask.span.id)}"
    others = [f"`accept --candidate {n}`" for n in range(2, len(ask.candidates) + 1)]
    others += ["`retire`", "`unanswerable`", "`drop`", "`later`"]
    first = "accept" if ask.candidates else "retire"
    rest = [verb for verb in others if verb != f"`{first}`"]
    command = fenced(f"goldset relabel {first} {target}{style.options}", "sh")
    return f"{command}\n\nIn place of `{first}`: {', '.join(rest)}."


@dataclass(frozen=True, slots=True)
class CarryReport:
    """What a carry-over reports.

    Attributes:
        ends: Where every span ends, trivially unchanged ones included.
        renames: Pairs of documents that were taken for one, old and new.
        documents: How many documents the snapshot has.
    """

    ends: Sequence[SpanEnd]
    renames: Mapping[tuple[str, str], int]
    documents: int


def carry_over_title(proposal: Proposal, report: CarryReport) -> str:
    """Return the title of a carry-over."""
    totals = sums(outcome_counts(report.ends))
    decide = f", {totals['queued']} to decide" if totals["queued"] else ""
    carried = count(totals["carried over"], "span")
    return one_line(f"Snapshot {proposal.marker.snapshot}: {carried} carried over{decide}")


def carry_over_body(proposal: Proposal, report: CarryReport) -> str:
    """Return the body of a carry-over: outcomes, documents renamed, what is queued; no text of items."""
    rows = [f"| `{outcome}` | {number} |" for outcome, number in in_groups(outcome_counts(report.ends))]
    table = "\n".join(["| outcome | spans |", "| --- | ---: |", *rows, f"| **all** | {len(report.ends)} |"])
    intro = (
        f"Snapshot {code(proposal.marker.snapshot)} has {count(report.documents, 'document')}. This adds to"
        " `snapshots/` only: which documents there are, and where the gold spans of changed documents stand."
        " No item is touched. Closed unmerged, it refuses this corpus: what it carries over then stays stale."
    )
    head = [intro, table]
    renames = [
        f"- {code(old)} → {code(new)}: {count(number, 'span')}"
        for (old, new), number in sorted(report.renames.items())
    ]
    queued = [_queued_line(end) for end in report.ends if end.waits]
    sections = ["Documents renamed:", *renames] if renames else []
    sections += ["Queued for a person:", *queued] if queued else []
    return _joined(head, sections, str(proposal.marker), _cut_lines(sections))


def _queued_line(end: SpanEnd) -> str:
    taken_back = " (taken back)" if end.taken_back else ""
    return f"- {code(end.item)}, span {code(end.span)}: `{end.outcome}`{taken_back}"


def undo_body(marker: Marker, spans: Sequence[tuple[str, str]]) -> str:
    """Return the body of a pull request that takes carry-overs back: which spans; no text of items."""
    snapshot = code(marker.snapshot)
    intro = (
        f"These spans were carried over to snapshot {snapshot}, and a person took that back. They do not"
        " count there any more, and are never carried over again as they were confirmed: the next re-index"
        " queues them."
    )
    lines = [f"- {code(item)}, span {code(span)}" for item, span in spans]
    return _joined([intro], lines, str(marker), _cut_lines(lines))
