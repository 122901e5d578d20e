import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.conftest import Ran, write_tree

Run = Callable[..., Ran]
PAST = "Hail was covered up to ninety crowns a year then."
DOCS: dict[str, str | bytes] = {
    "hail.md": "---\nsummary: What we pay when large hail breaks roofs and windows.\n---\n# Hail\n\n"
    "Hail on roofs is covered in full. Hail is reported on form 77, by post or by telephone.\n\n"
    "<!-- Hail on cars is covered by the other policy. -->\n\n"
    "~~Hail on sheds is covered for tools and timber.~~\n\n"
    "```\nhail --report --by-post 4711\n```\n\nWe pay for broken windows only if they are shut.\n",
    "archive/hail-2019.md": f"# Hail\n\n{PAST}\n",
    "uk/flood.md": "# Flood\n\nThe excess for flood is 250 pounds for each claim. Call the flood desk first, by day or "
    "by night.\n",
    "us/flood.md": "# Flood\n\nThe excess for flood is 300 pounds for each claim. Sandbags are paid for.\n",
}
ROWS = {
    "roofs": ("Hail on roofs is covered in full.", "hail.md"),
    "code": ("hail --report --by-post 4711", "hail.md"),
    "sandbags": ("Sandbags are paid for.", "us/flood.md"),
    "desk": ("Call the flood desk first, by day or by night.", "flood.md"),
    "matter": ("What we pay when large hail breaks roofs and windows.", "hail.md"),
    "comment": ("Hail on cars is covered by the other policy.", "hail.md"),
    "struck": ("Hail on sheds is covered for tools and timber.", "hail.md"),
    "past": (PAST, None),
    "tiny": ("77", "hail.md"),
    "cut": ("We pay for broken windows", "hail.md"),
    "either": ("The excess for flood is 250 pounds for each claim.", "flood.md"),
    "few": ("Sandbags are paid for.", "flood.md"),
}
SOUND = {"roofs", "code", "sandbags", "desk"}
CODES = {
    "matter": "not_said",
    "comment": "not_said",
    "struck": "not_said",
    "past": "not_valid",
    "tiny": "short",
    "cut": "cut",
    "either": "several_documents",
    "few": "several_documents",
}


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    write_tree(tmp_path / "docs", DOCS)
    file = tmp_path / "rows.jsonl"
    file.write_text(
        "".join(
            json.dumps(
                {
                    "id": name,
                    "question": f"What do we say of number {number}?",
                    "gold_answer": "This.",
                    "gold_spans": [{"text": text, **({"doc_id": doc} if doc else {})}],
                }
            )
            + "\n"
            for number, (name, (text, doc)) in enumerate(ROWS.items())
        )
    )
    return file


def test_a_quote_that_stands_and_proves_nothing_there_becomes_a_draft_that_says_so(
    rows: Path, tmp_path: Path, goldset: Run
) -> None:
    write_tree(
        tmp_path / "set", {"goldset.yaml": "corpus: {sources: [{path: ../docs}]}\n", "items/.keep": ""}
    )
    assert goldset("snapshot", "create", "A", "-C", tmp_path / "set").code == 0
    report = _json(goldset("import", rows, "--yes", "--format", "json", "-C", tmp_path / "set"))
    ends = {row["ref"]: row for row in report["rows"]}
    assert {name for name, row in ends.items() if row["end"] == "imported"} == SOUND
    assert {name: row["reasons"][0]["code"] for name, row in ends.items() if row["end"] == "draft"} == CODES
    items = {path.stem: yaml.safe_load(path.read_text()) for path in (tmp_path / "set/items").rglob("*.yaml")}
    # The place is kept for whoever looks at it.
    assert items["comment"]["gold_spans"][0]["text"] == ROWS["comment"][0]
    assert items["comment"]["draft_reasons"] == [
        "it stands in a comment of hail.md: readers are not told it there"
    ]
    assert "us/flood.md has “The excess for flood is 300 pounds" in items["either"]["draft_reasons"][0]


def test_an_audit_does_not_call_it_alive(rows: Path, tmp_path: Path, goldset: Run) -> None:
    report = _json(goldset("audit", rows, "--corpus", tmp_path / "docs", "--format", "json"))
    states = {row["ref"]: row["state"] for row in report["rows"]}
    assert {name for name, state in states.items() if state == "alive"} == SOUND
    doubted = {
        name: "ambiguous" if code == "several_documents" else "cannot_tell" for name, code in CODES.items()
    }
    assert {name: state for name, state in states.items() if name not in SOUND} == doubted


def test_what_moved_to_the_archive_is_not_called_moved(tmp_path: Path, goldset: Run) -> None:
    write_tree(
        tmp_path, {"docs/archive/hail-2019.md": DOCS["archive/hail-2019.md"], "docs/hail.md": "# Hail\n"}
    )
    row = {
        "id": "a",
        "question": "Hail?",
        "gold_answer": "Yes",
        "gold_spans": [{"text": PAST, "doc_id": "hail.md"}],
    }
    (tmp_path / "rows.jsonl").write_text(json.dumps(row) + "\n")
    args = ("audit", tmp_path / "rows.jsonl", "--corpus", tmp_path / "docs", "--format", "json")
    (audited,) = _json(goldset(*args))["rows"]
    assert audited["state"] == "cannot_tell"
    assert "stands in the folder archive" in audited["evidence"][0]["reason"]


def _json(done: Ran, code: int = 0) -> dict[str, Any]:
    assert done.code == code, (done.out, done.err)
    found: dict[str, Any] = json.loads(done.out)
    return found
