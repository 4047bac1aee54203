"""Neighboring questions about noiseless privacy: groups, several people, several releases, processing, data ranges.

What people ask next to Theorems 6 and 7 of [farokhi2019noiseless].  ε(g) = log K(g) is the smallest budget of g, where
K(g) is the most outputs that one individual can bring about; data ranges need not be products.
"""

from __future__ import annotations

from itertools import combinations
from typing import Annotated

from exactpriv.claims import Scope, claim
from exactpriv.information import (
    hartley_entropy,
    log2,
    maximin_information,
    nonstochastic_leakage,
    symmetrized_leakage,
)
from exactpriv.privacy import (
    ExtendedMechanism,
    Line,
    Mechanism,
    composed,
    hamming_connected,
    in_parallel,
    lines,
    noiseless_budget,
    output_count,
    response,
    second_output_alone,
)
from exactpriv.relations import Function, Range, Relation, Value, is_product
from exactpriv.truth import Truth, all_of, cases, forall, implies, largest, smallest

Data = Annotated[Relation, "X1", "X2"]
ThreePeople = Annotated[Relation, "X1", "X2", "X3"]
OtherData = Annotated[Relation, "X3", "X4"]
Release = Annotated[Mechanism, "D", "Y"]
Second = Annotated[Mechanism, "D", "Z"]
Third = Annotated[Mechanism, "D", "W"]
OfFirst = Annotated[Function, "X1", "Y"]
OfSecond = Annotated[Function, "X2", "Z"]
Randomized = Annotated[Relation, "Y", "Z"]

BINARY = Scope(2)
PATHS = Scope(3, Y=5)
ONE_PERSON = Scope(2, X1=5, X2=1)


# --- groups ----------------------------------------------------------------------------------------------------------


@claim("group-privacy", source="about [farokhi2019noiseless], Def. 1", kind="neighbour", scope=Scope(2, X2=3, Y=3))
def two_people_have_twice_the_budget(D: Data, g: Release) -> Truth:
    """log |⟦Y⟧| ≤ 2 ε(g) for two individuals who vary together."""
    return log2(g.output_range().size()) <= noiseless_budget(g) * 2


@two_people_have_twice_the_budget.control
def two_people_have_the_budget_of_one(D: Data, g: Release) -> Truth:
    """log |⟦Y⟧| ≤ ε(g)."""
    return log2(g.output_range().size()) <= noiseless_budget(g)


def the_data_are_connected(D: Relation) -> Truth:
    """Any two data sets are joined by changes of one individual at a time that stay in D."""
    linked = hamming_connected(D)
    return all_of(
        implies(all_of([D.holds(*point), D.holds(*other)]), linked[point, other])
        for point, other in combinations(D.rows, 2)
    )


@claim(
    "group-privacy-connected",
    source="about [farokhi2019noiseless], Def. 1",
    kind="neighbour",
    scope=PATHS,
    given=[the_data_are_connected],
)
def two_people_with_connected_data_have_twice_the_budget(D: Data, g: Release) -> Truth:
    """log |⟦Y⟧| ≤ 2 ε(g) when single changes within D join all data sets."""
    return log2(g.output_range().size()) <= noiseless_budget(g) * 2


@two_people_with_connected_data_have_twice_the_budget.control
def two_people_with_connected_data_have_the_budget_of_one(D: Data, g: Release) -> Truth:
    """log |⟦Y⟧| ≤ ε(g) when single changes within D join all data sets."""
    return log2(g.output_range().size()) <= noiseless_budget(g)


def matching(m: int) -> Mechanism:
    """On {1, …, m}²: the common value of two individuals who agree, and 0 otherwise."""
    D = Relation.of(*((x, y) for x in range(1, m + 1) for y in range(1, m + 1)), columns=("X1", "X2"))
    return Mechanism(D, lambda point: point[0] if point[0] == point[1] else 0)


@claim("group-privacy-product", source="about [farokhi2019noiseless], Def. 1", kind="neighbour", scope=Scope(5))
def two_people_who_may_match_have_twice_the_budget(m: Annotated[int, "X"]) -> Truth:
    """log |⟦Y⟧| ≤ 2 ε(g) on {1, …, m}² for Y = x₁ if x₁ = x₂ and Y = 0 otherwise."""
    return all_of(
        implies(m_is, log2(matching(m0).output_range().size()) <= noiseless_budget(matching(m0)) * 2)
        for m0, m_is in cases(m)
    )


@two_people_who_may_match_have_twice_the_budget.control
def two_people_who_may_match_have_the_budget_of_one(m: Annotated[int, "X"]) -> Truth:
    """log |⟦Y⟧| ≤ ε(g) for that release."""
    return all_of(
        implies(m_is, log2(matching(m0).output_range().size()) <= noiseless_budget(matching(m0)))
        for m0, m_is in cases(m)
    )


@claim(
    "group-privacy-bound", source="about [farokhi2019noiseless], Def. 1", kind="neighbour", scope=Scope(2, X2=3, Y=4)
)
def two_people_have_the_budget_of_one_and_the_data_of_the_other(D: Data, g: Release) -> Truth:
    """log |⟦Y⟧| ≤ ε(g) + min{H₀(X₁), H₀(X₂)}."""
    fewer = smallest([hartley_entropy(D.range(column)) for column in D.columns])
    return log2(g.output_range().size()) <= noiseless_budget(g) + fewer


@two_people_have_the_budget_of_one_and_the_data_of_the_other.control
def two_people_have_the_data_of_one(D: Data, g: Release) -> Truth:
    """log |⟦Y⟧| ≤ min{H₀(X₁), H₀(X₂)}."""
    return log2(g.output_range().size()) <= smallest([hartley_entropy(D.range(column)) for column in D.columns])


# --- parts of the people ---------------------------------------------------------------------------------------------


@claim("parallel-composition", source="about [farokhi2019noiseless], Thm. 6", kind="neighbour", scope=Scope(2, X4=1))
def releases_about_different_people_cost_the_larger_budget(
    D: Data, E: OtherData, g1: Release, g2: Annotated[Mechanism, "E", "Z"]
) -> Truth:
    """ε of (x, x') ↦ (g₁(x), g₂(x')) is max{ε(g₁), ε(g₂)} on the product of the data of different people."""
    return noiseless_budget(in_parallel(g1, g2)) == largest([noiseless_budget(g1), noiseless_budget(g2)])


@releases_about_different_people_cost_the_larger_budget.control
def releases_about_different_people_cost_the_sum(
    D: Data, E: OtherData, g1: Release, g2: Annotated[Mechanism, "E", "Z"]
) -> Truth:
    """ε of (x, x') ↦ (g₁(x), g₂(x')) is ε(g₁) + ε(g₂)."""
    return noiseless_budget(in_parallel(g1, g2)) == noiseless_budget(g1) + noiseless_budget(g2)


def local_release(D: Relation, individual: int, M: Function) -> Mechanism:
    """M ∘ fᵢ: the release of M(xᵢ) alone."""
    return Mechanism(D, Function.of(D.rows, lambda point: point[individual]).then(M))


@claim(
    "parallel-composition-correlated",
    source="about [farokhi2019noiseless], Thm. 6",
    kind="neighbour",
    scope=Scope(2, X2=3, Z=3),
)
def local_releases_cost_the_larger_budget(D: Data, M1: OfFirst, M2: OfSecond) -> Truth:
    """ε of x ↦ (M₁(x₁), M₂(x₂)) is max{ε(M₁ ∘ f₁), ε(M₂ ∘ f₂)}, on any data."""
    first, second = local_release(D, 0, M1), local_release(D, 1, M2)
    return noiseless_budget(composed(first, second)) == largest([noiseless_budget(first), noiseless_budget(second)])


@local_releases_cost_the_larger_budget.control
def local_releases_cost_the_sum(D: Data, M1: OfFirst, M2: OfSecond) -> Truth:
    """ε of x ↦ (M₁(x₁), M₂(x₂)) is ε(M₁ ∘ f₁) + ε(M₂ ∘ f₂)."""
    first, second = local_release(D, 0, M1), local_release(D, 1, M2)
    return noiseless_budget(composed(first, second)) == noiseless_budget(first) + noiseless_budget(second)


@claim("composition-related-users", source="about [farokhi2019noiseless], Thm. 6", kind="neighbour", scope=BINARY)
def releases_of_related_people_tell_at_most_the_budget(D: Data, M1: OfFirst, M2: OfSecond) -> Truth:
    """I⋆(X₁;Y) ≤ ε for Y = (M₁(X₁), M₂(X₂)) with budget ε, on any data."""
    both = composed(local_release(D, 0, M1), local_release(D, 1, M2))
    return maximin_information(both.joint_range(0)) <= noiseless_budget(both)


@releases_of_related_people_tell_at_most_the_budget.control
def releases_of_related_people_tell_nothing(D: Data, M1: OfFirst, M2: OfSecond) -> Truth:
    """I⋆(X₁;Y) = 0."""
    both = composed(local_release(D, 0, M1), local_release(D, 1, M2))
    return maximin_information(both.joint_range(0)) <= 0


def the_data_are_a_product(D: Relation) -> Truth:
    """⟦X⟧ = ∏ ⟦Xᵢ⟧: nobody's data restrict anybody else's."""
    return is_product(D)


@claim(
    "composition-unrelated-users",
    source="about [farokhi2019noiseless], Thm. 6",
    kind="neighbour",
    scope=Scope(3, Y=2, Z=2),
    given=[the_data_are_a_product],
)
def releases_of_unrelated_people_tell_at_most_the_budget(D: Data, M1: OfFirst, M2: OfSecond) -> Truth:
    """I⋆(X₁;Y) ≤ ε(M₁ ∘ f₁) for Y = (M₁(X₁), M₂(X₂)) when the data are a product."""
    first = local_release(D, 0, M1)
    both = composed(first, local_release(D, 1, M2))
    return maximin_information(both.joint_range(0)) <= noiseless_budget(first)


@releases_of_unrelated_people_tell_at_most_the_budget.control
def releases_of_unrelated_people_tell_at_most_the_other_budget(D: Data, M1: OfFirst, M2: OfSecond) -> Truth:
    """I⋆(X₁;Y) ≤ ε(M₂ ∘ f₂) when the data are a product."""
    second = local_release(D, 1, M2)
    both = composed(local_release(D, 0, M1), second)
    return maximin_information(both.joint_range(0)) <= noiseless_budget(second)


# --- local releases and their aggregates -----------------------------------------------------------------------------


def the_release_aggregates_local_ones(D: Relation, M1: Function, M2: Function, g: Mechanism) -> Truth:
    """g is a function of (M₁(x₁), M₂(x₂))."""
    return all_of(
        implies(
            all_of(
                [
                    D.holds(*point),
                    D.holds(*other),
                    M1.same_value(point[0], other[0]),
                    M2.same_value(point[1], other[1]),
                ]
            ),
            g.rule.same_value(point, other),
        )
        for point, other in combinations(D.rows, 2)
    )


@claim(
    "local-privacy-aggregate",
    source="about [farokhi2019noiseless], Def. 2",
    kind="neighbour",
    scope=Scope(2, X2=3, Z=3, W=3),
    given=[the_release_aggregates_local_ones],
)
def an_aggregate_costs_no_more_than_its_local_releases(D: Data, M1: OfFirst, M2: OfSecond, g: Third) -> Truth:
    """ε(g) ≤ max{ε(M₁ ∘ f₁), ε(M₂ ∘ f₂)} when g is a function of the local releases, on any data."""
    first, second = local_release(D, 0, M1), local_release(D, 1, M2)
    return noiseless_budget(g) <= largest([noiseless_budget(first), noiseless_budget(second)])


@an_aggregate_costs_no_more_than_its_local_releases.control
def an_aggregate_costs_no_more_than_its_first_local_release(D: Data, M1: OfFirst, M2: OfSecond, g: Third) -> Truth:
    """ε(g) ≤ ε(M₁ ∘ f₁) when g is a function of the local releases."""
    return noiseless_budget(g) <= noiseless_budget(local_release(D, 0, M1))


@claim(
    "local-privacy-converse",
    source="about [farokhi2019noiseless], Def. 2",
    kind="neighbour",
    scope=BINARY,
    given=[the_release_aggregates_local_ones],
)
def local_releases_cost_no_more_than_their_aggregate(D: Data, M1: OfFirst, M2: OfSecond, g: Third) -> Truth:
    """max{ε(M₁ ∘ f₁), ε(M₂ ∘ f₂)} ≤ ε(g) when g is a function of the local releases."""
    first, second = local_release(D, 0, M1), local_release(D, 1, M2)
    return largest([noiseless_budget(first), noiseless_budget(second)]) <= noiseless_budget(g)


@local_releases_cost_no_more_than_their_aggregate.control
def local_releases_cost_nothing(D: Data, M1: OfFirst, M2: OfSecond, g: Third) -> Truth:
    """ε(M₁ ∘ f₁) = 0."""
    return noiseless_budget(local_release(D, 0, M1)) <= 0


# --- several releases ------------------------------------------------------------------------------------------------


@claim("vector-query-entries", source="about [farokhi2019noiseless], Thm. 6", kind="neighbour", scope=Scope(2, X2=3))
def a_vector_costs_at_least_each_entry(D: Data, g1: Release, g2: Second) -> Truth:
    """max{ε(g₁), ε(g₂)} ≤ ε(g₁, g₂)."""
    return largest([noiseless_budget(g1), noiseless_budget(g2)]) <= noiseless_budget(composed(g1, g2))


@a_vector_costs_at_least_each_entry.control
def a_vector_costs_at_least_the_sum_of_its_entries(D: Data, g1: Release, g2: Second) -> Truth:
    """ε(g₁) + ε(g₂) ≤ ε(g₁, g₂)."""
    return noiseless_budget(g1) + noiseless_budget(g2) <= noiseless_budget(composed(g1, g2))


@claim("vector-query-largest", source="about [farokhi2019noiseless], Thm. 6", kind="neighbour", scope=Scope(2, X2=3))
def a_vector_costs_no_more_than_its_largest_entry(D: Data, g1: Release, g2: Second) -> Truth:
    """ε(g₁, g₂) ≤ max{ε(g₁), ε(g₂)}."""
    return noiseless_budget(composed(g1, g2)) <= largest([noiseless_budget(g1), noiseless_budget(g2)])


@a_vector_costs_no_more_than_its_largest_entry.control
def a_vector_costs_no_more_than_its_smallest_entry(D: Data, g1: Release, g2: Second) -> Truth:
    """ε(g₁, g₂) ≤ min{ε(g₁), ε(g₂)}."""
    return noiseless_budget(composed(g1, g2)) <= smallest([noiseless_budget(g1), noiseless_budget(g2)])


@claim("three-releases", source="about [farokhi2019noiseless], Thm. 6", kind="neighbour", scope=BINARY)
def three_budgets_add_up(D: Data, g1: Release, g2: Second, g3: Third) -> Truth:
    """ε(g₁, g₂, g₃) ≤ ε(g₁) + ε(g₂) + ε(g₃)."""
    all_three = composed(composed(g1, g2), g3)
    return noiseless_budget(all_three) <= noiseless_budget(g1) + noiseless_budget(g2) + noiseless_budget(g3)


@three_budgets_add_up.control
def the_third_release_is_free(D: Data, g1: Release, g2: Second, g3: Third) -> Truth:
    """ε(g₁, g₂, g₃) ≤ ε(g₁) + ε(g₂)."""
    return noiseless_budget(composed(composed(g1, g2), g3)) <= noiseless_budget(g1) + noiseless_budget(g2)


@claim("three-releases-pairs", source="about [farokhi2019noiseless], Thm. 6", kind="neighbour", scope=ONE_PERSON)
def three_releases_cost_half_of_their_pairs(D: Data, g1: Release, g2: Second, g3: Third) -> Truth:
    """2 ε(g₁, g₂, g₃) ≤ ε(g₁, g₂) + ε(g₁, g₃) + ε(g₂, g₃)."""
    pairs = noiseless_budget(composed(g1, g2)) + noiseless_budget(composed(g1, g3)) + noiseless_budget(composed(g2, g3))
    return noiseless_budget(composed(composed(g1, g2), g3)) * 2 <= pairs


@three_releases_cost_half_of_their_pairs.control
def three_releases_cost_half_of_two_pairs(D: Data, g1: Release, g2: Second, g3: Third) -> Truth:
    """2 ε(g₁, g₂, g₃) ≤ ε(g₁, g₂) + ε(g₁, g₃)."""
    pairs = noiseless_budget(composed(g1, g2)) + noiseless_budget(composed(g1, g3))
    return noiseless_budget(composed(composed(g1, g2), g3)) * 2 <= pairs


@claim("three-releases-diminishing", source="about [farokhi2019noiseless], Thm. 6", kind="neighbour", scope=ONE_PERSON)
def a_release_costs_less_after_more_releases(D: Data, g1: Release, g2: Second, g3: Third) -> Truth:
    """ε(g₁, g₂, g₃) - ε(g₁, g₂) ≤ ε(g₁, g₃) - ε(g₁): the price of g₃ falls with what was released before."""
    later = noiseless_budget(composed(composed(g1, g2), g3)) + noiseless_budget(g1)
    return later <= noiseless_budget(composed(g1, g2)) + noiseless_budget(composed(g1, g3))


@a_release_costs_less_after_more_releases.control
def a_release_costs_nothing_after_more_releases(D: Data, g1: Release, g2: Second, g3: Third) -> Truth:
    """ε(g₁, g₂, g₃) ≤ ε(g₁, g₂)."""
    return noiseless_budget(composed(composed(g1, g2), g3)) <= noiseless_budget(composed(g1, g2))


@claim("k-fold-composition", source="about [farokhi2019noiseless], Thm. 6", kind="neighbour", scope=ONE_PERSON)
def three_releases_cost_three_budgets(D: Data, g1: Release, g2: Second, g3: Third) -> Truth:
    """ε(g₁, g₂, g₃) ≤ 3 max{ε(g₁), ε(g₂), ε(g₃)}."""
    budget = largest([noiseless_budget(g1), noiseless_budget(g2), noiseless_budget(g3)])
    return noiseless_budget(composed(composed(g1, g2), g3)) <= budget * 3


@three_releases_cost_three_budgets.control
def three_releases_cost_one_budget(D: Data, g1: Release, g2: Second, g3: Third) -> Truth:
    """ε(g₁, g₂, g₃) ≤ max{ε(g₁), ε(g₂), ε(g₃)}."""
    budget = largest([noiseless_budget(g1), noiseless_budget(g2), noiseless_budget(g3)])
    return noiseless_budget(composed(composed(g1, g2), g3)) <= budget


@claim("k-fold-advanced", source="about [farokhi2019noiseless], Thm. 6", kind="neighbour", scope=ONE_PERSON)
def three_releases_cost_two_budgets(D: Data, g1: Release, g2: Second, g3: Third) -> Truth:
    """ε(g₁, g₂, g₃) ≤ 2 max{ε(g₁), ε(g₂), ε(g₃)}."""
    budget = largest([noiseless_budget(g1), noiseless_budget(g2), noiseless_budget(g3)])
    return noiseless_budget(composed(composed(g1, g2), g3)) <= budget * 2


@three_releases_cost_two_budgets.control
def two_releases_cost_one_budget(D: Data, g1: Release, g2: Second, g3: Third) -> Truth:
    """ε(g₁, g₂) ≤ max{ε(g₁), ε(g₂), ε(g₃)}."""
    budget = largest([noiseless_budget(g1), noiseless_budget(g2), noiseless_budget(g3)])
    return noiseless_budget(composed(g1, g2)) <= budget


# --- the second output of an adaptive composition, alone -------------------------------------------------------------


@claim("second-output-alone-sum", source="about [farokhi2019noiseless], Thm. 6", kind="neighbour", scope=BINARY)
def a_second_output_alone_costs_at_most_the_sum(D: Data, g1: Release, after_y1: Second, after_y2: Second) -> Truth:
    """ε of x ↦ g₂(x, g₁(x)) is at most ε(g₁) + max over y₁ of ε(g₂(·, y₁))."""
    alone = second_output_alone(g1, {"y1": after_y1, "y2": after_y2})
    second = largest([noiseless_budget(after_y1), noiseless_budget(after_y2)])
    return noiseless_budget(alone) <= noiseless_budget(g1) + second


@a_second_output_alone_costs_at_most_the_sum.control
def a_second_output_alone_costs_at_most_the_first_budget(
    D: Data, g1: Release, after_y1: Second, after_y2: Second
) -> Truth:
    """ε of x ↦ g₂(x, g₁(x)) is at most ε(g₁)."""
    return noiseless_budget(second_output_alone(g1, {"y1": after_y1, "y2": after_y2})) <= noiseless_budget(g1)


@claim("second-output-alone-second", source="about [farokhi2019noiseless], Thm. 6", kind="neighbour", scope=BINARY)
def a_second_output_alone_costs_at_most_the_second_budget(
    D: Data, g1: Release, after_y1: Second, after_y2: Second
) -> Truth:
    """ε of x ↦ g₂(x, g₁(x)) is at most max over y₁ of ε(g₂(·, y₁))."""
    alone = second_output_alone(g1, {"y1": after_y1, "y2": after_y2})
    return noiseless_budget(alone) <= largest([noiseless_budget(after_y1), noiseless_budget(after_y2)])


@a_second_output_alone_costs_at_most_the_second_budget.control
def a_second_output_alone_costs_nothing(D: Data, g1: Release, after_y1: Second, after_y2: Second) -> Truth:
    """ε of x ↦ g₂(x, g₁(x)) is 0."""
    return noiseless_budget(second_output_alone(g1, {"y1": after_y1, "y2": after_y2})) <= 0


@claim(
    "second-output-alone-larger",
    source="about [farokhi2019noiseless], Thm. 6",
    kind="neighbour",
    scope=Scope(3, X2=1, Y=2),
)
def a_second_output_alone_costs_at_most_the_larger_budget(
    D: Data, g1: Release, after_y1: Second, after_y2: Second
) -> Truth:
    """ε of x ↦ g₂(x, g₁(x)) is at most max{ε(g₁), max over y₁ of ε(g₂(·, y₁))}."""
    alone = second_output_alone(g1, {"y1": after_y1, "y2": after_y2})
    budgets = [noiseless_budget(g1), noiseless_budget(after_y1), noiseless_budget(after_y2)]
    return noiseless_budget(alone) <= largest(budgets)


@a_second_output_alone_costs_at_most_the_larger_budget.control
def a_second_output_alone_costs_at_most_the_smaller_budget(
    D: Data, g1: Release, after_y1: Second, after_y2: Second
) -> Truth:
    """ε of x ↦ g₂(x, g₁(x)) is at most min{ε(g₁), min over y₁ of ε(g₂(·, y₁))}."""
    alone = second_output_alone(g1, {"y1": after_y1, "y2": after_y2})
    budgets = [noiseless_budget(g1), noiseless_budget(after_y1), noiseless_budget(after_y2)]
    return noiseless_budget(alone) <= smallest(budgets)


# --- randomized post-processing --------------------------------------------------------------------------------------


def every_output_is_processed(g: Mechanism, S: Relation) -> Truth:
    """S has a possible result for every output of g."""
    return g.output_range() <= S.range("Y")


def results_on(g: Mechanism, S: Relation, line: Line) -> Range:
    """⟦Z|X₋ᵢ = v⟧ when S makes of an output y any z with (y, z) ∈ S."""
    return S.converse.conditional_range_among(g.outputs_on(line))


@claim(
    "randomized-post-processing-count",
    source="about [farokhi2019noiseless], Thm. 7",
    kind="neighbour",
    scope=Scope(2, Z=3),
    given=[every_output_is_processed],
)
def randomized_post_processing_never_costs(D: Data, g: Release, S: Randomized) -> Truth:
    """|⟦Z|X₋ᵢ = v⟧| ≤ K(g) on every line when Z is drawn without probabilities from S(Y)."""
    return forall(lines(D), lambda line: results_on(g, S, line).size() <= output_count(g))


@randomized_post_processing_never_costs.control
def randomized_post_processing_leaves_one_result(D: Data, g: Release, S: Randomized) -> Truth:
    """|⟦Z|X₋ᵢ = v⟧| = 1 on every line."""
    return forall(lines(D), lambda line: results_on(g, S, line).size() <= 1)


@claim(
    "randomized-post-processing-leakage",
    source="about [farokhi2019noiseless], Thms. 1 and 7",
    kind="neighbour",
    scope=Scope(3, X2=2, Y=2),
    given=[the_data_are_a_product, every_output_is_processed],
)
def randomized_results_leak_at_most_the_budget(D: Data, g: Release, S: Randomized) -> Truth:
    """L₀ˢ(X₁;Z) ≤ ε(g) when Z is drawn from S(Y) and the data are a product."""
    return symmetrized_leakage(g.joint_range(0) @ S) <= noiseless_budget(g)


@randomized_results_leak_at_most_the_budget.control
def randomized_results_leak_nothing(D: Data, g: Release, S: Randomized) -> Truth:
    """L₀ˢ(X₁;Z) = 0."""
    return symmetrized_leakage(g.joint_range(0) @ S) <= 0


@claim(
    "randomized-post-processing-maximin",
    source="about [farokhi2019noiseless], Thms. 1 and 7",
    kind="neighbour",
    scope=Scope(3, X2=2, Y=2),
    given=[the_data_are_a_product, every_output_is_processed],
)
def randomized_results_tell_at_most_the_budget(D: Data, g: Release, S: Randomized) -> Truth:
    """I⋆(X₁;Z) ≤ ε(g) when Z is drawn from S(Y) and the data are a product."""
    return maximin_information(g.joint_range(0) @ S) <= noiseless_budget(g)


@randomized_results_tell_at_most_the_budget.control
def randomized_results_tell_the_budget(D: Data, g: Release, S: Randomized) -> Truth:
    """I⋆(X₁;Z) = ε(g)."""
    return maximin_information(g.joint_range(0) @ S) == noiseless_budget(g)


# --- pre-processing --------------------------------------------------------------------------------------------------


def own_entries_mapped(D: Relation, h1: Function, h2: Function) -> Function:
    """x ↦ (h₁(x₁), h₂(x₂))."""
    first = Function.of(D.rows, lambda point: point[0]).then(h1)
    return first.paired(Function.of(D.rows, lambda point: point[1]).then(h2))


def entries_map_into_the_new_data(D: Relation, E: Relation, h1: Function, h2: Function) -> Truth:
    """h₁ × h₂ maps D into E."""
    return own_entries_mapped(D, h1, h2).image(D.rows) <= E.rows


@claim(
    "pre-processing-entries",
    source="about [farokhi2019noiseless], Def. 1",
    kind="neighbour",
    scope=Scope(2, X2=3),
    given=[entries_map_into_the_new_data],
)
def mapping_everybodys_entry_first_never_costs(
    D: Data,
    E: Annotated[Relation, "A1", "A2"],
    h1: Annotated[Function, "X1", "A1"],
    h2: Annotated[Function, "X2", "A2"],
    g: Annotated[Mechanism, "E", "Y"],
) -> Truth:
    """ε(g ∘ (h₁ × h₂)) ≤ ε(g) for maps h₁, h₂ of the entries, on any data."""
    return noiseless_budget(Mechanism(D, own_entries_mapped(D, h1, h2).then(g.rule))) <= noiseless_budget(g)


@mapping_everybodys_entry_first_never_costs.control
def mapping_everybodys_entry_first_changes_nothing(
    D: Data,
    E: Annotated[Relation, "A1", "A2"],
    h1: Annotated[Function, "X1", "A1"],
    h2: Annotated[Function, "X2", "A2"],
    g: Annotated[Mechanism, "E", "Y"],
) -> Truth:
    """ε(g ∘ (h₁ × h₂)) = ε(g)."""
    return noiseless_budget(Mechanism(D, own_entries_mapped(D, h1, h2).then(g.rule))) == noiseless_budget(g)


def data_map_into_the_new_data(D: Relation, E: Relation, h1: Function, h2: Function) -> Truth:
    """x ↦ (h₁(x), h₂(x)) maps D into E."""
    return h1.paired(h2).image(D.rows) <= E.rows


@claim(
    "pre-processing-joint",
    source="about [farokhi2019noiseless], Def. 1",
    kind="neighbour",
    scope=BINARY,
    given=[data_map_into_the_new_data],
)
def mapping_the_data_first_never_costs(
    D: Data,
    E: Annotated[Relation, "A1", "A2"],
    h1: Annotated[Function, "D", "A1"],
    h2: Annotated[Function, "D", "A2"],
    g: Annotated[Mechanism, "E", "Y"],
) -> Truth:
    """ε(g ∘ h) ≤ ε(g) for any map h = (h₁, h₂) of the data sets."""
    return noiseless_budget(Mechanism(D, h1.paired(h2).then(g.rule))) <= noiseless_budget(g)


@mapping_the_data_first_never_costs.control
def mapping_the_data_first_leaves_nothing(
    D: Data,
    E: Annotated[Relation, "A1", "A2"],
    h1: Annotated[Function, "D", "A1"],
    h2: Annotated[Function, "D", "A2"],
    g: Annotated[Mechanism, "E", "Y"],
) -> Truth:
    """ε(g ∘ h) = 0."""
    return noiseless_budget(Mechanism(D, h1.paired(h2).then(g.rule))) <= 0


# --- smaller and larger data ranges ----------------------------------------------------------------------------------


def the_part_is_within_the_data(D: Relation, E: Relation) -> Truth:
    """E ⊆ D."""
    return E <= D


@claim(
    "restriction",
    source="about [farokhi2019noiseless], Def. 1",
    kind="neighbour",
    scope=Scope(2, X2=3),
    given=[the_part_is_within_the_data],
)
def ruling_data_out_never_costs(D: Data, E: Data, g: Release) -> Truth:
    """ε(g on E) ≤ ε(g on D) for E ⊆ D."""
    return noiseless_budget(Mechanism(E, g.rule)) <= noiseless_budget(g)


@ruling_data_out_never_costs.control
def ruling_data_out_changes_nothing(D: Data, E: Data, g: Release) -> Truth:
    """ε(g on E) = ε(g on D) for E ⊆ D."""
    return noiseless_budget(Mechanism(E, g.rule)) == noiseless_budget(g)


@claim(
    "enlargement",
    source="about [farokhi2019noiseless], Def. 1",
    kind="neighbour",
    scope=BINARY,
    given=[the_part_is_within_the_data],
)
def allowing_more_data_never_costs(D: Data, E: Data, g: Release) -> Truth:
    """ε(g on D) ≤ ε(g on E) for E ⊆ D."""
    return noiseless_budget(g) <= noiseless_budget(Mechanism(E, g.rule))


@allowing_more_data_never_costs.control
def allowing_more_data_leaves_nothing(D: Data, E: Data, g: Release) -> Truth:
    """ε(g on D) = 0."""
    return noiseless_budget(g) <= 0


def the_data_are_covered(D: Relation, E: Relation, F: Relation) -> Truth:
    """D = E ∪ F."""
    return D.rows.same_as(E.rows | F.rows)


@claim(
    "enlargement-bound",
    source="about [farokhi2019noiseless], Def. 1",
    kind="neighbour",
    scope=Scope(2, Y=3),
    given=[the_data_are_covered],
)
def counts_of_two_parts_add_up(D: Data, E: Data, F: Data, g: Release) -> Truth:
    """K(g on E ∪ F) ≤ K(g on E) + K(g on F)."""
    return output_count(g) <= output_count(Mechanism(E, g.rule)) + output_count(Mechanism(F, g.rule))


@counts_of_two_parts_add_up.control
def the_count_is_the_larger_of_two_parts(D: Data, E: Data, F: Data, g: Release) -> Truth:
    """K(g on E ∪ F) ≤ max{K(g on E), K(g on F)}."""
    return output_count(g) <= largest([output_count(Mechanism(E, g.rule)), output_count(Mechanism(F, g.rule))])


def box_of(D: Relation) -> Relation:
    """∏ ⟦Xⱼ⟧, of which D is a part."""
    first, second = (D.range(column) for column in D.columns)
    rows = {(x, y): all_of([here, there]) for x, here in first.items() for y, there in second.items()}
    return Relation(D.columns, rows)


@claim(
    "sub-product-leakage", source="about [farokhi2019noiseless], Thm. 1", kind="neighbour", scope=Scope(3, X2=2, Y=3)
)
def leakage_on_part_of_a_product_is_at_most_the_budget_on_the_product(
    D: Data, g: Annotated[ExtendedMechanism, "D", "Y"]
) -> Truth:
    """L₀(Y;Xᵢ) ≤ ε(g on ∏ ⟦Xⱼ⟧) for Y = g ∘ ψ_{i,v} ∘ X, on any data."""
    budget = noiseless_budget(Mechanism(box_of(D), g.rule))
    return forall(lines(D), lambda line: nonstochastic_leakage(response(g, line).converse) <= budget)


@leakage_on_part_of_a_product_is_at_most_the_budget_on_the_product.control
def leakage_on_part_of_a_product_is_below_the_budget_on_the_product(
    D: Data, g: Annotated[ExtendedMechanism, "D", "Y"]
) -> Truth:
    """L₀(Y;Xᵢ) < ε(g on ∏ ⟦Xⱼ⟧)."""
    budget = noiseless_budget(Mechanism(box_of(D), g.rule))
    return forall(lines(D), lambda line: nonstochastic_leakage(response(g, line).converse) < budget)


# --- fewer people ----------------------------------------------------------------------------------------------------


def with_last_person_fixed(g: Mechanism, value: Value) -> Mechanism:
    """g with the data of the last individual fixed, as a mechanism on the data of the others."""
    D = g.data.slice(g.data.columns[-1], value)
    return Mechanism(D, Function({p: {y: g.rule.gives((*p, value), y) for y in g.rule.values} for p in D.rows}))


@claim("fewer-people", source="about [farokhi2019noiseless], Def. 1", kind="neighbour", scope=BINARY)
def fixing_one_persons_data_never_costs(D: ThreePeople, g: Release) -> Truth:
    """ε(g with x₃ = v) ≤ ε(g) for every v."""
    return forall(D.range("X3"), lambda v: noiseless_budget(with_last_person_fixed(g, v)) <= noiseless_budget(g))


@fixing_one_persons_data_never_costs.control
def fixing_one_persons_data_changes_nothing(D: ThreePeople, g: Release) -> Truth:
    """ε(g with x₃ = v) = ε(g) for every v."""
    return forall(D.range("X3"), lambda v: noiseless_budget(with_last_person_fixed(g, v)) == noiseless_budget(g))


@claim("fewer-people-converse", source="about [farokhi2019noiseless], Def. 1", kind="neighbour", scope=BINARY)
def one_persons_data_never_cost(D: ThreePeople, g: Release) -> Truth:
    """ε(g) ≤ max over v of ε(g with x₃ = v)."""
    return noiseless_budget(g) <= largest(D.range("X3"), lambda v: noiseless_budget(with_last_person_fixed(g, v)))


@one_persons_data_never_cost.control
def the_least_cost_is_the_cost(D: ThreePeople, g: Release) -> Truth:
    """ε(g) ≤ min over v of ε(g with x₃ = v)."""
    return noiseless_budget(g) <= smallest(D.range("X3"), lambda v: noiseless_budget(with_last_person_fixed(g, v)))
