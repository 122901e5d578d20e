"""Each folder of tests/cases/resolution is a passage, two corpora, and what must come of it."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from goldset.domain.resolutions import CARRIED_OVER, Outcome
from goldset.domain.settings import PolicySettings
from tests.resolving import label, resolve

CASES = Path(__file__).parents[1] / "cases" / "resolution"
FOLDERS = sorted(path.name for path in CASES.iterdir())


def texts(folder: Path) -> dict[str, str | None]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes().decode()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.mark.parametrize("name", FOLDERS)
def test_case(name: str) -> None:
    case: dict[str, Any] = yaml.safe_load((CASES / name / "case.yaml").read_text("utf-8"))
    before, after = texts(CASES / name / "before"), texts(CASES / name / "after")
    item = label(
        before,
        case.get("doc", "page.md"),
        case["quote"],
        nth=case.get("nth", 0),
        bare=case.get("bare", False),
        span=case.get("span"),
        **case.get("item", {}),
    )
    found = resolve(
        before,
        after,
        item,
        renames=[(old, new) for old, new in case.get("renames", ())],
        policy=PolicySettings.model_validate(case.get("policy", {})),
        kept=case.get("kept", True),
    )
    assert str(found.outcome) in case.get("outcome_any", [case["outcome"]]), found
    assert found.accepted == (found.outcome in CARRIED_OVER)
    if found.to is not None:
        text = after[found.to.doc_id] or ""
        assert text[found.to.start : found.to.end] == found.to.text
        assert found.to.doc_id == case.get("to", found.to.doc_id)
    if "candidate" in case:
        assert found.candidates[0].place.text == case["candidate"]
    if case.get("differences"):
        assert [str(difference) for difference in found.differences] == case["differences"]
    assert list(found.ignored) == case.get("ignored", list(found.ignored))
    assert len(found.candidates) == case.get("places", len(found.candidates))


def test_every_outcome_has_a_case() -> None:
    said = {yaml.safe_load((CASES / name / "case.yaml").read_text("utf-8"))["outcome"] for name in FOLDERS}
    assert said == {str(outcome) for outcome in Outcome} - {"skipped"}
