"""Test sets of ragas, under its old and its new names, in any kind of table."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from goldset.domain.set_rows import BadRow, Evidence, ReadSet, SetRow
from goldset.errors import GoldsetError
from goldset.stores.formats.cells import data_of, is_nothing, may_be_data, text_of, texts_of
from goldset.stores.formats.form import Files, Form
from goldset.stores.formats.item_fields import ALL, id_of
from goldset.stores.formats.listed_texts import evidence_in
from goldset.stores.formats.metadata import Told, listed, metadata_of, told_by
from goldset.stores.formats.reading import Row
from goldset.stores.formats.source import Source
from goldset.stores.json_lines import lines_of

NAME = "ragas"
_SAMPLE = "eval_sample"
_QUESTIONS = ("user_input", "question")
_ANSWERS = ("reference", "ground_truth", "ground_truths")
_CONTEXTS, _OLD_CONTEXTS, _IDS = "reference_contexts", "contexts", "reference_context_ids"
# Only a test set that was made, and that no system has answered, has gold under this name.
_MADE = frozenset({"evolution_type", "episode_done"})
_KINDS = ("evolution_type", "synthesizer_name")
_FOUND = frozenset({"response", "answer", "retrieved_contexts", "retrieved_context_ids", "multi_responses"})
_NEW = frozenset({"reference", _CONTEXTS, "synthesizer_name", "response", "retrieved_contexts"})
_READ = frozenset({*_QUESTIONS, *_ANSWERS, _CONTEXTS, _IDS, *_KINDS, "id", "metadata"})
_MEND = "ragas writes a test set by `testset.to_pandas()`, then `to_csv`, or by `to_jsonl`"


def shows(source: Source) -> bool:
    """Return whether a table has the columns of ragas."""
    columns = set(source.table.columns) if source.table is not None else set()
    if _SAMPLE in columns:
        return "synthesizer_name" in columns
    is_old = "question" in columns and columns & {"ground_truth", "ground_truths"}
    is_new = "user_input" in columns and columns & _NEW
    return bool(is_new or (is_old and columns & {_OLD_CONTEXTS, *_MADE}))


def read(source: Source) -> ReadSet:
    """Read a test set. Reference contexts are gold as whole chunks; what a system found or said never is.

    Raises:
        GoldsetError: It is no table, or has no column of questions.
    """
    table = source.as_table()
    if not {*_QUESTIONS, _SAMPLE} & set(table.columns):
        raise GoldsetError(f"{source.name} has no column `user_input` or `question`", _MEND)
    columns = set(table.columns)
    reading = _Reading(old_is_gold=bool(columns & _MADE) and not columns & _FOUND)
    for row in table.rows:
        try:
            reading.take(row)
        except ValueError as error:
            reading.bad.append(BadRow(row.number, f"{row.where + ': ' if row.where else ''}{error}"))
    bad = tuple(sorted((*table.bad, *reading.bad), key=lambda one: one.number))
    notices = (*table.notices, *reading.notices())
    not_read = {name: count for name, count in sorted(reading.not_read.items()) if count}
    return ReadSet(NAME, table.name, table.sha256, tuple(reading.rows), bad, not_read, notices)


class _Reading:
    def __init__(self, *, old_is_gold: bool) -> None:
        self.rows: list[SetRow] = []
        self.bad: list[BadRow] = []
        self.not_read: Counter[str] = Counter()
        self._gold = (_CONTEXTS, _OLD_CONTEXTS) if old_is_gold else (_CONTEXTS,)

    def notices(self) -> list[str]:
        """Return what people should know of the whole."""
        found = sorted(name for name in (*_FOUND, _OLD_CONTEXTS) if self.not_read[name])
        names = " and ".join(f"`{name}`" for name in found)
        return [f"{names}: what a system said or found is never taken for gold"] if found else []

    def take(self, row: Row) -> None:
        """Take in a record.

        Raises:
            ValueError: It is no row; the message says why.
        """
        values = row.values
        sample = values.get(_SAMPLE)
        if isinstance(sample, Mapping):
            values = {**sample, **{name: value for name, value in values.items() if name != _SAMPLE}}
        notes: list[str] = []
        question = _question(values)
        told = self._told(values)
        answers = _answers(values)
        notes += [f"another right answer of its source: {other}" for other in answers[1:]]
        evidence = self._evidence(values, told, notes)
        details = dict(told.details)
        tags = [text for name in _KINDS if (text := text_of(values.get(name)))]
        if tags:
            details["tags"] = list(dict.fromkeys([*details.get("tags", ()), *tags]))
        unread = (
            name
            for name, value in values.items()
            if name not in {*_READ, *self._gold} and not is_nothing(value)
        )
        self.not_read.update(unread)
        self.rows.append(
            SetRow(
                number=row.number,
                question=question,
                ref=id_of(values.get("id")),
                gold_answer=answers[0] if answers else None,
                answerable=told.answerable,
                evidence=tuple(evidence),
                near=told.near,
                details=details,
                notes=tuple(notes),
                where=row.where,
            )
        )

    def _told(self, values: Mapping[str, Any]) -> Told:
        metadata = data_of(values.get("metadata"))
        if isinstance(metadata, Mapping):
            told = told_by(metadata)
            self.not_read.update(f"metadata.{key}" for key in told.others)
            return told
        self.not_read["metadata"] += not is_nothing(metadata)
        return Told()

    def _evidence(self, values: Mapping[str, Any], told: Told, notes: list[str]) -> list[Evidence]:
        name = next((name for name in self._gold if not is_nothing(values.get(name))), None)
        value = values.get(name) if name else None
        texts = texts_of(value)
        if texts is None and name is not None:
            is_text = isinstance(value, str) and not may_be_data(value)
            what = "taken as one passage" if is_text else "not read"
            notes.append(f"`{name}` is no list of texts: it is {what}")
            self.not_read[name] += not is_text
            texts = [value] if isinstance(value, str) and is_text else []
        found = list(evidence_in(texts or [], told, notes, texts_of(values.get(_IDS)) or ()))
        if found and told.answerable is False:
            self.not_read[name or "metadata.gold_spans"] += 1
            notes.append("it has no answer, so that its passages are no gold")
            return []
        return found


def _question(values: Mapping[str, Any]) -> str:
    name = next((name for name in _QUESTIONS if not is_nothing(values.get(name))), "user_input")
    value = values.get(name)
    data = data_of(value)
    if isinstance(data, list) and any(isinstance(one, Mapping) for one in data):
        raise ValueError(f"`{name}` is a conversation, and no single question")
    if value is not None and not isinstance(value, str | int | float):
        raise ValueError(f"`{name}` is not a text")
    question = text_of(value)
    if question is None or not question.strip():
        raise ValueError(f"`{name}` is empty")
    return question.strip()


def _answers(values: Mapping[str, Any]) -> list[str]:
    name = next((name for name in _ANSWERS if not is_nothing(values.get(name))), None)
    value = values.get(name) if name else None
    listed = texts_of(value) if name == "ground_truths" or not isinstance(value, str) else None
    found = [text_of(value)] if listed is None else listed
    return list(dict.fromkeys(text for text in found if text))


def write(rows: Sequence[SetRow]) -> Files:
    """Write JSON Lines of samples, with what ragas has no place for in `metadata`, which it passes over."""
    return {"": lines_of([_sample(row) for row in rows])}


def _sample(row: SetRow) -> dict[str, Any]:
    texts, spans = listed(row)
    metadata = metadata_of(row, ("answerable", "near_spans")) | ({"gold_spans": spans} if spans else {})
    return {
        "user_input": row.question,
        "reference": row.gold_answer,
        "reference_contexts": texts or None,
        "id": row.ref,
        "metadata": metadata,
    }


FORM = Form(
    name=NAME,
    about="test sets of ragas, with its old or its new names",
    suffix=".jsonl",
    carries=ALL,
    shows=shows,
    read=read,
    write=write,
)
