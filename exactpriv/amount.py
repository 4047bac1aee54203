r"""Exact amounts of information, :math:`\sum_b c_b \log b` with rational :math:`c_b`, or plus or minus infinity.

An amount is a physical quantity: one bit *is* :math:`\ln 2` nats, so ``ln(2) == log2(2)``.  The unit of an
:class:`Amount` only says how it is shown; the result of an operation is shown in the unit of its left operand.

Main definitions: :func:`log2`, :func:`ln`, :func:`bits`; :class:`Amount`; :data:`ZERO`, :data:`INFINITY`,
:data:`NEGATIVE_INFINITY`.

How amounts are decided: an amount is zero exactly when its terms cancel over a coprime base, which greatest common
divisors find without factoring (logarithms of pairwise coprime integers above 1 are linearly independent over the
rationals).  The sign of an amount that is not zero is that of a ball, refined until it leaves zero out.

Conventions at the boundary: the logarithm of 0 is minus infinity; infinity minus infinity and 0 times infinity are
refused with :class:`~exactpriv.errors.AmountError`.
"""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from exactpriv.errors import AmountError, NotExactError, UnitError
from exactpriv.numbers import Exactable, exact

if TYPE_CHECKING:
    from flint import arb

__all__ = ["INFINITY", "NEGATIVE_INFINITY", "ZERO", "Amount", "bits", "ln"]

Unit = Literal["bits", "nats"]
Terms = Mapping[int, Fraction]
T = TypeVar("T")

_FIRST_PRECISION = 128
_SMALL_POWERS = 4096
"""Powers whose sizes add up to at most this many binary digits are compared as integers."""
_SHORT_RATIO = 40
"""Terms are shown as one logarithm when the sizes of their powers add up to at most this many binary digits."""
_LARGEST_POWER = 1_000_000
"""Numbers with more binary digits than this are not written out."""


# --- making amounts --------------------------------------------------------------------------------------------------


def log2(x: Exactable) -> Amount:
    r"""Logarithm to base 2, :math:`\log_2 x`, shown in bits; :math:`\log_2 0 = -\infty`.

    A negative number raises :class:`~exactpriv.errors.AmountError`, a float
    :class:`~exactpriv.errors.NotExactError`.

    >>> log2(8), log2("5/2"), log2(0), log2(6) - log2(3)
    (3 bits, log2(5/2) bits, -inf bits, 1 bit)
    """
    return _logarithm(exact(x), "bits")


def ln(x: Exactable) -> Amount:
    r"""Natural logarithm, :math:`\ln x`, shown in nats; :math:`\ln 0 = -\infty`.

    A negative number raises :class:`~exactpriv.errors.AmountError`, a float
    :class:`~exactpriv.errors.NotExactError`.

    >>> ln("25/12"), ln(1), ln(2) == log2(2)
    (ln(25/12) nats, 0 nats, True)
    """
    return _logarithm(exact(x), "nats")


def _logarithm(x: Fraction, unit: Unit) -> Amount:
    if x < 0:
        raise AmountError(f"the logarithm of {x} was asked for; it is defined for numbers that are at least 0")
    if x == 0:
        return Amount({}, unit, infinity=-1)
    powers = ((x.numerator, Fraction(1)), (x.denominator, Fraction(-1)))
    return Amount({base: power for base, power in powers if base != 1}, unit)


def bits(r: Exactable) -> Amount:
    r"""A rational number of bits, :math:`r \log 2`.

    A float raises :class:`~exactpriv.errors.NotExactError`.

    >>> bits(3), bits("3/2"), bits(1) == ln(2)
    (3 bits, 3/2 bits, True)
    """
    return log2(2) * exact(r)


# --- the class -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Amount:
    r"""An exact amount of information, :math:`\sum_b c_b \log b` with rational :math:`c_b`, or plus or minus infinity.

    Made by :func:`log2`, :func:`ln`, :func:`bits` and arithmetic: sums and differences of amounts, products with and
    quotients by exact numbers.  Amounts are totally ordered, exactly, whatever their units; of bare numbers only 0
    may be added to an amount (so that ``sum`` works) or compared with it, others raise ``TypeError``.

    >>> log2(3) + log2(5) / 2
    log2(3) + 1/2*log2(5) bits
    >>> log2(3) / 2 + log2(7) / 2 == log2(21) / 2
    True
    >>> max(log2(3), bits("3/2"), ln(3) - ln(2))
    log2(3) bits
    >>> sum([ln(2), ln(3)])
    ln(6) nats
    """

    terms: Terms
    """The coefficient (never 0) of the logarithm of each integer (at least 2); not unique, and not to be changed."""
    unit: Unit = "bits"
    infinity: int = 0
    """0 for a finite amount, 1 for infinity, -1 for minus infinity."""

    @property
    def is_finite(self) -> bool:
        """Whether the amount is neither infinity nor minus infinity.

        >>> log2(3).is_finite, log2(0).is_finite
        (True, False)
        """
        return self.infinity == 0

    def in_bits(self) -> Amount:
        """The same amount, shown in bits.

        >>> ln(6).in_bits()
        log2(6) bits
        """
        return Amount(self.terms, "bits", self.infinity)

    def in_nats(self) -> Amount:
        """The same amount, shown in nats.

        >>> bits(2).in_nats()
        ln(4) nats
        """
        return Amount(self.terms, "nats", self.infinity)

    # Arithmetic

    def __add__(self, other: Amount | int) -> Amount:
        if not isinstance(other, Amount):
            return self if _is_zero(other) else NotImplemented
        if self.infinity or other.infinity:
            return self._plus_infinite(other)
        return Amount(_sum(self.terms, other.terms), self.unit)

    __radd__ = __add__

    def _plus_infinite(self, other: Amount) -> Amount:
        if self.infinity * other.infinity < 0:
            raise AmountError("infinity minus infinity has no value; check that both amounts are finite first")
        return Amount({}, self.unit, self.infinity or other.infinity)

    def __neg__(self) -> Amount:
        return self * -1

    def __sub__(self, other: Amount | int) -> Amount:
        if not isinstance(other, Amount):
            return self if _is_zero(other) else NotImplemented
        return self + -other

    def __rsub__(self, other: int) -> Amount:
        return -self if _is_zero(other) else NotImplemented

    def __mul__(self, factor: int | Fraction) -> Amount:
        if not isinstance(factor, numbers.Number):
            return NotImplemented
        scale = exact(factor)
        if self.infinity:
            return self._infinite_times(scale)
        return Amount({base: c * scale for base, c in self.terms.items()} if scale else {}, self.unit)

    __rmul__ = __mul__

    def _infinite_times(self, factor: Fraction) -> Amount:
        if factor == 0:
            raise AmountError("0 times infinity has no value; check that the amount is finite first")
        return self if factor > 0 else Amount({}, self.unit, -self.infinity)

    def __truediv__(self, divisor: int | Fraction) -> Amount:
        if not isinstance(divisor, numbers.Number):
            return NotImplemented
        scale = exact(divisor)
        if scale == 0:
            raise AmountError("an amount was divided by 0; divide by a number other than 0")
        return self * (1 / scale)

    # Order

    def __eq__(self, other: object) -> bool:
        sign = self._compared(other)
        return NotImplemented if sign is None else sign == 0

    def __lt__(self, other: Amount | int) -> bool:
        sign = self._compared(other)
        return NotImplemented if sign is None else sign < 0

    def __le__(self, other: Amount | int) -> bool:
        sign = self._compared(other)
        return NotImplemented if sign is None else sign <= 0

    def __gt__(self, other: Amount | int) -> bool:
        sign = self._compared(other)
        return NotImplemented if sign is None else sign > 0

    def __ge__(self, other: Amount | int) -> bool:
        sign = self._compared(other)
        return NotImplemented if sign is None else sign >= 0

    def _compared(self, other: object) -> int | None:
        """The sign of ``self - other``; None when the other is neither an amount nor a number."""
        if not isinstance(other, Amount):
            return (self.infinity or _sign(self.terms)) if _is_zero(other) else None
        if self.infinity or other.infinity:
            return self.infinity - other.infinity
        return _sign(_sum(self.terms, other.terms, subtract=True))

    def __hash__(self) -> int:
        # Terms are not unique and a unique form would need factoring, but the digits of the value are unique.
        if self.infinity:
            return hash(("infinity", self.infinity))
        return hash(_floor(self.terms, "bits", 2**64))

    def __bool__(self) -> bool:
        return self != 0

    # Values

    def antilog(self) -> Fraction:
        r"""The number whose logarithm this is, :math:`2^a` for an amount of :math:`a` bits; 0 for minus infinity.

        Raises :class:`~exactpriv.errors.AmountError` when it is not rational, is infinite, or has more than about a
        million binary digits.

        >>> log2("5/2").antilog(), (log2(9) / 2).antilog(), ln(6).antilog()
        (Fraction(5, 2), Fraction(3, 1), Fraction(6, 1))
        """
        if self.infinity:
            return Fraction(_power_of_infinity(self))
        terms = _canonical(self.terms)
        if any(c.denominator != 1 for c in terms.values()):
            raise AmountError(f"{self._about()} is not the logarithm of a rational number; use floor_exp2() instead")
        if _size(terms) > _LARGEST_POWER:
            raise AmountError(f"the antilogarithm of {self._about()} is too long to write out; use enclosure() instead")
        return _ratio(terms, Fraction(1))

    def floor_exp2(self) -> int:
        r"""The largest integer that is at most :math:`2^a`, for an amount of :math:`a` bits; 0 for minus infinity.

        Raises :class:`~exactpriv.errors.AmountError` for infinity and above a million bits.

        >>> bits("3/2").floor_exp2(), log2(5).floor_exp2(), bits(-1).floor_exp2()
        (2, 5, 0)
        """
        if self.infinity:
            return _power_of_infinity(self)
        if self < 0:
            return 0
        if self > bits(_LARGEST_POWER):
            raise AmountError(f"the antilogarithm of {self._about()} is too long to write out; use enclosure() instead")
        precision = _FIRST_PRECISION + _floor(self.terms, "bits", 1)
        return _refined(self._ball_floor_exp2, self._integer_antilog, precision)

    def _ball_floor_exp2(self, precision: int) -> int | None:
        from flint import ctx

        exponents, common = _integer_exponents(self.terms)
        with ctx.workprec(precision):
            return _only_floor((_ball(exponents, precision) / common).exp())

    def _integer_antilog(self) -> int | None:
        terms = _canonical(self.terms)
        if any(c.denominator != 1 or c < 0 for c in terms.values()):
            return None
        return _powers(terms)[0]

    def enclosure(self, digits: int) -> tuple[Fraction, Fraction]:
        r"""Rational bounds ``lo <= value <= hi`` in the amount's unit, with ``hi - lo <= 10**-digits``.

        The bounds are neighboring multiples of ``10**-digits``; they coincide when the value is such a multiple.
        Raises :class:`~exactpriv.errors.AmountError` for an infinite amount.

        >>> log2(3).enclosure(3)
        (Fraction(198, 125), Fraction(317, 200))
        """
        if self.infinity:
            raise AmountError(f"{self} has no rational bounds; check is_finite first")
        scale = _power_of_ten(digits)
        below, above = self._floor_and_ceiling(scale)
        return Fraction(below, scale), Fraction(above, scale)

    def decimal(self, digits: int = 6) -> str:
        """The value in the amount's unit, correctly rounded to so many digits after the point (ties to even).

        >>> log2("5/2").decimal(), ln(2).decimal(30), bits(2).decimal(1), log2(0).decimal()
        ('1.321928', '0.693147180559945309417232121458', '2.0', '-inf')
        """
        if self.infinity:
            return "inf" if self.infinity > 0 else "-inf"
        half_steps = self._floor_and_ceiling(2 * _power_of_ten(digits))
        steps = round(Fraction(sum(half_steps), 4))  # the middle of two neighboring half steps rounds as the value does
        text = _integer_text(abs(steps)).rjust(digits + 1, "0")
        point = len(text) - digits
        return ("-" if steps < 0 else "") + text[:point] + ("." + text[point:] if digits else "")

    def _floor_and_ceiling(self, scale: int) -> tuple[int, int]:
        """The integers next to ``scale * value``, the value being in the amount's unit."""
        return _floor(self.terms, self.unit, scale), -_floor((-self).terms, self.unit, scale)

    # No __float__: sympy and NumPy would use it to turn exact amounts silently into floats. Plots use decimal().

    # Display

    def __repr__(self) -> str:
        text = self.decimal() if self.infinity else _signed_sum(self._shown_terms(), self._plain)
        return f"{text} {self._unit_after(text)}"

    def _about(self) -> str:
        """Short name for error messages: exact text can be very long."""
        return f"the amount of about {self.decimal()} {self.unit}"

    def _unit_after(self, number: str) -> str:
        return self.unit.removesuffix("s") if number in ("1", "-1") else self.unit

    def _plain(self, coefficient: Fraction, ratio: Fraction) -> str:
        if self._is_whole(ratio):
            return _ratio_text(coefficient)
        logarithm = f"{'log2' if self.unit == 'bits' else 'ln'}({_ratio_text(ratio)})"
        return logarithm if coefficient == 1 else f"{_ratio_text(coefficient)}*{logarithm}"

    def latex(self) -> str:
        r"""LaTeX text with the unit, to be read in mathematics mode.

        >>> print(log2("5/2").latex())
        \log_2\frac{5}{2}\ \text{bits}
        >>> print((log2(5) / 2).latex())
        \frac{1}{2}\,\log_2 5\ \text{bits}
        """
        if self.infinity:
            text = r"\infty" if self.infinity > 0 else r"-\infty"
        else:
            text = _signed_sum(self._shown_terms(), self._latex_term)
        return rf"{text}\ \text{{{self._unit_after(text)}}}"

    def _latex_term(self, coefficient: Fraction, ratio: Fraction) -> str:
        if self._is_whole(ratio):
            return _ratio_latex(coefficient)
        argument = _ratio_latex(ratio) if ratio.denominator > 1 else f" {_ratio_latex(ratio)}"
        logarithm = (r"\log_2" if self.unit == "bits" else r"\ln") + argument
        return logarithm if coefficient == 1 else rf"{_ratio_latex(coefficient)}\,{logarithm}"

    def _repr_latex_(self) -> str:
        return f"${self.latex()}$"

    def _is_whole(self, ratio: Fraction) -> bool:
        """Whether the logarithm of the ratio is the unit itself."""
        return self.unit == "bits" and ratio == 2

    def _shown_terms(self) -> list[tuple[Fraction, Fraction]]:
        """Pairs (coefficient, ratio): the amount is the sum of coefficient * log(ratio), bare numbers of bits last."""
        groups = _groups(_canonical(self.terms), lambda c: c.denominator)
        terms = [term for group in groups for term in self._shown_group(group)]
        return sorted(terms, key=lambda term: (self._is_whole(term[1]), term[0].denominator, abs(term[0]), term[1]))

    def _shown_group(self, group: Terms) -> list[tuple[Fraction, Fraction]]:
        """One logarithm where that is short, otherwise one for each coefficient up to sign."""
        if self.unit == "bits" and set(group) == {2}:
            return [(group[2], Fraction(2))]
        content = _content(group)
        outer = (Fraction(1), content) if content.denominator == 1 else (content,)
        for coefficient in outer:
            if _size(group) <= _SHORT_RATIO * coefficient:
                return [_one_logarithm(group, coefficient)]
        alike = _groups(group, abs)
        if len(alike) == 1:
            return [_one_logarithm(group, content)]
        return [term for part in alike for term in self._shown_group(part)]

    # Sympy

    def to_sympy(self) -> Any:
        """The value in the amount's unit as a sympy expression.

        >>> log2("5/2").to_sympy(), ln("25/12").to_sympy(), log2(0).to_sympy()
        (log(5/2)/log(2), log(25/12), -oo)
        """
        import sympy

        if self.infinity:
            return self.infinity * sympy.oo
        unit = sympy.log(2) if self.unit == "bits" else sympy.Integer(1)
        return sympy.Add(
            *(
                sympy.Rational(c) * (1 if self._is_whole(ratio) else sympy.log(sympy.Rational(ratio)) / unit)
                for c, ratio in self._shown_terms()
            )
        )

    @classmethod
    def from_sympy(cls, expression: Any, unit: Unit = "bits") -> Amount:
        """The amount whose value in the unit is a sympy expression.

        An expression that is not seen to be a rational combination of logarithms of positive rationals (divided by
        ``log(2)`` for bits), and text, raise :class:`~exactpriv.errors.AmountError`; a float inside it raises
        :class:`~exactpriv.errors.NotExactError`.

        >>> import sympy
        >>> Amount.from_sympy(sympy.log(5) / sympy.log(4)), Amount.from_sympy(sympy.log(3) - sympy.log(2), "nats")
        (1/2*log2(5) bits, ln(3/2) nats)
        """
        import sympy

        if unit not in ("bits", "nats"):
            raise AmountError(f"got the unit {unit!r}; an amount is shown in 'bits' or 'nats'")
        if not isinstance(expression, sympy.Expr):
            raise AmountError(f"got {expression!r} ({type(expression).__name__}); give a sympy expression")
        if expression.has(sympy.Float):
            raise NotExactError(f"got the float in {expression}; write sympy.Rational(1, 10) instead of 0.1")
        if expression in (sympy.oo, -sympy.oo):
            return cls({}, unit, infinity=1 if expression == sympy.oo else -1)
        summands = sympy.Add.make_args(sympy.expand_mul(expression))
        return sum((_read_sympy_product(summand, unit) for summand in summands), cls({}, unit))


INFINITY = Amount({}, infinity=1)
"""Infinitely much information, shown in bits."""
NEGATIVE_INFINITY = Amount({}, infinity=-1)
"""The logarithm of 0, shown in bits."""
ZERO = Amount({})
"""No information, shown in bits."""


def _is_zero(number: object) -> bool:
    """Whether it is the number 0, which needs no unit; any other number is refused."""
    if not isinstance(number, numbers.Number):
        return False
    value = exact(number)  # type: ignore[arg-type]  # any other kind of number is refused there
    if value == 0:
        return True
    raise UnitError(f"got the bare number {value} beside an amount; write bits({value}), or log2(…) or ln(…)")


def _power_of_infinity(amount: Amount) -> int:
    if amount.infinity > 0:
        raise AmountError("2 to the power of infinity is not a number; check is_finite first")
    return 0


def _power_of_ten(digits: int) -> int:
    if not isinstance(digits, int) or digits < 0:
        raise AmountError(f"got {digits!r} digits after the point; give an integer that is at least 0")
    scale: int = 10**digits
    return scale


# --- deciding: sums of logarithms ------------------------------------------------------------------------------------


def _sum(left: Terms, right: Terms, *, subtract: bool = False) -> Terms:
    terms = dict(left)
    for base, c in right.items():
        total = terms.get(base, 0) + (-c if subtract else c)
        if total:
            terms[base] = total
        else:
            terms.pop(base, None)
    return terms


def _integer_exponents(terms: Terms) -> tuple[dict[int, int], int]:
    """Integer coefficients, and the common denominator by which they are to be divided."""
    common = math.lcm(*(c.denominator for c in terms.values()))
    return {base: c.numerator * (common // c.denominator) for base, c in terms.items()}, common


def _size(terms: Mapping[int, int | Fraction]) -> int | Fraction:
    """How many binary digits the powers have together, at most."""
    return sum((c if c > 0 else -c) * base.bit_length() for base, c in terms.items())


def _sign(terms: Terms) -> int:
    """The sign, -1, 0 or 1, of a sum of logarithms, exactly."""
    if len({c > 0 for c in terms.values()}) < 2:  # all bases exceed 1
        return next((1 if c > 0 else -1 for c in terms.values()), 0)
    exponents, _ = _integer_exponents(terms)
    if _size(exponents) <= _SMALL_POWERS:
        above, below = _powers(exponents)
        return (above > below) - (above < below)
    return _refined(
        lambda precision: _ball_sign(exponents, precision),
        lambda: None if _over_coprime_base(exponents) else 0,
        _FIRST_PRECISION,
    )


def _powers(exponents: Mapping[int, int | Fraction]) -> tuple[int, int]:
    """The products of the powers with positive and, inverted, with negative exponents, all of which are integers."""
    above = [base ** int(n) for base, n in exponents.items() if n > 0]
    below = [base ** int(-n) for base, n in exponents.items() if n < 0]
    return math.prod(above), math.prod(below)


def _ball_sign(exponents: Mapping[int, int], precision: int) -> int | None:
    ball = _ball(exponents, precision)
    return 1 if ball > 0 else -1 if ball < 0 else None  # both are false when the ball contains 0


def _floor(terms: Terms, unit: Unit, scale: int) -> int:
    """The largest integer that is at most ``scale * value``, the value being in the unit."""
    from flint import arb, ctx

    exponents, common = _integer_exponents(terms)

    def by_ball(precision: int) -> int | None:
        ball = _ball(exponents, precision)
        with ctx.workprec(precision):
            return _only_floor(ball * scale / (common * (arb(2).log() if unit == "bits" else 1)))

    def exactly() -> int | None:
        value = _rational_value(terms, unit)
        return None if value is None else math.floor(scale * value)

    return _refined(by_ball, exactly, _FIRST_PRECISION + scale.bit_length())


def _rational_value(terms: Terms, unit: Unit) -> Fraction | None:
    """The value in the unit when it is rational: a number of bits is so for powers of 2, one of nats only at 0."""
    canonical = _canonical(terms)
    if set(canonical) <= ({2} if unit == "bits" else set()):
        return canonical.get(2, Fraction(0))
    return None


def _refined(by_ball: Callable[[int], T | None], exactly: Callable[[], T | None], precision: int) -> T:
    """The answer of a ball; when it leaves it open, that of the exact route; failing that, of finer and finer balls."""
    answer = by_ball(precision)
    if answer is None:
        answer = exactly()
    while answer is None:
        precision *= 2
        answer = by_ball(precision)
    return answer


def _ball(exponents: Mapping[int, int], precision: int) -> arb:
    """A ball that contains the sum of exponent * log(base)."""
    from flint import arb, ctx

    ball = arb(0)
    with ctx.workprec(precision):
        for base, n in exponents.items():
            ball += n * arb(base).log()
    return ball


def _only_floor(ball: arb) -> int | None:
    """The floor that all numbers of the ball have, if they have the same."""
    whole = ball.floor().unique_fmpz()
    return None if whole is None else int(whole)


# --- coprime bases ---------------------------------------------------------------------------------------------------


def _over_coprime_base(exponents: Mapping[int, int]) -> dict[int, int]:
    """The same sum of logarithms over pairwise coprime integers, with no exponent 0: empty exactly when the sum is 0.

    Two integers b and c with a common divisor g are replaced by b/g, c/g and g, until there are none.
    """
    base: dict[int, int] = {}
    product = 1
    pending = sorted(exponents.items(), reverse=True)  # small integers first: they divide most of the others
    while pending:
        number, exponent = pending.pop()
        if number == 1:
            continue
        if math.gcd(number, product) == 1:
            base[number] = exponent
            product *= number
            continue
        partner = number if number in base else next(b for b in base if math.gcd(b, number) > 1)
        common = math.gcd(partner, number)
        pending.append((number // common, exponent))
        if common == partner:
            base[partner] += exponent
        else:
            old = base.pop(partner)
            product //= partner
            pending += [(partner // common, old), (common, old + exponent)]
    return {number: exponent for number, exponent in base.items() if exponent}


def _canonical(terms: Terms) -> Terms:
    """The same sum over pairwise coprime integers, none of which is a power of a smaller one.

    The sum is the logarithm of a rational number exactly when all coefficients are integers.
    """
    exponents, common = _integer_exponents(terms)
    coprime = _over_coprime_base(exponents)
    roots = {number: _primitive_root(number) for number in coprime}
    return {root: Fraction(coprime[number] * power, common) for number, (root, power) in roots.items()}


def _primitive_root(number: int) -> tuple[int, int]:
    """The pair (r, k) with ``number == r**k`` and the largest k."""
    from flint import fmpz

    if not fmpz(number).is_perfect_power():
        return number, 1
    power = next(k for k in range(2, number.bit_length()) if fmpz(number).root(k) ** k == number)
    root, rest = _primitive_root(int(fmpz(number).root(power)))
    return root, power * rest


# --- display ---------------------------------------------------------------------------------------------------------


def _groups(terms: Terms, kind: Callable[[Fraction], Any]) -> list[Terms]:
    """The terms whose coefficients are of the same kind, for each kind."""
    ordered = sorted(terms.items(), key=lambda term: kind(term[1]))
    return [dict(same) for _, same in groupby(ordered, key=lambda term: kind(term[1]))]


def _content(terms: Terms) -> Fraction:
    """The largest number of which all coefficients are integer multiples."""
    exponents, common = _integer_exponents(terms)
    return Fraction(math.gcd(*exponents.values()), common)


def _ratio(terms: Terms, coefficient: Fraction) -> Fraction:
    """The rational number whose logarithm, times the coefficient, is the sum of the terms."""
    return Fraction(*_powers({base: c / coefficient for base, c in terms.items()}))


def _one_logarithm(terms: Terms, coefficient: Fraction) -> tuple[Fraction, Fraction]:
    ratio = _ratio(terms, coefficient)
    return (-coefficient, 1 / ratio) if ratio.numerator == 1 else (coefficient, ratio)


def _signed_sum(terms: list[tuple[Fraction, Fraction]], shown: Callable[[Fraction, Fraction], str]) -> str:
    text = "".join(f" {'-' if c < 0 else '+'} {shown(abs(c), ratio)}" for c, ratio in terms)
    return ("-" if text.startswith(" -") else "") + text[3:] or "0"


def _integer_text(number: int) -> str:
    """Decimal digits, also of numbers that are too long for ``str``."""
    if number.bit_length() < _SMALL_POWERS:
        return str(number)
    from flint import fmpz

    return str(fmpz(number))


def _ratio_text(ratio: Fraction) -> str:
    whole = _integer_text(ratio.numerator)
    return whole if ratio.denominator == 1 else f"{whole}/{_integer_text(ratio.denominator)}"


def _ratio_latex(ratio: Fraction) -> str:
    whole = _integer_text(ratio.numerator)
    return whole if ratio.denominator == 1 else rf"\frac{{{whole}}}{{{_integer_text(ratio.denominator)}}}"


# --- reading sympy ---------------------------------------------------------------------------------------------------


def _read_sympy_product(product: Any, unit: Unit) -> Amount:
    """The amount of a product of rationals and powers of logarithms that comes down to one logarithm per unit."""
    import sympy

    coefficient = Fraction(1)
    above: list[Terms] = [log2(2).terms] if unit == "bits" else []
    below: list[Terms] = []
    for factor in sympy.Mul.make_args(product):
        base, power = factor.as_base_exp()
        if factor.is_Rational:
            coefficient *= exact(factor)
        elif isinstance(base, sympy.log) and power.is_Integer:
            (above if power > 0 else below).extend([_canonical(_read_sympy_log(base.args[0]))] * abs(int(power)))
        else:
            raise _not_an_amount(product)
    if coefficient == 0:
        return Amount({}, unit)
    for divisor in below:
        coefficient *= _cancelled(divisor, above, product)
    if len(above) != 1:
        raise _not_an_amount(product)
    return Amount(above[0], unit) * coefficient


def _cancelled(divisor: Terms, above: list[Terms], product: Any) -> Fraction:
    """Take a rational multiple of the divisor out of the list, and return the multiple."""
    for place, terms in enumerate(above):
        multiples = {c / divisor[base] for base, c in terms.items() if base in divisor}
        if terms.keys() == divisor.keys() and len(multiples) == 1:
            del above[place]
            return multiples.pop()
    raise _not_an_amount(product)


def _read_sympy_log(number: Any) -> Terms:
    """The terms of the logarithm of a positive rational, or of a product of rational powers of such."""
    import sympy

    if number.is_Rational and number > 0:
        return ln(exact(number)).terms
    if number.is_Mul:
        return sum((Amount(_read_sympy_log(factor)) for factor in number.args), ZERO).terms
    if isinstance(number, sympy.Pow) and number.exp.is_Rational:
        return (Amount(_read_sympy_log(number.base)) * exact(number.exp)).terms
    raise _not_an_amount(sympy.log(number))


def _not_an_amount(expression: Any) -> AmountError:
    return AmountError(
        f"{expression} is not a rational combination of logarithms of positive rationals in the given unit; "
        "bits are written log(x)/log(2), nats log(x)"
    )
