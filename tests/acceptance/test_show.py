import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from goldset.domain.resolutions import Candidate, Difference, DifferenceKind, Outcome, Place, Resolution
from goldset.stores.item_files import read_items
from goldset.stores.set_folder import find_set
from goldset.stores.snapshot_files import resolution_lines
from tests.conftest import Ran, write_tree
from tests.snapshot_builder import add_snapshot

Goldset = Callable[..., Ran]
LINE = "A lost parcel may be claimed for 30 days after posting."
OLD = f"# Parcels\n\n{LINE} Then the case is closed.\n"
NEW = OLD.replace("30", "20")
ITEM = f"""\
id: lost-parcel-abc123
question: How long may I claim a lost parcel?
slice: claims
answerable: true
gold_answer: For 30 days.
must_include: ["30 days"]
corpus_snapshot: "1"
gold_spans:
  - id: period
    doc_id: parcels.md
    text: {LINE}
    start: 11
    end: 66
"""


@pytest.fixture
def a_set(tmp_path: Path) -> Path:
    write_tree(tmp_path, {"goldset.yaml": "", "items/claims/lost-parcel-abc123.yaml": ITEM})
    add_snapshot(tmp_path, "1", {"parcels.md": OLD}, day=1)
    return add_snapshot(tmp_path, "2", {"parcels.md": NEW}, day=2, kept=False)


def with_line(folder: Path, **changes: Any) -> None:
    (item,) = read_items(find_set(folder).tree).items
    (span,) = item.spans()
    queued = Resolution(item.id, span.id, span.confirmed_key(), Outcome.EDITED, accepted=False)
    lines = resolution_lines([replace(queued, **changes)])
    write_tree(folder, {"snapshots/2/resolutions.jsonl": lines})


def shown(goldset: Goldset, folder: Path, *args: str) -> dict[str, Any]:
    ran = goldset("show", "-C", folder, "lost-parcel-abc123", "--format", "json", *args)
    assert ran.code == 0
    report: dict[str, Any] = json.loads(ran.out)
    return report


def test_a_person_sees_question_answer_and_the_passage_in_its_context(goldset: Goldset, a_set: Path) -> None:
    ran = goldset("show", "-C", a_set, "lost-parcel-abc123", "--at", "1")
    assert ran.code == 0
    assert (
        ran.out
        == """\
lost-parcel-abc123  (claims, active)
items/claims/lost-parcel-abc123.yaml

Question          How long may I claim a lost parcel?
Answer            For 30 days.
Must include      “30 days”
In 1              current: all its spans are current

Span period: current: confirmed in 1
  parcels.md 11–66
  │ # Parcels
  ┃ A lost parcel may be claimed for 30 days after posting.
  │ Then the case is closed.
"""
    )


def test_the_newest_snapshot_is_asked_about_and_the_reason_is_said(goldset: Goldset, a_set: Path) -> None:
    report = shown(goldset, a_set)
    assert (report["version"], report["at"], report["state"], report["cause"]) == (
        1,
        "2",
        "stale",
        "not_resolved",
    )
    assert "parcels.md changed between 1 and 2" in report["reason"]
    assert report["spans"][0]["to"] is None
    assert report["item"]["question"] == "How long may I claim a lost parcel?"


def test_a_queued_span_shows_its_candidates_and_what_differs(goldset: Goldset, a_set: Path) -> None:
    place = Place("parcels.md", 11, 66, LINE.replace("30", "20"))
    differs = Difference(DifferenceKind.NUMBER, "30", "20")
    with_line(a_set, candidates=(Candidate(place, 97.0, differences=(differs,)),))
    ran = goldset("show", "-C", a_set, "lost-parcel-abc123")
    assert "stale: edited in 2; waits for a person" in ran.out
    assert "  candidate 1: parcels.md 11–66 (number: 30 -> 20)\n" in ran.out
    assert "  ┊ A lost parcel may be claimed for 20 days after posting.\n" in ran.out


def test_a_carried_over_span_shows_its_new_place(goldset: Goldset, a_set: Path) -> None:
    with_line(a_set, outcome=Outcome.MOVED, accepted=True, to=Place("parcels.md", 20, 75, LINE))
    report = shown(goldset, a_set)
    assert (report["state"], report["cause"]) == ("current", "carried_over")
    assert report["spans"][0]["to"] == {"doc_id": "parcels.md", "start": 20, "end": 75, "text": LINE}


def test_offsets_that_do_not_lead_to_the_text_are_said(goldset: Goldset, a_set: Path) -> None:
    wrong = ITEM.replace("start: 11", "start: 9").replace("end: 66", "end: 64")
    write_tree(a_set, {"items/claims/lost-parcel-abc123.yaml": wrong})
    assert "do not lead to its text" in goldset("show", "-C", a_set, "lost-parcel-abc123", "--at", "1").out
    assert shown(goldset, a_set, "--at", "1")["spans"][0]["misplaced"] is True


def test_an_item_whose_file_has_another_name_is_found(goldset: Goldset, a_set: Path) -> None:
    (a_set / "items/claims/lost-parcel-abc123.yaml").rename(a_set / "items/claims/other.yaml")
    assert shown(goldset, a_set)["path"] == "items/claims/other.yaml"


@pytest.mark.parametrize("typo", ["lost-parcel-abc124", "lost-parcel", "parcel"])
def test_near_ids_are_offered_on_a_typo(goldset: Goldset, a_set: Path, typo: str) -> None:
    ran = goldset("show", "-C", a_set, typo)
    assert (ran.code, ran.out) == (3, "")
    assert "did you mean lost-parcel-abc123?" in ran.err


def test_a_file_with_errors_is_named_with_its_line(goldset: Goldset, a_set: Path) -> None:
    write_tree(a_set, {"items/claims/lost-parcel-abc123.yaml": ITEM + "unknown: 1\n"})
    ran = goldset("show", "-C", a_set, "lost-parcel-abc123")
    assert ran.code == 3
    assert "items/claims/lost-parcel-abc123.yaml, line 14" in ran.err


def test_an_unknown_snapshot_is_refused(goldset: Goldset, a_set: Path) -> None:
    ran = goldset("show", "-C", a_set, "lost-parcel-abc123", "--at", "9")
    assert ran.code == 3
    assert "there is no snapshot 9" in ran.err


def test_a_set_without_snapshots_shows_the_item_all_the_same(goldset: Goldset, tmp_path: Path) -> None:
    write_tree(tmp_path, {"goldset.yaml": "", "items/claims/lost-parcel-abc123.yaml": ITEM})
    ran = goldset("show", "-C", tmp_path, "lost-parcel-abc123")
    assert ran.code == 0
    assert "none yet" in ran.out
    assert LINE in ran.out


def test_what_could_steer_a_terminal_is_shown_as_its_code(goldset: Goldset, a_set: Path) -> None:
    text = ITEM.replace("question: How", 'question: "\\e[31mHow').replace("parcel?", 'parcel?"')
    write_tree(a_set, {"items/claims/lost-parcel-abc123.yaml": text})
    ran = goldset("show", "-C", a_set, "lost-parcel-abc123")
    assert "\x1b" not in ran.out


def test_lines_fit_the_terminal(goldset: Goldset, a_set: Path) -> None:
    long = ITEM.replace("How long", "How long " * 60)
    write_tree(a_set, {"items/claims/lost-parcel-abc123.yaml": long})
    ran = goldset("show", "-C", a_set, "lost-parcel-abc123")
    assert max(map(len, ran.out.splitlines())) <= 80
