"""What a row is, and what of a score rests on it, by what became of its evidence."""

import pytest

from goldset.domain.audit import (
    DEAD,
    DOUBTFUL,
    LIVE,
    AuditedEvidence,
    AuditedRow,
    AuditReport,
    State,
    row_state,
    score_rest,
)
from goldset.domain.resolutions import Outcome, Resolution
from goldset.domain.set_rows import Evidence


def _one(state: State, *groups: str, doc: str | None = "a.md", start: int | None = None) -> AuditedEvidence:
    return AuditedEvidence(Evidence(text="t", doc=doc, start=start, groups=groups), state)


def _row(*evidence: AuditedEvidence) -> AuditedRow:
    return AuditedRow(1, row_state(evidence), "?", evidence=evidence)


def test_a_row_is_as_its_worst_evidence_is() -> None:
    assert _row(_one(State.ALIVE), _one(State.MOVED)).state is State.MOVED
    assert _row(_one(State.GONE), _one(State.CHANGED), _one(State.ALIVE)).state is State.GONE
    assert _row(_one(State.CANNOT_TELL), _one(State.AMBIGUOUS)).state is State.CANNOT_TELL


def test_a_row_is_alive_while_one_of_each_group_is() -> None:
    assert _row(_one(State.GONE, "a"), _one(State.ALIVE, "a")).state is State.ALIVE
    assert (
        _row(_one(State.GONE, "a"), _one(State.ALIVE, "a"), _one(State.CHANGED, "b")).state is State.CHANGED
    )
    assert _row(_one(State.GONE, "a", "b"), _one(State.ALIVE, "b")).state is State.GONE


def test_recall_counts_the_share_of_dead_groups_and_completeness_the_row() -> None:
    rows = [
        _row(_one(State.ALIVE), _one(State.GONE)),
        _row(_one(State.ALIVE)),
        _row(_one(State.CHANGED), _one(State.AMBIGUOUS), _one(State.ALIVE), _one(State.ALIVE)),
        _row(_one(State.CANNOT_TELL)),
        AuditedRow(5, State.UNANSWERABLE),
        AuditedRow(6, State.REFUSED),
    ]
    rest = score_rest(rows)
    assert rest.rows == 4
    assert (rest.dead.rows, rest.doubtful.rows) == (2, 1)
    assert rest.most_recall == pytest.approx(1 - (0.5 + 0.25) / 4)
    assert rest.doubtful.recall == pytest.approx((0.25 + 1) / 4)
    assert rest.most_complete == pytest.approx(0.5)


def test_interchangeable_evidence_is_one_group_of_which_one_is_enough() -> None:
    rest = score_rest([_row(_one(State.GONE, "a"), _one(State.ALIVE, "a"), _one(State.GONE))])
    assert rest.dead.recall == pytest.approx(0.5)


def test_a_set_without_evidence_rests_on_nothing() -> None:
    rest = score_rest([AuditedRow(1, State.NOTHING_TO_CHECK)])
    assert (rest.rows, rest.dead.recall, rest.most_recall) == (0, 0.0, 1.0)


def test_what_moved_is_misplaced_only_where_the_file_leads_elsewhere() -> None:
    within = Resolution("1", "", "", Outcome.MOVED, accepted=True)
    renamed = Resolution("1", "", "", Outcome.RENAMED, accepted=True)
    given = {
        "with an offset": Evidence(text="t", doc="a.md", start=3),
        "without": Evidence(text="t", doc="a.md"),
    }
    found = {
        (name, outcome.outcome): AuditedEvidence(evidence, State.MOVED, found=outcome).is_misplaced
        for name, evidence in given.items()
        for outcome in (within, renamed)
    }
    assert found.pop(("without", Outcome.MOVED)) is False
    assert set(found.values()) == {True}
    assert not _one(State.ALIVE, start=3).is_misplaced
    assert not AuditedEvidence(Evidence(text="t"), State.MOVED).is_misplaced


def test_a_misplaced_passage_counts_by_its_share_of_the_row_and_never_in_a_dead_one() -> None:
    rows = [
        _row(_one(State.MOVED, start=1), _one(State.ALIVE)),
        _row(_one(State.MOVED, start=1), _one(State.GONE)),
    ]
    rest = score_rest(rows)
    assert (rest.misplaced.rows, rest.misplaced.recall, rest.misplaced.complete) == (1, 0.25, 0.5)


def test_totals_name_every_state_and_add_up() -> None:
    rows = (_row(_one(State.ALIVE)), AuditedRow(2, State.REFUSED), _row(_one(State.GONE), _one(State.ALIVE)))
    report = AuditReport("csv", "a.csv", "", "docs", 1, rows)
    totals = report.totals
    assert totals.pop("rows") == 3 == sum(totals.values())
    assert set(totals) == set(State)
    evidence = report.evidence_totals
    assert evidence.pop("evidence") == 3 == sum(evidence.values())


def test_a_report_is_sound_unless_something_is_dead_doubtful_or_refused() -> None:
    for state in State:
        row = AuditedRow(1, state) if state not in LIVE | DOUBTFUL | DEAD else _row(_one(state))
        report = AuditReport("csv", "a.csv", "", "docs", 1, (row,))
        assert report.is_sound is (state not in DEAD | DOUBTFUL | {State.REFUSED})
