"""Whether a change deletes items: what is not asked any more is retired, so that every count still names it."""

from collections.abc import Container, Iterator, Mapping
from shlex import quote as shell_word

from goldset.domain import rules
from goldset.domain.findings import Fault
from goldset.domain.items import Item, Status


def deleted_items(before: Mapping[str, Item], now: Container[str], base: str) -> Iterator[tuple[str, Fault]]:
    """Yield id and fault of each item that a change has deleted; drafts, which no count names, may go.

    Args:
        before: By path, the items that changed files held.
        now: Ids of the items that there are, and paths of the files that cannot be read.
        base: The commit that still has them.
    """
    for path, item in before.items():
        if item.id not in now and path not in now and item.status is not Status.DRAFT:
            hint = (
                f"take it back with `git restore --source={base[:12]} -- {shell_word(path)}`, then retire it with "
                f"`goldset relabel retire {shell_word(item.id)} --reason …`"
            )
            message = f"the file of {item.id} was deleted: from then on no count names the item"
            yield item.id, Fault(rules.DELETED, message, path, hint=hint)
