"""What checks look at: the set as records. Each check takes it and yields faults; none reads a file."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from goldset.domain.findings import Fault, Loc, Rule
from goldset.domain.items import GoldSpan, Item, Span, Status
from goldset.domain.settings import Settings
from goldset.domain.snapshots import DocumentRecord, Manifest


@dataclass(frozen=True)
class Entry:
    """An item and its file's path relative to the set's folder."""

    path: str
    item: Item

    @cached_property
    def spans(self) -> tuple[Span, ...]:
        """The item's spans: every check asks for them."""
        return self.item.spans()

    def fault(self, rule: Rule, message: str, loc: Loc = (), hint: str = "") -> Fault:
        """Return a fault of this item."""
        return Fault(rule, message, self.path, loc, hint)


@dataclass(frozen=True, slots=True)
class CheckedSet:
    """A golden set as the checks see it.

    Attributes:
        entries: The items to check.
        settings: What goldset.yaml says.
        item_ids: Ids of all items of the set, checked or not.
        snapshots: Ids of all snapshots of the set.
        manifests: By id, the manifests of the snapshots that spans name, and of the newest.
        text: Returns the text that a snapshot (id) has of a document (record): None where it was not kept and
            no commit has it, the fault where it is damaged; called once per text.
    """

    entries: Sequence[Entry]
    settings: Settings
    item_ids: frozenset[str]
    snapshots: frozenset[str]
    manifests: Mapping[str, Manifest]
    text: Callable[[str, DocumentRecord], str | Fault | None]


Check = Callable[[CheckedSet], Iterable[Fault]]


def confirmed_spans(entry: Entry) -> Iterator[tuple[Loc, Span]]:
    """Yield each span of an item that is not retired, with its place in the file; no pending ones."""
    if entry.item.status is not Status.RETIRED:
        for number, (span, listed) in enumerate(zip(entry.spans, entry.item.gold_spans, strict=True)):
            if isinstance(listed, GoldSpan):
                yield ("gold_spans", number), span


def shown(text: str, length: int = 60) -> str:
    """Return a text on one line for a message, cut where it is long."""
    line = " ".join(text.split())
    return f"“{line}”" if len(line) <= length else f"“{line[: length - 1]}…”"
