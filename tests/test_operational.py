"""The operational definition (4), against itself written out, and against what Theorem 1 says about it."""

import random
from fractions import Fraction
from itertools import product

import mpmath
import pytest

from exactpriv.amount import INFINITY, NEGATIVE_INFINITY, ZERO, ln
from exactpriv.errors import NotExactError, NotStochasticError, OrderError, OutsideRangeError, SupportError, WidthError
from exactpriv.exact.enclosure import Enclosure
from exactpriv.exact.logarithms import LogOfRadicals
from exactpriv.leakage.alphabeta import maximal_alpha_beta_leakage
from exactpriv.leakage.channel import Channel
from exactpriv.leakage.divergences import local_differential_privacy, renyi_entropy
from exactpriv.leakage.maximal import maximal_leakage
from exactpriv.leakage.operational import (
    RandomFunction,
    attacking_function,
    best_guess,
    guesses_for,
    leakage_objective,
    limit_of_nearly_optimal,
    log_best_guessing_gain,
    log_guessing_gain,
    near_maximizer,
    nearly_optimal_function,
    operational_leakage,
)
from exactpriv.leakage.realizable import maximal_realizable_leakage, nearly_worst_prior, realizable_leakage
from exactpriv.leakage.sibson import shannon_information, sibson_information

BSC = Channel.of([["3/4", "1/4"], ["1/4", "3/4"]])
SKEW = Channel.of([["0.9", "0.1"], ["0.2", "0.8"]])
THREE = Channel.of([["0.5", "0.3", "0.2"], ["0.2", "0.5", "0.3"], ["0.1", "0.1", "0.8"]])
RR3 = Channel.of([["1/2", "1/4", "1/4"], ["1/4", "1/2", "1/4"], ["1/4", "1/4", "1/2"]])
ERASURE = Channel.of([["1/2", 0, "1/2"], [0, "1/2", "1/2"]])
IDENTITY = Channel.of([[1, 0], [0, 1]])
CONSTANT = Channel.of([["1/3", "2/3"], ["1/3", "2/3"]])

LEAKAGE_OF_BSC = [  # maximal (α, β)-leakage of the binary symmetric channel that flips with probability 1/4
    (1, 1, ln(3) * Fraction(3, 4) - ln(2)),
    (2, 1, ln("5/4")),
    ("inf", 1, ln("3/2")),
    ("3/2", "3/2", ln("25/12")),
    (2, 2, ln("7/3")),
    (2, 3, ln("61/9") * Fraction(2, 3)),
    (4, 2, ln("205/36") / 3),
    ("inf", 2, ln(3) / 2),
    ("inf", "inf", ln(3)),
]
ORDERS = [("3/2", 1), ("3/2", "3/2"), ("3/2", 3), ("3/2", "5/4"), (2, 1), (2, 2), (2, "5/2"), (3, 2), (4, "1/2")]
ORDERS += [("inf", 1), ("inf", "3/2"), ("inf", "inf"), (2, "inf"), ("3/2", "inf"), ("inf", "1/2")]


def compositions(total, parts):
    """All ways to write a number as a sum of so many numbers that are at least 0."""
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        yield from ((first, *rest) for rest in compositions(total - first, parts - 1))


def every_function(values, inputs, denominator):
    """All U with so many values, jointly with X, whose probabilities are multiples of 1/denominator."""
    for masses in compositions(denominator, values * inputs):
        table = [masses[u * inputs : (u + 1) * inputs] for u in range(values)]
        joint = {u: {x: Fraction(m, denominator) for x, m in enumerate(row)} for u, row in enumerate(table)}
        yield RandomFunction(joint)


def random_function(generator, values, inputs):
    """A random U with random numbers of copies."""
    copies = {u: generator.randint(1, 3) for u in range(values)}
    masses = {u: {x: generator.randint(0, 4) for x in range(inputs)} for u in copies}
    masses[0][0] += 1
    whole = sum(copies[u] * sum(row.values()) for u, row in masses.items())
    return RandomFunction({u: {x: Fraction(m, whole) for x, m in row.items()} for u, row in masses.items()}, copies)


def random_channel(generator, inputs, outputs):
    """A random channel without zeros."""
    return Channel.from_counts([[generator.randint(1, 9) for _ in range(outputs)] for _ in range(inputs)])


# --- the definition, written out in 50 digits -------------------------------------------------------------------------


def real(number):
    """A number with 50 digits."""
    return mpmath.mpf(number.numerator) / number.denominator


def number_of(order):
    """An order for mpmath."""
    return mpmath.inf if order == "inf" else real(Fraction(order))


def expected_gain(p, a):
    """max_Q Σ p Q^{(a-1)/a} by Q ∝ p^a, or by all on a most likely value."""
    if a == mpmath.inf:
        return max(p)
    total = mpmath.fsum(x**a for x in p)
    return mpmath.fsum(x * (x**a / total) ** ((a - 1) / a) for x in p if x)


def written_out(P, U, alpha, beta):
    """Formula (4) for one U, from its list of values, by the guesses themselves."""
    a, b = number_of(alpha), number_of(beta)
    values = [row for u, row in U.joint.items() for _ in range(U.copies[u])]
    joint = {y: [real(sum(p * P.entry(x, y) for x, p in row.items())) for row in values] for y in P.outputs}
    gains = [(total, expected_gain([p / total for p in joint[y]], a)) for y in P.outputs if (total := sum(joint[y]))]
    norm = max(g for _, g in gains) if b == mpmath.inf else mpmath.fsum(p * g**b for p, g in gains) ** (1 / b)
    factor = 1 if a == mpmath.inf else a / (a - 1)
    return factor * mpmath.log(norm / expected_gain([real(sum(row.values())) for row in values], a))


def agrees(value, number, digits=25):
    """Whether a number that is known to 50 digits is the value, to so many digits."""
    lo, hi = (value.lo, value.hi) if isinstance(value, Enclosure) else value.enclosure(digits)
    slack = Fraction(1, 10**digits)
    return lo - slack <= Fraction(mpmath.nstr(number, 45)) <= hi + slack


@pytest.mark.parametrize(("alpha", "beta"), ORDERS)
def test_leakage_is_the_definition_written_out(alpha, beta):
    """α/(α-1) log (Σ_y P(y) (max_Q Σ_u P(u|y) Q(u)^{(α-1)/α})^β)^{1/β} / max_Q Σ_u P(u) Q(u)^{(α-1)/α}"""
    generator = random.Random(7)
    with mpmath.workdps(50):
        for P in (BSC, THREE, ERASURE, random_channel(generator, 2, 4)):
            U = random_function(generator, 3, len(P.inputs))
            value = operational_leakage(P, U, alpha, beta, width="1e-30")
            assert agrees(value, written_out(P, U, alpha, beta))


@pytest.mark.parametrize("P", [BSC, THREE, ERASURE])
def test_at_order_one_it_is_mutual_information(P):
    """α = 1: I(U; Y), whatever the finite β; U = X gives I(X; Y)"""
    generator = random.Random(3)
    U = random_function(generator, 3, len(P.inputs))
    through = {u: {y: sum(p * P.entry(x, y) for x, p in row.items()) for y in P.outputs} for u, row in U.joint.items()}
    law = {u: sum(row.values()) for u, row in through.items()}
    to_output = Channel({u: {y: p / law[u] for y, p in row.items()} for u, row in through.items()})
    single = RandomFunction({u: {x: p * U.copies[u] for x, p in row.items()} for u, row in U.joint.items()})
    information = shannon_information(to_output, {u: p * U.copies[u] for u, p in law.items()})
    assert operational_leakage(P, single, 1, 1) == operational_leakage(P, single, 1, 5) == information
    prior = {x: Fraction(1, len(P.inputs)) for x in P.inputs}
    assert operational_leakage(P, RandomFunction.identity(prior), 1, 2) == shannon_information(P, prior)


@pytest.mark.parametrize("alpha", [2, 3, "inf"])
def test_guessing_the_input_itself_is_sibson_information(alpha):
    """U = X, P(x) ∝ T(x)^{1/α}: the leakage at β = 1 is I_α(T, P)"""
    roots = {0: Fraction(1, 3), 1: Fraction(2, 3)}
    powers = {x: Fraction(1) if alpha == "inf" else p**alpha for x, p in roots.items()}
    tilted = {x: p / sum(powers.values()) for x, p in powers.items()}
    prior = {x: Fraction(1, 2) for x in roots} if alpha == "inf" else roots
    assert operational_leakage(BSC, RandomFunction.identity(prior), alpha, 1) == sibson_information(BSC, tilted, alpha)


def test_copies_are_alike():
    """A value with n copies is n values."""
    joint = {"u": {0: Fraction(1, 8), 1: Fraction(1, 16)}, "v": {0: Fraction(1, 4)}}
    several = RandomFunction(joint, copies={"u": 4})
    spelled = RandomFunction({**{("u", n): joint["u"] for n in range(4)}, "v": joint["v"]})
    assert several.size == spelled.size == 5
    for alpha, beta in ((2, 1), (2, 3), ("inf", 2), ("inf", "inf"), (1, 1)):
        assert operational_leakage(BSC, several, alpha, beta) == operational_leakage(BSC, spelled, alpha, beta)


def test_exact_where_the_roots_are_single():
    """Integer and infinite α, integer β/α, and inner sums that are multiples of each other give exact amounts."""
    even, odd = RandomFunction.identity({0: "1/2", 1: "1/2"}), RandomFunction.identity({0: "1/4", 1: "3/4"})
    for alpha, beta in ((2, "7/5"), ("inf", "7/5"), ("3/2", 3), ("3/2", "inf")):
        assert not isinstance(operational_leakage(SKEW, odd, alpha, beta), Enclosure)
    assert isinstance(operational_leakage(BSC, even, "3/2", "5/4"), LogOfRadicals)
    assert isinstance(operational_leakage(SKEW, odd, "3/2", "5/4"), Enclosure)


@pytest.mark.parametrize("width", ["1e-6", "1e-30", "1e-100"])
def test_enclosures_have_the_width_asked_for(width):
    """hi - lo ≤ width, and narrower enclosures lie in wider ones"""
    U = RandomFunction.identity({0: "1/4", 1: "3/4"})
    wide, narrow = (operational_leakage(SKEW, U, "3/2", "5/4", width=w) for w in (width, "1e-120"))
    assert wide.width <= Fraction(width)
    assert wide.contains(narrow)


# --- the best guess ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("alpha", [2, "3/2", 5, "inf"])
def test_no_guess_gains_more_than_the_norm(alpha):
    """max_Q Σ_u p(u) Q(u)^{(α-1)/α} = ‖p‖_α"""
    laws = [{u: Fraction(m, 4) for u, m in enumerate(masses)} for masses in compositions(4, 3)]
    for p in laws:
        best = log_best_guessing_gain(p, alpha)
        assert all(log_guessing_gain(p, Q, alpha) <= best for Q in laws)
        if alpha != "3/2":
            assert log_guessing_gain(p, best_guess(p, alpha), alpha) == best
        if alpha != "inf":
            assert best == renyi_entropy(p, alpha) * (1 - Fraction(alpha)) / Fraction(alpha)


def test_guessing_with_the_law_itself_is_not_best():
    """Q = p gains less than Q ∝ p^α unless p is uniform on its values."""
    p, even = {0: "1/4", 1: "3/4"}, {0: "1/2", 1: "1/2"}
    assert log_guessing_gain(p, p, 2) < log_best_guessing_gain(p, 2)
    assert log_guessing_gain(even, even, 2) == log_best_guessing_gain(even, 2)


# --- Theorem 1 --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("alpha", "beta", "leakage"), LEAKAGE_OF_BSC)
def test_no_small_function_exceeds_the_closed_form(alpha, beta, leakage):
    """sup_U (4) ≤ (5): all U with two values and probabilities in quarters, or three values in thirds"""
    for U in (*every_function(2, 2, 4), *every_function(3, 2, 3)):
        assert operational_leakage(BSC, U, alpha, beta) <= leakage


@pytest.mark.parametrize(("alpha", "beta"), [("3/2", "3/2"), (2, 2), (2, 3), ("inf", 2), ("inf", "inf")])
def test_the_functions_of_the_proof_approach_the_closed_form(alpha, beta):
    """N values at x' and one at x: (4) increases to (5) from below, for β ≥ α and for α = ∞"""
    leakage = {(a, b): value for a, b, value in LEAKAGE_OF_BSC}[alpha, beta]
    guesses = {1: 1} if alpha != "inf" else {0: "1/2", 1: "1/2"}
    assert limit_of_nearly_optimal(BSC, 0, guesses, alpha, beta) == leakage
    reached = [
        operational_leakage(BSC, nearly_optimal_function(BSC, 0, guesses, alpha, 10**k), alpha, beta, width="1e-20")
        for k in (2, 4, 12)
    ]
    bounds = [Enclosure(*value.enclosure(20)) if not isinstance(value, Enclosure) else value for value in reached]
    top = Enclosure(*leakage.enclosure(20))
    assert bounds[0].certainly_less(bounds[1])
    assert bounds[1].certainly_less(bounds[2])
    assert bounds[2].certainly_less(top)
    assert (top - bounds[2]).certainly_less("1e-10")


@pytest.mark.parametrize(
    ("P", "alpha", "beta", "reference", "tilted", "value"),
    [
        (SKEW, 4, "3/2", 0, ("0.18402436", "0.81597564"), "0.840969404977"),
        (SKEW, 4, 2, 0, ("0.01695758", "0.98304242"), "1.244858949021"),
        (SKEW, 2, 1, 0, ("0.53535354", "0.46464646"), "0.402092423630"),
        (THREE, 4, "3/2", 2, ("0.45247939", "0.33800874", "0.20951187"), "0.650604931276"),
        (THREE, 4, 2, 2, ("0.56314203", "0.40209760", "0.03476037"), "0.887544083114"),
    ],
)
def test_known_maximizers_give_the_known_leakage(P, alpha, beta, *, reference, tilted, value):
    """The objective at a maximizer to 8 digits is the leakage to 12; the functions of the proof approach it."""
    law = {x: Fraction(p) / sum(map(Fraction, tilted)) for x, p in enumerate(tilted)}
    limit = Enclosure.of(Fraction(value)) + Enclosure("-1e-12", "1e-12")
    assert limit.contains(as_enclosure(leakage_objective(P, reference, law, alpha, beta, width="1e-15")))
    guesses = guesses_for(law, alpha, 12)
    assert limit.contains(as_enclosure(limit_of_nearly_optimal(P, reference, guesses, alpha, beta, width="1e-15")))
    if beta != 1:
        rough, fine = (nearly_optimal_function(P, reference, guesses, alpha, n) for n in (100, 10**6))
        reached = as_enclosure(operational_leakage(P, rough, alpha, beta, width="1e-15"))
        assert reached.certainly_less(limit)
        assert (limit - reached).certainly_less("1e-5")
        assert limit.contains(as_enclosure(operational_leakage(P, fine, alpha, beta, width="1e-15")))


def as_enclosure(value):
    """An amount or enclosure as an enclosure."""
    return value if isinstance(value, Enclosure) else Enclosure(*value.enclosure(15))


def test_near_order_one_the_proof_needs_huge_functions():
    """α = 11/10, β = 2: 10^264 values of U come within 10^-9 of the leakage 5.5 log 7/3"""
    U = nearly_optimal_function(BSC, 0, {1: 1}, "11/10", 10**12)
    value = operational_leakage(BSC, U, "11/10", 2, width="1e-15")
    leakage = ln("7/3") * Fraction(11, 2)
    assert U.size == 10**264 + 1
    assert leakage_objective(BSC, 0, {1: 1}, "11/10", 2) == leakage
    gap = as_enclosure(leakage) - as_enclosure(value)
    assert gap.certainly_greater(0)
    assert gap.certainly_less("1e-9")


def test_small_functions_see_little_of_the_leakage_beyond_order_one():
    """(2, 3): the supremum 1.2757… is not attained, and U with two values in eighths stay below 0.35"""
    best = max(operational_leakage(BSC, U, 2, 3) for U in every_function(2, 2, 8))
    assert as_enclosure(best).certainly_less("0.35")


def test_at_order_one_a_finite_function_attains_the_leakage():
    """β = 1: U = X with P(x) ∝ T(x)^{1/α} attains (5); T is uniform on the binary symmetric channel"""
    even = RandomFunction.identity({0: "1/2", 1: "1/2"})
    for alpha, beta, leakage in LEAKAGE_OF_BSC:
        if beta == 1:
            assert operational_leakage(BSC, even, alpha, beta) == leakage


def test_below_order_one_the_closed_form_is_false():
    """β = 1/2, α = ∞, Y = X: U = X gives log 2, and (5) gives 0 at every x' and law"""
    even = {0: Fraction(1, 2), 1: Fraction(1, 2)}
    assert operational_leakage(IDENTITY, RandomFunction.identity(even), "inf", "1/2") == ln(2)
    laws = [{0: Fraction(m, 4), 1: Fraction(4 - m, 4)} for m in range(5)]
    values = [leakage_objective(IDENTITY, x, law, "inf", "1/2") for x, law in product((0, 1), laws)]
    assert max(values) == 0
    assert min(values) == NEGATIVE_INFINITY


@pytest.mark.parametrize("prior", [{0: "1/2", 1: "1/2"}, {0: "1/4", 1: "3/4"}, {0: "9/10", 1: "1/10"}])
def test_every_law_of_the_input_attains_maximal_leakage(prior):
    """β = 1, α = ∞: the supremum over the law of X is immaterial, because U may split X into equally likely parts"""
    for P in (BSC, SKEW, ERASURE):
        assert operational_leakage(P, RandomFunction.shattered(prior), "inf", 1) == maximal_leakage(P)


def test_a_skew_law_attains_the_leakage_of_order_two():
    """β = 1, α = 2, P(x) = (1/4, 3/4): splitting x = 1 into 9 parts makes T ∝ P(x)² / n(x) uniform"""
    U = RandomFunction({0: {0: Fraction(1, 4)}, 1: {1: Fraction(1, 12)}}, copies={1: 9})
    assert operational_leakage(BSC, U, 2, 1) == ln("5/4")


def test_at_order_one_the_law_of_the_input_matters():
    """α = 1: I(U; Y) ≤ I(X; Y) < C for P(x) = (1/4, 3/4), so the supremum over the law of X is needed"""
    prior = {0: Fraction(1, 4), 1: Fraction(3, 4)}
    capacity = ln(3) * Fraction(3, 4) - ln(2)
    information = shannon_information(BSC, prior)
    assert information < capacity
    assert operational_leakage(BSC, RandomFunction.shattered(prior), 1, 1) == information
    functions = [U for U in every_function(2, 2, 8) if U.prior == prior]
    assert functions
    assert all(operational_leakage(BSC, U, 1, 1) <= information for U in functions)


def test_beyond_order_one_a_fixed_law_of_the_input_is_less():
    """β > 1: under a fixed law P(y) takes the place of P(y|x'), so no U with that law comes near (5)"""
    for U in every_function(3, 2, 4):
        if U.prior == {0: Fraction(1, 2), 1: Fraction(1, 2)}:
            assert operational_leakage(BSC, U, "inf", "inf") <= ln("3/2")
    assert max(limit_of_nearly_optimal(BSC, x, {0: "1/2", 1: "1/2"}, "inf", "inf") for x in (0, 1)) == ln(3)


TABLE_ORDERS = [("3/2", "3/2"), (2, 1), (2, "5/4"), (3, 2), (4, 3), ("5/2", "3/2"), (2, 3), ("3/2", 2)]
TABLE_ORDERS += [("inf", 1), ("inf", 2), ("inf", "inf"), (2, "inf"), ("11/10", 1)]


@pytest.mark.parametrize(("alpha", "beta"), TABLE_ORDERS)
def test_the_leakage_is_approached_and_never_exceeded(alpha, beta):
    """sup_U (4) = (5): random U stay below, the functions of the proof come within 10⁻⁶, on random channels"""
    generator = random.Random(21)
    for P in (THREE, random_channel(generator, 2, 3), random_channel(generator, 3, 2)):
        leakage = as_enclosure(maximal_alpha_beta_leakage(P, alpha, beta))
        for _ in range(5):
            U = random_function(generator, 3, len(P.inputs))
            assert not as_enclosure(operational_leakage(P, U, alpha, beta)).certainly_greater(leakage)
        place = near_maximizer(P, alpha, beta)
        assert (leakage - as_enclosure(leakage_objective(P, *place, alpha, beta))).magnitude < Fraction(1, 10**10)
        attack = attacking_function(P, alpha, beta, 10**20)
        reached = as_enclosure(operational_leakage(P, attack, alpha, beta))
        assert not reached.certainly_greater(leakage)
        assert (leakage - reached).certainly_less("1e-6")


def test_an_infinite_leakage_is_approached():
    """Z(1/2) at (2, 3/2): the operational leakage exceeds every bound"""
    P = Channel.of([[1, 0], ["1/2", "1/2"]])
    assert maximal_alpha_beta_leakage(P, 2, "3/2") == INFINITY
    assert leakage_objective(P, *near_maximizer(P, 2, "3/2"), 2, "3/2") == INFINITY
    values = [operational_leakage(P, attacking_function(P, 2, "3/2", 10**n), 2, "3/2") for n in (3, 10, 100)]
    assert values[2] > values[1] > values[0]
    assert values[2] > ln(10**20)


def test_the_objective_is_zero_at_the_reference():
    """T = δ_x' gives 0, so maximal leakage is never negative; a constant channel gives 0 everywhere"""
    for alpha, beta in ORDERS:
        assert leakage_objective(SKEW, 1, {1: 1}, alpha, beta) == 0
        assert leakage_objective(CONSTANT, 0, {0: "1/3", 1: "2/3"}, alpha, beta) == 0


def test_an_output_that_excludes_the_reference():
    """P(y|x') = 0 < P(y|x): infinite for β > 1; 0⁰ = 1 for β = 1; x without weight do not count"""
    even = {0: "1/2", 1: "1/2"}
    for alpha in (2, "3/2", "inf"):
        for beta in ("3/2", 2, "inf"):
            assert leakage_objective(ERASURE, 0, even, alpha, beta) == INFINITY
            assert leakage_objective(ERASURE, 0, {0: 1}, alpha, beta) == 0
    assert leakage_objective(ERASURE, 0, even, "inf", 1) == ln("3/2")
    assert leakage_objective(ERASURE, 0, even, 2, 1) == sibson_information(ERASURE, even, 2)


def test_functions_of_the_proof_blow_up_where_the_leakage_is_infinite():
    """A column with a zero and a positive entry, β > 1: (4) exceeds every bound"""
    reached = [
        operational_leakage(ERASURE, nearly_optimal_function(ERASURE, 0, {1: 1}, 2, 10**k), 2, 2) for k in (3, 6, 30)
    ]
    assert reached == sorted(reached)
    assert reached[-1] > ln(10**20)


# --- maximal realizable leakage ---------------------------------------------------------------------------------------


def test_realizable_leakage_needs_the_supremum_over_the_law():
    """BSC(1/4): log 3/2 for uniform X, log 3 for the supremum, which is local differential privacy"""
    assert maximal_realizable_leakage(BSC, {0: "1/2", 1: "1/2"}) == ln("3/2")
    assert maximal_realizable_leakage(BSC) == local_differential_privacy(BSC) == ln(3)


@pytest.mark.parametrize("P", [BSC, SKEW, THREE, RR3, CONSTANT])
def test_its_supremum_is_local_differential_privacy(P):
    """sup over P_X = LDP, never attained by a law of full support unless 0, and approached as P_X → δ_x'"""
    supremum = maximal_realizable_leakage(P)
    assert supremum == local_differential_privacy(P)
    for share in ("1/2", "1/100", "1e-9"):
        nearly = max(maximal_realizable_leakage(P, nearly_worst_prior(P, x, share)) for x in P.inputs)
        assert nearly <= supremum
    assert as_enclosure(supremum - nearly).certainly_less("1e-7")


def test_its_supremum_can_be_infinite():
    """A column with a zero and a positive entry"""
    assert maximal_realizable_leakage(ERASURE) == local_differential_privacy(ERASURE) == INFINITY
    assert maximal_realizable_leakage(ERASURE, {0: "1/3", 1: "2/3"}) == ln(3)


def test_shattering_attains_it_and_no_function_exceeds_it():
    """max_U log max P(u|y)/max P(u) = log max P(y|x)/P(y) for a given law of X"""
    generator = random.Random(11)
    for P in (BSC, THREE, ERASURE, random_channel(generator, 3, 4)):
        for _ in range(30):
            U = random_function(generator, 4, len(P.inputs))
            assert realizable_leakage(P, U) <= maximal_realizable_leakage(P, U.prior)
            assert realizable_leakage(P, RandomFunction.shattered(U.prior)) == maximal_realizable_leakage(P, U.prior)


def test_maximal_leakage_never_exceeds_it():
    """The average over outputs is at most the largest."""
    generator = random.Random(12)
    for _ in range(20):
        P = random_channel(generator, 3, 3)
        U = random_function(generator, 3, 3)
        assert operational_leakage(P, U, "inf", 1) <= realizable_leakage(P, U)


# --- what is refused --------------------------------------------------------------------------------------------------

EVEN = RandomFunction.identity({0: "1/2", 1: "1/2"})


@pytest.mark.parametrize(("alpha", "beta"), [("1/2", 1), (0, 1), (2, 0), (1, "inf"), (-1, 1), ("two", 1)])
def test_orders_outside_the_definition_are_refused(alpha, beta):
    """α < 1, β = 0, and (1, ∞), whose limit depends on the path"""
    with pytest.raises(OrderError):
        operational_leakage(BSC, EVEN, alpha, beta)


def test_the_objective_has_no_order_one():
    """Theorem 1 at α = 1 is a limit that must be asked for by name elsewhere."""
    with pytest.raises(OrderError, match="give an order above 1"):
        leakage_objective(BSC, 0, {0: 1}, 1, 1)


def test_bad_input_is_named():
    """Every message says what was given and what to do."""
    with pytest.raises(NotStochasticError, match="sums to 3/4"):
        RandomFunction({"u": {0: "3/4"}})
    with pytest.raises(NotStochasticError, match="at least 0"):
        RandomFunction({"u": {0: "5/4", 1: "-1/4"}})
    with pytest.raises(OutsideRangeError, match="copies"):
        RandomFunction({"u": {0: "1/2"}}, copies={"u": Fraction(2)})
    with pytest.raises(NotExactError, match=r"'0\.1'"):
        RandomFunction({"u": {0: 0.5}})
    with pytest.raises(SupportError, match="does not occur"):
        operational_leakage(BSC, {"u": {7: 1}}, 2, 1)
    with pytest.raises(SupportError, match="does not occur"):
        operational_leakage(BSC.restricted([0]), EVEN, 2, 1)
    with pytest.raises(WidthError, match="above 0"):
        operational_leakage(BSC, EVEN, 2, 1, width=0)
    with pytest.raises(OutsideRangeError, match="fineness"):
        nearly_optimal_function(BSC, 0, {1: 1}, 2, 1)
    with pytest.raises(OrderError, match="irrational"):
        best_guess({0: 1}, "3/2")
    with pytest.raises(OutsideRangeError, match="share"):
        nearly_worst_prior(BSC, 0, 0)


def test_the_support_is_what_counts():
    """Inputs that do not occur play no part."""
    P = Channel.of([["3/4", "1/4"], ["1/4", "3/4"], [0, 1]]).restricted([0, 1])
    assert operational_leakage(P, EVEN, 2, 1) == ln("5/4")
    assert maximal_realizable_leakage(P) == ln(3)
    assert operational_leakage(CONSTANT, EVEN, 2, 3) == ZERO
