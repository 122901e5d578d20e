from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from goldset.domain.settings import PolicySettings
from goldset.domain.snapshots import DocumentRecord
from goldset.resolution.describe import find_exact
from goldset.resolution.exact_search import MOST_PLACES, Quotes, find_quotes

_TEXT = "The pump runs all year. Koi sleep in winter, and the pump runs all year. 😀 𝒳 é é"


def _by_hand(quote: str, texts: Sequence[tuple[str, str]]) -> list[tuple[str, int]]:
    return [(doc_id, at) for doc_id, text in texts for at in find_exact(text, quote)]


def _found(quotes: Sequence[str], texts: Sequence[tuple[str, str]]) -> dict[str, list[tuple[str, int]]]:
    return {
        quote: [(place.doc_id, place.start) for place in places]
        for quote, places in find_quotes(quotes, texts).items()
    }


def test_every_place_of_every_quote_is_found_whatever_its_length() -> None:
    texts = [("a.md", _TEXT), ("b.md", _TEXT * 3), ("c.md", "")]
    quotes = [
        _TEXT[at : at + size] for at in range(0, 30, 3) for size in (1, 7, 8, 9, 15, 16, 17, 40, 64, 70)
    ]
    assert _found(quotes, texts) == {quote: _by_hand(quote, texts) for quote in set(quotes)}


def test_a_quote_is_told_from_all_other_windows_of_a_long_document() -> None:
    long = " ".join(f"row {number} of the ledger" for number in range(3_000))
    for size in (8, 20, 40, 70):
        quotes = [long[at : at + size] for at in (0, 31_007, len(long) - size)]
        assert _found(quotes, [("a.md", long)]) == {
            quote: _by_hand(quote, [("a.md", long)])[:MOST_PLACES] for quote in quotes
        }


def test_a_document_may_be_no_longer_than_the_quote() -> None:
    for size in (1, 7, 8, 9, 15, 16, 17, 32, 64, 65):
        quote = "abcdefghijklmnopqrstuvwxyz"[:size] * 3
        for held in (quote[:size], f"{quote}."[-size:]):
            assert _found([held], [("a.md", held), ("b.md", f"x{held}")]) == {
                held: [("a.md", 0), ("b.md", 1)]
            }


def test_a_place_holds_the_quote() -> None:
    (short, long) = ("winter", "Koi sleep in winter, and")
    for quote, places in find_quotes([short, long], [("a.md", _TEXT)]).items():
        assert (
            [_TEXT[place.start : place.end] for place in places]
            == [quote]
            == [place.text for place in places]
        )


def test_a_quote_longer_than_every_document_stands_nowhere() -> None:
    assert find_quotes(["x" * 100], [("a.md", "x" * 99)]) == {"x" * 100: []}


def test_quotes_with_one_beginning_are_told_apart() -> None:
    head = "Please note that under no circumstances whatsoever may the member claim "
    texts = [("a.md", f"{head}twice. {head}thrice.")]
    assert _found([f"{head}twice", f"{head}thrice", f"{head}never"], texts) == {
        f"{head}twice": [("a.md", 0)],
        f"{head}thrice": [("a.md", len(head) + 7)],
        f"{head}never": [],
    }


def test_of_a_quote_that_stands_everywhere_only_so_many_places_are_kept() -> None:
    found = find_quotes(["a", "aaaaaaaaaaaa"], [("a.md", "a" * 5_000), ("b.md", "a" * 5_000)])
    assert {len(places) for places in found.values()} == {MOST_PLACES}


@settings(deadline=None, max_examples=60)
@given(st.lists(st.text(alphabet="ab \U0001f600", max_size=90), max_size=4), st.data())
def test_what_is_found_is_what_a_plain_search_finds(texts: list[str], data: st.DataObject) -> None:
    documents = [(f"{number}.md", text) for number, text in enumerate(texts)]
    whole = "".join(texts) or "a"
    start = data.draw(st.integers(0, len(whole) - 1))
    quote = whole[start : start + data.draw(st.integers(1, 70))]
    assert _found([quote], documents) == {quote: _by_hand(quote, documents)}


def test_what_was_looked_for_once_is_known() -> None:
    read: list[str] = []

    class _Corpus:
        documents = dict.fromkeys(["b.md", "a.md"], DocumentRecord("x", "", 0))

        def text(self, doc_id: str) -> str:
            read.append(doc_id)
            return f"{doc_id} says eleven."

    quotes = Quotes(_Corpus(), PolicySettings())
    assert [place.doc_id for place in quotes.find(["says eleven", ""])["says eleven"]] == ["a.md", "b.md"]
    assert quotes.find(["says eleven"])["says eleven"]
    assert read == ["a.md", "b.md"]
    assert not quotes.find(["says twelve", "says eleven"])["says twelve"]
    assert read == ["a.md", "b.md"] * 2
