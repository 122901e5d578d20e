"""What a workflow of GitHub Actions says about the change that it runs for (pure)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import BaseModel, ValidationError

from goldset.forge.github.records import RepositoryName

PULL_REQUEST = "pull_request"
_NOTHING = "0" * 40  # what a push of a new branch comes from


@dataclass(frozen=True, slots=True)
class Event:
    """The event that a workflow runs for.

    Attributes:
        name: Its name, such as `pull_request`; empty outside of a workflow.
        base: Commit that the change comes from, as the event says; empty where it says none.
        head: Commit at the tip of a pull request's branch; empty for other events.
        pull: Number of the pull request; 0 where there is none.
        from_fork: Whether the pull request comes from another repository.
    """

    name: str = ""
    base: str = ""
    head: str = ""
    pull: int = 0
    from_fork: bool = False


class _End(BaseModel):
    sha: str
    repo: RepositoryName | None = None


class _Pull(BaseModel):
    number: int
    base: _End
    head: _End


class _Group(BaseModel):
    base_sha: str


class _Payload(BaseModel):
    pull_request: _Pull | None = None
    merge_group: _Group | None = None
    before: str | None = None


def read_event(env: Mapping[str, str], payload: str) -> Event:
    """Return the event of a workflow.

    Args:
        env: Environment variables; `GITHUB_EVENT_NAME` names it.
        payload: Content of the file `GITHUB_EVENT_PATH`; what cannot be read says nothing.
    """
    name = env.get("GITHUB_EVENT_NAME", "")
    try:
        said = _Payload.model_validate(json.loads(payload or "{}"))
    except (ValueError, ValidationError):
        return Event(name)
    if said.pull_request:
        pull = said.pull_request
        here = pull.base.repo.full_name if pull.base.repo else env.get("GITHUB_REPOSITORY", "")
        there = pull.head.repo.full_name if pull.head.repo else ""
        return Event(name, pull.base.sha, pull.head.sha, pull.number, here.casefold() != there.casefold())
    if said.merge_group:
        return Event(name, said.merge_group.base_sha)
    return Event(name, "" if said.before in (None, _NOTHING) else str(said.before))
