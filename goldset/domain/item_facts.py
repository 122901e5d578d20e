"""What an item says of itself beside question, answer and spans: kind, origin, reviews, tier, retirement."""

from enum import StrEnum
from typing import Literal

from goldset.domain.fields import NonEmpty, Record, SomeWords, When, Words


class Kind(StrEnum):
    """What a question asks of a retriever."""

    LOOKUP = "lookup"
    PARAPHRASE = "paraphrase"
    TERM = "term"
    MULTI_HOP = "multi_hop"
    SYNTHESIS = "synthesis"
    FRESHNESS = "freshness"
    CITATION = "citation"
    LEADING = "leading"
    NO_ANSWER = "no_answer"


class Tier(StrEnum):
    """How often an item is run."""

    SMOKE = "smoke"
    REGRESSION = "regression"
    FULL = "full"


class Split(StrEnum):
    """Whether an item may be tuned on (`dev`) or is frozen (`test`)."""

    DEV = "dev"
    TEST = "test"


class OriginKind(StrEnum):
    """Where a question came from."""

    PRODUCTION = "production"
    EXPERT = "expert"
    SYNTHETIC = "synthetic"
    IMPORTED = "imported"


class Origin(Record):
    """Where a question came from, with a reference that its people understand.

    Attributes:
        kind: Sort of source.
        ref: Ticket, file or link that its people understand; of an imported item its id in the source.
        source: Name of the set that an imported item came from.
        key: What an imported item is known by when its source is imported again.
        row: Short hash of what its source said of an imported item.
        notes: What else its source says of it, such as the answer of a second annotator: for who reviews it.
        chunks: Short hash of the file in which the texts of its chunk ids were read.
        written: Short hash of the imported item as it was written: another one tells of a person's change.
    """

    kind: OriginKind
    ref: Words | None = None
    source: Words | None = None
    key: NonEmpty | None = None
    row: NonEmpty | None = None
    notes: tuple[SomeWords, ...] = ()
    chunks: NonEmpty | None = None
    written: NonEmpty | None = None


class Review(Record):
    """What a second person said of an item.

    Attributes:
        by: Who reviewed it, as named under `people` in goldset.yaml.
        at: When.
        verdict: Whether the reviewer agrees with question, answer and spans.
        comment: Why, in the reviewer's words.
    """

    by: SomeWords
    at: When
    verdict: Literal["agree", "disagree", "unsure"]
    comment: Words | None = None


class Waiver(Record):
    """A finding that a person has looked at and knows better.

    Attributes:
        code: Code of the findings of this item that do not count, such as GS158.
        reason: Why not, in words for the next reader.
    """

    code: NonEmpty
    reason: SomeWords


class Retirement(Record):
    """Why, when and by whom an item was retired.

    Attributes:
        reason: Why it is not asked any more.
        at: When it was retired.
        by: Who retired it.
        replaced_by: Id of the item that takes its place.
    """

    reason: SomeWords
    at: When | None = None
    by: SomeWords | None = None
    replaced_by: NonEmpty | None = None
