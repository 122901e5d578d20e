"""Commits: many at once without touching working tree or index, and what the commits of branches say.

goldset tells the commits that it made of itself by a trailer with their tree id: a person's commit has none,
and one that a person amended has another tree.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from goldset.stores.git_repo import Identity, Repository

TRAILER = "Goldset-Tree"
# A name inside one fast-import: the stream takes it back before it ends, so that no such ref ever exists.
SCRATCH = "refs/goldset/scratch"
ABSENT = frozenset("0")
# Who decided what a commit holds, where another person commits it for them.
DECIDED_BY = "Decided-by"
_DECIDED_BY = re.compile(rf"^{DECIDED_BY}: *(\S.*?) *$", re.MULTILINE)
_CO_AUTHOR = re.compile(r"^Co-authored-by: *(.*\S) *<", re.MULTILINE | re.IGNORECASE)
_FORMAT = "%H%n%T%n%P%n%B"
# Packing well takes most of the time of many branches, and Git packs anew when it tidies up.
QUICK = "pack.compression=1"


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit as Git has it: ids of itself, its tree and its parents, and its message."""

    id: str
    tree: str
    parents: tuple[str, ...]
    message: str

    @property
    def own(self) -> bool:
        """Whether goldset made it of itself, and nobody amended it since."""
        return f"\n{TRAILER}: {self.tree}\n" in f"\n{self.message}\n" and len(self.parents) == 1


def decider(author: str, message: str) -> str | None:
    """Return the name of the person whose decision a commit holds; None where it does not tell.

    A line `Decided-by: NAME` names the one for whom another person committed it.

    Where a host squashed a pull request of goldset's into one commit, or a program committed, the author is who
    opened it, and the people are named as co-authors: one alone is who decided.

    Args:
        author: Name of the commit's author.
        message: Its message.
    """
    named = set(_DECIDED_BY.findall(message))
    if named:
        return named.pop() if len(named) == 1 else None
    if f"\n{TRAILER}: " not in message and not author.endswith("[bot]"):
        return author
    people = {name for name in _CO_AUTHOR.findall(message) if name != author and not name.endswith("[bot]")}
    return people.pop() if len(people) == 1 else None


@dataclass(frozen=True, slots=True)
class NewCommit:
    """A commit to be made.

    Attributes:
        parent: Id of the commit that it changes.
        changes: New bytes by path from the root of the repository; None deletes the file.
        message: Subject, empty line, body; no trailer.
        own: Whether goldset makes it of itself; False for a person's decision.
        trailers: Lines such as `Ticket: DOCS-12` that end the message.
    """

    parent: str
    changes: Mapping[str, bytes | None]
    message: str
    own: bool = True
    trailers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """One file that differs between two trees; None where it is not there."""

    path: str
    old: str | None
    new: str | None


def write_commits(
    repository: Repository, commits: Sequence[NewCommit], by: Identity, when: datetime
) -> list[str]:
    """Write commits into the object store by one fast-import and return their ids; no branch is moved.

    Each distinct content is sent once, whatever number of branches hold it.
    """
    if not commits:
        return []
    signature = f"{by.name} <{by.email}> {int(when.timestamp())} +0000"
    with repository.conversation(
        "-c", QUICK, "fast-import", "--quiet", "--done", "--date-format=raw"
    ) as process:
        stream = _Stream(process, signature)
        ids = [stream.commit(commit) for commit in commits]
        stream.send(f"reset {SCRATCH}\n\ndone\n".encode())
    return ids


class _Stream:
    """The conversation with one `git fast-import`."""

    def __init__(self, process: Any, signature: str) -> None:
        self._process = process
        self._signature = signature
        self._marks: dict[bytes, int] = {}
        self._next = 0

    def send(self, data: bytes) -> None:
        self._process.stdin.write(data)

    def commit(self, new: NewCommit) -> str:
        """Send a commit and return its id.

        The tree's id must stand in the message of goldset's own, and only Git knows it: such a commit is sent
        once for its tree, then with its message; nothing refers to the first one, and Git drops it in time.
        """
        changes = b"".join(self._change(path, data) for path, data in sorted(new.changes.items()))
        message, trailers = new.message.rstrip("\n") + "\n", "".join(f"{line}\n" for line in new.trailers)
        mark = self._send_commit(new.parent, f"{message}\n{trailers}" if trailers else message, changes)
        if new.own:
            tree = self._answer(f'ls :{mark} ""\n').split()[2]
            message += f"\n{trailers}{TRAILER}: {tree}\n"
            mark = self._send_commit(new.parent, message, f'M 040000 {tree} ""\n'.encode())
        return self._answer(f"get-mark :{mark}\n")

    def _send_commit(self, parent: str, message: str, changes: bytes) -> int:
        mark, text = self._mark(), message.encode()
        head = f"commit {SCRATCH}\nmark :{mark}\ncommitter {self._signature}\ndata {len(text)}\n".encode()
        self.send(head + text + f"\nfrom {parent}\n".encode() + changes + b"\n")
        return mark

    def _change(self, path: str, data: bytes | None) -> bytes:
        if data is None:
            return b"D " + _quoted(path) + b"\n"
        return f"M 100644 :{self._blob(data)} ".encode() + _quoted(path) + b"\n"

    def _blob(self, data: bytes) -> int:
        if data not in self._marks:
            self._marks[data] = self._mark()
            self.send(f"blob\nmark :{self._marks[data]}\ndata {len(data)}\n".encode() + data + b"\n")
        return self._marks[data]

    def _mark(self) -> int:
        self._next += 1
        return self._next

    def _answer(self, question: str) -> str:
        self.send(question.encode())
        self._process.stdin.flush()
        line: bytes = self._process.stdout.readline()
        if not line:
            raise BrokenPipeError
        return line.decode().strip()


def _quoted(path: str) -> bytes:
    escaped = path.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return b'"' + escaped.encode("utf-8", "surrogateescape") + b'"'


def commits_beyond(repository: Repository, tips: Iterable[str], base: str) -> dict[str, Commit]:
    """Return every commit that one of the tips holds and the base does not, by id."""
    asked = "".join(f"{tip}\n" for tip in dict.fromkeys(tips)) + f"^{base}\n"
    rows = repository.run("log", "--stdin", "-z", f"--format={_FORMAT}", stdin=asked.encode())
    return {commit.id: commit for commit in _commits(rows)}


def _commits(rows: bytes) -> Iterator[Commit]:
    for row in rows.decode("utf-8", "replace").split("\0"):
        if row.strip():
            commit, tree, parents, message = row.split("\n", 3)
            yield Commit(commit, tree, tuple(parents.split()), message)


def committed_files(repository: Repository, commit: str) -> tuple[Commit, dict[str, bytes | None]]:
    """Return a commit, and the bytes by path of what it changes against its first parent; None for a deletion."""
    (known,) = _commits(repository.run("log", "-1", "-z", f"--format={_FORMAT}", commit))
    trees = known_commits(repository, known.parents[:1])
    (changes,) = changes_between(repository, [(trees[known.parents[0]], known.tree)])
    return known, {
        change.path: None if change.new is None else repository.read(change.new) for change in changes
    }


def known_commits(repository: Repository, ids: Iterable[str]) -> dict[str, str]:
    """Return the tree id of each of these commits that the repository still has."""
    asked = list(dict.fromkeys(ids))
    stdin = "".join(f"{commit}^{{tree}}\n" for commit in asked)
    rows = (
        repository.run("cat-file", "--batch-check=%(objectname)", stdin=stdin.encode()).decode().splitlines()
    )
    return {commit: row for commit, row in zip(asked, rows, strict=True) if " " not in row}


def changes_between(repository: Repository, trees: Sequence[tuple[str, str]]) -> list[list[Change]]:
    """Return, for each pair of tree ids, the files that differ, paths from the root of the repository."""
    stdin = "".join(f"{old} {new}\n" for old, new in trees)
    rows = repository.run("diff-tree", "--stdin", "-r", "-z", "--no-renames", stdin=stdin.encode())
    found: list[list[Change]] = []
    tokens = iter(rows.split(b"\0"))
    for token in tokens:
        # A pair's own line has no end of its own in this format: the first file's row follows it at once.
        lines = token.split(b"\n")
        found += [[] for _ in lines[:-1]]
        if lines[-1]:
            _modes, _mode, old, new, _status = lines[-1].decode().split()
            path = next(tokens).decode("utf-8", "surrogateescape")
            found[-1].append(Change(path, _present(old), _present(new)))
    return found


def contents_since(repository: Repository, start: str, base: str) -> frozenset[tuple[str, str | None]]:
    """Return every (path, blob id) that the base came to hold after a commit; None for a deleted file."""
    rows = repository.run(
        "log",
        "--raw",
        "-z",
        "-m",
        "--first-parent",
        "--no-abbrev",
        "--no-renames",
        "--format=",
        f"{start}..{base}",
    )
    return frozenset(_raw_contents(iter(rows.split(b"\0"))))


def _raw_contents(tokens: Iterator[bytes]) -> Iterator[tuple[str, str | None]]:
    for token in tokens:
        row = token.strip(b"\n")
        if row.startswith(b":"):
            yield next(tokens).decode("utf-8", "surrogateescape"), _present(row.split()[3].decode())


def _present(blob: str) -> str | None:
    return None if set(blob) == ABSENT else blob
