"""Every rule has a page, and the example on it does break the rule."""

from pathlib import Path

import pytest

from goldset.domain import rules
from goldset.domain.findings import Rule
from goldset.domain.rule_pages import FOLDER, page_head, rule_page
from goldset.operations.validate import validate
from tests.conftest import ROOT
from tests.rule_examples import copied, findings_of_example, make_sound_set

RULES = rules.all_rules()


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_sound_set(tmp_path_factory.mktemp("sound"))


def test_nothing_is_wrong_in_the_set_that_the_examples_change(sound: Path) -> None:
    assert validate(sound).findings == ()


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_the_example_of_a_rule_breaks_it(rule: Rule, sound: Path, tmp_path: Path) -> None:
    found = findings_of_example(rule_page(rule), copied(sound, tmp_path))
    assert rule.code in [finding.code for finding in found]
    assert all(finding.message and finding.hint for finding in found)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_a_page_says_what_the_rule_says_on_lines_that_fit(rule: Rule) -> None:
    page = rule_page(rule)
    assert page.startswith(page_head(rule))
    prose = page.partition("## Example")[0] + page.partition("## What to do")[2]
    assert max(map(len, prose.splitlines())) <= 80
    assert ("aive it where" in page) <= rule.waivable


def test_there_are_no_other_pages() -> None:
    pages = {path.stem for path in (ROOT / "goldset" / "domain" / FOLDER).iterdir()}
    assert pages == {rule.code for rule in RULES}
