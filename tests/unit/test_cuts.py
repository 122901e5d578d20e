import pytest

from goldset.resolution.cuts import why_cut


@pytest.mark.parametrize(
    ("document", "passage", "why"),
    [
        ("Hail damage is not covered here.", "covered here.", "begins behind “not”"),
        ("Hail damage is **not** covered here.", "covered here.", "begins behind “not”"),
        ("Hail damage will not be\ncovered here.", "covered here.", "begins behind “not”"),
        ("We don’t cover hail.", "cover hail.", "begins behind “don't”"),
        ("Hagel ist nicht gedeckt.", "gedeckt.", "begins behind “nicht”"),
        ("Hagel deckt die Police nicht.", "Hagel deckt die Police", "ends before “nicht”"),
        ("我们不可以退款给您。", "可以退款", "begins behind “不”"),
        ("Hail is covered unless it is late.", "Hail is covered", "ends before “unless”"),
        ("Deposits are non-refundable.", "refundable.", "ends inside a word"),
        ("Hail is not late. It is covered.", "It is covered.", ""),
        ("Do not wait.\n\nIt is covered.", "It is covered.", ""),
        ("What we do not pay\n\nHail is covered.", "Hail is covered.", ""),
        ("# Exclusions\nHail is covered.", "Hail is covered.", ""),
        ("- what is late, not\n- hail to roofs", "hail to roofs", ""),
        ("* hail to roofs\n* prevents forks", "hail to roofs", ""),
        ("Hail is not covered.", "Hail is not covered.", ""),
        ("Hail is covered. Not so rain.", "Hail is covered.", ""),
        ("", "", ""),
    ],
)
def test_words_beside_a_passage_that_turn_it_round_are_named(document: str, passage: str, why: str) -> None:
    start = document.index(passage)
    assert why_cut(document, start, start + len(passage), "en", is_chunk=False) == why


def test_a_chunk_may_begin_and_end_anywhere_but_inside_a_figure() -> None:
    document = "Hail damage is not covered. It costs $500."
    assert why_cut(document, document.index("covered"), len(document), "en", is_chunk=True) == ""
    assert why_cut(document, 0, document.index("00."), "en", is_chunk=True) == "ends inside a figure"
