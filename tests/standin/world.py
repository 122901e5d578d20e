"""The state of the stand-in, and what follows from a moved branch."""

import datetime as dt
import fnmatch
import threading
from collections.abc import Callable
from typing import Any

from tests.standin.bare import Bare, Conflict
from tests.standin.records import LEVELS, Account, Comment, Issue, LineComment, Pull, Review, Settings, Token

FIRST_ID = 1000
COLOUR = "ededed"
_KNOWN_IDS = {"github-actions[bot]": 41898282}  # in the address that Actions commits with


class RefusedError(Exception):
    """A request that GitHub answers with an error; `errors` as in its answer."""

    def __init__(self, status: int, message: str, errors: list[Any] | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.errors = errors


def invalid(resource: str, message: str = "", field: str = "", code: str = "custom") -> RefusedError:
    """Return the usual answer to a value that cannot be taken."""
    entry = {"resource": resource, "code": code, "field": field, "message": message}
    return RefusedError(422, "Validation Failed", [{k: v for k, v in entry.items() if v}])


class World:
    """One repository of GitHub's, with its people. Hold `lock` while reading or writing."""

    def __init__(self, bare: Bare, owner: str, name: str, clock: Callable[[], float]) -> None:
        self.bare = bare
        self.owner, self.name = owner, name
        self.clock = clock
        self.lock = threading.RLock()
        self.settings = Settings()
        self.id = 4242
        self.accounts: dict[str, Account] = {}
        self.tokens: dict[str, Token] = {}
        self.issues: dict[int, Issue] = {}
        self.labels: dict[str, int] = {}
        self.installation = 77
        self.app_slug = "goldset-app"
        self._ids = FIRST_ID
        self._tips: dict[str, str] = bare.refs()
        self.owner_account = self.account(owner, "admin")

    # --- small things

    def new_id(self) -> int:
        self._ids += 1
        return self._ids

    def now(self) -> str:
        return self.text_of(self.clock())

    @staticmethod
    def text_of(seconds: float) -> str:
        moment = dt.datetime.fromtimestamp(int(seconds), dt.UTC)
        return moment.strftime("%Y-%m-%dT%H:%M:%SZ")

    def account(self, login: str, permission: str = "write") -> Account:
        """Return the account of a login, made where there is none."""
        key = login.lower()
        if key not in self.accounts:
            level = next(level for level in LEVELS if level == permission)
            self.accounts[key] = Account(login, _KNOWN_IDS.get(key) or self.new_id(), level)
        return self.accounts[key]

    def known(self, login: str) -> Account | None:
        return self.accounts.get(login.lower())

    def tip(self, branch: str) -> str:
        """Return the tip of a branch; empty where there is none."""
        return self.bare.objects.ref(f"refs/heads/{branch}")

    def issue(self, number: int | str) -> Issue:
        found = self.issues.get(int(number)) if str(number).isdigit() else None
        if found is None:
            raise RefusedError(404, "Not Found")
        return found

    def pull(self, number: int | str) -> tuple[Issue, Pull]:
        issue = self.issue(number)
        if issue.pull is None:
            raise RefusedError(404, "Not Found")
        return issue, issue.pull

    def open_pulls(self) -> list[tuple[Issue, Pull]]:
        return [(i, i.pull) for i in self.issues.values() if i.pull and i.state == "open"]

    def comment(self, comment_id: int | str) -> tuple[Issue, Comment]:
        for issue in self.issues.values():
            for comment in issue.comments:
                if str(comment.id) == str(comment_id):
                    return issue, comment
        raise RefusedError(404, "Not Found")

    def line_comment(self, comment_id: int) -> tuple[Issue, Review, LineComment]:
        for issue in self.issues.values():
            for review in issue.pull.reviews if issue.pull else ():
                for comment in review.comments:
                    if comment.id == comment_id:
                        return issue, review, comment
        raise RefusedError(404, "Not Found")

    def rules_of(self, branch: str) -> list[str]:
        """Return the rules of rulesets that hold for a branch."""
        found = [
            r for pattern, rules in self.settings.rules.items() if matches(branch, pattern) for r in rules
        ]
        return list(dict.fromkeys(found))

    def is_protected(self, branch: str) -> bool:
        return any(matches(branch, pattern) for pattern in self.settings.protected)

    # --- what people and programs do to issues

    def new_issue(self, title: str, body: str | None, author: Account) -> Issue:
        now = self.now()
        number = len(self.issues) + 1
        issue = Issue(self.new_id(), number, title, body or None, author, now, now)
        self.issues[number] = issue
        return issue

    def event(self, issue: Issue, name: str, actor: Account, **more: Any) -> None:
        entry = {"id": self.new_id(), "event": name, "actor": actor, "created_at": self.now(), **more}
        issue.events.append(entry)
        issue.updated = self.now()

    def label(self, issue: Issue, names: list[str], actor: Account) -> None:
        check_labels(names)
        for name in names:
            known = next((label for label in self.labels if label.lower() == name.lower()), None)
            if known is None:
                self.labels[name] = self.new_id()
                known = name
            if known not in issue.labels:
                issue.labels.append(known)
                self.event(issue, "labeled", actor, label={"name": known, "color": COLOUR})

    def assign(self, issue: Issue, logins: list[str], actor: Account) -> None:
        """Assign those who may be; GitHub leaves the others out without a word."""
        for login in logins:
            account = self.known(login)
            if account and account.may("read") and account not in issue.assignees:
                issue.assignees.append(account)
                self.event(issue, "assigned", actor, assignee=account, assigner=actor)

    def set_labels(self, issue: Issue, names: list[str], actor: Account) -> None:
        """Let an issue have exactly these labels."""
        kept = {name.lower() for name in names}
        for name in [name for name in issue.labels if name.lower() not in kept]:
            issue.labels.remove(name)
            self.event(issue, "unlabeled", actor, label={"name": name, "color": COLOUR})
        self.label(issue, names, actor)

    def set_assignees(self, issue: Issue, logins: list[str], actor: Account) -> None:
        """Let exactly these be assigned."""
        kept = {login.lower() for login in logins}
        for account in [account for account in issue.assignees if account.login.lower() not in kept]:
            issue.assignees.remove(account)
            self.event(issue, "unassigned", actor, assignee=account, assigner=actor)
        self.assign(issue, logins, actor)

    def say(self, issue: Issue, body: str, author: Account) -> Comment:
        now = self.now()
        comment = Comment(self.new_id(), author, body, now, now)
        issue.comments.append(comment)
        issue.updated = now
        return comment

    def close(self, issue: Issue, actor: Account, **more: Any) -> None:
        issue.state, issue.closed_at, issue.closed_by = "closed", self.now(), actor
        self.event(issue, "closed", actor, commit_id=None, **more)

    def reopen(self, issue: Issue, actor: Account) -> None:
        """Open again what is closed.

        Raises:
            RefusedError: A pull request whose branch is gone or was rewritten, or that has a successor.
        """
        if issue.pull is not None:
            self._check_reopening(issue, issue.pull)
            if not issue.pull.fork:
                issue.pull.head_sha = self.tip(issue.pull.head_ref)
        issue.state, issue.closed_at, issue.closed_by = "open", None, None
        self.event(issue, "reopened", actor)
        self._show_head(issue)

    def _check_reopening(self, issue: Issue, pull: Pull) -> None:
        def refusal(message: str) -> RefusedError:
            return invalid("PullRequest", f"state cannot be changed. {message}", "state", "invalid")

        tip = pull.head_sha if pull.fork else self.tip(pull.head_ref)
        if pull.fork_gone:
            raise refusal("The repository that submitted this pull request has been deleted.")
        if pull.merged_at:
            raise refusal("The pull request cannot be reopened.")
        if not tip:
            raise refusal(f"The {pull.head_ref} branch has been deleted.")
        if not self.bare.holds(tip, pull.head_sha):
            raise refusal(f"The {pull.head_ref} branch was force-pushed or recreated.")
        ends = (pull.head_ref, pull.base_ref, pull.fork)
        if any(
            (p.head_ref, p.base_ref, p.fork) == ends for other, p in self.open_pulls() if other is not issue
        ):
            raise refusal(f"There is already an open pull request from {pull.head_ref} to {pull.base_ref}.")
        if self.bare.holds(self.tip(pull.base_ref), tip):
            raise refusal(f"There are no new commits between base branch '{pull.base_ref}' and head branch.")

    # --- what follows from the repository

    def settle(self, actor: Account | None = None) -> None:
        """Take notice of branches that moved since the last look; `actor` moved them."""
        tips = self.bare.refs()
        if tips == self._tips:
            return
        before, self._tips = self._tips, tips
        by = actor or self.owner_account
        for issue, pull in [(i, i.pull) for i in self.issues.values() if i.pull and i.state == "open"]:
            head, base = f"refs/heads/{pull.head_ref}", f"refs/heads/{pull.base_ref}"
            if not pull.fork and before.get(head) != tips.get(head):
                self._head_moved(issue, pull, tips.get(head), by)
            if issue.state == "open":
                self._compare_with_base(issue, pull, before.get(base), by)

    def _head_moved(self, issue: Issue, pull: Pull, tip: str | None, by: Account) -> None:
        if tip is None:
            self.close(issue, by)
            self.event(issue, "head_ref_deleted", by)
            return
        if not self.bare.holds(tip, pull.head_sha):
            self.event(issue, "head_ref_force_pushed", by, commit_id=tip)
        pull.head_sha = tip
        pull.base_sha = self._tips.get(f"refs/heads/{pull.base_ref}", pull.base_sha)
        issue.updated = self.now()
        self._show_head(issue)

    def _compare_with_base(self, issue: Issue, pull: Pull, before: str | None, by: Account) -> None:
        """Close what the base holds: merged where the base moved, with nothing in it where the head did."""
        tip = self._tips.get(f"refs/heads/{pull.base_ref}")
        if tip is None:
            self.close(issue, by)
        elif self.bare.holds(tip, pull.head_sha) and tip != before:
            self.mark_merged(issue, pull, by, tip)
        elif self.bare.holds(tip, pull.head_sha):
            self.close(issue, by)

    def mark_merged(self, issue: Issue, pull: Pull, by: Account, commit: str) -> None:
        pull.merged_at, pull.merged_by, pull.merge_commit = self.now(), by, commit
        self.event(issue, "merged", by, commit_id=commit)
        self.close(issue, by)

    def _show_head(self, issue: Issue) -> None:
        if issue.pull:
            self.bare.move(f"refs/pull/{issue.number}/head", issue.pull.head_sha)

    def open_pull(self, issue: Issue, pull: Pull) -> None:
        issue.pull = pull
        self._show_head(issue)

    def mergeable(self, pull: Pull) -> bool:
        base = self.tip(pull.base_ref)
        if not base:
            return False
        try:
            self.bare.merged_tree(base, pull.head_sha)
        except Conflict:
            return False
        return True

    def move_head(self, issue: Issue, pull: Pull, new: str, actor: Account) -> None:
        """Move the branch of a pull request on; a fork's is no branch of this repository."""
        if not pull.fork:
            self.move_branch(pull.head_ref, new, pull.head_sha, actor)
        else:
            pull.head_sha, pull.base_sha = new, self.tip(pull.base_ref)
            self._show_head(issue)

    def move_branch(self, branch: str, new: str | None, old: str | None, actor: Account) -> None:
        """Move a branch and take notice."""
        self.bare.move(f"refs/heads/{branch}", new, old)
        self.settle(actor)


def check_labels(names: list[str]) -> None:
    """Refuse names that no label can have."""
    if any(not 1 <= len(name) <= 50 for name in names):
        raise invalid("Label", "name is too long (maximum is 50 characters)", "name")


def matches(branch: str, pattern: str) -> bool:
    """Whether a branch is meant by a pattern, in which `*` stops at slashes and `**` does not."""
    if "**" in pattern:
        return fnmatch.fnmatchcase(branch, pattern.replace("**", "*"))
    return branch.count("/") == pattern.count("/") and fnmatch.fnmatchcase(branch, pattern)
