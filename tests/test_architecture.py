"""The shape of the code: what import contracts cannot see."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import click
import pytest

from goldset.cli.main import VERBS, VerbGroup
from goldset.cli.main import goldset as group
from tests.conftest import ROOT

MODULES = sorted((ROOT / "goldset").rglob("*.py"))
MOST_LINES = 400
MOST_LINES_OF_A_FUNCTION = 60
HEAVY = ("git", "pydantic", "ruamel", "rapidfuzz", "numpy", "yaml", "github", "requests")


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(ROOT)))
def test_a_module_and_its_functions_can_be_read_in_one_sitting(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert source.count("\n") <= MOST_LINES
    functions = [n for n in ast.walk(ast.parse(source)) if isinstance(n, ast.FunctionDef)]
    long = [f.name for f in functions if (f.end_lineno or 0) - f.lineno >= MOST_LINES_OF_A_FUNCTION]
    assert long == []


def test_help_imports_nothing_heavy() -> None:
    script = (
        "import json, sys\nfrom goldset.cli.main import main\ncode = main(['--help'])\n"
        "print(json.dumps([code, sorted(sys.modules)]), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    code, modules = json.loads(done.stderr.splitlines()[-1])
    assert code == 0
    assert [name for name in HEAVY if name in modules] == []


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_says_what_it_does_and_shows_an_example(verb: str) -> None:
    context = click.Context(group)
    assert isinstance(group, VerbGroup)
    command = group.get_command(context, verb)
    assert command is not None
    shown = command.get_help(click.Context(command, info_name=f"goldset {verb}"))
    assert VERBS[verb] in " ".join(shown.split())
    assert f"goldset {verb}" in shown.partition("Example")[2], "a verb's help shows an example"


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_stands_in_the_readme(verb: str) -> None:
    assert f"goldset {verb}" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_package_has_no_drawer_for_everything() -> None:
    names = {path.stem for path in MODULES} | {path.parent.name for path in MODULES}
    assert names.isdisjoint({"utils", "helpers", "common", "misc", "manager"})
