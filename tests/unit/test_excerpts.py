"""What is kept of documents between two stages: as telling as the document, and bounded."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from goldset.errors import CorpusError
from goldset.resolution.align import context_likeness
from goldset.resolution.differences import differences
from goldset.resolution.excerpts import Excerpt
from goldset.resolution.library import Extract, Extracts, ReadingRoom
from goldset.resolution.reading import passage, read, token_passage

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


def extract(tokens: int) -> Extract:
    return Extract(np.zeros(tokens, dtype=np.uint64), np.zeros(0, dtype=np.uint64))


def test_extracts_are_kept_while_there_is_room_and_no_longer_than_they_are_asked_for() -> None:
    kept = Extracts(80)
    for key, tokens in ((("a", "1"), 4), ((None, "2"), 5), ((None, "3"), 2), ((None, "4"), 1)):
        kept.put(key, extract(tokens))
    assert [kept.get(key) is not None for key in (("a", "1"), (None, "2"), (None, "3"), (None, "4"))] == [
        True,
        True,
        False,
        True,
    ]


def test_room_of_a_forgotten_snapshot_is_there_again() -> None:
    kept = Extracts(80)
    kept.put(("a", "1"), extract(9))
    kept.forget("a")
    assert kept.get(("a", "1")) is None
    kept.put((None, "2"), extract(10))
    assert kept.get((None, "2")) is not None


def test_a_document_is_read_once_for_all_that_it_is_searched_by() -> None:
    asked: list[str] = []

    def text(_: str | None, doc_id: str) -> str | None:
        asked.append(doc_id)
        if doc_id == "torn.md":
            raise CorpusError("torn")
        return TEXT

    pair = ReadingRoom(text, frozenset(), space=len(TEXT)).pair("a")  # no room for a second reading
    new, whole = pair.new, read("1.md", TEXT)
    found = new.extract("1.md")
    new.reading("2.md")
    folded = new.folded("1.md")

    assert found is not None
    assert folded is not None
    assert np.array_equal(found.runs, whole.runs)
    assert np.array_equal(folded, whole.folded)
    assert new.extract("1.md") is found
    assert asked == ["1.md", "2.md"]
    older = pair.old.extract("1.md")
    assert older is not None
    assert np.array_equal(older.runs, whole.runs)
    assert new.extract("torn.md") is None
    assert new.folded("torn.md") is None
