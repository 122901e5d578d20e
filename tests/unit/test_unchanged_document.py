"""A document with the same hash carries its spans over unread; where it cannot, the span is looked for."""

from goldset.domain.resolutions import Outcome, Place
from tests.resolving import label, resolve

QUOTE = "Sunroofs, mirrors and\nlamps are not glass for this purpose."
PAGE = {"glass.md": f"# Glass\n\nWe mend what is broken.\n\n{QUOTE}\n\nAsk a garage of ours.\n"}


def test_a_span_of_an_unchanged_document_is_carried_over_at_its_offsets() -> None:
    found = resolve(PAGE, PAGE, label(PAGE, "glass.md", QUOTE))
    start = PAGE["glass.md"].index(QUOTE)
    assert (found.outcome, found.accepted) == (Outcome.UNCHANGED, True)
    assert found.to == Place("glass.md", start, start + len(QUOTE), QUOTE)


def test_it_is_carried_over_where_the_same_words_came_elsewhere_too() -> None:
    found = resolve(PAGE, {**PAGE, "copy.md": f"# Copy\n\n{QUOTE}\n"}, label(PAGE, "glass.md", QUOTE))
    assert (found.outcome, found.accepted) == (Outcome.UNCHANGED, True)
    assert found.to is not None
    assert found.to.doc_id == "glass.md"
