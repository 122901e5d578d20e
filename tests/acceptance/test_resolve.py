import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from goldset.stores.corpus_files import FileSource
from tests.conftest import Ran, write_tree

Run = Callable[..., Ran]
PAGE = """# Bicycle club

## Workshop

Tools are lent for 14 days. A deposit of 20 euros is taken.

## Rides

Guests may ride with us twice.
"""
ITEM = """id: {id}
question: How long may I keep it?
slice: loans
answerable: true
gold_answer: Two weeks.
corpus_snapshot: "a"
gold_spans:
  - id: s1
    doc_id: {doc}
    text: {text}
near_spans:
  - doc_id: club.md
    text: Guests may ride with us twice.
"""


@pytest.fixture
def club(tmp_path: Path, goldset: Run) -> Path:
    """Return a set of three items over two snapshots: one moved, one edited, one in a renamed page."""
    items = {
        "tools": ("club.md", "Tools are lent for 14 days."),
        "deposit": ("club.md", "A deposit of 20 euros is taken."),
        "keys": ("keys.md", "A lost key is reported to the desk at once."),
    }
    files = {
        f"set/items/loans/{name}.yaml": ITEM.format(id=name, doc=d, text=t) for name, (d, t) in items.items()
    }
    keys = "# Keys\n\nA lost key is reported to the desk at once. The desk is open all week.\n"
    later = PAGE.replace("20 euros", "30 euros").replace(
        "## Workshop", "Opening hours change.\n\n## Workshop"
    )
    write_tree(
        tmp_path,
        {
            **files,
            "set/goldset.yaml": "set: club\n",
            "a/club.md": PAGE,
            "a/keys.md": keys,
            "b/club.md": later.replace("ride with us twice", "ride with us once"),
            "b/desk/keys.md": keys,
            "b/desk/hours.md": "# Hours\n\nThe desk is open from nine to five.\n",
        },
    )
    for name in "ab":
        assert (
            goldset("snapshot", "create", name, "--corpus", tmp_path / name, "-C", tmp_path / "set").code == 0
        )
    return tmp_path


def resolve(goldset: Run, club: Path, *more: str | Path) -> Ran:
    return goldset("resolve", "--to", "b", "--corpus", club / "b", "-C", club / "set", *more)


def test_json_names_every_span_once_and_adds_up(club: Path, goldset: Run) -> None:
    done = resolve(goldset, club, "--format", "json")
    report = json.loads(done.out)
    assert done.code == 0
    assert report["version"] == 1
    by_item = {row["item"]: row for row in report["spans"]}
    assert {name: row["outcome"] for name, row in by_item.items()} == {
        "deposit": "edited",
        "keys": "renamed",
        "tools": "moved",
    }
    totals = report["totals"]
    outcomes = {name: count for name, count in totals.items() if name not in {"items", "spans"}}
    assert sum(outcomes.values()) == totals["spans"] == len(report["spans"]) == totals["items"] == 3
    assert by_item["deposit"]["differences"] == [{"kind": "number", "before": "20", "after": "30"}]
    assert by_item["deposit"]["to"] is None
    candidate = by_item["deposit"]["candidates"][0]
    text = (club / "b" / "club.md").read_text("utf-8")
    assert (
        text[candidate["start"] : candidate["end"]] == candidate["text"] == "A deposit of 30 euros is taken."
    )
    assert by_item["keys"]["to"]["doc_id"] == "desk/keys.md"
    assert {row["outcome"] for row in report["near_spans"]} == {"edited"}


def test_the_report_fits_a_terminal_and_marks_what_differs(club: Path, goldset: Run) -> None:
    done = resolve(goldset, club)
    assert all(len(line) <= 80 for line in done.out.splitlines())
    assert "⟦20⟧" in done.out
    assert "⟦30⟧" in done.out
    assert re.search(r"^ +3 +in all$", done.out, re.MULTILINE)
    assert "\x1b" not in done.out


def test_markdown_and_explain_show_the_same_span(club: Path, goldset: Run) -> None:
    markdown = resolve(goldset, club, "--format", "markdown")
    assert "| edited | 1 |" in markdown.out
    assert "- A deposit of ⟦20⟧ euros is taken." in markdown.out
    explained = resolve(goldset, club, "--explain", "deposit")
    assert "similarity" in explained.out
    assert "⟦30⟧" in explained.out
    assert "tools" not in explained.out


def test_a_queue_fails_only_when_asked(club: Path, goldset: Run) -> None:
    assert resolve(goldset, club).code == 0
    assert resolve(goldset, club, "--exit-code").code == 1


def test_nothing_is_written(club: Path, goldset: Run) -> None:
    before = {path: path.read_bytes() for path in sorted(club.rglob("*")) if path.is_file()}
    resolve(goldset, club)
    assert {path: path.read_bytes() for path in sorted(club.rglob("*")) if path.is_file()} == before


def test_a_list_of_renames_is_read_or_refused_by_line(club: Path, goldset: Run) -> None:
    good, bad = club / "good.jsonl", club / "bad.jsonl"
    good.write_text('{"from": "keys.md", "to": "desk/keys.md"}\n', "utf-8")
    bad.write_text('{"from": "keys.md", "to": "desk/keys.md"}\n{"from": 1}\n', "utf-8")
    assert resolve(goldset, club, "--renames", good).code == 0
    refused = resolve(goldset, club, "--renames", bad)
    assert refused.code == 3
    assert "bad.jsonl:2" in refused.err


def test_what_cannot_be_done_says_what_to_do(club: Path, goldset: Run) -> None:
    unknown = goldset("resolve", "--to", "c", "--corpus", club / "b", "-C", club / "set")
    assert unknown.code == 3
    assert "there is no snapshot c" in unknown.err
    other = goldset("resolve", "--to", "b", "--corpus", club / "a", "-C", club / "set")
    assert other.code == 3
    assert "is not what snapshot b indexed" in other.err
    without = goldset("resolve", "--to", "b", "-C", club / "set")
    assert without.code == 3
    assert "--corpus" in without.err
    assert resolve(goldset, club, "--explain", "nobody").code == 2


def test_an_item_that_cannot_be_read_is_named_and_fails(club: Path, goldset: Run) -> None:
    (club / "set/items/loans/tools.yaml").write_text("id: [", "utf-8")
    done = resolve(goldset, club, "--format", "json")
    assert done.code == 1
    assert "items/loans/tools.yaml" in done.err
    assert json.loads(done.out)["unreadable"] == ["items/loans/tools.yaml"]


def test_files_that_the_snapshot_holds_are_hashed_and_not_read_again(
    club: Path, goldset: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = resolve(goldset, club)

    def reading(*_: object) -> None:
        raise AssertionError("a file that the snapshot holds was read again")

    monkeypatch.setattr(FileSource, "_reading", reading)
    assert resolve(goldset, club) == plain
