"""However an item is laid out, `fmt` keeps what it says and every comment, and then has no more to do."""

from collections import Counter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from goldset.stores.canonical_form import canonical_text
from goldset.stores.yaml_source import Source
from tests.laws.layouts import cut_values, item


def comments(source: Source) -> Any:
    return Counter(comment.text for comment in source.all_comments)


@given(item(), st.sampled_from(["", "\ufeff"]))
@settings(max_examples=120, deadline=None)
def test_the_canonical_form_says_the_same_with_the_same_comments_and_stays(text: str, mark: str) -> None:
    written = mark + text.replace("\n", "\r\n") if mark else text
    canonical = canonical_text(written)
    old, new = Source(text), Source(canonical)
    assert new.data == old.data
    assert comments(new) == comments(old)
    assert canonical_text(canonical) == canonical
    assert "\r" not in canonical
    assert cut_values(canonical) <= cut_values(text)
