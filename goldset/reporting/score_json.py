"""A scored run as JSON: every figure with its n, every item with its end and its values."""

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

from goldset.domain.runs import Arm
from goldset.domain.scores import End, ItemScore, Scored
from goldset.evaluation.estimates import estimate, estimates, in_slices, metrics_of
from goldset.evaluation.metrics import metric_of
from goldset.reporting.comparison import estimate_row


def score_json(runs: Sequence[Scored], by: Sequence[str] = ("slice",)) -> str:
    """Return scored runs as JSON: shares 0–1, null where nothing was measured."""
    report = {"version": 1, "runs": [score_row(scored, by) for scored in runs]}
    return json.dumps(report, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def score_row(scored: Scored, by: Sequence[str]) -> dict[str, Any]:
    """Return a scored run as plain data."""
    meta = scored.source.meta
    return {
        "set": scored.set_name,
        "run": {
            "name": scored.source.name,
            "sha256": scored.source.sha256,
            "form": scored.source.form,
            "system": meta.system,
            "revision": meta.revision,
            "gold_layout": meta.gold_layout,
        },
        "snapshot": scored.snapshot,
        "snapshot_assumed": scored.snapshot_assumed,
        "rules": {
            "overlap": scored.rules.overlap,
            "overlap_rule": scored.rules.overlap_rule,
            "k": list(scored.rules.k),
            "characters": list(scored.rules.characters),
        },
        "left_out": {why: list(ids) for why, ids in scored.left_out.items()},
        "unknown": list(scored.unknown),
        "bad_lines": [
            {"line": bad.line, "item": bad.item or None, "message": bad.message} for bad in scored.source.bad
        ],
        "notices": list(scored.source.notices),
        "counts": dict(sorted(scored.counts.items())),
        "arms": {str(arm): _arm(rows, by) for arm in Arm if (rows := scored.arm(arm))},
        "items": [_item(row) for row in scored.rows],
    }


def _arm(rows: Sequence[ItemScore], by: Sequence[str]) -> dict[str, Any]:
    ends = Counter(row.end for row in rows)
    metrics = metrics_of(rows)
    return {
        "items": len(rows),
        "ends": {str(end): ends[end] for end in End},
        "stale": sorted(row.item for row in rows if row.end is End.STALE),
        "metrics": {
            key: {"definition": metric_of(key).definition, **estimate_row(found)}
            for key, found in estimates(rows, metrics).items()
        },
        "slices": {
            field: {
                name: {key: estimate_row(estimate(part, key)) for key in metrics_of(part)}
                for name, part in in_slices(rows, field).items()
            }
            for field in by
        },
    }


def _item(row: ItemScore) -> dict[str, Any]:
    return {
        "item": row.item,
        "arm": str(row.arm),
        "end": str(row.end),
        "answerable": row.is_answerable,
        "values": dict(row.values),
        "notes": dict(row.notes),
    }
