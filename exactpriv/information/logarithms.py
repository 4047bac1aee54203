"""Logarithms of counts in any reading: an exact amount when decided, otherwise something that compares by its ratio.

Main definitions: :func:`log2`, :class:`UndecidedAmount`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from exactpriv import amount
from exactpriv.amount import Amount
from exactpriv.errors import UndecidedError
from exactpriv.numbers import exact
from exactpriv.truth import Number, Truth, largest, smallest

Information = Any
""":class:`~exactpriv.amount.Amount`, or :class:`UndecidedAmount` in the batched and open readings."""


def log2(number: Number) -> Information:
    """log₂ of a count or an exact ratio of counts, in bits; −∞ for 0.

    >>> log2(8)
    3 bits
    """
    return UndecidedAmount(number) if hasattr(type(number), "smallest") else amount.log2(number)


class UndecidedAmount:
    """log₂(number) / root for a number that is not decided; sums and comparisons become products and comparisons."""

    __hash__ = None  # type: ignore[assignment]  # equality gives a truth value that is not decided
    __slots__ = ("antilog", "root")

    def __init__(self, antilog: Number, root: int = 1) -> None:
        self.antilog = antilog
        self.root = root

    @staticmethod
    def of(amount: Any) -> UndecidedAmount:
        """Lift a decided amount: a sum of logarithms with common denominator d is the d-th part of one logarithm."""
        if isinstance(amount, UndecidedAmount):
            return amount
        if isinstance(amount, Amount):
            root = math.lcm(*(coefficient.denominator for coefficient in amount.terms.values()))
            return UndecidedAmount((amount * root).antilog(), root)
        if isinstance(amount, int) and amount == 0:
            return UndecidedAmount(1)
        raise UndecidedError(f"{amount!r} is not an amount; write bits({amount!r}) for a number of bits")

    def raised(self, root: int) -> Number:
        """The antilogarithm to a common root."""
        return self.antilog if root == self.root else self.antilog ** (root // self.root)

    def __add__(self, other: Any) -> UndecidedAmount:
        other = UndecidedAmount.of(other)
        root = math.lcm(self.root, other.root)
        return UndecidedAmount(self.raised(root) * other.raised(root), root)

    def __neg__(self) -> UndecidedAmount:
        return UndecidedAmount(1 / self.antilog, self.root)

    def __sub__(self, other: Any) -> UndecidedAmount:
        other = UndecidedAmount.of(other)
        root = math.lcm(self.root, other.root)
        return UndecidedAmount(self.raised(root) / exactly(other.raised(root)), root)

    def __rsub__(self, other: Any) -> UndecidedAmount:
        return UndecidedAmount.of(other) - self

    def __mul__(self, times: int | Fraction) -> UndecidedAmount:
        scale = exact(times)
        if scale < 0:
            return -(self * -scale)
        return UndecidedAmount(self.antilog**scale.numerator, self.root * scale.denominator)

    def __truediv__(self, parts: int | Fraction) -> UndecidedAmount:
        return self * (1 / exact(parts))

    __radd__ = __add__
    __rmul__ = __mul__

    def _compared(self, other: Any, compare: Callable[[Number, Number], Truth]) -> Truth:
        other = UndecidedAmount.of(other)
        root = math.lcm(self.root, other.root)
        return compare(self.raised(root), other.raised(root))

    def __le__(self, other: Any) -> Truth:
        return self._compared(other, lambda a, b: a <= b)

    def __lt__(self, other: Any) -> Truth:
        return self._compared(other, lambda a, b: a < b)

    def __ge__(self, other: Any) -> Truth:
        return self._compared(other, lambda a, b: a >= b)

    def __gt__(self, other: Any) -> Truth:
        return self._compared(other, lambda a, b: a > b)

    def __eq__(self, other: object) -> Truth:
        return self._compared(other, lambda a, b: a == b)

    def __ne__(self, other: object) -> Truth:
        return self._compared(other, lambda a, b: a != b)

    def __bool__(self) -> bool:
        raise UndecidedError("an undecided amount has no truth value; compare it and use all_of, any_of or forall")

    def __repr__(self) -> str:
        return f"log2({self.antilog!r})" + (f"/{self.root}" if self.root > 1 else "")

    @staticmethod
    def largest(pairs: list[tuple[Any, Truth]]) -> UndecidedAmount:
        """The largest of the amounts that occur."""
        return _extreme(pairs, largest)

    @staticmethod
    def smallest(pairs: list[tuple[Any, Truth]]) -> UndecidedAmount:
        """The smallest of the amounts that occur."""
        return _extreme(pairs, smallest)


def _extreme(pairs: list[tuple[Any, Truth]], extreme: Callable[..., Number]) -> UndecidedAmount:
    amounts = [UndecidedAmount.of(amount) for amount, _ in pairs]
    root = math.lcm(*(amount.root for amount in amounts))
    domain = {place: occurs for place, (_, occurs) in enumerate(pairs)}
    return UndecidedAmount(extreme(domain, lambda place: amounts[place].raised(root)), root)


def exactly(number: Number) -> Number:
    """An int as a Fraction, so that ``/`` stays exact."""
    return Fraction(number) if isinstance(number, int) else number
