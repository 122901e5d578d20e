import hashlib
from importlib.metadata import version
from io import BytesIO
from pathlib import Path

import pytest

from goldset.domain.settings import Settings, SourceSettings
from goldset.errors import CorpusError
from goldset.stores import corpus_readers
from goldset.stores.corpus import open_corpus
from goldset.stores.corpus_paths import FileKind, Selection
from goldset.stores.corpus_readers import UnreadableError, read_document
from goldset.stores.front_matter import read_front_matter, without_keys
from tests.conftest import write_tree


def title(text: str, kind: FileKind = FileKind.MARKDOWN) -> str | None:
    return read_document(text.encode(), kind, ()).title


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("# One #\n", "One"),
        ("Intro.\n\n  ###  Deep  one\n", "Deep one"),
        ("Set\n===\n\n# Later\n", "Set"),
        ("# First\n\nSet\n===\n", "First"),
        ("```sh\n# comment\n```\n\n# Real\n", "Real"),
        ("---\ntitle: From YAML\n---\n# Heading\n", "From YAML"),
        ("---\ntitle:\n---\n# Heading\n", "Heading"),
        ("#hashtag\n", None),
        ("a | b\n--- | ---\n", None),
        ("", None),
    ],
)
def test_the_title_of_a_markdown_file(text: str, found: str | None) -> None:
    assert title(text) == found


def test_titles_of_other_texts() -> None:
    assert title("=====\nTop\n=====\n\nBody\n", FileKind.RESTRUCTURED) == "Top"
    assert title("# no heading\n", FileKind.TEXT) is None


@pytest.mark.parametrize(
    "text",
    [
        "---\n",
        "---\nkey: value\n",
        "--- \nno mapping\n---\n",
        "---\n[1, 2]\n---\n",
        "+++\na = 1\n+++\n",
        "----\na: 1\n---\n",
    ],
)
def test_what_only_looks_like_front_matter_is_text(text: str) -> None:
    assert read_front_matter(text) is None
    assert read_document(text.encode(), FileKind.MARKDOWN, ("a", "key")).text == text


def test_only_the_lines_of_ignored_keys_go() -> None:
    text = "---\na: |\n  one\n  two\nb: 1\n'c': [x,\n    y]\n# note\n...\nBody a: b\n"
    front_matter = read_front_matter(text)
    assert front_matter is not None
    assert without_keys(text, front_matter, ("a",)) == "---\nb: 1\n'c': [x,\n    y]\n# note\n...\nBody a: b\n"
    assert without_keys(text, front_matter, ("c", "b", "z")) == "---\na: |\n  one\n  two\n...\nBody a: b\n"
    assert without_keys(text, front_matter, ("z",)) is text


def test_front_matter_written_in_one_line_stays_whole() -> None:
    text = "---\n{a: 1, b: 2}\n---\n"
    front_matter = read_front_matter(text)
    assert front_matter is not None
    assert (front_matter.fields, without_keys(text, front_matter, ("a",))) == ({"a": "1", "b": "2"}, text)


HTML = """<!doctype html><html><head><title>Harbour  Plus</title><style>p {}</style></head><body>
<script>var fee = 500;</script><h1>Deductibles</h1><p>A <b>windstorm</b> deductible of
<a href="/x">2&nbsp;%</a> &amp; more.<br>Per claim: $500<sup>1</sup></p>
<table><tr><th>Plan</th><th>Limit</th></tr><tr><td>A</td><td>$1,000<br>each</td></tr></table>
<ul><li>one<ul><li>two</li></ul></li></ul><h2>US <em>only</em></h2><del>old</del> new * 1_000
</body></html>"""


def test_html_becomes_markdown_with_headings_lists_and_tables() -> None:
    reading = read_document(HTML.encode(), FileKind.HTML, ())
    assert reading.title == "Harbour Plus"
    assert reading.text == (
        "# Deductibles\n\nA windstorm deductible of\n2\u00a0% & more.\nPer claim: $500^1^\n\n"
        "| Plan | Limit |\n| --- | --- |\n| A | $1,000 each |\n\n"
        "- one\n  - two\n\n## US only\n\n~~old~~ new * 1_000\n"
    )


def test_another_cell_of_an_html_table_does_not_touch_a_row() -> None:
    longer = HTML.replace("<th>Plan</th>", "<th>Plan, with a much longer name</th>")
    assert "| A | $1,000 each |" in read_document(longer.encode(), FileKind.HTML, ()).text


def test_html_that_is_not_utf_8_is_not_guessed() -> None:
    with pytest.raises(UnreadableError, match="not UTF-8"):
        read_document(b'<meta charset="iso-8859-1"><p>caf\xe9</p>', FileKind.HTML, ())


def pdf(*pages: str) -> bytes:
    """Return a PDF with a line of text per page."""
    from pypdf import PdfWriter
    from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject

    writer = PdfWriter()
    writer.add_metadata({"/Title": "Plan  guide"})
    for text in pages:
        page = writer.add_blank_page(300, 300)
        font = DictionaryObject(
            {
                NameObject("/Type"): NameObject("/Font"),
                NameObject("/Subtype"): NameObject("/Type1"),
                NameObject("/BaseFont"): NameObject("/Helvetica"),
            }
        )
        fonts = DictionaryObject({NameObject("/F1"): font})
        page[NameObject("/Resources")] = DictionaryObject({NameObject("/Font"): fonts})
        stream = DecodedStreamObject()
        stream.set_data(f"BT /F1 12 Tf 20 200 Td ({text}) Tj ET".encode())
        page[NameObject("/Contents")] = stream
    out = BytesIO()
    writer.write(out)
    return out.getvalue()


def test_a_pdf_becomes_the_text_of_its_pages() -> None:
    reading = read_document(pdf("The fee is $20.", "Page two."), FileKind.PDF, ())
    assert (reading.text, reading.title) == ("The fee is $20.\n\nPage two.\n", "Plan guide")


@pytest.mark.parametrize(
    ("data", "why"), [(b"%PDF-1.7\nrubbish", "not a readable PDF"), (pdf(" "), "only images")]
)
def test_a_pdf_without_text_is_refused(data: bytes, why: str) -> None:
    with pytest.raises(UnreadableError, match=why):
        read_document(data, FileKind.PDF, ())


def test_the_reader_names_the_libraries_that_made_the_text(tmp_path: Path) -> None:
    write_tree(tmp_path, {"kb/a.html": HTML, "kb/b.pdf": pdf("x"), "kb/c.md": "x"})
    with open_corpus("kb", Settings(), tmp_path, tmp_path) as corpus:
        libraries = {name: version(name) for name in ("markdownify", "lxml", "pypdf")}
        assert corpus.reader == (
            "goldset-text/1 html:markdownify/{markdownify}+lxml/{lxml} pdf:pypdf/{pypdf}".format(**libraries)
        )
        page = corpus.documents["a.html"]
        assert page.sha256 == hashlib.sha256(HTML.encode()).hexdigest() != page.text_sha256
        assert corpus.text("b.pdf") == "x\n"


def test_without_its_library_a_kind_of_file_stops_the_job(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_tree(tmp_path, {"kb/a.html": HTML})
    monkeypatch.setattr(corpus_readers, "_LIBRARIES", {FileKind.HTML: ("no-such-library",)})
    with (
        pytest.raises(
            CorpusError, match=r"to read a\.html and other HTML files goldset needs no-such-lib"
        ) as stopped,
        open_corpus("kb", Settings(), tmp_path, tmp_path),
    ):
        pass
    assert '`pip install "git-goldset[html]"`, or leave these files out' in stopped.value.hint


@pytest.mark.parametrize(
    ("pattern", "yes", "no"),
    [
        ("*.md", ["a.md", "é.md"], ["x/a.md", "a.MD", "a.mdx"]),
        ("**/*.md", ["a.md", "x/a.md", "x/y/a.md", "line\nend.md"], ["a.txt"]),
        ("guides/**", ["guides/a", "guides/x/y.md"], ["guides", "x/guides/a"]),
        ("guides/", ["guides/a", "guides/x/y.md"], ["guides"]),
        ("**", ["a", "x/y"], []),
        ("a/**/z.md", ["a/z.md", "a/b/c/z.md"], ["a/bz.md", "z.md"]),
        ("?.md", ["a.md"], ["ab.md", ".md", "/.md"]),
        ("[ab]*.md", ["a.md", "bc.md"], ["c.md"]),
        ("[!ab].md", ["c.md"], ["a.md", "/.md"]),
        ("x[]].md", ["x].md"], ["x[.md"]),
        ("[.md", ["[.md"], ["a.md"]),
        ("a+(b).md", ["a+(b).md"], ["aab.md"]),
        ("**/draft-*/**", ["draft-1/a.md", "x/draft-2/y/a.md"], ["draft-1"]),
    ],
)
def test_patterns_mean_what_they_say(pattern: str, yes: list[str], no: list[str]) -> None:
    selection = Selection(SourceSettings(path="x", include=(pattern,)))
    assert [path for path in [*yes, *no] if selection.kind(path)] == yes
    folders = {path.rsplit("/", 1)[0] for path in yes if "/" in path.strip("/")}
    assert all(selection.may_hold(folder) for folder in folders)


@pytest.mark.parametrize(
    ("include", "exclude", "folder", "may"),
    [
        (("docs/**/*.md",), (), "docs/a/b", True),
        (("docs/**/*.md",), (), "vendor", False),
        (("docs/*.md",), (), "docs", True),
        (("docs/*.md",), (), "docs/a", False),
        ((), ("vendor/**",), "vendor", False),
        ((), ("vendor/**",), "vendor/x", False),
        ((), ("vendor/*",), "vendor", True),
        ((), ("**/vendor/**",), "a/vendor", False),
        ((), ("**/*.md",), "docs", True),
    ],
)
def test_folders_without_documents_need_not_be_looked_into(
    include: tuple[str, ...], exclude: tuple[str, ...], folder: str, *, may: bool
) -> None:
    assert Selection(SourceSettings(path="x", include=include, exclude=exclude)).may_hold(folder) == may


def test_front_matter_that_is_not_yaml_is_text_and_is_said(tmp_path: Path) -> None:
    text = "---\ntitle: [\n---\n# Heading\n"
    write_tree(tmp_path, {"kb/a.md": text})
    with open_corpus("kb", Settings(), tmp_path, tmp_path) as corpus:
        assert corpus.text("a.md") == text
        assert corpus.documents["a.md"].title == "Heading"
        assert corpus.notices == ("the front matter of a.md is not YAML: it is text, and says nothing",)


def test_html_that_is_nested_without_end_is_refused() -> None:
    with pytest.raises(UnreadableError, match="nested too deeply"):
        read_document(b"<div>" * 5000 + b"deep", FileKind.HTML, ())
