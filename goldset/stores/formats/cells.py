"""What a cell of a table says, whatever wrote it: text, a list, a number, yes or no."""

import ast
import json
import math
import re
from collections.abc import Mapping
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any, TypeVar

_Data = TypeVar("_Data")
# A literal takes some fifty times its length in memory; no list of passages of one question is longer.
_MOST = 2_000_000
# Up to here a number with a fraction tells whole numbers apart.
_EXACT = 10**15
_STRING = re.compile(
    r"""\s*[uU]?('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|None(?=\s*[,\]]))\s*(,|(?=[\]'"]))""", re.DOTALL
)
# Behind a comma three zeros are no fraction, but a thousand.
_WHOLE = re.compile(r"[+-]?[0-9]{1,15}(?:\.0{1,15}|,00?)?")
_HALF = re.compile("[\ud800-\udfff]")
# A spreadsheet takes such a cell for a formula; an apostrophe before it says that it is text.
_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_YES = "true yes y 1 t x ja j wahr oui vrai sí si sì verdadero vero sim s verdadeiro waar da tak да evet"
_NO = "false no n 0 f nein falsch non faux falso não nao nee onwaar nie нет hayır"
WORDS = {**dict.fromkeys(_YES.split(), True), **dict.fromkeys(_NO.split(), False)}


def text_of(value: Any) -> str | None:
    """Return what a cell says as text, to the letter; None where it says nothing.

    Numbers without fraction have none in text (12.0 is `12`), truth values are `true` and `false`, dates are
    ISO dates; lists and mappings are JSON.
    """
    if type(value) is str:  # the short way: tables hold hundreds of thousands of these
        return value if value and not value.isspace() else None
    if is_nothing(value):
        return None
    if isinstance(value, bytes):
        return text_of(value.decode("utf-8", "surrogateescape"))
    return _other_text(value)


def _other_text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float | Decimal):
        return _number_text(value)
    if isinstance(value, Mapping | list | tuple):
        return json.dumps(value, ensure_ascii=False, default=text_of)
    return _date_text(value) if isinstance(value, date | time) else str(value)


def _number_text(value: float | Decimal) -> str:
    if isinstance(value, int):
        return str(value)
    is_whole = math.isfinite(value) and -_EXACT < value < _EXACT and value == int(value)
    return str(int(value)) if is_whole else str(value)


def _date_text(value: date | time) -> str:
    is_day = isinstance(value, datetime) and value.time() == time() and value.tzinfo is None
    return value.isoformat().partition("T")[0] if is_day else value.isoformat()


def is_nothing(value: Any) -> bool:
    """Return whether a cell says nothing: no value, not a number, blank text, an empty list or mapping."""
    if value is None:
        return True
    if type(value) is str:
        return not value or value.isspace()
    if isinstance(value, float):
        return math.isnan(value)
    return isinstance(value, list | tuple | Mapping) and not value


def texts_of(value: Any) -> list[str | None] | None:
    """Return the list of texts that a cell holds, or writes as JSON or as Python does; None where it is none.

    Numbers of a list count as texts; a text of JSON or Python counts as a list only where it holds texts alone.
    """
    if isinstance(value, str):
        if "[" not in value:
            return None
        text = value.strip()
        if not (text.startswith("[") and text.endswith("]")) or len(text) > _MOST:
            return None
        return _sound(_written(text))
    if isinstance(value, list | tuple) and all(not isinstance(one, Mapping | list | tuple) for one in value):
        return [text_of(one) for one in value]
    return None


def _sound(found: _Data) -> _Data | None:
    """Return data that was written in a cell; None where an escape in it stands for no character."""
    return None if has_half_character(found) else found


def _written(text: str) -> list[str | None] | None:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return _python_texts(text)
    is_texts = isinstance(found, list) and all(one is None or isinstance(one, str) for one in found)
    return found if is_texts else None


def _python_texts(text: str) -> list[str | None] | None:
    """Read `['a', "b"]`, and `['a' 'b']` as arrays are printed; never joined, as Python would."""
    found: list[str | None] = []
    at, end = 1, len(text) - 1
    while at < end and not text[at:end].isspace():
        match = _STRING.match(text, at)
        if match is None:
            return None
        try:
            found.append(ast.literal_eval(match[1]))
        except (ValueError, SyntaxError):
            return None
        at = match.end()
    return found


def may_be_data(text: str) -> bool:
    """Return whether a text may write a list or a mapping: whether it begins with a bracket."""
    return text.lstrip()[:1] in ("[", "{") if "[" in text or "{" in text else False


def data_of(value: Any) -> Any:
    """Return the list or mapping that a cell holds, or writes as JSON or Python; else the cell itself."""
    if not isinstance(value, str) or not may_be_data(value) or len(value) > _MOST:
        return value
    found = _sound(_data(value))
    return value if found is None else found


def _data(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass
    try:
        return ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return None


def number_of(value: Any) -> int | None:
    """Return the whole number that a cell says; None where it says none."""
    text = None if value is None else text_of(value)
    match = _WHOLE.fullmatch(text.strip()) if text else None
    return int(match[0].replace(",", ".").partition(".")[0]) if match else None


def truth_of(value: Any) -> bool | None:
    """Return what a cell says in any of several languages: yes or no; None where it says neither."""
    text = text_of(value)
    return WORDS.get(text.strip().casefold()) if text else None


def has_half_character(value: Any) -> bool:
    """Return whether a value holds half of a surrogate pair or a byte that is no UTF-8, anywhere in it."""
    if isinstance(value, str):
        return not value.isascii() and _HALF.search(value) is not None
    if isinstance(value, Mapping):
        return any(has_half_character(key) or has_half_character(one) for key, one in value.items())
    return isinstance(value, list | tuple) and any(map(has_half_character, value))


def guarded(text: str) -> str:
    """Return text as a cell that no spreadsheet takes for a formula (see `unguarded`)."""
    return f"'{text}" if _FORMULA.match(text) else text


def unguarded(cell: str) -> str:
    """Return the text of a cell: an apostrophe before `=`, `+`, `-`, `@` or a tab only says that it is text."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell
