"""What `goldset init` writes into, or wants added to, files that people have already."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldset.domain.settings import OwnerSettings
from goldset.reporting.code_owners import code_owners_lines, with_code_owners
from goldset.reporting.commit_hooks import lacking_hooks
from goldset.reporting.editor_settings import editor_settings, lacking_bindings, schema_bindings
from goldset.reporting.rulesets import base_branch_ruleset
from goldset.stores.workflow_files import required_check, workflow_files

OWNERS = OwnerSettings(default="@evals", slices={"fees and prices": "@fees"})
OUTSIDE = st.text(alphabet="ab #@/*:\r\n\t\u2028é", max_size=60).filter(lambda text: "# goldset" not in text)


@settings(deadline=None, max_examples=60)
@given(before=OUTSIDE, after=OUTSIDE, end=st.sampled_from(["\n", "\r\n"]))
def test_lines_outside_the_markers_are_never_touched(before: str, after: str, end: str) -> None:
    old = code_owners_lines("x", "", [], OwnerSettings(default="@old"))
    new = code_owners_lines("x", "eval/", [], OWNERS)
    head = f"{before}{end}" if before else ""
    text = f"{head}{end.join(old)}{end}{after}"
    assert with_code_owners(text, "x", new) == f"{head}{end.join(new)}{end}{after}"
    assert with_code_owners(text, "x2", new) is None


def test_a_last_line_without_an_end_keeps_none() -> None:
    lines = code_owners_lines("x", "", [], OWNERS)
    text = "\n".join(lines)
    assert with_code_owners(text, "x", lines) == text


@pytest.mark.parametrize("broken", ["begin", "end", "turned", "twice"])
def test_markers_that_are_no_pair_are_left_alone(broken: str) -> None:
    begin, *inside, end = code_owners_lines("x", "", [], OWNERS)
    lines = {
        "begin": [begin, *inside], "end": [*inside, end], "turned": [end, *inside, begin],
        "twice": [begin, begin, *inside, end],
    }[broken]  # fmt: skip
    assert with_code_owners("\n".join(lines), "x", [begin, end]) is None


def test_a_slice_name_or_owner_adds_no_line_of_its_own() -> None:
    owners = OwnerSettings(default="@a\n* @evil", slices={"s\n* @evil": "@b", "t u": "@c @d"})
    assert code_owners_lines("x", "eval/", ["s"], owners)[1:-1] == [
        "/eval/items/ @a * @evil", r"/eval/items/t\ u/ @c @d",
    ]  # fmt: skip


BOUND = '"yaml.schemas": {"./schema/item.schema.json": "x", "./schema/settings.schema.json": "y"'


@pytest.mark.parametrize(
    ("text", "lacks"),
    [
        ("", True), ("{}", True), ("{ // none\n}", True), ("not json", True), ('{"yaml.schemas": 1}', True),
        ("{" + BOUND + ",},}", False), ("// " + BOUND + "}\n{}", True), ("/* " + BOUND + "} */ {}", True),
        ('{"a": "// no comment /*", /* "b" */ ' + BOUND + "// c\n}}", False),
        (editor_settings(""), False), (editor_settings("eval/"), True),
    ],
)  # fmt: skip
def test_editor_settings_are_read_with_comments_and_asked_for_where_they_lack(
    text: str, *, lacks: bool
) -> None:
    lines = lacking_bindings(text, schema_bindings(""))
    assert bool(lines) is lacks
    if lines:
        added = json.loads("{" + "\n".join(lines) + "}")
        assert added.get("yaml.schemas", added) == schema_bindings("")


def test_hooks_are_asked_for_by_the_sets_exact_folder() -> None:
    text = "\n".join(lacking_hooks("repos: []\n", "eval/set", "git-goldset==1"))
    assert "goldset validate -C eval/set" in text
    assert not lacking_hooks(text, "eval/set", "git-goldset==1")
    assert lacking_hooks(text, "eval/set2", "git-goldset==1")
    assert lacking_hooks(text, "eval", "git-goldset==1")


def flows(*sets: tuple[str, str]) -> tuple[dict[str, bytes], list[list[str]]]:
    """Return the workflows of sets that are started one after the other, and the paths of each."""
    there: dict[str, bytes] = {}
    paths = []
    for folder, name in sets:
        made = workflow_files(folder, "main", name, there)
        paths.append([path.rpartition("/")[2] for path in made])
        there |= {path: data for path, data in made.items() if path not in there}
    return there, paths


@pytest.mark.parametrize(
    "order", [("eval/set", "eval/set2", ""), ("", "eval/set2", "eval/set"), ("eval/set2", "eval", "")]
)
def test_a_set_knows_its_own_workflows_from_those_of_others(order: tuple[str, ...]) -> None:
    sets = [(folder, f"n{number}") for number, folder in enumerate(order)]
    there, paths = flows(*sets)
    assert paths[0] == ["goldset-validate.yml", "goldset-reindex.yml"]
    assert [made[0] for made in paths[1:]] == ["goldset-validate-n1.yml", "goldset-validate-n2.yml"]
    for (folder, name), before in zip(sets, paths, strict=True):
        again = workflow_files(folder, "main", name, there)
        assert [path.rpartition("/")[2] for path in again] == before
        assert all(there[path] == data for path, data in again.items())
    checks = [required_check(there[f".github/workflows/{made[0]}"]) for made in paths]
    assert checks == ["goldset / validate", "goldset / validate n1", "goldset / validate n2"]


def test_a_workflow_of_ones_own_that_uses_the_action_is_the_sets() -> None:
    own = b"""
jobs:
  golden:
    name: golden set
    steps:
      - uses: octo-org/goldset@0123
        with: {set: ./eval/set/}
"""
    there = {".github/workflows/pr.yaml": own, ".github/workflows/broken.yml": b"\t: ["}
    paths = list(workflow_files("eval/set", "main", "set", there))
    assert paths == [".github/workflows/pr.yaml", ".github/workflows/goldset-reindex.yml"]
    assert required_check(own) == "golden set"
    assert next(iter(workflow_files("eval/set2", "main", "set2", there))).endswith("goldset-validate.yml")


def test_the_ruleset_asks_for_owners_and_the_check_and_says_nothing_of_paths() -> None:
    made = base_branch_ruleset("x", "goldset / validate")
    assert set(made) == {"name", "target", "enforcement", "conditions", "rules", "bypass_actors"}
    rules = {rule["type"]: rule.get("parameters", {}) for rule in made["rules"]}
    assert set(rules) == {"deletion", "non_fast_forward", "pull_request", "required_status_checks"}
    assert rules["pull_request"]["require_code_owner_review"] is True
    assert rules["required_status_checks"]["required_status_checks"] == [{"context": "goldset / validate"}]
    assert "snapshots" not in json.dumps(made)
