"""How long resolving takes, beside what a plain tool takes for the same texts, in one run.

    python tests/bench/speed.py [BAR…] [--full] [--part DIR | --corpus DIR] [sizes]

Bars: unchanged, changed, orphans, memory, growth, inputs; without one, all. Text is recombined from the help-centre
pages, or from a folder of Markdown, or is that of a benchmark part with its real changes (a part's texts are
repeated in other letters where more is asked for than it holds). Times are CPU seconds: other work on the
machine adds nothing. With `--full` the sizes are those that the bars are set for, and a bar that is missed
makes exit code 1; the small sizes show only that nothing is out of all proportion.
"""

import argparse
import math
import multiprocessing
import random
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))  # a checkout needs no installation

from rapidfuzz.fuzz import partial_ratio_alignment

from goldset.domain.items import Span
from goldset.domain.resolutions import Resolution
from goldset.domain.settings import PolicySettings
from goldset.resolution.batches import InTurn, Step
from goldset.resolution.library import ReadingRoom
from goldset.resolution.reading import read
from goldset.resolution.resolve import resolve_spans
from tests.bench.bulk import Bulk, edited, made_page, make_bulk, read_part, span_at, spread
from tests.bench.idle import measure_unchanged
from tests.bench.material import HELP_CENTRE, Document, MemoryCorpus, read_library

OWN = "own documents"  # the stage that looks for a span in its own document
CUTOFF = 60  # similarity below which the fuzzy call may give up
SAMPLE = 800  # spans of which the fuzzy call over the whole corpus is timed, each in some documents
SAMPLED_DOCUMENTS = 20
ROUNDS = 2  # in turn, as the processor becomes faster and slower: of each side the fastest counts
OWN_BAR, ORPHAN_BAR, IDLE_BAR, INPUT_BAR, SLOPE_BAR, MEMORY_BAR = 4.0, 1 / 1000, 1.5, 20.0, 1.15, 600.0
PATIENCE = 900.0  # seconds on the clock after which an input counts as not bounded


@dataclass(frozen=True)
class Figure:
    """A line of the result: what was measured, the figure, and the most it may be."""

    name: str
    value: float
    bar: float
    detail: str

    @property
    def holds(self) -> bool:
        return self.value <= self.bar

    def __str__(self) -> str:
        value, bar = (f"1/{1 / x:,.0f}" if 0 < x < 0.05 else f"{x:,.2f}" for x in (self.value, self.bar))
        return f"{self.name:34}{value:>10}{bar:>9}  {'ok' if self.holds else 'OVER':5}{self.detail}"


def main(argv: Sequence[str] | None = None) -> int:
    options = parse(argv)
    rng = random.Random(options.seed)
    bars: dict[str, Callable[[argparse.Namespace, random.Random], list[Figure]]] = {
        "unchanged": unchanged,
        "changed": changed,
        "orphans": orphans,
        "memory": memory,
        "growth": growth,
        "inputs": inputs,
    }
    print(f"{'':34}{'figure':>10}{'bar':>9}")
    missed = 0
    for name in options.bars or bars:
        for figure in bars[name](options, rng):
            print(figure, flush=True)
            missed += not figure.holds
    return 1 if missed and options.full else 0


def parse(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("bars", nargs="*", metavar="BAR")
    parser.add_argument("--full", action="store_true", help="the sizes that the bars are set for")
    parser.add_argument(
        "--part", type=Path, help="a benchmark part: corpus/NAME.jsonl.gz, pairs.json, spans.jsonl"
    )
    parser.add_argument("--corpus", type=Path, help="folder of Markdown pages to recombine")
    parser.add_argument("--spans", type=int, help="spans (300; full: 10,000)")
    parser.add_argument("--megabytes", type=float, help="changed text (1.5; full: 50)")
    parser.add_argument("--files", type=int, help="files that did not change (1,500; full: 100,000)")
    parser.add_argument("--idle-megabytes", type=float, help="text of these files (15; full: 1,000)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(argv)
    small = {"spans": 300, "megabytes": 1.5, "files": 1500, "idle_megabytes": 15.0}
    full = {"spans": 10_000, "megabytes": 50.0, "files": 100_000, "idle_megabytes": 1000.0}
    for name, value in (full if options.full else small).items():
        if getattr(options, name) is None:
            setattr(options, name, value)
    return options


def timed(work: Callable[[], object], rounds: int = 1) -> float:
    """Return the CPU seconds of some work: the fastest of a few rounds."""
    best = math.inf
    for _ in range(rounds):
        begin = time.process_time()
        work()
        best = min(best, time.process_time() - begin)
    return best


class Stages(InTurn):
    """Does the work in turn, and says how many CPU seconds each stage took."""

    def __init__(self) -> None:
        super().__init__()
        self.seconds: dict[str, float] = defaultdict(float)

    def each(
        self, what: str, step: Step[Any, Any], batches: Sequence[Any], room: ReadingRoom
    ) -> Iterator[Any]:
        for batch in batches:
            begin = time.process_time()
            result = step(room, batch)
            self.seconds[what] += time.process_time() - begin
            yield result


def hashed(bulk: Bulk) -> tuple[MemoryCorpus, MemoryCorpus]:
    """Return the documents before and after with their hashes, which are another bar's business."""
    before, after = MemoryCorpus(bulk.before), MemoryCorpus(bulk.after)
    _ = before.documents, after.documents
    return before, after


def resolve(
    bulk: Bulk,
    spans: Sequence[Span] | None = None,
    stages: Stages | None = None,
    corpora: tuple[MemoryCorpus, MemoryCorpus] | None = None,
) -> list[Resolution]:
    before, after = corpora or hashed(bulk)
    chosen = bulk.spans if spans is None else spans
    return resolve_spans(chosen, {"before": before}, after, [], PolicySettings(), stages)


def material(options: argparse.Namespace, rng: random.Random, spans: int, megabytes: float) -> Bulk:
    """Return old and new documents, every one changed, and spans of the old ones."""
    if options.part:
        return read_part(options.part, int(megabytes * 1e6), spans, rng)
    library = read_library([options.corpus or HELP_CENTRE])
    return make_bulk(library, int(megabytes * 1e6), spans, rng)


def unchanged(options: argparse.Namespace, rng: random.Random) -> list[Figure]:
    """Nothing changed: beside sha256sum over the same files."""
    library = read_library([options.corpus or HELP_CENTRE])
    with tempfile.TemporaryDirectory() as folder:
        idle = measure_unchanged(Path(folder), library, options, rng)
    size = f"{options.files:,} files, {options.idle_megabytes:,.0f} MB, {options.spans:,} spans"
    return [
        Figure(
            "nothing changed : sha256sum",
            idle.folder / idle.sha256sum,
            IDLE_BAR,
            f"{size} ({idle.folder:.2f} s)",
        ),
        Figure(
            "the same, hashes stated by Git", idle.tree / idle.sha256sum, IDLE_BAR, f"({idle.tree:.2f} s)"
        ),
        Figure("blobs read where Git states hashes", idle.blobs_read, 0, ""),
        Figure("peak memory, MB", idle.megabytes, MEMORY_BAR, "of the process that resolves"),
    ]


def changed(options: argparse.Namespace, rng: random.Random) -> list[Figure]:
    """Every document changed: the own document's stages beside one fuzzy call per span.

    Only spans that the fuzzy call finds are timed, on both sides: the others are the next bar's business, and so is
    looking in other documents for those that are not provably the same.
    """
    bulk = material(options, rng, options.spans, options.megabytes)
    stays: list[Span] = []
    fuzzy = 0.0
    for span in bulk.spans:
        seconds, found = fuzzy_call(span, bulk.after[span.confirmed.doc_id])
        if found:
            stays.append(span)
            fuzzy += seconds
    stages = Stages()
    whole = timed(partial(resolve, bulk, stays, stages, hashed(bulk)))
    ours = stages.seconds[OWN]
    reading = timed(partial(read_all, bulk, {span.confirmed.doc_id for span in stays}))
    detail = f"{len(stays):,} spans, {bulk.changed / 1e6:.1f} MB ({ours:.2f} s : {fuzzy:.2f} s)"
    return [
        Figure("all changed : fuzzy, own document", ours / fuzzy, OWN_BAR, detail),
        Figure("reading these texts alone", reading / fuzzy, math.inf, f"({reading:.2f} s)"),
        Figure("with the search elsewhere", whole / fuzzy, math.inf, f"({whole:.2f} s)"),
    ]


def read_all(bulk: Bulk, doc_ids: Iterable[str]) -> None:
    """Read the older and the newer text of documents, as far as every comparison needs them."""
    for doc_id in doc_ids:
        for side in (bulk.before, bulk.after):
            _ = read(doc_id, side[doc_id].text).units.borders


def orphans(options: argparse.Namespace, rng: random.Random) -> list[Figure]:
    """Spans that left their documents: beside the fuzzy call over all documents, as a sample tells it."""
    bulk = material(options, rng, options.spans, options.megabytes).orphaned(rng)
    corpora, sample = hashed(bulk), draw(bulk, rng)
    rounds = []
    for _ in range(ROUNDS):
        stages = Stages()
        all_of_it = timed(partial(resolve, bulk, None, stages, corpora))
        rounds.append((all_of_it - stages.seconds[OWN], all_of_it, sample.seconds()))
    ours, all_of_it, fuzzy = map(min, zip(*rounds, strict=True))
    whole = fuzzy / sample.characters * bulk.changed * len(bulk.spans)
    detail = f"{len(bulk.spans):,} spans ({ours:.2f} s : {whole:,.0f} s ± {sample.error:.0%}, extrapolated)"
    return [
        Figure("orphans : fuzzy, whole corpus", ours / whole, ORPHAN_BAR, detail),
        Figure("with the own document", all_of_it / whole, math.inf, f"({all_of_it:.2f} s)"),
    ]


class Sample:
    """Fuzzy calls, some for all: how long one takes depends on its passage more than on anything else."""

    def __init__(self, calls: Sequence[tuple[Span, Sequence[Document]]]) -> None:
        """Take passages, and for each the documents to look for it in."""
        self._calls = calls
        self._rates: list[float] = []

    @property
    def characters(self) -> int:
        """Characters that all calls together look through."""
        return sum(len(document.text) for _, documents in self._calls for document in documents)

    def seconds(self) -> float:
        """Return the CPU seconds of all calls."""
        each = [sum(fuzzy_call(span, d)[0] for d in documents) for span, documents in self._calls]
        sizes = [sum(len(d.text) for d in documents) for _, documents in self._calls]
        self._rates = [seconds / size for seconds, size in zip(each, sizes, strict=True)]
        return sum(each)

    @property
    def error(self) -> float:
        """The standard error over the passages, as a share."""
        return statistics.stdev(self._rates) / statistics.mean(self._rates) / math.sqrt(len(self._rates))


def draw(bulk: Bulk, rng: random.Random) -> Sample:
    """Return a sample of passages and documents."""
    spans, documents = bulk.spans, list(bulk.after.values())
    some = min(SAMPLED_DOCUMENTS, len(documents))
    return Sample([(s, rng.sample(documents, some)) for s in rng.sample(spans, min(SAMPLE, len(spans)))])


def fuzzy_call(span: Span, document: Document) -> tuple[float, bool]:
    """Return the CPU seconds of one fuzzy call, and whether it found the span."""
    begin = time.process_time()
    found = partial_ratio_alignment(span.confirmed.text, document.text, score_cutoff=CUTOFF)
    return time.process_time() - begin, found is not None


def memory(options: argparse.Namespace, rng: random.Random) -> list[Figure]:
    """Every document changed: memory beyond the texts themselves, which this bench holds and goldset reads."""
    bulk = material(options, rng, options.spans, options.megabytes)
    size = f"{options.spans:,} spans, {bulk.changed / 1e6:.1f} MB"
    return [
        Figure(f"peak memory, MB, {name}", in_child(partial(memory_of, some)), MEMORY_BAR, size)
        for name, some in (("all changed", bulk), ("all orphans", bulk.orphaned(rng)))
    ]


def memory_of(bulk: Bulk) -> float:
    """Return how many MB resolving takes beyond what this process has already."""
    before = resident("VmRSS")
    resolve(bulk)
    return resident("VmHWM") - before


def resident(what: str) -> float:
    """Return a figure of this process's memory in MB, as the system states it."""
    rows = dict(line.split(":") for line in Path("/proc/self/status").read_text().splitlines() if ":" in line)
    return int(rows[what].split()[0]) / 1000


def growth(options: argparse.Namespace, rng: random.Random) -> list[Figure]:
    """Cost beside spans, and beside changed text: the slope of the logarithms is 1 where it is linear."""
    steps = (1, 2, 4, 8)
    bulk = material(options, rng, options.spans, options.megabytes / 2)
    some = [bulk.spans[: n * len(bulk.spans) // 8] for n in steps]
    by_spans = [timed(partial(resolve, bulk, spans), rounds=2) for spans in some]
    parts = [material(options, rng, options.spans // 4, n * options.megabytes / 8) for n in steps]
    by_text = [timed(partial(resolve, part), rounds=2) for part in parts]
    return [
        Figure("growth with spans, slope", slope(steps, by_spans), SLOPE_BAR, listed(by_spans)),
        Figure("growth with changed text, slope", slope(steps, by_text), SLOPE_BAR, listed(by_text)),
    ]


def slope(steps: Sequence[float], seconds: Sequence[float]) -> float:
    return math.log(seconds[-1] / seconds[0]) / math.log(steps[-1] / steps[0])


def listed(seconds: Sequence[float]) -> str:
    return "1x 2x 4x 8x: " + " ".join(f"{s:.2f}" for s in seconds) + " s"


def inputs(options: argparse.Namespace, rng: random.Random) -> list[Figure]:
    """Awkward inputs, each beside an ordinary one of the same size."""
    library = read_library([options.corpus or HELP_CENTRE])
    figures = []
    for name, (awkward, ordinary) in awkward_inputs(library, rng, 1.0 if options.full else 0.2).items():
        ours, theirs = bounded(awkward), bounded(ordinary)
        detail = f"({ours:.2f} s : {theirs:.2f} s)"
        figures.append(Figure(name, ours / max(theirs, 0.01), INPUT_BAR, detail))
    return figures


def bounded(bulk: Bulk) -> float:
    """Return the CPU seconds that a process of its own takes; infinite when patience ends."""
    return in_child(lambda: timed(partial(resolve, bulk)), PATIENCE)


def in_child(work: Callable[[], float], patience: float | None = None) -> float:
    """Return the figure that a process of its own comes to; infinite when patience ends."""
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=lambda: sender.send(work()))
    process.start()
    sender.close()
    figure: float = receiver.recv() if receiver.poll(patience) else math.inf
    process.kill()
    process.join()
    return figure


def awkward_inputs(
    library: dict[str, Document], rng: random.Random, scale: float
) -> dict[str, tuple[Bulk, Bulk]]:
    """Return pairs of an awkward and an ordinary input of one size by name."""
    page = made_page(library, 50_000, rng)
    book = made_page(library, int(10_000_000 * scale), rng)
    pages = [made_page(library, 7_000, rng) for _ in range(len(book) // 7_000)]
    report = made_page(library, int(430_000 * scale), rng)
    ordinary = made_page(library, int(200_000 * scale), rng)
    repeated = "The excess is paid once for each event. " * (len(ordinary) // 40)
    marks = "**[_`<~~ [[*_ " * (len(ordinary) // 28) + "\n\n" + ordinary[: len(ordinary) // 2]
    wall = "".join(ordinary.split())
    strange = spread([made_page(library, 430_000, rng)], 100, rng)
    return {
        "a quote of 5,000 characters": (
            Bulk.of([page], [edited(page, rng)], [span_at(page, 20_000, 25_000)]),
            Bulk.of([page], [edited(page, rng)], spread([page], 30, rng)),
        ),
        "a long document": (
            Bulk.of([book], [edited(book, rng)], spread([book], 20, rng)).one_orphaned(rng),
            Bulk.of(pages, [edited(p, rng) for p in pages], spread(pages, 20, rng)).one_orphaned(rng),
        ),
        "one sentence over and over": (
            Bulk.of([repeated], [repeated + "It ends here."], [span_at(repeated, 40_00, 40_39)]),
            Bulk.of([ordinary], [edited(ordinary, rng)], spread([ordinary], 1, rng)),
        ),
        "100 orphans in one document": (
            Bulk.of([report], [edited(report, rng)], [s.at("0.md") for s in strange]),
            Bulk.of([report], [edited(report, rng)], spread([report], 100, rng)),
        ),
        "unclosed marks": (
            Bulk.of([marks], [marks + " end"], [span_at(marks, len(marks) - 300, len(marks) - 150)]),
            Bulk.of([ordinary], [edited(ordinary, rng)], spread([ordinary], 1, rng)),
        ),
        "no white space at all": (
            Bulk.of(
                [wall], [wall[: len(wall) // 2] + "x" + wall[len(wall) // 2 :]], [span_at(wall, 5_000, 5_200)]
            ),
            Bulk.of([ordinary], [edited(ordinary, rng)], spread([ordinary], 1, rng)),
        ),
    }


if __name__ == "__main__":
    sys.exit(main())
