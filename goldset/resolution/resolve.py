"""Where each gold span stands in a new snapshot: the only way into this package.

The stages are pure functions over records: join the manifests; resolve in the own document; look for what
is still open in new and changed documents; decide. Documents and spans are taken in order of their ids and
in batches, so the result is the same whatever order they come in and whoever does a batch.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby

from goldset.domain.collector import without_collector
from goldset.domain.items import Decision, PendingSpan, Span, Status
from goldset.domain.resolutions import Outcome, Resolution
from goldset.domain.settings import PolicySettings
from goldset.domain.snapshots import Corpus, DocumentRecord
from goldset.errors import CorpusError
from goldset.resolution.batches import InTurn, Workers, cut
from goldset.resolution.carry import carry_over
from goldset.resolution.documents import (
    Fate,
    Joined,
    Snapshots,
    Titles,
    held_little,
    joined_by_content,
    joined_by_id,
)
from goldset.resolution.engine import Sought, blank
from goldset.resolution.library import ReadingRoom, Texts, scope_terms
from goldset.resolution.renames import Shares, count_runs, may_have_merged
from goldset.resolution.search_index import Index
from goldset.resolution.seeds import Hits, make_seeds
from goldset.resolution.spots import Ask, Spot
from goldset.resolution.steps import (
    Case,
    Decide,
    FindHits,
    FindSpots,
    LookInside,
    Numbered,
    RunsOf,
    Setup,
    SharedRuns,
)
from goldset.resolution.tokens import Keys

# A span weighs as much as so many characters to read.
_SPAN = 50_000
# A closer look at one document for one span.
_LOOK = 10_000
# Spans of one document that are looked for together.
_TOGETHER = 100


def resolve_spans(
    spans: Sequence[Span],
    before: Mapping[str, Corpus],
    after: Corpus,
    renames: Sequence[tuple[str, str]],
    policy: PolicySettings,
    workers: Workers | None = None,
) -> list[Resolution]:
    """Return where each span stands, in the order given: one resolution a span.

    Args:
        spans: The spans, pinned and retired ones too.
        before: Snapshot id → the corpus that spans were confirmed in; its texts may be missing.
        after: The new corpus.
        renames: (old id, new id) that Git or a list of redirects says.
        policy: Additions to the word lists.
        workers: Who does the work, batch by batch; this process alone where nobody is named.
    """
    room = ReadingRoom(_texts(before, after), scope_terms(policy))
    return Resolver(room, policy, workers or InTurn()).resolve(spans, before, after, renames)


@dataclass(frozen=True, slots=True)
class Resolver:
    """Who resolves, where much is asked of one new corpus: what is read of it for one question serves the next.

    Attributes:
        room: Where its texts come from, and those of the corpora that spans were confirmed in, by snapshot.
        policy: Additions to the word lists; the room has the same terms.
        workers: Who does the work, batch by batch.
    """

    room: ReadingRoom
    policy: PolicySettings
    workers: Workers

    @without_collector()
    def resolve(
        self,
        spans: Sequence[Span],
        before: Mapping[str, Corpus],
        after: Corpus,
        renames: Sequence[tuple[str, str]],
    ) -> list[Resolution]:
        """Return where each span stands (see `resolve_spans`)."""
        groups: dict[str, list[int]] = defaultdict(list)
        found: dict[int, Resolution] = {}
        for number, span in enumerate(spans):
            early = _early(span, before)
            if early is None:
                groups[span.snapshot or ""].append(number)
            else:
                found[number] = early
        for snapshot in sorted(groups):
            records = before[snapshot].documents if snapshot else {}
            pair = Snapshots(records, after.documents, tuple(renames), self.room.terms)
            numbers = sorted(groups[snapshot], key=lambda n: (spans[n].confirmed.doc_id, spans[n].key, n))
            setup = Setup(snapshot, self.policy, self.room.begin())
            found |= _Job(pair, setup, self.workers, self.room).resolve([(n, spans[n]) for n in numbers])
        return [found[number] for number in range(len(spans))]


def _texts(before: Mapping[str, Corpus], after: Corpus) -> Texts:
    """Return what gives a document's text, by snapshot; a draft was confirmed in none, and has no text."""

    def text(snapshot: str | None, doc_id: str) -> str | None:
        corpus = after if snapshot is None else before.get(snapshot)
        return corpus.text(doc_id) if corpus is not None else None

    return text


def _early(span: Span, before: Mapping[str, Corpus]) -> Resolution | None:
    """Return the resolution of a span that is not looked for; None for any other."""
    if span.item.pinned:
        return blank(span, Outcome.SKIPPED, "pinned")
    decisions = {e.relabel.decision for e in span.item.gold_spans if isinstance(e, PendingSpan)}
    if span.item.status is Status.RETIRED or Decision.RETIRE in decisions:
        return blank(span, Outcome.SKIPPED, "retired")
    if Decision.UNANSWERABLE in decisions:
        return blank(span, Outcome.SKIPPED, "unanswerable")
    if span.relabel is not None and span.relabel.decision is Decision.DROP:
        return blank(span, Outcome.SKIPPED, "dropped")
    if span.snapshot and span.snapshot not in before:
        return blank(span, reason=f"snapshot {span.snapshot}, in which it was confirmed, is not there")
    return None


class _Job:
    """The spans of one pair of snapshots, stage by stage."""

    def __init__(self, pair: Snapshots, setup: Setup, workers: Workers, room: ReadingRoom) -> None:
        self._pair, self._setup, self._workers, self._room = pair, setup, workers, room
        self._settled: dict[int, Resolution] = {}
        self._open: list[Case] = []
        self._sought: list[Sought] = []

    def resolve(self, spans: Sequence[Numbered]) -> dict[int, Resolution]:
        """Return the resolutions of spans sorted by document, by number; each has one."""
        cases: list[Case] = []
        lost: dict[str, list[Numbered]] = {}
        for doc_id, group in groupby(spans, key=lambda one: one[1].confirmed.doc_id):
            joined, own = joined_by_id(self._pair, doc_id), list(group)
            if joined.fate is Fate.GONE:
                lost[doc_id] = own
            else:
                rest = self._carry(own) if joined.fate is Fate.SAME and joined.change is None else own
                cases += _cases(joined, rest, self._pair.titles(doc_id))
        gone = frozenset(lost)
        for case in self._look_inside(cases):
            lost.setdefault(case.joined.doc_id, []).extend(case.spans)
        if lost:
            self._find_lost(lost, gone)
        self._decide()
        if self._settled.keys() != {number for number, _ in spans}:
            raise AssertionError("a span has no resolution, or one that nobody asked for")
        return self._settled

    def _settle(self, number: int, resolution: Resolution) -> None:
        if number in self._settled:
            raise AssertionError("a span has two resolutions")
        self._settled[number] = resolution

    def _carry(self, spans: Sequence[Numbered]) -> list[Numbered]:
        """Carry over spans of a document that is the same, and return those for which it must be read."""
        rest = []
        for number, span in spans:
            try:
                carried = carry_over(span, self._setup.pair(self._room), blank(span))
            except CorpusError:
                carried = None  # said where the document is read
            if carried is None:
                rest.append((number, span))
            else:
                self._settle(number, carried)
        return rest

    def _look_inside(self, cases: Sequence[Case]) -> list[Case]:
        """Look for spans in their own documents; return those whose document is another page now."""
        replaced = []
        batches = cut(cases, self._weight, self._workers.batch)
        results = self._workers.each("own documents", LookInside(self._setup), batches, self._room)
        for batch, found in zip(batches, results, strict=True):
            for case, ends in zip(batch, found, strict=True):
                elsewhere = self._sort(case, ends)
                if elsewhere:
                    replaced.append(replace(case, spans=elsewhere))
        return replaced

    def _sort(self, case: Case, ends: Sequence[Resolution | Sought | None]) -> tuple[Numbered, ...]:
        """Put away the spans of a case that are settled, and keep the others to be sought in all documents.

        Returns:
            Those whose document is another page now.
        """
        still_open, elsewhere = [], []
        for numbered, end in zip(case.spans, ends, strict=True):
            if isinstance(end, Resolution):
                self._settle(numbered[0], end)
            elif end is None:
                elsewhere.append(numbered)
            else:
                still_open.append(numbered)
                self._sought.append(end)
        if still_open:
            self._open.append(Case(case.joined, tuple(still_open)))
        return tuple(elsewhere)

    def _weight(self, case: Case) -> int:
        there = self._pair.before.get(case.joined.doc_id), self._pair.after.get(case.joined.target or "")
        return sum(record.chars for record in there if record) + _SPAN * len(case.spans)

    def _find_lost(self, lost: Mapping[str, Sequence[Numbered]], gone: frozenset[str]) -> None:
        """Find out what became of documents that are gone or another page now; then look for their spans."""
        pair = self._pair
        shares = count_runs(dict(self._runs(sorted(lost))))
        if shares.sources:
            for doc_id, shared in self._shared(pair.fresh(), shares, older=False):
                shares.add(doc_id, shared)
        earlier, known = count_runs(shares.sources), []
        merged = may_have_merged(shares)
        older = [d for d in sorted(merged) if d in pair.before and d not in shares.sources]
        for doc_id, shared in self._shared(older, earlier, older=True):
            earlier.add(doc_id, shared)
            known.append(doc_id)
        fates = {doc_id: doc_id in gone for doc_id in sorted(lost)}
        joined = joined_by_content(pair, fates, shares, held_little(earlier, known))
        self._look_inside([case for doc_id in fates for case in _cases(joined[doc_id], lost[doc_id], None)])

    def _runs(self, doc_ids: Sequence[str]) -> Iterator[tuple[str, Keys]]:
        """Yield the runs of words of older documents whose text is known."""
        batches = self._batches(doc_ids, self._pair.before)
        return chain.from_iterable(
            self._workers.each("documents that are gone", RunsOf(self._setup), batches, self._room)
        )

    def _shared(self, doc_ids: Sequence[str], shares: Shares, *, older: bool) -> Iterator[tuple[str, Keys]]:
        """Yield which runs of lost documents stand in others; those that cannot be read are left out."""
        batches = self._batches(doc_ids, self._pair.before if older else self._pair.after)
        step = SharedRuns(self._setup, shares.union, older)
        return chain.from_iterable(self._workers.each("renamed documents", step, batches, self._room))

    def _batches(
        self, doc_ids: Sequence[str], records: Mapping[str, DocumentRecord]
    ) -> list[tuple[str, ...]]:
        def chars(doc_id: str) -> int:
            return records[doc_id].chars if doc_id in records else 0

        return cut(doc_ids, chars, self._workers.batch)

    def _decide(self) -> None:
        """Look through new and changed documents for what is still sought, and decide."""
        if not self._open:
            return
        seeds = make_seeds([sought.sample for sought in self._sought])
        batches = self._batches(self._pair.fresh(), self._pair.after)
        step = FindHits(self._setup, seeds)
        found = self._workers.each("new and changed documents", step, batches, self._room)
        index = Index(seeds, Hits(dict(chain.from_iterable(found))))
        spots = self._spots(index)
        open_cases = [
            replace(case, spots=tuple(spots.get(number, ()) for number, _ in case.spans))
            for case in sorted(self._open, key=lambda case: (case.joined.doc_id, case.spans[0][0]))
        ]
        cases = cut(open_cases, self._weight, self._workers.batch)
        results = self._workers.each("decisions", Decide(self._setup), cases, self._room)
        for batch, decided in zip(cases, results, strict=True):
            for case, ends in zip(batch, decided, strict=True):
                for (number, _), resolution in zip(case.spans, ends, strict=True):
                    self._settle(number, resolution)

    def _spots(self, index: Index) -> dict[int, list[Spot]]:
        """Return by number the places that new and changed documents have for what is still sought."""
        asked: dict[str, list[Ask]] = defaultdict(list)
        for sought, holders in zip(self._sought, index.near([s.sample for s in self._sought]), strict=True):
            for near in holders:
                if near.doc_id != sought.own:
                    asked[near.doc_id].append(Ask(sought.number, sought.sample, near.windows, sought.floor))

        def weight(document: tuple[str, Sequence[Ask]]) -> int:
            return self._pair.after[document[0]].chars + _LOOK * len(document[1])

        batches = cut(sorted(asked.items()), weight, self._workers.batch)
        found: dict[int, list[Spot]] = defaultdict(list)
        for batch in self._workers.each("candidates", FindSpots(self._setup), batches, self._room):
            for number, spots in batch:
                found[number] += spots
        return found


def _cases(joined: Joined, spans: Sequence[Numbered], titles: Titles | None) -> list[Case]:
    """Return a document with its spans, in pieces where it has many."""
    starts = range(0, len(spans), _TOGETHER)
    return [Case(joined, tuple(spans[at : at + _TOGETHER]), titles) for at in starts]
