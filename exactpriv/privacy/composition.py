"""Composing releases: several on one data set, adaptive ones, one on each part of the people, and post-processing.

Main definitions: :func:`composed`, :func:`adaptively_composed`, :func:`in_parallel`, :func:`post_processed`.

Reference: [farokhi2019noiseless], Thms. 6 and 7.
"""

from __future__ import annotations

from collections.abc import Mapping

from exactpriv.errors import OutsideRangeError
from exactpriv.privacy.mechanisms import Mechanism
from exactpriv.relations import Function, Relation, Row, Value
from exactpriv.truth import Truth, all_of


def composed(g1: Mechanism, g2: Mechanism) -> Mechanism:
    """(g₁, g₂): both releases of the same data, whether of the same query or of different ones.

    >>> D = Relation.of((0, 0), (0, 1), (1, 0), (1, 1))
    >>> composed(Mechanism(D, lambda x: x[0]), Mechanism(D, lambda x: x[1]))(0, 1)
    (0, 1)

    Reference: [farokhi2019noiseless], Thm. 6.
    """
    return Mechanism(g1.data, g1.rule.paired(g2.rule))


def adaptively_composed(g1: Mechanism, second: Mapping[Value, Mechanism]) -> Mechanism:
    """x ↦ (y₁, g₂(x, y₁)) with y₁ = g₁(x): the second release is chosen after the first has been seen.

    >>> D = Relation.of((0, 0), (0, 1), (1, 0), (1, 1))
    >>> first = Mechanism(D, lambda x: x[0])
    >>> adaptively_composed(first, {0: Mechanism(D, lambda x: x[1]), 1: Mechanism(D, lambda x: "-")})(1, 1)
    (1, '-')
    """
    for value in g1.rule.values:
        if value not in second:
            raise OutsideRangeError(f"no second mechanism for the first output {value!r}; give one for every output")
    table: dict[Row, dict[Value, Truth]] = {}
    for point in g1.rule.points:
        table[point] = {
            (y1, y2): all_of([g1.rule.gives(point, y1), second[y1].rule.gives(point, y2)])
            for y1 in g1.rule.values
            for y2 in second[y1].rule.values
        }
    return Mechanism(g1.data, Function(table))


def second_output_alone(g1: Mechanism, second: Mapping[Value, Mechanism]) -> Mechanism:
    """x ↦ g₂(x, g₁(x)): the second output of an adaptive composition, with the first one withheld.

    >>> D = Relation.of((0,), (1,), columns=("X1",))
    >>> constant = {y: Mechanism(D, lambda x, y=y: y) for y in (0, 1)}
    >>> second_output_alone(Mechanism(D, lambda x: x[0]), constant)(1)
    1
    """
    both = adaptively_composed(g1, second)
    return post_processed(both, Function.of(both.rule.values, lambda pair: pair[1]))


def post_processed(g: Mechanism, h: Function) -> Mechanism:
    """h ∘ g: a map applied to the output.

    >>> D = Relation.of((0,), (1,), (2,), columns=("X1",))
    >>> post_processed(Mechanism(D, lambda x: x[0]), Function.of(range(3), lambda y: y > 0))(2)
    True

    Reference: [farokhi2019noiseless], Thm. 7.
    """
    return Mechanism(g.data, g.rule.then(h))


def in_parallel(g1: Mechanism, g2: Mechanism) -> Mechanism:
    """(x, x') ↦ (g₁(x), g₂(x')): two releases about different people, on the product of their data ranges.

    >>> D = Relation.of((0,), (1,), columns=("X1",))
    >>> in_parallel(Mechanism(D, lambda x: x[0]), Mechanism(D, lambda x: -x[0]))(1, 1)
    (1, -1)
    """
    data = {
        (*point, *point2): all_of([occurs, occurs2])
        for point, occurs in g1.data.rows.items()
        for point2, occurs2 in g2.data.rows.items()
    }
    names = (*(f"{name}" for name in g1.data.columns), *(f"{name}'" for name in g2.data.columns))
    rule = {
        (*point, *point2): {
            (y, y2): all_of([g1.rule.gives(point, y), g2.rule.gives(point2, y2)])
            for y in g1.rule.values
            for y2 in g2.rule.values
        }
        for point in g1.rule.points
        for point2 in g2.rule.points
    }
    return Mechanism(Relation(names, data), Function(rule))
