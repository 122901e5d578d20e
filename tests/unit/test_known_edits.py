"""Edits of known meaning on real pages: none that changes a meaning is accepted, and the harmless ones are."""

from collections import defaultdict
from collections.abc import Mapping
from functools import cache

import pytest

from tests.bench.cases import REGISTRY, Case, Verdict
from tests.bench.material import HELP_CENTRE, Library, read_library
from tests.bench.mutate import judge, make_cases, parse
from tests.bench.templates import read_templates

KINDS = sorted({k.name for k in REGISTRY} | {t.kind for t in read_templates()[0]})
# Harmless edits for which a person is asked all the same: so many cases of a kind.
ASKED = {
    "Chinese, same words": 1,
    "Oxford comma": 2,
    "case of a word": 1,
    "heading number": 1,
    "numbers for list marks": 1,
    "sentence end mark": 1,
    "spelling pair": 2,
}


@cache
def library() -> Library:
    return read_library([HELP_CENTRE])


@cache
def cases() -> Mapping[str, list[Case]]:
    by_kind = defaultdict(list)
    for case in make_cases(library(), parse(["--per-kind", "1"])):
        by_kind[case.kind].append(case)
    return by_kind


@pytest.mark.parametrize("kind", KINDS)
def test_an_edit_is_accepted_only_where_its_kind_is_harmless(kind: str) -> None:
    judged = [judge(case, library(), kept=kept) for case in cases()[kind] for kept in (True, False)]
    assert [(j.case.cut.quote, j.kept, j.resolution) for j in judged if j.faulty] == []
    harmless = [j for j in judged if j.kept and j.case.verdict is Verdict.ACCEPT]
    asked = [(j.case.cut.quote, j.resolution) for j in harmless if j.result != "right"]
    assert len(asked) <= ASKED.get(kind, 0), asked
