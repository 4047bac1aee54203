"""Gaussian and Laplace mechanisms: closed forms against known numbers, quadrature, and fine quantization."""

from fractions import Fraction
from itertools import pairwise, product

import mpmath
import pytest

from exactpriv.amount import INFINITY, ZERO, Amount, ln
from exactpriv.errors import BudgetError, EmptyRangeError, NotExactError, OrderError, OutsideRangeError, WidthError
from exactpriv.exact.enclosure import Enclosure
from exactpriv.exact.logarithms import antilog
from exactpriv.leakage.channel import Channel
from exactpriv.leakage.continuous import (
    GaussianMechanism,
    IndependentCoordinates,
    LaplaceMechanism,
    approximate_differential_privacy,
    quantized_channel,
)
from exactpriv.leakage.divergences import local_differential_privacy, local_renyi_privacy
from exactpriv.leakage.maximal import maximal_leakage
from exactpriv.leakage.operational import limit_of_nearly_optimal

MECHANISMS = [GaussianMechanism, LaplaceMechanism]
CASES = [(1, 1), ("1/2", 1), (3, "1/2")]
"""(scale, length)"""


def nats(value, digits=20):
    """An amount or enclosure as an enclosure."""
    return value if isinstance(value, Enclosure) else Enclosure(*value.in_nats().enclosure(digits))


def near(value, decimal):
    """Whether the value, known to much more, is the decimal in its last digit."""
    unit = Fraction(1, 10 ** len(decimal.partition(".")[2]))
    return (Enclosure(decimal, decimal) + Enclosure(-unit, unit)).contains(nats(value))


def agrees(value, number, digits=12):
    """Whether the value is a number that quadrature gives to more than so many digits."""
    return near(value, mpmath.nstr(number, digits + 10, strip_zeros=False)[: digits + 2])


def real(number):
    """A number for mpmath."""
    fraction = Fraction(number)
    return mpmath.mpf(fraction.numerator) / fraction.denominator


def density(kind, scale):
    """The density of the noise."""
    s = real(scale)
    if kind is GaussianMechanism:
        return lambda t: mpmath.npdf(t, 0, s)
    return lambda t: mpmath.exp(-abs(t) / s) / (2 * s)


def integrated(kind, scale, length, beta, *, two_points, reference=0):
    """1/β log ∫ f(y|x')^{1-β} max_x f(y|x)^β dy by quadrature, for x' at a fraction of the length."""
    f, s, d, b = density(kind, scale), real(scale), real(length), real(beta)
    at = d * real(reference)

    def largest(y):
        return max(f(y), f(y - d)) if two_points else f(max(0, y - d, -y))

    ends = places(kind, s, d, b, d / 2, at)
    return mpmath.log(mpmath.quad(lambda y: f(y - at) ** (1 - b) * largest(y) ** b, ends)) / b


def places(kind, s, d, order, *more):
    """Where to cut the line: at kinks and peaks, and where what is left out is below 10⁻²⁰."""
    reach = (10 if kind is GaussianMechanism else 48) * s
    peaks = (order * d, (1 - order) * d) if kind is GaussianMechanism else ()
    inner = {mpmath.mpf(0), d, *peaks, *more}
    return [min(inner) - reach, *sorted(inner), max(inner) + reach]


# --- known numbers and quadrature -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mechanism", "beta", "value"),
    [
        (GaussianMechanism(scale=1, length=1), 2, "0.591435551007"),
        (GaussianMechanism(scale=1, length=2), 3, "4.000003909749"),
        (GaussianMechanism(scale=2, length=1), 4, "0.397806263114"),
        (LaplaceMechanism(scale=1, length=1), 2, "0.500000000000"),
        (LaplaceMechanism(scale="1/2", length=1), 2, "1.000000000000"),
        (LaplaceMechanism(scale="1/2", length=1), 8, "1.680048104464"),
    ],
)
def test_maximal_renyi_leakage_has_the_known_values(mechanism, beta, value):
    """12 digits each, at widths 10⁻¹⁵ and 10⁻⁵⁰"""
    wide, narrow = (mechanism.maximal_renyi_leakage(beta, width=w) for w in ("1e-15", "1e-50"))
    assert near(wide, value)
    assert wide.contains(narrow)
    assert narrow.width <= Fraction("1e-50")


@pytest.mark.parametrize("two_points", [False, True])
@pytest.mark.parametrize("beta", [1, "5/4", 3])
@pytest.mark.parametrize(("scale", "length"), CASES)
@pytest.mark.parametrize("kind", MECHANISMS)
def test_closed_forms_are_the_integrals(kind, scale, length, beta, two_points):
    """1/β log ∫ f(y|0)^{1-β} max_x f(y|x)^β dy"""
    mechanism = kind(scale=scale, length=length, two_points=two_points)
    with mpmath.workdps(20):
        number = integrated(kind, scale, length, beta, two_points=two_points)
        assert agrees(mechanism.maximal_renyi_leakage(beta, width="1e-25"), number)


@pytest.mark.parametrize("kind", MECHANISMS)
def test_the_worst_reference_is_an_end(kind):
    """x' inside the interval gives less, the middle least"""
    with mpmath.workdps(15):
        values = [integrated(kind, 1, 1, 2, two_points=False, reference=Fraction(n, 6)) for n in range(4)]
    assert values == sorted(values, reverse=True)


@pytest.mark.parametrize("alpha", [1, "3/2", 3])
@pytest.mark.parametrize(("scale", "length"), CASES)
@pytest.mark.parametrize("kind", MECHANISMS)
def test_local_renyi_privacy_is_the_divergence_of_the_ends(kind, scale, length, alpha):
    """D_α(f(·|Δ) ‖ f(·|0)) by quadrature"""
    f, d, a, s = density(kind, scale), real(length), real(alpha), real(scale)
    with mpmath.workdps(20):
        ends = places(kind, s, d, a)
        if alpha == 1:
            number = mpmath.quad(lambda y: f(y - d) * (mpmath.log(f(y - d)) - mpmath.log(f(y))), ends)
        else:
            number = mpmath.log(mpmath.quad(lambda y: f(y - d) ** a * f(y) ** (1 - a), ends)) / (a - 1)
        assert agrees(kind(scale=scale, length=length).local_renyi_privacy(alpha, width="1e-25"), number)


# --- exact values and special cases ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("scale", "length"), CASES)
def test_laplace_has_exact_values(scale, length):
    """β = 1: log(1 + Δ/2b); β = 2: Δ/2b; β = ∞: Δ/b, all from one formula in balls too"""
    noise = LaplaceMechanism(scale=scale, length=length)
    r = Fraction(length) / Fraction(scale)
    assert noise.maximal_leakage() == noise.maximal_renyi_leakage(1) == ln(1 + r / 2)
    assert noise.maximal_renyi_leakage(2) == Enclosure(r / 2, r / 2)
    assert noise.maximal_renyi_leakage("inf") == noise.local_differential_privacy() == Enclosure(r, r)
    close = noise.maximal_renyi_leakage(1 + Fraction(1, 10**15), width="1e-20")
    assert (close - nats(ln(1 + r / 2))).magnitude < Fraction(1, 10**13)
    close = noise.maximal_renyi_leakage(2 + Fraction(1, 10**15), width="1e-20")
    assert (close - r / 2).magnitude < Fraction(1, 10**13)
    assert (noise.maximal_renyi_leakage(10**6) - r).magnitude < Fraction(1, 10**4)


def test_gaussian_has_exact_values():
    """LRDP_α = αΔ²/2σ²; local differential privacy is infinite; the limit β → 1 is log(1 + Δ/√(2π)σ)"""
    noise = GaussianMechanism(scale=2, length=3)
    assert noise.local_renyi_privacy("3/2") == Enclosure("27/16", "27/16")
    assert noise.local_differential_privacy() == noise.local_renyi_privacy("inf") == INFINITY
    assert noise.maximal_renyi_leakage("inf") == noise.maximal_alpha_beta_leakage(3, "inf") == INFINITY
    close = noise.maximal_renyi_leakage(1 + Fraction(1, 10**15), width="1e-20")
    assert (close - noise.maximal_leakage(width="1e-20")).magnitude < Fraction(1, 10**13)


@pytest.mark.parametrize("kind", MECHANISMS)
def test_no_length_no_leakage(kind):
    """Δ = 0: every measure is 0, exactly"""
    noise = kind(scale=1, length=0)
    values = [noise.maximal_renyi_leakage(b) for b in (1, 2, "inf")] + [noise.local_renyi_privacy(a) for a in (1, 2)]
    assert [*values, noise.local_differential_privacy(), noise.maximal_alpha_beta_leakage(2, 3)] == [ZERO] * 7


@pytest.mark.parametrize("two_points", [False, True])
@pytest.mark.parametrize("kind", MECHANISMS)
def test_scaled_renyi_privacy_above_the_diagonal(kind, two_points):
    """β ≥ α > 1: α(β-1)/((α-1)β) LRDP_β, and LRDP_α for α = β; α = ∞ is maximal Rényi leakage"""
    noise = kind(scale=1, length=2, two_points=two_points)
    for alpha, beta in (("3/2", "3/2"), (2, 2), (2, 3), ("5/4", 4)):
        a, b = Fraction(alpha), Fraction(beta)
        scaled = noise.local_renyi_privacy(beta, width="1e-25") * (a * (b - 1) / ((a - 1) * b))
        value = noise.maximal_alpha_beta_leakage(alpha, beta, width="1e-20")
        assert value.meets(scaled)
        assert value.width <= Fraction("1e-20")
    assert noise.maximal_alpha_beta_leakage("inf", 3) == noise.maximal_renyi_leakage(3)
    if kind is LaplaceMechanism:
        assert noise.maximal_alpha_beta_leakage(3, "inf") == Enclosure(3, 3)


@pytest.mark.parametrize("kind", MECHANISMS)
def test_order_of_the_measures(kind):
    """Two points leak less than the interval; more β leaks more; LRDP_β ≤ β/(β-1) L_{∞,β}; L_{∞,β} ≤ LDP"""
    whole, ends = (kind(scale=1, length=2, two_points=two) for two in (False, True))
    values = [nats(whole.maximal_renyi_leakage(b, width="1e-20")) for b in (1, "3/2", 2, 3, 10)]
    assert all(low.certainly_less(high) for low, high in pairwise(values))
    for b in (Fraction(1), Fraction(3, 2), Fraction(2), Fraction(3)):
        assert nats(ends.maximal_renyi_leakage(b)).certainly_less(nats(whole.maximal_renyi_leakage(b)))
    for b in (Fraction(3, 2), Fraction(2), Fraction(5)):
        assert nats(whole.local_renyi_privacy(b)).certainly_less(nats(whole.maximal_renyi_leakage(b)) * (b / (b - 1)))


# --- quantized ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("two_points", [False, True])
@pytest.mark.parametrize("kind", MECHANISMS)
def test_fine_quantization_approaches_the_closed_form(kind, two_points):
    """Σ_y P(y|0)^{1-β} max_x P(y|x)^β of the quantized channel increases to the integral"""
    noise = kind(scale=1, length=1, two_points=two_points)
    for beta in (2, 3) if two_points else (1, 2):  # for two points and β = 1, a grid through the middle loses nothing
        exact = nats(noise.maximal_renyi_leakage(beta, width="1e-20"))
        values = []
        for inputs, cells in ((3, 18), (9, 72), (17, 144)):
            P = quantized_channel(noise, inputs=2 if two_points else inputs, cells=cells)
            even = dict.fromkeys(P.inputs, Fraction(1, len(P.inputs)))
            values.append(nats(limit_of_nearly_optimal(P, Fraction(0), even, "inf", beta)))
        assert values[0].certainly_less(values[1])
        assert values[1].certainly_less(values[2])
        assert values[2].certainly_less(exact)
        assert (exact - values[2]).certainly_less("0.03")


@pytest.mark.parametrize("kind", MECHANISMS)
def test_quantized_divergences_approach_the_closed_form(kind):
    """LRDP₂ of the quantized channel, from below; its maximal leakage, which loses nothing for two points"""
    noise = kind(scale=1, length=1, two_points=True)
    P = quantized_channel(noise, cells=400)
    below, exact = nats(local_renyi_privacy(P, 2)), nats(noise.local_renyi_privacy(2))
    assert below.certainly_less(exact)
    assert (exact - below).certainly_less("0.001")
    assert (nats(maximal_leakage(P).in_nats()) - nats(noise.maximal_leakage())).magnitude < Fraction(1, 10**12)


def test_quantized_entries_are_those_of_the_noise():
    """Every entry to 128 binary digits, checked with mpmath; rows sum to 1; far tails keep their relative accuracy"""
    P = quantized_channel(GaussianMechanism(scale=1, length=3), inputs=2, cells=30, reach=20)
    assert all(sum(row) == 1 and min(row) > 0 for row in P.matrix())
    with mpmath.workdps(300):
        tail = mpmath.erfc(23 / mpmath.sqrt(2)) / 2
        assert abs(real(P.entry(Fraction(3), 0)) / tail - 1) < mpmath.mpf(2) ** -120
    assert local_differential_privacy(P) > ln(10**28)


# --- products -------------------------------------------------------------------------------------------------------


def test_independent_coordinates_add():
    """k equal coordinates leak k times as much; exact amounts stay exact"""
    for noise in (GaussianMechanism(scale=1, length=1), LaplaceMechanism(scale=2, length=1)):
        cube = IndependentCoordinates(noise, noise, noise)
        for verb, order in product(("maximal_renyi_leakage", "local_renyi_privacy"), (1, 2, "5/2")):
            one, three = (getattr(vector, verb)(order, width="1e-20") for vector in (noise, cube))
            assert nats(three).meets(nats(one, 30) * 3)
            assert nats(three).width <= Fraction("1e-20")
    assert IndependentCoordinates(noise, noise).maximal_leakage() == ln("25/16")


def test_mixed_coordinates_add():
    """Exact and enclosed coordinates together; an infinite one makes the sum infinite"""
    exact, enclosed = LaplaceMechanism(scale=1, length=1), GaussianMechanism(scale=1, length=1)
    both = IndependentCoordinates(exact, enclosed)
    total = both.maximal_leakage(width="1e-20")
    assert total.width <= Fraction("1e-20")
    assert total.meets(nats(ln("3/2"), 30) + enclosed.maximal_leakage(width="1e-25"))
    assert both.local_differential_privacy() == INFINITY
    assert both.maximal_alpha_beta_leakage(2, 2, width="1e-20").width <= Fraction("1e-20")


def test_quantized_products_add():
    """Additivity on a product of quantized channels: MaxL of P × Q is the sum, as for the mechanisms"""
    P, Q = (
        quantized_channel(kind(scale=1, length=1, two_points=True), cells=5)
        for kind in (GaussianMechanism, LaplaceMechanism)
    )
    assert maximal_leakage(P.product(Q)) == maximal_leakage(P) + maximal_leakage(Q)


# --- ε and δ --------------------------------------------------------------------------------------------------------

SKEW = Channel.of([["0.9", "0.1"], ["0.2", "0.8"]])
THREE = Channel.of([["0.5", "0.3", "0.2"], ["0.2", "0.5", "0.3"], ["0.1", "0.1", "0.8"]])


@pytest.mark.parametrize("delta", ["1/10", "1/100"])
@pytest.mark.parametrize("beta", [2, 3, 8])
@pytest.mark.parametrize("P", [SKEW, THREE])
def test_the_conversion_is_sound(P, beta, delta):
    """Σ_y max(0, P(y|x) - e^ε P(y|x')) ≤ δ for ε = (βL + log 1/δ)/(β-1), exactly"""
    even = dict.fromkeys(P.inputs, Fraction(1, len(P.inputs)))
    leakage = max(limit_of_nearly_optimal(P, x, even, "inf", beta) for x in P.inputs)
    epsilon = approximate_differential_privacy(leakage, beta, delta)
    factor = antilog(epsilon)
    for x, x2 in product(P.inputs, repeat=2):
        gaps = [P.entry(x, y) - factor * P.entry(x2, y) for y in P.outputs]
        assert sum(gap for gap in gaps if gap > 0) <= Fraction(delta)


def test_a_smaller_parameter_would_not_do():
    """The check above can fail: half of ε is too small for an identity-like channel."""
    P = Channel.of([["99/100", "1/100"], ["1/100", "99/100"]])
    leakage = limit_of_nearly_optimal(P, 0, {0: "1/2", 1: "1/2"}, "inf", 8)
    epsilon = approximate_differential_privacy(leakage, 8, "1/100")
    gaps = [P.entry(0, y) - antilog(epsilon / 2) * P.entry(1, y) for y in P.outputs]
    assert sum(gap for gap in gaps if gap > 0) > Fraction(1, 100)


def test_the_conversion_is_sound_for_gaussian_noise():
    """Φ(Δ/2σ - εσ/Δ) - e^ε Φ(-Δ/2σ - εσ/Δ) ≤ δ"""
    noise = GaussianMechanism(scale=4, length=1)
    for beta, delta in ((20, "1e-5"), (40, "1e-9"), (3, "1/10")):
        leakage = noise.maximal_renyi_leakage(beta, width="1e-30")
        epsilon = approximate_differential_privacy(leakage, beta, delta, width="1e-30")
        assert epsilon.width <= Fraction("1e-28")
        with mpmath.workdps(30):
            e, r = real(epsilon.lo), mpmath.mpf(1) / 4
            assert mpmath.ncdf(r / 2 - e / r) - mpmath.exp(e) * mpmath.ncdf(-r / 2 - e / r) <= real(delta)


def test_the_conversion_of_amounts_is_exact():
    """β = ∞ leaves L; δ = 1 costs nothing; an infinite leakage bounds nothing"""
    assert approximate_differential_privacy(ln(3), "inf", "1e-9") == ln(3)
    assert approximate_differential_privacy(ln(3), 2, 1) == ln(9)
    assert approximate_differential_privacy(ln(3), "3/2", "1/2") == ln(27) + ln(4)
    assert approximate_differential_privacy(INFINITY, 2, "1/2") == INFINITY
    assert isinstance(approximate_differential_privacy(ln(3), 2, "1/2"), Amount)


# --- what is refused ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", MECHANISMS)
def test_orders_without_a_closed_form_are_refused(kind):
    """1 ≤ β < α < ∞ and α = 1; orders below 1"""
    noise = kind(scale=1, length=1)
    for alpha, beta in ((2, 1), (3, 2), (1, 1), (1, 2), (1, "inf")):
        with pytest.raises(OrderError, match="no closed form"):
            noise.maximal_alpha_beta_leakage(alpha, beta)
    for call in (noise.maximal_renyi_leakage, noise.local_renyi_privacy):
        with pytest.raises(OrderError, match="below 1"):
            call("1/2")


def test_bad_input_is_named():
    """Every message says what was given and what to do."""
    noise = LaplaceMechanism(scale=1, length=1)
    with pytest.raises(OutsideRangeError, match="positive"):
        GaussianMechanism(scale=0, length=1)
    with pytest.raises(OutsideRangeError, match="at least 0"):
        LaplaceMechanism(scale=1, length=-1)
    with pytest.raises(NotExactError, match=r"'0\.1'"):
        GaussianMechanism(scale=0.5, length=1)
    with pytest.raises(WidthError, match="above 0"):
        noise.maximal_renyi_leakage(3, width=0)
    with pytest.raises(EmptyRangeError, match="at least one coordinate"):
        IndependentCoordinates()
    with pytest.raises(OrderError, match="above 1"):
        approximate_differential_privacy(ln(2), 1, "1/2")
    for delta in (0, 2):
        with pytest.raises(BudgetError, match="at most 1"):
            approximate_differential_privacy(ln(2), 2, delta)
    with pytest.raises(OutsideRangeError, match="at least 2 inputs"):
        quantized_channel(LaplaceMechanism(scale=1, length=1, two_points=True), inputs=3)
