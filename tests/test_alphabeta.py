"""Maximal (α, β)-leakage: exact values, enclosures and closed forms, each computed in a second way."""

import json
import random
from fractions import Fraction
from itertools import pairwise, product
from pathlib import Path

import mpmath
import pytest
import sympy

from exactpriv.amount import INFINITY, Amount, ln
from exactpriv.errors import NotExactError, OrderError, OutsideRangeError, SupportError, WidthError
from exactpriv.exact.enclosure import Enclosure
from exactpriv.exact.logarithms import LogOfRadicals, log_of
from exactpriv.exact.radicals import radical
from exactpriv.leakage.alphabeta import (
    alpha_tau_leakage,
    arimoto_capacity,
    capacity,
    enclosed_leakage,
    leakage_certificate,
    maximal_alpha_beta_leakage,
    maximal_alpha_leakage,
    maximal_renyi_leakage,
)
from exactpriv.leakage.certificates import CertifiedEnclosure, Image, Optimum
from exactpriv.leakage.channel import Channel
from exactpriv.leakage.divergences import local_differential_privacy, local_renyi_privacy
from exactpriv.leakage.maximal import maximal_leakage
from exactpriv.leakage.named import (
    bec,
    bsc,
    constant,
    deterministic,
    erasure,
    identity,
    randomized_response,
    truncated_geometric,
    typewriter,
    z_channel,
)
from exactpriv.leakage.sibson import shannon_information, sibson_information

L = maximal_alpha_beta_leakage

GEOMETRIC = Channel.of([["2/3", "1/6", "1/6"], ["1/3", "1/3", "1/3"], ["1/6", "1/6", "2/3"]])
LEANING = Channel.of([["2/3", "1/3"], ["1/5", "4/5"]])
HALVED = Channel.of([["1/2", "1/2", 0], ["1/3", "1/3", "1/3"]])
FOUR_TO_TWO = deterministic(lambda x: x // 2, range(4))
TWO_BY_TWO = Channel.of([["0.9", "0.1"], ["0.2", "0.8"]])
THREE_BY_THREE = Channel.of([["0.5", "0.3", "0.2"], ["0.2", "0.5", "0.3"], ["0.1", "0.1", "0.8"]])
NO_CLOSED_FORM = Channel.of([["1/2", "1/4", "1/4"], ["1/10", "3/10", "3/5"]])

# --- values ----------------------------------------------------------------------------------------------------------

EXACT = [
    (bsc("1/4"), 1, 1, ln(3) * Fraction(3, 4) - ln(2)),
    (bsc("1/4"), 2, 1, ln("5/4")),
    (bsc("1/4"), "inf", 1, ln("3/2")),
    (bsc("1/4"), "3/2", "3/2", ln("25/12")),
    (bsc("1/4"), 2, 2, ln("7/3")),
    (bsc("1/4"), 2, 3, ln("61/9") * Fraction(2, 3)),
    (bsc("1/4"), 4, 2, ln("205/36") / 3),
    (bsc("1/4"), "inf", 2, ln(3) / 2),
    (bsc("1/4"), "inf", "inf", ln(3)),
    (bsc("1/4"), 4, "inf", ln(3) * Fraction(4, 3)),
    (bec("1/3"), 1, 1, ln(2) * Fraction(2, 3)),
    (bec("1/3"), 2, 1, log_of((1 + 2 * radical(2, "1/2")) / 3, 2)),
    (bec("1/3"), "inf", 1, ln("5/3")),
    (bec("1/3"), 2, 2, INFINITY),
    (z_channel("1/2"), 2, 1, ln("4/3")),
    (z_channel("1/2"), 3, 2, INFINITY),
    (randomized_response(3, "1/2"), 2, 1, ln("9/8")),
    (randomized_response(3, "1/2"), 3, 2, log_of((1 + 6 * radical(6, "1/3")) / 8, "3/4")),
    (randomized_response(3, "1/2"), "inf", 2, ln("5/2") / 2),
    (randomized_response(3, "1/2"), "inf", "inf", ln(2)),
    (GEOMETRIC, 2, 1, log_of((1 + radical(34, "1/2")) / 6, 2)),
    (GEOMETRIC, "inf", "inf", ln(4)),
    (LEANING, 2, 1, ln("270/221")),
    (HALVED, "inf", 1, ln("4/3")),
    (constant(2, 3), 3, 2, ln(1)),
    (constant(1, 3), 1, 1, ln(1)),
    (FOUR_TO_TWO, 3, 2, INFINITY),
    (FOUR_TO_TWO, "5/2", 1, ln(2)),
    (identity(7), 1, 1, ln(7)),
    (typewriter(5), 1, 1, ln("5/2")),
]
"""Channels with orders at which the leakage is known."""

DECIMALS = [
    (bsc("0.1"), 1, 1, "0.368064207168"),
    (bsc("0.1"), 2, 1, "0.494696241836"),
    (bsc("0.1"), 4, 1, "0.552717294408"),
    (bsc("0.1"), "inf", 1, "0.587786664902"),
    (bsc("0.1"), 2, "1.25", "0.847337900001"),
    (bsc("0.1"), 2, 2, "2.093234863812"),
    (bsc("0.1"), 4, 2, "1.398716873375"),
    (bsc("0.1"), 4, "2.5", "1.701668669079"),
    (bsc("0.1"), 4, 3, "1.906269143982"),
    (bsc("0.1"), 4, 4, "2.162104475142"),
    (bsc("0.1"), 2, 4, "3.243156712713"),
    (bsc("0.1"), 4, "inf", "2.929632769782"),
    (bsc("0.1"), "inf", 4, "1.621921004621"),
    (TWO_BY_TWO, 1, 1, "0.275702303879"),
    (TWO_BY_TWO, 2, 1, "0.402092423630"),
    (TWO_BY_TWO, 2, "1.5", "1.143198952061"),
    (TWO_BY_TWO, 2, 2, "1.863218433210"),
    (TWO_BY_TWO, 2, 4, "3.007593216039"),
    (TWO_BY_TWO, 4, "1.5", "0.840969404977"),
    (TWO_BY_TWO, 4, 2, "1.244858949021"),
    (TWO_BY_TWO, "inf", 1, "0.530628251062"),
    (TWO_BY_TWO, "inf", 2, "0.993937174077"),
    (TWO_BY_TWO, "inf", "inf", "2.079441541680"),
    (THREE_BY_THREE, 1, 1, "0.196280990165"),
    (THREE_BY_THREE, 2, 1, "0.323614777330"),
    (THREE_BY_THREE, 2, "1.5", "0.742363087319"),
    (THREE_BY_THREE, 2, 2, "1.238374231043"),
    (THREE_BY_THREE, 2, 4, "2.128537203488"),
    (THREE_BY_THREE, 4, "1.5", "0.650604931276"),
    (THREE_BY_THREE, 4, 2, "0.887544083114"),
    (THREE_BY_THREE, 4, 4, "1.419024802325"),
    (THREE_BY_THREE, "inf", 1, "0.587786664902"),
    (THREE_BY_THREE, "inf", 2, "0.878928958776"),
    (THREE_BY_THREE, "inf", "inf", "1.609437912434"),
    (TWO_BY_TWO, "1.5", 1, "0.353142"),
    (TWO_BY_TWO, "1.5", "1.5", "1.714798"),
    (TWO_BY_TWO, "1.5", 4, "4.511390"),
    (TWO_BY_TWO, "1.5", "inf", "6.238325"),
    (TWO_BY_TWO, 4, 1, "0.477643"),
    (TWO_BY_TWO, "inf", "1.5", "0.767626"),
    (THREE_BY_THREE, "1.5", 1, "0.267809"),
    (THREE_BY_THREE, "1.5", "1.5", "1.105066"),
    (THREE_BY_THREE, "1.5", 2, "1.857561"),
    (THREE_BY_THREE, 4, 1, "0.445550"),
    (THREE_BY_THREE, "inf", "1.5", "0.740375"),
    (THREE_BY_THREE, "inf", 4, "1.208673"),
]
"""Values that were computed elsewhere, in nats."""

# --- second ways -----------------------------------------------------------------------------------------------------


def ends(value, digits=40):
    """Rational bounds of an amount or of an enclosure."""
    return (value.lo, value.hi) if isinstance(value, Enclosure) else value.in_nats().enclosure(digits)


def lies_in(number, value, slack="1e-28"):
    """Whether a number of mpmath lies within the bounds, up to its own rounding."""
    lo, hi = ends(value)
    exact, rounding = Fraction(mpmath.nstr(number, 50)), Fraction(slack)
    return lo - rounding <= exact <= hi + rounding


def objective(P, alpha, beta, x2, weights):
    """a/((a-1)b) ln Σ_y W(y|x′)^(1-b) (Σ_x p_x W(y|x)^a)^(b/a), as it stands, at 60 digits."""
    a, b = mpmath.mpf(alpha.numerator) / alpha.denominator, mpmath.mpf(beta.numerator) / beta.denominator
    W = [[mpmath.mpf(q.numerator) / q.denominator for q in row] for row in P.matrix()]
    total = mpmath.mpf(0)
    for y, column in enumerate(zip(*W, strict=True)):
        if any(column):
            mass = sum(mpmath.mpf(p.numerator) / p.denominator * q**a for p, q in zip(weights, column, strict=True))
            total += (W[x2][y] ** (1 - b) if b != 1 else 1) * mass ** (b / a)
    return a / ((a - 1) * b) * mpmath.log(total)


def grid(size, steps):
    """All weights that are multiples of 1/steps."""
    for cut in product(range(steps + 1), repeat=size - 1):
        if sum(cut) <= steps:
            yield [Fraction(n, steps) for n in (*cut, steps - sum(cut))]


def random_channel(seed, inputs, outputs, denominator=10**6):
    """Rows of positive multiples of 1/denominator."""
    chance = random.Random(seed)
    rows = []
    for _ in range(inputs):
        cuts = sorted(chance.sample(range(1, denominator), outputs - 1))
        rows.append([Fraction(b - a, denominator) for a, b in zip([0, *cuts], [*cuts, denominator], strict=True)])
    return Channel.of(rows)


@pytest.fixture(autouse=True)
def _sixty_digits():
    with mpmath.workdps(60):
        yield


# --- tests: values ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("P", "alpha", "beta", "value"), EXACT)
def test_exact_values(P, alpha, beta, value):
    """L is exactly the value, and its certificate is right."""
    certificate = leakage_certificate(P, alpha, beta)
    assert certificate.leakage == value
    assert certificate.verify(P)


@pytest.mark.parametrize(("P", "alpha", "beta", "value"), [row for row in EXACT if row[3].is_finite])
@pytest.mark.parametrize("width", ["1e-3", "1e-12", "1e-30", "1e-90"])
def test_enclosures_contain_the_exact_values(P, alpha, beta, value, width):
    """lo ≤ L ≤ hi and hi - lo ≤ width, found without the closed form."""
    enclosed = enclosed_leakage(P, alpha, beta, width=width)
    lo, hi = value.in_nats().enclosure(120)
    assert enclosed.lo <= lo <= hi <= enclosed.hi
    assert enclosed.width <= Fraction(width)
    assert enclosed.certificate.verify(P)


@pytest.mark.parametrize(("P", "alpha", "beta", "decimal"), DECIMALS)
def test_decimals_computed_elsewhere(P, alpha, beta, decimal):
    """L agrees with all digits of the table, and with its own enclosure."""
    lo, hi = ends(L(P, alpha, beta))
    rounding = Fraction(1, 10 ** len(decimal.partition(".")[2]))
    assert lo - rounding <= Fraction(decimal) <= hi + rounding
    assert enclosed_leakage(P, alpha, beta).meets(Enclosure(lo, hi))


REFERENCE = Path(__file__).resolve().parents[2] / "shared" / "reference" / "leakage.json"
NAMED = {
    "BSC(1/4)": bsc("1/4"),
    "BEC(1/3)": bec("1/3"),
    "Z(1/2)": z_channel("1/2"),
    "RR_3(1/2)": randomized_response(3, "1/2"),
    "trunc.geometric(1/2) n=3": GEOMETRIC,
    "[[2/3,1/3],[1/5,4/5]]": LEANING,
    "2x3 [[1/2,1/2,0],[1/3,1/3,1/3]]": HALVED,
    "constant": constant(2, 2),
    "deterministic 4->2": FOUR_TO_TWO,
}


@pytest.mark.skipif(not REFERENCE.exists(), reason="the reference values are not at hand")
def test_reference_file():
    """All rows of the reference come out exactly, and as enclosures that contain them."""
    for row in json.loads(REFERENCE.read_text("utf-8"))["rows"]:
        P, orders = NAMED[row["channel"]], (row["alpha"], row["beta"])
        if row["value_nats"] == "oo":
            assert L(P, *orders) == INFINITY
            continue
        value = LogOfRadicals.from_sympy(sympy.parse_expr(row["value_nats"]), "nats")
        assert L(P, *orders) == value
        assert enclosed_leakage(P, *orders, width="1e-40").contains(Enclosure(*value.in_nats().enclosure(60)))


# --- tests: closed forms of named channels ---------------------------------------------------------------------------

ORDERS = [(2, 1), ("5/2", 1), ("5/2", "3/2"), (3, 2), (4, "3/2"), (4, 3), ("3/2", "5/4"), (7, 4), (20, "21/2"), (20, 1)]
"""Orders with β < α; on a binary symmetric channel (3, 2) and (7, 4) are degenerate."""


def powers(alpha, beta):
    """The orders as numbers of mpmath."""
    return tuple(mpmath.mpf(Fraction(n).numerator) / Fraction(n).denominator for n in (alpha, beta))


@pytest.mark.parametrize(("alpha", "beta"), ORDERS)
@pytest.mark.parametrize("p", ["1/4", "1/10", "3/7", "9/10"])
def test_binary_symmetric_channel(p, alpha, beta):
    """Interior for β ≤ (α+1)/2, else the scaled local Rényi privacy of order β."""
    a, b = powers(alpha, beta)
    p, q = sorted(mpmath.mpf(n.numerator) / n.denominator for n in (Fraction(p), 1 - Fraction(p)))
    if b <= (a + 1) / 2:
        e = a * (1 - b) / (a - b)
        inside = (p**a + q**a) ** (b / a) * (q**e + p**e) ** ((a - b) / a)
    else:
        inside = q ** (1 - b) * p**b + p ** (1 - b) * q**b
    expected = a / ((a - 1) * b) * mpmath.log(inside)
    P = bsc(Fraction(mpmath.nstr(p, 50)).limit_denominator(10))
    assert not isinstance(L(P, alpha, beta), Enclosure)
    assert lies_in(expected, L(P, alpha, beta))
    assert lies_in(expected, enclosed_leakage(P, alpha, beta, width="1e-25"))


@pytest.mark.parametrize(("alpha", "beta"), ORDERS)
@pytest.mark.parametrize(("k", "diagonal"), [(3, "1/2"), (4, "1/4"), (5, "1/10"), (3, "9/10"), (6, "1/100")])
def test_randomized_response(k, diagonal, alpha, beta):
    """Interior exactly when ρ^(-γ)(ρ^a + k - 2) ≥ k - 1 (reversed for ρ < 1), else no weight on x′."""
    a, b = powers(alpha, beta)
    q = Fraction(diagonal)
    other = (1 - q) / (k - 1)
    rho = mpmath.mpf((q / other).numerator) / (q / other).denominator
    D, gamma = rho + k - 1, a * (b - 1) / (a - b)
    excess = rho**-gamma * (rho**a + k - 2) - (k - 1)
    if excess * mpmath.sign(rho - 1) >= 0:
        expected = (a - b) / ((a - 1) * b) * mpmath.log(rho**-gamma + k - 1) + mpmath.log(rho**a + k - 1) / (a - 1)
        expected -= a / ((a - 1) * b) * mpmath.log(D)
    else:
        inside = rho ** (1 - b) + (k - 1) ** (1 - b / a) * (rho**a + k - 2) ** (b / a)
        expected = a / ((a - 1) * b) * mpmath.log(inside / D)
    certificate = leakage_certificate(randomized_response(k, diagonal), alpha, beta)
    nested = excess * mpmath.sign(rho - 1) < 0 and not radical(q / other, alpha).is_rational  # (ρ^a + k - 2)^(b/a)
    assert isinstance(certificate.value, Enclosure) == nested
    assert lies_in(expected, certificate.value)
    assert certificate.verify()


def test_four_answers_at_epsilon_1():
    """Randomized response over four values with ε = 1, up to the rounding of e."""
    P = randomized_response(4, ratio=Fraction(mpmath.nstr(mpmath.e, 40)))
    table = [(2, 1, "0.239710553776"), (4, 2, "0.569629935072"), (2, 2, "0.534309988947"), ("inf", 2, "0.735307459867")]
    for alpha, beta, decimal in [(1, 1, "0.117992866910"), *table, ("inf", "inf", "1.000000000000")]:
        assert L(P, alpha, beta).decimal(12).startswith(decimal) or lies_in(
            mpmath.mpf(decimal), L(P, alpha, beta), "1e-12"
        )


@pytest.mark.parametrize("alpha", [1, "3/2", 2, "5/2", 7])
@pytest.mark.parametrize(("k", "e"), [(2, "1/3"), (3, "1/7"), (5, "2/3")])
def test_erasure(k, e, alpha):
    """L(α, 1) = α/(α-1) ln(e + (1-e) k^(1-1/α)), the capacity is (1-e) ln k; exact for every α."""
    value = L(erasure(k, e), alpha, 1)
    if alpha == 1:
        assert value == ln(k) * (1 - Fraction(e))
    else:
        a = Fraction(alpha)
        assert value == log_of(Fraction(e) + (1 - Fraction(e)) * radical(k, 1 - 1 / a), a / (a - 1))


@pytest.mark.parametrize("alpha", ["3/2", 2, "5/2", 3, 7])
@pytest.mark.parametrize("q", ["1/2", "1/3", "9/10"])
def test_z_channel(q, alpha):
    """L(α, 1) = ln(1 + [(1-q)^α / (1-q^α)]^(1/(α-1)))"""
    a, _ = powers(alpha, 1)
    q_ = mpmath.mpf(Fraction(q).numerator) / Fraction(q).denominator
    expected = mpmath.log(1 + ((1 - q_) ** a / (1 - q_**a)) ** (1 / (a - 1)))
    assert lies_in(expected, L(z_channel(q), alpha, 1, width="1e-25"))


@pytest.mark.parametrize("n", [4, 5, 6])
def test_truncated_geometric(n):
    """L(2, 1) = ln((30 + 5(n-2))/27) for ratio 1/2 and n ≥ 4, and for n = 3 it is no such logarithm."""
    assert L(truncated_geometric("1/2", n), 2, 1) == ln(Fraction(30 + 5 * (n - 2), 27))
    assert L(GEOMETRIC, 2, 1) < ln("35/27")


# --- tests: the definition -------------------------------------------------------------------------------------------

SMALL = [bsc("1/4"), TWO_BY_TWO, THREE_BY_THREE, NO_CLOSED_FORM, GEOMETRIC, random_channel(7, 3, 2, 12)]


@pytest.mark.parametrize(("alpha", "beta"), [(2, 1), ("5/2", "3/2"), (3, 2), ("11/10", 1), (20, 19), (2, 3), (2, 2)])
@pytest.mark.parametrize("P", SMALL, ids=str)
def test_no_weights_on_a_grid_exceed_the_value(P, alpha, beta):
    """The objective is at most L on all weights of a grid and all x′, and the grid comes near."""
    a, b = Fraction(alpha), Fraction(beta)
    size = len(P.inputs)
    values = [objective(P, a, b, x2, p) for p in grid(size, 12 if size == 3 else 60) for x2 in range(size)]
    lo, hi = ends(L(P, alpha, beta))
    largest = Fraction(mpmath.nstr(max(values), 50))
    assert lo - Fraction(1, 20) < largest <= hi + Fraction(1, 10**40)


@pytest.mark.parametrize(
    ("alpha", "beta"), [(2, 1), ("5/2", 1), ("5/2", "3/2"), (3, 2), (1, 1), ("101/100", 1), (40, 2)]
)
@pytest.mark.parametrize(("seed", "inputs", "outputs"), [(1, 3, 3), (2, 4, 3), (3, 3, 5), (4, 10, 10), (5, 2, 6)])
def test_random_channels_reach_the_width(seed, inputs, outputs, alpha, beta):
    """A channel that no closed form fits gets an enclosure of width 1e-30 that its certificate shows."""
    P = random_channel(seed, inputs, outputs)
    certificate = leakage_certificate(P, alpha, beta, width="1e-30")
    assert certificate.verify(P)
    if isinstance(certificate.value, Enclosure):
        assert certificate.value.width <= Fraction(1, 10**30)
    else:
        assert enclosed_leakage(P, alpha, beta).meets(Enclosure(*certificate.value.enclosure(30)))


@pytest.mark.parametrize("width", ["1e-100", "1e-300"])
@pytest.mark.parametrize(("P", "alpha", "beta"), [(bsc("1/10"), 3, 2), (NO_CLOSED_FORM, "5/2", 1), (GEOMETRIC, 3, 2)])
def test_any_width_is_reached(P, alpha, beta, width):
    """hi - lo ≤ width, at degenerate optima and at the boundary as well."""
    enclosed = enclosed_leakage(P, alpha, beta, width=width)
    assert enclosed.width <= Fraction(width)
    assert enclosed.certificate.verify()


def test_extreme_orders_and_entries():
    """Orders near 1 and in the thousands, and entries of 10^-400, lie beyond floats and are enclosed all the same."""
    tiny = Fraction(1, 10**400)
    P = Channel.of([[tiny, "1/3", Fraction(2, 3) - tiny], ["1/2", tiny, Fraction(1, 2) - tiny]])
    for alpha, beta in [(2, 1), (3, "3/2"), ("1000001/1000000", 1), (4096, 3), (1, 1)]:
        enclosed = enclosed_leakage(P, alpha, beta, width="1e-20")
        assert enclosed.width <= Fraction(1, 10**20)
        assert enclosed.certificate.verify(P)


def test_fifty_centers_at_once():
    """Truncated geometric noise on 50 values: of the x′ only few matter, and all the others are shown not to."""
    certificate = leakage_certificate(truncated_geometric("1/2", 50), "5/2", "3/2", width="1e-30")
    assert certificate.value.width <= Fraction(1, 10**30)
    assert len(certificate.evidence) == 50
    assert certificate.verify()


# --- tests: special cases --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("P", SMALL, ids=str)
def test_special_cases(P):
    """LRDP on the diagonal, LDP and maximal leakage in the corners, scaled LRDP above the diagonal."""
    assert L(P, "inf", 1) == maximal_leakage(P) == maximal_renyi_leakage(P, 1)
    assert L(P, "inf", "inf") == local_differential_privacy(P) == maximal_renyi_leakage(P, "inf")
    assert L(P, 3, "inf") == local_differential_privacy(P) * Fraction(3, 2)
    for order in ("3/2", 2, 5):
        assert L(P, order, order) == local_renyi_privacy(P, order)
    assert L(P, 2, 3) == local_renyi_privacy(P, 3) * Fraction(4, 3)
    assert L(P, "3/2", "5/2") == local_renyi_privacy(P, "5/2") * Fraction(9, 5)


@pytest.mark.parametrize("beta", [2, "3/2", 4])
@pytest.mark.parametrize("P", SMALL, ids=str)
def test_maximal_renyi_leakage(P, beta):
    """max over x′ of (1/β) ln Σ_y P(y|x′)^(1-β) max_x P(y|x)^β"""
    b, rows = Fraction(beta), P.matrix()
    tops = [max(column) for column in zip(*rows, strict=True)]
    sums = (
        sum((radical(t, b) * radical(q, 1 - b) for t, q in zip(tops, row, strict=True)), radical(0)) for row in rows
    )
    assert maximal_renyi_leakage(P, beta) == log_of(max(sums), 1 / b)


@pytest.mark.parametrize("P", SMALL, ids=str)
def test_monotone_in_beta_and_between_its_neighbors(P):
    """L(α, 1) ≤ L(α, β) ≤ LRDP_α for β ≤ α, non-decreasing in β, and L(α, β) ≤ α/(α-1) LDP."""
    chain = [ends(L(P, 3, beta)) for beta in (1, "5/4", "3/2", 2, "5/2", 3, 5, "inf")]
    assert all(lo <= hi2 for (lo, _), (_, hi2) in pairwise(chain))
    assert ends(L(P, 3, 2))[0] <= ends(local_renyi_privacy(P, 3))[1]


def test_not_monotone_in_alpha_for_beta_above_1():
    """At β = 2, on BSC(1/4): 3/2 ln(7/3) > ln(7/3) > ½ ln 3; on RR₃(1/2): 3/2 ln(11/8) > ln(11/8) < ½ ln(5/2)"""
    assert [L(bsc("1/4"), a, 2) for a in ("3/2", 2, "inf")] == [ln("7/3") * Fraction(3, 2), ln("7/3"), ln(3) / 2]
    low, middle, high = (L(randomized_response(3, "1/2"), a, 2) for a in (2, "3/2", "inf"))
    assert low == ln("11/8")
    assert low < middle == ln("11/8") * Fraction(3, 2)
    assert low < high == ln("5/2") / 2


def test_products_add_up():
    """L(P × Q) = L(P) + L(Q) for independent inputs, as enclosures that meet."""
    for alpha, beta in [(2, 1), ("5/2", "3/2"), (1, 1)]:
        P, Q = NO_CLOSED_FORM, bsc("1/4")
        both = enclosed_leakage(P.product(Q), alpha, beta)
        assert both.meets(enclosed_leakage(P, alpha, beta) + enclosed_leakage(Q, alpha, beta))


def test_maximal_alpha_leakage():
    """sup over P_X of Sibson's information on the support of the prior; I(X;Y) itself at α = 1."""
    prior = {0: "1/4", 1: "3/4"}
    assert maximal_alpha_leakage(bsc("1/4"), 1, prior=prior) == shannon_information(bsc("1/4"), prior)
    assert maximal_alpha_leakage(bsc("1/4"), 1, prior=prior) < capacity(bsc("1/4"))
    assert maximal_alpha_leakage(bsc("1/4"), 2) == sibson_information(bsc("1/4"), None, 2)
    assert maximal_alpha_leakage(identity(3), 2, prior={0: "1/2", 2: "1/2"}) == ln(2)
    assert maximal_alpha_leakage(bsc("1/4"), "inf", prior={0: 1}) == 0
    with pytest.raises(OrderError, match="depends on the law of X"):
        maximal_alpha_leakage(bsc("1/4"), 1)
    with pytest.raises(SupportError):
        maximal_alpha_leakage(identity(3).restricted([0]), 2, prior={1: 1})


def test_arimoto_capacity():
    """C_α = sup over P_X of I_α(X;Y), Shannon's at α = 1."""
    assert arimoto_capacity(bec("1/3"), 1) == capacity(bec("1/3")) == ln(2) * Fraction(2, 3)
    assert arimoto_capacity(bsc("1/4"), "inf") == ln("3/2")


@pytest.mark.parametrize(
    ("tau", "value"), [(0, "0.130812"), ("1/4", "0.179275"), ("1/2", "0.274653"), (1, "0.549306"), (2, "1.098612")]
)
def test_alpha_tau_leakage_in_the_corner(tau, value):
    """max over x′ and P of I(P, W) + τ D(PW ‖ W(·|x′)) on BSC(1/4): capacity at 0, τ times the largest KL from 1 on."""
    leakage = alpha_tau_leakage(bsc("1/4"), 1, tau)
    lo, hi = ends(leakage)
    assert abs((lo + hi) / 2 - Fraction(value)) < Fraction(1, 10**6)


@pytest.mark.parametrize("P", [NO_CLOSED_FORM, TWO_BY_TWO, THREE_BY_THREE], ids=str)
@pytest.mark.parametrize("tau", ["1/4", "1/2", "9/10"])
def test_alpha_tau_leakage_at_order_1_is_a_limit(P, tau):
    """L(α, τ) → L(1, τ) for α ↓ 1, from above; and no weights on a grid exceed it."""
    limit, near = ends(alpha_tau_leakage(P, 1, tau)), ends(alpha_tau_leakage(P, "1001/1000", tau))
    assert limit[0] <= near[1] < limit[1] + Fraction(1, 100)
    t = mpmath.mpf(Fraction(tau).numerator) / Fraction(tau).denominator
    W = [[mpmath.mpf(q.numerator) / q.denominator for q in row] for row in P.matrix()]
    for p in grid(len(W), 12):
        weights = [mpmath.mpf(w.numerator) / w.denominator for w in p]
        out = [sum(map(mpmath.fmul, weights, column)) for column in zip(*W, strict=True)]
        information = sum(
            w * q * mpmath.log(q / o) for w, row in zip(weights, W, strict=True) for q, o in zip(row, out, strict=True)
        )
        largest = max(sum(o * mpmath.log(o / q) for o, q in zip(out, row, strict=True)) for row in W)
        assert Fraction(mpmath.nstr(information + t * largest, 50)) <= limit[1]


@pytest.mark.parametrize("P", SMALL, ids=str)
def test_alpha_tau_coordinates(P):
    """τ = α(β-1)/((α-1)β): 0 is maximal α-leakage, 1 is LRDP, and L(∞, τ) has β = 1/(1-τ)."""
    assert alpha_tau_leakage(P, 2, 1) == local_renyi_privacy(P, 2)
    assert ends(alpha_tau_leakage(P, 2, 0)) == ends(L(P, 2, 1))
    assert alpha_tau_leakage(P, "inf", "1/2") == L(P, "inf", 2)
    assert alpha_tau_leakage(P, "inf", 1) == alpha_tau_leakage(P, 2, 2) / 2 == local_differential_privacy(P)
    assert ends(alpha_tau_leakage(P, 3, "3/4")) == ends(L(P, 3, 2))
    assert alpha_tau_leakage(P, 2, "4/3") == L(P, 2, 3)


# --- tests: reductions and symmetry ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("alpha", "beta"), [(1, 1), (2, 1), ("5/2", "3/2"), (3, 2), (2, 3), ("inf", 2)])
def test_reductions_change_nothing(alpha, beta):
    """Outputs that never occur, split outputs and repeated inputs leave the value, and the certificate covers them."""
    P = Channel.of([["1/2", "1/3", "1/6"], ["1/5", "1/5", "3/5"]])
    rows = [[a, 0, b / 4, c, 3 * b / 4] for a, b, c in P.matrix()]
    Q = Channel.of([rows[0], rows[1], rows[0], rows[1], rows[1]])
    certificate = leakage_certificate(Q, alpha, beta)
    assert certificate.verify(Q)
    assert Enclosure(*ends(certificate.value)).meets(Enclosure(*ends(L(P, alpha, beta))))
    R = Channel.of([[a, 0, b / 4, 3 * b / 4] for a, b in TWO_BY_TWO.matrix() for _ in range(2)])
    certificate = leakage_certificate(R, alpha, beta)
    assert certificate.verify(R)
    if (alpha, beta) != ("5/2", "3/2"):
        assert certificate.leakage == L(TWO_BY_TWO, alpha, beta)


def test_only_the_support_counts():
    """The rows of inputs that do not occur change nothing."""
    P = Channel.of([["3/4", "1/4"], ["1/4", "3/4"], [1, 0]])
    assert L(P.restricted([0, 1]), 4, 2) == L(bsc("1/4"), 4, 2)
    assert L(P, 4, 2) == INFINITY


def test_symmetric_centers_are_images_of_one():
    """In a circulant channel all x′ are alike: one is solved, the others are its images."""
    first = [Fraction(n, 20) for n in (1, 2, 3, 5, 9)]
    P = Channel.of([first[n:] + first[:n] for n in range(5)])
    certificate = leakage_certificate(P, "5/2", "3/2")
    assert sum(isinstance(support, Image) for support in certificate.evidence.values()) == 4
    assert certificate.verify()


def test_the_closed_form_with_a_negative_weight_is_refused():
    """Truncated geometric noise, n = 3: w > 0 would give ln 35/27, but the optimum leaves the middle input out."""
    (support,) = leakage_certificate(GEOMETRIC, 2, 1).evidence.values()
    assert isinstance(support, Optimum)
    assert [weight.sign() for weight in support.inputs] == [1, 0, 1]


# --- tests: policy and bad input -------------------------------------------------------------------------------------


def test_policy_at_order_1():
    """α = 1 with β > 1 is the capacity or infinite, as named, and refused otherwise."""
    P = bsc("1/4")
    for beta in ("3/2", 2, "inf"):
        with pytest.raises(OrderError, match="at_one"):
            L(P, 1, beta)
        assert L(P, 1, beta, at_one="definition") == capacity(P)
        assert L(P, 1, beta, at_one="limit") == INFINITY
        assert L(constant(3, 2), 1, beta, at_one="limit") == 0
        assert leakage_certificate(P, 1, beta, at_one="limit").verify()
    assert L(P, 1, 1) == ln(3) * Fraction(3, 4) - ln(2)


@pytest.mark.parametrize(("alpha", "beta"), [("1/2", 1), (2, "1/2"), (0, 1), ("inf", "9/10"), (1, 0), (-1, 2)])
def test_orders_below_1_are_refused(alpha, beta):
    """α ≥ 1 and β ≥ 1."""
    with pytest.raises(OrderError):
        L(bsc("1/4"), alpha, beta)


def test_bad_input():
    """Floats, widths that are not positive, and enclosures of what is infinite are refused by name."""
    with pytest.raises(NotExactError):
        L(bsc("1/4"), 2.5, 1)
    for width in (0, "-1e-9"):
        with pytest.raises(WidthError, match="give a width above 0"):
            L(NO_CLOSED_FORM, 2, 1, width=width)
    with pytest.raises(OutsideRangeError, match="infinite"):
        enclosed_leakage(bec("1/3"), 2, 2)
    with pytest.raises(OrderError, match="capacity"):
        enclosed_leakage(bsc("1/4"), 1, 2)
    with pytest.raises(OrderError, match="τ"):
        alpha_tau_leakage(bsc("1/4"), 2, 3)
    with pytest.raises(OrderError, match="at most 1"):
        alpha_tau_leakage(bsc("1/4"), "inf", "3/2")
    with pytest.raises(OrderError, match="τ from 0"):
        alpha_tau_leakage(bsc("1/4"), 2, -1)


@pytest.mark.parametrize(("P", "alpha"), [(identity(2), 2), (HALVED, 3), (z_channel("1/3"), "3/2"), (typewriter(4), 2)])
def test_infinite_exactly_with_a_zero_beside_a_positive_entry(P, alpha):
    """β > 1 and P(y|x) > 0 = P(y|x′) for some y: L = ∞; at β = 1 it is finite."""
    for beta in ("1001/1000", 2, 5, "inf"):
        assert L(P, alpha, beta) == INFINITY
    assert ends(L(P, alpha, 1))[1] <= ln(len(P.inputs)).enclosure(9)[1]


def test_kinds_of_results():
    """An exact amount where there is a closed form, and otherwise an enclosure with its certificate."""
    assert isinstance(L(bsc("1/4"), 2, 1), Amount)
    assert isinstance(L(GEOMETRIC, 2, 1), LogOfRadicals)
    assert isinstance(L(NO_CLOSED_FORM, 2, 1), CertifiedEnclosure)
