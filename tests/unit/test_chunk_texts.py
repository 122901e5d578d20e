import hashlib
import json
from pathlib import Path

import pytest

from goldset.errors import GoldsetError
from goldset.stores.chunk_texts import ChunkText, read_chunk_texts

WORDS = ChunkText("Ferries rest.")
LINES = '{"chunk_id": "c1", "text": "Ferries rest."}\n{"chunk_id": "c2", "doc_id": "a.md", "start": 0, "end": 7}\n'


def write(folder: Path, content: str | bytes) -> Path:
    path = folder / "chunks"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


@pytest.mark.parametrize(
    "content",
    [
        '{"c1": "Ferries rest."}',
        '{"c1": {"text": "Ferries rest."}}',
        '{"chunk_id": "c1", "text": "Ferries rest."}',
        '\ufeff{"chunk_id": "c1", "text": "Ferries rest."}\r\n',
        '[{"id": "c1", "page_content": "Ferries rest."}]',
        '\n{"_id": "c1", "content": "Ferries rest.", "score": 1}\n\n',
    ],
)
def test_the_usual_forms_are_one(tmp_path: Path, content: str) -> None:
    read = read_chunk_texts(write(tmp_path, content), "chunks")
    assert dict(read.texts) == {"c1": WORDS}
    assert read.sha256 == hashlib.sha256(content.encode()).hexdigest()


def test_a_chunk_may_have_a_place_and_no_text(tmp_path: Path) -> None:
    read = read_chunk_texts(write(tmp_path, LINES), "chunks")
    assert read.texts["c2"] == ChunkText(None, "a.md", 0, 7)


def test_parquet_is_known_by_its_first_bytes(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow.parquet import write_table

    table = pyarrow.table({"chunk_id": ["c1"], "text": ["Ferries rest."], "vector": [[0.5]]})
    write_table(table, tmp_path / "chunks")
    assert dict(read_chunk_texts(tmp_path / "chunks", "chunks").texts) == {"c1": WORDS}


def test_numbers_are_ids_as_text(tmp_path: Path) -> None:
    assert list(read_chunk_texts(write(tmp_path, '{"id": 7, "text": "x"}'), "chunks").texts) == ["7"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "chunks holds no chunk"),
        ("{}", "chunks holds no chunk"),
        ('{"c1": "a"', "chunks:1: the line is not JSON"),
        (LINES + "nonsense\n", "chunks:3: the line is not JSON"),
        ('[{"text": "a"}]', "chunks:1: `chunk_id` is missing"),
        ('[{"id": "c1"}]', "chunks:1: chunk c1 has neither a text nor a place"),
        ('[{"id": "c1", "text": 5}]', "chunks:1: the text of chunk c1 is no text"),
        ('["c1"]', "chunks:1: a chunk is an object"),
        (LINES + '{"chunk_id": "c1", "text": "Gulls rest."}\n', "chunks:3: chunk c1 is another one already"),
        (b"\xff\xfe", "chunks is not UTF-8 at byte 0"),
        (b"PAR1 and no more", "chunks is not Parquet that can be read"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(tmp_path: Path, content: str | bytes, said: str) -> None:
    with pytest.raises(GoldsetError) as raised:
        read_chunk_texts(write(tmp_path, content), "chunks")
    assert raised.value.message.startswith(said)
    assert raised.value.hint


def test_a_repeated_chunk_is_one(tmp_path: Path) -> None:
    line = json.dumps({"chunk_id": "c1", "text": "Ferries rest."}) + "\n"
    assert len(read_chunk_texts(write(tmp_path, line * 2), "chunks").texts) == 1


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(GoldsetError, match="none cannot be read"):
        read_chunk_texts(tmp_path / "none.jsonl", "none")
