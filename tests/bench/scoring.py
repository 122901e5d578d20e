"""How predictions are held against the truth of a re-anchoring benchmark part.

A place is right where it shares at least half of the letters and digits of both (shared over joint), a
candidate where it shares three tenths. Each prediction has one ending:

right        accepted at the right place: nothing, or only its dress, had changed
other_words  accepted at the right place, and words of no guarded category changed: against the policy, and
             yet no silent wrong
wrong        accepted at a wrong place, or with a guarded category changed, or rewritten, or gone
queued       left to a person
gone         called gone
false_gone   called gone, although it stands verbatim, in other dress or edited
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from tests.bench.material import read_snapshot

Row = Mapping[str, Any]
Place = tuple[str, int, int]

RIGHT_OVERLAP = 0.5
OFFERED_OVERLAP = 0.3
LOOSE = 2  # letters and digits that a border may be off before it is loose
OFFERED = 3  # candidates that a person is shown
ALIVE = {"verbatim", "format", "edited"}
LOST = {"deleted", "dissolved"}
CONTEXT = {"context_changed", "scope_changed"}


@dataclass(frozen=True)
class Scored:
    """A span's prediction beside its truth.

    Attributes:
        truth: The truth's row, with `kind`, `pair` and `repo` of the span.
        ending: See the module.
        twin: Whether the accepted place holds the same text, standing elsewhere.
        loose: Whether the borders of the accepted or of the best right candidate are off.
        rank: Place of the first right candidate, from 1; 0 where none of the first three is right.
        by_context: Whether the passage was queued for what stands around it.
        predicted: Whether there was a prediction at all.
    """

    truth: Row
    ending: str
    twin: bool
    loose: bool
    rank: int
    by_context: bool
    predicted: bool

    @property
    def safe(self) -> bool:
        return bool(self.truth["expected"] == "accept")

    @property
    def renamed(self) -> bool:
        """Whether the passage is unchanged in a document of another name, and nothing else is in the way."""
        t = self.truth
        in_the_way = {"link_target_changed", "boundary_insert", "item_marker_changed"} & set(t["flags"])
        only = t["expected"] == "either" and t.get("dup_b_doc", 1) <= 1 and not in_the_way
        return bool(only and t.get("moved") == "renamed_document")

    @property
    def wants_candidate(self) -> bool:
        """Whether a person had to be shown the place: it is known, and the span was not carried over."""
        known = self.truth.get("doc") is not None and self.truth.get("loc_known", True)
        return bool(known) and self.ending in ("queued", "false_gone")


class Part:
    """A part of the benchmark: its spans, its truth, and the texts of the later snapshots."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        pairs = json.loads((folder / "pairs.json").read_text(encoding="utf-8"))
        self._later = {pair["pair"]: pair["b"] for pair in pairs}
        repositories = {pair["pair"]: pair.get("repo", pair["pair"]) for pair in pairs}
        spans = {row["id"]: row for row in read_rows(folder / "spans.jsonl")}
        self.truth = [
            {**row, "kind": span["kind"], "pair": span["pair"], "repo": repositories[span["pair"]]}
            for row in read_rows(folder / "truth.jsonl")
            for span in [spans[row["id"]]]
        ]
        self._snapshot = lru_cache(maxsize=None)(
            lambda name: read_snapshot(folder / "corpus" / f"{name}.jsonl.gz")
        )

    def score(self, predictions: Iterable[Row]) -> list[Scored]:
        """Return every span of the truth with what was said of it; a missing prediction counts as queued."""
        by_id = {row["id"]: row for row in predictions}
        return [self._scored(row, by_id.get(row["id"])) for row in self.truth]

    def _scored(self, truth: Row, prediction: Row | None) -> Scored:
        said = prediction or {"verdict": "queue"}
        here = place_of(truth) if truth.get("doc") is not None else None
        got = place_of(said) if said["verdict"] == "accept" else None
        offered = [place_of(row) for row in (said.get("candidates") or ())][:OFFERED]
        hits = [bool(p and here) and self._overlap(truth, p, here) >= OFFERED_OVERLAP for p in offered]
        rank = hits.index(True) + 1 if any(hits) else 0
        best = got or (offered[rank - 1] if rank else None)
        return Scored(
            truth=truth,
            ending=self._ending(truth, said["verdict"], got, here),
            twin=self._is_twin(truth, got, here),
            loose=self._is_loose(truth, best, here),
            rank=rank,
            by_context=said.get("outcome") in CONTEXT,
            predicted=prediction is not None,
        )

    def _ending(self, truth: Row, verdict: str, got: Place | None, here: Place | None) -> str:
        fate = truth["fate"]
        if verdict == "gone":
            return "false_gone" if fate in ALIVE else "gone"
        if verdict != "accept":
            return "queued"
        if fate in LOST or fate == "rewritten" or self._overlap(truth, got, here) < RIGHT_OVERLAP:
            return "wrong"
        if fate == "edited":
            return "wrong" if truth["changed"] else "other_words"
        return "right"

    def _is_twin(self, truth: Row, got: Place | None, here: Place | None) -> bool:
        elsewhere = truth["fate"] in LOST or self._overlap(truth, got, here) < RIGHT_OVERLAP
        twins = [(doc, start, end) for doc, start, end in truth.get("twins", ())]
        return elsewhere and any(self._overlap(truth, got, twin) >= RIGHT_OVERLAP for twin in twins)

    def _shared(self, truth: Row, a: Place | None, b: Place | None) -> tuple[int, int]:
        """Return how many letters and digits two places of the later snapshot share, and have together."""
        if a is None or b is None or a[0] != b[0]:
            return 0, 1
        document = self._snapshot(self._later[truth["pair"]]).get(a[0])
        text = document.text if document else ""

        def count(low: int, high: int) -> int:
            return sum(c.isalnum() for c in text[max(low, 0) : max(high, 0)])

        shared = count(max(a[1], b[1]), min(a[2], b[2])) if min(a[2], b[2]) > max(a[1], b[1]) else 0
        return shared, count(*a[1:]) + count(*b[1:]) - shared

    def _overlap(self, truth: Row, a: Place | None, b: Place | None) -> float:
        shared, together = self._shared(truth, a, b)
        return shared / together if together else 0.0

    def _is_loose(self, truth: Row, a: Place | None, b: Place | None) -> bool:
        shared, together = self._shared(truth, a, b)
        return together - shared > LOOSE


def read_rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def place_of(row: Row) -> Place | None:
    try:
        return str(row["doc"]), int(row["start"]), int(row["end"])
    except (KeyError, TypeError, ValueError):
        return None


def share(hits: Sequence[Scored], of: Sequence[Scored]) -> float | None:
    """Return a share in percent; None where there is nothing to count."""
    return 100 * len(hits) / len(of) if of else None


def figures(scored: Sequence[Scored]) -> dict[str, float | None]:
    """Return every figure of some spans: counts as they are, shares in percent; None where nothing counts."""
    safe = [s for s in scored if s.safe]
    explained = [s for s in safe if not (s.ending == "queued" and s.by_context)]
    renamed = safe + [s for s in scored if s.renamed]
    wrong = [s for s in scored if s.ending == "wrong"]
    asked = [s for s in scored if s.wants_candidate]
    shown = [s for s in asked if s.rank]
    lost = [s for s in scored if s.truth["fate"] in LOST]
    return {
        "spans": len(scored),
        "without_prediction": sum(not s.predicted for s in scored),
        "silent_wrong": sum(not s.twin for s in wrong),
        "wrong_twin": sum(s.twin for s in wrong),
        "safe_recall": share([s for s in safe if s.ending == "right"], safe),
        "safe_recall_explained": share([s for s in explained if s.ending == "right"], explained),
        "safe_recall_renamed": share([s for s in renamed if s.ending == "right"], renamed),
        "other_words": share([s for s in scored if s.ending == "other_words"], scored),
        "false_gone": sum(s.ending == "false_gone" for s in scored),
        "candidate_1": share([s for s in asked if s.rank == 1], asked),
        "candidate_3": share(shown, asked),
        "exact_borders": share([s for s in shown if not s.loose], shown),
        "called_gone": share([s for s in lost if s.ending == "gone"], lost),
        "queued": share([s for s in scored if s.ending == "queued"], scored),
    }
