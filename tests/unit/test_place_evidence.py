import hashlib
from collections.abc import Mapping
from dataclasses import replace

import pytest

from goldset.domain.items import Item, Status
from goldset.domain.resolutions import Outcome, Place, Resolution
from goldset.domain.settings import PolicySettings
from goldset.domain.snapshots import DocumentRecord
from goldset.resolution.place_evidence import Wanted, place_evidence

_ITEM = Item(id="row-1", question="How often are koi fed?", slice="s", answerable=True, status=Status.DRAFT)
_POND = (
    "# Pond\n\nKoi sleep in winter. Feed koi twice a day in summer. The pump runs all year.\n\n"
    "- Herons are kept away by a net.\n\nThe net is cleaned in spring, before the koi wake up again.\n"
)
_FEES = "# Fees\n\nThe yearly permit fee is 420 kroner. Renewals are free of charge for members.\n"


class _Corpus:
    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self.documents = {
            name: DocumentRecord(name, hashlib.sha256(text.encode()).hexdigest(), len(text))
            for name, text in texts.items()
        }

    def text(self, doc_id: str) -> str | None:
        return self._texts.get(doc_id)


def _place(
    text: str, *docs: str, corpus: Mapping[str, str] | None = None, start: int | None = None
) -> Resolution:
    wanted = Wanted(lambda: _ITEM, text, docs, start)
    return place_evidence(
        [wanted], _Corpus(corpus or {"fees.md": _FEES, "pond.md": _POND}), PolicySettings()
    )[0]


def test_a_quote_is_placed_where_it_stands_once_whether_or_not_its_document_is_named() -> None:
    for docs in ((), ("pond.md",)):
        found = _place("The pump runs all year.", *docs)
        assert (found.outcome, found.accepted) == (Outcome.UNCHANGED, True)
        assert found.to is not None
        assert _POND[found.to.start : found.to.end] == found.to.text == "The pump runs all year."


def test_white_space_and_a_bullet_around_a_quote_do_not_count() -> None:
    for text in (" The pump runs all year.\n", "\uf0b7 The pump runs all year.", "•The pump runs all year."):
        found = _place(text)
        assert found.to is not None
        assert found.to.text == "The pump runs all year."


def test_a_list_mark_is_part_of_a_quote_that_begins_with_it_where_its_file_says() -> None:
    quote = "- Herons are kept away by a net."
    at = _POND.index(quote)
    assert _place(quote, "pond.md", start=at).to == Place("pond.md", at, at + len(quote), quote)
    for start in (None, at - 1, at + 2):
        found = _place(quote, "pond.md", start=start)
        assert found.to == Place("pond.md", at + 2, at + len(quote), quote[2:])


def test_a_minus_sign_is_no_bullet() -> None:
    found = _place("-5 degrees", corpus={"a.md": "It is -5 degrees outside, and 5 degrees inside."})
    assert found.to is not None
    assert found.to.text == "-5 degrees"


def test_a_quote_that_stands_twice_is_ambiguous_and_its_offset_decides() -> None:
    twice = "Pay the fee at the desk. Then wait.\n\nPay the fee at the desk. Then leave.\n"
    found = _place("Pay the fee at the desk.", "a.md", corpus={"a.md": twice})
    assert (found.outcome, found.accepted, found.reason) == (
        Outcome.AMBIGUOUS, False, "it stands at 2 places in a.md",
    )  # fmt: skip
    second = twice.rindex("Pay")
    meant = _place("Pay the fee at the desk.", "a.md", corpus={"a.md": twice}, start=second)
    assert meant.to is not None
    assert meant.to.start == second


def test_one_quote_in_two_documents_is_ambiguous_unless_one_is_named() -> None:
    both = {"uk.md": _FEES, "us.md": _FEES}
    assert _place("Renewals are free of charge for members.", corpus=both).outcome is Outcome.AMBIGUOUS
    named = _place("Renewals are free of charge for members.", "us.md", corpus=both)
    assert named.to is not None
    assert named.to.doc_id == "us.md"


def test_a_document_that_was_named_and_does_not_hold_the_quote_is_never_replaced_by_another() -> None:
    found = _place("The yearly permit fee is 420 kroner.", "pond.md")
    assert (found.outcome, found.accepted) == (Outcome.RELOCATED, False)
    assert [one.place.doc_id for one in found.candidates] == ["fees.md"]


def test_another_figure_is_edited_and_never_placed() -> None:
    for docs in ((), ("fees.md",)):
        found = _place("The yearly permit fee is 380 kroner.", *docs)
        assert (found.outcome, found.accepted, found.to) == (Outcome.EDITED, False, None)
        assert [str(one) for one in found.differences or found.candidates[0].differences] == [
            "number: 380 -> 420"
        ]


def test_the_same_words_in_another_form_are_placed_as_they_stand() -> None:
    for docs in ((), ("fees.md",)):
        found = _place("The yearly permit fee is **420** kroner.", *docs)
        assert (found.outcome, found.accepted) == (Outcome.REFORMATTED, True)
        assert found.to is not None
        assert found.to.text == "The yearly permit fee is 420 kroner."


def test_that_a_document_has_metadata_is_no_change_of_it() -> None:
    corpus = _Corpus({"fees.md": _FEES})
    corpus.documents["fees.md"] = replace(corpus.documents["fees.md"], metadata={"jurisdiction": "NO"})
    for docs in ((), ("fees.md",)):
        wanted = Wanted(lambda: _ITEM, "The yearly permit fee is **420** kroner.", docs)
        assert place_evidence([wanted], corpus, PolicySettings())[0].outcome is Outcome.REFORMATTED


def test_what_stands_nowhere_is_missing() -> None:
    found = _place("Otters may be kept on request only, in writing and with a vet's letter.")
    assert (found.outcome, found.accepted) == (Outcome.MISSING, False)


def test_a_document_that_is_not_there_is_removed() -> None:
    found = _place("Otters may be kept on request only, in writing and with a vet's letter.", "otters.md")
    assert (found.outcome, found.accepted) == (Outcome.DOCUMENT_REMOVED, False)


def test_a_chunk_is_found_with_its_white_space_folded() -> None:
    chunk = "Koi sleep in winter.  Feed koi twice a day in summer.\nThe pump runs all year. "
    wanted = Wanted(lambda: _ITEM, chunk, (), coarse="chunk")
    found = place_evidence([wanted], _Corpus({"pond.md": _POND}), PolicySettings())[0]
    assert found.to is not None
    assert found.to.text == "Koi sleep in winter. Feed koi twice a day in summer. The pump runs all year."


def test_every_passage_has_one_answer_in_the_order_given() -> None:
    texts = [
        "The pump runs all year.",
        "no such passage anywhere in this corpus at all",
        "Koi sleep in summer.",
    ]
    wanted = [Wanted(lambda: _ITEM, text) for text in texts * 2]
    ends = place_evidence(wanted, _Corpus({"pond.md": _POND}), PolicySettings())
    assert [end.item for end in ends] == [str(number) for number in range(6)]
    assert [end.outcome for end in ends[:3]] == [end.outcome for end in ends[3:]]


def test_a_few_words_that_stand_in_another_form_are_placed() -> None:
    page = "# Help\n\n## What is “uptime”?\n\nIt says how long we were there.\n\n### 6. Moral Rights\n\nYours are kept.\n"
    for text, there in (('What is "uptime"?', "What is “uptime”?"), ("7. Moral Rights", "Moral Rights")):
        for docs in ((), ("help.md",)):
            found = _place(text, *docs, corpus={"help.md": page, "other.md": _FEES})
            assert (found.outcome, found.accepted) == (Outcome.REFORMATTED, True), (text, docs, found)
            assert found.to is not None
            assert there in found.to.text
    twice = f"{page}\n## What is ”uptime”?\n"
    assert _place('What is "uptime"?', "help.md", corpus={"help.md": twice}).outcome is Outcome.AMBIGUOUS


def test_the_words_of_a_numbered_passage_may_stand_under_another_number() -> None:
    page = "# Leaving\n\n### 6. Complete the checklist\n\nAsk Ana.\n\n- Complete the [checklist](https://x.example/)\n"
    found = _place("2. Complete the checklist", "a.md", corpus={"a.md": page})
    assert found.outcome is Outcome.AMBIGUOUS
    assert len(found.candidates) == 2
    once = _place("2. Complete the checklist", "a.md", corpus={"a.md": page.partition("\n- ")[0]})
    assert (once.outcome, once.accepted) == (Outcome.REFORMATTED, True)


def test_a_passage_of_nothing_but_marks_is_looked_for_and_an_empty_one_stands_nowhere() -> None:
    assert _place("•", "pond.md").accepted is False
    empty = _place("\ufeff \n")
    assert (empty.outcome, empty.accepted, empty.to) == (Outcome.MISSING, False, None)
    assert _place("- ", "fees.md").accepted is False


def test_quotation_marks_around_a_whole_quote_are_none_of_it_unless_they_stand_there() -> None:
    for text in ('"The pump runs all year."', "“The pump runs all year.”", "„The pump runs all year.“"):
        found = _place(text, "pond.md")
        assert found.to is not None
        assert found.to.text == "The pump runs all year."
    said = {"a.md": 'He said: "The pump runs all year." It does. The pump runs all year.\n'}
    found = _place('"The pump runs all year."', "a.md", corpus=said)
    assert found.to is not None
    assert found.to.text == '"The pump runs all year."'
    assert not _place('"Koi sleep" and "the pump runs"').accepted


@pytest.mark.parametrize(
    "quote",
    [
        'The shed\'s roof - a "green" roof - is waterproof.',  # plain marks for typographic ones
        "The shed\u2019s roof \u2014 a \u201cgreen\u201d roof \u2014 is water\u00adproof.",  # a soft hyphen
        "The shed&#8217;s roof &mdash; a &ldquo;green&rdquo; roof &mdash; is waterproof.",  # entities
        "The\u00a0shed\u2019s roof \u2014\u00a0a\u202f\u201cgreen\u201d roof \u2014 is waterproof.",  # hard spaces
        "The shed\u2019s roof \u2014 a \u201cgreen\u201d roof \u2014 is\nwaterproof.\n",
        "\ufeffThe shed\u2019s roof \u2014 a \u201cgreen\u201d roof \u2014 is water\u200bproof.",
    ],
)
def test_a_quote_is_known_in_the_forms_in_which_tools_copy_it(quote: str) -> None:
    text = "# Shed\n\nThe shed\u2019s roof \u2014 a \u201cgreen\u201d roof \u2014 is waterproof. It is e\ufb03cient.\n"
    found = _place(quote, "shed.md", corpus={"shed.md": text})
    assert found.to is not None
    assert found.to.text.startswith("The shed")
    assert _place("It is efficient, all of it.", "shed.md", corpus={"shed.md": text}).to is None
    ligature = _place("It is efficient.", "shed.md", corpus={"shed.md": text})
    assert ligature.to is not None


def test_a_page_number_within_a_quote_makes_other_words() -> None:
    found = _place("The pump runs 12 all year.", "pond.md")
    assert (found.accepted, found.outcome) == (False, Outcome.EDITED)
