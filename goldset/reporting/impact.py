"""Which gold passages a change of documents touches, for a terminal of 80 columns and as JSON."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from goldset.domain.impact import Effect, Impact, TouchedSpan
from goldset.reporting.counting import count
from goldset.reporting.quoting import visible
from goldset.reporting.resolution import queued_lines, resolution_row
from goldset.reporting.wrapping import wrapped

_WIDTH = 80
WORDS = {
    Effect.QUEUED: "would wait for a person",
    Effect.WAITING: "waited for a person before this change",
    Effect.CARRIED_OVER: "would be carried over",
    Effect.SKIPPED: "skipped: pinned, retired, dropped or unanswerable",
    Effect.UNTOUCHED: "in documents that this change leaves alone",
}
NEXT = "`goldset reindex --in-place` puts these questions into the items, to be decided in this change."


def impact_text(impact: Impact) -> str:
    """Return which gold passages a change touches, by document, for a terminal."""
    lines = [*_wrapped(f"{impact.name}: {impact.base} -> {impact.head}"), *_wrapped(touched_line(impact)), ""]
    for effect, number in effects(impact):
        lines.append(f"{number:>7}  {WORDS[effect]}")
        outcomes = Counter(str(one.after.outcome) for one in impact.of(effect))
        if effect is not Effect.SKIPPED:
            lines += [f"{outcomes[name]:>14}  {name.replace('_', ' ')}" for name in sorted(outcomes)]
    lines.append(f"{impact.totals()['spans']:>7}  gold spans in all")
    for (old, new), spans in by_documents(impact):
        lines += ["", *_wrapped(f"{document_title(impact, old, new)}: {document_line(spans)}")]
        for one in asking(spans):
            lines += [*queued_lines(one.span, one.after, _WIDTH), *_wrapped(f"in {one.path}", "    ")]
    lines += ["", *_wrapped(NEXT)] if impact.of(Effect.QUEUED) else []
    lines += [line for said in unread(impact) for line in ("", *_wrapped(said))]
    return "\n".join(lines) + "\n"


def effects(impact: Impact) -> list[tuple[Effect, int]]:
    """Return the effects that there are, with their numbers of spans."""
    totals = impact.totals()
    return [(effect, totals[effect]) for effect in Effect if totals[effect]]


def touched_line(impact: Impact) -> str:
    """Return how many documents the change touches, and how many hold gold."""
    documents = impact.documents
    if not documents.touched:
        return "No document of the corpus differs."
    kinds = (("changed", documents.changed), ("added", documents.added), ("removed", documents.removed))
    parts = [f"{len(ids)} {kind}" for kind, ids in kinds if ids]
    gold = {one.document for one in impact.spans} & documents.touched
    items = {one.span.item.id for one in impact.spans}
    held = f"{len(gold)} of them hold {count(len(impact.spans), 'gold span')} of {count(len(items), 'item')}"
    return f"{count(len(documents.touched), 'document')}: {', '.join(parts)}; {held}."


def by_documents(impact: Impact) -> Iterator[tuple[tuple[str, str], list[TouchedSpan]]]:
    """Yield spans by the document that they stood in, with the one it was renamed to; empty for none."""

    def pair(one: TouchedSpan) -> tuple[str, str]:
        moved = one.effect is Effect.CARRIED_OVER and one.now != one.document
        return one.document, one.now if moved else ""

    for names, group in groupby(sorted(impact.spans, key=pair), key=pair):
        yield names, list(group)


def document_title(impact: Impact, old: str, new: str) -> str:
    """Return the name of a document, with that of the one that it was renamed to, or what happened to it."""
    return f"{visible(old)} -> {visible(new)}" if new else f"{visible(old)} ({impact.documents.kind(old)})"


def document_line(spans: Sequence[TouchedSpan]) -> str:
    """Return how many passages of a document are carried over, and how many need a person."""
    carried = Counter(str(one.after.outcome) for one in spans if one.effect is Effect.CARRIED_OVER)
    rest: Counter[Effect] = Counter(one.effect for one in spans if one.effect is not Effect.CARRIED_OVER)
    parts = []
    if carried:
        parts.append(
            f"{carried.total()} carried over ({', '.join(f'{n} {name}' for name, n in sorted(carried.items()))})"
        )
    words = {Effect.QUEUED: "for a person", Effect.WAITING: "waited before", Effect.SKIPPED: "skipped"}
    parts += [f"{rest[effect]} {said}" for effect, said in words.items() if rest[effect]]
    return ", ".join(parts)


def asking(spans: Sequence[TouchedSpan]) -> list[TouchedSpan]:
    """Return the spans that a person has to decide because of the change, by item."""
    return [one for one in spans if one.effect is Effect.QUEUED]


def unread(impact: Impact) -> list[str]:
    """Return which item files could not be looked at."""
    if not impact.unreadable:
        return []
    number = len(impact.unreadable)
    named = ", ".join(impact.unreadable[:3]) + (" …" if number > 3 else "")  # noqa: PLR2004 (shown)
    said = f"{count(number, 'item file')} cannot be read, so their passages were not looked at: {named}"
    return [f"{said}. `goldset validate` says why."]


def impact_json(impact: Impact) -> str:
    """Return which gold passages a change touches as JSON: everything, sorted and stable."""
    documents = impact.documents
    report = {
        "version": 1,
        "set": impact.name,
        "base": impact.base,
        "head": impact.head,
        "totals": impact.totals(),
        "documents": {
            "added": list(documents.added),
            "changed": list(documents.changed),
            "removed": list(documents.removed),
        },
        "spans": [
            {
                **resolution_row(one.span, one.after),
                "effect": str(one.effect),
                "asked": one.is_asked,
                "path": one.path,
                "document": one.document,
                "before": str(one.before.outcome),
            }
            for one in impact.spans
        ],
        "unreadable": list(impact.unreadable),
        "notices": list(impact.notices),
    }
    text = json.dumps(report, ensure_ascii=False, indent=2)
    return text.encode("utf-8", "backslashreplace").decode() + "\n"


def _wrapped(text: str, indent: str = "") -> list[str]:
    return wrapped(visible(text), indent, _WIDTH)
