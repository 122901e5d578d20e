"""Judgements of documents for questions, as the qrels of BEIR and TREC have them."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from goldset.domain.set_rows import BadRow, Evidence, SetRow
from goldset.stores.formats.delimited import lines_of

NOT_RELEVANT = "judgements of score 0"
TOP_GRADE = 3
_SHORT, _LONG = 3, 4  # without and with the column of iterations, which says nothing
_WHOLE = re.compile(r"[-+]?[0-9]{1,9}(\.0{1,9})?")


@dataclass(frozen=True, slots=True)
class Judgement:
    """What somebody said of a document for a question.

    Attributes:
        score: How relevant it is, from 1; without bound.
        number: The line, from 1.
        file: The file below the folder; empty where there is one file.
    """

    score: int
    number: int
    file: str


@dataclass(slots=True)
class Judgements:
    """The judgements of one set, while its files are read.

    Attributes:
        queries: Ids of the questions that can be judged.
        queries_file: Where they stand, for people.
        said: By question and document, what was said; documents of score 0 are no evidence, and not in it.
        files: By question, the files that judge it.
        highest: The highest score of all.
        bad: Lines that cannot be taken.
        not_relevant: By question, how many documents were judged to be not relevant.
    """

    queries: Collection[str]
    queries_file: str
    said: dict[str, dict[str, Judgement]] = field(default_factory=dict)
    files: dict[str, list[str]] = field(default_factory=dict)
    highest: int = 0
    bad: list[BadRow] = field(default_factory=list)
    not_relevant: Counter[str] = field(default_factory=Counter)
    _lines: dict[tuple[str, str], Judgement] = field(default_factory=dict)

    def take(self, text: str, file: str, *, is_csv: bool) -> None:
        """Take in a file: `query document score` or `query iteration document score` on a line.

        Columns are parted by tabs, or by white space in a line without tabs. A first line whose last column is
        no number and whose first is no question is a heading.

        Args:
            text: What the file holds.
            file: Its path below the folder, for people; empty where there is one file.
            is_csv: Whether columns may stand in quotes, as CSV has them.
        """
        first = True
        for number, columns, broken in _delimited(text) if is_csv else _parted(text):
            if not (first and not broken and self._is_heading(columns)):
                fault = broken or self._take_line(columns, number, file)
                if fault:
                    self.bad.append(BadRow(number, fault, file, is_row=False))
            first = False

    def without(self, missing: Collection[str], where: str) -> None:
        """Report the judgements of documents that are not there, and take them out."""
        for said in self.said.values():
            for doc in [doc for doc in said if doc in missing]:
                one = said.pop(doc)
                self.bad.append(
                    BadRow(one.number, f"document {doc} is not in {where}", one.file, is_row=False)
                )

    def documents(self) -> set[str]:
        """Return the ids of all documents that are evidence."""
        return {doc for said in self.said.values() for doc in said}

    def evidence(self, query: str, texts: Mapping[str, str | None]) -> tuple[Evidence, ...]:
        """Return the evidence of a question, in the order of its lines.

        Args:
            query: Its id.
            texts: By document, its text where that is known.
        """
        return tuple(
            Evidence(text=texts.get(doc), doc=doc, grade=graded(one.score, self.highest), coarse="document")
            for doc, one in self.said.get(query, {}).items()
        )

    def faults(self) -> tuple[BadRow, ...]:
        """Return the lines that cannot be taken, in order of file and line."""
        return tuple(sorted(self.bad, key=lambda bad: (bad.file, bad.number)))

    def _is_heading(self, columns: list[str]) -> bool:
        return _score(columns[-1]) is None and columns[0] not in self.queries

    def _take_line(self, columns: list[str], number: int, file: str) -> str:
        """Take in a line; returns what is wrong with it, or nothing."""
        if len(columns) not in {_SHORT, _LONG}:
            return f"the line has {len(columns)} columns, not {_SHORT} or {_LONG}"
        query, doc, score = columns[0], columns[-2], _score(columns[-1])
        if score is None:
            return f"the score is {columns[-1]}, and not a whole number"
        if query not in self.queries:
            return f"question {query} is not in {self.queries_file}"
        before, one = self._lines.get((query, doc)), Judgement(score, number, file)
        if before:
            return _doubled(query, doc, before, one)
        self._lines[query, doc] = one
        files = self.files.setdefault(query, [])
        if file not in files:
            files.append(file)
        if score > 0:
            self.said.setdefault(query, {})[doc] = one
            self.highest = max(self.highest, score)
        else:
            self.not_relevant[query] += 1
        return ""


def shared_ids(asked: Iterable[tuple[int, str | None, str]]) -> dict[int, str]:
    """Return by line why a question is refused: its id is that of another one, and judgements belong to either.

    Args:
        asked: Line, id and question of each.
    """
    by_ref: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for number, ref, question in asked:
        if ref is not None:
            by_ref[ref].append((number, question))
    refused: dict[int, str] = {}
    for ref, ones in by_ref.items():
        if len({question for _, question in ones}) > 1:
            numbers = [number for number, _ in ones]
            lines = ", ".join(map(str, numbers[:-1])) + f" and {numbers[-1]}"
            reason = f"id {ref} names different questions, in lines {lines}: judgements belong to either"
            refused |= dict.fromkeys(numbers, reason)
    return refused


def graded(score: int, top: int) -> int:
    """Return a grade 1–3 for a score from 1, of a scale that goes up to `top`."""
    return score if top <= TOP_GRADE else -(-score * TOP_GRADE // top)


def scale_notices(top: int) -> Iterable[str]:
    """Yield what people should know of a scale that goes beyond the grades of items."""
    if top > TOP_GRADE:
        yield f"scores go up to {top}: they are mapped to the grades 1–{TOP_GRADE}"


def _doubled(query: str, doc: str, before: Judgement, again: Judgement) -> str:
    place = f"line {before.number}" + (f" of {before.file}" if before.file != again.file else "")
    if before.score == again.score:
        return f"document {doc} is judged twice for question {query}, first in {place}"
    return (
        f"document {doc} has the score {again.score} for question {query}, and {before.score} in {place}, "
        "which was taken"
    )


def _delimited(text: str) -> Iterator[tuple[int, list[str], str]]:
    """Yield the number of each line, its columns, and what is wrong with it."""
    for line in lines_of(text, "\t"):
        columns = [column.strip() for column in line.cells]
        yield line.number, columns[0].split() if len(columns) == 1 else columns, line.fault


def _parted(text: str) -> Iterator[tuple[int, list[str], str]]:
    for number, line in enumerate(text.split("\n"), start=1):
        columns = line.split("\t") if "\t" in line.strip() else line.split()
        if line.strip():
            yield number, [column.strip() for column in columns], ""


def _score(text: str) -> int | None:
    return int(text.partition(".")[0]) if _WHOLE.fullmatch(text) else None


def ref_of(row: SetRow) -> str:
    """Return the id that judgements name a row by."""
    return row.ref or f"row-{row.number}"


def graded_documents(row: SetRow) -> dict[str, int]:
    """Return the documents that a row's evidence names, each with its highest grade."""
    grades: dict[str, int] = {}
    for one in row.evidence:
        if one.doc is not None:
            grades[one.doc] = max(one.grade, grades.get(one.doc, 0))
    return grades
