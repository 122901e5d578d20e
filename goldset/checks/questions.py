"""Whether questions are asked twice: with the same gold, with conflicting gold, in dev and in the frozen split."""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from rapidfuzz import fuzz
from rapidfuzz.distance import OSA

from goldset.checks.base import CheckedSet, Entry, shown
from goldset.checks.question_words import QuestionWords, is_telling, question_words, split_words
from goldset.domain import rules
from goldset.domain.figures import figures
from goldset.domain.findings import Fault, Rule
from goldset.domain.item_facts import Split
from goldset.domain.items import Status
from goldset.domain.mentions import plain

# Of two questions about the same things, their words must be this much alike too (rapidfuzz ratio of all words, as
# they stand or sorted, 0–100): "what do you pay for hail" and "will I have to pay for the hail" are 65, another
# auxiliary 95.
SAME_THINGS = 70.0
# Where one gold answers both, a word may be another one ("fee" for "charge").
SAME_GOLD = 80.0
# Where words are characters, their order says what the words are.
UNSPACED = 90.0
# A slip of the pen: one character of a word this long, not its first.
LEAST_SLIPPED = 6
LONGEST_WORD = 40  # of what a person types; a file of one long word must not become a million shorter ones
LONGEST = 5_000  # characters of a question that are compared
# Each question is compared with so many before it of its group, so that no group costs the square of its size.
WINDOW = 50
_YES_NO = frozenset(
    {"yes", "no", "not", "never", "none", "ja", "nein", "nicht", "kein", "keine", "oui", "non", "pas"}
)


@dataclass(frozen=True)
class _Asked:
    """A question with its item, and with what may set it apart from the same words elsewhere."""

    entry: Entry
    words: QuestionWords

    @cached_property
    def scope(self) -> Hashable:
        """Where and when it is asked."""
        item = self.entry.item
        return (item.jurisdiction or "").casefold(), str(item.as_of)

    @cached_property
    def passages(self) -> frozenset[str]:
        """Its gold spans."""
        return frozenset(plain(span.confirmed.text) for span in self.entry.spans)

    @cached_property
    def claims(self) -> frozenset[str]:
        """What its answer says, figures by value and whether it is so."""
        answer, language = self.entry.item.gold_answer or "", self.entry.item.language
        values = (str(value) for figure in figures(answer, language) for value in figure.values)
        return frozenset(values) | (_YES_NO & set(split_words(plain(answer))))


_Likeness = Callable[[_Asked, _Asked], bool]


def repeated_questions(checked: CheckedSet) -> Iterator[Fault]:
    """Yield items that ask what another one asks in the same place and at the same time, word for word or nearly.

    Each item is reported once a rule, with the first item that it repeats.
    """
    policy = checked.settings.policy
    telling = frozenset(word.casefold() for word in (*policy.scope_terms, *policy.protected_terms))
    asked = [
        _Asked(entry, question_words(entry.item.question, entry.item.language, telling))
        for entry in checked.entries
        if entry.item.status is not Status.RETIRED
    ]
    seen: set[tuple[str, str]] = set()
    for first, second, exact in _pairs(asked, telling):
        for rule, own, other, message in _said(first, second, exact=exact):
            if (rule.code, own.entry.path) not in seen:
                seen.add((rule.code, own.entry.path))
                yield Fault(rule, message, own.entry.path, ("question",), also=(other.entry.path,))


def _pairs(asked: Sequence[_Asked], telling: frozenset[str]) -> Iterator[tuple[_Asked, _Asked, bool]]:
    """Yield pairs of the same question, each once, the earlier item first, and whether it is the same word for word."""
    known = set()
    for likeness, groups in (
        (_is_same, _groups(asked, lambda one: [(one.scope, one.words.text)])),
        (_asks_the_same, _groups(asked, lambda one: [(one.scope, one.words.figures, one.words.content)])),
        (_asks_the_same, _slipped(asked)),
        (_by_gold(telling), _groups(asked, lambda one: [(one.scope, text) for text in one.passages])),
    ):
        for group in groups:
            for number, second in enumerate(group):
                for first in group[max(number - WINDOW, 0) : number]:
                    key = (first.entry.path, second.entry.path)
                    if (
                        key not in known
                        and first.entry.item.id != second.entry.item.id
                        and likeness(first, second)
                    ):
                        known.add(key)
                        yield first, second, first.words.text == second.words.text


def _groups(asked: Sequence[_Asked], keys: Callable[[_Asked], Sequence[Hashable]]) -> Iterator[list[_Asked]]:
    """Yield questions that share a key, two or more."""
    groups: dict[int, list[_Asked]] = defaultdict(list)
    for one in asked:
        for key in keys(one):
            groups[hash(key)].append(one)
    yield from (group for group in groups.values() if len(group) > 1)


def _slipped(asked: Sequence[_Asked]) -> Iterator[list[_Asked]]:
    """Yield questions about the same things but for one word, which may be the same one misspelt.

    Two words that are one slip apart become equal when the right character is left out of each of them, or of one:
    so every such pair is in a group, and nothing else has to be compared.
    """
    rests: dict[int, list[tuple[_Asked, str]]] = defaultdict(list)
    for one in asked:
        content = one.words.content
        for number, word in enumerate(content):
            if LEAST_SLIPPED - 1 <= len(word) <= LONGEST_WORD and (not number or content[number - 1] != word):
                rest = (one.scope, one.words.figures, content[:number] + content[number + 1 :])
                rests[hash(rest)].append((one, word))
    for found in rests.values():
        if len({word for _, word in found}) > 1:
            groups: dict[str, list[_Asked]] = defaultdict(list)
            for one, word in found:
                for shortened in {word, *(word[:at] + word[at + 1 :] for at in range(1, len(word)))}:
                    groups[shortened].append(one)
            yield from (group for group in groups.values() if len(group) > 1)


def _is_same(first: _Asked, second: _Asked) -> bool:
    return first.words.text == second.words.text and first.scope == second.scope


def _asks_the_same(first: _Asked, second: _Asked) -> bool:
    """Return whether two questions ask about the same things, but for one slip of the pen, in much the same words."""
    one, other = first.words, second.words
    if not one.content or not _agree(first, second):
        return False
    ours, theirs = _differing(one, other)
    is_slipped = len(ours) == len(theirs) == 1 and _is_slip(ours[0], theirs[0])
    return (is_slipped or not (ours or theirs)) and _likeness(one, other) >= SAME_THINGS


def _by_gold(telling: frozenset[str]) -> _Likeness:
    def is_alike(first: _Asked, second: _Asked) -> bool:
        """Return whether two questions with one gold are alike, and differ in no word that tells them apart."""
        one, other = first.words, second.words
        if one.is_unspaced or not _agree(first, second):
            return False
        if _likeness(one, other) < SAME_GOLD or _conflict(first, second):
            return False
        names = {*one.names, *other.names}
        ours, theirs = _differing(one, other)
        return not any(word in names or is_telling(word, telling) for word in (*ours, *theirs))

    return is_alike


def _likeness(one: QuestionWords, other: QuestionWords) -> float:
    if one.is_unspaced or other.is_unspaced:
        alike = fuzz.ratio(one.text[:LONGEST], other.text[:LONGEST], score_cutoff=UNSPACED)
        return 100.0 if alike else 0.0
    # A slip may change where a word is sorted.
    return max(
        fuzz.ratio(one.sorted_words[:LONGEST], other.sorted_words[:LONGEST]),
        fuzz.ratio(one.text[:LONGEST], other.text[:LONGEST]),
    )


def _agree(first: _Asked, second: _Asked) -> bool:
    """Return whether two questions are asked in the same place and time, with the same figures, no names swapped."""
    one, other = first.words, second.words
    if first.scope != second.scope or one.figures != other.figures:
        return False
    # From Plus to Select is not from Select to Plus.
    return one.names == other.names or sorted(one.names) != sorted(other.names)


def _differing(one: QuestionWords, other: QuestionWords) -> tuple[list[str], list[str]]:
    """Return the content words, with repetitions, that only the one and only the other of two questions has."""
    if one.content == other.content:
        return [], []
    ours, theirs = Counter(one.content), Counter(other.content)
    return list((ours - theirs).elements()), list((theirs - ours).elements())


def _is_slip(word: str, other: str) -> bool:
    long = min(len(word), len(other)) >= LEAST_SLIPPED - 1 and max(len(word), len(other)) >= LEAST_SLIPPED
    short = max(len(word), len(other)) <= LONGEST_WORD
    return long and short and word[0] == other[0] and OSA.distance(word, other, score_cutoff=1) <= 1


def _said(first: _Asked, second: _Asked, *, exact: bool) -> Iterator[tuple[Rule, _Asked, _Asked, str]]:
    """Yield what is wrong with a pair: rule, the item to report it at, the other one, and the message."""
    conflict = _conflict(first, second)
    if conflict:
        # A draft waits for a person to settle such things: it stands in nobody's way until then.
        waits = Status.DRAFT in (first.entry.item.status, second.entry.item.status)
        sure = rules.QUESTION_TWICE if waits else rules.CONFLICTING_GOLD
        rule = sure if exact else rules.NEAR_CONFLICT
        yield rule, second, first, f"{_named(second, first, exact=exact)}, and {conflict}"
    splits = {first.entry.item.split, second.entry.item.split}
    if splits == {Split.DEV, Split.TEST}:
        frozen, tuned = (first, second) if first.entry.item.split is Split.TEST else (second, first)
        message = f"{_named(frozen, tuned, exact=exact)}, which is in the dev split"
        yield rules.LEAKED_QUESTION, frozen, tuned, message
    elif not conflict and not _are_variants(first, second):
        rule = rules.QUESTION_TWICE if exact else rules.NEARLY_TWICE
        yield rule, second, first, _named(second, first, exact=exact)


def _are_variants(first: _Asked, second: _Asked) -> bool:
    """Return whether two items say that they ask the same thing."""
    one, other = first.entry.item, second.entry.item
    bases = {one.variant_of or one.id, other.variant_of or other.id}
    return len(bases) == 1


def _named(own: _Asked, other: _Asked, *, exact: bool) -> str:
    item = other.entry.item
    where = f" (slice `{item.slice}`)" if item.slice != own.entry.item.slice else ""
    how = "the same as" if exact else "nearly the same as"
    return f"`question` is {how} that of {item.id}{where}: {shown(item.question)}"


def _conflict(first: _Asked, second: _Asked) -> str:
    """Return how the gold of two items disagrees, as the end of a sentence; empty where it does not."""
    one, other = first.entry.item, second.entry.item
    if one.answerable != other.answerable:
        return "only one of them has an answer"
    if not one.answerable:
        differ = one.abstain_reason and other.abstain_reason and one.abstain_reason != other.abstain_reason
        return f"one says {other.abstain_reason}, the other {one.abstain_reason}" if differ else ""
    if not one.gold_answer or not other.gold_answer:
        return ""
    is_held = first.passages <= second.passages or second.passages <= first.passages
    if plain(one.gold_answer) != plain(other.gold_answer) and not (is_held and first.claims == second.claims):
        return f"the gold answers differ: {shown(other.gold_answer)} and {shown(one.gold_answer)}"
    return "" if is_held else "other gold spans prove the answer"
