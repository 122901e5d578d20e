"""Which piece of an item's text to replace by what, so that one field changes and no other line."""

import re
from typing import Any

from goldset.domain.findings import Loc, field_path
from goldset.errors import ItemFileError
from goldset.stores.canonical import BLOCK_KEYS, FLOW_WIDTH, element_lines, field_lines, value_lines
from goldset.stores.yaml_nodes import Mapping, Node, Scalar, Sequence, find
from goldset.stores.yaml_scalars import quoted
from goldset.stores.yaml_source import TAKES, Source, Splice

_BLOCK_MARK = re.compile(r"[|>][-+0-9]*")
_BY_HAND = "make the change by hand, or run `goldset fmt` first"


def set_splices(source: Source, loc: Loc, wanted: Any) -> list[Splice]:
    """Return what to splice so that a field gets its value.

    Args:
        source: The text.
        loc: The field; it, or the entry after a list's last, may be missing so far.
        wanted: Its value; a field in brackets is changed with all of them (see `outermost_flow`).

    Raises:
        ItemFileError: It would take more than the field's own lines.
    """
    return _replaced(source, loc, wanted) if find(source.root, loc) else _added(source, loc, wanted)


def remove_splices(source: Source, loc: Loc) -> list[Splice]:
    """Return what to splice so that a field or list entry goes; its comments stay, on lines of their own.

    Raises:
        ItemFileError: It is not there, or the only thing in what holds it.
    """
    parent = _parent(source, loc)
    key, node = _present(source, loc)
    if (len(parent.entries) if isinstance(parent, Mapping) else len(parent.elements)) == 1:
        raise ItemFileError(f"`{field_path(loc)}` is the only thing in what holds it", "remove that instead")
    start = key.start if key else _dash(source, loc)
    stop = source.value_stop(node.end)
    pad = " " * source.column(start)
    kept = [comment.text for comment in source.comments(start, stop)]
    if not source.body[source.line_start(start) : start].strip():
        lines = "".join(f"{pad}{text}{source.line_end}" for text in kept)
        return [Splice(source.line_start(start), source.past_line_end(stop), lines)]
    follower = _key_after(parent, loc)
    if follower is not None and not source.comments(start, follower):
        return [Splice(start, follower, "")]
    return [Splice(start, stop, f"{source.line_end}{pad}".join(kept))]


def outermost_flow(source: Source, loc: Loc) -> Loc | None:
    """Return the path of the outermost brackets that a field stands in; None where there are none."""
    for length in range(len(loc)):
        found = find(source.root, loc[:length])
        if found and isinstance(found[1], Mapping | Sequence) and found[1].flow:
            return loc[:length]
    return None


def _replaced(source: Source, loc: Loc, value: Any) -> list[Splice]:
    key, node = _present(source, loc)
    if key is not None:
        mark = source.body.index(":", key.end)
        indent = source.column(key.start)
        room = FLOW_WIDTH - indent - len(key.value) - 2
        first, *rest = value_lines(value, indent, room, block=key.value in BLOCK_KEYS)
    else:
        mark = _dash(source, loc)
        first, *rest = element_lines(value, source.column(mark))
        first = first.lstrip(" ")[1:].lstrip(" ")
    if first == value and TAKES.at(loc).prose and _has_comment_behind(source, mark, node):
        first = quoted(value)  # plain, it would look cut by the comment
    tail = "".join(f"{source.line_end}{line}" for line in rest)
    if isinstance(node, Scalar) and node.style in {"|", ">"}:
        return _over_block_scalar(source, node, first, tail)
    if source.line_start(mark) == source.line_start(node.start):
        return _over_inline(source, node, first, tail)
    return _over_lines(source, mark, node, first + tail)


def _has_comment_behind(source: Source, mark: int, node: Node) -> bool:
    on_key_line = source.comments(mark, source.line_stop(mark))
    return bool(on_key_line or source.comments(node.end, source.value_stop(node.end)))


def _over_inline(source: Source, node: Node, first: str, tail: str) -> list[Splice]:
    """Replace a value that begins behind its key; a comment behind the value stays on the key's line."""
    _refuse_comments(source, node.start, node.end)
    stop = source.value_stop(node.end)
    blank = source.body[node.start - 1] in " \t"
    if first and not blank:
        first = f" {first}"
    start = node.start - 1 if blank and not first else node.start
    return [Splice(start, node.end, first), Splice(stop, stop, tail)]


def _over_block_scalar(source: Source, node: Scalar, first: str, tail: str) -> list[Splice]:
    """Replace a literal or folded block; a comment behind its mark stays."""
    mark = _BLOCK_MARK.match(source.body, node.start)
    assert mark is not None
    head_stop = source.line_stop(node.start)
    return [Splice(node.start, mark.end(), first), Splice(head_stop, source.value_stop(node.end), tail)]


def _over_lines(source: Source, mark: int, node: Node, text: str) -> list[Splice]:
    """Replace a value that begins on a line below its key or dash; a comment on the key's line stays."""
    head_stop = source.line_stop(mark)
    stop = source.value_stop(node.end)
    _refuse_comments(source, head_stop, stop)
    first, line_end, rest = text.partition(source.line_end)
    behind = Splice(mark + 1, mark + 1, f" {first}" if first else "")
    return [behind, Splice(head_stop, stop, line_end + rest)]


def _added(source: Source, loc: Loc, value: Any) -> list[Splice]:
    parent = _parent(source, loc)
    if isinstance(parent, Sequence):
        if loc[-1] != len(parent.elements) or not parent.elements:
            raise ItemFileError(f"there is no `{field_path(loc)}` to change", "look at the item again")
        lines = element_lines(value, source.column(parent.start))
        return [_after(source, parent.elements[-1], lines)]
    name = str(loc[-1])
    keys = list(parent.keys.values())
    lines = field_lines(name, value, source.column(keys[0].start))
    order = list(TAKES.at(loc[:-1]).fields)
    before = (
        [other for other in order[: order.index(name)] if other in parent.entries] if name in order else []
    )
    if before or name not in order:
        return [_after(source, parent.entries[before[-1] if before else keys[-1].value], lines)]
    pad = " " * source.column(keys[0].start)
    text = f"{source.line_end.join(lines)}{source.line_end}{pad}".removeprefix(pad)
    return [Splice(keys[0].start, keys[0].start, text)]


def _after(source: Source, node: Node, lines: list[str]) -> Splice:
    stop = source.value_stop(node.end)
    return Splice(stop, stop, "".join(f"{source.line_end}{line}" for line in lines))


def _refuse_comments(source: Source, start: int, stop: int) -> None:
    if source.comments(start, stop):
        raise ItemFileError(
            "the change cannot be made without harm: comments stand inside the value", _BY_HAND
        )


def _present(source: Source, loc: Loc) -> tuple[Scalar | None, Node]:
    found = find(source.root, loc)
    if found is None:
        raise ItemFileError(f"there is no `{field_path(loc)}` to change", "look at the item again")
    return found


def _parent(source: Source, loc: Loc) -> Mapping | Sequence:
    _, parent = _present(source, loc[:-1])
    if isinstance(parent, Scalar):
        raise ItemFileError(f"`{field_path(loc[:-1])}` holds no fields", "look at the item again")
    return parent


def _dash(source: Source, loc: Loc) -> int:
    parent, number = _parent(source, loc), loc[-1]
    assert isinstance(parent, Sequence)
    assert isinstance(number, int)
    return source.dash(parent, number)


def _key_after(parent: Mapping | Sequence, loc: Loc) -> int | None:
    """Return where the key begins that follows a key in a mapping."""
    if not isinstance(parent, Mapping):
        return None
    names = list(parent.keys)
    after = names.index(str(loc[-1])) + 1
    return parent.keys[names[after]].start if after < len(names) else None
