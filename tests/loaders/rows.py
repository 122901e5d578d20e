"""Rows that tools stumble over: templates, names of files, bars, quotes, several lines, no answer."""

from goldset.domain.set_rows import Evidence, SetRow

AWKWARD = (
    SetRow(
        number=1,
        question='What does "{{name}}" | {% if %} cost, 5 €?',
        ref="templates",
        gold_answer="{{nothing}}, said Ana",
        answerable=True,
        evidence=(
            Evidence("A bar | in a text.", "prices/a.md", start=3, end=21, grade=2, groups=("g",)),
            Evidence("Two\nlines,\n\nand a blank one.", "prices/b.md"),
        ),
        details={
            "must_include": ["said Ana"],
            "must_not_include": ["{{x}}"],
            "split": "dev",
            "tags": ["a,b"],
        },
    ),
    SetRow(
        number=2,
        question="file://is/no/file.txt — what is it?",
        ref="0012",
        gold_answer="=1+1",
        answerable=True,
        evidence=(Evidence("Zwölf 😀.", "prices/a.md", coarse="chunk"),),
        details={"split": "test"},
    ),
    SetRow(
        number=3,
        question="Which of both\nis right?",
        ref="12",
        answerable=False,
        near=(Evidence("Neither.", "prices/b.md"),),
        details={"abstain_reason": "not_in_corpus"},
    ),
)
