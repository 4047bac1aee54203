"""Sibson information: other formulas for every order, laws, published numbers, enclosures and conventions.

Independent oracles: the definition by mpmath at 60 digits; Rényi entropies and divergences, of which Sibson information
is a case or a minimum; and the tables of the specification.
"""

from fractions import Fraction
from itertools import product

import mpmath
import pytest

from exactpriv.amount import Amount, bits, ln
from exactpriv.errors import NotExactError, NotStochasticError, OrderError, SupportError, WidthError
from exactpriv.exact.enclosure import Enclosure
from exactpriv.exact.logarithms import LogOfRadicals, log_of
from exactpriv.exact.radicals import radical
from exactpriv.leakage.channel import Channel
from exactpriv.leakage.divergences import kl_divergence, renyi_divergence, renyi_entropy
from exactpriv.leakage.maximal import maximal_leakage
from exactpriv.leakage.orders import INFINITE
from exactpriv.leakage.sibson import shannon_information, sibson_information

ORDERS = [Fraction(1, 3), Fraction(1, 2), 1, Fraction(3, 2), 2, Fraction(5, 2), 3, INFINITE]
"""In increasing order."""
EXACT = [Fraction(1, 3), Fraction(1, 2), 1, 2, 3, INFINITE]
"""The orders at which every channel has an exact value."""
ROWS = [
    [["3/4", "1/4"], ["1/4", "3/4"]],
    [["0.9", "0.1"], ["0.2", "0.8"]],
    [["1/2", "1/2", 0], ["1/3", "1/3", "1/3"]],
    [["2/3", "1/3", 0], [0, "1/3", "2/3"]],
    [["1/2", "1/4", "1/4"], ["1/10", "3/10", "3/5"], ["1/3", "1/3", "1/3"]],
    [["1/3", "2/3"], ["1/3", "2/3"]],
]
CHANNELS = [Channel.of(rows) for rows in ROWS]
FLIP = CHANNELS[0]


def priors(P, d=4):
    """All distributions on the inputs with probabilities that are multiples of 1/d."""
    weights = (w for w in product(range(d + 1), repeat=len(P.inputs)) if sum(w) == d)
    return [{x: Fraction(n, d) for x, n in zip(P.inputs, w, strict=True)} for w in weights]


CASES = [(P, prior) for P in CHANNELS for prior in priors(P)]


def quotient(x):
    """A fraction for mpmath."""
    return mpmath.mpf(x.numerator) / x.denominator


def by_definition(P, prior, alpha):
    """I_α in nats by mpmath."""
    columns = [[(quotient(prior[x]), quotient(P.entry(x, y))) for x in P.inputs if prior[x]] for y in P.outputs]
    if alpha == INFINITE:
        return mpmath.log(mpmath.fsum(max(p for _, p in column) for column in columns))
    if alpha == 1:
        totals = [mpmath.fsum(w * p for w, p in column) for column in columns]
        logs = (w * p * mpmath.log(p / t) for column, t in zip(columns, totals, strict=True) for w, p in column if p)
        return mpmath.fsum(logs)
    order = quotient(Fraction(alpha))
    inner = (mpmath.fsum(w * p**order for w, p in column) for column in columns)
    return order / (order - 1) * mpmath.log(mpmath.fsum(S ** (1 / order) for S in inner))


def joint(P, prior):
    """P(x) P(y|x)."""
    return {(x, y): prior[x] * P.entry(x, y) for x, y in product(P.inputs, P.outputs)}


def apart(P, prior, q):
    """P(x) q(y)."""
    return {(x, y): prior[x] * q[y] for x, y in product(P.inputs, P.outputs)}


# --- the value -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("alpha", ORDERS, ids=str)
def test_the_value_is_that_of_the_definition(alpha):
    """α/(α-1) ln Σ_y (Σ_x P(x) P(y|x)^α)^(1/α), by mpmath: exact values to 40 digits, enclosures around it."""
    with mpmath.workdps(60):
        for P, prior in CASES:
            value = sibson_information(P, prior, alpha, width="1e-30")
            steps = int(mpmath.nint(by_definition(P, prior, alpha) * mpmath.mpf(10) ** 40))
            if isinstance(value, Enclosure):
                assert value.width <= Fraction(1, 10**30)
                assert value.lo * 10**40 - 1 <= steps <= value.hi * 10**40 + 1
            else:
                assert Fraction(value.decimal(40)) * 10**40 == steps
                assert value.unit == "nats"


def test_which_orders_are_exact():
    """Whole orders and their reciprocals are exact on every channel; 3/2 is so where the inner sums are multiples."""
    for (P, prior), alpha in product(CASES, EXACT):
        assert isinstance(sibson_information(P, prior, alpha), Amount | LogOfRadicals)
    assert isinstance(sibson_information(FLIP, None, "3/2"), LogOfRadicals)
    assert isinstance(sibson_information(FLIP, {0: "1/3", 1: "2/3"}, "3/2"), Enclosure)
    assert sibson_information(FLIP, {0: "1/3", 1: "2/3"}, "3/2", width="1e-50").width <= Fraction(1, 10**50)


def test_the_binary_symmetric_channel():
    """With a uniform prior, I_α = ln 2 + ln(p^α + q^α)/(α - 1)."""
    for alpha in (Fraction(1, 3), Fraction(1, 2), Fraction(3, 2), Fraction(2), Fraction(5, 2), Fraction(7)):
        closed = ln(2) + log_of(radical("1/4", alpha) + radical("3/4", alpha), 1 / (alpha - 1))
        assert sibson_information(FLIP, None, alpha) == closed
        assert sibson_information(FLIP, None, alpha) != closed + ln("1000001/1000000")


@pytest.mark.parametrize(
    ("rows", "prior", "alpha", "decimal"),
    [
        ([["0.9", "0.1"], ["0.1", "0.9"]], None, 1, "0.368064207168"),
        ([["0.9", "0.1"], ["0.1", "0.9"]], None, 2, "0.494696241836"),
        ([["0.9", "0.1"], ["0.1", "0.9"]], None, 4, "0.552717294408"),
        ([["0.9", "0.1"], ["0.1", "0.9"]], None, "inf", "0.587786664902"),
        ([["0.9", "0.1"], ["0.2", "0.8"]], {0: "53/99", 1: "46/99"}, 2, "0.402092423630"),
        ([["0.9", "0.1"], ["0.2", "0.8"]], None, "inf", "0.530628251062"),
    ],
)
def test_published_numbers(rows, prior, alpha, decimal):
    """The edge β = 1 of the published tables, at the published maximizing priors."""
    assert sibson_information(Channel.of(rows), prior, alpha).decimal(12) == decimal


# --- other formulas --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("alpha", ORDERS, ids=str)
def test_the_identity_has_the_entropy_of_the_reciprocal_order(alpha):
    """I_α(X;X) = H_{1/α}(X), also at ∞ and 0."""
    identity = Channel.of([[1, 0, 0], [0, 1, 0], [0, 0, 1]])
    for prior in priors(identity, d=5):
        reciprocal = 0 if alpha == INFINITE else 1 / Fraction(alpha)
        assert sibson_information(identity, prior, alpha) == renyi_entropy(prior, reciprocal)


@pytest.mark.parametrize("alpha", [alpha for alpha in EXACT if alpha != INFINITE], ids=str)
def test_no_output_distribution_beats_it(alpha):
    """I_α = min_q D_α(P(x)P(y|x)‖P(x)q(y)): never above the divergence from any q in tenths."""
    for P, prior in CASES[2:9] + CASES[12:15]:
        value = sibson_information(P, prior, alpha)
        for weights in product(range(11), repeat=len(P.outputs)):
            if sum(weights) == 10:
                q = {y: Fraction(n, 10) for y, n in zip(P.outputs, weights, strict=True)}
                assert value <= renyi_divergence(joint(P, prior), apart(P, prior, q), alpha)


@pytest.mark.parametrize("alpha", ORDERS, ids=str)
def test_a_symmetric_channel_is_closest_to_uniform_outputs(alpha):
    """I_α = D_α(P(x)P(y|x)‖P(x)/n) for a uniform prior on a symmetric channel, exactly."""
    symmetric = Channel.of([["1/2", "1/3", "1/6"], ["1/6", "1/2", "1/3"], ["1/3", "1/6", "1/2"]])
    prior, q = ({z: Fraction(1, 3) for z in range(3)} for _ in range(2))
    value = sibson_information(symmetric, prior, alpha)
    assert value == renyi_divergence(joint(symmetric, prior), apart(symmetric, prior, q), alpha)


def test_order_1_is_mutual_information():
    """I(X;Y) = Σ_x P(x) D(P(·|x)‖P(y)) = H(X) + H(Y) - H(X,Y), next to the orders 99/100 and 101/100."""
    for P, prior in CASES:
        outputs = {y: sum(prior[x] * P.entry(x, y) for x in P.inputs) for y in P.outputs}
        rows = {x: {y: P.entry(x, y) for y in P.outputs} for x in P.inputs}
        value = sibson_information(P, prior, 1)
        assert value == shannon_information(P, prior)
        assert value == sum(kl_divergence(rows[x], outputs) * p for x, p in prior.items() if p)
        assert value == renyi_entropy(prior, 1) + renyi_entropy(outputs, 1) - renyi_entropy(joint(P, prior), 1)


def test_order_infinity_is_maximal_leakage():
    """I_∞ = ln Σ_y max_x P(y|x) for every prior with full support, and that of the smaller support otherwise."""
    for P, prior in CASES:
        likely = [x for x, p in prior.items() if p]
        assert sibson_information(P, prior, "inf") == maximal_leakage(P.restricted(likely))


# --- laws ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("P", "prior"), CASES[::3], ids=str)
def test_information_grows_with_the_order(P, prior):
    """0 ≤ I_α ≤ I_β for α ≤ β, where both are exact."""
    values = [sibson_information(P, prior, alpha) for alpha in EXACT]
    assert values[0] >= 0
    assert sorted(values) == values


@pytest.mark.parametrize("alpha", EXACT, ids=str)
def test_only_independence_has_information_0(alpha):
    """I_α(X;Y) = 0 ⇔ all rows with positive probability are equal."""
    for P, prior in CASES:
        rows = {tuple(P.entry(x, y) for y in P.outputs) for x, p in prior.items() if p}
        assert (sibson_information(P, prior, alpha) == 0) == (len(rows) == 1)


@pytest.mark.parametrize("alpha", EXACT, ids=str)
def test_post_processing_never_raises_information(alpha):
    """I_α(X;Z) ≤ I_α(X;Y) for Z made from Y, and sometimes it is less."""
    Q = Channel.of([["1/2", "1/2"], [0, 1], ["1/4", "3/4"]])
    cases = [(P, prior) for P, prior in CASES if len(P.outputs) == 3]
    lost = [sibson_information(P, prior, alpha) - sibson_information(P @ Q, prior, alpha) for P, prior in cases]
    assert min(lost) == 0 < max(lost)


@pytest.mark.parametrize("alpha", EXACT, ids=str)
def test_independent_channels_add_up(alpha):
    """I_α(X,X′;Y,Y′) = I_α(X;Y) + I_α(X′;Y′) for independent pairs."""
    P, Q = CHANNELS[1], CHANNELS[2]
    for prior, prior2 in product(priors(P, 3), priors(Q, 2)):
        both = {(x, x2): prior[x] * prior2[x2] for x, x2 in product(prior, prior2)}
        total = sibson_information(P, prior, alpha) + sibson_information(Q, prior2, alpha)
        assert sibson_information(P.product(Q), both, alpha) == total


# --- conventions and bad input ---------------------------------------------------------------------------------------


def test_the_prior_is_uniform_on_the_support_unless_given():
    """None is the uniform prior on the inputs that occur."""
    P = Channel(CHANNELS[4].rows, [0, 2])
    uniform = {0: "1/2", 2: "1/2"}
    assert sibson_information(P, None, 2) == sibson_information(P, uniform, 2)
    assert shannon_information(P) == shannon_information(P, uniform)
    assert sibson_information(Channel.of([[1, 0], [0, 1]]), None, "3/2") == bits(1)


def test_long_powers_come_as_enclosures():
    """The 50th power of inner sums with many radicals is not written out at order 1/50; with two it is exact."""
    many = Channel.of([[Fraction(n, 97), Fraction(97 - n, 97)] for n in (2, 3, 5, 7, 11, 13)])
    assert isinstance(sibson_information(many, None, "1/50"), Enclosure)
    assert isinstance(sibson_information(FLIP, {0: "1/3", 1: "2/3"}, "1/50"), LogOfRadicals)


def test_bad_input():
    """Order 0 and negative orders, priors that are no distribution on the support, widths that are not positive."""
    with pytest.raises(OrderError, match="Sibson information has no order 0; give an order above 0"):
        sibson_information(FLIP, None, 0)
    with pytest.raises(OrderError, match="-1 is no order"):
        sibson_information(FLIP, None, -1)
    with pytest.raises(NotExactError, match="is not an exact number"):
        sibson_information(FLIP, None, 1.5)
    with pytest.raises(NotStochasticError, match="sum to 1/2"):
        sibson_information(FLIP, {0: "1/2"}, 2)
    with pytest.raises(SupportError, match="the input 2 has positive probability but does not occur"):
        shannon_information(FLIP, {2: 1})
    for width in (0, "-1e-9"):
        with pytest.raises(WidthError, match="give a width above 0, such as '1e-12'"):
            sibson_information(FLIP, {0: "1/3", 1: "2/3"}, "3/2", width=width)
