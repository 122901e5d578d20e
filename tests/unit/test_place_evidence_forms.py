"""Which place of several a file means, and the forms of a passage that decide it."""

import pytest

from goldset.domain.items import Item, Status
from goldset.domain.resolutions import Outcome, Place, Resolution
from goldset.domain.set_rows import Coarse
from goldset.domain.settings import PolicySettings
from goldset.domain.snapshots import DocumentRecord
from goldset.resolution.place_evidence import Wanted, place_evidence

_ITEM = Item(id="row-1", question="When is the kiln lit?", slice="s", answerable=True, status=Status.DRAFT)
_KILN = "# Kiln\n\n- Bring your own clay.\n- The kiln is lit on Mondays.\n\nGlaze dries in a day.\n"
_SHOP = "# Shop\n\nClay is sold at the desk. Ask for the *fine* kind, or for the coarse one.\n"


class _Corpus:
    def __init__(self, texts: dict[str, str]) -> None:
        self._texts = texts
        self.documents = {name: DocumentRecord(name, "0", len(text)) for name, text in texts.items()}

    def text(self, doc_id: str) -> str | None:
        return self._texts.get(doc_id)


def _place(
    text: str,
    *docs: str,
    corpus: dict[str, str],
    start: int | None = None,
    coarse: Coarse | None = None,
) -> Resolution:
    wanted = Wanted(lambda: _ITEM, text, docs, start, coarse)
    return place_evidence([wanted], _Corpus(corpus), PolicySettings())[0]


def _stands(found: Resolution) -> str | None:
    return found.to.text if found.to else None


def test_an_offset_without_a_document_decides_nothing() -> None:
    corpus = {"a.md": "Clay dries in a day. It does.\n", "b.md": "It does. Clay dries in a day.\n"}
    found = _place("Clay dries in a day.", corpus=corpus, start=0)
    assert (found.outcome, found.accepted) == (Outcome.AMBIGUOUS, False)


def test_an_offset_counts_from_where_the_file_s_passage_begins_white_space_and_marks_included() -> None:
    text = "Fire it twice. Wait.\n\n Fire it twice. Go.\n"
    second = text.rindex("Fire")
    for quote, start in ((" Fire it twice.", second - 1), ("\ufeff• Fire it twice.", second - 3)):
        found = _place(quote, "a.md", corpus={"a.md": text}, start=start)
        assert found.to == Place("a.md", second, second + 14, "Fire it twice.")


def test_white_space_in_front_of_a_list_s_mark_counts_in_its_offset() -> None:
    quote = "- The kiln is lit on Mondays."
    at = _KILN.index(quote)
    for before in ("\n", "\ufeff\n"):
        found = _place(before + quote, "kiln.md", corpus={"kiln.md": _KILN}, start=at - len(before))
        assert found.to == Place("kiln.md", at, at + len(quote), quote)
    twice = f"{quote}\n{quote}\n"
    found = _place(quote, "kiln.md", corpus={"kiln.md": twice}, start=len(quote) + 1)
    assert found.to == Place("kiln.md", len(quote) + 1, 2 * len(quote) + 1, quote)


def test_a_list_s_entry_is_not_taken_from_a_document_that_was_not_named() -> None:
    quote = "- The kiln is lit on Mondays."
    found = _place(quote, "shop.md", corpus={"kiln.md": _KILN, "shop.md": _SHOP}, start=_KILN.index(quote))
    assert (found.outcome, found.accepted) == (Outcome.RELOCATED, False)


def test_a_list_s_entry_of_no_document_is_looked_for_without_its_mark() -> None:
    quote = "- The kiln is lit on Mondays."
    found = _place(quote, corpus={"kiln.md": _KILN, "shop.md": _SHOP}, start=_KILN.index(quote))
    assert _stands(found) == quote[2:]


@pytest.mark.parametrize(
    "quote", ["Ask for the **fine** kind", "Ask for the **fine** kind, or for the coarse one."]
)
def test_the_same_words_in_another_form_count_in_the_documents_that_were_named(quote: str) -> None:
    corpus = {"kiln.md": _KILN, "shop.md": _SHOP}
    assert not _place(quote, "kiln.md", corpus=corpus).accepted
    assert _place(quote, "shop.md", corpus=corpus).accepted
    assert _place(quote, corpus=corpus).accepted


def test_the_same_words_in_another_form_in_two_named_documents_are_ambiguous() -> None:
    corpus = {"kiln.md": _KILN, "shop.md": _SHOP, "stall.md": _SHOP.replace("Shop", "Stall")}
    found = _place("Ask for the fine kind, or for the coarse one.", "shop.md", "stall.md", corpus=corpus)
    assert (found.outcome, found.accepted) == (Outcome.AMBIGUOUS, False)


@pytest.mark.parametrize(
    ("quote", "there"),
    [
        ("«Glaze dries in a day.»", "Glaze dries in a day."),
        ("»Glaze dries in a day.«", "Glaze dries in a day."),
        ("「Glaze dries in a day.」", "Glaze dries in a day."),
        ("『Glaze dries in a day.』", "Glaze dries in a day."),
        ("‹Glaze dries in a day.›", "Glaze dries in a day."),
        ("“ Glaze dries in a day. ”", "Glaze dries in a day."),
        ("„Glaze dries in a day.”", "Glaze dries in a day."),
        ("«Glaze dries in a day.”", None),
        ("Glaze dries in a day.”", None),
        ("“Glaze dries in a day.", None),
        ("“Glaze” dries “in a day.”", None),
        ("“Glaze dries in “a” day.”", None),
        ('""', None),
    ],
)
def test_marks_that_close_each_other_around_a_whole_quote_are_none_of_it(
    quote: str, there: str | None
) -> None:
    found = _place(quote, "kiln.md", corpus={"kiln.md": _KILN})
    by_letter = found.to if found.outcome is Outcome.UNCHANGED else None
    assert (by_letter.text if by_letter else None) == there


_CUT = "lay.  Glaze dries in a day after the\nsecond firing.  Wait un"  # by a chunker, its white space kept
_PAGE = "# Firing\n\nBring clay. Glaze dries in a day after the second firing. Wait until it is cold.\n"


@pytest.mark.parametrize(
    ("chunk", "there"),
    [
        (_CUT, "lay. Glaze dries in a day after the second firing. Wait un"),
        (f"{_CUT} for no", None),
        (f"is {_CUT}", None),
        (_CUT.replace("second", "third"), None),
    ],
)
def test_a_chunk_is_cut_anywhere_and_the_whole_of_it_has_to_stand(chunk: str, there: str | None) -> None:
    corpus = {"a.md": _PAGE, "shop.md": _SHOP}
    for docs in ((), ("a.md",)):
        assert _stands(_place(chunk, *docs, corpus=corpus, coarse="chunk")) == there
        assert _stands(_place(chunk, *docs, corpus=corpus)) is None


def test_chunks_of_several_documents_are_each_found_in_their_own() -> None:
    other = _PAGE.replace("clay", "sand").replace("cold", "warm")
    corpus = {"a.md": _PAGE, "b.md": other}
    second = "and.  Glaze dries in a day after the second firing.  Wait until it is wa"
    chunks = [(_CUT, "a.md"), (second, "b.md")] * 2
    wanted = [Wanted(lambda: _ITEM, text, (doc_id,), coarse="chunk") for text, doc_id in chunks]
    found = place_evidence(wanted, _Corpus(corpus), PolicySettings())
    assert [_stands(one) for one in found] == [" ".join(text.split()) for text, _ in chunks]


@pytest.mark.parametrize(
    ("page", "quote", "there"),
    [
        ("# Air\n\n### 6. Air vents\n\nRepair vents.\n", "2. Air vents", "Air vents"),
        ("# Air\n\n### 6. Air vents\n\nShut.\n\n- Air vents are cleaned.\n", "2. Air vents", None),
        ("# Air\n\n- Air vents are cleaned.\n\n### 6. Air vents\n\nShut.\n", "2. Air vents", None),
        ("# Air\n\n### 6. Air vents\n\nShut.\n\n- [Air vents](air.md)\n", "2. Air vents", None),
        (
            "# Air\n\n2) Vents are shut at night.\n\n### Vents are shut at night.\n",
            "2. Vents are shut at night.",
            None,
        ),
        (
            "# Air\n\n### Vents are shut at night.\n2) Vents are shut at night.\n",
            "2. Vents are shut at night.",
            None,
        ),
        (
            "# Air\n\n2) Vents are shut at night.\n",
            "2. Vents are shut at night.",
            "2) Vents are shut at night.",
        ),
    ],
)
def test_a_number_in_front_of_a_passage_is_doubted_where_its_words_stand_elsewhere(
    page: str, quote: str, there: str | None
) -> None:
    for docs in ((), ("air.md",)):
        found = _place(quote, *docs, corpus={"air.md": page, "shop.md": _SHOP})
        assert (_stands(found) or "").endswith(there or ""), found
        assert found.accepted is (there is not None)


def test_a_number_is_doubted_by_another_document_with_the_same_words_where_none_was_named() -> None:
    page = "# Air\n\n### 6. Air vents\n\nShut.\n"
    found = _place("2. Air vents", corpus={"air.md": page, "b.md": "# Other\n\nAir vents are cleaned.\n"})
    assert (found.outcome, found.accepted) == (Outcome.AMBIGUOUS, False)


def test_only_so_many_places_are_shown_of_a_passage_that_stands_at_many() -> None:
    corpus = {f"{number}.md": f"# {number}\n\nGlaze dries in a day.\n" for number in range(5)}
    found = _place("Glaze dries in a day.", corpus=corpus)
    assert found.reason == "it stands at 5 places in 5 documents"
    assert [one.place.doc_id for one in found.candidates] == ["0.md", "1.md", "2.md"]


def test_what_is_most_like_it_is_shown_of_a_passage_that_stands_nowhere() -> None:
    corpus = {"kiln.md": _KILN, "shop.md": _SHOP}
    for docs in ((), ("kiln.md", "shop.md")):
        found = _place("Clay is sold at the door.", *docs, corpus=corpus)
        assert not found.accepted
        assert found.candidates[0].place.doc_id == "shop.md"


def test_a_chunk_is_not_taken_from_a_document_that_was_not_named() -> None:
    corpus = {"kiln.md": _KILN, "shop.md": _SHOP}
    for chunk in ("Clay is  sold", "Clay  is sold at the desk."):
        found = _place(chunk, "kiln.md", corpus=corpus, coarse="chunk")
        assert (found.outcome, found.accepted) == (Outcome.RELOCATED, False)
        assert _place(chunk, "shop.md", corpus=corpus, coarse="chunk").accepted
