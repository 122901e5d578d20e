"""Whether an answer still says what only an earlier passage proved."""

from collections.abc import Iterator

from goldset.checks.base import Entry
from goldset.domain import rules
from goldset.domain.figures import Figure, figures, missing_figures
from goldset.domain.findings import Fault, Loc, field_path
from goldset.domain.items import Decision, Item, Status


def lost_figures(before: Item, now: Entry) -> Iterator[Fault]:
    """Yield figures of the answer that a span of the earlier item held and no span of this one does.

    What the answer must include counts like the answer. Figures are compared as values. Figures of the
    question count here too: they were proved, and are not.
    """
    for loc, figure in lost_proof(before, now.item):
        message = f"`{field_path(loc)}` still says {figure}, which only the earlier passage held"
        yield now.fault(rules.LOST_FIGURE, message, loc)


def lost_proof(before: Item, item: Item) -> Iterator[tuple[Loc, str]]:
    """Yield field and figure for each that `lost_figures` reports."""
    if not _is_answered(item):
        return
    said: list[tuple[Loc, str]] = [(("gold_answer",), item.gold_answer)] if item.gold_answer else []
    said += [(("must_include", number), text) for number, text in enumerate(item.must_include)]
    old = [span.confirmed.text for span in before.spans()]
    new = [span.confirmed.text for span in item.spans() if not _is_dropped(item, span.id)]
    for loc, text in said:
        gone = missing_figures(text, new, item.language)
        never = {figure.text for figure in _unproved_by(gone, old, item.language)}
        yield from ((loc, figure.text) for figure in gone if figure.text not in never)


def _unproved_by(wanted: list[Figure], texts: list[str], language: str | None) -> list[Figure]:
    known = {value for text in texts for figure in figures(text, language) for value in figure.values}
    return [figure for figure in wanted if not figure.values & known]


def _is_answered(item: Item) -> bool:
    decisions = {span.relabel.decision for span in item.spans() if span.relabel}
    ended = decisions & {Decision.RETIRE, Decision.UNANSWERABLE}
    return item.answerable and item.status is not Status.RETIRED and not ended


def _is_dropped(item: Item, span_id: str) -> bool:
    return any(s.id == span_id and s.relabel and s.relabel.decision is Decision.DROP for s in item.spans())
