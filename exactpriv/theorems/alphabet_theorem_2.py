"""Theorem 2 of [gilani2022alphabet]: the properties of maximal (α, β)-leakage, and neighboring questions about them.

L stands for maximal (α, β)-leakage.  What one claim says of several orders is quantified in its statement where the
order does not matter to a counterexample, and is a parameter where it does.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Annotated, Any

from exactpriv.claims import Scope, claim
from exactpriv.leakage import Channel
from exactpriv.leakage.comparable import alphabet_leakage
from exactpriv.leakage.orders import INFINITE, Order
from exactpriv.theorems.alphabet_theorem_1 import Law, output_probability, rows_are_equal
from exactpriv.truth import Truth, all_of, any_of, iff, implies

Noise = Annotated[Channel, "inputs", "outputs", "denominator"]
Second = Annotated[Channel, "inputs", "outputs", "denominator"]
Processing = Annotated[Channel, "outputs", "Z", "parts"]
Before = Annotated[Channel, "V", "inputs", "parts"]
Alpha = Annotated[Order, INFINITE, 2, 3, Fraction(3, 2)]
Beta = Annotated[Order, 1, Fraction(3, 2), 2, INFINITE]

ALL = Scope(2, outputs=3, denominator=6)
BETAS = (1, Fraction(3, 2), 2, 3, INFINITE)
ALPHAS = (Fraction(3, 2), 2, 3, INFINITE)


# --- monotone in β, not in α -----------------------------------------------------------------------------------------


@claim("ab-thm-2-monotone-beta", source="[gilani2022alphabet], Thm. 2 (monotone)", kind="paper", scope=ALL)
def leakage_grows_with_beta(P: Noise, alpha: Alpha) -> Truth:
    """L does not decrease with β, for fixed α."""
    leakages = [alphabet_leakage(P, alpha, beta) for beta in BETAS]
    return all_of(below <= above for below, above in pairwise(leakages))


@leakage_grows_with_beta.control
def leakage_does_not_grow_with_beta(P: Noise, alpha: Alpha) -> Truth:
    """L is no larger at β = ∞ than at β = 1."""
    return alphabet_leakage(P, alpha, INFINITE) <= alphabet_leakage(P, alpha, 1)


@claim(
    "ab-thm-2-monotone-alpha",
    source="about [gilani2022alphabet], Thm. 2",
    kind="neighbour",
    scope=ALL,
    repaired_by="ab-thm-2-monotone-alpha-at-one",
)
def leakage_grows_with_alpha(P: Noise, beta: Annotated[Order, 2]) -> Truth:
    """L does not decrease from α = 2 to α = ∞, for β = 2."""
    return alphabet_leakage(P, 2, beta) <= alphabet_leakage(P, INFINITE, beta)


@leakage_grows_with_alpha.control
def leakage_is_the_same_for_all_alpha(P: Noise, beta: Annotated[Order, 2]) -> Truth:
    """L is the same for α = 2 and α = 3/2, for β = 2."""
    return alphabet_leakage(P, 2, beta) == alphabet_leakage(P, Fraction(3, 2), beta)


@claim(
    "ab-thm-2-falling-alpha",
    source="about [gilani2022alphabet], Thm. 2",
    kind="neighbour",
    scope=Scope(3, denominator=4),
)
def leakage_falls_with_alpha(P: Noise, beta: Annotated[Order, 2]) -> Truth:
    """L does not increase from α = 2 to α = ∞, for β = 2."""
    return alphabet_leakage(P, INFINITE, beta) <= alphabet_leakage(P, 2, beta)


@leakage_falls_with_alpha.control
def leakage_falls_by_half(P: Noise, beta: Annotated[Order, 2]) -> Truth:
    """L at α = ∞ is at most half of L at α = 2, for β = 2."""
    return alphabet_leakage(P, INFINITE, beta) * 2 <= alphabet_leakage(P, 2, beta)


@claim(
    "ab-thm-2-monotone-alpha-at-one",
    source="about [gilani2022alphabet], Thm. 2 and eq. (2)",
    kind="repair",
    scope=ALL,
)
def leakage_grows_with_alpha_for_averages(P: Noise, beta: Annotated[Order, 1]) -> Truth:
    """L does not decrease with α for β = 1: from 1, the capacity, to ∞, maximal leakage."""
    leakages = [alphabet_leakage(P, alpha, beta) for alpha in (1, *ALPHAS)]
    return all_of(below <= above for below, above in pairwise(leakages))


@leakage_grows_with_alpha_for_averages.control
def leakage_is_the_same_for_averages(P: Noise, beta: Annotated[Order, 1]) -> Truth:
    """L is the same for α = 2 and α = ∞, for β = 1."""
    return alphabet_leakage(P, 2, beta) == alphabet_leakage(P, INFINITE, beta)


def beta_of(alpha: Any, tau: Any) -> Any:
    """The β with α(β-1) = τ(α-1)β."""
    if alpha == INFINITE:
        return 1 / (1 - tau)
    return alpha / (alpha - tau * (alpha - 1))


@claim("ab-monotone-tau", source="about [gilani2022alphabet], eq. (11)", kind="neighbour", scope=ALL)
def leakage_grows_with_alpha_for_a_fixed_scale(
    P: Noise, tau: Annotated[Order, Fraction(1, 3), Fraction(1, 2)]
) -> Truth:
    """L does not decrease with α when the scale τ = α(β-1)/((α-1)β) of eq. (11) is fixed, 0 ≤ τ < 1."""
    leakages = [alphabet_leakage(P, alpha, beta_of(alpha, tau)) for alpha in ALPHAS]
    return all_of(below <= above for below, above in pairwise(leakages))


@leakage_grows_with_alpha_for_a_fixed_scale.control
def leakage_depends_on_the_scale_alone(P: Noise, tau: Annotated[Order, Fraction(1, 3), Fraction(1, 2)]) -> Truth:
    """L is the same for α = 2 and α = ∞ when the scale τ is fixed."""
    return alphabet_leakage(P, 2, beta_of(2, tau)) == alphabet_leakage(P, INFINITE, beta_of(INFINITE, tau))


# --- zero ------------------------------------------------------------------------------------------------------------


@claim("ab-thm-2-nonnegative", source="[gilani2022alphabet], Thm. 2 (non-negative)", kind="paper", scope=ALL)
def leakage_is_never_negative(P: Noise, alpha: Alpha) -> Truth:
    """L ≥ 0."""
    return all_of(alphabet_leakage(P, alpha, beta) >= 0 for beta in BETAS)


@leakage_is_never_negative.control
def there_is_always_a_leakage(P: Noise, alpha: Alpha) -> Truth:
    """L > 0."""
    return alphabet_leakage(P, alpha, INFINITE) > 0


@claim("ab-thm-2-zero-iff-equal-rows", source="[gilani2022alphabet], Thm. 2 (non-negative)", kind="paper", scope=ALL)
def leakage_vanishes_exactly_when_all_rows_are_equal(P: Noise, alpha: Alpha) -> Truth:
    """L = 0 exactly when P(y|x) does not depend on x."""
    return all_of(iff(alphabet_leakage(P, alpha, beta) == 0, rows_are_equal(P)) for beta in BETAS)


@leakage_vanishes_exactly_when_all_rows_are_equal.control
def leakage_vanishes_exactly_when_one_column_is_constant(P: Noise, alpha: Alpha) -> Truth:
    """L = 0 exactly when P(y1|x) does not depend on x."""
    column = [P.entry(x, P.outputs[0]) for x in P.inputs]
    return iff(alphabet_leakage(P, alpha, INFINITE) == 0, all_of(entry == column[0] for entry in column))


def are_independent(law: Channel, P: Channel) -> Truth:
    """P(x, y) = P(x) P(y) for all x and y."""
    total = {y: output_probability(law, P, y) for y in P.outputs}
    weight = {x: law.entry(law.inputs[0], x) for x in P.inputs}
    return all_of(weight[x] * P.entry(x, y) == weight[x] * total[y] for x in P.inputs for y in P.outputs)


SMALL_LAW = Scope(2, one=1, denominator=4)


@claim(
    "ab-thm-2-zero-iff-independent",
    source="[gilani2022alphabet], Thm. 2 (non-negative)",
    kind="paper",
    scope=SMALL_LAW,
    repaired_by="ab-thm-2-zero-iff-equal-rows",
)
def leakage_vanishes_exactly_when_input_and_output_are_independent(P: Noise, law: Law, alpha: Alpha) -> Truth:
    """L = 0 exactly when X and Y are independent under the given law of X."""
    return iff(alphabet_leakage(P, alpha, 2) == 0, are_independent(law, P))


@leakage_vanishes_exactly_when_input_and_output_are_independent.control
def leakage_never_vanishes_beside_independence(P: Noise, law: Law, alpha: Alpha) -> Truth:
    """If X and Y are independent under the given law of X, L > 0."""
    return implies(are_independent(law, P), alphabet_leakage(P, alpha, 2) > 0)


def every_input_occurs(law: Channel) -> Truth:
    """P(x) > 0 for all x."""
    return all_of(law.entry(law.inputs[0], x) > 0 for x in law.outputs)


@claim(
    "ab-thm-2-zero-iff-independent-full-support",
    source="repairs [gilani2022alphabet], Thm. 2 (non-negative)",
    kind="repair",
    scope=SMALL_LAW,
    given=[every_input_occurs],
)
def leakage_vanishes_exactly_when_independent_on_full_support(P: Noise, law: Law, alpha: Alpha) -> Truth:
    """If all inputs occur, L = 0 exactly when X and Y are independent."""
    return iff(alphabet_leakage(P, alpha, 2) == 0, are_independent(law, P))


@leakage_vanishes_exactly_when_independent_on_full_support.control
def leakage_vanishes_exactly_when_all_outputs_are_equally_likely(P: Noise, law: Law, alpha: Alpha) -> Truth:
    """If all inputs occur, L = 0 exactly when all P(y|x) are equal."""
    entries = [P.entry(x, y) for x in P.inputs for y in P.outputs]
    return iff(alphabet_leakage(P, alpha, 2) == 0, all_of(entry == entries[0] for entry in entries))


# --- data processing -------------------------------------------------------------------------------------------------


@claim(
    "ab-thm-2-post-processing",
    source="[gilani2022alphabet], Thm. 2 (data processing)",
    kind="paper",
    scope=Scope(2, outputs=3, denominator=3, parts=2),
)
def processing_the_output_does_not_leak_more(P: Noise, Q: Processing, alpha: Alpha) -> Truth:
    """L(X → Z) ≤ L(X → Y) if X – Y – Z."""
    processed = P @ Q
    return all_of(alphabet_leakage(processed, alpha, beta) <= alphabet_leakage(P, alpha, beta) for beta in BETAS)


@processing_the_output_does_not_leak_more.control
def processing_the_output_halves_what_leaks(P: Noise, Q: Processing, alpha: Alpha) -> Truth:
    """L(X → Z) ≤ L(X → Y) / 2 at β = 2 if X – Y – Z."""
    return alphabet_leakage(P @ Q, alpha, 2) * 2 <= alphabet_leakage(P, alpha, 2)


@claim(
    "ab-thm-2-linkage",
    source="[gilani2022alphabet], Thm. 2 (data processing)",
    kind="paper",
    scope=Scope(2, V=2, outputs=3, denominator=3, parts=2),
)
def what_precedes_the_data_does_not_leak_more(Q: Before, P: Noise, alpha: Alpha) -> Truth:
    """L(V → Y) ≤ L(X → Y) if V – X – Y."""
    linked = Q @ P
    return all_of(alphabet_leakage(linked, alpha, beta) <= alphabet_leakage(P, alpha, beta) for beta in BETAS)


@what_precedes_the_data_does_not_leak_more.control
def what_precedes_the_data_does_not_leak_less(Q: Before, P: Noise, alpha: Alpha) -> Truth:
    """L(V → Y) ≥ L(X → Y) if V – X – Y."""
    return alphabet_leakage(Q @ P, alpha, 1) >= alphabet_leakage(P, alpha, 1)


# --- several releases ------------------------------------------------------------------------------------------------

PAIRS_OF_CHANNELS = Scope(2, denominator=3)
Whole = Annotated[Order, INFINITE, 2, 3]


@claim("ab-thm-2-additive", source="[gilani2022alphabet], Thm. 2 (additive)", kind="paper", scope=PAIRS_OF_CHANNELS)
def leakage_of_independent_data_adds_up(P: Noise, Q: Second, alpha: Whole, beta: Beta) -> Truth:
    """L(X₁X₂ → Y₁Y₂) = L(X₁ → Y₁) + L(X₂ → Y₂) if (X₁, Y₁) and (X₂, Y₂) are independent."""
    both = alphabet_leakage(P.product(Q), alpha, beta)
    return both == alphabet_leakage(P, alpha, beta) + alphabet_leakage(Q, alpha, beta)


@leakage_of_independent_data_adds_up.control
def leakage_of_independent_data_is_that_of_the_first(P: Noise, Q: Second, alpha: Whole, beta: Beta) -> Truth:
    """L(X₁X₂ → Y₁Y₂) = L(X₁ → Y₁)."""
    return alphabet_leakage(P.product(Q), alpha, beta) == alphabet_leakage(P, alpha, beta)


def both_releases(P: Channel, Q: Channel) -> Channel:
    """P(y|x) Q(z|x): two independent releases of the same x."""
    pairs = [(y, z) for y in P.outputs for z in Q.outputs]
    return Channel({x: {(y, z): P.entry(x, y) * Q.entry(x, z) for y, z in pairs} for x in P.inputs})


@claim(
    "ab-thm-2-additive-same-x",
    source="about [gilani2022alphabet], Thm. 2 (additive)",
    kind="neighbour",
    scope=PAIRS_OF_CHANNELS,
    repaired_by="ab-thm-2-sub-additive",
)
def leakage_of_two_releases_adds_up(P: Noise, Q: Second, alpha: Whole, beta: Beta) -> Truth:
    """L(X → Y₁Y₂) = L(X → Y₁) + L(X → Y₂) if Y₁ – X – Y₂."""
    both = alphabet_leakage(both_releases(P, Q), alpha, beta)
    return both == alphabet_leakage(P, alpha, beta) + alphabet_leakage(Q, alpha, beta)


@leakage_of_two_releases_adds_up.control
def leakage_of_two_releases_is_that_of_the_first(P: Noise, Q: Second, alpha: Whole, beta: Beta) -> Truth:
    """L(X → Y₁Y₂) = L(X → Y₁)."""
    return alphabet_leakage(both_releases(P, Q), alpha, beta) == alphabet_leakage(P, alpha, beta)


@claim(
    "ab-thm-2-sub-additive",
    source="about [gilani2022alphabet], Thm. 2 (additive)",
    kind="repair",
    scope=PAIRS_OF_CHANNELS,
)
def leakage_of_two_releases_is_at_most_the_sum(P: Noise, Q: Second, alpha: Whole, beta: Beta) -> Truth:
    """L(X → Y₁Y₂) ≤ L(X → Y₁) + L(X → Y₂) if Y₁ – X – Y₂."""
    both = alphabet_leakage(both_releases(P, Q), alpha, beta)
    return both <= alphabet_leakage(P, alpha, beta) + alphabet_leakage(Q, alpha, beta)


@leakage_of_two_releases_is_at_most_the_sum.control
def leakage_of_two_releases_is_at_most_the_first(P: Noise, Q: Second, alpha: Whole, beta: Beta) -> Truth:
    """L(X → Y₁Y₂) ≤ L(X → Y₁)."""
    return alphabet_leakage(both_releases(P, Q), alpha, beta) <= alphabet_leakage(P, alpha, beta)


# --- mixtures of channels --------------------------------------------------------------------------------------------

MIXTURES = Scope(2, outputs=2, denominator=4)
Few = Annotated[Order, INFINITE, 2]
FewBetas = Annotated[Order, 1, 2]


@claim("ab-thm-2-quasi-convex", source="about [gilani2022alphabet], Thm. 2", kind="neighbour", scope=MIXTURES)
def a_mixture_leaks_at_most_what_the_worse_channel_leaks(P: Noise, Q: Second, alpha: Few, beta: FewBetas) -> Truth:
    """L((P + Q)/2) ≤ max{L(P), L(Q)}."""
    mixture = alphabet_leakage(P.mixed(Q, Fraction(1, 2)), alpha, beta)
    return any_of(mixture <= alphabet_leakage(channel, alpha, beta) for channel in (P, Q))


@a_mixture_leaks_at_most_what_the_worse_channel_leaks.control
def a_mixture_leaks_at_most_what_the_first_channel_leaks(P: Noise, Q: Second, alpha: Few, beta: FewBetas) -> Truth:
    """L((P + Q)/2) ≤ L(P)."""
    return alphabet_leakage(P.mixed(Q, Fraction(1, 2)), alpha, beta) <= alphabet_leakage(P, alpha, beta)


@claim(
    "ab-thm-2-convex",
    source="about [gilani2022alphabet], Thm. 2",
    kind="neighbour",
    scope=MIXTURES,
    repaired_by="ab-thm-2-quasi-convex",
)
def a_mixture_leaks_at_most_the_average(P: Noise, Q: Second, alpha: Few, beta: FewBetas) -> Truth:
    """L((P + Q)/2) ≤ (L(P) + L(Q))/2."""
    average = (alphabet_leakage(P, alpha, beta) + alphabet_leakage(Q, alpha, beta)) / 2
    return alphabet_leakage(P.mixed(Q, Fraction(1, 2)), alpha, beta) <= average


@a_mixture_leaks_at_most_the_average.control
def a_mixture_leaks_nothing(P: Noise, Q: Second, alpha: Few, beta: FewBetas) -> Truth:
    """L((P + Q)/2) = 0."""
    return alphabet_leakage(P.mixed(Q, Fraction(1, 2)), alpha, beta) == 0
