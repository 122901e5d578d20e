"""Say what a change does to a golden set, by meaning: items, settings, snapshots, balance, new findings."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from goldset.domain.balance import Balance, balance, item_facts
from goldset.domain.collector import without_collector
from goldset.domain.field_diff import FieldChange, record_changes
from goldset.domain.findings import Severity
from goldset.domain.resolutions import Difference
from goldset.domain.set_diff import FindingsDiff, ItemState, SetDiff, item_changes
from goldset.operations.diff_findings import ReadSide, findings_diff
from goldset.operations.diff_sides import SHORT, Sides, read_sides
from goldset.stores.git_repo import open_repository
from goldset.stores.item_files import FOLDER, SUFFIX, ItemFile, read_item_paths
from goldset.stores.item_heads import ItemHead, read_heads
from goldset.stores.set_folder import SetFolder, find_set
from goldset.stores.settings_file import PATH as SETTINGS
from goldset.stores.settings_file import check_settings
from goldset.stores.trees import Tree


def diff_set(folder: Path, change: str, *, whole_set: bool = False) -> SetDiff:
    """Return what a change does to the set that a folder belongs to. Nothing is written.

    Only item files that differ are read in full; of the others only what they count as.

    Args:
        folder: A folder of the set.
        change: `BASE..HEAD`, `BASE...HEAD`, or `BASE` for what the working folder has changed.
        whole_set: Whether new findings are looked for in the whole set, not in changed items alone.

    Raises:
        WrongUsageError: The words name no change.
        GoldsetError: There is no set, no repository, or no such commit here.
    """
    found = find_set(folder)
    with open_repository(found.root) as repository, without_collector():
        sides = read_sides(repository, found, change)
        return _diff(found, sides, whole_set=whole_set)


def _diff(found: SetFolder, sides: Sides, *, whole_set: bool) -> SetDiff:
    items = [path for path in sides.paths if _is_item(path)]
    others = list(read_heads(sides.old.tree, _untouched(sides.old.tree, items)))
    old, new = (_read(side.tree, items, others) for side in (sides.old, sides.new))
    elsewhere = _paths_by_id(others)
    changes = item_changes(_states(old), _states(new), elsewhere, _classify)
    findings = (
        findings_diff(found.root, old, new, changes, whole_set=whole_set) if sides.paths else FindingsDiff()
    )
    apart = {*items, SETTINGS}
    return SetDiff(
        name=check_settings(sides.new.tree)[0].set,
        base=sides.old.name,
        head=sides.new.name,
        base_revision=sides.old.revision[:SHORT],
        items=changes,
        settings=tuple(_settings_changes(sides)) if SETTINGS in sides.paths else (),
        files=tuple(file for file in sides.files if file.path not in apart),
        before=_balance(old),
        after=_balance(new),
        findings=findings,
        changed_files=len(sides.paths),
        settings_changed=SETTINGS in sides.paths,
    )


def _is_item(path: str) -> bool:
    return path.startswith(f"{FOLDER}/") and path.endswith(SUFFIX)


def _untouched(tree: Tree, changed: Iterable[str]) -> list[str]:
    apart = frozenset(changed)
    return [path for path in tree.files(FOLDER) if path.endswith(SUFFIX) and path not in apart]


def _read(tree: Tree, paths: Sequence[str], others: Sequence[ItemHead]) -> ReadSide:
    there = frozenset(tree.files(FOLDER))
    return ReadSide(tree, read_item_paths(tree, [path for path in paths if path in there]), others)


def _paths_by_id(heads: Iterable[ItemHead]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for head in heads:
        found[head.id].append(head.path)
    return found


def _states(side: ReadSide) -> Iterator[ItemState]:
    for file in side.changed.files:
        stem = file.path.rpartition("/")[2].removesuffix(SUFFIX)
        yield ItemState(file.path, file.id or stem, file.item, _fault(file))


def _fault(file: ItemFile) -> str:
    if file.item is not None:
        return ""
    first = next((f for f in file.findings if f.severity is Severity.ERROR), None)
    if first is None:
        return "it cannot be read"
    return f"line {first.line}: {first.message}" if first.line else first.message


def _balance(side: ReadSide) -> Balance:
    changed = [item_facts(file.item) if file.item else None for file in side.changed.files]
    return balance([*changed, *(head.facts for head in side.others)])


def _classify(old: str, new: str) -> tuple[Difference, ...]:
    # Imported here: most changes leave every passage as it is.
    from goldset.resolution.differences import differences  # noqa: PLC0415
    from goldset.resolution.reading import passage, read  # noqa: PLC0415

    one, other = (read("", text) for text in (old, new))
    return differences(passage(one, 0, len(old)), passage(other, 0, len(new)))


def _settings_changes(sides: Sides) -> Iterator[FieldChange]:
    """Yield fields of goldset.yaml that differ; one without a path where a side cannot be read."""
    (old, was_wrong), (new, is_wrong) = (check_settings(side.tree) for side in (sides.old, sides.new))
    faults = [
        next((f"line {f.line}: {f.message}" for f in findings if f.severity is Severity.ERROR), None)
        for findings in (was_wrong, is_wrong)
    ]
    if any(faults):
        yield FieldChange("", *faults)
    else:
        yield from record_changes(old, new)
