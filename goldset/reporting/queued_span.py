"""What people read about a queued span, in the body of its pull request and beside its lines."""

from collections.abc import Sequence

from goldset.checks.lost_proof import lost_proof
from goldset.domain.items import GoldSpan, Item, Span
from goldset.domain.resolutions import Difference
from goldset.reporting.quoting import code, fenced
from goldset.reporting.word_marks import as_diff, prefixed
from goldset.reporting.wrapping import rows

WIDTH = 88  # a block does not wrap, and this fits beside a diff
MOST_DIFFERENCES = 6
_LABEL = 14


def facts(item: Item) -> str:
    """Return question, answer and what the answer must hold, as a block."""
    told = [
        ("Question", item.question),
        ("Gold answer", item.gold_answer or ""),
        ("Must include", " · ".join(item.must_include)),
        ("Must not", " · ".join(item.must_not_include)),
    ]
    lines = []
    for name, text in told:
        first, *rest = rows(" ".join(text.split()), WIDTH - _LABEL)
        if first:
            lines.append(f"{name:<{_LABEL}}{first.rstrip()}")
            lines += [f"{'':<{_LABEL}}{row.rstrip()}" for row in rest]
    return fenced("\n".join(lines))


def alike(old: str, new: str, similarity: float) -> str:
    """Return how much alike two texts are, in words; other words are never wholly alike, however long the text.

    Args:
        old: The text that was confirmed.
        new: A candidate's text.
        similarity: 0 to 100.
    """
    return f"{similarity if old == new else min(similarity, 99):.0f} % alike"


def compared(old: str, new: str) -> str:
    """Return old and new passage as a block, red above green, what differs marked."""
    if old == new:
        return fenced("\n".join(prefixed(" ", new, WIDTH)), "diff")
    return fenced(as_diff(old, new, WIDTH), "diff")


def gone(old: str) -> str:
    """Return a passage that nothing takes the place of, as a block."""
    return fenced("\n".join(prefixed("-", old, WIDTH)), "diff")


def differs(differences: Sequence[Difference | str]) -> str:
    """Return what differs, in words, each as a code span."""
    shown = [code(str(difference)) for difference in differences[:MOST_DIFFERENCES]]
    more = len(differences) - len(shown)
    return "Differs: " + ", ".join(shown) + (f" and {more} more" if more else "")


def answer_question(span: Span, new: str) -> str:
    """Return the question that other words leave to a person, and what is known to be wrong with the answer.

    Args:
        span: The queued span.
        new: The passage that would take its passage's place.
    """
    item = span.item
    entry = GoldSpan(id=span.id, doc_id=span.confirmed.doc_id, text=new)
    entries = tuple(
        entry if other.id == span.id else listed
        for other, listed in zip(item.spans(), item.gold_spans, strict=True)
    )
    lost = list(
        dict.fromkeys(
            figure for _, figure in lost_proof(item, item.model_copy(update={"gold_spans": entries}))
        )
    )
    asked = "**Does the answer still hold?**"
    if not lost:
        return f"{asked} If it does not, change it in the item's file on this branch."
    shown = ", ".join(code(figure) for figure in lost)
    return (
        f"{asked} It still says {shown}, which no passage would prove any more: `goldset validate` fails"
        " until that is changed in the item's file on this branch."
    )
