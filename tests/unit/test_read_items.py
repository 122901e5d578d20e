from pathlib import Path

from goldset.domain.findings import Fault
from goldset.domain.rules import UNDECIDED
from goldset.stores.item_files import read_item, read_items
from goldset.stores.trees import FolderTree
from tests.conftest import write_tree

GOOD = """\
id: a
question: When?
slice: s
answerable: true
gold_answer: Now.
corpus_snapshot: "2026-10-01"
gold_spans:
  - doc_id: d.md
    text: It is now.
"""


def test_every_file_is_read_and_what_is_no_item_file_is_told(tmp_path: Path) -> None:
    write_tree(
        tmp_path,
        {
            "items/s/a.yaml": GOOD,
            "items/s/b.yaml": "id: b\n",
            "items/README.md": "read me",
            "items/c.yml": GOOD,
            "items/d.YAML": GOOD,
            "items/e.json": "{}",
        },
    )
    (tmp_path / "items/link.yaml").symlink_to("s/a.yaml")
    (tmp_path / "items/folder").symlink_to("s")
    read = read_items(FolderTree(tmp_path))
    assert [file.path for file in read.files] == [
        "items/folder",
        "items/link.yaml",
        "items/s/a.yaml",
        "items/s/b.yaml",
    ]
    assert [item.id for item in read.items] == ["a"]
    assert [file.path for file in read.unreadable] == ["items/folder", "items/link.yaml", "items/s/b.yaml"]
    assert {(f.code, f.path) for f in read.findings} == {
        ("GS110", "items/folder"),
        ("GS110", "items/link.yaml"),
        ("GS131", "items/s/b.yaml"),
        ("GS207", "items/c.yml"),
        ("GS207", "items/d.YAML"),
        ("GS207", "items/e.json"),
    }


def test_a_fault_is_placed_at_its_field_or_at_what_holds_it() -> None:
    file = read_item("items/s/a.yaml", ("\ufeff" + GOOD).encode())
    assert file.place(("gold_spans", 0, "text")) == (9, 5)
    assert file.place(("gold_spans", 0, "start")) == (8, 5)
    assert file.place(("gold_spans",)) == (7, 1)
    assert file.place(("tier",)) == (1, 1)
    finding = file.finding(Fault(UNDECIDED, "m", file.path, ("gold_spans", 0)))
    assert (finding.line, finding.column, finding.item, finding.field) == (8, 5, "a", "gold_spans[0]")
