"""The text of a new item's file, proved to say what the item says before anything is written."""

from goldset.domain.findings import Severity
from goldset.domain.items import Item
from goldset.errors import ItemFileError
from goldset.stores.canonical import item_text
from goldset.stores.item_files import read_item
from goldset.stores.second_reader import confirm_read_alike


def sound_text(path: str, item: Item) -> str:
    """Return the text of an item's file, once it is proved to say what the item says.

    Args:
        path: The file, relative to the set's folder.
        item: The item.

    Raises:
        ItemFileError: It would not be a sound item, or another YAML reader would read another one.
    """
    text = item_text(item, folder_depth=path.count("/"))
    read = read_item(path, text.encode())
    errors = [finding for finding in read.findings if finding.severity is Severity.ERROR]
    if errors or read.item != item:
        message = errors[0].message if errors else "the file would not say what the item says"
        raise ItemFileError(message, errors[0].hint if errors else "use plainer characters")
    confirm_read_alike(path, text, item)
    return text
