"""Laws of comparing two states of a set: nothing differs from itself, back is forth mirrored, counts add up."""

from collections import Counter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from goldset.domain.balance import balance, item_facts
from goldset.domain.items import Item
from goldset.domain.resolutions import Difference, DifferenceKind
from goldset.domain.set_diff import Change, FindingsDiff, ItemState, SetDiff, item_changes

WORDS = st.sampled_from(["one", "two", "three"])
GOLD: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {"doc_id": st.sampled_from(["a.md", "b.md"]), "text": WORDS},
    optional={"grade": st.integers(1, 3), "corpus_snapshot": st.sampled_from("12"), "prefix": WORDS},
)


@st.composite
def items(draw: st.DrawFn, name: str) -> Item:
    spans = draw(st.lists(GOLD, max_size=3))
    for number, span in enumerate(spans):
        if draw(st.booleans()):
            span["id"] = f"n{number}"
    if draw(st.booleans()) and spans:
        decision = draw(st.sampled_from([None, "drop", "later", "retire"]))
        block = {"decision": decision, "was": spans[0]} if decision else {"was": spans[0]}
        spans[0] = {"id": "q", "relabel": block}
    return Item.model_validate(
        {
            "id": name,
            "question": draw(WORDS),
            "slice": draw(st.sampled_from(["s", "t"])),
            "answerable": True,
            "gold_answer": draw(WORDS),
            "corpus_snapshot": draw(st.sampled_from("12")),
            "gold_spans": spans,
            "tags": draw(st.lists(WORDS, max_size=2)),
            "status": "draft",
        }
    )


@st.composite
def sides(draw: st.DrawFn) -> list[ItemState]:
    found: list[ItemState] = []
    for number in range(draw(st.integers(0, 5))):
        name = draw(st.sampled_from(["a", "b", "c"]))
        path = draw(
            st.sampled_from([f"items/s/{name}.yaml", f"items/t/{name}-{number}.yaml", "items/s/x.yaml"])
        )
        if any(state.path == path for state in found):
            continue
        item = draw(items(name)) if draw(st.integers(0, 4)) else None
        found.append(ItemState(path, name, item, "" if item else "line 1: no"))
    return found


def classify(old: str, new: str) -> tuple[Difference, ...]:
    return (Difference(DifferenceKind.WORDS, old, new),)


@settings(max_examples=150, deadline=None)
@given(sides())
def test_a_set_does_not_differ_from_itself(side: list[ItemState]) -> None:
    for change in item_changes(side, side, {}, classify):
        assert change.changes in {(Change.REWRITTEN,), (Change.UNREADABLE,)}
        assert change.old == change.new
        assert (change.spans, change.fields) == ((), ())


@settings(max_examples=300, deadline=None)
@given(sides(), sides())
def test_every_changed_file_is_told_once_and_counts_add_up(
    old: list[ItemState], new: list[ItemState]
) -> None:
    changes = item_changes(old, new, {}, classify)
    for side, attribute in ((old, "old"), (new, "new")):
        told = Counter(getattr(c, attribute).path for c in changes if getattr(c, attribute) is not None)
        assert told == Counter(state.path for state in side)
    assert all(change.changes for change in changes)
    before, after = (balance(item_facts(s.item) if s.item else None for s in side) for side in (old, new))
    paths = {state.path for state in (*old, *new)}
    diff = SetDiff("s", "a", "b", "a", changes, (), (), before, after, FindingsDiff(), len(paths))
    assert diff.accounts() == {"items": after.files - before.files, "files": len(paths)}
    assert sum(diff.counts().values()) == len(changes)
    assert before.files == len(old)
    assert after.files == len(new)


@settings(max_examples=300, deadline=None)
@given(sides(), sides())
def test_the_way_back_is_the_way_forth_mirrored(old: list[ItemState], new: list[ItemState]) -> None:
    mirrored = {Change.ADDED: Change.DELETED, Change.DELETED: Change.ADDED}
    forth = {(c.id, c.old, c.new): c for c in item_changes(old, new, {}, classify)}
    back = {(c.id, c.new, c.old): c for c in item_changes(new, old, {}, classify)}
    assert {(o, n) for _, o, n in forth} == {(o, n) for _, o, n in back}
    for key in forth.keys() & back.keys():
        one, other = forth[key], back[key]
        kinds = {Change.RETIRED, Change.PENDING, Change.RELABELLED, Change.FIELDS, Change.REWRITTEN}
        assert {mirrored.get(c, c) for c in one.changes} - kinds == {*other.changes} - kinds
        assert Counter((f.path, str(f.old), str(f.new)) for f in one.fields) == Counter(
            (f.path, str(f.new), str(f.old)) for f in other.fields
        )
        assert Counter((repr(s.old), repr(s.new)) for s in one.spans) == Counter(
            (repr(s.new), repr(s.old)) for s in other.spans
        )
        assert bool(one.spans or one.fields) == bool(other.spans or other.fields)
