"""Pull requests as files: `.goldset/<set>/<kind>/<name>.md` is one, the `.json` beside it says how it stands.

Open, merged and closed follow from Git: a branch that the base holds is merged, one that is gone unmerged
was closed by a person. The folder ignores itself, so that no set needs to be told of it.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from goldset.domain.branch_names import folder, short
from goldset.domain.pulls import PullRequest, PullState, Review, read_marker, with_marker
from goldset.errors import ForgeError
from goldset.forge.port import Dress, PullText, Refs

FOLDER = ".goldset"


@dataclass(frozen=True, slots=True)
class _Stored:
    """What a `.json` file says: the state and the head commit when goldset last wrote or remembered it."""

    branch: str
    state: PullState
    head: str


class LocalHost:
    """Pull requests of one set, in the set's own folder (satisfies `Host`)."""

    def __init__(self, root: Path, set_name: str, refs: Refs, write: Callable[[Path, bytes], None]) -> None:
        """Make a host.

        Args:
            root: Folder of the set.
            set_name: Name of the set.
            refs: The set's branches.
            write: Writes a file whole or not at all.
        """
        self._root = root / FOLDER
        self._set = set_name
        self._refs = refs
        self._write_whole = write

    @property
    def shows_reviews(self) -> bool:
        """Whether suggestions can be shown: a file has no such thing; decisions are made by command."""
        return False

    def dress(self, branch: str, dress: Dress) -> None:
        """Do nothing: a file has no labels."""

    def review(self, branch: str, review: Review) -> None:
        """Do nothing: the body says how to decide by command."""

    @property
    def notices(self) -> Sequence[str]:
        """Return nothing: files are written or not."""
        return ()

    def how_to_reopen(self, pull: PullRequest) -> str:
        """Return how to bring a branch back."""
        return f"git branch {pull.branch} {pull.head[:12]}"

    def files_on(self, branch: str) -> str:  # noqa: ARG002 (a protocol's signature)
        """Return nothing: a file on a branch has no address."""
        return ""

    def branches(self) -> Mapping[str, str]:
        """Return the tips of the set's branches."""
        return self._refs.tips()

    def pull_requests(self) -> list[PullRequest]:
        """Return every pull request of the set, by branch.

        Raises:
            ForgeError: A file of the folder is damaged.
        """
        return self._pulls(self._stored())

    def _pulls(self, stored: Sequence[_Stored]) -> list[PullRequest]:
        tips = self._refs.tips()
        heads = {pull.branch: tips.get(pull.branch, pull.head) for pull in stored}
        merged = self._refs.merged(heads.values())
        return [self._pull(pull, heads[pull.branch], tips, merged) for pull in stored]

    def _pull(self, pull: _Stored, head: str, tips: Mapping[str, str], merged: frozenset[str]) -> PullRequest:
        body = self._read(pull.branch, ".md")
        marker = read_marker(body)
        if pull.state is PullState.MERGED or head in merged:
            state = PullState.MERGED
        elif pull.branch not in tips:
            state = PullState.CLOSED
        else:
            # A branch that stands is open again, unless goldset closed it and was stopped before it deleted
            # it.
            unfinished = pull.state is PullState.CLOSED and marker is not None and bool(marker.closed)
            state = PullState.CLOSED if unfinished and head == pull.head else PullState.OPEN
        name = f"{FOLDER}/{self._set}/{short(pull.branch)}.md"
        return PullRequest(name, pull.branch, state, marker, self._read(pull.branch, ".comment.md"), head)

    def remember(self) -> None:
        """Write down what became of each pull request: a deleted branch cannot be traced for ever."""
        known = self._stored()  # once: another run may write one down meanwhile
        for pull, stored in zip(self._pulls(known), known, strict=True):
            if pull.state is not stored.state:
                self._write_state(_Stored(pull.branch, pull.state, pull.head))

    def put_branch(self, branch: str, new: str, old: str | None) -> None:
        """Make or move a branch."""
        self._refs.move(branch, new, old)

    def delete_branch(self, branch: str, old: str) -> None:
        """Delete a branch."""
        self._refs.move(branch, None, old)

    def open(self, branch: str, text: PullText) -> None:
        """Write the files of a pull request."""
        self.update(branch, text)

    def update(self, branch: str, text: PullText) -> None:
        """Write the files of a pull request anew."""
        # The state first: a body without its marker's keys is written again, a state never is.
        self._write_state(_Stored(branch, PullState.OPEN, self._refs.tips()[branch]))
        self._write(branch, ".md", f"# {text.title}\n\n{text.body}")

    def comment(self, branch: str, text: str) -> None:
        """Write the comment's file."""
        self._write(branch, ".comment.md", text)

    def close(self, branch: str, reason: str) -> None:
        """Mark a pull request as closed by goldset."""
        body = self._read(branch, ".md")
        marker = read_marker(body)
        if marker is None:
            raise ForgeError(f"{self._path(branch, '.md')} has lost its marker", "delete its branch yourself")
        # The marker first: closed without it would mean that a person closed it.
        self._write(branch, ".md", with_marker(body, marker.closed_for(reason)))
        self._write_state(_Stored(branch, PullState.CLOSED, self._refs.tips().get(branch, "")))

    def _stored(self) -> list[_Stored]:
        top = self._root / self._set
        return [_stored(path) for path in sorted(top.rglob("*.json"))] if top.is_dir() else []

    def _write_state(self, pull: _Stored) -> None:
        data = {"version": 1, "branch": pull.branch, "state": str(pull.state), "head": pull.head}
        self._write(pull.branch, ".json", json.dumps(data, indent=1, sort_keys=True) + "\n")

    def _write(self, branch: str, suffix: str, text: str) -> None:
        ignore = self._root / ".gitignore"
        if not ignore.exists():
            self._write_whole(ignore, b"*\n")
        self._write_whole(self._path(branch, suffix), text.encode())

    def _read(self, branch: str, suffix: str) -> str:
        try:
            return self._path(branch, suffix).read_text(encoding="utf-8")
        except FileNotFoundError:
            return ""

    def _path(self, branch: str, suffix: str) -> Path:
        return self._root / self._set / f"{branch.removeprefix(folder(self._set))}{suffix}"


def _stored(path: Path) -> _Stored:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        return _Stored(str(data["branch"]), PullState(data["state"]), str(data["head"]))
    except (ValueError, KeyError, TypeError) as error:
        message = f"{path} does not say how its pull request stands"
        raise ForgeError(
            message, "delete it together with its .md; its branch is then offered anew"
        ) from error
