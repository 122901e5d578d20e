"""What `goldset.yaml` may say; a repository without one works with these defaults."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field, StrictBool

from goldset.domain.fields import NonEmpty, Record
from goldset.domain.item_facts import Tier
from goldset.domain.presence import GATE, Presence

Share = Annotated[float, Field(ge=0, le=1, strict=True)]
Count = Annotated[int, Field(ge=1, strict=True)]


class SourceSettings(Record):
    """One corpus source: a folder, a file, or `git:REV:PATH`.

    Attributes:
        name: Name of the source; needed where there are several.
        path: Folder, JSON Lines or Parquet file relative to goldset.yaml, or git:REV:PATH.
        include: Patterns of paths below the source to take, such as `**/*.md` (`*` stands inside one name,
            `**` for any folders); without any, every file of a known format.
        exclude: Patterns of paths to leave out.
        doc_id: Where document ids come from, such as `front_matter.id` or a column; without it, the path
            below the source.
        text: Column that holds the text.
        title: Column or front-matter key that holds the title.
        ignore_front_matter: Front-matter keys whose lines, up to the next key, are no text, such as the time
            of an export.
        metadata: Where metadata come from: by field (jurisdiction, language, edition, version,
            effective_from, effective_to, url, access) a front-matter key or column; without any, those of
            the same name.
    """

    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]*$")] = "corpus"
    path: NonEmpty
    include: tuple[NonEmpty, ...] = ()
    exclude: tuple[NonEmpty, ...] = ()
    doc_id: NonEmpty | None = None
    text: NonEmpty | None = None
    title: NonEmpty | None = None
    ignore_front_matter: tuple[NonEmpty, ...] = ()
    metadata: dict[str, NonEmpty] = Field(default_factory=dict)


class CorpusSettings(Record):
    """Where the corpus comes from, and whether its texts may be kept.

    Attributes:
        sources: Sources that make up a snapshot.
        keep_text: Whether texts of documents with gold spans are kept; false where a licence forbids it: more
            is queued.
    """

    sources: tuple[SourceSettings, ...] = ()
    keep_text: StrictBool = True


class OwnerSettings(Record):
    """Who reviews what.

    Attributes:
        default: Owner of every slice that is not named.
        slices: Owner by slice.
    """

    default: NonEmpty | None = None
    slices: dict[str, NonEmpty] = Field(default_factory=dict)


class LeastItems(Record):
    """How many active items a slice should have at least.

    Attributes:
        default: The number for every slice that is not named; without one they may have any number.
        slices: The number by slice.
    """

    default: Count | None = None
    slices: dict[str, Count] = Field(default_factory=dict)


class PolicySettings(Record):
    """Brakes of a re-index (shares, 0–1) and additions to the built-in word lists.

    Attributes:
        max_removed: Share of documents with gold that may be gone before a person must agree.
        max_queued: Share of spans that may be newly queued before a person must agree.
        scope_terms: More words that say what a text applies to, such as plan names.
        protected_terms: More words whose change of case matters.
        spelling_pairs: More pairs of spellings that mean the same.
    """

    max_removed: Share = 0.10
    max_queued: Share = 0.25
    scope_terms: tuple[NonEmpty, ...] = ()
    protected_terms: tuple[NonEmpty, ...] = ()
    spelling_pairs: tuple[tuple[NonEmpty, NonEmpty], ...] = ()


class RelabelSettings(Record):
    """How relabel queues are cut into pull requests.

    Attributes:
        paused: Whether a re-index may only read.
        group_by: What one pull request holds together.
        items_per_pull_request: Items that one pull request holds at most.
        open_pull_requests: Pull requests that are open at once at most.
        body: Whether bodies show texts (`full`) or only ids.
    """

    paused: StrictBool = False
    group_by: Literal["slice", "owner", "item"] = "slice"
    items_per_pull_request: Count = 20
    open_pull_requests: Count = 10
    body: Literal["full", "ids"] = "full"


class ForgeSettings(Record):
    """How pull requests are opened on a host such as GitHub.

    Attributes:
        commits: Whether commits are pushed by Git, or made through the host's API, which signs them.
        labels: Labels of a new pull request; where nothing is said, `goldset` and `goldset/` with the set's name.
        reviewers: Accounts, or teams as `org/team`, asked to review a new pull request; without any, the
            owner of the items.
        assignees: Accounts that a new pull request is assigned to.
        sign_off: Whether commits end with a `Signed-off-by` line.
        trailers: More lines at the end of each commit's message, such as `Ticket: DOCS-12`.
    """

    commits: Literal["push", "api"] = "push"
    labels: tuple[NonEmpty, ...] = ("goldset",)
    reviewers: tuple[NonEmpty, ...] = ()
    assignees: tuple[NonEmpty, ...] = ()
    sign_off: StrictBool = False
    trailers: tuple[Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9-]*: \S.*$")], ...] = ()


class StaleSettings(Record):
    """How much of the set may be stale before a gate stops deciding.

    Attributes:
        max_share: Share of items, 0–1.
        then: What a gate says beyond it.
    """

    max_share: Share = 0.1
    then: Literal["inconclusive", "fail", "ignore"] = "inconclusive"


class ScoreSettings(Record):
    """How runs are scored.

    Attributes:
        k: Cut-offs of ranked metrics.
        overlap: Share of a span, 0–1, that chunks must cover to count as a hit.
        stale: What stale items mean for gates.
        judge_agreement: Least Krippendorff's alpha with people's labels, 0–1, that a judge needs for its
            verdicts to gate; without one every judge gates.
        judge_labels: File of people's labels that judges are held against, relative to goldset.yaml.
    """

    k: tuple[Count, ...] = (1, 3, 5, 10)
    overlap: Share = 0.5
    stale: StaleSettings = StaleSettings()
    judge_agreement: Share | None = None
    judge_labels: NonEmpty | None = None


# What `evaluation.outcomes` calls failures, and all of them together.
FailureClass = Literal[
    "failure",
    "partial",
    "wrong",
    "false_abstention",
    "false_answer",
    "not_retrieved",
    "partly_retrieved",
    "error",
    "timeout",
    "missing",
]


class GateSettings(Record):
    """One thing that a release must keep: a floor or ceiling of a metric, or no new failures of a class.

    Attributes:
        metric: Name of the metric, such as recall or false_answer.
        no_new: Class of failure, such as false_answer, of which no item may be that was not in the baseline;
            failure for all of them.
        allowed: How many new failures of `no_new` are allowed.
        k: Cut-off, for a ranked metric.
        slice: Slice that it holds for; `*` for each of them, `all` for the whole set.
        tier: Tier that it holds for; without it every one.
        arm: Arm of the run.
        floor: Least value, 0–1.
        ceiling: Greatest value, 0–1.
        on: Whether the value or a bound of its interval is compared.
        inconclusive: What an interval that spans the floor means.
    """

    presence: ClassVar[tuple[Presence, ...]] = GATE

    metric: NonEmpty | None = None
    no_new: FailureClass | None = None
    allowed: Annotated[int, Field(ge=0, strict=True)] | None = None
    k: Count | None = None
    slice: NonEmpty = "*"
    tier: Tier | None = None
    arm: Literal["retrieved", "gold", "none"] = "retrieved"
    floor: Share | None = None
    ceiling: Share | None = None
    on: Literal["value", "low", "high"] = "value"
    inconclusive: Literal["fail", "warn"] = "fail"


MOST_LABEL_CHARACTERS = 50  # as GitHub has it


class Settings(Record):
    """All of `goldset.yaml`.

    Attributes:
        set: Name of this golden set; branches and labels carry it.
        corpus: Where the corpus comes from.
        owners: Who reviews what.
        min_items: How many items a slice should have at least.
        people: Account of each person that items name, such as `a.ng: "@ang"`.
        policy: Brakes and word lists of a re-index.
        relabel: How the relabel queue is cut.
        forge: How pull requests are opened on a host.
        score: How runs are scored.
        gates: Floors and ceilings of a release.
    """

    set: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9._-]{0,63}$")] = "golden-set"
    corpus: CorpusSettings = CorpusSettings()
    owners: OwnerSettings = OwnerSettings()
    min_items: LeastItems = LeastItems()
    people: dict[str, NonEmpty] = Field(default_factory=dict)
    policy: PolicySettings = PolicySettings()
    relabel: RelabelSettings = RelabelSettings()
    forge: ForgeSettings = ForgeSettings()
    score: ScoreSettings = ScoreSettings()
    gates: tuple[GateSettings, ...] = ()

    @property
    def labels(self) -> tuple[str, ...]:
        """Labels of a new pull request: without any in the settings, one of all sets and one of this set."""
        own = f"goldset/{self.set}"
        named = "labels" in self.forge.model_fields_set or len(own) > MOST_LABEL_CHARACTERS
        return self.forge.labels if named else (*self.forge.labels, own)
