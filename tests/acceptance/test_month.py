"""A short month against the stand-in; `python -m tests.month` lives whole ones."""

from pathlib import Path

import pytest

from tests.month.month import CASES, Month
from tests.month.template import make_template

NIGHTS = 6


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_template(tmp_path_factory.mktemp("month") / "template", CASES)


@pytest.mark.parametrize("seed", [1, 2])
def test_after_every_night_all_is_accounted_for_and_nothing_of_people_is_lost(
    template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    month = Month(template, tmp_path / "month", seed, monkeypatch)
    try:
        month.live(NIGHTS)
    finally:
        month.hub.standin.stop()
    assert month.nights == NIGHTS
    assert month.stopped
