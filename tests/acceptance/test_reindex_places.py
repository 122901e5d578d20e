from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Ran, git, write_tree
from tests.golden_set import GoldenSet, change, fee, move, start


@pytest.fixture
def golden(repository: Path, tmp_path: Path, goldset: Callable[..., Ran]) -> GoldenSet:
    return start(repository, tmp_path / "corpus", goldset)


def test_working_tree_and_index_are_not_touched(golden: GoldenSet) -> None:
    change(golden, 1)
    write_tree(golden.root, {"items/fees/item-3.yaml": "half: written", "new.txt": "x"})
    golden.git("add", "items")
    write_tree(golden.root, {"items/fees/item-3.yaml": "more: written"})
    before = golden.git("status", "--porcelain=v2", "--branch")
    golden.reindex("B")
    assert golden.git("status", "--porcelain=v2", "--branch") == before


def test_brakes_stop_before_anything_is_written(golden: GoldenSet) -> None:
    write_tree(golden.root, {"goldset.yaml": "policy: {max_removed: 0.1, max_queued: 0.25}\n"})
    golden.commit()
    change(golden, 1, 2, 3)
    (golden.corpus / "case4.md").unlink()
    before = golden.everything()
    done = golden.reindex("B", code=3)
    assert "max_removed" in done.err
    assert "max_queued" in done.err
    assert golden.everything() == before
    golden.reindex("B", "--accept-change")
    assert golden.report()["steps"] == []


def test_a_paused_set_is_only_read(golden: GoldenSet) -> None:
    write_tree(golden.root, {"goldset.yaml": "relabel: {paused: true}\npolicy: {max_queued: 1.0}\n"})
    golden.commit()
    change(golden, 1)
    before = golden.everything()
    assert "paused" in golden.reindex("B", code=3).err
    golden.reindex("B", "--dry-run")
    assert golden.everything() == before


def test_a_branch_in_the_way_is_named_before_anything_is_written(golden: GoldenSet) -> None:
    change(golden, 1)
    golden.git("branch", "goldset")
    before = golden.everything()
    done = golden.reindex("B", code=3)
    assert "branch goldset exists" in done.err
    assert "git branch -m goldset old-goldset" in done.err
    assert golden.everything() == before


def test_pull_requests_go_to_the_default_branch_and_not_to_main(golden: GoldenSet) -> None:
    golden.git("branch", "develop")
    golden.git("commit", "-q", "--allow-empty", "-m", "only on main")
    golden.git("config", "init.defaultBranch", "develop")
    change(golden, 1)
    assert golden.report("B")["base"] == "develop"
    parent = golden.git("rev-parse", "goldset/golden-set/relabel/fees-1^")
    assert parent == golden.git("rev-parse", "develop")
    assert golden.report("--base", "main", "--dry-run")["base"] == "main"


def test_a_detached_head_is_no_obstacle_where_the_base_is_known(golden: GoldenSet) -> None:
    change(golden, 1)
    golden.git("checkout", "-q", "--detach")
    assert "--base" in golden.reindex("B", code=3).err
    golden.reindex("B", "--base", "main")
    assert golden.queues() == ["relabel/fees-1", "snapshot/B"]


def test_without_a_git_identity_goldset_commits_by_its_own_name(
    golden: GoldenSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(golden, 1)
    for name in ("AUTHOR", "COMMITTER"):
        monkeypatch.delenv(f"GIT_{name}_NAME")
        monkeypatch.delenv(f"GIT_{name}_EMAIL")
    golden.reindex("B")
    assert golden.git("log", "-1", "--format=%an", "goldset/golden-set/relabel/fees-1") == "goldset"


def test_a_set_in_a_folder_of_a_larger_repository(
    repository: Path, tmp_path: Path, goldset: Callable[..., Ran]
) -> None:
    (repository / "eval").mkdir()
    golden = start(repository / "eval", tmp_path / "corpus", goldset)
    write_tree(repository, {"code.py": "pass\n"})
    golden.commit()
    change(golden, 1)
    move(golden, 2)
    golden.reindex("B")
    assert "eval/items/fees/item-1.yaml" in git(
        repository, "diff", "--name-only", "main...goldset/golden-set/relabel/fees-1"
    )
    golden.relabel("accept", "item-1")
    golden.merge("relabel/fees-1", "snapshot/B")
    assert set(golden.ends().values()) == {"current"}
    assert git(repository, "status", "--porcelain") == ""


def test_broken_items_on_the_base_stop_the_run_by_name(golden: GoldenSet) -> None:
    write_tree(golden.root, {"items/fees/item-2.yaml": "id: [\n"})
    golden.commit()
    change(golden, 1)
    before = golden.everything()
    assert "items/fees/item-2.yaml" in golden.reindex("B", code=3).err
    assert golden.everything() == before


def test_texts_that_may_not_be_kept_are_on_no_branch(golden: GoldenSet) -> None:
    write_tree(golden.root, {"goldset.yaml": "corpus: {keep_text: false}\npolicy: {max_queued: 1.0}\n"})
    golden.commit()
    change(golden, 1)
    golden.reindex("B")
    for name in golden.queues():
        assert "snapshots/texts" not in golden.git("diff", "--name-only", f"main...goldset/golden-set/{name}")
    golden.relabel("accept", "item-1")


def test_a_lost_folder_of_pull_requests_is_made_again_from_the_branches(
    golden: GoldenSet, tmp_path: Path
) -> None:
    change(golden, 1, 2)
    golden.reindex("B")
    refs = golden.refs()
    (golden.root / ".goldset").rename(tmp_path / "lost")
    golden.reindex()
    assert golden.refs() == refs
    assert (golden.root / ".goldset/golden-set/relabel/fees-1.md").is_file()


def test_exit_code_says_whether_people_are_needed(golden: GoldenSet) -> None:
    move(golden, 1)
    golden.reindex("B", "--exit-code")
    change(golden, 2)
    golden.reindex("C", "--exit-code", code=1)


def test_spans_in_brackets_are_queued_like_any_other(golden: GoldenSet) -> None:
    path = golden.root / "items/fees/item-1.yaml"
    head = path.read_text().partition("gold_spans:")[0]
    path.write_text(f'{head}gold_spans: [{{doc_id: case1.md, text: "{fee(1)}"}}]  # by hand\n')
    golden.commit()
    change(golden, 1)
    golden.reindex("B")
    assert "# by hand" in golden.on("relabel/fees-1", "items/fees/item-1.yaml")
    golden.relabel("accept", "item-1")


def test_a_list_of_renames_is_believed(golden: GoldenSet, tmp_path: Path) -> None:
    (golden.corpus / "case1.md").rename(golden.corpus / "fee-of-one.md")
    write_tree(tmp_path, {"renames.jsonl": '{"from": "case1.md", "to": "fee-of-one.md"}\n'})
    report = golden.report("B", "--renames", str(tmp_path / "renames.jsonl"))
    assert report["totals"]["renamed"] == 1
    body = (golden.root / ".goldset/golden-set/snapshot/B.md").read_text()
    assert "`case1.md` → `fee-of-one.md`: 1 span" in body


@pytest.mark.parametrize(
    ("first", "second", "stopped"),
    [
        ("set: a\n", "set: a\n", True),
        ("", None, True),
        ("set: a\n", "set: b\n", False),
        ("", "set: {", False),
    ],
)
def test_two_sets_of_one_name_never_take_each_others_branches(
    repository: Path,
    tmp_path: Path,
    goldset: Callable[..., Ran],
    first: str,
    second: str | None,
    stopped: bool,  # noqa: FBT001  (what is expected)
) -> None:
    sets = [start(repository / name, tmp_path / name, goldset, cases=[1]) for name in ("one", "two")]
    for golden, text in zip(sets, (first, second), strict=True):
        settings = golden.root / "goldset.yaml"
        settings.unlink()
        if text is not None:
            settings.write_text(f"policy: {{max_queued: 1.0}}\n{text}")
        change(golden, 1)
    sets[0].commit()
    before = sets[0].everything()
    done = sets[0].reindex("B", code=3 if stopped else 0)
    assert ("in two and in one" in done.err) == stopped
    if stopped:
        assert "`set:` in its goldset.yaml" in done.err
        assert sets[0].everything() == before
    else:
        assert done.err == ""
