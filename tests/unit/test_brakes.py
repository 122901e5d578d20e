import pytest

from goldset.domain.brakes import documents_gone, paused, spans_queued, stop_at
from goldset.domain.settings import PolicySettings, RelabelSettings
from goldset.errors import BrakeError

POLICY = PolicySettings(max_removed=0.10, max_queued=0.25)


@pytest.mark.parametrize(
    ("gone", "gold", "holds"), [(1, 10, False), (2, 10, True), (7, 70, False), (0, 0, False)]
)
def test_just_the_limit_is_allowed_and_one_more_is_not(gone: int, gold: int, *, holds: bool) -> None:
    brake = documents_gone([f"d{number}" for number in range(gone)], gold, POLICY)
    assert (brake is not None) == holds


def test_a_brake_names_documents_counts_and_limit() -> None:
    brake = documents_gone([f"d{number}" for number in range(9, 0, -1)], 20, POLICY)
    assert brake is not None
    assert brake.message == (
        "9 of 20 documents with gold spans are gone (45.0%), more than max_removed (10%): "
        "d1, d2, d3, d4, d5 …"
    )
    assert "--accept-change" in brake.hint


@pytest.mark.parametrize(("queued", "spans", "holds"), [(1, 4, False), (2, 4, True), (0, 0, False)])
def test_newly_queued_spans_are_held_against_their_limit(queued: int, spans: int, *, holds: bool) -> None:
    assert (spans_queued(queued, spans, POLICY) is not None) == holds


def test_a_pause_stops_until_a_person_ends_it() -> None:
    brake = paused(RelabelSettings(paused=True))
    assert brake is not None
    assert "--accept-change" not in brake.hint
    assert paused(RelabelSettings()) is None


def test_all_brakes_are_named_at_once() -> None:
    stop_at([None, None])
    with pytest.raises(BrakeError, match=r"2 of 2 documents .*; 3 of 4 spans") as stopped:
        stop_at([documents_gone(["a", "b"], 2, POLICY), spans_queued(3, 4, POLICY)])
    assert stopped.value.exit_code == 3
    assert stopped.value.hint.count("go on with `--accept-change`") == 1
    assert "look first with `--dry-run" in stopped.value.hint
