"""What a claim computes on one instance, step by step, in the words of its own source.

The claim is evaluated once more on the decided instance while the interpreter reports every call that its body makes:
the expression as it is written, and its value.

Main definitions: :func:`traced`, :class:`Step`.
"""

from __future__ import annotations

import ast
import linecache
import sys
from collections.abc import Callable, Mapping
from inspect import CO_GENERATOR
from types import CodeType, FrameType
from typing import Any, NamedTuple

from exactpriv import truth
from exactpriv.report.instances import text

Bindings = tuple[tuple[str, str], ...]
Place = tuple[int | None, int | None, int | None, int | None]
"""Line, last line, column and end column, as the interpreter tells them."""

_TRUTH = truth.__file__

_OPERATORS = {
    f"__{name}__"
    for name in ("le", "lt", "ge", "gt", "eq", "ne", "add", "radd", "sub", "rsub", "mul", "rmul", "truediv", "matmul")
}
_CONNECTIVES = {"all_of", "any_of", "exists", "forall", "iff", "implies", "negation"}
_PARTS = {"converse", "gives", "holds", "lines", "points_of", "range", "rows"}
"""What is not worth a step: connectives repeat their parts, and the parts of an instance are shown with it."""


class Step(NamedTuple):
    """An expression of the source, what its variables stand for inside a quantifier, and its value."""

    expression: str
    bindings: Bindings
    value: str
    remark: str = ""
    """What a predicate says that failed without a step of its own."""

    def __str__(self) -> str:
        equals = "is" if self.value in ("true", "false") else "="
        return f"{self.expression} {equals} {self.value}" + (f": {self.remark}" if self.remark else "")


def traced(body: Callable[..., Any], instance: Mapping[str, Any]) -> tuple[list[Step], Any]:
    """The steps of a function on an instance, each once, and its result.

    >>> from exactpriv.relations import Relation
    >>> from exactpriv.theorems import named
    >>> steps, result = traced(named("prop-1").body, {"R": Relation.of((1, "a"), (2, "a"))})
    >>> print(*steps[:2], sep="; ")
    maximin_information(R) = 0 bits; symmetrized_leakage(R) = 0 bits
    """
    tracer = _Tracer(body, instance)
    earlier = sys.getprofile()
    sys.setprofile(tracer)
    try:
        result = body(**instance)
    finally:
        sys.setprofile(earlier)
    return list(dict.fromkeys(tracer.steps)), result


class _Tracer:
    """A profile function that notes the calls of a body, of the functions inside it and of predicates beside it."""

    def __init__(self, body: Callable[..., Any], instance: Mapping[str, Any]) -> None:
        self.steps: list[Step] = []
        self._file = body.__code__.co_filename
        tree = ast.parse("".join(linecache.getlines(self._file)))
        self._nodes = _nodes_by_place(tree)
        self._names = _assigned_names(tree)
        self._instance = instance
        self._open: dict[int, tuple[ast.expr | None, Bindings, int]] = {}

    def __call__(self, frame: FrameType, event: str, value: Any) -> None:
        caller = frame.f_back
        if caller is None or caller.f_code.co_filename != self._file:
            return
        if event == "call" and _is_worth_showing(frame.f_code):
            self._open[id(frame)] = self._node(caller), self._bindings(caller), len(self.steps)
        elif event == "return" and id(frame) in self._open:
            self._note(frame, value, *self._open.pop(id(frame)))

    def _note(self, frame: FrameType, value: Any, node: ast.expr | None, bindings: Bindings, earlier: int) -> None:
        if value is None or value is NotImplemented:
            return
        if not isinstance(value, bool):
            del self.steps[earlier:]  # how an object was made is not worth a step; why a predicate holds is
        is_reversed = frame.f_code.co_name == "__eq__" and _is_inequality(node)
        remark = self._remark(frame) if value is False and len(self.steps) == earlier else ""
        words = _words(node, self._names)
        self.steps.append(Step(words, bindings, text(not value if is_reversed else value), remark))

    def _remark(self, frame: FrameType) -> str:
        """The docstring of a function of the same file."""
        constants = frame.f_code.co_consts if frame.f_code.co_filename == self._file else ()
        return " ".join(constants[0].split()) if constants and isinstance(constants[0], str) else ""

    def _node(self, caller: FrameType) -> ast.expr | None:
        """What the caller is evaluating, in the syntax tree of its file."""
        return self._nodes.get(list(caller.f_code.co_positions())[caller.f_lasti // 2])

    def _bindings(self, caller: FrameType | None) -> Bindings:
        """What the variables of the lambdas and comprehensions around a call stand for, the outermost first."""
        found: dict[str, Any] = {}
        while caller is not None and caller.f_code.co_filename in (self._file, _TRUTH):
            if caller.f_code.co_filename == self._file:
                found = _own_variables(caller) | found
            caller = caller.f_back
        return tuple(
            (name, self._named(value))
            for name, value in found.items()
            if self._instance.get(name) is not value and value is not True  # the guard of a case
        )

    def _named(self, value: Any) -> str:
        """An object of the instance by its name, anything else in words."""
        is_plain = isinstance(value, int | str)
        return text(value) if is_plain else next((n for n, v in self._instance.items() if v is value), text(value))


def _own_variables(frame: FrameType) -> dict[str, Any]:
    """The variables of a lambda or a comprehension, and the arguments of a function."""
    code = frame.f_code
    names = code.co_varnames if code.co_name.startswith("<") else code.co_varnames[: code.co_argcount]
    return {name: frame.f_locals[name] for name in names if name in frame.f_locals and not name.startswith(".")}


def _words(node: ast.expr | None, names: Mapping[ast.expr, str]) -> str:
    """An expression on one line, with the name that its value is given."""
    if node is None:
        return "…"
    return f"{names[node]} = {ast.unparse(node)}" if node in names else ast.unparse(node)


def _nodes_by_place(tree: ast.AST) -> dict[Place, ast.expr]:
    """The outermost expression at every place."""
    found: dict[Place, ast.expr] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.expr):
            found.setdefault((node.lineno, node.end_lineno, node.col_offset, node.end_col_offset), node)
    return found


def _assigned_names(tree: ast.AST) -> dict[ast.expr, str]:
    """The names that whole right-hand sides are given."""
    found = {}
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                found[value] = name
    return found


def _is_worth_showing(code: CodeType) -> bool:
    if code.co_flags & CO_GENERATOR:
        return False
    name = code.co_name
    return name in _OPERATORS or not (name.startswith(("__", "<")) or name in _CONNECTIVES or name in _PARTS)


def _is_inequality(node: ast.expr | None) -> bool:
    """Whether it is ``a != b``, which Python computes as the negation of ``a == b``."""
    match node:
        case ast.Compare(ops=[ast.NotEq()]):
            return True
    return False
