"""The review of a queue branch: beside each queued entry, what a click would make of it."""

from goldset.domain.pulls import Review
from goldset.domain.steps import Proposal
from goldset.operations.base import Base
from goldset.stores.git_repo import Repository


def review_of(repository: Repository, base: Base, tip: str, proposal: Proposal) -> Review:
    """Return the review of a queue branch, made from its files alone: blocks, and texts kept beside them.

    Args:
        repository: The repository, which has the commit.
        base: The set on its base branch.
        tip: Id of the commit at the branch's tip.
        proposal: The pull request, for its items and its snapshot.
    """
    raise NotImplementedError
