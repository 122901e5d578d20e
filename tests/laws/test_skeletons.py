"""Where a text has a skeleton, both YAML readers read in it what was written, whatever the values."""

from typing import Any

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from goldset.domain.items import Item
from goldset.errors import ItemFileError
from goldset.stores import item_writes
from goldset.stores.canonical import item_page, item_text
from goldset.stores.item_writes import ItemProofs, sound_text
from goldset.stores.yaml_scalars import UNPROVED, scalar

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
def test_an_item_with_a_skeleton_is_read_as_it_was_written(item: Item) -> None:
    page = item_page(item, 2)
    assert page.text == item_text(item, 2)
    if page.skeleton is not None:
        assert sound_text("items/fees/x.yaml", item) == page.text


ANY = st.one_of(
    TEXTS,
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12),
    st.from_regex(r"\A[-+0-9a-fxobtzTZeE_.,: $%]{1,9}\Z"),
    st.text("ynoesftrualYNOT01\u00a0:# ", min_size=1, max_size=6),
)


@given(ANY)
@settings(max_examples=600, deadline=None)
@example("2026-10-01T9")
@example("12 %")
@example("1:30 a")
@example("a\u00a0")
@example("a:\u00a0b")
def test_a_scalar_of_a_sort_is_read_as_the_text_that_it_is(text: str) -> None:
    (sort, block), (flow_sort, flow) = scalar(text), scalar(text, flow=True)
    for kind, written in ((sort, f"k: {block}\nl: z\n"), (flow_sort, f"{{k: {flow}, l: z}}\n")):
        if kind != UNPROVED:
            loaded = [YAML(typ="safe", pure=True).load(written), yaml.load(written, yaml.SafeLoader)]
            assert loaded == [{"k": text, "l": "z"}] * 2


@pytest.mark.parametrize(
    "text",
    [
        "What is 5% of $1,000?",
        'Say "no": why?',
        "12 %",
        "3.5 km",
        "https://a.example/b?c=d#e",
        "何が休む",
        "*a",
        "yes",
    ],
)
def test_what_people_write_is_of_a_sort(text: str) -> None:
    assert scalar(text)[0] in {"P", "Q"}


def shapes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the paths whose text both readers are asked about from now on."""
    full: list[str] = []
    prove = item_writes._proved

    def counted(path: str, text: str, item: Item) -> str:
        full.append(path)
        return prove(path, text, item)

    monkeypatch.setattr(item_writes, "_proved", counted)
    return full


def test_items_of_one_skeleton_are_proved_in_full_once(monkeypatch: pytest.MonkeyPatch) -> None:
    full = shapes(monkeypatch)
    proofs = ItemProofs()
    for number in range(5):
        item = Item(id=f"n{number}", question=f"What is number {number}?", slice="a", answerable=False)
        assert proofs.sound_text(f"items/a/n{number}.yaml", item) == item_text(item, 2)
    odd = Item(id="n6", question="=5", slice="a", answerable=False, tags=("a: #b\x85",))
    proofs.sound_text("items/a/n6.yaml", odd)
    proofs.sound_text("items/a/n6.yaml", odd)
    assert full == ["items/a/n0.yaml", "items/a/n6.yaml", "items/a/n6.yaml"]


def test_another_layout_is_another_skeleton(monkeypatch: pytest.MonkeyPatch) -> None:
    full = shapes(monkeypatch)
    proofs = ItemProofs()
    for number, tags in enumerate((("a", "b"), ("a", "b" * 90), ("c", "1"), ("d", "e"))):
        item = Item(id=f"n{number}", question="What?", slice="a", answerable=False, tags=tags)
        proofs.sound_text(f"items/a/n{number}.yaml", item)
    assert full == ["items/a/n0.yaml", "items/a/n1.yaml", "items/a/n2.yaml"]


def test_what_is_no_sound_item_is_refused_whatever_its_skeleton() -> None:
    proofs = ItemProofs()
    for question in ("What?", "Who?"):
        proofs.sound_text("items/a/n.yaml", Item(id="n", question=question, slice="a", answerable=False))
    with pytest.raises(ItemFileError, match="more than the 1 MB"):
        proofs.sound_text(
            "items/a/n.yaml", Item(id="n", question="a " * 600_000 + "?", slice="a", answerable=False)
        )
    with pytest.raises(ItemFileError, match="holds `:`"):
        proofs.sound_text("items/a/a:b.yaml", Item(id="a:b", question="What?", slice="a", answerable=False))
