"""What `validate` found, as every format of it takes it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from goldset.domain.findings import Finding, Severity, Waived
from goldset.reporting import quoting
from goldset.reporting.findings import visible

WHOLE_SET = "goldset.yaml"  # stands for a fault that is of no file


@dataclass(frozen=True, slots=True)
class FindingsReport:
    """Findings with what a report says beside them.

    Attributes:
        findings: In order.
        older: In order, those of files that the change leaves alone; they fail nothing.
        totals: Counts of `files`, `items`, `errors`, `warnings` and `waived`, without the older ones.
        paths: The files that are counted, relative to the set's folder.
        folder: The set's folder below the root of its repository; empty for the root.
        strict: Whether warnings fail too.
        waived: In order, those that their items waive; they fail nothing.
    """

    findings: Sequence[Finding]
    older: Sequence[Finding] = ()
    totals: dict[str, int] = field(default_factory=dict)
    paths: Sequence[str] = ()
    folder: str = ""
    strict: bool = False
    waived: Sequence[Waived] = ()

    @property
    def failed(self) -> bool:
        """Whether it fails the run."""
        return any(map(self.fails, self.findings))

    def fails(self, finding: Finding) -> bool:
        """Return whether a finding, if it is not an older one, fails the run."""
        return self.strict or finding.severity is Severity.ERROR

    def place(self, path: str) -> str:
        """Return a path of the set, or the one that stands for the set, below the root of the repository."""
        inside = path or WHOLE_SET
        return f"{self.folder}/{inside}" if self.folder else inside


def by_path(findings: Sequence[Finding]) -> Iterator[tuple[str, list[Finding]]]:
    """Yield each path with its findings, which are in order."""
    for path, group in groupby(findings, key=lambda finding: finding.path):
        yield path, list(group)


def counted(findings: Sequence[Finding]) -> str:
    """Return how many errors and warnings there are: `2 errors and 1 warning`, `1 warning`, `nothing`."""
    counts = {
        severity: sum(finding.severity is severity for finding in findings)
        for severity in (Severity.ERROR, Severity.WARNING)
    }
    parts = [f"{n:,} {severity}{'' if n == 1 else 's'}" for severity, n in counts.items() if n]
    return " and ".join(parts) or "nothing"


def on_one_line(text: str) -> str:
    """Return text on one line, with a number for each character that people would not see."""
    return visible(quoting.visible(text))


def cut(text: str, most: int) -> str:
    """Return a text, or its beginning of `most` characters with a mark of how many are left out."""
    return text if len(text) <= most else f"{text[:most]}… ({len(text) - most:,} characters more)"
