"""Which items of a set a person asked for. Every other one is left out by a reason, and counted by it."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from goldset.domain.items import Item, Status
from goldset.errors import WrongUsageError


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a person asked for: of each field one of some values; no value: any.

    Attributes:
        statuses: Of `status`.
        fields: By field of items, one of `FIELDS`.
    """

    statuses: tuple[str, ...] = (Status.ACTIVE.value,)
    fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Chosen:
    """Items by what a person asked for.

    Attributes:
        items: Those asked for, in the order given.
        left_out: By reason, the ids of the others, sorted.
    """

    items: tuple[Item, ...]
    left_out: Mapping[str, tuple[str, ...]]


def choose(items: Sequence[Item], wanted: Wanted) -> Chosen:
    """Return the items that a person asked for; the first reason to leave one out is the one that counts.

    Raises:
        WrongUsageError: No item of the set has a value that was asked for: it is misspelt.
    """
    for name, values in wanted.fields.items():
        _refuse_unknown(items, name, values)
    chosen, left_out = [], defaultdict(list)
    for item in items:
        why = _why_not(item, wanted)
        if why:
            left_out[why].append(item.id)
        else:
            chosen.append(item)
    return Chosen(tuple(chosen), {why: tuple(sorted(ids)) for why, ids in sorted(left_out.items())})


def _why_not(item: Item, wanted: Wanted) -> str:
    if item.status.value not in wanted.statuses:
        return item.status.value
    for name, values in wanted.fields.items():
        if values and not {*_values(item, name)} & {*values}:
            return f"not {name}={' or '.join(values)}"
    return ""


def _values(item: Item, name: str) -> tuple[str, ...]:
    value = getattr(item, name)
    if value is None:
        return ()
    return tuple(map(str, value)) if isinstance(value, tuple) else (str(value),)


def _refuse_unknown(items: Iterable[Item], name: str, values: Sequence[str]) -> None:
    known = Counter(value for item in items for value in _values(item, name))
    missing = [value for value in values if value not in known]
    if missing:
        there = ", ".join(sorted(known, key=lambda value: (-known[value], value))[:10]) or "none"
        raise WrongUsageError(f"no item has {name}={missing[0]}", f"values of {name} in this set: {there}")
