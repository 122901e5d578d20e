"""Where the evidence of a foreign set stands in a corpus of which nobody knows whether it is the one it came from.

To the letter first, in one pass over the corpus; what does not stand so goes through the resolver, which names
what differs. Nothing is guessed: several places that fit are `ambiguous`, and other words are `edited`.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from goldset.domain.items import GoldSpan, Item, Span
from goldset.domain.progress import Progress, untold
from goldset.domain.resolutions import Candidate, Outcome, Place, Resolution
from goldset.domain.set_rows import Coarse
from goldset.domain.settings import PolicySettings
from goldset.domain.snapshots import Corpus, DocumentRecord
from goldset.resolution.batches import InTurn, Workers
from goldset.resolution.exact_search import Quotes
from goldset.resolution.locate_chunk import Searched, locate_chunk
from goldset.resolution.resolve import Resolver

# The id of no document: evidence whose document nobody named is looked for everywhere.
_NOWHERE = "\0"
# The snapshot of which only the names of documents are known.
_UNKNOWN = "unknown"
# Marks that a page's reader leaves in front of a list's entries: bullets, and the private characters of symbol fonts.
_BULLETS = "•◦▪▫●○■□‣⁃" + "".join(chr(code) for code in range(0xF000, 0xF100))
# The number or letter of a heading or of a list's entry.
_NUMBER = re.compile(r"\(?(?:\d{1,3}(?:\.\d{1,3})*|[^\W\d_])[.)]\s+")
_DASHES = "·*-–—"  # a mark only where white space follows: text begins with them, too
_QUOTES = {'"': '"', "“": "”", "„": "“”", "«": "»", "»": "«", "「": "」", "『": "』", "‹": "›"}
_LOOKED_INTO = 3
_WHOLE = 100.0


@dataclass(frozen=True, slots=True)
class Wanted:
    """A passage that proves an answer, as a foreign file has it.

    Attributes:
        item: Gives the item it is for: labels and links that question or answer name count as text. Of what
            stands to the letter nobody asks for it.
        text: The passage; white space and a list's mark around it do not count, unless the mark
            stands in the document just where the file says that the passage begins.
        docs: Ids of the documents that the file may mean (see `DocNames`); none: anywhere in the corpus.
        start: Where the file says that it begins, in code points; it decides only between places that hold the text.
        coarse: Whether it is a whole chunk or document: white space inside does not count then.
    """

    item: Callable[[], Item]
    text: str
    docs: tuple[str, ...] = ()
    start: int | None = None
    coarse: Coarse | None = None


@dataclass(frozen=True)
class _Named:
    """A corpus of which only names are known (satisfies `Corpus`)."""

    documents: Mapping[str, DocumentRecord] = field(default_factory=lambda: MappingProxyType({}))

    def text(self, doc_id: str) -> str | None:  # noqa: ARG002 (satisfies Corpus)
        """Return None: it is not known."""
        return None


def place_evidence(
    wanted: Sequence[Wanted],
    corpus: Corpus,
    policy: PolicySettings,
    workers: Workers | None = None,
    progress: Progress = untold,
    quotes: Quotes | None = None,
) -> list[Resolution]:
    """Return where each passage stands, in the order given: one resolution a passage.

    `accepted` says that it stands at one place of the documents it names: to the letter (`unchanged`) or in the same
    words (`reformatted`). Evidence that names no document is never `relocated` or `document_removed`.

    Args:
        wanted: The passages.
        corpus: The corpus; every document of it can be read.
        policy: Additions to the word lists.
        workers: Who resolves what does not stand to the letter; this process alone where nobody is named.
        progress: Is told how many documents were looked through.
        quotes: What is known of this corpus by this policy, and will be; of no use to others where it is None.

    Raises:
        CorpusError: A document cannot be read.
    """
    if not wanted:
        return []
    quotes = quotes or Quotes(corpus, policy, progress)
    asked = [_bare(one) for one in wanted]
    whole = {number: given for number, one in enumerate(wanted) if (given := _with_mark(one))}
    inner = {number: text for number, one in enumerate(asked) if (text := _unquoted(one.text)) != one.text}
    sought = (*(one.text for one in asked), *(text for text, _ in whole.values()), *inner.values())
    exact = quotes.find(list(sought))
    for number, text in inner.items():
        if not exact.get(
            asked[number].text
        ):  # where the marks stand in a document they are part of the passage
            asked[number] = replace(asked[number], text=text, start=None)
    found = [
        _as_given(number, one, whole[number][1], exact.get(whole[number][0], ())) if number in whole else None
        for number, one in enumerate(asked)
    ]
    found = [
        one or _to_the_letter(number, asked[number], exact.get(asked[number].text, []))
        for number, one in enumerate(found)
    ]
    rest = {number: asked[number] for number, one in enumerate(found) if one is None}
    resolved = _Search(quotes, workers or InTurn()).of(rest)
    placed = [one or resolved[number] for number, one in enumerate(found)]
    numbered = {
        number: replace(asked[number], text=asked[number].text[mark.end() :], start=None)
        for number in resolved
        if placed[number].accepted and (mark := _NUMBER.match(asked[number].text))
    }
    without = place_evidence(list(numbered.values()), corpus, policy, workers, progress, quotes)
    for number, other in zip(numbered, without, strict=True):
        placed[number] = _doubted(number, placed[number], other)
    return placed


def _doubted(number: int, placed: Resolution, without: Resolution) -> Resolution:
    """Return where a numbered passage stands in another form, given where it stands without its number.

    The number of a heading or a list may be another one now, and nothing tells whether it is: every place counts
    that holds the words.
    """
    own = placed.to
    found = [without.to] if without.to else [one.place for one in without.candidates]
    if own is None or not (without.accepted or without.outcome is Outcome.AMBIGUOUS):
        return placed
    others = [
        place
        for place in found
        if place.doc_id != own.doc_id or place.end <= own.start or own.end <= place.start
    ]
    return _ambiguous(number, [own, *others]) if others else placed


def _bare(wanted: Wanted) -> Wanted:
    """Return what is looked for: the passage without what does not count around it, and where that begins."""
    text = _trimmed(wanted.text)
    if text == wanted.text:
        return wanted
    start = None if wanted.start is None else wanted.start + wanted.text.rfind(text)
    return replace(wanted, text=text, start=start)


def _with_mark(wanted: Wanted) -> tuple[str, int] | None:
    """Return a passage with its list's mark and where it begins, if the file says both; None without such a mark."""
    text = wanted.text.strip("\ufeff").strip()
    if wanted.start is None or not wanted.docs or text == _trimmed(text):
        return None
    return text, wanted.start + wanted.text.index(text)


def _as_given(number: int, wanted: Wanted, start: int, places: Sequence[Place]) -> Resolution | None:
    """Return the place that the file names, if the passage stands there with its mark; None where it does not."""
    meant = [place for place in places if place.start == start and place.doc_id in wanted.docs]
    return _placed(number, Outcome.UNCHANGED, meant[0]) if len(meant) == 1 else None


def _trimmed(text: str) -> str:
    """Return a passage without the white space around it and the mark of a list's entry in front of it."""
    bare = text.strip("\ufeff").strip()
    without = bare.lstrip(_BULLETS).lstrip()
    rest = without.lstrip(_DASHES)
    found = rest.lstrip() if rest != without and rest[:1].isspace() else without
    return found or bare


def _unquoted(text: str) -> str:
    """Return a passage without the quotation marks that are put around the whole of it."""
    closing, inner = _QUOTES.get(text[:1], ""), text[1:-1].strip()
    is_quoted = bool(inner) and text[-1:] in closing and not any(mark in inner for mark in text[0] + closing)
    return inner if closing and is_quoted else text


def _to_the_letter(number: int, wanted: Wanted, places: Sequence[Place]) -> Resolution | None:
    """Return where a passage stands to the letter; None where it does not stand in what was named."""
    if not wanted.text:
        return Resolution(str(number), "", "", Outcome.MISSING, accepted=False, reason="it holds no text")
    in_named = [place for place in places if not wanted.docs or place.doc_id in wanted.docs]
    meant = [place for place in in_named if place.start == wanted.start and wanted.docs]
    if len(meant) == 1 or len(in_named) == 1:
        return _placed(number, Outcome.UNCHANGED, (meant or in_named)[0])
    return _ambiguous(number, in_named) if in_named else None


def _placed(number: int, outcome: Outcome, place: Place, reason: str = "") -> Resolution:
    return Resolution(str(number), "", "", outcome, accepted=True, to=place, reason=reason)


def _ambiguous(number: int, places: Sequence[Place]) -> Resolution:
    by_document = Counter(place.doc_id for place in places)
    where = f"{len(by_document)} documents" if len(by_document) > 1 else places[0].doc_id
    candidates = tuple(
        Candidate(place, _WHOLE, occurrences=by_document[place.doc_id]) for place in places[:_LOOKED_INTO]
    )
    reason = f"it stands at {len(places)} places in {where}"
    return Resolution(
        str(number), "", "", Outcome.AMBIGUOUS, accepted=False, reason=reason, candidates=candidates
    )


class _Search:
    """Looks for passages that do not stand to the letter."""

    def __init__(self, quotes: Quotes, workers: Workers) -> None:
        self._corpus, self._resolver = quotes.corpus, Resolver(quotes.room, quotes.policy, workers)
        self._searched: tuple[str, Searched] = ("", Searched(""))

    def of(self, wanted: Mapping[int, Wanted]) -> dict[int, Resolution]:
        """Return by number where each stands."""
        first = self._resolved(
            [(number, doc_id) for number, one in wanted.items() for doc_id in _docs(one)], wanted
        )
        found = {number: [first[number, doc_id] for doc_id in _docs(one)] for number, one in wanted.items()}
        # A passage of no named document is looked at closely in the documents that hold what is most like it.
        closer = [
            (number, doc_id)
            for number, ends in found.items()
            if not wanted[number].docs
            for doc_id in _documents(ends[0])
        ]
        second = self._resolved(closer, wanted)
        for number, doc_id in closer:
            found[number].append(second[number, doc_id])
        return {number: self._best(number, one, found[number]) for number, one in wanted.items()}

    def _resolved(
        self, asked: Sequence[tuple[int, str]], wanted: Mapping[int, Wanted]
    ) -> dict[tuple[int, str], Resolution]:
        # A quote is taken to have stood once: nothing says how often it did.
        spans = [
            Span(
                wanted[number].item(),
                str(number),
                GoldSpan(doc_id=doc_id, text=wanted[number].text, occurrences=1),
                _UNKNOWN,
            )
            for number, doc_id in asked
        ]
        names = {doc_id for _, doc_id in asked} & self._corpus.documents.keys()
        # Nothing is known of the text then; that its metadata changed since is known no more.
        before = _Named({name: replace(self._corpus.documents[name], text_sha256="") for name in names})
        ends = self._resolver.resolve(spans, {_UNKNOWN: before}, self._corpus, [])
        return dict(zip(asked, ends, strict=True))

    def _best(self, number: int, wanted: Wanted, ends: Sequence[Resolution]) -> Resolution:
        """Return the one answer: the only place of the same words, else the best of what is like it."""
        same = {place: None for end in ends for place in self._same_words(wanted, end)}
        places = [place for place in same if not wanted.docs or place.doc_id in wanted.docs]
        if len(places) == 1:
            return _placed(number, Outcome.REFORMATTED, places[0])
        if places:
            return _ambiguous(number, places)
        best = max(ends if wanted.docs else ends[1:] or ends, key=_likeness)
        outcome = best.outcome
        if not wanted.docs and outcome in _ELSEWHERE:
            outcome = Outcome.EDITED if best.candidates else Outcome.MISSING
        return replace(
            best, item=str(number), span="", confirmed="", outcome=outcome, accepted=False, to=None
        )

    def _same_words(self, wanted: Wanted, end: Resolution) -> Iterator[Place]:
        """Yield the places of a passage that hold the same words in another form."""
        if end.to is not None:
            yield end.to
        elif end.outcome in _NO_WORD_DIFFERS:
            # Nothing is known of what stood around it; that no word of it differs is what counts here.
            yield from (one.place for one in end.candidates if not one.differences)
        elif wanted.coarse:
            for doc_id in _documents(end):
                yield from self._chunk(wanted.text, doc_id)

    def _chunk(self, text: str, doc_id: str) -> Iterator[Place]:
        """Yield where the whole of a chunk stands in a document, white space aside."""
        if self._searched[0] != doc_id:
            self._searched = doc_id, Searched(self._corpus.text(doc_id) or "")
        document = self._searched[1]
        for start, end in locate_chunk(text, document).places:
            found = document.text[start:end]
            if "".join(found.split()) == "".join(text.split()):  # the whole of it
                yield Place(doc_id, start, end, found)


# What a few words end in where nothing is known of their surroundings, though they stand there in another form.
_NO_WORD_DIFFERS = frozenset({Outcome.CONTEXT_CHANGED, Outcome.MISSING})
_ELSEWHERE = frozenset({Outcome.RELOCATED, Outcome.DOCUMENT_REMOVED})


def _docs(wanted: Wanted) -> tuple[str, ...]:
    return wanted.docs or (_NOWHERE,)


def _documents(end: Resolution) -> list[str]:
    return list(dict.fromkeys(one.place.doc_id for one in end.candidates))[:_LOOKED_INTO]


def _likeness(end: Resolution) -> float:
    return max((one.similarity for one in end.candidates), default=0.0)
