"""Items as rows: passages where they stand, names that last, and everything that no row holds by name."""

from goldset.domain.exported_rows import PlacedItem, SpanPlace, not_in_rows, row_of
from goldset.domain.items import GoldSpan, Item, NearSpan, Rejected, Unplaced
from goldset.domain.resolutions import Place
from goldset.domain.set_rows import Evidence


def item(*spans: GoldSpan, **more: object) -> Item:
    fields = {"id": "a", "question": " b? ", "slice": "s", "answerable": True, "gold_answer": "c"}
    return Item.model_validate({**fields, "corpus_snapshot": "A", "gold_spans": spans, **more})


def placed(one: Item, *places: Place | None) -> PlacedItem:
    spans = zip(one.spans(), places, strict=True)
    near = tuple(True for _ in one.near_spans)
    return PlacedItem(one, tuple(SpanPlace(s, p, "" if p else "it changed in B") for s, p in spans), near)


MOVED = Place("new.md", 5, 8, "x y")


def test_a_passage_has_place_and_text_of_the_snapshot() -> None:
    one = item(GoldSpan(id="rate", doc_id="old.md", text="x  y", start=0, end=4, grade=2, group="g"))
    row = row_of(placed(one, MOVED), 7, "B")
    assert row.evidence == (Evidence("x y", "new.md", None, 5, 8, 2, ("g",), None, "rate"),)
    assert (row.number, row.ref, row.question, row.notes) == (7, "a", "b?", ())
    assert row.details == {"slice": "s", "corpus_snapshot": "B"}


def test_a_passage_without_a_place_has_the_last_confirmed_text_and_says_so() -> None:
    one = item(GoldSpan(doc_id="old.md", text="x", start=0, end=1), GoldSpan(doc_id="old.md", text="y"))
    whole = placed(one, None, MOVED)
    row = row_of(whole, 1, "B")
    assert row.evidence[0] == Evidence("x", "old.md")
    assert row.details["corpus_snapshot"] == "A"
    assert row.notes == ("span s1 has the text that was last confirmed in A: it changed in B",)
    assert not_in_rows(whole) == {"gold_spans.start", "gold_spans.end"}


def test_a_span_behind_one_that_is_left_out_keeps_its_name() -> None:
    one = item(GoldSpan(doc_id="d", text="x"), GoldSpan(doc_id="d", text="y"))
    second = PlacedItem(one, (SpanPlace(one.spans()[1], MOVED),))
    assert row_of(second, 1, "B").evidence[0].span_id == "s2"
    assert row_of(placed(one, MOVED, MOVED), 1, "B").evidence[1].span_id is None


def test_what_no_row_has_a_place_for_is_named() -> None:
    refused = Rejected(doc_id="d", text="no")
    whole = placed(
        item(
            GoldSpan(doc_id="d", text="x", prefix="before", section=("H",), rejected=(refused,)),
            near_spans=[NearSpan(doc_id="d", text="n", start=1, end=2)],
        ),
        MOVED,
    )
    assert not_in_rows(whole) == {"gold_spans.prefix", "gold_spans.section", "gold_spans.rejected"}
    elsewhere = PlacedItem(whole.item, whole.spans, (False,))
    assert not_in_rows(elsewhere) - not_in_rows(whole) == {"near_spans.start", "near_spans.end"}
    assert row_of(elsewhere, 1, "B").near == (Evidence("n", "d"),)


def test_evidence_of_a_draft_that_stands_nowhere_is_evidence() -> None:
    one = item(
        status="draft",
        gold_answer=None,
        unplaced=[
            Unplaced(reason="no place", text="x", chunk_id="c7", grade=3, group=("g", "h"), coarse="chunk")
        ],
        draft_reasons=["no place"],
    )
    row = row_of(PlacedItem(one), 1, "B")
    assert row.evidence == (Evidence("x", chunk_id="c7", grade=3, groups=("g", "h"), coarse="chunk"),)
    assert row.details["draft_reasons"] == ["no place"]
    assert not_in_rows(PlacedItem(one)) == {"unplaced.reason"}
