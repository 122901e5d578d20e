"""What binds a set's JSON Schemas to its files in an editor that reads `.vscode/settings.json`."""

import json
import re

_TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?\*/|,(?=(?:\s|//[^\n]*|/\*.*?\*/)*[}\]])', re.DOTALL)


def schema_bindings(prefix: str) -> dict[str, str]:
    """Return which files each JSON Schema is for, seen from the root of the repository.

    Args:
        prefix: Path of the set below the repository's root with a slash at its end, or nothing.
    """
    return {
        f"./{prefix}schema/item.schema.json": f"{prefix}items/**/*.yaml",
        f"./{prefix}schema/settings.schema.json": f"{prefix}goldset.yaml",
    }


def editor_settings(prefix: str) -> str:
    """Return the editor's settings as they are written where there are none."""
    return json.dumps({"yaml.schemas": schema_bindings(prefix)}, ensure_ascii=False, indent=2) + "\n"


def lacking_bindings(text: str, wanted: dict[str, str]) -> list[str]:
    """Return the lines to add to settings that there are: JSON, in which comments and last commas may stand."""
    has = _bound(text)
    missing = {schema: files for schema, files in wanted.items() if schema not in has}
    if not missing:
        return []
    whole = missing if has else {"yaml.schemas": missing}
    return json.dumps(whole, ensure_ascii=False, indent=2).splitlines()[1:-1]


def _bound(text: str) -> dict[str, object]:
    try:
        data = json.loads(_TOKEN.sub(lambda found: found[0] if found[0].startswith('"') else " ", text))
    except ValueError:
        return {}
    schemas = data.get("yaml.schemas") if isinstance(data, dict) else None
    return schemas if isinstance(schemas, dict) else {}
