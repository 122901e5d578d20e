"""How branches are named: `goldset/<set>/snapshot/<id>[-<n>]`, `goldset/<set>/relabel/<group>-<n>`."""

from collections.abc import Collection, Iterable

from goldset.domain.pulls import PullKind


def folder(set_name: str, kind: PullKind | None = None) -> str:
    """Return what the branches of a set, or those of a set for one purpose, begin with."""
    return f"goldset/{set_name}/{kind}/" if kind else f"goldset/{set_name}/"


def kind_of(set_name: str, branch: str) -> PullKind | None:
    """Return what a branch is for; None where it is none of goldset's."""
    return next((kind for kind in PullKind if branch.startswith(folder(set_name, kind))), None)


def short(branch: str) -> str:
    """Return a branch's name without the part that all branches of its set have."""
    return "/".join(branch.split("/")[2:])


def group_of(branch: str) -> str:
    """Return the group that a queue branch was made for."""
    return branch.rpartition("/")[2].rpartition("-")[0]


def number_of(branch: str) -> int:
    """Return the number at the end of a queue branch's name; 0 where it has none."""
    end = branch.rpartition("-")[2]
    return int(end) if end.isascii() and end.isdigit() else 0


def next_queue_branch(set_name: str, group: str, used: Iterable[str]) -> str:
    """Return the name of a group's next branch: its number is one more than any of that group ever had."""
    stem = f"{folder(set_name, PullKind.RELABEL)}{group}"
    numbers = [number_of(name) for name in used if name.rpartition("-")[0] == stem]
    return f"{stem}-{max(numbers, default=0) + 1}"


def next_carry_over_branch(set_name: str, snapshot: str, used: Collection[str]) -> str:
    """Return the name of a snapshot's next branch: without a number where no branch had that name yet."""
    stem = f"{folder(set_name, PullKind.SNAPSHOT)}{snapshot}"
    if stem not in used:
        return stem
    numbers = [number_of(name) for name in used if name.rpartition("-")[0] == stem]
    return f"{stem}-{max(numbers, default=1) + 1}"


def blocking_names(set_name: str) -> frozenset[str]:
    """Return the names that are folders of goldset's branches: Git cannot hold a branch of such a name too."""
    return frozenset({"goldset", f"goldset/{set_name}", *(folder(set_name, k).rstrip("/") for k in PullKind)})


def blocking_branch(set_name: str, branches: Iterable[str]) -> str | None:
    """Return a branch whose name is a folder that goldset's branches need; None where there is none."""
    names = blocking_names(set_name)
    return next((branch for branch in sorted(branches) if branch in names), None)
