from datetime import date

import pytest

from goldset.errors import ItemFileError
from goldset.stores.canonical import field_lines
from goldset.stores.canonical_form import canonical_text
from goldset.stores.yaml_edit import change_fields

BY_HAND = """\
---
# about


id: 'plan-1'
question: "Why?"   # quoted, so that nothing is cut
slice:  # the folder
  plans
must_include: [five, # the number
  "5"]  # either
must_not_include:
- 'six'
  # also
- seven
gold_spans:   # spans
    # first
    - doc_id: plan.md
      text: |-   # as printed
        The plan
        has five.

      # end of first
          # far out
    # the second
    -   # the table
        doc_id: "table.md"
        text: >
           5
           a
    - {doc_id: c.md, text: "x"}
# tail

"""
CANONICAL = """\
# about

id: plan-1
question: "Why?"   # quoted, so that nothing is cut
slice: plans  # the folder
# the number
must_include: [five, "5"]  # either
must_not_include:
  - six
  # also
  - seven
gold_spans:   # spans
  # first
  - doc_id: plan.md
    text: |-   # as printed
      The plan
      has five.

    # end of first
    # far out
  # the second
  # the table
  - doc_id: table.md
    text: "5 a\\n"
  - doc_id: c.md
    text: x
# tail
"""


def test_every_comment_stays_where_it_belongs() -> None:
    assert canonical_text(BY_HAND) == CANONICAL
    assert canonical_text(CANONICAL) == CANONICAL


def test_short_lists_stand_in_brackets_and_long_ones_on_lines() -> None:
    words = ["word " * 5 + str(n) for n in range(4)]
    assert field_lines("tags", ["a", "b"], 0) == ["tags: [a, b]"]
    assert field_lines("tags", words, 2) == ["  tags:", *(f"    - {word}" for word in words)]
    assert field_lines("tags", ["a\nb"], 0) == ["tags:", "  - |-", "    a", "    b"]
    assert field_lines("reviews", [{"by": "a", "at": date(2026, 10, 1)}], 0) == [
        "reviews: [{by: a, at: 2026-10-01}]"
    ]
    assert field_lines("gold_spans", [{"doc_id": "a"}], 0) == ["gold_spans:", "  - doc_id: a"]
    assert field_lines("also_in", [], 0) == ["also_in: []"]


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("plain words", "plain words"),
        ("no", '"no"'),
        ("1,000", '"1,000"'),
        ("9:30", '"9:30"'),
        ("a: b", '"a: b"'),
        ("a #b", '"a #b"'),
        (" a", '" a"'),
        ("tab\there", '"tab\\there"'),
        ("a\u2028b\ufeff", '"a\\u2028b\\uFEFF"'),
        ("a\n\n", '"a\\n\\n"'),
        (" a\nb", '" a\\nb"'),
        ("a \nb", '"a \\nb"'),
        ("$500 – “é” 𝒳", "$500 – “é” 𝒳"),
        (True, "true"),
        (3, "3"),
        (0.5, "0.5"),
        (None, ""),
    ],
)
def test_a_value_is_quoted_where_readers_would_differ(value: object, written: str) -> None:
    assert field_lines("k", value, 0) == [f"k: {written}".rstrip()]


def test_half_a_character_cannot_be_written() -> None:
    with pytest.raises(ItemFileError, match=r"half a character \(U\+D800\)"):
        field_lines("k", "a\ud800", 0)


def test_what_would_lose_a_comment_is_refused() -> None:
    with pytest.raises(ItemFileError, match="a comment would be lost"):
        canonical_text("--- # why\nid: a\n")


def test_a_date_is_written_bare_and_a_date_in_a_text_field_quoted() -> None:
    text = "id: a\nlabelled_at: 2026-10-01\n"
    assert change_fields(text, {("labelled_at",): date(2026, 10, 2)}) == text.replace("-01", "-02")
    assert change_fields(text, {("id",): "2026-10-02"}) == text.replace("id: a", 'id: "2026-10-02"')
    assert canonical_text("id: 2026-10-01\nlabelled_at: '2026-10-01T09:30:00Z'\n") == (
        'id: "2026-10-01"\nlabelled_at: 2026-10-01T09:30:00Z\n'
    )
