"""Finds the small changes that could be made to a module of rules, as edits of its bytes.

A change is small and plausible: a comparison off by one, a condition that always or never holds,
one clause fewer, a number one too high, a listed case forgotten, an effect or a refusal left out.
What no test could notice is not changed: assertions (they never fail), wording, annotations,
decorators and the keywords of a class.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

import msgspec

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
SUMS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
}
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}
CACHES = {"cache", "lru_cache"}
TRUE, FALSE = ast.Constant(True), ast.Constant(False)


class Change(msgspec.Struct, frozen=True):
    """One change: its place, and the bytes from `start` to `end` that it replaces."""

    file: str
    line: int
    where: str
    """The function or class, such as "Rout.answer"."""
    rule: str
    """The first rule that the function cites, or "" if it cites none."""
    old: str
    new: str
    start: int
    end: int

    def __str__(self) -> str:
        """File, line, rule and change, each on one line."""
        old, new = (" ".join(text.split()) for text in (self.old, self.new))
        return f"{self.file}:{self.line}  {self.rule or 'no rule'}  {old}  ->  {new}"

    def apply(self, source: bytes) -> bytes:
        """The module with this one change."""
        return source[: self.start] + self.new.encode() + source[self.end :]


def changes(file: str, source: bytes, cited: Sequence[tuple[int, str]] = ()) -> list[Change]:
    """All changes of a module in the order of its lines; `cited` gives the rules it cites by line.

    Two changes that give the same text at the same place count once.
    """
    finder = _Finder(file, source, cited)
    finder.look(ast.parse(source, file))
    return sorted(
        dict.fromkeys(finder.found), key=lambda change: (change.start, change.end, change.new)
    )


class _Finder:
    def __init__(self, file: str, source: bytes, cited: Sequence[tuple[int, str]]) -> None:
        self.file, self.source, self.cited = file, source, cited
        self.found: list[Change] = []
        lengths = [len(line) for line in source.splitlines(keepends=True)]
        self._starts = [sum(lengths[:number]) for number in range(len(lengths) + 1)]

    def look(self, node: ast.AST, scope: tuple[ast.AST, ...] = ()) -> None:
        """Collect the changes of a node and of everything in it that can be changed."""
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            scope = (*scope, node)
        for old, new in variants(node, top_level=not scope):
            self._add(old, new, scope)
        for child in parts(node):
            self.look(child, scope)

    def _add(self, old: ast.AST, new: ast.AST | str, scope: tuple[ast.AST, ...]) -> None:
        assert isinstance(old, ast.expr | ast.stmt)
        assert old.end_lineno is not None
        assert old.end_col_offset is not None
        start = self._starts[old.lineno - 1] + old.col_offset
        end = self._starts[old.end_lineno - 1] + old.end_col_offset
        text = new if isinstance(new, str) else bracketed(new)
        where = ".".join(getattr(scope_node, "name", "") for scope_node in scope)
        before = self.source[start:end].decode()
        rule = self._rule(old.lineno, scope)
        change = Change(self.file, old.lineno, where, rule, before, text, start, end)
        self.found.append(change)

    def _rule(self, line: int, scope: tuple[ast.AST, ...]) -> str:
        """The rule cited on the line, else the first one cited in what is around it."""
        spans = [(line, line)]
        for node in reversed(scope):
            assert isinstance(node, ast.FunctionDef | ast.ClassDef)
            spans.append((node.lineno, node.end_lineno or node.lineno))
        for first, last in spans:
            for at, rule in self.cited:
                if first <= at <= last:
                    return rule
        return ""


def bracketed(node: ast.AST) -> str:
    """A node as source, in brackets where an expression needs them."""
    text = ast.unparse(node)
    plain = isinstance(node, ast.Constant | ast.Name | ast.Call | ast.Tuple | ast.Set | ast.List)
    return text if plain else f"({text})"


# Which parts are searched


def parts(node: ast.AST) -> Iterator[ast.AST]:
    """The children of a node that can be changed."""
    match node:
        case ast.Assert() | ast.JoinedStr() | ast.Raise() | ast.Import() | ast.ImportFrom():
            return
        case ast.FunctionDef():
            yield from (
                default for default in (*node.args.defaults, *node.args.kw_defaults) if default
            )
            yield from node.body
        case ast.ClassDef():
            yield from node.body
        case ast.AnnAssign():
            yield from (node.value,) if node.value else ()
        case ast.Call(func=ast.Name(id=name)) if name in CACHES:
            return
        case _:
            yield from ast.iter_child_nodes(node)


# What is changed


def variants(node: ast.AST, *, top_level: bool) -> Iterator[tuple[ast.AST, ast.AST | str]]:
    """The single changes of a node: pairs of a node and its replacement."""
    yield from _other_values(node)
    match node:
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return  # Annotations need what is in it, and nothing else does.
        case ast.If() | ast.IfExp():
            yield node.test, TRUE
            yield node.test, FALSE
        case ast.comprehension(ifs=conditions):
            yield from ((condition, TRUE) for condition in conditions)
        case ast.Expr(value=ast.Call()) | ast.Raise() | ast.Continue() | ast.Break():
            yield node, "pass"
        case ast.Assign(value=ast.Tuple() | ast.Set() | ast.List() as listed) if top_level:
            yield from _one_case_less(listed)


def _other_values(node: ast.AST) -> Iterator[tuple[ast.AST, ast.AST | str]]:
    match node:
        case ast.Constant(value=bool(value)):
            yield node, ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield node, ast.Constant(value + 1)
        case ast.Compare():
            yield from _compared(node)
        case ast.BoolOp():
            opposite = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
            yield node, ast.BoolOp(opposite, node.values)
            yield from ((node, _without(node, place)) for place in range(len(node.values)))
        case ast.UnaryOp(op=ast.Not()):
            yield node, node.operand
        case ast.BinOp(op=op) if type(op) in SUMS and not _joins(node):
            yield node, ast.BinOp(node.left, SUMS[type(op)](), node.right)
        case ast.Call(func=ast.Name(id=name) as called) if name in CALLS:
            yield called, CALLS[name]


def _compared(node: ast.Compare) -> Iterator[tuple[ast.AST, ast.AST]]:
    for place, op in enumerate(node.ops):
        ops = [*node.ops[:place], COMPARISONS[type(op)](), *node.ops[place + 1 :]]
        yield node, ast.Compare(node.left, ops, node.comparators)
        listed = node.comparators[place]
        if isinstance(op, ast.In | ast.NotIn) and isinstance(listed, ast.Tuple | ast.Set):
            yield from _one_case_less(listed)


def _one_case_less(
    listed: ast.Tuple | ast.Set | ast.List,
) -> Iterator[tuple[ast.AST, ast.AST]]:
    """A list of names or constants without one of them; other lists stay as they are."""
    cases = listed.elts
    if len(cases) > 1 and all(
        isinstance(e, ast.Constant | ast.Name | ast.Attribute) for e in cases
    ):
        for place in range(len(cases)):
            less = [*cases[:place], *cases[place + 1 :]]
            match listed:
                case ast.Set():
                    yield listed, ast.Set(less)
                case ast.Tuple():
                    yield listed, ast.Tuple(less, ast.Load())
                case ast.List():
                    yield listed, ast.List(less, ast.Load())


def _without(node: ast.BoolOp, place: int) -> ast.expr:
    values = [*node.values[:place], *node.values[place + 1 :]]
    return values[0] if len(values) == 1 else ast.BoolOp(node.op, values)


def _joins(node: ast.BinOp) -> bool:
    """Whether `+` joins texts or lists here; replacing it would only crash."""
    return any(
        isinstance(operand, ast.JoinedStr | ast.Tuple | ast.List | ast.ListComp)
        or (isinstance(operand, ast.Constant) and isinstance(operand.value, str))
        for operand in (node.left, node.right)
    )
