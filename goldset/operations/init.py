"""Start a golden-set repository, or add a set to an existing one; what people wrote there is never changed."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from goldset.errors import GoldsetError
from goldset.operations.init_site import (
    SNAPSHOTS,
    Site,
    corpus_notice,
    documents_in,
    find_site,
    has_items,
    ignored,
    in_use,
    lost_paths,
    relative,
    slices_of,
    source_path,
    unused_name,
)
from goldset.operations.schema import drifted, schema_files
from goldset.reporting import starter
from goldset.reporting.code_owners import code_owners_lines, with_code_owners
from goldset.reporting.commit_hooks import lacking_hooks
from goldset.reporting.editor_settings import editor_settings
from goldset.reporting.lacking import lacking
from goldset.reporting.rulesets import base_branch_ruleset
from goldset.reporting.started import Kept, Started
from goldset.stores.file_writes import write_files
from goldset.stores.git_repo import create_repository
from goldset.stores.set_folder import ITEMS, SETTINGS
from goldset.stores.settings_file import read_settings
from goldset.stores.trees import FolderTree
from goldset.stores.workflow_files import read_workflows, required_check, requirement, workflow_files

_OWNERS = ".github/CODEOWNERS"
_TEMPLATE = ".github/pull_request_template.md"
_TEMPLATE_TO_ASK_FOR = ".github/PULL_REQUEST_TEMPLATE/golden-set.md"
_EDITOR = ".vscode/settings.json"
_HOOKS = ".pre-commit-config.yaml"


def start_set(folder: Path, corpus: str | None = None, here: Path | None = None) -> Started:
    """Write the files of a golden set that are not there yet, all of them or none.

    Of a file that is there nothing is changed, but for the set's own lines between their markers in CODEOWNERS.

    Args:
        folder: The set's folder.
        corpus: Its documents, a path as seen from `here` or `git:REV:PATH`; None where nobody says.
        here: The folder that the caller works in; None for the set's own.

    Raises:
        GoldsetError: The folder cannot hold a set, or its settings cannot be read; nothing was written.
    """
    site = find_site(folder)
    settings = read_settings(FolderTree(site.root))
    source = source_path(corpus, here or site.root, site)
    if site.is_new:
        _make_folder(site.root)
        create_repository(site.root)
    name = settings.set if site.has_settings else unused_name(site)
    there = read_workflows(site.repository)
    sources = [source] if source else [each.path for each in settings.corpus.sources]
    flows = workflow_files(site.folder, site.branch, name, there, documents_in(site, sources))
    owners = code_owners_lines(name, site.prefix, slices_of(site), settings.owners)
    new, updated, kept = _sorted_out(site, name, _wanted(site, name, source, flows), owners)
    if source and site.has_settings and not settings.corpus.sources:
        kept.append(Kept(SETTINGS, tuple(starter.corpus_lines(source))))
    for needed in (ITEMS, SNAPSHOTS):
        _make_folder(site.root / needed)
    write_files({**new, **updated})
    return Started(
        root=str(site.root),
        place=relative(site.root, here or site.root),
        new_repository=site.is_new,
        written=tuple(relative(path, site.root) for path in new),
        updated=tuple(relative(path, site.root) for path in updated),
        kept=tuple(_merged(kept)),
        notices=tuple(_notices(site, sources)),
        branch=site.branch,
        check=_check(flows, there),
        has_corpus=bool(sources),
        has_items=has_items(site),
        to_add=tuple(_to_add(site, [*new, *updated], kept)),
    )


def base_ruleset(folder: Path) -> dict[str, Any]:
    """Return the ruleset for the base branch of a set's repository, as GitHub imports it; writes nothing.

    Raises:
        GoldsetError: The folder cannot hold a set, or its settings cannot be read.
    """
    site = find_site(folder)
    settings = read_settings(FolderTree(site.root))
    name = settings.set if site.has_settings else unused_name(site)
    there = read_workflows(site.repository)
    return base_branch_ruleset(name, _check(workflow_files(site.folder, site.branch, name, there), there))


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise GoldsetError(f"{folder} cannot be made: {error.strerror}", "name another folder") from error


def _wanted(site: Site, name: str, source: str, flows: Mapping[str, bytes]) -> dict[Path, bytes]:
    """Return every file of a set but CODEOWNERS; those of the host stand at the repository's root."""
    own = {
        SETTINGS: starter.settings_text(name, source).encode(),
        ".gitattributes": starter.ATTRIBUTES.encode(),
        **schema_files(),
    }
    at_root = {_EDITOR: editor_settings(site.prefix).encode(), **flows}
    return {
        **{site.root / path: data for path, data in own.items()},
        _template_place(site): starter.PULL_REQUEST_TEMPLATE.encode(),
        **{site.repository / path: data for path, data in at_root.items()},
    }


def _template_place(site: Site) -> Path:
    """Return where the pull-request template stands or goes.

    In a repository that holds more than the set it is one to ask for, so that not every pull request gets it.
    """
    asked_for = site.repository / _TEMPLATE_TO_ASK_FOR
    there = in_use(site.repository, _TEMPLATE)
    if asked_for.is_file() or (site.folder and not there.exists()):
        return asked_for
    return there


def _sorted_out(
    site: Site, name: str, wanted: Mapping[Path, bytes], owners: list[str]
) -> tuple[dict[Path, bytes], dict[Path, bytes], list[Kept]]:
    """Return the files to write, those to bring up to date, and those that are kept."""
    new: dict[Path, bytes] = {}
    updated: dict[Path, bytes] = {}
    kept: list[Kept] = []
    for path, data in wanted.items():
        if _is_there(path):
            kept.append(Kept(relative(path, site.root), lacking(path.name, _text(path), data.decode())))
        else:
            new[path] = data
    path = in_use(site.repository, _OWNERS)
    text = _text(path)
    brought = with_code_owners(text, name, owners)
    if not _is_there(path):
        new[path] = ("\n".join(owners) + "\n").encode()
    elif brought in {None, text}:
        kept.append(Kept(relative(path, site.root), tuple(owners) if brought is None else ()))
    else:
        updated[path] = str(brought).encode("utf-8", "surrogateescape")
    hooks = site.repository / _HOOKS
    if hooks.is_file():
        lines = lacking_hooks(_text(hooks), site.folder, requirement())
        kept.append(Kept(relative(hooks, site.root), tuple(lines)))
    return new, updated, kept


def _is_there(path: Path) -> bool:
    return path.exists() or path.is_symlink()


def _text(path: Path) -> str:
    return path.read_bytes().decode("utf-8", "surrogateescape") if path.is_file() else ""


def _merged(kept: list[Kept]) -> list[Kept]:
    """Return one entry a file, in order."""
    found: dict[str, Kept] = {}
    for each in kept:
        before = found.get(each.path, Kept(each.path, ()))
        found[each.path] = Kept(each.path, (*before.lacks, *each.lacks))
    return list(found.values())


def _check(flows: Mapping[str, bytes], there: Mapping[str, bytes]) -> str:
    """Return the name of the check to require, as the workflow that is there gives it, or the one to be written."""
    names = (required_check(there.get(path, data)) for path, data in flows.items())
    return next(filter(None, names), "goldset / validate")


def _notices(site: Site, sources: Sequence[str]) -> list[str]:
    old = [path for path in drifted(site.root) if (site.root / path).is_file()]
    lost = lost_paths(site)
    far = corpus_notice(site, sources)
    ignores = f"Git ignores files such as {', '.join(lost)}; the set needs them: see .gitignore"
    return [
        *([f"of another version: {', '.join(old)}; `goldset schema` writes them anew"] if old else []),
        *([ignores] if lost else []),
        *([far] if far else []),
    ]


def _to_add(site: Site, changed: list[Path], kept: list[Kept]) -> list[str]:
    """Return what to hand to `git add` in the set's folder: the set, and what is beside it."""
    paths = [*changed, *(site.root / each.path for each in kept if each.lacks)]
    lost = set(ignored(site, paths))
    beside = [relative(path, site.root) for path in paths]
    tops = [_top(path) for path in beside if path not in lost]
    own = ["."] if site.folder else [ITEMS, SNAPSHOTS]
    return list(dict.fromkeys([*(top for top in tops if top.startswith("../") or not site.folder), *own]))


def _top(path: str) -> str:
    """Return a path cut below the first folder that is not `..`."""
    parts = path.split("/")
    up = sum(part == ".." for part in parts)
    return "/".join(parts[: up + 1])
