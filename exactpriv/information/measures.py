r"""Non-stochastic entropy, information and leakage of discrete uncertain variables: equations (1), (3), (5), (6), (8).

A pair (X, Y) *is* its joint range, a :class:`~exactpriv.relations.Relation` of two columns.  Every measure is defined
once, as the logarithm of an exact ratio of counts; in the batched and open readings that logarithm compares by its
ratio and is never taken.  All are in bits.

Main definitions: :func:`hartley_entropy`, :func:`conditional_hartley_entropy`, :func:`nonstochastic_information`,
:func:`nonstochastic_leakage`, :func:`symmetrized_leakage`, :func:`maximin_information`; given a third variable:
:func:`conditional_information`, :func:`conditional_leakage`, :func:`largest_conditional_maximin_information`,
:func:`smallest_conditional_maximin_information`; at one output: :func:`combinatorial_entropy`,
:func:`combinatorial_gain`.

Conventions at the boundary: Ω is not empty, so an empty relation has no measure (``EmptyRangeError``); outputs that
never occur are ignored by every measure.
"""

from __future__ import annotations

from collections.abc import Callable

from exactpriv.errors import EmptyRangeError, OutsideRangeError
from exactpriv.information.logarithms import Information, exactly, log2
from exactpriv.relations import Range, Relation, Value, columns_of, overlap_classes
from exactpriv.truth import Number, largest, smallest

Measure = Callable[[Relation], Information]


def _sizes(R: Relation) -> tuple[Number, Range, Callable[[Value], Number]]:
    """|⟦X⟧|, ⟦Y⟧ and y ↦ |⟦X|y⟧|."""
    if R.rows.is_empty() is True:
        raise EmptyRangeError("the relation has no row; Ω is not empty, so give at least one row")
    X, Y = columns_of(R)
    return R.range(X).size(), R.range(Y), lambda y: R.conditional_range(y).size()


def hartley_entropy(X: Range) -> Information:
    """H₀(X) = log₂ |⟦X⟧|, in bits; the empty range raises ``EmptyRangeError``.

    >>> hartley_entropy(Range.of("a", "b", "c"))
    log2(3) bits

    Reference: [farokhi2019noiseless], eq. (1); [hartley1928transmission].
    """
    if X.is_empty() is True:
        raise EmptyRangeError("the range is empty; Ω is not, so give a value that occurs")
    return log2(X.size())


def conditional_hartley_entropy(R: Relation) -> Information:
    """H₀(X|Y) = max over y of log₂ |⟦X|y⟧|, in bits.

    >>> conditional_hartley_entropy(Relation.of((1, "a"), (2, "a"), (3, "b")))
    1 bit

    Reference: [farokhi2019noiseless], eq. (3).
    """
    _, outputs, remaining = _sizes(R)
    return log2(largest(outputs, remaining))


def nonstochastic_information(R: Relation) -> Information:
    """I₀(X;Y) = min over y of log₂ (|⟦X⟧| / |⟦X|y⟧|), in bits: what the worst observation still tells.

    Not symmetric: I₀(Y;X) is ``nonstochastic_information(R.converse)``.

    >>> nonstochastic_information(Relation.of((1, "a"), (2, "a"), (3, "b")))
    log2(3/2) bits

    Reference: [farokhi2019noiseless], eq. (5).
    """
    inputs, outputs, remaining = _sizes(R)
    return log2(inputs / exactly(largest(outputs, remaining)))


def nonstochastic_leakage(R: Relation) -> Information:
    """L₀(X;Y) = max over y of log₂ (|⟦X⟧| / |⟦X|y⟧|), in bits: how far the best observation narrows a search for x.

    Not symmetric: L₀(Y;X) is ``nonstochastic_leakage(R.converse)``.

    >>> nonstochastic_leakage(Relation.of(("ann", "red"), ("bob", "red"), ("eve", "blue")))
    log2(3) bits

    Reference: [farokhi2019noiseless], eq. (6); [farokhi2019deterministic].
    """
    inputs, outputs, remaining = _sizes(R)
    return log2(inputs / exactly(smallest(outputs, remaining)))


def symmetrized_leakage(R: Relation) -> Information:
    """L₀ˢ(X;Y) = min{L₀(X;Y), L₀(Y;X)}, in bits.

    >>> symmetrized_leakage(Relation.of((1, "a"), (2, "a"), (3, "a")))
    0 bits

    Reference: [farokhi2019noiseless], eq. (8).
    """
    return smallest([nonstochastic_leakage(R), nonstochastic_leakage(R.converse)])


def maximin_information(R: Relation) -> Information:
    """I⋆(X;Y) = log₂ |⟦X|Y⟧⋆|, in bits: the logarithm of the number of members of the overlap partition.

    >>> maximin_information(Relation.of((1, "a"), (2, "a"), (3, "b")))
    1 bit

    Reference: [farokhi2019noiseless], eq. (9); [nair2013nonstochastic].
    """
    return log2(overlap_classes(R))


# --- given a third variable ------------------------------------------------------------------------------------------


def _over_slices(R: Relation, measure: Measure, extreme: Callable[..., Information]) -> Information:
    """The extreme, over the values z of the last column, of a measure on the slice Z = z."""
    *_, Z = columns_of(R, 3)
    return extreme(R.range(Z), lambda z: measure(R.slice(Z, z)))


def conditional_leakage(R: Relation) -> Information:
    """L₀(X;Y|Z) = max over z of L₀(X;Y) on the slice Z = z, for a relation ⟦X, Y, Z⟧, in bits.

    >>> conditional_leakage(Relation.of((0, 0, "z"), (1, 1, "z"), (1, 1, "w")))
    1 bit
    """
    return _over_slices(R, nonstochastic_leakage, largest)


def conditional_information(R: Relation) -> Information:
    """I₀(X;Y|Z) = min over z of I₀(X;Y) on the slice Z = z, for a relation ⟦X, Y, Z⟧, in bits.

    >>> conditional_information(Relation.of((0, 0, "z"), (1, 1, "z"), (1, 1, "w")))
    0 bits
    """
    return _over_slices(R, nonstochastic_information, smallest)


def conditional_symmetrized_leakage(R: Relation) -> Information:
    """L₀ˢ(X;Y|Z) = max over z of L₀ˢ(X;Y) on the slice Z = z, for a relation ⟦X, Y, Z⟧, in bits.

    >>> conditional_symmetrized_leakage(Relation.of((0, 0, "z"), (1, 1, "z"), (1, 1, "w")))
    1 bit
    """
    return _over_slices(R, symmetrized_leakage, largest)


def largest_conditional_maximin_information(R: Relation) -> Information:
    """Max over z of I⋆(X;Y) on the slice Z = z, for a relation ⟦X, Y, Z⟧, in bits.

    >>> largest_conditional_maximin_information(Relation.of((0, 0, "z"), (1, 1, "z"), (1, 1, "w")))
    1 bit
    """
    return _over_slices(R, maximin_information, largest)


def smallest_conditional_maximin_information(R: Relation) -> Information:
    """Min over z of I⋆(X;Y) on the slice Z = z, for a relation ⟦X, Y, Z⟧, in bits.

    >>> smallest_conditional_maximin_information(Relation.of((0, 0, "z"), (1, 1, "z"), (1, 1, "w")))
    0 bits
    """
    return _over_slices(R, maximin_information, smallest)


# --- at one output ---------------------------------------------------------------------------------------------------


def combinatorial_entropy(R: Relation, y: Value) -> Information:
    """Kolmogorov's combinatorial conditional entropy log₂ |⟦X|y⟧| at a fixed y, in bits.

    >>> combinatorial_entropy(Relation.of((1, "a"), (2, "a"), (3, "b")), "a")
    1 bit

    Reference: [kolmogorov1959entropy], as named after [farokhi2019noiseless], eq. (5).
    """
    return log2(_occurring(R, y).size())


def combinatorial_gain(R: Relation, y: Value) -> Number:
    """Kolmogorov's information gain |⟦X⟧| / |⟦X|y⟧| at a fixed y: an exact ratio, at least 1.

    >>> combinatorial_gain(Relation.of((1, "a"), (2, "a"), (3, "b")), "a")
    Fraction(3, 2)

    Reference: [kolmogorov1959entropy], as named after [farokhi2019noiseless], eq. (5).
    """
    return R.range(R.columns[0]).size() / exactly(_occurring(R, y).size())


def _occurring(R: Relation, y: Value) -> Range:
    remaining = R.conditional_range(y)
    if remaining.is_empty() is True:
        raise OutsideRangeError(f"{y!r} never occurs in column {R.columns[-1]!r}; give a value of its range")
    return remaining
