"""Which slips of a programmer in the modules that decide would no test notice?

    python tests/bench/mutants.py [MODULE…] [--every N] [--part PART_DIR] [--function NAME] [--show] [--json FILE]
    python tests/bench/mutants.py --held

Each module of the decision and its guards gets one small fault at a time (`fault_kinds.py`). Tests that run through
the faulty lines are run, those that found most faults first, until one fails. A fault that survives so many of them is
put before a record of decisions: edits of known meaning made with another seed than the tests', their passages as
foreign files have them, and, with --part, passages of a benchmark part. One that turns a question into an accept, an
accept into a question, or moves an accepted place meets all the other tests; if it survives these too, a test is
missing: exit code 1. The rest changes no accept of the record; `mutants.json` (module → fault → reason) says why not,
for those that a person has read. What a complete run of a module found is written to `mutants_held.json`; `--held`
prints it, and exits with 1 where a module changed since, was never run, or has a survivor that changes an accept.
"""

import argparse
import gc
import json
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from itertools import islice
from pathlib import Path
from types import CodeType

sys.path.pop(0)  # this folder, whose queue.py is not the queue that others import
sys.path.insert(0, str(Path(__file__).parents[2]))  # a checkout needs no installation

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import Phase, settings

from tests.bench.fault_kinds import Mutant, mutants, names_that_hang_on, uses_of
from tests.bench.fault_process import SECONDS, Memory, Watch, forked, limit, put, source_of, take_time
from tests.bench.faults_held import keep, known_from, tell
from tests.bench.record import Record

ROOT = Path(__file__).resolve().parents[2]
REASONS = Path(__file__).with_name("mutants.json")
# Where the evidence of foreign files stands.
FOREIGN = ("place_evidence", "exact_search", "cuts", "doc_names", "unsaid")
MODULES = [
    *("decide", "harmless", "differences", "changes", "context", "headings", "lists", "tables", "labels"),
    *("scope", "beside", "tags", "carry", "roles", "exact", "own", "units", "notes", "remarks"),
    *("remark_words", "heads", "front_fields", "past_names"),
    # What readers are not told, which document became which, what nobody touched, and who asks whom.
    *("silent", "conditions", "boxes", "documents", "renames", "untouched", "sides", "engine"),
    *FOREIGN,
]
TESTS = (
    "tests/unit/test_resolution_cases.py",
    "tests/unit/test_resolution_engine.py",
    "tests/unit/test_harmless.py",
    "tests/unit/test_harmless_places.py",
    "tests/unit/test_surroundings.py",
    "tests/unit/test_remarks.py",
    "tests/unit/test_heads.py",
    "tests/unit/test_front_fields.py",
    "tests/unit/test_questions.py",
    "tests/unit/test_stored_surroundings.py",
    "tests/unit/test_verbatim.py",
    "tests/unit/test_known_edits.py",
    "tests/unit/test_describe.py",
    "tests/unit/test_locate_quote.py",
    "tests/unit/test_passages_found.py",
    "tests/unit/test_path_scope.py",
    "tests/unit/test_unchanged_document.py",
    "tests/unit/test_coarse_spans.py::test_it_is_carried_over_only_where_its_text_stands_to_the_letter",
    "tests/unit/test_another_page.py",
    "tests/unit/test_renames.py",
    "tests/unit/test_untouched.py",
    "tests/unit/test_place_evidence.py",
    "tests/unit/test_place_evidence_forms.py",
    "tests/unit/test_exact_search.py",
    "tests/unit/test_cuts.py",
    "tests/unit/test_doc_names.py",
    "tests/unit/test_unsaid.py",
    "tests/unit/test_units.py",
    "tests/unit/test_told.py",
    "tests/unit/test_silent.py",
)
LAWS = "tests/laws/test_resolution_laws.py"


@dataclass
class Tally:
    """What became of the faults of a module."""

    made: int = 0
    killed: int = 0
    unread: list[str] = field(default_factory=list)  # no decision changed, and no reason stands beside it
    read: int = 0
    worded: list[str] = field(default_factory=list)  # only what a queued span is called, or its candidates
    missed: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Verdict:
    """What a fault came to: `killed`, `accept`, `worded`, `same`; and what showed it."""

    result: str
    evidence: str = ""


def main(argv: Sequence[str] | None = None) -> int:
    options = parse(argv)
    settings.register_profile(
        "mutants", derandomize=True, database=None, phases=[Phase.explicit, Phase.generate]
    )
    settings.load_profile("mutants")
    if options.held:
        modules = {name: import_module(f"goldset.resolution.{name}") for name in options.modules}
        return tell({name: source_of(module) for name, module in modules.items()})
    bench = Bench(options)
    files = [str(ROOT / name) for name in ((*TESTS, LAWS) if options.laws else TESTS)]
    pytest.main(["-q", "-p", "no:cacheprovider", "--no-header", "-W", "ignore", *files], plugins=[bench])
    return bench.code


def parse(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("modules", nargs="*", metavar="MODULE", help=f"of {', '.join(MODULES)}; default: all")
    parser.add_argument("--part", type=Path, help="a benchmark part whose passages join the record")
    parser.add_argument("--sample", type=int, default=300, help="so many of its passages (default: 300)")
    parser.add_argument(
        "--tests",
        type=int,
        default=40,
        help="tests run on every fault, of those that run through its lines, besides those of its module's own file "
        "(default: 40; 0: all)",
    )
    parser.add_argument(
        "--replay",
        type=int,
        default=40,
        help="decisions made again for a survivor, of those that run through its lines (default: 40; 0: all)",
    )
    parser.add_argument("--every", type=int, default=1, help="only every so manieth fault of a module")
    parser.add_argument("--laws", action="store_true", help="run the laws, too, before a survivor is told")
    parser.add_argument("--function", help="only the faults of this function or constant")
    parser.add_argument("--show", action="store_true", help="list the faults that change no decision, too")
    parser.add_argument("--json", type=Path, help="write every fault and what it came to")
    parser.add_argument("--held", action="store_true", help="print what the last complete runs found")
    parser.add_argument(
        "--again",
        type=Path,
        action="append",
        default=[],
        help="a file of --json: its faults are not tried again, but those that changed an accept; repeatable",
    )
    options = parser.parse_args(argv)
    if unknown := set(options.modules) - set(MODULES):
        parser.error(f"no module of the decision: {', '.join(sorted(unknown))}")
    options.modules = options.modules or MODULES
    return options


class Bench:
    """A plugin of pytest: it takes the tests that were collected, and runs them on each fault."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.code = 2
        self.kills: Counter[int] = Counter()
        self.shown: Counter[int] = Counter()
        self.cost: list[float] = []
        self.sources = {name: import_module(f"goldset.resolution.{name}") for name in MODULES}
        self.uses = uses_of({name: source_of(module) for name, module in self.sources.items()})
        self.known = known_from(options.again)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            return True
        started = time.perf_counter()
        self.tests = [item for item in session.items if LAWS not in item.nodeid]
        self.laws = [item for item in session.items if LAWS in item.nodeid]
        self.memory = Memory()
        foreign = bool(set(self.options.modules) & set(FOREIGN))
        self.record = Record(self.options.part, self.options.sample, foreign=foreign)
        self._trace()
        reasons: dict[str, dict[str, str]] = json.loads(REASONS.read_text("utf-8"))
        tallies, rows, stale = {}, [], []
        for name in self.options.modules:
            tallies[name], found = self._module(name, reasons.get(name, {}))
            rows += found
            if not self.options.function and self.options.every == 1:
                keep(name, source_of(self.sources[name]), {row["key"]: row["result"] for row in found})
                stale += [
                    f"{name}: {key}" for key in reasons.get(name, {}) if key not in {r["key"] for r in found}
                ]
            if self.options.json:  # after each module: a run that is stopped leaves what it has found
                self.options.json.write_text(json.dumps(rows, ensure_ascii=False, indent=1) + "\n", "utf-8")
        self.code = report(tallies, stale, show=self.options.show)
        print(
            f"{len(self.tests)} tests, {len(self.record.decisions)} decisions, {time.perf_counter() - started:.0f} s"
        )
        return True

    def _trace(self) -> None:
        """Run every test and every decision once, to know the statements that each runs through."""
        watch = Watch(self.sources)
        self.through: dict[tuple[str, int], set[int]] = defaultdict(set)
        self.replayed: dict[tuple[str, int], set[int]] = defaultdict(set)
        for number, item in enumerate(self.tests):
            begun = time.process_time()
            found, fails = watch.lines(partial(failed, item))
            self.cost.append(time.process_time() - begun)
            if fails:
                sys.exit(f"{item.nodeid} fails without any fault")
            for line in found:
                self.through[line].add(number)
        for number, decision in enumerate(self.record.decisions):
            found, answer = watch.lines(decision.made)
            self.record.answers.append(answer)
            for line in found:
                self.replayed[line].add(number)
        watch.take_off()
        if (
            wrong := forked(self._failing)
        ) != []:  # a test that changes what it is given would kill every fault
            sys.exit(f"these fail when they run again, without any fault: {wrong or 'unknown'}")
        gc.collect()
        gc.freeze()
        stamp(f"{len(self.tests)} tests and {len(self.record.decisions)} decisions traced")

    def _failing(self) -> list[str]:
        take_time()
        return [item.nodeid for item in self.tests if failed(item)]

    def _module(self, name: str, reasons: Mapping[str, str]) -> tuple[Tally, list[dict[str, str]]]:
        tally, rows = Tally(), []
        source = source_of(self.sources[name])
        for fault in islice(mutants(source), 0, None, self.options.every):
            if self.options.function not in (None, fault.where.split(".")[-1]):
                continue
            earlier = self.known.get((name, fault.key))
            verdict = (
                Verdict(earlier["result"], earlier["evidence"]) if earlier else self._verdict(name, fault)
            )
            tally.made += 1
            if not tally.made % 50:
                stamp(f"{name}: {tally.made} made, {tally.killed} killed")
            key = f"{name}.{fault.key}"
            rows.append(
                {
                    "module": name,
                    "key": fault.key,
                    "result": verdict.result,
                    "evidence": verdict.evidence,
                    "reason": reasons.get(fault.key, ""),
                }
            )
            if verdict.result == "killed":
                tally.killed += 1
            elif verdict.result == "accept":
                tally.missed.append(f"{key}\n    {verdict.evidence}")
                stamp(tally.missed[-1])
            elif fault.key in reasons:
                tally.read += 1
            elif verdict.result == "worded":
                tally.worded.append(f"{key}\n    {verdict.evidence}")
            else:
                tally.unread.append(key)
        stamp(f"{name}: {tally.made} made, {tally.killed} killed, {len(tally.missed)} change an accept")
        return tally, rows

    def _verdict(self, name: str, fault: Mutant) -> Verdict:
        lines = self._lines(name, fault)
        tests = sorted(
            set().union(*(self.through[line] for line in lines)), key=lambda n: (-self.kills[n], self.cost[n])
        )
        again = sorted(
            set().union(*(self.replayed[line] for line in lines)), key=lambda n: (-self.shown[n], n)
        )
        first = _spread(again, self.options.replay or len(again))
        code = compile(fault.tree, self.sources[name].__file__ or "", "exec")
        told = forked(lambda: self._tried(name, code, tests, first))
        verdict, killer, witness = told or (Verdict("killed", "never ends, or dies"), -1, -1)
        self.kills[killer] += 1
        self.shown[witness] += 1
        return verdict

    def _tried(
        self, name: str, code: CodeType, tests: list[int], again: list[int]
    ) -> tuple[Verdict, int, int]:
        """Put a fault into this process; return what it comes to, and the test and the decision that saw it (-1: none).

        The tests that killed most go first. The rest is run only where a decision shows that the fault matters.
        """
        if name == "units":
            self.memory.drop_units()
        try:
            put(self.sources[name], code)
        except Exception as error:  # noqa: BLE001 (a module that cannot be imported is seen by every test)
            return Verdict("killed", f"{type(error).__name__} on import"), -1, -1
        own = [n for n in tests if f"/test_{name}" in self.tests[n].nodeid]  # a case of many is seldom drawn
        first = list(dict.fromkeys((*_spread(tests, self.options.tests or len(tests)), *own)))
        for number in first:
            limit(self.cost[number])
            if failed(self.tests[number]):
                return Verdict("killed", self.tests[number].name), number, -1
        limit(SECONDS)
        verdict, witness = self._changes(again)
        if verdict.result == "accept":
            take_time()
            rest = [n for n in tests if n not in first]
            for number, item in [*((n, self.tests[n]) for n in rest), *((-1, law) for law in self.laws)]:
                if failed(item):
                    return Verdict("killed", item.name), number, witness
        return verdict, -1, witness

    def _changes(self, again: list[int]) -> tuple[Verdict, int]:
        found = Verdict("same")
        for number in again:
            decision, was = self.record.decisions[number], self.record.answers[number]
            now = decision.made()
            if now.accept != was.accept:
                return Verdict("accept", f"{decision.name}: {was.said} -> {now.said}"), number
            if now != was:
                found = Verdict("worded", f"{decision.name}: {was.said} -> {now.said}")
        return found, -1

    def _lines(self, name: str, fault: Mutant) -> set[tuple[str, int]]:
        """Return the lines that run into a fault: its own, or those of whoever uses the constant."""
        if not fault.constant:
            return {(name, fault.lines[0])}
        found = {
            line
            for constant in names_that_hang_on(fault.where.split(".")[0], source_of(self.sources[name]))
            for line in self.uses[constant]
        }
        if "." in fault.where or not found & (self.through.keys() | self.replayed.keys()):
            found |= {line for line in (*self.through, *self.replayed) if line[0] == name}
        return found


def _spread(numbers: list[int], limit: int) -> list[int]:
    """Return so many of the numbers: half of them the first ones, the others from all over the rest."""
    if len(numbers) <= limit:
        return numbers
    head, rest = numbers[: limit // 2], numbers[limit // 2 :]
    wanted = limit - len(head)
    return head + [rest[n * len(rest) // wanted] for n in range(wanted)]


def failed(item: pytest.Item) -> bool:
    """Run one test, and return whether it failed."""
    return any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))


def stamp(what: str) -> None:
    print(f"{time.process_time():7.0f} s  {what}", file=sys.stderr, flush=True)


def report(tallies: Mapping[str, Tally], stale: Sequence[str], *, show: bool) -> int:
    """Print what became of the faults, and return the exit code."""
    print(f"\n{'':12}{'made':>7}{'killed':>8}{'accept':>8}{'worded':>8}{'read':>6}{'unread':>8}")
    for name, t in tallies.items():
        cells = (len(t.missed), len(t.worded))
        print(f"{name:12}{t.made:>7}{t.killed:>8}{cells[0]:>8}{cells[1]:>8}{t.read:>6}{len(t.unread):>8}")
    listed = {"survivors that change an accept": [m for t in tallies.values() for m in t.missed]}
    if show:
        listed["survivors that change words or candidates"] = [w for t in tallies.values() for w in t.worded]
        listed["survivors that change no decision, not yet read"] = [
            u for t in tallies.values() for u in t.unread
        ]
    listed["reasons whose fault is gone"] = list(stale)
    for title, entries in listed.items():
        if entries:
            print(f"\n{title}:")
            print("\n".join(f"  {entry}" for entry in entries))
    missed = sum(len(t.missed) for t in tallies.values())
    print(f"\n{missed} survivors that change an accept")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
