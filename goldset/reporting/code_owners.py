"""A set's lines in CODEOWNERS, which stand between two markers; what stands outside of them is nobody's but people's."""

import re
from collections.abc import Sequence

from goldset.domain.settings import OwnerSettings

_BEGIN = "# goldset {name}: begin"
_END = "# goldset {name}: end"
_WHY = (
    " (`goldset init` writes these lines from goldset.yaml; the last match counts, so keep them at the end)"
)


def code_owners_lines(name: str, prefix: str, slices: Sequence[str], owners: OwnerSettings) -> list[str]:
    """Return the lines of a set, markers included: its default owner, and each slice with an owner of its own.

    What has no owner yet is an example in a comment.

    Args:
        name: Name of the set.
        prefix: Path of the set below the repository's root with a slash at its end, or nothing.
        slices: Names of the slices that there are.
        owners: Who reviews what.
    """
    items = f"{prefix}items/"
    lines = [_line(items, owners.default)]
    named = sorted({*owners.slices, *(() if owners.default else slices)})
    lines += [_line(f"{items}{part}/", owners.slices.get(part)) for part in named if part.isprintable()]
    if not named and not owners.default:
        lines.append(_line(f"{items}exclusions/", None, "@claims-team"))
    return [_BEGIN.format(name=name) + _WHY, *lines, _END.format(name=name)]


def _line(path: str, owner: str | None, example: str = "@your-team") -> str:
    # In CODEOWNERS a blank ends the pattern.
    escaped = f"/{path}".replace(" ", r"\ ")
    return f"{escaped} {' '.join(owner.split())}" if owner else f"# {escaped} {example}"


def with_code_owners(text: str, name: str, lines: Sequence[str]) -> str | None:
    """Return a CODEOWNERS file with a set's lines put between its markers; None where it has no such pair.

    Args:
        text: The file, with whatever line ends it has.
        name: Name of the set.
        lines: Its lines, markers included.
    """
    there = re.findall(r"[^\n]*\n|[^\n]+", text)
    begins = [number for number, line in enumerate(there) if _is(line, _BEGIN.format(name=name))]
    ends = [number for number, line in enumerate(there) if _is(line, _END.format(name=name))]
    if len(begins) != 1 or len(ends) != 1 or ends[0] < begins[0]:
        return None
    first, last = begins[0], ends[0]
    line_end = _line_end(there[first]) or "\n"
    new = "".join(f"{line}{line_end}" for line in lines)
    if not _line_end(there[last]):
        new = new.removesuffix(line_end)
    return "".join([*there[:first], new, *there[last + 1 :]])


def _is(line: str, marker: str) -> bool:
    return line.strip() == marker or line.strip().startswith(f"{marker} ")


def _line_end(line: str) -> str:
    return line[len(line.rstrip("\r\n")) :]
