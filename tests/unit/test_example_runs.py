"""The example runs are what the retriever writes today, and are about the set as it is."""

import pytest

import goldset
from goldset.domain.items import GoldSpan
from goldset.domain.runs import Arm
from goldset.stores.run_files import read_run
from tests.conftest import ROOT
from tests.example_runs import CUTS, SNAPSHOT, K, path_of, run_of, texts_of


@pytest.mark.parametrize("name", CUTS)
def test_the_committed_run_is_what_the_retriever_writes(name: str) -> None:
    assert path_of(name).read_bytes() == run_of(name).encode(), "write it anew: python -m tests.example_runs"


@pytest.mark.parametrize("name", CUTS)
def test_every_item_has_a_ranking_of_chunks_that_stand_in_the_corpus(name: str) -> None:
    golden = goldset.load(ROOT)
    texts = texts_of(golden)
    run = read_run(str(path_of(name)))
    assert (run.source.bad, run.source.notices, run.arms) == ((), [], (Arm.RETRIEVED,))
    assert run.said.keys() == {item.id for item in golden.items}
    for line in run.lines:
        assert line.retrieved
        assert len(line.retrieved) == K
        assert len({chunk.chunk_id for chunk in line.retrieved}) == K
        for chunk in line.retrieved:
            assert chunk.doc_id is not None
            assert chunk.start is not None
            assert chunk.end is not None
            assert 0 <= chunk.start < chunk.end <= len(texts[chunk.doc_id])


def test_the_runs_count_characters_as_the_items_do() -> None:
    golden = goldset.load(ROOT)
    texts = texts_of(golden)
    placed = [
        span
        for item in golden.items
        if item.corpus_snapshot == SNAPSHOT
        for span in item.gold_spans or ()
        if isinstance(span, GoldSpan) and span.start is not None
    ]
    assert len(placed) > 100
    for span in placed:
        assert texts[span.doc_id][span.start : span.end] == span.text
