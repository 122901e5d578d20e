"""One comment of goldset's on a pull request, told by its mark and edited in place."""

from goldset.errors import ForgeError
from goldset.forge.github.client import Client
from goldset.forge.github.records import Comment
from goldset.forge.github.requesting import SystemClock

_LONGEST_PAUSE = 20.0


class ImpatientClock(SystemClock):
    """A clock for what nothing hangs on: who is to wait for long gives up."""

    def sleep(self, seconds: float) -> None:
        """Wait.

        Raises:
            ForgeError: It would take long.
        """
        if seconds > _LONGEST_PAUSE:
            raise ForgeError(f"GitHub asks to wait for {seconds:.0f} seconds", "run it again later")
        super().sleep(seconds)


def write_comment(client: Client, number: int, mark: str, text: str, *, new: bool) -> None:
    """Write the comment of a pull request, or bring it up to date.

    Args:
        client: The repository.
        number: Number of the pull request.
        mark: The hidden line at the comment's end, by which it is found. A person who quotes it has their words
            after it.
        text: What it is to say.
        new: Whether it is worth a comment where there is none yet.

    Raises:
        ForgeError: GitHub refuses it, or is not there.
    """
    ours = _ours(client, number, mark)
    body = f"{text.rstrip()}\n\n{mark}"
    if ours:
        if _unix(ours[0]) != body:
            client.patch(f"issues/comments/{ours[0].id}", {"body": body}, Comment)
        return
    if new:
        _post(client, number, mark, body)


def _post(client: Client, number: int, mark: str, body: str) -> None:
    def find() -> Comment | None:
        return next(iter(_ours(client, number, mark)), None)

    mine = client.post(f"issues/{number}/comments", {"body": body}, Comment, find)
    # Another run may have written one at the same moment: both see both, and the younger goes.
    first = find()
    if first is not None and first.id < mine.id:
        client.delete(f"issues/comments/{mine.id}")


def _ours(client: Client, number: int, mark: str) -> list[Comment]:
    comments = client.pages(f"issues/{number}/comments", Comment)
    return sorted((one for one in comments if _unix(one).endswith(mark)), key=lambda comment: comment.id)


def _unix(comment: Comment) -> str:
    return (comment.body or "").replace("\r\n", "\n").rstrip()
