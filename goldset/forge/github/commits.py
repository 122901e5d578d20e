"""Commits made through GitHub's API, which signs them: for repositories that take no others."""

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from pydantic import BaseModel

from goldset.errors import ForgeError
from goldset.forge.github.client import Client
from goldset.forge.github.refusals import LATER, RefusedError, clean

# Moves a branch only if it stands where it should: what the REST API has for this overwrites whatever is there.
_MOVE = "mutation($input: UpdateRefsInput!) { updateRefs(input: $input) { clientMutationId } }"
# What a tree's entry may hold itself; what is longer, or no text, is sent before it.
MOST_INLINE = 500_000


@dataclass(frozen=True, slots=True)
class LocalCommit:
    """A commit that is only in this repository.

    Attributes:
        parent: Its one parent, which GitHub has.
        tree: Id of its tree.
        message: Its message.
        changes: Content by path of what it changes against its parent; None for a file that it deletes.
    """

    parent: str
    tree: str
    message: str
    changes: Mapping[str, bytes | None]


class CommitSource(Protocol):
    """Reads commits of this repository."""

    def read(self, commit: str) -> LocalCommit:
        """Return a commit with one parent."""


class _Object(BaseModel):
    sha: str


class _Ref(BaseModel):
    object: _Object


class _Commit(BaseModel):
    tree: _Object


class _Repository(BaseModel):
    node_id: str


class _Problem(BaseModel):
    message: str = ""


class _Moved(BaseModel):
    errors: list[_Problem] | None = None


class ApiCommits:
    """Puts local commits on branches of GitHub, made anew there.

    Attributes:
        made: The commit that GitHub made, by branch: its id is not that of the local one.
    """

    def __init__(self, client: Client, source: CommitSource) -> None:
        """Make it; `source` reads the commits of this repository."""
        self.made: dict[str, str] = {}
        self._client = client
        self._source = source
        self._blobs: dict[bytes, str] = {}

    def put(self, branch: str, new: str, old: str | None) -> None:
        """Make a branch, or move it from `old`, to a commit like a local one.

        Raises:
            ForgeError: It does not stand at `old` any more, or GitHub made another tree of the files.
        """
        standing = self._standing(branch)
        if standing != old:
            raise _moved(branch)
        commit = self._source.read(new)
        made = self._commit(commit)
        if old is None:
            self._create(branch, made)
        else:
            self._move(branch, made, old)
        self.made[branch] = made

    def _standing(self, branch: str) -> str | None:
        try:
            return self._client.get(f"git/ref/heads/{branch}", _Ref).object.sha
        except RefusedError as error:
            if error.status == 404:  # noqa: PLR2004 (there is none)
                return None
            raise

    def _commit(self, commit: LocalCommit) -> str:
        # What is made here hangs on no branch yet: made twice after a lost answer, it is the same or nobody sees it.
        parent = self._client.get(f"git/commits/{commit.parent}", _Commit)
        entries = [self._entry(path, content) for path, content in sorted(commit.changes.items())]
        body: dict[str, Any] = {"base_tree": parent.tree.sha, "tree": entries}
        tree = self._client.repeatable_post("git/trees", body, _Object).sha
        if tree != commit.tree:
            raise ForgeError(
                f"GitHub made the tree {tree} of the files of {commit.tree}",
                "commit by push instead: `forge: {commits: push}` in goldset.yaml",
            )
        # Without author and date: GitHub signs only what it writes in its own name.
        body = {"message": commit.message, "tree": tree, "parents": [commit.parent]}
        return self._client.repeatable_post("git/commits", body, _Object).sha

    def _entry(self, path: str, content: bytes | None) -> dict[str, str | None]:
        entry: dict[str, str | None] = {"path": path, "mode": "100644", "type": "blob"}
        if content is None:
            return {**entry, "sha": None}
        text = _as_text(content)
        if text is not None:
            return {**entry, "content": text}
        if content not in self._blobs:
            body = {"content": base64.b64encode(content).decode(), "encoding": "base64"}
            self._blobs[content] = self._client.repeatable_post("git/blobs", body, _Object).sha
        return {**entry, "sha": self._blobs[content]}

    def _create(self, branch: str, made: str) -> None:
        def find() -> _Ref | None:
            return _Ref(object=_Object(sha=made)) if self._standing(branch) == made else None

        try:
            self._client.post("git/refs", {"ref": f"refs/heads/{branch}", "sha": made}, _Ref, find)
        except RefusedError as error:
            if self._standing(branch) is not None:
                raise _moved(branch) from error
            raise

    def _move(self, branch: str, made: str, old: str) -> None:
        def find() -> _Moved | None:
            return _Moved() if self._standing(branch) == made else None

        repository = self._client.get("", _Repository).node_id
        update = {"name": f"refs/heads/{branch}", "beforeOid": old, "afterOid": made, "force": True}
        variables = {"input": {"repositoryId": repository, "refUpdates": [update]}}
        body = {"query": _MOVE, "variables": variables}
        problems = self._client.post(self._client.address.graphql_url, body, _Moved, find).errors
        if not problems or find():
            return
        if self._standing(branch) != old:
            raise _moved(branch)
        said = clean("; ".join(problem.message for problem in problems))
        raise ForgeError(f"GitHub did not move {branch} ({said})", LATER)


def _as_text(content: bytes) -> str | None:
    if len(content) > MOST_INLINE:
        return None
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return None


def _moved(branch: str) -> ForgeError:
    return ForgeError(
        f"{branch} moved meanwhile; it was left as it is",
        "run it again: what stands then is planned from anew",
    )
