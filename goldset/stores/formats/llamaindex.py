"""Sets of LlamaIndex, as JSON: labelled examples, and pairs of questions and chunks for fine-tuning."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from goldset.domain.set_rows import BadRow, ReadSet, SetRow
from goldset.errors import GoldsetError
from goldset.stores.formats.cells import is_nothing, text_of, texts_of
from goldset.stores.formats.form import Files, Form
from goldset.stores.formats.item_fields import ALL, id_of
from goldset.stores.formats.json_text import fault_of, pairs_of
from goldset.stores.formats.listed_texts import evidence_in
from goldset.stores.formats.metadata import Told, listed, metadata_of, told_by
from goldset.stores.formats.source import Source, sha256_of

_EXAMPLE = frozenset({"query", "reference_contexts", "reference_answer", "id", "metadata"})
_PAIRS = ("queries", "corpus", "relevant_docs")
_FREE = "metadata"
_MEND = "goldset reads LabelledRagDataset and EmbeddingQAFinetuneDataset, each as `save_json` writes it"


def shows_examples(source: Source) -> bool:
    """Return whether a file is a LabelledRagDataset."""
    found = source.json if not source.is_folder else None
    examples = found.get("examples") if isinstance(found, Mapping) else None
    return isinstance(examples, list) and any(
        isinstance(one, Mapping)
        and "query" in one
        and {"reference_contexts", "reference_answer"} & one.keys()
        for one in examples[:20]
    )


def shows_pairs(source: Source) -> bool:
    """Return whether a file is an EmbeddingQAFinetuneDataset."""
    found = source.json if not source.is_folder else None
    return isinstance(found, Mapping) and all(isinstance(found.get(name), Mapping) for name in _PAIRS)


class _Reading:
    def __init__(self) -> None:
        self.rows: list[SetRow] = []
        self.bad: list[BadRow] = []
        self.not_read: Counter[str] = Counter()

    def told(self, metadata: Any) -> Told:
        told = told_by(metadata) if isinstance(metadata, Mapping) else Told()
        self.not_read.update(f"{_FREE}.{key}" for key in told.others)
        return told

    def read_set(self, form: str, source: Source, notices: Sequence[str] = ()) -> ReadSet:
        not_read = dict(sorted(self.not_read.items()))
        sha256 = sha256_of({source.name: source.data})
        return ReadSet(form, source.name, sha256, tuple(self.rows), tuple(self.bad), not_read, tuple(notices))


def _read(source: Source, form: str) -> ReadSet:
    if shows_pairs(source):
        return _read_pairs(source, form)
    found = source.json
    examples = found.get("examples") if isinstance(found, Mapping) else None
    if not isinstance(examples, list):
        raise GoldsetError(f"{source.name} is no set of LlamaIndex", _MEND)
    reading = _Reading()
    for number, example in enumerate(examples, start=1):
        try:
            reading.rows.append(_example_row(number, example, reading))
        except ValueError as error:
            reading.bad.append(BadRow(number, f"examples[{number - 1}]: {error}"))
    return reading.read_set(form, source)


def _example_row(number: int, example: Any, reading: _Reading) -> SetRow:
    fault = fault_of(example)
    question = example.get("query") if isinstance(example, Mapping) else None
    if fault or not isinstance(question, str) or not question.strip():
        raise ValueError(fault or "`query` is missing")
    notes: list[str] = []
    told = reading.told(example.get(_FREE))
    contexts = example.get("reference_contexts")
    texts = texts_of(contexts) if isinstance(contexts, list) else None
    if texts is None and not is_nothing(contexts):
        notes.append("`reference_contexts` is no list of texts, and is not read")
        reading.not_read["reference_contexts"] += 1
    reading.not_read.update(
        name for name, value in example.items() if name not in _EXAMPLE and not is_nothing(value)
    )
    row = SetRow(number, question.strip(), id_of(example.get("id")), text_of(example.get("reference_answer")))
    return _with(row, told, texts or [], notes)


def _with(
    row: SetRow, told: Told, texts: Sequence[str | None], notes: list[str], ids: Sequence[str] = ()
) -> SetRow:
    """Return a row with what its texts and its metadata say."""
    evidence = tuple(evidence_in(texts, told, notes, ids))
    if told.answerable is False and evidence:
        notes.append("it has no answer, so that its passages are no gold")
        evidence = ()
    return replace(
        row,
        gold_answer=row.gold_answer or told.gold_answer,
        answerable=told.answerable,
        evidence=evidence,
        near=told.near,
        details=told.details,
        notes=tuple(notes),
    )


def _read_pairs(source: Source, form: str) -> ReadSet:
    said = source.json
    corpus, relevant, free = said["corpus"], said["relevant_docs"], said.get(_FREE)
    reading = _Reading()
    pairs = pairs_of(said["queries"])
    for number, (ref, question) in enumerate(pairs, start=1):
        if not isinstance(question, str) or not question.strip() or fault_of([ref, question]):
            reading.bad.append(BadRow(number, f"queries.{ref}: it is no question"))
            continue
        ids = list(_known(ref, relevant.get(ref), corpus, number, reading))
        told = reading.told(free.get(ref) if isinstance(free, Mapping) else None)
        row = SetRow(number, question.strip(), ref, where=ref)
        reading.rows.append(_with(row, told, [corpus[one] for one in ids], [], ids))
    known = {ref for ref, _ in pairs}
    for number, ref in enumerate(relevant, start=1):
        if ref not in known:
            reading.bad.append(
                BadRow(number, f"question {ref} is not in queries", "relevant_docs", is_row=False)
            )
    mode = said.get("mode", "text")
    return reading.read_set(
        form, source, [] if mode == "text" else [f"its mode is {mode}: only texts are read"]
    )


def _known(ref: str, ids: Any, corpus: Mapping[str, Any], number: int, reading: _Reading) -> Iterator[str]:
    for one in ids if isinstance(ids, list) else [] if ids is None else [ids]:
        if isinstance(corpus.get(str(one)), str):
            yield str(one)
        else:
            reason = f"chunk {one} of question {ref} is not in corpus"
            reading.bad.append(BadRow(number, reason, "relevant_docs", is_row=False))


def write_examples(rows: Sequence[SetRow]) -> Files:
    """Write a LabelledRagDataset, with what it has no place for in `metadata`, which LlamaIndex passes over."""
    return _json({"examples": [_example(row) for row in rows]})


def _example(row: SetRow) -> dict[str, Any]:
    texts, spans = listed(row)
    return {
        "query": row.question,
        "query_by": None,
        "reference_contexts": texts,
        "reference_answer": row.gold_answer or "",
        "reference_answer_by": None,
        "id": row.ref,
        _FREE: metadata_of(row, ("answerable", "near_spans")) | ({"gold_spans": spans} if spans else {}),
    }


def write_pairs(rows: Sequence[SetRow]) -> Files:
    """Write an EmbeddingQAFinetuneDataset, with what it has no place for in `metadata`, by question."""
    queries: dict[str, str] = {}
    corpus: dict[str, str] = {}
    relevant: dict[str, list[str]] = {}
    free: dict[str, dict[str, Any]] = {}
    for row in rows:
        ref = row.ref or f"row-{row.number}"
        texts, spans = listed(row)
        names = [f"text-{hashlib.sha256(text.encode()).hexdigest()[:16]}" for text in texts]
        corpus |= dict(zip(names, texts, strict=True))
        queries[ref], relevant[ref] = row.question, names
        free[ref] = metadata_of(row, ("gold_answer", "answerable", "near_spans"))
        free[ref] |= {"gold_spans": spans} if spans else {}
    return _json(
        {"queries": queries, "corpus": corpus, "relevant_docs": relevant, "mode": "text", _FREE: free}
    )


def _json(data: Mapping[str, Any]) -> Files:
    return {"": (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode()}


EXAMPLES = Form(
    name="llamaindex",
    about="LlamaIndex: a LabelledRagDataset",
    suffix=".json",
    carries=ALL,
    shows=shows_examples,
    read=lambda source: _read(source, "llamaindex"),
    write=write_examples,
)
PAIRS = Form(
    name="llamaindex-pairs",
    about="LlamaIndex: an EmbeddingQAFinetuneDataset",
    suffix=".json",
    carries=ALL,
    shows=shows_pairs,
    read=lambda source: _read(source, "llamaindex-pairs"),
    write=write_pairs,
)
