import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Ran, git, write_tree

Goldset = Callable[..., Ran]
OLD = "A lost parcel may be claimed for 30 days after posting."
NEW = "A lost parcel may be claimed for 20 days after posting."


def item(name: str, text: str = OLD, answer: str = "For 30 days.", extra: str = "") -> str:
    return f"""\
id: {name}
question: What of {name} in {name}?
slice: claims
answerable: true
gold_answer: {answer}
corpus_snapshot: "1"
gold_spans:
  - id: period
    doc_id: parcels.md
    text: {text}
{extra}"""


def pending(decision: str, text: str) -> str:
    """Return another span of an item, with a decision about it."""
    was = f"was: {{doc_id: parcels.md, text: {text}}}"
    said = f"decision: {decision}\n      abstain_reason: ambiguous"
    return f"  - id: more\n    relabel:\n      {said}\n      {was}\n"


@pytest.fixture
def a_set(repository: Path) -> Path:
    files: dict[str, str | bytes] = {
        f"eval/items/claims/{name}.yaml": item(name) for name in ("one", "two", "three")
    }
    write_tree(repository, {"eval/goldset.yaml": "", "README.md": "x", **files})
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "start")
    git(repository, "checkout", "-qb", "work")
    return repository / "eval"


def findings(goldset: Goldset, folder: Path, *args: str) -> list[tuple[str, str]]:
    report = json.loads(
        goldset("validate", "-C", folder, "--changed-since", "main", "--format", "json", *args).out
    )
    return [
        (finding["code"], finding["item"]) for finding in report["findings"] if finding["code"] != "GS507"
    ]


def change(folder: Path, name: str, text: str) -> None:
    write_tree(folder, {f"items/claims/{name}.yaml": text})


def test_an_answer_that_says_what_only_the_old_passage_said_is_an_error(
    goldset: Goldset, a_set: Path
) -> None:
    change(a_set, "one", item("one", NEW))
    ran = goldset("validate", "-C", a_set, "--changed-since", "main")
    assert ran.code == 1
    assert "`gold_answer` still says 30" in " ".join(ran.out.split())
    assert ("GS404", "one") in findings(goldset, a_set)


@pytest.mark.parametrize(
    "text",
    [
        item("one", NEW, "For 20 days."),
        item(
            "one",
            NEW,
            "For thirty days.",
            "  - {doc_id: parcels.md, text: In winter for 30 days after all.}\n",
        ),
        item("one", OLD.replace("A lost", "Any lost")),
        item("one", NEW, extra=pending("retire", NEW)),
        item("one", NEW, extra=pending("unanswerable", NEW)),
        item("one", NEW, extra=pending("later", OLD)),
        item("one", NEW).replace(
            "answerable: true", "answerable: true\nstatus: retired\nretired: {reason: gone}"
        ),
    ],
)
def test_an_answer_that_still_has_its_proof_or_is_not_asked_is_none(
    goldset: Goldset, a_set: Path, text: str
) -> None:
    change(a_set, "one", text)
    assert "GS404" not in [code for code, _ in findings(goldset, a_set)]


def test_a_dropped_span_proves_nothing_any_more(goldset: Goldset, a_set: Path) -> None:
    change(a_set, "one", item("one", NEW, extra=pending("drop", OLD)))
    assert ("GS404", "one") in findings(goldset, a_set)


def test_a_figure_that_was_never_proved_stays_a_warning(goldset: Goldset, a_set: Path) -> None:
    change(a_set, "one", item("one", OLD, "For 30 days, 7 at sea."))
    assert findings(goldset, a_set) == [("GS153", "one")]


def test_committed_and_uncommitted_and_new_files_count_as_changed(goldset: Goldset, a_set: Path) -> None:
    change(a_set, "one", item("one", answer="For 30 days or 8."))
    git(a_set, "commit", "-qam", "change")
    change(a_set, "two", item("two", answer="For 30 days or 9."))
    change(a_set, "four", item("four", answer="For 30 days or 10."))
    assert findings(goldset, a_set) == [("GS153", "four"), ("GS153", "one"), ("GS153", "two")]
    report = json.loads(goldset("validate", "-C", a_set, "--changed-since", "main", "--format", "json").out)
    assert report["totals"]["files"] == 3


def test_what_happened_on_the_other_branch_since_is_left_aside(goldset: Goldset, a_set: Path) -> None:
    git(a_set, "checkout", "-q", "main")
    change(a_set, "three", item("three", NEW, "For 20 days."))
    git(a_set, "commit", "-qam", "there")
    git(a_set, "checkout", "-q", "work")
    change(a_set, "one", item("one", OLD.replace("A lost", "Any lost")))
    report = json.loads(goldset("validate", "-C", a_set, "--changed-since", "main", "--format", "json").out)
    assert report["totals"] == {"files": 1, "items": 1, "errors": 0, "warnings": 1, "waived": 0}


def test_a_fault_that_was_there_before_is_not_reported(goldset: Goldset, a_set: Path) -> None:
    git(a_set, "checkout", "-q", "main")
    change(a_set, "three", "id: three\n")
    git(a_set, "commit", "-qam", "broken")
    git(a_set, "checkout", "-q", "work")
    git(a_set, "rebase", "-q", "main")
    assert findings(goldset, a_set) == []
    assert goldset("validate", "-C", a_set).code == 1


def test_an_unknown_commit_is_refused(goldset: Goldset, a_set: Path) -> None:
    ran = goldset("validate", "-C", a_set, "--changed-since", "nowhere")
    assert ran.code == 3
    assert "nowhere names no commit" in ran.err


def codes(ran: Ran) -> set[str]:
    return {finding["code"] for finding in json.loads(ran.out)["findings"]}


def test_without_a_name_the_base_branch_is_compared_with(goldset: Goldset, a_set: Path) -> None:
    change(a_set, "one", item("one", NEW))
    ran = goldset("validate", "-C", a_set, "--format", "json")
    assert (ran.code, "GS404" in codes(ran), ran.err) == (1, True, "")
    assert json.loads(ran.out)["totals"]["files"] == 3
    git(a_set, "checkout", "-qb", "goldset/help-centre/relabel/claims-1")
    git(a_set, "branch", "-qD", "work")
    git(a_set, "commit", "-qam", "decide")
    assert "GS404" in codes(goldset("validate", "-C", a_set, "--format", "json"))
    change(a_set, "one", item("one", NEW, "For 20 days."))
    assert goldset("validate", "-C", a_set).code == 0


def test_what_the_answer_must_include_counts_like_the_answer(goldset: Goldset, a_set: Path) -> None:
    must = 'must_include: ["30"]\n'
    change(a_set, "one", item("one", NEW, f"In some days.\n{must.rstrip()}"))
    ran = goldset("validate", "-C", a_set)
    assert ran.code == 1
    assert "`must_include[0]` still says 30, which only the earlier passage held" in " ".join(ran.out.split())


def test_the_later_of_the_two_base_branches_of_a_clone_counts(goldset: Goldset, a_set: Path) -> None:
    git(a_set, "checkout", "-q", "main")
    old = git(a_set, "rev-parse", "HEAD")
    change(a_set, "one", item("one", NEW, "For 30 days."))
    git(a_set, "commit", "-qam", "let through")
    git(a_set, "update-ref", "refs/remotes/origin/main", "HEAD")
    git(a_set, "symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main")
    git(a_set, "checkout", "-qb", "later")
    git(a_set, "branch", "-f", "main", old)
    assert "GS404" not in codes(goldset("validate", "-C", a_set, "--format", "json"))


def test_where_no_base_is_known_a_note_says_that_nothing_is_compared(goldset: Goldset, a_set: Path) -> None:
    change(a_set, "one", item("one", NEW))
    git(a_set, "commit", "-qam", "change")
    git(a_set, "checkout", "-q", "--detach")
    ran = goldset("validate", "-C", a_set)
    assert (ran.code, "GS404" in ran.out) == (0, False)
    assert "answers are not compared with their earlier passages" in ran.err


def report(goldset: Goldset, folder: Path) -> tuple[int, list[tuple[str, str]], list[tuple[str, str]]]:
    """Return the exit code, and code and file of the findings that count and of the older ones."""
    ran = goldset("validate", "-C", folder, "--changed-since", "main", "--format", "json")
    data = json.loads(ran.out)
    kinds = [[(f["code"], f["path"].rpartition("/")[2]) for f in data[key]] for key in ("findings", "older")]
    return ran.code, kinds[0], kinds[1]


def on_main(folder: Path, name: str, text: str) -> None:
    """Commit an item on main, and let the branch go on from there."""
    git(folder, "checkout", "-q", "main")
    change(folder, name, text)
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", name)
    git(folder, "checkout", "-q", "work")
    git(folder, "rebase", "-q", "main")


def test_older_faults_are_listed_apart_and_fail_nothing(goldset: Goldset, a_set: Path) -> None:
    on_main(a_set, "three", "id: three\n")
    change(a_set, "one", item("one", answer="For 30 days or 8."))
    code, counted, older = report(goldset, a_set)
    assert code == 0
    assert ("GS153", "one.yaml") in counted
    assert {path for _, path in older} == {"three.yaml"}
    text = goldset("validate", "-C", a_set, "--changed-since", "main")
    assert (text.code, "these findings do not count:" in text.out, "three.yaml" in text.out) == (
        0,
        True,
        True,
    )


def test_where_nothing_of_the_set_changed_everything_is_older(goldset: Goldset, a_set: Path) -> None:
    on_main(a_set, "three", "id: three\n")
    write_tree(a_set.parent, {"README.md": "y"})
    code, counted, older = report(goldset, a_set)
    assert (code, counted) == (0, [])
    assert ("GS507", "snapshots") in older


def test_a_clash_with_a_file_that_was_left_alone_is_of_the_change(goldset: Goldset, a_set: Path) -> None:
    on_main(a_set, "zebra", item("zebra"))
    # The fault is told at the later of the two files.
    change(a_set, "apple", item("zebra").replace("What of", "Since when is"))
    code, counted, older = report(goldset, a_set)
    assert (code, ("GS202", "zebra.yaml") in counted, older) == (1, True, [])
    change(a_set, "apple", item("apple").replace("apple in apple", "zebra in zebra"))
    assert ("GS208", "zebra.yaml") in report(goldset, a_set)[1]


def test_what_items_lose_with_a_snapshot_is_of_the_change_that_takes_it(
    goldset: Goldset, a_set: Path
) -> None:
    write_tree(a_set, {"snapshots/2/snapshot.yaml": "id: x"})
    git(a_set, "add", "-A")
    git(a_set, "commit", "-qm", "a snapshot")
    git(a_set, "branch", "-f", "main")
    change(a_set, "one", item("one"))
    assert "GS301" in {code for code, _ in report(goldset, a_set)[2]}
    git(a_set, "rm", "-rq", "snapshots")
    write_tree(a_set, {"snapshots/3/snapshot.yaml": "id: y"})
    assert "GS301" in {code for code, _ in report(goldset, a_set)[1]}


def test_paths_of_every_format_for_machines_begin_at_the_root(goldset: Goldset, a_set: Path) -> None:
    change(a_set, "one", "id: one\n")
    path = "eval/items/claims/one.yaml"
    for style, place in (
        ("github", f"::error file={path},line="),
        ("summary", f"`{path}`"),
        ("sarif", f'"uri": "{path}"'),
        ("junit", f'file="{path}"'),
    ):
        ran = goldset("validate", "-C", a_set, "--changed-since", "main", "--format", style)
        assert (ran.code, place in ran.out) == (1, True), style
