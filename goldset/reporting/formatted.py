"""What `fmt` did, as text for the terminal and as JSON."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Protocol

from goldset.reporting.findings import visible
from goldset.reporting.wrapping import wrapped

WIDTH = 80
_COLUMN = 14


class RefusedFile(Protocol):
    """A file that was left as it is, and why."""

    @property
    def path(self) -> str: ...  # noqa: D102
    @property
    def message(self) -> str: ...  # noqa: D102
    @property
    def hint(self) -> str: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class LocateNote:
    """What became of one span.

    Attributes:
        path: The item's file.
        span: Field path of the entry, such as `gold_spans[0]`.
        message: What was filled in or corrected, or why nothing was.
        settled: Whether the place is known now.
        corrected: Whether something that stood there was wrong.
    """

    path: str
    span: str
    message: str
    settled: bool
    corrected: bool = False


class Formatting(Protocol):
    """What `fmt` did: files looked at, paths changed, files refused, notes on places, texts kept."""

    @property
    def files(self) -> int: ...  # noqa: D102
    @property
    def changed(self) -> Sequence[str]: ...  # noqa: D102
    @property
    def refused(self) -> Sequence[RefusedFile]: ...  # noqa: D102
    @property
    def notes(self) -> Sequence[LocateNote]: ...  # noqa: D102
    @property
    def texts(self) -> int: ...  # noqa: D102


def formatted_text(done: Formatting, *, check: bool) -> str:
    """Return a line per file that was or would be written or was left alone, and a line of totals."""
    did = "would change" if check else "changed"
    lines = [f"{did:<{_COLUMN}}{visible(path)}" for path in done.changed]
    # What was only filled in is counted: on a new set that is every span.
    told = [note for note in done.notes if note.corrected or not note.settled]
    for note in told:
        word = "corrected" if note.settled else "not located"
        lines += _row(word, f"{visible(note.path)}, {note.span}: {visible(note.message)}")
    for file in done.refused:
        lines += _row("left alone", f"{visible(file.path)}: {visible(file.message)}")
        lines += _row("", f"→ {visible(file.hint)}")
    files, changed, refused = done.files, len(done.changed), len(done.refused)
    kept = files - changed - refused
    total = f"{files:,} file{'' if files == 1 else 's'}: {changed:,} {did}, {kept:,} canonical already"
    total += f", {refused:,} left alone" if refused else ""
    filled = len(done.notes) - len(told)
    total += f"; {filled:,} place{'' if filled == 1 else 's'} filled in" if filled else ""
    total += f"; {done.texts:,} text{'' if done.texts == 1 else 's'} kept" if done.texts else ""
    return "\n".join([*lines, *wrapped(f"{total}.", "", WIDTH)]) + "\n"


def _row(word: str, text: str) -> list[str]:
    """Return a text beside a word; longer lines go on below the text."""
    first, *more = wrapped(text, " " * _COLUMN, WIDTH)
    return [f"{word:<{_COLUMN}}{first[_COLUMN:]}", *more]


def formatted_json(done: Formatting, *, check: bool) -> str:
    """Return the same as JSON."""
    left = [{"path": file.path, "message": file.message, "hint": file.hint} for file in done.refused]
    totals = {"files": done.files, "changed": len(done.changed), "refused": len(done.refused)}
    report = {
        "version": 1,
        "check": check,
        "changed": list(done.changed),
        "refused": left,
        "located": [asdict(note) for note in done.notes],
        "texts_kept": done.texts,
        "totals": totals,
    }
    return json.dumps(report, ensure_ascii=False, indent=2) + "\n"
