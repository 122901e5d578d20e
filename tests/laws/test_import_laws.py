"""Whatever the rows: each ends in one way, their order changes nothing, and what was imported is known again."""

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from goldset.checks.imported_names import free_ids, slice_names
from goldset.checks.names import why_unusable
from goldset.domain.imported import Why
from goldset.domain.imported_items import OpenRow, Proof, RowProofs, Terms, make_items
from goldset.domain.items import Item
from goldset.domain.row_identity import is_as_written
from goldset.domain.row_plan import Fate, KnownItem, PlannedRow, plan_rows
from goldset.domain.set_rows import Evidence, SetRow

QUESTIONS = st.sampled_from(
    [
        "What rests?",
        "what rests",
        "What, rests?",
        "Who steers 1.5?",
        "Who steers 15?",
        "何が休む",
        "何が休むか",
        "?",
    ]
)
ROWS = st.lists(
    st.builds(
        lambda ref, question, answer, text: SetRow(
            number=0,
            ref=ref,
            question=question,
            gold_answer=answer,
            evidence=(Evidence(text=text),) if text else (),
        ),
        st.sampled_from([None, None, None, "a", "A", "b", "a/b", "7", "../x", "con"]),
        QUESTIONS,
        st.sampled_from([None, "ferries", "gulls"]),
        st.sampled_from([None, "Ferries rest.", "Gulls rest."]),
    ),
    max_size=8,
)


def numbered(rows: Sequence[SetRow]) -> list[SetRow]:
    return [replace(row, number=number) for number, row in enumerate(rows, start=1)]


def imported(planned: Sequence[PlannedRow], there: Sequence[KnownItem] = ()) -> list[KnownItem]:
    """Return the items that new rows make, evidence without a place."""
    new = [one for one in planned if one.fate is Fate.NEW]
    taken = [item.item.id for item in there]
    ids = free_ids({one.key: (one.row.ref, one.row.question) for one in new}, taken)
    assert len(ids) == len(new), "each new row has a key of its own"
    return [KnownItem(f"items/s/{item.id}.yaml", item) for item in (_item(one, ids[one.key]) for one in new)]


def _item(planned: PlannedRow, name: str) -> Item:
    proofs = RowProofs(
        tuple(Proof(one, why=Why("not_found", "it stands nowhere")) for one in planned.row.evidence)
    )
    [made] = make_items([OpenRow(planned, proofs, Terms(id=name, slice="s"))])
    assert made.item is not None
    return made.item


@given(ROWS)
@settings(max_examples=150, deadline=None)
def test_what_was_imported_is_known_again_in_any_order(rows: list[SetRow]) -> None:
    first = plan_rows(numbered(rows), "", [])
    assert [one.row.number for one in first.rows] == [*range(1, len(rows) + 1)]
    items = imported(first.rows)
    assert all(is_as_written(one.item) for one in items)
    again = plan_rows(numbered(rows[::-1]), "", items)
    assert {one.fate for one in again.rows} <= {Fate.SAME, Fate.DUPLICATE, Fate.REFUSED}
    assert again.gone == ()
    assert sorted(one.known.path for one in again.rows if one.fate is Fate.SAME and one.known) == sorted(
        item.path for item in items
    )


@given(ROWS)
@settings(max_examples=100, deadline=None)
def test_the_order_of_rows_changes_no_id_and_no_item(rows: list[SetRow]) -> None:
    forth, back = (imported(plan_rows(numbered(some), "", []).rows) for some in (rows, rows[::-1]))
    assert {one.path: one.item for one in forth} == {one.path: one.item for one in back}


@given(ROWS, ROWS)
@settings(max_examples=150, deadline=None)
def test_no_item_is_of_two_rows_and_none_is_lost(before: list[SetRow], after: list[SetRow]) -> None:
    items = imported(plan_rows(numbered(before), "", []).rows)
    plan = plan_rows(numbered(after), "", items)
    matched = [one.known.path for one in plan.rows if one.known]
    assert len(set(matched)) == len(matched)
    held = {*matched, *(one.path for one in plan.gone)}
    refused = {one.row.ref for one in plan.rows if one.fate is Fate.REFUSED}
    for item in items:
        assert item.path in held or (item.item.origin and item.item.origin.ref in refused)
    new = imported(plan.rows, items)
    assert not {one.item.id.casefold() for one in new} & {one.item.id.casefold() for one in items}


@given(
    st.dictionaries(
        st.text("bcdfghjkmnpqrstv", min_size=16, max_size=16),
        st.tuples(
            st.one_of(st.none(), st.text(max_size=12), st.sampled_from(["A", "a", "../a", "é", "e\u0301"])),
            QUESTIONS,
        ),
        max_size=8,
    )
)
@settings(max_examples=100, deadline=None)
def test_every_id_can_be_a_file_s_name_and_no_two_are_one_file(
    wanted: dict[str, tuple[str | None, str]],
) -> None:
    ids = free_ids(wanted, ["Taken", "e\u0301"])
    assert ids.keys() == wanted.keys()
    assert [why_unusable(name) for name in ids.values()] == [None] * len(ids)
    assert len({name.casefold() for name in ids.values()}) == len(ids)


@given(st.lists(st.one_of(st.text(max_size=8), st.sampled_from(["Fees", "fees", "FEES", "a/b", "..", ""]))))
@settings(max_examples=100, deadline=None)
def test_every_slice_can_be_a_folder_and_one_that_there_is_keeps_its_name(names: list[str]) -> None:
    found = slice_names(names, ["Fees"], "imported")
    assert found.keys() == set(names)
    for name, folder in found.items():
        assert why_unusable(folder) is None
        assert folder
        if name.casefold() == "fees":
            assert folder == "Fees"
    assert len({folder.casefold() for folder in found.values()}) == len(set(found.values()))
