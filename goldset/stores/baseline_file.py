"""`baseline.jsonl`: the scored run that a person blessed, which later runs are held against.

The first line says which run it was and by which rules it was scored; then a line per item and arm, in order, so
that what changes in it is what changed. Of each item it keeps how it ended and its values.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from goldset.domain.runs import Arm, Layout, RunMeta, RunSource
from goldset.domain.scores import End, ItemScore, Scored, ScoreRules
from goldset.errors import SnapshotError
from goldset.stores.json_lines import Row, lines_of, read_lines
from goldset.stores.trees import Tree

PATH = "baseline.jsonl"
VERSION = 1
DIGITS = 12
# A metric that does not apply, where null is a value that nobody knows.
ABSENT = "-"
_HEAD = frozenset(
    {"version", "set", "snapshot", "run", "sha256", "form", "system", "revision", "rules", "metrics"}
    | {"by", "at", "reason", "k", "gold_layout", "judges"}
)
_RULES = frozenset({"overlap", "overlap_rule", "k", "characters"})
_LINE = frozenset({"item", "arm", "end", "answerable", "values"})


@dataclass(frozen=True, slots=True)
class Baseline:
    """A blessed run.

    Attributes:
        scored: Its score; its rows know neither slices nor documents, which are those of the set as it is.
        by: Who blessed it.
        at: When: a date, as ISO 8601.
        reason: Why.
    """

    scored: Scored
    by: str
    at: str
    reason: str


def read_baseline(tree: Tree) -> Baseline | None:
    """Return the blessed run of a set; None where none was blessed.

    Raises:
        SnapshotError: The file is damaged, or a newer goldset wrote it.
    """
    data = tree.read(PATH)
    if data is None:
        return None
    lines = read_lines(data, PATH)
    head = next(lines, None)
    if head is None:
        raise SnapshotError(f"{PATH} is empty", "take it back from Git, or bless a run anew")
    if head.count("version") != VERSION:
        raise head.fault(f"version {head.count('version')}: a newer goldset wrote it; update goldset")
    head.only(_HEAD)
    metrics = head.texts("metrics")
    rows = [_row(line.only(_LINE), metrics) for line in lines]
    return Baseline(_scored(head, rows), head.text("by"), head.text("at"), head.text("reason"))


def baseline_bytes(baseline: Baseline) -> bytes:
    """Return what a baseline's file holds: the same baseline gives the same bytes."""
    scored = baseline.scored
    metrics = sorted({metric for row in scored.rows for metric in row.values})
    meta = scored.source.meta
    head = {
        "version": VERSION,
        "set": scored.set_name,
        "snapshot": scored.snapshot,
        "run": _as_utf_8(scored.source.name),
        "sha256": scored.source.sha256,
        "form": scored.source.form,
        "system": meta.system,
        "revision": meta.revision,
        "k": meta.k,
        "gold_layout": meta.gold_layout,
        "judges": {name: list(judges) for name, judges in sorted(scored.judges.items())} or None,
        "rules": {
            "overlap": scored.rules.overlap,
            "overlap_rule": scored.rules.overlap_rule,
            "k": list(scored.rules.k),
            "characters": list(scored.rules.characters),
        },
        "by": _as_utf_8(baseline.by),
        "at": baseline.at,
        "reason": _as_utf_8(baseline.reason),
        "metrics": metrics,
    }
    ordered = sorted(scored.rows, key=lambda row: (row.item, row.arm))
    said = {key: value for key, value in head.items() if value is not None}
    return lines_of([said, *(_line(row, metrics) for row in ordered)])


def _as_utf_8(text: str) -> str:
    """Return what came from a command line, where bytes that are no UTF-8 may stand, as text that can be written."""
    return text.encode("utf-8", "backslashreplace").decode()


def _line(row: ItemScore, metrics: Sequence[str]) -> dict[str, Any]:
    return {
        "item": row.item,
        "arm": str(row.arm),
        "end": str(row.end),
        "answerable": row.is_answerable,
        "values": [_written(row.values[m]) if m in row.values else ABSENT for m in metrics],
    }


def _written(value: float | None) -> float | None:
    if value is None:
        return None
    return int(value) if value in (0, 1) else round(value, DIGITS)


def _row(line: Row, metrics: Sequence[str]) -> ItemScore:
    arm, end = line.text("arm"), line.text("end")
    if arm not in set(Arm) or end not in set(End):
        raise line.fault(f"`{arm}` is no arm, or `{end}` no end of an item")
    values = dict(_values(line, metrics))
    return ItemScore(line.text("item"), Arm(arm), End(end), values, is_answerable=line.flag("answerable"))


def _values(line: Row, metrics: Sequence[str]) -> Iterator[tuple[str, float | None]]:
    listed = line.values.get("values")
    if not isinstance(listed, list) or len(listed) != len(metrics):
        raise line.fault(f"`values` is not a list of {len(metrics)} values, one for each of `metrics`")
    for metric, value in zip(metrics, listed, strict=True):
        if value == ABSENT:
            continue
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if value is not None and not (is_number and 0 <= value <= 1):
            raise line.fault(f"{metric} is {value!r}, which is no share")
        yield metric, None if value is None else float(value)


def _scored(head: Row, rows: Sequence[ItemScore]) -> Scored:
    meta = RunMeta(
        snapshot=head.optional_text("snapshot"),
        system=head.optional_text("system"),
        revision=head.optional_text("revision"),
        k=head.count("k") if "k" in head.values else None,
        gold_layout=_layout(head),
    )
    source = RunSource(head.text("run"), head.text("sha256"), head.text("form"), meta)
    return Scored(
        source=source,
        set_name=head.text("set"),
        snapshot=meta.snapshot,
        snapshot_assumed=False,
        rules=_rules(head),
        rows=rows,
        judges=_judges(head),
    )


def _layout(head: Row) -> Layout | None:
    said = head.optional_text("gold_layout")
    if said is not None and said not in set(Layout):
        raise head.fault(f"`gold_layout` is {said}, none of {', '.join(Layout)}")
    return None if said is None else Layout(said)


def _judges(head: Row) -> dict[str, tuple[str, ...]]:
    value = head.values.get("judges", {})
    if not isinstance(value, Mapping):
        raise head.fault("`judges` is not a record")
    judges = Row(value, head.path, head.line)
    return {name: judges.texts(name) for name in value}


def _rules(head: Row) -> ScoreRules:
    value = head.values.get("rules")
    if not isinstance(value, Mapping):
        raise head.fault("`rules` is not a record")
    rules = Row(value, head.path, head.line).only(_RULES)
    return ScoreRules(
        rules.share("overlap"),
        rules.text("overlap_rule"),
        _numbers(rules, "k"),
        _numbers(rules, "characters"),
    )


def _numbers(rules: Row, key: str) -> tuple[int, ...]:
    value = rules.values.get(key)
    if not isinstance(value, list) or not all(isinstance(n, int) and not isinstance(n, bool) for n in value):
        raise rules.fault(f"`rules.{key}` is not a list of whole numbers")
    return tuple(value)
