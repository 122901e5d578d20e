"""A passage that readers are no longer told, or only under a condition, is no passage that stands as it did."""

from collections.abc import Callable
from typing import Any

import pytest

from goldset.domain.resolutions import Outcome
from goldset.resolution.conditions import conditions_around
from goldset.resolution.silent import silence_around
from tests.resolving import label, resolve

QUOTE = "Fans are not covered by the plan for two years."
BEFORE = "Before it comes another paragraph of some words."
PAGE = "# Plan\n\nWhat it is about.\n\n{}\n\nMore words follow here.\n"
NEAR, FAR = f"\n\n{QUOTE}\n\n", f"\n\n{BEFORE}\n\n{QUOTE}\n\nMore words.\n\n"

SILENT = [
    ("<del>", "</del>", "struck-out text"),
    ("<div hidden>", "</div>", "hidden text"),
    ('<div class="a" HIDDEN="">', "</div>", "hidden text"),
    ('<section style="color: red; display: none">', "</section>", "hidden text"),
    ("<p style='visibility:hidden'>", "</p>", "hidden text"),
    ("<div hidden><div>a</div>", "</div>", "hidden text"),
    ("<script>", "</script>", "a script"),
    ("<template>", "</template>", "a template"),
    ("{/*", "*/}", "a comment"),
    ("{#", "#}", "a comment"),
    ("{% comment %}", "{% endcomment %}", "a comment"),
    ("{%- comment 'a' -%}", "{%- endcomment -%}", "a comment"),
    ('<div class="hidden">', "</div>", "hidden text"),
    ("<p class='note d-none'>", "</p>", "hidden text"),
    ('<div v-if="false">', "</div>", "hidden text"),
    ('<span class="line-through">', "</span>", "hidden text"),
]
TOLD = [
    ('<div style="overflow:hidden">', "</div>"),
    ('<div class="hidden-xs" data-display="none">', "</div>"),
    ('<div aria-hidden="false" title="hidden">', "</div>"),
    ("<section>", "</section>"),
    ("<div hidden>", ""),
    ("<div hidden/>", "</div>"),
    ("<div hidden></div>", "<br>"),
    ("```\n<del>\n```", "```\n</del>\n```"),
    ("## Plans {#fans}", "## More {#more}"),
    ('<div class="hidden-fees">', "</div>"),
    ('<div data-class="hidden">', "</div>"),
    ('<div v-if="true">', "</div>"),
]
CONDITIONS = [
    ("{% if false %}", "{% endif %}", "if false"),
    ("{%- unless a  == b -%}", "{%- endunless -%}", "unless a == b"),
    ("{% ifversion ghes < 3 %}", "{% endif %}", "ifversion ghes < 3"),
    ("{% if a %}\n\nWords.\n\n{% else %}", "{% endif %}", "else of if a"),
    ("{% case a %}{% when 1 %}", "{% endcase %}", "when 1 of case a"),
    ("<% if old %>", "<% end %>", "if old"),
    ("<% unless a %><% b.each do |c| %>x<% end %>", "<% end %>", "unless a"),
    ("{{#if a}}", "{{/if}}", "if a"),
    ("{{#unless a}}x{{else}}", "{{/unless}}", "else of unless a"),
    ("{% for a in b %}x{% else %}", "{% endfor %}", "else of for a in b"),
    ("{{#each a}}x{{else}}", "{{/each}}", "else of each a"),
    ("{a && (\n", "\n)}", "a"),
    ("{% for a in b %}{% if c %}x{% else %}", "{% endif %}{% endfor %}", "else of if c"),
]
FREE = [
    ("{% for a in b %}", "{% endfor %}"),
    ("{% if a %}x{% endif %}", "{% if a %}y{% endif %}"),
    ("{% if a %}", ""),
    ("", "{% endif %}"),
    ("<% a.each do |b| %>", "<% end %>"),
    ("{{#each a}}", "{{/each}}"),
    ("<%= a %>", "<%# if b %>"),
    ("{{ if }}", "{{/if}}"),
]


@pytest.mark.parametrize(("first", "last", "name"), SILENT)
@pytest.mark.parametrize("inner", [NEAR, FAR])
@pytest.mark.parametrize("kept", [True, False])
def test_what_is_hidden_from_readers_is_asked(
    first: str, last: str, name: str, inner: str, *, kept: bool
) -> None:
    assert reason(inner, f"{first}{inner}{last}", kept=kept) == (
        Outcome.CONTEXT_CHANGED,
        f"it stands in {name}",
    )
    back = Outcome.CONTEXT_CHANGED, f"it stood in {name}"
    assert not kept or reason(f"{first}{inner}{last}", inner) == back
    assert not kept or reason(f"{first}{inner}{last}", f"New.\n\n{first}{inner}{last}") == STILL


@pytest.mark.parametrize(("first", "last"), TOLD)
def test_what_readers_are_told_is_not_hidden(first: str, last: str) -> None:
    assert around(silence_around, first, last) == ""


@pytest.mark.parametrize(("first", "last", "name"), CONDITIONS)
@pytest.mark.parametrize("inner", [NEAR, FAR])
def test_what_is_told_under_a_condition_is_asked(first: str, last: str, name: str, inner: str) -> None:
    bound = f"{first}{inner}{last}"
    assert reason(inner, bound) == (Outcome.SCOPE_CHANGED, f"it is told under “{name}” alone")
    assert reason(bound, inner) == (Outcome.SCOPE_CHANGED, f"it was told under “{name}” alone")
    assert reason(bound, f"New.\n\n{bound}") == STILL
    assert reason(inner, bound, kept=False)[0] is Outcome.CONTEXT_CHANGED


@pytest.mark.parametrize(("first", "last"), FREE)
def test_what_other_tags_hold_is_told_without_a_condition(first: str, last: str) -> None:
    assert around(conditions_around, first, last) == ()


def test_every_condition_around_a_passage_counts() -> None:
    text = "{% if a %}{% if b %}x{% else %}y{% endif %}{% endif %}"
    assert conditions_around(text, text.index("y"), text.index("y") + 1) == ("else of if b", "if a")


BOXES = [
    (":::warning Deprecated", ":::"),
    ("::::danger Outdated\n\n:::note\n\na\n\n:::", "::::"),
    ("<Deprecated>", "</Deprecated>"),
    ("<TabItem value='v1' label=\"Version 1\">", "</TabItem>"),
    ("<details>\n<summary>Archived rules</summary>", "</details>"),
    ('<div class="deprecated">\n<div>a</div>', "</div>"),
    ('{{< notice "Superseded" >}}', "{{< /notice >}}"),
    ("{{% archived %}}", "{{% /archived %}}"),
    ("<details>\n<summary>Old rules</summary>", "</details>"),
    ('<Tab label="Business">', "</Tab>"),
    ('<div class="card uk-only">', "</div>"),
    ('<div data-audience="business">', "</div>"),
    ('{{< tab name="Enterprise" >}}', "{{< /tab >}}"),
    ('{{< tab name="Guests" >}}', "{{< /tab >}}"),
    ('<TabItem value="guests">', "</TabItem>"),
    ('::: moniker range="< shop-2"', "::: moniker-end"),
    ('::: zone pivot="guests"', "::: zone-end"),
    ("<CloudOnly>", "</CloudOnly>"),
    ('<Show when="guests">', "</Show>"),
]
INDENTED = [
    '=== "Guests"',
    '=== "Business"',
    '=== "Version 1"',
    '!!! failure "Wrong"',
    '??? note "Archived"',
    '???+ note "Old"',
]
NEUTRAL = [
    (":::note", ":::"),
    ("<details>\n<summary>More</summary>", "</details>"),
    ('<div class="grid">', "</div>"),
    (":::warning Deprecated", ""),
    ("<Deprecated/>", ""),
    (":::warning Deprecated\n\nOther words.\n\n:::", ":::note\n\n:::"),
    ('<div class="business old">', "</div>"),
    ('<div data-index="old">', "</div>"),
    ('<Card title="Guests">', "</Card>"),
    ("{a && b}", ""),
    ("{a && (\n", ""),
    ('!!! note "Old"\n    More words.', ""),
]


@pytest.mark.parametrize(("first", "last"), BOXES)
@pytest.mark.parametrize("inner", [NEAR, FAR])
def test_what_stands_in_another_box_is_asked(first: str, last: str, inner: str) -> None:
    boxed = f"{first}{inner}{last}"
    other = Outcome.SCOPE_CHANGED, "the title of a box around it came, went or changed"
    assert reason(inner, boxed) == reason(boxed, inner) == other
    assert reason(boxed, f"New.\n\n{boxed}") == STILL
    assert reason(boxed, f"{boxed}\n\nNew.")[0] is Outcome.UNCHANGED


@pytest.mark.parametrize("title", INDENTED)
@pytest.mark.parametrize("inner", [NEAR, FAR])
def test_what_stands_indented_below_the_title_of_another_box_is_asked(title: str, inner: str) -> None:
    head = "The desk is open.\n\nCards are free.\n\n"
    plain, indented = (f"{head}{inner}", f"{head}{title}\n{inner.replace(chr(10), chr(10) + '    ')}\nMore.")
    other = Outcome.SCOPE_CHANGED, "the title of a box around it came, went or changed"
    assert reason(plain, indented) == reason(indented, plain) == other
    assert reason(indented, f"New.\n\n{indented}") == STILL


@pytest.mark.parametrize(("first", "last"), NEUTRAL)
def test_a_box_that_says_nothing_of_scope_is_no_reason_to_ask(first: str, last: str) -> None:
    head = "The desk is open.\n\nCards are free.\n\n"  # what it is told there may be said of the whole page
    assert reason(f"{head}{FAR}", f"{head}{first}{FAR}{last}") == STILL


STILL = Outcome.MOVED, "stands exactly once, then and now"


def reason(old: str, new: str, *, kept: bool = True) -> tuple[Outcome, str]:
    pages = {"page.md": PAGE.format(old)}
    found = resolve(pages, {"page.md": PAGE.format(new)}, label(pages, "page.md", QUOTE), kept=kept)
    return found.outcome, found.reason


def around(of: Callable[[str, int, int], Any], first: str, last: str) -> Any:
    text = PAGE.format(f"{first}{NEAR}{last}")
    at = text.index(QUOTE)
    return of(text, at, at + len(QUOTE))
