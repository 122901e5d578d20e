"""How many items each slice lacks: for a wanted half-width, and for its gates."""

from collections.abc import Mapping
from dataclasses import dataclass

from goldset.domain.intervals import wilson
from goldset.domain.needed import needed_for_half_width, needed_to_pass
from goldset.domain.settings import GateSettings


@dataclass(frozen=True, slots=True)
class Need:
    """What one purpose asks of one slice.

    Attributes:
        slice: The slice, or `all`.
        purpose: What the items are for: `half-width 10.0 %`, or a gate.
        there: How many items there are that count for it.
        needed: How many it takes; None where no number is enough.
        half_width: Half of the 95 % interval of the expected value with the items there are, 0–0.5.
    """

    slice: str
    purpose: str
    there: int
    needed: int | None
    half_width: float

    @property
    def lacking(self) -> int | None:
        """How many more it takes; None where no number is enough."""
        return None if self.needed is None else max(self.needed - self.there, 0)


def width_needs(counts: Mapping[str, int], half_width: float, expected: float) -> list[Need]:
    """Return what each slice lacks for an interval that narrow around an expected value.

    Args:
        counts: Items by slice.
        half_width: Wanted half of the 95 % interval, above 0 and below 0.5.
        expected: The value that is expected, 0–1; 0.5 is the worst case.
    """
    needed = needed_for_half_width(half_width, expected)
    purpose = f"half-width of {100 * half_width:.1f} points"
    return [
        Need(name, purpose, there, needed, wilson(expected, there).half_width)
        for name, there in counts.items()
    ]


def gate_needs(
    name: str, gate: GateSettings, counts: Mapping[str, int], expected: float | None
) -> list[Need]:
    """Return what each slice of a gate lacks so that a run of the expected value passes it.

    Args:
        name: What reports call the gate.
        gate: A gate of a metric.
        counts: By slice that the gate is about, the items that its metric counts.
        expected: The value that is expected, 0–1; None for a perfect run.
    """
    needed = needed_to_pass(gate, expected)
    shown = expected if expected is not None else (1.0 if gate.floor is not None else 0.0)
    return [
        Need(part, name, there, needed, wilson(shown, there).half_width) for part, there in counts.items()
    ]
