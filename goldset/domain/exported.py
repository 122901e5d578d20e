"""What an export did: every item of the set in it or left out by reason, and all that its format cannot carry."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Exported:
    """The account of an export.

    Attributes:
        form: Name of the format.
        snapshot: The snapshot in which passages are where they stand; None for a set without any.
        items: Ids of the items that are exported, in order.
        out: Where it was written, as given; None for standard output.
        set_name: The set.
        left_out: By reason, the ids of those that are not.
        stale: Of those exported, by id: why they are stale. Their passages are as last confirmed.
        lost: What does not come back when what was written is read: by field, in how many exported items.
        unsaid: Ids of unanswerable items of which the format cannot say that they are.
        not_held: Ids of items that the format cannot hold at all: they are not in what was written.
        altered: By id of an item whose row read otherwise than it was written: the fields that the format should
            carry, and does not.
        notes: What else a person should know, as sentences without a full stop.
        rows: How many rows were written, where that is not the number of items; None where it is.
    """

    form: str
    snapshot: str | None
    items: tuple[str, ...]
    out: str | None = None
    set_name: str = ""
    left_out: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    stale: Mapping[str, str] = field(default_factory=dict)
    lost: Mapping[str, int] = field(default_factory=dict)
    unsaid: tuple[str, ...] = ()
    not_held: tuple[str, ...] = ()
    altered: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    rows: int | None = None

    @property
    def total(self) -> int:
        """How many items the set has."""
        return len(self.items) + len(self.not_held) + sum(len(ids) for ids in self.left_out.values())
