"""Put an entry into an item's text in place of a span's, however the item's author wrote it."""

from goldset.domain.items import GoldSpan, PendingSpan
from goldset.errors import ItemFileError
from goldset.stores.canonical import span_entry_lines
from goldset.stores.canonical_form import canonical_text
from goldset.stores.span_entries import replace_entry


def put_entry(text: str, span_id: str, entry: GoldSpan | PendingSpan) -> str:
    """Return an item's text with a span's entry replaced; nothing else changes.

    An item whose spans stand in brackets, where no line is one span's own, is brought into canonical form.

    Raises:
        ItemFileError: The text has faults, or holds no such span.
    """
    lines = span_entry_lines(entry)
    try:
        return replace_entry(text, span_id, lines)
    except ItemFileError:
        return replace_entry(canonical_text(text), span_id, lines)
