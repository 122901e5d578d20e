"""What assertions of promptfoo say of a right answer, and the other way round."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from goldset.stores.formats.cells import text_of

# Every type that a cell of CSV may begin with; another beginning is part of an answer.
_TYPES = (
    "agent-rubric|answer-relevance|bleu|classifier|contains|contains-all|contains-any|contains-html|"
    "contains-json|contains-sql|contains-xml|context-faithfulness|context-recall|context-relevance|"
    "conversation-relevance|cost|equals|factuality|finish-reason|g-eval|gleu|guardrails|icontains|"
    "icontains-all|icontains-any|is-html|is-json|is-refusal|is-sql|is-valid-function-call|"
    "is-valid-openai-function-call|is-valid-openai-tools-call|is-xml|latency|levenshtein|meteor|"
    "model-graded-closedqa|model-graded-factuality|moderation|perplexity|perplexity-score|pi|regex|"
    "rouge-n|ruby|search-rubric|select-best|similar|skill-used|starts-with|tool-call-f1|"
    "trace-error-spans|trace-span-count|trace-span-duration|trajectory:goal-success|"
    "trajectory:step-count|trajectory:tool-args-match|trajectory:tool-sequence|trajectory:tool-used|"
    "webhook|word-count"
)
_CELL = re.compile(rf"(not-)?({_TYPES})(?:\((\d+(?:\.\d+)?)\))?(?::(.*))?", re.DOTALL)
_RUN = {"javascript:": "javascript", "fn:": "javascript", "eval:": "javascript", "python:": "python"}
_ELSEWHERE = ("file://", "package:")
_CODE_FILE = re.compile(r"\.(?:js|cjs|mjs|ts|cts|mts|py|rb)(?::[\w.]+)?$")
# `True` where a right answer holds every one of the texts, `False` where it holds none.
_TEXTS = {
    "contains": True,
    "contains-all": True,
    "icontains": True,
    "icontains-all": True,
    "not-contains": False,
    "not-icontains": False,
    "not-contains-any": False,
    "not-icontains-any": False,
}
_ANY = ("contains-any", "icontains-any", "not-contains-all", "not-icontains-all")
_LISTS = ("-all", "-any")
_ANSWERS = ("equals", "factuality", "model-graded-factuality", "similar")
_FIELD = re.compile(r'\s*(?:"((?:[^"\\]|\\.|"")*)"|([^,]*))\s*(?:,|$)')
_NAME = re.compile(r"\{\{-?\s*([A-Za-z_]\w*)\s*-?\}\}")
_OPENS = re.compile(r"\{(?=[{%#])")
# A character that is written as a text of a template; the head of a name is one, and a brace that opens a tag.
_LITERAL = re.compile(r'\{\{ "([{fp])" \}\}')
_ELSEWHERE_HEAD = re.compile("^(?:f(?=ile://)|p(?=ackage:))")
_DEPTH = 5
_SHOWN = 300


@dataclass(slots=True)
class Asserted:
    """What the assertions of a test say.

    Attributes:
        must: Texts that a right answer holds.
        must_not: Texts that it never holds.
        answers: Right answers, best first.
        notes: What a person should know of them.
        unread: Types of those that items have no place for.
        minds_case: Whether a text counts only in its own case.
    """

    must: list[str] = field(default_factory=list)
    must_not: list[str] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    minds_case: bool = False

    def add(self, other: "Asserted") -> None:
        """Add what other assertions say, all but what is not read."""
        for mine, more in (
            (self.must, other.must),
            (self.must_not, other.must_not),
            (self.answers, other.answers),
            (self.notes, other.notes),
        ):
            mine.extend(one for one in more if one not in mine)
        self.minds_case |= other.minds_case


def asserted_by(assertions: Any, variables: Mapping[str, Any], templates: Mapping[str, Any]) -> Asserted:
    """Return what assertions say.

    Args:
        assertions: The list, as the file has it.
        variables: What `{{name}}` in them stands for.
        templates: Assertions that `$ref` names.
    """
    asserted = Asserted()
    for one in _flat(assertions, templates, asserted, _DEPTH):
        _take(one, variables, asserted)
    return asserted


def _flat(
    assertions: Any, templates: Mapping[str, Any], asserted: Asserted, depth: int
) -> Iterator[Mapping[str, Any]]:
    """Yield single assertions; those of a set of which some may fail are counted as what they are, a set."""
    for one in assertions if isinstance(assertions, list) else [] if assertions is None else [assertions]:
        said = one
        if isinstance(one, Mapping) and isinstance(one.get("$ref"), str):
            said = templates.get(one["$ref"].rpartition("/")[2])
        kind = text_of(said.get("type")) if isinstance(said, Mapping) else None
        if not isinstance(said, Mapping) or kind is None:
            asserted.unread.append("an assertion without a type")
        elif kind != "assert-set":
            yield said
        elif said.get("threshold") is None and depth:
            yield from _flat(said.get("assert"), templates, asserted, depth - 1)
        else:
            asserted.unread.append(kind)


def _take(one: Mapping[str, Any], variables: Mapping[str, Any], asserted: Asserted) -> None:
    kind = text_of(one.get("type")) or ""
    if text_of(one.get("weight")) in ("0", "0.0"):
        asserted.unread.append(f"{kind} of weight 0")
        return
    if one.get("transform") is not None:
        asserted.unread.append(f"{kind} with transform")
        return
    texts = _values(kind, one.get("value"), variables)
    holds = _TEXTS.get(kind, True if kind in _ANY and texts is not None and len(texts) == 1 else None)
    if texts is None and (kind in _TEXTS or kind in _ANSWERS):
        asserted.unread.append(f"{kind} whose value is not in the file")
    elif texts and holds is not None:
        is_forbidden = not holds or kind.startswith("not-")
        (asserted.must_not if is_forbidden else asserted.must).extend(texts)
        if "icontains" in kind:
            asserted.notes.append(f"`{kind}`: {_quoted(texts)} counts in any case")
        asserted.minds_case |= "icontains" not in kind
    elif texts and kind in _ANSWERS:
        asserted.answers.extend(texts)
    else:
        asserted.unread.append(kind)
        if texts and kind == "context-recall":
            asserted.notes.append(f"`context-recall`, which need not be a quote: {_quoted(texts)}")


def _values(kind: str, value: Any, variables: Mapping[str, Any]) -> list[str] | None:
    """Return the texts of an assertion; None where they stand elsewhere or are made by code."""
    if isinstance(value, str) and kind.endswith(_LISTS):
        value = fields_of_list(value)
    texts = [text_of(one) for one in (value if isinstance(value, list) else [value])]
    filled = [_filled(text, variables) for text in texts if text is not None]
    return None if any(text is None for text in filled) else [text for text in filled if text]


def _filled(text: str, variables: Mapping[str, Any]) -> str | None:
    """Return a text with its variables filled in; None where code or a file would have to say it."""
    if text.startswith(_ELSEWHERE):
        return None
    if not is_template(text):
        return plain_text(text)
    names = {name: text_of(variables.get(name)) for name in _NAME.findall(text)}
    if any(said is None or is_template(said) or said.startswith("file://") for said in names.values()):
        return None
    if is_template(_NAME.sub("", text)):
        return None
    return plain_text(_NAME.sub(lambda match: names[match[1]] or "", text))


def _quoted(texts: list[str]) -> str:
    return ", ".join(f"“{text if len(text) <= _SHOWN else text[: _SHOWN - 1] + '…'}”" for text in texts)


def fields_of_list(text: str) -> list[str]:
    """Return the texts of a list that is written as `one, "two, three"`."""
    fields, at = [], 0
    while at < len(text) and (match := _FIELD.match(text, at)) and match.end() > at:
        quoted, plain = match[1], match[2]
        found = plain.strip() if quoted is None else re.sub(r'\\(["\\])|""', lambda m: m[1] or '"', quoted)
        fields += [found] if found else []
        at = match.end()
    return fields


def assertion_of_cell(cell: str) -> dict[str, Any]:
    """Return the assertion that a cell of CSV writes, such as `contains: Paris`; a plain text is the answer."""
    for mark, kind in _RUN.items():
        if cell.startswith(mark):
            return {"type": kind}
    if cell.startswith("file://") and _CODE_FILE.search(cell):
        return {"type": "python" if ".py" in cell else "javascript"}
    if cell.startswith(("grade:", "llm-rubric:")):
        return {"type": "llm-rubric", "value": cell.partition(":")[2].strip()}
    match = _CELL.fullmatch(cell)
    if not match:
        return {"type": "equals", "value": cell}
    value = match[4].strip() if match[4] else None
    return {"type": f"{match[1] or ''}{match[2]}", "value": value}


def is_template(text: str) -> bool:
    """Return whether promptfoo would take a part of a text for a template (see `literal`)."""
    return "{" in text and _OPENS.search(_LITERAL.sub("", text)) is not None


def plain_text(text: str) -> str:
    """Return the text that `literal` was given."""
    return _LITERAL.sub(r"\1", text) if "{{" in text else text


def literal(text: str) -> str:
    """Return a text so that promptfoo takes it to the letter: no template, no name of a file or a package.

    Marks that it leaves raw parts alone by are no help: in a variable it does not read them where a name in them is
    that of no variable.
    """
    parts = _OPENS.sub(_said_as_text, text)
    return _ELSEWHERE_HEAD.sub(_said_as_text, parts)


def _said_as_text(match: re.Match[str]) -> str:
    return f'{{{{ "{match[0]}" }}}}'


def assertions_of(must: list[str], must_not: list[str]) -> list[dict[str, str]]:
    """Return assertions of texts; like goldset they do not mind case."""
    return [
        *({"type": "icontains", "value": literal(text)} for text in must),
        *({"type": "not-icontains", "value": literal(text)} for text in must_not),
    ]
