"""What a workflow says of a change: a summary of the job, and a comment on the pull request."""

from goldset.reporting.findings_report import FindingsReport, counted
from goldset.reporting.findings_summary import MOST_BYTES, findings_summary

_NO_CHANGE = "No file of the golden set differs any more."


def change_summary(report: FindingsReport, difference: str) -> str:
    """Return the summary: the findings and, as far as there is room for it whole, what the change does.

    Args:
        report: The findings.
        difference: What the change does to the set, as Markdown; empty for nothing.
    """
    size = len(difference.encode("utf-8", "replace"))
    shown = difference if size < MOST_BYTES // 2 else "What the change does is too long for the summary.\n"
    found = findings_summary(report, MOST_BYTES - min(size, MOST_BYTES // 2))
    return f"{found}\n{shown}\n" if shown else f"{found}\n"


def change_comment(report: FindingsReport, difference: str) -> str:
    """Return the comment: the verdict, and what the change does, of which empty says nothing."""
    verdict = "fails" if report.failed else "passes"
    said = f"`goldset validate` {verdict}: {counted(report.findings)}; see the job's summary."
    return f"{said}\n\n{difference or _NO_CHANGE}"
