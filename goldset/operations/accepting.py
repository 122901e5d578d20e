"""Accept a candidate: the new entry, with what the snapshot's text says around it."""

from goldset.domain.decisions import Surroundings, accepted_entry
from goldset.domain.items import GoldSpan, OfferedCandidate, Span
from goldset.domain.snapshots import Manifest
from goldset.errors import SnapshotError
from goldset.resolution.describe import describe
from goldset.stores.snapshot_files import kept_text
from goldset.stores.trees import Tree


def accepted(span: Span, candidate: OfferedCandidate, text: str | None) -> GoldSpan:
    """Return the entry by which a person confirms a candidate of a queued span.

    Args:
        span: The queued span.
        candidate: One of its candidates.
        text: Text of the candidate's document in the block's snapshot; None where it is not kept.

    Raises:
        SnapshotError: The text does not hold the candidate where the block says so.
    """
    if text is None:
        return accepted_entry(span, candidate, None)
    if text[candidate.start : candidate.end] != candidate.text:
        snapshot = span.relabel.snapshot if span.relabel else None
        raise SnapshotError(
            f"{candidate.doc_id} in {snapshot} does not hold the candidate at {candidate.start}",
            "the block was edited: write the new entry by hand, and check it with `goldset validate`",
        )
    around = describe(text, candidate.start, candidate.end)
    known = Surroundings(around.prefix, around.suffix, around.section, around.occurrences)
    return accepted_entry(span, candidate, known)


def text_in(tree: Tree, manifest: Manifest, doc_id: str) -> str | None:
    """Return the text that a snapshot of a set has of a document; None where it is not kept.

    Raises:
        SnapshotError: A kept text is not what it is named by.
    """
    document = manifest.documents.get(doc_id)
    return kept_text(tree, document.text_sha256) if document else None
