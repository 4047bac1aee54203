"""Section III: noiseless privacy, its guarantees (Theorems 1, 2, 3, 5) and its properties (Theorems 6, 7).

Budgets are counts: k stands for ⌊2^ε⌋, the only thing of ε that Definition 1 sees, and the bound that is claimed is the
smallest such ε, log k.  Theorem 4 has a file of its own.
"""

from __future__ import annotations

from itertools import product
from typing import Annotated

from exactpriv.capacity import Code, has_rate_at_most, is_zero_error_code
from exactpriv.claims import Scope, claim
from exactpriv.information import (
    Information,
    log2,
    maximin_information,
    nonstochastic_leakage,
    symmetrized_leakage,
    test_performance,
)
from exactpriv.leakage import Channel, deterministic_channel, maximal_leakage
from exactpriv.privacy import (
    ExtendedMechanism,
    Line,
    Mechanism,
    adaptively_composed,
    composed,
    hamming_connected,
    lines,
    noiseless_budget,
    output_count,
    post_processed,
    response,
)
from exactpriv.relations import Function, Range, Relation, Row, Value, are_unrelated, is_product
from exactpriv.truth import Number, Truth, all_of, any_of, count, exists, forall, iff, implies, negation

Data = Annotated[Relation, "X1", "X2"]
People = Annotated[Relation, "X1", "X2", "X3"]
Extended = Annotated[ExtendedMechanism, "D", "Y"]
Budget = Annotated[int, "K"]


# --- hypotheses ------------------------------------------------------------------------------------------------------


def the_mechanism_is_private(g: Mechanism, k: Number) -> Truth:
    """K(g) ≤ k: g is ε-noiselessly private for every ε with ⌊2^ε⌋ = k."""
    return output_count(g) <= k


def the_data_are_a_product(D: Relation) -> Truth:
    """⟦X⟧ = ∏ ⟦Xᵢ⟧: nobody's data restrict anybody else's."""
    return is_product(D)


def individual_and_others(D: Relation, individual: int) -> Relation:
    """⟦Xᵢ, X₋ᵢ⟧."""
    pairs = {(point[individual], Line.through(point, individual).others): truth for point, truth in D.rows.items()}
    return Relation(("Xi", "others"), pairs)


def is_unrelated_to_the_others(D: Relation, individual: int) -> Truth:
    """Xᵢ is unrelated to X₋ᵢ."""
    return are_unrelated(individual_and_others(D, individual))


def entries_are_few_or_unrelated(D: Relation, k: Number) -> Truth:
    """For every i, |⟦Xᵢ⟧| ≤ k or Xᵢ is unrelated to X₋ᵢ."""
    return all_of(
        any_of([D.range(column).size() <= k, is_unrelated_to_the_others(D, individual)])
        for individual, column in enumerate(D.columns)
    )


# --- ψ and ε = 0 -----------------------------------------------------------------------------------------------------


def substituted_and_others(D: Relation, line: Line) -> Relation:
    """⟦ψ_{i,v} ∘ X, X₋ᵢ⟧."""
    i = line.individual
    pairs: dict[tuple[Value, Value], list[Truth]] = {}
    for point, truth in D.rows.items():
        pairs.setdefault((line.at(point[i]), Line.through(point, i).others), []).append(truth)
    return Relation(("psi", "others"), {pair: any_of(truths) for pair, truths in pairs.items()})


@claim(
    "psi-unrelated",
    source="[farokhi2019noiseless], Sec. III-A",
    kind="paper",
    scope=Scope(3),
    repaired_by="psi-unrelated-repaired",
)
def substituted_data_are_unrelated_to_the_others(D: Data) -> Truth:
    """ψ_{i,v} ∘ X is unrelated to X₋ᵢ."""
    return forall(lines(D), lambda line: are_unrelated(substituted_and_others(D, line)))


@substituted_data_are_unrelated_to_the_others.control
def substituted_data_are_never_unrelated_to_the_others(D: Data) -> Truth:
    """ψ_{i,v} ∘ X is related to X₋ᵢ."""
    return forall(lines(D), lambda line: negation(are_unrelated(substituted_and_others(D, line))))


@claim("psi-unrelated-repaired", source="repairs [farokhi2019noiseless], Sec. III-A", kind="repair", scope=Scope(3))
def substituted_data_are_unrelated_exactly_when_the_entry_is(D: Data) -> Truth:
    """ψ_{i,v} ∘ X is unrelated to X₋ᵢ exactly when Xᵢ is unrelated to X₋ᵢ."""
    return forall(
        lines(D),
        lambda line: iff(
            are_unrelated(substituted_and_others(D, line)), is_unrelated_to_the_others(D, line.individual)
        ),
    )


@substituted_data_are_unrelated_exactly_when_the_entry_is.control
def substituted_data_are_unrelated_exactly_when_the_entry_is_constant(D: Data) -> Truth:
    """ψ_{i,v} ∘ X is unrelated to X₋ᵢ exactly when |⟦Xᵢ⟧| = 1."""
    return forall(
        lines(D),
        lambda line: iff(
            are_unrelated(substituted_and_others(D, line)), D.range(D.columns[line.individual]).size() <= 1
        ),
    )


def the_budget_is_zero(g: Mechanism) -> Truth:
    """ε = 0: K(g) = 1."""
    return output_count(g) <= 1


@claim(
    "zero-budget-constant",
    source="[farokhi2019noiseless], after Thm. 1",
    kind="paper",
    scope=Scope(2, X2=3, Y=3),
    given=[the_budget_is_zero],
    repaired_by="zero-budget-repaired",
)
def with_no_budget_the_output_is_constant(D: Data, g: Annotated[Mechanism, "D", "Y"]) -> Truth:
    """If ε = 0, the output is a constant."""
    return g.output_range().size() <= 1


@with_no_budget_the_output_is_constant.control
def with_no_budget_there_are_two_outputs(D: Data, g: Annotated[Mechanism, "D", "Y"]) -> Truth:
    """If ε = 0, there are at least two outputs."""
    return g.output_range().size() > 1


@claim(
    "zero-budget-constant-product",
    source="[farokhi2019noiseless], after Thm. 1",
    kind="paper",
    scope=Scope(3, Y=3),
    given=[the_data_are_a_product, the_budget_is_zero],
)
def with_no_budget_and_product_data_the_output_is_constant(D: Data, g: Annotated[Mechanism, "D", "Y"]) -> Truth:
    """If ε = 0 and the data are a product, the output is a constant."""
    return g.output_range().size() <= 1


@with_no_budget_and_product_data_the_output_is_constant.control
def with_no_budget_and_product_data_there_is_one_data_set(D: Data, g: Annotated[Mechanism, "D", "Y"]) -> Truth:
    """If ε = 0 and the data are a product, there is one data set."""
    return D.size() <= 1


def is_constant_on_components(D: Relation, g: Mechanism) -> Truth:
    """Data sets that single changes within D connect have the same output."""
    linked = hamming_connected(D)
    return all_of(implies(truth, g.rule.same_value(point, other)) for (point, other), truth in linked.items())


@claim(
    "zero-budget-repaired",
    source="repairs [farokhi2019noiseless], after Thm. 1",
    kind="repair",
    scope=Scope(2, X2=3, Y=3),
)
def no_budget_means_constant_on_hamming_components(D: Data, g: Annotated[Mechanism, "D", "Y"]) -> Truth:
    """K(g) = 1 exactly when g is constant on the connected components of the Hamming graph of D."""
    return iff(the_budget_is_zero(g), is_constant_on_components(D, g))


@no_budget_means_constant_on_hamming_components.control
def one_bit_means_constant_on_hamming_components(D: Data, g: Annotated[Mechanism, "D", "Y"]) -> Truth:
    """K(g) ≤ 2 exactly when g is constant on the connected components of the Hamming graph of D."""
    return iff(output_count(g) <= 2, is_constant_on_components(D, g))


# --- Theorem 1 -------------------------------------------------------------------------------------------------------


def chain_of_theorem_1(g: Mechanism, k: Number, line: Line) -> Truth:
    """0 ≤ I⋆(Xᵢ;Y) ≤ L₀ˢ(Xᵢ;Y) ≤ L₀(Y;Xᵢ) ≤ log k for the response on a line."""
    R = response(g, line)
    return all_of(
        [
            maximin_information(R) >= 0,
            maximin_information(R) <= symmetrized_leakage(R),
            symmetrized_leakage(R) <= nonstochastic_leakage(R.converse),
            nonstochastic_leakage(R.converse) <= log2(k),
        ]
    )


@claim(
    "thm-1",
    source="[farokhi2019noiseless], Thm. 1",
    kind="paper",
    scope=Scope(2, Y=3, K=3),
    given=[the_mechanism_is_private],
    repaired_by="thm-1-repaired",
)
def leakage_about_an_individual_is_at_most_the_budget(D: Data, g: Extended, k: Budget) -> Truth:
    """0 ≤ I⋆(Xᵢ;Y) ≤ L₀ˢ(Xᵢ;Y) ≤ L₀(Y;Xᵢ) ≤ ε for Y = g ∘ ψ_{i,v} ∘ X, on any data."""
    return forall(lines(D), lambda line: chain_of_theorem_1(g, k, line))


@leakage_about_an_individual_is_at_most_the_budget.control
def nothing_leaks_about_an_individual(D: Data, g: Extended, k: Budget) -> Truth:
    """L₀(Y;Xᵢ) = 0."""
    return forall(lines(D), lambda line: nonstochastic_leakage(response(g, line).converse) <= 0)


@claim(
    "thm-1-product",
    source="[farokhi2019noiseless], Thm. 1",
    kind="paper",
    scope=Scope(2, X1=3, Y=3, K=3),
    given=[the_data_are_a_product, the_mechanism_is_private],
)
def leakage_from_product_data_is_at_most_the_budget(D: People, g: Extended, k: Budget) -> Truth:
    """The chain of Theorem 1 when the data are a product."""
    return forall(lines(D), lambda line: chain_of_theorem_1(g, k, line))


@leakage_from_product_data_is_at_most_the_budget.control
def leakage_from_product_data_is_below_the_budget(D: People, g: Extended, k: Budget) -> Truth:
    """L₀(Y;Xᵢ) < ε."""
    return forall(lines(D), lambda line: nonstochastic_leakage(response(g, line).converse) < log2(k))


@claim(
    "thm-1-collapses",
    source="after [farokhi2019noiseless], Thm. 1",
    kind="neighbour",
    scope=Scope(2, X1=3, Y=3),
    given=[the_data_are_a_product],
)
def the_chain_of_theorem_1_collapses(D: People, g: Extended) -> Truth:
    """On product data I⋆(Xᵢ;Y) = L₀ˢ(Xᵢ;Y) = L₀(Y;Xᵢ) = log |⟦Y|X₋ᵢ = v⟧|: the middle of the chain is one number."""

    def collapsed(line: Line) -> Truth:
        R = response(g, line)
        outputs = log2(g.outputs_on(line).size())
        measures = (maximin_information(R), symmetrized_leakage(R), nonstochastic_leakage(R.converse))
        return all_of(measure == outputs for measure in measures)

    return forall(lines(D), collapsed)


@the_chain_of_theorem_1_collapses.control
def the_whole_chain_collapses(D: People, g: Extended) -> Truth:
    """On product data L₀(Xᵢ;Y) = log |⟦Y|X₋ᵢ = v⟧| too."""
    return forall(lines(D), lambda line: nonstochastic_leakage(response(g, line)) == log2(g.outputs_on(line).size()))


@claim(
    "thm-1-repaired",
    source="repairs [farokhi2019noiseless], Thm. 1",
    kind="repair",
    scope=Scope(2, X1=3, Y=3, K=3),
    given=[entries_are_few_or_unrelated, the_mechanism_is_private],
)
def leakage_is_at_most_the_budget_if_entries_are_few_or_unrelated(D: People, g: Extended, k: Budget) -> Truth:
    """The chain of Theorem 1 when every i has |⟦Xᵢ⟧| ≤ ⌊2^ε⌋ or Xᵢ unrelated to X₋ᵢ."""
    return forall(lines(D), lambda line: chain_of_theorem_1(g, k, line))


@leakage_is_at_most_the_budget_if_entries_are_few_or_unrelated.control
def leakage_is_below_the_budget_if_entries_are_few_or_unrelated(D: People, g: Extended, k: Budget) -> Truth:
    """L₀(Y;Xᵢ) < ε under the same hypothesis."""
    return forall(lines(D), lambda line: nonstochastic_leakage(response(g, line).converse) < log2(k))


def some_entry_is_many_and_related(D: Relation, k: Number) -> Truth:
    """Some i has |⟦Xᵢ⟧| > k and Xᵢ related to X₋ᵢ: the hypothesis of the repaired Theorem 1 fails."""
    return negation(entries_are_few_or_unrelated(D, k))


def extended_mechanisms(D: Relation, outputs: int) -> list[ExtendedMechanism]:
    """All extended mechanisms on D with the given outputs, the first box point sent to 0."""
    box: list[Row] = list(product(*(D.range(column) for column in D.columns)))
    choices = product(range(outputs), repeat=len(box) - 1)
    return [ExtendedMechanism(D, dict(zip(box, (0, *choice), strict=True))) for choice in choices]


def leaks_more_than(g: Mechanism, k: Number) -> Truth:
    """K(g) ≤ k, and yet L₀(Y;Xᵢ) > log k for some response."""
    beyond = exists(lines(g.data), lambda line: nonstochastic_leakage(response(g, line).converse) > log2(k))
    return all_of([output_count(g) <= k, beyond])


@claim(
    "thm-1-attained",
    source="repairs [farokhi2019noiseless], Thm. 1",
    kind="attained",
    scope=Scope(2, X1=3, K=2),
    given=[some_entry_is_many_and_related],
)
def no_weaker_hypothesis_on_the_data_saves_theorem_1(D: Data, k: Budget) -> Truth:
    """Whenever some i has |⟦Xᵢ⟧| > ⌊2^ε⌋ and Xᵢ related to X₋ᵢ, some ε-private extended mechanism leaks more than ε."""
    return any_of(leaks_more_than(g, k) for g in extended_mechanisms(D, outputs=3))


@no_weaker_hypothesis_on_the_data_saves_theorem_1.control
def two_outputs_always_break_theorem_1(D: Data, k: Budget) -> Truth:
    """Whenever the hypothesis fails, some ε-private extended mechanism with two outputs leaks more than ε."""
    return any_of(leaks_more_than(g, k) for g in extended_mechanisms(D, outputs=2))


# --- Theorem 2 -------------------------------------------------------------------------------------------------------


def line_sequences(D: Relation, individual: int, length: int) -> Range:
    """The sequences of lines of an individual: what the adversary freezes the others at, time by time."""
    own = {line: occurs for line, occurs in lines(D).items() if line.individual == individual}
    return Range({several: all_of(own[line] for line in several) for several in product(own, repeat=length)})


def zero_error_rates_are_at_most(D: Relation, g: Mechanism, F: Code, rate: Number) -> Truth:
    """If ℱ has zero error through the responses to some sequence of lines of individual 1, its rate is at most log."""
    length = max(F.lengths)
    return forall(
        line_sequences(D, 0, length),
        lambda several: implies(
            is_zero_error_code(F, *(response(g, line) for line in several)), has_rate_at_most(F, log2(rate))
        ),
    )


@claim(
    "thm-2",
    source="[farokhi2019noiseless], Thm. 2",
    kind="paper",
    scope=Scope(2, K=2, block=3),
    given=[the_mechanism_is_private],
    repaired_by="thm-2-repaired",
)
def zero_error_rates_are_at_most_the_budget(D: Data, g: Extended, k: Budget, F: Annotated[Code, "D"]) -> Truth:
    """C₀ ≤ ε for the channel Xᵢ → g ∘ ψ_{i,v} ∘ X, i = 1, with others frozen anew at every time, on any data."""
    return zero_error_rates_are_at_most(D, g, F, k)


@zero_error_rates_are_at_most_the_budget.control
def nothing_is_ever_sent(D: Data, g: Extended, k: Budget, F: Annotated[Code, "D"]) -> Truth:
    """C₀ = 0."""
    return zero_error_rates_are_at_most(D, g, F, 1)


@claim(
    "thm-2-product",
    source="[farokhi2019noiseless], Thm. 2",
    kind="paper",
    scope=Scope(2, X1=3, Y=3, K=2, block=3),
    given=[the_data_are_a_product, the_mechanism_is_private],
)
def zero_error_rates_from_product_data_are_at_most_the_budget(
    D: Data, g: Extended, k: Budget, F: Annotated[Code, "D"]
) -> Truth:
    """C₀ ≤ ε for individual 1 when the data are a product (limsup of the rates, as ψ may vary with time)."""
    return zero_error_rates_are_at_most(D, g, F, k)


@zero_error_rates_from_product_data_are_at_most_the_budget.control
def nothing_is_ever_sent_from_product_data(D: Data, g: Extended, k: Budget, F: Annotated[Code, "D"]) -> Truth:
    """C₀ = 0 when the data are a product."""
    return zero_error_rates_are_at_most(D, g, F, 1)


@claim(
    "thm-2-repaired",
    source="repairs [farokhi2019noiseless], Thm. 2",
    kind="repair",
    scope=Scope(2, X1=3, Y=3, K=2, block=3),
    given=[entries_are_few_or_unrelated, the_mechanism_is_private],
)
def zero_error_rates_are_at_most_the_budget_if_entries_are_few_or_unrelated(
    D: Data, g: Extended, k: Budget, F: Annotated[Code, "D"]
) -> Truth:
    """C₀ ≤ ε for individual 1 when every i has |⟦Xᵢ⟧| ≤ ⌊2^ε⌋ or Xᵢ unrelated to X₋ᵢ."""
    return zero_error_rates_are_at_most(D, g, F, k)


@zero_error_rates_are_at_most_the_budget_if_entries_are_few_or_unrelated.control
def nothing_is_ever_sent_if_entries_are_few_or_unrelated(
    D: Data, g: Extended, k: Budget, F: Annotated[Code, "D"]
) -> Truth:
    """C₀ = 0 under the same hypothesis."""
    return zero_error_rates_are_at_most(D, g, F, 1)


@claim(
    "thm-2-without-privacy",
    source="[farokhi2019noiseless], Thm. 2, without its hypothesis",
    kind="neighbour",
    scope=Scope(2, X1=3, Y=3, K=2, block=2),
    given=[the_data_are_a_product],
    repaired_by="thm-2-product",
)
def zero_error_rates_need_no_privacy(D: Data, g: Extended, k: Budget, F: Annotated[Code, "D"]) -> Truth:
    """C₀ ≤ log k for individual 1 on product data, whether or not g is private."""
    return zero_error_rates_are_at_most(D, g, F, k)


@zero_error_rates_need_no_privacy.control
def nothing_is_sent_without_privacy(D: Data, g: Extended, k: Budget, F: Annotated[Code, "D"]) -> Truth:
    """C₀ = 0 on product data, whether or not g is private."""
    return zero_error_rates_are_at_most(D, g, F, 1)


@claim(
    "thm-2-attained",
    source="repairs [farokhi2019noiseless], Thm. 2",
    kind="attained",
    scope=Scope(2, K=2, block=2),
    given=[the_data_are_a_product, the_mechanism_is_private],
    existential=True,
)
def a_zero_error_rate_can_equal_the_budget(D: Data, g: Extended, k: Budget, F: Annotated[Code, "D"]) -> Truth:
    """A zero-error code of rate ε > 0 exists for product data: the bound cannot be lowered."""
    return all_of(
        [
            log2(k) > 0,
            exists(
                line_sequences(D, 0, max(F.lengths)),
                lambda several: is_zero_error_code(F, *(response(g, line) for line in several)),
            ),
            negation(all_of(log2(count(F.words_of_length(n))) < log2(k) * n for n in F.lengths)),
        ]
    )


@a_zero_error_rate_can_equal_the_budget.control
def every_zero_error_rate_is_below_the_budget(D: Data, g: Extended, k: Budget, F: Annotated[Code, "D"]) -> Truth:
    """Every zero-error code has a rate below ε."""
    return forall(
        line_sequences(D, 0, max(F.lengths)),
        lambda several: implies(
            is_zero_error_code(F, *(response(g, line) for line in several)),
            all_of(log2(count(F.words_of_length(n))) < log2(k) * n for n in F.lengths),
        ),
    )


# --- Theorem 3 -------------------------------------------------------------------------------------------------------


Test = Annotated[Function, "Y", "H"]


def evidence_on_a_line(g: Mechanism, line: Line, x: Value, x2: Value) -> Relation:
    """⟦H, Y⟧ when Xᵢ is x under the null hypothesis and x' under the alternative, and the others are frozen."""
    rows = {
        (hypothesis, y): g.rule.gives(line.at(value), y)
        for hypothesis, value in (("h1", x), ("h2", x2))
        for y in g.rule.values
    }
    return Relation(("H", "Y"), rows)


def tests_perform_at_most(g: Mechanism, T: Function, bound: object) -> Truth:
    """𝒫(T) ≤ bound for every individual, every two of its values and everything the others can be frozen at."""

    def on_line(line: Line) -> Truth:
        values = g.data.range(g.data.columns[line.individual])
        pairs = {(x, x2): all_of([values[x], values[x2]]) for x, x2 in product(values, repeat=2) if x != x2}
        return forall(pairs, lambda pair: test_performance(T, evidence_on_a_line(g, line, *pair)) <= bound)

    return forall(lines(g.data), on_line)


@claim(
    "thm-3",
    source="[farokhi2019noiseless], Thm. 3",
    kind="paper",
    scope=Scope(2, Y=3, K=3),
    given=[the_mechanism_is_private],
    repaired_by="thm-3-repaired",
)
def no_test_performs_better_than_the_budget(D: Data, g: Extended, k: Budget, T: Test) -> Truth:
    """𝒫(T) ≤ ε for every test of x against x' on the response, on any data."""
    return tests_perform_at_most(g, T, log2(k))


@no_test_performs_better_than_the_budget.control
def no_test_is_ever_correct(D: Data, g: Extended, k: Budget, T: Test) -> Truth:
    """𝒫(T) = -∞."""
    return tests_perform_at_most(g, T, log2(0))


@claim(
    "thm-3-product",
    source="[farokhi2019noiseless], Thm. 3",
    kind="paper",
    scope=Scope(2, Y=3, K=3),
    given=[the_data_are_a_product, the_mechanism_is_private],
)
def no_test_on_product_data_performs_better_than_the_budget(D: People, g: Extended, k: Budget, T: Test) -> Truth:
    """𝒫(T) ≤ ε when the data are a product."""
    return tests_perform_at_most(g, T, log2(k))


@no_test_on_product_data_performs_better_than_the_budget.control
def no_test_on_product_data_is_ever_correct(D: People, g: Extended, k: Budget, T: Test) -> Truth:
    """𝒫(T) = -∞ when the data are a product."""
    return tests_perform_at_most(g, T, log2(0))


def the_budget_is_at_least_one_bit(k: Number) -> Truth:
    """ε ≥ 1."""
    return k >= 2


@claim(
    "thm-3-one-bit",
    source="[farokhi2019noiseless], Thm. 3",
    kind="neighbour",
    scope=Scope(2, Y=3, K=3),
    given=[the_mechanism_is_private, the_budget_is_at_least_one_bit],
)
def with_one_bit_no_test_performs_better_than_the_budget(D: Data, g: Extended, k: Budget, T: Test) -> Truth:
    """𝒫(T) ≤ ε on any data when ε ≥ 1: Theorem 3 fails for correlated data only below one bit."""
    return tests_perform_at_most(g, T, log2(k))


@with_one_bit_no_test_performs_better_than_the_budget.control
def with_one_bit_no_test_is_ever_correct(D: Data, g: Extended, k: Budget, T: Test) -> Truth:
    """𝒫(T) = -∞ when ε ≥ 1."""
    return tests_perform_at_most(g, T, log2(0))


@claim(
    "thm-3-repaired",
    source="repairs [farokhi2019noiseless], Thm. 3",
    kind="repair",
    scope=Scope(2, Y=3, K=3),
    given=[the_data_are_a_product, the_mechanism_is_private],
)
def tests_perform_at_most_one_bit_and_none_below(D: People, g: Extended, k: Budget, T: Test) -> Truth:
    """𝒫(T) ≤ min{1, ε}, and 𝒫(T) = -∞ when ε < 1, for product data."""
    return all_of(
        [
            tests_perform_at_most(g, T, log2(2)),
            tests_perform_at_most(g, T, log2(k)),
            implies(k < 2, tests_perform_at_most(g, T, log2(0))),
        ]
    )


@tests_perform_at_most_one_bit_and_none_below.control
def tests_perform_at_most_half_a_bit(D: People, g: Extended, k: Budget, T: Test) -> Truth:
    """𝒫(T) ≤ 0 for product data."""
    return tests_perform_at_most(g, T, log2(1))


@claim(
    "thm-3-attained",
    source="repairs [farokhi2019noiseless], Thm. 3",
    kind="attained",
    scope=Scope(2, Y=2, K=2),
    given=[the_data_are_a_product, the_mechanism_is_private],
    existential=True,
)
def a_test_can_perform_at_one_bit(D: Data, g: Extended, k: Budget, T: Test) -> Truth:
    """𝒫(T) = 1 = ε for some test on product data: the bound cannot be lowered."""
    return all_of([k <= 2, negation(tests_perform_at_most(g, T, log2(1)))])


@a_test_can_perform_at_one_bit.control
def every_test_performs_below_one_bit(D: Data, g: Extended, k: Budget, T: Test) -> Truth:
    """𝒫(T) ≤ 0 for every test."""
    return tests_perform_at_most(g, T, log2(1))


# --- Theorem 5 -------------------------------------------------------------------------------------------------------


def maximal_leakage_of_response(g: Mechanism, line: Line) -> Information:
    """L_c(Xᵢ → Y) of the response on a line."""
    return maximal_leakage(deterministic_channel(response(g, line)))


@claim(
    "thm-5",
    source="[farokhi2019noiseless], Thm. 5",
    kind="paper",
    scope=Scope(2, Y=3, K=3),
    given=[the_mechanism_is_private],
    repaired_by="thm-5-repaired",
)
def maximal_leakage_is_at_most_the_budget(D: Data, g: Extended, k: Budget) -> Truth:
    """L_c(Xᵢ → Y) ≤ ε for Y = g ∘ ψ_{i,v} ∘ X, on any data."""
    return forall(lines(D), lambda line: maximal_leakage_of_response(g, line) <= log2(k))


@maximal_leakage_is_at_most_the_budget.control
def maximal_leakage_is_zero(D: Data, g: Extended, k: Budget) -> Truth:
    """L_c(Xᵢ → Y) = 0."""
    return forall(lines(D), lambda line: maximal_leakage_of_response(g, line) <= 0)


@claim(
    "thm-5-product",
    source="[farokhi2019noiseless], Thm. 5",
    kind="paper",
    scope=Scope(2, X1=3, Y=3, K=3),
    given=[the_data_are_a_product, the_mechanism_is_private],
)
def maximal_leakage_from_product_data_is_at_most_the_budget(D: People, g: Extended, k: Budget) -> Truth:
    """L_c(Xᵢ → Y) ≤ ε when the data are a product."""
    return forall(lines(D), lambda line: maximal_leakage_of_response(g, line) <= log2(k))


@maximal_leakage_from_product_data_is_at_most_the_budget.control
def maximal_leakage_from_product_data_is_below_the_budget(D: People, g: Extended, k: Budget) -> Truth:
    """L_c(Xᵢ → Y) < ε when the data are a product."""
    return forall(lines(D), lambda line: maximal_leakage_of_response(g, line) < log2(k))


@claim(
    "thm-5-repaired",
    source="repairs [farokhi2019noiseless], Thm. 5",
    kind="repair",
    scope=Scope(2, X1=3, Y=3, K=3),
    given=[entries_are_few_or_unrelated, the_mechanism_is_private],
)
def maximal_leakage_is_at_most_the_budget_if_entries_are_few_or_unrelated(D: People, g: Extended, k: Budget) -> Truth:
    """L_c(Xᵢ → Y) ≤ ε when every i has |⟦Xᵢ⟧| ≤ ⌊2^ε⌋ or Xᵢ unrelated to X₋ᵢ."""
    return forall(lines(D), lambda line: maximal_leakage_of_response(g, line) <= log2(k))


@maximal_leakage_is_at_most_the_budget_if_entries_are_few_or_unrelated.control
def maximal_leakage_is_below_the_budget_if_entries_are_few_or_unrelated(D: People, g: Extended, k: Budget) -> Truth:
    """L_c(Xᵢ → Y) < ε under the same hypothesis."""
    return forall(lines(D), lambda line: maximal_leakage_of_response(g, line) < log2(k))


@claim(
    "thm-5-attained",
    source="[farokhi2019noiseless], Thm. 5",
    kind="attained",
    scope=Scope(2, X1=3, Y=3),
    given=[the_data_are_a_product],
)
def maximal_leakage_is_the_logarithm_of_the_number_of_outputs(D: People, g: Extended) -> Truth:
    """L_c(Xᵢ → Y) = log |⟦Y|X₋ᵢ = v⟧| on product data, so the worst line attains ε = log K(g)."""
    return forall(lines(D), lambda line: maximal_leakage_of_response(g, line) == log2(g.outputs_on(line).size()))


@maximal_leakage_is_the_logarithm_of_the_number_of_outputs.control
def maximal_leakage_is_the_logarithm_of_all_outputs(D: People, g: Extended) -> Truth:
    """L_c(Xᵢ → Y) = log |⟦Y⟧| on product data."""
    return forall(lines(D), lambda line: maximal_leakage_of_response(g, line) == log2(g.output_range().size()))


@claim(
    "thm-5-step",
    source="[farokhi2019noiseless], proof of Thm. 5; [issa2018operational]",
    kind="paper",
    scope=Scope(3, denominator=4),
)
def maximal_leakage_is_at_most_the_entropy_of_the_output(P: Annotated[Channel, "X", "Y", "denominator"]) -> Truth:
    """sup L_c(X → Y) ≤ H₀(Y) over all channels."""
    return maximal_leakage(P) <= log2(len(P.outputs))


@maximal_leakage_is_at_most_the_entropy_of_the_output.control
def maximal_leakage_is_below_the_entropy_of_the_output(P: Annotated[Channel, "X", "Y", "denominator"]) -> Truth:
    """L_c(X → Y) < H₀(Y) over all channels."""
    return maximal_leakage(P) < log2(len(P.outputs))


# --- Theorem 6 -------------------------------------------------------------------------------------------------------

First = Annotated[Mechanism, "D", "Y"]
Second = Annotated[Mechanism, "D", "Z"]
COMPOSITION = Scope(2, X2=3)


@claim("thm-6", source="[farokhi2019noiseless], Thm. 6", kind="paper", scope=Scope(2, W=3))
def budgets_add_up_for_one_query(
    D: Data,
    f: Annotated[Mechanism, "D", "W"],
    M1: Annotated[Function, "W", "Y"],
    M2: Annotated[Function, "W", "Z"],
) -> Truth:
    """ε((M₁, M₂) ∘ f) ≤ ε(M₁ ∘ f) + ε(M₂ ∘ f)."""
    g1, g2 = post_processed(f, M1), post_processed(f, M2)
    return noiseless_budget(composed(g1, g2)) <= noiseless_budget(g1) + noiseless_budget(g2)


@budgets_add_up_for_one_query.control
def the_first_budget_is_enough_for_one_query(
    D: Data,
    f: Annotated[Mechanism, "D", "W"],
    M1: Annotated[Function, "W", "Y"],
    M2: Annotated[Function, "W", "Z"],
) -> Truth:
    """ε((M₁, M₂) ∘ f) ≤ ε(M₁ ∘ f)."""
    g1, g2 = post_processed(f, M1), post_processed(f, M2)
    return noiseless_budget(composed(g1, g2)) <= noiseless_budget(g1)


@claim("thm-6-different-queries", source="[farokhi2019noiseless], Sec. I and Thm. 6", kind="paper", scope=COMPOSITION)
def budgets_add_up_for_different_queries(D: Data, g1: First, g2: Second) -> Truth:
    """ε(g₁, g₂) ≤ ε(g₁) + ε(g₂) for different queries, on any data."""
    return noiseless_budget(composed(g1, g2)) <= noiseless_budget(g1) + noiseless_budget(g2)


@budgets_add_up_for_different_queries.control
def the_larger_budget_is_enough(D: Data, g1: First, g2: Second) -> Truth:
    """ε(g₁, g₂) ≤ ε(g₁) or ε(g₁, g₂) ≤ ε(g₂)."""
    both = noiseless_budget(composed(g1, g2))
    return any_of([both <= noiseless_budget(g1), both <= noiseless_budget(g2)])


@claim("thm-6-adaptive", source="[farokhi2019noiseless], Thm. 6, adaptive", kind="neighbour", scope=Scope(2, Y=2, Z=2))
def budgets_add_up_for_adaptive_releases(D: Data, g1: First, after_y1: Second, after_y2: Second) -> Truth:
    """ε of x ↦ (y₁, g₂(x, y₁)) is at most ε(g₁) + max over the y₁ that occur of ε(g₂(·, y₁))."""
    second = {"y1": after_y1, "y2": after_y2}
    both = noiseless_budget(adaptively_composed(g1, second))
    return exists(g1.output_range(), lambda y: both <= noiseless_budget(g1) + noiseless_budget(second[y]))


@budgets_add_up_for_adaptive_releases.control
def the_first_adaptive_budget_is_enough(D: Data, g1: First, after_y1: Second, after_y2: Second) -> Truth:
    """ε of x ↦ (y₁, g₂(x, y₁)) is at most ε(g₁)."""
    return noiseless_budget(adaptively_composed(g1, {"y1": after_y1, "y2": after_y2})) <= noiseless_budget(g1)


@claim(
    "thm-6-attained",
    source="[farokhi2019noiseless], Thm. 6",
    kind="attained",
    scope=Scope(1, X1=4, Y=2, Z=2),
    existential=True,
)
def budgets_can_add_up_exactly(D: Data, g1: First, g2: Second) -> Truth:
    """ε(g₁, g₂) = ε(g₁) + ε(g₂) with both positive: the bound cannot be lowered."""
    return all_of(
        [
            noiseless_budget(g1) > 0,
            noiseless_budget(g2) > 0,
            noiseless_budget(composed(g1, g2)) == noiseless_budget(g1) + noiseless_budget(g2),
        ]
    )


@budgets_can_add_up_exactly.control
def positive_budgets_never_add_up_exactly(D: Data, g1: First, g2: Second) -> Truth:
    """ε(g₁, g₂) < ε(g₁) + ε(g₂) when both are positive."""
    return implies(
        all_of([noiseless_budget(g1) > 0, noiseless_budget(g2) > 0]),
        noiseless_budget(composed(g1, g2)) < noiseless_budget(g1) + noiseless_budget(g2),
    )


@claim("thm-6-equality", source="the converse of [farokhi2019noiseless], Thm. 6", kind="neighbour", scope=COMPOSITION)
def budgets_always_add_up_exactly(D: Data, g1: First, g2: Second) -> Truth:
    """ε(g₁, g₂) = ε(g₁) + ε(g₂)."""
    return noiseless_budget(composed(g1, g2)) == noiseless_budget(g1) + noiseless_budget(g2)


@budgets_always_add_up_exactly.control
def a_second_release_always_costs(D: Data, g1: First, g2: Second) -> Truth:
    """ε(g₁, g₂) > ε(g₁)."""
    return noiseless_budget(composed(g1, g2)) > noiseless_budget(g1)


# --- Theorem 7 -------------------------------------------------------------------------------------------------------

Processing = Annotated[Function, "Y", "Z"]


@claim("thm-7", source="[farokhi2019noiseless], Thm. 7", kind="paper", scope=Scope(2, X2=3, Y=3))
def post_processing_never_costs(D: Data, g: First, h: Processing) -> Truth:
    """ε(h ∘ g) ≤ ε(g) for every map h."""
    return noiseless_budget(post_processed(g, h)) <= noiseless_budget(g)


@post_processing_never_costs.control
def post_processing_always_saves(D: Data, g: First, h: Processing) -> Truth:
    """ε(h ∘ g) < ε(g)."""
    return noiseless_budget(post_processed(g, h)) < noiseless_budget(g)


def the_map_merges_outputs(g: Mechanism, h: Function) -> Truth:
    """h is not injective on ⟦Y⟧."""
    return h.image(g.output_range()).size() < g.output_range().size()


@claim(
    "thm-7-strict",
    source="a sharper [farokhi2019noiseless], Thm. 7",
    kind="neighbour",
    scope=Scope(2, X2=3, Y=3),
    given=[the_map_merges_outputs],
)
def merging_outputs_always_saves(D: Data, g: First, h: Processing) -> Truth:
    """ε(h ∘ g) < ε(g) whenever h merges outputs that occur."""
    return noiseless_budget(post_processed(g, h)) < noiseless_budget(g)


@merging_outputs_always_saves.control
def merging_outputs_leaves_nothing(D: Data, g: First, h: Processing) -> Truth:
    """ε(h ∘ g) = 0 whenever h merges outputs that occur."""
    return noiseless_budget(post_processed(g, h)) <= 0


@claim("thm-7-attained", source="[farokhi2019noiseless], Thm. 7", kind="attained", existential=True, scope=Scope(2))
def post_processing_can_leave_the_budget(D: Data, g: First, h: Processing) -> Truth:
    """ε(h ∘ g) = ε(g) > 0 for some map h: the bound cannot be lowered."""
    return all_of(
        [
            noiseless_budget(g) > 0,
            noiseless_budget(post_processed(g, h)) == noiseless_budget(g),
        ]
    )


@post_processing_can_leave_the_budget.control
def post_processing_always_lowers_a_positive_budget(D: Data, g: First, h: Processing) -> Truth:
    """ε(h ∘ g) < ε(g) whenever ε(g) > 0."""
    return implies(noiseless_budget(g) > 0, noiseless_budget(post_processed(g, h)) < noiseless_budget(g))
