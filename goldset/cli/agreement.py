"""`goldset agreement`: hold a judge against people's labels."""

from pathlib import Path

import click

from goldset.cli.options import examples, folder_option, format_option
from goldset.cli.output import echo

FIELDS = ("slice", "kind", "tags", "jurisdiction", "language", "tier", "split", "origin")


@click.command(
    epilog=examples(
        "goldset agreement labels.csv run.jsonl",
        "goldset agreement labels.csv run.jsonl --name faithfulness --threshold 0.5",
    )
)
@click.argument("labels", metavar="LABELS")
@click.argument("run", required=False, metavar="[RUN]")
@click.option("--name", default="correct", show_default=True, help="Name of the verdict.")
@click.option("--judge", metavar="JUDGE", help="Which judge, where the run has several.")
@click.option("--threshold", type=float, help="Numbers of at least so much count as 1, others as 0.")
@click.option(
    "--by", type=click.Choice(FIELDS), default="slice", show_default=True, help="What slices are of."
)
@click.option("--seed", default=0, show_default=True, help="Seed of the bootstrap intervals.")
@format_option("text", "json")
@folder_option
def command(
    labels: str,
    run: str | None,
    name: str,
    judge: str | None,
    threshold: float | None,
    by: str,
    seed: int,
    style: str,
    folder: Path,
) -> int:
    """Hold a judge against people's labels.

    LABELS is a CSV file or JSON Lines with `item` and `verdict` (and `arm`, `name`, `by` where they matter), or a run
    file; RUN holds the judge's verdicts in the same forms. Without RUN the columns `human` and `judge` of LABELS are
    compared. It leaves with 1 where the judge agrees less than `score.judge_agreement` of goldset.yaml asks for.
    """
    from goldset.operations.agreement import AgreementRequest, judge_agreement
    from goldset.reporting.agreement import agreement_json, agreement_text

    request = AgreementRequest(labels, run, name, judge, threshold, by, seed)
    report = judge_agreement(folder, request)
    echo(agreement_text(report) if style == "text" else agreement_json(report), nl=False)
    return int(bool(report.why_not_trusted))
