"""Every kind of fault that a file can have, with its code, its place, its field and a word of its message."""

import time
from collections.abc import Sequence
from typing import Any

import pytest

from goldset.domain.findings import Severity
from goldset.domain.items import GoldSpan, Item, Status
from goldset.stores.item_files import read_item

GOOD = """\
id: a
question: When?
slice: s
answerable: true
gold_answer: Now.
corpus_snapshot: "2026-10-01"
gold_spans:
  - doc_id: d.md
    text: It is now.
"""


def with_line(line: str, replacing: str = "") -> str:
    """Return the good item with one of its lines replaced, or a line added at its end."""
    return GOOD.replace(replacing, line) if replacing else f"{GOOD}{line}\n"


def found(text: str | bytes, path: str = "items/s/a.yaml") -> list[tuple[str, int, int, str]]:
    data = text if isinstance(text, bytes) else text.encode()
    return [(f.code, f.line, f.column, f.field) for f in read_item(path, data).findings]


def message_of(text: str | bytes) -> str:
    data = text if isinstance(text, bytes) else text.encode()
    return " | ".join(f"{f.message} → {f.hint}" for f in read_item("items/s/a.yaml", data).findings)


def test_a_good_item_is_read_whole() -> None:
    file = read_item("items/s/a.yaml", GOOD.encode())
    assert file.findings == ()
    assert file.item == Item(
        id="a",
        question="When?",
        slice="s",
        answerable=True,
        gold_answer="Now.",
        corpus_snapshot="2026-10-01",
        gold_spans=(GoldSpan(doc_id="d.md", text="It is now."),),
    )
    assert (file.id, file.slice, file.text) == ("a", "s", GOOD)


@pytest.mark.parametrize(
    ("text", "expected", "says"),
    [
        (
            GOOD.encode() + b"labelled_by: \xff\n",
            [("GS101", 10, 14, "labelled_by")],
            "byte 0xff is not UTF-8",
        ),
        (GOOD.encode("utf-16"), [("GS101", 1, 1, "")], "UTF-16"),
        (with_line("labelled_by: a\x07b"), [("GS104", 10, 15, "labelled_by")], "U+0007"),
        (with_line("labelled_by: a\x00b"), [("GS104", 10, 15, "labelled_by")], "U+0000"),
        (with_line("\t- doc_id: d.md", "  - doc_id: d.md"), [("GS105", 8, 1, "")], "tab"),
        (with_line("\xa0 - doc_id: d.md", "  - doc_id: d.md"), [("GS106", 8, 1, "")], "U+00A0"),
        (f"<<<<<<< HEAD\n{GOOD}=======\n>>>>>>> b\n", [("GS107", n, 1, "") for n in (1, 11, 12)], "conflict"),
        ("version https://git-lfs.github.com/spec/v1\noid sha256:0\n", [("GS108", 1, 1, "")], "git lfs pull"),
        (GOOD + "# " + "x" * 1_000_000, [("GS109", 1, 1, "")], "1.0 MB"),
        (with_line("question: a: b", "question: When?"), [("GS111", 2, 12, "question")], "needs quotes"),
        (with_line("question: 'a", "question: When?"), [("GS111", 2, 11, "question")], "does not end"),
        (with_line("tags: [a, b"), [("GS111", 10, 7, "tags")], "bracket"),
        (with_line("tags:\n  - a\n b: c"), [("GS111", 12, 2, "tags[0]")], "indentation"),
        (with_line("question: @a", "question: When?"), [("GS111", 2, 11, "question")], "quotes"),
        (with_line('question: "\\q"', "question: When?"), [("GS111", 2, 12, "question")], "backslash"),
        (with_line('question: "\\ud800"', "question: When?"), [("GS111", 2, 11, "question")], "no character"),
        ("", [("GS112", 1, 1, "")], "the file is empty"),
        ("# nothing\n", [("GS112", 1, 1, "")], "the file is empty"),
        ("- a\n", [("GS112", 1, 1, "")], "no mapping"),
        ("just text\n", [("GS112", 1, 1, "")], "no mapping"),
        (f"{GOOD}---\n{GOOD}", [("GS113", 10, 1, "")], "second document begins in line 10"),
        (with_line("tier: &x full"), [("GS114", 10, 7, "tier")], "anchor `&x`"),
        (with_line("tier: *x"), [("GS115", 10, 7, "tier")], "alias `*x`"),
        (with_line("<<: {tier: full}"), [("GS116", 10, 1, "gold_spans[0].text")], "merge key"),
        (with_line("tier: !!str full"), [("GS117", 10, 7, "tier")], "tag"),
        (f"%YAML 1.2\n---\n{GOOD}", [("GS117", 1, 1, "")], "directive"),
        (with_line("slice: t"), [("GS118", 10, 1, "slice")], "`slice` stands twice, in lines 3 and 10"),
        (
            with_line("    text: It is now.\n    text: Or then.", "    text: It is now."),
            [("GS118", 10, 5, "gold_spans[0].text")],
            "`gold_spans[0].text` stands twice, in lines 9 and 10",
        ),
        (with_line("1: a"), [("GS119", 10, 1, "gold_spans[0].text")], "`1` for a number"),
        (with_line("? [a]\n: b"), [("GS119", 10, 3, "gold_spans[0].text")], "as a key"),
        (with_line(f"tags: {'[' * 20}{']' * 20}"), [("GS120", 10, 22, "tags" + "[0]" * 15)], "16 levels"),
        (
            with_line("    text: It is now #1.", "    text: It is now."),
            [("GS121", 9, 11, "gold_spans[0].text")],
            "`#1.`",
        ),
        (with_line("must_include: [a\t#b\n ]"), [("GS121", 10, 16, "must_include[0]")], "`#b`"),
        (
            with_line("gold_answer: #1", "gold_answer: Now."),
            [("GS122", 5, 13, "gold_answer"), ("GS140", 5, 1, "gold_answer")],
            "`#1`",
        ),
        (with_line("question: #1", "question: When?"), [("GS122", 2, 10, "question")], "`#1`"),
        (
            with_line("slcie: s", "slice: s"),
            [("GS131", 1, 1, "slice"), ("GS130", 3, 1, "slcie")],
            "did you mean `slice`?",
        ),
        (
            with_line("    quote: x", "    text: It is now."),
            [("GS131", 8, 5, "gold_spans[0].text"), ("GS130", 9, 5, "gold_spans[0].quote")],
            "is no field",
        ),
        (
            with_line("answerable: yes", "answerable: true"),
            [("GS132", 4, 13, "answerable")],
            "must be `true` or `false`",
        ),
        (with_line('answerable: "true"', "answerable: true"), [("GS132", 4, 13, "answerable")], "in quotes"),
        (
            with_line("    start: 0123\n    end: 10"),
            [("GS132", 10, 12, "gold_spans[0].start")],
            "whole number in digits",
        ),
        (with_line("tags: a"), [("GS132", 10, 7, "tags")], "a list, such as [a, b]"),
        (with_line("origin: a"), [("GS132", 10, 9, "origin")], "mapping"),
        (
            with_line("question: [a]", "question: When?"),
            [("GS132", 2, 11, "question")],
            "is a list, and must be text",
        ),
        (with_line("tier: smok"), [("GS133", 10, 7, "tier")], "did you mean `smoke`?"),
        (with_line("question:", "question: When?"), [("GS134", 2, 1, "question")], "`question` is empty"),
        (with_line('question: ""', "question: When?"), [("GS134", 2, 1, "question")], "`question` is empty"),
        (with_line("tags: [a, '']"), [("GS134", 10, 11, "tags[1]")], "`tags[1]` is empty"),
        (with_line("tags:"), [("GS134", 10, 1, "tags")], "`tags` is empty"),
        (with_line("    grade: 4"), [("GS135", 10, 12, "gold_spans[0].grade")], "must be at most 3"),
        (
            with_line("    corpus_snapshot: a b"),
            [("GS136", 10, 22, "gold_spans[0].corpus_snapshot")],
            "no name",
        ),
        (
            with_line("labelled_at: 2026-02-30"),
            [("GS137", 10, 14, "labelled_at")],
            "a day that does not exist",
        ),
        (with_line("labelled_at: 20261001"), [("GS137", 10, 14, "labelled_at")], "no ISO date"),
        (with_line("labelled_at: yesterday"), [("GS137", 10, 14, "labelled_at")], "no ISO date"),
        (
            with_line("answerable: false", "answerable: true"),
            [("GS141", 7, 1, "gold_spans")],
            "near_spans",
        ),
        (
            with_line("", 'corpus_snapshot: "2026-10-01"\n'),
            [("GS140", 1, 1, "corpus_snapshot")],
            "status: draft",
        ),
        (with_line("    start: 3"), [("GS140", 8, 5, "gold_spans[0].end")], "--locate"),
        (
            with_line("    start: 3\n    end: 3"),
            [("GS142", 11, 5, "gold_spans[0].end")],
            "not after its start",
        ),
        (with_line("    start: 3\n    end: 14"), [("GS144", 9, 5, "gold_spans[0].text")], "10 characters"),
        (
            with_line("  - {id: s1, doc_id: d.md, text: x}"),
            [("GS143", 10, 6, "gold_spans[1].id")],
            "`gold_spans[0]`",
        ),
        (with_line("id: a/b", "id: a"), [("GS145", 1, 1, "id")], "holds `/`"),
        (with_line("    group: []"), [("GS134", 10, 12, "gold_spans[0].group")], "too few entries"),
        (
            with_line("  - id: s9\n    relabel:\n      was: {doc_id: d, text: x, start: 5, end: 4}"),
            [("GS142", 12, 43, "gold_spans[1].relabel.was.end")],
            "ends at 4",
        ),
        (
            with_line("  - id: s9\n    relabel:\n      was: {doc_id: d}\n      choice: x"),
            [
                ("GS131", 12, 12, "gold_spans[1].relabel.was.text"),
                ("GS130", 13, 7, "gold_spans[1].relabel.choice"),
            ],
            "is no field",
        ),
        (with_line("slice: ../s", "slice: s"), [("GS145", 3, 1, "slice")], "`slice` holds"),
        (
            with_line("  - doc_id: ../../secret", "  - doc_id: d.md"),
            [("GS146", 8, 5, "gold_spans[0].doc_id")],
            "out of the corpus",
        ),
        (
            with_line("  - doc_id: u\u0308.md", "  - doc_id: d.md"),
            [("GS146", 8, 5, "gold_spans[0].doc_id")],
            "u\\u0308",
        ),
    ],
)
def test_an_error_has_its_code_place_and_field_and_leaves_no_item(
    text: str | bytes, expected: Sequence[tuple[str, int, int, str]], says: str
) -> None:
    assert sorted(found(text)) == sorted(expected)
    assert says in message_of(text)
    data = text if isinstance(text, bytes) else text.encode()
    file = read_item("items/s/a.yaml", data)
    assert file.item is None
    assert all(finding.hint for finding in file.findings)


@pytest.mark.parametrize(
    ("text", "expected", "field", "value"),
    [
        ("\ufeff" + GOOD, [("GS102", 1, 1, "")], "id", "a"),
        (GOOD.replace("\n", "\r\n"), [("GS103", 1, 6, "")], "question", "When?"),
        (GOOD.replace("\n", "\r"), [("GS103", 1, 6, "")], "gold_answer", "Now."),
        (with_line("slice: no", "slice: s"), [("GS123", 3, 8, "slice")], "slice", "no"),
        (with_line("id: 1e3", "id: a"), [("GS123", 1, 5, "id")], "id", "1e3"),
        (
            with_line("gold_answer: 9:30", "gold_answer: Now."),
            [("GS123", 5, 14, "gold_answer")],
            "gold_answer",
            "9:30",
        ),
        (with_line("question: null", "question: When?"), [("GS123", 2, 11, "question")], "question", "null"),
        (with_line("tags: [2026-10-01]"), [("GS123", 10, 8, "tags[0]")], "tags", ("2026-10-01",)),
        (
            with_line("question: a\u2028b\x85c", "question: When?"),
            [("GS124", 2, 12, "question"), ("GS124", 2, 14, "question")],
            "question",
            "a\u2028b\x85c",
        ),
        (with_line("jurisdiction: ~"), [], "jurisdiction", None),
        (with_line("status: draft   # for now"), [], "status", Status.DRAFT),
        (with_line("tags:   # none\n  - x"), [], "tags", ("x",)),
        (with_line("labelled_by: |\n  x\n  \ta\n  \xa0b"), [], "labelled_by", "x\n\ta\n\xa0b\n"),
        (f"---\n{GOOD}...\n", [], "id", "a"),
    ],
)
def test_a_warning_leaves_the_item_as_it_was_meant(
    text: str, expected: Sequence[tuple[str, int, int, str]], field: str, value: Any
) -> None:
    file = read_item("items/s/a.yaml", text.encode())
    assert found(text) == list(expected)
    assert all(finding.severity is Severity.WARNING for finding in file.findings)
    assert file.item is not None
    assert getattr(file.item, field) == value


def test_columns_count_code_points_and_only_line_feeds_end_lines() -> None:
    text = with_line("question: 𝒳𝒳\u2028 #y", "question: When?") + "tier: 𝒳\n"
    assert found(text) == [
        ("GS121", 2, 11, "question"),
        ("GS124", 2, 13, "question"),
        ("GS133", 10, 7, "tier"),
    ]


def test_a_separator_in_a_key_stays_in_the_key() -> None:
    fault, _ = read_item("items/s/a.yaml", (GOOD + "a\u2028b: x\n").encode()).findings
    assert (fault.code, fault.field) == ("GS130", "a\u2028b")


def test_all_faults_of_a_file_are_reported_at_once() -> None:
    text = "\ufeffid: a/b\nquestion: x #1\nslice: no\nslice: s\nanswerable: maybe\nkynd: lookup\ntags: *x\r\n"
    assert [code for code, *_ in found(text)] == [
        "GS102",
        "GS145",
        "GS121",
        "GS123",
        "GS118",
        "GS132",
        "GS130",
        "GS115",
        "GS103",
    ]


def test_a_flood_of_one_fault_is_summed_up() -> None:
    codes = found(with_line("tags: [" + "*x, " * 500 + "]"))
    assert len(codes) == 10
    assert "and 490 more like this" in message_of(with_line("tags: [" + "*x, " * 500 + "]"))


@pytest.mark.parametrize(
    "text",
    [
        "a: &a [x]\n" + "\n".join(f"k{n}: &k{n} [{'*a, ' * 9}]" for n in range(30)),
        "[" * 70_000,
        "\t- a\n" * 40_000,
        "a:\n" + "  - |\n    \xa0x\n" * 15_000,
        "tags: [" + "[], " * 50_000 + "]",
        "tags: [" + "1, " * 70_000 + "]",
        "gold_spans:\n" + "- {a: 1, a: 2}\n" * 15_000,
        "tags:\n" + "- #x\n" * 40_000,
        "".join(f"k{n}: 1\n" for n in range(20_000)),
        "x" * 1_000_000,
        "\x00" * 200_000,
    ],
)
def test_no_file_takes_long(text: str) -> None:
    begin = time.process_time()
    assert read_item("items/a.yaml", text.encode()).item is None
    # Whatever grows with the square of the file takes minutes at these sizes.
    assert time.process_time() - begin < 20
