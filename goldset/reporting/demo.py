"""The demo's account of itself: what happened to a set when its corpus was indexed again."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from goldset.domain.account import End, outcome_counts
from goldset.domain.branch_names import short
from goldset.domain.items import Item, Span
from goldset.domain.lines import renames_in
from goldset.domain.resolutions import Outcome, Resolution
from goldset.domain.snapshots import Manifest
from goldset.reporting.reindexed import Account
from goldset.reporting.totals import total_lines
from goldset.reporting.word_marks import as_diff
from goldset.reporting.wrapping import wrapped

WIDTH = 80
# A tool that accepts by likeness commonly draws its line here.
ALIKE = 90.0


@dataclass(frozen=True, slots=True)
class Demo:
    """What the demo did.

    Attributes:
        items: The items of the set.
        before: The snapshot in which the spans were confirmed.
        after: The snapshot of the new corpus.
        account: Where every span ended.
        lines: The new snapshot's resolutions, by item and span.
    """

    items: tuple[Item, ...]
    before: Manifest
    after: Manifest
    account: Account
    lines: Mapping[tuple[str, str], Resolution]


def demo_text(demo: Demo, kept: str | None) -> str:
    """Return the account of a demo; `kept` is the folder that was asked for, None where it was temporary."""
    spans = {span.key: span for item in demo.items for span in item.spans()}
    blocks = [
        _setting(demo, len(spans)),
        ["Where the gold spans stand now:", "", *total_lines(outcome_counts(demo.account.ends), len(spans))],
        _renamed(demo, spans.values()),
        _edited(demo, spans),
        _alike(demo),
        _pulls(demo),
        _farewell(kept),
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def _paragraph(text: str) -> list[str]:
    return wrapped(text, "", WIDTH)


def _setting(demo: Demo, spans: int) -> list[str]:
    old, new = demo.before.documents, demo.after.documents
    common = old.keys() & new.keys()
    same = sum(old[name].text_sha256 == new[name].text_sha256 for name in common)
    changed, gone = len(common) - same, len(old) - len(common)
    return _paragraph(
        f"The help centre of an invented insurer has a golden set of {len(demo.items)} items. People"
        f" confirmed its {spans} gold spans in corpus snapshot {demo.before.snapshot.id}. Now the corpus is"
        f" indexed again, as {demo.after.snapshot.id}: of {len(old)} documents {same} are as they were,"
        f" {changed} changed, {gone} are gone, and {len(new) - len(common)} are new."
    )


def _renamed(demo: Demo, spans: Iterable[Span]) -> list[str]:
    pairs = renames_in(list(spans), demo.lines)
    lines = [f"  {old} -> {new}" for old, new in sorted(pairs)]
    return ["Carried over although the document has a new name:", "", *lines] if lines else []


def _edited(demo: Demo, spans: Mapping[tuple[str, str], Span]) -> list[str]:
    """Return the queued passage that is most like the confirmed one, and yet says something else."""
    edited = [line for line in demo.lines.values() if line.outcome is Outcome.EDITED and line.differences]
    if not edited:
        return []
    line = max(edited, key=lambda line: (line.candidates[0].similarity, line.key))
    best = line.candidates[0]
    head = f"Queued, though {best.similarity:.0f} % alike: what differs decides, never how much."
    diff = as_diff(spans[line.key].confirmed.text, best.place.text).split("\n")
    shown = [row for text in diff for row in wrapped(text, "  ", WIDTH, hanging="  ")]
    return [head, "", f"  {line.item} {line.span}", *shown, *(f"  {d}" for d in best.differences)]


def _alike(demo: Demo) -> list[str]:
    queued = {(end.item, end.span) for end in demo.account.ends if end.end is End.QUEUED}
    best = [demo.lines[key].candidates[0] for key in queued if demo.lines[key].candidates]
    tempting = sum(candidate.similarity >= ALIKE for candidate in best)
    return _paragraph(
        f"Of the {len(queued)} queued spans {tempting} have a passage that is at least {ALIKE:.0f} % alike: a"
        " tool that accepts by likeness would have taken each of them in silence."
    )


def _pulls(demo: Demo) -> list[str]:
    counts = Counter(end.where for end in demo.account.ends if end.end in (End.QUEUED, End.CARRIED_OVER))
    width = max(len(short(where)) for where in counts)
    lines = [
        f"  {short(where):<{width}}  {count:>3} span{'s' * (count > 1)}"
        for where, count in sorted(counts.items())
    ]
    return ["No item was touched. The pull requests, for the owner to review:", "", *lines]


def _farewell(kept: str | None) -> list[str]:
    if kept is None:
        return _paragraph(
            "The repository was a temporary one. `goldset demo --keep DIR` leaves it for a closer look."
        )
    return [
        f"Look around in {kept}:",
        "  git log --oneline --all --graph",
        "  goldset relabel list",
        "  goldset relabel accept windstorm-deductible-coastal-7f3k2q rate",
    ]
