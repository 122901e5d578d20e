"""The comments of a YAML file, which no tree holds: where each stands and what it stands at."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from goldset.stores.yaml_nodes import Mapping, Node, Scalar, Sequence

_COMMENT = re.compile(r"#[^\n\r]*")
_BLOCK_HEAD = re.compile(r"[|>][-+0-9]*[ \t]*")


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment with its sign; places in code points, half open.

    Attributes:
        start: Where its `#` stands.
        end: Where it ends, before the line end.
        text: All of it, from the `#`, without blanks at its end.
        own_line: Whether nothing stands before it on its line.
    """

    start: int
    end: int
    text: str
    own_line: bool


def comments(text: str, root: Node) -> list[Comment]:
    """Return the comments of a file in their order."""
    found = []
    for gap_start, gap_end in _gaps(text, root, len(text)):
        for match in _COMMENT.finditer(text, gap_start, gap_end):
            before = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
            found.append(Comment(match.start(), match.end(), match.group().rstrip(), not before.strip()))
    return found


def scalars(node: Node) -> Iterator[Scalar]:
    """Yield every key and value that is a scalar, in the order of the text."""
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Mapping):
        for name, child in node.entries.items():
            yield node.keys[name]
            yield from scalars(child)
    elif isinstance(node, Sequence):
        for child in node.elements:
            yield from scalars(child)


def _gaps(text: str, root: Node, end: int) -> Iterator[tuple[int, int]]:
    """Yield where no scalar stands; the head of a block scalar counts as such a place."""
    at = 0
    for scalar in scalars(root):
        yield at, scalar.start
        at = scalar.end
        if scalar.style in {"|", ">"} and (head := _BLOCK_HEAD.match(text, scalar.start)):
            line_end = text.find("\n", scalar.start, scalar.end)
            yield head.end(), line_end if line_end >= 0 else scalar.end
    yield at, end
