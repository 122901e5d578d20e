"""The faults that tests/bench/mutants.py puts into code."""

import ast

from goldset.domain.resolutions import DifferenceKind
from goldset.resolution import changes
from tests.bench.fault_kinds import mutants
from tests.bench.fault_process import forked, put, source_of


def faults(source: str) -> list[str]:
    return [mutant.key for mutant in mutants(source)]


def test_a_condition_is_bounded_otherwise_turned_round_and_answered_blindly() -> None:
    assert set(faults("def f(a: int) -> bool:\n    return a < 3\n")) == {
        "f: return a < 3 -> return True",
        "f: return a < 3 -> return False",
        "f: a < 3 -> a <= 3",
        "f: a < 3 -> a >= 3",
        "f: 3 -> 4",
        "f: 3 -> 2",
    }


def test_a_guard_is_left_out_and_a_list_of_words_loses_each_of_them() -> None:
    found = faults(
        "W = {'a', 'b'}\n\ndef f(x: str) -> str:\n    if not x:\n        return ''\n    return x\n"
    )
    assert {"W: {'a', 'b'} -> {'b'}", "W: {'a', 'b'} -> {'a'}", "f: if not x: -> if False:"} <= set(found)
    assert "f: not x -> x" in found


def test_equal_faults_of_a_function_are_numbered_and_no_line_is_in_their_names() -> None:
    source = "def f(a: int) -> int:\n    b = a + 1\n    return b + 1\n"
    found = faults(source)
    assert len(found) == len(set(found))
    assert "f: 1 -> 2 #1" in found
    assert faults("import re\n\n\n" + source) == found


def test_every_fault_of_a_module_compiles_and_differs() -> None:
    source = source_of(changes)
    whole = ast.unparse(ast.parse(source))
    for mutant in mutants(source):
        compile(mutant.tree, "changes", "exec")
        assert ast.unparse(mutant.tree) != whole, mutant.key


def test_a_fault_is_in_force_in_a_child_process_and_nowhere_else() -> None:
    def guarded() -> bool:
        return changes.guarded(["not"]) == [DifferenceKind.NEGATION]

    code = compile(source_of(changes).replace("return found\n", "return []\n"), "changes", "exec")

    def with_fault() -> bool:
        put(changes, code)
        return guarded()

    assert guarded()
    assert forked(with_fault) is False
    assert guarded()


def test_a_child_process_that_dies_answers_none() -> None:
    assert forked(lambda: 1 / 0) is None
