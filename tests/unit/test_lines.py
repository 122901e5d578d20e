from dataclasses import replace

from goldset.domain.account import End, Ends, account, end_counts, outcome_counts
from goldset.domain.items import GoldSpan, Item, Span
from goldset.domain.lines import (
    fresh_line,
    lost_documents,
    renames_in,
    sort_lines,
    taken_back,
    undone_in,
    waits,
)
from goldset.domain.queue import Ask
from goldset.domain.resolutions import Outcome, Place, Resolution
from goldset.domain.standing import Cause, SpanStanding


def span(name: str = "a") -> Span:
    entry = GoldSpan(id="s1", doc_id=f"{name}.md", text="Old.")
    made = Item(
        id=name,
        question="What?",
        slice="x",
        answerable=True,
        gold_answer="A",
        corpus_snapshot="A",
        gold_spans=(entry,),
    )
    return made.spans()[0]


def line(
    of: Span, outcome: Outcome = Outcome.MOVED, *, accepted: bool = True, doc: str = "a.md"
) -> Resolution:
    to = Place(doc, 1, 5, "Old.") if accepted else None
    return Resolution(of.item.id, of.id, of.confirmed_key(), outcome, accepted=accepted, to=to)


def standing(of: Span, cause: Cause) -> SpanStanding:
    return SpanStanding(of, cause, "")


def test_only_spans_without_a_line_that_holds_are_due() -> None:
    a, b, c, d = (span(name) for name in "abcd")
    void = replace(line(b), confirmed="other")
    found = sort_lines(
        [
            standing(a, Cause.CARRIED_OVER),
            standing(b, Cause.VOID),
            standing(c, Cause.NOT_RESOLVED),
            standing(d, Cause.SAME_DOCUMENT),
        ],
        {a.key: line(a), b.key: void},
        frozenset(),
    )
    assert dict(found.held) == {a.key: line(a)}
    assert [one.key for one in found.due] == [b.key, c.key]


def test_what_was_taken_back_is_due_wherever_it_was_accepted_and_never_forgotten() -> None:
    a, b = span("a"), span("b")
    undone = replace(taken_back(line(b)), undone=True)
    back = undone_in([undone, line(a)]) | {a.confirmed_key()}
    states = [standing(a, Cause.CARRIED_OVER), standing(b, Cause.RETIRED)]
    found = sort_lines(states, {a.key: line(a), b.key: undone}, back)
    assert dict(found.held) == {b.key: undone}
    assert [one.key for one in found.due] == [a.key]
    assert not fresh_line(line(a), back).accepted
    assert fresh_line(line(a), frozenset()) == line(a)


def test_a_line_taken_back_waits_with_its_place_as_candidate() -> None:
    back = taken_back(line(span()))
    assert (back.accepted, back.to, waits(back)) == (False, None, True)
    assert back.candidates[0].place == Place("a.md", 1, 5, "Old.")


def test_skipped_lines_do_not_wait_and_queued_ones_do_even_without_candidates() -> None:
    assert not waits(line(span(), Outcome.SKIPPED, accepted=False))
    assert waits(line(span(), Outcome.MISSING, accepted=False))


def test_renamed_documents_are_not_lost() -> None:
    a, b = span("a"), span("b")
    renamed = line(a, Outcome.RENAMED, doc="new.md")
    assert lost_documents([a, b], ["new.md"], [renamed]) == {"b.md"}
    assert renames_in([a, b], {a.key: renamed}) == {("a.md", "new.md"): 1}


def test_every_span_ends_in_one_place() -> None:
    names = "abcdefgh"
    spans = {name: span(name) for name in names}
    asks = {
        one.key: Ask(one, line(one, Outcome.EDITED, accepted=False), "B")
        for one in map(spans.get, "cdef")
        if one
    }
    causes = {name: Cause.RETIRED if name == "a" else Cause.CARRIED_OVER for name in names}
    ends = Ends(
        lines={spans[name].key: line(spans[name]) for name in "gh"},
        base=frozenset({spans["g"].key}),
        asks=asks,
        declined={asks[spans["c"].key].key: "rules-1"},
        deferred=frozenset({spans["d"].key}),
        places={"e": "goldset/s/relabel/x-1"},
        carry="",
        refused="snapshot-A",
    )
    found = account([standing(spans[name], causes[name]) for name in names], ends)
    assert {end.item: (end.end, end.where) for end in found} == {
        "a": (End.SKIPPED, ""),
        "b": (End.CURRENT, ""),
        "c": (End.DECLINED, "rules-1"),
        "d": (End.DEFERRED, ""),
        "e": (End.QUEUED, "goldset/s/relabel/x-1"),
        "f": (End.HELD, ""),
        "g": (End.CURRENT, ""),
        "h": (End.REFUSED, "snapshot-A"),
    }
    assert sum(end_counts(found).values()) == sum(outcome_counts(found).values()) == len(names)
    carried = account([standing(spans["h"], Cause.CARRIED_OVER)], replace(ends, refused="", carry="branch"))
    assert (carried[0].end, carried[0].where) == (End.CARRIED_OVER, "branch")
