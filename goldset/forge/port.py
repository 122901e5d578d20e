"""What goldset needs of a host of pull requests, and what a host on this disk needs of Git."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from goldset.domain.pulls import PullRequest, Review


@dataclass(frozen=True, slots=True)
class PullText:
    """The words of a pull request; the body ends with its marker."""

    title: str
    body: str


@dataclass(frozen=True, slots=True)
class Dress:
    """What a new pull request is given once: labels; accounts it is assigned to; accounts and teams to review."""

    labels: tuple[str, ...] = ()
    assignees: tuple[str, ...] = ()
    reviewers: tuple[str, ...] = ()


class Host(Protocol):
    """Where pull requests are opened. A method that writes may be repeated: it then changes nothing."""

    @property
    def shows_reviews(self) -> bool:
        """Whether people see labels, and suggestions beside lines."""

    @property
    def notices(self) -> Sequence[str]:
        """What did not go as asked and stopped nothing; for people, in order."""

    def how_to_reopen(self, pull: PullRequest) -> str:
        """Return what a person does to be asked again about a pull request that was closed unmerged."""

    def files_on(self, branch: str) -> str:
        """Return what comes before a file's path in its address on a branch; empty where it has none."""

    def branches(self) -> Mapping[str, str]:
        """Return the tips of goldset's branches for this set, by full name."""

    def pull_requests(self) -> Sequence[PullRequest]:
        """Return every pull request that goldset ever opened for this set, by branch; writes nothing."""

    def remember(self) -> None:
        """Keep what can only be seen now, such as that a branch was deleted without being merged."""

    def put_branch(self, branch: str, new: str, old: str | None) -> None:
        """Make a branch, or move it from `old`.

        Raises:
            GoldsetError: It does not stand at `old` any more.
        """

    def delete_branch(self, branch: str, old: str) -> None:
        """Delete a branch that stands at `old`.

        Raises:
            GoldsetError: It stands elsewhere.
        """

    def open(self, branch: str, text: PullText) -> None:
        """Open a pull request of a branch into the base, or open it again."""

    def dress(self, branch: str, dress: Dress) -> None:
        """Set labels, assignees and reviewers of a new pull request."""

    def review(self, branch: str, review: Review) -> None:
        """Write a review of the branch's tip, once per tip.

        A comment that the host refuses loses only itself: its words go into the review's body.
        """

    def update(self, branch: str, text: PullText) -> None:
        """Write title and body of a pull request anew."""

    def comment(self, branch: str, text: str) -> None:
        """Write goldset's one comment, in place of the one that there is."""

    def close(self, branch: str, reason: str) -> None:
        """Close a pull request, and say in its marker that goldset did."""


class Refs(Protocol):
    """The branches of a set in a local repository, or in the remote one that a host has."""

    def tips(self) -> Mapping[str, str]:
        """Return the tips of the set's branches, by full name."""

    def merged(self, commits: Iterable[str]) -> frozenset[str]:
        """Return those of the commits whose changes the base holds or held, by merging or squashing."""

    def move(self, branch: str, new: str | None, old: str | None) -> None:
        """Move a branch from `old` to `new`; None stands for no branch."""
