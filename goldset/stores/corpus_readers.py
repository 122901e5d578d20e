"""From a file's bytes to the text that offsets count in, its title and its mapped fields.

Text, Markdown, MDX and reStructuredText are their own source: UTF-8 without a byte order mark, CR LF and CR
read as LF. HTML becomes Markdown (headings, lists and tables keep their marks, inline markup goes), so that a
passage has the same heading path and the same table row whichever way a page was exported; PDF becomes the
text of its pages.
"""

import hashlib
import logging
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from io import BytesIO

from goldset.errors import CorpusError
from goldset.stores.corpus_paths import FileKind
from goldset.stores.front_matter import read_front_matter, without_keys

# Raised whenever the same bytes would give another text.
TEXT_READER = "goldset-text/1"
_LIBRARIES = {FileKind.HTML: ("markdownify", "lxml"), FileKind.PDF: ("pypdf",)}
_BOM = b"\xef\xbb\xbf"
_ATX = re.compile(r"^ {0,3}#{1,6}[ \t]+(?P<title>[^\n]+?)[ \t]*#*[ \t]*$", re.MULTILINE)
_SETEXT = re.compile(r"^(?P<title>\S[^\n]*)\n=+[ \t]*$", re.MULTILINE)
_UNDERLINED = re.compile(
    r"^(?P<title>\S[^\n]*)\n(?P<mark>[=\-`:'\"~^_*+#<>.])(?P=mark){2,}[ \t]*$", re.MULTILINE
)
_FENCED = re.compile(r"^ {0,3}(?P<fence>`{3,}|~{3,}).*?(?:^ {0,3}(?P=fence)|\Z)", re.DOTALL | re.MULTILINE)
_INLINE = ["a", "b", "strong", "em", "i", "code", "kbd", "samp", "img"]
_LONGEST_TITLE = 200


class UnreadableError(Exception):
    """A file that cannot be read as what it claims to be; the message says why, in a few words."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reader made of a file.

    Attributes:
        text: The text that offsets count in.
        title: Its title; None where it has none.
        fields: Top-level fields of the front matter.
        source_bytes: Whether the text as UTF-8 is the file's bytes, so that one hash serves both.
        broken: Whether there is front matter that is not YAML, and could only be taken as text.
    """

    text: str
    title: str | None = None
    fields: Mapping[str, str] = field(default_factory=dict)
    source_bytes: bool = False
    broken: bool = False

    def sha256(self, of_bytes: str) -> str:
        """Return the SHA-256 of the text, given that of the file's bytes."""
        return of_bytes if self.source_bytes else hashlib.sha256(self.text.encode()).hexdigest()


def reader_of(kind: FileKind, path: str) -> str:
    """Return the name and version of what makes text of a kind of file.

    Args:
        kind: The kind.
        path: The first file of this kind, for a person to find it by.

    Raises:
        CorpusError: It needs a library that is not installed.
    """
    try:
        libraries = "+".join(f"{name}/{version(name)}" for name in _LIBRARIES.get(kind, ()))
    except PackageNotFoundError as error:
        raise CorpusError(
            f"to read {path} and other {kind.upper()} files goldset needs {error.name}",
            f'`pip install "git-goldset[{kind}]"`, or leave these files out with `exclude` in goldset.yaml',
        ) from None
    return f"{kind}:{libraries}" if libraries else TEXT_READER


def read_document(data: bytes, kind: FileKind, ignored_keys: tuple[str, ...]) -> Reading:
    """Return what a file says.

    Args:
        data: The file's bytes.
        kind: How to read them.
        ignored_keys: Front-matter keys that are no text.

    Raises:
        UnreadableError: The bytes are not what the kind promises.
    """
    reader = _READERS.get(kind)
    return reader(data) if reader else _read_text(data, kind, ignored_keys)


def _read_text(data: bytes, kind: FileKind, ignored_keys: tuple[str, ...]) -> Reading:
    text = _decoded(data)
    pure = b"\r" not in data and not data.startswith(_BOM)
    front_matter = read_front_matter(text) if kind is FileKind.MARKDOWN else None
    if front_matter is None:
        return Reading(text, _title(text, kind), {}, pure)
    kept = without_keys(text, front_matter, ignored_keys)
    title = front_matter.fields.get("title") or _title(text[front_matter.end :], kind)
    return Reading(kept, one_line(title), front_matter.fields, pure and kept is text, front_matter.broken)


def _decoded(data: bytes) -> str:
    try:
        text = data.removeprefix(_BOM).decode("utf-8")
    except UnicodeDecodeError as error:
        raise UnreadableError(f"not UTF-8 at byte {error.start}") from None
    if "\0" in text:
        raise UnreadableError(f"a zero byte at byte {data.index(0)}: not a text")
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _title(text: str, kind: FileKind) -> str | None:
    if kind is FileKind.TEXT:
        return None
    if kind is FileKind.RESTRUCTURED:
        return one_line(found["title"]) if (found := _UNDERLINED.search(text)) else None
    found = _first_heading(text)
    if found and _may_be_fenced(text, found.start()) and _FENCED.search(text, 0, found.start()):
        found = _first_heading(_FENCED.sub("", text))
    return one_line(found["title"]) if found else None


def _may_be_fenced(text: str, at: int) -> bool:
    return text.find("```", 0, at) >= 0 or text.find("~~~", 0, at) >= 0


def _first_heading(text: str) -> re.Match[str] | None:
    marked = _ATX.search(text)
    # The look for `\n=` comes first, because trying the expression at every line of a long page takes long.
    before = len(text) if marked is None else marked.start()
    underlined = _SETEXT.search(text, 0, before) if text.find("\n=", 0, before) >= 0 else None
    return underlined or marked


def one_line(title: str | None) -> str | None:
    """Return a title on one line, cut where it is very long; None for one without a visible character."""
    return " ".join((title or "").split())[:_LONGEST_TITLE].rstrip() or None


def _read_html(data: bytes) -> Reading:
    from bs4 import BeautifulSoup  # noqa: PLC0415 (an extra)
    from markdownify import MarkdownConverter  # noqa: PLC0415 (an extra)

    soup = BeautifulSoup(_decoded(data), "lxml")
    title = soup.title.get_text() if soup.title else None
    for useless in soup(["head", "script", "style", "template", "noscript"]):
        useless.decompose()
    converter = MarkdownConverter(
        heading_style="ATX",
        bullets="-",
        strip=_INLINE,
        # Without a mark `$500<sup>1</sup>` would read `$5001`.
        sup_symbol="^",
        sub_symbol="~",
        escape_asterisks=False,
        escape_underscores=False,
        escape_misc=False,
        table_infer_header=True,
    )
    try:
        text = re.sub(r"[ \t]+$", "", converter.convert_soup(soup), flags=re.MULTILINE).strip("\n")
    except RecursionError:
        raise UnreadableError("HTML that is nested too deeply") from None
    return Reading(f"{text}\n", one_line(title) or _title(text, FileKind.MARKDOWN))


def _read_pdf(data: bytes) -> Reading:
    from pypdf import PdfReader  # noqa: PLC0415 (an extra)
    from pypdf.errors import PyPdfError  # noqa: PLC0415 (an extra)

    logging.getLogger("pypdf").setLevel(logging.ERROR)
    try:
        reader = PdfReader(BytesIO(data))
        pages = [page.extract_text() for page in reader.pages]
        title = (reader.metadata.title if reader.metadata else None) or ""
    except (PyPdfError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise UnreadableError(f"not a readable PDF: {error}") from None
    text = "\n\n".join(page.strip("\n") for page in pages).replace("\r\n", "\n").replace("\r", "\n")
    text, title = _whole_characters(text), _whole_characters(title)
    if not text.strip():
        raise UnreadableError("a PDF without text: only images")
    return Reading(f"{text}\n", one_line(title))


def _whole_characters(text: str) -> str:
    # Halves of surrogate pairs come out of broken font tables; they are no characters.
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


_READERS: Mapping[FileKind, Callable[[bytes], Reading]] = {FileKind.HTML: _read_html, FileKind.PDF: _read_pdf}
