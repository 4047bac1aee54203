r"""Sums of radicals, :math:`\sum_i c_i\,r_i^{1/q_i}` with rational :math:`c_i` and positive rational :math:`r_i`.

They form a field, and everything about them is decided: a sum is zero exactly when nothing is left of it after terms
of one class are put together, for radicals of which no two have a rational ratio are linearly independent over the
rationals (Besicovitch, Mordell, Siegel). The sign of any other sum is that of a ball, refined until it leaves zero out.

Main definitions: `radical`, `RadicalSum`; `Digits`, the decimals of a number whose integer parts are known.

How classes are told apart: a radical is written over pairwise coprime integers above 1, none of which is a power of a
smaller one. It is rational exactly when all exponents are integers, so the fractional parts name its class. Integers
below 2^64 are factored, which is quick; greater ones are only split by greatest common divisors, as finely as the
numbers that meet in one sum require. Two sums are therefore compared through their difference, never by their text.

Conventions at the boundary: radicals are real and positive, so a negative number has no radical; a negative power of
zero and a division by zero are refused with `OutsideRangeError`.
"""

import math
import numbers
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache, reduce
from itertools import chain
from operator import mul
from typing import TYPE_CHECKING, Any, TypeAlias

from exactpriv.errors import NotANumberError, NotExactError, OutsideRangeError, UndecidedError
from exactpriv.numbers import Exactable, exact

if TYPE_CHECKING:
    from flint import arb

__all__ = ["Digits", "RadicalSum", "radical"]

Class: TypeAlias = tuple[tuple[int, Fraction], ...]
"""Bases in increasing order with exponents strictly between 0 and 1: a positive radical up to rational factors."""
Exponents: TypeAlias = Mapping[int, Fraction]

_FIRST_PRECISION = 64
_FACTORED = 1 << 64
"""Integers below this are factored."""
_LONGEST = 1_000_000
"""Numbers with more binary digits than this are not written out."""
_SHORT_RADICAND = 1 << 48
"""A radical is shown as one root when what stands under it is below this."""
_LARGEST_FIELD = 512
"""Division is done in fields of at most this dimension over the rationals."""


# --- decimals --------------------------------------------------------------------------------------------------------


class Digits:
    """A real number whose integer parts are known, those of all its multiples included."""

    __slots__ = ()

    def floors(self, scale: int) -> tuple[int, int]:
        """The largest integer that is at most scale · value, and the smallest integer that is at least that.

        >>> radical(2, "1/2").floors(100)
        (141, 142)
        """
        raise NotImplementedError

    def enclosure(self, digits: int) -> tuple[Fraction, Fraction]:
        """Rational bounds lo ≤ value ≤ hi: neighboring multiples of 10^-digits, equal when the value is one of them.

        Raises
        ------
        OutsideRangeError
            digits is not an integer that is at least 0.

        Examples
        --------
        >>> radical(2, "1/2").enclosure(3)
        (Fraction(707, 500), Fraction(283, 200))

        """
        scale = _power_of_ten(digits)
        below, above = self.floors(scale)
        return Fraction(below, scale), Fraction(above, scale)

    def decimal(self, digits: int = 6) -> str:
        """The value, correctly rounded to so many digits after the point (ties to even).

        Raises
        ------
        OutsideRangeError
            digits is not an integer that is at least 0.

        Examples
        --------
        >>> radical(2, "1/2").decimal(), (-radical(2, "1/2")).decimal(30), RadicalSum.of("1/8").decimal(2)
        ('1.414214', '-1.414213562373095048801688724210', '0.12')

        """
        half_steps = self.floors(2 * _power_of_ten(digits))
        steps = round(Fraction(sum(half_steps), 4))  # the middle of two neighboring half steps rounds as the value does
        text = integer_text(abs(steps)).rjust(digits + 1, "0")
        point = len(text) - digits
        return ("-" if steps < 0 else "") + text[:point] + ("." + text[point:] if digits else "")


def _power_of_ten(digits: int) -> int:
    if not isinstance(digits, int) or digits < 0:
        raise OutsideRangeError(f"got {digits!r} digits after the point; give an integer that is at least 0")
    scale: int = 10**digits
    return scale


def integer_text(number: int) -> str:
    """The decimal digits, also of numbers that are too long for ``str``."""
    from flint import fmpz

    return str(fmpz(number))


def ratio_text(ratio: Fraction) -> str:
    """Numerator and denominator, also of fractions that are too long for ``str``."""
    whole = integer_text(ratio.numerator)
    return whole if ratio.denominator == 1 else f"{whole}/{integer_text(ratio.denominator)}"


def ratio_latex(ratio: Fraction) -> str:
    """LaTeX text of a fraction that is not negative."""
    whole = integer_text(ratio.numerator)
    return whole if ratio.denominator == 1 else rf"\frac{{{whole}}}{{{integer_text(ratio.denominator)}}}"


def signed_sum(terms: Iterable[tuple[Fraction, str]], product: Callable[[Fraction, str], str]) -> str:
    """A sum of coefficients times symbols; the text of the number 1 is empty, and that of an empty sum is 0."""
    text = "".join(f" {'-' if c < 0 else '+'} {product(abs(c), symbol)}" for c, symbol in terms)
    return ("-" if text.startswith(" -") else "") + text[3:] or "0"


def plain_product(coefficient: Fraction, symbol: str) -> str:
    """``3/4*6^(1/3)``; a coefficient 1 is not written."""
    if coefficient == 1 and symbol:
        return symbol
    return f"{ratio_text(coefficient)}*{symbol}" if symbol else ratio_text(coefficient)


def latex_product(coefficient: Fraction, symbol: str) -> str:
    r"""``\frac{3}{4}\,\sqrt[3]{6}``; a coefficient 1 is not written."""
    if coefficient == 1 and symbol:
        return symbol
    return rf"{ratio_latex(coefficient)}\,{symbol}" if symbol else ratio_latex(coefficient)


# --- making sums -----------------------------------------------------------------------------------------------------


def radical(base: Exactable, exponent: Exactable = 1) -> "RadicalSum":
    r"""The power :math:`b^e` of a rational number, exactly, for a rational exponent.

    ``radical(0, e)`` is 0 for e > 0, and 1 for e = 0.

    Raises
    ------
    OutsideRangeError
        base < 0, or base = 0 with a negative exponent.
    NotExactError
        A float.

    Examples
    --------
    >>> radical(6, "1/3"), radical("4/9", "3/2"), radical("1/2", "1/2")
    (6^(1/3), 8/27, 1/2*2^(1/2))

    """
    base, exponent = exact(base), exact(exponent)
    if base < 0 or (base == 0 and exponent < 0):
        message = f"{base}^{exponent} is not a real number: give a base of at least 0 (above 0 for a negative exponent)"
        raise OutsideRangeError(message)
    if base == 0:
        return RadicalSum.of(int(exponent == 0))
    return product_of_powers({base.numerator: exponent}, {base.denominator: -exponent})


def product_of_powers(*exponents: Exponents) -> "RadicalSum":
    """The product of the powers base^exponent of integers that are at least 1.

    >>> product_of_powers({2: Fraction(1, 2), 3: Fraction(-1, 2)}, {6: Fraction(1, 2)})
    2
    """
    powers: dict[int, Fraction] = {}
    for base, exponent in chain.from_iterable(each.items() for each in exponents):
        for part, multiplicity in _factors(base):
            powers[part] = powers.get(part, Fraction(0)) + exponent * multiplicity
    return RadicalSum(_collected([(powers, Fraction(1))]))


# --- the class -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RadicalSum(Digits):
    r"""An exact real number :math:`\sum_i c_i\,r_i^{1/q_i}`.

    Made by `radical`, `RadicalSum.of` and arithmetic: sums, products, quotients, integer powers, rational powers of
    what is a single positive radical. Sums are totally ordered, exactly, also among integers and fractions.

    >>> s = (1 + 6 * radical(6, "1/3")) / 8
    >>> s, s > 1, s - radical("81/32", "1/3")
    (1/8 + 3/4*6^(1/3), True, 1/8)
    >>> (1 + radical(2, "1/2")) ** -1
    -1 + 2^(1/2)
    """

    terms: Mapping[Class, Fraction]
    """The coefficient (never 0) of the radical of each class; not to be changed."""

    @classmethod
    def of(cls, value: "RadicalSum | Exactable") -> "RadicalSum":
        """A number as a sum of radicals.

        >>> RadicalSum.of("0.125")
        1/8
        """
        if isinstance(value, RadicalSum):
            return value
        number = exact(value)
        return cls({(): number} if number else {})

    @classmethod
    def total(cls, numbers: "Iterable[RadicalSum]") -> "RadicalSum":
        """The sum of many numbers, put together once.

        >>> RadicalSum.total([radical(2, "1/2"), radical(8, "1/2"), radical(4, "1/2")])
        2 + 3*2^(1/2)
        """
        return cls(_collected(product for number in numbers for product in _products(number.terms)))

    @property
    def is_rational(self) -> bool:
        """Whether the number is rational.

        >>> (radical(2, "1/2") * radical(8, "1/2")).is_rational
        True
        """
        return not any(self.terms)

    @property
    def is_single(self) -> bool:
        """Whether the number is a rational multiple of a single radical, which is not zero.

        >>> (3 * radical(2, "1/2")).is_single, (1 + radical(2, "1/2")).is_single
        (True, False)
        """
        return len(self.terms) == 1

    def parts(self) -> "list[RadicalSum]":
        """The multiples of single radicals whose sum this is.

        >>> ((1 + 6 * radical(6, "1/3")) / 8).parts()
        [1/8, 3/4*6^(1/3)]
        """
        return [RadicalSum({radicand: c}) for radicand, c in self._in_order()]

    def rational(self) -> Fraction:
        """The number as a fraction.

        Raises
        ------
        NotExactError
            It is not rational.

        Examples
        --------
        >>> radical("9/4", "1/2").rational()
        Fraction(3, 2)

        """
        if not self.is_rational:
            raise NotExactError(f"{self._about()} is not rational; use enclosure() for rational bounds")
        return self.terms.get((), Fraction(0))

    # Arithmetic

    def __add__(self, other: "RadicalSum | int | Fraction") -> "RadicalSum":
        if (addend := _operand(other)) is None:
            return NotImplemented
        return RadicalSum.total((self, addend))

    __radd__ = __add__

    def __neg__(self) -> "RadicalSum":
        return RadicalSum({radicand: -c for radicand, c in self.terms.items()})

    def __pos__(self) -> "RadicalSum":
        return self

    def __abs__(self) -> "RadicalSum":
        return -self if self.sign() < 0 else self

    def __sub__(self, other: "RadicalSum | int | Fraction") -> "RadicalSum":
        if (subtrahend := _operand(other)) is None:
            return NotImplemented
        return self + -subtrahend

    def __rsub__(self, other: int | Fraction) -> "RadicalSum":
        return -self + other

    def __mul__(self, other: "RadicalSum | int | Fraction") -> "RadicalSum":
        if (factor := _operand(other)) is None:
            return NotImplemented
        if factor.is_rational:
            c = factor.rational()
            return RadicalSum({radicand: c * d for radicand, d in self.terms.items()} if c else {})
        left, right = _products(self.terms), _products(factor.terms)
        return RadicalSum(_collected((_plus(a, b), c * d) for a, c in left for b, d in right))

    __rmul__ = __mul__

    def __truediv__(self, other: "RadicalSum | int | Fraction") -> "RadicalSum":
        divisor = _operand(other)
        return NotImplemented if divisor is None else self * divisor._inverse()

    def __rtruediv__(self, other: int | Fraction) -> "RadicalSum":
        return other * self._inverse()

    def __pow__(self, exponent: Exactable) -> "RadicalSum":
        power = exact(exponent)
        if self.is_single and (power.denominator == 1 or self.sign() > 0):
            return self._power_of_single(power)
        if not self.terms:
            return radical(0, power)
        if power.denominator != 1:
            message = f"{self._about()} to the power of {power} is not known to be a sum of radicals"
            raise OutsideRangeError(f"{message}; take integer powers, or rational powers of one positive radical")
        base = self if power >= 0 else self._inverse()
        return _integer_power(base, abs(power.numerator))

    def _power_of_single(self, power: Fraction) -> "RadicalSum":
        ((radicand, c),) = self.terms.items()
        sign = -1 if c < 0 and power.numerator % 2 else 1
        roots = {base: exponent * power for base, exponent in radicand}
        parts = ({abs(c.numerator): power}, {c.denominator: -power})
        return sign * (product_of_powers(roots, *parts))

    def _inverse(self) -> "RadicalSum":
        if not self.terms:
            raise OutsideRangeError("a sum of radicals was divided by 0; divide by a number other than 0")
        return self._power_of_single(Fraction(-1)) if self.is_single else _inverse(self)

    # Order

    def sign(self) -> int:
        """The sign, -1, 0 or 1, exactly.

        >>> (radical(2, "1/2") + radical(3, "1/2") - radical(10, "1/2")).sign()
        -1
        """
        if len({c > 0 for c in self.terms.values()}) < 2:  # radicals are positive
            return next((1 if c > 0 else -1 for c in self.terms.values()), 0)
        return _first(self._ball_sign)

    def _ball_sign(self, precision: int) -> int | None:
        ball = self.ball(precision)
        return 1 if ball > 0 else -1 if ball < 0 else None  # both are false when the ball contains 0

    def __eq__(self, other: object) -> bool:
        compared = _operand(other)
        return NotImplemented if compared is None else not (self - compared).terms

    def __lt__(self, other: "RadicalSum | int | Fraction") -> bool:
        compared = _operand(other)
        return NotImplemented if compared is None else (self - compared).sign() < 0

    def __le__(self, other: "RadicalSum | int | Fraction") -> bool:
        compared = _operand(other)
        return NotImplemented if compared is None else (self - compared).sign() <= 0

    def __gt__(self, other: "RadicalSum | int | Fraction") -> bool:
        compared = _operand(other)
        return NotImplemented if compared is None else (self - compared).sign() > 0

    def __ge__(self, other: "RadicalSum | int | Fraction") -> bool:
        compared = _operand(other)
        return NotImplemented if compared is None else (self - compared).sign() >= 0

    def __hash__(self) -> int:
        # Bases above 2^64 are not unique and unique ones would need factoring, but the digits of the value are unique.
        return hash(self.rational() if self.is_rational else self.floors(_FACTORED)[0])

    def __bool__(self) -> bool:
        return bool(self.terms)

    # Values

    def ball(self, precision: int) -> "arb":
        """A ball of python-flint that contains the number, computed with so many bits.

        >>> radical(2, "1/2").ball(64).contains(2)
        False
        """
        from flint import arb, ctx, fmpq

        @cache  # terms share their powers
        def power(base: int, exponent: Fraction) -> arb:
            return arb(base) ** arb(fmpq(exponent.numerator, exponent.denominator))

        with ctx.workprec(precision):
            total = arb(0)
            for radicand, c in self.terms.items():
                root = reduce(mul, (power(base, exponent) for base, exponent in radicand), arb(1))
                total += arb(fmpq(c.numerator, c.denominator)) * root
        return total

    def floors(self, scale: int) -> tuple[int, int]:
        """The integers next to scale · value.

        >>> radical("9/4", "1/2").floors(10)
        (15, 15)
        """
        if self.is_rational:
            value = self.rational() * scale
            return math.floor(value), math.ceil(value)
        below = _first(lambda precision: _only_floor(self.ball(precision), scale, precision), scale.bit_length())
        return below, below + 1

    # Display

    def __repr__(self) -> str:
        return signed_sum(self._shown(_plain_radical), plain_product)

    def latex(self) -> str:
        r"""LaTeX text, to be read in mathematics mode.

        >>> print(((1 + 6 * radical(6, "1/3")) / 8).latex())
        \frac{1}{8} + \frac{3}{4}\,\sqrt[3]{6}
        """
        return signed_sum(self._shown(_latex_radical), latex_product)

    def _repr_latex_(self) -> str:
        return f"${self.latex()}$"

    def _shown(self, text: Callable[[Class], str]) -> list[tuple[Fraction, str]]:
        """Coefficients and the texts of their radicals."""
        return [(c, text(radicand)) for radicand, c in self._in_order()]

    def _in_order(self) -> list[tuple[Class, Fraction]]:
        """The terms, those of low degree first."""
        return sorted(self.terms.items(), key=lambda term: (_degree(term[0]), term[0]))

    def _about(self) -> str:
        """Short name for error messages: exact text can be very long."""
        return f"the sum of radicals of about {self.decimal()}"

    # Sympy

    def to_sympy(self) -> Any:
        """The number as a sympy expression.

        >>> ((1 + radical(34, "1/2")) / 6).to_sympy()
        1/6 + sqrt(34)/6
        """
        import sympy

        def root(radicand: Class) -> Any:
            return sympy.Mul(*(sympy.Integer(base) ** sympy.Rational(exponent) for base, exponent in radicand))

        return sympy.Add(*(sympy.Rational(c) * root(radicand) for radicand, c in self.terms.items()))

    @classmethod
    def from_sympy(cls, expression: Any) -> "RadicalSum":
        """The number that a sympy expression of rationals, sums, products and rational powers stands for.

        Raises
        ------
        NotANumberError
            Anything else, text included.
        NotExactError
            A float inside the expression.
        OutsideRangeError
            A root of a negative number or of a sum, or a division by zero.

        Examples
        --------
        >>> import sympy
        >>> RadicalSum.from_sympy(1 / (1 + sympy.sqrt(2)))
        -1 + 2^(1/2)

        """
        import sympy

        if not isinstance(expression, sympy.Expr):
            message = f"{expression!r} ({type(expression).__name__}) is no sum of radicals: give a sympy expression"
            raise NotANumberError(message)
        if expression.is_Rational or expression.is_Float:
            return cls.of(expression)
        if expression.is_Add:
            return cls.total(map(cls.from_sympy, expression.args))
        if expression.is_Mul:
            return reduce(mul, map(cls.from_sympy, expression.args))
        if expression.is_Pow and expression.exp.is_Rational:
            power: RadicalSum = cls.from_sympy(expression.base) ** expression.exp
            return power
        raise NotANumberError(f"{expression} is no sum of radicals: use rationals, sums, products and rational powers")


def _operand(value: object) -> RadicalSum | None:
    """A sum or bare number as a sum; None for anything else. Floats are refused."""
    if isinstance(value, RadicalSum):
        return value
    return RadicalSum.of(value) if isinstance(value, numbers.Number) else None  # type: ignore[arg-type]  # refused there


def _first(answer: Callable[[int], int | None], extra: int = 0) -> int:
    """The answer of the first ball that gives one; it comes when the number is none of those that leave it open."""
    precision = _FIRST_PRECISION + extra
    while (found := answer(precision)) is None:
        precision *= 2
    return found


def _only_floor(ball: "arb", scale: int, precision: int) -> int | None:
    """The integer part that all numbers of the ball have after multiplication with ``scale``, if they have the same."""
    from flint import ctx

    with ctx.workprec(precision):
        whole = (ball * scale).floor().unique_fmpz()
    return None if whole is None else int(whole)


# --- canonical form --------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 16)
def _factors(number: int) -> tuple[tuple[int, int], ...]:
    """Pairs (b, k) with number = Π b^k: primes where the number is small, else the smallest b of which it is a power.

    >>> _factors(72), _factors(10**40 + 1) == ((10**40 + 1, 1),)
    (((2, 3), (3, 2)), True)
    """
    from flint import fmpz

    if number < _FACTORED:
        return tuple((int(prime), multiplicity) for prime, multiplicity in fmpz(number).factor())
    if not fmpz(number).is_perfect_power():
        return ((number, 1),)
    degree = next(k for k in range(2, number.bit_length()) if fmpz(number).root(k) ** k == number)
    return tuple((base, k * degree) for base, k in _factors(int(fmpz(number).root(degree))))


def _products(terms: Mapping[Class, Fraction]) -> list[tuple[Exponents, Fraction]]:
    return [(dict(radicand), c) for radicand, c in terms.items()]


def _plus(left: Exponents, right: Exponents) -> Exponents:
    return {base: left.get(base, Fraction(0)) + right.get(base, Fraction(0)) for base in left.keys() | right.keys()}


def _collected(products: Iterable[tuple[Exponents, Fraction]]) -> Mapping[Class, Fraction]:
    """The canonical form of a sum of coefficients times products of powers, whose bases came out of `_factors`."""
    terms: dict[Class, Fraction] = {}
    for exponents, c in _over_common_base(list(products)):
        radicand, factor = _class(exponents)
        terms[radicand] = terms.get(radicand, Fraction(0)) + c * factor
    return {radicand: c for radicand, c in terms.items() if c}


def _class(exponents: Exponents) -> tuple[Class, Fraction]:
    """The class of a product of powers, and the rational factor that is left."""
    whole = {base: exponent.numerator // exponent.denominator for base, exponent in exponents.items()}
    if sum(abs(n) * base.bit_length() for base, n in whole.items()) > _LONGEST:
        message = f"a power has more than {_LONGEST} binary digits, too many to write out: take its logarithm instead"
        raise OutsideRangeError(message)
    factor = math.prod((Fraction(base) ** n for base, n in whole.items() if n), start=Fraction(1))
    rest = ((base, exponent - whole[base]) for base, exponent in exponents.items())
    return tuple(sorted((base, exponent) for base, exponent in rest if exponent)), factor


def _over_common_base(products: list[tuple[Exponents, Fraction]]) -> list[tuple[Exponents, Fraction]]:
    """The same products over pairwise coprime bases; primes are so already."""
    bases = {base for exponents, _ in products for base in exponents}
    if all(base < _FACTORED for base in bases):
        return products
    coprime = _coprime(bases)
    powers = {base: _powers_over(coprime, base) for base in bases}
    return [(_rewritten(exponents, powers), c) for exponents, c in products]


def _coprime(numbers: Iterable[int]) -> list[int]:
    """Pairwise coprime integers above 1 of which all the numbers are products, by greatest common divisors alone.

    >>> sorted(_coprime([12, 18]))
    [2, 3]
    """
    base: list[int] = []
    pending = list(numbers)
    while pending:
        number = pending.pop()
        partner = next((b for b in base if math.gcd(b, number) > 1), None)
        if partner is None:
            base += [number] if number > 1 else []
            continue
        common = math.gcd(partner, number)
        base.remove(partner)
        pending += [number // common, partner // common, common]
    return base


def _powers_over(coprime: Iterable[int], number: int) -> dict[int, int]:
    """The number as a product of powers of the coprime base, whose elements are factored where that is cheap."""
    powers: dict[int, int] = {}
    for base in coprime:
        multiplicity = 0
        while number % base == 0:
            number //= base
            multiplicity += 1
        if multiplicity:
            powers |= {part: k * multiplicity for part, k in _factors(base)}
    return powers


def _rewritten(exponents: Exponents, powers: Mapping[int, Mapping[int, int]]) -> Exponents:
    rewritten: dict[int, Fraction] = {}
    for base, exponent in exponents.items():
        for part, multiplicity in powers[base].items():
            rewritten[part] = rewritten.get(part, Fraction(0)) + exponent * multiplicity
    return rewritten


# --- powers and quotients --------------------------------------------------------------------------------------------


def _integer_power(base: RadicalSum, exponent: int) -> RadicalSum:
    """base^exponent by repeated squaring."""
    result = RadicalSum.of(1)
    while exponent:
        if exponent % 2:
            result *= base
        exponent //= 2
        if exponent:
            base *= base
    return result


def _inverse(number: RadicalSum) -> RadicalSum:
    """1/number: multiplication by it is a linear map of the field of its classes, and that map is solved for 1."""
    from flint import fmpq, fmpq_mat

    lead = number.parts()[0] ** -1
    number *= lead  # now one class is that of 1, so that the others generate a smaller field
    field = _field([RadicalSum({radicand: Fraction(1)}) for radicand in number.terms])
    place = {radicand: index for index, radicand in enumerate(field)}
    matrix = fmpq_mat(len(field), len(field))
    for column, radicand in enumerate(field):
        for reached, c in (number * RadicalSum({radicand: Fraction(1)})).terms.items():
            matrix[place[reached], column] = fmpq(c.numerator, c.denominator)
    one = fmpq_mat(len(field), 1, [fmpq(int(radicand == ())) for radicand in field])
    solution = [Fraction(int(c.p), int(c.q)) for c in matrix.solve(one).entries()]
    return lead * RadicalSum({radicand: c for radicand, c in zip(field, solution, strict=True) if c})


def _field(generators: list[RadicalSum]) -> list[Class]:
    """All classes that products of the generators have: a basis over the rationals of the field that they generate."""
    found: dict[Class, None] = {(): None}
    pending: list[Class] = [()]
    while pending:
        radicand = pending.pop()
        for generator in generators:
            (reached,) = (generator * RadicalSum({radicand: Fraction(1)})).terms
            if reached not in found:
                found[reached] = None
                pending.append(reached)
        if len(found) > _LARGEST_FIELD:
            message = f"the quotient lies in a field of more than {_LARGEST_FIELD} dimensions: compare products instead"
            raise UndecidedError(message)
    return list(found)


# --- display ---------------------------------------------------------------------------------------------------------


def _degree(radicand: Class) -> int:
    return math.lcm(*(exponent.denominator for _, exponent in radicand))


def _roots(radicand: Class) -> list[tuple[int, Fraction]]:
    """One pair (m, 1/q) where m is short, otherwise the powers of the bases."""
    degree = _degree(radicand)
    if sum(base.bit_length() * exponent * degree for base, exponent in radicand) > _SHORT_RADICAND.bit_length():
        return list(radicand)
    return [(math.prod(base ** int(exponent * degree) for base, exponent in radicand), Fraction(1, degree))]


def _plain_radical(radicand: Class) -> str:
    return "*".join(f"{integer_text(base)}^({exponent})" for base, exponent in _roots(radicand)) if radicand else ""


def _latex_radical(radicand: Class) -> str:
    return r"\,".join(_latex_root(base, exponent) for base, exponent in _roots(radicand)) if radicand else ""


def _latex_root(base: int, exponent: Fraction) -> str:
    if exponent.numerator != 1:
        return f"{integer_text(base)}^{{{exponent}}}"
    index = "" if exponent.denominator == 2 else f"[{exponent.denominator}]"
    return rf"\sqrt{index}{{{integer_text(base)}}}"
