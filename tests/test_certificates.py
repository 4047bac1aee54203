"""Certificates: standalone files that show a counterexample, and questions that another solver answers alike."""

import ast
import itertools
import os
import re
import subprocess
import sys
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Annotated

import cvc5
import pytest

import exactpriv.theorems
from exactpriv.capacity import Code
from exactpriv.claims import Holds, Scope, check, claim, plain
from exactpriv.claims.certificates import (
    STANDARD_MODULES,
    certificate,
    check_certificate,
    literal,
    without_annotations,
    write_evidence,
)
from exactpriv.errors import CertificateError
from exactpriv.information import log2 as logarithm
from exactpriv.information import maximin_information
from exactpriv.leakage import Channel
from exactpriv.privacy import ExtendedMechanism, GridPrior, Mechanism, lines
from exactpriv.relations import Function, Relation, overlap_graph
from exactpriv.theorems import named
from exactpriv.truth import Truth, all_of, forall, negation

Pair = Annotated[Relation, "X", "Y"]
Data = Annotated[Relation, "X1", "X2"]

# --- claims that use what a file of claims can use -------------------------------------------------------------------

FEW: int = comb(3, 1)
MOST = FEW - 1
HALF = Fraction(1, 2)
PATH = Relation.of((0, "a"), (1, "a"), (1, "b"))


def number_of_rows(R: Relation, /, *, extra: int = 0) -> Truth:
    """|R| + extra."""
    return R.size() + extra


def at_least(least: int):
    """Make a hypothesis."""

    def has_enough_rows(R: Relation) -> Truth:
        """|R| ≥ least."""
        return number_of_rows(R) >= least

    return has_enough_rows


@claim(given=[at_least(MOST)], scope=Scope(2))
def the_inputs_number_two(
    R: Pair,
) -> Truth:
    """|⟦X⟧| = 2, written as a logarithm."""
    size: Truth = logarithm(R.range("X").size()) - logarithm(HALF) + logarithm(HALF)
    return size == logarithm(MOST) + maximin_information(PATH)


@claim(scope=Scope(2), existential=True)
def some_relation_refutes_it(R: Pair) -> Truth:
    """There is a counterexample to the claim above."""
    return all_of([at_least(MOST)(R), negation(the_inputs_number_two(R))])


def replaced(text, name, thing):
    """A certificate in which a part of the instance is something else."""
    changed = re.sub(rf"^{name} = (.*\n)(?: .*\n|[)\]}}].*\n)*", f"{name} = {thing}\n", text, flags=re.MULTILINE)
    assert changed != text
    return changed


def witnessed(claim):
    """A claim, the certificate of its verdict at the default scope."""
    return certificate(claim, check(claim).witness)


CERTIFIED = {
    # claim: what is changed in its instance, so that it is no counterexample (no example) any more
    "prop-1-control": ("R", "Relation.of((0, 0))"),
    "prop-1-attained": ("R", "Relation.of((0, 0))"),
    "prop-2-control": ("F", "Code.of(('x1',))"),
    "prop-3-control": ("g_Y", "Function.of(['x1', 'x2'], {'x1': 'y1', 'x2': 'y2'})"),
    "k-anonymity-hides": ("k", "4"),
    "thm-1": ("k", "2"),
    "thm-3": ("T", "Function.of(['y1', 'y2', 'y3'], lambda y: 'h1')"),
    "thm-4": ("p", "2"),
    "thm-5-step-control": ("P", "Channel({'x1': {'y1': 1, 'y2': 0}})"),
    "thm-6-attained": ("g2", "Mechanism(D, lambda x: 0)"),
    "thm-8": ("S", "Fraction(0)"),
    "zero-budget-constant": ("g", "Mechanism(D, lambda x: 'y1')"),
}


@pytest.mark.parametrize("name", CERTIFIED)
def test_a_certificate_runs_alone(name):
    """It exits with success in a Python without this package, in an empty folder."""
    check_certificate(witnessed(named(name)))


@pytest.mark.parametrize("name", CERTIFIED)
def test_a_certificate_of_something_else_fails(name):
    """With an instance that is no counterexample, some assertion fails."""
    text = replaced(witnessed(named(name)), *CERTIFIED[name])
    with pytest.raises(CertificateError, match="AssertionError; run it to see where it fails"):
        check_certificate(text)


@pytest.mark.parametrize("name", CERTIFIED)
def test_a_certificate_uses_the_standard_library_only(name):
    """Imports ⊆ {fractions, itertools, math}; no annotation and no remark to a linter is left."""
    text = witnessed(named(name))
    nodes = list(ast.walk(ast.parse(text)))
    imported = {node.module for node in nodes if isinstance(node, ast.ImportFrom)}
    imported |= {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    assert imported <= set(STANDARD_MODULES)
    assert not [node for node in nodes if isinstance(node, ast.arg) and node.annotation]
    assert "noqa" not in text
    assert not [node for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, float)]


def test_a_certificate_says_what_it_shows(capsys):
    """The statement, its source and a last line; the statement is copied word by word, without what it does not use."""
    text = witnessed(named("thm-1"))
    assert "# 0 ≤ I⋆(Xᵢ;Y) ≤ L₀ˢ(Xᵢ;Y) ≤ L₀(Y;Xᵢ) ≤ ε for Y = g ∘ ψ_{i,v} ∘ X, on any data." in text
    assert "# Source: [farokhi2019noiseless], Thm. 1." in text
    assert "\n    return forall(lines(D), lambda line: chain_of_theorem_1(g, k, line))\n" in text
    assert "def post_processed" not in text
    assert "def project" not in text
    exec(text, {})  # noqa: S102 - our own certificate
    assert capsys.readouterr().out == "thm-1 is refuted by this instance: hypotheses hold, conclusion fails\n"


def test_rationals_stay_rational():
    """A whole number that stands for a rational is written as one, so that / is exact in whatever uses it."""
    assert "\na = Fraction(0)\n" in certificate(named("thm-8"), {"K": 1, "q": 2, "S": Fraction(1, 2), "a": 0})


def test_helpers_constants_and_hypotheses_made_by_functions_are_copied():
    """A constant that uses another, names under which things are imported, closures, keyword-only parameters."""
    text = witnessed(the_inputs_number_two)
    assert "\nFEW = comb(3, 1)\n" in text
    assert "\nlogarithm = log2\n" in text
    assert "\nHALF = Fraction(1, 2)\n" in text
    assert '\nPATH = Relation.of((0, "a"), (1, "a"), (1, "b"))\n' in text
    assert "\nleast = 2\n" in text
    assert "\ndef number_of_rows(R, /, *, extra=0):\n" in text
    assert "\ndef the_inputs_number_two(R):\n" in text
    assert "\nfrom math import comb\n" in text
    check_certificate(text)


def test_a_claim_that_uses_a_claim_is_certified():
    """The inner claim is the function that it was made of; the printed line speaks of an example."""
    text = witnessed(some_relation_refutes_it)
    assert text.endswith('print("some-relation-refutes-it is shown by this instance: conclusion holds")\n')
    check_certificate(text)
    with pytest.raises(CertificateError, match="AssertionError"):
        check_certificate(replaced(text, "R", "Relation.of((0, 0), (1, 1))"))


def test_the_text_is_the_same_every_time():
    """Neither the order of sets nor the process changes a byte."""
    program = (
        "from exactpriv.claims.certificates import certificate; from exactpriv.theorems import named; import sys;"
        "from exactpriv.claims import check; c = named('thm-1'); sys.stdout.write(certificate(c, check(c).witness))"
    )
    root = Path(exactpriv.theorems.__file__).parents[2]
    texts = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(root), "PYTHONUTF8": "1"},
            capture_output=True,
            check=True,
        ).stdout.decode()
        for seed in ("1", "2")
    }
    assert texts == {witnessed(named("thm-1"))}


# --- what cannot be certified ----------------------------------------------------------------------------------------


@claim
def it_draws_a_graph(R: Pair) -> Truth:
    """The overlap graph has at most three edges."""
    return len(overlap_graph(R).edges) <= 3


@claim
def it_writes_a_file(R: Pair) -> Truth:
    """A relation has a file."""
    return R.to_json("file")


@claim
def it_uses_what_is_not_defined(R: Pair) -> Truth:
    """Nothing."""
    return something_else(R)  # noqa: F821 - that is the point


@claim
def it_compiles_an_expression(R: Pair) -> Truth:
    """The relation has a row."""
    return re.match("x", str(R)) is None


@claim
def it_uses_a_function_without_a_name(R: Pair) -> Truth:
    """The relation has as many rows as its converse."""
    return ROWS(R) == R.size()  # noqa: F821 - it is defined below


globals()["ROWS"] = lambda R: R.converse.size()  # no assignment that could be copied


@claim
def it_calls_a_data_range_lines(lines: Data) -> Truth:
    """D is called by the name of the function that it is given to."""
    return forall(exactpriv_lines(lines), lambda line: line.individual == 0)


exactpriv_lines = lines


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (it_draws_a_graph, "uses 'overlap_graph', which the plain vocabulary lacks; add its twin to .*plain.py"),
        (it_writes_a_file, r"uses \.to_json, which nothing in .*plain.py has; add it there"),
        (it_uses_what_is_not_defined, "uses 'something_else', which is not defined; define it"),
        (it_compiles_an_expression, "uses 're' of re; use names of fractions, itertools, math or the package"),
        (it_uses_a_function_without_a_name, "uses '<lambda>', which is no function with a name; write it with def"),
        (it_calls_a_data_range_lines, "would use 'lines' for two things; rename one of them"),
    ],
)
def test_what_has_no_plain_form_is_named(wrong, message):
    """The error says which name, attribute or object it is, and what to do."""
    instance = dict.fromkeys(wrong.parameters, Relation.of((0, 0)))
    with pytest.raises(CertificateError, match=message):
        certificate(wrong, instance)


def test_two_functions_of_one_name_are_refused():
    """Hypotheses made by one function share its name and would overwrite each other."""
    twice = claim("twice", given=[at_least(1), at_least(2)])(the_inputs_number_two.body)
    with pytest.raises(CertificateError, match="uses two functions named 'has_enough_rows'; rename one of them"):
        certificate(twice, {"R": Relation.of((0, 0))})


def test_a_claim_without_a_name_for_a_file_is_refused(tmp_path):
    """No evidence is written outside the folder."""
    away = claim("../away")(the_inputs_number_two.body)
    with pytest.raises(CertificateError, match=r"'\.\./away' cannot name a file"):
        write_evidence(tmp_path, away, check(away))


# --- the parts -------------------------------------------------------------------------------------------------------

D = Relation.of((0, 0), (0, 1), columns=("X1", "X2"))
THINGS = [
    *(3, -1, True, None, Fraction(2, 3), "a", 'ε "⋆"\\\n', (), (1,), ((0, "a"), Fraction(1, 2))),
    *(D, Relation.of(("x",), ("y",)), Relation.of(*itertools.product(range(4), repeat=3))),
    *(Function.of(range(3), lambda n: (n, "y")), Mechanism(D, lambda x: x[1]), ExtendedMechanism(D, str)),
    *(Code.of((0, 1), (1, 0)), Channel({"x1": {"y1": "1/3", "y2": "2/3"}, "x2": {"y1": 1, "y2": 0}})),
    GridPrior(((1, 0), (2, 1)), (("y1", "-"), ("y1", "y2")), Fraction(1, 4)),
]


@pytest.mark.parametrize("thing", THINGS, ids=repr)
def test_literals_are_read_back(thing):
    """The text makes the same thing in the words of the package, and one of the same text in plain words."""
    words = {"Fraction": Fraction, "Relation": Relation, "Function": Function, "Mechanism": Mechanism, "Code": Code}
    words |= {"ExtendedMechanism": ExtendedMechanism, "Channel": Channel, "GridPrior": GridPrior}
    again = eval(literal(thing), words)  # noqa: S307 - our own text
    assert literal(again) == literal(thing)
    assert type(again) is type(thing)
    eval(literal(thing), vars(plain))  # noqa: S307 - as above


def test_a_mechanism_calls_its_data_by_name():
    """g = Mechanism(D, …) when D is an earlier parameter."""
    assert literal(Mechanism(D, lambda x: x[1]), {"D": D}) == "Mechanism(D, {(0, 0): 0, (0, 1): 1})"


def test_no_literal_is_invented():
    """An object, a float and a function have none."""
    for thing in (object(), 0.5, len):
        with pytest.raises(CertificateError, match=r"cannot be written as Python text; register it with literal\.reg"):
            literal(thing)


class WithoutAnnotations(ast.NodeTransformer):
    """What without_annotations does, on the syntax tree."""

    def visit_arg(self, node):
        """X: int → x."""
        node.annotation = None
        return node

    def visit_FunctionDef(self, node):
        """F(…) -> int → f(…)."""
        node.returns = None
        return self.generic_visit(node)

    def visit_AnnAssign(self, node):
        """X: int = 1 → x = 1."""
        return ast.Assign([node.target], self.visit(node.value))


SOURCES = [Path(plain.__file__), *sorted(Path(exactpriv.theorems.__file__).parent.glob("[a-z]*.py"))]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_annotations_are_cut_out_and_nothing_else(path):
    """The syntax tree without its annotations is the tree of the text without them."""
    source = path.read_text("utf-8")
    source = re.sub(r"^    (\w+): .*(?<!,)$\n(?=\n|    \w+: )", "", source, flags=re.MULTILINE)  # fields of classes
    expected = WithoutAnnotations().visit(ast.parse(source))
    assert ast.dump(ast.parse(without_annotations(source))) == ast.dump(expected)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("def f(ε: int = 1, *, y: str) -> int: ...", "def f(ε=1, *, y): ..."),
        ("def f(\n    x: dict[str, int],\n    *y: int,\n) -> None:\n    pass", "def f(x, *y):\n    pass"),
        ("x: int = 3  # noqa: N816 - a name", "x = 3"),
        ("def g(x):  # type: ignore[no-any-return]\n    return x  # it", "def g(x):\n    return x  # it"),
        (
            'def f():\n    def g(s: str) -> str:\n        """ε: -> int."""',
            'def f():\n    def g(s):\n        """ε: -> int."""',
        ),
    ],
)
def test_annotations_are_cut_out(source, expected):
    """Parameters, results, variables; in nested functions, with defaults, over several lines, in any alphabet."""
    assert without_annotations(source) == expected


@pytest.mark.parametrize("text", ["assert 1 > 2", "raise SystemExit(3)", "import exactpriv", "import numpy"])
def test_a_wrong_certificate_is_noticed(text):
    """A failing assertion, an exit status, an import of this package or of another that is installed."""
    with pytest.raises(CertificateError, match="the certificate does not show what it says: "):
        check_certificate(text)


# --- evidence on disk, and other solvers -----------------------------------------------------------------------------


def test_evidence_is_written(tmp_path):
    """<id>.py for an instance and <id>.smt2 for a solver, with the same bytes every time; nothing for the rest."""
    for name, scope, engine, endings in [
        ("prop-1", Scope(3), "enumeration", []),
        ("prop-1", Scope(3), "z3", [".smt2"]),
        ("prop-1-control", Scope(3), "enumeration", [".py"]),
        ("prop-1-control", Scope(3), "z3", [".py", ".smt2"]),
        ("prop-1-attained", Scope(2), "both", [".py", ".smt2"]),
        ("thm-1", None, "z3", [".py", ".smt2"]),
        ("thm-8", None, "z3", [".py", ".smt2"]),
    ]:
        paths = write_evidence(tmp_path / engine, named(name), check(named(name), scope, engine=engine))
        assert paths == [tmp_path / engine / f"{name}{ending}" for ending in endings]
        first = [path.read_bytes() for path in paths]
        write_evidence(tmp_path / engine, named(name), check(named(name), scope, engine=engine))
        assert [path.read_bytes() for path in paths] == first


def cvc5_says(text):
    """What cvc5 answers to a question in SMT-LIB 2."""
    terms = cvc5.TermManager()
    solver = cvc5.Solver(terms)
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "question")
    answers = []
    while not (command := parser.nextCommand()).isNull():
        answers.append(str(command.invoke(solver, parser.getSymbolManager())).strip())
    return [answer for answer in answers if answer]


QUESTIONS = [
    *(("prop-1", Scope(3)), ("prop-1-control", Scope(3)), ("prop-1-attained", Scope(2)), ("prop-2", Scope(2))),
    *(("overlap-partition-sizes", Scope(3)), ("prop-3", None), ("prop-3-control", None), ("thm-1", None)),
    *(("thm-1-product", Scope(2)), ("thm-5-step", Scope(2)), ("thm-5-step-control", Scope(2)), ("thm-6", Scope(2))),
    *(("thm-8", None), ("thm-8-repaired", None), ("thm-8-repaired-control", None), ("sensitivity-forms", None)),
]


@pytest.mark.parametrize(("name", "scope"), QUESTIONS, ids=lambda part: part if isinstance(part, str) else "")
def test_another_solver_answers_alike(name, scope, tmp_path):
    """cvc5 says unsat where z3 found nothing, and sat where it found an instance; the text says which it was."""
    verdict = check(named(name), scope, engine="z3")
    *_, path = write_evidence(tmp_path, named(name), verdict)
    found = not isinstance(verdict, Holds) or verdict.witness is not None
    text = path.read_text("utf-8")
    assert cvc5_says(text) == ["sat" if found else "unsat"]
    assert f"(set-info :status {'sat' if found else 'unsat'})\n" in text
    assert text.startswith(f"; {name}, {verdict.scope!r}: is there an instance ")


def test_questions_have_both_answers():
    """The list above would notice a solver that always gives one answer."""
    words = {check(named(name), scope, engine="z3").word for name, scope in QUESTIONS[:2]}
    assert words == {"holds", "refuted"}
