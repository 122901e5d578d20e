"""The strict reader: a YAML file to a tree with places, and every fault of its text and structure at once.

It stands on PyYAML's event stream, so no alias is ever expanded and no tag ever builds anything. Lines end
with line feeds alone, as in YAML 1.2, editors and Git; PyYAML by itself follows YAML 1.1 and would also end
them at U+0085, U+2028 and U+2029.
"""

import re
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeGuard

import yaml
from yaml.events import (
    AliasEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    StreamEndEvent,
)

from goldset.domain import rules
from goldset.domain.findings import Rule, field_path
from goldset.stores.yaml_nodes import Mapping, Node, Scalar, Sequence, children, loc_of
from goldset.stores.yaml_scalars import other_key_reading
from goldset.stores.yaml_text import (
    MANY,
    SourceText,
    TextFault,
    indent_faults,
    parseable,
    place,
    with_plain_indent,
)

# An item is seven levels deep at most (gold_spans, entry, relabel, was, rejected, entry, value).
MAX_DEPTH = 16

_BLOCK = frozenset("|>")
_HALF = re.compile("[\ud800-\udfff]")
_MISFIT = "the line does not fit the lines above: look at its indentation, and at quotes above it"
_BRACKETS = "what this bracket begins does not end: look for a missing bracket, comma or quote"
# Words of the parser → our words, and whether the fault is better seen where the broken thing began.
_PROBLEMS = (
    (
        "mapping values are not",
        "a second `: ` stands on the line: text with a colon in it needs quotes",
        False,
    ),
    (
        "could not find expected ':'",
        "the line is no `key: value`; a text that goes on is indented further",
        True,
    ),
    ("expected ',' or", _BRACKETS, True),
    ("expected <block end>", _MISFIT, False),
    ("did not find expected", _MISFIT, False),
    ("maximum nesting depth", "brackets are nested far too deeply", False),
    ("sequence entries are not", "a list entry cannot stand here: put `- ` on a line of its own", False),
    ("unexpected end of stream", "the quoted text that begins here does not end", True),
    ("unexpected document", "the quoted text that begins here does not end before `---` or `...`", True),
    ("cannot start any token", "a value cannot begin with this character: put it in quotes", False),
    ("unknown escape character", "in double quotes a backslash begins an escape: write two of them", False),
    ("character escape", "the quoted text has an escape that names no character", True),
    ("is not a character", "the quoted text has an escape that names no character", True),
    ("undefined tag handle", "a tag stands here; text that begins with `!` needs quotes", False),
)


class PythonParser(yaml.reader.Reader, yaml.scanner.Scanner, yaml.parser.Parser):
    """PyYAML's parser in Python, for where its C library is missing; the same events, more slowly."""

    def __init__(self, text: str) -> None:
        yaml.reader.Reader.__init__(self, text)
        yaml.scanner.Scanner.__init__(self)
        yaml.parser.Parser.__init__(self)

    def get_event(self) -> Any:
        """Return the next event, and refuse the escapes that the C library refuses."""
        try:
            event = super().get_event()  # type: ignore[no-untyped-call]  # the stubs leave it out
        except (ValueError, OverflowError):
            raise yaml.scanner.ScannerError(None, None, "is not a character", None) from None
        if type(event) is ScalarEvent and _HALF.search(event.value):
            mark: Any = event.start_mark
            raise yaml.scanner.ScannerError(None, None, "is not a character", mark)
        return event


PARSER: Any = PythonParser
with suppress(ImportError):  # PyYAML may come without its C library
    from yaml._yaml import CParser as _CParser

    PARSER = _CParser


@dataclass(frozen=True, slots=True)
class Reading:
    """What a YAML file holds.

    Attributes:
        text: Its text, which every place counts in (code points; without byte order mark).
        root: Its tree; where the YAML breaks off, what stands before; None where there is nothing.
        faults: What is wrong with its characters and its structure.
        whole: Whether the tree holds all that the file says.
    """

    text: str
    root: Node | None
    faults: tuple[TextFault, ...]
    whole: bool


def read_yaml(source: SourceText, parser: Any = PARSER) -> Reading:
    """Read the text of a file into a tree, with all faults of characters and structure.

    Args:
        source: The text and the faults of its characters.
        parser: What turns text into events: one of PyYAML's parsers.
    """
    text = source.text
    if not source.parseable:
        return Reading(text, None, source.faults, whole=False)
    tree = _Tree(text, parser, ordinary=source.ordinary)
    wrong_indent = indent_faults(text, tree.block_scalars if tree.whole else ())
    if wrong_indent:  # read on as if it were right, so that it hides no other fault
        tree = _Tree(with_plain_indent(text), parser)
        # Where the YAML breaks off now, the indentation is why.
        tree.faults = [fault for fault in tree.faults if fault.rule is not rules.NOT_YAML]
    return Reading(text, tree.root, (*source.faults, *wrong_indent, *tree.faults), tree.whole)


class _TooDeepError(Exception):
    """Stops reading where nesting goes on and on."""


class _Tree:
    """Grows with the events; each value hangs in the tree at once, so that a break keeps what came before."""

    def __init__(self, text: str, parser: Any, *, ordinary: bool = False) -> None:
        self.root: Node | None = None
        self.faults: list[TextFault] = []
        self.block_scalars: list[tuple[int, int]] = []
        self.whole = False
        self._text = text
        self._open: tuple[Mapping, Node] | None = None
        safe, stand_ins = (text, None) if ordinary else parseable(text)
        try:
            self._next = parser(safe).get_event
            self._next()  # the stream begins
            self.whole = self._document()
        except yaml.MarkedYAMLError as error:
            self._hang_broken_value()
            self.faults.append(_syntax_fault(error))
        except _TooDeepError:
            pass
        if stand_ins and self.root is not None:
            _restore(self.root, stand_ins)

    def _hang_broken_value(self) -> None:
        """Hang a stand-in where the text breaks off inside a value, so that the fault names its field."""
        if self._open:
            mapping, key = self._open
            if isinstance(key, Scalar) and key.value not in mapping.keys:
                mapping.keys[key.value] = key
                mapping.entries[key.value] = Scalar("", "*", key.end, key.end)

    def _document(self) -> bool:
        start = self._next()
        if type(start) is StreamEndEvent:
            return True
        if start.version or start.tags:
            self._fault(rules.TAG, start, "a directive (`%…`) stands here")
        event = self._next()
        self.root = self._node(event)
        self._fill(self.root, event, 1)
        self._next()  # the document ends
        again = self._next()
        if type(again) is StreamEndEvent:
            return True
        line, _ = place(self._text, again.start_mark.index)
        message = f"a second document begins in line {line}"
        self.faults.append(TextFault(rules.SEVERAL_DOCUMENTS, again.start_mark.index, message, loc=()))
        return False

    def _node(self, event: Any) -> Node:
        kind = type(event)
        if kind is AliasEvent:
            self._fault(rules.ALIAS, event, f"the alias `*{event.anchor}` stands here")
            return Scalar("", "*", event.start_mark.index, event.end_mark.index)
        if event.anchor or event.tag:
            self._refuse_properties(event)
        if kind is ScalarEvent:
            style = event.style
            if style in _BLOCK:
                return self._block_scalar(event)
            return Scalar(event.value, style or "", event.start_mark.index, event.end_mark.index)
        collection = Mapping if kind is MappingStartEvent else Sequence
        return collection(event.start_mark.index, flow=bool(event.flow_style))

    def _block_scalar(self, event: Any) -> Scalar:
        start, end = event.start_mark.index, event.end_mark.index
        self.block_scalars.append((start, end))
        if "+" not in self._text[start : self._text.find("\n", start)].partition("#")[0]:
            # The parser counts the blank lines after it in, which are no part of the value.
            while (line := self._text.rfind("\n", start, end - 1) + 1) > start and self._text[
                line:end
            ].isspace():
                end = line
        return Scalar(event.value, event.style, start, end)

    def _fill(self, node: Node, event: Any, depth: int) -> None:
        if isinstance(node, Scalar):
            return
        if depth > MAX_DEPTH:
            self._fault(rules.TOO_DEEP, event, f"values are nested more than {MAX_DEPTH} levels deep")
            raise _TooDeepError
        last = (
            self._fill_mapping(node, depth) if isinstance(node, Mapping) else self._fill_sequence(node, depth)
        )
        if node.flow:
            node.end = last.end_mark.index

    def _fill_sequence(self, sequence: Sequence, depth: int) -> Any:
        following = self._next
        while type(event := following()) is not SequenceEndEvent:
            child = self._node(event)
            sequence.elements.append(child)
            if type(child) is not Scalar:
                self._fill(child, event, depth + 1)
            sequence.end = child.end
        return event

    def _fill_mapping(self, mapping: Mapping, depth: int) -> Any:
        following = self._next
        while type(event := following()) is not MappingEndEvent:
            key = self._node(event)
            if type(key) is not Scalar:
                self._fill(key, event, depth + 1)
            self._open = mapping, key
            event = following()
            child = self._node(event)
            if self._is_new(key, mapping):
                mapping.keys[key.value] = key
                mapping.entries[key.value] = child
            if type(child) is not Scalar:
                self._fill(child, event, depth + 1)
            mapping.end = child.end
        return event

    def _is_new(self, key: Node, mapping: Mapping) -> TypeGuard[Scalar]:
        """Whether a key is text that the mapping does not hold yet; reports it where not."""
        if not isinstance(key, Scalar):
            self._at(rules.KEY_NOT_TEXT, key.start, "a list or mapping stands as a key")
        elif key.plain and key.value == "<<":
            self._at(rules.MERGE_KEY, key.start, "the merge key `<<` stands here")
        elif key.plain and (other := other_key_reading(key.value)):
            self._at(rules.KEY_NOT_TEXT, key.start, f"YAML readers take the key `{key.value}` for {other}")
        elif key.style == "*":
            pass  # an alias, and reported as one
        elif (first := mapping.keys.get(key.value)) is not None:
            self._report_duplicate(mapping, first, key)
        else:
            return True
        return False

    def _report_duplicate(self, mapping: Mapping, first: Scalar, again: Scalar) -> None:
        if len(self.faults) > MANY:  # nobody will see more, and looking for their paths takes time
            self._at(rules.DUPLICATE_KEY, again.start, f"the key `{again.value}` stands twice")
            return
        loc = (*((self.root and loc_of(self.root, mapping)) or ()), again.value)
        lines = [place(self._text, key.start)[0] for key in (first, again)]
        message = f"`{field_path(loc)}` stands twice, in lines {lines[0]} and {lines[1]}"
        self.faults.append(TextFault(rules.DUPLICATE_KEY, again.start, message, loc=loc))

    def _refuse_properties(self, event: Any) -> None:
        if event.anchor:
            self._fault(rules.ANCHOR, event, f"the anchor `&{event.anchor}` stands here")
        if event.tag:
            self._fault(rules.TAG, event, f"the tag `{event.tag}` stands here")

    def _fault(self, rule: Rule, event: Any, message: str) -> None:
        self._at(rule, event.start_mark.index, message)

    def _at(self, rule: Rule, at: int, message: str) -> None:
        self.faults.append(TextFault(rule, at, message))


def _restore(node: Node, stand_ins: dict[int, str]) -> None:
    """Put the characters back into the values that stood-in characters were parsed for."""
    if isinstance(node, Scalar):
        node.value = node.value.translate(stand_ins)
    elif isinstance(node, Mapping):
        for key in node.keys.values():
            _restore(key, stand_ins)
        node.entries = {node.keys[name].value: child for name, child in node.entries.items()}
        node.keys = {key.value: key for key in node.keys.values()}
    for _, child in children(node):
        _restore(child, stand_ins)


def _syntax_fault(error: yaml.MarkedYAMLError) -> TextFault:
    problem = error.problem or ""
    for words, message, at_beginning in _PROBLEMS:
        if words in problem:
            mark = (error.context_mark if at_beginning else None) or error.problem_mark or error.context_mark
            return TextFault(rules.NOT_YAML, mark.index if mark else 0, message)
    mark = error.problem_mark or error.context_mark
    return TextFault(rules.NOT_YAML, mark.index if mark else 0, f"the YAML cannot be read here: {problem}")
