"""The way requests take: PyGithub's requester, without its repeats, redirects to elsewhere and logs."""

import logging
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import github
import requests
from github.Auth import AppAuth, Auth

from goldset.errors import ForgeError
from goldset.forge.github.account import APP_KEY, AppKey
from goldset.forge.github.requesting import Answer, LostAnswerError, Request, Send

SECONDS_TO_ANSWER = 30
_PER_PAGE = 100


class _Bearer(Auth):
    """Authorization by a token that is asked for anew for every request: those of apps are renewed."""

    def __init__(self, credential: Callable[[], str]) -> None:
        self._credential = credential

    @property
    def token_type(self) -> str:
        return "Bearer"

    @property
    def token(self) -> str:
        return self._credential()


def transport(api_url: str, credential: Callable[[], str]) -> Send:
    """Return what sends requests to a server. Proxies and `REQUESTS_CA_BUNDLE` count as they do for requests.

    Args:
        api_url: Where requests go.
        credential: Returns the token.
    """
    # PyGithub logs answers at debug level, and the answer to an app is a token.
    logging.getLogger("github.Requester").disabled = True
    requester = github.Github(
        base_url=api_url,
        auth=_Bearer(credential),
        timeout=SECONDS_TO_ANSWER,
        user_agent=f"goldset/{_version()}",
        per_page=_PER_PAGE,
        # The client repeats and spaces requests itself: it knows which of them may be repeated.
        retry=None,
        seconds_between_requests=None,
        seconds_between_writes=None,
        lazy=True,
    ).requester

    def send(request: Request) -> Answer:
        parameters: dict[str, Any] = dict(request.parameters)
        try:
            status, headers, text = requester.requestJson(
                request.method,
                request.path,
                parameters,
                {"Accept": "application/vnd.github+json"},
                request.body,
            )
        except requests.exceptions.RequestException as error:
            # Without the cause: what was sent hangs on it.
            raise LostAnswerError(_reason(error)) from None
        except RuntimeError as error:
            if "redirected" not in str(error):
                raise
            raise ForgeError(
                f"{api_url} sends requests on to another address", "name the new one: GITHUB_API_URL"
            ) from None
        token = credential()
        lower = {str(name).lower(): str(value) for name, value in headers.items()}
        return Answer(status, lower, text.replace(token, "***"))

    return send


def app_credential(key: AppKey) -> Callable[[], str]:
    """Return what makes the short-lived proof that a request comes from an app.

    Raises:
        ForgeError: Its private key cannot be used. The message holds nothing of it.
    """
    proof = AppAuth(key.app_id, key.private_key)

    def credential() -> str:
        try:
            return proof.create_jwt()
        except Exception:  # noqa: BLE001 (the libraries below raise classes of their own, with bits of the key)
            message = f"{APP_KEY} cannot be used as a private key"
            raise ForgeError(message, "use the content of the App's .pem file, with its line ends") from None

    return credential


def _reason(error: requests.exceptions.RequestException) -> str:
    """Return in our own words why there is no answer: the library's may hold an address with a password."""
    kinds: list[tuple[type[Exception], str]] = [
        (requests.exceptions.ProxyError, "the proxy does not let it through"),
        (requests.exceptions.SSLError, "its certificate is not trusted here"),
        (requests.exceptions.Timeout, f"no answer within {SECONDS_TO_ANSWER} seconds"),
        (requests.exceptions.ConnectionError, "no connection, or it broke off"),
    ]
    return next((words for kind, words in kinds if isinstance(error, kind)), "the answer could not be read")


def _version() -> str:
    try:
        return version("git-goldset")
    except PackageNotFoundError:
        return "dev"
