"""Section II-B: non-stochastic entropy, information and leakage; maximin information; zero-error capacity.

The facts about equations (5)–(9) in the paper's order, Proposition 1 and Proposition 2.
"""

from __future__ import annotations

from itertools import product
from typing import Annotated

from exactpriv.capacity import Code, best_input_leakage, has_rate_at_most, is_zero_error_code
from exactpriv.claims import Scope, claim
from exactpriv.information import (
    Information,
    combinatorial_gain,
    conditional_hartley_entropy,
    hartley_entropy,
    log2,
    maximin_information,
    nonstochastic_information,
    nonstochastic_leakage,
    symmetrized_leakage,
)
from exactpriv.relations import Function, Relation, overlap_classes, overlap_connected
from exactpriv.truth import Truth, all_of, any_of, count, forall, iff, implies, largest, smallest

Pair = Annotated[Relation, "X", "Y"]
Blocks = Annotated[Function, "X", "B"]


@claim("eq-5-two-forms", source="[farokhi2019noiseless], eq. (5)", kind="paper", scope=Scope(4))
def information_has_two_forms(R: Pair) -> Truth:
    """H₀(X) - H₀(X|Y) = min over y of log (|⟦X⟧| / |⟦X|y⟧|)."""
    difference = hartley_entropy(R.range("X")) - conditional_hartley_entropy(R)
    return difference == smallest(R.range("Y"), lambda y: log2(combinatorial_gain(R, y)))


@information_has_two_forms.control
def information_is_the_largest_gain(R: Pair) -> Truth:
    """H₀(X) - H₀(X|Y) = max over y of log (|⟦X⟧| / |⟦X|y⟧|)."""
    difference = hartley_entropy(R.range("X")) - conditional_hartley_entropy(R)
    return difference == largest(R.range("Y"), lambda y: log2(combinatorial_gain(R, y)))


@claim("information-not-symmetric", source="[farokhi2019noiseless], after eq. (5)", kind="paper", existential=True)
def information_is_not_symmetric(R: Pair) -> Truth:
    """I₀(X;Y) ≠ I₀(Y;X) in general."""
    return nonstochastic_information(R) != nonstochastic_information(R.converse)


@information_is_not_symmetric.control
def information_is_symmetric(R: Pair) -> Truth:
    """I₀(X;Y) = I₀(Y;X)."""
    return nonstochastic_information(R) == nonstochastic_information(R.converse)


@claim("information-at-most-leakage", source="[farokhi2019noiseless], after eq. (7)", kind="paper", scope=Scope(4))
def information_never_exceeds_leakage(R: Pair) -> Truth:
    """I₀(X;Y) ≤ L₀(X;Y)."""
    return nonstochastic_information(R) <= nonstochastic_leakage(R)


@information_never_exceeds_leakage.control
def leakage_never_exceeds_information(R: Pair) -> Truth:
    """L₀(X;Y) ≤ I₀(X;Y)."""
    return nonstochastic_leakage(R) <= nonstochastic_information(R)


@claim(
    "information-differs-from-leakage", source="[farokhi2019noiseless], after eq. (7)", kind="paper", existential=True
)
def information_differs_from_leakage(R: Pair) -> Truth:
    """I₀(X;Y) ≠ L₀(X;Y) in general."""
    return nonstochastic_information(R) != nonstochastic_leakage(R)


@information_differs_from_leakage.control
def information_equals_leakage(R: Pair) -> Truth:
    """I₀(X;Y) = L₀(X;Y)."""
    return nonstochastic_information(R) == nonstochastic_leakage(R)


@claim("leakage-not-symmetric", source="[farokhi2019noiseless], after eq. (7)", kind="paper", existential=True)
def leakage_is_not_symmetric(R: Pair) -> Truth:
    """L₀(X;Y) ≠ L₀(Y;X) in general."""
    return nonstochastic_leakage(R) != nonstochastic_leakage(R.converse)


@leakage_is_not_symmetric.control
def leakage_is_symmetric(R: Pair) -> Truth:
    """L₀(X;Y) = L₀(Y;X)."""
    return nonstochastic_leakage(R) == nonstochastic_leakage(R.converse)


@claim("symmetrized-leakage-symmetric", source="[farokhi2019noiseless], after eq. (8)", kind="paper", scope=Scope(4))
def symmetrized_leakage_is_symmetric(R: Pair) -> Truth:
    """L₀ˢ(X;Y) = L₀ˢ(Y;X)."""
    return symmetrized_leakage(R) == symmetrized_leakage(R.converse)


@symmetrized_leakage_is_symmetric.control
def symmetrized_leakage_is_leakage(R: Pair) -> Truth:
    """L₀ˢ(X;Y) = L₀(X;Y)."""
    return symmetrized_leakage(R) == nonstochastic_leakage(R)


@claim(
    "log-ratio-in-between",
    source="between eqs. (5) and (8) of [farokhi2019noiseless]",
    kind="neighbour",
    scope=Scope(4),
)
def the_log_ratio_lies_between(R: Pair) -> Truth:
    """max{I₀(X;Y), I₀(Y;X)} ≤ log (|⟦X⟧| |⟦Y⟧| / |⟦X,Y⟧|) ≤ L₀ˢ(X;Y)."""
    middle = hartley_entropy(R.range("X")) + hartley_entropy(R.range("Y")) - hartley_entropy(R.rows)
    return all_of(
        [
            nonstochastic_information(R) <= middle,
            nonstochastic_information(R.converse) <= middle,
            middle <= symmetrized_leakage(R),
        ]
    )


@the_log_ratio_lies_between.control
def the_log_ratio_is_at_most_the_maximin_information(R: Pair) -> Truth:
    """log (|⟦X⟧| |⟦Y⟧| / |⟦X,Y⟧|) ≤ I⋆(X;Y)."""
    middle = hartley_entropy(R.range("X")) + hartley_entropy(R.range("Y")) - hartley_entropy(R.rows)
    return middle <= maximin_information(R)


# --- the overlap partition -------------------------------------------------------------------------------------------


@claim("overlap-partition-exists", source="[farokhi2019noiseless], before eq. (9)", kind="paper")
def overlap_connectedness_is_an_equivalence(R: Pair) -> Truth:
    """⟦X|Y⟧-overlap connectedness is reflexive, symmetric and transitive, so its classes partition ⟦X⟧."""
    linked = overlap_connected(R)
    values = list(R.range("X"))
    return all_of(
        [
            forall(R.range("X"), lambda x: linked[x, x]),
            all_of(iff(linked[x, y], linked[y, x]) for x in values for y in values),
            all_of(
                implies(all_of([linked[x, y], linked[y, z]]), linked[x, z])
                for x in values
                for y in values
                for z in values
            ),
        ]
    )


@overlap_connectedness_is_an_equivalence.control
def sharing_an_output_is_transitive(R: Pair) -> Truth:
    """Sharing an output, ⟦Y|x⟧ ∩ ⟦Y|x'⟧ ≠ ∅, is transitive."""
    values = list(R.range("X"))

    def shared(x: object, y: object) -> Truth:
        return any_of(all_of([R.holds(x, output), R.holds(y, output)]) for output in R.range("Y"))

    return all_of(
        implies(all_of([shared(x, y), shared(y, z)]), shared(x, z)) for x in values for y in values for z in values
    )


def is_overlap_partition(R: Relation, P: Function) -> Truth:
    """The blocks of P are overlap connected and pairwise overlap isolated."""
    linked = overlap_connected(R)
    occurs = R.range("X")
    return all_of(
        implies(all_of([occurs[x], occurs[y]]), iff(P.same_value(x, y), linked[x, y])) for x in occurs for y in occurs
    )


def first_is_an_overlap_partition(R: Relation, P: Function) -> Truth:
    """P is a ⟦X|Y⟧-overlap partition."""
    return is_overlap_partition(R, P)


def second_is_an_overlap_partition(R: Relation, Q: Function) -> Truth:
    """Q is a ⟦X|Y⟧-overlap partition."""
    return is_overlap_partition(R, Q)


@claim(
    "overlap-partition-unique",
    source="[farokhi2019noiseless], before eq. (9)",
    kind="paper",
    given=[first_is_an_overlap_partition, second_is_an_overlap_partition],
)
def the_overlap_partition_is_unique(R: Pair, P: Blocks, Q: Blocks) -> Truth:
    """Two ⟦X|Y⟧-overlap partitions have the same blocks."""
    occurs = R.range("X")
    return all_of(
        implies(all_of([occurs[x], occurs[y]]), iff(P.same_value(x, y), Q.same_value(x, y)))
        for x in occurs
        for y in occurs
    )


@the_overlap_partition_is_unique.control
def the_overlap_partition_is_discrete(R: Pair, P: Blocks, Q: Blocks) -> Truth:
    """Two ⟦X|Y⟧-overlap partitions separate all values."""
    occurs = R.range("X")
    return all_of(
        implies(all_of([occurs[x], occurs[y], Q.same_value(x, x)]), iff(P.same_value(x, y), x == y))
        for x in occurs
        for y in occurs
    )


@claim("overlap-partition-sizes", source="[farokhi2019noiseless], after eq. (9)", kind="paper", scope=Scope(4))
def both_overlap_partitions_have_the_same_size(R: Pair) -> Truth:
    """|⟦X|Y⟧⋆| = |⟦Y|X⟧⋆|."""
    return overlap_classes(R) == overlap_classes(R.converse)


@both_overlap_partitions_have_the_same_size.control
def the_overlap_partition_has_a_member_for_every_output(R: Pair) -> Truth:
    """|⟦X|Y⟧⋆| = |⟦Y⟧|."""
    return overlap_classes(R) == R.range("Y").size()


@claim("maximin-information-symmetric", source="[farokhi2019noiseless], after eq. (9)", kind="paper", scope=Scope(4))
def maximin_information_is_symmetric(R: Pair) -> Truth:
    """I⋆(X;Y) = I⋆(Y;X)."""
    return maximin_information(R) == maximin_information(R.converse)


@maximin_information_is_symmetric.control
def maximin_information_is_the_information(R: Pair) -> Truth:
    """I⋆(X;Y) = I₀(Y;X)."""
    return maximin_information(R) == nonstochastic_information(R.converse)


# --- Proposition 1 ---------------------------------------------------------------------------------------------------


@claim("prop-1", source="[farokhi2019noiseless], Prop. 1", kind="paper", scope=Scope(4))
def maximin_information_never_exceeds_leakage(R: Pair) -> Truth:
    """I⋆(X;Y) ≤ L₀ˢ(X;Y)."""
    return maximin_information(R) <= symmetrized_leakage(R)


@maximin_information_never_exceeds_leakage.control
def maximin_information_never_exceeds_information(R: Pair) -> Truth:
    """I⋆(X;Y) ≤ I₀(X;Y)."""
    return maximin_information(R) <= nonstochastic_information(R)


@claim("prop-1-equality", source="the converse of [farokhi2019noiseless], Prop. 1", kind="neighbour", scope=Scope(4))
def leakage_never_exceeds_maximin_information(R: Pair) -> Truth:
    """L₀ˢ(X;Y) ≤ I⋆(X;Y), so that Prop. 1 would be an equality."""
    return symmetrized_leakage(R) <= maximin_information(R)


@leakage_never_exceeds_maximin_information.control
def nothing_ever_leaks(R: Pair) -> Truth:
    """L₀ˢ(X;Y) = 0."""
    return symmetrized_leakage(R) <= 0


@claim("prop-1-attained", source="[farokhi2019noiseless], Prop. 1", kind="attained", existential=True)
def maximin_information_can_equal_a_positive_leakage(R: Pair) -> Truth:
    """I⋆(X;Y) = L₀ˢ(X;Y) > 0 for some pair: the bound cannot be lowered."""
    return all_of([maximin_information(R) == symmetrized_leakage(R), symmetrized_leakage(R) > 0])


@maximin_information_can_equal_a_positive_leakage.control
def maximin_information_is_below_every_positive_leakage(R: Pair) -> Truth:
    """I⋆(X;Y) < L₀ˢ(X;Y) whenever L₀ˢ(X;Y) > 0."""
    return implies(symmetrized_leakage(R) > 0, maximin_information(R) < symmetrized_leakage(R))


@claim("prop-1-step-18", source="[farokhi2019noiseless], App. A, eq. (18)", kind="paper", scope=Scope(4))
def every_member_holds_a_conditional_range(R: Pair) -> Truth:
    """min over y of |⟦X|y⟧| ≤ |Pᵢ| for every member Pᵢ of the overlap partition."""
    linked, occurs = overlap_connected(R), R.range("X")
    least = smallest(R.range("Y"), lambda y: R.conditional_range(y).size())
    return forall(occurs, lambda x: least <= count(occurs, lambda x2: linked[x, x2]))


@every_member_holds_a_conditional_range.control
def every_member_holds_the_largest_conditional_range(R: Pair) -> Truth:
    """max over y of |⟦X|y⟧| ≤ |Pᵢ| for every member Pᵢ of the overlap partition."""
    linked, occurs = overlap_connected(R), R.range("X")
    most = largest(R.range("Y"), lambda y: R.conditional_range(y).size())
    return forall(occurs, lambda x: most <= count(occurs, lambda x2: linked[x, x2]))


# --- Proposition 2 ---------------------------------------------------------------------------------------------------


def the_code_has_zero_error(R: Relation, F: Code) -> Truth:
    """ℱ is a zero-error code of the memory-less channel R, as in (10)."""
    return is_zero_error_code(F, R)


@claim(
    "prop-2",
    source="[farokhi2019noiseless], Prop. 2",
    kind="paper",
    scope=Scope(3, block=3),
    given=[the_code_has_zero_error],
)
def the_rate_of_a_zero_error_code_is_at_most_the_best_leakage(R: Pair, F: Annotated[Code, "R"]) -> Truth:
    """log |ℱ| / k ≤ sup over ⟦X⟧ ⊆ 𝕏 of L₀ˢ(X;Y) for every zero-error code ℱ of block length k."""
    return has_rate_at_most(F, best_input_leakage(R))


@the_rate_of_a_zero_error_code_is_at_most_the_best_leakage.control
def the_rate_of_a_zero_error_code_is_at_most_the_maximin_information(R: Pair, F: Annotated[Code, "R"]) -> Truth:
    """log |ℱ| / k ≤ I⋆(X;Y) on all inputs."""
    return has_rate_at_most(F, maximin_information(R))


def words_and_outputs(R: Relation, F: Code, length: int) -> Relation:
    """⟦X[k], …, X[1]; Y[k], …, Y[1]⟧ of a memory-less channel whose input words are those of ℱ."""
    outputs = list(product(R.range("Y"), repeat=length))
    return Relation(
        ("X", "Y"),
        {
            (word, output): all_of([belongs, *(R.holds(x, y) for x, y in zip(word, output, strict=True))])
            for word, belongs in F.words_of_length(length).items()
            for output in outputs
        },
    )


def words_are_of_inputs(R: Relation, F: Code) -> Truth:
    """ℱ is a non-empty set of words of inputs."""
    inputs = R.range("X")
    return all_of([F.size() >= 1, forall(F.words, lambda word: all_of(inputs.holds(x) for x in word))])


def words_are_a_product(F: Code) -> Truth:
    """ℱ = A × B for the words of length 2: what is sent at one time does not restrict what is sent at the other."""
    words = F.words_of_length(2)
    return all_of(
        implies(all_of([first, second]), words.get((a, d), False))
        for (a, _), first in words.items()
        for (_, d), second in words.items()
    )


def block_leakage_is_at_most(R: Relation, F: Code, rate: Information) -> Truth:
    """L₀ˢ(X[k..1]; Y[k..1]) / k ≤ rate on the range ℱ of input words."""
    return forall(F.lengths, lambda k: symmetrized_leakage(words_and_outputs(R, F, k)) <= rate * k)


@claim(
    "prop-2-step",
    source="[farokhi2019noiseless], App. B",
    kind="paper",
    scope=Scope(3, block=2),
    given=[words_are_of_inputs],
    repaired_by="prop-2-step-product",
)
def leakage_factorizes_over_time(R: Pair, F: Annotated[Code, "R"]) -> Truth:
    """L₀ˢ(X[k..1];Y[k..1]) / k ≤ sup over ⟦X⟧ of L₀ˢ(X;Y) for every range of input words."""
    return block_leakage_is_at_most(R, F, best_input_leakage(R))


@leakage_factorizes_over_time.control
def leakage_of_blocks_is_maximin_information(R: Pair, F: Annotated[Code, "R"]) -> Truth:
    """L₀ˢ(X[k..1];Y[k..1]) / k ≤ I⋆(X;Y)."""
    return block_leakage_is_at_most(R, F, maximin_information(R))


@claim(
    "prop-2-step-product",
    source="repairs [farokhi2019noiseless], App. B",
    kind="repair",
    scope=Scope(3, block=2),
    given=[words_are_of_inputs, words_are_a_product],
)
def leakage_factorizes_over_time_for_product_ranges(R: Pair, F: Annotated[Code, "R"]) -> Truth:
    """L₀ˢ(X[k..1];Y[k..1]) / k ≤ sup over ⟦X⟧ of L₀ˢ(X;Y) when the range of input words is a product."""
    return block_leakage_is_at_most(R, F, best_input_leakage(R))


@leakage_factorizes_over_time_for_product_ranges.control
def leakage_of_product_blocks_is_maximin_information(R: Pair, F: Annotated[Code, "R"]) -> Truth:
    """L₀ˢ(X[k..1];Y[k..1]) / k ≤ I⋆(X;Y) when the range of input words is a product."""
    return block_leakage_is_at_most(R, F, maximin_information(R))
