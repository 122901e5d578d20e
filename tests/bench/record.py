"""Decisions that can be made again: edits of known meaning, passages of a benchmark part, evidence of foreign files."""

import gzip
import json
import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

from goldset.domain.items import Item, Span, Status
from goldset.domain.resolutions import Resolution
from goldset.domain.settings import PolicySettings
from goldset.resolution.cuts import why_cut
from goldset.resolution.doc_names import DocNames
from goldset.resolution.place_evidence import Wanted, place_evidence
from goldset.resolution.resolve import resolve_spans
from goldset.resolution.unsaid import Said
from tests.bench.cases import Case
from tests.bench.material import HELP_CENTRE, Cut, Document, Library, MemoryCorpus, make_span, read_library
from tests.bench.mutate import POLICY, make_cases, parse

SEED = 7  # another one than the tests', which take the first
PER_KIND = 2
EVERY = 16  # so manieth case's passage is looked for as a foreign file's, too


@dataclass(frozen=True)
class Answer:
    """What was decided: whether and where it was accepted, and all the rest."""

    accept: tuple[bool, object, tuple[str, ...]]
    outcome: str
    rest: tuple[object, ...]

    @property
    def said(self) -> str:
        return f"{self.outcome} {'accepted' if self.accept[0] else 'queued'}"

    @classmethod
    def of(cls, found: Resolution) -> "Answer":
        rest = (found.reason, found.differences, found.candidates)
        return cls((found.accepted, found.to, found.ignored), str(found.outcome), rest)


class Decision(Protocol):
    """Something that is decided, and can be decided again."""

    @property
    def name(self) -> str:
        """What is decided, for people."""

    def made(self) -> Answer:
        """Return what is decided; a crash is an answer of its own, never an accept."""


@dataclass(frozen=True)
class Followed:
    """A span with the corpora before and after (satisfies `Decision`)."""

    name: str
    span: Span
    before: MemoryCorpus
    after: MemoryCorpus
    policy: PolicySettings
    renames: tuple[tuple[str, str], ...] = ()

    def made(self) -> Answer:
        """Resolve the span."""
        try:
            (found,) = resolve_spans(
                [self.span], {"before": self.before}, self.after, self.renames, self.policy
            )
        except Exception as error:  # noqa: BLE001 (whatever a fault makes of it)
            return crashed(error)
        return Answer.of(found)


@dataclass(frozen=True)
class Placed:
    """A passage that a foreign file names, with the corpus that it is looked for in (satisfies `Decision`)."""

    name: str
    wanted: Wanted
    called: str
    corpus: MemoryCorpus

    def made(self) -> Answer:
        """Place the passage as an import does: one that its document does not say so is doubted."""
        try:
            docs = DocNames(self.corpus.documents.values()).find(self.called)
            wanted = replace(self.wanted, docs=docs)
            (found,) = place_evidence([wanted], self.corpus, PolicySettings())
            answer, to = Answer.of(found), found.to
            text = self.corpus.text(to.doc_id) if to else None
            why = ""
            if to is not None and text is not None:
                said = Said(self.corpus.documents[to.doc_id], text)
                why = (
                    why_cut(text, to.start, to.end, "en", is_chunk=False)
                    or said.why_unsaid(to.start, to.end)
                    or said.why_past(to.start, [self.wanted.item().question])
                )
        except Exception as error:  # noqa: BLE001 (whatever a fault makes of it)
            return crashed(error)
        return replace(answer, accept=(found.accepted and not why, docs and to, ()), rest=(*answer.rest, why))


def crashed(error: Exception) -> Answer:
    return Answer((False, None, ()), f"crash: {type(error).__name__}", ())


class Record:
    """The decisions, and what the resolver says of each without any fault."""

    def __init__(self, part: Path | None, sample: int, *, foreign: bool) -> None:
        library = read_library([HELP_CENTRE])
        self.decisions: list[Decision] = []
        self.answers: list[Answer] = []
        cases = make_cases(library, parse(["--seed", str(SEED), "--per-kind", str(PER_KIND)]))
        for case in cases:
            before, after = case.libraries(library)
            span = make_span(before, case.doc_id, case.cut, case.answer)
            for kept in (True, False):
                name = f"{case.kind} ({case.verdict}, old text {'kept' if kept else 'lost'}): {case.cut.quote[:60]!r}"
                old = MemoryCorpus(before, kept=kept)
                self.decisions.append(Followed(name, span, old, MemoryCorpus(after), POLICY))
        for case in cases[::EVERY] if foreign else ():
            self.decisions += of_file(case, MemoryCorpus(case.libraries(library)[1]))
        if part is not None:
            self.decisions += of_part(part, sample)


def of_file(case: Case, corpus: MemoryCorpus) -> list[Decision]:
    """Return a case's passage as foreign files have it: with and without its document's name, its place, other marks.

    They have it from the corpus before the edit.
    """
    quote, start = case.cut.quote, case.cut.start
    item = Item(
        id="row", question="What does the page say?", slice="bench", answerable=True, status=Status.DRAFT
    )
    words = quote.split()
    forms = {
        "as it stands": (case.doc_id, quote, start),
        "of no document": ("", quote, None),
        "of a file elsewhere": (f"/srv/{case.doc_id.removesuffix('.md')}.html", quote, None),
        "a list's entry": (case.doc_id, f"- {quote}", start - 2),
        "a bullet": ("", f"•{quote}", None),
        "a numbered entry": (case.doc_id, f"3. {quote}", None),
        "in bold": (case.doc_id, quote.replace(words[-1], f"**{words[-1]}**"), None),
        "its second half": (case.doc_id, " ".join(words[len(words) // 2 :]), None),
        "a few words of it": ("", " ".join(words[1:4]), None),
    }
    return [
        Placed(
            f"{case.kind} ({case.verdict}), {form}: {quote[:60]!r}",
            Wanted(lambda: item, text, start=at),
            doc,
            corpus,
        )
        for form, (doc, text, at) in forms.items()
    ]


def of_part(part: Path, sample: int) -> list[Decision]:
    """Return passages of a benchmark part in their own documents, before and after, in a fixed choice."""
    rows = [json.loads(line) for line in (part / "spans.jsonl").read_text("utf-8").splitlines()]
    pairs = {pair["pair"]: pair for pair in json.loads((part / "pairs.json").read_text("utf-8"))}
    corpora: dict[str, dict[str, str]] = {}
    found: list[Decision] = []
    random.Random(SEED).shuffle(rows)
    for row in rows:
        pair = pairs[row["pair"]]
        old, new = (corpora.setdefault(pair[side], _corpus(part, pair[side])) for side in ("a", "b"))
        there = pair["git_renames"].get(row["doc"], row["doc"])
        if old[row["doc"]] == new.get(there):
            continue
        found += _decisions(row, old, {there: new[there]} if there in new else {})
        if len(found) >= 2 * sample:
            break
    return found


def _decisions(row: Mapping[str, Any], old: Mapping[str, str], after: Mapping[str, str]) -> list[Decision]:
    doc_id = row["doc"]
    before = {doc_id: Document(doc_id, old[doc_id])}
    span = make_span(before, doc_id, Cut.of(old[doc_id], row["start"], row["end"]))
    now: Library = {d: Document(d, text) for d, text in after.items()}
    renames = tuple((doc_id, d) for d in after if d != doc_id)
    return [
        Followed(
            f"{row['id']} (old text {'kept' if kept else 'lost'})",
            span,
            MemoryCorpus(before, kept=kept),
            MemoryCorpus(now),
            PolicySettings(),
            renames,
        )
        for kept in (True, False)
    ]


def _corpus(part: Path, name: str) -> dict[str, str]:
    with gzip.open(part / "corpus" / f"{name}.jsonl.gz", "rt", encoding="utf-8") as packed:
        return {row["doc"]: row["text"] for row in map(json.loads, packed)}
