r"""Differential entropy, information and leakage of continuous uncertain variables: eqs. (2), (4), (5), (7), (11).

A continuous range is a finite union of rational intervals, an :class:`IntervalUnion`, known up to null sets; its length
μ is an exact fraction, so every measure is an exact logarithm, in nats.

A pair (X, Y) is given by its *conditional ranges*: a mapping, or pairs, from y to ⟦X|y⟧.  There y is

* a label, when Y is discrete: then every y counts, or
* an ``IntervalUnion``, when Y is continuous: a piece of ⟦Y⟧ on which ⟦X|y⟧ is constant; pieces of measure zero are
  ignored by the essential supremum, and pieces must not overlap.

Main definitions: :class:`IntervalUnion`; :func:`differential_entropy`, :func:`conditional_differential_entropy`,
:func:`continuous_information`, :func:`continuous_leakage`, :func:`continuous_range`; for hypothesis tests
:func:`continuous_test_performance` and :func:`continuous_test_bound`.

Conventions at the boundary: ln 0 = −∞; ⟦X⟧ is the union of *all* conditional ranges, those on null pieces too; a
conditional range that is null (a point) on a set of y that counts makes the leakage +∞; every y that is listed occurs.
An amount knows its unit: one bit equals ln 2 nats, so measures of discrete and of continuous variables may be compared.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from exactpriv.amount import Amount, ln
from exactpriv.errors import AmountError, EmptyRangeError, NotFunctionalError, TableError
from exactpriv.numbers import Exactable, exact

Interval = tuple[Fraction, Fraction]


@dataclass(frozen=True, slots=True, init=False, repr=False)
class IntervalUnion:
    """A finite union of rational intervals, up to null sets: two unions are equal when they differ by a null set.

    Intervals are given by their ends, which are exact numbers; whether the ends belong to it makes no difference.
    Intervals that meet are joined, points vanish, and ``IntervalUnion()`` is the null set.
    ``|``, ``&``, ``-`` and ``^`` are union, intersection, difference and symmetric difference; ``<=`` is inclusion.
    Raises ``EmptyRangeError`` for an interval whose lower end exceeds its upper one, ``TableError`` for one that does
    not have two ends, ``NotExactError`` for a float.

    >>> A, B = IntervalUnion((0, 1), (1, "3/2"), (4, 4)), IntervalUnion((1, 2))
    >>> A, A.measure
    (IntervalUnion((0, '3/2')), Fraction(3, 2))
    >>> print(A | B, A & B, A - B, A ^ B, sep="; ")
    [0, 2]; [1, 3/2]; [0, 1]; [0, 1] ∪ [3/2, 2]
    >>> A & B <= A, A <= B
    (True, False)
    """

    intervals: tuple[Interval, ...]
    """The longest intervals of the union, from left to right."""

    def __init__(self, *intervals: tuple[Exactable, Exactable]) -> None:
        object.__setattr__(self, "intervals", _joined(map(_interval, intervals)))

    @property
    def measure(self) -> Fraction:
        """The length μ, a sum of differences of ends.

        >>> IntervalUnion((0, "1/3"), (2, 3)).measure
        Fraction(4, 3)
        """
        return sum((upper - lower for lower, upper in self.intervals), start=Fraction(0))

    @property
    def is_null(self) -> bool:
        """Whether μ = 0.

        >>> IntervalUnion((2, 2)).is_null
        True
        """
        return not self.intervals

    def __or__(self, other: IntervalUnion) -> IntervalUnion:
        return IntervalUnion(*self.intervals, *other.intervals)

    def __and__(self, other: IntervalUnion) -> IntervalUnion:
        return self._where(other, lambda here, there: here and there)

    def __sub__(self, other: IntervalUnion) -> IntervalUnion:
        return self._where(other, lambda here, there: here and not there)

    def __xor__(self, other: IntervalUnion) -> IntervalUnion:
        return self._where(other, lambda here, there: here is not there)

    def __le__(self, other: IntervalUnion) -> bool:
        return (self - other).is_null

    def __ge__(self, other: IntervalUnion) -> bool:
        return other <= self

    def _where(self, other: IntervalUnion, keep: Callable[[bool, bool], bool]) -> IntervalUnion:
        """The points that ``keep`` chooses by membership in both: it is constant between neighboring ends."""
        ends = sorted({end for interval in self.intervals + other.intervals for end in interval})
        return IntervalUnion(
            *(cut for cut in pairwise(ends) if keep(self._starts_in(cut[0]), other._starts_in(cut[0])))
        )

    def _starts_in(self, point: Fraction) -> bool:
        """Whether the points just above this one belong to the union."""
        before = bisect_right(self.intervals, point, key=lambda interval: interval[0])
        return before > 0 and point < self.intervals[before - 1][1]

    def __repr__(self) -> str:
        ends = (f"({', '.join(map(_written, interval))})" for interval in self.intervals)
        return f"IntervalUnion({', '.join(ends)})"

    def __str__(self) -> str:
        return " ∪ ".join(f"[{lower}, {upper}]" for lower, upper in self.intervals) or "∅"


def _interval(ends: tuple[Exactable, Exactable]) -> Interval:
    if not isinstance(ends, tuple | list) or len(ends) != 2:
        raise TableError(f"{ends!r} is not an interval: give its two ends, such as (0, '1/2').")
    lower, upper = map(exact, ends)
    if lower > upper:
        raise EmptyRangeError(f"The interval [{lower}, {upper}] is empty: write its lower end first.")
    return lower, upper


def _joined(intervals: Iterable[Interval]) -> tuple[Interval, ...]:
    """The same points, as few intervals as possible, from left to right, without single points."""
    joined: list[Interval] = []
    for lower, upper in sorted(intervals):
        if lower == upper:
            continue
        if joined and lower <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(upper, joined[-1][1])
        else:
            joined.append((lower, upper))
    return tuple(joined)


def _written(end: Fraction) -> str:
    return str(end) if end.denominator == 1 else repr(str(end))


# --- pairs of uncertain variables ------------------------------------------------------------------------------------

ConditionalRanges = Mapping[Any, IntervalUnion] | Iterable[tuple[Hashable, IntervalUnion]]
"""What gives a pair (X, Y): y ↦ ⟦X|y⟧, where y is a label or a piece of a continuous ⟦Y⟧."""


def _listed(ranges: ConditionalRanges) -> list[tuple[Hashable, IntervalUnion]]:
    """The pairs (y, ⟦X|y⟧); only for a null set of y may there be two conditional ranges."""
    pairs = list(ranges.items() if isinstance(ranges, Mapping) else ranges)
    labels: set[Hashable] = set()
    pieces = IntervalUnion()
    for y, X in pairs:
        if not isinstance(X, IntervalUnion):
            raise TableError(f"⟦X|y⟧ at y = {y} is {X!r}: give an IntervalUnion, such as IntervalUnion((0, '1/2')).")
        if y in labels or (isinstance(y, IntervalUnion) and not (y & pieces).is_null):
            raise NotFunctionalError(f"⟦X|y⟧ at y = {y} is given twice: give it once, as the union of both.")
        if isinstance(y, IntervalUnion):
            pieces |= y
        else:
            labels.add(y)
    return pairs


def _lengths(ranges: ConditionalRanges) -> tuple[Fraction, list[Fraction]]:
    """μ(⟦X⟧), and the μ(⟦X|y⟧) of all y that count."""
    pairs = _listed(ranges)
    conditional = [X.measure for y, X in pairs if not (isinstance(y, IntervalUnion) and y.is_null)]
    if not conditional:
        raise EmptyRangeError("No y counts: give at least one label, or one piece of positive measure.")
    return continuous_range(pairs).measure, conditional


def _gain(whole: Fraction, part: Fraction) -> Amount:
    """ln whole/part; +∞ for a null part."""
    if not whole:
        raise AmountError(
            "⟦X⟧ is null, and ln 0/0 has no value: a continuous X needs a range of positive length; "
            "measure a discrete X by the number of its values."
        )
    return ln(whole) - ln(part)


def continuous_range(ranges: ConditionalRanges) -> IntervalUnion:
    """Marginal range ⟦X⟧, the union of the conditional ranges ⟦X|y⟧, those on null pieces too.

    >>> print(continuous_range({"low": IntervalUnion((0, 2)), "high": IntervalUnion((1, 3), (5, 6))}))
    [0, 3] ∪ [5, 6]

    Reference: [farokhi2019noiseless], Section II-A.
    """
    pairs = ranges.items() if isinstance(ranges, Mapping) else ranges
    return IntervalUnion(*(interval for _, X in pairs for interval in X.intervals))


def differential_entropy(X: IntervalUnion) -> Amount:
    """Rényi differential 0-entropy h₀(X) = ln μ(⟦X⟧), in nats; −∞ for a null range.

    >>> differential_entropy(IntervalUnion((0, 1), (2, "5/2"))), differential_entropy(IntervalUnion((3, 3)))
    (ln(3/2) nats, -inf nats)

    Reference: [farokhi2019noiseless], eq. (2).
    """
    return ln(X.measure)


def conditional_differential_entropy(ranges: ConditionalRanges) -> Amount:
    """h₀(X|Y) = ess sup over y of ln μ(⟦X|y⟧), in nats; −∞ when almost every conditional range is null.

    Raises ``EmptyRangeError`` when no y counts (none is given, or all pieces are null) and ``NotFunctionalError`` when
    a label, or a set of y of positive measure, has two conditional ranges; so do the measures below.

    >>> long, short, point = IntervalUnion((0, 3)), IntervalUnion((0, 2)), IntervalUnion((1, 1))
    >>> conditional_differential_entropy([(point, long), (short, short)])
    ln(2) nats

    Reference: [farokhi2019noiseless], eq. (4).
    """
    return ln(max(_lengths(ranges)[1]))


def continuous_information(ranges: ConditionalRanges) -> Amount:
    """Non-stochastic information I₀(X;Y) = h₀(X) − h₀(X|Y), in nats; never more than the leakage.

    +∞ when almost every conditional range is null and ⟦X⟧ is not; ``AmountError`` when ⟦X⟧ is null.

    >>> continuous_information({0: IntervalUnion((0, 2)), 1: IntervalUnion((1, 4))})
    ln(4/3) nats

    Reference: [farokhi2019noiseless], eq. (5).
    """
    whole, conditional = _lengths(ranges)
    return _gain(whole, max(conditional))


def continuous_leakage(ranges: ConditionalRanges) -> Amount:
    """Non-stochastic leakage L₀(X;Y) = ess sup over y of ln μ(⟦X⟧)/μ(⟦X|y⟧), in nats.

    +∞ when ⟦X|y⟧ is null for a y that counts: a label, or a piece of positive measure.
    ``AmountError`` when ⟦X⟧ is null.

    >>> continuous_leakage({0: IntervalUnion((0, 2)), 1: IntervalUnion((1, 4))})
    ln(2) nats
    >>> continuous_leakage({"exact": IntervalUnion((1, 1)), "vague": IntervalUnion((0, 2))})
    inf nats

    Reference: [farokhi2019noiseless], eq. (7).
    """
    whole, conditional = _lengths(ranges)
    return _gain(whole, min(conditional))


# --- hypothesis tests ------------------------------------------------------------------------------------------------


def continuous_test_performance(null: IntervalUnion, alternative: IntervalUnion, rejects: IntervalUnion) -> Amount:
    """Performance P(T) = ln μ(ℵ(T)) of a test of p₀ against p₁ by a continuous Y, in nats; −∞ when ℵ(T) is null.

    ``null`` is ⟦Y|p₀⟧, ``alternative`` is ⟦Y|p₁⟧, and the test answers p₁ on ``rejects``, p₀ elsewhere.  It is correct
    where its answer is the only hypothesis that y leaves: ℵ(T) is the part of ⟦Y|p₁⟧ ∖ ⟦Y|p₀⟧ where it rejects and the
    part of ⟦Y|p₀⟧ ∖ ⟦Y|p₁⟧ where it accepts.  Points of ``rejects`` outside ⟦Y⟧ do not matter.

    >>> small, large = IntervalUnion((0, 3)), IntervalUnion((2, 4))
    >>> continuous_test_performance(small, large, rejects=IntervalUnion(("5/2", 10)))
    ln(3) nats

    Reference: [farokhi2019noiseless], eq. (11).
    """
    rightly_rejects, rightly_accepts = (alternative - null) & rejects, (null - alternative) - rejects
    return ln((rightly_rejects | rightly_accepts).measure)


def continuous_test_bound(null: IntervalUnion, alternative: IntervalUnion) -> Amount:
    """Bound ln μ(⟦Y|p₀⟧ Δ ⟦Y|p₁⟧) on the performance of every test, in nats; −∞ when the images differ by a null set.

    The test that rejects on ⟦Y|p₁⟧ ∖ ⟦Y|p₀⟧ attains it.

    >>> continuous_test_bound(IntervalUnion((0, 3)), IntervalUnion((2, 4)))
    ln(3) nats

    Reference: [farokhi2019noiseless], Proposition 3; [farokhi2019hypothesis].
    """
    return ln((null ^ alternative).measure)
