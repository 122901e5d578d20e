"""What the quick proof reads in a text is what both YAML readers read there, whatever the text."""

from typing import Any

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from goldset.domain.items import Item
from goldset.stores import item_writes
from goldset.stores.canonical import item_text
from goldset.stores.item_writes import ItemProofs, sound_text
from goldset.stores.plain_proof import NotPlainError, said, values_of

WORDS = st.sampled_from(
    (
        *(
            "yes",
            "No",
            "null",
            "true",
            "~",
            "1e3",
            "12",
            "2026-10-01",
            "a b",
            "costs $5.",
            "it's 5%",
            "é (x)",
            "Ünder way",
        ),
        *(
            "a: b",
            "a #b",
            "- a",
            "a:",
            "x,",
            "y, z",
            'say "hi"',
            "tab\there",
            "back\\slash",
            "two\nlines",
            "end\n",
        ),
        *(
            "\u2028",
            "zero\u200bwidth",
            "a\u0301",
            "[x]",
            "{y}",
            "&z",
            "*q",
            "|",
            ">",
            "%",
            "@at",
            "`tick`",
            "?",
            "!t",
        ),
        *(
            "first\n\n  second",
            "a " * 60,
            "  lead",
            "trail ",
            "𝒳",
            "a\u00a0b",
            "a\u0085b",
            "…",
            "– dash",
            "e5",
            "NaN",
        ),
        *(
            "0.md",
            "3f2a",
            "0xab",
            "0b11",
            "0o17",
            "1_000",
            "1e5d",
            "12e34",
            "9a/b.c",
            "2026-10-01T1",
            "२",
            "1.2.3",
            "0d",
        ),
    )
)
TEXTS = st.one_of(WORDS, st.text(alphabet="aB 0.:#-\n\t\"'\\,[]{}", min_size=1, max_size=12))


@st.composite
def items(draw: st.DrawFn) -> Item:
    spans = [
        {
            "doc_id": "a.md",
            "text": draw(TEXTS),
            "prefix": draw(TEXTS),
            "section": draw(st.lists(TEXTS, max_size=3)),
        }
        for _ in range(draw(st.integers(0, 2)))
    ]
    fields: dict[str, Any] = {
        "id": "x",
        "question": draw(TEXTS),
        "slice": "fees",
        "answerable": draw(st.booleans()) or bool(spans),
        "gold_answer": draw(TEXTS),
        "tags": draw(st.lists(TEXTS, max_size=4)),
        "gold_spans": spans,
        "unplaced": [{"reason": draw(TEXTS), "text": draw(TEXTS)}],
        "draft_reasons": draw(st.lists(TEXTS, max_size=2)),
        "origin": {
            "kind": "imported",
            "ref": draw(TEXTS),
            "key": draw(st.text("0123456789abcdef", min_size=1)),
        },
        "labelled_at": "2026-10-01",
        "status": "draft",
    }
    return Item.model_validate(fields)


@given(items())
@settings(max_examples=300, deadline=None)
def test_what_is_proved_quickly_both_readers_read_so(item: Item) -> None:
    text = item_text(item, 2)
    try:
        _, values = said(text)
    except NotPlainError:
        return
    assert values == values_of(item.model_dump(exclude_unset=True, exclude_none=True))
    assert sound_text("items/fees/x.yaml", item) == text


LINES = st.lists(
    st.builds(
        lambda lead, key, value: f"{lead}{key}{value}",
        st.sampled_from(["", "  ", "- ", "  - ", "    "]),
        st.sampled_from(["", "a: ", "b: ", "c:", "d: "]),
        st.one_of(WORDS, st.sampled_from(["", "|", "|-", "[a, b]", "[]", '{a: "b"}', '"q\\n"', "[yes, 1]"])),
    ),
    min_size=1,
    max_size=5,
)


@given(LINES)
@settings(max_examples=400, deadline=None)
@example(["a: |-", "  x", "b: y"])
@example(["a:", "  - b: Words here", "    c: 12"])
def test_of_any_text_it_reads_the_values_that_yaml_has(lines: list[str]) -> None:
    text = "\n".join(lines) + "\n"
    try:
        _, values = said(text)
        loaded = [YAML(typ="safe", pure=True).load(text), yaml.load(text, yaml.SafeLoader)]
    except (NotPlainError, YAMLError, yaml.YAMLError, ValueError):
        return
    for data in loaded:
        if isinstance(data, dict) and not _has_null(data):
            assert values_of(data) == values


def _has_null(data: Any) -> bool:
    if isinstance(data, dict | list):
        return any(map(_has_null, data.values() if isinstance(data, dict) else data))
    return data is None


def test_items_of_one_shape_are_proved_in_full_once(monkeypatch: pytest.MonkeyPatch) -> None:
    full: list[str] = []

    def counted(path: str, item: Item) -> str:
        full.append(path)
        return sound_text(path, item)

    monkeypatch.setattr(item_writes, "sound_text", counted)
    proofs = ItemProofs()
    for number in range(5):
        item = Item(id=f"n{number}", question=f"What is number {number}?", slice="a", answerable=False)
        assert proofs.sound_text(f"items/a/n{number}.yaml", item) == item_text(item, 2)
    odd = Item(id="n6", question="Is a: b?", slice="a", answerable=False, tags=("a: #b\x85",))
    proofs.sound_text("items/a/n6.yaml", odd)
    assert full == ["items/a/n0.yaml", "items/a/n6.yaml"]
