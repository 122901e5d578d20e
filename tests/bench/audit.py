"""Hold `goldset audit` against `goldset resolve`, span by span, on the pairs of a re-anchoring benchmark.

    python tests/bench/audit.py PART_DIR… [--pair NAME] [--limit N] [--all]

Of each pair a file is made that holds quotes and names of documents only, no offsets. `audit` reads it against the new
corpus, once with the old one at hand (`--was`) and once without; `resolve` gets the same spans as items with all that
a labelling tool stores. What is a contradiction, and makes this leave with 1:

- with the old corpus: another outcome, another place, or another first candidate than `resolve` has. Quotes that stand
  several times in the old corpus have no one place there without offsets; they are counted, and held against the rules
  below;
- without it: alive or moved at a place that `resolve` neither accepts nor offers, or gone, where `resolve` accepts;
  except where the quote stands just once in the document that it names, or to the letter once in all documents:
  that is what can be said without the old corpus, and it is true. These are listed below the contradictions.

Everything else that differs without the old corpus is no contradiction, because the old corpus is what tells: that a
passage changed around, or which of several places was meant. What it makes audit too strict about, or take for another
passage, is listed apart. The table counts every pair of answers.
"""

import argparse
import json
import shutil
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))  # a checkout needs no installation

from tests.bench.reanchor import _call, _corpus, _item_id, _rows, _write_set

Row = dict[str, Any]
_CARRIED = {"unchanged", "moved", "reformatted", "renamed"}
_SHOWN = 20


@dataclass(frozen=True)
class Judged:
    """A span and what both say of it."""

    span: Row
    resolved: Row
    audited: Row

    @property
    def offered(self) -> set[tuple[str, int, int]]:
        places = [self.resolved["to"], *self.resolved["candidates"]]
        return {_place(place) for place in places if place}


def main(args: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Hold audit against resolve on a re-anchoring benchmark.")
    parser.add_argument("parts", type=Path, nargs="+")
    parser.add_argument("--pair")
    parser.add_argument("--limit", type=int, help="Only so many pairs of each part.")
    parser.add_argument("--all", action="store_true", help="List every contradiction, not the first ones.")
    given = parser.parse_args(args)
    with_was: list[Judged] = []
    without: list[Judged] = []
    for part in given.parts:
        pairs = json.loads((part / "pairs.json").read_text("utf-8"))
        for pair in [pair for pair in pairs if given.pair in (None, pair["pair"])][: given.limit]:
            started = time.perf_counter()
            judged = _run_pair(part, pair)
            with_was += judged["was"]
            without += judged["now"]
            print(
                f"{pair['pair']:<14}{len(judged['now']):>5} spans  {time.perf_counter() - started:6.1f} s",
                flush=True,
            )
    if not without:
        parser.error("there is no such pair")
    twice = [one for one in with_was if one.audited["notes"]]
    placed = [one for one in with_was if not one.audited["notes"]]
    found = {
        f"With the old corpus, quotes of one place in it ({len(placed)})": (placed, _differs),
        f"With the old corpus, quotes of several places in it ({len(twice)})": (twice, _contradicts),
        f"Without the old corpus ({len(without)})": (without, _contradicts),
    }
    faults = 0
    for title, (judged_spans, rule) in found.items():
        print(f"\n{title}")
        _print_table(judged_spans)
        faults += _print_list("contradictions", judged_spans, rule, every=given.all)
        if rule is _contradicts:
            _print_list("told by the old corpus alone", judged_spans, _told_by_old, every=given.all)
    return int(faults > 0)


def _print_list(title: str, judged: Sequence[Judged], rule: Callable[[Judged], str], *, every: bool) -> int:
    wrong = [(one, why) for one in judged if (why := rule(one))]
    print(f"{title}: {len(wrong)}")
    for one, why in wrong if every else wrong[:_SHOWN]:
        print(f"  {one.span['id']}: {why}: {one.span['quote'][:100]!r}")
    return len(wrong)


def _run_pair(part: Path, pair: Row) -> dict[str, list[Judged]]:
    spans = [
        row
        for row in _rows((part / "spans.jsonl").read_text("utf-8").splitlines())
        if row["pair"] == pair["pair"]
    ]
    folder = Path(tempfile.mkdtemp(prefix="audit-"))
    try:
        before = _corpus(part, pair["a"], folder)
        _corpus(part, pair["b"], folder)
        old, new = (folder / f"{pair[side]}.jsonl" for side in "ab")
        _write_set(folder / "set", spans, before)
        renames = folder / "renames.jsonl"
        renamed = sorted(pair["git_renames"].items())
        renames.write_text("".join(json.dumps({"from": a, "to": b}) + "\n" for a, b in renamed), "utf-8")
        file = folder / "quotes.jsonl"
        file.write_text("".join(json.dumps(_quote(n, span)) + "\n" for n, span in enumerate(spans)), "utf-8")
        _call("snapshot", "create", "a", "--corpus", old, "-C", folder / "set")
        if new.read_bytes() != old.read_bytes():
            _call("snapshot", "create", "b", "--corpus", new, "-C", folder / "set")
        common = ("--corpus", new, "--renames", renames, "--format", "json")
        resolved = json.loads(_call("resolve", "--to", "b", *common, "-C", folder / "set"))
        was = json.loads(_call("audit", file, *common, "--was", old, "-C", folder))
        now = json.loads(_call("audit", file, *common, "-C", folder))
    finally:
        shutil.rmtree(folder)
    by_item = {row["item"]: row for row in resolved["spans"]}
    return {
        name: [
            Judged(span, by_item[_item_id(n)], rows[_item_id(n)]["evidence"][0])
            for n, span in enumerate(spans)
        ]
        for name, rows in (("was", _by_ref(was, spans)), ("now", _by_ref(now, spans)))
    }


def _quote(number: int, span: Row) -> Row:
    """Return a span as a row without any offset."""
    return {
        "id": _item_id(number),
        "question": "Which passage is meant?",
        "slice": "bench",
        "answerable": True,
        "gold_answer": "the passage",
        "gold_spans": [{"doc_id": span["doc"], "text": span["quote"]}],
    }


def _by_ref(report: Row, spans: Sequence[Row]) -> Mapping[str, Row]:
    rows = {row["ref"]: row for row in report["rows"]}
    if len(rows) != len(spans) or report["totals"]["rows"] != len(spans):
        sys.exit(f"{len(spans)} quotes went in and {len(rows)} came out")
    return rows


def _place(place: Row) -> tuple[str, int, int]:
    return place["doc_id"], place["start"], place["end"]


def _differs(one: Judged) -> str:
    """Return how audit with the old corpus differs from resolve; empty where it does not."""
    resolved, audited = one.resolved, one.audited
    if resolved["outcome"] != audited["outcome"]:
        return f"resolve says {resolved['outcome']}, audit {audited['outcome']} ({audited['state']})"
    if resolved["accepted"] and _place(resolved["to"]) != _place(audited["now"]):
        return f"resolve accepts {_place(resolved['to'])}, audit {_place(audited['now'])}"
    ours, theirs = ([_place(place) for place in side["candidates"]] for side in (audited, resolved))
    if ours != theirs:
        return f"resolve offers {theirs}, audit {ours}"
    return ""


def _contradicts(one: Judged) -> str:
    """Return what of an audit without the old corpus cannot be true beside what resolve says; empty where nothing is."""
    state = one.audited["state"]
    if state in ("alive", "moved") and not _is_offered(one) and not _is_only_place(one):
        return f"{state} at {_place(one.audited['now'])}, and resolve says {one.resolved['outcome']}"
    if state == "gone" and one.resolved["accepted"]:
        return f"gone, and resolve says {one.resolved['outcome']}"
    return ""


def _told_by_old(one: Judged) -> str:
    """Return what an audit without the old corpus says otherwise, for want of it."""
    state = one.audited["state"]
    if state in ("alive", "moved") and not _is_offered(one):
        return f"{state} at its only place, and resolve says {one.resolved['outcome']}"
    if state == "changed" and one.resolved["accepted"]:
        kinds = ", ".join(f"{d['before']} -> {d['after']}" for d in one.audited["differences"][:2])
        return f"changed ({kinds}), and resolve says {one.resolved['outcome']}"
    return ""


def _is_offered(one: Judged) -> bool:
    return _overlaps(_place(one.audited["now"]), one.offered)


def _is_only_place(one: Judged) -> bool:
    """Return whether the quote stands just once in its document, or to the letter just once in all documents."""
    audited = one.audited
    if audited["state"] == "alive":
        return bool(audited["now"]["doc_id"] == one.span["doc"])
    return bool(audited["likeness"] == "letter")


def _overlaps(place: tuple[str, int, int], others: set[tuple[str, int, int]]) -> bool:
    """Return whether a place is one of others: candidates cover whole sentences, so their borders may be wider."""
    doc, start, end = place
    return any(doc == d and start < e and s < end for d, s, e in others)


def _print_table(judged: Sequence[Judged]) -> None:
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for one in judged:
        counts[one.resolved["outcome"]][one.audited["state"]] += 1
    states = sorted({state for row in counts.values() for state in row})
    print(f"{'resolve':<18}" + "".join(f"{state:>16}" for state in states))
    for outcome, row in sorted(counts.items(), key=_carried_first):
        print(f"{outcome:<18}" + "".join(f"{row[state] or '':>16}" for state in states))


def _carried_first(pair: tuple[str, Counter[str]]) -> tuple[bool, str]:
    return pair[0] not in _CARRIED, pair[0]


if __name__ == "__main__":
    sys.exit(main())
