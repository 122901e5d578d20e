"""The search for reference cycles, left out where much is made that holds none."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collector() -> Iterator[None]:
    """Do not look for reference cycles while a whole set is read, checked or resolved; a decorator, too."""
    # This makes many small records and no cycles: looking for cycles would take a tenth of the time or more.
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
