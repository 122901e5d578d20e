"""How long the manifest of many small files takes, beside sha256sum on the same files.

    python tests/bench/snapshot.py [--files 100000] [--git]

Prints both times and the quotient of processor times (other work on the machine blurs the clock's); files are
written to a temporary folder first, so both read from memory.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from goldset.domain.settings import Settings
from goldset.domain.snapshots import Manifest, Snapshot, corpus_digest, raised
from goldset.stores.corpus import LiveCorpus, open_corpus
from goldset.stores.snapshot_files import snapshot_files

WORDS = (
    *("claim", "policy", "flood", "wind", "roof", "limit", "notice", "days", "deductible", "insured"),
    *("cover", "agent", "form", "date", "loss", "water", "theft", "repair", "survey", "office"),
)


def write_files(folder: Path, count: int) -> None:
    rng = random.Random(7)
    for number in range(count):
        place = folder / f"{number % 100:02}"
        place.mkdir(exist_ok=True)
        body = " ".join(rng.choices(WORDS, k=rng.randrange(100, 700)))
        (place / f"{number:06}.md").write_text(f"# Page {number}\n\n{body}.\n")


def timed(name: str, job: Callable[[], object]) -> float:
    """Run a job, print what it took, and return its processor time, children included, in seconds."""
    wall, before = time.perf_counter(), os.times()
    job()
    after = os.times()
    seconds = sum(after[:4]) - sum(before[:4])
    print(f"{name:<28} {time.perf_counter() - wall:7.2f} s on the clock {seconds:7.2f} s of processor")
    return seconds


def manifest(corpus: LiveCorpus) -> Manifest:
    from datetime import UTC, datetime

    documents = corpus.documents.values()
    digest = corpus_digest(documents)
    created = raised(datetime(2026, 10, 1, tzinfo=UTC), ())
    chars = sum(document.chars for document in documents)
    head = Snapshot("s", created, corpus.source, corpus.reader, digest, len(documents), chars)
    return Manifest(head, corpus.documents)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=100_000)
    parser.add_argument("--git", action="store_true", help="Index the same files as a tree of Git too.")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder, made = Path(name, "kb"), list[Manifest]()
        folder.mkdir()
        write_files(folder, args.files)

        def index(spec: str, known: Manifest | None = None) -> None:
            with open_corpus(spec, Settings(), Path(name, "set"), Path(name), known) as corpus:
                made.append(manifest(corpus))
                snapshot_files(made[-1])

        hashing = f"find {folder} -type f -print0 | xargs -0 sha256sum > {os.devnull}"
        base = min(
            timed("sha256sum", lambda: subprocess.run(hashing, shell=True, check=True)) for _ in range(2)
        )
        first = timed("manifest", lambda: index("kb"))
        again = timed("manifest, all files known", lambda: index("kb", made[0]))
        print(f"manifest / sha256sum: {first / base:.2f}; known: {again / base:.2f}")
        if args.git:
            Path(name, "set").mkdir()
            run = [
                "git",
                "-c",
                "gc.auto=0",
                "-c",
                "user.name=b",
                "-c",
                "user.email=b@example.org",
                "-C",
                name,
            ]
            subprocess.run([*run, "init", "-q"], check=True)
            subprocess.run([*run, "add", "kb"], check=True)
            subprocess.run([*run, "commit", "-qm", "Files"], check=True)
            made.clear()
            timed("Git tree", lambda: index("git:HEAD:kb"))
            timed("Git tree, all blobs known", lambda: index("git:HEAD:kb", made[0]))


if __name__ == "__main__":
    main()
