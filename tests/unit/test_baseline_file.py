import json
from datetime import UTC, datetime

import pytest

from goldset.domain.runs import Arm
from goldset.domain.scores import End, ScoreRules
from goldset.errors import SnapshotError
from goldset.stores.baseline_file import PATH, Baseline, baseline_bytes, read_baseline
from goldset.stores.trees import FilesTree
from tests.scores import row, scored

AT = datetime(2026, 11, 2, tzinfo=UTC).date().isoformat()
ROWS = [
    row("b", {"recall@5": 1 / 3, "hit@5": 1.0}, documents=["x.md"]),
    row("a", {"recall@5": None, "hit@5": None}, end=End.STALE),
    row("u", {"false_answer": 0.0}, end=End.ABSTAINED, is_answerable=False),
]
BLESSED = Baseline(scored(ROWS, rules=ScoreRules(overlap=0.25, k=(5,))), "a.ng", AT, "released as 1.4")


def test_a_baseline_is_read_as_it_was_written() -> None:
    data = baseline_bytes(BLESSED)
    found = read_baseline(FilesTree({PATH: data}))
    assert found is not None
    assert (found.by, found.at, found.reason) == ("a.ng", AT, "released as 1.4")
    assert found.scored.rules == BLESSED.scored.rules
    assert found.scored.snapshot == "2026-10-01"
    by_id = {r.item: r for r in found.scored.arm(Arm.RETRIEVED)}
    assert by_id["a"].values == {"recall@5": None, "hit@5": None}
    assert by_id["b"].values == {"recall@5": pytest.approx(1 / 3), "hit@5": 1.0}
    assert by_id["u"].values == {"false_answer": 0.0}
    assert (by_id["a"].end, by_id["u"].end, by_id["u"].is_answerable) == (End.STALE, End.ABSTAINED, False)
    assert baseline_bytes(found) == data


def test_the_order_of_rows_changes_no_byte() -> None:
    turned = Baseline(scored(ROWS[::-1], rules=BLESSED.scored.rules), "a.ng", AT, "released as 1.4")
    assert baseline_bytes(turned) == baseline_bytes(BLESSED)


def test_a_set_without_a_baseline_has_none() -> None:
    assert read_baseline(FilesTree({})) is None


def damaged(line: int, **changes: object) -> bytes:
    lines = baseline_bytes(BLESSED).decode().splitlines()
    lines[line] = json.dumps({**json.loads(lines[line]), **changes})
    return "".join(f"{text}\n" for text in lines).encode()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is empty"),
        (b"{", "cut off"),
        (damaged(0, version=2), "newer goldset"),
        (damaged(0, colour="red"), "unknown key `colour`"),
        (damaged(0, rules=[]), "`rules` is not a record"),
        (damaged(0, metrics=["hit@5"]), "not a list of 1 values"),
        (damaged(1, end="lost"), "`lost` no end"),
        (damaged(1, values=[1, 2, 3]), "no share"),
        (damaged(1, values=[True, 0, 0]), "no share"),
        (damaged(1, values=[1]), "not a list of 3 values"),
    ],
)
def test_a_damaged_baseline_is_named_with_its_line(data: bytes, message: str) -> None:
    with pytest.raises(SnapshotError, match=PATH) as caught:
        read_baseline(FilesTree({PATH: data}))
    assert message in caught.value.message
