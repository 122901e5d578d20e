"""Marks beside a passage: taken in where their other half stands inside it, and left out where it stands outside."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldset.resolution.paired import with_pairs


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("xx", "xx"),
        ("**xx yy**", "xx yy"),  # around all of it: as the passage was before, without
        ("**xx** yy", "**xx** yy"),
        ("xx *yy*", "xx *yy*"),
        ("***xx** yy*", "***xx** yy*"),
        ("***xx yy** zz", "***xx yy** zz"),  # what is left of the three stars cannot be left out
        ("*xx [*yy*](a) zz*", "xx [*yy*](a) zz"),
        ("*xx <b>*yy*</b> zz* xx", "*xx <b>*yy*</b> zz* xx"),
        ("**xx yy", "xx yy"),
        ("xx** yy", "xx** yy"),
        ("[xx](a.md) yy", "[xx](a.md) yy"),
        ('xx [yy](a.md "z z")', 'xx [yy](a.md "z z")'),
        ("xx [yy][z z]", "xx [yy][z z]"),
        ("[**xx**](a) yy", "[**xx**](a) yy"),
        ('<a href="b c">xx</a> yy', '<a href="b c">xx</a> yy'),
        ("<td><b>xx</b> yy", "<b>xx</b> yy"),
        ("<b>xx</B> yy", "<b>xx</B> yy"),
        ("<p>xx <i>yy</i></p>", "xx <i>yy</i>"),
        ("xx <b>yy</b></p>", "xx <b>yy</b>"),
        ("<br>xx yy<!-- c -->", "xx yy"),
        ("<br><b>xx</b> yy", "<b>xx</b> yy"),
        ("<b><br>xx</b> yy", "<b><br>xx</b> yy"),
        ("``xx`` yy", "``xx`` yy"),
    ],
)
def test_a_half_belongs_where_its_other_half_does(text: str, kept: str) -> None:
    assert taken(text, led=False, trailed=False) == kept


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("**xx yy**", "**xx yy**"),
        ("**xx yy", "xx yy"),  # what it opens ends beyond the passage
        ("<p><b>xx</b> yy", "<b>xx</b> yy"),
        ("<p><b>xx</b> yy</p>", "<p><b>xx</b> yy</p>"),
        ("<!-- c --><b>xx</b> yy<br>", "<!-- c --><b>xx</b> yy<br>"),
        ("<p><!-- c -->xx yy", "<!-- c -->xx yy"),
        (r"\xx yy", r"\xx yy"),
    ],
)
def test_other_marks_belong_to_a_passage_that_had_some(text: str, kept: str) -> None:
    assert taken(text, led=True, trailed=True) == kept


PAIRS = [
    ("**", "**"),
    ("_", "_"),
    ("`", "`"),
    ("[", '](a "b c")'),
    ("<b>", "</b>"),
    ("<a b=c>", "</a>"),
]
WORDS = st.just("xx")
NODES = st.recursive(
    WORDS,
    lambda inner: st.builds(
        lambda pair, parts: pair[0] + " ".join(parts) + pair[1],
        st.sampled_from(PAIRS),
        st.lists(inner, min_size=1, max_size=3),
    ),
    max_leaves=4,
).filter(lambda node: "``" not in node)  # two backticks in a row are one mark, which pairs with its like


@settings(deadline=None)
@given(st.lists(NODES, min_size=2, max_size=4), st.booleans(), st.booleans())
def test_dressed_words_side_by_side_are_taken_in_whole(nodes: list[str], led: bool, trailed: bool) -> None:  # noqa: FBT001
    text = " ".join(nodes)
    assert taken(text, led=led, trailed=trailed) == text


def taken(text: str, *, led: bool, trailed: bool) -> str:
    """Return what belongs to the passage from the first shown character of a text to its last one."""
    marks = text.replace("y", "x").replace("z", "x")
    shown = [at for at, one in enumerate(text) if one in "xyz" and not _is_inside(text, at)]
    low, high = with_pairs(marks, shown[0], shown[-1] + 1, led=led, trailed=trailed)
    return text[low:high]


def _is_inside(text: str, at: int) -> bool:
    """Return whether a letter stands in a target or a label of a link."""
    return max(text.rfind("](", 0, at), text.rfind("][", 0, at)) > max(
        text.rfind(")", 0, at), text.rfind("] ", 0, at)
    )
