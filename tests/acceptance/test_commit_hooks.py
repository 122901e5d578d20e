"""The hooks for `pre-commit`, run on a commit as it runs them: the files that match, from the repository's root."""

import re
import shlex
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.conftest import ROOT, Ran, git, goldset_process, write_tree
from tests.workflow_world import item

Goldset = Callable[..., Ran]
MANIFEST = {hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))}
UNTIDY = "slice: s\nid:   two\nquestion: Is it?\nanswerable: false\nabstain_reason: ambiguous\n"


def run(hook: Mapping[str, Any], repository: Path, *args: str) -> str:
    """Return `skipped`, `passed`, `failed` or, where it changed files, `modified`."""
    staged = git(repository, "diff", "--cached", "--name-only").splitlines()
    matching = [path for path in staged if re.search(hook["files"], path)]
    if not matching:
        return "skipped"
    command, *words = shlex.split(hook["entry"])
    assert command == "goldset"
    files = matching if hook.get("pass_filenames", True) else []
    before = git(repository, "diff")
    ran = goldset_process(*words, *args, *files, cwd=repository)
    return "failed" if ran.code else "modified" if git(repository, "diff") != before else "passed"


def printed_hooks(goldset: Goldset, repository: Path, place: str) -> dict[str, Mapping[str, Any]]:
    """Return the hooks that `goldset init` prints for a configuration that is there already."""
    write_tree(repository, {".pre-commit-config.yaml": "repos: []\n"})
    out = goldset("init", repository / place).out.splitlines()
    start = next(n for n, line in enumerate(out) if ".pre-commit-config.yaml; add to it" in line) + 1
    lines = [line[12:] for line in out[start:] if line.startswith(" " * 12)]
    ((local),) = yaml.safe_load("\n".join(lines[lines.index("- repo: local") :]))
    assert (local["repo"], {hook["language"] for hook in local["hooks"]}) == ("local", {"python"})
    return {hook["id"]: hook for hook in local["hooks"]}


@pytest.mark.parametrize("place", [".", "eval/our set"])
@pytest.mark.parametrize("source", ["manifest", "printed"])
def test_a_commit_is_formatted_and_checked(
    goldset: Goldset, repository: Path, place: str, source: str
) -> None:
    goldset("init", repository / place)
    hooks = MANIFEST if source == "manifest" else printed_hooks(goldset, repository, place)
    args = ["-C", place] if source == "manifest" and place != "." else []
    write_tree(repository / place, {"items/s/one.yaml": item("one")})
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "Start")
    write_tree(repository, {"src/a.py": "1\n"})
    git(repository, "add", "-A")
    assert {run(hook, repository, *args) for hook in hooks.values()} == {"skipped"}
    write_tree(repository / place, {"items/s/two.yaml": UNTIDY})
    git(repository, "add", "-A")
    assert run(hooks["goldset-fmt"], repository) == "modified"
    git(repository, "add", "-A")
    assert run(hooks["goldset-fmt"], repository) == "passed"
    assert run(hooks["goldset-validate"], repository, *args) == "passed"
    write_tree(repository / place, {"items/s/three.yaml": "id: three\n"})
    git(repository, "add", "-A")
    assert run(hooks["goldset-validate"], repository, *args) == "failed"


def test_a_path_is_enough_to_find_its_set(goldset: Goldset, repository: Path) -> None:
    for place in ("eval/one", "eval/two"):
        goldset("init", repository / place)
        write_tree(repository / place, {"items/s/a.yaml": item("a")})
    ran = goldset("validate", "-C", repository, "eval/two/items/s/a.yaml")
    assert (ran.code, "1 item in 1 file" in ran.out) == (0, True)
    assert goldset("fmt", "--check", "-C", repository / "eval/one", repository / "eval/two/items").code == 0
    both = goldset("validate", "-C", repository, "eval/one/items", "eval/two/items")
    assert (both.code, "of one set" in both.err) == (3, True)
