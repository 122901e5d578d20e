"""A set over one page, and runs against it, for the tests of scoring."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Ran, write_tree
from tests.golden_set import Run

BOILER = "The boiler is serviced every twelve months."
FANS = "Fans run at half speed from ten at night until six in the morning."
NOISE = "Tenants who hear the pump through the wall should call the night desk."
FILTER = "Filters are replaced twice a year."
PAGE = (
    f"# Heat\n\n## Heating\n\n{BOILER} {FANS}\n\n{FILTER}\n\n## Noise\n\n{NOISE}\n\n"
    f"## Cooling\n\nIn the cooling plant there are more of them. {FILTER}\n"
)


class Office:
    """A set over one page, and runs against it."""

    def __init__(self, root: Path, goldset: Run) -> None:
        self.root, self.goldset = root / "set", goldset
        corpus = write_tree(root / "corpus", {"heat.md": PAGE})
        write_tree(self.root, {"goldset.yaml": "set: office\nscore: {k: [1, 3, 5]}\n"})
        self.corpus = corpus

    def item(self, name: str, *quotes: str, more: str = "", spans: Sequence[str] = ()) -> None:
        listed = [span(quote) for quote in quotes] + list(spans)
        write_tree(
            self.root,
            {
                f"items/heat/{name}.yaml": f"id: {name}\nquestion: What of {name}?\nslice: heat\n"
                f'answerable: true\ngold_answer: So it is.\ncorpus_snapshot: "A"\n{more}'
                f"gold_spans:\n{''.join(listed)}"
            },
        )

    def unanswerable(self, name: str) -> None:
        text = f"id: {name}\nquestion: What of {name}?\nslice: heat\nanswerable: false\nabstain_reason: not_in_corpus\n"
        write_tree(self.root, {f"items/heat/{name}.yaml": text})

    def snapshot(self, name: str = "A", created: str = "2026-10-01") -> None:
        made = self.goldset(
            "snapshot", "create", name, "--corpus", self.corpus, "-C", self.root, "--created", created
        )
        assert made.code == 0, made.err

    def keep(self) -> None:
        """Keep the text of the page, which now holds evidence."""
        made = self.goldset("fmt", "--locate", "--corpus", self.corpus, "-C", self.root)
        assert made.code == 0, made.err

    def run(self, *lines: dict[str, Any] | str, args: Sequence[str] = ()) -> Ran:
        texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
        path = self.root.parent / "run.jsonl"
        path.write_bytes("".join(f"{text}\n" for text in texts).encode("utf-8", "surrogatepass"))
        return self.goldset("score", path, "-C", self.root, *args)

    def score(self, *lines: dict[str, Any] | str, args: Sequence[str] = ()) -> dict[str, Any]:
        done = self.run(*lines, args=[*args, "--format", "json"])
        assert done.out, done.err
        found: dict[str, Any] = json.loads(done.out, parse_constant=pytest.fail)
        return found


def span(quote: str, page: str = PAGE) -> str:
    """Return a span's entry where a page holds its quote for the first time."""
    at = page.index(quote)
    return f"  - {{doc_id: heat.md, text: {quote}, start: {at}, end: {at + len(quote)}}}\n"


def chunk(quote: str, name: str | None = None, *, after: int = 0) -> dict[str, Any]:
    at = PAGE.index(quote, after)
    return {"chunk_id": name or quote[:6], "doc_id": "heat.md", "start": at, "end": at + len(quote)}


def ranked(item: str, *chunks: dict[str, Any]) -> dict[str, Any]:
    return {"item": item, "retrieved": list(chunks)}


def values(found: dict[str, Any], item: str) -> dict[str, Any]:
    row: dict[str, Any] = next(row for row in found["items"] if row["item"] == item)["values"]
    return row


def metric(found: dict[str, Any], key: str) -> dict[str, Any]:
    """Return what a report in JSON says of a metric over the whole set."""
    name, _, cut = key.partition("@")
    wanted = (name, int(cut) if cut else None, "all")
    row: dict[str, Any] = next(m for m in found["metrics"] if (m["metric"], m["k"], m["slice"]) == wanted)
    return row
