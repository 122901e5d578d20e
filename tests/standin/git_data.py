"""Answers of the Git data API: refs, blobs, trees, commits."""

import base64
import binascii
import datetime as dt
from typing import Any

from tests.standin.bare import NOBODY
from tests.standin.calls import Call, route
from tests.standin.faults import Answer
from tests.standin.objects import GitError
from tests.standin.rules import broken_rules
from tests.standin.world import RefusedError, invalid

HEADS = "refs/heads/"


def _ref_of(call: Call) -> str:
    return "refs/" + call.path["ref"]


@route("GET", "/git/ref/{ref}", "git/refs#get-a-reference")
def get_ref(call: Call) -> Answer:
    name = _ref_of(call)
    tips = call.world.bare.refs(name)
    if name not in tips:
        raise RefusedError(404, "Not Found")
    return Answer.of(200, call.views.ref(name, tips[name]))


@route("GET", "/git/matching-refs/{ref}", "git/refs#list-matching-references")
def list_matching_refs(call: Call) -> Answer:
    name = _ref_of(call)
    tips = {ref: sha for ref, sha in call.world.bare.refs("refs/").items() if ref.startswith(name)}
    return Answer.of(200, [call.views.ref(*ref) for ref in sorted(tips.items())])


def _obey_rules(call: Call, name: str, new: str | None, old: str | None) -> None:
    if call.world.is_protected(name.removeprefix(HEADS)):
        raise RefusedError(422, "At least 1 approving review is required by reviewers with write access.")
    broken = broken_rules(call.world, name.removeprefix(HEADS), new, old)
    if broken:
        rules = "\n\n".join(str(rule) for rule in broken)
        raise RefusedError(422, f"Repository rule violations found\n\n{rules}\n\n")


def _commit_of(call: Call, sha: str) -> str:
    if not call.world.bare.has(sha):
        raise RefusedError(422, "Object does not exist")
    return sha


@route("POST", "/git/refs", "git/refs#create-a-reference")
def create_ref(call: Call) -> Answer:
    name, sha = str(call.body["ref"]), str(call.body["sha"])
    if not name.startswith("refs/") or name.count("/") < 2:
        raise RefusedError(422, "Reference name must start with 'refs/' and contain at least two slashes.")
    _commit_of(call, sha)
    if name in call.world.bare.refs(name):
        raise RefusedError(422, "Reference already exists")
    _obey_rules(call, name, sha, None)
    try:
        call.world.bare.move(name, sha)
    except GitError as error:
        raise RefusedError(422, "Reference update failed") from error
    call.world.settle(call.account)
    return Answer.of(201, call.views.ref(name, sha))


@route("PATCH", "/git/refs/{ref}", "git/refs#update-a-reference")
def update_ref(call: Call) -> Answer:
    name, sha = _ref_of(call), _commit_of(call, str(call.body["sha"]))
    old = call.world.bare.refs(name).get(name)
    if old is None:
        raise RefusedError(422, "Reference does not exist")
    if not call.body.get("force") and not call.world.bare.holds(sha, old):
        raise RefusedError(422, "Update is not a fast forward")
    _obey_rules(call, name, sha, old)
    call.world.bare.move(name, sha, old)
    call.world.settle(call.account)
    return Answer.of(200, call.views.ref(name, sha))


@route("DELETE", "/git/refs/{ref}", "git/refs#delete-a-reference")
def delete_ref(call: Call) -> Answer:
    name = _ref_of(call)
    old = call.world.bare.refs(name).get(name)
    if old is None:
        raise RefusedError(422, "Reference does not exist")
    _obey_rules(call, name, None, old)
    call.world.bare.move(name, None, old)
    call.world.settle(call.account)
    return Answer.of(204, None)


@route("POST", "/git/blobs", "git/blobs#create-a-blob")
def create_blob(call: Call) -> Answer:
    content = str(call.body["content"]).encode()
    if call.body.get("encoding") == "base64":
        try:
            content = base64.b64decode(content, validate=False)
        except binascii.Error as error:
            raise RefusedError(422, "content is not valid Base64") from error
    sha = call.world.bare.blob(content)
    return Answer.of(201, {"sha": sha, "url": f"{call.views.repository_api}/git/blobs/{sha}"})


@route("GET", "/git/blobs/{file_sha}", "git/blobs#get-a-blob")
def get_blob(call: Call) -> Answer:
    sha = call.path["file_sha"]
    if not call.world.bare.has(sha, "blob"):
        raise RefusedError(404, "Not Found")
    content = call.world.bare.run_bytes("cat-file", "blob", sha)
    return Answer.of(
        200,
        {
            "sha": sha,
            "node_id": f"B_{sha}",
            "size": len(content),
            "url": f"{call.views.repository_api}/git/blobs/{sha}",
            "content": base64.encodebytes(content).decode(),
            "encoding": "base64",
        },
    )


def _tree(call: Call, sha: str, *, deep: bool) -> dict[str, Any]:
    listed = call.world.bare.run_bytes("ls-tree", "-z", "-l", *(["-r", "-t"] if deep else []), sha).decode()
    entries = []
    for line in listed.split("\0")[:-1]:
        facts, _, path = line.partition("\t")
        mode, kind, name, size = facts.split()
        url = f"{call.views.repository_api}/git/{kind}s/{name}"
        entry: dict[str, Any] = {"path": path, "mode": mode, "type": kind, "sha": name, "url": url}
        entries.append({**entry, "size": int(size)} if kind == "blob" else entry)
    return {
        "sha": sha,
        "url": f"{call.views.repository_api}/git/trees/{sha}",
        "tree": entries,
        "truncated": False,
    }


@route("GET", "/git/trees/{tree_sha}", "git/trees#get-a-tree")
def get_tree(call: Call) -> Answer:
    try:
        sha = call.world.bare.run("rev-parse", "--verify", f"{call.path['tree_sha']}^{{tree}}")
    except GitError as error:
        raise RefusedError(404, "Not Found") from error
    return Answer.of(200, _tree(call, sha, deep="recursive" in call.query))


@route("POST", "/git/trees", "git/trees#create-a-tree")
def create_tree(call: Call) -> Answer:
    bare = call.world.bare
    base = call.body.get("base_tree")
    changes: dict[str, tuple[str, str] | None] = {}
    for entry in call.body["tree"]:
        sha = bare.blob(entry["content"].encode()) if "content" in entry else entry["sha"]
        if sha is not None and not bare.has(sha, entry.get("type", "blob")):
            raise RefusedError(
                422, f"GitRPC::BadObjectState - tree.sha {sha} is not a valid {entry.get('type', 'blob')}"
            )
        changes[entry["path"]] = (entry.get("mode", "100644"), sha) if sha else None
    try:
        tree = bare.tree_with(base, changes)
    except GitError as error:
        raise RefusedError(
            422, "base_tree is not a valid tree oid" if base else "Invalid tree info"
        ) from error
    return Answer.of(201, _tree(call, tree, deep=False))


def _identity(call: Call, role: str) -> tuple[str, str]:
    """Return name with address, and Git's time, as given or as the token's own."""
    given = call.body.get(role) or (call.body.get("author") if role == "committer" else None)
    now = f"{int(call.world.clock())} +0000"
    if not given:
        return f"{call.account.login} <{call.account.email}>", now
    if "date" in given:
        now = f"{int(dt.datetime.fromisoformat(given['date']).timestamp())} +0000"
    return f"{given['name']} <{given['email']}>", now


@route("POST", "/git/commits", "git/commits#create-a-commit")
def create_commit(call: Call) -> Answer:
    """Make a commit; GitHub signs what a bot makes without naming an author or committer."""
    bare, body = call.world.bare, call.body
    if not bare.has(body["tree"], "tree"):
        raise RefusedError(422, "Tree SHA does not exist")
    parents = body.get("parents", [])
    if not all(bare.has(parent) for parent in parents):
        raise RefusedError(422, "Parent SHA does not exist or is not a commit object")
    if not body["message"]:
        raise invalid("Commit", code="missing_field", field="message")
    signed = call.token.is_integration and not body.get("author") and not body.get("committer")
    author, author_time = _identity(call, "author")
    committer, time = (NOBODY, f"{int(call.world.clock())} +0000") if signed else _identity(call, "committer")
    sha = bare.make(
        body["tree"],
        parents,
        body["message"],
        author,
        int(time.split()[0]),
        committer,
        author_time,
        signed=signed,
    )
    return Answer.of(201, call.views.git_commit(sha))


@route("GET", "/git/commits/{commit_sha}", "git/commits#get-a-commit-object")
def get_commit(call: Call) -> Answer:
    if not call.world.bare.has(call.path["commit_sha"]):
        raise RefusedError(404, "Not Found")
    return Answer.of(200, call.views.git_commit(call.path["commit_sha"]))


@route("GET", "/commits/{ref}", "commits/commits#get-a-commit")
def get_commit_of_ref(call: Call) -> Answer:
    bare = call.world.bare
    sha = call.world.tip(call.path["ref"]) or call.path["ref"]
    if not bare.has(sha):
        raise RefusedError(422, f"No commit found for SHA: {sha}")
    parents = bare.commit(sha).parents
    files = bare.diff(parents[0], sha).values() if parents else ()
    counts = {"additions": sum(f.additions for f in files), "deletions": sum(f.deletions for f in files)}
    stats = {**counts, "total": sum(counts.values())}
    shown = {"stats": stats, "files": [call.views.file(file, sha) for file in files]}
    return Answer.of(200, {**call.views.commit(sha), **shown})


@route("GET", "/compare/{basehead}", "commits/commits#compare-two-commits")
def compare(call: Call) -> Answer:
    bare, views = call.world.bare, call.views
    ends = []
    for name in call.path["basehead"].split("..."):
        try:
            ends.append(bare.run("rev-parse", "--verify", "-q", f"{name}^{{commit}}"))
        except GitError as error:
            raise RefusedError(404, "Not Found") from error
    base, head = ends
    start = bare.merge_base(base, head)
    if start is None:
        raise RefusedError(404, f"No common ancestor between {base} and {head}.")
    ahead, behind = bare.between(base, head), bare.between(head, base)
    status = {(0, 0): "identical", (1, 0): "ahead", (0, 1): "behind", (1, 1): "diverged"}
    web = f"{views.repository_web}/compare/{call.path['basehead']}"
    return Answer.of(
        200,
        {
            "url": f"{views.repository_api}/compare/{call.path['basehead']}",
            "html_url": web,
            "permalink_url": web,
            "diff_url": web + ".diff",
            "patch_url": web + ".patch",
            "base_commit": views.commit(base),
            "merge_base_commit": views.commit(start),
            "status": status[bool(ahead), bool(behind)],
            "ahead_by": len(ahead),
            "behind_by": len(behind),
            "total_commits": len(ahead),
            "commits": [views.commit(sha) for sha in ahead[:250]],
            "files": [views.file(file, head) for file in bare.diff(start, head).values()],
        },
    )
