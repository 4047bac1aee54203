r"""The search for weights of the inputs that are nearly optimal, as evidence for certified bounds.

An interior-point method, first in floats for all centers x′ at once, then, from there, in numbers of any length for
the centers that matter.  Nothing here is trusted: :func:`~exactpriv.leakage.certificates.bounds` judges the weights.

With :math:`r = b/a` it maximizes :math:`\frac1r \ln F(p) - \sum_x p_x` over p ≥ 0, which needs no constraint on the
sum of the weights because F is homogeneous: the sum is 1 at the optimum, where the slopes
:math:`g_x = G_x/F` are at most 1.  At α = 1 it is
:math:`\sum_x p_x \hat c_x - \sum_y s_y \ln s_y`, with slopes :math:`\hat c_x - \sum_y W(y|x) \ln s_y` below 1.  In both
cases the matrix of second derivatives is :math:`-T\,\mathrm{diag}(d)\,T^\top - ρ\,g g^\top` with
:math:`T_{xy} = M_{xy}/s_y`.

Main definitions: :func:`approximate`, :func:`sharpen`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from exactpriv.leakage.certificates import Question

if TYPE_CHECKING:
    from flint import arb, arb_mat

Floats: TypeAlias = "np.ndarray[Any, Any]"

_MOST_STEPS = 200
_MOST_ENTRIES = 1 << 21
"""Entries of the arrays that are in work at the same time."""


@dataclass(frozen=True, slots=True)
class Approximation:
    """Weights p of the inputs and distances z = 1 - g of their slopes from 1, in floats, for one center."""

    weights: Floats
    distances: Floats
    value: float
    gap: float

    def exact_weights(self) -> list[Fraction]:
        """The weights as the fractions that the floats are."""
        return [Fraction(float(weight)) for weight in self.weights]


# --- in floats, for many centers at once -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Shape:
    """Where an objective stands: its value and its gap in nats, slopes g, and T, d, ρ of its second derivatives."""

    value: Floats
    gap: Floats
    g: Floats
    T: Floats
    d: Floats
    rho: float


class _PowerObjective:
    """ln F / r for α > 1, for all centers; columns are scaled by their largest entries."""

    def __init__(self, question: Question) -> None:
        self.a, self.b = float(question.alpha), float(question.beta)  # type: ignore[arg-type]  # both are finite
        columns = list(zip(*question.rows, strict=True))
        self.r = float(question.beta / question.alpha)  # type: ignore[operator]
        self.spread = float(1 - question.beta / question.alpha)  # type: ignore[operator]
        scaled = [[float(q / max(column)) for q in column] for column in columns]
        self.M = np.array(scaled).T ** self.a
        logs = np.log([[float(q) for q in row] for row in question.rows]) if question.has_center else np.zeros(1)
        tops = np.log([float(max(column)) for column in columns])
        self.logs = (1 - self.b) * logs + self.b * tops + np.zeros((len(question.centers), len(columns)))
        self.start = 1.0

    def at(self, places: Floats, p: Floats) -> _Shape:
        """The shape at the weights p for the centers at the places."""
        s = p @ self.M
        terms = self.logs[places] + self.r * np.log(s)
        top = terms.max(axis=1)
        shares = np.exp(terms - top[:, None])
        total = shares.sum(axis=1)
        shares /= total[:, None]
        T = self.M / s[:, None, :]
        g = (T @ shares[..., None])[..., 0]
        sums = np.log(p.sum(axis=1))
        value = (top + np.log(total) - self.r * sums) / (self.b * (1 - 1 / self.a))
        gap = (sums + np.log(g.max(axis=1))) / (self.a - 1)
        return _Shape(value, gap, g, T, self.spread * shares, self.r)


class _EntropyObjective:
    """The information Σ p ĉ - Σ s ln s at α = 1, divided by 1 - τ, for all centers."""

    def __init__(self, question: Question) -> None:
        self.W = np.array([[float(q) for q in row] for row in question.rows])
        self.weight = float(1 - question.tau)
        entropies = np.sum(self.W * np.log(np.where(self.W > 0, self.W, 1)), axis=1)
        crosses = np.zeros((1, len(self.W)))
        if question.tau:
            crosses = float(question.tau) * (np.log(self.W) @ self.W.T)
        self.c = (entropies - crosses) / self.weight
        self.start = math.exp(-1)

    def at(self, places: Floats, p: Floats) -> _Shape:
        """The shape at the weights p for the centers at the places."""
        s = p @ self.W
        g = self.c[places] - np.log(s) @ self.W.T
        sums = p.sum(axis=1)
        mean = (p * g).sum(axis=1) / sums
        value = self.weight * (mean + np.log(sums))
        return _Shape(value, self.weight * (g.max(axis=1) - mean), g, self.W / s[:, None, :], s, 0.0)


def approximate(question: Question) -> list[Approximation | None]:
    """Nearly optimal weights for every center, found in floats; None where floats do not reach.

    Centers whose leakage is seen to be below that of another are left as soon as that is seen.
    """
    with np.errstate(all="ignore"):
        objective = _EntropyObjective(question) if question.alpha == 1 else _PowerObjective(question)
        centers = np.arange(len(question.centers))
        size = max(1, _MOST_ENTRIES // (len(question.rows) * len(question.rows[0])))
        found: list[Approximation | None] = []
        best = -math.inf
        for start in range(0, len(centers), size):
            search = _Search(objective, centers[start : start + size], len(question.rows), best)
            found += search.run()
            best = search.best
    return found


class _Search:
    """A predictor-corrector method for several centers side by side."""

    def __init__(
        self, objective: _PowerObjective | _EntropyObjective, centers: Floats, inputs: int, best: float
    ) -> None:
        self.objective, self.best = objective, best
        self.centers = centers
        self.active = np.arange(len(centers))
        self.found: list[Approximation | None] = [None] * len(centers)
        self.p = np.full((len(centers), inputs), objective.start / inputs)
        self.shape = objective.at(centers, self.p)
        self.z = np.maximum(1 - self.shape.g, 0) + 0.3

    def run(self) -> list[Approximation | None]:
        """Steps until every center is done."""
        for _ in range(_MOST_STEPS):
            self._leave_the_finished()
            if not len(self.active):
                break
            self._step()
        return self.found

    def _leave_the_finished(self) -> None:
        value, gap = self.shape.value, self.shape.gap
        sound = np.isfinite(value) & np.isfinite(gap)
        self.best = max(self.best, value[sound].max(initial=-math.inf))
        done = (gap < 1e-14) | self._is_exhausted()
        below = value + gap < self.best - 1e-3 * (1 + abs(self.best))
        for place in np.flatnonzero(sound):
            before = self.found[self.active[place]]
            if before is None or gap[place] < before.gap:
                self.found[self.active[place]] = Approximation(
                    self.p[place], self.z[place], float(value[place]), float(gap[place])
                )
        self._keep(sound & ~done & ~below)

    def _is_exhausted(self) -> Floats:
        """Where floats cannot become more accurate."""
        return np.asarray((self.p * self.z).max(axis=1) < 1e-15 * self.p.max(axis=1))

    def _keep(self, kept: Floats) -> None:
        shape = self.shape
        self.active, self.p, self.z = self.active[kept], self.p[kept], self.z[kept]
        self.shape = _Shape(shape.value[kept], shape.gap[kept], shape.g[kept], shape.T[kept], shape.d[kept], shape.rho)

    def _step(self) -> None:
        p, z, shape = self.p, self.z, self.shape
        mu = (p * z).mean(axis=1)
        system = self._system()
        rest = 1 - shape.g
        dp, dz = self._direction(system, -rest)
        length = np.minimum(1, np.minimum(_longest(p, dp), _longest(z, dz)))[:, None]
        predicted = ((p + length * dp) * (z + length * dz)).mean(axis=1)
        target = mu * np.clip((predicted / mu) ** 3, 1e-6, 1)
        second = np.clip(dp * dz, -10 * mu[:, None], 10 * mu[:, None])
        dp, dz = self._direction(system, (target[:, None] - second) / p - rest)
        fraction = np.maximum(0.95, 1 - mu)
        length = np.minimum(1, fraction * np.minimum(_longest(p, dp), _longest(z, dz)))[:, None]
        self.p, self.z = p + length * dp, z + length * dz
        self.shape = self.objective.at(self.centers[self.active], self.p)

    def _system(self) -> Floats:
        """√p (T d Tᵀ + ρ g gᵀ) √p + z."""
        shape, root = self.shape, np.sqrt(self.p)
        scaled = shape.T * np.sqrt(shape.d)[:, None, :] * root[:, :, None]
        slopes = (root * shape.g)[:, :, None]
        system = scaled @ scaled.transpose(0, 2, 1) + shape.rho * (slopes @ slopes.transpose(0, 2, 1))
        diagonal = np.arange(system.shape[1])
        system[:, diagonal, diagonal] += self.z
        return np.asarray(system)

    def _direction(self, system: Floats, right: Floats) -> tuple[Floats, Floats]:
        root, shape = np.sqrt(self.p), self.shape
        try:
            dp = root * np.linalg.solve(system, (root * right)[..., None])[..., 0]
        except np.linalg.LinAlgError:  # one of the systems is singular in floats
            dp = np.full_like(root, math.nan)
        flow = shape.d * (dp[:, None, :] @ shape.T)[:, 0, :]
        curved = (shape.T @ flow[..., None])[..., 0]
        curved += shape.rho * shape.g * (shape.g * dp).sum(axis=1)[:, None]
        return dp, 1 - shape.g - self.z + curved


def _longest(values: Floats, direction: Floats) -> Floats:
    """The longest steps that leave the values at 0 or above."""
    return np.asarray(np.where(direction < 0, -values / direction, math.inf).min(axis=1))


# --- in numbers of any length, for one center ------------------------------------------------------------------------


def sharpen(question: Question, center: int, start: Approximation | None, bits: int) -> list[int]:
    """Weights for one center, integers up to scale, whose bounds are meant to differ by at most 2^-bits nats.

    The search goes on from an approximation, or starts anew without one.
    """
    from flint import ctx

    a, b = question.alpha, question.beta
    spread = question.tau if a == 1 else (a - 1) * (a - b) / a**2  # type: ignore[operator]  # both are finite
    loss = 0 if a == 1 else math.ceil(1 / spread).bit_length()
    with ctx.workprec(2 * bits + 2 * loss + 96):
        climb = _Climb(question, center, start)
        climb.run(bits)
        return [int((weight * 2 ** (bits + loss + 24)).floor().unique_fmpz()) for weight in climb.best]


@dataclass(frozen=True, slots=True)
class _BallShape:
    """As :class:`_Shape`, for one center and in points of Arb."""

    gap: arb
    g: list[arb]
    T: arb_mat
    d: list[arb]


class _BallPowerObjective:
    """As :class:`_PowerObjective`, at one center."""

    def __init__(self, question: Question, center: int) -> None:
        from flint import arb_mat

        a, b = Fraction(question.alpha), Fraction(question.beta)  # type: ignore[arg-type]  # both are finite
        tops = [max(column) for column in zip(*question.rows, strict=True)]
        self.M = arb_mat([[_power(q / top, a) for q, top in zip(row, tops, strict=True)] for row in question.rows])
        pairs = zip(question.rows[center], tops, strict=True)
        self.slopes = [_power(q, 1 - b) * _power(top, b) for q, top in pairs]
        self.rho, self.spread, self.factor = _ball(b / a), _ball(1 - b / a), _ball(1 / (a - 1))
        self.start = _ball(1)

    def at(self, p: list[arb]) -> _BallShape:
        """The shape at the weights p."""
        from flint import arb_mat

        s = _points((arb_mat(1, len(p), p) * self.M).entries())
        terms = [slope * mass**self.rho for slope, mass in zip(self.slopes, s, strict=True)]
        total = sum(terms)
        shares = [term / total for term in terms]
        T = _scaled(self.M, None, [1 / mass for mass in s])
        g = _points((T * arb_mat(len(s), 1, shares)).entries())
        gap = self.factor * (max(g) * sum(p, _ball(0))).log()
        return _BallShape(gap.mid(), g, T, _points(self.spread * share for share in shares))


class _BallEntropyObjective:
    """As :class:`_EntropyObjective`, at one center."""

    def __init__(self, question: Question, center: int) -> None:
        from flint import arb_mat

        rows, tau = question.rows, question.tau
        self.W = arb_mat([list(map(_ball, row)) for row in rows])
        crosses = [_ball(tau) * (_ball(q).log() if tau else 0) for q in rows[center]]
        self.weight = _ball(1 - tau)
        self.c = [
            sum(_ball(q) * (_ball(q).log() - cross) for q, cross in zip(row, crosses, strict=True) if q) / self.weight
            for row in rows
        ]
        self.rho = _ball(0)
        self.start = _ball(-1).exp()

    def at(self, p: list[arb]) -> _BallShape:
        """The shape at the weights p."""
        from flint import arb_mat

        s = _points((arb_mat(1, len(p), p) * self.W).entries())
        logs = (self.W * arb_mat(len(s), 1, [mass.log() for mass in s])).entries()
        g = _points(c - log for c, log in zip(self.c, logs, strict=True))
        mean = sum(map(_product, p, g), _ball(0)) / sum(p, _ball(0))
        gap = self.weight * (max(g) - mean)
        return _BallShape(gap.mid(), g, _scaled(self.W, None, [1 / mass for mass in s]), s)


class _Climb:
    """The method of :class:`_Search` for one center."""

    def __init__(self, question: Question, center: int, start: Approximation | None) -> None:
        from flint import arb

        objective = _BallEntropyObjective if question.alpha == 1 else _BallPowerObjective
        self.objective = objective(question, center)
        if start is None:
            count = len(question.rows)
            self.p = [(self.objective.start / count).mid()] * count
            self.shape = self.objective.at(self.p)
            self.z = [max(1 - slope, arb(0)) + arb("0.3").mid() for slope in self.shape.g]
        else:
            self.p = [arb(float(weight)) for weight in start.weights]
            self.shape = self.objective.at(self.p)
            self.z = [arb(float(distance)) for distance in start.distances]
        self.best, self.gap = self.p, self.shape.gap

    def run(self, bits: int) -> None:
        """Steps until the gap is small enough, or as many as should do."""
        from flint import arb

        goal = arb(2) ** -bits
        for _ in range(_MOST_STEPS + 4 * bits):
            if self.gap < goal:
                break
            try:
                self._step()
            except ZeroDivisionError:  # the system is singular at this precision
                break
            if self.shape.gap <= self.gap:
                self.best, self.gap = self.p, self.shape.gap

    def _step(self) -> None:
        from flint import arb

        p, z, g = self.p, self.z, self.shape.g
        count = len(p)
        mu = (sum(map(_product, p, z), _ball(0)) / count).mid()
        system = self._system()
        dp, dz = self._direction(system, [slope - 1 for slope in g])
        length = min(arb(1), _longest_step([*p, *z], [*dp, *dz]))
        ahead = zip(p, dp, z, dz, strict=True)
        predicted = sum(((a + length * da) * (b + length * db) for a, da, b, db in ahead), _ball(0)) / count
        target = (mu * min(arb(1), ((predicted / mu) ** 3).mid())).mid()
        second = [max(-10 * mu, min(10 * mu, (da * db).mid())) for da, db in zip(dp, dz, strict=True)]
        right = [(target - e) / a + slope - 1 for e, a, slope in zip(second, p, g, strict=True)]
        dp, dz = self._direction(system, right)
        fraction = max(arb("0.95"), 1 - mu).mid()
        length = min(arb(1), (fraction * _longest_step([*p, *z], [*dp, *dz])).mid())
        self.p = _points(a + length * da for a, da in zip(p, dp, strict=True))
        self.z = _points(b + length * db for b, db in zip(z, dz, strict=True))
        self.shape = self.objective.at(self.p)

    def _system(self) -> arb_mat:
        from flint import arb_mat

        shape = self.shape
        root = [weight.sqrt() for weight in self.p]
        scaled = _scaled(shape.T, root, [weight.sqrt() for weight in shape.d])
        slopes = arb_mat(len(root), 1, list(map(_product, root, shape.g)))
        system = scaled * scaled.transpose() + self.objective.rho * slopes * slopes.transpose()
        for place, distance in enumerate(self.z):
            system[place, place] += distance
        return system.mid()

    def _direction(self, system: arb_mat, right: list[arb]) -> tuple[list[arb], list[arb]]:
        from flint import arb_mat

        shape, count = self.shape, len(right)
        root = [weight.sqrt().mid() for weight in self.p]
        solved = system.solve(arb_mat(count, 1, list(map(_product, root, right))), algorithm="approx").entries()
        dp = _points(map(_product, root, solved))
        flow = (arb_mat(1, count, dp) * shape.T).entries()
        curved = (shape.T * arb_mat(len(flow), 1, list(map(_product, shape.d, flow)))).entries()
        along = self.objective.rho * sum(map(_product, shape.g, dp))
        parts = zip(shape.g, self.z, curved, strict=True)
        return dp, _points(1 - slope - distance + c + along * slope for slope, distance, c in parts)


def _product(one: arb, other: arb) -> arb:
    return one * other


def _points(balls: Iterable[arb]) -> list[arb]:
    """The midpoints: the search needs no error bounds."""
    return [ball.mid() for ball in balls]


def _scaled(matrix: arb_mat, left: Sequence[arb] | None, right: Sequence[arb]) -> arb_mat:
    """The matrix with its rows and columns multiplied by numbers."""
    from flint import arb_mat

    rows = [[entry * factor for entry, factor in zip(row, right, strict=True)] for row in matrix.tolist()]
    if left is not None:
        rows = [[factor * entry for entry in row] for factor, row in zip(left, rows, strict=True)]
    return arb_mat(rows).mid()


def _longest_step(values: Sequence[arb], direction: Sequence[arb]) -> arb:
    from flint import arb

    ratios = [(-value / change).mid() for value, change in zip(values, direction, strict=True) if change < 0]
    return min(ratios, default=arb(1000))


def _ball(number: Fraction | int) -> arb:
    from flint import arb, fmpq

    return arb(fmpq(number.numerator, number.denominator)).mid()


def _power(base: Fraction, exponent: Fraction) -> arb:
    if exponent == 0:
        return _ball(1)
    return (_ball(base) ** _ball(exponent)).mid() if base else _ball(0)


# --- weights as integers ---------------------------------------------------------------------------------------------


def whole_weights(weights: Floats, bits: int) -> list[int]:
    """Integers in the ratio of the floats, each rounded to so many binary digits.

    >>> whole_weights(np.array([0.75, 0.0625]), 4)
    [96, 8]
    """
    mantissas, exponents = np.frexp(weights)
    least = min(int(e) for e in exponents)
    pairs = zip(mantissas, exponents, strict=True)
    return [round(float(m) * 2**bits) << (int(e) - least) for m, e in pairs]


# --- symmetries ------------------------------------------------------------------------------------------------------


def renaming_onto(matrix: Sequence[Sequence[Fraction]], x: int, x2: int) -> tuple[int, ...] | None:
    """A renaming of the inputs that takes x to x2 and the channel to itself with its outputs renamed; None if unseen.

    Tried are the exchange of the two, the shift and the two reflections of all inputs.

    >>> renaming_onto([[Fraction(1, 2), 0, Fraction(1, 2)], [Fraction(1, 2), Fraction(1, 2), 0]], 0, 1)
    (1, 0)
    """
    k = len(matrix)
    columns = sorted(zip(*matrix, strict=True))
    exchange = {x: x2, x2: x}
    candidates = [[exchange.get(i, i) for i in range(k)]]
    candidates += [[(i + x2 - x) % k for i in range(k)], [(x + x2 - i) % k for i in range(k)]]
    for renaming in candidates:
        if sorted(zip(*(matrix[i] for i in renaming), strict=True)) == columns:
            return tuple(renaming)
    return None
