"""`goldset impact` on real repositories: what a change of documents means for the passages in them."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from goldset.reporting import impact_markdown
from tests.conftest import Ran, git, goldset_process, write_tree
from tests.docs_set import COUNTERS, FEE, PARCELS, RETURNS, SETTINGS, DocsSet, effects, start
from tests.markdown import seen

NEW_FEE = FEE.replace("9.50", "10.50")


@pytest.fixture
def docs(repository: Path, goldset: Callable[..., Ran]) -> DocsSet:
    return start(repository, goldset)


def test_passages_are_listed_by_document_with_old_and_new_text(docs: DocsSet) -> None:
    docs.commit(parcels=PARCELS.replace(FEE, f"{NEW_FEE}\n\nNew: by boat."))
    found = docs.impact("HEAD~1..HEAD")
    assert effects(found) == {"fee": "queued edited", "returns": "carried_over moved"}
    assert found["documents"] == {"added": [], "changed": ["parcels.md"], "removed": []}
    assert found["totals"]["untouched"] == 1
    (row,) = (row for row in found["spans"] if row["item"] == "fee")
    assert (row["from"]["text"], row["candidates"][0]["text"]) == (FEE, NEW_FEE)
    assert (row["path"], row["document"]) == ("items/post/fee.yaml", "parcels.md")
    text = docs.run("impact", "HEAD~1..HEAD").out
    assert "⟦10.50⟧" in text
    assert "items/post/fee.yaml" in text
    assert max(map(len, text.splitlines())) <= 80
    page = docs.run("impact", "HEAD~1..HEAD", "--format", "markdown").out
    assert "+ Express delivery costs €⟦10.50⟧" in page
    assert "does the answer still hold" in page.lower()


def test_it_is_advice_and_fails_only_where_asked_to(docs: DocsSet) -> None:
    docs.commit(parcels=PARCELS.replace(RETURNS, f"New first.\n\n{RETURNS}"))
    docs.run("impact", "HEAD~1..HEAD", "--strict")
    docs.commit(parcels=PARCELS.replace(FEE, NEW_FEE))
    docs.run("impact", "HEAD~1..HEAD")
    docs.run("impact", "HEAD~1..HEAD", "--strict", code=1)


def test_nothing_is_written(docs: DocsSet) -> None:
    docs.commit(parcels=PARCELS.replace(FEE, NEW_FEE))
    docs.impact("HEAD~1..HEAD")
    assert docs.status() == []


def test_what_waited_before_is_told_apart_from_what_the_change_does(docs: DocsSet) -> None:
    docs.commit(parcels=PARCELS.replace(FEE, NEW_FEE))
    docs.commit(parcels=PARCELS.replace(FEE, f"{NEW_FEE} It is fast."))
    assert effects(docs.impact("HEAD~1..HEAD"))["fee"] == "waiting edited"
    docs.run("impact", "HEAD~1..HEAD", "--strict")
    docs.commit(parcels=PARCELS.replace(FEE, FEE.replace("9.50", "11.50")))
    assert effects(docs.impact("HEAD~1..HEAD"))["fee"] == "queued edited"
    docs.commit(parcels=PARCELS)
    assert effects(docs.impact("HEAD~1..HEAD"))["fee"] == "carried_over unchanged"


def test_a_renamed_document_is_followed_and_so_is_one_renamed_before(docs: DocsSet) -> None:
    docs.git("mv", "docs/parcels.md", "docs/sending.md")
    docs.commit()
    found = docs.impact("HEAD~1..HEAD")
    assert effects(found) == {"fee": "carried_over renamed", "returns": "carried_over renamed"}
    assert "parcels.md -> sending.md: 2 carried over" in docs.run("impact", "HEAD~1..HEAD").out
    docs.commit(sending=PARCELS.replace(FEE, NEW_FEE))
    assert effects(docs.impact("HEAD~1..HEAD"))["fee"] == "queued edited"
    docs.commit(counters=COUNTERS.replace("town", "city"))
    assert effects(docs.impact("HEAD~1..HEAD")) == {"hours": "carried_over unchanged"}


def test_a_deleted_document_leaves_its_passages_to_a_person(docs: DocsSet) -> None:
    docs.git("rm", "-q", "docs/counters.md")
    docs.commit()
    assert effects(docs.impact("HEAD~1..HEAD")) == {"hours": "queued document_removed"}


def test_uncommitted_pages_are_compared_with_the_last_commit(docs: DocsSet) -> None:
    docs.write(counters=COUNTERS.replace("18", "16"))
    assert effects(docs.impact()) == {"hours": "queued edited"}
    assert effects(docs.impact("HEAD")) == {"hours": "queued edited"}
    assert docs.impact("HEAD~0..HEAD")["spans"] == []


def test_a_change_of_anything_else_touches_nothing(docs: DocsSet) -> None:
    write_tree(docs.root, {"src/a.py": "1\n", "docs/picture.svg": "<svg/>"})
    docs.commit()
    found = docs.impact("HEAD~1..HEAD")
    assert (found["spans"], found["totals"]["untouched"]) == ([], 3)
    assert "No document of the corpus differs" in docs.run("impact", "HEAD~1..HEAD").out


def test_first_commits_and_merges_are_changes_like_any_other(docs: DocsSet) -> None:
    first = docs.impact("HEAD^..HEAD")
    assert (first["base"], len(first["documents"]["added"])) == ("nothing", 2)
    assert set(effects(first).values()) == {"carried_over unchanged"}
    docs.git("checkout", "-q", "-b", "work")
    docs.commit(parcels=PARCELS.replace(FEE, NEW_FEE))
    docs.git("checkout", "-q", "main")
    docs.commit(counters=COUNTERS.replace("18", "16"))
    docs.git("merge", "-q", "--no-ff", "-m", "merge", "work")
    assert effects(docs.impact("HEAD^1..HEAD"))["fee"] == "queued edited"
    assert effects(docs.impact("HEAD^2..HEAD")) == {"hours": "queued edited"}
    assert effects(docs.impact("main~1...work"))["fee"] == "queued edited"
    assert effects(docs.impact("HEAD~1...work")) == effects(docs.impact("HEAD^1..HEAD"))


def test_a_shallow_clone_does_what_it_can_and_says_what_to_fetch(docs: DocsSet, tmp_path: Path) -> None:
    docs.commit(parcels=PARCELS.replace(FEE, NEW_FEE))
    for depth in (1, 2):
        git(tmp_path, "clone", "-q", f"--depth={depth}", docs.root.as_uri(), f"clone-{depth}")
    ran = goldset_process("impact", "HEAD^..HEAD", "-C", "eval", cwd=tmp_path / "clone-1")
    assert ran.code == 3
    assert "fetch-depth" in ran.err
    ran = goldset_process("impact", "HEAD^..HEAD", "-C", "eval", "--format", "json", cwd=tmp_path / "clone-2")
    assert effects(json.loads(ran.out)) == {"fee": "queued edited", "returns": "carried_over moved"}


def test_a_corpus_that_lies_elsewhere_is_named(docs: DocsSet, tmp_path: Path) -> None:
    elsewhere = tmp_path / "far"
    write_tree(elsewhere, {"a.md": "# Far\n\nFar away.\n"})
    more = f"    - {{name: far, path: {elsewhere}}}\n"
    write_tree(docs.root, {"eval/goldset.yaml": SETTINGS + more})
    docs.commit(parcels=PARCELS.replace(FEE, NEW_FEE))
    ran = docs.run("impact", "HEAD~1..HEAD")
    assert "source far lies outside" in ran.err
    write_tree(docs.root, {"eval/goldset.yaml": f"set: post\ncorpus:\n  sources:\n{more}"})
    assert "no source of goldset.yaml lies in this repository" in docs.run("impact", code=3).err


def test_items_that_cannot_be_read_are_named_not_left_out(docs: DocsSet) -> None:
    write_tree(docs.root, {"eval/items/post/broken.yaml": "id: broken\n"})
    docs.commit(parcels=PARCELS.replace(RETURNS, f"New.\n\n{RETURNS}"))
    assert docs.impact("HEAD~1..HEAD")["unreadable"] == ["items/post/broken.yaml"]
    assert "items/post/broken.yaml" in docs.run("impact", "HEAD~1..HEAD", "--strict", code=1).out


def test_nothing_that_a_page_or_item_says_gives_html_or_commands(docs: DocsSet) -> None:
    hostile = "::error::x %0A::warning::y ##[error]z <img src=x> @octo `` ``` \x1b[31m red"
    docs.commit(parcels=PARCELS.replace(FEE, f"{FEE[:-1]} {hostile}."))
    for style in ("text", "markdown"):
        out = docs.run("impact", "HEAD~1..HEAD", "--format", style).out
        assert "\x1b" not in out
        assert not [line for line in out.splitlines() if line.lstrip().startswith(("::", "##["))]
    page = docs.run("impact", "HEAD~1..HEAD", "--format", "markdown").out
    assert "##[" not in page
    assert "img" not in seen(page).tags


def test_many_passages_fit_into_a_comment(docs: DocsSet, monkeypatch: pytest.MonkeyPatch) -> None:
    docs.commit(parcels=PARCELS.replace(FEE, NEW_FEE), counters=COUNTERS.replace("18", "16"))
    monkeypatch.setattr(impact_markdown, "MOST_CHARACTERS", 1_100)
    out = docs.run("impact", "HEAD~1..HEAD", "--format", "markdown").out
    assert len(out) < 1_200
    assert "**1 more part** of this did not fit here" in out
    assert "| would wait for a person | 2 |" in out
