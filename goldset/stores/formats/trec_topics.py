"""Topics of TREC: what was asked, in tagged text, a line of tab and question, or JSON Lines."""

import html
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from goldset.domain.set_rows import BadRow
from goldset.stores.formats.cells import is_nothing, text_of
from goldset.stores.formats.item_fields import id_of
from goldset.stores.formats.records import decoded, table_of

IDS = ("id", "qid", "query_id", "query-id", "topic_id", "topic-id", "topic", "num", "number", "_id")
QUESTIONS = ("question", "query", "text", "title", "topic_title")
_TOP = re.compile(r"<(top|topic)\b([^>]*)>(.*?)(?=</\1>|<\1\b|\Z)", re.DOTALL | re.IGNORECASE)
_FIELD = re.compile(r"<([a-z_]+)[^>]*>(.*?)(?=<[a-z/_]|\Z)", re.DOTALL | re.IGNORECASE)
_NUMBER = re.compile(r"\b(?:number|id|qid)\s*=\s*[\"']?([^\"'\s>]+)", re.IGNORECASE)
# What tagged topics of old repeat at the head of their fields.
_LABEL = re.compile(r"\s*(?:number|topic|description|narrative)\s*:\s*", re.IGNORECASE)
_COLUMNS = 2


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic: the line it begins in, its id, and what is asked."""

    number: int
    ref: str
    question: str


@dataclass(slots=True)
class Topics:
    """Topics of a file. Every one is in `topics` or in `bad`.

    Attributes:
        topics: The topics.
        bad: What could not be taken.
        not_read: By field that items have no place for, how many topics have it.
    """

    topics: list[Topic] = field(default_factory=list)
    bad: list[BadRow] = field(default_factory=list)
    not_read: Counter[str] = field(default_factory=Counter)


def read_topics(data: bytes, file: str) -> Topics:
    """Return the topics of a file, whose form its first character shows.

    Args:
        data: Its bytes.
        file: Its name, for people.
    """
    text = decoded(data)
    found = Topics()
    if text.lstrip().startswith("{"):
        _of_json_lines(data, file, found)
    elif text.lstrip().startswith("<"):
        _of_tags(text, file, found)
    else:
        _of_lines(text, file, found)
    return found


def _of_json_lines(data: bytes, file: str, found: Topics) -> None:
    table = table_of("topics.jsonl", data, lambda: None)
    found.bad += [BadRow(bad.number, bad.reason, file) for bad in table.bad]
    for row in table.rows:
        ref = next((name for name in IDS if id_of(row.values.get(name))), None)
        asked = next((name for name in QUESTIONS if text_of(row.values.get(name))), None)
        _take(row.number, ref and id_of(row.values[ref]), asked and text_of(row.values[asked]), file, found)
        rest: Mapping[str, Any] = {key: value for key, value in row.values.items() if key not in (ref, asked)}
        found.not_read.update(key for key, value in rest.items() if not is_nothing(value))


def _of_tags(text: str, file: str, found: Topics) -> None:
    """Read `<top>` of old and `<topic>` of later years; their tags may be open, and nothing else is XML in them."""
    line, at = 1, 0
    for top in _TOP.finditer(text):
        line, at = line + text.count("\n", at, top.start()), top.start()
        fields = dict(_fields(top[3]))
        attribute = _NUMBER.search(top[2])
        ref = attribute[1] if attribute else fields.pop("num", None) or fields.pop("number", None)
        asked = next(
            (name for name in ("question", "title", "query", "desc", "description") if name in fields), None
        )
        _take(line, ref, fields.pop(asked) if asked else None, file, found)
        found.not_read.update(list(fields))


def _fields(text: str) -> Iterator[tuple[str, str]]:
    for match in _FIELD.finditer(text):
        value = " ".join(
            html.unescape(_LABEL.sub("", match[2], count=1) if _LABEL.match(match[2]) else match[2]).split()
        )
        if value:
            yield match[1].lower(), value


def _of_lines(text: str, file: str, found: Topics) -> None:
    for number, line in enumerate(text.split("\n"), start=1):
        columns = line.removesuffix("\r").split("\t")
        if not line.strip() or (not found.topics and _is_heading(columns)):
            continue
        if len(columns) != _COLUMNS:
            found.bad.append(BadRow(number, f"the line has {len(columns)} columns, not {_COLUMNS}", file))
        else:
            _take(number, columns[0].strip(), columns[1], file, found)


def _is_heading(columns: list[str]) -> bool:
    ref, *rest = (column.strip().lower() for column in columns)
    return ref in IDS and bool(rest) and rest[0] in QUESTIONS


def _take(number: int, ref: str | None, question: str | None, file: str, found: Topics) -> None:
    if not ref:
        found.bad.append(BadRow(number, "the topic has no number", file))
    elif not question or not question.strip():
        found.bad.append(BadRow(number, f"topic {ref} asks nothing", file))
    else:
        found.topics.append(Topic(number, ref, question.strip()))
