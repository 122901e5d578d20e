"""Items full of what steers runners, terminals, browsers and parsers change nothing but their own report.

Everything goes the whole way: files, a process of goldset's in a workflow's environment, a parser of each format.
"""

import json
import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import pytest
from jsonschema import Draft4Validator

from goldset.domain.live_text import hidden
from goldset.reporting.findings_summary import MOST_BYTES
from goldset.reporting.quoting import BREAK
from goldset.reporting.set_diff_markdown import MOST_CHARACTERS
from tests.conftest import ROOT, Ran, git, goldset_process, write_tree
from tests.markdown import assert_harmless, seen
from tests.runner_log import commands

PAYLOADS = (
    "::error::injected", "::warning file=a,line=1::injected", "::add-mask::everything", "::stop-commands::endtoken",
    "::set-output name=a::b", "##[error]injected", "##[add-mask]e", "###[group]x", "%0A::error::injected", "%0D%0A%25",
    "one\n::error::injected\n##[error]injected\n  ::group::x", "one\r::error::injected", "</code></pre><script>x</script>",
    "<img src=x onerror=head>", "<!-- hidden -->", "</details></summary>", "</failure></testcase><testcase name='x'/>",
    "]]>", "&lt;&amp;&#10;", "```\n# heading\n```suggestion\nx\n```", "~~~\n````\n~~~", "| a | b |\n| - | - |", "`` ` ``",
    "[text](https://example-org.example/head)", "![x](https://example-org.example/x.png)", "@octo-example fixes #12",
    "Co-authored-by: x <x@example-org.example>", "[skip ci]", "\u202etxt.exe\u202c", "\u2066x\u2069", "a\u200bb\ufeff",
    "é" * 4_000,
    "$(touch hacked) `touch hacked` ${{ github.token }}", "{0} {x} %s %(x)s", "\\u0000 \\x1b[31m",
)  # fmt: skip
STEERING = (
    "\x1b[31mred\x1b[0m",
    "\x1b]0;title\x07",
    "\x9b2J",
    "\x00",
    "\ud800",
    "\udfff\ud800",
    "\x85\u2028\u2029",
)
PLAIN = {
    "items/a/plain.yaml": "id: plain\nquestion: Is it?\nslice: b\nanswerable: false\nabstain_reason: ambiguous\n",
    "items/a/wrong.yaml": "id: wrong\n",
}
NAMES = (
    "::error::x",
    "##[error]x",
    "<img src=x>",
    "a`b",
    "[t](x)",
    "&amp;",
    "a,b=c%0A",
    "x\n::error::y",
    "\u202ex",
    "-rf",
)
SCHEMA = json.loads((ROOT / "tests" / "formats" / "sarif_2_1_0.json").read_text("utf-8"))
Reported = Mapping[str, Counter[str]]


def texts() -> list[str]:
    return [json.dumps(text) for text in (*PAYLOADS, *STEERING)]


def hostile() -> dict[str, str | bytes]:
    """Return files: sound items of hostile texts, broken ones with hostile keys and values, and hostile names."""
    files: dict[str, str | bytes] = {}
    for number, text in enumerate(texts()):
        files[f"items/h/sound-{number}.yaml"] = (
            f"id: sound-{number}\nquestion: {text}\nslice: h\nanswerable: true\ngold_answer: {text}\n"
            f"must_include: [{text}, gone]\ncorpus_snapshot: A\ngold_spans:\n  - doc_id: {text}\n    text: {text}\n"
        )
        files[f"items/h/broken-{number}.yaml"] = (
            f"id: {text}\nslice: {text}\nquestion: {text}\nkind: {text}\n? {text}\n: {text}\nanswerable: {text}\n"
        )
    files |= {f"items/h/many-{number}.yaml": f"id: other\n{text}: x\n" for number in range(40)}
    return files | {f"items/h/{name}.yaml": "id: other\n" for name in NAMES}


def run(root: Path, *args: str) -> Ran:
    """Run goldset as a step of a workflow does."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GITHUB_ACTIONS", "true")
        patch.setenv("PYTHONUTF8", "1")
        ran = goldset_process(*args, cwd=root)
    assert "Traceback" not in ran.err
    assert commands(ran.err) == []
    return ran


Told = Callable[[str, str], str]


@pytest.fixture(scope="module")
def told(sets: dict[str, Path]) -> Told:
    """Return what `validate` prints of one of the sets, in a format."""

    @cache
    def print_of(name: str, style: str) -> str:
        return run(sets[name], "validate", "--format", style).out

    return print_of


@pytest.fixture(scope="module")
def sets(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return a set with plain faults alone, and the same with hostile items beside them."""
    home = tmp_path_factory.mktemp("hostile")
    made = {name: home / name / "eval" for name in ("plain", "hostile")}
    for name, root in made.items():
        files: dict[str, str | bytes] = {"goldset.yaml": "set: x\n", **PLAIN}
        write_tree(root, files | (hostile() if name == "hostile" else {}))
        (root.parent / ".git").mkdir()
    return made


def by_text(out: str) -> Reported:
    found: dict[str, Counter[str]] = {}
    path = ""
    for line in out.splitlines():
        if line and not line.startswith(" "):
            path = line
        elif named := re.match(r"  (?:\d+:\d+)? *(?:error|warning) +(GS\d{3})  ", line):
            found.setdefault(path, Counter())[named[1]] += 1
    return found


def by_json(out: str) -> Reported:
    return _counted((f["path"], f["code"]) for f in json.loads(out)["findings"])


def by_sarif(out: str) -> Reported:
    log = json.loads(out)
    Draft4Validator(SCHEMA, format_checker=Draft4Validator.FORMAT_CHECKER).validate(log)
    rows = log["runs"][0]["results"]
    places = (row["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for row in rows)
    return _counted(
        (unquote(uri).removeprefix("eval/"), row["ruleId"]) for uri, row in zip(places, rows, strict=True)
    )


def by_junit(out: str) -> Reported:
    (suite,) = ET.fromstring(out.encode())
    cases = {str(case.get("name")): "".join(case.itertext()) for case in suite}
    assert len(cases) == int(suite.get("tests", "")) == len(list(suite))
    rows = {
        name: re.findall(r"^(?:error|warning) (GS\d{3})\b", text, re.MULTILINE)
        for name, text in cases.items()
    }
    return {name.removeprefix("eval/"): Counter(codes) for name, codes in rows.items() if codes}


def _counted(pairs: Iterable[tuple[str, str]]) -> Reported:
    found: dict[str, Counter[str]] = {}
    for path, code in pairs:
        found.setdefault(path, Counter())[code] += 1
    return found


PARSERS: dict[str, Callable[[str], Reported]] = {
    "text": by_text, "json": by_json, "sarif": by_sarif, "junit": by_junit,
}  # fmt: skip


@pytest.mark.parametrize("style", PARSERS)
def test_every_finding_is_read_back_and_those_of_others_are_the_same(told: Told, style: str) -> None:
    alone, beside = told("plain", style), told("hostile", style)
    found, truth = (
        PARSERS[style](beside),
        by_json(told("hostile", "json")),
    )
    assert {path: found[path] for path in PLAIN} == PARSERS[style](alone)
    assert sum(map(len, found.values())) > 0
    assert sum((*found.values(),), Counter()) == sum((*truth.values(),), Counter())
    assert sum(sum((*found.values(),), Counter()).values()) > 500
    assert len(found) == len(truth)
    assert commands(beside) == []
    assert [beside[at] for at in hidden(beside)] == []


def test_annotations_are_ten_of_a_kind_and_the_rest_is_summed_up(told: Told) -> None:
    log = told("hostile", "github")
    found = commands(log)
    assert Counter(command.name for command in found) == {"error": 10, "warning": 10}
    alone = commands(told("plain", "github"))
    assert [command for command in found if command.properties["file"].startswith("eval/items/a/")] == alone
    totals = json.loads(told("hostile", "json"))["totals"]
    assert f"and {totals['errors'] - 10:,} errors and {totals['warnings'] - 10:,} warnings more" in log
    assert len(log.splitlines()) == 22
    assert [log[at] for at in hidden(log)] == []


def test_the_summary_is_read_and_nothing_else(told: Told) -> None:
    alone, beside = told("plain", "summary"), told("hostile", "summary")
    totals = json.loads(told("hostile", "json"))["totals"]
    found = assert_harmless(beside, "".join(PAYLOADS))
    assert len(beside.encode()) < MOST_BYTES
    assert set(found.tags) <= {"h3", "p", "ul", "li", "strong", "code"}
    assert (
        len(re.findall(r"\b(?:error|warning) GS\d{3}\b", found.outside))
        == totals["errors"] + totals["warnings"]
    )
    assert not {"injected", "hacked", "script", "everything"} & set(re.findall(r"\w+", found.outside))
    assert set(seen(alone).code) <= set(found.code)
    assert commands(beside) == []
    assert [beside[at] for at in hidden(beside) if beside[at] != BREAK] == []


@pytest.fixture
def changed(tmp_path: Path) -> Path:
    """Return a repository whose last commit adds the hostile items and rewords one, in a set in `eval`."""
    root = tmp_path / "repository"
    write_tree(
        root, {"eval/goldset.yaml": "set: x\n", **{f"eval/{path}": text for path, text in PLAIN.items()}}
    )
    before = "id: reworded\nquestion: Is it?\nslice: h\nanswerable: false\nabstain_reason: ambiguous\n"
    write_tree(root, {"eval/items/h/reworded.yaml": before})
    git(root, "init", "-q", "-b", "main", "--template=")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "Before")
    write_tree(root, {f"eval/{path}": data for path, data in hostile().items() if "many" not in path})
    text = json.dumps("\n".join(PAYLOADS))
    write_tree(root, {"eval/items/h/reworded.yaml": before.replace("Is it?", text)})
    git(root, "add", "-A")
    git(root, "commit", "-qm", "After")
    return root


def test_what_a_change_does_is_told_in_code_alone(changed: Path) -> None:
    text = run(changed / "eval", "diff", "HEAD^..HEAD", "--format", "markdown").out
    found = assert_harmless(text, "".join(PAYLOADS))
    assert len(text) <= MOST_CHARACTERS
    assert not {"injected", "hacked", "script", "everything"} & set(re.findall(r"\w+", found.outside))
    assert commands(text) == []
    for style in ("text", "json"):
        out = run(changed / "eval", "diff", "HEAD^..HEAD", "--format", style).out
        assert commands(out) == []
        assert [out[at] for at in hidden(out)] == []
    assert len(json.loads(out)["items"]) > 2 * len(PAYLOADS)


def test_the_body_of_a_queue_pull_request_holds_it_in_code_alone(repository: Path) -> None:
    quotes = [text for text in PAYLOADS if len(text.strip()) > 8 and "\r" not in text]
    pages = {
        f"docs/{n}.md": f"# Page\n\nBefore it stands this: {text}\n\nAfter it.\n"
        for n, text in enumerate(quotes)
    }
    write_tree(repository, {"goldset.yaml": "set: x\ncorpus: {sources: [{path: docs}]}\n", **pages})
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "Start")
    assert run(repository, "snapshot", "create", "A").code == 0
    for n, text in enumerate(quotes):
        shown = json.dumps(text)
        item = (
            f"id: q{n}\nquestion: {shown}\nslice: h\nanswerable: true\ngold_answer: {shown}\ncorpus_snapshot: A\n"
            f"gold_spans:\n  - doc_id: {n}.md\n    text: {json.dumps(f'Before it stands this: {text}')}\n"
        )
        write_tree(repository, {f"items/h/q{n}.yaml": item})
    run(repository, "fmt", "--locate")
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "Items")
    changed: dict[str, str | bytes] = {
        path: text.replace("stands this", "never stands this") for path, text in pages.items()
    }
    write_tree(repository, changed)
    ran = run(repository, "reindex", "B", "--accept-change")
    assert ran.code == 0, ran.err
    assert commands(ran.out) == []
    bodies = sorted((repository / ".goldset").rglob("*.md"))
    told = "".join(path.read_text("utf-8") for path in bodies)
    assert told.count("**Span `s1`**") > len(quotes) / 2
    for path in bodies:
        body = path.read_text("utf-8").partition("\n\n")[2]
        found = assert_harmless(body, "".join(PAYLOADS))
        assert not {"injected", "hacked", "script", "everything"} & set(re.findall(r"\w+", found.outside))
    assert not list(repository.rglob("hacked"))
