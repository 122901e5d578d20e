"""A list of renamed documents that a person, a site's redirects or Git gives."""

import json
from pathlib import Path

from goldset.errors import GoldsetError

_FORM = 'write one {"from": OLD, "to": NEW} a line'


def read_renames(path: Path) -> list[tuple[str, str]]:
    """Return (old document id, new document id) of a JSON Lines file, in its order.

    Raises:
        GoldsetError: The file cannot be read; the message names the line.
    """
    try:
        text = path.read_text("utf-8-sig")
    except OSError as error:
        raise GoldsetError(f"{path} cannot be read: {error.strerror}", "check the path") from None
    except UnicodeDecodeError:
        raise GoldsetError(f"{path} is not UTF-8", _FORM) from None
    lines = enumerate(text.split("\n"), start=1)
    return [_pair(path, number, line) for number, line in lines if line.strip()]


def _pair(path: Path, number: int, line: str) -> tuple[str, str]:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        raise GoldsetError(f"{path}:{number}: this is no JSON", _FORM) from None
    if not isinstance(row, dict):
        raise GoldsetError(f"{path}:{number}: this is no object", _FORM)
    old, new = row.get("from"), row.get("to")
    if not (isinstance(old, str) and old and isinstance(new, str) and new):
        raise GoldsetError(f"{path}:{number}: `from` and `to` must be document ids", _FORM)
    return old, new
