"""A repository that holds a golden set in `eval` and the documents that it is about in `docs`."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.conftest import Ran, git, write_tree

SETTINGS = 'set: post\ncorpus:\n  sources:\n    - {name: docs, path: ../docs, include: ["**/*.md"]}\n'
FEE, RETURNS, HOURS = (
    "Express delivery costs €9.50 for parcels up to 2 kg.",
    "Returns are free within 30 days of the delivery.",
    "The counter is open from 8 to 18 on working days.",
)
PARCELS = f"# Parcels\n\nParcels go by road, and by rail where it is faster.\n\n{FEE}\n\n{RETURNS}\n"
COUNTERS = f"# Counters\n\nEvery town of the region has a counter of its own.\n\n{HOURS}\n"
ITEMS = {"fee": ("parcels.md", FEE), "returns": ("parcels.md", RETURNS), "hours": ("counters.md", HOURS)}


def item(name: str, doc: str, text: str) -> str:
    return (
        f"id: {name}\nquestion: What do you say of {name}?\nslice: post\nanswerable: true\n"
        f'gold_answer: As the page says.\ncorpus_snapshot: "A"\ngold_spans:\n'
        f"  - doc_id: {doc}\n    text: {text}\n"
    )


@dataclass
class DocsSet:
    """The repository."""

    root: Path
    goldset: Callable[..., Ran]

    @property
    def set(self) -> Path:
        return self.root / "eval"

    def git(self, *args: str) -> str:
        return git(self.root, *args)

    def write(self, **pages: str) -> None:
        write_tree(self.root, {f"docs/{name}.md": text for name, text in pages.items()})

    def commit(self, **pages: str) -> str:
        self.write(**pages)
        self.git("add", "-A")
        self.git("commit", "-qm", "change", "--allow-empty")
        return self.git("rev-parse", "HEAD")

    def run(self, *args: str | Path, code: int = 0) -> Ran:
        done = self.goldset(*args, "-C", self.set)
        assert done.code == code, (done.code, done.out, done.err)
        return done

    def impact(self, *args: str) -> dict[str, Any]:
        """Return what a change touches; every span is counted once."""
        found: dict[str, Any] = json.loads(self.run("impact", *args, "--format", "json").out)
        totals = dict(found["totals"])
        assert totals.pop("spans") == sum(totals.values())
        return found

    def status(self) -> list[str]:
        return self.git("status", "--porcelain", "-uall").splitlines()


def effects(found: dict[str, Any]) -> dict[str, str]:
    return {row["item"]: f"{row['effect']} {row['outcome']}" for row in found["spans"]}


def start(root: Path, goldset: Callable[..., Ran], settings: str = SETTINGS) -> DocsSet:
    """Write documents, set and snapshot A, and commit them."""
    made = DocsSet(root, goldset)
    made.write(parcels=PARCELS, counters=COUNTERS)
    items: dict[str, str | bytes] = {
        f"eval/items/post/{name}.yaml": item(name, *where) for name, where in ITEMS.items()
    }
    write_tree(root, {"eval/goldset.yaml": settings, **items})
    made.run("snapshot", "create", "A", "--created", "2026-10-01")
    made.run("fmt", "--locate")
    made.commit()
    return made
