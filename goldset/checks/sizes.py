"""Whether slices have as many items as are asked of them, and as their gates need."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from math import ceil

from goldset.checks.base import CheckedSet
from goldset.domain import rules
from goldset.domain.balance import ItemFacts, item_facts
from goldset.domain.findings import Fault
from goldset.domain.intervals import Z_95, wilson
from goldset.domain.items import Status
from goldset.domain.settings import GateSettings

SETTINGS = "goldset.yaml"
WHOLE = "all"
EACH = "*"
# What is measured on items without an answer; every other metric is measured on those with one.
_OF_UNANSWERABLE = frozenset({"false_answer", "reason_agreement"})
_SHOWN = 3


def small_slices(checked: CheckedSet) -> Iterator[Fault]:
    """Yield slices with fewer active items than `min_items` asks for."""
    least = checked.settings.min_items
    if not _is_whole(checked) or not (least.default or least.slices):
        return
    counts = Counter(fact.slice for fact in _active(checked))
    files = defaultdict(list)
    for entry in checked.entries:
        files[entry.item.slice].append(entry.path)
    for name in sorted(files.keys() | least.slices.keys()):
        wanted = least.slices.get(name, least.default or 0)
        if counts[name] < wanted:
            message = f"slice `{name}` has {_items(counts[name])}, and should have {wanted}"
            loc = ("min_items", "slices", name) if name in least.slices else ("min_items", "default")
            also = (f"items/{name}/", *files[name])
            yield Fault(rules.FEW_ITEMS, message, SETTINGS, loc, also=also)


def unattainable_gates(checked: CheckedSet) -> Iterator[Fault]:
    """Yield gates that a run without a single fault could not pass, for the slices have too few items."""
    if not _is_whole(checked):
        return
    answerable: Counter[str] = Counter()
    unanswerable: Counter[str] = Counter()
    for fact in _active(checked):
        (answerable if fact.answerable else unanswerable)[fact.slice] += 1
    for number, gate in enumerate(checked.settings.gates):
        counts = unanswerable if gate.metric in _OF_UNANSWERABLE else answerable
        needed = needed_items(gate)
        small = {name: n for name, n in _measured(gate, counts).items() if needed is None or n < needed}
        if small:
            yield Fault(
                rules.UNATTAINABLE_GATE, _said(number, gate, small, needed), SETTINGS, ("gates", number)
            )


def needed_items(gate: GateSettings) -> int | None:
    """Return the least number of items at which a perfect run passes a gate; None where no number is enough.

    A perfect share of n items has the 95 % Wilson interval from n / (n + z²) to 1, a share of nought from 0 to
    z² / (n + z²).
    """
    needed = 1
    for least in _shares_to_prove(gate):
        if least == 1:
            return None
        needed = max(needed, ceil(least * Z_95**2 / (1 - least) - 1))
    while not _passes(gate, needed):
        needed += 1
    return needed


def _shares_to_prove(gate: GateSettings) -> Iterator[float]:
    """Yield what the lower bound of a perfect share must reach."""
    if gate.floor is not None and gate.on == "low":
        yield gate.floor
    if gate.ceiling is not None and gate.on == "high":
        yield 1 - gate.ceiling


def _passes(gate: GateSettings, number: int) -> bool:
    reached = gate.floor is None or gate.on != "low" or wilson(1, number).low >= gate.floor
    kept = gate.ceiling is None or gate.on != "high" or wilson(0, number).high <= gate.ceiling
    return reached and kept


def _measured(gate: GateSettings, counts: Mapping[str, int]) -> Mapping[str, int]:
    """Return the items by slice that a gate is about; a slice without any is another fault, or not measured."""
    if gate.slice == WHOLE:
        return {WHOLE: sum(counts.values())}
    return counts if gate.slice == EACH else {name: n for name, n in counts.items() if name == gate.slice}


def _said(number: int, gate: GateSettings, small: Mapping[str, int], needed: int | None) -> str:
    bound = (
        f"floor {gate.floor}" if gate.floor is not None and gate.on != "high" else f"ceiling {gate.ceiling}"
    )
    names = sorted(small, key=lambda name: (small[name], name))
    has = ", ".join(
        f"{'the set' if name == WHOLE else f'slice `{name}`'} has {small[name]}" for name in names[:_SHOWN]
    )
    more = f" and {len(names) - _SHOWN} more slices too few" if len(names) > _SHOWN else ""
    enough = "no number of items is enough" if needed is None else f"{needed} items are needed"
    return f"`gates[{number}]` ({gate.metric}, {bound} on: {gate.on}): {enough}, and {has}{more}"


def _active(checked: CheckedSet) -> list[ItemFacts]:
    facts = (item_facts(entry.item) for entry in checked.entries)
    return [fact for fact in facts if fact.status is Status.ACTIVE]


def _is_whole(checked: CheckedSet) -> bool:
    return len(checked.entries) == len(checked.item_ids)


def _items(number: int) -> str:
    return f"{number} active item{'' if number == 1 else 's'}"
