"""Small corpora and spans for tests of the resolver."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from goldset.domain.items import GoldSpan, Item
from goldset.domain.resolutions import Resolution
from goldset.domain.settings import PolicySettings
from goldset.domain.snapshots import DocumentRecord
from goldset.errors import CorpusError
from goldset.resolution.describe import describe
from goldset.resolution.resolve import resolve_spans


class Pages:
    """A corpus of texts by document id.

    None for a text that cannot be read, `kept` for those that were kept.
    """

    def __init__(
        self,
        texts: Mapping[str, str | None],
        metadata: Mapping[str, Mapping[str, str]] | None = None,
        kept: Sequence[str] | None = None,
    ) -> None:
        self._texts = texts
        self._kept = kept
        scope = metadata or {}
        self.documents = {
            doc_id: DocumentRecord(
                doc_id,
                hashlib.sha256((text or "").encode("utf-8", "surrogatepass")).hexdigest(),
                len(text or ""),
                metadata=scope.get(doc_id, {}),
            )
            for doc_id, text in texts.items()
        }

    def text(self, doc_id: str) -> str | None:
        if doc_id not in self._texts or (self._kept is not None and doc_id not in self._kept):
            return None
        text = self._texts[doc_id]
        if text is None:
            raise CorpusError(f"{doc_id} is not UTF-8")
        return text


def label(
    texts: Mapping[str, str | None],
    doc_id: str,
    quote: str,
    *,
    nth: int = 0,
    bare: bool = False,
    span: Mapping[str, Any] | None = None,
    **item: Any,
) -> Item:
    """Return an item with one span on the nth place of a quote, with what a labelling tool stores.

    `bare`: text only.
    """
    fields: dict[str, Any] = {"id": "s1", "doc_id": doc_id, "text": quote}
    text = texts[doc_id] or ""
    if not bare:
        start = -1
        for _ in range(nth + 1):
            start = text.index(quote, start + 1)
        found = describe(text, start, start + len(quote))
        fields |= {
            "start": start,
            "end": start + len(quote),
            "prefix": found.prefix or None,
            "suffix": found.suffix or None,
            "section": found.section or None,
            "occurrences": found.occurrences,
            "also_in": tuple(d for d, t in texts.items() if d != doc_id and t and quote in t),
        }
    confirmed = GoldSpan.model_validate(fields | dict(span or {}))
    defaults: dict[str, Any] = {
        "id": "item",
        "question": "What does it say?",
        "slice": "test",
        "answerable": True,
        "gold_answer": "what it says",
        "corpus_snapshot": "a",
    }
    return Item.model_validate(defaults | item | {"gold_spans": (confirmed,)})


def resolve(
    before: Mapping[str, str | None],
    after: Mapping[str, str | None],
    item: Item,
    *,
    renames: Sequence[tuple[str, str]] = (),
    policy: PolicySettings | None = None,
    kept: bool = True,
) -> Resolution:
    """Resolve the only span of an item from one corpus to another."""
    old = Pages(before, kept=None if kept else ())
    (found,) = resolve_spans(item.spans(), {"a": old}, Pages(after), renames, policy or PolicySettings())
    return found
