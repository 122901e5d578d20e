"""What to do about what Git says when it fails."""

from collections.abc import Iterable

# A lock file that cannot be made for want of room or permission is no sign of another process: locks come last.
_ADVICE = (
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


def hint_for(lines: Iterable[str]) -> str:
    """Return what to do next about the lines that Git printed; a check of the repository where unsure."""
    said = "\n".join(lines).casefold()
    for signs, advice in _ADVICE:
        if any(sign in said for sign in signs):
            return advice
    return "check it with `git fsck`"
