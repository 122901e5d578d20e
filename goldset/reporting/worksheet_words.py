"""What the first sheet of a worksheet tells people who do not use Git."""

from collections.abc import Iterator, Mapping

from goldset.domain.worksheet import Kind

_QUEUE = """
Each row is a question of our test set, the answer that we hold to be right, and the passage of a document that
proved it. The document has changed. You say what becomes of the passage.

“Old passage” is what was confirmed: words that went are struck through, in red. “Candidate A”, “B” and “C” are places
where the passage may stand now: words that are new are bold, in green.

Choose a word in “Decision”.

•  A, B or C: this passage proves the answer from now on.

•  retire: the question is not to be asked any more.

•  unanswerable: the documents hold no answer any more. Choose the reason in “Why no answer”.

•  drop: the question stands without this passage.

•  later: I cannot say now; ask me again when something changes.

Look at the numbers, and at every “not”. Where the gold answer has to say something else now, write the whole new answer
into “New answer”. Leave that cell blank where the answer stays as it is.

A question may have several rows, one for each passage. “retire” and “unanswerable” are about the whole question: one
row is enough.
"""
_LABEL = """
Each row is a question that still lacks something: an answer, or the passage that proves it.

Say yes in “Answerable” where the documents hold an answer. Write it into “Answer”, and copy the passage that proves it
into “Quote”, to the letter, a sentence or two. “Document” may stay blank where only one document holds the passage.

Say no where they hold none, and choose the reason in “Why no answer”. Leave the other cells as they are. A question may
have several rows, one for each passage: then one such row is enough.

What stands in the yellow cells already is what we know so far: leave it where it is right, else mend it.
"""
_REVIEW = """
Each row is a question of our test set, the answer that we hold to be right, and the passages that prove it.

Choose a word in “Verdict”: agree where question, answer and passages belong together and are right, disagree where they
do not, unsure where you cannot say. Write into “Comment” why.
"""
_REASONS = """
The words of “Why no answer”:

•  not_in_corpus: the documents do not speak of it.

•  false_premise: the question takes for granted what is not so.

•  ambiguous: the question can be understood in several ways, and the answer hangs on which.

•  insufficient_evidence: the documents speak of it, but do not say enough to answer.

•  conflicting_evidence: they contradict each other.

•  out_of_coverage: it is about a time, place or subject that they are not meant for.

•  needs_human_decision: only a person may decide it.
"""
_ALL = """
Fill in the yellow cells only. Rows that you leave blank are not decided; they come again.

You may sort and filter whole rows, move columns, and add columns and sheets of your own. Leave the hidden column with
the key where it is, and copy no rows from one worksheet into another.

Nothing that you type is worked out: a text that begins with = is a text.

Save the file in the form in which you got it, and send it back.
"""
_HOW: Mapping[Kind, tuple[str, ...]] = {
    Kind.QUEUE: ("Passages that changed", _QUEUE, _ALL, _REASONS),
    Kind.LABEL: ("Questions to label", _LABEL, _ALL, _REASONS),
    Kind.REVIEW: ("Questions to review", _REVIEW, _ALL),
}


def instructions(set_name: str, kind: Kind, owner: str | None) -> Iterator[str]:
    """Yield the paragraphs of a worksheet's instructions, the first one being their title."""
    title, *parts = _HOW[kind]
    yield f"{title}: {owner}" if owner else title
    yield f"Golden set: {set_name}"
    for part in parts:
        yield from (" ".join(paragraph.split()) for paragraph in part.strip().split("\n\n"))
