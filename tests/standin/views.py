"""The stand-in's records as GitHub writes them: repository, accounts, issues and what is below them."""

from typing import Any, TypeAlias

from tests.standin.records import Account, Comment, Issue, Token
from tests.standin.world import COLOUR, World

Json: TypeAlias = dict[str, Any]
_PATHS_OF_A_USER = {
    "followers_url": "/followers",
    "following_url": "/following{/other_user}",
    "gists_url": "/gists{/gist_id}",
    "starred_url": "/starred{/owner}{/repo}",
    "subscriptions_url": "/subscriptions",
    "organizations_url": "/orgs",
    "repos_url": "/repos",
    "events_url": "/events{/privacy}",
    "received_events_url": "/received_events",
}
_PATHS_OF_A_REPOSITORY = {
    "archive_url": "/{archive_format}{/ref}",
    "assignees_url": "/assignees{/user}",
    "blobs_url": "/git/blobs{/sha}",
    "branches_url": "/branches{/branch}",
    "collaborators_url": "/collaborators{/collaborator}",
    "comments_url": "/comments{/number}",
    "commits_url": "/commits{/sha}",
    "compare_url": "/compare/{base}...{head}",
    "contents_url": "/contents/{+path}",
    "contributors_url": "/contributors",
    "deployments_url": "/deployments",
    "downloads_url": "/downloads",
    "events_url": "/events",
    "forks_url": "/forks",
    "git_commits_url": "/git/commits{/sha}",
    "git_refs_url": "/git/refs{/sha}",
    "git_tags_url": "/git/tags{/sha}",
    "hooks_url": "/hooks",
    "issue_comment_url": "/issues/comments{/number}",
    "issue_events_url": "/issues/events{/number}",
    "issues_url": "/issues{/number}",
    "keys_url": "/keys{/key_id}",
    "labels_url": "/labels{/name}",
    "languages_url": "/languages",
    "merges_url": "/merges",
    "milestones_url": "/milestones{/number}",
    "notifications_url": "/notifications{?since,all,participating}",
    "pulls_url": "/pulls{/number}",
    "releases_url": "/releases{/id}",
    "stargazers_url": "/stargazers",
    "statuses_url": "/statuses/{sha}",
    "subscribers_url": "/subscribers",
    "subscription_url": "/subscription",
    "tags_url": "/tags",
    "teams_url": "/teams",
    "trees_url": "/git/trees{/sha}",
}


def node(kind: str, number: int) -> str:
    return f"{kind}_{number:012d}"


class Views:
    """Writes records for one base address of the API, such as `http://127.0.0.1:8000/api/v3`."""

    def __init__(self, world: World, api: str, web: str) -> None:
        self.world = world
        self.api, self.web = api, web
        self.repository_api = f"{api}/repos/{world.owner}/{world.name}"
        self.repository_web = f"{web}/{world.owner}/{world.name}"

    def user(self, account: Account) -> Json:
        url = f"{self.api}/users/{account.login}"
        return {
            "login": account.login,
            "id": account.id,
            "node_id": node("U", account.id),
            "avatar_url": f"{self.web}/avatars/{account.id}",
            "gravatar_id": "",
            "url": url,
            "html_url": f"{self.web}/{account.login}",
            **{name: url + path for name, path in _PATHS_OF_A_USER.items()},
            "type": account.kind,
            "site_admin": False,
        }

    def maybe_user(self, account: Account | None) -> Json | None:
        return self.user(account) if account else None

    def public_user(self, account: Account) -> Json:
        nothing = dict.fromkeys(
            ("bio", "company", "email", "hireable", "location", "name", "twitter_username")
        )
        counts = dict.fromkeys(("followers", "following", "public_gists", "public_repos"), 0)
        times = {"created_at": "2020-01-01T00:00:00Z", "updated_at": "2020-01-01T00:00:00Z"}
        return {**self.user(account), **nothing, **counts, **times, "blog": ""}

    def private_user(self, account: Account) -> Json:
        counts = (
            "collaborators",
            "disk_usage",
            "owned_private_repos",
            "private_gists",
            "total_private_repos",
        )
        return {**self.public_user(account), **dict.fromkeys(counts, 0), "two_factor_authentication": True}

    def repository(self, token: Token | None = None, fork_of: str = "") -> Json:
        """Return the repository, as a token sees it; or the fork that an owner has of it."""
        world, settings = self.world, self.world.settings
        owner = world.account(fork_of) if fork_of else world.owner_account
        full_name = f"{owner.login}/{world.name}"
        url, web = f"{self.api}/repos/{full_name}", f"{self.web}/{full_name}"
        host = self.web.partition("://")[2]
        open_issues = sum(issue.state == "open" for issue in world.issues.values())
        seen: Json = {"permissions": self.permissions(token)} if token else {}
        parent = self.repository(fork_of="upstream") if settings.fork and not fork_of and token else None
        return {
            "id": world.id + (owner.id if fork_of else 0),
            "node_id": node("R", world.id),
            "name": world.name,
            "full_name": full_name,
            "private": settings.private,
            "owner": self.user(owner),
            "html_url": web,
            "description": None,
            "fork": bool(fork_of and fork_of != "upstream") or settings.fork,
            "url": url,
            **{name: url + path for name, path in _PATHS_OF_A_REPOSITORY.items()},
            **dict.fromkeys(("homepage", "language", "mirror_url", "license")),
            **dict.fromkeys(("has_issues", "has_projects", "has_wiki", "has_downloads", "allow_forking"), True),
            **dict.fromkeys(("has_pages", "has_discussions", "disabled", "is_template"), False),
            **dict.fromkeys(("forks", "forks_count", "size", "stargazers_count", "watchers", "watchers_count"), 0),
            "open_issues": open_issues,
            "open_issues_count": open_issues,
            "git_url": f"git://{host}/{full_name}.git",
            "ssh_url": f"git@{host}:{full_name}.git",
            "clone_url": f"{web}.git",
            "svn_url": web,
            "default_branch": settings.default_branch,
            "archived": settings.archived,
            "visibility": "private" if settings.private else "public",
            "topics": [],
            "web_commit_signoff_required": False,
            **dict.fromkeys(("created_at", "updated_at", "pushed_at"), "2026-01-01T00:00:00Z"),
            **seen,
            **({"parent": parent, "source": parent} if parent else {}),
        }  # fmt: skip

    def full_repository(self, token: Token) -> Json:
        merges = ("allow_merge_commit", "allow_squash_merge", "allow_rebase_merge")
        return {
            **self.repository(token),
            "network_count": 0,
            "subscribers_count": 0,
            **dict.fromkeys(merges, True),
            "delete_branch_on_merge": self.world.settings.delete_branch_on_merge,
        }

    def permissions(self, token: Token) -> Json:
        """Return what the token's account may do; an integration has no role, and so nothing."""
        if token.is_integration:
            return dict.fromkeys(("admin", "maintain", "push", "triage", "pull"), False)
        may = token.account.may
        return {
            "admin": may("admin"), "maintain": may("admin"), "push": may("write"), "triage": may("write"),
            "pull": may("read"),
        }  # fmt: skip

    def association(self, account: Account) -> str:
        if account is self.world.owner_account:
            return "OWNER"
        return "COLLABORATOR" if account.may("write") and account.kind == "User" else "NONE"

    def label(self, name: str) -> Json:
        number = self.world.labels[name]
        return {
            "id": number,
            "node_id": node("LA", number),
            "url": f"{self.repository_api}/labels/{name}",
            "name": name,
            "color": COLOUR,
            "default": False,
            "description": None,
        }

    def team(self, slug: str) -> Json:
        url = f"{self.api}/organizations/1/team/1"
        return {
            "id": 1,
            "node_id": node("T", 1),
            "url": url,
            "html_url": f"{self.web}/orgs/{self.world.owner}/teams/{slug}",
            "members_url": url + "/members{/member}",
            "repositories_url": url + "/repos",
            "name": slug,
            "slug": slug,
            "description": None,
            "permission": "pull",
            "privacy": "closed",
            "notification_setting": "notifications_enabled",
            "type": "organization",
            "organization_id": 1,
            "parent": None,
        }

    def issue(self, issue: Issue) -> Json:
        url = f"{self.repository_api}/issues/{issue.number}"
        web = f"{self.repository_web}/{'pull' if issue.pull else 'issues'}/{issue.number}"
        return {
            "url": url,
            "repository_url": self.repository_api,
            "labels_url": url + "/labels{/name}",
            "comments_url": url + "/comments",
            "events_url": url + "/events",
            "timeline_url": url + "/timeline",
            "html_url": web,
            "id": issue.id,
            "node_id": node("I", issue.id),
            "number": issue.number,
            "title": issue.title,
            "user": self.user(issue.author),
            "labels": [self.label(name) for name in issue.labels],
            "state": issue.state,
            "state_reason": None if issue.pull or issue.state == "open" else "completed",
            "locked": False,
            "active_lock_reason": None,
            "assignee": self.maybe_user(issue.assignees[0] if issue.assignees else None),
            "assignees": [self.user(account) for account in issue.assignees],
            "milestone": None,
            "comments": len(issue.comments),
            "created_at": issue.created,
            "updated_at": issue.updated,
            "closed_at": issue.closed_at,
            "closed_by": self.maybe_user(issue.closed_by),
            "author_association": self.association(issue.author),
            "body": issue.body,
            **({"pull_request": self._pull_of(issue), "draft": False} if issue.pull else {}),
        }

    def _pull_of(self, issue: Issue) -> Json:
        web = f"{self.repository_web}/pull/{issue.number}"
        return {
            "url": f"{self.repository_api}/pulls/{issue.number}",
            "html_url": web,
            "diff_url": web + ".diff",
            "patch_url": web + ".patch",
            "merged_at": issue.pull.merged_at if issue.pull else None,
        }

    def comment(self, issue: Issue, comment: Comment) -> Json:
        kind = "pull" if issue.pull else "issues"
        return {
            "url": f"{self.repository_api}/issues/comments/{comment.id}",
            "html_url": f"{self.repository_web}/{kind}/{issue.number}#issuecomment-{comment.id}",
            "issue_url": f"{self.repository_api}/issues/{issue.number}",
            "id": comment.id,
            "node_id": node("IC", comment.id),
            "user": self.user(comment.author),
            "created_at": comment.created,
            "updated_at": comment.updated,
            "author_association": self.association(comment.author),
            "body": comment.body,
            "performed_via_github_app": None,
        }

    def event(self, event: Json) -> Json:
        """Return an issue event; accounts in it are written out."""
        shown = {
            name: self.user(value) if isinstance(value, Account) else value for name, value in event.items()
        }
        return {
            "commit_id": None,
            "commit_url": None,
            "performed_via_github_app": None,
            **shown,
            "node_id": node("E", event["id"]),
            "url": f"{self.repository_api}/issues/events/{event['id']}",
        }
