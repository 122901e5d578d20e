"""Which items of the gold that runs are scored against a person wants exported."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from goldset.domain.gold import GoldItem, GoldSet
from goldset.domain.selection import Wanted, choose
from goldset.domain.standing import State
from goldset.errors import WrongUsageError
from goldset.operations.placed_items import NOT_STALE, STALE, Stale, is_kept, refuse_stale


@dataclass(frozen=True, slots=True)
class GoldChoice:
    """Items of a set.

    Attributes:
        items: Those to be exported, by id.
        left_out: By reason, the ids of all others.
    """

    items: tuple[GoldItem, ...]
    left_out: Mapping[str, tuple[str, ...]]


def choose_gold(
    gold: GoldSet, wanted: Wanted, stale: Stale | None, without: Mapping[str, str] | None = None
) -> GoldChoice:
    """Return the items that a person asked for; drafts and retired items are never among them.

    Args:
        gold: The set.
        wanted: What was asked for.
        stale: What becomes of stale items; None where nobody said.
        without: By id, why items are left out beside that.

    Raises:
        WrongUsageError: A value that was asked for is in no item, another status than active was asked for, or items
            are stale and nobody said what becomes of them.
    """
    if wanted.statuses != ("active",):
        raise WrongUsageError("runs are about active items alone", "leave `--status` away")
    chosen = choose([one.item for one in gold.items.values()], wanted)
    left_out: dict[str, list[str]] = defaultdict(list)
    for why, ids in [*gold.left_out.items(), *chosen.left_out.items()]:
        left_out[why] += ids
    asked: list[GoldItem] = []
    for item in chosen.items:
        why = (without or {}).get(item.id, "")
        if why:
            left_out[why].append(item.id)
        else:
            asked.append(gold.items[item.id])
    if stale is None:
        refuse_stale([one.id for one in asked if one.state is State.STALE], gold.snapshot)
    for one in asked:
        if not is_kept(stale, is_stale=one.state is State.STALE):
            left_out[STALE if one.state is State.STALE else NOT_STALE].append(one.id)
    kept = tuple(one for one in asked if is_kept(stale, is_stale=one.state is State.STALE))
    return GoldChoice(kept, {why: tuple(sorted(ids)) for why, ids in sorted(left_out.items())})
