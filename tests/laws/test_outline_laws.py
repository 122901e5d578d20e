"""A document that is known by its outline is the document."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldset.resolution.align import FAR_BEHIND, Spelled, fitted, merged
from goldset.resolution.excerpts import Excerpt
from goldset.resolution.outlines import Outline
from goldset.resolution.reading import Reading, read, spell, token_passage
from tests.laws.test_resolution_laws import pages

PIECES = [
    "Glass", "café", "e\u0301t\u00e9", "co\u00adop", "don\u2019t", "1,000.50", "-3", "&amp;", "&#39;", "&half;", "…", "ﬁne",
    "**bold**", "wo**rd**s", "snake\\_case", "`code`", "[link](https://x.y)", "[1]", "--", "---", "a--b", "\n\n", "\n- ",
    "\n1. ", "# Title\n", "| a | b |\n", "<b>tag</b>", "<!-- no -->", "保険", "ไทย", "😀", ". ", "! ", ", ", " ",
]  # fmt: skip
TEXTS = st.one_of(
    st.text(max_size=60),
    st.lists(st.sampled_from(PIECES), max_size=25).map("".join),
    st.lists(st.sampled_from(PIECES), max_size=25).map(" ".join),
    pages.map("\n\n".join),
)


def outlined(reading: Reading) -> Reading:
    return Outline.of(reading).open(reading.doc_id, reading.raw, lambda: reading)


@settings(max_examples=150, deadline=None)
@given(TEXTS, st.data())
def test_passages_of_an_outline_are_those_of_its_document(text: str, data: st.DataObject) -> None:
    reading = read("a.md", text)
    known = outlined(reading)
    count = len(reading.tokens)
    i = data.draw(st.integers(0, count))
    j = data.draw(st.integers(i, count))
    like = token_passage(reading, data.draw(st.integers(0, count)), count)
    one, two = (token_passage(r, i, j, like=like) for r in (reading, known))

    assert len(known.tokens) == count
    assert known.raw == text
    names = ("doc_id", "start", "end", "i", "j", "raw", "before", "after", "times", "words", "on_borders")
    assert [getattr(two, name) for name in names] == [getattr(one, name) for name in names]
    cut = Excerpt.of(two)
    assert (cut.words, cut.keys.tolist()) == (one.words, one.keys.tolist())
    for name in ("edges", "blocks", "block_counts"):
        assert np.array_equal(getattr(known.units, name), getattr(reading.units, name))


@settings(max_examples=150, deadline=None)
@given(TEXTS, st.data())
def test_an_outline_shows_the_characters_that_its_document_shows(text: str, data: st.DataObject) -> None:
    reading = read("a.md", text)
    low = data.draw(st.integers(0, len(text)))
    high = data.draw(st.integers(low, len(text)))

    def seen(known: Reading) -> set[int]:
        starts, ends = known.tokens.shown(low, high)
        pairs = zip(starts.tolist(), ends.tolist(), strict=True)
        return {at for start, end in pairs for at in range(max(start, low), min(end, high))}

    assert seen(outlined(reading)) == seen(reading)


@settings(max_examples=100, deadline=None)
@given(pages.filter(bool), st.data())
def test_an_outline_offers_the_places_of_its_document(lines: list[str], data: st.DataObject) -> None:
    reading = read("a.md", "\n\n".join(lines))
    known = outlined(reading)
    count = len(reading.tokens)
    if not count:
        return
    i = data.draw(st.integers(0, count - 1))
    old = token_passage(reading, i, data.draw(st.integers(i + 1, count))).sample
    windows = [(data.draw(st.integers(0, count)), count), (i, i + len(old))]

    def offered(new: Reading) -> list[tuple[int, int, float]]:
        spelled = Spelled(old.letters, new.spell(old.alphabet))
        assert spelled.text == spell(old.alphabet, new.folded)
        return [(s.place.i, s.place.j, s.similarity) for s in fitted(old, new, windows, spelled)]

    assert offered(known) == offered(reading)


@settings(max_examples=100, deadline=None)
@given(pages.filter(bool), pages.filter(bool), st.data())
def test_a_floor_leaves_out_only_places_below_it(
    lines: list[str], others: list[str], data: st.DataObject
) -> None:
    reading, new = read("a.md", "\n\n".join(lines)), read("b.md", "\n\n".join([*others, lines[0].upper()]))
    i = data.draw(st.integers(0, len(reading.tokens) - 1))
    old = token_passage(reading, i, data.draw(st.integers(i + 1, len(reading.tokens)))).sample
    count, spelled = len(new.tokens), Spelled(old.letters, new.spell(old.alphabet))
    starts = data.draw(st.lists(st.integers(0, count), max_size=4))
    windows = [(start, min(start + len(old), count)) for start in starts]
    every = merged(fitted(old, new, windows, spelled))
    for floor in (0.34, *(scored.similarity for scored in every)):
        some = merged(fitted(old, new, windows, spelled, floor=floor))
        least = max(floor, FAR_BEHIND * max((scored.similarity for scored in every), default=0.0))
        assert [s for s in some if s.similarity >= least] == [s for s in every if s.similarity >= least]


def test_where_one_mark_stands_for_several_tokens_the_document_is_read() -> None:
    reading = read("a.md", "one … two")
    assert outlined(reading) is reading
    assert outlined(read("a.md", "plain words")).tokens.words(0, 2) == ["plain", "words"]


@pytest.mark.parametrize("text", ["one wo**rd**s two", "a snake\\_case b", "it&#39;s so"])
def test_what_markup_hides_inside_a_token_is_read_from_the_document(text: str) -> None:
    reading = read("a.md", text)
    known = outlined(reading)
    assert known is not reading
    assert known.tokens.words(0, len(known.tokens)) == reading.tokens.words(0, len(reading.tokens))
