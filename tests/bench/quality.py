"""How well spans are re-anchored on real document histories, and a gate that no figure may fall below.

    python tests/bench/quality.py PART_DIR… [--gate FILE] [--update] [--groups] [--predictions DIR]

Each part is resolved by `reanchor.py`, which never reads the truth, and scored against `truth.jsonl`. Printed
are the figures of each part with their bars, then those of every group (repository, kind of span, operation)
that misses one, or of all groups with `--groups`. Exit code 1: a figure is worse than the gate file says;
`--update` writes today's figures there.
"""

import argparse
import json
import sys
import tempfile
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))  # a checkout needs no installation

from tests.bench.reanchor import main as reanchor  # noqa: E402
from tests.bench.scoring import Part, Scored, figures, read_rows  # noqa: E402

GATE = Path(__file__).with_name("quality.json")
Figures = Mapping[str, float | None]
STEP = 0.05  # percent points below which a figure counts as the same
GROUP_SIZE = 100  # spans that a group must have before a bar holds for it

# Figure → (what it is, whether more is better, bar on the natural stratum, bar on all spans).
ROWS: dict[str, tuple[str, bool, float | None, float | None]] = {
    "silent_wrong": ("silent wrong, twins aside", False, 0, 0),
    "wrong_twin": ("wrong identical twin", False, 0, 0),
    "dangerous_accepted": ("dangerous edits accepted", False, None, 0),
    "neutral_accepted": ("neutral edits accepted in place, %", True, None, 100),
    "safe_recall": ("safe recall, %", True, 98.5, 98),
    "safe_recall_explained": ("… without context and scope queues", True, 99.5, 99.2),
    "safe_recall_renamed": ("… counting renamed documents", True, 97.5, 97),
    "other_words": ("accepted although words differ, %", False, None, 0.5),
    "false_gone": ("false gone", False, 0, 0),
    "candidate_1": ("place is the first candidate, %", True, None, 96),
    "candidate_3": ("place is among three candidates, %", True, None, 98.5),
    "exact_borders": ("borders of right candidates exact, %", True, None, 90),
    "called_gone": ("gone passages called gone, %", True, 45, None),
    "queued": ("queued, %", False, None, None),
    "without_prediction": ("spans without an outcome", False, 0, 0),
}
GROUP_BARS = {
    "silent_wrong": 0,
    "safe_recall": 97,
    "safe_recall_renamed": 94,
    "candidate_1": 92,
    "candidate_3": 96,
}
UNGATED = {"queued"}  # no fault by itself: it follows from the others


def main(argv: Sequence[str] | None = None) -> int:
    options = parse(argv)
    gate = json.loads(options.gate.read_text(encoding="utf-8")) if options.gate.exists() else {}
    worse: list[str] = []
    for folder in options.parts:
        scored = score(folder, options.predictions)
        found = by_stratum(scored)
        print(as_table(folder.name, found))
        print(as_groups(scored, every=options.groups))
        listed = [s for s in scored if s.ending == "wrong"]
        print(
            "".join(
                f"  wrong: {s.truth['id']} ({s.truth['fate']}, {s.truth['changed']})\n" for s in listed[:20]
            )
        )
        worse += fallen(folder.name, gate.get(folder.name, {}), found)
        gate[folder.name] = {stratum: _rounded(f) for stratum, f in found.items()}
    if options.update:
        write(options.gate, gate)
    elif worse:
        print("worse than the gate:", *worse, sep="\n  ")
    return 1 if worse and not options.update else 0


def parse(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parts", nargs="+", type=Path, metavar="PART_DIR")
    parser.add_argument("--gate", type=Path, default=GATE, help="figures that must not get worse")
    parser.add_argument("--update", action="store_true", help="write today's figures to the gate file")
    parser.add_argument("--groups", action="store_true", help="print every group")
    parser.add_argument(
        "--predictions", type=Path, help="folder of PART.jsonl: read where there, else written"
    )
    return parser.parse_args(argv)


def score(folder: Path, predictions: Path | None) -> list[Scored]:
    """Return a part's spans scored; predictions come from the resolver, or from a file of an earlier run."""
    with tempfile.TemporaryDirectory() as scratch:
        file = (predictions or Path(scratch)) / f"{folder.name}.jsonl"
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            reanchor([str(folder), "--out", str(file)])
        return Part(folder).score(read_rows(file))


def by_stratum(scored: Sequence[Scored]) -> dict[str, Figures]:
    """Return the figures of the natural draw and of all spans, those of scripted edits beside them."""
    natural = [s for s in scored if s.truth.get("stratum") == "natural"]
    found: dict[str, Figures] = {"natural": figures(natural)} if natural else {}
    return found | {"all": {**figures(scored), **scripted(scored)}}


def scripted(scored: Sequence[Scored]) -> Figures:
    """Return of scripted edits how many dangerous ones and which share of the neutral were accepted."""
    edits = [s for s in scored if "op" in s.truth]
    dangerous = [s for s in edits if s.truth["expected"] == "queue"]
    neutral = [s for s in edits if s.truth["expected"] == "accept"]
    if not edits:
        return {}
    return {
        "dangerous_accepted": sum(s.ending in ("right", "wrong", "other_words") for s in dangerous),
        "neutral_accepted": 100 * sum(s.ending == "right" for s in neutral) / max(1, len(neutral)),
    }


def as_table(name: str, found: Mapping[str, Figures]) -> str:
    natural, every = found.get("natural", {}), found["all"]
    spans = f"{every['spans']:.0f} spans" + (f", {natural['spans']:.0f} natural" if natural else "")
    lines = [f"== {name}: {spans}", f"{'':40}{'natural':>9}{'bar':>7}{'all':>9}{'bar':>7}"]
    for key, (label, more, natural_bar, bar) in ROWS.items():
        cells = [_cell(natural.get(key), natural_bar, more=more), _cell(every.get(key), bar, more=more)]
        if any(cell.strip() for cell in cells):
            lines.append(f"{label:40}{''.join(cells)}".rstrip())
    return "\n".join(lines)


def _cell(value: float | None, bar: float | None, *, more: bool) -> str:
    """Return a figure and its bar; a figure that misses it is marked."""
    if value is None:
        return " " * 16
    missed = bar is not None and (value < bar if more else value > bar)
    shown = f"{value:.2f}" if value % 1 else f"{value:.0f}"
    return f"{'!' * missed + shown:>9}{'' if bar is None else f'{bar:g}':>7}"


def as_groups(scored: Sequence[Scored], *, every: bool) -> str:
    """Return a line for each repository, kind and operation: all of them, or those that miss a bar."""
    groups: dict[str, list[Scored]] = defaultdict(list)
    for s in scored:
        for name in ("repo", "kind", "op"):
            if name in s.truth:
                groups[f"{name} {s.truth[name]}"].append(s)
    lines = []
    for name, group in sorted(groups.items()):
        found = figures(group)
        cells = [_cell(found[key], bar, more=ROWS[key][1])[:9] for key, bar in GROUP_BARS.items()]
        small = len(group) < GROUP_SIZE and "!" not in cells[0]
        if every or (not small and any("!" in cell for cell in cells)):
            lines.append(f"{name[:38]:38}{len(group):>6}{''.join(cells)}")
    heading = f"{'group':38}{'spans':>6}{'wrong':>9}{'safe':>9}{'renamed':>9}{'first':>9}{'in 3':>9}"
    return "\n".join([heading, *lines]) if lines else "every group of 100 spans or more holds its bars"


def fallen(name: str, gate: Mapping[str, Figures], found: Mapping[str, Figures]) -> list[str]:
    """Return what is worse than the gate says, in words."""
    worse = []
    for stratum, kept in gate.items():
        for key in ROWS.keys() - UNGATED:
            was, now = kept.get(key), found.get(stratum, {}).get(key)
            if was is None:
                continue
            more = ROWS[key][1]
            if now is None or (now < was - STEP if more else now > was + STEP):
                worse.append(f"{name}, {stratum}: {ROWS[key][0]}: {was} -> {now}")
    return sorted(worse)


def _rounded(found: Figures) -> Figures:
    return {key: value if value is None else round(value, 2) for key, value in found.items()}


def write(path: Path, gate: Mapping[str, object]) -> None:
    scratch = path.with_suffix(".new")
    scratch.write_text(json.dumps(gate, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    scratch.replace(path)


if __name__ == "__main__":
    sys.exit(main())
