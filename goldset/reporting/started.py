"""What `goldset init` did and what comes next, in words and as JSON."""

import shlex
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

_WIDTH = 80


@dataclass(frozen=True, slots=True)
class Kept:
    """A file that was there already, and the lines that goldset would have had in it and it lacks."""

    path: str
    lacks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Started:
    """What `init` did.

    Attributes:
        root: The set's folder.
        place: The same as seen from where the caller works.
        new_repository: Whether a Git repository was made for it.
        written: Files written, relative to the set's folder (`../` for those of the repository).
        updated: Files in which the set's own lines were brought up to date.
        kept: Files that were there and were left as they are.
        notices: What a person should know.
        branch: The branch that changes are merged into.
        check: Name of the check to require there.
        has_corpus: Whether the settings name a corpus.
        has_items: Whether there are items already.
        to_add: What to hand to `git add` in the set's folder.
    """

    root: str
    place: str
    new_repository: bool
    written: tuple[str, ...]
    updated: tuple[str, ...]
    kept: tuple[Kept, ...]
    notices: tuple[str, ...]
    branch: str
    check: str
    has_corpus: bool
    has_items: bool
    to_add: tuple[str, ...]

    def commands(self) -> list[str]:
        """Return the commands that lead to a committed set with an item, once the settings name a corpus."""
        first = [] if self.has_items else ["goldset snapshot create", "goldset new"]
        return [
            *([f"cd {shlex.quote(self.place)}"] if self.place != "." else []),
            *first,
            "goldset validate",
            f"git add {shlex.join(self.to_add)}",
            f"git commit -m {shlex.quote('Set up goldset' if self.has_items else 'Start the golden set')}",
        ]


def started_as_text(started: Started) -> str:
    """Return the account for a terminal."""
    where = ", in a new Git repository" if started.new_repository else ""
    return "\n".join(
        [
            f"golden set in {started.root}{where}",
            *(f"  wrote   {path}" for path in started.written),
            *(f"  updated {path}" for path in started.updated),
            *(line for kept in started.kept for line in _kept_lines(kept)),
            *(line for notice in started.notices for line in _filled(notice, "  note    ", " " * 10)),
            *_steps(started),
            *_on_github(started),
        ]
    )


def _kept_lines(kept: Kept) -> Iterator[str]:
    yield f"  kept    {kept.path}" + ("; add to it:" if kept.lacks else "")
    yield from (f"            {line}" for line in kept.lacks)


def _steps(started: Started) -> Iterator[str]:
    commands = started.commands()
    lacks = any(kept.lacks for kept in started.kept)
    if started.has_items and not (started.written or started.updated or lacks):
        yield "Nothing to do."
        return
    yield "Next:"
    if not started.has_corpus and not started.has_items:
        before = 1 if commands[0].startswith("cd ") else 0
        commands.insert(before, "")
    for number, command in enumerate(commands, start=1):
        if command:
            yield f"  {number}. {command}"
        else:
            said = "say where your documents are: take the `# ` from the three lines of `corpus:` in goldset.yaml"
            yield from _filled(f"{said}, and name your folder there", f"  {number}. ", " " * 5)


def _on_github(started: Started) -> Iterator[str]:
    if not started.written:
        return
    yield "On GitHub:"
    require = f"require the check `{started.check}` and a review by code owners on {started.branch}"
    paths = "put no rule on the paths snapshots/**: pull requests that a re-index opens, and people merge"
    said = (
        f"{require}: `goldset init --ruleset` prints a ruleset to import",
        f"{paths}, add files there",
        "let workflows open pull requests (Settings, Actions, General), or set up a GitHub App",
    )
    for line in said:
        yield from _filled(line, "  - ", " " * 4)


def _filled(text: str, first: str, rest: str) -> list[str]:
    return textwrap.wrap(
        text,
        _WIDTH,
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    )


def started_as_json(started: Started) -> dict[str, Any]:
    """Return the account as data."""
    kept = sorted(started.kept, key=lambda each: each.path)
    return {
        "version": 1,
        "root": started.root,
        "new_repository": started.new_repository,
        "written": sorted(started.written),
        "updated": sorted(started.updated),
        "kept": [{"path": each.path, "lacks": list(each.lacks)} for each in kept],
        "notices": list(started.notices),
        "check": started.check,
        "names_corpus": started.has_corpus,
        "next": started.commands(),
    }
