"""A host that writes nothing and keeps what would have been written."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from goldset.domain.pulls import PullRequest, Review
from goldset.forge.port import Dress, Host, PullText


@dataclass(frozen=True, slots=True)
class Sent:
    """The words of a pull request or comment that would have been written."""

    branch: str
    title: str
    body: str


class DryRunHost:
    """Another host, read only (satisfies `Host`).

    Attributes:
        sent: What would have been written, in order.
    """

    def __init__(self, host: Host) -> None:
        """Stand in for a host."""
        self._host = host
        self.sent: list[Sent] = []

    @property
    def shows_reviews(self) -> bool:
        """Whether people see labels, and suggestions beside lines, there."""
        return self._host.shows_reviews

    @property
    def notices(self) -> Sequence[str]:
        """What the host has to say."""
        return self._host.notices

    def how_to_reopen(self, pull: PullRequest) -> str:
        """Return what a person does to be asked again."""
        return self._host.how_to_reopen(pull)

    def files_on(self, branch: str) -> str:
        """Return what comes before a file's path in its address on a branch."""
        return self._host.files_on(branch)

    def branches(self) -> Mapping[str, str]:
        """Return the tips of goldset's branches."""
        return self._host.branches()

    def pull_requests(self) -> Sequence[PullRequest]:
        """Return every pull request of the set."""
        return self._host.pull_requests()

    def remember(self) -> None:
        """Do nothing."""

    def put_branch(self, branch: str, new: str, old: str | None) -> None:
        """Do nothing."""

    def delete_branch(self, branch: str, old: str) -> None:
        """Do nothing."""

    def open(self, branch: str, text: PullText) -> None:
        """Keep the words of a pull request."""
        self.sent.append(Sent(branch, text.title, text.body))

    def dress(self, branch: str, dress: Dress) -> None:
        """Do nothing."""

    def review(self, branch: str, review: Review) -> None:
        """Do nothing."""

    def update(self, branch: str, text: PullText) -> None:
        """Keep the words of a pull request."""
        self.sent.append(Sent(branch, text.title, text.body))

    def comment(self, branch: str, text: str) -> None:
        """Keep the words of a comment."""
        self.sent.append(Sent(branch, "", text))

    def close(self, branch: str, reason: str) -> None:
        """Do nothing."""
