r"""Logarithms of sums of radicals, :math:`\sum_i k_i \log S_i` with rational :math:`k_i`, beside exact amounts.

They are what Rényi divergences of fractional order are: the logarithm of 1/8 + 3/4·6^(1/3), say, times 3/4.
Together with the amounts of :mod:`exactpriv.amount` they form one ordered family, closed under addition and under
multiplication by rational numbers; what turns out to be an amount is one.

Main definitions: `log_of`, `LogOfRadicals`, `antilog`.

How they are decided: the sign is that of a ball that leaves zero out. When finer balls do not, products of integer
powers of the sums are compared exactly, as sums of radicals; a sum against an amount needs no power at all, because
the antilogarithm of an amount is a single radical. Where the powers are too long to be written out and the balls still
contain zero, `UndecidedError` says so: there is never a wrong answer.

Conventions at the boundary: the logarithm of 0 is minus infinity; bare numbers other than 0 have no unit and are
refused, as they are beside amounts.
"""

import math
import numbers
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import TYPE_CHECKING, Any, TypeAlias

from exactpriv.amount import ZERO, Amount, Unit, bits, ln
from exactpriv.errors import AmountError, OutsideRangeError, UndecidedError, UnitError
from exactpriv.exact.radicals import (
    Digits,
    RadicalSum,
    latex_product,
    plain_product,
    product_of_powers,
    signed_sum,
)
from exactpriv.numbers import Exactable, exact

if TYPE_CHECKING:
    from flint import arb

__all__ = ["ExactAmount", "LogOfRadicals", "antilog", "log_of"]

_FIRST_PRECISION = 128
_BEFORE_POWERS = 1024
"""Balls of at most so many bits are tried before powers are compared."""
_LAST_PRECISION = 1 << 16
"""Balls of at most so many bits are tried when the powers cannot be compared."""
_MOST_PRODUCTS = 250_000
"""Two sums are multiplied only when they have together at most so many pairs of terms."""
_LONGEST_POWER = 1_000_000
"""A sum is raised to a power only when the result has at most about so many binary digits."""


# --- making logarithms -----------------------------------------------------------------------------------------------


def log_of(radicals: RadicalSum | Exactable, coefficient: Exactable = 1, unit: Unit = "nats") -> "ExactAmount":
    r"""The exact amount :math:`k \log S` for a sum S of radicals; log 0 is minus infinity.

    An `Amount` when S is a rational number or a single radical, otherwise a `LogOfRadicals`.

    Raises
    ------
    AmountError
        S < 0, or S = 0 with the coefficient 0, or an unknown unit.
    NotExactError
        A float.

    Examples
    --------
    >>> from exactpriv.exact.radicals import radical
    >>> log_of((1 + 6 * radical(6, "1/3")) / 8, "3/4"), log_of(radical(5, "1/2"), 4, "bits"), log_of(0, -1)
    (3/4*ln(1/8 + 3/4*6^(1/3)) nats, log2(25) bits, inf nats)

    """
    argument, scale = RadicalSum.of(radicals), exact(coefficient)
    if unit not in ("bits", "nats"):
        raise AmountError(f"got the unit {unit!r}; an amount is shown in 'bits' or 'nats'")
    if (sign := argument.sign()) < 0:
        message = f"the logarithm of about {argument.decimal()} was asked for; it is defined for numbers of at least 0"
        raise AmountError(message)
    if sign == 0 or argument.is_single:
        logarithm = ln(0) if sign == 0 else _log_of_single(argument)
        return _shown_in(logarithm * scale, unit)
    return LogOfRadicals({argument: scale}, ZERO, unit) if scale else _shown_in(ZERO, unit)


def antilog(amount: Amount) -> RadicalSum:
    r"""The number :math:`e^a` for a finite amount of a nats (2 to its number of bits): always a single radical.

    Raises
    ------
    AmountError
        The amount is infinite.
    OutsideRangeError
        The number has more than about a million binary digits.

    Examples
    --------
    >>> antilog(ln(6) / 3), antilog(bits("-1/2"))
    (6^(1/3), 1/2*2^(1/2))

    """
    if not amount.is_finite:
        raise AmountError(f"{amount} has no antilogarithm among the sums of radicals; check is_finite first")
    return product_of_powers(amount.terms)


def _log_of_single(argument: RadicalSum) -> Amount:
    ((radicand, c),) = argument.terms.items()
    return ln(c) + sum((ln(base) * exponent for base, exponent in radicand), ZERO)


def _shown_in(amount: Amount, unit: Unit) -> Amount:
    return amount.in_bits() if unit == "bits" else amount.in_nats()


def _combined(pairs: Iterable[tuple[RadicalSum, Fraction]], rest: Amount, unit: Unit) -> "ExactAmount":
    """The sum of coefficients times logarithms and a finite amount: an `Amount` when no logarithm is left."""
    terms: dict[RadicalSum, Fraction] = {}
    for argument, k in pairs:
        terms[argument] = terms.get(argument, Fraction(0)) + k
    left = {argument: k for argument, k in terms.items() if k}
    return LogOfRadicals(left, rest, unit) if left else _shown_in(rest, unit)


# --- the class -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class LogOfRadicals(Digits):
    r"""An exact amount of information, :math:`\sum_i k_i \log S_i + a` with sums :math:`S_i` of radicals.

    Made by `log_of` and arithmetic. It behaves as an :class:`~exactpriv.amount.Amount` does, and the two mix freely:
    the result of an operation is shown in the unit of its left operand, and all are totally ordered, exactly.

    Raises
    ------
    UndecidedError
        Two amounts that are compared agree in 65,536 bits, and the powers that would decide are too long.

    Examples
    --------
    >>> from exactpriv.exact.radicals import radical
    >>> golden = log_of((1 + radical(5, "1/2")) / 2)
    >>> golden, golden < ln("5/3"), golden == log_of((3 + radical(5, "1/2")) / 2) / 2
    (ln(1/2 + 1/2*5^(1/2)) nats, True, True)
    >>> golden + ln(3), golden - golden, golden.decimal(20)
    (ln(1/2 + 1/2*5^(1/2)) + ln(3) nats, 0 nats, '0.48121182505960344750')

    """

    terms: Mapping[RadicalSum, Fraction]
    """The coefficient (never 0) of the logarithm of each sum (positive, no single radical); not to be changed."""
    rest: Amount = ZERO
    """The finite amount that is added."""
    unit: Unit = "nats"

    @property
    def is_finite(self) -> bool:
        """Always true: infinite amounts are amounts.

        >>> from exactpriv.exact.radicals import radical
        >>> log_of(1 + radical(2, "1/2")).is_finite
        True
        """
        return True

    def in_bits(self) -> "LogOfRadicals":
        """The same amount, shown in bits.

        >>> from exactpriv.exact.radicals import radical
        >>> log_of(1 + radical(2, "1/2")).in_bits()
        log2(1 + 2^(1/2)) bits
        """
        return LogOfRadicals(self.terms, self.rest, "bits")

    def in_nats(self) -> "LogOfRadicals":
        """The same amount, shown in nats.

        >>> from exactpriv.exact.radicals import radical
        >>> log_of(1 + radical(2, "1/2"), 2, "bits").in_nats()
        2*ln(1 + 2^(1/2)) nats
        """
        return LogOfRadicals(self.terms, self.rest, "nats")

    # Arithmetic

    def __add__(self, other: "ExactAmount | int") -> "ExactAmount":
        return NotImplemented if (addend := _operand(other)) is None else _sum(self, addend, self.unit)

    def __radd__(self, other: "ExactAmount | int") -> "ExactAmount":
        if (augend := _operand(other)) is None:
            return NotImplemented
        return _sum(self, augend, augend.unit if isinstance(other, Amount) else self.unit)

    def __neg__(self) -> "LogOfRadicals":
        return LogOfRadicals({argument: -k for argument, k in self.terms.items()}, -self.rest, self.unit)

    def __sub__(self, other: "ExactAmount | int") -> "ExactAmount":
        return NotImplemented if (subtrahend := _operand(other)) is None else self + -subtrahend

    def __rsub__(self, other: "ExactAmount | int") -> "ExactAmount":
        return (-self).__radd__(other)

    def __mul__(self, factor: int | Fraction) -> "ExactAmount":
        if not isinstance(factor, numbers.Number):
            return NotImplemented
        scale = exact(factor)
        pairs = [(argument, k * scale) for argument, k in self.terms.items()]
        return _combined(pairs, self.rest * scale, self.unit)

    __rmul__ = __mul__

    def __truediv__(self, divisor: int | Fraction) -> "ExactAmount":
        if not isinstance(divisor, numbers.Number):
            return NotImplemented
        scale = exact(divisor)
        if scale == 0:
            raise AmountError("an amount was divided by 0; divide by a number other than 0")
        return self * (1 / scale)

    # Order

    def _compared(self, other: object) -> int | None:
        """The sign of self - other; None when the other is neither an amount nor the number 0."""
        operand = _operand(other)
        if operand is None:
            return None
        difference = self - operand
        return difference.sign() if isinstance(difference, LogOfRadicals) else (difference > 0) - (difference < 0)

    def __eq__(self, other: object) -> bool:
        sign = self._compared(other)
        return NotImplemented if sign is None else sign == 0

    def __lt__(self, other: "ExactAmount | int") -> bool:
        sign = self._compared(other)
        return NotImplemented if sign is None else sign < 0

    def __le__(self, other: "ExactAmount | int") -> bool:
        sign = self._compared(other)
        return NotImplemented if sign is None else sign <= 0

    def __gt__(self, other: "ExactAmount | int") -> bool:
        sign = self._compared(other)
        return NotImplemented if sign is None else sign > 0

    def __ge__(self, other: "ExactAmount | int") -> bool:
        sign = self._compared(other)
        return NotImplemented if sign is None else sign >= 0

    def __hash__(self) -> int:
        return hash(self.in_bits().floors(2**64)[0])  # as equal amounts do

    def __bool__(self) -> bool:
        return self.sign() != 0

    def sign(self) -> int:
        """The sign, -1, 0 or 1, exactly; UndecidedError when it cannot be found.

        >>> from exactpriv.exact.radicals import radical
        >>> (log_of(3 + 2 * radical(2, "1/2")) - log_of(1 + radical(2, "1/2"), 2)).sign()
        0
        """
        if sign := self._ball_sign(_FIRST_PRECISION, _BEFORE_POWERS):
            return sign
        vanishes = self._vanishes()
        if vanishes:
            return 0
        if sign := self._ball_sign(2 * _BEFORE_POWERS, _LAST_PRECISION if vanishes is None else None):
            return sign
        message = f"two amounts agree in {_LAST_PRECISION} bits, and the powers that would decide are too long"
        raise UndecidedError(f"{message}: compare enclosures of as many digits as matter")

    def _ball_sign(self, precision: int, last: int | None) -> int:
        """The sign of the first ball that leaves 0 out, or 0 when the last one does not."""
        while last is None or precision <= last:
            ball = self.ball(precision)
            if ball > 0 or ball < 0:  # both are false when the ball contains 0
                return 1 if ball > 0 else -1
            precision *= 2
        return 0

    def _vanishes(self) -> bool | None:
        """Whether products of integer powers of the sums agree, so that this is 0; None when they are too long."""
        common = math.lcm(*(k.denominator for k in self.terms.values()))
        content = Fraction(math.gcd(*(int(k * common) for k in self.terms.values())), common)
        powers = {argument: int(k / content) for argument, k in self.terms.items()}
        try:
            above = _product_of_powers({argument: n for argument, n in powers.items() if n > 0})
            below = _product_of_powers({argument: -n for argument, n in powers.items() if n < 0})
            return above * antilog(self.rest / content) == below
        except OutsideRangeError:
            return None

    # Values

    def ball(self, precision: int) -> "arb":
        """A ball of python-flint that contains the number of nats, computed with so many bits.

        >>> from exactpriv.exact.radicals import radical
        >>> log_of(1 + radical(2, "1/2")).ball(64) > 0
        True
        """
        from flint import arb, ctx, fmpq

        def times(k: Fraction, logarithm: arb) -> arb:
            return arb(fmpq(k.numerator, k.denominator)) * logarithm

        with ctx.workprec(precision):
            total = arb(0)
            for argument, k in self.terms.items():
                total += times(k, argument.ball(precision).log())
            for base, k in self.rest.terms.items():
                total += times(k, arb(base).log())
        return total

    def floors(self, scale: int) -> tuple[int, int]:
        """The integers next to scale · value, the value being in the amount's unit.

        >>> from exactpriv.exact.radicals import radical
        >>> log_of(1 + radical(2, "1/2")).floors(100)
        (88, 89)
        """
        from flint import arb, ctx

        precision = _FIRST_PRECISION + scale.bit_length()
        while True:
            with ctx.workprec(precision):
                scaled = scale * self.ball(precision) / (arb(2).log() if self.unit == "bits" else 1)
                below, nearest = scaled.floor().unique_fmpz(), (scaled + arb(1) / 2).floor().unique_fmpz()
            if below is not None:
                return int(below), int(below) + 1
            if nearest is not None and self._is(Fraction(int(nearest), scale)):
                return int(nearest), int(nearest)
            precision *= 2

    def _is(self, value: Fraction) -> bool:
        """Whether this is the value in the amount's unit: a number of nats, if rational, is 0 (Lindemann)."""
        return self == bits(value) if self.unit == "bits" else not value and self == 0

    # Display

    def __repr__(self) -> str:
        name = "log2" if self.unit == "bits" else "ln"
        shown = signed_sum(((k, f"{name}({argument!r})") for argument, k in self.terms.items()), plain_product)
        return f"{shown}{self._rest_text(repr(_shown_in(self.rest, self.unit)))} {self.unit}"

    def _rest_text(self, text: str) -> str:
        """The text of the rest without its unit, as it follows the logarithms."""
        if not self.rest.terms:
            return ""
        text = text.rpartition(" ")[0]
        return f" - {text[1:]}" if text.startswith("-") else f" + {text}"

    def latex(self) -> str:
        r"""LaTeX text with the unit, to be read in mathematics mode.

        >>> from exactpriv.exact.radicals import radical
        >>> print(log_of(1 + radical(34, "1/2"), "1/2").latex())
        \frac{1}{2}\,\ln\left(1 + \sqrt{34}\right)\ \text{nats}
        """
        name = r"\log_2" if self.unit == "bits" else r"\ln"
        logarithms = ((k, rf"{name}\left({argument.latex()}\right)") for argument, k in self.terms.items())
        rest = self._rest_text(_shown_in(self.rest, self.unit).latex().replace(r"\ \text", r" \text"))
        return rf"{signed_sum(logarithms, latex_product)}{rest}\ \text{{{self.unit}}}"

    def _repr_latex_(self) -> str:
        return f"${self.latex()}$"

    # Sympy

    def to_sympy(self) -> Any:
        """The value in the amount's unit as a sympy expression.

        >>> from exactpriv.exact.radicals import radical
        >>> log_of(1 + radical(34, "1/2"), "1/2").to_sympy()
        log(1 + sqrt(34))/2
        """
        import sympy

        unit = sympy.log(2) if self.unit == "bits" else sympy.Integer(1)
        logarithms = (sympy.Rational(k) * sympy.log(S.to_sympy()) / unit for S, k in self.terms.items())
        return sympy.Add(*logarithms, _shown_in(self.rest, self.unit).to_sympy())

    @classmethod
    def from_sympy(cls, expression: Any, unit: Unit = "nats") -> "ExactAmount":
        """The amount whose value in the unit is a sympy expression: a rational combination of logarithms.

        Bits are written ``log(x)/log(2)``, nats ``log(x)``; x is a sum of radicals.

        Raises
        ------
        AmountError
            Anything else, text included.
        NotExactError
            A float inside the expression.

        Examples
        --------
        >>> import sympy
        >>> LogOfRadicals.from_sympy(2 * sympy.log((1 + sympy.sqrt(34)) / 6))
        2*ln(1/6 + 1/6*34^(1/2)) nats

        """
        import sympy

        if not isinstance(expression, sympy.Expr):
            raise AmountError(f"got {expression!r} ({type(expression).__name__}); give a sympy expression")
        summands = sympy.Add.make_args(sympy.expand_mul(expression))
        start: ExactAmount = Amount({}, unit)
        return sum((_read_sympy_product(summand, unit) for summand in summands), start)


ExactAmount: TypeAlias = Amount | LogOfRadicals
"""What an exact leakage is: a rational combination of logarithms of rationals or of sums of radicals, or infinite."""


# --- arithmetic and order --------------------------------------------------------------------------------------------


def _operand(value: object) -> ExactAmount | None:
    """An amount as it is, and the number 0, which needs no unit; None for what is no number; others are refused."""
    if isinstance(value, Amount | LogOfRadicals):
        return value
    if not isinstance(value, numbers.Number):
        return None
    number = exact(value)  # type: ignore[arg-type]  # any other kind of number is refused there
    if number == 0:
        return ZERO
    raise UnitError(f"got the bare number {number} beside an amount; write bits({number}), or log2(…) or ln(…)")


def _sum(left: LogOfRadicals, right: ExactAmount, unit: Unit) -> ExactAmount:
    if isinstance(right, LogOfRadicals):
        return _combined([*left.terms.items(), *right.terms.items()], left.rest + right.rest, unit)
    if not right.is_finite:
        return _shown_in(right, unit)
    return _combined(left.terms.items(), left.rest + right, unit)


def _product_of_powers(powers: Mapping[RadicalSum, int]) -> RadicalSum:
    """The product of powers of sums; OutsideRangeError when it is too long to write out."""
    return reduce(_short_product, (_short_power(argument, n) for argument, n in powers.items()), RadicalSum.of(1))


def _short_power(base: RadicalSum, exponent: int) -> RadicalSum:
    digits = sum(c.numerator.bit_length() + c.denominator.bit_length() for c in base.terms.values())
    if digits * exponent > _LONGEST_POWER:
        raise OutsideRangeError(f"a power of {exponent} of a sum of {len(base.terms)} radicals is too long")
    result = RadicalSum.of(1)
    for bit in f"{exponent:b}":
        result = _short_product(result, result)
        if bit == "1":
            result = _short_product(result, base)
    return result


def _short_product(left: RadicalSum, right: RadicalSum) -> RadicalSum:
    if len(left.terms) * len(right.terms) > _MOST_PRODUCTS:
        raise OutsideRangeError(f"a product of sums of {len(left.terms)} and {len(right.terms)} radicals is too long")
    return left * right


# --- reading sympy ---------------------------------------------------------------------------------------------------


def _read_sympy_product(product: Any, unit: Unit) -> ExactAmount:
    """The amount of a rational number times the logarithm of a sum of radicals, or of what is an amount anyway."""
    import sympy

    factor, logarithm = (product * (sympy.log(2) if unit == "bits" else 1)).as_coeff_Mul()
    if isinstance(logarithm, sympy.log) and logarithm.args[0].has(sympy.Add):
        return log_of(RadicalSum.from_sympy(logarithm.args[0]), exact(factor), unit)
    return Amount.from_sympy(product, unit)
