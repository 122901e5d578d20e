import hashlib
import os
import unicodedata
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from goldset.domain.settings import CorpusSettings, Settings, SourceSettings
from goldset.domain.snapshots import Manifest, Snapshot, corpus_digest
from goldset.errors import CorpusError, SettingsError, WrongUsageError
from goldset.stores import corpus_folder
from goldset.stores.corpus import LiveCorpus, open_corpus
from goldset.stores.corpus_folder import FolderFiles
from goldset.stores.corpus_git import GitFiles
from tests.conftest import git, write_tree

POINTER = f"version https://git-lfs.github.com/spec/v1\noid sha256:{'0' * 64}\nsize 1234\n"


def settings(*sources: Mapping[str, object]) -> Settings:
    return Settings(corpus=CorpusSettings(sources=tuple(SourceSettings(**source) for source in sources)))


def index(
    where: Path, spec: str | None = "kb", *sources: Mapping[str, object], known: Manifest | None = None
) -> LiveCorpus:
    with open_corpus(spec, settings(*sources), where / "set", where, known) as corpus:
        return corpus


def texts(where: Path, spec: str | None = "kb", *sources: Mapping[str, object]) -> dict[str, str | None]:
    with open_corpus(spec, settings(*sources), where / "set", where) as corpus:
        return {doc_id: corpus.text(doc_id) for doc_id in corpus.documents}


def manifest(corpus: LiveCorpus) -> Manifest:
    documents = corpus.documents.values()
    head = Snapshot(
        "s",
        datetime(2026, 10, 1, tzinfo=UTC),
        corpus.source,
        corpus.reader,
        corpus_digest(documents),
        len(documents),
        sum(document.chars for document in documents),
    )
    return Manifest(head, corpus.documents)


def spied(monkeypatch: pytest.MonkeyPatch, files: type[FolderFiles] | type[GitFiles]) -> list[str]:
    """Return a list that grows with every path that is read."""
    reads = list[str]()
    read: Callable[[Any, str], bytes] = files.read

    def reading(self: object, path: str) -> bytes:
        reads.append(path)
        return read(self, path)

    monkeypatch.setattr(files, "read", reading)
    return reads


def test_documents_are_paths_below_the_folder_with_hash_length_and_title(tmp_path: Path) -> None:
    write_tree(
        tmp_path / "kb",
        {"a/Über uns.md": "# Über  uns\n\nWir.\n", "b.txt": "No title\n", "c.rst": "Cé\n===\n"},
    )
    corpus = index(tmp_path)
    about = corpus.documents["a/Über uns.md"]
    assert list(corpus.documents) == ["a/Über uns.md", "b.txt", "c.rst"]
    assert (about.chars, about.title, about.path, about.sha256) == (18, "Über uns", None, about.text_sha256)
    assert about.text_sha256 == hashlib.sha256("# Über  uns\n\nWir.\n".encode()).hexdigest()
    assert (corpus.source, corpus.reader, corpus.committed) == ("folder:kb", "goldset-text/1", None)
    assert corpus.documents["c.rst"].title == "Cé"


def test_line_ends_and_a_byte_order_mark_alone_change_nothing_but_the_hash_of_the_bytes(
    tmp_path: Path,
) -> None:
    write_tree(tmp_path, {"kb/a.md": "One.\nTwo.\n", "kb2/a.md": b"\xef\xbb\xbfOne.\r\nTwo.\r", "set/x": ""})
    first, second = index(tmp_path).documents["a.md"], index(tmp_path, "kb2").documents["a.md"]
    assert (first.text_sha256, first.chars) == (second.text_sha256, second.chars)
    assert first.sha256 != second.sha256
    assert texts(tmp_path, "kb2") == {"a.md": "One.\nTwo.\n"}


def test_a_name_in_decomposed_form_gives_the_composed_id(tmp_path: Path) -> None:
    name = unicodedata.normalize("NFD", "Müller.md")
    write_tree(tmp_path, {f"kb/{name}": "x"})
    assert texts(tmp_path) == {"Müller.md": "x"}


def test_two_names_that_are_one_after_composition_are_refused_and_told_apart(tmp_path: Path) -> None:
    write_tree(tmp_path, {f"kb/{unicodedata.normalize(form, 'ü.md')}": "x" for form in ("NFC", "NFD")})
    with pytest.raises(CorpusError, match=r'one id: ü\.md \(corpus: "u\\u0308\.md" and corpus: ü\.md\)'):
        index(tmp_path)


def test_ids_that_differ_only_in_case_are_kept_and_said(tmp_path: Path) -> None:
    write_tree(tmp_path, {"kb/Permits.md": "x", "kb/permits.md": "y"})
    corpus = index(tmp_path)
    assert len(corpus.documents) == 2
    assert "document ids differ only in case: Permits.md and permits.md" in corpus.notices


def test_odd_names_are_documents_too(tmp_path: Path) -> None:
    names = ["a b.md", "line\nend.md", "tab\t.md", "back\\slash.md", "ünï.md", "a'\"$.md", "-rf.md", "x.y.MD"]
    write_tree(tmp_path, {f"kb/{name}": name for name in names})
    assert texts(tmp_path) == dict(sorted((name, name) for name in names))


def test_a_name_that_is_not_utf_8_is_named(tmp_path: Path) -> None:
    write_tree(tmp_path, {"kb/a.md": "x"})
    Path(os.fsdecode(os.fsencode(tmp_path / "kb") + b"/\xff.md")).write_text("y")
    with pytest.raises(CorpusError, match=r'1 file names that are not UTF-8: "\\udcff\.md"'):
        index(tmp_path)


def test_git_lfs_pointers_stop_the_job_and_a_document_about_them_does_not(tmp_path: Path) -> None:
    write_tree(tmp_path, {"kb/about.md": f"See this pointer:\n\n{POINTER}", "kb/fine.md": "Fine.\n"})
    assert len(index(tmp_path).documents) == 2
    write_tree(tmp_path, {f"kb/plan{n:02}.md": POINTER for n in range(12)})
    write_tree(tmp_path, {"kb/guide.pdf": POINTER.replace("\n", "\r\n")})
    with pytest.raises(CorpusError) as stopped:
        index(tmp_path)
    assert "13 Git LFS pointers, not documents: guide.pdf, plan00.md" in stopped.value.message
    assert "and 3 more" in stopped.value.message
    assert "about.md" not in stopped.value.message
    assert "git lfs pull" in stopped.value.hint


@pytest.mark.parametrize("name", ["table.jsonl", "table.parquet"])
def test_a_table_that_is_a_pointer_is_named(tmp_path: Path, name: str) -> None:
    write_tree(tmp_path, {name: POINTER})
    with pytest.raises(CorpusError, match=f"Git LFS pointers, not documents: {name}"):
        index(tmp_path, name)


def test_all_faults_are_named_at_once(tmp_path: Path) -> None:
    write_tree(
        tmp_path,
        {
            "kb/a.md": b"caf\xe9",
            "kb/b.txt": "x\0y",
            "kb/c.md": POINTER,
            "kb/d.md": "fine",
            "kb/e.md": "UTF-16".encode("utf-16"),
        },
    )
    with pytest.raises(CorpusError) as stopped:
        index(tmp_path)
    assert stopped.value.message == (
        "the corpus cannot be indexed: 1 Git LFS pointers, not documents: c.md; "
        "3 documents that are not what their names say: a.md (not UTF-8 at byte 3), "
        "b.txt (a zero byte at byte 1: not a text), e.md (not UTF-8 at byte 0)"
    )


@pytest.mark.parametrize("files", [{}, {"kb/logo.png": b"\x89PNG"}, {"kb/.hidden/a.md": "x"}])
def test_a_folder_without_documents_is_an_error(tmp_path: Path, files: dict[str, str | bytes]) -> None:
    (tmp_path / "kb").mkdir()
    write_tree(tmp_path, files)
    with pytest.raises(CorpusError, match="the corpus is empty: source corpus"):
        index(tmp_path)


def test_a_folder_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="there is no folder kb"):
        index(tmp_path)


@pytest.mark.parametrize("path", ["kb", "kb/vendor", "."])
def test_a_submodule_that_was_not_fetched_stops_the_job(tmp_path: Path, path: str) -> None:
    write_tree(
        tmp_path, {".gitmodules": f'[submodule "x"]\n\tpath = {path}\n\turl = ../x\n', ".git/HEAD": ""}
    )
    if path != "kb":
        write_tree(tmp_path, {"kb/a.md": "x"})
    (tmp_path / path).mkdir(exist_ok=True)
    if path == ".":
        assert len(index(tmp_path).documents) == 1
        return
    with pytest.raises(CorpusError, match="a Git submodule that was not fetched") as stopped:
        index(tmp_path)
    assert "git submodule update --init" in stopped.value.hint


def test_an_empty_submodule_outside_of_what_is_included_does_not_matter(tmp_path: Path) -> None:
    write_tree(
        tmp_path, {".gitmodules": '[submodule "x"]\n path = "kb/third party/x"\n', "kb/docs/a.md": "x"}
    )
    rules = {"path": "kb", "include": ("docs/**",)}
    assert list(index(tmp_path, "kb", rules).documents) == ["docs/a.md"]
    rules = {"path": "kb", "exclude": ("third party/**",)}
    assert list(index(tmp_path, "kb", rules).documents) == ["docs/a.md"]
    with pytest.raises(CorpusError, match="submodule"):
        index(tmp_path)


def test_links_are_followed_inside_the_source_only(tmp_path: Path) -> None:
    write_tree(tmp_path, {"kb/a.md": "x", "secret/b.md": "y", "kb/sub/c.md": "z"})
    (tmp_path / "kb/inside.md").symlink_to("sub/c.md")
    (tmp_path / "kb/outside.md").symlink_to("../secret/b.md")
    (tmp_path / "kb/folder").symlink_to("../secret")
    (tmp_path / "kb/loop").symlink_to(".")
    corpus = index(tmp_path)
    assert list(corpus.documents) == ["a.md", "inside.md", "sub/c.md"]
    assert sum("is not followed" in notice for notice in corpus.notices) == 3


def test_a_link_that_leads_nowhere_stops_the_job(tmp_path: Path) -> None:
    write_tree(tmp_path, {"kb/a.md": "x"})
    (tmp_path / "kb/gone.md").symlink_to(".git/annex/objects/x")
    (tmp_path / "kb/gone.png").symlink_to("nowhere")
    with pytest.raises(CorpusError, match=r"1 links that lead nowhere: gone\.md"):
        index(tmp_path)


def test_a_pipe_is_no_document_and_nobody_waits_for_it(tmp_path: Path) -> None:
    write_tree(tmp_path, {"kb/a.md": "x"})
    os.mkfifo(tmp_path / "kb/pipe.md")
    assert list(index(tmp_path).documents) == ["a.md"]


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_tree(tmp_path, {"kb/a.md": "x", "kb/b.md": "y"})
    real: Callable[[str], bytes] = corpus_folder._read

    def guarded(path: str) -> bytes:
        if path.endswith("a.md"):
            raise PermissionError(13, "Permission denied")
        return real(path)

    monkeypatch.setattr(corpus_folder, "_read", guarded)
    with pytest.raises(CorpusError, match=r"1 files that cannot be read: a\.md \(Permission denied\)"):
        index(tmp_path)


def test_the_sets_own_files_are_never_documents(tmp_path: Path) -> None:
    own = ["items/x/a.txt", "snapshots/texts/aa/aa.txt", "notes.md", "docs/d.md"]
    write_tree(tmp_path, {"guide.md": "x", **{f"set/{path}": "x" for path in own}})
    assert list(index(tmp_path, ".").documents) == ["guide.md"]
    assert list(index(tmp_path, "set").documents) == ["docs/d.md", "notes.md"]
    assert list(index(tmp_path, "set/docs").documents) == ["d.md"]


def test_patterns_choose_documents_and_other_kinds_are_counted(tmp_path: Path) -> None:
    names = ["a.md", "x/b.md", "x/y/c.md", "x/draft.md", "d.adoc", "e.png", "f.png", "LICENSE"]
    write_tree(tmp_path, {f"kb/{name}": "x" for name in names})
    chosen = index(
        tmp_path, "kb", {"path": "kb", "include": ("x/**", "*.adoc", "gone/*"), "exclude": ("**/draft*",)}
    )
    assert list(chosen.documents) == ["d.adoc", "x/b.md", "x/y/c.md"]
    assert chosen.notices == ("`include: gone/*` matches no file",)
    every = index(tmp_path)
    assert list(every.documents) == ["a.md", "x/b.md", "x/draft.md", "x/y/c.md"]
    assert every.notices == (
        "files of other kinds are no documents: .adoc (1), .png (2), without an ending (1)",
    )


PAGE = """---
title: "The  plan"
id: plan-7
region: [US-FL, US-GA]
version: 1.10
exported_at: 2026-10-01T08:00:00
# exported by the wiki

note: ~
nested: {a: 1}
---
# Heading

Text.
"""


def test_front_matter_gives_id_title_and_metadata_as_texts(tmp_path: Path) -> None:
    write_tree(tmp_path, {"kb/page.md": PAGE})
    rules = {
        "path": "kb",
        "doc_id": "front_matter.id",
        "metadata": {
            "jurisdiction": "front_matter.region",
            "edition": "front_matter.note",
            "version": "front_matter.version",
        },
    }
    corpus = index(tmp_path, "kb", rules)
    plan = corpus.documents["plan-7"]
    assert (plan.path, plan.title) == ("page.md", "The plan")
    assert plan.metadata == {"jurisdiction": "US-FL, US-GA", "version": "1.10"}
    assert corpus.reader.startswith("goldset-text/1 options:")


def test_without_a_mapping_front_matter_keys_of_the_same_name_are_metadata(tmp_path: Path) -> None:
    write_tree(tmp_path, {"kb/page.md": PAGE})
    assert index(tmp_path).documents["page.md"].metadata == {"version": "1.10"}


def test_ignored_front_matter_is_no_text(tmp_path: Path) -> None:
    write_tree(
        tmp_path,
        {"kb/page.md": PAGE, "kb2/page.md": PAGE.replace("08:00", "09:30").replace("the wiki", "me")},
    )
    rules = {"path": "kb", "ignore_front_matter": ("exported_at",)}
    text = texts(tmp_path, "kb", rules)["page.md"]
    assert text == PAGE.replace("exported_at: 2026-10-01T08:00:00\n# exported by the wiki\n\n", "")
    first, second = (index(tmp_path, path, rules).documents["page.md"] for path in ("kb", "kb2"))
    assert first.text_sha256 == second.text_sha256
    assert first.chars == len(text)


def test_a_document_without_the_mapped_id_is_named(tmp_path: Path) -> None:
    write_tree(tmp_path, {"kb/a.md": PAGE, "kb/b.md": "---\nid:\n---\n", "kb/c.txt": "x"})
    with pytest.raises(CorpusError, match=r"2 documents without the field .*: b\.md \(no `id`.*, c\.txt"):
        index(tmp_path, "kb", {"path": "kb", "doc_id": "front_matter.id"})


@pytest.mark.parametrize(
    "rules",
    [
        {"doc_id": "id"},
        {"metadata": {"jurisdiction": "region"}},
        {"metadata": {"colour": "front_matter.colour"}},
        {"include": ("../*.md",)},
        {"exclude": ("/a.md",)},
        {"include": ("a\\b.md",)},
    ],
)
def test_settings_of_a_source_that_make_no_sense_are_refused(
    tmp_path: Path, rules: Mapping[str, object]
) -> None:
    write_tree(tmp_path, {"kb/a.md": PAGE})
    with pytest.raises(SettingsError, match=r"goldset\.yaml: source corpus: "):
        index(tmp_path, "kb", {"path": "kb", **rules})


def test_several_sources_make_one_corpus(tmp_path: Path) -> None:
    write_tree(tmp_path, {"set/kb/a.md": "x", "set/faq/b.md": "y", "other/a.md": "z"})
    sources = ({"name": "kb", "path": "kb"}, {"name": "faq", "path": "faq"})
    corpus = index(tmp_path, None, *sources)
    assert (list(corpus.documents), corpus.source) == (["a.md", "b.md"], "kb=folder:kb; faq=folder:faq")
    assert list(index(tmp_path, "faq=other", *sources[:0], *sources[1:]).documents) == ["a.md"]
    with pytest.raises(CorpusError, match=r"one id: a\.md \(kb: a\.md and faq: a\.md\)"):
        index(tmp_path, "faq=other", *sources)
    with pytest.raises(WrongUsageError, match="does not say which it means"):
        index(tmp_path, "other", *sources)


def test_without_a_corpus_there_is_nothing_to_do(tmp_path: Path) -> None:
    with pytest.raises(WrongUsageError, match="no corpus is named"):
        index(tmp_path, None)


def test_one_empty_source_of_several_stops_the_job(tmp_path: Path) -> None:
    write_tree(tmp_path, {"set/kb/a.md": "x", "set/faq/.keep": ""})
    with pytest.raises(CorpusError, match="source faq: the folder has no file"):
        index(tmp_path, None, {"name": "kb", "path": "kb"}, {"name": "faq", "path": "faq"})


def test_a_file_that_changes_under_us_is_noticed(tmp_path: Path) -> None:
    write_tree(tmp_path, {"kb/a.md": "One.\n", "kb/b.md": "Two.\n"})
    with open_corpus("kb", Settings(), tmp_path, tmp_path) as corpus:
        (tmp_path / "kb/a.md").write_text("Other.\n")
        (tmp_path / "kb/b.md").unlink()
        for name in ("a.md", "b.md"):
            with pytest.raises(CorpusError):
                corpus.text(name)
        assert corpus.text("c.md") is None


def test_an_unchanged_file_is_read_once_and_decoded_never(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_tree(tmp_path, {"kb/a.md": "# A\n", "kb/b.md": "# B\n"})
    before = manifest(index(tmp_path))
    (tmp_path / "kb/b.md").write_text("# C\n")
    reads, decoded = spied(monkeypatch, FolderFiles), list[bytes]()

    def decode(data: bytes) -> str:
        decoded.append(data)
        return data.decode()

    monkeypatch.setattr("goldset.stores.corpus_readers._decoded", decode)
    after = index(tmp_path, known=before)
    assert (reads, decoded) == (["a.md", "b.md"], [b"# C\n"])
    assert after.documents["a.md"] == before.documents["a.md"]
    assert after.documents["b.md"].title == "C"


def test_records_of_another_reader_or_of_other_settings_are_not_taken_over(tmp_path: Path) -> None:
    write_tree(tmp_path, {"kb/a.md": PAGE})
    before = manifest(index(tmp_path))
    rules = {"path": "kb", "ignore_front_matter": ("exported_at",)}
    fresh = index(tmp_path, "kb", rules)
    assert index(tmp_path, "kb", rules, known=before).documents == fresh.documents
    assert fresh.documents != before.documents


def test_a_table_gives_documents_with_their_text_as_given(tmp_path: Path) -> None:
    rows = [
        '{"doc_id": "a", "text": "One.\\r\\n\\u2028Two", "title": "A", "jurisdiction": "UK", "other": 1}',
        "",
        '{"doc_id": 7, "text": ""}',
    ]
    write_tree(tmp_path, {"kb.jsonl": "\ufeff" + "\n".join(rows)})
    assert texts(tmp_path, "kb.jsonl") == {"7": "", "a": "One.\r\n\u2028Two"}
    corpus = index(tmp_path, "kb.jsonl")
    assert corpus.documents["a"].metadata == {"jurisdiction": "UK"}
    assert (corpus.documents["a"].title, corpus.documents["a"].sha256) == ("A", None)
    assert corpus.source == "file:kb.jsonl"


def test_rows_of_beir_have_their_id_in_a_column_of_its_own(tmp_path: Path) -> None:
    write_tree(
        tmp_path, {"kb.jsonl": '{"_id": "a", "text": "One."}\n{"doc_id": "b", "_id": "x", "text": "Two."}\n'}
    )
    assert texts(tmp_path, "kb.jsonl") == {"a": "One.", "b": "Two."}
    with pytest.raises(CorpusError, match="`key` is missing"):
        index(tmp_path, "kb.jsonl", {"path": "x", "doc_id": "key"})


def test_without_a_set_no_file_is_its_own(tmp_path: Path) -> None:
    write_tree(tmp_path, {"kb/items/a.md": PAGE, "kb/schema/b.md": PAGE, "kb/goldset.yaml": "set: kb\n"})
    with open_corpus(".", settings(), None, tmp_path / "kb") as corpus:
        assert list(corpus.documents) == ["items/a.md", "schema/b.md"]
    with pytest.raises(CorpusError), open_corpus(".", settings(), tmp_path / "kb", tmp_path / "kb"):
        pass


def test_columns_are_mapped(tmp_path: Path) -> None:
    write_tree(tmp_path, {"kb.jsonl": '{"key": "a", "body": "One.", "place": "UK", "version": "3"}\n'})
    rules = {"path": "x", "doc_id": "key", "text": "body", "metadata": {"jurisdiction": "place"}}
    with open_corpus("kb.jsonl", settings(rules), tmp_path, tmp_path) as corpus:
        assert corpus.text("a") == "One."
        assert corpus.documents["a"].metadata == {"jurisdiction": "UK"}
    with pytest.raises(SettingsError, match="names no column"):
        index(tmp_path, "kb.jsonl", {"path": "x", "doc_id": "front_matter.key"})


def test_bad_rows_are_named_by_line(tmp_path: Path) -> None:
    rows = [
        b"{",
        b"[]",
        b'{"doc_id": "a"}',
        b'{"doc_id": "a", "text": 1}',
        b'{"text": "x"}',
        b'{"doc_id": "s", "text": "\\ud800"}',
        b'{"doc_id": "t", "text": "x", "title": 1.5}',
        b'{"doc_id": "h", "text": "x", "text_sha256": "00"}',
        b'{"doc_id": "\xff", "text": "x"}',
        b'{"doc_id": "good", "text": "x"}',
        b'{"doc_id": "good", "text": "y"}',
    ]
    write_tree(tmp_path, {"kb.jsonl": b"\n".join(rows)})
    with pytest.raises(CorpusError) as stopped:
        index(tmp_path, "kb.jsonl")
    message = stopped.value.message
    assert all(f"kb.jsonl:{line} (" in message for line in range(1, 10))
    assert "1 pairs of documents with one id: good" in message


def test_another_file_is_no_corpus(tmp_path: Path) -> None:
    write_tree(tmp_path, {"kb.csv": "a,b\n", "empty.jsonl": "\n", "bad.parquet": "PAR1"})
    with pytest.raises(CorpusError, match=r"kb\.csv is not a corpus"):
        index(tmp_path, "kb.csv")
    with pytest.raises(CorpusError, match=r"empty\.jsonl has no rows"):
        index(tmp_path, "empty.jsonl")
    with pytest.raises(CorpusError, match=r"there is no file gone\.jsonl"):
        index(tmp_path, "gone.jsonl")
    with pytest.raises(CorpusError, match=r"bad\.parquet is not a Parquet file"):
        index(tmp_path, "bad.parquet")


def test_a_committed_folder_names_its_commit_and_a_changed_one_does_not(repository: Path) -> None:
    write_tree(repository, {"export/a.md": "x", "set/items/i.yaml": "x", ".gitignore": "*.tmp.md\n"})
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "Export")
    commit = git(repository, "rev-parse", "HEAD")
    write_tree(repository, {"set/items/i.yaml": "y"})
    git(repository, "commit", "-qam", "Item")
    corpus = index(repository, "export")
    assert corpus.source == f"folder:export@{commit}"
    assert corpus.committed == datetime(2026, 10, 5, 9, tzinfo=UTC)
    assert index(repository, ".").source == f"folder:.@{git(repository, 'rev-parse', 'HEAD')}"
    write_tree(repository, {"export/.cache/x": "x", "export/logo.png": "x"})
    assert index(repository, "export").source == f"folder:export@{commit}"
    write_tree(repository, {"export/sub/b.tmp.md": "x"})
    assert (index(repository, "export").source, index(repository, "export").committed) == (
        "folder:export",
        None,
    )


def test_a_git_tree_is_the_same_corpus_as_its_checkout(repository: Path) -> None:
    files = {
        "docs/a.md": "x\n",
        "docs/ü b.md": "y\n",
        "docs/.hid/c.md": "n",
        "docs/p.png": "n",
        "set/items/i.md": "n",
    }
    write_tree(repository, {**files})
    (repository / "docs/link.md").symlink_to("a.md")
    (repository / "docs/out.md").symlink_to("../set/items/i.md")
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "Docs")
    commit = git(repository, "rev-parse", "HEAD")
    tree, folder = index(repository, "git:HEAD:docs"), index(repository, "docs")
    assert tree.documents == folder.documents
    assert list(tree.documents) == ["a.md", "link.md", "ü b.md"]
    assert tree.source == f"git:{commit}:docs"
    assert tree.committed == datetime(2026, 10, 5, 9, tzinfo=UTC)
    assert list(index(repository, "git:main:").documents) == ["docs/a.md", "docs/link.md", "docs/ü b.md"]
    assert list(index(repository, ".").documents) == ["docs/a.md", "docs/link.md", "docs/ü b.md"]
    with open_corpus("git:HEAD:docs", Settings(), repository / "set", repository) as corpus:
        assert corpus.text("link.md") == "x\n"


def test_an_unchanged_blob_is_not_read(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_tree(repository, {"docs/a.md": "# A\n", "docs/b.md": "# B\n", "set/x": ""})
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "One")
    before = manifest(index(repository, "git:HEAD:docs"))
    write_tree(repository, {"docs/b.md": "# C\n"})
    git(repository, "commit", "-qam", "Two")
    reads = spied(monkeypatch, GitFiles)
    after = index(repository, "git:HEAD:docs", known=before)
    assert reads == ["b.md"]
    assert after.documents["a.md"] == before.documents["a.md"]
    assert after.documents["b.md"].title == "C"


def test_a_table_in_a_git_tree_is_a_corpus(repository: Path) -> None:
    write_tree(repository, {"kb.jsonl": '{"doc_id": "a", "text": "One."}\n', "set/x": ""})
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "One")
    assert texts(repository, "git:main:kb.jsonl") == {"a": "One."}


def test_a_git_tree_that_is_not_there_or_lacks_a_submodule_is_named(repository: Path) -> None:
    write_tree(repository, {"docs/a.md": "x", "set/x": ""})
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "One")
    git(repository, "update-index", "--add", "--cacheinfo", f"160000,{'1' * 40},docs/vendor")
    git(repository, "commit", "-qm", "Submodule")
    with pytest.raises(CorpusError, match="the submodule vendor"):
        index(repository, "git:HEAD:docs")
    assert list(index(repository, "git:HEAD:docs", {"path": "x", "exclude": ("vendor/**",)}).documents) == [
        "a.md"
    ]
    with pytest.raises(CorpusError, match="has no gone"):
        index(repository, "git:HEAD:gone")
    with pytest.raises(CorpusError, match="the corpus is empty"):
        index(repository, "git:HEAD:set")
    for spec in ("git:HEAD", "git::docs", "git:HEAD:../docs"):
        with pytest.raises(WrongUsageError, match="is no Git tree"):
            index(repository, spec)


def test_two_sources_with_one_name_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="two sources are named corpus"):
        index(tmp_path, None, {"path": "a"}, {"path": "b"})


def test_a_large_tree_is_the_same_corpus_in_git_and_on_the_disk(repository: Path) -> None:
    files = {f"docs/{n % 7}/{n % 11} ü/{n}.md": f"# {n}\n\nText {n}.\r\n" for n in range(1500)}
    write_tree(repository, {**files, "set/x": ""})
    git(repository, "-c", "core.autocrlf=false", "add", "-A")
    git(repository, "commit", "-qm", "Docs")
    tree, folder = index(repository, "git:HEAD:docs"), index(repository, "docs")
    assert tree.documents == folder.documents
    assert len(tree.documents) == 1500
    known = manifest(tree)
    assert index(repository, "docs", known=known).documents == folder.documents
    assert index(repository, "git:HEAD:docs", known=known).documents == folder.documents
