import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from goldset.cli.new import REASONS
from goldset.domain.items import AbstainReason
from tests.conftest import Ran, git, goldset_process, write_tree
from tests.snapshot_builder import add_snapshot

Goldset = Callable[..., Ran]
LINE = "A lost parcel may be claimed for 30 days after posting."
DOCS: dict[str, str] = {
    "parcels.md": f"# Parcels\n\n## Lost parcels\n\n{LINE} Then the case\n"
    "is closed for good, and nobody opens it again.\n",
    "short.md": "In short, bring your receipt to the desk within office hours.\n",
}
ANSWERS = [
    "--question",
    "How long may I claim a lost parcel?",
    "--slice",
    "claims",
    "--answer",
    "For 30 days.",
]


@pytest.fixture
def a_set(repository: Path) -> Path:
    write_tree(repository, {"goldset.yaml": 'people: {a.ng: "@ang"}\ncorpus: {sources: [{path: docs}]}\n'})
    write_tree(repository, {f"docs/{name}": text for name, text in DOCS.items()})
    return add_snapshot(repository, "2026-10-01", DOCS, kept=False)


def items(folder: Path) -> dict[str, str]:
    found = sorted((folder / "items").rglob("*.yaml"))
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in found}


def test_flags_alone_write_one_whole_item(goldset: Goldset, a_set: Path) -> None:
    ran = goldset("new", "-C", a_set, *ANSWERS, "--quote", LINE, "--jurisdiction", "US")
    assert ran.code == 0, ran.err
    ((path, text),) = items(a_set).items()
    assert re.fullmatch(r"items/claims/long-claim-lost-parcel-[a-z0-9]{6}\.yaml", path)
    assert f"wrote {path}\n" in ran.out
    start = DOCS["parcels.md"].index(LINE)
    head, _, span = text.partition("gold_spans:\n")
    assert (
        head
        == f"""\
# yaml-language-server: $schema=../../schema/item.schema.json
id: {Path(path).stem}
question: How long may I claim a lost parcel?
slice: claims
answerable: true
gold_answer: For 30 days.
corpus_snapshot: "2026-10-01"
"""
    )
    assert span.startswith(
        f"  - doc_id: parcels.md\n    text: {LINE}\n    start: {start}\n    end: {start + len(LINE)}\n"
    )
    assert "    section: [Parcels, Lost parcels]\n    occurrences: 1\n" in span
    assert "jurisdiction: US\n" in span
    assert re.search(r"labelled_by: a\.ng\nlabelled_at: \d{4}-\d\d-\d\d\n$", span)


def test_a_new_item_is_valid_and_its_text_is_kept(goldset: Goldset, a_set: Path) -> None:
    goldset("new", "-C", a_set, *ANSWERS, "--quote", LINE)
    assert len(list((a_set / "snapshots" / "texts").rglob("*.txt"))) == 1
    ran = goldset("validate", "-C", a_set, "--strict")
    assert (ran.code, ran.out) == (0, "1 item in 1 file: no errors and no warnings.\n")


def test_where_texts_may_not_be_kept_none_is(goldset: Goldset, a_set: Path) -> None:
    write_tree(a_set, {"goldset.yaml": "corpus: {keep_text: false, sources: [{path: docs}]}\n"})
    assert goldset("new", "-C", a_set, *ANSWERS, "--quote", LINE).code == 0
    assert not (a_set / "snapshots" / "texts").exists()


def test_other_white_space_is_no_other_quote(goldset: Goldset, a_set: Path) -> None:
    quote = "Then the case is closed for good, and nobody opens it again."
    ran = goldset("new", "-C", a_set, *ANSWERS, "--quote", f"  {quote}\n")
    assert ran.code == 0
    assert "other white space" in ran.err
    (text,) = items(a_set).values()
    assert "Then the case\n      is closed" in text
    assert goldset("validate", "-C", a_set).code == 0


def test_a_quote_that_stands_nowhere_shows_the_nearest_and_writes_nothing(
    goldset: Goldset, a_set: Path
) -> None:
    ran = goldset("new", "-C", a_set, *ANSWERS, "--quote", LINE.replace("30", "20"))
    assert ran.code == 3
    assert "the quote stands nowhere" in ran.err
    assert LINE in " ".join(ran.err.split())
    assert items(a_set) == {}


def test_of_several_places_one_must_be_named(goldset: Goldset, a_set: Path) -> None:
    write_tree(a_set, {"docs/parcels.md": f"{LINE}\n\n{LINE}\n", "docs/copy.md": LINE})
    add_snapshot(
        a_set,
        "2026-11-01",
        {"parcels.md": f"{LINE}\n\n{LINE}\n", "copy.md": LINE, "short.md": DOCS["short.md"]},
        day=2,
    )
    ran = goldset("new", "-C", a_set, *ANSWERS, "--quote", LINE)
    assert ran.code == 2
    assert "stands in 3 places" in ran.err
    assert "copy.md at 0–55" in ran.err
    assert items(a_set) == {}
    second = len(LINE) + 2
    ran = goldset("new", "-C", a_set, *ANSWERS, "--quote", LINE, "--doc", "parcels.md", "--at", str(second))
    assert ran.code == 0
    (text,) = items(a_set).values()
    assert f"start: {second}\n" in text
    assert "occurrences: 2\n    also_in: [copy.md]\n" in text


def test_a_short_quote_is_said_to_be_short(goldset: Goldset, a_set: Path) -> None:
    ran = goldset("new", "-C", a_set, *ANSWERS, "--quote", "is closed for good")
    assert ran.code == 0
    assert "The quote is short" in ran.err
    assert "look again" in ran.out


def test_an_unanswerable_item_asks_for_no_quote(goldset: Goldset, a_set: Path) -> None:
    ran = goldset("new", "-C", a_set, *ANSWERS[:4], "--unanswerable", "not_in_corpus", "--format", "json")
    report = json.loads(ran.out)
    assert (report["version"], report["spans"], report["warnings"]) == (1, [], [])
    assert "answerable: false\nabstain_reason: not_in_corpus\n" in items(a_set)[report["path"]]
    assert goldset("validate", "-C", a_set).code == 0


def test_what_is_missing_is_asked_for(goldset: Goldset, a_set: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = ["How long may I claim a lost parcel?", "claims", "For 30 days.", "No such passage in it", LINE]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(answers) + "\n"))
    ran = goldset("new", "-C", a_set)
    assert ran.code == 0
    assert "The quote stands nowhere" in ran.err
    assert len(items(a_set)) == 1
    assert "Question" not in ran.out


def test_the_nearest_passage_can_be_taken_by_its_number(
    goldset: Goldset, a_set: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(LINE.replace("30", "20") + "\n1\n"))
    ran = goldset("new", "-C", a_set, *ANSWERS)
    assert ran.code == 0
    (text,) = items(a_set).values()
    assert f"    text: {LINE}\n" in text
    assert goldset("validate", "-C", a_set, "--strict").code == 0


def test_a_pipe_that_does_not_answer_is_wrong_usage(a_set: Path) -> None:
    ran = goldset_process("new", "--question", "What?", cwd=a_set)
    assert ran.code == 2
    assert "--slice is missing" in ran.err
    assert items(a_set) == {}


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (["--slice", "../up"], 2, "the slice"),
        (["--doc", "old/parcels.md"], 3, "did you mean parcels.md?"),
        (["--quote", "   "], 2, "the quote is empty"),
        (["--question", "   "], 2, "question: "),
        (["--must-include", ""], 2, "must_include.0: "),
        (["--answer", "  "], 2, "gold_answer"),
        (["--answer", "\udc80"], 3, "half a character"),
        (["--quote", "\udc80 half a character"], 3, "the quote stands nowhere"),
        (["--at", "5000"], 2, "the quote does not begin at 5000"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_written(
    goldset: Goldset, a_set: Path, args: list[str], code: int, said: str
) -> None:
    ran = goldset("new", "-C", a_set, *ANSWERS, "--quote", LINE, *args)
    assert ran.code == code
    assert said in ran.err
    assert items(a_set) == {}
    assert not (a_set / "snapshots" / "texts").exists()


def test_without_a_snapshot_there_is_nothing_to_quote_from(goldset: Goldset, tmp_path: Path) -> None:
    write_tree(tmp_path, {"goldset.yaml": ""})
    ran = goldset("new", "-C", tmp_path, *ANSWERS, "--quote", LINE)
    assert ran.code == 3
    assert "goldset snapshot create" in ran.err


def test_a_corpus_that_has_changed_since_is_said(goldset: Goldset, a_set: Path) -> None:
    for name in DOCS:
        (a_set / "docs" / name).write_text("changed", encoding="utf-8")
    ran = goldset("new", "-C", a_set, *ANSWERS, "--quote", LINE)
    assert ran.code == 3
    assert "no text of snapshot 2026-10-01 is at hand" in ran.err


def test_the_working_tree_gets_one_item_and_one_text_and_no_commit(goldset: Goldset, a_set: Path) -> None:
    git(a_set, "add", "-A")
    git(a_set, "commit", "-qm", "start")
    goldset("new", "-C", a_set, *ANSWERS, "--quote", LINE)
    changed = git(a_set, "status", "--porcelain", "-uall").splitlines()
    assert [line[:3] for line in changed] == ["?? ", "?? "]
    assert git(a_set, "rev-list", "--count", "HEAD") == "1"


def test_without_a_git_identity_nobody_is_named(
    goldset: Goldset, a_set: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL"):
        monkeypatch.delenv(name)
    assert goldset("new", "-C", a_set, *ANSWERS, "--quote", LINE).code == 0
    (text,) = items(a_set).values()
    assert "labelled_by" not in text


def test_the_reasons_that_the_command_knows_are_those_of_items() -> None:
    assert list(REASONS) == [reason.value for reason in AbstainReason]


def test_nobody_is_asked_where_no_quote_could_be_found(goldset: Callable[..., Ran], tmp_path: Path) -> None:
    write_tree(tmp_path, {"set/goldset.yaml": "set: x\n", "docs/a.md": "Words of a page.\n"})
    early = goldset("new", "-C", tmp_path / "set")
    assert (early.code, "Question" in early.err, "snapshot create" in early.err) == (3, False, True)
    assert goldset("snapshot", "create", "-C", tmp_path / "set", "--corpus", tmp_path / "docs").code == 0
    unread = goldset("new", "-C", tmp_path / "set")
    assert (unread.code, "Question" in unread.err, "--corpus" in unread.err) == (3, False, True)
