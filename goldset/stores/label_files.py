"""Files of labels: CSV or JSON Lines with an item and a verdict a line, or a run file with verdicts."""

import csv
import io
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from goldset.domain.labels import Category, Label, Labels
from goldset.domain.runs import Arm, BadLine, Run, RunLine, RunMeta
from goldset.errors import GoldsetError
from goldset.evaluation.judged import CLAIMS, SUPPORTED, label_of, number_of
from goldset.evaluation.run_view import judge_of
from goldset.stores.run_files import run_bytes, run_of

_WORDS = {"true": 1.0, "yes": 1.0, "correct": 1.0, "right": 1.0, "pass": 1.0}
_WORDS |= {"false": 0.0, "no": 0.0, "incorrect": 0.0, "wrong": 0.0, "fail": 0.0}
_COLUMNS = ("item", "arm", "name", "verdict", "by", "human", "judge")

_NONE = frozenset({"", "nan", "null"})  # what tables hold where nobody gave a verdict

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class LabelFile:
    """A file of labels under one name.

    Attributes:
        labels: What its column `verdict` (or its verdicts, for a run) says; empty for a file of pairs.
        human: What its column `human` says, for a file of pairs.
        judge: What its column `judge` says, for a file of pairs.
    """

    labels: Labels
    human: Labels
    judge: Labels

    @property
    def is_pairs(self) -> bool:
        """Whether it holds both sides."""
        return bool(self.human.labels or self.judge.labels)


def read_labels(path: str, name: str) -> LabelFile:
    """Read the labels of one verdict name.

    A line without a name is of the name that is asked for. `yes`, `correct`, `pass` and `true` count as 1, their
    opposites as 0, numbers as numbers; an empty verdict, `nan` or `null`, is one that the judge failed to give.

    Args:
        path: A CSV file with a header, a file of JSON Lines, or a run file; `-` for standard input.
        name: The verdict's name, such as `correct`.

    Raises:
        GoldsetError: The file cannot be read, or a line of it is no label; the message names the line.
    """
    data = run_bytes(path)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise GoldsetError(f"{path} is not UTF-8: {error.reason}", "save it as UTF-8") from None
    start = text.lstrip()[:1]
    rows = list(_json_rows(path, text) if start == "{" else _csv_rows(path, text))
    if start == "{" and not any({"verdict", "human"} & row.keys() for _, row in rows):
        return _of_run(path, data, name)
    return _of_rows(path, [row for row in rows if _is_of(row[1], name)])


def _is_of(row: Row, name: str) -> bool:
    return not row.get("name") or row["name"] == name


def _of_rows(path: str, rows: Sequence[tuple[int, Row]]) -> LabelFile:
    sides: dict[str, list[Label]] = {"verdict": [], "human": [], "judge": []}
    for number, row in rows:
        if not row.get("item"):
            raise _bad(path, number, "`item` is missing")
        if not sides.keys() & row.keys():
            raise _bad(path, number, "there is neither `verdict`, nor `human` and `judge`")
        for column, labels in sides.items():
            if column in row:
                value = _value(path, number, row[column])
                labels.append(
                    Label(str(row["item"]), _arm(path, number, row), value, str(row.get("by") or ""))
                )
    return LabelFile(*(Labels(path, labels) for labels in sides.values()))


def _arm(path: str, number: int, row: Row) -> Arm:
    said = row.get("arm") or Arm.RETRIEVED
    try:
        return Arm(said)
    except ValueError:
        raise _bad(path, number, f"`arm` is {said!r}, not one of {', '.join(Arm)}") from None


def _value(path: str, number: int, said: object) -> Category | None:
    if said is None or isinstance(said, str):
        return _said_in_words(said or "")
    if isinstance(said, bool | int | float) and math.isfinite(said):
        return float(said)
    raise _bad(path, number, f"the verdict {said!r} is neither a number nor a word")


def _said_in_words(said: str) -> Category | None:
    word = " ".join(said.split()).casefold()
    if word in _WORDS or word in _NONE:
        return _WORDS.get(word)
    try:
        number = float(word.replace(",", "."))  # tables of many countries write 0,9
    except ValueError:
        return word
    return number if math.isfinite(number) else word


def _csv_rows(path: str, text: str) -> Iterator[tuple[int, Row]]:
    head = text.partition("\n")[0]
    reader = csv.DictReader(
        io.StringIO(text, newline=""), delimiter=";" if head.count(";") > head.count(",") else ","
    )
    names = [name.strip().casefold() for name in reader.fieldnames or ()]
    if "item" not in names:
        raise _bad(path, 1, "the header has no column `item`", f"name the columns {', '.join(_COLUMNS[:4])}")
    if not {"verdict", "human"} & {*names}:
        raise _bad(
            path, 1, "the header has no column `verdict`, nor `human` and `judge`", "name the columns so"
        )
    reader.fieldnames = names
    for row in reader:
        if None in row or None in row.values():
            raise _bad(path, reader.line_num, "the line has not as many columns as the header")
        yield reader.line_num, {key: (value or "").strip() for key, value in row.items()}


def _json_rows(path: str, text: str) -> Iterator[tuple[int, Row]]:
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise _bad(path, number, f"the line is no JSON: {error}") from None
        if not isinstance(row, dict):
            raise _bad(path, number, "the line is no object")
        yield number, row


def _of_run(path: str, data: bytes, name: str) -> LabelFile:
    run = run_of(io.BytesIO(data), path)
    if run.source.bad:
        first: BadLine = run.source.bad[0]
        raise _bad(path, first.line, first.message)
    return LabelFile(labels_of(run, name), Labels(path, ()), Labels(path, ()))


def labels_of(run: Run, name: str) -> Labels:
    """Return a run's verdicts of one name; faithfulness from counts of claims where the run has these alone."""
    meta = run.source.meta
    return Labels(run.source.name, [label for line in run.lines if (label := _of_line(line, name, meta))])


def _of_line(line: RunLine, name: str, meta: RunMeta) -> Label | None:
    if name in line.verdicts:
        verdict = line.verdicts[name]
        return Label(line.item, line.arm, number_of(verdict), label_of(judge_of(name, verdict, meta)))
    if name == "faithfulness" and CLAIMS in line.verdicts:
        supported, total = (number_of(line.verdicts.get(count)) for count in (SUPPORTED, CLAIMS))
        by = label_of(judge_of(SUPPORTED, line.verdicts.get(SUPPORTED), meta))
        return Label(line.item, line.arm, supported / total if supported is not None and total else None, by)
    return None


def _bad(path: str, number: int, message: str, hint: str = "mend the line") -> GoldsetError:
    return GoldsetError(f"{path}:{number}: {message}", hint)
