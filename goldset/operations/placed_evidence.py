"""What evidence proves at the place at which it was found: whether another document is meant, or nothing is said."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from goldset.checks.base import shown
from goldset.checks.passages import SHORT, weight
from goldset.domain.resolutions import Outcome, Place, Resolution
from goldset.domain.settings import PolicySettings
from goldset.domain.snapshots import Corpus
from goldset.resolution.batches import Workers
from goldset.resolution.place_evidence import Wanted, place_evidence

# Letters of a passage that tells by itself which of several documents is meant; a few words stand in many.
TELLING = 25
# A name that so many documents may have names none of them.
_MOST_NAMED = 10
_SHOWN, _LONGEST = 3, 80
_LIKE = frozenset({Outcome.EDITED, Outcome.SPLIT, Outcome.FRAGMENT, Outcome.CONTEXT_CHANGED})


def is_too_short(text: str, start: int | None, place: Place) -> bool:
    """Return whether a passage proves nothing by standing at a place: "30" does, unless its file says that it is there.

    Args:
        text: The passage as the file has it.
        start: Where the file says that it begins, in code points; None where it does not say.
        place: Where it stands.
    """
    is_there = start is not None and start <= place.start and place.end <= start + len(text)
    return weight(text) < SHORT and not is_there


def doubtful_names(
    wanted: Sequence[Wanted],
    places: Sequence[Place],
    corpus: Corpus,
    policy: PolicySettings,
    workers: Workers | None,
) -> list[str]:
    """Return by passage why another of the documents that its file may name is as likely meant; empty where none is.

    What stands in one of them alone may be of another one, in which it says something else by now.

    Args:
        wanted: The passages.
        places: Where each of them stands: in one of the documents that it names.
        corpus: The corpus.
        policy: Additions to the word lists.
        workers: Who resolves.
    """
    whys = [_by_name(one) for one in wanted]
    others = [
        (number, replace(one, docs=(doc_id,), start=None))
        for number, one in enumerate(wanted)
        if not whys[number]
        for doc_id in one.docs
        if doc_id != places[number].doc_id
    ]
    found = place_evidence([one for _, one in others], corpus, policy, workers)
    like: dict[int, list[Resolution]] = defaultdict(list)
    for (number, _), end in zip(others, found, strict=True):
        if end.outcome in _LIKE and end.candidates:
            like[number].append(end)
    for number, ends in like.items():
        twin = ends[0].candidates[0].place
        whys[number] = (
            f"its document may be {_named(wanted[number].docs)}; it stands in {places[number].doc_id}, and "
            f"{twin.doc_id} has {shown(twin.text, _LONGEST)}"
        )
    return whys


def _by_name(one: Wanted) -> str:
    if len(one.docs) > _MOST_NAMED:
        return f"{len(one.docs)} documents are called so: {_named(one.docs)}"
    if len(one.docs) > 1 and weight(one.text) < TELLING:
        return f"its document may be {_named(one.docs)}, and it is too short to tell which"
    return ""


def _named(docs: Sequence[str]) -> str:
    return " or ".join(docs[:_SHOWN]) + (", …" if len(docs) > _SHOWN else "")
