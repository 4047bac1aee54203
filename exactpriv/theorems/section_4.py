"""Section IV: linear quantizers, Theorem 8 as printed and repaired, and the two forms of sensitivity.

Lengths are measured in units of the range, so that R = y_max - y_min = 1 and S stands for S/R.  Claims about intervals
are about the image f(⟦Xᵢ⟧ × {x₋ᵢ}) of a line, a closed interval of length S when f is continuous and ⟦Xᵢ⟧ connected;
z3 takes them over all real lengths and positions.  Claims "on data" are about queries with values on a finite grid.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from exactpriv.claims import Scope, claim
from exactpriv.privacy import Line, cells_met, lines, points_of
from exactpriv.relations import Function, Range, Relation
from exactpriv.truth import (
    Number,
    Truth,
    all_of,
    any_of,
    cases,
    ceiling,
    count,
    forall,
    iff,
    implies,
    largest,
    smallest,
)

Budget = Annotated[int, "K"]
Levels = Annotated[int, "q"]
Sensitivity = Annotated[Fraction, "denominator"]
Position = Annotated[Fraction, "denominator"]
INTERVALS = Scope(K=4, q=6, denominator=6)


# --- Theorem 8 over intervals ----------------------------------------------------------------------------------------


def the_interval_fits(S: Number, a: Number) -> Truth:
    """[a, a + S] ⊆ [y_min, y_max]."""
    return a + S <= 1


def the_printed_rule_allows(K: Number, q: Number, S: Number) -> Truth:
    """q ≤ 2^ε (y_max - y_min) / S(f) with 2^ε = K."""
    return at_most_times(q, S, K, 0)


def the_repaired_rule_allows(K: Number, q: Number, S: Number) -> Truth:
    """q ≤ ⌊2^ε⌋, or q S/R ≤ ⌊2^ε⌋ - 1."""
    return any_of([q <= K, at_most_times(q, S, K, 1)])


def at_most_times(q: Number, S: Number, K: Number, less: int) -> Truth:
    """q S ≤ K - less, a case at a time for q and K, so that the solver sees nothing but linear terms."""
    return all_of(
        implies(all_of([q_is, K_is]), S * levels <= outputs - less)
        for levels, q_is in cases(q)
        for outputs, K_is in cases(K)
    )


@claim(
    "thm-8",
    source="[farokhi2019noiseless], Thm. 8",
    kind="paper",
    scope=INTERVALS,
    given=[the_interval_fits, the_printed_rule_allows],
    repaired_by="thm-8-repaired",
)
def the_printed_number_of_levels_is_private(K: Budget, q: Levels, S: Sensitivity, a: Position) -> Truth:
    """A q-level quantizer with q ≤ 2^ε (y_max - y_min) / S gives at most 2^ε outputs on an image [a, a + S]."""
    return cells_met(q, a, a + S) <= K


@the_printed_number_of_levels_is_private.control
def the_printed_number_of_levels_gives_one_output(K: Budget, q: Levels, S: Sensitivity, a: Position) -> Truth:
    """The printed number of levels gives one output on every image."""
    return cells_met(q, a, a + S) <= 1


@claim(
    "thm-8-cell-count",
    source="repairs [farokhi2019noiseless], App. H",
    kind="repair",
    scope=INTERVALS,
    given=[the_interval_fits],
)
def an_interval_meets_at_most_one_cell_more_than_it_covers(q: Levels, S: Sensitivity, a: Position) -> Truth:
    """A closed interval of length S meets at most min{q, ⌈qS/R⌉ + 1} cells."""
    return all_of(
        implies(q_is, cells_met(levels, a, a + S) <= smallest([levels, ceiling(S * levels) + 1]))
        for levels, q_is in cases(q)
    )


@an_interval_meets_at_most_one_cell_more_than_it_covers.control
def an_interval_meets_at_most_as_many_cells_as_it_covers(q: Levels, S: Sensitivity, a: Position) -> Truth:
    """A closed interval of length S meets at most max{1, ⌈qS/R⌉} cells."""
    return all_of(
        implies(q_is, cells_met(levels, a, a + S) <= largest([1, ceiling(S * levels)])) for levels, q_is in cases(q)
    )


@claim(
    "thm-8-repaired",
    source="repairs [farokhi2019noiseless], Thm. 8",
    kind="repair",
    scope=INTERVALS,
    given=[the_interval_fits, the_repaired_rule_allows],
)
def the_repaired_number_of_levels_is_private(K: Budget, q: Levels, S: Sensitivity, a: Position) -> Truth:
    """A q-level quantizer with q ≤ ⌊2^ε⌋ or q S/R ≤ ⌊2^ε⌋ - 1 gives at most ⌊2^ε⌋ outputs on an image [a, a + S]."""
    return cells_met(q, a, a + S) <= K


@the_repaired_number_of_levels_is_private.control
def the_repaired_number_of_levels_saves_an_output(K: Budget, q: Levels, S: Sensitivity, a: Position) -> Truth:
    """The repaired number of levels gives fewer than ⌊2^ε⌋ outputs on every image."""
    return cells_met(q, a, a + S) < K


def worst_position(levels: int, S: Number) -> Number:
    """(⌈qS⌉ - qS)/q: where an interval of length S starts just far enough before the end of a cell."""
    return (ceiling(S * levels) - S * levels) / Fraction(levels)


@claim(
    "thm-8-cell-count-attained",
    source="repairs [farokhi2019noiseless], App. H",
    kind="attained",
    scope=Scope(q=6, denominator=6),
)
def some_interval_meets_the_largest_number_of_cells(q: Levels, S: Sensitivity) -> Truth:
    """For every q and S some interval of length S meets exactly min{q, ⌈qS/R⌉ + 1} cells."""

    def attained(levels: int) -> Truth:
        a = worst_position(levels, S)
        most = smallest([levels, ceiling(S * levels) + 1])
        return all_of([a >= 0, a + S <= 1, cells_met(levels, a, a + S) == most])

    return all_of(implies(q_is, attained(levels)) for levels, q_is in cases(q))


@some_interval_meets_the_largest_number_of_cells.control
def that_interval_meets_one_cell_more(q: Levels, S: Sensitivity) -> Truth:
    """For every q and S that interval meets ⌈qS/R⌉ + 2 cells."""
    return all_of(
        implies(
            q_is,
            cells_met(levels, worst_position(levels, S), worst_position(levels, S) + S) == ceiling(S * levels) + 2,
        )
        for levels, q_is in cases(q)
    )


def the_repaired_rule_forbids(K: Number, q: Number, S: Number) -> Truth:
    """q > ⌊2^ε⌋ and q S/R > ⌊2^ε⌋ - 1."""
    return all_of(
        [
            q > K,
            *(
                implies(all_of([q_is, K_is]), S * levels > outputs - 1)
                for levels, q_is in cases(q)
                for outputs, K_is in cases(K)
            ),
        ]
    )


@claim(
    "thm-8-repaired-attained",
    source="repairs [farokhi2019noiseless], Thm. 8",
    kind="attained",
    scope=INTERVALS,
    given=[the_repaired_rule_forbids],
)
def no_larger_number_of_levels_is_private_for_all_queries(K: Budget, q: Levels, S: Sensitivity) -> Truth:
    """If q > ⌊2^ε⌋ and q S/R > ⌊2^ε⌋ - 1, some image of length S gives more than ⌊2^ε⌋ outputs."""
    return all_of(
        implies(q_is, cells_met(levels, worst_position(levels, S), worst_position(levels, S) + S) > K)
        for levels, q_is in cases(q)
    )


@no_larger_number_of_levels_is_private_for_all_queries.control
def a_larger_number_of_levels_gives_two_outputs_more(K: Budget, q: Levels, S: Sensitivity) -> Truth:
    """Under the same hypothesis that image gives more than ⌊2^ε⌋ + 1 outputs."""
    return all_of(
        implies(q_is, cells_met(levels, worst_position(levels, S), worst_position(levels, S) + S) > K + 1)
        for levels, q_is in cases(q)
    )


@claim(
    "thm-8-local",
    source="[farokhi2019noiseless], Thm. 8, for S = R",
    kind="paper",
    scope=Scope(6),
)
def with_full_sensitivity_the_printed_rule_is_right(K: Budget, q: Levels) -> Truth:
    """When S = R (local privacy), q ≤ 2^ε levels give at most 2^ε outputs on the whole range."""
    return implies(q <= K, cells_met(q, Fraction(0), Fraction(1)) <= K)


@with_full_sensitivity_the_printed_rule_is_right.control
def with_full_sensitivity_there_is_an_output_to_spare(K: Budget, q: Levels) -> Truth:
    """When S = R, q ≤ 2^ε levels give fewer than 2^ε outputs."""
    return implies(q <= K, cells_met(q, Fraction(0), Fraction(1)) < K)


# --- Theorem 8 on finite data ----------------------------------------------------------------------------------------

Data = Annotated[Relation, "X1", "X2"]
Values = Annotated[Function, "D", "F0"]
TOP = 3
ON_DATA = Scope(2, F0=TOP + 1, K=3, q=6)


def image(D: Relation, f: Function, line: Line) -> Range:
    """f({p ∈ D : p₋ᵢ = v}), values in {0, …, TOP}."""
    return f.image(points_of(D, line))


def spread(values: Range) -> Number:
    """sup |f - f'| over a set of values."""
    return largest([0, largest(values) - smallest(values)])


def sensitivity_of(D: Relation, f: Function) -> Number:
    """S(f) = max over i and x₋ᵢ of sup |f(xᵢ', x₋ᵢ) - f(xᵢ, x₋ᵢ)|."""
    return largest(lines(D), lambda line: spread(image(D, f, line)))


def cell_of(value: int, levels: int) -> int:
    """The cell of the quantizer with these levels on [0, TOP] in which a value lies."""
    return min(levels, value * levels // TOP + 1)


def outputs_of(values: Range, levels: int) -> Number:
    """|Q(values)|."""
    return count(range(1, levels + 1), lambda j: any_of(t for v, t in values.items() if cell_of(v, levels) == j))


def quantized_query_is_private(D: Relation, f: Function, q: Number, K: Number) -> Truth:
    """K(Q ∘ f) ≤ K for the linear quantizer Q with q levels on [0, TOP]."""

    def private(levels: int) -> Truth:
        return forall(lines(D), lambda line: outputs_of(image(D, f, line), levels) <= K)

    return all_of(implies(q_is, private(levels)) for levels, q_is in cases(q))


def the_printed_rule_allows_on_data(D: Relation, f: Function, K: Number, q: Number) -> Truth:
    """q ≤ 2^ε (y_max - y_min) / S(f) with S in the sup-difference form and 2^ε = K."""
    return q * sensitivity_of(D, f) <= K * TOP


def the_repaired_rule_allows_on_data(D: Relation, f: Function, K: Number, q: Number) -> Truth:
    """q ≤ ⌊2^ε⌋, or q S(f) ≤ (⌊2^ε⌋ - 1) (y_max - y_min)."""
    return any_of([q <= K, q * sensitivity_of(D, f) + TOP <= K * TOP])


@claim(
    "thm-8-on-data",
    source="[farokhi2019noiseless], Thm. 8",
    kind="paper",
    scope=ON_DATA,
    given=[the_printed_rule_allows_on_data],
    repaired_by="thm-8-on-data-repaired",
)
def a_query_quantized_by_the_printed_rule_is_private(D: Data, f: Values, K: Budget, q: Levels) -> Truth:
    """Q ∘ f is ε-noiselessly private if q ≤ 2^ε (y_max - y_min) / S(f), for queries on finite data."""
    return quantized_query_is_private(D, f, q, K)


@a_query_quantized_by_the_printed_rule_is_private.control
def a_query_quantized_by_the_printed_rule_is_constant(D: Data, f: Values, K: Budget, q: Levels) -> Truth:
    """Under the printed rule Q ∘ f has one output on every line."""
    return quantized_query_is_private(D, f, q, 1)


@claim(
    "thm-8-on-data-repaired",
    source="repairs [farokhi2019noiseless], Thm. 8",
    kind="repair",
    scope=ON_DATA,
    given=[the_repaired_rule_allows_on_data],
)
def a_query_quantized_by_the_repaired_rule_is_private(D: Data, f: Values, K: Budget, q: Levels) -> Truth:
    """Q ∘ f is ε-noiselessly private if q ≤ ⌊2^ε⌋ or q S(f) ≤ (⌊2^ε⌋ - 1)(y_max - y_min), on any data."""
    return quantized_query_is_private(D, f, q, K)


@a_query_quantized_by_the_repaired_rule_is_private.control
def a_query_quantized_by_the_repaired_rule_is_constant(D: Data, f: Values, K: Budget, q: Levels) -> Truth:
    """Under the repaired rule Q ∘ f has one output on every line."""
    return quantized_query_is_private(D, f, q, 1)


def the_repaired_rule_allows_for_the_first(D: Relation, f: Function, K: Number, q: Number) -> Truth:
    """The repaired rule with S taken over the lines of individual 1 only, as the missing supremum over i suggests."""
    own = Range({line: occurs for line, occurs in lines(D).items() if line.individual == 0})
    S = largest(own, lambda line: spread(image(D, f, line)))
    return any_of([q <= K, q * S + TOP <= K * TOP])


@claim(
    "thm-8-one-individual",
    source="[farokhi2019noiseless], Thm. 8, without a supremum over i",
    kind="neighbour",
    scope=ON_DATA,
    given=[the_repaired_rule_allows_for_the_first],
    repaired_by="thm-8-on-data-repaired",
)
def the_sensitivity_to_one_individual_is_enough(D: Data, f: Values, K: Budget, q: Levels) -> Truth:
    """The repaired rule suffices with the sensitivity to individual 1 alone."""
    return quantized_query_is_private(D, f, q, K)


@the_sensitivity_to_one_individual_is_enough.control
def the_sensitivity_to_one_individual_makes_constant(D: Data, f: Values, K: Budget, q: Levels) -> Truth:
    """Under that rule Q ∘ f has one output on every line."""
    return quantized_query_is_private(D, f, q, 1)


# --- the two forms of sensitivity ------------------------------------------------------------------------------------


def measure_of_finite_set(values: Range) -> int:
    """μ of finitely many values: a finite set is null."""
    return 0 * len(values)


@claim(
    "sensitivity-forms",
    source="[farokhi2019noiseless], Thm. 8",
    kind="paper",
    scope=Scope(2, F0=TOP + 1),
    repaired_by="sensitivity-forms-repaired",
)
def both_forms_of_sensitivity_agree(D: Data, f: Values) -> Truth:
    """μ(f(⟦Xᵢ⟧ × {x₋ᵢ})) = sup |f(xᵢ', x₋ᵢ) - f(xᵢ, x₋ᵢ)|."""
    return forall(lines(D), lambda line: spread(image(D, f, line)) == measure_of_finite_set(image(D, f, line)))


@both_forms_of_sensitivity_agree.control
def every_query_is_insensitive(D: Data, f: Values) -> Truth:
    """sup |f(xᵢ', x₋ᵢ) - f(xᵢ, x₋ᵢ)| ≤ 0."""
    return forall(lines(D), lambda line: spread(image(D, f, line)) <= 0)


End = Annotated[Fraction, "denominator"]


def the_ends_are_in_order(a: Number, b: Number, c: Number, d: Number) -> Truth:
    """a ≤ b ≤ c ≤ d, so that [a, b] ∪ [c, d] is an image with at most one gap."""
    return all_of([a <= b, b <= c, c <= d])


@claim(
    "sensitivity-forms-repaired",
    source="repairs [farokhi2019noiseless], Thm. 8",
    kind="repair",
    scope=Scope(denominator=3),
    given=[the_ends_are_in_order],
)
def both_forms_agree_exactly_without_a_gap(a: End, b: End, c: End, d: End) -> Truth:
    """μ([a, b] ∪ [c, d]) ≤ d - a, with equality exactly when there is no gap: the forms agree on interval images."""
    measure = (b - a) + (d - c)
    return all_of([measure <= d - a, iff(measure == d - a, b == c)])


@both_forms_agree_exactly_without_a_gap.control
def both_forms_agree_with_a_gap(a: End, b: End, c: End, d: End) -> Truth:
    """μ([a, b] ∪ [c, d]) = d - a."""
    return (b - a) + (d - c) == d - a
