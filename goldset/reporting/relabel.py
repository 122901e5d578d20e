"""The relabel queue, decisions and what was taken back, as text and as JSON."""

import json
from collections.abc import Sequence
from typing import Any

from goldset.domain.branch_names import short
from goldset.reporting.findings import visible
from goldset.reporting.wrapping import wrapped

WIDTH = 80


def queue_text(rows: Sequence[tuple[str, ...]]) -> str:
    """Return rows of item, span and three facts as aligned columns; on two lines each where they are wide."""
    table = _aligned(rows)
    if max(map(len, table), default=0) <= WIDTH:
        return "\n".join(table)
    facts = _aligned([row[2:] for row in rows])
    lines = [
        line for row, below in zip(rows, facts, strict=True) for line in (" ".join(row[:2]), f"  {below}")
    ]
    return "\n".join(line for text in lines for line in wrapped(text, "", WIDTH, "    "))


def _aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Return rows as lines with aligned columns; the last column is not padded."""
    widths = [max(len(row[n]) for row in rows) for n in range(len(rows[0]) - 1)] if rows else []
    lines = []
    for row in rows:
        padded = [f"{cell:<{width}}" for cell, width in zip(row, widths, strict=False)]
        lines.append("  ".join([*padded, row[-1]]).rstrip())
    return lines


def place(where: str) -> str:
    """Return a branch's short name, or the name of a pull request as it is."""
    return short(where) if where.startswith("goldset/") else where


def decided_text(spans: Sequence[tuple[str, str]], where: str, left: int) -> str:
    """Return which spans, by item and span id, were decided, where that was written, and how many still wait."""
    names = ", ".join(f"{item} {span}".rstrip() for item, span in spans)
    return "\n".join(wrapped(f"{names}: {where}; {left} more to decide", "", WIDTH, "  "))


def reworded_text(item: str, answer: str, branch: str) -> str:
    """Return the question that an accepted passage with other words leaves open: only a person can answer it."""
    where = f"on {place(branch)}" if branch else "in its file"
    said = f"The words changed. Does the gold answer of {item} still hold? “{plain(answer)}”"
    remedy = f"→ if not, mend it {where} before that is merged"
    return "\n".join([*wrapped(said, "  ", WIDTH), *wrapped(remedy, "  ", WIDTH, "  ")])


def as_json(**data: Any) -> str:
    """Return results as JSON, with the version of the format."""
    return json.dumps({"version": 1, **data}, ensure_ascii=False, indent=2) + "\n"


def plain(text: str) -> str:
    """Return text of items or people on one line, harmless in a terminal."""
    return visible(" ".join(text.split()))
