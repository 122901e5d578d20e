"""The words of a review: beside each queued span what a click would make of it, and how to do it otherwise."""

from collections.abc import Sequence
from dataclasses import dataclass
from shlex import quote

from goldset.domain.decisions import Verb, undecided
from goldset.domain.items import OfferedCandidate, Span
from goldset.reporting.counting import count
from goldset.reporting.queued_span import alike, answer_question, compared, differs, facts, gone
from goldset.reporting.quoting import code, exactly, fenced

# GitHub takes 65,536; what it counts as one character is not always one here.
MOST_CHARACTERS = 60_000

_TOLD = {
    Verb.RETIRE: "**Retire the item.** Its question is not asked any more.",
    Verb.UNANSWERABLE: "**Unanswerable.** The question stays, and the right answer is now that there is none"
    " (`abstain_reason` says why, and may say something else).",
    Verb.DROP: "**Drop this span.** The item's other spans prove the answer without it.",
    Verb.LATER: "**Later.** The span stays stale, and is asked about again when the question becomes another one.",
}
_NOTHING_FOUND = (
    "Nothing was found that could take its place. Write the entry of the passage that proves the answer now in place"
    " of these lines, or decide:"
)
# Room for the words that fold the other decisions.
_FOLD_ROOM = 300


@dataclass(frozen=True, slots=True)
class Offer:
    """One decision about a span.

    Attributes:
        verb: The decision.
        number: For `accept`, the number of the candidate from 1; 0 else.
        lines: The entry that a click puts in place of the span's; none where there can be no click.
        refusal: Why there can be no click, in words; empty where there can.
    """

    verb: Verb
    number: int = 0
    lines: tuple[str, ...] = ()
    refusal: str = ""


@dataclass(frozen=True, slots=True)
class OfferedSpan:
    """A queued span with what can be decided about it, the best candidate first.

    Attributes:
        span: The span.
        offers: The decisions.
        options: What commands about it need besides, such as ` --open-prs`.
    """

    span: Span
    offers: Sequence[Offer]
    options: str = ""


def comment_body(asked: OfferedSpan, *, alternatives: bool = True) -> str:
    """Return what stands beside a span's lines, at most MOST_CHARACTERS long.

    The best candidate is in plain view, with one suggestion block; the other decisions are folded below it, each
    with one of its own, as long as there is room.

    Args:
        asked: The span; texts of its offers are harmless as they are.
        alternatives: Whether more than the first decision is offered.
    """
    span, (first, *others) = asked.span, asked.offers
    parts = [_title(span), facts(span.item)]
    lead = "Decide otherwise"
    if first.number or not first.lines:
        parts += _offer_parts(asked, first)
    else:  # no decision is put before another one where nothing was found
        parts += [gone(span.confirmed.text), _NOTHING_FOUND]
        others, lead = list(asked.offers), "Decide"
    if _length(parts) > MOST_CHARACTERS:
        parts = [
            _title(span),
            _command(asked, Offer(first.verb, first.number, refusal="it is too long to be shown")),
        ]
    room = MOST_CHARACTERS - _length(parts) - _FOLD_ROOM
    names, folded = [], []
    for offer in others if alternatives else ():
        more = _offer_parts(asked, offer)
        if _length(more) <= room:
            room -= _length(more)
            names.append(_name(offer))
            folded += more
    return "\n\n".join([*parts, *([_folded(f"{lead}: {', '.join(names)}", folded)] if names else [])])


def review_body(snapshot: str, spans: Sequence[OfferedSpan], *, ids_only: bool) -> str:
    """Return what stands above a review's comments, with each span that has none beside its lines.

    Args:
        snapshot: Id of the snapshot.
        spans: The queued spans without a comment.
        ids_only: Whether no text may be shown, so that there is nothing to click.
    """
    if ids_only:
        return (
            "Pull requests of this set show no texts (`relabel.body: ids`), so there is nothing to click here:"
            " decide by the commands above, or in the files."
        )
    head = (
        f"Each comment below is one gold span that waits for a decision in snapshot {code(snapshot)}."
        " **Commit suggestion** does what stands above the button: the best candidate comes first, the other"
        " decisions are folded below it."
        " Several go into one commit with **Add suggestion to batch** under *Files changed*."
        " When the last one is decided, the check turns green and this can be merged."
    )
    if not spans:
        return head
    parts = [head, f"{count(len(spans), 'span')} can be decided by command alone:"]
    room = MOST_CHARACTERS - _length(parts)
    for asked in spans:
        more = _command(asked, asked.offers[0])
        room -= len(more) + 2
        if room < 0:
            parts.append(f"And more: {code(f'goldset relabel list{asked.options}')} names them all.")
            break
        parts.append(more)
    return "\n\n".join(parts)


def _length(parts: Sequence[str]) -> int:
    return sum(len(part) + 2 for part in parts)


def _title(span: Span) -> str:
    assert span.relabel is not None
    outcome, old = code(span.relabel.outcome or "queued"), code(span.confirmed.doc_id)
    return f"**Span {code(span.id)}** of {code(span.item.id)} is {outcome}. It stood in {old}."


def _offer_parts(asked: OfferedSpan, offer: Offer) -> list[str]:
    span = asked.span
    candidate = _candidate(span, offer)
    parts = _candidate_parts(span, candidate) if candidate else [_told(span, offer.verb)]
    if offer.lines:
        return [*parts, exactly("\n".join(offer.lines), "suggestion")]
    return [*parts, _command(asked, offer)]


def _told(span: Span, verb: Verb) -> str:
    """Return what a decision means; one about the whole item is due at each of its spans that wait."""
    whole = verb in (Verb.RETIRE, Verb.UNANSWERABLE) and len(undecided(span.item.spans())) > 1
    return _TOLD[verb] + (" Decide the same at each of the item's spans that wait." if whole else "")


def _candidate(span: Span, offer: Offer) -> OfferedCandidate | None:
    return span.relabel.candidates[offer.number - 1] if span.relabel and offer.number else None


def _candidate_parts(span: Span, candidate: OfferedCandidate) -> list[str]:
    assert span.relabel is not None
    place = f"{candidate.start}–{candidate.end}"
    if candidate.similarity is not None:
        place += f", {alike(span.confirmed.text, candidate.text, candidate.similarity)}"
    where = f"{code(candidate.doc_id)} ({place})"
    parts = [f"**Accept** what stands in {where}:", compared(span.confirmed.text, candidate.text)]
    first = span.relabel.candidates[0] is candidate
    differences = candidate.differences or (span.relabel.differences if first else ())
    if differences:
        parts += [differs(differences), answer_question(span, candidate.text)]
    return parts


def _command(asked: OfferedSpan, offer: Offer) -> str:
    """Return how to decide without a click, and why there is none."""
    span = asked.span
    chosen = f" --candidate {offer.number}" if offer.number > 1 else ""
    line = f"goldset relabel {offer.verb} {quote(span.item.id)} {quote(span.id)}{chosen}{asked.options}"
    why = f" (no click: {code(offer.refusal)})" if offer.refusal else ""
    return f"By command{why}:\n\n{fenced(line, 'sh')}"


def _name(offer: Offer) -> str:
    return f"candidate {offer.number}" if offer.number else str(offer.verb)


def _folded(summary: str, parts: Sequence[str]) -> str:
    return "\n\n".join([f"<details>\n<summary>{summary}</summary>", *parts, "</details>"])
