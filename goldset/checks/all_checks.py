"""Every check, in the order of the codes."""

from goldset.checks import answers, eligibility, frozen, neighbours, passages, questions, sizes, wording
from goldset.checks.base import Check, CheckedSet
from goldset.domain.findings import Fault

CHECKS: tuple[Check, ...] = (
    neighbours.replacements,
    neighbours.variants,
    questions.repeated_questions,
    passages.places,
    passages.short_quotes,
    passages.repeated_spans,
    answers.required_texts,
    answers.forbidden_texts_in_spans,
    answers.unproved_figures,
    answers.missing_reasons,
    wording.named_documents,
    wording.repeated_wording,
    frozen.reviews,
    frozen.leaked_passages,
    eligibility.eligible_documents,
    neighbours.sources,
    neighbours.owners,
    neighbours.gates,
    sizes.small_slices,
    sizes.unattainable_gates,
    neighbours.people,
    neighbours.documents,
)


def check_set(checked: CheckedSet) -> list[Fault]:
    """Return the faults that every check finds."""
    return [fault for check in CHECKS for fault in check(checked)]
