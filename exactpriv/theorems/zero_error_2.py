"""Zero-error capacity: maximin information of blocks, feedback, and sums and products of graphs.

G and H are the confusability graphs of the channels R and S; α is the largest size of a code, α* fractional packing.
A graph stands for the channel whose outputs are its maximal cliques.
"""

from __future__ import annotations

from itertools import combinations
from typing import Annotated

from exactpriv.capacity import Code, are_confusable
from exactpriv.capacity.chain import clique_channel, feedback_messages, largest_code_size, side_by_side
from exactpriv.capacity.feedback import feedback_capacity
from exactpriv.capacity.packing import fractional_packing_number
from exactpriv.claims import Scope, claim
from exactpriv.claims.sorts import GraphChannel
from exactpriv.information import Information, log2, maximin_information
from exactpriv.relations import Relation, Row
from exactpriv.theorems.section_2b import the_code_has_zero_error, words_and_outputs
from exactpriv.theorems.zero_error import AnyChannel, AnyGraph, Pair, Uses, Words
from exactpriv.truth import Number, Truth, all_of, implies, largest, negation

OtherGraph = Annotated[GraphChannel, "W"]


# --- maximin information ---------------------------------------------------------------------------------------------


def subsets_of_inputs(R: Relation) -> dict[Row, Truth]:
    """The non-empty sets of inputs, each with the truth that all of them occur."""
    inputs = R.range(R.columns[0])
    values = list(inputs)
    subsets = [chosen for size in range(1, len(values) + 1) for chosen in combinations(values, size)]
    return {chosen: all_of(inputs[x] for x in chosen) for chosen in subsets}


def best_maximin_information(R: Relation) -> Information:
    """max over ⟦X⟧ ⊆ 𝕏 of I⋆(X;Y)."""
    X = R.columns[0]
    return largest(subsets_of_inputs(R), lambda chosen: maximin_information(R.restrict(X, chosen)))


def most_independent_inputs(R: Relation) -> Number:
    """α(G): the most inputs of which no two are confusable."""

    def is_independent(chosen: Row) -> Truth:
        return all_of(negation(are_confusable(R, x, x2)) for x, x2 in combinations(chosen, 2))

    independent = {chosen: all_of([truth, is_independent(chosen)]) for chosen, truth in subsets_of_inputs(R).items()}
    return largest(independent, len)


@claim("ze-nair", source="[nair2013nonstochastic], Thm. 4.1", kind="paper", scope=Scope(3, X=4))
def the_best_maximin_information_is_the_largest_code(R: Pair) -> Truth:
    """max over ⟦X⟧ ⊆ 𝕏 of I⋆(X;Y) = log α(G)."""
    return best_maximin_information(R) == log2(most_independent_inputs(R))


@the_best_maximin_information_is_the_largest_code.control
def the_best_maximin_information_is_that_of_all_inputs(R: Pair) -> Truth:
    """max over ⟦X⟧ ⊆ 𝕏 of I⋆(X;Y) = I⋆(X;Y) on all inputs."""
    return best_maximin_information(R) == maximin_information(R)


@claim("ze-nair-blocks", source="[nair2013nonstochastic], Thm. 4.1", kind="paper", scope=Scope(3, Y=2))
def the_best_maximin_information_of_two_uses_is_the_largest_code(R: AnyChannel) -> Truth:
    """max over ⟦X[2], X[1]⟧ ⊆ 𝕏² of I⋆(X[2..1];Y[2..1]) = log α(G²)."""
    return best_maximin_information(R.product(R)) == log2(largest_code_size(R, 2))


@the_best_maximin_information_of_two_uses_is_the_largest_code.control
def the_best_maximin_information_of_two_uses_is_that_of_all_words(R: AnyChannel) -> Truth:
    """max over ⟦X[2], X[1]⟧ ⊆ 𝕏² of I⋆(X[2..1];Y[2..1]) = 2 I⋆(X;Y) on all inputs."""
    return best_maximin_information(R.product(R)) == maximin_information(R) * 2


def the_code_has_a_word(F: Code) -> Truth:
    """ℱ is not empty."""
    return F.size() >= 1


@claim(
    "ze-nair-code",
    source="[nair2013nonstochastic], Thm. 4.1",
    kind="paper",
    scope=Scope(2, X=3, block=2),
    given=[the_code_has_zero_error, the_code_has_a_word],
)
def a_code_carries_the_logarithm_of_its_size(R: Pair, F: Words) -> Truth:
    """I⋆(X[k..1];Y[k..1]) = log |ℱ| when the input words range over a zero-error code ℱ."""
    return all_of(
        implies(F.has_length(k), maximin_information(words_and_outputs(R, F, k)) == log2(F.size())) for k in F.lengths
    )


@a_code_carries_the_logarithm_of_its_size.control
def a_code_carries_the_maximin_information_of_the_channel(R: Pair, F: Words) -> Truth:
    """I⋆(X[k..1];Y[k..1]) ≤ k I⋆(X;Y) on all inputs, when the input words range over a zero-error code."""
    return all_of(
        implies(F.has_length(k), maximin_information(words_and_outputs(R, F, k)) <= maximin_information(R) * k)
        for k in F.lengths
    )


@claim(
    "ze-nair-all-inputs",
    source="[nair2013nonstochastic], Thm. 4.1, without the maximum",
    kind="neighbour",
    scope=Scope(3),
    repaired_by="ze-nair",
)
def maximin_information_is_the_largest_code(R: Pair) -> Truth:
    """I⋆(X;Y) = log α(G) on all inputs."""
    return maximin_information(R) == log2(most_independent_inputs(R))


@maximin_information_is_the_largest_code.control
def maximin_information_is_the_number_of_inputs(R: Pair) -> Truth:
    """I⋆(X;Y) = log |⟦X⟧|."""
    return maximin_information(R) == log2(R.range("X").size())


# --- feedback --------------------------------------------------------------------------------------------------------


@claim("ze-feedback", source="[shannon1956zero]", kind="paper", scope=Scope(4, block=2))
def messages_with_feedback_are_at_most_shannons_formula(R: AnyChannel, k: Uses) -> Truth:
    """log M(k) / k ≤ C₀F, which is 0 if all inputs are confusable and log α*(R) otherwise."""
    return log2(feedback_messages(R, k)) <= feedback_capacity(R) * k


@messages_with_feedback_are_at_most_shannons_formula.control
def messages_with_feedback_are_at_most_the_code(R: AnyChannel, k: Uses) -> Truth:
    """log M(k) / k ≤ log α(G)."""
    return feedback_messages(R, k) <= largest_code_size(R) ** k


@claim("ze-feedback-step", source="[shannon1956zero]", kind="attained", scope=Scope(4, Y=3, block=3))
def one_more_use_multiplies_the_messages(R: AnyChannel, k: Uses) -> Truth:
    """α* M(k-1) - |⟦X⟧| < M(k) ≤ α* M(k-1): messages are given to inputs in proportion to a best packing, rounded."""
    before, after = feedback_messages(R, k - 1), feedback_messages(R, k)
    most = fractional_packing_number(R) * before
    return all_of([after <= most, after + R.range("X").size() > most])


@one_more_use_multiplies_the_messages.control
def one_more_use_multiplies_the_messages_exactly(R: AnyChannel, k: Uses) -> Truth:
    """M(k) = α* M(k-1)."""
    return feedback_messages(R, k) == fractional_packing_number(R) * feedback_messages(R, k - 1)


@claim(
    "ze-feedback-is-packing",
    source="[shannon1956zero], without the exception",
    kind="neighbour",
    scope=Scope(4),
    repaired_by="ze-feedback",
)
def feedback_capacity_is_fractional_packing(R: AnyChannel) -> Truth:
    """C₀F = log α*(R) for every channel."""
    return feedback_capacity(R) == log2(fractional_packing_number(R))


@feedback_capacity_is_fractional_packing.control
def feedback_capacity_is_that_of_one_use(R: AnyChannel) -> Truth:
    """C₀F = log α(G)."""
    return feedback_capacity(R) == log2(largest_code_size(R))


@claim(
    "ze-feedback-of-graph",
    source="about [shannon1956zero]",
    kind="neighbour",
    scope=Scope(4),
    repaired_by="ze-clique-graph",
)
def feedback_capacity_is_a_number_of_the_graph(R: AnyChannel) -> Truth:
    """C₀F of a channel is that of the channel by cliques of the same confusability graph."""
    return feedback_capacity(R) == feedback_capacity(clique_channel(R))


@feedback_capacity_is_a_number_of_the_graph.control
def feedback_capacity_is_the_number_of_inputs(R: AnyChannel) -> Truth:
    """C₀F = log |⟦X⟧|."""
    return feedback_capacity(R) == log2(R.range("X").size())


# --- the graph and the channel ---------------------------------------------------------------------------------------


@claim("ze-clique-graph", source="[shannon1956zero]; [lovasz1979shannon]", kind="paper", scope=Scope(4, block=2))
def codes_are_at_most_the_packing_of_the_graph(R: AnyChannel, k: Uses) -> Truth:
    """log α(Gᵏ) / k ≤ log α*(G) ≤ log α*(R), where α*(G) has the maximal cliques of G as outputs."""
    of_graph = fractional_packing_number(clique_channel(R))
    return all_of([largest_code_size(R, k) <= of_graph**k, of_graph <= fractional_packing_number(R)])


@codes_are_at_most_the_packing_of_the_graph.control
def the_packing_is_a_number_of_the_graph(R: AnyChannel, k: Uses) -> Truth:
    """α*(G)ᵏ = α*(R)ᵏ."""
    return fractional_packing_number(clique_channel(R)) ** k == fractional_packing_number(R) ** k


# --- products and sums -----------------------------------------------------------------------------------------------


@claim("ze-product", source="[shannon1956zero]", kind="paper", scope=Scope(4))
def codes_multiply(R: AnyGraph, S: OtherGraph) -> Truth:
    """α(G ⊠ H) ≥ α(G) α(H)."""
    return largest_code_size(R.product(S)) >= largest_code_size(R) * largest_code_size(S)


@codes_multiply.control
def codes_multiply_to_more(R: AnyGraph, S: OtherGraph) -> Truth:
    """α(G ⊠ H) > α(G) α(H)."""
    return largest_code_size(R.product(S)) > largest_code_size(R) * largest_code_size(S)


@claim(
    "ze-power-equality",
    source="about [shannon1956zero]",
    kind="neighbour",
    scope=Scope(5, block=2),
    repaired_by="ze-hales",
)
def powers_are_no_better(R: AnyGraph, k: Uses) -> Truth:
    """α(Gᵏ) = α(G)ᵏ: longer codes have no larger rates."""
    return largest_code_size(R, k) == largest_code_size(R) ** k


@powers_are_no_better.control
def the_square_is_the_number_of_inputs(R: AnyGraph, k: Uses) -> Truth:
    """α(Gᵏ) = |𝕏|."""
    return largest_code_size(R, k) == R.range("X").size()


@claim("ze-hales", source="[hales1973numerical]", kind="paper", scope=Scope(3, X=5))
def codes_of_products_are_at_most_packing_times_code(R: AnyGraph, S: OtherGraph) -> Truth:
    """α(G ⊠ H) ≤ ⌊α*(G) α(H)⌋, and also for H = G."""
    packing = fractional_packing_number(R)
    return all_of(
        [
            largest_code_size(R.product(S)) <= packing * largest_code_size(S),
            largest_code_size(R, 2) <= packing * largest_code_size(R),
        ]
    )


@codes_of_products_are_at_most_packing_times_code.control
def codes_of_squares_are_the_square_of_the_packing(R: AnyGraph, S: OtherGraph) -> Truth:
    """α(G ⊠ H) = α*(G) α*(H), and also for H = G."""
    packing = fractional_packing_number(R)
    return all_of(
        [
            largest_code_size(R.product(S)) == packing * fractional_packing_number(S),
            largest_code_size(R, 2) == packing**2,
        ]
    )


@claim("ze-sum", source="[shannon1956zero]", kind="paper", scope=Scope(3, X=4))
def codes_of_sums_add_up(R: AnyGraph, S: OtherGraph) -> Truth:
    """α((G + H)²) = α(G²) + 2 α(G ⊠ H) + α(H²) ≥ α(G²) + 2 α(G) α(H) + α(H²)."""
    squares = largest_code_size(R, 2) + largest_code_size(S, 2)
    both, mixed = largest_code_size(side_by_side(R, S), 2), largest_code_size(R.product(S))
    return all_of([both == squares + 2 * mixed, mixed >= largest_code_size(R) * largest_code_size(S)])


@codes_of_sums_add_up.control
def codes_of_sums_are_sums_of_squares(R: AnyGraph, S: OtherGraph) -> Truth:
    """α((G + H)²) = α(G²) + α(H²)."""
    both = largest_code_size(side_by_side(R, S), 2)
    return both == largest_code_size(R, 2) + largest_code_size(S, 2)


@claim(
    "ze-sum-equality",
    source="about [shannon1956zero]",
    kind="neighbour",
    scope=Scope(5),
    repaired_by="ze-sum",
)
def codes_of_sums_are_no_better(R: AnyGraph) -> Truth:
    """α((G + G)²) = 2 α(G²) + 2 α(G)²."""
    both = largest_code_size(side_by_side(R, R), 2)
    return both == 2 * largest_code_size(R, 2) + 2 * largest_code_size(R) ** 2


@codes_of_sums_are_no_better.control
def codes_of_sums_are_twice_as_many(R: AnyGraph) -> Truth:
    """α((G + G)²) = 2 α(G²)."""
    return largest_code_size(side_by_side(R, R), 2) == 2 * largest_code_size(R, 2)
