"""Whether the frozen split is one: reviewed by somebody else, and unknown to who tunes on the other."""

from collections.abc import Iterator

from goldset.checks.base import CheckedSet, confirmed_spans, shown
from goldset.checks.passages import SHORT, weight
from goldset.domain import rules
from goldset.domain.findings import Fault, field_path
from goldset.domain.item_facts import Split
from goldset.domain.items import Item, Status
from goldset.domain.mentions import plain


def reviews(checked: CheckedSet) -> Iterator[Fault]:
    """Yield frozen items whose question, answer and spans nobody but their labeller has agreed to."""
    for entry in checked.entries:
        item = entry.item
        if item.split is Split.TEST and item.status is Status.ACTIVE and (why := _unreviewed(item)):
            yield entry.fault(rules.NOT_REVIEWED, f"`split` is test, and {why}", ("split",))


def _unreviewed(item: Item) -> str:
    """Return why an item does not count as reviewed; empty where it does."""
    if not item.reviews:
        return "nobody has reviewed the item"
    others = {review.by: review.verdict for review in item.reviews if review.by != item.labelled_by}
    if not others:
        return f"only its labeller {item.labelled_by} has reviewed the item"
    refused = sorted(by for by, verdict in others.items() if verdict == "disagree")
    if refused:
        return f"the last review of {refused[0]} disagrees"
    return "" if "agree" in others.values() else "no review agrees"


def leaked_passages(checked: CheckedSet) -> Iterator[Fault]:
    """Yield gold spans of frozen items that are gold spans of dev items too; each pair of items once."""
    tuned: dict[str, tuple[str, str]] = {}
    for entry in checked.entries:
        if entry.item.split is Split.DEV and entry.item.status is not Status.RETIRED:
            for _, span in confirmed_spans(entry):
                tuned.setdefault(plain(span.confirmed.text), (entry.item.id, entry.path))
    for entry in checked.entries:
        if entry.item.split is not Split.TEST or entry.item.status is Status.RETIRED:
            continue
        seen = set()
        for loc, span in confirmed_spans(entry):
            text = span.confirmed.text
            twin, path = tuned.get(plain(text), ("", ""))
            if twin and twin not in seen and weight(text) >= SHORT:
                seen.add(twin)
                message = (
                    f"`{field_path(loc)}`, {shown(text)}, is also gold of {twin}, which is in the dev split"
                )
                yield Fault(rules.LEAKED_PASSAGE, message, entry.path, (*loc, "text"), also=(path,))
