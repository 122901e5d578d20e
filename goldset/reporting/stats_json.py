"""What a set is made of, as JSON."""

import json
from typing import Any

from goldset.domain.corpus_use import Concentration, DocumentUse, Gaps, Part, SectionUse
from goldset.domain.set_stats import Row, SetStats
from goldset.reporting.stats_parts import concentration_steps


def stats_json(stats: SetStats) -> str:
    """Return what a set is made of as JSON; null where something is not known, and where items say nothing."""
    items = stats.items
    whole = items.table("status").whole
    report = {
        "version": 1,
        "set": stats.name,
        "snapshot": stats.snapshot,
        "totals": {"files": stats.files, **_numbers(whole), "unreadable": len(stats.unreadable)},
        "unreadable": [{"path": path, "reason": reason} for path, reason in stats.unreadable],
        "not_read": list(stats.unread),
        "same_id": {item: list(paths) for item, paths in stats.twice.items()},
        "stale": None
        if items.stale is None
        else [{"item": one.item, "status": str(one.status), "reason": one.reason} for one in items.stale],
        "tables": [
            {
                "by": table.field,
                "items": table.whole.total,
                "rows": [{"value": row.value, **_numbers(row)} for row in table.rows],
            }
            for table in items.tables
        ],
        "tallies": [
            {
                "of": tally.name,
                "number": tally.total,
                "rows": [{"value": value, "number": number} for value, number in tally.rows],
            }
            for tally in items.tallies
        ],
        "tiers": [
            {
                "tier": str(size.tier),
                "items": size.items,
                "least": size.least,
                "most": size.most,
                "verdict": size.verdict,
            }
            for size in items.tiers
        ],
        "coarse": [
            {"item": one.item, "span": one.span, "doc_id": one.doc_id, "level": one.level}
            for one in items.coarse
        ],
        "documents": None if stats.documents is None else _documents(stats.documents),
        "sections": None if stats.sections is None else _sections(stats.sections),
        "concentration": None if stats.concentration is None else _concentration(stats.concentration),
        "notices": list(stats.notices),
    }
    return json.dumps(report, ensure_ascii=False, indent=2) + "\n"


def _numbers(row: Row) -> dict[str, int]:
    return {
        "active": row.active,
        "stale": row.stale,
        "draft": row.draft,
        "retired": row.retired,
        "total": row.total,
    }


def _part(part: Part) -> dict[str, int]:
    return {"number": part.number, "chars": part.chars}


def _gaps(gaps: Gaps) -> dict[str, Any]:
    listed = [{"doc_id": gap.doc_id, "section": list(gap.section), "chars": gap.chars} for gap in gaps.listed]
    return {"listed": listed, "not_listed": _part(gaps.rest)}


def _documents(found: DocumentUse) -> dict[str, Any]:
    return {
        "all": _part(found.whole),
        "with_item": _part(found.used),
        "with_stale_items_alone": _part(found.stale),
        "without_item": _part(found.unused),
        "chars_in_passages": found.passages,
        "gone": list(found.gone),
        "gaps": _gaps(found.gaps),
    }


def _sections(found: SectionUse) -> dict[str, Any]:
    return {
        "with_span": _part(found.used),
        "without_span": _part(found.unused),
        "spans_in_no_section": found.unplaced,
        "documents_not_read": list(found.unread),
        "gaps": _gaps(found.gaps),
    }


def _concentration(found: Concentration) -> dict[str, Any]:
    return {
        "items": found.items,
        "items_without_span": found.without,
        "documents": found.documents,
        "effective_documents": found.effective,
        "top": [{"doc_id": name, "items": number} for name, number in found.top],
        "items_in_top": found.hanging,
        "items_in_most_used": [
            {"documents": number, "items": items} for number, items in concentration_steps(found)
        ],
    }
