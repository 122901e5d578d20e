"""JSON as files of other tools have it: a key that stands twice is never dropped in silence."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from goldset.stores.formats.cells import has_half_character


class Doubled(dict[str, Any]):
    """An object of which a key stands twice; as a mapping it has the last value.

    Attributes:
        pairs: Every key with its value, as they stand.
    """

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        self.pairs = pairs


def object_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of JSON (what `json.loads` takes as `object_pairs_hook`)."""
    found = dict(pairs)
    return found if len(found) == len(pairs) else Doubled(pairs)


def parsed(data: bytes | str) -> Any:
    """Return what a text of JSON says.

    Raises:
        ValueError: It is no JSON.
        RecursionError: It is nested far too deeply.
    """
    return json.loads(data, object_pairs_hook=object_of)


def pairs_of(value: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Return keys with values, those of a key that stands twice as well."""
    return value.pairs if isinstance(value, Doubled) else list(value.items())


def fault_of(value: Any) -> str:
    """Return why a record of JSON cannot be taken as it is; empty where it can."""
    try:
        doubled = next(_doubled(value), None)
        is_broken = has_half_character(value)
    except RecursionError:
        return "it is nested far too deeply"
    if doubled is not None:
        return f"the key `{doubled}` stands twice"
    return "it holds half of a surrogate pair, which is no character" if is_broken else ""


def _doubled(value: Any) -> Iterator[str]:
    if isinstance(value, Doubled):
        seen: set[str] = set()
        for key, _ in value.pairs:
            if key in seen:
                yield key
            seen.add(key)
    if isinstance(value, dict):
        for child in value.values():
            yield from _doubled(child)
    elif isinstance(value, list):
        for child in value:
            yield from _doubled(child)
