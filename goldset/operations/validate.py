"""Check a golden set: read every file, run every check, and return what was found."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from goldset.checks.base import Entry
from goldset.checks.deleted import deleted_items
from goldset.checks.identity import identity_faults
from goldset.checks.lost_proof import lost_figures
from goldset.checks.relabel_blocks import relabel_faults
from goldset.checks.waivers import impossible_waivers, sift, unused_waivers
from goldset.domain import rules
from goldset.domain.collector import without_collector
from goldset.domain.findings import Fault, Finding, Severity, Waived, in_order
from goldset.domain.items import Item
from goldset.domain.settings import Settings
from goldset.errors import GoldsetError
from goldset.operations.changed_since import Changed, changed_since, changed_since_base
from goldset.operations.soundness import soundness_faults
from goldset.reporting.counting import count
from goldset.reporting.findings_report import FindingsReport
from goldset.stores.item_files import FOLDER, ItemFile, ReadItems, read_items
from goldset.stores.set_folder import SetFolder, find_set_of
from goldset.stores.settings_file import PATH as SETTINGS_PATH
from goldset.stores.settings_file import check_settings
from goldset.stores.snapshot_files import FOLDER as SNAPSHOTS

# Where a snapshot or the settings cannot be used, what stands in it is left unchecked.
_HIDING = frozenset({rules.SNAPSHOT.code, rules.SETTINGS.code, rules.NO_SNAPSHOT.code})
# More quotes that cannot be checked than this are summed up in one finding.
MOST_UNCHECKED = 5


@dataclass(frozen=True, slots=True)
class Validation:
    """What `validate` found.

    Attributes:
        findings: In order, only those of the paths that were asked for.
        items: How many items of those paths could be read.
        files: How many files of those paths are items or should be.
        notices: What a person should know that is no finding.
        older: In order, what is wrong in files that the change leaves alone; it fails nothing.
        paths: The files that are counted.
        folder: The set's folder below the root of its repository; empty for the root.
        waived: In order, findings of those paths that their items waive; they fail nothing.
    """

    findings: tuple[Finding, ...]
    items: int
    files: int
    notices: tuple[str, ...] = ()
    older: tuple[Finding, ...] = ()
    paths: tuple[str, ...] = ()
    folder: str = ""
    waived: tuple[Waived, ...] = ()

    def report(self, *, strict: bool = False) -> FindingsReport:
        """Return it as reports show it; with `strict`, warnings fail too."""
        return FindingsReport(
            self.findings, self.older, self.totals, self.paths, self.folder, strict, self.waived
        )

    @property
    def totals(self) -> dict[str, int]:
        """Counts of files, items, errors and warnings, and of findings that are waived."""
        errors = sum(finding.severity is Severity.ERROR for finding in self.findings)
        warnings = len(self.findings) - errors
        waived = len(self.waived)
        return {
            "files": self.files,
            "items": self.items,
            "errors": errors,
            "warnings": warnings,
            "waived": waived,
        }


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check sees: the whole set as it was read.

    Attributes:
        found: The set's folder with all its files.
        settings: Its settings; the defaults where goldset.yaml has an error.
        read: All its item files.
    """

    found: SetFolder
    settings: Settings
    read: ReadItems


Check = Callable[[Checked], Iterable[Fault]]


def _identity(checked: Checked) -> Iterable[Fault]:
    return identity_faults(checked.read.files)


def _relabel(checked: Checked) -> Iterable[Fault]:
    return (
        fault for file in checked.read.files if file.item for fault in relabel_faults(file.path, file.item)
    )


def _waivers(checked: Checked) -> Iterable[Fault]:
    return impossible_waivers(_entries(checked.read))


def _soundness(checked: Checked) -> Iterable[Fault]:
    return soundness_faults(checked.found, checked.settings, checked.read)


# Each check takes the whole set and returns faults by path and field; add one by adding it here.
CHECKS: tuple[Check, ...] = (_identity, _relabel, _waivers, _soundness)


def validate(folder: Path, paths: Sequence[Path] = (), changed: str | None = None) -> Validation:
    """Check the set that a folder belongs to; what is left out of the report is still checked against.

    Args:
        folder: A folder of the set, where no path is given.
        paths: Files and folders that the report is about; none for the whole set.
        changed: A branch or commit: the report is about what changed since this branch left it. None for
            everything; answers are then compared with what the base branch had when this branch left it.

    Raises:
        GoldsetError: There is no set, a path lies outside it, or there is no such commit.
    """
    found = find_set_of(folder, paths)
    wanted = [found.relative(path) for path in paths]
    since, notices = _compared(found, changed)
    findings, waived, read, settings = _check(found)
    of_change = _of_the_change(read, since) if since else []
    whole = _only(in_order([*findings, *of_change]), waived, read, wanted)
    if since is not None and changed is not None:
        whole = _of_changes(whole, read, since)
    return _summed_up(replace(whole, notices=notices, folder=found.in_repository), settings)


def _compared(found: SetFolder, changed: str | None) -> tuple[Changed | None, tuple[str, ...]]:
    """Return what changed since this branch left the one that was named, or its base; a notice if unknown."""
    if changed is not None:
        return changed_since(found.root, changed), ()
    try:
        return changed_since_base(found.root), ()
    except GoldsetError as error:
        why = f"answers are not compared with their earlier passages: {error.message}"
        return None, (f"{why} (`--changed-since REF` names what to compare with)",)


def _of_the_change(read: ReadItems, since: Changed) -> list[Finding]:
    """Return what only shows beside what items were before: lost proof, and items that are gone."""
    now = {name for file in read.files for name in (file.id, file.path) if name is not None}
    gone = [fault.finding(item=item_id) for item_id, fault in deleted_items(since.before, now, since.base)]
    return [*_lost_figures(read, since.before), *gone]


def _lost_figures(read: ReadItems, before: Mapping[str, Item]) -> list[Finding]:
    return [
        file.finding(fault)
        for file in read.files
        if file.item and file.path in before
        for fault in lost_figures(before[file.path], Entry(file.path, file.item))
    ]


def _check(found: SetFolder) -> tuple[list[Finding], tuple[Waived, ...], ReadItems, Settings]:
    with without_collector():
        read = read_items(found.tree)
        every, settings = _every_finding(found, read)
        entries = _entries(read)
        sifted = sift(every, entries)
        all_texts = all(finding.code not in _HIDING for finding in every)
        unused = unused_waivers(entries, sifted, all_read=not read.unreadable, all_texts=all_texts)
        findings = [*sifted.findings, *_placed(unused, read.files)]
    if not read.files:
        findings.append(_no_items(found))
    return findings, sifted.waived, read, settings


def _no_items(found: SetFolder) -> Finding:
    """Return what to say of a set without items: a warning where it has just begun, else an error."""
    missing = Fault(rules.NO_ITEMS, f"there is no item in {FOLDER}/", FOLDER).finding()
    has_begun = found.tree.read(SETTINGS_PATH) is not None and not found.tree.files(f"{SNAPSHOTS}/texts")
    return replace(missing, severity=Severity.WARNING) if has_begun else missing


def check_read(found: SetFolder, read: ReadItems) -> tuple[list[Finding], Settings]:
    """Return what is wrong with a set whose items were read, and its settings; `found` says where the rest is.

    What items waive is left out. Whether they waive nothing shows in a whole set alone, and is not told.
    """
    findings, settings = _every_finding(found, read)
    return list(sift(findings, _entries(read)).findings), settings


def _entries(read: ReadItems) -> list[Entry]:
    return [Entry(file.path, file.item) for file in read.files if file.item]


def _every_finding(found: SetFolder, read: ReadItems) -> tuple[list[Finding], Settings]:
    settings, findings = check_settings(found.tree)
    checked = Checked(found, settings, read)
    findings += read.findings
    findings += _placed([fault for check in CHECKS for fault in check(checked)], read.files)
    return findings, settings


def _summed_up(validation: Validation, settings: Settings) -> Validation:
    """Put one sentence in place of many quotes that were not checked; a notice where no text may be kept."""
    findings, notices = sum_unchecked(validation.findings, keeps=settings.corpus.keep_text)
    older, _ = sum_unchecked(validation.older, keeps=settings.corpus.keep_text)
    return replace(validation, findings=findings, older=older, notices=(*validation.notices, *notices))


def sum_unchecked(
    findings: tuple[Finding, ...], *, keeps: bool
) -> tuple[tuple[Finding, ...], tuple[str, ...]]:
    """Return findings with one sentence for many unchecked quotes; a notice where no text may be kept."""
    unchecked = [finding for finding in findings if finding.code == rules.NOT_CHECKED.code]
    if not unchecked or (keeps and len(unchecked) <= MOST_UNCHECKED):
        return findings, ()
    rest = [finding for finding in findings if finding.code != rules.NOT_CHECKED.code]
    said = (
        f"{count(len(unchecked), 'quote')} of {count(len({f.path for f in unchecked}), 'item')} not checked"
    )
    if not keeps:
        why = "the texts of their documents are not kept (`keep_text: false` in goldset.yaml)"
        return tuple(rest), (f"{said}: {why}",)
    paths = list(dict.fromkeys(finding.path for finding in unchecked))
    shown = ", ".join(paths[:MOST_UNCHECKED]) + (", …" if len(paths) > MOST_UNCHECKED else "")
    message = f"{said}, for the texts of their documents are not kept: {shown}"
    hint = "`goldset fmt --locate --corpus …` checks them and keeps the texts"
    whole = Fault(rules.NOT_CHECKED, message, SNAPSHOTS, hint=hint).finding()
    return tuple(in_order([*rest, whole])), ()


def _placed(faults: Iterable[Fault], files: Iterable[ItemFile]) -> Iterator[Finding]:
    by_path: dict[str, list[Fault]] = defaultdict(list)
    for fault in faults:
        by_path[fault.path].append(fault)
    for file in files:
        yield from file.placed(by_path.pop(file.path)) if file.path in by_path else ()
    yield from (fault.finding() for rest in by_path.values() for fault in rest)


def _only(
    findings: Sequence[Finding], waived: Sequence[Waived], read: ReadItems, wanted: Sequence[str]
) -> Validation:
    """Keep what concerns some paths; a path without an item is an error, never a pass in silence."""
    if not wanted:
        return _of_files(findings, read.files, waived)
    files = [file for file in read.files if any(_below(file.path, path) for path in wanted)]
    kept = [finding for finding in findings if any(_below(finding.path, path) for path in wanted)]
    kept += [
        Fault(rules.NO_ITEMS, f"there is no item at {path or FOLDER}", path).finding()
        for path in wanted
        if path != SETTINGS_PATH and not any(_below(file.path, path) for file in files)
    ]
    set_aside = [one for one in waived if any(_below(one.finding.path, path) for path in wanted)]
    return _of_files(in_order(kept), files, set_aside)


def _of_changes(whole: Validation, read: ReadItems, since: Changed) -> Validation:
    """Keep what concerns changed files, and the set as a whole; the rest is older."""
    known = {file.path for file in read.files}
    kept = [finding for finding in whole.findings if since.concerns(finding, known)]
    counted = set(kept)
    older = tuple(finding for finding in whole.findings if finding not in counted)
    asked = set(whole.paths)
    files = [file for file in read.files if file.path in since.paths and file.path in asked]
    set_aside = [one for one in whole.waived if since.concerns(one.finding, known)]
    return replace(_of_files(kept, files, set_aside), older=older)


def _of_files(findings: Iterable[Finding], files: Sequence[ItemFile], waived: Iterable[Waived]) -> Validation:
    items = sum(file.item is not None for file in files)
    paths = tuple(file.path for file in files)
    return Validation(tuple(findings), items, len(files), paths=paths, waived=tuple(waived))


def _below(path: str, folder: str) -> bool:
    return not folder or path == folder or path.startswith(f"{folder}/")
