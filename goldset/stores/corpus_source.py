"""What every source of a corpus offers, and what records of an earlier snapshot spare it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from typing import Any, Protocol

from goldset.domain.items import digest
from goldset.domain.settings import SourceSettings
from goldset.domain.snapshots import METADATA_FIELDS, DocumentRecord, Manifest
from goldset.errors import SettingsError
from goldset.stores.corpus_faults import Faults


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a source comes from.

    Attributes:
        description: For people and for `snapshot.yaml`; never a local absolute path.
        committed: When the commit that holds just these files was made; None where no commit does.
    """

    description: str
    committed: datetime | None = None


class Source(Protocol):
    """One source of a corpus."""

    @property
    def rules(self) -> SourceSettings:
        """What goldset.yaml says of it."""

    @property
    def origin(self) -> Origin:
        """Where it comes from."""

    def documents(self, faults: Faults) -> Iterator[tuple[DocumentRecord, Any]]:
        """Yield each document with the handle that `text` takes; what is wrong is added to the faults."""

    def text(self, handle: Any) -> str:
        """Read a document's text again.

        Raises:
            CorpusError: It cannot be read any more.
        """

    def readers(self) -> set[str]:
        """Return what made text of the documents yielded so far."""

    def notices(self) -> list[str]:
        """Return what a person should know, such as files that were left out."""

    def emptiness(self) -> tuple[str, str]:
        """Return why there may be no documents, and what to do."""


@dataclass(frozen=True, slots=True)
class Known:
    """The records of an earlier snapshot, by path: a file with the same bytes is not read again.

    Attributes:
        readers: What made text of the files then.
        records: By path below the source; only of a corpus with one source.
        source: Where the files came from then.
    """

    readers: frozenset[str] = frozenset()
    records: Mapping[str, DocumentRecord] = field(default_factory=lambda: MappingProxyType({}))
    source: str = ""


def known_from(manifest: Manifest | None, rules: Sequence[SourceSettings]) -> Known:
    """Return what an earlier snapshot spares these sources: nothing if they were read otherwise."""
    if manifest is None or len(rules) > 1:
        return Known()
    readers = frozenset(manifest.snapshot.reader.split())
    if {token for token in readers if token.startswith("options:")} != options_token(rules):
        return Known()
    records = {record.path or record.doc_id: record for record in manifest.documents.values()}
    return Known(readers, records, manifest.snapshot.source)


def options_token(rules: Sequence[SourceSettings]) -> set[str]:
    """Return what `reader` says of settings that change text, ids or metadata; empty where none do."""
    chosen = [rule.model_dump(include=_READING, exclude_defaults=True) for rule in rules]
    return {f"options:{digest(chosen)[:8]}"} if any(chosen) else set()


_READING = {"doc_id", "text", "title", "ignore_front_matter", "metadata"}


def metadata_keys(rules: SourceSettings) -> Mapping[str, str]:
    """Return the key or column that each metadata field comes from: as mapped, else the one of the same name.

    Raises:
        SettingsError: The mapping names a field that goldset does not know.
    """
    unknown = sorted(set(rules.metadata) - set(METADATA_FIELDS))
    if unknown:
        raise SettingsError(
            f"goldset.yaml: source {rules.name}: there is no metadata field `{unknown[0]}`",
            f"the fields are {', '.join(METADATA_FIELDS)}",
        )
    return rules.metadata or {name: name for name in METADATA_FIELDS}
