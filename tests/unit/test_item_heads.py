"""What an unchanged item counts as: the short way says what the long one says, or says nothing."""

import pytest

from goldset.domain.balance import item_facts
from goldset.stores.item_files import read_item
from goldset.stores.item_heads import _short_way, read_head
from tests.conftest import ROOT

PLAIN = "id: a\nquestion: What?\nslice: s\nanswerable: false\nabstain_reason: ambiguous\n"
TRICKS = (
    'tags: ["foo\ntier: smoke\n bar"]\n',
    "tags: [one,\ntier,\n two]\n",
    "gold_answer: 'foo\ntier: smoke\n bar'\n",
    'gold_answer:\n  "foo\ntier: smoke\n bar"\n',
    'gold_answer: "foo\ntier: smoke\nkind: lookup"\n',
    "tier: null\n",
    "tier: ~\n",
    "tier:\n",
    'tier: "smoke"   # for now\n',
    "tier: 'full'\n",
    "tier: |\n  smoke\n",
    "tier:\n  smoke\n",
    '"tier": smoke\n',
    "? tier\n: smoke\n",
    "status: draft # not yet\n",
    "status: draft#\n",
    "gold_answer: |\n  tier: smoke\n  status: draft\n",
    "tags:\n- tier\n- smoke\n",
    "tier: smoke\r\n",
    "tier: smoke\n---\ntier: full\n",
    "tier: smoke\ntier: full\n",
    "tier: nightly\n",
    "pinned: yes\n",
)


@pytest.mark.parametrize("trick", ["", *TRICKS])
def test_both_ways_say_the_same_of_a_sound_file(trick: str) -> None:
    data = (PLAIN + trick).encode()
    item = read_item("items/s/a.yaml", data).item
    if item is not None:
        assert read_head("items/s/a.yaml", data).facts == item_facts(item)


@pytest.mark.parametrize("trick", [t for t in TRICKS if "\ntier: smoke\n" in t and "|" not in t])
def test_what_may_only_look_like_a_field_is_read_in_full(trick: str) -> None:
    assert _short_way("items/s/a.yaml", (PLAIN + trick).encode()) is None


def test_a_decision_counts_at_once() -> None:
    block = "gold_spans:\n  - id: x\n    relabel: {decision: retire, was: {doc_id: d, text: t}}\n"
    text = (
        'id: a\nquestion: What?\nslice: s\nanswerable: true\ngold_answer: x\ncorpus_snapshot: "1"\n' + block
    )
    facts = read_head("items/s/a.yaml", text.encode()).facts
    assert facts is not None
    assert facts.status == "retired"


def test_a_file_that_cannot_be_read_has_no_facts_and_its_name_for_an_id() -> None:
    head = read_head("items/s/broken.yaml", b"question: [\n")
    assert (head.id, head.facts) == ("broken", None)


def test_the_short_way_serves_nearly_every_file_of_a_set() -> None:
    paths = sorted((ROOT / "items").rglob("*.yaml"))
    heads = [_short_way(path.name, path.read_bytes()) for path in paths]
    assert sum(head is None for head in heads) <= len(paths) // 10
    for path, head in zip(paths, heads, strict=True):
        item = read_item(path.name, path.read_bytes()).item
        assert item is not None
        assert head is None or (head.id, head.facts) == (item.id, item_facts(item))
