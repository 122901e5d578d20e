"""Which fields go together and which exclude each other: one table, read by records and JSON Schema."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol

from pydantic_core import PydanticCustomError

FAULT_TYPE = "presence"


@dataclass(frozen=True, slots=True)
class Presence:
    """One rule: where the condition holds, some fields must be there and others must not.

    Attributes:
        when: The condition in words, as the end of "… because <when>".
        values: By field, the values of which it must have one.
        present: Fields that must be there for the rule to apply.
        needs: Fields that must then be there, and not be empty.
        forbids: Fields that must then be absent or empty.
    """

    when: str
    values: Mapping[str, tuple[str | bool | None, ...]] = field(default_factory=dict)
    present: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    forbids: tuple[str, ...] = ()

    def holds(self, said: Mapping[str, object]) -> bool:
        """Return whether fields by name keep the rule, or it does not apply to them."""
        for name, allowed in self.values.items():
            if said[name] not in allowed:
                return True
        for name in self.present:
            if is_absent(said[name]):
                return True
        for name in self.needs:
            if is_absent(said[name]):
                return False
        for name in self.forbids:  # noqa: SIM110 (asked of every record of a set: `all` takes twice as long)
            if not is_absent(said[name]):
                return False
        return True

    def faults(self, said: Mapping[str, object]) -> Iterator[tuple[str, str]]:
        """Yield (field, message) for every field that breaks the rule, where it applies."""
        for name in self.needs:
            if is_absent(said[name]):
                yield name, f"{name} is missing, because {self.when}"
        for name in self.forbids:
            if not is_absent(said[name]):
                yield name, f"{name} must not be there, because {self.when}"


class HasPresence(Protocol):
    """A record class with presence rules."""

    presence: ClassVar[tuple[Presence, ...]]


def is_absent(value: object) -> bool:
    """Return whether a field counts as not given: null, empty text, empty list; 0 and false are given."""
    return not value and (value is None or value in ("", ()))


def check_presence(record: Any, rules: tuple[Presence, ...]) -> None:
    """Hold a record against its rules.

    Raises:
        PydanticCustomError: Of type `FAULT_TYPE`; its context's `faults` lists each (field, message).
    """
    said = vars(record)
    broken = [rule for rule in rules if not rule.holds(said)]
    if broken:
        faults = [fault for rule in broken for fault in rule.faults(said)]
        text = "; ".join(message for _, message in faults)
        raise PydanticCustomError(FAULT_TYPE, "{text}", {"text": text, "faults": faults})


BOTH_OFFSETS = (
    Presence("start is given, and an offset alone says nothing", present=("start",), needs=("end",)),
    Presence("end is given, and an offset alone says nothing", present=("end",), needs=("start",)),
)

DECISION = (
    Presence(
        "the decision is unanswerable", values={"decision": ("unanswerable",)}, needs=("abstain_reason",)
    ),
)

GATE = (
    Presence("a gate is about a metric or `no_new` failures", values={"no_new": (None,)}, needs=("metric",)),
    Presence(
        "a gate of a metric has a floor or a ceiling",
        values={"floor": (None,), "no_new": (None,)},
        needs=("ceiling",),
    ),
    Presence(
        "`no_new` counts failures against the baseline",
        present=("no_new",),
        forbids=("metric", "k", "floor", "ceiling"),
    ),
    Presence("only `no_new` failures are counted", values={"no_new": (None,)}, forbids=("allowed",)),
)

ITEM = (
    Presence(
        "the item is answerable and no draft",
        values={"answerable": (True,), "status": ("active", "retired")},
        needs=("gold_answer", "corpus_snapshot", "gold_spans"),
    ),
    Presence("the item is answerable", values={"answerable": (True,)}, forbids=("abstain_reason",)),
    Presence("the item is not answerable", values={"answerable": (False,)}, forbids=("gold_spans",)),
    Presence("its status is retired", values={"status": ("retired",)}, needs=("retired",)),
    Presence("its status is not retired", values={"status": ("draft", "active")}, forbids=("retired",)),
    Presence("it is no draft", values={"status": ("active",)}, forbids=("unplaced", "draft_reasons")),
)
