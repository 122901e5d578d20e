"""What an answer says and does not say."""

import pytest

from goldset.domain.mentions import unsaid


@pytest.mark.parametrize(
    ("answer", "wanted", "language"),
    [
        ("The minimum is $1000 per claim.", "$1,000", "en"),
        ("The minimum is $1,000.00.", "$1000", "en"),
        ("It is 1,000 dollars.", "$1,000", "en"),
        ("It is USD 1,000.", "$1,000", "en"),
        ("It is US$1,000.", "$1,000", "en"),
        ("It is $1 million.", "$1,000,000", "en"),
        ("Es sind €1,000.", "1.000 €", "de"),
        ("Es sind 1000 Euro.", "1.000 €", "de"),
        ("It is 1.000,50 €", "€1,000.50", "en"),
        ("A deductible of 2 % applies.", "2%", "en"),
        ("A deductible of two percent applies.", "2%", "en"),
        ("within thirty days", "30 days", "en"),
        ("**$1,000** per claim", "$1,000 per claim", "en"),
        ("a so-called “follow-up” visit", 'so called "follow up" visit', "en"),
        ("Refunds are paid.", "refund", "en"),
        ("THE  POLICY\nPERIOD", "policy period", "en"),
        ("Cafe\u0301 au lait", "caf\u00e9", "fr"),
        ("la part de l’assuré", "assuré", "fr"),
        ("the insured's share", "insured", "en"),
        ("保险金额为５万元。", "50000元", "zh"),
        ("保险不包括洪水造成的损失。", "不包括洪水", "zh"),
        ("ความคุ้มครองเริ่มในวันถัดไป", "เริ่มในวัน", "th"),
        ("والتغطية تبدأ غدا", "التغطية", "ar"),
        ("보험에서 제외됩니다", "보험", "ko"),
        ("It costs $500.", "500", "en"),
        ("—", "—", "en"),
        ("call W19x", "w19X", "en"),
    ],
)
def test_an_answer_says_the_same_in_another_form(answer: str, wanted: str, language: str) -> None:
    assert unsaid(answer, [wanted], language) == []


@pytest.mark.parametrize(
    ("answer", "wanted", "language"),
    [
        ("A deductible of 12% applies.", "2%", "en"),
        ("It costs $500.", "5", "en"),
        ("It costs 500 euros.", "$500", "en"),
        ("It costs C$500.", "$500", "en"),
        ("It is 1,500 kg.", "1.500 kg", "de"),
        ("It is $1,000.", "$100", "en"),
        ("It is 2 years.", "2%", "en"),
        ("We do not know.", "no", "en"),
        ("It is nonrefundable.", "refundable", "en"),
        ("That costs nothing: kostenlos.", "kosten", "de"),
        ("You can't cancel.", "can", "en"),
        ("a harmless thing", "harm", "en"),
        ("It is -5 degrees.", "5 degrees", "en"),
        ("The 15 of them.", "5", "en"),
        ("15日以内", "5日", "ja"),
        ("5万円", "5円", "ja"),
        ("", "$500", "en"),
        ("...", "—", "en"),
        ("the policy. Period two", "policy two", "en"),
    ],
)
def test_an_answer_does_not_say_what_only_looks_alike(answer: str, wanted: str, language: str) -> None:
    assert unsaid(answer, [wanted], language) == [wanted]
