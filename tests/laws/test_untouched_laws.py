"""A passage that nobody touched is answered at once, and to the letter as the long way answers it."""

from dataclasses import replace
from unittest.mock import patch

from hypothesis import HealthCheck, assume, event, given, settings
from hypothesis import strategies as st

from goldset.domain.items import Span
from goldset.domain.resolutions import Resolution
from goldset.resolution.documents import Joined
from goldset.resolution.engine import Run
from tests.resolving import label, resolve

PROSE = [
    "Members pay the fee of 40 euros at the front desk before the ninth of each month.",
    "This applies to guests of a member too, unless the desk has said otherwise before.",
    "Every branch keeps three boxes of paper forms; the blue ones are for new members.",
    "A key costs 12 euros, see [the price list](prices.md) or [ask][desk] and [desk].",
    "The **old list** is kept by the _secretary_ for `seven years`, and then it is burnt.",
    "Draft.",
    "UK only: the desk opens at 9.",
    "会员须在每月九日之前在前台缴纳四十欧元的费用。此规定也适用于会员的客人。",
    "يدفع الأعضاء الرسوم في المكتب قبل اليوم التاسع من كل شهر، إلا إذا قيل غير ذلك.",
    "Caf\u00e9 and cafe\u0301 are one &amp; the same&hellip; says the guide… at the desk.",
]
LISTS = [
    "The desk does not answer for:",
    "- wet paper in the boxes of a branch\n- keys that a guest has lost\n  - unless the guest paid for them",
    "1. Ask at the desk for a form\n2. Fill in the blue form\n   in capital letters\n3. Hand it back to the desk",
    "a. a spare key\nb. the blue form",
    "   Except where the secretary has signed the form.",
    "Deposit\n: Money that the desk keeps until the key is back with the secretary.",
    "| Form | Days |\n|---|---|\n| blue | 5 |\n| red | 12 |",
    "> The secretary may not lend the key.\n> Nobody else may, either.",
]
MARKS = [
    "# Handbook",
    "## 1. Fees for members",
    "## UK fees",
    "Fees\n====",
    "**Keys and forms**",
    "```\nkey = 12\n```",
    "```text",
    "~~~",
    "<!-- The secretary wrote this for the desk.",
    "Until here. -->",
    "<ul><li>A form for every guest of a member</li>",
    "</ul>",
    '<div title="A key',
    'for the desk">The key is at the desk.</div>',
    "[desk]: desk.md",
    "[desk",
    "for everybody](desk.md) and more.",
    "---",
    "title: Handbook",
    "",
    " ",
    ">",
]
blocks = st.one_of(
    st.sampled_from(PROSE), st.sampled_from(PROSE), st.sampled_from(LISTS), st.sampled_from(MARKS)
)
joints = st.sampled_from(["\n\n", "\n\n", "\n\n", "\n", "\n\n\n", "\n \n"])
pages = st.lists(st.tuples(blocks, joints), min_size=3, max_size=14)
quick = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
Page = list[tuple[str, str]]


def written(page: Page, feed: str) -> str:
    return "".join(block + joint for block, joint in page).replace("\n", feed)


@st.composite
def edited(draw: st.DrawFn, page: Page) -> Page:
    """Return a page after a few blocks came, went, or changed places."""
    after = list(page)
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(after) - 1)) if after else 0
        match draw(st.sampled_from(["come", "go", "move", "change"])):
            case "come":
                after.insert(at, draw(st.tuples(blocks, joints)))
            case "go":
                del after[at : at + 1]
            case "move" if after:
                after.insert(draw(st.integers(0, len(after) - 1)), after.pop(at))
            case "change" if after:
                after[at] = (after[at][0].replace("desk", "office") + " Soon.", after[at][1])
    return after


def both_ways(before: str, after: str, start: int, end: int) -> tuple[Resolution, Resolution, bool]:
    """Return the resolution of a passage, the same the long way, and whether the first one was short."""
    quote = before[start:end]
    item = label({"p": before}, "p", quote, nth=len(_places(before[: end - 1], quote)))
    short: list[bool] = []
    untouched = Run._untouched

    def watched(run: Run, span: Span, joined: Joined) -> Resolution | None:
        found = untouched(run, span, joined)
        short.append(found is not None)
        return found

    with patch.object(Run, "_untouched", watched):
        found = resolve({"p": before}, {"p": after}, item)
    with patch.object(Run, "_untouched", lambda *_: None):
        return found, resolve({"p": before}, {"p": after}, item), any(short)


def _places(text: str, quote: str) -> list[int]:
    return [at for at in range(len(text)) if text.startswith(quote, at)]


@quick
@given(pages, st.sampled_from(["\n", "\n", "\n", "\r\n"]), st.data())
def test_the_short_way_says_what_the_long_way_says(page: Page, feed: str, data: st.DataObject) -> None:
    before = written(page, feed)
    after = written(data.draw(edited(page)), feed)
    at = data.draw(st.integers(0, len(page) - 1))
    low = len(written(page[:at], feed))
    high = low + len(page[at][0].replace("\n", feed))
    assume(before != after and before[low:high].strip())
    start = data.draw(st.sampled_from([low, low, data.draw(st.integers(low, high - 1))]))
    end = data.draw(st.sampled_from([high, high, data.draw(st.integers(start + 1, high))]))
    assume(before[start:end].strip())
    short, long, was_short = both_ways(before, after, start, end)
    event(f"short: {was_short}")
    assert short == long


def test_the_short_way_is_taken() -> None:
    page = ["# Handbook", *PROSE[:3], "Nothing.", *PROSE[3:5]]
    before, after = "\n\n".join(page), "\n\n".join([*page[:4], "Something else, and longer.", *page[5:]])
    for quote in (PROSE[0], PROSE[1], PROSE[4], PROSE[1][5:40]):
        start = before.index(quote)
        short, long, was_short = both_ways(before, after, start, start + len(quote))
        assert short == replace(long)
        assert was_short == (quote != PROSE[4])
