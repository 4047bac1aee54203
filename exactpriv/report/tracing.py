"""What a claim computes on one instance, step by step, in the words of its own source.

The claim is evaluated once more on the decided instance while the interpreter reports every call that its body makes:
the expression as it is written, and its value.

Main definitions: :func:`traced`, :class:`Step`.
"""

from __future__ import annotations

import ast
import linecache
import sys
from collections.abc import Callable, Iterator, Mapping
from inspect import CO_GENERATOR
from types import CodeType, FrameType
from typing import Any, NamedTuple

from exactpriv import truth
from exactpriv.report.instances import text

Bindings = tuple[tuple[str, str], ...]

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
    >>> [(step.expression, step.value) for step in steps]
    [('maximin_information(R)', '0 bits'), ('symmetrized_leakage(R)', '0 bits')]
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
        self._names = _assigned_names(body)
        self._instance = instance
        self._open: dict[int, tuple[str, Bindings, int]] = {}

    def __call__(self, frame: FrameType, event: str, value: Any) -> None:
        caller = frame.f_back
        if caller is None or caller.f_code.co_filename != self._file:
            return
        if event == "call" and _is_worth_showing(frame.f_code):
            self._open[id(frame)] = self._expression(caller), self._bindings(caller), len(self.steps)
        elif event == "return" and id(frame) in self._open:
            self._note(frame, value, *self._open.pop(id(frame)))

    def _note(self, frame: FrameType, value: Any, expression: str, bindings: Bindings, earlier: int) -> None:
        if value is None or value is NotImplemented:
            return
        if not isinstance(value, bool):
            del self.steps[earlier:]  # how an object was made is not worth a step; why a predicate holds is
        is_reversed = frame.f_code.co_name == "__eq__" and _is_inequality(expression)
        remark = self._remark(frame) if value is False and len(self.steps) == earlier else ""
        self.steps.append(Step(expression, bindings, text(not value if is_reversed else value), remark))

    def _remark(self, frame: FrameType) -> str:
        """The docstring of a function of the same file."""
        constants = frame.f_code.co_consts if frame.f_code.co_filename == self._file else ()
        return _on_one_line(constants[0]) if constants and isinstance(constants[0], str) else ""

    def _expression(self, caller: FrameType) -> str:
        """The source of the call that the caller is making, with the name that it gives to the value."""
        line, last, start, stop = list(caller.f_code.co_positions())[caller.f_lasti // 2]
        if line is None or last is None or start is None or stop is None:
            return "…"
        source = [linecache.getline(self._file, number).encode() for number in range(line, last + 1)]
        source[-1] = source[-1][:stop]  # columns count bytes
        source[0] = source[0][start:]
        name = self._names.get((line, start, last, stop))
        words = _on_one_line(b"".join(source).decode())
        return f"{name} = {words}" if name else words

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


def _on_one_line(source: str) -> str:
    """An expression without its line breaks."""
    words = " ".join(source.split())
    for there, here in (("( ", "("), ("[ ", "["), (", )", ")"), (", ]", "]"), (" )", ")"), (" ]", "]")):
        words = words.replace(there, here)
    return words


def _assigned_names(body: Callable[..., Any]) -> dict[tuple[int, int, int, int], str]:
    """Where in the file a whole right-hand side stands, and the name it is given."""
    source = "".join(linecache.getlines(body.__code__.co_filename))
    return {
        (value.lineno, value.col_offset, value.end_lineno or 0, value.end_col_offset or 0): name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Assign)
        for name, value in _named_value(node)
    }


def _named_value(node: ast.Assign) -> Iterator[tuple[str, ast.expr]]:
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            yield name, value


def _is_worth_showing(code: CodeType) -> bool:
    if code.co_flags & CO_GENERATOR:
        return False
    name = code.co_name
    return name in _OPERATORS or not (name.startswith(("__", "<")) or name in _CONNECTIVES or name in _PARTS)


def _is_inequality(expression: str) -> bool:
    """Whether it is ``a != b``, which Python computes as the negation of ``a == b``."""
    match ast.parse(expression, mode="eval").body:
        case ast.Compare(ops=[ast.NotEq()]):
            return True
    return False
