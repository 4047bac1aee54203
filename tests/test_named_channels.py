"""Named channels: their entries, and what their docstrings say in closed form, against the definitions.

Closed forms that are maxima over laws of the input are checked at the law that attains them, by the conditions of
Karush, Kuhn and Tucker in exact arithmetic; with sympy where a square root is left.
"""

from fractions import Fraction
from itertools import permutations, product
from math import comb

import pytest
import sympy

from exactpriv.amount import ZERO, Amount, ln, log2
from exactpriv.errors import NotANumberError, NotExactError, OutsideRangeError, SupportError, TableError
from exactpriv.leakage import (
    NAMED_CHANNELS,
    Channel,
    bec,
    binomial,
    bsc,
    constant,
    deterministic,
    discrete_laplace,
    erasure,
    geometric,
    identity,
    maximal_leakage,
    named_channel,
    randomized_response,
    reduced,
    truncated_geometric,
    typewriter,
    z_channel,
)
from exactpriv.leakage.named import usage

CHANCES = [Fraction(n, 6) for n in range(7)]
INNER = CHANCES[1:-1]


def every(*values):
    """All combinations of the values."""
    return list(product(*values))


def one_of_each():
    """A channel of each kind, with its name."""
    return {
        "bsc": bsc("1/4"),
        "bec": bec("1/3"),
        "z": z_channel("1/2"),
        "randomized-response": randomized_response(3, "1/2"),
        "erasure": erasure(4, "1/5"),
        "geometric": geometric("1/2", 3, 2),
        "truncated-geometric": truncated_geometric("1/2", 3),
        "discrete-laplace": discrete_laplace("1/2", 3),
        "typewriter": typewriter(5),
        "identity": identity(3),
        "constant": constant(3, 2),
        "deterministic": deterministic(lambda x: x // 2, range(4)),
        "binomial": binomial(3, "1/4", "1/2", "3/4"),
    }


# --- the definitions -------------------------------------------------------------------------------------------------


def local_privacy(P):
    """L(∞, ∞) by definition: the largest log ratio of two entries of a column; None stands for ∞."""
    ratios = []
    for y, x, x2 in product(P.outputs, P.inputs, P.inputs):
        if P.entry(x, y):
            ratios.append(P.entry(x, y) / P.entry(x2, y) if P.entry(x2, y) else None)
    return None if None in ratios else ln(max(ratios))


def maximal_renyi_power(P, beta):
    """exp(β L(∞, β)) = max over x' of Σ_y P(y|x')^(1-β) max_x P(y|x)^β, by definition, for channels without zeros."""
    largest = {y: max(P.entry(x, y) for x in P.inputs) for y in P.outputs}
    return max(sum(P.entry(x, y) ** (1 - beta) * largest[y] ** beta for y in P.outputs) for x in P.inputs)


def capacity_at(P, prior):
    """The capacity, if D(P(·|x) ‖ P_Y) is the same for all x and the prior is positive; AssertionError otherwise."""
    law = {y: sum(prior[x] * P.entry(x, y) for x in P.inputs) for y in P.outputs}
    divergences = [
        sum((p * (ln(p) - ln(law[y])) for y in P.outputs if (p := P.entry(x, y))), start=ln(1)) for x in P.inputs
    ]
    assert all(divergence == divergences[0] for divergence in divergences)
    return divergences[0]


def sibson_power_of_order_2(P, prior):
    """exp(L(2, 1)) = F² with F = Σ_y √s_y, s_y = Σ_x p_x P(y|x)², if p is optimal: g_x = Σ_y P(y|x)²/√s_y ≤ F."""
    s = {y: sum(sympy.Rational(prior[x]) * sympy.Rational(P.entry(x, y)) ** 2 for x in P.inputs) for y in P.outputs}
    F = sum(sympy.sqrt(total) for total in s.values())
    for x in P.inputs:
        g = sum(sympy.Rational(P.entry(x, y)) ** 2 / sympy.sqrt(s[y]) for y in P.outputs if s[y])
        assert sympy.simplify(g - F) == 0
    return sympy.simplify(F**2)


def uniform(P):
    """The uniform law of the input."""
    return dict.fromkeys(P.inputs, Fraction(1, len(P.inputs)))


def binary_entropy(p):
    """h(p), in nats."""
    return sum((-q * ln(q) for q in (p, 1 - p) if q), start=ln(1))


# --- two inputs ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("p", CHANCES, ids=str)
def test_bsc(p):
    """Entries; capacity log 2 - h(p), L(2, 1) = log 2(p² + q²), L(∞, 1) = log 2 max(p, q), L(∞, ∞) = |log q/p|."""
    P, q = bsc(p), 1 - p
    assert Channel.of([[q, p], [p, q]]) == P
    assert capacity_at(P, uniform(P)) == ln(2) - binary_entropy(p)
    assert sibson_power_of_order_2(P, uniform(P)) == 2 * (p**2 + q**2)
    assert maximal_leakage(P) == ln(2 * max(p, q))
    assert local_privacy(P) == (None if p in {0, 1} else ln(max(q / p, p / q)))


@pytest.mark.parametrize(("p", "beta"), every(INNER, (1, 2, 3)), ids=str)
def test_maximal_renyi_leakage_of_the_bsc(p, beta):
    """exp(β L(∞, β)) = q + q^β p^(1-β) for p ≤ q."""
    low, high = sorted((p, 1 - p))
    assert maximal_renyi_power(bsc(p), beta) == high + high**beta * low ** (1 - beta)


@pytest.mark.parametrize("e", CHANCES, ids=str)
def test_bec(e):
    """Entries; capacity (1-e) log 2, L(2, 1) = 2 log(e + (1-e)√2), L(∞, 1) = log(2-e), L(∞, ∞) = ∞ unless e = 1."""
    P = bec(e)
    assert Channel({0: {0: 1 - e, 1: 0, "?": e}, 1: {0: 0, 1: 1 - e, "?": e}}) == P
    assert capacity_at(P, uniform(P)) == (1 - e) * ln(2)
    claimed = (sympy.Rational(e) + sympy.Rational(1 - e) * sympy.sqrt(2)) ** 2
    assert sympy.simplify(sibson_power_of_order_2(P, uniform(P)) - claimed) == 0
    assert maximal_leakage(P) == ln(2 - e)
    assert local_privacy(P) == (ZERO if e == 1 else None)


@pytest.mark.parametrize("q", CHANCES[:-1], ids=str)
def test_z_channel(q):
    """Entries; L(2, 1) = log(1 + (1-q)²/(1-q²)), L(∞, 1) = log(2-q), L(∞, ∞) = ∞."""
    P = z_channel(q)
    assert Channel.of([[1, 0], [q, 1 - q]]) == P
    w = (1 - q**2) / (1 - q) ** 2
    s = (1, 1 / w**2)  # the optimal law solves Mᵀ p ~ s, with M the squares of the entries
    weights = (s[0] - q**2 * s[1] / (1 - q) ** 2, s[1] / (1 - q) ** 2)
    prior = {x: weight / sum(weights) for x, weight in enumerate(weights)}
    assert min(weights) > 0
    assert sibson_power_of_order_2(P, prior) == 1 + (1 - q) ** 2 / (1 - q**2)
    assert maximal_leakage(P) == ln(2 - q)
    assert local_privacy(P) is None


# --- k inputs --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("k", "ratio"), every((2, 3, 5), map(Fraction, (1, 2, "7/2", 10))), ids=str)
def test_randomized_response(k, ratio):
    """Entries by diagonal and ratio; L(2, 1), L(∞, 1) = log kd, L(∞, ∞) = log ρ, L(∞, β); no label is special."""
    D = ratio + k - 1
    d, p = ratio / D, 1 / D
    P = randomized_response(k, d)
    assert (
        P
        == randomized_response(k, ratio=ratio)
        == Channel.of([[d if x == y else p for y in range(k)] for x in range(k)])
    )
    assert sibson_power_of_order_2(P, uniform(P)) == k * (ratio**2 + k - 1) / D**2
    assert maximal_leakage(P) == ln(k * d)
    assert local_privacy(P) == ln(ratio)
    for beta in (1, 2, 3):
        assert maximal_renyi_power(P, beta) == d + (k - 1) * p ** (1 - beta) * d**beta
    for rename in list(permutations(range(k)))[:6]:
        assert Channel({rename[x]: {rename[y]: P.entry(x, y) for y in range(k)} for x in range(k)}) == P


def test_randomized_response_below_ratio_1():
    """ρ = 0 never tells the truth; ρ = 1 tells nothing."""
    assert randomized_response(3, ratio=0).integer_matrix() == ([[0, 1, 1], [1, 0, 1], [1, 1, 0]], 2)
    assert randomized_response(4, ratio=1) == constant(4, 4)


@pytest.mark.parametrize(("k", "e"), every((1, 2, 4, 9), CHANCES), ids=str)
def test_erasure(k, e):
    """L(α, 1) = α/(α-1) log(k^(1-1/α) (1-e) + e) at α = 1, 2 and ∞."""
    P = erasure(k, e)
    assert capacity_at(P, uniform(P)) == (1 - e) * ln(k)
    claimed = (sympy.sqrt(k) * sympy.Rational(1 - e) + sympy.Rational(e)) ** 2
    assert sympy.simplify(sibson_power_of_order_2(P, uniform(P)) - claimed) == 0
    assert maximal_leakage(P) == ln(k - (k - 1) * e)
    assert local_privacy(P) == (ZERO if e == 1 or k == 1 else None)


@pytest.mark.parametrize("n", range(2, 8))
def test_typewriter(n):
    """L(α, 1) = log n/2 at α = 1, 2 and ∞; L(∞, ∞) = ∞ for more than two letters."""
    P = typewriter(n)
    assert [[y for y in range(n) if P.entry(x, y)] for x in range(n)] == [sorted({x, (x + 1) % n}) for x in range(n)]
    assert capacity_at(P, uniform(P)) == ln(Fraction(n, 2))
    assert sibson_power_of_order_2(P, uniform(P)) == sympy.Rational(n, 2)
    assert maximal_leakage(P) == ln(Fraction(n, 2))
    assert local_privacy(P) == (ZERO if n == 2 else None)


@pytest.mark.parametrize("n", range(1, 6))
def test_identity_and_constant(n):
    """L(α, 1) = log n for the identity and 0 for a constant, whatever its number of outputs."""
    assert identity(n).matrix() == [[int(x == y) for y in range(n)] for x in range(n)]
    assert capacity_at(identity(n), uniform(identity(n))) == maximal_leakage(identity(n)) == ln(n)
    for outputs in (1, 2, 5):
        P = constant(n, outputs)
        assert (len(P.inputs), len(P.outputs)) == (n, outputs)
        assert maximal_leakage(P) == local_privacy(P) == ZERO
        assert len(reduced(P).channel.rows) == len(reduced(P).channel.outputs) == 1


def test_deterministic():
    """L(∞, 1) = log |f(⟦X⟧)|, for a function and for a table."""
    P = deterministic(lambda x: x // 2, range(4))
    assert deterministic({0: 0, 1: 0, 2: 1, 3: 1}, [0, 1, 2, 3]) == P
    assert maximal_leakage(P) == log2(2)
    assert local_privacy(P) is None
    assert reduced(P).channel == Channel({0: {0: 1, 1: 0}, 2: {0: 0, 1: 1}})


# --- noise on the integers -------------------------------------------------------------------------------------------


def two_sided_geometric(a, z):
    """P(Z = z) = (1-a)/(1+a) a^|z|."""
    return (1 - a) / (1 + a) * a ** abs(z)


@pytest.mark.parametrize(
    ("a", "n", "reach"), every(map(Fraction, ("1/2", "1/3", "9/10")), (1, 2, 4), (0, 1, 3)), ids=str
)
def test_geometric(a, n, reach):
    """Inside, the law of x + Z; at both ends, what is left to 1 - by sums, not by the formula of the tails."""
    P = geometric(a, n, reach)
    low, high = -reach, n - 1 + reach
    assert P.outputs == tuple(range(low, high + 1))
    for x in range(n):
        inside = [two_sided_geometric(a, y - x) for y in range(low + 1, high)]
        assert [P.entry(x, y) for y in range(low + 1, high)] == inside
        if low < high:
            below = (
                two_sided_geometric(a, 0) / 2 + Fraction(1, 2) - sum(two_sided_geometric(a, z) for z in range(x - low))
            )  # P(Z ≥ m) = 1/2 + P(Z = 0)/2 - P(0 ≤ Z < m)
            assert P.entry(x, low) == below


@pytest.mark.parametrize(("n", "reach"), every((2, 3, 5), (1, 2, 4)))
def test_the_tails_of_the_geometric_mechanism_tell_nothing_more(n, reach):
    """All columns up to 0 are proportional, and all from n - 1 on: any reach reduces to the truncated mechanism."""
    reduction = reduced(geometric("2/3", n, reach))
    smaller = reduction.channel.post_processed(lambda y: min(max(y, 0), n - 1))
    assert reduction.verify()
    assert smaller == truncated_geometric("2/3", n)
    assert len(reduction.channel.outputs) == n


@pytest.mark.parametrize(("a", "n"), every(map(Fraction, ("1/2", "1/3", "9/10")), (2, 3, 4, 6)), ids=str)
def test_truncated_geometric(a, n):
    """L(∞, 1) = log (2 + (n-2)(1-a))/(1+a) and L(∞, ∞) = (n-1) log 1/a."""
    P = truncated_geometric(a, n)
    assert maximal_leakage(P) == ln((2 + (n - 2) * (1 - a)) / (1 + a))
    assert local_privacy(P) == (n - 1) * ln(1 / a)


def test_truncated_geometric_of_three_values():
    """[[2/3, 1/6, 1/6], [1/3, 1/3, 1/3], [1/6, 1/6, 2/3]] for a = ½; without noise for a = 0."""
    assert truncated_geometric("1/2", 3) == Channel.of(
        [["2/3", "1/6", "1/6"], ["1/3", "1/3", "1/3"], ["1/6", "1/6", "2/3"]]
    )
    assert truncated_geometric(0, 3) == identity(3)
    assert geometric(0, 2, 0) == identity(2)


@pytest.mark.parametrize("n", [4, 5, 8])
def test_order_2_of_the_truncated_geometric_mechanism(n):
    """exp L(2, 1) = (30 + 5(n-2))/27 for a = ½, n ≥ 4, at the law p with Mᵀp ~ w⁻², Mw = 1, M the squares."""
    P = truncated_geometric("1/2", n)
    M = sympy.Matrix([[sympy.Rational(p) ** 2 for p in row] for row in P.matrix()])
    w = M.LUsolve(sympy.ones(n, 1))
    weights = M.T.LUsolve(w.applyfunc(lambda entry: entry**-2))
    assert min(weights) >= 0
    prior = {x: Fraction(str(weight / sum(weights))) for x, weight in enumerate(weights)}
    assert sibson_power_of_order_2(P, prior) == sympy.Rational(30 + 5 * (n - 2), 27)


@pytest.mark.parametrize(("a", "n"), every(map(Fraction, (0, "1/3", "1/2", "9/10", 1)), range(5)), ids=str)
def test_discrete_laplace(a, n):
    """Row x is a^|x-y| over its sum Z(x) on 0, …, n; L(∞, 1) = log Σ 1/Z(x), L(∞, ∞) = n log 1/a."""
    P = discrete_laplace(a, n)
    Z = [sum(a ** abs(x - y) for y in range(n + 1)) for x in range(n + 1)]
    assert all(P.entry(x, y) * Z[x] == a ** abs(x - y) for x, y in product(range(n + 1), repeat=2))
    assert maximal_leakage(P) == ln(sum(1 / z for z in Z))
    assert local_privacy(P) == ((None if n else ZERO) if a == 0 else n * ln(1 / a))


def test_binomial():
    """C(n, y) p^y (1-p)^(n-y); n looks at one bit through a BSC reduce to it, and leak less than n times as much."""
    P = binomial(3, "1/4", "1/2", 1)
    assert all(
        P.entry(p, y) == comb(3, y) * p**y * (1 - p) ** (3 - y)
        for p, y in product((Fraction(1, 4), Fraction(1, 2), Fraction(1)), range(4))
    )
    flip = bsc("1/4")
    looks = flip.product(flip).restricted([(0, 0), (1, 1)])
    counted = binomial(2, "1/4", "3/4")
    assert reduced(looks.post_processed(sum)).channel == Channel(
        {(bit, bit): counted.rows[p] for bit, p in enumerate(counted.inputs)}
    )
    assert maximal_leakage(looks) == maximal_leakage(counted) == log2("3/2")
    assert maximal_leakage(flip.product(flip)) == 2 * log2("3/2")


# --- by name ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("bsc", "1/4"), lambda: bsc("1/4")),
        (("BEC", "0.1"), lambda: bec("1/10")),
        (("z", "50%"), lambda: z_channel("1/2")),
        (("Z_channel", "50%"), lambda: z_channel("1/2")),
        (("randomized_response", "3", "1/2"), lambda: randomized_response(3, "1/2")),
        (("randomized-response", "3", "ratio=2"), lambda: randomized_response(3, "1/2")),
        (("erasure", 3, "e=1/3"), lambda: erasure(3, "1/3")),
        (("geometric", "1/2", "3", "2"), lambda: geometric("1/2", 3, 2)),
        (("truncated-geometric", "1/2", "3"), lambda: truncated_geometric("1/2", 3)),
        ((" discrete-laplace ", "1/2", "3"), lambda: discrete_laplace("1/2", 3)),
        (("typewriter", "5"), lambda: typewriter(5)),
        (("identity", "2"), lambda: identity(2)),
        (("constant", "2"), lambda: constant(2)),
        (("constant", "2", "3"), lambda: constant(2, 3)),
        (("deterministic", "a", "a", "b"), lambda: deterministic("aab".__getitem__, range(3))),
        (("binomial", "2", "1/4", "3/4"), lambda: binomial(2, "1/4", "3/4")),
    ],
    ids=lambda value: " ".join(map(str, value)) if isinstance(value, tuple) else "",
)
def test_channels_by_name(words, expected):
    """A name and texts, as on the command line."""
    assert named_channel(*words) == expected()


def test_every_name_makes_a_channel():
    """Each name has a usage that begins with it, and a docstring."""
    assert set(one_of_each()) == set(NAMED_CHANNELS)
    assert all(usage(name).startswith(f"{name} ") for name in NAMED_CHANNELS)
    assert all(make.__doc__ for make in NAMED_CHANNELS.values())
    assert usage("bsc") == "bsc p"
    assert usage("constant") == "constant n [outputs]"
    assert usage("deterministic") == "deterministic values …"


@pytest.mark.parametrize("name", NAMED_CHANNELS)
def test_named_channels_are_within_the_general_bounds(name):
    """0 ≤ L(∞, 1) ≤ log min(|X|, |Y|) and L(∞, 1) ≤ L(∞, ∞)."""
    P = one_of_each()[name]
    leaked, local = maximal_leakage(P), local_privacy(P)
    assert ZERO <= leaked <= log2(min(len(P.inputs), len(P.outputs)))
    assert local is None or (isinstance(local, Amount) and leaked <= local)


@pytest.mark.parametrize(
    ("words", "situation", "said"),
    [
        (
            ("bcs", "1/4"),
            OutsideRangeError,
            "no channel is called 'bcs'; did you mean bsc or bec. Write bsc p or bec e",
        ),
        (("randomised-response", 3), OutsideRangeError, "did you mean randomized-response.*diagonal"),
        (("nothing",), OutsideRangeError, "there are bsc, bec, z, .*binomial"),
        (("bsc",), OutsideRangeError, "missing a required argument: 'p'.*write bsc p"),
        (("bsc", "1/4", "1/4"), OutsideRangeError, "too many positional arguments.*write bsc p"),
        (("bsc", "1/4", "p=1/4"), OutsideRangeError, "multiple values for argument 'p'"),
        (("bsc", "q=1/4"), NotANumberError, "'q=1/4' is not a number"),
        (("bsc", "5/4"), OutsideRangeError, "p is 5/4; give a probability from 0 to 1"),
        (("bsc", "-0.1"), OutsideRangeError, "p is -1/10"),
        (("bsc", "nan"), NotANumberError, "'nan' is not a number"),
        (("bsc", 0.25), NotExactError, r"0.25 \(float\)"),
        (("typewriter", "3/2"), OutsideRangeError, "n is 3/2; give a whole number that is at least 2"),
        (("typewriter", "1"), OutsideRangeError, "at least 2"),
        (("identity", "0"), OutsideRangeError, "n is 0; give a whole number that is at least 1"),
        (("constant", "1", "0"), OutsideRangeError, "outputs is 0"),
        (("randomized-response", "1", "1"), OutsideRangeError, "k is 1"),
        (("randomized-response", "3"), OutsideRangeError, "either a diagonal or a ratio"),
        (("randomized-response", "3", "1/2", "ratio=2"), OutsideRangeError, "either a diagonal or a ratio"),
        (("randomized-response", "3", "ratio=-1"), OutsideRangeError, "the ratio is -1"),
        (("geometric", "1", "3", "1"), OutsideRangeError, "give a ratio below 1"),
        (("truncated-geometric", "-1/2", "3"), OutsideRangeError, "the ratio is -1/2"),
        (("discrete-laplace", "2", "3"), OutsideRangeError, "the ratio is 2"),
        (("binomial", "2"), SupportError, "no input occurs"),
        (("binomial", "2", "1/2", "0.5"), TableError, "give 2 different ones"),
        (("deterministic",), SupportError, "no input occurs"),
    ],
    ids=str,
)
def test_bad_names_and_parameters(words, situation, said):
    """An unknown name gets suggestions, a wrong parameter what it must be."""
    with pytest.raises(situation, match=said):
        named_channel(*words)
