"""Where blocks, sentences and headings of a text begin and end."""

from collections.abc import Sequence

import pytest

from goldset.resolution.normalise import normalise
from goldset.resolution.tokens import tokenise
from goldset.resolution.units import Outline, Units, find_headings, heading_path


def units_of(raw: str) -> Units:
    return Units(tokenise(normalise(raw)))


def parts(raw: str, edges: Sequence[int], units: Units) -> list[str]:
    """Return a text in parts, each without the marks in front of its first word."""
    at = [int(units.tokens.starts[edge]) for edge in edges if edge < len(units.tokens)]
    return [raw[start:end].strip() for start, end in zip(at, [*at[1:], len(raw)], strict=True)]


def sentences(raw: str) -> list[str]:
    units = units_of(raw)
    return parts(raw, units.edges.tolist(), units)


def blocks(raw: str) -> list[str]:
    units = units_of(raw)
    return parts(raw, units.blocks.nonzero()[0].tolist(), units)


@pytest.mark.parametrize("stop", [*".?!…؟۔।。！？｡"])
def test_a_stop_before_a_capital_ends_a_sentence(stop: str) -> None:
    assert sentences(f"Hail is rare{stop} We pay for it.") == [f"Hail is rare{stop}", "We pay for it."]


@pytest.mark.parametrize("stop", [*"。｡।"])
def test_a_stop_that_stands_for_nothing_else_ends_a_sentence_whatever_follows(stop: str) -> None:
    assert sentences(f"冰雹很少{stop}hail") == [f"冰雹很少{stop}", "hail"]


@pytest.mark.parametrize("mark", [*"\"')]}»”’」』）】*_"])
def test_what_closes_behind_a_stop_belongs_to_its_sentence(mark: str) -> None:
    assert sentences(f"He said so.{mark} Then he left.") == [f"He said so.{mark}", "Then he left."]


@pytest.mark.parametrize("mark", [*"\"'([{«“‘「『（【"])
def test_a_sentence_may_begin_with_what_opens(mark: str) -> None:
    assert sentences(f"He said so. {mark}then he left.") == ["He said so.", f"{mark}then he left."]


@pytest.mark.parametrize(
    ("text", "parted"),
    [
        ("It is approx. five. then we go.", False),
        ("It is rare. then we go.", False),
        ("It is rare. 5 days pass.", True),
        ("It is rare. لا نغطي.", True),
        ("It is rare. 冰雹很少", True),
        ("It is 3.5 km away.", False),
        ("See page.html for it.", False),
        ("See page.Html for it.", False),
        ("Wait... We pay.", True),
        ("It is rare.) then we go.", False),
        ("It is rare. ) Then we go.", False),
        ("Take vitamin A. It helps.", True),
        ("So do I. It helps.", True),
        ("Ask J. Blue about it.", False),
        ("Ask (J. Blue) about it.", False),
        ("Take plan b. It helps.", True),
        ("Ask the U.K. Branch about it.", False),
        ("Ask the U.S. Branch about it.", False),
        ("Hail, e.g. In May, is rare.", False),
        ("Hail (e.g. In May) is rare.", False),
        ('Hail ("e.g. In May") is rare.', False),
        ("Es hagelt, z.B. Im Mai.", False),
        ("It is on shelf x.b. It helps.", True),
        ("It is in Colorado. We go.", True),
        ("It is in fig! We go.", True),
        ("It is in fig? We go.", True),
        ("Ask mr. Blue, MR. Green.", False),
        ("It holds in the UK. We pay.", True),
        ("E.g. In May it hails.", False),
        ("e.g. In May it hails.", False),
        ("Hail ('e.g. In May') is rare.", False),
        ("It is rare. été.", False),
        ("It takes .5 Litres.", False),
    ],
)
def test_a_stop_ends_a_sentence_or_belongs_to_a_word(text: str, parted: bool) -> None:  # noqa: FBT001
    assert (len(sentences(text)) > 1) is parted, sentences(text)


SHORT = """
    mr mrs ms dr prof sr jr st vs etc eg ie e.g i.e cf al approx dept inc ltd co corp no nos art sec fig vol pp p
    ed u.s u.k usw z.b d.h bzw ca nr abs bspw ggf inkl m mme mm env
"""


@pytest.mark.parametrize("short", SHORT.split())
def test_the_stop_of_a_short_form_ends_no_sentence(short: str) -> None:
    assert len(sentences(f"We say {short}. Seven and go on")) == 1


def test_a_stop_at_the_very_beginning_and_at_the_end_is_one() -> None:
    assert sentences(". It hails") == [".", "It hails"]
    assert sentences("It hails.”") == ["It hails.”"]
    assert sentences("It hails. ") == ["It hails."]


@pytest.mark.parametrize(
    ("text", "parted"),
    [
        ("อากาศดี ฝนตก", ["อากาศดี", "ฝนตก"]),
        ("ໄປ ແລ້ວ", ["ໄປ", "ແລ້ວ"]),
        ("ราคา 20 บาท", ["ราคา 20 บาท"]),
        ("see กข now", ["see กข now"]),
        ("กา กา", ["กา", "กา"]),
        ("ໄປ ໐", ["ໄປ ໐"]),
        ("我们 冰雹", ["我们 冰雹"]),
        ("град идет", ["град идет"]),
    ],
)
def test_a_space_between_thai_words_ends_a_sentence_and_no_other_does(text: str, parted: list[str]) -> None:
    assert sentences(text) == parted


@pytest.mark.parametrize(
    "mark", [*"-*+•‣◦▪–", "1.", "12)", "123.", "(4)", "a)", "B.", "(c)", "iv.", "XII)", "viii.", "> -"]
)
def test_a_mark_at_a_line_s_start_begins_a_block(mark: str) -> None:
    assert len(blocks(f"we pay for hail\n{mark} and for rain")) == 2
    assert len(blocks(f"we pay for hail\n  {mark} and for rain")) == 2
    assert len(blocks(f"we pay for hail\n{mark}and for rain")) == 1


@pytest.mark.parametrize("line", ["1234. rain", "ab. rain", "word) rain", "rain - hail", "viiiii. rain"])
def test_a_line_without_such_a_mark_goes_on(line: str) -> None:
    assert len(blocks(f"we pay for hail\n{line}")) == 1


@pytest.mark.parametrize(
    "line", ["", " ", "> ", "---", "- - -", "***", "* * *", "===", "=====", "```", "~~~"]
)
def test_an_empty_line_a_rule_and_a_fence_part_blocks(line: str) -> None:
    parted = blocks(f"we pay for hail\n{line}\nand snow")
    assert len(parted) == 2
    assert parted[1].endswith("and snow")


BLOCK_TAGS = "p li ul ol td th tr table h1 h2 h3 h4 h5 h6 div dt dd blockquote br"


@pytest.mark.parametrize("tag", [*BLOCK_TAGS.split(), "P"])
def test_a_tag_of_a_block_begins_one_and_a_tag_of_words_does_not(tag: str) -> None:
    assert len(blocks(f"hail<{tag}>rain")) == len(blocks(f"hail</{tag}>rain")) == 2
    assert len(blocks(f"hail<{tag} class='a'>rain")) == 2
    assert len(blocks("hail<b>rain</b><span>snow</span><lip>")) == 1


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("| a | b |\n|---|---|\n| c | d |\nafter", ["a", "b", "c", "d", "after"]),
        ("a | b\nc | d\n", ["a", "b", "c", "d"]),
        ("> | a | b", ["a", "b"]),
        ("a b|  \nc", ["a b", "c"]),
        ("a|b", ["ab"]),
        ("x\ny a|b\n| c", ["x\ny ab", "c"]),
        ("hail\nrain | snow\nice", ["hail", "rain", "snow", "ice"]),
        ("hail\n|rain\nice", ["hail", "rain", "ice"]),
        ("hail\n> \t|rain\nice", ["hail", "rain", "ice"]),
    ],
)
def test_bars_part_the_cells_of_a_row(text: str, cells: list[str]) -> None:
    said = [part.replace("|", "").strip(" \t-\n>") for part in blocks(text)]
    assert [part for part in said if part] == cells


@pytest.mark.parametrize(
    ("text", "is_title"),
    [
        ("Hail cover\nWe pay for all of the roof.", True),
        ("7 days\nWe pay for all of the roof.", True),
        ("So it is.\n\nHail cover\nWe pay for all of the roof.", True),
        ("So it is.\n \t\nHail cover\nWe pay for all of the roof.", True),
        ("So it is.\nHail cover\nWe pay for all of the roof.", False),
        ("hail cover\nWe pay for all of the roof.", False),
        ("Hail cover\nwe pay for all of the roof.", False),
        ("Hail cover,\nWe pay for all of the roof.", False),
        ("Hail cover\nWe pay for all", False),
        ("Hail cover\nWe pay for all.", True),
        (
            "Hail cover for roofs, sheds, a barn\nWe pay for all of the roof, of the shed and of the barn.",
            False,
        ),
        ("Plan B\nWe pay for all of the roof.", True),
        ("  Hail cover  \n  We pay for all of the roof.", True),
    ],
)
def test_a_short_first_line_that_a_longer_one_follows_is_a_title(text: str, is_title: bool) -> None:  # noqa: FBT001
    last = text.lstrip().splitlines()[-1].strip()
    assert (blocks(text)[-1] == last) is is_title


def test_each_line_of_the_front_matter_is_a_block() -> None:
    text = "---\ntitle: hail\nowner: ann\n---\nwe pay\nfor it"
    assert blocks(text) == ["title: hail", "owner: ann\n---", "we pay\nfor it"]
    assert units_of(text).front_matter == text.index("we pay")
    assert units_of("we pay\n---\na: b\n---\n").front_matter == 0
    assert blocks("we pay\nfor it\nall") == ["we pay\nfor it\nall"]


def test_a_stretch_is_widened_to_the_units_around_it() -> None:
    units = units_of("one two. Three four five. Six.\n\nSeven eight")
    words = units.tokens.words(0, len(units.tokens))
    three, five, seven = words.index("Three"), words.index("five"), words.index("Seven")
    assert units.unit(three + 1, three + 2) == (three, five + 2)
    assert units.unit(three, five + 2) == (three, five + 2)
    assert units.unit(three + 1, five + 3) == (three, seven)
    assert units.unit(three, three) == (three, five + 2)
    assert units.unit(five + 1, five + 1) == (three, five + 2)
    assert units.unit(0, 1) == (0, three)
    assert units.unit(seven, len(words)) == units.block(seven + 1, seven + 2) == (seven, len(words))
    assert units.block(three + 1, three + 2) == (0, seven)
    assert units.on_borders(three, five + 2)
    assert not units.on_borders(three, five)
    assert not units.on_borders(three + 1, five + 2)
    assert units.block_counts.tolist() == [1] * seven + [2, 2, 3]


def headings(raw: str) -> list[tuple[int, str, str]]:
    return [(one.level, one.text, raw[one.start : one.end]) for one in find_headings(raw)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("# Hail\n### Rain ###\n#Snow\n    # Ice\n####### Fog\na # b", [(1, "Hail"), (3, "Rain")]),
        ("   ###### Hail  ", [(6, "Hail")]),
        ("Hail\n====\n\nRain\n--\n\nSnow\n-\n", [(1, "Hail"), (2, "Rain")]),
        ("Hail\n=\n", [(1, "Hail")]),
        ("- Hail\n---\n* Rain\n---\n+ Ice\n---\n> Fog\n---\n| a\n---\n# b\n===\n", [(1, "b")]),
        ("Hail\n===\n===\n", [(1, "Hail")]),
        ("\n---\nHail", []),
        ("h" * 200 + "\n---\n", [(2, "h" * 200)]),
        ("h" * 201 + "\n---\n", []),
        ("**Hail**\n\nRain\n\n**Snow**\n\nIce\n\n**Fog**", [(7, "Hail"), (7, "Snow"), (7, "Fog")]),
        ("**Hail** falls\n\nRain\n**Snow**\n\n", []),
        ("**Hail**\nRain\n", []),
        (
            "<h2 class='a'>Hail <b>now</b></h2> <H3>Rain\nnow</H3> <h4>Ice</h5>",
            [(2, "Hail now"), (3, "Rain now")],
        ),
        ("---\n# Hail\n---\n# Rain", [(1, "Rain")]),
        ("---\na: b\n...\n# Rain", [(1, "Rain")]),
        ("+++\n# Hail\n+++ \t\n# Rain", [(1, "Rain")]),
        ("+++\n# Hail\n---\n# Rain", [(1, "Hail"), (1, "Rain")]),
        ("++\n# Hail\n++\n# Rain", [(1, "Hail"), (1, "Rain")]),
        (
            "# Hail\n```sh\n# Rain\n```\n# Snow\n~~~\n# Ice\n~~~ \n# Fog",
            [(1, "Hail"), (1, "Snow"), (1, "Fog")],
        ),
        ("```\n# Rain\n``` sh\n# Ice\n```\n# Fog", [(1, "Fog")]),
        ("```\n# Rain", [(1, "Rain")]),
        ("# Hail\n~~~\n# Ice\n~~~\n# Fog", [(1, "Hail"), (1, "Fog")]),
        ("so <H3>Rain</H3>", [(3, "Rain")]),
        ("Hail\n=== \t\n \t- Rain\n---\n", [(1, "Hail")]),
        ("--- \t\n# Hail\n--- \t\n# Rain", [(1, "Rain")]),
        ("# [Hail](a.md) ![now](b.png)", [(1, "Hail now")]),
        ("# [Hail][1] `now` *and* **then** __so__ _far_", [(1, "Hail now and then so far")]),
        ("# Hail {#id} {: .x} {y}", [(1, "Hail {y}")]),
        ("# snake_case", [(1, "snake_case")]),
        ("# _Hail_\n# `Rain`\n# *Snow*", [(1, "Hail"), (1, "Rain"), (1, "Snow")]),
        ("It hails. " * 50 + "\n\nHail\n----\n", [(2, "Hail")]),
        ("# \n# {#a}\n## Rain", [(2, "Rain")]),
        (
            "<h1>Hail</h1>\n\n# Rain\n\nSnow\n---\n\n**Ice**\n\n# Fog",
            [(1, "Hail"), (1, "Rain"), (2, "Snow"), (7, "Ice"), (1, "Fog")],
        ),
    ],
)
def test_headings_are_found_in_all_forms_and_in_order(text: str, found: list[tuple[int, str]]) -> None:
    assert [(level, name) for level, name, _ in headings(text)] == found


def test_a_heading_s_stretch_is_its_line_with_what_underlines_it() -> None:
    text = "x\n\n## Hail ##\n\nRain\n----\n\n**Snow**\n\nz"
    assert [stretch for _, _, stretch in headings(text)] == ["## Hail ##", "Rain\n----", "**Snow**"]
    assert blocks("we pay\n## Hail\nfor it") == ["we pay\n##", "Hail", "for it"]
    assert blocks("we pay\nHail\n----\nfor it") == ["we pay", "Hail\n----", "for it"]
    assert blocks("we pay\n<h2>Hail</h2>\nfor it")[1:] == ["Hail</h2>", "for it"]
    assert blocks(text) == ["x\n\n##", "Hail ##", "Rain\n----\n\n**", "Snow**", "z"]


@pytest.mark.parametrize(
    ("place", "path"),
    [
        ("Zero", ()),
        ("one", ("One",)),
        ("two", ("One", "Two")),
        ("three", ("One", "Two", "Three")),
        ("four", ("One", "Four")),
        ("five", ("Five",)),
        ("# One", ()),
        ("Two", ("One",)),
        ("## Four", ("One",)),
        ("# Five", ()),
    ],
)
def test_the_headings_above_a_place_are_those_that_reach_to_it(place: str, path: tuple[str, ...]) -> None:
    text = (
        "Zero\n\n# One\n\none\n\n## Two\n\ntwo\n\n### Three\n\nthree\n\n## Four\n\nfour\n\n# Five\n\nfive\n"
    )
    found, at = find_headings(text), text.index(place)
    assert heading_path(found, at) == Outline(found).path(at) == units_of(text).path(at) == path


def test_right_behind_a_heading_a_place_is_below_it() -> None:
    text = "# One\n## Two\n"
    found = find_headings(text)
    for at, path in ((0, ()), (4, ()), (5, ("One",)), (6, ("One",)), (11, ("One",)), (12, ("One", "Two"))):
        assert heading_path(found, at) == Outline(found).path(at) == path
