"""Say how much of a set of any form is still true in a corpus. Nothing is written."""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from goldset.domain.audit import AuditedEvidence, AuditedRow, AuditReport, State, row_state
from goldset.domain.progress import Progress, untold
from goldset.domain.set_rows import BadRow, ReadSet, SetRow
from goldset.domain.settings import Settings
from goldset.errors import SettingsError
from goldset.operations.audit_evidence import audit_evidence
from goldset.operations.audit_terms import AuditTerms
from goldset.operations.workers import open_workers
from goldset.resolution.doc_names import DocNames
from goldset.stores.chunk_texts import read_chunk_texts
from goldset.stores.corpus import open_corpus
from goldset.stores.renames_file import read_renames
from goldset.stores.set_folder import SETTINGS, find_set
from goldset.stores.settings_file import read_settings


@dataclass(frozen=True, slots=True)
class AuditRequest:
    """What a person asked for.

    Attributes:
        corpus: The corpus, as for `open_corpus`; None for the sources of goldset.yaml.
        was: The corpus as it was when the file was labelled; None where nobody names it.
        chunks: File of chunk texts, and its name as it was given; None without one.
        renames: File of renamed documents (see `read_renames`); None where there is none.
        jobs: How many processes share the work; 0 for one a processor.
    """

    corpus: str | None
    was: str | None = None
    chunks: tuple[Path, str] | None = None
    renames: Path | None = None
    jobs: int = 1


def audit_set(folder: Path, read: ReadSet, request: AuditRequest, progress: Progress = untold) -> AuditReport:
    """Say what became of each row of a set that was read.

    Args:
        folder: Where the person works: if it belongs to a golden set, its rules for the corpus hold.
        read: The set.
        request: What is asked for.
        progress: Is told how far the work is.

    Raises:
        GoldsetError: A corpus, the chunks or the list of renames cannot be read.
        WrongUsageError: No corpus is named.
    """
    root, settings = _home(folder)
    chunks = read_chunk_texts(*request.chunks) if request.chunks else None
    renames = read_renames(request.renames) if request.renames else []
    checked = [row for row in read.rows if _is_checked(row)]
    with ExitStack() as stack:
        now = stack.enter_context(open_corpus(request.corpus, settings, root, folder, None, progress))
        was = None
        if request.was is not None:
            was = stack.enter_context(open_corpus(request.was, settings, root, folder, None, progress))
        workers = stack.enter_context(open_workers(request.jobs, progress))
        terms = AuditTerms(now, was, chunks, renames, settings.policy, workers, progress)
        with_near = [row for row in read.rows if row.near]
        audited = audit_evidence(checked, terms, with_near)
        in_order, near = iter(audited), iter(audited[len(checked) :])
        rows = [
            _row(row, next(in_order) if _is_checked(row) else (), next(near) if row.near else ())
            for row in read.rows
        ]
        rows += [_refused(bad) for bad in read.bad if bad.is_row]
        return AuditReport(
            form=read.form,
            name=read.name,
            sha256=read.sha256,
            corpus=request.corpus or now.source,
            documents=len(now.documents),
            rows=tuple(sorted(rows, key=lambda row: row.number)),
            was=request.was or "",
            chunks=chunks.name if chunks else "",
            chunks_sha256=chunks.sha256 if chunks else None,
            lines=tuple(bad for bad in read.bad if not bad.is_row),
            not_read=dict(sorted(read.not_read.items())),
            notices=(*read.notices, *now.notices, *_notices(checked, audited, terms)),
        )


def _home(folder: Path) -> tuple[Path | None, Settings]:
    """Return the folder and the settings of the golden set that a folder belongs to; none and the defaults else."""
    try:
        found = find_set(folder)
    except SettingsError:
        return None, Settings()
    if not (found.root / SETTINGS).is_file():
        return None, Settings()
    return found.root, read_settings(found.tree)


def _is_checked(row: SetRow) -> bool:
    """Return whether a row has evidence, and the file does not say that it has no answer."""
    return bool(row.evidence) and row.answerable is not False


def _row(row: SetRow, evidence: Sequence[AuditedEvidence], near: Sequence[AuditedEvidence]) -> AuditedRow:
    without = State.UNANSWERABLE if row.answerable is False else State.NOTHING_TO_CHECK
    state = row_state(evidence) if evidence else without
    return AuditedRow(row.number, state, row.question, row.ref, row.where, tuple(evidence), tuple(near))


def _refused(bad: BadRow) -> AuditedRow:
    where = f"{bad.file}:{bad.number}" if bad.file else ""
    return AuditedRow(bad.number, State.REFUSED, where=where, reason=bad.reason)


def _notices(
    checked: Sequence[SetRow], audited: Sequence[Sequence[AuditedEvidence]], terms: AuditTerms
) -> list[str]:
    """Return what a person should know of how the file and the corpus fit together."""
    found = []
    named = {one.doc for row in checked for one in row.evidence if one.doc is not None}
    names = DocNames(terms.now.documents.values())
    if named and not any(map(names.find, named)):
        found.append(
            f"none of the {len(named):,} documents that the file names is in the corpus: are these the names of "
            "another system? Quotes were looked for everywhere"
        )
    if terms.was is not None:
        unplaced = sum(bool(one.notes) for of_row in audited for one in of_row)
        if unplaced:
            found.append(
                f"{unplaced:,} quotes have no one place in the corpus that was: they were looked for without it"
            )
    return found
