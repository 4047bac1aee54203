"""Exact linear algebra and linear programs: against sums, sympy and the corners of small polygons."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from math import lcm
from random import Random

import pytest
import sympy

from exactpriv.errors import NotExactError, TableError
from exactpriv.exact.linear import (
    Infeasible,
    LinearProgram,
    Optimum,
    Unbounded,
    dot,
    matrix_product,
    over_common_denominator,
    solve,
)

SMALL = [Fraction(n, d) for n in range(-2, 3) for d in (1, 2, 3)]


def random_matrix(random, rows, columns):
    """A matrix of small fractions."""
    return [[random.choice(SMALL) for _ in range(columns)] for _ in range(rows)]


# --- numbers and matrices --------------------------------------------------------------------------------------------


def test_common_denominators():
    """nᵢ/d is the i-th number, and d the least common multiple of the denominators; 1 for no number at all."""
    for numbers in combinations(SMALL, 3):
        numerators, denominator = over_common_denominator(numbers)
        assert [Fraction(n, denominator) for n in numerators] == list(numbers)
        assert denominator == lcm(*(number.denominator for number in numbers))
    assert over_common_denominator([]) == ([], 1)
    assert over_common_denominator([2, Fraction(1, 3)]) == ([6, 1], 3)


def test_matrix_product():
    """(AB)ᵢₖ = Σⱼ AᵢⱼBⱼₖ for matrices of all shapes up to 3."""
    random = Random(1)
    for n, m, k in product((1, 2, 3), repeat=3):
        A, B = random_matrix(random, n, m), random_matrix(random, m, k)
        assert matrix_product(A, B) == [[sum(A[i][j] * B[j][c] for j in range(m)) for c in range(k)] for i in range(n)]


def test_solve_is_the_inverse_and_knows_when_there_is_none():
    """A·solve(A, b) = b, and None exactly when det A = 0: all 2 × 2 matrices of -1, 0, 1, and some 3 × 3."""
    random = Random(2)
    matrices = [[list(e[:2]), list(e[2:])] for e in product((-1, 0, 1), repeat=4)]
    matrices += [random_matrix(random, 3, 3) for _ in range(100)]
    for A in matrices:
        b = random_matrix(random, 1, len(A))[0]
        x = solve(A, b)
        assert (x is None) is (sympy.Matrix(A).det() == 0)
        assert x is None or [dot(row, x) for row in A] == b


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: matrix_product([[1, 2]], [[1, 2]]),
        lambda: matrix_product([[1, 2], [3]], [[1], [2]]),
        lambda: matrix_product([], [[1]]),
        lambda: solve([[1, 2]], [1]),
        lambda: solve([[1]], [1, 2]),
        lambda: LinearProgram([[1, 2], [3]], [1, 2]),
        lambda: LinearProgram([[1, 2]], [1, 2]),
        lambda: LinearProgram([[1, 2]], [1], [1]),
    ],
)
def test_shapes_that_do_not_fit(wrong):
    """Rows of one length, and as many bounds and coefficients as rows and columns."""
    with pytest.raises(TableError, match=r"give|needs"):
        wrong()


def test_floats_are_refused():
    """No float decides anything."""
    with pytest.raises(NotExactError):
        LinearProgram([[0.5]], [1])


# --- linear programs -------------------------------------------------------------------------------------------------


def corners(A, b, *, equal):
    """All points of {x ≥ 0 : A x ≤ b} or {x ≥ 0 : A x = b} in the plane where two of the lines cross."""
    lines = [*zip(A, b, strict=True), ([1, 0], 0), ([0, 1], 0)]
    for (row, bound), (row2, bound2) in combinations(lines, 2):
        determinant = row[0] * row2[1] - row[1] * row2[0]
        if determinant:
            x = Fraction(bound * row2[1] - row[1] * bound2, determinant)
            y = Fraction(row[0] * bound2 - bound * row2[0], determinant)
            values = [row[0] * x + row[1] * y for row in A]
            met = values == list(b) if equal else all(v <= bound for v, bound in zip(values, b, strict=True))
            if x >= 0 and y >= 0 and met:
                yield x, y


def best_by_corners(A, b, c, *, equal):
    """The largest c·x at a corner; None if no x is allowed, "unbounded" if some ray of the polygon has c·r > 0."""
    allowed = list(corners(A, b, equal=equal))
    if not allowed:
        return None
    best = max(c[0] * x + c[1] * y for x, y in allowed)
    directions = [(1, 0), (0, 1), *((abs(row[1]), abs(row[0])) for row in A)]
    for r in directions:
        kept = [dot(row, r) for row in A]
        if dot(c, r) > 0 and (all(k == 0 for k in kept) if equal else all(k <= 0 for k in kept)):
            return "unbounded"
    return best


@pytest.mark.parametrize("equal", [False, True])
def test_every_small_program(equal):
    """max c·x is reached at a corner: all programs in the plane with entries -1, 0, 1, each with its proof."""
    outcomes = set()
    for A in product(product((-1, 0, 1), repeat=2), repeat=2):
        for b, c in product(product((-1, 0, 1), repeat=2), [(1, 0), (1, 1), (-1, 1), (0, 0)]):
            program = LinearProgram(A, b, c, equal=equal)
            outcome = program.solve()
            assert outcome.certifies(program)
            outcomes.add(type(outcome))
            match outcome:
                case Optimum(value=value):
                    assert best_by_corners(A, b, c, equal=equal) == value
                case Infeasible():
                    assert best_by_corners(A, b, c, equal=equal) is None
                case Unbounded():
                    assert best_by_corners(A, b, c, equal=equal) == "unbounded"
    assert outcomes == {Optimum, Infeasible, Unbounded}


def test_outcomes_of_larger_programs_prove_themselves():
    """Random programs of up to 6 × 6 fractions, equations and inequalities; without an objective only feasibility."""
    random = Random(3)
    for _ in range(200):
        A = random_matrix(random, random.randint(1, 6), random.randint(1, 6))
        b, c = (random_matrix(random, 1, n)[0] for n in (len(A), len(A[0])))
        for equal in (False, True):
            program = LinearProgram(A, b, c, equal=equal)
            assert program.solve().certifies(program)
            feasible = LinearProgram(A, b, equal=equal)
            assert feasible.solve().certifies(feasible)
            assert isinstance(feasible.solve(), Infeasible) is isinstance(program.solve(), Infeasible)


def test_a_program_on_which_the_plain_method_cycles():
    """Beale's example: every pivot until the last gains nothing; the optimum is 1/20."""
    A = [["1/4", -60, "-1/25", 9], ["1/2", -90, "-1/50", 3], [0, 0, 1, 0]]
    program = LinearProgram(A, [0, 0, 1], ["3/4", -150, "1/50", -6])
    outcome = program.solve()
    assert outcome.value == Fraction(1, 20)
    assert outcome.certifies(program)


@pytest.mark.parametrize("n", [1, 2, 3, 6])
def test_klee_and_minty(n):
    """Max Σ 2^(n-j) xⱼ subject to 2 Σ_{j<i} 2^(i-j) xⱼ + xᵢ ≤ 5^i is 5^n."""
    A = [[2 ** (i - j + 1) if j < i else int(i == j) for j in range(n)] for i in range(n)]
    program = LinearProgram(A, [5 ** (i + 1) for i in range(n)], [2 ** (n - 1 - j) for j in range(n)])
    assert program.solve().value == 5**n


@pytest.mark.parametrize(("n", "value"), [(5, "5/2"), (6, "3"), (7, "7/2")])
def test_fractional_independence_of_cycles(n, value):
    """Weights on the vertices of a cycle with at most 1 on every edge sum to at most n/2 [shannon1956zero]."""
    edges = [[int(v in {i, (i + 1) % n}) for v in range(n)] for i in range(n)]
    outcome = LinearProgram(edges, [1] * n, [1] * n).solve()
    assert outcome.value == Fraction(value)
    assert sum(outcome.prices) == Fraction(value)


def test_equations_that_follow_from_others():
    """A repeated equation, or 0 = 0, neither hinders nor enters the optimum; a contradicting one is found."""
    program = LinearProgram([[1, 1], [2, 2], [0, 0]], [1, 2, 0], [0, 1], equal=True)
    assert program.solve().value == 1
    assert program.solve().certifies(program)
    contradiction = LinearProgram([[1, 1], [2, 2]], [1, 3], equal=True)
    assert isinstance(contradiction.solve(), Infeasible)
    assert contradiction.solve().certifies(contradiction)


def test_a_wrong_proof_is_no_proof():
    """Each certificate, changed in one number or given for another program, is refused."""
    program = LinearProgram([[1, 1], [1, 0]], [4, 3], [2, 1])
    optimum = program.solve()
    assert not replace(optimum, value=optimum.value + 1).certifies(program)
    assert not replace(optimum, point=(Fraction(4), Fraction(0))).certifies(program)
    assert not replace(optimum, point=(Fraction(4), Fraction(-1))).certifies(program)
    assert not replace(optimum, prices=(Fraction(3), Fraction(-1))).certifies(program)
    assert not replace(optimum, prices=optimum.prices[:1]).certifies(program)
    assert not optimum.certifies(LinearProgram([[1, 1], [1, 0]], [4, 4], [2, 1]))
    impossible = LinearProgram([[1], [-1]], [1, -2])
    assert impossible.solve().certifies(impossible)
    assert not Infeasible((Fraction(1), Fraction(0))).certifies(impossible)
    assert not Infeasible((Fraction(-1), Fraction(-1))).certifies(impossible)
    assert not impossible.solve().certifies(LinearProgram([[1], [-1]], [2, -2]))
    endless = LinearProgram([[1, -1]], [0], [1, 0])
    assert endless.solve().certifies(endless)
    assert not Unbounded((Fraction(0), Fraction(0)), (Fraction(1), Fraction(0))).certifies(endless)
    assert not Unbounded((Fraction(1), Fraction(0)), (Fraction(1), Fraction(1))).certifies(endless)
    assert not Unbounded((Fraction(0), Fraction(0)), (Fraction(0), Fraction(1))).certifies(endless)
