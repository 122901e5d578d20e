"""Add an item: find its quote in the newest snapshot, and write the file with all that follows from it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from goldset.checks.answers import required_texts, unproved_figures
from goldset.checks.base import CheckedSet, Entry
from goldset.checks.names import why_unusable
from goldset.domain.findings import Fault
from goldset.domain.item_ids import item_id
from goldset.domain.items import AbstainReason, Item
from goldset.domain.people import person_of
from goldset.domain.resolutions import Place
from goldset.domain.scripts import is_unspaced
from goldset.domain.settings import Settings
from goldset.domain.snapshots import newest
from goldset.errors import GoldsetError, ItemFileError, RepositoryError, SnapshotError, WrongUsageError
from goldset.resolution.describe import describe, entry_fields
from goldset.resolution.passages import Near, find_respaced, find_verbatim, nearest
from goldset.stores.file_writes import write_file
from goldset.stores.git_repo import UNKNOWN, open_repository
from goldset.stores.item_files import FOLDER
from goldset.stores.item_writes import sound_text
from goldset.stores.set_folder import SetFolder, find_set
from goldset.stores.settings_file import read_settings
from goldset.stores.snapshot_files import read_snapshots
from goldset.stores.snapshot_texts import SnapshotTexts, open_texts

SHORT = 40
_AROUND = 60
_UNSPACED_WEIGHT = 8  # five ideographs say about what forty letters do


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a person said of a new item.

    Attributes:
        question: The question.
        slice: Its slice.
        answer: The gold answer; None for an item without answer that says nothing more.
        abstain_reason: Why there is no answer; None where there is one.
        details: Other fields of the item, as the record takes them.
    """

    question: str
    slice: str
    answer: str | None
    abstain_reason: AbstainReason | None
    details: dict[str, Any]


@dataclass(frozen=True, slots=True)
class QuoteSearch:
    """Where a quote stands in a snapshot.

    Attributes:
        places: Where it stands, verbatim or but for white space, with the text as it stands there.
        respaced: Whether white space differs.
        near: Where it stands nowhere, what is most like it.
        unread: How many documents could not be searched.
    """

    places: tuple[Place, ...]
    respaced: bool
    near: tuple[Near, ...]
    unread: int


@dataclass(frozen=True, slots=True)
class AddedItem:
    """The new item: its path relative to the set's folder, and what a person should look at again."""

    path: str
    item: Item
    warnings: tuple[str, ...]


class ItemDesk:
    """A place to write items at: the set, its newest snapshot, and the texts to quote from."""

    def __init__(self, found: SetFolder, settings: Settings, texts: SnapshotTexts) -> None:
        self._found, self._settings, self._texts = found, settings, texts
        head = newest(read_snapshots(found.tree))
        self.snapshot = head.id if head else None

    @property
    def slices(self) -> list[str]:
        """The slices that there are."""
        paths = (path.split("/") for path in self._found.tree.files(FOLDER))
        return sorted({parts[1] for parts in paths if len(parts) > 2})  # noqa: PLR2004 (items, slice, file)

    def search(self, quote: str, doc_id: str | None = None) -> QuoteSearch:
        """Return where a quote stands in the newest snapshot.

        Args:
            quote: What to find.
            doc_id: The only document to look into; None for all of them.

        Raises:
            SnapshotError: There is no snapshot, or the document is not in it.
            GoldsetError: No text can be had.
        """
        if not quote.strip():
            raise WrongUsageError("the quote is empty", "copy the passage that proves the answer")
        doc_ids = self._doc_ids(doc_id)
        quote = quote.strip()
        places = find_verbatim(quote, self._readable(doc_ids))
        respaced = [] if places else find_respaced(quote, self._readable(doc_ids))
        near = [] if places or respaced else nearest(quote, self._readable(doc_ids))
        unread = len(doc_ids) - sum(1 for _ in self._readable(doc_ids)) if not places else 0
        if unread and unread == len(doc_ids):
            raise self._no_text()
        return QuoteSearch(tuple(places or respaced), bool(respaced), tuple(near), unread)

    def refuse_without_texts(self) -> None:
        """Raise what `search` would raise whatever the quote: nobody should type for nothing.

        Raises:
            SnapshotError: There is no snapshot.
            GoldsetError: No text can be had.
        """
        if next(self._readable(self._doc_ids(None)), None) is None:
            raise self._no_text()

    def _no_text(self) -> GoldsetError:
        return GoldsetError(
            f"no text of snapshot {self.snapshot} is at hand to find the quote in",
            "name the corpus with --corpus; where it has changed since, make a snapshot of it first",
        )

    def surroundings(self, place: Place) -> str:
        """Return a place's text with a little of what stands around it."""
        assert self.snapshot is not None
        text = self._texts.text(self.snapshot, place.doc_id) or ""
        return text[max(place.start - _AROUND, 0) : place.end + _AROUND]

    def write(self, wanted: Wanted, place: Place | None, today: date, token: str) -> AddedItem:
        """Write a new item, and the text of its document where texts are kept.

        Args:
            wanted: What a person said.
            place: Where the quote stands; None for an item without answer.
            today: The day of labelling.
            token: Six random lower-case letters or digits.

        Raises:
            ItemFileError: It would not be a sound item; nothing was written.
        """
        item = self._item(wanted, place, today, item_id(wanted.question, token))
        path = f"{FOLDER}/{item.slice}/{item.id}.yaml"
        text = sound_text(path, item)
        if self._found.tree.read(path) is not None:
            raise ItemFileError(f"there is a file {path} already", "run the command again")
        if place is not None:
            self.keep(place.doc_id)
        write_file(self._found.root / path, text.encode())
        return AddedItem(path, item, tuple(fault.message for fault in self._faults(path, item)))

    def span_fields(self, place: Place) -> dict[str, Any]:
        """Return what an item says of a passage at a place of the newest snapshot; None for what it need not say."""
        assert self.snapshot is not None
        text = self._texts.text(self.snapshot, place.doc_id) or ""
        found = describe(text, place.start, place.end)
        elsewhere = self._readable([name for name in self._doc_ids(None) if name != place.doc_id])
        also_in = [doc_id for doc_id, other in elsewhere if place.text in other]
        return entry_fields(place, found, also_in)

    def keep(self, doc_id: str) -> None:
        """Keep the text that the newest snapshot has of a document, where texts are kept."""
        if self.snapshot is not None:
            self._texts.keep(self.snapshot, doc_id)

    def _doc_ids(self, doc_id: str | None) -> list[str]:
        if self.snapshot is None:
            raise SnapshotError(
                "there is no snapshot yet to quote from", "make one with `goldset snapshot create`"
            )
        known = self._texts.documents(self.snapshot)
        if doc_id is not None and doc_id not in known:
            near = [name for name in known if name.rpartition("/")[2] == doc_id.rpartition("/")[2]]
            hint = (
                f"did you mean {near[0]}?" if near else f"`goldset snapshot show {self.snapshot}` lists them"
            )
            raise SnapshotError(f"{doc_id} is not in snapshot {self.snapshot}", hint)
        return list(known) if doc_id is None else [doc_id]

    def _readable(self, doc_ids: Sequence[str]) -> Iterator[tuple[str, str]]:
        assert self.snapshot is not None
        for doc_id in doc_ids:
            text = self._texts.text(self.snapshot, doc_id)
            if text is not None:
                yield doc_id, text

    def _item(self, wanted: Wanted, place: Place | None, today: date, name: str) -> Item:
        reason = why_unusable(wanted.slice) if wanted.slice else "is empty"
        if reason:
            raise WrongUsageError(f"the slice {reason}", "use letters, digits, dashes and underscores")
        fields: dict[str, Any] = {
            "id": name,
            "question": wanted.question.strip(),
            "slice": wanted.slice,
            "answerable": wanted.abstain_reason is None,
            **({"abstain_reason": wanted.abstain_reason} if wanted.abstain_reason else {}),
            **({"gold_answer": wanted.answer.strip()} if wanted.answer else {}),
            **({"corpus_snapshot": self.snapshot} if self.snapshot else {}),
            **({"gold_spans": [self.span_fields(place)]} if place else {}),
            **wanted.details,
            "labelled_by": self._author(),
            "labelled_at": today,
        }
        try:
            return Item.model_validate(fields)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"])) or "the item"
            raise WrongUsageError(f"{where}: {first['msg']}", "say it again") from None

    def _author(self) -> str | None:
        try:
            with open_repository(self._found.root) as repository:
                who = repository.identity()
        except RepositoryError:
            return None
        if who == UNKNOWN:
            return None
        return person_of(who.name, who.email, self._settings.people)

    def _faults(self, path: str, item: Item) -> Iterator[Fault]:
        alone = CheckedSet(
            [Entry(path, item)],
            self._settings,
            frozenset({item.id}),
            frozenset(),
            {},
            lambda _snapshot, _record: None,
        )
        yield from required_texts(alone)
        yield from unproved_figures(alone)


@contextmanager
def open_desk(folder: Path, corpus: str | None) -> Iterator[ItemDesk]:
    """Open a set to add items to it.

    Args:
        folder: A folder of the set.
        corpus: As for `open_corpus`; None for kept texts and the sources of the settings.
    """
    found = find_set(folder)
    settings = read_settings(found.tree)
    with open_texts(found, settings, corpus, folder) as texts:
        yield ItemDesk(found, settings, texts)


def is_short(quote: str) -> bool:
    """Return whether a quote is so short that it may also stand where it proves nothing."""
    return sum(_UNSPACED_WEIGHT if is_unspaced(char) else 1 for char in quote) < SHORT
