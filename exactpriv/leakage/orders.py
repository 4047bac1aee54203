"""Orders α and β of a measure: exact numbers from 0 on, or infinity.

Main definitions: :func:`order`, :data:`INFINITE`, :data:`Order`.

Which orders a measure takes is the measure's own business; it raises ``OrderError`` for the others.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final, TypeAlias

from exactpriv.errors import NotANumberError, NotExactError, OrderError
from exactpriv.numbers import Exactable, exact

_NAMES = ("inf", "infinity", "oo", "∞")


class Infinite:
    """The order ∞: above every number, and equal only to itself.  There is one, :data:`INFINITE`.

    >>> INFINITE > 10**100, max(Fraction(3, 2), INFINITE), INFINITE == order("inf")
    (True, inf, True)
    """

    __slots__ = ()

    def __lt__(self, other: Order | int) -> bool:
        return False

    def __le__(self, other: Order | int) -> bool:
        return isinstance(other, Infinite)

    def __gt__(self, other: Order | int) -> bool:
        return not isinstance(other, Infinite)

    def __ge__(self, other: Order | int) -> bool:
        return True

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Infinite)

    def __hash__(self) -> int:
        return hash(Infinite)

    def __repr__(self) -> str:
        return "inf"


INFINITE: Final = Infinite()
"""The order ∞."""
Order: TypeAlias = Fraction | Infinite


def order(x: Exactable | Infinite) -> Order:
    """The order that is written: an exact number that is not negative, or ∞ as ``INFINITE`` or the text "inf".

    A negative number or a text that cannot be read raises ``OrderError``, a float ``NotExactError``.

    >>> order("3/2"), order(2), order("inf")
    (Fraction(3, 2), Fraction(2, 1), inf)
    >>> order("two")
    Traceback (most recent call last):
    exactpriv.errors.OrderError: 'two' is no order; write a number that is at least 0, such as 2 or '3/2', or 'inf'
    """
    if isinstance(x, Infinite) or (isinstance(x, str) and x.strip().lower().removeprefix("+") in _NAMES):
        return INFINITE
    try:
        number = exact(x)
    except NotExactError as error:
        raise NotExactError(f"{error}; infinity is written 'inf'") from None
    except NotANumberError:
        raise OrderError(_refusal(x)) from None
    if number < 0:
        raise OrderError(_refusal(x))
    return number


def _refusal(x: object) -> str:
    return f"{x!r} is no order; write a number that is at least 0, such as 2 or '3/2', or 'inf'"
