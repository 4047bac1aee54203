"""Linear quantizers, cells met by an interval, and the number of levels for a budget."""

from fractions import Fraction
from itertools import pairwise, product

import pytest

from exactpriv.amount import bits, log2
from exactpriv.errors import (
    BudgetError,
    EmptyRangeError,
    LevelsError,
    NotExactError,
    OutsideIntervalError,
    OutsideRangeError,
)
from exactpriv.numbers import integer_root
from exactpriv.privacy.quantizers import LinearQuantizer, floor_exp2, levels_for

QUANTIZERS = [LinearQuantizer(q, low, high) for q in range(1, 7) for low, high in [(0, 1), ("-1/3", "7/2")]]
GRID = [Fraction(k, 24) for k in range(25)]
BUDGETS = [0, "1/3", "0.5", 1, "log2(3)", "3/2", "1.59", 2, "2.32", "5/2", 3, "10/3"]
RATIOS = [Fraction(n, d) for n, d in [(1, 1), (8, 7), (4, 3), (3, 2), (2, 1), (7, 3), (4, 1), (10, 1), (81, 10)]]


def amount_or_text(budget):
    """Budgets that are logarithms are given as amounts, the others as numbers or text."""
    return log2(3) if budget == "log2(3)" else budget


def points(quantizer):
    """A grid that contains every boundary and points between."""
    return [quantizer.low + x * quantizer.range_length for x in GRID]


@pytest.mark.parametrize("Q", QUANTIZERS, ids=repr)
def test_the_cells_are_a_partition(Q):
    """Q(x) = j ⇔ x ∈ cell j, and every point of [low, high] is in exactly one cell."""
    for x in {*points(Q), *Q.boundaries}:
        assert [j for j, cell in enumerate(Q.cells, start=1) if x in cell] == [Q(x)]


@pytest.mark.parametrize("Q", QUANTIZERS, ids=repr)
def test_boundaries_are_equally_spaced(Q):
    """x_1 = low, x_{q+1} = high, x_{j+1} - x_j = R/q; only the last cell is closed."""
    assert (Q.boundaries[0], Q.boundaries[-1]) == (Q.low, Q.high)
    assert {right - left for left, right in pairwise(Q.boundaries)} == {(Q.high - Q.low) / Q.levels}
    assert [(cell.low, cell.high) for cell in Q.cells] == list(pairwise(Q.boundaries))
    assert [cell.is_closed for cell in Q.cells] == [False] * (Q.levels - 1) + [True]
    assert dict(Q.preimages) == {j: ((cell.low, cell.high),) for j, cell in zip(range(1, 7), Q.cells, strict=False)}


@pytest.mark.parametrize("Q", QUANTIZERS, ids=repr)
def test_the_cells_met_are_counted_one_by_one(Q):
    """[a, b] meets [low, high) ⇔ low ≤ b and a < high"""
    ends = points(Q)
    for a, b in product(ends, ends):
        if a <= b:
            met = [c for c in Q.cells if c.low <= b and (a < c.high or (c.is_closed and a == c.high))]
            assert Q.cells_met(a, b) == len(met)


def most_over_all_positions(Q, length):
    """The largest count over every position: it changes only where an end of the interval crosses a boundary."""
    last = Q.high - length
    critical = sorted({x for end in Q.boundaries for x in (end, end - length) if Q.low <= x <= last} | {Q.low, last})
    between = [(left + right) / 2 for left, right in pairwise(critical)]
    return max(Q.cells_met(a, a + length) for a in critical + between)


@pytest.mark.parametrize("Q", QUANTIZERS, ids=repr)
def test_most_cells_met_is_the_maximum_over_all_positions(Q):
    """max_a |cells met by [a, a+S]| = min(q, ⌈qS/R⌉ + 1), for every 0 ≤ S ≤ R"""
    lengths = {x * Q.range_length for x in GRID} | {k * Q.cell_length for k in range(Q.levels + 1)}
    nearly = Fraction(1, 10**9)
    lengths |= {
        length + step for length in lengths for step in (-nearly, nearly) if 0 <= length + step <= Q.range_length
    }
    for length in lengths:
        assert Q.most_cells_met(length) == most_over_all_positions(Q, length)
        a, b = Q.interval_meeting_most(length)
        assert b - a == length
        assert Q.cells_met(a, b) == Q.most_cells_met(length)


@pytest.mark.parametrize(
    ("S", "q", "printed", "most"),
    [
        ("0.5", 4, 2, 3),
        ("0.25", 8, 2, 3),
        ("0.25", 4, 1, 2),
        ("0.1", 7, "0.7", 2),
        ("0.3", 5, "1.5", 3),
        (1, 4, 4, 4),
        ("0.45", 2, "0.9", 2),
    ],
)
def test_the_printed_count_is_too_small(S, q, printed, most):
    """Theorem 8 counts qS/R cells; the true maximum is larger unless S = R."""
    assert q * Fraction(S) == Fraction(printed)
    assert LinearQuantizer(q).most_cells_met(S) == most


def test_a_point_meets_one_cell_and_the_whole_range_all():
    """The boundary cases S = 0 and S = R."""
    for Q in QUANTIZERS:
        assert Q.most_cells_met(0) == 1
        assert Q.most_cells_met(Q.range_length) == Q.levels


@pytest.mark.parametrize("epsilon", ["0", "1/2", "0.9", "1.58", "1.59", "7/3", "31.5", "100.01"])
def test_the_number_of_outputs_is_an_integer_root(epsilon):
    """⌊2^(a/b)⌋ = ⌊(2^a)^(1/b)⌋"""
    a, b = Fraction(epsilon).as_integer_ratio()
    assert floor_exp2(epsilon) == integer_root(2**a, b)


def test_only_the_whole_part_of_the_exponential_matters():
    """ε < 1 allows one output; log2(3) allows 3, exactly."""
    assert [floor_exp2(e) for e in (0, "0.999999999999999999", 1, log2(3), bits(2))] == [1, 1, 2, 3, 4]
    assert floor_exp2(200) == 2**200


@pytest.mark.parametrize("budget", BUDGETS)
@pytest.mark.parametrize("ratio", RATIOS, ids=str)
def test_the_repaired_rule_is_the_largest_that_keeps_the_budget(budget, ratio):
    """q keeps the budget for all queries ⇔ min(q, ⌈qS/R⌉ + 1) ≤ ⌊2^ε⌋ ⇔ q ≤ levels_for(ε, S, R)"""
    epsilon = amount_or_text(budget)
    largest = levels_for(epsilon, 1 / ratio, 1)
    for q in range(1, largest + 30):
        assert (LinearQuantizer(q).most_cells_met(1 / ratio) <= floor_exp2(epsilon)) == (q <= largest)


@pytest.mark.parametrize("budget", [b for b in BUDGETS if b != "log2(3)"])
@pytest.mark.parametrize("ratio", RATIOS, ids=str)
def test_the_printed_rule_is_the_largest_integer_below_its_bound(budget, ratio):
    """q ≤ 2^(a/b) R/S  ⇔  q^b S^b ≤ 2^a R^b"""
    a, b = Fraction(budget).as_integer_ratio()
    q = levels_for(budget, 3, 3 * ratio, rule="paper")
    assert q**b <= 2**a * ratio**b < (q + 1) ** b


def test_the_printed_rule_takes_logarithms():
    """2^(log2 3) · 4/3 = 4, without rounding"""
    assert levels_for(log2(3), 3, 4, rule="paper") == 4
    assert levels_for(log2(3) / 2, 1, 1, rule="paper") == 1
    assert levels_for(log2("5/2"), "1/4", 1, rule="paper") == 10


@pytest.mark.parametrize(
    ("n", "epsilon", "printed", "outputs", "repaired"), [(2, 1, 4, 3, 2), (4, 2, 16, 5, 12), (8, 3, 64, 9, 56)]
)
def test_the_mean_of_n_entries(n, epsilon, printed, outputs, repaired):
    """S = R/n: the printed n·2^ε levels give 2^ε + 1 outputs, the repaired n(2^ε - 1) levels give 2^ε."""
    assert levels_for(epsilon, Fraction(1, n), 1, rule="paper") == printed
    assert LinearQuantizer(printed).most_cells_met(Fraction(1, n)) == outputs
    assert levels_for(epsilon, Fraction(1, n), 1) == repaired
    assert LinearQuantizer(repaired).most_cells_met(Fraction(1, n)) == 2**epsilon


@pytest.mark.parametrize("epsilon", [0, "1/2", 1, "1.6", 3])
def test_in_the_local_case_both_rules_agree(epsilon):
    """S = R: q = ⌊2^ε⌋"""
    assert levels_for(epsilon, 5, 5) == levels_for(epsilon, 5, 5, rule="paper") == floor_exp2(epsilon)


@pytest.mark.parametrize("arguments", [(0,), (-1,), ("3/2",), (2, 1, 1), (2, 1, 0)])
def test_a_quantizer_needs_a_level_and_a_length(arguments):
    """q ≥ 1 whole, low < high"""
    with pytest.raises(LevelsError, match=r"give (a whole number of at least 1|ends with low < high)"):
        LinearQuantizer(*arguments)


def test_points_and_intervals_outside_are_refused():
    """The message names the point and the interval."""
    Q = LinearQuantizer(4)
    for outside in ("-1/100", "1.01"):
        with pytest.raises(OutsideIntervalError, match=r"is outside \[0, 1\]"):
            Q(outside)
    with pytest.raises(OutsideIntervalError, match=r"2 is outside \[0, 1\]"):
        Q.cells_met(0, 2)
    with pytest.raises(EmptyRangeError, match="give the lower end first"):
        Q.cells_met(1, 0)
    for length in (-1, 2):
        with pytest.raises(OutsideIntervalError, match="no interval of length"):
            Q.most_cells_met(length)
    for j in (0, 5):
        with pytest.raises(OutsideRangeError, match="numbered from 1 to 4"):
            Q.cell(j)
    with pytest.raises(NotExactError):
        Q(0.5)


@pytest.mark.parametrize("rule", ["paper", "repaired"])
def test_levels_for_refuses_what_cannot_be(rule):
    """ε < 0, S outside [0, R], R ≤ 0; and S = 0, where there is no largest q."""
    for epsilon in (-1, "-0.1", log2("1/2")):
        with pytest.raises(BudgetError, match="give ε ≥ 0"):
            levels_for(epsilon, 1, 2, rule)
    for sensitivity in (-1, 3):
        with pytest.raises(OutsideRangeError, match="cannot have sensitivity"):
            levels_for(1, sensitivity, 2, rule)
    for length in (0, -1):
        with pytest.raises(LevelsError, match="positive length"):
            levels_for(1, 0, length, rule)
    with pytest.raises(LevelsError, match="every number of levels keeps the budget"):
        levels_for(1, 0, 1, rule)
    with pytest.raises(NotExactError):
        levels_for(1.5, 1, 1, rule)


def test_a_rule_has_a_known_name():
    """The names are listed."""
    with pytest.raises(LevelsError, match="choose 'repaired' or 'paper'"):
        levels_for(1, 1, 2, "printed")


def test_a_quantizer_written_out_makes_itself_again():
    """repr is Python text, equality is by value."""
    Q = LinearQuantizer("3", "-1/3", "0.5")
    assert repr(Q) == "LinearQuantizer(3, '-1/3', '1/2')"
    assert LinearQuantizer(3, "-1/3", "1/2") == Q
    assert str(Q.cell(3)) == "[2/9, 1/2]"
