"""The steps of the workflows and of the action, run in order on real checkouts with real events."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.conftest import ROOT, Ran, git
from tests.markdown import seen
from tests.runner_log import commands
from tests.workflow_world import BROKEN, NOTHING, World, item

VALIDATE = ".github/workflows/goldset-validate.yml"
BY_ACTION = """\
jobs:
  validate:
    steps:
      - uses: actions/checkout@x
        with: {fetch-depth: "${{ github.event_name == 'pull_request' && 2 || 0 }}"}
      - uses: ./
        with: {set: eval/set}
"""
PINS = ROOT / ".github" / "action-constraints.txt"
BAD = "eval/set/items/s/broken.yaml"
TWO = {"eval/set/items/s/two.yaml": item("two")}


@pytest.fixture(params=["workflow", "action"])
def flow(request: pytest.FixtureRequest, world: World) -> Path:
    """Return the workflow that `goldset init` writes, and one that uses the action."""
    if request.param == "workflow":
        return world.origin / VALIDATE
    path = world.home / "by-action.yml"
    path.write_text(BY_ACTION, "utf-8")
    return path


@pytest.fixture
def world(tmp_path: Path, goldset: Callable[..., Ran]) -> World:
    return World(tmp_path, goldset)


def test_a_sound_pull_request_passes_and_its_summary_says_what_it_does(world: World) -> None:
    ran = world.on_pull_request(world.pull_request(TWO)).job(world.origin / VALIDATE)
    assert (ran.code, commands(ran.log)) == (0, [])
    assert ran.summary.startswith("### goldset passed: nothing\n")
    assert "1 item in 1 file checked" in ran.summary
    assert "two" in " ".join(seen(ran.summary).code)
    assert "pip install" in world.installed


def test_a_fault_stands_beside_its_line_and_fails(world: World, flow: Path) -> None:
    ran = world.on_pull_request(world.pull_request(TWO, {BAD: BROKEN})).job(flow)
    assert ran.code == 1
    (first, *_) = commands(ran.log)
    assert (first.name, first.properties["file"], first.properties["line"]) == ("error", BAD, "1")
    assert "### goldset failed: " in ran.summary


def test_where_the_set_is_not_touched_it_passes_without_an_installation(world: World, flow: Path) -> None:
    world.commit({BAD: BROKEN})
    ran = world.on_pull_request(world.pull_request({"README.md": "y"}, {"src/a.py": "1"})).job(flow)
    assert (ran.code, world.installed, ran.summary) == (0, "", "")
    assert "nothing to check" in ran.log


def test_older_faults_fail_nothing(world: World) -> None:
    world.commit({BAD: BROKEN})
    ran = world.on_pull_request(world.pull_request(TWO)).job(world.origin / VALIDATE)
    assert ran.code == 0
    assert [command.name for command in commands(ran.log)] == ["group", "endgroup"]
    assert "<details>" in ran.summary


def test_a_fault_of_an_earlier_push_still_counts_after_one_that_touches_nothing(
    world: World, flow: Path
) -> None:
    # The event of a later push names the head before it, which is no base.
    event = world.pull_request({BAD: BROKEN}, {"README.md": "y"})
    assert event["before"] != event["pull_request"]["base"]["sha"]
    assert world.on_pull_request(event).job(flow).code == 1


def test_what_happened_on_the_base_since_is_not_of_the_pull_request(world: World) -> None:
    event = world.pull_request(TWO)
    world.commit({BAD: BROKEN})
    newer = world.pull_request(TWO)
    # The merge that is checked out has a newer base than the event knows.
    newer["pull_request"]["base"] = event["pull_request"]["base"]
    assert world.on_pull_request(newer).job(world.origin / VALIDATE).code == 0


def test_a_merge_queue_checks_all_that_it_merges(world: World, flow: Path) -> None:
    world.commit({BAD: BROKEN})
    base = world.tip("main")
    head = world.branch(TWO, {"README.md": "z"})
    ref = "refs/heads/gh-readonly-queue/main/pr-7-x"
    event = {
        "action": "checks_requested",
        "merge_group": {"base_sha": base, "head_sha": head, "head_ref": ref},
    }
    git(world.origin, "update-ref", ref, head)
    ran = world.runner("merge_group", event, ref).job(flow)
    assert (ran.code, "1 item in 1 file checked" in ran.summary) == (0, True)
    head = world.branch(TWO, {"eval/set/items/s/three.yaml": "id: three\n"}, {"README.md": "z"})
    git(world.origin, "update-ref", ref, head)
    event["merge_group"]["head_sha"] = head  # type: ignore[index]
    assert world.runner("merge_group", event, ref).job(flow).code == 1


@pytest.mark.parametrize("is_new", [False, True])
def test_a_push_is_compared_with_what_was_there_else_the_whole_set_is_checked(
    world: World, *, is_new: bool
) -> None:
    before = world.commit({BAD: BROKEN})
    after = world.commit(TWO)
    event = {
        "ref": "refs/heads/main",
        "before": NOTHING if is_new else before,
        "after": after,
        "created": is_new,
    }
    assert world.runner("push", event, "refs/heads/main").job(world.origin / VALIDATE).code == (
        1 if is_new else 0
    )


def test_a_checkout_of_one_commit_is_checked_whole_and_says_so(world: World) -> None:
    world.commit({BAD: BROKEN})
    runner = world.on_pull_request(world.pull_request({"README.md": "y"}))
    runner.checkout(1)
    runner.action({"set": "eval/set"})
    assert runner.ran.code == 1
    assert "the whole set is checked" in runner.ran.log
    assert "fetch-depth" in runner.ran.log


def test_a_checkout_of_the_branch_itself_is_compared_with_the_base(world: World) -> None:
    world.commit({BAD: BROKEN})
    event = world.pull_request(TWO)
    runner = world.runner("pull_request", event, "refs/heads/work")
    runner.checkout(0)
    assert runner.action({"set": "eval/set"}) == {"touched": "true"}
    assert (runner.ran.code, "whole set" in runner.ran.log) == (0, False)


def test_nothing_that_an_item_says_gives_commands_or_html(world: World) -> None:
    hostile = (
        "::error::injected %0A::warning::x ##[error]injected <img src=x> </details> @octo \x1b[31m"
        + "x" * 5_000
    )
    text = json.dumps(hostile)
    changes = {
        f"eval/set/items/s/{n}.yaml": f"id: {n}\nslice: {text}\nquestion: {text}\n{text}: {text}\n"
        for n in range(50)
    }
    ran = world.on_pull_request(world.pull_request(changes)).job(world.origin / VALIDATE)
    assert ran.code == 1
    found = commands(ran.log)
    assert {command.name for command in found} == {"error", "warning"}
    assert len(found) <= 20
    assert all(command.properties["file"].startswith("eval/set/items/s/") for command in found)
    assert "\x1b" not in ran.log + ran.summary
    assert len(ran.summary.encode()) < 1 << 20
    assert "img" not in seen(ran.summary).tags


def test_a_folder_with_signs_of_patterns_and_shells_is_taken_as_it_is(world: World) -> None:
    name = "a [x] $(touch hacked) ; 'b'"
    assert world.goldset("init", world.origin / name).code == 0
    world.commit({f"{name}/items/s/one.yaml": item("one")})
    (path,) = (world.origin / ".github" / "workflows").glob("goldset-validate-*")
    runner = world.on_pull_request(world.pull_request({f"{name}/items/s/two.yaml": "id: two\n"}))
    assert runner.job(path).code == 1
    assert not list(runner.home.rglob("hacked"))


def test_strict_and_a_base_of_ones_own_reach_goldset(world: World) -> None:
    event = world.pull_request({"eval/set/items/t/two.yaml": item("two")})
    for given, code in (({}, 0), ({"strict": True}, 1), ({"strict": "true", "base": "HEAD"}, 0)):
        runner = world.on_pull_request(event)
        runner.checkout(2)
        runner.action({"set": "eval/set", **given})
        assert runner.ran.code == code, given


@pytest.mark.parametrize(
    ("given", "asked"),
    [
        ({}, f"-m pip install --quiet --constraint {PINS} {ROOT}"),
        ({"version": "1.2"}, f"-m pip install --quiet --constraint {PINS} git-goldset==1.2"),
        ({"package": "./a b"}, "-m pip install --quiet ./a b"),
        ({"version": "1.2", "index-url": "https://x.example/s"},
         f"-m pip install --quiet --index-url https://x.example/s --constraint {PINS} git-goldset==1.2"),
        ({"wheelhouse": "wheels", "constraints": "c.txt"},
         "-m pip install --quiet --no-index --find-links wheels --constraint c.txt git-goldset"),
    ],
)  # fmt: skip
def test_goldset_is_installed_from_where_it_is_said(world: World, given: dict[str, str], asked: str) -> None:
    runner = world.on_pull_request(world.pull_request(TWO))
    runner.checkout(2)
    runner.action({"set": "eval/set", **given})
    assert runner.ran.code == 0, runner.ran.log
    assert world.installed.splitlines()[-1] == asked


def test_action_and_workflow_ask_in_the_same_words_whether_the_set_is_touched(world: World) -> None:
    def script(path: Path) -> str:
        text = path.read_text("utf-8").replace("\non:", '\n"on":')
        data = yaml.safe_load(text)
        steps = data["runs"]["steps"] if "runs" in data else data["jobs"]["validate"]["steps"]
        (found,) = (step["run"] for step in steps if step.get("id") == "change")
        return str(found)

    assert script(ROOT / "action.yml") == script(world.origin / VALIDATE)


DOCS = ".github/workflows/goldset-docs.yml"
PAGE = "# Parcels\n\nParcels go by road.\n\nExpress delivery costs €9.50 for parcels up to 2 kg.\n"
SOURCES = "set: set\ncorpus:\n  sources:\n    - {name: docs, path: ../../docs}\n"
QUOTING = (
    "id: fee\nquestion: What is the fee?\nslice: s\nanswerable: true\ngold_answer: It is €9.50.\n"
    'corpus_snapshot: "A"\ngold_spans:\n  - doc_id: parcels.md\n'
    "    text: Express delivery costs €9.50 for parcels up to 2 kg.\n"
)


@pytest.fixture
def documents(world: World) -> World:
    """Return a repository that holds documents beside the set, and the workflow for them."""
    item = {"eval/set/items/s/fee.yaml": QUOTING}
    world.commit({"docs/parcels.md": PAGE, "eval/set/goldset.yaml": SOURCES, **item})
    folder = world.origin / "eval" / "set"
    for args in (("snapshot", "create", "A"), ("fmt", "--locate"), ("init",)):
        assert world.goldset(*args, "-C", folder).code == 0
    world.commit({})
    return world


def on_fork(event: dict[str, Any]) -> dict[str, Any]:
    event["pull_request"]["head"]["repo"] = {"full_name": "somebody/eval", "fork": True}
    return event


def test_a_pull_request_of_documents_from_a_fork_is_told_which_passages_it_touches(documents: World) -> None:
    event = on_fork(documents.pull_request({"docs/parcels.md": PAGE.replace("9.50", "10.50")}))
    documents.commit({"docs/other.md": "# Other\n\nNew on the base.\n"})
    ran = documents.on_pull_request(event).job(documents.origin / DOCS)
    assert (ran.code, ran.log) == (0, "")
    assert "pip install" in documents.installed
    assert "| would wait for a person | 1 |" in ran.summary
    assert "+ Express delivery costs €⟦10.50⟧" in ran.summary
    assert "fee" in " ".join(seen(ran.summary).code)
    assert "1 document: 1 changed" in ran.summary


def test_it_starts_where_documents_or_their_settings_change_and_may_only_read(documents: World) -> None:
    text = (documents.origin / DOCS).read_text("utf-8").replace("\non:", '\n"on":')
    flow = yaml.safe_load(text)
    assert flow["on"] == {"pull_request": {"paths": ["docs/**", "eval/set/goldset.yaml"]}}
    assert flow["permissions"] == {"contents": "read"}
    assert "permissions" not in flow["jobs"]["docs"]
    assert "secrets" not in text


def test_documents_in_a_checkout_of_one_commit_say_what_to_fetch(documents: World) -> None:
    event = documents.pull_request({"docs/parcels.md": PAGE.replace("9.50", "10.50")})
    flow = documents.home / "shallow.yml"
    flow.write_text((documents.origin / DOCS).read_text("utf-8").replace("fetch-depth: 2", "fetch-depth: 1"))
    ran = documents.on_pull_request(event).job(flow)
    assert (ran.code, ran.summary) == (3, "")
    assert "fetch-depth" in ran.log


def test_nothing_that_a_page_says_gives_commands_or_html(documents: World) -> None:
    hostile = "::error::x %0A::warning::y ##[error]z <img src=x> </details> @octo `` ``` \x1b[31m"
    page = PAGE.replace("2 kg.", f"2 kg {hostile}.")
    ran = documents.on_pull_request(documents.pull_request({"docs/parcels.md": page})).job(
        documents.origin / DOCS
    )
    assert (ran.code, commands(ran.log)) == (0, [])
    assert "\x1b" not in ran.summary
    assert "##[" not in ran.summary
    assert "img" not in seen(ran.summary).tags


def test_the_set_itself_may_be_new(world: World) -> None:
    world.commit({"docs/parcels.md": PAGE})
    event = world.pull_request({"eval/set/goldset.yaml": SOURCES, "eval/set/items/s/fee.yaml": QUOTING})
    runner = world.on_pull_request(event)
    runner.checkout(2)
    found = world.goldset("impact", "HEAD^1..HEAD", "-C", runner.workspace / "eval" / "set")
    assert (found.code, "No document of the corpus differs" in found.out) == (0, True)


def test_workflows_for_documents_are_written_where_the_repository_holds_them(world: World) -> None:
    folder = world.origin / "eval" / "set"
    assert not (world.origin / DOCS).exists()
    world.commit(
        {
            ".gitignore": "build/\n",
            "build/a.md": "x",
            "eval/set/goldset.yaml": SOURCES.replace("docs}", "build}"),
        }
    )
    assert world.goldset("init", "-C", folder).code == 0
    assert not (world.origin / DOCS).exists()
    world.commit(
        {
            "docs/a [x].md": "x",
            "eval/set/goldset.yaml": SOURCES.replace("../../docs", "'../../docs/a [x].md'"),
        }
    )
    assert world.goldset("init", "-C", folder).code == 0
    assert '- "docs/a \\\\[x\\\\].md"' in (world.origin / DOCS).read_text("utf-8")
