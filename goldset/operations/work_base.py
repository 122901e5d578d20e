"""The set in the working folder as what a re-index starts from, without the questions that goldset put into it."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from goldset.domain.items import Item, Span
from goldset.domain.lines import Key
from goldset.domain.queue import Ask, block_key
from goldset.domain.resolutions import Resolution
from goldset.errors import SnapshotError
from goldset.operations.base import Base
from goldset.stores.entry_writes import put_entry
from goldset.stores.git_repo import Repository
from goldset.stores.item_files import FOLDER, SUFFIX, read_item
from goldset.stores.set_folder import SetFolder
from goldset.stores.settings_file import read_settings
from goldset.stores.snapshot_files import read_resolutions, read_snapshots
from goldset.stores.trees import FilesTree, LayeredTree, Tree

HERE = "the working folder"


@dataclass(frozen=True, slots=True)
class WorkBase:
    """The set in the working folder.

    Attributes:
        base: The set; an item that differs from the last commit by goldset's own questions alone is as it is there.
        dirty: Item files that hold work of people which is not committed, by path below the set's folder.
        asked: Span keys, by span id, of the questions that stand in the working folder, by item id.
    """

    base: Base
    dirty: frozenset[str]
    asked: Mapping[str, Mapping[str, str]]


def read_work_base(repository: Repository, found: SetFolder) -> WorkBase:
    """Read the set in the working folder.

    Raises:
        ItemFileError: Item files cannot be read, or two have one id.
        GoldsetError: Settings or snapshots are damaged.
    """
    tree, prefix = found.tree, repository.prefix(found.root)
    head = repository.ask("rev-parse", "--verify", "--quiet", "HEAD^{commit}") or ""
    committed = repository.ask("log", "-1", "--format=%ct", head) if head else None
    base = Base(
        branch=HERE,
        commit=head,
        committed=datetime.fromtimestamp(int(committed or 0), UTC),
        prefix=prefix,
        tree=tree,
        settings=read_settings(tree),
        snapshots=tuple(read_snapshots(tree)),
    )
    asked = {item.id: questions(item) for item in base.items}
    changed = _uncommitted(repository, prefix)
    originals = _originals(repository, base, changed) if head else {}
    layered: Tree = LayeredTree((FilesTree(originals), tree)) if originals else tree
    return WorkBase(replace(base, tree=layered), frozenset(changed) - originals.keys(), asked)


def questions(item: Item) -> dict[str, str]:
    """Return the span keys, by span id, of the questions of an item that nobody has decided."""
    keys = {span.id: block_key(span) for span in _undecided(item)}
    return {span: key for span, key in keys.items() if key}


def _undecided(item: Item) -> list[Span]:
    return [span for span in item.spans() if span.relabel and not span.relabel.decision]


def _uncommitted(repository: Repository, prefix: str) -> list[str]:
    """Return the item files that are not as the last commit has them, new ones too."""
    folder = f"{prefix}/{FOLDER}" if prefix else FOLDER
    asked = ("status", "--porcelain", "-z", "--no-renames", "--untracked-files=all", "--ignored")
    rows = repository.run("--no-optional-locks", *asked, "--", f":(top,literal){folder}")
    below = len(prefix) + 1 if prefix else 0
    paths = (os.fsdecode(row[3:])[below:] for row in rows.split(b"\0") if row)
    return sorted(path for path in paths if path.endswith(SUFFIX))


def _originals(repository: Repository, base: Base, changed: Iterable[str]) -> dict[str, bytes]:
    """Return the committed bytes of items that differ from them by goldset's own questions alone."""
    head = repository.tree(base.commit, base.prefix) if changed else FilesTree({})
    lines: dict[str, Mapping[Key, Resolution]] = {}
    found = {}
    for path in changed:
        committed, here = head.read(path), base.tree.read(path)
        if (
            committed is not None
            and here is not None
            and _is_asked(base.tree, path, (committed, here), lines)
        ):
            found[path] = committed
    return found


def _is_asked(
    tree: Tree, path: str, sides: tuple[bytes, bytes], lines: dict[str, Mapping[Key, Resolution]]
) -> bool:
    """Return whether a file is the committed one with just the questions that its snapshots' lines ask."""
    committed, here = sides
    old, new = read_item(path, committed).item, read_item(path, here).item
    if old is None or new is None or not _undecided(new):
        return False
    spans = {span.id: span for span in old.spans()}
    text = committed.decode()
    for span in _undecided(new):
        snapshot = span.relabel.snapshot if span.relabel else None
        line = _lines(tree, snapshot, lines).get(span.key)
        if snapshot is None or line is None or span.id not in spans:
            return False
        text = put_entry(text, span.id, Ask(spans[span.id], line, snapshot).entry())
    return text.encode() == here


def _lines(
    tree: Tree, snapshot: str | None, known: dict[str, Mapping[Key, Resolution]]
) -> Mapping[Key, Resolution]:
    if snapshot is None:
        return {}
    if snapshot not in known:
        try:
            known[snapshot] = {line.key: line for line in read_resolutions(tree, snapshot)}
        except SnapshotError:
            known[snapshot] = {}
    return known[snapshot]
