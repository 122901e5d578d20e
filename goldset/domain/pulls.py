"""Pull requests that goldset opens, and the marker in their bodies that says what each one asks."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

_MARKER = re.compile(r"<!-- goldset (\{.*?\}) -->")


class PullKind(StrEnum):
    """What a pull request is for; also the folder of its branch below `goldset/<set>/`."""

    SNAPSHOT = "snapshot"
    RELABEL = "relabel"


class PullState(StrEnum):
    """Whether people still have to decide about a pull request."""

    OPEN = "open"
    CLOSED = "closed"
    MERGED = "merged"


@dataclass(frozen=True, slots=True)
class Marker:
    """What a pull request asks, as a comment in its body that people do not see.

    Attributes:
        set: Name of the golden set.
        kind: What the pull request is for.
        snapshot: Id of the snapshot that it was last written for.
        digest: That snapshot's corpus digest.
        keys: Span keys by span id by item id; empty for a carry-over.
        content: Hash of what a carry-over carries; empty for a queue.
        closed: Why goldset itself closed it; empty while open, and where a person closed it.
    """

    set: str
    kind: PullKind
    snapshot: str
    digest: str
    keys: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    content: str = ""
    closed: str = ""

    def __str__(self) -> str:
        data = {"version": 1, **{name: getattr(self, name) for name in self.__slots__}}
        text = json.dumps(data, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
        # A comment ends at the first `-->`, wherever it stands.
        for harmful, harmless in (("<", r"\u003c"), (">", r"\u003e"), ("--", r"-\u002d")):
            text = text.replace(harmful, harmless)
        return f"<!-- goldset {text} -->"

    def closed_for(self, reason: str) -> "Marker":
        """Return this marker once goldset has closed its pull request."""
        return replace(self, closed=reason)


def read_marker(body: str) -> Marker | None:
    """Return the marker of a body; None where there is none that goldset could have written."""
    found = _last(body)
    try:
        data: dict[str, Any] = json.loads(found[1]) if found else {}
        keys = {str(i): {str(s): str(k) for s, k in spans.items()} for i, spans in data["keys"].items()}
        texts = {name: str(data[name]) for name in ("set", "snapshot", "digest", "content", "closed")}
        return Marker(kind=PullKind(data["kind"]), keys=keys, **texts)
    except (ValueError, KeyError, AttributeError):
        return None


def with_marker(body: str, marker: Marker) -> str:
    """Return a body with its marker replaced."""
    found = _last(body)
    return body if found is None else f"{body[: found.start()]}{marker}{body[found.end() :]}"


def _last(body: str) -> re.Match[str] | None:
    """Return the last marker of a body: goldset writes it below all text that it quotes."""
    return next(iter([*_MARKER.finditer(body)][-1:]), None)


@dataclass(frozen=True, slots=True)
class ReviewComment:
    """Words beside lines of a changed file.

    Attributes:
        path: The file, from the root of the repository.
        start: First line, counted from 1 in the file at the branch's tip.
        end: Last line, included.
        body: Markdown; a suggestion block in it replaces all these lines.
    """

    path: str
    start: int
    end: int
    body: str


@dataclass(frozen=True, slots=True)
class Review:
    """What goldset writes once beside the changed lines of a queue branch, for people to decide by a click."""

    body: str
    comments: tuple[ReviewComment, ...]


@dataclass(frozen=True, slots=True)
class PullRequest:
    """A pull request of goldset's, as its host has it.

    Attributes:
        name: How people find it, such as `#31`, or its file.
        branch: Head branch; never used for another pull request.
        state: Open, closed or merged.
        marker: What its body says that it asks; None where a person removed it.
        comment: The text of goldset's own comment; empty where there is none.
        head: Id of the commit that its branch was last seen at.
        reviewed: Id of the commit that goldset's newest review is of; empty where there is none.
        dressed: Whether it ever had its labels, assignees and reviewers; they are set once.
    """

    name: str
    branch: str
    state: PullState
    marker: Marker | None
    comment: str = ""
    head: str = ""
    reviewed: str = ""
    dressed: bool = True

    @property
    def declined(self) -> bool:
        """Whether a person closed it without merging."""
        return self.state is PullState.CLOSED and not (self.marker and self.marker.closed)
