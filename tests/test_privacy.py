"""Data ranges, mechanisms, budgets, Definitions 1 and 2, composition and post-processing against plain sets."""

import math
from fractions import Fraction
from itertools import product

import pytest

from exactpriv.amount import bits, log2
from exactpriv.errors import OutsideRangeError, UndefinedMechanismError
from exactpriv.information import maximin_information, nonstochastic_leakage, symmetrized_leakage
from exactpriv.leakage import deterministic_channel, maximal_leakage
from exactpriv.privacy import (
    ExtendedMechanism,
    GridPrior,
    Line,
    LinearQuantizer,
    Mechanism,
    Query,
    adaptively_composed,
    cells_met,
    composed,
    error_of_midpoints,
    estimation_error,
    floor_exp2,
    hamming_connected,
    hamming_graph,
    in_parallel,
    is_locally_noiselessly_private,
    is_noiselessly_private,
    lines,
    local_mechanisms,
    noiseless_budget,
    output_count,
    points_of,
    post_processed,
    response,
    second_output_alone,
    sensitivity,
    substituted,
    worst_line,
)
from exactpriv.privacy.estimation import PiecewiseDensity
from exactpriv.relations import Function, Relation
from tests import oracles, tables

TWO_BY_THREE = oracles.every_relation(2, 3)
TWO_BY_TWO_BY_TWO = oracles.every_relation(2, 2, 2)
RULES = {
    "everything": lambda x: x,
    "nothing": lambda x: 0,  # noqa: ARG005 - the constant map
    "the first": lambda x: x[0],
    "the sum": sum,
    "whether all agree": lambda x: len(set(x)) == 1,
}
for_every_rule = pytest.mark.parametrize("rule", RULES.values(), ids=RULES)


def data(rows):
    """The data range with these data sets; individuals are X1, X2, …"""
    width = len(next(iter(rows)))
    return Relation.of(*sorted(rows), columns=[f"X{i + 1}" for i in range(width)])


def every_data_range():
    """All data ranges of two individuals with 2 × 3 values and of three with 2 × 2 × 2: 63 + 255."""
    return [*TWO_BY_THREE, *TWO_BY_TWO_BY_TWO]


# --- data ranges -----------------------------------------------------------------------------------------------------


def test_lines_fix_everybody_else():
    """The lines are (i, v) with v ∈ ⟦X₋ᵢ⟧, and D_{i,v} = {p ∈ D : p₋ᵢ = v}."""
    for rows in every_data_range():
        D = data(rows)
        wanted = {}
        for point in rows:
            for i in range(len(point)):
                wanted.setdefault(Line(i, oracles.without(point, i)), set()).add(point)
        assert set(lines(D)) == set(wanted)
        assert {line: set(points_of(D, line)) for line in lines(D)} == wanted


def test_lines_go_through_points():
    """Line.through(p, i) is the line of i on which p lies, and putting pᵢ back gives p."""
    for point in product(range(2), repeat=3):
        for i in range(3):
            assert Line.through(point, i) == (i, oracles.without(point, i))
            assert Line.through(point, i).at(point[i]) == point


def test_one_individual_has_one_line():
    """n = 1: ⟦X₋₁⟧ is the empty tuple alone, and K(g) = |g(D)|."""
    D = Relation.of((0,), (1,), (2,), columns=["X1"])
    assert list(lines(D)) == [Line(0, ())]
    assert output_count(Mechanism(D, lambda x: x[0] // 2)) == 2


def test_substitution_can_leave_the_data():
    """ψ_{i,v}(X) = ⟦Xᵢ⟧ × {v}, which lies in D for every line exactly when D is a product."""
    for rows in TWO_BY_THREE:
        D = data(rows)
        for line in lines(D):
            assert set(substituted(D, line)) == {line.at(value) for value in oracles.column(rows, line.individual)}
        stays = all(set(substituted(D, line)) <= rows for line in lines(D))
        assert stays is oracles.unrelated(rows)


def test_the_hamming_graph_joins_single_changes():
    """p and q are joined ⇔ they differ in one entry; connected data sets are those of one networkx component."""
    for rows in every_data_range():
        D, wanted = data(rows), oracles.hamming_graph(rows)
        graph = hamming_graph(D)
        assert set(graph.nodes) == rows
        assert {frozenset(edge) for edge in graph.edges} == {frozenset(edge) for edge in wanted.edges}
        assert {pair for pair, linked in hamming_connected(D).items() if linked} == oracles.joined(wanted)


# --- budgets ---------------------------------------------------------------------------------------------------------


@for_every_rule
def test_the_count_is_the_most_outputs_on_a_line(rule):
    """K(g) = max over i and x₋ᵢ of |⟦Y|X₋ᵢ = x₋ᵢ⟧| and the budget is log K(g), on all 318 small data ranges."""
    for rows in every_data_range():
        g = Mechanism(data(rows), rule)
        by_line = oracles.outputs_by_line(rows, rule)
        assert {(line.individual, line.others): set(g.outputs_on(line)) for line in lines(g.data)} == by_line
        assert output_count(g) == oracles.most_outputs(rows, rule)
        assert noiseless_budget(g) == log2(oracles.most_outputs(rows, rule))
        assert set(g.output_range()) == {rule(point) for point in rows}


@for_every_rule
def test_the_worst_line_is_the_evidence(rule):
    """worst_line(g) is a line of D with its outputs, as many as K(g)."""
    for rows in every_data_range():
        g = Mechanism(data(rows), rule)
        line, outputs = worst_line(g)
        assert oracles.outputs_by_line(rows, rule)[line] == set(outputs)
        assert len(outputs) == output_count(g)


EPSILONS = [0, "0.99", 1, "3/2", "1.58", log2(3), "1.59", 2, log2("9/2"), log2(5) / 2 + log2(5) / 2, "5/2", log2(6), 3]


@pytest.mark.parametrize("epsilon", EPSILONS, ids=str)
@pytest.mark.parametrize("outputs", range(1, 9))
def test_definition_1(epsilon, outputs):
    """g with K(g) = k is ε-noiselessly private ⇔ log k ≤ ε ⇔ k ≤ ⌊2^ε⌋, also at ε = log 3 exactly."""
    g = Mechanism(Relation.of(*((i,) for i in range(outputs)), columns=["X1"]), lambda x: x)
    budget = epsilon if isinstance(epsilon, type(log2(3))) else bits(epsilon)
    assert is_noiselessly_private(g, epsilon) is (log2(outputs) <= budget) is (outputs <= floor_exp2(epsilon))


@pytest.mark.parametrize("numerator", range(25))
@pytest.mark.parametrize("denominator", range(1, 6))
def test_powers_of_two_are_rounded_down_exactly(numerator, denominator):
    """⌊2^(n/d)⌋ is the largest k with k^d ≤ 2^n, also when the power is irrational."""
    found = floor_exp2(Fraction(numerator, denominator))
    assert found**denominator <= 2**numerator < (found + 1) ** denominator


def test_powers_of_two_on_the_edge():
    """⌊2^ε⌋ at ε = log k is k, and k - 1 for every smaller ε however close."""
    for k in (3, 5, 7, 10**20 + 39):
        assert floor_exp2(log2(k)) == k
        assert floor_exp2(log2(k) - bits(Fraction(1, 10**40))) == k - 1
        assert floor_exp2(log2(k) / 2 + log2(k) / 2) == k
    assert floor_exp2(log2(3) / 2) == math.isqrt(3)


def test_definition_2():
    """M is ε-locally private ⇔ K(M ∘ fᵢ) ≤ ⌊2^ε⌋ for every i, with fᵢ(x) = xᵢ; K is then |M(⟦Xᵢ⟧)| on product data."""
    D = data(set(product(range(3), range(5))))
    counts = [output_count(g) for g in local_mechanisms(D, lambda v: v // 2)]
    assert counts == [len({v // 2 for v in range(size)}) for size in (3, 5)]
    assert [is_locally_noiselessly_private(D, lambda v: v // 2, e) for e in (1, "3/2", log2(3), 2)] == [
        False,
        False,
        True,
        True,
    ]
    diagonal = data({(v, v) for v in range(5)})
    assert is_locally_noiselessly_private(diagonal, lambda v: v, 0) is True


def test_a_mechanism_is_a_function_on_the_data():
    """g(x₁, …, xₙ), ⟦X₁,…,Xₙ,Y⟧ and ⟦Xᵢ,Y⟧, whether the rule is a function, a table or a map of its own."""
    for rows in TWO_BY_THREE:
        table = {point: sum(point) for point in rows}
        for rule in (sum, table, Function.of(rows, table)):
            g = Mechanism(data(rows), rule)
            assert {point: g(*point) for point in rows} == table
            assert set(g.data_with_output()) == {(*point, sum(point)) for point in rows}
            assert set(g.joint_range(1)) == {(point[1], sum(point)) for point in rows}


def test_the_response_freezes_the_others():
    """⟦Xᵢ,Y⟧ for Y = g ∘ ψ_{i,v} ∘ X is {(x, g(x, v)) : x ∈ ⟦Xᵢ⟧}, for extended mechanisms on any data."""
    for rows in TWO_BY_THREE:
        g = ExtendedMechanism(data(rows), sum)
        for line in lines(g.data):
            wanted = {(x, sum(line.at(x))) for x in oracles.column(rows, line.individual)}
            assert set(response(g, line)) == wanted


def test_theorem_1_collapses_on_product_data():
    """I⋆ = L₀ˢ = L₀(Y;Xᵢ) = L_c = log |⟦Y|x₋ᵢ⟧| ≤ ε for the response on product data, and the worst line attains ε."""
    for rows in filter(oracles.unrelated, TWO_BY_THREE):
        for rule in RULES.values():
            g = ExtendedMechanism(data(rows), rule)
            amounts = []
            for line in lines(g.data):
                R = response(g, line)
                same = {maximin_information(R), symmetrized_leakage(R), nonstochastic_leakage(R.converse)}
                same |= {maximal_leakage(deterministic_channel(R)), log2(g.outputs_on(line).size())}
                assert len(same) == 1
                amounts += same
            assert max(amounts) == noiseless_budget(g)


@pytest.mark.parametrize("released", [lambda g: g.joint_range(0), lambda g: response(g, Line(1, (0,)))])
def test_the_output_has_a_name_of_its_own(released):
    """⟦Xᵢ,Y⟧ exists also when a column of the data is called Y."""
    g = Mechanism(Relation.of((0, 0), (0, 1)), lambda x: x[1])
    assert released(g).size() == 2


# --- where a mechanism is not defined --------------------------------------------------------------------------------


def test_a_mechanism_must_be_defined_on_the_data():
    """A table without one of the data sets is refused, by name."""
    D = data({(0, 0), (0, 1)})
    for table in ({(0, 0): 1}, Function.of([(0, 0)], {(0, 0): 1})):
        with pytest.raises(
            UndefinedMechanismError, match=r"not defined on .*\(0, 1\); give (an output|a value) for every"
        ):
            Mechanism(D, table)


def test_an_extended_mechanism_must_be_defined_on_the_box():
    """Correlated data: the box around {(0, 0), (1, 1)} has four points, and all need an output."""
    D = data({(0, 0), (1, 1)})
    on_data = Function.of([(0, 0), (1, 1)], sum)
    with pytest.raises(
        UndefinedMechanismError, match=r"not defined on \(0, 1\); give an output for the whole box of D"
    ):
        ExtendedMechanism(D, on_data)
    with pytest.raises(UndefinedMechanismError, match=r"not defined on \(1, 0\)"):
        response(Mechanism(D, on_data), Line(0, (0,)))
    with pytest.raises(UndefinedMechanismError, match=r"not defined on \(7, 7\)"):
        Mechanism(D, sum)(7, 7)


# --- composition and post-processing ---------------------------------------------------------------------------------


def test_composed_releases_are_pairs():
    """K(g₁, g₂) is K of x ↦ (g₁(x), g₂(x)), and at most K(g₁) K(g₂), on all small data ranges."""
    for rows, rule, rule2 in product(every_data_range()[::17], RULES.values(), RULES.values()):
        g, h = Mechanism(data(rows), rule), Mechanism(data(rows), rule2)
        both = composed(g, h)
        assert output_count(both) == oracles.most_outputs(rows, lambda x, r=rule, s=rule2: (r(x), s(x)))
        assert noiseless_budget(both) <= noiseless_budget(g) + noiseless_budget(h)
        assert noiseless_budget(both) >= max(noiseless_budget(g), noiseless_budget(h))


def test_adaptive_releases():
    """K of x ↦ (y₁, g₂(x, y₁)) is at most K(g₁) · max over y₁ of K(g₂(·, y₁)); the second output alone is coarser."""
    seconds = {0: RULES["everything"], 1: RULES["the sum"]}
    for rows in every_data_range()[::2]:
        D = data(rows)
        first = Mechanism(D, lambda x: x[0])
        second = {y: Mechanism(D, rule) for y, rule in seconds.items()}
        both, alone = adaptively_composed(first, second), second_output_alone(first, second)
        assert output_count(both) == oracles.most_outputs(rows, lambda x: (x[0], seconds[x[0]](x)))
        assert output_count(alone) == oracles.most_outputs(rows, lambda x: seconds[x[0]](x))
        assert noiseless_budget(both) <= noiseless_budget(first) + max(map(noiseless_budget, second.values()))
        assert noiseless_budget(alone) <= noiseless_budget(both)


def test_every_first_output_needs_a_second_mechanism():
    """An adaptive composition without a mechanism for a first output is refused."""
    g = Mechanism(data({(0, 0), (1, 0)}), lambda x: x[0])
    with pytest.raises(
        OutsideRangeError, match="no second mechanism for the first output 1; give one for every output"
    ):
        adaptively_composed(g, {0: g})


def test_parallel_releases_cost_the_larger_budget():
    """K of (x, x') ↦ (g₁(x), g₂(x')) on the product of two data ranges is max{K(g₁), K(g₂)}."""
    for rows, rows2 in product(TWO_BY_THREE[::5], TWO_BY_THREE[::4]):
        g, h = Mechanism(data(rows), sum), Mechanism(data(rows2), RULES["everything"])
        both = in_parallel(g, h)
        assert set(both.data) == {(*p, *q) for p, q in product(rows, rows2)}
        assert output_count(both) == max(output_count(g), output_count(h))
        assert len(both.data.columns) == len(set(both.data.columns)) == 4


def test_post_processing():
    """K(h ∘ g) ≤ K(g) for every map h from three outputs to two, with equality for an injective map."""
    outputs = range(4)
    for rows in TWO_BY_THREE:
        g = Mechanism(data(rows), sum)
        for rule in oracles.every_function(outputs, "ab"):
            after = post_processed(g, Function.of(outputs, rule))
            assert output_count(after) == oracles.most_outputs(rows, lambda x, rule=rule: rule[sum(x)])
            assert noiseless_budget(after) <= noiseless_budget(g)
        assert noiseless_budget(post_processed(g, Function.of(outputs, str))) == noiseless_budget(g)


def test_privacy_of_groups_is_not_bounded():
    """Y = x₁ if x₁ = x₂, else 0: K = 2, and yet there are m + 1 outputs when two entries vary."""
    for m in range(2, 6):
        D = data(set(product(range(1, m + 1), repeat=2)))
        g = Mechanism(D, lambda x: x[0] if x[0] == x[1] else 0)
        assert noiseless_budget(g) == bits(1)
        assert g.output_range().size() == m + 1


# --- queries ---------------------------------------------------------------------------------------------------------


def test_sensitivity_is_the_largest_difference_on_a_line():
    """S(f) = max |f(x) - f(x')| over data sets that differ in one entry, 0 when there are none."""
    for rows in every_data_range():
        f = Query(data(rows), lambda x: Fraction(sum(x[:-1]) - 2 * x[-1], 3))
        values = {point: Fraction(sum(point[:-1]) - 2 * point[-1], 3) for point in rows}
        assert {point: f(*point) for point in rows} == values
        assert sensitivity(f) == max(
            (abs(values[p] - values[q]) for p, q in oracles.hamming_graph(rows).edges), default=0
        )


def test_a_query_then_a_quantizer():
    """The mean of two in steps of 1/10: K = 3 for q = 4, which Theorem 8 as printed allows for K = 2; q = 2 is."""
    tenths = [Fraction(n, 10) for n in range(11)]
    f = Query(data(set(product(tenths, repeat=2))), lambda x: (x[0] + x[1]) / 2)
    assert sensitivity(f) == Fraction(1, 2)
    assert output_count(f.then(LinearQuantizer(4))) == 3
    assert output_count(f.then(LinearQuantizer(2))) == 2


@pytest.mark.parametrize(("S", "q", "printed", "most"), tables.CELLS_MET)
def test_the_printed_count_of_cells_is_too_small(S, q, printed, most):
    """qS/R is printed; some closed interval of length S meets min{q, ⌈qS/R⌉ + 1} cells, and none meets more."""
    S = Fraction(S)
    positions = [Fraction(n, 420) * (1 - S) for n in range(421)] + [
        Fraction(j, q) for j in range(q) if Fraction(j, q) + S <= 1
    ]
    positions += [Fraction(j, q) - S for j in range(1, q + 1) if Fraction(j, q) >= S]
    assert (q * S, LinearQuantizer(q).most_cells_met(S)) == (printed, most)
    assert max(cells_met(q, a, a + S) for a in positions) == most
    assert all(cells_met(q, a, a + S) == LinearQuantizer(q).cells_met(a, a + S) for a in positions[::7])


@pytest.mark.parametrize(("N", "p", "least"), tables.QUANTIZED_ERRORS)
def test_the_error_of_the_uniform_prior(N, p, least):
    """min E|X - X̂|^p = (2N)^(-p) / (p + 1) for the uniform prior on [0, 1] seen through N equal cells."""
    cells = LinearQuantizer(N).preimages
    assert least == Fraction(1, (2 * N) ** p * (p + 1))
    assert estimation_error(PiecewiseDensity([(0, 1, 1)]), cells, p) == least
    stretched = GridPrior(weights=((1,) * N,), outputs=(tuple(range(N)),))
    assert error_of_midpoints(stretched, 0, p) == least * N**p
