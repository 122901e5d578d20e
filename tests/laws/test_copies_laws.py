"""Many copies of a passage are looked at together: what each of them comes to is what it comes to alone."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldset.resolution import own
from goldset.resolution.align import context_likeness
from goldset.resolution.describe import find_exact
from goldset.resolution.exact import find_verbatim
from goldset.resolution.mapping import Mapping, map_tokens
from goldset.resolution.own import likeliest_first
from goldset.resolution.reading import Passage, Reading, occurrences, passage, read, token_passage
from goldset.resolution.roles import Role, plays_same_part, role_of, roles_of

WORDS = "Fees are due at once"
# The same words as text, as a heading, as an entry that points to one, in a cell; and what stands between them.
LINES = st.sampled_from(
    [
        f"{WORDS}.",
        f"**{WORDS}**.",
        f"# {WORDS}",
        f"{WORDS}\n===",
        f"- [{WORDS}](#fees)",
        f"[{WORDS}][1]",
        f'<li><a href="#fees">{WORDS}</a></li>',
        f"See {WORDS}, or [ask](mailto:us).",
        f"| {WORDS} | 10 |",
        f"{WORDS} {'and so on ' * 70}[here](#far)",
        "Nobody pays twice.",
        "[Home](/)",
        "",
    ]
)
TEXTS = st.builds(
    lambda lines, between: between.join(lines),
    st.lists(LINES, min_size=1, max_size=30),
    st.sampled_from(["\n", "\n\n", " "]),
)
some = settings(max_examples=60, deadline=None)


def copies(reading: Reading, quote: str) -> tuple[list[int], int]:
    wanted = read("", quote).keys
    return occurrences(reading.keys, wanted).tolist(), len(wanted)


@some
@given(TEXTS)
def test_what_copies_are_on_their_page_is_what_each_is_alone(text: str) -> None:
    reading = read("p", f"{text}\n\n{WORDS}.")
    at, size = copies(reading, WORDS)
    alone = [role_of(token_passage(reading, i, i + size)) for i in at]
    assert roles_of(reading, np.array(at, dtype=np.int64), size) == alone


def test_among_many_copies_each_kind_is_seen() -> None:
    text = "\n\n".join([f"{WORDS}."] * 20 + [f"# {WORDS}", f"- [{WORDS}](#fees)"] + [f"{WORDS}."] * 20)
    reading = read("p", text)
    at, size = copies(reading, WORDS)
    found = roles_of(reading, np.array(at, dtype=np.int64), size)
    assert found == [Role.TEXT] * 20 + [Role.HEADING, Role.POINTER] + [Role.TEXT] * 20


def test_a_link_that_closes_far_behind_a_copy_makes_it_an_entry() -> None:
    entry = f"- [{WORDS}{' and on' * 80}](#fees)"
    reading = read("p", "\n\n".join([f"{WORDS}."] * 20 + [entry]))
    at, size = copies(reading, WORDS)
    assert roles_of(reading, np.array(at, dtype=np.int64), size) == [Role.TEXT] * 20 + [Role.POINTER]


def quoted(text: str, data: st.DataObject) -> tuple[Passage, Reading, Mapping]:
    """Draw a confirmed copy, and a new text: some lines of the old one, in an order of their own."""
    old = read("p", f"{text}\n\n{WORDS}.")
    start = data.draw(st.sampled_from(find_exact(old.raw, WORDS)))
    kept = [line for line in old.raw.split("\n") if data.draw(st.integers(0, 9))]
    lines = data.draw(st.sampled_from([kept, kept * 2]) | st.permutations(kept))
    new = read("p", "\n".join(lines))
    end = start + len(WORDS) + data.draw(st.integers(0, 1))
    return passage(old, start, end), new, map_tokens(old.tokens, new.tokens)


def equal_place(old: Passage, new: Reading, i: int) -> Passage:
    """Return a copy's place, found for itself."""
    place = token_passage(new, i, i + old.j - old.i, like=old)
    start = int(new.tokens.starts[i]) - (int(old.reading.tokens.starts[old.i]) - old.start)
    if start >= 0 and new.raw.startswith(old.raw, start):
        return Passage(new, start, start + len(old.raw), place.i, place.j)
    return place


def plainly_ranked(old: Passage, places: tuple[Passage, ...], mapped: Mapping) -> list[Passage]:
    """Return places with the same words, likeliest first, each ranked for itself."""

    def rank(place: Passage) -> tuple[float, float, int]:
        inside = mapped[old.i : old.j]
        share = float(((inside >= place.i) & (inside < place.j)).mean())
        return -round(share, 3), -sum(context_likeness(old, place)), place.i

    return sorted(places, key=rank)


@some
@given(TEXTS, st.data())
def test_places_of_the_same_words_are_those_of_each_copy(text: str, data: st.DataObject) -> None:
    old, new, mapped = quoted(text, data)
    each = [equal_place(old, new, int(i)) for i in occurrences(new.keys, old.keys)]
    same = tuple(place for place in each if plays_same_part(old, place, mapped))
    found = find_verbatim(old, new, mapped, None)
    if found.how.startswith(("stood", "does not stand")):  # else one place was told by the raw text alone
        each = [token_passage(old.reading, int(i), int(i) + old.j - old.i) for i in old.copies]
        assert (found.places, found.before) == (same, sum(role_of(copy) is role_of(old) for copy in each))
    assert list(likeliest_first(old, same, mapped)) == plainly_ranked(old, same, mapped)


def test_copies_between_the_same_texts_are_compared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def counted(old: Passage, place: Passage) -> tuple[float, float]:
        asked.append(place)
        return context_likeness(old, place)

    monkeypatch.setattr(own, "context_likeness", counted)
    old, new = (read("p", f"{WORDS}. " * 1000 + end) for end in ("", "It ends here."))
    at, size = copies(new, WORDS)
    places = tuple(token_passage(new, i, i + size) for i in at)
    confirmed = passage(old, 0, len(WORDS))
    found = likeliest_first(confirmed, places, map_tokens(old.tokens, new.tokens))
    assert found[0] == places[0]
    assert len(asked) < 20
