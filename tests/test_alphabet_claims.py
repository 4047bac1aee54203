"""Every statement about maximal (α, β)-leakage, its repairs and its wrong neighbors: verdicts, instances, evidence.

This is the only place that says which verdict is expected.  The engines find them; here they are compared.
"""

from fractions import Fraction
from functools import cache
from importlib import import_module
from itertools import product
from typing import Annotated

import pytest

from exactpriv.amount import ln
from exactpriv.claims import Refuted, check, claim, plain
from exactpriv.claims.certificates import certificate, check_certificate
from exactpriv.claims.loading import claims_of, with_controls
from exactpriv.errors import OrderError, QuantifierError
from exactpriv.leakage import Channel
from exactpriv.leakage.alphabeta import enclosed_leakage
from exactpriv.leakage.comparable import Refined, alphabet_leakage, conditional_leakage_about, leakage_about
from exactpriv.leakage.divergences import local_renyi_privacy
from exactpriv.leakage.named import bsc, constant, identity
from exactpriv.leakage.orders import INFINITE, Order
from exactpriv.theorems import alphabet_multi_user as users
from exactpriv.theorems import alphabet_section_4 as section_4
from exactpriv.theorems import alphabet_theorem_1 as theorem_1
from exactpriv.theorems import alphabet_theorem_2 as theorem_2

MODULES = ("alphabet_theorem_1", "alphabet_theorem_2", "alphabet_section_4", "alphabet_multi_user", "alphabet_real")
HALF = Fraction(1, 2)

EXPECTED = {
    # Theorem 1
    "ab-thm-1-inner-maximum": ("holds", "Hölder's inequality, with equality at q ∝ p^α"),
    "ab-thm-1": ("holds", "Jensen's inequality twice: t^α and t^(1-β) are convex"),
    "ab-thm-1-approached": ("holds", "many atoms at x' drown in the tilted law of U and make P(y) near to P(y|x')"),
    "ab-thm-1-never-attained": ("holds", "equality in t^(1-β) forces X onto rows that equal P(y|x')"),
    "ab-thm-1-attained": ("holds", "for averages U = X is a best function at α = ∞"),
    "ab-thm-1-beta-below-1": ("refuted", "t^(1-β) is concave for β < 1: the identity leaks log 2, the formula says 0"),
    "ab-thm-1-beta-below-1-repaired": ("holds", "the step before convexity in the law of X is used"),
    # Theorem 2
    "ab-thm-2-monotone-beta": ("holds", "a norm in L^β of a probability grows with β"),
    "ab-thm-2-monotone-alpha": ("refuted", "for β > 1 the factor α/(α-1) makes it fall: BSC(1/4)"),
    "ab-thm-2-falling-alpha": ("refuted", "ternary randomized response: neither rising nor falling"),
    "ab-thm-2-monotone-alpha-at-one": ("holds", "Sibson's information grows with its order"),
    "ab-monotone-tau": ("holds", "in the minimax form D_α grows with α"),
    "ab-thm-2-nonnegative": ("holds", "T = x' gives 0"),
    "ab-thm-2-zero-iff-equal-rows": ("holds", "two different rows have a positive divergence"),
    "ab-thm-2-zero-iff-independent": ("refuted", "P_X = (1, 0) makes X independent of Y whatever the channel"),
    "ab-thm-2-zero-iff-independent-full-support": ("holds", "then independence says that all rows are equal"),
    "ab-thm-2-post-processing": ("holds", "s^(1-β) t^β is jointly convex and homogeneous"),
    "ab-thm-2-linkage": ("holds", "every U – V – Y is a U – X – Y"),
    "ab-thm-2-additive": ("holds", "products of optima meet the conditions of an optimum"),
    "ab-thm-2-additive-same-x": ("refuted", "two looks at one bit are worth less than twice one look"),
    "ab-thm-2-sub-additive": ("holds", "composition"),
    "ab-thm-2-quasi-convex": ("holds", "a power of the exponential of L is a maximum of convex functions"),
    "ab-thm-2-convex": ("refuted", "the identity and a constant: log 3/2 > (log 2)/2"),
    # Section IV
    "ab-inner-concave": ("holds", "t^(β/α) is concave for β ≤ α"),
    "ab-inner-convex": ("holds", "t^(β/α) is convex for β ≥ α"),
    "ab-scaled-lrdp": ("holds", "an extreme point"),
    "ab-scaled-lrdp-supremum": ("holds", "no law T exceeds the extreme points"),
    "ab-diagonal-lrdp": ("holds", "the scale is 1"),
    "ab-diagonal-lrdp-at-one": ("refuted", "at (1, 1) it is the capacity, which is below the largest KL divergence"),
    "ab-ldp-limit": ("holds", "the limit of the diagonal, and α/(α-1) LDP at β = ∞"),
    "ab-maximal-renyi": ("holds", "from maximal leakage to LDP"),
    "ab-only-the-max": ("refuted", "the factor is 1/β, not 1/(β-1)"),
    "ab-capacity": ("holds", "I(U;Y) ≤ I(X;Y) ≤ C"),
    "ab-capacity-attained": ("holds", "U = X under the best law"),
    "ab-capacity-information": ("refuted", "the supremum over the law of X is not immaterial at α = 1"),
    "ab-realizable": ("refuted", "the supremum over the law of X is needed"),
    "ab-realizable-supremum": ("holds", "P(y) goes to P(y|x')"),
    "ab-sandwich": ("holds", "monotone in β, up to the diagonal"),
    "ab-at-most-ldp": ("refuted", "for β > α it can exceed LDP"),
    "ab-at-most-scaled-ldp": ("holds", "monotone in β, up to β = ∞"),
    "ab-maximal-renyi-conversions": ("holds", "a maximum is at most a sum, a sum at most |X| maxima"),
    # Several users
    "ab-multi-user-n1": ("holds", "there is no side information"),
    "ab-multi-user-slices": ("holds", "a ratio of averages is at most the largest ratio"),
    "ab-multi-user-dp": ("holds", "slices of substitution neighbors"),
    "ab-multi-user-rdp": ("holds", "the diagonal, slice by slice"),
    "ab-multi-user-at-one": ("refuted", "a conditional capacity, not a KL divergence"),
    "ab-multi-user-fixed-others": ("refuted", "a fixed law averages over the others"),
    "ab-multi-user-revealed-others": ("refuted", "a constant output leaks the others' data"),
    "ab-multi-user-no-side": ("refuted", "databases that differ in both entries"),
    "ab-dp-linkage": ("refuted", "what both users share changes two entries at once"),
    "ab-ldp-linkage": ("holds", "a mixture of rows has no larger ratios"),
    "ab-bridge": ("holds", "a deterministic channel with N outputs has L = log N for every α"),
    "ab-bridge-beyond-averages": ("holds", "zeros beside ones"),
    # Real channels
    "ab-thm-2-nonnegative-real": ("holds", "Jensen's inequality"),
    "ab-thm-2-zero-iff-equal-rows-real": ("holds", "equality in it"),
    "ab-thm-2-monotone-beta-real": ("holds", "the Cauchy-Schwarz inequality"),
    "ab-thm-2-post-processing-real": ("holds", "convexity of p²/q"),
    "ab-thm-2-linkage-real": ("holds", "a maximum of averages is at most that of what is averaged"),
    "ab-thm-2-additive-real": ("holds", "a maximum of products is the product of the maxima"),
    "ab-thm-2-quasi-convex-real": ("holds", "convexity of a maximum, and of p²/q"),
    "ab-scaled-lrdp-real": ("holds", "a convex function is largest at an end"),
}
"""Identifier ↦ (verdict, why)."""

CLAIMS = {
    each.id: each
    for each in with_controls(one for name in MODULES for one in claims_of(import_module(f"exactpriv.theorems.{name}")))
}
STATEMENTS = {name: each for name, each in CLAIMS.items() if each.kind != "control"}
CONTROLS = {name: each for name, each in CLAIMS.items() if each.kind == "control"}
REFUTED = [*CONTROLS, *(name for name, (word, _) in EXPECTED.items() if word == "refuted")]


@cache
def verdict_of(name):
    """The verdict at the claim's own scope, by the engines that auto takes."""
    return check(CLAIMS[name])


# --- the verdicts ----------------------------------------------------------------------------------------------------


def test_every_statement_has_an_expected_verdict():
    """The table above lists the claims about the second paper, all of them and no others."""
    assert set(STATEMENTS) == set(EXPECTED)
    assert all(name.startswith("ab-") for name in CLAIMS)


@pytest.mark.parametrize("name", EXPECTED)
def test_the_verdict_is_as_expected(name):
    """What the engines find is what was found by hand, within the stated scope and never beyond it."""
    verdict = verdict_of(name)
    assert verdict.word == EXPECTED[name][0]
    assert verdict.scope == CLAIMS[name].scope


@pytest.mark.parametrize("name", STATEMENTS)
def test_every_statement_has_a_wrong_neighbor_that_is_refuted(name):
    """The same engine, over the same scope, refutes a wrong neighbor."""
    assert STATEMENTS[name].controls
    for control in STATEMENTS[name].controls:
        assert type(verdict_of(control.id)) is Refuted
        assert control.scope == STATEMENTS[name].scope


@pytest.mark.parametrize("name", REFUTED)
def test_every_counterexample_is_one_and_its_certificate_runs(name):
    """Computed again, hypotheses hold and the conclusion fails; plain Python, without the package, says so too."""
    verdict, claim = verdict_of(name), CLAIMS[name]
    assert verdict.minimal is True
    assert claim.hypothesis(**verdict.witness) is True
    assert claim.conclusion(**verdict.witness) is False
    check_certificate(certificate(claim, verdict.witness))


@pytest.mark.parametrize("name", [name for name in CLAIMS if name.removesuffix("-control").endswith("-real")])
def test_real_channels_are_decided_by_both_engines(name):
    """z3 decides them for all real channels, not only enumeration on the grid."""
    assert verdict_of(name).engine == "enumeration and z3"


@pytest.mark.parametrize(
    "name", [n for n, c in STATEMENTS.items() if EXPECTED[n][0] == "refuted" and c.kind == "paper"]
)
def test_every_false_statement_of_the_paper_is_repaired(name):
    """What the paper says and is false names its repair, which holds."""
    assert verdict_of(STATEMENTS[name].repaired_by).word == "holds"


@pytest.mark.parametrize("name", STATEMENTS)
def test_statements_are_written_down(name):
    """A claim has a statement, a source and a kind; only what is false is repaired."""
    each = STATEMENTS[name]
    assert len(each.statement) > 5
    assert "gilani2022alphabet" in each.source
    assert each.kind in {"paper", "repair", "attained", "neighbour"}
    assert each.repaired_by is None or EXPECTED[name][0] == "refuted"


# --- instances that are known from paper and pencil ------------------------------------------------------------------

FLIP = Channel({"x1": {"y1": "3/4", "y2": "1/4"}, "x2": {"y1": "1/4", "y2": "3/4"}})
IDENTITY = Channel({"x1": {"y1": 1, "y2": 0}, "x2": {"y1": 0, "y2": 1}})
CONSTANT = Channel({"x1": {"y1": 1, "y2": 0}, "x2": {"y1": 1, "y2": 0}})
EVEN = Channel({"one": {"x1": HALF, "x2": HALF}})
SURE = Channel({"one": {"x1": 1, "x2": 0}})


def databases(*first_outputs):
    """A mechanism for two users by the probability of the first output at (0, 0), (0, 1), (1, 0) and (1, 1)."""
    chances = [Fraction(p) for p in first_outputs]
    return Channel({f"d{i}": {"y1": p, "y2": 1 - p} for i, p in enumerate(chances, start=1)})


STEPS = databases("1/4", "1/2", "1/2", "3/4")


@pytest.mark.parametrize(
    ("statement", "instance"),
    [
        (theorem_1.theorem_1_holds_below_order_1, (IDENTITY, EVEN, IDENTITY, HALF)),
        (theorem_2.leakage_vanishes_exactly_when_input_and_output_are_independent, (FLIP, SURE, 2)),
        (theorem_2.leakage_of_two_releases_adds_up, (FLIP, FLIP, INFINITE, 1)),
        (theorem_2.leakage_grows_with_alpha, (FLIP, 2)),
        (theorem_2.a_mixture_leaks_at_most_the_average, (IDENTITY, CONSTANT, INFINITE, 1)),
        (section_4.at_order_one_leakage_is_the_largest_divergence, (FLIP, 1)),
        (section_4.maximal_renyi_leakage_differs_only_in_the_maximum, (FLIP, 2)),
        (section_4.maximal_realizable_leakage_is_differential_privacy, (FLIP, EVEN, INFINITE)),
        (users.differential_privacy_survives_linkage, (STEPS, INFINITE)),
        (
            users.without_side_information_the_measure_is_differential_privacy,
            (databases("1/4", "1/2", "1/2", "3/4"), INFINITE),
        ),
        (users.at_order_one_the_extension_is_renyi_differential_privacy, (databases("3/4", "3/4", "1/4", "1/4"), 1)),
        (
            users.with_fixed_others_the_extension_is_renyi_differential_privacy,
            (databases("1/4", "1/2", "3/4", "1/2"), 2),
        ),
        (users.with_revealed_others_the_extension_is_differential_privacy, (databases(1, 1, 1, 1), INFINITE)),
    ],
)
def test_known_counterexamples_are_counterexamples(statement, instance):
    """The binary symmetric channel with p = 1/4 and its likes refute what the engines refute by something smaller."""
    assert statement(*instance) is False


def test_known_values():
    """BSC(1/4): log 3/2 (maximal), log 7/3 at (2, 2), 3/2 log 7/3 at (3/2, 2), (log 3)/2 at (∞, 2), log 3 for LDP."""
    values = [alphabet_leakage(FLIP, *orders) for orders in ((INFINITE, 1), (2, 2), ("3/2", 2), (INFINITE, 2))]
    assert values == [ln("3/2"), ln("7/3"), ln("7/3") * 3 / 2, ln(3) / 2]
    assert theorem_2.both_releases(FLIP, FLIP).entry("x1", ("y1", "y1")) == Fraction(9, 16)
    assert alphabet_leakage(theorem_2.both_releases(FLIP, FLIP), INFINITE, 1) == ln("3/2")


# --- leakages that are compared whether or not they have a closed form ------------------------------------------------

SKEWED = Channel.of([["1/2", "1/3", "1/6"], ["1/5", "1/5", "3/5"]])


def test_leakages_without_a_closed_form_are_compared():
    """L(2, 1) of a 2×3 channel is between two decimals, is itself, and twice itself is the leakage of two copies."""
    L = alphabet_leakage(SKEWED, 2, 1)
    assert isinstance(L, Refined)
    assert L > 0
    assert L > 0
    assert alphabet_leakage(SKEWED, 2, 1) == L
    assert L + L == L * 2
    assert L - L / 2 == L / 2
    assert L < alphabet_leakage(SKEWED, 3, 1) < alphabet_leakage(SKEWED, INFINITE, 1)
    assert alphabet_leakage(SKEWED, 2, 2) > L
    near = enclosed_leakage(SKEWED, 2, 1, width="1e-20")
    assert L.within(Fraction(1, 10**25)).meets(near)
    assert alphabet_leakage(identity(2), 2, 2) > L


def test_renamed_and_reduced_channels_are_recognized():
    """Exchanging inputs or outputs, repeating a row and splitting an output change nothing: the same question."""
    exchanged = Channel.of([["3/5", "1/5", "1/5"], ["1/6", "1/2", "1/3"]])
    repeated = Channel.of([*SKEWED.matrix(), SKEWED.matrix()[0]])
    split = Channel.of([[p / 2 for p in row for _ in (0, 1)] for row in SKEWED.matrix()])
    for other in (exchanged, repeated, split):
        assert alphabet_leakage(other, 2, 1) == alphabet_leakage(SKEWED, 2, 1)


def test_leakages_refuse_what_the_measure_refuses():
    """Orders below 1, and α = 1 with β > 1 unless it is said what is meant."""
    with pytest.raises(OrderError):
        alphabet_leakage(FLIP, 2, HALF)
    with pytest.raises(OrderError):
        alphabet_leakage(FLIP, 1, 2)
    assert alphabet_leakage(FLIP, 1, 2, at_one="definition") == alphabet_leakage(FLIP, 1, 1)


def test_operational_leakages_are_compared():
    """Leakage about U where it is only enclosed: still below L, and conditioning on nothing changes nothing."""
    U = {"u": {0: "1/6", 1: "1/3"}, "v": {0: "1/4", 1: "1/4"}}
    assert leakage_about(SKEWED, U, "5/2", 2) < alphabet_leakage(SKEWED, "5/2", 2)
    assert conditional_leakage_about(SKEWED, lambda _: 0, U, 2, 2) == leakage_about(SKEWED, U, 2, 2)


# --- the plain vocabulary against the package -------------------------------------------------------------------------

ORDERS = [(2, 1), (4, 2), (2, 2), (Fraction(3, 2), 2), (2, 3), (INFINITE, 1), (INFINITE, 2), (INFINITE, INFINITE)]
ORDERS += [(3, INFINITE), (Fraction(3, 2), 1), (1, 1)]
ROWS = [["1/2", "1/3", "1/6"], ["1/5", "1/5", "3/5"], ["0", "1/4", "3/4"], ["1", "0", "0"]]


def plainly(order):
    """The order, in the words of certificates."""
    return plain.Infinite() if order == INFINITE else order


def agree(plain_amount, amount):
    """Bounds from the plain vocabulary meet those from the package, or both are infinite."""
    if plain_amount.infinite:
        return not amount.is_finite
    low, high = plain.amount_bounds(plain_amount, 48)
    around = Refined.of(amount).within(Fraction(1, 10**12))
    slack = Fraction(1, 10**12)
    return low - slack <= around.hi and around.lo <= high + slack and high - low < Fraction(1, 10**6)


@pytest.mark.parametrize("orders", ORDERS, ids=str)
def test_plain_leakages_agree(orders):
    """Two implementations, one of which uses nothing but Python: L, the leakage about a U, and LRDP."""
    U = {"u": {0: Fraction(1, 6), 1: Fraction(1, 3)}, "v": {0: Fraction(1, 4), 1: Fraction(1, 4)}}
    a, b = map(plainly, orders)
    for pair in product(ROWS, repeat=2):
        P = Channel.of(pair)
        twin = plain.Channel(P.rows)
        assert agree(plain.leakage_about(twin, U, a, b), leakage_about(P, U, *orders))
        assert agree(plain.local_renyi_privacy(twin, a), local_renyi_privacy(P, orders[0]))
    for pair in (ROWS[:2], ROWS[1:3]):
        P = Channel.of(pair)
        assert agree(plain.alphabet_leakage(plain.Channel(P.rows), a, b), alphabet_leakage(P, *orders))


def test_plain_channels_agree():
    """Cascade, product, mixture and restriction."""
    P, Q = bsc("1/4"), bsc("1/3")
    p, q = plain.Channel(P.rows), plain.Channel(Q.rows)
    for ours, twin in [(P @ Q, p @ q), (P.product(Q), p.product(q)), (P.mixed(Q, HALF), p.mixed(q, HALF))]:
        assert all(ours.entry(x, y) == twin.entry(x, y) for x in ours.inputs for y in ours.outputs)
    assert plain.possible_rows(p.restricted([1])) == [(Fraction(1, 4), Fraction(3, 4))]


# --- orders as parameters ---------------------------------------------------------------------------------------------


def test_orders_must_be_listed():
    """A parameter of orders names them: numbers and ∞."""
    with pytest.raises(QuantifierError, match="list its orders"):

        @claim
        def never(alpha: Annotated[Order, "alpha"]) -> bool:
            """Nothing."""
            return alpha > 0


def test_constant_channels_leak_nothing():
    """L = 0 for all orders."""
    assert all(alphabet_leakage(constant(3, 2), *orders) == 0 for orders in ORDERS)
