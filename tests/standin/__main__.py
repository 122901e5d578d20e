"""Serve a stand-in as a process of its own: `python -m tests.standin FOLDER`.

It makes an empty repository in the folder, prints the environment of its client as one line of JSON, and serves
until its standard input ends.
"""

import json
import sys
from pathlib import Path

from tests.standin.server import Standin


def main(folder: Path) -> None:
    """Serve until standard input ends."""
    with Standin.create(folder) as standin:
        print(json.dumps({**standin.env(), "CLONE_URL": standin.clone_url}), flush=True)  # noqa: T201
        sys.stdin.read()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
