"""Answers about pull requests, except their reviews."""

from tests.standin.calls import Call, route
from tests.standin.faults import Answer
from tests.standin.issues import MOST_OF_A_TITLE, change_issue
from tests.standin.merging import Method, merge_pull, update_branch
from tests.standin.records import Issue, Pull
from tests.standin.world import RefusedError, World, invalid

MOST_COMMITS_LISTED = 250


@route("GET", "/pulls", "pulls/pulls#list-pull-requests")
def list_pulls(call: Call) -> Answer:
    query = call.query

    def wanted(issue: Issue) -> bool:
        pull = issue.pull
        if pull is None or query.get("state", "open") not in {"all", issue.state}:
            return False
        label = f"{pull.fork or call.world.owner}:{pull.head_ref}"
        # GitHub takes no notice of a head without its owner.
        asked = query.get("head", "")
        return query.get("base", pull.base_ref) == pull.base_ref and (
            ":" not in asked or asked.lower() == label.lower()
        )

    found = [issue for issue in call.world.issues.values() if wanted(issue)]
    by_update = query.get("sort") == "updated"
    ascending = (
        query.get("direction", "asc" if "sort" in query and query["sort"] != "created" else "desc") == "asc"
    )
    found.sort(key=lambda issue: (issue.updated if by_update else "", issue.number), reverse=not ascending)
    return call.page(found, call.views.pull)


@route("POST", "/pulls", "pulls/pulls#create-a-pull-request")
def create_pull(call: Call) -> Answer:
    if call.token.kind == "actions" and not call.world.settings.actions_may_open:
        raise RefusedError(403, "GitHub Actions is not permitted to create or approve pull requests.")
    title, text = call.text("title", MOST_OF_A_TITLE), call.text("body")
    if not title:
        raise invalid("PullRequest", code="missing_field", field="title")
    owner, _, head = str(call.body["head"]).rpartition(":")
    if owner.lower() not in {"", call.world.owner.lower()}:
        raise invalid("PullRequest", code="invalid", field="head")
    pull = new_pull(call.world, head, str(call.body["base"]))
    pull.draft = bool(call.body.get("draft"))
    issue = call.world.new_issue(title, text, call.account)
    call.world.open_pull(issue, pull)
    return Answer.of(201, call.views.full_pull(issue))


def new_pull(world: World, head: str, base: str) -> Pull:
    """Return a pull request of a branch, with GitHub's checks.

    Raises:
        RefusedError: There is one already, there is nothing in it, or a branch is missing.
    """
    head_sha, base_sha = world.tip(head), world.tip(base)
    for name, sha in (("base", base_sha), ("head", head_sha)):
        if not sha:
            raise invalid("PullRequest", code="invalid", field=name)
    if any((p.head_ref, p.base_ref, p.fork) == (head, base, "") for _, p in world.open_pulls()):
        raise invalid("PullRequest", f"A pull request already exists for {world.owner}:{head}.")
    if world.bare.merge_base(base_sha, head_sha) is None:
        raise invalid("PullRequest", f"The {head} branch has no history in common with {base}")
    if not world.bare.between(base_sha, head_sha):
        raise invalid("PullRequest", f"No commits between {base} and {head}")
    return Pull(head, base, head_sha, base_sha)


@route("GET", "/pulls/{pull_number}", "pulls/pulls#get-a-pull-request")
def get_pull(call: Call) -> Answer:
    issue, _ = call.world.pull(call.path["pull_number"])
    return Answer.of(200, call.views.full_pull(issue))


@route("PATCH", "/pulls/{pull_number}", "pulls/pulls#update-a-pull-request")
def update_pull(call: Call) -> Answer:
    issue, pull = call.world.pull(call.path["pull_number"])
    base = call.body.get("base", pull.base_ref)
    if not call.world.tip(base) and base != pull.base_ref:
        raise invalid("PullRequest", code="invalid", field="base")
    change_issue(call, issue)
    pull.base_ref = base
    return Answer.of(200, call.views.full_pull(issue))


@route("GET", "/pulls/{pull_number}/commits", "pulls/pulls#list-commits-on-a-pull-request")
def list_commits(call: Call) -> Answer:
    _, pull = call.world.pull(call.path["pull_number"])
    commits = call.world.bare.between(pull.base_sha, pull.head_sha)
    return call.page(commits[:MOST_COMMITS_LISTED], call.views.commit)


@route("GET", "/pulls/{pull_number}/files", "pulls/pulls#list-pull-requests-files")
def list_files(call: Call) -> Answer:
    _, pull = call.world.pull(call.path["pull_number"])
    files = call.world.bare.pull_diff(pull.base_sha, pull.head_sha)
    return call.page(list(files.values()), lambda file: call.views.file(file, pull.head_sha))


@route("PUT", "/pulls/{pull_number}/merge", "pulls/pulls#merge-a-pull-request")
def merge(call: Call) -> Answer:
    issue, pull = call.world.pull(call.path["pull_number"])
    if call.body.get("sha", pull.head_sha) != pull.head_sha:
        raise RefusedError(409, "Head branch was modified. Review and try the merge again.")
    sha = merge_pull(call.world, issue, Method(call.body.get("merge_method", "merge")), call.account)
    return Answer.of(200, {"sha": sha, "merged": True, "message": "Pull Request successfully merged"})


@route("PUT", "/pulls/{pull_number}/update-branch", "pulls/pulls#update-a-pull-request-branch")
def update(call: Call) -> Answer:
    issue, pull = call.world.pull(call.path["pull_number"])
    if call.body.get("expected_head_sha", pull.head_sha) != pull.head_sha:
        raise RefusedError(422, "expected head sha didn’t match current head ref.")
    update_branch(call.world, issue, call.account)
    url = f"{call.views.repository_web}/pull/{issue.number}"
    return Answer.of(202, {"message": "Updating pull request branch.", "url": url})


@route(
    "GET",
    "/pulls/{pull_number}/requested_reviewers",
    "pulls/review-requests#get-all-requested-reviewers-for-a-pull-request",
)
def list_reviewers(call: Call) -> Answer:
    _, pull = call.world.pull(call.path["pull_number"])
    users = [call.views.user(account) for account in pull.reviewers]
    return Answer.of(200, {"users": users, "teams": [call.views.team(slug) for slug in pull.teams]})


@route(
    "POST",
    "/pulls/{pull_number}/requested_reviewers",
    "pulls/review-requests#request-reviewers-for-a-pull-request",
)
def request_reviewers(call: Call) -> Answer:
    """Ask for reviews; one who cannot be asked refuses all of them."""
    world = call.world
    issue, pull = world.pull(call.path["pull_number"])
    accounts = [world.known(login) for login in call.body.get("reviewers", [])]
    teams = call.body.get("team_reviewers", [])
    if issue.author in accounts:
        raise RefusedError(422, "Review cannot be requested from pull request author.")
    people = [account for account in accounts if account and account.kind == "User" and account.may("read")]
    if len(people) < len(accounts) or not set(teams) <= set(world.settings.teams):
        raise RefusedError(
            422,
            "Reviews may only be requested from collaborators. One or more of the users or teams you specified is "
            f"not a collaborator of the {world.owner}/{world.name} repository.",
        )
    for account in people:
        if account not in pull.reviewers:
            pull.reviewers.append(account)
            world.event(
                issue,
                "review_requested",
                call.account,
                review_requester=call.account,
                requested_reviewer=account,
            )
    for slug in teams:
        if slug not in pull.teams:
            pull.teams.append(slug)
            world.event(
                issue,
                "review_requested",
                call.account,
                review_requester=call.account,
                requested_team=call.views.team(slug),
            )
    return Answer.of(201, call.views.pull(issue))
