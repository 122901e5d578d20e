"""Rows of scores for tests, made of what a test says and nothing else."""

from collections.abc import Mapping, Sequence

from goldset.domain.runs import Arm, RunMeta, RunSource
from goldset.domain.scores import End, ItemScore, Scored, ScoreRules


def row(
    item: str,
    values: Mapping[str, float | None],
    *,
    end: End = End.ANSWERED,
    slice_name: str = "cover",
    documents: Sequence[str] = (),
    is_answerable: bool = True,
) -> ItemScore:
    """Return a row of the arm `retrieved`."""
    facts = {"slice": (slice_name,), "tier": ("full",)}
    return ItemScore(item, Arm.RETRIEVED, end, values, facts, tuple(documents), is_answerable)


def scored(
    rows: Sequence[ItemScore], *, snapshot: str = "2026-10-01", rules: ScoreRules | None = None
) -> Scored:
    """Return a scored run of some rows."""
    source = RunSource("run.jsonl", "0" * 64, "goldset", RunMeta(snapshot=snapshot))
    return Scored(source, "help-centre", snapshot, False, rules or ScoreRules(), rows)  # noqa: FBT003


def binary(name: str, successes: int, number: int) -> list[ItemScore]:
    """Return so many rows, of which the first ones have the metric at 1."""
    return [row(f"{name}-{n}", {name: float(n < successes)}) for n in range(number)]
