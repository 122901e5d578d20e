"""Where evidence is looked for: in the corpus as it is, or from the one that was, by the resolver."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from goldset.checks.passages import SHORT, weight
from goldset.domain.audit import AuditedEvidence, Likeness, State
from goldset.domain.items import GoldSpan, Span
from goldset.domain.resolutions import Outcome, Place, Resolution
from goldset.domain.snapshots import Corpus
from goldset.operations.audit_terms import Asked, AuditTerms
from goldset.operations.placed_evidence import TELLING, doubtful_names, is_too_short
from goldset.operations.row_evidence import describe_places
from goldset.resolution.batches import Workers
from goldset.resolution.cuts import why_cut
from goldset.resolution.decide import EDITED_FLOOR
from goldset.resolution.doc_names import DocNames
from goldset.resolution.exact_search import Quotes, find_quotes
from goldset.resolution.place_evidence import Wanted, place_evidence
from goldset.resolution.resolve import resolve_spans
from goldset.resolution.unsaid import Said

_WAS = "was"
_STATES = {
    Outcome.UNCHANGED: State.ALIVE,
    Outcome.REFORMATTED: State.ALIVE,
    Outcome.MOVED: State.MOVED,
    Outcome.RENAMED: State.MOVED,
    Outcome.CONTEXT_CHANGED: State.CHANGED_AROUND,
    Outcome.SCOPE_CHANGED: State.CHANGED_AROUND,
    Outcome.AMBIGUOUS: State.AMBIGUOUS,
    Outcome.EDITED: State.CHANGED,
    Outcome.SPLIT: State.CHANGED,
    Outcome.FRAGMENT: State.CHANGED,
    Outcome.MISSING: State.GONE,
    Outcome.DOCUMENT_REMOVED: State.GONE,
    Outcome.UNRESOLVED: State.CANNOT_TELL,
}


def resolve_from(was: Corpus, names: DocNames, asked: Sequence[Asked], terms: AuditTerms) -> None:
    """Settle what stood at one place of the corpus that was: the resolver follows it from there."""
    wanted = [
        _wanted(one, names.find(one.evidence.doc) if one.evidence.doc else (), one.evidence.start)
        for one in asked
    ]
    quotes = Quotes(was, terms.policy, terms.progress)
    placed = place_evidence(wanted, was, terms.policy, terms.workers, terms.progress, quotes)
    found = []
    for one, then, end in zip(asked, wanted, placed, strict=True):
        if end.accepted and end.to and (then.docs or weight(one.text) >= _least(one)):
            found.append((one, end.to))
        else:
            one.notes.append(_not_there_then(end))
    spans = list(_confirmed(found, quotes, terms.workers))
    ends = resolve_spans(spans, {_WAS: was}, terms.now, terms.renames, terms.policy, terms.workers)
    elsewhere = []
    for (one, _), span, end in zip(found, spans, ends, strict=True):
        if end.outcome is Outcome.RELOCATED:
            held = {candidate.place.doc_id for candidate in end.candidates if candidate.sibling}
            one.siblings = frozenset({*span.confirmed.also_in, *held})
            elsewhere.append((one, end))
        else:
            _settle(one, end)
    _follow(elsewhere, terms)


def _not_there_then(end: Resolution) -> str:
    if end.accepted:
        return "it is too short to tell its place in the corpus that was: it is looked for without it"
    if end.outcome is Outcome.AMBIGUOUS:
        return f"in the corpus that was {end.reason}: it is looked for without it"
    return "it did not stand in the corpus that was: it is looked for without it"


def _confirmed(found: Sequence[tuple[Asked, Place]], quotes: Quotes, workers: Workers) -> Iterator[Span]:
    """Yield spans with all that a labelling tool stores about a passage, in the order given."""
    fields = describe_places((place for _, place in found), quotes, workers)
    for number, (one, place) in enumerate(found):
        entry = GoldSpan.model_validate({**fields[place], "coarse": one.evidence.coarse})
        yield Span(one.item, str(number), entry, _WAS)


def _wanted(one: Asked, docs: tuple[str, ...], start: int | None) -> Wanted:
    return Wanted(lambda: one.item, one.text, docs, start, one.evidence.coarse)


def look_for(asked: Sequence[Asked], terms: AuditTerms) -> None:
    """Settle what nothing is known of but what the file says."""
    wanted = [_wanted(one, one.docs, one.evidence.start) for one in asked]
    placed = place_evidence(wanted, terms.now, terms.policy, terms.workers, terms.progress)
    elsewhere = []
    for one, end in zip(asked, placed, strict=True):
        if end.outcome is Outcome.RELOCATED:
            elsewhere.append((one, end))
        else:
            _settle_placed(one, end)
    _doubt_names(asked, wanted, terms)
    _doubt_places(asked, terms.now)
    _follow(elsewhere, terms)


def _doubt_names(asked: Sequence[Asked], wanted: Sequence[Wanted], terms: AuditTerms) -> None:
    """Doubt what stands in one of several documents that its file may mean, where another one is as likely meant."""
    several = [
        (one, one.end, one.end.place, want)
        for one, want in zip(asked, wanted, strict=True)
        if len(one.docs) > 1 and one.end is not None and one.end.place is not None
    ]
    wants, places = [want for *_, want in several], [place for _, _, place, _ in several]
    doubts = doubtful_names(wants, places, terms.now, terms.policy, terms.workers)
    for (one, end, place, _), why in zip(several, doubts, strict=True):
        if why:
            one.settle(State.AMBIGUOUS, why, place, end.likeness, end.found)


def _doubt_places(asked: Sequence[Asked], corpus: Corpus) -> None:
    """Doubt what proves little although it stands: `$5` stands in `$500`, and a quote in a comment."""
    placed = [
        (one, one.end, one.end.place) for one in asked if one.end is not None and one.end.place is not None
    ]
    for doc_id, of_document in groupby(sorted(placed, key=_document), key=_document):
        text = corpus.text(doc_id) or ""
        said = Said(corpus.documents[doc_id], text)
        for one, end, place in of_document:
            why = _doubt(one, place, text, said)
            if why:
                one.settle(State.CANNOT_TELL, why, place, end.likeness, end.found)


def _doubt(one: Asked, place: Place, text: str, said: Said) -> str:
    """Return why a passage proves little at its place; empty where it proves what it says."""
    cut = why_cut(text, place.start, place.end, one.item.language, is_chunk=one.evidence.coarse is not None)
    if cut:
        return f"it {cut} in {place.doc_id}"
    if is_too_short(one.text, one.evidence.start, place):
        return f"it is too short to prove anything by its place in {place.doc_id}"
    unsaid = said.why_unsaid(place.start, place.end)
    if unsaid:
        return f"it {unsaid} of {place.doc_id}"
    past = said.why_past(place.start, (one.item.question, one.item.gold_answer or ""))
    return f"it {past} ({place.doc_id})" if past and not one.is_near else ""


def _document(placed: tuple[Asked, AuditedEvidence, Place]) -> str:
    return placed[2].doc_id


def _settle_placed(one: Asked, end: Resolution) -> None:
    """Settle evidence by where it was placed."""
    if not one.docs and weight(one.text) < _least(one) and end.outcome is not Outcome.MISSING:
        one.settle(State.CANNOT_TELL, _short(one), found=end)
    elif end.outcome is Outcome.CONTEXT_CHANGED:
        _settle(one, end, State.CHANGED)  # nothing is known of what was around it: its own words differ
    elif one.misses_document and end.to is not None:
        reason = f"no document is called {one.evidence.doc}; it stands in {end.to.doc_id} alone"
        _settle(one, end, State.MOVED, reason)
    else:
        _settle(one, end)


def _least(one: Asked) -> int:
    """Return the letters by which a passage is known where no document says where to look."""
    return TELLING if one.misses_document and not one.is_foreign else SHORT


def _short(one: Asked) -> str:
    named = f"no document is called {one.evidence.doc}" if one.misses_document else "it names no document"
    return f"{named}, and it is too short to tell its place from others"


def _leads_to(one: Asked, place: Place) -> bool:
    """Return whether the offset that the file gives is that of a place: of one in another form, whether it is in it."""
    given = one.evidence.start
    if given is None or not one.docs:
        return True
    at = one.text.rfind(place.text)
    if at >= 0:
        return given + at == place.start
    return place.start <= given + len(one.text) - len(one.text.lstrip()) < place.end


def _follow(elsewhere: Sequence[tuple[Asked, Resolution]], terms: AuditTerms) -> None:
    """Settle what left its document: it moved where the same words stand at one place of all the corpus."""
    exact = _to_the_letter([one for one, end in elsewhere if not _has_same_words(end)], terms.now)
    again = []
    for one, end in elsewhere:
        if _has_same_words(end) or one.text.strip() in exact:
            again.append((one, end))
        else:
            _settle_other_words(one, end)
    wanted = [_wanted(one, (), None) for one, _ in again]
    anywhere = place_evidence(wanted, terms.now, terms.policy, terms.workers, terms.progress)
    for (one, end), found in zip(again, anywhere, strict=True):
        _settle_elsewhere(one, end, found)
    _doubt_places([one for one, _ in elsewhere], terms.now)


def _settle_other_words(one: Asked, end: Resolution) -> None:
    """Settle what left its document by what is most like it: less like than an edited passage is, it is another one."""
    if max((found.similarity for found in end.candidates), default=0.0) < 100 * EDITED_FLOOR:
        _settle(one, end, State.GONE, "nothing more like it stands anywhere")
    else:
        _settle(one, end, State.CHANGED)


def _has_same_words(end: Resolution) -> bool:
    return bool(end.candidates) and not end.candidates[0].differences


def _to_the_letter(asked: Sequence[Asked], corpus: Corpus) -> set[str]:
    """Return the texts that stand somewhere to the letter: what is most like a passage may be more of a sentence."""
    if not asked:
        return set()
    texts = ((doc_id, corpus.text(doc_id) or "") for doc_id in sorted(corpus.documents))
    return {
        text for text, places in find_quotes({one.text.strip() for one in asked}, texts).items() if places
    }


def _settle_elsewhere(one: Asked, end: Resolution, found: Resolution) -> None:
    """Settle what left its document by where it stands in all the corpus."""
    own = one.evidence.doc or "its document"
    if found.to is not None and found.to.doc_id in one.siblings and _has_same_words(end):
        reason = f"not in {own} any more; {found.to.doc_id} held the same text already then"
        one.settle(State.GONE, reason, found=end)
    elif found.outcome is Outcome.AMBIGUOUS and not one.siblings:
        one.settle(State.AMBIGUOUS, f"not in {own} any more: {found.reason}", found=end)
    elif not found.accepted or found.to is None or found.to.doc_id in one.siblings:
        if end.candidates and not _has_same_words(end):
            _settle_other_words(one, end)
        else:
            _settle(one, end, State.AMBIGUOUS)
    elif weight(one.text) < TELLING:
        reason = f"not in {own} any more, and too short to be known again in {found.to.doc_id}"
        one.settle(State.CANNOT_TELL, reason, found=end)
    else:
        likeness = Likeness.LETTER if found.outcome is Outcome.UNCHANGED else Likeness.FORM
        reason = f"not in {own} any more; it stands in {found.to.doc_id} alone"
        one.settle(State.MOVED, reason, place=found.to, likeness=likeness, found=end)


def _settle(one: Asked, end: Resolution, state: State | None = None, reason: str = "") -> None:
    """Settle evidence by what a resolution says, and by what the file says of its place."""
    state = state or _STATES[end.outcome]
    said = reason or "; ".join(filter(None, (_missing(one, end), _said(end))))
    likeness = None
    if end.to is not None:
        likeness = Likeness.LETTER if end.to.text in one.text else Likeness.FORM
        if state is State.ALIVE and not _leads_to(one, end.to):
            state, said = (
                State.MOVED,
                f"it stands at {end.to.start:,}, and the file says {one.evidence.start:,}",
            )
    one.settle(state, said, place=end.to, likeness=likeness, found=end)


def _missing(one: Asked, end: Resolution) -> str:
    is_missing = one.misses_document and not end.accepted
    return f"no document is called {one.evidence.doc}" if is_missing else ""


def _said(end: Resolution) -> str:
    """Return what an outcome says beyond the state that it is."""
    if end.outcome in (Outcome.MISSING, Outcome.DOCUMENT_REMOVED):
        return "no passage is like it" if not end.candidates else "nothing more like it stands anywhere"
    if end.outcome is Outcome.RENAMED and end.to is not None:
        return f"its document is called {end.to.doc_id} now"
    return end.reason
