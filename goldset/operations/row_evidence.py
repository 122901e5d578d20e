"""Evidence of foreign rows, made ready to be looked for; and places, described as items store them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from goldset.domain.items import Item
from goldset.domain.progress import Progress
from goldset.domain.resolutions import Place
from goldset.domain.set_rows import Evidence, SetRow
from goldset.domain.telling_words import holds_something_of
from goldset.resolution.describe import Surroundings, entry_fields
from goldset.resolution.exact_search import MOST_PLACES, Quotes
from goldset.stores.chunk_texts import ChunkText

# A copy takes a fifth of the time of an item that is made anew.
_ROW = Item.model_construct(id="row", question="?", slice="rows", answerable=True)


def with_chunk(evidence: Evidence, chunk: ChunkText) -> Evidence:
    """Return evidence that names a chunk with what the chunk says."""
    return replace(
        evidence,
        text=chunk.text,
        doc=chunk.doc_id or evidence.doc,
        start=chunk.start,
        end=chunk.end,
        coarse=evidence.coarse or "chunk",
    )


def holds_answer(row: SetRow, text: str) -> bool:
    """Return whether a text holds a figure or a telling word of a row's answer; true without an answer."""
    language = row.details.get("language")
    return not row.gold_answer or holds_something_of(
        text, row.gold_answer, language if isinstance(language, str) else None
    )


def as_item(row: SetRow) -> Item:
    """Return as much of a row's item as the resolver looks at."""
    language = row.details.get("language")
    said = {
        "question": row.question,
        "gold_answer": row.gold_answer,
        "must_include": _texts(row.details.get("must_include")),
        "must_not_include": _texts(row.details.get("must_not_include")),
        "language": language if isinstance(language, str) else None,
    }
    return _ROW.model_copy(update=said)


def _texts(value: object) -> tuple[str, ...]:
    return tuple(one for one in value if isinstance(one, str)) if isinstance(value, list | tuple) else ()


def describe_places(
    places: Iterable[Place], quotes: Quotes, progress: Progress
) -> dict[Place, Mapping[str, Any]]:
    """Return by place the fields of its gold span: all that an item stores about it.

    Args:
        places: The places.
        quotes: Where quotes stand in the corpus.
        progress: Is told how many places are described.
    """
    by_document: dict[str, set[Place]] = defaultdict(set)
    for place in places:
        by_document[place.doc_id].add(place)
    total = sum(map(len, by_document.values()))
    stands = quotes.find({place.text for there in by_document.values() for place in there})
    found: dict[Place, Mapping[str, Any]] = {}
    for doc_id, there in sorted(by_document.items()):
        around = Surroundings(quotes.corpus.text(doc_id) or "")
        found |= {place: _span(place, around, stands[place.text]) for place in there}
        progress("passages", len(found), total)
    return found


def _span(place: Place, around: Surroundings, stands: Sequence[Place]) -> dict[str, Any]:
    # Of what stands nearly everywhere not every place is known.
    here = sum(other.doc_id == place.doc_id for other in stands) if len(stands) < MOST_PLACES else None
    found = around.describe(place.start, place.end, here)
    also_in = dict.fromkeys(other.doc_id for other in stands if other.doc_id != place.doc_id)
    return entry_fields(place, found, list(also_in))
