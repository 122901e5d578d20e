import pytest

from goldset.domain.snapshots import DocumentRecord
from goldset.resolution.unsaid import Said

QUOTE = "Hail is covered in full."


def said(text: str, doc_id: str = "fees.md", title: str | None = None, **metadata: str) -> Said:
    return Said(DocumentRecord(doc_id, "0", len(text), title=title, metadata=metadata), text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (f"# A\n\n{QUOTE}", ""),
        (f"# A\n\n<!-- {QUOTE} -->\n", "stands in a comment"),
        (f"# A\n\n<!--\nold\n\n{QUOTE}\n-->\n", "stands in a comment"),
        (f"# A\n\n{{/* {QUOTE} */}}\n", "stands in a comment"),
        (f"<!-- a --> {QUOTE} <!-- b -->", ""),
        (f"A ~~{QUOTE}~~ b", "stands in struck-out text"),
        (f"A <del>{QUOTE}</del> b", "stands in struck-out text"),
        (f"A <s class='x'>{QUOTE}</s> b", "stands in struck-out text"),
        (f"A ~~ b\n\n{QUOTE}\n\nc ~~ d", ""),
        (f"A <summary>{QUOTE}</summary> b", ""),
        (f"---\ndescription: {QUOTE}\n---\n# A\n", "stands in the front matter"),
        (f"---\ntitle: A\n---\n{QUOTE}\n", ""),
        (f"```html\n<!-- {QUOTE} -->\n```\n", ""),
        (f"```\n{QUOTE}\n```\n", ""),
        (f"`~~{QUOTE}~~`", ""),
        (f"A <strike>{QUOTE}</strike> b", "stands in struck-out text"),
        (f"A <DEL>{QUOTE}</DEL> b", "stands in struck-out text"),
        (f"A <del>\n{QUOTE}\n</del> b", "stands in struck-out text"),
        (f"A ~~b\n{QUOTE}~~ c", "stands in struck-out text"),
        (f"A ~~b\n \t\n{QUOTE}~~ c", ""),
        (f"<!-- a -->{QUOTE}<!-- b -->", ""),
        (f"~~a~~{QUOTE}~~b~~", ""),
        (f"---\na: {QUOTE}\n...\n", "stands in the front matter"),
        (f"{{# {QUOTE} #}}", "stands in a comment"),
        (f"## A {{#fees}}\n\n{QUOTE}\n\n{{# b #}}", ""),
        (f"{{% comment %}}\n{QUOTE}\n{{% endcomment %}}", "stands in a comment"),
        (f"{{% if a %}}\n{QUOTE}\n{{% endif %}}", ""),
        (f"<div hidden>\n<div>a</div>\n{QUOTE}\n</div>", "stands in hidden text"),
        (f"<script>{QUOTE}</script>", "stands in a script"),
    ],
)
def test_what_no_reader_of_a_document_is_told_is_named(text: str, why: str) -> None:
    start = text.index(QUOTE)
    assert said(text).why_unsaid(start, start + len(QUOTE)) == why


def test_a_passage_around_struck_text_is_said_and_one_that_ends_in_it_is_not() -> None:
    text = "The fee is ~~five~~ six pounds."
    assert said(text).why_unsaid(0, len(text)) == ""
    assert said(text).why_unsaid(0, text.index("ve~~")) == "stands in struck-out text"


@pytest.mark.parametrize(
    ("passage", "why"),
    [
        ("<!-- old --> new", ""),
        ("new <!-- dead -->", ""),
        ("<!-- old -->", "stands in a comment"),
        ("<!-- ol", "stands in a comment"),
        ("dead -->", "stands in a comment"),
        ("old --> new", "stands in a comment"),
        ("new <!-- de", "stands in a comment"),
        ("A <!-- old --> new <!-- dead --> b", ""),
    ],
)
def test_a_passage_may_hold_a_whole_comment_and_no_part_of_one(passage: str, why: str) -> None:
    text = "A <!-- old --> new <!-- dead --> b"
    start = text.index(passage)
    assert said(text).why_unsaid(start, start + len(passage)) == why


def test_what_ends_with_the_front_matter_stands_in_it_and_what_goes_on_does_not() -> None:
    text = "---\ntitle: A\n---\nHail."
    end = text.index("Hail")
    assert said(text).why_unsaid(4, end) == "stands in the front matter"
    assert said(text).why_unsaid(4, end + 1) == ""


@pytest.mark.parametrize(
    ("document", "why"),
    [
        ({"doc_id": "archive/fees.md"}, "stands in the folder archive"),
        ({"doc_id": "uk/_archive-2019/fees.md"}, "stands in the folder _archive-2019"),
        ({"doc_id": "Archiv/Gebühren.md"}, "stands in the folder Archiv"),
        ({"doc_id": "fees-superseded.md"}, "stands in fees-superseded.md"),
        ({"title": "[DEPRECATED] Fees"}, "stands below the title “[DEPRECATED] Fees”"),
        ({"title": "Draft: fees"}, "stands below the title “Draft: fees”"),
        ({"edition": "2019, superseded"}, "stands in a document whose edition is “2019, superseded”"),
        ({"above": "---\nstatus: archived\n---\n"}, "stands in a document that says `status: archived`"),
        ({"above": "---\ndraft: true\n---\n"}, "stands in a document that says `draft: true`"),
        ({"above": "---\nsuperseded_by: b\n---\n"}, "stands in a document that says `superseded_by: b`"),
        ({"above": "# A\n## Fees (superseded)\n### B\n"}, "stands below “Fees (superseded)”"),
        ({"above": "# Superseded version 3\n"}, "stands below “Superseded version 3”"),
        ({"above": "---\ndraft: false\n---\n"}, ""),
        ({"doc_id": "retired-employees/how-to-archive.md", "above": "# Retired employees\n"}, ""),
        ({"doc_id": "drafts.md", "title": "How drafts are archived", "above": "# Archive\n"}, ""),
        ({"doc_id": "fees/superseded"}, "stands in superseded"),
        ({"doc_id": "archive-v2/fees.md"}, "stands in the folder archive-v2"),
        ({"doc_id": "superseded-fees.md"}, ""),
        ({"doc_id": "_.md"}, ""),
        ({"doc_id": "fees-2019.md", "title": "Fees (2019)", "above": "# Note: fees\n"}, ""),
        ({"url": "https://x.example/archive/", "above": "# Superseded\na\n# B\n"}, ""),
    ],
)
def test_what_is_said_to_hold_no_more_is_named_by_what_says_so(document: dict[str, str], why: str) -> None:
    above = document.get("above", "")
    named = {name: value for name, value in document.items() if name != "above"}
    assert said(above + QUOTE, **named).why_past(len(above), ["What is covered?"]) == why


def test_a_question_about_the_archive_is_answered_there() -> None:
    assert said(QUOTE, "archive/fees.md").why_past(0, ["What does the archive say?"]) == ""


def test_a_document_s_path_tells_its_folder_where_its_id_does_not() -> None:
    record = DocumentRecord("KB-17", "0", len(QUOTE), path="archive/fees.md")
    assert Said(record, QUOTE).why_past(0, []) == "stands in the folder archive"


def test_the_headings_above_a_passage_may_be_given() -> None:
    text = f"# Superseded\n{QUOTE}"
    assert said(text).why_past(len(text) - 5, [], ["Fees"]) == ""
    assert said(QUOTE).why_past(0, [], ["Superseded"]) == "stands below “Superseded”"


@pytest.mark.parametrize("name", ["status", "state", "lifecycle", "stage", "edition", "version", "access"])
def test_fields_that_say_whether_a_document_holds_are_read_wherever_they_stand(name: str) -> None:
    assert said(QUOTE, **{name: "archived"}).why_past(0, []).endswith(f"{name} is “archived”")
    assert said(QUOTE, **{name: "in force since May"}).why_past(0, []) == ""
    assert said(QUOTE, **{f"former_{name}": "archived"}).why_past(0, []) == ""
    for field in (f"{name}: archived", f"{name.title()} :\t'Archived' \t", f'{name}\t: "archived"'):
        text = f"---\n{field}\n---\n{QUOTE}"
        assert said(text).why_past(len(text) - 5, []) == f"stands in a document that says `{field.strip()}`"
    text = f"---\n{name}: in force since May\n---\n{QUOTE}"
    assert said(text).why_past(len(text) - 5, []) == ""


@pytest.mark.parametrize(
    "value", ["", "false", "False", "no", "off", "null", "none", "~", "[]", "0", "'no'", '"no"']
)
def test_a_field_that_says_no_says_nothing(value: str) -> None:
    for name in ("draft", "superseded_by", "superseded by", "superseded-by", "withdrawn on"):
        text = f"---\n{name}: {value}\n---\n{QUOTE}"
        assert said(text).why_past(len(text) - 5, []) == ""
        text = f"---\n{name}: yes\n---\n{QUOTE}"
        assert said(text).why_past(len(text) - 5, []) == f"stands in a document that says `{name}: yes`"


def test_a_field_below_the_front_matter_says_nothing() -> None:
    text = f"---\ntitle: A\n---\nstatus: archived\n{QUOTE}"
    assert said(text).why_past(len(text) - 5, []) == ""


FILLERS = (
    "a an the this is was of by in on at since date version versions edition document documents docs pages"
)


@pytest.mark.parametrize("word", FILLERS.split())
def test_small_words_beside_one_that_calls_a_document_past_say_nothing_else(word: str) -> None:
    heading = f"{word} superseded"
    assert said(QUOTE).why_past(0, [], [heading]) == f"stands below “{heading}”"


HEADED = "# Fees\n\n{}\n\nSome words.\n\n## Hail\n\n{}\n\nMore words.\n\n" + QUOTE


@pytest.mark.parametrize(
    ("notice", "shown"),
    [
        ("This page is out of date.", "This page is out of date."),
        ("> **Note:** This page is deprecated. Ask us.", "Note: This page is deprecated."),
        ("<p>This section is no longer maintained.</p>", "This section is no longer maintained."),
        ("_Outdated_", "Outdated"),
        ("Deprecated.", "Deprecated."),
        ("This feature was removed.", "This feature was removed."),
    ],
)
def test_what_is_said_at_the_head_of_a_page_or_section_takes_back_what_stands_below(
    notice: str, shown: str
) -> None:
    why = f"stands on a page or in a section that says “{shown}”"
    for text in (HEADED.format(notice, "Words."), HEADED.format("Words.", notice)):
        assert said(text).why_past(len(text) - 5, ["What is covered?"]) == why


@pytest.mark.parametrize(
    "words",
    [
        "This page lists what is covered.",
        "This page is for members only.",
        "Some roofs are no longer covered.",
        "A retired person pays less.",
        "Whoever reads this page to its end, and has time to do so, knows of all that is out of date, and of much more.",
    ],
)
def test_other_words_at_a_head_take_nothing_back(words: str) -> None:
    text = HEADED.format(words, words)
    assert said(text).why_past(len(text) - 5, []) == ""


def test_a_question_about_what_is_deprecated_means_it() -> None:
    text = HEADED.format("This page is deprecated.", "Words.")
    assert said(text).why_past(len(text) - 5, ["What did the deprecated plan cover?"]) == ""
