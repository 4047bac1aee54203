"""Certificates: for an instance that decides a claim, a standalone Python file that shows it; for z3, its question.

A certificate needs nothing but Python.  It holds the definitions that the statement uses, cut out of
:mod:`exactpriv.claims.plain` (a second, independent implementation); the hypotheses and the statement, copied from
where they are written, without annotations; the instance as literals; and assertions that the hypotheses hold and the
conclusion fails.

Main definitions: :func:`certificate`, :func:`literal`, :func:`write_evidence`, :func:`check_certificate`.
"""

from __future__ import annotations

import ast
import builtins
import importlib
import inspect
import itertools
import json
import linecache
import re
import subprocess
import symtable
import sys
import tempfile
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache, lru_cache, singledispatch
from pathlib import Path
from types import BuiltinFunctionType, FunctionType, ModuleType, NoneType
from typing import Any, NamedTuple

from exactpriv.capacity import Code
from exactpriv.claims import plain
from exactpriv.claims.claim import Claim
from exactpriv.claims.verdict import Unknown, Verdict
from exactpriv.errors import CertificateError
from exactpriv.leakage import Channel
from exactpriv.leakage.orders import Infinite
from exactpriv.privacy import GridPrior, Mechanism
from exactpriv.relations import Function, Relation
from exactpriv.relations.relation import default_columns

Witness = Mapping[str, Any]
Import = tuple[str, str]
"""A standard module, and a name in it (none for the module itself)."""

WIDTH = 100
SHORT = 80
STANDARD_MODULES = ("fractions", "itertools", "math")


def certificate(claim: Claim, witness: Witness) -> str:
    """The text of a standalone Python file which shows that an instance refutes a claim (or is what it says exists).

    A name or an object that has no plain form raises ``CertificateError``.
    """
    rational = {name for name, (kind, _) in claim.parameters.items() if kind is Fraction}
    things = {name: Fraction(witness[name]) if name in rational else witness[name] for name in claim.parameters}
    instance = "\n".join(f"{name} = {literal(thing, things)}" for name, thing in things.items())
    parts = [
        _header(claim),
        _program(claim, instance),
        _titled("the instance", f"{instance}\n\n{_assertions(claim)}\n"),
    ]
    return "\n\n".join(parts)


def write_evidence(directory: Path, claim: Claim, verdict: Verdict) -> list[Path]:
    """Write ``<id>.py`` for an instance and ``<id>.smt2`` for a question to a solver; the paths that were written."""
    if re.fullmatch(r"[\w.+-]+", claim.id) is None:
        raise CertificateError(f"{claim.id!r} cannot name a file; give the claim an id of letters, digits and hyphens")
    directory.mkdir(parents=True, exist_ok=True)
    texts = {}
    witness = getattr(verdict, "witness", None)
    if witness is not None:
        texts[directory / f"{claim.id}.py"] = certificate(claim, witness)
    if verdict.smt2:
        texts[directory / f"{claim.id}.smt2"] = _question(claim, verdict)
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8")
    return list(texts)


def check_certificate(text: str) -> None:
    """Run a certificate in a Python with nothing installed; ``CertificateError`` when it fails."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "certificate.py"
        file.write_text(text, encoding="utf-8")
        done = subprocess.run(  # noqa: S603 - our own text, run by our own interpreter
            [sys.executable, "-I", "-S", str(file)], cwd=folder, capture_output=True, text=True, check=False
        )
    if done.returncode:
        reason = done.stderr.strip().splitlines() or [f"exit status {done.returncode}"]
        raise CertificateError(
            f"the certificate does not show what it says: {reason[-1]}; run it to see where it fails"
        )


# --- the parts of the file -------------------------------------------------------------------------------------------


def _header(claim: Claim) -> str:
    found = "an instance of" if claim.existential else "a counterexample to"
    shows = "has the property" if claim.existential else "does not satisfy the statement"
    shows = "satisfies the hypotheses but not the conclusion" if claim.given and not claim.existential else shows
    wrong = (
        f"It is a deliberately wrong neighbor of {claim.parent.id}: a search must find this." if claim.parent else ""
    )
    paragraphs = [
        f"{claim.id}: {found} the statement",
        claim.statement,
        f"Source: {claim.source}." if claim.source else "",
        wrong,
        f"Run this file with Python 3.10 or newer: it asserts, in exact numbers, that the instance at its end {shows}.",
    ]
    wrapped = (textwrap.wrap(paragraph, WIDTH, break_long_words=False) for paragraph in paragraphs if paragraph)
    return "\n#\n".join("\n".join(f"# {line}" for line in lines) for lines in wrapped)


def _program(claim: Claim, instance: str = "") -> str:
    """What comes before the instance: the imports, the plain definitions and the statement."""
    copied = _Copied(claim)
    statement = "\n\n".join(copied.sources.values())
    definitions = _definitions_for(statement, instance)
    _check_names(claim, statement, [*copied.sources, *definitions, *claim.parameters])
    vocabulary = "\n\n".join(definitions.values())
    imports = _import_lines(copied.imports | _standard_names(f"{vocabulary}\n{instance}"))
    parts = [imports, _titled("what the words mean", vocabulary), _titled("the statement", statement)]
    return "\n\n".join(part for part in parts if part)


def _titled(title: str, text: str) -> str:
    return f"# --- {title} ".ljust(WIDTH, "-") + f"\n\n{text}" if text else ""


def _assertions(claim: Claim) -> str:
    def call(function: Callable[..., Any]) -> str:
        given = inspect.signature(function).parameters.values()
        names = (f"{p.name}={p.name}" if p.kind is p.KEYWORD_ONLY else p.name for p in given)
        return f"{function.__name__}({', '.join(names)})"

    not_ignored = ["if not __debug__:", '    raise SystemExit("run this without -O, which ignores assertions")', ""]
    hypotheses = [f"assert {call(condition)}" for condition in claim.given]
    conclusion = f"assert {call(claim.body)}" if claim.existential else f"assert not {call(claim.body)}"
    shown = "is shown by this instance" if claim.existential else "is refuted by this instance"
    found = ["hypotheses hold"] * bool(hypotheses) + [f"conclusion {'holds' if claim.existential else 'fails'}"]
    return "\n".join([*not_ignored, *hypotheses, conclusion, f'print("{claim.id} {shown}: {", ".join(found)}")'])


def _import_lines(imports: set[Import]) -> str:
    modules = [f"import {module}" for module, name in sorted(imports) if not name]
    for module, pairs in itertools.groupby(sorted(imports), key=lambda pair: pair[0]):
        names = [name for _, name in pairs if name]
        modules += [f"from {module} import {', '.join(names)}"] * bool(names)
    return "\n".join(modules)


def _check_names(claim: Claim, statement: str, names: list[str]) -> None:
    """Refuse a name that means two things, and an attribute that nothing plain has."""
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise CertificateError(f"the certificate of {claim.id} would use {twice!r} for two things; rename one of them")
    unknown = sorted(used for used in _uses(statement).attributes if used.split(".")[-1] not in _plain_attributes())
    if unknown:
        raise CertificateError(
            f"{claim.id} uses .{unknown[0]}, which nothing in exactpriv/claims/plain.py has; "
            "add it there, or write the claim with what is there"
        )


# --- what a text uses ------------------------------------------------------------------------------------------------


class _Uses(NamedTuple):
    """The names that a text takes from outside or from its own top, and the attributes (methods) that it uses."""

    names: set[str]
    attributes: set[str]


_OPERATORS: dict[type, set[str]] = {
    ast.Add: {"__add__", "__radd__"},
    ast.Sub: {"__sub__", "__rsub__"},
    ast.Mult: {"__mul__", "__rmul__"},
    ast.MatMult: {"__matmul__"},
    ast.Div: {"__truediv__"},
    ast.USub: {"__neg__"},
    ast.BitAnd: {"__and__"},
    ast.BitOr: {"__or__"},
    ast.BitXor: {"__xor__"},
    ast.LtE: {"__le__", "__ge__"},
    ast.GtE: {"__le__", "__ge__"},
    ast.Lt: {"__lt__", "__gt__"},
    ast.Gt: {"__lt__", "__gt__"},
}
_FUNCTIONS = {"largest": {"__gt__"}, "smallest": {"__lt__"}}
_FUNCTIONS_OF_STATEMENTS = {
    "len": {"__len__"},
    "max": {"__gt__"},
    "min": {"__lt__"},
    "sorted": {"__lt__"},
    "sum": {"__add__", "__radd__"},
}
_COMPARING = {ast.Eq, ast.NotEq, ast.In, ast.NotIn, ast.Dict, ast.DictComp, ast.Set, ast.SetComp}
_COMPARING_FUNCTIONS = {"Range", "Relation", "Function", "set", "frozenset"}


@lru_cache(maxsize=256)
def _uses(text: str) -> _Uses:
    names = set(_outer_names(symtable.symtable(text, "certificate", "exec")))
    attributes = {_attribute(node) for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Attribute)}
    return _Uses(names, attributes.union(*(_FUNCTIONS.get(name, ()) for name in names)))


def _attribute(node: ast.Attribute) -> str:
    """The name of an attribute, with that of its class where this is known: ``Range.of``, but ``size``."""
    known = isinstance(node.value, ast.Name) and isinstance(_plain_definitions().get(node.value.id), ast.ClassDef)
    return f"{ast.unparse(node.value)}.{node.attr}" if known else node.attr


def _outer_names(table: symtable.SymbolTable) -> Iterator[str]:
    top = table.get_type() == "module"
    yield from (s.get_name() for s in table.get_symbols() if s.is_referenced() and (top or s.is_global()))
    for inner in table.get_children():
        yield from _outer_names(inner)


def _operators(statement: str) -> set[str]:
    """The methods behind the operators of a statement; plain definitions use operators on numbers only."""
    kinds, names = set(map(type, ast.walk(ast.parse(statement)))), _uses(statement).names
    methods = set().union(*(_OPERATORS.get(kind, ()) for kind in kinds))
    methods |= {"__eq__", "__hash__"} if kinds & _COMPARING or names & _COMPARING_FUNCTIONS else set()
    return methods.union(*(_FUNCTIONS_OF_STATEMENTS.get(name, ()) for name in names))


# --- the plain vocabulary --------------------------------------------------------------------------------------------

_ALWAYS = {"__slots__", "__new__", "__init__", "__iter__", "__call__"}


@cache
def _plain_module() -> tuple[str, ast.Module]:
    text = without_annotations(inspect.getsource(plain))
    return text, ast.parse(text)


@cache
def _plain_definitions() -> dict[str, ast.stmt]:
    _, module = _plain_module()
    return {node.name: node for node in module.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}


@cache
def _plain_imports() -> dict[str, str]:
    """Name -> the standard module that it comes from."""
    _, module = _plain_module()
    imports = [node for node in module.body if isinstance(node, ast.ImportFrom) and node.module in STANDARD_MODULES]
    return {alias.name: str(node.module) for node in imports for alias in node.names}


@cache
def _plain_attributes() -> set[str]:
    """Every attribute that some object in a certificate can have."""
    _, module = _plain_module()
    methods = {node.name for node in ast.walk(module) if isinstance(node, ast.FunctionDef)}
    fields = {node.attr for node in ast.walk(module) if isinstance(node, ast.Attribute)}
    standard = (dict, list, tuple, set, str, int, Fraction, *map(importlib.import_module, STANDARD_MODULES))
    return methods.union(fields, *map(dir, standard))


def _standard_names(text: str) -> set[Import]:
    """What a text takes from the standard modules, by the names under which the plain vocabulary knows them."""
    return {(module, name) for name, module in _plain_imports().items() if name in _uses(text).names}


def _definitions_for(statement: str, instance: str) -> dict[str, str]:
    """The plain definitions that the texts need, and those that these need, in the order of the vocabulary."""
    names = _uses(statement).names | _uses(instance).names
    attributes = _ALWAYS.union(_uses(statement).attributes, _uses(instance).attributes, _operators(statement))
    while True:
        cut = {name: _cut(node, attributes) for name, node in _plain_definitions().items() if name in names}
        more = _uses("\n\n".join(cut.values()))
        if more.names <= names and more.attributes <= attributes:
            return cut
        names, attributes = names | more.names, attributes | more.attributes


def _cut(node: ast.stmt, attributes: set[str]) -> str:
    """A definition; of a class, the methods that are used."""
    if not isinstance(node, ast.ClassDef):
        return _segment(node)
    first, *members = node.body
    head = "\n".join(_plain_module()[0].splitlines()[node.lineno - 1 : first.end_lineno])
    kept = [member for member in members if {_member_name(member), f"{node.name}.{_member_name(member)}"} & attributes]
    return "\n\n".join([head, *map(_segment, kept)])


def _segment(node: ast.stmt) -> str:
    decorators = [decorator.lineno for decorator in getattr(node, "decorator_list", [])]
    return "\n".join(_plain_module()[0].splitlines()[min([node.lineno, *decorators]) - 1 : node.end_lineno])


def _member_name(node: ast.stmt) -> str:
    match node:
        case ast.FunctionDef(name=name) | ast.Assign(targets=[ast.Name(id=name)]):
            return name
    return ""


# --- what is copied --------------------------------------------------------------------------------------------------


class _Copied:
    """The hypotheses and the statement of a claim as they are written, after the helpers and constants they use."""

    def __init__(self, claim: Claim) -> None:
        self.claim = claim
        self.sources: dict[str, str] = {}
        self.imports: set[Import] = set()
        self._seen: dict[str, Any] = {}
        for function in (*claim.given, claim.body):
            self._copy_function(function)

    def _copy_function(self, function: Callable[..., Any]) -> None:
        function = inspect.unwrap(function)
        name = function.__name__
        if self._seen.setdefault(name, function) is not function:
            raise self._error(f"uses two functions named {name!r}", "rename one of them")
        if name not in self.sources:
            self._copy(name, self._source_of(function), inspect.getclosurevars(function).nonlocals, function)

    def _copy(self, name: str, source: str, inner: Mapping[str, Any], function: Any) -> None:
        """Copy what a source uses, then the source itself."""
        self.sources[name] = ""  # a function may call itself
        for used in sorted(_uses(source).names - {name}):
            if used in inner or used in function.__globals__:
                self._name(used, {**function.__globals__, **inner}[used], function)
            elif not hasattr(builtins, used) and used not in _plain_definitions():  # a literal uses plain names
                raise self._error(f"uses {used!r}, which is not defined", "define it")
        del self.sources[name]
        self.sources[name] = source

    def _name(self, name: str, thing: Any, function: Any) -> None:
        """Provide for one name that a copied text uses."""
        thing = inspect.unwrap(thing.body if isinstance(thing, Claim) else thing)
        if not isinstance(thing, ModuleType | FunctionType | BuiltinFunctionType | type):
            if name not in self.sources:
                self._copy(name, self._assignment(name, thing, function), {}, function)
            return
        home, own = getattr(thing, "__module__", thing.__name__), thing.__name__
        package = home.split(".")[0]
        if home in STANDARD_MODULES:
            self.imports.add((home, "" if isinstance(thing, ModuleType) else own))
        elif isinstance(thing, ModuleType) or package in sys.stdlib_module_names - {"builtins", "__main__"}:
            raise self._error(f"uses {name!r} of {home}", f"use names of {', '.join(STANDARD_MODULES)} or the package")
        elif package == "exactpriv" and not home.startswith("exactpriv.theorems"):
            self._need_plain(own)
        else:
            self._copy_function(thing)
        if name != own:
            self.sources[name] = f"{name} = {own}"

    def _need_plain(self, name: str) -> None:
        if name not in _plain_definitions():
            raise self._error(
                f"uses {name!r}, which the plain vocabulary lacks",
                "add its twin to exactpriv/claims/plain.py, or write the claim with the names that are there",
            )

    def _source_of(self, function: Callable[..., Any]) -> str:
        try:
            text = textwrap.dedent(inspect.getsource(function))
        except (OSError, TypeError) as error:
            raise self._error(f"has no source for {function.__name__!r}", "define it in a file") from error
        node = ast.parse(text).body[0]
        if not isinstance(node, ast.FunctionDef):
            raise self._error(f"uses {function.__name__!r}, which is no function with a name", "write it with def")
        return without_annotations("\n".join(text.splitlines()[node.lineno - 1 : node.end_lineno]))

    def _assignment(self, name: str, thing: Any, function: Any) -> str:
        """The line that gives a constant its value, as it is written, or else as a literal."""
        text = "".join(linecache.getlines(function.__code__.co_filename))
        for node in ast.parse(text).body:
            if isinstance(node, ast.Assign | ast.AnnAssign) and name in map(ast.unparse, _targets(node)):
                return without_annotations("\n".join(text.splitlines()[node.lineno - 1 : node.end_lineno]))
        return f"{name} = {literal(thing)}"

    def _error(self, problem: str, remedy: str) -> CertificateError:
        return CertificateError(f"no certificate for {self.claim.id}: it {problem}; {remedy}")


def _targets(node: ast.Assign | ast.AnnAssign) -> list[ast.expr]:
    return node.targets if isinstance(node, ast.Assign) else [node.target]


def without_annotations(source: str) -> str:
    """Python text without its type annotations and without its remarks to linters and type checkers.

    >>> print(without_annotations("def f(x: int = 1, *, y: str) -> int: ...  # noqa: D103"))
    def f(x=1, *, y): ...
    """
    text = re.sub(r" *# (noqa|type: ignore).*$", "", source, flags=re.MULTILINE).encode()
    starts = [0, *itertools.accumulate(len(line) for line in text.splitlines(keepends=True))]
    for start, end, rest in sorted(_annotations(text, starts), reverse=True):
        text = text[:start] + rest + text[end:]
    return re.sub(r"(def \w+)\(\s*\n([^()]*?),?\s*\):", _on_one_line, text.decode())


def _on_one_line(header: re.Match[str]) -> str:
    return f"{header[1]}({' '.join(header[2].split())}):"


def _annotations(text: bytes, starts: list[int]) -> Iterator[tuple[int, int, bytes]]:
    """Where annotations stand, in bytes, and what is to stand there instead."""

    def start(node: ast.arg | ast.expr) -> int:
        return starts[node.lineno - 1] + node.col_offset

    def end(node: ast.expr) -> int:
        return starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)

    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.arg(arg=name, annotation=ast.expr() as annotation):
                default = re.compile(rb"\s*=\s*").match(text, end(annotation))
                after = default.end() if default else end(annotation)
                yield start(node) + len(name.encode()), after, b"=" if default else b""
            case ast.FunctionDef(returns=ast.expr() as returns):
                yield len(text[: text.rindex(b"->", 0, start(returns))].rstrip()), end(returns), b""
            case ast.AnnAssign(target=target, annotation=annotation):
                yield end(target), end(annotation), b""


# --- the instance ----------------------------------------------------------------------------------------------------


@singledispatch
def literal(thing: Any, named: Witness | None = None) -> str:  # noqa: ARG001 - only a mechanism calls things by name
    """Python text, in the words of the package and of its plain twin alike, that makes the thing again.

    A data range that stands in ``named`` is called by its name.  Something of which no text is known raises
    ``CertificateError``.

    >>> print(literal(Relation.of((0, "a"), (1, "b"))), literal((Fraction(1, 2), 3)))
    Relation.of((0, "a"), (1, "b")) (Fraction(1, 2), 3)
    """
    raise CertificateError(
        f"{thing!r} ({type(thing).__name__}) cannot be written as Python text; register it with literal.register"
    )


@literal.register(int | NoneType)
def _constant_literal(thing: int | None, _: Witness | None = None) -> str:
    return repr(thing)


@literal.register
def _infinite_order_literal(_: Infinite, __: Witness | None = None) -> str:
    return "Infinite()"


@literal.register
def _fraction_literal(thing: Fraction, _: Witness | None = None) -> str:
    return f"Fraction({thing.numerator})" if thing.denominator == 1 else repr(thing)


@literal.register
def _text_literal(thing: str, _: Witness | None = None) -> str:
    return json.dumps(thing, ensure_ascii=False)


@literal.register
def _tuple_literal(thing: tuple, _: Witness | None = None) -> str:  # type: ignore[type-arg]
    return f"({', '.join(map(literal, thing))}{',' * (len(thing) == 1)})"


@literal.register
def _relation_literal(thing: Relation, _: Witness | None = None) -> str:
    columns = [] if thing.columns == default_columns(len(thing.columns)) else [f"columns={literal(thing.columns)}"]
    return _written("Relation.of(", [*map(literal, thing), *columns], ")")


@literal.register
def _function_literal(thing: Function, _: Witness | None = None) -> str:
    return f"Function.of({_written('[', map(literal, thing.points), ']')}, {_table(thing.as_table())})"


@literal.register
def _mechanism_literal(thing: Mechanism, named: Witness | None = None) -> str:
    data = next((name for name, other in (named or {}).items() if other == thing.data), None) or literal(thing.data)
    return f"{type(thing).__name__}({data}, {_table(thing.rule.as_table())})"


@literal.register
def _code_literal(thing: Code, _: Witness | None = None) -> str:
    if not thing.words:
        return f"Code({{}}, {_table(thing.lengths)})"
    return _written("Code.of(", map(literal, thing.words), ")")


@literal.register
def _prior_literal(thing: GridPrior, _: Witness | None = None) -> str:
    return f"GridPrior({literal(thing.weights)}, {literal(thing.outputs)}, thickness={literal(thing.thickness)})"


@literal.register
def _channel_literal(thing: Channel, _: Witness | None = None) -> str:
    rows = [f"{literal(x)}: {_table(row)}" for x, row in thing.rows.items() if x in thing.support]
    return f"Channel({_written('{', rows, '}')})"


def _table(table: Mapping[Any, Any]) -> str:
    return _written("{", [f"{literal(key)}: {literal(value)}" for key, value in table.items()], "}")


def _written(opening: str, parts: Iterable[str], closing: str) -> str:
    """The parts on one line if it is short, otherwise on a line each."""
    parts = [part for part in parts if part]
    line = opening + ", ".join(parts) + closing
    if len(line) <= SHORT and "\n" not in line:
        return line
    inner = "".join(textwrap.indent(f"{part},\n", "    ") for part in parts)
    return f"{opening}\n{inner}{closing}"


# --- the question to a solver ----------------------------------------------------------------------------------------


def _question(claim: Claim, verdict: Verdict) -> str:
    """The SMT-LIB 2 text with its logic and the answer that it got, so that any solver can be asked again."""
    asked = str(verdict.smt2)
    found = getattr(verdict, "witness", None) is not None
    answer = "unknown" if isinstance(verdict, Unknown) else "sat" if found else "unsat"
    instance = "with the property" if claim.existential else "that satisfies the hypotheses and not the conclusion"
    lines = [
        f"; {claim.id}, {verdict.scope!r}: is there an instance {instance}?",
        *re.findall(r"^; z3 .*", asked),
        f"(set-logic {_logic(asked)})",
        f"(set-info :status {answer})",
        *_written_again(asked),
        "(check-sat)",
    ]
    return "\n".join(lines) + "\n"


def _logic(question: str) -> str:
    """The SMT-LIB logic: truth values alone, real numbers, or real numbers that are rounded somewhere."""
    if re.search(r"\b(Int|to_int|is_int)\b", question):
        return "ALL"
    return "QF_NRA" if re.search(r"\bReal\b", question) else "QF_UF"


def _written_again(question: str) -> Iterator[str]:
    """The declarations and assertions of a question, with a definition for every term that is used more than once.

    z3 itself writes a question in a way that depends on what else it has in memory, so that no two runs would agree.
    """
    import z3

    solver = z3.Solver(ctx=z3.Context())
    solver.from_string(question)
    assertions, terms = list(solver.assertions()), list(_terms(solver.assertions()))
    uses = Counter(part.get_id() for term in terms for part in term.children())
    texts: dict[int, str] = {}
    shared = itertools.count(1)
    for term in terms:
        text, sort = _term_text(term, texts), term.sort().sexpr()
        if term.decl().kind() == z3.Z3_OP_UNINTERPRETED:
            yield f"(declare-fun {text} () {sort})"
        elif term.children() and uses[term.get_id()] > 1:
            name = f"t!{next(shared)}"
            yield f"(define-fun {name} () {sort} {text})"
            text = name
        texts[term.get_id()] = text
    yield from (f"(assert {texts[assertion.get_id()]})" for assertion in assertions)


def _terms(roots: Iterable[Any]) -> Iterator[Any]:
    """Every term once, after its parts, in the order in which they are written."""
    waiting, done = list(reversed(list(roots))), set()
    while waiting:
        term = waiting[-1]
        parts = [part for part in term.children() if part.get_id() not in done]
        waiting += reversed(parts)
        if not parts:
            waiting.pop()
            if term.get_id() not in done:
                done.add(term.get_id())
                yield term


def _term_text(term: Any, texts: Mapping[int, str]) -> str:
    """A term, its parts having texts."""
    parts = [texts[part.get_id()] for part in term.children()]
    operator = {"if": "ite"}.get(term.decl().name(), term.decl().name())
    return f"({operator} {' '.join(parts)})" if parts else str(term.sexpr())
