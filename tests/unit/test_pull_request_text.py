import re
import shlex
from dataclasses import replace

import pytest

from goldset.domain.account import End, SpanEnd
from goldset.domain.items import GoldSpan, Item
from goldset.domain.pulls import Marker, PullKind, read_marker
from goldset.domain.queue import Ask, keys_of
from goldset.domain.resolutions import Candidate, Difference, DifferenceKind, Outcome, Place, Resolution
from goldset.domain.steps import Proposal
from goldset.reporting.pull_request import (
    MOST_CHARACTERS,
    BodyStyle,
    CarryReport,
    carry_over_body,
    carry_over_title,
    queue_body,
    queue_title,
)
from goldset.reporting.queued_span import alike, compared
from goldset.reporting.quoting import code, exactly, fenced, harmless
from goldset.reporting.word_marks import as_diff, marked
from goldset.reporting.wrapping import columns, rows
from tests.markdown import seen

HOSTILE = (
    "@octo-example and @example-org/on-call, desk@example.org\n```\n# out <!-- hidden --> <img src=x>\n"
    "fixes #12, GH-7, o/r#3, https://example.org/a www.example.org\n````\n\x1b[31m\u202eabc\u200b\r"
)


def asked(item_id: str, text: str = "The fee is $500.", new: str = "The fee is $1,000.") -> Ask:
    item = Item(
        id=item_id,
        question=f"What? {text}",
        slice="fees",
        answerable=True,
        gold_answer=f"Answer: {text}",
        must_include=(text,),
        corpus_snapshot="A",
        gold_spans=(GoldSpan(id="s1", doc_id="fees.md", text=text),),
    )
    differences = (Difference(DifferenceKind.CURRENCY, "$500", "$1,000"),)
    candidate = Candidate(Place("fees.md", 3, 3 + len(new), new), 97.6, differences=differences)
    (span,) = item.spans()
    line = Resolution(
        item_id, "s1", span.confirmed_key(), Outcome.EDITED, accepted=False, candidates=(candidate,)
    )
    return Ask(span, line, "B")


def proposal(*asks: Ask) -> Proposal:
    keys = {ask.span.item.id: keys_of([ask]) for ask in asks}
    return Proposal("goldset/s/relabel/fees-1", Marker("s", PullKind.RELABEL, "B", "d" * 64, keys))


def body(*asks: Ask, ids_only: bool = False) -> str:
    return queue_body(
        proposal(*asks), {ask.span.item.id: [ask] for ask in asks}, BodyStyle(ids_only=ids_only)
    )


def test_the_body_shows_the_question_beside_both_passages_and_how_to_decide() -> None:
    text = body(asked("fee-1"))
    assert queue_title(proposal(asked("fee-1"))) == "Relabel 1 item of fees for snapshot B"
    for part in (
        "Question      What? The fee is $500.",
        "- The fee is $⟦500⟧.",
        "+ The fee is $⟦1,000⟧.",
        "Differs: `currency: $500 -> $1,000`",
        "Does the answer still hold?",
        "goldset relabel accept fee-1 s1",
        "In place of `accept`: `retire`, `unanswerable`, `drop`, `later`.",
    ):
        assert part in text
    assert read_marker(text) == proposal(asked("fee-1")).marker


@pytest.mark.parametrize("kind", list(DifferenceKind))
def test_whatever_differs_the_answer_is_asked_about(kind: DifferenceKind) -> None:
    ask = asked("fee-1", "We deliver on Mondays.", "We deliver on Tuesdays.")
    (candidate,) = ask.line.candidates
    found = replace(candidate, differences=(Difference(kind, "Mondays", "Tuesdays"),))
    assert "Does the answer still hold?" in body(replace(ask, line=replace(ask.line, candidates=(found,))))


def test_ids_only_says_nothing_of_items_or_documents() -> None:
    text = body(asked("fee-1"), ids_only=True)
    assert "fee-1" in text
    for word in ("What?", "Answer", "500", "1,000"):
        assert word not in text


def live(text: str) -> list[str]:
    return re.findall(r"@(?=\w)|#(?=\d)|\w://|GH-(?=\d)|www\.(?=\w)|[\x00-\x09\x0b-\x1f\u202a-\u202e]", text)


def test_quoted_text_cannot_mention_link_or_hide_anything() -> None:
    one = asked("fee-1", HOSTILE, HOSTILE + " more")
    text = body(one)
    assert live(text) == []
    assert live(queue_title(Proposal("goldset/s/relabel/@octo-1", proposal(one).marker))) == []
    assert "⟨U+202E⟩" in text


def test_quoted_text_cannot_leave_its_block() -> None:
    lines = body(asked("fee-1", HOSTILE, HOSTILE)).splitlines()
    fence, outside = "", []
    for line in lines:
        ticks = re.match(r"`{3,}", line)
        if not fence and ticks:
            fence = ticks[0]
        elif fence and line == fence:
            fence = ""
        elif not fence:
            outside.append(line)
    assert fence == ""
    assert not any(word in line for line in outside for word in ("octo", "<img", "hidden", "example.org"))


@pytest.mark.parametrize("text", ["", "a", "`", "``x`", "a`` ``` b", "\n\n", "x\u2028y"])
def test_code_and_fences_hold_whatever_is_put_into_them(text: str) -> None:
    span = code(text)
    ticks = re.match(r"`+", span)
    assert ticks
    inner = span[len(ticks[0]) : -len(ticks[0])]
    assert ticks[0] not in re.findall("`+", inner)
    assert "\n" not in span
    block = fenced(text).splitlines()
    assert block[0].removesuffix("text") == block[-1]
    assert block[-1] not in block[1:-1]


def test_a_fence_is_longer_than_any_run_in_its_block() -> None:
    block = exactly("~~~~~\n````\n  ```", "suggestion")
    assert block.splitlines()[0] == "``````suggestion"
    assert block.splitlines()[-1] == "``````"


def test_a_body_is_cut_between_items_and_keeps_its_marker() -> None:
    asks = [asked(f"fee-{n}", "x" * 3_000) for n in range(40)]
    text = body(*asks)
    assert len(text) <= MOST_CHARACTERS
    assert read_marker(text) == proposal(*asks).marker
    shown = text.count("### ")
    assert 3 < shown < 40
    assert f"**{40 - shown} more items** did not fit here" in text


def test_what_did_not_fit_is_named_by_its_file_and_linked() -> None:
    asks = [asked(f"fee-{n}", "x" * 3_000) for n in range(40)]
    files = {f"fee-{n}": f"items/fees/a b's `#1` )>/fee-{n}.yaml" for n in range(40)}
    link = "https://example.org/o/r/blob/branch/"
    by_item = {ask.span.item.id: [ask] for ask in asks}
    text = queue_body(proposal(*asks), by_item, BodyStyle(files=files, link=link))
    assert len(text) <= MOST_CHARACTERS
    assert read_marker(text) == proposal(*asks).marker
    found = seen(text)
    shown = text.count("### ")
    left = found.tags.count("a")
    assert left > 1
    assert left <= 40 - shown
    assert f"{link}items/fees/a%20b%27s%20%60%231%60%20%29%3E/fee-" in text
    plain = queue_body(proposal(*asks), by_item, BodyStyle(files=files))
    assert "a" not in seen(plain).tags
    assert "\n- ``items/fees/a b's `" in plain


def test_many_long_names_leave_room_for_items() -> None:
    asks = []
    for n in range(60):
        one = asked(f"fee-{n}")
        (candidate,) = one.candidates
        moved = replace(candidate, place=replace(candidate.place, doc_id=f"{n}-" + "long name " * 40))
        asks.append(replace(one, line=replace(one.line, outcome=Outcome.RELOCATED, candidates=(moved,))))
    text = body(*asks)
    assert len(text) <= MOST_CHARACTERS
    assert "more pairs of documents" in text
    assert text.count("### ") > 10


def test_a_review_is_named_only_where_there_is_one() -> None:
    one = asked("fee-1")
    said = queue_body(proposal(one), {"fee-1": [one]}, BodyStyle(clicks=True))
    assert "**Commit suggestion**" in said
    assert "Commit suggestion" not in body(one)
    assert "Commit suggestion" not in queue_body(
        proposal(one), {"fee-1": [one]}, BodyStyle(clicks=True, ids_only=True)
    )


def test_a_figure_that_no_passage_would_prove_any_more_is_named() -> None:
    assert "It still says `500`, which no passage would prove any more" in body(asked("fee-1"))
    assert "It still says" not in body(asked("fee-1", "The fee is $500.", "The charge is $500."))


def test_a_passage_whose_surroundings_changed_is_shown_once() -> None:
    block = compared("Same words.", "Same words.")
    assert block == "```diff\n  Same words.\n```"


@pytest.mark.parametrize("width", [10, 20, 88])
@pytest.mark.parametrize(
    "text", ["", "one two  three   four", "x" * 50, "漢字" * 30, "a " * 40, "wörter und e\u0301 " * 9]
)
def test_rows_lose_nothing_and_fit(text: str, width: int) -> None:
    found = rows(text, width)
    assert "".join(found) == text
    assert all(columns(row.rstrip()) <= width for row in found)


def test_one_decision_for_a_pair_of_documents_is_offered() -> None:
    one = asked("fee-1")
    (candidate,) = one.candidates
    moved = replace(candidate, place=replace(candidate.place, doc_id="new fees.md"))
    line = replace(one.line, outcome=Outcome.RELOCATED, candidates=(moved,))
    text = body(replace(one, line=line))
    assert "1 span moved from `fees.md` to `new fees.md`" in text
    assert "goldset relabel accept --from 'fees.md' --to 'new fees.md'" in text


def test_the_offered_command_survives_a_shell() -> None:
    one = asked("fee-1")
    (candidate,) = one.candidates
    moved = replace(candidate, place=replace(candidate.place, doc_id="what's & isn't $new.md"))
    text = body(replace(one, line=replace(one.line, outcome=Outcome.RELOCATED, candidates=(moved,))))
    (command,) = re.findall(r"`(goldset relabel accept --from .*)`", text)
    assert shlex.split(command)[-1] == "what's & isn't $new.md"


def test_a_carry_over_reports_every_outcome_and_what_is_queued() -> None:
    ends = [SpanEnd(f"same-{n}", "s1", End.CURRENT, Outcome.UNCHANGED) for n in range(5)]
    ends += [SpanEnd("fee-1", "s1", End.QUEUED, Outcome.EDITED)]
    ends += [SpanEnd("fee-2", "s1", End.QUEUED, Outcome.MOVED, taken_back=True)]
    ends += [SpanEnd(f"old-{n}", "s1", End.SKIPPED, Outcome.SKIPPED) for n in range(2)]
    report = CarryReport(ends, {("a.md", "b.md"): 3, ("c.md", "d.md"): 1}, documents=40)
    carry = Proposal("goldset/s/snapshot/B", Marker("s", PullKind.SNAPSHOT, "B", "d" * 64))
    text = carry_over_body(carry, report)
    assert carry_over_title(carry, report) == "Snapshot B: 5 spans carried over, 2 to decide"
    for part in (
        "| `unchanged` | 5 |",
        "| `edited` | 1 |\n| `taken_back` | 1 |\n| `skipped` | 2 |\n| **all** | 9 |",
        "\n\n- `a.md` → `b.md`: 3 spans\n- `c.md` → `d.md`: 1 span\n\n",
        "\n\n- `fee-1`, span `s1`: `edited`\n- `fee-2`, span `s1`: `moved` (taken back)\n\n",
    ):
        assert part in text


def test_marks_take_nothing_away() -> None:
    old, new = marked("It is covered, up to $500.", "It is not covered, up to $1,000.")
    assert (old.replace("⟦", "").replace("⟧", ""), new.replace("⟦", "").replace("⟧", "")) == (
        "It is covered, up to $500.",
        "It is not covered, up to $1,000.",
    )
    assert "⟦1,000⟧" in new
    assert as_diff("a\nb", "a") == "- a⟦\n- b⟧\n+ a"


def test_harmless_text_reads_the_same() -> None:
    assert harmless("plain, text: 100% of $5 (a#b) x@ y") == "plain, text: 100% of $5 (a#b) x@ y"


def test_other_words_are_never_called_wholly_alike() -> None:
    words = "The gate is open " + "and the desk is closed " * 200
    assert alike(words, words + "not", 99.97) == "99 % alike"
    assert alike(words, words, 100.0) == "100 % alike"
    assert alike("The fee is $5.", "The fee is $6.", 92.6) == "93 % alike"
