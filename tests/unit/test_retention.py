from datetime import UTC, datetime, timedelta

from goldset.domain.item_facts import Retirement
from goldset.domain.items import GoldSpan, Item, NearSpan, PendingSpan, Relabel, Status
from goldset.domain.resolutions import Outcome, Place, Resolution
from goldset.domain.retention import Held, gold_documents, named_snapshots, prune_plan
from goldset.domain.snapshots import DocumentRecord, Manifest, Snapshot, corpus_digest

START = datetime(2026, 10, 1, tzinfo=UTC)


def item(name: str, doc_id: str, snapshot: str, **rest: object) -> Item:
    span = GoldSpan(id="s1", doc_id=doc_id, text="x")
    fields = {"id": name, "question": "?", "slice": "a", "answerable": True, "gold_answer": "!"}
    fields |= {"corpus_snapshot": snapshot, "gold_spans": (span,)}
    return Item(**{**fields, **rest})


def snapshots(count: int) -> list[Manifest]:
    """Return s1 to s<count>, each with the documents a, b and c and texts of its own."""
    made = []
    for number in range(1, count + 1):
        documents = {name: DocumentRecord(name, f"{name}{number}", 1) for name in "abc"}
        created, digest = START + timedelta(days=number), corpus_digest(documents.values())
        made.append(Manifest(Snapshot(f"s{number}", created, "x", "r", digest, 3, 3), documents))
    return made


ALL_TEXTS = [f"{name}{number}" for name in "abc" for number in range(1, 6)]


def test_every_document_and_snapshot_that_an_item_names_counts() -> None:
    was = GoldSpan(id="s2", doc_id="b", text="x", corpus_snapshot="s2")
    waiting = PendingSpan(id="s2", relabel=Relabel(was=was, snapshot="s4"))
    near = NearSpan(doc_id="c", text="x")
    items = [
        item("one", "a", "s1", status=Status.RETIRED, retired=Retirement(reason="old")),
        item("two", "a", "s3", pinned=True, gold_spans=(waiting,), near_spans=(near,)),
    ]
    assert gold_documents(items) == {"a", "b", "c"}
    assert named_snapshots(items) == {"s1", "s2", "s3", "s4"}


def test_a_prune_keeps_the_newest_two_whole_and_named_ones_thin() -> None:
    plan = prune_plan([item("one", "a", "s2")], snapshots(5), {}, ALL_TEXTS, Held())
    assert [(m.snapshot.id, list(m.documents), m.snapshot.thinned) for m in plan.thinned] == [
        ("s2", ["a"], True)
    ]
    assert plan.deleted == ("s1", "s3")
    assert set(ALL_TEXTS) - set(plan.texts) == {"a2", "a4", "a5"}


def test_what_an_open_branch_holds_stays_with_all_its_texts() -> None:
    held = Held(frozenset({"s1"}), frozenset({"c3"}))
    plan = prune_plan([item("one", "a", "s2")], snapshots(5), {}, ALL_TEXTS, held)
    assert plan.deleted == ("s3",)
    assert set(ALL_TEXTS) - set(plan.texts) == {"a1", "b1", "c1", "a2", "c3", "a4", "a5"}


def test_places_that_spans_were_carried_to_stay_and_what_was_taken_back_is_never_forgotten() -> None:
    line = Resolution("one", "s1", "k", Outcome.RENAMED, accepted=True, to=Place("b", 0, 1, "x"), undone=True)
    plan = prune_plan([item("one", "a", "s5")], snapshots(5), {"s2": [line]}, ALL_TEXTS, Held())
    assert [(m.snapshot.id, list(m.documents)) for m in plan.thinned] == [("s2", ["a", "b"])]
    assert plan.deleted == ("s1", "s3")
    assert set(ALL_TEXTS) - set(plan.texts) == {"a2", "b2", "a4", "a5"}


def test_a_plan_that_was_carried_out_has_nothing_left_to_do() -> None:
    items, made = [item("one", "a", "s2")], snapshots(5)
    plan = prune_plan(items, made, {}, ALL_TEXTS, Held())
    thinned = {manifest.snapshot.id: manifest for manifest in plan.thinned}
    left = [thinned.get(m.snapshot.id, m) for m in made if m.snapshot.id not in plan.deleted]
    again = prune_plan(items, left, {}, set(ALL_TEXTS) - set(plan.texts), Held())
    assert (again.thinned, again.deleted, again.texts) == ((), (), ())
