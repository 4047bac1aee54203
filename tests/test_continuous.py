"""Continuous uncertain variables on unions of rational intervals."""

from fractions import Fraction
from itertools import product

import pytest

from exactpriv.amount import INFINITY, NEGATIVE_INFINITY, ln, log2
from exactpriv.errors import (
    AmountError,
    EmptyRangeError,
    NotANumberError,
    NotExactError,
    NotFunctionalError,
    TableError,
)
from exactpriv.information.continuous import (
    IntervalUnion,
    conditional_differential_entropy,
    continuous_information,
    continuous_leakage,
    continuous_range,
    continuous_test_bound,
    continuous_test_performance,
    differential_entropy,
)

THIRDS = range(4)


def cells(numbers, width=Fraction(1)):
    """The union of the cells [k·width, (k+1)·width)."""
    return IntervalUnion(*((k * width, (k + 1) * width) for k in numbers))


def subsets(elements):
    """Every subset of a short list."""
    elements = list(elements)
    return [
        {e for e, chosen in zip(elements, mask, strict=True) if chosen}
        for mask in product((0, 1), repeat=len(elements))
    ]


def relations(inputs, outputs):
    """Every family y ↦ ⟦X|y⟧ of non-empty subsets of a short list of inputs."""
    return [dict(enumerate(family)) for family in product(subsets(range(inputs))[1:], repeat=outputs)]


EVERY_RELATION = [R for outputs in (1, 2, 3) for R in relations(3, outputs)]


# --- unions of intervals ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("A", subsets(THIRDS), ids=str)
def test_set_operations_are_those_of_the_cells_they_consist_of(A):
    """A ∘ B of unions of cells = the cells of A ∘ B for ∘ = ∪, ∩, ∖, Δ, and A ⊆ B likewise."""
    width = Fraction(1, 3)
    for B in subsets(THIRDS):
        a, b = cells(A, width), cells(B, width)
        assert (a | b, a & b, a - b, a ^ b) == tuple(cells(C, width) for C in (A | B, A & B, A - B, A ^ B))
        assert (a <= b, a >= b, a == b) == (A <= B, A >= B, A == B)
        assert (a | b).measure + (a & b).measure == a.measure + b.measure


@pytest.mark.parametrize("A", subsets(THIRDS), ids=str)
def test_measure_counts_cells(A):
    """μ = count/d for cells of width 1/d, and null means μ = 0."""
    U = cells(A, Fraction(1, 7))
    assert U.measure == Fraction(len(A), 7)
    assert U.is_null is not bool(A)


def test_operations_on_intervals_whose_ends_differ():
    """Ends need not be shared: a = [0, 2] ∪ [3, 5], b = [1, 4]."""
    a, b = IntervalUnion((0, 2), (3, 5)), IntervalUnion((1, 4))
    assert a | b == IntervalUnion((0, 5))
    assert a & b == IntervalUnion((1, 2), (3, 4))
    assert a - b == IntervalUnion((0, 1), (4, 5))
    assert b - a == IntervalUnion((2, 3))
    assert a ^ b == IntervalUnion((0, 1), (2, 3), (4, 5))


def test_null_sets_make_no_difference():
    """Order, overlaps, cuts and single points leave a union as it is."""
    plain = IntervalUnion((0, 1), (2, 3))
    assert plain == IntervalUnion((2, 3), (0, "1/2"), ("0.5", 1), ("1/4", "3/4"), (7, 7))
    assert hash(plain) == hash(IntervalUnion((2, 3), (0, 1)))
    assert plain - IntervalUnion(("1/2", "1/2")) == plain


def test_intervals_read_exact_numbers():
    """A union reads text exactly and writes itself as it is read."""
    U = IntervalUnion(("0.1", "2/3"), (1, Fraction(3, 2)))
    assert repr(U) == "IntervalUnion(('1/10', '2/3'), (1, '3/2'))"
    assert str(U) == "[1/10, 2/3] ∪ [1, 3/2]"
    assert str(IntervalUnion()) == "∅"


@pytest.mark.parametrize(
    ("interval", "error", "message"),
    [
        ((0, 0.5), NotExactError, "0.5.*Fraction"),
        ((1, 0), EmptyRangeError, r"\[1, 0\] is empty: write its lower end first"),
        ((0, 1, 2), TableError, "give its two ends"),
        ("01", TableError, "give its two ends"),
        ((0, "one"), NotANumberError, "one"),
    ],
)
def test_an_interval_needs_two_exact_ends_in_order(interval, error, message):
    """Bad intervals are refused by name."""
    with pytest.raises(error, match=message):
        IntervalUnion(interval)


# --- measures --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("d", [1, 2, 5])
def test_cutting_into_equal_cells_reproduces_the_discrete_counts(d):
    """μ = count/d: h₀(X|Y) = ln max|X_y|/d, I₀ = ln |X|/max|X_y|, L₀ = ln |X|/min|X_y| on every relation up to 3×3."""
    for R in EVERY_RELATION:
        ranges = {y: cells(xs, Fraction(1, d)) for y, xs in R.items()}
        size, sizes = len(set.union(*R.values())), [len(xs) for xs in R.values()]
        assert differential_entropy(continuous_range(ranges)) == ln(Fraction(size, d))
        assert conditional_differential_entropy(ranges) == ln(Fraction(max(sizes), d))
        assert continuous_information(ranges) == ln(Fraction(size, max(sizes)))
        assert continuous_leakage(ranges) == ln(Fraction(size, min(sizes)))


def test_information_is_the_fall_of_entropy_and_never_exceeds_leakage():
    """I₀ = h₀(X) − h₀(X|Y) and 0 ≤ I₀ ≤ L₀."""
    for R in EVERY_RELATION:
        ranges = {y: cells(xs, Fraction(2, 3)) for y, xs in R.items()}
        information = differential_entropy(continuous_range(ranges)) - conditional_differential_entropy(ranges)
        assert continuous_information(ranges) == information
        assert 0 <= information <= continuous_leakage(ranges)


def test_leakage_may_exceed_information():
    """I₀ < L₀ for X ∈ [0, 3], Y = 1 on [2, 3]: the claim L₀ ≤ I₀ would be refuted."""
    ranges = {0: IntervalUnion((0, 2)), 1: IntervalUnion((2, 3))}
    assert continuous_information(ranges) == ln("3/2")
    assert continuous_leakage(ranges) == ln(3)


@pytest.mark.parametrize("measure", [conditional_differential_entropy, continuous_information, continuous_leakage])
def test_measures_do_not_see_null_sets(measure):
    """Null sets added to the ⟦X|y⟧, pieces that are cut, and null pieces within ⟦X⟧ change no measure."""
    for R in EVERY_RELATION:
        whole = set.union(*R.values())
        pieces = [(IntervalUnion((y, y + 1)), cells(xs)) for y, xs in R.items()]
        cut = [(IntervalUnion((y, y + part), (9, 9)), X) for piece, X in pieces for y, part in halves(piece)]
        point = IntervalUnion((0, 0))
        with_points = [(y, X | IntervalUnion((11, 11))) for y, X in pieces]
        with_null_pieces = [*pieces, (point, cells(whole)), (point, point)]
        expected = measure({y: cells(xs) for y, xs in R.items()})
        assert {measure(family) for family in (pieces, cut, with_points, with_null_pieces)} == {expected}


def halves(piece):
    """A piece of length 1 as two of length ½, with their starts."""
    ((start, _),) = piece.intervals
    return [(start, Fraction(1, 2)), (start + Fraction(1, 2), Fraction(1, 2))]


def test_only_the_essential_supremum_ignores_null_pieces():
    """⟦X⟧ contains what a null set of y allows: ⟦X|0⟧ = [0, 4], ⟦X|y⟧ = [0, 1] for y > 0 gives I₀ = L₀ = ln 4."""
    ranges = [(IntervalUnion((0, 0)), IntervalUnion((0, 4))), (IntervalUnion((0, 1)), IntervalUnion((0, 1)))]
    assert conditional_differential_entropy(ranges) == 0
    assert continuous_information(ranges) == continuous_leakage(ranges) == ln(4)


def test_scaling_shifts_entropy_and_leaves_information():
    """h₀(cX) = h₀(X) + ln c; I₀ and L₀ do not depend on the scale."""
    for R in EVERY_RELATION:
        ranges, wide = ({y: cells(xs, width) for y, xs in R.items()} for width in (Fraction(1), Fraction(5, 3)))
        assert conditional_differential_entropy(wide) == conditional_differential_entropy(ranges) + ln("5/3")
        assert continuous_information(wide) == continuous_information(ranges)
        assert continuous_leakage(wide) == continuous_leakage(ranges)


def test_a_point_leaks_without_bound_when_it_counts():
    """L₀ = +∞ when ⟦X|y⟧ is null on a set of y of positive measure, and not when that set is null."""
    point, line = IntervalUnion((1, 1)), IntervalUnion((0, 2))
    assert continuous_leakage({"exact": point, "vague": line}) == INFINITY
    assert continuous_leakage([(IntervalUnion((0, 1)), point), (IntervalUnion((1, 2)), line)]) == INFINITY
    assert continuous_leakage([(IntervalUnion((0, 0)), point), (IntervalUnion((1, 2)), line)]) == 0
    assert continuous_information({"exact": point, "vague": line}) == 0


def test_entropy_of_null_ranges_is_minus_infinity():
    """h₀ = ln 0 = −∞; I₀ = +∞ when almost every ⟦X|y⟧ is null."""
    point = IntervalUnion((1, 1))
    assert differential_entropy(point) == NEGATIVE_INFINITY
    assert conditional_differential_entropy({0: point}) == NEGATIVE_INFINITY
    ranges = [(IntervalUnion((0, 1)), point), (point, IntervalUnion((0, 2)))]
    assert continuous_information(ranges) == continuous_leakage(ranges) == INFINITY


def test_bits_and_nats_are_not_mixed():
    """X ∈ [0, 2), Y = ⌊X⌋: I⋆ = log₂ 2 and L₀ = ln 2 are one amount, though the bare numbers 1 > ln 2 deny Prop. 1."""
    floor = {0: IntervalUnion((0, 1)), 1: IntervalUnion((1, 2))}
    assert (floor[0] & floor[1]).is_null  # two blocks in the overlap partition
    maximin, leakage = log2(2), continuous_leakage(floor)
    assert maximin <= leakage
    assert maximin == leakage == ln(2)
    _, bare_nats = leakage.in_nats().enclosure(4)
    assert bare_nats < Fraction(7, 10) < maximin.in_bits().enclosure(4)[0]


@pytest.mark.parametrize("measure", [continuous_information, continuous_leakage])
@pytest.mark.parametrize(
    ("ranges", "error", "message"),
    [
        ({}, EmptyRangeError, "No y counts: give at least one label"),
        ([(IntervalUnion((3, 3)), IntervalUnion((0, 1)))], EmptyRangeError, "one piece of positive measure"),
        ({0: IntervalUnion((1, 1))}, AmountError, "⟦X⟧ is null"),
        ([(0, IntervalUnion((0, 1))), (0, IntervalUnion((1, 2)))], NotFunctionalError, "y = 0 is given twice"),
        (
            [(IntervalUnion((0, 2)), IntervalUnion((0, 1))), (IntervalUnion((1, 3)), IntervalUnion((0, 1)))],
            NotFunctionalError,
            r"y = \[1, 3\] is given twice",
        ),
        ({0: (0, 1)}, TableError, r"y = 0 is \(0, 1\): give an IntervalUnion"),
    ],
)
def test_a_pair_gives_each_y_that_counts_one_range(measure, ranges, error, message):
    """Families that give no pair (X, Y) are refused by name."""
    with pytest.raises(error, match=message):
        measure(ranges)


# --- hypothesis tests ------------------------------------------------------------------------------------------------


def test_no_test_exceeds_the_bound_and_one_attains_it():
    """P(T) = ln μ({y : T(y) is the only hypothesis left}), max P(T) = ln μ(⟦Y|p₀⟧ Δ ⟦Y|p₁⟧), for every T on cells."""
    width = Fraction(1, 3)
    tests = subsets(range(3))
    for A, B in product(tests[1:], repeat=2):
        null, alternative = cells(A, width), cells(B, width)
        bound = continuous_test_bound(null, alternative)
        performances = []
        for rejects in tests:
            correct = [y for y in A | B if (y in A, y in B) == ((False, True) if y in rejects else (True, False))]
            performances.append(continuous_test_performance(null, alternative, cells(rejects, width)))
            assert performances[-1] == ln(len(correct) * width)
        assert max(performances) == bound
        assert continuous_test_performance(null, alternative, alternative - null) == bound


def test_equal_images_leave_every_test_without_evidence():
    """P(T) ≤ ln 0 = −∞ when ⟦Y|p₀⟧ and ⟦Y|p₁⟧ differ by a null set."""
    null, alternative = IntervalUnion((0, 1)), IntervalUnion((0, 1), (5, 5))
    assert continuous_test_bound(null, alternative) == NEGATIVE_INFINITY
    assert continuous_test_performance(null, alternative, IntervalUnion(("1/2", 9))) == NEGATIVE_INFINITY


def test_rejecting_outside_the_range_of_y_makes_no_difference():
    """A threshold test rejects on [t, ∞) ∩ ⟦Y⟧: any bound beyond ⟦Y⟧ gives the same performance."""
    null, alternative = IntervalUnion((0, 3)), IntervalUnion((2, 4))
    near, far = (continuous_test_performance(null, alternative, IntervalUnion((3, end))) for end in (4, 400))
    assert near == far == ln(3)
