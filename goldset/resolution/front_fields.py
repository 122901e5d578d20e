"""What the front matter of a document says of all of it: that it holds no more, or to whom, where and when it applies."""

import re
from collections.abc import Iterable

from goldset.domain.resolutions import Difference, DifferenceKind, Outcome
from goldset.resolution import lexicon
from goldset.resolution.changes import Change, unknown
from goldset.resolution.past_names import only_past, words_of
from goldset.resolution.reading import Passage
from goldset.resolution.scope import scope_words

_FIELD = re.compile(
    r"^(?P<name>\w[\w -]{0,60}?)[ \t]{0,60}[:=](?P<value>.*)$(?P<more>(?:\n(?:[ \t]+|-[ \t]).*)*)",
    re.MULTILINE,
)
_SAID = re.compile(r"[^\W_]+|[<>=*+]+")
TELLING_FIELDS = frozenset({"status", "state", "lifecycle", "stage", "edition", "version", "access"})
"""Fields of which the value may say that a document holds no more, of front matter and of a manifest."""
_NO = frozenset({"", "false", "no", "off", "null", "none", "~", "[]", "0"})


def withdrawing_fields(front: str) -> tuple[tuple[str, str], ...]:
    """Return the words of a front matter that say a document holds no more, each with its line.

    `status: archived`, `draft: true` and `superseded_by: b` do so; `draft: false` does not.
    """
    withdrawn = lexicon.scope().withdrawn
    found = []
    for field in _FIELD.finditer(front):
        name, value = field["name"], field["value"].strip("\"' \t").lower()
        words: Iterable[str] = ()
        if name.lower() == "published":
            words = ["unpublished"] if value in _NO else []
        elif name.lower() in TELLING_FIELDS:
            words = [word for word in words_of(value) if word in withdrawn]
        elif value not in _NO:
            words = only_past(name, withdrawn)
        found += [(word, field[0].partition("\n")[0].strip()) for word in words]
    return tuple(found)


def says_the_same(front: str, other: str, terms: frozenset[str]) -> bool:
    """Return whether two front matters say the same of the whole document; `terms` are a project's own."""
    return front == other or not _changed_fields(front, other, terms)


def changed_front(old: Passage, place: Passage, terms: frozenset[str]) -> Change | None:
    """Compare what the front matters above two passages say of all that stands below; `terms` are a project's own."""
    before, after = (p.reading.raw[: p.reading.units.front_matter] for p in (old, place))
    if before == after:
        return None
    if not old.reading.opens:
        past = withdrawing_fields(after)
        return unknown(f"whether its front matter said `{past[0][1]}`") if past else None
    changed = _changed_fields(before, after, terms)
    if not changed:
        return None
    found = tuple(Difference(DifferenceKind.JURISDICTION, one, two) for _, one, two in changed)
    names = ", ".join(name for name, _, _ in changed)
    return Change(Outcome.SCOPE_CHANGED, f"{names} in the front matter changed", found)


def _changed_fields(before: str, after: str, terms: frozenset[str]) -> list[tuple[str, str, str]]:
    """Return the fields by which two front matters say different things, with what each says there.

    A field of scope that only one of them has may say what always held.
    """
    past, now_past = _withdrawing(before), _withdrawing(after)
    limits, now_limits = _limiting(before, terms), _limiting(after, terms)
    names = [(name, past, now_past) for name in sorted(past.keys() | now_past.keys())]
    names += [(name, limits, now_limits) for name in sorted(limits.keys() & now_limits.keys())]
    return [
        (name, one.get(name, ""), two.get(name, ""))
        for name, one, two in names
        if one.get(name) != two.get(name)
    ]


def _limiting(front: str, terms: frozenset[str]) -> dict[str, str]:
    """Return the fields that say to whom, where and when a document applies: name → words."""
    named = lexicon.scope().fields
    found = {}
    for field in _FIELD.finditer(front):
        name = "_".join(words_of(field["name"]))
        if name == "title":
            found[name] = " ".join(sorted(scope_words((field["value"],), terms)))
        elif name in named:
            found[name] = " ".join(_SAID.findall((field["value"] + field["more"]).lower()))
    return found


def _withdrawing(front: str) -> dict[str, str]:
    """Return the fields that say that a document holds no more: name → the word."""
    return {re.split("[:=]", line)[0].strip().lower(): word for word, line in withdrawing_fields(front)}
