"""Bad input: a named exception that says what was given, what is required and what to do."""

from fractions import Fraction
from typing import Annotated

import pytest
import z3

from exactpriv import errors
from exactpriv.amount import bits, log2
from exactpriv.capacity import Code, best_input_leakage
from exactpriv.claims import Scope, check, claim
from exactpriv.claims.loading import load_claims
from exactpriv.information import (
    combinatorial_gain,
    conditional_leakage,
    maximin_information,
    nonstochastic_leakage,
    symmetrized_leakage,
)
from exactpriv.leakage import Channel
from exactpriv.privacy import (
    GridPrior,
    LinearQuantizer,
    Mechanism,
    Query,
    floor_exp2,
    hamming_graph,
    is_locally_noiselessly_private,
    is_noiselessly_private,
    levels_for,
)
from exactpriv.relations import (
    Function,
    Relation,
    UncertainVariable,
    are_unrelated,
    is_function_of,
    is_markov_chain,
    joint_range,
    overlap_classes,
    overlap_connected,
    overlap_partition,
)

PAIR = Relation.of(("a", 1), ("b", 2))
TRIPLE = Relation.of((0, 0, 0))
EMPTY = Relation(("X", "Y"), {})
OPEN = Relation(("X", "Y"), {("a", 1): z3.Bool("p"), ("b", 2): True})
X = UncertainVariable("X", {"w1": 0, "w2": 1})
G = Mechanism(Relation.of((0,), (1,), columns=["X1"]), lambda x: x)


@claim
def small(R: Annotated[Relation, "X", "Y"]):
    """|⟦X,Y⟧| ≤ 4."""
    return R.size() <= 4


# (what is asked, its exception, what the message says)
SAID = [
    # relations
    (Relation.of, "EmptyRange", r"needs at least one row: Ω is not empty; give a row such as \('a', 1\)"),
    (
        lambda: Relation.of((1, 2), (3,)),
        "Table",
        r"row \(3,\) has 1 entries for 2 columns \(X, Y\); give every row one",
    ),
    (
        lambda: Relation.of((1, 2), columns=["X", "X"]),
        "Column",
        "the columns X, X are not distinct; name each column once",
    ),
    (lambda: PAIR.range("Z"), "Column", "no column 'Z' here; the columns are 'X', 'Y'"),
    (lambda: PAIR.project("Z"), "Column", "no column 'Z' here"),
    (lambda: PAIR.slice("Z", 1), "Column", "no column 'Z' here"),
    (lambda: PAIR.restrict("Z", [1]), "Column", "no column 'Z' here"),
    (
        lambda: PAIR @ TRIPLE,
        "Column",
        r"a relation of 2 columns is needed, not of 3 \(X, Y, Z\); choose the columns with R.project",
    ),
    (lambda: TRIPLE.product(PAIR), "Column", "a relation of 2 columns is needed, not of 3"),
    (lambda: are_unrelated(TRIPLE), "Column", "a relation of 2 columns is needed, not of 3"),
    (lambda: is_function_of(TRIPLE), "Column", "a relation of 2 columns is needed, not of 3"),
    (
        lambda: list(OPEN),
        "Undecided",
        r"only a decided relation lists its rows; use forall\(R.rows, …\) in any reading",
    ),
    (lambda: len(OPEN), "Undecided", "only a decided relation lists its rows"),
    (lambda: OPEN == PAIR, "Undecided", "== compares decided ranges; use same_as"),
    (
        lambda: overlap_partition(OPEN),
        "Undecided",
        "lists the members of a decided relation; overlap_classes counts in any",
    ),
    (lambda: overlap_classes(EMPTY), "EmptyRange", "an empty relation has no overlap partition; give a row"),
    # uncertain variables and functions
    (
        lambda: UncertainVariable("X", {}),
        "EmptyRange",
        "Ω is empty for 'X'; an uncertain variable needs at least one outcome",
    ),
    (lambda: X("w3"), "OutsideRange", "'w3' is not in the sample space of X; give one of its outcomes"),
    (joint_range, "Column", "joint_range needs at least one uncertain variable"),
    (
        lambda: joint_range(X, UncertainVariable("Y", {"w1": 0})),
        "OutsideRange",
        "X and Y live on different sample spaces; define both on one Ω",
    ),
    (lambda: joint_range(X, X), "Column", "the columns X, X are not distinct"),
    (
        lambda: Function.of([1, 2], {1: 0}),
        "UndefinedMechanism",
        "not defined on 2; give a value for every point of its domain",
    ),
    (
        lambda: Function.of([1], {1: 0})(2),
        "UndefinedMechanism",
        "not defined on 2; give a value for every point that is used",
    ),
    (lambda: Function.of([1], {1: 0}).image([2]), "UndefinedMechanism", "not defined on 2"),
    (lambda: Function({1: {"a": True, "b": True}})(1), "NotFunctional", "the function has 2 values at 1; give it one"),
    (
        lambda: Function({1: {"a": z3.Bool("p")}})(1),
        "Undecided",
        r"the value at 1 is not decided; use gives\(point, value\)",
    ),
    # measures
    (
        lambda: nonstochastic_leakage(EMPTY),
        "EmptyRange",
        "the relation has no row; Ω is not empty, so give at least one row",
    ),
    (lambda: maximin_information(EMPTY), "EmptyRange", "give a row"),
    (lambda: combinatorial_gain(PAIR, 3), "OutsideRange", "3 never occurs in column 'Y'; give a value of its range"),
    (lambda: symmetrized_leakage(PAIR) <= 1, "Unit", r"bits\(1\)"),
    (lambda: symmetrized_leakage(PAIR) + 1, "Unit", r"bits\(1\)"),
    # privacy
    (lambda: is_noiselessly_private(G, -1), "Budget", "a budget of -1 bit is negative: give ε ≥ 0"),
    (lambda: is_noiselessly_private(G, log2("1/2")), "Budget", "is negative: give ε ≥ 0"),
    (lambda: is_noiselessly_private(G, 0.5), "NotExact", r"0.5 \(float\) is not an exact number"),
    (
        lambda: is_noiselessly_private(G, "half"),
        "NotANumber",
        "'half' is not a number: write an integer, a decimal, a fract",
    ),
    (lambda: is_locally_noiselessly_private(PAIR, str, "-1/2"), "Budget", "is negative"),
    (lambda: floor_exp2(log2(0)), "Budget", "is negative"),
    (lambda: floor_exp2("1e9"), "Amount", "is too long to write out"),
    (lambda: G(2), "UndefinedMechanism", r"not defined on \(2,\)"),
    (lambda: Query(PAIR, lambda x: 0.5), "NotExact", r"0.5 \(float\) is not an exact number"),  # noqa: ARG005
    (lambda: Query(PAIR, lambda x: x[0]), "NotANumber", "'a' is not a number"),
    (lambda: Query(PAIR, {("a", 1): 3}), "UndefinedMechanism", r"not defined on \('b', 2\)"),
    (lambda: hamming_graph(OPEN), "Undecided", "draws a decided data range; use hamming_connected in any reading"),
    (lambda: LinearQuantizer(0), "Levels", "a quantizer cannot have 0 levels: give a whole number of at least 1"),
    (lambda: LinearQuantizer("3/2"), "Levels", "cannot have 3/2 levels"),
    (lambda: LinearQuantizer(2, 1, 1), "Levels", "has no positive length: give ends with low < high"),
    (lambda: levels_for(-1, "1/2", 1), "Budget", "is negative"),
    (lambda: levels_for(1, 0, 1), "Levels", "with sensitivity 0 the response never varies"),
    (lambda: levels_for(1, 2, 1), "OutsideRange", "cannot have sensitivity 2: give 0 < S ≤ R"),
    (
        lambda: GridPrior(weights=((0,),), outputs=(("y",),)),
        "Density",
        "are no density; give whole numbers ≥ 0, one of them",
    ),
    (lambda: GridPrior(weights=((1, -1),), outputs=(("y", "y"),)), "Density", "are no density"),
    # codes and channels
    (
        lambda: Code.of((1,), (1, 2)),
        "NotACode",
        r"lengths \[1, 2\]; give at least one word, all of one positive length",
    ),
    (lambda: Channel({0: {"a": "1/2"}}), "NotStochastic", "with sum 1/2; give probabilities that sum to 1"),
    (lambda: Channel({0: {"a": 1.0}}), "NotExact", r"1.0 \(float\) is not an exact number"),
    (lambda: best_input_leakage(EMPTY), "EmptyRange", "over an empty range is not defined"),
    # claims
    (lambda: Scope(0), "Scope", "the scope of every range is 0; give a whole number from 1 to 1000"),
    (lambda: check(small, Scope(Y=2)), "Scope", "has no size for 'X'"),
    (lambda: check(small, Scope(9), engine="enumeration"), "Scope", "take a smaller scope or engine='z3'"),
    (
        lambda: claim(lambda R: R),
        "Quantifier",
        "parameter 'R' of <lambda> is annotated None, which cannot be quantified",
    ),
    (lambda: claim(lambda: True), "Quantifier", "has no parameter, so there is nothing to quantify over; give it one"),
]


@pytest.mark.parametrize(("ask", "kind", "message"), SAID, ids=[f"{kind}-{i}" for i, (_, kind, _) in enumerate(SAID)])
def test_bad_input_is_named(ask, kind, message):
    """The exception is one of exactpriv's own, and its message says what is wrong and what to do."""
    with pytest.raises(getattr(errors, f"{kind}Error"), match=message):
        ask()


@pytest.mark.parametrize(
    "ask",
    [
        lambda: nonstochastic_leakage(TRIPLE),
        lambda: maximin_information(TRIPLE),
        lambda: overlap_connected(TRIPLE),
        lambda: best_input_leakage(TRIPLE),
        lambda: is_markov_chain(PAIR),
        lambda: conditional_leakage(PAIR),
    ],
    ids=["L₀", "I⋆", "⇝", "best input", "X – Y – Z", "L₀(X;Y|Z)"],
)
def test_relations_of_the_wrong_width_are_refused(ask):
    """Measures of a pair need two columns, those given Z three; the error says which columns there are."""
    with pytest.raises(errors.ColumnError, match="columns"):
        ask()


@pytest.mark.parametrize("error", [e for e in vars(errors).values() if isinstance(e, type)], ids=lambda e: e.__name__)
def test_every_exception_is_one_of_ours_and_one_of_pythons(error):
    """A program catches them together as ExactPrivError, and each as the built-in exception that fits it."""
    builtin = (ValueError, TypeError, LookupError, AssertionError, ImportError)
    assert error.__doc__
    assert (
        error is errors.ExactPrivError
        or issubclass(error, UserWarning)
        or (issubclass(error, errors.ExactPrivError) and issubclass(error, builtin))
    )


def test_what_is_exact_is_accepted():
    """The neighbors of the bad inputs above are good: text, fractions, ints and amounts."""
    assert (
        is_noiselessly_private(G, "1")
        is is_noiselessly_private(G, Fraction(1))
        is is_noiselessly_private(G, bits(1))
        is True
    )
    assert Channel({0: {"a": "0.5", "b": Fraction(1, 2)}}).entry(0, "a") == Fraction(1, 2)
    assert Query(PAIR, {("a", 1): "1/3", ("b", 2): 3})("a", 1) == Fraction(1, 3)


# --- files of conjectures --------------------------------------------------------------------------------------------

HEADER = """
from typing import Annotated
from exactpriv.claims import claim
from exactpriv.relations import Relation
"""
GOOD = (
    HEADER
    + '''
@claim
def small(R: Annotated[Relation, "X", "Y"]):
    """|⟦X,Y⟧| ≤ 3."""
    return R.size() <= 3
'''
)


def test_a_file_of_conjectures_is_loaded(tmp_path):
    """The neighbor of the bad files below: its claim is found and refuted."""
    file = tmp_path / "mine.py"
    file.write_text(GOOD, encoding="utf-8")
    (mine,) = load_claims(file)
    assert (mine.id, mine.statement) == ("small", "|⟦X,Y⟧| ≤ 3.")
    assert check(mine, Scope(2)).size == (4, 4)


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("x = 1\n", errors.UnknownClaimError, "defines no claim; put @claim above a function"),
        (
            GOOD + GOOD[len(HEADER) :].replace("def small", "def other").replace("@claim", '@claim("small")'),
            errors.UnknownClaimError,
            "two claims are called 'small': small and other",
        ),
        ("def f(:\n", errors.TableError, r"does not run: SyntaxError: .* \(line 1\)"),
        ("\n1 / 0\n", errors.TableError, r"does not run: ZeroDivisionError: .* \(line 2\)"),
        (
            HEADER + "@claim\ndef f(R): ...\n",
            errors.TableError,
            "does not run: parameter 'R' of f .* cannot be quantified",
        ),
        ("raise SystemExit(3)\n", errors.TableError, "does not run: SystemExit: 3"),
    ],
    ids=["no claim", "one name twice", "syntax", "exception", "quantifier", "exit"],
)
def test_files_of_conjectures_that_cannot_be_used(tmp_path, text, error, message):
    """What is wrong, with the line where it is."""
    file = tmp_path / "mine.py"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(error, match=message):
        load_claims(file)


def test_a_file_of_conjectures_must_be_there(tmp_path):
    """A path that is no file is refused."""
    with pytest.raises(errors.TableError, match="there is no such file; give a Python file with claims"):
        load_claims(tmp_path / "none.py")
