"""The canonical form of an item file: values as `canonical` writes them, comments and key order as they are.

A comment on a line of its own stays between the same fields; one behind a value stays behind it. Comments
inside brackets, or between a key and its value, move above the field. Runs of blank lines become one.
"""

from typing import Any, NamedTuple

from goldset.stores.canonical import (
    BLOCK_KEYS,
    FLOW_WIDTH,
    STEP,
    as_written,
    element_lines,
    inline_value,
    key_text,
    value_lines,
)
from goldset.stores.field_types import FieldType
from goldset.stores.yaml_comments import Comment
from goldset.stores.yaml_nodes import Mapping, Node, Scalar, Sequence
from goldset.stores.yaml_scalars import quoted
from goldset.stores.yaml_source import TAKES, Source


def canonical_text(text: str) -> str:
    """Return an item's text in canonical form; it says the same, and holds the same comments.

    Raises:
        ItemFileError: The text has faults, or the form cannot be had without losing something.
    """
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    source = Source(plain)
    new = _Writer(source).text()
    if new != plain:
        source.prove(new, source.data)
    return new


class _Place(NamedTuple):
    """Where a value is written: column and place of its key or dash, text up to it, what it takes."""

    indent: int
    mark: int
    head: str
    takes: FieldType


class _Writer:
    """Writes a tree line by line, in the order of its text, and every comment when its turn comes."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._lines: list[str] = []
        # How far the comments on lines of their own have been written.
        self._done = 0
        # Old and new columns of what just ended: a comment that stood in there stays in there.
        self._ended: dict[int, int] = {}

    def text(self) -> str:
        """Return the canonical text."""
        self._mapping(self._source.root, as_written(self._source.data, TAKES), TAKES, 0)
        self._lead(len(self._source.body), 0, 0)
        while self._lines and not self._lines[-1]:
            self._lines.pop()
        return "\n".join(self._lines) + "\n"

    def _mapping(self, node: Mapping, data: Any, takes: FieldType, indent: int, dash: str = "") -> None:
        """Write the fields of a mapping; `dash` stands before the first key where it is a list's entry."""
        for name, child in node.entries.items():
            key = node.keys[name]
            mark = self._source.body.index(":", key.end)
            if not dash:
                self._lead(key.start, self._source.column(key.start), indent)
            self._hoist(key.start, child, mark, indent)
            head = f"{dash or ' ' * indent}{key_text(name)}:"
            self._field(name, child, data[name], _Place(indent, mark, head, takes.child(name)))
            dash = ""
        self._ended[self._source.column(next(iter(node.keys.values())).start)] = indent

    def _field(self, name: str, node: Node, value: Any, place: _Place) -> None:
        indent, mark, head, takes = place
        block = name in BLOCK_KEYS or self._keeps_lines(node, mark)
        room = FLOW_WIDTH - len(head) - 1
        inline = inline_value(value, room, block=block)
        if inline is None and isinstance(node, Mapping) and not node.flow:
            self._open(head, mark)
            self._mapping(node, value, takes, indent + STEP)
        elif inline is None and isinstance(node, Sequence) and not node.flow:
            self._open(head, mark)
            self._sequence(node, value, takes, indent + STEP)
        else:
            lines = [inline] if inline is not None else value_lines(value, indent, room, block=block)
            self._close(lines, value, node, place)

    def _sequence(self, node: Sequence, data: Any, takes: FieldType, indent: int) -> None:
        for number, child in enumerate(node.elements):
            dash = self._source.dash(node, number)
            self._lead(dash, self._source.column(dash), indent)
            self._hoist(dash, child, dash, indent)
            inner = takes.child(number)
            if isinstance(child, Mapping) and not child.flow and child.entries:
                self._mapping(child, data[number], inner, indent + STEP, f"{' ' * indent}- ")
            else:
                head = f"{' ' * indent}-"
                first, *rest = element_lines(data[number], indent)
                self._close(
                    [first[len(head) + 1 :], *rest], data[number], child, _Place(indent, dash, head, inner)
                )
        self._ended[self._source.column(node.start)] = indent

    def _open(self, head: str, mark: int) -> None:
        """Write a key whose value takes the lines below it."""
        stop = self._source.line_stop(mark)
        self._lines.append(head + self._behind(mark, stop))
        self._done = stop

    def _close(self, lines: list[str], value: Any, node: Node, place: _Place) -> None:
        """Write a value that ends here; a comment behind its key or its end stays on its first line."""
        source, mark = self._source, place.mark
        stop = source.value_stop(node.end)
        is_block = isinstance(node, Scalar) and node.style in {"|", ">"}
        below = node.start > source.line_stop(mark)
        behind = self._behind(mark, source.line_stop(mark)) if is_block or below else ""
        behind += "" if is_block else self._behind(max(node.end, mark), stop)
        first, *rest = lines
        if behind and first == value and place.takes.prose:
            first = quoted(value)  # plain, it would look cut by the comment
        self._lines += [f"{place.head} {first}".rstrip() + behind, *rest]
        self._done = stop

    def _behind(self, start: int, stop: int) -> str:
        """Return the comment behind something on its line, with the blanks before it."""
        for comment in self._source.comments(start, stop):
            body = self._source.body
            gap = comment.start - len(body[: comment.start].rstrip(" "))
            return " " * max(gap, 1) + comment.text
        return ""

    def _hoist(self, start: int, node: Node, mark: int, indent: int) -> None:
        """Write above a field the comments inside it that no line of its canonical form can hold."""
        for comment in self._inside(start, node, mark):
            self._lines.append(f"{' ' * indent}{comment.text}")

    def _inside(self, start: int, node: Node, mark: int) -> list[Comment]:
        source = self._source
        head_stop = source.line_stop(mark)
        before_mark = source.comments(start, mark)
        if isinstance(node, Mapping | Sequence) and not node.flow:
            # Between a dash and its first key; lines below a key have their own turn.
            first = node.start if source.body[mark] == "-" else mark
            return [*before_mark, *source.comments(mark, first)]
        between = source.comments(min(head_stop, node.start), node.start)
        inner = source.comments(node.start, node.end) if isinstance(node, Mapping | Sequence) else []
        return [*before_mark, *between, *inner]

    def _lead(self, start: int, old_column: int, column: int) -> None:
        """Write the comments on lines of their own, and blank lines, before something that begins a line."""
        source = self._source
        at_end = start == len(source.body)
        gap = (
            source.body[self._done : start] + "\n"
            if at_end
            else source.body[self._done : source.line_start(start)]
        )
        for line in gap.split("\n")[1 if self._done else 0 : -1]:
            text = line.strip(" \t")
            if text.startswith("#"):
                at = len(line) - len(line.lstrip(" \t"))
                inside = max((old for old in self._ended if old_column < old <= at), default=None)
                self._lines.append(f"{' ' * (column if inside is None else self._ended[inside])}{text}")
            elif not text and self._lines and self._lines[-1]:
                self._lines.append("")
        self._done = max(self._done, source.line_start(start))
        self._ended = {}

    def _keeps_lines(self, node: Node, mark: int) -> bool:
        """Whether a list or mapping on lines of its own holds comments, which brackets could not."""
        if isinstance(node, Scalar) or node.flow:
            return False
        return bool(self._source.comments(self._source.line_stop(mark), self._source.value_stop(node.end)))
