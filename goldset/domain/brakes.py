"""Brakes of a re-index: changes so large that they are more likely an accident than news."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from goldset.domain.settings import PolicySettings, RelabelSettings
from goldset.errors import BrakeError

_SHOWN = 5
_ACCEPT = "look first with `--dry-run --accept-change`; go on with `--accept-change`"


@dataclass(frozen=True, slots=True)
class Brake:
    """Why a re-index must not write: what was found, and what a person does next."""

    message: str
    hint: str


def documents_gone(gone: Collection[str], gold: int, policy: PolicySettings) -> Brake | None:
    """Return a brake where more than `max_removed` of the documents with gold are gone.

    Args:
        gone: Ids of documents that hold confirmed spans and are neither in the corpus nor renamed in it.
        gold: How many documents hold confirmed spans.
        policy: The limits, as shares (0–1).
    """
    if not gold or len(gone) / gold <= policy.max_removed:
        return None
    names = ", ".join(sorted(gone)[:_SHOWN]) + (" …" if len(gone) > _SHOWN else "")
    counts = f"{len(gone)} of {gold} documents with gold spans are gone ({_percent(len(gone), gold)})"
    return Brake(f"{counts}, more than max_removed ({policy.max_removed:.0%}): {names}", _ACCEPT)


def spans_queued(newly_queued: int, spans: int, policy: PolicySettings) -> Brake | None:
    """Return a brake where more than `max_queued` of the spans would be newly queued.

    Args:
        newly_queued: How many spans would be queued that are not queued, declined or deferred already.
        spans: How many spans were resolved.
        policy: The limits, as shares (0–1).
    """
    if not spans or newly_queued / spans <= policy.max_queued:
        return None
    counts = f"{newly_queued} of {spans} spans would be newly queued ({_percent(newly_queued, spans)})"
    return Brake(f"{counts}, more than max_queued ({policy.max_queued:.0%})", _ACCEPT)


def paused(relabel: RelabelSettings, issue: str = "") -> Brake | None:
    """Return a brake where relabelling is paused; `--accept-change` does not release it.

    Args:
        relabel: The settings, which may pause it.
        issue: The issue or pull request on the host that pauses it, such as `#12`; empty for none.
    """
    if issue:
        return Brake(
            f"relabelling is paused: {issue} has the label goldset:pause; nothing is written",
            "take the label off or close it to go on; `--dry-run` still reads",
        )
    if not relabel.paused:
        return None
    return Brake(
        "relabelling is paused (`relabel.paused: true` in goldset.yaml): nothing is written",
        "`goldset resolve` and `goldset reindex --dry-run` still read; set `paused: false` to go on",
    )


def stop_at(brakes: Iterable[Brake | None]) -> None:
    """Raise one error for all brakes that hold, if any does.

    Raises:
        BrakeError: Exit code 3; nothing was written.
    """
    holding = [brake for brake in brakes if brake is not None]
    if holding:
        hints = dict.fromkeys(brake.hint for brake in holding)
        raise BrakeError("; ".join(brake.message for brake in holding), "; ".join(hints))


def _percent(part: int, whole: int) -> str:
    return f"{part / whole:.1%}"
