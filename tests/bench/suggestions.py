"""Which share of queued spans with a candidate can be accepted by a click, and whether every click is sound.

    python tests/bench/suggestions.py PART_DIR… [--pair NAME]

Each pair of a part becomes a golden-set repository (snapshot A, its spans as items), is re-indexed to its
corpus B, and gets the review of every queue branch. Suggestion blocks are taken out of the comments as
GitHub takes them, by its own Markdown parser, and each is applied to the file by itself: the item must be
read without an error and hold just that decision. Then the first block of every comment is applied, all
branches are merged, and `goldset validate` must have nothing to say. Exit code 1: fewer than 99 % of the
spans can be accepted by a click, or a click is unsound.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))  # a checkout needs no installation

from goldset.checks.relabel_blocks import relabel_faults  # noqa: E402
from goldset.domain.decisions import undecided  # noqa: E402
from goldset.domain.items import GoldSpan, Item, PendingSpan, Span  # noqa: E402
from goldset.domain.pulls import Review, ReviewComment  # noqa: E402
from goldset.domain.steps import Proposal  # noqa: E402
from goldset.operations.hosts import local_hosting  # noqa: E402
from goldset.operations.reviews import review_of  # noqa: E402
from goldset.stores.git_repo import open_repository  # noqa: E402
from goldset.stores.item_files import ItemFile, read_item  # noqa: E402
from goldset.stores.set_folder import find_set  # noqa: E402
from goldset.stores.suggestions import Suggestion, applied  # noqa: E402
from tests.bench.reanchor import _corpus, _rows, _write_set  # noqa: E402
from tests.markdown import suggestions  # noqa: E402

BAR = 0.99
PROCESS = {**os.environ, "PYTHONPATH": str(ROOT)}


@dataclass
class Tally:
    """Counts of a pair or part; `faults` names each click that is unsound."""

    offered: int = 0
    clickable: int = 0
    clicks: Counter[str] = field(default_factory=Counter)
    without: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    longest: int = 0

    def add(self, other: "Tally") -> None:
        self.offered += other.offered
        self.clickable += other.clickable
        self.clicks += other.clicks
        self.without += other.without
        self.faults += other.faults
        self.longest = max(self.longest, other.longest)

    @property
    def share(self) -> float:
        return self.clickable / self.offered if self.offered else 1.0

    def __str__(self) -> str:
        clicks = ", ".join(f"{count} {name}" for name, count in sorted(self.clicks.items()))
        share = f"{self.clickable} of {self.offered} spans with a candidate ({100 * self.share:.2f} %)"
        return f"{share}; {clicks}; longest comment {self.longest}; {len(self.faults)} unsound"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parts", nargs="+", type=Path, metavar="PART_DIR")
    parser.add_argument("--pair")
    asked = parser.parse_args()
    failed = False
    for part in asked.parts:
        total = Tally()
        for pair in json.loads((part / "pairs.json").read_text("utf-8")):
            if asked.pair in (None, pair["pair"]):
                clock = time.perf_counter()
                with tempfile.TemporaryDirectory() as work:
                    found = of_pair(part, pair, Path(work))
                total.add(found)
                print(f"{pair['pair']:<10} {time.perf_counter() - clock:5.0f} s  {found}", flush=True)
        print(f"{part.name}: {total}", *total.without, *total.faults, sep="\n  ")
        failed |= total.share < BAR or bool(total.faults)
    return int(failed)


def of_pair(part: Path, pair: dict[str, Any], work: Path) -> Tally:
    """Return what the reviews of a pair's queue branches are worth."""
    root = work / "set"
    rows = _rows((part / "spans.jsonl").read_text("utf-8").splitlines())
    _write_set(root, [row for row in rows if row["pair"] == pair["pair"]], _corpus(part, pair["a"], work))
    _corpus(part, pair["b"], work)
    (root / "goldset.yaml").write_text("set: bench\nrelabel: {open_pull_requests: 10000}\n", "utf-8")
    git(root, "init", "-q", "-b", "main")
    git(root, "config", "user.name", "bench")
    git(root, "config", "user.email", "bench@localhost")
    corpus = [work / f"{pair[name]}.jsonl" for name in "ab"]
    goldset(root, "snapshot", "create", "a", "--corpus", corpus[0], "--created", "2026-01-01")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "start")
    goldset(root, "reindex", "b", "--corpus", corpus[1], "--accept-change")
    tally = Tally()
    decided = judged(root, tally)
    for name in git(root, "for-each-ref", "--format=%(refname:short)", "refs/heads/goldset").splitlines():
        git(root, "merge", "-q", "--no-edit", name)
    for path, text in decided.items():
        (root / path).write_text(text, "utf-8", newline="\n")
    found = json.loads(goldset(root, "validate", "--format", "json"))["findings"]
    tally.faults += [
        f"{pair['pair']}: {f['path']}: {f['message']}"
        for f in found
        if f["severity"] == "error" and "waits for a decision" not in f["message"]
    ]
    return tally


def judged(root: Path, tally: Tally) -> dict[str, str]:
    """Try every click of every branch by itself, and return item files with the first of each comment made."""
    decided: dict[str, str] = {}
    found = find_set(root)
    with open_repository(found.root) as repository:
        hosting = local_hosting(repository, found, "main")
        for pull in hosting.host.pull_requests():
            if pull.marker and pull.marker.keys:
                review = review_of(repository, hosting.base, pull.head, Proposal(pull.branch, pull.marker))
                tree = repository.tree(pull.head)
                paths = dict.fromkeys(hosting.base.files[item].path for item in pull.marker.keys)
                files = {path: read_item(path, tree.read(path) or b"") for path in paths}
                count_spans(files, review, tally)
                decided |= {c.path: made for c in review.comments if (made := tried(files[c.path], c, tally))}
    return decided


def count_spans(files: dict[str, ItemFile], review: Review, tally: Tally) -> None:
    """Count the spans with a candidate, and those whose best one is the first suggestion of a comment."""
    first = {c.path: suggestions(c.body)[:1] for c in review.comments}
    for path, file in files.items():
        for span in waiting(file):
            assert span.relabel is not None
            if span.relabel.candidates:
                tally.offered += 1
                if any("relabel:" not in block for block in first.get(path, [])):
                    tally.clickable += 1
                else:
                    tally.without.append(
                        f"no click: {span.item.id}: {span.relabel.candidates[0].text[:60]!r}"
                    )


def tried(file: ItemFile, comment: ReviewComment, tally: Tally) -> str:
    """Apply each suggestion of a comment by itself; return the file's text with the first one applied."""
    tally.longest = max(tally.longest, len(comment.body))
    made = [
        applied(file.text, Suggestion(comment.start, comment.end, tuple(block.split("\n"))))
        for block in suggestions(comment.body)
    ]
    for text in made:
        after = read_item(file.path, text.encode())
        name = decision(file, after.item)
        tally.clicks[name] += 1
        if name == "unsound" or list(relabel_faults(file.path, after.item)):  # type: ignore[arg-type]
            tally.faults.append(f"{file.path}: {[f.message for f in after.findings]}")
    return made[0] if made else ""


def decision(file: ItemFile, item: Item | None) -> str:
    """Return what an item with one span decides, where it is one of the span's candidates or decisions."""
    (span,) = waiting(file)
    entry = item.gold_spans[0] if item and len(item.gold_spans) == 1 else None
    assert span.relabel is not None
    if isinstance(entry, PendingSpan):
        return str(entry.relabel.decision) if entry.relabel.was == span.confirmed else "unsound"
    places = [(c.doc_id, c.text, c.start, c.end) for c in span.relabel.candidates]
    fits = isinstance(entry, GoldSpan) and (entry.doc_id, entry.text, entry.start, entry.end) in places
    return "accept" if fits and entry and entry.corpus_snapshot == "b" else "unsound"


def waiting(file: ItemFile) -> list[Span]:
    assert file.item is not None, file.findings
    return undecided(file.item.spans())


def git(root: Path, *args: str) -> str:
    done = subprocess.run(["git", *args], cwd=root, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def goldset(root: Path, *args: str | Path) -> str:
    command = [sys.executable, "-m", "goldset", *map(str, args), "-C", str(root)]
    done = subprocess.run(command, env=PROCESS, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(done.stderr)
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
