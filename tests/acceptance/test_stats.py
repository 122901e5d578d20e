"""`goldset stats`: what a set is made of, over a small set and over this repository's own."""

import json
import re
import shutil
from collections.abc import Iterable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT, git, write_tree
from tests.golden_set import Run
from tests.office import BOILER, FANS, NOISE, Office, span

FORMATS = ("text", "json", "markdown", "html")


@pytest.fixture
def office(tmp_path: Path, goldset: Run) -> Office:
    made = Office(tmp_path, goldset)
    write_tree(made.corpus, {"pets.md": "# Pets\n\nCats may stay.\n", "empty.md": "# Nothing below\n"})
    made.snapshot()
    made.item("boiler", BOILER, more="tier: smoke\nlabelled_at: 2026-09-30\n")
    made.item("fans", FANS, NOISE, more="status: draft\ndraft_reasons: [another chunk version?]\n")
    made.unanswerable("pool")
    made.keep()
    return made


def _json(goldset: Run, root: Path, *args: str | Path, code: int = 0) -> dict[str, Any]:
    done = goldset("stats", "-C", root, "--format", "json", *args)
    assert done.code == code, done.err
    found: dict[str, Any] = json.loads(done.out)
    assert found["version"] == 1
    _adds_up(found)
    return found


def _adds_up(found: dict[str, Any]) -> None:
    totals = found["totals"]
    assert totals["files"] == totals["total"] + totals["unreadable"]
    over = {
        "abstain_reason": next(
            (row["total"] for row in _table(found, "answerable") if row["value"] == "unanswerable"), 0
        )
    }
    for table in found["tables"]:
        assert (
            sum(row["total"] for row in table["rows"])
            == table["items"]
            == over.get(table["by"], totals["total"])
        )
    for tally in found["tallies"]:
        assert sum(row["number"] for row in tally["rows"]) == tally["number"]
    documents = found["documents"]
    if documents is not None:
        parts = ("with_item", "with_stale_items_alone", "without_item")
        for what in ("number", "chars"):
            assert sum(documents[part][what] for part in parts) == documents["all"][what]
        gaps = documents["gaps"]
        assert len(gaps["listed"]) + gaps["not_listed"]["number"] == documents["without_item"]["number"]
    hanging = found["concentration"]
    if hanging is not None:
        assert hanging["items"] + hanging["items_without_span"] == totals["active"]


def _table(found: dict[str, Any], field: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = next(table["rows"] for table in found["tables"] if table["by"] == field)
    return rows


def _tally(found: dict[str, Any], name: str) -> dict[str | None, int]:
    rows = next(tally["rows"] for tally in found["tallies"] if tally["of"] == name)
    return {row["value"]: row["number"] for row in rows}


def test_items_are_counted_with_drafts_and_retired_ones_apart(office: Office) -> None:
    found = _json(office.goldset, office.root)
    assert (found["set"], found["snapshot"], found["stale"]) == ("office", "A", [])
    assert [found["totals"][name] for name in ("files", "active", "draft", "retired", "unreadable")] == [
        3,
        2,
        1,
        0,
        0,
    ]
    assert _tally(found, "draft_reason") == {"another chunk version?": 1}
    assert [(row["value"], row["total"]) for row in _table(found, "labelled_at")] == [
        ("2026-Q3", 1),
        (None, 2),
    ]
    assert [(row["value"], row["active"]) for row in _table(found, "abstain_reason")] == [
        ("not_in_corpus", 1)
    ]
    sizes = {size["tier"]: (size["items"], size["verdict"]) for size in found["tiers"]}
    assert sizes == {"smoke": (1, "too small"), "regression": (0, "too small"), "full": (0, "too small")}


def test_documents_and_sections_without_an_active_item_are_named_biggest_first(office: Office) -> None:
    found = _json(office.goldset, office.root)
    documents = found["documents"]
    assert [documents[name]["number"] for name in ("all", "with_item", "without_item")] == [3, 1, 2]
    assert [gap["doc_id"] for gap in documents["gaps"]["listed"]] == ["pets.md", "empty.md"]
    assert documents["chars_in_passages"] == len(BOILER)  # a draft's passages are not measured
    sections = found["sections"]
    assert (sections["with_span"]["number"], sections["without_span"]["number"]) == (1, 2)
    assert [gap["section"] for gap in sections["gaps"]["listed"]] == [["Heat", "Cooling"], ["Heat", "Noise"]]
    assert found["concentration"]["effective_documents"] == 1


def test_what_is_not_listed_is_counted(office: Office) -> None:
    for most in range(3):
        gaps = _json(office.goldset, office.root, "--gaps", str(most))["documents"]["gaps"]
        assert (len(gaps["listed"]), gaps["not_listed"]["number"]) == (most, 2 - most)
    assert "… and 1 more of 16 characters" in office.goldset("stats", "-C", office.root, "--gaps", "1").out


def test_an_item_that_cannot_be_read_is_named_and_ends_with_1(office: Office) -> None:
    write_tree(office.root, {"items/heat/bad.yaml": "id: [\n", "items/heat/other.yml": "id: o\n"})
    found = _json(office.goldset, office.root, code=1)
    assert [row["path"] for row in found["unreadable"]] == ["items/heat/bad.yaml"]
    assert found["not_read"] == ["items/heat/other.yml"]
    for style in FORMATS:
        done = office.goldset("stats", "-C", office.root, "--format", style)
        assert done.code == 1
        assert "items/heat/bad.yaml" in done.out
        assert "items/heat/other.yml" in done.out


def test_stale_items_are_named_in_every_form_and_counted_in_every_table(office: Office) -> None:
    (office.corpus / "heat.md").write_text("# Heat\n\nAll gone.\n", encoding="utf-8")
    office.snapshot("B", "2026-11-01")
    found = _json(office.goldset, office.root)
    assert [(one["item"], one["status"]) for one in found["stale"]] == [
        ("boiler", "active"),
        ("fans", "draft"),
    ]
    assert sum(row["stale"] for row in _table(found, "slice")) == 1
    assert found["documents"]["with_stale_items_alone"]["number"] == 1
    for style in FORMATS:
        out = office.goldset("stats", "-C", office.root, "--format", style).out
        assert "boiler" in out
        assert "heat.md changed between A and B" in " ".join(out.split())
    assert _json(office.goldset, office.root, "--at", "A")["stale"] == []


def test_items_of_one_id_are_named(office: Office) -> None:
    office.item("twin", BOILER)
    path = office.root / "items/heat/twin.yaml"
    path.write_text(path.read_text("utf-8").replace("id: twin", "id: boiler"), encoding="utf-8")
    found = _json(office.goldset, office.root)
    assert found["same_id"] == {"boiler": ["items/heat/boiler.yaml", "items/heat/twin.yaml"]}
    assert found["totals"]["active"] == 3


def test_coarse_spans_are_listed_as_still_to_narrow_and_say_nothing_of_a_section(office: Office) -> None:
    entry = span(NOISE).replace("{doc_id", "{coarse: chunk, doc_id")
    office.item("noise", spans=[entry])
    found = _json(office.goldset, office.root)
    assert found["coarse"] == [{"item": "noise", "span": "s1", "doc_id": "heat.md", "level": "chunk"}]
    assert found["sections"]["spans_in_no_section"] == 1
    assert found["documents"]["chars_in_passages"] == len(BOILER)
    out = office.goldset("stats", "-C", office.root).out
    assert "Still to narrow" in out
    assert "noise s1: a whole chunk of heat.md" in out


def test_a_set_without_a_snapshot_is_counted_and_says_what_is_not_known(tmp_path: Path, goldset: Run) -> None:
    made = Office(tmp_path, goldset)
    made.item("boiler", BOILER)
    found = _json(goldset, made.root)
    assert (found["snapshot"], found["stale"], found["documents"], found["concentration"]) == (
        None,
        None,
        None,
        None,
    )
    assert found["notices"] == ["the set has no snapshot: where its items stand is not known"]
    for style in FORMATS:
        assert "the set has no snapshot" in goldset("stats", "-C", made.root, "--format", style).out


def test_an_empty_set_is_counted_too(tmp_path: Path, goldset: Run) -> None:
    made = Office(tmp_path, goldset)
    made.snapshot()
    found = _json(goldset, made.root)
    assert (found["totals"]["files"], found["documents"]["without_item"]["number"]) == (0, 1)
    for style in FORMATS:
        assert goldset("stats", "-C", made.root, "--format", style).code == 0


def test_a_text_that_is_not_kept_is_read_from_the_corpus_that_is_named_or_said_to_be_missing(
    tmp_path: Path, goldset: Run
) -> None:
    made = Office(tmp_path, goldset)
    write_tree(made.root, {"goldset.yaml": "set: office\ncorpus: {keep_text: false}\n"})
    made.snapshot()
    made.item("boiler", BOILER)
    assert _json(goldset, made.root)["sections"]["documents_not_read"] == ["heat.md"]
    assert "the sections of 1 document are not known" in goldset("stats", "-C", made.root).out
    found = _json(goldset, made.root, "--corpus", made.corpus)
    assert (found["sections"]["documents_not_read"], found["sections"]["with_span"]["number"]) == ([], 1)


def test_a_corpus_that_the_snapshot_did_not_index_is_refused(office: Office) -> None:
    write_tree(office.corpus, {"new.md": "# New\n"})
    done = office.goldset("stats", "-C", office.root, "--corpus", office.corpus)
    assert (done.code, done.out) == (3, "")
    assert "is not what snapshot A indexed" in done.err
    assert office.goldset("stats", "-C", office.root, "--at", "Z").code == 3


def test_of_a_thinned_snapshot_it_is_said_that_the_other_documents_are_not_known(office: Office) -> None:
    kept = _json(office.goldset, office.root)
    for name, when in (("B", "2026-11-01"), ("C", "2026-12-01")):
        write_tree(office.corpus, {f"{name}.md": f"# {name}\n\nMore.\n"})
        office.snapshot(name, when)
    done = office.goldset("snapshot", "prune", "-C", office.root)
    assert done.code == 0, done.err
    found = _json(office.goldset, office.root, "--at", "A")
    assert found["documents"] is None
    assert "snapshot A is thinned" in found["notices"][0]
    assert found["sections"] == kept["sections"]


def test_the_terminal_has_80_columns_and_hides_nothing(office: Office) -> None:
    office.item("wide", FANS, more=f'labelled_by: {"a very long name " * 8}\njurisdiction: "A\\u202EB"\n')
    out = office.goldset("stats", "-C", office.root).out
    assert max(map(len, out.splitlines())) <= 80
    assert "⟨U+202E⟩" in out


def test_markdown_and_html_do_nothing_that_an_item_says(office: Office) -> None:
    live = '"<img src=x onerror=alert(1)> | @everyone [x](http://x)"'
    office.item("live", FANS, more=f"labelled_by: {live}\n")
    markdown = office.goldset("stats", "-C", office.root, "--format", "markdown").out
    assert all("<img" not in re.sub(r"`[^`]*`", "", line) for line in markdown.splitlines())
    assert "<img" not in office.goldset("stats", "-C", office.root, "--format", "html").out


@pytest.fixture(scope="module")
def own_set(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of this repository's set, in a repository of its own."""
    root = tmp_path_factory.mktemp("own") / "set"
    for name in ("items", "snapshots", "tests/help-centre"):
        shutil.copytree(ROOT / name, root / name)
    shutil.copy(ROOT / "goldset.yaml", root)
    return root


def test_the_own_set_is_counted_as_its_files_say(own_set: Path, goldset: Run) -> None:
    texts = [path.read_text("utf-8") for path in sorted((own_set / "items").rglob("*.yaml"))]
    found = _json(goldset, own_set)
    assert found["totals"]["files"] == len(texts)
    for field in ("slice", "kind", "tier", "split", "language", "jurisdiction", "labelled_by"):
        said = [re.search(rf"^{field}: (.*)$", text, re.MULTILINE) for text in texts]
        counted = {row["value"]: row["total"] for row in _table(found, field)}
        assert counted == _numbers(match and match[1] for match in said)
    assert found["documents"]["all"]["number"] == len(
        list((own_set / "tests/help-centre/2026-10-01").rglob("*.md"))
    )
    assert found["sections"]["documents_not_read"] == []


def _numbers(values: Iterable[str | None]) -> dict[str | None, int]:
    found: dict[str | None, int] = {}
    for value in values:
        found[value] = found.get(value, 0) + 1
    return found


def test_after_a_reindex_the_own_sets_stale_items_are_those_that_wait(own_set: Path, goldset: Run) -> None:
    git(own_set, "init", "-q", "-b", "main")
    git(own_set, "add", "-A")
    git(own_set, "commit", "-q", "-m", "Start")
    corpus = own_set / "tests/help-centre/2026-11-01"
    done = goldset("reindex", "2026-11-01", "--corpus", corpus, "-C", own_set, "--format", "json")
    assert done.code == 0, done.err
    git(own_set, "merge", "-q", "-m", "Take it in", "goldset/help-centre/snapshot/2026-11-01")
    found = _json(goldset, own_set)
    queued = {row["item"] for row in json.loads(done.out)["spans"] if row["end"] == "queued"}
    assert {one["item"] for one in found["stale"]} == queued
    assert _tally(found, "standing")["stale: queued"] == 17
    at_first = _json(goldset, own_set, "--at", "2026-10-01")
    assert at_first["stale"] == []
    assert found["documents"]["gone"] == [
        "claims/uk/wenbridge-flood-desk.md",
        "help/how-claims-are-handled.md",
    ]


class _Page(HTMLParser):
    """What a page loads or runs, and the headings of its tables."""

    def __init__(self) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.plots = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        if tag in ("script", "img", "iframe") or (tag == "link" and named.get("href") != "data:,"):
            self.loads.append(tag)
        self.loads += [name for name, _ in attrs if name.startswith("on")]
        if tag == "svg":
            assert named["role"] == "img"
            assert named["aria-label"]
            self.plots += 1


def test_the_page_stands_alone_and_every_plot_says_what_it_is(own_set: Path, goldset: Run) -> None:
    page = _Page()
    page.feed(goldset("stats", "-C", own_set, "--format", "html").out)
    assert page.loads == []
    assert page.plots > 10
