"""Gold and runs for tests of scoring: passages in documents of any length."""

from collections.abc import Mapping, Sequence
from typing import Any

from goldset.domain.gold import Evidence, GoldItem, GoldSet
from goldset.domain.items import Item
from goldset.domain.runs import Arm, Chunk, RunLine
from goldset.domain.scores import ItemScore, ScoreRules
from goldset.domain.standing import State
from goldset.evaluation.items import score_item
from goldset.evaluation.run_view import RunView, shapes_of
from goldset.evaluation.states import Said

Place = tuple[str, int, int]


def passage(doc: str, start: int, end: int, **said: Any) -> Evidence:
    """Return an evidence that is a group of its own unless told."""
    name = f"{doc}:{start}-{end}"
    fields: dict[str, Any] = {
        "spans": (name,),
        "text": "x" * (end - start),
        "grade": 1,
        "groups": (name,),
    } | said
    return Evidence(doc_id=doc, start=start, end=end, **fields)


def gold_item(*evidence: Evidence, **said: Any) -> GoldItem:
    """Return an item with its evidence; one without any is unanswerable unless told."""
    record = {key: said.pop(key) for key in list(said) if key in Item.model_fields}
    fields: dict[str, Any] = {"state": State.CURRENT, "reason": "", "is_answerable": bool(evidence)} | said
    item = Item.model_validate(
        {
            "id": "an-item",
            "question": "What is it?",
            "slice": "general",
            "answerable": fields["is_answerable"],
        }
        | ({"gold_answer": "This."} if fields["is_answerable"] else {})
        | {"status": "draft"}
        | record
    )
    return GoldItem(item=item, evidence=evidence, **fields)


def chunks(*places: Place) -> tuple[Chunk, ...]:
    """Return chunks at places of documents."""
    return tuple(Chunk(doc_id=doc, start=start, end=end) for doc, start, end in places)


def gold_set(*items: GoldItem, **said: Any) -> GoldSet:
    """Return a set of items."""
    return GoldSet(name="tests", snapshot="2026-10-01", items={item.id: item for item in items}, **said)


def scored(
    gold: GoldItem, *lines: RunLine, rules: ScoreRules | None = None, view: RunView | None = None
) -> dict[Arm, ItemScore]:
    """Return an item's rows by arm for the lines that a run has of it."""
    view = view or RunView(gold_set(gold), shapes=shapes_of(lines))
    said: Mapping[Arm, Said] = {line.arm: line for line in lines}
    return {row.arm: row for row in score_item(gold, said, rules or ScoreRules(), view)}


def retrieval(
    gold: GoldItem, places: Sequence[Place] | Sequence[Chunk], rules: ScoreRules | None = None
) -> Mapping[str, float | None]:
    """Return the values of an item whose ranking is given, by key."""
    listed = tuple(place if isinstance(place, Chunk) else chunks(place)[0] for place in places)
    line = RunLine(item=gold.id, retrieved=listed)
    shapes = shapes_of([line, RunLine(item="another", retrieved=chunks(("z", 0, 1)))])
    return scored(gold, line, rules=rules, view=RunView(gold_set(gold), shapes=shapes))[Arm.RETRIEVED].values


def answer_of(
    gold: GoldItem, rules: ScoreRules | None = None, view: RunView | None = None, **said: Any
) -> ItemScore:
    """Return the row of an item in the arm `retrieved` for what a run says of it."""
    return scored(gold, RunLine(item=gold.id, **said), rules=rules, view=view)[Arm.RETRIEVED]
