"""Topics of TREC with judgements of documents (qrels): a folder that holds both, or topics beside their qrels."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from goldset.domain.set_rows import BadRow, ReadSet, SetRow
from goldset.errors import GoldsetError
from goldset.stores.formats.form import Files, Form
from goldset.stores.formats.judgements import (
    NOT_RELEVANT,
    Judgements,
    graded_documents,
    ref_of,
    scale_notices,
    shared_ids,
)
from goldset.stores.formats.records import decoded
from goldset.stores.formats.source import Source, sha256_of
from goldset.stores.formats.trec_topics import read_topics
from goldset.stores.json_lines import lines_of

NAME = "trec"
TOPICS, TOPICS_JSON, QRELS = "topics.tsv", "topics.jsonl", "qrels.txt"
_IS_TOPICS = re.compile("topics?|quer(?:y|ies)|questions?", re.IGNORECASE)
_IS_QRELS = re.compile("qrels?", re.IGNORECASE)
_READABLE = (".txt", ".tsv", ".jsonl", ".trec", ".xml", ".sgml", ".qrels", ".qrel", ".topics", "")
_RECORDS = (".jsonl", ".json", ".csv")
_MEND = "name a folder that holds one file called `topics…` or `queries…` and its `qrels…`, or the topics beside them"


def shows(source: Source) -> bool:
    """Return whether a folder holds topics and qrels, or a file of topics has qrels beside it."""
    topics, qrels = _files(source)
    if source.is_folder:
        return len(topics) == 1 and bool(qrels)
    # Records with qrels beside them may be a set of any other form: as topics they count in a folder alone.
    is_topics = re.search("topic|quer", source.path.name, re.IGNORECASE) is not None
    return bool(topics and qrels) and is_topics and not source.path.name.lower().endswith(_RECORDS)


def _files(source: Source) -> tuple[list[str], list[str]]:
    """Return the names of the files of topics and of qrels.

    Of a file of topics with several qrels beside it, those count whose name says the same where it does not say
    `topics` or `qrels`: `qrels.2019.txt` belongs to `topics.2019.tsv`.
    """
    try:
        names = sorted(path.name for path in _folder(source).iterdir() if path.is_file())
    except OSError:
        return [], []
    readable = [name for name in names if Path(name).suffix.lower() in _READABLE or _IS_QRELS.search(name)]
    qrels = [name for name in readable if _IS_QRELS.search(name)]
    topics = [name for name in readable if _IS_TOPICS.search(name) and name not in qrels]
    if source.is_folder:
        return topics, qrels
    if not _IS_TOPICS.search(source.path.name) or source.path.name in qrels:
        return [], []
    like = [name for name in qrels if _rest(name) == _rest(source.path.name)]
    return [source.path.name], like if len(qrels) > 1 else qrels


def _folder(source: Source) -> Path:
    return source.path if source.is_folder else source.path.parent


def _rest(name: str) -> str:
    return "".join(re.findall("[a-z0-9]+", _IS_TOPICS.sub("", _IS_QRELS.sub("", Path(name).stem.lower()))))


def read(source: Source) -> ReadSet:
    """Read topics with their judgements; every document that is relevant is evidence, as a whole.

    Raises:
        GoldsetError: There are no topics, several files of them, or no qrels.
    """
    topics, qrels = _files(source)
    if len(topics) != 1 or not qrels:
        named = f": {', '.join(topics)}" if len(topics) > 1 else ""
        what = "several files of topics" if len(topics) > 1 else "no topics" if not topics else "no qrels"
        raise GoldsetError(f"{source.name} has {what}{named}", _MEND)
    folder = Source(source.name, _folder(source))
    files = {name: folder.read(name) for name in (*topics, *qrels)}
    found = read_topics(files[topics[0]], topics[0])
    refused = shared_ids((topic.number, topic.ref, topic.question) for topic in found.topics)
    bad = [*found.bad, *(BadRow(number, reason, topics[0]) for number, reason in refused.items())]
    judged = Judgements({topic.ref for topic in found.topics if topic.number not in refused}, topics[0])
    for name in qrels:
        judged.take(decoded(files[name]), name, is_csv=False)
    rows = tuple(
        SetRow(topic.number, topic.question, topic.ref, evidence=judged.evidence(topic.ref, {}))
        for topic in found.topics
        if topic.number not in refused
    )
    if not rows and not bad:
        raise GoldsetError(f"{source.name}: {topics[0]} holds no topic", _MEND)
    bad = [*sorted(bad, key=lambda one: one.number), *judged.faults()]
    if judged.not_relevant:
        found.not_read[NOT_RELEVANT] = judged.not_relevant.total()
    not_read = dict(sorted(found.not_read.items()))
    return ReadSet(NAME, source.name, sha256_of(files), rows, tuple(bad), not_read, tuple(_notices(judged)))


def _notices(judged: Judgements) -> Iterator[str]:
    if not judged.files:
        yield "the qrels judge no topic: none has evidence"
    yield from scale_notices(judged.highest)


def write(rows: Sequence[SetRow]) -> Files:
    """Write topics and judgements of documents; a question of several lines needs JSON Lines of topics.

    Raises:
        GoldsetError: The name of a topic or of a document holds white space, which parts the columns.
    """
    refs = [ref_of(row) for row in rows]
    graded = [graded_documents(row) for row in rows]
    for name in (*refs, *(doc for grades in graded for doc in grades)):
        if name.split() != [name]:
            raise GoldsetError(
                f"{name!r} holds white space, which parts the columns of TREC files",
                "take the set out as `beir`, which parts them by tabs",
            )
    lines = [
        f"{ref} 0 {doc} {grade}\n"
        for ref, grades in zip(refs, graded, strict=True)
        for doc, grade in grades.items()
    ]
    asked = list(zip(refs, (row.question for row in rows), strict=True))
    return {QRELS: "".join(lines).encode(), **_topics(asked)}


def _topics(asked: Sequence[tuple[str, str]]) -> Files:
    if any(mark in question for _, question in asked for mark in "\t\r\n"):
        return {TOPICS_JSON: lines_of([{"qid": ref, "question": question} for ref, question in asked])}
    return {TOPICS: "".join(f"{ref}\t{question}\n" for ref, question in asked).encode()}


FORM = Form(
    name=NAME,
    about="TREC topics with judgements of documents",
    suffix="",
    carries=frozenset({"id", "question", "gold_spans.doc_id", "gold_spans.grade"}),
    shows=shows,
    read=read,
    write=write,
)
