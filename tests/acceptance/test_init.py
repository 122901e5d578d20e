import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from goldset.domain.json_schema import settings_schema
from goldset.domain.settings import Settings
from tests.conftest import Ran, git, write_tree

Goldset = Callable[..., Ran]
ALL = [
    "goldset.yaml",
    ".gitattributes",
    "schema/item.schema.json",
    "schema/settings.schema.json",
    ".github/CODEOWNERS",
    ".github/pull_request_template.md",
    ".github/workflows/goldset-validate.yml",
    ".github/workflows/goldset-reindex.yml",
]


def contents(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file() and ".git" not in path.parts)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def test_a_new_folder_becomes_a_set_in_a_repository(goldset: Goldset, tmp_path: Path) -> None:
    ran = goldset("init", tmp_path / "Help Centre")
    assert ran.code == 0
    assert sorted(contents(tmp_path / "Help Centre")) == sorted(ALL)
    assert git(tmp_path / "Help Centre", "branch", "--show-current") == "main"
    assert "in a new Git repository" in ran.out
    assert "goldset new" in ran.out
    assert max(len(line) for line in ran.out.splitlines()[1:]) <= 80


def test_the_first_settings_are_valid_and_named_after_the_folder(goldset: Goldset, tmp_path: Path) -> None:
    goldset("init", tmp_path / "Help Centre")
    data = yaml.safe_load((tmp_path / "Help Centre" / "goldset.yaml").read_text("utf-8"))
    assert Settings.model_validate(data).set == "help-centre"


def test_what_the_first_settings_show_as_comments_is_valid_too(goldset: Goldset, tmp_path: Path) -> None:
    goldset("init", tmp_path)
    lines = (tmp_path / "goldset.yaml").read_text("utf-8").splitlines()
    prose = ("# yaml-language-server", "# Settings", "# What is", "# Who", "# A re-index")
    data = yaml.safe_load("\n".join(line.removeprefix("# ") for line in lines if not line.startswith(prose)))
    assert set(data) == {"set", "corpus", "owners", "people", "policy", "relabel"}
    Settings.model_validate(data)
    assert not list(Draft202012Validator(settings_schema()).iter_errors(data))


def test_again_it_changes_nothing_and_says_what_it_kept(goldset: Goldset, tmp_path: Path) -> None:
    goldset("init", tmp_path)
    before = contents(tmp_path)
    ran = goldset("init", tmp_path, "--format", "json")
    report = json.loads(ran.out)
    assert (report["version"], report["written"], report["new_repository"]) == (1, [], False)
    assert [kept["path"] for kept in report["kept"]] == sorted(ALL)
    assert contents(tmp_path) == before


def test_files_of_an_existing_repository_are_kept_to_the_last_byte(
    goldset: Goldset, repository: Path
) -> None:
    mine: dict[str, str | bytes] = {
        "goldset.yaml": "set: mine\r\n",
        ".gitattributes": "*.png binary\n",
        ".github/CODEOWNERS": "* @everyone\n",
        "README.md": "mine",
    }
    write_tree(repository, mine)
    ran = goldset("init", repository)
    assert {path: contents(repository)[path] for path in mine} == {
        path: data.encode() if isinstance(data, str) else data for path, data in mine.items()
    }
    assert "kept  .gitattributes, which lacks:" in ran.out
    assert "snapshots/** text eol=lf linguist-generated=true" in ran.out
    assert "wrote schema/item.schema.json" in ran.out


def test_a_set_in_a_sub_folder_has_its_host_files_at_the_root(goldset: Goldset, repository: Path) -> None:
    write_tree(repository, {"eval/set/items/fees and prices/a.yaml": ""})
    ran = goldset("init", "-C", repository / "eval", "set")
    assert "wrote ../../.github/CODEOWNERS" in ran.out
    owners = (repository / ".github" / "CODEOWNERS").read_text("utf-8")
    assert "# /eval/set/items/fees\\ and\\ prices/ @your-team" in owners
    assert (repository / "eval" / "set" / ".gitattributes").is_file()
    assert not (repository / "eval" / "set" / ".git").exists()


@pytest.mark.parametrize("path", ["CODEOWNERS", "docs/CODEOWNERS", "PULL_REQUEST_TEMPLATE.md"])
def test_a_host_file_elsewhere_is_not_put_out_of_force(goldset: Goldset, repository: Path, path: str) -> None:
    write_tree(repository, {path: "* @everyone\n"})
    ran = goldset("init", repository)
    assert f"kept  {path}" in ran.out
    assert (repository / path).read_bytes() == b"* @everyone\n"
    hosts = {file.name.casefold() for file in (repository / ".github").iterdir()}
    assert Path(path).name.casefold() not in hosts


def test_a_template_folder_counts_as_a_template(goldset: Goldset, repository: Path) -> None:
    write_tree(repository, {".github/PULL_REQUEST_TEMPLATE/one.md": "x"})
    assert "kept  .github/PULL_REQUEST_TEMPLATE" in goldset("init", repository).out


def test_owners_of_the_settings_stand_in_code_owners(goldset: Goldset, repository: Path) -> None:
    settings = 'owners: {default: "@evals", slices: {fees: "@fees-team"}}\n'
    write_tree(repository, {"goldset.yaml": settings, "items/claims/a.yaml": ""})
    goldset("init", repository)
    assert (repository / ".github" / "CODEOWNERS").read_text("utf-8") == (
        "# The owner of a slice is asked to review every change of its items.\n\n"
        "/items/ @evals\n# /items/claims/ @your-team\n/items/fees/ @fees-team\n"
    )


@pytest.mark.parametrize("name", ["file", "file/below"])
def test_a_file_in_the_way_is_named(goldset: Goldset, tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_bytes(b"x")
    ran = goldset("init", tmp_path / name)
    assert ran.code == 3
    assert "file" in ran.err
    assert "Traceback" not in ran.err
    assert (tmp_path / "file").read_bytes() == b"x"


def test_a_second_set_of_a_folders_name_is_named_after_its_path(goldset: Goldset, repository: Path) -> None:
    for place, name in (
        ("claims/fr", "fr"),
        ("motor/fr", "motor-fr"),
        ("claims/fr", "fr"),
        ("Hôpital", "hopital"),
    ):
        assert goldset("init", repository / place).code == 0
        assert f"set: {name} " in (repository / place / "goldset.yaml").read_text()


def test_workflows_stand_at_the_root_and_name_the_folder_and_the_branch(
    goldset: Goldset, repository: Path
) -> None:
    git(repository, "checkout", "-qb", "trunk")
    ran = goldset("init", repository / "eval" / "it's $5")
    assert "wrote ../../.github/workflows/goldset-validate.yml" in ran.out
    flow = workflow(repository, "goldset-validate.yml")
    assert flow["on"]["push"]["branches"] == ["trunk"]
    job = flow["jobs"]["validate"]
    assert job["name"] == "goldset / validate"
    assert {step["env"]["SET"] for step in job["steps"] if "SET" in step.get("env", {})} == {"eval/it's $5"}


def test_a_second_set_gets_workflows_of_its_own(goldset: Goldset, repository: Path) -> None:
    goldset("init", repository / "eval" / "one")
    before = contents(repository)
    ran = goldset("init", repository / "eval" / "two")
    assert "wrote ../../.github/workflows/goldset-validate-two.yml" in ran.out
    assert {path: data for path, data in contents(repository).items() if path in before} == before
    first, second = (workflow(repository, f"goldset-validate{name}.yml") for name in ("", "-two"))
    assert first["concurrency"]["group"] != second["concurrency"]["group"]
    assert second["jobs"]["validate"]["name"] == "goldset / validate two"
    assert "wrote" not in goldset("init", repository / "eval" / "two").out.replace("wrote no", "")


def test_actions_are_pinned_and_rights_are_least(goldset: Goldset, repository: Path) -> None:
    goldset("init", repository)
    validate, reindex = (workflow(repository, f"goldset-{name}.yml") for name in ("validate", "reindex"))
    assert validate["permissions"] == {"contents": "read"}
    assert set(validate["on"]) == {"pull_request", "merge_group", "push"}
    assert validate["on"]["pull_request"] is None
    assert reindex["permissions"] == {}
    assert reindex["concurrency"]["cancel-in-progress"] is False
    for flow in (validate, reindex):
        for job in flow["jobs"].values():
            for step in job["steps"]:
                assert re.fullmatch(
                    r"actions/[a-z-]+@[0-9a-f]{40}", step.get("uses", f"actions/x@{'0' * 40}")
                )
                # What comes from outside reaches a shell by the environment alone.
                assert "${{" not in step.get("run", "")


def workflow(repository: Path, name: str) -> dict[str, Any]:
    text = (repository / ".github" / "workflows" / name).read_text("utf-8")
    flow: dict[str, Any] = yaml.safe_load(text.replace("\non:\n", '\n"on":\n'))
    return flow
