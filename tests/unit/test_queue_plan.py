from dataclasses import replace

import pytest

from goldset.domain.items import GoldSpan, Item, Rejected
from goldset.domain.pulls import Marker, PullKind, PullRequest, PullState
from goldset.domain.queue import Ask, asks_by_item, block_key, declined_keys, group_name, is_deferred, keys_of
from goldset.domain.queue_plan import Change, QueueBranch, QueuePlan, QueueState, plan_queue, queue_steps
from goldset.domain.resolutions import Candidate, Outcome, Place, Resolution
from goldset.domain.settings import OwnerSettings, RelabelSettings, Settings
from goldset.domain.steps import ClosePull, CommentPull, DeleteBranch, OpenPull, PutBranch, UpdatePull

MARKER = Marker("s", PullKind.RELABEL, "2026-11-01", "d" * 64)
PREFIX = "goldset/s/relabel/"


def item(item_id: str, *spans: str, **more: object) -> Item:
    entries = tuple(
        GoldSpan(id=s, doc_id="a.md", text=f"Passage {s} of {item_id}.") for s in spans or ("s1",)
    )
    fields = {"question": "What?", "slice": "rules", "answerable": True, "gold_answer": "This."}
    return Item(id=item_id, corpus_snapshot="2026-10-01", gold_spans=entries, **(fields | more))


def ask(
    of: Item, span: int = 0, text: str = "New passage.", outcome: Outcome = Outcome.EDITED, doc: str = "a.md"
) -> Ask:
    found = of.spans()[span]
    candidates = (Candidate(Place(doc, 10, 10 + len(text), text), 90.0),) if text else ()
    line = Resolution(of.id, found.id, found.confirmed_key(), outcome, accepted=False, candidates=candidates)
    return Ask(found, line, "2026-11-01")


def state(
    asks: list[Ask], *branches: QueueBranch, pulls: tuple[PullRequest, ...] = (), **more: int
) -> QueueState:
    by_item = asks_by_item(asks)
    made = {pull.branch: pull for pull in pulls} or {b.name: opened(b) for b in branches}
    return QueueState(
        set="s",
        asks=by_item,
        groups=dict.fromkeys(by_item, "rules"),
        branches=branches,
        pulls=made,
        used=frozenset(made) | {b.name for b in branches},
        items_per_pull=more.get("items", 20),
        open_pulls=more.get("open", 10),
    )


def branch(number: int, *asks: Ask, touched: bool = False, outdated: tuple[str, ...] = ()) -> QueueBranch:
    offered = {name: keys_of(some) for name, some in asks_by_item(asks).items()}
    return QueueBranch(f"{PREFIX}rules-{number}", f"tip{number}", touched, offered, frozenset(outdated))


def opened(of: QueueBranch, pull_state: PullState = PullState.OPEN) -> PullRequest:
    return PullRequest(of.name, of.name, pull_state, replace(MARKER, keys=of.offered))


def changes(plan: QueuePlan) -> dict[str, tuple[Change, list[str]]]:
    return {q.branch.removeprefix(PREFIX): (q.change, sorted(q.keys)) for q in plan.queues}


def test_items_fill_pull_requests_of_their_group_and_the_limit_holds_the_rest() -> None:
    asks = [ask(item(f"i{n}")) for n in range(5)]
    plan = plan_queue(state(asks, items=2, open=2))
    assert changes(plan) == {
        "rules-1": (Change.CREATE, ["i0", "i1"]),
        "rules-2": (Change.CREATE, ["i2", "i3"]),
    }
    assert plan.held == ("i4",)


def test_the_same_questions_change_nothing() -> None:
    asks = [ask(item("a")), ask(item("b"))]
    standing = state(asks, branch(1, *asks))
    plan = plan_queue(standing)
    assert changes(plan) == {"rules-1": (Change.KEEP, ["a", "b"])}
    assert queue_steps(plan, standing, MARKER) == []


def test_offsets_snapshot_and_figures_are_no_part_of_the_question() -> None:
    one = ask(item("a"))
    (candidate,) = one.candidates
    moved = replace(candidate, place=replace(candidate.place, start=99, end=111), similarity=50.0)
    again = replace(one, line=replace(one.line, candidates=(moved,)), snapshot="2026-12-01")
    assert again.key == one.key
    assert ask(item("a"), text="Another.").key != one.key
    assert ask(item("a"), outcome=Outcome.FRAGMENT).key != one.key
    assert ask(item("a"), doc="b.md").key != one.key


def test_all_places_of_an_ambiguous_span_are_the_question_in_any_order() -> None:
    places = [Candidate(Place(doc, 0, 1, "x"), 100.0) for doc in ("a.md", "a.md", "b.md")]
    one = ask(item("a"), outcome=Outcome.AMBIGUOUS)
    keys = [
        replace(one, line=replace(one.line, candidates=tuple(some))).key
        for some in (places, places[::-1], places[1:])
    ]
    assert keys[0] == keys[1] != keys[2]


def test_the_key_can_be_read_back_from_the_block() -> None:
    one = ask(item("a", "rate", "minimum"), span=1)
    changed = item("a").model_copy(update={"gold_spans": (one.entry(),)})
    assert block_key(changed.spans()[0]) == one.key


def test_a_refused_candidate_is_not_offered_again() -> None:
    refused = item("a").model_copy(
        update={
            "gold_spans": (
                GoldSpan(doc_id="a.md", text="P", rejected=(Rejected(doc_id="a.md", text="New passage."),)),
            )
        }
    )
    assert ask(refused).candidates == ()


def test_items_stay_in_their_pull_request_whatever_comes() -> None:
    a, b, c = item("a"), item("b"), item("c")
    held = branch(7, ask(b), ask(c))
    standing = state([ask(a), ask(b, text="Other."), ask(c)], held)
    plan = plan_queue(standing)
    assert changes(plan) == {"rules-7": (Change.REBUILD, ["a", "b", "c"])}
    steps = queue_steps(plan, standing, MARKER)
    assert [type(step) for step in steps] == [PutBranch, UpdatePull]
    assert isinstance(steps[0], PutBranch)
    assert steps[0].old == "tip7"


def test_a_full_pull_request_takes_no_more_and_the_next_number_is_one_that_never_was() -> None:
    a, b = item("a"), item("b")
    gone = opened(branch(4, ask(item("z"))), PullState.MERGED)
    standing = state([ask(a), ask(b)], branch(2, ask(a)), pulls=(gone, opened(branch(2, ask(a)))), items=1)
    assert changes(plan_queue(standing)) == {
        "rules-2": (Change.KEEP, ["a"]),
        "rules-5": (Change.CREATE, ["b"]),
    }


def test_a_resolved_item_leaves_and_an_empty_pull_request_is_closed_before_its_branch_goes() -> None:
    gone = branch(1, ask(item("a")))
    standing = state([ask(item("b"))], gone)
    plan = plan_queue(standing)
    assert changes(plan) == {"rules-1": (Change.CLOSE, []), "rules-2": (Change.CREATE, ["b"])}
    steps = queue_steps(plan, standing, MARKER)
    assert [type(step) for step in steps] == [ClosePull, DeleteBranch, PutBranch, OpenPull]


def test_a_touched_branch_keeps_its_items_and_gets_one_comment() -> None:
    a, b = item("a"), item("b")
    theirs = branch(1, ask(a), ask(b), touched=True, outdated=("b",))
    standing = state([ask(a, text="Newer."), ask(item("c"))], theirs)
    plan = plan_queue(standing)
    assert changes(plan) == {"rules-1": (Change.LEAVE, ["a", "b"]), "rules-2": (Change.CREATE, ["c"])}
    comment, *rest = queue_steps(plan, standing, MARKER)
    assert isinstance(comment, CommentPull)
    assert "`a`, span `s1`: is `edited`" in comment.text
    assert "`b` changed on the base" in comment.text
    assert [type(step) for step in rest] == [PutBranch, OpenPull]
    said = {**standing.pulls, theirs.name: replace(standing.pulls[theirs.name], comment=comment.text)}
    assert comment not in queue_steps(plan, replace(standing, pulls=said), MARKER)


def test_a_reopened_pull_request_keeps_its_items_and_the_newer_one_gives_them_up() -> None:
    a, b = item("a"), item("b")
    standing = state([ask(a), ask(b)], branch(2, ask(a), ask(b)), branch(1, ask(a)))
    assert changes(plan_queue(standing)) == {
        "rules-1": (Change.KEEP, ["a"]),
        "rules-2": (Change.REBUILD, ["b"]),
    }


def test_a_branch_whose_item_changed_on_the_base_is_rebuilt() -> None:
    asks = [ask(item("a"))]
    assert changes(plan_queue(state(asks, branch(1, *asks, outdated=("a",)))))["rules-1"][0] is Change.REBUILD


def test_a_branch_without_its_pull_request_gets_one() -> None:
    asks = [ask(item("a"))]
    standing = replace(state(asks, branch(1, *asks)), pulls={})
    steps = queue_steps(plan_queue(standing), standing, MARKER)
    assert [type(step) for step in steps] == [PutBranch, OpenPull]


def test_a_body_behind_its_branch_is_written_anew() -> None:
    asks = [ask(item("a"))]
    standing = state(asks, branch(1, *asks), pulls=(opened(branch(1, ask(item("a"), text="Old."))),))
    steps = queue_steps(plan_queue(standing), standing, MARKER)
    assert [type(step) for step in steps] == [PutBranch, UpdatePull]


def test_keys_of_a_pull_request_that_a_person_closed_are_declined() -> None:
    asks = [ask(item("a"))]
    closed = opened(branch(1, *asks), PullState.CLOSED)
    assert declined_keys([closed]) == {asks[0].key: closed.name}
    assert closed.marker is not None
    own = replace(closed, marker=replace(closed.marker, closed="obsolete"))
    assert declined_keys([own, opened(branch(2, *asks), PullState.MERGED)]) == {}


def test_later_holds_until_the_question_changes() -> None:
    one = ask(item("a"))
    entry = one.entry()
    block = entry.relabel.model_copy(update={"decision": "later"})
    put_off = item("a").model_copy(update={"gold_spans": (entry.model_copy(update={"relabel": block}),)})
    assert is_deferred(ask(put_off), [])
    assert not is_deferred(ask(put_off, text="Newer."), [])
    bare = block.model_copy(update={"outcome": None, "candidates": ()})
    by_hand = item("a").model_copy(update={"gold_spans": (entry.model_copy(update={"relabel": bare}),)})
    merged = opened(branch(1, one), PullState.MERGED)
    assert is_deferred(ask(by_hand), [merged])
    assert not is_deferred(ask(by_hand), [])


@pytest.mark.parametrize(
    ("settings", "more", "expected"),
    [
        ({}, {}, "rules"),
        ({}, {"slice": "a b"}, "a-b-"),
        ({}, {"slice": "x..lock"}, "x-lock-"),
        ({}, {"slice": "drafts"}, "drafts-"),
        ({}, {"slice": "Gebühren"}, "Gebuhren-"),
        ({}, {"slice": "straße-délais"}, "strasse-delais-"),
        ({}, {"slice": "料金"}, "group-"),
        ({}, {"status": "draft"}, "drafts"),
        ({"group_by": "item"}, {}, "i"),
        ({"group_by": "owner"}, {}, "r-diaz"),
        ({"group_by": "owner"}, {"slice": "other"}, "team-eval-"),
    ],
)
def test_groups_are_safe_in_branch_names(
    settings: dict[str, str], more: dict[str, str], expected: str
) -> None:
    owners = OwnerSettings(default="@team/eval", slices={"rules": "@r-diaz"})
    chosen = Settings(relabel=RelabelSettings(**settings), owners=owners)
    name = group_name(item("i", **more), chosen)
    assert name == expected if not expected.endswith("-") else name.startswith(expected)


def test_items_that_one_decision_settles_stand_together() -> None:
    asks = [
        ask(item("a"), outcome=Outcome.RELOCATED, doc="new.md"),
        ask(item("b")),
        ask(item("c"), outcome=Outcome.RELOCATED, doc="new.md"),
        ask(item("d")),
    ]
    plan = plan_queue(state(asks, items=2))
    assert changes(plan) == {"rules-1": (Change.CREATE, ["b", "d"]), "rules-2": (Change.CREATE, ["a", "c"])}
