"""What `goldset init` did, in words and as JSON."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Kept:
    """A file that was there already, and the lines of goldset's that it lacks."""

    path: str
    lacks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Started:
    """What `init` did.

    Attributes:
        root: The set's folder.
        new_repository: Whether a Git repository was made for it.
        written: Files written, relative to the set's folder (`../` for those of the repository).
        kept: Files that were there and were left as they are.
    """

    root: str
    new_repository: bool
    written: tuple[str, ...]
    kept: tuple[Kept, ...]


_NEXT = """\
Next:
  1. say in goldset.yaml where your documents are
  2. goldset snapshot create      record what is indexed
  3. goldset new                  add the first item
  4. make `goldset / validate` a required check of the base branch"""


def started_as_text(started: Started) -> str:
    """Return the account for a terminal."""
    lines = [
        f"golden set in {started.root}" + (", in a new Git repository" if started.new_repository else "")
    ]
    lines += [f"  wrote {path}" for path in started.written]
    for kept in started.kept:
        lines.append(f"  kept  {kept.path}" + (", which lacks:" if kept.lacks else ""))
        lines += [f"          {line}" for line in kept.lacks]
    return "\n".join([*lines, _NEXT])


def started_as_json(started: Started) -> dict[str, Any]:
    """Return the account as data."""
    return {
        "version": 1,
        "root": started.root,
        "new_repository": started.new_repository,
        "written": sorted(started.written),
        "kept": [
            {"path": k.path, "lacks": list(k.lacks)} for k in sorted(started.kept, key=lambda k: k.path)
        ],
    }
