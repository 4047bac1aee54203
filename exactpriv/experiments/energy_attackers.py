"""Three attackers who guess which of two homes is part of a released average: correlation, squared error, peaks.

Each attacker gives every home a score for a released series and guesses the home with the larger one; equal scores
are a fair coin. What counts is therefore the order of the scores alone, and it is exact.

Main definitions: :class:`Homes`, :class:`Released`; :data:`ATTACKERS`; :func:`standings`, which all of them return.

How the order is exact: scores are whole numbers. Products of matrices are taken in double precision only where every
partial sum is a whole number below 2^53, which doubles add without error. Correlations are cov/√var with whole cov and
var; doubles order them where they differ by far more than their rounding, and fractions order the rest.

References: [farokhi2019noiseless], Sec. V-A; [buescher2017two], whose game and attackers these are in name; what
counts as a peak is stated here, since neither text that was at hand says it.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np

from exactpriv.errors import SizeError
from exactpriv.experiments.data import Integers, Stamps, Truths

_DOUBLES = 2**53
"""Whole numbers up to here are exact in double precision."""
_WORDS = 2**63
"""Whole numbers below it fit into 64 bits."""
_ROWS, _COLUMNS = 16, 128
"""What is multiplied at a time: products that small stay on one core, where threads would mostly wait."""
_ROUNDING = 40
"""Quotients that differ by more than a part of 2^-40 are ordered by doubles, whose error is below a part of 2^-50."""

Doubles: TypeAlias = "np.ndarray[Any, np.dtype[np.float64]]"


@dataclass(frozen=True, eq=False)
class Homes:
    """What the adversary knows: the readings of each home (rows) at each time (columns), as whole numbers."""

    readings: Integers
    stamps: Stamps

    @cached_property
    def sums(self) -> Integers:
        """Σ_t x_t of each home."""
        return _row_sums(self.readings)

    @cached_property
    def squares(self) -> Integers:
        """Σ_t x_t² of each home."""
        _check(self.times * self.largest**2)
        return _row_sums(self.readings * self.readings)

    @cached_property
    def variances(self) -> list[int]:
        """T Σ_t x_t² - (Σ_t x_t)² of each home."""
        return [
            self.times * square - total * total
            for square, total in zip(self.squares.tolist(), self.sums.tolist(), strict=True)
        ]

    @cached_property
    def peaks(self) -> Integers:
        """1 at the relative peaks of each home, else 0."""
        return peaks(self.readings, self.have_neighbors).astype(np.int64)

    @property
    def times(self) -> int:
        """T, the number of times."""
        return int(self.readings.shape[1])

    @cached_property
    def largest(self) -> int:
        """The largest reading in absolute value."""
        return _largest(self.readings)

    @cached_property
    def have_neighbors(self) -> Truths:
        """At which times there are readings one step before and one step after: not at the ends, nor beside a gap."""
        steps = np.diff(self.stamps)
        joined = steps == steps.min() if steps.size else np.zeros(0, bool)
        found: Truths = np.concatenate([[False], joined]) & np.concatenate([joined, [False]])
        return found


@dataclass(frozen=True, eq=False)
class Released:
    """Series that a reader who knows the homes sees, one a row: number · unit at each time."""

    homes: Homes
    numbers: Integers
    unit: Fraction

    @cached_property
    def sums(self) -> Integers:
        """Σ_t y_t of each series, in units."""
        return _row_sums(self.numbers)

    @cached_property
    def largest(self) -> int:
        """The largest number in absolute value."""
        return _largest(self.numbers)

    @cached_property
    def products(self) -> Integers:
        """Σ_t x_t y_t for each series and each home, in units."""
        return product(self.numbers, self.homes.readings)


Attacker: TypeAlias = Callable[[Released], Integers]
"""The :func:`standings` of the homes for each series."""


def correlation(released: Released) -> Integers:
    """The standings when the home with the larger correlation with the release is guessed.

    The correlation of a series that never changes is taken as 0, so a constant release tells this attacker nothing.
    """
    homes = released.homes
    _check(2 * homes.times**2 * homes.largest * released.largest)
    covariances = homes.times * released.products - released.sums[:, None] * homes.sums
    return _standings_of_quotients(covariances, homes.variances)


def squared_error(released: Released) -> Integers:
    """The standings when the home with the smaller Σ_t (x_t - y_t)² is guessed.

    That is the larger 2 Σ x y - Σ x², as Σ y² is the same for all homes.
    """
    homes, a, b = released.homes, released.unit.numerator, released.unit.denominator
    _check(homes.times * homes.largest * (b * homes.largest + 2 * a * released.largest))
    return standings(2 * a * released.products - b * homes.squares)


def common_peaks(released: Released) -> Integers:
    """The standings when the home with more peaks at the times of the release's peaks is guessed."""
    found = peaks(released.numbers, released.homes.have_neighbors)
    return standings(product(found.astype(np.int64), released.homes.peaks))


ATTACKERS: Mapping[str, Attacker] = {
    "correlation": correlation,
    "squared error": squared_error,
    "relative peaks": common_peaks,
}
"""In the order of the paper's panels."""


def peaks(series: Integers, have_neighbors: Truths) -> Truths:
    """Where a series has a relative peak: it is larger than one step before and one step after.

    >>> peaks(np.array([[1, 3, 2, 2, 5, 5, 1]]), np.array([False] + 5 * [True] + [False])).astype(int).tolist()
    [[0, 1, 0, 0, 0, 0, 0]]
    """
    found = np.zeros(series.shape, bool)
    found[:, 1:-1] = (series[:, 1:-1] > series[:, :-2]) & (series[:, 1:-1] > series[:, 2:])
    return found & have_neighbors


# --- the order of the scores -----------------------------------------------------------------------------------------


def standings(scores: Integers) -> Integers:
    """For each entry, how many entries of its row are smaller, less how many are larger.

    >>> standings(np.array([[5, 7, 7, 1]])).tolist()
    [[-1, 2, 2, -3]]
    """
    order = np.argsort(scores, axis=1, kind="stable")
    ordered = np.take_along_axis(scores, order, axis=1)
    return _placed(order, ordered[:, 1:] != ordered[:, :-1])


def _placed(order: Any, rises: Truths) -> Integers:
    """The standings, given the places of the entries in ascending order and where the next one is larger."""
    rows, size = order.shape
    edge = np.ones((rows, 1), bool)
    at = np.arange(size)
    first = np.maximum.accumulate(np.where(np.hstack([edge, rises]), at, 0), axis=1)
    last = np.minimum.accumulate(np.where(np.hstack([rises, edge]), at, size)[:, ::-1], axis=1)[:, ::-1]
    found = np.empty((rows, size), np.int64)
    np.put_along_axis(found, order, first + last - (size - 1), axis=1)
    return found


def _standings_of_quotients(covariances: Integers, variances: list[int]) -> Integers:
    """The standings of cov/√var, with 0 for var = 0.

    Doubles are within a part of 2^-50 of each quotient (cov and √var are each rounded at most twice, the quotient
    once), so neighbors in their order that differ by more than a part of 2^-40 are in the right order. A row with
    closer neighbors is ordered by the fractions ±cov²/var; only when both are 0 are doubles equal for certain.
    """
    roots = np.sqrt(np.array([variance or 1 for variance in variances], np.float64))
    near: Doubles = covariances / roots
    order = np.argsort(near, axis=1, kind="stable")
    ordered = np.take_along_axis(near, order, axis=1)
    rises = ordered[:, 1:] != ordered[:, :-1]
    size = np.abs(ordered)
    close = ordered[:, 1:] - ordered[:, :-1] <= np.ldexp(np.maximum(size[:, 1:], size[:, :-1]), -_ROUNDING)
    found = _placed(order, rises)
    for row in np.flatnonzero((close & ((ordered[:, 1:] != 0) | (ordered[:, :-1] != 0))).any(axis=1)):
        found[row] = _standings_of_fractions(covariances[row].tolist(), variances)
    return found


def _standings_of_fractions(covariances: list[int], variances: list[int]) -> list[int]:
    keys = [Fraction(cov * abs(cov), var or 1) for cov, var in zip(covariances, variances, strict=True)]
    return [sum(other < key for other in keys) - sum(other > key for other in keys) for key in keys]


# --- exact products --------------------------------------------------------------------------------------------------


def product(left: Integers, right: Integers) -> Integers:
    """left · rightᵀ of whole numbers, exactly: in doubles when no partial sum can reach 2^53, else in 64 bits.

    ``SizeError`` when 64 bits may not hold a sum.

    >>> product(np.array([[1, 2], [3, 4]]), np.array([[5, 6]])).tolist()
    [[17], [39]]
    """
    bound = int(left.shape[1]) * _largest(left) * _largest(right)
    if bound >= _DOUBLES:
        _check(bound)
        return left @ right.T
    tall, wide = left.astype(np.float64), right.T.astype(np.float64)
    found = np.zeros((len(left), len(right)), np.int64)
    for row, start in itertools.product(range(0, len(left), _ROWS), range(0, len(wide), _COLUMNS)):
        part = tall[row : row + _ROWS, start : start + _COLUMNS] @ wide[start : start + _COLUMNS]
        found[row : row + _ROWS] += part.astype(np.int64)
    return found


def _row_sums(numbers: Integers) -> Integers:
    return np.asarray(numbers.sum(axis=1), np.int64)


def _largest(numbers: Integers) -> int:
    return int(np.abs(numbers).max(initial=0))


def _check(bound: int) -> None:
    if bound >= _WORDS:
        raise SizeError(
            f"the attackers' scores may reach {bound}, and 64 bits hold less than 2^63; give readings in larger units "
            "or over fewer times"
        )
