"""Load exported sets with LlamaIndex, and save them again as it documents. Needs llama-index-core alone.

python tests/loaders/load_llamaindex.py FOLDER
"""

import json
import sys
from pathlib import Path

from llama_index.core.evaluation import EmbeddingQAFinetuneDataset
from llama_index.core.llama_dataset import LabelledRagDataset


def load(target: Path) -> None:
    """Load one set in both forms, hold them against what was exported, and save them."""
    expected = json.loads((target / "expected.json").read_text(encoding="utf-8"))
    saved = target / "saved"
    saved.mkdir(exist_ok=True)
    labelled = LabelledRagDataset.from_json(str(target / "llamaindex.json"))
    found = [(one.query, one.reference_answer or None, one.reference_contexts) for one in labelled.examples]
    assert found == [(one["question"], one["gold_answer"], one["texts"]) for one in expected]
    labelled.save_json(str(saved / "llamaindex.json"))
    pairs = EmbeddingQAFinetuneDataset.from_json(str(target / "llamaindex-pairs.json"))
    assert pairs.queries == {one["id"]: one["question"] for one in expected}
    relevant = {ref: [pairs.corpus[name] for name in names] for ref, names in pairs.relevant_docs.items()}
    assert relevant == {one["id"]: one["texts"] for one in expected}
    pairs.save_json(str(saved / "llamaindex-pairs.json"))
    print(f"LlamaIndex loads {target.name}: {len(found)} examples, {len(pairs.queries)} pairs")


if __name__ == "__main__":
    for name in ("own", "awkward"):
        load(Path(sys.argv[1]) / name)
