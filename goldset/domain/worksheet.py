"""Worksheets: decisions as rows of a spreadsheet, for people who do not use Git.

A row shows what is asked, and has cells to fill in. What it is about stands in its hidden key: the set, the item,
the part of it, and short hashes of everything that the person was shown and decides on. Rows and columns may be
sorted, moved and added to; a row whose key no longer fits is refused, never guessed at.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal
from unicodedata import normalize

from pydantic import Field, ValidationError

from goldset.domain.fields import Record
from goldset.domain.items import AbstainReason, digest

_SHORT = 12
# Excel takes no more UTF-16 units in a cell.
MOST_UNITS = 32_767
LETTERS = ("A", "B", "C")
MARKS = str.maketrans("", "", "⟦⟧")  # a form without fonts marks differences by these


class Kind(StrEnum):
    """What a worksheet asks of people."""

    QUEUE = "queue"
    LABEL = "label"
    REVIEW = "review"


class Mark(StrEnum):
    """How a stretch of a cell's text is shown."""

    PLAIN = "plain"
    REMOVED = "removed"
    ADDED = "added"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of a cell's text."""

    text: str
    mark: Mark = Mark.PLAIN


Cell = tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A column by its title.

    Attributes:
        title: What its header says; it is found by it, wherever it stands.
        width: Characters that it is wide.
        filled: Whether people fill it in.
        choices: The words of its drop-down, where they are the same in every row.
        prompt: What a person reads who stands on a cell of it.
    """

    title: str
    width: int
    filled: bool = False
    choices: tuple[str, ...] = ()
    prompt: str = ""


KEY = "Key (leave as it is)"
REASONS = tuple(str(reason) for reason in AbstainReason)
DECISION, WHY, NEW_ANSWER, COMMENT = "Decision", "Why no answer", "New answer", "Comment"
ANSWERABLE, ANSWER, QUOTE, DOCUMENT, VERDICT = "Answerable", "Answer", "Quote", "Document", "Verdict"
ITEM, QUESTION, GOLD = "Item", "Question", "Gold answer"
HAPPENED, OLD, MISSING, PASSAGES = "What happened", "Old passage", "What is missing", "Passages"
CANDIDATES = tuple(f"Candidate {letter}" for letter in LETTERS)
OTHER_DECISIONS = ("retire", "unanswerable", "drop", "later")
YES_NO = ("yes", "no")
VERDICTS = ("agree", "disagree", "unsure")

_WHY = Column(
    WHY, 21, filled=True, choices=REASONS, prompt="Only where the corpus holds no answer: why there is none."
)
COLUMNS: Mapping[Kind, tuple[Column, ...]] = {
    Kind.QUEUE: (
        Column(ITEM, 14),
        Column(QUESTION, 22),
        Column(GOLD, 24),
        Column(HAPPENED, 16),
        Column(OLD, 32),
        *(Column(title, 32) for title in CANDIDATES),
        Column(DECISION, 13, filled=True, prompt="Choose from the list. Blank: not decided."),
        _WHY,
        Column(
            NEW_ANSWER, 24, filled=True, prompt="Only where the gold answer has to say something else now."
        ),
        Column(COMMENT, 18, filled=True, prompt="Why, for those who read it later."),
    ),
    Kind.LABEL: (
        Column(ITEM, 15),
        Column(QUESTION, 30),
        Column(MISSING, 24),
        Column(
            ANSWERABLE, 12, filled=True, choices=YES_NO, prompt="Choose from the list. Blank: not decided."
        ),
        Column(ANSWER, 34, filled=True, prompt="The right answer, in full."),
        Column(QUOTE, 44, filled=True, prompt="The passage that proves it, copied from the document."),
        Column(
            DOCUMENT,
            24,
            filled=True,
            prompt="The document's id; may be blank where only one holds the quote.",
        ),
        _WHY,
    ),
    Kind.REVIEW: (
        Column(ITEM, 15),
        Column(QUESTION, 32),
        Column(GOLD, 32),
        Column(PASSAGES, 56),
        Column(
            VERDICT, 12, filled=True, choices=VERDICTS, prompt="Choose from the list. Blank: not reviewed."
        ),
        Column(COMMENT, 32, filled=True, prompt="Why, for those who read it later."),
    ),
}


class Key(Record):
    """What a row is about.

    Attributes:
        goldset: Version of the key.
        set: Name of the golden set.
        kind: The kind of worksheet.
        item: Id of the item.
        part: Id of the span, or what else of the item the row is about; empty for the item as a whole.
        state: Short hashes, by name, of what the decision rests on.
        choices: Of each candidate that the row shows, a short hash that tells it from others.
        shown: By title, the short hash of each cell's text as it was written, filled-in cells left out.
        given: By title, that of each cell that was filled in beforehand.
    """

    goldset: Literal[1] = 1
    set: str
    kind: Kind
    item: str
    part: str = ""
    state: dict[str, str] = Field(default_factory=dict)
    choices: tuple[str, ...] = ()
    shown: dict[str, str] = Field(default_factory=dict)
    given: dict[str, str] = Field(default_factory=dict)

    @property
    def about(self) -> tuple[str, str]:
        """Item and part: two rows of the same are about one thing."""
        return self.item, self.part

    def text(self) -> str:
        """Return the key as it stands in its cell."""
        return self.model_dump_json()


def read_key(text: str) -> Key | None:
    """Return the key that a cell holds; None where it is none, or that of another version."""
    try:
        return Key.model_validate_json(text)
    except ValidationError:
        return None


def short(value: Any) -> str:
    """Return a short hash of plain data."""
    return digest(value)[:_SHORT]


def text_hash(text: str) -> str:
    """Return the short hash of a cell's text: white space, marks of differences and ways to compose do not count."""
    return short(" ".join(normalize("NFC", text.translate(MARKS)).split()))


def cell_text(cell: Cell) -> str:
    """Return a cell's text without its marks."""
    return "".join(run.text for run in cell)


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A row to be written.

    Attributes:
        key: What it is about.
        cells: What stands in it, by title; a column that is not named is blank.
        choices: Words of the drop-downs that differ from row to row, by title.
    """

    key: Key
    cells: Mapping[str, Cell]
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Worksheet:
    """A worksheet to be written.

    Attributes:
        set: Name of the golden set.
        kind: What it asks.
        rows: The rows.
        instructions: What people read first: a line for each paragraph, the first one being the title.
    """

    set: str
    kind: Kind
    rows: tuple[SheetRow, ...]
    instructions: tuple[str, ...]

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns; those of candidates that no row has are left out."""
        used = {title for row in self.rows for title in row.cells}
        return tuple(c for c in COLUMNS[self.kind] if c.title not in CANDIDATES or c.title in used)


@dataclass(frozen=True, slots=True)
class FilledRow:
    """A row as it came back.

    Attributes:
        number: Its number in the file, as a spreadsheet counts: the first row is 1.
        cells: Text by title; cells that are blank are left out.
        faults: By title, why a cell is no text.
        sheet: Name of the sheet where the file has several with rows; else empty.
    """

    number: int
    cells: Mapping[str, str]
    faults: Mapping[str, str] = field(default_factory=dict)
    sheet: str = ""

    @property
    def name(self) -> str:
        """How people find it."""
        return f"row {self.number} of {self.sheet}" if self.sheet else f"row {self.number}"

    def filled(self, title: str) -> str:
        """Return what a person wrote into a cell: line ends as in Git, no white space around it."""
        text = self.cells.get(title, "")
        return text.replace("\r\n", "\n").replace("\r", "\n").strip()


@dataclass(frozen=True, slots=True)
class Filled:
    """A worksheet that came back.

    Attributes:
        set: Name of its golden set.
        kind: What it asks.
        rows: Every row that holds anything, in order.
        lacking: A column that people fill in and that it has not; empty where it has them all.
    """

    set: str
    kind: Kind
    rows: tuple[FilledRow, ...]
    lacking: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """What a file holds.

    Attributes:
        rows: The rows below a header.
        titles: Titles that each header has.
        said: Set and kind as the file says them apart from its rows; None where it does not.
    """

    rows: tuple[FilledRow, ...]
    titles: frozenset[str]
    said: tuple[str, str] | None = None

    def worksheet(self) -> Filled | None:
        """Return it as a worksheet; None where nothing says which it is."""
        name, kind = self.said or ("", "")
        if kind not in list(Kind):
            keys = (read_key(row.cells.get(KEY, "")) for row in self.rows)
            first = next((key for key in keys if key), None)
            if first is None:
                return None
            name, kind = first.set, str(first.kind)
        columns = COLUMNS[Kind(kind)]
        lacking = next((c.title for c in columns if c.filled and c.title not in self.titles), "")
        return Filled(name, Kind(kind), self.rows, lacking)


TITLES = frozenset(column.title for columns in COLUMNS.values() for column in columns) | {KEY}


def header_of(texts: Sequence[str]) -> dict[str, int] | None:
    """Return where each title stands in a row of a table, counted from 0; None where it is no header.

    A title is the first line of its cell.

    Raises:
        ValueError: A title stands there twice.
    """
    titles = [" ".join(text.partition("\n")[0].split()) for text in texts]
    if KEY not in titles:
        return None
    twice = next((title for title in titles if title in TITLES and titles.count(title) > 1), None)
    if twice:
        raise ValueError(twice)
    return {title: number for number, title in enumerate(titles) if title in TITLES}


def cut(cell: Cell) -> Cell:
    """Return a cell's text cut to what a spreadsheet takes, with a word that it was; the key knows the whole."""
    total = sum(units(run.text) for run in cell)
    if total <= MOST_UNITS:
        return cell
    said = Run(f" … [cut here: {sum(len(run.text) for run in cell)} characters in all]", Mark.NOTE)
    room, kept = MOST_UNITS - units(said.text), list[Run]()
    for run in cell:
        text = run.text if units(run.text) <= room else _first_units(run.text, room)
        kept.append(Run(text, run.mark))
        room -= units(text)
    return (*(run for run in kept if run.text), said)


def units(text: str) -> int:
    """Return how many UTF-16 units a text has: spreadsheets count these."""
    return len(text) + sum(char > "\uffff" for char in text)


def _first_units(text: str, room: int) -> str:
    at = 0
    while at < len(text) and (room := room - units(text[at])) >= 0:
        at += 1
    return text[:at]
