"""Conditional and multi-user leakage: slices, differential privacy recovered, and readings that do not recover it."""

import random
from fractions import Fraction
from itertools import pairwise, permutations, product

import pytest

from exactpriv.amount import INFINITY, ZERO, ln
from exactpriv.errors import (
    EmptyRangeError,
    NotStochasticError,
    OrderError,
    OutsideRangeError,
    SupportError,
    TableError,
    WidthError,
)
from exactpriv.exact.enclosure import Enclosure
from exactpriv.leakage.alphabeta import maximal_alpha_beta_leakage
from exactpriv.leakage.certificates import CertifiedEnclosure
from exactpriv.leakage.channel import Channel
from exactpriv.leakage.conditional import (
    NeighborPair,
    Slice,
    WorstCase,
    add_remove_neighbors,
    conditional_alpha_beta_leakage,
    conditional_operational_leakage,
    differential_privacy,
    leakage_beside_fixed_others,
    leakage_of_the_database,
    leakage_with_others_revealed,
    multi_user_leakage,
    renyi_differential_privacy,
    revealing_others,
    slices,
    substitution_neighbors,
    without,
    worst_case,
)
from exactpriv.leakage.divergences import local_differential_privacy, local_renyi_privacy
from exactpriv.leakage.maximal import maximal_leakage
from exactpriv.leakage.operational import RandomFunction, operational_leakage

FLIP = {0: {"a": Fraction(3, 4), "b": Fraction(1, 4)}, 1: {"a": Fraction(1, 4), "b": Fraction(3, 4)}}
EVEN = {"a": Fraction(1, 2), "b": Fraction(1, 2)}
BITS = list(product((0, 1), repeat=2))

NOISY_AND = {x: FLIP[x[0] * x[1]] for x in BITS}
NOISY_PARITY = {x: FLIP[sum(x) % 2] for x in BITS}
SWITCHED = {(x, on): FLIP[x] if on else EVEN for x in (0, 1) for on in (False, True)}
BOTH_NOISY = {
    x: {(y, y2): FLIP[x[0]][y] * FLIP[x[1]][y2] for y, y2 in product("ab", repeat=2)} for x in product((0, 1), repeat=2)
}
CONSTANT = {x: {"*": Fraction(1)} for x in BITS}
LEVELS = [["2/3", "1/6", "1/6"], ["1/3", "1/3", "1/3"], ["1/6", "1/6", "2/3"]]
"""The truncated geometric channel with ratio 1/2 on 0, 1, 2."""
NOISY_SUM = {x: dict(enumerate(map(Fraction, LEVELS[sum(x)]))) for x in BITS}
MECHANISMS = [NOISY_AND, NOISY_PARITY, SWITCHED, BOTH_NOISY, CONSTANT, NOISY_SUM]
ORDERS = [(2, 2), ("3/2", "3/2"), ("3/2", 2), (2, 3), ("inf", 1), ("inf", 2), ("inf", "inf"), (2, 1)]


def random_mechanism(generator, users, outputs):
    """A random mechanism about bits, without zeros."""
    databases = list(product((0, 1), repeat=users))
    return Channel.from_counts({x: {y: generator.randint(1, 9) for y in range(outputs)} for x in databases})


def bounds(value):
    """An amount or enclosure as an enclosure."""
    return value if isinstance(value, Enclosure) else Enclosure(*value.enclosure(20))


# --- differential privacy is recovered ------------------------------------------------------------------------------


def plain_divergences(mechanism, divergence):
    """The divergences of all ordered pairs of databases that differ in at most one entry, by hand."""
    for x, x2 in product(mechanism, repeat=2):
        if sum(map(int.__ne__, map(hash, x), map(hash, x2))) <= 1:
            yield divergence(mechanism[x], mechanism[x2])


def power_sum(p, q, order):
    """Σ p^α q^{1-α} for an integer α."""
    return sum(p[y] ** order * q[y] ** (1 - order) for y in p)


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_pure_differential_privacy_at_infinity(mechanism):
    """(∞, ∞): max over i, x₋ᵢ, y of log P(y|xᵢ, x₋ᵢ)/P(y|xᵢ', x₋ᵢ), by hand from the table"""
    by_hand = ln(max(plain_divergences(mechanism, lambda p, q: max(p[y] / q[y] for y in p))))
    assert multi_user_leakage(mechanism, "inf", "inf").value == by_hand
    assert differential_privacy(mechanism).value == by_hand


@pytest.mark.parametrize("order", [2, 3])
@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_renyi_differential_privacy_on_the_diagonal(mechanism, order):
    """α = β > 1: max over substitution neighbors of D_α, by hand from the table"""
    by_hand = ln(max(plain_divergences(mechanism, lambda p, q: power_sum(p, q, order)))) / (order - 1)
    assert multi_user_leakage(mechanism, order, order).value == by_hand
    assert renyi_differential_privacy(mechanism, order).value == by_hand


@pytest.mark.parametrize("order", ["3/2", 2, "7/3", "inf"])
def test_differential_privacy_is_recovered_on_random_mechanisms(order):
    """𝓛_{α,α}(X^n → Y) = RDP_α, and DP at ∞, for three users and three outputs"""
    generator = random.Random(1)
    for _ in range(5):
        mechanism = random_mechanism(generator, 3, 3)
        assert multi_user_leakage(mechanism, order, order).value == renyi_differential_privacy(mechanism, order).value


def test_scaled_renyi_differential_privacy_above_the_diagonal():
    """β ≥ α > 1: α(β-1)/((α-1)β) RDP_β"""
    generator = random.Random(2)
    for _ in range(3):
        mechanism = random_mechanism(generator, 2, 3)
        scaled = renyi_differential_privacy(mechanism, 3).value * Fraction(4, 3)
        assert multi_user_leakage(mechanism, 2, 3).value == scaled


def test_at_one_it_is_a_conditional_capacity_and_not_a_divergence():
    """(1, 1): capacity .75 log 3 - log 2 of the worst slice, against max KL = .5 log 3"""
    assert multi_user_leakage(NOISY_AND, 1, 1).value == ln(3) * Fraction(3, 4) - ln(2)
    assert renyi_differential_privacy(NOISY_AND, 1).value == ln(3) / 2


def test_conditional_maximal_leakage():
    """(∞, 1): log max_z Σ_y max_x P(y|x, z)"""
    for mechanism in MECHANISMS:
        by_hand = max(maximal_leakage(channel) for channel in slices(mechanism).values())
        assert multi_user_leakage(mechanism, "inf", 1).value == by_hand


def test_where_it_is_attained():
    """The slice and the pair of databases have the leakage that is reported."""
    worst = multi_user_leakage(NOISY_AND, "inf", "inf")
    assert worst.at == Slice(0, (1,))
    assert worst.rivals == [Slice(1, (1,))]
    assert worst.values[Slice(0, (0,))] == 0
    pair = differential_privacy(NOISY_AND)
    assert pair.at == NeighborPair((0, 1), (1, 1))
    assert set(pair.rivals) == {
        NeighborPair((1, 1), (0, 1)),
        NeighborPair((1, 0), (1, 1)),
        NeighborPair((1, 1), (1, 0)),
    }


@pytest.mark.parametrize(("alpha", "beta"), ORDERS)
def test_one_user_is_no_extension(alpha, beta):
    """n = 1: every reading is 𝓛_{α,β}(X → Y)"""
    rows = {(x,): dict(enumerate(row)) for x, row in enumerate(LEVELS)}
    plain = maximal_alpha_beta_leakage(Channel.of(LEVELS), alpha, beta)
    uniform = [dict.fromkeys(range(3), "1/3")]
    readings = [
        multi_user_leakage(rows, alpha, beta).value,
        leakage_beside_fixed_others(rows, uniform, (alpha, beta)).value,
        leakage_with_others_revealed(rows, alpha, beta).value,
        leakage_of_the_database(rows, alpha, beta),
    ]
    assert all(bounds(value).meets(bounds(plain)) for value in readings)


# --- readings that do not recover it --------------------------------------------------------------------------------


def test_fixed_others_leak_less_than_renyi_privacy():
    """U - X_i - (X₋ᵢ, Y) with fixed independent others: log 5/3 < RDP₂ = log 7/3"""
    half = {0: "1/2", 1: "1/2"}, {False: "1/2", True: "1/2"}
    assert leakage_beside_fixed_others(SWITCHED, half, (2, 2)).value == ln("5/3")
    assert renyi_differential_privacy(SWITCHED, 2).value == multi_user_leakage(SWITCHED, 2, 2).value == ln("7/3")


def test_fixed_others_that_never_switch_leak_all():
    """A point mass on x₋ᵢ gives back that slice: the supremum over the others' law is reading A."""
    values = [
        leakage_beside_fixed_others(SWITCHED, [{0: "1/2", 1: "1/2"}, {False: 1 - on, True: on}], (2, 2)).values[0]
        for on in (Fraction(0), Fraction(1, 2), Fraction(9, 10), Fraction(1))
    ]
    assert values[0] == ZERO
    assert values[-1] == ln("7/3")
    assert values == sorted(values)


def test_revealed_others_make_a_constant_leak():
    """Side information in the numerator only: constant Y leaks log 2 about (X₁, X₂), and differential privacy is 0"""
    correlated = RandomFunction.identity({(0, 0): "1/2", (1, 1): "1/2"})
    for alpha in (2, "inf"):
        assert operational_leakage(revealing_others(CONSTANT, 0), correlated, alpha, 1) == ln(2)
        assert leakage_with_others_revealed(CONSTANT, alpha, 1).value == ln(2)
    assert operational_leakage(revealing_others(CONSTANT, 0), correlated, "inf", "inf") == ln(2)
    assert leakage_with_others_revealed(CONSTANT, "inf", "inf").value == INFINITY
    assert differential_privacy(CONSTANT).value == 0


def test_the_whole_database_leaks_more():
    """No side information: log 9 against differential privacy log 3"""
    assert leakage_of_the_database(BOTH_NOISY, "inf", "inf") == ln(9)
    assert differential_privacy(BOTH_NOISY).value == ln(3)


def test_adding_and_removing_is_another_neighborhood():
    """Noisy count of 0, 1 or 2 people: log 2 for databases that differ by one person, log 4 for any two databases"""
    counts = {("p",) * n: dict(enumerate(row)) for n, row in enumerate(LEVELS)}
    assert differential_privacy(counts, add_remove_neighbors).value == ln(2)
    assert local_differential_privacy(Channel(counts)) == leakage_of_the_database(counts, "inf", "inf") == ln(4)
    assert differential_privacy(counts).value == 0
    with pytest.raises(TableError, match="tuples of one length"):
        multi_user_leakage(counts, "inf", "inf")


def test_differential_privacy_violates_linkage_and_local_privacy_does_not():
    """W bit → (W, W) → both noisy: DP log 3 of the mechanism, but log 9 about W; LDP of both is log 9"""
    doubled = Channel({w: {(w, w): 1} for w in (0, 1)})
    mechanism = Channel(BOTH_NOISY)
    about_the_bit = doubled @ Channel({x: mechanism.rows[x] for x in doubled.outputs})
    assert differential_privacy(mechanism).value == ln(3)
    as_users = {(w,): row for w, row in about_the_bit.rows.items()}
    assert differential_privacy(as_users).value == ln(9)
    assert local_differential_privacy(about_the_bit) <= local_differential_privacy(mechanism) == ln(9)


def test_a_wrong_neighborhood_is_noticed():
    """Counting databases that differ anywhere as neighbors would give log 9."""
    assert differential_privacy(BOTH_NOISY, lambda x, x2: len(x) == len(x2)).value == ln(9)


# --- the conditional definition -------------------------------------------------------------------------------------


def random_law(generator, points):
    """A random function with three values of a random point."""
    masses = {u: {x: generator.randint(0, 4) for x in points} for u in range(3)}
    masses[0][points[0]] += 1
    whole = sum(map(sum, (row.values() for row in masses.values())))
    return RandomFunction({u: {x: Fraction(m, whole) for x, m in row.items()} for u, row in masses.items()})


@pytest.mark.parametrize(("alpha", "beta"), ORDERS)
def test_no_function_exceeds_the_worst_slice(alpha, beta):
    """Side information on both sides, any U of X^n: at most max_i max_{x₋ᵢ} 𝓛(P(y|xᵢ, x₋ᵢ))"""
    generator = random.Random(3)
    for mechanism in (NOISY_AND, SWITCHED, NOISY_SUM):
        P = Channel(mechanism)
        worst = bounds(multi_user_leakage(P, alpha, beta).value)
        for user in (0, 1):
            for _ in range(8):
                U = random_law(generator, list(P.inputs))
                value = conditional_operational_leakage(P, lambda x, user=user: without(x, user), U, (alpha, beta))
                assert bounds(value).lo <= worst.hi


def test_a_point_mass_on_the_others_gives_a_slice():
    """P(x₋ᵢ) = 1 for one x₋ᵢ: the operational leakage is that of the slice"""
    U = RandomFunction.identity({(0, 1): "1/2", (1, 1): "1/2"})
    one = RandomFunction.identity({0: "1/2", 1: "1/2"})
    flip = slices(NOISY_AND)[Slice(0, (1,))]
    for orders in ORDERS:
        value = conditional_operational_leakage(Channel(NOISY_AND), lambda x: x[1], U, orders)
        assert value == operational_leakage(flip, one, *orders)


def test_without_side_information_it_is_the_plain_definition():
    """Z constant: no condition at all; Z = X: nothing is left to guess"""
    U = random_law(random.Random(4), BITS)
    P = Channel(NOISY_SUM)
    for orders in [*ORDERS, (1, 1)]:
        assert bounds(conditional_operational_leakage(P, lambda _: "*", U, orders)).meets(
            bounds(operational_leakage(P, U, *orders))
        )
        known = conditional_operational_leakage(P, lambda x: x, RandomFunction.identity(U.prior), orders)
        assert known == 0


def test_at_one_it_is_conditional_mutual_information():
    """α = 1: I(U; Y | Z) = Σ_z P(z) I(U; Y | Z = z)"""
    U = random_law(random.Random(5), BITS)
    P = Channel(NOISY_SUM)
    total = ZERO.in_nats()
    for z in (0, 1):
        weight = sum(p for x, p in U.prior.items() if x[1] == z)
        joint = {u: {x: p / weight for x, p in row.items() if x[1] == z} for u, row in U.joint.items()}
        total += operational_leakage(P, joint, 1, 1) * weight
    assert conditional_operational_leakage(P, lambda x: x[1], U, (1, 1)) == total


def test_conditional_leakage_is_that_of_the_worst_channel():
    """max_z 𝓛(P(y|x, z)), with its z; the certificate of an enclosure is kept"""
    channels = {
        "exact": Channel.of([["3/4", "1/4"], ["1/4", "3/4"]]),
        "enclosed": Channel.of([["1/2", "1/3", "1/6"], ["1/5", "1/5", "3/5"]]),
        "nothing": Channel.of([[1], [1]]),
    }
    worst = conditional_alpha_beta_leakage(channels, 2, 1, width="1e-20")
    assert worst.at == "exact"
    assert worst.value == maximal_alpha_beta_leakage(channels["exact"], 2, 1)
    assert worst.values["nothing"] == 0
    del channels["exact"]
    worst = conditional_alpha_beta_leakage(channels, 2, 1, width="1e-20")
    assert worst.at == "enclosed"
    assert isinstance(worst.value, CertifiedEnclosure)
    assert worst.value.certificate.verify()


def test_equal_slices_are_computed_once():
    """Renaming inputs and outputs changes no leakage; a tied enclosure keeps its certificate"""
    rows = [["1/2", "1/3", "1/6"], ["1/5", "1/5", "3/5"]]
    shuffled = {order: Channel.of([[row[i] for i in order] for row in rows]) for order in permutations(range(3))}
    worst = conditional_alpha_beta_leakage(shuffled, 2, 1)
    assert len({id(value) for value in worst.values.values()}) == 1
    assert len(worst.rivals) == 5
    assert worst.value.certificate.verify()


# --- the largest of several -----------------------------------------------------------------------------------------


def test_the_largest_of_exact_amounts_and_enclosures():
    """Certain winners are themselves; overlapping enclosures give [max lo, max hi]; infinity wins"""
    assert worst_case({1: ln(2), 2: ln(3), 3: ln(3)}).rivals == [3]
    assert worst_case({1: ln(3), 2: Enclosure(0, 1)}).value == ln(3)
    assert worst_case({1: ln(3), 2: Enclosure(2, 3)}) == WorstCase(Enclosure(2, 3), 2, {1: ln(3), 2: Enclosure(2, 3)})
    overlapping = worst_case({1: Enclosure(0, 3), 2: Enclosure(1, 2), 3: Enclosure(0, "1/2")})
    assert (overlapping.value, overlapping.at, overlapping.rivals) == (Enclosure(1, 3), 2, [1])
    mixed = worst_case({"exact": ln(3), "around": Enclosure(1, 2)})
    assert (mixed.at, mixed.rivals, mixed.value.hi) == ("exact", ["around"], 2)
    assert 0 < Enclosure(*ln(3).enclosure(9)).lo - mixed.value.lo < Fraction(1, 10**6)
    assert worst_case({1: Enclosure(0, 3), 2: INFINITY}).value == INFINITY
    with pytest.raises(EmptyRangeError, match="at least one"):
        worst_case({})


def test_slices_are_those_that_occur():
    """Databases that are not listed do not occur: correlated entries have smaller slices"""
    correlated = {x: NOISY_AND[x] for x in ((0, 0), (0, 1), (1, 1))}
    found = slices(correlated)
    assert {fixed: channel.inputs for fixed, channel in found.items()} == {
        Slice(0, (0,)): (0,),
        Slice(0, (1,)): (0, 1),
        Slice(1, (0,)): (0, 1),
        Slice(1, (1,)): (1,),
    }
    assert multi_user_leakage({x: NOISY_PARITY[x] for x in ((0, 0), (1, 1))}, "inf", "inf").value == 0
    restricted = Channel(NOISY_AND).restricted(correlated)
    assert slices(restricted).keys() == found.keys()


def test_leakage_grows_with_beta_slice_by_slice():
    """β ↦ max over slices is non-decreasing, and so is it under restriction to fewer databases"""
    for mechanism in MECHANISMS:
        values = [bounds(multi_user_leakage(mechanism, 2, beta).value) for beta in (1, 2, 3, "inf")]
        assert all(low.lo <= high.hi for low, high in pairwise(values))


def test_post_processing_never_raises_it():
    """𝓛(X^n → f(Y)) ≤ 𝓛(X^n → Y) at every order"""
    P = Channel(NOISY_SUM)
    for orders in ORDERS:
        merged = multi_user_leakage(P.post_processed({0: "low", 1: "high", 2: "high"}), *orders)
        assert bounds(merged.value).lo <= bounds(multi_user_leakage(P, *orders).value).hi


def test_neighbors():
    """Substitution keeps the length and changes at most one entry; adding or removing changes the length by one"""
    databases = [x for n in range(4) for x in product((0, 1), repeat=n)]
    for x, x2 in product(databases, repeat=2):
        assert substitution_neighbors(x, x2) == (
            x == x2 or (len(x) == len(x2) and any(without(x, i) == without(x2, i) for i in range(len(x))))
        )
        one_less = [without(x2, i) for i in range(len(x2))]
        one_more = [without(x, i) for i in range(len(x))]
        assert add_remove_neighbors(x, x2) == (x in one_less or x2 in one_more)


def test_local_measures_are_those_of_one_user():
    """One user: differential privacy is local differential privacy, Rényi too"""
    rows = {(x,): dict(enumerate(row)) for x, row in enumerate(LEVELS)}
    P = Channel.of(LEVELS)
    assert differential_privacy(rows).value == local_differential_privacy(P)
    for order in (1, "3/2", 2, 5):
        assert renyi_differential_privacy(rows, order).value == local_renyi_privacy(P, order)


def test_bad_input_is_named():
    """Every message says what was given and what to do."""
    with pytest.raises(TableError, match="tuples of one length"):
        multi_user_leakage(FLIP, 2, 2)
    with pytest.raises(NotStochasticError, match="sum"):
        multi_user_leakage({(0,): {"a": "1/2"}}, 2, 2)
    with pytest.raises(OutsideRangeError, match="got 1 priors for 2 users"):
        leakage_beside_fixed_others(NOISY_AND, [{0: 1}], (2, 2))
    with pytest.raises(SupportError, match="does not occur"):
        leakage_beside_fixed_others(NOISY_AND, [{0: 1}, {7: 1}], (2, 2))
    with pytest.raises(EmptyRangeError, match="at least one channel"):
        conditional_alpha_beta_leakage({}, 2, 2)
    with pytest.raises(OrderError):
        multi_user_leakage(NOISY_AND, 1, 2)
    with pytest.raises(WidthError):
        multi_user_leakage(NOISY_AND, 3, 2, width=0)
    assert multi_user_leakage(NOISY_AND, 1, 2, at_one="limit").value == INFINITY
