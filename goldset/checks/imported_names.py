"""Names of items and slices that come from other people's data: sound ones are kept, others are made."""

import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence

from goldset.checks.names import why_unusable
from goldset.domain.item_ids import slug

_SHORTEST = 6  # characters of a key behind a slug; more where two keys begin alike


def folded(name: str) -> str:
    """Return a name as file systems without regard to case and composition know it."""
    if name.isascii():
        return name.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def free_ids(wanted: Mapping[str, tuple[str | None, str]], taken: Collection[str]) -> dict[str, str]:
    """Return an id for each new item, by key: its source's own where that can be a file name and is free.

    Else the telling words of its question and the beginning of its key. Neither hangs on the order of rows.

    Args:
        wanted: By key, the source's own id (None where it gives none) and the question.
        taken: Ids that there are.
    """
    used = {folded(name) for name in taken}
    found: dict[str, str] = {}
    for key, (ref, _) in sorted(wanted.items(), key=lambda pair: (pair[1][0] or "", pair[0])):
        if ref and why_unusable(ref) is None and folded(ref) not in used:
            used.add(folded(ref))
            found[key] = ref
    for key, (_, question) in sorted(wanted.items()):
        if key not in found:
            start = slug(question) or "item"
            names = (f"{start}-{key[:length]}" for length in range(_SHORTEST, len(key) + 1))
            found[key] = next(name for name in names if folded(name) not in used)
            used.add(folded(found[key]))
    return found


def slice_names(wanted: Iterable[str], there: Sequence[str], fallback: str) -> dict[str, str]:
    """Return the slice for each name that rows give: one that there is, where only case or composition differ.

    A name that cannot be a folder's is made of its words, or else is the fallback.
    """
    known = {folded(name): name for name in sorted(there, reverse=True)}
    found: dict[str, str] = {}
    for name in sorted(set(wanted)):
        usable = next((one for one in (name, slug(name)) if one and why_unusable(one) is None), fallback)
        found[name] = known.setdefault(folded(usable), usable)
    return found
