"""What reports of an audit show: never so much that what counts is cut off, never less than they say."""

import re

import pytest

from goldset.domain.audit import AuditedEvidence, AuditedRow, AuditReport, Likeness, State, row_state
from goldset.domain.resolutions import Candidate, Difference, DifferenceKind, Outcome, Place, Resolution
from goldset.domain.set_rows import Evidence
from goldset.reporting.audit import MOST_EVIDENCE, MOST_LISTED, audit_text
from goldset.reporting.audit_html import audit_html
from goldset.reporting.audit_markdown import audit_markdown
from goldset.reporting.audit_words import about, alive_text, compared, verdict, where_now

_LONG = "koi sleep in the mud of the pond all winter long " * 40


def _changed(old: str, new: str, differences: int = 1) -> AuditedEvidence:
    found = tuple(Difference(DifferenceKind.WORDS, f"a{n}", f"b{n}") for n in range(differences))
    candidate = Candidate(Place("pond.md", 4, 9, new), 90.0, differences=found)
    end = Resolution("r", "", "", Outcome.EDITED, accepted=False, differences=found, candidates=(candidate,))
    return AuditedEvidence(Evidence(text=old, doc="pond.md"), State.CHANGED, found=end)


def _alive(*likenesses: Likeness) -> AuditedRow:
    place = Place("pond.md", 0, 3, "koi")
    evidence = tuple(
        AuditedEvidence(Evidence(text="koi"), State.ALIVE, place=place, likeness=one) for one in likenesses
    )
    return AuditedRow(1, State.ALIVE, "?", evidence=evidence)


def _report(*rows: AuditedRow) -> AuditReport:
    return AuditReport("csv", "a.csv", "", "docs", 2, rows)


def _row(*evidence: AuditedEvidence, number: int = 1, question: str = "Why?") -> AuditedRow:
    return AuditedRow(number, row_state(evidence), question, evidence=evidence)


def test_what_differs_is_shown_wherever_it_stands_in_a_long_passage() -> None:
    old, new = f"{_LONG}It is 2 %. {_LONG}", f"{_LONG}It is 3 %. {_LONG}"
    before, after = compared(old, new, 300)
    assert "It is ⟦2⟧ %." in before
    assert "It is ⟦3⟧ %." in after
    assert max(len(before), len(after)) <= 301
    assert before.startswith("…")
    assert before.endswith("…")
    for show in (audit_text, audit_markdown):
        assert "⟦3⟧" in show(_report(_row(_changed(old, new))))
    assert "<mark>3</mark>" in audit_html(_report(_row(_changed(old, new))))


def test_a_short_passage_is_shown_whole() -> None:
    assert compared("It is 2 %.", "It is 3 %.", 300) == ("It is ⟦2⟧ %.", "It is ⟦3⟧ %.")


def test_few_differences_are_named_and_the_rest_counted() -> None:
    assert about(_changed("a", "b", 2)) == "words: a0 -> b0; words: a1 -> b1"
    assert about(_changed("a", "b", 9)).endswith("words: a5 -> b5; and 3 more")


def test_many_passages_and_many_rows_are_cut_with_a_count() -> None:
    many = _row(*(_changed(f"old {n}", f"new {n}") for n in range(MOST_EVIDENCE + 2)))
    text = audit_text(_report(*[many] * (MOST_LISTED + 4)))
    assert text.count("… and 2 more passages of this row") == MOST_LISTED
    assert "… and 4 more (`--format json` lists all of them)" in text


def test_a_row_shows_what_is_not_alive_and_what_moved_only_where_nothing_is_worse() -> None:
    moved = AuditedEvidence(
        Evidence(text="It only moved."), State.MOVED, "it stands at 9, and the file says 3"
    )
    dead = AuditedEvidence(Evidence(text="It is gone."), State.GONE, "no passage is like it")
    for show in (audit_text, audit_markdown, audit_html):
        text = show(_report(_row(moved, dead, *_alive(Likeness.LETTER).evidence)))
        assert "It is gone." in text
        assert "It only moved." not in text
        assert "It only moved." in show(_report(_row(moved)))


def test_rows_of_one_reason_stand_together() -> None:
    def row(number: int, reason: str) -> AuditedRow:
        return _row(AuditedEvidence(Evidence(chunk_id="c"), State.CANNOT_TELL, reason), number=number)

    rows = [*(row(n, "only a chunk id is named") for n in range(1, 15)), row(20, "no document")]
    text = " ".join(audit_text(_report(*rows)).split())
    assert "only a chunk id is named: row 1, row 2," in text
    assert "row 10 … and 4 more no document: row 20" in text
    assert "nothing can be said of a score yet" in text


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([_alive(Likeness.LETTER)], "every passage stands to the letter"),
        (
            [_alive(Likeness.LETTER), _alive(Likeness.LETTER, Likeness.FORM), _alive(Likeness.DOCUMENT)],
            "1 to the letter, 1 in the same words in another form, 1 as a whole document",
        ),
    ],
)
def test_it_is_said_in_which_form_passages_stand(rows: list[AuditedRow], said: str) -> None:
    assert alive_text(_report(*rows)) == said


def test_all_places_of_an_ambiguous_passage_are_named() -> None:
    places = tuple(Candidate(Place(f"d{n}.md", 1200 * n, 9999, "koi"), 100.0) for n in range(1, 5))
    end = Resolution("r", "", "", Outcome.AMBIGUOUS, accepted=False, candidates=places)
    one = AuditedEvidence(Evidence(text="koi"), State.AMBIGUOUS, found=end)
    assert where_now(one) == "d1.md at 1,200, d2.md at 2,400, d3.md at 3,600"


def test_the_verdict_is_the_arithmetic_of_the_rows() -> None:
    dead, doubtful = _changed("a", "b"), AuditedEvidence(Evidence(text="c"), State.AMBIGUOUS)
    moved = AuditedEvidence(Evidence(text="d", doc="x.md", start=3), State.MOVED)
    rows = [_row(dead, doubtful), _row(moved), _alive(Likeness.LETTER), _row(doubtful)]
    said = " ".join(verdict(_report(*rows)))
    assert said.startswith(
        "Of 4 answerable rows with evidence, 1 rests on dead labels (1 changed), and 1 rests on"
    )
    assert "at most 87.5 % recall" in said
    assert "12.5 points rest on dead labels, and up to 37.5 points more on doubtful ones" in said
    assert "at most 75.0 % of the rows" in said
    assert "loses 25.0 points more: 1 row leads past" in said
    assert "full recall on this file: no point rests on dead labels." in " ".join(verdict(_report(rows[2])))
    assert "nothing can be said" in " ".join(verdict(_report(AuditedRow(1, State.REFUSED, reason="no"))))


def test_no_report_says_a_place_or_number_that_is_not_there() -> None:
    text = audit_text(_report(_row(_changed("It is 2 %.", "It is 3 %."))))
    assert re.findall(r"pond\.md at [\d,]+", text) == ["pond.md at 4"]
