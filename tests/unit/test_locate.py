from pathlib import Path

import pytest

from goldset.domain.settings import Settings
from goldset.operations.locate import LocatedFile, locate_files
from goldset.resolution.exact_search import MOST_PLACES
from goldset.stores.item_files import read_item, read_items
from goldset.stores.set_folder import find_set
from goldset.stores.snapshot_texts import open_texts
from tests.conftest import write_tree
from tests.snapshot_builder import add_snapshot

LINE = "The bell rings twice."
TEXT = f"# Bells\n\nFirst part. {LINE} Then it rests.\n\n## Towers\n\nIn the tower. It is old.\n"
AT = TEXT.index(LINE)
HEAD = """\
id: bell
question: How often does it ring?
slice: bells   # a small one
answerable: true
gold_answer: Twice.
corpus_snapshot: "1"
gold_spans:
"""


def locate(
    folder: Path, spans: str, corpus: str | None = None, settings: Settings | None = None
) -> LocatedFile:
    write_tree(folder, {"goldset.yaml": "", "items/bells/bell.yaml": HEAD + spans})
    found = find_set(folder)
    with open_texts(found, settings or Settings(), corpus, folder) as texts:
        (located,) = locate_files(read_items(found.tree).files, texts)
    return located


def messages(located: LocatedFile) -> list[str]:
    return [note.message for note in located.notes]


def test_a_span_written_by_hand_gets_all_its_fields_and_nothing_else_changes(tmp_path: Path) -> None:
    add_snapshot(tmp_path, "1", {"bells.md": TEXT})
    located = locate(tmp_path, f"  - doc_id: bells.md   # the page\n    text: {LINE}\n")
    assert located.text.startswith(HEAD + f"  - doc_id: bells.md   # the page\n    text: {LINE}\n")
    added = located.text.splitlines()[9:]
    assert added[:2] == [f"    start: {AT}", f"    end: {AT + len(LINE)}"]
    assert added[2].startswith("    prefix: ")
    assert "    occurrences: 1" in added
    assert messages(located) == ["filled in start, end, prefix, suffix, section, occurrences"]
    again = locate(tmp_path, located.text.removeprefix(HEAD))
    assert (again.text, again.notes) == (located.text, [])


def test_offsets_that_disagree_are_corrected_and_said(tmp_path: Path) -> None:
    add_snapshot(tmp_path, "1", {"bells.md": TEXT})
    located = locate(
        tmp_path, f"  - doc_id: bells.md\n    text: {LINE}\n    start: 3\n    end: {3 + len(LINE)}\n"
    )
    assert f"    start: {AT}\n    end: {AT + len(LINE)}\n" in located.text
    assert messages(located)[0].startswith(
        f"corrected start 3 -> {AT}, end 24 -> {AT + len(LINE)}; filled in prefix"
    )


def test_offsets_of_another_length_are_corrected_too(tmp_path: Path) -> None:
    add_snapshot(tmp_path, "1", {"bells.md": TEXT})
    located = locate(tmp_path, f"  - doc_id: bells.md\n    start: 3\n    text: {LINE}\n    end: 9\n")
    assert f"start: {AT}\n" in located.text
    assert f"end: {AT + len(LINE)}\n" in located.text
    assert messages(located)[0].startswith("offsets that did not fit the text's length: filled in start, end")


@pytest.mark.parametrize(
    ("spans", "reason"),
    [
        ("  - doc_id: bells.md\n    text: part\n", ""),
        ("  - doc_id: bells.md\n    text: It\n", "stands 2 times in bells.md"),
        ("  - doc_id: bells.md\n    text: It\n    start: 9\n    end: 11\n", "stands 2 times in bells.md"),
        ("  - doc_id: bells.md\n    text: It\n    start: 9\n    end: 99\n", "stands 2 times in bells.md"),
        ("  - doc_id: bells.md\n    text: nowhere\n", "does not stand in bells.md of 1"),
        ("  - doc_id: other.md\n    text: nowhere\n", "other.md is not in snapshot 1"),
        ('  - doc_id: bells.md\n    text: It\n    corpus_snapshot: "9"\n', "there is no snapshot 9"),
    ],
)
def test_without_one_place_nothing_is_guessed(tmp_path: Path, spans: str, reason: str) -> None:
    text = TEXT.replace("Then it", "It then").replace("In the tower. It is", "In the tower it is; It is")
    add_snapshot(tmp_path, "1", {"bells.md": text})
    located = locate(tmp_path, spans)
    if reason:
        assert located.text == HEAD + spans
        assert [note.settled for note in located.notes] == [False]
        assert reason in messages(located)[0]
    else:
        assert located.notes[0].settled


def test_spans_without_ids_get_them_where_there_are_several(tmp_path: Path) -> None:
    add_snapshot(tmp_path, "1", {"bells.md": TEXT})
    spans = f"  - doc_id: bells.md\n    text: {LINE}\n  - doc_id: bells.md\n    text: nowhere at all\n"
    located = locate(tmp_path, spans)
    assert "  - id: s1\n    doc_id" in located.text
    assert "  - id: s2\n    doc_id" in located.text


def test_a_text_that_was_not_kept_is_read_from_the_named_corpus(tmp_path: Path) -> None:
    documents: dict[str, str | bytes] = {"docs/bells.md": TEXT, "docs/short.md": f"In short: {LINE}\n"}
    write_tree(tmp_path, documents)
    add_snapshot(tmp_path, "1", {"bells.md": TEXT, "short.md": f"In short: {LINE}\n"}, kept=False)
    spans = f"  - doc_id: bells.md\n    text: {LINE}\n"
    assert "not at hand" in messages(locate(tmp_path, spans))[0]
    located = locate(tmp_path, spans, corpus="docs")
    assert f"start: {AT}\n" in located.text
    assert "also_in: [short.md]" in located.text


def test_every_document_that_holds_a_frequent_quote_is_found(tmp_path: Path) -> None:
    others = {f"n{n:03}.md": f"{LINE}\n{LINE}\n" for n in range(MOST_PLACES)}
    documents = {"bells.md": TEXT, **others}
    write_tree(tmp_path, {f"docs/{name}": text for name, text in documents.items()})
    add_snapshot(tmp_path, "1", documents, kept=False)
    located = locate(tmp_path, f"  - doc_id: bells.md\n    text: {LINE}\n", corpus="docs")
    item = read_item("items/bells/bell.yaml", located.text.encode()).item
    assert item is not None
    assert item.spans()[0].confirmed.also_in == tuple(sorted(others))


def test_siblings_that_a_person_stored_are_kept(tmp_path: Path) -> None:
    documents: dict[str, str] = {"bells.md": TEXT, "short.md": f"In short: {LINE}\n"}
    write_tree(tmp_path, {f"docs/{name}": text for name, text in documents.items()})
    add_snapshot(tmp_path, "1", documents)
    located = locate(
        tmp_path, f"  - doc_id: bells.md\n    text: {LINE}\n    also_in: [old.md]\n", corpus="docs"
    )
    assert "also_in: [old.md]\n" in located.text


def test_siblings_are_never_taken_from_another_corpus_than_the_snapshots(tmp_path: Path) -> None:
    write_tree(tmp_path, {"docs/bells.md": TEXT, "docs/later.md": f"In short: {LINE}\n"})
    add_snapshot(tmp_path, "1", {"bells.md": TEXT}, kept=False)
    located = locate(tmp_path, f"  - doc_id: bells.md\n    text: {LINE}\n", corpus="docs")
    assert f"start: {AT}\n" in located.text
    assert "also_in" not in located.text


def test_the_corpus_of_the_settings_is_read_without_being_named(tmp_path: Path) -> None:
    write_tree(tmp_path, {"docs/bells.md": TEXT})
    add_snapshot(tmp_path, "1", {"bells.md": TEXT}, kept=False)
    sources = Settings.model_validate({"corpus": {"sources": [{"path": "docs"}]}})
    assert (
        f"start: {AT}\n"
        in locate(tmp_path, f"  - doc_id: bells.md\n    text: {LINE}\n", settings=sources).text
    )


def test_a_corpus_that_has_changed_since_gives_no_text(tmp_path: Path) -> None:
    write_tree(tmp_path, {"docs/bells.md": TEXT + "More.\n"})
    add_snapshot(tmp_path, "1", {"bells.md": TEXT}, kept=False)
    located = locate(tmp_path, f"  - doc_id: bells.md\n    text: {LINE}\n", corpus="docs")
    assert "not at hand" in messages(located)[0]


def test_retired_items_and_files_with_errors_are_left_alone(tmp_path: Path) -> None:
    add_snapshot(tmp_path, "1", {"bells.md": TEXT})
    span = f"  - doc_id: bells.md\n    text: {LINE}\n"
    for tail in ("status: retired\nretired: {reason: old}\n", "unknown: key\n"):
        located = locate(tmp_path, span + tail)
        assert (located.text, located.notes) == (HEAD + span + tail, [])


def test_near_spans_get_their_offsets(tmp_path: Path) -> None:
    add_snapshot(tmp_path, "1", {"bells.md": TEXT})
    filled = locate(tmp_path, f"  - doc_id: bells.md\n    text: {LINE}\n").text.removeprefix(HEAD)
    located = locate(tmp_path, filled + "near_spans:\n  - doc_id: bells.md\n    text: In the tower.\n")
    assert messages(located) == ["filled in start, end"]
    assert located.text.endswith(
        f"    start: {TEXT.index('In the tower')}\n    end: {TEXT.index('In the tower') + 13}\n"
    )
