"""How fast documents are read, stage by stage, beside two plain passes over the same text in one run.

    python tests/bench/reading.py [--part DIR | --corpus DIR] [--megabytes N]

A stage is given what the stages before it made. Each figure is the fastest of a few rounds in CPU seconds; all
stages take turns, so that other work on the machine slows all of them alike. The last column is what counts:
how many times as long as `re.findall(r"\\w+", text)` a stage takes.
"""

import argparse
import math
import random
import re
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))  # a checkout needs no installation

from goldset.resolution.markup import read_markup
from goldset.resolution.normalise import normalise
from goldset.resolution.reading import Reading
from goldset.resolution.tokens import Tokens, grams, tokenise
from tests.bench.bulk import made_page
from tests.bench.material import HELP_CENTRE, read_library, read_snapshot

ROUNDS = 5
PAGE = 8_000
WORD = re.compile(r"\w+")


def folded(tokens: Tokens) -> object:
    return Tokens(tokens.normal, tokens.first, tokens.last, tokens.keys).folded


# name, what is done, and the stage whose results it is given (none: the texts)
STAGES: tuple[tuple[str, Callable[[Any], Any], str], ...] = (
    (r"re.findall(r'\w+', text)", WORD.findall, ""),
    ("text.casefold().split()", lambda text: text.casefold().split(), ""),
    ("markup", read_markup, ""),
    ("normalise, with markup", normalise, ""),
    ("tokenise", tokenise, "normalise, with markup"),
    ("… without regard to case", folded, "tokenise"),
    ("runs of four tokens", lambda tokens: grams(tokens.keys, 4), "tokenise"),
    ("headings", lambda tokens: Reading("", tokens).units.headings, "tokenise"),
    ("blocks, with headings", lambda tokens: Reading("", tokens).units.blocks, "tokenise"),
    ("sentences, with blocks", lambda tokens: Reading("", tokens).units.borders, "tokenise"),
    ("normalise and tokenise", lambda text: tokenise(normalise(text)), ""),
)


def main(argv: Sequence[str] | None = None) -> int:
    options = parse(argv)
    texts = material(options, random.Random(options.seed))
    size = sum(map(len, texts)) / 1e6
    seconds = measure(texts)
    plain = next(iter(seconds.values()))
    print(f"{len(texts):,} documents of {1e3 * size / len(texts):.1f} thousand characters")
    print(f"{'':28}{'MB/s':>8}{': findall':>12}")
    for name, taken in seconds.items():
        print(f"{name:28}{size / taken:8.1f}{taken / plain:12.2f}")
    return 0


def parse(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--part", type=Path, help="a benchmark part: corpus/NAME.jsonl.gz")
    parser.add_argument("--corpus", type=Path, help="folder of Markdown pages to recombine")
    parser.add_argument("--megabytes", type=float, default=3.0)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(argv)


def material(options: argparse.Namespace, rng: random.Random) -> list[str]:
    """Return documents: some of a part's, or pages recombined from a folder of Markdown."""
    if not options.part:
        library = read_library([options.corpus or HELP_CENTRE])
        return [made_page(library, PAGE, rng) for _ in range(int(options.megabytes * 1e6 / PAGE))]
    files = sorted((options.part / "corpus").glob("*.jsonl.gz"))
    pool = list(dict.fromkeys(d.text for file in files for d in read_snapshot(file).values()))
    rng.shuffle(pool)
    chosen: list[str] = []
    while pool and sum(map(len, chosen)) < options.megabytes * 1e6:
        chosen += pool[:50]
        del pool[:50]
    return chosen


def measure(texts: Sequence[str]) -> dict[str, float]:
    """Return the CPU seconds of each stage."""
    made: dict[str, list[Any]] = {"": list(texts)}
    best = {name: math.inf for name, _, _ in STAGES}
    for _ in range(ROUNDS):
        for name, work, given in STAGES:
            begin = time.process_time()
            results = [work(one) for one in made[given]]
            best[name] = min(best[name], time.process_time() - begin)
            if name in {stage[2] for stage in STAGES}:
                made[name] = results
    return best


if __name__ == "__main__":
    sys.exit(main())
