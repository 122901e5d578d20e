"""What would stand in the way on GitHub, found before anything is opened."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pydantic import BaseModel, Field, TypeAdapter, ValidationError

from goldset.domain.branch_names import blocking_branch, folder
from goldset.errors import ForgeError
from goldset.forge.github.branch_rules import SIGNATURES, Rule, trouble
from goldset.forge.github.client import Client
from goldset.forge.github.host import HostSettings
from goldset.forge.github.records import Label, RepositoryName
from goldset.forge.github.refusals import RefusedError

PAUSE = "goldset:pause"
_SCOPES = {"repo", "public_repo"}
_GONE = 410
_HOW_TO_SIGN = (
    "let GitHub make and sign them: `forge: {commits: api}` in goldset.yaml, with the token of a workflow or of a "
    "GitHub App (GitHub signs for these alone)"
)


@dataclass(frozen=True, slots=True)
class Facts:
    """A repository as GitHub has it, once nothing about it stands in the way.

    Attributes:
        default_branch: Name of its default branch.
        private: Whether only those may see it who were given it.
    """

    default_branch: str
    private: bool


class _Permissions(BaseModel):
    push: bool = False


class _Repository(BaseModel):
    full_name: str
    default_branch: str
    private: bool = False
    archived: bool = False
    disabled: bool = False
    fork: bool = False
    parent: RepositoryName | None = None
    permissions: _Permissions | None = None


class _Ref(BaseModel):
    ref: str


class _Branch(BaseModel):
    name: str
    protected: bool = False


class _Ruleset(BaseModel):
    name: str = ""
    current_user_can_bypass: str = "never"


class _Issue(BaseModel):
    number: int
    labels: list[Label] = Field(default_factory=list)


def read_facts(client: Client) -> Facts:
    """Return what GitHub says about the repository.

    Raises:
        ForgeError: It has moved, is archived or a fork, or the token may not write to it.
    """
    answer = client.answer("")
    try:
        repository = TypeAdapter(_Repository).validate_json(answer.text)
    except ValidationError:
        raise ForgeError(
            f"{client.address.api_url} answers, and not as a GitHub server does",
            "look whether GITHUB_API_URL, or the address of `origin`, is that of GitHub",
        ) from None
    _stop_if_not_writable(client, repository)
    _stop_if_read_only(client, repository, answer.headers)
    return Facts(repository.default_branch, repository.private)


def _stop_if_not_writable(client: Client, repository: _Repository) -> None:
    name = client.address.full_name
    if repository.full_name.casefold() != name.casefold():
        # Requests to the old name are passed on without what stands after the question mark: lists would be short.
        raise ForgeError(
            f"{name} is {repository.full_name} now",
            f"use the new name: `git remote set-url origin …`, or GITHUB_REPOSITORY={repository.full_name}",
        )
    if repository.archived or repository.disabled:
        state = "archived" if repository.archived else "disabled by GitHub"
        raise ForgeError(
            f"{name} is {state}, so nothing can be changed in it", "unarchive it, or stop the workflow"
        )
    if repository.fork:
        parent = (
            repository.parent.full_name if repository.parent else "the repository that it was forked from"
        )
        raise ForgeError(
            f"{name} is a fork, and the pull requests belong into {parent}",
            f"run it there; a fork that holds a set of its own leaves its network first: Settings of {name}, "
            "Leave fork network",
        )


def _stop_if_read_only(client: Client, repository: _Repository, headers: Mapping[str, str]) -> None:
    scopes = {scope.strip() for scope in headers.get("x-oauth-scopes", "").split(",") if scope.strip()}
    # What GitHub says here about apps is never more than that they may read.
    person = client.account is not None and not client.account.is_app
    may_push = repository.permissions is None or repository.permissions.push
    allowed = not scopes or bool(scopes & _SCOPES if not repository.private else scopes & {"repo"})
    if person and not (may_push and allowed):
        raise ForgeError(
            f"the token may only read {client.address.full_name}",
            "use one with read and write access to Contents, Pull requests and Issues (a classic one: scope `repo`)",
        )


def paused(client: Client) -> str:
    """Return the open issue or pull request, as `#12`, that asks to write nothing; empty where there is none."""
    try:
        found = client.get("issues", list[_Issue], labels=PAUSE, state="open", per_page=1)
    except RefusedError as error:
        if error.status != _GONE:
            raise
        # Issues are switched off: only pull requests can have the label.
        pulls = client.pages("pulls", _Issue, state="open")
        found = [pull for pull in pulls if PAUSE in {label.name for label in pull.labels}]
    return f"#{found[0].number}" if found else ""


def preflight(client: Client, settings: HostSettings, branches: Iterable[str] = ()) -> None:
    """Look whether branches of goldset's can be made and moved. Reads only.

    Args:
        client: Makes requests about the repository.
        settings: The set.
        branches: Full names of the branches that will be written; one of each kind is looked at.

    Raises:
        ForgeError: A branch or a rule stands in the way.
    """
    _stop_at_blocking_branch(client, settings.set)
    _stop_at_unsigned(client, settings)
    protected = _protected_branches(client, settings.set)
    for branch in _one_of_each_kind(settings.set, [*branches, *protected]):
        rules = _rules(client, branch)
        _stop_at_rules(client, settings, branch, rules)
        # A branch that rulesets hold for is called protected too.
        if branch in protected and not rules:
            raise ForgeError(
                f"{branch} is a protected branch, so goldset could neither update nor delete it",
                f"leave {folder(settings.set)}** out of the branch protection: Settings, Branches",
            )


def _stop_at_blocking_branch(client: Client, set_name: str) -> None:
    refs = client.get("git/matching-refs/heads/goldset", list[_Ref])  # this list has no pages
    blocking = blocking_branch(set_name, [ref.ref.removeprefix("refs/heads/") for ref in refs])
    if blocking:
        raise ForgeError(
            f"the branch {blocking} exists, so {folder(set_name)}… cannot: Git holds no branch inside of another",
            f"rename or delete the branch {blocking} on GitHub",
        )


def _protected_branches(client: Client, set_name: str) -> list[str]:
    branches = client.pages("branches", _Branch, protected="true")
    return [
        branch.name for branch in branches if branch.protected and branch.name.startswith(folder(set_name))
    ]


def _one_of_each_kind(set_name: str, branches: Iterable[str]) -> list[str]:
    kinds = {branch.removeprefix(folder(set_name)).partition("/")[0]: branch for branch in sorted(branches)}
    return sorted(kinds.values())


def _rules(client: Client, branch: str) -> list[Rule]:
    try:
        return client.pages(f"rules/branches/{branch}", Rule)
    except RefusedError as error:
        if error.status in (403, 404):  # a server without rulesets
            return []
        raise


def _signs(client: Client, settings: HostSettings) -> bool:
    """Return whether the commits will be signed: GitHub does it for apps alone."""
    return settings.commits == "api" and client.account is not None and client.account.is_app


def _stop_at_unsigned(client: Client, settings: HostSettings) -> None:
    """Look whether the base takes signed commits alone: pull requests with others could not be merged."""
    if not _signs(client, settings) and any(
        rule.type == SIGNATURES for rule in _rules(client, settings.base)
    ):
        raise ForgeError(
            f"{settings.base} takes signed commits only, and goldset's would not be", _HOW_TO_SIGN
        )


def _stop_at_rules(client: Client, settings: HostSettings, branch: str, rules: Iterable[Rule]) -> None:
    rulesets: dict[int | None, _Ruleset] = {}
    for rule in rules:
        words = trouble(rule, branch)
        if not words or (rule.type == SIGNATURES and _signs(client, settings)):
            continue
        if rule.ruleset_id not in rulesets:
            rulesets[rule.ruleset_id] = _ruleset(client, rule.ruleset_id)
        ruleset = rulesets[rule.ruleset_id]
        if ruleset.current_user_can_bypass in ("always", "exempt"):
            continue
        name = f"the ruleset “{ruleset.name}”" if ruleset.name else "a ruleset"
        hint = f"leave {folder(settings.set)}** out of it, or put the token's app on its bypass list"
        raise ForgeError(f"{name} {words}: {branch}", _HOW_TO_SIGN if rule.type == SIGNATURES else hint)


def _ruleset(client: Client, number: int | None) -> _Ruleset:
    try:
        return client.get(f"rulesets/{number}", _Ruleset) if number is not None else _Ruleset()
    except RefusedError:
        return _Ruleset()
