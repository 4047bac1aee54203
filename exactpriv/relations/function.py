"""Finite functions: maps that give every element of a domain one value, in any reading.

Main definitions: :class:`Function`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from exactpriv.errors import NotFunctionalError, UndecidedError, UndefinedMechanismError
from exactpriv.relations.relation import Range, Valuation, Value
from exactpriv.truth import Domain, Truth, all_of, any_of


class Function:
    """A map from points to values; that a point has a value is a truth value, so a function can be open.

    >>> parity = Function.of(range(4), lambda n: n % 2)
    >>> parity(3), parity.image([1, 3]), parity.gives(2, 0)
    (1, Range(1), True)
    """

    __slots__ = ("_table", "points", "values")

    def __init__(self, table: Mapping[Value, Mapping[Value, Truth]]) -> None:
        self._table = {
            point: {value: truth for value, truth in row.items() if truth is not False} for point, row in table.items()
        }
        self.points = tuple(self._table)
        self.values = tuple(dict.fromkeys(value for row in self._table.values() for value in row))

    @staticmethod
    def of(points: Iterable[Any], rule: Callable[[Any], Value] | Mapping[Any, Value]) -> Function:
        """The decided function point ↦ rule(point), or rule[point] for a table."""
        points = list(points)
        if isinstance(rule, Mapping):
            table = rule
            missing = next((point for point in points if point not in table), None)
            if missing is not None:
                raise UndefinedMechanismError(
                    f"the function is not defined on {missing!r}; give a value for every point of its domain"
                )
            return Function({point: {table[point]: True} for point in points})
        if not callable(rule):
            raise NotFunctionalError(f"{rule!r} is no rule; give a function of a point, or a table {{point: value}}")
        return Function({point: {rule(point): True} for point in points})

    def gives(self, point: Value, value: Value) -> Truth:
        """Whether the function maps the point to the value."""
        return self._row(point).get(value, False)

    def _row(self, point: Value) -> dict[Value, Truth]:
        if point not in self._table:
            raise UndefinedMechanismError(
                f"the function is not defined on {point!r}; give a value for every point that is used"
            )
        return self._table[point]

    def __call__(self, point: Value) -> Value:
        """The value at a point, when it is decided."""
        row = self._row(point)
        if len(row) != 1 or next(iter(row.values())) is not True:
            if row and all(truth is True for truth in row.values()):
                raise NotFunctionalError(f"the function has {len(row)} values at {point!r}; give it one")
            raise UndecidedError(f"the value at {point!r} is not decided; use gives(point, value)")
        return next(iter(row))

    def image(self, points: Domain[Any]) -> Range:
        """The values taken on a set of points (a mapping says which of them occur)."""
        occurring = points if isinstance(points, Mapping) else dict.fromkeys(points, True)
        gathered: dict[Value, list[Truth]] = {}
        for point, occurs in occurring.items():
            for value, truth in self._row(point).items():
                gathered.setdefault(value, []).append(all_of([occurs, truth]))
        return Range({value: any_of(truths) for value, truths in gathered.items()})

    def same_value(self, point: Value, other: Value) -> Truth:
        """Whether two points have the same value."""
        row, other_row = self._row(point), self._row(other)
        return any_of(all_of([truth, other_row[value]]) for value, truth in row.items() if value in other_row)

    def then(self, other: Function) -> Function:
        """The function "self, then other"."""
        return Function({point: self._then_row(row, other) for point, row in self._table.items()})

    @staticmethod
    def _then_row(row: dict[Value, Truth], other: Function) -> dict[Value, Truth]:
        gathered: dict[Value, list[Truth]] = {}
        for middle, truth in row.items():
            for value, then in other._row(middle).items():
                gathered.setdefault(value, []).append(all_of([truth, then]))
        return {value: any_of(truths) for value, truths in gathered.items()}

    def paired(self, other: Function) -> Function:
        """The function point ↦ (self(point), other(point))."""
        return Function(
            {
                point: {
                    (value, value2): all_of([truth, truth2])
                    for value, truth in row.items()
                    for value2, truth2 in other._row(point).items()
                }
                for point, row in self._table.items()
            }
        )

    def restricted(self, points: Iterable[Value]) -> Function:
        """The function on some of its points."""
        return Function({point: self._row(point) for point in points})

    def decided(self, valuation: Valuation) -> Function:
        """The function in one instance."""
        return Function(
            {point: {value: valuation(truth) for value, truth in row.items()} for point, row in self._table.items()}
        )

    def as_table(self) -> dict[Value, Value]:
        """The decided function as a plain table."""
        return {point: self(point) for point in self.points}

    def __eq__(self, other: object) -> bool:
        return self.as_table() == other.as_table() if isinstance(other, Function) else NotImplemented

    def __hash__(self) -> int:
        return hash(frozenset(self.as_table().items()))

    def __repr__(self) -> str:
        known = all(truth is True for row in self._table.values() for truth in row.values())
        rule = ", ".join(f"{p!r} ↦ {v!r}" for p, row in self._table.items() for v in row) if known else "open"
        return f"Function({rule})"
