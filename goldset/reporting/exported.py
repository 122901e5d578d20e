"""What an export did, as text for the terminal and as JSON: what is in it, what is not, and what is lost."""

import json
from collections.abc import Iterator, Sequence

from goldset.domain.exported import Exported
from goldset.reporting.counting import count
from goldset.reporting.quoting import plain_line
from goldset.reporting.wrapping import wrapped

WIDTH = 80
_NAMED = 5


def exported_text(account: Exported) -> str:
    """Return the account of an export as lines of 80 columns; JSON names every item, this the first."""
    lines = list(_head(account))
    for why, ids in account.left_out.items():
        lines += _named(f"left out, {why}", ids)
    lines += _named(f"left out, because {account.form} cannot hold them", account.not_held)
    lines += _named("stale, with the passages that were last confirmed", tuple(account.stale))
    lines += _named(f"unanswerable, which {account.form} cannot say", account.unsaid)
    fields = sorted({name for names in account.altered.values() for name in names})
    lines += _named(f"read otherwise than written, in {', '.join(fields)}", tuple(account.altered))
    lines += _lost(account)
    lines += [line for note in account.notes for line in wrapped(f"{plain_line(note)}.", "  ", WIDTH, "  ")]
    return "\n".join(lines) + "\n"


def exported_json(account: Exported) -> str:
    """Return the account of an export as JSON, every item named."""
    result = {
        "version": 1,
        "format": account.form,
        "out": account.out,
        "set": account.set_name,
        "snapshot": account.snapshot,
        "totals": {
            "items": account.total,
            "exported": len(account.items),
            "left_out": {why: len(ids) for why, ids in account.left_out.items()},
            "not_held": len(account.not_held),
            "stale": len(account.stale),
            "rows": len(account.items) if account.rows is None else account.rows,
        },
        "exported": list(account.items),
        "left_out": {why: list(ids) for why, ids in account.left_out.items()},
        "not_held": list(account.not_held),
        "stale": dict(account.stale),
        "unanswerable_unsaid": list(account.unsaid),
        "altered": {item: list(names) for item, names in account.altered.items()},
        "lost": dict(account.lost),
        "notes": list(account.notes),
    }
    return json.dumps(result, ensure_ascii=False, indent=2) + "\n"


def _head(account: Exported) -> Iterator[str]:
    where = f" in {account.snapshot}" if account.snapshot else ""
    to = f" to {account.out}" if account.out else ""
    rows = "" if account.rows is None else f", {count(account.rows, 'row')}"
    whole = f"{count(account.total, 'item')} of {account.set_name}{where}"
    yield from wrapped(
        plain_line(f"{whole}: {len(account.items)} exported as {account.form}{to}{rows}."), "", WIDTH
    )


def _named(what: str, ids: Sequence[str]) -> Iterator[str]:
    """Yield how many items something holds for, and the first of them."""
    if ids:
        more = f" and {len(ids) - _NAMED} more" if len(ids) > _NAMED else ""
        names = ", ".join(ids[:_NAMED])
        yield from wrapped(plain_line(f"{len(ids)} {what}: {names}{more}"), "  ", WIDTH, "  ")


def _lost(account: Exported) -> Iterator[str]:
    """Yield the fields that are lost, those of the most items first, by how many items have them."""
    if not account.lost:
        return
    yield f"Lost on the way to {account.form}, by how many items have it:"
    wide = max(len(str(number)) for number in account.lost.values())
    for number in sorted({*account.lost.values()}, reverse=True):
        names = ", ".join(name for name, count in account.lost.items() if count == number)
        yield from wrapped(f"{number:>{wide}}  {plain_line(names)}", "  ", WIDTH, " " * (wide + 2))
