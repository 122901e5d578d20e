"""Corpus snapshots: which documents were indexed, with hashes of their text."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Protocol

from goldset.domain.fields import SNAPSHOT_ID_PATTERN
from goldset.domain.items import digest
from goldset.errors import SnapshotError

SCOPE_FIELDS = ("jurisdiction", "language", "edition", "version", "effective_from", "effective_to")
METADATA_FIELDS = (*SCOPE_FIELDS, "url", "access")


@dataclass(frozen=True, slots=True)
class DocumentRecord:
    """A line of `documents.jsonl`.

    Attributes:
        doc_id: The document's id: `/` as separator, NFC.
        text_sha256: SHA-256 of the text that offsets count in, as UTF-8.
        chars: Length of that text in code points.
        sha256: SHA-256 of the file's bytes; None where the source has no file per document.
        path: Path below the source, where it differs from `doc_id`.
        title: First heading, front-matter title or column; None where there is none.
        metadata: Mapped metadata, keys of METADATA_FIELDS only.
    """

    doc_id: str
    text_sha256: str
    chars: int
    sha256: str | None = None
    path: str | None = None
    title: str | None = None
    metadata: Mapping[str, str] = field(default_factory=dict)

    def scope(self) -> dict[str, str]:
        """Return the metadata that decides what the text applies to."""
        return {name: self.metadata[name] for name in SCOPE_FIELDS if name in self.metadata}


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What `snapshot.yaml` says: what was indexed, when, from where, read by what.

    Attributes:
        id: Name of the snapshot's folder.
        created: When the corpus was built; aware, whole seconds, UTC.
        source: Where it came from, never a local absolute path.
        reader: Name and version of what made text of the files, such as `goldset-text/1`.
        digest: SHA-256 over (doc_id, text_sha256, metadata) of every document (see `corpus_digest`).
        documents: How many documents were indexed.
        chars: Code points of all their texts.
        thinned: Whether the manifest keeps only the documents that confirmed spans name.
    """

    id: str
    created: datetime
    source: str
    reader: str
    digest: str
    documents: int
    chars: int
    thinned: bool = False


@dataclass(frozen=True, slots=True)
class Manifest:
    """A snapshot with its documents by id."""

    snapshot: Snapshot
    documents: Mapping[str, DocumentRecord]


class Corpus(Protocol):
    """A snapshot whose texts can be read: a folder, a Git tree, kept texts, or a dictionary in tests."""

    @property
    def documents(self) -> Mapping[str, DocumentRecord]:
        """The documents by id."""

    def text(self, doc_id: str) -> str | None:
        """Return a document's text, or None where it was not kept."""


def corpus_digest(documents: Iterable[DocumentRecord]) -> str:
    """Return the digest that says whether two snapshots hold the same corpus, whatever the order."""
    rows = sorted((d.doc_id, d.text_sha256, dict(d.metadata)) for d in documents)
    return digest(rows)


def newest(snapshots: Iterable[Snapshot]) -> Snapshot | None:
    """Return the snapshot with the latest `created`, then the greatest id; None where there is none."""
    return max(snapshots, key=lambda s: (s.created, s.id), default=None)


def id_fault(snapshot_id: str) -> str:
    """Return why a text cannot be a snapshot's id, which names a folder and branches; empty if it can."""
    if not re.fullmatch(SNAPSHOT_ID_PATTERN, snapshot_id):
        return "an id is 1 to 64 letters, digits, `.`, `_` or `-`, the first one a letter or digit"
    if ".." in snapshot_id or snapshot_id.endswith((".", ".lock")):
        return "Git allows no `..`, no `.` and no `.lock` at the end of a branch's name"
    if snapshot_id.casefold() == "texts":
        return "`snapshots/texts` holds the kept texts"
    return ""


def default_id(created: datetime, corpus: str) -> str:
    """Return the id of a snapshot that nobody named: its date and the start of its corpus digest."""
    return f"{created.astimezone(UTC):%Y-%m-%d}-{corpus[:6]}"


def raised(created: datetime, base: Iterable[Snapshot]) -> datetime:
    """Return `created` in whole seconds, UTC, and one second after the base's newest if not later."""
    wanted = created.astimezone(UTC).replace(microsecond=0)
    last = newest(base)
    return wanted if last is None or wanted > last.created else last.created + timedelta(seconds=1)


def refuse_unusable(wanted: str | None) -> None:
    """Refuse what a person asked for where it can be the id of no snapshot, whatever the corpus is.

    Raises:
        SnapshotError: The wanted id cannot be one.
    """
    if wanted is not None and (fault := id_fault(wanted)):
        raise SnapshotError(f"{wanted!r} cannot be the id of a snapshot: {fault}", "choose another id")


def free_id(wanted: str | None, created: datetime, corpus: str, base: Iterable[Snapshot]) -> str:
    """Return the id of a new snapshot: the wanted one, else the default one, counted on where it is taken.

    Args:
        wanted: What a person asked for.
        created: The snapshot's `created`.
        corpus: Its digest.
        base: The snapshots that are there.

    Raises:
        SnapshotError: The wanted id cannot be one, or stands for another snapshot.
    """
    taken = {snapshot.id.casefold(): snapshot for snapshot in base}
    if wanted is None:
        start = default_id(created, corpus)
        names = (start, *(f"{start}-{number}" for number in range(2, len(taken) + 3)))
        return next(name for name in names if name.casefold() not in taken)
    refuse_unusable(wanted)
    there = taken.get(wanted.casefold())
    if there is not None:
        same = "the same" if there.digest == corpus else "another"
        raise SnapshotError(
            f"there is a snapshot {there.id} already, of {same} corpus (digest {there.digest[:12]})",
            "an id stands for one snapshot for ever: choose another id",
        )
    return wanted
