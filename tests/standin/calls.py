"""A request of the API on its way through the stand-in, and the table of what answers it."""

import functools
import re
import urllib.parse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tests.standin.contract import path_pattern
from tests.standin.faults import Answer
from tests.standin.pull_views import PullViews
from tests.standin.records import Account, Token
from tests.standin.world import RefusedError, World

MOST_OF_A_PAGE = 100
MOST_OF_A_BODY = 65_536
REPOSITORY = "/repos/{owner}/{repo}"


@dataclass
class Call:
    """A request that was let in; `path` holds the parts of the path by name."""

    world: World
    views: PullViews
    token: Token
    url: str
    path: dict[str, str]
    query: dict[str, str]
    body: dict[str, Any]

    @property
    def account(self) -> Account:
        return self.token.account

    def text(self, name: str, most: int = MOST_OF_A_BODY, resource: str = "Issue") -> str | None:
        """Return a text of the body; empty and null are the same.

        Raises:
            RefusedError: It is too long.
        """
        value = self.body.get(name)
        if value is not None and len(str(value)) > most:
            message = f"{name} is too long (maximum is {most} characters)"
            raise RefusedError(
                422,
                "Validation Failed",
                [{"resource": resource, "code": "custom", "field": name, "message": message}],
            )
        return str(value) if value else None

    def page(self, values: Sequence[Any], write: Callable[[Any], Any]) -> Answer:
        """Return one page of a list, with links to the others."""
        size = min(int(self.query.get("per_page", 30)), MOST_OF_A_PAGE) or 1
        number = int(self.query.get("page", 1))
        last = max(1, -(-len(values) // size))
        shown = [write(value) for value in values[(number - 1) * size : number * size]]
        links = {"prev": number - 1, "next": number + 1, "last": last, "first": 1}
        wanted = {
            r: n
            for r, n in links.items()
            if (r in {"next", "last"}) == (n > number) and 1 <= n <= last and n != number
        }
        written = ", ".join(f'<{self._page_url(n)}>; rel="{relation}"' for relation, n in wanted.items())
        return Answer.of(200, shown, {"Link": written} if written else {})

    def _page_url(self, number: int) -> str:
        # GitHub's links name a repository by its number.
        path = self.url.replace(
            f"/repos/{self.world.owner}/{self.world.name}", f"/repositories/{self.world.id}"
        )
        return f"{path}?{urllib.parse.urlencode({**self.query, 'page': number})}"


@dataclass(frozen=True)
class Route:
    """What answers an operation; `page` is where its documentation stands, below docs.github.com/rest."""

    method: str
    template: str
    pattern: re.Pattern[str]
    page: str
    answer: Callable[[Call], Answer]


ROUTES: list[Route] = []


def route(
    method: str, template: str, page: str
) -> Callable[[Callable[[Call], Answer]], Callable[[Call], Answer]]:
    """Let a function answer an operation; paths begin below the repository unless they begin with `//`."""
    whole = template[1:] if template.startswith("//") else REPOSITORY + template

    def enter(answer: Callable[[Call], Answer]) -> Callable[[Call], Answer]:
        ROUTES.append(Route(method, whole, path_pattern(whole), page, answer))
        return answer

    return enter


@functools.lru_cache(maxsize=2048)
def find_route(method: str, path: str) -> tuple[Route, dict[str, str]] | None:
    """Return what answers a request, and the parts of its path."""
    for candidate in ROUTES:
        found = candidate.pattern.fullmatch(path) if candidate.method == method else None
        if found:
            return candidate, {name: urllib.parse.unquote(part) for name, part in found.groupdict().items()}
    return None
