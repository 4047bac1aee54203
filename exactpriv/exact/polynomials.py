"""The root of a polynomial with rational coefficients that changes its sign once: exact when it is rational.

Main definition: `only_root`. No factoring is needed: a rational root of an integer polynomial with leading
coefficient ℓ is a multiple of 1/ℓ, and an interval shorter than 1/ℓ contains at most one of those.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, gcd, lcm

from exactpriv.errors import OutsideIntervalError
from exactpriv.exact.enclosure import WIDTH, Certified, Enclosure, positive_width
from exactpriv.numbers import Exactable, exact


def only_root(
    coefficients: Sequence[Exactable], low: Exactable, high: Exactable, width: Exactable = WIDTH
) -> Certified:
    """Return the root between ``low`` and ``high`` of a polynomial that is negative at ``low``, positive at ``high``.

    ``coefficients`` start with the constant. The polynomial must have a single root in between; a rational root comes
    back as a fraction, any other as an enclosure of at most the given width.

    Raises
    ------
    OutsideIntervalError
        The polynomial does not pass from negative to positive.

    Examples
    --------
    >>> only_root([-2, 1, 6], 0, 1)
    Fraction(1, 2)
    >>> print(only_root([-2, 0, 1], 0, 2))
    [1.414213, 1.414214]

    """
    polynomial = _primitive([exact(c) for c in coefficients])
    low, high, width = exact(low), exact(high), positive_width(width)
    if not (low < high and value_at(polynomial, low) < 0 < value_at(polynomial, high)):
        message = f"the polynomial is not negative at {low} and positive at {high}: give an interval where it rises"
        raise OutsideIntervalError(message)
    step = Fraction(1, abs(polynomial[-1]))
    low, high = _bisect(polynomial, low, high, step)
    candidate = ceil(low / step) * step
    if candidate <= high and value_at(polynomial, candidate) == 0:
        return candidate
    return Enclosure(*_bisect(polynomial, low, high, width))


def value_at(coefficients: Sequence[int], x: Fraction) -> Fraction:
    """Return the value at x by Horner's rule; ``coefficients`` start with the constant.

    >>> value_at([1, 0, 2], Fraction(1, 2))
    Fraction(3, 2)
    """
    result = Fraction(0)
    for coefficient in reversed(coefficients):
        result = result * x + coefficient
    return result


def _primitive(coefficients: Sequence[Fraction]) -> list[int]:
    """Scale by a positive number to integers without a common divisor, and drop leading zeros."""
    denominator = lcm(*(c.denominator for c in coefficients))
    scaled = [int(c * denominator) for c in coefficients]
    while len(scaled) > 1 and scaled[-1] == 0:
        scaled.pop()
    divisor = gcd(*scaled) or 1
    return [c // divisor for c in scaled]


def _bisect(polynomial: Sequence[int], low: Fraction, high: Fraction, width: Fraction) -> tuple[Fraction, Fraction]:
    """Halve [low, high] around the root until it is shorter than ``width``."""
    while high - low >= width:
        middle = (low + high) / 2
        if value_at(polynomial, middle) <= 0:
            low = middle
        else:
            high = middle
    return low, high
