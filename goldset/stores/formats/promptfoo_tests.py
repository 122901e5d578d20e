"""The tests that files of promptfoo hold: a configuration, a list of tests, or a table of them."""

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from goldset.domain.set_rows import BadRow
from goldset.errors import GoldsetError
from goldset.stores.formats.cells import is_nothing
from goldset.stores.formats.json_text import fault_of
from goldset.stores.formats.promptfoo_asserts import assertion_of_cell
from goldset.stores.formats.records import decoded
from goldset.stores.formats.source import Source
from goldset.stores.formats.yaml_texts import doubled_in, yaml_texts

CODE = (".js", ".cjs", ".mjs", ".ts", ".cts", ".mts", ".py", ".rb")
_YAML = (".yaml", ".yml")
_BESIDE_TESTS = frozenset({"prompts", "providers", "targets", "defaultTest", "assertionTemplates"})
_OF_TEST = frozenset({"assert", "description", "options", "metadata", "threshold", "provider", "providers"})
_TRUTHS, _NUMBERS = ("answerable", "pinned"), ("start", "end", "grade")
_NUMBER = re.compile("[0-9]{1,15}")
_COMMA = re.compile(r"(?<!\\),")
_NOWHERE = "promptfoo keeps tests in a configuration, a list of tests, or a CSV file with `__expected`"


@dataclass(frozen=True, slots=True)
class Test:
    """A test, as its file has it.

    Attributes:
        number: The line of a table, else the test's number, from 1.
        where: Its place in the file where the number does not say it.
        said: Its fields.
    """

    number: int
    where: str
    said: Mapping[str, Any]


@dataclass(slots=True)
class Tests:
    """The tests of a file. Every one is in `tests` or in `bad`.

    Attributes:
        sha256: SHA-256 of the file, in hex.
        tests: The tests.
        default: What every test has that says nothing else.
        templates: Assertions that others refer to.
        bad: What could not be taken.
        notices: What people should know of the file as a whole.
        fault_of: Says why a test cannot be taken as it is; empty where it can.
    """

    sha256: str
    fault_of: Callable[[Any], str] = fault_of
    tests: list[Test] = field(default_factory=list)
    default: Mapping[str, Any] = field(default_factory=dict)
    templates: Mapping[str, Any] = field(default_factory=dict)
    bad: list[BadRow] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)


def shows_tests(source: Source) -> bool:
    """Return whether a file holds tests of promptfoo; never raises."""
    if source.is_folder or source.name.lower().endswith(CODE):
        return False
    if source.name.lower().endswith(_YAML):
        try:
            return _is_whole(_yaml(source))
        except GoldsetError:
            return False
    if _is_whole(source.json):
        return True
    if source.table is None:
        return False
    is_csv = any(column.startswith("__expected") for column in source.table.columns)
    heads = source.table.first_keys()
    return is_csv or (source.json is None and bool(heads) and all(_is_test(keys) for keys in heads))


def _is_whole(said: Any) -> bool:
    if isinstance(said, list):
        return bool(said) and all(isinstance(one, Mapping) and _is_test(one) for one in said[:20])
    if not isinstance(said, Mapping):
        return False
    return bool({"tests", "scenarios"} & said.keys()) and bool(_BESIDE_TESTS & said.keys())


def _is_test(said: Any) -> bool:
    return "vars" in said and "testCase" not in said and bool(_OF_TEST & set(said) or len(said) == 1)


def read_tests(source: Source) -> Tests:
    """Return the tests of a file; code in it is never run, and files that it names are never read.

    Raises:
        GoldsetError: It is code, no file of promptfoo, or holds no test.
    """
    if source.name.lower().endswith(CODE):
        raise GoldsetError(
            f"{source.name} is code, which goldset never runs",
            "export what it makes: `promptfoo eval -o results.json`, or write its tests to a file",
        )
    is_yaml = not source.is_folder and source.name.lower().endswith(_YAML)
    said = _yaml(source) if is_yaml else source.json if not source.is_folder else None
    if said is None:
        return _of_table(source)
    found = Tests(hashlib.sha256(source.data).hexdigest(), _fault_of_yaml if is_yaml else fault_of)
    if isinstance(said, list):
        _take_all(said, "", found)
    elif isinstance(said, Mapping) and ("tests" in said or "scenarios" in said):
        _configured(said, found)
    elif isinstance(said, Mapping) and "vars" in said:
        _take_all([said], "", found)
    else:
        raise GoldsetError(f"{source.name} holds no tests", _NOWHERE)
    return found


def _fault_of_yaml(said: Any) -> str:
    doubled = doubled_in(said)
    return f"the key `{doubled}` stands twice" if doubled else ""


def _yaml(source: Source) -> Any:
    return yaml_texts(decoded(source.data).encode("utf-8", "replace").decode(), source.name)


def _configured(said: Mapping[str, Any], found: Tests) -> None:
    default, templates = said.get("defaultTest"), said.get("assertionTemplates")
    if isinstance(default, str):
        found.notices.append(f"what every test has stands in {default}, which is not read")
    found.default = default if isinstance(default, Mapping) else {}
    found.templates = templates if isinstance(templates, Mapping) else {}
    tests = said.get("tests")
    _take_all(tests if isinstance(tests, list) else [tests] if tests else [], "tests", found)
    scenarios = said.get("scenarios")
    for place, scenario in enumerate(scenarios if isinstance(scenarios, list) else []):
        _take_scenario(scenario, f"scenarios[{place}]", found)


def _take_all(tests: list[Any], path: str, found: Tests) -> None:
    for place, said in enumerate(tests):
        _take(said, f"{path}[{place}]" if path else "", found)


def _take_scenario(scenario: Any, where: str, found: Tests) -> None:
    """Take each test of a scenario with each of its configurations."""
    configs, tests = (
        (scenario.get(name) for name in ("config", "tests")) if isinstance(scenario, Mapping) else (0, 0)
    )
    if not isinstance(configs, list) or not isinstance(tests, list):
        _take(
            scenario if isinstance(scenario, str) else "a scenario without `config` and `tests`", where, found
        )
        return
    for first, config in enumerate(configs):
        for second, test in enumerate(tests):
            both = isinstance(config, Mapping) and isinstance(test, Mapping)
            _take(merged(config, test) if both else test, f"{where}.config[{first}].tests[{second}]", found)


def _take(said: Any, where: str, found: Tests) -> None:
    """Take in a test; the name of a file is a line beside the tests, for nobody knows how many it holds."""
    number = len(found.tests) + sum(bad.is_row for bad in found.bad) + 1
    start = f"{where}: " if where else ""
    named = said.get("path") if isinstance(said, Mapping) and "vars" not in said else said
    if isinstance(named, str):
        is_code = re.search(r"\.(?:[cm]?[jt]s|py)(?::\w+)?$", named) is not None
        why = "is code, which is never run" if is_code else "holds tests: bring that file in by itself"
        found.bad.append(BadRow(number, f"{start}{named} {why}", is_row=False))
        return
    fault = found.fault_of(said) if isinstance(said, Mapping) else "it is no object"
    if fault:
        found.bad.append(BadRow(number, start + fault))
        return
    found.tests.append(Test(number, where, said))


def merged(first: Mapping[str, Any], second: Mapping[str, Any]) -> dict[str, Any]:
    """Return a test that has what two say: of variables and metadata the second counts, assertions add up."""
    both = {**first, **second}
    for name in ("vars", "metadata", "options"):
        if isinstance(first.get(name), Mapping) and isinstance(second.get(name), Mapping):
            both[name] = {**first[name], **second[name]}
    lists = [one["assert"] for one in (first, second) if isinstance(one.get("assert"), list)]
    return both | ({"assert": [one for listed in lists for one in listed]} if lists else {})


def metadata_in(said: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the metadata of a test; nothing where it is no object."""
    found = said.get("metadata")
    return (
        {str(key): _typed(str(key), value) for key, value in found.items()}
        if isinstance(found, Mapping)
        else {}
    )


def _typed(name: str, value: Any) -> Any:
    """Return a value of metadata; as YAML and CSV have only texts, numbers and truth values go by their names."""
    if isinstance(value, list):
        return [_typed(name, one) for one in value]
    if isinstance(value, Mapping):
        return {key: _typed(str(key), one) for key, one in value.items()}
    if name in _TRUTHS and value in ("true", "false"):
        return value == "true"
    return int(value) if name in _NUMBERS and isinstance(value, str) and _NUMBER.fullmatch(value) else value


def _of_table(source: Source) -> Tests:
    table = source.as_table()
    found = Tests(table.sha256, bad=list(table.bad), notices=list(table.notices))
    for row in table.rows:
        is_test = "vars" in row.values and isinstance(row.values["vars"], Mapping)
        said = row.values if is_test else dict(_of_cells(row.values))
        found.tests.append(Test(row.number, row.where, said))
    return found


def _of_cells(cells: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the fields of a test that stands in a row: `__expected` and its like, the rest are variables."""
    given = {name: value for name, value in cells.items() if not is_nothing(value)}
    asserted = [str(value).strip() for name, value in given.items() if name.startswith("__expected")]
    yield "assert", [assertion_of_cell(cell) for cell in asserted]
    yield "vars", {name: value for name, value in given.items() if not name.startswith("__")}
    yield "metadata", dict(_metadata_of_cells(given))
    for name, value in given.items():
        if name.startswith("__") and not name.startswith(("__expected", "__metadata:")):
            yield name, value


def _metadata_of_cells(cells: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in cells.items():
        key = name.removeprefix("__metadata:")
        if key == name:
            continue
        if key.endswith("[]"):
            yield key[:-2], [part.strip().replace("\\,", ",") for part in _COMMA.split(str(value))]
        else:
            yield key, value
