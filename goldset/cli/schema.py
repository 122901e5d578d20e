from pathlib import Path

import click

from goldset.cli.options import examples, folder_option
from goldset.cli.output import echo


@click.command(epilog=examples("goldset schema --check"))
@folder_option
@click.option("--check", is_flag=True, help="Write nothing; fail when a file is missing or out of date.")
def command(folder: Path, check: bool) -> int:
    """Write or check the JSON Schemas.

    Editors that know the language server for YAML read items and goldset.yaml by schema/*.schema.json.
    """
    from goldset.operations.schema import drifted, write_schemas
    from goldset.stores.set_folder import find_set

    root = find_set(folder).root
    if check:
        stale = drifted(root)
        for path in stale:
            echo(f"{path} is not what this goldset writes; run `goldset schema`")
        return 1 if stale else 0
    written = write_schemas(root)
    for path in written:
        echo(f"wrote {path}")
    if not written:
        echo("the schemas are up to date", err=True)
    return 0
