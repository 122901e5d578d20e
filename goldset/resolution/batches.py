"""Work in batches, so that memory is bounded by a batch and batches can be done anywhere.

A step is a function of a reading room, where texts can be asked for, and a batch; what it returns depends on nothing
else. So it is the same whichever process does it, and however the work is cut.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol, TypeVar

from goldset.resolution.library import ReadingRoom

# What a batch weighs, in characters to read: some tenths of a second of work.
BATCH = 1_000_000

Batch = TypeVar("Batch")
Result = TypeVar("Result")
Part = TypeVar("Part")

Step = Callable[[ReadingRoom, Batch], Result]
"""One step; where processes share the work, it, its batches and its results can be pickled."""


class Workers(Protocol):
    """Who does the work."""

    @property
    def batch(self) -> int:
        """What a batch weighs at most, in characters to read; a larger document is a batch of its own."""

    def each(
        self, what: str, step: Step[Batch, Result], batches: Sequence[Batch], room: ReadingRoom
    ) -> Iterator[Result]:
        """Yield each batch's result, in the order of the batches.

        Args:
            what: What is being done, for people.
            step: The step.
            batches: The batches.
            room: The room of this process, and where texts come from.
        """


class InTurn:
    """One batch after the other, in this process (satisfies `Workers`)."""

    def __init__(self, batch: int = BATCH) -> None:
        self.batch = batch

    def each(
        self,
        what: str,  # noqa: ARG002 (for workers that tell people)
        step: Step[Batch, Result],
        batches: Sequence[Batch],
        room: ReadingRoom,
    ) -> Iterator[Result]:
        """Yield each batch's result."""
        for batch in batches:
            yield step(room, batch)


def cut(parts: Iterable[Part], weight: Callable[[Part], int], size: int) -> list[tuple[Part, ...]]:
    """Return parts in batches, in their order: each as full as `size` lets it be, and never empty."""
    batches: list[tuple[Part, ...]] = []
    batch: list[Part] = []
    total = 0
    for part in parts:
        own = weight(part)
        if batch and total + own > size:
            batches.append(tuple(batch))
            batch, total = [], 0
        batch.append(part)
        total += own
    return [*batches, tuple(batch)] if batch else batches
