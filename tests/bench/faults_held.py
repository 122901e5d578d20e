"""What the last complete run of `mutants.py` on each module found, kept beside it, and whether it still holds."""

import ast
import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

HELD = Path(__file__).with_name("mutants_held.json")
RESULTS = ("killed", "accept", "worded", "same")

Found = Mapping[str, str]
"""A fault by its key, with what it came to."""


def mark_of(source: str) -> str:
    """Return what tells a module's source from another one; comments and layout do not count."""
    return hashlib.sha256(ast.dump(ast.parse(source)).encode()).hexdigest()[:16]


def keep(name: str, source: str, found: Found) -> None:
    """Write down what became of all faults of a module."""
    held = _read()
    counts = Counter(found.values())
    held[name] = {
        "source": mark_of(source),
        "faults": len(found),
        **{result: counts[result] for result in RESULTS},
    }
    HELD.write_text(json.dumps(held, indent=1, sort_keys=True) + "\n", "utf-8")


def tell(sources: Mapping[str, str]) -> int:
    """Print what is written down of each module; return 1 where one is not held as it stands."""
    held = _read()
    print(f"{'':16}{'faults':>8}" + "".join(f"{result:>8}" for result in RESULTS))
    open_ones = 0
    for name, source in sources.items():
        known = held.get(name)
        if known is None:
            print(f"{name:16}  no complete run")
        else:
            same = known["source"] == mark_of(source)
            cells = "".join(f"{known[field]!s:>8}" for field in ("faults", *RESULTS))
            print(f"{name:16}{cells}{'' if same else '  its source changed since'}")
        open_ones += known is None or known["accept"] != 0 or known["source"] != mark_of(source)
    print(f"\n{open_ones} of {len(sources)} modules not held as they stand")
    return 1 if open_ones else 0


def known_from(files: Iterable[Path]) -> dict[tuple[str, str], dict[str, str]]:
    """Return what earlier runs found (`--json`), the faults aside that changed an accept: these are tried again."""
    rows: Sequence[dict[str, str]] = [row for file in files for row in json.loads(file.read_text("utf-8"))]
    return {(row["module"], row["key"]): row for row in rows if row["result"] != "accept"}


def _read() -> dict[str, dict[str, str | int]]:
    held: dict[str, dict[str, str | int]] = json.loads(HELD.read_text("utf-8")) if HELD.exists() else {}
    return held
