"""Which document of a corpus a foreign file means: it may name it by id, path, title, address or file name."""

import re
from collections import defaultdict
from collections.abc import Iterable
from unicodedata import normalize

from goldset.domain.snapshots import DocumentRecord

# What ends the name of a form of a document; the end of `fees 1.3` or `terms.uk` says which document it is.
_ENDINGS = (
    "md mdx markdown txt text rst adoc asciidoc org tex html htm xhtml shtml php asp aspx jsp pdf doc docx odt rtf "
    "ppt pptx odp xls xlsx ods epub csv tsv json jsonl xml yaml yml parquet ipynb"
)
_KNOWN = frozenset(_ENDINGS.split())
_LOCAL = re.compile(r"/|~|[a-z]:/|file:", re.IGNORECASE)


class DocNames:
    """The documents of a corpus by every name that is theirs."""

    def __init__(self, records: Iterable[DocumentRecord]) -> None:
        listed = list(records)
        self._ids = {record.doc_id for record in listed}
        self._stated: dict[str, set[str]] = defaultdict(set)
        self._wholes: dict[str, set[str]] = defaultdict(set)
        self._ends: dict[str, set[str]] = defaultdict(set)
        for record in listed:
            for name in (record.path, record.title, record.metadata.get("url")):
                if name:
                    self._stated[_folded(name)].add(record.doc_id)
            path = _folded(record.path or record.doc_id)
            for form in (path, _stem(path)):
                self._wholes[form].add(record.doc_id)
                for end in _ends(form):
                    self._ends[end].add(record.doc_id)

    def find(self, name: str) -> tuple[str, ...]:
        """Return the documents that a name may mean, sorted: none where no document is called so.

        The id to the letter decides alone; then path, title and address; then the end of a path, as of a file that
        lay elsewhere; then the same without the file's ending, as another form of the file has it. One name has to
        be the end of the other: `us/fees.md` is not `uk/fees.md`, though both end in `fees.md`.
        """
        named = normalize("NFC", name.strip())
        if named in self._ids:
            return (named,)
        folded = _folded(named)
        stated = self._stated.get(folded)
        if stated:
            return tuple(sorted(stated))
        for form in (folded, _stem(folded)):
            found = self._ends.get(form.strip("/")) or self._of_end(form)
            if found:
                return tuple(sorted(found))
        return ()

    def _of_end(self, name: str) -> set[str]:
        """Return the documents of which the whole path is the end of a name, the longest such path."""
        return next((self._wholes[end] for end in _ends(name) if end in self._wholes), set())


def without_local_folders(name: str) -> str:
    """Return a document's name, of a path on somebody's machine only the file's: the folders are theirs alone.

    Such a path begins at a root, a home or a drive, or is a `file:` address; a path below a corpus stays as it is.
    """
    path = name.strip().replace("\\", "/")
    return path.rstrip("/").rpartition("/")[2] or name if _LOCAL.match(path) else name


def _folded(name: str) -> str:
    return normalize("NFC", name.strip()).replace("\\", "/").rstrip("/").casefold()


def _ends(path: str) -> list[str]:
    """Return a path and each shorter end of it, whole parts only, longest first."""
    parts = path.strip("/").split("/")
    return ["/".join(parts[at:]) for at in range(len(parts))]


def _stem(path: str) -> str:
    """Return a path without the ending of its file, as a key that no path can be."""
    stem, _, ending = path.rpartition(".")
    return f"{stem if stem and ending in _KNOWN else path}\0"
