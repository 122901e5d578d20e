import hashlib
from datetime import date
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from goldset.domain.settings import CorpusSettings, Settings, SourceSettings
from goldset.errors import CorpusError
from goldset.stores.corpus import open_corpus
from goldset.stores.corpus_table import ParquetSource


def write(path: Path, **columns: list[Any]) -> Path:
    """Write a Parquet file of several row groups."""
    pq.write_table(pa.table(columns), path, row_group_size=2)
    return path


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def test_rows_are_documents_with_their_text_as_given(tmp_path: Path) -> None:
    write(
        tmp_path / "kb.parquet",
        doc_id=["b", "a", "c"],
        text=["One.\r\n", "Two \u2028.", ""],
        effective_from=[date(2026, 1, 2), None, None],
        language=["en", "", None],
        unused=[1.5, 2.5, 3.5],
    )
    with open_corpus("kb.parquet", Settings(), tmp_path, tmp_path) as corpus:
        assert {name: corpus.text(name) for name in corpus.documents} == {
            "a": "Two \u2028.",
            "b": "One.\r\n",
            "c": "",
        }
        assert corpus.documents["b"].metadata == {"effective_from": "2026-01-02", "language": "en"}
        assert corpus.documents["b"].text_sha256 == sha("One.\r\n")
        assert corpus.documents["a"].metadata == {}


def test_stated_hashes_spare_reading_the_texts_and_are_checked_when_one_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(
        tmp_path / "kb.parquet",
        doc_id=["a", "b"],
        text=["One.", "Two."],
        text_sha256=[sha("One."), sha("Other.")],
        chars=[4, 4],
    )
    read: list[list[str]] = []
    real = pq.ParquetFile.iter_batches

    def spied(self: Any, *args: Any, columns: list[str], **kwargs: Any) -> Any:
        read.append(columns)
        return real(self, *args, columns=columns, **kwargs)

    monkeypatch.setattr(pq.ParquetFile, "iter_batches", spied)
    with open_corpus("kb.parquet", Settings(), tmp_path, tmp_path) as corpus:
        assert read == [["chars", "doc_id", "text_sha256"]]
        assert corpus.text("a") == "One."
        with pytest.raises(CorpusError, match="the text of b is not the one whose hash"):
            corpus.text("b")


def test_a_missing_column_and_bad_rows_are_named(tmp_path: Path) -> None:
    write(tmp_path / "no.parquet", id=["a"], text=["x"])
    with (
        pytest.raises(CorpusError, match="no column `doc_id`, only id, text"),
        opened(tmp_path, "no.parquet"),
    ):
        pass
    rules = {"path": "x", "doc_id": "id", "metadata": {"jurisdiction": "place"}}
    with pytest.raises(CorpusError, match="no column `place`"), opened(tmp_path, "no.parquet", **rules):
        pass
    write(tmp_path / "bad.parquet", doc_id=["a", "b", None], text=["x", None, "y"])
    both = r"2 rows .*row 1 of group 0 \(`text` is missing\), .*row 0 of group 1"
    with pytest.raises(CorpusError, match=both), opened(tmp_path, "bad.parquet"):
        pass


def opened(where: Path, spec: str, **rules: Any) -> Any:
    sources = (SourceSettings(**rules),) if rules else ()
    return open_corpus(spec, Settings(corpus=CorpusSettings(sources=sources)), where, where)


def test_damaged_stated_hashes_are_named(tmp_path: Path) -> None:
    columns: dict[str, list[Any]] = {"doc_id": ["a", "b"], "text": ["x", "y"], "chars": [1, None]}
    write(tmp_path / "kb.parquet", **columns, text_sha256=["nope", sha("y")])
    with pytest.raises(CorpusError, match="2 rows that hold no document"), opened(tmp_path, "kb.parquet"):
        pass


def test_a_row_group_is_read_once_for_all_its_documents(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "kb.parquet", doc_id=["a", "b", "c"], text=["1", "2", "3"])
    opens: list[int] = []
    real = ParquetSource._parquet

    def spied(self: ParquetSource, file: Any) -> Any:
        opens.append(1)
        return real(self, file)

    monkeypatch.setattr(ParquetSource, "_parquet", spied)
    with opened(tmp_path, "kb.parquet") as corpus:
        opens.clear()
        assert [corpus.text(name) for name in "abc"] == ["1", "2", "3"]
        assert len(opens) == 2


def test_without_pyarrow_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "kb.parquet", doc_id=["a"], text=["1"])
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(CorpusError, match="needs pyarrow") as stopped, opened(tmp_path, "kb.parquet"):
        pass
    assert "git-goldset[parquet]" in stopped.value.hint
