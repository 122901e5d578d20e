"""Results of promptfoo: `eval -o results.json` or `.jsonl`, a record for each test, prompt and provider.

A provider with a prompt is a system, and a file may hold several: each is a run of its own, and they are never mixed.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import msgspec

from goldset.domain.runs import Chunk, Run, RunLine, RunMeta, Status
from goldset.errors import GoldsetError
from goldset.stores.asked_questions import Asked, Record, run_of_records
from goldset.stores.promptfoo_verdicts import Graded, graded_of
from goldset.stores.run_files import fault_of

FORM = "promptfoo"
# Variables that hold what was asked, by the names of promptfoo's own assertions and of other tools.
_QUESTIONS = ("question", "query", "user_input", "input")
# Keys, without case and marks, under which a response says what was retrieved; of variables only those that say so.
_RETRIEVED = ("retrievedcontexts", "retrievedcontext", "retrievalcontext", "retrieved", "retrievedchunks",
              "retrieveddocuments", "retrieveddocs")  # fmt: skip
_CONTEXTS = (*_RETRIEVED, "contexts", "context")
_TEXTS = ("text", "content", "page_content", "pageContent")
_PLACES = ("chunk_id", "doc_id", "start", "end", "score")
_STRIPPED = "[output stripped]"
_TIMED_OUT = "Evaluation timed out after"
_FAILED = 2  # `failureReason` where no assertion failed but the test itself
_MOST = 1e300  # greater whole numbers are no float
_SHOWN = 60
_NAMED = 3
_MEND = "promptfoo writes it by `promptfoo eval -o results.json`"


def promptfoo_run(data: bytes, name: str, asked: Asked, system: str | None = None) -> Run:
    """Return the run of one system of a promptfoo result.

    Args:
        data: What the file holds.
        name: Its path as it was given.
        asked: The questions of the set.
        system: Which one: the provider's label or id, and the prompt's label where it had several; None where the
            file holds one alone.

    Raises:
        GoldsetError: It is no result of promptfoo, or holds several systems and none of them was named.
    """
    records = _read(data, name)
    columns = [_column(record) for record in records]
    systems = _systems(columns)
    chosen = _chosen(systems, name, system)
    reading = _Reading(name)
    rows = [
        reading.record(number, record)
        for number, (record, column) in enumerate(zip(records, columns, strict=True), start=1)
        if column is None or column in systems[chosen]
    ]
    run = run_of_records(rows, asked, data, name, FORM)
    notices = [*_unread(len(records) - len(rows), systems, chosen, name), *reading.notices()]
    return replace(run, source=replace(run.source, meta=RunMeta(system=chosen), notices=notices))


def records_of(whole: Any) -> list[Any]:
    """Return the records of a result; none where it is no result of promptfoo."""
    inner = whole.get("results") if isinstance(whole, Mapping) else None
    listed = inner.get("results") if isinstance(inner, Mapping) else None
    return listed if isinstance(listed, list) else []


def is_record(value: Any) -> bool:
    """Return whether a value is one record, as a line of `results.jsonl` holds it."""
    return isinstance(value, Mapping) and {"provider", "vars"} <= value.keys() and "success" in value


def _read(data: bytes, name: str) -> list[Any]:
    try:
        records = _json_records(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise GoldsetError(f"{name} is not JSON", _MEND) from None
    if not any(isinstance(record, Mapping) for record in records):
        raise GoldsetError(f"{name} holds no results of promptfoo", _MEND)
    return records


def _json_records(text: str) -> list[Any]:
    try:
        whole = json.loads(text)
    except ValueError:
        return [json.loads(line) for line in text.split("\n") if line.strip()]
    return [whole] if is_record(whole) else records_of(whole)


Column = tuple[str, str, Any]
"""Provider, prompt and number of a column of promptfoo's table."""


def _column(record: Any) -> Column | None:
    """Return a record's column; None where it is no object, and so may be of any."""
    if not isinstance(record, Mapping):
        return None
    provider, prompt = record.get("provider"), record.get("prompt")
    if isinstance(provider, Mapping):
        provider = provider.get("label") or provider.get("id")
    if isinstance(prompt, Mapping):
        prompt = prompt.get("label") or prompt.get("raw")
    number = record.get("promptIdx")
    return _line(provider), _line(prompt), number if isinstance(number, int) else None


def _line(value: Any) -> str:
    return " ".join(value.split()) if isinstance(value, str) else ""


def _systems(found: Iterable[Column | None]) -> dict[str, set[Column]]:
    """Return the columns of each system by its name: the provider, and the prompt where it had several."""
    known = {column for column in found if column is not None}
    columns = sorted(known, key=lambda column: (column[0], column[1], str(column[2])))
    prompts: Counter[str] = Counter(provider for provider, _, _ in columns)
    both: Counter[tuple[str, str]] = Counter((provider, prompt[:_SHOWN]) for provider, prompt, _ in columns)
    systems: dict[str, set[Column]] = defaultdict(set)
    for provider, prompt, number in columns:
        parts = [provider or "a provider without a name"]
        if prompts[provider] > 1:
            parts.append(prompt[:_SHOWN] or "no prompt")
        if both[provider, prompt[:_SHOWN]] > 1:
            parts.append(f"column {number}")
        systems[" / ".join(parts)].add((provider, prompt, number))
    return systems


def _chosen(systems: Mapping[str, set[Column]], name: str, wanted: str | None) -> str:
    if wanted is None and len(systems) == 1:
        return next(iter(systems))
    listed = "; ".join(sorted(systems))
    if wanted is None:
        raise GoldsetError(
            f"{name} holds results of {len(systems)} systems: {listed}", "name one of them with `--system`"
        )
    if wanted not in systems:
        raise GoldsetError(f"{name} has no system {wanted}", f"its systems are {listed}")
    return wanted


def _unread(number: int, systems: Mapping[str, set[Column]], chosen: str, name: str) -> list[str]:
    others = sorted(systems.keys() - {chosen})
    records = "1 record" if number == 1 else f"{number} records"
    return [f"{name}: {chosen} alone is read, and not {records} of {'; '.join(others)}"] if others else []


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"


class _RefusedError(ValueError):
    """Why one record cannot be read."""


class _Reading:
    """The records of one system while they are read, with what is in them and not read."""

    def __init__(self, name: str) -> None:
        """Start with nothing read of a file."""
        self.name = name
        self.unread: Counter[str] = Counter()
        self.twice: dict[str, list[int]] = defaultdict(list)

    def record(self, number: int, record: Any) -> Record:
        """Return what a record says."""
        if not isinstance(record, Mapping):
            return Record(number, {}, None, "the record is not an object")
        test = _mapping(record.get("testCase"))
        variables = _mapping(record.get("vars")) or _mapping(test.get("vars"))
        fields = {**variables, **_mapping(record.get("metadata")), **_mapping(test.get("metadata"))}
        said: RunLine | str
        try:
            said = self._said(number, record, variables)
        except _RefusedError as refused:
            said = str(refused)
        return Record(number, fields, _question(variables), said)

    def _said(self, number: int, record: Mapping[str, Any], variables: Mapping[str, Any]) -> RunLine:
        response = _mapping(record.get("response"))
        graded = graded_of(record)
        self.unread.update(f"`{name}` is no judge's verdict" for name in graded.unread)
        for name in graded.twice:
            self.twice[name].append(number)
        answer = response.get("output")
        if answer == _STRIPPED:
            raise _RefusedError("`response.output` was stripped when promptfoo wrote it")
        if answer is not None and not isinstance(answer, str):
            raise _RefusedError(
                "`response.output` is not a text: let a `transform` of promptfoo return the answer"
            )
        line = RunLine(
            item="",
            status=_status(record, response),
            answer=answer,
            retrieved=self._retrieved(response, variables, graded),
            verdicts=dict(graded.verdicts),
            latency_ms=None if response.get("cached") else _number(record.get("latencyMs")),
            cost=_number(record.get("cost")),
        )
        if fault := fault_of(msgspec.structs.replace(line, item="?")):
            raise _RefusedError(fault)
        return line

    def _retrieved(
        self, response: Mapping[str, Any], variables: Mapping[str, Any], graded: Graded
    ) -> tuple[Chunk, ...] | None:
        """Return what was retrieved, where the response, an assertion on it or a variable says so."""
        metadata = _mapping(response.get("metadata"))
        for where, said, names in (
            ("response.metadata", metadata, _CONTEXTS),
            ("gradingResult", graded.contexts, _CONTEXTS),
            ("vars", variables, _RETRIEVED),
        ):
            keys = {_folded(key): key for key, value in said.items() if value is not None}
            key = next((keys[name] for name in names if name in keys), None)
            if key is not None:
                return self._chunks(said[key], f"{where}.{key}")
        self.unread["`vars.context` does not say that it was retrieved"] += "context" in variables
        return None

    def _chunks(self, listed: Any, where: str) -> tuple[Chunk, ...]:
        listed = [listed] if isinstance(listed, str) else listed
        if not isinstance(listed, list):
            raise _RefusedError(f"`{where}` is not a list")
        return tuple(self._chunk(one, f"{where}[{at}]") for at, one in enumerate(listed))

    def _chunk(self, one: Any, where: str) -> Chunk:
        if isinstance(one, str):
            return Chunk(text=one)
        if not isinstance(one, Mapping):
            raise _RefusedError(f"`{where}` is neither a text nor an object")
        text = next((one[name] for name in _TEXTS if one.get(name) is not None), None)
        unread = one.keys() - {*_TEXTS, *_PLACES}
        self.unread.update(f"`{where.partition('[')[0]}[].{key}` is no field of a chunk" for key in unread)
        try:
            return msgspec.convert({"text": text, **{name: one.get(name) for name in _PLACES}}, Chunk)
        except msgspec.ValidationError as error:
            raise _RefusedError(f"`{where}`: {error}") from None

    def notices(self) -> list[str]:
        """Return what a person should know of what was not read."""
        told = [
            f"{self.name}: {why} and is not read ({_times(times)})"
            for why, times in sorted(self.unread.items())
            if times
        ]
        for name, numbers in sorted(self.twice.items()):
            shown = ", ".join(map(str, numbers[:_NAMED])) + (", …" if len(numbers) > _NAMED else "")
            told.append(
                f"{self.name}: `{name}` is asserted several times in one record, and none of these verdicts is taken:"
                f" give each its `metric` ({_times(len(numbers))}: record {shown})"
            )
        return told


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _folded(key: str) -> str:
    return key.replace("_", "").replace("-", "").casefold()


def _question(variables: Mapping[str, Any]) -> str | None:
    """Return what was asked: a variable of that name, else the only text among them."""
    for name in _QUESTIONS:
        if isinstance(variables.get(name), str):
            return str(variables[name])
    texts = [value for key, value in variables.items() if isinstance(value, str) and key != "context"]
    return texts[0] if len(texts) == 1 else None


def _status(record: Mapping[str, Any], response: Mapping[str, Any]) -> Status | None:
    """Return how the system ended: a record's `error` may be that of an assertion, and then there is an answer."""
    if response.get("error"):
        return Status.ERROR
    if response.get("output") is not None:
        return Status.ABSTAINED if response.get("isRefusal") is True else None
    if record.get("failureReason") == _FAILED or record.get("error"):
        return Status.TIMEOUT if _line(record.get("error")).startswith(_TIMED_OUT) else Status.ERROR
    return None


def _number(value: Any) -> float | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number and abs(value) < _MOST else None
