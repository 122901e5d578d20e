"""Whether a question was written by somebody who had not seen the passage that answers it."""

import re
import unicodedata
from collections.abc import Iterator

from goldset.checks.base import CheckedSet, Entry, confirmed_spans, shown
from goldset.domain import rules
from goldset.domain.findings import Fault
from goldset.domain.scripts import is_unspaced

# People who have not seen a passage hardly ever hit on four words in a row that stand in it: none of the 71
# questions of goldset's own set does once. Three such runs are six words in a row; a question of which they make
# up a third was made of its passage.
GRAM = 4
UNSPACED_GRAM = 8  # characters of a script without spaces, two to a word
MOST_SHARED = 1 / 3
LEAST_RUNS = 3

_WORD = re.compile(r"[^\W_]+(?:['’.,][^\W_]+)*")
_QUOTED = re.compile(r"“[^”]*”|\"[^\"]*\"|«[^»]*»|「[^」]*」")
_SUFFIX = re.compile(r"\.[A-Za-z0-9]{1,5}$")
_LEAST_DIGITS = 5


def named_documents(checked: CheckedSet) -> Iterator[Fault]:
    """Yield questions that hold the id of a gold document, or its file's name where no user would write it."""
    for entry in checked.entries:
        question = entry.item.question.casefold()
        for doc_id in dict.fromkeys(span.confirmed.doc_id for _, span in confirmed_spans(entry)):
            name = next((name for name in _names(doc_id) if _holds(question, name.casefold())), None)
            if name is not None:
                message = f"`question` says {shown(name)}, the name of its document {doc_id}"
                yield entry.fault(rules.NAMES_DOCUMENT, message, ("question",))
                break


def _names(doc_id: str) -> Iterator[str]:
    """Yield what gives a document away: its id, its file's name, and that without suffix if it is no plain word."""
    file = doc_id.rpartition("/")[2]
    stem = _SUFFIX.sub("", file)
    if "/" in doc_id or stem != file:
        yield doc_id
    if stem != file:
        yield file
    numbered = stem.isdigit() and len(stem) >= _LEAST_DIGITS
    if numbered or (not stem.isdigit() and re.search(r"[\d_.-]", stem) and len(stem) > 1):
        yield stem


def _holds(question: str, name: str) -> bool:
    at = question.find(name)
    while at >= 0:
        end = at + len(name)
        if not (at and question[at - 1].isalnum()) and not question[end : end + 1].isalnum():
            return True
        at = question.find(name, at + 1)
    return False


def repeated_wording(checked: CheckedSet) -> Iterator[Fault]:
    """Yield questions of which a large share of the word runs stands in their own gold spans."""
    for entry in checked.entries:
        runs, shared = _shared_runs(entry)
        if shared >= LEAST_RUNS and shared >= MOST_SHARED * runs:
            share = round(100 * shared / runs)
            message = f"`question` repeats its passage: {share}% of its word runs stand there word for word"
            yield entry.fault(rules.PASSAGE_WORDING, message, ("question",))


def _shared_runs(entry: Entry) -> tuple[int, int]:
    """Return how many runs of words a question has, and how many of them stand in its gold spans."""
    if not entry.item.gold_spans:
        return 0, 0
    words = _words(_QUOTED.sub(" ", entry.item.question))  # who quotes a term does not copy it by accident
    length = UNSPACED_GRAM if 2 * sum(is_unspaced(word[0]) for word in words) > len(words) else GRAM
    runs = _runs(words, length)
    if len(runs) < LEAST_RUNS:
        return len(runs), 0
    held = {run for _, span in confirmed_spans(entry) for run in _runs(_words(span.confirmed.text), length)}
    return len(runs), len(runs & held)


def _runs(words: list[str], length: int) -> set[tuple[str, ...]]:
    return set(zip(*(words[start:] for start in range(length)), strict=False))


def _words(text: str) -> list[str]:
    """Return the words of a text in lower case; each character of a script without spaces is one."""
    folded = text.casefold()
    words = _WORD.findall(folded)
    if folded.isascii():
        return words
    return [part for word in words for part in _parts(unicodedata.normalize("NFC", word))]


def _parts(word: str) -> Iterator[str]:
    spaced = ""
    for char in word:
        if is_unspaced(char):
            if spaced:
                yield spaced
            spaced = ""
            yield char
        else:
            spaced += char
    if spaced:
        yield spaced
