"""Whether an item names a label or a link target, so that a change of one is a change of what is said."""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from goldset.domain.items import Item

_SCHEME = re.compile(r"^(?:[a-z][a-z0-9+.-]*:)?(?://)?(?:www\.)?")
_ENDS = re.compile(r"^[^\w]+|[^\w]+$")


def named_labels(item: Item, labels: Iterable[str]) -> list[str]:
    """Return the labels that question, answer, must_include or must_not_include name, in the order given.

    A label is named where it stands as a whole, whatever its case: `7.2` is named by "see 7.2." and not by
    "7.21" or "17.2"; a link target also without its scheme.
    """
    wanted = list(labels)
    if not wanted:
        return []
    text = _plain(
        " \0 ".join((item.question, item.gold_answer or "", *item.must_include, *item.must_not_include))
    )
    return [label for label in wanted if _stands_in(label, text)]


def _stands_in(label: str, text: str) -> bool:
    core = _ENDS.sub("", _SCHEME.sub("", _plain(label)))
    return bool(core) and _pattern(core).search(text) is not None


@lru_cache(maxsize=1024)
def _pattern(core: str) -> re.Pattern[str]:
    # A figure goes on over a point or comma with a digit behind it, so 7.2 does not stand in 7.2.1 or 17.2.
    return re.compile(rf"(?<!\w)(?<!\d[.,]){re.escape(core)}(?!\w)(?![.,]\d)")


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())
