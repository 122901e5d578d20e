"""Answers about the repository, its branches and rules, accounts, Apps and limits."""

from typing import Any

from tests.standin.calls import Call, route
from tests.standin.faults import Answer
from tests.standin.records import Token
from tests.standin.world import RefusedError

TOKEN_SECONDS = 3600


@route("GET", "", "repos/repos#get-a-repository")
def get_repository(call: Call) -> Answer:
    return Answer.of(200, call.views.full_repository(call.token))


@route("GET", "/branches", "branches/branches#list-branches")
def list_branches(call: Call) -> Answer:
    def write(branch: tuple[str, str]) -> dict[str, Any]:
        name, sha = branch
        commit = {"sha": sha, "url": f"{call.views.repository_api}/commits/{sha}"}
        return {"name": name, "commit": commit, "protected": _is_protected(call, name)}

    tips = {name.removeprefix("refs/heads/"): sha for name, sha in call.world.bare.refs().items()}
    wanted = {"true": True, "false": False}.get(call.query.get("protected", ""))
    chosen = [name for name in sorted(tips) if wanted is None or _is_protected(call, name) is wanted]
    return call.page([(name, tips[name]) for name in chosen], write)


def _is_protected(call: Call, branch: str) -> bool:
    return call.world.is_protected(branch) or bool(call.world.rules_of(branch))


@route("GET", "/branches/{branch}", "branches/branches#get-a-branch")
def get_branch(call: Call) -> Answer:
    name = call.path["branch"]
    tip = call.world.tip(name)
    if not tip:
        raise RefusedError(404, "Branch not found")
    url = f"{call.views.repository_api}/branches/{name}"
    protected = _is_protected(call, name)
    return Answer.of(
        200,
        {
            "name": name,
            "commit": call.views.commit(tip),
            "_links": {"self": url, "html": f"{call.views.repository_web}/tree/{name}"},
            "protected": protected,
            "protection": {
                "enabled": protected,
                "required_status_checks": {"enforcement_level": "off", "contexts": [], "checks": []},
            },
            "protection_url": url + "/protection",
        },
    )


@route("GET", "/rules/branches/{branch}", "repos/rules#get-rules-for-a-branch")
def get_rules(call: Call) -> Answer:
    source = {"ruleset_source_type": "Repository", "ruleset_source": f"{call.world.owner}/{call.world.name}"}
    pull_request = {
        "dismiss_stale_reviews_on_push": False,
        "require_code_owner_review": False,
        "require_last_push_approval": False,
        "required_approving_review_count": 1,
        "required_review_thread_resolution": False,
    }
    more: dict[str, dict[str, Any]] = {
        "pull_request": {"parameters": pull_request},
        "update": {"parameters": {"update_allows_fetch_and_merge": False}},
    }
    return call.page(
        call.world.rules_of(call.path["branch"]),
        lambda rule: {"type": rule, **source, "ruleset_id": 1, **more.get(rule, {})},
    )


@route("GET", "/rulesets/{ruleset_id}", "repos/rules#get-a-repository-ruleset")
def get_ruleset(call: Call) -> Answer:
    if call.path["ruleset_id"] != "1":
        raise RefusedError(404, "Not Found")
    source = {"source_type": "Repository", "source": f"{call.world.owner}/{call.world.name}"}
    bypass = call.world.settings.bypass
    ruleset = {"id": 1, "name": "house rules", "enforcement": "active", "current_user_can_bypass": bypass}
    return Answer.of(200, {**ruleset, **source})


@route(
    "GET",
    "/actions/permissions/workflow",
    "actions/permissions#get-default-workflow-permissions-for-a-repository",
)
def get_workflow_permissions(call: Call) -> Answer:
    if call.token.is_integration:
        raise RefusedError(403, "Resource not accessible by integration")
    if not call.account.may("admin"):
        raise RefusedError(403, "Must have admin rights to Repository.")
    allowed = call.world.settings.actions_may_open
    body = {"default_workflow_permissions": "read", "can_approve_pull_request_reviews": allowed}
    return Answer.of(200, body)


@route("GET", "//user", "users/users#get-the-authenticated-user")
def get_user(call: Call) -> Answer:
    if call.token.is_integration:
        raise RefusedError(403, "Resource not accessible by integration")
    return Answer.of(200, call.views.private_user(call.account))


@route("GET", "//users/{username}", "users/users#get-a-user")
def get_user_of_login(call: Call) -> Answer:
    account = call.world.known(call.path["username"])
    if account is None:
        raise RefusedError(404, "Not Found")
    return Answer.of(200, call.views.public_user(account))


@route("GET", "//rate_limit", "rate-limit/rate-limit#get-rate-limit-status-for-the-authenticated-user")
def get_rate_limit(call: Call) -> Answer:
    core = {"limit": 5000, "used": 0, "remaining": 5000, "reset": int(call.world.clock()) + TOKEN_SECONDS}
    return Answer.of(200, {"resources": {"core": core, "search": core}, "rate": core})


# --- Apps; their requests carry a JSON web token in place of an installation's


@route("GET", "//app", "apps/apps#get-the-authenticated-app")
def get_app(call: Call) -> Answer:
    world = call.world
    return Answer.of(
        200,
        {
            "id": 1,
            "slug": world.app_slug,
            "node_id": "A_1",
            "owner": call.views.user(world.owner_account),
            "name": world.app_slug,
            "description": None,
            "external_url": call.views.web,
            "html_url": f"{call.views.web}/apps/{world.app_slug}",
            "created_at": "2026-01-01T00:00:00Z",
            "updated_at": "2026-01-01T00:00:00Z",
            "permissions": {"contents": "write", "pull_requests": "write", "metadata": "read"},
            "events": [],
        },
    )


@route("GET", "/installation", "apps/apps#get-a-repository-installation-for-the-authenticated-app")
def get_installation(call: Call) -> Answer:
    world, views = call.world, call.views
    url = f"{views.api}/app/installations/{world.installation}"
    return Answer.of(
        200,
        {
            "id": world.installation,
            "app_id": 1,
            "app_slug": world.app_slug,
            "target_id": world.owner_account.id,
            "target_type": "User",
            "single_file_name": None,
            "repository_selection": "selected",
            "access_tokens_url": url + "/access_tokens",
            "html_url": f"{views.web}/settings/installations/{world.installation}",
            "repositories_url": f"{views.api}/installation/repositories",
            "events": [],
            "account": views.user(world.owner_account),
            "permissions": {"contents": "write", "pull_requests": "write", "metadata": "read"},
            "created_at": "2026-01-01T00:00:00Z",
            "updated_at": "2026-01-01T00:00:00Z",
            "suspended_by": None,
            "suspended_at": None,
        },
    )


@route(
    "POST",
    "//app/installations/{installation_id}/access_tokens",
    "apps/apps#create-an-installation-access-token-for-an-app",
)
def create_access_token(call: Call) -> Answer:
    world = call.world
    if call.path["installation_id"] != str(world.installation):
        raise RefusedError(404, "Not Found")
    value = f"ghs_{world.new_id():036d}"
    expires = world.clock() + TOKEN_SECONDS
    world.tokens[value] = Token(value, world.account(f"{world.app_slug}[bot]"), "app", expires=expires)
    permissions = {"contents": "write", "pull_requests": "write", "metadata": "read"}
    body = {"token": value, "expires_at": world.text_of(expires), "permissions": permissions,
            "repository_selection": "selected"}  # fmt: skip
    return Answer.of(201, body)
