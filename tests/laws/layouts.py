"""Items as people lay them out: quotes, blocks, indentation, comments and blank lines of every kind."""

from hypothesis import strategies as st

from goldset.domain.rules import CUT_BY_COMMENT
from goldset.stores import yaml_scalars
from goldset.stores.plain_data import plain_data
from goldset.stores.yaml_source import TAKES, Source


def cut_values(text: str) -> int:
    """Return how many values a comment sign cuts short."""
    source = Source(text)
    return sum(fault.rule is CUT_BY_COMMENT for fault in plain_data(source.body, source.root, TAKES)[1])


WORDS = st.sampled_from(
    ["a", "no", "1e3", "two words", "x: y", "x #y", "- z", "$500", "é", "𝒳", "it's", 'say "so"', "10%"]
)
LINES = st.lists(WORDS, min_size=2, max_size=3).map("\n".join)
COMMENTS = st.sampled_from(["", "", "", "  # why", " # 'quoted' \"too\"", "   # a: b"])
OWN = st.sampled_from(["", "", "", "# note", "", "#tight", "\n"])
FIELDS = ("question", "gold_answer", "labelled_by", "slice", "jurisdiction")


@st.composite
def scalar(draw: st.DrawFn, indent: int) -> str:
    """Return a value as some person might write it behind a key or dash at a column."""
    text = draw(st.one_of(WORDS, LINES))
    style = draw(st.sampled_from(["plain", "double", "single", "literal"]))
    pad = " " * (indent + draw(st.integers(1, 4)))
    comment = draw(COMMENTS)
    if style == "literal" or (style != "double" and "\n" in text):
        chomp = draw(st.sampled_from(["", "-"]))
        return f"|{chomp}{comment}\n" + "\n".join(f"{pad}{line}" for line in text.split("\n"))
    if style == "single":
        return "'" + text.replace("'", "''") + "'" + comment
    if style == "plain" and yaml_scalars.scalar(text)[1] == text:
        return text + comment
    return '"' + text.replace('"', '\\"').replace("\n", "\\n") + '"' + comment


@st.composite
def item(draw: st.DrawFn) -> str:
    """Return an item's text in some layout, with comments and blank lines wherever they may stand."""
    lines: list[str] = []

    def own(column: int) -> None:
        if note := draw(OWN):
            lines.append(" " * draw(st.sampled_from([column, 0])) + note.strip("\n") if note.strip() else "")

    for name in draw(st.lists(st.sampled_from(FIELDS), unique=True, min_size=1)):
        own(0)
        lines.append(f"{name}: {draw(scalar(0))}")
    own(0)
    if draw(st.booleans()):
        lines.append(f"tags:{draw(COMMENTS)}")
        for _ in range(draw(st.integers(1, 3))):
            lines.append(f"  - {draw(scalar(2))}")
            own(2)
    else:
        words = draw(st.lists(WORDS, max_size=3))
        lines.append(
            f"tags: [{', '.join(yaml_scalars.scalar(word, flow=True)[1] for word in words)}]{draw(COMMENTS)}"
        )
    dash = draw(st.integers(0, 3))
    lines.append(f"gold_spans:{draw(COMMENTS)}")
    for _ in range(draw(st.integers(1, 2))):
        own(dash)
        gap = draw(st.integers(1, 3))
        lead = " " * dash + "-" + " " * gap
        for name in draw(st.lists(st.sampled_from(["doc_id", "text", "prefix"]), unique=True, min_size=1)):
            lines.append(f"{lead}{name}: {draw(scalar(dash + 1 + gap))}")
            lead = " " * (dash + 1 + gap)
            own(dash + 1 + gap)
    return "\n".join(lines) + draw(st.sampled_from(["", "\n", "\n\n# end\n"]))
