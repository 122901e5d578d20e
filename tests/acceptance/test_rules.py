import json
from collections.abc import Callable

from goldset.domain import rules
from tests.conftest import Ran

Goldset = Callable[..., Ran]


def test_every_rule_is_listed_on_lines_that_fit(goldset: Goldset) -> None:
    ran = goldset("rules")
    assert ran.code == 0
    assert max(map(len, ran.out.splitlines())) <= 80
    listed = [line.split()[0] for line in ran.out.splitlines() if line.startswith("GS")]
    assert listed == [rule.code for rule in rules.all_rules()]
    assert "GS158 warning * question in the words of its passage\n" in ran.out


def test_one_rule_is_explained_with_an_example(goldset: Goldset) -> None:
    ran = goldset("rules", "gs158")
    assert ran.code == 0
    assert ran.out.startswith(
        "# GS158: question in the words of its passage\n\nWarning. An item can waive it"
    )
    assert "## Example" in ran.out


def test_json_holds_the_pages(goldset: Goldset) -> None:
    listed = json.loads(goldset("rules", "--format", "json").out)["rules"]
    assert len(listed) == len(rules.all_rules())
    (one,) = json.loads(goldset("rules", "GS303", "--format", "json").out)["rules"]
    assert (one["severity"], one["waivable"], one["page"][:7]) == ("error", False, "# GS303")


def test_an_unknown_code_is_wrong_usage(goldset: Goldset) -> None:
    ran = goldset("rules", "GS999")
    assert (ran.code, ran.out) == (2, "")
    assert "there is no rule GS999" in ran.err
