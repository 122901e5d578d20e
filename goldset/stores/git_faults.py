"""What to do about what Git says when it fails."""

import re
from collections.abc import Iterable, Sequence

# A lock file that cannot be made for want of room or permission is no sign of another process: locks come last.
_RULES = (
    "leave branches below `goldset/` out of the rules that restrict pushes, or, where they ask for signed"
    " commits, set `forge: {commits: api}` in goldset.yaml"
)
_ADVICE = (
    (
        ("gh006", "gh013", "protected branch", "repository rule violations"),
        _RULES,
    ),
    (
        ("permission to", "write access to repository not granted", "error: 403", "authentication failed"),
        "the token may not push here: it needs write permission for contents",
    ),
    (
        ("could not resolve host", "failed to connect", "timed out", "could not read from remote"),
        "check the network, the proxy and the address, then run the command again",
    ),
    (("couldn't find remote ref",), "check the name of the base branch: `--base BRANCH`"),
    (("no space left", "disk quota", "disk full"), "make room on the disk, then run the command again"),
    (
        ("permission denied", "insufficient permission", "read-only file system", "operation not permitted"),
        "check who owns the files of `.git` and whether you may write there",
    ),
    (("dubious ownership",), "the folder is another user's: see `safe.directory` in `git help config`"),
    (
        (".lock': file exists", "another git process"),
        "is another Git process at work? wait for it; if none is, delete the `*.lock` file that Git names",
    ),
)


# What a remote says is under what Git says of it; what Git says last is that it failed.
_TELLING = ("remote: error:", "remote: fatal:", "! [", "fatal:", "error:")
_DISPLAY = re.compile(r"\x1b\[[0-9;]*[A-Za-z]|[\x00-\x08\x0b-\x1f\x7f]")


def telling(lines: Sequence[str]) -> str:
    """Return the line of those that Git printed that says most about what failed."""
    plain = [_DISPLAY.sub("", line).strip() for line in lines]
    for sign in _TELLING:
        found = next((line for line in plain if line.startswith(sign)), None)
        if found is not None:
            return found
    return plain[0]


def hint_for(lines: Iterable[str]) -> str:
    """Return what to do next about the lines that Git printed; a check of the repository where unsure."""
    said = "\n".join(lines).casefold()
    for signs, advice in _ADVICE:
        if any(sign in said for sign in signs):
            return advice
    return "check it with `git fsck`"
