"""What the stand-in remembers beside the Git repository: accounts, issues, pull requests, settings."""

from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

Permission: TypeAlias = Literal["admin", "write", "read", "none"]
LEVELS: tuple[Permission, ...] = ("none", "read", "write", "admin")


@dataclass(eq=False)
class Account:
    """Somebody with a login; bots end in `[bot]`."""

    login: str
    id: int
    permission: Permission = "write"

    @property
    def kind(self) -> str:
        return "Bot" if self.login.endswith("[bot]") else "User"

    @property
    def email(self) -> str:
        return f"{self.id}+{self.login}@users.noreply.github.com"

    def may(self, permission: Permission) -> bool:
        return LEVELS.index(self.permission) >= LEVELS.index(permission)


@dataclass
class Token:
    """A secret and what it may do.

    `classic` and `fine-grained` belong to a person, `actions` is a workflow's GITHUB_TOKEN, `app` an installation's.
    """

    value: str
    account: Account
    kind: Literal["classic", "fine-grained", "actions", "app"] = "classic"
    write: bool = True
    expires: float | None = None

    @property
    def is_integration(self) -> bool:
        return self.kind in {"actions", "app"}


@dataclass(eq=False)
class Comment:
    """Words below an issue or pull request."""

    id: int
    author: Account
    body: str
    created: str
    updated: str


@dataclass(eq=False)
class LineComment:
    """Words of a review beside lines of one commit's version of a file."""

    id: int
    review: int
    author: Account
    body: str
    path: str
    start: int | None
    line: int
    side: str
    commit: str
    hunk: str
    created: str
    resolved: bool = False

    @property
    def first(self) -> int:
        return self.line if self.start is None else self.start


@dataclass(eq=False)
class Review:
    id: int
    author: Account
    body: str
    state: str
    commit: str
    created: str
    comments: list[LineComment] = field(default_factory=list)


@dataclass(eq=False)
class Pull:
    """What a pull request has beyond an issue.

    Attributes:
        head_ref: Its branch; the name stays when the branch is gone.
        base_ref: The branch that it is to be merged into.
        head_sha: Tip of its branch; it stands still while the pull request is closed.
        base_sha: Tip of the base when the head moved last; GitHub does not follow the base here.
        fork: Owner of the fork that holds the branch; empty for a branch of the repository itself.
        fork_gone: Whether that fork was deleted.
        seen: Head that somebody asked `mergeable` of; GitHub computes it then.
    """

    head_ref: str
    base_ref: str
    head_sha: str
    base_sha: str
    draft: bool = False
    merged_at: str | None = None
    merged_by: Account | None = None
    merge_commit: str | None = None
    reviews: list[Review] = field(default_factory=list)
    reviewers: list[Account] = field(default_factory=list)
    teams: list[str] = field(default_factory=list)
    seen: str = ""
    fork: str = ""
    fork_gone: bool = False


@dataclass(eq=False)
class Issue:
    id: int
    number: int
    title: str
    body: str | None
    author: Account
    created: str
    updated: str
    state: Literal["open", "closed"] = "open"
    closed_at: str | None = None
    closed_by: Account | None = None
    labels: list[str] = field(default_factory=list)
    assignees: list[Account] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    events: list[dict[str, Any]] = field(default_factory=list)
    pull: Pull | None = None


@dataclass
class Settings:
    """What an owner set for the repository.

    Attributes:
        default_branch: The branch that others are merged into.
        archived: Whether nothing may be written.
        fork: Whether it is a fork of another repository.
        private: Whether only accounts with a permission see it.
        actions_may_open: "Allow GitHub Actions to create and approve pull requests".
        protected: Branches that a classic protection rule closes for pushes, as patterns of `fnmatch`.
        rules: Rules of rulesets by pattern of branch, such as `{"goldset/**": ["required_signatures"]}`;
            known are `required_signatures`, `pull_request`, `creation`, `update`, `deletion`, `non_fast_forward`.
        bypass: What is said of who asks about the rulesets: whether they need not obey.
        delete_branch_on_merge: Whether the head branch goes with the merge.
        teams: Slugs of teams that may be asked for a review.
        mergeable_late: Whether the first look at a changed pull request says `mergeable: null`, as GitHub's does.
    """

    default_branch: str = "main"
    archived: bool = False
    fork: bool = False
    private: bool = True
    actions_may_open: bool = True
    protected: list[str] = field(default_factory=list)
    rules: dict[str, list[str]] = field(default_factory=dict)
    bypass: Literal["always", "exempt", "pull_requests_only", "never"] = "never"
    delete_branch_on_merge: bool = False
    teams: list[str] = field(default_factory=list)
    mergeable_late: bool = False
