"""The text of an item's file, proved to say what the item says before anything is written."""

from goldset.checks.item_rules import item_faults
from goldset.domain.findings import Severity
from goldset.domain.items import Item
from goldset.errors import ItemFileError
from goldset.stores.canonical import item_page, item_text
from goldset.stores.item_files import read_item
from goldset.stores.second_reader import confirm_read_alike
from goldset.stores.yaml_edit import REMOVED, change_fields
from goldset.stores.yaml_text import MAX_BYTES

# Characters of a text that may have more bytes than a reader takes.
_LARGE = MAX_BYTES // 4


def sound_text(path: str, item: Item) -> str:
    """Return the text of an item's file, once it is proved to say what the item says.

    Args:
        path: The file, relative to the set's folder.
        item: The item.

    Raises:
        ItemFileError: It would not be a sound item, or another YAML reader would read another one.
    """
    return _proved(path, item_text(item, folder_depth=path.count("/")), item)


def _proved(path: str, text: str, item: Item) -> str:
    read = read_item(path, text.encode())
    errors = [finding for finding in read.findings if finding.severity is Severity.ERROR]
    if errors or read.item != item:
        message = errors[0].message if errors else "the file would not say what the item says"
        raise ItemFileError(message, errors[0].hint if errors else "use plainer characters")
    confirm_read_alike(path, text, item)
    return text


class ItemProofs:
    """Proves the texts of many items: the first of each skeleton with both readers, the others by it.

    Both readers take some milliseconds for each text. A skeleton (see `canonical.Page`) is what they have to be asked
    about once: scalars that nobody can mistake do not change what the lines around them mean.
    """

    def __init__(self) -> None:
        self._proved: set[str] = set()

    def sound_text(self, path: str, item: Item) -> str:
        """Return the text of an item's file, once it is proved to say what the item says.

        Raises:
            ItemFileError: As for `sound_text`.
        """
        page = item_page(item, folder_depth=path.count("/"))
        text, skeleton = page.text, page.skeleton
        if skeleton not in self._proved or len(text) > _LARGE:
            _proved(path, text, item)
            if skeleton is not None:
                self._proved.add(skeleton)
            return text
        for fault in item_faults(path, item):
            raise ItemFileError(fault.message, fault.hint or fault.rule.hint)
        return text

    def changed_text(self, path: str, text: str, before: Item, after: Item) -> str:
        """Return a file's text as it says another item, with the comments and the layout that people gave it.

        Args:
            path: The file, relative to the set's folder.
            text: What it says.
            before: The item that it holds.
            after: The item that it is to hold.

        Raises:
            ItemFileError: As for `sound_text`, or a comment would be lost.
        """
        if text == self.sound_text(path, before):
            return self.sound_text(path, after)
        old, new = (one.model_dump(exclude_unset=True, exclude_none=True) for one in (before, after))
        names = [name for name in {**old, **new} if old.get(name) != new.get(name)]
        changed = change_fields(text, {(name,): new.get(name, REMOVED) for name in names})
        return _proved(path, changed, after)
