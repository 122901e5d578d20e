"""`goldset export`: take the set out, for other tools."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from goldset.cli.options import examples, folder_option, format_option
from goldset.cli.output import echo, echo_file

if TYPE_CHECKING:
    from goldset.operations.export import Export

# The options that choose items, and the field of each.
CHOOSING = {"slices": "slice", "tiers": "tier", "splits": "split", "kinds": "kind", "tags": "tags"}


class ExportCommand(click.Command):
    """A command whose help lists the formats, which are read only for that."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the formats, and the examples."""
        from goldset.stores.formats.registry import FORMS

        written = [(form.name, form.about) for form in FORMS if form.write]
        if written:
            with formatter.section("Formats"):
                formatter.write_dl(written)
        super().format_epilog(ctx, formatter)


@click.command(
    cls=ExportCommand,
    epilog=examples(
        "goldset export jsonl > set.jsonl",
        "goldset export beir --out beir --tier regression --stale exclude",
    ),
)
@click.argument("form", metavar="FORMAT")
@click.option("--out", metavar="PATH", help="The file, or for some formats the folder; - is standard output.")
@click.option("--force", is_flag=True, help="Replace what is there.")
@click.option(
    "--at", metavar="SNAPSHOT", help="Take passages where they stand there; without it in the newest."
)
@click.option(
    "--stale",
    type=click.Choice(("include", "exclude", "only")),
    help="What becomes of stale items; must be said where there are any.",
)
@click.option(
    "--status",
    "statuses",
    type=click.Choice(("draft", "active", "retired")),
    multiple=True,
    default=("active",),
    show_default=True,
    help="Only items of this status; may be repeated, as all that follow.",
)
@click.option("--slice", "slices", multiple=True, metavar="NAME", help="Only items of this slice.")
@click.option(
    "--tier",
    "tiers",
    type=click.Choice(("smoke", "regression", "full")),
    multiple=True,
    help="… of this tier.",
)
@click.option("--split", "splits", type=click.Choice(("dev", "test")), multiple=True, help="… of this split.")
@click.option("--kind", "kinds", multiple=True, metavar="KIND", help="… of this kind.")
@click.option("--tag", "tags", multiple=True, metavar="TAG", help="… with this tag.")
@format_option("text", "json")
@folder_option
def command(
    form: str,
    out: str | None,
    at: str | None,
    stale: str | None,
    style: str,
    folder: Path,
    *,
    force: bool,
    statuses: tuple[str, ...],
    **choosing: tuple[str, ...],
) -> int:
    """Take the set out, for other tools.

    Passages are taken where they stand in the snapshot. What was exported, left out and lost, because the format has
    no place for it, is said on standard error; with --out and --format json on standard output.
    """
    from goldset.domain.selection import Wanted
    from goldset.operations.export import ExportRequest, export_set
    from goldset.operations.placed_items import Stale

    fields = {field: choosing[name] for name, field in CHOOSING.items() if choosing[name]}
    request = ExportRequest(
        form=form,
        out=None if out == "-" else out,
        force=force,
        at=at,
        wanted=Wanted(statuses, fields),
        stale=Stale(stale) if stale else None,
    )
    show(export_set(folder, request), style)
    return 0


def show(export: "Export", style: str) -> None:
    """Print what goes to standard output, and the account."""
    from goldset.reporting.exported import exported_json, exported_text

    if export.data is not None:
        echo_file(export.data)
    text = {"text": exported_text, "json": exported_json}[style](export.account)
    echo(text, err=style == "text" or export.data is not None, nl=False)
