"""All evidence for the spans of one item, for `--explain`."""

from collections.abc import Sequence

from goldset.domain.items import Span
from goldset.domain.resolutions import Candidate, Resolution
from goldset.reporting.findings import visible
from goldset.reporting.resolution import Pair, cut
from goldset.reporting.word_marks import as_diff
from goldset.reporting.wrapping import wrapped


def explained_text(to: str, pairs: Sequence[Pair], near: Sequence[Pair], width: int = 80) -> str:
    """Return what was confirmed, what each stage found, and every candidate with its figures."""
    lines: list[str] = []
    for span, one in (*pairs, *near):
        lines += [*([""] if lines else []), *_span_lines(to, span, one, width)]
    return "\n".join(lines or ["The item has no span."]) + "\n"


def _span_lines(to: str, span: Span, one: Resolution, width: int) -> list[str]:
    confirmed = span.confirmed
    where = f"{confirmed.doc_id} [{confirmed.start}, {confirmed.end}) in {span.snapshot}"
    rows = {
        "outcome": f"{str(one.outcome).replace('_', ' ')} in {to}{', carried over' * one.accepted}",
        "reason": one.reason,
        "confirmed": where,
        **(one.note or {}),
        "place": "" if one.to is None else f"{one.to.doc_id} [{one.to.start}, {one.to.end})",
        "differs": "; ".join(map(str, one.differences)),
        "ignored": ", ".join(one.ignored),
    }
    lines = [f"{visible(span.item.id)} {visible(span.id)}"]
    for name, value in rows.items():
        if value:
            lines += wrapped(visible(value), f"  {name:<12}", width, hanging="")[:1]
            lines += wrapped(visible(value), " " * 14, width)[1:]
    if one.to is not None and one.to.text != confirmed.text:
        lines += _texts(confirmed.text, one.to.text, width)
    for number, candidate in enumerate(one.candidates, start=1):
        lines += _candidate_lines(number, confirmed.text, candidate, width)
    return lines


def _candidate_lines(number: int, confirmed: str, candidate: Candidate, width: int) -> list[str]:
    place = candidate.place
    figures = (
        f"similarity {candidate.similarity:g}, before {candidate.context_left:g}, "
        f"after {candidate.context_right:g}, lead {candidate.lead:g}, "
        f"stands {candidate.occurrences} times{', sibling' * candidate.sibling}"
    )
    lines = ["", *wrapped(f"{number}. {visible(place.doc_id)} [{place.start}, {place.end})", "  ", width)]
    lines += wrapped(figures, "     ", width)
    if candidate.differences:
        lines += wrapped(visible("; ".join(map(str, candidate.differences))), "     ", width)
    return [*lines, *_texts(confirmed, place.text, width)]


def _texts(old: str, new: str, width: int) -> list[str]:
    lines: list[str] = []
    for line in as_diff(cut(old), cut(new)).split("\n"):
        lines += wrapped(visible(line), "     ", width, hanging="  ")
    return lines
