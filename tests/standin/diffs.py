"""The text of a diff, read into files, hunks and lines."""

import re
from dataclasses import dataclass, field

_HUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")


@dataclass
class Hunk:
    """Lines that stand together in a diff; `new` and `old` are the numbers of their first lines."""

    header: str
    old: int
    old_count: int
    new: int
    new_count: int
    lines: list[str] = field(default_factory=list)

    def shows(self, line: int) -> bool:
        """Whether a line of the new file stands in it."""
        return self.new <= line < self.new + self.new_count


@dataclass
class FileDiff:
    path: str
    old_path: str
    status: str = "modified"
    hunks: list[Hunk] = field(default_factory=list)
    blob: str = ""

    @property
    def additions(self) -> int:
        return sum(line.startswith("+") for hunk in self.hunks for line in hunk.lines)

    @property
    def deletions(self) -> int:
        return sum(line.startswith("-") for hunk in self.hunks for line in hunk.lines)

    @property
    def patch(self) -> str:
        return "\n".join(line for hunk in self.hunks for line in (hunk.header, *hunk.lines))

    def hunk_of(self, line: int) -> Hunk | None:
        """Return the hunk that shows a line of the new file."""
        return next((hunk for hunk in self.hunks if hunk.shows(line)), None)

    def hunk_text(self, hunk: Hunk, line: int) -> str:
        """Return a hunk's text down to a line of the new file, as a comment shows it."""
        shown = [hunk.header]
        number = hunk.new - 1
        for text in hunk.lines:
            shown.append(text)
            number += not text.startswith(("-", "\\"))
            if number >= line:
                break
        return "\n".join(shown)


def parse_diff(text: str) -> dict[str, FileDiff]:
    """Return the files of `git diff-tree -p`, by new path (where deleted, by its only one)."""
    files: list[FileDiff] = []
    for line in text.split("\n"):
        if line.startswith("diff --git "):
            name = line[len("diff --git a/") :]
            same = name[: (len(name) - len(" b/")) // 2]  # a file without lines has no other name
            files.append(FileDiff(same, same))
        elif files and files[-1].hunks and line[:1] in {"+", "-", " ", "\\"}:
            files[-1].hunks[-1].lines.append(line)
        elif files:
            _read_header(files[-1], line)
    return {file.path: file for file in files}


def _read_header(file: FileDiff, line: str) -> None:
    if found := _HUNK.match(line):
        old, old_count, new, new_count = (int(g) if g else 1 for g in found.groups())
        file.hunks.append(Hunk(line, old, old_count, new, new_count))
    for start, status in (("new file", "added"), ("deleted file", "removed"), ("rename from", "renamed")):
        if line.startswith(start):
            file.status = status
    for start, name in (
        ("--- a/", "old_path"),
        ("rename from ", "old_path"),
        ("+++ b/", "path"),
        ("rename to ", "path"),
    ):
        if line.startswith(start):
            setattr(file, name, line.removeprefix(start).rstrip("\t"))
    if line.startswith("index "):
        file.blob = line.split()[1].partition("..")[2]


def moved_line(changes: FileDiff | None, first: int, last: int) -> tuple[int, int] | None:
    """Return where lines went through changes (a diff without context); None where one of them changed."""
    shift = 0
    for hunk in changes.hunks if changes else []:
        # Without old lines, a hunk stands behind line `old`.
        start, end = (hunk.old, hunk.old + hunk.old_count - 1) if hunk.old_count else (hunk.old + 1, hunk.old)
        touches = start <= last and end >= first if hunk.old_count else first <= hunk.old < last
        if touches:
            return None
        if end < first:
            shift += hunk.new_count - hunk.old_count
    return first + shift, last + shift
