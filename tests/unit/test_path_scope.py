"""A page that moved keeps its passages only where its path says that it applies to the same."""

import pytest

from goldset.domain.resolutions import Outcome
from goldset.resolution.scope import path_scope
from tests.resolving import label, resolve

QUOTE = "Equipment that belongs to your employer is covered on the way to work."
PAGE = (
    "# Equipment\n\nWhat you carry may be yours, or not. We look at whose it is and where it was when it was lost.\n\n"
    f"{QUOTE}\n\nTools in a van are another matter: ask before you leave them there over night.\n"
)


@pytest.mark.parametrize(
    ("before", "after", "same"),
    [
        ("guides/2025/equipment.md", "guides/2026/equipment.md", False),
        ("guides/current/equipment.md", "guides/deprecated/equipment.md", False),
        ("guides/equipment.md", "guides/draft/equipment.md", False),
        ("guides/us/equipment.md", "guides/uk/equipment.md", False),
        ("guides/us/equipment.md", "guides/us/2026/equipment.md", False),
        ("guides/en/equipment.md", "guides/de/equipment.md", False),
        ("guides/en/equipment.md", "handbook/en/equipment.md", True),
        ("guides/equipment.md", "handbook/equipment.md", True),
        ("guides/us/equipment.md", "handbook/us/equipment.md", True),
    ],
)
def test_a_year_a_status_or_a_country_in_the_path_is_scope(before: str, after: str, same: bool) -> None:  # noqa: FBT001
    found = resolve({before: PAGE}, {after: PAGE}, label({before: PAGE}, before, QUOTE))
    expected = (Outcome.RENAMED, True) if same else (Outcome.SCOPE_CHANGED, False)
    assert (found.outcome, found.accepted) == expected, found.reason


def test_words_and_country_codes_of_a_path_count_each_by_itself() -> None:
    assert path_scope("guides/deprecated/equipment.md")[1]
    assert path_scope("guides/us/equipment.md")[1]
    both = path_scope("guides/us/deprecated/equipment.md")[1]
    assert both == path_scope("guides/deprecated/equipment.md")[1] | path_scope("guides/us/equipment.md")[1]
