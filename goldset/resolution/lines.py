"""Marks at the start of lines: headings, list items, block quotes, tables, rules, fences."""

import re
from collections.abc import Sequence

from goldset.resolution.line_starts import Leads, LineStarts
from goldset.resolution.marks import Mark, MarkKind, Markup

_FENCE = LineStarts(r"[ \t>]*(?P<fence>`{3,}|~{3,})[^`\n]*$")
_HEADING = LineStarts(r"[ \t]{0,3}(?P<hashes>#{1,6})(?:[ \t]+|$)")
_HEADING_LABEL = re.compile(
    r"(?:\*\*|__)?(?P<label>\d{1,3}(?:\.\d{1,3}){1,5}\.?|\d{1,3}[.)]|[A-Z][.)])[ \t]+"
    r"(?=(?:[*_\[`]{0,3})[^\W\d_])"
)
_PLAIN_WORD = re.compile(r"(?<![^\s(])[a-z]{3,}")
_HEADING_END = re.compile(r"[ \t]+#+[ \t]*$", re.MULTILINE)
_VERSION_WORD = re.compile(
    r"\b(?:release|released|version|update|changelog|hotfix|patch|beta|alpha|rc\d*|\d{4})\b", re.IGNORECASE
)
_QUOTE = LineStarts(r"[ \t]{0,3}(?:>[ \t]?)+(?![-+]?[\d$€£¥])")
_BULLET = LineStarts(r"[ \t>]*(?P<mark>[-*+•‣◦▪–])(?=[ \t]+\S)")
_NUMBERED = LineStarts(
    r"(?P<indent>[ \t>]*)(?:[-*+•][ \t]+)?(?P<mark>\(?(?:(?P<number>\d{1,3})|(?P<letter>[A-Za-z])"
    r"|(?P<roman>[ivx]{2,5}|[IVX]{2,5}))(?P<tail>[.)]))(?=[ \t]+\S)"
)
_RULE = LineStarts(r"[ \t>]*(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|=+[ \t]*)$")
_TABLE_RULE = LineStarts(r"[ \t>]*[|:-][|:\- \t]*$")
_PIPED = LineStarts(r"[ \t>]*\|[^\n]*$")


# Letters of headings may skip as many as this: one was cut, or renumbered.
_LETTER_GAP = 2


def mark_lines(raw: str, found: Markup) -> None:
    """Find the marks at the start of lines."""
    leads = Leads(raw)
    _fences(_FENCE.at(raw, leads.of("`~")), found)
    for match in _RULE.at(raw, leads.of("-*_=")):
        if found.free(*match.span(1)):
            found.space(*match.span(1))
    if "|" in raw:
        _tables(raw, leads, found)
    for match in _QUOTE.at(raw, leads.of(">")):
        if found.free(match.start(1), match.start(1) + 1):
            found.space(*match.span(1))
    _headings(raw, _HEADING.at(raw, leads.of("#")), found)
    _bullets(raw, _BULLET.at(raw, leads.of("-*+•‣◦▪–")), found)
    _numbers(raw, _NUMBERED.at(raw, leads.counting()), found)


def _fences(lines: Sequence[re.Match[str]], found: Markup) -> None:
    opening: re.Match[str] | None = None
    for match in lines:
        if opening is None:
            opening = match
        elif match["fence"][0] == opening["fence"][0] and len(match["fence"]) >= len(opening["fence"]):
            found.keep(opening.end(), match.start(1))
            for line in (opening, match):
                found.space(*line.span(1))
            opening = None


def _tables(raw: str, leads: Leads, found: Markup) -> None:
    for match in _PIPED.at(raw, leads.of("|")):
        _blank_pipes(raw, found, *match.span(1))
    for match in _TABLE_RULE.at(raw, leads.of("|:-")):
        start, end = match.span(1)
        if "|" not in match[1] or "-" not in match[1]:
            continue
        if not found.free(start, end) and not found.blank[end - 1]:
            continue
        found.space(start, end)
        _blank_pipes(raw, found, raw.rfind("\n", 0, max(start - 1, 0)) + 1, start)
        at = end + 1
        while at < len(raw):  # rows of the body, up to the first line without a pipe
            end = raw.find("\n", at)
            end = len(raw) if end < 0 else end
            if "|" not in raw[at:end]:
                break
            _blank_pipes(raw, found, at, end)
            at = end + 1


def _blank_pipes(raw: str, found: Markup, start: int, end: int) -> None:
    at = raw.find("|", start, end)
    while at >= 0:
        if not found.code[at] and not (at and raw[at - 1] == "\\"):
            found.space(at, at + 1)
        at = raw.find("|", at + 1, end)


def _headings(raw: str, lines: Sequence[re.Match[str]], found: Markup) -> None:
    labels: list[re.Match[str]] = []
    for match in lines:
        if not found.free(*match.span("hashes")):
            continue
        found.space(*match.span("hashes"))
        end = raw.find("\n", match.end())
        end = len(raw) if end < 0 else end
        if raw.find("#", match.end(), end) >= 0 and (closing := _HEADING_END.search(raw, match.end(), end)):
            found.space(*closing.span())
        label = _HEADING_LABEL.match(raw, match.end(), end)
        if label and not _VERSION_WORD.search(raw, label.end(), end):
            labels.append(label)
    for number, label in enumerate(labels):
        if _in_sequence(labels, number):
            _hide(found, label.start("label"), label.end("label"), label["label"])


def _in_sequence(labels: Sequence[re.Match[str]], number: int) -> bool:
    """Return whether a heading's number fits one of its neighbours'.

    A lone or a falling one may be a version.
    """
    own = _value(labels[number]["label"])
    near = [
        (side, _value(labels[number + side]["label"])) for side in (-1, 1) if 0 <= number + side < len(labels)
    ]
    if own[0][0]:
        if _PLAIN_WORD.search(labels[number].string, labels[number].end(), _line_end(labels[number])):
            return True  # words, so that the letter is no initial of a name
        return any(
            other[0][0] and 0 < (other[0][1] - own[0][1]) * side <= _LETTER_GAP for side, other in near
        )
    return any(not other[0][0] and (other <= own if side < 0 else own <= other) for side, other in near)


def _line_end(match: re.Match[str]) -> int:
    end = match.string.find("\n", match.end())
    return len(match.string) if end < 0 else end


def _value(label: str) -> tuple[tuple[str, int], ...]:
    """Return what a label counts: ("", number) per level, or ("A", place in the alphabet)."""
    bare = label.rstrip(".)")
    if bare.isalpha():
        return (("A", ord(bare.upper()) - ord("A") + 1),)
    return tuple(("", int(part)) for part in bare.split("."))


def _bullets(raw: str, lines: Sequence[re.Match[str]], found: Markup) -> None:
    for match in lines:
        at = match.start("mark")
        wrapped = raw[at + 1 : at + 21].lstrip()[:1].isdigit() and _follows_text(raw, match.start(1))
        if found.free(at, at + 1) and not wrapped:
            found.space(at, at + 1)


def _numbers(raw: str, lines: Sequence[re.Match[str]], found: Markup) -> None:
    previous: dict[str, re.Match[str]] = {}  # by indent and kind of number, as lists stand in lists
    for match in lines:
        start, end = match.span("mark")
        if not found.free(start, end):
            continue
        letters = "0" if match["number"] else "A" if match["mark"].isupper() else "a"
        kind = f"{match['indent']}{letters}{match['tail']}"
        if _is_item(raw, match, previous.get(kind)):
            _hide(found, start, end, match["mark"])
            previous[kind] = match


def _is_item(raw: str, match: re.Match[str], previous: re.Match[str] | None) -> bool:
    """Return whether a number or letter at a line's start counts items."""
    follows = previous is not None and _order(match) == _order(previous) + 1
    first = _order(match) == 1
    if _follows_text(raw, match.start(1)):
        return follows or (first and match["number"] is not None)
    if match["letter"] and match["tail"] == "." and not match["mark"].startswith("("):
        return follows or first  # "J. Smith" at the start of a line is a name
    return True


def _order(match: re.Match[str]) -> int:
    if match["number"]:
        return int(match["number"])
    if match["letter"]:
        return ord(match["letter"].lower()) - ord("a") + 1
    numerals = {"ii": 2, "iii": 3, "iv": 4, "vi": 6, "vii": 7, "viii": 8, "ix": 9, "xi": 11, "xii": 12}
    return numerals.get(match["roman"].lower(), 0)


def _follows_text(raw: str, line_start: int) -> bool:
    """Return whether the line before is running text that this line may go on with."""
    if line_start == 0:
        return False
    before = raw[raw.rfind("\n", 0, line_start - 1) + 1 : line_start - 1].strip()
    if not before or before[0] in "#|>" or before.endswith(("  ", "|", ":")):
        return False
    return not (_BULLET.begins(before) or _NUMBERED.begins(before) or _RULE.begins(before))


def _hide(found: Markup, start: int, end: int, text: str) -> None:
    found.space(start, end)
    found.marks.append(Mark(start, end, MarkKind.LABEL, text))
