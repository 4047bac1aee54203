"""The code is built as docs/architecture.md says.

Imports only go down and never in a circle, the solver is known in two places, no text becomes code, and no float
decides anything.
"""

import ast
import re
import subprocess
import sys
from pathlib import Path

import networkx as nx
import pytest

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "exactpriv"


def layers():
    """Module -> line in the import order of docs/architecture.md, the highest first."""
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    lines = re.search(r"^```layers\n(.*?)^```", text, re.MULTILINE | re.DOTALL)[1].splitlines()
    return {module.strip(): height for height, line in enumerate(lines) for module in line.split(",")}


def dotted(path):
    """exactpriv/relations/ranges.py -> exactpriv.relations.ranges; exactpriv/__init__.py -> exactpriv."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


LAYERS = layers()
PATHS = {dotted(path): path for path in sorted(FOLDER.rglob("*.py"))}
PACKAGE = {name: ast.parse(path.read_text("utf-8")) for name, path in PATHS.items()}
SOLVER_IS_KNOWN_TO = {"truth", "claims"}
LOADED_WHEN_NEEDED = {"flint", "duckdb", "highspy", "matplotlib", "networkx", "numba", "pysat", "sympy", "z3"}

MAKES_CODE_OF_DATA = {"__import__", "allow_pickle", "eval", "exec", "parse_expr", "sympify"}
MAKES_CODE_OF_DATA |= {"cloudpickle", "dill", "joblib", "marshal", "pickle", "shelve"}

SHOWS_DECIMALS = {"drawing", "report"}
SEARCHES_IN_FLOATS = {  # they propose a point; only its certificate decides, in exact arithmetic
    "exactpriv.capacity.semidefinite",
    "exactpriv.leakage.solver",
}
EXACT_MATH = {"ceil", "comb", "factorial", "floor", "gcd", "isqrt", "lcm", "perm", "prod"}
ROUNDS = {"allclose", "approx", "evalf", "float16", "float32", "float64", "isclose", "longdouble"}
FLOATS_ALLOWED = {
    ("exactpriv.claims.verdict", "Verdict"),  # seconds are shown and decide nothing
    ("exactpriv.claims.plain", "best_average"),  # these three propose weights; bounds in fractions decide
    ("exactpriv.claims.plain", "proposed_weights"),
    ("exactpriv.claims.plain", "capacity_of"),
    # doubles only where every partial sum is a whole number below 2^53, so that they are exact
    ("exactpriv.experiments.energy_attackers", "product"),
    # doubles order only quotients that are clearly apart; the others go to fractions
    ("exactpriv.experiments.energy_attackers", "_standings_of_quotients"),
}


def layer(module):
    """exactpriv.relations.ranges -> relations; the package itself -> __init__."""
    return [*module.split("."), "__init__"][1]


def imports(name, tree, *, is_package=False):
    """Every imported module, with its line: at the top, inside functions and for the type checker alike."""
    package = name.split(".") if is_package else name.split(".")[:-1]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parents = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*parents, *filter(None, [node.module])])
            for alias in node.names:
                inner = f"{base}.{alias.name}"
                yield (inner if inner in PATHS else base), node.lineno


def imports_in(name, tree=None):
    """The imports of a module of the package, or those that it would have with another text."""
    return imports(name, tree or PACKAGE[name], is_package=PATHS[name].name == "__init__.py")


def goes_down(importer, imported):
    """The imported module stands on a lower line, or in the same package."""
    return layer(importer) == layer(imported) or LAYERS[layer(importer)] < LAYERS[layer(imported)]


def upward(name, found):
    """The imports of exactpriv's own modules that do not go down."""
    inside = [(module, line) for module, line in found if module.split(".")[0] == "exactpriv"]
    return [f"{name}:{line} imports {module}" for module, line in inside if not goes_down(name, module)]


def cycles(package):
    """The sets of modules that import each other, directly or through others, wherever the import stands.

    A module that imports from its own package imports the package; that a package is loaded before its modules is
    Python's doing and does not count.
    """
    graph = nx.DiGraph((name, module) for name, tree in package.items() for module, _ in imports_in(name, tree))
    components = map(sorted, nx.strongly_connected_components(graph))
    return [names for names in components if len(names) > 1 or graph.has_edge(names[0], names[0])]


def solver(name, found):
    """The imports of z3 by a module that must not know it."""
    z3 = [line for module, line in found if module.split(".")[0] == "z3"]
    return [] if layer(name) in SOLVER_IS_KNOWN_TO else [f"{name}:{line}" for line in z3]


def words(tree):
    """Every name, attribute, keyword and imported module or name, with its line."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=word) | ast.Attribute(attr=word) | ast.keyword(arg=word):
                yield word, node.lineno
            case ast.Import(names=names):
                yield from ((alias.name.split(".")[0], node.lineno) for alias in names)
            case ast.ImportFrom(module=module, names=names):
                yield from ((word, node.lineno) for word in [module, *(alias.name for alias in names)])


def evaluations(tree):
    """Every mention of a function or library that turns text or bytes into running code."""
    return [f"line {line}: {word}" for word, line in words(tree) if word in MAKES_CODE_OF_DATA]


def is_float(node):
    """A literal, a call of float or complex, an inexact function of math, a tolerance, or a float type of NumPy."""
    match node:
        case ast.Constant(value=float() | complex()):
            return True
        case ast.Call(func=ast.Name(id="float" | "complex")):
            return True
        case ast.Attribute(value=ast.Name(id="math"), attr=attr):
            return attr not in EXACT_MATH
        case ast.ImportFrom(module="math", names=names):
            return any(alias.name not in EXACT_MATH for alias in names)
        case ast.Attribute(attr=attr):
            return attr in ROUNDS
    return False


def floats(tree, inside=""):
    """The function (with the classes and functions around it) of every float that is not in a ``__float__`` method."""
    for node in ast.iter_child_nodes(tree):
        if is_float(node):
            yield inside
        match node:
            case ast.FunctionDef(name="__float__"):
                pass  # here an exact number says what decimal stands for it in a plot
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield from floats(node, f"{inside}.{name}".lstrip("."))
            case _:
                yield from floats(node, inside)


def test_every_module_has_a_place():
    """Each module or package directly under exactpriv/ stands in the import order."""
    assert {layer(name) for name in PACKAGE} <= set(LAYERS)


@pytest.mark.parametrize("name", PACKAGE)
def test_imports_only_go_down(name):
    """a imports b  ⇒  b stands below a, or beside it in one package"""
    assert upward(name, imports_in(name)) == []


def test_no_modules_import_each_other():
    """The graph of all imports, those inside functions and for the type checker included, has no cycle."""
    assert cycles(PACKAGE) == []


@pytest.mark.parametrize("name", PACKAGE)
def test_only_truth_and_claims_know_the_solver(name):
    """a imports z3  ⇒  a ∈ {truth, claims}"""
    assert solver(name, imports_in(name)) == []


@pytest.mark.parametrize("name", PACKAGE)
def test_nothing_is_evaluated_as_code(name):
    """No eval, exec, pickle, sympify or parse_expr."""
    assert evaluations(PACKAGE[name]) == []


def test_floats_are_only_shown():
    """The floats outside drawing and report are exactly the allowed ones."""
    exact = {
        name: tree
        for name, tree in PACKAGE.items()
        if layer(name) not in SHOWS_DECIMALS and name not in SEARCHES_IN_FLOATS
    }
    assert {(name, function) for name, tree in exact.items() for function in floats(tree)} == set(FLOATS_ALLOWED)


def test_the_package_loads_without_its_heavy_libraries():
    """import exactpriv loads none of flint, networkx, sympy, z3."""
    program = "import sys, exactpriv; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert LOADED_WHEN_NEEDED & set(done.stdout.split()) == set()


@pytest.mark.parametrize(
    "source",
    [
        "from exactpriv.claims import Claim",
        "def f():\n    import exactpriv.claims.engines",
        "from exactpriv import claims",
        "from .. import claims",
        "from ..claims import Claim",
        "from exactpriv import Relation",
        "import exactpriv",
        "if TYPE_CHECKING:\n    from exactpriv.information import hartley_entropy",
    ],
)
def test_an_import_that_goes_up_would_be_found(source):
    """relations must not import claims, information or the package itself, however it is written."""
    assert upward("exactpriv.relations.ranges", imports("exactpriv.relations.ranges", ast.parse(source))) != []


@pytest.mark.parametrize(
    "source",
    [
        "from exactpriv.relations.relation import Relation",
        "def f():\n    from exactpriv.relations.relation import Relation",
        "class C:\n    def f(self):\n        import exactpriv.relations.overlap",
        "if TYPE_CHECKING:\n    from exactpriv.relations.relation import Relation",
        "from exactpriv.relations import relation",
        "from exactpriv.relations import Relation",
        "from . import overlap",
        "from .relation import Relation",
        "import exactpriv.relations.components",
    ],
)
def test_a_cycle_would_be_found(source):
    """components, which relation and overlap use, must not import them, their package or itself."""
    [cycle] = cycles(PACKAGE | {"exactpriv.relations.components": ast.parse(source)})
    assert "exactpriv.relations.components" in cycle


@pytest.mark.parametrize(
    "source",
    [
        "from exactpriv.truth import forall",
        "from exactpriv import truth",
        "from . import table",
        "from ..amount import log2",
    ],
)
def test_an_import_that_goes_down_is_fine(source):
    """relations may import its own modules, amount and truth."""
    assert upward("exactpriv.relations.ranges", imports("exactpriv.relations.ranges", ast.parse(source))) == []


def test_modules_on_one_line_are_strangers():
    """drawing and exact stand beside each other, so neither imports the other."""
    assert LAYERS["drawing"] == LAYERS["exact"]
    assert not goes_down("exactpriv.drawing", "exactpriv.exact")


@pytest.mark.parametrize("source", ["import z3", "def f():\n    from z3 import Solver", "import z3.z3util"])
def test_a_solver_in_a_measure_would_be_found(source):
    """z3 in information is noticed wherever it is imported."""
    found = imports("exactpriv.information.leakage", ast.parse(source))
    assert solver("exactpriv.information.leakage", found) != []


@pytest.mark.parametrize(
    "source",
    [
        "eval(text)",
        "builtins.exec(text)",
        "run = eval",
        "import pickle",
        "from pickle import loads",
        "sympy.sympify(text)",
        "from sympy import sympify as read",
        "numpy.load(path, allow_pickle=True)",
    ],
)
def test_an_evaluation_would_be_found(source):
    """Text or bytes that become code are noticed under any name."""
    assert evaluations(ast.parse(source)) != []


@pytest.mark.parametrize(
    "source",
    [
        "x = 0.5",
        "x = 1e-9",
        "float(x)",
        "math.log2(x)",
        "from math import sqrt",
        "math.inf",
        "numpy.isclose(x, y)",
        "x.evalf()",
    ],
)
def test_a_float_would_be_found(source):
    """A literal, a conversion, an inexact function and a tolerance are noticed, with the function that holds them."""
    tree = ast.parse(f"class C:\n    def f(self, x, y):\n        {source}")
    assert set(floats(tree)) == {"C.f"}


@pytest.mark.parametrize(
    "source",
    [
        "math.gcd(x, y)",
        "isinstance(x, float)",
        "x = Fraction(1, 2)",
        "f: float",
        "re.compile(text)",
        "ast.literal_eval(text)",
        "class C:\n    def __float__(self): return float(self.x)",
    ],
)
def test_exact_arithmetic_is_fine(source):
    """Integers, fractions, the mere name of the type float and ``__float__`` itself pass; nothing here is run."""
    tree = ast.parse(source)
    assert list(floats(tree)) == []
    assert evaluations(tree) == []
