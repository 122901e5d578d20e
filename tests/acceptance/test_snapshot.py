import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from goldset.errors import GoldsetError
from goldset.stores import snapshot_writes
from goldset.stores.file_writes import write_file
from tests.conftest import Ran, git, goldset_process, write_tree

Goldset = Callable[..., Ran]

POINTER = f"version https://git-lfs.github.com/spec/v1\noid sha256:{'a' * 64}\nsize 9\n"
PLAN = "# Plan\n\nThe fee is $20.\n"


def item(name: str, doc_id: str = "plan.md", snapshot: str = "s1", text: str = "The fee is $20.") -> str:
    return (
        f"id: {name}\nquestion: What is due?\nslice: fees\nanswerable: true\ngold_answer: $20\n"
        f'corpus_snapshot: "{snapshot}"\ngold_spans:\n  - id: s1\n    doc_id: {doc_id}\n    text: {text}\n'
    )


@pytest.fixture
def golden_set(repository: Path) -> Path:
    """Return a set with one item and a corpus of three documents, committed."""
    files = {"plan.md": PLAN, "other.md": "# Other\n", "guide.txt": "Guide.\r\n"}
    write_tree(repository, {f"export/{name}": text for name, text in files.items()})
    write_tree(repository, {"goldset.yaml": "set: kb\n", "items/fees/fee.yaml": item("fee")})
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "Start")
    return repository


def tree(folder: Path) -> dict[str, bytes]:
    return {
        p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()
    }


def names(golden_set: Path) -> list[str]:
    return sorted(path.name for path in (golden_set / "snapshots").iterdir())


def test_create_writes_the_manifest_and_the_texts_of_documents_with_gold(
    golden_set: Path, goldset: Goldset
) -> None:
    ran = goldset("snapshot", "create", "s1", "--corpus", "export", "-C", golden_set)
    assert (ran.code, ran.out, ran.err) == (0, "Snapshot s1: 3 documents, 1 text kept.\n", "")
    sha256 = hashlib.sha256(PLAN.encode()).hexdigest()
    files = tree(golden_set / "snapshots")
    assert sorted(files) == ["s1/documents.jsonl", "s1/snapshot.yaml", f"texts/{sha256[:2]}/{sha256}.txt"]
    rows = [json.loads(line) for line in files["s1/documents.jsonl"].decode().splitlines()]
    assert [row["doc_id"] for row in rows] == ["guide.txt", "other.md", "plan.md"]
    assert rows[2]["sha256"] == rows[2]["text_sha256"] == sha256
    assert (rows[2]["chars"], rows[2]["title"]) == (len(PLAN), "Plan")
    head = files["s1/snapshot.yaml"].decode()
    assert f'source: "folder:export@{git(golden_set, "rev-parse", "HEAD")}"\n' in head
    assert "created: 2026-10-05T09:00:00Z\n" in head
    assert str(golden_set) not in head


def test_the_default_id_is_date_and_digest_and_the_same_corpus_is_nothing_new(
    golden_set: Path, goldset: Goldset
) -> None:
    first = json.loads(
        goldset("snapshot", "create", "--corpus", "export", "-C", golden_set, "--format", "json").out
    )
    head = first["snapshot"]
    assert head["id"] == f"2026-10-05-{head['digest'][:6]}"
    before = tree(golden_set / "snapshots")
    again = goldset("snapshot", "create", "other-id", "--corpus", "git:HEAD:export", "-C", golden_set)
    assert (again.code, again.out) == (0, f"Nothing new: the corpus is that of snapshot {head['id']}.\n")
    assert tree(golden_set / "snapshots") == before


def test_a_later_snapshot_is_created_later_and_a_corpus_that_went_back_gets_an_id_of_its_own(
    golden_set: Path, goldset: Goldset
) -> None:
    goldset("snapshot", "create", "--corpus", "export", "-C", golden_set)
    write_tree(golden_set, {"export/plan.md": "# Plan\n\nThe fee is $30.\n"})
    goldset("snapshot", "create", "--created", "2026-10-01", "--corpus", "export", "-C", golden_set)
    write_tree(golden_set, {"export/plan.md": PLAN})
    goldset("snapshot", "create", "--created", "2026-10-05", "--corpus", "export", "-C", golden_set)
    listed = json.loads(goldset("snapshot", "list", "-C", golden_set, "--format", "json").out)["snapshots"]
    assert [s["created"] for s in listed] == [f"2026-10-05T09:00:0{n}Z" for n in range(3)]
    assert listed[2]["id"] == listed[0]["id"] + "-2"
    assert listed[2]["digest"] == listed[0]["digest"] != listed[1]["digest"]
    sound = goldset("snapshot", "verify", listed[1]["id"], "-C", golden_set)
    assert (sound.code, sound.out) == (0, f"Snapshot {listed[1]['id']} is sound.\n")


@pytest.mark.parametrize(
    "name", ["s1", "S1", "../x", "a..b", "x.lock", "texts", "a/b", "", "a" * 65, ".x", "x."]
)
def test_an_id_that_is_taken_or_cannot_be_one_is_refused(
    golden_set: Path, goldset: Goldset, name: str
) -> None:
    goldset("snapshot", "create", "s1", "--corpus", "export", "-C", golden_set)
    write_tree(golden_set, {"export/new.md": "New.\n"})
    before = tree(golden_set)
    ran = goldset("snapshot", "create", "--corpus", "export", "-C", golden_set, "--", name)
    assert ran.code == 3
    assert ran.err.startswith("goldset: ")
    assert tree(golden_set) == before


def test_texts_are_not_kept_where_a_licence_forbids_it(golden_set: Path, goldset: Goldset) -> None:
    write_tree(
        golden_set, {"goldset.yaml": "corpus:\n  keep_text: false\n  sources:\n    - {path: export}\n"}
    )
    ran = goldset("snapshot", "create", "s1", "-C", golden_set)
    assert ran.out == "Snapshot s1: 3 documents, 0 texts kept.\n"
    assert not (golden_set / "snapshots/texts").exists()


def test_the_set_may_stand_below_the_folder_that_is_the_corpus(repository: Path, goldset: Goldset) -> None:
    write_tree(
        repository, {"a.md": "A\n", "eval/items/fees/fee.yaml": item("fee", "a.md"), "eval/README.md": "x"}
    )
    ran = goldset("snapshot", "create", "s1", "--corpus", "..", "-C", repository / "eval")
    assert ran.out == "Snapshot s1: 1 document, 1 text kept.\n"


@pytest.mark.parametrize(
    ("files", "word"),
    [
        (
            {"export/plan.md": POINTER},
            "LFS",
        ),
        ({"export/plan.md": b"\xff\xfe"}, "not UTF-8"),
        (
            {".gitmodules": '[submodule "x"]\n\tpath = export/sub\n', "export/sub/.git": "gitdir: x\n"},
            "submodule",
        ),
    ],
)
def test_a_corpus_that_must_not_be_trusted_stops_the_job(
    golden_set: Path, goldset: Goldset, files: dict[str, str | bytes], word: str
) -> None:
    write_tree(golden_set, files)
    before = tree(golden_set)
    ran = goldset("snapshot", "create", "--corpus", "export", "-C", golden_set)
    assert (ran.code, ran.out) == (3, "")
    assert word in ran.err
    assert tree(golden_set) == before


def test_a_write_that_fails_leaves_no_half_snapshot(
    golden_set: Path, goldset: Goldset, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = write_file

    def full(path: Path, data: bytes) -> None:
        if path.name == "documents.jsonl":
            raise GoldsetError("no space left on device")
        real(path, data)

    monkeypatch.setattr(snapshot_writes, "write_file", full)
    ran = goldset("snapshot", "create", "s1", "--corpus", "export", "-C", golden_set)
    assert ran.code == 3
    assert names(golden_set) == ["texts"]
    monkeypatch.undo()
    write_tree(golden_set, {"snapshots/.new/documents.jsonl": "left by a run that was killed"})
    assert goldset("snapshot", "create", "s1", "--corpus", "export", "-C", golden_set).code == 0
    assert names(golden_set) == ["s1", "texts"]


def test_diff_names_what_differs(golden_set: Path, goldset: Goldset) -> None:
    goldset("snapshot", "create", "s1", "--corpus", "export", "-C", golden_set)
    (golden_set / "export/other.md").rename(golden_set / "export/moved.md")
    (golden_set / "export/guide.txt").unlink()
    write_tree(golden_set, {"export/new.md": "New.\n", "export/plan.md": PLAN + "More.\n"})
    goldset("snapshot", "create", "s2", "--corpus", "export", "-C", golden_set)
    ran = goldset("snapshot", "diff", "s1", "s2", "-C", golden_set)
    assert max(map(len, ran.out.splitlines())) <= 80
    assert ran.out.splitlines() == [
        "> other.md -> moved.md",
        "+ new.md",
        "- guide.txt",
        "~ plan.md",
        "s1 -> s2: 1 added, 1 removed, 1 renamed, 1 changed, 0 with other metadata,",
        "  0 unchanged",
    ]
    report = json.loads(goldset("snapshot", "diff", "s2", "s1", "-C", golden_set, "--format", "json").out)
    assert (report["version"], report["renamed"]) == (1, [{"from": "moved.md", "to": "other.md"}])
    assert (report["added"], report["removed"], report["changed"]) == (["guide.txt"], ["new.md"], ["plan.md"])


def test_show_says_what_a_snapshot_holds(golden_set: Path, goldset: Goldset) -> None:
    goldset("snapshot", "create", "s1", "--corpus", "export", "-C", golden_set)
    line = '{"item": "fee", "span": "s1", "confirmed": "k", "outcome": "missing", "accepted": false}\n'
    write_tree(golden_set, {"snapshots/s1/resolutions.jsonl": line})
    text = goldset("snapshot", "show", "s1", "-C", golden_set).out
    assert "documents      3, 39 characters\n" in text
    assert "spans missing  1\n" in text
    report = json.loads(goldset("snapshot", "show", "s1", "-C", golden_set, "--format", "json").out)
    assert [(d["doc_id"], d["kept"]) for d in report["documents"]] == [
        ("guide.txt", False),
        ("other.md", False),
        ("plan.md", True),
    ]
    assert report["outcomes"] == {"missing": 1}
    gone = goldset("snapshot", "show", "nope", "-C", golden_set)
    assert (gone.code, "there is no snapshot nope" in gone.err) == (3, True)


def test_verify_finds_damage_and_another_corpus(golden_set: Path, goldset: Goldset) -> None:
    goldset("snapshot", "create", "s1", "--corpus", "export", "-C", golden_set)
    assert goldset("snapshot", "verify", "s1", "--corpus", "export", "-C", golden_set).code == 0
    write_tree(golden_set, {"export/plan.md": "x", "export/Other.md": "y"})
    ran = goldset("snapshot", "verify", "s1", "--corpus", "export", "-C", golden_set, "--format", "json")
    found = json.loads(ran.out)["findings"]
    assert (ran.code, [f["message"] for f in found]) == (
        1,
        ["1 documents not in the snapshot: Other.md", "1 documents with another text: plan.md"],
    )
    (kept,) = golden_set.glob("snapshots/texts/*/*.txt")
    kept.write_text("another text")
    ran = goldset("snapshot", "verify", "s1", "-C", golden_set)
    assert (ran.code, "GS510" in ran.out) == (1, True)
    documents = golden_set / "snapshots/s1/documents.jsonl"
    documents.write_text(documents.read_text().replace('"chars": ', '"chars": "'))
    ran = goldset("snapshot", "verify", "s1", "-C", golden_set)
    assert (ran.code, "GS502" in ran.out, "documents.jsonl:1" in ran.out) == (1, True, True)
    assert goldset("snapshot", "verify", "nope", "-C", golden_set).code == 3


def snapshots(golden_set: Path, goldset: Goldset, count: int) -> None:
    """Make snapshots s1 to s<count>, each with another text of every document."""
    for number in range(1, count + 1):
        write_tree(golden_set, {f"export/{name}": f"{number} {PLAN}" for name in ("plan.md", "other.md")})
        assert goldset("snapshot", "create", f"s{number}", "--corpus", "export", "-C", golden_set).code == 0


def test_prune_keeps_what_is_named_and_the_newest_two(golden_set: Path, goldset: Goldset) -> None:
    write_tree(golden_set, {"items/fees/fee.yaml": item("fee", snapshot="s2")})
    snapshots(golden_set, goldset, 5)
    before = tree(golden_set)
    dry = goldset("snapshot", "prune", "--dry-run", "-C", golden_set)
    assert dry.out.splitlines() == [
        "s2: would be thinned to 1 documents",
        "s1: would be deleted",
        "s3: would be deleted",
        "2 kept texts would be deleted",
    ]
    assert tree(golden_set) == before
    assert goldset("snapshot", "prune", "-C", golden_set).out == dry.out.replace("would be ", "")
    assert names(golden_set) == ["s2", "s4", "s5", "texts"]
    assert len(list(golden_set.glob("snapshots/texts/*/*.txt"))) == 3
    assert (golden_set / "snapshots/s2/documents.jsonl").read_text().count("\n") == 1
    assert "thinned: true" in (golden_set / "snapshots/s2/snapshot.yaml").read_text()
    for name in ("s2", "s4", "s5"):
        assert goldset("snapshot", "verify", name, "-C", golden_set).code == 0
    diff = json.loads(goldset("snapshot", "diff", "s2", "s5", "-C", golden_set, "--format", "json").out)
    assert (diff["added"], diff["changed"], diff["incomplete"]) == ([], ["plan.md"], True)
    assert goldset("snapshot", "prune", "-C", golden_set).out == "Nothing to prune.\n"


def test_prune_never_forgets_what_a_person_took_back(golden_set: Path, goldset: Goldset) -> None:
    snapshots(golden_set, goldset, 4)
    line = (
        '{"item": "fee", "span": "s1", "confirmed": "k", "outcome": "moved", "accepted": true, '
        '"doc_id": "other.md", "start": 2, "end": 5, "undone": true}\n'
    )
    write_tree(golden_set, {"snapshots/s2/resolutions.jsonl": line})
    goldset("snapshot", "prune", "-C", golden_set)
    assert (golden_set / "snapshots/s2/resolutions.jsonl").read_text() == line
    assert '"other.md"' in (golden_set / "snapshots/s2/documents.jsonl").read_text()


def test_prune_leaves_alone_what_an_open_branch_holds(golden_set: Path, goldset: Goldset) -> None:
    snapshots(golden_set, goldset, 5)
    git(golden_set, "add", "-A")
    git(golden_set, "commit", "-qm", "Snapshots")
    git(golden_set, "switch", "-qc", "goldset/kb/relabel/fees-1")
    write_tree(golden_set, {"items/fees/fee.yaml": item("fee", snapshot="s3")})
    git(golden_set, "commit", "-qam", "Relabel")
    git(golden_set, "switch", "-q", "main")
    ran = goldset("snapshot", "prune", "-C", golden_set, "--format", "json")
    report = json.loads(ran.out)
    assert (report["held"], report["deleted"]) == (["s3"], ["s2"])
    assert [thin["id"] for thin in report["thinned"]] == ["s1"]
    assert (golden_set / "snapshots/s3/documents.jsonl").read_text().count("\n") == 3


def test_prune_does_nothing_while_an_item_cannot_be_read(golden_set: Path, goldset: Goldset) -> None:
    snapshots(golden_set, goldset, 4)
    write_tree(golden_set, {"items/fees/bad.yaml": "id: [\n"})
    before = tree(golden_set)
    ran = goldset("snapshot", "prune", "-C", golden_set)
    assert (ran.code, "bad.yaml" in ran.err) == (3, True)
    assert tree(golden_set) == before


def test_a_prune_that_is_killed_is_finished_by_the_next(
    golden_set: Path, goldset: Goldset, monkeypatch: pytest.MonkeyPatch
) -> None:
    snapshots(golden_set, goldset, 5)
    real, calls = write_file, list[Path]()

    def killed(path: Path, data: bytes) -> None:
        calls.append(path)
        if len(calls) > 1:
            raise KeyboardInterrupt
        real(path, data)

    monkeypatch.setattr(snapshot_writes, "write_file", killed)
    assert goldset("snapshot", "prune", "-C", golden_set).code == 130
    monkeypatch.undo()
    assert goldset("snapshot", "verify", "s1", "-C", golden_set).code == 0
    goldset("snapshot", "prune", "-C", golden_set)
    assert names(golden_set) == ["s1", "s4", "s5", "texts"]
    assert goldset("snapshot", "verify", "s1", "-C", golden_set).code == 0


def test_the_verbs_explain_themselves_by_an_example() -> None:
    ran = goldset_process("snapshot", "create", "--help", cwd=Path.cwd())
    assert ran.code == 0
    assert "goldset snapshot create 2026-11-01 --corpus export/" in ran.out


@pytest.mark.parametrize("when", ["yesterday", "2026-10-01T08:00", "2026-13-01"])
def test_a_moment_that_is_none_is_wrong_usage(golden_set: Path, goldset: Goldset, when: str) -> None:
    assert goldset("snapshot", "create", "--created", when, "--corpus", "export", "-C", golden_set).code == 2


def test_a_kept_text_comes_back_from_git_to_the_last_byte(golden_set: Path, goldset: Goldset) -> None:
    attributes = Path(__file__).parents[2] / ".gitattributes"
    row = {"doc_id": "plan.md", "text": "One.\r\nThe fee is $20.\rTwo.\n"}
    write_tree(golden_set, {".gitattributes": attributes.read_bytes(), "kb.jsonl": json.dumps(row) + "\n"})
    assert goldset("snapshot", "create", "s1", "--corpus", "kb.jsonl", "-C", golden_set).code == 0
    git(golden_set, "add", "-A")
    git(golden_set, "commit", "-qm", "Snapshot")
    git(golden_set, "-c", "core.autocrlf=true", "clone", "-q", ".", "copy")
    ran = goldset("snapshot", "verify", "s1", "--corpus", "kb.jsonl", "-C", golden_set / "copy")
    assert (ran.code, ran.out) == (0, "Snapshot s1 is sound.\n")


def test_a_date_that_decides_which_snapshot_is_newest_is_never_set_in_silence(
    golden_set: Path, goldset: Goldset
) -> None:
    ran = goldset(
        "snapshot", "create", "s1", "--created", "2999-01-01", "--corpus", "export", "-C", golden_set
    )
    assert (ran.code, "s1 is dated in the future" in ran.err) == (0, True)
    write_tree(golden_set, {"export/new.md": "New.\n"})
    ran = goldset("snapshot", "create", "s2", "--corpus", "export", "-C", golden_set)
    assert (ran.code, "s1 is dated later than this corpus" in ran.err) == (0, True)
    ran = goldset(
        "snapshot", "create", "s3", "--created", "0001-01-01", "--corpus", "export", "-C", golden_set
    )
    assert (ran.code, "no corpus was built in 1" in ran.err) == (2, True)
