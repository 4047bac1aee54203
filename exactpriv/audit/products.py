"""The contexts of a product of people's ranges: everything that the others' data can do to one person's response.

Sums: all sums of one value each, by exact convolution.  The largest, the least and the median respond most when the
others leave most room, which is at the ends of their ranges: for a ≤ a' ≤ b' ≤ b, the outputs under (a', b') are no
more than those under (a, b), because min(max(·, a'), b') is min(max(·, a), b) followed by a monotone map of it.

Main definitions: :func:`product_contexts`, :func:`sumset`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from exactpriv.audit.releases import Release, Values
from exactpriv.audit.responses import Context

MOST_SUMS = 2**24
"""Sums are listed when they lie in an interval of at most so many integers, or fill one,"""
MOST_PAIRS = 2**22
"""or when at most so many pairs are added."""


def product_contexts(release: Release, values: Sequence[Values]) -> Callable[[int], Iterator[Context] | None]:
    """For each person, the contexts that matter when everybody's values are free; None when there are too many sums."""

    def contexts(person: int) -> Iterator[Context] | None:
        others = [*values[:person], *values[person + 1 :]]
        if release.query in {"mean", "sum", "count"}:
            return _sums(release, others)
        return _bounds(release.query, others)

    return contexts


# --- sums ------------------------------------------------------------------------------------------------------------


def _sums(release: Release, others: Sequence[Values]) -> Iterator[Context] | None:
    if release.cells.levels is None:  # raw sums of one person's values differ, whatever the others add
        low = sum(int(release.own(values)[0]) for values in others)
        return iter([Context(shifts=range(low, low + 1), others=lambda _: tuple(int(values[0]) for values in others))])
    partial: list[Values] = [range(1)]
    for values in map(release.own, others):
        total = sumset(partial[-1], values)
        if total is None:
            return None
        partial.append(total)

    def witness(t: int) -> tuple[int, ...]:
        own = _split(t, [release.own(values) for values in others], partial)
        return (
            own
            if release.query != "count"
            else tuple(
                int(values[-1] if is_positive else values[0]) for is_positive, values in zip(own, others, strict=True)
            )
        )

    return iter([Context(shifts=partial[-1], others=witness)])


def sumset(A: Values, B: Values) -> Values | None:
    """{a + b}, in order; None when there are too many.

    >>> sumset(range(2), range(0, 3)), sumset(np.array([0, 5]), np.array([1, 2]))
    (range(0, 4), array([1, 2, 6, 7]))
    """
    low, high = int(A[0]) + int(B[0]), int(A[-1]) + int(B[-1])
    if _fills(A, B) or _fills(B, A):
        return range(low, high + 1)
    if high - low >= MOST_SUMS:
        if len(A) * len(B) > MOST_PAIRS:
            return None
        return np.unique(np.add.outer(np.asarray(A, dtype=np.int64), np.asarray(B, dtype=np.int64)))
    smaller, larger = sorted((A, B), key=len)
    if len(smaller) == 1:
        return np.asarray(larger, dtype=np.int64) + int(smaller[0])
    is_sum = _convolved(_marks(A), _marks(B))[: high - low + 1]
    return range(low, high + 1) if is_sum.all() else np.flatnonzero(is_sum) + low


def _fills(A: Values, B: Values) -> bool:
    """Whether A is an interval that is long enough for the gaps of B."""
    if not isinstance(A, range):
        return False
    return isinstance(B, range) or len(B) == 1 or int(np.diff(B).max()) <= len(A)


def _marks(values: Values) -> np.ndarray[Any, Any]:
    """For each integer from the least value on, 1 if it is a value."""
    marks = np.zeros(int(values[-1]) - int(values[0]) + 1, dtype="<u4")
    marks[np.asarray(values) - int(values[0])] = 1
    return marks


def _convolved(a: np.ndarray[Any, Any], b: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Where Σₖ a(k) b(· - k) > 0: one product of whole numbers in base 2^32, whose digits are the counts."""
    from flint import fmpz

    one, other = (fmpz(int.from_bytes(marks.tobytes(), "little")) for marks in (a, b))
    counts = int(one * other).to_bytes(4 * (len(a) + len(b)), "little")
    return np.frombuffer(counts, dtype="<u4") > 0


def _split(t: int, sets: Sequence[Values], partial: Sequence[Values]) -> tuple[int, ...]:
    """One value of each set that sum up to t, found from the last one back."""
    chosen = []
    for values, before in zip(reversed(sets), reversed(partial[:-1]), strict=True):
        value = _first_with(values, before, t)
        chosen.append(value)
        t -= value
    return tuple(reversed(chosen))


def _first_with(values: Values, before: Values, t: int) -> int:
    """The first value v with t - v in a set."""
    if isinstance(before, range):
        low = t - before[-1]
        if isinstance(values, range):
            return max(values[0], low)
        return int(values[np.searchsorted(values, low)])
    left = t - np.asarray(values)
    place = np.minimum(np.searchsorted(before, left), len(before) - 1)
    return int(np.asarray(values)[np.flatnonzero(before[place] == left)[0]])


# --- order -----------------------------------------------------------------------------------------------------------


def _bounds(query: str, others: Sequence[Values]) -> Iterator[Context]:
    lows, highs = [int(v[0]) for v in others], [int(v[-1]) for v in others]
    if not others:
        yield Context(others=lambda _: ())
    elif query == "max":
        yield Context(low=max(lows), others=lambda _: tuple(lows))
    elif query == "min":
        yield Context(high=min(highs), others=lambda _: tuple(highs))
    elif len(others) % 2 == 0:
        for row in _roomy(lows, highs):
            yield Context(*_middle(row), others=lambda _, row=row: row)  # type: ignore[misc]  # mypy, on defaults
    else:
        yield from _around_a_middle(others)


def _middle(row: Sequence[int]) -> tuple[int | None, int | None]:
    """The middle two of evenly many; without any, no bounds."""
    ordered, half = sorted(row), len(row) // 2
    return (ordered[half - 1], ordered[half]) if row else (None, None)


def _roomy(lows: Sequence[int], highs: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Rows of evenly many others whose middle two leave most room: half stand low and half high.

    For each b, those who cannot reach b stand low, and beside them those who can stand lowest; the others stand high.
    """
    half = len(lows) // 2
    if not lows:
        yield ()
    for b in sorted(set(highs)):
        below = sum(high < b for high in highs)
        if below <= half:
            by_need = sorted(range(len(lows)), key=lambda j: (highs[j] >= b, lows[j]))
            low = set(by_need[:half])
            yield tuple(lows[j] if j in low else highs[j] for j in range(len(lows)))


def _around_a_middle(others: Sequence[Values]) -> Iterator[Context]:
    """One of oddly many others is the middle of them and adds its value; the rest leave room on both sides."""
    seen = set()
    for place, middles in enumerate(others):
        rest = [*others[:place], *others[place + 1 :]]
        for row in _roomy([int(v[0]) for v in rest], [int(v[-1]) for v in rest]):
            low, high = _middle(row)
            inside = _between(middles, low, high)
            key = (low, high, *_key(inside))
            if len(inside) and key not in seen:
                seen.add(key)
                yield Context(low, high, inside, lambda t, p=place, row=row: (*row[:p], t, *row[p:]))  # type: ignore[misc]  # mypy, on defaults


def _between(values: Values, low: int | None, high: int | None) -> Values:
    if low is None or high is None:
        return values
    if isinstance(values, range):
        return range(max(values[0], low), min(values[-1], high) + 1)
    return values[(values >= low) & (values <= high)]


def _key(values: Values) -> tuple[Any, ...]:
    """What tells sets apart."""
    return (values,) if isinstance(values, range) else (values.tobytes(),)
