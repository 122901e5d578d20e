"""BEIR folders: questions, documents, and judgements of documents by split."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from goldset.domain.set_rows import BadRow, ReadSet, SetRow
from goldset.errors import GoldsetError
from goldset.stores.formats.form import Files, Form
from goldset.stores.formats.item_fields import DETAILS, id_of
from goldset.stores.formats.judgements import (
    NOT_RELEVANT,
    Judgements,
    graded_documents,
    ref_of,
    scale_notices,
    shared_ids,
)
from goldset.stores.formats.metadata import Told, metadata_of, told_by
from goldset.stores.formats.reading import Row
from goldset.stores.formats.records import decoded, table_of
from goldset.stores.formats.source import Source, sha256_of

QUERIES, CORPUS, QRELS = "queries.jsonl", "corpus.jsonl", "qrels/"
HEADING = ["query-id", "corpus-id", "score"]
_SPLITS = {"test": "test", "dev": "dev", "validation": "dev", "valid": "dev", "val": "dev"}
_PLAIN_SPLIT = "test"  # what loaders take where nothing is said
_MEND = "a BEIR folder holds queries.jsonl, corpus.jsonl and qrels/test.tsv"


@dataclass(frozen=True, slots=True)
class _Query:
    """A line of the questions."""

    number: int
    question: str
    ref: str | None
    told: Told


@dataclass(slots=True)
class _Reading:
    """A folder while it is read."""

    queries: list[_Query] = field(default_factory=list)
    bad: list[BadRow] = field(default_factory=list)
    not_read: Counter[str] = field(default_factory=Counter)


def _shows(source: Source) -> bool:
    if not source.is_folder or not (source.path / QUERIES).is_file():
        return False
    return (source.path / CORPUS).is_file() or bool(_qrels_files(source))


def _qrels_files(source: Source) -> list[str]:
    return sorted(f"{QRELS}{path.name}" for path in (source.path / QRELS).glob("*.tsv") if path.is_file())


def _read(source: Source) -> ReadSet:
    if not source.is_folder:
        raise GoldsetError(f"{source.name} is no folder", _MEND)
    reading = _Reading()
    files = {QUERIES: source.read(QUERIES)}
    for row in _rows(files[QUERIES], QUERIES, reading.bad):
        _take_query(row.number, row.values, reading)
    _refuse_doubled(reading)
    judged = Judgements({query.ref for query in reading.queries if query.ref is not None}, QUERIES)
    for file in _qrels_files(source):
        files[file] = source.read(file)
        judged.take(decoded(files[file]), file, is_csv=True)
    texts: dict[str, str | None] = {}
    if (source.path / CORPUS).is_file():
        files[CORPUS] = source.read(CORPUS)
        texts = _texts(files[CORPUS], judged, reading)
    rows = tuple(_row(query, judged, texts) for query in reading.queries)
    bad = (*sorted(reading.bad, key=lambda one: (one.file, one.number)), *judged.faults())
    if not rows and not bad:
        raise GoldsetError(f"{source.name}/{QUERIES} holds no question", _MEND)
    if judged.not_relevant:
        reading.not_read[NOT_RELEVANT] = judged.not_relevant.total()
    not_read = dict(sorted(reading.not_read.items()))
    return ReadSet("beir", source.name, sha256_of(files), rows, bad, not_read, tuple(_notices(judged)))


def _rows(data: bytes, file: str, bad: list[BadRow]) -> tuple[Row, ...]:
    """Return the records of a file of the folder; adds its broken lines."""
    if not data.strip():
        return ()
    table = table_of(file, data, lambda: None)
    bad.extend(replace(one, file=file, is_row=file == QUERIES) for one in table.bad)
    return table.rows


def _take_query(number: int, record: Mapping[str, Any], reading: _Reading) -> None:
    question, ref = record.get("text"), id_of(record.get("_id"))
    if not isinstance(question, str) or not question.strip():
        reading.bad.append(BadRow(number, "`text` holds no question", QUERIES))
        return
    metadata = record.get("metadata")
    told = told_by(metadata) if isinstance(metadata, dict) else Told()
    if isinstance(metadata, dict) and "split" in metadata:
        told.details.setdefault("split", None)  # said to be none, whatever file judges it
    others = [key for key, value in record.items() if key not in {"_id", "text", "metadata"} and value]
    reading.not_read.update([*others, *(f"metadata.{key}" for key in told.others)])
    reading.queries.append(_Query(number, question.strip(), ref, told))


def _refuse_doubled(reading: _Reading) -> None:
    """Refuse the questions that share an id: their judgements belong to either."""
    refused = shared_ids((query.number, query.ref, query.question) for query in reading.queries)
    reading.bad.extend(BadRow(number, reason, QUERIES) for number, reason in refused.items())
    reading.queries = [query for query in reading.queries if query.number not in refused]


def _texts(data: bytes, judged: Judgements, reading: _Reading) -> dict[str, str | None]:
    """Return the texts of the documents that are judged, and report those that are not there."""
    wanted = judged.documents()
    texts: dict[str, str | None] = {}
    for row in _rows(data, CORPUS, reading.bad):
        doc, text = id_of(row.values.get("_id")), row.values.get("text")
        if doc in wanted:
            texts[doc] = text if isinstance(text, str) and text.strip() else None
    judged.without(wanted - texts.keys(), CORPUS)
    return texts


def _row(query: _Query, judged: Judgements, texts: Mapping[str, str | None]) -> SetRow:
    told, notes = query.told, []
    names = [_split_of(file) for file in judged.files.get(query.ref or "", ())]
    splits = sorted({_SPLITS[name] for name in names if name in _SPLITS})
    if query.ref is None:
        notes.append("it has no `_id`, so that no judgement can name it")
    if "split" not in told.details and len(splits) > 1:
        notes.append(f"it is judged in {' and '.join(names)}, and gets no split")
    split = told.details.get("split", splits[0] if len(splits) == 1 else None)
    details = {key: value for key, value in {**told.details, "split": split}.items() if value is not None}
    return SetRow(
        number=query.number,
        question=query.question,
        ref=query.ref,
        gold_answer=told.gold_answer,
        answerable=told.answerable,
        evidence=judged.evidence(query.ref, texts) if query.ref is not None else (),
        details=details,
        notes=tuple(notes),
    )


def _split_of(file: str) -> str:
    return file.removeprefix(QRELS).removesuffix(".tsv")


def _notices(judged: Judgements) -> Iterator[str]:
    if not judged.files:
        yield f"no file of {QRELS} judges a question: none has evidence"
    yield from scale_notices(judged.highest)
    counts = Counter(file for files in judged.files.values() for file in files)
    for file, count in sorted(counts.items()):
        if _split_of(file) not in _SPLITS:
            yield f"{file} names no split that items have: {count} questions get none from it"


def _write(rows: Sequence[SetRow]) -> Files:
    qrels: dict[str, list[list[str]]] = defaultdict(list)
    corpus: dict[str, str] = {}
    for row in rows:
        split = row.details.get("split") or _PLAIN_SPLIT
        qrels[split].extend([ref_of(row), doc, str(grade)] for doc, grade in graded_documents(row).items())
        whole = (one for one in row.evidence if one.coarse == "document")
        corpus |= {one.doc: one.text for one in whole if one.doc is not None and one.text is not None}
    files = {f"{QRELS}{split}.tsv": _tsv([HEADING, *lines]) for split, lines in qrels.items()}
    files[QUERIES] = _lines(
        {"_id": ref_of(row), "text": row.question, "metadata": _metadata(row)} for row in rows
    )
    # Loaders miss documents that a corpus lacks: it is left to its owner unless the rows hold all of it.
    if corpus and all(doc in corpus for row in rows for doc in graded_documents(row)):
        files[CORPUS] = _lines({"_id": doc, "title": "", "text": text} for doc, text in corpus.items())
    return dict(sorted(files.items()))


def _metadata(row: SetRow) -> dict[str, Any]:
    # The split is said even where there is none: questions without one are judged in the file of a split too.
    return {"split": None, **metadata_of(row, ("gold_answer", "answerable"))}


def _tsv(lines: Iterable[Sequence[str]]) -> bytes:
    return "".join("\t".join(map(_cell, line)) + "\n" for line in lines).encode()


def _cell(text: str) -> str:
    is_plain = not any(mark in text for mark in '"\t\r\n')
    return text if is_plain else '"' + text.replace('"', '""') + '"'


def _lines(records: Iterable[Mapping[str, Any]]) -> bytes:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records).encode()


def _lacks(files: Files) -> str:
    if CORPUS in files:
        return ""
    return f"{CORPUS}, which tools need, is not among the files: put that of your own index beside them"


FORM = Form(
    name="beir",
    about="BEIR folder: queries.jsonl, corpus.jsonl and qrels by split",
    suffix="",
    carries=frozenset(
        {"id", "question", "gold_answer", "answerable", "gold_spans.doc_id", "gold_spans.grade", *DETAILS}
    ),
    shows=_shows,
    read=_read,
    write=_write,
    lacks=_lacks,
)
