"""Theorem 2 and Section IV of [gilani2022alphabet] over all real channels with two inputs and two outputs.

Where the orders are whole, the exponential of a multiple of the leakage is rational in the entries, and a statement is
one of real arithmetic, which z3 decides for all real channels at once; enumeration confirms it on a grid.
At (∞, 1) the exponential is Σ_y max_x P(y|x), at (∞, ∞) the largest ratio in a column, at (2, 2) the largest
Σ_y P(y|x)² / P(y|x').  Denominators are multiplied out.  Exchanging the inputs, or the outputs, changes none of this,
so that one order of two inputs stands for both.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from exactpriv.claims import Scope, claim
from exactpriv.leakage import Channel
from exactpriv.relations import Value
from exactpriv.theorems.alphabet_section_4 import all_outputs_are_possible
from exactpriv.truth import Number, Truth, all_of, any_of, iff, largest, smallest

Noise = Annotated[Channel, "inputs", "outputs", "denominator"]
Second = Annotated[Channel, "inputs", "outputs", "denominator"]
Processing = Annotated[Channel, "outputs", "Z", "parts"]
Before = Annotated[Channel, "V", "inputs", "parts"]
Weight = Annotated[Fraction, "weight"]
Law = Annotated[Channel, "one", "inputs", "parts"]

REAL = Scope(2, denominator=6)
TWO_CHANNELS = Scope(2, denominator=4, parts=3)


def sum_of_largest(P: Channel) -> Number:
    """Σ_y max_x P(y|x), whose logarithm is L at (∞, 1)."""
    return sum(largest([P.entry(x, y) for x in P.inputs]) for y in P.outputs)


def multiplied_sum(P: Channel, order: int) -> Number:
    """Σ_y P(y|x1)^b P(y|x2)^(1-b), whose logarithm is (b-1) D_b, times the product of P(y|x2)^(b-1)."""
    x, x2 = P.inputs
    y, y2 = P.outputs
    return P.entry(x, y) ** order * P.entry(x2, y2) ** (order - 1) + P.entry(x, y2) ** order * P.entry(x2, y) ** (
        order - 1
    )


def multiplier(P: Channel, order: int) -> Number:
    """The product of P(y|x2)^(b-1) over the outputs."""
    x2 = P.inputs[1]
    y, y2 = P.outputs
    return (P.entry(x2, y) * P.entry(x2, y2)) ** (order - 1)


def has_ratio_at_most_that_of(Q: Channel, P: Channel) -> Truth:
    """Every ratio of two entries in a column of Q is at most one of a column of P: L at (∞, ∞) is no larger."""

    def extremes(channel: Channel, y: Value) -> tuple[Number, Number]:
        column = [channel.entry(x, y) for x in channel.inputs]
        return largest(column), smallest(column)

    pairs = [[(extremes(Q, z), extremes(P, y)) for y in P.outputs] for z in Q.outputs]
    return all_of(any_of(high * low2 <= high2 * low for (high, low), (high2, low2) in row) for row in pairs)


def rows_are_equal(P: Channel) -> Truth:
    """P(y|x) does not depend on x."""
    first = P.inputs[0]
    return all_of(P.entry(x, y) == P.entry(first, y) for x in P.inputs for y in P.outputs)


@claim(
    "ab-thm-2-nonnegative-real",
    source="[gilani2022alphabet], Thm. 2 (non-negative)",
    kind="paper",
    scope=REAL,
    given=[all_outputs_are_possible],
)
def leakage_of_real_channels_is_never_negative(P: Noise) -> Truth:
    """L ≥ 0 at (α, 2) and (α, 3) for α ≤ 2, and at (∞, 1), for all real channels with two inputs and outputs."""
    sums = all_of(multiplied_sum(P, order) >= multiplier(P, order) for order in (2, 3))
    return all_of([sums, sum_of_largest(P) >= 1])


@leakage_of_real_channels_is_never_negative.control
def real_channels_always_leak(P: Noise) -> Truth:
    """L > 0 at (2, 2)."""
    return multiplied_sum(P, 2) > multiplier(P, 2)


@claim(
    "ab-thm-2-zero-iff-equal-rows-real",
    source="[gilani2022alphabet], Thm. 2 (non-negative)",
    kind="paper",
    scope=REAL,
    given=[all_outputs_are_possible],
)
def leakage_of_real_channels_vanishes_exactly_when_all_rows_are_equal(P: Noise) -> Truth:
    """L = 0 at (2, 2), and at (∞, 1), exactly when P(y|x) does not depend on x, for all real channels."""
    none = [multiplied_sum(P, 2) == multiplier(P, 2), sum_of_largest(P) == 1]
    return all_of(iff(nothing, rows_are_equal(P)) for nothing in none)


@leakage_of_real_channels_vanishes_exactly_when_all_rows_are_equal.control
def leakage_of_real_channels_vanishes_exactly_when_outputs_are_even(P: Noise) -> Truth:
    """L = 0 at (2, 2) exactly when all P(y|x) are equal."""
    first, second = P.inputs
    y = P.outputs[0]
    even = all_of([P.entry(first, y) == Fraction(1, 2), P.entry(second, y) == Fraction(1, 2)])
    return iff(multiplied_sum(P, 2) == multiplier(P, 2), even)


@claim(
    "ab-thm-2-monotone-beta-real",
    source="[gilani2022alphabet], Thm. 2 (monotone)",
    kind="paper",
    scope=REAL,
    given=[all_outputs_are_possible],
)
def leakage_of_real_channels_grows_with_beta(P: Noise) -> Truth:
    """At α = ∞, L at β = 1 is at most L at β = 2, for all real channels: (Σ max)² ≤ Σ_y max² / P(y|x')."""
    x, x2 = P.inputs
    y, y2 = P.outputs
    first, second = (largest([P.entry(x, z), P.entry(x2, z)]) for z in P.outputs)
    squares = first * first * P.entry(x2, y2) + second * second * P.entry(x2, y)
    return (first + second) ** 2 * P.entry(x2, y) * P.entry(x2, y2) <= squares


@leakage_of_real_channels_grows_with_beta.control
def leakage_of_real_channels_doubles_with_beta(P: Noise) -> Truth:
    """At α = ∞, L at β = 1 is at most half of L at β = 2: (Σ max)⁴ ≤ Σ_y max² / P(y|x')."""
    x, x2 = P.inputs
    y, y2 = P.outputs
    first, second = (largest([P.entry(x, z), P.entry(x2, z)]) for z in P.outputs)
    squares = first * first * P.entry(x2, y2) + second * second * P.entry(x2, y)
    return (first + second) ** 4 * P.entry(x2, y) * P.entry(x2, y2) <= squares


@claim(
    "ab-thm-2-post-processing-real",
    source="[gilani2022alphabet], Thm. 2 (data processing)",
    kind="paper",
    scope=TWO_CHANNELS,
    given=[all_outputs_are_possible],
)
def processing_real_outputs_does_not_leak_more(P: Noise, Q: Processing) -> Truth:
    """L(X → Z) ≤ L(X → Y) if X – Y – Z at (∞, 1), (2, 2) and (∞, ∞), for all real channels."""
    R = P @ Q
    renyi = multiplied_sum(R, 2) * multiplier(P, 2) <= multiplied_sum(P, 2) * multiplier(R, 2)
    return all_of([sum_of_largest(R) <= sum_of_largest(P), renyi, has_ratio_at_most_that_of(R, P)])


@processing_real_outputs_does_not_leak_more.control
def processing_real_outputs_does_not_leak_less(P: Noise, Q: Processing) -> Truth:
    """L(X → Z) ≥ L(X → Y) if X – Y – Z at (∞, 1)."""
    return sum_of_largest(P @ Q) >= sum_of_largest(P)


@claim(
    "ab-thm-2-linkage-real",
    source="[gilani2022alphabet], Thm. 2 (data processing)",
    kind="paper",
    scope=TWO_CHANNELS,
    given=[all_outputs_are_possible],
)
def what_precedes_real_data_does_not_leak_more(Q: Before, P: Noise) -> Truth:
    """L(V → Y) ≤ L(X → Y) if V – X – Y at (∞, 1) and (∞, ∞), for all real channels."""
    R = Q @ P
    return all_of([sum_of_largest(R) <= sum_of_largest(P), has_ratio_at_most_that_of(R, P)])


@what_precedes_real_data_does_not_leak_more.control
def what_precedes_real_data_does_not_leak_less(Q: Before, P: Noise) -> Truth:
    """L(V → Y) ≥ L(X → Y) if V – X – Y at (∞, 1)."""
    return sum_of_largest(Q @ P) >= sum_of_largest(P)


@claim("ab-thm-2-additive-real", source="[gilani2022alphabet], Thm. 2 (additive)", kind="paper", scope=TWO_CHANNELS)
def leakage_of_independent_real_data_adds_up(P: Noise, Q: Second) -> Truth:
    """L(X₁X₂ → Y₁Y₂) = L(X₁ → Y₁) + L(X₂ → Y₂) at (∞, 1), for independent data and all real channels."""
    return sum_of_largest(P.product(Q)) == sum_of_largest(P) * sum_of_largest(Q)


@leakage_of_independent_real_data_adds_up.control
def leakage_of_independent_real_data_is_that_of_the_first(P: Noise, Q: Second) -> Truth:
    """L(X₁X₂ → Y₁Y₂) = L(X₁ → Y₁) at (∞, 1)."""
    return sum_of_largest(P.product(Q)) == sum_of_largest(P)


def both_have_all_outputs(P: Channel, Q: Channel) -> Truth:
    """P(y|x) > 0 and Q(y|x) > 0 for all x and y."""
    return all_of([all_outputs_are_possible(P), all_outputs_are_possible(Q)])


@claim(
    "ab-thm-2-quasi-convex-real",
    source="about [gilani2022alphabet], Thm. 2",
    kind="neighbour",
    scope=Scope(2, denominator=4, weight=3),
    given=[both_have_all_outputs],
)
def a_mixture_of_real_channels_leaks_at_most_what_the_worse_leaks(P: Noise, Q: Second, w: Weight) -> Truth:
    """The exponential of L at (∞, 1) is convex, and L at (2, 2) quasi-convex, for all mixtures of all real channels."""
    R = P.mixed(Q, w)
    average = sum_of_largest(P) * (1 - w) + sum_of_largest(Q) * w
    renyi = any_of(multiplied_sum(R, 2) * multiplier(S, 2) <= multiplied_sum(S, 2) * multiplier(R, 2) for S in (P, Q))
    return all_of([sum_of_largest(R) <= average, renyi])


@a_mixture_of_real_channels_leaks_at_most_what_the_worse_leaks.control
def a_mixture_of_real_channels_leaks_at_most_what_the_first_leaks(P: Noise, Q: Second, w: Weight) -> Truth:
    """L((1 - w) P + w Q) ≤ L(P) at (∞, 1)."""
    return sum_of_largest(P.mixed(Q, w)) <= sum_of_largest(P)


def squared_mean(P: Channel, T: Channel, y: Value) -> Number:
    """(Σ_x T(x) P(y|x)²)² for the law T of the two inputs, the row of a channel."""
    return sum(T.entry(T.inputs[0], x) * P.entry(x, y) ** 2 for x in P.inputs) ** 2


@claim(
    "ab-scaled-lrdp-real",
    source="[gilani2022alphabet], Sec. IV, eqs. (10) and (11)",
    kind="paper",
    scope=Scope(2, denominator=5, one=1, parts=3),
    given=[all_outputs_are_possible],
)
def no_real_law_gives_more_than_an_input(P: Noise, T: Law) -> Truth:
    """At (2, 4) no law T gives more than an input: Σ_y P(y|x')^-3 (Σ_x T(x) P(y|x)²)² is largest at T = x or T = x'."""
    y, y2 = P.outputs
    x2 = P.inputs[1]
    value = squared_mean(P, T, y) * P.entry(x2, y2) ** 3 + squared_mean(P, T, y2) * P.entry(x2, y) ** 3
    return any_of([value <= multiplied_sum(P, 4), value <= multiplier(P, 4)])


@no_real_law_gives_more_than_an_input.control
def no_real_law_gives_anything(P: Noise, T: Law) -> Truth:
    """At (2, 4), Σ_y P(y|x')^-3 (Σ_x T(x) P(y|x)²)² is at most 1."""
    y, y2 = P.outputs
    x2 = P.inputs[1]
    value = squared_mean(P, T, y) * P.entry(x2, y2) ** 3 + squared_mean(P, T, y2) * P.entry(x2, y) ** 3
    return value <= multiplier(P, 4)
