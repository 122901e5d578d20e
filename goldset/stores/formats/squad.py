"""Files in the manner of SQuAD: questions on paragraphs of articles, nested or a question a record.

The answer of such a file is mostly a name or a number, and no proof by itself: the paragraph is, as a whole, for
nobody said which sentence of it. Where an answer stands is counted in the paragraph, not in the document.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from goldset.domain.set_rows import BadRow, Evidence, ReadSet, SetRow
from goldset.errors import GoldsetError
from goldset.stores.formats.cells import data_of, is_nothing, text_of
from goldset.stores.formats.form import Files, Form
from goldset.stores.formats.item_fields import DETAILS, id_of
from goldset.stores.formats.json_text import fault_of
from goldset.stores.formats.metadata import Told, metadata_of, told_by
from goldset.stores.formats.source import Source

NAME = "squad"
IMPOSSIBLE = "is_impossible"
# What a right answer to an impossible question says; goldset's own key, which other readers pass over.
ABSTAINING = "abstaining_answer"
_NO_PLACE = -1  # of an answer in other words than its paragraph's
_FREE = "metadata"
_READ = frozenset(
    {"id", "title", "context", "question", "answers", IMPOSSIBLE, "plausible_answers", ABSTAINING, _FREE}
)
_NONE_SAID = "no question has an answer, so that none is taken as impossible"
_IMPOSSIBLE = "without answers: taken as impossible, as the others have some"
_MEND = "SQuAD has `data[].paragraphs[].qas[]`, or records of `question`, `context` and `answers`"


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question with its paragraph, as the file has them."""

    number: int
    where: str
    said: Mapping[str, Any]


@dataclass(slots=True)
class _Reading:
    rows: list[SetRow] = field(default_factory=list)
    bad: list[BadRow] = field(default_factory=list)
    not_read: Counter[str] = field(default_factory=Counter)


def shows(source: Source) -> bool:
    """Return whether a file holds articles with paragraphs, or records of questions on a paragraph."""
    if _is_nested(source):
        return True
    heads = source.table.first_keys() if source.table is not None else ()
    return bool(heads) and all({"question", "context", "answers"} <= keys for keys in heads)


def _is_nested(source: Source) -> bool:
    said = None if source.is_folder else source.json
    articles = said.get("data") if isinstance(said, Mapping) else None
    return isinstance(articles, list) and any(
        isinstance(one, Mapping) and "paragraphs" in one for one in articles
    )


def read(source: Source) -> ReadSet:
    """Read questions; a paragraph is evidence of an answer, and near where its answer is plausible alone.

    Raises:
        GoldsetError: The file holds no question.
    """
    reading = _Reading()
    notices: tuple[str, ...] = ()
    if _is_nested(source):
        sha256 = hashlib.sha256(source.data).hexdigest()
        for asked in _nested(source.json["data"], reading):
            _take(asked, reading)
    else:
        table = source.as_table()
        sha256, notices = table.sha256, table.notices
        reading.bad += table.bad
        for row in table.rows:
            _take(_Asked(row.number, row.where, row.values), reading)
        notices += tuple(_settle_impossible(reading))
    if not reading.rows and not reading.bad:
        raise GoldsetError(f"{source.name} holds no question", _MEND)
    bad = tuple(sorted(reading.bad, key=lambda one: one.number))
    not_read = dict(sorted(reading.not_read.items()))
    return ReadSet(NAME, source.name, sha256, tuple(reading.rows), bad, not_read, notices)


def _nested(articles: Sequence[Any], reading: _Reading) -> Iterator[_Asked]:
    number = 0
    for path, article in _each(articles, "data"):
        for below, paragraph in _each(_listed(article, "paragraphs", path, reading), f"{path}.paragraphs"):
            for where, asked in _each(_listed(paragraph, "qas", below, reading), f"{below}.qas"):
                number += 1
                if not isinstance(asked, Mapping) or fault_of(asked):
                    why = "it is no object" if not isinstance(asked, Mapping) else fault_of(asked)
                    reading.bad.append(BadRow(number, f"{where}: {why}"))
                else:
                    beside = {"context": paragraph.get("context"), "title": article.get("title")}
                    yield _Asked(number, where, {**beside, **asked})


def _each(listed: Sequence[Any], path: str) -> Iterator[tuple[str, Any]]:
    return ((f"{path}[{place}]", one) for place, one in enumerate(listed))


def _listed(holder: Any, name: str, where: str, reading: _Reading) -> Sequence[Any]:
    """Return the list in an article or a paragraph; where there is none nobody knows what it would have held."""
    found = holder.get(name) if isinstance(holder, Mapping) else None
    if isinstance(found, list):
        return found
    reading.bad.append(BadRow(len(reading.rows) + 1, f"{where}: it has no list `{name}`", is_row=False))
    return ()


def _take(asked: _Asked, reading: _Reading) -> None:
    try:
        reading.rows.append(_row(asked))
    except ValueError as error:
        reading.bad.append(BadRow(asked.number, f"{asked.where}: {error}" if asked.where else str(error)))
        return
    reading.not_read.update(
        key for key, value in asked.said.items() if key not in _READ and not is_nothing(value)
    )
    reading.not_read.update(f"{_FREE}.{key}" for key in _told(asked.said).others)


def _told(said: Mapping[str, Any]) -> Told:
    """Return what a question says of its item in the free part, where goldset has written one."""
    free = data_of(said.get(_FREE))
    return told_by(free) if isinstance(free, Mapping) else Told()


def _row(asked: _Asked) -> SetRow:
    said, told = asked.said, _told(asked.said)
    question, context, impossible = (
        text_of(said.get("question")),
        text_of(said.get("context")),
        said.get(IMPOSSIBLE),
    )
    if question is None:
        raise ValueError("`question` is missing")
    if impossible not in (None, True, False):
        raise ValueError(f"`{IMPOSSIBLE}` is not true or false")
    answers, plausible = _answers(said, "answers"), _answers(said, "plausible_answers")
    paragraph = () if context is None else (Evidence(context, text_of(said.get("title")), coarse="chunk"),)
    texts = list(dict.fromkeys(text for text, _ in answers))
    notes = [*(f"another answer: “{text}”" for text in texts[1:]), *_misplaced(answers, context)]
    notes += [f"only plausible: “{text}”" for text in dict.fromkeys(text for text, _ in plausible)]
    if impossible and texts:
        notes.append(f"it is impossible, and has an answer all the same: “{texts[0]}”")
    return SetRow(
        number=asked.number,
        question=question.strip(),
        ref=id_of(said.get("id")),
        gold_answer=text_of(said.get(ABSTAINING)) if impossible else texts[0] if texts else None,
        answerable=None if impossible is None else not impossible,
        evidence=() if impossible or not texts else paragraph,
        near=told.near or (paragraph if impossible and plausible else ()),
        details=told.details,
        notes=tuple(notes),
        where=asked.where,
    )


def _answers(said: Mapping[str, Any], name: str) -> list[tuple[str, int | None]]:
    """Return texts with their places: a list of answers, or a list of texts beside one of places."""
    found = data_of(said.get(name))
    if isinstance(found, Mapping) and isinstance(found.get("text"), list):
        starts = found.get("answer_start")
        texts = found["text"]
        places = starts if isinstance(starts, list) and len(starts) == len(texts) else [None] * len(texts)
        found = [{"text": text, "answer_start": start} for text, start in zip(texts, places, strict=True)]
    if is_nothing(found):
        return []
    if not isinstance(found, list) or not all(isinstance(one, Mapping) for one in found):
        raise ValueError(f"`{name}` is no list of answers")
    pairs = [(text_of(one.get("text")), one.get("answer_start")) for one in found]
    return [(text, start if isinstance(start, int) else None) for text, start in pairs if text is not None]


def _misplaced(answers: Sequence[tuple[str, int | None]], context: str | None) -> Iterator[str]:
    for text, start in answers:
        if context is not None and start not in (None, _NO_PLACE) and not context.startswith(text, start):
            yield f"“{text}” does not stand at {start} of its paragraph"


def _settle_impossible(reading: _Reading) -> Iterator[str]:
    """Take records without answers as impossible where others have some: so SQuAD 2 is published as records."""
    silent = [row.answerable is None and row.gold_answer is None for row in reading.rows]
    if not any(silent):
        return
    if all(silent):
        yield _NONE_SAID
        return
    reading.rows = [
        replace(row, answerable=False, notes=(*row.notes, _IMPOSSIBLE)) if is_silent else row
        for row, is_silent in zip(reading.rows, silent, strict=True)
    ]


def write(rows: Sequence[SetRow]) -> Files:
    """Write questions in their order, those of one document after another in one article.

    What proves an answer is its paragraph; of several passages it is made of all, with a blank line between.
    """
    placed = [(*_paragraph(row), row) for row in rows]
    data = [
        {
            "title": title,
            "paragraphs": [{"context": context, "qas": [_asked(row, context)]} for _, context, row in group],
        }
        for title, group in groupby(placed, key=lambda one: one[0])
    ]
    return {"": (json.dumps({"version": "v2.0", "data": data}, ensure_ascii=False, indent=1) + "\n").encode()}


def _paragraph(row: SetRow) -> tuple[str, str]:
    """Return the title and the text of the paragraph that a row's question stands at."""
    proofs = row.evidence if row.answerable is not False else row.near
    title = next((one.doc for one in proofs if one.doc is not None), "")
    return title, "\n\n".join(one.text for one in proofs if one.text is not None)


def _asked(row: SetRow, context: str) -> dict[str, Any]:
    answer = row.gold_answer
    asked: dict[str, Any] = {"id": row.ref, "question": row.question, "answers": []}
    if row.answerable is not None:
        asked[IMPOSSIBLE] = not row.answerable
    free = metadata_of(row, ("near_spans",))
    asked |= {_FREE: free} if free else {}
    if row.answerable is False:
        return {**asked, "plausible_answers": [], **({ABSTAINING: answer} if answer else {})}
    if answer is not None:
        asked["answers"] = [{"text": answer, "answer_start": context.find(answer)}]
    return asked


FORM = Form(
    name=NAME,
    about="questions on paragraphs in the manner of SQuAD 1.1 and 2.0",
    suffix=".json",
    carries=frozenset({"id", "question", "gold_answer", "answerable", "near_spans", *DETAILS}),
    shows=shows,
    read=read,
    write=write,
)
