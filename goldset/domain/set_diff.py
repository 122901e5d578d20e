"""What a change does to a golden set, by meaning: items by id, wherever their files stand.

Every changed item file is in exactly one `ItemChange`, so that counts add up: see `SetDiff.accounts`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from goldset.domain.balance import Balance, item_facts
from goldset.domain.field_diff import FieldChange, record_changes
from goldset.domain.findings import Finding
from goldset.domain.items import Item, Status
from goldset.domain.span_diff import Classify, SpanAction, SpanChange, span_changes

_WORDED = ("question", "gold_answer")
_TOLD_APART = frozenset({"id", "slice", "gold_spans", *_WORDED})


class Change(StrEnum):
    """What a change is about: an item is listed under the first that applies, and may have more."""

    UNREADABLE = "unreadable"
    DELETED = "deleted"
    ADDED = "added"
    RETIRED = "retired"
    PENDING = "pending"
    RELABELLED = "relabelled"
    REWORDED = "reworded"
    MOVED_SLICE = "moved_slice"
    MOVED_FILE = "moved_file"
    FIELDS = "fields"
    REWRITTEN = "rewritten"


_RELABELLED = frozenset(SpanAction) - {SpanAction.PENDING, SpanAction.DETAILS, SpanAction.LOCATED}


@dataclass(frozen=True, slots=True)
class ItemState:
    """A changed item file on one side of the change.

    Attributes:
        path: Its path below the set's folder.
        id: The item's id as far as it could be read; else the file's name without its ending.
        item: The item; None where it cannot be read.
        fault: Why it cannot be read, with the line; empty where it can.
    """

    path: str
    id: str
    item: Item | None
    fault: str = ""


@dataclass(frozen=True, slots=True)
class ItemChange:
    """One item that is not what it was.

    Attributes:
        id: Its id.
        changes: What the change is about, the first being where it is listed; never empty.
        old: Its file then; None where there was none.
        new: Its file now; None where there is none.
        spans: Spans that changed.
        fields: Fields that changed beside spans; those of question and answer first.
        twice: Other files that have the same id on either side.
    """

    id: str
    changes: tuple[Change, ...]
    old: ItemState | None
    new: ItemState | None
    spans: tuple[SpanChange, ...] = ()
    fields: tuple[FieldChange, ...] = ()
    twice: tuple[str, ...] = ()

    @property
    def path(self) -> str:
        """Where its file stands now, or stood then."""
        state = self.new or self.old
        assert state is not None
        return state.path

    @property
    def item(self) -> Item | None:
        """The item as it is now, or was then; None where it cannot be read."""
        state = self.new or self.old
        return state.item if state else None


@dataclass(frozen=True, slots=True)
class FileChange:
    """A changed file of the set that is no item: its path below the set's folder, `added`, `removed` or `changed`."""

    path: str
    kind: str


@dataclass(frozen=True, slots=True)
class FindingsDiff:
    """What `validate` says now and did not say then, and the other way round.

    Attributes:
        new: Findings that are there now alone, in order.
        settled: Findings that were there then alone, in order.
        whole_set: Whether the whole set was checked on both sides; else the changed items alone.
        notices: What could not be checked, in words.
    """

    new: tuple[Finding, ...] = ()
    settled: tuple[Finding, ...] = ()
    whole_set: bool = False
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SetDiff:
    """All that a change does to a set.

    Attributes:
        name: Name of the set, as its settings say now.
        base: What the change starts from, in words: a commit's short id, or that nothing was there.
        head: What it leads to: a commit's short id, or the working folder.
        base_revision: What Git takes for the base; empty where nothing was there.
        items: Changed items by kind of change, then id.
        settings: Fields of goldset.yaml that changed; one of an empty path where a side cannot be read.
        files: Changed files that are neither items nor goldset.yaml.
        before: How the set was made up.
        after: How it is made up.
        findings: Which findings are new.
        changed_files: How many files of the set differ: `accounts` says where each of them is.
        settings_changed: Whether goldset.yaml is one of them.
    """

    name: str
    base: str
    head: str
    base_revision: str
    items: tuple[ItemChange, ...]
    settings: tuple[FieldChange, ...]
    files: tuple[FileChange, ...]
    before: Balance
    after: Balance
    findings: FindingsDiff
    changed_files: int
    settings_changed: bool = False

    def counts(self) -> dict[Change, int]:
        """Return how many items are listed under each change; the sum is the number of changed items."""
        counted = Counter(change.changes[0] for change in self.items)
        return {change: counted[change] for change in Change}

    def accounts(self) -> dict[str, int]:
        """Return the sums that must hold: differences of item files, and changed files.

        `items` is what was added less what was removed, and `files` every changed file that is told of. A file
        that moved is two changed files.
        """
        sides = [(change.old, change.new) for change in self.items]
        appeared = sum(old is None for old, _ in sides)
        vanished = sum(new is None for _, new in sides)
        paths = {state.path for pair in sides for state in pair if state is not None}
        return {
            "items": appeared - vanished,
            "files": len(paths) + len(self.files) + int(self.settings_changed),
        }


def item_changes(
    old: Iterable[ItemState],
    new: Iterable[ItemState],
    elsewhere: Mapping[str, Sequence[str]],
    classify: Classify,
) -> tuple[ItemChange, ...]:
    """Return what became of every changed item file, by kind of change, then id.

    Args:
        old: The changed files as they were.
        new: The changed files as they are.
        elsewhere: Paths of files that did not change, by item id: one that has the id of a changed item has it
            twice.
        classify: Names what differs between two passages.
    """
    found = [
        _change(before, now, twice, classify)
        for before, now, twice in _pairs(list(old), list(new), elsewhere)
    ]
    rank = {change: number for number, change in enumerate(Change)}
    return tuple(sorted(found, key=lambda c: (rank[c.changes[0]], c.id, c.path)))


def _pairs(
    old: list[ItemState], new: list[ItemState], elsewhere: Mapping[str, Sequence[str]]
) -> Iterator[tuple[ItemState | None, ItemState | None, tuple[str, ...]]]:
    """Yield what is one item: by id, of several files of one id by path; by path alone where an id cannot be read."""
    before, now = _by_id(old), _by_id(new)
    loose: list[tuple[ItemState | None, ItemState | None, tuple[str, ...]]] = []
    for name in sorted(before.keys() | now.keys()):
        was, stands = before.get(name, []), now.get(name, [])
        others = elsewhere.get(name, ())
        paths = {state.path for state in stands} | set(others)
        then = {state.path for state in was} | set(others)
        for one, other in _matched(was, stands):
            mine = {state.path for state in (one, other) if state}
            many = (paths if len(paths) > 1 else set()) | (then if len(then) > 1 else set())
            loose.append((one, other, tuple(sorted(many - mine))))
    yield from _by_path(loose)


def _by_id(states: Iterable[ItemState]) -> dict[str, list[ItemState]]:
    found: dict[str, list[ItemState]] = {}
    for state in sorted(states, key=lambda state: state.path):
        found.setdefault(state.id, []).append(state)
    return found


def _matched(
    old: list[ItemState], new: list[ItemState]
) -> Iterator[tuple[ItemState | None, ItemState | None]]:
    here = {state.path: state for state in new}
    same = [(state, here.pop(state.path)) for state in old if state.path in here]
    yield from same
    paired = {state.path for state, _ in same}
    rest = [state for state in old if state.path not in paired]
    left = [state for state in new if state.path in here]
    both = min(len(rest), len(left))
    yield from zip(rest[:both], left[:both], strict=True)
    yield from ((state, None) for state in rest[both:])
    yield from ((None, state) for state in left[both:])


Loose = tuple[ItemState | None, ItemState | None, tuple[str, ...]]


def _by_path(pairs: Iterable[Loose]) -> Iterator[Loose]:
    """Put together what is one file whose id is another now, or cannot be read on one side."""
    gone: dict[str, Loose] = {}
    come: list[Loose] = []
    for old, new, twice in pairs:
        if old is not None and new is None:
            gone[old.path] = (old, new, twice)
        elif old is None and new is not None:
            come.append((old, new, twice))
        else:
            yield old, new, twice
    for _, new, twice in come:
        assert new is not None
        other = gone.get(new.path)
        if other is not None and other[0] is not None and (other[0].item is None or new.item is None):
            yield other[0], new, tuple(sorted({*twice, *gone.pop(new.path)[2]}))
        else:
            yield None, new, twice
    yield from gone.values()


def _change(
    old: ItemState | None, new: ItemState | None, twice: tuple[str, ...], classify: Classify
) -> ItemChange:
    state = new or old
    assert state is not None
    unreadable = [side for side in (old, new) if side is not None and side.item is None]
    if unreadable:
        return ItemChange(state.id, (Change.UNREADABLE,), old, new, twice=twice)
    if old is None or new is None:
        kind = Change.ADDED if old is None else Change.DELETED
        pending = _has_pending(state.item) and kind is Change.ADDED
        return ItemChange(state.id, (kind, Change.PENDING) if pending else (kind,), old, new, twice=twice)
    before, now = old.item, new.item
    assert before is not None
    assert now is not None
    spans = span_changes(before, now, classify)
    fields = tuple(_fields(before, now))
    changes = tuple(_kinds(old, new, spans, fields)) or (Change.REWRITTEN,)
    return ItemChange(state.id, changes, old, new, spans, fields, twice)


def _fields(old: Item, new: Item) -> Iterator[FieldChange]:
    for name in _WORDED:
        before, now = getattr(old, name), getattr(new, name)
        if before != now:
            yield FieldChange(name, before, now)
    if old.slice != new.slice:
        yield FieldChange("slice", old.slice, new.slice)
    yield from record_changes(old, new, _TOLD_APART)


def _kinds(
    old: ItemState, new: ItemState, spans: tuple[SpanChange, ...], fields: tuple[FieldChange, ...]
) -> Iterator[Change]:
    assert old.item is not None
    assert new.item is not None
    was, now = item_facts(old.item).status, item_facts(new.item).status
    if now is Status.RETIRED and was is not Status.RETIRED:
        yield Change.RETIRED
    if any(span.action is SpanAction.PENDING for span in spans):
        yield Change.PENDING
    if any(span.action in _RELABELLED for span in spans):
        yield Change.RELABELLED
    names = {change.path.partition(".")[0] for change in fields}
    if names & set(_WORDED):
        yield Change.REWORDED
    if old.item.slice != new.item.slice:
        yield Change.MOVED_SLICE
    if old.path != new.path:
        yield Change.MOVED_FILE
    rest = any(span.action in {SpanAction.DETAILS, SpanAction.LOCATED} or span.fields for span in spans)
    if rest or names - {*_WORDED, "slice"}:
        yield Change.FIELDS


def _has_pending(item: Item | None) -> bool:
    return item is not None and any(
        span.relabel is not None and span.relabel.decision is None for span in item.spans()
    )
