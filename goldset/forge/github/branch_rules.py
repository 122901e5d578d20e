"""Which rules of a branch stand in goldset's way (pure)."""

import re
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

SIGNATURES = "required_signatures"
_TROUBLES = {
    "creation": "lets nobody make the branch",
    "update": "lets nobody push to the branch",
    "deletion": "lets nobody delete the branch, which goldset does once it asks nothing any more",
    "non_fast_forward": "forbids forced pushes, by which goldset rebuilds a branch that nobody else has touched",
    SIGNATURES: "asks for signed commits on the branch",
    "pull_request": "asks for a pull request for every change of the branch",
    "required_status_checks": "asks for green checks before anything is pushed to the branch",
}


class Rule(BaseModel):
    """A rule of a ruleset, as it holds for a branch."""

    type: str
    ruleset_id: int | None = None
    parameters: dict[str, Any] | None = None


def trouble(rule: Rule, branch: str) -> str:
    """Return what a rule forbids that goldset does with its branch; empty where nothing."""
    if rule.type == "branch_name_pattern":
        return "" if _fits(branch, rule.parameters or {}) else "does not allow the name of the branch"
    return _TROUBLES.get(rule.type, "")


def _fits(branch: str, parameters: Mapping[str, Any]) -> bool:
    pattern, operator = str(parameters.get("pattern", "")), parameters.get("operator")
    match operator:
        case "starts_with":
            fits = branch.startswith(pattern)
        case "ends_with":
            fits = branch.endswith(pattern)
        case "contains":
            fits = pattern in branch
        case _:
            try:
                fits = re.search(pattern, branch) is not None
            except re.error:
                return True  # GitHub's patterns know more than ours; it will say so itself
    return fits is not bool(parameters.get("negate"))
