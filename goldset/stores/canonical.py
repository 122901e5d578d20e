"""The canonical text of an item, a field and a span's entry: one way to write each value."""

from collections.abc import Mapping
from datetime import date, datetime
from functools import lru_cache
from typing import Any

from goldset.domain.items import GoldSpan, Item, PendingSpan
from goldset.stores.field_types import DATE, FieldType
from goldset.stores.yaml_scalars import UNPROVED, literal, scalar

SCHEMA_LINE = "# yaml-language-server: $schema={up}schema/item.schema.json"
FLOW_WIDTH = 100  # a list or small mapping on one line stays readable, and its diff small, up to here
STEP = 2
_STEP = " " * STEP
_NESTED = (dict, list, tuple)
_LARGE = 10**18  # a number with more digits is none to goldset's own reader
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
    return item_page(item, folder_depth).text


def item_page(item: Item, folder_depth: int | None = None) -> "Page":
    """Return a new item file (see `item_text`) with its skeleton."""
    page = Page()
    if folder_depth is not None:
        page.put(SCHEMA_LINE.format(up="../" * folder_depth))
    page.mapping(item.model_dump(exclude_unset=True, exclude_none=True), 0)
    return page


def span_entry_lines(entry: GoldSpan | PendingSpan, indent: int = STEP) -> list[str]:
    """Return the lines of one entry of `gold_spans`, the first beginning with `- ` after `indent` blanks."""
    return element_lines(entry.model_dump(exclude_unset=True, exclude_none=True), indent)


def mapping_lines(data: Mapping[str, Any], indent: int) -> list[str]:
    """Return the lines of a block mapping, one key after the other."""
    page = Page()
    page.mapping(data, indent)
    return page.lines


def field_lines(key: str, value: Any, indent: int) -> list[str]:
    """Return the lines of one key with its value (text, number, truth, date, list, mapping, None)."""
    return mapping_lines({key: value}, indent)


def element_lines(value: Any, indent: int) -> list[str]:
    """Return the lines of one entry of a block list."""
    page = Page()
    page.element(value, indent)
    return page.lines


def value_lines(value: Any, indent: int, room: int = FLOW_WIDTH, *, block: bool = False) -> list[str]:
    """Return what stands behind a key (which may be nothing), then the lines below it.

    Args:
        value: Plain data.
        indent: Column of the key or dash that the value belongs to.
        room: Columns that a list or mapping may take behind the key.
        block: Whether a list or mapping that is not empty always takes lines of its own.
    """
    page = Page()
    page.value("", value, indent, room, block=block)
    return [page.lines[0][1:], *page.lines[1:]]


def inline_value(value: Any, room: int = FLOW_WIDTH, *, block: bool = False) -> str | None:
    """Return a value as it stands behind its key on the same line; None where it takes lines of its own.

    Args:
        value: Plain data.
        room: Columns that a list or mapping may take.
        block: Whether a list or mapping that is not empty always takes lines of its own.
    """
    found = _inline(value, room, block=block)
    return found and found[1]


@lru_cache(maxsize=512)  # a set has few keys, each in every file
def key_text(key: str, *, flow: bool = False) -> str:
    """Return a key as it is written before its colon."""
    return scalar(key, flow=flow)[1]


class Page:
    """A text while it is written, and its skeleton: all of it but for scalars, and of what sort each of them is.

    Texts with one skeleton that holds no `UNPROVED` differ only in scalars that every reader takes for what they are.

    Attributes:
        lines: The text's lines.
        marks: For each line but those of literal blocks its head, and of what sort the value behind it is; in turn.
    """

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.marks: list[str] = []

    @property
    def text(self) -> str:
        """The text."""
        return "\n".join(self.lines) + "\n"

    @property
    def skeleton(self) -> str | None:
        """The skeleton; None where it tells nothing of other texts."""
        skeleton = "\n".join(self.marks)
        return None if UNPROVED in skeleton else skeleton

    def put(self, head: str, sort: str = "", text: str = "") -> None:
        """Write a line: its head, and what stands behind it."""
        self.lines.append(f"{head} {text}" if text else head)
        self.marks += (head, sort)

    def mapping(self, data: Mapping[str, Any], indent: int, lead: str = "") -> None:
        """Write a block mapping, one key after the other; `lead` stands before the first."""
        pad = " " * indent
        lead = lead or pad
        lines, marks = self.lines, self.marks
        for key, value in data.items():
            head = f"{lead}{key_text(key)}:"
            lead = pad
            if isinstance(value, str):  # nearly all of them
                if "\n" in value:
                    self._text(head, value, f"{pad}{_STEP}")
                    continue
                sort, text = scalar(value) if type(value) is str else _scalar(value)
            elif type(value) is int or type(value) is bool:
                sort, text = _scalar(value)
            else:
                self.value(head, value, indent, FLOW_WIDTH - len(head) - 1, block=key in BLOCK_KEYS)
                continue
            lines.append(f"{head} {text}")
            marks += (head, sort)

    def element(self, value: Any, indent: int) -> None:
        """Write one entry of a block list."""
        head = f"{' ' * indent}-"
        if isinstance(value, Mapping) and value:
            self.mapping(value, indent + STEP, f"{head} ")
        elif isinstance(value, list | tuple):
            self.put(head, *_flow(value))
        else:
            self.value(head, value, indent)

    def value(
        self, head: str, value: Any, indent: int, room: int = FLOW_WIDTH, *, block: bool = False
    ) -> None:
        """Write a value behind the head of its line or below it (see `value_lines`)."""
        if isinstance(value, str):
            self._text(head, value, " " * (indent + STEP))
            return
        inline = _inline(value, room, block=block)
        if inline is not None:
            self.put(head, *inline)
            return
        self.put(head)
        if isinstance(value, Mapping):
            self.mapping(value, indent + STEP)
        else:
            for one in value:
                self.element(one, indent + STEP)

    def _text(self, head: str, value: str, pad: str) -> None:
        lines = _literal(value)
        if lines is None:
            self.put(head, *_scalar(value))
        else:
            self.put(head, "L" if value.replace("\n", "").isprintable() else UNPROVED, lines[0])
            self.lines += [line and f"{pad}{line}" for line in lines[1]]


def _literal(value: str) -> tuple[str, list[str]] | None:
    """Return head and lines of the literal block that a text is written as; None where it stands on one line."""
    return literal(value) if "\n" in value and not isinstance(value, Verbatim) else None


def _inline(value: Any, room: int, *, block: bool) -> tuple[str, str] | None:
    """Return sort and text of a value that stands behind its key on the same line (see `inline_value`)."""
    if isinstance(value, str):
        return _scalar(value) if _literal(value) is None else None
    if not isinstance(value, _NESTED):
        return _scalar(value)
    if value and (block or _least_width(value) > room or not _is_flat(value)):
        return None
    flow = _flow(value)
    return flow if not value or len(flow[1]) <= room else None


def _least_width(value: Any) -> int:
    """Return columns that a list or mapping takes at least in brackets: most that do not fit are told by it."""
    keys, values = (value, value.values()) if isinstance(value, dict) else ((), value)
    return sum(map(len, keys)) + 2 * len(keys) + sum(len(one) + 2 for one in values if isinstance(one, str))


def _is_flat(value: Any) -> bool:
    """Whether a list or mapping holds only scalars of one line, or a list only mappings of such."""
    is_list = not isinstance(value, dict)
    if is_list and value and isinstance(value[0], dict):
        return all(isinstance(one, dict) and _is_flat(one) for one in value)
    for one in value if is_list else value.values():
        if "\n" in one if isinstance(one, str) else isinstance(one, _NESTED):
            return False
    return True


def _flow(value: Any) -> tuple[str, str]:
    """Return sort and text of a value inside brackets, or of brackets."""
    sorts, texts = [], []
    if isinstance(value, dict):
        for name, one in value.items():
            key, (sort, text) = key_text(name, flow=True), _flow(one)
            sorts.append(f"{key}:{sort}")
            texts.append(f"{key}: {text}" if text else f"{key}:")
        return f"{{{','.join(sorts)}}}", f"{{{', '.join(texts)}}}"
    if isinstance(value, list | tuple):
        for one in value:
            sort, text = _flow(one)
            sorts.append(sort)
            texts.append(text)
        return f"[{','.join(sorts)}]", f"[{', '.join(texts)}]"
    return _scalar(value, flow=True)


def _scalar(value: Any, *, flow: bool = False) -> tuple[str, str]:
    """Return sort and text of a scalar on one line."""
    if isinstance(value, str):
        return (UNPROVED, str(value)) if isinstance(value, Verbatim) else scalar(str(value), flow=flow)
    if isinstance(value, bool):
        return "B", "true" if value else "false"
    if isinstance(value, int):
        return "N" if 0 <= value < _LARGE else UNPROVED, str(value)
    if isinstance(value, date):
        return UNPROVED if isinstance(value, datetime) else "D", value.isoformat()
    return UNPROVED, ("null" if flow else "") if value is None else str(value)
