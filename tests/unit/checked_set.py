"""Small sets for the tests of checks."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from goldset.checks.base import CheckedSet, Entry
from goldset.domain.items import Item
from goldset.domain.settings import Settings
from goldset.domain.snapshots import DocumentRecord, Manifest, Snapshot

SENTENCE = "A lost parcel may be claimed for 30 days."
TEXT = f"# Parcels\n\n{SENTENCE} After that the case is closed.\n"


def item(**changes: Any) -> Item:
    fields: dict[str, Any] = {
        "id": "parcel",
        "question": "How long may a lost parcel be claimed for?",
        "slice": "claims",
        "answerable": True,
        "gold_answer": "For 30 days.",
        "corpus_snapshot": "a",
        "gold_spans": [{"doc_id": "parcels.md", "text": SENTENCE}],
    }
    return Item.model_validate(fields | changes)


def unanswerable(**changes: Any) -> Item:
    silent: dict[str, Any] = {
        "answerable": False,
        "gold_answer": None,
        "gold_spans": [],
        "abstain_reason": "not_in_corpus",
    }
    return item(**(silent | changes))


def span(**changes: Any) -> dict[str, Any]:
    return {"gold_spans": [{"doc_id": "parcels.md", "text": SENTENCE} | changes]}


def manifest(documents: Mapping[str, str]) -> Manifest:
    head = Snapshot("a", datetime(2026, 10, 1, tzinfo=UTC), "docs", "t/1", "0" * 64, len(documents), 1)
    records = {name: DocumentRecord(name, f"sha of {name}", len(text)) for name, text in documents.items()}
    return Manifest(head, records)


def a_set(*items: Item, documents: Mapping[str, str] | None = None, settings: Any = None) -> CheckedSet:
    known = {"parcels.md": TEXT} if documents is None else documents
    return CheckedSet(
        entries=[Entry(f"items/claims/{one.id}.yaml", one) for one in items],
        settings=Settings.model_validate(settings or {}),
        item_ids=frozenset(one.id for one in items),
        snapshots=frozenset({"a"}),
        manifests={"a": manifest(known)},
        text=lambda _, record: known[record.doc_id],
    )
