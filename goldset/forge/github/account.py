"""As whom goldset acts on GitHub. A credential is shown by no repr, and stands in no message."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Protocol

from pydantic import BaseModel, ConfigDict, Field

from goldset.errors import ForgeError
from goldset.forge.github.address import Address

if TYPE_CHECKING:
    from goldset.forge.github.client import Client

TOKENS = ("GITHUB_TOKEN", "GH_TOKEN")
APP_ID, APP_KEY, APP_INSTALLATION = "GOLDSET_APP_ID", "GOLDSET_APP_PRIVATE_KEY", "GOLDSET_APP_INSTALLATION_ID"
_REMEDY = (
    "set GITHUB_TOKEN (in a workflow: `env: {GITHUB_TOKEN: ${{ github.token }}}`; with GitHub's own command: "
    "`export GITHUB_TOKEN=$(gh auth token)`), "
    f"or {APP_ID} and {APP_KEY} of a GitHub App"
)
# A token is renewed this long before it ends: a run of Git that just begins needs it a while longer.
_MARGIN = timedelta(minutes=5)
_NEEDED = {"contents": "write", "pull_requests": "write"}


class Account(Protocol):
    """As whom requests are made."""

    @property
    def is_app(self) -> bool:
        """Whether this is an app, such as that of a workflow, and no person."""

    def token(self) -> str:
        """Return a token that is valid now, for requests and as the password of Git's pushes.

        Raises:
            ForgeError: GitHub gives none.
        """


@dataclass(frozen=True, slots=True)
class TokenAccount:
    """An account that is given as a token."""

    _token: str = field(repr=False)

    @property
    def is_app(self) -> bool:
        """Whether the token is one of an app: these begin alike."""
        return self._token.startswith("ghs_")

    def token(self) -> str:
        """Return the token."""
        return self._token


@dataclass(frozen=True, slots=True)
class AppKey:
    """What a GitHub App proves itself with; `installation` is None where it is to be looked up."""

    app_id: str
    private_key: str = field(repr=False)
    installation: int | None = None


class Installation(BaseModel):
    """An app in a repository, as GitHub says."""

    id: int


class InstallationToken(BaseModel):
    """A token that an app was given, as GitHub says; not shown by a repr, nor by an error about it."""

    model_config = ConfigDict(hide_input_in_errors=True)

    token: str = Field(repr=False)
    expires_at: datetime
    permissions: dict[str, str] = Field(default_factory=dict)


class AppName(BaseModel):
    """What an app is called in addresses, as GitHub says."""

    slug: str


class AppAccount:
    """An account of a GitHub App: tokens that live for an hour are fetched and renewed.

    Attributes:
        slug: Asks GitHub what the app is called in addresses.
    """

    is_app = True

    def __init__(
        self,
        fetch: Callable[[], InstallationToken],
        now: Callable[[], datetime],
        slug: Callable[[], str] = str,
    ) -> None:
        """Make an account.

        Args:
            fetch: Gets a new token from GitHub.
            now: The time.
            slug: Asks GitHub what the app is called in addresses.
        """
        self.slug = slug
        self._fetch = fetch
        self._now = now
        self._held: InstallationToken | None = None

    def __repr__(self) -> str:
        return "AppAccount(…)"

    def token(self) -> str:
        """Return a token that is valid for some minutes at least.

        Raises:
            ForgeError: GitHub gives none, or one that may not write.
        """
        if self._held is None or self._held.expires_at - self._now() < _MARGIN:
            self._held = _permitted(self._fetch())
        return self._held.token


def _permitted(token: InstallationToken) -> InstallationToken:
    given = token.permissions
    missing = [name for name, level in _NEEDED.items() if given and given.get(name) != level]
    if missing:
        names = " and ".join(missing)
        raise ForgeError(
            f"the GitHub App may not write {names} here",
            "give it read and write access to Contents and Pull requests, and accept that where it is installed",
        )
    return token


def find_account(env: Mapping[str, str], address: Address) -> Account:
    """Return as whom to act: a token wins over a GitHub App.

    Args:
        env: Environment variables: `GITHUB_TOKEN` or `GH_TOKEN`; else `GOLDSET_APP_ID`, `GOLDSET_APP_PRIVATE_KEY` and,
            optional, `GOLDSET_APP_INSTALLATION_ID`.
        address: The repository.

    Raises:
        ForgeError: There is none, or it cannot be one. The message holds nothing of it.
    """
    for name in TOKENS:
        token = env.get(name, "").strip()
        if token:
            # Such a token could not be sent, and the error of sending it would show it.
            if not re.fullmatch(r"[!-~]+", token):
                raise ForgeError(f"{name} holds characters that no token has", "copy the token anew")
            return TokenAccount(token)
    key = _app_key(env)
    if key is None:
        raise ForgeError("there is no account to work on pull requests with", _REMEDY)
    return app_account(key, address)


def _app_key(env: Mapping[str, str]) -> AppKey | None:
    app_id, key = env.get(APP_ID, "").strip(), env.get(APP_KEY, "").strip()
    if not app_id and not key:
        return None
    if not app_id or not key:
        raise ForgeError(f"{APP_ID if key else APP_KEY} is missing: a GitHub App needs both", _REMEDY)
    # A value that went through a file of settings has its line ends written out.
    key = key.replace("\\n", "\n").replace("\r\n", "\n")
    if "-----BEGIN" not in key:
        raise ForgeError(
            f"{APP_KEY} is not a private key in PEM form", "use the content of the App's .pem file"
        )
    installation = env.get(APP_INSTALLATION, "").strip()
    if installation and not (installation.isascii() and installation.isdigit()):
        raise ForgeError(
            f"{APP_INSTALLATION} is not a number", "it is the last part of the installation's address"
        )
    if not re.fullmatch(r"[A-Za-z0-9._-]+", app_id):
        raise ForgeError(f"{APP_ID} is no id of a GitHub App", "it stands on the App's page of settings")
    return AppKey(app_id, key, int(installation) if installation else None)


def app_account(key: AppKey, address: Address) -> AppAccount:
    """Return the account of an app in a repository; nothing is sent before its token is asked for."""

    def client() -> "Client":
        # Imported here: PyGithub is only for those who use it.
        from goldset.forge.github.client import connect_app  # noqa: PLC0415

        return connect_app(address, key)

    def fetch() -> InstallationToken:
        asking = client()
        installation = key.installation or asking.get("installation", Installation).id
        # Asked for again after a lost answer: a token that nobody has is no harm, and ends by itself.
        path = f"/app/installations/{installation}/access_tokens"
        return asking.repeatable_post(path, {"repositories": [address.name]}, InstallationToken)

    return AppAccount(fetch, lambda: datetime.now(UTC), lambda: client().get("/app", AppName).slug)
