"""Where gold spans stand in a snapshot, as text for the terminal, as Markdown and as JSON."""

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from goldset.domain.items import Span
from goldset.domain.resolutions import (
    QUEUED,
    Candidate,
    Difference,
    Outcome,
    Place,
    Resolution,
    is_taken_back,
)
from goldset.reporting.findings import visible
from goldset.reporting.quoting import code, fenced
from goldset.reporting.totals import in_groups, total_lines
from goldset.reporting.word_marks import as_diff
from goldset.reporting.wrapping import wrapped

Pair = tuple[Span, Resolution]
_WIDTH = 80
# A report is read from the top: longer passages are cut here, the JSON has them whole.
_SHOWN = 600
_FIGURES = ("similarity", "context_left", "context_right", "lead")


def resolved_text(
    to: str, totals: Mapping[str, int], pairs: Sequence[Pair], near: Sequence[Pair], width: int = _WIDTH
) -> str:
    """Return totals that add up, then what is queued by document pair with the differences marked."""
    lines = [*wrapped(f"{_counted(totals, pairs)} in snapshot {visible(to)}", "", width), ""]
    lines += total_lines(totals, totals["spans"])
    for (old, new), group in _by_documents(pairs):
        lines += ["", *wrapped(_heading(old, new), "", width)]
        for span, one in group:
            lines += queued_lines(span, one, width)
    changed = [(span, one) for span, one in near if one.outcome not in {Outcome.UNCHANGED, Outcome.SKIPPED}]
    if changed:
        lines += ["", "Near spans that changed (reported, never queued):"]
        lines += [f"  {visible(s.item.id)} {s.id}: {_outcome(r)}" for s, r in changed]
    return "\n".join(lines) + "\n"


def _counted(totals: Mapping[str, int], pairs: Sequence[Pair]) -> str:
    """Say how many spans of how many items there are; an item that has none is named as such, not left out."""
    holding = len({span.item.id for span, _ in pairs})
    without = totals["items"] - holding
    said = f"{_number(totals['spans'], 'span')} of {_number(holding, 'item')}"
    return f"{said}, and {_number(without, 'item')} without gold spans," if without else said


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}{'s' * (count != 1)}"


def _by_documents(pairs: Iterable[Pair]) -> list[tuple[tuple[str, str], list[Pair]]]:
    """Return queued spans by old document and the document of the best candidate."""

    def documents(pair: Pair) -> tuple[str, str]:
        span, one = pair
        return span.confirmed.doc_id, one.candidates[0].place.doc_id if one.candidates else ""

    queued = sorted(
        (p for p in pairs if p[1].outcome in QUEUED or is_taken_back(p[1])),
        key=lambda p: (documents(p), p[1].key),
    )
    return [(names, list(group)) for names, group in groupby(queued, key=documents)]


def _heading(old: str, new: str) -> str:
    old, new = visible(old), visible(new)
    return f"{old} -> {new}" if new and new != old else old


def _outcome(one: Resolution) -> str:
    return str(one.outcome).replace("_", " ")


def queued_lines(span: Span, one: Resolution, width: int) -> list[str]:
    """Return what a terminal shows of a queued span: its outcome, and old and new passage compared."""
    lines = ["", f"  {visible(span.item.id)} {visible(span.id)}: {_outcome(one)}"]
    if one.reason:
        lines += wrapped(visible(one.reason), "    ", width)
    if one.differences:
        lines += wrapped(visible("; ".join(map(str, one.differences))), "    ", width)
    for line in _compared(span, one).split("\n"):
        lines += wrapped(visible(line), "    ", width, hanging="  ")
    more = len(one.candidates) - 1
    return [*lines, *([f"    {more} more candidate{'s' * (more > 1)}"] if more > 0 else [])]


def cut(text: str) -> str:
    """Return a text that is not longer than a report shows."""
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def resolved_markdown(to: str, totals: Mapping[str, int], pairs: Sequence[Pair]) -> str:
    """Return a table of totals, and what is queued by document pair with the differences marked."""
    rows = [f"| {name.replace('_', ' ')} | {number} |" for name, number in in_groups(totals)]
    head = f"{_counted(totals, pairs)} in snapshot {code(to)}."
    lines = [head, "", "| outcome | spans |", "|---|---:|", *rows, f"| **in all** | {totals['spans']} |"]
    for (old, new), group in _by_documents(pairs):
        lines += ["", f"### {code(old)}" + (f" → {code(new)}" if new and new != old else "")]
        for span, one in group:
            named = "; ".join(map(str, one.differences)) or one.reason
            tail = f": {code(named)}" if named else ""
            lines += ["", f"{code(span.item.id)} {code(span.id)} – {_outcome(one)}{tail}", ""]
            lines.append(fenced(_compared(span, one), "diff"))
    return "\n".join(lines) + "\n"


def _compared(span: Span, one: Resolution) -> str:
    """Return the confirmed text and the best candidate's as lines of a diff."""
    old = cut(span.confirmed.text)
    if one.candidates:
        return as_diff(old, cut(one.candidates[0].place.text))
    return "\n".join(f"- {line}" for line in old.split("\n"))


def resolved_json(
    to: str,
    totals: Mapping[str, int],
    pairs: Sequence[Pair],
    near: Sequence[Pair],
    unreadable: Sequence[str] = (),
) -> str:
    """Return every span with its outcome, place and candidates as JSON."""
    report = {
        "version": 1,
        "to": to,
        "totals": dict(totals),
        "spans": [resolution_row(span, one) for span, one in pairs],
        "near_spans": [resolution_row(span, one) for span, one in near],
        "unreadable": list(unreadable),
    }
    text = json.dumps(report, ensure_ascii=False, indent=1)
    return text.encode("utf-8", "backslashreplace").decode("utf-8") + "\n"


def resolution_row(span: Span, one: Resolution) -> dict[str, Any]:
    """Return what JSON says of a span and where it stands."""
    c = span.confirmed
    return {
        "item": one.item,
        "span": one.span,
        "outcome": str(one.outcome),
        "accepted": one.accepted,
        "reason": one.reason,
        "status": str(span.item.status),
        "from": {
            "snapshot": span.snapshot,
            "doc_id": c.doc_id,
            "start": c.start,
            "end": c.end,
            "text": c.text,
        },
        "to": None if one.to is None else _place(one.to),
        "differences": [_difference(difference) for difference in one.differences],
        "ignored": list(one.ignored),
        "candidates": [_candidate(candidate) for candidate in one.candidates],
    }


def _place(place: Place) -> dict[str, Any]:
    return {"doc_id": place.doc_id, "start": place.start, "end": place.end, "text": place.text}


def _difference(difference: Difference) -> dict[str, str]:
    return {"kind": str(difference.kind), "before": difference.before, "after": difference.after}


def _candidate(candidate: Candidate) -> dict[str, Any]:
    return {
        **_place(candidate.place),
        **{name: getattr(candidate, name) for name in _FIGURES},
        "occurrences": candidate.occurrences,
        "sibling": candidate.sibling,
        "differences": [_difference(difference) for difference in candidate.differences],
    }
