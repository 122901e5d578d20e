"""Where a quote stands, or what comes nearest to it, in words for a terminal."""

import textwrap
from collections.abc import Sequence

from goldset.domain.resolutions import Place
from goldset.resolution.passages import Near

WIDTH = 80


def places_text(places: Sequence[Place], contexts: Sequence[str]) -> str:
    """Return a numbered list of places with the text around each; those without one are only counted."""
    rows = list(zip(places, contexts, strict=False))
    lines = [f"The quote stands in {len(places)} place{'' if len(places) == 1 else 's'}:"]
    for number, (place, context) in enumerate(rows, start=1):
        lines += [f"{number:>3}  {place.doc_id} at {place.start}–{place.end}", _indented(f"…{context}…")]
    if len(rows) < len(places):
        lines.append(f"     … and {len(places) - len(rows)} more")
    return "\n".join(lines)


def near_text(near: Sequence[Near], unread: int) -> str:
    """Return what comes nearest to a quote that stands nowhere."""
    lines = ["The quote stands nowhere in the newest snapshot."]
    if unread:
        lines.append(f"{unread} documents could not be searched: name the corpus with --corpus.")
    if near:
        lines.append("Nearest to it:")
    for number, found in enumerate(near, start=1):
        place = found.place
        where = f"{place.doc_id} at {place.start}–{place.end}"
        lines.append(f"{number:>3}  {where}, {found.likeness:g} of 100 alike")
        lines.append(_indented(place.text))
    return "\n".join(lines)


def _indented(text: str) -> str:
    line = " ".join(text.split())
    pad = " " * 5
    return textwrap.fill(line, WIDTH, initial_indent=pad, subsequent_indent=pad, break_on_hyphens=False)
