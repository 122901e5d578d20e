"""The one comment on a pull request, and the re-indexing workflow, on the stand-in for GitHub."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Ran, git, write_tree
from tests.markdown import seen
from tests.runner_log import commands
from tests.standin.server import Standin
from tests.steps import Ran as Done
from tests.workflow_world import World, item

TWO = {"eval/set/items/s/two.yaml": item("two")}
BAD = {"eval/set/items/s/two.yaml": "id: two\n"}
MARK = "<!-- goldset diff of set -->"


@pytest.fixture
def world(tmp_path: Path, goldset: Callable[..., Ran], standin: Standin) -> World:
    made = World(tmp_path / "world", goldset)
    made.env = {name: value for name, value in standin.env().items() if name != "GITHUB_TOKEN"}
    git(made.origin, "push", "-q", str(standin.bare.folder), "main")
    return made


def opened(world: World, standin: Standin, *changes: dict[str, str], number: int = 0) -> dict[str, Any]:
    """Return the event of a pull request with these changes, which is open there, too."""
    event = world.pull_request(*changes)
    git(world.origin, "push", "-qf", str(standin.bare.folder), "work")
    event["number"] = event["pull_request"]["number"] = number or standin.person("ana").open_pull(
        "work", "Change"
    )
    git(world.origin, "update-ref", f"refs/pull/{event['number']}/merge", "refs/pull/7/merge")
    return event


def check(world: World, event: dict[str, Any], token: str) -> Done:
    runner = world.on_pull_request(event)
    runner.checkout(2)
    runner.action({"set": "eval/set", "token": token})
    return runner.ran


def comments(standin: Standin, number: int) -> list[str]:
    return [comment.body for comment in standin.world.issues[number].comments]


def test_one_comment_is_written_and_then_edited_in_place(world: World, standin: Standin) -> None:
    token = standin.actions_token()
    event = opened(world, standin, TWO)
    number = event["number"]
    standin.person("ana").comment(number, f"I quote it: {MARK}\n\nand say more.")
    assert check(world, event, token).code == 0
    _, first = comments(standin, number)
    assert first.startswith("`goldset validate` passes: nothing")
    assert first.endswith(MARK)
    assert "two" in seen(first).code
    standin.journal.clear()
    assert check(world, event, token).code == 0
    standin.journal.assert_nothing_written()
    event = opened(world, standin, BAD, number=number)
    assert check(world, event, token).code == 1
    theirs, second = comments(standin, number)
    assert theirs.startswith("I quote it")
    assert second.startswith("`goldset validate` fails: ")


@pytest.mark.parametrize("case", ["no right", "wrong", "no server"])
def test_a_comment_that_cannot_be_written_is_one_line_and_changes_no_verdict(
    world: World, standin: Standin, case: str
) -> None:
    token = {"no right": standin.actions_token(write=False), "wrong": "ghs_x"}.get(case, "x")
    if case == "no server":
        world.env["GITHUB_API_URL"] = "https://localhost:1/"
    event = opened(world, standin, TWO)
    ran = check(world, event, token)
    assert ran.code == 0
    assert commands(ran.log) == []
    (line,) = (line for line in ran.log.splitlines() if "comment" in line)
    assert line.startswith("goldset: the comment was not written, the summary holds it: ")
    assert token == "x" or token not in ran.log
    assert comments(standin, event["number"]) == []
    assert "two" in " ".join(seen(ran.summary).code)


def test_a_fork_and_a_run_without_a_token_ask_github_nothing(world: World, standin: Standin) -> None:
    token = standin.actions_token()
    event = opened(world, standin, TWO)
    standin.journal.clear()
    assert check(world, event, "").code == 0
    event["pull_request"]["head"]["repo"] = {"full_name": "someone/eval", "fork": True}
    ran = check(world, event, token)
    event["pull_request"]["head"]["repo"] = None  # the fork is gone
    gone = check(world, event, token)
    assert [ran.code, gone.code, "comment" in ran.log + gone.log] == [0, 0, False]
    assert len(standin.journal) == 0
    assert "two" in " ".join(seen(ran.summary).code)


PAGE = "# Fees\n\nA transfer costs {fee} euros for every member.\n\nThe office is open on each working day.\n"
PRICED = """\
id: priced
question: What does a transfer cost?
slice: s
answerable: true
gold_answer: It costs 5 euros.
corpus_snapshot: "A"
gold_spans:
  - doc_id: fees.md
    text: A transfer costs 5 euros for every member.
"""


@pytest.fixture
def priced(world: World, standin: Standin, goldset: Callable[..., Ran]) -> World:
    """Return a world whose corpus, in the same repository, has changed since its snapshot."""
    settings = "set: set\ncorpus: {sources: [{name: docs, path: ../../docs}]}\n"
    root = world.origin / "eval" / "set"
    write_tree(world.origin, {"eval/set/goldset.yaml": settings, "docs/fees.md": PAGE.format(fee=5)})
    assert goldset("snapshot", "create", "A", "-C", root, "--created", "2026-10-01").code == 0
    world.commit({"eval/set/items/s/priced.yaml": PRICED})
    assert goldset("fmt", "--locate", "-C", root).code == 0
    world.commit({"docs/fees.md": PAGE.format(fee=7)})
    git(world.origin, "push", "-q", str(standin.bare.folder), "main")
    return world


def reindexed(world: World, name: str, event: dict[str, Any], token: str) -> Done:
    runner = world.runner(name, event, "refs/heads/main", token=token)
    return runner.job(world.origin / ".github" / "workflows" / "goldset-reindex.yml")


def test_the_re_indexing_workflow_opens_pull_requests_with_its_own_token(
    priced: World, standin: Standin
) -> None:
    token = standin.actions_token()
    asleep = reindexed(priced, "schedule", {"schedule": "17 3 * * *"}, token)
    assert (asleep.code, "--accept-change" in asleep.log) == (3, True)
    event = {"inputs": {"accept-change": True}, "ref": "refs/heads/main"}
    ran = reindexed(priced, "workflow_dispatch", event, token)
    assert ran.code == 0, ran.log
    heads = [issue.pull.head_ref for issue in standin.world.issues.values() if issue.pull]
    assert sorted(name.split("/")[2] for name in heads) == ["relabel", "snapshot"]
    assert token not in ran.log
    standin.journal.clear()
    again = reindexed(
        priced, "repository_dispatch", {"action": "goldset-reindex", "client_payload": {}}, token
    )
    assert again.code == 0, again.log
    standin.journal.assert_nothing_written()


def test_an_app_takes_the_place_of_the_workflows_token(priced: World, standin: Standin) -> None:
    priced.secrets = {"GOLDSET_APP_ID": "12", "GOLDSET_APP_PRIVATE_KEY": "no key"}
    ran = reindexed(priced, "schedule", {"schedule": "17 3 * * *"}, standin.actions_token())
    assert ran.code == 3
    assert "GOLDSET_APP_PRIVATE_KEY is not a private key" in ran.log
