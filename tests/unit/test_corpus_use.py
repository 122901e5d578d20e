from goldset.domain.corpus_use import (
    Gap,
    Part,
    Section,
    Use,
    biggest,
    concentration,
    covered,
    document_use,
    section_use,
    uses_of,
)
from goldset.domain.items import Item
from goldset.domain.resolutions import Place
from goldset.domain.snapshots import DocumentRecord
from goldset.domain.standing import Cause, ItemStanding, SpanStanding

DOCUMENTS = {
    name: DocumentRecord(name, "0", chars) for name, chars in (("a", 100), ("b", 50), ("c", 70), ("d", 70))
}


def use(item: str, doc_id: str, start: int = 0, end: int = 10, **more: bool) -> Use:
    said = {"is_current": True, "is_coarse": False, **more}
    return Use(item, doc_id, (start, end) if said["is_current"] else None, **said)


def test_every_document_is_used_or_stale_or_unused() -> None:
    uses = [
        use("i", "a"),
        use("j", "a", is_current=False),
        use("j", "b", is_current=False),
        use("k", "gone", is_current=False),
    ]
    found = document_use(DOCUMENTS, uses, most=1)
    assert (found.used, found.stale, found.unused) == (Part(1, 100), Part(1, 50), Part(2, 140))
    assert found.whole == Part(4, 290)
    assert found.gaps.listed == (Gap("c", (), 70),)
    assert found.gaps.rest == Part(1, 70)
    assert found.gone == ("gone",)


def test_passages_count_each_character_once_and_only_exact_ones() -> None:
    uses = [
        use("i", "a", 0, 10),
        use("j", "a", 5, 20),
        use("j", "b", 5, 20),
        use("k", "b", 0, 50, is_coarse=True),
    ]
    assert document_use(DOCUMENTS, uses, most=0).passages == 35
    assert covered([(5, 9), (0, 20), (30, 31)]) == 21


def test_the_biggest_gaps_are_listed_and_the_others_counted() -> None:
    gaps = [Gap(name, (), chars) for name, chars in (("z", 5), ("y", 9), ("x", 5), ("w", 1))]
    found = biggest(iter(gaps), 2)
    assert [gap.doc_id for gap in found.listed] == ["y", "x"]
    assert found.rest == Part(2, 6)
    assert biggest(iter(gaps), 0).rest == Part(4, 20)


def test_items_on_one_document_are_worth_one_document() -> None:
    found = concentration([use("i", "a"), use("j", "a"), use("j", "a", 20, 30)], active=3)
    assert (found.effective, found.hanging, found.items, found.without) == (1.0, 2, 2, 1)
    assert found.top == (("a", 2),)


def test_items_spread_evenly_are_worth_as_many_documents_as_there_are() -> None:
    found = concentration([use(name, name) for name in "abcdefgh"], active=8)
    assert (found.effective, found.documents, found.hanging, len(found.top)) == (8.0, 8, 5, 5)
    assert found.curve == tuple(range(9))


def test_an_item_of_two_documents_gives_half_to_each() -> None:
    found = concentration([use("i", "a"), use("i", "b"), use("j", "a")], active=2)
    assert found.effective == 4 / (1.5**2 + 0.5**2)
    assert found.curve == (0, 2, 2)


def test_no_item_is_worth_no_document() -> None:
    found = concentration([], active=4)
    assert (found.effective, found.items, found.without, found.curve) == (0.0, 0, 4, (0,))


def test_sections_are_with_a_span_or_a_gap() -> None:
    first, second = Section(("A",), 0, 40, 30), Section(("A", "B"), 40, 100, 50)
    uses = [
        use("i", "a", 35, 41),
        use("i", "a", 90, 100),
        use("j", "b"),
        use("k", "a", is_current=False),
        use("l", "a", 0, 40, is_coarse=True),
    ]
    sections = [("a", [first, second, Section(("C",), 100, 120, 9)]), ("b", None), ("c", [])]
    found = section_use(iter(sections), [*uses, use("m", "c")], most=5)
    assert (found.used, found.unused) == (Part(2, 80), Part(1, 9))
    assert found.gaps.listed == (Gap("a", ("C",), 9),)
    assert found.unread == ("b",)
    assert found.unplaced == 3  # one stale, one coarse, one in a text without sections


def _standing(name: str, cause: Cause, place: Place | None, status: str = "active") -> ItemStanding:
    fields = {
        "id": name,
        "question": "?",
        "slice": "s",
        "answerable": True,
        "gold_answer": "A.",
        "corpus_snapshot": "1",
    }
    coarse = {"doc_id": "old.md", "text": "x", "coarse": "chunk"}
    found = Item.model_validate({**fields, "gold_spans": [coarse], "status": status})
    span = SpanStanding(found.spans()[0], cause, "so", place)
    return ItemStanding(found, cause, "so", (span,))


def test_a_span_is_used_where_it_stands_and_a_stale_one_where_it_stood() -> None:
    place = Place("new.md", 3, 9, "x")
    listed = [
        _standing("carried", Cause.CARRIED_OVER, place),
        _standing("loose", Cause.SAME_DOCUMENT, None),
        _standing("stale", Cause.QUEUED, place),
        _standing("pinned-here", Cause.PINNED, place),
        _standing("pinned-elsewhere", Cause.PINNED, None),
        _standing("dropped", Cause.DROPPED, None),
        _standing("unanswerable", Cause.UNANSWERABLE, place),
        _standing("draft", Cause.CARRIED_OVER, place, "draft"),
    ]
    assert list(uses_of(listed)) == [
        Use("carried", "new.md", (3, 9), is_current=True, is_coarse=True),
        Use("loose", "old.md", None, is_current=True, is_coarse=True),
        Use("stale", "old.md", None, is_current=False, is_coarse=True),
        Use("pinned-here", "new.md", (3, 9), is_current=True, is_coarse=True),
    ]
