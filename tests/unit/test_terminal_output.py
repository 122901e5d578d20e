import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldset.cli.output import printable
from goldset.domain.live_text import hidden
from tests.conftest import ROOT, Ran, write_tree
from tests.golden_set import change, start
from tests.runner_log import commands

STEERING = "\x1b[2J\x07\x9b31m\u202e\u2066\u200b\x85\u2028\U000e0041\x7f"
HOSTILE = st.text(st.sampled_from([*STEERING, "\n", "\t", "a", "é", "\\", '"', "\u200d", "👩"]), max_size=40)


@settings(deadline=None, max_examples=200)
@given(HOSTILE)
def test_what_is_printed_neither_steers_nor_hides_and_json_says_the_same(text: str) -> None:
    shown = printable(json.dumps([text], ensure_ascii=False))
    assert [shown[at] for at in hidden(shown)] == []
    assert json.loads(shown) == [text]
    assert {printable(text)[at] for at in hidden(printable(text))} <= {"\t"}


def test_ordinary_text_is_printed_as_it_is() -> None:
    text = "naïve → “5 €” 漢字 می\u200cخواهم 👩\u200d💻\n\tx"
    assert printable(text) == text


def test_all_output_goes_through_the_one_door() -> None:
    doors = {"output.py", "progress.py"}  # progress is drawn over, and holds no text of items
    for path in (ROOT / "goldset").rglob("*.py"):
        if path.name not in doors:
            found = re.findall(
                r"click\.echo|click\.secho|(?<![\w.])print\(|std(?:out|err)\.write", path.read_text()
            )
            assert found == [] or path == ROOT / "goldset/__init__.py", path


LINES = (
    "validate",
    "validate --format json",
    "fmt --check",
    "resolve --to A",
    "resolve --to A --format json",
    "resolve --to A --explain item-1",
    "show item-1",
    "show item-1 --format json",
    "show nobody\x9b",
    "reindex B --dry-run --accept-change",
    "reindex B",
    "relabel list",
    "relabel list --format json",
    "relabel accept item-1",
    "relabel later item-2",
    "relabel accept item-2\x9b",
)


def test_no_verb_prints_what_steers_a_terminal(
    repository: Path, tmp_path: Path, goldset: Callable[..., Ran]
) -> None:
    golden = start(repository, tmp_path / "corpus", goldset, [1, 2])
    quoted = json.dumps(STEERING).replace("\\udb40\\udc41", "\\U000E0041").replace("\x7f", "\\x7f")
    for number in (1, 2):
        path = golden.root / f"items/fees/item-{number}.yaml"
        text = path.read_text().replace("As the page says.", quoted)
        # Each asks about something else: two that ask the same would be a finding.
        asked = f"{quoted[:-1]} {('fees', 'opening hours')[number - 1]}{quoted[-1]}"
        text = re.sub("(?m)^question: .*$", "question: @", text).replace("question: @", f"question: {asked}")
        path.write_text(text)
    golden.commit()
    for line in LINES:
        if line.startswith("reindex"):
            change(golden, 1, 2)
        corpus = ("--corpus", golden.corpus) if line.startswith(("reindex", "resolve")) else ()
        ran = golden.goldset(*line.split(), *corpus, "-C", golden.root)
        assert ran.code == (3 if "\x9b" in line else 1 if "check" in line else 0), (line, ran.out, ran.err)
        for text in (ran.out, ran.err):
            assert [hex(ord(text[at])) for at in hidden(text)] == [], line


def test_in_a_workflow_no_item_gives_commands_to_the_runner(
    goldset: Callable[..., Ran], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    long = f"{'x' * 40} ::error::injected ##[error]injected"
    text = f"id: a\nquestion: q\nslice: s\nanswerable: false\nabstain_reason: '{long}'\nkind: '{long}'\n'{long}': x\n"
    write_tree(tmp_path, {"items/s/a.yaml": text})
    for style in ("text", "json", "sarif", "junit", "summary"):
        ran = goldset("validate", "-C", tmp_path, "--format", style)
        assert (ran.code, commands(ran.out), commands(ran.err)) == (1, [], []), style
        assert "injected" in ran.out, style
