"""Front matter of Markdown files: YAML between two lines `---` at the top; values are texts, never typed."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

import yaml

_BLOCK = re.compile(r"\A---[ \t]*\n(?P<yaml>.*?)^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
# The one in C takes a tenth of the time, where PyYAML was built with it.
LOADER: type = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What stands at the top of a file.

    Attributes:
        fields: The top-level keys with a scalar, or a list of scalars (joined by `, `); keys without a value
            and keys with anything else are left out.
        lines: For each top-level key the lines it takes, from 0, half open: up to the next key or the closing
            line.
        end: Where the text of the page starts, in code points.
        broken: Whether it is not YAML, so that nothing of it could be read.
    """

    fields: Mapping[str, str]
    lines: Mapping[str, tuple[int, int]]
    end: int
    broken: bool = False


def read_front_matter(text: str) -> FrontMatter | None:
    """Return a text's front matter; None where it has none, or one that is YAML but no mapping."""
    if not text.startswith("---") or (block := _BLOCK.match(text)) is None:
        return None
    try:
        node = yaml.compose(block["yaml"], Loader=LOADER)
    except (yaml.YAMLError, RecursionError):
        return FrontMatter({}, {}, block.end(), broken=True)
    if not isinstance(node, yaml.MappingNode):
        return None
    pairs = [(key, value) for key, value in node.value if isinstance(key, yaml.ScalarNode)]
    fields = {key.value: found for key, value in pairs if (found := _value(value)) is not None}
    return FrontMatter(fields, {} if node.flow_style else _lines(pairs, block["yaml"]), block.end())


def _value(node: yaml.Node) -> str | None:
    if isinstance(node, yaml.ScalarNode):
        return None if not node.style and node.value in _NULLS else str(node.value)
    if isinstance(node, yaml.SequenceNode) and node.value:
        values = [_value(entry) for entry in node.value if isinstance(entry, yaml.ScalarNode)]
        return ", ".join(filter(None, values)) if len(values) == len(node.value) else None
    return None


def _lines(pairs: list[tuple[yaml.ScalarNode, yaml.Node]], block: str) -> dict[str, tuple[int, int]]:
    """Return the lines of each key, counted in the whole text (the opening line is line 0)."""
    starts = [key.start_mark.line + 1 for key, _ in pairs] + [block.count("\n") + 1]
    return {key.value: (starts[n], starts[n + 1]) for n, (key, _) in enumerate(pairs)}


def without_keys(text: str, front_matter: FrontMatter, keys: Collection[str]) -> str:
    """Return a text without the lines of some keys of its front matter; everything else stays as it is.

    A key's lines are those from the one it starts on up to the one on which the next key or the closing line
    stands, so a comment or an empty line after its value goes with it.
    """
    gone = {line for key in keys for line in range(*front_matter.lines.get(key, (0, 0)))}
    if not gone:
        return text
    head = text[: front_matter.end].split("\n")
    return (
        "\n".join(line for number, line in enumerate(head) if number not in gone) + text[front_matter.end :]
    )
