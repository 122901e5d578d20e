"""Make a golden set of N items over kept documents: `python -m tests.bench.kept_set FOLDER N`.

Deterministic. The questions are of people: each about a thing, a cause and a place of its own, in one of several
manners; one in fifty asks what an earlier item asks, in nearly its words. Every gold span stands in a document whose
text is kept, and every check of `goldset validate` has something to do.
"""

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from goldset.domain.items import Item
from goldset.stores.canonical import item_text
from tests.bench.make_set import KINDS, PEOPLE, REASONS, SLICES, by_hand
from tests.snapshot_builder import add_snapshot

SNAPSHOT = "2026-10-01"
SENTENCES = 60  # of a document, some 6,000 characters
MANNERS = (
    "My {thing} was ruined by {cause} in {place} and the {person} says nobody pays for it. Is that so?",
    "We came back to {place} to find the {thing} gone after {cause}. What do we get for it, and from whom?",
    "what happens to the {thing} if {cause} hits while the {person} has the keys in {place}",
    "Does {cause} count when it only reached the {thing} of the {person}, not ours in {place}?",
    "How long have I got to send in the bill for the {thing} that {cause} spoilt in {place}, {amount} so far?",
    "The {person} in {place} wants {amount} up front for drying the {thing} after {cause}. Do you pay that?",
    "Is there a limit for a {thing} lost to {cause} on the way to {place} with the {person}?",
    "I told the {person} about the {thing} and {cause} {days} days late. Does that cost me anything in {place}?",
)
REWORDED = (
    (" was ", " is "), ("My ", "Our "), ("Is that so?", "Is that so, please?"), ("what happens", "hello, what happens"),
    ("Does ", "Did "), ("How long have I got", "How long do I have"), ("Do you pay", "Would you pay"),
    ("Is there a limit", "Is there any limit"), ("I told", "I have told"),
)  # fmt: skip
PLACES = ("US-FL", "US-TX", "US-OR", "US-ME")
_HEADS = "bal cor dun fen gil har ist jor kel lan mor nor ost per quin ros sal tur ul ven wes yor zel"
_TAILS = (
    "aby amere ander ately ection enham erton icate ifold iment ingway ister ombe ondel onate ould ument ward"
)
NAMES = tuple(head + tail for head in _HEADS.split() for tail in _TAILS.split())


def make_kept_set(folder: Path, count: int) -> None:
    """Write a set of `count` items, with its snapshot and settings, below a folder."""
    rng = random.Random(20261001)
    documents = {
        f"policies/us/{NAMES[n % len(NAMES)]}-{n:04}.md": document(rng, n) for n in range(max(count // 10, 4))
    }
    add_snapshot(folder, SNAPSHOT, documents)
    gates = "gates:\n  - {metric: recall, k: 5, floor: 0.85, on: low}\n"
    people = "".join(f'  {name}: "@{name}"\n' for name in PEOPLE)
    text = f"set: bench\nowners:\n  default: '@bench'\nmin_items:\n  default: 2\npeople:\n{people}{gates}"
    (folder / "goldset.yaml").write_text(text, encoding="utf-8")
    names, items = sorted(documents), list[Item]()
    for number in range(count):
        name = rng.choice(names)
        again = reworded(rng.choice(items), number) if number % 50 == 49 else None
        items.append(again or item(rng, number, (name, documents[name])))
        path = folder / "items" / items[-1].slice / f"{items[-1].id}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        text = item_text(items[-1], 2)
        path.write_text(by_hand(rng, text) if rng.random() < 0.05 else text, encoding="utf-8", newline="\n")


def items_without_documents(count: int) -> Iterator[Item]:
    """Yield items with the same sort of questions, and one made-up span each."""
    rng = random.Random(20261001)
    items = list[Item]()
    for number in range(count):
        again = reworded(rng.choice(items), number) if number % 50 == 49 else None
        data: dict[str, Any] = {
            "id": f"item-{number}", "question": question_of(rng), "slice": "a", "answerable": True,
            "gold_answer": "It is.", "corpus_snapshot": SNAPSHOT,
            "gold_spans": ({"doc_id": "a.md", "text": f"Clause {number}"},),
        }  # fmt: skip
        items.append(again or Item.model_validate(data))
        yield items[-1]


def reworded(one: Item, number: int) -> Item:
    """Return an item that asks the same in nearly the same words; every other one has an answer of its own."""
    question = one.question
    for before, after in REWORDED:
        question = question.replace(before, after)
    answer = one.gold_answer and one.gold_answer.replace("damage", "all damage")
    answer = answer and (answer.replace(" within ", " not within ") if number % 100 == 99 else answer)
    return one.model_copy(update={"id": f"again-{number:05d}", "question": question, "gold_answer": answer})


def question_of(rng: random.Random) -> str:
    return rng.choice(MANNERS).format(
        thing=rng.choice(NAMES),
        cause=rng.choice(NAMES),
        place=rng.choice(NAMES).title(),
        person=rng.choice(NAMES),
        amount=f"${rng.randrange(50, 9000):,}",
        days=rng.randrange(2, 60),
    )


def document(rng: random.Random, number: int) -> str:
    said = [
        f"Clause {n} of part {number}: damage to the {rng.choice(NAMES)} by {rng.choice(NAMES)} is settled up to "
        f"${rng.randrange(100, 9000):,} when the {rng.choice(NAMES)} has been told within {rng.randrange(2, 60)} days."
        for n in range(SENTENCES)
    ]
    return (
        f"# Part {number}\n\n" + "\n\n".join(" ".join(said[n : n + 4]) for n in range(0, SENTENCES, 4)) + "\n"
    )


def span(number: int, clause: int, source: tuple[str, str]) -> dict[str, Any]:
    name, text = source
    start = text.index(f"Clause {clause} ")
    end = text.index(" days.", start) + len(" days.")
    return {
        "id": f"s{number}", "doc_id": name, "text": text[start:end], "start": start, "end": end,
        "prefix": text[max(start - 120, 0) : start], "suffix": text[end : end + 120],
        "section": (text[2 : text.index("\n")],), "occurrences": 1,
    }  # fmt: skip


def item(rng: random.Random, number: int, source: tuple[str, str]) -> Item:
    answerable = rng.random() < 0.8
    labelled, reviewed = rng.sample(PEOPLE, 2)
    data: dict[str, Any] = {
        "id": f"{rng.choice(NAMES)}-{number:05d}", "question": question_of(rng), "slice": rng.choice(SLICES),
        "kind": rng.choice(KINDS) if answerable else "no_answer", "tags": tuple(rng.sample(NAMES, 2)),
        "answerable": answerable, "jurisdiction": rng.choice(PLACES), "language": "en-US",
        "origin": {"kind": "production", "ref": f"TICKET-{rng.randrange(9999)}"},
        "labelled_by": labelled, "labelled_at": "2026-10-02",
        "reviews": ({"by": reviewed, "at": "2026-10-03", "verdict": "agree"},),
        "tier": "regression", "split": rng.choice(("dev", "dev", "dev", "test")), "status": "active",
    }  # fmt: skip
    if answerable:
        clauses = rng.sample(range(SENTENCES), rng.choice((1, 1, 2, 3)))
        spans = tuple(span(n, clause, source) for n, clause in enumerate(clauses, start=1))
        answer = "; ".join(entry["text"].partition(": ")[2].rstrip(".") for entry in spans) + "."
        amount = answer[answer.index("$") :].split(" ")[0]
        data |= {
            "gold_answer": answer,
            "must_include": (amount,),
            "corpus_snapshot": SNAPSHOT,
            "gold_spans": spans,
        }
    else:
        data["abstain_reason"] = rng.choice(REASONS)
    return Item.model_validate(data)


if __name__ == "__main__":
    make_kept_set(Path(sys.argv[1]), int(sys.argv[2]))
