"""A page under the same id is another page where its title changed and next to nothing beside a passage is left."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from goldset.domain.resolutions import Outcome, Resolution
from goldset.domain.settings import PolicySettings
from goldset.errors import CorpusError
from goldset.resolution.documents import Titles, another_page
from goldset.resolution.library import ReadingRoom
from goldset.resolution.resolve import resolve_spans
from tests.resolving import Pages, label

QUOTE = "Oars lie in the shed overnight."
SHORT = "Kayaks go back by sunset."


def words(name: str, count: int) -> str:
    """Return so many words that stand on no other page."""
    return " ".join(f"{name}{number}" for number in range(count))


def replaced(
    before: str | None, after: str | None, *passages: str, titles: Titles = (None, None)
) -> list[bool]:
    """Ask of each passage whether its page is another one now; None is a text that was lost, or is no text."""

    def text(snapshot: str | None, doc_id: str) -> str | None:
        assert doc_id == "page.md"
        if snapshot is None and after is None:
            raise CorpusError("page.md is not UTF-8")
        return before if snapshot else after

    return another_page(ReadingRoom(text, frozenset()).pair("a"), "page.md", titles, passages or (QUOTE,))


@pytest.mark.parametrize(
    ("beside", "kept", "another"),
    [
        (0, 0, False),
        (4, 0, True),
        (20, 0, True),
        (20, 1, False),
        (21, 1, True),
        (22, 1, True),
        (40, 1, True),
        (40, 2, False),
    ],
)
def test_a_twentieth_of_what_stood_beside_a_passage_must_be_left(
    beside: int,
    kept: int,
    another: bool,  # noqa: FBT001
) -> None:
    # Below the passage each word ends a run of five that it is not in, whole.
    old = words("old", beside)
    left = " ".join(old.split()[-kept - 4 :]) if kept else ""
    assert replaced(f"{QUOTE}\n\n{old}", f"# Skis\n\n{QUOTE}\n\n{words('new', 30)}\n\n{left}") == [another]


def test_each_passage_is_asked_for_by_itself() -> None:
    long = words("long", 30)
    old = f"{long}\n\n{SHORT}\n\n{words('old', 30)}"
    new = f"# Skis\n\n{words('new', 30)}\n\n{long}\n\n{words('ski', 30)}"
    assert replaced(old, new, SHORT, long) == [False, True]
    assert replaced(old, f"# Skis\n\n{words('new', 30)}", SHORT, long) == [True, True]
    assert replaced(old, old, SHORT, long) == [False, False]


TITLES = [
    ("# Boats", "# Boats"),
    ("# Boats", "#  boats"),
    ("---\ntitle: Boats\n---\n\n# {{ title }}", '---\ntitle: "Boats"\n---\n\n# {{ title }}'),
    ("---\ntitle: Boats\n---", "---\ntitle:  'Boats' \nlayout: page\n---"),
    ("---\ntitle: Boats\n---", '---\ntitle:\t"Boats"\t\n---'),
    ("", ""),
]
OTHER_TITLES = [
    ("# Boats", "# Skis"),
    ("# Boats", ""),
    ("", "# Boats"),
    ("---\ntitle: Boats\n---\n\n# {{ title }}", "---\ntitle: Skis\n---\n\n# {{ title }}"),
    ("---\ntitle: Boats\n---\n\n# Home", "---\ntitle: Boats\n---\n\n# Away"),
    ("---\ntitle: Boats\n---\n\n# Home", "# Home"),
]


@pytest.mark.parametrize(("one", "two"), [*TITLES, *OTHER_TITLES])
def test_under_the_same_title_stands_the_same_page_whatever_became_of_its_text(one: str, two: str) -> None:
    pages = [f"{title}\n\n{words(name, 40)}\n\n{QUOTE}\n" for title, name in ((one, "old"), (two, "new"))]
    assert replaced(*pages) == [(one, two) in OTHER_TITLES]
    assert replaced(*pages[::-1]) == [(one, two) in OTHER_TITLES]


@pytest.mark.parametrize(
    ("titles", "another"),
    [
        (("Boats", "Skis"), True),
        (("Boats", "boats "), False),
        (("Boats", None), False),
        ((None, "Boats"), False),
        ((None, None), False),
    ],
)
def test_where_the_old_text_is_lost_the_titles_of_the_records_decide(titles: Titles, another: bool) -> None:  # noqa: FBT001
    for page in (f"# Boats\n\n{QUOTE}", QUOTE):
        assert replaced(None, page, titles=titles) == [another]
    assert replaced(None, f"# Boats\n\n{QUOTE}", QUOTE, SHORT, titles=titles) == [another, another]


def test_a_page_that_cannot_be_read_or_held_no_word_is_no_other_one() -> None:
    titles = ("Boats", "Skis")
    assert replaced(f"# Boats\n\n{QUOTE}", None, titles=titles) == [False]
    assert replaced("", f"# Boats\n\n{QUOTE}", QUOTE, SHORT, titles=titles) == [False, False]
    assert replaced(f"# Boats\n\n{QUOTE}\n\n{words('old', 9)}", "", titles=titles) == [True]


def page(title: str, name: str) -> str:
    return f"# {title}\n\n{words(name, 90)}.\n\n{QUOTE}\n\n{words(name, 99)}.\n"


def corpus(texts: Mapping[str, str], *, kept: bool = True) -> Pages:
    """Return a corpus whose records have the titles of its pages."""
    pages = Pages(texts, kept=None if kept else ())
    for doc_id, text in texts.items():
        pages.documents[doc_id] = replace(pages.documents[doc_id], title=text.split("\n")[0].strip("# "))
    return pages


def resolved(
    before: Mapping[str, str], after: Mapping[str, str], *, kept: bool, quote: str = QUOTE
) -> Resolution:
    spans = label(before, "page.md", quote).spans()
    return resolve_spans(spans, {"a": corpus(before, kept=kept)}, corpus(after), [], PolicySettings())[0]


@pytest.mark.parametrize("kept", [True, False])
def test_nothing_of_another_page_is_carried_over(kept: bool) -> None:  # noqa: FBT001
    before = {"page.md": page("Boats", "old")}
    found = resolved(before, {"page.md": page("Skis", "new")}, kept=kept)
    assert (found.outcome, found.accepted) == (Outcome.SCOPE_CHANGED, False)
    assert resolved(before, {"page.md": page("Boats", "new")}, kept=kept).accepted


@pytest.mark.parametrize("kept", [True, False])
def test_a_page_that_went_to_another_id_is_known_by_its_text(kept: bool) -> None:  # noqa: FBT001
    before = {"page.md": page("Boats", "old"), "other.md": page("Huts", "hut")}
    after = {"page.md": page("Skis", "new"), "moved.md": before["page.md"], "other.md": page("Huts", "hut")}
    for now in (after, {name: text for name, text in after.items() if name != "page.md"}):
        found = resolved(before, now, kept=kept)
        assert (found.outcome, found.to and found.to.doc_id) == (Outcome.RENAMED, "moved.md")
    # Its length says that nothing stood below a passage at its end.
    before = {"page.md": f"# Boats\n\n{words('old', 90)}.\n\n{QUOTE}\n"}
    assert resolved(before, {"moved.md": before["page.md"]}, kept=kept).outcome is Outcome.RENAMED


@pytest.mark.parametrize(
    ("one", "two", "outcome"),
    [
        ("Fees in Sweden", "Fees in Sweden", Outcome.RENAMED),
        ("Fees in Sweden", "What it costs in Sweden", Outcome.RENAMED),
        ("Fees in Sweden", "Fees in Norway", Outcome.SCOPE_CHANGED),
        ("Fees in Sweden", "Fees", Outcome.SCOPE_CHANGED),
        ("Fees", "Fees in Sweden", Outcome.SCOPE_CHANGED),
        ("Fees", None, Outcome.RENAMED),
    ],
)
def test_what_the_title_of_a_renamed_page_says_of_where_it_applies_is_scope(
    one: str, two: str | None, outcome: Outcome
) -> None:
    text = page("Prices", "old")
    before, after = Pages({"page.md": text}), Pages({"moved.md": text})
    for pages, doc_id, title in ((before, "page.md", one), (after, "moved.md", two)):
        pages.documents[doc_id] = replace(pages.documents[doc_id], title=title)
    spans = label({"page.md": text}, "page.md", QUOTE).spans()
    assert resolve_spans(spans, {"a": before}, after, [], PolicySettings())[0].outcome is outcome


def test_a_page_of_a_few_words_is_known_by_its_text_though_another_one_has_the_same() -> None:
    few = "Mind the low beam.\n"
    found = resolved({"page.md": few, "b.md": few}, {"c.md": few, "b.md": few}, kept=True, quote=few.strip())
    assert (found.outcome, found.to and found.to.doc_id) == (Outcome.RENAMED, "c.md")
    found = resolved({"page.md": few, "b.md": few}, {"c.md": few, "d.md": few}, kept=True, quote=few.strip())
    assert not found.accepted
