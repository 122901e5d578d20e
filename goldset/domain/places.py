"""Places where texts hold: what holds in US holds in US-FL, never the reverse."""

import re
from functools import lru_cache

_PLACE = re.compile(r"[a-z]{2,3}(-[a-z0-9]+)*")
_SAME_PLACE = {"uk": "gb", "el": "gr", "usa": "us", "gbr": "gb"}
_EU = "at|be|bg|hr|cy|cz|dk|ee|fi|fr|de|gr|hu|ie|it|lv|lt|lu|mt|nl|pl|pt|ro|sk|si|es|se"
_UNIONS = {"eu": re.compile(_EU), "eea": re.compile(f"{_EU}|eu|is|li|no")}


@lru_cache(maxsize=8192)
def covers(place: str, other: str) -> bool | None:
    """Return whether what holds in one place holds in another one: US in US-FL, never the reverse.

    Args:
        place: Where it holds; several codes may stand in it, with commas.
        other: Where the question is asked.

    Returns:
        None where the places are no codes and are called differently, so that nothing can be told.
    """
    there = _place_code(other)
    codes = [_place_code(part) for part in re.split(r"[,;|]", place) if part.strip()]
    if any(there == code or there.startswith(f"{code}-") for code in codes):
        return True
    unions = (_UNIONS[code] for code in codes if code in _UNIONS)
    if any(union.fullmatch(there.partition("-")[0]) for union in unions):
        return True
    known = all(_PLACE.fullmatch(code) for code in (there, *codes))
    return False if known else None


def _place_code(place: str) -> str:
    head, dash, rest = place.strip().casefold().replace("_", "-").partition("-")
    return f"{_SAME_PLACE.get(head, head)}{dash}{rest}"
