"""What an item counts as, read without the rest of its file: to count the thousands that did not change.

Nearly every file says so in lines of one plain shape. Any other file is read in full, so that the short way
never says something else of a sound file than the long one. Faults are left to `validate`.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from goldset.domain.balance import NO_TIER, ItemFacts, item_facts
from goldset.domain.item_facts import Tier
from goldset.domain.items import Item, Status
from goldset.stores.item_files import SUFFIX, read_item
from goldset.stores.trees import Tree

_TOP_LINE = re.compile(rb"^([^\s#-][^\n:]*)(?::[ ]*([^\n]*))?", re.MULTILINE)
_PLAIN = re.compile(rb"""(?:"([\w.-]+)"|'([\w.-]+)'|([A-Za-z0-9][\w.-]*))(?: +#.*| *)""", re.ASCII)
_KNOWN = frozenset(name.encode() for name in Item.model_fields)
_NULLS = frozenset({b"null", b"Null", b"NULL"})
_TRUTHS = {b"true": True, b"false": False}
_STATUSES = {status.encode(): status for status in Status}
_TIERS = frozenset(tier.encode() for tier in Tier)
# A value that begins with a quote or bracket and does not end on its line: what follows may look like a field.
_OPEN = re.compile(
    rb"""[:-]\s+(?:
        "(?!(?:[^"\\\n]|\\.)*"[ ]*(?:[ ]\#.*)?$)
        |'(?!(?:[^'\n]|'')*'[ ]*(?:[ ]\#.*)?$)
        |[\[{](?!(?:[^"'\n]|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')*[\]}][ ]*(?:[ ]\#.*)?$))""",
    re.MULTILINE | re.VERBOSE,
)
# Where these stand, the lines of the first level do not tell all.
_MORE = (b"decision:", b"\n---", b"\n...", b"\n%")


@dataclass(frozen=True, slots=True)
class ItemHead:
    """An item file in short: its path, the item's id, and what it counts as; None where it cannot be read."""

    path: str
    id: str
    facts: ItemFacts | None


def read_heads(tree: Tree, paths: Iterable[str]) -> Iterator[ItemHead]:
    """Yield what the items of some files count as; a symbolic link counts as a file that cannot be read."""
    listed = list(paths)
    links = [path for path in listed if tree.is_link(path)]
    yield from (ItemHead(path, _stem(path), None) for path in links)
    apart = frozenset(links)
    for path, data in tree.read_many(path for path in listed if path not in apart):
        yield read_head(path, data)


def read_head(path: str, data: bytes) -> ItemHead:
    """Return what the item of a file counts as."""
    return _short_way(path, data) or _long_way(path, data)


def _short_way(path: str, data: bytes) -> ItemHead | None:
    rows = _TOP_LINE.findall(data)
    fields = dict(rows)
    if (
        len(fields) != len(rows)
        or not fields.keys() <= _KNOWN
        or any(more in data for more in _MORE)
        or _OPEN.search(data)
    ):
        return None
    name, part = _plain(fields.get(b"id")), _plain(fields.get(b"slice"))
    answerable = _TRUTHS.get(_plain(fields.get(b"answerable")))
    status = _STATUSES.get(_plain(fields[b"status"])) if b"status" in fields else Status.ACTIVE
    tier = _plain(fields[b"tier"]) if b"tier" in fields else b""
    if (
        not name
        or not part
        or answerable is None
        or status is None
        or (tier not in _TIERS and b"tier" in fields)
    ):
        return None
    facts = ItemFacts(part.decode(), tier.decode() or NO_TIER, answerable, status)
    return ItemHead(path, name.decode(), facts)


def _plain(value: bytes | None) -> bytes:
    """Return the text of a value that is one plain word, quoted or not; empty for any other."""
    found = _PLAIN.fullmatch(value) if value else None
    word: bytes = found[found.lastindex or 0] if found else b""
    return b"" if word in _NULLS else word


def _long_way(path: str, data: bytes) -> ItemHead:
    file = read_item(path, data)
    return ItemHead(path, file.id or _stem(path), item_facts(file.item) if file.item else None)


def _stem(path: str) -> str:
    return path.rpartition("/")[2].removesuffix(SUFFIX)
