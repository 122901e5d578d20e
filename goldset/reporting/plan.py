"""How many items slices lack, as text for the terminal and as JSON."""

import json
from collections.abc import Iterator, Sequence
from itertools import groupby

from goldset.evaluation.plan import Need
from goldset.reporting.counting import count
from goldset.reporting.quoting import plain_line
from goldset.reporting.wrapping import wrapped

WIDTH = 80


def plan_text(needs: Sequence[Need]) -> str:
    """Return what slices lack, purpose by purpose, the slice that lacks most first."""
    lines: list[str] = []
    for purpose, part in groupby(needs, key=lambda need: need.purpose):
        lines += ["", *wrapped(plain_line(purpose), "", WIDTH, "  "), *_purpose_lines(list(part))]
    short = {need.slice for need in needs if need.lacking != 0}
    lines += ["", f"{count(len(short), 'slice')} {'lacks' if len(short) == 1 else 'lack'} items."]
    return "\n".join(lines).lstrip("\n") + "\n"


def plan_json(needs: Sequence[Need]) -> str:
    """Return what slices lack as JSON; null where no number of items is enough."""
    rows = [
        {
            "slice": need.slice,
            "purpose": need.purpose,
            "items": need.there,
            "needed": need.needed,
            "lacking": need.lacking,
            "half_width": need.half_width,
        }
        for need in needs
    ]
    return json.dumps({"version": 1, "needs": rows}, ensure_ascii=False, indent=2) + "\n"


def _purpose_lines(needs: Sequence[Need]) -> Iterator[str]:
    yield f"{'items':>7}{'±':>7}{'needed':>8}{'lacking':>9}  slice"
    for need in sorted(needs, key=lambda need: (need.needed is not None, -(need.lacking or 0), need.slice)):
        needed = "none is" if need.needed is None else str(need.needed)
        lacking = "enough" if need.needed is None else str(need.lacking or "–")
        yield f"{need.there:>7}{100 * need.half_width:>7.1f}{needed:>8}{lacking:>9}  {plain_line(need.slice)}"
