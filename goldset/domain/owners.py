"""Who owns a slice, as goldset.yaml says it."""

from goldset.domain.settings import Settings


def owners_of(slice_name: str, settings: Settings) -> tuple[str, ...]:
    """Return the owners of a slice as the settings name them; none where it has no owner."""
    return tuple((settings.owners.slices.get(slice_name, settings.owners.default) or "").split())


def names_of(who: str, settings: Settings) -> frozenset[str]:
    """Return every name by which the settings may mean a person or team: `a.ng`, `@ang`; folded, without `@`."""
    name = _folded(who)
    same = {(_folded(person), _folded(account)) for person, account in settings.people.items()}
    return frozenset({name}.union(*(pair for pair in same if name in pair)))


def is_owner(who: str, slice_name: str, settings: Settings) -> bool:
    """Return whether a person, by name or account, is among the owners of a slice."""
    return not names_of(who, settings).isdisjoint(map(_folded, owners_of(slice_name, settings)))


def all_owners(settings: Settings) -> tuple[str, ...]:
    """Return everybody whom the settings name as an owner, in order."""
    named = [settings.owners.default or "", *settings.owners.slices.values()]
    return tuple(sorted({owner for names in named for owner in names.split()}))


def person(name: str, settings: Settings) -> str:
    """Return how the set calls a person who is named by name or account; as it stands where it knows none."""
    folded = _folded(name)
    known = (p for p, account in settings.people.items() if folded in (_folded(p), _folded(account)))
    return next(known, name)


def _folded(name: str) -> str:
    return name.strip().removeprefix("@").casefold()
