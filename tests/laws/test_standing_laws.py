"""Counts always add up, and nothing is current without a ground."""

from datetime import UTC, datetime
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from goldset.domain.items import Decision, Item
from goldset.domain.resolutions import Outcome, Place, Resolution
from goldset.domain.snapshots import DocumentRecord, Manifest, Snapshot
from goldset.domain.standing import Cause, SetStanding, State, stand, standpoint

NAMES = st.sampled_from(["a", "b", "c"])
DOCS = st.sampled_from(["one.md", "two.md"])
GOLD = st.fixed_dictionaries(
    {"doc_id": DOCS, "text": st.sampled_from(["x", "yy"])}, optional={"corpus_snapshot": NAMES}
)


@st.composite
def entries(draw: st.DrawFn) -> list[dict[str, Any]]:
    found = []
    for number in range(draw(st.integers(0, 3))):
        entry: dict[str, Any] = {**draw(GOLD), "id": f"s{number}"}
        if draw(st.booleans()):
            decision = draw(st.sampled_from([None, *Decision]))
            entry = {
                "id": f"s{number}",
                "relabel": {"decision": decision, "abstain_reason": "ambiguous", "was": entry},
            }
        found.append(entry)
    return found


@st.composite
def items(draw: st.DrawFn) -> list[Item]:
    made = []
    for number in range(draw(st.integers(0, 4))):
        fields = {
            "id": f"i{number}",
            "question": "?",
            "slice": "s",
            "answerable": draw(st.booleans()),
            "status": draw(st.sampled_from(["draft", "active", "retired"])),
            "pinned": draw(st.booleans()),
            "corpus_snapshot": draw(st.none() | NAMES),
            "gold_spans": draw(entries()),
        }
        # The law holds for whatever the records can hold, valid for a merge or not.
        made.append(
            Item.model_construct(
                **Item.model_validate(fields | {"status": "draft", "answerable": True}).__dict__
            )
        )
        made[-1].__dict__.update(answerable=fields["answerable"], status=fields["status"])
    return made


@st.composite
def lines(draw: st.DrawFn, of: list[Item]) -> list[Resolution]:
    found = []
    for span in (span for item in of for span in item.spans()):
        if draw(st.booleans()):
            accepted = draw(st.booleans())
            found.append(
                Resolution(
                    span.item.id,
                    span.id,
                    span.confirmed_key() if draw(st.booleans()) else "0" * 64,
                    Outcome.MOVED if accepted else Outcome.EDITED,
                    accepted,
                    Place(span.confirmed.doc_id, 0, 1, "x") if accepted else None,
                    undone=draw(st.booleans()),
                )
            )
    return found


@st.composite
def standings(draw: st.DrawFn) -> tuple[list[Item], SetStanding]:
    made = draw(items())
    manifests = []
    for day, name in enumerate("abc", start=1):
        documents = {
            doc: DocumentRecord(doc, draw(st.sampled_from("12")), 9)
            for doc in ("one.md", "two.md")
            if draw(st.booleans())
        }
        head = Snapshot(name, datetime(2026, 1, day, tzinfo=UTC), "s", "t/1", "0", len(documents), 9)
        manifests.append(Manifest(head, documents))
    where = standpoint(draw(NAMES), manifests, {name: draw(lines(made)) for name in "abc"})
    return made, stand(made, where)


@settings(max_examples=150, deadline=None)
@given(standings())
def test_every_item_and_span_is_in_one_count(drawn: tuple[list[Item], SetStanding]) -> None:
    made, standing = drawn
    assert sum(standing.item_counts().values()) == len(made)
    assert sum(standing.span_counts().values()) == sum(len(item.gold_spans) for item in made)
    assert [s.span.key for s in standing.spans] == [span.key for item in made for span in item.spans()]
    assert len(standing.stale()) == standing.item_counts()[State.STALE]


@settings(max_examples=150, deadline=None)
@given(standings())
def test_an_item_is_current_only_when_no_span_is_stale(drawn: tuple[list[Item], SetStanding]) -> None:
    for item in drawn[1].items:
        states = {span.state for span in item.spans}
        if item.state is State.CURRENT:
            assert State.STALE not in states
        elif item.state is State.STALE:
            assert State.STALE in states or State.CURRENT not in states
        else:
            assert states <= {State.SKIPPED}


@settings(max_examples=150, deadline=None)
@given(standings())
def test_a_carried_over_span_has_its_valid_accepted_line(drawn: tuple[list[Item], SetStanding]) -> None:
    for standing in drawn[1].spans:
        assert standing.reason
        if standing.cause is Cause.CARRIED_OVER:
            assert standing.line is not None
            assert standing.line.accepted
            assert not standing.line.undone
            assert standing.line.confirmed == standing.span.confirmed_key()
            assert standing.place == standing.line.to
