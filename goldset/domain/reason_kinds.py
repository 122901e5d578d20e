"""Of which kind the reason of a draft is: the sentence without what is of one item alone."""

import re
from collections.abc import Iterable

# What follows says more of the item at hand, or what to do about it.
_MORE = re.compile(r"(?:: |; | \().*", re.DOTALL)
_QUOTED = re.compile(r"“[^”]*”?")
# Names of files, addresses and whatever holds a figure.
_NAME = re.compile(r"[^\s“”`]*(?:\d|[^\s/.]/|\.[A-Za-z]\w{0,5}\b(?!\s[A-Z]))[^\s“”`]*")
_REPEATED = re.compile(r"…(?: (?:or|and) …|,? …)+")


def kind_of_reason(reason: str, names: Iterable[str] = ()) -> str:
    """Return the kind of a reason: `no document is called “…”`.

    Args:
        reason: The reason, as a draft or evidence without a place has it.
        names: Names of documents that are the item's own.
    """
    text = _QUOTED.sub("“…”", " ".join(reason.split()))
    for name in sorted(names, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "…", text)
    kind = _REPEATED.sub("…", _NAME.sub("…", _MORE.sub("", text)))
    return kind or reason
