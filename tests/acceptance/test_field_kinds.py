"""Kinds of faults that golden sets meet in the field, each from the file to what people get to see."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from ruamel.yaml import YAML

from tests.conftest import Ran, git, goldset_process, write_tree
from tests.golden_set import GoldenSet

Goldset = Callable[..., Ran]
POINTER = f"version https://git-lfs.github.com/spec/v1\noid sha256:{'5e' * 32}\nsize 8071\n"
QUEUE = "relabel/fees-1"


def item(name: str, more: str = "", slice_name: str = "pool") -> str:
    return (
        f"id: {name}\nquestion: When may I swim, by rule {name}?\nslice: {slice_name}\n"
        f"answerable: false\nabstain_reason: not_in_corpus\n{more}"
    )


def report(goldset: Goldset, folder: Path, *args: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(goldset("validate", "-C", folder, "--format", "json", *args).out)
    return found


def other_readers(path: Path) -> Iterator[dict[str, Any]]:
    """Yield what a reader of YAML 1.1 and one of YAML 1.2 make of a file."""
    yield yaml.safe_load(path.read_bytes())
    newer = YAML(typ="safe", pure=True)
    newer.version = (1, 2)
    yield newer.load(path.read_text("utf-8"))


# --- Text that other readers take for something else


@pytest.mark.parametrize("word", ["NO", "ON", "off", "Yes", "y", "TRUE", "1e5", "0x2A", "0o17", "1_200"])
def test_a_bare_word_is_the_text_that_stands_there_until_every_reader_agrees(
    goldset: Goldset, tmp_path: Path, word: str
) -> None:
    path = write_tree(tmp_path, {"items/lane.yaml": item("lane", f"jurisdiction: {word}\n", word)})
    told = report(goldset, tmp_path)
    assert {(f["code"], f["field"]) for f in told["findings"]} >= {
        ("GS123", "slice"),
        ("GS123", "jurisdiction"),
    }
    shown = json.loads(goldset("show", "lane", "-C", tmp_path, "--format", "json").out)
    assert word in json.dumps(shown)
    assert goldset("fmt", "-C", tmp_path).code == 0
    for read in other_readers(path / "items/lane.yaml"):
        assert (read["slice"], read["jurisdiction"]) == (word, word)
    assert "GS123" not in {f["code"] for f in report(goldset, tmp_path)["findings"]}


def test_ids_that_look_like_numbers_stay_apart_and_keep_their_names(goldset: Goldset, tmp_path: Path) -> None:
    names = ["0107", "71", "0908", "33871e04", "7e2", "2_000", "0x1A", "26", "1:20", "80"]
    write_tree(tmp_path, {f"items/{name}.yaml": item(name) for name in names if ":" not in name})
    kept = [name for name in names if ":" not in name]
    told = report(goldset, tmp_path)
    assert told["totals"]["items"] == len(kept)
    assert {f["code"] for f in told["findings"] if f["severity"] == "error"} == set()
    assert goldset("fmt", "-C", tmp_path).code == 0
    for name in kept:
        assert [read["id"] for read in other_readers(tmp_path / f"items/{name}.yaml")] == [name, name]


def test_a_day_that_does_not_exist_hides_nothing_in_other_files(goldset: Goldset, tmp_path: Path) -> None:
    write_tree(
        tmp_path,
        {
            "items/bare.yaml": item("bare", "labelled_at: 2026-03-09T08:05:00-05:00\n"),
            "items/quoted.yaml": item("quoted", 'labelled_at: "2026-03-09T08:05:00-05:00"\n'),
            "items/never.yaml": item("never", "labelled_at: 2026-06-31\n"),
        },
    )
    done = goldset("validate", "-C", tmp_path, "--format", "json")
    told = json.loads(done.out)
    assert done.code == 1
    errors = [f for f in told["findings"] if f["severity"] == "error"]
    assert [(f["path"], f["field"]) for f in errors] == [("items/never.yaml", "labelled_at")]
    assert told["totals"]["items"] == 2
    assert goldset("fmt", "-C", tmp_path).code == 1
    for name in ("bare", "quoted"):
        text = (tmp_path / f"items/{name}.yaml").read_text("utf-8")
        assert "labelled_at: 2026-03-09T08:05:00-05:00\n" in text


# --- A write-back touches its own lines

LONG = "in which months " * 25
HEAD = f"""\
# agreed with the pool's desk
id: tariff

question: How much is a day pass, {LONG}and for whom?
slice: 'fees'        # do not rename
answerable: true
gold_answer: 12:30
must_include: [7:15, 0x1F, no]

# the page is rewritten often
gold_spans:
"""
ENTRY = """\
    - doc_id: pool.md
      text: A day pass costs 9 euros for every guest.
"""
TAIL = """\
corpus_snapshot: A
jurisdiction: "EX"
tags:
    - 2026-02
    - on
labelled_by: "b.kim"   # second shift
"""


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_a_decision_is_written_into_the_lines_of_its_span_and_no_others(
    repository: Path, tmp_path: Path, goldset: Goldset, mark: str, end: str
) -> None:
    golden = GoldenSet(repository, tmp_path / "corpus", goldset)
    golden.page("pool", "Bring a towel.")
    old = "A day pass costs 9 euros for every guest."
    write_tree(golden.corpus, {"pool.md": f"# Pool\n\n{old}\n"})
    raw = (mark + HEAD + ENTRY + TAIL).replace("\n", end)
    write_tree(
        golden.root, {"items/fees/tariff.yaml": raw.encode(), "goldset.yaml": "policy: {max_queued: 1}\n"}
    )
    golden.snapshot()
    golden.commit()
    write_tree(golden.corpus, {"pool.md": f"# Pool\n\nRead this first.\n\n{old.replace('9', '11')}\n"})
    golden.reindex("B")
    queued = blob(golden)
    golden.relabel("accept", "tariff")
    accepted = blob(golden)
    for text in (queued, accepted):
        assert text.startswith((mark + HEAD).replace("\n", end).encode())
        assert text.endswith(TAIL.replace("\n", end).encode())
        assert text.count(b"\n") == text.count(b"\r\n" if end == "\r\n" else b"\n")
    assert b"A day pass costs 11 euros for every guest." in accepted
    golden.merge("snapshot/B", QUEUE)
    assert golden.ends() == {"tariff s1": "current"}


def blob(golden: GoldenSet) -> bytes:
    """Return the item on the queue branch, to the last byte."""
    path = golden.root.parent / "queue"
    golden.git("worktree", "add", "-q", "--detach", str(path), f"goldset/golden-set/{QUEUE}")
    data = (path / "items/fees/tariff.yaml").read_bytes()
    golden.git("worktree", "remove", "--force", str(path))
    return data


def test_what_only_moved_leaves_its_item_alone(repository: Path, tmp_path: Path, goldset: Goldset) -> None:
    golden = GoldenSet(repository, tmp_path / "corpus", goldset)
    old = "A day pass costs 9 euros for every guest."
    write_tree(golden.corpus, {"pool.md": f"# Pool\n\n{old}\n"})
    write_tree(golden.root, {"items/fees/tariff.yaml": HEAD + ENTRY + TAIL})
    golden.snapshot()
    before = golden.commit()
    write_tree(golden.corpus, {"pool.md": f"# Pool\n\nRead this first.\n\n{old}\n"})
    golden.reindex("B")
    golden.merge("snapshot/B")
    assert golden.git("diff", "--name-only", before, "HEAD", "--", "items") == ""
    shown = golden.goldset("show", "tariff", "--at", "B", "-C", golden.root)
    assert "pool.md" in shown.out


# --- Files that a reader takes half of


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        ("tags: [deep]\ntags: [shallow]\n", ["tags", "6", "7"]),
        ("labelled_by: night shift (see#44)\n", []),
        ("labelled_by: night shift (see #44)\n", ["labelled_by", "#44)"]),
        ("must_include:\n  - lane #4 only\n", ["must_include[0]", "#4 only"]),
        ("must_include: &w [x, x]\ntags: *w\n", ["anchor", "alias"]),
    ],
)
def test_an_item_that_another_reader_would_cut_is_never_taken_for_sound(
    goldset: Goldset, tmp_path: Path, fault: str, says: list[str]
) -> None:
    write_tree(tmp_path, {"items/half.yaml": item("half", fault), "items/whole.yaml": item("whole")})
    done = goldset("validate", "-C", tmp_path)
    assert done.code == (1 if says else 0)
    for word in says:
        assert word in done.out
    assert report(goldset, tmp_path)["totals"]["items"] == (1 if says else 2)


def test_an_alias_bomb_costs_neither_time_nor_the_other_items(tmp_path: Path) -> None:
    layers = "l0: &l0 [y, y, y, y, y, y, y, y, y, y]\n" + "".join(
        f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 10)}]\n" for n in range(1, 12)
    )
    write_tree(
        tmp_path, {"items/bomb.yaml": layers + item("bomb", "tags: *l11\n"), "items/fine.yaml": item("fine")}
    )
    done = goldset_process("validate", "--format", "json", cwd=tmp_path, timeout=30)
    told = json.loads(done.out)
    assert done.code == 1
    assert {f["path"] for f in told["findings"]} == {"items/bomb.yaml"}
    assert told["totals"]["items"] == 1
    assert len(done.out) < 50_000


# --- Names


def test_a_document_is_found_in_either_composition_and_twins_are_told_apart(
    goldset: Goldset, tmp_path: Path
) -> None:
    quote = "Das Bad öffnet am 3. Juni."
    answered = (
        "id: bad\nquestion: Wann öffnet das Bad?\nslice: de\nanswerable: true\ngold_answer: Am 3. Juni.\n"
        f'corpus_snapshot: "1"\ngold_spans:\n  - doc_id: B\u00e4der.md\n    text: {quote}\n'
    )
    write_tree(tmp_path / "kb", {"Ba\u0308der.md": f"# Bad\n\n{quote}\n"})
    write_tree(
        tmp_path / "set",
        {
            "items/de/bad.yaml": answered,
            "items/de/n\u00e4he.yaml": item("n\u00e4he", slice_name="de"),
            "items/de/na\u0308he.yaml": item("na\u0308he", slice_name="de").replace("swim", "dive"),
        },
    )
    assert goldset("snapshot", "create", "1", "--corpus", tmp_path / "kb", "-C", tmp_path / "set").code == 0
    done = goldset("validate", "-C", tmp_path / "set")
    assert done.code == 1
    assert "GS204" in done.out
    assert "1 error " in done.out
    assert r"n\xe4he" in done.out
    assert r"na\u0308he" in done.out


def test_names_that_are_one_file_elsewhere_are_an_error_and_documents_a_warning(
    goldset: Goldset, tmp_path: Path
) -> None:
    write_tree(tmp_path / "kb", {"Lanes.md": "# Lanes\n\nOne.\n", "lanes.md": "# Lanes\n\nTwo.\n"})
    write_tree(tmp_path / "set", {"items/LANE-7.yaml": item("LANE-7"), "items/lane-7.yaml": item("lane-7")})
    write_tree(tmp_path / "set", {"items/z.yaml": answered("lanes.md", "Two.")})
    goldset("snapshot", "create", "1", "--corpus", tmp_path / "kb", "-C", tmp_path / "set")
    told = report(goldset, tmp_path / "set")["findings"]
    (error,) = [f for f in told if f["severity"] == "error"]
    assert "items/LANE-7.yaml" in error["path"] + error["message"]
    assert "lane-7" in error["path"] + error["message"]
    assert any("Lanes.md and lanes.md" in f["message"] for f in told if f["severity"] == "warning")


@pytest.mark.parametrize("name", ["../../out", r"..\..\out", "/abs/out", "a/../../b", "a/b", "..", "C:out"])
def test_no_name_leads_out_of_its_folder(goldset: Goldset, tmp_path: Path, name: str) -> None:
    root = tmp_path / "deep" / "set"
    write_tree(tmp_path, {"out": "secret", "deep/out.yaml": item("out")})
    escaped = json.dumps(name)
    write_tree(
        root,
        {
            "items/x.yaml": item("x").replace("id: x", f"id: {escaped}"),
            "items/y.yaml": item("y", slice_name=escaped),
            "items/z.yaml": answered(name),
        },
    )
    kb = write_tree(tmp_path / "kb", {"a.md": "# A\n\nThe pool is deep.\n"})
    before = files(tmp_path)
    codes = [
        goldset("snapshot", "create", name, "--corpus", kb, "-C", root).code,
        goldset("snapshot", "show", name, "-C", root).code,
        goldset("resolve", "--to", name, "-C", root).code,
        goldset("show", name, "-C", root).code,
        goldset("fmt", "-C", root).code,
        goldset(
            "new", "--slice", name, "--question", "Q?", "--answer", "A.", "--quote", "deep.", "-C", root
        ).code,
    ]
    assert all(codes)
    assert files(tmp_path) == before
    broken = {f["path"] for f in report(goldset, root)["findings"] if f["severity"] == "error"}
    assert {"items/x.yaml", "items/y.yaml"} <= broken
    assert "secret" not in goldset("resolve", "--to", "1", "-C", root).out


def answered(doc_id: str, text: str = "secret") -> str:
    """Return an item, in canonical form, with a span of a document."""
    name = doc_id if doc_id in {"/abs/out", "a/b", "C:out"} else json.dumps(doc_id)
    return (
        "id: z\nquestion: Q?\nslice: s\nanswerable: true\ngold_answer: A.\n"
        f'corpus_snapshot: "1"\ngold_spans:\n  - doc_id: {name}\n    text: {text}\n'
    )


def test_an_item_without_spans_is_told_and_is_no_orphan(goldset: Goldset, tmp_path: Path) -> None:
    kb = write_tree(tmp_path / "kb", {"a.md": "# A\n\nTwo.\n"})
    write_tree(tmp_path / "set", {"items/none.yaml": item("none"), "items/z.yaml": answered("a.md", "Two.")})
    assert goldset("snapshot", "create", "1", "--corpus", kb, "-C", tmp_path / "set").code == 0
    for form in ("text", "markdown"):
        done = goldset("resolve", "--to", "1", "-C", tmp_path / "set", "--format", form)
        assert done.out.startswith("1 span of 1 item, and 1 item without gold spans, in snapshot ")
        assert "none" not in done.out.partition("\n")[2]


def files(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_an_id_that_cannot_be_one_is_refused_even_where_nothing_is_new(
    goldset: Goldset, tmp_path: Path
) -> None:
    kb = write_tree(tmp_path / "kb", {"a.md": "# A\n\nThe pool is deep.\n"})
    write_tree(tmp_path / "set", {"items/a.yaml": item("a")})
    assert goldset("snapshot", "create", "1", "--corpus", kb, "-C", tmp_path / "set").code == 0
    assert goldset("snapshot", "create", "2", "--corpus", kb, "-C", tmp_path / "set").code == 0
    done = goldset("snapshot", "create", "../2", "--corpus", kb, "-C", tmp_path / "set")
    assert done.code == 3
    assert "cannot be the id of a snapshot" in done.err


# --- Checkouts that lack something


@pytest.fixture
def shallow(repository: Path, tmp_path: Path) -> Path:
    """Return what a workflow has of a pull request with depth one: a merge commit without its parents."""
    write_tree(repository, {"items/a.yaml": item("a")})
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "one")
    git(repository, "checkout", "-qb", "change")
    write_tree(repository, {"items/b.yaml": item("b")})
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "two")
    git(repository, "checkout", "-q", "main")
    git(repository, "commit", "-q", "--allow-empty", "-m", "three")
    git(repository, "merge", "-q", "--no-ff", "-m", "merge", "change")
    git(repository, "update-ref", "refs/pull/1/merge", "HEAD")
    git(repository, "reset", "-q", "--hard", "HEAD^1")
    folder = tmp_path / "ci"
    folder.mkdir()
    git(folder, "init", "-q", "--template=")
    git(folder, "remote", "add", "origin", f"file://{repository}")
    git(folder, "fetch", "-q", "--depth", "1", "origin", "refs/pull/1/merge")
    git(folder, "checkout", "-q", "FETCH_HEAD")
    return folder


@pytest.mark.parametrize("base", ["main", "origin/main", "HEAD^1", "HEAD~1"])
def test_a_shallow_clone_says_so_where_its_history_is_asked_for(
    goldset: Goldset, shallow: Path, base: str
) -> None:
    alone = goldset("validate", "-C", shallow)
    assert (alone.code, "not compared" in alone.err) == (0, True)
    done = goldset("validate", "--changed-since", base, "-C", shallow)
    assert done.code == 3
    assert done.out == ""
    assert "shallow" in done.err
    assert "fetch-depth: 0" in done.err


def test_a_base_fetched_without_history_is_no_base(goldset: Goldset, shallow: Path) -> None:
    git(shallow, "fetch", "-q", "--depth", "1", "origin", "main:refs/remotes/origin/main")
    done = goldset("validate", "--changed-since", "origin/main", "-C", shallow)
    assert done.code == 3
    assert "no common history" in done.err
    assert "shallow" in done.err
    git(shallow, "fetch", "-q", "--unshallow", "origin", "main", "refs/pull/1/merge")
    assert "1 item in 1 file" in goldset("validate", "--changed-since", "origin/main", "-C", shallow).out


@pytest.mark.usefixtures("shallow")
def test_branches_that_share_nothing_are_not_compared(goldset: Goldset, repository: Path) -> None:
    git(repository, "checkout", "-q", "--orphan", "alone")
    git(repository, "commit", "-qm", "alone")
    done = goldset("validate", "--changed-since", "main", "-C", repository)
    assert done.code == 3
    assert "no common history" in done.err
    assert "shallow" not in done.err


def test_a_reindex_without_its_base_says_that_the_clone_is_shallow(
    goldset: Goldset, shallow: Path, tmp_path: Path
) -> None:
    kb = write_tree(tmp_path / "kb", {"a.md": "# A\n\nThe pool is deep.\n"})
    done = goldset("reindex", "--base", "main", "--corpus", kb, "-C", shallow)
    assert done.code == 3
    assert "shallow" in done.err


def unfetched(corpus: Path) -> None:
    write_tree(corpus, {"pool.md": POINTER, "about.md": f"A pointer looks like this:\n\n{POINTER}"})


def emptied(corpus: Path) -> None:
    (corpus / "pool.md").unlink()


@pytest.mark.parametrize(
    ("damage", "says"), [(unfetched, ["Git LFS pointers", "pool.md"]), (emptied, ["the corpus is empty"])]
)
def test_a_corpus_that_is_not_there_orphans_nothing(
    repository: Path, tmp_path: Path, goldset: Goldset, damage: Callable[[Path], None], says: list[str]
) -> None:
    golden = GoldenSet(repository, tmp_path / "corpus", goldset)
    write_tree(golden.corpus, {"pool.md": "# Pool\n\nA day pass costs 9 euros for every guest.\n"})
    write_tree(golden.root, {"items/fees/tariff.yaml": HEAD + ENTRY + TAIL})
    golden.snapshot()
    golden.commit()
    damage(golden.corpus)
    before = golden.everything()
    for args in (["B"], ["B", "--accept-change"], ["B", "--dry-run"]):
        done = golden.reindex(*args, code=3)
        assert done.out == ""
        assert all(word in done.err for word in says)
        assert "about.md" not in done.err
    refused = goldset("resolve", "--to", "A", "--corpus", golden.corpus, "-C", golden.root)
    assert (refused.code, refused.out) == (3, "")
    assert golden.everything() == before
    assert golden.queues() == []
