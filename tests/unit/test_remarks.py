"""Sentences beside a passage that speak of it: those that take it back or limit it are asked about."""

import pytest

from goldset.domain.resolutions import DifferenceKind, Outcome
from goldset.resolution.reading import passage, read, read_stored
from goldset.resolution.remarks import changed_remarks
from tests.resolving import label, resolve

FEE = "The account fee is 10 EUR a year and is due in March."
PAGE = "# Fees\n\nWe charge a few things in the branches.\n\n{}\n\nCards are posted within five days of the order.\n"
PLAIN = PAGE.format(FEE)

REMARKS = [
    "The following is not true.",
    "The rules below no longer apply.",
    "The section below is outdated.",
    "What follows is out of date.",
    "This page no longer applies.",
    "The fee described below was abolished in 2024.",
    "Do not rely on the next paragraph.",
    "Ignore the following sentence.",
    "The following applies to business customers only.",
    "The following applies in the UK.",
    "In the past, the following was true.",
    "Outdated.",
    "Only for some.",
    "Only for those who ask here.",
    "Not true any more.",
    "Der folgende Absatz gilt nicht mehr.",
    "Ce paragraphe ne vaut pas.",
    "以下内容已不适用。",
    "Suppose that the following holds.",
    "The proposal reads as follows.",
    "It is a common mistake to believe this.",
    "Many people think so, but they are mistaken.",
    "In Germany, the rules are these.",
    "Instead of the following, write something else.",
    "- The following is no longer true.",
    "The motion below was rejected.",
    "We plan to introduce the following rule.",
    "The rule below is under review.",
    "Lo siguiente ya no es válido.",
    "{{Outdated}}",
    "Correction: it is 12 EUR, as the desk told everybody who asked for it in the first week of May.",
    "**Update (May 2025):** It is 12 EUR.",
    "TODO: ask the desk whether it is so.",
    "No.",
    "Not so.",
    "Except for students.",
    "Students are exempt.",
    "Exception: students who come to the desk in May pay nothing for their account.",
]
LEADING = [
    "For guests",
    "*If you are a guest*",
    "Until May",
    "The old contract said:",
    "Bad:",
    "In a hypothetical bank:",
]
OTHERS = [
    "Last updated: May 7, 2020",
    "The branches are open from nine to five.",
    "The following is paid at the desk.",
    "Do not bring a dog.",
    "Only for those who ask here today.",
    "Why: this keeps it short.",
    "Cards not in use for a year or so are no longer sent, and who wants one asks, as this page and all others say.",
    "The terms are the same in the UK.",
    "The old contract hangs at the door.",
    "If it goes well, you may change the following.",
    "Except as said at the desk, a card is sent to whoever asks for one.",
    "- Outdated.",
    "Update your card at the desk.",
    "For all of the guests there is a desk of their own.",
    "Nobody pays more.",
    "However the desk is told of it, and by whom, is all the same to those who sit there day by day, and to the others.",
    "A card that was replaced is cut in two by whoever finds it first.",
]
HEAD = "Cards are free.\n\nThe desk is open."
PLACES = ["{remark}\n\n{fee}", "{fee}\n\n{remark}", "{remark} {fee}", "{fee} {remark}"]
APART = ["{remark}\n\n{fee}", "{fee}\n\n{remark}"]


def outcome(before: str, after: str, *, kept: bool = True, quote: str = FEE) -> Outcome:
    assert before != after
    found = resolve({"p": before}, {"p": after}, label({"p": before}, "p", quote), kept=kept)
    assert found.accepted is (found.outcome in {Outcome.UNCHANGED, Outcome.MOVED})
    return found.outcome


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("remark", REMARKS)
@pytest.mark.parametrize("kept", [True, False])
def test_a_remark_that_came_is_asked_about(remark: str, place: str, kept: bool) -> None:  # noqa: FBT001 (a parameter)
    with_it = PAGE.format(place.format(remark=remark, fee=FEE))
    assert outcome(PLAIN, with_it, kept=kept) in {Outcome.CONTEXT_CHANGED, Outcome.SCOPE_CHANGED}


@pytest.mark.parametrize("place", APART)
@pytest.mark.parametrize("remark", REMARKS)
def test_a_remark_that_went_or_changed_is_asked_about(remark: str, place: str) -> None:
    with_it = PAGE.format(place.format(remark=remark, fee=FEE))
    assert outcome(with_it, PLAIN) is Outcome.CONTEXT_CHANGED
    other = PAGE.format(place.format(remark="The following is wrong.", fee=FEE))
    assert outcome(with_it, other) is Outcome.CONTEXT_CHANGED


@pytest.mark.parametrize("place", APART)
@pytest.mark.parametrize("remark", REMARKS)
@pytest.mark.parametrize("kept", [True, False])
def test_a_remark_that_stood_there_is_not_asked_about(remark: str, place: str, kept: bool) -> None:  # noqa: FBT001
    with_it = PAGE.format(place.format(remark=remark, fee=FEE))
    found = outcome(with_it, with_it.replace("# Fees\n\n", "# Fees\n\nA paragraph more.\n\n"), kept=kept)
    assert found is Outcome.MOVED


@pytest.mark.parametrize("remark", LEADING)
def test_what_leads_on_to_a_passage_is_a_remark_above_it(remark: str) -> None:
    with_it = PAGE.format(f"{remark}\n\n{FEE}")
    assert outcome(PLAIN, with_it) is Outcome.CONTEXT_CHANGED
    assert outcome(with_it, PLAIN) is Outcome.CONTEXT_CHANGED
    assert outcome(with_it, with_it.replace("# Fees\n\n", "# Fees\n\nA paragraph more.\n\n")) is Outcome.MOVED


def test_what_leads_on_to_what_stands_below_is_no_remark() -> None:
    assert outcome(PLAIN, PAGE.format(f"{FEE}\n\nThe old contract said:")) is Outcome.UNCHANGED


@pytest.mark.parametrize("place", APART)
@pytest.mark.parametrize("other", OTHERS)
def test_other_sentences_may_come_and_go(other: str, place: str) -> None:
    with_it = PAGE.format(place.format(remark=other, fee=FEE))
    assert outcome(PLAIN, with_it) in {Outcome.UNCHANGED, Outcome.MOVED}
    assert outcome(with_it, PLAIN) in {Outcome.UNCHANGED, Outcome.MOVED}


@pytest.mark.parametrize("page", [PAGE, PAGE.format("{}\n\nThe desk is closed.")])
def test_what_is_said_of_a_whole_page_may_stand_anywhere_on_it(page: str) -> None:
    told = page.replace("# Fees\n\n", "# Fees\n\nThis page is not for members.\n\n").replace(
        "We charge", "They charge"
    )
    near = page.replace("We charge a few things in the branches.", "This page is not for members.")
    assert outcome(near.format(FEE), told.format(FEE)) in {Outcome.UNCHANGED, Outcome.MOVED}
    assert outcome(told.format(FEE), near.format(FEE)) in {Outcome.UNCHANGED, Outcome.MOVED}
    beside = ("This page is not for members.", "The following is not for members.")
    assert (
        outcome(told.replace(*beside).format(FEE), near.replace(*beside).format(FEE))
        is Outcome.CONTEXT_CHANGED
    )


@pytest.mark.parametrize(
    "page",
    [
        f"# Fees\n\n{HEAD}\n\nThe following is not true.\n\nA paragraph of some words between them.\n\n{{}}\n",
        f"# Fees\n\n{HEAD}\n\nThe following is not true. One more. And one more. And a third one.\n\n{{}}\n",
        "# Fees\n\n- Outdated.\n\n{}\n",
        "# Fees\n\n## What follows was previously sold here\n\n{}\n",
    ],
)
def test_what_stands_farther_off_or_is_a_heading_or_an_item_is_no_remark(page: str) -> None:
    bare = (
        page.replace("The following is not true.", "The fees are these.")
        .replace("Outdated.", "A fee.")
        .replace("previously sold", "sold")
    )
    assert outcome(bare.format(FEE), page.format(FEE)) in {Outcome.UNCHANGED, Outcome.MOVED}


def test_the_third_sentence_away_is_heard_yet() -> None:
    page = "# Fees\n\n{} One more. And one more.\n\n" + FEE + "\n"
    known, new = page.format("The fees are these."), page.format("The following is not true.")
    assert outcome(known, new) is Outcome.CONTEXT_CHANGED


def test_what_is_said_below_a_heading_is_no_remark_on_it() -> None:
    page = "# What we charge for accounts\n\n{}\n\nMore words.\n"
    known, new = page.format("See the list."), page.format("The following is no longer true.")
    assert outcome(known, new, quote="What we charge for accounts") is Outcome.UNCHANGED


def test_items_are_not_compared_with_what_stands_beside_their_list() -> None:
    page = f"# Fees\n\n{HEAD}\n\n" + "- {fee}\n- A card is free.\n\n{rest}\n"
    known = page.format(fee=FEE, rest="Some words.")
    new = page.format(fee=FEE, rest="The above is no longer true.").replace(
        "A card is free.", "A card is now free."
    )
    assert outcome(known, new) is Outcome.UNCHANGED


def test_a_remark_of_twenty_four_words_is_heard() -> None:
    long = "Cards not in use for a year are no longer sent, and who wants one asks, as this page and all others say so."
    assert len(long.split()) == 24
    assert outcome(PLAIN, PAGE.format(f"{long}\n\n{FEE}")) is Outcome.CONTEXT_CHANGED


@pytest.mark.parametrize("remark", ["Outdated.", "The following is not true."])
def test_what_was_said_of_another_passage_is_new_beside_this_one(remark: str) -> None:
    page = f"# Fees\n\n{HEAD}\n\n{remark}\n\nA copy is free.\n\nThe desk is open.\n\nIt opens at nine.\n\n{{}}{FEE}\n"
    assert outcome(page.format(""), page.format(f"{remark}\n\n")) is Outcome.CONTEXT_CHANGED


def test_a_remark_above_a_later_heading_is_no_heading() -> None:
    page = PAGE + "\n## Cards\n\nThey are blue.\n"
    assert (
        outcome(page.format(FEE), page.format(f"The following is not true.\n\n{FEE}"))
        is Outcome.CONTEXT_CHANGED
    )


@pytest.mark.parametrize(
    ("stored", "known"),
    [("outdated.", False), ("no longer true.", False), ("ing is no longer true.", True)],
)
def test_the_last_words_of_a_remark_are_known_again_where_they_are_enough(stored: str, known: bool) -> None:  # noqa: FBT001
    before, after = f"{stored} One more. {FEE}", f"The following is no longer true. One more. {FEE}"
    old = read_stored("p", before, opens=False, ends=True)
    places = (
        passage(old, before.index(FEE), len(before)),
        passage(read("p", after), after.index(FEE), len(after)),
    )
    assert (changed_remarks(*places, frozenset()) is None) is known


@pytest.mark.parametrize(
    "sentence", ["This particular card is not for sale.", "The following is not used to bring luck."]
)
def test_phrases_are_whole_words_and_a_difference_has_its_class(sentence: str) -> None:
    old, new = (read("p", f"{one}\n\n{FEE}") for one in ("It is so.", sentence))
    change = changed_remarks(
        passage(old, 11, len(old.raw)), passage(new, len(sentence) + 2, len(new.raw)), frozenset()
    )
    assert (change is not None) is sentence.startswith("The following")
    assert change is None or [d.kind for d in change.differences] == [DifferenceKind.NEGATION]


@pytest.mark.parametrize("name", ["Outdated", "Veraltet", "Superseded", "Repealed"])
def test_a_heading_that_calls_what_stands_below_it_past_is_asked_about(name: str) -> None:
    assert outcome(PLAIN, PAGE.format(f"## {name}\n\n{FEE}")) is Outcome.SCOPE_CHANGED


def test_it_is_told_that_a_remark_stands_beside_the_passage() -> None:
    known, new = (f"# Fees\n\n{HEAD}\n\nWords.\n\n{remark}\n\n{FEE}\n" for remark in ("Words.", "Outdated."))
    found = resolve({"p": known}, {"p": new}, label({"p": known}, "p", FEE))
    assert found.reason == "a remark beside it came, went or changed"
    both = new.replace("# Fees\n\n", "# Fees\n\nDeprecated.\n\n")
    assert resolve({"p": known}, {"p": both}, label({"p": known}, "p", FEE)).reason == found.reason


CONTRASTS = [
    "But guests pay half of it.",
    "However, it is 12 EUR in the first year.",
    "This holds from the second year only.",
    "It is not asked of guests, who have no card and no account, and never had one in all of these years.",
]


@pytest.mark.parametrize("contrast", CONTRASTS)
@pytest.mark.parametrize("gap", [" ", "\n\n"])
@pytest.mark.parametrize("kept", [True, False])
def test_what_limits_the_sentence_right_before_is_asked_about(contrast: str, gap: str, *, kept: bool) -> None:
    limited = PAGE.format(f"{FEE}{gap}{contrast}{gap}It is paid at the desk.")
    free = PAGE.format(f"{FEE}{gap}It is paid at the desk.")
    assert outcome(free, limited, kept=kept) in {Outcome.CONTEXT_CHANGED, Outcome.SCOPE_CHANGED}
    if kept:
        assert outcome(limited, free) in {Outcome.CONTEXT_CHANGED, Outcome.SCOPE_CHANGED}


def test_what_goes_on_with_however_may_be_reworded_and_stand_farther_off() -> None:
    one, two = (
        PAGE.format(f"{FEE} However, {rest}.") for rest in ("guests get a card, too", "a guest may ask")
    )
    assert outcome(one, two) is Outcome.UNCHANGED
    far = "{} It is paid at the desk. {}"
    plain, other = (PAGE.format(far.format(FEE, rest)) for rest in ("A card is free.", "But a card is free."))
    assert outcome(plain, other) is Outcome.UNCHANGED
    assert (
        outcome(PAGE.format(f"{FEE} It is paid."), PAGE.format(f"{FEE} It is paid here."))
        is Outcome.UNCHANGED
    )


def test_items_below_that_open_with_however_are_left_to_lists() -> None:
    page = PAGE.format(f"{FEE}\n\n- {{}} it is paid.")
    assert outcome(page.format("So"), page.format("However")) is Outcome.UNCHANGED
    page = "# Fees\n\n" + FEE + "\n\n## {} some more\n\nWords.\n"
    assert outcome(page.format("But"), page.format("And")) is Outcome.UNCHANGED


def test_a_contrast_that_takes_back_is_told_once() -> None:
    known, new = (PAGE.format(f"{FEE} {rest} It is paid.") for rest in ("", "But this is wrong."))
    found = resolve({"p": known}, {"p": new}, label({"p": known}, "p", FEE))
    assert [one.after for one in found.differences] == ["But this is wrong."]


def test_what_joins_an_item_to_the_one_above_is_asked_about() -> None:
    page = "# Fees\n\nYou pay if\n\n- you have a card; {}\n- you have an account.\n"
    quote = "you have an account."
    assert outcome(page.format("and"), page.format("or"), quote=quote) is Outcome.CONTEXT_CHANGED
    assert outcome(page.format("or"), page.format("and"), quote=quote) is Outcome.CONTEXT_CHANGED
    assert outcome(page.format("and"), page.format("too"), quote=quote) in {Outcome.UNCHANGED, Outcome.MOVED}
    prose = "# Fees\n\nYou pay {}\n\nYou have an account.\n"
    assert outcome(prose.format("and"), prose.format("or"), quote="You have an account.") in {
        Outcome.UNCHANGED,
        Outcome.MOVED,
    }


def test_titles_that_take_back_what_stands_below_them_are_asked_about() -> None:
    page = "# Fees\n\n## {}\n\nOf these there are some.\n\n{fee}\n"
    known = page.format("Accounts", fee=FEE)
    titles = ("Myths", "Old rules", "Rejected ideas", "Sample text", "~~Accounts~~", "<del>Accounts</del>")
    for title in titles:
        assert outcome(known, page.format(title, fee=FEE)) is Outcome.SCOPE_CHANGED
        assert outcome(page.format(title, fee=FEE), known) is Outcome.SCOPE_CHANGED
    for one, two in (("Pros", "Cons"), ("Added rules", "Removed rules")):
        assert outcome(page.format(one, fee=FEE), page.format(two, fee=FEE)) is Outcome.SCOPE_CHANGED
    assert outcome(known, page.format("All accounts there are", fee=FEE)) is Outcome.MOVED


@pytest.mark.parametrize(
    "form",
    [":::warning\n\n{remark}\n\n:::\n\n{fee}", "{fee}\n\n***\n\n{remark}", "{remark}\n\n---\n\n***\n\n{fee}"],
)
def test_marks_without_a_word_do_not_part_a_remark_from_its_passage(form: str) -> None:
    known, new = (
        PAGE.format(form.format(remark=remark, fee=FEE))
        for remark in ("Some words of it.", "The above and below is wrong.")
    )
    assert outcome(known, new) is Outcome.CONTEXT_CHANGED


@pytest.mark.parametrize("gap", ["", "***\n\n"])
def test_a_remark_beyond_the_next_paragraph_is_none(gap: str) -> None:
    for form in (f"{{fee}}\n\n{gap}One.\n\n{{remark}}", f"{{remark}}\n\nOne.\n\n{gap}{{fee}}"):
        known, new = (
            f"# Fees\n\n{HEAD}\n\n{form.format(remark=remark, fee=FEE)}\n\nThe end.\n"
            for remark in ("The above and below is so.", "The above and below is wrong.")
        )
        assert outcome(known, new) in {Outcome.UNCHANGED, Outcome.MOVED}
