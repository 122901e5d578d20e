"""Decisions by command on the pull requests of GitHub, from a clone that holds none of goldset's branches."""

import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Ran, git
from tests.golden_set import change, move
from tests.hub import QUEUE, SNAPSHOT, Hub, start_hub
from tests.standin.server import Standin

MakeHub = Callable[..., Hub]
UNSEEN = (
    "note: only branches of this clone were looked at; pull requests on GitHub are seen with `--open-prs`"
)


@pytest.fixture
def make_hub(
    repository: Path,
    tmp_path: Path,
    goldset: Callable[..., Ran],
    standin: Standin,
    monkeypatch: pytest.MonkeyPatch,
) -> MakeHub:
    """Return a maker of a set, in a folder of the repository, with three spans asked about on GitHub."""

    def make(folder: str = "", settings: str = "") -> Hub:
        root = repository / folder
        root.mkdir(exist_ok=True)
        hub = start_hub(root, tmp_path / "corpus", goldset, standin, monkeypatch)
        git(root, "remote", "add", "origin", standin.clone_url)
        if settings:
            known = (root / "goldset.yaml").read_text()
            (root / "goldset.yaml").write_text(known + settings)
            hub.golden.commit("settings")
            hub.push()
        change(hub.golden, 1, 2)
        move(hub.golden, 4)
        hub.golden.page("case3", "Nothing of it is left.")
        hub.reindex("B", "--created", "2026-11-01")
        return hub

    return make


def states(hub: Hub, *args: str) -> dict[str, str]:
    rows = json.loads(hub.golden.relabel("list", "--format", "json", *args).out)["spans"]
    return {row["item"]: row["state"] for row in rows}


def test_the_list_of_a_clone_without_the_branches_says_where_they_may_be(make_hub: MakeHub) -> None:
    hub = make_hub()
    done = hub.golden.relabel("list")
    assert (done.out, done.err.splitlines()) == ("nothing waits for a person\n", [UNSEEN])
    hub.standin.journal.clear()
    before = hub.golden.refs()
    assert set(states(hub, "--open-prs").values()) == {"undecided"}
    assert set(states(hub, "--open-prs")) == {"item-1", "item-2", "item-3"}
    hub.standin.journal.assert_nothing_written()
    assert hub.golden.refs() == before
    hub.person().merge(hub.number(SNAPSHOT))
    hub.pull()
    assert set(states(hub).values()) == {"held"}
    assert hub.golden.relabel("list").err.splitlines() == [UNSEEN]


def test_a_decision_without_the_branches_says_where_they_may_be(make_hub: MakeHub) -> None:
    hub = make_hub()
    for args in (("accept", "item-1"), ("later", "ghost"), ("accept", "--from", "a", "--to", "b")):
        assert "seen with `--open-prs`" in hub.golden.relabel(*args, code=3).err
    hub.person().merge(hub.number(SNAPSHOT))
    hub.pull()
    done = hub.golden.relabel("accept", "item-1")
    assert "written to items/fees/item-1.yaml" in done.out
    assert UNSEEN in done.err


def test_a_decision_is_pushed_as_the_persons_own(make_hub: MakeHub) -> None:
    hub = make_hub()
    before = hub.golden.refs()
    done = hub.golden.relabel("accept", "item-1", "--open-prs")
    commit = hub.standin.bare.commit(hub.tip(QUEUE))
    assert done.out.startswith(f"item-1 s1: committed to relabel/fees-1 ({commit.sha[:10]})")
    assert commit.author.startswith("Ana Ng <ana@example.org>")
    assert "$999" in hub.file(QUEUE, "items/fees/item-1.yaml")
    assert hub.golden.refs() == before
    assert hub.golden.git("status", "--porcelain") == ""
    assert states(hub, "--open-prs")["item-1"] == "accepted"
    assert hub.quiet("B")["steps"] == []


@pytest.mark.parametrize("folder", ["", "two words"])
def test_the_commands_of_a_body_work_where_they_are_copied_to(
    make_hub: MakeHub, repository: Path, folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub = make_hub(folder)
    monkeypatch.chdir(repository)
    body = hub.standin.world.issues[hub.number(QUEUE)].body or ""
    commands = re.findall(r"^goldset (relabel .*)$", body.replace("\r\n", "\n"), re.MULTILINE)
    assert len(commands) == 3
    for command in commands:
        done = hub.golden.goldset(*shlex.split(command))
        assert done.code == 0, done.err
    assert "undecided" not in states(hub, "--open-prs").values()


def test_a_commit_that_the_host_made_anew_is_named_as_it_is_there(make_hub: MakeHub) -> None:
    hub = make_hub(settings="forge: {commits: api}\n")
    done = hub.golden.relabel("later", "item-1", "--open-prs")
    assert f"({hub.tip(QUEUE)[:10]})" in done.out


def test_what_stands_in_the_way_is_said_before_a_decision_is_pushed(make_hub: MakeHub) -> None:
    hub = make_hub()
    hub.standin.settings.rules = {"goldset/**": ["update"]}
    hub.standin.journal.clear()
    done = hub.golden.relabel("accept", "item-1", "--open-prs", code=3)
    assert "ruleset" in done.err
    hub.standin.journal.assert_nothing_written()


def test_an_undo_opens_its_pull_request_on_the_host(make_hub: MakeHub) -> None:
    hub = make_hub()
    hub.person().merge(hub.number(SNAPSHOT))
    hub.person().delete_branch(SNAPSHOT)
    before = hub.golden.refs()
    done = hub.golden.goldset("undo", "B", "--open-prs", "-C", hub.golden.root)
    assert done.out == f"1 spans of B taken back on {SNAPSHOT}-2\n", done.err
    assert hub.pulls()[f"{SNAPSHOT}-2"] == "open"
    assert hub.golden.refs() == before
    hub.person().merge(hub.number(f"{SNAPSHOT}-2"))
    assert hub.ends("B")["item-4"] == "queued"


@pytest.mark.parametrize(("folder", "titled"), [("", ""), ("sets", "golden-set: ")])
def test_a_pull_request_tells_of_which_set_it_is(make_hub: MakeHub, folder: str, titled: str) -> None:
    hub = make_hub(folder)
    for branch, begin in ((QUEUE, "Relabel 3 items"), (SNAPSHOT, "Snapshot B:")):
        issue = hub.standin.world.issues[hub.number(branch)]
        assert issue.title.startswith(titled + begin)
        assert issue.labels == ["goldset", "goldset/golden-set"]


def test_an_undo_in_a_clone_says_where_pull_requests_may_be(make_hub: MakeHub) -> None:
    hub = make_hub()
    done = hub.golden.goldset("undo", "B", "-C", hub.golden.root)
    assert done.code == 3
    assert "seen with `--open-prs`" in done.err
    hub.person().merge(hub.number(SNAPSHOT))
    hub.pull()
    done = hub.golden.goldset("undo", "B", "-C", hub.golden.root)
    assert (done.code, done.err.splitlines()) == (0, [UNSEEN])
