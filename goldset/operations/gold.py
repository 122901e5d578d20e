"""Gold where it stands in the snapshot that a run is scored in. Every item is scored or counted as left out."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from goldset.domain.gold import Evidence, GoldItem, GoldSet
from goldset.domain.items import Decision, Item, NearSpan, PendingSpan, Status
from goldset.domain.resolutions import Place
from goldset.domain.snapshots import DocumentRecord
from goldset.domain.standing import Cause, ItemStanding, SpanStanding, Standpoint, State, stand_item
from goldset.errors import ItemFileError
from goldset.operations.absent_snapshot import require_snapshot
from goldset.operations.standings import read_standpoint
from goldset.resolution.locate import find_quote
from goldset.stores.item_files import ItemFile, read_items
from goldset.stores.set_folder import SetFolder
from goldset.stores.settings_file import read_settings
from goldset.stores.snapshot_files import kept_text, read_snapshots

DRAFT, RETIRED, PINNED = "draft", "retired", "pinned to another snapshot"
_HELD = 20_000_000  # characters of texts that are held at once

Text = Callable[[str], str | None]


@dataclass(frozen=True, slots=True)
class ReadGold:
    """Gold and the texts of its snapshot.

    Attributes:
        gold: The set where it stands.
        text: Returns a document's text in the snapshot; None where it is not kept.
    """

    gold: GoldSet
    text: Text


def read_gold(found: SetFolder, at: str | None) -> ReadGold:
    """Return a set where it stands in a snapshot.

    Args:
        found: The set's folder.
        at: Id of the snapshot; None for the newest.

    Raises:
        ItemFileError: An item file has errors: an item that cannot be read would be in no count.
        SnapshotError: There is no such snapshot, or one that is needed is damaged.
    """
    listed = every_item(found)
    if at is not None:
        require_snapshot(found, at)
    where = read_standpoint(found.tree, listed, at)
    records = where.documents[where.snapshot] if where else {}
    text = texts_of(found, records)
    items, left_out = _scored(listed, where, text)
    gold = GoldSet(
        name=read_settings(found.tree).set,
        snapshot=where.snapshot if where else None,
        items=items,
        left_out=left_out,
        scopes={doc_id: scope for doc_id, record in records.items() if (scope := record.scope())},
        aliases=aliases_of(records.values()),
        documents={doc_id: record.chars for doc_id, record in records.items()},
        is_thinned=any(s.thinned for s in read_snapshots(found.tree) if where and s.id == where.snapshot),
    )
    return ReadGold(gold, text)


def every_item(found: SetFolder) -> tuple[Item, ...]:
    """Return every item of a set, by path.

    Raises:
        ItemFileError: An item file has errors, or two of them are one item: one would be in no count.
    """
    read = read_items(found.tree)
    if read.unreadable:
        named = ", ".join(file.path for file in read.unreadable[:3])
        raise ItemFileError(
            f"{len(read.unreadable)} item files have errors, and would be in no count: {named}",
            "`goldset validate` lists all of them",
        )
    _refuse_twins(read.files)
    return read.items


def texts_of(found: SetFolder, records: Mapping[str, DocumentRecord]) -> Text:
    """Return what gives a document's text in a snapshot by id; None where it is not kept."""
    held: dict[str, str | None] = {}
    room = _HELD

    def text(doc_id: str) -> str | None:
        nonlocal room
        if doc_id in held:
            return held[doc_id]
        record = records.get(doc_id)
        read = None if record is None else kept_text(found.tree, record.text_sha256)
        room -= len(read or "")
        if room < 0:
            held.clear()
            room = _HELD - len(read or "")
        held[doc_id] = read
        return read

    return text


def _refuse_twins(files: Iterable[ItemFile]) -> None:
    first: dict[str, str] = {}
    for file in files:
        if file.id is not None and first.setdefault(file.id, file.path) != file.path:
            raise ItemFileError(
                f"{first[file.id]} and {file.path} are both item {file.id}: only one of them would be counted",
                "`goldset validate` says more",
            )


def aliases_of(records: Iterable[DocumentRecord]) -> dict[str, str]:
    """Return document ids by `url` and path; what names two documents, or is an id itself, names none."""
    listed = list(records)
    known = {record.doc_id for record in listed}
    named: dict[str, set[str]] = defaultdict(set)
    for record in listed:
        for name in (record.metadata.get("url"), record.path):
            if name and name not in known:
                named[name].add(record.doc_id)
    return {name: next(iter(ids)) for name, ids in sorted(named.items()) if len(ids) == 1}


def _scored(
    items: Iterable[Item], where: Standpoint | None, text: Text
) -> tuple[dict[str, GoldItem], dict[str, tuple[str, ...]]]:
    scored: dict[str, GoldItem] = {}
    left_out: dict[str, list[str]] = defaultdict(list)
    for item in sorted(items, key=lambda item: item.id):
        why = _why_left_out(item, where)
        if why:
            left_out[why].append(item.id)
        else:
            scored[item.id] = _gold_item(item, where, text)
    return scored, {why: tuple(ids) for why, ids in sorted(left_out.items())}


def _why_left_out(item: Item, where: Standpoint | None) -> str:
    if item.status is Status.DRAFT:
        return DRAFT
    if item.status is Status.RETIRED or Decision.RETIRE in _decisions(item):
        return RETIRED
    here = where.snapshot if where else None
    return PINNED if item.pinned and any(span.snapshot != here for span in item.spans()) else ""


def _gold_item(item: Item, where: Standpoint | None, text: Text) -> GoldItem:
    if not item.answerable or Decision.UNANSWERABLE in _decisions(item):
        return GoldItem(item, State.CURRENT, "", (), _near(item, where), is_answerable=False)
    if where is None:
        return GoldItem(item, State.STALE, "the set has no snapshot", ())
    # A pinned item is scored in its own snapshot alone, and there it is current.
    standing = stand_item(item.model_copy(update={"pinned": False}) if item.pinned else item, where)
    evidence, faults = _evidence(standing, text)
    near = _near(item, where)
    if standing.state is State.STALE:
        return GoldItem(item, State.STALE, standing.reason, evidence, near)
    if faults:
        return GoldItem(item, State.STALE, faults[0], evidence, near)
    return GoldItem(item, State.CURRENT, "", evidence, near)


def _evidence(standing: ItemStanding, text: Text) -> tuple[tuple[Evidence, ...], list[str]]:
    """Return the evidence whose place is known, and why that of other current spans is not."""
    found: list[tuple[SpanStanding, Place]] = []
    faults = []
    for span in standing.spans:
        if span.state is not State.CURRENT:
            continue
        place = place_of(span, text)
        if place is None:
            faults.append(not_at_one_place(span))
        else:
            found.append((span, place))
    return tuple(_merged(found)), faults


def not_at_one_place(span: SpanStanding) -> str:
    """Return why a current span without a place cannot be used."""
    return f"span {span.span.id}: its quote is not found at one place of {span.span.confirmed.doc_id}"


def place_of(span: SpanStanding, text: Text) -> Place | None:
    """Return where a current span stands: its place is believed where the document's text, if kept, holds it there."""
    place, quote = span.place, span.span.confirmed
    if span.cause is Cause.CARRIED_OVER:
        return place
    document = text(quote.doc_id)
    if document is None:
        return place
    if place is not None and document[place.start : place.end] == quote.text:
        return place
    at = find_quote(quote, document).at
    return None if at is None else Place(quote.doc_id, at, at + len(quote.text), quote.text)


def _merged(found: Sequence[tuple[SpanStanding, Place]]) -> Iterator[Evidence]:
    """Yield one evidence a place, in order: who listed a passage twice did not make it two."""
    by_place: dict[tuple[str, int, int], list[SpanStanding]] = defaultdict(list)
    texts: dict[tuple[str, int, int], str] = {}
    for span, place in found:
        key = (place.doc_id, place.start, place.end)
        by_place[key].append(span)
        texts[key] = place.text
    for (doc_id, start, end), spans in sorted(by_place.items()):
        yield Evidence(
            spans=tuple(span.span.id for span in spans),
            doc_id=doc_id,
            start=start,
            end=end,
            text=texts[doc_id, start, end],
            grade=max(span.span.confirmed.grade for span in spans),
            groups=_groups(spans),
            coarse=all(span.span.confirmed.coarse is not None for span in spans),
        )


def _groups(spans: Sequence[SpanStanding]) -> tuple[str, ...]:
    """Return the groups that spans of one place serve; of spans without a named one, the first stands for all."""
    named = {group for span in spans if span.span.confirmed.group is not None for group in span.span.groups}
    return tuple(sorted(named)) if named else (min(span.span.id for span in spans),)


def _near(item: Item, where: Standpoint | None) -> tuple[tuple[str, int, int], ...]:
    """Return the near spans whose place is known."""
    return tuple(
        (near.doc_id, near.start, near.end)
        for near in item.near_spans
        if near.start is not None and near.end is not None and near_stands(near, item, where)
    )


def near_stands(near: NearSpan, item: Item, where: Standpoint | None) -> bool:
    """Return whether a near span's document is the same as when the item was confirmed: nobody resolves them."""
    if where is None or item.corpus_snapshot is None:
        return False
    then = where.documents.get(item.corpus_snapshot, {}).get(near.doc_id)
    now = where.documents[where.snapshot].get(near.doc_id)
    return then is not None and now is not None and then.text_sha256 == now.text_sha256


def _decisions(item: Item) -> set[Decision | None]:
    return {entry.relabel.decision for entry in item.gold_spans if isinstance(entry, PendingSpan)}
