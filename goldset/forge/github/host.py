"""Pull requests on GitHub."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal
from urllib.parse import quote

from goldset.domain.branch_names import kind_of
from goldset.domain.pulls import Marker, PullKind, PullRequest, PullState, Review, read_marker, with_marker
from goldset.errors import ForgeError
from goldset.forge.github import records
from goldset.forge.github.client import TRIES, Client
from goldset.forge.github.commits import ApiCommits, CommitSource
from goldset.forge.github.dress import put_dress
from goldset.forge.github.patches import MOST_CHARACTERS, payload, placeable, review_body
from goldset.forge.github.records import Comment, Event, Pull
from goldset.forge.github.refusals import RefusedError
from goldset.forge.port import Dress, PullText, Refs

_FORBIDDEN = 403
_UNPROCESSABLE = 422
_ACTIONS = "github-actions[bot]"
CHECKS_WAIT = (
    "GitHub starts no checks by itself on pull requests that the token of a workflow opened: a person with write access "
    "approves them there (or, on older servers, closes and reopens it); those of a GitHub App start at once"
)


@dataclass(frozen=True, slots=True)
class HostSettings:
    """What a host needs to know of a set.

    Attributes:
        set: Name of the golden set.
        base: Branch that pull requests go into.
        labels: Labels that pull requests are given once; they tell that one was dressed.
        commits: Whether commits are pushed by Git, or made through GitHub's API, which signs them.
    """

    set: str
    base: str
    labels: tuple[str, ...] = ()
    commits: Literal["push", "api"] = "push"


class GitHubHost:
    """Pull requests of one set on GitHub (satisfies `Host`)."""

    def __init__(
        self, client: Client, refs: Refs, settings: HostSettings, source: CommitSource | None = None
    ) -> None:
        """Make a host.

        Args:
            client: Makes requests about the repository.
            refs: The set's branches there.
            settings: What it needs to know of the set.
            source: Reads commits of this repository, where they are made through the API.
        """
        assert settings.commits == "push" or source is not None
        self._notices: list[str] = []
        self._client = client
        self._refs = refs
        self._settings = settings
        self._commits = ApiCommits(client, source) if source and settings.commits == "api" else None
        self._known: dict[str, Pull] = {}

    @property
    def shows_reviews(self) -> bool:
        """Whether people see labels, and suggestions beside lines."""
        return True

    @property
    def notices(self) -> Sequence[str]:
        """What did not go as asked and stopped nothing, such as an account that cannot review."""
        return tuple(self._notices)

    def how_to_reopen(self, pull: PullRequest) -> str:
        """Return how to bring a pull request back; its branch may have to be restored first."""
        number = pull.name.removeprefix("#")
        address = f"{self._client.address.web_url}/pull/{number}"
        return f"press Restore branch, then Reopen, at {address}"

    def files_on(self, branch: str) -> str:
        """Return what comes before a file's path in its address on a branch."""
        return f"{self._client.address.web_url}/blob/{quote(branch)}/"

    def branches(self) -> Mapping[str, str]:
        """Return the tips of the set's branches; commits made through the API count."""
        made = self._commits.made if self._commits else {}
        return {name: made.get(name, tip) for name, tip in self._refs.tips().items()}

    def pull_requests(self) -> list[PullRequest]:
        """Return every pull request of the set, by branch.

        GitHub finds no branches by how they begin, so its whole list is read, the oldest first: one that is opened
        meanwhile moves no other to a page that was read already.
        """
        pulls = self._client.pages("pulls", Pull, state="all", sort="created", direction="asc")
        mine = [pull for pull in pulls if records.is_of_set(pull, self._settings.set)]
        self._known = records.one_per_branch(mine, self._client.address.full_name)
        return [self._pull_request(pull) for pull in self._known.values()]

    def remember(self) -> None:
        """Do nothing: GitHub itself remembers."""

    def put_branch(self, branch: str, new: str, old: str | None) -> None:
        """Make a branch, or move it from `old`.

        Raises:
            GoldsetError: It does not stand at `old` any more.
        """
        if self._commits:
            self._commits.put(branch, new, old)
            return
        with self._client.writing():
            self._refs.move(branch, new, old)

    def delete_branch(self, branch: str, old: str) -> None:
        """Delete a branch that stands at `old`.

        Raises:
            GoldsetError: It stands elsewhere.
        """
        with self._client.writing():
            self._refs.move(branch, None, old)

    def open(self, branch: str, text: PullText) -> None:
        """Open a pull request of a branch into the base, unless there is an open one."""
        _assert_short(text)
        known = self._known.get(branch)
        if known and known.standing is PullState.OPEN:
            return
        body = {"title": text.title, "body": text.body, "head": branch, "base": self._settings.base}
        self._known[branch] = pull = self._open(branch, body)
        if pull.user and pull.user.login == _ACTIONS and CHECKS_WAIT not in self._notices:
            self._notices.append(CHECKS_WAIT)

    def dress(self, branch: str, dress: Dress) -> None:
        """Set labels, assignees and reviewers of a new pull request; who cannot be is left out, with a notice."""
        self._notices += put_dress(self._client, self._fresh(branch), dress)

    def review(self, branch: str, review: Review) -> None:
        """Write a review of the branch's tip, once per tip.

        A comment that GitHub refuses loses only itself: its words go into the review's body.
        """
        tip = self._tip(branch)
        pull = self._seen_at(branch, tip)
        if self._review_of(pull, tip):
            return
        try:
            self._post_review(pull, tip, review_body(review.body), [payload(one) for one in review.comments])
        except RefusedError as error:
            if error.status != _UNPROCESSABLE:
                raise
            self._post_refused_review(pull, tip, review, error)

    def update(self, branch: str, text: PullText) -> None:
        """Write title and body of a pull request anew."""
        _assert_short(text)
        number = self._pull(branch).number
        self._known[branch] = self._client.patch(
            f"pulls/{number}", {"title": text.title, "body": text.body}, Pull
        )

    def comment(self, branch: str, text: str) -> None:
        """Write goldset's one comment, in place of the one that there is."""
        body = records.comment_body(text)
        assert len(body) <= MOST_CHARACTERS
        number = self._pull(branch).number
        ours = self._comments(number)
        try:
            if not ours:
                self._post_comment(number, body)
            elif ours[0].text != text.rstrip():
                self._client.patch(f"issues/comments/{ours[0].id}", {"body": body}, Comment)
        except RefusedError as error:
            if error.status != _FORBIDDEN:
                raise
            # Nothing hangs on it: the conversation is locked, or the comment is that of an account used before.
            self._notices.append(
                f"#{number}: GitHub lets goldset neither write nor change its comment ({error.said})"
            )

    def close(self, branch: str, reason: str) -> None:
        """Say why in goldset's comment, then close a pull request and say in its marker that goldset did."""
        pull = self._fresh(branch)
        if pull.standing is not PullState.OPEN:
            return
        self.comment(branch, f"goldset closed this pull request: {reason}.")
        marker = read_marker(pull.text)
        # In one request: closed without the marker would mean that a person closed it.
        if marker:
            body = with_marker(pull.text, marker.closed_for(reason))
        else:
            body = f"{pull.text.rstrip()}\n\n{self._bare_marker(branch).closed_for(reason)}"
        self._known[branch] = self._client.patch(
            f"pulls/{pull.number}", {"state": "closed", "body": body}, Pull
        )

    def _bare_marker(self, branch: str) -> Marker:
        """Return what can still be said where a person removed the marker: it asks nothing."""
        kind = kind_of(self._settings.set, branch) or PullKind.RELABEL
        return Marker(self._settings.set, kind, snapshot="", digest="")

    def _pull_request(self, pull: Pull) -> PullRequest:
        """Return a pull request; what only matters for an open one is read only there."""
        if pull.standing is not PullState.OPEN:
            return records.pull_request(pull, "", "", dressed=True)
        comments = self._comments(pull.number)
        asks = kind_of(self._settings.set, pull.head.ref) is PullKind.RELABEL
        reviewed = records.reviewed_commit(self._reviews(pull.number)) if asks else ""
        dressed = self._is_dressed(pull)
        return records.pull_request(pull, comments[0].text if comments else "", reviewed, dressed=dressed)

    def _is_dressed(self, pull: Pull) -> bool:
        labels = self._settings.labels
        return records.is_dressed(pull, labels, []) or records.is_dressed(
            pull, labels, self._client.pages(f"issues/{pull.number}/events", Event)
        )

    def _comments(self, number: int) -> list[Comment]:
        return records.own_comments(self._client.pages(f"issues/{number}/comments", Comment))

    def _reviews(self, number: int) -> list[records.Review]:
        return self._client.pages(f"pulls/{number}/reviews", records.Review)

    def _pull(self, branch: str) -> Pull:
        """Return the pull request of a branch as it was last seen."""
        pull = self._known.get(branch) or self._find_open(branch)
        if pull is None:
            raise ForgeError(
                f"{branch} has no open pull request any more", "run it again: a person closed it"
            )
        return pull

    def _fresh(self, branch: str) -> Pull:
        """Return the pull request of a branch as it stands now."""
        self._known[branch] = pull = self._client.get(f"pulls/{self._pull(branch).number}", Pull)
        return pull

    def _find_open(self, branch: str) -> Pull | None:
        owner = self._client.address.owner
        pulls = self._client.pages("pulls", Pull, state="open", head=f"{owner}:{branch}")
        # Compared again: a server that does not know the filter gives every pull request.
        return records.one_per_branch(pulls, self._client.address.full_name).get(branch)

    def _open(self, branch: str, body: dict[str, str], turn: int = 0) -> Pull:
        try:
            return self._client.post("pulls", body, Pull, lambda: self._find_open(branch))
        except RefusedError as error:
            there = self._find_open(branch) if error.status == _UNPROCESSABLE else None
            if there:
                return there
            # A branch that was just pushed is not seen everywhere at once.
            if not re.search(r"\bhead\b", error.said) or turn == TRIES - 1:
                raise
        self._client.pause(turn)
        return self._open(branch, body, turn + 1)

    def _post_comment(self, number: int, body: str) -> None:
        def find() -> Comment | None:
            return next(iter(self._comments(number)), None)

        mine = self._client.post(f"issues/{number}/comments", {"body": body}, Comment, find)
        # Another run may have written one at the same moment: both see both, and the younger goes.
        first = find()
        if first is not None and first.id < mine.id:
            self._client.delete(f"issues/comments/{mine.id}")

    def _tip(self, branch: str) -> str:
        made = self._commits.made.get(branch) if self._commits else None
        tip = made or self._refs.tips().get(branch)
        if tip is None:
            raise ForgeError(f"{branch} is gone, so its pull request cannot be reviewed", "run it again")
        return tip

    def _seen_at(self, branch: str, tip: str) -> Pull:
        """Return a pull request once it shows a commit that was perhaps just pushed."""
        pull = self._fresh(branch)
        for turn in range(TRIES - 1):
            if pull.head.sha == tip:
                break
            self._client.pause(turn)
            pull = self._fresh(branch)
        return pull

    def _review_of(self, pull: Pull, tip: str) -> records.Review | None:
        ours = [review for review in self._reviews(pull.number) if review.is_ours and review.commit_id == tip]
        return ours[0] if ours else None

    def _post_review(self, pull: Pull, tip: str, body: str, comments: list[dict[str, str | int]]) -> None:
        assert len(body) <= MOST_CHARACTERS
        data = {"commit_id": tip, "event": "COMMENT", "body": body, "comments": comments}
        path = f"pulls/{pull.number}/reviews"
        self._client.post(path, data, records.Review, lambda: self._review_of(pull, tip))

    def _post_refused_review(self, pull: Pull, tip: str, review: Review, error: RefusedError) -> None:
        """Write a review of which GitHub refused a comment; it does not say which one."""
        files = self._client.pages(f"pulls/{pull.number}/files", records.ChangedFile)
        placed, other = placeable(review.comments, files)
        if other and placed:
            try:
                self._post_review(
                    pull, tip, review_body(review.body, other), [payload(one) for one in placed]
                )
            except RefusedError as again:
                if again.status != _UNPROCESSABLE:
                    raise
            else:
                self._notice_lost(pull, len(other), error)
                return
        self._post_review(pull, tip, review_body(review.body, review.comments), [])
        self._notice_lost(pull, len(review.comments), error)

    def _notice_lost(self, pull: Pull, count: int, error: RefusedError) -> None:
        self._notices.append(
            f"#{pull.number}: {count} suggestions stand in the review's text, because GitHub refused their places "
            f"({error.said})"
        )


def _assert_short(text: PullText) -> None:
    assert len(text.body) <= MOST_CHARACTERS, "a body is longer than GitHub takes"
    assert len(text.title) <= 256, "a title is longer than GitHub takes"  # noqa: PLR2004 (characters)
