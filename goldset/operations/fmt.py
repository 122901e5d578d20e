"""Write item files in their canonical form, and fold what people decided in them into their fields."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from goldset.domain.findings import Severity
from goldset.errors import ItemFileError, RepositoryError
from goldset.operations.locate import LocatedFile, locate_files
from goldset.reporting.formatted import LocateNote
from goldset.stores.canonical_form import canonical_text
from goldset.stores.decision_folding import Signature, fold_decisions, is_foldable
from goldset.stores.file_writes import write_file
from goldset.stores.git_commits import decider
from goldset.stores.git_repo import open_repository
from goldset.stores.item_files import FOLDER, ItemFile, read_item, read_item_paths
from goldset.stores.second_reader import confirm_read_alike
from goldset.stores.set_folder import SetFolder, find_set_of
from goldset.stores.settings_file import read_settings
from goldset.stores.snapshot_texts import open_texts


@dataclass(frozen=True, slots=True)
class Refused:
    """A file that was left as it is, and why."""

    path: str
    message: str
    hint: str


@dataclass(frozen=True, slots=True)
class Formatted:
    """What `fmt` did.

    Attributes:
        files: How many item files it looked at.
        changed: Paths that it wrote, or would write with `--check`; sorted.
        refused: Files that it left alone.
        notes: Spans whose place was filled in, corrected or not found; empty where that was not asked for.
        texts: How many texts were kept that were not: a re-index needs them to tell what moved from what
            changed.
    """

    files: int
    changed: tuple[str, ...]
    refused: tuple[Refused, ...]
    notes: tuple[LocateNote, ...] = ()
    texts: int = 0

    @property
    def settled(self) -> bool:
        """Whether no file was left alone, and every span that was looked for has its place."""
        return not self.refused and all(note.settled for note in self.notes)


@dataclass(frozen=True, slots=True)
class LocateIn:
    """A request to look up where spans stand: the corpus, as for `open_corpus`, or None."""

    corpus: str | None


def fmt(
    folder: Path, paths: Sequence[Path] = (), *, check: bool, locate: LocateIn | None = None
) -> Formatted:
    """Bring items into canonical form; each file is written whole or not at all, and none that has an error.

    Args:
        folder: A folder of the set, where no path is given.
        paths: Files or folders; none for the whole set.
        check: Write nothing.
        locate: Where to look up the places of spans; None leaves them as they are.

    Raises:
        GoldsetError: There is no set, a path holds no item, or a file cannot be written.
    """
    found = find_set_of(folder, paths)
    changed: list[str] = []
    refused: list[Refused] = []
    files = _files(found, paths)
    located, kept = _located(found, folder, files, locate, check=check) if locate else ({}, 0)
    for file in files:
        try:
            new = _formatted(found, file, located.get(file.path))
        except ItemFileError as error:
            refused.append(Refused(file.path, error.message, error.hint))
            continue
        if new != file.text:
            changed.append(file.path)
            if not check:
                write_file(found.root / file.path, new.encode())
    notes = tuple(note for path in sorted(located) for note in located[path].notes)
    return Formatted(len(files), tuple(changed), tuple(refused), notes, kept)


def _located(
    found: SetFolder, folder: Path, files: Iterable[ItemFile], locate: LocateIn, *, check: bool
) -> tuple[Mapping[str, LocatedFile], int]:
    """Return the new text of each file, and how many texts of documents were kept for their spans."""
    with open_texts(found, read_settings(found.tree), locate.corpus, folder) as texts:
        located = {one.path: one for one in locate_files(files, texts)}
        proofs = {proof for one in located.values() for proof in one.proofs}
        return located, 0 if check else sum(texts.keep(*proof) for proof in sorted(proofs))


def _files(found: SetFolder, paths: Sequence[Path]) -> list[ItemFile]:
    every = found.tree.files(FOLDER)
    chosen = set() if paths else set(every)
    for path in paths:
        wanted = found.relative(path)
        inside = {p for p in every if not wanted or p == wanted or p.startswith(f"{wanted}/")}
        if not inside:
            raise ItemFileError(f"there is no item at {path}", "name an item file or a folder of items/")
        chosen |= inside
    return list(read_item_paths(found.tree, sorted(chosen)).files)


def _formatted(found: SetFolder, file: ItemFile, located: LocatedFile | None) -> str:
    if located and located.text != file.text:
        file = read_item(file.path, located.text.encode())
    if file.item is None:
        raise _faulty(file)
    text = file.text
    if is_foldable(file.item):
        text = fold_decisions(text, file.item, _signature(found, file.path))
    new = canonical_text(text)
    if new != file.text:
        formatted = read_item(file.path, new.encode())
        if formatted.item is None:
            raise _faulty(formatted)
        confirm_read_alike(file.path, new, formatted.item)
    return new


def _faulty(file: ItemFile) -> ItemFileError:
    errors = [finding for finding in file.findings if finding.severity is Severity.ERROR]
    more = len(errors) - 1
    others = f" (and {more} more error{'' if more == 1 else 's'})" if more else ""
    where = f"line {errors[0].line}: " if errors[0].line else ""
    return ItemFileError(f"{where}{errors[0].message}{others}", errors[0].hint)


def _signature(found: SetFolder, path: str) -> Signature:
    """Return when and by whom a file was last committed; nothing where it changed since or history is cut."""
    try:
        with open_repository(found.root) as repository:
            where = str(found.root / path)
            if repository.shallow or repository.ask("status", "--porcelain", "--", where):
                return Signature()
            said = repository.ask("log", "-1", "--format=%as%n%an%n%B", "--", where)
    except RepositoryError:
        return Signature()
    if not said:
        return Signature()
    day, name, message = [*said.split("\n", 2), ""][:3]
    return Signature(date.fromisoformat(day), decider(name, message))
