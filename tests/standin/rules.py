"""Rules of branches: what a push or a ref of the API may not do."""

from collections.abc import Mapping
from dataclasses import dataclass

from tests.standin.objects import GitError
from tests.standin.world import World


@dataclass(frozen=True)
class Broken:
    """A rule that a change breaks, in GitHub's words."""

    rule: str
    message: str
    commits: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.message


def broken_rules(
    world: World, branch: str, new: str | None, old: str | None, env: Mapping[str, str] | None = None
) -> list[Broken]:
    """Return the rules of rulesets that moving a branch breaks; `env` names where new objects wait."""
    rules = world.rules_of(branch)
    found = []
    if "creation" in rules and old is None:
        found.append(Broken("creation", "Cannot create ref due to creations being restricted."))
    if "deletion" in rules and new is None:
        found.append(Broken("deletion", "Cannot delete this branch"))
    if "update" in rules and old is not None and new is not None:
        found.append(Broken("update", "Cannot update this protected ref."))
    if "pull_request" in rules and new is not None:
        found.append(Broken("pull_request", "Changes must be made through a pull request."))
    if "non_fast_forward" in rules and new and old and not _is_ancestor(world, old, new, env):
        found.append(Broken("non_fast_forward", "Cannot force-push to this branch"))
    if "required_signatures" in rules and new is not None:
        unsigned = _unsigned(world, new, env)
        if unsigned:
            found.append(Broken("required_signatures", "Commits must have verified signatures.", unsigned))
    return found


def _is_ancestor(world: World, old: str, new: str, env: Mapping[str, str] | None) -> bool:
    try:
        world.bare.run("merge-base", "--is-ancestor", old, new, env=env)
    except GitError:
        return False
    return True


def _unsigned(world: World, new: str, env: Mapping[str, str] | None) -> tuple[str, ...]:
    """Return the commits without a signature that no branch holds yet."""
    listed = world.bare.run("rev-list", new, "--not", "--branches", env=env).split()
    return tuple(c for c in listed if "\ngpgsig " not in _header(world, c, env))


def _header(world: World, commit: str, env: Mapping[str, str] | None) -> str:
    return world.bare.run("cat-file", "commit", commit, env=env).partition("\n\n")[0]
