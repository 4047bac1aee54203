"""Reading exact numbers: what is written is what is meant, so ``"0.1"`` is one tenth.

Main definitions: `exact` (the one gate through which numbers enter), `integer_root`.

Conventions: ints, fractions, sympy rationals and text are exact; floats and truth values are refused, because
``0.1`` as a float is 3602879701896397/36028797018963968 and nobody means that.
"""

import re
from fractions import Fraction
from numbers import Rational
from typing import TypeAlias

from exactpriv.errors import NotANumberError, NotExactError, OutsideRangeError

Exactable: TypeAlias = int | Fraction | str | Rational

_NUMBER = re.compile(r"([+-]?(?:\d+/\d+|(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,4})?))\s*(%?)", re.ASCII | re.IGNORECASE)


def exact(x: Exactable) -> Fraction:
    """Return the exact number that ``x`` stands for.

    Accepted are int, Fraction, sympy's rationals, and text: an integer, a decimal, a fraction or a percentage.

    Raises
    ------
    NotExactError
        A float, a truth value or anything else that is not an exact number.
    NotANumberError
        Text that cannot be read, including ``"nan"`` and ``"inf"``.

    Examples
    --------
    >>> [str(exact(x)) for x in (3, Fraction(1, 3), "0.1", "2/3", "12%", "1e-3")]
    ['3', '1/3', '1/10', '2/3', '3/25', '1/1000']
    >>> exact(0.1)
    Traceback (most recent call last):
    exactpriv.errors.NotExactError: 0.1 (float) is not an exact number: one tenth is written '0.1' or Fraction(1, 10)

    """
    if isinstance(x, Fraction):
        return x
    if isinstance(x, str):
        return _read(x)
    if isinstance(x, Rational) and not isinstance(x, bool):
        return Fraction(int(x.numerator), int(x.denominator))
    message = f"{x!r} ({type(x).__name__}) is not an exact number: one tenth is written '0.1' or Fraction(1, 10)"
    raise NotExactError(message)


def _read(text: str) -> Fraction:
    match = _NUMBER.fullmatch(text.strip())
    if match is None:
        message = f"{text!r} is not a number: write an integer, a decimal, a fraction or a percentage, such as '2/3'"
        raise NotANumberError(message)
    number, percent = match.groups()
    try:
        return Fraction(number) / (100 if percent else 1)
    except ZeroDivisionError:
        message = f"{text!r} divides by zero: a fraction needs a denominator of at least 1"
        raise NotANumberError(message) from None
    except ValueError as error:  # Python limits the digits of an integer in text
        message = f"a number of {len(text)} characters is too long to read: {error}"
        raise NotANumberError(message) from None


def integer_root(n: int, degree: int) -> int:
    """Return the largest integer r with r^degree ≤ n, by Newton's method on integers.

    Raises
    ------
    OutsideRangeError
        n < 0 or degree < 1.

    Examples
    --------
    >>> integer_root(26, 3), integer_root(27, 3)
    (2, 3)

    """
    if n < 0 or degree < 1:
        message = f"there is no root of degree {degree} of {n}: n must be at least 0 and the degree at least 1"
        raise OutsideRangeError(message)
    if n == 0 or degree >= n.bit_length():
        return min(n, 1)
    root = 1 << -(-n.bit_length() // degree)  # above the root, from where Newton's steps only descend
    while True:
        lower = ((degree - 1) * root + n // root ** (degree - 1)) // degree
        if lower >= root:
            return root
        root = lower
