"""The tree of a YAML file as it stands in its text: every value with where it begins and ends."""

from collections.abc import Iterator

from goldset.domain.findings import Loc


class Scalar:
    """One value: its text, whether it was written plain, and its place in code points, half open."""

    __slots__ = ("end", "plain", "start", "style", "value")

    def __init__(self, value: str, style: str, start: int, end: int) -> None:
        self.value = value
        self.style = style
        self.plain = not style
        self.start = start
        self.end = end


class Mapping:
    """Keys with values in their order; a duplicate key stands in it once, with its first value."""

    __slots__ = ("end", "entries", "flow", "keys", "start")

    def __init__(self, start: int, *, flow: bool) -> None:
        self.start = start
        self.end = start
        self.flow = flow
        self.entries: dict[str, Node] = {}
        self.keys: dict[str, Scalar] = {}


class Sequence:
    """Values in their order."""

    __slots__ = ("elements", "end", "flow", "start")

    def __init__(self, start: int, *, flow: bool) -> None:
        self.start = start
        self.end = start
        self.flow = flow
        self.elements: list[Node] = []


Node = Scalar | Mapping | Sequence


def find(root: Node, loc: Loc) -> tuple[Scalar | None, Node] | None:
    """Return the key (None in a list) and value at a path; None where the path leads nowhere."""
    key: Scalar | None = None
    node = root
    for part in loc:
        if isinstance(part, str) and isinstance(node, Mapping) and part in node.entries:
            key, node = node.keys[part], node.entries[part]
        elif isinstance(part, int) and isinstance(node, Sequence) and 0 <= part < len(node.elements):
            key, node = None, node.elements[part]
        else:
            return None
    return key, node


def children(node: Node) -> Iterator[tuple[str | int, Node]]:
    """Yield each key or position with its value."""
    if isinstance(node, Mapping):
        yield from node.entries.items()
    elif isinstance(node, Sequence):
        yield from enumerate(node.elements)


def loc_of(root: Node, wanted: Node) -> Loc | None:
    """Return the path of a value of the tree; None where it does not hang in it."""
    if root is wanted:
        return ()
    for part, child in children(root):
        loc = loc_of(child, wanted)
        if loc is not None:
            return (part, *loc)
    return None


def loc_at(root: Node, at: int) -> Loc:
    """Return the path of the innermost key or value that stands at or last began before an offset."""
    loc: Loc = ()
    node = root
    while True:
        last = None
        for part, child in children(node):
            begin = (
                node.keys[part].start if isinstance(node, Mapping) and isinstance(part, str) else child.start
            )
            if begin > at:
                break
            last = part, child
        if last is None:
            return loc
        loc, node = (*loc, last[0]), last[1]
