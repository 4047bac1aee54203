"""Certified enclosures: an interval with rational ends that is proved to contain a real number.

Where a result has no closed form, the answer is an `Enclosure` as narrow as was asked for.
Comparisons say *certainly*: they are true when they hold for every number inside, and false otherwise, which means
"not certain", never "certainly not". The operators ``<``, ``<=``, ``>``, ``>=`` and truth values are refused.

Main definitions: `Enclosure`, `Certified` (a fraction where the value is rational, otherwise an enclosure),
`power` (rational powers), `refine` (balls of Arb, made precise enough).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING, NoReturn, TypeAlias

from exactpriv.errors import EmptyRangeError, OutsideRangeError, UndecidedError
from exactpriv.numbers import Exactable, exact, integer_root

if TYPE_CHECKING:
    from flint import arb

WIDTH = Fraction(1, 10**9)
"""The width of an enclosure when none is asked for."""

_MOST_BITS = 1 << 24


@dataclass(frozen=True, slots=True, init=False)
class Enclosure:
    """A real number known to lie in the closed interval [lo, hi].

    Two enclosures are equal (``==``) when they are the same interval; that says nothing about the numbers inside.

    Raises
    ------
    EmptyRangeError
        lo > hi.

    Examples
    --------
    >>> third = Enclosure("0.33", "0.34")
    >>> third.contains("1/3"), third.certainly_less("1/2"), third.certainly_less("1/3")
    (True, True, False)
    >>> third + 1
    Enclosure('133/100', '67/50')
    >>> third < 1
    Traceback (most recent call last):
    exactpriv.errors.UndecidedError: an enclosure has no order and no truth value: ask certainly_less(…) or its like

    """

    lo: Fraction
    hi: Fraction

    def __init__(self, lo: Exactable, hi: Exactable) -> None:
        """Enclose a number between ``lo`` and ``hi``, both included."""
        object.__setattr__(self, "lo", exact(lo))
        object.__setattr__(self, "hi", exact(hi))
        if self.lo > self.hi:
            message = f"no number lies between {self.lo} and {self.hi}: the lower end must not exceed the upper end"
            raise EmptyRangeError(message)

    @classmethod
    def of(cls, value: "Enclosure | Exactable") -> "Enclosure":
        """Return ``value`` as an enclosure: a number becomes an interval of width 0."""
        return value if isinstance(value, Enclosure) else cls(value, value)

    @classmethod
    def of_ball(cls, ball: "arb") -> "Enclosure":
        """Return the interval of a finite ball of python-flint, exactly."""
        return cls(_dyadic(ball.lower()), _dyadic(ball.upper()))

    @property
    def width(self) -> Fraction:
        """The length hi - lo."""
        return self.hi - self.lo

    @property
    def middle(self) -> Fraction:
        """The midpoint (lo + hi) / 2."""
        return (self.lo + self.hi) / 2

    @property
    def magnitude(self) -> Fraction:
        """The largest absolute value of a number inside."""
        return max(abs(self.lo), abs(self.hi))

    def contains(self, value: "Enclosure | Exactable") -> bool:
        """Whether ``value`` (a number, or every number of an enclosure) lies inside."""
        other = Enclosure.of(value)
        return self.lo <= other.lo and other.hi <= self.hi

    def meets(self, value: "Enclosure | Exactable") -> bool:
        """Whether some number lies in both: if not, the two numbers certainly differ."""
        other = Enclosure.of(value)
        return self.lo <= other.hi and other.lo <= self.hi

    def certainly_less(self, value: "Enclosure | Exactable") -> bool:
        """Whether every number inside is < every number of ``value``."""
        return self.hi < Enclosure.of(value).lo

    def certainly_at_most(self, value: "Enclosure | Exactable") -> bool:
        """Whether every number inside is ≤ every number of ``value``."""
        return self.hi <= Enclosure.of(value).lo

    def certainly_greater(self, value: "Enclosure | Exactable") -> bool:
        """Whether every number inside is > every number of ``value``."""
        return self.lo > Enclosure.of(value).hi

    def certainly_at_least(self, value: "Enclosure | Exactable") -> bool:
        """Whether every number inside is ≥ every number of ``value``."""
        return self.lo >= Enclosure.of(value).hi

    def __neg__(self) -> "Enclosure":
        """Enclose the negative."""
        return Enclosure(-self.hi, -self.lo)

    def __add__(self, value: "Enclosure | Exactable") -> "Enclosure":
        """Enclose the sum."""
        other = Enclosure.of(value)
        return Enclosure(self.lo + other.lo, self.hi + other.hi)

    __radd__ = __add__

    def __sub__(self, value: "Enclosure | Exactable") -> "Enclosure":
        """Enclose the difference."""
        return self + -Enclosure.of(value)

    def __rsub__(self, value: Exactable) -> "Enclosure":
        """Enclose the difference."""
        return -self + value

    def __mul__(self, value: "Enclosure | Exactable") -> "Enclosure":
        """Enclose the product."""
        other = Enclosure.of(value)
        products = [a * b for a in (self.lo, self.hi) for b in (other.lo, other.hi)]
        return Enclosure(min(products), max(products))

    __rmul__ = __mul__

    def _refuse(self, _other: object = None) -> NoReturn:
        message = "an enclosure has no order and no truth value: ask certainly_less(…) or its like"
        raise UndecidedError(message)

    __lt__ = __le__ = __gt__ = __ge__ = _refuse
    __bool__ = _refuse

    def __float__(self) -> float:
        """Return the midpoint, for plots only."""
        return float(self.middle)

    def decimal(self, digits: int = 6) -> str:
        """Write both ends with ``digits`` decimals, rounded outward, so that what is shown still encloses.

        >>> Enclosure("1/3", "1/3").decimal(3)
        '[0.333, 0.334]'
        """
        scale = 10**digits
        return f"[{_decimal(floor(self.lo * scale), digits)}, {_decimal(ceil(self.hi * scale), digits)}]"

    def __repr__(self) -> str:
        """Write the enclosure as Python text that makes it again."""
        return f"Enclosure('{self.lo}', '{self.hi}')"

    __str__ = decimal


Certified: TypeAlias = Fraction | Enclosure


def total(terms: Iterable[Certified]) -> Certified:
    """Return the sum: a fraction when every term is one, otherwise an enclosure.

    >>> total([Fraction(1, 3), Fraction(1, 6)]), total([Fraction(1), Enclosure(0, 1)])
    (Fraction(1, 2), Enclosure('1', '2'))
    """
    result: Certified = Fraction(0)
    for term in terms:
        result = result + term
    return result


def power(base: Exactable, exponent: Exactable, width: Exactable = WIDTH) -> Certified:
    """Return base^exponent for rationals: a fraction whenever it is rational, else an enclosure of the given width.

    Raises
    ------
    OutsideRangeError
        base < 0, or base = 0 with a negative exponent, or width ≤ 0.

    Examples
    --------
    >>> power("4/9", "3/2")
    Fraction(8, 27)
    >>> print(power(2, "1/2"))
    [1.414213, 1.414214]

    """
    base, exponent = exact(base), exact(exponent)
    if base < 0 or (base == 0 and exponent < 0):
        message = f"{base}^{exponent} is not a real number: give a base of at least 0 (above 0 for a negative exponent)"
        raise OutsideRangeError(message)
    root = tuple(integer_root(n, exponent.denominator) for n in (base.numerator, base.denominator))
    if tuple(r**exponent.denominator for r in root) == (base.numerator, base.denominator):
        return Fraction(*root) ** exponent.numerator
    return refine(lambda: _ball(base) ** _ball(exponent), width)


def refine(compute: "Callable[[], arb]", width: Exactable = WIDTH) -> Enclosure:
    """Run ``compute`` in ball arithmetic with more and more bits until its ball is at most ``width`` wide.

    Arb's precision is global; it is set only while ``compute`` runs. Balls that are not finite count as too wide.

    Raises
    ------
    OutsideRangeError
        width ≤ 0.
    UndecidedError
        The ball is still too wide at 2^24 bits.

    Examples
    --------
    >>> import flint
    >>> refine(lambda: flint.arb(2).log(), "1/1000").decimal(3)
    '[0.693, 0.694]'

    """
    import flint

    width = positive_width(width)
    bits = 64
    while bits <= _MOST_BITS:
        with flint.ctx.workprec(bits):
            ball = compute()
            if ball.is_finite() and (result := Enclosure.of_ball(ball)).width <= width:
                return result
        bits *= 2
    message = f"no enclosure of width {width} was reached with {_MOST_BITS} bits: ask for a wider one"
    raise UndecidedError(message)


def positive_width(width: Exactable) -> Fraction:
    """Return ``width`` as an exact number, or raise OutsideRangeError unless it is above 0."""
    width = exact(width)
    if width <= 0:
        message = f"an enclosure cannot be asked to have width {width}: give a width above 0, such as '1e-9'"
        raise OutsideRangeError(message)
    return width


def _ball(x: Fraction) -> "arb":
    import flint

    return flint.arb(flint.fmpq(x.numerator, x.denominator))


def _dyadic(point: "arb") -> Fraction:
    mantissa, exponent = map(int, point.man_exp())
    return mantissa * Fraction(2) ** exponent


def _decimal(scaled: int, digits: int) -> str:
    whole, rest = divmod(abs(scaled), 10**digits)
    sign = "-" if scaled < 0 else ""
    return f"{sign}{whole}.{rest:0{digits}d}" if digits else f"{sign}{whole}"
