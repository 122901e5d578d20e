"""Load exported goldens with DeepEval, and save them again in each of its forms. Needs deepeval alone.

python tests/loaders/load_deepeval.py FOLDER
"""

import json
import sys
from pathlib import Path

from deepeval.dataset import EvaluationDataset


def load(target: Path) -> None:
    """Load the goldens of one set, hold them against what was exported, and save them."""
    expected = json.loads((target / "expected.json").read_text(encoding="utf-8"))
    dataset = EvaluationDataset()
    dataset.add_goldens_from_json_file(str(target / "deepeval.json"))
    found = [(one.name, one.input, one.expected_output, one.context or []) for one in dataset.goldens]
    assert found == [(one["id"], one["question"], one["gold_answer"], one["texts"]) for one in expected]
    assert not any(one.actual_output or one.retrieval_context for one in dataset.goldens)
    for form in ("json", "csv", "jsonl"):
        dataset.save_as(file_type=form, directory=str(target / "saved"), file_name="deepeval")
    print(f"DeepEval loads {target.name}: {len(found)} goldens")


if __name__ == "__main__":
    for name in ("own", "awkward"):
        load(Path(sys.argv[1]) / name)
