"""Schema faults in sentences for people: what pydantic found, by field, at its place in the file."""

import re
from collections.abc import Iterator
from typing import Any

from pydantic import ValidationError
from rapidfuzz import fuzz, process

from goldset.domain import rules
from goldset.domain.findings import Loc, Rule, field_path
from goldset.domain.presence import FAULT_TYPE
from goldset.stores.field_types import DATE, DECIMAL, NUMBER, TEXT, TRUTH, FieldType
from goldset.stores.plain_data import shortened
from goldset.stores.yaml_nodes import Mapping, Node, Scalar, find
from goldset.stores.yaml_text import TextFault

# Below this a known key is no likely slip of the one that was written.
LIKENESS = 60.0

# A file with more faults than this is no item that somebody mends fault by fault.
MOST = 5000

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_TAKES = {
    TEXT: "text",
    NUMBER: "a whole number in digits",
    DECIMAL: "a number",
    TRUTH: "`true` or `false`",
    DATE: "a date",
}
_BEYOND = frozenset({"greater_than_equal", "greater_than", "less_than_equal", "less_than"})
_BOUNDS = {"ge": "at least", "gt": "more than", "le": "at most", "lt": "less than"}
_LACKING = {
    "abstain_reason": "add one of not_in_corpus, false_premise, ambiguous and others (see `goldset schema`)",
    "retired": "add `retired: {reason: …}`, or take `status: retired` back",
    "start": "add it, or delete `end`; `goldset fmt --locate` fills both in",
    "end": "add it, or delete `start`; `goldset fmt --locate` fills both in",
}
_EXCLUDED = {
    "gold_spans": "set `answerable: true`, or move what only looks like an answer to `near_spans`",
    "abstain_reason": "delete it, or set `answerable: false`",
    "retired": "set `status: retired`, or delete it",
}


def schema_faults(error: ValidationError, root: Node, takes: FieldType) -> list[TextFault]:
    """Return a fault for every field that the schema does not take, each field once."""
    faults: dict[Loc, TextFault] = {}
    details = error.errors(include_url=False)[:MOST]
    # Of a field that takes text or a list, what is wrong with the list says more than that it is no text.
    for detail in sorted(details, key=lambda detail: detail["type"].endswith("_type")):
        loc = _file_loc(detail["loc"], takes, unknown_last=detail["type"] == "extra_forbidden")
        for fault in _faults(detail, loc, root, takes):
            faults.setdefault(fault.loc or (), fault)
    return list(faults.values())


def _file_loc(loc: Loc, takes: FieldType, *, unknown_last: bool) -> Loc:
    """Return a path without the names that pydantic gives to the branches of a union."""
    path: list[str | int] = []
    for n, part in enumerate(loc):
        if isinstance(part, int) or part in takes.fields or takes.values:
            takes = takes.child(part)
            path.append(part)
        elif unknown_last and n == len(loc) - 1:
            path.append(part)
    return tuple(path)


def _faults(detail: Any, loc: Loc, root: Node, takes: FieldType) -> Iterator[TextFault]:
    if detail["type"] == FAULT_TYPE:
        for name, message in detail["ctx"]["faults"]:
            yield _presence_fault((*loc, name), message, root)
        return
    name = f"`{field_path(loc)}`"
    found = find(root, loc)
    if found is None:
        yield TextFault(rules.MISSING_FIELD, _nearest(root, loc), f"{name} is missing", loc=loc)
    elif detail["type"] == "extra_forbidden":
        assert found[0] is not None
        yield _unknown_key(loc, found[0], takes.at(loc[:-1]))
    else:
        key, node = found
        rule, message, hint = _value_fault(detail, name, node, takes.at(loc))
        place = key if key and isinstance(node, Scalar) and not node.value else node
        yield TextFault(rule, place.start, message, hint, loc)


def _presence_fault(loc: Loc, message: str, root: Node) -> TextFault:
    name = str(loc[-1])
    message = f"`{field_path(loc)}`{message.removeprefix(name)}"
    found = find(root, loc)
    if found is None or "is missing" in message:
        at = found[0].start if found and found[0] else _nearest(root, loc)
        return TextFault(
            rules.LACKS,
            at,
            message,
            _LACKING.get(name, "add it, or set `status: draft` until it is there"),
            loc,
        )
    at = (found[0] or found[1]).start
    return TextFault(rules.CONTRADICTS, at, message, _EXCLUDED.get(name, ""), loc)


def _unknown_key(loc: Loc, key: Scalar, parent: FieldType) -> TextFault:
    message = f"`{field_path(loc)}` is no field"
    return TextFault(rules.UNKNOWN_KEY, key.start, message, did_you_mean(key.value, parent.fields), loc)


def did_you_mean(word: str, known: Any) -> str:
    """Return a hint that names the known word most like a given one; empty where none is."""
    best = process.extractOne(word.lower(), list(known), scorer=fuzz.ratio, score_cutoff=LIKENESS)
    return f"did you mean `{best[0]}`?" if best else ""


_Verdict = tuple[Rule, str, str]


def _value_fault(detail: Any, name: str, node: Node, takes: FieldType) -> _Verdict:
    """Return rule, message and hint for a value that its field does not take."""
    said = f"{name} is {_written(node)}"
    if isinstance(node, Scalar):
        verdict = _scalar_fault(name, said, node, takes)
        if verdict:
            return verdict
    kind: str = detail["type"]
    if kind == "too_short":
        return rules.EMPTY, f"{name} has too few entries", ""
    if kind in _BEYOND:
        bound = next(f"{_BOUNDS[key]} {detail['ctx'][key]}" for key in _BOUNDS if key in detail["ctx"])
        return rules.OUT_OF_RANGE, f"{said}, and must be {bound}", ""
    if kind == "string_pattern_mismatch":
        return rules.BAD_NAME, f"{said}, which is no name that goldset can use", ""
    if kind.endswith(("_type", "_parsing", "is_instance_of")):
        return rules.WRONG_TYPE, f"{said}, and must be {_expected(takes)}", ""
    return rules.INVALID, f"{said}, which cannot be used", ""


def _scalar_fault(name: str, said: str, node: Scalar, takes: FieldType) -> _Verdict | None:
    """Return what is wrong with a scalar where that does not hang on what pydantic says."""
    if not node.value:
        return rules.EMPTY, f"{name} is empty", ""
    if takes.choices:
        message = f"{said}, which is none of {', '.join(takes.choices)}"
        return rules.NOT_ALLOWED, message, did_you_mean(node.value, takes.choices)
    if takes.scalar == DATE:
        why = "a day that does not exist" if _DAY.fullmatch(node.value) else "which is no ISO date or time"
        return rules.BAD_DATE, f"{said}, {why}", ""
    return None


def _expected(takes: FieldType) -> str:
    ways = []
    if takes.scalar in _TAKES:
        ways.append(_TAKES[takes.scalar])
    if takes.element:
        ways.append("a list, such as [a, b]")
    if takes.fields or takes.values:
        ways.append("a mapping of `key: value` lines")
    return " or ".join(ways)


def _written(node: Node) -> str:
    if isinstance(node, Scalar):
        return f"`{shortened(node.value)}`" if node.plain else f"the text `{shortened(node.value)}` in quotes"
    return "a mapping" if isinstance(node, Mapping) else "a list"


def _nearest(root: Node, loc: Loc) -> int:
    """Return where the innermost record begins that a missing field would stand in."""
    for length in range(len(loc) - 1, -1, -1):
        found = find(root, loc[:length])
        if found:
            return found[1].start
    return 0
