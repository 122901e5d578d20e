"""Whether slices have as many items as are asked of them, and as their gates need."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from goldset.checks.base import CheckedSet
from goldset.domain import rules
from goldset.domain.balance import ItemFacts, item_facts
from goldset.domain.findings import Fault
from goldset.domain.items import Status
from goldset.domain.needed import WHOLE, counted_by_gate, needed_to_pass
from goldset.domain.settings import GateSettings

SETTINGS = "goldset.yaml"
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
    facts = [item_facts(entry.item) for entry in checked.entries]
    for number, gate in enumerate(checked.settings.gates):
        if gate.metric is None:
            continue
        needed = needed_to_pass(gate)
        small = {name: n for name, n in counted_by_gate(gate, facts).items() if needed is None or n < needed}
        if small:
            also = tuple("items/" if name == WHOLE else f"items/{name}/" for name in sorted(small))
            message = _said(number, gate, small, needed)
            yield Fault(rules.UNATTAINABLE_GATE, message, SETTINGS, ("gates", number), also=also)


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
