"""Which files of a source are documents: kinds by file name, and patterns for `include` and `exclude`.

A pattern is held against the whole path below the source. `*` and `?` stand for characters of one name,
`[abc]` for one of them, and a name `**` for any number of folders, none included: `*.md` means files at the
top, `**/*.md` files everywhere, `guides/**` everything below `guides`. Upper and lower case differ. Without
`include`, files of the known kinds are documents; with it, whatever it matches, and a file of an unknown kind
is read as text.
"""

import re
from collections.abc import Iterable
from enum import StrEnum

from goldset.domain.settings import SourceSettings
from goldset.errors import SettingsError


class FileKind(StrEnum):
    """How a file is read."""

    MARKDOWN = "markdown"
    TEXT = "text"
    RESTRUCTURED = "restructured"
    HTML = "html"
    PDF = "pdf"


_KINDS = {
    ".md": FileKind.MARKDOWN,
    ".markdown": FileKind.MARKDOWN,
    ".mdx": FileKind.MARKDOWN,
    ".txt": FileKind.TEXT,
    ".text": FileKind.TEXT,
    ".rst": FileKind.RESTRUCTURED,
    ".html": FileKind.HTML,
    ".htm": FileKind.HTML,
    ".xhtml": FileKind.HTML,
    ".pdf": FileKind.PDF,
}


def suffix(path: str) -> str:
    """Return a file name's last ending in lower case, with its dot; empty where there is none."""
    name = path.rsplit("/", 1)[-1]
    dot = name.rfind(".")
    return name[dot:].lower() if dot > 0 else ""


class Selection:
    """What a source's `include` and `exclude` choose."""

    def __init__(self, rules: SourceSettings) -> None:
        self._included = [_Pattern(pattern, rules.name) for pattern in rules.include]
        self._excluded = [_Pattern(pattern, rules.name) for pattern in rules.exclude]

    def kind(self, path: str) -> FileKind | None:
        """Return how a file is to be read; None where it is not a document."""
        if self._excluded and any(pattern.matches(path) for pattern in self._excluded):
            return None
        known = _KINDS.get(suffix(path))
        if not self._included:
            return known
        return (known or FileKind.TEXT) if any(pattern.matches(path) for pattern in self._included) else None

    def of_other_kind(self, path: str) -> bool:
        """Return whether a file is left out for nothing but its kind."""
        return not self._included and not any(pattern.matches(path) for pattern in self._excluded)

    def may_hold(self, folder: str) -> bool:
        """Return whether a document may stand below a folder."""
        if any(
            pattern.matches(f"{folder}/\0/\0") and pattern.matches(f"{folder}/\0")
            for pattern in self._excluded
        ):
            return False
        return not self._included or any(pattern.may_match_below(folder) for pattern in self._included)

    def idle(self, paths: Iterable[str]) -> list[str]:
        """Return the patterns of `include` that match none of these paths."""
        left = list(self._included)
        for path in paths:
            left = [pattern for pattern in left if not pattern.matches(path)]
            if not left:
                break
        return [pattern.text for pattern in left]


class _Pattern:
    """One pattern, made ready."""

    def __init__(self, text: str, source: str) -> None:
        self.text = text
        self._names = text.removesuffix("/").split("/") + (["**"] if text.endswith("/") else [])
        if "\\" in text or any(name in ("", ".", "..") for name in self._names):
            raise SettingsError(
                f"goldset.yaml: source {source}: the pattern `{text}` can match nothing",
                "write it relative to the source, with `/` and without `.` or `..`, such as `guides/**/*.md`",
            )
        self._whole = re.compile("".join(_expression(self._names)), re.DOTALL)

    def matches(self, path: str) -> bool:
        """Return whether the pattern matches a whole path."""
        return self._whole.fullmatch(path) is not None

    def may_match_below(self, folder: str) -> bool:
        """Return whether the pattern can match a path below a folder."""
        for pattern, name in zip(self._names, folder.split("/"), strict=False):
            if pattern == "**":
                return True
            if not re.fullmatch(_name_expression(pattern), name, re.DOTALL):
                return False
        return len(self._names) > folder.count("/") + 1


def _expression(names: list[str]) -> Iterable[str]:
    last = len(names) - 1
    for position, name in enumerate(names):
        if name == "**":
            yield ".+" if position == last else "(?:.+/)?"
        else:
            yield _name_expression(name) + ("" if position == last else "/")


def _name_expression(name: str) -> str:
    """Return the regular expression of one name of a pattern; none of its parts matches a `/`."""
    parts = re.findall(r"\*+|\?|\[!?\]?[^\]]*\]|.", name, re.DOTALL)
    return "".join(map(_part_expression, parts))


def _part_expression(part: str) -> str:
    if part.startswith("*"):
        return "[^/]*"
    if part == "?":
        return "[^/]"
    if len(part) > 1 and part.startswith("["):
        negated = part.startswith("[!")
        members = re.sub(r"([\\^\[&~|])", r"\\\1", part[2 if negated else 1 : -1])
        members = "\\" + members if members.startswith("]") else members
        return f"(?!/)[{'^' if negated else ''}{members}]"
    return re.escape(part)
