"""Findings: what is wrong with a golden set, as data, with its place and its remedy."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """How much a finding weighs: an error always fails, a warning only with `--strict`."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Rule:
    """One kind of fault.

    Attributes:
        code: Its stable code.
        severity: How much it weighs.
        title: What it is called.
        hint: What mends it.
        waivable: Whether a person may know better, and say so in the item with a reason.
    """

    code: str
    severity: Severity
    title: str
    hint: str
    waivable: bool = False


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault at one place.

    Attributes:
        code: Stable code of the rule, such as `GS101`.
        severity: Whether it fails a run.
        path: File relative to the set's folder, with `/`; empty for a fault of the whole set.
        line: Line from 1; 0 where the fault has no line.
        column: Column from 1, in code points; 0 where the fault has no line.
        field: Dotted field path such as `gold_spans[0].text`; empty where none.
        item: Id of the item; empty where none could be read.
        message: What is wrong, naming the field.
        hint: What to do next.
        also: Other files that take part in the fault: who changes one of them has to do with it.
    """

    code: str
    severity: Severity
    path: str
    message: str
    hint: str
    line: int = 0
    column: int = 0
    field: str = ""
    item: str = ""
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Waived:
    """A finding that its item waives, and the reason that a person gave."""

    finding: Finding
    reason: str


Loc = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault in a file before its line is looked up: what a check returns.

    Attributes:
        rule: Which rule is broken.
        message: What is wrong, naming the field.
        path: File relative to the set's folder; empty for a fault of the whole set.
        loc: Keys and list positions from the top of the file, such as `("gold_spans", 0, "text")`.
        hint: What to do next, where the rule's own hint is not the best one.
        also: Other files that take part in the fault.
    """

    rule: Rule
    message: str
    path: str = ""
    loc: Loc = ()
    hint: str = ""
    also: tuple[str, ...] = ()

    def finding(self, line: int = 0, column: int = 0, item: str = "") -> Finding:
        """Return the finding at a line and column, both from 1."""
        return Finding(
            code=self.rule.code,
            severity=self.rule.severity,
            path=self.path,
            message=self.message,
            hint=self.hint or self.rule.hint,
            line=line,
            column=column,
            field=field_path(self.loc),
            item=item,
            also=self.also,
        )


def field_path(loc: Loc) -> str:
    """Return keys and list positions as people write them: `gold_spans[0].text`."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in loc).removeprefix(".")


def in_order(findings: Iterable[Finding]) -> list[Finding]:
    """Return findings by file, line, column, code and message, without repetitions."""
    unique = dict.fromkeys(findings)
    return sorted(unique, key=lambda f: (f.path, f.line, f.column, f.code, f.field, f.message))
