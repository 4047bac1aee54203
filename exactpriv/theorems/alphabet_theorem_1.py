"""Theorem 1 of [gilani2022alphabet]: maximal (α, β)-leakage in closed form, against its operational definition.

The definition is the supremum, over the law of X and over randomized functions U of X, of the leakage about U.  A law
of X is written as a channel with one input, a function U as a channel P(u|x).  L stands for maximal (α, β)-leakage.
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
from exactpriv.leakage.operational import attacking_function
from exactpriv.leakage.orders import INFINITE, Order
from exactpriv.relations import Value
from exactpriv.truth import Truth, all_of, any_of, largest, negation

Noise = Annotated[Channel, "inputs", "outputs", "denominator"]
Law = Annotated[Channel, "one", "inputs", "parts"]
Guessed = Annotated[Channel, "inputs", "U", "parts"]
Alpha = Annotated[Order, INFINITE, 2]
Beta = Annotated[Order, 1, Fraction(3, 2), 2, INFINITE]

SMALL = Scope(2, one=1, denominator=3)


# --- a function of the data ------------------------------------------------------------------------------------------


def probability(law: Channel, x: Value) -> Any:
    """P(x), the law being the only row of a channel."""
    return law.entry(law.inputs[0], x)


def joint_law(law: Channel, V: Channel) -> dict[Value, dict[Value, Fraction]]:
    """P(u, x) = P(x) P(u|x)."""
    return {u: {x: probability(law, x) * V.entry(x, u) for x in V.inputs} for u in V.outputs}


def the_data_themselves(law: Channel) -> dict[Value, dict[Value, Fraction]]:
    """P(u, x) for U = X."""
    return {x: {x: probability(law, x)} for x in law.outputs}


def output_probability(law: Channel, P: Channel, y: Value) -> Fraction:
    """P(y) = Σ_x P(x) P(y|x)."""
    return sum((probability(law, x) * P.entry(x, y) for x in P.inputs), Fraction(0))


def rows_are_equal(P: Channel) -> Truth:
    """P(y|x) does not depend on x."""
    first = P.inputs[0]
    return all_of(P.entry(x, y) == P.entry(first, y) for x in P.inputs for y in P.outputs)


# --- the inner maximum -----------------------------------------------------------------------------------------------


def gain(P: Channel, alpha: Any, value: Value, guess: Value) -> Any:
    """log Σ_u p(u) q(u)^((α-1)/α) for two rows of a channel: p of the value, q of the guess."""
    exponent = 1 - 1 / Fraction(alpha)
    return log_of(sum(radical(P.entry(guess, u), exponent) * P.entry(value, u) for u in P.outputs))


def norm(P: Channel, alpha: Any, value: Value) -> Any:
    """log (Σ_u p(u)^α)^(1/α)."""
    return log_of(sum(radical(P.entry(value, u), alpha) for u in P.outputs), 1 / Fraction(alpha))


def gain_of_the_best_guess(P: Channel, alpha: Any, value: Value) -> Any:
    """log Σ_u p(u) q(u)^((α-1)/α) for q(u) = p(u)^α / Σ p^α."""
    total = sum(radical(P.entry(value, u), alpha) for u in P.outputs)
    best = sum(radical(P.entry(value, u), alpha - 1) * P.entry(value, u) for u in P.outputs)
    return log_of(best) - log_of(total, 1 - 1 / Fraction(alpha))


@claim(
    "ab-thm-1-inner-maximum",
    source="[gilani2022alphabet], Sec. V-A",
    kind="paper",
    scope=Scope(2, outputs=3, denominator=4),
)
def no_guess_gains_more_than_the_norm(P: Noise, alpha: Annotated[Order, 2, 3, Fraction(3, 2)]) -> Truth:
    """max over q of Σ_u p(u) q(u)^((α-1)/α) is (Σ_u p(u)^α)^(1/α): never exceeded, and attained at q ∝ p^α."""
    value, guess = P.inputs
    return all_of(
        [
            gain(P, alpha, value, guess) <= norm(P, alpha, value),
            gain_of_the_best_guess(P, alpha, value) == norm(P, alpha, value),
        ]
    )


@no_guess_gains_more_than_the_norm.control
def no_guess_gains_more_than_the_law_itself(P: Noise, alpha: Annotated[Order, 2, 3, Fraction(3, 2)]) -> Truth:
    """The best guess is the law of U: Σ_u p(u) q(u)^((α-1)/α) ≤ Σ_u p(u)^(2-1/α)."""
    value, guess = P.inputs
    return gain(P, alpha, value, guess) <= gain(P, alpha, value, value)


# --- Theorem 1 -------------------------------------------------------------------------------------------------------


@claim("ab-thm-1", source="[gilani2022alphabet], Thm. 1", kind="paper", scope=SMALL)
def no_function_leaks_more_than_the_closed_form(P: Noise, law: Law, V: Guessed, alpha: Alpha, beta: Beta) -> Truth:
    """The leakage about U is at most L, for every law of X, every function U of X and all orders α > 1 and β ≥ 1."""
    return leakage_about(P, joint_law(law, V), alpha, beta) <= alphabet_leakage(P, alpha, beta)


@no_function_leaks_more_than_the_closed_form.control
def no_function_leaks_more_than_the_average_form(P: Noise, law: Law, V: Guessed, alpha: Alpha, beta: Beta) -> Truth:
    """The leakage about U at (α, β) is at most L at (α, 1)."""
    return leakage_about(P, joint_law(law, V), alpha, beta) <= alphabet_leakage(P, alpha, 1)


def rows_differ(P: Channel) -> Truth:
    """P(y|x) depends on x."""
    return negation(rows_are_equal(P))


def is_finite(P: Channel, beta: Any) -> bool:
    """L is finite: β = 1, or no output is possible for one input and impossible for another."""
    columns = [[P.entry(x, y) for x in P.inputs] for y in P.outputs]
    return beta == 1 or not any(any(column) and not all(column) for column in columns)


@claim(
    "ab-thm-1-approached",
    source="[gilani2022alphabet], Thm. 1",
    kind="attained",
    scope=Scope(2, denominator=4),
    given=[rows_differ],
)
def explicit_functions_approach_the_closed_form(P: Noise, alpha: Alpha, beta: Beta) -> Truth:
    """The functions of the proof, with a fineness of 10⁸, leak L up to 10⁻⁶ nats, and 5 nats where L is infinite."""
    L, U = alphabet_leakage(P, alpha, beta), attacking_function(P, alpha, beta, 10**8)
    reached = leakage_about(P, U, alpha, beta)
    enough = reached + ln(1 + Fraction(1, 10**6)) > L if is_finite(P, beta) else reached > ln(148)
    return all_of([reached <= L, enough])


def even_law(P: Channel) -> dict[Value, dict[Value, Fraction]]:
    """P(u, x) for U = X, all values of X being equally likely."""
    return {x: {x: Fraction(1, len(P.inputs))} for x in P.inputs}


@explicit_functions_approach_the_closed_form.control
def the_data_themselves_approach_the_closed_form(P: Noise, alpha: Alpha, beta: Beta) -> Truth:
    """U = X, evenly distributed, leaks L up to 1/100 nats."""
    return leakage_about(P, even_law(P), alpha, beta) + ln(Fraction(101, 100)) >= alphabet_leakage(P, alpha, beta)


Above = Annotated[Order, 2, INFINITE]


@claim(
    "ab-thm-1-never-attained",
    source="about [gilani2022alphabet], Thm. 1",
    kind="neighbour",
    scope=SMALL,
    given=[rows_differ],
)
def no_function_attains_the_supremum(P: Noise, law: Law, V: Guessed, alpha: Alpha, beta: Above) -> Truth:
    """For β > 1 and different rows the leakage about every U is below L: the supremum is no maximum."""
    return leakage_about(P, joint_law(law, V), alpha, beta) < alphabet_leakage(P, alpha, beta)


@no_function_attains_the_supremum.control
def no_function_leaks_anything(P: Noise, law: Law, V: Guessed, alpha: Alpha, beta: Above) -> Truth:
    """For β > 1 the leakage about every U is 0."""
    return leakage_about(P, joint_law(law, V), alpha, beta) <= 0


@claim(
    "ab-thm-1-attained",
    source="[gilani2022alphabet], Thm. 1",
    kind="attained",
    scope=Scope(2, outputs=3, denominator=6),
)
def the_data_themselves_attain_maximal_leakage(P: Noise, alpha: Annotated[Order, INFINITE]) -> Truth:
    """At (∞, 1) the supremum is a maximum: U = X, evenly distributed, leaks L."""
    return leakage_about(P, even_law(P), alpha, 1) == alphabet_leakage(P, alpha, 1)


@the_data_themselves_attain_maximal_leakage.control
def the_data_themselves_attain_every_leakage(P: Noise, alpha: Annotated[Order, INFINITE]) -> Truth:
    """At (∞, 2) the supremum is a maximum: U = X, evenly distributed, leaks L."""
    return leakage_about(P, even_law(P), alpha, 2) == alphabet_leakage(P, alpha, 2)


# --- orders below 1 --------------------------------------------------------------------------------------------------


def most_likely(P: Channel, y: Value) -> Fraction:
    """max_x P(y|x)."""
    return largest(P.inputs, lambda x: P.entry(x, y))  # type: ignore[no-any-return]


def sum_at(weights: dict[Value, Fraction], P: Channel, beta: Any) -> Any:
    """(1/β) log Σ_y w(y)^(1-β) max_x P(y|x)^β, without the outputs of weight 0."""
    terms = (radical(w, 1 - beta) * radical(most_likely(P, y), beta) for y, w in weights.items() if w)
    return log_of(sum(terms), 1 / Fraction(beta))


Below = Annotated[Order, Fraction(1, 2)]


@claim(
    "ab-thm-1-beta-below-1",
    source="[gilani2022alphabet], abstract (real numbers α and β)",
    kind="paper",
    scope=SMALL,
    repaired_by="ab-thm-1-beta-below-1-repaired",
)
def theorem_1_holds_below_order_1(P: Noise, law: Law, V: Guessed, beta: Below) -> Truth:
    """For α = ∞ and β < 1 the leakage about U is at most max over x' of (1/β) log Σ_y P(y|x')^(1-β) max_x P(y|x)^β."""
    leakage = leakage_about(P, joint_law(law, V), INFINITE, beta)
    return any_of(leakage <= sum_at({y: P.entry(x2, y) for y in P.outputs}, P, beta) for x2 in P.inputs)


@theorem_1_holds_below_order_1.control
def nothing_leaks_below_order_1(P: Noise, law: Law, V: Guessed, beta: Below) -> Truth:
    """For α = ∞ and β < 1 nothing leaks."""
    return leakage_about(P, joint_law(law, V), INFINITE, beta) <= 0


@claim(
    "ab-thm-1-beta-below-1-repaired",
    source="repairs [gilani2022alphabet], Thm. 1 for β < 1",
    kind="repair",
    scope=SMALL,
)
def below_order_1_the_law_of_the_output_takes_the_place_of_a_row(P: Noise, law: Law, V: Guessed, beta: Below) -> Truth:
    """For α = ∞ and β < 1 the leakage about U is at most (1/β) log Σ_y P(y)^(1-β) max_x P(y|x)^β."""
    leakage = leakage_about(P, joint_law(law, V), INFINITE, beta)
    return leakage <= sum_at({y: output_probability(law, P, y) for y in P.outputs}, P, beta)


@below_order_1_the_law_of_the_output_takes_the_place_of_a_row.control
def below_order_1_the_first_row_is_enough(P: Noise, law: Law, V: Guessed, beta: Below) -> Truth:
    """For α = ∞ and β < 1 the leakage about U is at most (1/β) log Σ_y P(y|x1)^(1-β) max_x P(y|x)^β."""
    leakage = leakage_about(P, joint_law(law, V), INFINITE, beta)
    return leakage <= sum_at({y: P.entry(P.inputs[0], y) for y in P.outputs}, P, beta)
