"""What the event of a workflow says that a change comes from, as far as the checkout holds it."""

import os
from collections.abc import Mapping
from pathlib import Path

from goldset.errors import RepositoryError
from goldset.stores.git_repo import Repository, open_repository
from goldset.stores.set_folder import find_set


def event_payload(env: Mapping[str, str]) -> str:
    """Return the content of the event's file; empty where there is none."""
    path = env.get("GITHUB_EVENT_PATH")
    try:
        return Path(path).read_text("utf-8", "replace") if path else ""
    except OSError:
        return ""


def event_base(folder: Path) -> str | None:
    """Return the commit that the event's change comes from; None where the event says none.

    Raises:
        RepositoryError: The checkout does not hold it; the hint says what to fetch.
        SettingsError: There is no set.
    """
    # Imported here: pydantic is only for those who use it.
    from goldset.forge.github.workflow import read_event  # noqa: PLC0415

    event = read_event(os.environ, event_payload(os.environ))
    if not event.base:
        return None
    with open_repository(find_set(folder).root) as repository:
        # The checkout of a pull request is its merge into the base, whose tip may be newer than the event's.
        merged = _ask(repository, "HEAD^1") if _ask(repository, "HEAD^2") == event.head else None
        base = merged or _ask(repository, event.base)
        if base and repository.ask("merge-base", "HEAD", base):
            return base
        raise RepositoryError("what the change comes from is not here", repository.remedy("fetch it"))


def change_of_event(folder: Path) -> str | None:
    """Return the event's change as `BASE...HEAD`; None where the event says none.

    Raises:
        RepositoryError: The checkout does not hold it; the hint says what to fetch.
        SettingsError: There is no set.
    """
    base = event_base(folder)
    return f"{base}...HEAD" if base else None


def _ask(repository: Repository, revision: str) -> str | None:
    return repository.ask("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
