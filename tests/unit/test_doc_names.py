from goldset.domain.snapshots import DocumentRecord
from goldset.resolution.doc_names import DocNames, without_local_folders

_NAMES = DocNames(
    [
        DocumentRecord(
            "policies/us/harbour.md", "", 0, title="Harbour Plus", metadata={"url": "https://h.example/us/"}
        ),
        DocumentRecord("policies/uk/harbour.md", "", 0, title="Harbour Plus"),
        DocumentRecord("KB-17", "", 0, path="export/windstorm.html", title="Windstorm"),
        DocumentRecord("fees.md", "", 0),
    ]
)


def test_an_id_decides_alone() -> None:
    assert _NAMES.find("policies/us/harbour.md") == ("policies/us/harbour.md",)


def test_a_title_of_two_documents_means_either() -> None:
    assert _NAMES.find("harbour plus") == ("policies/uk/harbour.md", "policies/us/harbour.md")


def test_an_address_is_known_without_its_last_slash() -> None:
    assert _NAMES.find("https://h.example/us") == ("policies/us/harbour.md",)


def test_a_path_of_another_machine_is_known_by_its_end() -> None:
    assert _NAMES.find("C:\\Users\\a\\policies\\us\\harbour.md") == ("policies/us/harbour.md",)
    assert _NAMES.find("/home/a/export/windstorm.html") == ("KB-17",)


def test_another_form_of_a_file_is_known_by_its_name_without_the_ending() -> None:
    assert _NAMES.find("windstorm.pdf") == ("KB-17",)
    assert _NAMES.find("FEES.pdf") == ("fees.md",)


def test_two_names_that_only_end_alike_are_of_two_documents() -> None:
    assert _NAMES.find("policies/us/windstorm.html") == ()
    assert _NAMES.find("https://h.example/us/windstorm") == ()
    assert _NAMES.find("policies/mx/harbour.md") == _NAMES.find("mx/harbour.pdf") == ()
    assert _NAMES.find("uk/harbour.pdf") == ("policies/uk/harbour.md",)
    assert _NAMES.find("harbour.md") == ("policies/uk/harbour.md", "policies/us/harbour.md")


def test_only_the_ending_of_a_file_may_be_another_one() -> None:
    assert _NAMES.find("fees.2024") == _NAMES.find("fees.uk") == ()
    assert _NAMES.find("fees") == _NAMES.find("/srv/fees.docx") == ("fees.md",)


def test_the_end_of_a_name_is_no_name() -> None:
    assert _NAMES.find("storm.html") == ()
    assert _NAMES.find("es.md") == ()
    assert _NAMES.find("") == ()


def test_nothing_is_found_outside_the_corpus() -> None:
    assert _NAMES.find("../../etc/passwd") == ()


def test_of_a_path_on_somebody_s_machine_only_the_file_s_name_is_told() -> None:
    for path in (
        "/home/ann/kb/fees.md",
        "~/kb/fees.md",
        "C:\\Users\\ann\\fees.md",
        "file:///home/ann/fees.md",
    ):
        assert without_local_folders(path) == "fees.md"


def test_a_path_below_a_corpus_an_address_and_a_title_are_told_whole() -> None:
    for name in ("policies/us/fees.md", "https://kb.example/us/fees", "Fees: a guide", "/"):
        assert without_local_folders(name) == name
