"""Whatever the text, every YAML reader reads back from the canonical form exactly what was written."""

from typing import Any

import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from goldset.domain.items import GoldSpan, Item, Status
from goldset.stores.canonical import field_lines, item_text, span_entry_lines

HARD = [
    "no",
    "1e3",
    "0x1F",
    "9:30",
    "2025-07-01",
    "a #b",
    "a: b",
    "- a",
    "|",
    "~",
    "=",
    "<<",
    "1,000",
    "a:",
    "'",
    '"',
    "\\",
]
TEXTS = st.one_of(
    st.sampled_from(HARD),
    st.text(alphabet=st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30),
    st.text(alphabet="ab #:-\n\t\"'\\,[]{}|>\r\x85\u2028\ufeff\u00a0𝒳0", min_size=1, max_size=30),
    st.lists(st.sampled_from(["", "a", " b", "c: d", "# e", "---", "f "]), min_size=2, max_size=5).map(
        "\n".join
    ),
)


def read_1_1(text: str) -> Any:
    return yaml.load(text, yaml.SafeLoader)


def read_1_2(text: str) -> Any:
    return YAML(typ="safe", pure=True).load(text)


@given(TEXTS, st.integers(0, 2))
@settings(max_examples=300, deadline=None)
def test_a_field_reads_back_as_the_text_that_was_written(text: str, indent: int) -> None:
    body = "\n".join(
        ["a:", *field_lines("k", text, indent + 1), *field_lines("l", [text, "x"], indent + 1), ""]
    )
    wanted = {"a": {"k": text, "l": [text, "x"]}}
    assert read_1_1(body) == wanted
    assert read_1_2(body) == wanted


@given(TEXTS, TEXTS, st.lists(TEXTS, max_size=3))
@settings(max_examples=100, deadline=None)
def test_a_span_reads_back_as_the_entry_that_was_written(text: str, prefix: str, section: list[str]) -> None:
    span = GoldSpan(
        id="s1", doc_id="a.md", text=text, start=0, end=len(text), prefix=prefix, section=tuple(section)
    )
    body = "\n".join(["gold_spans:", *span_entry_lines(span), ""])
    assert GoldSpan.model_validate(read_1_1(body)["gold_spans"][0]) == span
    assert GoldSpan.model_validate(read_1_2(body)["gold_spans"][0]) == span


def test_a_new_item_has_its_fields_in_the_order_of_the_model_and_nothing_that_was_not_set() -> None:
    item = Item(slice="a", id="b", answerable=False, question="c?", tags=("d", "007"), status=Status.DRAFT)
    assert item_text(item, 2) == (
        "# yaml-language-server: $schema=../../schema/item.schema.json\n"
        'id: b\nquestion: c?\nslice: a\ntags: [d, "007"]\nanswerable: false\nstatus: draft\n'
    )
