"""The steps of a re-index: small, repeatable, in an order in which a run may be stopped between any two.

A run that was stopped is completed by running again: what stands then is planned from anew, and leads to
the same end.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from goldset.domain.branch_names import short
from goldset.domain.pulls import Marker, PullRequest, PullState


@dataclass(frozen=True, slots=True)
class Proposal:
    """What one pull request is to put to people: its branch, and what it asks."""

    branch: str
    marker: Marker


@dataclass(frozen=True, slots=True)
class PutBranch:
    """Make the branch of a proposal, or rebuild it on the base; `old` is where it must stand now."""

    proposal: Proposal
    old: str | None

    def __str__(self) -> str:
        return f"{'rebuild' if self.old else 'create'} branch {self.proposal.branch}"


@dataclass(frozen=True, slots=True)
class OpenPull:
    """Open the pull request of a branch that stands."""

    proposal: Proposal

    def __str__(self) -> str:
        return f"open pull request {short(self.proposal.branch)}"


@dataclass(frozen=True, slots=True)
class DressPull:
    """Set labels, assignees and reviewers of a new pull request; afterwards they are people's business."""

    proposal: Proposal

    def __str__(self) -> str:
        return f"label pull request {short(self.proposal.branch)}"


@dataclass(frozen=True, slots=True)
class ReviewPull:
    """Write the review that lets people decide by a click, on the branch as it stands."""

    proposal: Proposal

    def __str__(self) -> str:
        return f"review pull request {short(self.proposal.branch)}"


@dataclass(frozen=True, slots=True)
class UpdatePull:
    """Write title and body of a pull request anew."""

    proposal: Proposal

    def __str__(self) -> str:
        return f"update pull request {short(self.proposal.branch)}"


@dataclass(frozen=True, slots=True)
class CommentPull:
    """Write goldset's one comment on a pull request that belongs to its people."""

    branch: str
    text: str

    def __str__(self) -> str:
        return f"comment on pull request {short(self.branch)}"


@dataclass(frozen=True, slots=True)
class ClosePull:
    """Close a pull request that asks nothing any more, and say in its marker that goldset did."""

    branch: str
    reason: str

    def __str__(self) -> str:
        return f"close pull request {short(self.branch)}: {self.reason}"


@dataclass(frozen=True, slots=True)
class DeleteBranch:
    """Delete the branch of a pull request that goldset closed; `old` is where it must stand now."""

    branch: str
    old: str

    def __str__(self) -> str:
        return f"delete branch {self.branch}"


Step = PutBranch | OpenPull | DressPull | ReviewPull | UpdatePull | CommentPull | ClosePull | DeleteBranch


def branch_of(step: Step) -> str:
    """Return the branch that a step is about."""
    return step.branch if isinstance(step, CommentPull | ClosePull | DeleteBranch) else step.proposal.branch


Pulls = Mapping[str, PullRequest]


def is_open(pulls: Pulls, branch: str) -> bool:
    """Return whether a branch has an open pull request."""
    return branch in pulls and pulls[branch].state is PullState.OPEN


@dataclass(frozen=True, slots=True)
class Shows:
    """What people see of a pull request beside title and body.

    Attributes:
        dress: Labels, assignees and reviewers.
        reviews: Suggestions beside lines.
    """

    dress: bool = False
    reviews: bool = False


NOTHING_MORE = Shows()


def putting(proposal: Proposal, old: str | None, pulls: Pulls, shows: Shows = NOTHING_MORE) -> list[Step]:
    """Return the steps by which a branch and its pull request come to be as proposed."""
    pull = UpdatePull(proposal) if is_open(pulls, proposal.branch) else OpenPull(proposal)
    reviewed: list[Step] = [ReviewPull(proposal)] if shows.reviews else []
    return [PutBranch(proposal, old), pull, *_dressing(proposal, pulls, shows), *reviewed]


def keeping(proposal: Proposal, tip: str, pulls: Pulls, shows: Shows = NOTHING_MORE) -> list[Step]:
    """Return what a pull request that is as proposed still lacks: a run may have been stopped at it."""
    lacks_review = shows.reviews and pulls[proposal.branch].reviewed != tip
    reviewed: list[Step] = [ReviewPull(proposal)] if lacks_review else []
    return [*_dressing(proposal, pulls, shows), *reviewed]


def _dressing(proposal: Proposal, pulls: Pulls, shows: Shows) -> list[Step]:
    dressed = is_open(pulls, proposal.branch) and pulls[proposal.branch].dressed
    return [DressPull(proposal)] if shows.dress and not dressed else []


def closing(branch: str, tip: str, reason: str, pulls: Pulls) -> list[Step]:
    """Return the steps by which an untouched branch and its pull request end.

    The pull request is closed before its branch goes: a branch that is gone while its pull request is open
    was deleted by a person.
    """
    closed: list[Step] = [ClosePull(branch, reason)] if is_open(pulls, branch) else []
    return [*closed, DeleteBranch(branch, tip)]


def leaving(proposal: Proposal, text: str, pulls: Pulls, shows: Shows = NOTHING_MORE) -> list[Step]:
    """Return the steps for a branch that belongs to its people: goldset's one comment is kept up to date.

    Args:
        proposal: What the pull request asks; it is opened where there is none.
        text: What goldset would have changed; empty where nothing.
        pulls: The pull requests by branch.
        shows: What people see beside title and body.
    """
    opened: list[Step] = [] if is_open(pulls, proposal.branch) else [OpenPull(proposal)]
    opened += _dressing(proposal, pulls, shows)
    said = pulls[proposal.branch].comment if proposal.branch in pulls else ""
    wanted = text or (UP_TO_DATE if said else "")
    return [*opened, CommentPull(proposal.branch, wanted)] if wanted != said else opened


UP_TO_DATE = "Nothing on this branch is out of date any more."
