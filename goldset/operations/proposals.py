"""The files of proposals' branches and the words of their pull requests; and carrying steps out."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from goldset.domain.branch_names import group_of
from goldset.domain.lines import waits
from goldset.domain.pulls import PullKind
from goldset.domain.queue import Ask
from goldset.domain.queue_plan import Asks
from goldset.domain.retention import gold_documents
from goldset.domain.snapshots import Corpus
from goldset.domain.steps import (
    ClosePull,
    CommentPull,
    DeleteBranch,
    DressPull,
    OpenPull,
    Proposal,
    PutBranch,
    ReviewPull,
    Step,
    UpdatePull,
    branch_of,
)
from goldset.forge.dry_run import DryRunHost, Sent
from goldset.forge.port import Dress, Host, PullText
from goldset.operations.base import Base
from goldset.operations.resolving import Resolved
from goldset.operations.reviews import review_of
from goldset.operations.snapshot_create import texts_of
from goldset.operations.target import Target
from goldset.reporting.pull_request import (
    BodyStyle,
    CarryReport,
    carry_over_body,
    carry_over_title,
    queue_body,
    queue_title,
)
from goldset.stores.entry_writes import put_entry
from goldset.stores.git_commits import NewCommit, write_commits
from goldset.stores.git_repo import UNKNOWN, Identity, Repository
from goldset.stores.snapshot_files import RESOLUTIONS, snapshot_path, text_path


@dataclass(frozen=True, slots=True)
class Proposing:
    """What proposals are made of.

    Attributes:
        base: The set on its base branch.
        target: The snapshot at hand.
        resolved: Where all spans stand in it.
        asks: What is asked, by item id.
        corpus: The documents, to keep texts of.
        report: What the carry-over reports.
        identity: Who commits are by; asked only where there are any.
        declined: How many spans of a group are not asked about, by group and closed pull request.
    """

    base: Base
    target: Target
    resolved: Resolved
    asks: Asks
    corpus: Corpus
    report: CarryReport
    identity: Callable[[], Identity]
    declined: Mapping[str, Mapping[str, int]]

    @property
    def when(self) -> datetime:
        """The date of commits: the same state of base and corpus gives the same commits."""
        return max(self.base.committed, self.target.manifest.snapshot.created)

    def text(self, proposal: Proposal, host: Host) -> PullText:
        """Return title and body of a pull request on a host."""
        if proposal.marker.kind is PullKind.SNAPSHOT:
            return PullText(self._title(proposal), carry_over_body(proposal, self.report))
        return PullText(self._title(proposal), queue_body(proposal, self.asks, self._style(proposal, host)))

    def _style(self, proposal: Proposal, host: Host) -> BodyStyle:
        files = self.base.files
        paths = {item: self.base.path(files[item].path) for item in proposal.marker.keys if item in files}
        return BodyStyle(
            ids_only=self.base.settings.relabel.body == "ids",
            clicks=host.shows_reviews,
            files=paths,
            link=host.files_on(proposal.branch),
            declined=self.declined.get(group_of(proposal.branch), {}),
            options=self.base.options_there if host.shows_reviews else "",
        )

    def _title(self, proposal: Proposal) -> str:
        carries = proposal.marker.kind is PullKind.SNAPSHOT
        title = carry_over_title(proposal, self.report) if carries else queue_title(proposal)
        return self.base.titled(title)

    def dress(self, proposal: Proposal) -> Dress:
        """Return what a new pull request is given once; a queue's reviewers are the owners of its items."""
        settings = self.base.settings
        forge = settings.forge
        asks = [ask for item in proposal.marker.keys for ask in self.asks.get(item, ())]
        owners = {settings.owners.slices.get(a.span.item.slice, settings.owners.default) for a in asks}
        accounts = {
            settings.people.get(owner, owner) for owner in owners or {settings.owners.default} if owner
        }
        return Dress(settings.labels, forge.assignees, forge.reviewers or tuple(sorted(accounts)))

    def commit(self, proposal: Proposal, by: Identity) -> NewCommit:
        """Return the one commit of a branch."""
        carries = proposal.marker.kind is PullKind.SNAPSHOT
        files = self.carried() if carries else self.asked(proposal.marker.keys)
        changes = {self.base.path(path): data for path, data in files.items()}
        forge = self.base.settings.forge
        signed = (f"Signed-off-by: {by.name} <{by.email}>",) if forge.sign_off else ()
        return NewCommit(
            self.base.commit, changes, self._title(proposal), trailers=(*forge.trailers, *signed)
        )

    def carried(self) -> dict[str, bytes]:
        """Return the files of a carry-over, by path below the set's folder."""
        accepted = {line.to.doc_id for line in self.resolved.lines.values() if line.to is not None}
        files = {**self.target.files, **self._texts(gold_documents(self.base.items) | accepted)}
        if self.resolved.content:
            files[snapshot_path(self.target.id, RESOLUTIONS)] = self.resolved.content
        return files

    def asked(self, wanted: Iterable[str]) -> dict[str, bytes]:
        """Return the files that ask about items, by path below the set's folder."""
        listed = list(wanted)
        asks = [ask for item in listed for ask in self.asks.get(item, ())]
        offered = {candidate.place.doc_id for ask in asks for candidate in ask.candidates}
        items = dict(self._item(self.asks[item]) for item in listed if item in self.asks)
        return {**self.target.files, **self._texts(offered), **items}

    def _item(self, asks: Sequence[Ask]) -> tuple[str, bytes]:
        file = self.base.files[asks[0].span.item.id]
        text = file.text
        for ask in asks:
            text = put_entry(text, ask.span.id, ask.entry())
        return file.path, text.encode()

    def _texts(self, doc_ids: frozenset[str] | set[str]) -> dict[str, bytes]:
        if not self.base.settings.corpus.keep_text:
            return {}
        missing = [
            doc_id
            for doc_id in doc_ids
            if doc_id in self.corpus.documents
            and text_path(self.corpus.documents[doc_id].text_sha256) not in self.base.texts
        ]
        return {text_path(sha256): text.encode() for sha256, text in texts_of(self.corpus, missing).items()}


def waiting_asks(resolved: Resolved, snapshot: str) -> list[Ask]:
    """Return every span that waits for a person, declined and deferred ones too."""
    spans = {standing.span.key: standing.span for standing in resolved.standings}
    return [
        Ask(spans[key], line, snapshot)
        for key, line in resolved.lines.items()
        if key in spans and waits(line)
    ]


def rehearse(
    steps: Sequence[Step], host: Host, repository: Repository, proposing: Proposing
) -> tuple[Sent, ...]:
    """Carry steps out on a host that writes nothing, and return the words that would be written.

    Reviews are left out: they are made of the files of commits, and no commit is made.
    """
    dry = DryRunHost(host)
    tips = {branch_of(step): "" for step in steps}
    for step in steps:
        if not isinstance(step, ReviewPull):
            _perform(step, dry, repository, proposing, tips)
    return tuple(dry.sent)


def perform(
    steps: Sequence[Step],
    host: Host,
    repository: Repository,
    proposing: Proposing,
    progress: Callable[[Step], None],
) -> None:
    """Carry steps out, one after the other; all commits are written first, by one fast-import.

    Raises:
        GoldsetError: A step could not be made; those before it stand, and the next run goes on from there.
    """
    puts = [step for step in steps if isinstance(step, PutBranch)]
    by = proposing.identity() if puts else UNKNOWN
    commits = [proposing.commit(step.proposal, by) for step in puts]
    ids = write_commits(repository, commits, by, proposing.when)
    tips = {step.proposal.branch: commit for step, commit in zip(puts, ids, strict=True)}
    for step in steps:
        progress(step)
        _perform(step, host, repository, proposing, tips)


def _perform(
    step: Step, host: Host, repository: Repository, proposing: Proposing, tips: Mapping[str, str]
) -> None:
    match step:
        case PutBranch(proposal, old):
            host.put_branch(proposal.branch, tips[proposal.branch], old)
        case OpenPull(proposal):
            host.open(proposal.branch, proposing.text(proposal, host))
        case DressPull(proposal):
            host.dress(proposal.branch, proposing.dress(proposal))
        case ReviewPull(proposal):
            tip = tips.get(proposal.branch) or host.branches()[proposal.branch]
            host.review(proposal.branch, review_of(repository, proposing.base, tip, proposal))
        case UpdatePull(proposal):
            host.update(proposal.branch, proposing.text(proposal, host))
        case CommentPull(branch, text):
            host.comment(branch, text)
        case ClosePull(branch, reason):
            host.close(branch, reason)
        case DeleteBranch(branch, old):
            host.delete_branch(branch, old)
