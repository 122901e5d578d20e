"""The sections of a document: what stands between one heading and the next."""

from goldset.domain.corpus_use import Section
from goldset.resolution.units import Heading, find_headings, front_matter_end


def sections_of(text: str) -> list[Section]:
    """Return the sections of a text in order; a heading with nothing below it but another heading is none.

    Front matter is no section. What stands above the first heading is one of its own, without a path.
    """
    start = front_matter_end(text)
    headings = find_headings(text)
    ends = [*(heading.start for heading in headings[1:]), len(text)]
    found = [_section(text, (), start, start, headings[0].start if headings else len(text))]
    path: list[Heading] = []
    for heading, end in zip(headings, ends, strict=True) if headings else ():
        path = [above for above in path if above.level < heading.level] + [heading]
        found.append(_section(text, tuple(one.text for one in path), heading.start, heading.end, end))
    return [section for section in found if section.chars]


def _section(text: str, path: tuple[str, ...], start: int, body: int, end: int) -> Section:
    return Section(path, start, end, len(text[body:end].strip()))
