"""Decisions of the resolver that can be made again: edits of known meaning, and passages of a benchmark part."""

import gzip
import json
import random
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from goldset.domain.items import Span
from goldset.domain.resolutions import Resolution
from goldset.domain.settings import PolicySettings
from goldset.resolution.resolve import resolve_spans
from tests.bench.material import HELP_CENTRE, Cut, Document, Library, MemoryCorpus, make_span, read_library
from tests.bench.mutate import POLICY, make_cases, parse

SEED = 7  # another one than the tests', which take the first
PER_KIND = 2


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


@dataclass(frozen=True)
class Decision:
    """A span with the corpora before and after."""

    name: str
    span: Span
    before: MemoryCorpus
    after: MemoryCorpus
    policy: PolicySettings
    renames: tuple[tuple[str, str], ...] = ()

    def made(self) -> Answer:
        """Return what is decided; a crash is an answer of its own, never an accept."""
        try:
            (found,) = resolve_spans(
                [self.span], {"before": self.before}, self.after, self.renames, self.policy
            )
        except Exception as error:  # noqa: BLE001 (whatever a fault makes of it)
            return Answer((False, None, ()), f"crash: {type(error).__name__}", ())
        return Answer.of(found)


class Record:
    """The decisions, and what the resolver says of each without any fault."""

    def __init__(self, part: Path | None, sample: int) -> None:
        library = read_library([HELP_CENTRE])
        self.decisions: list[Decision] = []
        self.answers: list[Answer] = []
        for case in make_cases(library, parse(["--seed", str(SEED), "--per-kind", str(PER_KIND)])):
            before, after = case.libraries(library)
            span = make_span(before, case.doc_id, case.cut, case.answer)
            for kept in (True, False):
                name = f"{case.kind} ({case.verdict}, old text {'kept' if kept else 'lost'}): {case.cut.quote[:60]!r}"
                old = MemoryCorpus(before, kept=kept)
                self.decisions.append(Decision(name, span, old, MemoryCorpus(after), POLICY))
        if part is not None:
            self.decisions += of_part(part, sample)


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
        Decision(
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
