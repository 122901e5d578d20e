"""Putting a fault into the running process, in a child that ends with it, and seeing which lines a test runs."""

import ast
import gc
import os
import pickle
import resource
import signal
import sys
from collections.abc import Callable, Hashable, Mapping
from functools import partial
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, TypeVar

from goldset.resolution import (
    boxes,
    conditions,
    differences,
    documents,
    reading,
    silent,
    tags,
    units,
    unsaid,
    untouched,
)
from goldset.resolution.normalise import normalise
from goldset.resolution.tokens import tokenise

SECONDS = 15  # of processor time, until a fault is known to matter; loops that never end are common
LONGEST = 180  # … and for all tests of one that does
MEMORY = 8 << 30  # a fault that never ends takes memory, too
T = TypeVar("T")
_PLAIN = (int, float, str, tuple, frozenset, dict)


def source_of(module: ModuleType) -> str:
    return Path(module.__file__ or "").read_text(encoding="utf-8")


def put(module: ModuleType, code: CodeType, **more: object) -> None:
    """Put a module's other functions and constants in the place of those that stand, wherever they were imported."""
    made: dict[str, Any] = {"__name__": module.__name__, "__file__": module.__file__, **more}
    exec(code, made)
    for name, new in made.items():
        old = vars(module).get(name)
        if name.startswith("__") or old is None:
            continue
        if isinstance(new, type) and new.__module__ == module.__name__:
            for key, part in vars(new).items():
                _put_function(vars(old).get(key), part)
        elif _function(new) is not None:
            _put_function(old, new)
        elif type(new) is type(old) and new != old and (isinstance(new, _PLAIN) or hasattr(new, "pattern")):
            for other in _modules():
                if vars(other).get(name) is old:
                    setattr(other, name, new)
    forget()


def _modules() -> list[ModuleType]:
    return [module for name, module in list(sys.modules.items()) if name.startswith("goldset.")]


def _put_function(old: object, new: object) -> None:
    one, two = _function(old), _function(new)
    if one is not None and two is not None and one.__module__ == two.__module__:
        one.__code__, one.__defaults__, one.__kwdefaults__ = (
            two.__code__,
            two.__defaults__,
            two.__kwdefaults__,
        )


def _function(value: object) -> FunctionType | None:
    """Return the function in a cached one, a property or a static method."""
    for name in ("__wrapped__", "__func__", "fget", "func"):
        value = getattr(value, name, value)
    return value if isinstance(value, FunctionType) else None


def forget() -> None:
    """Empty the caches of modules with faults: what they hold was found by other code, or on lines not seen."""
    for module in (boxes, conditions, differences, silent, tags, units, unsaid, untouched):
        for value in list(vars(module).values()):
            if getattr(value, "__module__", "") == module.__name__ and hasattr(value, "cache_clear"):
                value.cache_clear()


class Watch:
    """Counts the statements that run in some modules, until it is taken off."""

    def __init__(self, modules: Mapping[str, ModuleType]) -> None:
        self._modules = modules
        self._hit: set[tuple[str, int]] = set()
        for name, module in modules.items():
            tree = ast.parse(source_of(module))
            for node in ast.walk(tree):
                if isinstance(node, ast.FunctionDef):
                    _mark(node)
            code = compile(ast.fix_missing_locations(tree), module.__file__ or "", "exec")
            hit = partial(_note, self._hit, name)
            vars(module)["_hit_"] = hit
            put(module, code, _hit_=hit)

    def lines(self, work: Callable[[], T]) -> tuple[frozenset[tuple[str, int]], T]:
        """Do something, and return the first lines of the statements that ran, with what it came to."""
        forget()
        self._hit.clear()
        came_to = work()
        return frozenset(self._hit), came_to

    def take_off(self) -> None:
        for module in self._modules.values():
            put(module, compile(source_of(module), module.__file__ or "", "exec"))


def _note(found: set[tuple[str, int]], name: str, line: int) -> None:
    found.add((name, line))


def _mark(node: ast.AST) -> None:
    """Let every statement below a node say that it runs, just before it does."""
    for field in ("body", "orelse", "finalbody"):
        if isinstance(getattr(node, field, None), list):
            marked: list[ast.stmt] = []
            for statement in getattr(node, field):
                call = ast.Call(ast.Name("_hit_", ast.Load()), [ast.Constant(statement.lineno)], [])
                if not isinstance(statement, ast.FunctionDef):
                    _mark(statement)
                    marked.append(ast.copy_location(ast.Expr(call), statement))
                marked.append(statement)
            setattr(node, field, marked)


class Memory:
    """Keeps readings of texts and their diffs from one decision to the next: no fault is put into what makes them.

    Readings hold units: where those are at fault, only tokens are kept.
    """

    def __init__(self) -> None:
        self._tokens: dict[Hashable, Any] = {}
        self._kept: dict[Hashable, Any] = {}
        read, token_map = reading.read, documents.token_map
        vars(reading)["normalise"] = lambda raw: raw
        vars(reading)["tokenise"] = self._keeping(self._tokens, lambda raw: tokenise(normalise(raw)))
        _exchange("read", read, self._keeping(self._kept, read))
        _exchange("token_map", token_map, self._keeping(self._kept, token_map))

    @staticmethod
    def _keeping(kept: dict[Hashable, Any], made: Callable[..., Any]) -> Callable[..., Any]:
        def keeping(*given: Any, **named: Any) -> Any:
            key = (
                made,
                *(g if isinstance(g, str) else (g.raw, g.doc_id, g.partial) for g in given),
                *named.values(),
            )
            if key not in kept:
                kept[key] = made(*given, **named)
            return kept[key]

        return keeping

    def drop_units(self) -> None:
        self._kept.clear()


def _exchange(name: str, old: object, new: object) -> None:
    for module in _modules():
        if vars(module).get(name) is old:
            setattr(module, name, new)


def limit(usual: float) -> None:
    """Let this process, a child, end where what comes now takes far longer than the usual seconds: loops are common."""
    signal.setitimer(signal.ITIMER_PROF, 1 + 10 * usual)


def take_time() -> None:
    """Let this process, a child, go on for as long as all tests take."""
    resource.setrlimit(resource.RLIMIT_CPU, (LONGEST, LONGEST))


def forked(work: Callable[[], object]) -> Any:
    """Do a piece of work in a child process and return what it comes to; None where it never ends, or dies."""
    out, into = os.pipe()
    child = os.fork()
    if not child:
        try:
            gc.disable()
            os.close(out)
            resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, LONGEST))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            signal.signal(signal.SIGXCPU, signal.SIG_DFL)
            signal.signal(signal.SIGPROF, signal.SIG_DFL)
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, 1)
            os.dup2(nowhere, 2)
            told = pickle.dumps(work())
            with os.fdopen(into, "wb") as pipe:
                pipe.write(told)
        finally:
            os._exit(0)
    os.close(into)
    with os.fdopen(out, "rb") as answer:
        told = answer.read()
    os.waitpid(child, 0)
    return pickle.loads(told) if told else None
