"""`goldset export`: take the set out, for other tools."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from goldset.cli.options import (
    chunk_map_option,
    examples,
    folder_option,
    format_option,
    run_form_option,
    system_option,
)
from goldset.cli.output import echo, echo_file

if TYPE_CHECKING:
    from goldset.operations.export import Export, ExportRequest
    from goldset.operations.export_unjudged import Retrieved

# The options that choose items, and the field of each.
CHOOSING = {"slices": "slice", "tiers": "tier", "splits": "split", "kinds": "kind", "tags": "tags"}
DEFAULT_K = 10
TIERS = ("smoke", "regression", "full")
# What is for some formats alone, as it is written, and for which.
ONLY_FOR = {
    "run": ("RUN", ("unjudged",)),
    "k": ("--k", ("unjudged",)),
    "form": ("--from", ("unjudged",)),
    "system": ("--system", ("unjudged",)),
    "chunks": ("--chunks", ("qrels", "unjudged")),
}


class ExportCommand(click.Command):
    """A command whose help lists the formats, which are read only for that."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the formats, and the examples."""
        from goldset.operations import export_qrels, export_unjudged
        from goldset.operations.export import QRELS, UNJUDGED
        from goldset.stores.formats.registry import FORMS

        written = [(form.name, form.about) for form in FORMS if form.write]
        written += [(QRELS, export_qrels.ABOUT), (UNJUDGED, export_unjudged.ABOUT)]
        with formatter.section("Formats"):
            formatter.write_dl(written)
        super().format_epilog(ctx, formatter)


@click.command(
    cls=ExportCommand,
    epilog=examples(
        "goldset export jsonl > set.jsonl",
        "goldset export beir --out beir --tier regression --stale exclude",
        "goldset export qrels --chunks chunks.jsonl --out qrels.txt",
        "goldset export unjudged run.jsonl --k 5 --out to-label.csv",
    ),
)
@click.argument("name", required=False, metavar="FORMAT")
@click.argument("run", required=False, metavar="[RUN]")
@click.option("--out", metavar="PATH", help="The file, or for some formats the folder; - is standard output.")
@click.option("--force", is_flag=True, help="Replace what is there.")
@click.option("--at", metavar="SNAPSHOT", help="Take passages where they stand there; else in the newest.")
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
@click.option("--tier", "tiers", type=click.Choice(TIERS), multiple=True, help="… of this tier.")
@click.option("--split", "splits", type=click.Choice(("dev", "test")), multiple=True, help="… of this split.")
@click.option("--kind", "kinds", multiple=True, metavar="KIND", help="… of this kind.")
@click.option("--tag", "tags", multiple=True, metavar="TAG", help="… with this tag.")
@click.option("--k", type=click.IntRange(min=1), help="unjudged: look at the first K chunks; 10 without it.")
@run_form_option
@system_option
@chunk_map_option
@format_option("text", "json")
@folder_option
def command(style: str, folder: Path, **said: Any) -> int:
    """Take the set out, for other tools.

    Passages are taken where they stand in the snapshot. What was exported, left out and lost, because the format
    has no place for it, is said on standard error; with --out and --format json on standard output. RUN is for
    the format unjudged alone.
    """
    from goldset.operations import export_qrels, export_unjudged
    from goldset.operations.export import QRELS, UNJUDGED, export_set

    name = said["name"] or ""
    _refuse_useless(name, said)
    request = _request(folder, said)
    if name == UNJUDGED:
        export = export_unjudged.export_unjudged(folder, request, _retrieved(folder, said))
    elif name == QRELS:
        export = export_qrels.export_qrels(folder, request, _below(folder, said["chunks"]))
    else:
        export = export_set(folder, request)
    _show(export, style)
    return int(export.is_flawed)


def _request(folder: Path, said: Mapping[str, Any]) -> "ExportRequest":
    from goldset.domain.selection import Wanted
    from goldset.operations.export import ExportRequest
    from goldset.operations.placed_items import Stale

    return ExportRequest(
        form=said["name"] or "",
        out=None if said["out"] == "-" else said["out"],
        base=folder,
        force=said["force"],
        at=said["at"],
        wanted=Wanted(
            said["statuses"], {field: said[name] for name, field in CHOOSING.items() if said[name]}
        ),
        stale=Stale(said["stale"]) if said["stale"] else None,
    )


def _retrieved(folder: Path, said: Mapping[str, Any]) -> "Retrieved":
    from goldset.operations.export_unjudged import Retrieved

    if said["run"] is None:
        raise click.UsageError("unjudged is about a run: goldset export unjudged RUN")
    return Retrieved(
        _below(folder, said["run"]) or "",
        said["form"],
        _below(folder, said["chunks"]),
        DEFAULT_K if said["k"] is None else said["k"],
        said["system"],
    )


def _below(folder: Path, path: str | None) -> str | None:
    """Return a path as a process started in the folder would take it; `-` is standard input."""
    return path if path in {None, "-"} else str(folder / (path or ""))


def _refuse_useless(name: str, said: Mapping[str, Any]) -> None:
    """Refuse what says nothing for a format: it may be meant for another one."""
    for option, (shown, forms) in ONLY_FOR.items():
        if said[option] not in {None, "auto"} and name not in forms:
            raise click.UsageError(f"{shown} is for {' and '.join(forms)}, not for {name}.")


def _show(export: "Export", style: str) -> None:
    """Print what goes to standard output, and the account."""
    from goldset.reporting.exported import exported_json, exported_text

    if export.data is not None:
        echo_file(export.data)
    text = {"text": exported_text, "json": exported_json}[style](export.account)
    echo(text, err=style == "text" or export.data is not None, nl=False)
