"""Take a set out: its items as rows of a format, with the account of what the format cannot carry."""

import tempfile
from collections import Counter, defaultdict, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from pathlib import Path

from goldset.domain.carried import altered, lost
from goldset.domain.exported import Exported
from goldset.domain.exported_rows import not_in_rows, row_of
from goldset.domain.selection import Wanted
from goldset.domain.set_rows import SetRow
from goldset.errors import WrongUsageError
from goldset.operations.placed_items import PlacedItems, Stale, placed_items
from goldset.stores.export_target import check_target, write_export
from goldset.stores.file_writes import write_file
from goldset.stores.formats import registry
from goldset.stores.formats.form import Files, Form
from goldset.stores.formats.source import Source
from goldset.stores.set_folder import find_set
from goldset.stores.settings_file import read_settings

# What else can be exported: not the set, but what is said of the chunks of one index.
QRELS, UNJUDGED = "qrels", "unjudged"


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """What a person wants exported, and where to.

    Attributes:
        form: Name of the format.
        out: The file or folder as given; None for standard output.
        base: Folder that it is relative to.
        force: Whether it takes the place of what is there.
        at: Snapshot in which passages are to stand; None for the newest.
        wanted: Which items.
        stale: What becomes of stale ones; None where nobody said.
    """

    form: str
    out: str | None = None
    base: Path = Path()
    force: bool = False
    at: str | None = None
    wanted: Wanted = field(default_factory=Wanted)
    stale: Stale | None = None


@dataclass(frozen=True, slots=True)
class Export:
    """What came of it.

    Attributes:
        account: What was exported, left out and lost.
        data: What goes to standard output; None where it was written to a file or folder.
        is_flawed: Whether a part of what was to be read, such as a line of a run, could not be taken.
    """

    account: Exported
    data: bytes | None = None
    is_flawed: bool = False


def export_set(folder: Path, request: ExportRequest) -> Export:
    """Export the set that a folder belongs to. Either everything is written, or nothing.

    Raises:
        WrongUsageError: There is no such format, it is only read, it needs a folder and none was named, or items are
            stale and nobody said what becomes of them.
        GoldsetError: The set cannot be read, or the target cannot or must not be written.
    """
    form = _form_to_write(request.form)
    check_out(request, is_folder=not form.suffix)
    found = find_set(folder)
    placed = placed_items(found, request.wanted, request.at, request.stale)
    rows = [row_of(one, number, placed.snapshot) for number, one in enumerate(placed.items, start=1)]
    assert form.write is not None
    files = form.write(rows)
    account = replace(
        _account(placed, rows, form, _read_back(form, files, rows)),
        out=request.out,
        set_name=read_settings(found.tree).set,
        notes=tuple(filter(None, (form.lacks(files),))),
    )
    return Export(account, put(request, files))


def put(request: ExportRequest, files: Files) -> bytes | None:
    """Write what a format made of a set where a person wants it, or return it for standard output.

    Raises:
        GoldsetError: It cannot or must not be written there; nothing was.
    """
    if request.out is None:
        return files[""]
    write_export(request.base / request.out, files, request.form, force=request.force)
    return None


def check_out(request: ExportRequest, *, is_folder: bool) -> None:
    """Refuse a target before the work is done, where that can be told already.

    Raises:
        WrongUsageError: A folder is to be written, and none was named.
        GoldsetError: Something is there that must not be replaced.
    """
    if request.out is not None:
        check_target(request.base / request.out, is_folder=is_folder, force=request.force)
    elif is_folder:
        raise WrongUsageError(f"{request.form} is a folder of files", "name it with `--out FOLDER`")


def _form_to_write(name: str) -> Form:
    known = {form.name: form for form in registry.FORMS if form.write}
    if name in known:
        return known[name]
    names = [*known, QRELS, UNJUDGED]
    near = get_close_matches(name, names, n=1)
    only_read = any(form.name == name for form in registry.FORMS)
    if not name:
        message = "no format is named"
    elif only_read:
        message = f"{name} is a format that goldset only reads"
    else:
        message = f"there is no format {name}"
    hint = f"did you mean {near[0]}? " if near and not only_read else ""
    raise WrongUsageError(message, f"{hint}it is one of {', '.join(names)}")


def _account(placed: PlacedItems, rows: Sequence[SetRow], form: Form, back: Mapping[str, SetRow]) -> Exported:
    losses = Counter(
        name
        for one, row in zip(placed.items, rows, strict=True)
        if row.ref and row.ref in back
        for name in lost(row, back[row.ref]) | not_in_rows(one)
    )
    ids = tuple(one.item.id for one in placed.items)
    no_answer = (
        () if "answerable" in form.carries else [o.item.id for o in placed.items if not o.item.answerable]
    )
    changed = {
        row.ref: altered(row, back[row.ref], form.carries) for row in rows if row.ref and row.ref in back
    }
    return Exported(
        form=form.name,
        snapshot=placed.snapshot,
        items=tuple(item for item in ids if item in back),
        left_out=placed.left_out,
        stale={one.item.id: one.stale for one in placed.items if one.stale},
        lost=dict(sorted(losses.items())),
        unsaid=tuple(item for item in no_answer if item in back),
        not_held=tuple(item for item in ids if item not in back),
        altered={item: names for item, names in changed.items() if names},
    )


def _read_back(form: Form, files: Files, rows: Sequence[SetRow]) -> dict[str, SetRow]:
    """Return by id of its item each row that stands in what was written: so no item and no word is lost in silence."""
    if not rows:
        return {}
    with tempfile.TemporaryDirectory(prefix="goldset-") as work:
        path = Path(work) / f"export{form.suffix}"
        for name, data in files.items():
            write_file(path / name if name else path, data)
        read = form.read(Source(path.name, path))
    has_ids = "id" in form.carries
    there: dict[str | None, deque[SetRow]] = defaultdict(deque)
    for row in read.rows:
        there[row.ref if has_ids else row.question].append(row)
    found = {}
    for row in rows:
        same = there[row.ref if has_ids else row.question]
        if same and row.ref:
            found[row.ref] = same.popleft()
    return found
