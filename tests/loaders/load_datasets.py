"""Load exported sets with Hugging Face datasets, and save them again. Needs datasets alone, and no network.

python tests/loaders/load_datasets.py FOLDER
"""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from datasets import load_dataset

_VALUES = ("id", "question", "gold_answer", "answerable")


def load(target: Path) -> None:
    """Load one set in each form, hold it against what was exported, and save it."""
    expected = json.loads((target / "expected.json").read_text(encoding="utf-8"))
    splits = load_dataset(str(target / "hf"))
    _same(target, "hf", [record for split in splits.values() for record in split], expected)
    assert set(splits) <= {"test", "validation"}
    saved = target / "saved"
    saved.mkdir(exist_ok=True)
    loaded = load_dataset("parquet", data_files=str(target / "parquet.parquet"), split="train")
    _same(target, "parquet", list(loaded), expected)
    loaded.to_parquet(str(saved / "parquet.parquet"))
    # Not saved again: of texts that look like dates its reader of JSON makes times, and writes them as numbers.
    lines = load_dataset("json", data_files=str(target / "jsonl.jsonl"), split="train")
    _same(target, "jsonl", list(lines), expected)
    nested = load_dataset("json", data_files=str(target / "squad.json"), field="data", split="train")
    asked = [asked for article in nested for paragraph in article["paragraphs"] for asked in paragraph["qas"]]
    assert [one["question"] for one in asked] == [one["question"] for one in expected]
    queries = load_dataset("json", data_files=str(target / "beir" / "queries.jsonl"), split="train")
    assert [one["_id"] for one in queries] == [one["id"] for one in expected]
    print(f"datasets loads {target.name}: {len(expected)} rows as hf, parquet, jsonl, squad, beir")


def _same(target: Path, form: str, found: list[Mapping[str, Any]], expected: list[dict[str, Any]]) -> None:
    by_id = {record["id"]: record for record in found}
    assert len(by_id) == len(found) == len(expected), f"{target.name} {form}"
    for one in expected:
        record = by_id[one["id"]]
        assert {name: record[name] for name in _VALUES} == {name: one[name] for name in _VALUES}, (
            f"{form} {one['id']}"
        )


if __name__ == "__main__":
    for name in ("own", "awkward"):
        load(Path(sys.argv[1]) / name)
