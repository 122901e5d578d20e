"""Hash first: a span of a document that did not change stands where it was confirmed."""

from dataclasses import replace

from goldset.domain.items import Span
from goldset.domain.resolutions import Outcome, Place, Resolution
from goldset.resolution.documents import Fate
from goldset.resolution.library import Pair

UNCHANGED_DOCUMENT = "the document is unchanged"


def carry_over(span: Span, pair: Pair, blank: Resolution) -> Resolution | None:
    """Return the resolution of a span that stands at its offset in a document with the same hash.

    None where it has no offset or its text does not stand there: then the document is read. The two texts are
    one, so the old one, where it was kept, spares reading the new corpus; neither is normalised.

    Args:
        span: The span; its document has the same hash and applies to the same people, places and times.
        pair: The texts of the snapshots.
        blank: The span's resolution with its names alone.

    Raises:
        CorpusError: The document cannot be read.
    """
    doc_id, quote, start = span.confirmed.doc_id, span.confirmed.text, span.confirmed.start
    raw = pair.old.text(doc_id)
    if raw is None:
        raw = pair.new.text(doc_id)
    if raw is None or start is None or not quote or not raw.startswith(quote, start):
        return None
    return replace(
        blank,
        outcome=Outcome.UNCHANGED,
        accepted=True,
        to=Place(doc_id, start, start + len(quote), quote),
        reason=UNCHANGED_DOCUMENT,
        note={"document": Fate.SAME.name.lower(), "words": UNCHANGED_DOCUMENT},
    )
