"""What `validate` would find wrong with imported items: it is settled before they are written, never after."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from goldset.checks.base import CheckedSet, Entry
from goldset.checks.eligibility import eligible_documents
from goldset.checks.questions import repeated_questions
from goldset.domain import rules
from goldset.domain.findings import Severity
from goldset.domain.items import Item, Status
from goldset.domain.mentions import plain
from goldset.domain.settings import Settings
from goldset.domain.snapshots import Manifest

_LETTERS = re.compile(r"[\W_]+")


def ineligible_documents(item: Item, settings: Settings, manifest: Manifest | None) -> dict[str, str]:
    """Return by document why it cannot prove the item's answer, by where and when it holds."""
    checked = _checked([Entry("", item)], settings, manifest)
    spans = item.spans()
    return {
        spans[int(fault.loc[1])].confirmed.doc_id: fault.message
        for fault in eligible_documents(checked)
        if fault.rule.severity is Severity.ERROR
    }


def question_key(question: str) -> str:
    """Return what questions have in common that ask the same: their letters and figures."""
    return _LETTERS.sub("", plain(question))


def conflicts(
    new: Mapping[str, Item], there: Iterable[tuple[str, Item]], settings: Settings
) -> dict[str, str]:
    """Return by path of a new item how its gold contradicts that of another item with the same question.

    Args:
        new: New items by path.
        there: Path and item of those that there are.
        settings: The set's settings.
    """
    groups: dict[str, list[Entry]] = defaultdict(list)
    for path, item in (*there, *new.items()):
        if item.status is not Status.RETIRED:
            groups[question_key(item.question)].append(Entry(path, item))
    found: dict[str, str] = {}
    for group in groups.values():
        if len(group) > 1 and any(entry.path in new for entry in group):
            found |= dict(_conflicts_in(group, new, settings))
    return found


def _conflicts_in(
    group: Sequence[Entry], new: Mapping[str, Item], settings: Settings
) -> Iterator[tuple[str, str]]:
    active = [Entry(one.path, one.item.model_copy(update={"status": Status.ACTIVE})) for one in group]
    for fault in repeated_questions(_checked(active, settings, None)):
        if fault.rule is rules.CONFLICTING_GOLD:
            for path in (fault.path, *fault.also):
                if path in new:
                    yield path, fault.message


def _checked(entries: Sequence[Entry], settings: Settings, manifest: Manifest | None) -> CheckedSet:
    return CheckedSet(
        entries=entries,
        settings=settings,
        item_ids=frozenset(entry.item.id for entry in entries),
        snapshots=frozenset({manifest.snapshot.id} if manifest else ()),
        manifests={manifest.snapshot.id: manifest} if manifest else {},
        text=lambda _snapshot, _record: None,
    )
