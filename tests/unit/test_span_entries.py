import pytest

from goldset.domain.items import GoldSpan, OfferedCandidate, PendingSpan, Relabel
from goldset.errors import ItemFileError
from goldset.stores.canonical import span_entry_lines
from goldset.stores.span_entries import entry_lines, replace_entry

TEXT = """\
id: a
gold_spans:
  # before the first
  - id: rate
    # taken from the table
    doc_id: a.md
    text: |-
      Two percent
      of the value.
    end: 27   # checked twice
    start: 0
  - doc_id: b.md
    text: Never less.
    # the end
tier: full
"""
OLD = GoldSpan(id="rate", doc_id="a.md", text="Two percent\nof the value.", start=0, end=25)
PENDING = PendingSpan(
    id="rate",
    relabel=Relabel(
        outcome="edited",
        snapshot="2026-11-01",
        was=OLD,
        candidates=(OfferedCandidate(doc_id="a.md", start=3, end=9, text="Three."),),
    ),
)
PENDED = """\
id: a
gold_spans:
  # before the first
  - id: rate
    relabel:
      outcome: edited
      snapshot: "2026-11-01"
      was:
        id: rate
        # taken from the table
        doc_id: a.md
        text: |-
          Two percent
          of the value.
        start: 0
        # checked twice
        end: 25
      candidates:
        - doc_id: a.md
          start: 3
          end: 9
          text: Three.
  - doc_id: b.md
    text: Never less.
    # the end
tier: full
"""


def test_an_entry_becomes_a_block_with_its_comments_in_was() -> None:
    assert replace_entry(TEXT, "rate", span_entry_lines(PENDING)) == PENDED


def test_accepting_keeps_the_comments_at_their_keys() -> None:
    entry = GoldSpan(id="rate", doc_id="a.md", text="Three.", start=3, end=9, corpus_snapshot="2026-11-01")
    new = replace_entry(PENDED, "rate", span_entry_lines(entry, 0))
    assert new == TEXT.replace(
        "    text: |-\n      Two percent\n      of the value.\n    end: 27   # checked twice\n    start: 0\n",
        "    text: Three.\n    start: 3\n    # checked twice\n    end: 9\n"
        '    corpus_snapshot: "2026-11-01"\n',
    )


def test_a_comment_without_its_key_stands_below_the_first_line() -> None:
    new = replace_entry(TEXT, "rate", ["- id: rate", "  text: x"])
    assert "  - id: rate\n    # taken from the table\n    # checked twice\n    text: x\n  - doc_id" in new


def test_a_span_without_id_is_found_by_its_place_and_the_file_keeps_its_line_ends() -> None:
    new = replace_entry(
        TEXT.replace("\n", "\r\n"), "s2", ["- doc_id: c.md", "  text: |-", "    a", "", "    b"]
    )
    assert new == TEXT.replace(
        "b.md\n    text: Never less.", "c.md\n    text: |-\n      a\n\n      b"
    ).replace("\n", "\r\n")


def test_an_entry_stands_from_its_dash_to_its_last_line() -> None:
    assert entry_lines(TEXT, "rate") == (4, 11, 2)
    assert entry_lines(TEXT, "s2") == (12, 13, 2)


@pytest.mark.parametrize(
    ("text", "span", "lines", "reason"),
    [
        (TEXT, "other", ["- id: x"], "has no span `other`"),
        ("id: a\n", "s1", ["- id: x"], "has no span `s1`"),
        ("gold_spans: [{doc_id: a, text: b}]\n", "s1", ["- id: x"], "stands in brackets"),
        (TEXT, "rate", ["- id: x", "- id: y"], "not one entry"),
        (TEXT, "rate", ["- id: x: y"], "cannot be changed"),
        (TEXT, "rate", ["  - id: x", " text: y"], "indented less"),
        (TEXT, "rate", ["- {id: x}"], "a line for each key"),
    ],
)
def test_what_is_no_entry_is_refused(text: str, span: str, lines: list[str], reason: str) -> None:
    with pytest.raises(ItemFileError, match=reason):
        replace_entry(text, span, lines)
