"""Rules for the terminal and as JSON."""

import json
import textwrap
from collections.abc import Sequence
from typing import Any

from goldset.domain.findings import Rule
from goldset.domain.rule_pages import rule_page

_WIDTH = 80


def rules_text(listed: Sequence[Rule], *, whole: bool) -> str:
    """Return rules, a line or two each, or their whole pages."""
    if whole:
        return "\n".join(rule_page(rule) for rule in listed)
    lines = [line for rule in listed for line in _lines(rule)]
    end = ["", "* An item can waive it, with a reason. `goldset rules CODE` says more."]
    return "\n".join([*lines, *end]) + "\n"


def _lines(rule: Rule) -> list[str]:
    head = f"{rule.code} {rule.severity:<8}{'* ' if rule.waivable else '  '}"
    return textwrap.wrap(rule.title, _WIDTH, initial_indent=head, subsequent_indent=" " * len(head))


def rules_json(listed: Sequence[Rule]) -> str:
    """Return rules with their pages, in Markdown, as JSON."""
    report = {"version": 1, "rules": [_row(rule) for rule in listed]}
    return json.dumps(report, ensure_ascii=False, indent=2) + "\n"


def _row(rule: Rule) -> dict[str, Any]:
    return {
        "code": rule.code,
        "severity": str(rule.severity),
        "title": rule.title,
        "hint": rule.hint,
        "waivable": rule.waivable,
        "page": rule_page(rule),
    }
