"""Zero-error capacity: what bounds the size of a code, Proposition 2 repaired, and the steps of Appendix B.

α(Gᵏ) is the largest size of a zero-error code of length k, α* is fractional packing: the largest total weight of inputs
with at most 1 on those that may lead to one output, or the least total price of outputs with at least 1 around every
input.  In claims about all real weights these are scaled to a total of 1: the weights p of the inputs are then a law
whose largest weight on an output is at least 1/α*, the prices q of the outputs a law whose smallest price around an
input is at most 1/α*.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Annotated, Any

from exactpriv.capacity import Code, best_input_leakage, has_rate_at_most
from exactpriv.capacity.chain import feedback_messages, largest_code_size
from exactpriv.capacity.packing import fractional_packing_number
from exactpriv.claims import Scope, claim
from exactpriv.claims.sorts import GraphChannel, UnlabeledChannel
from exactpriv.information import (
    Information,
    log2,
    maximin_information,
    nonstochastic_information,
    nonstochastic_leakage,
)
from exactpriv.leakage import Channel
from exactpriv.relations import Range, Relation, Value
from exactpriv.theorems.section_2b import (
    the_code_has_zero_error,
    words_and_outputs,
    words_are_a_product,
    words_are_of_inputs,
)
from exactpriv.truth import Number, Truth, all_of, any_of, count, equal, forall, implies, largest, smallest

Pair = Annotated[Relation, "X", "Y"]
Words = Annotated[Code, "R"]
Weights = Annotated[Channel, "one", "X", "parts"]
Prices = Annotated[Channel, "one", "Y", "parts"]
AnyChannel = Annotated[UnlabeledChannel, "X", "Y"]
OtherChannel = Annotated[UnlabeledChannel, "W", "Z"]
AnyGraph = Annotated[GraphChannel, "X"]
Uses = Annotated[int, "block"]

WEIGHTED = Scope(3, one=1, parts=4)


# --- weights and prices ----------------------------------------------------------------------------------------------


def entry_of(law: Channel, value: Value) -> Any:
    """The probability of a value, the law being the only row of a channel."""
    return law.entry(law.inputs[0], value)


def counted(truth: Truth, number: Any) -> Any:
    """The number, at least 0, if the truth holds, and otherwise 0."""
    return largest({"nothing": True, "all": truth}, lambda how: number if how == "all" else 0)


def price_around(R: Relation, Q: Channel, x: Value) -> Any:
    """q(N(x)), the price of the outputs that x may lead to."""
    return sum(counted(R.holds(x, y), entry_of(Q, y)) for y in R.range(R.columns[1]))


def smallest_price(R: Relation, Q: Channel) -> Any:
    """min_x q(N(x)): 1/α* for the best prices."""
    return smallest(R.range("X"), lambda x: price_around(R, Q, x))


def weight_of_inputs(R: Relation, P: Channel) -> Any:
    """p(⟦X⟧)."""
    return sum(counted(occurs, entry_of(P, x)) for x, occurs in R.range("X").items())


def weight_on(R: Relation, P: Channel, y: Value) -> Any:
    """p(N⁻¹(y)), the weight of the inputs that may lead to y."""
    return sum(counted(R.holds(x, y), entry_of(P, x)) for x in R.range("X"))


def largest_weight(R: Relation, P: Channel) -> Any:
    """max_y p(N⁻¹(y)): 1/α* for the best weights."""
    return largest(R.range("Y"), lambda y: weight_on(R, P, y))


def only_inputs_have_weight(R: Relation, P: Channel) -> Truth:
    """p(⟦X⟧) = 1."""
    return equal(weight_of_inputs(R, P), 1)


def weights_and_prices_are_optimal(R: Relation, P: Channel, Q: Channel) -> Truth:
    """p(⟦X⟧) = 1 and max_y p(N⁻¹(y)) = min_x q(N(x)), which is then 1/α*."""
    return all_of([only_inputs_have_weight(R, P), equal(largest_weight(R, P), smallest_price(R, Q))])


# --- codes and fractional packing ------------------------------------------------------------------------------------


@claim(
    "ze-cover",
    source="[shannon1956zero]",
    kind="paper",
    scope=Scope(2, X=3, one=1, parts=4, block=2),
    given=[the_code_has_zero_error],
)
def codes_are_at_most_every_cover(R: Pair, F: Words, Q: Prices) -> Truth:
    """|ℱ| (min_x q(N(x)))ᵏ ≤ 1 for every zero-error code ℱ of block length k and all prices q, so |ℱ| ≤ (α*)ᵏ."""
    return forall(F.lengths, lambda k: count(F.words_of_length(k)) * smallest_price(R, Q) ** k <= 1)


@codes_are_at_most_every_cover.control
def codes_are_at_most_one_use_of_a_cover(R: Pair, F: Words, Q: Prices) -> Truth:
    """|ℱ| min_x q(N(x)) ≤ 1 for every block length."""
    return forall(F.lengths, lambda k: count(F.words_of_length(k)) * smallest_price(R, Q) <= 1)


@claim(
    "ze-duality",
    source="[shannon1956zero]",
    kind="paper",
    scope=WEIGHTED,
    given=[only_inputs_have_weight],
)
def weights_and_prices_bound_each_other(R: Pair, P: Weights, Q: Prices) -> Truth:
    """min_x q(N(x)) ≤ max_y p(N⁻¹(y)) for all weights p and prices q: every packing is at most every cover."""
    return smallest_price(R, Q) <= largest_weight(R, P)


@weights_and_prices_bound_each_other.control
def weights_and_prices_never_meet(R: Pair, P: Weights, Q: Prices) -> Truth:
    """min_x q(N(x)) < max_y p(N⁻¹(y)) for all weights p and prices q."""
    return smallest_price(R, Q) < largest_weight(R, P)


@claim("ze-packing-product", source="[shannon1956zero]", kind="paper", scope=Scope(3))
def fractional_packing_is_multiplicative(R: AnyChannel, S: OtherChannel) -> Truth:
    """α*(R × S) = α*(R) α*(S)."""
    together = fractional_packing_number(R.product(S))
    return together == fractional_packing_number(R) * fractional_packing_number(S)


@fractional_packing_is_multiplicative.control
def fractional_packing_of_products_is_whole(R: AnyChannel, S: OtherChannel) -> Truth:
    """α*(R × S) = α(R) α(S)."""
    return fractional_packing_number(R.product(S)) == largest_code_size(R) * largest_code_size(S)


@claim("ze-chain", source="[shannon1956zero]", kind="paper", scope=Scope(4, block=2))
def the_chain_of_capacities(R: AnyChannel, k: Uses) -> Truth:
    """α(G)ᵏ ≤ α(Gᵏ) ≤ M(k) ≤ α*(R)ᵏ, where M(k) is the number of messages that k uses can send with feedback."""
    return all_of(
        [
            largest_code_size(R) ** k <= largest_code_size(R, k),
            largest_code_size(R, k) <= feedback_messages(R, k),
            feedback_messages(R, k) <= fractional_packing_number(R) ** k,
        ]
    )


@the_chain_of_capacities.control
def feedback_never_helps(R: AnyChannel, k: Uses) -> Truth:
    """M(k) = α(Gᵏ)."""
    return feedback_messages(R, k) == largest_code_size(R, k)


# --- Proposition 2 ---------------------------------------------------------------------------------------------------


def support(R: Relation, P: Channel) -> Range:
    """X' = {x : p(x) > 0}."""
    return Range({x: all_of([occurs, entry_of(P, x) > 0]) for x, occurs in R.range("X").items()})


def restricted(R: Relation, inputs: Range) -> Relation:
    """The channel on some of its inputs."""
    return Relation(R.columns, {(x, y): all_of([truth, inputs.holds(x)]) for (x, y), truth in R.rows.items()})


def fewest_inputs(R: Relation) -> Number:
    """min_y |N⁻¹(y)|."""
    return smallest(R.range("Y"), lambda y: R.conditional_range(y).size())


def fewest_outputs(R: Relation) -> Number:
    """min_x |N(x)|."""
    return smallest(R.range("X"), lambda x: R.converse.conditional_range(x).size())


def inputs_are_many(R: Relation, scale: Any) -> Truth:
    """|⟦X⟧| / min_y |N⁻¹(y)| ≥ 1 / scale."""
    return R.range("X").size() * scale >= fewest_inputs(R)


def outputs_are_many(R: Relation, scale: Any) -> Truth:
    """|⟦Y⟧| / min_x |N(x)| ≥ 1 / scale."""
    return R.range("Y").size() * scale >= fewest_outputs(R)


@claim("ze-prop-2", source="repairs [farokhi2019noiseless], Prop. 2", kind="repair", scope=Scope(4))
def the_packing_is_at_most_the_best_leakage(R: AnyChannel) -> Truth:
    """log α*(R) ≤ sup over ⟦X⟧ ⊆ 𝕏 of L₀ˢ(X;Y), so C₀ ≤ log α*(R) proves Proposition 2."""
    return log2(fractional_packing_number(R)) <= best_input_leakage(R)


@the_packing_is_at_most_the_best_leakage.control
def the_packing_is_at_most_the_leakage(R: AnyChannel) -> Truth:
    """log α*(R) ≤ I⋆(X;Y) on all inputs."""
    return log2(fractional_packing_number(R)) <= maximin_information(R)


@claim(
    "ze-prop-2-equality",
    source="about [farokhi2019noiseless], Prop. 2",
    kind="neighbour",
    scope=Scope(4),
    repaired_by="ze-prop-2",
)
def the_best_leakage_is_the_packing(R: AnyChannel) -> Truth:
    """log α*(R) = sup over ⟦X⟧ ⊆ 𝕏 of L₀ˢ(X;Y): Proposition 2 loses nothing against fractional packing."""
    return log2(fractional_packing_number(R)) == best_input_leakage(R)


@the_best_leakage_is_the_packing.control
def the_best_leakage_is_below_the_packing(R: AnyChannel) -> Truth:
    """sup over ⟦X⟧ ⊆ 𝕏 of L₀ˢ(X;Y) < log α*(R)."""
    return best_input_leakage(R) < log2(fractional_packing_number(R))


@claim(
    "ze-prop-2-support",
    source="repairs [farokhi2019noiseless], Prop. 2",
    kind="repair",
    scope=WEIGHTED,
    given=[weights_and_prices_are_optimal],
)
def both_ratios_of_the_support_are_at_least_the_packing(R: Pair, P: Weights, Q: Prices) -> Truth:
    """With X' = supp p of a best packing, |X'| / min_y |N⁻¹(y) ∩ X'| ≥ α* and |N(X')| / min_{x ∈ X'} |N(x)| ≥ α*."""
    T, scale = restricted(R, support(R, P)), largest_weight(R, P)
    return all_of([inputs_are_many(T, scale), outputs_are_many(T, scale)])


@both_ratios_of_the_support_are_at_least_the_packing.control
def both_ratios_of_all_inputs_are_at_least_the_packing(R: Pair, P: Weights, Q: Prices) -> Truth:
    """|⟦X⟧| / max_y |N⁻¹(y)| ≥ α*: all inputs, and the largest number."""
    largest_group = largest(R.range("Y"), lambda y: R.conditional_range(y).size())
    return R.range("X").size() * largest_weight(R, P) >= largest_group


def best_information(R: Relation) -> Information:
    """sup over ⟦X⟧ ⊆ 𝕏 of min{I₀(X;Y), I₀(Y;X)}: Proposition 2 with max_y and max_x in place of the two minima."""
    inputs = list(R.range("X"))
    subsets = [chosen for size in range(1, len(inputs) + 1) for chosen in combinations(inputs, size)]
    occurs = {chosen: all_of(R.range("X").holds(x) for x in chosen) for chosen in subsets}
    parts = {chosen: R.restrict("X", chosen) for chosen in subsets}
    return largest(
        occurs,
        lambda chosen: smallest([parts[chosen], parts[chosen].converse], nonstochastic_information),
    )


@claim(
    "ze-prop-2-max-variant",
    source="[farokhi2019noiseless], Prop. 2, with both inner minima replaced by maxima",
    kind="neighbour",
    scope=Scope(3, block=1),
    given=[the_code_has_zero_error],
    repaired_by="prop-2",
)
def the_rate_of_a_code_is_at_most_the_best_information(R: Pair, F: Words) -> Truth:
    """log |ℱ| / k ≤ sup over ⟦X⟧ of min{log |⟦X⟧| / max_y |N⁻¹(y)|, log |⟦Y⟧| / max_x |N(x)|}."""
    return has_rate_at_most(F, best_information(R))


@the_rate_of_a_code_is_at_most_the_best_information.control
def the_rate_of_a_code_is_at_most_the_information(R: Pair, F: Words) -> Truth:
    """log |ℱ| / k ≤ log |⟦X⟧| / max_y |N⁻¹(y)| on all inputs."""
    return has_rate_at_most(F, nonstochastic_information(R))


def mixed_ratio(R: Relation, inputs: tuple[Value, ...]) -> Fraction:
    """min{|A| / max_y |N⁻¹(y) ∩ A|, |N(A)| / min_{x ∈ A} |N(x)|}."""
    T = R.restrict(R.columns[0], inputs)
    outputs = T.range(R.columns[1])
    groups = [T.conditional_range(y).size() for y in outputs]
    around = [T.converse.conditional_range(x).size() for x in inputs]
    return min(Fraction(len(inputs), max(groups)), Fraction(len(groups), min(around)))


@claim(
    "ze-prop-2-max-y-variant",
    source="[farokhi2019noiseless], Prop. 2, with the first inner minimum replaced by a maximum",
    kind="neighbour",
    scope=Scope(X=6, block=2),
    repaired_by="ze-prop-2",
)
def codes_are_at_most_the_best_mixed_ratio(R: AnyGraph, k: Annotated[int, "block", 2]) -> Truth:
    """α(Gᵏ)^(1/k) ≤ sup over A ⊆ 𝕏 of min{|A| / max_y |N⁻¹(y) ∩ A|, |N(A)| / min_{x ∈ A} |N(x)|}, outputs cliques."""
    inputs = list(R.range("X"))
    subsets = (chosen for size in range(len(inputs), 0, -1) for chosen in combinations(inputs, size))
    most = largest_code_size(R, k)
    return any(mixed_ratio(R, chosen) ** k >= most for chosen in subsets)


@codes_are_at_most_the_best_mixed_ratio.control
def codes_are_at_most_the_mixed_ratio(R: AnyGraph, k: Annotated[int, "block", 2]) -> Truth:
    """α(Gᵏ)^(1/k) ≤ min{|𝕏| / max_y |N⁻¹(y)|, |N(𝕏)| / min_x |N(x)|} for all inputs."""
    return mixed_ratio(R, tuple(R.range("X"))) ** k >= largest_code_size(R, k)


# --- Appendix B ------------------------------------------------------------------------------------------------------


def at_time(R: Relation, F: Code, length: int, time: int) -> Relation:
    """⟦X[t], Y[t]⟧ when the input words of this length range over ℱ."""
    words = F.words_of_length(length)
    used = {x: any_of(belongs for word, belongs in words.items() if word[time] == x) for x in R.range("X")}
    return Relation(("X", "Y"), {(x, y): all_of([truth, used[x]]) for (x, y), truth in R.rows.items()})


def leakage_at_every_time(R: Relation, F: Code, length: int) -> Information:
    """L₀(X[k];Y[k]) + … + L₀(X[1];Y[1])."""
    return sum(nonstochastic_leakage(at_time(R, F, length, time)) for time in range(length))


def leakage_of_blocks_is(R: Relation, F: Code, amount: Any) -> Truth:
    """L₀(X[k..1];Y[k..1]) = amount(k) for the block length k of ℱ."""
    return all_of(
        implies(F.has_length(k), nonstochastic_leakage(words_and_outputs(R, F, k)) == amount(k)) for k in F.lengths
    )


APPENDIX = Scope(2, X=3, block=2)


@claim(
    "ze-app-b-sum",
    source="[farokhi2019noiseless], App. B",
    kind="paper",
    scope=APPENDIX,
    given=[words_are_of_inputs],
    repaired_by="ze-app-b-sum-product",
)
def leakage_adds_up_over_time(R: Pair, F: Words) -> Truth:
    """L₀(X[k..1];Y[k..1]) = L₀(X[k];Y[k]) + … + L₀(X[1];Y[1]) for every range of input words."""
    return leakage_of_blocks_is(R, F, lambda k: leakage_at_every_time(R, F, k))


@leakage_adds_up_over_time.control
def leakage_of_blocks_is_that_of_the_last_input(R: Pair, F: Words) -> Truth:
    """L₀(X[k..1];Y[k..1]) = L₀(X[k];Y[k])."""
    return leakage_of_blocks_is(R, F, lambda k: nonstochastic_leakage(at_time(R, F, k, 0)))


@claim(
    "ze-app-b-sum-product",
    source="repairs [farokhi2019noiseless], App. B",
    kind="repair",
    scope=APPENDIX,
    given=[words_are_of_inputs, words_are_a_product],
)
def leakage_adds_up_over_time_for_product_ranges(R: Pair, F: Words) -> Truth:
    """L₀(X[k..1];Y[k..1]) = L₀(X[k];Y[k]) + … + L₀(X[1];Y[1]) when the range of input words is a product."""
    return leakage_of_blocks_is(R, F, lambda k: leakage_at_every_time(R, F, k))


@leakage_adds_up_over_time_for_product_ranges.control
def leakage_of_product_blocks_is_that_of_the_last_input(R: Pair, F: Words) -> Truth:
    """L₀(X[k..1];Y[k..1]) = L₀(X[k];Y[k]) when the range of input words is a product."""
    return leakage_of_blocks_is(R, F, lambda k: nonstochastic_leakage(at_time(R, F, k, 0)))


@claim(
    "ze-app-b-identical",
    source="[farokhi2019noiseless], App. B",
    kind="paper",
    scope=APPENDIX,
    given=[words_are_of_inputs, words_are_a_product],
    repaired_by="ze-app-b-identical-ranges",
)
def leakage_is_the_same_at_every_time(R: Pair, F: Words) -> Truth:
    """L₀(X[k..1];Y[k..1]) = k L₀(X[k];Y[k]), also when the inputs have different ranges at different times."""
    return leakage_of_blocks_is(R, F, lambda k: nonstochastic_leakage(at_time(R, F, k, 0)) * k)


@leakage_is_the_same_at_every_time.control
def leakage_of_blocks_is_that_of_all_inputs(R: Pair, F: Words) -> Truth:
    """L₀(X[k..1];Y[k..1]) = k L₀(X;Y) on all inputs of the channel."""
    return leakage_of_blocks_is(R, F, lambda k: nonstochastic_leakage(R) * k)


def ranges_are_identical(R: Relation, F: Code) -> Truth:
    """⟦X[k]⟧ = … = ⟦X[1]⟧."""
    return all_of(
        at_time(R, F, k, time).range("X").same_as(at_time(R, F, k, 0).range("X"))
        for k in F.lengths
        for time in range(k)
    )


@claim(
    "ze-app-b-identical-ranges",
    source="repairs [farokhi2019noiseless], App. B",
    kind="repair",
    scope=APPENDIX,
    given=[words_are_of_inputs, words_are_a_product, ranges_are_identical],
)
def leakage_is_the_same_at_every_time_for_identical_ranges(R: Pair, F: Words) -> Truth:
    """L₀(X[k..1];Y[k..1]) = k L₀(X[k];Y[k]) when the range of input words is A × … × A."""
    return leakage_of_blocks_is(R, F, lambda k: nonstochastic_leakage(at_time(R, F, k, 0)) * k)


@leakage_is_the_same_at_every_time_for_identical_ranges.control
def leakage_of_identical_ranges_is_that_of_one_input(R: Pair, F: Words) -> Truth:
    """L₀(X[k..1];Y[k..1]) = L₀(X[k];Y[k]) when the range of input words is A × … × A."""
    return leakage_of_blocks_is(R, F, lambda k: nonstochastic_leakage(at_time(R, F, k, 0)))


# --- channels that vary with time ------------------------------------------------------------------------------------


@claim("ze-time-varying", source="[shannon1956zero]; [farokhi2019noiseless], Thm. 2", kind="paper", scope=Scope(3, X=5))
def codes_of_varying_channels_are_at_most_the_packings(R: AnyGraph, S: OtherChannel) -> Truth:
    """log α(G ⊠ H) ≤ log α*(R) + log α*(S) for the channels R and S in turn, with confusability graphs G and H."""
    return largest_code_size(R.product(S)) <= fractional_packing_number(R) * fractional_packing_number(S)


@codes_of_varying_channels_are_at_most_the_packings.control
def codes_of_varying_channels_are_at_most_the_first_packing(R: AnyGraph, S: OtherChannel) -> Truth:
    """log α(G ⊠ H) ≤ 2 log α*(R)."""
    return largest_code_size(R.product(S)) <= fractional_packing_number(R) ** 2
