import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldset.domain.runs import Arm, Layout, Run, RunLine
from goldset.errors import GoldsetError
from goldset.stores.run_files import _said_twice, run_of


def read(*lines: bytes | str | dict[str, Any]) -> Run:
    texts = [json.dumps(line) if isinstance(line, dict) else line for line in lines]
    return run_of([(t.encode() if isinstance(t, str) else t) + b"\n" for t in texts], "run.jsonl")


def only_fault(line: bytes | str | dict[str, Any]) -> tuple[str, str]:
    (bad,) = read({"item": "other"}, line).source.bad
    assert bad.line == 2
    return bad.message, bad.item


def test_the_first_line_may_be_about_the_whole_run() -> None:
    run = read({"snapshot": "A", "gold_layout": "alone", "k": 5}, {"item": "a", "arm": "gold"})
    assert (run.source.meta.snapshot, run.source.meta.k, run.source.meta.gold_layout) == (
        "A",
        5,
        Layout.ALONE,
    )
    assert run.arms == (Arm.GOLD,)
    assert read({"item": "a"}).source.meta.snapshot is None
    with pytest.raises(GoldsetError, match=r"run\.jsonl:1: `k` is a text, where a whole number or null"):
        read({"k": "five"})


def test_lines_end_at_lf_alone() -> None:
    run = read('\ufeff{"item": "a", "answer": "one\u2028two\u0085three"}\r', "", '{"item": "b"}')
    line = run.said["a"][Arm.RETRIEVED]
    assert isinstance(line, RunLine)
    assert line.answer == "one\u2028two\u0085three"
    assert (sorted(run.said), run.source.bad) == (["a", "b"], ())


@pytest.mark.parametrize(
    ("line", "message", "item"),
    [
        ({"item": "a", "retrieved": [{"start": "1"}]}, "`retrieved[0].start` is a text", "a"),
        (
            {"item": "a", "retrieved": [{}, {"start": 1}]},
            "`retrieved[1].start` is there, and `end` is not",
            "a",
        ),
        ({"item": "a", "retrieved": [{"end": 1}]}, "`retrieved[0].end` is there, and `start` is not", "a"),
        ({"item": "a", "retrieved": [{"start": -1, "end": 1}]}, "goes from -1 to 1", "a"),
        ({"item": "a", "retrieved": [{"start": 0, "end": 10**14}]}, "goes from 0 to 100000000000000", "a"),
        ({"item": "a", "status": "maybe"}, "`status` is 'maybe', and none of answered, partial", "a"),
        ({"item": "a", "arm": "left"}, "`arm` is 'left', and none of gold, retrieved, none", "a"),
        ({"item": "a", "retreived": []}, "`retreived` is no field of a run; `retrieved` is", "a"),
        ({"item": "a", "retrieved": [{"docid": "d"}]}, "`retrieved.docid` is no field of a run", "a"),
        ({"item": "a", "citations": [{"qoute": "x"}]}, "`citations.qoute` is no field of a run", "a"),
        ({"item": "a", "parts": {"answered": 3, "total": 2}}, "3 of 2 parts", "a"),
        ({"item": ""}, "`item` is empty", ""),
        ({"arm": "gold"}, "`item` is missing", ""),
        ("[1]", "the line is a list, where an object is expected", ""),
        ('{"item": "a", "item": "b"}', "`item` stands twice in the line", "b"),
        (r'{"item": "a", "\u0069tem": "b"}', "`item` stands twice in the line", "b"),
        ('{"retrieved": [], "item": "a", "retrieved": []}', "`retrieved` stands twice in the line", "a"),
        ('{"item": "a", "retrieved": [{}], "answer": "x", "answer": "y"}', "`answer` stands twice", "a"),
        ('{"item": "a", "confidence": NaN}', "the line is not JSON", "a"),
        ('{"item": "a", "node": 1, "confidence": NaN}', "not JSON", "a"),
        (b'{"item": "a", "answer": "\xff"}', "the line is not UTF-8", "a"),
        ('{"item": "a"', "the line is not JSON", "a"),
    ],
)
def test_a_bad_line_is_named_with_its_field_and_its_item(line: Any, message: str, item: str) -> None:
    said, of = only_fault(line)
    assert message in said
    assert of == item


@pytest.mark.parametrize(
    "rest",
    [
        {"retrieved": [{"text": '"item": "item" "answer" ]}'}, {"doc_id": "item", "text": "item"}]},
        {"answer": '"retrieved": [] "item" "item"', "retrieved": []},
        {
            "verdicts": {"item": 1, "retrieved": 0, "answer": 1},
            "retrieved": [{"chunk_id": "a"}],
            "answer": "é",
        },
    ],
)
def test_a_key_of_a_line_that_stands_in_a_value_too_is_not_said_twice(rest: Any) -> None:
    run = read({**rest, "item": "a"}, {"item": "b", **rest})
    assert not run.source.bad
    assert len(run.lines) == 2


SIGNS = st.text(st.sampled_from('[]{}",:\\ ae'), max_size=6)
VALUES = st.one_of(
    SIGNS,
    st.sampled_from(["retrieved", '"retrieved": [', "item", '"item"']),
    st.lists(st.dictionaries(st.sampled_from(["doc_id", "text"]), SIGNS, max_size=2), max_size=2),
    st.lists(st.lists(SIGNS, max_size=1), max_size=2),
)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["item", "answer", "retrieved"]), VALUES), max_size=4))
def test_a_key_stands_twice_if_and_only_if_the_pairs_of_the_line_say_so(pairs: list[tuple[str, Any]]) -> None:
    line = "{" + ", ".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in pairs) + "}"
    keys = [key for key, _ in pairs]
    assert bool(_said_twice(line.encode())) == (len(set(keys)) < len(keys))


def test_of_two_lines_neither_is_taken_and_an_item_in_two_arms_has_two_lines() -> None:
    run = read({"item": "a"}, {"item": "a", "arm": "gold"}, {"item": "a"}, {"item": "a"})
    assert [bad.line for bad in run.source.bad] == [1, 3, 4]
    assert isinstance(run.said["a"][Arm.GOLD], RunLine)
    assert not isinstance(run.said["a"][Arm.RETRIEVED], RunLine)


def test_keys_that_are_not_read_are_told_once_each() -> None:
    chunk = {"doc_id": "d", "start": 0, "end": 1, "node": 7}
    run = read({"item": "a", "trace": 1, "retrieved": [chunk, chunk]}, {"item": "b", "trace": 2})
    assert run.source.notices == [
        "run.jsonl: `retrieved.node` stands in 1 line and is not read",
        "run.jsonl: `trace` stands in 2 lines and is not read",
    ]
    assert [len(line.retrieved or ()) for line in run.lines] == [2, 0]


def test_a_file_without_a_line_is_no_run() -> None:
    with pytest.raises(GoldsetError, match="holds no line"):
        read("", "  ")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["item", "arm", "retrieved", "start", "end", "doc_id", "x"]), inner, max_size=4
        )
    ),
    max_leaves=8,
)


@given(st.lists(st.binary(max_size=40) | JSON.map(lambda value: json.dumps(value).encode()), max_size=5))
@settings(deadline=None)
def test_any_bytes_are_read_or_named(lines: list[bytes]) -> None:
    kept = [line.replace(b"\n", b" ") for line in lines]
    try:
        run = run_of([line + b"\n" for line in kept], "run.jsonl")
    except GoldsetError:
        return
    written = sum(bool(line.strip()) for line in kept)
    counted = len(run.source.bad) + len(run.lines)
    assert written - 1 <= counted <= written  # the first may be about the whole run


@given(
    st.permutations(
        [{"item": "a"}, {"item": "b", "arm": "gold"}, {"item": "b"}, {"item": "c", "status": "error"}]
    )
)
def test_the_order_of_lines_changes_nothing(lines: list[dict[str, Any]]) -> None:
    run = read({"snapshot": "A"}, *lines)
    assert {(line.item, line.arm, line.status) for line in run.lines} == {
        ("a", Arm.RETRIEVED, None),
        ("b", Arm.GOLD, None),
        ("b", Arm.RETRIEVED, None),
        ("c", Arm.RETRIEVED, "error"),
    }
