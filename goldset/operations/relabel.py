"""Decide queued spans: on the queue branch that asks, or in the working folder."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from goldset.domain.decisions import Verb, decided_entry, rejected_entry, settles_pair, undecided
from goldset.domain.items import AbstainReason, GoldSpan, OfferedCandidate, Span
from goldset.domain.queue_plan import QueueBranch
from goldset.errors import GoldsetError, WrongUsageError
from goldset.operations.deciding import (
    Decided,
    Desk,
    Entry,
    Made,
    NothingWaitsError,
    Spot,
    accept_candidate,
    find_spot,
    on_branch,
    open_desk,
    where_to_look,
    write_decisions,
)
from goldset.operations.retiring import retire_item
from goldset.reporting.quoting import one_line
from goldset.stores.git_repo import open_repository
from goldset.stores.set_folder import find_set


@dataclass(frozen=True, slots=True)
class DecisionRequest:
    """What a person decided.

    Attributes:
        verb: The decision.
        item: Id of the item.
        span: Id of the span; None for the only one that waits, or for all of them where the decision is one
        about
            the item.
        candidate: Number of the candidate, from 1, best first.
        reason: Why, in the person's words.
        abstain_reason: For `unanswerable`.
        base: The base branch; None for the default branch.
        now: The time of the decision.
        open_prs: Whether the queue branches are those of GitHub, not this clone's.
    """

    verb: Verb
    item: str
    span: str | None
    candidate: int
    reason: str | None
    abstain_reason: AbstainReason | None
    base: str | None
    now: datetime
    open_prs: bool = False


def decide(folder: Path, request: DecisionRequest) -> Decided:
    """Write a person's decision where the item is asked about.

    On an open queue branch a commit of the person's is added, without touching the working folder; where
    that branch is checked out here, or the item is on none, its file in the working folder is changed and
    left to be committed. There an item of which nothing waits can be retired too.

    Raises:
        GoldsetError: Nothing waits for a decision there, or the decision cannot be written; nothing was
        changed.
    """
    found = find_set(folder)
    with open_repository(found.root) as repository:
        desk = open_desk(repository, found, request.base, open_prs=request.open_prs)
        try:
            spot = find_spot(desk, request.item, hosted=request.open_prs)
        except NothingWaitsError as error:
            if request.verb is not Verb.RETIRE or request.span is not None:
                raise
            retire_item(repository, found, error.file, request.reason, request.now)
            return Decided("", "", (error.file.path,), ((request.item, ""),), 0)
        spans = _chosen(desk, spot, request)
        made = {span.id: _entry(spot, span, request) for span in spans}
        return write_decisions(desk, [Made(spot, made)], _message(request, spans), request.now)


@dataclass(frozen=True, slots=True)
class PairRequest:
    """A pair of documents that a person settles; base, now and open_prs as for one decision."""

    old: str
    new: str
    base: str | None
    now: datetime
    open_prs: bool = False


def settle_pair(folder: Path, request: PairRequest) -> list[Decided]:
    """Accept, on every open queue branch, the passages that moved as they are from one document to another.

    Raises:
        GoldsetError: No queued span moved so, or a decision cannot be written.
    """
    found = find_set(folder)
    with open_repository(found.root) as repository:
        desk = open_desk(repository, found, request.base, open_prs=request.open_prs)
        old, new = request.old, request.new
        # Everything is read before anything is written: a decision is made everywhere or nowhere.
        plans = [_pair_plan(desk, branch, old, new) for branch in desk.hosted.queues]
        if not any(plans):
            raise GoldsetError(f"no queued span moved from {old} to {new} as it is", where_to_look(desk))
        message = one_line(f"Accept what moved from {old} to {new}")
        return [write_decisions(desk, plan, message, request.now) for plan in plans if plan]


def _pair_plan(desk: Desk, branch: QueueBranch, old: str, new: str) -> list[Made]:
    spots = [on_branch(desk, branch.name, branch.tip, item) for item in sorted(branch.offered)]
    made = [Made(spot, _pair_entries(spot, old, new)) for spot in spots if spot]
    return [one for one in made if one.entries]


def _pair_entries(spot: Spot, old: str, new: str) -> dict[str, GoldSpan]:
    fits = [(span, settles_pair(span, old, new)) for span in spot.item.spans()]
    return {span.id: accept_candidate(spot, span, candidate) for span, candidate in fits if candidate}


def _chosen(desk: Desk, spot: Spot, request: DecisionRequest) -> list[Span]:
    item = spot.item
    pending = [span for span in item.spans() if span.relabel is not None]
    if request.span is not None:
        named = [span for span in pending if span.id == request.span]
        if not named:
            known = ", ".join(span.id for span in pending) or "none"
            raise WrongUsageError(
                f"span {request.span} of {item.id} waits for nothing", f"spans that do: {known}"
            )
        return named
    if not pending:
        raise NothingWaitsError(desk, spot.file)
    waiting = undecided(pending) or pending
    about_item = request.verb in (Verb.RETIRE, Verb.UNANSWERABLE, Verb.LATER)
    if len(waiting) > 1 and not about_item:
        names = ", ".join(span.id for span in waiting)
        raise WrongUsageError(f"{len(waiting)} spans of {item.id} wait", f"name one of them: {names}")
    return waiting


def _entry(spot: Spot, span: Span, request: DecisionRequest) -> Entry:
    if request.verb is Verb.ACCEPT:
        return accept_candidate(spot, span, _candidate(span, request.candidate))
    if request.verb is Verb.REJECT:
        return rejected_entry(span, _candidate(span, request.candidate))
    return decided_entry(span, request.verb, request.reason, request.abstain_reason)


def _candidate(span: Span, number: int) -> OfferedCandidate:
    offered = span.relabel.candidates if span.relabel else ()
    if not 1 <= number <= len(offered):
        raise WrongUsageError(
            f"span {span.id} of {span.item.id} has {len(offered)} candidates, not a number {number}",
            "write the right entry by hand, or decide `retire`, `unanswerable`, `drop` or `later`",
        )
    return offered[number - 1]


def _message(request: DecisionRequest, spans: Sequence[Span]) -> str:
    names = ", ".join(span.id for span in spans)
    what = one_line(f"{request.verb.capitalize()} {request.item}, span {names}")
    return f"{what}\n\n{request.reason}" if request.reason else what
