"""Section IV of [gilani2022alphabet]: the alphabet of special cases of maximal (α, β)-leakage, and what lies between.

L stands for maximal (α, β)-leakage, LRDP for local Rényi privacy, LDP for local differential privacy.  Beside a special
case stands what the supremum of Theorem 1 says: no x' and no law T of the input give more.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any

from exactpriv.amount import ln
from exactpriv.claims import Scope, claim
from exactpriv.exact.logarithms import log_of
from exactpriv.exact.radicals import radical
from exactpriv.leakage import Channel
from exactpriv.leakage.comparable import alphabet_leakage, leakage_about
from exactpriv.leakage.divergences import local_differential_privacy, local_renyi_privacy
from exactpriv.leakage.orders import INFINITE, Order
from exactpriv.relations import Value
from exactpriv.theorems.alphabet_theorem_1 import (
    Guessed,
    Law,
    Noise,
    joint_law,
    most_likely,
    output_probability,
    probability,
    the_data_themselves,
)
from exactpriv.truth import Truth, all_of, any_of, largest

ALL = Scope(2, outputs=3, denominator=6)
POSITIVE = Scope(2, outputs=3, denominator=5)
WITH_LAWS = Scope(2, outputs=3, denominator=4, one=1, parts=3)
BETAS = (Fraction(3, 2), 2, 3)


def all_outputs_are_possible(P: Channel) -> Truth:
    """P(y|x) > 0 for all x and y."""
    return all_of(P.entry(x, y) > 0 for x in P.inputs for y in P.outputs)


# --- the inner objective ---------------------------------------------------------------------------------------------


def power_mean(P: Channel, alpha: int, weight: Fraction, y: Value) -> Any:
    """Σ_x T(x) P(y|x)^α for the law T = (1 - w, w) of two inputs."""
    first, second = P.inputs
    return (1 - weight) * P.entry(first, y) ** alpha + weight * P.entry(second, y) ** alpha


def objective(P: Channel, orders: tuple[Any, Any], weight: Fraction) -> Any:
    """Σ_y P(y|x1)^(1-β) (Σ_x T(x) P(y|x)^α)^(β/α)."""
    alpha, beta = orders
    first = P.inputs[0]
    powers = ((y, radical(power_mean(P, alpha, weight, y), Fraction(beta, alpha))) for y in P.outputs)
    return sum(power * P.entry(first, y) ** (1 - beta) for y, power in powers)


def multiple(amount: Any, factor: Any, less: int = 0) -> Any:
    """The amount (or order) times an order, or times 1 less."""
    return amount * (factor - less)


def deviation(P: Channel, orders: tuple[Any, Any], w: Fraction) -> tuple[Any, Any]:
    """The objective between two laws, and the average of it there: logarithms, which keep the order."""
    ends = objective(P, orders, w) + objective(P, orders, Fraction(1))
    return log_of(objective(P, orders, (1 + w) / 2) * 2), log_of(ends)


Weight = Annotated[Fraction, "weight"]
INNER = Scope(2, denominator=5, weight=2)


@claim(
    "ab-inner-concave",
    source="[gilani2022alphabet], after Thm. 1 and Sec. IV",
    kind="paper",
    scope=INNER,
    given=[all_outputs_are_possible],
)
def the_objective_is_concave_up_to_alpha(P: Noise, w: Weight, alpha: Annotated[Order, 2, 3, 4]) -> Truth:
    """For β ≤ α, Σ_y P(y|x')^(1-β) (Σ_x T(x) P(y|x)^α)^(β/α) is concave in T."""
    pairs = [deviation(P, (alpha, beta), w) for beta in (1, 2, 3, 4) if beta <= alpha]
    return all_of(middle >= average for middle, average in pairs)


@the_objective_is_concave_up_to_alpha.control
def the_objective_is_concave_beyond_alpha(P: Noise, w: Weight, alpha: Annotated[Order, 2, 3, 4]) -> Truth:
    """It is concave in T for β = 2α."""
    middle, average = deviation(P, (alpha, multiple(alpha, 2)), w)
    return middle >= average


@claim(
    "ab-inner-convex",
    source="[gilani2022alphabet], Sec. IV, from (10) to (11)",
    kind="paper",
    scope=INNER,
    given=[all_outputs_are_possible],
)
def the_objective_is_convex_from_alpha_on(P: Noise, w: Weight, alpha: Annotated[Order, 2, 3, 4]) -> Truth:
    """For β ≥ α, Σ_y P(y|x')^(1-β) (Σ_x T(x) P(y|x)^α)^(β/α) is convex in T."""
    pairs = [deviation(P, (alpha, beta), w) for beta in (2, 3, 4, 6) if beta >= alpha]
    return all_of(middle <= average for middle, average in pairs)


@the_objective_is_convex_from_alpha_on.control
def the_objective_is_convex_below_alpha(P: Noise, w: Weight, alpha: Annotated[Order, 2, 3, 4]) -> Truth:
    """It is convex in T for β = 1."""
    middle, average = deviation(P, (alpha, 1), w)
    return middle <= average


# --- local Rényi privacy ---------------------------------------------------------------------------------------------


def scale(alpha: Any, beta: Any) -> Any:
    """θ = α(β-1)/((α-1)β)."""
    return Fraction(alpha * (beta - 1)) / Fraction((alpha - 1) * beta)


def conjugate(alpha: Any) -> Any:
    """α/(α-1)."""
    return Fraction(alpha) / (alpha - 1)


def is_bounded_at(P: Channel, law: Channel, orders: tuple[Any, Any], bound: Any) -> Truth:
    """No x' gives more than the bound in Theorem 1 with this law T: α/((α-1)β) log Σ_y P(y|x')^(1-β) S(y)^(β/α)."""
    alpha, beta = orders
    S = {y: sum((P.entry(x, y) ** alpha * probability(law, x) for x in P.inputs), Fraction(0)) for y in P.outputs}
    powers = {y: radical(S[y], Fraction(beta, alpha)) for y in P.outputs}
    totals = (sum(powers[y] * P.entry(x2, y) ** (1 - beta) for y in P.outputs) for x2 in P.inputs)
    return all_of(log_of(total, Fraction(alpha, (alpha - 1) * beta)) <= bound for total in totals)


Lower = Annotated[Order, 2, Fraction(3, 2)]


@claim("ab-scaled-lrdp", source="[gilani2022alphabet], Sec. IV, eqs. (10) and (11)", kind="paper", scope=ALL)
def from_alpha_on_leakage_is_scaled_renyi_privacy(P: Noise, alpha: Lower) -> Truth:
    """For 1 < α ≤ β, L is α(β-1)/((α-1)β) times the LRDP of order β."""
    return all_of(
        alphabet_leakage(P, alpha, beta) == local_renyi_privacy(P, beta) * scale(alpha, beta)
        for beta in (alpha, 2, Fraction(5, 2), 3)
    )


@from_alpha_on_leakage_is_scaled_renyi_privacy.control
def from_alpha_on_leakage_is_renyi_privacy(P: Noise, alpha: Lower) -> Truth:
    """L at β = 3 is the LRDP of order 3, for α < 3."""
    return alphabet_leakage(P, alpha, 3) == local_renyi_privacy(P, 3)


@claim(
    "ab-scaled-lrdp-supremum",
    source="[gilani2022alphabet], Sec. IV, eqs. (10) and (11)",
    kind="paper",
    scope=WITH_LAWS,
    given=[all_outputs_are_possible],
)
def from_alpha_on_no_law_gives_more_than_scaled_renyi_privacy(
    P: Noise, law: Law, alpha: Annotated[Order, 2, 3]
) -> Truth:
    """For 1 < α ≤ β no x' and no law T give more than α(β-1)/((α-1)β) LRDP of order β: an extreme point is best."""
    return all_of(
        is_bounded_at(P, law, (alpha, beta), local_renyi_privacy(P, beta) * scale(alpha, beta))
        for beta in (alpha, 3, 4)
    )


@from_alpha_on_no_law_gives_more_than_scaled_renyi_privacy.control
def no_law_gives_more_than_renyi_privacy(P: Noise, law: Law, alpha: Annotated[Order, 2, 3]) -> Truth:
    """No x' and no law T give more than the LRDP of order 4 at β = 4."""
    return is_bounded_at(P, law, (alpha, 4), local_renyi_privacy(P, 4))


@claim("ab-diagonal-lrdp", source="[gilani2022alphabet], Sec. IV, eq. (12)", kind="paper", scope=ALL)
def on_the_diagonal_leakage_is_renyi_privacy(P: Noise, beta: Annotated[Order, Fraction(3, 2), 2, 3, INFINITE]) -> Truth:
    """L at α = β > 1 is the LRDP of order β."""
    return alphabet_leakage(P, beta, beta) == local_renyi_privacy(P, beta)


@on_the_diagonal_leakage_is_renyi_privacy.control
def on_the_diagonal_leakage_is_differential_privacy(
    P: Noise, beta: Annotated[Order, Fraction(3, 2), 2, 3, INFINITE]
) -> Truth:
    """L at α = β > 1 is LDP."""
    return alphabet_leakage(P, beta, beta) == local_differential_privacy(P)


@claim(
    "ab-diagonal-lrdp-at-one",
    source="[gilani2022alphabet], Sec. IV, eq. (12) at α = β = 1",
    kind="paper",
    scope=ALL,
    repaired_by="ab-diagonal-lrdp",
)
def at_order_one_leakage_is_the_largest_divergence(P: Noise, beta: Annotated[Order, 1]) -> Truth:
    """L at α = β = 1 is the LRDP of order 1, the largest Kullback-Leibler divergence of two rows."""
    return alphabet_leakage(P, beta, beta) == local_renyi_privacy(P, beta)


@at_order_one_leakage_is_the_largest_divergence.control
def at_order_one_leakage_is_differential_privacy(P: Noise, beta: Annotated[Order, 1]) -> Truth:
    """L at α = β = 1 is LDP."""
    return alphabet_leakage(P, beta, beta) == local_differential_privacy(P)


@claim("ab-ldp-limit", source="[gilani2022alphabet], Sec. IV, eq. (13)", kind="paper", scope=ALL)
def at_infinity_leakage_is_differential_privacy(P: Noise, alpha: Annotated[Order, 2, 3]) -> Truth:
    """L = LDP at (∞, ∞), L = α/(α-1) LDP at (α, ∞), and LRDP of order 1000 is within ln(d)/999 of LDP (d = 6)."""
    LDP = local_differential_privacy(P)
    return all_of(
        [
            alphabet_leakage(P, INFINITE, INFINITE) == LDP,
            alphabet_leakage(P, alpha, INFINITE) == LDP * conjugate(alpha),
            alphabet_leakage(P, 1000, 1000) <= LDP,
            alphabet_leakage(P, 1000, 1000) + ln(6) / 999 >= LDP,
        ]
    )


@at_infinity_leakage_is_differential_privacy.control
def at_infinite_beta_leakage_is_differential_privacy(P: Noise, alpha: Annotated[Order, 2, 3]) -> Truth:
    """L = LDP at (α, ∞)."""
    return alphabet_leakage(P, alpha, INFINITE) == local_differential_privacy(P)


# --- α = ∞ -----------------------------------------------------------------------------------------------------------


def renyi_form(P: Channel, beta: Any, less: int = 0) -> Any:
    """1/β, or 1/(β-1), times log max over x' of Σ_y P(y|x')^(1-β) max_x P(y|x)^β."""

    def total(x2: Value) -> Any:
        return sum(radical(P.entry(x2, y), 1 - beta) * radical(most_likely(P, y), beta) for y in P.outputs)

    return largest(P.inputs, lambda x2: log_of(total(x2), 1 / Fraction(beta - less)))


@claim(
    "ab-maximal-renyi",
    source="[gilani2022alphabet], Sec. IV, eq. (14)",
    kind="paper",
    scope=POSITIVE,
    given=[all_outputs_are_possible],
)
def at_infinite_alpha_leakage_is_maximal_renyi_leakage(
    P: Noise, beta: Annotated[Order, 1, Fraction(3, 2), 2, 3]
) -> Truth:
    """At α = ∞, L = (1/β) log max over x' of Σ_y P(y|x')^(1-β) max_x P(y|x)^β, from maximal leakage to LDP."""
    L, MaxL = alphabet_leakage(P, INFINITE, beta), log_of(sum(most_likely(P, y) for y in P.outputs))
    between = all_of([MaxL <= L, local_differential_privacy(P) >= L])
    return all_of([renyi_form(P, beta) == L, between, alphabet_leakage(P, INFINITE, 1) == MaxL])


@at_infinite_alpha_leakage_is_maximal_renyi_leakage.control
def at_infinite_alpha_leakage_is_maximal_leakage(P: Noise, beta: Annotated[Order, 1, Fraction(3, 2), 2, 3]) -> Truth:
    """At α = ∞, L is maximal leakage for every β."""
    return alphabet_leakage(P, INFINITE, beta) == log_of(sum(most_likely(P, y) for y in P.outputs))


@claim(
    "ab-only-the-max",
    source="[gilani2022alphabet], Sec. IV, after eq. (14)",
    kind="paper",
    scope=POSITIVE,
    given=[all_outputs_are_possible],
    repaired_by="ab-maximal-renyi",
)
def maximal_renyi_leakage_differs_only_in_the_maximum(P: Noise, beta: Annotated[Order, 2, 3]) -> Truth:
    """L at α = ∞ is the LRDP of order β with the maximum inside the sum: 1/(β-1) log max Σ_y P(y|x')^(1-β) max P^β."""
    return alphabet_leakage(P, INFINITE, beta) == renyi_form(P, beta, less=1)


@maximal_renyi_leakage_differs_only_in_the_maximum.control
def maximal_renyi_leakage_differs_in_nothing(P: Noise, beta: Annotated[Order, 2, 3]) -> Truth:
    """L at α = ∞ is the LRDP of order β."""
    return alphabet_leakage(P, INFINITE, beta) == local_renyi_privacy(P, beta)


# --- α = β = 1 -------------------------------------------------------------------------------------------------------


@claim(
    "ab-capacity",
    source="[gilani2022alphabet], Sec. IV (α = β = 1)",
    kind="paper",
    scope=Scope(2, one=1, denominator=4, parts=3, U=2),
)
def at_order_one_no_function_leaks_more_than_the_capacity(
    P: Noise, law: Law, V: Guessed, beta: Annotated[Order, 2]
) -> Truth:
    """At α = 1 the leakage about every U is at most Shannon's capacity, L at (1, 1), for every β."""
    return leakage_about(P, joint_law(law, V), 1, beta) <= alphabet_leakage(P, 1, 1)


@at_order_one_no_function_leaks_more_than_the_capacity.control
def at_order_one_no_function_leaks_more_than_the_data(
    P: Noise, law: Law, V: Guessed, beta: Annotated[Order, 2]
) -> Truth:
    """At α = 1 the leakage about every U is at most that about X when its values are equally likely."""
    even = {x: {x: Fraction(1, 2)} for x in P.inputs}
    return leakage_about(P, joint_law(law, V), 1, beta) <= leakage_about(P, even, 1, beta)


@claim(
    "ab-capacity-attained",
    source="[gilani2022alphabet], Sec. IV (α = β = 1)",
    kind="attained",
    scope=Scope(2, outputs=2, denominator=6),
)
def at_order_one_capacity_is_nearly_reached(P: Noise, alpha: Annotated[Order, 1]) -> Truth:
    """At α = β = 1 the leakage about X comes within 1/1000 nats of L, for one of the laws (k/60, 1 - k/60)."""
    first, second = P.inputs
    laws = ({first: {first: Fraction(k, 60)}, second: {second: Fraction(60 - k, 60)}} for k in range(1, 60))
    L = alphabet_leakage(P, alpha, 1)
    return any_of(leakage_about(P, U, alpha, 1) + ln(Fraction(1001, 1000)) >= L for U in laws)


@at_order_one_capacity_is_nearly_reached.control
def at_order_one_capacity_is_reached_by_equal_chances(P: Noise, alpha: Annotated[Order, 1]) -> Truth:
    """At α = β = 1 the leakage about X is L when its values are equally likely."""
    even = {x: {x: Fraction(1, 2)} for x in P.inputs}
    return leakage_about(P, even, alpha, 1) == alphabet_leakage(P, alpha, 1)


@claim(
    "ab-capacity-information",
    source="about [gilani2022alphabet], eq. (2) and Sec. IV",
    kind="neighbour",
    scope=Scope(2, outputs=2, denominator=4, one=1, parts=4),
    repaired_by="ab-capacity",
)
def at_order_one_leakage_is_mutual_information(P: Noise, law: Law, alpha: Annotated[Order, 1]) -> Truth:
    """L at α = β = 1 is the mutual information I(X;Y) under the given law of X."""
    return leakage_about(P, the_data_themselves(law), alpha, 1) == alphabet_leakage(P, alpha, 1)


@at_order_one_leakage_is_mutual_information.control
def at_order_one_leakage_is_below_mutual_information(P: Noise, law: Law, alpha: Annotated[Order, 1]) -> Truth:
    """L at α = β = 1 is at most I(X;Y) under the given law of X."""
    return alphabet_leakage(P, alpha, 1) <= leakage_about(P, the_data_themselves(law), alpha, 1)


# --- maximal realizable leakage --------------------------------------------------------------------------------------


def realizable_under(law: Channel, P: Channel) -> Any:
    """log max P(y|x)/P(y) over the x and y that occur under a law of X."""
    pairs = [(x, y) for x in P.inputs if probability(law, x) for y in P.outputs if P.entry(x, y)]
    return ln(max(P.entry(x, y) / output_probability(law, P, y) for x, y in pairs))


def nearly_sure(P: Channel, x2: Value) -> Channel:
    """The law of X that is x' but for 1/1000, which is shared evenly by the others."""
    rest = Fraction(1, 1000 * (len(P.inputs) - 1))
    return Channel({"nearly": {x: Fraction(999, 1000) if x == x2 else rest for x in P.inputs}})


REALIZABLE = Scope(2, outputs=3, denominator=4, one=1, parts=2)


@claim(
    "ab-realizable",
    source="[gilani2022alphabet], Sec. III (maximal realizable leakage)",
    kind="paper",
    scope=REALIZABLE,
    repaired_by="ab-realizable-supremum",
)
def maximal_realizable_leakage_is_differential_privacy(P: Noise, law: Law, alpha: Annotated[Order, INFINITE]) -> Truth:
    """Maximal realizable leakage under the given law of X, max log P(y|x)/P(y), is L at (∞, ∞)."""
    return realizable_under(law, P) == alphabet_leakage(P, alpha, alpha)


@maximal_realizable_leakage_is_differential_privacy.control
def maximal_realizable_leakage_is_maximal_leakage(P: Noise, law: Law, alpha: Annotated[Order, INFINITE]) -> Truth:
    """Maximal realizable leakage under the given law of X is L at (∞, 1)."""
    return realizable_under(law, P) == alphabet_leakage(P, alpha, 1)


@claim(
    "ab-realizable-supremum",
    source="repairs [gilani2022alphabet], Sec. III (maximal realizable leakage)",
    kind="repair",
    scope=REALIZABLE,
    given=[all_outputs_are_possible],
)
def the_supremum_of_realizable_leakage_is_differential_privacy(
    P: Noise, law: Law, alpha: Annotated[Order, INFINITE]
) -> Truth:
    """Maximal realizable leakage never exceeds L at (∞, ∞) = LDP, and some law of X comes within 1/100 nats of it."""
    LDP = alphabet_leakage(P, alpha, alpha)
    near = (realizable_under(nearly_sure(P, x), P) for x in P.inputs)
    reached = any_of(value + ln(Fraction(101, 100)) > LDP for value in near)
    return all_of([realizable_under(law, P) <= LDP, local_differential_privacy(P) == LDP, reached])


@the_supremum_of_realizable_leakage_is_differential_privacy.control
def realizable_leakage_is_at_most_maximal_leakage(P: Noise, law: Law, alpha: Annotated[Order, INFINITE]) -> Truth:
    """Maximal realizable leakage never exceeds L at (∞, 1)."""
    return realizable_under(law, P) <= alphabet_leakage(P, alpha, 1)


# --- sandwiches and conversions --------------------------------------------------------------------------------------


@claim(
    "ab-sandwich",
    source="about [gilani2022alphabet], Sec. IV",
    kind="neighbour",
    scope=Scope(2, outputs=3, denominator=4),
)
def leakage_lies_between_its_neighbors(P: Noise, alpha: Annotated[Order, 2, 3, 4]) -> Truth:
    """For 1 ≤ β ≤ α: L at (α, 1) ≤ L ≤ LRDP of order α ≤ LDP, and α(β-1)/((α-1)β) LRDP of order β ≤ L."""
    LRDP = local_renyi_privacy(P, alpha)
    leakages = {beta: alphabet_leakage(P, alpha, beta) for beta in (*BETAS, 4) if beta <= alpha}
    bounds = [alphabet_leakage(P, alpha, 1) <= L for L in leakages.values()]
    bounds += [L <= LRDP for L in leakages.values()]
    bounds += [local_renyi_privacy(P, beta) * scale(alpha, beta) <= L for beta, L in leakages.items()]
    return all_of([*bounds, local_differential_privacy(P) >= LRDP])


@leakage_lies_between_its_neighbors.control
def leakage_lies_below_renyi_privacy_of_order_beta(P: Noise, alpha: Annotated[Order, 2, 3, 4]) -> Truth:
    """L at (α, 3/2) is at most half the LRDP of order 3/2, for α ≥ 2."""
    return alphabet_leakage(P, alpha, Fraction(3, 2)) * 2 <= local_renyi_privacy(P, Fraction(3, 2))


@claim(
    "ab-at-most-ldp",
    source="about [gilani2022alphabet], Sec. IV",
    kind="neighbour",
    scope=ALL,
    repaired_by="ab-at-most-scaled-ldp",
)
def leakage_is_at_most_differential_privacy(P: Noise, alpha: Lower) -> Truth:
    """L ≤ LDP for all orders."""
    return all_of(alphabet_leakage(P, alpha, beta) <= local_differential_privacy(P) for beta in (2, 3))


@leakage_is_at_most_differential_privacy.control
def leakage_is_at_most_half_of_differential_privacy(P: Noise, alpha: Lower) -> Truth:
    """L ≤ LDP/2 for all orders."""
    return alphabet_leakage(P, alpha, 2) * 2 <= local_differential_privacy(P)


@claim("ab-at-most-scaled-ldp", source="about [gilani2022alphabet], Sec. IV", kind="repair", scope=ALL)
def leakage_is_at_most_scaled_differential_privacy(P: Noise, alpha: Lower) -> Truth:
    """L ≤ α/(α-1) LDP for all orders, with equality at β = ∞; and L ≤ LDP for β ≤ α."""
    LDP = local_differential_privacy(P)
    scaled = [alphabet_leakage(P, alpha, beta) <= LDP * conjugate(alpha) for beta in (1, *BETAS)]
    equal = alphabet_leakage(P, alpha, INFINITE) == LDP * conjugate(alpha)
    return all_of([*scaled, equal, *(alphabet_leakage(P, alpha, beta) <= LDP for beta in (1, alpha))])


@leakage_is_at_most_scaled_differential_privacy.control
def leakage_is_at_most_doubly_scaled_differential_privacy(P: Noise, alpha: Lower) -> Truth:
    """L at (α, ∞) is at most LDP + ln(2)."""
    return alphabet_leakage(P, alpha, INFINITE) <= local_differential_privacy(P) + ln(2)


@claim("ab-maximal-renyi-conversions", source="about [gilani2022alphabet], eq. (14)", kind="neighbour", scope=ALL)
def maximal_renyi_leakage_and_renyi_privacy_bound_each_other(
    P: Noise, beta: Annotated[Order, Fraction(3, 2), 2, 3]
) -> Truth:
    """(β-1) LRDP of order β ≤ β L at (∞, β) ≤ (β-1) LRDP of order β + log |X|."""
    L, LRDP = multiple(alphabet_leakage(P, INFINITE, beta), beta), multiple(local_renyi_privacy(P, beta), beta, less=1)
    return all_of([LRDP <= L, LRDP + ln(len(P.inputs)) >= L])


@maximal_renyi_leakage_and_renyi_privacy_bound_each_other.control
def maximal_renyi_leakage_is_renyi_privacy(P: Noise, beta: Annotated[Order, Fraction(3, 2), 2, 3]) -> Truth:
    """β L at (∞, β) = (β-1) LRDP of order β."""
    return multiple(alphabet_leakage(P, INFINITE, beta), beta) == multiple(local_renyi_privacy(P, beta), beta, less=1)
