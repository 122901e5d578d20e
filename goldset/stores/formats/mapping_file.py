"""Mapping files: which column of a table says what, as people write it in YAML."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from goldset.errors import GoldsetError
from goldset.stores.formats.mapping import (
    FIELDS,
    LISTS,
    SKELETON,
    SPAN_KEYS,
    ColumnMapping,
    EvidenceTake,
    Take,
)
from goldset.stores.formats.yaml_list import data_in
from goldset.stores.yaml_reader import read_yaml
from goldset.stores.yaml_text import decode, place

_TAKE_KEYS = ("column", "value", "separator", "true", "false", "values")
_KEYS = (*FIELDS, "evidence", "near", "evidence_count")
_HINT = f"a mapping looks like this:\n{SKELETON}"


class _WrongError(ValueError):
    """What is wrong with a mapping, in words."""


def read_mapping(path: Path, name: str) -> ColumnMapping:
    """Read a mapping file.

    Args:
        path: The file.
        name: Its path as it was given.

    Raises:
        GoldsetError: It cannot be read, is no YAML, or says what no mapping can say.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise GoldsetError(
            f"{name} cannot be read: {error.strerror}", "check the path of the mapping"
        ) from None
    return mapping_of(data, name)


def mapping_of(data: bytes, name: str) -> ColumnMapping:
    """Return what a mapping file says.

    Raises:
        GoldsetError: It is no YAML, or says what no mapping can say.
    """
    read = read_yaml(decode(data))
    for fault in read.faults:
        line, _ = place(read.text, fault.at)
        raise GoldsetError(f"{name}:{line}: {fault.message}", fault.hint or _HINT)
    said = data_in(read.root) if read.root is not None else None
    if not isinstance(said, Mapping):
        raise GoldsetError(f"{name} is no mapping of `field: column` lines", _HINT)
    try:
        return _mapping(said)
    except _WrongError as error:
        raise GoldsetError(f"{name}: {error}", _HINT) from None


def _mapping(said: Mapping[str, Any]) -> ColumnMapping:
    _stop_at_unknown(said, _KEYS, "")
    if said.get("question") is None:
        raise _WrongError("`question` names no column")
    count = said.get("evidence_count")
    if count is not None and not isinstance(count, str):
        raise _WrongError("`evidence_count` is not the name of a column")
    return ColumnMapping(
        fields={field: tuple(_takes(field, said[field])) for field in FIELDS if said.get(field) is not None},
        evidence=tuple(_passages("evidence", said.get("evidence"))),
        near=tuple(_passages("near", said.get("near"))),
        evidence_count=count,
    )


def _stop_at_unknown(said: Mapping[str, Any], known: Sequence[str], field: str) -> None:
    for key in said:
        if key not in known:
            inside = f" in `{field}`" if field else ""
            raise _WrongError(f"`{key}`{inside} is none of {', '.join(known)}")


def _takes(field: str, said: Any) -> Iterator[Take]:
    if not isinstance(said, list):
        yield _take(field, said)
    elif field in LISTS:
        yield from (_take(field, one) for one in said)
    else:
        raise _WrongError(f"`{field}` comes from one column, not from a list of them")


def _take(field: str, said: Any) -> Take:
    if isinstance(said, str):
        return Take(column=said)
    if not isinstance(said, Mapping):
        raise _WrongError(f"`{field}` is neither a column nor `{{column: …}}` nor `{{value: …}}`")
    _stop_at_unknown(said, _TAKE_KEYS, field)
    if (said.get("column") is None) == ("value" not in said):
        raise _WrongError(f"`{field}` has either `column` or `value`")
    if "value" in said:
        return Take(value=said["value"])
    values = said.get("values") or {}
    if not isinstance(values, Mapping) or not all(isinstance(value, str) for value in values.values()):
        raise _WrongError(f"`values` in `{field}` is not `{{word of the column: word of the item}}`")
    return Take(
        column=_text(said["column"], "column", field),
        separator=_text(said.get("separator") or "", "separator", field),
        true=tuple(_texts(said.get("true"), "true", field)),
        false=tuple(_texts(said.get("false"), "false", field)),
        values=dict(values),
    )


def _text(value: Any, key: str, field: str) -> str:
    if not isinstance(value, str):
        raise _WrongError(f"`{key}` in `{field}` is not a text")
    return value


def _texts(value: Any, key: str, field: str) -> Iterator[str]:
    listed = [] if value is None else value if isinstance(value, list) else [value]
    return (_text(one, key, field) for one in listed)


def _passages(field: str, said: Any) -> Iterator[EvidenceTake]:
    for entry in said if isinstance(said, list) else [] if said is None else [said]:
        if not isinstance(entry, Mapping):
            raise _WrongError(f"`{field}` is not `{{text: a column, doc: a column}}`")
        _stop_at_unknown(entry, ("each", *SPAN_KEYS), field)
        fields = {key: _span_take(key, entry[key]) for key in SPAN_KEYS if entry.get(key) is not None}
        each = entry.get("each")
        if not fields or not (each is None or isinstance(each, str)):
            raise _WrongError(f"`{field}` names no column")
        yield EvidenceTake(fields, each)


def _span_take(key: str, said: Any) -> Take:
    # No column of this name says of its own passages what they are.
    if key == "coarse" and said in ("chunk", "document"):
        return Take(value=said)
    return _take(key, said)
