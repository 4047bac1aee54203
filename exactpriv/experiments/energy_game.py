"""The distinguishing game of Fig. 2: whose readings are in the average, exactly or from a seeded sample of groups.

The adversary's two homes are any pair, all equally likely; a fair coin says which one takes part, and n - 1 of the
other homes join it, all such groups equally likely. That is the same as a uniform group H of n homes, a member of H and
a home outside it. An attacker's guess is right, wrong or (at equal scores) a coin, so that

    Adv = 2 |P{right} - 1/2| = |Σ sign(score of the member - score of the other)| / number of games.

Main definitions: :class:`Advantage`, :class:`Groups`; :func:`released`, :func:`advantages`, :func:`sampling_radius`.

Conventions: a sampled advantage has an interval; all the intervals of one experiment hold at once with confidence 99 %
(Hoeffding's inequality for the independent groups, and the union bound).

Reference: [farokhi2019noiseless], Sec. V-A and Fig. 2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, islice
from math import comb, isqrt
from typing import TypeAlias

import numpy as np

from exactpriv.errors import OutsideRangeError
from exactpriv.experiments.data import Integers, quantized
from exactpriv.experiments.energy_attackers import ATTACKERS, Homes, Released
from exactpriv.privacy import LinearQuantizer

CONFIDENCE = Fraction(99, 100)
"""With at least this probability the sample is such that every interval of the experiment is right."""

_BLOCK = 2**18
"""How many numbers a block of series may have."""


@dataclass(frozen=True)
class Advantage:
    """Adv = |net| / games, with net = games won less games lost; ``radius`` is 0 when all games were played."""

    net: int
    games: int
    radius: Fraction = Fraction(0)

    @property
    def estimate(self) -> Fraction:
        """|net| / games."""
        return Fraction(abs(self.net), self.games)

    @property
    def low(self) -> Fraction:
        """The lower end of the interval."""
        return max(Fraction(0), self.estimate - self.radius)

    @property
    def high(self) -> Fraction:
        """The upper end of the interval."""
        return min(Fraction(1), self.estimate + self.radius)

    @property
    def is_exact(self) -> bool:
        """Whether all games were played."""
        return self.radius == 0


Quantizer: TypeAlias = LinearQuantizer | None
"""How an average in [0, R] is released: as a cell, of which the reader sees the middle, or raw (None)."""


def released(homes: Homes, totals: Integers, n: int, quantizer: Quantizer) -> Released:
    """What is seen of the averages totals/n of n homes.

    >>> one = Homes(np.array([[3, 8]]), np.array(["2012-07-01", "2012-07-02"], "datetime64[D]"))
    >>> seen = released(one, np.array([[7, 16]]), 2, LinearQuantizer(4, 0, 8))  # the averages 3.5 and 8
    >>> [str(number * seen.unit) for number in seen.numbers[0].tolist()]
    ['3', '7']
    """
    if quantizer is None:
        return Released(homes, totals, Fraction(1, n))
    return Released(homes, 2 * quantized(totals, n, quantizer) - 1, quantizer.cell_length / 2)


@dataclass(frozen=True)
class Groups:
    """The groups of n out of N homes that are played: all of them, or ``sampled`` ones drawn with a seed."""

    homes: int
    n: int
    sampled: int | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuse a group of no home, or of all."""
        if not 1 <= self.n < self.homes:
            raise OutsideRangeError(
                f"groups of {self.n} out of {self.homes} homes: n must be at least 1 and leave a home outside"
            )
        if self.sampled is not None and self.sampled < 1:
            raise OutsideRangeError(f"{self.sampled} groups cannot be sampled; draw at least 1")

    @classmethod
    def at_most(cls, limit: int, homes: int, n: int, sampled: int, seed: int) -> Groups:
        """All groups when there are no more than the limit, else some drawn ones."""
        return cls(homes, n, None if comb(homes, n) <= limit else sampled, seed)

    def __len__(self) -> int:
        """How many groups are played."""
        return self.sampled or comb(self.homes, self.n)

    @property
    def games(self) -> int:
        """How many games are played: a member and a home outside for every group."""
        return len(self) * self.n * (self.homes - self.n)

    def radius(self, statements: int) -> Fraction:
        """How far the advantage may be from the estimate: 0 when all groups are played."""
        return Fraction(0) if self.sampled is None else sampling_radius(self.sampled, statements)

    def blocks(self, size: int) -> Iterator[Integers]:
        """The groups, one a row, at most so many at a time."""
        if self.sampled is None:
            every = combinations(range(self.homes), self.n)
            while block := list(islice(every, size)):
                yield np.array(block, np.int64)
            return
        draws = np.random.PCG64(self.seed)
        for start in range(0, self.sampled, size):
            rows = min(size, self.sampled - start)
            yield _drawn(draws.random_raw(rows * self.homes).reshape(rows, self.homes), self.n)


def _drawn(keys: np.ndarray[tuple[int, ...], np.dtype[np.uint64]], n: int) -> Integers:
    """The homes of the n least keys in each row; the raw stream is the same in every version of NumPy."""
    return np.argsort(keys, axis=1, kind="stable")[:, :n]


def advantages(
    homes: Homes, groups: Groups, quantizers: Sequence[Quantizer], statements: int, progress: Callable[[int], None]
) -> dict[tuple[Quantizer, str], Advantage]:
    """The advantage of each attacker against each release; ``progress`` is told how many groups have been played.

    ``statements`` is the number of intervals that shall hold at once. A release with one cell is a constant: a right
    guess in one game is a wrong one in the game with the two homes exchanged, so it has Adv = 0 without playing.
    """
    net = {(quantizer, attacker): 0 for quantizer in quantizers for attacker in ATTACKERS}
    played = 0
    for block in groups.blocks(max(1, _BLOCK // homes.times)):
        totals = np.zeros((len(block), homes.times), np.int64)
        for place in range(groups.n):
            totals += homes.readings[block[:, place]]
        for quantizer in filter(_tells, quantizers):
            seen = released(homes, totals, groups.n, quantizer)
            for name, attacker in ATTACKERS.items():
                of_members = np.take_along_axis(attacker(seen), block, axis=1)
                net[quantizer, name] += int(of_members.sum())  # what members win against members cancels
        played += len(block)
        progress(played)
    radius = groups.radius(statements)
    return {
        key: Advantage(total, groups.games, radius if _tells(key[0]) else Fraction(0)) for key, total in net.items()
    }


def _tells(quantizer: Quantizer) -> bool:
    return quantizer is None or quantizer.levels > 1


def sampling_radius(groups: int, statements: int = 1) -> Fraction:
    """A t with 2 · statements · exp(-groups · t²/2) ≤ 1 - 99 %, rounded up to a millionth.

    By Hoeffding's inequality for the mean over independent groups of a number in [-1, 1], every one of so many means is
    within t of its expectation with confidence 99 %. (ln x < 7/10 · the binary digits of x, as ln 2 < 7/10.)

    >>> print(sampling_radius(100_000), sampling_radius(100_000, 100))
    1323/125000 3623/250000
    """
    digits = int(2 * statements / (1 - CONFIDENCE)).bit_length()
    return Fraction(isqrt(14 * digits * 10**11 // groups) + 1, 10**6)
