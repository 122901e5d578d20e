"""Whatever the order of documents and spans, the batches and the processes: the same resolutions."""

import json
import multiprocessing
from collections.abc import Iterator
from dataclasses import asdict
from itertools import pairwise
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from goldset.domain.items import Span
from goldset.domain.progress import untold
from goldset.domain.settings import PolicySettings
from goldset.operations.workers import Pool
from goldset.resolution.batches import InTurn, Workers, cut
from goldset.resolution.resolve import resolve_spans
from tests.laws.test_resolution_laws import pages
from tests.resolving import Pages, label

pytestmark = pytest.mark.filterwarnings("ignore:.*use of fork:DeprecationWarning")
few = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@pytest.fixture(scope="module")
def pools() -> Iterator[list[Pool]]:
    """Return two and three processes, for batches of one span or document each."""
    made = [Pool(jobs, untold, "fork", batch=1) for jobs in (2, 3)]
    yield made
    for pool in made:
        pool.stop()
    assert multiprocessing.active_children() == []


@st.composite
def corpora(draw: st.DrawFn) -> tuple[dict[str, str], dict[str, str | None], list[Span]]:
    """Return an old corpus, a new one in which documents are the same, edited, moved or gone, and spans."""
    old = [draw(pages) for _ in range(draw(st.integers(2, 6)))]
    before, after, spans = {}, dict[str, str | None](), list[Span]()
    for number, lines in enumerate(old):
        name, text = f"{number}.md", _page(number, lines)
        before[name] = text
        fate = draw(st.sampled_from(["same", "edited", "shuffled", "renamed", "replaced", "gone", "unread"]))
        kept = list(lines)
        if fate == "edited":
            kept[draw(st.integers(0, len(kept) - 1))] = "Nothing of it is left."
        if fate == "shuffled":
            Random(number).shuffle(kept)
        if fate == "replaced":
            kept = draw(pages)
        if fate == "unread":
            after[name] = None
        elif fate != "gone":
            new = f"new/{number}.md" if fate == "renamed" else name
            after[new] = _page(number + (50 if fate == "replaced" else 0), kept)
    for number, lines in enumerate(old):
        for at, line in enumerate(lines[:3]):
            item = label(before, f"{number}.md", line, bare=draw(st.booleans()), id=f"item-{number}-{at}")
            spans += item.spans()
    return before, after, spans


def _page(number: int, lines: list[str]) -> str:
    return f"# Handbook {number}\n\n" + "\n\n".join(lines) + "\n"


def resolved(
    corpus: tuple[dict[str, str], dict[str, str | None], list[Span]], workers: Workers, order: Random
) -> dict[tuple[str, str], str]:
    """Return every resolution, as bytes, of the corpus and its spans in some order."""
    before, after, spans = corpus

    def shuffled(names: dict[str, str] | dict[str, str | None]) -> Pages:
        listed = list(names)
        order.shuffle(listed)
        return Pages({name: names[name] for name in listed})

    mixed = order.sample(spans, len(spans))
    found = resolve_spans(mixed, {"a": shuffled(before)}, shuffled(after), [], PolicySettings(), workers)
    assert [one.key for one in found] == [span.key for span in mixed]
    return {one.key: json.dumps(asdict(one)) for one in found}


@few
@given(corpora(), st.randoms(use_true_random=False), st.sampled_from([1, 200, 60_000, 10**9]))
def test_any_order_and_any_batch_give_the_same_bytes(
    corpus: tuple[dict[str, str], dict[str, str | None], list[Span]], order: Random, batch: int
) -> None:
    straight = resolved(corpus, InTurn(), Random(0))
    assert len(straight) == len(corpus[2])
    assert resolved(corpus, InTurn(batch), order) == straight


@settings(few, max_examples=12)
@given(corpus=corpora(), order=st.randoms(use_true_random=False))
def test_any_number_of_processes_gives_the_same_bytes(
    pools: list[Pool], corpus: tuple[dict[str, str], dict[str, str | None], list[Span]], order: Random
) -> None:
    straight = resolved(corpus, InTurn(), Random(0))
    for pool in pools:
        assert resolved(corpus, pool, order) == straight


@few
@given(st.lists(st.integers(0, 20)), st.integers(1, 30))
def test_batches_hold_every_part_once_in_order_and_are_full(parts: list[int], size: int) -> None:
    batches = cut(parts, lambda part: part, size)
    assert [part for batch in batches for part in batch] == parts
    for batch in batches:
        assert sum(batch) <= size or len(batch) == 1
    for batch, following in pairwise(batches):
        assert sum(batch) + following[0] > size
