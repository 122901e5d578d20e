"""The documentation of each rule: what it means, an example that breaks it, and what to do."""

from importlib.resources import files

from goldset.domain.findings import Rule, Severity

FOLDER = "pages"


def rule_page(rule: Rule) -> str:
    """Return the page of a rule as Markdown."""
    return (files("goldset.domain") / FOLDER / f"{rule.code}.md").read_text("utf-8")


def page_head(rule: Rule) -> str:
    """Return how the page of a rule begins: its title, how much it weighs, and whether an item can waive it."""
    weight = "Error" if rule.severity is Severity.ERROR else "Warning"
    waiver = "An item can waive it, with a reason." if rule.waivable else "It cannot be waived."
    return f"# {rule.code}: {rule.title}\n\n{weight}. {waiver}\n\n"
