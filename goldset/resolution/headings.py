"""The headings above a passage: what they say about to whom, where, when or how much its words apply."""

import re
from bisect import bisect_right

from goldset.domain.resolutions import Difference, DifferenceKind, Outcome
from goldset.resolution import lexicon
from goldset.resolution.align import MAX_TOKENS, similarity
from goldset.resolution.changes import Change
from goldset.resolution.differences import exchanged, is_of
from goldset.resolution.lists import is_item
from goldset.resolution.reading import Passage, token_passage
from goldset.resolution.scope import heading_words, scope_words
from goldset.resolution.tables import row_of

Kind = DifferenceKind
Path = tuple[str, ...]
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?(?:-[^\W\d_]+)*")
_ACRONYM = re.compile(r"(?<![\w-])[A-Z]{2,6}(?![\w-])")
# "California Consumer Privacy Act (CCPA)": words before their initials.
_SPELLED_OUT = re.compile(
    r"((?:[A-Z][\w’'-]*[ \t]+(?:(?:of|the|and|for|on|to|in)[ \t]+)*){2,8})\(([A-Z]{2,8})\)"
)
_QUESTION = ("?", "？", "؟")
_STRUCK = re.compile(r"~~[^~]+~~|<(?:del|s|strike)\b", re.IGNORECASE)
# Of these classes a word that came or went is style, one that took another's place is none.
_EXCHANGED = (Kind.MODAL, Kind.QUANTIFIER, Kind.COMPARATOR)
# Of such a share (0–1) on, two sections are the same.
_SAME_SECTION = 0.8
# A shorter word with such a prefix is rarely the opposite of the rest: "use", "reuse".
_SHORTEST_OPPOSED = 4


def changed_headings(
    old: Passage, place: Passage, paths: tuple[Path, Path], terms: frozenset[str], *, mapped: bool
) -> Change | None:
    """Compare the headings above two passages.

    Their scope words, figures and dates, what they negate, and where a passage moved all of them.

    Args:
        old: The confirmed passage.
        place: Where it stands.
        paths: The headings above each, outermost first.
        terms: A project's own scope words.
        mapped: Whether the diff maps the passage to the place: else it moved.
    """
    before, after = paths
    if before == after:
        return None
    kind, one, two = _limits(before, after, place, terms)
    if one == two:
        kind, one, two = Kind.NEGATION, *_negations(before, after)
    if one == two:
        kind, one, two = Kind.ENTITY, *_asked(before, after)
    if one == two and not mapped and (is_item(old) or row_of(old) is not None):
        # A sentence says the same under another heading; an item or a row may not.
        kind, one, two = Kind.ENTITY, _last(before), _last(after)
        if one != two and _is_renamed_section(old, place):
            return None
    if one == two:
        return None
    difference = Difference(kind, " ".join(sorted(one - two)), " ".join(sorted(two - one)))
    reason = f"the headings above it changed from {_shown(before)} to {_shown(after)}"
    return Change(Outcome.SCOPE_CHANGED, reason, (difference,))


def _limits(
    before: Path, after: Path, place: Passage, terms: frozenset[str]
) -> tuple[Kind, frozenset[str], frozenset[str]]:
    """Return what two paths say about whom, where, when and how much, and which class that is."""
    before, after = _abbreviated(before, after), _abbreviated(after, before)
    one, two = scope_words(before, terms), scope_words(after, terms)
    one, two = one | (_words(before) & lexicon.scope().titles), two | (_words(after) & lexicon.scope().titles)
    one, two = one | _struck(before), two | _struck(after)
    # A scope word that the passage itself names is no news in its heading.
    two -= scope_words((place.raw,), terms) - one
    if one != two:
        return Kind.JURISDICTION, one, two
    one, two = _acronyms(before), _acronyms(after)
    if one - two and two - one:
        return Kind.ENTITY, one, two
    for kind in _EXCHANGED:
        one, two = (frozenset(w for w in _words(path) if is_of(kind, w)) for path in (before, after))
        if one - two and two - one:
            return kind, one, two
    (one, bounds), (two, others) = heading_words(before), heading_words(after)
    two -= heading_words((place.raw,))[0] - one
    if one == two and bounds - others and others - bounds:
        one, two = bounds, others
    return Kind.NUMBER, one, two


def _struck(path: Path) -> frozenset[str]:
    """Return that a heading is struck out, if one is."""
    return frozenset({"struck out"} if any(_STRUCK.search(heading) for heading in path) else ())


def _abbreviated(path: Path, other: Path) -> Path:
    """Return headings with the names shortened that they spell out and the other ones only abbreviate."""
    said = {acronym for heading in other for acronym in _ACRONYM.findall(heading)}

    def short(match: re.Match[str]) -> str:
        initials = "".join(word[0] for word in match[1].split() if word[0].isupper())
        return match[2] if match[2] in said and initials == match[2] else match[0]

    return tuple(_SPELLED_OUT.sub(short, heading) for heading in path)


def _acronyms(path: Path) -> frozenset[str]:
    """Return the acronyms of headings that are not written in capitals throughout."""
    mixed = (heading for heading in path if any(char.islower() for char in heading))
    return frozenset(acronym for heading in mixed for acronym in _ACRONYM.findall(heading))


def _negations(before: Path, after: Path) -> tuple[frozenset[str], frozenset[str]]:
    """Return what negates in two paths, words that a prefix turns into their opposite included."""
    one, two = _words(before), _words(after)
    return _negating(before, one) | _opposed(one, two), _negating(after, two) | _opposed(two, one)


def _asked(before: Path, after: Path) -> tuple[frozenset[str], frozenset[str]]:
    """Return the words by which two questions differ that the passages stand right below: what they answer."""
    if not (before and after and before[-1].endswith(_QUESTION) and after[-1].endswith(_QUESTION)):
        return frozenset(), frozenset()
    return exchanged(_spoken(before[-1]), _spoken(after[-1]))


def _spoken(heading: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(heading)]


def _words(path: Path) -> frozenset[str]:
    return frozenset(word.lower().replace("’", "'") for heading in path for word in _WORD.findall(heading))


def _negating(path: Path, words: frozenset[str]) -> frozenset[str]:
    parts = () if all(heading.isascii() for heading in path) else lexicon.scope().negating_parts
    found = {part for part in parts if any(part in heading for heading in path)}
    single = {part for word in words for part in word.split("-")}
    return frozenset(found | {word for word in single if is_of(Kind.NEGATION, word)})


def _opposed(words: frozenset[str], others: frozenset[str]) -> frozenset[str]:
    """Return the words that are another heading's word with a prefix that negates it."""
    found = {
        word
        for word in words - others
        for other in others - words
        if frozenset((word, other)) in lexicon.classes().opposites
    }
    for word in words - others:
        for prefix in lexicon.classes().prefixes:
            stem = word.removeprefix(prefix).lstrip("-")
            if word.startswith(prefix) and len(stem) >= _SHORTEST_OPPOSED and stem in others - words:
                found.add(word)
    return frozenset(found)


def _is_renamed_section(old: Passage, place: Passage) -> bool:
    """Return whether the whole section moved, and only its heading was renamed.

    Neither heading stands in the other text, and several blocks below it are the same.
    """
    if old.reading.partial:
        return False
    one, two = _section(old), _section(place)
    if one is None or two is None:
        return False
    names = [{_last((h.text,)) for h in p.reading.units.headings} for p in (old, place)]
    if _last((one[0],)) in names[1] or _last((two[0],)) in names[0]:
        return False
    blocks = int(old.reading.units.blocks[one[1].i : one[1].j].sum())
    return blocks > 1 and similarity(one[1].folded, two[1].folded) >= _SAME_SECTION


def _section(passage: Passage) -> tuple[str, Passage] | None:
    """Return the nearest heading above a passage and the text between it and the next one."""
    reading = passage.reading
    headings, first = reading.units.headings, int(reading.tokens.starts[passage.i])
    at = bisect_right(headings, first, key=lambda heading: heading.start) - 1
    if at < 0 or first < headings[at].end:
        return None
    i = reading.tokens.within(headings[at].end, len(reading.raw))[0]
    end = headings[at + 1].start if at + 1 < len(headings) else len(reading.raw)
    j = max(reading.tokens.within(headings[at].end, end)[1], i)
    return headings[at].text, token_passage(reading, i, min(j, i + MAX_TOKENS))


def _last(path: Path) -> frozenset[str]:
    """Return the nearest heading, its number and case aside."""
    bare = re.sub(r"[\W\d_]+", "", re.sub(r"^\W*[A-Za-z]?[.)]\W", "", path[-1])).lower() if path else ""
    return frozenset({bare} - {""})


def _shown(path: Path) -> str:
    return "“" + " › ".join(path) + "”" if path else "none"
