"""A span that is a whole chunk or document: only the same text is the same passage, and it is scored apart."""

import pytest

from goldset.domain.resolutions import Outcome
from tests.acceptance.test_score import office
from tests.conftest import write_tree
from tests.office import BOILER, FANS, Office, chunk, ranked, span, values
from tests.resolving import label, resolve

__all__ = ["office"]

CHUNK = "The lift is *inspected* twice a year, and the report hangs in the hall for all to read."
OLD = {"lift.md": f"# Lift\n\nAll about the lift of the house.\n\n{CHUNK}\n\nAsk the porter for more.\n"}


@pytest.mark.parametrize("kept", [True, False])
@pytest.mark.parametrize("coarse", ["chunk", "document"])
def test_it_is_carried_over_only_where_its_text_stands_to_the_letter(coarse: str, kept: bool) -> None:  # noqa: FBT001
    plain = {"lift.md": OLD["lift.md"].replace("*inspected*", "inspected")}
    moved = {"lift.md": OLD["lift.md"].replace("All about", "Once more: all about")}
    exact, whole = label(OLD, "lift.md", CHUNK), label(OLD, "lift.md", CHUNK, span={"coarse": coarse})
    assert resolve(OLD, plain, exact, kept=kept).outcome is Outcome.REFORMATTED
    changed = resolve(OLD, plain, whole, kept=kept)
    assert (changed.outcome, changed.accepted) == (Outcome.EDITED, False)
    assert "whole chunk or document" in changed.reason
    assert changed.candidates[0].place.text == CHUNK.replace("*", "")
    assert resolve(OLD, moved, whole, kept=kept).accepted


def test_it_is_scored_apart(office: Office) -> None:
    office.item("exact", BOILER)
    office.item("whole", spans=[span(FANS).replace("}\n", ", coarse: chunk}\n")])
    found = office.score(ranked("exact", chunk(BOILER)), ranked("whole", chunk(FANS)))
    assert values(found, "exact")["recall@1"] == values(found, "whole")["recall_coarse@1"] == 1
    assert "recall@1" not in values(found, "whole")


def test_what_it_may_be_is_a_chunk_or_a_document(office: Office) -> None:
    write_tree(office.root, {"goldset.yaml": "set: office\n"})
    office.item("whole", spans=[span(FANS).replace("}\n", ", coarse: page}\n")])
    done = office.goldset("validate", "-C", office.root)
    assert done.code == 1
    assert "coarse" in done.out
