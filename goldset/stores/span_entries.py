"""Replace one span's entry in an item's text by new lines, and keep the comments that people wrote in it."""

from collections.abc import Sequence as SequenceOf
from typing import NamedTuple

from goldset.errors import ItemFileError
from goldset.stores.yaml_comments import Comment
from goldset.stores.yaml_nodes import Mapping, Node, Scalar, Sequence, children
from goldset.stores.yaml_source import Source, Splice

FIELD = "gold_spans"


class EntryLines(NamedTuple):
    """Where a span's entry stands: its first and last line, from 1, and the column of its dash, from 0."""

    first: int
    last: int
    indent: int


def entry_lines(text: str, span_id: str) -> EntryLines:
    """Return where a span's entry stands in an item's text.

    Raises:
        ItemFileError: The text has faults, or there is no such span with lines of its own.
    """
    source = Source(text)
    dash, stop, _ = _entry(source, span_id)
    first = source.body.count("\n", 0, dash) + 1
    return EntryLines(first, first + source.body.count("\n", dash, stop), source.column(dash))


def replace_entry(text: str, span_id: str, new_entry_lines: SequenceOf[str]) -> str:
    """Return an item's text with one span's entry replaced; its comments stay with the keys they stood at.

    A comment whose key the new entry lacks stands below the entry's first line. In an entry that waits for a
    decision, comments stand in `was`.

    Args:
        text: The file's text, with byte order mark and line ends as they are.
        span_id: The span; `s1`, `s2`, … by place where entries have no id.
        new_entry_lines: Lines of the new entry, the first with its dash (see `canonical.span_entry_lines`),
            at any indentation.

    Raises:
        ItemFileError: The text or the new lines have faults, or there is no such span with lines of its own.
    """
    source = Source(text)
    dash, stop, number = _entry(source, span_id)
    lines = _at_column(new_entry_lines, source.column(dash))
    new = Source("\n".join([f"{FIELD}:", *lines]))
    entries = new.data[FIELD]
    if len(entries) != 1:
        raise ItemFileError("the new entry is not one entry", "give the lines of exactly one")
    wanted = {**source.data, FIELD: [*source.data[FIELD]]}
    wanted[FIELD][number] = entries[0]
    placed = _with_comments(
        lines, new, [(c, _anchor(source, c, number)) for c in source.comments(dash, stop)]
    )
    body = source.line_end.join(placed)
    return source.spliced([Splice(source.line_start(dash), stop, body)], wanted)


def _entry(source: Source, span_id: str) -> tuple[int, int, int]:
    """Return where an entry's dash stands, where its last line ends, and its number from 0."""
    spans = source.root.entries.get(FIELD)
    if isinstance(spans, Sequence):
        for number, node in enumerate(spans.elements):
            if _id_of(node, number) == span_id:
                if spans.flow or (isinstance(node, Mapping) and node.flow):
                    break
                return source.dash(spans, number), source.value_stop(node.end), number
        else:
            raise ItemFileError(f"the item has no span `{span_id}`", "look at the item again")
        raise ItemFileError(
            f"span `{span_id}` stands in brackets, not on lines of its own", "run `goldset fmt` first"
        )
    raise ItemFileError(f"the item has no span `{span_id}`", "look at the item again")


def _id_of(node: Node, number: int) -> str:
    named = node.entries.get("id") if isinstance(node, Mapping) else None
    return named.value if isinstance(named, Scalar) and named.value else f"s{number + 1}"


def _at_column(lines: SequenceOf[str], column: int) -> list[str]:
    """Return lines with the first line's indentation replaced."""
    old = len(lines[0]) - len(lines[0].lstrip(" "))
    if any(line[:old].strip() for line in lines):
        raise ItemFileError("the new entry's lines are indented less than its first", "indent them further")
    return [f"{' ' * column}{line[old:]}" if line.strip() else line for line in lines]


def _anchor(source: Source, comment: Comment, number: int) -> str | None:
    """Return the key that a comment stands at: before it, or behind its value; None at the entry's end."""
    keys = _keys(source.root.entries[FIELD], number)
    if comment.own_line:
        return next((key.value for key in keys if key.start > comment.start), None)
    return next((key.value for key in reversed(keys) if key.start < comment.start), None)


def _keys(spans: Node, number: int) -> list[Scalar]:
    assert isinstance(spans, Sequence)
    found: list[Scalar] = []

    def collect(node: Node) -> None:
        for name, child in children(node):
            if isinstance(node, Mapping):
                found.append(node.keys[str(name)])
            collect(child)

    collect(spans.elements[number])
    return found


def _with_comments(lines: list[str], new: Source, kept: list[tuple[Comment, str | None]]) -> list[str]:
    """Return the new lines with every kept comment above the line of its key, else below the first line."""
    home = _home(new)
    keys = list(home.keys.values())
    numbers = {key.value: max(new.body.count("\n", 0, key.start) - 1, 1) for key in keys}
    below_first = min(numbers.values())
    pad = " " * new.column(keys[0].start)
    placed = list(lines)
    # From the end, so that what is inserted moves no line that is still to be found.
    for comment, anchor in sorted(kept, key=lambda pair: numbers.get(pair[1] or "", below_first))[::-1]:
        placed.insert(numbers.get(anchor or "", below_first), pad + comment.text)
    return placed


def _home(new: Source) -> Mapping:
    """Return the mapping of a new entry that comments stand in: `was` of one that waits for a decision."""
    spans = new.root.entries[FIELD]
    entry = spans.elements[0] if isinstance(spans, Sequence) else spans
    block = entry.entries.get("relabel") if isinstance(entry, Mapping) else None
    was = block.entries.get("was") if isinstance(block, Mapping) else None
    home = was if isinstance(was, Mapping) else entry
    if not isinstance(home, Mapping) or home.flow:
        raise ItemFileError("the new entry is no mapping with a line for each key", "write one key a line")
    return home
