"""Who commits are by where nobody told Git a name: the account that opens the pull requests."""

from pydantic import BaseModel

from goldset.forge.github.account import Account, AppAccount
from goldset.forge.github.client import Client

# The account of the token that every workflow has; its number is the same everywhere on GitHub.
_ACTIONS = ("github-actions[bot]", "41898282+github-actions[bot]@users.noreply.github.com")


class _User(BaseModel):
    id: int
    login: str
    name: str | None = None


def own_identity(client: Client, account: Account) -> tuple[str, str]:
    """Return name and e-mail address of an account; the address is the private one that GitHub knows it by.

    Raises:
        ForgeError: GitHub does not say.
    """
    if isinstance(account, AppAccount):
        name = f"{account.slug()}[bot]"
        return name, f"{name}@users.noreply.github.com"
    if account.is_app:
        return _ACTIONS
    user = client.get("/user", _User)
    return user.name or user.login, f"{user.id}+{user.login}@users.noreply.github.com"
