"""Dangerous edits inside the quote of a real passage."""

import re
from dataclasses import replace

from tests.bench.cases import ALL, Change, Edit, Scene, Verdict, kind

# Each word of a row becomes another word of the same row.
ROWS: dict[str, tuple[str, ...]] = {
    "number word": (
        "one two three four five six seven eight nine ten twelve twenty",
        "double twice half",
        "once twice",
    ),
    "ordinal": ("first second third fourth", "last next"),
    "unit": (
        "day week month year",
        "days weeks months years hours",
        "miles kilometres feet metres inches",
        "claim year occurrence",
        "gallons litres",
    ),
    "month": (
        "January February March April June July August September October November December",
        "Monday Tuesday Wednesday Thursday Friday",
    ),
    "negation removed": ("cannot can", "never always", "nothing everything", "no any"),
    "unless, except, save": ("unless if", "without with", "except including", "excluding including"),
    "modal strengthened": ("may must", "should must", "can must"),
    "modal weakened": ("must may", "will might", "shall should", "must should"),
    "comparator": (
        "before after",
        "more less",
        "over under",
        "older newer",
        "above below",
        "longer shorter",
        "higher lower",
        "within after",
        "until from",
        "earlier later",
    ),
    "and, or": ("and or", "either both"),
    "all, any, some": ("all some", "every any", "each no", "any every", "both either"),
    "parties swapped": (
        "we you",
        "our your",
        "us you",
        "insurer insured",
        "landlord tenant",
        "owner tenant",
        "buyer seller",
        "lender borrower",
    ),
    "roles swapped": (
        "adjuster engineer surveyor broker",
        "driver passenger",
        "buildings contents",
        "police bank",
    ),
    "antonym": (
        "open close",
        "include exclude",
        "includes excludes",
        "covered excluded",
        "insured uninsured",
        "accept refuse",
        "start stop",
        "begins ends",
        "higher lower",
        "old new",
        "occupied vacant",
    ),
    "jurisdiction word": (
        "UK US EU",
        "England Scotland Wales",
        "Florida Texas Ohio Louisiana",
        "British American",
    ),
    "plan name": ("Home Motor", "Plus Essential", "Select Basic"),
    "one letter": (
        "form from",
        "now not",
        "though through",
        "where were",
        "of off",
        "on in",
        "there three",
        "than that",
    ),
    "article": ("the a", "a the", "an the"),
}


def swap_words(name: str) -> Edit:
    """Return the edit that replaces one word of the quote by another of its row."""

    def edit(scene: Scene) -> Change | None:
        found: list[tuple[re.Match[str], str]] = []
        for row in ROWS[name]:
            words = row.split()
            # A word of a path or a compound is none.
            pattern = rf"(?<![\w/-])(?:{'|'.join(words)})(?![\w/-]|\.\w)"
            for match in matches(scene, pattern, re.IGNORECASE):
                others = [w for w in words if w.casefold() != match.group().casefold()]
                found += [(match, other) for other in others]
        if not found:
            return None
        match, word = scene.rng.choice(found)
        if match.group()[0].isupper():
            word = word[0].upper() + word[1:]
        return put(scene, scene.quote[: match.start()] + word + scene.quote[match.end() :])

    return edit


for _name in ROWS:
    kind(_name, Verdict.QUEUE, ALL)(swap_words(_name))


def matches(scene: Scene, pattern: str, flags: int = 0) -> list[re.Match[str]]:
    """Return the matches of a pattern in what the quote says: not in link targets, tags and own numbers."""
    own_number = r"^\(?(?:\d{1,3}(?:\.\d+)*|[A-Za-z]|[ivxIVX]+)[.)]?(?=\s)"
    silent = [m.span() for m in re.finditer(r"\][(\[][^)\]]*[)\]]|<[^<>]+>", scene.quote)]
    silent += [
        m.span() for m in re.finditer(own_number, scene.quote) if scene.piece.kind in ("heading", "item")
    ]
    found = re.finditer(pattern, scene.quote, flags)
    return [m for m in found if not any(a < m.end() and m.start() < b for a, b in silent)]


def put(scene: Scene, quote: str) -> Change | None:
    """Return the change to another wording in place; None where nothing changed."""
    return Change(replace(scene.cut, quote=quote)) if quote.split() != scene.quote.split() else None


def replace_one(scene: Scene, pattern: str, new: str) -> Change | None:
    """Return the change of one match of a pattern, chosen by chance."""
    found = matches(scene, pattern)
    if not found:
        return None
    match = scene.rng.choice(found)
    return put(scene, scene.quote[: match.start()] + match.expand(new) + scene.quote[match.end() :])


@kind("number", Verdict.QUEUE, ALL)
def other_digit(scene: Scene) -> Change | None:
    digits = [m.start() for m in matches(scene, r"\d")]
    if not digits:
        return None
    at = scene.rng.choice(digits)
    new = scene.rng.choice([d for d in "123456789" if d != scene.quote[at]])
    return put(scene, scene.quote[:at] + new + scene.quote[at + 1 :])


@kind("digit added or lost", Verdict.QUEUE, ALL)
def digit_added(scene: Scene) -> Change | None:
    if scene.rng.random() < 0.5:
        return replace_one(scene, r"(\d)(?=\d)", "")
    return replace_one(scene, r"(\d)(?![\d.,])", r"\g<1>0")


@kind("digits exchanged", Verdict.QUEUE, ALL)
def digits_exchanged(scene: Scene) -> Change | None:
    return replace_one(scene, r"(\d)(?!\1)(\d)", r"\2\1")


@kind("currency sign", Verdict.QUEUE, ALL)
def currency(scene: Scene) -> Change | None:
    return replace_one(scene, "£", "$") or replace_one(scene, r"\$", "£")


@kind("separator changes the value", Verdict.QUEUE, ALL)
def separator(scene: Scene) -> Change | None:
    return replace_one(scene, r"(\d),(\d{3})\b", r"\1.\2") or replace_one(scene, r"(\d)\.(\d)", r"\1\2")


@kind("percentage point", Verdict.QUEUE, ALL)
def percent(scene: Scene) -> Change | None:
    return replace_one(scene, r"(\d)%", scene.rng.choice([r"\1", r"\1‰", r"\1 percentage points"]))


@kind("year", Verdict.QUEUE, ALL)
def year(scene: Scene) -> Change | None:
    return replace_one(scene, r"\b20(\d)(\d)\b", r"19\1\2")


@kind("negation added", Verdict.QUEUE)
def negation_added(scene: Scene) -> Change | None:
    return replace_one(scene, r"\b(is|are|must|may|will|can|does|do|has|have)\b", r"\1 not")


@kind("negation removed", Verdict.QUEUE)
def negation_removed(scene: Scene) -> Change | None:
    return replace_one(scene, r" not\b", "") or replace_one(scene, r"(?<=\w)n[’']t\b", "")


@kind("negation moved", Verdict.QUEUE)
def negation_moved(scene: Scene) -> Change | None:
    return replace_one(scene, r"\bnot ([\w-]+ [\w-]+) ", r"\1 not ")


@kind("only", Verdict.QUEUE)
def only_removed(scene: Scene) -> Change | None:
    return replace_one(scene, r"\bonly (\w)", r"\1") or replace_one(scene, r"\b(if|for|by|on) ", r"only \1 ")


@kind("bound", Verdict.QUEUE)
def bound(scene: Scene) -> Change | None:
    exchanges = {
        "at least": "at most",
        "up to": "from",
        "no more than": "no less than",
        "more than": "at least",
    }
    for old, new in exchanges.items():
        if change := replace_one(scene, rf"\b{old}\b", new):
            return change
    return None


@kind("list item dropped inside", Verdict.QUEUE)
def item_dropped(scene: Scene) -> Change | None:
    return replace_one(scene, r", [\w’' -]{3,30}(?=,| and | or )", "")


@kind("list item added inside", Verdict.QUEUE)
def item_added(scene: Scene) -> Change | None:
    return replace_one(scene, r"(, [\w’' -]{3,30})(?=,| and | or )", r"\1, hail")


@kind("exception cut off", Verdict.QUEUE)
def exception_cut(scene: Scene) -> Change | None:
    return replace_one(scene, r",? (?:unless|except|if|provided) [^.;]{8,}(?=[.;])", "")


@kind("order swapped", Verdict.QUEUE)
def order_swapped(scene: Scene) -> Change | None:
    return replace_one(scene, r"\b([a-z]{3,}) (and|or|to|before|after) ([a-z]{3,})\b", r"\3 \2 \1")


@kind("neighbouring words exchanged", Verdict.QUEUE)
def words_exchanged(scene: Scene) -> Change | None:
    return replace_one(scene, r"\b([A-Za-z]+) (?!\1\b)([A-Za-z]+)\b", r"\2 \1")


@kind("word lost", Verdict.QUEUE)
def word_lost(scene: Scene) -> Change | None:
    return replace_one(scene, r"(?<=\w )[A-Za-z]{2,} (?=\w)", "")


@kind("word replaced", Verdict.QUEUE)
def word_replaced(scene: Scene) -> Change | None:
    other = scene.rng.choice(re.findall(r"\b[a-z]{4,}\b", scene.document.text))
    return replace_one(scene, r"\b[a-z]{4,}\b", other)


@kind("word doubled in meaning by a prefix", Verdict.QUEUE)
def prefixed(scene: Scene) -> Change | None:
    return replace_one(
        scene, r"\b(insured|covered|paid|repaired|occupied|limited|used|opened|signed)\b", r"un\1"
    )


@kind("typing error", Verdict.QUEUE)
def typing_error(scene: Scene) -> Change | None:
    return replace_one(scene, r"\b([a-z]{3,})(?!\w\b)([a-z])(?!\2)([a-z])([a-z]+)\b", r"\1\3\2\4")


@kind("singular and plural", Verdict.QUEUE)
def plural(scene: Scene) -> Change | None:
    return replace_one(scene, r"\b(claim|payment|room|house|car|form|bill|repair|lock|key|loss)\b", r"\1s")


@kind("identifier", Verdict.QUEUE, ALL)
def identifier(scene: Scene) -> Change | None:
    return replace_one(scene, r"\b([A-Z]{1,3})-(\d)(?!\2)(\d)", r"\1-\3\2") or replace_one(
        scene, r"\b([A-Z]{1,3})-(\d+)", r"\1\2"
    )


@kind("link text", Verdict.QUEUE)
def link_text(scene: Scene) -> Change | None:
    return replace_one(scene, r"\[(\w+)[^\]]*\](?=\()", r"[\1 of old]")


@kind("full stop to question mark", Verdict.QUEUE, frozenset({"sentence", "item"}))
def question(scene: Scene) -> Change | None:
    return replace_one(scene, r"(?<=[a-z])\.$", "?")


@kind("minus sign", Verdict.QUEUE, ALL)
def minus(scene: Scene) -> Change | None:
    return replace_one(scene, r"(?<=[ |])([£$])(\d)", r"−\1\2")


@kind("hyphen between numbers", Verdict.QUEUE, ALL)
def range_lost(scene: Scene) -> Change | None:
    return replace_one(scene, r"(\d)[-–](\d)", r"\1\2")


@kind("footnote digit joined", Verdict.QUEUE, ALL)
def footnote_joined(scene: Scene) -> Change | None:
    found = matches(scene, r"[£$]?\d+(?![\d,.%-])")
    if not found:
        return None
    note = scene.rng.choice(found)
    mark = scene.rng.choice(["¹", "²", "<sup>1</sup>", "[^1]"])
    old = scene.quote[: note.end()] + mark + scene.quote[note.end() :]
    new = scene.quote[: note.end()] + "1" + scene.quote[note.end() :]
    return Change(replace(scene.cut, quote=new), before=replace(scene.cut, quote=old))


@kind("struck out", Verdict.QUEUE)
def struck_out(scene: Scene) -> Change | None:
    opening, closing = scene.rng.choice([("~~", "~~"), ("<del>", "</del>"), ("<s>", "</s>")])
    cut = scene.cut
    return Change(replace(cut, left=cut.left + opening, right=closing + cut.right))


@kind("sentences exchanged", Verdict.QUEUE, frozenset({"pair"}))
def sentences_exchanged(scene: Scene) -> Change | None:
    match = re.match(r"(.{20,}[.!?]) ([A-Z].{20,}[.!?])$", scene.quote)
    return put(scene, f"{match[2]} {match[1]}") if match else None


@kind("one of two sentences lost", Verdict.QUEUE, frozenset({"pair"}))
def sentence_lost(scene: Scene) -> Change | None:
    match = re.match(r"(.{20,}[.!?]) ([A-Z].{20,}[.!?])$", scene.quote)
    return put(scene, scene.rng.choice([match[1], match[2]])) if match else None


@kind("sentence put in between", Verdict.QUEUE, frozenset({"pair"}))
def put_between(scene: Scene) -> Change | None:
    return replace_one(scene, r"(?<=[a-z][.!?]) (?=[A-Z])", " That holds in the first year alone. ")
