"""The rows of worksheets, as people read them: question, answer, passages with what differs marked."""

import re
from collections.abc import Iterable, Mapping, Sequence

from goldset.domain.items import GoldSpan, Item, Span, Unplaced
from goldset.domain.resolutions import Outcome
from goldset.domain.worksheet import (
    ANSWER,
    CANDIDATES,
    COLUMNS,
    DECISION,
    DOCUMENT,
    GOLD,
    HAPPENED,
    ITEM,
    LETTERS,
    MISSING,
    OLD,
    OTHER_DECISIONS,
    PASSAGES,
    QUESTION,
    QUOTE,
    Cell,
    Key,
    Kind,
    Mark,
    Run,
    SheetRow,
    Worksheet,
    cell_text,
    cut,
    text_hash,
)
from goldset.domain.worksheet_keys import (
    Evidence,
    candidate_hashes,
    label_parts,
    label_state,
    queue_state,
    review_state,
)
from goldset.reporting.queued_span import alike
from goldset.reporting.quoting import visible
from goldset.reporting.word_marks import Piece, pieces
from goldset.reporting.worksheet_words import instructions

_MOST_DIFFERENCES = 8
_AROUND = 160
_HAPPENED: Mapping[str, str] = {
    Outcome.UNRESOLVED: "It could not be checked.",
    Outcome.CONTEXT_CHANGED: "The passage stands, but the sentence around it changed.",
    Outcome.SCOPE_CHANGED: "The passage stands, but what it applies to changed: its heading, page or edition.",
    Outcome.AMBIGUOUS: "The passage could be any of several places.",
    Outcome.EDITED: "The passage reads differently now.",
    Outcome.SPLIT: "The passage now stands in several places.",
    Outcome.FRAGMENT: "Only a part of the passage is left.",
    Outcome.RELOCATED: "The passage now stands in another document.",
    Outcome.MISSING: "The document is there, the passage is not.",
    Outcome.DOCUMENT_REMOVED: "The document is gone, and the passage with it.",
}


def worksheet(set_name: str, kind: Kind, rows: Iterable[SheetRow], owner: str | None) -> Worksheet:
    """Return a worksheet with its instructions."""
    return Worksheet(set_name, kind, tuple(rows), tuple(instructions(set_name, kind, owner)))


def queue_row(set_name: str, span: Span, entries: Sequence[GoldSpan]) -> SheetRow:
    """Return the row of a span that waits for a decision.

    Args:
        set_name: Name of the golden set.
        span: The span.
        entries: For each candidate, best first, the entry that accepting it makes.
    """
    block, item = span.relabel, span.item
    assert block is not None
    offered = block.candidates[: len(LETTERS)]
    cells = {
        ITEM: _item(item, f"passage {span.id}"),
        QUESTION: _plain(item.question),
        GOLD: _gold(item),
        HAPPENED: _happened(span),
        OLD: _old(span, entries[0] if entries else None),
    }
    cells |= {
        title: _candidate(span, entry, one.similarity)
        for title, entry, one in zip(CANDIDATES, entries, offered, strict=False)
    }
    decisions = (*LETTERS[: len(offered)], *OTHER_DECISIONS)
    key = Key(
        set=set_name,
        kind=Kind.QUEUE,
        item=item.id,
        part=span.id,
        state=queue_state(span),
        choices=candidate_hashes(block),
    )
    return _row(key, cells, {}, {DECISION: decisions})


def label_rows(set_name: str, item: Item) -> list[SheetRow]:
    """Return the rows of an item that waits for a labeller: one for each piece of its evidence."""
    return [_label_row(set_name, item, part, evidence) for part, evidence in label_parts(item)]


def _label_row(set_name: str, item: Item, part: str, evidence: Evidence) -> SheetRow:
    reason = evidence.reason if isinstance(evidence, Unplaced) else ""
    lacking = [*item.draft_reasons, *([reason] if reason else [])]
    lacking += [] if evidence else ["It has no passage that proves the answer."]
    lacking += [] if item.gold_answer else ["It has no answer."]
    coarse = evidence.coarse if evidence else None
    lacking += [f"The passage is a whole {coarse}: quote what proves the answer."] if coarse else []
    lacking += _notes(item)
    cells = {
        ITEM: _item(item, part.removeprefix("span:") if part.startswith("span:") else ""),
        QUESTION: _plain(item.question),
        MISSING: _plain("\n".join(dict.fromkeys(lacking)) or "A person has to confirm it."),
    }
    key = Key(set=set_name, kind=Kind.LABEL, item=item.id, part=part, state=label_state(item, evidence))
    return _row(key, cells, given_cells(item, evidence))


def _notes(item: Item) -> list[str]:
    """Return what the source of an item says of it besides, as another annotator does."""
    return [f"Its source says: {note}" for note in (item.origin.notes if item.origin else ())]


def given_cells(item: Item, evidence: Evidence) -> dict[str, Cell]:
    """Return the cells of a label's row that are filled in beforehand."""
    given = {
        ANSWER: item.gold_answer,
        QUOTE: evidence.text if evidence else None,
        DOCUMENT: evidence.doc_id if evidence else None,
    }
    return {title: _plain(text) for title, text in given.items() if text}


def review_row(set_name: str, item: Item) -> SheetRow:
    """Return the row of an item to be reviewed."""
    runs: list[Run] = []
    for span in item.spans():
        runs += [
            Run(_said(f"{span.confirmed.doc_id}\n"), Mark.NOTE),
            Run(_flowing(f"{span.confirmed.text}\n\n")),
        ]
    runs = runs or [Run("None: the right answer is no answer.\n\n", Mark.NOTE)]
    runs += [Run(_said(f"{note}\n"), Mark.NOTE) for note in _notes(item)]
    cells = {
        ITEM: _item(item, ""),
        QUESTION: _plain(item.question),
        GOLD: _gold(item),
        PASSAGES: _trimmed(runs),
    }
    key = Key(set=set_name, kind=Kind.REVIEW, item=item.id, state=review_state(item))
    return _row(key, cells, {})


def _row(
    key: Key,
    shown: Mapping[str, Cell],
    given: Mapping[str, Cell],
    choices: Mapping[str, tuple[str, ...]] | None = None,
) -> SheetRow:
    cells = {title: cut(cell) for title, cell in {**shown, **given}.items() if cell_text(cell)}
    titles = [column.title for column in COLUMNS[key.kind] if not column.filled]
    hashes = {title: text_hash(cell_text(cells.get(title, ()))) for title in titles}
    # A column of candidates that no row has is not written.
    hashes = {title: one for title, one in hashes.items() if title not in CANDIDATES or title in cells}
    told = {title: text_hash(cell_text(cells[title])) for title in given if title in cells}
    return SheetRow(key.model_copy(update={"shown": hashes, "given": told}), cells, choices or {})


def _item(item: Item, part: str) -> Cell:
    return (Run(_said(item.id)), *([Run(_said(f"\n{part}"), Mark.NOTE)] if part else []))


def _plain(text: str) -> Cell:
    return (Run(_said(text)),) if text else ()


def _note(text: str) -> Cell:
    return (Run(_said(text), Mark.NOTE),) if text else ()


def _said(text: str) -> str:
    """Return text in which nothing is hidden, and nothing that a spreadsheet's file cannot hold."""
    return visible(text.replace("\t", " "))


def _gold(item: Item) -> Cell:
    """Return the gold answer, and what an answer must hold and must not."""
    reason = f"none: {item.abstain_reason}" if item.abstain_reason else ""
    runs = [
        *_plain(f"{item.gold_answer}\n" if item.gold_answer else ""),
        *_note(f"{reason}\n" if reason else ""),
    ]
    for word, texts in (("must include", item.must_include), ("must not include", item.must_not_include)):
        runs += [*_note(f"\n{word}: "), *_plain(" · ".join(texts))] if texts else []
    return _trimmed(runs)


def _happened(span: Span) -> Cell:
    assert span.relabel is not None
    outcome = span.relabel.outcome or ""
    runs = [Run(_HAPPENED.get(outcome, _said(outcome)) + "\n")]
    shown = span.relabel.differences[:_MOST_DIFFERENCES]
    more = len(span.relabel.differences) - len(shown)
    runs += [Run(_said(f"{one}\n".replace(" -> ", " → ")), Mark.NOTE) for one in shown]
    runs += [Run(f"and {more} more differences\n", Mark.NOTE)] if more else []
    hidden = len(span.relabel.candidates) - len(LETTERS)
    runs += [Run(f"{hidden} more candidates stand in the item's file\n", Mark.NOTE)] if hidden > 0 else []
    return _trimmed(runs)


def _old(span: Span, best: GoldSpan | None) -> Cell:
    return (*_head(span, best, "")[0], *_passages(span, best)[0])


def _candidate(span: Span, new: GoldSpan, similarity: float | None) -> Cell:
    old = span.confirmed.text
    likeness = "" if similarity is None else alike(old, new.text, similarity)
    more = "the same words" if old == new.text else likeness
    return (*_head(span, new, more)[1], *_passages(span, new)[1])


def _head(span: Span, new: GoldSpan | None, more: str) -> tuple[Cell, Cell]:
    """Return where old and new passage stand: document, headings, and what else is to be said of the new one."""
    old, end = span.confirmed, _note(f"\n{more}\n\n" if more else "\n\n")
    if new is None or span.relabel is None or span.relabel.outcome != Outcome.SCOPE_CHANGED:
        return (*_note(_where(old)), *_note("\n\n")), (*_note(_where(new)), *end) if new else ()
    # What changed may stand there.
    before, after = pieces(_where(old), _where(new))
    return (*_noted(before, Mark.REMOVED), *_note("\n\n")), (*_noted(after, Mark.ADDED), *end)


def _where(passage: GoldSpan) -> str:
    section = " › ".join(passage.section or ())
    return f"{passage.doc_id}\n{section}" if section else passage.doc_id


def _noted(said: Iterable[Piece], mark: Mark) -> list[Run]:
    return [Run(_said(text), mark if differs else Mark.NOTE) for text, differs in said]


def _passages(span: Span, new: GoldSpan | None) -> tuple[Cell, Cell]:
    """Return old and new passage with what differs marked, between what stands around each of them."""
    old = span.confirmed
    if new is None:
        return _within(old, [Run(_flowing(old.text), Mark.REMOVED)]), ()
    if span.relabel and span.relabel.outcome == Outcome.CONTEXT_CHANGED:
        # What changed stands around the passage.
        before, after = pieces(_whole(old), _whole(new))
        return tuple(_marked(before, Mark.REMOVED)), tuple(_marked(_same_stretch(before, after), Mark.ADDED))
    before, after = pieces(old.text, new.text)
    return _within(old, _marked(before, Mark.REMOVED)), _within(new, _marked(after, Mark.ADDED))


def _whole(passage: GoldSpan) -> str:
    """Return a passage with what stands around it, without words that are cut at the ends."""
    before, after = _from_word(passage.prefix or ""), _to_word(passage.suffix or "")
    return f"{before}{passage.text}{after}".strip()


def _same_stretch(old: Sequence[Piece], new: Sequence[Piece]) -> list[Piece]:
    """Return the new pieces without what only reaches farther than the old ones do, at either end."""
    if not old or not new:
        return list(new)
    first = 1 if new[0][1] and not old[0][1] else 0
    last = -1 if new[-1][1] and not old[-1][1] and len(new) > 1 else None
    return list(new[first:last])


def _within(passage: GoldSpan, runs: Sequence[Run]) -> Cell:
    """Return a passage between a little of what stands around it."""
    before, after = passage.prefix or "", passage.suffix or ""
    shown = _from_word(before[-_AROUND:]) if before else "", _to_word(after[:_AROUND]) if after else ""
    left = f"… {shown[0].lstrip()}" if shown[0].strip() else ""
    right = f"{shown[1].rstrip()} …" if shown[1].strip() else ""
    return (*_note(_flowing(left)), *runs, *_note(_flowing(right)))


def _from_word(text: str) -> str:
    """Return a text from its first whole word on: it is cut out of its document."""
    return text[found.start() :] if (found := re.search(r"\s", text)) else ""


def _to_word(text: str) -> str:
    """Return a text up to its last whole word."""
    return text[: found.end()] if (found := re.search(r".*\s", text, re.DOTALL)) else ""


def _flowing(text: str) -> str:
    """Return text in which a line end inside a sentence is a blank: a cell has its own lines."""
    return re.sub(r"(?<!\n)\n[ \t]*(?=[^\W\d_])", " ", _said(text))


def _marked(said: Iterable[Piece], mark: Mark) -> list[Run]:
    return [Run(_flowing(text), mark if differs else Mark.PLAIN) for text, differs in said]


def _trimmed(runs: list[Run]) -> Cell:
    """Return runs without the line ends behind the last one."""
    if not runs:
        return ()
    return (*runs[:-1], Run(runs[-1].text.rstrip("\n"), runs[-1].mark))
