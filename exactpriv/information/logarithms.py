"""Logarithms of counts in any reading: an exact amount when decided, otherwise something that compares by its ratio.

Main definitions: :func:`log2`, :class:`UndecidedAmount`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from exactpriv import amount
from exactpriv.amount import Amount
from exactpriv.errors import UndecidedError
from exactpriv.truth import Number, Truth

Information = Any
""":class:`~exactpriv.amount.Amount`, or :class:`UndecidedAmount` in the batched and open readings."""


def log2(number: Number) -> Information:
    """log₂ of a count or an exact ratio of counts, in bits; −∞ for 0.

    >>> log2(8)
    3 bits
    """
    return UndecidedAmount(number) if hasattr(type(number), "smallest") else amount.log2(number)


class UndecidedAmount:
    """log₂ of a number that is not decided; sums and comparisons become products and comparisons of such numbers."""

    __hash__ = None  # type: ignore[assignment]  # equality gives a truth value that is not decided
    __slots__ = ("antilog",)

    def __init__(self, antilog: Number) -> None:
        self.antilog = antilog

    @staticmethod
    def _antilog_of(other: Any) -> Number:
        if isinstance(other, UndecidedAmount):
            return other.antilog
        if isinstance(other, Amount):
            return other.antilog()
        if isinstance(other, int) and other == 0:
            return 1
        raise UndecidedError(f"{other!r} is not an amount; write bits({other!r}) for a number of bits")

    def __add__(self, other: Any) -> UndecidedAmount:
        return UndecidedAmount(self.antilog * self._antilog_of(other))

    def __sub__(self, other: Any) -> UndecidedAmount:
        return UndecidedAmount(self.antilog / self._antilog_of(other))

    def __rsub__(self, other: Any) -> UndecidedAmount:
        return UndecidedAmount(self._antilog_of(other) / self.antilog)

    def __mul__(self, times: int) -> UndecidedAmount:
        return UndecidedAmount(self.antilog**times)

    __radd__ = __add__
    __rmul__ = __mul__

    def _compared(self, other: Any, compare: Callable[[Number, Number], Truth]) -> Truth:
        return compare(self.antilog, self._antilog_of(other))

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
        return f"log2({self.antilog!r})"

    @staticmethod
    def largest(pairs: list[tuple[Any, Truth]]) -> Information:
        """The largest of the amounts that occur."""
        return UndecidedAmount._extreme(pairs, "largest")

    @staticmethod
    def smallest(pairs: list[tuple[Any, Truth]]) -> Information:
        """The smallest of the amounts that occur."""
        return UndecidedAmount._extreme(pairs, "smallest")

    @staticmethod
    def _extreme(pairs: list[tuple[Any, Truth]], which: str) -> Information:
        from exactpriv import truth

        antilogs = [(UndecidedAmount._antilog_of(value), occurs) for value, occurs in pairs]
        domain = {place: occurs for place, (_, occurs) in enumerate(antilogs)}
        return log2(getattr(truth, which)(domain, lambda place: antilogs[place][0]))
