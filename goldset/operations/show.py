"""Show one item, its passages, and where they stand in a snapshot."""

from difflib import get_close_matches
from pathlib import Path

from goldset.domain.findings import Severity
from goldset.domain.items import Span
from goldset.domain.standing import Cause, SpanStanding, stand_item
from goldset.errors import ItemFileError
from goldset.operations.absent_snapshot import require_snapshot
from goldset.operations.standings import read_standpoint
from goldset.reporting.shown_item import ShownItem, ShownSpan
from goldset.stores.item_files import FOLDER, SUFFIX, ItemFile, read_item, read_items
from goldset.stores.set_folder import find_set
from goldset.stores.snapshot_files import kept_text
from goldset.stores.trees import Tree


def show_item(folder: Path, item_id: str, at: str | None) -> ShownItem:
    """Return an item with where it stands in a snapshot, the newest where none is named.

    Raises:
        ItemFileError: There is no such item, or its file has errors.
        SnapshotError: There is no such snapshot, or one that is needed is damaged.
    """
    found = find_set(folder)
    if at is not None:
        require_snapshot(found, at)
    tree = found.tree
    file = _file_of(tree, item_id)
    if file.item is None:
        first = next(f for f in file.findings if f.severity is Severity.ERROR)
        raise ItemFileError(
            f"{file.path}, line {first.line}: {first.message}", "`goldset validate` lists all"
        )
    where = read_standpoint(tree, [file.item], at)
    if where is None:
        spans = tuple(_without_snapshot(span) for span in file.item.spans())
        return ShownItem(file.path, file.item, None, None, spans)
    standing = stand_item(file.item, where)
    hashes = {doc_id: record.text_sha256 for doc_id, record in where.documents[where.snapshot].items()}
    spans = tuple(_shown(tree, span, hashes) for span in standing.spans)
    return ShownItem(file.path, file.item, where.snapshot, standing, spans)


def _without_snapshot(span: Span) -> ShownSpan:
    standing = SpanStanding(span, Cause.NO_SNAPSHOT, "the set has no snapshot")
    return ShownSpan(standing, span.confirmed.prefix or "", span.confirmed.suffix or "")


def _file_of(tree: Tree, item_id: str) -> ItemFile:
    """Return an item's file: the one named by its id; only where there is none are all of them read."""
    by_name = {path.rpartition("/")[2].removesuffix(SUFFIX): path for path in tree.files(FOLDER)}
    path = by_name.get(item_id)
    data = None if path is None else tree.read(path)
    if path is not None and data is not None:
        return read_item(path, data)
    files = read_items(tree).files
    named = next((file for file in files if file.id == item_id), None)
    if named is not None:
        return named
    near = get_close_matches(item_id, [file.id for file in files if file.id], n=3, cutoff=0.5)
    near += sorted(file.id for file in files if file.id and item_id in file.id and file.id not in near)[:3]
    hint = f"did you mean {' or '.join(near[:3])}?" if near else "`goldset validate` names every file"
    raise ItemFileError(f"there is no item {item_id}", hint)


def _shown(tree: Tree, standing: SpanStanding, hashes: dict[str, str]) -> ShownSpan:
    """Return a span with what stands around it: in the snapshot if its text was kept, else as confirmed."""
    place, c = standing.place, standing.span.confirmed
    sha256 = hashes.get(place.doc_id) if place else None
    text = kept_text(tree, sha256) if sha256 else None
    if place is None or text is None:
        return ShownSpan(standing, c.prefix or "", c.suffix or "")
    if text[place.start : place.end] != place.text:
        return ShownSpan(standing, c.prefix or "", c.suffix or "", misplaced=True)
    return ShownSpan(standing, text[: place.start], text[place.end :])
