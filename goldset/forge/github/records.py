"""What GitHub says, as far as goldset reads it; and pull requests made of it (pure)."""

from collections.abc import Iterable

from pydantic import BaseModel, Field

from goldset.domain.branch_names import folder
from goldset.domain.pulls import PullRequest, PullState, read_marker

COMMENT_MARK = "<!-- goldset comment -->"
REVIEW_MARK = "<!-- goldset review -->"


class Account(BaseModel):
    """A person, an app or, by its slug, a team."""

    login: str = ""
    slug: str = ""


class Label(BaseModel):
    """A label."""

    name: str


class RepositoryName(BaseModel):
    """A repository that something else names."""

    full_name: str


class Head(BaseModel):
    """The branch of a pull request; `repo` is None where its fork was deleted."""

    ref: str
    sha: str
    repo: RepositoryName | None = None


class Pull(BaseModel):
    """A pull request."""

    number: int
    state: str
    title: str = ""
    body: str | None = None
    merged_at: str | None = None
    head: Head
    user: Account | None = None
    labels: list[Label] = Field(default_factory=list)
    assignees: list[Account] | None = None
    requested_reviewers: list[Account] | None = None
    requested_teams: list[Account] | None = None

    @property
    def text(self) -> str:
        """Its body, with line ends as goldset writes them: GitHub's own editor puts others."""
        return _unix(self.body)

    @property
    def standing(self) -> PullState:
        """Whether it is open, merged, or closed without."""
        if self.merged_at:
            return PullState.MERGED
        return PullState.OPEN if self.state == "open" else PullState.CLOSED


class Comment(BaseModel):
    """A comment on a pull request."""

    id: int
    body: str | None = None

    @property
    def is_ours(self) -> bool:
        """Whether it is goldset's one comment. A person who quotes it has their words after it."""
        return _unix(self.body).rstrip().endswith(COMMENT_MARK)

    @property
    def text(self) -> str:
        """What goldset wrote, without its mark."""
        return _unix(self.body).rstrip().removesuffix(COMMENT_MARK).rstrip()


class Review(BaseModel):
    """A review; `commit_id` is None where that commit is gone."""

    id: int
    body: str | None = None
    commit_id: str | None = None
    state: str = ""

    @property
    def is_ours(self) -> bool:
        """Whether goldset wrote it."""
        return _unix(self.body).rstrip().endswith(REVIEW_MARK)


class ChangedFile(BaseModel):
    """A file that a pull request changes; `patch` is None where it is too long or binary."""

    filename: str
    patch: str | None = None


class Event(BaseModel):
    """Something that happened to a pull request."""

    event: str
    label: Label | None = None


def comment_body(text: str) -> str:
    """Return a comment's text with goldset's mark."""
    return f"{text.rstrip()}\n\n{COMMENT_MARK}"


def own_comments(comments: Iterable[Comment]) -> list[Comment]:
    """Return goldset's comments, the oldest first: that one counts where two runs wrote one each."""
    return sorted((comment for comment in comments if comment.is_ours), key=lambda comment: comment.id)


def reviewed_commit(reviews: Iterable[Review]) -> str:
    """Return the commit that goldset's newest review is of; empty where there is none."""
    ours = [review for review in reviews if review.is_ours and review.state != "PENDING"]
    return (max(ours, key=lambda review: review.id).commit_id or "") if ours else ""


def is_dressed(pull: Pull, labels: Iterable[str], events: Iterable[Event]) -> bool:
    """Return whether a pull request was ever given what goldset gives last: its labels.

    Where the settings name no labels, it counts whether anybody was ever assigned or asked for a review.
    """
    wanted = {label.casefold() for label in labels}
    if wanted:
        now = {label.name.casefold() for label in pull.labels}
        ever = {event.label.name.casefold() for event in events if event.event == "labeled" and event.label}
        return not wanted.isdisjoint(now | ever)
    asked = pull.assignees or pull.requested_reviewers or pull.requested_teams
    return bool(asked) or any(event.event in ("assigned", "review_requested") for event in events)


def one_per_branch(pulls: Iterable[Pull], full_name: str) -> dict[str, Pull]:
    """Return pull requests by branch; a fork's branches do not count.

    Of several of one branch, the open one counts, else the newest.
    """
    found: dict[str, Pull] = {}
    for pull in sorted(pulls, key=lambda pull: (pull.state == "open", pull.number)):
        repo = pull.head.repo
        # A repository's own pull request keeps its name here as long as the repository stands.
        if repo and repo.full_name.casefold() == full_name.casefold():
            found[pull.head.ref] = pull
    return dict(sorted(found.items()))


def is_of_set(pull: Pull, set_name: str) -> bool:
    """Return whether a pull request is goldset's for a set: by its branch or, where that was renamed, its marker."""
    marker = None if pull.head.ref.startswith(folder(set_name)) else read_marker(pull.text)
    return pull.head.ref.startswith(folder(set_name)) or (marker is not None and marker.set == set_name)


def pull_request(pull: Pull, comment: str, reviewed: str, *, dressed: bool) -> PullRequest:
    """Return a pull request as the rest of goldset knows it."""
    return PullRequest(
        name=f"#{pull.number}",
        branch=pull.head.ref,
        state=pull.standing,
        marker=read_marker(pull.text),
        comment=comment,
        head=pull.head.sha,
        reviewed=reviewed,
        dressed=dressed,
    )


def _unix(text: str | None) -> str:
    return (text or "").replace("\r\n", "\n")
