"""Git's objects and refs as files, read and written without a process each time."""

import contextlib
import hashlib
import os
import re
import subprocess
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path

NO_COMMIT = "0" * 40
TREE_MODE = "40000"
_SHA = re.compile("[0-9a-f]{40}")
_ENTRY = re.compile(rb"(?P<mode>\d+) (?P<name>[^\0]+)\0(?P<sha>.{20})", re.DOTALL)

Entries = dict[str, tuple[str, str]]  # mode and object by name


class GitError(Exception):
    """Git refused."""


class Objects:
    """The object store and the refs of a bare repository."""

    def __init__(self, folder: Path, env: Mapping[str, str]) -> None:
        self._folder = folder
        self._env = env

    def read(self, sha: str) -> tuple[str, bytes]:
        """Return kind and content of an object.

        Raises:
            GitError: There is none.
        """
        if not _SHA.fullmatch(sha):
            raise GitError(f"{sha!r} is no object")
        try:
            data = zlib.decompress(self._path(sha).read_bytes())
        except FileNotFoundError:
            return self._read_packed(sha)
        head, _, content = data.partition(b"\0")
        return head.split(b" ")[0].decode(), content

    def _read_packed(self, sha: str) -> tuple[str, bytes]:
        done = subprocess.run(
            ["git", "cat-file", "--batch"],
            cwd=self._folder, input=sha.encode() + b"\n", capture_output=True, env=self._env, check=False,
        )  # fmt: skip
        head, _, content = done.stdout.partition(b"\n")
        if not head or head.endswith(b" missing"):
            raise GitError(f"{sha} is missing")
        return head.split(b" ")[1].decode(), content[:-1]

    def _path(self, sha: str) -> Path:
        return self._folder / "objects" / sha[:2] / sha[2:]

    def write(self, kind: str, content: bytes) -> str:
        """Write an object and return its id."""
        data = f"{kind} {len(content)}".encode() + b"\0" + content
        sha = hashlib.sha1(data).hexdigest()
        path = self._path(sha)
        if not path.exists():
            path.parent.mkdir(exist_ok=True)
            new = path.with_name(f"tmp_obj_{sha}_{os.getpid()}")
            new.write_bytes(zlib.compress(data, 1))
            new.replace(path)
        return sha

    # --- trees

    def entries(self, tree: str) -> Entries:
        """Return mode and object of a tree's entries, by name."""
        kind, content = self.read(tree)
        if kind != "tree":
            raise GitError(f"{tree} is no tree")
        return {f["name"].decode(): (f["mode"].decode(), f["sha"].hex()) for f in _ENTRY.finditer(content)}

    def write_tree(self, entries: Entries) -> str:
        def order(name: str) -> bytes:
            return name.encode() + (b"/" if entries[name][0] == TREE_MODE else b"")

        content = b"".join(
            f"{mode} {name}".encode() + b"\0" + bytes.fromhex(sha)
            for name, (mode, sha) in ((name, entries[name]) for name in sorted(entries, key=order))
        )
        return self.write("tree", content)

    def tree_with(self, base: str | None, changes: Mapping[str, tuple[str, str] | None]) -> str:
        """Return the tree `base` with files (mode and blob by path) put in or, as None, taken out."""
        entries = self.entries(base) if base else {}
        below: dict[str, dict[str, tuple[str, str] | None]] = {}
        for path, change in changes.items():
            name, _, rest = path.partition("/")
            if rest:
                below.setdefault(name, {})[rest] = change
            elif change is None:
                entries.pop(name, None)
            else:
                entries[name] = (change[0].lstrip("0"), change[1])
        for name, inner in below.items():
            mode, old = entries.get(name, ("", ""))
            tree = self.tree_with(old if mode == TREE_MODE else None, inner)
            entries[name] = (TREE_MODE, tree)
            if not self.entries(tree):
                del entries[name]
        return self.write_tree(entries)

    def find(self, tree: str, path: str) -> str | None:
        """Return the object at a path; None where there is none."""
        name, _, rest = path.partition("/")
        mode, sha = self.entries(tree).get(name, ("", ""))
        if rest:
            return self.find(sha, rest) if mode == TREE_MODE else None
        return sha or None

    # --- refs

    def refs(self, prefix: str) -> dict[str, str]:
        """Return the refs whose full names begin so."""
        packed = {name: sha for name, sha in self._packed().items() if name.startswith(prefix)}
        return dict(sorted({**packed, **dict(self._loose(prefix))}.items()))

    def ref(self, name: str) -> str:
        """Return where a ref stands; empty where there is none."""
        return self._read_ref(os.path.join(self._folder, name)) or self._packed().get(name, "")

    def _packed(self) -> dict[str, str]:
        try:
            lines = (self._folder / "packed-refs").read_text().splitlines()
        except FileNotFoundError:
            return {}
        pairs = (line.partition(" ") for line in lines if not line.startswith(("#", "^")))
        return {name: sha for sha, _, name in pairs}

    def _loose(self, prefix: str) -> Iterator[tuple[str, str]]:
        start = prefix.rpartition("/")[0]
        for folder, _, files in os.walk(os.path.join(self._folder, start)):
            below = os.path.relpath(folder, self._folder).replace(os.sep, "/")
            for file in files:
                name = f"{below}/{file}"
                if name.startswith(prefix) and (sha := self._read_ref(os.path.join(folder, file))):
                    yield name, sha

    @staticmethod
    def _read_ref(path: str) -> str:
        """Return what a file of a ref says; empty where it is moved or deleted just now."""
        if path.endswith(".lock"):
            return ""
        try:
            with open(path) as file:
                sha = file.read().strip()
        except (FileNotFoundError, IsADirectoryError, NotADirectoryError):
            return ""
        return sha if _SHA.fullmatch(sha) else ""

    def is_packed(self, ref: str) -> bool:
        return ref in self._packed()

    def move(self, ref: str, new: str | None, old: str | None) -> None:
        """Make, move or delete a ref that is not packed, as Git does it: under a lock, by a rename.

        Raises:
            GitError: It stands elsewhere, is being moved, or another ref is in its way.
        """
        path = self._folder / ref
        lock = path.with_name(f"{path.name}.lock")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with lock.open("x") as file:
                file.write(f"{new}\n")
        except (FileExistsError, NotADirectoryError) as error:
            raise GitError(f"{ref} is locked, or another ref is in its way") from error
        try:
            if old is not None and (path.read_text().strip() if path.is_file() else None) != old:
                raise GitError(f"{ref} does not stand at {old}")
            if new is not None:
                self._make_way(path)
                lock.replace(path)
            else:
                path.unlink(missing_ok=True)
        except IsADirectoryError as error:
            raise GitError(f"another ref is in the way of {ref}") from error
        finally:
            lock.unlink(missing_ok=True)

    def _make_way(self, path: Path) -> None:
        """Remove folders that deleted refs left behind."""
        for folder, _, _ in os.walk(path, topdown=False):
            with contextlib.suppress(OSError):
                Path(folder).rmdir()
