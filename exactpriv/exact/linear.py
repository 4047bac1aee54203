"""Exact linear algebra and linear programs over the rationals.

Main definitions: `LinearProgram`, whose outcome is an `Optimum`, an `Infeasible` or an `Unbounded`, each with numbers
that prove it; `matrix_product`, `solve`, `over_common_denominator`.

An outcome is checked by `certifies`, which multiplies matrices and vectors and knows nothing of the simplex method.
The simplex method itself works on integers over one denominator, the last pivot, so that no fraction is ever reduced.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from math import lcm
from operator import ge, mul
from typing import Any, TypeAlias

from exactpriv.errors import TableError
from exactpriv.numbers import Exactable, exact

Number: TypeAlias = int | Fraction
Vector: TypeAlias = tuple[Fraction, ...]
Matrix: TypeAlias = Sequence[Sequence[Exactable]]


def over_common_denominator(numbers: Iterable[Number]) -> tuple[list[int], int]:
    """Write fractions as integers over their least common denominator.

    >>> over_common_denominator([Fraction(1, 2), Fraction(1, 3)])
    ([3, 2], 6)
    """
    parts = [number.as_integer_ratio() for number in numbers]
    denominator = lcm(*{d for _, d in parts})
    return [n * (denominator // d) for n, d in parts], denominator


# --- matrices --------------------------------------------------------------------------------------------------------


def matrix_product(A: Matrix, B: Matrix) -> list[list[Fraction]]:
    """Multiply two matrices.

    Raises
    ------
    TableError
        A row is longer or shorter than the others, or the columns of A are not as many as the rows of B.

    Examples
    --------
    >>> matrix_product([["1/2", "1/2"]], [[1, 0], ["1/3", "2/3"]])
    [[Fraction(2, 3), Fraction(1, 3)]]

    """
    left, right = _rectangle(A), _rectangle(B)
    if len(left[0]) != len(right):
        message = f"{len(left[0])} columns meet {len(right)} rows: a product needs as many columns as rows"
        raise TableError(message)
    (a, d), (b, e) = _integers(left), _integers(right)
    return [[Fraction(int(entry), d * e) for entry in row] for row in (a * b).tolist()]


def solve(A: Matrix, b: Sequence[Exactable]) -> Vector | None:
    """Return the one x with A x = b for a square matrix A, or None when A is singular.

    Raises
    ------
    TableError
        A is not square, or b has another length.

    Examples
    --------
    >>> solve([[2, 1], [1, 1]], [1, "2/3"]), solve([[1, 2], [2, 4]], [1, 2])
    ((Fraction(1, 3), Fraction(1, 3)), None)

    """
    left, right = _rectangle(A), _vector(b)
    if not len(left) == len(left[0]) == len(right):
        message = f"{len(left)} equations with {len(left[0])} unknowns and {len(right)} values: give as many of each"
        raise TableError(message)
    try:
        return _solved(left, right)
    except ZeroDivisionError:
        return None


def _solved(A: Sequence[Sequence[Number]], b: Sequence[Number]) -> Vector:
    (matrix, d), (values, e) = _integers(A), _integers([[value] for value in b])
    return tuple(Fraction(d * int(x.p), e * int(x.q)) for (x,) in matrix.solve(values).tolist())


def _rectangle(A: Matrix) -> tuple[Vector, ...]:
    rows = tuple(map(_vector, A))
    if not rows or not rows[0] or any(len(row) != len(rows[0]) for row in rows):
        lengths = sorted({len(row) for row in rows})
        message = f"rows of lengths {lengths} are no matrix: give at least one row, and rows of one length above 0"
        raise TableError(message)
    return rows


def _vector(numbers: Sequence[Exactable]) -> Vector:
    return tuple(map(exact, numbers))


def _integers(rows: Sequence[Sequence[Number]]) -> tuple[Any, int]:
    """A matrix of python-flint over one denominator."""
    import flint

    flat, denominator = over_common_denominator(chain.from_iterable(rows))
    return flint.fmpz_mat(len(rows), len(rows[0]), flat), denominator


def dot(left: Iterable[Any], right: Iterable[Any]) -> Any:
    """Return the sum of the products.

    >>> dot([1, 2], [Fraction(1, 2), 3])
    Fraction(13, 2)
    """
    return sum(map(mul, left, right))


# --- linear programs and what proves their outcome -------------------------------------------------------------------


@dataclass(frozen=True, slots=True, init=False)
class LinearProgram:
    """Maximize c·x subject to A x ≤ b (or A x = b when ``equal``) and x ≥ 0, exactly.

    Without an objective the question is whether any x satisfies the constraints.

    Raises
    ------
    TableError
        The rows of A differ in length, or b or c have not as many entries as A has rows or columns.

    Examples
    --------
    >>> LinearProgram([[1, 1], [1, 0]], [4, 3], [2, 1]).solve()
    Optimum(value=Fraction(7, 1), point=(Fraction(3, 1), Fraction(1, 1)), prices=(Fraction(1, 1), Fraction(1, 1)))
    >>> LinearProgram([[1], [1]], [1, 2], equal=True).solve()
    Infeasible(multipliers=(Fraction(1, 1), Fraction(-1, 1)))
    >>> LinearProgram([[-1]], [0], [1]).solve()
    Unbounded(point=(Fraction(0, 1),), direction=(Fraction(1, 1),))

    """

    matrix: tuple[Vector, ...]
    bounds: Vector
    objective: Vector
    equal: bool

    def __init__(
        self, A: Matrix, b: Sequence[Exactable], c: Sequence[Exactable] | None = None, *, equal: bool = False
    ) -> None:
        """State the program; every number is exact."""
        matrix, bounds = _rectangle(A), _vector(b)
        objective = (Fraction(0),) * len(matrix[0]) if c is None else _vector(c)
        if (len(bounds), len(objective)) != (len(matrix), len(matrix[0])):
            message = (
                f"{len(bounds)} bounds and {len(objective)} coefficients for {len(matrix)} rows and "
                f"{len(matrix[0])} columns: give one bound a row and one coefficient a column"
            )
            raise TableError(message)
        for name, value in zip(self.__slots__, (matrix, bounds, objective, equal), strict=True):
            object.__setattr__(self, name, value)

    def is_feasible_at(self, x: Sequence[Fraction]) -> bool:
        """Whether x satisfies the constraints."""
        reached = [dot(row, x) for row in self.matrix]
        pairs = list(zip(reached, self.bounds, strict=True))
        within = all(value == bound if self.equal else value <= bound for value, bound in pairs)
        return len(x) == len(self.objective) and min(x) >= 0 and within

    def weighs(self, y: Sequence[Fraction]) -> bool:
        """Whether y may weigh the constraints: anything for equations, at least 0 for inequalities."""
        return len(y) == len(self.bounds) and (self.equal or min(y) >= 0)

    def weighted(self, y: Sequence[Fraction]) -> Vector:
        """Return the combination y A of the rows."""
        return tuple(dot(column, y) for column in zip(*self.matrix, strict=True))

    def solve(self) -> "Outcome":
        """Find an optimum, or prove that there is none, by the simplex method with Bland's rule in every tie."""
        simplex = _Simplex(self)
        if not simplex.reaches_feasibility():
            return Infeasible(simplex.multipliers())
        column = simplex.optimize()
        if column is not None:
            return Unbounded(simplex.point(), simplex.direction(column))
        point = simplex.point()
        return Optimum(Fraction(dot(self.objective, point)), point, simplex.multipliers())


@dataclass(frozen=True, slots=True)
class Optimum:
    """The largest value c·x, where it is reached, and prices y with y A ≥ c and y·b = c·x, which prove it."""

    value: Fraction
    point: Vector
    prices: Vector

    def certifies(self, program: LinearProgram) -> bool:
        """Check both sides: x satisfies the constraints, and no x does better, for c·x ≤ y A x ≤ y·b."""
        y = self.prices
        dual = program.weighs(y) and all(map(ge, program.weighted(y), program.objective))
        values = dot(program.objective, self.point), dot(program.bounds, y)
        return program.is_feasible_at(self.point) and dual and values == (self.value, self.value)


@dataclass(frozen=True, slots=True)
class Infeasible:
    """No x satisfies the constraints: multipliers y with y A ≥ 0 and y·b < 0 prove it (Farkas)."""

    multipliers: Vector

    def certifies(self, program: LinearProgram) -> bool:
        """Check the contradiction 0 ≤ y A x ≤ y·b < 0."""
        y = self.multipliers
        return program.weighs(y) and min(program.weighted(y)) >= 0 and dot(program.bounds, y) < 0


@dataclass(frozen=True, slots=True)
class Unbounded:
    """c·x grows without end from a point that satisfies the constraints along a direction that keeps doing so."""

    point: Vector
    direction: Vector

    def certifies(self, program: LinearProgram) -> bool:
        """Check the point, and that the direction r has r ≥ 0, A r ≤ 0 (or = 0) and c·r > 0."""
        r = self.direction
        cone = LinearProgram(program.matrix, [0] * len(program.bounds), equal=program.equal)
        return program.is_feasible_at(self.point) and cone.is_feasible_at(r) and dot(program.objective, r) > 0


Outcome: TypeAlias = Optimum | Infeasible | Unbounded


# --- the simplex method on integers ----------------------------------------------------------------------------------


class _Simplex:
    """The tableau d B⁻¹(A | b) of integers, d the last pivot; its last row holds the reduced costs.

    Its columns are the variables, then the slacks, then b. Every constraint is scaled to integers with a bound of at
    least 0. It starts with its slack in the basis if that has the sign +, otherwise with an artificial variable, whose
    unit column is not stored; the number of the i-th is ``real`` + i.
    """

    def __init__(self, program: LinearProgram) -> None:
        from flint import fmpz

        self.program = program
        scaled = [over_common_denominator([*row, b]) for row, b in zip(program.matrix, program.bounds, strict=True)]
        signs = [-1 if numbers[-1] < 0 else 1 for numbers, _ in scaled]
        variables, slacks = len(program.objective), 0 if program.equal else len(scaled)
        self.real = variables + slacks
        self.scales = [sign * scale for sign, (_, scale) in zip(signs, scaled, strict=True)]
        self.constraints = [
            [sign * n for n in (*numbers[:-1], *(i == k for k in range(slacks)), numbers[-1])]
            for i, (sign, (numbers, _)) in enumerate(zip(signs, scaled, strict=True))
        ]
        self.basis = [variables + i if slacks and sign > 0 else self.real + i for i, sign in enumerate(signs)]
        self.rows = [list(map(fmpz, row)) for row in self.constraints]
        self.denominator, self.unit = fmpz(1), 1
        self._price([0] * self.real, artificial=-1)

    def _price(self, costs: list[int], artificial: int) -> None:
        """Take up an objective: put its reduced costs in the last row of the tableau."""
        self.costs = [*costs, *[artificial] * len(self.basis)]
        weighted = [(self.costs[j], row) for j, row in zip(self.basis, self.rows, strict=False) if self.costs[j]]
        totals = [sum(c * row[k] for c, row in weighted) for k in range(self.real + 1)]
        del self.rows[len(self.basis) :]
        self.rows.append([total - self.denominator * c for total, c in zip(totals, [*costs, 0], strict=True)])

    def reaches_feasibility(self) -> bool:
        """Drive the artificial variables to 0, and those that stay in the basis out of it where a pivot exists."""
        self._climb()
        if self.rows[-1][-1] < 0:
            return False
        for i in [i for i, j in enumerate(self.basis) if j >= self.real]:
            column = next((k for k in range(self.real) if self.rows[i][k] != 0), None)
            if column is not None:  # otherwise the constraint follows from the others, and its row stays as it is
                self._pivot(i, column)
        return True

    def optimize(self) -> int | None:
        """Maximize the objective; the column along which it grows without end, if there is one."""
        objective, self.unit = over_common_denominator(self.program.objective)
        self._price(objective + [0] * (self.real - len(objective)), artificial=0)
        return self._climb()

    def _climb(self) -> int | None:
        """Pivot while a reduced cost is negative; a column without a bound on its growth, if one is met.

        The steepest column enters after a step that gained something, the first one (Bland's rule) after a step that
        gained nothing, so that no basis comes twice.
        """
        gained = True
        while min(costs := self.rows[-1][: self.real]) < 0:
            column = costs.index(min(costs)) if gained else next(j for j, cost in enumerate(costs) if cost < 0)
            ratios = [
                (_ratio(row[-1], row[column]), j, i)
                for i, (j, row) in enumerate(zip(self.basis, self.rows, strict=False))
                if row[column] > 0
            ]
            if not ratios:
                return column
            ratio, _, leaving = min(ratios)
            gained = ratio > 0
            self._pivot(leaving, column)
        return None

    def _pivot(self, i: int, column: int) -> None:
        """Let a column enter the basis in row i; all divisions are exact."""
        pivots = self.rows[i] if self.rows[i][column] > 0 else [-n for n in self.rows[i]]
        p, d = pivots[column], self.denominator
        for k, row in enumerate(self.rows):
            f = row[column]
            self.rows[k] = [(p * a - f * b) // d for a, b in zip(row, pivots, strict=True)]
        self.rows[i] = pivots
        self.basis[i], self.denominator = column, p

    def point(self) -> Vector:
        """The basic solution."""
        return self._variables({j: row[-1] for j, row in zip(self.basis, self.rows, strict=False)})

    def direction(self, column: int) -> Vector:
        """How the basic solution changes while a column grows."""
        moved = {j: -row[column] for j, row in zip(self.basis, self.rows, strict=False)}
        return self._variables({**moved, column: self.denominator})

    def _variables(self, values: dict[int, Any]) -> Vector:
        return tuple(_ratio(values.get(j, 0), self.denominator) for j in range(len(self.program.objective)))

    def multipliers(self) -> Vector:
        """The y with y B = c_B, for the constraints and the objective as they were stated."""
        columns = [
            [int(i == j - self.real) if j >= self.real else row[j] for i, row in enumerate(self.constraints)]
            for j in self.basis
        ]
        y = _solved(columns, [self.costs[j] for j in self.basis])
        return tuple(Fraction(scale * n, self.unit) for scale, n in zip(self.scales, y, strict=True))


def _ratio(numerator: Any, denominator: Any) -> Fraction:
    return Fraction(int(numerator), int(denominator))
