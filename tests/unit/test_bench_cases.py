import random

import pytest

from goldset.domain.resolutions import Place
from tests.bench.cases import Case, Verdict
from tests.bench.material import HELP_CENTRE, Cut, Document, disturb, make_span, pieces, read_library
from tests.bench.mutate import make_cases, overlap, parse
from tests.bench.templates import read_templates

PAGE = """# Excesses

You pay the first part of a claim. It is called an excess.

- £350 for an escape of water inside the house
- £100 for a theft from the locked garden shed

| What | Excess for each claim |
|---|---|
| A broken window of the house | £75 |
"""


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    return make_cases(read_library([HELP_CENTRE]), parse(["--per-kind", "1"]))


def test_there_are_many_kinds_and_every_edit_finds_a_passage(cases: list[Case]) -> None:
    from tests.bench.cases import REGISTRY

    made = {(c.verdict, c.kind) for c in cases}
    assert len([kind for verdict, kind in made if verdict is Verdict.QUEUE]) >= 35
    assert len([kind for verdict, kind in made if verdict is Verdict.ACCEPT]) >= 25
    assert {(kind.verdict, kind.name) for kind in REGISTRY} <= made


def test_every_quote_stands_where_the_case_says(cases: list[Case]) -> None:
    for case in cases:
        assert case.before[case.doc_id].text == case.cut.text, case.kind
        assert case.cut.quote.strip(), case.kind


def test_a_span_is_described_as_the_tool_would() -> None:
    cut = Cut.of(PAGE, PAGE.index("It is called"), PAGE.index("\n\n- "))
    library = {"a.md": Document("a.md", PAGE), "b.md": Document("b.md", f"So: {cut.quote}")}
    gold = make_span(library, "a.md", cut).confirmed
    assert (gold.text, gold.start, gold.occurrences) == (cut.quote, cut.start, 1)
    assert gold.section == ("Excesses",)
    assert gold.also_in == ("b.md",)


def test_every_case_changes_something(cases: list[Case]) -> None:
    for case in cases:
        before, after = case.libraries({})
        assert before != after or case.kind == "twin in the page, edits elsewhere", case.kind


def test_a_harmless_edit_keeps_the_words_at_the_right_place(cases: list[Case]) -> None:
    same = {
        "re-wrapped",
        "document renamed",
        "block quote",
        "table padding",
        "space: no-break",
        "section moved",
    }
    for case in (c for c in cases if c.kind in same):
        assert case.right is not None
        doc_id, start, end = case.right
        document = case.after[doc_id]
        assert document is not None
        assert letters(document.text[start:end]) == letters(case.cut.quote), case.kind


def letters(text: str) -> str:
    return "".join(c for c in text if c.isalnum())


def test_the_same_seed_makes_the_same_cases(cases: list[Case]) -> None:
    again = make_cases(read_library([HELP_CENTRE]), parse(["--per-kind", "1"]))
    assert [(c.kind, c.cut, c.after) for c in again] == [(c.kind, c.cut, c.after) for c in cases]


def test_passages_are_sentences_items_rows_and_headings() -> None:
    found = {(p.kind, PAGE[p.start : p.end]) for p in pieces(PAGE)}
    assert ("item", "£350 for an escape of water inside the house") in found
    assert ("row", "A broken window of the house | £75") in found
    assert ("pair", "You pay the first part of a claim. It is called an excess.") in found


def test_unrelated_edits_leave_the_passage_and_its_neighbours() -> None:
    text = "\n\n".join(f"Paragraph {word} speaks of a matter of its own." for word in "abcdefghijklmnop")
    start = text.index("Paragraph h")
    cut = Cut.of(text, start, start + 40)
    new = disturb(cut, random.Random(3), 8)
    assert new.text != cut.text
    assert new.quote == cut.quote
    assert new.left.endswith(cut.left[-100:])
    assert new.right.startswith(cut.right[:60])


def test_a_place_is_compared_by_its_letters_and_digits() -> None:
    library = {"a.md": Document("a.md", "one two three")}
    assert overlap(Place("a.md", 0, 13, ""), ("a.md", 0, 7), library) == pytest.approx(6 / 11)
    assert overlap(Place("b.md", 0, 7, ""), ("a.md", 0, 7), library) == 0


def test_written_texts_read_differently_before_and_after() -> None:
    templates, hosts = read_templates()
    assert {t.language for t in templates} - {"en"} == hosts.keys()
    for template in templates:
        assert template.read(1).text != template.read(2).text
        assert not set("{}¦⟦⟧") & set(template.read(1).text + template.read(2).text)
