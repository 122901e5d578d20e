"""Pull requests, reviews and commits, as GitHub writes them."""

from typing import Any

from tests.standin.bare import Commit
from tests.standin.diffs import FileDiff, moved_line
from tests.standin.records import Issue, LineComment, Pull, Review
from tests.standin.views import Json, Views, node
from tests.standin.world import World


class PullViews(Views):
    """Writes pull requests and what Git holds."""

    def pull(self, issue: Issue) -> Json:
        """Return a pull request as lists hold it."""
        pull = issue.pull
        assert pull is not None
        url = f"{self.repository_api}/pulls/{issue.number}"
        web = f"{self.repository_web}/pull/{issue.number}"
        issue_url = f"{self.repository_api}/issues/{issue.number}"
        links = {
            "self": url,
            "html": web,
            "issue": issue_url,
            "comments": issue_url + "/comments",
            "review_comments": url + "/comments",
            "review_comment": f"{self.repository_api}/pulls/comments{{/number}}",
            "commits": url + "/commits",
            "statuses": f"{self.repository_api}/statuses/{pull.head_sha}",
        }
        shared = self.issue(issue)
        names = ("number", "state", "locked", "active_lock_reason", "title", "user", "body", "created_at",
                 "updated_at", "closed_at", "assignee", "assignees", "labels", "milestone",
                 "author_association")  # fmt: skip
        return {
            "url": url,
            "id": issue.id + 1_000_000,
            "node_id": node("PR", issue.id),
            "html_url": web,
            "diff_url": web + ".diff",
            "patch_url": web + ".patch",
            "issue_url": issue_url,
            "commits_url": links["commits"],
            "review_comments_url": links["review_comments"],
            "review_comment_url": links["review_comment"],
            "comments_url": links["comments"],
            "statuses_url": links["statuses"],
            **{name: shared[name] for name in names},
            "merged_at": pull.merged_at,
            "merge_commit_sha": pull.merge_commit,
            "requested_reviewers": [self.user(account) for account in pull.reviewers],
            "requested_teams": [self.team(slug) for slug in pull.teams],
            "draft": pull.draft,
            "head": self._end(pull, "head"),
            "base": self._end(pull, "base"),
            "_links": {name: {"href": link} for name, link in links.items()},
            "auto_merge": None,
        }

    def _end(self, pull: Pull, end: str) -> Json:
        ref, sha = (pull.head_ref, pull.head_sha) if end == "head" else (pull.base_ref, pull.base_sha)
        fork = pull.fork if end == "head" else ""
        owner = self.world.account(fork) if fork else self.world.owner_account
        gone = end == "head" and pull.fork_gone
        return {
            "label": f"{owner.login}:{ref}",
            "ref": ref,
            "sha": sha,
            "user": self.user(owner),
            "repo": None if gone else self.repository(fork_of=fork),
        }

    def full_pull(self, issue: Issue) -> Json:
        """Return a pull request as it is read alone, with what must be computed."""
        pull = issue.pull
        assert pull is not None
        bare = self.world.bare
        files = bare.pull_diff(pull.base_sha, pull.head_sha).values()
        comments = [comment for review in pull.reviews for comment in review.comments]
        mergeable = self._mergeable(issue, pull)
        state = {None: "unknown", True: "clean", False: "dirty"}[mergeable]
        return {
            **self.pull(issue),
            "merged": pull.merged_at is not None,
            "mergeable": mergeable,
            "rebaseable": mergeable,
            "mergeable_state": state,
            "merged_by": self.maybe_user(pull.merged_by),
            "comments": len(issue.comments),
            "review_comments": len(comments),
            "maintainer_can_modify": False,
            "commits": len(bare.between(pull.base_sha, pull.head_sha)),
            "additions": sum(file.additions for file in files),
            "deletions": sum(file.deletions for file in files),
            "changed_files": len(files),
        }

    def _mergeable(self, issue: Issue, pull: Pull) -> bool | None:
        if issue.state == "closed":
            return None
        seen = pull.head_sha + self.world.tip(pull.base_ref)
        late = self.world.settings.mergeable_late and pull.seen != seen
        pull.seen = seen
        return None if late else self.world.mergeable(pull)

    def review(self, issue: Issue, review: Review) -> Json:
        web = f"{self.repository_web}/pull/{issue.number}#pullrequestreview-{review.id}"
        url = f"{self.repository_api}/pulls/{issue.number}"
        return {
            "id": review.id,
            "node_id": node("PRR", review.id),
            "user": self.user(review.author),
            "body": review.body,
            "state": review.state,
            "html_url": web,
            "pull_request_url": url,
            "author_association": self.association(review.author),
            "_links": {"html": {"href": web}, "pull_request": {"href": url}},
            "submitted_at": review.created,
            "commit_id": review.commit,
        }

    def line_comment(self, issue: Issue, comment: LineComment) -> Json:
        """Return a review's comment; `line` is null where it is outdated."""
        assert issue.pull is not None
        web = f"{self.repository_web}/pull/{issue.number}#discussion_r{comment.id}"
        pull_url = f"{self.repository_api}/pulls/{issue.number}"
        url = f"{self.repository_api}/pulls/comments/{comment.id}"
        now = current_lines(self.world, issue.pull, comment)
        several = comment.start is not None
        return {
            "url": url,
            "id": comment.id,
            "node_id": node("PRRC", comment.id),
            "pull_request_review_id": comment.review,
            "diff_hunk": comment.hunk,
            "path": comment.path,
            "commit_id": issue.pull.head_sha if now else comment.commit,
            "original_commit_id": comment.commit,
            "user": self.user(comment.author),
            "body": comment.body,
            "created_at": comment.created,
            "updated_at": comment.created,
            "html_url": web,
            "pull_request_url": pull_url,
            "author_association": self.association(comment.author),
            "_links": {"self": {"href": url}, "html": {"href": web}, "pull_request": {"href": pull_url}},
            "start_line": now[0] if now and several else None,
            "original_start_line": comment.start,
            "start_side": comment.side if several else None,
            "line": now[1] if now else None,
            "original_line": comment.line,
            "side": comment.side,
            "position": 1 if now else None,
            "original_position": 1,
            "subject_type": "line",
        }

    def file(self, file: FileDiff, head: str) -> Json:
        return {
            "sha": file.blob,
            "filename": file.path,
            "status": file.status,
            "additions": file.additions,
            "deletions": file.deletions,
            "changes": file.additions + file.deletions,
            "blob_url": f"{self.repository_web}/blob/{head}/{file.path}",
            "raw_url": f"{self.repository_web}/raw/{head}/{file.path}",
            "contents_url": f"{self.repository_api}/contents/{file.path}?ref={head}",
            **({"patch": file.patch} if file.hunks else {}),
            **({"previous_filename": file.old_path} if file.status == "renamed" else {}),
        }

    # --- what Git holds

    def _person(self, commit: Commit, role: str) -> Json:
        name, email, seconds = commit.person(role)
        return {"name": name, "email": email, "date": self.world.text_of(seconds)}

    def _verification(self, commit: Commit) -> Json:
        signed = bool(commit.signature)
        return {
            "verified": signed,
            "reason": "valid" if signed else "unsigned",
            "signature": commit.signature or None,
            "payload": f"tree {commit.tree}" if signed else None,
            "verified_at": None,
        }

    def git_commit(self, sha: str) -> Json:
        """Return a commit as the Git data API has it."""
        commit = self.world.bare.commit(sha)
        return {
            "sha": sha,
            "node_id": f"C_{sha}",
            "url": f"{self.repository_api}/git/commits/{sha}",
            "html_url": f"{self.repository_web}/commit/{sha}",
            "author": self._person(commit, "author"),
            "committer": self._person(commit, "committer"),
            "tree": {"sha": commit.tree, "url": f"{self.repository_api}/git/trees/{commit.tree}"},
            "message": commit.message.rstrip("\n"),
            "parents": [
                {
                    "sha": parent,
                    "url": f"{self.repository_api}/git/commits/{parent}",
                    "html_url": f"{self.repository_web}/commit/{parent}",
                }
                for parent in commit.parents
            ],
            "verification": self._verification(commit),
        }

    def commit(self, sha: str) -> Json:
        """Return a commit as pull requests and branches list it."""
        commit = self.world.bare.commit(sha)
        inner = self.git_commit(sha)
        kept = ("author", "committer", "message", "tree", "verification", "url")
        url = f"{self.repository_api}/commits/{sha}"
        return {
            "sha": sha,
            "node_id": f"C_{sha}",
            "url": url,
            "html_url": inner["html_url"],
            "comments_url": url + "/comments",
            "commit": {**{name: inner[name] for name in kept}, "comment_count": 0},
            "author": self._account_of(commit, "author"),
            "committer": self._account_of(commit, "committer"),
            "parents": [
                {**parent, "url": f"{self.repository_api}/commits/{parent['sha']}"}
                for parent in inner["parents"]
            ],
        }

    def _account_of(self, commit: Commit, role: str) -> Json | None:
        _, email, _ = commit.person(role)
        found = next((a for a in self.world.accounts.values() if a.email == email), None)
        return self.maybe_user(found)

    def ref(self, name: str, sha: str) -> Json:
        return {
            "ref": name,
            "node_id": f"REF_{name}",
            "url": f"{self.repository_api}/git/{name}",
            "object": {"sha": sha, "type": "commit", "url": f"{self.repository_api}/git/commits/{sha}"},
        }


def current_lines(world: World, pull: Pull, comment: LineComment) -> tuple[int, int] | None:
    """Return the lines that a comment stands beside at the head; None where it is outdated."""
    bare = world.bare
    lines: Any = (comment.first, comment.line)
    if comment.commit != pull.head_sha:
        changes = bare.diff(comment.commit, pull.head_sha, context=0).get(comment.path)
        if changes is not None and changes.status != "modified":
            return None
        lines = moved_line(changes, *lines)
    if lines is None:
        return None
    shown = bare.pull_diff(pull.base_sha, pull.head_sha).get(comment.path)
    return lines if shown and all(shown.hunk_of(line) for line in lines) else None
