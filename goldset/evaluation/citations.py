"""Four checks of what an answer cites, cheapest first, each by itself, over all answers of the arm `retrieved`.

A citation that a check cannot look up fails it, save where no text is kept that could tell: that is counted.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from goldset.domain.figures import figures
from goldset.domain.gold import GoldItem
from goldset.domain.mentions import plain, says, tokens
from goldset.domain.places import covers
from goldset.domain.runs import Chunk, Citation, RunLine
from goldset.domain.validity import holds_on
from goldset.evaluation.run_view import RunView
from goldset.evaluation.stages import by_chunk_id


@dataclass(frozen=True, slots=True)
class Cited:
    """A citation and what it stands for.

    Attributes:
        citation: What the answer says.
        chunks: The chunks that it names, among those that the generator was given; empty where it names none.
        documents: Their documents, by the snapshot's ids.
        texts: Their texts; None for one whose text is not kept.
    """

    citation: Citation
    chunks: Sequence[Chunk]
    documents: Sequence[str]
    texts: Sequence[str | None]

    @property
    def is_checkable(self) -> bool:
        """Whether all texts that it names are known."""
        return None not in self.texts


def citation_values(gold: GoldItem, line: RunLine, view: RunView, counts: Counter[str]) -> dict[str, float]:
    """Return the citation measures of an answer, each 0–1; an answer that cites nothing has 0 in all that apply.

    Args:
        gold: The item.
        line: An answer, in full or part.
        view: What holds for the whole run.
        counts: Takes how many answers cite nothing, and how many citations have no text to check.
    """
    cited = [_cited(citation, line, view) for citation in line.citations or ()]
    counts["citations"] += len(cited)
    counts["answers_without_citations"] += not cited
    counts["citations_without_text"] += sum(not one.is_checkable for one in cited)
    values = {"citation_resolves": _share(bool(one.chunks) for one in cited)}
    if view.shapes[line.arm].quotes:
        values |= _verbatim(cited)
    values |= _figures(gold, line, cited)
    if gold.item.jurisdiction or gold.item.as_of:
        values["citation_eligible"] = _share(_is_eligible(gold, one, view) for one in cited)
    return values


def _share(passed: Iterable[bool]) -> float:
    marks = list(passed)
    return sum(marks) / len(marks) if marks else 0.0


def _cited(citation: Citation, line: RunLine, view: RunView) -> Cited:
    chunks = _chunks(citation, line, view)
    documents = [_document(chunk.doc_id, view) for chunk in chunks]
    texts = [_text(chunk, document, view) for chunk, document in zip(chunks, documents, strict=True)]
    return Cited(citation, chunks, documents, texts)


def _document(name: str | None, view: RunView) -> str:
    return view.gold.aliases.get(name or "", name or "")


def _chunks(citation: Citation, line: RunLine, view: RunView) -> list[Chunk]:
    """Return the chunks that a citation names, of those in the prompt where the run lists it, else retrieved."""
    given = line.retrieved or ()
    context = line.stages.context if line.stages else None
    if context is not None:
        known = by_chunk_id(line)
        given = tuple(
            chunk
            for name in dict.fromkeys(context)
            for chunk in known.get(name) or [view.chunks.get(name) or Chunk(chunk_id=name)]
        )
    if citation.chunk_id is not None:
        given = tuple(chunk for chunk in given if chunk.chunk_id == citation.chunk_id)
    if citation.doc_id is not None:
        wanted = _document(citation.doc_id, view)
        given = tuple(chunk for chunk in given if _document(chunk.doc_id, view) == wanted)
    return list(given) if citation.chunk_id is not None or citation.doc_id is not None else []


def _text(chunk: Chunk, document: str, view: RunView) -> str | None:
    if chunk.text is not None:
        return chunk.text
    text = view.text(document) if document else None
    if text is None or chunk.start is None or chunk.end is None:
        return text
    return text[chunk.start : chunk.end]


def _verbatim(cited: Sequence[Cited]) -> dict[str, float]:
    """Return the share of citations with a quote that stands in what they name; none where no text can tell."""
    known = [one for one in cited if one.is_checkable or not one.citation.quote]
    return {"citation_verbatim": _share(map(_is_verbatim, known))} if known or not cited else {}


def _is_verbatim(cited: Cited) -> bool:
    quote = plain(cited.citation.quote or "")
    return bool(quote) and any(quote in plain(text or "") for text in cited.texts)


def _figures(gold: GoldItem, line: RunLine, cited: Sequence[Cited]) -> dict[str, float]:
    """Return the share of the answer's figures that stand in what it cites; none where no text can tell.

    What the question says with the same sign (2 %, and not 2 miles) needs no proof, nor does the word "one".
    """
    language = gold.item.language
    question = tokens(gold.item.question, language)
    said = [token for token in tokens(line.answer or "", language) if token.values and token.text != "one"]
    to_prove = {(token.values, token.unit) for token in said if not says(question, [token])}
    if not to_prove:
        return {}
    texts = (text for one in cited for text in one.texts if text is not None)
    proved = {value for text in texts for figure in figures(text, language) for value in figure.values}
    unproved = sum(values.isdisjoint(proved) for values, _ in to_prove)
    if unproved and not all(one.is_checkable for one in cited):
        return {}
    return {"citation_figures": 1 - unproved / len(to_prove)}


def _is_eligible(gold: GoldItem, cited: Cited, view: RunView) -> bool:
    """Return whether a citation names something, and nothing that is known not to hold for the question."""
    item = gold.item
    scopes = [view.gold.scopes.get(document, {}) for document in cited.documents]
    there = all(
        not (item.jurisdiction and scope.get("jurisdiction"))
        or covers(scope["jurisdiction"], item.jurisdiction) is not False
        for scope in scopes
    )
    then = all(item.as_of is None or holds_on(scope, item.as_of) for scope in scopes)
    return bool(scopes) and all(cited.documents) and there and then
