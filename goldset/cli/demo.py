"""`goldset demo`."""

from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from goldset.cli.options import examples
from goldset.cli.output import echo


@click.command(epilog=examples("goldset demo", "goldset demo --keep /tmp/help-centre"))
@click.option(
    "--keep", type=click.Path(path_type=Path), metavar="DIR", help="Make the repository here and leave it."
)
def command(keep: Path | None) -> int:
    """Run the main job on a small set in a temporary repository.

    Takes in a new state of a help centre's corpus: carries over what is provably the same passage, opens the
    rest as relabel queues, and tells what became of every gold span.
    """
    from goldset.operations.demo import run_demo
    from goldset.reporting.demo import demo_text

    with TemporaryDirectory(prefix="goldset-demo-") as temporary:
        done = run_demo(keep or Path(temporary), datetime.now(UTC))
    echo(demo_text(done, str(keep) if keep else None), nl=False)
    return 0
