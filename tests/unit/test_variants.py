"""Items that ask again what another item asks."""

from goldset.checks.neighbours import variants
from goldset.checks.questions import repeated_questions
from tests.unit.checked_set import a_set, item


def messages(*said: dict[str, str]) -> list[str]:
    return [fault.message for fault in variants(a_set(*(item(**fields) for fields in said)))]


def test_a_variant_names_an_item_of_the_set() -> None:
    assert messages({"id": "a"}, {"id": "b", "variant_of": "a"}) == []
    assert messages({"id": "b", "variant_of": "a"}) == ["`variant_of` is a, and there is no such item"]


def test_a_variant_is_of_one_base_and_never_of_itself() -> None:
    assert messages({"id": "a", "variant_of": "a"}) == ["`variant_of` names the item itself"]
    chain = [{"id": "a"}, {"id": "b", "variant_of": "a"}, {"id": "c", "variant_of": "b"}]
    assert messages(*chain) == ["`variant_of` is b, which is a variant of a itself"]


def test_asking_the_same_again_on_purpose_is_no_repetition() -> None:
    question = "How long may a lost parcel be claimed for please?"
    twice = [item(id="a"), item(id="b", question=question)]
    assert list(repeated_questions(a_set(*twice))) != []
    assert list(repeated_questions(a_set(twice[0], item(id="b", question=question, variant_of="a")))) == []
