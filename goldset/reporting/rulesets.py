"""The rules that a host should hold changes of a set to, as GitHub imports and exports them."""

from typing import Any


def base_branch_ruleset(name: str, check: str) -> dict[str, Any]:
    """Return a ruleset for the default branch: reviewed by code owners, and checked.

    It says nothing of paths: queue pull requests, which people merge, add files to `snapshots/`.

    Args:
        name: Name of the set.
        check: Name of the check to require.
    """
    review = {
        "required_approving_review_count": 1,
        "dismiss_stale_reviews_on_push": False,
        "require_code_owner_review": True,
        "require_last_push_approval": False,
        "required_review_thread_resolution": False,
    }
    checks = {"strict_required_status_checks_policy": False, "required_status_checks": [{"context": check}]}
    return {
        "name": f"goldset {name}",
        "target": "branch",
        "enforcement": "active",
        "conditions": {"ref_name": {"include": ["~DEFAULT_BRANCH"], "exclude": []}},
        "rules": [
            {"type": "deletion"},
            {"type": "non_fast_forward"},
            {"type": "pull_request", "parameters": review},
            {"type": "required_status_checks", "parameters": checks},
        ],
        "bypass_actors": [],
    }
