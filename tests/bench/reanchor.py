"""Run goldset over a re-anchoring benchmark and write what it says as predictions.

    python tests/bench/reanchor.py PART_DIR --out PREDICTIONS.jsonl [--pair NAME]

PART_DIR holds `pairs.json`, `spans.jsonl` and `corpus/NAME.jsonl.gz`. Each pair becomes a golden-set
repository: snapshot A with the spans as items, then snapshot B, made and resolved by the command line. What
the right answers are is never read.
"""

import argparse
import gzip
import json
import shutil
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))  # a checkout needs no installation

from goldset.cli.main import main as goldset
from goldset.domain.items import Item
from goldset.resolution.describe import describe
from goldset.stores.canonical import item_text

Row = dict[str, Any]
_GONE = {"missing", "document_removed"}


def main(args: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Run goldset over a re-anchoring benchmark.")
    parser.add_argument("part", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--pair")
    parser.add_argument("--keep", type=Path, help="Keep the golden-set repositories in this folder.")
    given = parser.parse_args(args)
    by_pair: dict[str, list[Row]] = defaultdict(list)
    for row in _rows((given.part / "spans.jsonl").read_text("utf-8").splitlines()):
        by_pair[row["pair"]].append(row)
    pairs = [
        p
        for p in json.loads((given.part / "pairs.json").read_text("utf-8"))
        if given.pair in (None, p["pair"])
    ]
    if not pairs:
        parser.error(f"there is no pair {given.pair}")
    with given.out.open("w", encoding="utf-8") as out:
        for pair in pairs:
            started = time.perf_counter()
            predictions = _run_pair(given.part, pair, by_pair[pair["pair"]], given.keep)
            out.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in predictions)
            verdicts = dict(sorted(Counter(row["verdict"] for row in predictions).items()))
            took = time.perf_counter() - started
            print(f"{pair['pair']:<12} {len(predictions):>5} spans  {took:6.1f} s  {verdicts}")
    return 0


def _run_pair(part: Path, pair: Row, spans: list[Row], keep: Path | None) -> list[Row]:
    folder = Path(tempfile.mkdtemp(prefix="reanchor-")) if keep is None else keep / pair["pair"]
    folder.mkdir(parents=True, exist_ok=True)
    try:
        before = _corpus(part, pair["a"], folder)
        _corpus(part, pair["b"], folder)
        _write_set(folder / "set", spans, before)
        renames = folder / "renames.jsonl"
        lines = [json.dumps({"from": old, "to": new}) for old, new in sorted(pair["git_renames"].items())]
        renames.write_text("".join(f"{line}\n" for line in lines), "utf-8")
        _call("snapshot", "create", "a", "--corpus", folder / f"{pair['a']}.jsonl", "-C", folder / "set")
        new = folder / f"{pair['b']}.jsonl"
        if new.read_bytes() != (folder / f"{pair['a']}.jsonl").read_bytes():
            _call("snapshot", "create", "b", "--corpus", new, "-C", folder / "set")
        report = json.loads(
            _call(
                "resolve",
                "--to",
                "b",
                "--corpus",
                new,
                "--renames",
                renames,
                "--format",
                "json",
                "-C",
                folder / "set",
            )
        )
    finally:
        if keep is None:
            shutil.rmtree(folder)
    ids = {_item_id(number): span["id"] for number, span in enumerate(spans)}
    found = {ids[row["item"]]: _prediction(ids[row["item"]], row) for row in report["spans"]}
    lost = {span["id"] for span in spans} - found.keys()
    if lost or len(report["spans"]) != len(spans):
        sys.exit(f"{pair['pair']}: {len(spans)} spans went in and {len(report['spans'])} came out")
    return [found[span["id"]] for span in spans]


def _corpus(part: Path, name: str, folder: Path) -> dict[str, str]:
    """Unpack a snapshot of the benchmark as a JSON Lines corpus, and return its texts."""
    with gzip.open(part / "corpus" / f"{name}.jsonl.gz", "rt", encoding="utf-8") as packed:
        texts = {row["doc"]: row["text"] for row in _rows(packed)}
    lines = (json.dumps({"doc_id": doc, "text": text}, ensure_ascii=False) for doc, text in texts.items())
    (folder / f"{name}.jsonl").write_text("".join(f"{line}\n" for line in lines), "utf-8", newline="\n")
    return texts


def _write_set(folder: Path, spans: Iterable[Row], texts: Mapping[str, str]) -> None:
    (folder / "items" / "bench").mkdir(parents=True)
    (folder / "goldset.yaml").write_text("set: reanchor\n", "utf-8")
    for number, span in enumerate(spans):
        item = _item(_item_id(number), span, texts)
        (folder / "items" / "bench" / f"{item.id}.yaml").write_text(item_text(item), "utf-8", newline="\n")


def _item_id(number: int) -> str:
    return f"span-{number:05}"


def _item(item_id: str, span: Row, texts: Mapping[str, str]) -> Item:
    """Return a span as an item with what a labelling tool stores about it."""
    found = describe(texts[span["doc"]], span["start"], span["end"])
    others = [doc for doc, text in sorted(texts.items()) if doc != span["doc"] and span["quote"] in text]
    confirmed = {
        "id": "s1",
        "doc_id": span["doc"],
        "text": span["quote"],
        "start": span["start"],
        "end": span["end"],
        "prefix": found.prefix or None,
        "suffix": found.suffix or None,
        "section": found.section or None,
        "occurrences": found.occurrences,
        "also_in": others,
    }
    return Item.model_validate(
        {
            "id": item_id,
            "question": "Which passage is meant?",
            "slice": "bench",
            "answerable": True,
            "gold_answer": "the passage",
            "corpus_snapshot": "a",
            "gold_spans": [confirmed],
        }
    )


def _call(*args: str | Path) -> str:
    """Run a command line in this process and return what it prints."""
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = goldset([str(arg) for arg in args])
    if code not in (0, 1):
        sys.exit(f"goldset {' '.join(map(str, args))} left with {code}:\n{err.getvalue()}")
    return out.getvalue()


def _prediction(span_id: str, row: Row) -> Row:
    candidates = [{"doc": c["doc_id"], "start": c["start"], "end": c["end"]} for c in row["candidates"]]
    if row["accepted"]:
        place = {"doc": row["to"]["doc_id"], "start": row["to"]["start"], "end": row["to"]["end"]}
        return {"id": span_id, "verdict": "accept", **place, "candidates": candidates}
    gone = row["outcome"] in _GONE and not candidates
    return {
        "id": span_id,
        "verdict": "gone" if gone else "queue",
        "candidates": candidates,
        "outcome": row["outcome"],
    }


def _rows(lines: Iterable[str]) -> list[Row]:
    return [json.loads(line) for line in lines if line.strip()]


if __name__ == "__main__":
    sys.exit(main())
