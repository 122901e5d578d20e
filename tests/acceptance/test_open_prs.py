"""`reindex --open-prs` and `relabel sync --open-prs`, against the stand-in for GitHub."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Ran, git
from tests.golden_set import change, fee
from tests.hub import QUEUE, SNAPSHOT, Hub, start_hub
from tests.standin.server import Standin

SECOND = "goldset/golden-set/relabel/fees-2"
ITEM = "items/fees/item-1.yaml"


@pytest.fixture
def hub(
    repository: Path,
    tmp_path: Path,
    goldset: Callable[..., Ran],
    standin: Standin,
    monkeypatch: pytest.MonkeyPatch,
) -> Hub:
    return start_hub(repository, tmp_path / "corpus", goldset, standin, monkeypatch)


def settings(hub: Hub, text: str) -> None:
    (hub.golden.root / "goldset.yaml").write_text(f"policy: {{max_removed: 1.0, max_queued: 1.0}}\n{text}")
    hub.golden.commit("settings")
    hub.push()


def test_a_re_index_opens_pull_requests_and_a_second_one_writes_nothing(hub: Hub) -> None:
    change(hub.golden, 1, 2)
    hub.golden.page("case3", "New first.", fee(3))
    before = hub.golden.refs()
    hub.reindex("B", "--created", "2026-11-01")
    assert hub.branches() == [QUEUE, SNAPSHOT, "main"]
    assert hub.pulls() == {QUEUE: "open", SNAPSHOT: "open"}
    assert hub.golden.refs() == before
    assert hub.quiet("B")["steps"] == []


def test_few_writes_open_update_and_close_a_pull_request(hub: Hub) -> None:
    settings(hub, "owners: {default: '@ana'}\nforge: {assignees: [ana]}\n")
    hub.standin.account("ana")
    change(hub.golden, 1)
    hub.reindex("B", "--created", "2026-11-01")
    mine = [
        str(e)
        for e in hub.standin.journal.writes
        if f"/{hub.number(QUEUE)}" in e.path or "Relabel" in str(e.body)
    ]
    assert len(mine) == 5, mine
    change(hub.golden, 1, to="$777")
    hub.standin.journal.clear()
    hub.reindex("C", "--created", "2026-11-02")
    mine = [str(e) for e in hub.standin.journal.writes if f"/{hub.number(QUEUE)}" in e.path]
    assert len(mine) == 2, mine
    hub.golden.page("case1", fee(1))
    hub.standin.journal.clear()
    hub.reindex("D", "--created", "2026-11-03")
    mine = [str(e) for e in hub.standin.journal.writes if f"/{hub.number(QUEUE)}" in e.path]
    assert len(mine) <= 3, mine
    assert hub.pulls()[QUEUE] == "closed"
    assert QUEUE not in hub.branches()


def test_labels_reviewers_and_assignees_are_set_once(hub: Hub) -> None:
    settings(hub, "owners: {default: '@bo'}\nforge: {labels: [golden], assignees: [ana]}\n")
    hub.standin.account("ana")
    hub.standin.account("bo")
    change(hub.golden, 1)
    hub.reindex("B", "--created", "2026-11-01")
    issue = hub.standin.world.issues[hub.number(QUEUE)]
    assert issue.pull is not None
    assert (issue.labels, [a.login for a in issue.assignees]) == (["golden"], ["ana"])
    assert [a.login for a in issue.pull.reviewers] == ["bo"]
    hub.person().unlabel(issue.number, "golden")
    issue.assignees.clear()
    issue.pull.reviewers.clear()
    hub.quiet("B")
    change(hub.golden, 1, to="$777")
    hub.reindex("C", "--created", "2026-11-02")
    assert (issue.labels, issue.assignees, issue.pull.reviewers) == ([], [], [])


def test_a_committed_suggestion_decides_and_the_branch_is_left_alone(hub: Hub) -> None:
    change(hub.golden, 1)
    hub.reindex("B", "--created", "2026-11-01")
    (first, *_) = hub.person().suggestions(hub.number(QUEUE))
    tip = hub.person().commit_suggestion(hub.number(QUEUE), first.id)
    assert "$999" in hub.file(QUEUE, ITEM)
    assert "relabel:" not in hub.file(QUEUE, ITEM)
    assert hub.quiet("B")["spans"][0]["end"] == "queued"
    assert hub.tip(QUEUE) == tip
    hub.person().merge(hub.number(QUEUE))
    hub.person().merge(hub.number(SNAPSHOT))
    assert set(hub.ends("B").values()) == {"current"}


def test_a_touched_branch_gets_one_comment_that_is_kept_up_to_date(hub: Hub) -> None:
    change(hub.golden, 1, 2)
    hub.reindex("B", "--created", "2026-11-01")
    tip = hub.person().edit_file(QUEUE, "notes.txt", "mine\n")
    body = hub.standin.world.issues[hub.number(QUEUE)].body
    change(hub.golden, 1, to="$777")
    assert hub.ends("C", "--created", "2026-11-02")["item-1"] == "queued"
    assert hub.tip(QUEUE) == tip
    assert hub.standin.world.issues[hub.number(QUEUE)].body == body
    (comment,) = hub.comments(QUEUE)
    assert "`item-1`, span `s1`: is `edited` in snapshot C" in comment
    hub.golden.page("case1", fee(1))
    hub.golden.page("case2", fee(2))
    hub.reindex("D", "--created", "2026-11-03")
    (comment,) = hub.comments(QUEUE)
    assert "needs no decision any more" in comment
    assert (hub.pulls()[QUEUE], hub.tip(QUEUE)) == ("open", tip)
    hub.quiet("D")


def test_an_amended_or_updated_branch_counts_as_touched(hub: Hub) -> None:
    change(hub.golden, 1)
    hub.reindex("B", "--created", "2026-11-01")
    hub.person().edit_file("main", "README.md", "new\n")
    tip = hub.person().update_branch(hub.number(QUEUE))
    hub.quiet("B")
    assert hub.tip(QUEUE) == tip
    tip = hub.person().amend(QUEUE, {"notes.txt": "mine\n"})
    change(hub.golden, 1, to="$777")
    hub.reindex("C", "--created", "2026-11-02")
    assert hub.tip(QUEUE) == tip


def test_closed_by_a_person_declines_until_the_question_changes(hub: Hub) -> None:
    change(hub.golden, 1)
    hub.reindex("B", "--created", "2026-11-01")
    hub.person().close(hub.number(QUEUE))
    hub.person().delete_branch(QUEUE)
    done = hub.reindex("B")
    assert "#2 was closed by a person; to be asked again: press Restore branch, then Reopen" in done.err
    hub.golden.page("hours", "Another page changed.")
    assert hub.ends("C", "--created", "2026-11-02")["item-1"] == "declined"
    assert list(hub.pulls()) == [SNAPSHOT, QUEUE, "goldset/golden-set/snapshot/C"]
    change(hub.golden, 2)
    assert hub.ends("D", "--created", "2026-11-03")["item-2"] == "queued"
    assert hub.pulls()[SECOND] == "open"
    body = hub.standin.world.issues[hub.number(SECOND)].body or ""
    assert "Not asked again: 1 span that a person declined by closing #2." in body
    change(hub.golden, 1, to="$777")
    assert hub.ends("E", "--created", "2026-11-04")["item-1"] == "queued"


def test_a_reopened_pull_request_keeps_its_items(hub: Hub) -> None:
    change(hub.golden, 1)
    hub.reindex("B", "--created", "2026-11-01")
    hub.person().close(hub.number(QUEUE))
    assert hub.ends("B")["item-1"] == "declined"
    hub.person().reopen(hub.number(QUEUE))
    assert hub.quiet("B")["spans"][0]["end"] == "queued"
    assert hub.pulls() == {SNAPSHOT: "open", QUEUE: "open"}


def test_obsolete_and_untouched_is_closed_with_the_reason(hub: Hub) -> None:
    change(hub.golden, 1)
    hub.reindex("B", "--created", "2026-11-01")
    hub.golden.page("case1", fee(1))
    hub.reindex("C", "--created", "2026-11-02")
    assert hub.pulls()[QUEUE] == "closed"
    assert QUEUE not in hub.branches()
    (comment,) = hub.comments(QUEUE)
    assert "every span that it asked about is resolved or decided" in comment
    change(hub.golden, 1)  # goldset's own closing declines nothing
    assert hub.ends("D", "--created", "2026-11-03")["item-1"] == "queued"


def test_an_item_that_changed_on_the_base_is_rebuilt_or_told_of(hub: Hub) -> None:
    change(hub.golden, 1)
    hub.reindex("B", "--created", "2026-11-01")
    hub.person().edit_file(
        "main", ITEM, lambda text: text.replace("What does item-1 say?", "What is the fee?")
    )
    hub.reindex("B")
    assert "What is the fee?" in hub.file(QUEUE, ITEM)
    hub.person().edit_file(QUEUE, "notes.txt", "mine\n")
    hub.person().edit_file("main", ITEM, lambda text: text.replace("the fee", "the first fee"))
    hub.reindex("B")
    assert "What is the fee?" in hub.file(QUEUE, ITEM)
    (comment,) = hub.comments(QUEUE)
    assert "changed on the base" in comment


def test_the_limit_holds_back_and_says_so(hub: Hub) -> None:
    settings(hub, "relabel: {open_pull_requests: 1, items_per_pull_request: 1}\n")
    change(hub.golden, 1, 2, 3)
    done = hub.reindex("B", "--created", "2026-11-01")
    assert "Held back, until a pull request is settled" in done.out
    assert list(hub.pulls()) == [SNAPSHOT, QUEUE]
    assert sorted(hub.ends("B").values()) == ["current", "held", "held", "queued"]


def test_a_renamed_branch_is_found_by_its_marker(hub: Hub) -> None:
    change(hub.golden, 1)
    hub.reindex("B", "--created", "2026-11-01")
    issue = hub.standin.world.issues[hub.number(QUEUE)]
    assert issue.pull is not None
    hub.standin.bare.move("refs/heads/ours/fees", hub.tip(QUEUE))
    hub.standin.bare.move(f"refs/heads/{QUEUE}", None, hub.tip(QUEUE))
    issue.pull.head_ref = "ours/fees"
    report = hub.quiet("B")
    assert [(row["end"], row["where"]) for row in report["spans"][:1]] == [("queued", "ours/fees")]


def test_the_base_is_the_default_branch_of_the_host(hub: Hub) -> None:
    hub.standin.bare.move("refs/heads/develop", hub.tip("main"))
    hub.standin.settings.default_branch = "develop"
    git(hub.golden.root, "checkout", "-q", "--detach")
    (hub.golden.root / "dirty.txt").write_text("not committed")
    change(hub.golden, 1)
    hub.reindex("B", "--created", "2026-11-01")
    bases = {i.pull.base_ref for i in hub.standin.world.issues.values() if i.pull}
    assert bases == {"develop"}


def test_a_pause_on_the_host_or_in_the_settings_lets_only_read(hub: Hub) -> None:
    change(hub.golden, 1)
    number = hub.person().open_issue("Wait", labels=["goldset:pause"])
    hub.standin.journal.clear()
    done = hub.reindex("B", "--created", "2026-11-01", code=3)
    assert f"#{number} has the label goldset:pause" in done.err
    hub.reindex("B", "--created", "2026-11-01", "--dry-run")
    hub.standin.journal.assert_nothing_written()
    hub.person().close(number)
    hub.reindex("B", "--created", "2026-11-01")
    settings(hub, "relabel: {paused: true}\n")
    change(hub.golden, 2)
    hub.standin.journal.clear()
    hub.reindex("C", "--created", "2026-11-02", code=3)
    hub.standin.journal.assert_nothing_written()


def test_a_dry_run_prints_what_would_be_sent_and_sends_nothing(hub: Hub) -> None:
    change(hub.golden, 1)
    before = hub.golden.everything()
    hub.standin.journal.clear()
    report = hub.report("B", "--created", "2026-11-01", "--dry-run")
    hub.standin.journal.assert_nothing_written()
    assert f"open pull request {QUEUE.removeprefix('goldset/golden-set/')}" in report["steps"]
    titles = {draft["branch"]: draft["title"] for draft in report["drafts"]}
    assert titles[QUEUE] == "Relabel 1 item of fees for snapshot B"
    changed = {name for name, state in hub.golden.everything().items() if before.get(name) != state}
    assert not [name for name in changed if "/refs/heads/" in name or "/.git/" not in name]


def test_signed_commits_are_made_by_the_host(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_TOKEN", hub.standin.actions_token())
    hub.standin.settings.rules = {"goldset/**": ["required_signatures"]}
    change(hub.golden, 1)
    hub.standin.journal.clear()
    done = hub.reindex("B", "--created", "2026-11-01", code=3)
    assert "forge: {commits: api}" in done.err
    hub.standin.journal.assert_nothing_written()
    settings(hub, "forge: {commits: api, sign_off: true, trailers: ['Ticket: DOCS-12']}\n")
    hub.reindex("B", "--created", "2026-11-01")
    message = hub.standin.bare.commit(hub.tip(QUEUE)).message
    assert message.splitlines()[-3:-1] == ["Ticket: DOCS-12", "Signed-off-by: Ana Ng <ana@example.org>"]
    hub.quiet("B")
    change(hub.golden, 1, to="$777")
    hub.reindex("C", "--created", "2026-11-02")
    assert "$777" in hub.file(QUEUE, ITEM)


def test_a_shallow_clone_is_refused_with_how_to_deepen_it(
    hub: Hub, goldset: Callable[..., Ran], tmp_path: Path
) -> None:
    git(tmp_path, "clone", "-q", "--depth=1", f"file://{hub.standin.bare.folder}", "shallow")
    done = goldset("reindex", "--open-prs", "--corpus", hub.golden.corpus, "-C", tmp_path / "shallow")
    assert done.code == 3
    assert "git fetch --unshallow" in done.err


def test_a_blocking_branch_is_named_before_anything_is_written(hub: Hub) -> None:
    change(hub.golden, 1)
    hub.standin.bare.move("refs/heads/goldset", hub.tip("main"))
    hub.standin.journal.clear()
    done = hub.reindex("B", "--created", "2026-11-01", code=3)
    assert "branch goldset exists" in done.err
    hub.standin.journal.assert_nothing_written()


def test_sync_needs_no_corpus_and_opens_nothing_new(hub: Hub) -> None:
    settings(hub, "relabel: {items_per_pull_request: 1, open_pull_requests: 1}\n")
    change(hub.golden, 1, 2)
    hub.reindex("B", "--created", "2026-11-01")
    hub.person().edit_file(
        "main", ITEM, lambda text: text.replace("What does item-1 say?", "What is the fee?")
    )
    hub.golden.item("item-9", ("case3", fee(3)))
    hub.golden.git("rm", "-q", "--cached", "-r", "--ignore-unmatch", "none")
    report = hub.sync()
    assert "What is the fee?" in hub.file(QUEUE, ITEM)
    assert report["ends"]["held"] == 1
    hub.standin.journal.clear()
    assert hub.sync()["steps"] == []
    hub.standin.journal.assert_nothing_written()
    hub.person().close(hub.number(QUEUE))
    assert hub.sync()["ends"]["declined"] == 1
    assert SECOND not in hub.pulls()
    hub.reindex("B")
    assert hub.pulls()[SECOND] == "open"


def test_ids_mode_shows_no_text_anywhere(hub: Hub) -> None:
    settings(hub, "relabel: {body: ids}\n")
    change(hub.golden, 1)
    hub.reindex("B", "--created", "2026-11-01")
    sent = " ".join(str(entry.body) for entry in hub.standin.journal.writes)
    for text in ("fee for case", "What does item-1", "As the page says", "$999"):
        assert text not in sent
    assert "fee" not in hub.standin.bare.commit(hub.tip(QUEUE)).message.replace("of fees", "")
    hub.quiet("B")


def test_commits_are_by_the_account_where_git_knows_no_name(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL"):
        monkeypatch.delenv(name)
    change(hub.golden, 1)
    hub.reindex("B", "--created", "2026-11-01")
    name, email, _ = hub.standin.bare.commit(hub.tip(QUEUE)).person("committer")
    assert (name, email.partition("+")[2]) == ("goldset-bot", "goldset-bot@users.noreply.github.com")
    monkeypatch.setenv("GITHUB_TOKEN", hub.standin.actions_token())
    change(hub.golden, 1, to="$777")
    hub.reindex("C", "--created", "2026-11-02")
    assert hub.standin.bare.commit(hub.tip(QUEUE)).person("committer")[0] == "github-actions[bot]"


def test_what_was_merged_undecided_stays_in_the_pull_request_that_asks_it_again(hub: Hub) -> None:
    change(hub.golden, 1, 2)
    hub.reindex("B", "--created", "2026-11-01")
    hub.person().merge(hub.number(SNAPSHOT))
    hub.person().merge(hub.number(QUEUE))
    new = hub.file("main", "items/fees/item-3.yaml").replace("item-3", "item-9").replace("case3", "case1")
    hub.person().edit_file("main", "items/fees/item-9.yaml", new.replace(fee(3), fee(1)))
    hub.reindex("B")
    # The branch changes only item-9; what it asks of the other two stands on the base already.
    (suggestion,) = hub.person().suggestions(hub.number(SECOND))
    hub.person().commit_suggestion(hub.number(SECOND), suggestion.id)
    change(hub.golden, 1, to="$777")
    spans = hub.report("C", "--created", "2026-11-03")["spans"]
    assert {row["item"]: row["where"] for row in spans if row["end"] == "queued"} == {
        "item-1": SECOND,
        "item-2": SECOND,
        "item-9": SECOND,
    }
