"""Snapshots and what differs between them, as text for the terminal and as JSON."""

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from goldset.domain.findings import Finding
from goldset.domain.retention import PrunePlan
from goldset.domain.snapshot_diff import SnapshotDiff
from goldset.domain.snapshots import DocumentRecord, Manifest, Snapshot
from goldset.reporting.counting import count
from goldset.reporting.findings import finding_lines, visible
from goldset.reporting.wrapping import wrapped

WIDTH = 80
_DIFF_MARKS = {"added": "+", "removed": "-", "changed": "~", "metadata_changed": "m"}


def snapshots_text(snapshots: Sequence[Snapshot]) -> str:
    """Return a line a snapshot, the newest last."""
    if not snapshots:
        return "No snapshots yet.\n"
    width = max(len(snapshot.id) for snapshot in snapshots)
    return "".join(
        f"{s.id:<{width}}  {_moment(s)}  {s.documents:>7} documents  {s.digest[:12]}"
        f"{'  thinned' if s.thinned else ''}\n"
        for s in snapshots
    )


def snapshots_json(snapshots: Sequence[Snapshot]) -> str:
    """Return all snapshots as JSON, the newest last."""
    return _json({"snapshots": [_head(snapshot) for snapshot in snapshots]})


def snapshot_text(manifest: Manifest, kept: Collection[str], outcomes: Mapping[str, int]) -> str:
    """Return what a snapshot holds: its head, how many texts are kept, and how spans stand in it."""
    s = manifest.snapshot
    rows = {
        "id": s.id,
        "created": _moment(s),
        "source": visible(s.source),
        "reader": visible(s.reader),
        "digest": s.digest,
        "documents": f"{s.documents}, {s.chars} characters",
        **({"thinned": f"lists {len(manifest.documents)} of them"} if s.thinned else {}),
        "kept texts": f"{len(kept)}",
        **{f"spans {name}": f"{count}" for name, count in outcomes.items()},
    }
    width = max(map(len, rows))
    return "".join(f"{name:<{width}}  {value}\n" for name, value in rows.items())


def snapshot_json(manifest: Manifest, kept: Collection[str], outcomes: Mapping[str, int]) -> str:
    """Return a snapshot with its documents as JSON."""
    documents = [_document(d) | {"kept": name in kept} for name, d in sorted(manifest.documents.items())]
    return _json({"snapshot": _head(manifest.snapshot), "outcomes": dict(outcomes), "documents": documents})


def diff_text(first: str, second: str, diff: SnapshotDiff) -> str:
    """Return a line per differing document: `+` added, `-` removed, `>` renamed, `~` changed, `m` else."""
    lines = [f"> {visible(old)} -> {visible(new)}" for old, new in diff.renamed]
    for name, mark in _DIFF_MARKS.items():
        lines += [f"{mark} {visible(doc_id)}" for doc_id in getattr(diff, name)]
    counts = [f"{len(diff.added)} added", f"{len(diff.removed)} removed", f"{len(diff.renamed)} renamed"]
    counts += [f"{len(diff.changed)} changed", f"{len(diff.metadata_changed)} with other metadata"]
    counts += [f"{diff.unchanged} unchanged"]
    # A number stays on the line of what it counts.
    kept = ", ".join(count.replace(" ", "\u00a0") for count in counts)
    totals = wrapped(f"{first} -> {second}: {kept}", "", WIDTH, "  ")
    lines += [line.replace("\u00a0", " ") for line in totals]
    if diff.incomplete:
        said = "A thinned snapshot lists only some of its documents; the others are not compared."
        lines += wrapped(said, "", WIDTH)
    return "".join(f"{line}\n" for line in lines)


def diff_json(first: str, second: str, diff: SnapshotDiff) -> str:
    """Return what differs between two snapshots as JSON."""
    return _json(
        {
            "from": first,
            "to": second,
            "added": diff.added,
            "removed": diff.removed,
            "renamed": [{"from": old, "to": new} for old, new in diff.renamed],
            "changed": diff.changed,
            "metadata_changed": diff.metadata_changed,
            "unchanged": diff.unchanged,
            "incomplete": diff.incomplete,
        }
    )


def prune_text(plan: PrunePlan, held: Collection[str], *, dry_run: bool) -> str:
    """Return what a prune did, or would do."""
    would = "would be " if dry_run else ""
    thinned = [f"{m.snapshot.id}: {would}thinned to {len(m.documents)} documents" for m in plan.thinned]
    deleted = [f"{name}: {would}deleted" for name in plan.deleted]
    texts = [f"{len(plan.texts)} kept texts {would}deleted"] if plan.texts else []
    left = [f"{name}: left as it is for an open branch" for name in sorted(held)]
    changes = [*thinned, *deleted, *texts]
    return "".join(f"{line}\n" for line in [*left, *(changes or ["Nothing to prune."])])


def prune_json(plan: PrunePlan, held: Collection[str], *, dry_run: bool) -> str:
    """Return what a prune did, or would do, as JSON."""
    thinned = [{"id": m.snapshot.id, "documents": len(m.documents)} for m in plan.thinned]
    rows = {"thinned": thinned, "deleted": plan.deleted, "texts": plan.texts, "held": sorted(held)}
    return _json({"dry_run": dry_run, **rows})


def created_text(snapshot: Snapshot, *, is_new: bool, texts: int) -> str:
    """Return what `snapshot create` did."""
    if not is_new:
        return f"Nothing new: the corpus is that of snapshot {snapshot.id}.\n"
    return f"Snapshot {snapshot.id}: {count(snapshot.documents, 'document')}, {count(texts, 'text')} kept.\n"


def created_json(snapshot: Snapshot, *, is_new: bool, texts: int) -> str:
    """Return what `snapshot create` did as JSON."""
    return _json({"snapshot": _head(snapshot), "new": is_new, "kept_texts": texts})


def verified_text(snapshot_id: str, findings: Sequence[Finding]) -> str:
    """Return what is wrong with a snapshot, or that nothing is."""
    if not findings:
        return f"Snapshot {snapshot_id} is sound.\n"
    return "".join(f"{line}\n" for line in finding_lines(findings, WIDTH))


def _json(report: Mapping[str, Any]) -> str:
    text = json.dumps({"version": 1, **report}, ensure_ascii=False, indent=2)
    return f"{text}\n"


def _moment(snapshot: Snapshot) -> str:
    return f"{snapshot.created:%Y-%m-%dT%H:%M:%SZ}"


def _head(snapshot: Snapshot) -> dict[str, Any]:
    return {
        "id": snapshot.id,
        "created": _moment(snapshot),
        "source": snapshot.source,
        "reader": snapshot.reader,
        "documents": snapshot.documents,
        "chars": snapshot.chars,
        "digest": snapshot.digest,
        "thinned": snapshot.thinned,
    }


def _document(document: DocumentRecord) -> dict[str, Any]:
    return {
        "doc_id": document.doc_id,
        "path": document.path or document.doc_id,
        "sha256": document.sha256,
        "text_sha256": document.text_sha256,
        "chars": document.chars,
        "title": document.title,
        "metadata": dict(document.metadata),
    }
