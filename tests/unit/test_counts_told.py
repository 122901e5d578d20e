"""Whatever scoring counts apart is told in words."""

import re

from goldset.reporting.score import _COUNTS
from tests.conftest import ROOT

# What is no exception: how much there was.
PLAIN = {"chunks", "citations"}


def test_every_count_of_the_measures_is_told_in_every_report() -> None:
    sources = (path.read_text(encoding="utf-8") for path in (ROOT / "goldset/evaluation").glob("*.py"))
    counted = {name for source in sources for name in re.findall(r'counts\["(\w+)"\] \+?=', source)}
    assert {"judge_failures", "duplicate_chunks", "citations"} <= counted
    assert counted - PLAIN - set(_COUNTS) == set()
