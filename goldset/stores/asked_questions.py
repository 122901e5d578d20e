"""Which item a record of another tool's results is of: by an id of the set, else by its question to the letter."""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from unicodedata import normalize

import msgspec

from goldset.domain.runs import Arm, BadLine, Run, RunLine, RunMeta, RunSource

IDS = ("goldset_id", "item_id", "item", "id")
_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Record:
    """One record of a result file.

    Attributes:
        number: Record from 1.
        fields: Where an id of the set may stand: columns, metadata or variables.
        question: What was asked; None where no text says so.
        said: What the record says, its item still open; or what is wrong with it, naming the field.
    """

    number: int
    fields: Mapping[str, Any]
    question: str | None
    said: RunLine | str


@dataclass(frozen=True, slots=True)
class Asked:
    """The questions of a set.

    Attributes:
        ids: Every item's id.
        by_question: By question with its white space folded, NFC, the ids that ask it.
        metrics: What gates of the set are about: results may hold measures of these names too.
    """

    ids: frozenset[str] = frozenset()
    by_question: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    metrics: frozenset[str] = frozenset()

    def item_of(self, record: Record) -> tuple[str, str]:
        """Return a record's item, and what is wrong where it has none: one of both is empty."""
        for name in IDS:
            value = record.fields.get(name)
            if isinstance(value, str) and value in self.ids:
                return value, ""
        if record.question is None:
            if isinstance(record.said, str):
                return "", record.said
            return "", "the record has no question, and no id of the set"
        found = self.by_question.get(folded(record.question), ())
        shown = " ".join(record.question.split())[:_SHOWN].encode("utf-8", "replace").decode()
        if not found:
            return "", f"no item of the set asks this, and no id of it is given: {shown}"
        return (found[0], "") if len(found) == 1 else ("", f"{', '.join(found)} all ask this: {shown}")


def asked_of(questions: Iterable[tuple[str, str]], metrics: Iterable[str] = ()) -> Asked:
    """Return the questions of a set from pairs of id and question, and what its gates are about."""
    listed = list(questions)
    found: dict[str, list[str]] = defaultdict(list)
    for item, question in listed:
        found[folded(question)].append(item)
    ids = frozenset(item for item, _ in listed)
    return Asked(
        ids, {question: tuple(sorted(items)) for question, items in found.items()}, frozenset(metrics)
    )


def folded(question: str) -> str:
    """Return a question as it is compared: NFC, white space folded."""
    return " ".join(normalize("NFC", question).split())


def run_of_records(
    records: Iterable[Record], asked: Asked, data: bytes, name: str, form: str, notices: tuple[str, ...] = ()
) -> Run:
    """Return the run of records; of two of one item none is scored, as there is no fair way to take one."""
    bad: list[BadLine] = []
    lines: dict[str, list[tuple[int, RunLine | str]]] = defaultdict(list)
    for record in records:
        item, fault = asked.item_of(record)
        if fault:
            bad.append(BadLine(record.number, fault))
        else:
            lines[item].append((record.number, record.said))
    said: dict[str, dict[Arm, RunLine | BadLine]] = {}
    for item, found in lines.items():
        faults = list(_faults(item, found))
        bad += faults
        number_said = found[0][1]
        if faults:
            said[item] = {Arm.RETRIEVED: faults[0]}
        elif isinstance(number_said, RunLine):
            said[item] = {Arm.RETRIEVED: msgspec.structs.replace(number_said, item=item)}
    source = RunSource(
        name,
        hashlib.sha256(data).hexdigest(),
        form,
        RunMeta(),
        tuple(sorted(bad, key=lambda line: line.line)),
        notices,
    )
    return Run(source, said)


def _faults(item: str, found: list[tuple[int, RunLine | str]]) -> Iterable[BadLine]:
    for number, said in found:
        if isinstance(said, str):
            yield BadLine(number, said, item)
        elif len(found) > 1:
            others = ", ".join(str(other) for other, _ in found if other != number)
            yield BadLine(number, f"record {others} is of {item}, too", item)
