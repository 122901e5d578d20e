"""What the README says its commands print is what they print."""

import difflib
import re
from pathlib import Path

from tests.conftest import ROOT
from tests.readme_examples import as_run, examples


def test_console_examples_print_what_the_readme_says(tmp_path: Path) -> None:
    said = (ROOT / "README.md").read_text(encoding="utf-8")
    ran = as_run(said, tmp_path)
    wrong = "\n".join(
        difflib.unified_diff(said.splitlines(), ran.splitlines(), "README.md", "as run", lineterm="")
    )
    assert wrong == "", f"write it anew with `python -m tests.readme_examples`:\n{wrong}"


def test_the_readme_shows_the_main_job_and_more() -> None:
    shown = [e.command for e in examples((ROOT / "README.md").read_text(encoding="utf-8").splitlines())]
    assert sum("goldset reindex" in command for command in shown) > 1
    assert len(shown) > 8


def test_the_prose_of_the_readme_counts_as_its_examples_do() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    items = sum(1 for _ in (ROOT / "items").rglob("*.yaml"))
    spans, carried, queued = (
        re.search(rf"^ +(\d+)  {what}$", text, re.MULTILINE)[1]  # type: ignore[index]
        for what in ("in all", "carried over", "queued")
    )
    assert f"({items} items over the help centre" in text
    assert f"Each of the {spans} gold spans ended" in text
    assert f" {carried} are carried over" in text
    assert re.search(rf"{queued}\s+need a person", text)
