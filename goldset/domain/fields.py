"""The kinds of fields that files of a golden set hold, and the base of their records."""

import re
from datetime import date, datetime
from typing import Annotated, Any, ClassVar, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from goldset.domain.presence import Presence, check_presence

SNAPSHOT_ID_PATTERN = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"

SnapshotId = Annotated[str, Field(pattern=SNAPSHOT_ID_PATTERN)]
NonEmpty = Annotated[str, Field(min_length=1)]


class Prose:
    """Marks text in a person's own words: there a ` #` that cuts the value short is a fault, no comment."""


Words = Annotated[str, Prose()]
SomeWords = Annotated[str, Field(min_length=1), Prose()]
Offset = Annotated[int, Field(ge=0, strict=True)]

_DAY = "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
_CLOCK = r"([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]{1,6})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])"
DATE_PATTERN = rf"^{_DAY}(T{_CLOCK})?$"
_DATE = re.compile(DATE_PATTERN)


def _iso(value: Any) -> Any:
    # Pydantic alone takes 20261001 for seconds since 1970.
    if isinstance(value, date) or (isinstance(value, str) and _DATE.fullmatch(value)):
        return value
    raise ValueError("write a date as 2026-10-01, or a time as 2026-10-01T09:30:00+02:00")


When = Annotated[date | datetime, BeforeValidator(_iso), Field(json_schema_extra={"pattern": DATE_PATTERN})]


class Record(BaseModel):
    """A part of an item file: unknown keys are faults, and nothing changes after reading."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    presence: ClassVar[tuple[Presence, ...]] = ()

    @model_validator(mode="after")
    def _hold_presence(self) -> Self:
        if self.presence:
            check_presence(self, self.presence)
        return self
