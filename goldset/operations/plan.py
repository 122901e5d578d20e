"""Say how many items each slice lacks for an interval of a wanted width and for its gates."""

from collections import Counter
from pathlib import Path

from goldset.domain.balance import item_facts
from goldset.domain.items import Status
from goldset.domain.needed import WHOLE, counted_by_gate
from goldset.evaluation.plan import Need, gate_needs, width_needs
from goldset.operations.golden_set import load
from goldset.reporting.gate_names import gate_name


def plan(folder: Path, half_width: float, expected: float | None) -> list[Need]:
    """Return what each slice and the whole set lack; by slice, the wanted width before the gates.

    Args:
        folder: A folder of the set.
        half_width: Wanted half of the 95 % interval, above 0 and below 0.5.
        expected: The value, 0–1, that runs are expected to have; None for the worst case of the width and for a
            perfect run of the gates.

    Raises:
        ItemFileError: An item file has errors: who cannot be read would be in no count.
        GoldsetError: There is no set.
    """
    golden = load(folder)
    facts = [item_facts(item) for item in golden.items]
    active = Counter(fact.slice for fact in facts if fact.status is Status.ACTIVE)
    counts = {**dict(sorted(active.items())), WHOLE: active.total()}
    needs = width_needs(counts, half_width, 0.5 if expected is None else expected)
    for gate in golden.settings.gates:
        if gate.metric is not None:
            needs += gate_needs(gate_name(gate), gate, counted_by_gate(gate, facts), expected)
    return needs
