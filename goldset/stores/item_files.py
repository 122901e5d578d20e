"""Items and their files: one YAML file each, read with every fault of every file."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pydantic import ValidationError

from goldset.checks.item_rules import item_faults, name_faults
from goldset.domain import rules
from goldset.domain.collector import without_collector
from goldset.domain.findings import Fault, Finding, Loc, Severity, in_order
from goldset.domain.items import Item
from goldset.stores.field_types import record_type
from goldset.stores.file_findings import findings_of
from goldset.stores.moulds import Moulds
from goldset.stores.plain_data import plain_data
from goldset.stores.schema_faults import schema_faults
from goldset.stores.trees import Tree
from goldset.stores.yaml_nodes import Mapping, Scalar, find
from goldset.stores.yaml_reader import Reading, read_yaml
from goldset.stores.yaml_text import MAX_BYTES, SourceText, TextFault, decode, place

FOLDER = "items"
SUFFIX = ".yaml"
# Names that a person may take for an item, and that nothing would read.
_LOOKALIKES = (".yml", ".yaml", ".json", ".jsonl", ".yaml~", ".yaml.orig", ".yaml.rej", ".yaml.bak", ".yml~")


@dataclass(frozen=True, slots=True)
class ItemFile:
    """One file of `items/`.

    Attributes:
        path: Path below the set's folder, with `/`.
        text: What the file says, to the last character; what is not UTF-8 stands as U+FFFD.
        item: The item; None where the file has an error.
        id: The item's id as far as the file could be read, else None.
        slice: The item's slice, likewise.
        findings: What is wrong inside the file.
    """

    path: str
    text: str
    item: Item | None
    id: str | None = None
    slice: str | None = None
    findings: tuple[Finding, ...] = ()

    def place(self, loc: Loc) -> tuple[int, int]:
        """Return line and column, from 1, of a field: of its key, or of what holds it where it is absent."""
        return _place(self.reading(), loc)

    def placed(self, faults: Iterable[Fault]) -> list[Finding]:
        """Return faults of this file as findings at their lines; the file is read once for all of them."""
        reading = self.reading()
        return [fault.finding(*_place(reading, fault.loc), item=self.id or "") for fault in faults]

    def finding(self, fault: Fault) -> Finding:
        """Return a fault of this file as a finding at its line."""
        return self.placed([fault])[0]

    def reading(self) -> Reading:
        """Return the file's tree, read again: trees of a whole set would fill the memory."""
        return read_yaml(SourceText(self.text.removeprefix("\ufeff"), ()))


@dataclass(frozen=True, slots=True)
class ReadItems:
    """All files of `items/`, by path.

    Attributes:
        files: Every file that is an item or should be one.
        findings: What is wrong inside files, and with files that are not read; in order.
    """

    files: tuple[ItemFile, ...]
    findings: tuple[Finding, ...]

    @property
    def items(self) -> tuple[Item, ...]:
        """The items of all files without an error, by path."""
        return tuple(file.item for file in self.files if file.item is not None)

    @property
    def unreadable(self) -> tuple[ItemFile, ...]:
        """The files whose item could not be read: whoever counts items must name them."""
        return tuple(file for file in self.files if file.item is None)


def read_items(tree: Tree) -> ReadItems:
    """Read every item of a set, with all faults of all files."""
    paths = tree.files(FOLDER)
    with without_collector():
        return read_item_paths(tree, paths)


def read_item_paths(tree: Tree, paths: Iterable[str]) -> ReadItems:
    """Read the items among some files of a set."""
    regular, findings = [], []
    files: list[ItemFile] = []
    for path in paths:
        if tree.is_link(path):
            fault = Fault(rules.SYMBOLIC_LINK, f"{path} is a symbolic link, which is never followed", path)
            files.append(ItemFile(path, "", None, findings=(fault.finding(),)))
        elif path.endswith(SUFFIX):
            regular.append(path)
        elif path.lower().endswith(_LOOKALIKES):
            findings.append(
                Fault(
                    rules.UNREAD_FILE, f"{path} is not read: its name does not end in .yaml", path
                ).finding()
            )
    moulds = Moulds()
    files += [_read_like(path, data, moulds) for path, data in tree.read_many(regular)]
    files.sort(key=lambda file: file.path)
    findings += [finding for file in files for finding in file.findings]
    return ReadItems(tuple(files), tuple(in_order(findings)))


def _read_like(path: str, data: bytes, moulds: Moulds) -> ItemFile:
    """Read one item file as `read_item` does, quickly where it is of the make of others."""
    return _quickly_read(path, data, moulds) or _learned(read_item(path, data), moulds)


def _quickly_read(path: str, data: bytes, moulds: Moulds) -> ItemFile | None:
    """Return a file that is of a known make, and in which nothing is wrong; None for any other."""
    try:
        text = data.decode()
        found = moulds.data(text) if len(data) <= MAX_BYTES else None
        item = None if found is None else Item.model_validate(found)
    except ValueError:  # of characters or of fields
        return None
    if item is None or any(item_faults(path, item)):
        return None
    return ItemFile(path, text, item, item.id, item.slice)


def _learned(file: ItemFile, moulds: Moulds) -> ItemFile:
    if file.item is not None and not file.findings:
        moulds.learn(file.text, file.item)
    return file


def read_item(path: str, data: bytes) -> ItemFile:
    """Read one item file with all its faults; the item is None where one of them is an error."""
    source = decode(data)
    reading = read_yaml(source)
    item, schema = _item(path, reading)
    faults = [*reading.faults, *schema]
    item_id, slice_name = (_text_of(reading, key) for key in ("id", "slice"))
    findings = findings_of(path, reading, faults, item_id or "") if faults else []
    if any(finding.severity is Severity.ERROR for finding in findings):
        item = None
    # A file that is text as it is needs no second copy in memory.
    text = ("\ufeff" if data.startswith(b"\xef\xbb\xbf") else "") + source.text
    return ItemFile(path, text, item, item_id, slice_name, tuple(findings))


def _item(path: str, reading: Reading) -> tuple[Item | None, list[TextFault]]:
    root = reading.root
    if not isinstance(root, Mapping):
        return None, [_no_mapping(root)] if reading.whole else []
    takes = record_type(Item)
    data, faults = plain_data(reading.text, root, takes)
    if not reading.whole:
        return None, faults
    try:
        item = Item.model_validate(data)
    except ValidationError as error:
        schema = schema_faults(error, root, takes)
        return None, [
            *_not_said_twice(root, schema, (*reading.faults, *faults)),
            *faults,
            *_unusable_names(path, reading, root),
        ]
    rule_faults = [_at_its_place(fault, root) for fault in item_faults(path, item)]
    return item, [*faults, *rule_faults]


def _place(reading: Reading, loc: Loc) -> tuple[int, int]:
    for length in range(len(loc), 0, -1):
        found = find(reading.root, loc[:length]) if reading.root else None
        if found:
            return place(reading.text, (found[0] or found[1]).start)
    return 1, 1


def _unusable_names(path: str, reading: Reading, root: Mapping) -> Iterator[TextFault]:
    """Yield what is wrong with the names of an item whose schema faults keep it from being read."""
    for key in ("id", "slice"):
        name = _text_of(reading, key)
        if name is not None:
            yield from (_at_its_place(fault, root) for fault in name_faults(path, (key,), name))


def _no_mapping(root: object) -> TextFault:
    what = (
        "empty"
        if root is None or (isinstance(root, Scalar) and not root.value)
        else "no mapping of `key: value` lines"
    )
    return TextFault(rules.NOT_AN_ITEM, 0, f"the file is {what}")


def _not_said_twice(
    root: Mapping, schema: list[TextFault], known: Iterable[TextFault]
) -> Iterator[TextFault]:
    """Leave out empty values where it is reported already what made them empty."""
    emptied = {fault.at for fault in known if fault.rule in {rules.LOST_TO_COMMENT, rules.ALIAS}}
    for fault in schema:
        found = find(root, fault.loc or ()) if fault.rule is rules.EMPTY else None
        if found is None or found[1].start not in emptied:
            yield fault


def _at_its_place(fault: Fault, root: Mapping) -> TextFault:
    for length in range(len(fault.loc), 0, -1):
        found = find(root, fault.loc[:length])
        if found:
            return TextFault(fault.rule, (found[0] or found[1]).start, fault.message, fault.hint, fault.loc)
    return TextFault(fault.rule, 0, fault.message, fault.hint, fault.loc)


def _text_of(reading: Reading, key: str) -> str | None:
    node = reading.root.entries.get(key) if isinstance(reading.root, Mapping) else None
    return node.value or None if isinstance(node, Scalar) and node.style != "*" else None
