"""Which rows of a foreign set are new, and which are of items that an earlier import made.

Nothing here hangs on the order of the rows: keys are of ids and questions, and pairs are made one to one.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeVar

from goldset.domain.imported import Why
from goldset.domain.items import Item, Status
from goldset.domain.mentions import plain
from goldset.domain.row_identity import (
    is_as_written,
    key_of_question,
    key_of_ref,
    loose,
    mark_of,
)
from goldset.domain.set_rows import SetRow
from goldset.domain.telling_words import telling_words

# A question of which less than this stays the same is another question, not the same one reworded.
_SAME_QUESTION = 1 / 3
_SHOWN = 60
_HALF = Why("half_character", "a text of it holds half a character, which no UTF-8 file can hold")
_One = TypeVar("_One")


class Fate(StrEnum):
    """What a row is to an import."""

    NEW = "new"
    SAME = "same"
    CHANGED = "changed"
    DUPLICATE = "duplicate"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class KnownItem:
    """An item that an earlier import made: its path below the set's folder, the item, and all that its file says."""

    path: str
    item: Item
    text: str = ""

    @property
    def key(self) -> str:
        """Its key."""
        return (self.item.origin.key if self.item.origin else None) or ""

    @property
    def row(self) -> str:
        """Hash of what its source said."""
        return (self.item.origin.row if self.item.origin else None) or ""

    @property
    def untouched(self) -> bool:
        """Whether no person has changed it since."""
        return is_as_written(self.item)


@dataclass(frozen=True, slots=True)
class PlannedRow:
    """What is to be done with a row.

    Attributes:
        row: The row.
        hash: Hash of what it says.
        key: What its item is known by; empty where it is refused or a duplicate.
        fate: What it is.
        known: The item that an earlier import made of it.
        why: Why it is refused or a duplicate.
        notes: What a person should know of it.
    """

    row: SetRow
    hash: str
    key: str = ""
    fate: Fate = Fate.NEW
    known: KnownItem | None = None
    why: Why | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RowPlan:
    """What is to be done.

    Attributes:
        rows: For each row, in the order of the file.
        gone: Items of the source that are in no row any more.
        copies: Items of a row that another item is of already: a person has copied it.
    """

    rows: tuple[PlannedRow, ...]
    gone: tuple[KnownItem, ...]
    copies: tuple[KnownItem, ...] = ()


def place_of(row: SetRow) -> str:
    """Return how people find a row."""
    return row.where or f"row {row.number}"


def plan_rows(
    rows: Sequence[SetRow],
    source: str,
    known: Sequence[KnownItem],
    own: Mapping[str, KnownItem] | None = None,
) -> RowPlan:
    """Say of each row whether it is new.

    Args:
        rows: The rows.
        source: Name of the set that they are of; empty where nobody named it.
        known: The items that earlier imports of this source made.
        own: By id, items that no import made: a row with such an id was exported from here.
    """
    marks = [mark_of(row) for row in rows]
    hashes = [mark.hash for mark in marks]
    planned = {
        at: PlannedRow(rows[at], hashes[at], fate=Fate.REFUSED, why=_HALF)
        for at, mark in enumerate(marks)
        if mark.is_broken
    }
    keys = {row.ref: key_of_ref(source, row.ref) for row in rows if row.ref is not None}
    single = _singled_out(rows, hashes, planned)
    single = _without_twins(single, rows, hashes, frozenset(item.row for item in known), planned)
    by_key = _by_key(known)
    for at in single:
        ref = rows[at].ref
        if ref is not None:
            item = by_key.get(keys[ref]) or (own or {}).get(ref)
            planned[at] = _of_ref(rows[at], hashes[at], keys[ref], item)
    unnamed = [at for at in single if rows[at].ref is None]
    _of_questions(unnamed, (rows, hashes), source, by_key, planned)
    held = {plan.known.key for plan in planned.values() if plan.known} | set(keys.values())
    gone = tuple(item for item in known if item.key not in held)
    copies = tuple(item for item in known if item.key in held and by_key[item.key] is not item)
    return RowPlan(tuple(planned[at] for at in range(len(rows))), gone, copies)


def _by_key(known: Sequence[KnownItem]) -> dict[str, KnownItem]:
    """Return one item of each key: a person may have copied one, and the copy has its key."""
    groups: dict[str, list[KnownItem]] = defaultdict(list)
    for item in known:
        groups[item.key].append(item)
    return {key: min(group, key=lambda item: item.path) for key, group in groups.items()}


def _singled_out(rows: Sequence[SetRow], hashes: Sequence[str], planned: dict[int, PlannedRow]) -> list[int]:
    """Return the rows that stand for themselves; plan repetitions and ids that stand for several things."""
    single: list[int] = []
    whole = [at for at in range(len(rows)) if at not in planned]
    for group in _grouped(whole, lambda at: ("ref", rows[at].ref)):
        if rows[group[0]].ref is None:
            for same in _grouped(group, lambda at: hashes[at]):
                single += _first_of(same, rows, hashes, planned)
        elif len({hashes[at] for at in group}) == 1:
            single += _first_of(group, rows, hashes, planned)
        else:
            why = _one_id_twice([rows[at] for at in group])
            for at in group:
                planned[at] = PlannedRow(rows[at], hashes[at], fate=Fate.REFUSED, why=why)
    return sorted(single)


def _without_twins(
    single: Sequence[int],
    rows: Sequence[SetRow],
    hashes: Sequence[str],
    known: frozenset[str],
    planned: dict[int, PlannedRow],
) -> list[int]:
    """Return rows of which no two say the same but for capitals and marks; plan the others as repetitions.

    Of those the one counts that an item is of already. Rows with ids are what their ids say.
    """
    left = set(single)
    for group in _grouped((at for at in single if rows[at].ref is None), lambda at: loose(rows[at].question)):
        for twins in _grouped(group, lambda at: _loosely(rows[at])) if len(group) > 1 else ():
            first, *rest = sorted(
                twins, key=lambda at: (hashes[at] not in known, _worth(rows[at], hashes[at]))
            )
            for at in rest:
                said = f"says the same as {place_of(rows[first])}, but for capitals and marks"
                planned[at] = PlannedRow(rows[at], hashes[at], fate=Fate.DUPLICATE, why=Why("same_row", said))
            left -= set(rest)
    return sorted(left)


def _loosely(row: SetRow) -> str:
    """Return the hash of what a row says without case, white space and punctuation that changes no meaning."""
    texts = tuple(replace(one, text=loose(one.text) if one.text else None) for one in row.evidence)
    return mark_of(replace(row, question="", gold_answer=loose(row.gold_answer or ""), evidence=texts)).hash


def _worth(row: SetRow, hashed: str) -> tuple[bool, bool, str]:
    """Return by what the best of rows that say the same comes first, whatever their order: written as people do."""
    question = row.question
    return question.isupper() or question.islower(), question[-1:].isalnum(), hashed


def _grouped(ats: Iterable[int], key: Callable[[int], Hashable]) -> list[list[int]]:
    groups: dict[Hashable, list[int]] = defaultdict(list)
    for at in ats:
        groups[key(at)].append(at)
    return list(groups.values())


def _first_of(
    group: Sequence[int], rows: Sequence[SetRow], hashes: Sequence[str], planned: dict[int, PlannedRow]
) -> list[int]:
    first, *rest = group
    for at in rest:
        named = f"id {rows[at].ref} " if rows[at].ref is not None else ""
        why = Why("same_row", f"{named}says the same as {place_of(rows[first])}")
        planned[at] = PlannedRow(rows[at], hashes[at], fate=Fate.DUPLICATE, why=why)
    return [first]


def _one_id_twice(rows: Sequence[SetRow]) -> Why:
    places = ", ".join(place_of(row) for row in rows[:-1]) + f" and {place_of(rows[-1])}"
    differ = "questions" if len({plain(row.question) for row in rows}) > 1 else "answers or evidence"
    return Why("id_twice", f"id {rows[0].ref} stands at {places} with different {differ}")


def _of_ref(row: SetRow, hashed: str, key: str, item: KnownItem | None) -> PlannedRow:
    if item is None:
        return PlannedRow(row, hashed, key)
    if item.row == hashed:
        return PlannedRow(row, hashed, key, Fate.SAME, item)
    if _is_another(row, item.item):
        why = Why(
            "id_of_another",
            f"id {row.ref} is that of another question already, {item.path}: “{_cut(item.item.question)}”; "
            "name this set with `--source NAME` where it is another one",
        )
        return PlannedRow(row, hashed, fate=Fate.REFUSED, why=why)
    return PlannedRow(row, hashed, key, Fate.CHANGED, item)


def _is_another(row: SetRow, item: Item) -> bool:
    """Return whether a row with the id of an item is about something else.

    Its question is, or is worded otherwise and neither its answer nor its evidence is the same.
    """
    if loose(row.question) == loose(item.question):
        return False
    if not _same_question(row.question, item.question):
        return True
    ours = {loose(one.text) for one in row.evidence if one.text}
    theirs = {loose(span.confirmed.text) for span in item.spans()}
    theirs |= {loose(one.text) for one in item.unplaced if one.text}
    answers = loose(row.gold_answer or ""), loose(item.gold_answer or "")
    return bool(ours and theirs) and answers[0] != answers[1] and not ours & theirs


def _same_question(one: str, other: str) -> bool:
    ours, theirs = telling_words(one), telling_words(other)
    if not ours or not theirs:
        return loose(one) == loose(other)
    return len(ours & theirs) / min(len(ours), len(theirs)) >= _SAME_QUESTION


def _of_questions(
    ats: Sequence[int],
    file: tuple[Sequence[SetRow], Sequence[str]],
    source: str,
    known: Mapping[str, KnownItem],
    planned: dict[int, PlannedRow],
) -> None:
    """Plan rows without ids: what says the same first, then the same question, then nearly the same, one to one."""
    rows, hashes = file
    left = {key: item for key, item in known.items() if item.item.origin and item.item.origin.ref is None}
    todo = dict.fromkeys(ats)

    def pair(at: int, item: KnownItem) -> None:
        fate = Fate.SAME if item.row == hashes[at] else Fate.CHANGED
        planned[at] = PlannedRow(rows[at], hashes[at], item.key, fate, item)
        del left[item.key], todo[at]

    def pair_alone(of_row: Callable[[int], Hashable], of_item: Callable[[KnownItem], Hashable]) -> None:
        wanted, there = _alone(todo, of_row), _alone(left.values(), of_item)
        for mark, at in wanted.items():
            if mark in there:
                pair(at, there[mark])

    pair_alone(lambda at: hashes[at], lambda item: item.row)
    pair_alone(lambda at: key_of_question(source, rows[at].question), lambda item: item.key)
    pair_alone(lambda at: plain(rows[at].question), lambda item: plain(item.item.question))
    pair_alone(lambda at: loose(rows[at].question), lambda item: loose(item.item.question))
    for group in _grouped(todo, lambda at: plain(rows[at].question)):
        alone = len(group) == 1 and key_of_question(source, rows[group[0]].question) not in known
        for at in group:
            more = "" if alone else hashes[at]
            others = [place_of(rows[other]) for other in group if other != at]
            notes = (f"{', '.join(others)} asks the same with another answer or evidence",) if others else ()
            key = key_of_question(source, rows[at].question, more)
            planned[at] = PlannedRow(rows[at], hashes[at], key, notes=notes)


def _alone(ones: Iterable[_One], mark: Callable[[_One], Hashable]) -> dict[Hashable, _One]:
    """Return by mark those whose mark is that of no other."""
    groups: dict[Hashable, list[_One]] = defaultdict(list)
    for one in ones:
        groups[mark(one)].append(one)
    return {key: group[0] for key, group in groups.items() if len(group) == 1}


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else f"{line[: _SHOWN - 1]}…"


def same_in_set(rows: Sequence[PlannedRow], others: Iterable[KnownItem]) -> tuple[PlannedRow, ...]:
    """Return the plan with those new rows as duplicates that an item of the set says already.

    Args:
        rows: The plan.
        others: Items that no earlier import of this source made.
    """
    there = {_gold(item.item): item for item in others if item.item.status is not Status.RETIRED}
    if not there:
        return tuple(rows)
    return tuple(_if_there(planned, there.get(_asked(planned.row))) for planned in rows)


def _if_there(planned: PlannedRow, item: KnownItem | None) -> PlannedRow:
    if planned.fate is not Fate.NEW or item is None:
        return planned
    why = Why("in_set", f"{item.path} asks the same, and has the same answer")
    return replace(planned, key="", fate=Fate.DUPLICATE, known=item, why=why)


def _gold(item: Item) -> Hashable:
    answer = plain(item.gold_answer or "") if item.answerable else None
    return plain(item.question), answer, (item.jurisdiction or "").casefold(), str(item.as_of)


def _asked(row: SetRow) -> Hashable:
    answer = plain(row.gold_answer or "") if row.answerable is not False else None
    scope = str(row.details.get("jurisdiction") or "").casefold()
    return plain(row.question), answer, scope, str(row.details.get("as_of"))
