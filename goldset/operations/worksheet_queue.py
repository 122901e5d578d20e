"""Carry out decisions of a worksheet about queued spans: one commit of a person's on each queue branch."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from goldset.domain.decisions import Verb, decided_entry, undecided
from goldset.domain.findings import Loc, Severity
from goldset.domain.items import Decision, PendingSpan
from goldset.domain.worksheet_answers import ABOUT_ITEM, QueueAnswer, ReadRow
from goldset.domain.worksheet_ends import End, Ledger, Place
from goldset.domain.worksheet_keys import answer_hash, candidate_hashes, decided_so, queue_done, queue_misfit
from goldset.errors import GoldsetError, ItemFileError
from goldset.operations.deciding import (
    Desk,
    Entry,
    Made,
    Manifests,
    Spot,
    accept_candidate,
    asked_in_folder,
    in_folder,
    on_branch,
    open_desk,
    write_decisions,
)
from goldset.reporting.worksheet import commit_message
from goldset.stores.git_repo import open_repository
from goldset.stores.item_files import read_item
from goldset.stores.second_reader import confirm_read_alike
from goldset.stores.set_folder import SetFolder

_ANEW = "make a new worksheet, and decide there"


@dataclass(frozen=True, slots=True)
class QueueWork:
    """What decisions are carried out with: the set, who decided and when, and where the branches are."""

    found: SetFolder
    by: str
    now: datetime
    base: str | None
    open_prs: bool
    dry_run: bool


@dataclass(slots=True)
class _Plan:
    """What the rows about one item come to: what is to be written, and for which of them."""

    made: Made | None = None
    todo: list[QueueAnswer] = field(default_factory=list)


def apply_queue(
    work: QueueWork, rows: Sequence[ReadRow], ledger: Ledger
) -> tuple[list[Place], tuple[str, ...]]:
    """Carry out the decisions of rows, and put down how each row ends.

    Everything is read and planned before anything is written. A branch gets one commit or none: where it has
    moved meanwhile, its rows are refused, and the other branches still get theirs.

    Returns:
        Where decisions were written, and what a person should know.
    """
    items: dict[str, list[QueueAnswer]] = defaultdict(list)
    for row in rows:
        if isinstance(row, QueueAnswer):
            items[row.key.item].append(row)
    with open_repository(work.found.root) as repository:
        desk = open_desk(repository, work.found, work.base, open_prs=work.open_prs)
        planning = _Planning(desk, work, ledger, Manifests(), {} if work.open_prs else asked_in_folder(desk))
        plans = [_plan(planning, item, answers) for item, answers in sorted(items.items())]
        groups: dict[str, list[_Plan]] = defaultdict(list)
        for plan in plans:
            if plan.made:
                groups[plan.made.spot.branch].append(plan)
        places = [_write(desk, work, group, ledger) for _, group in sorted(groups.items())]
    ledger.settle_blank_rows(
        (row, str(row.verb)) for row in rows if isinstance(row, QueueAnswer) and row.verb in ABOUT_ITEM
    )
    return [place for place in places if place], () if places else desk.hosting.unseen


@dataclass(frozen=True, slots=True)
class _Planning:
    """What every item is planned with."""

    desk: Desk
    work: QueueWork
    ledger: Ledger
    texts: Manifests
    here: Mapping[str, Spot]


def _plan(at: _Planning, item: str, answers: list[QueueAnswer]) -> _Plan:
    """Return what the rows about an item come to; those that come to nothing are put down."""
    try:
        spots = list(_spots(at, item))
    except GoldsetError as error:
        for answer in answers:
            at.ledger.put(answer, End.REFUSED, error.message, error.hint)
        return _Plan()
    asked = next((spot for spot in spots if undecided(spot.item.spans())), None)
    todo = []
    for answer in answers:
        misfit = _misfit(asked, answer, answers) if asked else ""
        if misfit is None:
            todo.append(answer)
        else:
            _put_settled(at, answer, misfit, spots)
    if not todo:
        return _Plan()
    assert asked is not None
    return _made(at, asked, todo)


def _spots(at: _Planning, item: str) -> Iterator[Spot]:
    """Yield where a person may decide an item: its file here where it asks by itself, then queue branches."""
    if item in at.here:
        yield at.here[item]
    for queue in at.desk.hosted.queues:
        spot = on_branch(at.desk, queue.name, queue.tip, item) if item in queue.offered else None
        if spot is not None:
            yield spot


def _misfit(asked: Spot, answer: QueueAnswer, answers: Sequence[QueueAnswer]) -> str | None:
    """Return why an answer is not about what is asked, empty where its span waits no more; None where it fits."""
    span = next((span for span in undecided(asked.item.spans()) if span.id == answer.key.part), None)
    if span is None:
        return ""
    texts = {answer_hash(one.new_answer) for one in answers if one.new_answer}
    return queue_misfit(answer, span, texts) or None


def _put_settled(at: _Planning, answer: QueueAnswer, misfit: str, spots: Sequence[Spot]) -> None:
    """Put down an answer that is not to be written: it is in some file already, or it is refused."""
    known = [*spots, *_elsewhere(at, answer.key.item)]
    done = next((spot for spot in known if queue_done(answer, spot.item)), None)
    if done is not None:
        at.ledger.put(answer, End.ALREADY, where=done.branch or done.file.path)
        return
    if misfit:
        at.ledger.put(answer, End.REFUSED, misfit, _ANEW)
        return
    how = next((said for spot in known if (said := decided_so(answer, spot.item))), "")
    message = f"it was decided otherwise since: {how}" if how else "nothing asks about it any more"
    hint = "`goldset relabel list` shows what waits; mend the item's file where a decision is wrong"
    at.ledger.put(answer, End.REFUSED, message, hint)


def _elsewhere(at: _Planning, item: str) -> Iterator[Spot]:
    """Yield an item as the working folder and the base have it, as far as they can be read."""
    for tree in (at.desk.base.tree,) if at.work.open_prs else (at.desk.found.tree, at.desk.base.tree):
        with suppress(GoldsetError):
            spot = in_folder(tree, item)
            if spot is not None:
                yield spot


def _made(at: _Planning, spot: Spot, todo: list[QueueAnswer]) -> _Plan:
    """Return what answers make of an item, once it is sound; else they are put down as refused."""
    entries: dict[str, Entry] = {}
    kept: list[QueueAnswer] = []
    for answer in todo:
        try:
            entries |= dict(_entries(at, spot, answer, todo))
            kept.append(answer)
        except GoldsetError as error:
            at.ledger.put(answer, End.REFUSED, error.message, error.hint)
    kept = _without_last_drops(spot, kept, entries, at.ledger)
    texts = [answer.new_answer for answer in kept if answer.new_answer]
    fields: dict[Loc, Any] = {("gold_answer",): texts[0]} if texts else {}
    made = Made(spot, entries, fields)
    try:
        if kept:
            _confirm(made)
    except GoldsetError as error:
        for answer in kept:
            at.ledger.put(answer, End.REFUSED, error.message, error.hint or "say it in plainer characters")
        return _Plan()
    return _Plan(made, kept) if kept else _Plan()


def _entries(
    at: _Planning, spot: Spot, answer: QueueAnswer, todo: Sequence[QueueAnswer]
) -> Iterator[tuple[str, Entry]]:
    """Yield the new entries that an answer makes, by span: one about the item makes one for each that waits."""
    waiting = {span.id: span for span in undecided(spot.item.spans())}
    span = waiting[answer.key.part]
    if answer.verb is Verb.ACCEPT:
        assert span.relabel is not None
        number = candidate_hashes(span.relabel).index(answer.choice)
        yield span.id, accept_candidate(spot, span, span.relabel.candidates[number], at.texts)
        return
    answered = {other.key.part for other in todo if other is not answer}
    spans = [s for s in waiting.values() if s.id not in answered] if answer.verb in ABOUT_ITEM else [span]
    for each in spans:
        yield each.id, decided_entry(each, answer.verb, answer.comment or None, answer.abstain)


def _without_last_drops(
    spot: Spot, kept: list[QueueAnswer], entries: dict[str, Entry], ledger: Ledger
) -> list[QueueAnswer]:
    """Return the answers without drops that would leave the item with no passage at all; these are refused."""
    listed = [
        entries.get(span.id, entry)
        for span, entry in zip(spot.item.spans(), spot.item.gold_spans, strict=True)
    ]
    if not all(_is_drop(entry) for entry in listed):
        return kept
    for answer in kept:
        if answer.verb is Verb.DROP:
            del entries[answer.key.part]
            hint = "choose A, B or C for one of its passages; or retire, or unanswerable"
            ledger.put(answer, End.REFUSED, "the question would be left without any passage", hint)
    return [answer for answer in kept if answer.verb is not Verb.DROP]


def _is_drop(entry: Entry) -> bool:
    return isinstance(entry, PendingSpan) and entry.relabel.decision is Decision.DROP


def _confirm(made: Made) -> None:
    """Do nothing where an item is sound once it is decided.

    Raises:
        ItemFileError: It is not, or it would be read otherwise by another reader.
    """
    path, data = made.spot.file.path, made.text()
    file = read_item(path, data)
    if file.item is None:
        first = next(f for f in file.findings if f.severity is Severity.ERROR)
        raise ItemFileError(first.message, first.hint)
    confirm_read_alike(path, file.text, file.item)


def _write(desk: Desk, work: QueueWork, group: Sequence[_Plan], ledger: Ledger) -> Place | None:
    """Write what was decided in one place, and put its rows down."""
    made = [plan.made for plan in group if plan.made]
    answers = [answer for plan in group for answer in plan.todo]
    branch, paths = made[0].spot.branch, tuple(one.spot.file.path for one in made)
    place = Place(branch, "", paths)
    if not work.dry_run:
        try:
            done = write_decisions(desk, made, commit_message(answers, work.by), work.now)
        except GoldsetError as error:
            for answer in answers:
                ledger.put(answer, End.REFUSED, error.message, error.hint or "apply the worksheet again")
            return None
        place = Place(done.where, done.commit, done.paths, done.left, done.reworded)
    for plan in group:
        for answer in plan.todo:
            assert plan.made is not None
            # In a file there is no place for why a passage was accepted.
            lost = not branch and answer.verb is Verb.ACCEPT and answer.comment
            said = "its comment is in no file: put it into your commit's message" if lost else ""
            ledger.put(answer, End.APPLIED, said, where=branch or plan.made.spot.file.path)
    return place
