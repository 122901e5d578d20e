"""Worksheets made and carried out, as text and as JSON, and the message of a commit that holds their decisions."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from goldset.domain.branch_names import short as short_branch
from goldset.domain.decisions import Verb
from goldset.domain.worksheet_answers import QueueAnswer
from goldset.domain.worksheet_ends import Applied, End, MadeSheet, Place, RowEnd
from goldset.reporting.counting import count
from goldset.reporting.quoting import one_line, plain_line
from goldset.reporting.relabel import as_json, place
from goldset.reporting.wrapping import wrapped

WIDTH = 80
_MOST_NAMES = 5
_WORDS: Mapping[End, str] = {
    End.APPLIED: "applied",
    End.ALREADY: "already applied",
    End.UNDECIDED: "not decided",
    End.REFUSED: "refused",
}


def commit_message(answers: Sequence[QueueAnswer], by: str) -> str:
    """Return the message of a commit that holds decisions of a worksheet; its last line names who decided."""
    items = {answer.key.item for answer in answers}
    subject = f"Decide {count(len(answers), 'span')} of {count(len(items), 'item')} from a worksheet"
    lines = [line for answer in answers for line in _said(answer)]
    return "\n".join([subject, "", *lines, "", f"Decided-by: {plain_line(by)}"])


def _said(answer: QueueAnswer) -> Iterator[str]:
    what = f"accept candidate {answer.letter}" if answer.verb is Verb.ACCEPT else str(answer.verb)
    why = f" ({answer.abstain})" if answer.abstain else ""
    with_answer = ", with a new gold answer" if answer.new_answer else ""
    yield f"- {answer.key.item} {answer.key.part}: {what}{why}{with_answer}"
    if answer.comment:
        yield f"  {one_line(answer.comment)}"


def made_text(made: MadeSheet) -> str:
    """Return what was made, and what was left out."""
    whose = f" in slices of {made.owner}" if made.owner else ""
    if made.path:
        about = f"{count(made.rows, 'row')} about {count(made.items, 'item')}{whose}"
        head = f"{made.path}: {about}"
    else:
        head = f"Nothing to ask{whose}: no file was written."
    left = [f"{count(made.others, 'row')} left out: slices of others"] if made.others else []
    left += [f"{number} left out: {what}" for what, number in made.elsewhere.items() if number]
    lines = [*wrapped(plain_line(head), "", WIDTH, "  "), *_lines(left)]
    return "\n".join(lines) + "\n"


def _lines(texts: Iterable[str]) -> list[str]:
    return [line for text in texts for line in wrapped(plain_line(text), "  ", WIDTH, "  ")]


def made_json(made: MadeSheet) -> str:
    """Return what was made as JSON."""
    return as_json(
        set=made.set,
        kind=str(made.kind),
        owner=made.owner,
        path=made.path,
        rows=made.rows,
        items=made.items,
        left_out={"slices of others": made.others, **made.elsewhere},
        notices=list(made.notices),
    )


def applied_text(applied: Applied) -> str:
    """Return how every row ended: the refused ones with what to do, places that were written, and the counts."""
    refused = [end for end in applied.ends if end.end is End.REFUSED]
    lines = [line for one in applied.places for line in _place_lines(one, applied)]
    told = [end for end in applied.ends if end.message and end.end is not End.REFUSED]
    lines += [line for end in told for line in _row_lines(end)]
    lines += ["", "Refused; nothing of these rows was written:"] if refused else []
    lines += [line for end in refused for line in _row_lines(end)]
    lines += ["", *_totals(applied)]
    return "\n".join(lines).strip("\n") + "\n"


def _place_lines(one: Place, applied: Applied) -> Iterator[str]:
    told = applied.dry_run
    if one.where:
        at = "would be committed to" if told else "committed to"
        commit = f" ({one.commit[:10]})" if one.commit else ""
        left = f"; {one.left} more to decide" if not told else ""
        yield from wrapped(f"{at} {place(one.where)}{commit}{left}", "", WIDTH, "  ")
    else:
        head = (
            f"{'would be ' if told else ''}written to {count(len(one.paths), 'file')} of the working folder"
        )
        yield f"{head}{'' if told else ', for you to commit'}:"
        yield from (f"  {path}" for path in one.paths)
    if one.reworded:
        names = ", ".join(item for item, _ in one.reworded[:_MOST_NAMES])
        more = len(one.reworded) - _MOST_NAMES
        names += f" and {more} more" if more > 0 else ""
        said = f"The words changed, and the gold answer stays as it was, in: {names}"
        yield from wrapped(plain_line(said), "  ", WIDTH, "  ")


def _row_lines(end: RowEnd) -> Iterator[str]:
    about = f" ({end.key.item} {end.key.part}".rstrip() + ")" if end.key else ""
    yield from wrapped(plain_line(f"{end.row.name}{about}: {end.message}"), "  ", WIDTH, "  ")
    if end.hint:
        yield from wrapped(plain_line(f"→ {end.hint}"), "    ", WIDTH, "  ")


def _totals(applied: Applied) -> Iterator[str]:
    totals = applied.totals()
    wide = len(str(len(applied.ends)))
    for end, number in totals.items():
        word = "to be applied" if applied.dry_run and end is End.APPLIED else _WORDS[end]
        yield f"  {number:>{wide}}  {word}"
    yield f"  {sum(totals.values()):>{wide}}  {'row' if sum(totals.values()) == 1 else 'rows'} in all"
    if not totals[End.APPLIED] and totals[End.ALREADY]:
        yield "Nothing new: everything that was decided is applied already."


def applied_json(applied: Applied) -> str:
    """Return how every row ended as JSON."""
    totals = applied.totals()
    return as_json(
        set=applied.set,
        kind=str(applied.kind),
        by=applied.by,
        dry_run=applied.dry_run,
        totals={"rows": sum(totals.values()), **{str(end): number for end, number in totals.items()}},
        rows=[_row(end) for end in applied.ends],
        places=[
            {"where": one.where, "commit": one.commit, "paths": list(one.paths), "left": one.left}
            for one in applied.places
        ],
        notices=list(applied.notices),
    )


def _row(end: RowEnd) -> dict[str, Any]:
    return {
        "row": end.row.number,
        "sheet": end.row.sheet,
        "item": end.key.item if end.key else "",
        "part": end.key.part if end.key else "",
        "end": str(end.end),
        "message": end.message,
        "hint": end.hint,
        "where": short_branch(end.where) if end.where.startswith("goldset/") else end.where,
    }
