"""Maximal leakage by its formula, by what guessing gains, and for deterministic channels."""

from fractions import Fraction
from itertools import product

import pytest

from exactpriv.amount import bits, log2
from exactpriv.errors import NotExactError, NotStochasticError
from exactpriv.leakage import Channel, deterministic_channel, maximal_leakage
from exactpriv.relations import Range, Relation
from tests import oracles

ROWS = [dict(zip("abc", map(Fraction, row), strict=True)) for row in product(range(5), repeat=3) if sum(row) == 4]
ROWS = [{y: p / 4 for y, p in row.items()} for row in ROWS]
"""All distributions on three outputs with quarters."""


def test_maximal_leakage_is_what_guessing_gains():
    """2^L_c = max over guesses x̂(·) of Σ_y P(y|x̂(y)): two inputs, all rows of quarters [issa2018operational]."""
    for row, row2 in product(ROWS, repeat=2):
        P = {0: row, 1: row2}
        assert maximal_leakage(Channel(P)) == log2(oracles.guessing_gain(P, [0, 1]))


def test_inputs_outside_the_support_do_not_count():
    """The maximum is over x with P_X(x) > 0."""
    for row, row2, row3 in product(ROWS[::3], ROWS[::4], ROWS[::5]):
        P = {0: row, 1: row2, 2: row3}
        assert maximal_leakage(Channel(P, Range.of(0, 2))) == log2(oracles.guessing_gain(P, [0, 2]))
        assert maximal_leakage(Channel(P)) == log2(oracles.guessing_gain(P, [0, 1, 2]))


def test_maximal_leakage_of_a_deterministic_channel():
    """L_c(X → Y) = log |⟦Y⟧| when y is a function of x, for all maps from four values to three."""
    for rule in oracles.every_function(range(4), range(3)):
        P = deterministic_channel(Relation.of(*rule.items()))
        assert maximal_leakage(P) == log2(len(set(rule.values())))
        assert [[P.entry(x, y) for y in P.outputs] for x in range(4)] == [
            [int(rule[x] == y) for y in P.outputs] for x in range(4)
        ]


def test_bounds_and_processing():
    """0 ≤ L_c ≤ log |⟦Y⟧|, 0 exactly when the rows are equal, and no more after merging two outputs."""
    for row, row2 in product(ROWS, repeat=2):
        leaked = maximal_leakage(Channel({0: row, 1: row2}))
        assert bits(0) <= leaked <= log2(3)
        assert (leaked == 0) is (row == row2)
        merged = Channel({x: {"a": r["a"], "bc": r["b"] + r["c"]} for x, r in enumerate((row, row2))})
        assert maximal_leakage(merged) <= leaked


def test_a_channel_is_exact():
    """Entries are read as written: "0.1" is one tenth; an output that a row does not name has probability 0."""
    P = Channel({"x": {0: "0.1", 1: "90%"}, "z": {1: 1}})
    assert (P.entry("x", 0), P.entry("x", 1), P.entry("z", 0), P.outputs) == (
        Fraction(1, 10),
        Fraction(9, 10),
        0,
        (0, 1),
    )
    assert maximal_leakage(P) == log2("11/10")


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({0: "1/2", 1: "1/3"}, "with sum 5/6; give probabilities that sum to 1"),
        ({0: "3/2", 1: "-1/2"}, "row 'x' is .* with sum 1; give probabilities"),
        ({}, "with sum 0"),
    ],
)
def test_rows_that_are_no_distributions(row, said):
    """A row that does not sum to 1, or has a negative entry, is refused by name."""
    with pytest.raises(NotStochasticError, match=said):
        Channel({"x": row})


def test_floats_are_no_probabilities():
    """0.1 + 0.9 as floats is nobody's exact channel."""
    with pytest.raises(NotExactError, match=r"0.1 \(float\) is not an exact number"):
        Channel({"x": {0: 0.1, 1: 0.9}})


def test_a_relation_that_is_no_function_has_no_deterministic_channel():
    """Two outputs for one input: the row would sum to 2."""
    with pytest.raises(NotStochasticError, match="with sum 2"):
        deterministic_channel(Relation.of((0, "a"), (0, "b")))
