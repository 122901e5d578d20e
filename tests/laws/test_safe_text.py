"""Whatever items and documents say, what goldset writes into pull requests does nothing but be read."""

from hypothesis import given, settings
from hypothesis import strategies as st

from goldset.domain.decisions import Verb, accepted_entry, decided_entry
from goldset.domain.items import GoldSpan, Item, PendingSpan
from goldset.domain.pulls import Marker, PullKind, read_marker
from goldset.domain.queue import Ask, keys_of
from goldset.domain.resolutions import Candidate, Difference, DifferenceKind, Outcome, Place, Resolution
from goldset.domain.steps import Proposal
from goldset.reporting.pull_request import BodyStyle, queue_body, queue_title
from goldset.reporting.review import Offer, OfferedSpan, comment_body, review_body
from goldset.stores.canonical import item_text
from goldset.stores.item_files import read_item
from goldset.stores.suggestions import Suggestion, applied, suggestion
from tests.markdown import LIVE, assert_harmless, suggestions

MARK = str(Marker("x", PullKind.RELABEL, "Z", "0", {"a": {"s1": "k"}}))
PIECES = (
    "@octo-example", "@example-org/on-call", "desk@example.org", "@here", "fixes #12", "GH-7", "o/r#3", "#1",
    "https://github.com/o/r/issues/4", "http://example.org/a", "www.example.org", "ftp://x.example", "mailto:a@b.cd",
    "`", "``", "```", "````", "~~~", "~~~~~", "```suggestion\nx\n```", "<!--", "-->", MARK, "<img src=x onerror=y>",
    "</details>", "<details>", "</code></pre>", "<b>", "&#64;octo", "&lt;b&gt;", "[a](https://x.example)",
    "![a](b.png)", "[a]: https://x.example", "# head", "> quote", "- item", "| a | b |\n| - | - |", "---", "===", "* * *",
    "\x1b[31m", "\x07", "\u202e", "\u2066", "\u200b", "\ufeff", "\u2028", "\x85", "\u00ad", "\t", "\r", "\r\n",
    "\nCo-authored-by: A <a@example.org>", "\nSigned-off-by: B <b@example.org>", f"\nGoldset-Tree: {'a' * 40}",
    "\nskip-checks: true", "[skip ci]", "[ci skip]", "[no ci]", "[skip actions]", "***NO_CI***", "⟦", "⟧", "\\", "\\@octo",
    "text", " ", "  ", "\n", "\n\n", "    ", "$500", "漢字", "é", "👩\u200d💻", "*", "_", "**x**", ":+1:", "&", "<", ">",
)  # fmt: skip
HOSTILE = st.lists(st.sampled_from(PIECES), min_size=1, max_size=8).map("".join).filter(str.strip)
LAW = settings(deadline=None, max_examples=40)


def ask(text: str, new: str) -> Ask:
    span = GoldSpan(id="s1", doc_id=f"{text}.md", text=text, prefix=new, suffix=text)
    item = Item(
        id="fee-1",
        question=text,
        slice="fees",
        answerable=True,
        gold_answer=new,
        must_include=(text,),
        must_not_include=(new,),
        corpus_snapshot="A",
        gold_spans=(span,),
    )
    differences = (Difference(DifferenceKind.WORDS, text, new),)
    candidate = Candidate(Place(f"{new}.md", 3, 3 + len(new), new), 97.6, differences=differences)
    (asked,) = item.spans()
    line = Resolution(
        "fee-1",
        "s1",
        asked.confirmed_key(),
        Outcome.EDITED,
        accepted=False,
        candidates=(candidate,),
        reason=text,
    )
    return Ask(asked, line, "B")


@LAW
@given(HOSTILE, HOSTILE)
def test_a_body_and_a_title_do_nothing(text: str, new: str) -> None:
    one = ask(text, new)
    marker = Marker("s", PullKind.RELABEL, "B", "d" * 64, {"fee-1": keys_of([one])})
    proposal = Proposal(f"goldset/s/relabel/{text}-1", marker)
    for clicks in (False, True):
        style = BodyStyle(clicks=clicks, files={"fee-1": f"items/{text}/fee-1.yaml"})
        body = queue_body(proposal, {"fee-1": [one]}, style)
        assert_harmless(body, text + new)
        assert read_marker(body) == marker
    assert_harmless(queue_body(proposal, {"fee-1": [one]}, BodyStyle(ids_only=True)), text + new)
    title = queue_title(proposal)
    assert LIVE.findall(title) == []
    assert "\n" not in title


@LAW
@given(HOSTILE, HOSTILE, st.sampled_from(Verb))
def test_a_comment_does_nothing_but_offer_what_the_command_writes(text: str, new: str, verb: Verb) -> None:
    one = ask(text, new)
    pending = one.entry()
    file_text = item_text(one.span.item.model_copy(update={"gold_spans": (pending,)})) + "tier: full\n"
    file = read_item("items/fees/fee-1.yaml", file_text.encode())
    if file.item is None:
        return  # such an item is an error of `validate`, and is on no branch
    (span,) = file.item.spans()
    assert span.relabel is not None
    number = int(verb in (Verb.ACCEPT, Verb.REJECT))
    entry: GoldSpan | PendingSpan = (
        accepted_entry(span, span.relabel.candidates[0], None)
        if number
        else decided_entry(span, verb, None, None)
    )
    made = suggestion(file, "s1", entry)
    if verb is Verb.DROP:
        return
    assert isinstance(made, Suggestion), made
    shown = OfferedSpan(span, [Offer(Verb.ACCEPT if number else verb, number, made.lines)])
    body = comment_body(shown)
    assert_harmless(body, text + new)
    (block,) = suggestions(body)
    after = applied(file.text, Suggestion(made.first, made.last, tuple(block.split("\n"))))
    assert after == applied(file.text, made)
    item = read_item(file.path, after.encode()).item
    assert item is not None
    assert item.gold_spans[0].model_dump() == entry.model_dump()
    by_command = Offer(Verb.ACCEPT if number else verb, number, refusal=text)
    assert_harmless(comment_body(OfferedSpan(span, [by_command])), text + new)
    assert_harmless(review_body("B", [OfferedSpan(span, [by_command])], ids_only=False), text + new)


def test_a_marker_in_a_quote_is_not_taken_for_goldsets_own() -> None:
    one = ask(MARK, MARK)
    own = Marker("s", PullKind.RELABEL, "B", "d" * 64, {"fee-1": keys_of([one])})
    body = queue_body(Proposal("goldset/s/relabel/fees-1", own), {"fee-1": [one]}, BodyStyle())
    assert read_marker(body) == own
    assert read_marker(f"{MARK}\n{body}") == own
