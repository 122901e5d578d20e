"""When a passage is carried over without reading its document, and when its document is read."""

import pytest

from goldset.domain.resolutions import Place
from goldset.resolution.untouched import TextPair
from tests.resolving import label, resolve

QUOTE = "Members pay the fee of 40 euros at the front desk."
ABOVE = "Every branch keeps three boxes of paper forms."
TAIL = "The page ends here, and has ended here for as long as anybody can remember it."
RULES = "\n\n***\n\n***\n\n***\n\n"
AROUND = f"{ABOVE}\n\n{QUOTE}\n\n{TAIL}\n"
CHANGE = ("Nobody knows the first rule.", "Somebody knows the other rule.")


def find(page: str, quote: str = QUOTE) -> bool:
    """Return whether a quote is found in a page of which a paragraph marked CHANGE has changed."""
    old, new = (page.replace("CHANGE", change) for change in CHANGE)
    places = TextPair(old, new).find(quote)
    assert places is None or (old.index(quote), new.index(quote)) == places
    return places is not None


@pytest.mark.parametrize(
    "page",
    [
        f"{ABOVE}\n\n{QUOTE}\n\n{ABOVE}\n\nCHANGE\n\n{TAIL}\n",
        f"CHANGE\n\n{ABOVE}\n\n***\n\n{QUOTE}\n\n***\n\n{ABOVE}\n\nCHANGE\n",
        f"# Fees\n\nCHANGE\n\n{ABOVE}\n\n{QUOTE}\n\n{TAIL}\n",
        f"# Fees\n\nCHANGE\n\n## Desk\n\n{ABOVE} {QUOTE}\n\n{TAIL}\n",
        f"CHANGE\n\nThe desk asks for:\n\n- {QUOTE}\n- a key\n\n{TAIL}\n",
        f"CHANGE\n\n```\nkey\n```\n\n{ABOVE}\n\n{QUOTE}\n\n{TAIL}\n",
        f"{TAIL}\n\nCHANGE\n\n- a key of it\n\n{QUOTE}\n\n{TAIL}\n",
        f"{TAIL}\n\n- CHANGE\n\n{ABOVE}\n\n{ABOVE} {QUOTE}\nTo members.\n\n{TAIL}\n",
        f"{QUOTE}\n\n{TAIL}\n\nCHANGE\n",
        f"CHANGE\n\n{ABOVE}\n\n{QUOTE}",
        f"CHANGE\n\n{AROUND}\n```\nkey\n",
        f"CHANGE\n\n{AROUND}\n~~~\nkey\n~~~\n",
        f"CHANGE\n\n```sh\nkey\n```\n\nand\n\n```\nlock\n```\n\n{AROUND}",
        f"---\ntitle: CHANGE\n---\n\n{TAIL}\n\n{AROUND}",
        f"CHANGE <!-- a -->\n\n{TAIL}\n\n<!-- b\n\nc -->\n\n{TAIL}\n\n{AROUND}",
        f"<ul><li>CHANGE <b>now</b></li></ul>\n\n{TAIL}\n\n{AROUND}",
        f"CHANGE\n\n<h2>Desk</h2>\n\n{TAIL}\n\n{AROUND}",
        f"CHANGE [see [it] now](a.md)\n\n{AROUND}",
        f"{AROUND}\n## CHANGE\n",
        f"## CHANGE\n\n{TAIL}\n\n## Desk\n\n{AROUND}",
        f"CHANGE\n\nThe desk says:\n\n{QUOTE}\n\n{TAIL}\n",
        f"{ABOVE}\n\n- {QUOTE}\n\n  a key\n\n{TAIL}\n\nCHANGE\n",
        f"CHANGE\n\n{ABOVE}\n\n| {QUOTE} | 5 |\n\n{TAIL}\n",
        f"CHANGE\n\n{ABOVE}\n\n1. a key\n2. {QUOTE}\n\n{TAIL}\n",
        f"CHANGE\n\n{ABOVE}\n\n(a) {QUOTE}\n\n{TAIL}\n",
    ],
)
def test_what_nobody_touched_is_found(page: str) -> None:
    assert find(page)


@pytest.mark.parametrize(
    ("why", "page"),
    [
        ("what leads on to it changed", f"{TAIL}\n\nCHANGE It says:\n\n{QUOTE}\n\n{TAIL}\n"),
        ("a mark ends what is above", f"{TAIL}\n\n**CHANGE It says:**\n\n{QUOTE}\n\n{TAIL}\n"),
        ("it may be quoted below what changed", f"{TAIL}\n\nCHANGE\n\n> {QUOTE}\n\n{TAIL}\n"),
        ("it may be part of an item that changed", f"{TAIL}\n\n- CHANGE\n\n  {QUOTE}\n\n{TAIL}\n"),
        ("it is a row below what changed", f"{TAIL}\n\nCHANGE\n\n| {QUOTE} |\n\n{TAIL}\n"),
        ("what stands above it changed", f"{TAIL}\n\nCHANGE\n\n{QUOTE}\n\n{TAIL}\n"),
        ("what stands below it changed", f"{ABOVE}\n\n{QUOTE}\n\nCHANGE\n\n{TAIL}\n"),
        ("the text begins with what stands above it now", f"CHANGE\n\n{QUOTE}\n\n{TAIL}\n"),
        ("the text ends with what stands below it now", f"{ABOVE}\n\n{QUOTE}\n\nCHANGE"),
        ("nothing is said between them", f"CHANGE\n\n***\n\n{QUOTE}\n\n{TAIL}\n"),
        ("nothing is said near above it", f"CHANGE\n\n{ABOVE}{RULES}{QUOTE}\n\n{TAIL}\n"),
        ("nothing is said near below it", f"CHANGE\n\n{ABOVE}\n\n{QUOTE}{RULES}{TAIL}\n"),
        ("the rest of the paragraph changed", f"{ABOVE}\n\n{QUOTE} CHANGE\n\n{TAIL}\n"),
        ("the next line changed", f"{ABOVE}\n\n{QUOTE}\nCHANGE\n\n{TAIL}\n"),
        ("the lead-in changed", f"{TAIL}\n\nCHANGE\n\n- a key\n\n- {QUOTE}\n\n{TAIL}\n"),
        ("what stands below an item changed", f"{ABOVE}\n\n- {QUOTE}\n\n  CHANGE\n\n{TAIL}\n"),
        ("it stands twice", f"{ABOVE}\n\n{QUOTE}\n\n{TAIL}\n\n{QUOTE}\n\nCHANGE\n"),
        ("a heading above changed", f"# CHANGE\n\n{ABOVE}\n\n{QUOTE}\n\n{TAIL}\n"),
        ("a title above changed", f"CHANGE\n====\n\n{ABOVE}\n\n{QUOTE}\n\n{TAIL}\n"),
        ("a bold line above changed", f"{ABOVE}\n\n**CHANGE**\n\n{ABOVE}\n\n{QUOTE}\n\n{TAIL}\n"),
        ("a fence is open", f"CHANGE\n\n```\n\n{ABOVE}\n\n{QUOTE}\n\n{TAIL}\n"),
        ("a fence is not simple", f"CHANGE\n\n  ```\nkey\n  ```\n\n{ABOVE}\n\n{QUOTE}\n\n{TAIL}\n"),
        ("a comment is open", f"CHANGE <!--\n\n{ABOVE}\n\n{QUOTE}\n\n{TAIL} -->\n"),
        ("a label is open", f"CHANGE [see\n\n{ABOVE}\n\n{QUOTE}](desk.md)\n\n{TAIL}\n"),
        ("a tag is open", f'CHANGE <a title="see\n\n{ABOVE}\n\n{QUOTE}">key</a>\n\n{TAIL}\n'),
        ("an element is open", f"CHANGE <ul><li>\n\n{ABOVE}\n\n{QUOTE}\n\n{TAIL}</li></ul>\n"),
        ("it is in the front matter", f"---\nnote: CHANGE\n\n{ABOVE}\n\n{QUOTE}\n\n---\n{TAIL}\n"),
        ("it explains a term", f"CHANGE\n\n{ABOVE}\n\nFee\n: {QUOTE}\n\n{TAIL}\n"),
        ("its number goes on with another", f"CHANGE\n\n{ABOVE}\n\n{ABOVE}\n2. {QUOTE}\n\n{TAIL}\n"),
        ("its heading is numbered", f"CHANGE\n\n## 2. Desk\n{QUOTE}\n\n{TAIL}\n"),
        ("its footnote changed", f"{ABOVE}\n\n{QUOTE}[^a]\n\n{TAIL}\n\n[^a]: CHANGE\n"),
        ("a fence of tildes", f"CHANGE\n\n~~~\nkey\n~~~\n\n{AROUND}"),
        ("a fence of four marks", f"CHANGE\n\n````\nkey\n````\n\n{AROUND}"),
        ("a fence within a line", f"CHANGE and ```key``` too.\n\n{AROUND}"),
        ("a fence that may not close", f"CHANGE\n\n```\nkey\n``` sh\n\n{AROUND}"),
        ("a fence with it", f"CHANGE\n\n{ABOVE}\n\n{QUOTE}\n```\nkey\n```\n\n{TAIL}\n"),
        ("tildes with it", f"CHANGE\n\n{ABOVE}\n\n{QUOTE}\n~~~\nkey\n~~~\n\n{TAIL}\n"),
        ("a comment with it", f"CHANGE\n\n{ABOVE}\n\n{QUOTE} <!-- a -->\n\n{TAIL}\n"),
        ("a tag opens with it", f"CHANGE\n\n{ABOVE}\n\n{QUOTE} <b\n\n{ABOVE}\n\n>{TAIL}\n"),
        ("a label opens with it", f"CHANGE\n\n{ABOVE}\n\n{QUOTE} [see\n\n{ABOVE}\n\n{TAIL}](a.md)\n"),
        ("it begins like front matter", f"---\n\n{QUOTE}\n\n{TAIL}\n\nCHANGE\n"),
        ("it begins like front matter of the other kind", f"+++\n\n{QUOTE}\n\n{TAIL}\n\nCHANGE\n"),
        ("a quotation may go on", f"> CHANGE\n>\n\n{QUOTE}\n\n{TAIL}\n"),
        ("two empty lines", f"CHANGE\n\n\n{QUOTE}\n\n{TAIL}\n"),
        ("a label within a label is open", f"CHANGE [see [it] now\n\n{AROUND}"),
        ("an element's heading changed", f"<h2>CHANGE</h2>\n\n{AROUND}"),
        ("an underlined heading changed", f"CHANGE\n----\n\n{AROUND}"),
        ("a heading far above changed", f"# CHANGE\n\n{TAIL}\n\n## Desk\n\n{AROUND}"),
        ("an item below it changed", f"{ABOVE}\n\n- {QUOTE}\n  - CHANGE\n\n{TAIL}\n"),
        ("the next item changed", f"{ABOVE}\n\n- {QUOTE}\n- CHANGE\n\n{TAIL}\n"),
        ("what stands far below changed", f"{ABOVE}\n\n- {QUOTE}\n\n  a key\n\n  CHANGE\n\n{TAIL}\n"),
        ("its letters may be composed", f"CHANGE\n\n{ABOVE}\n\n{QUOTE} Cafe\u0301.\n\n{TAIL}\n"),
        ("its letter may be an initial", f"CHANGE\n\n{ABOVE}\n\nA. {QUOTE}\n\n{TAIL}\n"),
        ("its number may be a word", f"CHANGE\n\n{ABOVE}\niv. {QUOTE}\n\n{TAIL}\n"),
        ("its heading has a letter", f"CHANGE\n\n## A. Desk\n{QUOTE}\n\n{TAIL}\n"),
        ("another line feed", f"{ABOVE}\r\n\r\n{QUOTE}\r\n\r\nCHANGE\r\n"),
    ],
)
def test_what_may_read_otherwise_goes_the_long_way(why: str, page: str) -> None:
    assert not find(page), why


@pytest.mark.parametrize(
    "word",
    [
        "This",
        "**These**",
        '"Those',
        "During this",
        "If so,",
        "The same",
        "The **same**",
        "(In this",
        "It's",
        "<b>This",
        "这",
        "-",
    ],
)
def test_what_may_point_back_to_what_changed_goes_the_long_way(word: str) -> None:
    page = f"{TAIL}\n\nCHANGE\n\n* a key of it\n\n{word} members pay the fee at the desk.\n\n{TAIL}\n"
    assert not find(page, f"{word} members pay the fee at the desk.")
    assert find(page.replace(word, "All"), "All members pay the fee at the desk.")
    # The word that it cuts may.
    assert not find(page.replace(word, "Theall"), "all members pay the fee at the desk.")


def test_a_quote_that_a_mark_hides_goes_the_long_way() -> None:
    page = f"{ABOVE}\n\nSee [the desk](front-desk-of-members.md).\n\n{ABOVE}\n\nCHANGE\n\n{TAIL}\n"
    assert not find(page, "front-desk-of-members.md")
    assert find(page, "See [the desk](front-desk-of-members.md).")


def test_a_link_whose_definition_came_goes_the_long_way() -> None:
    page = f"{ABOVE}\n\nAsk at the [desk] about it.\n\n{TAIL}\n\n"
    old, new = page + CHANGE[0], page + "[desk]: desk.md"
    assert TextPair(old, new).find("Ask at the [desk] about it.") is None
    assert TextPair(old, page + CHANGE[1]).find("Ask at the [desk] about it.") is not None


@pytest.mark.parametrize(
    ("line", "quote"),
    [
        ("It is 12.5 so.", "12.5"),
        ("It is so {#name-of-it} here.", "name-of-it"),
        ('It <a title="some word">is</a> so.', "some word"),
        ("It [is][some word] so.", "some word"),
        ("It [is](some word) so.", "some word"),
        ("It is so.", ""),
    ],
)
def test_a_quote_without_a_word_for_readers_goes_the_long_way(line: str, quote: str) -> None:
    old, new = (f"{change}\n\n{TAIL}\n\n{ABOVE}\n\n{line}\n\n{TAIL}\n" for change in CHANGE)
    assert TextPair(old, new).find(quote) is None
    assert TextPair(old, new).find("Every branch keeps") is not None


@pytest.mark.parametrize(
    ("why", "old", "new"),
    [
        ("a copy came", f"{AROUND}\nx", f"{AROUND}\n{QUOTE}"),
        ("a copy went", f"{AROUND}\n{QUOTE}", f"{AROUND}\nx"),
        ("a colon went", f"It says:\n\n{QUOTE}\n\n{TAIL}\n", f"It says.\n\n{QUOTE}\n\n{TAIL}\n"),
        ("a colon came", f"It says.\n\n{QUOTE}\n\n{TAIL}\n", f"It says:\n\n{QUOTE}\n\n{TAIL}\n"),
        ("it went down", f"{QUOTE}\n\n{ABOVE}\n\n{TAIL}\n", f"{ABOVE}\n\n{TAIL}\n\n{QUOTE}\n"),
        ("a heading went", f"## Desk\n\n{AROUND}", f"Desk\n\n{AROUND}"),
        ("a heading came", f"{TAIL}\n\n{AROUND}", f"{TAIL}\n\n## Desk\n\n{AROUND}"),
        ("a line under one came", f"Desk\n\n{AROUND}", f"Desk\n----\n\n{AROUND}"),
        ("a fence came", f"key\n\n{AROUND}", f"```\n\n{AROUND}"),
        ("a comment came", f"key\n\n{AROUND}", f"<!--\n\n{AROUND}"),
        ("it went", AROUND, f"{ABOVE}\n\n{TAIL}\n"),
    ],
)
def test_what_came_or_went_sends_it_the_long_way(why: str, old: str, new: str) -> None:
    assert TextPair(old, new).find(QUOTE) is None, why


HEAD = "# Fees\n\n{}\n\n" + f"{TAIL}\n\n{AROUND}\n{TAIL}\n"


@pytest.mark.parametrize(
    "told",
    [
        "This page is obsolete.",
        "No longer so.",
        "It is out<b>dat</b>ed.",
        "It is out**dat**ed.",
        "It is no<br>longer so.",
        "It is [no](a.md)[longer](b.md) so.",
        "It is out&#100;ated.",
        "It is out\\-dated.",
        "It is a < b out.",
        "Ist {{ word }}.",
        "Für alle.",
    ],
)
def test_what_may_take_back_all_below_sends_it_the_long_way(told: str) -> None:
    plain, new = HEAD.format("Some words."), HEAD.format(told)
    assert TextPair(plain, new).find(QUOTE) is None
    assert TextPair(new, plain).find(QUOTE) is None
    if "<" not in told:  # what it may open
        assert TextPair(new, f"{new}\nMore.\n").find(QUOTE) is not None


@pytest.mark.parametrize("told", ["Other words.", "Some [words](no-longer-so.md).", "<i>Some</i> **words**."])
def test_other_words_at_a_head_may_differ(told: str) -> None:
    assert TextPair(HEAD.format("Some words."), HEAD.format(told)).find(QUOTE) is not None


@pytest.mark.parametrize(
    ("front", "new"),
    [
        ("title: Fees", "title: Fees\nstatus: archived"),
        ("title: Fees", "title: Legacy fees"),
        ("title: Fees", "title: Fees for members"),
        ("lang: en", "lang: de"),
    ],
)
def test_what_the_front_matter_says_of_all_sends_it_the_long_way(front: str, new: str) -> None:
    one, two = (f"---\n{text}\n---\n\n{TAIL}\n\n{AROUND}" for text in (front, new))
    assert TextPair(one, two, frozenset({"members"})).find(QUOTE) is None
    assert (TextPair(one, two).find(QUOTE) is None) is ("members" not in new)


def test_a_place_is_told_then_and_now() -> None:
    page = f"{TAIL}\n\n{AROUND}"
    more = f"New text.\n\n{page}"
    at = page.index(QUOTE)
    assert TextPair(page, more).find(QUOTE) == (at, at + 11)
    assert TextPair(more, page).find(QUOTE) == (at + 11, at)
    front = f"---\ntitle: a\n---\n\n{page}"
    assert TextPair(page, front).find(QUOTE) == (at, front.index(QUOTE))


def test_the_whole_passage_is_carried_over() -> None:
    more = f"New text.\n\n{AROUND}"
    found = resolve({"p": AROUND}, {"p": more}, label({"p": AROUND}, "p", QUOTE))
    at = more.index(QUOTE)
    assert (found.accepted, found.to) == (True, Place("p", at, at + len(QUOTE), QUOTE))
