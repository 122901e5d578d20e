"""Documents that are files, one each: of a folder or of a Git tree."""

import hashlib
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from goldset.domain.settings import SourceSettings
from goldset.domain.snapshots import DocumentRecord
from goldset.errors import CorpusError, SettingsError
from goldset.stores.corpus_faults import Fault, Faults, is_pointer, shown
from goldset.stores.corpus_paths import FileKind, Selection, suffix
from goldset.stores.corpus_readers import Reading, UnreadableError, one_line, read_document, reader_of
from goldset.stores.corpus_source import Known, Origin, metadata_keys

_PREFIX = "front_matter."


class UnreadableFileError(Exception):
    """A file that the system does not let us read; the message says why."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A file of a source: its path, and whether an earlier snapshot's commit held the same one."""

    path: str
    unchanged: bool = False


class Files(Protocol):
    """The files of a source."""

    @property
    def origin(self) -> Origin:
        """Where they come from."""

    def listed(self, faults: Faults) -> list[Listed]:
        """Return every file that may be a document, by path."""

    def read(self, path: str) -> bytes:
        """Return a file's bytes.

        Raises:
            UnreadableFileError: It cannot be read.
        """

    def notices(self) -> list[str]:
        """Return what a person should know."""

    def emptiness(self) -> tuple[str, str]:
        """Return why there may be no documents, and what to do."""


class FileSource:
    """A source whose documents are files (satisfies `Source`)."""

    def __init__(self, files: Files, rules: SourceSettings, known: Known) -> None:
        self.rules = rules
        self._files = files
        self._known = known
        self._selection = Selection(rules)
        mapped = metadata_keys(rules)
        self._metadata = {n: _key(rules, key) for n, key in mapped.items()} if rules.metadata else mapped
        self._doc_id = _key(rules, rules.doc_id) if rules.doc_id else None
        self._title = _key(rules, rules.title) if rules.title else None
        self._readers: dict[FileKind, str] = {}
        self._other_kinds: dict[str, int] = {}
        self._notices: list[str] = []

    @property
    def origin(self) -> Origin:
        """Where it comes from."""
        return self._files.origin

    def documents(self, faults: Faults) -> Iterator[tuple[DocumentRecord, str]]:
        """Yield each document with its path; every file is read once at most."""
        every = self._files.listed(faults)
        idle = self._selection.idle(listed.path for listed in every)
        self._notices = [f"`include: {pattern}` matches no file" for pattern in idle]
        for listed in every:
            kind = self._selection.kind(listed.path)
            if kind is None:
                self._leave_out(listed.path)
            elif (record := self._record(listed, kind, faults)) is not None:
                yield record, listed.path

    def _leave_out(self, path: str) -> None:
        if self._selection.of_other_kind(path):
            ending = suffix(path) or "without an ending"
            self._other_kinds[ending] = self._other_kinds.get(ending, 0) + 1

    def _record(self, listed: Listed, kind: FileKind, faults: Faults) -> DocumentRecord | None:
        if kind not in self._readers:
            self._readers[kind] = reader_of(kind, shown(listed.path))
        known = self._known.records.get(listed.path) if self._readers[kind] in self._known.readers else None
        if known is not None and listed.unchanged:
            return known
        try:
            data = self._files.read(listed.path)
        except UnreadableFileError as error:
            faults.add(Fault.UNREADABLE, f"{shown(listed.path)} ({error})")
            return None
        sha256 = hashlib.sha256(data).hexdigest()
        if known is not None and known.sha256 == sha256:
            return known
        reading = self._reading(listed.path, kind, data, faults)
        return None if reading is None else self._described(listed.path, reading, sha256, faults)

    def _reading(self, path: str, kind: FileKind, data: bytes, faults: Faults) -> Reading | None:
        if is_pointer(data):
            faults.add(Fault.POINTER, shown(path))
            return None
        try:
            reading = read_document(data, kind, self.rules.ignore_front_matter)
        except UnreadableError as error:
            faults.add(Fault.NOT_TEXT, f"{shown(path)} ({error})")
            return None
        if reading.broken:
            self._notices.append(
                f"the front matter of {shown(path)} is not YAML: it is text, and says nothing"
            )
        return reading

    def _described(self, path: str, reading: Reading, sha256: str, faults: Faults) -> DocumentRecord | None:
        normal = path if path.isascii() else unicodedata.normalize("NFC", path)
        doc_id = normal
        if self._doc_id is not None:
            doc_id = unicodedata.normalize("NFC", reading.fields.get(self._doc_id, "")).strip()
        if not doc_id:
            faults.add(Fault.NO_ID, f"{shown(path)} (no `{self._doc_id}` in its front matter)")
            return None
        if not _is_text(doc_id):
            faults.add(Fault.BAD_NAME, shown(path))
            return None
        fields = reading.fields
        return DocumentRecord(
            doc_id=doc_id,
            text_sha256=reading.sha256(sha256),
            chars=len(reading.text),
            sha256=sha256,
            path=normal if normal != doc_id else None,
            title=one_line(fields.get(self._title)) if self._title else reading.title,
            metadata={n: fields[key] for n, key in self._metadata.items() if key in fields} if fields else {},
        )

    def text(self, handle: str) -> str:
        """Read a document's text again.

        Raises:
            CorpusError: It cannot be read any more.
        """
        kind = self._selection.kind(handle)
        assert kind is not None
        try:
            return read_document(self._files.read(handle), kind, self.rules.ignore_front_matter).text
        except (UnreadableError, UnreadableFileError) as error:
            raise CorpusError(
                f"{shown(handle)} cannot be read any more: {error}", "run the command again"
            ) from None

    def readers(self) -> set[str]:
        """Return what made text of the documents yielded so far."""
        return set(self._readers.values())

    def notices(self) -> list[str]:
        """Return what was left out, patterns that match nothing, and front matter that is not YAML."""
        notices = self._files.notices() + self._notices
        if self._other_kinds:
            counts = ", ".join(f"{ending} ({count})" for ending, count in sorted(self._other_kinds.items()))
            notices.append(f"files of other kinds are no documents: {counts}")
        return notices

    def emptiness(self) -> tuple[str, str]:
        """Return why there may be no documents, and what to do."""
        return self._files.emptiness()


def _key(rules: SourceSettings, text: str) -> str:
    """Return the front-matter key that a mapping of the settings names."""
    if not text.startswith(_PREFIX) or text == _PREFIX:
        raise SettingsError(
            f"goldset.yaml: source {rules.name}: `{text}` names no field of a file", f"write {_PREFIX}KEY"
        )
    return text.removeprefix(_PREFIX)


def _is_text(name: str) -> bool:
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
