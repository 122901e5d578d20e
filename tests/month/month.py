"""A month: each night the corpus has changed, goldset runs, perhaps is stopped and runs again; then people act."""

import random
import shutil
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest

from goldset.domain.account import End
from goldset.domain.pulls import read_marker
from goldset.reporting.reindexed import Account
from tests.golden_set import fee
from tests.month.hub import Hub, Stopped, make_hub
from tests.month.people import PREFIX, People
from tests.standin.bare import Bare
from tests.standin.records import Issue

CASES = 5
LIMIT = 3
OWN_COMMENT = "<!-- goldset comment -->"
OWN_REVIEW = "<!-- goldset review -->"
MOST_STOPS = 60


class Month:
    """One seed's month."""

    def __init__(self, template: Path, folder: Path, seed: int, patch: pytest.MonkeyPatch) -> None:
        """Begin with a copy of a template (see `tests.month.template`)."""
        shutil.copytree(template, folder, dirs_exist_ok=True)
        self.chance = random.Random(seed)
        self.hub: Hub = make_hub(folder, Bare(folder / "set/.git"), patch)
        self.people = People(self.hub, self.chance, CASES)
        self.nights = 0
        self.stopped = 0

    def live(self, nights: int) -> None:
        """Live some nights.

        Raises:
            AssertionError: Something that must hold does not; the message tells all that was done.
        """
        try:
            for day in range(nights):
                self.change_corpus()
                self.night(f"N{day:02}", day)
                self.people.day()
        except BaseException as error:
            told = "\n".join(self.people.told)
            raise AssertionError(f"after {self.nights} nights:\n{told}\n{error}") from error

    # --- the corpus

    def change_corpus(self) -> None:
        for number in self.chance.sample(range(1, CASES + 1), self.chance.choice([0, 1, 1, 2, 3])):
            path, text = self.hub.corpus / f"case{number}.md", fee(number)
            kind = self.chance.choice(["edit", "edit", "move", "restore", "remove", "other"])
            self.people.told.append(f"corpus: {kind} case{number}")
            said = {
                "edit": [text.replace(f"${number}00", f"${self.chance.randint(5, 9)}55")],
                "move": [f"New line {self.chance.randint(1, 9)}.", text],
                "other": ["Nothing of it is left, whatever one asks."],
                "restore": [text],
                "remove": [],
            }[kind]
            path.unlink(missing_ok=True)
            if said:
                path.write_text(f"# About case{number}\n\n" + "".join(f"{line}\n\n" for line in said))

    # --- a night

    def night(self, name: str, day: int) -> None:
        before = self.kept()
        self.hub.standin.journal.clear()
        account = self.to_the_end(name, day)
        self.people.told.append(f"{name}: {'; '.join(map(str, account.steps))}")
        self.nights += 1
        self.nothing_lost(before)
        self.accounted(account)
        self.nothing_twice()
        if self.chance.random() < 0.6:
            self.hub.standin.journal.clear()
            again = self.hub.reindex(name, day)
            assert not again.steps, f"a second run would {list(map(str, again.steps))}"
            self.hub.standin.journal.assert_nothing_written()
        assert not self.hub.standin.violations, self.hub.standin.violations

    def to_the_end(self, name: str, day: int) -> Account:
        """Run until a run is completed; on some nights, the first too, each is stopped at an early write."""
        if day and self.chance.random() < 0.85:
            return self.hub.reindex(name, day)
        for _ in range(MOST_STOPS):
            self.hub.stops.at = self.chance.choice([1, 1, 2, 3])
            self.hub.stops.after = self.chance.random() < 0.6
            try:
                account = self.hub.reindex(name, day)
            except Stopped:
                self.stopped += 1
                self.people.told.append(f"{name}: stopped at write {self.hub.stops.at}")
            else:
                return account
            finally:
                self.hub.stops.at = 0
        return self.hub.reindex(name, day)

    # --- what must hold

    def kept(self) -> dict[str, Any]:
        """Return what people did, as it stands."""
        world = self.hub.standin.world
        tips = {branch: world.tip(branch) for branch in self.people.theirs}
        bodies = {i.number: (i.title, i.body) for i in self.touched()}
        comments = {
            c.id: c.body for i in world.issues.values() for c in i.comments if OWN_COMMENT not in c.body
        }
        return {"main": world.tip("main"), "tips": tips, "bodies": bodies, "comments": comments}

    def touched(self) -> list[Issue]:
        return [i for i in self.people.pulls() if i.pull and i.pull.head_ref in self.people.theirs]

    def nothing_lost(self, before: dict[str, Any]) -> None:
        after = self.kept()
        assert after["main"] == before["main"]
        assert after["tips"] == before["tips"]
        assert all(after["bodies"][number] == body for number, body in before["bodies"].items())
        assert all(after["comments"].get(number) == body for number, body in before["comments"].items())

    def accounted(self, account: Account) -> None:
        """Check that every span is in one place, and that this place is what it is said to be."""
        keys = Counter((end.item, end.span) for end in account.ends)
        assert set(keys.values()) <= {1}
        paths = self.hub.standin.bare.run("ls-tree", "-r", "--name-only", "main", "items").splitlines()
        assert sorted({item for item, _ in keys}) == sorted(Path(path).stem for path in paths)
        open_pulls = {i.pull.head_ref: i for i in self.people.pulls() if i.pull}
        for end in account.ends:
            if end.end in (End.QUEUED, End.CARRIED_OVER):
                assert end.where in open_pulls, end
        places = defaultdict(set)
        for branch, issue in open_pulls.items():
            marker = read_marker(issue.body or "")
            for item in marker.keys if marker and "/relabel/" in branch else ():
                places[item].add(branch)
        for end in account.ends:
            if end.end is End.QUEUED:
                assert end.where in places[end.item], (end, dict(places))
        doubles = {item: where for item, where in places.items() if len(where) > 1}
        assert all(where <= set(self.people.theirs) for where in doubles.values()), doubles
        untouched = [b for b in open_pulls if "/relabel/" in b and b not in self.people.theirs]
        held = [end for end in account.ends if end.end is End.HELD]
        assert len(untouched) <= LIMIT or not held

    def nothing_twice(self) -> None:
        for issue in self.hub.standin.world.issues.values():
            assert issue.pull is not None
            own = [comment for comment in issue.comments if OWN_COMMENT in comment.body]
            assert len(own) <= 1, f"#{issue.number}: {len(own)} comments"
            reviews = Counter(r.commit for r in issue.pull.reviews if OWN_REVIEW in (r.body or ""))
            assert set(reviews.values()) <= {1}, f"#{issue.number}: {reviews}"
        heads = Counter(i.pull.head_ref for i in self.people.pulls() if i.pull)
        assert set(heads.values()) <= {1}, heads
        assert all(head.startswith(PREFIX) for head in heads)
