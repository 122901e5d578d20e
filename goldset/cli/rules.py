import click

from goldset.cli.options import examples, format_option
from goldset.cli.output import echo


@click.command(epilog=examples("goldset rules GS158"))
@click.argument("code", required=False)
@format_option("text", "json")
def command(code: str | None, style: str) -> int:
    """Say what the findings of validate mean, and what to do.

    With CODE the page of one rule: what it means, an example that breaks it, and how to mend it. Without it a
    list of all rules; an item can waive those marked with *, by a `code` and a `reason` under `waivers`.
    """
    from goldset.domain.rules import all_rules, find_rule
    from goldset.reporting.rule_list import rules_json, rules_text

    listed = [find_rule(code)] if code else all_rules()
    echo(rules_json(listed) if style == "json" else rules_text(listed, whole=code is not None), nl=False)
    return 0
