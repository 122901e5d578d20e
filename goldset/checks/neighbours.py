"""Whether items, settings and snapshots agree with each other."""

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator

from goldset.checks.base import CheckedSet
from goldset.domain import rules
from goldset.domain.findings import Fault
from goldset.domain.snapshots import METADATA_FIELDS

SETTINGS = "goldset.yaml"


def replacements(checked: CheckedSet) -> Iterator[Fault]:
    """Yield retired items whose successor is not in the set."""
    for entry in checked.entries:
        retired = entry.item.retired
        if retired and retired.replaced_by and retired.replaced_by not in checked.item_ids:
            message = f"`retired.replaced_by` is {retired.replaced_by}, and there is no such item"
            yield entry.fault(rules.UNKNOWN_ITEM, message, ("retired", "replaced_by"))


def variants(checked: CheckedSet) -> Iterator[Fault]:
    """Yield items that ask again what no other item of the set asks first: one base, and any number of variants."""
    bases = {entry.item.id: entry.item.variant_of for entry in checked.entries}
    for entry in checked.entries:
        base = entry.item.variant_of
        if base is None:
            continue
        if base == entry.item.id:
            message = "`variant_of` names the item itself"
            yield entry.fault(rules.VARIANT, message, ("variant_of",), "name the item that it asks again")
        elif base not in checked.item_ids:
            message = f"`variant_of` is {base}, and there is no such item"
            yield entry.fault(rules.UNKNOWN_ITEM, message, ("variant_of",))
        elif bases.get(base):
            message = f"`variant_of` is {base}, which is a variant of {bases[base]} itself"
            yield entry.fault(rules.VARIANT, message, ("variant_of",))


def owners(checked: CheckedSet) -> Iterator[Fault]:
    """Yield slices that nobody owns, and owners of slices that are not there; nothing where none is named."""
    named = checked.settings.owners
    if not (named.default or named.slices):
        return
    slices = {entry.item.slice for entry in checked.entries}
    if not named.default:
        for name in sorted(slices - named.slices.keys()):
            yield Fault(rules.NO_OWNER, f"nobody owns slice `{name}`", SETTINGS, ("owners",))
    if len(checked.entries) == len(checked.item_ids):
        for name in sorted(named.slices.keys() - slices):
            message = f"`owners.slices` names {name}, and no item is of that slice"
            yield Fault(rules.UNKNOWN_SLICE, message, SETTINGS, ("owners", "slices", name))


def gates(checked: CheckedSet) -> Iterator[Fault]:
    """Yield gates over slices that are not there; `*` and `all` stand for every one and for the whole set."""
    slices = {entry.item.slice for entry in checked.entries} | {"*", "all"}
    if len(checked.entries) != len(checked.item_ids):
        return
    for number, gate in enumerate(checked.settings.gates):
        if gate.slice not in slices:
            message = f"`gates[{number}].slice` is {gate.slice}, and no item is of that slice"
            yield Fault(rules.UNKNOWN_SLICE, message, SETTINGS, ("gates", number, "slice"))


def sources(checked: CheckedSet) -> Iterator[Fault]:
    """Yield corpus sources of one name, and metadata that no snapshot holds."""
    listed = checked.settings.corpus.sources
    counts = Counter(source.name for source in listed)
    for number, source in enumerate(listed):
        loc = ("corpus", "sources", number)
        if counts[source.name] > 1:
            message = f"`corpus.sources[{number}].name`: several sources are called {source.name}"
            yield Fault(
                rules.SETTINGS, message, SETTINGS, (*loc, "name"), "give each source a name of its own"
            )
        for field in source.metadata:
            if field not in METADATA_FIELDS:
                message = f"`corpus.sources[{number}].metadata` has no field {field}"
                hint = f"use one of {', '.join(METADATA_FIELDS)}"
                yield Fault(rules.SETTINGS, message, SETTINGS, (*loc, "metadata", field), hint)


def people(checked: CheckedSet) -> Iterator[Fault]:
    """Yield people of items that goldset.yaml does not know; nothing where it names none."""
    known = checked.settings.people
    if not known:
        return
    for entry in checked.entries:
        item = entry.item
        if item.labelled_by and item.labelled_by not in known:
            message = f"`labelled_by`: {item.labelled_by} is not under `people` in {SETTINGS}"
            yield entry.fault(rules.UNKNOWN_PERSON, message, ("labelled_by",))
        for number, review in enumerate(item.reviews):
            if review.by not in known:
                message = f"`reviews[{number}].by`: {review.by} is not under `people` in {SETTINGS}"
                yield entry.fault(rules.UNKNOWN_PERSON, message, ("reviews", number, "by"))


def documents(checked: CheckedSet) -> Iterator[Fault]:
    """Yield documents of a snapshot whose ids differ in case or Unicode composition alone."""
    for name, manifest in sorted(checked.manifests.items()):
        folded: dict[str, list[str]] = defaultdict(list)
        for doc_id in manifest.documents:
            folded[unicodedata.normalize("NFC", doc_id).casefold()].append(doc_id)
        for twins in folded.values():
            if len(twins) > 1:
                listed = " and ".join(sorted(twins))
                message = f"{listed} differ only in case or composition"
                yield Fault(rules.DOCUMENT_CASE, message, f"snapshots/{name}/documents.jsonl")
