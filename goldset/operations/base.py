"""The golden set on its base branch: what every branch of goldset's is cut from, whatever is checked out."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from shlex import quote

from goldset.domain.findings import Severity
from goldset.domain.items import Item
from goldset.domain.settings import Settings
from goldset.domain.snapshots import Snapshot
from goldset.errors import ItemFileError, RepositoryError, SettingsError, WrongUsageError
from goldset.stores.git_repo import Repository
from goldset.stores.item_files import ItemFile, read_items
from goldset.stores.set_folder import SetFolder
from goldset.stores.settings_file import check_settings, read_settings
from goldset.stores.snapshot_files import TEXTS, read_snapshots
from goldset.stores.trees import Tree

# What tells the folder of a set; one without settings has the default name, and branches once it has snapshots.
_SET_FILE = re.compile(r"(?:(.*)/)?(?:goldset\.yaml|snapshots/[^/]+/snapshot\.yaml)", re.DOTALL)


@dataclass(frozen=True)
class Base:
    """A set at a commit of the base branch.

    Attributes:
        branch: Name of the base branch.
        commit: Id of its commit.
        committed: When that was committed.
        prefix: The set's folder below the root of the repository; empty for the root.
        tree: The set's files.
        settings: What its goldset.yaml says.
        snapshots: Its snapshots, the newest last.
    """

    branch: str
    commit: str
    committed: datetime
    prefix: str
    tree: Tree
    settings: Settings
    snapshots: tuple[Snapshot, ...]

    @cached_property
    def files(self) -> Mapping[str, ItemFile]:
        """Its item files by item id, read when they are first asked for.

        Raises:
            ItemFileError: Item files cannot be read, or two have one id.
        """
        return _files(self.tree, self.branch)

    @cached_property
    def texts(self) -> frozenset[str]:
        """Paths of the texts that it keeps."""
        return frozenset(self.tree.files(TEXTS))

    @property
    def items(self) -> tuple[Item, ...]:
        """All items, by id."""
        return tuple(file.item for _, file in sorted(self.files.items()) if file.item)

    @property
    def options_there(self) -> str:
        """The options by which a command means this set's pull requests on a host, from the root of a clone."""
        return (f" -C {quote(self.prefix)}" if self.prefix else "") + " --open-prs"

    def titled(self, title: str) -> str:
        """Return a title of a pull request or commit; in a sub-folder, beside other sets, it names the set."""
        return f"{self.settings.set}: {title}" if self.prefix else title

    def path(self, path: str) -> str:
        """Return a path of the set as a path from the root of the repository."""
        return f"{self.prefix}/{path}" if self.prefix else path


def read_base(
    repository: Repository, found: SetFolder, branch: str | None, commit: str | None = None
) -> Base:
    """Read the set on its base branch.

    Args:
        repository: The repository that holds the set.
        found: The set's folder.
        branch: Name of the base branch; None for the repository's default branch.
        commit: Id of its commit; None for the one at the tip of the branch here.

    Raises:
        RepositoryError: There is no such branch, or nothing is committed.
        SettingsError: The settings have an error, or two sets of the repository have one name.
        WrongUsageError: goldset's own branch is checked out, and nothing says what the base is.
    """
    name = branch or default_base(repository)
    commit = commit or _commit(repository, name)
    prefix = repository.prefix(found.root)
    tree = repository.tree(commit, prefix)
    committed = repository.run("log", "-1", "--format=%ct", commit)
    base = Base(
        branch=name,
        commit=commit,
        committed=datetime.fromtimestamp(int(committed), UTC),
        prefix=prefix,
        tree=tree,
        settings=read_settings(tree),
        snapshots=tuple(read_snapshots(tree)),
    )
    _refuse_namesakes(repository, base)
    return base


def _refuse_namesakes(repository: Repository, base: Base) -> None:
    """Stop where another set of the repository has this one's name: each would clear the other's branches away."""
    listing = repository.run("ls-tree", "-r", "--name-only", "-z", base.commit)
    paths = listing.decode("utf-8", "surrogateescape").split("\0")
    folders = {found[1] or "" for found in map(_SET_FILE.fullmatch, paths) if found}
    for folder in sorted(folders - {base.prefix}):
        settings, findings = check_settings(repository.tree(base.commit, folder))
        readable = all(finding.severity is not Severity.ERROR for finding in findings)
        if readable and settings.set == base.settings.set:
            raise SettingsError(
                f"two sets of this repository are called {settings.set}, in {folder or 'its root'} and in"
                f" {base.prefix or 'its root'}: each would take the other's branches for its own",
                "name one of them anew: `set:` in its goldset.yaml",
            )


def default_base(repository: Repository) -> str:
    """Return the name of the base branch where nobody named one.

    Raises:
        RepositoryError: Nothing says what it is.
        WrongUsageError: goldset's own branch is checked out, and nothing says what the base is.
    """
    name = repository.default_branch()
    if name is None:
        raise RepositoryError(
            "no branch is checked out, and neither `origin` nor `init.defaultBranch` says what the base is",
            "name it: --base BRANCH",
        )
    if name.startswith("goldset/"):
        others = [branch for branch in repository.branches("") if not branch.startswith("goldset/")]
        if len(others) == 1:
            return others[0]
        raise WrongUsageError(
            f"{name} is checked out, and nothing says what the base is", "name it: --base BRANCH"
        )
    return name


def _commit(repository: Repository, branch: str) -> str:
    tip = repository.tip(branch) or repository.ask(
        "rev-parse", "--verify", "--quiet", f"refs/remotes/origin/{branch}^{{commit}}"
    )
    if tip is None:
        hint = repository.remedy("commit the set first, or fetch the branch")
        raise RepositoryError(f"the base branch {branch} has no commit here", hint)
    return tip


def _files(tree: Tree, branch: str) -> dict[str, ItemFile]:
    """Return item files by id. A set with unreadable items is refused: they would drop out without a word."""
    read = read_items(tree)
    if read.unreadable:
        names = ", ".join(file.path for file in read.unreadable[:3])
        more = f" and {len(read.unreadable) - 3} more" if len(read.unreadable) > 3 else ""  # noqa: PLR2004 (shown)
        raise ItemFileError(
            f"{len(read.unreadable)} item files on {branch} cannot be read: {names}{more}",
            "`goldset validate` says what is wrong; commit the repair",
        )
    files: dict[str, ItemFile] = {}
    for file in read.files:
        assert file.item is not None
        other = files.setdefault(file.item.id, file)
        if other is not file:
            raise ItemFileError(
                f"{other.path} and {file.path} on {branch} have one id", "`goldset validate` says more"
            )
    return files
