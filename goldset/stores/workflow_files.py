"""The workflows that a set's repository gets, made of templates that come with goldset."""

import json
import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from pathlib import Path
from typing import Any

import yaml

from goldset.stores.set_folder import SETTINGS

FOLDER = ".github/workflows"
JOBS = ("validate", "reindex")
DOCUMENTS = "docs"  # only where documents are in the repository
_VERBS = {
    "validate": re.compile(r"\bgoldset (?:ci|validate)\b"),
    "reindex": re.compile(r"\bgoldset reindex\b"),
    DOCUMENTS: re.compile(r"\bgoldset impact\b"),
}
_ACTION = re.compile(r"(?:^|/)goldset(?:/|@|$)", re.IGNORECASE)
# What means something in a pattern of paths.
_FILTER_SIGN = re.compile(r"[*?+!\[\]\\]")
_PLACE = re.compile("@([a-z-]+)@")
# Pinned by commit: a tag can be moved.
_PINNED = {
    "checkout": "actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2",
    "setup-python": "actions/setup-python@a309ff8b426b58ec0e2a45f0f869d46889d02405 # v6.2.0",
}


def workflow_files(
    folder: str, branch: str, name: str, there: Mapping[str, bytes], documents: Sequence[str] = ()
) -> dict[str, bytes]:
    """Return every workflow of a set by its path from the root of the repository.

    A workflow that runs goldset for the set's folder already is the set's own, whatever it is called. Where one
    of another set has the plain name, the names of this set's, and of their jobs, end with the set's name.

    Args:
        folder: The set's folder below the root of the repository; empty for the root.
        branch: The branch that changes are merged into.
        name: Name of the set.
        there: The workflows that there are, by path from the root.
        documents: Folders, each with a slash at its end, and files of the repository that hold documents.
    """
    where = _expressionless(folder or ".")
    served = {path: _served(path, data) for path, data in there.items()}
    jobs = (*JOBS, DOCUMENTS) if documents else JOBS
    plain = {job: served.get(_path(job), {(job, where)}) for job in jobs}
    second = "" if all((job, where) in found for job, found in plain.items()) else name
    own = {job: sorted(path for path, found in served.items() if (job, where) in found) for job in jobs}
    more = {"documents": _path_filter([*documents, posixpath.join(folder, SETTINGS)])}
    return {
        own[job][0] if own[job] else _path(job, second): _filled(job, where, branch, second, more)
        for job in jobs
    }


def read_workflows(repository: Path) -> dict[str, bytes]:
    """Return the workflows of a repository by path from its root."""
    found = sorted((repository / FOLDER).glob("*.y*ml"))
    return {f"{FOLDER}/{path.name}": path.read_bytes() for path in found if path.is_file()}


def required_check(data: bytes) -> str:
    """Return the name of the check that a workflow gives to its job that validates; empty where it has none."""
    for name, job in _jobs(data).items():
        if any(_verb(step) == "validate" for step in _steps(job)):
            return str(job.get("name", name))
    return ""


def requirement() -> str:
    """Return what to install, as pip takes it."""
    try:
        return f"git-goldset=={version('git-goldset')}"
    except PackageNotFoundError:  # run from a checkout
        return "git-goldset"


def _path(job: str, second: str = "") -> str:
    return f"{FOLDER}/goldset-{job}{f'-{second}' if second else ''}.yml"


def _path_filter(paths: Sequence[str]) -> str:
    """Return a workflow's list of paths that start it; a folder ends with a slash."""
    plain = (_FILTER_SIGN.sub(r"\\\g<0>", _expressionless(path)) for path in paths)
    patterns = (f"{path}**" if path == "" or path.endswith("/") else path for path in plain)
    return "\n".join(f"      - {json.dumps(pattern, ensure_ascii=False)}" for pattern in patterns)


def _filled(job: str, where: str, branch: str, second: str, more: Mapping[str, str]) -> bytes:
    values = {
        **_PINNED,
        **more,
        "set": json.dumps(where, ensure_ascii=False)[1:-1],
        "branch": json.dumps(_pattern(branch), ensure_ascii=False)[1:-1],
        "goldset": requirement(),
        "suffix": f"-{second}" if second else "",
        "of": f" {second}" if second else "",
    }
    template = files("goldset.stores") / "workflow_templates" / f"goldset-{job}.yml"
    return _PLACE.sub(lambda found: values[found[1]], template.read_text("utf-8")).encode()


def _expressionless(text: str) -> str:
    """Return text as it stands in a workflow, where `${{` would begin an expression."""
    return text.replace("${{", "$ {{")


def _pattern(branch: str) -> str:
    """Return a branch as a pattern that matches it; `+` and `!` stand for more than themselves there."""
    return re.sub(r"[+!]", r"\\\g<0>", branch.replace("${{", "$*"))


def _served(path: str, data: bytes) -> set[tuple[str, str]]:
    """Return what a workflow runs goldset for: pairs of a job and a set's folder, `.` being the root.

    A file of goldset's name in which no such step is found is taken for the root's.
    """
    found = set()
    for job in _jobs(data).values():
        for step in _steps(job):
            verb = _verb(step)
            given = {**_mapping(job.get("env")), **_mapping(step.get("env"))}
            folder = _mapping(step.get("with")).get("set") or given.get("SET") or "."
            if verb:
                found.add((verb, posixpath.normpath(str(folder))))
    return found or {(job, ".") for job in (*JOBS, DOCUMENTS) if path == _path(job)}


def _verb(step: Mapping[str, Any]) -> str:
    if _ACTION.search(str(step.get("uses", "")).partition("@")[0]):
        return "validate"
    return next((job for job, verb in _VERBS.items() if verb.search(str(step.get("run", "")))), "")


def _jobs(data: bytes) -> dict[str, dict[str, Any]]:
    try:
        loaded = yaml.safe_load(data)
    except (yaml.YAMLError, ValueError, RecursionError):
        return {}
    jobs = _mapping(_mapping(loaded).get("jobs"))
    return {str(name): job for name, job in jobs.items() if isinstance(job, dict)}


def _steps(job: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    steps = job.get("steps")
    yield from (step for step in (steps if isinstance(steps, list) else ()) if isinstance(step, dict))


def _mapping(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
