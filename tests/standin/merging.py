"""Commits that GitHub makes for people: merges of three kinds, and a branch brought up to date."""

from enum import StrEnum

from tests.standin.bare import Conflict
from tests.standin.records import Account, Issue, Pull
from tests.standin.world import RefusedError, World


class Method(StrEnum):
    """How a pull request is merged."""

    MERGE = "merge"
    SQUASH = "squash"
    REBASE = "rebase"


def identity(account: Account) -> str:
    """Return the account as an author of commits."""
    return f"{account.login} <{account.email}>"


def merge_pull(world: World, issue: Issue, method: Method, by: Account) -> str:
    """Merge a pull request and return the new tip of its base.

    Raises:
        RefusedError: It is closed, or cannot be merged.
    """
    pull = issue.pull
    if pull is None or issue.state == "closed":
        raise RefusedError(405, "Pull Request is not mergeable")
    base = world.tip(pull.base_ref)
    try:
        make = {Method.MERGE: _merge, Method.SQUASH: _squash, Method.REBASE: _rebase}[method]
        commit = make(world, issue, pull, by)
    except Conflict as error:
        raise RefusedError(405, "Pull Request is not mergeable") from error
    world.mark_merged(issue, pull, by, commit)
    world.move_branch(pull.base_ref, commit, base, by)
    if world.settings.delete_branch_on_merge and not pull.fork:
        delete_branch(world, pull.head_ref, by)
    return commit


def _merge(world: World, issue: Issue, pull: Pull, by: Account) -> str:
    base = world.tip(pull.base_ref)
    tree = world.bare.merged_tree(base, pull.head_sha)
    source = f"{pull.fork or world.owner}/{pull.head_ref}"
    message = f"Merge pull request #{issue.number} from {source}\n\n{issue.title}"
    return world.bare.make(
        tree, (base, pull.head_sha), message, identity(by), int(world.clock()), signed=True
    )


def _squash(world: World, issue: Issue, pull: Pull, by: Account) -> str:
    """Make one commit of all, by the author of the pull request; its message holds theirs."""
    _ = by  # whoever merges is not named
    base = world.tip(pull.base_ref)
    tree = world.bare.merged_tree(base, pull.head_sha)
    commits = [world.bare.commit(sha) for sha in world.bare.between(base, pull.head_sha)]
    own = [commit for commit in commits if len(commit.parents) == 1] or commits
    if len(own) == 1:
        title, _, rest = own[0].message.strip().partition("\n")
        text = rest.strip()
    else:
        title = issue.title
        text = "\n\n".join(f"* {commit.message.strip()}" for commit in own)
    author = identity(issue.author)
    people = dict.fromkeys(commit.author.rpartition(">")[0] + ">" for commit in own)
    others = [person for person in people if person != author]
    if others:
        text = "\n\n".join(
            [text, "---------", "\n".join(f"Co-authored-by: {person}" for person in others)]
        ).lstrip()
    message = f"{title} (#{issue.number})\n\n{text}".rstrip() + "\n"
    return world.bare.make(tree, (base,), message, author, int(world.clock()), signed=True)


def _rebase(world: World, issue: Issue, pull: Pull, by: Account) -> str:
    _ = issue, by  # the commits stay as they were
    tip = world.tip(pull.base_ref)
    for sha in world.bare.between(tip, pull.head_sha):
        commit = world.bare.commit(sha)
        if len(commit.parents) != 1:
            continue
        tree = world.bare.picked_tree(tip, sha)
        person, _, when = commit.author.rpartition("> ")
        tip = world.bare.make(
            tree, (tip,), commit.message, person + ">", int(world.clock()), author_time=when
        )
    return tip


def update_branch(world: World, issue: Issue, by: Account) -> str:
    """Merge the base into the branch of a pull request and return its new tip.

    Raises:
        RefusedError: It is closed, holds the base already, or does not merge with it.
    """
    pull = issue.pull
    if pull is None or issue.state == "closed":
        raise RefusedError(422, "Pull request is closed")
    base, head = world.tip(pull.base_ref), pull.head_sha
    if world.bare.holds(head, base):
        raise RefusedError(422, "There are no new commits on the base branch.")
    try:
        tree = world.bare.merged_tree(head, base)
    except Conflict as error:
        raise RefusedError(422, "merge conflict between base and head") from error
    message = f"Merge branch '{pull.base_ref}' into {pull.head_ref}"
    commit = world.bare.make(tree, (head, base), message, identity(by), int(world.clock()), signed=True)
    world.move_head(issue, pull, commit, by)
    return commit


def delete_branch(world: World, branch: str, by: Account) -> None:
    """Delete a branch; the pull requests of it are closed, and the merged ones say so."""
    tip = world.tip(branch)
    if not tip:
        raise RefusedError(422, "Reference does not exist")
    for issue in world.issues.values():
        if issue.pull and issue.state == "closed" and issue.pull.head_ref == branch and not issue.pull.fork:
            world.event(issue, "head_ref_deleted", by)
    world.move_branch(branch, None, tip, by)
