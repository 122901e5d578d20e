"""The search index finds what a plain count of shared runs finds, whatever is asked together."""

from collections import Counter, defaultdict
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldset.resolution import search_index
from goldset.resolution.reading import Sample
from goldset.resolution.search_index import Index, Near
from goldset.resolution.seeds import find_hits, make_seeds
from goldset.resolution.tokens import Keys, grams

Tokens = Sequence[int]
WEIGHTS = {4: 4, 2: 1}

# Few different tokens, so that runs are shared.
TEXTS = st.lists(st.integers(0, 5), max_size=30)
DOCUMENTS = st.lists(TEXTS, max_size=8)
PASSAGES = st.lists(st.lists(st.integers(0, 6), max_size=12), min_size=1, max_size=5)


def keys(tokens: Tokens) -> Keys:
    return np.array(tokens, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)


def sample(tokens: Tokens) -> Sample:
    return Sample(
        keys(tokens), keys(tokens), on_borders=True, led=False, itemised=False, trailed=False, closed=False
    )


def name(number: int) -> str:
    return f"{number:02}.md"


def found(passages: Sequence[Tokens], documents: Sequence[Tokens]) -> list[list[Near]]:
    samples = [sample(passage) for passage in passages]
    seeds = make_seeds(samples)
    hits = find_hits(seeds, [(name(n), keys(tokens)) for n, tokens in enumerate(documents)])
    return list(Index(seeds, hits).near(samples))


def runs(tokens: Tokens, size: int) -> list[tuple[int, ...]]:
    return [tuple(tokens[i : i + size]) for i in range(len(tokens) - size + 1)]


def plainly_found(passage: Tokens, documents: Sequence[Tokens], common: int) -> list[Near]:
    """Return the same for one passage, run by run."""
    wanted = {(size, run) for size in WEIGHTS for run in runs(passage, size)}
    places: dict[tuple[int, tuple[int, ...]], list[tuple[int, int]]] = defaultdict(list)
    for number, tokens in enumerate(documents):
        for size in WEIGHTS:
            for at, run in enumerate(runs(tokens, size)):
                if (size, run) in wanted:
                    places[size, run].append((number, at))
    holders = {run: {number for number, _ in there} for run, there in places.items()}
    rare = {run for run, there in holders.items() if len(there) <= common} or set(holders)
    scores: Counter[int] = Counter()
    for size, run in rare:
        for number in holders[size, run]:
            scores[number] += WEIGHTS[size] * 840 // len(holders[size, run])
    best = sorted(scores, key=lambda number: (-scores[number], number))[:5]
    weights = {
        number: sorted(
            (at, WEIGHTS[run[0]] * 840 // len(holders[run]))
            for run, there in places.items()
            for holder, at in there
            if holder == number
        )
        for number in best
    }
    return [Near(name(number), plain_windows(weights[number], len(passage))) for number in best]


def plain_windows(hits: Sequence[tuple[int, int]], size: int) -> tuple[tuple[int, int], ...]:
    windows: list[tuple[int, int]] = []
    left = [at for at, _ in hits]
    for _ in range(2):
        reach = {low: [(at, w) for at, w in hits if low <= at < low + size + size // 2] for low in left}
        if not reach:
            break
        low = min(reach, key=lambda low: (-sum(w for _, w in reach[low]), low))
        last = reach[low][-1][0]
        windows.append((low, min(last + 2, low + 2 * size)))
        left = [at for at in left if not low - size <= at <= last]
    return tuple(windows)


@settings(max_examples=150, deadline=None)
@given(PASSAGES, DOCUMENTS, st.sampled_from([1, 100]), st.sampled_from([1, 40, 1 << 20]))
def test_what_is_found_is_what_a_plain_count_finds(
    passages: list[list[int]], documents: list[list[int]], common: int, together: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search_index, "_COMMON", common)
        patch.setattr(search_index, "_TOGETHER", together)
        assert found(passages, documents) == [
            plainly_found(passage, documents, common) for passage in passages
        ]


def test_a_copy_is_found_where_it_stands() -> None:
    passage = list(range(100, 120))
    documents = [list(range(90)), [*range(50), *passage, *range(50)], [1, 2, 3]]

    assert found([passage], documents) == [[Near("01.md", ((50, 70),))]]


def test_of_equal_places_the_first_is_found() -> None:
    document = [*range(30), 100, 101, 102, 103, *range(30, 60), 100, 101, 102, 103]

    assert found([[100, 101, 102, 103]], [document]) == [[Near("00.md", ((30, 34), (64, 68)))]]


def test_runs_that_end_in_the_same_bits_are_told_apart() -> None:
    tokens = [number * number for number in range(400)]
    seeds = make_seeds([sample(tokens)])
    _, at = seeds.find(2, grams(keys([9, *tokens, 7, 1]), 2))
    assert at.tolist() == list(range(1, 400))
    last = seeds.runs[2] & np.uint64(len(seeds.sieves[2].there) - 1)
    assert len(set(last.tolist())) < len(last), "some of them end in the same bits"


@settings(max_examples=100, deadline=None)
@given(st.lists(st.integers(0, 5), max_size=40), st.sampled_from([0, 31, 61]))
def test_equal_numbers_keep_their_order(numbers: list[int], bits: int) -> None:
    row = np.array(numbers, dtype=np.int64) + (1 << bits)  # the largest leave no room for their places
    assert search_index.order_of(row).tolist() == np.argsort(row, kind="stable").tolist()
