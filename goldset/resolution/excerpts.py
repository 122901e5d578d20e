"""A passage cut out of its document: all that is shown and compared of it, without the rest of the text."""

from dataclasses import dataclass
from typing import Protocol

from goldset.resolution.reading import Passage
from goldset.resolution.tokens import Keys, Wording


class Stretch(Protocol):
    """What a decision needs to know of a passage, whether or not its document is at hand (see `Passage`)."""

    @property
    def doc_id(self) -> str:
        """Its document."""

    @property
    def start(self) -> int:
        """Where it begins in the raw text."""

    @property
    def end(self) -> int:
        """… and where it ends."""

    @property
    def i(self) -> int:
        """Its first token."""

    @property
    def j(self) -> int:
        """The token after its last one."""

    @property
    def raw(self) -> str:
        """The text as it stands."""

    @property
    def before(self) -> str:
        """The text before it."""

    @property
    def after(self) -> str:
        """The text after it."""

    @property
    def times(self) -> int:
        """How often its raw text stands in its document."""

    @property
    def keys(self) -> Keys:
        """The token keys."""

    @property
    def words(self) -> list[str]:
        """The tokens' texts."""


@dataclass(frozen=True, slots=True, eq=False)
class Excerpt:
    """A passage without its document (satisfies `Stretch`)."""

    doc_id: str
    start: int
    end: int
    i: int
    j: int
    raw: str
    before: str
    after: str
    times: int
    keys: Keys
    wording: Wording

    @classmethod
    def of(cls, place: Passage) -> "Excerpt":
        """Cut a passage out; nothing of its document stays in memory."""
        return cls(
            place.doc_id,
            place.start,
            place.end,
            place.i,
            place.j,
            place.raw,
            place.before,
            place.after,
            place.times,
            place.keys.copy(),
            place.wording,
        )

    @property
    def words(self) -> list[str]:
        """The tokens' texts."""
        return self.wording.words
