from dataclasses import replace

from goldset.domain.branch_names import blocking_branch
from goldset.domain.carry_plan import CarryBranch, CarryState, carry_steps, unfinished
from goldset.domain.pulls import Marker, PullKind, PullRequest, PullState, read_marker, with_marker
from goldset.domain.steps import ClosePull, CommentPull, DeleteBranch, OpenPull, PutBranch, UpdatePull

MARKER = Marker("s", PullKind.SNAPSHOT, "B", "b" * 64)
PREFIX = "goldset/s/snapshot/"


def branch(snapshot: str, lines: bytes = b"1", *, touched: bool = False) -> CarryBranch:
    return CarryBranch(f"{PREFIX}{snapshot}", f"tip-{snapshot}", touched, snapshot, lines)


def pull(of: str, state: PullState = PullState.OPEN, digest: str = "b", closed: str = "") -> PullRequest:
    content = "" if of == "B" else "other"
    marker = replace(MARKER, snapshot=of, digest=digest * 64, closed=closed, content=content)
    return PullRequest(of, f"{PREFIX}{of}", state, marker)


def state(*branches: CarryBranch, pulls: tuple[PullRequest, ...] = (), due: bool = True) -> CarryState:
    known = {p.branch: p for p in pulls or tuple(pull(b.snapshot) for b in branches)}
    return CarryState(MARKER, b"1", due, branches, known, frozenset(known))


def kinds(of: CarryState) -> list[type]:
    return [type(step) for step in carry_steps(of)]


def test_a_new_snapshot_is_offered_once() -> None:
    assert kinds(state()) == [PutBranch, OpenPull]
    assert kinds(state(branch("B"))) == []
    assert kinds(state(due=False)) == []


def test_the_next_snapshot_takes_the_place_of_an_open_one() -> None:
    assert kinds(state(branch("A"))) == [PutBranch, OpenPull, ClosePull, DeleteBranch]
    assert kinds(state(branch("A", touched=True))) == [PutBranch, OpenPull, CommentPull]


def test_new_resolutions_are_added_to_an_untouched_branch_only() -> None:
    assert kinds(state(branch("B", b"0"))) == [PutBranch, UpdatePull]
    (comment,) = carry_steps(state(branch("B", b"0", touched=True)))
    assert isinstance(comment, CommentPull)


def test_a_merged_snapshot_is_topped_up_on_a_branch_of_its_own() -> None:
    first, second = pull("B", PullState.MERGED), replace(pull("B", PullState.MERGED), branch=f"{PREFIX}B-4")
    put = carry_steps(state(pulls=(first,)))[0]
    assert isinstance(put, PutBranch)
    assert put.proposal.branch == f"{PREFIX}B-2"
    put = carry_steps(state(pulls=(first, second)))[0]
    assert isinstance(put, PutBranch)
    assert put.proposal.branch == f"{PREFIX}B-5"


def test_a_refused_corpus_is_not_offered_again_under_any_id() -> None:
    assert kinds(state(pulls=(pull("A", PullState.CLOSED),))) == []
    assert kinds(state(pulls=(pull("A", PullState.CLOSED, digest="a"),))) == [PutBranch, OpenPull]
    assert kinds(state(pulls=(pull("A", PullState.CLOSED, closed="replaced"),))) == [PutBranch, OpenPull]


def test_a_branch_with_nothing_left_to_carry_is_closed() -> None:
    assert kinds(state(branch("B"), due=False)) == [ClosePull, DeleteBranch]
    assert kinds(state(branch("B", touched=True), due=False)) == []


def test_a_deletion_that_was_not_reached_is_found() -> None:
    mine, theirs = pull("A", PullState.CLOSED, closed="replaced"), pull("C", PullState.CLOSED)
    tips = {mine.branch: "1", theirs.branch: "2", f"{PREFIX}B": "3"}
    assert unfinished({p.branch: p for p in (mine, theirs)}, tips) == {mine.branch: "1"}


def test_markers_survive_a_body_and_cannot_end_their_comment() -> None:
    odd = {"a--><b>@x": {"s--1": "k"}}
    marker = replace(MARKER, kind=PullKind.RELABEL, keys=odd, closed="done --> <!--")
    body = f"Text\n{marker}\nmore"
    assert read_marker(body) == marker
    assert body.count("-->") == 1
    assert read_marker(with_marker(body, MARKER)) == MARKER
    assert read_marker("no marker <!-- goldset {} -->") is None
    assert read_marker('<!-- goldset {"keys": 1} -->') is None


def test_a_branch_that_stands_where_a_folder_must_be_is_named() -> None:
    assert blocking_branch("s", ["main", "goldset"]) == "goldset"
    assert blocking_branch("s", ["goldset/s/relabel"]) == "goldset/s/relabel"
    assert blocking_branch("s", ["goldset/other", "goldset/s/relabel/a-1", "goldsets"]) is None
