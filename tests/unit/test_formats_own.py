import json
from pathlib import Path
from typing import Any

from goldset.domain.set_rows import Evidence, ReadSet
from goldset.stores.formats.registry import read_set

ITEM: dict[str, Any] = {
    "id": "koi-food",
    "question": "How often are koi fed?",
    "slice": "ponds",
    "answerable": True,
    "gold_answer": "Twice a day.",
    "gold_spans": [
        {
            "id": "s1",
            "doc_id": "pond.md",
            "text": "Feed koi twice a day.",
            "start": 3,
            "end": 24,
            "group": "food",
        }
    ],
}


def read(tmp_path: Path, *lines: object) -> ReadSet:
    path = tmp_path / "set.jsonl"
    path.write_text(
        "".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines), "utf-8"
    )
    return read_set(path, "set.jsonl")


def test_an_item_is_read_with_its_spans(tmp_path: Path) -> None:
    found = read(tmp_path, ITEM)
    assert found.form == "jsonl"
    (row,) = found.rows
    assert (row.ref, row.gold_answer, row.answerable) == ("koi-food", "Twice a day.", True)
    assert row.evidence == (
        Evidence("Feed koi twice a day.", "pond.md", start=3, end=24, groups=("food",), span_id="s1"),
    )
    assert row.details == {"slice": "ponds"}


def test_a_broken_line_is_named_and_the_rest_goes_on(tmp_path: Path) -> None:
    found = read(
        tmp_path, ITEM, "{", "", {**ITEM, "kind": "riddle"}, {**ITEM, "question": " "}, [1], {**ITEM, "id": 7}
    )
    assert [row.ref for row in found.rows] == ["koi-food", "7"]
    assert [(bad.number, bad.reason) for bad in found.bad] == [
        (2, "the line is no JSON"),
        (4, "`kind` is riddle, which items do not take"),
        (5, "`question` is missing"),
        (6, "it is no object"),
    ]


def test_a_key_that_stands_twice_is_never_dropped_in_silence(tmp_path: Path) -> None:
    found = read(tmp_path, ITEM, '{"id": "a", "question": "One?", "question": "Two?"}')
    assert [bad.reason for bad in found.bad] == ["the key `question` stands twice"]


def test_what_rows_have_no_place_for_is_counted(tmp_path: Path) -> None:
    span = {**ITEM["gold_spans"][0], "rejected": [{"doc_id": "a.md", "text": "No."}]}
    found = read(tmp_path, {**ITEM, "gold_spans": [span]})
    assert found.not_read == {"gold_spans.rejected": 1}


def test_a_line_separator_does_not_end_a_line(tmp_path: Path) -> None:
    found = read(tmp_path, json.dumps({**ITEM, "gold_answer": "a\u2028b\u0085c"}, ensure_ascii=False))
    assert found.rows[0].gold_answer == "a\u2028b\u0085c"


def test_half_a_character_is_refused(tmp_path: Path) -> None:
    found = read(tmp_path, ITEM, '{"id": "a", "question": "\\ud800?"}')
    assert [bad.reason for bad in found.bad] == ["it holds half of a surrogate pair, which is no character"]


def test_a_snapshot_that_is_called_by_its_second_refuses_no_row(tmp_path: Path) -> None:
    found = read(
        tmp_path, {**ITEM, "corpus_snapshot": 1735689600}, {**ITEM, "id": "b", "corpus_snapshot": {"x": 1}}
    )
    assert found.bad == ()
    assert [row.details.get("corpus_snapshot") for row in found.rows] == ["1735689600", None]
    assert found.not_read["corpus_snapshot"] == 1
