"""The allow-list, pair by pair: what may differ without a person, and what stands just beside it."""

import pytest

from goldset.domain.settings import PolicySettings
from goldset.resolution.harmless import allow_list, is_harmless
from goldset.resolution.reading import Passage, passage, read


def whole(text: str) -> Passage:
    return passage(read("", text), 0, len(text))


def harmless(before: str, after: str, language: str | None = "en", **policy: object) -> bool:
    allowed = allow_list(PolicySettings.model_validate(policy), language)
    there = is_harmless(whole(before), whole(after), allowed)
    assert there == is_harmless(whole(after), whole(before), allowed), "it is the same in both directions"
    return there


@pytest.mark.parametrize(
    ("before", "after", "same"),
    [
        ("What You Must Bring First", "What you must bring first", True),
        ("What you must bring first", "What You Must Bring First", True),
        ("What you must bring first", "What you must bring First", False),
        ("What You Must Bring First", "What you Must bring first", False),
    ],
)
def test_a_heading_may_change_its_style_of_capitals(before: str, after: str, same: bool) -> None:  # noqa: FBT001
    one, other = (passage(read("", text), 3, len(text) - 1) for text in (f"## {before}\n", f"## {after}\n"))
    assert is_harmless(one, other, allow_list(PolicySettings(), "en")) is same


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Bring the form, the key and the card.", "Bring the form the key and the card."),
        ("Bring the form.", "Bring the form"),
        ("Bring the form!", "Bring the form."),
        ("Lend apples, pears, and plums to all.", "Lend apples, pears and plums to all."),
        (
            "Lend apples, pears, and plums to all, kin and guests.",
            "Lend apples, pears and plums to all, kin and guests.",
        ),
        ("Lend apples, pears, or plums to guests.", "Lend apples, pears or plums to guests."),
        ("The colour of a theatre.", "The color of a theater."),
        ("Colour is free.", "Color is free."),
        ("Send an e-mail to us.", "Send an email to us."),
        ("Send it by email, colour attached.", "Send it by e-mail color attached."),
        ("An e-mail, on-line.", "An email online."),
        ("The desk opens.", "the desk opens."),
        ("It closes. The desk opens.", "It closes. the desk opens."),
        ("A house-\nhold of two.", "A household of two."),
        ("付款、收据。", "付款收据。"),
    ],
)
def test_harmless(before: str, after: str) -> None:
    assert harmless(before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # Marks that touch figures
        ("Wait for 5, then ring.", "Wait for 5 then ring."),
        ("Then ring, 5 times a day.", "Then ring 5 times a day."),
        ("Use form A4, then ring.", "Use form A4 then ring."),
        # … names and code
        ("Edit the .env file.", "Edit the env file."),
        ("Edit the file a.b today.", "Edit the file a b today."),
        ("Call `run!` here.", "Call `run` here."),
        # An ellipsis leaves something out
        ("Bring it . . and go.", "Bring it . and go."),
        ("Bring it... and go.", "Bring it and go."),
        # Lists whose commas mean something
        ("Lend apples, and plums to guests.", "Lend apples and plums to guests."),
        ("Lend apples, pears, and plums or figs.", "Lend apples, pears and plums or figs."),
        ("Lend apples and pears, and plums too.", "Lend apples and pears and plums too."),
        (
            "Lend it, to any one who lives on the hill or by the old mill, and stays.",
            "Lend it, to any one who lives on the hill or by the old mill and stays.",
        ),
        # Words that a comma binds or cuts off
        ("They lend it, not tools.", "They lend it not tools."),
        ("They lend it, must guests pay.", "They lend it must guests pay."),
        ("They lend it, all of it.", "They lend it all of it."),
        ("They lend it, more often.", "They lend it more often."),
        ("They lend it, unless rain comes.", "They lend it unless rain comes."),
        ("They lend it, However small.", "They lend it However small."),
        ("They lend what they must, gladly.", "They lend what they must gladly."),
        ("They lend it، which is kind.", "They lend it which is kind."),
        # Other words
        ("The colour of it.", "The centre of it."),
        ("The colour of it.", "The color of it all."),
        ("The colour centre of it.", "The color of it."),
        ("The blue door.", "The door."),
        # Case
        ("Colour is free.", "color is free."),
        ("The COLOUR is free.", "The color is free."),
        ("The COLOUR is free.", "The COLOR is free."),
        ("The cOlour is free.", "The color is free."),
        ("See the Desk now.", "See the desk now."),
        ("May it rain.", "may it rain."),
        ("IT pays.", "It pays."),
        ("THE desk opens.", "The desk opens."),
        ("tHe desk opens.", "the desk opens."),
        ("A desk opens.", "a desk opens."),
        ("Desk The opens.", "desk the opens."),
        ("Mg is short.", "mg is short."),
        ("B12 is short.", "b12 is short."),
        # A hyphen at the end of a line
        ("A house- hold of two.", "A household of two."),
        ("A house-\nHold of two.", "A houseHold of two."),
        ("A 12-\nfold of two.", "A 12fold of two."),
        ("A house-\nhold of two.", "A houseboat of two."),
        ("A house/\nhold of two.", "A household of two."),
    ],
)
def test_not_harmless(before: str, after: str) -> None:
    assert not harmless(before, after)


@pytest.mark.parametrize("sign", "$€£¥₹₩%+-=<>±×÷°#/")
def test_a_mark_beside_a_sign_counts(sign: str) -> None:
    assert not harmless(f"The rate x {sign}, as stated.", f"The rate x {sign} as stated.")
    assert not harmless(f"The rate x, {sign} is stated.", f"The rate x {sign} is stated.")


@pytest.mark.parametrize(
    "word", ["which", "who", "whom", "whose", "that", "where", "as", "including", "like", "rather", "such"]
)
def test_a_comma_before_a_word_that_hangs_on_it_counts(word: str) -> None:
    assert not harmless(f"Return the tools, {word} you lend.", f"Return the tools {word} you lend.")


def test_a_serial_comma_is_one_of_a_short_list() -> None:
    def listed(words: int) -> tuple[str, str]:
        start = "Lend tools, " + " ".join(["blue"] * words)
        return f"{start} doors, and plums.", f"{start} doors and plums."

    assert harmless(*listed(10))
    assert not harmless(*listed(12))


def test_a_projects_own_spellings_and_terms() -> None:
    assert not harmless("A programme runs.", "A program runs.")
    assert harmless("A programme runs.", "A program runs.", spelling_pairs=[["Programme", "program"]])
    assert not harmless("A colour runs.", "A program runs.", spelling_pairs=[["programme", "program"]])
    assert not harmless("The aging vat.", "The program vat.", spelling_pairs=[["programme", "program"]])
    assert not harmless("The desk opens.", "the desk opens.", protected_terms=["The Desk"])
    assert not harmless("A Colour Desk opens.", "A Color Desk opens.", protected_terms=["colour desk"])
    assert not harmless("A Color Desk opens.", "A Colour Desk opens.", protected_terms=["colour desk"])


@pytest.mark.parametrize("language", ["de", "de-AT", "DE", "lb"])
def test_a_capital_makes_another_word_in_some_languages(language: str) -> None:
    assert not harmless("Essen steht bereit.", "essen steht bereit.", language)
    assert harmless("Essen steht bereit.", "essen steht bereit.", "en")
    assert harmless("Essen steht bereit.", "essen steht bereit.", None)
