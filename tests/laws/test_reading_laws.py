"""Whatever the bytes, reading ends with findings at real places; both parsers of PyYAML tell the same."""

from typing import Any

import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from goldset.domain.findings import Severity
from goldset.stores.canonical import item_text
from goldset.stores.item_files import read_item
from goldset.stores.yaml_nodes import Mapping, Node, Scalar
from goldset.stores.yaml_reader import PythonParser, Reading, read_yaml
from goldset.stores.yaml_text import decode
from tests.laws.layouts import item

BITS = st.sampled_from(
    [
        "id: a",
        "gold_spans:",
        "  - ",
        "text: ",
        "- ",
        "\n",
        "\n",
        " ",
        ": ",
        " #",
        "|",
        ">",
        "'",
        '"',
        "[",
        "]",
        "{",
        "}",
        "&x ",
        "*x",
        "!!str ",
        "<<: ",
        "---\n",
        "\t",
        "\r\n",
        "\ufeff",
        "\x85",
        "\u2028",
        "\xa0",
        "\x00",
        "\\u",
        "é",
        "𝒳",
        "answerable: true\n",
        "question: q?\n",
        "slice: s\n",
        "? ",
        "%YAML 1.2\n",
        ",",
        "no",
        "1e3",
        "null",
        "2026-02-30",
    ]
)
MESSY = st.one_of(
    st.lists(BITS, max_size=25).map("".join).map(str.encode),
    st.binary(max_size=60),
    item().map(str.encode),
)


def values(node: Node | None) -> Any:
    if isinstance(node, Mapping):
        return {name: (node.keys[name].start, values(child)) for name, child in node.entries.items()}
    if isinstance(node, Scalar):
        return node.value, node.start, node.end
    return node and [values(child) for child in node.elements]


@given(MESSY)
@settings(max_examples=150, deadline=None)
def test_any_bytes_are_read_to_an_item_or_to_an_error_at_a_real_place(data: bytes) -> None:
    file = read_item("items/a.yaml", data)
    lines = file.text.removeprefix("\ufeff").split("\n")
    assert (file.item is None) == any(f.severity is Severity.ERROR for f in file.findings)
    for finding in file.findings:
        assert 1 <= finding.line <= len(lines)
        assert 1 <= finding.column <= len(lines[finding.line - 1]) + 1
        assert finding.message
        assert finding.hint


@given(st.one_of(st.lists(BITS, max_size=25).map("".join), item()))
@settings(max_examples=150, deadline=None)
def test_both_parsers_of_pyyaml_see_the_same(text: str) -> None:
    source = decode(text.replace("\t", " ").encode())  # the one in Python refuses tabs behind values
    fast, slow = read_yaml(source), read_yaml(source, PythonParser)
    assert fast.whole == slow.whole
    if fast.whole:  # where both break off, they may do so at different places
        assert values(fast.root) == values(slow.root)
        assert fast.faults == slow.faults


@given(item())
@settings(max_examples=150, deadline=None)
def test_what_is_read_is_what_pyyaml_reads_where_no_fault_is_found(text: str) -> None:
    reading: Reading = read_yaml(decode(text.encode()))
    assert reading.faults == ()
    assert plain(reading.root) == yaml.load(text, yaml.BaseLoader)


def plain(node: Node | None) -> Any:
    if isinstance(node, Mapping):
        return {name: plain(child) for name, child in node.entries.items()}
    return node.value if isinstance(node, Scalar) else node and [plain(child) for child in node.elements]


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_reading_what_was_written_is_what_was_written(data: st.DataObject) -> None:
    first = read_item("items/a.yaml", data.draw(sound_item()).encode())
    assert first.item is not None
    again = read_item("items/a.yaml", item_text(first.item, 2).encode())
    assert again.findings == ()
    assert again.item == first.item


@st.composite
def sound_item(draw: st.DrawFn) -> str:
    """Return a text that is a sound item, with hard words in its fields."""
    words = st.sampled_from(
        ['"no"', '"a #b"', '" a "', '"x\\ny"', "|-\n  x\n  y", '"\\u2028"', "'it''s'", '"𝒳: é"']
    )
    answer = draw(words)
    passage = draw(st.sampled_from(['"no"', '"a: #b"', '"\\tx\\n"']))
    return (
        f"id: a\nquestion: {draw(words)}\nslice: s\nanswerable: true\ngold_answer: {answer}\n"
        f"corpus_snapshot: '2026-10-01'\nlabelled_at: {draw(st.sampled_from(['2026-10-01', '2026-10-01T09:30:00Z']))}\n"
        f"gold_spans:\n  - doc_id: d\n    text: {passage}\n    section: [{draw(st.sampled_from(['a', 'no: x', '']))!r}]\n"
    )
