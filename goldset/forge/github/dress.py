"""Labels, assignees and reviewers of a new pull request. Whom GitHub refuses is left out, with a notice."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from pydantic import BaseModel, Field

from goldset.forge.github.client import Client
from goldset.forge.github.records import Account, Label, Pull
from goldset.forge.github.refusals import RefusedError
from goldset.forge.port import Dress

# Not permitted, not there, not possible: none of them is a reason to stop a run.
_LEFT_OUT = (403, 404, 422)


class _Assigned(BaseModel):
    assignees: list[Account] = Field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Asked:
    """Whom to ask for a review: accounts by name, teams by slug; and words about who cannot be."""

    people: tuple[str, ...]
    teams: tuple[str, ...]
    notices: tuple[str, ...]


def put_dress(client: Client, pull: Pull, dress: Dress) -> list[str]:
    """Give a pull request what it has not yet; labels last, for they tell that it was dressed.

    Args:
        client: Makes requests about the repository.
        pull: The pull request as it stands now.
        dress: What it is to have.

    Returns:
        A notice for everything that GitHub refused.
    """
    asked = _asked(dress.reviewers, pull, client.address.owner)
    notices = [f"#{pull.number}: {notice}" for notice in asked.notices]
    notices += _ask(client, pull, asked.people, asked.teams)
    notices += _assign(client, pull, _missing(map(_plain, dress.assignees), pull.assignees or []))
    notices += _label(client, pull, _missing(dress.labels, pull.labels))
    return notices


def _asked(reviewers: Iterable[str], pull: Pull, owner: str) -> _Asked:
    author = pull.user.login.casefold() if pull.user else ""
    there = {account.login.casefold() for account in pull.requested_reviewers or []}
    there |= {f"{owner}/{team.slug}".casefold() for team in pull.requested_teams or []}
    people: list[str] = []
    teams: list[str] = []
    notices: list[str] = []
    for name in dict.fromkeys(map(_plain, reviewers)):
        organisation, slash, slug = name.partition("/")
        if not name or name.casefold() in there:
            continue
        if "@" in name or " " in name:
            notices.append(f"{name} is no account on GitHub, so no review was asked of it")
        elif slash and organisation.casefold() != owner.casefold():
            notices.append(f"{name} is a team of another organisation, so no review was asked of it")
        elif name.casefold() == author:
            notices.append(f"{name} opened it, so no review was asked of it")
        elif slash:
            teams.append(slug)
        else:
            people.append(name)
    return _Asked(tuple(people), tuple(teams), tuple(notices))


def _ask(client: Client, pull: Pull, people: Sequence[str], teams: Sequence[str]) -> list[str]:
    if not people and not teams:
        return []

    def find() -> Pull | None:
        now = client.get(f"pulls/{pull.number}", Pull)
        missing = [
            *_missing(people, now.requested_reviewers or []),
            *_missing(teams, now.requested_teams or []),
        ]
        return None if missing else now

    body = {"reviewers": list(people), "team_reviewers": list(teams)}
    try:
        client.post(f"pulls/{pull.number}/requested_reviewers", body, Pull, find)
    except RefusedError as error:
        if error.status not in _LEFT_OUT:
            raise
        if len(people) + len(teams) == 1:
            who = people[0] if people else f"the team {teams[0]}"
            hint = "" if people else "; a token that asks teams is one of a GitHub App that may read Members"
            return [f"#{pull.number}: GitHub asks no review of {who} ({error.said}{hint})"]
        # GitHub refuses all for one, and does not say for which.
        alone = [((name,), ()) for name in people] + [((), (name,)) for name in teams]
        return [notice for one, team in alone for notice in _ask(client, pull, one, team)]
    return []


def _assign(client: Client, pull: Pull, names: list[str]) -> list[str]:
    def find() -> _Assigned | None:
        now = client.get(f"issues/{pull.number}", _Assigned)
        return None if _missing(names, now.assignees) else now

    def post() -> list[str]:
        done = client.post(f"issues/{pull.number}/assignees", {"assignees": names}, _Assigned, find)
        # GitHub passes over those that cannot be assigned, without a word.
        return _missing(names, done.assignees)

    return _unless_refused(pull, post, "cannot be assigned", names)


def _label(client: Client, pull: Pull, names: list[str]) -> list[str]:
    def find() -> list[Label] | None:
        now = client.get(f"issues/{pull.number}/labels", list[Label])
        return None if _missing(names, now) else now

    def post() -> list[str]:
        # Added to what there is: another workflow may have labelled it already.
        done = client.post(f"issues/{pull.number}/labels", {"labels": names}, list[Label], find)
        return _missing(names, done)

    return _unless_refused(pull, post, "could not be set as a label", names)


def _unless_refused(pull: Pull, post: Callable[[], list[str]], what: str, names: list[str]) -> list[str]:
    if not names:
        return []
    try:
        left, reason = post(), ""
    except RefusedError as error:
        if error.status not in _LEFT_OUT:
            raise
        left, reason = names, f" ({error.said})"
    return [f"#{pull.number}: {name} {what}{reason}" for name in left]


def _missing(names: Iterable[str], there: Iterable[Account | Label]) -> list[str]:
    have = {_name(one).casefold() for one in there}
    return [name for name in dict.fromkeys(names) if name and name.casefold() not in have]


def _name(one: Account | Label) -> str:
    return one.name if isinstance(one, Label) else one.login or one.slug


def _plain(name: str) -> str:
    return name.strip().removeprefix("@")
