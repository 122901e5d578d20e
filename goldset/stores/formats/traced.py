"""Datasets of LangSmith and of Langfuse: an input, the output that is expected, and a free part, flattened to columns."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from goldset.domain.set_rows import BadRow, ReadSet
from goldset.stores.formats import headings
from goldset.stores.formats.cells import data_of, is_nothing
from goldset.stores.formats.guess import guess_for
from goldset.stores.formats.mapped_rows import apply
from goldset.stores.formats.reading import Row, Table

_QUESTION, _ANSWER = "question", "gold_answer"
_ANSWERS = (
    *headings.RIGHT_ANSWERS, *headings.ANSWERS, "output", "response", "result", "text", "expected", "content",
)  # fmt: skip
_QUESTIONS = (*headings.QUESTIONS, "text", "content", "message", "human input", "user message")


class NoQuestionError(ValueError):
    """A record asks no single question; the message says why."""


@dataclass(frozen=True, slots=True)
class Traced:
    """A record with the names that its tool has for the parts.

    Attributes:
        names: What input, expected output and record are called.
        given: The input.
        expected: The output that is expected.
        metadata: The free part, or the cell that writes it.
        others: What else the record holds.
    """

    names: tuple[str, str, str]
    given: Any
    expected: Any
    metadata: Any
    others: Mapping[str, Any]

    def flat(self) -> dict[str, Any]:
        """Return it as values of columns, `question` and `gold_answer` among them; metadata say more than the rest.

        Raises:
            NoQuestionError: Input or output is a conversation of several turns.
        """
        of_input, of_output, of_record = self.names
        question, more_inputs = _text_in(self.given, _QUESTIONS)
        answer, more_outputs = _text_in(self.expected, _ANSWERS)
        return _merged(
            (of_input, {_QUESTION: question}),
            (of_output, {_ANSWER: answer}),
            ("metadata", mapping_in(self.metadata)),
            (of_output, more_outputs),
            (of_input, more_inputs),
            (of_record, self.others),
        )


def _text_in(said: Any, names: tuple[str, ...]) -> tuple[str | None, dict[str, Any]]:
    if isinstance(said, list):
        said = {"messages": said}
    if not isinstance(said, Mapping):
        return (None if is_nothing(said) else said), {}
    by_plain = {headings.plain(str(key)): key for key in reversed(list(said)) if not is_nothing(said[key])}
    key = next((by_plain[name] for name in names if name in by_plain), None)
    texts = [key for key, value in said.items() if isinstance(value, str) and not is_nothing(value)]
    if key is None and len(texts) == 1 and len(by_plain) == 1:
        key = texts[0]  # whatever it is called, there is nothing else
    rest = {str(name): value for name, value in said.items() if name != key}
    if key is not None:
        return said[key], rest
    return (_only_turn(rest.pop("messages")), rest) if "messages" in rest else (None, rest)


def _only_turn(messages: Any) -> Any:
    turns = [one for one in messages if isinstance(one, Mapping)] if isinstance(messages, list) else []
    said = [one for one in turns if str(one.get("role") or one.get("type")).casefold() != "system"]
    if len(said) != 1:
        raise NoQuestionError("its messages are a conversation, and no single question")
    return said[0].get("content")


def read_flat(table: Table, form: str, flatten: Any, notices: tuple[str, ...] = ()) -> ReadSet:
    """Return the rows of a table whose records are flattened to columns first.

    Args:
        table: The table.
        form: Name of the format.
        flatten: Makes of the values of a record those of its columns, `question` and `gold_answer` among them.
        notices: What people should know of the whole.

    Raises:
        GoldsetError: No record has a question.
    """
    rows, bad = [], list(table.bad)
    columns: dict[str, None] = {_QUESTION: None}
    for row in table.rows:
        try:
            values = flatten(row.values)
        except NoQuestionError as error:
            bad.append(BadRow(row.number, f"{row.where + ': ' if row.where else ''}{error}"))
            continue
        columns.update(dict.fromkeys(values))
        rows.append(Row(row.number, values, row.where))
    flat = replace(
        table, columns=tuple(columns), rows=tuple(rows), bad=tuple(bad), notices=(*table.notices, *notices)
    )
    return apply(guess_for(flat), flat, form)


def _merged(*parts: tuple[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return the values of several parts of a record, by key; of one that is there already with its part's name."""
    found: dict[str, Any] = {}
    for name, part in parts:
        for key, value in part.items():
            if not is_nothing(value):
                found[key if key not in found else f"{name}.{key}"] = value
    return found


def mapping_in(value: Any) -> Mapping[str, Any]:
    """Return the object that a cell holds or writes; empty where it is none."""
    data = data_of(value)
    return data if isinstance(data, Mapping) else {}
