"""Whatever a file holds: every row ends in one count, and what is written is sound."""

import shutil
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldset.cli.main import main
from goldset.domain.imported import WRITTEN
from goldset.domain.set_rows import Evidence, ReadSet, SetRow
from goldset.operations.import_outcomes import ImportRequest
from goldset.operations.import_set import import_set
from goldset.operations.validate import validate
from tests.conftest import write_tree

PAGE = "# Quay\n\nFerries rest at night. Board 10 minutes before noon.\n\n- The ramp costs $5\n- A wire keeps gulls off.\n"
HARD = (
    *(
        "",
        " ",
        "\ufeff",
        "•",
        "…",
        "Ferries rest at night.",
        "The ramp costs $",
        "costs $5",
        "a\x00b",
        "\ud800",
    ),
    *(
        "Ferries rest\nat night.",
        "ferries REST at night",
        "x" * 1_000,
        "---",
        "'",
        '"',
        "{}",
        "夜は休む",
        "\u202e",
    ),
)
TEXTS = st.one_of(
    st.sampled_from(HARD),
    st.text(max_size=20),
    st.builds(lambda a, b: PAGE[min(a, b) : max(a, b)], st.integers(0, len(PAGE)), st.integers(0, len(PAGE))),
)
MAYBE = st.one_of(st.none(), TEXTS)
NUMBERS = st.one_of(st.none(), st.integers(-3, 200))
EVIDENCE = st.builds(
    Evidence,
    text=MAYBE,
    doc=st.one_of(MAYBE, st.sampled_from(["quay.md", "../../etc/passwd", "/quay", "QUAY.MD"])),
    chunk_id=MAYBE,
    start=NUMBERS,
    end=NUMBERS,
    grade=st.integers(1, 3),
    groups=st.lists(st.sampled_from(["g", "h"]), max_size=2).map(tuple),
    coarse=st.sampled_from([None, None, "chunk", "document"]),
    span_id=st.sampled_from([None, None, "s1", "a/b", "s2"]),
)
VALUES = st.one_of(st.none(), st.booleans(), st.integers(-2, 2), TEXTS, st.lists(TEXTS, max_size=2))
NAMES = (
    *(
        "must_include",
        "must_not_include",
        "tags",
        "kind",
        "tier",
        "slice",
        "status",
        "language",
        "as_of",
        "retired",
    ),
    *(
        "variant_of",
        "origin",
        "reviews",
        "abstain_reason",
        "labelled_by",
        "nonsense",
        "corpus_snapshot",
        "pinned",
    ),
    *("draft_reasons", "unplaced", "waivers", "split", "jurisdiction", "labelled_at", "gold_spans"),
)
DETAILS = st.dictionaries(
    st.sampled_from(NAMES),
    VALUES,
    max_size=3,
)
ROWS = st.lists(
    st.builds(
        SetRow,
        number=st.integers(1, 9),
        question=st.one_of(st.just("What rests?"), TEXTS),
        ref=st.one_of(MAYBE, st.sampled_from(["a", "A", "con", "../x", "a/b"])),
        gold_answer=MAYBE,
        answerable=st.sampled_from([None, True, False]),
        evidence=st.lists(EVIDENCE, max_size=3).map(tuple),
        near=st.lists(EVIDENCE, max_size=1).map(tuple),
        details=DETAILS,
    ),
    max_size=5,
)


@pytest.fixture(scope="module")
def a_set(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("hostile")
    write_tree(
        root, {"goldset.yaml": "corpus: {sources: [{path: docs}]}\n", "items/.keep": "", "docs/quay.md": PAGE}
    )
    assert main(["snapshot", "create", "A", "-C", str(root)]) == 0
    return root


@given(rows=ROWS, coarse=st.sampled_from([None, "chunk", "document"]))
@settings(max_examples=60, deadline=None)
def test_every_row_ends_in_one_count(a_set: Path, rows: list[SetRow], coarse: str | None) -> None:
    read = ReadSet("rows", "hostile", "0" * 64, tuple(rows))
    report = import_set(a_set, read, ImportRequest(date(2026, 10, 1), coarse=coarse, dry_run=True))  # type: ignore[arg-type]
    totals = report.totals
    assert totals.pop("rows") == len(rows) == sum(totals.values()) == len(report.rows)
    for row in report.rows:
        assert row.reasons or row.end not in {"refused", "draft", "duplicate"}
        assert bool(row.path) == (row.end in WRITTEN or (row.end == "duplicate" and row.item is not None))
        assert ".." not in row.path


@given(rows=ROWS)
@settings(max_examples=25, deadline=None)
def test_what_is_written_is_sound_and_the_next_import_changes_nothing(
    a_set: Path, rows: list[SetRow]
) -> None:
    with TemporaryDirectory() as name:
        root = Path(shutil.copytree(a_set, Path(name) / "set"))
        read = ReadSet("rows", "hostile", "0" * 64, tuple(rows))
        report = import_set(root, read, ImportRequest(date(2026, 10, 1)))
        files = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
        written = {row.path for row in report.rows if row.end in WRITTEN}
        assert {path.relative_to(root).as_posix() for path in files if path.suffix == ".yaml"} >= written
        assert [
            one for one in validate(root).findings if one.severity == "error" and one.code != "GS206"
        ] == []
        again = import_set(root, read, ImportRequest(date(2026, 11, 1), update=True))
        assert {path: path.read_bytes() for path in root.rglob("*") if path.is_file()} == files
        assert not {row.end for row in again.rows} & WRITTEN
