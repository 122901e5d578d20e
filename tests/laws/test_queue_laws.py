"""Laws of the relabel queue: each item in one place, none moved without need, nothing left to do."""

from dataclasses import replace
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from goldset.domain.items import GoldSpan, Item
from goldset.domain.pulls import Marker, PullKind, PullRequest, PullState, read_marker
from goldset.domain.queue import Ask, keys_of
from goldset.domain.queue_plan import Change, QueueBranch, QueuePlan, QueueState, plan_queue, queue_steps
from goldset.domain.resolutions import Candidate, Outcome, Place, Resolution
from goldset.domain.steps import CommentPull
from goldset.reporting.quoting import code, fenced, harmless

MARKER = Marker("s", PullKind.RELABEL, "B", "b" * 64)
ITEMS = [f"i{number}" for number in range(8)]


@cache
def ask(name: str, text: str) -> Ask:
    entry = GoldSpan(id="s1", doc_id="a.md", text="Old.")
    item = Item(
        id=name,
        question="What?",
        slice="x",
        answerable=True,
        gold_answer="A",
        corpus_snapshot="A",
        gold_spans=(entry,),
    )
    (span,) = item.spans()
    candidates = (Candidate(Place("a.md", 0, len(text), text), 90.0),)
    line = Resolution(name, "s1", span.confirmed_key(), Outcome.EDITED, accepted=False, candidates=candidates)
    return Ask(span, line, "B")


texts = st.dictionaries(st.sampled_from(ITEMS), st.sampled_from(["New.", "Newer."]))


@st.composite
def states(draw: st.DrawFn) -> QueueState:
    """Draw a queue: what is asked, and branches as runs and people may leave them."""
    asked, offered = draw(texts), draw(texts)
    groups = {name: draw(st.sampled_from(["g", "h"])) for name in ITEMS}
    branches = []
    for number in range(1, draw(st.integers(0, 3)) + 1):
        members = draw(st.lists(st.sampled_from(sorted(offered)), unique=True)) if offered else []
        branches.append(
            QueueBranch(
                f"goldset/s/relabel/{draw(st.sampled_from(['g', 'h']))}-{number}",
                f"tip{number}",
                draw(st.booleans()),
                {name: keys_of([ask(name, offered[name])]) for name in members},
                frozenset(draw(st.lists(st.sampled_from(ITEMS)))),
            )
        )
    known = [branch for branch in branches if draw(st.booleans())]
    pulls = {b.name: pull(b.name, b) for b in known}
    return QueueState(
        set="s",
        asks={name: (ask(name, text),) for name, text in asked.items()},
        groups=groups,
        branches=tuple(branches),
        pulls=pulls,
        used=frozenset(b.name for b in branches),
        items_per_pull=draw(st.integers(1, 4)),
        open_pulls=draw(st.integers(1, 4)),
    )


def pull(branch: str, of: QueueBranch) -> PullRequest:
    return PullRequest(branch, branch, PullState.OPEN, replace(MARKER, keys=of.offered))


def done(state: QueueState, plan: QueuePlan) -> QueueState:
    """Return the state once a plan is carried out."""
    touched = {branch.name: branch for branch in state.branches if branch.touched}
    standing = [q for q in plan.queues if q.change is not Change.CLOSE]
    branches = tuple(
        touched.get(q.branch) or QueueBranch(q.branch, f"new-{q.branch}", touched=False, offered=q.keys)
        for q in standing
    )
    said = {branch.name: pull(branch.name, branch) for branch in branches}
    comments = {
        step.branch: step.text for step in queue_steps(plan, state, MARKER) if isinstance(step, CommentPull)
    }
    pulls = {name: replace(one, comment=comments.get(name, "")) for name, one in said.items()}
    used = state.used | {q.branch for q in plan.queues}
    return replace(state, branches=branches, pulls=pulls, used=used)


@given(states())
@settings(max_examples=60, deadline=None)
def test_every_item_that_waits_is_in_one_place_or_held(state: QueueState) -> None:
    plan = plan_queue(state)
    untouched = [q for q in plan.queues if q.change not in (Change.CLOSE, Change.LEAVE)]
    placed = [item for q in untouched for item in q.keys]
    theirs = {item for q in plan.queues if q.change is Change.LEAVE for item in q.keys}
    assert len(placed) == len(set(placed))
    assert not theirs.intersection(placed)
    assert set(placed) | theirs | set(plan.held) >= set(state.asks)
    assert not set(plan.held) & (set(placed) | theirs)
    assert all(q.keys for q in untouched)


@given(states())
@settings(max_examples=60, deadline=None)
def test_nothing_is_left_to_do_once_a_plan_is_carried_out(state: QueueState) -> None:
    after = done(state, plan_queue(state))
    again = plan_queue(after)
    assert {q.change for q in again.queues} <= {Change.KEEP, Change.LEAVE}
    assert queue_steps(again, after, MARKER) == []


@given(states())
@settings(max_examples=60, deadline=None)
def test_an_item_stays_where_it_is_asked_about(state: QueueState) -> None:
    first: dict[str, QueueBranch] = {}
    for branch in sorted(state.branches, key=lambda b: (not b.touched, int(b.name.rpartition("-")[2]))):
        for item in branch.offered:
            first.setdefault(item, branch)
    places = plan_queue(state).places()
    for item, branch in first.items():
        if item in state.asks or branch.touched:
            assert places[item] == branch.name


@given(states())
@settings(max_examples=60, deadline=None)
def test_limits_hold_for_what_is_opened(state: QueueState) -> None:
    plan = plan_queue(state)
    new = [q for q in plan.queues if q.change is Change.CREATE]
    assert all(len(q.keys) <= state.items_per_pull for q in new)
    standing = sum(q.change is not Change.CLOSE for q in plan.queues)
    assert not new or standing <= state.open_pulls
    assert not {q.branch for q in new} & state.used


@given(st.text(), st.text(), st.text())
@settings(max_examples=60, deadline=None)
def test_a_marker_is_read_back_from_any_body(item: str, span: str, around: str) -> None:
    marker = replace(MARKER, keys={item: {span: "key"}}, closed=around)
    if "<!-- goldset" not in around:
        assert read_marker(f"{around}\n{marker}\n{around}") == marker
    assert str(marker).count("-->") == 1


@given(st.text(alphabet=st.characters(), max_size=60))
@settings(max_examples=100, deadline=None)
def test_quoted_text_never_leaves_its_span_or_block(text: str) -> None:
    assert "\n" not in code(text)
    head, *_, foot = fenced(text).split("\n")
    assert head == f"{foot}text"
    assert foot not in "\n".join(fenced(text).split("\n")[1:-1]).split("\n")
    assert harmless(harmless(text)).count("⟨") >= harmless(text).count("⟨")
