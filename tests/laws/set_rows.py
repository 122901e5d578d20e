"""Rows of sets as laws need them, and what is left of them in a format that carries some fields alone."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from goldset.domain.carried import lost
from goldset.domain.set_rows import Evidence, SetRow

# Any character that a file of UTF-8 can hold, and above all those that formats stumble over.
_AWKWARD = "a b,;|\t\"'[]{}=+-@\\\n\r\u2028\u0085\ufeff\0\x07é漢😀#:_x0007_"
TEXT = st.text(
    st.characters(exclude_categories=["Cs"]) | st.sampled_from(_AWKWARD), min_size=1, max_size=12
).filter(lambda text: not text.isspace())
_TRICKY = st.sampled_from(
    ['["a", "b"]', "['a']", "[]", "null", "12.0", "0012", "=1+1", "'=1", "''x", "-5 °C", "@a", "true", "no", "2026-10-01",
     "_x0007_", "x005F_", "a\r\nb", " a", "a ", "{}", '{"a": 1}', "None", "[1]", "[null]"]
)  # fmt: skip
WORDS = TEXT | _TRICKY
QUESTION = WORDS.map(str.strip).filter(bool)
_NAME = st.text("abcdefghij0123456789-", min_size=1, max_size=8)
# Names of documents and chunks: paths, URLs and whatever else has no control characters.
_DOC = st.text("ab0é ;,'[]{}./#", min_size=1, max_size=10).map(str.strip).filter(bool)
_REF = _NAME | st.sampled_from(["7", "0012", "1e3", "no", "2026-10-01", "A.b_c"])


@st.composite
def evidences(draw: st.DrawFn, *, plain_names: bool = False) -> Evidence:
    start = draw(st.none() | st.integers(0, 10**6))
    named = draw(st.sampled_from(["text", "doc", "chunk", "text doc", "text chunk", "text doc chunk"]))
    return Evidence(
        text=draw(WORDS) if "text" in named else None,
        doc=draw(_NAME if plain_names else _DOC) if "doc" in named else None,
        chunk_id=draw(_DOC) if "chunk" in named else None,
        start=start,
        end=None if start is None else start + draw(st.integers(0, 100)),
        grade=draw(st.integers(1, 3)),
        groups=draw(st.lists(_NAME, unique=True, max_size=2).map(tuple)),
        coarse=draw(st.sampled_from([None, "chunk", "document"])),
        span_id=draw(st.none() | _NAME),
    )


_NEAR = st.builds(Evidence, text=WORDS, doc=_DOC)
_DETAILS: dict[str, st.SearchStrategy[Any]] = {
    "slice": _NAME,
    "kind": st.sampled_from(["lookup", "multi_hop", "no_answer"]),
    "tags": st.lists(QUESTION, min_size=1, max_size=3),
    "must_include": st.lists(WORDS, min_size=1, max_size=2),
    "must_not_include": st.lists(WORDS, min_size=1, max_size=2),
    "corpus_snapshot": st.just("2026-10-01"),
    "jurisdiction": st.just("US-FL"),
    "language": st.sampled_from(["no", "de"]),
    "as_of": st.sampled_from(["2026-10-01", "2026-10-01T09:30:00+02:00"]),
    "pinned": st.just(True),  # noqa: FBT003 (a value of the strategy)
    "origin": st.just({"kind": "production", "ref": "TICKET-1841"}),
    "labelled_by": QUESTION,
    "reviews": st.just([{"by": "r.diaz", "at": "2026-10-03", "verdict": "agree"}]),
    "tier": st.sampled_from(["smoke", "full"]),
    "split": st.sampled_from(["dev", "test"]),
    "status": st.just("draft"),
    "draft_reasons": st.lists(WORDS, min_size=1, max_size=1),
}


@st.composite
def set_rows(
    draw: st.DrawFn, number: int = 1, *, by_document: bool = False, plain_names: bool = False
) -> SetRow:
    """A row as an export makes it: no evidence without an answer, details that items take and that are no defaults."""
    answerable = draw(st.booleans())
    details = {
        name: draw(_DETAILS[name]) for name in draw(st.sets(st.sampled_from(sorted(_DETAILS)), max_size=5))
    }
    if not answerable and draw(st.booleans()):
        details["abstain_reason"] = "not_in_corpus"
    unique = (lambda one: one.doc) if by_document else None
    return SetRow(
        number=number,
        question=draw(QUESTION),
        ref=draw(_REF),
        gold_answer=draw(st.none() | WORDS),
        answerable=answerable,
        evidence=tuple(draw(st.lists(evidences(plain_names=plain_names), unique_by=unique, max_size=3)))
        if answerable
        else (),
        near=tuple(draw(st.lists(_NEAR, max_size=2))),
        details=details,
    )


@st.composite
def row_lists(draw: st.DrawFn, *, by_document: bool = False, plain_names: bool = False) -> list[SetRow]:
    """The rows of a set, no id twice.

    Args:
        draw: Draws.
        by_document: Whether a row names a document once only, as formats do that judge documents.
        plain_names: Whether no document's name holds white space or marks, for formats that refuse such names.
    """
    count = draw(st.integers(1, 4))
    rows = [
        draw(set_rows(number, by_document=by_document, plain_names=plain_names))
        for number in range(1, count + 1)
    ]
    refs = [row.ref for row in rows]
    return [replace(row, ref=f"{row.ref}-{row.number}") if refs.count(row.ref) > 1 else row for row in rows]


def ledger(before: Sequence[SetRow], after: Sequence[SetRow]) -> Counter[str]:
    """Return by field in how many rows it is lost, given the rows as they were written and read, in one order."""
    return Counter(name for one, other in zip(before, after, strict=True) for name in lost(one, other))


def restricted(row: SetRow, carries: frozenset[str]) -> SetRow:
    """Return what a format that carries some fields keeps of a row; evidence that says nothing then is none."""
    return SetRow(
        number=0,
        question=row.question,
        ref=row.ref if "id" in carries else None,
        gold_answer=row.gold_answer if "gold_answer" in carries else None,
        answerable=row.answerable if "answerable" in carries else None,
        evidence=tuple(_evidence(row, carries)),
        near=row.near if "near_spans" in carries else (),
        details={name: value for name, value in row.details.items() if name in carries},
    )


def _evidence(row: SetRow, carries: frozenset[str]) -> Iterator[Evidence]:
    for one in row.evidence:
        kept = Evidence(
            text=one.text if "gold_spans.text" in carries else None,
            doc=one.doc if "gold_spans.doc_id" in carries else None,
            chunk_id=one.chunk_id if "gold_spans.chunk_id" in carries else None,
            start=one.start if "gold_spans.start" in carries else None,
            end=one.end if "gold_spans.end" in carries else None,
            grade=one.grade if "gold_spans.grade" in carries else 1,
            groups=one.groups if "gold_spans.group" in carries else (),
            coarse=one.coarse if "gold_spans.coarse" in carries else None,
            span_id=one.span_id if "gold_spans.id" in carries else None,
        )
        if kept.text or kept.doc or kept.chunk_id:
            yield kept
