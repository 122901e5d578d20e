"""The command group: verbs are imported when they run, and every way of ending has its own exit code."""

import errno
import io
import os
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from keyword import iskeyword

import click

from goldset.cli.output import echo
from goldset.errors import GoldsetError

WRONG_USAGE, BUG, INTERRUPTED, READER_WENT_AWAY = 2, 4, 130, 141

# What some verbs need beyond a plain installation, and the extra that brings it.
EXTRAS = {"msgspec": "eval", "openpyxl": "xlsx"}

# One line per verb, so that `goldset --help` imports none of them. A test holds each line against the
# verb's own help.
VERBS = {
    "init": "Start a golden-set repository.",
    "new": "Add an item.",
    "validate": "Check the set; print every finding.",
    "rules": "Say what the findings of validate mean, and what to do.",
    "fmt": "Write item files in their canonical form.",
    "snapshot": "Make, list, compare and thin corpus snapshots.",
    "resolve": "Say where every gold span stands in a snapshot; never writes.",
    "reindex": "Take in a new corpus: carry over, and queue what needs a person.",
    "relabel": "Decide queued spans.",
    "worksheet": "Ask people who do not use Git: a spreadsheet out, their decisions in.",
    "undo": "Take back what a snapshot carried over.",
    "diff": "Say what a change does to the set, by meaning.",
    "impact": "Say which gold passages a change of the documents touches.",
    "ci": "Check a change in a workflow of GitHub Actions.",
    "score": "Score runs against the set.",
    "compare": "Say what differs between two runs.",
    "gate": "Say whether a run may be released.",
    "bless": "Make a run the baseline that later runs are held against.",
    "agreement": "Hold a judge against people's labels.",
    "plan": "Say how many items each slice lacks.",
    "stats": "Say what the set is made of, and what of the corpus it does not ask about.",
    "audit": "Say how much of a set of any form is still true; never writes.",
    "import": "Bring in a set of any form: rows become items, or drafts with the reason.",
    "export": "Take the set out, for other tools.",
    "show": "Show an item and where its spans stand.",
    "schema": "Write or check the JSON Schemas.",
    "demo": "Run the main job on a small set in a temporary repository.",
}


class VerbGroup(click.Group):
    """A group whose commands live in `goldset.cli.<verb>` and are imported on use."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (click's signature)
        """Return the verbs in the order of VERBS."""
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import a verb's module and return its command."""
        if cmd_name not in VERBS:
            return None
        module = f"{cmd_name}_" if iskeyword(cmd_name) else cmd_name  # as PEP 8 names what Python keeps
        command: click.Command = import_module(f"goldset.cli.{module}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the list of verbs without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(VERBS.items()))


@click.group(cls=VerbGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="git-goldset", prog_name="goldset")
def goldset() -> None:
    """Keep a golden set in Git, and keep it true when the corpus is re-indexed."""


def main(args: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code: 0 done, 1 findings, 2 usage, 3 not done, 4 a bug."""
    try:
        result = goldset.main(args, prog_name="goldset", standalone_mode=False)
        if sys.stdout is not None:  # a process may be started without one
            sys.stdout.flush()
    except BrokenPipeError:
        _drop_output()
        return READER_WENT_AWAY
    except (click.Abort, KeyboardInterrupt):
        echo("Interrupted.", err=True)
        return INTERRUPTED
    except click.ClickException as error:
        error.show()
        return WRONG_USAGE
    except click.exceptions.Exit as error:
        result = error.exit_code
    except Exception as error:  # noqa: BLE001 (what nobody foresaw is a bug, and says so)
        result = _not_done(error)
    return result if isinstance(result, int) else 0


def _not_done(error: Exception) -> int:
    """Say why the job was not done, and return the exit code."""
    if isinstance(error, GoldsetError):
        echo(f"goldset: {error.message}", err=True)
        if error.hint:
            echo(f"  → {error.hint}", err=True)
        return error.exit_code
    if isinstance(error, ModuleNotFoundError) and error.name in EXTRAS:
        extra = EXTRAS[error.name]
        echo(f"goldset: this needs {error.name}", err=True)
        echo(f'  → `pip install "git-goldset[{extra}]"`', err=True)
        return GoldsetError.exit_code
    if isinstance(error, OSError) and error.filename is not None:
        echo(f"goldset: {error.filename}: {error.strerror}", err=True)
        echo("  → check permissions and space there, then run the command again", err=True)
        return GoldsetError.exit_code
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EIO):
        echo(f"goldset: the output cannot be written: {error.strerror}", err=True)
        echo("  → check where it is sent to; what the command was to do may be done", err=True)
        _drop_output()
        return GoldsetError.exit_code
    echo("".join(traceback.format_exception(error)), err=True, nl=False)
    echo("goldset: this is a bug in goldset; please report the lines above.", err=True)
    return BUG


def _drop_output() -> None:
    """Send what is still to be printed nowhere: Python would complain once more when it flushes at exit."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def run() -> None:
    """Run the command line of the process and leave with its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal without UTF-8 is no reason to fail
    sys.exit(main())
