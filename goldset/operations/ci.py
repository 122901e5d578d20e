"""Check a change in a workflow: findings beside its lines, a summary, and one comment with what it does."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from goldset.errors import GoldsetError, RepositoryError
from goldset.operations.validate import validate
from goldset.operations.workflow_event import event_base, event_payload
from goldset.reporting.change_report import change_comment, change_summary
from goldset.reporting.findings_report import FindingsReport
from goldset.stores.set_folder import find_set
from goldset.stores.settings_file import check_settings


@dataclass(frozen=True, slots=True)
class CheckedChange:
    """What a workflow learns of a change.

    Attributes:
        report: The findings.
        summary: Markdown for the job's summary.
        comment: Markdown for the one comment on the pull request.
        changes: Whether the change does anything to the set, or anything is wrong: worth a comment.
        notices: What a person should know; none of it changes the verdict.
    """

    report: FindingsReport
    summary: str
    comment: str
    changes: bool
    notices: tuple[str, ...]


def check_change(folder: Path, base: str | None = None, *, strict: bool = False) -> CheckedChange:
    """Check the set that a folder belongs to, as the change of a workflow's event leaves it.

    Args:
        folder: A folder of the set.
        base: A branch or commit that the change comes from; None for what the event says.
        strict: Whether warnings fail too.

    Raises:
        GoldsetError: There is no set, or it cannot be checked.
    """
    since, notices = (base, []) if base else _base(folder)
    checked = validate(folder, changed=since)
    difference = ""
    if since:
        difference, lost = _difference(folder, since)
        notices += lost
    report = checked.report(strict=strict)
    return CheckedChange(
        report,
        change_summary(report, difference),
        change_comment(report, difference),
        bool(difference or report.findings),
        (*notices, *checked.notices),
    )


def write_summary(text: str) -> None:
    """Add text to the job's summary, where the runner has one."""
    path = os.environ.get("GITHUB_STEP_SUMMARY")
    if path:
        with Path(path).open("a", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
            file.write(text)


def put_comment(folder: Path, checked: CheckedChange) -> str:
    """Write the one comment on the event's pull request; return why it could not be written, or nothing.

    From a fork, or without an account, no comment is meant.
    """
    # Imported here: pydantic and the client are only for those who use them.
    from goldset.forge.github.account import find_account  # noqa: PLC0415
    from goldset.forge.github.address import find_address  # noqa: PLC0415
    from goldset.forge.github.client import connect  # noqa: PLC0415
    from goldset.forge.github.one_comment import ImpatientClock, write_comment  # noqa: PLC0415
    from goldset.forge.github.workflow import read_event  # noqa: PLC0415

    event = read_event(os.environ, event_payload(os.environ))
    if not event.pull or event.from_fork or not _has_account(os.environ):
        return ""
    try:
        found = find_set(folder)
        address = find_address(os.environ, None)
        client = connect(address, find_account(os.environ, address), ImpatientClock())
        name = check_settings(found.tree)[0].set
        mark = f"<!-- goldset diff of {name} -->"
        write_comment(client, event.pull, mark, checked.comment, new=checked.changes)
    except GoldsetError as error:
        return f"the comment was not written, the summary holds it: {error.message}"
    return ""


def _has_account(env: Mapping[str, str]) -> bool:
    return any(env.get(name, "").strip() for name in ("GITHUB_TOKEN", "GH_TOKEN", "GOLDSET_APP_ID"))


def _base(folder: Path) -> tuple[str | None, list[str]]:
    """Return the commit that the event's change comes from, if it is here; what to know where it is not."""
    try:
        return event_base(folder), []
    except RepositoryError as error:
        remedy = f": {error.hint}" if error.hint else ""
        return None, [f"the whole set is checked, for {error.message}{remedy}"]


def _difference(folder: Path, base: str) -> tuple[str, list[str]]:
    """Return what the change does to the set, as Markdown; why not, where that cannot be told."""
    from goldset.operations.diff import diff_set  # noqa: PLC0415
    from goldset.reporting.set_diff_markdown import set_diff_markdown  # noqa: PLC0415

    try:
        found = diff_set(folder, f"{base}...HEAD")
    except GoldsetError as error:
        return "", [f"what the change does cannot be told: {error.message}"]
    return (set_diff_markdown(found) if found.changed_files else ""), []
