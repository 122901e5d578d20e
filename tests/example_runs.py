"""The example runs: a plain lexical retriever over the help centre of October, with two ways to cut it into chunks.

    python -m tests.example_runs

writes both to `tests/runs`. It is BM25 over the words of a chunk, with no stemming, no stop words and no model: what
it misses is what a first version of any system may miss. Places count in the texts that goldset reads, which lack the
line `updated` of the files. Scores are rounded before they rank, and equal ones stand in the order of the corpus, so
that every machine writes the same bytes.
"""

import json
import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import goldset
from goldset.stores.corpus import open_corpus
from tests.conftest import ROOT

FOLDER = ROOT / "tests/runs"
SNAPSHOT = "2026-10-01"
CORPUS = ROOT / "tests/help-centre" / SNAPSHOT
REVISION = "1"
K = 10
CHARACTERS = 400
# How soon a word that comes again stops to count, and how much long chunks pay for their length: the usual values.
SATURATION, LENGTH = 1.2, 0.75
_FRONT_MATTER = re.compile(r"\A---\n.*?^---\n", re.DOTALL | re.MULTILINE)
_HEADING = re.compile(r"^#+ ", re.MULTILINE)
_WORD = re.compile(r"\w+")

Stretches = Iterator[tuple[int, int]]


def by_length(text: str) -> Stretches:
    """Yield stretches of 400 characters, wherever that cuts."""
    for start in range(_body(text), len(text), CHARACTERS):
        yield start, min(start + CHARACTERS, len(text))


def by_heading(text: str) -> Stretches:
    """Yield the sections, each with its heading, however long."""
    body = _body(text)
    starts = {body, *(found.start() for found in _HEADING.finditer(text, body))}
    yield from pairwise([*sorted(starts), len(text)])


def _body(text: str) -> int:
    front = _FRONT_MATTER.match(text)
    return front.end() if front else 0


CUTS: dict[str, Callable[[str], Stretches]] = {"by-length": by_length, "by-heading": by_heading}


@dataclass(frozen=True)
class Passage:
    """A chunk of the index: where it stands, in code points, and how often it has each word."""

    doc_id: str
    start: int
    end: int
    words: Counter[str]


class Index:
    """BM25 over passages."""

    def __init__(self, passages: list[Passage]) -> None:
        self.passages = passages
        self.mean = sum(passage.words.total() for passage in passages) / len(passages)
        self.holders: dict[str, list[int]] = defaultdict(list)
        for number, passage in enumerate(passages):
            for word in passage.words:
                self.holders[word].append(number)

    def search(self, question: str) -> list[tuple[int, float]]:
        """Return the best passages by number with their scores, best first; none that shares no word."""
        scores: dict[int, float] = defaultdict(float)
        for word in sorted(words(question)):
            holders = self.holders.get(word, [])
            rarity = math.log(1 + (len(self.passages) - len(holders) + 0.5) / (len(holders) + 0.5))
            for number in holders:
                scores[number] += rarity * self._weight(self.passages[number].words, word)
        rounded = [(number, round(score, 3)) for number, score in scores.items()]
        return sorted(rounded, key=lambda found: (-found[1], found[0]))[:K]

    def _weight(self, held: Counter[str], word: str) -> float:
        times, length = held[word], held.total() / self.mean
        return times * (SATURATION + 1) / (times + SATURATION * (1 - LENGTH + LENGTH * length))


def words(text: str) -> Counter[str]:
    """Return how often a text has each word, whatever its case."""
    return Counter(_WORD.findall(text.casefold()))


def texts_of(golden: goldset.GoldenSet) -> dict[str, str]:
    """Return the texts of the corpus by document, in the order of their ids."""
    with open_corpus(str(CORPUS), golden.settings, ROOT, ROOT) as corpus:
        return {doc_id: corpus.text(doc_id) or "" for doc_id in sorted(corpus.documents)}


def index_of(texts: Mapping[str, str], cut: Callable[[str], Stretches]) -> Index:
    """Return the index of texts by document, cut into chunks."""
    passages = [
        Passage(doc_id, start, end, words(text[start:end]))
        for doc_id, text in texts.items()
        for start, end in cut(text)
    ]
    return Index([passage for passage in passages if passage.words])


def run_of(name: str) -> str:
    """Return the run file of one way to cut: a line for the whole run, then one an item."""
    golden = goldset.load(ROOT)
    index = index_of(texts_of(golden), CUTS[name])
    head = {"snapshot": SNAPSHOT, "system": f"bm25 {name}", "revision": REVISION, "k": K}
    lines: list[dict[str, object]] = [head]
    for item in sorted(golden.items, key=lambda item: item.id):
        found = index.search(item.question)
        lines.append(
            {"item": item.id, "retrieved": [_chunk(index, number, score) for number, score in found]}
        )
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)


def _chunk(index: Index, number: int, score: float) -> dict[str, object]:
    passage = index.passages[number]
    where = {"doc_id": passage.doc_id, "start": passage.start, "end": passage.end}
    return {"chunk_id": f"c{number}", **where, "score": score}


def path_of(name: str) -> Path:
    """Return where the run file of one way to cut is kept."""
    return FOLDER / f"{name}.jsonl"


if __name__ == "__main__":
    for each in CUTS:
        path_of(each).write_text(run_of(each), encoding="utf-8", newline="\n")
