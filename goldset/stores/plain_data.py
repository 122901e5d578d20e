"""From a tree to plain data: each scalar is what its field takes, with the faults only the field tells."""

import re
from typing import Any

from goldset.domain import rules
from goldset.domain.findings import Rule
from goldset.stores.field_types import DECIMAL, NUMBER, TEXT, TRUTH, FieldType
from goldset.stores.yaml_nodes import Mapping, Node, Scalar
from goldset.stores.yaml_scalars import other_reading
from goldset.stores.yaml_text import TextFault

_NULLS = frozenset({"null", "Null", "NULL", "~"})
_COMMENT = re.compile(r"[ \t]+#[^\n\r]*")
# No offset or count has more digits; Python refuses to read numbers of thousands.
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,17})")
_DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,17})?(?:[eE][-+]?[0-9]{1,3})?")


def plain_data(text: str, root: Node, takes: FieldType) -> tuple[Any, list[TextFault]]:
    """Return a tree as text, numbers, truth values, None, lists and mappings, with the faults of its scalars.

    A scalar that is not what its field takes stays the text that it is; dates stay text.

    Args:
        text: The file's text, to see what follows a value.
        root: The tree.
        takes: What the file's fields take.
    """
    reader = _Reader(text)
    return reader.value(root, takes), reader.faults


class _Reader:
    def __init__(self, text: str) -> None:
        self.faults: list[TextFault] = []
        self._text = text
        self._has_comments = " #" in text or "\t#" in text

    def value(self, node: Node, takes: FieldType) -> Any:
        if isinstance(node, Scalar):
            return self._scalar(node, takes) if node.plain else node.value
        if isinstance(node, Mapping):
            if takes.values:
                self._check_free_keys(node)
            return {key: self.value(child, takes.child(key)) for key, child in node.entries.items()}
        return [self.value(child, takes.child(n)) for n, child in enumerate(node.elements)]

    def _check_free_keys(self, node: Mapping) -> None:
        for name, key in node.keys.items():
            if key.plain and (other := other_reading(name)):
                message = f"the key `{name}` is text here, and {other} to other YAML readers"
                self._report(rules.READ_DIFFERENTLY, key, message)

    def _scalar(self, node: Scalar, takes: FieldType) -> Any:
        value = node.value
        if self._has_comments and (takes.prose or not value):
            self._report_comment(node, takes)
        if not value or (takes.nullable and value in _NULLS):
            return None
        if takes.scalar == TEXT:
            if other := other_reading(value):
                self._report(
                    rules.READ_DIFFERENTLY, node, f"`{value}` is text here, and {other} to other YAML readers"
                )
            return value
        return _typed(value, takes.scalar)

    def _report_comment(self, node: Scalar, takes: FieldType) -> None:
        comment = _COMMENT.match(self._text, node.end)
        if comment is None:
            return
        said = shortened(comment.group().strip())
        if node.value:
            self._report(
                rules.CUT_BY_COMMENT, node, f"the value ends before `{said}`, which YAML takes for a comment"
            )
        elif takes.scalar:
            self._report(rules.LOST_TO_COMMENT, node, f"there is no value: YAML takes `{said}` for a comment")

    def _report(self, rule: Rule, node: Scalar, message: str) -> None:
        self.faults.append(TextFault(rule, node.start, message))


def shortened(text: str, limit: int = 60) -> str:
    """Return text cut to a length that fits in a message, on one line."""
    text = " ".join(text.split())
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


def _typed(value: str, scalar: str) -> Any:
    if scalar == NUMBER and _NUMBER.fullmatch(value):
        return int(value)
    if scalar == DECIMAL and _DECIMAL.fullmatch(value):
        return float(value)
    if scalar == TRUTH and value in {"true", "false"}:
        return value == "true"
    return value
