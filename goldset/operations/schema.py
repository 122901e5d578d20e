"""Write or check the JSON Schemas that editors read items and settings by."""

import json
from pathlib import Path

from goldset.domain.json_schema import Schema, item_schema, settings_schema
from goldset.stores.file_writes import write_file
from goldset.stores.trees import FolderTree

FOLDER = "schema"


def schema_files() -> dict[str, bytes]:
    """Return every JSON Schema by path relative to the set's folder."""
    schemas = {"item": item_schema(), "settings": settings_schema()}
    return {f"{FOLDER}/{name}.schema.json": _as_bytes(schema) for name, schema in schemas.items()}


def drifted(root: Path) -> list[str]:
    """Return the paths of schema files that are missing or not what this goldset writes, sorted."""
    tree = FolderTree(root)
    # A checkout that turned line ends has not drifted.
    return sorted(
        path
        for path, data in schema_files().items()
        if (tree.read(path) or b"").replace(b"\r\n", b"\n") != data
    )


def write_schemas(root: Path) -> list[str]:
    """Write the schema files that are missing or have drifted, and return their paths, sorted."""
    files, stale = schema_files(), drifted(root)
    for path in stale:
        write_file(root / path, files[path])
    return stale


def _as_bytes(schema: Schema) -> bytes:
    return (json.dumps(schema, ensure_ascii=False, indent=2) + "\n").encode()
