"""Evidence of foreign rows, made ready to be looked for; and places, described as items store them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from goldset.domain.items import Item
from goldset.domain.resolutions import Place
from goldset.domain.set_rows import Evidence, SetRow
from goldset.domain.telling_words import holds_something_of
from goldset.resolution.batches import Workers, cut
from goldset.resolution.describe import Description, Surroundings, entry_fields
from goldset.resolution.exact_search import MOST_PLACES, Quotes
from goldset.resolution.library import Library, ReadingRoom
from goldset.stores.chunk_texts import ChunkText

# To describe a passage takes as long as to read so many characters.
_PLACE = 500
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
    places: Iterable[Place], quotes: Quotes, workers: Workers
) -> dict[Place, Mapping[str, Any]]:
    """Return by place the fields of its gold span: all that an item stores about it.

    Args:
        places: The places.
        quotes: Where quotes stand in the corpus.
        workers: Who reads what stands around them, batch by batch.

    Raises:
        GoldsetError: The text of a document cannot be had, or a process that shares the work ended.
    """
    by_document: dict[str, dict[Place, None]] = defaultdict(dict)
    for place in places:
        by_document[place.doc_id][place] = None
    stands = quotes.find({place.text for there in by_document.values() for place in there})
    documents = [
        _Document(
            doc_id, tuple((place.start, place.end, _here(place, stands[place.text])) for place in there)
        )
        for doc_id, there in sorted(by_document.items())
    ]
    corpus = quotes.corpus
    batches = cut(
        documents,
        lambda one: corpus.documents[one.doc_id].chars + _PLACE * len(one.passages),
        workers.batch,
    )
    described = chain.from_iterable(workers.each("passages", describe_documents, batches, quotes.room))
    found: dict[Place, Mapping[str, Any]] = {}
    for document, around in zip(documents, described, strict=True):
        for place, one in zip(by_document[document.doc_id], around, strict=True):
            also_in = dict.fromkeys(
                other.doc_id for other in stands[place.text] if other.doc_id != place.doc_id
            )
            found[place] = entry_fields(place, one, list(also_in))
    return found


@dataclass(frozen=True, slots=True)
class _Document:
    """A document, and passages of it: where each begins and ends, and how often its text stands there.

    None where nobody has counted.
    """

    doc_id: str
    passages: tuple[tuple[int, int, int | None], ...]


def describe_documents(room: ReadingRoom, documents: Sequence[_Document]) -> list[list[Description]]:
    """Return what stands around the passages of each document (a `Step`)."""
    return [_descriptions(room.new, one) for one in documents]


def _descriptions(library: Library, document: _Document) -> list[Description]:
    text, known = library.text(document.doc_id) or "", library.recalled(document.doc_id)
    around = Surroundings(text, known)
    return [around.describe(*passage) for passage in document.passages]


def _here(place: Place, stands: Sequence[Place]) -> int | None:
    """Return how often a passage stands in its document; of what stands nearly everywhere not every place is known."""
    return sum(other.doc_id == place.doc_id for other in stands) if len(stands) < MOST_PLACES else None
