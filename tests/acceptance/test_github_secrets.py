"""A token shows nowhere; an App's account; the network around it all."""

import base64
import http.server
import io
import logging
import os
import shutil
import ssl
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import github as pygithub
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import NameOID

from goldset.errors import ForgeError
from goldset.forge.github.account import find_account
from goldset.forge.github.address import Address, find_address
from goldset.forge.github.client import connect
from goldset.forge.github.host import GitHubHost
from goldset.forge.github.preflight import read_facts
from tests.conftest import ROOT, Ran, write_tree
from tests.github_world import BRANCH, SETTINGS, TEXT, BareRefs, FakeClock, GitHub, github_at
from tests.golden_set import change
from tests.hub import start_hub
from tests.standin.faults import Answer, bad_gateway
from tests.standin.server import Standin


@pytest.fixture
def github(tmp_path: Path) -> Iterator[GitHub]:
    with github_at(tmp_path / "github") as github:
        yield github


@pytest.fixture(scope="module")
def key() -> str:
    made = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    pem = (
        serialization.Encoding.PEM,
        serialization.PrivateFormat.TraditionalOpenSSL,
        serialization.NoEncryption(),
    )
    return made.private_bytes(*pem).decode()


def app_env(github: GitHub, key: str) -> dict[str, str]:
    env = {**github.standin.env(), "GOLDSET_APP_ID": "1", "GOLDSET_APP_PRIVATE_KEY": key}
    del env["GITHUB_TOKEN"]
    return env


def test_an_app_finds_its_installation_and_opens_with_its_own_token(github: GitHub, key: str) -> None:
    env = app_env(github, key)
    address = find_address(env, None)
    account = find_account(env, address)
    client = connect(address, account, github.clock)
    assert read_facts(client).default_branch == "main"
    host = GitHubHost(client, BareRefs(github.standin), SETTINGS)
    host.open(BRANCH, TEXT)
    assert github.standin.world.issue(1).author.login == f"{github.standin.world.app_slug}[bot]"
    assert host.notices == ()
    posts = github.standin.journal.find("POST", "/access_tokens$")
    assert [post.body for post in posts] == [{"repositories": ["golden-set"]}]
    assert account.token().startswith("ghs_")


def test_an_app_that_is_not_installed_here_is_told_so(github: GitHub, key: str) -> None:
    env = {**app_env(github, key), "GOLDSET_APP_INSTALLATION_ID": "404"}
    address = find_address(env, None)
    with pytest.raises(ForgeError, match="no such thing"):
        read_facts(connect(address, find_account(env, address), github.clock))


def test_no_token_shows_in_errors_logs_or_reprs(
    github: GitHub, key: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """Everything is logged that can be, every request fails in turn, and all that is said is looked through."""
    log = io.StringIO()
    handler = logging.StreamHandler(log)
    # By its module: PyGithub sets its level when it is imported.
    root, library = logging.getLogger(), logging.getLogger(pygithub.__name__)
    levels = root.level, library.level
    root.addHandler(handler)
    root.setLevel(1)
    library.setLevel(1)
    said: list[str] = []
    secrets: set[str] = set()
    try:
        for env in (github.standin.env(), app_env(github, key)):
            address = find_address(env, None)
            account = find_account(env, address)
            client = connect(address, account, github.clock)
            host = GitHubHost(client, BareRefs(github.standin), SETTINGS)
            host.open(BRANCH, TEXT)
            host.comment(BRANCH, "Said.")
            token = account.token()
            secrets |= {token, env.get("GITHUB_TOKEN", token), *key.split("\\n")[1:3]}
            echo = Answer.of(422, {"message": f"Bad token {token}", "errors": [token]})
            for answer in (echo, bad_gateway(), Answer(200, f'{{"id": "{token}"}}'.encode()), None):
                github.standin.faults.clear()
                if answer is None:
                    github.standin.faults.drop("", times=None)
                else:
                    github.standin.faults.answer("", "", answer, times=None)
                with pytest.raises(ForgeError) as caught:
                    read_facts(client)
                error = caught.value
                said += [repr(error), str(error), error.hint, *traceback.format_exception(error)]
                assert error.__cause__ is None
            github.standin.faults.clear()
            said += [repr(account), repr(client), repr(host), repr(vars(client)), repr(vars(host))]
    finally:
        root.removeHandler(handler)
        root.setLevel(levels[0])
        library.setLevel(levels[1])
    printed = capfd.readouterr()
    everything = "\\n".join([*said, log.getvalue(), printed.out, printed.err])
    assert "urllib3" in repr(logging.root.manager.loggerDict)
    assert "POST" in log.getvalue(), "the libraries below did log"
    for secret in secrets:
        assert secret not in everything


def test_no_command_line_and_no_file_holds_the_token(
    repository: Path,
    tmp_path: Path,
    goldset: Callable[..., Ran],
    standin: Standin,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hub = start_hub(repository, tmp_path / "corpus", goldset, standin, monkeypatch)
    change(hub.golden, 1)
    seen = tmp_path / "command-lines"
    spy = write_tree(
        tmp_path / "bin", {"git": f'#!/bin/sh\necho "$@" >> {seen}\nexec {shutil.which("git")} "$@"\n'}
    )
    (spy / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{spy}:{os.environ['PATH']}")
    hub.reindex("B", "--created", "2026-11-01")
    lines = seen.read_text()
    assert "push --quiet" in lines
    assert "fetch --quiet" in lines
    secrets = [standin.token, base64.b64encode(f"x-access-token:{standin.token}".encode()).decode()]
    files = [path for path in repository.rglob("*") if path.is_file()]
    assert len(files) > 20
    for secret in secrets:
        assert secret not in lines
        assert not [path for path in files if secret.encode() in path.read_bytes()]


@pytest.fixture
def listener() -> Iterator[tuple[str, list[dict[str, str]]]]:
    """Serve on the loopback, answer nothing useful, and keep the headers of what was asked."""
    got: list[dict[str, str]] = []

    class Listener(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            got.append({name.lower(): value for name, value in self.headers.items()})
            self.send_response(404)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = http.server.HTTPServer(("127.0.0.1", 0), Listener)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    yield f"http://localhost:{server.server_port}", got
    server.shutdown()
    server.server_close()


def test_a_redirect_to_another_server_takes_no_token_along(
    github: GitHub, listener: tuple[str, list[dict[str, str]]]
) -> None:
    url, got = listener
    for status in (301, 302, 307):
        location = {"Location": f"{url}/repos/acme/golden-set"}
        github.standin.faults.answer("GET", "", Answer(status, b"{}", location))
        with pytest.raises(ForgeError, match=r"another address|has moved"):
            read_facts(github.client())
    assert got == []


def test_who_speaks_is_said(listener: tuple[str, list[dict[str, str]]]) -> None:
    url, got = listener
    address = Address(f"{url}/api/v3", url, "acme", "golden-set")
    with pytest.raises(ForgeError, match="no such thing"):
        read_facts(connect(address, find_account({"GH_TOKEN": "ghp_x"}, address)))
    assert got[0]["user-agent"].startswith("goldset/")
    assert got[0]["authorization"] == "Bearer ghp_x"
    assert got[0]["accept"] == "application/vnd.github+json"


def test_a_renamed_repository_is_an_error_before_a_list_comes_back_short(github: GitHub) -> None:
    env = {**github.standin.env(), "GITHUB_REPOSITORY": "acme/old-name"}
    location = f"{github.standin.api_url}/repos/acme/golden-set"
    github.standin.faults.answer("GET", "old-name", Answer(301, b"{}", {"Location": location}))
    address = find_address(env, None)
    with pytest.raises(ForgeError, match="acme/old-name is acme/golden-set now") as caught:
        read_facts(connect(address, find_account(env, address), github.clock))
    assert "set-url" in caught.value.hint


def test_the_api_without_a_prefix_is_spoken_to_as_well(tmp_path: Path) -> None:
    with Standin.create(tmp_path / "github", enterprise=False) as standin:
        tree = standin.bare.tree_with(None, {"a": ("100644", standin.bare.blob(b"a"))})
        standin.bare.move("refs/heads/main", standin.bare.make(tree, (), "Base", "A <a@example.org>", 1))
        address = find_address(standin.env(), None)
        client = connect(address, find_account(standin.env(), address))
        assert read_facts(client).default_branch == "main"


@pytest.mark.parametrize(
    ("api", "proxy", "words"),
    [
        ("http://127.0.0.1:9/api/v3", "", "no connection"),
        ("http://no-such-host.invalid/api/v3", "", "no connection"),
        (
            "http://git.example.com/api/v3",
            "http://user:hunter2@127.0.0.1:9",
            "the proxy does not let it through",
        ),
    ],
)
def test_a_server_out_of_reach_is_said_without_a_password(
    monkeypatch: pytest.MonkeyPatch, api: str, proxy: str, words: str
) -> None:
    for name in ("http_proxy", "HTTP_PROXY"):
        monkeypatch.setenv(name, proxy)
    monkeypatch.setenv("no_proxy", "127.0.0.1,no-such-host.invalid")
    address = Address(api, "http://git.example.com", "acme", "golden-set")
    clock = FakeClock()
    with pytest.raises(ForgeError, match=words) as caught:
        read_facts(connect(address, find_account({"GITHUB_TOKEN": "ghp_x"}, address), clock))
    assert "hunter2" not in str(caught.value)
    assert clock.slept == [1.0, 2.0, 4.0]


def test_requests_go_through_the_proxy_of_the_environment(
    github: GitHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The stand-in takes the place of a proxy: it is asked for the address of another server."""
    monkeypatch.setenv("http_proxy", github.standin.url)
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    client = connect(
        Address("http://git.example.com/api/v3", "http://git.example.com", "acme", "golden-set"),
        find_account({"GITHUB_TOKEN": github.standin.token}, github.client().address),
        github.clock,
    )
    assert read_facts(client).default_branch == "main"


def _certificate(folder: Path) -> Path:
    """Write a certificate of this machine that only its own file vouches for, with its key."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    private = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    path = folder / "authority.pem"
    path.write_bytes(private + made.public_bytes(pem))
    return path


def test_an_authority_of_ones_own_is_trusted_by_the_environment_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Quiet(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(404)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    authority = _certificate(tmp_path)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(authority)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Quiet)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    url = f"https://localhost:{server.server_port}"
    address = Address(f"{url}/api/v3", url, "acme", "golden-set")
    account = find_account({"GH_TOKEN": "ghp_x"}, address)
    try:
        with pytest.raises(ForgeError, match="its certificate is not trusted here"):
            read_facts(connect(address, account, FakeClock()))
        monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(authority))
        with pytest.raises(ForgeError, match="no such thing"):
            read_facts(connect(address, account, FakeClock()))
    finally:
        server.shutdown()
        server.server_close()


def test_an_answer_that_never_comes_is_not_waited_for(
    github: GitHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("goldset.forge.github.transport.SECONDS_TO_ANSWER", 1)
    github.standin.faults.hang("GET", "", 30, times=None)
    with pytest.raises(ForgeError, match="no answer within"):
        read_facts(github.client())


def test_a_run_without_the_network_does_not_load_its_client() -> None:
    script = (
        "import sys\n"
        "from goldset.forge.github import account, address, client, commits, host, preflight\n"
        "import goldset.operations.reindex, goldset.operations.sync\n"
        "sys.exit(bool({'github', 'requests', 'cryptography', 'jwt', 'nacl'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False
    )
    assert done.returncode == 0
