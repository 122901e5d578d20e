"""Random days on the stand-in: whatever people do, what it says is in order and as GitHub describes it."""

import contextlib
import random
from collections.abc import Callable, Mapping

import pytest

from tests.standin.asking import ask
from tests.standin.people import Person
from tests.standin.server import Standin
from tests.standin.world import RefusedError

LINES = [f"line {n}\n" for n in range(30)]
BRANCHES = ("x/1", "x/2", "x/3")


class Day:
    """Somebody does something at random, again and again."""

    def __init__(self, standin: Standin, seed: int) -> None:
        self.standin = standin
        self.chosen = random.Random(seed)

    def step(self) -> str:
        """Do one thing and return its name; GitHub may refuse it."""
        who = self.standin.person(self.chosen.choice(["ana", "ben"]))
        branch, pull = (
            self.chosen.choice(BRANCHES),
            self.chosen.randint(1, max(1, len(self.standin.world.issues))),
        )
        deeds = self._deeds(who, branch, pull)
        if not self.standin.world.tip(branch):
            deeds = {"branch": deeds["branch"]}
        name = self.chosen.choice(list(deeds))
        with contextlib.suppress(RefusedError):
            deeds[name]()
        return name

    def _deeds(self, who: Person, branch: str, pull: int) -> Mapping[str, Callable[[], object]]:
        return {
            "branch": lambda: self._begin(who, branch),
            "edit": lambda: self._edit(who, branch),
            "edit the base": lambda: self._edit(who, "main"),
            "amend": lambda: who.amend(branch, {"f": "".join(LINES) + "amended\n"}),
            "open": lambda: who.open_pull(branch, "Title", "Body"),
            "open from a fork": lambda: who.open_from_fork("x/1", {"g": "g\n"}, "Title"),
            "review": lambda: self._review(pull),
            "suggestion": lambda: [who.commit_suggestion(pull, c.id) for c in who.suggestions(pull)[:1]],
            "update": lambda: who.update_branch(pull),
            "merge": lambda: who.merge(pull, self.chosen.choice(["merge", "squash", "rebase"])),
            "close": lambda: who.close(pull),
            "reopen": lambda: who.reopen(pull),
            "delete": lambda: who.delete_branch(branch),
            "restore": lambda: who.restore_branch(pull),
        }

    def _begin(self, who: Person, branch: str) -> None:
        who.reset_branch(branch, self.standin.world.tip("main"))
        self._edit(who, branch)

    def _edit(self, who: Person, branch: str) -> None:
        number = self.chosen.randrange(len(LINES))
        who.edit_file(
            branch, "f", lambda text: text.replace(f"line {number}\n", f"line {number}!\n") + "more\n"
        )

    def _review(self, pull: int) -> None:
        comment = {"path": "f", "line": self.chosen.randint(20, 30), "body": "```suggestion\nbetter\n```"}
        ask(self.standin, "POST", f"/pulls/{pull}/reviews", {"event": "COMMENT", "comments": [comment]})


@pytest.mark.parametrize("seed", range(2))
def test_after_whatever_people_do_all_is_in_order(standin: Standin, seed: int) -> None:
    standin.bare.begin({"f": "".join(LINES)})
    day = Day(standin, seed)
    done = [day.step() for _ in range(40)]
    world = standin.world
    for _, pull in world.open_pulls():
        assert pull.fork or world.tip(pull.head_ref) == pull.head_sha, done
        assert standin.bare.between(world.tip(pull.base_ref), pull.head_sha), done
    own = [pull.head_ref for _, pull in world.open_pulls() if not pull.fork]
    assert len(own) == len(set(own)), done
    for number in world.issues:
        for path in (
            "pulls/{}",
            "pulls/{}/files",
            "pulls/{}/commits",
            "pulls/{}/comments",
            "issues/{}/events",
        ):
            assert ask(standin, "GET", "/" + path.format(number)).status == 200
    assert standin.bare.run("fsck", "--strict", "--no-dangling") == ""
