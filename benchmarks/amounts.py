"""Exact amounts: whether two mutual informations, computed in two ways, are equal."""

from __future__ import annotations

import multiprocessing
import random
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import chain, product
from typing import Any

from benchmarks.figures import Figure, need_same, timed
from exactpriv.amount import log2

Table = list[list[Fraction]]
Logarithm = Callable[[Fraction], Any]
Coefficient = Callable[[Fraction], Any]

_STOP = 5
"""Seconds after which sympy is stopped."""
_DIGITS = 50


def amounts() -> Iterator[Figure]:
    """Σ p log(p / (p_x p_y)) against H(X) + H(Y) - H(X,Y), decided exactly, by sympy, and only approximately."""
    for size, largest in ((4, 9), (2, 10**6)):
        table = random_table(size, largest)
        other, was_stopped = _stopped_in_time(decided_by_sympy, table)
        yield Figure(_what(size, largest), _decided(table), "s", "sympy.simplify", other, was_stopped=was_stopped)
    for largest in (9, 10**6):
        table = random_table(40, largest)
        _, other = timed(partial(_compared_by_mpmath, table))
        yield Figure(_what(40, largest), _decided(table), "s", f"mpmath to {_DIGITS} digits, undecided", other)


def _what(size: int, largest: int) -> str:
    return f"equal {size} x {size}, counts to {largest:,}"


def random_table(size: int, largest: int) -> Table:
    """A joint distribution with rational entries."""
    rng = random.Random(size)  # noqa: S311 - repeatable on purpose
    counts = [[rng.randint(1, largest) for _ in range(size)] for _ in range(size)]
    total = sum(map(sum, counts))
    return [[Fraction(count, total) for count in row] for row in counts]


def in_two_ways(table: Table, log: Logarithm, number: Coefficient) -> tuple[Any, Any]:
    """Σ p log(p / (p_x p_y)), and H(X) + H(Y) - H(X,Y)."""
    rows, columns = [sum(row) for row in table], [sum(column) for column in zip(*table, strict=True)]
    cells = product(range(len(rows)), range(len(columns)))
    by_ratios = sum(log(table[i][j] / (rows[i] * columns[j])) * number(table[i][j]) for i, j in cells)

    def entropy(weights: Sequence[Any]) -> Any:
        return sum(log(p) * number(-p) for p in weights)

    return by_ratios, entropy(rows) + entropy(columns) - entropy(list(chain(*table)))


def _decided(table: Table) -> float:
    equal, seconds = timed(lambda: _are_equal(*in_two_ways(table, log2, Fraction)), best_of=3)
    need_same(equal, True)
    return seconds


def _are_equal(one: Any, other: Any) -> bool:
    return bool(one == other)


def decided_by_sympy(table: Table) -> float:
    """The seconds that sympy takes, its loading apart."""
    import sympy

    sympy.simplify(sympy.log(6) - sympy.log(2) - sympy.log(3))  # loads what sympy loads late
    one, other = in_two_ways(table, lambda p: sympy.log(_rational(p)), _rational)
    difference, seconds = timed(lambda: sympy.simplify(one - other))
    need_same(difference == 0, True)
    return seconds


def _rational(p: Fraction) -> Any:
    import sympy

    return sympy.Rational(p.numerator, p.denominator)


def _stopped_in_time(work: Callable[[Table], float], table: Table) -> tuple[float, bool]:
    """The seconds that some work takes in a fresh process, and whether it was stopped before its end."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:  # leaving the context ends the process
        pool.apply(_nothing)
        try:
            return pool.apply_async(work, (table,)).get(timeout=_STOP), False
        except multiprocessing.TimeoutError:
            return _STOP, True


def _nothing() -> None:
    """The first task of a process, so that its start is not measured."""


def _compared_by_mpmath(table: Table) -> None:
    """Computed to many digits: near equality, which decides nothing."""
    import mpmath  # type: ignore[import-untyped]  # it ships no types

    def number(p: Fraction) -> Any:
        return mpmath.mpf(p.numerator) / p.denominator

    with mpmath.workdps(_DIGITS):
        one, other = in_two_ways(table, lambda p: mpmath.log(number(p)), number)
        need_same(mpmath.almosteq(one, other, abs_eps=mpmath.mpf(10) ** (5 - _DIGITS)), True)
