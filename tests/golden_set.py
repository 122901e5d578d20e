"""A small golden-set repository with a corpus beside it, to re-index as often as a test wants."""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.conftest import Ran, git, write_tree

FILLER = "This page says what the office does for members, and who to ask when it does not."
Run = Callable[..., Ran]


@dataclass
class GoldenSet:
    """A set in a Git repository, and the corpus that it is about."""

    root: Path
    corpus: Path
    goldset: Run

    def git(self, *args: str) -> str:
        return git(self.root, *args)

    def page(self, name: str, *sentences: str) -> None:
        """Write a document of the corpus: a heading and a paragraph for each sentence."""
        text = f"# About {name}\n\n{FILLER}\n\n" + "".join(f"{sentence}\n\n" for sentence in sentences)
        write_tree(self.corpus, {f"{name}.md": text})

    def item(self, name: str, *quotes: tuple[str, str], slice_name: str = "fees", more: str = "") -> None:
        """Write an item whose spans quote (document, sentence), confirmed in snapshot A."""
        spans = "".join(f"  - doc_id: {doc}.md\n    text: {text}\n" for doc, text in quotes)
        write_tree(
            self.root,
            {
                f"items/{slice_name}/{name}.yaml": f"id: {name}\nquestion: What does {name} say?\n"
                f"slice: {slice_name}\nanswerable: true\ngold_answer: As the page says.\n"
                f'corpus_snapshot: "A"\n{more}gold_spans:\n{spans}'
            },
        )

    def commit(self, message: str = "change") -> str:
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message)
        return self.git("rev-parse", "HEAD")

    def snapshot(self, name: str = "A") -> None:
        done = self.goldset(
            "snapshot", "create", name, "--corpus", self.corpus, "-C", self.root, "--created", "2026-10-01"
        )
        assert done.code == 0, done.err

    def reindex(self, *args: str, code: int = 0) -> Ran:
        done = self.goldset("reindex", *args, "--corpus", self.corpus, "-C", self.root)
        assert done.code == code, (done.code, done.out, done.err)
        return done

    def report(self, *args: str) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.reindex("--format", "json", *args).out)
        return found

    def ends(self, *args: str) -> dict[str, str]:
        """Re-index and return where each span ends, by `item span`."""
        return {f"{row['item']} {row['span']}": row["end"] for row in self.report(*args)["spans"]}

    def relabel(self, *args: str, code: int = 0) -> Ran:
        done = self.goldset("relabel", *args, "-C", self.root)
        assert done.code == code, (done.code, done.out, done.err)
        return done

    def refs(self) -> dict[str, str]:
        rows = self.git("for-each-ref", "--format=%(refname:short) %(objectname)", "refs/heads").splitlines()
        return dict(row.split() for row in rows)

    def queues(self) -> list[str]:
        """Return the short names of goldset's branches."""
        return [name.split("/", 2)[2] for name in self.refs() if name.startswith("goldset/")]

    def merge(self, *names: str) -> None:
        for name in names:
            self.git("merge", "-q", "--no-edit", f"goldset/golden-set/{name}")

    def on(self, name: str, path: str) -> str:
        """Return a file as it stands on one of goldset's branches."""
        return self.git("show", f"goldset/golden-set/{name}:{path}")

    def person_commits(self, name: str, files: dict[str, str]) -> None:
        """Commit files to one of goldset's branches as a person would, and go back to main."""
        self.git("checkout", "-q", f"goldset/golden-set/{name}")
        write_tree(self.root, dict(files))
        self.commit("by hand")
        self.git("checkout", "-q", "main")

    def everything(self) -> dict[str, tuple[int, bytes]]:
        """Return time and content of every file of repository and set."""
        files = [path for path in self.root.rglob("*") if path.is_file()]
        return {str(path): (path.stat().st_mtime_ns, path.read_bytes()) for path in files}


def fee(number: int) -> str:
    return f"The fee for case number {number} is ${number}00 for each claim that we settle."


def start(root: Path, corpus: Path, goldset: Run, cases: Iterable[int] = range(1, 5)) -> GoldenSet:
    """Return a set of one item a case, with snapshot A, all committed on main."""
    made = GoldenSet(root, corpus, goldset)
    numbers = list(cases)
    for number in numbers:
        made.page(f"case{number}", fee(number))
        made.item(f"item-{number}", (f"case{number}", fee(number)))
    made.page("hours", "The desk is open from nine to five on every day of the week but Sunday.")
    write_tree(root, {"goldset.yaml": "policy: {max_removed: 1.0, max_queued: 1.0}\n"})
    made.snapshot()
    made.commit("start")
    return made


def change(golden: GoldenSet, *numbers: int, to: str = "$999") -> None:
    """Change the amount on the pages of some cases."""
    for number in numbers:
        golden.page(f"case{number}", fee(number).replace(f"${number}00", to))


def move(golden: GoldenSet, number: int) -> None:
    golden.page(f"case{number}", "Read this first, it is new.", fee(number))
