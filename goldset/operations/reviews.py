"""The review of a queue branch: beside each queued entry, what a click would make of it."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial

from goldset.domain.decisions import Verb, decided_entry, undecided
from goldset.domain.items import GoldSpan, OfferedCandidate, PendingSpan, Span
from goldset.domain.pulls import Review, ReviewComment
from goldset.domain.steps import Proposal
from goldset.errors import GoldsetError
from goldset.operations.accepting import accepted, text_in
from goldset.operations.base import Base
from goldset.reporting.review import Offer, OfferedSpan, comment_body, review_body
from goldset.stores.git_repo import Repository
from goldset.stores.item_files import ItemFile, read_item
from goldset.stores.snapshot_files import read_manifest
from goldset.stores.span_entries import EntryLines, entry_lines
from goldset.stores.suggestions import Unfit, right_hunks, suggestion

# Beyond this many comments a review holds only what it must: each span's best candidate.
MOST_COMMENTS = 30


def review_of(repository: Repository, base: Base, tip: str, proposal: Proposal) -> Review:
    """Return the review of a queue branch, made from its files alone: blocks, and texts kept beside them.

    There is one comment for each queued span, so that one decision settles one conversation. Its first
    suggestion block is the best candidate; the others hold further candidates and decisions. What cannot be
    a suggestion is a command, beside the span's lines or, where the diff does not show them, in the review's
    body.

    Args:
        repository: The repository, which has the commit.
        base: The set on its base branch.
        tip: Id of the commit at the branch's tip.
        proposal: The pull request, for its items and its snapshot.
    """
    snapshot = proposal.marker.snapshot
    if base.settings.relabel.body == "ids":
        return Review(review_body(snapshot, (), ids_only=True), ())
    asked = list(_Branch(repository, base, tip).asked(proposal))
    certain = sum(each.must for each in asked)
    room = max(MOST_COMMENTS - certain, 0)
    comments, left = [], []
    for each in asked:
        if each.lines is None or not (each.must or room):
            left.append(each.span)
            continue
        room -= not each.must
        body = comment_body(each.span, alternatives=certain <= MOST_COMMENTS)
        comments.append(ReviewComment(base.path(each.path), each.lines.first, each.lines.last, body))
    return Review(review_body(snapshot, left, ids_only=False), tuple(comments))


@dataclass(frozen=True, slots=True)
class _Asked:
    """A span with its offers, its file below the set's folder, and its lines where the diff shows them."""

    path: str
    span: OfferedSpan
    lines: EntryLines | None

    @property
    def must(self) -> bool:
        """Whether it has a candidate that can be accepted by a click."""
        first = self.span.offers[0]
        return self.lines is not None and first.verb is Verb.ACCEPT and bool(first.lines)


class _Branch:
    """The files of a queue branch's tip, each read once."""

    def __init__(self, repository: Repository, base: Base, tip: str) -> None:
        self._repository, self._base, self._tip = repository, base, tip
        self._tree = repository.tree(tip, base.prefix)
        self._manifest = lru_cache(maxsize=None)(partial(read_manifest, self._tree))

    def asked(self, proposal: Proposal) -> Iterator[_Asked]:
        """Yield every span of the proposal's items that waits for a decision, items and spans in order."""
        for item_id in proposal.marker.keys:
            known = self._base.files.get(item_id)
            data = self._tree.read(known.path) if known else None
            if known is None or data is None:
                continue
            file = read_item(known.path, data)
            if file.item is not None:
                hunks = self._hunks(file.path)
                yield from (self._offered(file, span, hunks) for span in undecided(file.item.spans()))

    def _offered(self, file: ItemFile, span: Span, hunks: list[range]) -> _Asked:
        try:
            found = entry_lines(file.text, span.id)
        except GoldsetError:
            found = None
        shown = found if found and any(found.first in hunk and found.last in hunk for hunk in hunks) else None
        offers = self._offers(file, span, shown=shown is not None)
        return _Asked(file.path, OfferedSpan(span, offers, self._base.options_there), shown)

    def _offers(self, file: ItemFile, span: Span, *, shown: bool) -> list[Offer]:
        assert span.relabel is not None
        offers = [
            self._offer(file, span, shown=shown, verb=Verb.ACCEPT, number=number)
            for number in range(1, len(span.relabel.candidates) + 1)
        ]
        others = [
            self._offer(file, span, shown=shown, verb=verb)
            for verb in (Verb.RETIRE, Verb.UNANSWERABLE, Verb.DROP, Verb.LATER)
        ]
        # What would not be sound, such as dropping the only span, is offered where nothing else is.
        return [*offers, *([offer for offer in others if offer.lines] or others[:1])]

    def _offer(self, file: ItemFile, span: Span, *, shown: bool, verb: Verb, number: int = 0) -> Offer:
        if not shown:
            return Offer(
                verb, number, refusal="the changes of this pull request do not show all its lines together"
            )
        try:
            made = suggestion(file, span.id, self._entry(span, verb, number))
        except GoldsetError as error:
            return Offer(verb, number, refusal=error.message)
        if isinstance(made, Unfit):
            return Offer(verb, number, refusal=made.reason)
        return Offer(verb, number, made.lines)

    def _entry(self, span: Span, verb: Verb, number: int) -> GoldSpan | PendingSpan:
        assert span.relabel is not None
        if not number:
            return decided_entry(span, verb, None, None)
        candidate: OfferedCandidate = span.relabel.candidates[number - 1]
        snapshot = span.relabel.snapshot
        manifest = self._manifest(snapshot) if snapshot else None
        return accepted(
            span, candidate, text_in(self._tree, manifest, candidate.doc_id) if manifest else None
        )

    @cached_property
    def _cut(self) -> str:
        """The commit that the branch was cut from, which a pull request's changes are shown against."""
        return self._repository.ask("merge-base", self._base.commit, self._tip) or self._base.commit

    def _hunks(self, path: str) -> list[range]:
        plain = ("--no-ext-diff", "--no-textconv", "--no-renames", "--no-color", "--diff-algorithm=myers")
        context = ("--unified=3", "--inter-hunk-context=0")
        where = f":(top,literal){self._base.path(path)}"
        diff = self._repository.run("diff", *plain, *context, self._cut, self._tip, "--", where)
        return right_hunks(diff.decode("utf-8", "replace"))
