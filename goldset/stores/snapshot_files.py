"""Snapshots as files of a golden-set repository, and back; the same records give the same bytes."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

import yaml

from goldset.domain.resolutions import Resolution
from goldset.domain.snapshots import (
    METADATA_FIELDS,
    DocumentRecord,
    Manifest,
    Snapshot,
    corpus_digest,
    id_fault,
)
from goldset.errors import SnapshotError
from goldset.stores.front_matter import LOADER
from goldset.stores.json_lines import Row, as_json, damaged, decoded, lines_of, read_lines
from goldset.stores.resolution_rows import resolution_of, row_of
from goldset.stores.trees import Tree

FOLDER = "snapshots"
TEXTS = f"{FOLDER}/texts"
RESOLUTIONS = "resolutions.jsonl"
_HEAD = "snapshot.yaml"
_DOCUMENTS = "documents.jsonl"
_HEAD_KEYS = ("id", "created", "source", "reader", "documents", "chars", "digest")
_PLAIN_KEYS = frozenset({"doc_id", "path", "sha256", "text_sha256", "chars", "title"})
_DOCUMENT_KEYS = _PLAIN_KEYS | frozenset(METADATA_FIELDS)
_SHA256_LENGTH = 64


def snapshot_path(snapshot_id: str, name: str) -> str:
    """Return the path of a file of a snapshot, relative to the set's folder."""
    return f"{FOLDER}/{snapshot_id}/{name}"


def text_path(sha256: str) -> str:
    """Return where the text with this SHA-256 is kept, relative to the set's folder."""
    return f"{TEXTS}/{sha256[:2]}/{sha256}.txt"


def text_sha256(text: str) -> str:
    """Return the SHA-256 of a text as UTF-8, in hex."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def snapshot_ids(tree: Tree) -> list[str]:
    """Return the ids of all snapshots of a set, sorted.

    Raises:
        SnapshotError: A folder holds a part of a snapshot, but not its `snapshot.yaml`.
    """
    names: dict[str, set[str]] = {}
    for path in tree.files(FOLDER):
        folder, _, name = path.removeprefix(f"{FOLDER}/").partition("/")
        if folder != "texts" and not folder.startswith("."):
            names.setdefault(folder, set()).add(name)
    for folder, found in sorted(names.items()):
        if _HEAD not in found and found & {_DOCUMENTS, RESOLUTIONS}:
            raise SnapshotError(
                f"{FOLDER}/{folder} has no {_HEAD}", "take the folder back from Git, or delete it"
            )
    return sorted(folder for folder, found in names.items() if _HEAD in found)


def read_snapshots(tree: Tree) -> list[Snapshot]:
    """Return the snapshots of a set by `created`, then id; the newest is the last.

    Raises:
        SnapshotError: A `snapshot.yaml` is damaged.
    """
    return sorted((read_snapshot(tree, name) for name in snapshot_ids(tree)), key=lambda s: (s.created, s.id))


def read_snapshot(tree: Tree, snapshot_id: str) -> Snapshot:
    """Return what a `snapshot.yaml` says.

    Raises:
        SnapshotError: There is no such snapshot, or its file is damaged.
    """
    path = snapshot_path(snapshot_id, _HEAD)
    data = None if id_fault(snapshot_id) else tree.read(path)
    if data is None:
        known = ", ".join(snapshot_ids(tree)[-5:]) or "none yet"
        raise SnapshotError(
            f"there is no snapshot {snapshot_id}", f"`goldset snapshot list` shows them: {known}"
        )
    head = Row(*_head(data, path))
    snapshot = Snapshot(
        id=head.text("id"),
        created=_moment(head),
        source=head.text("source"),
        reader=head.text("reader"),
        digest=head.text("digest"),
        documents=_number(head, "documents"),
        chars=_number(head, "chars"),
        thinned=head.optional_text("thinned") == "true",
    )
    if snapshot.id != snapshot_id:
        raise head.fault(f"`id` is {snapshot.id}, the folder is {snapshot_id}")
    return snapshot


def _head(data: bytes, path: str) -> tuple[dict[str, str], str, int]:
    text = decoded(data, path)
    try:
        node = yaml.compose(text, Loader=LOADER)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise damaged(path, line, "the file is not YAML") from None
    except yaml.YAMLError:
        raise damaged(path, 1, "the file is not YAML") from None
    if not isinstance(node, yaml.MappingNode):
        raise damaged(path, 1, "the file is not a list of keys and values")
    values: dict[str, str] = {}
    for key, value in node.value:
        line = key.start_mark.line + 1
        if not isinstance(value, yaml.ScalarNode) or key.value in values:
            raise damaged(path, line, f"`{key.value}` is not one single value")
        if key.value not in (*_HEAD_KEYS, "thinned"):
            raise damaged(path, line, f"unknown key `{key.value}`: written by a newer goldset, or damaged")
        values[key.value] = value.value
    return values, path, 1


def _number(head: Row, key: str) -> int:
    text = head.text(key)
    if not (text.isascii() and text.isdigit()):
        raise head.fault(f"`{key}` is not a whole number")
    return int(text)


def _moment(head: Row) -> datetime:
    try:
        created = datetime.fromisoformat(head.text("created"))
    except ValueError:
        raise head.fault("`created` is not a moment such as 2026-10-01T08:00:00Z") from None
    if created.tzinfo is None:
        raise head.fault("`created` has no time zone")
    return created.astimezone(UTC)


def read_manifest(tree: Tree, snapshot_id: str) -> Manifest:
    """Return a snapshot with its documents, checked against its own digest.

    Raises:
        SnapshotError: There is no such snapshot, or a file is damaged or not what the digest says.
    """
    snapshot = read_snapshot(tree, snapshot_id)
    path = snapshot_path(snapshot_id, _DOCUMENTS)
    data = tree.read(path)
    if data is None:
        raise SnapshotError(f"{path} is missing", "take it back from Git")
    documents: dict[str, DocumentRecord] = {}
    for row in read_lines(data, path):
        document = _document(row.only(_DOCUMENT_KEYS))
        if document.doc_id in documents:
            raise row.fault(f"{document.doc_id} stands in the file twice")
        documents[document.doc_id] = document
    if not snapshot.thinned and corpus_digest(documents.values()) != snapshot.digest:
        raise SnapshotError(
            f"{path}: its {len(documents)} documents are not the {snapshot.documents} of the digest",
            "take the snapshot's folder back from Git",
        )
    return Manifest(snapshot, MappingProxyType(documents))


def _document(row: Row) -> DocumentRecord:
    sha256 = row.text("text_sha256")
    if len(sha256) != _SHA256_LENGTH or sha256.strip("0123456789abcdef"):
        raise row.fault("`text_sha256` is not a SHA-256 in hex")
    return DocumentRecord(
        doc_id=row.text("doc_id"),
        text_sha256=sha256,
        chars=row.count("chars"),
        sha256=row.optional_text("sha256"),
        path=row.optional_text("path"),
        title=row.optional_text("title"),
        metadata={} if row.values.keys() <= _PLAIN_KEYS else _metadata(row),
    )


def _metadata(row: Row) -> dict[str, str]:
    return {name: row.text(name) for name in METADATA_FIELDS if name in row.values}


def snapshot_files(manifest: Manifest) -> dict[str, bytes]:
    """Return `snapshot.yaml` and `documents.jsonl` by path relative to the set's folder."""
    snapshot = manifest.snapshot
    documents = sorted(manifest.documents.values(), key=lambda document: document.doc_id)
    return {
        snapshot_path(snapshot.id, _HEAD): _head_bytes(snapshot),
        snapshot_path(snapshot.id, _DOCUMENTS): lines_of([_document_row(document) for document in documents]),
    }


def _head_bytes(snapshot: Snapshot) -> bytes:
    values = {
        "id": as_json(snapshot.id),
        "created": snapshot.created.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
        "source": as_json(snapshot.source),
        "reader": as_json(snapshot.reader),
        "documents": str(snapshot.documents),
        "chars": str(snapshot.chars),
        "digest": as_json(snapshot.digest),
        **({"thinned": "true"} if snapshot.thinned else {}),
    }
    return "".join(f"{key}: {value}\n" for key, value in values.items()).encode()


def _document_row(document: DocumentRecord) -> dict[str, Any]:
    row: dict[str, Any] = {
        "doc_id": document.doc_id,
        "path": document.path if document.path != document.doc_id else None,
        "sha256": document.sha256,
        "text_sha256": document.text_sha256,
        "chars": document.chars,
        "title": document.title,
    }
    if document.metadata:
        row |= {name: document.metadata.get(name) for name in METADATA_FIELDS}
    return {key: value for key, value in row.items() if value is not None}


def read_resolutions(tree: Tree, snapshot_id: str) -> list[Resolution]:
    """Return the lines of a snapshot's `resolutions.jsonl`, none where the file is not there.

    A line's place has an empty text where the confirmed text stands there (see `resolution_lines`).

    Raises:
        SnapshotError: A line is damaged, or a span has two; the message names file and line.
    """
    path = snapshot_path(snapshot_id, RESOLUTIONS)
    found: dict[tuple[str, str], Resolution] = {}
    for row in read_lines(tree.read(path) or b"", path):
        resolution = resolution_of(row)
        if resolution.key in found:
            raise row.fault(f"span {resolution.span} of {resolution.item} has two lines")
        found[resolution.key] = resolution
    return list(found.values())


def resolution_lines(
    resolutions: Iterable[Resolution], confirmed_texts: Mapping[tuple[str, str], str] = MappingProxyType({})
) -> bytes:
    """Return `resolutions.jsonl`: a line a span, by item and span.

    Args:
        resolutions: What to write, in any order.
        confirmed_texts: What a person confirmed, by item and span id: an accepted place with just that text
            is written without it. `unchanged` and `moved` places have that text by definition.
    """
    in_order = sorted(resolutions, key=lambda resolution: resolution.key)
    return lines_of([row_of(resolution, confirmed_texts.get(resolution.key)) for resolution in in_order])


class KeptCorpus:
    """A snapshot whose texts are read from `snapshots/texts` (satisfies `Corpus`)."""

    def __init__(self, tree: Tree, manifest: Manifest) -> None:
        self._tree = tree
        self.documents = manifest.documents

    def text(self, doc_id: str) -> str | None:
        """Return a document's kept text, or None where it was not kept.

        Raises:
            SnapshotError: The kept text is not the one whose hash it is named by.
        """
        document = self.documents.get(doc_id)
        return None if document is None else kept_text(self._tree, document.text_sha256)


def kept_text(tree: Tree, sha256: str) -> str | None:
    """Return the kept text with this SHA-256, or None where there is none.

    Raises:
        SnapshotError: The file holds another text.
    """
    path = text_path(sha256)
    data = tree.read(path)
    if data is None:
        return None
    # A checkout that turned line ends gives the text back once they are turned again: the hash decides.
    for content in (data, data.replace(b"\r\n", b"\n")):
        if hashlib.sha256(content).hexdigest() == sha256:
            return content.decode("utf-8")
    raise SnapshotError(
        f"{path} holds another text than the one it is named by", "take the file back from Git"
    )


def kept_texts(tree: Tree) -> Iterator[str]:
    """Yield the SHA-256 of every kept text, by path."""
    for path in tree.files(TEXTS):
        name = path.rsplit("/", 1)[-1].removesuffix(".txt")
        if path == text_path(name):
            yield name
