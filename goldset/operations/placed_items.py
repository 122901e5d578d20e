"""The items that a person wants exported, with their passages where they stand in a snapshot."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from goldset.domain.exported_rows import PlacedItem, SpanPlace
from goldset.domain.items import Item, Status
from goldset.domain.selection import Wanted, choose
from goldset.domain.settled import settled
from goldset.domain.standing import Cause, SpanStanding, Standpoint, State, stand_item
from goldset.errors import WrongUsageError
from goldset.operations.absent_snapshot import require_snapshot
from goldset.operations.gold import (
    PINNED,
    Text,
    every_item,
    near_stands,
    not_at_one_place,
    place_of,
    texts_of,
)
from goldset.operations.standings import read_standpoint
from goldset.stores.set_folder import SetFolder

STALE, NOT_STALE = "stale", "not stale"
_NO_SNAPSHOT = "the set has no snapshot"
_NAMED = 3


class Stale(StrEnum):
    """What becomes of stale items."""

    INCLUDE = "include"
    EXCLUDE = "exclude"
    ONLY = "only"


@dataclass(frozen=True, slots=True)
class PlacedItems:
    """Items of a set in a snapshot.

    Attributes:
        items: Those to be exported, by id.
        left_out: By reason, the ids of all others, sorted.
        snapshot: The snapshot; None for a set without any.
    """

    items: tuple[PlacedItem, ...]
    left_out: Mapping[str, tuple[str, ...]]
    snapshot: str | None


def placed_items(found: SetFolder, wanted: Wanted, at: str | None, stale: Stale | None) -> PlacedItems:
    """Return the items that a person asked for, where they stand.

    Args:
        found: The set's folder.
        wanted: What was asked for.
        at: Id of the snapshot; None for the newest.
        stale: What becomes of stale items; None where nobody said.

    Raises:
        ItemFileError: An item file has errors.
        SnapshotError: There is no such snapshot, or one that is needed is damaged.
        WrongUsageError: A value that was asked for is in no item, or items are stale and nobody said what
            becomes of them.
    """
    listed = sorted((settled(item) for item in every_item(found)), key=lambda item: item.id)
    if at is not None:
        require_snapshot(found, at)
    where = read_standpoint(found.tree, listed, at)
    chosen = choose(listed, wanted)
    text = texts_of(found, where.documents[where.snapshot] if where else {})
    here = where.snapshot if where else None
    placed, left_out = [], defaultdict(list, {why: list(ids) for why, ids in chosen.left_out.items()})
    for item in chosen.items:
        if item.pinned and any(span.snapshot != here for span in item.spans()):
            left_out[PINNED].append(item.id)
        else:
            placed.append(_placed(item, where, text))
    if stale is None:
        refuse_stale([one.item.id for one in placed if one.stale], here)
    for one in placed:
        if not is_kept(stale, is_stale=bool(one.stale)):
            left_out[STALE if one.stale else NOT_STALE].append(one.item.id)
    kept = [one for one in placed if is_kept(stale, is_stale=bool(one.stale))]
    sorted_out = {why: tuple(sorted(ids)) for why, ids in sorted(left_out.items())}
    return PlacedItems(tuple(kept), sorted_out, here)


def is_kept(stale: Stale | None, *, is_stale: bool) -> bool:
    """Return whether an item is exported, by what becomes of stale ones."""
    return {Stale.EXCLUDE: not is_stale, Stale.ONLY: is_stale}.get(stale or Stale.INCLUDE, True)


def refuse_stale(stale: Sequence[str], snapshot: str | None) -> None:
    """Refuse to go on where items are stale, and nobody said what becomes of them.

    Raises:
        WrongUsageError: Naming how many they are, and the first.
    """
    if not stale:
        return
    more = f" and {len(stale) - _NAMED} more" if len(stale) > _NAMED else ""
    are = "1 item is" if len(stale) == 1 else f"{len(stale)} items are"
    why = f"stale in {snapshot}" if snapshot else f"stale, because {_NO_SNAPSHOT}"
    raise WrongUsageError(
        f"{are} {why}: {', '.join(stale[:_NAMED])}{more}",
        "say what becomes of stale items: `--stale include`, `exclude` or `only`",
    )


def _placed(item: Item, where: Standpoint | None, text: Text) -> PlacedItem:
    """Return an item where it stands. A draft without any passage is not stale: it has none that could be."""
    near = tuple(near_stands(one, item, where) for one in item.near_spans)
    if where is None:
        spans = tuple(SpanPlace(span, None, _NO_SNAPSHOT) for span in item.spans())
        return PlacedItem(item, spans, near, _NO_SNAPSHOT if spans else "")
    # Retired and pinned items are skipped when a corpus is taken in; here they are asked about.
    asked = item.model_copy(update={"status": Status.ACTIVE, "retired": None, "pinned": False})
    standing = stand_item(asked, where)
    spans = tuple(_span_place(one, text) for one in standing.spans if one.cause is not Cause.DROPPED)
    stale = standing.reason if standing.state is State.STALE else ""
    if standing.cause is Cause.NO_SPANS and item.status is Status.DRAFT:
        stale = ""
    return PlacedItem(item, spans, near, stale or next((one.reason for one in spans if one.reason), ""))


def _span_place(one: SpanStanding, text: Text) -> SpanPlace:
    if one.state is not State.CURRENT:
        return SpanPlace(one.span, None, one.reason)
    place = place_of(one, text)
    return SpanPlace(one.span, place, "" if place else not_at_one_place(one))
