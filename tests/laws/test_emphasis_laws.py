"""Emphasis marks pair up as a plain walk over all that are open pairs them, however fast they are found."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from goldset.resolution.emphasis import _faces, _runs, mark_emphasis
from goldset.resolution.marks import Markup

TEXTS = st.text(st.sampled_from("**__ab1 .\n\\"), max_size=40)


def hidden(raw: str) -> list[int]:
    """Return which characters vanish, by looking at every run that is open each time one closes."""
    found = []
    for paragraph in re.finditer(r"(?:(?!\n[ \t>]*\n).)+", raw, re.DOTALL):
        open_runs: list[list[int]] = []  # of each, where what is left of it begins and ends
        for start, end in _runs(raw):
            if not paragraph.start() <= start < paragraph.end():
                continue
            opens, closes = _faces(raw, start, end)
            at = start
            while closes and at < end:
                same = [n for n, (first, _) in enumerate(open_runs) if raw[first] == raw[start]]
                if not same:
                    break
                other = open_runs[same[-1]]
                length = min(other[1] - other[0], end - at)
                found += [*range(other[1] - length, other[1]), *range(at, at + length)]
                other[1] -= length
                at += length
                del open_runs[same[-1] + (other[1] > other[0]) :]
            if opens and at < end:
                open_runs.append([at, end])
    return sorted(found)


@settings(deadline=None, max_examples=300)
@given(TEXTS)
def test_marks_pair_with_the_nearest_that_are_open(raw: str) -> None:
    markup = Markup(len(raw))
    mark_emphasis(raw, markup)
    assert [at for at, gone in enumerate(markup.drop) if gone] == hidden(raw)
