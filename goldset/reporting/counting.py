"""Numbers with the noun that they count."""


def count(number: int, noun: str) -> str:
    """Return a number and its noun, in the plural where it is not one: `1 document`, `0 documents`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
