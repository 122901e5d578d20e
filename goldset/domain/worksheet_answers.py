"""What the rows of a worksheet that came back say: an answer, nothing, or why a row cannot be taken."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from goldset.domain.decisions import Verb
from goldset.domain.items import AbstainReason
from goldset.domain.worksheet import (
    ANSWER,
    ANSWERABLE,
    COLUMNS,
    COMMENT,
    DECISION,
    DOCUMENT,
    KEY,
    LETTERS,
    NEW_ANSWER,
    OTHER_DECISIONS,
    QUOTE,
    REASONS,
    VERDICT,
    VERDICTS,
    WHY,
    YES_NO,
    FilledRow,
    Key,
    Kind,
    read_key,
    text_hash,
)

ABOUT_ITEM = (Verb.RETIRE, Verb.UNANSWERABLE)
_ANEW = "make a new worksheet, and decide there"


@dataclass(frozen=True, slots=True)
class Blank:
    """A row that nobody decided."""

    row: FilledRow
    key: Key


@dataclass(frozen=True, slots=True)
class Refused:
    """A row that cannot be taken, why, and what to do; `key` is None where it has none that can be read."""

    row: FilledRow
    key: Key | None
    message: str
    hint: str


@dataclass(frozen=True, slots=True)
class Repeated:
    """A row that says once more what another row, of this name, says."""

    row: FilledRow
    key: Key
    first: str


@dataclass(frozen=True, slots=True)
class QueueAnswer:
    """A decision about a queued span.

    Attributes:
        row: Where it stands.
        key: What it is about.
        verb: The decision.
        choice: The candidate's hash, for `accept`; else empty.
        letter: The candidate's letter, likewise.
        abstain: For `unanswerable`: why there is no answer.
        new_answer: What the gold answer is to say; empty where it stays.
        comment: Why, in the person's words.
    """

    row: FilledRow
    key: Key
    verb: Verb
    choice: str = ""
    letter: str = ""
    abstain: AbstainReason | None = None
    new_answer: str = ""
    comment: str = ""


@dataclass(frozen=True, slots=True)
class LabelAnswer:
    """What a person says of a draft.

    Attributes:
        row: Where it stands.
        key: What it is about.
        answerable: Whether the corpus holds an answer.
        answer: The right answer; None where it stays as it was shown.
        quote: The passage that proves it; None likewise.
        document: Id of its document; None likewise, empty where the person leaves that open.
        abstain: Why there is no answer.
    """

    row: FilledRow
    key: Key
    answerable: bool
    answer: str | None = None
    quote: str | None = None
    document: str | None = None
    abstain: AbstainReason | None = None


@dataclass(frozen=True, slots=True)
class ReviewAnswer:
    """What a second person says of an item."""

    row: FilledRow
    key: Key
    verdict: str
    comment: str


Answer = QueueAnswer | LabelAnswer | ReviewAnswer
ReadRow = Answer | Blank | Refused | Repeated


def read_rows(rows: Iterable[FilledRow], set_name: str, kind: Kind) -> list[ReadRow]:
    """Return what each row says, in order; rows that contradict each other are refused, all of them."""
    read = [_read(row, set_name, kind) for row in rows]
    return _per_item(_once(read))


def _read(row: FilledRow, set_name: str, kind: Kind) -> ReadRow:
    key = read_key(row.cells.get(KEY, ""))
    if key is None:
        return Refused(row, None, "the row has no key of this worksheet", "remove it; rows cannot be added")
    if key.set != set_name:
        return Refused(
            row, key, f"the row belongs to the set {key.set}", f"apply it there; this is {set_name}"
        )
    if key.kind is not kind:
        return Refused(row, key, f"the row is one of a {key.kind} worksheet", "apply it in a file of its own")
    return _unfit(row, key) or _READERS[kind](row, key)


def _unfit(row: FilledRow, key: Key) -> Refused | None:
    """Return why a row's cells cannot be taken: those for reading say something else, or one is no text."""
    for column in COLUMNS[key.kind]:
        title = column.title
        if column.filled and title in row.faults:
            hint = "write it as text: format the cell as text first, then type it"
            return Refused(row, key, f"“{title}” is {row.faults[title]}, which is not worked out", hint)
        if title in key.shown and (
            title in row.faults or text_hash(row.cells.get(title, "")) != key.shown[title]
        ):
            hint = f"{_how_to_say(key.kind)}; where only some columns were sorted, undo that: else {_ANEW}"
            return Refused(
                row, key, f"“{title}” is not what was written there, and it is for reading only", hint
            )
    return None


def _how_to_say(kind: Kind) -> str:
    last = [column.title for column in COLUMNS[kind] if column.filled][-2:]
    return f"put the cell back, and say what should change in “{last[0]}” or “{last[1]}”"


def _queue(row: FilledRow, key: Key) -> ReadRow:
    word, why, new, comment = (row.filled(title) for title in (DECISION, WHY, NEW_ANSWER, COMMENT))
    if not word:
        return _undecided(row, key, DECISION, (WHY, NEW_ANSWER, COMMENT))
    said, letter = word.casefold(), word.upper()
    if letter in LETTERS:
        if LETTERS.index(letter) >= len(key.choices):
            return Refused(row, key, f"the row has no candidate {letter}", _words(DECISION, _decisions(key)))
        verb, choice = Verb.ACCEPT, key.choices[LETTERS.index(letter)]
    elif said in OTHER_DECISIONS:
        verb, choice, letter = Verb(said), "", ""
    else:
        return _unknown(row, key, DECISION, _decisions(key))
    if verb is Verb.UNANSWERABLE or why:
        refused = _why_refused(row, key, no_answer=verb is Verb.UNANSWERABLE)
        if refused:
            return refused
    if new and verb in (Verb.RETIRE, Verb.UNANSWERABLE, Verb.LATER):
        return Refused(row, key, f"“{verb}” leaves no room for a “{NEW_ANSWER}”", "clear one of the two")
    abstain = AbstainReason(why.casefold()) if why else None
    return QueueAnswer(row, key, verb, choice, letter, abstain, new, comment)


def _decisions(key: Key) -> tuple[str, ...]:
    return (*LETTERS[: len(key.choices)], *OTHER_DECISIONS)


def _label(row: FilledRow, key: Key) -> ReadRow:
    word = row.filled(ANSWERABLE).casefold()
    edited = [title for title in (ANSWER, QUOTE, DOCUMENT) if _edited(row, key, title)]
    if not word:
        return _undecided(row, key, ANSWERABLE, (*edited, WHY))
    if word not in YES_NO:
        return _unknown(row, key, ANSWERABLE, YES_NO)
    return _without_answer(row, key, edited) if word == "no" else _with_answer(row, key, edited)


def _without_answer(row: FilledRow, key: Key, edited: Sequence[str]) -> ReadRow:
    refused = _why_refused(row, key, no_answer=True)
    if refused:
        return refused
    if edited:
        hint = f"put “{edited[0]}” back as it was, or say yes"
        return Refused(row, key, f"“{ANSWERABLE}” says no, but “{edited[0]}” was filled in", hint)
    return LabelAnswer(row, key, answerable=False, abstain=AbstainReason(row.filled(WHY).casefold()))


def _with_answer(row: FilledRow, key: Key, edited: Sequence[str]) -> ReadRow:
    missing = [title for title in (ANSWER, QUOTE) if not row.filled(title)]
    if missing:
        return Refused(
            row, key, f"“{missing[0]}” is blank", f"fill it in, or clear “{ANSWERABLE}” to decide later"
        )
    refused = _why_refused(row, key, no_answer=False) if row.filled(WHY) else None
    said = {title: row.filled(title) if title in edited else None for title in (ANSWER, QUOTE, DOCUMENT)}
    return refused or LabelAnswer(
        row, key, answerable=True, answer=said[ANSWER], quote=said[QUOTE], document=said[DOCUMENT]
    )


def _edited(row: FilledRow, key: Key, title: str) -> bool:
    return text_hash(row.filled(title)) != key.given.get(title, text_hash(""))


def _review(row: FilledRow, key: Key) -> ReadRow:
    word = row.filled(VERDICT).casefold()
    if not word:
        return _undecided(row, key, VERDICT, (COMMENT,))
    if word not in VERDICTS:
        return _unknown(row, key, VERDICT, VERDICTS)
    return ReviewAnswer(row, key, word, row.filled(COMMENT))


_READERS: Mapping[Kind, Callable[[FilledRow, Key], ReadRow]] = {
    Kind.QUEUE: _queue,
    Kind.LABEL: _label,
    Kind.REVIEW: _review,
}


def _undecided(row: FilledRow, key: Key, title: str, others: Iterable[str]) -> Blank | Refused:
    """Return a blank row; one in which a person wrote something is no blank one."""
    written = [other for other in others if row.filled(other)]
    if not written:
        return Blank(row, key)
    message = f"“{title}” is blank, but “{written[0]}” is filled in"
    return Refused(row, key, message, f"choose a word in “{title}”, or clear “{written[0]}”")


def _unknown(row: FilledRow, key: Key, title: str, known: Sequence[str]) -> Refused:
    return Refused(row, key, f"“{title}” says {_quoted(row.filled(title))}", _words(title, known))


def _words(title: str, known: Sequence[str]) -> str:
    return f"“{title}” may say {', '.join(known)}"


def _quoted(text: str) -> str:
    first = " ".join(text.split())
    return f"“{first[:40]}…”" if len(first) > 40 else f"“{first}”"  # noqa: PLR2004 (shown)


def _why_refused(row: FilledRow, key: Key, *, no_answer: bool) -> Refused | None:
    """Return what is wrong with the reason why there is no answer; None where it is as it should be."""
    why = row.filled(WHY)
    if not no_answer:
        message = f"“{WHY}” is filled in, but the row says that there is an answer"
        return Refused(row, key, message, "clear one of the two")
    if not why:
        return Refused(row, key, f"“{WHY}” is blank", _words(WHY, REASONS))
    return None if why.casefold() in REASONS else _unknown(row, key, WHY, REASONS)


def _once(read: Sequence[ReadRow]) -> list[ReadRow]:
    """Return the rows with those about one thing settled: the same said twice counts once, else all are refused."""
    groups: dict[tuple[str, str], list[int]] = defaultdict(list)
    for number, one in enumerate(read):
        if one.key is not None and not isinstance(one, Blank):
            groups[one.key.about].append(number)
    settled = list(read)
    for numbers in groups.values():
        first, *others = numbers
        if not others:
            continue
        if len({_said(read[number]) for number in numbers}) == 1 and not isinstance(read[first], Refused):
            for number in others:
                key = read[number].key
                assert key is not None
                settled[number] = Repeated(read[number].row, key, read[first].row.name)
        else:
            _refuse(settled, numbers, "is about the same", "leave one of them, and clear the others")
    return settled


def _said(one: ReadRow) -> tuple[Any, ...]:
    content = tuple(getattr(one, name) for name in one.__slots__ if name not in ("row", "key"))
    return (type(one).__name__, one.key.text() if one.key else "", content)


def _per_item(read: list[ReadRow]) -> list[ReadRow]:
    """Return the rows with those of one item that cannot all be carried out refused."""
    groups: dict[str, list[int]] = defaultdict(list)
    for number, one in enumerate(read):
        if isinstance(one, QueueAnswer | LabelAnswer):
            groups[one.key.item].append(number)
    settled = list(read)
    for numbers in groups.values():
        answers = [
            (number, one) for number in numbers if isinstance(one := read[number], QueueAnswer | LabelAnswer)
        ]
        ways = {_way(one) for _, one in answers}
        if len(ways) > 1:
            _refuse(settled, numbers, "decides the same item in another way", "say one thing of the item")
            continue
        texts = {text for _, one in answers if (text := _new_answer(one))}
        if len(texts) > 1:
            told = [number for number, one in answers if _new_answer(one)]
            _refuse(settled, told, "has another answer for the same item", "write one answer, in one row")
    return settled


def _way(answer: QueueAnswer | LabelAnswer) -> tuple[str, str]:
    """Return what an answer says of its item as a whole."""
    if isinstance(answer, LabelAnswer):
        return str(answer.answerable), answer.abstain or ""
    return (str(answer.verb), answer.abstain or "") if answer.verb in ABOUT_ITEM else ("", "")


def _new_answer(answer: QueueAnswer | LabelAnswer) -> str:
    return (answer.answer or "") if isinstance(answer, LabelAnswer) else answer.new_answer


def _refuse(settled: list[ReadRow], numbers: Sequence[int], what: str, hint: str) -> None:
    for number in numbers:
        one = settled[number]
        names = [settled[other].row.name for other in numbers if other != number]
        if not isinstance(one, Refused):
            settled[number] = Refused(one.row, one.key, f"{', '.join(names)} {what}", hint)
