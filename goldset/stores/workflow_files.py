"""The workflows that a set's repository gets, made of templates that come with goldset."""

import json
import re
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files

FOLDER = ".github/workflows"
NAMES = ("goldset-validate.yml", "goldset-reindex.yml")
_PLACE = re.compile("@([a-z-]+)@")
# Pinned by commit: a tag can be moved.
_PINNED = {
    "checkout": "actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2",
    "setup-python": "actions/setup-python@a309ff8b426b58ec0e2a45f0f869d46889d02405 # v6.2.0",
}


def workflow_files(folder: str, branch: str, second: str = "") -> dict[str, bytes]:
    """Return every workflow by its path from the root of the repository.

    Args:
        folder: The set's folder below the root of the repository; empty for the root.
        branch: The branch that changes are merged into.
        second: Name of the set where the repository has workflows of another set already; empty where it has none.
    """
    values = {
        **_PINNED,
        "set": _quoted(folder or "."),
        "branch": _quoted(branch),
        "goldset": _requirement(),
        "suffix": f"-{second}" if second else "",
        "of": f" {second}" if second else "",
    }
    templates = files("goldset.stores") / "workflow_templates"
    return {
        path_of(name, second): _PLACE.sub(
            lambda found: values[found[1]], (templates / name).read_text("utf-8")
        ).encode()
        for name in NAMES
    }


def path_of(name: str, second: str = "") -> str:
    """Return the path of a workflow; that of a second set has the set's name in it."""
    stem, _, ending = name.rpartition(".")
    return f"{FOLDER}/{stem}-{second}.{ending}" if second else f"{FOLDER}/{name}"


def _quoted(text: str) -> str:
    """Return text as it stands between double quotes in YAML; an expression in it would be evaluated."""
    return json.dumps(text.replace("${{", "$ {{"), ensure_ascii=False)[1:-1]


def _requirement() -> str:
    try:
        return f"git-goldset=={version('git-goldset')}"
    except PackageNotFoundError:  # run from a checkout
        return "git-goldset"
