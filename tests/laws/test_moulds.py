"""Files that are read by a mould say what a YAML reader reads in them, whatever they hold."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldset.domain.items import Item
from goldset.stores import item_files, moulds
from goldset.stores.canonical import item_text
from goldset.stores.item_files import read_item, read_item_paths
from goldset.stores.moulds import Moulds, mould_of
from goldset.stores.trees import FilesTree
from goldset.stores.yaml_scalars import scalar
from tests.laws.test_skeletons import ANY, items

PATH = "items/fees/x.yaml"
GRAFTS = st.sampled_from(
    [
        "\n",
        " ",
        ": ",
        " #",
        '"',
        "\\",
        "|-",
        "|",
        "- ",
        "a",
        "no",
        "1e3",
        "\u2028",
        "\x85",
        "\t",
        "[",
        "]",
        ", ",
        "'",
        "\xa0",
    ]
)


def alike(*texts: str) -> None:
    """Read texts with what was learned of those before each, as every file is read alone."""
    known = Moulds()
    for text in texts:
        found = item_files._read_like(PATH, text.encode(), known)
        assert found == read_item(PATH, text.encode()), text


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moulds, "_OFTEN", 1)


KNOWN = Item.model_validate(
    {
        "id": "x",
        "question": "What?",
        "slice": "fees",
        "tags": ["one", "t 2"],
        "answerable": True,
        "gold_answer": "Words",
        "must_include": ["Words " * 9, "more " * 12],
        "corpus_snapshot": "A",
        "gold_spans": [
            {
                "id": "s1",
                "doc_id": "a.md",
                "text": "Words here.\nAnd there.",
                "start": 4,
                "end": 26,
                "prefix": " so ",
                "section": ["Top", "1"],
            }
        ],
        "pinned": False,
        "labelled_at": "2026-10-01",
        "reviews": [{"by": "r.diaz", "at": "2026-10-03", "verdict": "agree"}],
        "origin": {"kind": "imported", "ref": "12"},
        "status": "active",
    }
)
TEXT = item_text(KNOWN, 2)


def test_the_known_item_has_a_mould() -> None:
    mould = mould_of(TEXT, KNOWN)
    assert mould is not None
    assert mould.data(TEXT) is not None


@given(st.lists(items(), min_size=2, max_size=5))
@settings(max_examples=60, deadline=None)
def test_items_are_read_as_a_yaml_reader_reads_them(several: list[Item]) -> None:
    alike(*(item_text(item, 2) for item in several))


@given(st.integers(0, len(TEXT)), st.integers(0, 3), GRAFTS)
@settings(max_examples=400, deadline=None)
def test_what_people_change_in_a_file_is_read_as_a_yaml_reader_reads_it(
    at: int, skip: int, graft: str
) -> None:
    alike(TEXT, TEXT[:at] + graft + TEXT[at + skip :])


PLACES = (
    "question: What?",
    "doc_id: a.md",
    "gold_answer: Words",
    "tags: [one, t 2]",
    "labelled_at: 2026-10-01",
    'ref: "12"',
    "by: r.diaz",
    "start: 4",
    "pinned: false",
    "status: active",
)


@given(
    st.sampled_from(PLACES), ANY, st.sampled_from(["plain", "quoted", "in brackets", "block", "written"]), ANY
)
@settings(max_examples=500, deadline=None)
def test_another_scalar_of_any_sort_is_read_as_a_yaml_reader_reads_it(
    place: str, one: str, how: str, two: str
) -> None:
    key = place.partition(" ")[0]
    value = {
        "plain": one,
        "quoted": f'"{one}"',
        "in brackets": f"[{one}, {two}]",
        "block": f"|-\n      {one}\n      {two}",
        "written": scalar(one)[1],
    }[how]
    assert place in TEXT
    alike(TEXT, TEXT.replace(place, f"{key} {value}"))


@given(ANY, ANY, ANY)
@settings(max_examples=200, deadline=None)
def test_what_an_import_writes_is_read_as_a_yaml_reader_reads_it(one: str, two: str, three: str) -> None:
    (span,) = KNOWN.gold_spans
    told = span.model_copy(update={"text": three, "start": 0, "end": len(three)})
    said = {"question": one, "gold_answer": two, "gold_spans": (told,)}
    alike(TEXT, item_text(KNOWN.model_copy(update=said), 2))


def a_set(count: int) -> dict[str, bytes]:
    texts = {
        f"items/a/n{n}.yaml": item_text(
            Item(id=f"n{n}", question=f"What is {n}?", slice="a", answerable=False, tags=("x", f"t {n}")), 2
        )
        for n in range(count)
    }
    return {path: text.encode() for path, text in texts.items()}


def test_of_many_files_of_one_make_few_need_a_yaml_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moulds, "_OFTEN", 8)
    files = a_set(40)
    files["items/a/n7.yaml"] = files["items/a/n7.yaml"].replace(b"id: n7", b"id: n7  # mine")
    files["items/a/n9.yaml"] += b"tier: no\n"
    full: list[str] = []

    def counted(path: str, data: bytes) -> item_files.ItemFile:
        full.append(path)
        return read_item(path, data)

    monkeypatch.setattr(item_files, "read_item", counted)
    found = read_item_paths(FilesTree(files), sorted(files))
    assert found.files == tuple(read_item(path, files[path]) for path in sorted(files))
    assert [file.path for file in found.unreadable] == ["items/a/n9.yaml"]
    assert len(full) == 10  # eight that tell of the make, and the two that people changed


def test_a_file_that_is_not_as_goldset_writes_it_makes_no_mould() -> None:
    (path, data), *_ = a_set(1).items()
    item = read_item(path, data).item
    assert item is not None
    assert mould_of(data.decode(), item) is not None
    assert mould_of(data.decode().replace("id: n0", "id: n0  # mine"), item) is None
    assert mould_of(data.decode().replace("id: n0", "id: 'n0'"), item) is None


def test_an_item_that_is_no_sound_one_is_found_by_its_mould_too() -> None:
    files = {
        **a_set(3),
        "items/b/n2.yaml": a_set(3)["items/a/n2.yaml"],
        "items/a/other.yaml": a_set(1)["items/a/n0.yaml"],
    }
    found = read_item_paths(FilesTree(files), sorted(files))
    assert found.files == tuple(read_item(path, files[path]) for path in sorted(files))
