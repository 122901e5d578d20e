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
    ".vscode/settings.json",
]


WHY = "(`goldset init` writes these lines from goldset.yaml; the last match counts, so keep them at the end)"


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
    assert max(len(line) for line in ran.out.splitlines()[1:] if " cd " not in line) <= 80


def test_the_first_settings_are_valid_and_named_after_the_folder(goldset: Goldset, tmp_path: Path) -> None:
    goldset("init", tmp_path / "Help Centre")
    data = yaml.safe_load((tmp_path / "Help Centre" / "goldset.yaml").read_text("utf-8"))
    assert Settings.model_validate(data).set == "help-centre"


def test_what_the_first_settings_show_as_comments_is_valid_too(goldset: Goldset, tmp_path: Path) -> None:
    goldset("init", tmp_path)
    lines = (tmp_path / "goldset.yaml").read_text("utf-8").splitlines()
    prose = ("# yaml-language-server", "# Settings", "# What is", "# Who", "# `goldset init`", "# A re-index")
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
    assert "kept    .gitattributes; add to it:" in ran.out
    assert "snapshots/** text eol=lf linguist-generated=true" in ran.out
    assert "wrote   schema/item.schema.json" in ran.out


def test_a_set_in_a_sub_folder_has_its_host_files_at_the_root(goldset: Goldset, repository: Path) -> None:
    write_tree(repository, {"eval/set/items/fees and prices/a.yaml": ""})
    ran = goldset("init", "-C", repository / "eval", "set")
    assert "wrote   ../../.github/CODEOWNERS" in ran.out
    owners = (repository / ".github" / "CODEOWNERS").read_text("utf-8")
    assert "# /eval/set/items/fees\\ and\\ prices/ @your-team" in owners
    assert (repository / "eval" / "set" / ".gitattributes").is_file()
    assert not (repository / "eval" / "set" / ".git").exists()


@pytest.mark.parametrize("path", ["CODEOWNERS", "docs/CODEOWNERS", "PULL_REQUEST_TEMPLATE.md"])
def test_a_host_file_elsewhere_is_not_put_out_of_force(goldset: Goldset, repository: Path, path: str) -> None:
    write_tree(repository, {path: "* @everyone\n"})
    ran = goldset("init", repository)
    assert f"kept    {path}" in ran.out
    assert (repository / path).read_bytes() == b"* @everyone\n"
    hosts = {file.name.casefold() for file in (repository / ".github").iterdir()}
    assert Path(path).name.casefold() not in hosts


def test_a_template_folder_counts_as_a_template(goldset: Goldset, repository: Path) -> None:
    write_tree(repository, {".github/PULL_REQUEST_TEMPLATE/one.md": "x"})
    assert "kept    .github/PULL_REQUEST_TEMPLATE" in goldset("init", repository).out


def test_owners_of_the_settings_stand_in_code_owners(goldset: Goldset, repository: Path) -> None:
    settings = 'set: repository\nowners: {default: "@evals", slices: {fees: "@fees-team"}}\n'
    write_tree(repository, {"goldset.yaml": settings, "items/claims/a.yaml": ""})
    goldset("init", repository)
    assert (repository / ".github" / "CODEOWNERS").read_text("utf-8") == (
        f"# goldset repository: begin {WHY}\n/items/ @evals\n/items/fees/ @fees-team\n# goldset repository: end\n"
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
    git(repository, "checkout", "-qb", "trunk+1")
    ran = goldset("init", repository / "eval" / "it's $5")
    assert "wrote   ../../.github/workflows/goldset-validate.yml" in ran.out
    flow = workflow(repository, "goldset-validate.yml")
    assert flow["on"]["push"]["branches"] == [r"trunk\+1"]
    job = flow["jobs"]["validate"]
    assert job["name"] == "goldset / validate"
    assert {step["env"]["SET"] for step in job["steps"] if "SET" in step.get("env", {})} == {"eval/it's $5"}


def test_a_second_set_gets_workflows_of_its_own(goldset: Goldset, repository: Path) -> None:
    goldset("init", repository / "eval" / "one")
    before = contents(repository)
    ran = goldset("init", repository / "eval" / "two")
    assert "wrote   ../../.github/workflows/goldset-validate-two.yml" in ran.out
    assert {path: data for path, data in contents(repository).items() if path in before} == before
    first, second = (workflow(repository, f"goldset-validate{name}.yml") for name in ("", "-two"))
    assert first["concurrency"]["group"] != second["concurrency"]["group"]
    assert second["jobs"]["validate"]["name"] == "goldset / validate two"
    assert "wrote" not in goldset("init", repository / "eval" / "two").out


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


def test_owners_that_change_reach_the_lines_between_the_markers_alone(
    goldset: Goldset, repository: Path
) -> None:
    write_tree(repository, {"goldset.yaml": 'set: x\nowners: {default: "@old"}\n'})
    goldset("init", repository)
    path = repository / ".github" / "CODEOWNERS"
    path.write_bytes(b"* @everyone\r\n" + path.read_bytes() + b"/src/ @dev\n")
    write_tree(repository, {"goldset.yaml": 'set: x\nowners: {default: "@new"}\n'})
    ran = goldset("init", repository)
    assert "updated .github/CODEOWNERS" in ran.out
    assert path.read_bytes() == (
        f"* @everyone\r\n# goldset x: begin {WHY}\n/items/ @new\n# goldset x: end\n/src/ @dev\n".encode()
    )
    assert "kept    .github/CODEOWNERS\n" in goldset("init", repository).out


def test_owners_of_settings_with_a_fault_put_nobody_out_of_office(goldset: Goldset, repository: Path) -> None:
    write_tree(repository, {"goldset.yaml": 'set: x\nowners: {default: "@old"}\n'})
    goldset("init", repository)
    before = contents(repository)
    write_tree(repository, {"goldset.yaml": "set: x\nowners: {default: [}\n"})
    ran = goldset("init", repository)
    assert ran.code == 3
    assert "goldset.yaml, line 2" in ran.err
    assert {**contents(repository), "goldset.yaml": b""} == {**before, "goldset.yaml": b""}


def test_where_one_file_cannot_be_written_none_is(goldset: Goldset, repository: Path) -> None:
    write_tree(repository, {".vscode": "a file where a folder should be"})
    before = contents(repository)
    ran = goldset("init", repository)
    assert ran.code == 3
    assert ".vscode" in ran.err
    assert contents(repository) == before


@pytest.mark.parametrize("place", [".git/hooks", "items/fees", "snapshots"])
def test_a_folder_that_cannot_hold_a_set_is_refused(goldset: Goldset, repository: Path, place: str) -> None:
    goldset("init", repository)
    before = contents(repository)
    ran = goldset("init", repository / place)
    assert (ran.code, ran.out) == (3, "")
    assert contents(repository) == before


def test_a_repository_without_a_working_tree_is_refused(goldset: Goldset, tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "--bare", "bare.git")
    ran = goldset("init", tmp_path / "bare.git")
    assert (ran.code, "working tree" in ran.err) == (3, True)


def test_a_corpus_stands_in_the_settings_as_seen_from_them(goldset: Goldset, repository: Path) -> None:
    write_tree(repository, {"our docs/a.md": "x"})
    assert goldset("init", "-C", repository, "eval/one", "--corpus", "our docs").code == 0
    data = yaml.safe_load((repository / "eval/one/goldset.yaml").read_text("utf-8"))
    assert data["corpus"]["sources"] == [{"path": "../../our docs"}]
    write_tree(repository, {"eval/two/goldset.yaml": "set: two\n"})
    ran = goldset("init", "-C", repository, "eval/two", "--corpus", "our docs")
    assert "kept    goldset.yaml; add to it:\n            corpus:\n" in ran.out
    assert goldset("init", "-C", repository, "--corpus", "nowhere").code == 2


def test_every_file_of_ones_own_is_kept_and_what_to_add_is_printed(
    goldset: Goldset, repository: Path
) -> None:
    mine: dict[str, str | bytes] = {
        ".github/pull_request_template.md": "Why?\n",
        ".vscode/settings.json": '{\n  // ours\n  "editor.rulers": [100],\n}\n',
        ".pre-commit-config.yaml": "repos: []\n",
        ".github/CODEOWNERS": "* @everyone",
    }
    write_tree(repository, mine)
    ran = goldset("init", repository, "--format", "json")
    lacks = {each["path"]: each["lacks"] for each in json.loads(ran.out)["kept"]}
    assert {path: bool(lines) for path, lines in lacks.items()} == dict.fromkeys(mine, True)
    # Once it is added as it was printed, nothing lacks any more.
    text = repository.joinpath(".github/pull_request_template.md").read_text("utf-8")
    write_tree(
        repository,
        {
            ".github/pull_request_template.md": text + "\n".join(lacks[".github/pull_request_template.md"]),
            ".vscode/settings.json": '{\n  // ours\n  "editor.rulers": [100],\n'
            + "\n".join(lacks[".vscode/settings.json"]) + "\n}\n",
            ".pre-commit-config.yaml": "repos:\n" + "\n".join(lacks[".pre-commit-config.yaml"]) + "\n",
            ".github/CODEOWNERS": "* @everyone\n" + "\n".join(lacks[".github/CODEOWNERS"]),
        },
    )  # fmt: skip
    again = json.loads(goldset("init", repository, "--format", "json").out)
    assert [each for each in again["kept"] if each["lacks"]] == []
    assert (again["written"], again["updated"]) == ([], [])


def test_a_pull_request_template_is_for_those_who_ask_where_there_is_more_than_the_set(
    goldset: Goldset, repository: Path
) -> None:
    goldset("init", repository / "eval")
    assert (repository / ".github/PULL_REQUEST_TEMPLATE/golden-set.md").is_file()
    assert not (repository / ".github/pull_request_template.md").exists()
    assert "PULL_REQUEST_TEMPLATE/golden-set.md" in goldset("init", repository / "eval").out


def test_the_ruleset_is_printed_and_nothing_written(goldset: Goldset, repository: Path) -> None:
    ran = goldset("init", "--ruleset", repository)
    made = json.loads(ran.out)
    assert (made["name"], made["conditions"]["ref_name"]["include"]) == (
        "goldset repository",
        ["~DEFAULT_BRANCH"],
    )
    assert contents(repository) == {}
    goldset("init", repository / "eval" / "one")
    goldset("init", repository / "eval" / "two")
    assert '"goldset / validate two"' in goldset("init", "--ruleset", repository / "eval" / "two").out


def test_a_workflow_that_cannot_be_read_is_kept_and_its_check_has_the_usual_name(
    goldset: Goldset, repository: Path
) -> None:
    write_tree(repository, {".github/workflows/goldset-validate.yml": "\t: ["})
    ran = goldset("init", repository)
    assert "kept    .github/workflows/goldset-validate.yml" in ran.out
    assert "the check `goldset / validate`" in ran.out
