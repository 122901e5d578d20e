"""A stand-in for GitHub on the loopback: its REST API and Git over HTTP, on a real bare repository."""

import base64
import http.server
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.standin import git_data, graphql, issues, pulls, repositories, reviews, smart_http
from tests.standin.answering import Answering
from tests.standin.bare import Bare
from tests.standin.faults import Answer, Drop, Faults
from tests.standin.journal import Journal
from tests.standin.people import Person
from tests.standin.records import Account, Permission, Settings, Token
from tests.standin.world import World

_PARTS_OF_THE_API = (
    git_data,
    graphql,
    issues,
    pulls,
    repositories,
    reviews,
    smart_http,
)  # each enters its routes
_KINDS = {"ghp_": "classic", "github_pat_": "fine-grained", "ghs_actions": "actions", "ghs_app": "app"}


class ContractError(AssertionError):
    """A request or an answer is not as GitHub's description has it."""


class Standin:
    """A stand-in with one repository and its people; a context manager that serves while it is open.

    Attributes:
        token: A token of the account `goldset-bot`, which may write.
        journal: Every request so far.
        faults: What is to go wrong.
        settings: What the owner set.
        violations: Where requests or answers were not as GitHub's description has them; `stop` raises for them.
    """

    def __init__(
        self,
        bare: Bare,
        *,
        owner: str = "acme",
        name: str = "golden-set",
        clock: Callable[[], float] = time.time,
        check: bool = True,
        enterprise: bool = True,
    ) -> None:
        """Make a stand-in of a bare repository.

        Args:
            bare: The repository; whatever moves its branches is noticed.
            owner: Whose it is, with the right of an admin.
            name: Its name.
            clock: Seconds since 1970; the journal and all dates use it.
            check: Whether requests and answers are checked against GitHub's description.
            enterprise: Whether `api_url` ends with `/api/v3`; both are served.
        """
        self.world = World(bare, owner, name, clock)
        self.journal = Journal()
        self.faults = Faults()
        self._prefix = "/api/v3" if enterprise else ""
        self._answering = Answering(self.world, self.journal, self.faults, check=check)
        self._server = _Server(("127.0.0.1", 0), self._answering)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)
        self.token = self.new_token("goldset-bot")

    @classmethod
    def create(cls, folder: Path, **more: Any) -> "Standin":
        """Make a stand-in with an empty repository below a folder."""
        folder.mkdir(parents=True, exist_ok=True)
        return cls(Bare.create(folder / "golden-set.git"), **more)

    # --- life

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self.stop()
        if kind is None:
            self.check()

    def stop(self) -> None:
        """Stop serving."""
        self.faults.woken.set()
        if self._thread.is_alive():
            self._server.shutdown()
        self._server.server_close()

    def check(self) -> None:
        """Check that everything asked and answered was as GitHub's description has it.

        Raises:
            ContractError: Something was not.
        """
        if self.violations:
            raise ContractError("\n".join(self.violations))

    def answer(self, method: str, target: str, body: bytes = b"") -> Answer:
        """Answer a request of `goldset-bot` without a connection, for simulations in one process."""
        headers = {
            "Authorization": f"Bearer {self.token}",
            "Content-Type": "application/json",
            "User-Agent": "simulation",
        }
        return self._answering.answer(method, self._prefix + target, headers, body, self.url)

    # --- addresses

    @property
    def url(self) -> str:
        """The address of the site: GITHUB_SERVER_URL."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def api_url(self) -> str:
        return self.url + self._prefix

    @property
    def clone_url(self) -> str:
        return f"{self.url}/{self.world.owner}/{self.world.name}.git"

    def env(self, token: str | None = None) -> dict[str, str]:
        """Return the environment of a workflow that runs here."""
        return {
            "GITHUB_API_URL": self.api_url,
            "GITHUB_SERVER_URL": self.url,
            "GITHUB_REPOSITORY": f"{self.world.owner}/{self.world.name}",
            "GITHUB_TOKEN": self.token if token is None else token,
        }

    def git_env(self, token: str | None = None) -> dict[str, str]:
        """Return the environment with which Git sends a token here."""
        pair = f"x-access-token:{self.token if token is None else token}".encode()
        return {
            "GIT_CONFIG_COUNT": "1",
            "GIT_CONFIG_KEY_0": f"http.{self.url}/.extraHeader",
            "GIT_CONFIG_VALUE_0": f"Authorization: Basic {base64.b64encode(pair).decode()}",
            "GIT_TERMINAL_PROMPT": "0",
        }

    # --- the repository and its people

    @property
    def bare(self) -> Bare:
        return self.world.bare

    @property
    def settings(self) -> Settings:
        return self.world.settings

    @property
    def violations(self) -> list[str]:
        return self._answering.violations

    def account(self, login: str, permission: Permission = "write") -> Account:
        """Return an account, made with a permission where there is none."""
        return self.world.account(login, permission)

    def person(self, login: str, permission: Permission = "write") -> Person:
        """Return somebody who acts on GitHub's pages."""
        return Person(self.world, self.account(login, permission))

    def new_token(
        self, login: str, kind: str = "classic", permission: Permission = "write", *, write: bool = True
    ) -> str:
        """Return a new token of an account; `kind` as in `records.Token`, `write=False` for reading only."""
        prefix = next(prefix for prefix, name in _KINDS.items() if name == kind)
        value = f"{prefix}{self.world.new_id():036d}"
        self.world.tokens[value] = Token(value, self.account(login, permission), kind, write=write)  # type: ignore[arg-type]
        return value

    def actions_token(self, *, write: bool = True) -> str:
        """Return the GITHUB_TOKEN of a workflow."""
        return self.new_token("github-actions[bot]", "actions", write=write)


class _Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 64

    def __init__(self, address: tuple[str, int], answering: Answering) -> None:
        super().__init__(address, _Handler)
        self.answering = answering

    def server_bind(self) -> None:
        """Bind without asking a name server what the loopback is called."""
        self.socket.bind(self.server_address)
        self.server_address = self.socket.getsockname()
        self.server_name, self.server_port = "localhost", self.server_address[1]


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def setup(self) -> None:
        super().setup()
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  (the name is the base class's)
        """Print nothing."""

    def _serve(self) -> None:
        body = self._body()
        headers = {name.title(): value for name, value in self.headers.items()}
        web = f"http://{self.headers.get('Host', '')}"
        try:
            answer = self.server.answering.answer(self.command, self.path, headers, body, web)
        except Drop:
            if ".git/" in self.path:
                # libcurl asks again where a kept connection closes without a word; not where an answer began.
                self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n")
            self.close_connection = True
            return
        sent = {
            "Content-Type": "application/json; charset=utf-8",
            "Server": "github.com",
            **answer.headers,
        }
        self.send_response_only(answer.status)
        for name, value in sent.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(answer.content)))
        self.end_headers()
        self.wfile.write(answer.content)

    do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = _serve  # noqa: N815  (names of the base class)

    def _body(self) -> bytes:
        if self.headers.get("Transfer-Encoding", "").lower() == "chunked":
            chunks = []
            while size := int(self.rfile.readline().split(b";")[0], 16):
                chunks.append(self.rfile.read(size))
                self.rfile.readline()
            self.rfile.readline()
            return b"".join(chunks)
        return self.rfile.read(int(self.headers.get("Content-Length") or 0))
