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

# What begins a line of the first level. A pattern that begins with a literal is searched for many times faster.
_TOP_NAME = re.compile(rb"\n([^\s#-][^\n:]*)")
_KNOWN = frozenset(name.encode() for name in Item.model_fields)
_NULLS = frozenset({b"null", b"Null", b"NULL"})
_TRUTHS = {b"true": True, b"false": False}
_STATUSES = {status.encode(): status for status in Status}
_TIERS = {tier.encode(): str(tier) for tier in Tier}
# A value that begins with a quote or bracket and does not end on its line: what follows may look like a field.
_OPEN = re.compile(
    rb"""[:-]\s+(?:
        "(?!(?:[^"\\\n]|\\.)*"[ ]*(?:[ ]\#.*)?$)
        |'(?!(?:[^'\n]|'')*'[ ]*(?:[ ]\#.*)?$)
        |[\[{](?!(?:[^"'\n]|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')*[\]}][ ]*(?:[ ]\#.*)?$))""",
    re.MULTILINE | re.VERBOSE,
)
# The same, and a little more: in nearly every file there is none, and a pattern that begins with a literal finds it faster.
_PERHAPS_OPEN = tuple(
    re.compile(start + rest, re.MULTILINE)
    for start, rest in (
        (rb'"(?<=[:\s-]\s")', rb'(?![^"\\\n]*(?:\\.[^"\\\n]*)*"[ ]*(?:[ ]#.*)?$)'),
        (rb"'(?<=[:\s-]\s')", rb"(?!(?:[^'\n]|'')*'[ ]*(?:[ ]#.*)?$)"),
        (rb"\[(?<=[:\s-]\s\[)", rb'(?![^"\n\']*(?:"[^"\\\n]*"[^"\n\']*)*[\]}][ ]*(?:[ ]#.*)?$)'),
        (rb"\{(?<=[:\s-]\s\{)", rb'(?![^"\n\']*(?:"[^"\\\n]*"[^"\n\']*)*[\]}][ ]*(?:[ ]#.*)?$)'),
    )
)
# Where these stand, the lines of the first level do not tell all.
_MORE = (b"decision:", b"\n---")


def _word_of(field: str) -> re.Pattern[bytes]:
    """Return what finds a field of the first level whose value is one plain word, quoted or not."""
    word = r"""(?:"([\w.-]+)"|'([\w.-]+)'|([A-Za-z0-9][\w.-]*))"""
    return re.compile(rf"\n{field}:[ ]*{word}(?: +#.*| *)(?=\n|\Z)".encode(), re.ASCII)


_ID, _SLICE, _ANSWERABLE, _STATUS, _TIER = map(_word_of, ("id", "slice", "answerable", "status", "tier"))


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
    text = b"\n" + data
    names = _TOP_NAME.findall(text)
    fields = set(names)
    if len(fields) != len(names) or not fields <= _KNOWN or any(more in data for more in _MORE):
        return None
    if any(begun.search(data) for begun in _PERHAPS_OPEN) and _OPEN.search(data):
        return None
    name, part, truth = _plain(_ID, text), _plain(_SLICE, text), _plain(_ANSWERABLE, text)
    status = _STATUSES.get(_plain(_STATUS, text)) if b"status" in fields else Status.ACTIVE
    tier = _TIERS.get(_plain(_TIER, text)) if b"tier" in fields else NO_TIER
    if not name or not part or truth not in _TRUTHS or status is None or tier is None:
        return None
    return ItemHead(path, name.decode(), ItemFacts(part.decode(), tier, _TRUTHS[truth], status))


def _plain(field: re.Pattern[bytes], text: bytes) -> bytes:
    """Return the text of a field's value that is one plain word; empty for any other."""
    found = field.search(text)
    word: bytes = found[found.lastindex or 0] if found else b""
    return b"" if word in _NULLS else word


def _long_way(path: str, data: bytes) -> ItemHead:
    file = read_item(path, data)
    return ItemHead(path, file.id or _stem(path), item_facts(file.item) if file.item else None)


def _stem(path: str) -> str:
    return path.rpartition("/")[2].removesuffix(SUFFIX)
