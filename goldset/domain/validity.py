"""When a text holds: by the days that a document's metadata name."""

import re
from collections.abc import Mapping
from datetime import date, datetime

_DAY = re.compile(r"(\d{4}-\d{2}-\d{2})(?:[T ].*)?")


def day_of(text: str | None) -> date | None:
    """Return the day that a text such as `2026-10-01` or `2026-10-01T08:00Z` names; None where it names none."""
    found = _DAY.fullmatch(text.strip()) if text else None
    try:
        return date.fromisoformat(found[1]) if found else None
    except ValueError:
        return None


def holds_on(scope: Mapping[str, str], when: date | datetime) -> bool:
    """Return whether a document is not known to be invalid at a time: both ends of its validity are included.

    Args:
        scope: Its scope metadata, with `effective_from` and `effective_to`.
        when: The day, or a time of it.
    """
    day = when.date() if isinstance(when, datetime) else when
    begin, end = (day_of(scope.get(name)) for name in ("effective_from", "effective_to"))
    return (begin is None or begin <= day) and (end is None or day <= end)
