"""Dangerous edits of tables: of a row's own cells, or of what its cells hang on."""

import re
from dataclasses import replace

from tests.bench.cases import Change, Scene, Verdict, kind
from tests.bench.edits_words import put
from tests.bench.material import Cut

ROW = frozenset({"row"})


@kind("cells of the row exchanged", Verdict.QUEUE, ROW)
def cells_exchanged(scene: Scene) -> Change | None:
    cells = scene.quote.split(" | ")
    if len(cells) < 3 or cells[-1] == cells[-2]:
        return None
    return put(scene, " | ".join([*cells[:-2], cells[-1], cells[-2]]))


@kind("cell moved to another column", Verdict.QUEUE, ROW)
def cell_moved(scene: Scene) -> Change | None:
    cells = scene.quote.split(" | ")
    if len(cells) < 3:
        return None
    *first, one, other = cells
    old, new = " | ".join([*first, one, ""]), " | ".join([*first, "", one])
    assert other is not None
    return Change(replace(scene.cut, quote=new.rstrip()), before=replace(scene.cut, quote=old.rstrip()))


@kind("table header", Verdict.QUEUE, ROW)
def header(scene: Scene) -> Change | None:
    if scene.quote.endswith("|"):  # the last cell is empty, and its column says nothing of the row
        return None
    low, _ = scene.cut.block()
    head, _, rest = scene.cut.left[low:].partition("\n")
    cells = head.strip("|").split("|")
    old, new = scene.rng.choice(
        [("in 2025", "in 2026"), ("in £", "in $"), ("(days)", "(weeks)"), ("UK", "US")]
    )
    lefts = [
        scene.cut.left[:low] + f"|{'|'.join([*cells[:-1], f'{cells[-1].rstrip()} {x} '])}|\n{rest}"
        for x in (old, new)
    ]
    return Change(replace(scene.cut, left=lefts[1]), before=replace(scene.cut, left=lefts[0]))


@kind("table columns exchanged", Verdict.QUEUE, ROW)
def columns(scene: Scene) -> Change | None:
    low, _ = scene.cut.block()
    head, _, rest = scene.cut.left[low:].partition("\n")
    cells = head.strip("|").split("|")
    values = scene.quote.split(" | ")
    if min(len(cells), len(values)) < 3 or values[-1].strip() == values[-2].strip():
        return None
    new = f"|{'|'.join([*cells[:-2], cells[-1], cells[-2]])}|\n{rest}"
    return Change(replace(scene.cut, left=scene.cut.left[:low] + new))


@kind("first cell of a row", Verdict.QUEUE, ROW)
def first_cell(scene: Scene) -> Change | None:
    first, bar, others = scene.quote.partition(" | ")
    if len(others) < 18:
        return None
    cut = scene.cut
    old = Cut(cut.left + first + bar, others, cut.right)
    return Change(replace(old, left=f"{cut.left}Volcano{bar}"), before=old)


@kind("rows exchange their values", Verdict.QUEUE, ROW)
def values_exchanged(scene: Scene) -> Change | None:
    """The quoted row keeps its first cell and gets the other cells of the row below."""
    first, bar, others = scene.quote.partition(" | ")
    below = re.match(r" \|\n\| ([^|\n]+?) \| ([^\n]+?) \|(?=\n|$)", scene.cut.right)
    if not bar or not below or below[2] == others or below[1] == first:
        return None
    right = f" |\n| {below[1]} | {others} |" + scene.cut.right[below.end() :]
    return Change(Cut(scene.cut.left, f"{first} | {below[2]}", right))


@kind("caption of a table", Verdict.QUEUE, ROW)
def caption(scene: Scene) -> Change | None:
    low, _ = scene.cut.block()
    old, new = scene.rng.choice(
        [
            ("All amounts are in pounds:", "All amounts are in dollars:"),
            ("These limits hold in 2026:", "These limits hold in 2027:"),
            ("We pay for what is listed here:", "We do not pay for what is listed here:"),
        ]
    )
    head, tail = scene.cut.left[:low], scene.cut.left[low:]
    return Change(
        replace(scene.cut, left=f"{head}{new}\n\n{tail}"),
        before=replace(scene.cut, left=f"{head}{old}\n\n{tail}"),
    )
