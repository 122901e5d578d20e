"""Records that are written as YAML; every value is the text that it is, but for none at all."""

from bisect import bisect_right
from collections.abc import Iterator
from typing import Any

from goldset.domain import rules
from goldset.errors import GoldsetError
from goldset.stores.formats.json_shapes import records_in
from goldset.stores.formats.reading import Reading
from goldset.stores.yaml_nodes import Mapping, Node, Scalar, Sequence
from goldset.stores.yaml_reader import read_yaml
from goldset.stores.yaml_text import SourceText, TextFault, place

_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
# Faults by which a record says less, or something else, than it seems to.
_LOSING = (rules.ALIAS, rules.TAG, rules.MERGE_KEY, rules.KEY_NOT_TEXT, rules.DUPLICATE_KEY, rules.NOT_UTF8)


def read_yaml_list(data: bytes, name: str, reading: Reading) -> None:
    """Read the records of a YAML file.

    Raises:
        GoldsetError: The YAML breaks off, so that nobody knows what else it holds, or it holds no records.
    """
    text = data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace").replace("\r\n", "\n")
    read = read_yaml(SourceText(text, ()))
    if not read.whole or read.root is None:
        fault = next((f for f in read.faults if f.rule in (rules.NOT_YAML, rules.TOO_DEEP)), None)
        fault = fault or next(iter(read.faults), TextFault(rules.NOT_YAML, 0, "it holds nothing"))
        line, _ = place(text, fault.at)
        raise GoldsetError(f"{name}:{line}: {fault.message}", "mend the YAML: nothing was read")
    faults = dict(_by_record(read.root, read.faults, text))
    for number, (record, where) in enumerate(records_in(data_in(read.root), name, reading.notices), start=1):
        if number in faults or 0 in faults:
            reading.refuse(number, faults.get(number, faults.get(0, "")))
        else:
            reading.take(number, record, where)


def data_in(node: Node) -> Any:
    """Return a tree as texts, None, lists and mappings; `no`, `1e3` and `2026-10-01` are texts."""
    if isinstance(node, Scalar):
        return None if node.plain and node.value in _NULLS else node.value
    if isinstance(node, Mapping):
        return {key: data_in(child) for key, child in node.entries.items()}
    return [data_in(child) for child in node.elements]


def _by_record(root: Node, faults: tuple[TextFault, ...], text: str) -> Iterator[tuple[int, str]]:
    """Yield the number of the record that a fault stands in, with the fault; 0 for one of every record."""
    records = _record_nodes(root)
    starts = [record.start for record in records]
    for fault in faults:
        if fault.rule in _LOSING:
            line, _ = place(text, fault.at)
            number = bisect_right(starts, fault.at)
            yield number, f"line {line}: {fault.message}"


def _record_nodes(root: Node) -> list[Node]:
    if isinstance(root, Sequence):
        return root.elements
    children = list(root.entries.values()) if isinstance(root, Mapping) else []
    lists = [child for child in children if isinstance(child, Sequence)]
    return lists[0].elements if len(lists) == 1 else [] if lists else children
