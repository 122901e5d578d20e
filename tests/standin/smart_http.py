"""Git over HTTP: Git's own CGI, behind GitHub's checks of tokens and rules."""

import re
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.standin.faults import Answer
from tests.standin.objects import NO_COMMIT, GitError
from tests.standin.records import Token
from tests.standin.rules import Broken, broken_rules
from tests.standin.world import World

_COMMAND = re.compile(
    rb"(?P<old>[0-9a-f]{40}) (?P<new>[0-9a-f]{40}) (?P<ref>[^\0\n]+)(?:\0.*)?\n?", re.DOTALL
)
_HEADS = "refs/heads/"
_BEGIN = 4  # of a packet: its length in hexadecimal


@dataclass(frozen=True)
class GitRequest:
    """A request of Git's; `path` begins behind the repository, such as `/info/refs`."""

    method: str
    path: str
    query: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def writes(self) -> bool:
        return "git-receive-pack" in self.path + self.query

    @property
    def authorized(self) -> bool:
        return "Authorization" in self.headers

    @property
    def is_push(self) -> bool:
        return self.path == "/git-receive-pack"


def refused(world: World, token: Token | None, request: GitRequest) -> Answer | None:
    """Return GitHub's refusal of a request that may not be made; None for one that may."""
    if token is None and not world.settings.private and not request.writes and not request.authorized:
        return None  # everybody may read what is public
    if token is None:
        message = "Invalid username or token. Password authentication is not supported for Git operations."
        return Answer(
            401, message.encode(), {"WWW-Authenticate": 'Basic realm="GitHub"', "Content-Type": "text/plain"}
        )
    message = ""
    if request.writes and world.settings.archived:
        message = "This repository was archived so it is read-only."
    elif request.writes and (not token.write or not token.account.may("write")):
        denied = f"Permission to {world.owner}/{world.name}.git denied to {token.account.login}."
        message = "Write access to repository not granted." if token.kind == "fine-grained" else denied
    return Answer(403, message.encode(), {"Content-Type": "text/plain"}) if message else None


def pushed_against_rules(world: World, request: GitRequest) -> Answer | None:
    """Return GitHub's report of a push that breaks a rule, before anything is taken in."""
    if not (request.is_push and (world.settings.protected or world.settings.rules)):
        return None
    commands, pack = _read_commands(request.body)
    with tempfile.TemporaryDirectory() as folder:
        env = _unpacked(world, pack, Path(folder))
        reports = {ref: _report(world, ref, old, new, env) for ref, old, new in commands}
    if not any(reports.values()):
        return None
    words = "".join(words for words, _ in filter(None, reports.values()))
    results = [
        f"ng {ref} {report[1] if report else 'atomic push failure'}\n" for ref, report in reports.items()
    ]
    inner = _packet(b"unpack ok\n") + b"".join(_packet(line.encode()) for line in results) + b"0000"
    content = _packet(b"\x02" + words.encode()) + _packet(b"\x01" + inner) + b"0000"
    return Answer(
        200, content, {"Content-Type": "application/x-git-receive-pack-result", "Cache-Control": "no-cache"}
    )


def _read_commands(body: bytes) -> tuple[list[tuple[str, str | None, str | None]], bytes]:
    """Return the refs that a push moves (ref, old, new), and its pack."""
    commands = []
    at = 0
    while (length := int(body[at : at + _BEGIN], 16)) != 0:
        found = _COMMAND.fullmatch(body[at + _BEGIN : at + length])
        if found:
            old, new = (
                None if sha.decode() == NO_COMMIT else sha.decode() for sha in found.group("old", "new")
            )
            commands.append((found["ref"].decode(), old, new))
        at += length
    return commands, body[at + _BEGIN :]


def _unpacked(world: World, pack: bytes, folder: Path) -> dict[str, str]:
    """Unpack what was pushed where nothing else sees it, and return how Git finds it."""
    env = {
        "GIT_OBJECT_DIRECTORY": str(folder),
        "GIT_ALTERNATE_OBJECT_DIRECTORIES": str(world.bare.folder.resolve() / "objects"),
    }
    if pack.startswith(b"PACK"):
        world.bare.run_bytes("unpack-objects", "-q", data=pack, env=env)
    return env


def _report(
    world: World, ref: str, old: str | None, new: str | None, env: Mapping[str, str]
) -> tuple[str, str] | None:
    """Return what the pusher reads of a ref that may not be moved so, and the reason in Git's report."""
    if not ref.startswith(_HEADS):
        return None
    branch = ref.removeprefix(_HEADS)
    if world.is_protected(branch):
        words = (
            f"error: GH006: Protected branch update failed for {ref}.\n"
            "error: At least 1 approving review is required by reviewers with write access.\n"
        )
        return words, "protected branch hook declined"
    try:
        broken = broken_rules(world, branch, new, old, env)
    except GitError:
        return None  # an incomplete pack is for Git itself to refuse
    if not broken:
        return None
    where = f"{world.owner}/{world.name}/rules?ref={ref.replace('/', '%2F')}"
    lines = [
        f"error: GH013: Repository rule violations found for {ref}.",
        f"Review all repository rules at https://github.com/{where}",
        "",
        *(line for rule in broken for line in _lines_of(rule)),
    ]
    return "\n".join(lines) + "\n", "push declined due to repository rule violations"


def _lines_of(rule: Broken) -> list[str]:
    lines = [f"- {rule.message}"]
    if rule.commits:
        count = len(rule.commits)
        lines += [
            f"  Found {count} violation{'s' if count > 1 else ''}:",
            "",
            *(f"  {c}" for c in rule.commits),
        ]
    return [*lines, ""]


def _packet(data: bytes) -> bytes:
    return f"{len(data) + _BEGIN:04x}".encode() + data


def serve(world: World, login: str, request: GitRequest) -> Answer:
    """Let Git answer."""
    folder = world.bare.folder.resolve()
    env = {
        **world.bare.env,
        "GIT_PROJECT_ROOT": str(folder.parent),
        "GIT_HTTP_EXPORT_ALL": "1",
        "PATH_INFO": f"/{folder.name}{request.path}",
        "REQUEST_METHOD": request.method,
        "QUERY_STRING": request.query,
        "CONTENT_TYPE": request.headers.get("Content-Type", ""),
        "CONTENT_LENGTH": str(len(request.body)),
        "HTTP_GIT_PROTOCOL": request.headers.get("Git-Protocol", ""),
        "GIT_PROTOCOL": request.headers.get("Git-Protocol", ""),
        "REMOTE_USER": login,
        "REMOTE_ADDR": "127.0.0.1",
    }
    done = subprocess.run(
        ["git", "http-backend"], input=request.body, env=env, capture_output=True, check=False
    )
    head, _, content = done.stdout.partition(b"\r\n\r\n")
    headers = dict(line.split(": ", 1) for line in head.decode().split("\r\n") if ": " in line)
    status = int(headers.pop("Status", "200").split()[0])
    return Answer(status, content, headers)
