"""Load exported test sets with ragas, and save them again as it documents. Needs ragas alone.

python tests/loaders/load_ragas.py FOLDER
"""

import json
import sys
from pathlib import Path

from ragas import EvaluationDataset


def load(target: Path) -> None:
    """Load one set, hold it against what was exported, and save it."""
    expected = json.loads((target / "expected.json").read_text(encoding="utf-8"))
    dataset = EvaluationDataset.from_jsonl(target / "ragas.jsonl")
    found = [(one.user_input, one.reference, one.reference_contexts or []) for one in dataset.samples]
    assert found == [(one["question"], one["gold_answer"], one["texts"]) for one in expected]
    assert not any(one.response or one.retrieved_contexts for one in dataset.samples)
    saved = target / "saved"
    saved.mkdir(exist_ok=True)
    dataset.to_jsonl(saved / "ragas.jsonl")
    dataset.to_pandas().to_csv(saved / "ragas.csv", index=False)
    print(f"ragas loads {target.name}: {len(found)} samples")


if __name__ == "__main__":
    for name in ("own", "awkward"):
        load(Path(sys.argv[1]) / name)
