"""The bare repository behind the stand-in: facts about commits, and commits that the server makes."""

import base64
import os
import re
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from tests.standin.diffs import FileDiff, parse_diff
from tests.standin.objects import GitError, Objects

NOBODY = "GitHub <noreply@github.com>"
_SIGNATURE = "-----BEGIN PGP SIGNATURE-----\n\n{}\n-----END PGP SIGNATURE-----"
_CONFIG = """
[http]
\treceivepack = true
[gc]
\tauto = 0
[receive]
\tautogc = false
\tunpackLimit = 100000
\thideRefs = refs/pull
[uploadpack]
\tallowAnySHA1InWant = true
"""
T = TypeVar("T")
_IDENTITY = re.compile(r"(?P<name>.*) <(?P<email>.*)> (?P<time>\d+) (?P<zone>[+-]\d{4})")


class Conflict(Exception):  # noqa: N818  (a fact about two commits, not a failure of the stand-in)
    """Two commits cannot be merged."""


@dataclass(frozen=True)
class Commit:
    """A commit as it stands in the repository; `author` and `committer` are Git's own lines."""

    sha: str
    tree: str
    parents: tuple[str, ...]
    author: str
    committer: str
    message: str
    signature: str

    def person(self, role: str) -> tuple[str, str, int]:
        """Return name, address and Unix time of `author` or `committer`."""
        found = _IDENTITY.fullmatch(self.author if role == "author" else self.committer)
        if found is None:
            raise GitError(f"commit {self.sha} has no usable {role}")
        return found["name"], found["email"], int(found["time"])


class Bare:
    """A bare repository; what never changes about commits is asked once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._env = {
            **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_TERMINAL_PROMPT": "0",
        }
        self.objects = Objects(folder, self._env)
        self._known: dict[tuple[object, ...], object] = {}

    @property
    def env(self) -> Mapping[str, str]:
        return self._env

    @classmethod
    def create(cls, folder: Path, branch: str = "main") -> "Bare":
        """Make an empty repository, set up as GitHub's are."""
        subprocess.run(["git", "init", "-q", "--bare", "--template=", "-b", branch, str(folder)], check=True)
        with (folder / "config").open("a") as config:
            config.write(_CONFIG)
        return cls(folder)

    def begin(self, files: Mapping[str, str | bytes], branch: str = "main", message: str = "Begin") -> str:
        """Make a branch with one first commit that holds files, and return the commit."""
        blobs = {
            path: ("100644", self.blob(text.encode() if isinstance(text, str) else text))
            for path, text in files.items()
        }
        commit = self.make(
            self.tree_with(None, blobs), (), message + "\n", "Ana Ng <ana@example.org>", 1_790_000_000
        )
        self.move(f"refs/heads/{branch}", commit)
        return commit

    def run(self, *args: str, data: bytes | None = None, env: Mapping[str, str] | None = None) -> str:
        return self.run_bytes(*args, data=data, env=env).decode("utf-8", "surrogateescape").rstrip("\n")

    def run_bytes(self, *args: str, data: bytes | None = None, env: Mapping[str, str] | None = None) -> bytes:
        done = subprocess.run(
            ["git", *args],
            cwd=self.folder,
            input=data,
            stdin=subprocess.DEVNULL if data is None else None,
            capture_output=True,
            env={**self._env, **(env or {})},
            check=False,
        )
        if done.returncode:
            raise GitError(f"git {' '.join(args)}: {done.stderr.decode(errors='replace').strip()}")
        return done.stdout

    def _once(self, *key: object, ask: Callable[[], T]) -> T:
        if key not in self._known:
            self._known[key] = ask()
        return self._known[key]  # type: ignore[return-value]

    # --- refs

    def refs(self, prefix: str = "refs/heads/") -> dict[str, str]:
        """Return the refs whose full names begin so."""
        return self.objects.refs(prefix)

    def move(self, ref: str, new: str | None, old: str | None = None) -> None:
        """Make, move or delete a ref; with `old`, only where it stands there.

        Raises:
            GitError: It stands elsewhere, is being moved, or another ref is in its way.
        """
        if self.objects.is_packed(ref):
            self.run("pack-refs", "--all")  # then, Git itself must take it out
            self.run("update-ref", *([ref, new] if new else ["-d", ref]), *([old] if old else []))
        else:
            self.objects.move(ref, new, old)

    # --- facts about objects; they never change

    def has(self, sha: str, kind: str = "commit") -> bool:
        """Whether an object of a kind is there."""
        try:
            return self.objects.read(sha)[0] == kind
        except GitError:
            return False

    def commit(self, sha: str) -> Commit:
        return self._once("commit", sha, ask=lambda: self._read_commit(sha))

    def _read_commit(self, sha: str) -> Commit:
        headers, _, message = self.objects.read(sha)[1].decode().partition("\n\n")
        fields: dict[str, list[str]] = {}
        name = ""
        for line in headers.split("\n"):
            if line.startswith(" "):
                fields[name][-1] += "\n" + line[1:]
            else:
                name, _, value = line.partition(" ")
                fields.setdefault(name, []).append(value)
        return Commit(
            sha,
            fields["tree"][0],
            tuple(fields.get("parent", [])),
            fields["author"][0],
            fields["committer"][0],
            message,
            fields.get("gpgsig", [""])[0],
        )

    def between(self, base: str, head: str) -> tuple[str, ...]:
        """Return the commits of `head` that `base` does not hold, parents first."""
        return self._once("between", base, head, ask=lambda: self._between(base, head))

    def _between(self, base: str, head: str) -> tuple[str, ...]:
        held = self.history(base)
        found: dict[str, None] = {}
        waiting = [head]
        while waiting:
            sha = waiting[-1]
            new = [p for p in self.commit(sha).parents if p not in held and p not in found]
            if sha in held or sha in found or not new:
                waiting.pop()
                if sha not in held:
                    found[sha] = None
            else:
                waiting += reversed(new)
        return tuple(found)

    def history(self, commit: str) -> frozenset[str]:
        """Return a commit and all that it comes from."""

        def ask() -> frozenset[str]:
            found: set[str] = set()
            waiting = [commit]
            while waiting:
                sha = waiting.pop()
                if ("history", sha) in self._known:
                    found |= self.history(sha)
                elif sha not in found:
                    found.add(sha)
                    waiting += self.commit(sha).parents
            return frozenset(found)

        return self._once("history", commit, ask=ask)

    def holds(self, commit: str, other: str) -> bool:
        """Whether `other` is `commit` or an ancestor of it."""
        return other in self.history(commit)

    def merge_base(self, one: str, other: str) -> str | None:
        """Return where two commits parted; of several places, the one that Git takes."""
        if self.holds(one, other) or self.holds(other, one):
            return other if self.holds(one, other) else one

        def ask() -> str | None:
            try:
                return self.run("merge-base", one, other).split()[0]
            except GitError:
                return None

        return self._once("base", one, other, ask=ask)

    def diff(self, base: str, head: str, context: int = 3) -> dict[str, FileDiff]:
        """Return what changes from one commit to another, by new path."""

        def ask() -> dict[str, FileDiff]:
            text = self.run_bytes(
                "-c", "core.quotePath=false", "diff-tree", "-r", "-p", f"-U{context}", "-M", "--full-index",
                "--no-ext-diff", "--no-textconv", base, head,
            )  # fmt: skip
            return parse_diff(text.decode("utf-8", "replace"))

        return self._once("diff", base, head, context, ask=ask)

    def pull_diff(self, base: str, head: str) -> dict[str, FileDiff]:
        """Return what a pull request shows: from where it left the base to its head."""
        start = self.merge_base(base, head)
        return self.diff(start, head) if start else {}

    def file(self, commit: str, path: str) -> bytes | None:
        """Return a file of a commit; None where it has none."""
        sha = self.objects.find(self.commit(commit).tree, path)
        return self.objects.read(sha)[1] if sha else None

    # --- what the server makes

    def merged_tree(self, base: str, head: str) -> str:
        """Return the tree of a merge.

        Raises:
            Conflict: The two change the same lines.
        """

        def ask() -> str:
            try:
                return self.run("merge-tree", "--write-tree", "--no-messages", base, head).splitlines()[0]
            except GitError:
                return ""

        tree = self._once("merge", base, head, ask=ask)
        if not tree:
            raise Conflict(f"{head} does not merge into {base}")
        return tree

    def picked_tree(self, onto: str, commit: str) -> str:
        """Return the tree of `onto` with the change of one commit."""
        change = self.commit(commit)
        parent = self.make(self.commit(change.parents[0]).tree, (), "parent", NOBODY, 0)
        ours = self.make(self.commit(onto).tree, (parent,), "ours", NOBODY, 0)
        theirs = self.make(change.tree, (parent,), "theirs", NOBODY, 0)
        return self.merged_tree(ours, theirs)

    def make(  # noqa: PLR0913, PLR0917  (a commit has these parts)
        self,
        tree: str,
        parents: Sequence[str],
        message: str,
        author: str,
        time: int,
        committer: str = NOBODY,
        author_time: str = "",
        *,
        signed: bool = False,
    ) -> str:
        """Write a commit and return its id; a signed one has a signature of GitHub's."""
        lines = [f"tree {tree}", *(f"parent {parent}" for parent in parents)]
        lines += [f"author {author} {author_time or f'{time} +0000'}", f"committer {committer} {time} +0000"]
        if signed:
            signature = _SIGNATURE.format(base64.b64encode("\n".join(lines).encode()[:48]).decode())
            lines.append("gpgsig " + signature.replace("\n", "\n "))
        data = ("\n".join(lines) + "\n\n" + message).encode()
        return self.objects.write("commit", data)

    def blob(self, content: bytes) -> str:
        return self.objects.write("blob", content)

    def tree_with(self, base: str | None, changes: Mapping[str, tuple[str, str] | None]) -> str:
        """Return the tree `base` with files (mode and blob by path) put in or, as None, taken out."""
        return self.objects.tree_with(base, changes)
