"""Which lines of a change a review can comment on (pure)."""

import re
from collections.abc import Iterable, Sequence

from goldset.domain.pulls import ReviewComment
from goldset.forge.github.records import REVIEW_MARK, ChangedFile

MOST_CHARACTERS = 65_536
_HUNK = re.compile(r"^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@", re.MULTILINE)


def right_hunks(patch: str | None) -> list[range]:
    """Return the lines, counted from 1 in the new file, that each hunk of a patch shows."""
    found = [(int(hunk[1]), int(hunk[2] or 1)) for hunk in _HUNK.finditer(patch or "")]
    return [range(start, start + length) for start, length in found]


def placeable(
    comments: Iterable[ReviewComment], files: Iterable[ChangedFile]
) -> tuple[list[ReviewComment], list[ReviewComment]]:
    """Return the comments whose lines all stand in one hunk, and the others."""
    hunks = {file.filename: right_hunks(file.patch) for file in files}
    placed: list[ReviewComment] = []
    other: list[ReviewComment] = []
    for comment in comments:
        there = any(
            comment.start in hunk and comment.end in hunk and comment.start <= comment.end
            for hunk in hunks.get(comment.path, [])
        )
        (placed if there else other).append(comment)
    return placed, other


def review_body(words: str, without_place: Sequence[ReviewComment] = ()) -> str:
    """Return the body of a review: its words, those of comments that have no place beside lines, and goldset's mark.

    A block that would replace lines becomes a plain one: it has none to replace.
    """
    end = f"\n\n{REVIEW_MARK}"
    parts = [words.rstrip()]
    for number, comment in enumerate(without_place):
        part = f"**`{comment.path}`, lines {comment.start}–{comment.end}:**\n\n{_as_plain(comment.body).rstrip()}"
        rest = f"{len(without_place) - number} more are in the files of this pull request."
        if len("\n\n".join([*parts, part, rest])) + len(end) > MOST_CHARACTERS:
            parts.append(rest)
            break
        parts.append(part)
    return "\n\n".join(part for part in parts if part) + end


def payload(comment: ReviewComment) -> dict[str, str | int]:
    """Return a comment as GitHub takes it. It refuses a first line that is the last one too."""
    placed: dict[str, str | int] = {
        "path": comment.path,
        "line": comment.end,
        "side": "RIGHT",
        "body": comment.body,
    }
    if comment.start < comment.end:
        placed |= {"start_line": comment.start, "start_side": "RIGHT"}
    return placed


def _as_plain(body: str) -> str:
    return re.sub(r"^(`{3,}|~{3,})suggestion\b[^\n]*$", r"\1yaml", body, flags=re.MULTILINE)
