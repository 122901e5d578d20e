"""Whether what is carried over without reading a document is what reading it says, to the letter.

    python tests/bench/untouched.py [--part DIR]… [--per-kind N] [--seed N]

The spans of benchmark parts and the cases of `mutate.py` are resolved twice: as ever, and with every document
read. Exit code 1: a resolution differs.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).parents[2]))  # a checkout needs no installation

from goldset.domain.items import Span
from goldset.domain.resolutions import Resolution
from goldset.domain.settings import PolicySettings
from goldset.resolution.documents import Joined
from goldset.resolution.engine import Run
from goldset.resolution.resolve import resolve_spans
from tests.bench.material import (
    HELP_CENTRE,
    Cut,
    Library,
    MemoryCorpus,
    make_span,
    read_library,
    read_snapshot,
)
from tests.bench.mutate import POLICY, make_cases


@dataclass(frozen=True)
class Job:
    """Spans to resolve from one snapshot to another."""

    name: str
    before: Library
    after: Library
    spans: Sequence[Span]
    renames: Sequence[tuple[str, str]] = ()
    policy: PolicySettings = field(default_factory=PolicySettings)

    def resolve(self) -> list[Resolution]:
        corpora = {"before": MemoryCorpus(self.before)}
        return resolve_spans(self.spans, corpora, MemoryCorpus(self.after), self.renames, self.policy)


def main(argv: Sequence[str] | None = None) -> int:
    options = parse(argv)
    spans = short = differ = 0
    for job in jobs(options):
        found, taken = watched(job)
        with patch.object(Run, "_untouched", lambda *_: None):
            long = job.resolve()
        spans, short = spans + len(found), short + taken
        for one, other in zip(found, long, strict=True):
            if one != other:
                differ += 1
                print(f"{job.name}\n  short: {one}\n  long:  {other}")
    print(f"{spans:,} spans, {short:,} of them carried over unread, {differ} otherwise than when read")
    return 1 if differ else 0


def parse(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--part", type=Path, action="append", default=[], help="a benchmark part; repeatable")
    parser.add_argument("--per-kind", type=int, default=12, help="cases of a kind of edit; 0 for none")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(argv)


def jobs(options: argparse.Namespace) -> Iterator[Job]:
    for part in options.part:
        yield from part_jobs(part)
    if options.per_kind:
        options.alone = False
        library = read_library([HELP_CENTRE])
        for case in make_cases(library, options):
            before, after = case.libraries(library)
            span = make_span(before, case.doc_id, case.cut, case.answer)
            yield Job(case.kind, before, after, [span], policy=POLICY)


def part_jobs(part: Path) -> Iterator[Job]:
    """Yield the pairs of snapshots of a benchmark part."""
    rows = [json.loads(row) for row in (part / "spans.jsonl").read_text(encoding="utf-8").splitlines()]
    for pair in json.loads((part / "pairs.json").read_text(encoding="utf-8")):
        before, after = (read_snapshot(part / "corpus" / f"{pair[side]}.jsonl.gz") for side in "ab")
        cuts = [
            (row["doc"], Cut.of(before[row["doc"]].text, row["start"], row["end"]))
            for row in rows
            if row["pair"] == pair["pair"]
        ]
        spans = [make_span({doc_id: before[doc_id]}, doc_id, cut) for doc_id, cut in cuts]
        yield Job(pair["pair"], before, after, spans, sorted(pair["git_renames"].items()))


def watched(job: Job) -> tuple[list[Resolution], int]:
    """Return the resolutions of a job, and how many spans were carried over unread."""
    untouched, taken = Run._untouched, 0

    def counted(run: Run, span: Span, joined: Joined) -> Resolution | None:
        nonlocal taken
        found = untouched(run, span, joined)
        taken += found is not None
        return found

    with patch.object(Run, "_untouched", counted):
        return job.resolve(), taken


if __name__ == "__main__":
    sys.exit(main())
