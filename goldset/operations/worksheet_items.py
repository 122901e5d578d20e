"""Carry out labels and reviews of a worksheet, in the item files of the working folder."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from goldset.domain.findings import Severity
from goldset.domain.items import GoldSpan, Item
from goldset.domain.worksheet_answers import Blank, LabelAnswer, ReadRow, Refused, ReviewAnswer
from goldset.domain.worksheet_ends import End, Ledger, Place
from goldset.domain.worksheet_keys import (
    answer_hash,
    label_done,
    label_misfit,
    review_done,
    review_misfit,
)
from goldset.errors import GoldsetError, ItemFileError
from goldset.operations.labelling import Label, Signature, labelled_changes
from goldset.operations.new import ItemDesk, open_desk
from goldset.stores.file_writes import write_file
from goldset.stores.item_files import FOLDER, SUFFIX, ItemFile, read_item
from goldset.stores.second_reader import confirm_read_alike
from goldset.stores.set_folder import SetFolder
from goldset.stores.yaml_edit import change_fields

_ANEW = "make a new worksheet, and decide there"


@dataclass(frozen=True, slots=True)
class ItemWork:
    """What labels and reviews are carried out with.

    Attributes:
        found: The set.
        by: Who decided.
        today: The day of it.
        activate: Whether labelled drafts become active.
        dry_run: Whether nothing is to be written.
    """

    found: SetFolder
    by: str
    today: date
    activate: bool
    dry_run: bool


class _Files:
    """The item files of the working folder by item id."""

    def __init__(self, found: SetFolder) -> None:
        self._tree = found.tree
        self._paths: dict[str, list[str]] = defaultdict(list)
        for path in self._tree.files(FOLDER):
            if path.endswith(SUFFIX):
                self._paths[path.rpartition("/")[2].removesuffix(SUFFIX)].append(path)

    def read(self, item: str) -> ItemFile:
        """Return an item's file, which has no error.

        Raises:
            ItemFileError: There is no such item, or not just one, or its file has errors or is a link.
        """
        paths = self._paths.get(item, [])
        if not paths:
            raise ItemFileError(f"there is no item {item} any more", "it was renamed or deleted since")
        if len(paths) > 1:
            raise ItemFileError(
                f"{paths[0]} and {paths[1]} are one item by name", "`goldset validate` says more"
            )
        file = read_item(paths[0], self._tree.read(paths[0]) or b"")
        if file.item is None or self._tree.is_link(paths[0]):
            raise ItemFileError(f"{file.path} has errors", "`goldset validate` says which")
        return file


def apply_reviews(work: ItemWork, rows: Sequence[ReadRow], ledger: Ledger) -> list[Place]:
    """Add reviews to items, and put down how each row ends."""
    files, paths = _Files(work.found), list[str]()
    for answer in (row for row in rows if isinstance(row, ReviewAnswer)):
        try:
            path = _review(work, files.read(answer.key.item), answer, ledger)
            paths += [path] if path else []
        except GoldsetError as error:
            ledger.put(answer, End.REFUSED, error.message, error.hint)
    return [Place("", "", tuple(paths))] if paths else []


def _review(work: ItemWork, file: ItemFile, answer: ReviewAnswer, ledger: Ledger) -> str:
    """Add a review; return the path that was written, nothing where none was."""
    item = file.item
    assert item is not None
    if review_done(answer, work.by, item):
        ledger.put(answer, End.ALREADY, where=file.path)
        return ""
    misfit = review_misfit(answer, item)
    if misfit:
        ledger.put(answer, End.REFUSED, misfit, _ANEW)
        return ""
    entry = {"by": work.by, "at": work.today, "verdict": answer.verdict}
    entry |= {"comment": answer.comment} if answer.comment else {}
    loc, value = (("reviews", len(item.reviews)), entry) if item.reviews else (("reviews",), [entry])
    _write(work, file, change_fields(file.text, {loc: value}))
    ledger.put(answer, End.APPLIED, where=file.path)
    return file.path


@dataclass(frozen=True, slots=True)
class LabelWork:
    """What labels are carried out with besides.

    Attributes:
        folder: Where the command was started.
        corpus: A corpus to find quotes in, as for `open_corpus`; None for kept texts and the settings' sources.
    """

    folder: Path
    corpus: str | None


def apply_labels(work: ItemWork, where: LabelWork, rows: Sequence[ReadRow], ledger: Ledger) -> list[Place]:
    """Fill drafts in, and put down how each row ends.

    Raises:
        GoldsetError: Quotes are to be found, and there is no snapshot, or no text of it.
    """
    items: dict[str, list[LabelAnswer]] = defaultdict(list)
    for row in rows:
        if isinstance(row, LabelAnswer):
            items[row.key.item].append(row)
    left = {row.key.item for row in rows if isinstance(row, Blank | Refused) and row.key}
    files, paths = _Files(work.found), list[str]()
    with open_desk(where.folder, where.corpus) as desk:
        if any(answer.answerable for answers in items.values() for answer in answers):
            desk.refuse_without_texts()
        for item, answers in items.items():
            try:
                path = _label(work, desk, files.read(item), _Rows(answers, item in left, ledger))
            except GoldsetError as error:
                path = ""
                for answer in answers:
                    if not ledger.knows(answer):
                        ledger.put(answer, End.REFUSED, error.message, error.hint)
            paths += [path] if path else []
    ledger.settle_blank_rows(
        (row, "no answer") for row in rows if isinstance(row, LabelAnswer) and not row.answerable
    )
    return [Place("", "", tuple(paths))] if paths else []


@dataclass(frozen=True, slots=True)
class _Rows:
    """The answers about one item, whether other rows of it are blank or refused, and where ends are put down."""

    answers: Sequence[LabelAnswer]
    others_left: bool
    ledger: Ledger


def _label(work: ItemWork, desk: ItemDesk, file: ItemFile, rows: _Rows) -> str:
    """Fill one item in; return the path that was written, nothing where none was."""
    item = file.item
    assert item is not None
    done = [answer for answer in rows.answers if label_done(answer, work.by, item)]
    due = [
        label for answer in rows.answers if answer not in done and (label := _due(desk, item, answer, rows))
    ]
    none = any(not answer.answerable for answer in rows.answers)
    whole = (
        (none or not rows.others_left)
        and len(done) + len(due) == len(rows.answers)
        and _nothing_left(item, due)
    )
    signed = Signature(work.by, work.today, whole=whole, activate=work.activate)
    text = change_fields(file.text, labelled_changes(desk, item, due, signed))
    changed = text != file.text
    if changed:
        _write(work, file, text, desk, due)
    for answer in done:
        # An earlier run labelled it; this one may have made it active.
        rows.ledger.put(answer, End.APPLIED if changed and not due else End.ALREADY, where=file.path)
    for label in due:
        rows.ledger.put(label.answer, End.APPLIED, where=file.path)
    return file.path if changed else ""


def _due(desk: ItemDesk, item: Item, answer: LabelAnswer, rows: _Rows) -> Label | None:
    """Return an answer with its quote found; None where it is refused, which is put down."""
    texts = {answer_hash(one.answer) for one in rows.answers if one.answer}
    misfit = label_misfit(answer, item, texts)
    try:
        if misfit:
            raise ItemFileError(misfit, _ANEW)
        return Label.found(desk, item, answer)
    except GoldsetError as error:
        rows.ledger.put(answer, End.REFUSED, error.message, error.hint)
        return None


def _nothing_left(item: Item, due: Sequence[Label]) -> bool:
    """Return whether an item has no evidence left without a place once these labels are in it."""
    if any(not label.answer.answerable for label in due) or not item.answerable:
        return True
    placed = [label.evidence for label in due]
    open_spans = [s for s in item.gold_spans if isinstance(s, GoldSpan) and s.start is None]
    return all(any(one is other for other in placed) for one in (*item.unplaced, *open_spans))


def _write(
    work: ItemWork, file: ItemFile, text: str, desk: ItemDesk | None = None, due: Sequence[Label] = ()
) -> None:
    """Write an item's file once it is proved sound, and keep the texts that prove its quotes."""
    read = read_item(file.path, text.encode())
    if read.item is None:
        first = next(finding for finding in read.findings if finding.severity is Severity.ERROR)
        raise ItemFileError(first.message, first.hint)
    confirm_read_alike(file.path, text, read.item)
    if work.dry_run:
        return
    for label in due:
        if desk and label.place:
            desk.keep(label.place.doc_id)
    write_file(work.found.root / file.path, text.encode())
