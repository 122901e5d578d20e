"""Carry out what came back in a worksheet: each row is applied, was applied before, is blank, or is refused."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from goldset.domain.owners import person
from goldset.domain.settings import Settings
from goldset.domain.worksheet import Filled, Kind
from goldset.domain.worksheet_answers import read_rows
from goldset.domain.worksheet_ends import Applied, Ledger, Place
from goldset.errors import GoldsetError, WrongUsageError
from goldset.operations.worksheet_items import ItemWork, LabelWork, apply_labels, apply_reviews
from goldset.operations.worksheet_queue import QueueWork, apply_queue
from goldset.stores.set_folder import find_set
from goldset.stores.settings_file import read_settings
from goldset.stores.worksheet_files import read_worksheet


@dataclass(frozen=True, slots=True)
class ApplyRequest:
    """A worksheet to be carried out.

    Attributes:
        path: The file that came back.
        by: Who decided, by name or account.
        now: The time of it.
        corpus: A corpus to find quotes in, as for `open_corpus`; None for kept texts and the settings' sources.
        activate: Whether labelled drafts become active.
        base: The base branch; None for the default branch.
        open_prs: Whether the queue branches are those of GitHub, not this clone's.
        dry_run: Whether nothing is to be written.
    """

    path: Path
    by: str
    now: datetime
    corpus: str | None = None
    activate: bool = False
    base: str | None = None
    open_prs: bool = False
    dry_run: bool = False


def apply_worksheet(folder: Path, request: ApplyRequest) -> Applied:
    """Carry out a worksheet: decisions as commits on queue branches, labels and reviews in the working folder.

    Raises:
        WrongUsageError: Nobody can be called so, or the file's name says no form that there is.
        GoldsetError: The file cannot be read, or belongs to another set; nothing was written.
    """
    found = find_set(folder)
    settings = read_settings(found.tree)
    sheet = read_worksheet(request.path)
    by, notices = _decider(request.by, settings)
    _refuse_foreign(request.path, sheet, settings)
    rows = read_rows(sheet.rows, settings.set, sheet.kind)
    ledger = Ledger(rows)
    places: Sequence[Place]
    if sheet.kind is Kind.QUEUE:
        work = QueueWork(found, by, request.now, request.base, request.open_prs, request.dry_run)
        places, more = apply_queue(work, rows, ledger)
        notices = (*notices, *more)
    else:
        items = ItemWork(found, by, request.now.date(), request.activate, request.dry_run)
        if sheet.kind is Kind.LABEL:
            places = apply_labels(items, LabelWork(folder, request.corpus), rows, ledger)
        else:
            places = apply_reviews(items, rows, ledger)
    return Applied(settings.set, sheet.kind, by, ledger.ends(), tuple(places), request.dry_run, notices)


def _decider(name: str, settings: Settings) -> tuple[str, tuple[str, ...]]:
    """Return how the set calls the person who decided, and what to say where it does not know them."""
    plain = name.strip()
    if not plain or not plain.isprintable():
        raise WrongUsageError(
            "`--by` names nobody", "name who decided, as goldset.yaml lists them under `people`"
        )
    by = person(plain, settings)
    if settings.people and by not in settings.people:
        return by, (f"{by} is not among `people` of goldset.yaml",)
    return by, ()


def _refuse_foreign(path: Path, sheet: Filled, settings: Settings) -> None:
    if sheet.set != settings.set:
        raise GoldsetError(
            f"{path.name} belongs to the set {sheet.set}, and this is {settings.set}",
            "apply it in that set's folder (`-C DIR`)",
        )
