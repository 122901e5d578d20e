"""An edit changes its field and its field's lines; whatever the layout, nothing else moves."""

from copy import deepcopy
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from goldset.domain.findings import Loc
from goldset.errors import ItemFileError
from goldset.stores.span_entries import entry_lines
from goldset.stores.yaml_edit import REMOVED, change_fields
from goldset.stores.yaml_nodes import find
from goldset.stores.yaml_source import Source
from tests.laws.layouts import cut_values, item

VALUES = st.sampled_from(["b", "no", "x #y", "two\nlines", " lead", "ä: ö", "1e3"])
PLACES: st.SearchStrategy[Loc] = st.one_of(
    st.sampled_from([("question",), ("gold_answer",), ("kind",), ("tier",), ("slice",)]),
    st.tuples(
        st.just("gold_spans"), st.integers(0, 1), st.sampled_from(["text", "prefix", "doc_id", "section"])
    ),
    st.tuples(st.just("tags"), st.integers(0, 3)),
)


def applied(data: Any, loc: Loc, value: Any) -> Any:
    data = deepcopy(data)
    parent = data
    for part in loc[:-1]:
        parent = parent[part]
    if value is REMOVED:
        del parent[loc[-1]]
    elif isinstance(parent, list) and loc[-1] == len(parent):
        parent.append(value)
    else:
        parent[loc[-1]] = value
    return data


def common(old: list[str], new: list[str]) -> int:
    return next(
        (n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new))
    )


def own_lines(text: str, loc: Loc) -> tuple[int, int]:
    """Return the lines, from 0 and half open, that an edit may touch: a field's, or its span's entry."""
    if loc[0] == "gold_spans":
        first, last, _ = entry_lines(text, f"s{int(loc[1]) + 1}")
        return first - 1, last
    source = Source(text)
    found = find(source.root, loc[:1])
    if found is None or found[0] is None:
        return 0, len(text)  # it is added, and nothing else may differ: see below
    first = source.body.count("\n", 0, found[0].start)
    return first, source.body.count("\n", 0, source.value_stop(found[1].end)) + 1


@given(item(), PLACES, st.one_of(VALUES, VALUES, st.just(REMOVED)), st.sampled_from(["\n", "\r\n"]))
@settings(max_examples=120, deadline=None)
def test_an_edit_is_the_change_and_nothing_but_the_change(
    text: str, loc: Loc, value: Any, line_end: str
) -> None:
    old = text if line_end == "\n" else "\ufeff" + text.replace("\n", line_end)
    if loc[-1] == "section" and value is not REMOVED:
        value = [value]
    try:
        new = change_fields(old, {loc: value})
    except ItemFileError:
        return
    assert Source(new).data == applied(Source(old).data, loc, value)
    assert cut_values(new) <= cut_values(old)
    if new == old:
        return
    # What differs is one run of the field's own lines; all before and after it is the same to the byte.
    assert new.startswith("\ufeff") == old.startswith("\ufeff")
    before, after = (body.removeprefix("\ufeff").split(line_end) for body in (old, new))
    start = common(before, after)
    tail = common(before[start:][::-1], after[start:][::-1])
    first, last = own_lines(old, loc)
    assert first <= start
    assert len(before) - tail <= last
    if find(Source(old).root, loc[:1]) is None:
        assert start + tail == len(before)
    assert new.count(line_end) == new.count("\n")
    assert line_end == "\r\n" or "\r" not in new


@given(item(), PLACES, VALUES)
@settings(max_examples=100, deadline=None)
def test_setting_a_value_twice_is_setting_it_once(text: str, loc: Loc, value: str) -> None:
    if loc[-1] == "section":
        return
    try:
        once = change_fields(text, {loc: value})
    except ItemFileError:
        return
    assert change_fields(once, {loc: value}) == once
