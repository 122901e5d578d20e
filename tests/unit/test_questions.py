"""What an answer says depends on the question above it: the same words below another one are asked about."""

import pytest

from goldset.domain.resolutions import Outcome
from tests.resolving import label, resolve

ANSWER = "Yes, within ten days of the day on which you have got it."
PAGE = "# Returns\n\nWe take back many things.\n\nAsk at the desk.\n\n{}\n\n## Contact\n\nThe desk is open.\n"
INLINE = "**{question}** {answer}"
FORMS = [
    "### {question}\n\n{answer}",
    "**{question}**\n\n{answer}",
    "{question}\n\n{answer}",
    INLINE,
    "Q: {question}\n\nA: {answer}",
    "<details>\n<summary>{question}</summary>\n\n{answer}\n\n</details>",
    "### {question}\n\nGood news.\n\n{answer}",
]


def outcome(form: str, before: str, after: str, *, kept: bool = True) -> Outcome:
    old, new = ({"p": PAGE.format(form.format(question=q, answer=ANSWER))} for q in (before, after))
    found = resolve(old, new, label(old, "p", ANSWER), kept=kept)
    assert found.accepted is (found.outcome in {Outcome.UNCHANGED, Outcome.MOVED})
    return found.outcome


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "other", ["Can I return a film?", "Can I send in batteries?", "Kann ich Filme zurückgeben?"]
)
@pytest.mark.parametrize("kept", [True, False])
def test_another_question_is_asked_about(form: str, other: str, *, kept: bool) -> None:
    before, after = "Can I return a book?", other
    assert outcome(form, before, after, kept=kept) in {Outcome.CONTEXT_CHANGED, Outcome.SCOPE_CHANGED}
    assert outcome(form, after, before, kept=kept) in {Outcome.CONTEXT_CHANGED, Outcome.SCOPE_CHANGED}


@pytest.mark.parametrize("form", [form for form in FORMS if form != INLINE])
@pytest.mark.parametrize(
    "other", ["Can I return books?", "Can I return my book?", "Can I return a book to you?"]
)
def test_the_same_question_in_other_forms_of_its_words_is_not(form: str, other: str) -> None:
    assert outcome(form, "Can I return a book?", other) in {Outcome.UNCHANGED, Outcome.MOVED}


def test_questions_that_were_swapped_are_asked_about() -> None:
    page = (
        "# Returns\n\n### Can I return a {}?\n\n"
        + ANSWER
        + "\n\n### Can I return a {}?\n\nNo, we are sorry.\n"
    )
    old, new = {"p": page.format("book", "gift card")}, {"p": page.format("gift card", "book")}
    assert not resolve(old, new, label(old, "p", ANSWER)).accepted


def test_what_is_no_question_on_one_of_the_sides_is_left_to_the_other_checks() -> None:
    for form in FORMS[:3]:
        assert outcome(form, "Returning a book", "Returning a film") in {Outcome.UNCHANGED, Outcome.MOVED}
        assert outcome(form, "Can I return a book?", "Returning books") in {Outcome.UNCHANGED, Outcome.MOVED}
