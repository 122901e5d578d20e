from goldset.domain.corpus_use import Section
from goldset.resolution.sections import sections_of


def test_each_heading_begins_a_section_that_ends_at_the_next() -> None:
    text = "Before.\n\n# One\n\nText.\n\n## Two\n\nMore.\n\n# Three\n\nLast."
    found = sections_of(text)
    assert [(one.path, text[one.start : one.end].strip()) for one in found] == [
        ((), "Before."),
        (("One",), "# One\n\nText."),
        (("One", "Two"), "## Two\n\nMore."),
        (("Three",), "# Three\n\nLast."),
    ]
    assert [one.chars for one in found] == [7, 5, 5, 5]


def test_a_heading_with_nothing_below_it_is_no_section() -> None:
    assert [one.path for one in sections_of("# One\n\n## Two\n\nText.\n\n# Three\n")] == [("One", "Two")]


def test_front_matter_is_no_section() -> None:
    assert [one.path for one in sections_of("---\ntitle: T\n---\n# One\n\nText.\n")] == [("One",)]


def test_a_text_without_headings_is_one_section() -> None:
    assert sections_of("Only text.\n") == [Section((), 0, 11, 10)]
    assert sections_of("") == []
