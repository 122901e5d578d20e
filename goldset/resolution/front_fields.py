"""What a document says of all of it in fields: that it holds no more, or to whom, where and when it applies."""

import re
from collections.abc import Iterable

from goldset.domain.resolutions import Difference, DifferenceKind, Outcome
from goldset.resolution import lexicon
from goldset.resolution.changes import Change, unknown
from goldset.resolution.past_names import called_past, only_past, words_of
from goldset.resolution.reading import Passage
from goldset.resolution.scope import scope_words

_FIELD = re.compile(
    r"^(?P<name>\w[\w -]{0,60}?)[ \t]{0,60}[:=](?P<value>.*)$(?P<more>(?:\n(?:[ \t]+|-[ \t]).*)*)",
    re.MULTILINE,
)
_LINE = re.compile(r"^[ \t]*(?P<name>\w[\w -]{0,60}?)[ \t]{0,60}[:=](?P<value>.*)$", re.MULTILINE)
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
# Fields that say whether a document holds, and what each says where it does not.
_HOLDS = {
    "published": "unpublished",
    "valid": "invalid",
    "active": "inactive",
    "current": "past",
    "in_force": "past",
}
_TAGS = frozenset({"tags", "tag", "labels", "categories"})
_FEW_WORDS = r"[^\W\n]+(?:[^\w\n]{1,3}[^\W\n]+){0,3}[^\w\n]{0,3}"
_STATUS = re.compile(
    rf"^[ \t>*_-]*(?:status|state)[ \t*_]*:[ \t*_]*(?P<value>{_FEW_WORDS})$"
    rf"|^\#{{1,6}}[ \t]+(?:\d+\.?[ \t]+)?status[ \t\#]*\n\s*(?P<below>{_FEW_WORDS})$",
    re.MULTILINE | re.IGNORECASE,
)
# So many characters from the beginning of the text on it is stated.
_NEAR = 2_000
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
    for field in _LINE.finditer(front):
        name, value = _name(field["name"]), field["value"].strip("\"' \t")
        words: Iterable[str] = ()
        if name in _HOLDS:
            words = [_HOLDS[name]] if value.lower() in _NO else []
        elif name == "title":
            words = called_past(value)
        elif name not in TELLING_FIELDS and value.lower() not in _NO:
            words = only_past(name, withdrawn)
        found += [(field.start(), word, field[0].strip()) for word in words]
    for field in _FIELD.finditer(front):
        said = words_of(field["value"] + field["more"])
        name = _name(field["name"])
        past = withdrawn if name in TELLING_FIELDS else lexicon.scope().outright if name in _TAGS else ()
        found += [(field.start(), word, field[0].partition("\n")[0].strip()) for word in said if word in past]
    return tuple((word, line) for _, word, line in sorted(found, key=lambda one: one[0]))


def _name(spelled: str) -> str:
    """Return the name of a field in small letters, its words joined by low lines: `appliesTo`, `Applies to`."""
    return "_".join(words_of(_HUMP.sub(" ", spelled)))


def said_of_all(raw: str, front: int) -> str:
    """Return what a document says of itself: its front matter, and its status where the text states one.

    `* Status: accepted`, and “Accepted” below a heading “Status”, are how records of decisions do so.

    Args:
        raw: The text.
        front: Where its front matter ends; 0 without.
    """
    found = _STATUS.search(raw, front, front + _NEAR)
    stated = f"status: {found['value'] or found['below']}\n" if found else ""
    return raw[:front] + stated


def says_the_same(front: str, other: str, terms: frozenset[str]) -> bool:
    """Return whether two documents say the same of themselves (see `said_of_all`); `terms` are a project's own."""
    return front == other or not _changed_fields(front, other, terms)


def changed_front(old: Passage, place: Passage, terms: frozenset[str]) -> Change | None:
    """Compare what the documents of two passages say of themselves; `terms` are a project's own."""
    before, after = (said_of_all(p.reading.raw, p.reading.units.front_matter) for p in (old, place))
    if before == after:
        return None
    if not old.reading.opens:
        past = withdrawing_fields(after)
        return unknown(f"whether its page said `{past[0][1]}`") if past else None
    changed = _changed_fields(before, after, terms)
    if not changed:
        return None
    found = tuple(Difference(DifferenceKind.JURISDICTION, one, two) for _, one, two in changed)
    names = ", ".join(name for name, _, _ in changed)
    return Change(Outcome.SCOPE_CHANGED, f"what its page says of itself changed: {names}", found)


def _changed_fields(before: str, after: str, terms: frozenset[str]) -> list[tuple[str, str, str]]:
    """Return the fields by which two front matters say different things, with what each says there.

    A field of scope that only one of them has may say what always held.
    """
    past, now_past = _withdrawing(before), _withdrawing(after)
    limits, now_limits = _limiting(before, terms), _limiting(after, terms)
    names = [(name, past, now_past) for name in sorted(past.keys() | now_past.keys())]
    both = limits.keys() & now_limits.keys() - past.keys() - now_past.keys()
    names += [(name, limits, now_limits) for name in sorted(both)]
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
        name = _name(field["name"])
        if name == "title":
            titles = lexicon.scope().titles & set(words_of(field["value"]))
            found[name] = " ".join(sorted(scope_words((field["value"],), terms) | titles))
        elif name in named:
            found[name] = " ".join(_SAID.findall((field["value"] + field["more"]).lower()))
    return found


def _withdrawing(front: str) -> dict[str, str]:
    """Return the fields that say that a document holds no more: name → the word."""
    return {re.split("[:=]", line)[0].strip().lower(): word for word, line in withdrawing_fields(front)}
