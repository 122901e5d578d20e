"""Reports of a change: safe text, 80 columns, cut at an item's border, and nothing left out in silence."""

import json
import re
from dataclasses import replace

import pytest

from goldset.domain.balance import Balance, balance, item_facts
from goldset.domain.field_diff import FieldChange
from goldset.domain.findings import Finding, Severity
from goldset.domain.items import Item
from goldset.domain.set_diff import FileChange, FindingsDiff, ItemState, SetDiff, item_changes
from goldset.reporting.set_diff_json import set_diff_json
from goldset.reporting.set_diff_markdown import MOST_CHARACTERS, set_diff_markdown
from goldset.reporting.set_diff_text import set_diff_text
from tests.markdown import seen

HOSTILE = (
    "@team please merge, closes #1 </code></pre><script>x</script> ``` ```` ![x](http://e.x/p.png) "
    "::error::no ##[error] \x1b[2J \u202e [skip ci] Signed-off-by: x | y <!-- z -->"
)


def item(name: str, text: str, **more: object) -> Item:
    span = {"doc_id": "d.md", "text": text}
    data = {"id": name, "question": f"What of {text}?", "slice": "s", "answerable": True, "gold_answer": text}
    return Item.model_validate(data | {"corpus_snapshot": "1", "gold_spans": [span], **more})


def diff_of(old: list[Item], new: list[Item], findings: tuple[Finding, ...] = ()) -> SetDiff:
    def states(items: list[Item]) -> list[ItemState]:
        return [ItemState(f"items/s/{one.id}.yaml", one.id, one) for one in items]

    changes = item_changes(states(old), states(new), {}, lambda _old, _new: ())
    before, after = (balance(item_facts(one) for one in items) for items in (old, new))
    paths = {one.id for one in (*old, *new)}
    return SetDiff(
        "set", "a", "b", "a", changes, (), (), before, after, FindingsDiff(new=findings), len(paths)
    )


@pytest.fixture
def hostile() -> SetDiff:
    finding = Finding("GS101", Severity.ERROR, f"items/{HOSTILE}.yaml", HOSTILE, HOSTILE, 1, 1)
    old, new = (
        [item("one", "old " + HOSTILE)],
        [item("one", HOSTILE), item("two" + HOSTILE, HOSTILE, tags=[HOSTILE])],
    )
    return diff_of(old, new, (finding,))


def test_hostile_text_is_only_read_in_markdown(hostile: SetDiff) -> None:
    text = set_diff_markdown(hostile)
    found = seen(text)
    assert not set(found.tags) & {"script", "img", "a"}
    assert "<script>" not in found.outside
    assert found.comments == []
    assert "@team" not in text
    assert "\x1b" not in text
    assert "\u202e" not in text


def test_hostile_text_steers_no_terminal(hostile: SetDiff) -> None:
    text = set_diff_text(hostile)
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "\n::error::" not in text


def test_hostile_text_stays_what_it_is_in_json(hostile: SetDiff) -> None:
    report = json.loads(set_diff_json(hostile))
    assert report["items"][1]["fields"][0]["after"] == f"What of {HOSTILE}?"


def test_a_long_comment_is_cut_at_an_item_and_says_how_many_are_left() -> None:
    new = [item(f"item-{number:04d}", f"Passage {number} " + "word " * 60) for number in range(600)]
    text = set_diff_markdown(diff_of([], new))
    assert len(text) <= MOST_CHARACTERS
    told = len(re.findall(r"^\*\*`item-\d{4}`\*\*", text, re.MULTILINE))
    left = re.search(r"\*\*(\d+) more items\*\* did not fit here", text)
    assert left is not None
    assert told + int(left[1]) == 600
    assert told > 50
    assert text.count("```") % 2 == 0


def test_one_enormous_item_leaves_room_for_the_others() -> None:
    new = [item("a", "word " * 30_000), item("b", "short")]
    text = set_diff_markdown(diff_of([], new))
    assert len(text) <= MOST_CHARACTERS
    assert "changed more than fits here" in text
    assert "**`b`**" in text


def test_a_comment_with_all_that_can_be_long_keeps_its_bound() -> None:
    finding = [
        Finding("GS101", Severity.WARNING, f"items/{n}/{'p' * 900}.yaml", "m" * 5_000, "h" * 900, 1, 1)
        for n in range(900)
    ]
    base = diff_of(
        [], [item(f"i{n}", f"t{n}", slice=f"slice-{n}-{'s' * 300}") for n in range(400)], tuple(finding)
    )
    settings = tuple(FieldChange(f"people.{n}", None, "x" * 900) for n in range(400))
    files = tuple(FileChange(f"docs/{n}/{'f' * 900}.md", "added") for n in range(400))
    whole = SetDiff(
        base.name, "b" * 900, "h" * 900, "a", base.items, settings, files, base.before, base.after,
        base.findings, 999, settings_changed=True,
    )  # fmt: skip
    text = set_diff_markdown(whole)
    assert len(text) <= MOST_CHARACTERS
    assert "and 880 more findings" in text
    assert "more items" in text
    lines = set_diff_text(replace(whole, findings=FindingsDiff())).splitlines()
    assert [line for line in lines if len(line) > 80] == []


def test_a_slice_that_grows_is_measured_better() -> None:
    old = [item(f"i{n}", f"t{n}") for n in range(10)]
    text = set_diff_text(diff_of(old, [*old, item("more", "t")]))
    assert re.search(r"slice s\s+10 \(±26\.3\)  ->  11 \(±25\.4\)", text)


def test_an_empty_set_has_no_share() -> None:
    assert balance([]) == Balance({}, {}, {}, 0, 0)
    assert json.loads(set_diff_json(diff_of([], [])))["balance"]["after"]["unanswerable_share"] is None
