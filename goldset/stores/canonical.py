"""The canonical text of an item, a field and a span's entry: one way to write each value."""

from collections.abc import Mapping, Sequence
from datetime import date
from functools import lru_cache
from typing import Any

from goldset.domain.items import GoldSpan, Item, PendingSpan
from goldset.stores.field_types import DATE, FieldType
from goldset.stores.yaml_scalars import literal, one_line

SCHEMA_LINE = "# yaml-language-server: $schema={up}schema/item.schema.json"
FLOW_WIDTH = 100  # a list or small mapping on one line stays readable, and its diff small, up to here
STEP = 2
# Whatever fits on one line, these have one key a line: they are what people compare and decide on.
BLOCK_KEYS = frozenset(
    {"gold_spans", "near_spans", "unplaced", "rejected", "relabel", "was", "candidates", "retired", "waivers"}
)


class Verbatim(str):
    """A scalar's text that is written as it is, such as a date or a number as its author wrote it."""

    __slots__ = ()


def as_written(value: Any, takes: FieldType) -> Any:
    """Return plain data of a file with every date marked as text that is written as it is."""
    if isinstance(value, dict):
        return {key: as_written(child, takes.child(key)) for key, child in value.items()}
    if isinstance(value, list):
        return [as_written(child, takes.child(n)) for n, child in enumerate(value)]
    return Verbatim(value) if isinstance(value, str) and takes.scalar == DATE else value


def item_text(item: Item, folder_depth: int | None = None) -> str:
    """Return the text of a new item file: every field that was set, in the order of the model.

    Args:
        item: The item.
        folder_depth: How many folders below the set's own the file stands; adds the line that binds editors
            to the JSON Schema. None leaves that line out.
    """
    return data_text(item.model_dump(exclude_unset=True, exclude_none=True), folder_depth)


def data_text(data: Mapping[str, Any], folder_depth: int | None = None) -> str:
    """Return the text of an item file with an item's plain data (see `item_text`)."""
    head = [] if folder_depth is None else [SCHEMA_LINE.format(up="../" * folder_depth)]
    return "\n".join([*head, *mapping_lines(data, 0)]) + "\n"


def span_entry_lines(entry: GoldSpan | PendingSpan, indent: int = STEP) -> list[str]:
    """Return the lines of one entry of `gold_spans`, the first beginning with `- ` after `indent` blanks."""
    return element_lines(entry.model_dump(exclude_unset=True, exclude_none=True), indent)


def mapping_lines(data: Mapping[str, Any], indent: int) -> list[str]:
    """Return the lines of a block mapping, one key after the other."""
    return [line for key, value in data.items() for line in field_lines(key, value, indent)]


@lru_cache(maxsize=512)  # a set has few keys, each in every file
def key_text(key: str) -> str:
    """Return a key as it is written before its colon."""
    return one_line(key)


def field_lines(key: str, value: Any, indent: int) -> list[str]:
    """Return the lines of one key with its value (text, number, truth, date, list, mapping, None)."""
    head = f"{' ' * indent}{key_text(key)}:"
    first, *rest = value_lines(value, indent, room=FLOW_WIDTH - len(head) - 1, block=key in BLOCK_KEYS)
    return [f"{head} {first}".rstrip(), *rest]


def element_lines(value: Any, indent: int) -> list[str]:
    """Return the lines of one entry of a block list."""
    head = f"{' ' * indent}-"
    if isinstance(value, Mapping) and value:
        first, *rest = mapping_lines(value, indent + STEP)
        return [f"{head} {first[indent + STEP :]}", *rest]
    if isinstance(value, list | tuple):
        return [f"{head} {_flow(value)}"]
    first, *rest = value_lines(value, indent)
    return [f"{head} {first}".rstrip(), *rest]


def value_lines(value: Any, indent: int, room: int = FLOW_WIDTH, *, block: bool = False) -> list[str]:
    """Return what stands behind a key (which may be nothing), then the lines below it.

    Args:
        value: Plain data.
        indent: Column of the key or dash that the value belongs to.
        room: Columns that a list or mapping may take behind the key.
        block: Whether a list or mapping that is not empty always takes lines of its own.
    """
    inline = inline_value(value, room, block=block)
    if inline is not None:
        return [inline]
    if isinstance(value, str):
        return _literal_lines(value, indent + STEP)
    if isinstance(value, Mapping):
        return ["", *mapping_lines(value, indent + STEP)]
    return ["", *(line for element in value for line in element_lines(element, indent + STEP))]


def inline_value(value: Any, room: int = FLOW_WIDTH, *, block: bool = False) -> str | None:
    """Return a value as it stands behind its key on the same line; None where it takes lines of its own.

    Args:
        value: Plain data.
        room: Columns that a list or mapping may take.
        block: Whether a list or mapping that is not empty always takes lines of its own.
    """
    if isinstance(value, str):
        return None if literal(value) and not isinstance(value, Verbatim) else _scalar(value)
    if not isinstance(value, Mapping | Sequence):
        return _scalar(value)
    if value and (block or not _is_flat(value)):
        return None
    flow = _flow(value)
    return flow if not value or len(flow) <= room else None


def _literal_lines(text: str, indent: int) -> list[str]:
    block = literal(text)
    assert block is not None
    mark, lines = block
    return [mark, *(f"{' ' * indent}{line}" if line else "" for line in lines)]


def _is_flat(value: Any) -> bool:
    """Whether a list or mapping holds only scalars of one line, or a list only mappings of such."""
    values = list(value.values()) if isinstance(value, Mapping) else list(value)
    if all(isinstance(v, Mapping) for v in values) and not isinstance(value, Mapping):
        return all(_is_flat(v) for v in values)
    return not any(
        isinstance(v, list | tuple | Mapping) or (isinstance(v, str) and "\n" in v) for v in values
    )


def _flow(value: Any) -> str:
    if isinstance(value, Mapping):
        return (
            "{" + ", ".join(f"{one_line(k, flow=True)}: {_flow(v)}".rstrip() for k, v in value.items()) + "}"
        )
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_flow(v) for v in value) + "]"
    return _scalar(value, flow=True)


def _scalar(value: Any, *, flow: bool = False) -> str:
    if isinstance(value, Verbatim):
        return str(value)
    if isinstance(value, str):
        return one_line(str(value), flow=flow)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, date):
        return value.isoformat()
    return ("null" if flow else "") if value is None else str(value)
