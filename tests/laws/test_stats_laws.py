"""Whatever a set holds, every count of its statistics adds up to what it is over."""

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from goldset.domain.balance import item_facts
from goldset.domain.corpus_use import Part, Section, concentration, document_use, section_use, uses_of
from goldset.domain.item_facts import Kind, Split, Tier
from goldset.domain.items import AbstainReason, Item, Status
from goldset.domain.set_stats import item_stats
from goldset.domain.snapshots import DocumentRecord, Manifest, Snapshot
from goldset.domain.standing import SetStanding, State, stand, standpoint

SNAPSHOTS = ("a", "b")
DOCS = ("one.md", "two.md", "three.md", "four.md")
NAMES = st.sampled_from(["x", "y"])
GOLD: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {"doc_id": st.sampled_from([*DOCS, "gone.md"]), "text": st.just("word")},
    optional={
        "corpus_snapshot": st.sampled_from([*SNAPSHOTS, "unknown"]),
        "coarse": st.sampled_from(["chunk", "document"]),
    },
)
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "kind": st.sampled_from(list(Kind)),
    "tier": st.sampled_from(list(Tier)),
    "split": st.sampled_from(list(Split)),
    "jurisdiction": NAMES,
    "language": NAMES,
    "labelled_by": NAMES,
    "labelled_at": st.dates().map(str),
    "pinned": st.booleans(),
    "waivers": st.lists(st.builds(lambda code: {"code": code, "reason": "so"}, NAMES), max_size=2),
    "origin": st.fixed_dictionaries(
        {"kind": st.sampled_from(["expert", "imported"])}, optional={"source": NAMES}
    ),
}


@st.composite
def spans(draw: st.DrawFn) -> list[dict[str, Any]]:
    found = []
    for number, gold in enumerate(draw(st.lists(GOLD, max_size=3))):
        start = draw(st.none() | st.integers(0, 110))
        entry = {**gold, "id": f"s{number}", **({} if start is None else {"start": start, "end": start + 4})}
        if draw(st.booleans()):
            decision = draw(st.sampled_from([None, "drop", "later", "retire", "unanswerable"]))
            block = {"decision": decision, "reason": "so", "abstain_reason": "ambiguous"} if decision else {}
            entry = {"id": f"s{number}", "relabel": {**block, "was": entry}}
        found.append(entry)
    return found


@st.composite
def items(draw: st.DrawFn) -> list[Item]:
    made = []
    for number in range(draw(st.integers(0, 6))):
        fields: dict[str, Any] = {
            "id": f"i{number}",
            "question": "?",
            "slice": draw(NAMES),
            "answerable": True,
        }
        fields |= draw(st.fixed_dictionaries({}, optional=FIELDS))
        fields |= {
            "gold_spans": draw(spans()),
            "corpus_snapshot": draw(st.sampled_from(SNAPSHOTS)),
            "status": "draft",
        }
        if draw(st.booleans()):
            fields["draft_reasons"] = draw(st.lists(NAMES, max_size=2))
            fields["unplaced"] = [{"reason": reason} for reason in draw(st.lists(NAMES, max_size=2))]
        item = Item.model_validate(fields)
        if draw(st.booleans()):  # the law holds for whatever the records can hold
            item.__dict__.update(
                answerable=False, abstain_reason=draw(st.none() | st.sampled_from(AbstainReason))
            )
        item.__dict__.update(status=draw(st.sampled_from(Status)))
        made.append(item)
    return made


def standing(listed: Sequence[Item], hashes: Sequence[str]) -> SetStanding:
    manifests = []
    for day, name in enumerate(SNAPSHOTS, start=1):
        documents = {
            doc: DocumentRecord(doc, "0" if name == "a" else sha, 100)
            for doc, sha in zip(DOCS, hashes, strict=True)
        }
        head = Snapshot(name, datetime(2026, 10, day, tzinfo=UTC), "docs", "t/1", "0" * 64, len(DOCS), 400)
        manifests.append(Manifest(head, documents))
    return stand(listed, standpoint("b", manifests, {}))


HASHES = st.lists(st.sampled_from("01"), min_size=len(DOCS), max_size=len(DOCS))


@settings(max_examples=60, deadline=None)
@given(listed=items(), hashes=HASHES)
def test_every_table_and_tally_adds_up(listed: list[Item], hashes: list[str]) -> None:
    facts = [item_facts(item) for item in listed]
    stats = item_stats(listed, standing(listed, hashes), SNAPSHOTS)
    over = {"abstain_reason": sum(not fact.answerable for fact in facts)}
    for table in stats.tables:
        assert table.whole.total == over.get(table.field, len(listed)), table.field
        assert len({row.value for row in table.rows}) == len(table.rows)
        assert all(0 <= row.stale <= row.active for row in table.rows)
    whole = stats.table("status").whole
    counts = [
        sum(fact.status is status for fact in facts)
        for status in (Status.ACTIVE, Status.DRAFT, Status.RETIRED)
    ]
    assert [whole.active, whole.draft, whole.retired] == counts
    assert stats.stale is not None
    assert len(stats.stale) == standing(listed, hashes).item_counts()[State.STALE]
    for table in stats.tables[:-1]:
        assert table.whole.stale == sum(one.status is Status.ACTIVE for one in stats.stale)
    number_of_spans = sum(len(item.spans()) for item in listed)
    drafts = [item for item, fact in zip(listed, facts, strict=True) if fact.status is Status.DRAFT]
    assert {tally.name: tally.total for tally in stats.tallies} == {
        "exactness": number_of_spans,
        "standing": number_of_spans,
        "draft_reason": sum(max(len(item.draft_reasons), 1) for item in drafts),
        "unplaced": sum(len(item.unplaced) for item in listed),
        "waiver": sum(len(item.waivers) for item in listed),
    }


@settings(max_examples=60, deadline=None)
@given(listed=items(), hashes=HASHES, most=st.integers(0, 4), cuts=st.sets(st.integers(1, 99), max_size=6))
def test_documents_sections_and_items_add_up(
    listed: list[Item], hashes: list[str], most: int, cuts: set[int]
) -> None:
    uses = list(uses_of(standing(listed, hashes).items))
    documents = {doc: DocumentRecord(doc, "0", 100) for doc in DOCS}
    found = document_use(documents, uses, most)
    assert found.whole == Part(len(DOCS), 100 * len(DOCS))
    assert len(found.gaps.listed) == min(most, found.unused.number)
    assert len(found.gaps.listed) + found.gaps.rest.number == found.unused.number
    assert 0 <= found.passages <= found.used.chars
    borders = [0, *sorted(cuts), 100]
    sections = [Section((), start, end, end - start) for start, end in pairwise(borders)]
    named = {use.doc_id for use in uses}
    split = section_use(((doc, sections) for doc in DOCS if doc in named), uses, most)
    assert split.used.number + split.unused.number == len(sections) * len(named & set(DOCS))
    assert split.used.chars + split.unused.chars == 100 * len(named & set(DOCS))
    active = sum(item_facts(item).status is Status.ACTIVE for item in listed)
    hanging = concentration(uses, active)
    assert hanging.items + hanging.without == active
    assert 0 <= hanging.hanging <= hanging.items == hanging.curve[-1]
    assert list(hanging.curve) == sorted(hanging.curve)
    assert hanging.effective <= hanging.documents + 1e-9
