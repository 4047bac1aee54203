"""Least estimation errors, their sharp bound, and Theorem 4 as printed."""

import random
from fractions import Fraction
from itertools import pairwise
from math import comb

import flint
import pytest

from exactpriv.errors import DensityError, LevelsError, NotFunctionalError, OutsideIntervalError, OutsideRangeError
from exactpriv.exact.enclosure import Enclosure, power
from exactpriv.privacy.estimation import (
    JointDensity,
    PiecewiseDensity,
    best_constant,
    enclosed_estimation_error,
    error_at,
    estimation_bound,
    estimation_error,
    printed_bound,
    signed_error_at,
)
from exactpriv.privacy.quantizers import LinearQuantizer

UNIT = PiecewiseDensity.uniform()
ONE_CELL = {"all": [(-100, 100)]}
SKEWED = PiecewiseDensity([(0, 1, "1/4"), (1, 2, "3/4")])
GAPPED = PiecewiseDensity([(0, 1, "1/6"), (2, "5/2", "1/3"), (4, 6, "1/3")])
STEEP = PiecewiseDensity([("-1/2", 0, "1/10"), (0, "1/3", "9/4"), ("1/2", 3, "2/25")])
DENSITIES = [UNIT, SKEWED, GAPPED, STEEP]


def random_density(seed, stretches=8):
    """A density on stretches of random lengths and integer weights, some of them 0."""
    random.seed(seed)
    ends = sorted(random.sample(range(30), stretches + 1))
    weights = [1, *random.choices(range(5), k=stretches - 1)]
    mass = sum(w * (b - a) for w, (a, b) in zip(weights, pairwise(ends), strict=True))
    return PiecewiseDensity((a, b, Fraction(w, mass)) for w, (a, b) in zip(weights, pairwise(ends), strict=True))


def random_cells(seed, outputs):
    """A partition of [0, 30] into unions of intervals of length 3/2, one union per output."""
    random.seed(seed)
    cells = {label: [] for label in range(outputs)}
    for k in range(20):
        cells[random.randrange(outputs)].append((Fraction(3 * k, 2), Fraction(3 * k + 3, 2)))
    return cells


def absolute_moment(part, c, p):
    """∫|x - c|^p ξ by splitting each piece at c and expanding (x - c)^p."""
    result = Fraction(0)
    for low, high, height in part:
        for a, b, sign in [(low, min(high, c), (-1) ** p), (max(low, c), high, 1)]:
            if a < b:
                terms = (comb(p, k) * (-c) ** (p - k) * (b ** (k + 1) - a ** (k + 1)) / (k + 1) for k in range(p + 1))
                result += sign * height * sum(terms)
    return result


def least_by_root_isolation(part, p):
    """Balls of the error at every end and every real stationary point between ends: the least error is in one."""
    ends = sorted({end for piece in part for end in piece[:2]})
    balls = [_as_ball(absolute_moment(part, end, p)) for end in ends]
    for left, right in pairwise(ends):
        error = _error_polynomial(part, p, left)
        for root, _ in error.derivative().complex_roots():
            if root.imag == 0 and _as_ball(left) < root.real < _as_ball(right):
                balls.append(flint.arb_poly(error)(root.real))
    return balls


def _error_polynomial(part, p, left):
    """Σ h (G(high - c) - G(low - c)), G(t) = sgn(t)^p t^(p+1)/(p+1), as a polynomial in c just right of ``left``."""
    result = flint.fmpq_poly([0])
    for piece in part:
        for end, weight in ((piece.high, piece.height), (piece.low, -piece.height)):
            sign = 1 if end > left else (-1) ** p
            linear = flint.fmpq_poly([_as_fmpq(end), -1])
            result += linear ** (p + 1) * _as_fmpq(sign * weight / (p + 1))
    return result


def _as_fmpq(x):
    return flint.fmpq(x.numerator, x.denominator)


def _as_ball(x):
    return flint.arb(_as_fmpq(x))


@pytest.mark.parametrize("density", DENSITIES, ids=repr)
@pytest.mark.parametrize("p", [1, 2, 3, 4, 7])
def test_the_error_of_a_constant_is_its_integral(density, p):
    """error_at = ∫ |x - c|^p ξ(x) dx, split at c and expanded"""
    for c in [Fraction(k, 4) for k in range(-4, 28)]:
        assert error_at(density.pieces, c, p) == absolute_moment(density.pieces, c, p)


@pytest.mark.parametrize("c", ["-1", "1/3", "2"])
@pytest.mark.parametrize("width", ["1e-3", "1e-20"])
def test_the_error_for_a_fractional_order_is_enclosed(c, width):
    """∫_0^1 |x - c|^{3/2} dx = (2/5)(sgn(1-c)|1-c|^{5/2} + sgn(c)|c|^{5/2})"""
    c = Fraction(c)
    above, below = (Enclosure.of(power(abs(t), "5/2", "1e-30")) * (1 if t > 0 else -1) for t in (1 - c, c))
    value = Enclosure.of(error_at(UNIT.pieces, c, "3/2", width))
    assert value.width <= Fraction(width)
    assert value.meets((above + below) * "2/5")


@pytest.mark.parametrize(
    ("N", "p", "least"), [(1, 2, "1/12"), (1, 4, "1/80"), (4, 2, "1/192"), (1, 1, "1/4"), (2, 3, "1/256")]
)
def test_known_least_errors_of_the_uniform_prior(N, p, least):
    """The published values 1/12, 1/80, 1/192 (and two by hand)."""
    assert estimation_error(UNIT, LinearQuantizer(N).preimages, p) == Fraction(least)


@pytest.mark.parametrize("N", [1, 2, 3, 7])
@pytest.mark.parametrize("p", [1, 2, 3, 4, 5])
def test_the_uniform_prior_attains_the_sharp_bound(N, p):
    """Uniform prior, N equal cells: min E|X - X̂|^p = (2N)^{-p}/(p+1) = the bound with ρ = m = 1"""
    error = estimation_error(UNIT, LinearQuantizer(N).preimages, p)
    assert error == estimation_bound(1, 1, N, p) == Fraction(1, (2 * N) ** p * (p + 1))


@pytest.mark.parametrize("p", ["3/2", "5/2", "1.1"])
def test_the_uniform_prior_attains_the_sharp_bound_for_fractional_orders(p):
    """The enclosures of both sides meet, however narrow; where one side is rational it is enclosed."""
    for N in (2, 3):
        error = estimation_error(UNIT, LinearQuantizer(N).preimages, p, "1e-15")
        bound = estimation_bound(1, 1, N, p, "1e-25")
        assert error.width <= Fraction(1, 10**15)
        assert error.meets(bound)
        assert Enclosure.of(bound).width <= Fraction(1, 10**25)


@pytest.mark.parametrize("density", DENSITIES, ids=repr)
@pytest.mark.parametrize("p", [1, 2, 3, 4, "3/2"])
def test_no_constant_on_a_grid_beats_the_least_error(density, p):
    """min_c ∫|x - c|^p ξ ≤ the value at every c"""
    least = Enclosure.of(estimation_error(density, ONE_CELL, p, "1e-6"))
    for c in [Fraction(k, 16) for k in range(-8, 100)]:
        assert not least.certainly_greater(error_at(density.pieces, c, p))


@pytest.mark.parametrize("density", DENSITIES[1:], ids=repr)
@pytest.mark.parametrize("p", [1, 2, 3, 4, 5])
def test_the_least_error_agrees_with_root_isolation(density, p):
    """The least error meets some ball of an end or stationary point, and certainly exceeds none."""
    least = Enclosure.of(estimation_error(density, ONE_CELL, p, "1e-8"))
    balls = [Enclosure.of_ball(ball) for ball in least_by_root_isolation(density.pieces, p)]
    assert any(least.meets(ball) for ball in balls)
    assert not any(least.certainly_greater(ball) for ball in balls)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("p", [1, 2, "2.0", 3, 4])
def test_both_routes_to_the_least_error_agree(seed, p):
    """Median, mean or root on one side, convexity alone on the other: the enclosure contains the exact value."""
    density, cells = random_density(seed), random_cells(seed, 1 + seed % 4)
    first, second = estimation_error(density, cells, p, "1e-12"), enclosed_estimation_error(density, cells, p, "1e-9")
    assert second.meets(first)
    assert second.width <= Fraction(1, 10**9)
    if Fraction(p) <= 2:
        assert isinstance(first, Fraction)
        assert second.contains(first)


@pytest.mark.parametrize("seed", range(25))
def test_no_prior_and_no_partition_fall_below_the_sharp_bound(seed):
    """E|X - X̂|^p ≥ ρ m^{p+1} / (2^p (p+1) N^p)"""
    N = 1 + seed % 5
    density, cells = random_density(seed), random_cells(seed + 1000, N)
    for p in (1, 2, 3, 4):
        bound = estimation_bound(density.infimum, density.support_measure, N, p)
        assert Enclosure.of(estimation_error(density, cells, p, "1e-6")).certainly_at_least(bound)


def test_a_larger_constant_would_not_be_a_bound():
    """With any factor above 1 the uniform prior is a counterexample; so is one output fewer."""
    error = estimation_error(UNIT, LinearQuantizer(3).preimages, 2)
    assert error < estimation_bound(1, 1, 3, 2) * Fraction(1001, 1000)
    assert error < estimation_bound(1, 1, 2, 2)


@pytest.mark.parametrize("density", DENSITIES, ids=repr)
@pytest.mark.parametrize("p", [1, 2, 3, 4])
def test_the_best_constant_is_stationary(density, p):
    """The error is as large on both sides: E(c - h) ≥ E(c) ≤ E(c + h), with c exact or enclosed"""
    best = Enclosure.of(best_constant(density.pieces, p, "1e-9"))
    for step in (Fraction(1, 10**3), Fraction(1, 10**6)):
        least = min(error_at(density.pieces, best.lo, p), error_at(density.pieces, best.hi, p))
        assert error_at(density.pieces, best.lo - step, p) >= least
        assert error_at(density.pieces, best.hi + step, p) >= least


def test_of_many_medians_the_lowest_is_best():
    """Every c in the gap [1, 3] leaves half the mass on each side, with the same error."""
    gap = PiecewiseDensity([(0, 1, "1/2"), (3, 4, "1/2")]).pieces
    assert best_constant(gap, 1) == 1
    assert {error_at(gap, c, 1) for c in (1, 2, "5/2", 3)} == {Fraction(3, 2)}


def test_symmetric_parts_have_a_rational_best_constant():
    """The center of symmetry, for every p, also when it lies in a gap or is an end of a piece."""
    gap = PiecewiseDensity([(0, 1, "1/2"), (3, 4, "1/2")])
    end = PiecewiseDensity([(0, 1, "1/2"), (1, 2, "1/2")])
    for p in (3, 4, 5, 6):
        assert best_constant(gap.pieces, p) == 2
        assert best_constant(end.pieces, p) == 1
        assert isinstance(estimation_error(gap, ONE_CELL, p), Fraction)


def test_a_rational_best_constant_is_found_without_symmetry():
    """Two heights on [0, 1] and [1, 2], chosen such that the derivative vanishes at 3/4"""
    c = Fraction(3, 4)
    low = -(abs(c - 1) ** 3 - abs(c - 2) ** 3)
    high = c**3 - abs(c - 1) ** 3
    density = PiecewiseDensity([(0, 1, low / (low + high)), (1, 2, high / (low + high))])
    assert best_constant(density.pieces, 3) == c
    assert estimation_error(density, ONE_CELL, 3) == absolute_moment(density.pieces, c, 3)


@pytest.mark.parametrize("p", [1, 2, 3, 4])
def test_the_signed_moment_has_the_sign_of_the_deviation(p):
    """∫(x - c)^p ξ = ∫|x - c|^p ξ for even p, and for odd p when c is left of the support"""
    for c in (Fraction(k, 4) for k in range(-2, 12)):
        signed, absolute = signed_error_at(SKEWED.pieces, c, p), error_at(SKEWED.pieces, c, p)
        assert signed == absolute if p % 2 == 0 or c <= 0 else signed < absolute


def test_an_odd_moment_without_absolute_value_has_no_lower_bound():
    """For p = 1, E(X - c) = 1/2 - c falls below every bound."""
    assert [signed_error_at(UNIT.pieces, c, 1) for c in (0, "1/2", 10**6)] == [
        Fraction(1, 2),
        0,
        Fraction(1, 2) - 10**6,
    ]
    assert signed_error_at(UNIT.pieces, 10, 3) < -(9**3)


@pytest.mark.parametrize("p", [1, 2, 3, 4, 5, 6])
def test_the_first_reading_is_true_for_the_uniform_prior_and_the_second_is_not(p):
    """1/(2^p (p+1)) ≥ 1/2^{2p+2} always, but ≥ 1/2^{p+2} only for p ≤ 3 (p = 4: 1/80 < 1/64)"""
    least = estimation_error(UNIT, ONE_CELL, p)
    assert least >= printed_bound(1, 1, 1, p, "2p+2")
    assert (least >= printed_bound(1, 1, 1, p, "p+2")) == (p <= 3)


def test_the_printed_bound_is_the_paper_s_formula():
    """ρ μ^{p+1} 2^{-ε(p+1)} / 2^r with ε = 1: 2^{-ε(p+1)} = 1/8 for p = 2"""
    assert printed_bound(3, 2, 2, 2, "2p+2") == Fraction(3 * 8, 8 * 64)
    assert printed_bound(3, 2, 2, 2, "p+2") == Fraction(3 * 8, 8 * 16)


def test_the_joint_infimum_does_not_bound_the_conditional_error():
    """Uniform on [0, 1] x [0, h]: ρ = 1/h gives 1/(64 h) > 1/12 for h < 3/16"""
    h = Fraction(1, 8)
    joint = JointDensity([(0, 1, 0, h, 1 / h)])
    conditional = joint.conditional(h / 2)
    least = estimation_error(conditional, ONE_CELL, 2)
    assert conditional == UNIT
    assert printed_bound(joint.infimum, joint.marginal_measure(1), 1, 2, "2p+2") == 1 / (64 * h) > least
    assert printed_bound(conditional.infimum, conditional.support_measure, 1, 2, "2p+2") < least


def test_conditional_densities_are_slices_scaled_to_mass_one():
    """ξ(x | y) = ξ(x, y) / Σ over the slice, in both directions"""
    joint = JointDensity([(0, 1, 0, 1, "1/2"), (1, 2, 0, 2, "1/8"), (0, 1, 1, 2, "1/4")])
    assert joint.conditional("1/2") == PiecewiseDensity([(0, 1, "4/5"), (1, 2, "1/5")])
    assert joint.conditional("3/2") == PiecewiseDensity([(0, 1, "2/3"), (1, 2, "1/3")])
    assert joint.conditional("1/2", entry=2) == PiecewiseDensity([(0, 1, "2/3"), (1, 2, "1/3")])
    assert joint.conditional(1, entry=2) == PiecewiseDensity.uniform(0, 2)
    assert joint.infimum == Fraction(1, 8)
    assert joint.marginal_measure(1) == joint.marginal_measure(2) == 2


def test_the_measure_of_the_marginal_range_can_exceed_that_of_every_slice():
    """Two boxes on the diagonal, with a gap: μ⟦X_1⟧ = 2, μ⟦X_1|x_2⟧ = 1"""
    joint = JointDensity([(0, 1, 0, 1, "1/2"), (5, 6, 1, 2, "1/2")])
    assert joint.marginal_measure(1) == 2
    assert {joint.conditional(y).support_measure for y in ("1/2", "3/2")} == {1}


def test_a_density_knows_its_support():
    """Height 0 is outside; the infimum is over the support."""
    density = PiecewiseDensity([(2, 3, "3/4"), (1, 2, 0), (0, 1, "1/4")])
    assert (density.support_measure, density.infimum) == (2, Fraction(1, 4))
    assert [(p.low, p.high) for p in density.restricted_to([("1/2", "5/2")])] == [
        (Fraction(1, 2), 1),
        (2, Fraction(5, 2)),
    ]
    assert len({density, PiecewiseDensity([(0, 1, "0.25"), (2, 3, "0.75")])}) == 1


@pytest.mark.parametrize(
    ("pieces", "message"),
    [
        ([], "no piece has positive height"),
        ([(0, 1, "1/2")], "the total mass is 1/2"),
        ([(0, 1, 2)], "the total mass is 2"),
        ([(1, 0, 1)], "give low < high"),
        ([(0, 1, 2), (2, 3, -1)], "height ≥ 0"),
        ([(0, 2, "1/4"), (1, 3, "1/4")], "overlap: give disjoint ones"),
    ],
)
def test_what_is_no_density_is_refused(pieces, message):
    """Pieces are proper and disjoint, and their mass is 1."""
    with pytest.raises(DensityError, match=message):
        PiecewiseDensity(pieces)


@pytest.mark.parametrize(
    ("boxes", "message"),
    [
        ([], "no piece has positive height"),
        ([(0, 1, 0, 1, 2)], "the total mass is 2"),
        ([(0, 0, 0, 1, 1)], "no area or negative height"),
        ([(0, 2, 0, 2, "1/8"), (1, 3, 1, 3, "1/8")], "two boxes overlap"),
    ],
)
def test_what_is_no_joint_density_is_refused(boxes, message):
    """Boxes are proper and disjoint, and their mass is 1."""
    with pytest.raises(DensityError, match=message):
        JointDensity(boxes)


def test_cells_must_be_a_partition_of_the_support():
    """Every point has one output; borders and points outside the support do not matter."""
    with pytest.raises(NotFunctionalError, match=r"cells overlap on \[1/2, 3/4\]"):
        estimation_error(UNIT, {1: [(0, "3/4")], 2: [("1/2", 1)]}, 2)
    with pytest.raises(NotFunctionalError, match="leave out a part of the support, of measure 1/4"):
        estimation_error(UNIT, {1: [(0, "3/4")]}, 2)
    assert estimation_error(UNIT, {1: [(-1, 1)], 2: [(1, 9)], 3: [("1/2", "1/2")]}, 2) == Fraction(1, 12)


def test_bad_arguments_are_refused():
    """p ≥ 1, whole where it must be; ρ, m > 0; N ≥ 1 whole; readings and widths have their names."""
    for p in (0, "1/2"):
        with pytest.raises(OutsideRangeError, match="give p ≥ 1"):
            estimation_error(UNIT, ONE_CELL, p)
    for refused in (lambda: best_constant(UNIT.pieces, "3/2"), lambda: printed_bound(1, 1, 1, "3/2", "p+2")):
        with pytest.raises(OutsideRangeError, match="is not an integer"):
            refused()
    for rho, measure in [(0, 1), (1, 0), (-1, 1)]:
        with pytest.raises(DensityError, match="both must be above 0"):
            estimation_bound(rho, measure, 1, 2)
    for outputs in (0, "3/2"):
        with pytest.raises(LevelsError, match="give a whole number of at least 1"):
            estimation_bound(1, 1, outputs, 2)
    with pytest.raises(DensityError, match=r"choose '2p\+2', '2p\+1' or 'p\+2'"):
        printed_bound(1, 1, 1, 2, "p+1")
    with pytest.raises(OutsideRangeError, match="give a width above 0"):
        estimation_error(UNIT, ONE_CELL, 2, width=0)
    with pytest.raises(OutsideIntervalError, match="the density is zero where entry 2 is 1"):
        JointDensity([(0, 1, 0, 1, 1)]).conditional(1)
    with pytest.raises(DensityError, match="needs low < high"):
        PiecewiseDensity.uniform(1, 1)
