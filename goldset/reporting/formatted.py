"""What `fmt` did, as text for the terminal and as JSON."""

import json
from collections.abc import Sequence
from typing import Protocol

from goldset.reporting.findings import visible


class RefusedFile(Protocol):
    """A file that was left as it is, and why."""

    @property
    def path(self) -> str: ...  # noqa: D102
    @property
    def message(self) -> str: ...  # noqa: D102
    @property
    def hint(self) -> str: ...  # noqa: D102


def formatted_text(changed: Sequence[str], refused: Sequence[RefusedFile], files: int, *, check: bool) -> str:
    """Return a line per file that was or would be written or was left alone, and a line of totals."""
    did = "would change" if check else "changed"
    lines = [f"{did:<14}{visible(path)}" for path in changed]
    for file in refused:
        lines += [
            f"{'left alone':<14}{visible(file.path)}: {visible(file.message)}",
            f"{'':<14}→ {visible(file.hint)}",
        ]
    kept = files - len(changed) - len(refused)
    total = f"{files:,} file{'' if files == 1 else 's'}: {len(changed):,} {did}, {kept:,} canonical already"
    return "\n".join([*lines, f"{total}, {len(refused):,} left alone." if refused else f"{total}."]) + "\n"


def formatted_json(changed: Sequence[str], refused: Sequence[RefusedFile], files: int, *, check: bool) -> str:
    """Return the same as JSON."""
    left = [{"path": file.path, "message": file.message, "hint": file.hint} for file in refused]
    totals = {"files": files, "changed": len(changed), "refused": len(refused)}
    report = {"version": 1, "check": check, "changed": list(changed), "refused": left, "totals": totals}
    return json.dumps(report, ensure_ascii=False, indent=2) + "\n"
