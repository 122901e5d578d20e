from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from goldset.domain.items import Item
from goldset.domain.resolutions import Outcome, Place, Resolution
from goldset.domain.snapshots import DocumentRecord, Manifest, Snapshot
from goldset.domain.standing import Cause, Standpoint, State, stand, stand_item, standpoint
from goldset.errors import SnapshotError


def item(**changes: Any) -> Item:
    fields: dict[str, Any] = {
        "id": "fee",
        "question": "What is the fee?",
        "slice": "fees",
        "answerable": True,
        "gold_answer": "It is 5 euros.",
        "corpus_snapshot": "a",
        "gold_spans": [{"doc_id": "fees.md", "text": "The fee is 5 euros.", "start": 10, "end": 29}],
    }
    return Item.model_validate(fields | changes)


def manifest(name: str, day: int, **hashes: str) -> Manifest:
    documents = {f"{doc}.md": DocumentRecord(f"{doc}.md", sha, 100) for doc, sha in hashes.items()}
    created = datetime(2026, 10, day, tzinfo=UTC)
    return Manifest(Snapshot(name, created, "docs", "t/1", "0" * 64, len(documents), 100), documents)


def line(of: Item, span: int = 0, **changes: Any) -> Resolution:
    found = of.spans()[span]
    known: dict[str, Any] = {
        "outcome": Outcome.MOVED,
        "accepted": True,
        "to": Place("fees.md", 20, 39, "The fee is 5 euros."),
    }
    return Resolution(
        **{"item": of.id, "span": found.id, "confirmed": found.confirmed_key(), **known, **changes}
    )


QUEUED: dict[str, Any] = {"outcome": Outcome.EDITED, "accepted": False, "to": None}


def at(*lines: Resolution, older: tuple[Resolution, ...] = (), then: str = "1", now: str = "2") -> Standpoint:
    manifests = [manifest("a", 1, fees=then), manifest("b", 2, fees=now)]
    return standpoint("b", manifests, {"b": lines, "a": older})


def test_a_span_is_current_where_it_was_confirmed() -> None:
    standing = stand_item(item(corpus_snapshot="b"), at())
    assert (standing.state, standing.cause) == (State.CURRENT, Cause.CONFIRMED)
    assert standing.spans[0].place == Place("fees.md", 10, 29, "The fee is 5 euros.")


def test_a_span_confirmed_later_than_its_item_stands_where_the_span_says() -> None:
    spans = [{"doc_id": "fees.md", "text": "The fee is 5 euros.", "corpus_snapshot": "b"}]
    assert stand_item(item(gold_spans=spans), at()).cause is Cause.CONFIRMED


def test_a_span_is_current_in_an_unchanged_document() -> None:
    standing = stand_item(item(), at(now="1"))
    assert (standing.state, standing.cause) == (State.CURRENT, Cause.SAME_DOCUMENT)


@pytest.mark.parametrize(
    "field", ["jurisdiction", "language", "edition", "version", "effective_from", "effective_to"]
)
def test_the_same_text_under_another_scope_is_stale(field: str) -> None:
    where = at(now="1")
    other = replace(where.documents["b"]["fees.md"], metadata={field: "x"})
    standing = stand_item(item(), replace(where, documents={**where.documents, "b": {"fees.md": other}}))
    assert standing.cause is Cause.NOT_RESOLVED
    assert "applies to" in standing.reason


def test_a_url_is_no_scope() -> None:
    where = at(now="1")
    other = replace(where.documents["b"]["fees.md"], metadata={"url": "x"})
    assert (
        stand_item(item(), replace(where, documents={**where.documents, "b": {"fees.md": other}})).state
        is State.CURRENT
    )


def test_an_accepted_line_carries_a_span_over_to_its_place() -> None:
    standing = stand_item(item(), at(line(item())))
    assert (standing.state, standing.cause) == (State.CURRENT, Cause.CARRIED_OVER)
    assert standing.spans[0].place == Place("fees.md", 20, 39, "The fee is 5 euros.")


@pytest.mark.parametrize(
    ("changes", "cause"),
    [
        (QUEUED, Cause.QUEUED),
        ({"undone": True}, Cause.UNDONE),
        ({"confirmed": "0" * 64}, Cause.VOID),
        ({"ignored": ("5",)}, Cause.VOID),
    ],
)
def test_a_changed_document_without_a_valid_accepted_line_is_stale(
    changes: dict[str, Any], cause: Cause
) -> None:
    standing = stand_item(item(), at(line(item(), **changes)))
    assert (standing.state, standing.cause) == (State.STALE, cause)
    assert standing.spans[0].place is None


def test_a_line_that_ignored_what_nobody_names_is_valid() -> None:
    assert stand_item(item(), at(line(item(), ignored=("7.",)))).cause is Cause.CARRIED_OVER


def test_a_void_line_does_not_hide_an_unchanged_document() -> None:
    assert (
        stand_item(item(), at(line(item(), confirmed="0" * 64, **QUEUED), now="1")).cause
        is Cause.SAME_DOCUMENT
    )


def test_a_valid_queued_line_counts_even_where_the_document_is_the_same() -> None:
    assert stand_item(item(), at(line(item(), **QUEUED), now="1")).cause is Cause.QUEUED


def test_what_was_undone_in_an_older_snapshot_is_not_current_by_an_unchanged_document() -> None:
    assert stand_item(item(), at(older=(line(item(), undone=True),), now="1")).cause is Cause.UNDONE


def test_what_was_undone_in_a_newer_snapshot_leaves_an_older_one_alone() -> None:
    manifests = [manifest("a", 1, fees="1"), manifest("b", 2, fees="1"), manifest("c", 3, fees="2")]
    where = standpoint("b", manifests, {"c": [line(item(), undone=True)]})
    assert stand_item(item(), where).cause is Cause.SAME_DOCUMENT


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"corpus_snapshot": "lost"}, "snapshot lost is not in this set"),
        ({"gold_spans": [{"doc_id": "no.md", "text": "x"}]}, "no.md is not in its snapshot a"),
    ],
)
def test_what_cannot_be_compared_is_stale(changes: dict[str, Any], reason: str) -> None:
    standing = stand_item(item(**changes), at())
    assert standing.cause is Cause.NOT_RESOLVED
    assert reason in standing.reason


def test_a_document_that_is_gone_is_stale() -> None:
    where = standpoint("b", [manifest("a", 1, fees="1"), manifest("b", 2)], {})
    assert "fees.md is not in b" in stand_item(item(), where).reason


def test_a_draft_without_a_snapshot_is_stale() -> None:
    assert stand_item(item(status="draft", corpus_snapshot=None), at()).cause is Cause.NO_SNAPSHOT


def test_a_draft_without_spans_is_stale() -> None:
    assert stand_item(item(status="draft", gold_spans=[]), at()).cause is Cause.NO_SPANS


def test_an_unanswerable_item_needs_no_spans() -> None:
    standing = stand_item(item(answerable=False, abstain_reason="not_in_corpus", gold_spans=[]), at())
    assert (standing.state, standing.cause) == (State.CURRENT, Cause.NO_SPANS_NEEDED)


@pytest.mark.parametrize(
    ("changes", "cause"),
    [({"pinned": True}, Cause.PINNED), ({"status": "retired", "retired": {"reason": "old"}}, Cause.RETIRED)],
)
def test_pinned_and_retired_items_are_skipped_with_all_their_spans(
    changes: dict[str, Any], cause: Cause
) -> None:
    standing = stand_item(item(**changes), at(line(item())))
    assert (standing.state, standing.cause) == (State.SKIPPED, cause)
    assert [span.cause for span in standing.spans] == [cause]


def test_a_pinned_span_has_a_place_in_its_own_snapshot_alone() -> None:
    pinned = item(pinned=True)
    assert stand_item(pinned, at()).spans[0].place is None
    own = standpoint("a", [manifest("a", 1, fees="1")], {})
    assert stand_item(pinned, own).spans[0].place == Place("fees.md", 10, 29, "The fee is 5 euros.")


def pending(decision: str | None) -> dict[str, Any]:
    was = {"doc_id": "fees.md", "text": "The fee is 5 euros.", "start": 10, "end": 29}
    return {"id": "s1", "relabel": {"decision": decision, "abstain_reason": "ambiguous", "was": was}}


SECOND: dict[str, Any] = {"id": "s2", "doc_id": "fees.md", "text": "x", "corpus_snapshot": "b"}


@pytest.mark.parametrize("decision", [None, "later"])
def test_an_undecided_or_deferred_block_counts_as_what_it_was(decision: str | None) -> None:
    queued = item(gold_spans=[pending(decision), SECOND])
    assert stand_item(queued, at(line(queued))).cause is Cause.CARRIED_OVER
    assert stand_item(queued, at(line(queued, **QUEUED))).cause is Cause.QUEUED


def test_a_retire_decision_retires_the_item_at_once() -> None:
    standing = stand_item(item(gold_spans=[pending("retire"), SECOND]), at())
    assert standing.cause is Cause.RETIRED
    assert [span.cause for span in standing.spans] == [Cause.RETIRED, Cause.RETIRED]


def test_an_unanswerable_decision_leaves_no_span_to_find() -> None:
    standing = stand_item(item(gold_spans=[pending("unanswerable"), SECOND]), at())
    assert standing.cause is Cause.NO_SPANS_NEEDED
    assert [span.cause for span in standing.spans] == [Cause.UNANSWERABLE, Cause.UNANSWERABLE]


def test_a_dropped_span_no_longer_makes_its_item_stale() -> None:
    standing = stand_item(item(gold_spans=[pending("drop"), SECOND]), at())
    assert standing.state is State.CURRENT
    assert [span.cause for span in standing.spans] == [Cause.DROPPED, Cause.CONFIRMED]


def test_an_item_that_lost_every_span_is_stale() -> None:
    assert stand_item(item(gold_spans=[pending("drop")]), at()).cause is Cause.NO_SPANS


def test_an_item_with_one_stale_span_is_stale_as_a_whole_and_names_the_span() -> None:
    two = item(gold_spans=[SECOND, {"doc_id": "fees.md", "text": "x"}])
    standing = stand_item(two, at())
    assert standing.state is State.STALE
    assert standing.reason.startswith("span s2:")


def test_offsets_that_cannot_hold_the_quote_are_no_place() -> None:
    wrong = item(corpus_snapshot="b", gold_spans=[{"doc_id": "fees.md", "text": "abc", "start": 0, "end": 9}])
    assert stand_item(wrong, at()).spans[0].place is None


def test_a_set_names_its_stale_items_in_order_and_counts_all() -> None:
    items = [item(id="z"), item(id="a"), item(id="m", pinned=True), item(id="n", corpus_snapshot="b")]
    standing = stand(items, at())
    assert [stale.item.id for stale in standing.stale()] == ["a", "z"]
    assert standing.item_counts() == {State.CURRENT: 1, State.STALE: 2, State.SKIPPED: 1}
    assert standing.span_counts() == {State.CURRENT: 1, State.STALE: 2, State.SKIPPED: 1}


def test_an_unknown_snapshot_is_refused() -> None:
    with pytest.raises(SnapshotError, match="there is no snapshot c"):
        standpoint("c", [manifest("a", 1)], {})
