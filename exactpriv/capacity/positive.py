r"""Exact proofs that a matrix of integers, or of numbers a + b√d with integers a and b, is positive semidefinite.

Main definitions: :func:`is_positive_semidefinite`; :class:`Surd`, a number :math:`a + b\sqrt d`.

How: rows are eliminated without fractions (Bareiss). A symmetric matrix with a positive first diagonal entry is
positive semidefinite exactly when what is left after its elimination is; one with a zero there, when the first row is
zero and the rest is positive semidefinite; one with a negative entry there never is. So singular matrices are decided
like all others. Every number that occurs is a minor of the matrix, and all divisions are exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias, TypeVar

from exactpriv.exact.radicals import RadicalSum, radical

Number: TypeAlias = int | Fraction
Entry = TypeVar("Entry", int, "Surd")


@dataclass(frozen=True, slots=True)
class Surd:
    """The real number a + b√d, for an integer d that is no square, or 1 when b is 0.

    >>> golden = Surd(Fraction(1, 2), Fraction(1, 2), 5)
    >>> golden * golden - golden, golden.sign(), golden.value
    (Surd(a=Fraction(1, 1), b=Fraction(0, 1), d=5), 1, 1/2 + 1/2*5^(1/2))
    """

    a: Number
    b: Number
    d: int

    @property
    def value(self) -> RadicalSum:
        """The number as a sum of radicals."""
        return RadicalSum.of(self.a) + self.b * radical(self.d, Fraction(1, 2))

    def scaled(self, factor: Number) -> Surd:
        """A rational multiple."""
        return Surd(self.a * factor, self.b * factor, self.d)

    def __sub__(self, other: Surd) -> Surd:
        return Surd(self.a - other.a, self.b - other.b, self.d)

    def __mul__(self, other: Surd) -> Surd:
        a, b, p, q = self.a, self.b, other.a, other.b
        return Surd(a * p + self.d * b * q, a * q + b * p, self.d)

    def over(self, other: Surd) -> Surd:
        """The quotient."""
        norm = other.a**2 - self.d * other.b**2
        return (self * Surd(other.a, -other.b, self.d)).scaled(Fraction(1) / norm)

    def __floordiv__(self, other: Surd) -> Surd:
        """The quotient of integer surds when it is one, which elimination guarantees."""
        norm = other.a**2 - self.d * other.b**2
        product = self * Surd(other.a, -other.b, self.d)
        return Surd(product.a // norm, product.b // norm, self.d)

    def sign(self) -> int:
        """The sign, -1, 0 or 1."""
        a, b = _sign(self.a), _sign(self.b)
        return a or b if a * b >= 0 else a * _sign(self.a**2 - self.d * self.b**2)

    def __bool__(self) -> bool:
        return bool(self.a or self.b)


def is_positive_semidefinite(matrix: Sequence[Sequence[Entry]]) -> bool:
    """Whether xᵀ M x ≥ 0 for every real x. The matrix must be symmetric: only its upper half is read.

    >>> is_positive_semidefinite([[1, 1], [1, 1]]), is_positive_semidefinite([[0, 1], [1, 5]])
    (True, False)
    >>> root, one = Surd(0, 1, 2), Surd(1, 0, 2)  # 1 √2; √2 2 is singular
    >>> is_positive_semidefinite([[one, root], [root, Surd(2, 0, 2)]])
    True
    """
    rows: list[list[Entry]] = [list(row[i:]) for i, row in enumerate(matrix)]
    previous: Entry | None = None
    while rows:
        first = rows.pop(0)
        pivot, rest = first[0], first[1:]
        sign = _sign(pivot)
        if sign < 0 or (sign == 0 and any(rest)):
            return False
        if sign:
            rows = [_eliminated(row, rest[i:], pivot, previous) for i, row in enumerate(rows)]
            previous = pivot
    return True


def _eliminated(row: list[Entry], pivots: Sequence[Entry], pivot: Entry, previous: Entry | None) -> list[Entry]:
    first = pivots[0]
    products = [pivot * x - first * y for x, y in zip(row, pivots, strict=True)]
    return products if previous is None else [x // previous for x in products]


def _sign(number: Number | Surd) -> int:
    return number.sign() if isinstance(number, Surd) else (number > 0) - (number < 0)
