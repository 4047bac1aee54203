"""What is released of a row: a query, then a quantizer or nothing; each once as its definition and once in integers.

With the others' data fixed, the response to one person's x depends on the others through three numbers only: it is
Q((t + min(max(own(x), a), b)) / d), where own(x) is x, or whether x is positive for a count.  Sums and means have
a = -∞ and b = ∞ and differ in t; for the largest, a is the largest of the others; for the least, b is the least of
them; for a median a and b are the two of the others in whose midst x would stand, and t is the other middle one when
there are evenly many.

Main definitions: :class:`Release`, :class:`Cells`, :data:`QUERIES`; :func:`query_range`, :func:`largest_sensitivity`.

Conventions: ``count`` is the number of people with a positive reading; the median of evenly many is the mean of the
middle two; without a quantizer the query's value is released as it is ("raw").
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any, NamedTuple

import numpy as np

from exactpriv.errors import OutsideRangeError, SizeError
from exactpriv.privacy import LinearQuantizer

Values = np.ndarray[Any, Any] | range
"""A finite set of integers in ascending order; a range when it has no gap."""

_LARGEST = 2**62
_LARGEST_IN_SQL = 2**125


def _median(row: Sequence[Fraction]) -> Fraction:
    ordered, half = sorted(row), len(row) // 2
    return ordered[half] if len(row) % 2 else (ordered[half - 1] + ordered[half]) / 2


QUERIES: dict[str, Callable[[Sequence[Fraction]], Fraction]] = {
    "mean": lambda row: Fraction(sum(row)) / len(row),
    "sum": lambda row: Fraction(sum(row)),
    "median": _median,
    "min": min,
    "max": max,
    "count": lambda row: Fraction(sum(x > 0 for x in row)),
}
"""The queries, by name: from a row, exactly."""


def query_range(query: str, people: int, span: tuple[Fraction, Fraction]) -> tuple[Fraction, Fraction]:
    """From the least to the largest value of a query of people whose readings are in a range.

    >>> [int(end) for end in query_range("sum", 3, (Fraction(1), Fraction(5)))]
    [3, 15]
    """
    if query == "count":
        return Fraction(0), Fraction(people)
    return (people * span[0], people * span[1]) if query == "sum" else span


def largest_sensitivity(query: str, people: int, spread: Fraction) -> Fraction:
    """S(f), when nobody's readings differ by more than a spread: the most that one person can change the query by.

    >>> str(largest_sensitivity("mean", 4, Fraction(10)))
    '5/2'
    """
    if query == "count":
        return Fraction(1)
    if query == "mean":
        return spread / people
    return spread / 2 if query == "median" and people % 2 == 0 else spread


class Cells(NamedTuple):
    """A quantizer in integers: s is in cell min(levels, ⌊(slope·s - offset) / scale⌋ + 1); without levels s is kept."""

    slope: int
    offset: int
    scale: int
    levels: int | None

    def of(self, s: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """The outputs at integers."""
        if self.levels is None:
            return s
        cells = (self.fitting(s) * self.slope - self.offset) // self.scale + 1
        return np.asarray(np.minimum(cells, self.levels), dtype=np.int64)

    def fitting(self, s: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """The same integers, as Python's own when 64 bits would not hold what is computed of them."""
        largest = max(abs(int(s.min())), abs(int(s.max()))) if len(s) else 0
        return s if largest * self.slope + abs(self.offset) + 2 * self.scale < _LARGEST else s.astype(object)

    def most_met(self, spread: int, points: int) -> int:
        """min(q, ⌈qS/R⌉ + 1, points): no more outputs than that, from so many points of such a spread."""
        if self.levels is None:
            return points
        return min(self.levels, -(-self.slope * spread // self.scale) + 1, points)


@dataclass(frozen=True)
class Release:
    """g = Q ∘ f for a table of so many people, whose readings are integers in steps of 1/unit."""

    query: str
    people: int
    unit: int
    quantizer: LinearQuantizer | None

    def __post_init__(self) -> None:
        if self.query not in QUERIES:
            raise OutsideRangeError(f"{self.query!r} is no query; there are {', '.join(QUERIES)}")

    # the definition

    def of_row(self, row: Sequence[Fraction]) -> int | Fraction:
        """The released output, from the definition: the number of a cell, or the query's value."""
        value = QUERIES[self.query](row)
        return value if self.quantizer is None else self.quantizer(value)

    # the same in integers

    @property
    def divisor(self) -> int:
        """The query's value is an integer over this."""
        if self.query == "count":
            return 1
        if self.query == "mean":
            return self.unit * self.people
        return 2 * self.unit if self.takes_two_middles else self.unit

    @property
    def takes_two_middles(self) -> bool:
        """Whether it is the median of evenly many."""
        return self.query == "median" and self.people % 2 == 0

    @cached_property
    def cells(self) -> Cells:
        """The quantizer in integers."""
        Q = self.quantizer
        if Q is None:
            return Cells(1, 0, 1, None)
        slope, offset = 1 / (Q.cell_length * self.divisor), Q.low / Q.cell_length
        scale = lcm(slope.denominator, offset.denominator)
        return Cells(int(slope * scale), int(offset * scale), scale, Q.levels)

    def own(self, values: Values) -> Values:
        """What of somebody's readings matters: whether they are positive for a count, and else themselves."""
        if self.query != "count":
            return values
        return range(int(values[0] > 0), int(values[-1] > 0) + 1)

    def output(self, y: int) -> int | Fraction:
        """An output as it is shown: the number of a cell, or the query's value."""
        return int(y) if self.quantizer is not None else Fraction(int(y), self.divisor)

    # the same in SQL

    def numerator_sql(self, columns: Sequence[str]) -> str:
        """The integer numerator of the query of a row."""
        if self.query == "count":
            return " + ".join(f"({c} > 0)::BIGINT" for c in columns)
        if self.query in {"mean", "sum"}:
            return " + ".join(columns)
        if self.query in {"min", "max"}:
            return f"{'least' if self.query == 'min' else 'greatest'}({', '.join(columns)})"
        ordered, half = f"list_sort([{', '.join(columns)}])", len(columns) // 2
        if not self.takes_two_middles:
            return f"{ordered}[{half + 1}]"
        return f"list_sum({ordered}[{half}:{half + 1}])::BIGINT"

    def output_sql(self, columns: Sequence[str]) -> str:
        """The output for a row."""
        return self.cells_sql(self.numerator_sql(columns))

    def cells_sql(self, numerator: str) -> str:
        """The cell of a numerator, in 128 bits."""
        slope, offset, scale, levels = self.cells
        if levels is None:
            return f"({numerator})::BIGINT"
        if _LARGEST * slope + abs(offset) >= _LARGEST_IN_SQL:
            raise SizeError(f"{levels} levels are too many for this table: 128 bits do not hold the cells' boundaries")
        # the numerator's cell is not below the first, so that rounding toward zero is rounding down
        return f"least({levels}, (({numerator})::HUGEINT * {slope} - {offset}) // {scale} + 1)::BIGINT"
