"""Which document a foreign file means by a name."""

import pytest

from goldset.domain.snapshots import DocumentRecord
from goldset.resolution.doc_names import DocNames, without_local_folders

RECORDS = [
    DocumentRecord(
        "policies/us/harbour.md", "", 0, title="Harbour Plus", metadata={"url": "https://h.example/us/"}
    ),
    DocumentRecord("policies/uk/harbour.md", "", 0, title="Harbour Plus"),
    DocumentRecord("KB-17", "", 0, path="export/windstorm.html", title="Windstorm"),
    DocumentRecord("fees.md", "", 0),
]


def find(name: str, *more: DocumentRecord) -> tuple[str, ...]:
    return DocNames([*RECORDS, *more]).find(name)


# Forms in which one document lies about: pages, word processors' files, slides, sheets, data.
FORMS = """
    asciidoc adoc asp aspx csv doc docx epub htm html ipynb json jsonl jsp markdown md mdx odp ods odt org parquet
    pdf php ppt pptx rst rtf shtml tex text tsv txt xhtml xls xlsx xml yaml yml
"""


def test_an_id_decides_alone() -> None:
    assert find("policies/us/harbour.md") == ("policies/us/harbour.md",)
    assert find(" fees.md ", DocumentRecord("KB-18", "", 0, title="fees.md")) == ("fees.md",)
    assert find("Fees.md", DocumentRecord("KB-18", "", 0, title="fees.md")) == ("KB-18",)


def test_a_title_of_two_documents_means_either() -> None:
    assert find("harbour plus") == ("policies/uk/harbour.md", "policies/us/harbour.md")


def test_an_address_is_known_without_its_last_slash() -> None:
    assert find("https://h.example/us") == ("policies/us/harbour.md",)


def test_a_path_of_another_machine_is_known_by_its_end() -> None:
    assert find("C:\\Users\\a\\policies\\us\\harbour.md") == ("policies/us/harbour.md",)
    assert find("/home/a/export/windstorm.html") == ("KB-17",)


def test_another_form_of_a_file_is_known_by_its_name_without_the_ending() -> None:
    assert find("windstorm.pdf") == find("/windstorm.pdf") == ("KB-17",)
    assert find("kb-17.html") == ()
    assert find("FEES.pdf") == ("fees.md",)


@pytest.mark.parametrize("ending", FORMS.split())
def test_every_usual_form_of_a_document_is_one_of_it(ending: str) -> None:
    assert find(f"windstorm.{ending}") == ("KB-17",)
    assert find("gale", DocumentRecord(f"gale.{ending}", "", 0)) == (f"gale.{ending}",)


def test_of_two_documents_whose_path_a_name_ends_in_the_longer_path_is_meant() -> None:
    more = DocumentRecord("uk/fees.md", "", 0)
    assert find("/srv/kb/uk/fees.md", more) == ("uk/fees.md",)
    assert find("/srv/kb/us/fees.md", more) == ("fees.md",)


def test_all_documents_that_a_name_may_mean_are_told_in_one_order() -> None:
    more = [DocumentRecord(f"{name}/tide.md", "", 0, title="Tides") for name in "hcafdbge"]
    ids = tuple(f"{name}/tide.md" for name in "abcdefgh")
    assert find("tides", *more) == find("tide.pdf", *more) == find("tide.md", *more) == ids


def test_blanks_and_slashes_around_a_document_s_own_names_do_not_count() -> None:
    gale = DocumentRecord("KB-19", "", 0, path="/export/gale.html", title=" Gale force ")
    assert find("gale force", gale) == find("export/gale.html", gale) == find("gale.html", gale) == ("KB-19",)


def test_two_names_that_only_end_alike_are_of_two_documents() -> None:
    assert find("policies/us/windstorm.html") == ()
    assert find("https://h.example/us/windstorm") == ()
    assert find("policies/mx/harbour.md") == find("mx/harbour.pdf") == ()
    assert find("uk/harbour.pdf") == ("policies/uk/harbour.md",)
    assert find("harbour.md") == ("policies/uk/harbour.md", "policies/us/harbour.md")


def test_only_the_ending_of_a_file_may_be_another_one() -> None:
    assert find("fees.2024") == find("fees.uk") == ()
    assert find("fees") == find("/srv/fees.docx") == ("fees.md",)


def test_the_end_of_a_name_is_no_name() -> None:
    assert find("storm.html") == ()
    assert find("es.md") == ()
    assert find("") == ()


def test_nothing_is_found_outside_the_corpus() -> None:
    assert find("../../etc/passwd") == ()


def test_of_a_path_on_somebody_s_machine_only_the_file_s_name_is_told() -> None:
    for path in (
        "/home/ann/kb/fees.md",
        "~/kb/fees.md",
        "C:\\Users\\ann\\fees.md",
        "file:///home/ann/fees.md",
        " /home/ann/fees.md ",
        "/home/ann/fees.md/",
    ):
        assert without_local_folders(path) == "fees.md"


def test_a_path_below_a_corpus_an_address_and_a_title_are_told_whole() -> None:
    for name in ("policies/us/fees.md", "https://kb.example/us/fees", "Fees: a guide", "/"):
        assert without_local_folders(name) == name
