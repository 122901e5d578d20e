"""A second opinion on what goldset is about to write: another YAML reader must read the same item.

goldset reads YAML 1.1 events by its own schema; ruamel.yaml types scalars by the rules of YAML 1.2. What both
read alike is safe with the editors and pipelines that read the set without goldset.
"""

from pydantic import ValidationError
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from goldset.domain.items import Item
from goldset.errors import ItemFileError


def confirm_read_alike(path: str, text: str, item: Item) -> None:
    """Do nothing where a YAML 1.2 reader reads this item in a text.

    Raises:
        ItemFileError: It reads another one, or none.
    """
    try:
        other = Item.model_validate(YAML(typ="safe", pure=True).load(text))
    except (YAMLError, ValidationError, ValueError):
        other = None
    if other != item:
        raise ItemFileError(
            f"{path} would be read differently by another YAML reader, and was left as it is",
            "quote its values by hand, and please report the file",
        )
