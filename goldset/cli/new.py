import json
import secrets
import string
import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from goldset.cli.options import corpus_option, examples, folder_option, format_option
from goldset.cli.output import echo

if TYPE_CHECKING:
    from goldset.domain.resolutions import Place
    from goldset.operations.new import AddedItem, ItemDesk, QuoteSearch

REASONS = (
    "not_in_corpus",
    "false_premise",
    "ambiguous",
    "insufficient_evidence",
    "conflicting_evidence",
    "out_of_coverage",
    "needs_human_decision",
)


@click.command(epilog=examples('goldset new --slice fees --question "What does express cost?"'))
@click.option("--question", metavar="TEXT", help="The question as a person would ask it.")
@click.option("--slice", "slice_name", metavar="NAME", help="The slice that it belongs to.")
@click.option("--answer", metavar="TEXT", help="The right answer.")
@click.option("--quote", metavar="TEXT", help="The passage that proves it, copied from the document.")
@click.option("--doc", metavar="DOC_ID", help="The document, where the passage stands in several.")
@click.option("--at", type=click.IntRange(min=0), help="Where it begins, where it stands in several places.")
@click.option(
    "--unanswerable",
    type=click.Choice(REASONS),
    metavar="REASON",
    help=f"Why there is no answer: {', '.join(REASONS)}.",
)
@click.option("--jurisdiction", metavar="CODE", help="Where it is asked, such as US or US-FL.")
@click.option("--language", metavar="TAG", help="Its language, such as en or de-AT.")
@click.option("--must-include", multiple=True, metavar="TEXT", help="What a right answer holds; repeatable.")
@corpus_option
@folder_option
@format_option("text", "json")
def command(folder: Path, corpus: str | None, style: str, **said: Any) -> int:
    """Add an item.

    Asks for question, slice, answer and quote, as far as no option says them. The quote is looked up in the
    newest snapshot, and everything that follows from it is filled in.
    """
    from goldset.domain.items import AbstainReason
    from goldset.operations.new import Wanted, open_desk

    with open_desk(folder, corpus) as desk:
        reason = AbstainReason(said["unanswerable"]) if said["unanswerable"] else None
        if not reason:
            desk.refuse_without_texts()
        question = said["question"] or _ask("Question", "--question")
        slice_name = said["slice_name"] or _ask(f"Slice{_listed(desk.slices)}", "--slice")
        answer = said["answer"] or (None if reason else _ask("Answer", "--answer"))
        place = None if reason else _find(desk, said["quote"], said["doc"], said["at"])
        details = {name: said[name] for name in ("jurisdiction", "language", "must_include") if said[name]}
        wanted = Wanted(question, slice_name, answer, reason, details)
        token = "".join(secrets.choice(string.ascii_lowercase + string.digits) for _ in range(6))
        added = desk.write(wanted, place, date.today(), token)  # noqa: DTZ011 (a labeller's own day)
    echo(_as_json(added) if style == "json" else _as_text(added))
    return 0


def _ask(what: str, option: str) -> str:
    try:
        answer: str = click.prompt(what, err=True, prompt_suffix=": ")
    except click.Abort:
        if sys.stdin.isatty():
            raise
        raise click.UsageError(f"{option} is missing, and nobody answers the prompt") from None
    return answer


def _listed(slices: list[str]) -> str:
    shown = ", ".join(slices[:8]) + (", …" if len(slices) > 8 else "")  # noqa: PLR2004 (one line)
    return f" ({shown})" if slices else ""


def _find(desk: "ItemDesk", quote: str | None, doc: str | None, at: int | None) -> "Place":
    """Return the one place of a quote; a quote that was asked for is asked for again until it has one."""
    offered: list[Place] = []
    while quote is None:
        choice = f" (or 1–{len(offered)} for one of these)" if offered else ""
        typed = _ask(f"Quote{choice}", "--quote")
        if offered and typed in map(str, range(1, len(offered) + 1)):
            return offered[int(typed) - 1]
        found = desk.search(typed, doc)
        place = _one_of(found, desk, at, asking=True)
        if place is not None:
            return place
        offered = [near.place for near in found.near]
    named = _one_of(desk.search(quote, doc), desk, at, asking=False)
    assert named is not None
    return named


def _one_of(found: "QuoteSearch", desk: "ItemDesk", at: int | None, *, asking: bool) -> "Place | None":
    from goldset.errors import GoldsetError, WrongUsageError
    from goldset.operations.new import is_short
    from goldset.reporting.added_item import near_text, places_text

    places = [place for place in found.places if at is None or place.start == at]
    if not found.places:
        echo(near_text(found.near, found.unread), err=True)
        if asking:
            return None
        raise GoldsetError("the quote stands nowhere", "copy it from the document to the letter")
    if len(places) != 1:
        listed = places or found.places
        echo(places_text(listed, [desk.surroundings(place) for place in listed[:20]]), err=True)
        if not asking:
            if at is not None and not places:
                raise WrongUsageError(f"the quote does not begin at {at}", "name one of the places above")
            raise WrongUsageError(
                f"the quote stands in {len(found.places)} places",
                "say which with --doc and --at, or quote more",
            )
        number = click.prompt("Which", type=click.IntRange(1, len(listed)), err=True)
        places = [listed[number - 1]]
    if found.respaced:
        echo("The document has other white space there; its own text is taken.", err=True)
    if is_short(places[0].text):
        echo("The quote is short: a whole sentence tells its place from others.", err=True)
    return places[0]


def _as_json(added: "AddedItem") -> str:
    spans = [
        {"doc_id": s.confirmed.doc_id, "start": s.confirmed.start, "end": s.confirmed.end}
        for s in added.item.spans()
    ]
    report = {"version": 1, "path": added.path, "item": added.item.id, "spans": spans}
    return json.dumps({**report, "warnings": list(added.warnings)}, ensure_ascii=False, indent=2)


def _as_text(added: "AddedItem") -> str:
    lines = [f"wrote {added.path}"]
    lines += [f"  look again: {warning}" for warning in added.warnings]
    for span in added.item.spans():
        c = span.confirmed
        times = "once" if c.occurrences == 1 else f"{c.occurrences} times"
        lines.append(f"  quote at {c.start}–{c.end} of {c.doc_id}, where it stands {times}")
    return "\n".join([*lines, "Next: read it once more, then commit it on a branch and open a pull request."])
