"""People between two nights: they decide, commit, merge, close and change their minds, as chance has it."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.golden_set import fee
from tests.month.hub import Hub
from tests.standin.people import suggested_texts
from tests.standin.records import Issue
from tests.standin.world import RefusedError

PREFIX = "goldset/golden-set/"
ITEM = "items/fees/item-{}.yaml"


@dataclass
class People:
    """Those who work on a set's pull requests.

    Attributes:
        theirs: Tip by branch that holds a commit of theirs: no run may move it.
        said: Their comments by id.
        told: What they did, for the report of a failure.
    """

    hub: Hub
    chance: random.Random
    cases: int
    theirs: dict[str, str] = field(default_factory=dict)
    said: dict[int, str] = field(default_factory=dict)
    told: list[str] = field(default_factory=list)
    added: int = 0

    def __post_init__(self) -> None:
        self.person = self.hub.standin.person("ana")

    def day(self) -> None:
        """Do a few things; what GitHub refuses is left."""
        acts: list[Callable[[], None]] = [
            *[self.suggestion] * 4,
            *[self.merge] * 4,
            self.squash,
            self.squash,
            self.by_hand,
            self.amend,
            self.update_branch,
            self.close,
            self.reopen,
            self.delete_branch,
            self.edit_item,
            self.retire,
            self.add_item,
            self.comment,
            self.take_label_off,
        ]
        for act in self.chance.sample(acts, self.chance.randint(0, 5)):
            try:
                act()
            except RefusedError as error:
                self.told.append(f"refused {act.__name__}: {error} {error.errors}")

    # --- pull requests

    def pulls(self, *, state: str = "open", kind: str = "") -> list[Issue]:
        issues = [i for _, i in sorted(self.hub.standin.world.issues.items()) if i.pull]
        return [
            i for i in issues if i.state == state and i.pull and i.pull.head_ref.startswith(PREFIX + kind)
        ]

    def one(self, *, state: str = "open", kind: str = "") -> Issue | None:
        found = self.pulls(state=state, kind=kind)
        return self.chance.choice(found) if found else None

    def tell(self, issue: Issue, what: str) -> None:
        assert issue.pull is not None
        self.told.append(f"#{issue.number} {issue.pull.head_ref}: {what}")

    def keep(self, issue: Issue) -> None:
        """Remember that a branch holds work of people."""
        assert issue.pull is not None
        self.theirs[issue.pull.head_ref] = self.hub.standin.world.tip(issue.pull.head_ref)

    def suggestion(self) -> None:
        issue = self.one(kind="relabel/")
        comments = self.person.suggestions(issue.number) if issue else []
        if issue and comments:
            chosen = self.chance.choice(comments)
            index = self.chance.randrange(len(suggested_texts(chosen.body)))
            self.person.commit_suggestion(issue.number, chosen.id, self.chance.choice([0, 0, index]))
            self.tell(issue, f"suggestion {index} of {chosen.id}")
            self.keep(issue)

    def by_hand(self) -> None:
        issue = self.one()
        if issue and issue.pull:
            self.person.edit_file(issue.pull.head_ref, "notes.txt", f"{self.chance.random()}\n")
            self.tell(issue, "edit by hand")
            self.keep(issue)

    def amend(self) -> None:
        issue = self.one()
        if issue and issue.pull:
            self.person.amend(issue.pull.head_ref, {"notes.txt": f"{self.chance.random()}\n"})
            self.tell(issue, "amend")
            self.keep(issue)

    def update_branch(self) -> None:
        issue = self.one()
        if issue and issue.pull:
            before = self.hub.standin.world.tip(issue.pull.head_ref)
            if self.person.update_branch(issue.number) != before:
                self.tell(issue, "update branch")
                self.keep(issue)

    def close(self) -> None:
        issue = self.one()
        if issue:
            self.person.close(issue.number)
            self.tell(issue, "close")

    def reopen(self) -> None:
        issue = self.one(state="closed")
        if issue:
            self.person.reopen(issue.number)
            self.tell(issue, "reopen")

    def merge(self) -> None:
        self._merge("merge")

    def squash(self) -> None:
        self._merge("squash")

    def _merge(self, method: str) -> None:
        issue = self.one(kind=self.chance.choice(["relabel/", "snapshot/"]))
        if issue and issue.pull:
            self.person.merge(issue.number, method)
            self.tell(issue, method)
            if self.chance.random() < 0.6:
                self.person.delete_branch(issue.pull.head_ref)
                self.theirs.pop(issue.pull.head_ref, None)

    def delete_branch(self) -> None:
        issue = self.one()
        if issue and issue.pull:
            self.person.delete_branch(issue.pull.head_ref)
            self.tell(issue, "delete branch")
            self.theirs.pop(issue.pull.head_ref, None)

    def comment(self) -> None:
        issue = self.one()
        if issue:
            text = f"What about {self.chance.random()}?"
            self.said[self.person.comment(issue.number, text)] = text
            self.tell(issue, "comment")

    def take_label_off(self) -> None:
        issue = self.one()
        if issue and issue.labels:
            self.person.unlabel(issue.number, issue.labels[0])
            self.tell(issue, "take a label off")

    # --- the base

    def edit_item(self) -> None:
        path = ITEM.format(self.chance.randint(1, self.cases))
        self.person.edit_file("main", path, lambda text: text.replace("What does", "Now what does", 1))
        self.told.append(f"edit {path}")

    def retire(self) -> None:
        path = ITEM.format(self.chance.randint(1, self.cases))
        if self.chance.random() < 0.3:
            status = 'status: retired\nretired: {reason: nobody asks, at: "2026-11-01", by: ana}\ngold_spans:'
            self.person.edit_file(
                "main", path, lambda text: text if "retired" in text else text.replace("gold_spans:", status)
            )
            self.told.append(f"retire {path}")

    def add_item(self) -> None:
        self.added += 1
        number = self.chance.randint(1, self.cases)
        text = (
            f"id: new-{self.added}\nquestion: What is new {self.added}?\nslice: fees\nanswerable: true\n"
            f'gold_answer: As the page says.\ncorpus_snapshot: "A"\ngold_spans:\n'
            f"  - doc_id: case{number}.md\n    text: {fee(number)}\n"
        )
        self.person.edit_file("main", f"items/fees/new-{self.added}.yaml", text)
        self.told.append(f"add new-{self.added} of case{number}")
