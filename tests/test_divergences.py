"""Rényi divergences and local privacy: conventions, laws, brute force, closed forms and published numbers.

Independent oracles: the definition by mpmath at 60 digits, brute force over all pairs of rows, the closed forms of
randomized response, and the tables of the specification.
"""

import random
from fractions import Fraction
from itertools import product

import mpmath
import pytest

from exactpriv.amount import INFINITY, ZERO, Amount, ln
from exactpriv.errors import NotExactError, NotStochasticError, OrderError
from exactpriv.exact.logarithms import LogOfRadicals, log_of
from exactpriv.exact.radicals import radical
from exactpriv.leakage import divergences
from exactpriv.leakage.channel import Channel
from exactpriv.leakage.divergences import (
    kl_divergence,
    local_differential_privacy,
    local_differential_privacy_argmax,
    local_renyi_privacy,
    local_renyi_privacy_argmax,
    renyi_divergence,
    renyi_entropy,
)
from exactpriv.leakage.orders import INFINITE

ORDERS = [0, Fraction(1, 3), Fraction(1, 2), 1, Fraction(3, 2), 2, Fraction(5, 2), 3, INFINITE]
"""In increasing order."""
FINITE = [alpha for alpha in ORDERS if alpha != INFINITE]


def laws(outcomes, d):
    """All distributions on 0, …, outcomes - 1 with probabilities that are multiples of 1/d."""
    weights = (w for w in product(range(d + 1), repeat=outcomes) if sum(w) == d)
    return [{y: Fraction(n, d) for y, n in enumerate(w)} for w in weights]


LAWS = laws(3, 4)
PAIRS = list(product(LAWS, repeat=2))
POSITIVE = [p for p in laws(3, 5) if all(p.values())]


def independent(p, q):
    """The product distribution."""
    return {(y, z): p[y] * q[z] for y, z in product(p, q)}


def merged(p):
    """The distribution of min(y, 1): the last two of three outcomes become one."""
    return {0: p[0], 1: p[1] + p[2]}


def by_definition(p, q, alpha):
    """D_α(p‖q) in nats by mpmath, with the conventions of the specification."""
    if alpha >= 1 and any(p[y] and not q[y] for y in p):
        return mpmath.inf
    inside = [(mpmath.mpf(p[y].numerator) / p[y].denominator, q[y]) for y in p if p[y] and q[y]]
    pairs = [(a, mpmath.mpf(b.numerator) / b.denominator) for a, b in inside]
    if not pairs:
        return mpmath.inf
    if alpha == INFINITE:
        return mpmath.log(max(a / b for a, b in pairs))
    if alpha == 1:
        return mpmath.fsum(a * mpmath.log(a / b) for a, b in pairs)
    order = mpmath.mpf(Fraction(alpha).numerator) / Fraction(alpha).denominator
    return mpmath.log(mpmath.fsum(a**order * b ** (1 - order) for a, b in pairs)) / (order - 1)


def same_digits(amount, value, digits=40):
    """Whether an exact amount has these digits in nats."""
    if mpmath.isinf(value):
        return amount == INFINITY
    return Fraction(amount.decimal(digits)) * 10**digits == int(mpmath.nint(value * mpmath.mpf(10) ** digits))


def random_channel(seed, *, inputs=5, outputs=4, d=12, zeros=True):
    """A channel with entries n/d; without zeros every entry is positive."""
    rng = random.Random(seed)
    rows = []
    for _ in range(inputs):
        cuts = sorted(rng.sample(range(1, d), outputs - 1) if not zeros else rng.choices(range(d + 1), k=outputs - 1))
        rows.append([Fraction(b - a, d) for a, b in zip([0, *cuts], [*cuts, d], strict=True)])
    return Channel.of(rows)


def row(P, x):
    """P(·|x)."""
    return {y: P.entry(x, y) for y in P.outputs}


def brute_force(P, alpha):
    """The largest divergence between rows, and the first pair that has it."""
    values = {(x, x2): renyi_divergence(row(P, x), row(P, x2), alpha) for x, x2 in product(P.inputs, repeat=2)}
    largest = max(values.values())
    return largest, next(pair for pair, value in values.items() if value == largest)


# --- divergences -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("alpha", ORDERS, ids=str)
def test_divergences_agree_with_the_definition(alpha):
    """D_α(p‖q) = ln Σ p^α q^(1-α) / (α - 1), by mpmath at 40 digits, for all p and q in fourths on three outcomes."""
    with mpmath.workdps(60):
        for p, q in PAIRS:
            assert same_digits(renyi_divergence(p, q, alpha), by_definition(p, q, alpha))


@pytest.mark.parametrize(("p", "q"), PAIRS[::7], ids=str)
def test_divergences_grow_with_the_order(p, q):
    """0 ≤ D_α(p‖q) ≤ D_β(p‖q) for α ≤ β."""
    values = [renyi_divergence(p, q, alpha) for alpha in ORDERS]
    assert all(value >= 0 for value in values)
    assert sorted(values) == values


@pytest.mark.parametrize("alpha", ORDERS[1:], ids=str)
def test_only_equal_distributions_have_divergence_0(alpha):
    """D_α(p‖q) = 0 ⇔ p = q, for α > 0; at α = 0 equal supports suffice."""
    for p, q in PAIRS:
        assert (renyi_divergence(p, q, alpha) == 0) == (p == q)
        assert (renyi_divergence(p, q, 0) == 0) == all(p[y] or not q[y] for y in p)


def test_divergences_of_orders_below_1_are_skew_symmetric():
    """(1 - α) D_α(p‖q) = α D_{1-α}(q‖p) for 0 < α < 1; divergences are not symmetric otherwise."""
    for p, q in product(POSITIVE, repeat=2):
        for alpha in (Fraction(1, 3), Fraction(1, 2), Fraction(3, 4)):
            assert (1 - alpha) * renyi_divergence(p, q, alpha) == alpha * renyi_divergence(q, p, 1 - alpha)
    p, q = {0: "1/2", 1: "1/2"}, {0: "1/4", 1: "3/4"}
    assert all(renyi_divergence(p, q, alpha) != renyi_divergence(q, p, alpha) for alpha in (1, "3/2", 2, "inf"))


@pytest.mark.parametrize("alpha", ORDERS, ids=str)
def test_divergences_of_independent_pairs_add_up(alpha):
    """D_α(p×p′‖q×q′) = D_α(p‖q) + D_α(p′‖q′)."""
    for p, q in PAIRS[::17]:
        for p2, q2 in zip(POSITIVE, POSITIVE[::-1], strict=True):
            together = renyi_divergence(independent(p, p2), independent(q, q2), alpha)
            assert together == renyi_divergence(p, q, alpha) + renyi_divergence(p2, q2, alpha)


@pytest.mark.parametrize("alpha", ORDERS, ids=str)
def test_merging_outcomes_never_raises_a_divergence(alpha):
    """D_α(p∘f⁻¹‖q∘f⁻¹) ≤ D_α(p‖q), and for some p and q the merger loses something."""
    lost = [
        renyi_divergence(p, q, alpha) - renyi_divergence(merged(p), merged(q), alpha)
        for p, q in PAIRS
        if all(q.values())
    ]
    assert min(lost) == 0 < max(lost)


@pytest.mark.parametrize(
    ("p", "q", "alpha", "value"),
    [
        ({0: 1}, {1: 1}, "1/2", INFINITY),
        ({0: 1}, {1: 1}, 0, INFINITY),
        ({0: "1/2", 1: "1/2"}, {0: 1}, "1/2", ln(2)),
        ({0: "1/2", 1: "1/2"}, {0: 1}, 0, ZERO),
        ({0: "1/2", 1: "1/2"}, {0: 1}, 1, INFINITY),
        ({0: "1/2", 1: "1/2"}, {0: 1}, 2, INFINITY),
        ({0: "1/2", 1: "1/2"}, {0: 1}, "inf", INFINITY),
        ({0: 1}, {0: "1/2", 1: "1/2"}, 0, ln(2)),
        ({0: 1}, {0: "1/2", 1: "1/2"}, 1, ln(2)),
        ({0: 1, 1: 0}, {0: 1, 2: 0}, 2, ZERO),
        ({0: "3/4", 1: "1/4"}, {0: "1/4", 1: "3/4"}, "3/2", ln("25/12")),
    ],
)
def test_conventions_for_zeros(p, q, alpha, value):
    """p > 0 = q is infinite from order 1 on, below 1 only disjoint supports are; what is missing has probability 0."""
    assert renyi_divergence(p, q, alpha) == value
    assert renyi_divergence(p, q, alpha).unit == "nats"


def test_the_form_of_a_divergence():
    """Whole orders give amounts, others logarithms of sums of radicals."""
    p, q = {0: "1/2", 1: "1/2"}, {0: "1/3", 1: "2/3"}
    assert all(isinstance(renyi_divergence(p, q, alpha), Amount) for alpha in (0, 1, 2, 7, "inf"))
    assert isinstance(renyi_divergence(p, q, "3/2"), LogOfRadicals)
    assert renyi_divergence(p, q, "3/2") == log_of(radical(6, "1/2") / 4 + radical(3, "1/2") / 4, 2)


def test_a_large_order_is_close_to_infinity():
    """D_∞ - ln(1/p(y))/(α - 1) ≤ D_α ≤ D_∞ at the y of the largest ratio, for α = 1000 and 2001/2."""
    p, q = {0: "1/2", 1: "1/3", 2: "1/6"}, {0: "1/7", 1: "2/7", 2: "4/7"}
    largest = renyi_divergence(p, q, "inf")
    for alpha in (Fraction(1000), Fraction(2001, 2)):
        assert largest - ln(2) / (alpha - 1) <= renyi_divergence(p, q, alpha) < largest


def test_kl_divergence_is_order_1():
    """D(p‖q) = Σ p ln(p/q) lies between the orders next to 1."""
    for p, q in product(POSITIVE, repeat=2):
        kl = kl_divergence(p, q)
        assert kl == sum(p[y] * ln(p[y] / q[y]) for y in p) == renyi_divergence(p, q, 1)
        below, above = renyi_divergence(p, q, "999/1000"), renyi_divergence(p, q, "1001/1000")
        assert below <= kl <= above


# --- entropy ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("alpha", ORDERS, ids=str)
def test_entropy_is_what_uniformity_exceeds_the_divergence_by(alpha):
    """H_α(p) = ln n - D_α(p‖u) for the uniform u on n outcomes."""
    uniform = {y: Fraction(1, 3) for y in range(3)}
    for p in LAWS:
        assert renyi_entropy(p, alpha) == ln(3) - renyi_divergence(p, uniform, alpha)
        assert ZERO <= renyi_entropy(p, alpha) <= ln(3)


def test_entropies_of_the_usual_orders():
    """H_0 = ln |support|, H_1 = Σ p ln(1/p), H_2 = -ln Σ p², H_∞ = -ln max p, H_½ = 2 ln Σ √p."""
    for p in LAWS:
        masses = [mass for mass in p.values() if mass]
        assert renyi_entropy(p, 0) == ln(len(masses))
        assert renyi_entropy(p, 1) == sum(-mass * ln(mass) for mass in masses)
        assert renyi_entropy(p, 2) == -ln(sum(mass**2 for mass in masses))
        assert renyi_entropy(p, "inf") == -ln(max(masses))
        assert renyi_entropy(p, "1/2") == log_of(sum(radical(mass, "1/2") for mass in masses), 2)


# --- local privacy ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("alpha", ORDERS, ids=str)
@pytest.mark.parametrize("zeros", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_local_privacy_agrees_with_brute_force(seed, zeros, alpha):
    """max_{x,x′} D_α(P(·|x)‖P(·|x′)), and the first pair that attains it."""
    P = random_channel(seed, zeros=zeros)
    value, pair = brute_force(P, alpha)
    assert local_renyi_privacy(P, alpha) == value
    assert local_renyi_privacy_argmax(P, alpha) == pair


@pytest.mark.parametrize("alpha", ORDERS, ids=str)
def test_local_privacy_of_all_small_channels(alpha):
    """Brute force over all pairs of laws in thirds on three outcomes."""
    for p, q in product(laws(3, 3), repeat=2):
        P = Channel({"a": p, "b": q})
        assert (local_renyi_privacy(P, alpha), local_renyi_privacy_argmax(P, alpha)) == brute_force(P, alpha)


@pytest.mark.parametrize("seed", range(10))
def test_local_differential_privacy_is_the_largest_ratio(seed):
    """max ln(P(y|x)/P(y|x′)) over all y, x and x′, at the first x, x′, y of the largest ratio; infinite for p/0."""
    P = random_channel(seed, zeros=seed % 2 == 0)
    ratios = {
        (x, x2, y): (P.entry(x, y) / P.entry(x2, y) if P.entry(x2, y) else INFINITE)
        for x, x2, y in product(P.inputs, P.inputs, P.outputs)
        if P.entry(x, y)
    }
    largest = max(ratios.values())
    assert local_differential_privacy(P) == (INFINITY if largest == INFINITE else ln(largest))
    assert local_differential_privacy_argmax(P) == next(place for place, ratio in ratios.items() if ratio == largest)
    assert local_differential_privacy(P) == local_renyi_privacy(P, "inf")


@pytest.mark.parametrize(
    ("rows", "alpha", "decimal"),
    [
        ([["0.9", "0.1"], ["0.1", "0.9"]], 2, "2.093234863812"),
        ([["0.9", "0.1"], ["0.1", "0.9"]], 4, "2.162104475142"),
        ([["0.9", "0.1"], ["0.1", "0.9"]], "inf", "2.197224577336"),
        ([["0.9", "0.1"], ["0.2", "0.8"]], 2, "1.863218433210"),
        ([["0.9", "0.1"], ["0.2", "0.8"]], "inf", "2.079441541680"),
        ([["0.5", "0.3", "0.2"], ["0.2", "0.5", "0.3"], ["0.1", "0.1", "0.8"]], 2, "1.238374231043"),
        ([["0.5", "0.3", "0.2"], ["0.2", "0.5", "0.3"], ["0.1", "0.1", "0.8"]], 1, "0.857043770594"),
        ([["0.5", "0.3", "0.2"], ["0.2", "0.5", "0.3"], ["0.1", "0.1", "0.8"]], "inf", "1.609437912434"),
    ],
)
def test_published_numbers(rows, alpha, decimal):
    """The diagonal α = β of the published tables of maximal (α, β)-leakage, in nats."""
    assert local_renyi_privacy(Channel.of(rows), alpha).decimal(12) == decimal


@pytest.mark.parametrize("alpha", FINITE, ids=str)
@pytest.mark.parametrize(("k", "ratio"), [(2, 3), (3, 2), (5, 7)])
def test_randomized_response(k, ratio, alpha):
    """ln(q^α p^(1-α) + p^α q^(1-α) + (k-2)p)/(α - 1), or (q - p) ln(q/p) at α = 1, with q = ratio·p on the diagonal."""
    p = Fraction(1, k - 1 + ratio)
    q, P = ratio * p, Channel.of([[ratio * p if x == y else p for y in range(k)] for x in range(k)])
    both = radical(q, alpha) * radical(p, 1 - alpha) + radical(p, alpha) * radical(q, 1 - alpha)
    expected = (q - p) * ln(ratio) if alpha == 1 else log_of(both + (k - 2) * p, 1 / (Fraction(alpha) - 1))
    assert local_renyi_privacy(P, alpha) == expected
    assert local_renyi_privacy_argmax(P, alpha) == ((0, 1) if alpha else (0, 0))
    assert local_differential_privacy(P) == ln(ratio)


@pytest.mark.parametrize("alpha", ORDERS, ids=str)
def test_constant_channels_are_private(alpha):
    """Equal rows have 0, at the first pair (x, x); so has a channel with one input."""
    for P in (Channel({x: {0: "1/3", 1: "2/3"} for x in "abc"}), Channel({"a": {0: "1/3", 1: "2/3"}})):
        assert local_renyi_privacy(P, alpha) == 0
        assert local_renyi_privacy_argmax(P, alpha) == ("a", "a")
        assert local_differential_privacy_argmax(P) == ("a", "a", 0)


@pytest.mark.parametrize("alpha", [Fraction(1, 2), 1, Fraction(3, 2), 2], ids=str)
@pytest.mark.parametrize("first", [0, 1])
def test_pairs_that_differ_in_the_sixtieth_digit(first, alpha):
    """Between D_α(½, ½‖¼, ¾) and the same with ¼ - 10^-60 the exact order decides, whichever comes first."""
    close = [Fraction(1, 4), Fraction(1, 4) - Fraction(1, 10**60)]
    entries = close if first else close[::-1]
    P = Channel.of([["1/2", "1/2"], *([entry, 1 - entry] for entry in entries)])
    value, pair = brute_force(P, alpha)
    assert local_renyi_privacy(P, alpha) == value
    assert local_renyi_privacy_argmax(P, alpha) == pair
    assert set(pair) == {0, 1 + first}
    rows, _ = P.integer_matrix()
    assert len(divergences._contenders(list(map(tuple, rows)), Fraction(alpha))) > 1  # the balls leave it open


@pytest.mark.parametrize("alpha", [Fraction(1, 2), 1, Fraction(3, 2), 2], ids=str)
def test_pairs_of_entries_that_occur_unequally_often(alpha):
    """Rows that meet the first in the same pairs of entries, but not as often, have another divergence."""
    small = Fraction(1, 10**60)
    tails = [(1, 1, 1, 2, 2, 2), (1, 1, 2, 1, 2, 2), (1, 2, 2, 1, 1, 2)]
    assert set(zip(tails[0], tails[1], strict=True)) == set(zip(tails[0], tails[2], strict=True))
    heads = [Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)]
    rows = ([head, 1 - head - 9 * small, *(n * small for n in tail)] for head, tail in zip(heads, tails, strict=True))
    P = Channel.of(list(rows))
    value, pair = brute_force(P, alpha)
    assert (local_renyi_privacy(P, alpha), local_renyi_privacy_argmax(P, alpha)) == (value, pair)
    assert set(pair) == {0, 2}


@pytest.mark.parametrize("alpha", ORDERS, ids=str)
def test_only_the_support_counts(alpha):
    """Rows outside the support and outputs that never occur are ignored."""
    P = Channel({"a": {0: "1/2", 1: "1/2"}, "b": {0: "1/4", 1: "3/4"}, "c": {2: 1}})
    small = Channel({"a": {0: "1/2", 1: "1/2"}, "b": {0: "1/4", 1: "3/4"}})
    restricted = Channel(P.rows, ["a", "b"])
    assert local_renyi_privacy(restricted, alpha) == local_renyi_privacy(small, alpha)
    assert local_renyi_privacy_argmax(restricted, alpha) == local_renyi_privacy_argmax(small, alpha)
    assert local_renyi_privacy(P, alpha) == INFINITY
    assert local_differential_privacy_argmax(restricted) == ("a", "b", 0)


@pytest.mark.parametrize("alpha", ORDERS, ids=str)
def test_local_privacy_never_grows_by_post_processing(alpha):
    """max D_α of P @ Q ≤ max D_α of P."""
    for seed in range(5):
        P, Q = random_channel(seed, zeros=False), random_channel(50 + seed, inputs=4, outputs=3)
        assert local_renyi_privacy(P @ Q, alpha) <= local_renyi_privacy(P, alpha)


# --- bad input -------------------------------------------------------------------------------------------------------


def test_bad_distributions_are_refused():
    """Probabilities are exact, not negative, and sum to 1."""
    with pytest.raises(NotStochasticError, match="sum to 3/4"):
        renyi_divergence({0: "1/2", 1: "1/4"}, {0: 1}, 2)
    with pytest.raises(NotStochasticError, match="the probability of 1 is -1/4"):
        kl_divergence({0: 1}, {0: "5/4", 1: "-1/4"})
    with pytest.raises(NotExactError, match="is not an exact number"):
        renyi_entropy({0: 0.5, 1: 0.5}, 2)


@pytest.mark.parametrize("alpha", [-1, "-1/2", "two"])
def test_other_orders_are_refused(alpha):
    """Orders are numbers from 0 on, or infinity."""
    P = Channel.of([["1/2", "1/2"], ["1/4", "3/4"]])
    for measure in (local_renyi_privacy, local_renyi_privacy_argmax, renyi_entropy):
        with pytest.raises(OrderError, match="is no order; write a number that is at least 0"):
            measure({0: 1} if measure is renyi_entropy else P, alpha)
    with pytest.raises(NotExactError, match="is not an exact number"):
        local_renyi_privacy(P, 1.5)
