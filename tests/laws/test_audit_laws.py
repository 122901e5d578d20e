"""What must hold of every audit, whatever the file and the corpus say."""

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from goldset.domain.audit import (
    DEAD,
    DOUBTFUL,
    LIVE,
    AuditedEvidence,
    AuditedRow,
    AuditReport,
    State,
    row_state,
)
from goldset.domain.progress import untold
from goldset.domain.set_rows import Evidence, SetRow
from goldset.domain.settings import PolicySettings
from goldset.domain.snapshots import DocumentRecord
from goldset.operations.audit_evidence import audit_evidence
from goldset.operations.audit_terms import AuditTerms
from goldset.reporting.audit import WIDTH, audit_text
from goldset.reporting.audit_html import audit_html
from goldset.reporting.audit_json import audit_json
from goldset.reporting.audit_markdown import audit_markdown
from goldset.reporting.wrapping import columns
from goldset.resolution.batches import InTurn

LAW = settings(max_examples=30, deadline=None)
_WORDS = st.sampled_from(
    ("koi", "feed", "winter", "Pump", "2%", "not", "420", "kroner", "the", "net", "ü", "\u202e")
)
_SENTENCE = st.lists(_WORDS, min_size=3, max_size=7).map(lambda words: f"{' '.join(words)}.")
_NAMES = st.sampled_from(("a.md", "b.md", "c/d.md", "e.md"))
_DOCUMENT = st.lists(_SENTENCE, min_size=1, max_size=5).map("\n\n".join)
_CORPUS = st.dictionaries(_NAMES, _DOCUMENT, min_size=1, max_size=3)
_EVIDENCE = st.builds(
    Evidence,
    text=st.none() | _SENTENCE,
    doc=st.none() | _NAMES,
    chunk_id=st.none() | st.sampled_from(("c1", "c2")),
    start=st.none() | st.integers(0, 50),
    end=st.none() | st.integers(0, 90),
    groups=st.sampled_from(((), ("g",), ("g", "h"))),
    coarse=st.sampled_from((None, "chunk", "document")),
)


class _Corpus:
    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self.documents = {
            name: DocumentRecord(name, hashlib.sha256(text.encode()).hexdigest(), len(text))
            for name, text in texts.items()
        }

    def text(self, doc_id: str) -> str | None:
        return self._texts.get(doc_id)


def _audit(
    rows: Sequence[SetRow], now: Mapping[str, str], was: Mapping[str, str] | None = None
) -> list[tuple[AuditedEvidence, ...]]:
    before = _Corpus(was) if was is not None else None
    terms = AuditTerms(_Corpus(now), before, None, [], PolicySettings(), InTurn(), untold)
    return audit_evidence(rows, terms)


def _rows(evidence: Sequence[Sequence[Evidence]]) -> list[SetRow]:
    return [
        SetRow(n, f"What of {n}?", gold_answer="420", evidence=tuple(one))
        for n, one in enumerate(evidence, 1)
    ]


@LAW
@given(_CORPUS, st.booleans())
def test_sentences_of_the_corpus_itself_are_all_alive(now: dict[str, str], is_named: bool) -> None:  # noqa: FBT001
    counted = Counter(sentence for text in now.values() for sentence in text.split("\n\n"))
    whole = "\n".join(now.values())
    quotes = [
        Evidence(text=sentence, doc=doc if is_named else None)
        for doc, text in now.items()
        for sentence in text.split("\n\n")
        if counted[sentence] == 1 and whole.count(sentence) == 1 and sum(map(str.isalnum, sentence)) >= 10
    ]
    for was in (None, now):
        for (one,) in _audit(_rows([[quote] for quote in quotes]), now, was):
            assert (one.state, one.likeness) == (State.ALIVE, "letter")
            assert one.place is not None
            assert now[one.place.doc_id][one.place.start : one.place.end] == one.evidence.text


@LAW
@given(
    st.lists(st.lists(_EVIDENCE, min_size=1, max_size=3), max_size=5),
    _CORPUS,
    st.none() | _CORPUS,
    st.randoms(),
)
def test_neither_the_order_of_rows_nor_their_neighbours_matter(
    evidence: list[list[Evidence]],
    now: dict[str, str],
    was: dict[str, str] | None,
    random: Random,
) -> None:
    rows = _rows(evidence)
    found = dict(zip((row.number for row in rows), _audit(rows, now, was), strict=True))
    shuffled = list(rows)
    random.shuffle(shuffled)
    again = dict(zip((row.number for row in shuffled), _audit(shuffled, now, was), strict=True))
    assert {n: _said(one) for n, one in again.items()} == {n: _said(one) for n, one in found.items()}


def _said(evidence: Sequence[AuditedEvidence]) -> list[tuple[object, ...]]:
    return [(one.state, one.reason, one.place, one.likeness, one.notes) for one in evidence]


@LAW
@given(st.lists(st.lists(_EVIDENCE, min_size=1, max_size=3), max_size=5), _CORPUS, st.none() | _CORPUS)
def test_every_piece_of_evidence_has_one_end_that_holds_what_it_says(
    evidence: list[list[Evidence]], now: dict[str, str], was: dict[str, str] | None
) -> None:
    rows = _rows(evidence)
    audited = _audit(rows, now, was)
    assert [len(one) for one in audited] == [len(row.evidence) for row in rows]
    for one in (one for of_row in audited for one in of_row):
        assert (one.place is not None) == (one.state in LIVE or one.likeness is not None)
        assert one.state in LIVE | DOUBTFUL | DEAD
        if one.place is not None and one.place.text:
            assert now[one.place.doc_id][one.place.start : one.place.end] == one.place.text
    report = AuditReport(
        "csv",
        "\x1b[0m a.csv",
        "",
        "docs",
        len(now),
        tuple(
            AuditedRow(row.number, row_state(found), f"{row.question}\x07 `|` <b>", evidence=found)
            for row, found in zip(rows, audited, strict=True)
        ),
    )
    totals = dict(report.totals)
    assert totals.pop("rows") == len(rows) == sum(totals.values())
    rest = report.rest
    assert 0 <= rest.dead.recall <= rest.dead.complete <= 1
    assert rest.dead.recall + rest.doubtful.recall <= 1 + 1e-9
    for printed in (audit_text(report), audit_markdown(report), audit_html(report)):
        assert not {"\x1b", "\x07", "\u202e"} & set(printed)
    assert all(columns(line) <= WIDTH for line in audit_text(report).splitlines())
    assert json.loads(audit_json(report))["totals"] == report.totals
