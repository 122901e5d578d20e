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
        ("Hail is covered only if it is reported.", "Hail is covered", "ends before “only”"),
        ("Hail is covered, but only from May.", "Hail is covered", "ends before “but”"),
        ("Hail is covered, but only from May.", "Hail is covered,", "ends before “but”"),
        ("Hail is **covered** except on roofs.", "Hail is **covered**", "ends before “except”"),
        ("Cancel within 14 days if it is unused.", "Cancel within 14 days", "ends before “if”"),
        ("Hail is covered\nuntil May.", "Hail is covered", "ends before “until”"),
        ("Hail cover\nIf it hails, call us.", "Hail cover", ""),
        ("## Hail cover\nuntil May it holds.", "Hail cover", ""),
        ("Hail is covered. If it hails, call us.", "Hail is covered", ""),
        ("We pay at least 500 euros.", "500 euros.", "begins behind “at least”"),
        ("We pay up to $500 a year.", "$500 a year.", "begins behind “up to”"),
        ("Write within thirty days.", "thirty days.", "begins behind “Write within”"),
        ("You have to write in thirty days.", "write in thirty days.", ""),
        ("Only members may park here.", "members may park here.", "begins behind “Only”"),
        ("Members may only park here.", "park here.", "begins behind “only”"),
        ("The fee is 500 euros.", "500 euros.", ""),
        ("We pay a maximum of 500 euros.", "500 euros.", "begins behind “maximum of”"),
        ("Write within thirty, not sixty, days.", "thirty, not sixty, days.", "begins behind “Write within”"),
        ("It lasts at most thirty; then ask.", "thirty; then ask.", "begins behind “at most”"),
        ("It lasts at most thirty: no more.", "thirty: no more.", "begins behind “at most”"),
        ("It lasts at most thirty. Then ask.", "thirty. Then ask.", "begins behind “at most”"),
        ("It is under repair.", "repair.", ""),
        ("Hail is _not_ covered here.", "covered here.", "begins behind “not”"),
        ("Hail is `not` covered here.", "covered here.", "begins behind “not”"),
        ("Hail is covered *except* on roofs.", "Hail is covered", "ends before “except”"),
        ("Hail is covered _except_ on roofs.", "Hail is covered", "ends before “except”"),
        ("Hail is covered `except` on roofs.", "Hail is covered", "ends before “except”"),
        ("Hail is covered EXCEPT on roofs.", "Hail is covered", "ends before “EXCEPT”"),
        ("Hail is covered—except on roofs.", "Hail is covered", "ends before “except”"),
        ("Hail is covered – except on roofs.", "Hail is covered", "ends before “except”"),
        ("Hail is covered - except on roofs.", "Hail is covered", "ends before “except”"),
        ("Hail is covered -- except on roofs.", "Hail is covered", "ends before “except”"),
        ("Hail is covered--except on roofs.", "Hail is covered", "ends before “except”"),
        ("Ask for the hail-only policy.", "Ask for the hail", "ends inside a word"),
        ("Hail is covered here in May.", "Hail is covered", ""),
        ("Hail is covered unless it is late.", "Hail is covered ", "ends before “unless”"),
        ("", "", ""),
    ],
)
def test_words_beside_a_passage_that_turn_it_round_are_named(document: str, passage: str, why: str) -> None:
    start = document.index(passage)
    assert why_cut(document, start, start + len(passage), "en", is_chunk=False) == why


@pytest.mark.parametrize(
    ("document", "passage", "why"),
    [
        ("# Hail\n\nWe do not\ncover hail.", "cover hail.", "begins behind “not”"),
        ("# Hail\n\nIt pays. Hail is covered unless it is late.", "Hail is covered", "ends before “unless”"),
        ("## What is not covered\n\nHail.", "covered", "begins behind “not”"),
        ("Rain is late. Hail is covered unless it is late.", "Hail is covered", "ends before “unless”"),
        ("Hail is not covered. " + "It hails in May. " * 9, "covered. It hails", "begins behind “not”"),
        ("It hails in May. " * 9 + "Hail is not covered.", "covered.", "begins behind “not”"),
        ("It hails in May. " * 9 + "Pay within thirty days.", "thirty days.", "begins behind “Pay within”"),
        ("Plan B 不包括冰雹。", "包括冰雹。", "begins behind “不”"),
        ("冰雹赔偿不适用。", "冰雹赔偿", "ends before “不”"),
        ("我们超过多数人。", "多数人。", ""),
    ],
)
def test_they_are_found_wherever_in_a_document_the_passage_stands(
    document: str, passage: str, why: str
) -> None:
    start = document.index(passage)
    assert why_cut(document, start, start + len(passage), "en", is_chunk=False) == why


@pytest.mark.parametrize(
    ("language", "why"),
    [
        ("de", "ends before “vor”"),
        ("de-AT", "ends before “vor”"),
        ("DE", "ends before “vor”"),
        ("en", ""),
        (None, ""),
    ],
)
def test_a_word_that_limits_in_one_language_alone_is_asked_by_the_document_s(
    language: str | None, why: str
) -> None:
    document = "Melden Sie den Hagel vor dem ersten Mai."
    assert why_cut(document, 0, len("Melden Sie den Hagel"), language, is_chunk=False) == why
    after = document.replace("vor", "VOR")
    assert why_cut(after, 0, len("Melden Sie den Hagel"), language, is_chunk=False) == why.replace(
        "vor", "VOR"
    )


@pytest.mark.parametrize(
    ("language", "document", "passage", "why"),
    [
        ("ru", "Град не покрывается полисом.", "покрывается полисом.", "begins behind “не”"),
        ("ru", "Мы платим, если град крупный.", "Мы платим", "ends before “если”"),
        ("ru", "Срок не менее 30 дней.", "30 дней.", "begins behind “не”"),
        ("nl", "Hagel is niet gedekt.", "gedekt.", "begins behind “niet”"),
        ("nl", "Wij betalen tenzij het te laat is.", "Wij betalen", "ends before “tenzij”"),
        ("nl", "Minstens 30 dagen.", "30 dagen.", "begins behind “Minstens”"),
        ("sv", "Hagel ersätts inte här.", "Hagel ersätts", "ends before “inte”"),
        ("da", "Hagl er ikke dækket.", "dækket.", "begins behind “ikke”"),
        ("nb", "Hagl dekkes ikke.", "Hagl dekkes", "ends before “ikke”"),
        ("pt", "O granizo não está coberto.", "está coberto.", "begins behind “não”"),
        ("pt", "Pagamos se avisar cedo.", "Pagamos", "ends before “se”"),
        ("es", "El granizo no está cubierto.", "está cubierto.", "begins behind “no”"),
        ("es", "Pagamos al menos 500 euros.", "500 euros.", "begins behind “al menos”"),
        ("es", "Pagamos salvo en mayo.", "Pagamos", "ends before “salvo”"),
        ("it", "La grandine non è coperta.", "è coperta.", "begins behind “non”"),
        ("it", "Paghiamo solo in maggio.", "Paghiamo", "ends before “solo”"),
        ("fr", "Nous payons sauf en mai.", "Nous payons", "ends before “sauf”"),
        ("de", "Wir zahlen höchstens 500 Euro.", "500 Euro.", "begins behind “zahlen höchstens”"),
        ("de", "Wir zahlen, sofern Sie früh melden.", "Wir zahlen", "ends before “sofern”"),
        ("pl", "Grad nie jest objęty.", "jest objęty.", "begins behind “nie”"),
        ("pl", "Płacimy tylko w maju.", "Płacimy", "ends before “tylko”"),
        ("zh", "我们最多 500 元。", "500 元。", "begins behind “最多”"),
        ("zh", "请在30天以内通知我们。", "请在30天", "ends before “以内”"),
        ("ja", "雹は補償されません。", "雹は補償され", "ends before “ません”"),
        ("ja", "雹は30日以内に限り補償されます。", "雹は30日", "ends before “以内”"),
        ("zh", "冰雹可以赔偿，但屋顶除外。", "冰雹可以赔偿", "ends before “但”"),
        ("zh", "冰雹可以赔偿，但屋顶除外。", "冰雹可以赔偿，", "ends before “但”"),
        ("zh", "冰雹可以赔偿（仅限五月）。", "冰雹可以赔偿", "ends before “仅”"),
        ("zh", "费用为 500 EUR，除非另有约定。", "费用为 500 EUR", "ends before “除非”"),
        ("zh", "冰雹可以赔偿。但屋顶除外。", "冰雹可以赔偿", ""),
        ("ja", "雹は補償されます、ただし屋根を除きます。", "雹は補償されます", "ends before “ただし”"),
        ("ja", "雹は補償されます（5月）。", "雹は補償されます", ""),
        ("ar", "لا نغطي البرد.", "نغطي البرد.", "begins behind “لا”"),
        ("ar", "نغطي البرد إلا في مايو.", "نغطي البرد", "ends before “إلا”"),
        ("ar", "نغطي البرد، إلا في مايو.", "نغطي البرد", "ends before “إلا”"),
        ("ar", "نغطي البرد، إلا في مايو.", "نغطي البرد،", "ends before “إلا”"),
    ],
)
def test_they_are_known_in_the_languages_of_many_corpora(
    language: str, document: str, passage: str, why: str
) -> None:
    start = document.index(passage)
    assert why_cut(document, start, start + len(passage), language, is_chunk=False) == why
    whole = why_cut(document, 0, len(document), language, is_chunk=False)
    assert whole == ""


def test_a_chunk_may_begin_and_end_anywhere_but_inside_a_figure() -> None:
    document = "Hail damage is not covered. It costs $500."
    assert why_cut(document, document.index("covered"), len(document), "en", is_chunk=True) == ""
    assert why_cut(document, 0, document.index("00."), "en", is_chunk=True) == "ends inside a figure"
