"""Small faults put into the source of a module, one at a time: what a slip of a programmer would look like."""

import ast
import copy
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

_COMPARED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
_EXCHANGED = {"min": "max", "max": "min", "any": "all", "all": "any"}
_TAKEN_OFF = {"lower", "upper", "strip", "lstrip", "rstrip", "casefold"}
_TEXT_METHODS = {"startswith", "endswith", "find", "rfind", "count", "replace", "split", "match"}
_STRIPS = {"strip", "lstrip", "rstrip"}
_WORDS = 5  # a constant of so many words is a list of them


@dataclass(frozen=True)
class Mutant:
    """A module's source with one fault.

    Attributes:
        where: Function or constant that holds the fault.
        before: Source of what was replaced.
        after: What stands in its place.
        number: How many equal faults the same function holds before this one.
        lines: First and last line of the statement or condition.
        constant: Whether it is in a constant of the module: what uses its name runs into it.
        tree: The module.
    """

    where: str
    before: str
    after: str
    number: int
    lines: tuple[int, int]
    constant: bool
    tree: ast.Module

    @property
    def key(self) -> str:
        """What names the fault wherever its line moves."""
        return f"{self.where}: {self.before} -> {self.after}" + (f" #{self.number}" if self.number else "")


@dataclass(frozen=True)
class _Slot:
    """A place of the tree: a field of a node, or an entry of a list there."""

    parent: ast.AST
    field: str
    index: int | None

    def put(self, node: ast.AST) -> None:
        if self.index is None:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.index] = node


@dataclass(frozen=True)
class _Scope:
    """What is around a place: function and class names, the function, the statement's lines."""

    names: tuple[str, ...]
    function: ast.FunctionDef | None
    lines: tuple[int, int]


def mutants(source: str) -> Iterator[Mutant]:
    """Yield the module with each fault in turn, in the order of the source; `tree` is valid until the next one."""
    tree = ast.parse(source)
    seen: Counter[tuple[str, str, str]] = Counter()
    for slot, node, scope in list(_places(tree, _Scope((), None, (1, 1)))):
        for new in _replacements(node, slot, scope):
            before, after = _said(node), _said(new)
            name = ".".join(scope.names)
            if before == after:
                continue
            number = seen[name, before, after]
            seen[name, before, after] += 1
            slot.put(ast.copy_location(new, node))
            ast.fix_missing_locations(tree)
            yield Mutant(name, before, after, number, scope.lines, scope.function is None, tree)
            slot.put(node)


def _said(node: ast.AST) -> str:
    if isinstance(node, ast.If | ast.While):
        return ast.unparse(node).split("\n", 1)[0]
    if isinstance(node, ast.comprehension):
        return ast.unparse(node).strip()
    return ast.unparse(node)


def _places(node: ast.AST, scope: _Scope) -> Iterator[tuple[_Slot, ast.AST, _Scope]]:
    """Yield every place below a node with what stands there and what is around it."""
    for field, value in ast.iter_fields(node):
        if field in {"annotation", "returns", "decorator_list", "ctx", "op", "ops", "msg", "type_params"}:
            continue
        entries = list(enumerate(value)) if isinstance(value, list) else [(None, value)]
        for index, child in entries:
            if not isinstance(child, ast.AST) or _is_left_alone(child, node, field):
                continue
            inner = _inside(child, scope)
            yield _Slot(node, field, index), child, inner
            yield from _places(child, inner)


def _is_left_alone(child: ast.AST, parent: ast.AST, field: str) -> bool:
    """Return whether a fault here is no fault of behaviour: imports, docstrings, messages, narrowing for types."""
    if isinstance(
        child, ast.Import | ast.ImportFrom | ast.Assert | ast.Raise | ast.JoinedStr | ast.arguments
    ):
        return True
    text = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
    return text or (isinstance(parent, ast.ClassDef) and field in {"bases", "keywords"})


def _inside(child: ast.AST, scope: _Scope) -> _Scope:
    if isinstance(child, ast.FunctionDef):
        return _Scope((*scope.names, child.name), child, (child.lineno, child.lineno))
    if isinstance(child, ast.ClassDef):
        return _Scope((*scope.names, child.name), None, (child.lineno, child.lineno))
    if isinstance(child, ast.stmt):
        head = child.test if isinstance(child, ast.If | ast.While) else child
        head = child.iter if isinstance(child, ast.For) else head
        lines = child.lineno, head.end_lineno or child.lineno
        names = scope.names
        if scope.function is None and isinstance(child, ast.Assign | ast.AnnAssign):
            target = child.targets[0] if isinstance(child, ast.Assign) else child.target
            names = (*names, ast.unparse(target))
        return _Scope(names, scope.function, lines)
    return scope


def _replacements(node: ast.AST, slot: _Slot, scope: _Scope) -> Iterator[ast.AST]:
    """Yield what may stand in the place of a node by a slip."""
    if isinstance(node, ast.stmt):
        yield from _statements(node, scope)
    elif isinstance(node, ast.Constant):
        yield from _constants(node, slot.parent, slot.field, scope)
    elif isinstance(node, ast.Compare):
        yield from _comparisons(node)
    elif isinstance(node, ast.BoolOp):
        other = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
        yield ast.BoolOp(other, node.values)
        for at in range(len(node.values)):
            rest = node.values[:at] + node.values[at + 1 :]
            yield rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand
    elif isinstance(node, ast.IfExp):
        yield node.body
        yield node.orelse
    elif isinstance(node, ast.BinOp) and type(node.op) in _COMPUTED:
        yield ast.BinOp(node.left, _COMPUTED[type(node.op)](), node.right)
        if isinstance(node.op, ast.BitOr | ast.BitAnd | ast.Sub | ast.Add):
            yield node.left
    elif isinstance(node, ast.Call):
        yield from _calls(node)
    elif isinstance(node, ast.Slice):
        yield from _slices(node)
    elif isinstance(node, ast.comprehension):
        for at in range(len(node.ifs)):
            yield ast.comprehension(node.target, node.iter, node.ifs[:at] + node.ifs[at + 1 :], 0)
    elif isinstance(node, ast.Set | ast.Tuple | ast.List | ast.Dict):
        yield from _members(node, slot)


def _statements(node: ast.stmt, scope: _Scope) -> Iterator[ast.AST]:
    if isinstance(node, ast.If):
        yield ast.If(ast.Constant(value=False), node.body, node.orelse)
        yield ast.If(ast.Constant(value=True), node.body, node.orelse)
    elif isinstance(node, ast.While):
        yield ast.While(ast.Constant(value=False), node.body, node.orelse)
    elif isinstance(node, ast.Continue | ast.Break | ast.AugAssign | ast.Expr) or (
        isinstance(node, ast.Assign) and scope.function is not None and _is_bound(node, scope.function)
    ):
        yield ast.Pass()
    elif isinstance(node, ast.Return) and node.value is not None and scope.function is not None:
        returns = ast.unparse(scope.function.returns) if scope.function.returns else ""
        if "None" in returns:
            yield ast.Return(ast.Constant(value=None))
        if returns == "bool" and not isinstance(node.value, ast.Constant):
            yield ast.Return(ast.Constant(value=True))
            yield ast.Return(ast.Constant(value=False))


def _is_bound(node: ast.Assign, function: ast.FunctionDef) -> bool:
    """Return whether all names that a statement binds had a value before."""
    names = {
        n.id for n in ast.walk(node.targets[0]) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
    }
    before = {a.arg for a in function.args.args + function.args.kwonlyargs}
    for other in ast.walk(function):
        if isinstance(other, ast.Name) and isinstance(other.ctx, ast.Store) and other.lineno < node.lineno:
            before.add(other.id)
    return bool(names) and names <= before


def _constants(node: ast.Constant, parent: ast.AST, field: str, scope: _Scope) -> Iterator[ast.AST]:
    value = node.value
    if isinstance(value, bool):
        yield ast.Constant(value=not value)
    elif isinstance(value, int):
        yield ast.Constant(value=value + 1)
        yield ast.Constant(value=value - 1)
    elif isinstance(value, float):
        yield ast.Constant(value=round(value * 1.1, 6))
        yield ast.Constant(value=round(value * 0.9, 6))
    elif isinstance(value, str):
        yield from (ast.Constant(value=text) for text in _texts(value, parent, field, scope))


def _texts(value: str, parent: ast.AST, field: str, scope: _Scope) -> Iterator[str]:
    """Yield a text that decides something with a piece less: a set of characters, a list of words, a pattern."""
    called = parent.func if isinstance(parent, ast.Call) else None
    name = (
        called.attr
        if isinstance(called, ast.Attribute)
        else called.id
        if isinstance(called, ast.Name)
        else ""
    )
    if field == "args" and name in {"compile", "sub", "findall"}:
        yield from _patterns(value)
    elif name in {"frozenset", *_STRIPS} or (isinstance(parent, ast.Compare) and _is_member(parent)):
        yield from (value[:at] + value[at + 1 :] for at in range(len(value)))
    elif isinstance(parent, ast.Compare) or name in _TEXT_METHODS:
        yield value + "\0"
    elif scope.function is None and len(value.split()) >= _WORDS:
        words = value.split()
        yield from (" ".join(words[:at] + words[at + 1 :]) + " " for at in range(len(words)))


def _is_member(parent: ast.Compare) -> bool:
    return isinstance(parent.ops[0], ast.In | ast.NotIn) and isinstance(parent.comparators[0], ast.Constant)


def _patterns(pattern: str) -> Iterator[str]:
    """Yield a regular expression without one character of a set, or without one alternative."""
    cuts = [
        (m.start(), m.end()) for m in re.finditer(r"(?<=[\[\w\s*+>–•])(?:\\?[^\]\\^])(?=[^\]\[]*\])", pattern)
    ]
    cuts += [
        (m.start(), m.end())
        for m in re.finditer(r"(?:(?<=\(\?:)|(?<=\())[^()|\[\]]+\||\|[^()|\[\]]+", pattern)
    ]
    for start, end in cuts:
        shorter = pattern[:start] + pattern[end:]
        try:
            re.compile(shorter)
        except re.error:
            continue
        yield shorter


def _comparisons(node: ast.Compare) -> Iterator[ast.AST]:
    for at, op in enumerate(node.ops):
        for other in _COMPARED[type(op)]:
            yield ast.Compare(node.left, [*node.ops[:at], other(), *node.ops[at + 1 :]], node.comparators)
    if len(node.ops) > 1:
        yield ast.Compare(node.left, node.ops[:1], node.comparators[:1])
        yield ast.Compare(node.comparators[0], node.ops[1:], node.comparators[1:])


def _calls(node: ast.Call) -> Iterator[ast.AST]:
    if isinstance(node.func, ast.Name) and node.func.id in _EXCHANGED:
        yield ast.Call(ast.Name(_EXCHANGED[node.func.id], ast.Load()), node.args, node.keywords)
    if isinstance(node.func, ast.Name) and node.func.id == "reversed":
        yield ast.Call(ast.Name("iter", ast.Load()), node.args, [])
    if isinstance(node.func, ast.Name) and node.func.id == "sorted":
        yield ast.Call(ast.Name("list", ast.Load()), node.args, [])
    if isinstance(node.func, ast.Attribute) and node.func.attr in _TAKEN_OFF:
        yield node.func.value


def _slices(node: ast.Slice) -> Iterator[ast.AST]:
    for name in ("lower", "upper"):
        bound = getattr(node, name)
        if bound is None:
            continue
        if not isinstance(bound, ast.Constant):
            for op in (ast.Add(), ast.Sub()):
                yield _with(node, name, ast.BinOp(bound, op, ast.Constant(value=1)))
        yield _with(node, name, None)


def _with(node: ast.Slice, name: str, bound: ast.expr | None) -> ast.Slice:
    new = copy.copy(node)
    setattr(new, name, bound)
    return new


def _members(node: ast.Set | ast.Tuple | ast.List | ast.Dict, slot: _Slot) -> Iterator[ast.AST]:
    """Yield a collection of plain members without one of them."""
    if isinstance(node, ast.Dict):
        if len(node.keys) > 1:
            for at in range(len(node.keys)):
                yield ast.Dict(node.keys[:at] + node.keys[at + 1 :], node.values[:at] + node.values[at + 1 :])
        return
    plain = all(isinstance(e, ast.Constant | ast.Attribute | ast.Name | ast.Tuple) for e in node.elts)
    gathers = isinstance(
        slot.parent, ast.Compare | ast.Assign | ast.Call | ast.Dict | ast.For | ast.comprehension
    )
    stored = isinstance(getattr(node, "ctx", None), ast.Store) or slot.field in {"targets", "target"}
    unpacked = isinstance(slot.parent, ast.Assign) and isinstance(slot.parent.targets[0], ast.Tuple)
    if plain and gathers and not stored and not unpacked and len(node.elts) > 1:
        for at in range(len(node.elts)):
            new = copy.copy(node)
            new.elts = node.elts[:at] + node.elts[at + 1 :]
            yield new


def uses_of(sources: Mapping[str, str]) -> Mapping[str, set[tuple[str, int]]]:
    """Return for each name the first lines of the statements that use it."""
    found: dict[str, set[tuple[str, int]]] = defaultdict(set)
    for name, source in sources.items():
        for statement in ast.walk(ast.parse(source)):
            if isinstance(statement, ast.stmt):
                for node in ast.walk(statement):
                    if isinstance(node, ast.Name):
                        found[node.id].add((name, statement.lineno))
    return found


def names_that_hang_on(name: str, source: str) -> set[str]:
    """Return a constant with those that are made of it."""
    wanted = {name}
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign) and wanted & {
            n.id for n in ast.walk(node.value) if isinstance(n, ast.Name)
        }:
            wanted |= {n.id for n in ast.walk(node.targets[0]) if isinstance(n, ast.Name)}
    return wanted
