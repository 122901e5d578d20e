"""Load exported BEIR folders with BEIR's own loader. Needs beir, of whose packages the loader uses tqdm alone.

python tests/loaders/load_beir.py FOLDER
"""

import json
import sys
from pathlib import Path

from beir.datasets.data_loader import GenericDataLoader


def load(target: Path) -> None:
    """Load each split of one set, and hold it against what was exported."""
    expected = json.loads((target / "expected.json").read_text(encoding="utf-8"))
    seen = 0
    for split in sorted(path.stem for path in (target / "beir" / "qrels").glob("*.tsv")):
        corpus, queries, qrels = GenericDataLoader(str(target / "beir")).load(split=split)
        judged = {one["id"]: one for one in expected if one["split"] == split and one["documents"]}
        assert queries == {name: one["question"] for name, one in judged.items()}
        assert qrels == {name: one["documents"] for name, one in judged.items()}
        assert all(doc in corpus for documents in qrels.values() for doc in documents)
        seen += len(queries)
    assert seen == sum(bool(one["documents"]) for one in expected)
    print(f"BEIR loads {target.name}: {seen} judged questions of {len(expected)}")


if __name__ == "__main__":
    for name in ("own", "awkward"):
        load(Path(sys.argv[1]) / name)
