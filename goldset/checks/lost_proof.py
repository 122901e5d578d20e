"""Whether an answer still says what only an earlier passage proved."""

from collections.abc import Iterator

from goldset.checks.base import Entry
from goldset.domain import rules
from goldset.domain.figures import Figure, figures, missing_figures
from goldset.domain.findings import Fault
from goldset.domain.items import Decision, Item, Status


def lost_figures(before: Item, now: Entry) -> Iterator[Fault]:
    """Yield figures of the answer that a span of the earlier item held and no span of this one does.

    Figures are compared as values. Figures of the question count here too: they were proved, and are not.
    """
    item = now.item
    if not item.gold_answer or not _is_answered(item):
        return
    old = [span.confirmed.text for span in before.spans()]
    new = [span.confirmed.text for span in item.spans() if not _is_dropped(item, span.id)]
    gone = missing_figures(item.gold_answer, new, item.language)
    never = {figure.text for figure in _unproved_by(gone, old, item.language)}
    for figure in gone:
        if figure.text not in never:
            message = f"`gold_answer` still says {figure.text}, which only the earlier passage held"
            yield now.fault(rules.LOST_FIGURE, message, ("gold_answer",))


def _unproved_by(wanted: list[Figure], texts: list[str], language: str | None) -> list[Figure]:
    known = {value for text in texts for figure in figures(text, language) for value in figure.values}
    return [figure for figure in wanted if not figure.values & known]


def _is_answered(item: Item) -> bool:
    decisions = {span.relabel.decision for span in item.spans() if span.relabel}
    ended = decisions & {Decision.RETIRE, Decision.UNANSWERABLE}
    return item.answerable and item.status is not Status.RETIRED and not ended


def _is_dropped(item: Item, span_id: str) -> bool:
    return any(s.id == span_id and s.relabel and s.relabel.decision is Decision.DROP for s in item.spans())
