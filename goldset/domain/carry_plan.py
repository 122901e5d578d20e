"""The pull request that carries a snapshot and its resolutions: one for the newest, the others end."""

from collections.abc import Iterable
from dataclasses import dataclass

from goldset.domain.branch_names import next_carry_over_branch
from goldset.domain.pulls import Marker, PullKind, PullRequest, PullState
from goldset.domain.steps import (
    NOTHING_MORE,
    Proposal,
    Pulls,
    Shows,
    Step,
    closing,
    is_open,
    keeping,
    leaving,
    putting,
)

BEHIND = (
    "This branch has commits of people, so goldset leaves it alone. Resolutions made since are not on it."
)


@dataclass(frozen=True, slots=True)
class CarryBranch:
    """An open carry-over branch as Git has it.

    Attributes:
        name: Full name of the branch.
        tip: Id of the commit at its tip.
        touched: Whether it holds a commit that goldset did not make of itself, or stands checked out.
        snapshot: Id of the snapshot that it carries.
        lines: The whole of that snapshot's `resolutions.jsonl` on the branch.
        on_base: Whether the base has the snapshot, so that the branch only adds to its lines.
    """

    name: str
    tip: str
    touched: bool
    snapshot: str
    lines: bytes
    on_base: bool = False


@dataclass(frozen=True, slots=True)
class CarryState:
    """What the carry-over is planned from.

    Attributes:
        marker: What the pull request of the corpus at hand is to say.
        lines: `resolutions.jsonl` as it is to be.
        due: Whether the base lacks the snapshot or one of the lines.
        branches: The open carry-over branches.
        pulls: The pull requests by branch.
        used: Every branch that a pull request of this set ever had, and every one that stands.
        shows: What people see of a pull request beside title and body; a carry-over has no review.
    """

    marker: Marker
    lines: bytes
    due: bool
    branches: tuple[CarryBranch, ...]
    pulls: Pulls
    used: frozenset[str]
    shows: Shows = NOTHING_MORE


def refusal(pulls: Iterable[PullRequest], digest: str) -> PullRequest | None:
    """Return the carry-over of this corpus that a person closed unmerged; None where nobody did."""
    mine = [p for p in pulls if p.marker and p.marker.kind is PullKind.SNAPSHOT and p.marker.digest == digest]
    return next((pull for pull in mine if pull.declined), None)


def carry_over_branch(state: CarryState) -> CarryBranch | None:
    """Return the open branch that carries the snapshot at hand: a touched one, else the first."""
    mine = [branch for branch in state.branches if branch.snapshot == state.marker.snapshot]
    return min(mine, key=lambda branch: (not branch.touched, branch.name), default=None)


def carry_steps(state: CarryState) -> list[Step]:
    """Return what makes branches and pull requests of the carry-over as they are to be.

    The new one is opened before the one that it replaces is closed, so that a snapshot that was offered
    never is without an open pull request.
    """
    mine = carry_over_branch(state)
    steps = _own_steps(state, mine)
    for branch in state.branches:
        if branch is not mine:
            steps += _end(state, branch, f"snapshot {state.marker.snapshot} takes its place")
    return steps


def _own_steps(state: CarryState, mine: CarryBranch | None) -> list[Step]:
    if mine is None:
        if not state.due or refusal(state.pulls.values(), state.marker.digest):
            return []
        name = next_carry_over_branch(state.marker.set, state.marker.snapshot, state.used)
        return putting(Proposal(name, state.marker), None, state.pulls, state.shows)
    proposal = Proposal(mine.name, state.marker)
    if mine.touched:
        behind = mine.lines != state.lines and state.due
        return leaving(proposal, BEHIND if behind else "", state.pulls, state.shows)
    if not state.due:
        return _end(state, mine, "the base has all that it carries")
    pull = state.pulls.get(mine.name)
    if mine.lines == state.lines and is_open(state.pulls, mine.name) and pull and pull.marker == state.marker:
        return keeping(proposal, mine.tip, state.pulls, state.shows)
    return putting(proposal, mine.tip, state.pulls, state.shows)


def _end(state: CarryState, branch: CarryBranch, reason: str) -> list[Step]:
    if not branch.touched:
        return closing(branch.name, branch.tip, reason, state.pulls)
    if not is_open(state.pulls, branch.name):
        return []
    proposal = Proposal(branch.name, state.pulls[branch.name].marker or state.marker)
    # What a person took back in an older snapshot stays true, whatever snapshots follow.
    text = "" if branch.on_base else f"goldset would close this pull request: {reason}."
    return leaving(proposal, text, state.pulls)


def unfinished(pulls: Pulls, tips: dict[str, str]) -> dict[str, str]:
    """Return the tips of the branches that goldset closed and did not get to delete."""
    closed = {p.branch for p in pulls.values() if p.state is PullState.CLOSED and not p.declined}
    return {name: tip for name, tip in tips.items() if name in closed}
