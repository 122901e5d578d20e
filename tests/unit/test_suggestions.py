import pytest

from goldset.domain.decisions import Verb, accepted_entry, decided_entry
from goldset.domain.items import GoldSpan, OfferedCandidate, Span
from goldset.stores.canonical_form import canonical_text
from goldset.stores.entry_writes import put_entry
from goldset.stores.item_files import ItemFile, read_item
from goldset.stores.suggestions import Suggestion, Unfit, applied, right_hunks, suggestion

HEAD = """\
id: fee-1
question: What is the fee?
slice: fees
answerable: true
gold_answer: It is $500.
corpus_snapshot: A
gold_spans:
"""
PENDING = """\
  - id: s1
    relabel:
      outcome: edited
      snapshot: B
      was:
        id: s1
        # as printed
        doc_id: fees.md
        text: The fee is $500.
      candidates:
        - doc_id: fees.md
          start: 3
          end: {end}
          text: "{new}"
          similarity: 97.6
"""
LAST = "  - id: s2\n    doc_id: fees.md\n    text: It is due at once.\ntier: full\n"


def pending(new: str, span_id: str = "s1") -> str:
    return PENDING.format(new=new, end=3 + len(new)).replace("id: s1", f"id: {span_id}")


def file(text: str) -> ItemFile:
    made = read_item("items/fees/fee-1.yaml", text.encode())
    assert made.item is not None, made.findings
    return made


def asked(new: str = "The fee is $1,000.") -> tuple[ItemFile, Span, OfferedCandidate]:
    made = file(HEAD + pending(new) + LAST)
    assert made.item is not None
    span = made.item.spans()[0]
    assert span.relabel is not None
    return made, span, span.relabel.candidates[0]


def clicked(made: ItemFile, span: Span, candidate: OfferedCandidate) -> Suggestion:
    found = suggestion(made, span.id, accepted_entry(span, candidate, None))
    assert isinstance(found, Suggestion), found
    return found


def test_a_click_writes_what_the_command_writes() -> None:
    made, span, candidate = asked()
    click = clicked(made, span, candidate)
    assert applied(made.text, click) == put_entry(made.text, "s1", accepted_entry(span, candidate, None))
    assert made.text.split("\n")[click.first - 1] == "  - id: s1"
    assert made.text.split("\n")[click.last] == "  - id: s2"
    assert "    # as printed" in click.lines


@pytest.mark.parametrize("verb", [Verb.RETIRE, Verb.UNANSWERABLE, Verb.DROP, Verb.LATER])
def test_every_decision_can_be_a_click(verb: Verb) -> None:
    made, span, _ = asked()
    entry = decided_entry(span, verb, None, None)
    click = suggestion(made, "s1", entry)
    assert isinstance(click, Suggestion)
    assert applied(made.text, click) == put_entry(made.text, "s1", entry)
    assert any(f"decision: {verb}" in line for line in click.lines)


@pytest.mark.parametrize(
    ("passage", "escaped"),
    [
        ("Ask @octo-example at night.", "\\u0040octo"),
        ("See #12 and o/r#3.", "\\u002312"),
        ("Since GH-12.", "GH\\u002D12"),
        ("See https://example.org/o/r/issues/4 there.", "https\\u003A//"),
        ("It is \u202etrue\u202c.", "\\u202Etrue\\u202C"),
        ("A\u200bB and \u00ad.", "A\\u200BB"),
    ],
)
def test_what_a_host_would_act_on_or_hide_is_escaped_and_says_the_same(passage: str, escaped: str) -> None:
    made, span, candidate = asked(passage)
    click = clicked(made, span, candidate)
    assert escaped in "\n".join(click.lines)
    after = applied(made.text, click)
    item = file(after).item
    assert item is not None
    assert isinstance(item.gold_spans[0], GoldSpan)
    assert item.gold_spans[0].text == passage
    by_command = put_entry(made.text, "s1", accepted_entry(span, candidate, None))
    assert canonical_text(after) == canonical_text(by_command)


@pytest.mark.parametrize(
    "passage",
    [
        "Write to desk@example.org.",
        "See https://example.org/a#b.",
        "Ends `here`.",
        "پرسش می\u200cشود",
        "👩\u200d💻 here",
    ],
)
def test_harmless_text_stays_as_it_is(passage: str) -> None:
    made, span, candidate = asked(passage)
    assert any(passage in line for line in clicked(made, span, candidate).lines)


def test_one_click_after_the_other_fits_at_the_lines_it_has_then() -> None:
    second = LAST.replace("  - id: s2\n    doc_id: fees.md\n    text: It is due at once.\n", "")
    made = file(HEAD + pending("One.") + pending("Two.", "s2") + second)
    assert made.item is not None
    spans = made.item.spans()
    clicks = [suggestion(made, span.id, decided_entry(span, Verb.LATER, None, None)) for span in spans]
    first, other = clicks
    assert isinstance(first, Suggestion)
    assert isinstance(other, Suggestion)
    shift = len(first.lines) - (first.last - first.first + 1)
    moved = Suggestion(other.first + shift, other.last + shift, other.lines)
    both = applied(applied(made.text, first), moved)
    assert both == applied(applied(made.text, other), first)
    assert both == put_entry(
        put_entry(made.text, "s1", decided_entry(spans[0], Verb.LATER, None, None)),
        "s2",
        decided_entry(spans[1], Verb.LATER, None, None),
    )


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (HEAD + pending("a") + LAST, None),
        ((HEAD + pending("a") + LAST).replace("\n", "\r\n"), "CR LF"),
        ("\ufeff" + HEAD + pending("a") + LAST, "byte order mark"),
        ((HEAD + pending("a")).rstrip("\n"), "does not end with a line feed"),
        (HEAD + pending("a").replace("# as printed", "# ask @ana") + LAST, "mentions"),
        (HEAD + pending("a").replace("# as printed", "# so \u202e it is") + LAST, "mentions"),
        (HEAD + "  [{id: s1, doc_id: a.md, text: b}]\n", "brackets"),
    ],
)
def test_what_cannot_be_a_suggestion_says_why(text: str, why: str | None) -> None:
    made = ItemFile("items/fees/fee-1.yaml", text, None)
    _, span, candidate = asked()
    found = suggestion(made, "s1", accepted_entry(span, candidate, None))
    assert isinstance(found, Suggestion) if why is None else why in getattr(found, "reason", "")


def test_a_decision_that_would_not_be_sound_is_no_suggestion() -> None:
    made = file(HEAD + pending("a"))
    assert made.item is not None
    (span,) = made.item.spans()
    assert isinstance(suggestion(made, "s1", decided_entry(span, Verb.DROP, None, None)), Unfit)
    assert isinstance(suggestion(made, "s1", decided_entry(span, Verb.RETIRE, None, None)), Suggestion)


def test_hunks_are_the_lines_of_the_new_file() -> None:
    diff = "--- a\n+++ b\n@@ -1,4 +1,6 @@ x\n@@ -9 +11 @@\n@@ -20,2 +22,0 @@\n+@@ -1 +9 @@\n"
    assert right_hunks(diff) == [range(1, 7), range(11, 12), range(22, 22)]
