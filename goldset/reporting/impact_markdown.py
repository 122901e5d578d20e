"""Which gold passages a change of documents touches, as Markdown for the summary of a job or a comment."""

from collections.abc import Iterator, Sequence

from goldset.domain.impact import Impact, TouchedSpan
from goldset.reporting.counting import count
from goldset.reporting.impact import (
    NEXT,
    WORDS,
    asking,
    by_documents,
    document_line,
    effects,
    touched_line,
    unread,
)
from goldset.reporting.queued_span import answer_question, compared, differs, gone
from goldset.reporting.quoting import BREAK, code

MOST_CHARACTERS = 60_000  # fits a comment, and a summary whatever its characters are
_CUT_ROOM = 300
_LONGEST = 8_000


def impact_markdown(impact: Impact) -> str:
    """Return which gold passages a change touches, by document, old and new side by side, at most 60,000 characters."""
    rows = [f"| {WORDS[effect]} | {number} |" for effect, number in effects(impact)]
    table = ["| gold spans | |", "| --- | ---: |", *rows, f"| **in all** | {impact.totals()['spans']} |"]
    head = [f"### goldset impact: {code(impact.name)}", f"{touched_line(impact)}", "\n".join(table)]
    head += [code(said) for said in (*unread(impact), *impact.notices)]
    room = MOST_CHARACTERS - _CUT_ROOM - sum(len(part) + 2 for part in head)
    parts = [*head, *_fitting(list(_sections(impact)), room)]
    if any(asking(spans) for _, spans in by_documents(impact)):
        parts.append(NEXT)
    # Where this is printed into a log, `##[` would begin a command.
    return "\n\n".join(parts).replace("##[", f"##{BREAK}[") + "\n"


def _fitting(sections: Sequence[str], room: int) -> Iterator[str]:
    for number, section in enumerate(sections):
        room -= len(section) + 2
        if room < 0:
            left = count(len(sections) - number, "more part")
            yield f"**{left}** of this did not fit here: `goldset impact` shows all."
            return
        yield section


def _sections(impact: Impact) -> Iterator[str]:
    """Yield a part a document, what needs a person first."""
    listed = sorted(by_documents(impact), key=lambda pair: not asking(pair[1]))
    for (old, new), spans in listed:
        title = f"{code(old)} → {code(new)}" if new else f"{code(old)} ({impact.documents.kind(old)})"
        asked = asking(spans)
        if not asked:
            yield f"{title}: {document_line(spans)}."
            continue
        head = f"#### {title}\n\n{document_line(spans)}."
        for number, one in enumerate(asked):
            section = "\n\n".join(_span(one))
            if len(section) > _LONGEST:
                section = f"{_name(one)}: it is longer than fits here."
            yield section if number else f"{head}\n\n{section}"


def _name(one: TouchedSpan) -> str:
    outcome = str(one.after.outcome).replace("_", " ")
    asked = "; the item asks already" if one.is_asked else ""
    return f"**{code(one.span.item.id)}**, span {code(one.span.id)}: {outcome}{asked}, {code(one.path)}"


def _span(one: TouchedSpan) -> Iterator[str]:
    old, lines = one.span.confirmed.text, one.after
    yield f"{_name(one)}  \nQuestion: {code(one.span.item.question)}"
    if lines.reason:
        yield code(lines.reason)
    if not lines.candidates:
        yield gone(old)
        return
    place = lines.candidates[0].place
    if place.doc_id != one.span.confirmed.doc_id:
        yield f"Now perhaps in {code(place.doc_id)}:"
    yield compared(old, place.text)
    differences = lines.candidates[0].differences or lines.differences
    if differences:
        yield differs(differences)
        yield answer_question(one.span, place.text)
