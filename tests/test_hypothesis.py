"""Non-stochastic hypothesis tests: performance, the bound of Proposition 3, and the best test."""

from itertools import product

import pytest

from exactpriv.amount import bits, log2
from exactpriv.errors import ExactPrivError
from exactpriv.information import (
    best_test,
    conclusive_outputs,
    correct_outputs,
    hypothesis_relation,
    performance_bound,
    test_performance,
)
from exactpriv.relations import Function, Relation
from tests import oracles

POINTS, OUTPUTS, HYPOTHESES = range(4), range(3), ("p0", "p1")
MEASUREMENTS = list(oracles.every_function(POINTS, OUTPUTS))
SPLITS = [g_H for g_H in oracles.every_function(POINTS, HYPOTHESES) if len(set(g_H.values())) == 2]
TESTS = list(oracles.every_function(OUTPUTS, HYPOTHESES))
SITUATIONS = list(product(SPLITS, MEASUREMENTS))[::7]


def evidence(g_H, g_Y, points=POINTS):
    """⟦H, Y⟧ for the two maps on a set of points, the null hypothesis declared first."""
    R = hypothesis_relation(points, Function.of(POINTS, g_H), Function.of(POINTS, g_Y))
    return Relation(R.columns, dict(R.rows), declared=[HYPOTHESES, OUTPUTS])


def test_the_evidence_is_the_joint_range():
    """⟦H,Y⟧ = {(g_H(x), g_Y(x)) : x ∈ ⟦X⟧}, for every ⟦X⟧ ⊆ {0, 1, 2, 3}."""
    for g_H, g_Y in SITUATIONS[::11]:
        for points in oracles.subsets(POINTS):
            R = hypothesis_relation(points, Function.of(POINTS, g_H), Function.of(POINTS, g_Y))
            assert set(R) == {(g_H[x], g_Y[x]) for x in points}


def test_a_test_is_correct_where_one_hypothesis_is_left():
    """ℵ(T) = {y ∈ ⟦Y⟧ : ⟦H | ⟦X|y⟧⟧ = {T(y)}} and 𝒫(T) = log |ℵ(T)|: every test on maps of four values."""
    for g_H, g_Y in SITUATIONS:
        R = evidence(g_H, g_Y)
        for rule in TESTS:
            T = Function.of(OUTPUTS, rule)
            wanted = oracles.correct(rule, POINTS, g_H, g_Y)
            assert set(correct_outputs(T, R)) == wanted
            assert test_performance(T, R) == log2(len(wanted))


def test_the_bound_is_the_symmetric_difference():
    """⟦Y|p₀⟧ Δ ⟦Y|p₁⟧, and with the outputs of both hypotheses it makes up ⟦Y⟧."""
    for g_H, g_Y in SITUATIONS:
        R = evidence(g_H, g_Y)
        null, alternative = ({g_Y[x] for x in POINTS if g_H[x] == h} for h in HYPOTHESES)
        assert set(conclusive_outputs(R)) == null ^ alternative
        assert performance_bound(R) == log2(len(null ^ alternative))
        assert len(null ^ alternative) + len(null & alternative) == len(set(g_Y.values()))


def test_proposition_3():
    """max over all tests of 𝒫(T) = log |⟦Y|p₀⟧ Δ ⟦Y|p₁⟧|, attained by the best test."""
    for g_H, g_Y in SITUATIONS:
        R = evidence(g_H, g_Y)
        most = max(len(oracles.correct(rule, POINTS, g_H, g_Y)) for rule in TESTS)
        assert test_performance(best_test(R), R) == performance_bound(R) == log2(most)


def test_the_best_test_accepts_what_is_inconclusive():
    """It answers the only hypothesis consistent with y, and the null hypothesis when both are."""
    for g_H, g_Y in SITUATIONS:
        table = best_test(evidence(g_H, g_Y)).as_table()
        for y, answer in table.items():
            consistent = {g_H[x] for x in POINTS if g_Y[x] == y}
            assert answer == ("p0" if "p0" in consistent else "p1")


def test_a_test_that_is_never_correct():
    """𝒫(T) = log 0 = -∞: for the test that is wrong everywhere, and for every test when nothing is conclusive."""
    clear = Relation.of(("p0", "a"), ("p1", "b"))
    assert test_performance(Function.of("ab", {"a": "p1", "b": "p0"}), clear) == log2(0)
    assert test_performance(Function.of("ab", {"a": "p0", "b": "p1"}), clear) == bits(1)
    blurred = Relation.of(*product(HYPOTHESES, "ab"))
    assert performance_bound(blurred) == log2(0)
    assert all(
        test_performance(Function.of("ab", rule), blurred) == log2(0)
        for rule in oracles.every_function("ab", HYPOTHESES)
    )


def test_a_wrong_bound_would_be_noticed():
    """The number of outputs itself is not attained: some pair of maps leaves an output inconclusive."""
    assert any(performance_bound(evidence(g_H, g_Y)) < log2(len(set(g_Y.values()))) for g_H, g_Y in SITUATIONS)


@pytest.mark.parametrize("question", [performance_bound, conclusive_outputs, best_test])
@pytest.mark.parametrize("names", [("p0",), ("p0", "p1", "p2")])
def test_there_are_two_hypotheses(question, names):
    """With one hypothesis or three there is no null and alternative; a named error says so."""
    with pytest.raises(ExactPrivError):
        question(Relation.of(*((name, "a") for name in names)))
