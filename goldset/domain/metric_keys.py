"""What a metric is called in rows and reports: its name, with its cut-off where it has one."""

from functools import lru_cache


@lru_cache(maxsize=1024)  # asked for sixty times an item, and always the same
def key_of(name: str, k: int | None = None) -> str:
    """Return a metric's key in rows and reports: `recall@5`, `false_answer`."""
    return name if k is None else f"{name}@{k}"


@lru_cache(maxsize=1024)
def keys_at(names: tuple[str, ...], k: int) -> tuple[str, ...]:
    """Return the keys of several metrics at one cut-off."""
    return tuple(key_of(name, k) for name in names)
