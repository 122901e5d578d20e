import subprocess
import sys
from pathlib import Path

import pytest

import goldset
from tests.conftest import ROOT, write_tree
from tests.snapshot_builder import add_snapshot

LINE = "A lost parcel may be claimed for 30 days after posting."
ITEM = f"""\
id: lost-parcel
question: How long may I claim a lost parcel?
slice: claims
answerable: true
gold_answer: For 30 days.
corpus_snapshot: "1"
gold_spans:
  - doc_id: parcels.md
    text: {LINE}
    start: 0
    end: 55
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_tree(tmp_path, {"goldset.yaml": "set: parcels\n", "items/claims/lost-parcel.yaml": ITEM})
    add_snapshot(tmp_path, "1", {"parcels.md": LINE}, day=1)
    return add_snapshot(tmp_path, "2", {"parcels.md": f"New. {LINE}"}, day=2)


def test_a_set_is_loaded_with_items_spans_and_settings(folder: Path) -> None:
    golden = goldset.load(folder / "items" / "claims")
    assert golden.root == folder.resolve()
    assert golden.settings.set == "parcels"
    assert [item.id for item in golden.items] == ["lost-parcel"]
    assert [span.key for span in golden.spans] == [("lost-parcel", "s1")]
    assert [snapshot.id for snapshot in golden.snapshots] == ["1", "2"]


def test_a_set_says_where_its_items_stand(folder: Path) -> None:
    golden = goldset.load(str(folder))
    assert golden.standing("1").item_counts()[goldset.State.CURRENT] == 1
    (stale,) = golden.standing().stale()
    assert (stale.item.id, stale.cause) == ("lost-parcel", goldset.Cause.NOT_RESOLVED)


def test_an_item_with_errors_is_never_left_out_in_silence(folder: Path) -> None:
    write_tree(folder, {"items/claims/broken.yaml": "id: broken\n"})
    with pytest.raises(goldset.GoldsetError, match=r"an item file has errors: items/claims/broken\.yaml"):
        goldset.load(folder)
    allowed = goldset.load(folder, allow_errors=True)
    assert (len(allowed.items), allowed.unreadable) == (1, ("items/claims/broken.yaml",))


def test_a_set_without_snapshots_has_no_standing(tmp_path: Path) -> None:
    write_tree(tmp_path, {"goldset.yaml": ""})
    with pytest.raises(goldset.GoldsetError, match="no snapshot yet"):
        goldset.load(tmp_path).standing()


def test_spans_are_resolved_in_another_snapshot(folder: Path) -> None:
    resolved = goldset.resolve(goldset.load(folder), "2")
    assert [one.resolution.outcome for one in resolved.spans] == [goldset.Outcome.MOVED]
    assert resolved.totals()["spans"] == 1
    assert goldset.resolve(folder, "1").spans[0].resolution.outcome is goldset.Outcome.UNCHANGED


def test_every_public_name_is_there_and_listed() -> None:
    assert all(getattr(goldset, name) is not None for name in goldset.__all__)
    assert dir(goldset) == sorted(goldset.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        goldset.nothing  # noqa: B018 (the access is what is tested)


def test_importing_the_package_brings_in_nothing_heavy() -> None:
    heavy = ["pydantic", "yaml", "ruamel", "git", "rapidfuzz", "numpy", "click"]
    code = f"import sys, goldset; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
