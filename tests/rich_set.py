"""A small set whose items together set every field that items have, over two pages: what formats have to carry."""

import json
from pathlib import Path

from tests.conftest import write_tree
from tests.golden_set import Run

RATE = "A deductible of 2% of the insured value applies — per claim, not per year."
MINIMUM = 'It is never "less" than $1,000;\tunless the claim is for glass.'
LIST = "- Hail is covered.\n- Flood is not covered, whatever caused it."
NEAR = "Before 2024 the deductible was 3% of the insured value."
EDGE = "=SUM(A1) is what the old sheet said, and it was wrong by $12."
MARINE = "Boats up to 6 m are covered ashore from 1 October to 31 March."
PAGES = {
    "policies/harbour+plus.md": (
        f"# Harbour Plus\n\n## Deductibles\n\n{RATE} {MINIMUM}\n\n## Perils\n\n{LIST}\n\n## History\n\n{NEAR}\n"
    ),
    "policies/sea-ü.md": f"# Sea\n\n## Sums\n\n{EDGE}\n\n## Boats\n\n{MARINE} {MINIMUM}\n",
}
_PLACE = {text: (page, body.index(text)) for page, body in PAGES.items() for text in
          (RATE, LIST, NEAR, EDGE, MARINE) if text in body}  # fmt: skip


def span(text: str, page: str = "", **more: object) -> dict[str, object]:
    """Return an entry of `gold_spans` or `near_spans`."""
    page = page or _PLACE[text][0]
    at = PAGES[page].index(text)
    return {"doc_id": page, "text": text, "start": at, "end": at + len(text), **more}


def items() -> dict[str, dict[str, object]]:
    """Return the items by id."""
    rich = {
        "question": "What is the deductible, and is there a minimum?",
        "kind": "multi_hop",
        "variant_of": "plain",
        "tags": ["wind, storm", "coast"],
        "answerable": True,
        "gold_answer": "2% of the insured value, at least $1,000;\nper claim.",
        "must_include": ["2%", "$1,000"],
        "must_not_include": ["3%"],
        "derived_figures": ["none, but said"],
        "corpus_snapshot": "A",
        "gold_spans": [
            span(RATE, id="rate", grade=3, group=["rate", "both"]),
            span(MINIMUM, "policies/harbour+plus.md", id="minimum", grade=2, group="both"),
        ],
        "near_spans": [span(NEAR)],
        "jurisdiction": "US-FL",
        "language": "en",
        "as_of": "2026-09-01",
        "origin": {"kind": "production", "ref": "TICKET-1841"},
        "labelled_by": "a.ng",
        "labelled_at": "2026-10-02T09:30:00+02:00",
        "reviews": [{"by": "r.diaz", "at": "2026-10-03", "verdict": "agree"}],
        "tier": "regression",
        "split": "dev",
        "waivers": [{"code": "GS158", "reason": "known"}],
    }
    return {
        "rich": rich,
        "plain": _simple("Is hail covered?", "Yes.", LIST),
        "formula": _simple("=1+1 is what?\u2028Say.", "@A1: wrong by $12.", EDGE),
        "pinned": {**_simple("How long a boat?", "6 m.", MARINE), "pinned": True, "tier": "smoke"},
        "coarse": {
            **_simple("When are boats covered ashore?", "From October to March.", MARINE),
            "gold_spans": [span(MARINE, coarse="chunk")],
            "split": "test",
        },
        "none": {
            "question": "Is theft covered?",
            "answerable": False,
            "abstain_reason": "not_in_corpus",
            "kind": "no_answer",
            "near_spans": [span(LIST)],
            "corpus_snapshot": "A",
        },
        "old": {
            **_simple("What was it?", "It was 3%.", NEAR),
            "status": "retired",
            "retired": {"reason": "nobody asks", "at": "2026-10-04", "by": "a.ng", "replaced_by": "rich"},
        },
        "waits": {
            "question": "Is quake covered?",
            "answerable": True,
            "gold_answer": "Only by the rider.",
            "corpus_snapshot": "A",
            "status": "draft",
            "draft_reasons": ["its quote is not found"],
            "unplaced": [{"reason": "its quote is not found", "text": "Quake needs the rider.", "doc_id": "x.md"}],
        },
    }  # fmt: skip


def _simple(question: str, answer: str, text: str) -> dict[str, object]:
    return {
        "question": question,
        "answerable": True,
        "gold_answer": answer,
        "corpus_snapshot": "A",
        "gold_spans": [span(text)],
    }


def make(root: Path, goldset: Run) -> Path:
    """Write the set with its snapshot, and return its folder."""
    folder, corpus = root / "rich", root / "pages"
    write_tree(corpus, dict(PAGES))
    write_tree(folder, {"goldset.yaml": "set: rich\npeople: {a.ng: '@ang', r.diaz: '@diaz'}\n"})
    done = goldset("snapshot", "create", "A", "--corpus", corpus, "-C", folder, "--created", "2026-10-01")
    assert done.code == 0, done.err
    for name, fields in items().items():
        whole = {"id": name, "slice": "covers", **fields}
        lines = "".join(f"{key}: {json.dumps(value)}\n" for key, value in whole.items())
        write_tree(folder, {f"items/covers/{name}.yaml": lines})
    done = goldset("fmt", "--locate", "--corpus", corpus, "-C", folder)
    assert done.code == 0, done.err
    return folder
