import pytest

from goldset.checks.wording import named_documents, repeated_wording
from goldset.domain.findings import Severity
from tests.unit.checked_set import a_set, item, span


def codes(question: str, text: str = "x", doc_id: str = "parcels.md") -> list[str]:
    checked = a_set(item(question=question, **span(text=text, doc_id=doc_id)))
    return [fault.rule.code for fault in (*named_documents(checked), *repeated_wording(checked))]


PASSAGE = "A lost parcel may be claimed for 30 days after posting, with the receipt at hand."


@pytest.mark.parametrize(
    "question",
    [
        "What may a lost parcel be claimed for 30 days after posting?",
        "After posting, with the receipt at hand, how long is it?",
        "A LOST parcel may be  claimed for 30 days after posting?",
    ],
)
def test_a_question_made_of_its_passage_is_a_warning(question: str) -> None:
    assert codes(question, PASSAGE) == ["GS158"]


@pytest.mark.parametrize(
    "question",
    [
        "Wäre die Größe eines Straßenbriefs wichtig?",
        "Как долго ждать посылку, если она потерялась?",
        "How long may I claim for a parcel that got lost?",
        "How long may a lost parcel be claimed for?",
        "What is meant by “may be claimed for 30 days after posting, with the receipt”, please?",
        "Lost parcel?",
        "A lost parcel may be claimed, says my neighbour, but can I claim for a letter that never came, too?",
    ],
)
def test_a_question_in_a_persons_own_words_is_none(question: str) -> None:
    assert codes(question, PASSAGE) == []


def test_the_share_is_said() -> None:
    (fault,) = repeated_wording(a_set(item(question=PASSAGE, **span(text=PASSAGE))))
    assert fault.rule.severity is Severity.WARNING
    assert fault.message.startswith("`question` repeats its passage: 100% of its word runs")


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        ("包裹丢失后三十天内可以索赔吗？", "包裹丢失后三十天内可以索赔。", ["GS158"]),
        ("寄丢的东西多久之内还能要求赔偿？", "包裹丢失后三十天内可以索赔。", []),
        ("พัสดุที่สูญหายเรียกร้องได้ไหม", "พัสดุที่สูญหายเรียกร้องได้", ["GS158"]),
    ],
)
def test_scripts_without_spaces_are_compared_by_characters(
    question: str, text: str, expected: list[str]
) -> None:
    assert codes(question, text) == expected


@pytest.mark.parametrize(
    ("question", "doc_id"),
    [
        ("What does policies/us/plus.md say of hail?", "policies/us/plus.md"),
        ("What does Plus.MD say?", "policies/us/plus.md"),
        ("What is in KB-1042?", "KB-1042"),
        ("What is in kb-1042, please?", "help/KB-1042.html"),
        ("See 104233?", "104233.html"),
        ("What does lost_parcels say?", "lost_parcels.md"),
    ],
)
def test_a_question_that_names_its_document_is_a_warning(question: str, doc_id: str) -> None:
    assert codes(question, doc_id=doc_id) == ["GS157"]


@pytest.mark.parametrize(
    ("question", "doc_id"),
    [
        ("Do parcels get lost?", "parcels.md"),
        ("Is KB-10423 mine?", "KB-1042"),
        ("Since 2026?", "2026.md"),
        ("What about harbour plus?", "harbour-plus.md"),
    ],
)
def test_words_that_people_use_name_no_document(question: str, doc_id: str) -> None:
    assert codes(question, doc_id=doc_id) == []
