"""The front matter says of a whole document that it holds no more, or to whom, where and when it applies."""

import pytest

from goldset.domain.resolutions import Outcome
from goldset.resolution.front_fields import says_the_same, withdrawing_fields
from tests.resolving import label, resolve

FEE = "The account fee is 10 EUR a year and is due in March."
PAGE = f"""---
title: Fees
{{}}description: All fees.
---

# Fees

We charge a few things in the branches.

The desk is open from nine to five.

{FEE}

Cards are posted within five days of the order.
"""


def outcome(before: str, after: str, *, kept: bool = True) -> Outcome:
    old, new = {"p": PAGE.format(before)}, {"p": PAGE.format(after)}
    found = resolve(old, new, label(old, "p", FEE), kept=kept)
    assert found.accepted is (found.outcome in {Outcome.UNCHANGED, Outcome.MOVED})
    return found.outcome


@pytest.mark.parametrize(
    "field",
    [
        "deprecated: true\n",
        "status: archived\n",
        "state: 'Superseded'\n",
        "draft: true\n",
        "Draft: yes\n",
        "outdated: 2024-01-01\n",
        "superseded_by: fees-of-members\n",
        "published: false\n",
        "active: no\n",
        "inForce: false\n",
        "isDeprecated: true\n",
        "title: Fees (archived)\n",
        "status:\n  - archived\n",
        "params:\n  deprecated: true\n",
        "tags: [fees, deprecated]\n",
        "tags:\n- fees\n- deprecated\n",
    ],
)
def test_what_withdraws_a_document_is_asked_about(field: str) -> None:
    assert outcome("", field) is Outcome.SCOPE_CHANGED
    assert outcome(field, "") is Outcome.SCOPE_CHANGED
    assert outcome(field, f"{field}weight: 3\n") is Outcome.MOVED


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("status: archived\n", "status: deprecated\n"),
        ("status: current\n", "status: archived\n"),
        ("draft: false\n", "draft: true\n"),
        ("audience: members\n", "audience: staff\n"),
        ("Applies to: all\n", "Applies to: some\n"),
        ("country: DE\n", "country: AT\n"),
        ("appliesTo: all\n", "appliesTo: some\n"),
        ("status: accepted\n", "status: rejected\n"),
        ("title: Fees\n", "title: Old fees\n"),
        ("lang: en\n", "lang: de\n"),
        ("effective_from: 2024-01-01\n", "effective_from: 2025-01-01\n"),
        ("plans:\n  - basic\n", "plans:\n  - basic\n  - gold\n"),
        ("plans:\n- basic\n", "plans:\n- gold\n"),
        ("valid_until: '>2024'\n", "valid_until: '<2024'\n"),
    ],
)
def test_what_limits_a_document_is_asked_about_where_it_changed(before: str, after: str) -> None:
    assert outcome(before, after) is Outcome.SCOPE_CHANGED
    assert outcome(after, before) is Outcome.SCOPE_CHANGED


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "draft: false\n"),
        ("", "published: true\n"),
        ("", "weight: 3\n"),
        ("", "active: true\n"),
        ("", "status: accepted\n"),
        ("", "tags: [fees, old]\n"),
        ("", "date: 2024-05-01\n"),
        ("", "lang: en\n"),
        ("", "keywords: legacy fees and other obsolete things\n"),
        ("versions:\n  one: '*'\n", "versions:\n  one: '*'\n  two: '*'\n"),
        ("lang: en\n", "lang: 'EN'\n"),
        ("country:\n  - DE\n  - AT\n", "country: [de, at]\n"),
    ],
)
def test_other_fields_may_come_go_and_change(before: str, after: str) -> None:
    assert outcome(before, after) in {Outcome.MOVED, Outcome.UNCHANGED}
    assert outcome(after, before) in {Outcome.MOVED, Outcome.UNCHANGED}


@pytest.mark.parametrize(
    "state",
    ["* Status: {}", "Status: {}", "**Status:** {}", "- State: {}", "## Status\n\n{}", "## 2. Status\n\n{}"],
)
def test_a_status_that_the_text_states_counts(state: str) -> None:
    page = f"# Fees\n\n{state}\n\n## Context\n\nThere are fees.\n\n## Decision\n\nWe met.\n\n{FEE}\n\nThat is all.\n"
    for before, after in (
        ("Accepted", "Superseded by 9"),
        ("accepted", "rejected"),
        ("proposed", "accepted"),
    ):
        old, new = {"p": page.format(before)}, {"p": page.format(after)}
        assert resolve(old, new, label(old, "p", FEE)).outcome is Outcome.SCOPE_CHANGED
    old, new = (
        {"p": page.format("Accepted")},
        {"p": page.format("accepted").replace("We met.", "We met in May.")},
    )
    assert resolve(old, new, label(old, "p", FEE)).accepted


def test_a_status_far_down_or_in_a_long_sentence_is_none() -> None:
    for above in ("Some more of the words. " * 100, ""):
        page = f"# Fees\n\n{above}\n\nStatus: {{}}\n\nThere are fees.\n\nWe met.\n\n{FEE}\n\nThat is all.\n"
        words = ("accepted", "rejected") if above else ("one may ask of all", "one can read of all")
        old, new = ({"p": page.format(one)} for one in words)
        assert resolve(old, new, label(old, "p", FEE)).accepted


def test_front_matter_between_lines_of_plus_signs_counts() -> None:
    page = PAGE.replace("---\n", "+++\n").replace(": ", " = ")
    old = {"p": page.format("draft = false\n")}
    found = resolve(old, {"p": page.format("draft = true\n")}, label(old, "p", FEE))
    assert (found.outcome, found.reason) == (
        Outcome.SCOPE_CHANGED,
        "what its page says of itself changed: draft",
    )
    assert resolve(old, {"p": page.format("draft = false\nweight = 3\n")}, label(old, "p", FEE)).accepted


def test_a_title_counts_by_its_scope_words() -> None:
    old = {"p": PAGE.format("")}
    for title, is_same in (("All the fees", True), ("Fees in Austria", False), ("Fees (deprecated)", False)):
        new = {"p": old["p"].replace("title: Fees", f"title: {title}")}
        assert resolve(old, new, label(old, "p", FEE)).accepted is is_same


def test_a_title_counts_by_the_words_of_a_project() -> None:
    one, two = ("---\ntitle: Fees\n---\n", "---\ntitle: Fees of gardeners\n---\n")
    assert says_the_same(one, two, frozenset())
    assert not says_the_same(one, two, frozenset({"gardeners"}))


def test_where_the_old_text_was_not_kept_what_withdraws_the_document_is_asked_about() -> None:
    long = PAGE.replace("We charge", "Some more of these words. " * 40 + "We charge")
    old, new = {"p": long.format("")}, {"p": long.format("status: archived\n")}
    found = resolve(old, new, label(old, "p", FEE), kept=False)
    assert found.outcome is Outcome.CONTEXT_CHANGED
    assert "whether its page said `status: archived` is not known" in found.reason
    other = {"p": long.format("lang: de\n")}
    assert resolve(old, other, label(old, "p", FEE), kept=False).outcome is Outcome.MOVED


def test_what_changed_is_told() -> None:
    old = {"p": PAGE.format("lang: en\n")}
    new = {"p": PAGE.format("lang: de\nstatus: Archived\n")}
    found = resolve(old, new, label(old, "p", FEE))
    assert found.reason == "what its page says of itself changed: status, lang"
    assert [(one.before, one.after) for one in found.differences] == [("", "archived"), ("en", "de")]


def test_fields_that_withdraw_are_found_with_their_lines() -> None:
    front = (
        "---\ntitle: Draft\nstatus: Archived \nversion: 'legacy 3'\ndeprecated_in: 3\npublished: no\n---\n"
    )
    assert withdrawing_fields(front) == (
        ("archived", "status: Archived"),
        ("legacy", "version: 'legacy 3'"),
        ("deprecated", "deprecated_in: 3"),
        ("unpublished", "published: no"),
    )
