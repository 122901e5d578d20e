from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from goldset.domain.resolutions import Candidate, Difference, DifferenceKind, Outcome, Place, Resolution
from goldset.domain.snapshots import DocumentRecord, Manifest, Snapshot, corpus_digest
from goldset.errors import SnapshotError
from goldset.stores.snapshot_files import (
    KeptCorpus,
    kept_texts,
    read_manifest,
    read_resolutions,
    read_snapshots,
    resolution_lines,
    snapshot_files,
    text_path,
    text_sha256,
)
from goldset.stores.trees import FolderTree
from tests.conftest import write_tree

NOON = datetime(2026, 10, 1, 12, tzinfo=UTC)


def record(doc_id: str, text: str = "One.\n", **rest: str) -> DocumentRecord:
    return DocumentRecord(doc_id, text_sha256(text), len(text), sha256="ab" * 32, metadata=rest)


def manifest(*documents: DocumentRecord, name: str = "2026-10-01", created: datetime = NOON) -> Manifest:
    by_id = {document.doc_id: document for document in documents}
    chars = sum(document.chars for document in documents)
    head = Snapshot(
        name, created, "folder:kb", "goldset-text/1", corpus_digest(documents), len(documents), chars
    )
    return Manifest(head, by_id)


def tree_of(folder: Path, *manifests: Manifest, **more: str) -> FolderTree:
    for one in manifests:
        write_tree(folder, dict(snapshot_files(one)))
    return FolderTree(write_tree(folder, dict(more)))


def test_a_snapshot_reads_back_as_it_was_written(tmp_path: Path) -> None:
    one = manifest(record("b.md"), record("a\u2028 b\n.md", jurisdiction="US-FL", language="en"))
    back = read_manifest(tree_of(tmp_path, one), "2026-10-01")
    assert (back.snapshot, dict(back.documents)) == (one.snapshot, one.documents)


def test_the_files_are_the_same_whatever_the_order_of_the_documents() -> None:
    first, second = record("a.md"), record("B.md")
    assert snapshot_files(manifest(first, second)) == snapshot_files(manifest(second, first))


def test_the_head_is_small_yaml_that_other_readers_read_the_same() -> None:
    head = snapshot_files(manifest(record("a.md")))["snapshots/2026-10-01/snapshot.yaml"].decode()
    assert head.splitlines()[:4] == [
        'id: "2026-10-01"',
        "created: 2026-10-01T12:00:00Z",
        'source: "folder:kb"',
        'reader: "goldset-text/1"',
    ]


def test_a_document_line_holds_what_is_known_and_no_more() -> None:
    rows = snapshot_files(manifest(replace(record("a.md"), path="a.md", title="A")))
    line = rows["snapshots/2026-10-01/documents.jsonl"].decode()
    assert line.startswith('{"doc_id": "a.md", "sha256": "abab')
    assert line.endswith('"chars": 5, "title": "A"}\n')
    assert "path" not in line


def test_snapshots_come_oldest_first(tmp_path: Path) -> None:
    later = datetime(2026, 11, 1, tzinfo=UTC)
    tree = tree_of(
        tmp_path, manifest(record("a.md"), name="a", created=later), manifest(record("a.md"), name="b")
    )
    assert [snapshot.id for snapshot in read_snapshots(tree)] == ["b", "a"]


def test_a_checkout_with_other_line_ends_reads_the_same(tmp_path: Path) -> None:
    one = manifest(record("a.md"), record("b.md"))
    for path, data in snapshot_files(one).items():
        write_tree(tmp_path, {path: data.replace(b"\n", b"\r\n")})
    assert read_manifest(FolderTree(tmp_path), "2026-10-01").snapshot == one.snapshot


def test_half_a_snapshot_is_named_not_passed_over(tmp_path: Path) -> None:
    tree = FolderTree(
        write_tree(tmp_path, {"snapshots/x/documents.jsonl": "", "snapshots/.new/snapshot.yaml": ""})
    )
    with pytest.raises(SnapshotError, match=r"snapshots/x has no snapshot\.yaml"):
        read_snapshots(tree)


@pytest.mark.parametrize("name", ["nope", "../items", "texts", ""])
def test_a_snapshot_that_is_not_there_is_said_so(tmp_path: Path, name: str) -> None:
    with pytest.raises(SnapshotError, match="there is no snapshot"):
        read_manifest(tree_of(tmp_path, manifest(record("a.md"))), name)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("12:00:00Z", "12:00:00", r"snapshot\.yaml:1: `created` has no time zone"),
        ("documents: 2", "documents: two", r"`documents` is not a whole number"),
        ('reader: "goldset-text/1"\n', "", "`reader` is missing"),
        ("chars: 10", "chars: 10\nchars: 11", r"snapshot\.yaml:7: `chars` is not one single value"),
        ("chars: 10", "colour: red", r"snapshot\.yaml:6: unknown key `colour`"),
        ('id: "2026-10-01"', 'id: "other"', "`id` is other, the folder is 2026-10-01"),
        ("chars: 10", 'chars: "10', r"snapshot\.yaml:\d: the file is not YAML"),
    ],
)
def test_a_damaged_head_is_named(tmp_path: Path, old: str, new: str, message: str) -> None:
    tree = tree_of(tmp_path, manifest(record("a.md"), record("b.md")))
    head = tmp_path / "snapshots/2026-10-01/snapshot.yaml"
    assert old in head.read_text()
    head.write_text(head.read_text().replace(old, new))
    with pytest.raises(SnapshotError, match=message):
        read_manifest(tree, "2026-10-01")


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda b: b[:-30], r"documents\.jsonl:2: the last line has no end"),
        (lambda b: b.replace(b'"chars": 5', b'"chars": -5', 1), r"documents\.jsonl:1: `chars` is not"),
        (lambda b: b.replace(b'"chars": 5', b'"chars": true', 1), r"documents\.jsonl:1: `chars` is not"),
        (lambda b: b.split(b"\n")[0] + b"\n" + b, r"documents\.jsonl:2: a\.md stands in the file twice"),
        (lambda b: b.split(b"\n")[0] + b"\n", "its 1 documents are not the 2"),
        (lambda b: b.replace(b"chars", b"signs"), r"documents\.jsonl:1: unknown key `signs`"),
        (lambda b: b"<<<<<<< HEAD\n" + b, r"documents\.jsonl:1: the line is not JSON"),
        (lambda b: b + b"[]\n", r"documents\.jsonl:3: the line is not a JSON object"),
        (lambda b: b + b"\xff\n", r"documents\.jsonl:3: the file is not UTF-8"),
        (
            lambda b: b.replace(b'"text_sha256": "', b'"text_sha256": "0', 1),
            r"documents\.jsonl:1: `text_sha256`",
        ),
    ],
)
def test_damaged_documents_are_named_by_line(
    tmp_path: Path, damage: Callable[[bytes], bytes], message: str
) -> None:
    tree = tree_of(tmp_path, manifest(record("a.md"), record("b.md")))
    path = tmp_path / "snapshots/2026-10-01/documents.jsonl"
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(SnapshotError, match=message):
        read_manifest(tree, "2026-10-01")


def test_a_changed_hash_is_found_by_the_digest(tmp_path: Path) -> None:
    tree = tree_of(tmp_path, manifest(record("a.md")))
    path = tmp_path / "snapshots/2026-10-01/documents.jsonl"
    path.write_text(path.read_text().replace(text_sha256("One.\n"), text_sha256("Two.\n")))
    with pytest.raises(SnapshotError, match="digest"):
        read_manifest(tree, "2026-10-01")


def test_a_thinned_snapshot_keeps_its_digest_and_fewer_documents(tmp_path: Path) -> None:
    full = manifest(record("a.md"), record("b.md"))
    thin = Manifest(replace(full.snapshot, thinned=True), {"a.md": full.documents["a.md"]})
    back = read_manifest(tree_of(tmp_path, thin), "2026-10-01")
    assert (back.snapshot.thinned, back.snapshot.documents, list(back.documents)) == (True, 2, ["a.md"])


MOVED = Resolution("a", "s1", "k", Outcome.MOVED, accepted=True, to=Place("a.md", 3, 8, "Five."))
RENAMED = replace(MOVED, span="s2", outcome=Outcome.RENAMED)
REFORMATTED = replace(
    MOVED, span="s3", outcome=Outcome.REFORMATTED, ignored=("www.example.org",), undone=True
)
EDITED = Resolution(
    "b",
    "rate",
    "k",
    Outcome.EDITED,
    accepted=False,
    reason="words differ",
    differences=(Difference(DifferenceKind.NUMBER, "2%", "3%"),),
    candidates=(
        Candidate(Place("a.md", 0, 4, "3%.\u2028"), 98.1, 1.0, 2.5, 2, 7.0, (), sibling=True),
        Candidate(Place("a.md", 9, 10, "x"), 50.0, differences=(Difference(DifferenceKind.WORDS, "", "x"),)),
    ),
)


def test_resolutions_read_back_as_they_were_written(tmp_path: Path) -> None:
    lines = resolution_lines([EDITED, REFORMATTED, RENAMED, MOVED])
    tree = FolderTree(write_tree(tmp_path, {"snapshots/s/resolutions.jsonl": lines}))
    back = read_resolutions(tree, "s")
    assert [replace(r, to=r.place("Five.")) for r in back] == [MOVED, RENAMED, REFORMATTED, EDITED]
    assert resolution_lines(back) == lines
    assert lines.count(b"\n") == 4
    assert "\u2028" not in lines.decode()


def test_a_text_is_written_only_where_it_is_not_the_confirmed_one() -> None:
    confirmed = {MOVED.key: "Five.", RENAMED.key: "Five.", REFORMATTED.key: "*Five.*"}
    lines = resolution_lines([MOVED, RENAMED, REFORMATTED], confirmed).decode().splitlines()
    assert ["text" in line for line in lines] == [False, False, True]


def test_a_set_without_resolutions_has_none(tmp_path: Path) -> None:
    assert read_resolutions(FolderTree(tmp_path), "s") == []


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (b'"accepted": true', b'"accepted": 1', "`accepted` is not true or false"),
        (b'"moved"', b'"shifted"', "`outcome` is shifted, which is none"),
        (b'"doc_id": "a.md", ', b"", "the line is accepted and names no place"),
        (b'"end": 8', b'"end": 3', "`end` is not after `start`"),
        (b'"span": "s1"', b'"span": "s2"', "span s2 of a has two lines"),
        (b'"span": "s1"', b'"span": 1', "`span` is not a text"),
    ],
)
def test_a_damaged_resolution_is_named_by_line(tmp_path: Path, old: bytes, new: bytes, message: str) -> None:
    lines = resolution_lines([MOVED, RENAMED])
    assert old in lines
    tree = FolderTree(write_tree(tmp_path, {"snapshots/s/resolutions.jsonl": lines.replace(old, new, 1)}))
    with pytest.raises(SnapshotError, match=rf"snapshots/s/resolutions\.jsonl:\d: {message}"):
        read_resolutions(tree, "s")


def test_kept_texts_are_read_by_their_hash(tmp_path: Path) -> None:
    text = "One.\r\nTwo \u2028 \U0001f600\n"
    one = manifest(record("a.md", text), record("b.md"))
    tree = FolderTree(write_tree(tmp_path, {text_path(text_sha256(text)): text}))
    corpus = KeptCorpus(tree, one)
    assert [corpus.text("a.md"), corpus.text("b.md"), corpus.text("c.md")] == [text, None, None]
    assert list(kept_texts(tree)) == [text_sha256(text)]


def test_a_kept_text_with_line_ends_turned_by_a_checkout_is_given_back_as_it_was(tmp_path: Path) -> None:
    tree = FolderTree(write_tree(tmp_path, {text_path(text_sha256("One.\nTwo.\n")): "One.\r\nTwo.\r\n"}))
    assert KeptCorpus(tree, manifest(record("a.md", "One.\nTwo.\n"))).text("a.md") == "One.\nTwo.\n"


def test_a_kept_text_that_is_another_is_refused(tmp_path: Path) -> None:
    tree = FolderTree(write_tree(tmp_path, {text_path(text_sha256("One.\n")): "One!\n"}))
    with pytest.raises(SnapshotError, match="holds another text"):
        KeptCorpus(tree, manifest(record("a.md"))).text("a.md")
