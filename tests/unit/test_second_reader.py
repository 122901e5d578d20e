"""What goldset writes is shown to another YAML reader first."""

import pytest

from goldset.domain.items import Item
from goldset.errors import ItemFileError
from goldset.stores.canonical import item_text
from goldset.stores.second_reader import confirm_read_alike

ITEM = Item.model_validate(
    {
        "id": "1e3",
        "question": "no",
        "slice": "0x1F",
        "answerable": False,
        "abstain_reason": "ambiguous",
        "tags": ["1:30"],
    }
)


def test_what_is_written_canonically_is_read_alike() -> None:
    confirm_read_alike("items/a.yaml", item_text(ITEM), ITEM)


@pytest.mark.parametrize("bare", ["1e3", "0x1F"])
def test_a_value_that_another_reader_takes_for_a_number_is_refused(bare: str) -> None:
    text = item_text(ITEM).replace(f'"{bare}"', bare)
    assert f'"{bare}"' not in text
    with pytest.raises(ItemFileError, match=r"items/a\.yaml would be read differently"):
        confirm_read_alike("items/a.yaml", text, ITEM)


def test_text_that_is_no_yaml_for_the_other_reader_is_refused() -> None:
    with pytest.raises(ItemFileError):
        confirm_read_alike("items/a.yaml", "id: [1", ITEM)
