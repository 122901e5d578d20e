"""Odd input, bounds, and what the engine says of spans that it does not look for."""

import time
from collections.abc import Callable
from typing import Any

import pytest

from goldset.domain.items import Item, PendingSpan
from goldset.domain.resolutions import Outcome, Place
from goldset.domain.settings import PolicySettings
from goldset.resolution.batches import InTurn
from goldset.resolution.engine import Run
from goldset.resolution.library import ReadingRoom
from goldset.resolution.resolve import Resolver, resolve_spans
from tests.resolving import Pages, label, resolve

PAGE = "# Club\n\n## Loans\n\nTools are lent for 14 days. A deposit is taken.\n"
QUOTE = "Tools are lent for 14 days."


def only(item: Item, before: Pages, after: Pages) -> Outcome:
    (found,) = resolve_spans(item.spans(), {"a": before}, after, [], PolicySettings())
    return found.outcome


def test_pinned_and_retired_items_are_skipped_and_counted() -> None:
    for more in ({"pinned": True}, {"status": "retired", "retired": {"reason": "old"}}):
        found = resolve({"p": PAGE}, {"p": PAGE}, label({"p": PAGE}, "p", QUOTE, **more))
        assert found.outcome is Outcome.SKIPPED
        assert found.reason in {"pinned", "retired"}


def test_drafts_are_resolved() -> None:
    found = resolve({"p": PAGE}, {"p": "New.\n\n" + PAGE}, label({"p": PAGE}, "p", QUOTE, status="draft"))
    assert found.outcome is Outcome.MOVED


def test_a_draft_of_no_snapshot_is_looked_for_by_what_it_stores() -> None:
    page = {"p": f"{PAGE}\n{'Guests ring the bell beside the gate when they come at night. ' * 2}\n"}
    item = label(page, "p", QUOTE, status="draft", corpus_snapshot=None)
    for after, outcome in (({"p": page["p"] + "\nNew.\n"}, "unchanged"), ({"q": page["p"]}, "relocated")):
        (found,) = resolve_spans(item.spans(), {}, Pages(after), [], PolicySettings())
        assert (found.outcome, found.accepted) == (outcome, "p" in after), found
    (found,) = resolve_spans(item.spans(), {}, Pages({"q": page["p"]}), [("p", "q")], PolicySettings())
    assert (found.outcome, found.accepted) == (Outcome.RENAMED, True)


@pytest.mark.parametrize(
    ("decision", "reason"), [("retire", "retired"), ("unanswerable", "unanswerable"), ("drop", "dropped")]
)
def test_spans_that_a_person_decided_are_skipped(decision: str, reason: str) -> None:
    item = label({"p": PAGE}, "p", QUOTE)
    block = {"decision": decision, "was": item.gold_spans[0], "abstain_reason": "not_in_corpus"}
    if decision != "unanswerable":
        block.pop("abstain_reason")
    pending = PendingSpan.model_validate({"id": "s1", "relabel": block})
    found = resolve({"p": PAGE}, {"p": "Other."}, item.model_copy(update={"gold_spans": (pending,)}))
    assert (found.outcome, found.reason) == (Outcome.SKIPPED, reason)


def test_a_snapshot_that_is_not_there_is_unresolved() -> None:
    item = label({"p": PAGE}, "p", QUOTE, corpus_snapshot="gone")
    found = resolve({"p": PAGE}, {"p": PAGE}, item)
    assert found.outcome is Outcome.UNRESOLVED
    assert "gone" in found.reason


def test_a_document_that_cannot_be_read_is_unresolved_and_hurts_no_other_span() -> None:
    before = {"p": PAGE, "q": PAGE.replace("Tools", "Lamps")}
    items = [
        label(before, "p", QUOTE, id="one"),
        label(before, "q", QUOTE.replace("Tools", "Lamps"), id="two"),
    ]
    after = Pages({"p": None, "q": "New.\n\n" + (before["q"] or "")})
    spans = [span for item in items for span in item.spans()]
    found = resolve_spans(spans, {"a": Pages(before)}, after, [], PolicySettings())
    assert [one.outcome for one in found] == [Outcome.UNRESOLVED, Outcome.MOVED]
    assert "not UTF-8" in found[0].reason


def test_a_document_with_the_same_hash_is_carried_over_without_reading_the_new_corpus() -> None:
    item = label({"p": PAGE}, "p", QUOTE)
    after = Pages({"p": PAGE})
    after.text = lambda doc_id: pytest.fail(f"{doc_id} was read")  # type: ignore[method-assign]
    (found,) = resolve_spans(item.spans(), {"a": Pages({"p": PAGE})}, after, [], PolicySettings())
    start = PAGE.index(QUOTE)
    assert found.outcome is Outcome.UNCHANGED
    assert found.to == Place("p", start, start + len(QUOTE), QUOTE)


@pytest.mark.parametrize("kept", [True, False])
@pytest.mark.parametrize(
    ("stated", "outcome"),
    [
        ({"text": QUOTE.replace("14", "28")}, Outcome.MISSING),
        ({"start": 3, "end": 3 + len(QUOTE)}, Outcome.UNCHANGED),
    ],
)
def test_the_same_hash_carries_over_no_text_that_does_not_stand_at_its_offset(
    stated: dict[str, object], outcome: Outcome, *, kept: bool
) -> None:
    item = label({"p": PAGE}, "p", QUOTE, span=stated)
    before = Pages({"p": PAGE}, kept=None if kept else [])
    (found,) = resolve_spans(item.spans(), {"a": before}, Pages({"p": PAGE}), [], PolicySettings())
    assert found.outcome is outcome
    assert found.to is None or found.to.start == PAGE.index(QUOTE)


def test_text_only_spans_are_found_where_they_stand_once() -> None:
    once = label({"p": PAGE}, "p", QUOTE, bare=True)
    assert resolve({"p": PAGE}, {"p": "New.\n\n" + PAGE}, once).outcome is Outcome.MOVED
    twice = {"p": PAGE + "\n" + QUOTE + "\n"}
    found = resolve(twice, twice, label(twice, "p", QUOTE, bare=True))
    assert found.outcome is Outcome.AMBIGUOUS
    assert len(found.candidates) == 2


def test_a_quote_that_never_stood_there_is_not_found_elsewhere() -> None:
    item = label({"p": PAGE}, "p", QUOTE, bare=True).model_copy()
    found = resolve({"p": "# Club\n\nOther words.\n"}, {"p": "# Club\n\nOther words.\n"}, item)
    assert not found.accepted


def test_metadata_that_says_where_a_page_applies_is_scope() -> None:
    item = label({"p": PAGE}, "p", QUOTE)
    before = Pages({"p": PAGE}, {"p": {"jurisdiction": "UK"}})
    for doc_id, outcome in (("p", Outcome.UNCHANGED), ("q", Outcome.RENAMED)):
        for metadata in ({"jurisdiction": "US"}, {}, {"jurisdiction": "UK", "edition": "2027"}):
            assert only(item, before, Pages({doc_id: PAGE}, {doc_id: metadata})) is Outcome.SCOPE_CHANGED
        assert only(item, before, Pages({doc_id: PAGE}, {doc_id: {"jurisdiction": "UK"}})) is outcome


def test_line_ends_alone_change_no_meaning() -> None:
    found = resolve(
        {"p": PAGE},
        {"p": PAGE.replace("\n", "\r\n").replace("days. A", "days.\r\nA")},
        label({"p": PAGE}, "p", QUOTE),
    )
    assert found.accepted


@pytest.mark.parametrize(
    "after", ["", " \n\n", "x", "𝟙", "\ufeff", "* _ ` [ ] ( ) < > & ; \\ |\n|-|", "\x00\ud800"]
)
def test_odd_texts_never_raise_and_never_accept(after: str) -> None:
    for kept in (True, False):
        assert not resolve({"p": PAGE}, {"p": after}, label({"p": PAGE}, "p", QUOTE), kept=kept).accepted


def test_a_quote_longer_than_the_new_text_is_not_accepted() -> None:
    quote = " ".join(f"word{n}" for n in range(200)) + "."
    before = f"# T\n\n{quote}\n"
    assert not resolve(
        {"p": before}, {"p": "# T\n\nword1 word2 word3.\n"}, label({"p": before}, "p", quote)
    ).accepted


def test_an_old_passage_without_words_is_unresolved() -> None:
    item = label({"p": "# T\n\n---\n"}, "p", "---")
    assert not resolve({"p": "# T\n\n---\n"}, {"p": "# T\n\nOther.\n"}, item).accepted


def timed(before: str, after: str, quote: str) -> float:
    item = label({"p": before}, "p", quote)
    resolve({"p": "a b"}, {"p": "c d"}, label({"p": "a b"}, "p", "a b"))  # tables are made once
    started = time.process_time()
    assert not resolve({"p": before}, {"p": after}, item).accepted
    return time.process_time() - started


def test_hard_texts_end_in_bounded_time() -> None:
    sentence = "The same sentence stands here again. "
    long_quote = " ".join(f"w{n % 613}x{n % 7}" for n in range(800)) + "."
    other = " ".join(f"v{n % 911}y{n % 5}" for n in range(20_000)) + "."
    assert timed(sentence * 3000, sentence * 2999, sentence.strip()) < 20
    assert timed(f"# T\n\n{long_quote}\n\n{other}", f"# T\n\n{other}", long_quote) < 20


def test_a_passage_too_long_to_compare_says_so() -> None:
    quote = " ".join(f"w{n}" for n in range(5000)) + "."
    before = f"# T\n\n{quote}\n"
    found = resolve(
        {"p": before}, {"p": before.replace("w77 ", "w77 not ")}, label({"p": before}, "p", quote)
    )
    assert found.outcome is Outcome.UNRESOLVED
    assert "too many" in found.reason
    assert resolve({"p": before}, {"p": "New.\n\n" + before}, label({"p": before}, "p", quote)).accepted


@pytest.mark.parametrize("more", ["", "New.\n"])
def test_a_quote_that_reads_otherwise_alone_and_stands_twice_is_no_fault(more: str) -> None:
    page = "Write `the *y* or z` here, and `the *y* or z` there.\n"
    item = label({"p": page}, "p", "*y* or z", bare=True)
    found = resolve({"p": page}, {"p": page + more}, item)
    assert not found.accepted
    assert found.outcome is Outcome.AMBIGUOUS
    assert "stands 2 times" in found.reason
    assert {place.place.text for place in found.candidates} == (set() if more else {"*y* or z"})


def test_what_is_held_of_a_span_is_of_no_other_job_in_the_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that decides on a span need not be the one that looked for it: what it held is left behind."""
    before, after = Pages({"p": PAGE}), Pages({"p": PAGE.replace("14 days", "21 days")})
    lent, taken = (label({"p": PAGE}, "p", quote) for quote in (QUOTE, f"{QUOTE} A deposit is taken."))
    room = ReadingRoom(lambda snapshot, name: (before if snapshot else after).text(name), frozenset())
    resolver = Resolver(room, PolicySettings(), InTurn())
    left = {"look_inside": False, "decide": True}

    def leaving(name: str) -> Callable[..., Any]:
        asked = getattr(Run, name)

        def leave(run: Run, *args: Any) -> Any:
            held = dict(run._held)
            found = asked(run, *args)
            if left[name]:  # as where another process did it
                run._held.clear()
                run._held.update(held)
            return found

        return leave

    for name in left:
        monkeypatch.setattr(Run, name, leaving(name))
    for item in (lent, taken):
        (found,) = resolver.resolve(item.spans(), {"a": before}, after, [])
        left = {"look_inside": True, "decide": False}
        (alone,) = resolve_spans(item.spans(), {"a": before}, after, [], PolicySettings())
        assert found == alone
