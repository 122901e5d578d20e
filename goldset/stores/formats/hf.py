"""Datasets of Hugging Face: a folder of Parquet (or other) files, one or several a split."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePosixPath

from goldset.domain.set_rows import BadRow, ReadSet, SetRow
from goldset.errors import GoldsetError
from goldset.stores.formats.columns import typed, typed_columns
from goldset.stores.formats.form import Files, Form
from goldset.stores.formats.guess import guess_for
from goldset.stores.formats.item_fields import ALL
from goldset.stores.formats.mapped_rows import apply
from goldset.stores.formats.parquet_table import parquet_of
from goldset.stores.formats.reading import Row, Table
from goldset.stores.formats.records import table_of
from goldset.stores.formats.source import Source, sha256_of

NAME = "hf"
_ENDINGS = (".parquet", ".jsonl", ".csv", ".json")
_ABOUT = frozenset({"dataset_infos.json", "dataset_info.json", "dataset_dict.json", "state.json"})
_SPLITS = {
    "test": "test", "testing": "test", "eval": "test", "evaluation": "test",
    "dev": "dev", "validation": "dev", "valid": "dev", "val": "dev", "train": "dev", "training": "dev",
}  # fmt: skip
_WORD = re.compile(r"[a-z]+")
# The split that loaders know and that is used to evaluate: rows without a split of their own stand in it too.
_PLAIN, _DEV = "test", "validation"


def shows(source: Source) -> bool:
    """Return whether a folder holds Parquet files."""
    return source.is_folder and any(name.endswith(".parquet") for name in source.files())


def read(source: Source) -> ReadSet:
    """Read every file of a dataset; where it has several splits and no column of them, they become the items' own.

    Raises:
        GoldsetError: It holds no file that can be read, or no column of questions.
    """
    names = _data_files(source)
    data = {name: source.read(name) for name in names}
    tables = {name: table_of(f"{source.name}/{name}", data[name], lambda: None) for name in names}
    splits = {name: _split_of(name) for name in names}
    said = len(set(splits.values())) > 1 and not any("split" in table.columns for table in tables.values())
    rows: list[Row] = []
    bad: list[BadRow] = []
    columns: dict[str, None] = {}
    for name, table in tables.items():
        split = {"split": splits[name]} if said and splits[name] else {}
        columns.update(dict.fromkeys([*table.columns, *split]))
        rows += [
            Row(len(rows) + n, {**row.values, **split}, f"{name} row {row.number}")
            for n, row in enumerate(table.rows, 1)
        ]
        bad += [replace(one, file=name) for one in table.bad]
    notices = tuple(notice for table in tables.values() for notice in table.notices)
    if not said and len(set(splits.values())) == 1 and any(splits.values()):
        notices = (*notices, f"all of it is one split ({splits[names[0]]}), which says nothing of its items")
    whole = Table(source.name, sha256_of(data), NAME, tuple(columns), tuple(rows), tuple(bad), notices)
    return apply(guess_for(whole), whole)


def _data_files(source: Source) -> list[str]:
    if not source.is_folder:
        raise GoldsetError(f"{source.name} is no folder", "name its own form, such as `--from parquet`")
    files = [
        name for name in source.files() if PurePosixPath(name).name not in _ABOUT and not _is_hidden(name)
    ]
    for ending in _ENDINGS:
        found = [name for name in files if name.endswith(ending)]
        if found:
            return found
    arrow = any(name.endswith(".arrow") for name in files)
    hint = "write it by `to_parquet`, not by `save_to_disk`" if arrow else "it has files that end in .parquet"
    raise GoldsetError(f"{source.name} holds no file of a dataset", hint)


def _is_hidden(name: str) -> bool:
    return any(part.startswith(".") for part in PurePosixPath(name).parts)


def _split_of(name: str) -> str | None:
    words = [word for part in PurePosixPath(name).parts for word in _WORD.findall(part.lower())]
    return next((_SPLITS[word] for word in reversed(words) if word in _SPLITS), None)


def write(rows: Sequence[SetRow]) -> Files:
    """Write a Parquet file a split, all with the same columns; rows without one are in the file of `test`.

    Raises:
        GoldsetError: pyarrow is missing.
    """
    columns = typed_columns(rows)
    by_split: dict[str, list[SetRow]] = {}
    for row in rows:
        by_split.setdefault(_DEV if row.details.get("split") == "dev" else _PLAIN, []).append(row)
    if len(by_split) > 1 or _DEV in by_split:
        columns.setdefault("split", "text")
    return {
        f"data/{split}-00000-of-00001.parquet": parquet_of(columns, [typed(row) for row in those])
        for split, those in sorted(by_split.items())
    }


FORM = Form(
    name=NAME,
    about="datasets of Hugging Face: a folder of Parquet files by split",
    suffix="",
    carries=ALL,
    shows=shows,
    read=read,
    write=write,
)
