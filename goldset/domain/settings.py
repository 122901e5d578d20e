"""What `goldset.yaml` may say; a repository without one works with these defaults."""

from typing import Annotated, Literal

from pydantic import Field

from goldset.domain.items import NonEmpty, Record

Share = Annotated[float, Field(ge=0, le=1)]
Count = Annotated[int, Field(ge=1)]


class SourceSettings(Record):
    """One corpus source: a folder, a file, or `git:REV:PATH`."""

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
    """Where the corpus comes from, and whether its texts may be kept."""

    sources: tuple[SourceSettings, ...] = ()
    keep_text: bool = True


class OwnerSettings(Record):
    """Who reviews what."""

    default: NonEmpty | None = None
    slices: dict[str, NonEmpty] = Field(default_factory=dict)


class PolicySettings(Record):
    """Brakes of a re-index (shares, 0–1) and additions to the built-in word lists."""

    max_removed: Share = 0.10
    max_queued: Share = 0.25
    scope_terms: tuple[NonEmpty, ...] = ()
    protected_terms: tuple[NonEmpty, ...] = ()
    spelling_pairs: tuple[tuple[NonEmpty, NonEmpty], ...] = ()


class RelabelSettings(Record):
    """How relabel queues are cut into pull requests."""

    paused: bool = False
    group_by: Literal["slice", "owner", "item"] = "slice"
    items_per_pull_request: Count = 20
    open_pull_requests: Count = 10
    body: Literal["full", "ids"] = "full"


class StaleSettings(Record):
    """How much of the set may be stale before a gate stops deciding."""

    max_share: Share = 0.1
    then: Literal["inconclusive", "fail", "ignore"] = "inconclusive"


class ScoreSettings(Record):
    """How runs are scored: cut-offs, and the share (0–1) of a span that chunks must cover."""

    k: tuple[Count, ...] = (1, 3, 5, 10)
    overlap: Share = 0.5
    stale: StaleSettings = StaleSettings()


class GateSettings(Record):
    """One floor or ceiling that a release must keep; `on` names the value or a bound of its interval."""

    metric: NonEmpty
    k: Count | None = None
    slice: NonEmpty = "*"
    floor: Share | None = None
    ceiling: Share | None = None
    on: Literal["value", "low", "high"] = "value"
    inconclusive: Literal["fail", "warn"] = "fail"


class Settings(Record):
    """All of `goldset.yaml`."""

    set: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9._-]{0,63}$")] = "golden-set"
    corpus: CorpusSettings = CorpusSettings()
    owners: OwnerSettings = OwnerSettings()
    people: dict[str, NonEmpty] = Field(default_factory=dict)
    policy: PolicySettings = PolicySettings()
    relabel: RelabelSettings = RelabelSettings()
    score: ScoreSettings = ScoreSettings()
    gates: tuple[GateSettings, ...] = ()
