"""A line of `resolutions.jsonl` and the record that it stands for."""

from typing import Any

from goldset.domain.resolutions import Candidate, Difference, DifferenceKind, Outcome, Place, Resolution
from goldset.stores.json_lines import Row

_VERBATIM = frozenset({Outcome.UNCHANGED, Outcome.MOVED})
_PLACE = frozenset({"doc_id", "start", "end", "text"})
_DIFFERENCE = frozenset({"kind", "before", "after"})
_FIGURES = ("similarity", "context_left", "context_right", "lead")
_CANDIDATE = _PLACE | {*_FIGURES, "occurrences", "differences", "sibling"}
_KEY = frozenset({"item", "span", "confirmed", "outcome", "accepted"})
_RESOLUTION = _KEY | _PLACE | {"undone", "ignored", "reason", "differences", "candidates"}


def row_of(resolution: Resolution, confirmed_text: str | None) -> dict[str, Any]:
    """Return the line of a resolution; absent keys stand for nothing, false or the confirmed text."""
    to = resolution.to
    row = {
        "item": resolution.item,
        "span": resolution.span,
        "confirmed": resolution.confirmed,
        "outcome": str(resolution.outcome),
        "accepted": resolution.accepted,
        **({} if to is None else {"doc_id": to.doc_id, "start": to.start, "end": to.end}),
    }
    if to is not None and to.text != confirmed_text and resolution.outcome not in _VERBATIM:
        row["text"] = to.text
    optional = {
        "text": row.pop("text", ""),
        "undone": resolution.undone,
        "ignored": list(resolution.ignored),
        "reason": resolution.reason,
        "differences": [_difference_row(difference) for difference in resolution.differences],
        "candidates": [_candidate_row(candidate) for candidate in resolution.candidates],
    }
    return row | {key: value for key, value in optional.items() if value}


def _difference_row(difference: Difference) -> dict[str, Any]:
    return {"kind": str(difference.kind), "before": difference.before, "after": difference.after}


def _candidate_row(candidate: Candidate) -> dict[str, Any]:
    place = candidate.place
    row = {
        "doc_id": place.doc_id,
        "start": place.start,
        "end": place.end,
        "text": place.text,
        **{name: getattr(candidate, name) for name in _FIGURES},
        "occurrences": candidate.occurrences,
        "differences": [_difference_row(difference) for difference in candidate.differences],
    }
    return row | ({"sibling": True} if candidate.sibling else {})


def resolution_of(row: Row) -> Resolution:
    """Return the resolution that a line stands for; its place has an empty text where the line has none.

    Raises:
        SnapshotError: The line is damaged.
    """
    row.only(_RESOLUTION)
    resolution = Resolution(
        item=row.text("item"),
        span=row.text("span"),
        confirmed=row.text("confirmed"),
        outcome=_outcome(row),
        accepted=row.flag("accepted"),
        to=_place(row) if "doc_id" in row.values else None,
        reason=row.optional_text("reason") or "",
        differences=tuple(map(_difference, row.rows("differences"))),
        candidates=tuple(map(_candidate, row.rows("candidates"))),
        ignored=row.texts("ignored"),
        undone=row.flag("undone"),
    )
    if resolution.accepted and resolution.to is None:
        raise row.fault("the line is accepted and names no place")
    return resolution


def _outcome(row: Row) -> Outcome:
    try:
        return Outcome(row.text("outcome"))
    except ValueError:
        raise row.fault(f"`outcome` is {row.text('outcome')}, which is none") from None


def _place(row: Row) -> Place:
    place = Place(row.text("doc_id"), row.count("start"), row.count("end"), row.optional_text("text") or "")
    if place.end <= place.start:
        raise row.fault("`end` is not after `start`")
    return place


def _difference(row: Row) -> Difference:
    row.only(_DIFFERENCE)
    try:
        kind = DifferenceKind(row.text("kind"))
    except ValueError:
        raise row.fault(f"`kind` of a difference is {row.text('kind')}, which is none") from None
    return Difference(kind, row.text("before"), row.text("after"))


def _candidate(row: Row) -> Candidate:
    row.only(_CANDIDATE)
    return Candidate(
        place=_place(row),
        similarity=row.share("similarity"),
        context_left=row.share("context_left"),
        context_right=row.share("context_right"),
        occurrences=row.count("occurrences"),
        lead=row.share("lead"),
        differences=tuple(map(_difference, row.rows("differences"))),
        sibling=row.flag("sibling"),
    )
