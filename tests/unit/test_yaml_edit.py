import pytest

from goldset.domain.findings import Loc
from goldset.errors import ItemFileError
from goldset.stores.yaml_edit import REMOVED, change_fields

BY_HAND = """\
# reviewed by Ana
id: plan-1

question: Under which conditions may a household that moved in after March ask for the winter plan, and how?
slice: 'plans'          # keep this name
answerable: true
gold_answer: Five instalments
must_include: [five,
  "5"]  # either

# the page was rewritten twice
gold_spans:
    - doc_id: plan.md
      text: |-   # as printed
        The winter plan
        has five instalments.

      start: 0
      end: 37
    # the second one is the table
    -   doc_id: "table.md"
        text: 5 | five
corpus_snapshot: 2025-01
jurisdiction: "EX"
"""


def changed_lines(old: str, new: str) -> tuple[list[str], list[str]]:
    before, after = old.splitlines(), new.splitlines()
    while before and after and before[0] == after[0]:
        del before[0], after[0]
    while before and after and before[-1] == after[-1]:
        del before[-1], after[-1]
    return before, after


@pytest.mark.parametrize(
    ("loc", "value", "before", "after"),
    [
        (("gold_spans", 0, "start"), 45, ["      start: 0"], ["      start: 45"]),
        (
            ("slice",),
            "no",
            ["slice: 'plans'          # keep this name"],
            ['slice: "no"          # keep this name'],
        ),
        (
            ("must_include",),
            ["a: b"],
            ["must_include: [five,", '  "5"]  # either'],
            ['must_include: ["a: b"]  # either'],
        ),
        (
            ("must_include", 1),
            "V",
            ["must_include: [five,", '  "5"]  # either'],
            ["must_include: [five, V]  # either"],
        ),
        (
            ("gold_spans", 0, "text"),
            "Six.",
            ["      text: |-   # as printed", "        The winter plan", "        has five instalments."],
            ['      text: "Six."   # as printed'],
        ),
        (
            ("gold_spans", 1, "text"),
            "a\nb",
            ["        text: 5 | five"],
            ["        text: |-", "          a", "          b"],
        ),
        (("gold_spans", 0, "prefix"), "x ", [], ['      prefix: "x "']),
        (("gold_spans", 0, "id"), "s1", ["    - doc_id: plan.md"], ["    - id: s1", "      doc_id: plan.md"]),
        (("gold_spans", 1, "corpus_snapshot"), "2025-07", [], ["        corpus_snapshot: 2025-07"]),
        (("labelled_at",), "2026-10-02", [], ["labelled_at: 2026-10-02"]),
        (("tags",), [], [], ["tags: []"]),
        (("jurisdiction",), REMOVED, ['jurisdiction: "EX"'], []),
        (("slice",), REMOVED, ["slice: 'plans'          # keep this name"], ["# keep this name"]),
        (
            ("gold_spans", 0, "doc_id"),
            REMOVED,
            ["    - doc_id: plan.md", "      text: |-   # as printed"],
            ["    - text: |-   # as printed"],
        ),
        (("gold_spans", 1), REMOVED, ['    -   doc_id: "table.md"', "        text: 5 | five"], []),
        (
            ("gold_spans", 2),
            {"doc_id": "c.md", "text": "x"},
            [],
            ["    - doc_id: c.md", "      text: x"],
        ),
    ],
)
def test_a_change_touches_only_the_lines_of_its_field(
    loc: Loc, value: object, before: list[str], after: list[str]
) -> None:
    assert changed_lines(BY_HAND, change_fields(BY_HAND, {loc: value})) == (before, after)


def test_the_same_value_changes_nothing_however_it_is_written() -> None:
    assert change_fields(BY_HAND, {("slice",): "plans", ("gold_spans", 0, "end"): 37}) == BY_HAND


def test_several_changes_are_made_in_one_go() -> None:
    new = change_fields(
        BY_HAND, {("gold_spans", 0, "start"): 45, ("gold_spans", 0, "end"): 82, ("tier",): "smoke"}
    )
    assert "      start: 45\n      end: 82\n" in new
    assert new.endswith("tier: smoke\n")


def test_line_ends_and_byte_order_mark_stay() -> None:
    windows = "\ufeff" + BY_HAND.replace("\n", "\r\n")
    new = change_fields(windows, {("gold_spans", 1, "text"): "a\nb", ("language",): "en"})
    assert new.startswith("\ufeff# reviewed")
    assert new.count("\r\n") == new.count("\n") == BY_HAND.count("\n") + 3


def test_columns_count_code_points_and_other_separators_end_no_line() -> None:
    text = "id: 𝒳\u2028y  # 𝒳\nslice: a\n"
    assert change_fields(text, {("slice",): "b"}) == "id: 𝒳\u2028y  # 𝒳\nslice: b\n"
    assert change_fields(text, {("id",): "z"}) == "id: z  # 𝒳\nslice: a\n"


@pytest.mark.parametrize(
    ("text", "loc", "value", "reason"),
    [
        ("must_include:\n  - a  # why\n  - b\n", ("must_include",), ["c"], "comments stand inside"),
        ("id: a\nid: b\n", ("id",), "c", "`id` stands twice"),
        ("id: a\n", ("gold_spans", 0, "text"), "c", "there is no `gold_spans"),
        ("id: a\n", ("id",), REMOVED, "is the only thing"),
        ("tags:\n  - a\n", ("tags", 3), "c", "there is no `tags"),
        ("- a\n", ("id",), "c", "no mapping"),
        ("id: a\n", ("id", "b"), "c", "there is no `id.b`"),
    ],
)
def test_what_cannot_be_changed_without_harm_is_refused(
    text: str, loc: Loc, value: object, reason: str
) -> None:
    with pytest.raises(ItemFileError, match=reason):
        change_fields(text, {loc: value})


def test_a_file_without_a_last_line_end_gets_none_but_where_lines_are_added() -> None:
    assert change_fields("id: a\nslice: b", {("slice",): "c"}) == "id: a\nslice: c"
    assert change_fields("id: a\nslice: b", {("kind",): "term"}) == "id: a\nslice: b\nkind: term"


def test_a_value_below_its_key_and_an_empty_one_are_replaced() -> None:
    assert change_fields("tags:  # later\nid: a\n", {("tags",): ["x"]}) == "tags: [x]  # later\nid: a\n"
    assert change_fields("tags:\n- x\n- y\nid: a\n", {("tags",): ["z"]}) == "tags: [z]\nid: a\n"
    assert change_fields("tags:\n  [x]\nid: a\n", {("tags",): []}) == "tags: []\nid: a\n"
    long = ["word " * 10 + str(n) for n in range(3)]
    assert change_fields("id: a\ntags: [x]  # c\n", {("tags",): long}) == (
        "id: a\ntags:  # c\n" + "".join(f"  - {text}\n" for text in long)
    )
