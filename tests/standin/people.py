"""What people do on GitHub's pages and in their clones."""

import itertools
import re
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from tests.standin.bare import NOBODY
from tests.standin.merging import Method, delete_branch, identity, merge_pull, update_branch
from tests.standin.pull_views import current_lines
from tests.standin.pulls import new_pull
from tests.standin.records import Account, Issue, LineComment, Pull, Review
from tests.standin.world import RefusedError, World

_FENCE = re.compile(r"(?P<indent> {0,3})(?P<fence>`{3,}(?=[^`]*$)|~{3,})(?P<info>.*)")
Change: TypeAlias = str | bytes | None


class Person:
    """An account at work; each action is one of GitHub's, and refuses what GitHub refuses."""

    def __init__(self, world: World, account: Account) -> None:
        self._world = world
        self.account = account

    # --- suggestions

    def suggestions(self, pull: int) -> list[LineComment]:
        """Return the comments of a pull request that hold a suggestion which can be committed now."""
        with self._world.lock:
            self._world.settle()
            found = self._world.pull(pull)[1]
            comments = [comment for review in found.reviews for comment in review.comments]
            return [
                comment
                for comment in comments
                if suggested_texts(comment.body)
                and not comment.resolved
                and current_lines(self._world, found, comment)
            ]

    def commit_suggestion(self, pull: int, comment: int, index: int = 0) -> str:
        """Commit a suggestion of a comment (the first unless said otherwise) and return the new head."""
        return self.commit_suggestions(pull, [comment], index)

    def commit_suggestions(self, pull: int, comments: Sequence[int], index: int = 0) -> str:
        """Commit suggestions as one batch and return the new head.

        Raises:
            RefusedError: One is outdated, applied, of a pending review, changes nothing, or overlaps another.
        """
        world = self._world
        with world.lock:
            world.settle()
            issue, found = world.pull(pull)
            if issue.state == "closed":
                raise RefusedError(422, "Suggestions cannot be applied while the pull request is closed.")
            parts = [self._part(found, comment, index) for comment in comments]
            changes = _applied(world, found, parts)
            authors = dict.fromkeys(identity(part[0].author) for part in parts)
            others = [author for author in authors if author != identity(self.account)]
            title = (
                "Apply suggestions from code review" if len(parts) > 1 else f"Update {next(iter(changes))}"
            )
            message = "\n\n".join([title, "\n".join(f"Co-authored-by: {other}" for other in others)]).rstrip()
            head = self._made(found.head_sha, changes, message)
            world.move_head(issue, found, head, self.account)
            for comment, _, _ in parts:
                comment.resolved = True
            return head

    def _part(self, pull: Pull, comment_id: int, index: int) -> tuple[LineComment, tuple[int, int], str]:
        issue, review, comment = self._world.line_comment(comment_id)
        if issue.pull is not pull:
            raise RefusedError(404, "Not Found")
        if review.state == "PENDING":
            raise RefusedError(422, "Suggestions cannot be applied from pending reviews.")
        if comment.resolved:
            raise RefusedError(422, "This suggestion has been applied or marked resolved.")
        lines = current_lines(self._world, pull, comment)
        if lines is None:
            raise RefusedError(422, "Outdated suggestions cannot be applied.")
        texts = suggested_texts(comment.body)
        if index >= len(texts):
            raise RefusedError(422, "There is no suggestion in this comment.")
        return comment, lines, texts[index]

    # --- commits

    def edit_file(
        self,
        branch: str,
        path: str,
        text: Change | Callable[[str], str],
        message: str = "",
        *,
        web: bool = True,
    ) -> str:
        """Change a file of a branch, by its new text or by a function of the old; None deletes it."""
        if callable(text):
            old = self._world.bare.file(self._tip(branch), path) or b""
            text = text(old.decode())
        return self.commit(branch, {path: text}, message or f"Update {path}", web=web)

    def commit(self, branch: str, changes: Mapping[str, Change], message: str, *, web: bool = True) -> str:
        """Commit to a branch: on a page, or (`web=False`) by pushing an unsigned commit of one's own."""
        with self._world.lock:
            self._world.settle()
            tip = self._tip(branch)
            new = self._made(tip, changes, message, web=web)
            self._world.move_branch(branch, new, tip, self.account)
            return new

    def _made(self, tip: str, changes: Mapping[str, Change], message: str, *, web: bool = True) -> str:
        tree = self._tree(self._world.bare.commit(tip).tree, changes)
        author = identity(self.account)
        committer = NOBODY if web else author
        time = int(self._world.clock())
        return self._world.bare.make(tree, (tip,), message + "\n", author, time, committer, signed=web)

    def _tip(self, branch: str) -> str:
        tip = self._world.tip(branch)
        if not tip:
            raise RefusedError(404, "Branch not found")
        return tip

    def _tree(self, base: str, changes: Mapping[str, Change]) -> str:
        bare = self._world.bare
        blobs = {
            path: None
            if text is None
            else ("100644", bare.blob(text.encode() if isinstance(text, str) else text))
            for path, text in changes.items()
        }
        return bare.tree_with(base, blobs)

    def amend(self, branch: str, changes: Mapping[str, Change] | None = None, message: str = "") -> str:
        """Replace the newest commit of a branch by force; message and author stay unless given."""
        world = self._world
        with world.lock:
            world.settle()
            old = world.bare.commit(self._tip(branch))
            author, _, time = old.author.rpartition("> ")
            new = world.bare.make(
                self._tree(old.tree, changes or {}),
                old.parents,
                message or old.message,
                author + ">",
                int(world.clock()),
                identity(self.account),
                time,
            )
            world.move_branch(branch, new, old.sha, self.account)
            return new

    def reset_branch(self, branch: str, commit: str) -> None:
        """Move a branch to any commit by force, or make it."""
        with self._world.lock:
            self._world.settle()
            self._world.move_branch(branch, commit, None, self.account)

    def delete_branch(self, branch: str) -> None:
        with self._world.lock:
            self._world.settle()
            delete_branch(self._world, branch, self.account)

    def restore_branch(self, pull: int) -> None:
        """Bring back the branch of a closed pull request."""
        with self._world.lock:
            self._world.settle()
            found = self._world.pull(pull)[1]
            if found.fork or self._world.tip(found.head_ref):
                raise RefusedError(422, "There is nothing to restore.")
            self._world.move_branch(found.head_ref, found.head_sha, None, self.account)

    # --- pull requests

    def open_pull(self, head: str, title: str, body: str = "", base: str = "main") -> int:
        with self._world.lock:
            self._world.settle()
            pull = new_pull(self._world, head, base)
            issue = self._world.new_issue(title, typed(body), self.account)
            self._world.open_pull(issue, pull)
            return issue.number

    def open_from_fork(
        self, head: str, changes: Mapping[str, Change], title: str, body: str = "", base: str = "main"
    ) -> int:
        """Open a pull request from a branch of one's own fork."""
        world = self._world
        with world.lock:
            world.settle()
            tip = world.tip(base)
            tree = self._tree(world.bare.commit(tip).tree, changes)
            sha = world.bare.make(
                tree, (tip,), title, identity(self.account), int(world.clock()), identity(self.account)
            )
            issue = world.new_issue(title, typed(body), self.account)
            world.open_pull(issue, Pull(head, base, sha, tip, fork=self.account.login))
            return issue.number

    def delete_fork(self, pull: int) -> None:
        with self._world.lock:
            issue, found = self._world.pull(pull)
            found.fork_gone = True
            if issue.state == "open":
                self._world.close(issue, self.account)

    def merge(self, pull: int, method: str = "merge") -> str:
        """Merge (or `squash`, or `rebase`) a pull request and return the base's new tip."""
        with self._world.lock:
            self._world.settle()
            return merge_pull(self._world, self._world.pull(pull)[0], Method(method), self.account)

    def squash(self, pull: int) -> str:
        return self.merge(pull, "squash")

    def update_branch(self, pull: int) -> str:
        """Press "Update branch" and return the new head."""
        with self._world.lock:
            self._world.settle()
            return update_branch(self._world, self._world.pull(pull)[0], self.account)

    def close(self, number: int) -> None:
        issue = self._settled(number)
        with self._world.lock:
            if issue.state == "open":
                self._world.close(issue, self.account)

    def reopen(self, number: int) -> None:
        issue = self._settled(number)
        with self._world.lock:
            self._world.reopen(issue, self.account)

    def comment(self, number: int, body: str) -> int:
        issue = self._settled(number)
        with self._world.lock:
            return self._world.say(issue, typed(body), self.account).id

    def delete_comment(self, comment: int) -> None:
        with self._world.lock:
            issue, found = self._world.comment(comment)
            issue.comments.remove(found)

    def review(self, pull: int, body: str, state: str = "COMMENTED") -> int:
        issue = self._settled(pull)
        assert issue.pull is not None
        with self._world.lock:
            review = Review(
                self._world.new_id(), self.account, typed(body), state, issue.pull.head_sha, self._world.now()
            )
            issue.pull.reviews.append(review)
            return review.id

    def label(self, number: int, *labels: str) -> None:
        issue = self._settled(number)
        with self._world.lock:
            self._world.label(issue, list(labels), self.account)

    def unlabel(self, number: int, label: str) -> None:
        issue = self._settled(number)
        with self._world.lock:
            issue.labels.remove(label)
            self._world.event(issue, "unlabeled", self.account, label={"name": label, "color": "ededed"})

    def edit_title(self, number: int, title: str) -> None:
        self._settled(number).title = title

    def edit_body(self, number: int, change: str | Callable[[str], str]) -> None:
        """Write a body anew, by its text or by a function of the old, such as one that removes a marker."""
        issue = self._settled(number)
        with self._world.lock:
            issue.body = typed(change(issue.body or "") if callable(change) else change) or None
            issue.updated = self._world.now()

    def open_issue(self, title: str, body: str = "", labels: Sequence[str] = ()) -> int:
        with self._world.lock:
            issue = self._world.new_issue(title, typed(body), self.account)
            self._world.label(issue, list(labels), self.account)
            return issue.number

    def _settled(self, number: int) -> Issue:
        with self._world.lock:
            self._world.settle()
            return self._world.issue(number)


def typed(text: str) -> str:
    """Return a text as browsers send it: their lines end with CRLF, and GitHub keeps that."""
    return re.sub(r"\r?\n", "\r\n", text)


def suggested_texts(body: str) -> list[str]:
    """Return what the suggestion blocks of a comment hold, each line with its end."""
    found: list[str] = []
    opened: re.Match[str] | None = None
    for line in body.replace("\r\n", "\n").split("\n"):
        if opened is None:
            opened = _FENCE.fullmatch(line)
            if opened and opened["info"].strip() == "suggestion":
                found.append("")
        elif _closes(line, opened["fence"]):
            opened = None
        elif opened["info"].strip() == "suggestion":
            indent = min(len(opened["indent"]), len(line) - len(line.lstrip(" ")))
            found[-1] += line[indent:] + "\n"
    return found


def _closes(line: str, fence: str) -> bool:
    return bool(re.fullmatch(rf" {{0,3}}{re.escape(fence[0])}{{{len(fence)},}}[ \t]*", line))


def _applied(
    world: World, pull: Pull, parts: Sequence[tuple[LineComment, tuple[int, int], str]]
) -> dict[str, Change]:
    """Return the changed files: exactly the commented lines are replaced."""
    changes: dict[str, Change] = {}
    by_path: dict[str, list[tuple[int, int, str]]] = {}
    for comment, (first, last), text in parts:
        by_path.setdefault(comment.path, []).append((first, last, text))
    for path, edits in by_path.items():
        old = world.bare.file(pull.head_sha, path)
        if old is None:
            raise RefusedError(422, "Outdated suggestions cannot be applied.")
        lines = re.findall(r"[^\n]*\n|[^\n]+", old.decode())  # GitHub's lines end nowhere else
        edits.sort(reverse=True)
        if any(later[0] <= earlier[1] for later, earlier in itertools.pairwise(edits)):
            raise RefusedError(422, "Only one suggestion per line can be applied in a batch.")
        for first, last, text in edits:
            ending = "\r\n" if lines[first - 1].endswith("\r\n") else "\n"
            new = text.replace("\n", ending)
            if last == len(lines) and not lines[-1].endswith("\n"):
                new = new.removesuffix(ending)
            lines[first - 1 : last] = [new]
        changed = "".join(lines)
        if changed == old.decode():
            raise RefusedError(422, "This suggestion is invalid because no changes were made to the code.")
        changes[path] = changed
    return changes
