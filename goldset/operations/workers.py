"""Processes that share the work of resolving; texts are read by the process that started them."""

import multiprocessing
import os
import pickle
import signal
import threading
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from goldset.domain.collector import without_collector
from goldset.domain.progress import Progress
from goldset.errors import GoldsetError, WorkerError
from goldset.resolution.batches import BATCH, InTurn, Step, Workers
from goldset.resolution.library import SPACE, ReadingRoom

Batch = TypeVar("Batch")
Result = TypeVar("Result")

# However many processes there are, each can keep the documents that its batch is about.
_LEAST_SPACE = 1_000_000
# An idle process ends at once when it is told to.
_PATIENCE = 5.0


def processors() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def open_workers(jobs: int, progress: Progress, method: str = "spawn") -> Iterator[Workers]:
    """Yield who does the work; at the end, however it comes, no process of theirs is left.

    Args:
        jobs: How many processes; 1 for this one alone, 0 for one a processor.
        progress: Is told how far the work is.
        method: How processes are started. `spawn` is the same everywhere, and safe beside threads.
    """
    count = jobs or processors()
    if count == 1:
        yield Telling(progress)
        return
    pool = Pool(count, progress, method)
    try:
        yield pool
    except BaseException:
        pool.stop()
        raise
    pool.close()


class Telling(InTurn):
    """One batch after the other, in this process, and telling how far the work is."""

    def __init__(self, progress: Progress, batch: int = BATCH) -> None:
        super().__init__(batch)
        self._progress = progress

    def each(
        self, what: str, step: Step[Batch, Result], batches: Sequence[Batch], room: ReadingRoom
    ) -> Iterator[Result]:
        """Yield each batch's result."""
        for number, result in enumerate(super().each(what, step, batches, room), start=1):
            self._progress(what, number, len(batches))
            yield result


@dataclass(eq=False)
class _Worker:
    """A process, what it is spoken to with, and what it is busy with."""

    process: BaseProcess
    connection: Connection
    number: int | None = None
    document: str = ""


@dataclass(frozen=True, slots=True)
class _End:
    """What a batch came to: its result, or why there is none."""

    result: Any
    error: GoldsetError | None


class Pool:
    """Processes that do batches side by side (satisfies `Workers`).

    They are started when there is work for more than one. A process asks for each text that it needs, so that
    one process alone reads the corpus; it is never asked to do more than one batch at a time.
    """

    def __init__(self, jobs: int, progress: Progress, method: str = "spawn", batch: int = BATCH) -> None:
        self.batch = batch
        self._jobs, self._progress = jobs, progress
        self._context: Any = multiprocessing.get_context(method)
        self._workers: list[_Worker] = []
        self._room: ReadingRoom | None = None

    def each(
        self, what: str, step: Step[Batch, Result], batches: Sequence[Batch], room: ReadingRoom
    ) -> Iterator[Result]:
        """Yield each batch's result, in the order of the batches.

        Raises:
            WorkerError: A process ended or failed; the message names the document that it was at.
            GoldsetError: What a step or the reading of a text raised.
        """
        if len(batches) < 2:  # noqa: PLR2004 (one batch needs no company)
            yield from Telling(self._progress).each(what, step, batches, room)
            return
        self._start(min(self._jobs, len(batches)), room)
        packed = pickle.dumps(step, pickle.HIGHEST_PROTOCOL)
        for worker in self._workers:
            self._send(worker, ("step", packed))
        todo = list(enumerate(batches))[::-1]
        for worker in self._workers:
            self._give(worker, todo)
        ends: dict[int, _End] = {}
        for number in range(len(batches)):
            while number not in ends:
                for worker in self._heard(ends, room):
                    self._give(worker, todo)
                self._progress(what, number + len(ends), len(batches))
            end = ends.pop(number)
            if end.error is not None:
                raise end.error
            yield end.result

    def _start(self, count: int, room: ReadingRoom) -> None:
        """Start as many processes as are wanted; a new room means that what they have read is stale."""
        if self._room is not room:
            self._room = room
            for worker in self._workers:
                self._send(worker, ("room", room.terms))
        while len(self._workers) < count:
            self._workers.append(self._started(room))

    def _started(self, room: ReadingRoom) -> _Worker:
        here, there = self._context.Pipe()
        # A forked process inherits this one's ends of all pipes, and would not see them closed.
        forked = self._context.get_start_method() == "fork"
        inherited = [*(worker.connection for worker in self._workers), here] if forked else []
        space = max(SPACE // self._jobs, _LEAST_SPACE)
        process = self._context.Process(target=_work, args=(there, inherited, room.terms, space), daemon=True)
        try:
            with _deaf():
                process.start()
        except OSError as error:
            raise WorkerError(
                f"no process can be started to share the work: {error.strerror}", "run it with `--jobs 1`"
            ) from None
        there.close()
        return _Worker(process, here)

    def _give(self, worker: _Worker, todo: list[tuple[int, Any]]) -> None:
        """Give an idle process the next batch, if there is one."""
        if todo:
            worker.number, batch = todo.pop()
            worker.document = ""
            self._send(worker, ("batch", batch))

    def _heard(self, ends: dict[int, _End], room: ReadingRoom) -> Iterator[_Worker]:
        """Wait until processes speak, give them the texts that they ask for, and yield those that are done."""
        speaking = wait([worker.connection for worker in self._workers if worker.number is not None])
        for worker in self._workers:
            if worker.connection not in speaking or worker.number is None:
                continue
            try:
                kind, *said = worker.connection.recv()
            except (EOFError, OSError):
                raise self._ended(worker) from None
            if kind == "text":
                snapshot, worker.document = said
                self._send(worker, _answer(room, snapshot, worker.document))
                continue
            error = said[0] if kind == "error" else None
            if kind == "fault":
                error = _fault(worker, *said)
            result = pickle.loads(said[0]) if kind == "done" else None  # noqa: S301 (from a process of ours)
            ends[worker.number] = _End(result, error)
            worker.number = None
            yield worker

    def _send(self, worker: _Worker, message: tuple[Any, ...]) -> None:
        try:
            worker.connection.send(message)
        except OSError:
            raise self._ended(worker) from None

    def _ended(self, worker: _Worker) -> WorkerError:
        """Return what to say of a process that is not there any more."""
        worker.process.join(_PATIENCE)
        code = worker.process.exitcode
        how = f"was ended by signal {-code}" if code is not None and code < 0 else f"ended with code {code}"
        return WorkerError(
            f"a process that shared the work {how} {_where(worker)}",
            "run it again with `--jobs 1`; where memory ran out, fewer processes need less",
        )

    def close(self) -> None:
        """Let the processes go: each ends when nobody speaks to it any more."""
        for worker in self._workers:
            worker.connection.close()
        for worker in self._workers:
            worker.process.join(_PATIENCE)
        self.stop()

    def stop(self) -> None:
        """End the processes, whatever they are doing."""
        for worker in self._workers:
            worker.process.terminate()
        for worker in self._workers:
            worker.process.join(_PATIENCE)
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
            worker.connection.close()
        self._workers.clear()


def _where(worker: _Worker) -> str:
    return f"while it was at {worker.document}" if worker.document else "before it came to a document"


def _fault(worker: _Worker, what: str, trace: str) -> WorkerError:
    error = WorkerError(
        f"a process that shared the work failed {_where(worker)}: {what}",
        "run it again with `--jobs 1`, and report what it prints then",
    )
    error.add_note(trace)
    return error


def _answer(room: ReadingRoom, snapshot: str | None, doc_id: str) -> tuple[Any, ...]:
    """Return a text, or why it cannot be had, for the process that asked."""
    try:
        return "text", room.texts(snapshot, doc_id)
    except GoldsetError as error:
        return "error", error


@contextmanager
def _deaf() -> Iterator[None]:
    """Have a process that is started now ignore an interrupt from the terminal: it is this one's to end it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _work(speech: Connection, inherited: Sequence[Connection], terms: frozenset[str], space: int) -> None:
    """Do batches until nobody speaks any more: the life of a process that shares the work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for connection in inherited:
        connection.close()

    def text(snapshot: str | None, doc_id: str) -> str | None:
        try:
            speech.send(("text", snapshot, doc_id))
            kind, answer = speech.recv()
        except (EOFError, OSError):
            raise SystemExit from None  # nobody waits for the result any more
        if kind == "error":
            raise answer
        found: str | None = answer
        return found

    room, step = ReadingRoom(text, terms, space), None
    with suppress(EOFError, OSError):
        while True:
            kind, said = speech.recv()
            if kind == "room":
                room = ReadingRoom(text, said, space)
            elif kind == "step":
                step = pickle.loads(said)  # noqa: S301 (from the process that started this one)
            else:
                speech.send(_done(step, room, said))


@without_collector()
def _done(step: Any, room: ReadingRoom, batch: Any) -> tuple[Any, ...]:
    """Return what a batch came to, or what went wrong."""
    try:
        return "done", pickle.dumps(step(room, batch), pickle.HIGHEST_PROTOCOL)
    except GoldsetError as error:
        return "error", error
    except Exception as error:  # noqa: BLE001 (whatever it is, nobody must wait for this batch for ever)
        return "fault", f"{type(error).__name__}: {error}", traceback.format_exc()
