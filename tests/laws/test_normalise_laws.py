"""The normal form against a slow form, character by character."""

import unicodedata

from hypothesis import given, settings
from hypothesis import strategies as st

from goldset.resolution import characters
from goldset.resolution.normalise import normalise
from goldset.resolution.tokens import tokenise

# No markup, so that the slow form needs none; every fold, mark and script is in.
SPECIAL = (
    "".join(char for char in characters.FOLDS if char != "`")
    + characters.DROPPED
    + characters.SPACES
    + "\u0301\u0308\u0323é\u1e69ﬁ½²①"
    + "\u1100\u1161\u11a8가각ＡＢ１２％ｶﾞ\u0627\u0653ﷺﻻ\u0e33\u0e49中文，。𝟙😀\U0002f800Å\u212b"
)
alphabet = st.one_of(
    st.sampled_from(SPECIAL),
    st.characters(blacklist_characters="*_`\\<>&[](){}|#~-+=•‣◦▪–—.0123456789", max_codepoint=0x2FFFF),
)
texts = st.text(alphabet, max_size=60)


def slow(raw: str) -> str:
    """NFC of the raw text, then each character folded, in one straight loop."""
    folds = characters.folds()
    composed = unicodedata.normalize("NFC", raw)
    return "".join(folds.get(ord(char), char) for char in composed)


@settings(max_examples=300, deadline=None)
@given(texts)
def test_letters_and_marks_agree_with_the_slow_form(raw: str) -> None:
    normal = normalise(raw)
    fast = normal.text(0, len(normal.codes))

    def plain(text: str) -> str:
        # The order of dropping and composing may differ where a dropped character stands between two that
        # compose.
        return unicodedata.normalize("NFC", "".join(text.split()))

    if not any(c in characters.DROPPED for c in raw):
        assert plain(fast) == plain(slow(raw))


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=80))
def test_every_character_knows_its_way_back(raw: str) -> None:
    normal = normalise(raw)
    starts, ends = normal.starts.tolist(), normal.ends.tolist()
    assert all(0 <= start < end <= len(raw) for start, end in zip(starts, ends, strict=True))
    assert starts == sorted(starts)
    assert ends == sorted(ends)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=80))
def test_tokens_cover_what_is_not_white_space(raw: str) -> None:
    tokens = tokenise(normalise(raw))
    text = tokens.normal.text(0, len(tokens.normal.codes))
    words = tokens.words(0, len(tokens))
    assert "".join(words) == "".join(c for c in text if c != " ")
    spans = [tokens.raw(n, n + 1) for n in range(len(tokens))]
    assert all(start < end for start, end in spans)


@settings(max_examples=200, deadline=None)
@given(st.text(st.sampled_from("ab1. ,-'$%中文ก\u0e33*_`[]()<>&;\n|#"), max_size=60))
def test_equal_tokens_have_equal_keys_and_others_do_not(raw: str) -> None:
    tokens = tokenise(normalise(raw))
    by_key: dict[int, str] = {}
    for word, key in zip(tokens.words(0, len(tokens)), tokens.keys.tolist(), strict=True):
        assert by_key.setdefault(key, word) == word
    assert len(set(by_key.values())) == len(by_key)
