"""Where a repository is on GitHub: read from the environment of a workflow, else from the URL of `origin`."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from goldset.errors import ForgeError

PUBLIC_SERVER = "https://github.com"
PUBLIC_API = "https://api.github.com"
_SCP_LIKE = re.compile(r"(?:[^@/\s]+@)?(?P<host>\[[0-9A-Fa-f:]+\]|[^:/\s]+):(?P<path>(?!//)\S+)")
_NAME = re.compile(r"[A-Za-z0-9_.-]+")
_REMEDY = "name it: GITHUB_REPOSITORY=owner/name, and for a server of your own GITHUB_SERVER_URL"


@dataclass(frozen=True, slots=True)
class Address:
    """A repository on GitHub.

    Attributes:
        api_url: Where requests go, without a slash at the end.
        server_url: Where people look at it, without a slash at the end.
        owner: Account or organisation that it belongs to.
        name: Its name, without `.git`.
    """

    api_url: str
    server_url: str
    owner: str
    name: str

    @property
    def full_name(self) -> str:
        """Owner and name, as people write them."""
        return f"{self.owner}/{self.name}"

    @property
    def web_url(self) -> str:
        """The page of the repository."""
        return f"{self.server_url}/{self.full_name}"

    @property
    def graphql_url(self) -> str:
        """Where requests in GraphQL go."""
        return f"{self.api_url.removesuffix('/v3')}/graphql"

    @property
    def git_url(self) -> str:
        """Where Git fetches and pushes over HTTPS; holds no credentials."""
        return f"{self.web_url}.git"


def find_address(env: Mapping[str, str], origin_url: str | None) -> Address:
    """Return where the repository is.

    Args:
        env: Environment variables. `GITHUB_REPOSITORY`, `GITHUB_SERVER_URL` and `GITHUB_API_URL` win over `origin`.
        origin_url: URL of the remote `origin`; None where there is none.

    Raises:
        ForgeError: Neither says where it is.
    """
    named = env.get("GITHUB_REPOSITORY", "").strip()
    server = env.get("GITHUB_SERVER_URL", "").strip()
    origin = _read_origin(origin_url or "")
    if named:
        owner, name = _two_names(named, "GITHUB_REPOSITORY")
    elif origin:
        owner, name = origin.owner, origin.name
    else:
        raise ForgeError(_nothing_said(origin_url), _REMEDY)
    server = _base(server, "GITHUB_SERVER_URL") if server else origin.server if origin else PUBLIC_SERVER
    api = env.get("GITHUB_API_URL", "").strip()
    return Address(_base(api, "GITHUB_API_URL") if api else _api_of(server), server, owner, name)


@dataclass(frozen=True, slots=True)
class _Origin:
    server: str
    owner: str
    name: str


def _read_origin(url: str) -> _Origin | None:
    """Return what a remote's URL says; user names, passwords and ports of ssh are dropped."""
    scp = _SCP_LIKE.fullmatch(url)
    if scp and "://" not in url:
        host, path = scp["host"], scp["path"]
        server = f"https://{host.lower()}"
    else:
        try:
            parts = urlsplit(url)
            host, port = parts.hostname or "", parts.port
        except ValueError:
            return None
        if parts.scheme not in ("https", "http", "ssh", "git", "git+ssh") or not host:
            return None
        web = parts.scheme in ("https", "http")
        server = f"{parts.scheme if web else 'https'}://{host}{f':{port}' if web and port else ''}"
        path = unquote(parts.path)
    # GitHub's ssh over the port of HTTPS has a host name of its own.
    server = {"https://ssh.github.com": PUBLIC_SERVER, "https://www.github.com": PUBLIC_SERVER}.get(
        server, server
    )
    names = path.strip("/").removesuffix(".git").split("/")
    if len(names) != 2 or not all(map(_is_name, names)):  # noqa: PLR2004 (owner and name)
        return None
    return _Origin(server, *names)


def _two_names(text: str, where: str) -> tuple[str, str]:
    owner, _, name = text.partition("/")
    if not _is_name(owner) or not _is_name(name):
        raise ForgeError(f"{where} is not of the form owner/name: {text[:100]!r}", _REMEDY)
    return owner, name


def _is_name(text: str) -> bool:
    return bool(_NAME.fullmatch(text)) and text not in (".", "..")


def _base(url: str, where: str) -> str:
    """Return a server's address without user name, query and closing slash."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    if not host or parts.scheme not in ("https", "http"):
        raise ForgeError(f"{where} is not an address of a server", "write it like https://github.example.com")
    return f"{parts.scheme}://{host}{f':{port}' if port else ''}{parts.path.rstrip('/')}"


def _api_of(server: str) -> str:
    """Return where a server takes requests; a tenant of GitHub Enterprise Cloud has `api.` before its name."""
    if server == PUBLIC_SERVER:
        return PUBLIC_API
    scheme, _, rest = server.partition("://")
    return f"{scheme}://api.{rest}" if rest.endswith(".ghe.com") else f"{server}/api/v3"


def _nothing_said(origin_url: str | None) -> str:
    if not origin_url:
        return "nothing says where the repository is on GitHub: it has no remote `origin`"
    return "nothing says where the repository is on GitHub: the URL of `origin` is none of a repository there"
