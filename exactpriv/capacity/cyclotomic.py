r"""Lovász's ϑ of odd cycles, :math:`ϑ(C_n) = n\cos(π/n)/(1 + \cos(π/n))`, and sums of these with sums of radicals.

Main definitions: :func:`cycle_theta`; :class:`CycleTheta`.

Comparisons are decided by refining balls until they leave zero out. They do so whenever the numbers differ, and
*ϑ of one odd cycle of n ≥ 7 vertices is never a sum of radicals*. For let s = Σ cᵢρᵢ be one, with real radicals ρᵢ of
which no two have a rational ratio, and suppose that it generates the field L of ϑ(C_n). L = ℚ(cos(π/n)) is real, and
Galois over ℚ with group (ℤ/n)*/±1. Take the trace from L(ρ₁, ρ₂, …) to L. A radical ρᵢ outside L has over L the
minimal polynomial xᵏ - ρᵢᵏ with some k ≥ 2 (the constant term of a factor of degree j has absolute value ρᵢʲ) and trace
0. So s is the sum of the cᵢρᵢ with ρᵢ in L, and these are all, because the radicals are linearly independent over ℚ.
All conjugates of such a ρᵢ lie in L and are real, and its minimal polynomial xᵏ - r has at most two real roots: ρᵢ is a
square root, so every element of the Galois group of L = ℚ(s) is its own inverse. But 2 in (ℤ/n)*/±1 has the square 4,
which is ±1 only when n divides 3 or 5. The same holds for multiples of ϑ(C_n), and n = 3 and 5 give 1 and √5.

Conventions at the boundary: sums of ϑ for different n are equal when they are the same sum; where a difference of other
sums is too small to be told from zero, ``UndecidedError`` is raised.

Reference: [lovasz1979shannon], Corollary 5.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

from exactpriv.errors import OutsideRangeError, UndecidedError
from exactpriv.exact.radicals import Digits, RadicalSum, radical

if TYPE_CHECKING:
    from flint import arb

ThetaValue: TypeAlias = "Fraction | RadicalSum | CycleTheta"

_FIRST_PRECISION = 64
_LAST_PRECISION = 1 << 17


def cycle_theta(n: int) -> RadicalSum | CycleTheta:
    """ϑ of the cycle on n vertices, n odd and at least 3.

    >>> cycle_theta(3), cycle_theta(5), cycle_theta(7)
    (1, 5^(1/2), 7*cos(π/7)/(1 + cos(π/7)))
    >>> cycle_theta(7).decimal(10)
    '3.3176672074'

    An even or smaller number raises ``OutsideRangeError``.
    """
    if n < 3 or n % 2 == 0:
        raise OutsideRangeError(f"got {n} vertices; give an odd number of at least 3 (an even cycle has ϑ = n/2)")
    if n <= 5:
        return RadicalSum.of(1) if n == 3 else radical(5, "1/2")
    return CycleTheta(((n, 1),), RadicalSum.of(0))


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class CycleTheta(Digits):
    """A sum of ϑ(C_n) for odd n ≥ 7, at least one of them, and of radicals.

    >>> x = cycle_theta(7) + 1
    >>> x, x > 4, x > radical(19, "1/2"), x - cycle_theta(7), x == cycle_theta(7) + Fraction(1)
    (1 + 7*cos(π/7)/(1 + cos(π/7)), True, False, 1, True)
    """

    cycles: tuple[tuple[int, int], ...]
    """Pairs of n and the multiplicity of ϑ(C_n), which is not 0, in increasing order."""
    rest: RadicalSum

    # --- arithmetic --------------------------------------------------------------------------------------------------

    def __add__(self, other: ThetaValue | int) -> RadicalSum | CycleTheta:
        cycles, rest = dict(self.cycles), self.rest
        for n, multiplicity in other.cycles if isinstance(other, CycleTheta) else ():
            cycles[n] = cycles.get(n, 0) + multiplicity
        rest += other.rest if isinstance(other, CycleTheta) else RadicalSum.of(other)
        kept = tuple(sorted((n, multiplicity) for n, multiplicity in cycles.items() if multiplicity))
        return CycleTheta(kept, rest) if kept else rest

    __radd__ = __add__

    def __neg__(self) -> CycleTheta:
        return CycleTheta(tuple((n, -multiplicity) for n, multiplicity in self.cycles), -self.rest)

    def __sub__(self, other: ThetaValue | int) -> RadicalSum | CycleTheta:
        return self + -other

    def __rsub__(self, other: Fraction | RadicalSum | int) -> RadicalSum | CycleTheta:
        return -self + other

    # --- order -------------------------------------------------------------------------------------------------------

    def sign(self) -> int:
        """The sign, -1 or 1: the number is not 0."""

        def decided(ball: arb) -> int | None:
            return 1 if ball > 0 else -1 if ball < 0 else None

        return self._refined(decided)

    def _refined(self, answer: Callable[[arb], int | None]) -> int:
        """The answer of the first ball that gives one."""
        from flint import ctx

        precision = _FIRST_PRECISION
        while precision <= _LAST_PRECISION:
            ball = self.ball(precision)
            with ctx.workprec(precision):
                found = answer(ball)
            if found is not None:
                return found
            precision *= 2
        raise UndecidedError(f"{self!r} is not told from a rational number with {_LAST_PRECISION:,} bits")

    def _compared(self, other: object) -> int | None:
        """The sign of the difference; None for what is no number."""
        if not isinstance(other, int | Fraction | RadicalSum | CycleTheta):
            return None
        return (self - other).sign()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, int | Fraction | RadicalSum | CycleTheta):
            return NotImplemented
        difference = self - other
        if isinstance(difference, CycleTheta):
            return len(difference.cycles) > 1 and difference.sign() == 0  # one cycle is never a sum of radicals
        return not difference

    def __lt__(self, other: ThetaValue | int) -> bool:
        return NotImplemented if (sign := self._compared(other)) is None else sign < 0

    def __le__(self, other: ThetaValue | int) -> bool:
        return NotImplemented if (sign := self._compared(other)) is None else sign <= 0

    def __gt__(self, other: ThetaValue | int) -> bool:
        return NotImplemented if (sign := self._compared(other)) is None else sign > 0

    def __ge__(self, other: ThetaValue | int) -> bool:
        return NotImplemented if (sign := self._compared(other)) is None else sign >= 0

    def __hash__(self) -> int:
        return hash((self.cycles, self.rest))

    # --- values ------------------------------------------------------------------------------------------------------

    def ball(self, precision: int) -> arb:
        """A ball of python-flint that contains the number, computed with so many bits."""
        from flint import arb, ctx, fmpq

        with ctx.workprec(precision):
            total = self.rest.ball(precision)
            for n, multiplicity in self.cycles:
                cosine = arb.cos_pi_fmpq(fmpq(1, n))
                total += n * multiplicity * cosine / (1 + cosine)
        return total

    def floors(self, scale: int) -> tuple[int, int]:
        """The integers next to scale · value, which is not one."""

        def only_floor(ball: arb) -> int | None:
            whole = (ball * scale).floor().unique_fmpz()
            return None if whole is None else int(whole)

        below = self._refined(only_floor)
        return below, below + 1

    # --- display -----------------------------------------------------------------------------------------------------

    def __repr__(self) -> str:
        return self._text(repr, "{n}*cos(π/{m})/(1 + cos(π/{m}))")

    def latex(self) -> str:
        r"""LaTeX text, to be read in mathematics mode.

        >>> print(cycle_theta(7).latex())
        \frac{7\cos(\pi/7)}{1 + \cos(\pi/7)}
        """
        return self._text(RadicalSum.latex, r"\frac{{{n}\cos(\pi/{m})}}{{1 + \cos(\pi/{m})}}")

    def _repr_latex_(self) -> str:
        return f"${self.latex()}$"

    def _text(self, of_radicals: Callable[[RadicalSum], str], of_cycle: str) -> str:
        text = of_radicals(self.rest) if self.rest else ""
        for m, multiplicity in self.cycles:
            joined = of_cycle.format(n=abs(multiplicity) * m, m=m)
            text += (" - " if multiplicity < 0 else " + ") + joined if text else "-" * (multiplicity < 0) + joined
        return text

    def to_sympy(self) -> Any:
        """The number as a sympy expression.

        >>> cycle_theta(9).to_sympy()
        9*cos(pi/9)/(cos(pi/9) + 1)
        """
        import sympy

        cosines = [(n * multiplicity, sympy.cos(sympy.pi / n)) for n, multiplicity in self.cycles]
        return sympy.Add(self.rest.to_sympy(), *(factor * cosine / (1 + cosine) for factor, cosine in cosines))
