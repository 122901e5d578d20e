"""What the benches work on: documents of a folder or a benchmark part, their passages, edits beside them."""

import gzip
import hashlib
import json
import random
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from pathlib import Path

from goldset.domain.items import GoldSpan, Item, Span
from goldset.domain.snapshots import DocumentRecord
from goldset.resolution.describe import describe

ROOT = Path(__file__).resolve().parents[2]
HELP_CENTRE = ROOT / "tests/help-centre/2026-10-01"
OPEN, CLOSE = "\ue000", "\ue001"  # mark the quote inside a text while the text around it is rewritten
FRONT_MATTER = re.compile(r"\A---\n(.*?)\n---\n", re.DOTALL)
METADATA = {
    "region": "jurisdiction",
    "lang": "language",
    "edition": "edition",
    "effective_from": "effective_from",
}
SENTENCE_END = re.compile(
    r"""(?<![A-Z]\.)(?<!\b[ap]\.m\.)(?<=[.!?])[)"'*_”’]*\s+(?=["'“(\[*_`]*[A-Z0-9£$])"""
)
LIST_MARK = re.compile(r"[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+(?:\[[ x]\][ \t]+)?")
# Paragraphs that come and go beside a passage: no scope word, no figure, nothing for a passage to hang on.
BYSTANDERS = (
    "Our writers read this page through every spring and mend what people tell them is unclear.",
    "Pictures on this page were taken by colleagues, and the houses in them are their own.",
    "Staff find the same page on the intranet, with a longer list of people to ask.",
    "A printed copy in large type can be had from any branch, free of charge.",
    "Earlier editions of the page are kept by the library and shown to whoever asks.",
    "The little drawings in the margin are there to be looked at and mean nothing by themselves.",
)


@dataclass(frozen=True)
class Document:
    """A document: id, text, and mapped metadata."""

    doc_id: str
    text: str
    metadata: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def record(self) -> DocumentRecord:
        digest = hashlib.sha256(self.text.encode()).hexdigest()
        title = re.search(r"^(?:title:|#) *(.+)$", self.text, re.MULTILINE)
        return DocumentRecord(
            doc_id=self.doc_id,
            text_sha256=digest,
            chars=len(self.text),
            sha256=digest,
            title=title[1].strip("\"' ") if title else None,
            metadata=self.metadata,
        )


Library = Mapping[str, Document]


class MemoryCorpus:
    """A snapshot in memory; with `kept` false its texts are gone, as where a licence forbids to keep them."""

    def __init__(self, library: Library, *, kept: bool = True) -> None:
        self._library = library
        self._kept = kept

    @cached_property
    def documents(self) -> Mapping[str, DocumentRecord]:
        return {doc_id: document.record for doc_id, document in self._library.items()}

    def text(self, doc_id: str) -> str | None:
        return self._library[doc_id].text if self._kept and doc_id in self._library else None


@dataclass(frozen=True)
class Cut:
    """A document's text, cut at both ends of a passage."""

    left: str
    quote: str
    right: str

    @property
    def text(self) -> str:
        return self.left + self.quote + self.right

    @property
    def start(self) -> int:
        return len(self.left)

    @property
    def end(self) -> int:
        return len(self.left) + len(self.quote)

    @property
    def marked(self) -> str:
        return f"{self.left}{OPEN}{self.quote}{CLOSE}{self.right}"

    @classmethod
    def of(cls, text: str, start: int, end: int) -> "Cut":
        return cls(text[:start], text[start:end], text[end:])

    @classmethod
    def unmarked(cls, marked: str) -> "Cut":
        """Read a marked text back; a text without marks holds no passage."""
        if OPEN not in marked:
            return cls(marked, "", "")
        left, rest = marked.split(OPEN)
        quote, right = rest.split(CLOSE)
        return cls(left, quote, right)

    def block(self) -> tuple[int, int]:
        """Return the borders of the paragraph, list or table that holds the passage."""
        low = self.left.rfind("\n\n")
        high = self.right.find("\n\n")
        return low + 2 if low >= 0 else 0, self.end + high if high >= 0 else len(self.text)


@dataclass(frozen=True)
class Piece:
    """A passage that a person could have picked: sentence, pair of sentences, item, row or heading."""

    kind: str
    start: int
    end: int


def read_library(folders: Iterable[Path]) -> dict[str, Document]:
    """Return every Markdown page of folders by its path, front matter read for metadata and kept as text.

    A file is read as a snapshot of a benchmark part.
    """
    library: dict[str, Document] = {}
    for folder in folders:
        if folder.is_file():
            library |= read_snapshot(folder)
        for path in sorted(folder.rglob("*.md")):
            text = path.read_text(encoding="utf-8-sig", errors="replace").replace("\r\n", "\n")
            doc_id = path.relative_to(folder).as_posix()
            library[doc_id] = Document(doc_id, text, read_metadata(text))
    return library


def read_snapshot(path: Path) -> dict[str, Document]:
    """Return the documents of one snapshot of a benchmark part (`corpus/NAME.jsonl.gz`)."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return {row["doc"]: Document(row["doc"], row["text"]) for row in rows}


def read_metadata(text: str) -> dict[str, str]:
    match = FRONT_MATTER.match(text)
    pairs = re.findall(r"^(\w+): *(.+)$", match[1] if match else "", re.MULTILINE)
    return {METADATA[key]: value.strip("\"' ") for key, value in pairs if key in METADATA}


def body_start(text: str) -> int:
    match = FRONT_MATTER.match(text)
    return match.end() if match else 0


def blocks(text: str) -> list[tuple[int, int]]:
    """Return the borders of every block: lines without a blank one; no front matter, no code."""
    found: list[tuple[int, int]] = []
    fenced, offset = False, body_start(text)
    for match in re.finditer(r"(?:[^\n]+\n?)+", text[offset:]):
        block = match.group()
        if fenced or block.lstrip().startswith(("```", "~~~")):
            fenced ^= len(re.findall(r"^\s*(?:```|~~~)", block, re.MULTILINE)) % 2 == 1
            continue
        found.append((offset + match.start(), offset + match.start() + len(block.rstrip("\n"))))
    return found


def is_prose(block: str) -> bool:
    return (
        block[:1].isalpha() and "|" not in block and "\n-" not in block and not block.rstrip().endswith(":")
    )


def pieces(text: str) -> list[Piece]:
    """Return the passages of a text, in order."""
    found: list[Piece] = []
    for start, end in blocks(text):
        block = text[start:end]
        if block.startswith("#"):
            found.append(
                Piece(
                    "heading", start + len(block) - len(block.lstrip("# ")), start + len(block.split("\n")[0])
                )
            )
        elif block.startswith("|"):
            found += _rows(block, start)
        elif LIST_MARK.match(block):
            found += _items(block, start)
        elif is_prose(block) or block[:1] in "*_`[":
            found += _sentences(block, start)
    return [p for p in found if _fits(p, text[p.start : p.end])]


def _fits(piece: Piece, quote: str) -> bool:
    least = {"heading": 10, "row": 18}.get(piece.kind, 40)
    return least <= len(quote) <= 420 and quote == quote.strip() and len(quote.split()) > 1


def _rows(block: str, start: int) -> Iterator[Piece]:
    for match in list(re.finditer(r"^\|(.+)\|$", block, re.MULTILINE))[2:]:
        inner = match[1]
        left = len(inner) - len(inner.lstrip())
        yield Piece("row", start + match.start(1) + left, start + match.start(1) + len(inner.rstrip()))


def _items(block: str, start: int) -> Iterator[Piece]:
    marks = [m for m in LIST_MARK.finditer(block) if m.start() == 0 or block[m.start() - 1] == "\n"]
    for mark, following in zip(marks, [*marks[1:], None], strict=True):
        end = following.start() if following else len(block)
        yield Piece("item", start + mark.end(), start + len(block[:end].rstrip()))


def _sentences(block: str, start: int) -> Iterator[Piece]:
    borders = [0, *(m.end() for m in SENTENCE_END.finditer(block)), len(block)]
    spans = [(a, a + len(block[a:b].rstrip())) for a, b in pairwise(borders)]
    for a, b in spans:
        yield Piece("sentence", start + a, start + b)
    for (a, _), (_, b) in pairwise(spans):
        yield Piece("pair", start + a, start + b)


def disturb(cut: Cut, rng: random.Random, edits: int) -> Cut:
    """Return the cut with edits of paragraphs that have nothing to do with the passage.

    The passage's block, three before it and two after it stay, and so do headings, lists and tables.
    """
    left, right = cut.left, cut.right
    for _ in range(edits):
        if rng.random() < len(left) / (len(left) + len(right) + 1):
            left = _disturbed(left, blocks(left)[:-4], rng)
        else:
            right = _disturbed(right, blocks(right)[3:], rng)
    return replace(cut, left=left, right=right)


def _disturbed(text: str, spots: list[tuple[int, int]], rng: random.Random) -> str:
    spots = [(a, b) for a, b in spots if is_prose(text[a:b])]
    if not spots:
        return text
    a, b = rng.choice(spots)
    block = text[a:b]
    action = rng.randrange(4)
    if action == 0:
        return f"{text[:a]}{rng.choice(BYSTANDERS)}\n\n{text[a:]}"
    if action == 1 and len(spots) > 3:
        return text[:a] + text[b:].lstrip("\n")
    if action == 2:
        return f"{text[:b]} {rng.choice(BYSTANDERS)}{text[b:]}"
    words = re.findall(r"\b[a-z]{5,}\b", block)
    return text[:a] + block.replace(rng.choice(words), rng.choice(words)) + text[b:] if words else text


def make_span(library: Library, doc_id: str, cut: Cut, answer: str = "See the page.") -> Span:
    """Return a gold span on a passage as the tool would have filled it in."""
    about = describe(cut.text, cut.start, cut.end)
    language = library[doc_id].metadata.get("language", "en")
    gold = GoldSpan(
        id="s1",
        doc_id=doc_id,
        text=cut.quote,
        start=cut.start,
        end=cut.end,
        prefix=about.prefix,
        suffix=about.suffix,
        section=about.section,
        occurrences=about.occurrences,
        also_in=tuple(
            sorted(d for d, document in library.items() if d != doc_id and cut.quote in document.text)
        ),
        corpus_snapshot="before",
    )
    item = Item(
        id="case",
        question="What does the page say?",
        slice="bench",
        answerable=True,
        gold_answer=answer,
        corpus_snapshot="before",
        gold_spans=(gold,),
        language=language,
    )
    return item.spans()[0]


def wilson(hits: int, of: int) -> tuple[float, float]:
    """Return the 95 % Wilson interval of a share."""
    if not of:
        return 0.0, 1.0
    z, p = 1.959964, hits / of
    centre, spread = p + z * z / (2 * of), z * (p * (1 - p) / of + z * z / (4 * of * of)) ** 0.5
    scale = 1 + z * z / of
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)
