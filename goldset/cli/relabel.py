"""`goldset relabel`: decide queued spans, and see what waits."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from goldset.cli.options import base_option, examples, folder_option, format_option, open_prs_option
from goldset.cli.output import echo
from goldset.cli.steps import step_teller

if TYPE_CHECKING:
    from goldset.operations.deciding import Decided
    from goldset.operations.relabel_list import QueueList

ABSTAIN_REASONS = (
    "not_in_corpus",
    "false_premise",
    "ambiguous",
    "insufficient_evidence",
    "conflicting_evidence",
    "out_of_coverage",
    "needs_human_decision",
)


@click.group(
    epilog=examples(
        "goldset relabel list",
        "goldset relabel accept windstorm-deductible-coastal-7f3k2q rate",
        "goldset relabel accept --from policies/old.md --to policies/new.md",
    )
)
def command() -> None:
    """Decide queued spans.

    A decision goes where the item is asked about: as a commit of yours onto the open queue branch, without
    touching your working folder; or, where that branch is checked out here or the item is on none, into the
    item's file in your working folder, for you to commit. With --open-prs the branch is GitHub's, and the
    commit is pushed. Without SPAN it is the only span that waits; `retire`, `unanswerable` and `later` take
    all of the item's.
    """


@command.command(
    "list", epilog=examples("goldset relabel list --format json", "goldset relabel list --open-prs")
)
@open_prs_option
@base_option
@format_option("text", "json")
@folder_option
def list_command(*, open_prs: bool, base: str | None, style: str, folder: Path) -> int:
    """Print what waits for people, and where."""
    from goldset.operations.relabel_list import list_queue

    _print_queue(list_queue(folder, base, open_prs=open_prs), style)
    return 0


@command.command(epilog=examples("goldset relabel sync", "goldset relabel sync --open-prs --dry-run"))
@open_prs_option
@click.option("--dry-run", is_flag=True, help="Print what would be done; write nothing.")
@base_option
@format_option("text", "json")
@folder_option
def sync(*, open_prs: bool, dry_run: bool, base: str | None, style: str, folder: Path) -> int:
    """Bring pull requests up to date with the newest snapshot; needs no corpus.

    Remembers what became of them, finishes what was stopped, rebuilds untouched branches whose items changed
    on the base, and closes what nobody needs to decide any more. Nothing is resolved anew, and no new pull
    request is opened: that is the next re-index's work.
    """
    from goldset.operations.sync import SyncRequest
    from goldset.operations.sync import sync as run
    from goldset.reporting.reindexed import account_json, account_text

    account = run(folder, SyncRequest(base=base, dry_run=dry_run, open_prs=open_prs), step_teller())
    for notice in account.notices:
        echo(f"note: {notice}", err=True)
    echo(account_json(account) if style == "json" else account_text(account), nl=False)
    return 0


def _print_queue(queue: "QueueList", style: str) -> None:
    from goldset.reporting.relabel import as_json, place, queue_text

    for notice in queue.notices:
        echo(f"note: {notice}", err=True)
    if style == "json":
        spans, pulls = [asdict(span) for span in queue.spans], [asdict(pull) for pull in queue.pulls]
        echo(as_json(spans=spans, pull_requests=pulls), nl=False)
        return
    rows = [(s.item, s.span, s.state, s.outcome, place(s.where)) for s in queue.spans]
    echo(queue_text(rows) if rows else "nothing waits for a person")
    for pull in queue.pulls:
        note = "touched by people" if pull.touched else "untouched"
        echo(f"{place(pull.branch)}: {pull.undecided} undecided, {note}", err=True)


def _decision(verb: str, text: str, *options: Callable[..., Any]) -> None:
    """Add the command of one decision to the group."""

    def run(item: str, span: str | None, base: str | None, style: str, folder: Path, **more: Any) -> int:
        _decide(verb, item, span, base, style, folder, more)
        return 0

    run.__doc__ = text
    decorated: Any = run
    shared = (folder_option, format_option("text", "json"), base_option, open_prs_option)
    for decorator in (*shared, *reversed(options)):
        decorated = decorator(decorated)
    for argument in (click.argument("span", required=False), click.argument("item")):
        decorated = argument(decorated)
    example = examples(f"goldset relabel {verb} windstorm-deductible-coastal-7f3k2q rate")
    command.add_command(click.command(verb, epilog=example)(decorated))


def _decide(
    verb: str, item: str, span: str | None, base: str | None, style: str, folder: Path, more: dict[str, Any]
) -> None:
    from goldset.domain.decisions import Verb
    from goldset.domain.items import AbstainReason
    from goldset.operations.relabel import DecisionRequest, decide

    abstain = more.get("abstain_reason")
    request = DecisionRequest(
        verb=Verb(verb),
        item=item,
        span=span,
        candidate=more.get("candidate", 1),
        reason=more.get("reason"),
        abstain_reason=AbstainReason(abstain) if abstain else None,
        base=base,
        now=datetime.now(UTC),
        open_prs=more.get("open_prs", False),
    )
    _print_decided([decide(folder, request)], style)


def _print_decided(done: "Sequence[Decided]", style: str) -> None:
    from goldset.reporting.relabel import as_json, decided_text, place, reworded_text

    if style == "json":
        echo(as_json(decided=[asdict(one) for one in done]), nl=False)
        return
    for one in done:
        where = (
            f"committed to {place(one.where)} ({one.commit[:10]})"
            if one.where
            else f"written to {one.paths[0]}"
        )
        echo(decided_text(one.spans, where, one.left))
        for notice in one.notices:
            echo(f"note: {notice}", err=True)
        for item, answer in one.reworded:
            echo(reworded_text(item, answer, one.where), err=True)


candidate_option = click.option(
    "--candidate", type=click.IntRange(1), default=1, show_default=True, help="Which one, best first."
)
reason_option = click.option("--reason", metavar="TEXT", help="Why, for those who read the item later.")


@command.command(
    epilog=examples(
        "goldset relabel accept windstorm-deductible-coastal-7f3k2q rate --candidate 2",
        "goldset relabel accept --from policies/old.md --to policies/new.md",
    )
)
@click.argument("item", required=False)
@click.argument("span", required=False)
@candidate_option
@click.option("--from", "old", metavar="OLD", help="Settle a pair of documents: the old one's id …")
@click.option("--to", "new", metavar="NEW", help="… and the one that its passages moved to.")
@reason_option
@open_prs_option
@base_option
@format_option("text", "json")
@folder_option
def accept(
    *,
    item: str | None,
    span: str | None,
    candidate: int,
    old: str | None,
    new: str | None,
    reason: str | None,
    open_prs: bool,
    base: str | None,
    style: str,
    folder: Path,
) -> int:
    """Confirm a candidate as the span's passage, or settle a pair of documents.

    With --from and --to, every queued passage that moved as it is from the one document to the other is
    accepted, on all open queue branches; a passage whose words differ waits for a decision of its own.
    """
    if old and new and not item:
        from goldset.operations.relabel import PairRequest, settle_pair

        request = PairRequest(old, new, base, datetime.now(UTC), open_prs)
        _print_decided(settle_pair(folder, request), style)
        return 0
    if not item or old or new:
        raise click.UsageError("name an ITEM, or both --from and --to")
    more = {"candidate": candidate, "reason": reason, "open_prs": open_prs}
    _decide("accept", item, span, base, style, folder, more)
    return 0


_decision(
    "retire",
    "Retire the item, also where nothing of it waits: its question is not asked any more.",
    reason_option,
)
_decision(
    "unanswerable",
    "Decide that the corpus holds no answer any more.",
    reason_option,
    click.option(
        "--abstain-reason",
        type=click.Choice(ABSTAIN_REASONS),
        default="not_in_corpus",
        show_default=True,
        help="Why the right answer is no answer.",
    ),
)
_decision("drop", "Drop the span: the item stands without it.", reason_option)
_decision("later", "Put the span off; it is asked about again when its question changes.", reason_option)
_decision(
    "reject", "Refuse a candidate: it is not offered again, and the span still waits.", candidate_option
)
