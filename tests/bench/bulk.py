"""Much text for the speed bench: old and new documents, and spans of the old ones."""

import json
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from goldset.domain.items import Span
from tests.bench.material import (
    BYSTANDERS,
    Cut,
    Document,
    Library,
    blocks,
    is_prose,
    make_span,
    pieces,
    read_snapshot,
)

PAGE = 6_700  # characters of an ordinary page
KEPT_WORDS = re.compile(r"[A-Za-z]{6,}")  # words that carry no meaning for a reader of differences
LETTERS = "bcdfghjklmnpqrstvwxz"


@dataclass(frozen=True)
class Quote:
    """A passage of a document by its place; its span is made when it is needed."""

    doc_id: str
    text: str
    cut: Cut

    def at(self, doc_id: str) -> "Quote":
        return replace(self, doc_id=doc_id)

    def span(self) -> Span:
        return make_span({self.doc_id: Document(self.doc_id, self.cut.text)}, self.doc_id, self.cut)


@dataclass(frozen=True)
class Bulk:
    """Documents before and after, and spans that were confirmed before."""

    before: dict[str, Document]
    after: dict[str, Document]
    spans: tuple[Span, ...]

    @classmethod
    def of(cls, before: Sequence[str], after: Sequence[str], quotes: Sequence[Quote]) -> "Bulk":
        """Return the bulk of some texts, named 0.md, 1.md, … in order."""
        old, new = (
            {f"{n}.md": Document(f"{n}.md", text) for n, text in enumerate(texts)}
            for texts in (before, after)
        )
        return cls(old, new, tuple(q.span() for q in quotes))

    @property
    def changed(self) -> int:
        """Characters of the new documents."""
        return sum(len(d.text) for d in self.after.values())

    def orphaned(self, rng: random.Random) -> "Bulk":
        """Return the bulk with every passage gone from its document: half of them stand in another one."""
        texts = {name: document.text for name, document in self.after.items()}
        names = sorted(texts)
        for span in self.spans:
            confirmed = span.confirmed
            texts[confirmed.doc_id] = texts[confirmed.doc_id].replace(confirmed.text, rng.choice(BYSTANDERS))
        for span in rng.sample(self.spans, len(self.spans) // 2):
            texts[rng.choice(names)] += f"\n{span.confirmed.text}\n"
        return replace(self, after={name: Document(name, text) for name, text in texts.items()})

    def one_orphaned(self, rng: random.Random) -> "Bulk":
        """Return the bulk with one passage gone: it is looked for in all documents, so that all are read."""
        confirmed = self.spans[0].confirmed
        text = self.after[confirmed.doc_id].text.replace(confirmed.text, rng.choice(BYSTANDERS))
        return replace(self, after=self.after | {confirmed.doc_id: Document(confirmed.doc_id, text)})


def _numbered(texts: Sequence[str]) -> list[Document]:
    return [Document(f"{number}.md", text) for number, text in enumerate(texts)]


def make_bulk(library: Library, characters: int, spans: int, rng: random.Random) -> Bulk:
    """Return pages recombined from a library, and the same pages edited."""
    texts = [made_page(library, PAGE, rng) for _ in range(max(1, characters // PAGE))]
    return Bulk.of(texts, [edited(text, rng) for text in texts], spread(texts, spans, rng))


def made_page(library: Library, characters: int, rng: random.Random) -> str:
    """Return a page of about a length: a library's blocks in any order, some of their words exchanged."""
    stock = _stock(library)
    parts = [f"# {rng.choice(stock.headings)}"]
    length = 0
    while length < characters:
        if rng.random() < 0.15:
            parts.append(f"## {rng.choice(stock.headings)}")
        words = rng.choice(stock.blocks).split(" ")
        for at in range(len(words)):
            if rng.random() < 0.3 and words[at].isalpha():
                words[at] = rng.choice(stock.words)
        parts.append(" ".join(words))
        length += len(parts[-1]) + 2
    return "\n\n".join(parts) + "\n"


@dataclass(frozen=True)
class Stock:
    headings: list[str]
    blocks: list[str]
    words: list[str]


_STOCKS: dict[int, Stock] = {}


def _stock(library: Library) -> Stock:
    """Return what pages are made of, sorted out once for each library."""
    if id(library) not in _STOCKS:
        found = Stock([], [], [])
        for document in library.values():
            for a, b in blocks(document.text):
                block = document.text[a:b]
                if block.startswith("#"):
                    found.headings.append(block.lstrip("# ").split("\n")[0])
                else:
                    found.blocks.append(block)
                if is_prose(block):
                    found.words.extend(re.findall(r"\b[a-z]{4,}\b", block))
        _STOCKS[id(library)] = found
    return _STOCKS[id(library)]


def edited(text: str, rng: random.Random) -> str:
    """Return a text with edits as a month brings them: a paragraph more, some words others."""
    spots = [(a, b) for a, b in blocks(text) if is_prose(text[a:b])] or [(0, len(text))]
    for a, b in sorted(rng.sample(spots, min(len(spots), 1 + len(text) // 4_000)), reverse=True):
        words = text[a:b].split(" ")
        words[rng.randrange(len(words))] = rng.choice(words)
        text = f"{text[:a]}{rng.choice(BYSTANDERS)}\n\n{' '.join(words)}{text[b:]}"
    return text


def span_at(text: str, start: int, end: int) -> Quote:
    return Quote("0.md", text[start:end], Cut.of(text, start, end))


def spread(texts: Sequence[str], count: int, rng: random.Random) -> list[Quote]:
    """Return passages of texts, as many from each as it takes."""
    found: list[Quote] = []
    each = -(-count // len(texts))
    for number in rng.sample(range(len(texts)), len(texts)):
        places = pieces(texts[number])
        for piece in rng.sample(places, min(each, len(places))):
            cut = Cut.of(texts[number], piece.start, piece.end)
            found.append(Quote(f"{number}.md", cut.quote, cut))
        if len(found) >= count:
            break
    return found[:count]


def read_part(part: Path, characters: int, spans: int, rng: random.Random) -> Bulk:
    """Return a benchmark part's documents that changed, and its spans on them, as often as it takes.

    Every further copy is written in other letters, so that no copy holds another's passages.
    """
    pairs = json.loads((part / "pairs.json").read_text(encoding="utf-8"))
    rows = [json.loads(row) for row in (part / "spans.jsonl").read_text(encoding="utf-8").splitlines()]
    before: dict[str, Document] = {}
    after: dict[str, Document] = {}
    found: list[Span] = []
    copy = size = 0
    while size < characters or len(found) < spans:
        pair = pairs[copy % len(pairs)]
        letters = _letters(copy // len(pairs))
        old, new = (read_snapshot(part / "corpus" / f"{pair[side]}.jsonl.gz") for side in "ab")
        own = [row for row in rows if row["pair"] == pair["pair"]]
        for name in sorted(n for n in old.keys() & new.keys() if old[n].text != new[n].text):
            doc_id = f"{copy}/{name}"
            before[doc_id], after[doc_id] = (
                Document(doc_id, _written(d[name].text, letters)) for d in (old, new)
            )
            size += len(after[doc_id].text)
            quotes = [Cut.of(old[name].text, r["start"], r["end"]) for r in own if r["doc"] == name]
            for cut in quotes:
                written = Cut(*(_written(piece, letters) for piece in (cut.left, cut.quote, cut.right)))
                found.append(make_span({doc_id: before[doc_id]}, doc_id, written))
        copy += 1
    return Bulk(before, after, tuple(rng.sample(found, spans)))


def _letters(copy: int) -> dict[int, str]:
    """Return how a copy's long words are written: each consonant as another one; the first copy as it is."""
    turned = LETTERS[copy % len(LETTERS) :] + LETTERS[: copy % len(LETTERS)]
    return {ord(old): new for old, new in zip(LETTERS, turned, strict=True)}


def _written(text: str, letters: dict[int, str]) -> str:
    return KEPT_WORDS.sub(lambda m: m.group().translate(letters), text)
