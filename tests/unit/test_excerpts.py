"""What is kept of documents between two stages: as telling as the document, and bounded."""

from collections import Counter

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from goldset.errors import CorpusError
from goldset.resolution.align import context_likeness
from goldset.resolution.differences import differences
from goldset.resolution.excerpts import Excerpt
from goldset.resolution.library import Extract, Extracts, ReadingRoom
from goldset.resolution.outlines import Outline
from goldset.resolution.reading import passage, read, token_passage
from goldset.resolution.tokens import Keys

TEXT = "## Fees\n\nThe fee is **10 EUR** a year. It is due in March.\n\nThe fee is 12 EUR a year.\n"


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=80), st.data())
def test_an_excerpt_says_what_its_passage_says(text: str, data: st.DataObject) -> None:
    reading = read("a.md", text)
    i = data.draw(st.integers(0, len(reading.tokens)))
    place = token_passage(reading, i, data.draw(st.integers(i, len(reading.tokens))))
    cut = Excerpt.of(place)

    names = ("doc_id", "start", "end", "i", "j", "raw", "before", "after", "times", "words")
    assert [getattr(cut, name) for name in names] == [getattr(place, name) for name in names]
    assert np.array_equal(cut.keys, place.keys)


def test_an_excerpt_keeps_nothing_of_its_document_in_memory() -> None:
    reading = read("a.md", TEXT)
    assert Excerpt.of(passage(reading, 9, 40)).keys.base is None
    assert passage(reading, 9, 40).sample.alone().folded.base is None


def test_excerpts_are_compared_as_their_passages_are() -> None:
    reading = read("a.md", TEXT)
    one = passage(reading, TEXT.index("The fee is **"), TEXT.index(" It is due"))
    two = passage(reading, TEXT.index("The fee is 12"), len(TEXT) - 1)

    assert differences(Excerpt.of(one), Excerpt.of(two)) == differences(one, two)
    assert context_likeness(Excerpt.of(one), Excerpt.of(two)) == context_likeness(one, two)


def keys(count: int) -> Keys:
    return np.zeros(count, dtype=np.uint64)


def outline(tokens: int) -> Outline:
    return Outline(keys(tokens), None, keys(0))


def test_extracts_are_kept_while_there_is_room() -> None:
    kept = Extracts(80)
    for number, count in enumerate((4, 5, 2, 1)):
        kept.put(("a", str(number)), Extract(keys(count), None))
    assert [kept.runs(("a", str(number))) is not None for number in range(4)] == [True, True, False, True]


def test_runs_that_are_taken_leave_their_room() -> None:
    kept = Extracts(32)
    kept.put((None, "1"), Extract(keys(2), outline(2)))
    kept.put((None, "2"), Extract(keys(0), outline(2)))
    assert kept.outline((None, "2")) is None
    assert kept.take_runs((None, "1")) is not None
    assert kept.take_runs((None, "1")) is None
    kept.put((None, "2"), Extract(keys(0), outline(2)))
    assert kept.outline((None, "1")) is not None
    assert kept.outline((None, "2")) is not None


def test_a_document_takes_room_once() -> None:
    kept = Extracts(48)
    for _ in range(3):
        kept.put((None, "1"), Extract(keys(2), outline(2)))
    kept.put((None, "2"), Extract(keys(0), outline(2)))
    assert kept.outline((None, "2")) is not None
    assert kept.runs((None, "1")) is not None


def test_room_of_a_forgotten_snapshot_is_there_again() -> None:
    kept = Extracts(80)
    kept.put(("a", "1"), Extract(keys(9), None))
    kept.forget("a")
    assert kept.runs(("a", "1")) is None
    kept.put((None, "2"), Extract(keys(10), None))
    assert kept.runs((None, "2")) is not None


def test_a_document_is_read_once_for_all_that_it_is_searched_by() -> None:
    asked: list[str] = []

    def text(_: str | None, doc_id: str) -> str | None:
        asked.append(doc_id)
        if doc_id == "torn.md":
            raise CorpusError("torn")
        return TEXT

    pair = ReadingRoom(text, frozenset(), space=len(TEXT)).pair("a")  # no room for a second reading
    new, whole = pair.new, read("1.md", TEXT)
    found = new.runs("1.md")
    new.reading("2.md")
    folded = new.folded("1.md")

    assert found is not None
    assert folded is not None
    assert np.array_equal(found, whole.runs)
    assert np.array_equal(folded, whole.folded)
    assert asked == ["1.md", "2.md"]
    older = pair.old.runs("1.md")
    assert older is not None
    assert np.array_equal(older, whole.runs)
    assert pair.old.runs("1.md") is older
    assert new.runs("torn.md") is None
    assert new.folded("torn.md") is None
    assert new.outlined("torn.md") is None


def test_where_there_is_no_room_nothing_is_taken_out_of_a_document() -> None:
    made = Counter[str]()

    def text(_: str | None, doc_id: str) -> str:
        made[doc_id] += 1
        return TEXT * 50

    new = ReadingRoom(text, frozenset(), space=10).pair("a").new
    for name in ("1.md", "2.md", "3.md", "1.md"):  # two of them stay
        folded, found = new.folded(name), new.outlined(name)
        assert folded is not None
        assert found is not None
        assert found is new.reading(name)
        assert np.array_equal(found.folded, folded)
    assert made == {"1.md": 2, "2.md": 1, "3.md": 1}
