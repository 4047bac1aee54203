r"""A search in floats for nearly optimal points of Lovász's pair of semidefinite programs.

.. math::
   \max\,\{⟨J, X⟩ : \operatorname{tr} X = 1,\ X_e = 0 \text{ for every edge } e,\ X ⪰ 0\}
   \;=\; \min\,\{t : Z = tI + \sum_e y_e E_e - J ⪰ 0\}

Main definitions: :func:`proposals`, of which every :class:`Proposal` is a pair (X, Z).

Nothing here decides anything: :mod:`exactpriv.capacity.theta` rounds what is proposed to rationals, and proves of those
in exact arithmetic what it then says.

How: a feasible primal-dual path is followed with Mehrotra's predictor and corrector, in the direction of Helmberg,
Rendl, Vanderbei and Wolkowicz. One of the two matrices, S, is moved inside a linear space with a basis of matrices that
have one pair of entries or a diagonal, and the other, W, orthogonally to it. A graph with few edges has S = Z (a step
for each edge), one with many has S = X (a step for each missing edge), so that the linear systems stay small.

Reference: [lovasz1979shannon], Theorems 3 and 4; [helmberg1996interior].
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any, TypeAlias

import numpy as np

from exactpriv.capacity.clock import Clock
from exactpriv.errors import SizeError

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"

MOST_UNKNOWNS = 5_000
"""A linear system with more unknowns is not set up."""

_MOST_STEPS = 60
_GAP = 1e-12
_SHORTEST_STEP = 1e-3
_TO_THE_BOUNDARY = 0.97
_REGULAR = 1e-15
_IMPROVEMENTS = 2
_BLOCK = 64
_POSITIVE = 1e-4
_NEAR = 1e-3
_NEAR_VALUE = 1e-6
_SMALL = 12


@dataclass(frozen=True)
class Proposal:
    """Matrices X and Z near the optimum, symmetric and of the form asked for up to rounding."""

    X: Array
    Z: Array

    def multipliers(self, edges: Sequence[tuple[int, int]], scale: int) -> list[int]:
        """The y_e, as integers over the scale."""
        return [round((self.Z[v, w] + 1) * scale) for v, w in edges]

    def bound(self, edges: Sequence[tuple[int, int]], multipliers: Sequence[int], scale: int) -> int:
        """The least t that suits the multipliers, up to rounding, as an integer over the scale."""
        needed = np.ones_like(self.Z)
        for (v, w), y in zip(edges, multipliers, strict=True):
            needed[v, w] = needed[w, v] = 1 - y / scale
        return int(np.rint(np.linalg.eigvalsh(needed)[-1] * scale))

    def primal(self, edges: Sequence[tuple[int, int]], scale: int) -> tuple[list[list[int]], int]:
        """X as integers over the scale, 0 at the edges, and about how much its diagonal lacks to be semidefinite."""
        X = _symmetric(self.X)
        for v, w in edges:
            X[v, w] = X[w, v] = 0
        lacking = max(0, -round(np.linalg.eigvalsh(X)[0] * scale))
        return [[round(x * scale) for x in row] for row in X.tolist()], lacking

    def short_value(self) -> Fraction | None:
        """A fraction with a small denominator that the optimum may be."""
        value = self.Z[0, 0] + 1
        short = Fraction(value).limit_denominator(_SMALL)
        return short if abs(value - short) < _NEAR_VALUE else None

    def kernel(self) -> tuple[list[list[Fraction]], list[int]] | None:
        """A short rational basis that the range of X may have, and vertices on which it is the unit matrix.

        The range of X lies in the kernel of Z, whose other vectors, if there are any, do not matter.
        """
        rank = int((np.linalg.eigvalsh(self.X) > _POSITIVE).sum())
        rows = np.linalg.eigh(self.Z)[1][:, :rank].T
        reduced, chosen = _reduced(rows)
        short = [[Fraction(x).limit_denominator(_SMALL) for x in row] for row in reduced.tolist()]
        is_near = np.abs(np.array(short, dtype=np.float64) - reduced) < _NEAR
        return (short, chosen) if is_near.all() else None


def _reduced(rows: Array) -> tuple[Array, list[int]]:
    """The basis of the same space that is the unit matrix on chosen columns, the largest at hand."""
    rows, chosen = rows.copy(), []
    for k in range(len(rows)):
        column = int(np.argmax(np.abs(rows[k:]).max(axis=0)))
        best = k + int(np.argmax(np.abs(rows[k:, column])))
        rows[[k, best]] = rows[[best, k]]
        rows[k] /= rows[k, column]
        others = np.arange(len(rows)) != k
        rows[others] -= np.outer(rows[others, column], rows[k])
        chosen.append(column)
    return rows, chosen


def seconds_needed(size: int, unknowns: int) -> float:
    """About how long a search takes with so many unknowns, and the proofs that follow it; less than 0.1 is 0.

    >>> seconds_needed(20, 94), seconds_needed(60, 861), seconds_needed(80, 1544), seconds_needed(200, 201)
    (0.0, 1.7, 8.7, 53.3)
    """
    return (size**4 // 3 + unknowns**3 // 50) // 10**6 / 10


def proposals(size: int, edges: Sequence[tuple[int, int]], clock: Clock | None = None) -> Iterator[Proposal]:
    """Nearly optimal pairs for the graph on 0, …, size - 1: from the smaller linear systems, then from the others.

    >>> pair = next(proposals(5, [(0, 1), (1, 2), (2, 3), (3, 4), (0, 4)]))
    >>> print(pair.X.sum().round(6), pair.Z[0, 0].round(6) + 1)
    2.236068 2.236068

    Where both have more than ``MOST_UNKNOWNS`` unknowns, or there is no time for either, ``SizeError`` is raised.
    """
    clock = clock or Clock()
    missing = sorted(set(combinations(range(size), 2)).difference(edges))
    unknowns = {True: 1 + len(edges), False: len(missing) + size - 1}
    by_edges = unknowns[True] < unknowns[False]
    if unknowns[by_edges] > MOST_UNKNOWNS:
        message = f"a graph with {size} vertices and {len(edges):,} edges needs {unknowns[by_edges]:,} unknowns"
        raise SizeError(f"{message}; the bound ϑ is searched with at most {MOST_UNKNOWNS:,}")
    if not clock.has(seconds := seconds_needed(size, unknowns[by_edges])):
        message = f"a search with {unknowns[by_edges]:,} unknowns, and its proof, may take {seconds:,.1f} seconds"
        raise SizeError(message)
    X, Z = np.eye(size) / size, (size + 1) * np.eye(size) - 1
    for few_edges in (by_edges, not by_edges):
        if unknowns[few_edges] > MOST_UNKNOWNS or not clock.has(seconds_needed(size, unknowns[few_edges])):
            return
        if few_edges:
            yield Proposal(*reversed(_followed(_Directions(size, edges, np.ones((1, size))), Z, X, clock)))
        else:
            differences = np.eye(size)[1:] - np.eye(size)[0]
            yield Proposal(*_followed(_Directions(size, missing, differences), X, Z, clock))


class _Directions:
    """The linear space of symmetric matrices with entries in some pairs of places and a diagonal in a given space."""

    def __init__(self, size: int, pairs: Sequence[tuple[int, int]], diagonals: Array) -> None:
        self.size, self.diagonals = size, diagonals
        self.i, self.j = np.array(pairs, dtype=np.intp).reshape(-1, 2).T

    def matrix(self, steps: Array) -> Array:
        """The combination of the basis."""
        count = len(self.i)
        combined = np.diag(steps[count:] @ self.diagonals)
        combined[self.i, self.j] = combined[self.j, self.i] = steps[:count]
        return combined

    def products(self, A: Array) -> Array:
        """The scalar products of the basis with a matrix."""
        return np.concatenate([A[self.i, self.j] + A[self.j, self.i], self.diagonals @ np.diag(A)])

    def system(self, A: Array, B: Array) -> Array:
        """The numbers tr(E A F B) for E and F in the basis, where A and B are symmetric."""
        i, j, D = self.i, self.j, self.diagonals
        (Ai, Aj), (Bi, Bj) = (A[i], A[j]), (B[i], B[j])
        off = Aj[:, i] * Bi[:, j] + Aj[:, j] * Bi[:, i] + Ai[:, i] * Bj[:, j] + Ai[:, j] * Bj[:, i]
        mixed = (Aj * Bi + Ai * Bj) @ D.T
        return np.block([[off, mixed], [mixed.T, D @ (A * B) @ D.T]])


def _followed(space: _Directions, S: Array, W: Array, clock: Clock) -> tuple[Array, Array]:
    """The pair after the last step that went well and left time for proofs; ⟨S, W⟩, the gap, tends to 0.

    On one thread, because several get in each other's way with matrices so small, and round differently.
    """
    from threadpoolctl import threadpool_limits

    values, proofs = space.products(W), seconds_needed(space.size, 0)
    with threadpool_limits(limits=1, user_api="blas"):
        for _ in range(_MOST_STEPS):
            if np.vdot(S, W) < _GAP or not clock.has(proofs):
                break
            try:
                moved_S, moved_W, length = _stepped(space, S, W, values)
            except np.linalg.LinAlgError:
                break
            S, W = moved_S, moved_W
            if length < _SHORTEST_STEP:
                break
    return S, W


def _stepped(space: _Directions, S: Array, W: Array, values: Array) -> tuple[Array, Array, float]:
    """One predictor and corrector; the pair and the shorter of the two lengths gone."""
    inverse = _symmetric(np.linalg.inv(S))
    system = _System(space.system(inverse, W))

    def direction(mu: float, correction: Array) -> tuple[Array, Array]:
        goal = mu * inverse - correction
        dS = space.matrix(system.solution(space.products(goal) - values))
        return dS, _symmetric(goal - W - inverse @ dS @ W)

    mu = np.vdot(S, W) / space.size
    dS, dW = direction(0.0, np.zeros_like(S))
    a, b = _length(S, dS), _length(W, dW)
    predicted = np.vdot(S + a * dS, W + b * dW) / space.size
    dS, dW = direction(mu * min(1.0, (predicted / mu) ** 2), _symmetric(inverse @ dS @ dW))
    if not (np.isfinite(dS).all() and np.isfinite(dW).all()):
        raise np.linalg.LinAlgError
    a, b = _length(S, dS), _length(W, dW)
    return S + a * dS, W + b * dW, min(a, b)


def _symmetric(A: Array) -> Array:
    return (A + A.T) / 2


class _System:
    """A positive definite system of linear equations, with its rows and columns scaled alike, and its factor."""

    def __init__(self, matrix: Array) -> None:
        if np.diag(matrix).min() <= 0:
            raise np.linalg.LinAlgError
        self.scales = 1 / np.sqrt(np.diag(matrix))
        self.scaled = matrix * np.outer(self.scales, self.scales)
        self.L = np.linalg.cholesky(self.scaled + _REGULAR * np.eye(len(matrix)))

    def solution(self, goal: Array) -> Array:
        """The solution, improved where rounding and the number added to the diagonal have moved it."""
        scaled_goal = self.scales * goal
        x = np.zeros_like(goal)
        for _ in range(_IMPROVEMENTS):
            forward = _substituted(self.L, scaled_goal - self.scaled @ x)
            x += _substituted(self.L[::-1, ::-1].T, forward[::-1])[::-1]
        solution: Array = self.scales * x
        return solution


def _substituted(L: Array, goal: Array) -> Array:
    """The x with L x = goal for a lower triangular matrix, a block of rows at a time."""
    x = np.zeros_like(goal)
    for start in range(0, len(goal), _BLOCK):
        rows = slice(start, start + _BLOCK)
        x[rows] = np.linalg.solve(L[rows, rows], goal[rows] - L[rows, :start] @ x[:start])
    return x


def _length(A: Array, dA: Array) -> float:
    """How far to go from a positive definite matrix, at most 1, so that it stays so."""
    L = np.linalg.cholesky(A)
    half = np.linalg.solve(L, dA)
    lowest = np.linalg.eigvalsh(_symmetric(np.linalg.solve(L, half.T)))[0]
    return 1.0 if lowest >= 0 else min(1.0, -_TO_THE_BOUNDARY / lowest)
