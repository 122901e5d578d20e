"""A set taken out and read again: in every format, only what the account of the export names as lost is lost."""

import json
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from goldset.domain.exported_rows import row_of
from goldset.domain.items import Item
from goldset.domain.selection import Wanted
from goldset.domain.set_rows import Evidence, SetRow, fields_of
from goldset.operations.golden_set import load
from goldset.operations.placed_items import placed_items
from goldset.stores.formats.form import Form
from goldset.stores.formats.registry import FORMS, form_named
from goldset.stores.formats.source import Source
from goldset.stores.set_folder import find_set
from tests import rich_set
from tests.conftest import ROOT, write_tree
from tests.golden_set import Run

WRITTEN = [form.name for form in FORMS if form.write]
EVERY = ("draft", "active", "retired")
_EVIDENCE = {
    "text": "text",
    "doc_id": "doc",
    "chunk_id": "chunk_id",
    "start": "start",
    "end": "end",
    "coarse": "coarse",
    "group": "groups",
    "id": "span_id",
}
# What an item says of its passages, and no row does: of those that do not stand the offsets, too.
_NOT_IN_ROWS = {
    *(f"gold_spans.{name}" for name in ("prefix", "suffix", "section", "occurrences", "also_in", "rejected")),
    *("gold_spans.relabel", "gold_spans.start", "gold_spans.end", "gold_spans.coarse"),
    *("near_spans.start", "near_spans.end", "unplaced.reason"),
}


@dataclass(frozen=True)
class Taken:
    """A set taken out in a format: the rows that it was made of, the account, and what was written."""

    rows: Sequence[SetRow]
    account: dict[str, Any]
    out: Path


@dataclass
class Desk:
    """The rich set, and what was taken out already: every test looks at the same files."""

    root: Path
    goldset: Run
    taken: dict[str, Taken] = field(default_factory=dict)

    @property
    def folder(self) -> Path:
        made = self.root / "rich"
        return made if made.exists() else rich_set.make(self.root, self.goldset)

    def take(self, name: str) -> Taken:
        if name not in self.taken:
            out = self.root / f"{name}{form_named(name).suffix}"
            account = exported(self.goldset, name, self.folder, out)
            self.taken[name] = Taken(rows_of(self.folder), account, out)
        return self.taken[name]


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Taken]]:
    return tmp_path_factory.mktemp("sets"), {}


@pytest.fixture
def rich(shared: tuple[Path, dict[str, Taken]], goldset: Run) -> Desk:
    return Desk(shared[0], goldset, shared[1])


@pytest.fixture(scope="module")
def own_rows() -> Sequence[SetRow]:
    return rows_of(ROOT)


def exported(goldset: Run, form: str, folder: Path, out: Path) -> dict[str, Any]:
    statuses = [part for status in EVERY for part in ("--status", status)]
    done = goldset("export", form, "-C", folder, "--out", out, "--format", "json", *statuses)
    assert done.code == 0, done.err
    account: dict[str, Any] = json.loads(done.out)
    return account


def rows_of(folder: Path) -> list[SetRow]:
    placed = placed_items(find_set(folder), Wanted(EVERY), None, None)
    return [row_of(one, number, placed.snapshot) for number, one in enumerate(placed.items, start=1)]


def said(row: SetRow, carries: frozenset[str]) -> dict[str, Any]:
    """Return what a row says in the fields that a format carries."""
    whole = {"id": row.ref, "question": row.question, "gold_answer": row.gold_answer, **row.details}
    whole["answerable"] = row.answerable
    found = {name: value for name, value in whole.items() if name in carries and value not in (None, [], "")}
    if any(name.startswith("gold_spans.") for name in carries):
        found["gold_spans"] = evidence(row.evidence, carries)
    if "near_spans" in carries and row.near:
        found["near_spans"] = [(one.doc, one.text, one.start, one.end) for one in row.near]
    return json.loads(json.dumps(found))  # type: ignore[no-any-return]


def evidence(listed: Iterable[Evidence], carries: frozenset[str]) -> list[list[Any]]:
    """Return what a format carries of evidence, by all but the grade; of the same one the highest grade counts."""
    names = [name for name in _EVIDENCE if f"gold_spans.{name}" in carries]
    grades: dict[tuple[Any, ...], int] = {}
    for one in listed:
        key = tuple(getattr(one, _EVIDENCE[name]) for name in names)
        if any(part not in (None, ()) for part in key):
            grade = one.grade if "gold_spans.grade" in carries else 1
            grades[key] = max(grade, grades.get(key, 0))
    return [[*key, grade] for key, grade in grades.items()]


def differs(row: SetRow, back: SetRow, name: str) -> bool:
    """Return whether a field of a row is not there again, or says something else."""
    if name.startswith("gold_spans."):
        field = {**_EVIDENCE, "grade": "grade"}[name.removeprefix("gold_spans.")]
        one, other = ({str(getattr(e, field)) for e in listed.evidence} for listed in (row, back))
        return one != other
    return said(row, frozenset({name})).get(name) != said(back, frozenset({name})).get(name)


def check(form: Form, rows: Sequence[SetRow], account: dict[str, Any], out: Path) -> None:
    back = form.read(Source(out.name, out))
    assert [bad for bad in back.bad if bad.is_row] == []
    by_question = {row.question: row for row in back.rows}
    assert len(by_question) == len(back.rows) == account["totals"]["exported"]
    held = [row for row in rows if row.ref not in account["not_held"]]
    for row in held:
        assert said(by_question[row.question], form.carries) == said(row, form.carries), row.ref
    assert account["altered"] == {}
    lost = Counter(
        name for row in held for name in fields_of(row) if differs(row, by_question[row.question], name)
    )
    beyond = {name: account["lost"][name] - lost[name] for name in account["lost"]}
    assert {name for name, n in beyond.items() if n} <= _NOT_IN_ROWS
    assert lost.keys() <= account["lost"].keys()
    if "answerable" not in form.carries:
        named = {*account["unanswerable_unsaid"], *account["not_held"]}
        assert {row.ref for row in rows if row.answerable is False} <= named


@pytest.mark.parametrize("name", WRITTEN)
def test_the_projects_own_set_comes_back_as_far_as_the_account_says(
    goldset: Run, tmp_path: Path, own_rows: Sequence[SetRow], name: str
) -> None:
    form = form_named(name)
    out = tmp_path / f"own{form.suffix}"
    account = exported(goldset, name, ROOT, out)
    assert account["totals"]["items"] == len(own_rows)
    check(form, own_rows, account, out)


@pytest.mark.parametrize("name", WRITTEN)
def test_every_field_comes_back_as_far_as_the_account_says(rich: Desk, name: str) -> None:
    taken = rich.take(name)
    check(form_named(name), taken.rows, taken.account, taken.out)


def test_the_same_rows_give_the_same_bytes_whenever_they_are_written(rich: Desk) -> None:
    rows = rows_of(rich.folder)
    before = {form.name: form.write(rows) for form in FORMS if form.write}
    time.sleep(2.1)  # archives count time in steps of two seconds
    for form in FORMS:
        if form.write:
            assert form.write(rows) == before[form.name], form.name


def test_the_sets_hold_every_item_and_every_field(rich: Desk, own_rows: Sequence[SetRow]) -> None:
    items = load(rich.folder).items
    unset = {name for name in Item.model_fields if not any(name in item.model_fields_set for item in items)}
    assert unset == set()
    assert len(own_rows) == len(load(ROOT).items)


@pytest.mark.parametrize("name", WRITTEN)
def test_an_export_is_known_by_what_it_holds(rich: Desk, name: str) -> None:
    form, out = form_named(name), rich.take(name).out
    source = Source(out.name, out)
    shown = next(known for known in FORMS if known.shows(source))
    assert shown.read(source).rows == form.read(source).rows


@pytest.mark.parametrize("name", WRITTEN)
def test_an_empty_set_of_items_brings_every_row_back(rich: Desk, tmp_path: Path, name: str) -> None:
    taken, form = rich.take(name), form_named(name)
    found = imported(rich.goldset, taken.out, tmp_path / "again", name, (rich.folder, rich.root / "pages"))
    before, after = (
        {item.question.strip(): item for item in load(folder).items} for folder in (rich.folder, found)
    )
    assert len(after) == taken.account["totals"]["exported"]
    for question, item in after.items():
        compare(before[question], item, form.carries)


def test_the_projects_own_set_comes_back_as_items(goldset: Run, tmp_path: Path) -> None:
    out = tmp_path / "own.jsonl"
    account = exported(goldset, "jsonl", ROOT, out)
    again = imported(goldset, out, tmp_path / "again", "jsonl", (ROOT, ROOT / "tests/help-centre/2026-10-01"))
    before, after = ({item.id: item for item in load(folder).items} for folder in (ROOT, again))
    assert before.keys() == after.keys()
    assert len(after) == account["totals"]["items"]
    for name, item in after.items():
        compare(before[name], item, form_named("jsonl").carries)


def imported(goldset: Run, out: Path, into: Path, form: str, like: tuple[Path, Path]) -> Path:
    """Import a file into a set without items that has the snapshots of another, and return its folder.

    `like` is the other set's folder, and its corpus.
    """
    folder, corpus = like
    kept = [folder / "goldset.yaml", *(path for path in (folder / "snapshots").rglob("*") if path.is_file())]
    write_tree(into, {path.relative_to(folder).as_posix(): path.read_bytes() for path in kept})
    done = goldset("import", out, "--yes", "--from", form, "-C", into, "--corpus", corpus)
    assert done.code == 0, (done.out, done.err)
    return into


def compare(before: Item, after: Item, carries: frozenset[str]) -> None:
    """Hold an item against the one that it was, in the fields that a format carries and an import may set."""
    plain = Item.model_fields.keys() - {
        "gold_spans", "near_spans", "unplaced", "draft_reasons", "status", "retired", "origin", "corpus_snapshot",
        "labelled_by", "labelled_at", "slice", "id",
    }  # fmt: skip
    for name in plain & carries:
        assert getattr(after, name) == getattr(before, name), (before.id, name)
    if carries >= {
        f"gold_spans.{name}" for name in ("text", "doc_id", "start", "end", "grade", "group", "coarse")
    }:
        assert after.status == before.status
        assert after.near_spans == before.near_spans
        for new, old in zip(after.gold_spans, before.gold_spans, strict=True):
            # Where its place and what stands around a passage were known, they are found again; headings as they
            # are read today.
            for name in ("doc_id", "text", "grade", "group", "coarse"):
                assert getattr(new, name) == getattr(old, name)
            for name in ("start", "end", "prefix", "suffix", "occurrences"):
                assert getattr(old, name) in (None, getattr(new, name))
