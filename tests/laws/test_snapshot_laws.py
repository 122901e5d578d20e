"""What must hold of every corpus and snapshot, whatever its documents are called and say."""

import tempfile
import unicodedata
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from goldset.domain.settings import Settings
from goldset.domain.snapshot_diff import snapshot_diff
from goldset.domain.snapshots import (
    METADATA_FIELDS,
    DocumentRecord,
    Manifest,
    Snapshot,
    corpus_digest,
    default_id,
    free_id,
    id_fault,
    newest,
    raised,
)
from goldset.stores.corpus import LiveCorpus, open_corpus
from goldset.stores.front_matter import read_front_matter, without_keys
from goldset.stores.json_lines import as_json, read_lines
from goldset.stores.snapshot_files import read_manifest, snapshot_files, text_sha256
from goldset.stores.trees import FolderTree
from tests.conftest import write_tree

LAW = settings(max_examples=40, deadline=None)
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
NAMES = st.from_regex(r"[a-c ü]{1,3}\.md", fullmatch=True)
CONTENTS = st.text(st.sampled_from("ab\n\r#= ü\u2028"), max_size=12)
METADATA = st.dictionaries(st.sampled_from(METADATA_FIELDS), TEXT.filter(bool), max_size=3)
RECORDS = st.builds(
    lambda doc_id, text, metadata, title: DocumentRecord(
        doc_id, text_sha256(text), len(text), title=title, metadata=metadata
    ),
    TEXT.filter(bool),
    st.sampled_from(["one", "two", "three"]),
    METADATA,
    st.none() | TEXT,
)
MANIFESTS = st.lists(RECORDS, max_size=6, unique_by=lambda record: record.doc_id).map(
    lambda records: manifest({record.doc_id: record for record in records})
)


def manifest(documents: Mapping[str, DocumentRecord], *, source: str = "x") -> Manifest:
    created, digest = datetime(2026, 10, 1, tzinfo=UTC), corpus_digest(documents.values())
    chars = sum(document.chars for document in documents.values())
    return Manifest(Snapshot("s", created, source, "r/1", digest, len(documents), chars), documents)


def index(files: Mapping[str, str | bytes]) -> LiveCorpus:
    with tempfile.TemporaryDirectory() as name:
        write_tree(Path(name, "kb"), dict(files))
        with open_corpus("kb", Settings(), Path(name), Path(name)) as corpus:
            return corpus


@LAW
@given(MANIFESTS, st.randoms(), TEXT)
def test_a_manifest_reads_back_and_its_bytes_do_not_depend_on_order(
    one: Manifest, rng: object, source: str
) -> None:
    shuffled = list(one.documents.items())
    rng.shuffle(shuffled)  # type: ignore[attr-defined]
    one = manifest(one.documents, source=source)
    files = snapshot_files(one)
    assert files == snapshot_files(manifest(dict(shuffled), source=source))
    with tempfile.TemporaryDirectory() as name:
        back = read_manifest(FolderTree(write_tree(Path(name), dict(files))), "s")
    assert (back.snapshot, dict(back.documents)) == (one.snapshot, dict(one.documents))


@LAW
@given(st.dictionaries(NAMES, CONTENTS, min_size=1, max_size=4))
def test_line_ends_alone_change_nothing(files: dict[str, str]) -> None:
    first = index(files)
    lines = {name: text.replace("\r\n", "\n").replace("\r", "\n") for name, text in files.items()}
    second = index(
        {name: b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode() for name, text in lines.items()}
    )
    assert corpus_digest(first.documents.values()) == corpus_digest(second.documents.values())
    assert [d.chars for d in first.documents.values()] == [len(lines[name]) for name in sorted(lines)]


@LAW
@given(st.dictionaries(NAMES, CONTENTS, min_size=1, max_size=4))
def test_a_file_whose_name_is_written_in_another_form_is_the_same_document(files: dict[str, str]) -> None:
    other = {unicodedata.normalize("NFD", name): text for name, text in files.items()}
    assert index(files).documents == index(other).documents


@LAW
@given(MANIFESTS, MANIFESTS)
def test_a_diff_puts_every_document_into_one_list_and_leads_from_first_to_second(
    one: Manifest, two: Manifest
) -> None:
    diff = snapshot_diff(one, two)
    back = snapshot_diff(two, one)
    renamed = dict(diff.renamed)
    gone, new = {*diff.removed, *renamed}, {*diff.added, *renamed.values()}
    assert (one.documents.keys() - gone) | new == two.documents.keys()
    both = len(diff.changed) + len(diff.metadata_changed) + diff.unchanged
    assert both + len(diff.removed) + len(renamed) == len(one.documents)
    assert all(one.documents[old].text_sha256 == two.documents[n].text_sha256 for old, n in renamed.items())
    assert (back.added, back.removed, back.changed) == (diff.removed, diff.added, diff.changed)
    assert {(old, n) for n, old in back.renamed} == set(diff.renamed)


@LAW
@given(MANIFESTS)
def test_the_digest_is_that_of_ids_texts_and_metadata_alone(one: Manifest) -> None:
    bare = [
        DocumentRecord(d.doc_id, d.text_sha256, 0, sha256="x", title="t", metadata=d.metadata)
        for d in one.documents.values()
    ]
    assert corpus_digest(reversed(bare)) == one.snapshot.digest


@LAW
@given(st.lists(st.datetimes(timezones=st.just(UTC)), min_size=1, max_size=4))
def test_a_new_snapshot_is_always_the_newest_and_has_an_id_of_its_own(moments: list[datetime]) -> None:
    base: list[Snapshot] = []
    for moment in moments:
        if moment.year == 9999:
            return
        created = raised(moment, base)
        name = free_id(None, created, "abcdef", base)
        assert not id_fault(name)
        base.append(Snapshot(name, created, "x", "r", "abcdef", 0, 0))
        assert newest(base) == base[-1]
        assert base[-1].id.startswith(default_id(created, "abcdef"))
    assert len({snapshot.id for snapshot in base}) == len(base)


@LAW
@given(
    st.recursive(TEXT | st.integers() | st.booleans() | st.none(), lambda inner: st.lists(inner, max_size=3))
)
def test_a_line_of_json_reads_back_and_has_no_other_line_end_inside(value: object) -> None:
    line = as_json({"key": value})
    assert len(line.splitlines()) == 1
    (row,) = read_lines(f"{line}\n".encode(), "x")
    assert row.values == {"key": value}


@LAW
@given(
    st.lists(st.sampled_from(["a: 1", "b: |", "  x", "# c", "", "d: [1,", "  2]", "'e': y"]), max_size=8),
    CONTENTS,
)
def test_taking_keys_away_leaves_every_other_line_as_it_was(lines: list[str], body: str) -> None:
    text = "\n".join(["---", *lines, "---", body])
    front_matter = read_front_matter(text)
    if front_matter is None:
        return
    kept = without_keys(text, front_matter, ("a", "e"))
    assert kept.endswith(text[front_matter.end :])
    rest = iter(text.split("\n"))
    assert all(line in rest for line in kept.split("\n"))
    assert without_keys(text, front_matter, ()) is text
