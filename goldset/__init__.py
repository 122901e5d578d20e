"""Keep a golden set in Git, and keep it true when the corpus is re-indexed.

The public interface is what stands in `__all__`; everything else may change.

    import goldset

    golden = goldset.load("eval/help-centre")
    for standing in golden.standing().stale():
        print(standing.item.id, standing.reason)

Each name is imported when it is first used, so that `import goldset` costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from goldset.domain.items import GoldSpan, Item, Span
    from goldset.domain.resolutions import Outcome, Place, Resolution
    from goldset.domain.snapshots import Snapshot
    from goldset.domain.standing import Cause, ItemStanding, SetStanding, SpanStanding, State
    from goldset.errors import GoldsetError
    from goldset.operations.golden_set import GoldenSet, load, resolve
    from goldset.operations.resolve import ResolvedSet

__all__ = [
    "Cause",
    "GoldSpan",
    "GoldenSet",
    "GoldsetError",
    "Item",
    "ItemStanding",
    "Outcome",
    "Place",
    "Resolution",
    "ResolvedSet",
    "SetStanding",
    "Snapshot",
    "Span",
    "SpanStanding",
    "State",
    "load",
    "resolve",
]

_MODULES = {
    "goldset.domain.items": ("GoldSpan", "Item", "Span"),
    "goldset.domain.resolutions": ("Outcome", "Place", "Resolution"),
    "goldset.domain.snapshots": ("Snapshot",),
    "goldset.domain.standing": ("Cause", "ItemStanding", "SetStanding", "SpanStanding", "State"),
    "goldset.errors": ("GoldsetError",),
    "goldset.operations.golden_set": ("GoldenSet", "load", "resolve"),
    "goldset.operations.resolve": ("ResolvedSet",),
}


def __getattr__(name: str) -> Any:
    """Import a public name from where it lives."""
    for module, names in _MODULES.items():
        if name in names:
            return getattr(import_module(module), name)
    raise AttributeError(f"module 'goldset' has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return the public names."""
    return __all__
