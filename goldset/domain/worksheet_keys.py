"""What a worksheet's row rests on, as short hashes, and whether that still stands when the row comes back."""

from collections.abc import Collection, Iterator
from typing import Any

from goldset.domain.decisions import Verb
from goldset.domain.items import Decision, GoldSpan, Item, PendingSpan, Relabel, Span, Status, Unplaced
from goldset.domain.queue import block_key
from goldset.domain.worksheet import LETTERS, short, text_hash
from goldset.domain.worksheet_answers import LabelAnswer, QueueAnswer, ReviewAnswer

Evidence = GoldSpan | Unplaced | None


def queue_state(span: Span) -> dict[str, str]:
    """Return what a decision about a queued span rests on."""
    return {
        "ask": _asked(span),
        "item": _facts(span.item),
        "answer": answer_hash(span.item.gold_answer),
        "was": short(span.confirmed_key()),
    }


def candidate_hashes(block: Relabel) -> tuple[str, ...]:
    """Return what tells each of the candidates that a row shows from others: document and text.

    Where two of the block have both alike, their place in its snapshot does.
    """
    pairs = [(one.doc_id, one.text) for one in block.candidates]
    return tuple(
        _place_hash(*pair, one.start, block.snapshot) if pairs.count(pair) > 1 else short(list(pair))
        for one, pair in zip(block.candidates[: len(LETTERS)], pairs, strict=False)
    )


def _place_hash(doc_id: str, text: str, start: int | None, snapshot: str | None) -> str:
    return short([doc_id, text, start, snapshot])


def answer_hash(answer: str | None) -> str:
    """Return the short hash of a gold answer."""
    return short(answer or "")


def _asked(span: Span) -> str:
    known = block_key(span)
    if known is not None or span.relabel is None:
        return known or ""
    return short([span.item.id, span.id, span.confirmed.text, candidate_hashes(span.relabel)])


def _facts(item: Item) -> str:
    return short(
        [
            item.question,
            item.must_include,
            item.must_not_include,
            item.answerable,
            item.abstain_reason,
            item.status,
        ]
    )


def queue_misfit(answer: QueueAnswer, span: Span, answers: Collection[str]) -> str:
    """Return why an answer is not about the span as it is asked about now; empty where it is.

    Args:
        answer: The answer.
        span: The span, which waits for a decision.
        answers: Hashes of gold answers that rows of the same worksheet put into its item.
    """
    then, now = answer.key.state, queue_state(span)
    assert span.relabel is not None
    if then.get("ask") != now["ask"]:
        return "its passage is asked about anew: since then it stands elsewhere, or reads differently"
    if answer.choice and answer.choice not in candidate_hashes(span.relabel):
        return f"candidate {answer.letter} is not offered any more"
    if then.get("item") != now["item"]:
        return "the item was edited since: its question, or what an answer must include"
    if then.get("answer") != now["answer"] and now["answer"] not in answers:
        return "the item was edited since: its gold answer"
    return ""


def queue_done(answer: QueueAnswer, item: Item) -> bool:
    """Return whether an item holds a decision already."""
    if answer.new_answer and item.gold_answer != answer.new_answer:
        return False
    span = next((span for span in item.spans() if span.id == answer.key.part), None)
    if answer.verb is Verb.ACCEPT:
        return span is not None and span.relabel is None and _is_accepted(answer, span)
    block = span.relabel if span else None
    if block is not None:
        return block.decision == answer.verb.value and (
            answer.comment in ("", block.reason) and answer.abstain in (None, block.abstain_reason)
        )
    if answer.verb is Verb.RETIRE:
        return item.status is Status.RETIRED
    if answer.verb is Verb.UNANSWERABLE:
        return not item.answerable and item.abstain_reason == answer.abstain
    return answer.verb is Verb.DROP and span is None and item.answerable and item.status is not Status.RETIRED


def _is_accepted(answer: QueueAnswer, span: Span) -> bool:
    now = span.confirmed
    places = short([now.doc_id, now.text]), _place_hash(now.doc_id, now.text, now.start, now.corpus_snapshot)
    return answer.choice in places and short(span.confirmed_key()) != answer.key.state.get("was")


def decided_so(answer: QueueAnswer, item: Item) -> str:
    """Return how the span of an answer is decided, in a word for people; empty where it is not."""
    if item.status is Status.RETIRED:
        return "retired"
    span = next((span for span in item.spans() if span.id == answer.key.part), None)
    if span is None:
        return "dropped" if item.answerable else "unanswerable"
    if span.relabel is not None:
        return str(span.relabel.decision or "")
    return "" if short(span.confirmed_key()) == answer.key.state.get("was") else "another passage"


def is_retired(item: Item) -> bool:
    """Return whether a person retired an item, folded or not."""
    return item.status is Status.RETIRED or Decision.RETIRE in _decisions(item)


def is_to_label(item: Item) -> bool:
    """Return whether an item waits for a labeller: a draft that lacks something, or an item without evidence."""
    if is_retired(item):
        return False
    if item.status is Status.DRAFT:
        complete = item.gold_answer and item.gold_spans if item.answerable else item.abstain_reason
        return not complete or bool(item.unplaced or item.draft_reasons) or not item.labelled_by
    return item.answerable and Decision.UNANSWERABLE not in _decisions(item) and not _kept(item)


def _decisions(item: Item) -> set[Decision | None]:
    return {entry.relabel.decision for entry in item.gold_spans if isinstance(entry, PendingSpan)}


def _kept(item: Item) -> list[GoldSpan | PendingSpan]:
    """Return the entries of spans that were not dropped."""
    return [
        entry
        for entry in item.gold_spans
        if isinstance(entry, GoldSpan) or entry.relabel.decision is not Decision.DROP
    ]


def label_parts(item: Item) -> Iterator[tuple[str, Evidence]]:
    """Yield the parts of an item that a labeller is asked about, by name: its evidence, or that it has none."""
    parts: list[tuple[str, Evidence]] = [
        (f"span:{span.id}", entry)
        for span, entry in zip(item.spans(), item.gold_spans, strict=True)
        if isinstance(entry, GoldSpan)
    ]
    parts += [(f"unplaced:{short(_plain(one))}", one) for one in item.unplaced]
    yield from dict(parts or [("", None)]).items()


def label_state(item: Item, evidence: Evidence) -> dict[str, str]:
    """Return what a label of one part of an item rests on."""
    return {
        "item": short([item.question, item.status]),
        "answer": answer_hash(item.gold_answer),
        "part": short(_plain(evidence)) if evidence else "",
        "quote": text_hash((evidence.text if evidence else "") or ""),
    }


def label_done(answer: LabelAnswer, by: str, item: Item) -> bool:
    """Return whether an item holds a label of this person already."""
    if item.labelled_by != by or item.answerable is not answer.answerable:
        return False
    if not answer.answerable:
        return item.abstain_reason == answer.abstain
    then = answer.key.state
    told = answer_hash(item.gold_answer) == (
        answer_hash(answer.answer) if answer.answer else then.get("answer")
    )
    quote = text_hash(answer.quote) if answer.quote else then.get("quote")
    placed = [span.confirmed for span in item.spans() if span.confirmed.start is not None]
    return told and any(
        text_hash(one.text) == quote and answer.document in (None, "", one.doc_id) for one in placed
    )


def label_misfit(answer: LabelAnswer, item: Item, answers: Collection[str]) -> str:
    """Return why a label is not about the item as it is now; empty where it is.

    Args:
        answer: The label.
        item: The item.
        answers: Hashes of gold answers that rows of the same worksheet put into it.
    """
    parts, then = dict(label_parts(item)), answer.key.state
    if answer.key.part not in parts:
        return "the item was edited since: its evidence"
    now = label_state(item, parts[answer.key.part])
    if then.get("item") != now["item"]:
        return "the item was edited since: its question or status"
    if then.get("part") != now["part"]:
        return "the item was edited since: its evidence"
    if then.get("answer") != now["answer"] and now["answer"] not in answers:
        return "the item was edited since: its gold answer"
    return ""


def _plain(evidence: GoldSpan | Unplaced) -> dict[str, Any]:
    return evidence.model_dump(mode="json", exclude_unset=True)


def review_state(item: Item) -> dict[str, str]:
    """Return what a review of an item rests on."""
    return {
        "item": _facts(item),
        "answer": answer_hash(item.gold_answer),
        "spans": short([[s.id, s.confirmed.doc_id, s.confirmed.text] for s in item.spans()]),
    }


def review_misfit(answer: ReviewAnswer, item: Item) -> str:
    """Return why a review is not about the item as it is now; empty where it is."""
    now = review_state(item)
    told = {
        "item": "its question, or what an answer must include",
        "answer": "its gold answer",
        "spans": "its passages",
    }
    changed = [words for name, words in told.items() if answer.key.state.get(name) != now[name]]
    return f"the item was edited since: {changed[0]}" if changed else ""


def review_done(answer: ReviewAnswer, by: str, item: Item) -> bool:
    """Return whether an item holds this review of this person already, of whatever day."""
    return any(
        (one.by, one.verdict, one.comment or "") == (by, answer.verdict, answer.comment)
        for one in item.reviews
    )
