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
        ({"url": "https://x.example/archive/", "above": "# Superseded\na\n# B\n"}, ""),
    ],
)
def test_what_is_said_to_hold_no_more_is_named_by_what_says_so(document: dict[str, str], why: str) -> None:
    above = document.get("above", "")
    named = {name: value for name, value in document.items() if name != "above"}
    assert said(above + QUOTE, **named).why_past(len(above), ["What is covered?"]) == why


def test_a_question_about_the_archive_is_answered_there() -> None:
    assert said(QUOTE, "archive/fees.md").why_past(0, ["What does the archive say?"]) == ""
