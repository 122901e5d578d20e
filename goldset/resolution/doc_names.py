"""Which document of a corpus a foreign file means: it may name it by id, path, title, address or file name."""

from collections import defaultdict
from collections.abc import Iterable
from unicodedata import normalize

from goldset.domain.snapshots import DocumentRecord


class DocNames:
    """The documents of a corpus by every name that is theirs."""

    def __init__(self, records: Iterable[DocumentRecord]) -> None:
        listed = list(records)
        self._ids = {record.doc_id for record in listed}
        self._stated: dict[str, set[str]] = defaultdict(set)
        self._ends: dict[str, set[str]] = defaultdict(set)
        for record in listed:
            for name in (record.path, record.title, record.metadata.get("url")):
                if name:
                    self._stated[_folded(name)].add(record.doc_id)
            path = record.path or record.doc_id
            for end in _ends(path):
                self._ends[_folded(end)].add(record.doc_id)
            self._ends[_stem(path)].add(record.doc_id)

    def find(self, name: str) -> tuple[str, ...]:
        """Return the documents that a name may mean, sorted: none where no document is called so.

        The id to the letter decides alone; then path, title and address; then the end of a path, as of a file that
        lay elsewhere; then the file's name without its ending, as another form of the file has it.
        """
        named = normalize("NFC", name.strip())
        if named in self._ids:
            return (named,)
        stated = self._stated.get(_folded(named))
        if stated:
            return tuple(sorted(stated))
        for end in _ends(named):
            if _folded(end) in self._ends:
                return tuple(sorted(self._ends[_folded(end)]))
        return tuple(sorted(self._ends.get(_stem(named), ())))


def _folded(name: str) -> str:
    return normalize("NFC", name.strip()).replace("\\", "/").rstrip("/").casefold()


def _ends(path: str) -> list[str]:
    """Return a path and each shorter end of it, whole parts only, longest first."""
    parts = path.replace("\\", "/").strip("/").split("/")
    return ["/".join(parts[at:]) for at in range(len(parts))]


def _stem(path: str) -> str:
    """Return a file's name without its ending, as a key that no path can be."""
    name = _folded(path).rpartition("/")[2]
    stem = name.rpartition(".")[0] or name
    return f"//{stem}"
