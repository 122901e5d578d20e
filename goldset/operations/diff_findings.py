"""What `validate` finds on one side of a change and not on the other."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from goldset.checks.base import Entry
from goldset.checks.lost_proof import lost_figures
from goldset.domain.findings import Finding, in_order
from goldset.domain.set_diff import FindingsDiff, ItemChange
from goldset.operations.diff_sides import SetAt
from goldset.operations.validate import check_read, sum_unchecked
from goldset.stores.item_files import ItemFile, ReadItems, read_items
from goldset.stores.item_heads import ItemHead
from goldset.stores.settings_file import check_settings
from goldset.stores.trees import Tree

_POSITION = re.compile(r"\[\d+\]|(?<=line )\d+")


@dataclass(frozen=True, slots=True)
class ReadSide:
    """One side of a change as far as it was read: its files, its changed items, and the others in short."""

    tree: Tree
    changed: ReadItems
    others: Sequence[ItemHead]


def findings_diff(
    root: Path, old: ReadSide, new: ReadSide, items: Sequence[ItemChange], *, whole_set: bool
) -> FindingsDiff:
    """Return the findings that only one side has.

    Args:
        root: The set's folder.
        old: The set as it was.
        new: The set as it is.
        items: Changed items, whose answers are compared with the passages that they had.
        whole_set: Whether every item is checked on both sides; else the changed ones, with each other and with
            the names of the rest.
    """
    before = _findings(root, old, whole_set=whole_set)
    after = [*_findings(root, new, whole_set=whole_set), *_lost_figures(new.changed.files, items)]
    keeps = check_settings(new.tree)[0].corpus.keep_text
    came, notices = sum_unchecked(tuple(_only_in(after, before)), keeps=keeps)
    return FindingsDiff(came, tuple(_only_in(before, after)), whole_set, notices)


def _findings(root: Path, side: ReadSide, *, whole_set: bool) -> list[Finding]:
    found = SetAt(root, side.tree)
    if whole_set:
        return in_order(check_read(found, read_items(side.tree))[0])
    own = [*side.changed.findings, *check_settings(side.tree)[1]]
    if not side.changed.files:
        return in_order(own)
    names = [
        ItemFile(head.path, "", None, head.id, head.facts.slice if head.facts else None)
        for head in side.others
    ]
    files = tuple(sorted([*side.changed.files, *names], key=lambda file: file.path))
    findings, _ = check_read(found, ReadItems(files, side.changed.findings))
    mine = {file.path for file in side.changed.files}
    return in_order([*own, *(f for f in findings if not mine.isdisjoint((f.path, *f.also)))])


def _lost_figures(files: Iterable[ItemFile], items: Iterable[ItemChange]) -> Iterator[Finding]:
    by_path = {file.path: file for file in files}
    for change in items:
        before, now = change.old, change.new
        # While every passage stands, no figure loses its proof.
        if change.spans and before and before.item and now and now.item:
            file = by_path[now.path]
            faults = lost_figures(before.item, Entry(file.path, now.item))
            yield from (file.finding(fault) for fault in faults)


def _only_in(these: Iterable[Finding], those: Iterable[Finding]) -> list[Finding]:
    """Return findings that have no like among others; what stands elsewhere in a file is the same."""
    there = Counter(_likeness(finding) for finding in those)
    mine: Mapping[tuple[str, str, str], list[Finding]] = defaultdict(list)
    for finding in these:
        mine[_likeness(finding)].append(finding)
    return in_order(finding for key, found in mine.items() for finding in found[there[key] :])


def _likeness(finding: Finding) -> tuple[str, str, str]:
    said = _POSITION.sub("", finding.message.replace(finding.path, "") if finding.path else finding.message)
    return finding.item or finding.path, finding.code, said
