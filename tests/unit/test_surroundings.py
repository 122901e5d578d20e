"""The same words in other surroundings, pair by pair: which of them say that something else applies now."""

import pytest

from tests.resolving import label, resolve

FEE = "The fee is paid at the desk."
OTHERS = "Guests ring the bell.\n\nThe bell hangs beside the gate."


def accepted(before: str, after: str, quote: str = FEE, *, kept: bool = True, **span: object) -> bool:
    assert before != after
    return resolve(
        {"p": before}, {"p": after}, label({"p": before}, "p", quote, span=span), kept=kept
    ).accepted


def asked(before: str, after: str, quote: str = FEE) -> bool:
    """Return whether a person is asked, whether or not the old text is at hand."""
    return not any(accepted(before, after, quote, kept=kept) for kept in (True, False))


def below(heading: str, quote: str = FEE) -> str:
    return f"# Handbook\n\nIt is for all who live here.\n\n## {heading}\n\n{OTHERS}\n\n{quote}\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Fees in the UK", "Fees in the US"),
        ("Fees", "Fees 2024"),
        ("Fees 2023", "Fees 2024"),
        ("Tier 2 fees", "Tier 3 fees"),
        ("Tier B fees", "Tier C fees"),
        ("Tier two fees", "Tier three fees"),
        ("Notes on v1.2", "Notes on v2.0"),
        ("Fees FY23", "Fees FY24"),
        ("Fees in Q1", "Fees in Q2"),
        ("Fees (draft)", "Fees"),
        ("Forms by the GDPR", "Forms by the CCPA"),
        ("Consumer Privacy Act (CPA) fees", "Consumer Privacy Act (GPA) fees"),
        ("Consumer Privacy Act (CPA) fees", "GPA fees"),
        ("Consumer Privacy Act (GPA) fees", "CPA fees"),
        ("What guests must pay", "What guests may pay"),
        ("All fees", "Some fees"),
        ("Fees above the line", "Fees below the line"),
        ("Fees", "No fees"),
        ("What is covered", "What is not covered"),
        ("What is covered", "What isn't covered"),
        ("What is covered", "What isn’t covered"),
        ("Insured tools", "Uninsured tools"),
        ("Uninsured tools", "Insured tools"),
        ("Refundable fees", "Non-refundable fees"),
        ("Stays of 5 nights", "Stays of 7 nights"),
        ("Stays of 5 nights", "Stays"),
        ("Stays before May", "Stays after May"),
        ("Stays until June", "Stays until July"),
        ("Stays of up to 5 nights", "Stays of over 5 nights"),
    ],
)
def test_a_heading_that_says_to_whom_or_what_words_apply(before: str, after: str) -> None:
    assert asked(below(before), below(after))
    assert asked(below(after), below(before))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Fees", "Costs"),
        ("Fees", "FEES"),
        ("1. Fees", "2. Fees"),
        ("2.1 Fees", "2.2 Fees"),
        ("A. Fees", "B. Fees"),
        ("Part 1: Fees", "Part 2: Fees"),
        ("What guests pay", "What guests must pay"),
        ("Fees", "All fees"),
        ("Fees by the GDPR", "Fees"),
        ("GET AN ID", "GET A KEY"),
        ("Use of the bell", "Nonuse of the bell"),
        ("Consumer Privacy Act (CPA) fees", "CPA fees"),
    ],
)
def test_a_heading_that_was_only_worded_anew(before: str, after: str) -> None:
    assert accepted(below(before), below(after))
    assert accepted(below(after), below(before))


def test_a_place_that_the_passage_names_is_no_news_in_its_heading() -> None:
    quote = "The UK fee is paid at the desk."
    assert accepted(below("Fees", quote), below("UK fees", quote), quote)
    assert asked(below("US fees", quote), below("UK fees", quote), quote)


ITEM = "Tools of the shed"


def listed(lead_in: str, mark: str = "-", item: str = ITEM, above: str = "The hut by the gate") -> str:
    return f"# Handbook\n\nIt is for all who live here.\n\n{lead_in}\n\n{mark} {above}\n{mark} {item}\n\nIt ends.\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("We insure:", "We do not insure:"),
        ("We must insure:", "We may insure:"),
        ("Within 5 days we insure:", "Within 9 days we insure:"),
        ("From May we insure:", "From June we insure:"),
        ("By 5 km we insure:", "By 5 miles we insure:"),
        ("For $5 we insure:", "For €5 we insure:"),
        ("In the UK we insure:", "In the US we insure:"),
        ("We insure all of:", "We insure some of:"),
    ],
)
@pytest.mark.parametrize("mark", ["-", "*", "+", "1.", "2)", "(a)", "iv."])
def test_a_lead_in_that_turns_its_list(before: str, after: str, mark: str) -> None:
    assert asked(listed(before, mark), listed(after, mark), ITEM)
    assert asked(listed(after, mark), listed(before, mark), ITEM)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("We insure:", "These we insure:"),
        ("We insure:", "We always gladly insure:"),
        ("Without limiting the foregoing, we insure:", "We insure:"),
        ("It rains a lot.", "It does not rain a lot."),
    ],
)
def test_a_lead_in_that_was_only_worded_anew(before: str, after: str) -> None:
    assert accepted(listed(before), listed(after), ITEM)
    assert accepted(listed(after), listed(before), ITEM)


def nested(outer: str, inner: str) -> str:
    return f"# Handbook\n\nIt is for all.\n\n{outer}\n\n- {inner}\n  - The hut by the gate\n  - {ITEM}\n\nIt ends.\n"


def test_every_level_of_a_list_counts() -> None:
    plain = nested("We insure:", "In the yard:")
    assert asked(plain, nested("We do not insure:", "In the yard:"), ITEM)
    assert asked(plain, nested("We insure:", "Not in the yard:"), ITEM)
    assert accepted(plain, nested("We insure:", "Inside the yard:"), ITEM)


def with_below(more: str, item: str = ITEM) -> str:
    return f"# Handbook\n\nWe insure:\n\n- The hut by the gate\n- {item}\n{more}- The bell\n\nIt ends.\n"


@pytest.mark.parametrize(
    "more",
    [
        "  - except ladders\n",
        "  - Unless they are lent\n",
        "  - not ladders\n",
        "  - This does not apply to ladders\n",
        "\n  But no ladders.\n\n",
        "  - only ladders\n",
    ],
)
def test_an_exception_below_an_item_counts(more: str) -> None:
    assert asked(with_below(""), with_below(more), ITEM)
    assert asked(with_below(more), with_below(""), ITEM)


@pytest.mark.parametrize(
    "more", ["  - Ladders too\n", "  - Don't drop them\n", "  - This holds for ladders\n"]
)
def test_a_detail_below_an_item_goes_on_with_it(more: str) -> None:
    assert accepted(with_below(""), with_below(more), ITEM)
    assert accepted(with_below(more), with_below(""), ITEM)


def tabled(
    row: str, header: str = "| What | Fee | When |", above: str = "", lead: str = "It is for all."
) -> str:
    return f"# Handbook\n\n{lead}\n\n{header}\n|---|---|---|\n{above}| The hut | 7 coins | by noon |\n{row}\n\nIt ends.\n"


CELL = "paid in advance"
ROW = f"| The shed | {CELL} | each spring |"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (tabled(ROW), tabled(ROW.replace("shed", "barn"))),
        (tabled(ROW), tabled(ROW, "| What | Refund | When |")),
        (tabled(ROW), tabled(ROW, lead="It is not for all.")),
        (tabled(ROW, above="| Insured | | |\n"), tabled(ROW, above="| Refused | | |\n")),
        (tabled(ROW), tabled(ROW, above="| Refused | | |\n")),
        (tabled(ROW.replace("each spring", "not at all")), tabled(ROW)),
        (
            tabled(ROW.replace("each spring", "within 5 days")),
            tabled(ROW.replace("each spring", "within 9 days")),
        ),
    ],
)
def test_what_a_cell_hangs_on(before: str, after: str) -> None:
    assert asked(before, after, CELL)
    assert asked(after, before, CELL)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (tabled(ROW), tabled(ROW, "| What | Fee | Season |")),
        (tabled(ROW), tabled(ROW, lead="It was made for all.")),
        (tabled(ROW), tabled(ROW.replace("spring", "summer"))),
        (tabled(ROW), tabled(ROW, above="| The mill | 9 coins | by noon |\n")),
    ],
)
def test_what_a_cell_does_not_hang_on(before: str, after: str) -> None:
    assert accepted(before, after, CELL)
    assert accepted(after, before, CELL)


def labelled(before: str, after: str = "") -> str:
    return f"# Handbook\n\nIt is for all.\n\n{before}{FEE}{after}\n\nThe bell rings.\n"


@pytest.mark.parametrize(
    "words", ["Withdrawn.", "UK only:", "Draft.", "Until May.", "Not on Sundays or in May."]
)
def test_a_label_beside_a_passage_counts(words: str) -> None:
    assert asked(labelled(""), labelled(f"{words} "))
    assert asked(labelled(f"{words} "), labelled(""))
    assert asked(labelled(""), labelled("", f" {words}"))


@pytest.mark.parametrize(
    "words", ["Please note.", "The bell is old.", "It is not told to those who ring it too late."]
)
def test_a_sentence_beside_a_passage_is_no_label(words: str) -> None:
    assert accepted(labelled(""), labelled(f"{words} "))
    assert accepted(labelled(f"{words} "), labelled(""))


@pytest.mark.parametrize(
    ("before", "after", "same"),
    [
        ("Flood", "Storm", False),
        ("Flood", "Flood", True),
        ("Flood", "Flood cover", False),
    ],
)
def test_the_term_that_a_passage_explains_counts(before: str, after: str, *, same: bool) -> None:
    pages = [
        f"# Handbook\n\nIt is for {n}.\n\n{term}\n: {FEE}\n\nIt ends.\n"
        for n, term in enumerate((before, after))
    ]
    assert accepted(pages[0], pages[1]) is same


def preceded(sentence: str, quote: str) -> str:
    return f"# Handbook\n\nIt is for all who live here. {sentence} {quote}\n\nThe bell rings.\n"


@pytest.mark.parametrize(
    "quote", ["This is paid at the desk.", "It is paid at the desk.", "Such fees are paid at the desk."]
)
def test_what_a_passage_points_back_to_counts(quote: str) -> None:
    assert not accepted(
        preceded("A deposit is asked.", quote), preceded("A deposit of 5 coins is asked.", quote), quote
    )
    assert not accepted(
        preceded("A deposit is asked.", quote), preceded("No deposit is asked.", quote), quote
    )
    assert accepted(preceded("A deposit is asked.", quote), preceded("A deposit is wanted.", quote), quote)
    whole = f"Guests: {quote}"
    long = "deposit is asked of those who ring the bell of the house."
    assert accepted(preceded(f"A {long}", whole), preceded(f"No {long}", whole), whole)
    assert asked(preceded(f"A {long}", quote), preceded(f"No {long}", quote), quote)


THIS = "This is paid at the desk."
LONG = "the deposit that the house asks of every guest " * 12 + "stays where it is."


def test_what_is_stored_of_the_sentence_pointed_to_is_compared_where_the_old_text_is_lost() -> None:
    def page(sentence: str, more: str = "") -> str:
        return f"# Handbook\n\nIt is for all who live here. {sentence}\n\n{THIS}\n\nThe bell rings.{more}\n"

    elsewhere = " It rings at noon."
    for sentence in ("A deposit is asked.", f"Of old {LONG}"):
        assert accepted(page(sentence), page(sentence, elsewhere), THIS, kept=False)
    assert not accepted(page("A deposit is asked."), page("No deposit is asked."), THIS, kept=False)
    assert not accepted(page(LONG), page(LONG.replace("stays", "never stays")), THIS, kept=False)
    short = page("A deposit is asked.")
    assert not accepted(
        short, page("A deposit is asked.", elsewhere), THIS, kept=False, prefix="is asked.\n\n"
    )
    assert not accepted(short, page("A deposit is asked.", elsewhere), THIS, kept=False, prefix=None)
    alone = f"{THIS}\n\nThe bell rings.\n"
    assert accepted(alone, alone + elsewhere, THIS, kept=False)


def test_headings_are_those_that_were_stored_where_the_old_text_is_lost() -> None:
    same, other = below("Fees in the UK"), below("Fees in the US")
    more = same.replace("It is for all", "It was made for all")
    section = ("Handbook", "Fees in the UK")
    assert accepted(same, more, kept=False)
    assert accepted(same, more, kept=False, section=section)
    assert not accepted(same, other, kept=False, section=section)
    assert not accepted(same, more, kept=False, section=None)
    assert accepted(below("Fees"), below("Costs"), kept=False, section=None)


@pytest.mark.parametrize("words", [("Withdrawn.", "Revised."), ("UK only:", "US only:")])
def test_a_label_that_became_another_counts(words: tuple[str, str]) -> None:
    one, other = (labelled(f"{word} ") for word in words)
    assert asked(one, other)


def test_what_stands_below_an_item_is_known_as_far_as_it_was_stored() -> None:
    for more in ("", "  - Ladders too\n"):
        page = with_below(more)
        assert accepted(page, page.replace("It ends.", "So it ends."), ITEM, kept=False)
    page = with_below("  - Ladders too\n")
    elsewhere = page.replace("It ends.", "So it ends.")
    assert not accepted(page, elsewhere, ITEM, kept=False, suffix="\n  - Ladders too")


def headed(heading: str, lead_in: str = "") -> str:
    items = f"{lead_in}- The hut by the gate\n- {ITEM}"
    return f"# Handbook\n\nIt is for all.\n\n## {heading}\n\n{items}\n\n## The end\n\nIt ends.\n"


def test_a_heading_right_above_a_list_is_no_lead_in() -> None:
    assert accepted(headed("What guests pay"), headed("What guests must pay"), ITEM)
    assert accepted(headed("What guests must pay"), headed("What guests pay"), ITEM)


def test_a_lead_in_without_a_mark_is_one_whatever_headings_stand_around() -> None:
    one, other = (headed("Tools", f"{words}\n\n") for words in ("Here we insure", "Here we do not insure"))
    assert asked(one, other, ITEM)
    assert asked(other, one, ITEM)
    said = [headed("Tools", f"{words}\n\n") for words in ("It does rain here.", "It does not rain here.")]
    assert accepted(said[0], said[1], ITEM)
