"""What items waive: findings of a rule that a person has looked at and knows better, with the reason."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from goldset.checks.base import Entry
from goldset.domain import rules
from goldset.domain.findings import Fault, Finding, Waived
from goldset.domain.items import Status

# Where a check could not be made, nothing shows whether what it would find is still there.
_OF_TEXTS, _OF_OTHERS = "GS3", "GS2"


@dataclass(frozen=True, slots=True)
class Sifted:
    """Findings by whether an item waives them.

    Attributes:
        findings: Those that count.
        waived: Those that do not, with the reason.
        used: The waivers that silenced something: path of the item's file, and place in its list.
    """

    findings: tuple[Finding, ...]
    waived: tuple[Waived, ...]
    used: frozenset[tuple[str, int]]


def sift(findings: Iterable[Finding], entries: Iterable[Entry]) -> Sifted:
    """Set findings aside that their own item waives. Only rules that weigh a judgement can be waived."""
    waivers = {entry.path: entry.item.waivers for entry in entries if entry.item.waivers}
    kept, waived, used = [], [], set()
    for finding in findings:
        own = waivers.get(finding.path, ()) if rules.is_waivable(finding.code) else ()
        number = next((n for n, waiver in enumerate(own) if waiver.code == finding.code), None)
        if number is None:
            kept.append(finding)
        else:
            waived.append(Waived(finding, own[number].reason))
            used.add((finding.path, number))
    return Sifted(tuple(kept), tuple(waived), frozenset(used))


def impossible_waivers(entries: Iterable[Entry]) -> Iterator[Fault]:
    """Yield waivers of codes that are none, or that make an item unusable, and so cannot be waived."""
    for entry in entries:
        for number, waiver in enumerate(entry.item.waivers):
            if not rules.is_waivable(waiver.code):
                known = rules.is_known(waiver.code)
                why = "which cannot be waived" if known else "and there is no such code"
                message = f"`waivers[{number}].code` is {waiver.code}, {why}"
                yield entry.fault(rules.BAD_WAIVER, message, ("waivers", number, "code"))


def unused_waivers(
    entries: Iterable[Entry], sifted: Sifted, *, all_read: bool, all_texts: bool
) -> Iterator[Fault]:
    """Yield waivers that silence nothing; none that might, if all that it speaks of could be checked.

    Args:
        entries: The items.
        sifted: Every finding of the whole set.
        all_read: Whether every item could be read, so that each could be compared with every other.
        all_texts: Whether every snapshot could be read.
    """
    unchecked = _unchecked(sifted.findings)
    for entry in entries:
        if entry.item.status is Status.RETIRED:
            continue
        for number, waiver in enumerate(entry.item.waivers):
            if (entry.path, number) in sifted.used or not rules.is_waivable(waiver.code):
                continue
            hidden = waiver.code.startswith(_OF_TEXTS) and (not all_texts or unchecked[entry.path])
            if not (hidden or (waiver.code.startswith(_OF_OTHERS) and not all_read)):
                message = f"`waivers[{number}]` waives {waiver.code}, and nothing of the item raises it"
                yield entry.fault(rules.UNUSED_WAIVER, message, ("waivers", number))


def _unchecked(findings: Sequence[Finding]) -> Mapping[str, bool]:
    found: dict[str, bool] = defaultdict(bool)
    for finding in findings:
        found[finding.path] |= finding.code == rules.NOT_CHECKED.code
    return found
