"""Evidence of formats that list the texts of a record's contexts, and leave a free part for what else is known."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from goldset.domain.set_rows import Evidence
from goldset.stores.formats.metadata import Told

NOT_FITTING = "`gold_spans` of its metadata do not fit its contexts, and are not read"


def evidence_in(
    texts: Sequence[str | None], told: Told, notes: list[str], chunk_ids: Sequence[str | None] = ()
) -> Iterator[Evidence]:
    """Yield the evidence of a record: what its metadata says of its texts, else each as a whole chunk.

    Args:
        texts: The texts, in their order.
        told: What its metadata says.
        notes: Takes what people should know.
        chunk_ids: Ids of the texts, as many as there are; else they say nothing.
    """
    ids = chunk_ids if len(chunk_ids) == len(texts) else [None] * len(texts)
    places = [at for _, at in told.spans if at is not None]
    fits = len(set(places)) == len(places) and all(at < len(texts) and texts[at] for at in places)
    if told.spans and not fits:
        notes.append(NOT_FITTING)
    for one, at in told.spans if fits else ():
        yield one if at is None else replace(one, text=texts[at])
    for at, (text, chunk_id) in enumerate(zip(texts, ids, strict=True)):
        if text and not text.isspace() and not (fits and at in places):
            yield Evidence(text=text, chunk_id=chunk_id, coarse="chunk")
