"""The bar of a re-index in which nothing changed, measured in processes of their own."""

import argparse
import json
import pickle
import random
import resource
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from goldset.domain.items import Span
from goldset.domain.settings import PolicySettings, Settings
from goldset.domain.snapshots import Corpus, DocumentRecord, Manifest, Snapshot, corpus_digest
from goldset.resolution.resolve import resolve_spans
from goldset.stores.corpus import open_corpus
from goldset.stores.corpus_git import GitFiles
from goldset.stores.snapshot_files import KeptCorpus, text_path
from goldset.stores.trees import FolderTree
from tests.bench.bulk import Quote, made_page, spread
from tests.bench.material import ROOT, Library

ROUNDS = 3
TREE = "git:HEAD:corpus"
FRESH_PAGES = 300  # pages made of sentences; the others are these with their lines in another order


@dataclass(frozen=True)
class Idle:
    """CPU seconds of sha256sum, of resolving over the folder and over the Git tree, and what that took."""

    sha256sum: float
    folder: float
    tree: float
    blobs_read: float
    megabytes: float


def measure_unchanged(
    folder: Path, library: Library, options: argparse.Namespace, rng: random.Random
) -> Idle:
    """Write a corpus, make its manifest, and resolve spans in the very same corpus."""
    corpus, state = folder / "corpus", folder / "state.pickle"
    quotes = _write(corpus, library, options, rng)
    (folder / "set").mkdir()
    _git(folder, "init", "-q")
    _git(folder, "add", "-A", "corpus")
    # Packing a gigabyte in the background would be measured too.
    _git(folder, "config", "gc.auto", "0")
    _git(folder, "-c", "user.name=b", "-c", "user.email=b@example.org", "commit", "-qm", "corpus")
    state.write_bytes(pickle.dumps([q.span() for q in quotes]))
    runs = {spec: [_child(folder, spec) for _ in range(ROUNDS)] for spec in (str(corpus), TREE)}
    best = {spec: min(run["seconds"] for run in found) for spec, found in runs.items()}
    return Idle(
        sha256sum=min(_sha256sum(corpus) for _ in range(ROUNDS)),
        folder=best[str(corpus)],
        tree=best[TREE],
        blobs_read=max(run["blobs_read"] for run in runs[TREE]),
        megabytes=max(run["megabytes"] for found in runs.values() for run in found),
    )


def _write(corpus: Path, library: Library, options: argparse.Namespace, rng: random.Random) -> list[Quote]:
    size = int(options.idle_megabytes * 1e6 / options.files)
    fresh = [made_page(library, max(500, size), rng) for _ in range(min(options.files, FRESH_PAGES))]
    texts = list(fresh)
    for number in range(options.files):
        text = fresh[number % len(fresh)]
        if number >= len(fresh):
            parts = text.split("\n\n")
            rng.shuffle(parts)
            text = f"# Page {number}\n\n" + "\n\n".join(parts)
        path = corpus / f"{number // 1000}" / f"{number}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    quotes = spread(texts, options.spans, rng)
    while len(quotes) < options.spans:
        quotes += quotes[: options.spans - len(quotes)]
    return [q.at(f"0/{q.doc_id}") for q in quotes]


def _git(folder: Path, *words: str) -> None:
    subprocess.run(["git", *words], cwd=folder, check=True)


def _sha256sum(corpus: Path) -> float:
    begin = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = "find . -name '*.md' -print0 | xargs -0 sha256sum"
    subprocess.run(command, shell=True, cwd=corpus, check=True, stdout=subprocess.DEVNULL)
    end = resource.getrusage(resource.RUSAGE_CHILDREN)
    return end.ru_utime + end.ru_stime - begin.ru_utime - begin.ru_stime


def _child(folder: Path, spec: str) -> dict[str, float]:
    command = [sys.executable, "-m", "tests.bench.idle", str(folder), spec]
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT)
    result: dict[str, float] = json.loads(done.stdout)
    return result


def main(folder: Path, spec: str) -> None:
    """Index the corpus twice and resolve the spans: only the second indexing and the resolving count."""
    spans: list[Span] = pickle.loads((folder / "state.pickle").read_bytes())
    with open_corpus(spec, Settings(), folder / "set", folder) as corpus:
        manifest = _manifest(corpus.documents, corpus.source, corpus.reader)
        _keep(folder / "set", corpus, {span.confirmed.doc_id for span in spans})
    reads = 0
    read = GitFiles.read

    def counted(self: GitFiles, path: str) -> bytes:
        nonlocal reads
        reads += 1
        return read(self, path)

    GitFiles.read = counted  # type: ignore[method-assign]
    begin = time.process_time()
    with open_corpus(spec, Settings(), folder / "set", folder, manifest) as corpus:
        before = KeptCorpus(FolderTree(folder / "set"), manifest)
        found = resolve_spans(spans, {"before": before}, corpus, [], PolicySettings())
    seconds = time.process_time() - begin
    assert all(r.accepted for r in found), "something changed"
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    print(json.dumps({"seconds": seconds, "blobs_read": reads, "megabytes": megabytes}))


def _keep(found: Path, corpus: Corpus, doc_ids: Iterable[str]) -> None:
    """Write the texts of documents as a snapshot keeps those that its spans name."""
    for doc_id in doc_ids:
        path = found / text_path(corpus.documents[doc_id].text_sha256)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(corpus.text(doc_id) or "", encoding="utf-8", newline="\n")


def _manifest(documents: Mapping[str, DocumentRecord], source: str, reader: str) -> Manifest:
    snapshot = Snapshot(
        id="before",
        created=datetime(2026, 10, 1, tzinfo=UTC),
        source=source,
        reader=reader,
        digest=corpus_digest(documents.values()),
        documents=len(documents),
        chars=sum(d.chars for d in documents.values()),
    )
    return Manifest(snapshot, documents)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
