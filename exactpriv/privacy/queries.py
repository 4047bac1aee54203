"""Queries with exact values, and the two forms of their sensitivity.

Main definitions: :class:`Query`, :func:`images`, :func:`image_spread`, :func:`image_measure`, :func:`sensitivity`,
:func:`measure_sensitivity`.

Theorem 8 prints the two forms as equal.  They agree when every line has an interval as its image (a continuous query of
connected data); finite images are null, and an image with a gap has less measure than spread.

Reference: [farokhi2019noiseless], Sec. IV.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from exactpriv.errors import EmptyRangeError
from exactpriv.information.continuous import IntervalUnion
from exactpriv.numbers import exact
from exactpriv.privacy.data import lines, points_of
from exactpriv.privacy.mechanisms import Mechanism
from exactpriv.relations import Function, Relation, Row, Value

Image = list[tuple[Fraction, Fraction]]
"""What a query makes of a line: finitely many closed intervals, points among them."""


class Query:
    """A query f: D → ℚ, with exact values; "then" a mechanism makes a release of it.

    >>> from exactpriv.privacy.mechanisms import noiseless_budget
    >>> D = Relation.of((0, 0), (0, 1), (1, 0), (1, 1))
    >>> mean = Query(D, lambda x: Fraction(x[0] + x[1], 2))
    >>> sensitivity(mean), noiseless_budget(mean.then(lambda y: y >= 1))
    (Fraction(1, 2), 1 bit)

    A value that is not exact raises ``NotExactError``.
    """

    __slots__ = ("data", "rule")

    def __init__(self, data: Relation, rule: Callable[[Row], Any] | Mapping[Row, Any]) -> None:
        raw = Function.of(data, rule)
        self.data = data
        self.rule = Function.of(data, {point: exact(raw(point)) for point in data})

    def __call__(self, *point: Value) -> Fraction:
        """f(x), exactly."""
        return Fraction(self.rule(point))

    def then(self, mechanism: Callable[[Fraction], Value]) -> Mechanism:
        """The mechanism M ∘ f."""
        return Mechanism(self.data, lambda point: mechanism(self(*point)))


def images(f: Query) -> list[Image]:
    """f(⟦Xᵢ⟧ × {x₋ᵢ}) for every line of a finite data range: finitely many points each.

    >>> images(Query(Relation.of((0,), (3,), columns=("X1",)), lambda x: x[0]))
    [[(Fraction(0, 1), Fraction(0, 1)), (Fraction(3, 1), Fraction(3, 1))]]
    """
    return [[(f(*point), f(*point)) for point in points_of(f.data, line)] for line in lines(f.data)]


def image_spread(image: Image) -> Fraction:
    """sup |y' - y| over an image: the difference of its ends. An image without a point raises ``EmptyRangeError``.

    >>> image_spread([(Fraction(0), Fraction(1, 2)), (Fraction(3), Fraction(3))])
    Fraction(3, 1)
    """
    if not image:
        raise EmptyRangeError("an empty image has no spread; give it a point")
    return max(b for _, b in image) - min(a for a, _ in image)


def image_measure(image: Image) -> Fraction:
    """μ(image): the length of its intervals, with nothing for points and gaps.

    >>> image_measure([(Fraction(0), Fraction(1, 2)), (Fraction(3), Fraction(3))])
    Fraction(1, 2)
    """
    return IntervalUnion(*image).measure


def sensitivity(f: Query) -> Fraction:
    """S(f) = max over i, x₋ᵢ, xᵢ, xᵢ' of |f(xᵢ', x₋ᵢ) - f(xᵢ, x₋ᵢ)|: the safe, sup-difference form.

    For a query of continuous data take the :func:`image_spread` of its images instead.

    >>> sensitivity(Query(Relation.of((0, 0), (0, 3)), lambda x: x[0] - x[1]))
    Fraction(3, 1)

    Reference: [farokhi2019noiseless], Thm. 8 (second form, with the maximum over i that its proof needs).
    """
    return max(map(image_spread, images(f)))


def measure_sensitivity(f: Query) -> Fraction:
    """Sup over i and x₋ᵢ of μ(f(⟦Xᵢ⟧ × {x₋ᵢ})): 0 for finite data, whose images are null.

    For a query of continuous data take the :func:`image_measure` of its images instead.

    >>> measure_sensitivity(Query(Relation.of((0, 0), (0, 3)), lambda x: x[0] - x[1]))
    Fraction(0, 1)

    Reference: [farokhi2019noiseless], Thm. 8 (first form).
    """
    return max(map(image_measure, images(f)))
