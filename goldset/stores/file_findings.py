"""From faults at places of a text to findings at lines of a file, each naming its field."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from goldset.domain.findings import Fault, Finding, field_path, in_order
from goldset.stores.yaml_nodes import loc_at
from goldset.stores.yaml_reader import Reading
from goldset.stores.yaml_text import MANY, MAX_FAULTS, TextFault, place


def findings_of(path: str, reading: Reading, faults: Iterable[TextFault], item: str = "") -> list[Finding]:
    """Return the findings of one file, in order; of each rule the first ones, the last telling how many more.

    Args:
        path: The file, relative to the set's folder.
        reading: What it holds.
        faults: What is wrong with it.
        item: Id of its item, where it has one.
    """
    by_rule: dict[str, list[TextFault]] = defaultdict(list)
    for fault in sorted(faults, key=lambda fault: fault.at):
        by_rule[fault.rule.code].append(fault)
    return in_order(
        finding for found in by_rule.values() for finding in _first_of(path, reading, found, item)
    )


def _first_of(path: str, reading: Reading, found: list[TextFault], item: str) -> list[Finding]:
    shown = [_finding(path, reading, fault, item) for fault in found[:MAX_FAULTS]]
    more = len(found) - MAX_FAULTS
    if more > 0:
        how_many = f"{more:,}" if len(found) < MANY else "many"
        shown[-1] = replace(shown[-1], message=f"{shown[-1].message}; and {how_many} more like this")
    return shown


def _finding(path: str, reading: Reading, fault: TextFault, item: str) -> Finding:
    loc, message = fault.loc, fault.message
    if loc is None:
        loc = loc_at(reading.root, fault.at) if reading.root else ()
        message = f"`{field_path(loc)}`: {message}" if loc else message
    line, column = place(reading.text, fault.at)
    return Fault(fault.rule, message, path, loc, fault.hint).finding(line, column, item=item)
