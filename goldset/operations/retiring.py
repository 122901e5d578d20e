"""Retire an item that no re-index asks about: its file says so from then on, and every count still names it."""

from datetime import datetime

from goldset.domain.items import Status
from goldset.domain.people import person_of
from goldset.errors import GoldsetError, WrongUsageError
from goldset.stores.file_writes import write_file
from goldset.stores.git_repo import UNKNOWN, Repository
from goldset.stores.item_files import ItemFile
from goldset.stores.set_folder import SetFolder
from goldset.stores.settings_file import check_settings
from goldset.stores.yaml_edit import change_fields


def retire_item(
    repository: Repository, found: SetFolder, file: ItemFile, reason: str | None, now: datetime
) -> None:
    """Write into an item's file in the working folder that it is retired: why, when and by whom.

    Raises:
        WrongUsageError: Nobody says why.
        GoldsetError: It is retired already, or the file cannot be changed without touching anything else.
    """
    assert file.item is not None
    if file.item.status is Status.RETIRED:
        raise GoldsetError(f"{file.item.id} is retired already", f"{file.path} says why")
    if not reason:
        raise WrongUsageError(f"nothing says why {file.item.id} is retired", "say it with `--reason`")
    retirement = {"reason": reason, "at": now.date().isoformat()}
    who = repository.identity()
    if who is not UNKNOWN:
        retirement["by"] = person_of(who.name, who.email, check_settings(found.tree)[0].people)
    changed = change_fields(file.text, {("status",): "retired", ("retired",): retirement})
    write_file(found.root / file.path, changed.encode())
