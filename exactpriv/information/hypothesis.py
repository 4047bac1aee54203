"""Non-stochastic hypothesis tests: equations (11)–(12) and the best test.

A hypothesis H = g_H ∘ X with two values and a measurement Y = g_Y ∘ X are known to a test only through their joint
range ⟦H, Y⟧, a relation of two columns.  A test T: ⟦Y⟧ → ⟦H⟧ is correct at y when ⟦H | ⟦X|y⟧⟧ = {T(y)}.

Main definitions: :func:`hypothesis_relation`, :func:`correct_outputs`, :func:`test_performance`,
:func:`performance_bound`, :func:`best_test`.

Reference: [farokhi2019noiseless], Sec. II-C; [farokhi2019hypothesis].
"""

from __future__ import annotations

from exactpriv.errors import OutsideRangeError
from exactpriv.information.logarithms import Information, log2
from exactpriv.relations import Function, Range, Relation, Value, columns_of
from exactpriv.truth import Domain, all_of, forall, implies, negation


def hypothesis_relation(X: Domain[Value], g_H: Function, g_Y: Function) -> Relation:
    """⟦H, Y⟧ for H = g_H ∘ X and Y = g_Y ∘ X.

    >>> parity, size = Function.of(range(4), lambda n: n % 2), Function.of(range(4), lambda n: n // 3)
    >>> sorted(hypothesis_relation(range(4), parity, size))
    [(0, 0), (1, 0), (1, 1)]
    """
    return Relation(("H", "Y"), dict(g_H.paired(g_Y).image(X)))


def correct_outputs(T: Function, R: Relation) -> Range:
    """ℵ(T) = {y ∈ ⟦Y⟧ : ⟦H|y⟧ = {T(y)}} for a test T and the joint range R = ⟦H, Y⟧.

    >>> R = Relation.of(("p0", "a"), ("p1", "a"), ("p1", "b"))
    >>> correct_outputs(Function.of("ab", {"a": "p0", "b": "p1"}), R)
    Range('b')
    """
    H, Y = columns_of(R)

    def correct(y: Value) -> object:
        return forall(R.range(H), lambda h: implies(R.holds(h, y), T.gives(y, h)))

    return Range({y: all_of([occurs, correct(y)]) for y, occurs in R.range(Y).items()})


def test_performance(T: Function, R: Relation) -> Information:
    """𝒫(T) = log₂ |ℵ(T)|, in bits; −∞ for a test that is never correct.

    >>> R = Relation.of(("p0", "a"), ("p1", "a"), ("p1", "b"))
    >>> test_performance(Function.of("ab", {"a": "p0", "b": "p0"}), R)
    -inf bits

    Reference: [farokhi2019noiseless], eq. (12).
    """
    return log2(correct_outputs(T, R).size())


test_performance.__test__ = False  # type: ignore[attr-defined]  # a hypothesis test, not one for pytest


def performance_bound(R: Relation) -> Information:
    """log₂ |⟦Y|p₀⟧ Δ ⟦Y|p₁⟧|, in bits, for ⟦H, Y⟧ with two hypotheses; −∞ when the two ranges agree.

    >>> performance_bound(Relation.of(("p0", "a"), ("p1", "a"), ("p1", "b")))
    0 bits

    Reference: [farokhi2019noiseless], Prop. 3.
    """
    return log2(conclusive_outputs(R).size())


def two_hypotheses(R: Relation) -> tuple[Value, Value]:
    """p₀ and p₁: the two values that the first column of ⟦H, Y⟧ can have; OutsideRangeError when it has not two.

    >>> two_hypotheses(Relation.of(("p0", "a"), ("p1", "a")))
    ('p0', 'p1')
    """
    columns_of(R)
    if len(R.declared[0]) != 2:
        raise OutsideRangeError(
            f"column {R.columns[0]!r} has {len(R.declared[0])} values; a hypothesis has two, so declare or keep two"
        )
    null, alternative = R.declared[0]
    return null, alternative


def conclusive_outputs(R: Relation) -> Range:
    """⟦Y|p₀⟧ Δ ⟦Y|p₁⟧: the outputs that only one hypothesis allows.

    >>> conclusive_outputs(Relation.of(("p0", "a"), ("p1", "a"), ("p1", "b")))
    Range('b')
    """
    null, alternative = two_hypotheses(R)
    return R.converse.conditional_range(null) ^ R.converse.conditional_range(alternative)


def best_test(R: Relation) -> Function:
    """The test that answers the only hypothesis consistent with y, and the null hypothesis when both are.

    >>> best_test(Relation.of(("p0", "a"), ("p1", "a"), ("p1", "b"))).as_table()
    {'a': 'p0', 'b': 'p1'}
    """
    null, alternative = two_hypotheses(R)
    return Function(
        {
            y: {null: R.holds(null, y), alternative: all_of([R.holds(alternative, y), negation(R.holds(null, y))])}
            for y in R.range(R.columns[1])
        }
    )
