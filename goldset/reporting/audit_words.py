"""What every report of an audit says in the same words: states, where rows stand, and what a score rests on."""

import re
from collections import Counter
from collections.abc import Iterator

from goldset.domain.audit import (
    DEAD,
    DOUBTFUL,
    LIVE,
    AuditedEvidence,
    AuditedRow,
    AuditReport,
    Likeness,
    ScoreRest,
    State,
)
from goldset.domain.resolutions import Difference, Place
from goldset.reporting.counting import count
from goldset.reporting.word_marks import marked

NAMES = {state: str(state).replace("_", " ") for state in State}
MEANINGS = {
    State.ALIVE: "every passage stands where the file says",
    State.MOVED: "every passage stands, but elsewhere",
    State.CHANGED_AROUND: "the passage stands, but what it says hangs on what changed around it",
    State.AMBIGUOUS: "a passage stands at several places",
    State.CANNOT_TELL: "the file does not say enough",
    State.CHANGED: "other words stand where a passage stood",
    State.GONE: "a passage stands nowhere",
    State.UNANSWERABLE: "the file says that there is no answer",
    State.NOTHING_TO_CHECK: "no evidence is named",
    State.REFUSED: "the row cannot be read",
}
_LIKENESSES = {
    Likeness.LETTER: "to the letter",
    Likeness.FORM: "in the same words in another form",
    Likeness.DOCUMENT: "as a whole document",
}
_PLACES, _DIFFERENCES, _NAMED = 3, 6, 5
# Characters that are shown on each side of what differs in a long text.
_BESIDE = 90
_MARKED = re.compile("(⟦[^⟦⟧]*⟧)")
# In the order in which a person looks at them.
LISTED = (
    State.GONE,
    State.CHANGED,
    State.AMBIGUOUS,
    State.CHANGED_AROUND,
    State.CANNOT_TELL,
    State.MOVED,
    State.REFUSED,
    State.NOTHING_TO_CHECK,
)


def heading(report: AuditReport) -> str:
    """Return what was audited against what."""
    was = f", from {report.was} as it was" if report.was else ""
    documents = count(report.documents, "document")
    return f"{report.name} ({report.form}) against {report.corpus} ({documents}){was}"


def place_text(row: AuditedRow) -> str:
    """Return how people find a row."""
    named = row.where or f"row {row.number}"
    return f"{named} ({row.ref})" if row.ref is not None else named


def counted(report: AuditReport) -> list[tuple[int, str, str]]:
    """Return how many rows are in each state that occurs: number, name, and what it means."""
    totals = report.totals
    return [
        (totals[state], NAMES[state], alive_text(report) if state is State.ALIVE else MEANINGS[state])
        for state in State
        if totals[state]
    ]


def alive_text(report: AuditReport) -> str:
    """Return in which form the passages of living rows stand."""
    likenesses = [one.likeness for row in report.of([State.ALIVE]) for one in row.evidence]
    rows = [{one.likeness for one in row.evidence if one.likeness} for row in report.of([State.ALIVE])]
    if likenesses and not any(kind in found for found in rows for kind in (Likeness.FORM, Likeness.DOCUMENT)):
        return "every passage stands to the letter"
    by_kind = {kind: sum(kind in found for found in rows) for kind in Likeness}
    only = sum(found == {Likeness.LETTER} for found in rows)
    said = [f"{only:,} {_LIKENESSES[Likeness.LETTER]}"] if only else []
    said += [f"{by_kind[k]:,} {_LIKENESSES[k]}" for k in (Likeness.FORM, Likeness.DOCUMENT) if by_kind[k]]
    return ", ".join(said)


def verdict(report: AuditReport) -> Iterator[str]:
    """Yield what a score of the file rests on, sentence by sentence, the most important first; then of near passages."""
    yield from _score(report)
    near = [(row, one) for row in report.rows for one in row.near]
    if near:
        counts = Counter(one.state for _, one in near)
        said = ", ".join(f"{counts[state]:,} {NAMES[state]}" for state in State if counts[state])
        rows = list(dict.fromkeys(place_text(row) for row, one in near if one.state not in LIVE))
        more = f" and {len(rows) - _NAMED:,} more" if len(rows) > _NAMED else ""
        named = f": see {', '.join(rows[:_NAMED])}{more}" if rows else ""
        yield f"Of {count(len(near), 'near passage')}, on which no score rests, {said}{named}."


def _score(report: AuditReport) -> Iterator[str]:
    rest, totals = report.rest, report.totals
    if not rest.rows:
        yield "No row has evidence to check, so nothing can be said of a score."
        return
    dead, doubtful = _parts(totals, DEAD), _parts(totals, DOUBTFUL)
    yield (
        f"Of {rest.rows:,} answerable row{'s' * (rest.rows != 1)} with evidence, {_many(rest.dead.rows)} on dead"
        f" labels{dead}, and {_many(rest.doubtful.rows)} on doubtful ones{doubtful}."
    )
    if rest.doubtful.rows == rest.rows:
        yield "So nothing can be said of a score yet."
        return
    yield _reach(rest)
    if rest.dead.rows:
        yield (
            "Recall counts a row by the share of its evidence that can still be found; all or nothing, it could"
            f" win at most {_percent(rest.most_complete)} of the rows."
        )
    if rest.misplaced.rows:
        yield (
            f"A scorer that goes by document and offset, not by text, loses {_points(rest.misplaced.recall)}"
            f"{' more' if rest.dead.rows else ''}:"
            f" {_lead(rest.misplaced.rows)} past passages that still stand."
        )


def _reach(rest: ScoreRest) -> str:
    doubtful = f"up to {_points(rest.doubtful.recall)}"
    if not rest.dead.rows:
        more = f", and {doubtful} on doubtful ones" if rest.doubtful.rows else ""
        return (
            f"A perfect retriever could reach full recall on this file: no point rests on dead labels{more}."
        )
    more = f", and {doubtful} more on doubtful ones" if rest.doubtful.recall else ""
    return (
        f"A perfect retriever could reach at most {_percent(rest.most_recall)} recall on this file as it is"
        f" labelled: {_points(rest.dead.recall)} rest on dead labels{more}."
    )


def _many(rows: int) -> str:
    return f"{rows:,} rest{'s' * (rows == 1)}" if rows else "none rests"


def _lead(rows: int) -> str:
    return f"{rows:,} row{' leads' if rows == 1 else 's lead'}"


def _parts(totals: dict[str, int], states: frozenset[State]) -> str:
    said = [f"{totals[state]:,} {NAMES[state]}" for state in State if state in states and totals[state]]
    return f" ({', '.join(said)})" if said else ""


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _points(share: float) -> str:
    return f"{100 * share:.1f} points"


def worst_first(row: AuditedRow) -> list[AuditedEvidence]:
    """Return the evidence of a row that a person has to look at, the worst first: in a row that moved, what moved."""
    fine = {State.ALIVE} if row.state is State.MOVED else LIVE
    order = list(State)
    return sorted(
        (one for one in row.evidence if one.state not in fine), key=lambda one: -order.index(one.state)
    )


def about(one: AuditedEvidence) -> str:
    """Return what became of a piece of evidence, in a sentence without a full stop."""
    differences = differences_of(one) if one.state is State.CHANGED else ()
    named = [*map(str, differences[:_DIFFERENCES])]
    if len(differences) > _DIFFERENCES:
        named.append(f"and {len(differences) - _DIFFERENCES:,} more")
    return "; ".join(part for part in (*named, one.reason, *one.notes) if part)


def differences_of(one: AuditedEvidence) -> tuple[Difference, ...]:
    """Return what differs at the best candidate."""
    if one.found is None:
        return ()
    best = one.found.candidates[:1]
    return one.found.differences or (best[0].differences if best else ())


def where_now(one: AuditedEvidence) -> str:
    """Return document and offset of where evidence stands, or of what is most like it; empty without either."""
    if one.place is not None:
        return _where(one.place)
    candidates = one.found.candidates if one.found is not None else ()
    shown = candidates if one.state is State.AMBIGUOUS else candidates[:1]
    return ", ".join(_where(candidate.place) for candidate in shown[:_PLACES])


def _where(place: Place) -> str:
    return f"{place.doc_id} at {place.start:,}"


def text_now(one: AuditedEvidence) -> str | None:
    """Return what stands where evidence stood: only for what is changed; None for anything else."""
    if one.state is not State.CHANGED or one.found is None or not one.found.candidates:
        return None
    return one.found.candidates[0].place.text


def compared(old: str, new: str, room: int) -> tuple[str, str]:
    """Return two texts with what differs between ⟦ and ⟧, each cut to about `room` characters around that."""
    before, after = marked(old, new)
    return _around_marks(before, room), _around_marks(after, room)


def _around_marks(text: str, room: int) -> str:
    if len(text) <= room:
        return text
    pieces = _MARKED.split(text)
    last = len(pieces) - 1
    kept = [
        piece if number % 2 else _ends(piece, left=number > 0, right=number < last)
        for number, piece in enumerate(pieces)
    ]
    return cut("".join(kept), room)


def _ends(piece: str, *, left: bool, right: bool) -> str:
    """Return the ends of a text that stand beside something marked; the whole of a short one."""
    if len(piece) <= _BESIDE * (left + right) or not (left or right):
        return piece
    return f"{piece[:_BESIDE] if left else ''}…{piece[-_BESIDE:] if right else ''}"


def cut(text: str, room: int) -> str:
    """Return a text of at most `room` characters and a mark that something is left out."""
    return text if len(text) <= room else f"{text[:room]}…"
