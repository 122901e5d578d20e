"""Whether answer, its lists and its spans agree with each other."""

from collections.abc import Iterator

from goldset.checks.base import CheckedSet, Entry, confirmed_spans, shown
from goldset.domain import rules
from goldset.domain.figures import missing_figures
from goldset.domain.findings import Fault
from goldset.domain.items import Status
from goldset.domain.mentions import plain, unsaid


def required_texts(checked: CheckedSet) -> Iterator[Fault]:
    """Yield must_include texts that the gold answer lacks, and must_not_include texts that it holds."""
    for entry in checked.entries:
        item = entry.item
        if not item.gold_answer or not (item.must_include or item.must_not_include):
            continue
        answer = f" {plain(item.gold_answer)} "
        for number, text in enumerate(item.must_include):
            # As it stands between blanks: most do, and words and figures need not be told apart.
            if f" {plain(text)} " not in answer and unsaid(item.gold_answer, [text], item.language):
                message = f"`must_include[{number}]`, {shown(text)}, is not in the gold answer"
                yield entry.fault(rules.MUST_INCLUDE, message, ("must_include", number))
        for number, text in enumerate(item.must_not_include):
            if not unsaid(item.gold_answer, [text], item.language):
                message = f"`must_not_include[{number}]`, {shown(text)}, is in the gold answer"
                yield entry.fault(rules.MUST_NOT_INCLUDE, message, ("must_not_include", number))


def forbidden_texts_in_spans(checked: CheckedSet) -> Iterator[Fault]:
    """Yield must_not_include texts that a gold span holds: its proof says what the answer must not."""
    for entry in checked.entries:
        if not entry.item.must_not_include:
            continue
        texts = [(span.id, plain(span.confirmed.text)) for _, span in confirmed_spans(entry)]
        for number, text in enumerate(entry.item.must_not_include):
            for span_id, passage in texts:
                if plain(text) in passage:
                    message = f"`must_not_include[{number}]`, {shown(text)}, is in gold span `{span_id}`"
                    yield entry.fault(rules.FORBIDDEN_IN_SPAN, message, ("must_not_include", number))


def missing_reasons(checked: CheckedSet) -> Iterator[Fault]:
    """Yield items without an answer that do not say why there is none."""
    for entry in checked.entries:
        item = entry.item
        if not item.answerable and item.abstain_reason is None and item.status is Status.ACTIVE:
            message = "`answerable` is false, and no `abstain_reason` says why"
            yield entry.fault(rules.NO_REASON, message, ("answerable",))


def unproved_figures(checked: CheckedSet) -> Iterator[Fault]:
    """Yield figures of the answer that neither question nor any span holds, compared as values."""
    for entry in checked.entries:
        item = entry.item
        if (
            item.gold_answer
            and item.answerable
            and not item.derived_figures
            and item.status is not Status.RETIRED
        ):
            yield from _unproved(entry, item.gold_answer)


def _unproved(entry: Entry, answer: str) -> Iterator[Fault]:
    item = entry.item
    if not item.gold_spans:
        return
    texts = [span.confirmed.text for span in entry.spans]
    for figure in missing_figures(answer, [*texts, item.question], item.language):
        message = f"`gold_answer` says {figure.text}, which stands in no gold span"
        yield entry.fault(rules.UNPROVED_FIGURE, message, ("gold_answer",))
