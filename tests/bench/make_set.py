"""Make a golden set of N items that looks like a real one: `python tests/bench/make_set.py FOLDER N`.

Deterministic: the same N gives the same bytes. Four in five items are answerable, one to three spans with
context as `goldset fmt --locate` writes it; one in twenty has the comments and quotes of a person.
"""

import random
import sys
from pathlib import Path
from typing import Any

from goldset.domain.items import Item
from goldset.stores.canonical import item_text

SLICES = (
    "limits-and-deductibles",
    "exclusions",
    "procedures",
    "definitions",
    "identifiers",
    "coverage-decisions",
)
KINDS = ("lookup", "paraphrase", "term", "multi_hop", "synthesis", "freshness", "citation", "leading")
REASONS = ("not_in_corpus", "false_premise", "ambiguous", "insufficient_evidence", "out_of_coverage")
SUBJECTS = (
    "windstorm",
    "burst pipe",
    "hail",
    "theft",
    "vacant home",
    "sewer backup",
    "jewelry",
    "motorcycle",
    "glass",
)
VERBS = (
    "covers",
    "excludes",
    "limits",
    "defers",
    "settles",
    "repays",
    "inspects",
    "waives",
    "caps",
    "renews",
)
THINGS = (
    "the dwelling",
    "personal property",
    "a rental car",
    "loss of use",
    "medical payments",
    "the mortgagee's share",
)
TAILS = (
    "within 30 days",
    "up to $1,000 per claim",
    "unless the home is vacant",
    "at 2% of the insured value",
    "in writing",
)
PLACES = ("US-FL", "US-TX", "US", "UK", "UK-SCT")
PEOPLE = ("a.ng", "r.diaz", "m.okafor", "k.lindqvist")


def sentence(rng: random.Random) -> str:
    verb, thing, subject, tail = (rng.choice(words) for words in (VERBS, THINGS, SUBJECTS, TAILS))
    return f"The policy {verb} {thing} after {subject} {tail}."


def prose(rng: random.Random, sentences: int) -> str:
    return " ".join(sentence(rng) for _ in range(sentences))


def span(rng: random.Random, number: int) -> dict[str, Any]:
    text = prose(rng, rng.choice((1, 1, 1, 2)))
    if rng.random() < 0.1:
        text = "\n".join(["| cover | limit |", "|---|---|", f"| {rng.choice(SUBJECTS)} | $1,000 |"])
    start = rng.randrange(40_000)
    return {
        "id": f"s{number}",
        "doc_id": f"policies/us/{rng.choice(SUBJECTS).replace(' ', '-')}-{rng.randrange(400)}.md",
        "text": text,
        "start": start,
        "end": start + len(text),
        "prefix": f"{prose(rng, 2)} ",
        "suffix": f" {prose(rng, 2)}",
        "section": ("Policy", rng.choice(SUBJECTS).title(), rng.choice(("Limits", "Exclusions"))),
        "occurrences": 1,
    }


def item(rng: random.Random, number: int) -> Item:
    answerable = rng.random() < 0.8
    data: dict[str, Any] = {
        "id": f"{rng.choice(SUBJECTS).replace(' ', '-')}-{rng.choice(VERBS)}-{number:05d}",
        "question": f"In claim {number}, " + sentence(rng).replace("The policy", "is it true that my policy"),
        "slice": rng.choice(SLICES),
        "kind": rng.choice(KINDS) if answerable else "no_answer",
        "tags": tuple(rng.sample(SUBJECTS, 2)),
        "answerable": answerable,
        "jurisdiction": rng.choice(PLACES),
        "language": "en",
        "origin": {"kind": "production", "ref": f"TICKET-{rng.randrange(9999)}"},
        "labelled_by": rng.choice(PEOPLE),
        "labelled_at": "2026-10-02",
        "reviews": ({"by": rng.choice(PEOPLE), "at": "2026-10-03", "verdict": "agree"},),
        "tier": "regression",
        "split": "dev",
        "status": "active",
    }
    if answerable:
        spans = tuple(span(rng, n) for n in range(1, rng.choice((1, 1, 2, 3)) + 1))
        answer = " ".join(entry["text"] for entry in spans)
        data |= {
            "gold_answer": answer,
            "must_include": tuple(text for text in ("2%", "$1,000") if text in answer),
            "corpus_snapshot": "2026-10-01",
            "gold_spans": spans,
        }
    else:
        data["abstain_reason"] = rng.choice(REASONS)
    return Item.model_validate(data)


def by_hand(rng: random.Random, text: str) -> str:
    """Give a text the marks of a person: comments, single quotes, blank lines."""
    lines = text.splitlines()
    lines.insert(rng.choice([n for n, line in enumerate(lines) if line[0].isalpha()]), "")
    return (
        "\n".join(["# checked with the billing team", *lines]).replace(
            "tier: regression", "tier: 'regression'   # for now"
        )
        + "\n"
    )


def make_set(folder: Path, count: int) -> None:
    """Write a set of `count` items below a folder."""
    rng = random.Random(20261001)
    for number in range(count):
        made = item(rng, number)
        path = folder / "items" / made.slice / f"{made.id}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        text = item_text(made, 2)
        path.write_text(by_hand(rng, text) if rng.random() < 0.05 else text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    make_set(Path(sys.argv[1]), int(sys.argv[2]))
