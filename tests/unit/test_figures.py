from decimal import Decimal

import pytest

from goldset.domain.figures import figures, missing_figures


def values(text: str, language: str | None = "en") -> list[set[str]]:
    return [{str(value) for value in figure.values} for figure in figures(text, language)]


@pytest.mark.parametrize(
    ("text", "language", "value"),
    [
        ("$1,000.50", "en", "1000.50"),
        ("1.000,50 Euro", "de", "1000.50"),
        ("1.000 Euro", "de-AT", "1000"),
        ("1.5 pesos", "es-MX", "1.5"),
        ("10 000 euro", "fr", "10000"),
        ("10 000", "en", "10000"),
        ("12'500 Franken", "de-CH", "12500"),
        ("12,345,678", "en", "12345678"),
        ("٣٠ يوما", "ar", "30"),
        ("３０天", "zh", "30"),
        ("1.5 million", "en", "1500000.0"),
        ("two hundred", "en", "200"),
        ("Thirty-two", "en", "32"),
        ("-18 degrees", "en", "-18"),
        ("−18 degrees", "en", "-18"),
        ("HO-3", "en", "3"),
        ("½ cup", "en", "0.5"),
        ("09:05", "en", "9:5"),
        ("clause 7.2.1", "en", "7.2.1"),
    ],
)
def test_a_figure_is_read_by_its_value(text: str, language: str, value: str) -> None:
    assert values(text, language) == [{value}]


def test_without_a_language_both_readings_count() -> None:
    assert figures("1.000", None)[0].values == {Decimal(1), Decimal(1000)}


@pytest.mark.parametrize("text", ["", "W19x and B2B", "the tenth of them", "someone", "twentyish"])
def test_what_is_no_figure_is_none(text: str) -> None:
    assert figures(text, "en") == []


def test_figures_stand_in_order_and_sentence_marks_are_no_part_of_them() -> None:
    assert [figure.text for figure in figures("In 2026, thirty of 10-20. See 5.", "en")] == [
        "2026",
        "thirty",
        "10",
        "20",
        "5",
    ]


def test_the_same_value_in_another_form_is_not_missing() -> None:
    assert missing_figures("30 days, 1,000 dollars", ["thirty days", "$1,000.00"], "en") == []


def test_a_missing_figure_is_named_once() -> None:
    assert [f.text for f in missing_figures("2% or 2 and 7", ["7"], "en")] == ["2"]


def test_a_longer_number_does_not_hold_a_shorter_one() -> None:
    assert [f.text for f in missing_figures("7", ["1817", "7.5"], "en")] == ["7"]


def test_one_alone_is_no_figure_of_an_answer() -> None:
    assert missing_figures("Only one of them", [], "en") == []
