"""Many nights: the corpus changes, people do what they like, and every run accounts for everything."""

import json
import random
import subprocess
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Ran
from tests.golden_set import GoldenSet, fee, start

NIGHTS = 5
CASES = range(1, 6)
HOME = "goldset/golden-set/"


class Nights:
    """A golden set, the chance that rules it, and what people have done that must not be lost."""

    def __init__(self, golden: GoldenSet, seed: int) -> None:
        self.golden = golden
        self.chance = random.Random(seed)
        self.theirs: set[str] = set()
        self.added = 0
        self.told: list[str] = []

    def tell(self, what: str) -> None:
        self.told.append(what)

    # The corpus

    def change_corpus(self) -> None:
        for number in self.chance.sample(list(CASES), self.chance.randint(0, 3)):
            page, text = self.golden.corpus / f"case{number}.md", fee(number)
            kind = self.chance.choice(["edit", "edit", "move", "restore", "remove", "other"])
            self.tell(f"corpus: {kind} case{number}")
            if kind == "edit":
                self.golden.page(
                    f"case{number}", text.replace(f"${number}00", f"${self.chance.randint(5, 9)}55")
                )
            elif kind == "move":
                self.golden.page(f"case{number}", f"New line {self.chance.randint(1, 9)}.", text)
            elif kind == "remove" and page.exists():
                page.unlink()
            elif kind == "other":
                self.golden.page(f"case{number}", "Nothing of it is left, whatever one asks.")
            else:
                self.golden.page(f"case{number}", text)

    # People

    def people(self) -> None:
        does = [self.decide, self.decide, self.by_hand, self.merge, self.merge, self.squash, self.delete]
        does += [self.edit_item, self.add_item, self.update_branch, self.undo]
        for do in self.chance.sample(does, self.chance.randint(0, 4)):
            do()

    def branch(self, kind: str = "relabel/") -> str | None:
        names = [name for name in self.golden.queues() if name.startswith(kind)]
        return self.chance.choice(names) if names else None

    def decide(self) -> None:
        rows = json.loads(self.golden.relabel("list", "--format", "json").out)["spans"]
        waiting = [row for row in rows if row["state"] == "undecided"]
        if not waiting:
            return
        row = self.chance.choice(waiting)
        verb = self.chance.choice(["accept", "accept", "later", "drop", "retire", "unanswerable", "reject"])
        done = self.golden.goldset("relabel", verb, row["item"], row["span"], "-C", self.golden.root)
        self.tell(f"{verb} {row['item']} on {row['where']}: {done.code} {done.err}")
        assert done.code in (0, 2), done.err
        if done.code == 0:
            self.keep(row["where"])

    def by_hand(self) -> None:
        name = self.branch()
        if name:
            self.golden.person_commits(name, {"notes.txt": f"{self.chance.random()}\n"})
            self.tell(f"commit to {name}")
            self.keep(HOME + name)

    def keep(self, branch: str) -> None:
        tip = self.golden.refs().get(branch)
        if tip and tip != self.golden.refs()["main"]:
            self.theirs.add(branch)

    def merge(self) -> None:
        name = self.branch(self.chance.choice(["relabel/", "snapshot/"]))
        if name and self.try_merge("--no-edit", HOME + name):
            self.tell(f"merge {name}")
            self.maybe_tidy(name)

    def squash(self) -> None:
        name = self.branch(self.chance.choice(["relabel/", "snapshot/"]))
        if name and self.try_merge("--squash", HOME + name):
            subprocess.run(
                ["git", "commit", "-qm", "Squash"], cwd=self.golden.root, check=False, capture_output=True
            )
            self.tell(f"squash {name}")
            self.maybe_tidy(name)

    def try_merge(self, *args: str) -> bool:
        done = subprocess.run(
            ["git", "merge", "-q", *args], cwd=self.golden.root, check=False, capture_output=True
        )
        if done.returncode:
            self.golden.git("reset", "-q", "--hard")
            self.tell(f"conflict {args}")
        return done.returncode == 0

    def maybe_tidy(self, name: str) -> None:
        if self.chance.random() < 0.5:
            self.drop_branch(name)

    def drop_branch(self, name: str) -> None:
        self.golden.git("branch", "-q", "-D", HOME + name)
        self.theirs.discard(HOME + name)

    def delete(self) -> None:
        name = self.branch(self.chance.choice(["relabel/", "relabel/", "snapshot/"]))
        if name:
            self.tell(f"delete {name}")
            self.drop_branch(name)

    def edit_item(self) -> None:
        path = self.chance.choice(sorted((self.golden.root / "items/fees").glob("*.yaml")))
        path.write_text(path.read_text().replace("What does", "Now what does", 1))
        self.golden.commit(f"edit {path.name}")
        self.tell(f"edit {path.name}")

    def add_item(self) -> None:
        self.added += 1
        number = self.chance.choice(list(CASES))
        self.golden.item(f"new-{self.added}", (f"case{number}", fee(number)))
        self.golden.commit("add")
        self.tell(f"add new-{self.added} of case{number}")

    def update_branch(self) -> None:
        name = self.branch()
        if name:
            before = self.golden.refs()
            self.golden.git("checkout", "-q", HOME + name)
            if self.try_merge("--no-edit", "--no-ff", "main") and self.golden.refs() != before:
                self.keep(HOME + name)
                self.tell(f"update {name}")
            self.golden.git("checkout", "-q", "main")

    def undo(self) -> None:
        if self.chance.random() < 0.3:
            known = sorted(
                path.name for path in (self.golden.root / "snapshots").iterdir() if path.name != "texts"
            )
            name = self.chance.choice(known)
            done = self.golden.goldset("undo", name, "-C", self.golden.root)
            assert done.code == 0, done.err
            self.tell(f"undo {name}: {done.out}")

    # What must hold

    def night(self, name: str) -> None:
        before, status = self.golden.refs(), self.golden.git("status", "--porcelain")
        report = json.loads(self.run(name).out)
        self.tell(f"{name}: {report['steps']}")
        refs = self.golden.refs()
        assert refs["main"] == before["main"]
        assert self.golden.git("status", "--porcelain") == status
        for branch in self.theirs:
            assert refs.get(branch) == before.get(branch), f"{branch} of people was moved"
        self.accounted(report["spans"], refs)
        state = self.state()
        again = json.loads(self.run(name).out)
        assert again["steps"] == []
        assert self.state() == state

    def run(self, name: str) -> Ran:
        done = self.golden.goldset(
            "reindex", name, "--corpus", self.golden.corpus, "-C", self.golden.root, "--format", "json"
        )
        assert done.code in (0, 1), done.err
        return done

    def accounted(self, rows: list[dict[str, str]], refs: dict[str, str]) -> None:
        keys = [(row["item"], row["span"]) for row in rows]
        assert len(keys) == len(set(keys))
        items = sorted(path.stem for path in (self.golden.root / "items").rglob("*.yaml"))
        assert sorted({item for item, _ in keys}) == items
        for row in rows:
            if row["end"] in ("queued", "carried_over"):
                assert row["where"] in refs, row
        places = defaultdict(set)
        for row in json.loads(self.golden.relabel("list", "--format", "json").out)["spans"]:
            if row["where"].startswith(f"{HOME}relabel/"):
                places[row["item"]].add(row["where"])
        doubles = {item: where for item, where in places.items() if len(where) > 1}
        assert all(where <= self.theirs for where in doubles.values()), doubles
        for row in rows:
            if row["end"] == "queued":
                assert row["where"] in places[row["item"]], row

    def state(self) -> tuple[dict[str, str], dict[str, str]]:
        files = sorted((self.golden.root / ".goldset").rglob("*"))
        return self.golden.refs(), {str(path): path.read_text() for path in files if path.is_file()}


def live(repository: Path, corpus: Path, goldset: Callable[..., Ran], seed: int, nights: int) -> Nights:
    golden = start(repository, corpus, goldset, CASES)
    relabel = "relabel: {items_per_pull_request: 2, open_pull_requests: 3}\n"
    (golden.root / "goldset.yaml").write_text(f"policy: {{max_removed: 1.0, max_queued: 1.0}}\n{relabel}")
    golden.commit("limits")
    all_of_it = Nights(golden, seed)
    for number in range(nights):
        all_of_it.change_corpus()
        all_of_it.night(f"N{number:02}")
        all_of_it.people()
    return all_of_it


@pytest.mark.parametrize("seed", [1, 2])
def test_after_every_night_each_span_is_in_one_place_and_nothing_of_people_is_lost(
    repository: Path, tmp_path: Path, goldset: Callable[..., Ran], seed: int
) -> None:
    nights = live(repository, tmp_path / "corpus", goldset, seed, NIGHTS)
    assert len(nights.told) > NIGHTS
