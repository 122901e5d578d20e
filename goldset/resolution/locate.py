"""Where a quote stands in the text in which a person confirmed it, and what an item stores about that."""

from dataclasses import dataclass
from typing import Any

from goldset.domain.items import GoldSpan, NearSpan
from goldset.resolution.describe import describe, find_exact


@dataclass(frozen=True, slots=True)
class QuotePlace:
    """Where a quote stands.

    Attributes:
        at: Offset of the one place that fits; None where none does, or several do.
        places: Every offset at which the text stands.
    """

    at: int | None
    places: tuple[int, ...]


def find_quote(quote: GoldSpan | NearSpan, text: str) -> QuotePlace:
    """Return the place of a quote: its own offsets where they hold it, else the only one that fits.

    The quote decides, never the offsets alone. Of several places one fits where it alone stands between the
    stored prefix and suffix.
    """
    places = tuple(find_exact(text, quote.text))
    if quote.start in places and quote.end == quote.start + len(quote.text):
        return QuotePlace(quote.start, places)
    fitting = [at for at in places if len(places) == 1 or _between(quote, text, at)]
    return QuotePlace(fitting[0] if len(fitting) == 1 else None, places)


def located_fields(quote: GoldSpan | NearSpan, text: str, at: int) -> dict[str, Any]:
    """Return the fields of an entry that its place fills in or corrects, and nothing that agrees with it.

    Context that a person stored is kept where it stands beside the quote.
    """
    end = at + len(quote.text)
    fields: dict[str, Any] = {"start": at, "end": end}
    if isinstance(quote, GoldSpan):
        found = describe(text, at, end)
        keeps_prefix = quote.prefix is not None and text.endswith(quote.prefix, 0, at)
        keeps_suffix = quote.suffix is not None and text.startswith(quote.suffix, end)
        fields |= {
            "prefix": quote.prefix if keeps_prefix else found.prefix or None,
            "suffix": quote.suffix if keeps_suffix else found.suffix or None,
            "section": list(found.section if quote.section is None else quote.section) or None,
            "occurrences": found.occurrences,
        }
    has = quote.model_dump(mode="json")
    return {name: value for name, value in fields.items() if value is not None and has[name] != value}


def _between(quote: GoldSpan | NearSpan, text: str, at: int) -> bool:
    if not isinstance(quote, GoldSpan) or not (quote.prefix or quote.suffix):
        return False
    prefix, suffix = quote.prefix or "", quote.suffix or ""
    return text.endswith(prefix, 0, at) and text.startswith(suffix, at + len(quote.text))
