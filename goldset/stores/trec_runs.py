"""TREC run files: `query Q0 document rank score tag`, one result a line, best score first."""

import hashlib
from collections import defaultdict
from dataclasses import dataclass, field
from math import isfinite

from goldset.domain.runs import Arm, BadLine, Chunk, Run, RunLine, RunMeta, RunSource
from goldset.errors import GoldsetError

FORM = "trec"
COLUMNS = 6


def trec_run(data: bytes, name: str, *, is_chunks: bool = False) -> Run:
    """Return the run of a TREC file: by score descending, ties by id descending, as trec_eval ranks.

    The rank column is not read. A query with a line that cannot be read has no ranking that can be trusted: its
    item ends as an error.

    Args:
        data: What the file holds.
        name: Its path as it was given.
        is_chunks: Whether ids are those of chunks; else of documents.

    Raises:
        GoldsetError: There is no line at all.
    """
    reading = _Reading()
    for number, line in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), start=1):
        if line.strip():
            reading.take(number, line)
    if not reading.results and not reading.bad:
        raise GoldsetError(f"{name} holds no line", "check what writes the run")
    said: dict[str, dict[Arm, RunLine | BadLine]] = {}
    for query, results in reading.results.items():
        ranked = sorted(results.items(), key=lambda result: (result[1], result[0].encode()), reverse=True)
        chunks = tuple(
            Chunk(chunk_id=found, score=score) if is_chunks else Chunk(doc_id=found, score=score)
            for found, score in ranked
        )
        said[query] = {Arm.RETRIEVED: RunLine(item=query, retrieved=chunks)}
    for bad in reversed(reading.bad):
        if bad.item:
            said[bad.item] = {Arm.RETRIEVED: bad}
    meta = RunMeta(system=" + ".join(sorted(reading.tags)) or None)
    source = RunSource(name, hashlib.sha256(data).hexdigest(), FORM, meta, tuple(reading.bad))
    return Run(source, said)


@dataclass(slots=True)
class _Reading:
    """A TREC file while it is read."""

    results: dict[str, dict[str, float]] = field(default_factory=lambda: defaultdict(dict))
    bad: list[BadLine] = field(default_factory=list)
    tags: set[str] = field(default_factory=set)

    def take(self, number: int, raw: bytes) -> None:
        """Take in a line."""
        try:
            columns = raw.decode("utf-8").split()
        except UnicodeDecodeError:
            columns = raw.decode("utf-8", "replace").split()
            query = columns[0] if "\ufffd" not in columns[0] else ""
            self.bad.append(BadLine(number, "the line is not UTF-8", query))
            return
        query = columns[0] if columns else ""
        if len(columns) != COLUMNS:
            self.bad.append(BadLine(number, f"the line has {len(columns)} columns, not {COLUMNS}", query))
            return
        score = _number(columns[4])
        if score is None:
            self.bad.append(BadLine(number, f"`score` is {columns[4]}, and not a number", query))
        elif columns[2] in self.results[query]:
            self.bad.append(BadLine(number, f"`docid`: {columns[2]} stands twice for {query}", query))
        else:
            self.results[query][columns[2]] = score
            self.tags.add(columns[5])


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if isfinite(number) else None
