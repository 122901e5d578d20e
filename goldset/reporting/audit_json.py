"""How much of a set is still true, as JSON: every row and every piece of evidence, whole."""

import json
from typing import Any

from goldset.domain.audit import AuditedEvidence, AuditedRow, AuditReport, Resting
from goldset.domain.resolutions import Difference, Place


def audit_json(report: AuditReport) -> str:
    """Return the whole report as JSON; the sum of the states is the number of rows."""
    rest = report.rest
    said = {
        "version": 1,
        "file": {"name": report.name, "form": report.form, "sha256": report.sha256},
        "corpus": {"name": report.corpus, "documents": report.documents},
        "was": report.was or None,
        "chunks": {"name": report.chunks, "sha256": report.chunks_sha256} if report.chunks else None,
        "totals": report.totals,
        "evidence_totals": report.evidence_totals,
        "score": {
            "rows": rest.rows,
            "most_recall": rest.most_recall,
            "most_complete": rest.most_complete,
            "dead": _resting(rest.dead),
            "doubtful": _resting(rest.doubtful),
            "misplaced": _resting(rest.misplaced),
        },
        "rows": [_row(row) for row in report.rows],
        "lines": [{"file": bad.file, "line": bad.number, "reason": bad.reason} for bad in report.lines],
        "not_read": dict(report.not_read),
        "notices": list(report.notices),
    }
    text = json.dumps(said, ensure_ascii=False, indent=2, allow_nan=False)
    return text.encode("utf-8", "backslashreplace").decode("utf-8") + "\n"


def _resting(found: Resting) -> dict[str, Any]:
    return {"rows": found.rows, "recall": found.recall, "complete": found.complete}


def _row(row: AuditedRow) -> dict[str, Any]:
    return {
        "row": row.number,
        "where": row.where or None,
        "ref": row.ref,
        "question": row.question or None,
        "state": str(row.state),
        "reason": row.reason,
        "evidence": [_evidence(one) for one in row.evidence],
        "near": [_evidence(one) for one in row.near],
    }


def _evidence(one: AuditedEvidence) -> dict[str, Any]:
    given, found = one.evidence, one.found
    return {
        "state": str(one.state),
        "reason": one.reason,
        "notes": list(one.notes),
        "misplaced": one.is_misplaced,
        "likeness": str(one.likeness) if one.likeness else None,
        "outcome": str(found.outcome) if found else None,
        "given": {
            "doc": given.doc,
            "chunk_id": given.chunk_id,
            "start": given.start,
            "end": given.end,
            "text": given.text,
            "groups": list(given.groups),
            "coarse": given.coarse,
        },
        "now": _place(one.place) if one.place else None,
        "differences": _differences(found.differences) if found else [],
        "candidates": [
            {
                **_place(candidate.place),
                "similarity": candidate.similarity,
                "occurrences": candidate.occurrences,
                "sibling": candidate.sibling,
                "differences": _differences(candidate.differences),
            }
            for candidate in (found.candidates if found else ())
        ],
    }


def _place(place: Place) -> dict[str, Any]:
    return {"doc_id": place.doc_id, "start": place.start, "end": place.end, "text": place.text}


def _differences(differences: tuple[Difference, ...]) -> list[dict[str, str]]:
    return [{"kind": str(d.kind), "before": d.before, "after": d.after} for d in differences]
