import re
from collections.abc import Callable
from pathlib import Path

import pytest

from goldset.domain.pulls import Review, ReviewComment
from goldset.domain.steps import Proposal
from goldset.operations.hosts import local_hosting
from goldset.operations.reviews import MOST_COMMENTS, review_of
from goldset.stores.git_repo import open_repository
from goldset.stores.set_folder import find_set
from tests.conftest import Ran, git, write_tree
from tests.golden_set import GoldenSet, change, fee, start
from tests.markdown import LIVE, assert_harmless, suggestions

QUEUE = "relabel/fees-1"
LONE = "Zebras graze behind the northern depot whenever nobody drives past."
BRANCH = f"goldset/golden-set/{QUEUE}"


@pytest.fixture
def golden(repository: Path, tmp_path: Path, goldset: Callable[..., Ran]) -> GoldenSet:
    made = start(repository, tmp_path / "corpus", goldset, ())
    made.page("lone", LONE)
    for number in (1, 2, 3):
        made.page(f"case{number}", fee(number))
        made.item(f"item-{number}", (f"case{number}", fee(number)))
    made.git("rm", "-rq", "snapshots")
    made.snapshot()
    made.commit()
    return made


def review(golden: GoldenSet, branch: str = BRANCH) -> Review:
    found = find_set(golden.root)
    with open_repository(found.root) as repository:
        hosting = local_hosting(repository, found, "main")
        (pull,) = [pull for pull in hosting.host.pull_requests() if pull.branch == branch]
        assert pull.marker is not None
        return review_of(repository, hosting.base, pull.head, Proposal(pull.branch, pull.marker))


def commit(golden: GoldenSet, comment: ReviewComment, number: int = 0) -> None:
    """Do what GitHub does when a person commits a suggestion."""
    golden.git("checkout", "-q", BRANCH)
    path = golden.root / comment.path
    lines = path.read_text("utf-8").split("\n")
    new = suggestions(comment.body)[number].split("\n")
    lines[comment.start - 1 : comment.end] = new
    path.write_bytes("\n".join(lines).encode())
    golden.commit("Update file")
    golden.git("checkout", "-q", "main")


def names(comment: ReviewComment) -> str:
    """Return what the suggestion blocks of a comment decide, in order, each once."""
    blocks = suggestions(comment.body)
    return " ".join(
        dict.fromkeys((re.findall(r"decision: (\w+)", block) or ["accept"])[0] for block in blocks)
    )


def test_one_click_does_what_the_command_does(golden: GoldenSet) -> None:
    change(golden, 1, 2)
    golden.reindex("B")
    one, two = review(golden).comments
    golden.relabel("accept", "item-1")
    by_command = golden.on(QUEUE, one.path)
    golden.git("update-ref", f"refs/heads/{BRANCH}", f"{BRANCH}~1")
    commit(golden, one)
    assert golden.on(QUEUE, one.path) == by_command
    commit(golden, two, number=-3)  # before `unanswerable` and `later`
    assert "decision: retire" in golden.on(QUEUE, two.path)
    golden.merge(QUEUE)
    assert golden.goldset("validate", "-C", golden.root, "--strict").code == 0
    assert golden.ends() == {"item-1 s1": "current", "item-2 s1": "skipped", "item-3 s1": "current"}


def test_the_best_candidate_comes_first_then_the_decisions_that_are_sound(golden: GoldenSet) -> None:
    golden.item("lone", ("lone", LONE))
    golden.item("two", ("case1", fee(1)), ("case3", fee(3)))
    golden.commit()
    change(golden, 1)
    golden.page("lone", "Nothing of the old page is left.")
    golden.reindex("B")
    assert [names(comment) for comment in review(golden).comments] == [
        "accept retire unanswerable later",
        "retire unanswerable later",
        "accept retire unanswerable drop later",
    ]
    gone = review(golden).comments[1].body.partition("<details>")
    assert f"- {LONE}" in gone[0]
    assert "Nothing was found that could take its place." in gone[0]
    assert "suggestion" not in gone[0]
    assert "<summary>Decide: retire, unanswerable, later</summary>" in gone[2]


def test_a_decision_about_the_item_is_due_at_each_span_that_waits(golden: GoldenSet) -> None:
    golden.item("two", ("case1", fee(1)), ("case3", fee(3)))
    golden.commit()
    change(golden, 1, 3)
    golden.reindex("B")
    bodies = {comment.path + str(comment.start): comment.body for comment in review(golden).comments}
    hint = "Decide the same at each of the item's spans that wait."
    assert {path: hint in body for path, body in bodies.items()} == {path: "two" in path for path in bodies}


def test_a_comment_shows_the_question_beside_both_passages(golden: GoldenSet) -> None:
    path = golden.root / "items/fees/item-1.yaml"
    path.write_text(path.read_text().replace("As the page says.", "It costs $100."))
    golden.commit()
    change(golden, 1)
    golden.reindex("B")
    (comment,) = review(golden).comments
    for part in (
        "Question      What does item-1 say?",
        "Gold answer   It costs $100.",
        "- The fee for case number 1 is $⟦100⟧ for each claim that we settle.",
        "+ The fee for case number 1 is $⟦999⟧ for each claim that we settle.",
        "Differs: `number: $100 -> $999`",
        "**Does the answer still hold?** It still says `100`, which no passage would prove any more",
    ):
        assert part in comment.body


def test_the_lines_of_a_comment_are_the_entry_and_stand_in_one_hunk(golden: GoldenSet) -> None:
    long = "".join(f"# remark {n}\n" for n in range(30))
    path = golden.root / "items/fees/item-1.yaml"
    path.write_text(long + path.read_text())
    golden.commit()
    change(golden, 1)
    golden.git("config", "diff.context", "0")
    golden.git("config", "diff.noprefix", "true")
    golden.reindex("B")
    (comment,) = review(golden).comments
    lines = golden.on(QUEUE, comment.path).split("\n")
    assert lines[comment.start - 1] == "  - id: s1"
    assert comment.end == len(lines)
    assert "\n".join(lines[comment.start - 1 : comment.end]).count("- id:") == 1
    shown = git(golden.root, "diff", "-U3", "main", BRANCH, "--", comment.path)
    (hunk,) = re.findall(r"@@ -\S+ \+(\d+),(\d+) @@", shown)
    assert int(hunk[0]) <= comment.start
    assert comment.end < int(hunk[0]) + int(hunk[1])


def test_an_item_in_a_set_below_the_root_is_named_from_the_root(
    tmp_path: Path, goldset: Callable[..., Ran], repository: Path
) -> None:
    below = repository / "evals/set"
    below.mkdir(parents=True)
    golden = start(below, tmp_path / "corpus", goldset, [1])
    change(golden, 1)
    golden.reindex("B")
    (comment,) = review(golden).comments
    assert comment.path == "evals/set/items/fees/item-1.yaml"
    assert suggestions(comment.body)


def test_ids_alone_show_no_text(golden: GoldenSet) -> None:
    write_tree(golden.root, {"goldset.yaml": "policy: {max_queued: 1.0}\nrelabel: {body: ids}\n"})
    golden.commit()
    change(golden, 1)
    golden.reindex("B")
    found = review(golden)
    assert found.comments == ()
    assert "fee" not in found.body


def test_comments_are_bounded_but_every_best_candidate_has_one(golden: GoldenSet) -> None:
    for n in range(2):
        quotes = [("case1", fee(1)) for _ in range(MOST_COMMENTS // 2 + 1)]
        golden.item(f"many-{n}", *quotes, slice_name="many")
    golden.item("gone", ("lone", LONE), slice_name="many")
    golden.commit()
    change(golden, 1)
    golden.page("lone", "Nothing of the old page is left.")
    golden.reindex("B")
    found = review(golden, "goldset/golden-set/relabel/many-1")
    assert len(found.comments) == 2 * (MOST_COMMENTS // 2 + 1)
    assert {names(comment) for comment in found.comments} == {"accept"}
    assert "goldset relabel retire gone s1" in found.body


def test_one_bad_entry_loses_nothing_else(golden: GoldenSet) -> None:
    change(golden, 1, 2)
    golden.reindex("B")
    golden.git("checkout", "-q", BRANCH)
    path = golden.root / "items/fees/item-1.yaml"
    path.write_text(
        re.sub("start: ([0-9]+)\n          end: ([0-9]+)", r"start: 0\n          end: 71", path.read_text())
    )
    text = re.search(r"          text: (.*)\n          similarity", path.read_text())
    assert text
    path.write_text(path.read_text().replace("end: 71", f"end: {len(text[1])}"))
    golden.commit("break a candidate")
    golden.git("checkout", "-q", "main")
    bad, good = review(golden).comments
    assert "accept" not in names(bad)
    assert "goldset relabel accept item-1 s1" in bad.body
    assert "does not hold the candidate at 0" in bad.body
    assert names(good).startswith("accept")


def test_lines_that_the_changes_do_not_show_together_become_a_command(golden: GoldenSet) -> None:
    change(golden, 1, 2)
    golden.reindex("B")
    write_tree(golden.root, {".gitattributes": "items/fees/item-1.yaml -diff\n"})
    found = review(golden)
    assert [comment.path for comment in found.comments] == ["items/fees/item-2.yaml"]
    assert "goldset relabel accept item-1 s1" in found.body


def test_an_item_that_names_people_calls_nobody_and_stays_as_it_is(golden: GoldenSet) -> None:
    quote = "Call @octo-example or @example-org/on-call at night, see #12, or write to desk@example.org."
    golden.page("desk", quote)
    golden.page("rota", quote.replace("#12", "#13"))
    write_tree(
        golden.root,
        {
            f"items/fees/{name}.yaml": f"id: {name}\nquestion: '@here who? fixes #12'\nslice: fees\nanswerable: true\n"
            f"gold_answer: '[skip ci] <!-- @octo-example -->'\ncorpus_snapshot: A\ngold_spans:\n  - doc_id: {name}.md\n"
            f'    text: "{quote if name == "desk" else quote.replace("#12", "#13")}"\n'
            for name in ("desk", "rota")
        },
    )
    golden.git("rm", "-rq", "snapshots")
    golden.snapshot()
    golden.commit()
    golden.page("desk", quote.replace("at night", "by day"))
    (golden.corpus / "rota.md").unlink()
    golden.reindex("B")
    before = golden.git("show", "main:items/fees/desk.yaml")
    pull = (golden.root / f".goldset/golden-set/{QUEUE}.md").read_text("utf-8")
    assert_harmless(pull.partition("\n\n")[2], quote)
    assert LIVE.findall(pull.partition("\n")[0].removeprefix("#")) == []
    found = review(golden)
    for body in (found.body, *(comment.body for comment in found.comments)):
        assert_harmless(body, quote)
    assert len(found.comments) == 2
    assert all(suggestions(comment.body) for comment in found.comments)
    for commit_message in golden.git("log", "--format=%B", "--all", "--not", "main").split("\n"):
        assert LIVE.findall(commit_message.removeprefix("Goldset-Tree:")) == []
    golden.relabel("accept", "desk")
    by_command = golden.on(QUEUE, "items/fees/desk.yaml")
    golden.git("update-ref", f"refs/heads/{BRANCH}", f"{BRANCH}~1")
    commit(golden, next(comment for comment in found.comments if "desk" in comment.path))
    assert "\\u0040octo-example" in golden.on(QUEUE, "items/fees/desk.yaml")
    golden.git("checkout", "-q", BRANCH)
    golden.goldset("fmt", "-C", golden.root)
    after = (golden.root / "items/fees/desk.yaml").read_text().rstrip("\n")
    assert after.partition("gold_spans:")[2] == by_command.partition("gold_spans:")[2]
    assert golden.git("show", "main:items/fees/desk.yaml") == before
