"""How the resolver takes edits of known meaning: no dangerous one may be accepted without a person.

    python tests/bench/mutate.py [--seed N] [--per-kind N] [--corpus DIR]… [--kind NAME]… [--json]

Real passages of a folder's pages (and texts written for a kind, put into such pages) get one scripted edit
each, beside unrelated edits elsewhere. The right verdict comes from the kind of edit. Exit code 1: a
dangerous edit was accepted, or something was accepted at a wrong place.
"""

import argparse
import difflib
import json
import random
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, zip_longest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))  # a checkout needs no installation

from goldset.domain.resolutions import Outcome, Place, Resolution
from goldset.domain.settings import PolicySettings
from goldset.resolution.resolve import resolve_spans
from tests.bench import (
    edits_elsewhere,
    edits_harmless,
    edits_pages,
    edits_places,
    edits_remarks,
    edits_rows,
    edits_words,
)
from tests.bench.cases import REGISTRY, Case, Kind, Scene, Verdict, build
from tests.bench.material import (
    HELP_CENTRE,
    Document,
    Library,
    MemoryCorpus,
    Piece,
    make_span,
    pieces,
    read_library,
    wilson,
)
from tests.bench.templates import Template, plant, read_templates

# Importing them registers their kinds.
EDITS = (edits_words, edits_rows, edits_places, edits_remarks, edits_pages, edits_harmless, edits_elsewhere)
GONE = {Outcome.MISSING, Outcome.DOCUMENT_REMOVED}
# What the owner of such a set would have settled: plan names say what a text applies to.
POLICY = PolicySettings(
    scope_terms=("Harbour Plus", "Harbour Essential", "Harbour Home", "Harbour Motor", "Select")
)
NOISE = 4  # unrelated edits of a page at most
RIGHT_OVERLAP = 0.5  # of letters and digits, shared by all: what makes an accepted place right
OFFERED_OVERLAP = 0.3  # the same, for a candidate that a person can mend


@dataclass(frozen=True)
class Judged:
    """What the resolver did with a case.

    `result` is one of right, wrong, first, listed, asked, gone: accepted at the right place; accepted and
    wrong; queued with the right place as first or as one of three candidates; queued otherwise; called gone.
    """

    case: Case
    resolution: Resolution
    kept: bool
    section: tuple[str, ...]
    result: str

    @property
    def faulty(self) -> bool:
        return self.result == "wrong" and self.case.verdict is not Verdict.WATCHED


def main(argv: Sequence[str] | None = None) -> int:
    options = parse(argv)
    started = time.perf_counter()
    library = read_library(options.corpus or [HELP_CENTRE])
    cases = [c for c in make_cases(library, options) if not options.kind or c.kind in options.kind]
    judged = [judge(case, library, kept=kept) for kept in options.old_text for case in cases]
    faults = [j for j in judged if j.faulty]
    if options.faults:
        Path(options.faults).write_text("".join(map(describe_fault, faults)), encoding="utf-8")
    print(as_json(judged) if options.json else as_table(judged))
    if not options.json:
        print(f"{len(judged)} cases, seed {options.seed}, {time.perf_counter() - started:.0f} s")
        for fault in faults[:20]:
            print(describe_fault(fault), end="")
    return 1 if faults else 0


def parse(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--per-kind", type=int, default=12, help="cases of a kind at most (written ones all, if more)"
    )
    parser.add_argument("--corpus", type=Path, action="append", help="folder of Markdown pages; repeatable")
    parser.add_argument("--kind", action="append", help="only this kind; repeatable")
    parser.add_argument("--alone", action="store_true", help="no unrelated edits elsewhere")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--faults", help="write every fault with its texts to this file")
    parser.add_argument(
        "--old-text",
        choices=["kept", "lost", "both"],
        default="both",
        help="whether the old pages' text is still at hand (default: each case with and without)",
    )
    options = parser.parse_args(argv)
    options.old_text = {"kept": [True], "lost": [False], "both": [True, False]}[options.old_text]
    return options


def make_cases(library: Library, options: argparse.Namespace) -> list[Case]:
    """Return the cases of every kind: written ones first, then real passages up to the number asked for."""
    per_kind, noise = options.per_kind, 0 if options.alone else NOISE
    templates, hosts = read_templates()
    written = defaultdict(list)
    for template in templates:
        written[template.kind, template.verdict].append(template)
    edits = defaultdict(list)
    for kind in REGISTRY:
        edits[kind.name, kind.verdict].append(kind)
    scenes = {d: pieces(library[d].text) for d in sorted(library)}
    cases: list[Case] = []
    for name in sorted(written.keys() | edits.keys(), key=lambda n: (n[1] is not Verdict.QUEUE, n[1], n[0])):
        rng = random.Random(f"{options.seed}/{name[0]}")
        planted = _planted(written[name], library, hosts, rng, noise)
        streams = [_real(kind, library, scenes, rng, noise) for kind in edits[name]]
        room = max(per_kind - len(planted), min(per_kind, 4)) if streams else 0
        real = [case for row in zip_longest(*(_first(s, room) for s in streams)) for case in row if case]
        cases += planted + real[:room]
    return cases


def _first(stream: Iterator[Case], count: int) -> list[Case]:
    return [case for _, case in zip(range(count), stream, strict=False)]


def _planted(
    templates: Sequence[Template],
    library: Library,
    hosts: Mapping[str, Document],
    rng: random.Random,
    noise: int,
) -> list[Case]:
    tries = ((plant(t, library, hosts, rng, noise) for _ in range(20)) for t in templates)
    return [case for some in tries if (case := next((c for c in some if c), None))]


def _real(
    kind: Kind, library: Library, scenes: Mapping[str, list[Piece]], rng: random.Random, noise: int
) -> Iterator[Case]:
    """Yield cases of real passages, the documents taking turns."""
    places = [(d, p) for d, found in scenes.items() for p in found if p.kind in kind.takes]
    rng.shuffle(places)
    for doc_id, piece in places:
        if case := build(kind, Scene(library, library[doc_id], piece, rng), noise):
            yield case


def judge(case: Case, library: Library, *, kept: bool) -> Judged:
    """Run the resolver on a case, and say what it did."""
    before, after = case.libraries(library)
    span = make_span(before, case.doc_id, case.cut, case.answer)
    old = {"before": MemoryCorpus(before, kept=kept)}
    resolution = resolve_spans([span], old, MemoryCorpus(after), [], POLICY)[0]
    return Judged(case, resolution, kept, span.confirmed.section or (), _result(case, resolution, after))


def _result(case: Case, resolution: Resolution, after: Library) -> str:
    if resolution.accepted:
        assert resolution.to is not None
        place_ok = overlap(resolution.to, case.right, after) >= RIGHT_OVERLAP
        return "right" if place_ok and case.verdict in (Verdict.ACCEPT, Verdict.EITHER) else "wrong"
    offered = [overlap(c.place, case.right, after) >= OFFERED_OVERLAP for c in resolution.candidates[:3]]
    if resolution.outcome in GONE:
        return "gone"
    return "first" if any(offered[:1]) else "listed" if any(offered) else "asked"


def overlap(place: Place, right: tuple[str, int, int] | None, after: Library) -> float:
    """Return intersection over union of two places, counted in letters and digits."""
    if right is None or place.doc_id != right[0]:
        return 0.0
    text = after[place.doc_id].text

    def letters(low: int, high: int) -> int:
        return sum(c.isalnum() for c in text[low:high])

    shared = letters(max(place.start, right[1]), min(place.end, right[2]))
    both = letters(place.start, place.end) + letters(right[1], right[2]) - shared
    return shared / both if both else float((place.start, place.end) == right[1:])


RESULTS = ("right", "wrong", "first", "listed", "asked", "gone")
HEADINGS = {
    Verdict.QUEUE: "Dangerous: must be queued",
    Verdict.ACCEPT: "Harmless: best accepted at the right place",
    Verdict.EITHER: "Either: at the right place, or queued",
    Verdict.WATCHED: "Watched: arguable, no fault when accepted",
}


def count(judged: Sequence[Judged]) -> dict[tuple[Verdict, str], Counter[str]]:
    counts: dict[tuple[Verdict, str], Counter[str]] = defaultdict(Counter)
    for j in judged:
        counts[j.case.verdict, j.case.kind][j.result] += 1
    return counts


def as_table(judged: Sequence[Judged]) -> str:
    counts = count(judged)
    lines: list[str] = []
    for verdict, heading in HEADINGS.items():
        rows = {name: c for (v, name), c in counts.items() if v is verdict}
        if not rows:
            continue
        lines += [
            "",
            f"{heading} ({len(rows)} kinds)",
            _line("", ["cases", "right", "wrong", "1st", "in 3", "asked", "gone"]),
        ]
        lines += [_line(name, [c.total(), *(c[r] for r in RESULTS)]) for name, c in rows.items()]
        total = sum(rows.values(), Counter[str]())
        lines += [_line("all", [total.total(), *(total[r] for r in RESULTS)]), _shares(total)]
    return "\n".join(lines)


def _line(name: str, figures: Sequence[object]) -> str:
    return f"{name[:44]:44}" + "".join(f"{f!s:>5}" if n else f"{f!s:>6}" for n, f in enumerate(figures))


def _shares(total: Counter[str]) -> str:
    of = total.total()
    parts = []
    for label, hits in (("accepted right", total["right"]), ("silently wrong", total["wrong"])):
        low, high = wilson(hits, of)
        parts.append(f"{label} {100 * hits / of:.2f} % [{100 * low:.2f}, {100 * high:.2f}]")
    return "  " + "; ".join(parts)


def as_json(judged: Sequence[Judged]) -> str:
    rows = [
        {"verdict": verdict, "kind": name, "cases": c.total(), **{r: c[r] for r in RESULTS}}
        for (verdict, name), c in count(judged).items()
    ]
    totals = {}
    for verdict in Verdict:
        total = Counter(j.result for j in judged if j.case.verdict is verdict)
        totals[verdict.value] = {
            "cases": total.total(),
            **{r: total[r] for r in RESULTS},
            "wrong_95": wilson(total["wrong"], total.total()),
            "right_95": wilson(total["right"], total.total()),
        }
    return json.dumps({"version": 1, "kinds": rows, "totals": totals}, indent=1, sort_keys=True)


def describe_fault(fault: Judged) -> str:
    """Return a fault in words: kind, quote, what was accepted, and how the pages differ."""
    case, to = fault.case, fault.resolution.to
    assert to is not None
    old = {case.doc_id: case.cut.text} | {d: document.text for d, document in case.before.items()}
    new = {d: document.text if document else "" for d, document in case.after.items()}
    kept = "kept" if fault.kept else "lost"
    lines = [
        f"\n## {case.kind} ({case.verdict}, old text {kept}): {fault.resolution.outcome}",
        f"quote in {case.doc_id}: {case.cut.quote!r}, section {' > '.join(fault.section) or '-'}",
        f"taken in {to.doc_id}: {to.text!r}, although:",
    ]
    for doc_id in sorted(new):
        diff = difflib.unified_diff(
            old.get(doc_id, "").split("\n"), new[doc_id].split("\n"), doc_id, doc_id, n=1
        )
        lines += ["    " + line.rstrip("\n") for line in islice(diff, 20)]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
