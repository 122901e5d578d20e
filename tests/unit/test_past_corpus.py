from collections.abc import Callable
from pathlib import Path

import pytest

from goldset.domain.settings import CorpusSettings, Settings, SourceSettings
from goldset.errors import SnapshotError
from goldset.stores.git_repo import open_repository
from goldset.stores.past_corpus import PastCorpus
from goldset.stores.snapshot_files import read_manifest
from goldset.stores.trees import FolderTree
from tests.conftest import Ran, git, write_tree

CONFIG = "corpus:\n  keep_text: false\n  sources:\n    - {path: docs, ignore_front_matter: [at]}\n"
SETTINGS = Settings(
    corpus=CorpusSettings(sources=(SourceSettings(path="docs", ignore_front_matter=("at",)),))
)
PAGE = "---\nat: 1\n---\n# Page\r\n"


@pytest.fixture
def golden_set(repository: Path) -> Path:
    files = {"goldset.yaml": CONFIG, "items/.keep": "", "docs/Mu\u0308.md": PAGE, "docs/b.md": "Two.\n"}
    write_tree(repository, {**files})
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "Docs")
    return repository


@pytest.mark.parametrize("spec", ["docs", "git:HEAD:docs"])
def test_old_texts_come_from_the_commit_that_was_indexed(
    golden_set: Path, goldset: Callable[..., Ran], spec: str
) -> None:
    assert goldset("snapshot", "create", "s1", "--corpus", spec, "-C", golden_set).code == 0
    write_tree(golden_set, {"docs/b.md": "Changed.\n"})
    git(golden_set, "commit", "-qam", "Change")
    with open_repository(golden_set) as repository:
        tree = FolderTree(golden_set)
        past = PastCorpus(tree, read_manifest(tree, "s1"), repository, SETTINGS)
        assert past.text("M\u00fc.md") == "---\n---\n# Page\n"
        assert past.text("b.md") == "Two.\n"
        assert past.text("c.md") is None
        assert list(past.documents) == ["M\u00fc.md", "b.md"]
        # Read by other rules it is another text, and another text is never handed out.
        assert PastCorpus(tree, read_manifest(tree, "s1"), repository, Settings()).text("M\u00fc.md") is None


def test_a_kept_text_that_is_another_is_refused_although_git_has_the_right_one(
    golden_set: Path, goldset: Callable[..., Ran]
) -> None:
    goldset("snapshot", "create", "s1", "-C", golden_set)
    tree = FolderTree(golden_set)
    manifest = read_manifest(tree, "s1")
    sha256 = manifest.documents["b.md"].text_sha256
    write_tree(golden_set, {f"snapshots/texts/{sha256[:2]}/{sha256}.txt": "Other.\n"})
    with open_repository(golden_set) as repository, pytest.raises(SnapshotError, match="holds another text"):
        PastCorpus(tree, manifest, repository, SETTINGS).text("b.md")


def test_a_commit_that_is_not_there_has_no_texts(golden_set: Path, goldset: Callable[..., Ran]) -> None:
    goldset("snapshot", "create", "s1", "-C", golden_set)
    head = golden_set / "snapshots/s1/snapshot.yaml"
    head.write_text(head.read_text().replace(git(golden_set, "rev-parse", "HEAD"), "0" * 40))
    with open_repository(golden_set) as repository:
        tree = FolderTree(golden_set)
        assert PastCorpus(tree, read_manifest(tree, "s1"), repository, SETTINGS).text("b.md") is None
