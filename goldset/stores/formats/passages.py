"""Questions with passages of which annotators chose sentences, as JSON Lines: `input`, `passages`, `output`."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from goldset.domain.set_rows import BadRow, Evidence, ReadSet, SetRow
from goldset.errors import GoldsetError
from goldset.stores.formats.cells import is_nothing, text_of
from goldset.stores.formats.form import Files, Form
from goldset.stores.formats.item_fields import DETAILS, id_of
from goldset.stores.formats.metadata import metadata_of, told_by
from goldset.stores.formats.reading import Row
from goldset.stores.formats.source import Source
from goldset.stores.json_lines import lines_of

NAME = "passages"
_READ = frozenset({"id", "input", "passages", "output"})
_OF_OUTPUT = frozenset({"answer", "selected_sentences", "meta"})
# What goldset says in `meta`, for an empty answer alone does not tell a draft from a question without an answer.
ABSTAINING = "abstaining_answer"
_OWN: dict[str, Any] = {"answerable": bool | None, ABSTAINING: str}
_UNUSED = "passages of questions without an answer"
_MEND = "a line has `input`, `passages` and `output`"


def shows(source: Source) -> bool:
    """Return whether the first records of a file are questions with passages."""
    heads = source.table.first_keys() if source.table is not None else ()
    return bool(heads) and all({"input", "passages", "output"} <= keys for keys in heads)


def read(source: Source) -> ReadSet:
    """Read questions: each sentence that the first annotation chose is evidence, other annotations are notes.

    Where every annotation has neither answer nor sentences there is no answer, and its passages are no evidence.

    Raises:
        GoldsetError: The file holds no records.
    """
    table = source.as_table()
    rows, bad, not_read = [], list(table.bad), Counter[str]()
    for row in table.rows:
        try:
            rows.append(_row(row, not_read))
        except ValueError as error:
            bad.append(BadRow(row.number, f"{row.where}: {error}" if row.where else str(error)))
    if not rows and not bad:
        raise GoldsetError(f"{source.name} holds no question", _MEND)
    bad.sort(key=lambda one: one.number)
    return ReadSet(
        NAME, table.name, table.sha256, tuple(rows), tuple(bad), dict(sorted(not_read.items())), table.notices
    )


def _row(row: Row, not_read: Counter[str]) -> SetRow:
    question = text_of(row.values.get("input"))
    if question is None:
        raise ValueError("`input` is missing")
    passages, outputs = _records(row.values, "passages"), _records(row.values, "output")
    said = [(text_of(output.get("answer")), _sentences(output)) for output in outputs]
    given = [one for one in said if one[0] is not None or one[1]]
    not_read.update(set(_unread(row.values, outputs)))
    answer, chosen = given[0] if given else (None, [])
    told = _told(outputs)
    answerable = told.get("answerable", bool(given) if outputs else None)
    more = told_by(_meta(outputs[0]) if outputs else {})
    if answerable is False and passages and not more.near:
        not_read[_UNUSED] += 1
    return SetRow(
        number=row.number,
        question=question.strip(),
        ref=id_of(row.values.get("id")),
        gold_answer=answer if answer is not None else told.get(ABSTAINING),
        answerable=answerable,
        evidence=() if answerable is False else tuple(_evidence(passages, chosen)),
        near=more.near,
        details=more.details,
        notes=tuple(_others(given)),
        where=row.where,
    )


def _told(outputs: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return what goldset itself wrote beside the first annotation."""
    found = _meta(outputs[0]) if outputs else {}
    return {key: found[key] for key, kind in _OWN.items() if key in found and isinstance(found[key], kind)}


def _unread(values: Mapping[str, Any], outputs: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    yield from (key for key, value in values.items() if key not in _READ and not is_nothing(value))
    for output in outputs:
        yield from (f"output.{key}" for key, value in output.items() if value and key not in _OF_OUTPUT)
        taken = _meta(outputs[0]) if output is outputs[0] else {}
        others = told_by(taken).others if taken else _meta(output)
        yield from (f"output.meta.{key}" for key in others if key not in _OWN)


def _meta(output: Mapping[str, Any]) -> Mapping[str, Any]:
    found = output.get("meta")
    return found if isinstance(found, Mapping) else {}


def _records(values: Mapping[str, Any], name: str) -> Sequence[Mapping[str, Any]]:
    found = values.get(name)
    if found is None:
        return []
    if not isinstance(found, list) or not all(isinstance(one, Mapping) for one in found):
        raise ValueError(f"`{name}` is not a list of objects")
    return found


def _sentences(output: Mapping[str, Any]) -> list[str]:
    return _texts(output, "selected_sentences")


def _texts(values: Mapping[str, Any], name: str) -> list[str]:
    found = values.get(name)
    if found is not None and not (isinstance(found, list) and all(isinstance(one, str) for one in found)):
        raise ValueError(f"`{name}` is not a list of texts")
    return [one for one in found or () if one and not one.isspace()]


def _evidence(passages: Sequence[Mapping[str, Any]], chosen: Sequence[str]) -> Iterator[Evidence]:
    """Yield each chosen sentence with the title of its passage; a title without text names a whole document."""
    left = Counter(chosen)
    for passage in passages:
        title, text = text_of(passage.get("title")), text_of(passage.get("text"))
        within = set(_texts(passage, "sentences"))
        for sentence in dict.fromkeys(chosen):
            if left[sentence] and (sentence in within or (not within and text and sentence in text)):
                left[sentence] -= 1
                yield Evidence(text=sentence, doc=title)
        if title is not None and text is None and not within:
            yield Evidence(doc=title, coarse="document")
    yield from (Evidence(text=sentence) for sentence in left.elements())


def _others(given: Sequence[tuple[str | None, list[str]]]) -> Iterator[str]:
    """Yield what annotations beside the first say otherwise."""
    for number, (answer, sentences) in enumerate(given[1:], start=2):
        if answer != given[0][0]:
            yield f"annotation {number} has another answer: “{answer or ''}”"
        if set(sentences) != set(given[0][1]):
            yield f"annotation {number} chose other sentences: {', '.join(f'“{one}”' for one in sentences) or 'none'}"


def write(rows: Sequence[SetRow]) -> Files:
    """Write a question a line, each piece of evidence as a passage of one sentence that was chosen."""
    return {"": lines_of([_record(row) for row in rows])}


def _record(row: SetRow) -> dict[str, Any]:
    passages = [
        {"title": one.doc or "", "text": one.text or "", "sentences": [one.text] if one.text else []}
        for one in row.evidence or row.near
    ]
    abstains = row.answerable is False
    meta = {
        **metadata_of(row, ("near_spans",)),
        "answerable": row.answerable,
        **({ABSTAINING: row.gold_answer} if abstains and row.gold_answer else {}),
    }
    output = {
        "answer": "" if abstains else row.gold_answer or "",
        "selected_sentences": [] if abstains else [one.text for one in row.evidence if one.text],
        "meta": meta,
    }
    return {"id": row.ref, "input": row.question, "passages": passages, "output": [output]}


FORM = Form(
    name=NAME,
    about="questions with passages and the sentences that were chosen, as JSON Lines",
    suffix=".jsonl",
    carries=frozenset(
        {"id", "question", "gold_answer", "answerable", "gold_spans.text", "gold_spans.doc_id"}
        | {"near_spans", *DETAILS}
    ),
    shows=shows,
    read=read,
    write=write,
)
