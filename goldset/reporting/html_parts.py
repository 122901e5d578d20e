"""Parts of a page of one's own: elements that escape what they hold, and tables that say what they are."""

from collections.abc import Iterable, Sequence
from html import escape

from goldset.reporting.quoting import visible


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


Part = str | Markup


def text(content: Part) -> Markup:
    """Return content as HTML: markup as it is, anything else with nothing hidden in it and escaped."""
    return content if isinstance(content, Markup) else Markup(escape(visible(content)))


def tag(name: str, *content: Part, **attributes: str | float) -> Markup:
    """Return an element; a trailing `_` in an attribute's name is dropped, and other ones become `-`."""
    listed = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(str(value), quote=True)}"'
        for key, value in attributes.items()
    )
    return Markup(f"<{name}{listed}>{''.join(map(text, content))}</{name}>")


def join(parts: Iterable[Part]) -> Markup:
    """Return parts one after the other."""
    return Markup("".join(map(text, parts)))


def table(
    caption: str, head: Sequence[str], rows: Iterable[Sequence[Part]], numbers: Sequence[int] = ()
) -> Markup:
    """Return a table whose first column names its rows.

    Args:
        caption: What the table says, for those who do not see the heading above it.
        head: Titles of the columns.
        rows: The cells.
        numbers: Columns, from 0, that hold numbers.
    """
    titles = join(
        tag("th", title, scope="col", class_="number") if n in numbers else tag("th", title, scope="col")
        for n, title in enumerate(head)
    )
    said = tag("caption", tag("span", caption, class_="heard"))
    body = join(_row(row, numbers) for row in rows)
    return tag(
        "div",
        tag("table", said, tag("thead", tag("tr", titles)), tag("tbody", body)),
        class_="scroll",
        tabindex="0",
        role="region",
        aria_label=caption,
    )


def _row(cells: Sequence[Part], numbers: Sequence[int]) -> Markup:
    first, *rest = cells
    made = [tag("th", first, scope="row")]
    made += [
        tag("td", c, class_="number") if n in numbers else tag("td", c) for n, c in enumerate(rest, start=1)
    ]
    return tag("tr", *made)


def page(title: str, style: str, *content: Part) -> str:
    """Return a whole page that loads nothing and runs nothing."""
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    head = join(
        (
            Markup('<meta charset="utf-8">'),
            Markup('<meta name="viewport" content="width=device-width, initial-scale=1">'),
            Markup(f'<meta http-equiv="Content-Security-Policy" content="{policy}">'),
            Markup('<link rel="icon" href="data:,">'),
            tag("title", title),
            Markup(f"<style>{style}</style>"),
        )
    )
    return f'<!doctype html>\n<html lang="en">{tag("head", head)}{tag("body", *content)}</html>\n'
