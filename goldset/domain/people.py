"""Which person of the set a Git identity is."""

import re
from collections.abc import Mapping

_PRIVATE_ADDRESS = re.compile(r"(?:\d+\+)?([^@]+)@users\.noreply\.")


def person_of(name: str, email: str, people: Mapping[str, str]) -> str:
    """Return how the set calls the person that Git knows by a name and an address.

    Args:
        name: Git's user name.
        email: Git's e-mail address.
        people: Account by person, as goldset.yaml lists them.

    Returns:
        The person whose key is the address, its part before the `@`, the name or its short form (`a.ng` for
        "Ana Ng"), or whose account is that of a host's private address; else the name as Git has it.
    """
    local = email.partition("@")[0]
    private = _PRIVATE_ADDRESS.match(email)
    accounts = {account.removeprefix("@").casefold(): person for person, account in people.items()}
    if private and private[1].casefold() in accounts:
        return accounts[private[1].casefold()]
    folded = {person.casefold(): person for person in people}
    for candidate in (email, local, name, _short(name)):
        if candidate.casefold() in folded:
            return folded[candidate.casefold()]
    return accounts.get(local.casefold()) or name or local


def _short(name: str) -> str:
    first, *rest = name.split() or [""]
    return f"{first[:1]}.{rest[-1]}" if rest else first
