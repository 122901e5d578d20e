"""What of a text no reader is told, from its first character to its last."""

import pytest

from goldset.resolution.silent import is_silent_in_part, silence_around, silent_stretches


def pieces(text: str) -> list[tuple[str, str]]:
    return sorted((text[start:end], name) for start, end, name in silent_stretches(text))


@pytest.mark.parametrize(
    ("text", "silent"),
    [
        ("<!-- a -->b<!--c-->", ["<!-- a -->", "<!--c-->"]),
        ("<!-->b", []),
        ("<!-- a", []),
        ("{/* a */}b{/*c*/}", ["{/* a */}", "{/*c*/}"]),
        ("{# a #}b{#c#}", ["{# a #}", "{#c#}"]),
        ("## Fees {#fees}\n{# a #} #} b", ["{# a #}"]),
        ("#} {# a #}", ["{# a #}"]),
        ("{% comment %}a{% endcomment %}b{% comment %}c{% endcomment %}", 2),
        (
            "{% endcomment %}a{% comment %}b{% comment %}c{% endcomment %}",
            ["{% comment %}b{% comment %}c{% endcomment %}"],
        ),
        ("{% comment %}a", []),
        ("`<!-- a -->`\n\n```\n<!-- b -->\n~~c~~ <del>d</del>\n```\n", []),
    ],
)
def test_comments_reach_from_mark_to_mark(text: str, silent: list[str] | int) -> None:
    found = pieces(text)
    assert {name for _, name in found} <= {"a comment"}
    assert (len(found) if isinstance(silent, int) else [piece for piece, _ in found]) == silent


@pytest.mark.parametrize(
    ("text", "silent"),
    [
        ("~~a~~ b ~~c~~", [("~~a~~", "struck-out text"), ("~~c~~", "struck-out text")]),
        ("~~a\nb~~", [("~~a\nb~~", "struck-out text")]),
        ("~~ a~~ ~~", []),
        ("~~a\n\nb~~", []),
        ("~~a\n \t\nb~~", []),
        ("<DEL>a</del>b", [("<DEL>a</del>", "struck-out text")]),
        ("<s>a<s>b</s></s>c", [("<s>a<s>b</s></s>", "struck-out text")]),
        (
            "<s>a</s>b<script>c</script>",
            [("<s>a</s>", "struck-out text"), ("<script>c</script>", "a script")],
        ),
        ("<s>a", []),
        ("<s/>a</s>", []),
        ("<span>a</span><small>b</small>", []),
        ("<p hidden>a</p>b", [("<p hidden>a</p>", "hidden text")]),
        ("<p\nhidden\n>a</p>b", [("<p\nhidden\n>a</p>", "hidden text")]),
        ("<P HIDDEN='until-found'>a</P>", [("<P HIDDEN='until-found'>a</P>", "hidden text")]),
        ("<p title='hidden'>a</p><p data-hidden>b</p><p hidden-x>c</p>", []),
        ('<p title="the hidden one">a</p>', []),
        ("<p style='display:none'>a</p>", [("<p style='display:none'>a</p>", "hidden text")]),
        (
            "<p STYLE='color:red;\nvisibility : hidden'>a</p>",
            [("<p STYLE='color:red;\nvisibility : hidden'>a</p>", "hidden text")],
        ),
        ("<p style='display:block'>a</p><p style='x-display:none'>b</p>", []),
    ],
)
def test_elements_and_strikes_reach_from_mark_to_mark(text: str, silent: list[tuple[str, str]]) -> None:
    assert pieces(text) == sorted(silent)


@pytest.mark.parametrize(
    ("passage", "around", "in_part"),
    [
        ("<!-- old -->", "a comment", True),
        ("<!-- ol", "a comment", True),
        ("ld -->", "a comment", True),
        ("A ", "", False),
        (" new", "", False),
        ("A <", "", True),
        ("> new", "", True),
        ("A <!-- old --> new", "", True),
    ],
)
def test_a_passage_stands_in_it_or_holds_some_of_it(passage: str, around: str, in_part: bool) -> None:  # noqa: FBT001
    text = "A <!-- old --> new"
    start = text.index(passage)
    assert silence_around(text, start, start + len(passage)) == around
    assert is_silent_in_part(text, start, start + len(passage)) is in_part
