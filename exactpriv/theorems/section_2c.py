"""Section II-C: non-stochastic hypothesis testing, equation (12) and Proposition 3."""

from __future__ import annotations

from typing import Annotated

from exactpriv.claims import Scope, claim
from exactpriv.information import (
    best_test,
    conclusive_outputs,
    hypothesis_relation,
    log2,
    performance_bound,
    test_performance,
)
from exactpriv.relations import Function, Relation
from exactpriv.truth import Truth

Values = Annotated[Relation, "X"]
Hypothesis = Annotated[Function, "X", "H"]
Measurement = Annotated[Function, "X", "Y"]
Test = Annotated[Function, "Y", "H"]
TWO_HYPOTHESES = Scope(3, X=4, H=2)


def evidence(X: Relation, g_H: Function, g_Y: Function) -> Relation:
    """⟦H, Y⟧ of H = g_H ∘ X and Y = g_Y ∘ X."""
    return hypothesis_relation({x: X.holds(x) for (x,) in X.rows}, g_H, g_Y)


def both_hypotheses_occur(X: Relation, g_H: Function) -> Truth:
    """⟦H⟧ = {p₀, p₁}."""
    return g_H.image({x: X.holds(x) for (x,) in X.rows}).size() == 2


@claim(
    "prop-3",
    source="[farokhi2019noiseless], Prop. 3",
    kind="paper",
    scope=TWO_HYPOTHESES,
    given=[both_hypotheses_occur],
)
def no_test_beats_the_symmetric_difference(X: Values, g_H: Hypothesis, g_Y: Measurement, T: Test) -> Truth:
    """𝒫(T) ≤ log |⟦Y|p₀⟧ Δ ⟦Y|p₁⟧|."""
    R = evidence(X, g_H, g_Y)
    return test_performance(T, R) <= performance_bound(R)


@no_test_beats_the_symmetric_difference.control
def every_test_falls_short_by_an_output(X: Values, g_H: Hypothesis, g_Y: Measurement, T: Test) -> Truth:
    """𝒫(T) < log |⟦Y|p₀⟧ Δ ⟦Y|p₁⟧|."""
    R = evidence(X, g_H, g_Y)
    return test_performance(T, R) < performance_bound(R)


@claim(
    "prop-3-attained",
    source="[farokhi2019noiseless], Prop. 3",
    kind="attained",
    scope=TWO_HYPOTHESES,
    given=[both_hypotheses_occur],
)
def the_best_test_attains_the_bound(X: Values, g_H: Hypothesis, g_Y: Measurement) -> Truth:
    """𝒫(T) = log |⟦Y|p₀⟧ Δ ⟦Y|p₁⟧| for the test that answers the only hypothesis consistent with y."""
    R = evidence(X, g_H, g_Y)
    return test_performance(best_test(R), R) == performance_bound(R)


@the_best_test_attains_the_bound.control
def the_best_test_is_always_right(X: Values, g_H: Hypothesis, g_Y: Measurement) -> Truth:
    """𝒫(T) = log |⟦Y⟧| for the test that answers the only hypothesis consistent with y."""
    R = evidence(X, g_H, g_Y)
    return test_performance(best_test(R), R) == log2(R.range("Y").size())


@claim(
    "prop-3-inconclusive",
    source="[farokhi2019noiseless], Fig. 1",
    kind="paper",
    scope=TWO_HYPOTHESES,
    given=[both_hypotheses_occur],
)
def inconclusive_outputs_are_those_of_both(X: Values, g_H: Hypothesis, g_Y: Measurement) -> Truth:
    """⟦Y⟧ is the disjoint union of the inconclusive ⟦Y|p₀⟧ ∩ ⟦Y|p₁⟧ and the conclusive ⟦Y|p₀⟧ Δ ⟦Y|p₁⟧."""
    R = evidence(X, g_H, g_Y)
    null, alternative = R.declared[0]
    both = R.converse.conditional_range(null) & R.converse.conditional_range(alternative)
    return both.size() + conclusive_outputs(R).size() == R.range("Y").size()


@inconclusive_outputs_are_those_of_both.control
def every_output_is_conclusive(X: Values, g_H: Hypothesis, g_Y: Measurement) -> Truth:
    """⟦Y⟧ = ⟦Y|p₀⟧ Δ ⟦Y|p₁⟧."""
    R = evidence(X, g_H, g_Y)
    return conclusive_outputs(R).size() == R.range("Y").size()
