import json
from collections.abc import Callable
from pathlib import Path

import pytest

from goldset.stores.item_files import read_item
from tests.conftest import Ran, git, write_tree

ITEM = """\
# who: Ana
id: 007
question: 'When does the office open?'
slice: hours      # the folder
answerable: true
gold_answer: 9:30
must_include:
  - 9:30
  - 09:45
corpus_snapshot: 2026-10-01
labelled_at: 2026-10-02
gold_spans:
- doc_id: hours.md
  text: >-
      We open
      at 9:30.
"""
CANONICAL = """\
# who: Ana
id: "007"
question: When does the office open?
slice: hours      # the folder
answerable: true
gold_answer: "9:30"
must_include: ["9:30", "09:45"]
corpus_snapshot: "2026-10-01"
labelled_at: 2026-10-02
gold_spans:
  - doc_id: hours.md
    text: We open at 9:30.
"""
PENDING = """\
id: a
question: b?
slice: s
answerable: true
gold_answer: c
must_include: [c]
corpus_snapshot: "2026-10-01"
gold_spans:
  - id: s1
    relabel:
      {decision}
      was:
        # from the table
        doc_id: d.md
        text: old
  - id: s2
    doc_id: e.md
    text: other
"""


def test_fmt_writes_the_canonical_form_and_then_has_nothing_to_do(
    goldset: Callable[..., Ran], tmp_path: Path
) -> None:
    write_tree(tmp_path, {"items/hours/007.yaml": "\ufeff" + ITEM.replace("\n", "\r\n")})
    checked = goldset("fmt", "--check", "-C", tmp_path)
    assert (checked.code, checked.err) == (1, "")
    assert "would change  items/hours/007.yaml" in checked.out
    done = goldset("fmt", "-C", tmp_path)
    assert (done.code, done.out.splitlines()[-1]) == (0, "1 file: 1 changed, 0 canonical already.")
    assert (tmp_path / "items/hours/007.yaml").read_text() == CANONICAL
    again = goldset("fmt", "--check", "-C", tmp_path)
    assert (again.code, again.out) == (0, "1 file: 0 would change, 1 canonical already.\n")


def test_a_file_with_errors_is_left_alone_and_named_while_the_others_are_written(
    goldset: Callable[..., Ran], tmp_path: Path
) -> None:
    broken = "id: broken\nid: twice\n"
    write_tree(tmp_path, {"items/hours/007.yaml": ITEM, "items/broken.yaml": broken})
    done = goldset("fmt", "-C", tmp_path, "--format", "json")
    report = json.loads(done.out)
    assert done.code == 1
    assert report["changed"] == ["items/hours/007.yaml"]
    assert [(file["path"], file["message"]) for file in report["refused"]] == [
        ("items/broken.yaml", "line 1: `answerable` is missing (and 3 more errors)")
    ]
    assert (tmp_path / "items/broken.yaml").read_text() == broken
    assert (tmp_path / "items/hours/007.yaml").read_text() == CANONICAL


def test_fmt_takes_files_and_folders_and_refuses_what_holds_no_item(
    goldset: Callable[..., Ran], tmp_path: Path
) -> None:
    write_tree(tmp_path, {"items/hours/007.yaml": ITEM, "items/b/x.yaml": ITEM})
    assert goldset("fmt", "-C", tmp_path, "items/hours/007.yaml").code == 0
    assert (tmp_path / "items/b/x.yaml").read_text() == ITEM
    missing = goldset("fmt", "-C", tmp_path, "items/none")
    assert (missing.code, missing.out) == (3, "")
    assert "there is no item at" in missing.err


EVIDENCE = """\
gold_answer: c
must_include: [c]
corpus_snapshot: "2026-10-01"
gold_spans:
"""
DROPPED = """\
  # from the table
  - id: s2
    doc_id: e.md
    text: other
"""
UNANSWERABLE = """\
abstain_reason: not_in_corpus
corpus_snapshot: "2026-11-01"
# from the table
"""
RETIRED = """\
  - id: s1
    # from the table
    doc_id: d.md
    text: old
  - id: s2
    doc_id: e.md
    text: other
status: retired
retired:
  reason: the product is gone
  at: 2026-10-05
  by: Ana Ng
"""
SQUASHED = """\
Relabel 3 items of fees (#2)

* Relabel 3 items of fees

Goldset-Tree: 688a30479e84cdabe1e64dc15de3a4df5ce63d99

* Update a.yaml

Co-authored-by: goldset-bot <g@example.org>

---------

"""
REASON = "\n      abstain_reason: not_in_corpus\n      snapshot: '2026-11-01'"


@pytest.mark.parametrize(
    ("decision", "expected"),
    [
        ("decision: drop", EVIDENCE + DROPPED),
        (f"decision: unanswerable{REASON}", UNANSWERABLE),
        ("decision: retire\n      reason: the product is gone", EVIDENCE + RETIRED),
        ("decision: later", None),
        ("outcome: edited", None),
    ],
)
def test_a_decision_is_folded_into_the_item(
    goldset: Callable[..., Ran], repository: Path, decision: str, expected: str | None
) -> None:
    text = PENDING.format(decision=decision)
    write_tree(repository, {"items/s/a.yaml": text})
    git(repository, "add", ".")
    git(repository, "commit", "-qm", "decide")
    assert goldset("fmt", "-C", repository).code == 0
    new = (repository / "items/s/a.yaml").read_text()
    if expected is None:
        assert new == text
    else:
        assert new.partition("answerable: ")[2].partition("\n")[2] == expected
        assert read_item("items/s/a.yaml", new.encode()).findings == ()
    assert goldset("fmt", "--check", "-C", repository).code == 0


def test_a_decision_that_is_not_committed_yet_has_no_date_and_no_name(
    goldset: Callable[..., Ran], repository: Path
) -> None:
    write_tree(repository, {"items/s/a.yaml": PENDING.format(decision="decision: retire")})
    assert goldset("fmt", "-C", repository).code == 0
    assert (repository / "items/s/a.yaml").read_text().endswith("retired:\n  reason: span s1 is gone\n")


@pytest.mark.parametrize(
    ("author", "message", "by"),
    [
        ("goldset-bot", f"{SQUASHED}Co-authored-by: Bo Li <bo@example.org>\n", "Bo Li"),
        ("goldset-bot", f"{SQUASHED}Co-authored-by: Bo <b@x.y>\nCo-authored-by: Cy <c@x.y>\n", None),
        ("goldset-bot", SQUASHED, None),
        ("github-actions[bot]", "Relabel (#2)\n\nCo-authored-by: Bo Li <bo@example.org>\n", "Bo Li"),
        ("github-actions[bot]", "", None),
        ("Bo Li", "Update a.yaml\n\nCo-authored-by: goldset-bot <g@example.org>\n", "Bo Li"),
        ("Bo Li", "", "Bo Li"),
    ],
)
def test_who_opened_a_squashed_pull_request_decided_nothing(
    goldset: Callable[..., Ran], repository: Path, author: str, message: str, by: str | None
) -> None:
    write_tree(repository, {"items/s/a.yaml": PENDING.format(decision="decision: retire")})
    git(repository, "add", ".")
    who = f"--author={author} <a@example.org>"
    git(repository, "commit", "-q", "--allow-empty-message", "-m", message, who)
    assert goldset("fmt", "-C", repository).code == 0
    read = read_item("items/s/a.yaml", (repository / "items/s/a.yaml").read_bytes())
    assert read.item is not None
    assert read.item.retired is not None
    assert read.item.retired.by == by
    assert read.item.retired.at is not None
