"""What stands at the head of a page or a section speaks of all below it: what takes that back is asked about."""

import pytest

from goldset.domain.resolutions import DifferenceKind, Outcome
from goldset.resolution.heads import heads
from goldset.resolution.reading import passage, read
from goldset.resolution.remarks import changed_remarks
from goldset.resolution.units import find_headings
from tests.resolving import label, resolve

FEE = "The account fee is 10 EUR a year and is due in March."
ITEM = "- The account fee is 10 EUR a year."
PAGE = """# Fees

{top}We charge a few things in the branches.

The desk is open from nine to five.

## Accounts

{section}Everybody may open an account.

Some of them are free of charge.

{fee}

Cards are posted within five days of the order.
"""
PLAIN = PAGE.format(top="", section="", fee=FEE)

OF_ALL = [
    "This page is out of date.",
    "This page is no longer maintained.",
    "> **Warning:** This page is deprecated.",
    "> [!WARNING]\n> This page is archived.",
    "!!! warning\n    This page describes a retired product.",
    ":::caution\nThis page is outdated.\n:::",
    '<div class="warning">This page is out of date</div>',
    "**Outdated.**",
    "Deprecated.",
    "Deprecated since May 2024, please ask at the desk for the rules that are in force now.",
    "Superseded: the rules that are in force now hang in every branch, right beside the door.",
    "This policy has been superseded by the new one.",
    "This article applies to the second version only.",
    "The rules on this page no longer apply.",
    "This feature was removed in May.",
    "These docs are for an older version, which is no longer maintained.",
    "This is documentation for the first version, which is no longer actively maintained.",
    "You are viewing an old version of this page.",
    "None of this applies any more.",
    "This guidance was withdrawn in May.",
    "This handbook has been replaced by the new one.",
    "This site is no longer being updated.",
    "The scheme closed in May.",
    "This policy was revoked by the board.",
    "Esta página está obsoleta.",
    "Dieses Handbuch gilt nicht mehr.",
    "Diese Seite ist veraltet.",
    "本页已过时。",
    "以下内容已失效。",
]
OF_SECTION = [
    "This section no longer applies.",
    "This chapter is obsolete.",
    "What follows was abolished in May.",
]
OTHERS = [
    "This page lists all fees.",
    "This page is not long.",
    "This section is about accounts.",
    "This feature is new.",
    "Deprecated rules are struck out, and whoever wants to read them finds them at the desk.",
    "The lists that are out of date are burnt in the yard behind the house each spring.",
    "- This page is out of date.",
    "{% if false %}",
    "<% if false %>",
    "Last updated: May 7, 2020",
    "Only who reads this page to its end, and has the time, knows what it says of all the many fees that there were then.",
]


def outcome(before: str, after: str, *, quote: str = FEE, kept: bool = True) -> Outcome:
    assert before != after
    found = resolve({"p": before}, {"p": after}, label({"p": before}, "p", quote), kept=kept)
    assert found.accepted is (found.outcome in {Outcome.UNCHANGED, Outcome.MOVED})
    return found.outcome


@pytest.mark.parametrize("quote", [FEE, ITEM])
@pytest.mark.parametrize("place", ["top", "section"])
@pytest.mark.parametrize("remark", OF_ALL)
def test_what_takes_back_a_page_is_asked_about_when_it_comes_and_when_it_goes(
    remark: str, place: str, quote: str
) -> None:
    empty = {"top": "", "section": "", "fee": quote}
    plain, told = PAGE.format(**empty), PAGE.format(**empty | {place: f"{remark}\n\n"})
    assert outcome(plain, told, quote=quote) in {Outcome.CONTEXT_CHANGED, Outcome.SCOPE_CHANGED}
    assert outcome(told, plain, quote=quote) in {Outcome.CONTEXT_CHANGED, Outcome.SCOPE_CHANGED}
    other = told.replace("nine to five", "nine to four")
    assert outcome(told, other, quote=quote) is Outcome.UNCHANGED


@pytest.mark.parametrize("remark", OF_SECTION)
def test_what_takes_back_a_section_counts_below_its_heading(remark: str) -> None:
    assert outcome(PLAIN, PAGE.format(top="", section=f"{remark}\n\n", fee=FEE)) is Outcome.CONTEXT_CHANGED


@pytest.mark.parametrize("place", ["top", "section"])
@pytest.mark.parametrize("other", OTHERS)
def test_other_sentences_at_a_head_may_come_and_go(other: str, place: str) -> None:
    told = PAGE.format(**{"top": "", "section": "", "fee": FEE} | {place: f"{other}\n\n"})
    assert outcome(PLAIN, told) is Outcome.MOVED
    assert outcome(told, PLAIN) is Outcome.MOVED


@pytest.mark.parametrize("remark", OF_ALL)
def test_a_remark_at_a_head_may_move_there_and_be_followed_by_more(remark: str) -> None:
    told = PAGE.format(top=f"{remark}\n\n", section="", fee=FEE)
    for others in (f"{remark}\n\nA paragraph more.\n\n", f"One.\n\nTwo.\n\n{remark}\n\n"):
        more = PAGE.format(top=others, section="", fee=FEE)
        assert outcome(told, more) is Outcome.MOVED
        assert outcome(more, told) is Outcome.MOVED


def test_a_remark_at_the_head_of_another_section_is_another_one() -> None:
    page = "# Fees\n\n{}Of all fees.\n\n## Cards\n\n{}Of cards.\n\n## Accounts\n\n{}Of accounts.\n\nMore.\n\n{fee}\n"
    remark = "Deprecated since May 2024, so ask.\n\n"
    of_cards, of_accounts, of_all = (
        page.format(*(remark if n == at else "" for n in range(3)), fee=FEE) for at in (1, 2, 0)
    )
    assert outcome(of_cards, of_accounts) is Outcome.CONTEXT_CHANGED
    assert outcome(of_accounts, of_cards) is Outcome.CONTEXT_CHANGED
    assert outcome(of_cards, of_all) is Outcome.CONTEXT_CHANGED
    assert outcome(of_accounts, of_all) is Outcome.UNCHANGED


def test_what_is_said_at_the_head_of_another_section_is_not_said_of_this_one() -> None:
    page = "# Fees\n\nOf all fees.\n\n## Cards\n\n{}Of cards.\n\n## Accounts\n\nOf accounts.\n\nMore of them.\n\n{fee}\n"
    known = page.format("", fee=FEE)
    assert outcome(known, page.format("This section is obsolete.\n\n", fee=FEE)) is Outcome.MOVED
    assert outcome(known, page.format("Deprecated.\n\n", fee=FEE)) is Outcome.MOVED


def test_the_first_heading_counts_for_pages_of_several_of_one_level() -> None:
    page = "# Fees\n\n{}Of all fees.\n\n# Accounts\n\nOf accounts.\n\nMore of them.\n\n{fee}\n"
    told = page.format("This page is obsolete.\n\n", fee=FEE)
    assert outcome(page.format("", fee=FEE), told) is Outcome.CONTEXT_CHANGED


def test_what_stands_above_all_headings_counts() -> None:
    told = f"This page is obsolete.\n\n{PLAIN}"
    assert outcome(PLAIN, told) is Outcome.CONTEXT_CHANGED
    front = "---\ntitle: Fees\n---\n"
    assert outcome(front + PLAIN, front + told) is Outcome.CONTEXT_CHANGED


@pytest.mark.parametrize("remark", OF_ALL)
def test_where_the_old_text_was_not_kept_what_is_said_of_a_page_is_not_known(remark: str) -> None:
    told = PAGE.format(top=f"{remark}\n\n", section="", fee=FEE)
    if "**" in remark and ">" not in remark:
        told = told.replace("# Fees\n", "Fees for all\n====\n")
    found = resolve({"p": PLAIN}, {"p": told}, label({"p": PLAIN}, "p", FEE), kept=False)
    assert found.outcome is Outcome.CONTEXT_CHANGED
    assert "head of its page or section is not known" in found.reason
    assert outcome(told, PLAIN, kept=False) is Outcome.MOVED


def test_a_passage_is_no_remark_on_itself() -> None:
    remark = "This page is obsolete, and the fee is 10 EUR."
    known = PAGE.format(top=f"{remark}\n\n", section="", fee=FEE)
    assert outcome(known, known.replace("nine to five", "nine to four"), quote=remark) is Outcome.UNCHANGED
    page = "# Fees\n\n{}\n\nCards are free.\n\nThe desk is open.\n"
    two = page.format(remark + " Deprecated.")
    assert outcome(page.format(remark), two, quote=remark) is Outcome.SCOPE_CHANGED


def test_what_changed_at_a_head_is_told() -> None:
    told = PAGE.format(top="This page is no longer maintained.\n\n", section="", fee=FEE)
    before, after = (
        passage(read("p", raw), raw.index(FEE), raw.index(FEE) + len(FEE)) for raw in (PLAIN, told)
    )
    change = changed_remarks(before, after, frozenset())
    assert change is not None
    assert change.reason == "a remark at the head of its page or section came, went or changed"
    [difference] = change.differences
    assert (difference.kind, difference.before) == (DifferenceKind.NEGATION, "")
    assert difference.after == "This page is no longer maintained."


def test_heads_are_two_paragraphs_below_each_heading_above() -> None:
    raw = "One.\n\nTwo.\n\nThree.\n\n# Four\n\n \n\nFive.\nSix.\n\n> Seven.\n>\n> Eight.\n\n## Nine\nTen.\n"
    raw += "## Eleven\n\n**Twelve**\n\nHere.\n"
    found = [raw[i:j] for i, j in heads(raw, find_headings(raw), 0, raw.index("Here"))]
    assert [" ".join(text.split()) for text in found] == [
        "One. Two.",
        "Five. Six. > Seven.",
        "**Twelve** Here.",
    ]


@pytest.mark.parametrize("size", [1_999, 2_000, 2_001])
def test_a_head_has_no_more_than_two_thousand_characters(size: int) -> None:
    raw = "a" * size
    [(start, end)] = heads(raw, (), 0, 0)
    assert (start, end) == (0, min(size, 2_000))


def test_a_head_ends_with_the_text_or_before_the_next_heading() -> None:
    raw = "# One\n# Two\n"
    found = heads(raw, find_headings(raw), 0, len(raw))
    assert [raw[i:j].strip() for i, j in found] == ["", "", ""]
    assert heads("", (), 0, 0) == ((0, 0),)


def test_a_head_is_looked_at_once() -> None:
    raw = "# One\n\nTwo.\n"
    assert heads(raw, find_headings(raw), 0, raw.index("Two")) == ((0, 0), (5, len(raw)))
