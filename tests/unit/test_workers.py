import multiprocessing
import os
import signal
import time
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from goldset.domain.progress import untold
from goldset.errors import CorpusError, SnapshotError, WorkerError
from goldset.operations.workers import Pool, open_workers, processors
from goldset.resolution.batches import InTurn, Workers
from goldset.resolution.library import ReadingRoom

METHODS = ["spawn", "fork"]
# Newer Pythons warn of forking beside threads, which is why goldset itself does not.
pytestmark = pytest.mark.filterwarnings("ignore:.*use of fork:DeprecationWarning")
TEXTS = {f"{number}.md": f"Page {number}." for number in range(6)}


def texts(snapshot: str | None, doc_id: str) -> str | None:
    if doc_id == "gone.md":
        raise CorpusError("gone.md is not UTF-8", "save it as UTF-8")
    if doc_id == "lost.md":
        raise SnapshotError("the text of lost.md cannot be had", "name the corpus")
    return f"{snapshot}: {TEXTS[doc_id]}" if snapshot else TEXTS[doc_id]


def room() -> ReadingRoom:
    return ReadingRoom(texts, frozenset({"pro"}))


# Steps stand at the top of the module: a process that is started anew imports them.
def who(at: ReadingRoom, batch: str) -> tuple[int, str | None, str | None]:
    pair = at.pair("a")
    time.sleep(0.05)  # so that no process does all of them
    return os.getpid(), pair.old.text(batch), pair.new.text(batch)


def forgive(at: ReadingRoom, batch: str) -> str | None:
    return at.pair("a").new.readable_text(batch)


def strict(at: ReadingRoom, batch: str) -> str | None:
    return at.pair("a").new.text(batch)


def late_first(at: ReadingRoom, batch: str) -> str:  # noqa: ARG001 (a step's signature)
    time.sleep(0.3 if batch == "0.md" else 0)
    return batch


def die(at: ReadingRoom, batch: str) -> str:
    at.pair("a").new.text(batch)
    if batch == "3.md":
        os.kill(os.getpid(), signal.SIGKILL)
    return batch


def fail(at: ReadingRoom, batch: str) -> str:
    at.pair("a").new.text(batch)
    if batch == "3.md":
        raise ZeroDivisionError("by nothing")
    return batch


def unspeakable(at: ReadingRoom, batch: str) -> Any:  # noqa: ARG001
    return lambda: batch


@pytest.fixture(params=METHODS)
def any_pool(request: pytest.FixtureRequest) -> Iterator[Pool]:
    """Return processes, however they are started."""
    made = Pool(2, untold, request.param)
    yield made
    made.stop()


@pytest.fixture
def pool() -> Iterator[Pool]:
    """Return processes that start fast."""
    made = Pool(2, untold, "fork")
    yield made
    made.stop()


def each(workers: Workers, step: Any, batches: Sequence[str], at: ReadingRoom | None = None) -> list[Any]:
    return list(workers.each("pages", step, batches, at or room()))


def test_several_processes_do_the_batches_and_ask_for_texts(any_pool: Pool) -> None:
    found = each(any_pool, who, list(TEXTS))
    assert [(old, new) for _, old, new in found] == [(f"a: {text}", text) for text in TEXTS.values()]
    pids = {pid for pid, _, _ in found}
    assert len(pids) == 2
    assert os.getpid() not in pids


def test_results_come_in_the_order_of_the_batches(pool: Pool) -> None:
    assert each(pool, late_first, list(TEXTS)) == list(TEXTS)


def test_one_batch_starts_no_process(pool: Pool) -> None:
    ((pid, _, _),) = each(pool, who, ["0.md"])
    assert pid == os.getpid()


def test_what_was_read_for_one_desk_is_not_told_to_the_next(any_pool: Pool) -> None:
    assert each(any_pool, strict, ["0.md", "1.md"]) == ["Page 0.", "Page 1."]
    other = ReadingRoom(lambda _, doc_id: f"other {doc_id}", frozenset())
    assert each(any_pool, strict, ["0.md", "1.md"], other) == ["other 0.md", "other 1.md"]


def test_a_text_that_cannot_be_read_is_the_steps_business_first(pool: Pool) -> None:
    assert each(pool, forgive, ["gone.md", "0.md"]) == [None, "Page 0."]
    with pytest.raises(SnapshotError, match=r"lost\.md") as raised:
        each(pool, forgive, ["0.md", "lost.md", "1.md"])
    assert raised.value.hint == "name the corpus"


def test_the_first_error_in_order_is_told_whichever_comes_first() -> None:
    batches = ["0.md", "gone.md", "lost.md", "1.md"]
    for jobs in (1, 2, 3):
        with open_workers(jobs, untold, "fork") as workers, pytest.raises(CorpusError, match=r"gone\.md"):
            each(workers, strict, batches)


def test_a_process_that_dies_is_an_error_that_names_the_document(any_pool: Pool) -> None:
    with pytest.raises(WorkerError, match=r"was ended by signal 9 while it was at 3\.md") as raised:
        each(any_pool, die, list(TEXTS))
    assert "--jobs 1" in raised.value.hint


def test_a_process_that_fails_is_an_error_that_names_the_document(any_pool: Pool) -> None:
    with pytest.raises(WorkerError, match=r"failed while it was at 3\.md: ZeroDivisionError: by nothing"):
        each(any_pool, fail, list(TEXTS))


def test_a_result_that_cannot_be_told_is_an_error_and_no_waiting(pool: Pool) -> None:
    with pytest.raises(WorkerError, match="failed before it came to a document"):
        each(pool, unspeakable, list(TEXTS))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("how", [None, KeyboardInterrupt, MemoryError])
def test_no_process_is_left_behind_however_it_ends(method: str, how: type[BaseException] | None) -> None:
    def run() -> None:
        with open_workers(2, untold, method) as workers:
            found = workers.each("pages", who, list(TEXTS), room())
            assert next(found)[0] in {child.pid for child in multiprocessing.active_children()}
            if how is not None:
                raise how

    if how is None:
        run()
    else:
        with pytest.raises(how):
            run()
    assert multiprocessing.active_children() == []


def test_one_job_needs_no_process_and_zero_means_the_processors() -> None:
    with open_workers(1, untold) as workers:
        assert isinstance(workers, InTurn)
    assert processors() >= 1


@pytest.mark.parametrize("jobs", [1, 2])
def test_progress_reaches_the_end_of_every_step(jobs: int) -> None:
    told: list[tuple[str, int, int]] = []
    with open_workers(jobs, lambda *row: told.append(row), "fork") as workers:
        each(workers, strict, list(TEXTS))
    assert told[-1] == ("pages", 6, 6)
    assert [done for _, done, _ in told] == sorted(done for _, done, _ in told)
