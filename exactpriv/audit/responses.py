"""How many outputs one person can bring about while the others' data stay as they are, exactly and for many at once.

With t from the others, a person's values v₁ < … < v_m meet 1 + #{k : a boundary lies in (t + v_k, t + v_{k+1}]} cells.
Modulo the cell length, the boundary lies there for the t of one arc; so the t that meets most cells lies in most arcs,
which one sort finds.

Main definitions: :class:`Context`, :func:`most_outputs`, :class:`Best`; :func:`answers`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from exactpriv.audit.releases import Cells, Release, Values

_CHUNK = 2**20
MOST_STEPS = 2**28
"""So many steps (values of a person and of the others' sums) are looked at; after that there is a bound only."""


class Context(NamedTuple):
    """What the others do to the response: their values bound a person's from both sides, and add t, one of shifts."""

    low: int | None = None
    high: int | None = None
    shifts: Values = range(1)
    others: Callable[[int], tuple[int, ...]] | None = None
    """Values of the others with these bounds and this t."""

    def room(self, values: Values) -> int:
        """How far apart min(max(v, low), high) can be."""
        low = int(values[0]) if self.low is None else max(int(values[0]), self.low)
        high = int(values[-1]) if self.high is None else min(int(values[-1]), self.high)
        return max(0, high - low)

    def clamped(self, values: Values) -> Values:
        """The distinct min(max(v, low), high), in order."""
        low = values[0] if self.low is None else self.low
        high = values[-1] if self.high is None else self.high
        if isinstance(values, range):
            return range(min(max(values[0], low), high), min(max(values[-1], low), high) + 1)
        return values if low <= values[0] and values[-1] <= high else np.unique(self.each(values))

    def each(self, values: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """All min(max(v, low), high)."""
        above = values if self.low is None else np.maximum(values, self.low)
        return above if self.high is None else np.minimum(above, self.high)


@dataclass(frozen=True)
class Best:
    """The largest number of outputs that one person can bring about, and where; without a place, a bound."""

    count: int
    person: int | None
    context: Context | None = None
    shift: int = 0

    @property
    def is_exact(self) -> bool:
        """Whether the number is attained."""
        return self.person is not None


@dataclass
class _Work:
    """How much may still be looked at."""

    left: int = MOST_STEPS

    def allows(self, steps: int) -> bool:
        """Whether there is so much left, which is then used up."""
        self.left -= steps
        return self.left >= 0


def most_outputs(
    release: Release,
    values: Sequence[Values],
    contexts: Callable[[int], Iterable[Context] | None],
    *,
    most_steps: int = MOST_STEPS,
) -> Best:
    """The most outputs on a line: over all people, and all contexts of each (None when they cannot be listed).

    People who could bring about most are looked at first, and nobody who could not exceed what was found.
    """
    own = [release.own(v) for v in values]
    bounds = [release.cells.most_met(int(v[-1]) - int(v[0]), len(v)) for v in own]
    best, open_bound, work = Best(0, None), 0, _Work(most_steps)
    for person in sorted(range(len(own)), key=lambda place: -bounds[place]):
        if bounds[person] <= max(best.count, open_bound):
            break
        listed, is_complete = contexts(person), False
        if listed is not None:
            best, is_complete = _improved(release, (person, own[person]), listed, best, work)
        if not is_complete:
            open_bound = max(open_bound, bounds[person])
    return best if best.count >= open_bound else Best(open_bound, None)


def _improved(
    release: Release, whose: tuple[int, Values], contexts: Iterable[Context], best: Best, work: _Work
) -> tuple[Best, bool]:
    """The best with one more person, and whether nothing better was left out."""
    person, own = whose
    for context in contexts:
        bound = release.cells.most_met(context.room(own), len(own))
        for shifts in _chunks(context.shifts) if bound > best.count else ():
            values = context.clamped(own)
            if not work.allows(len(shifts) + (0 if isinstance(values, range) else len(values))):
                return best, False
            count, shift = _best_shift(release.cells, values, shifts)
            best = max(best, Best(count, person, context, shift), key=lambda one: one.count)
            if best.count >= bound:
                break
    return best, True


def _chunks(shifts: Values) -> Iterator[np.ndarray[Any, Any]]:
    for start in range(0, len(shifts), _CHUNK):
        part = shifts[start : start + _CHUNK]
        yield np.arange(part.start, part.stop, dtype=np.int64) if isinstance(part, range) else part


def _best_shift(cells: Cells, values: Values, shifts: np.ndarray[Any, Any]) -> tuple[int, int]:
    """The largest |Q(values + t)|, and the t."""
    if cells.levels is None:
        return len(values), int(shifts[0])
    counts = _counts(cells, values, shifts)
    place = int(np.argmax(counts))
    return int(counts[place]), int(shifts[place])


def _counts(cells: Cells, values: Values, shifts: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """|Q(values + t)| for each t."""
    ends = np.asarray([values[0], values[-1], shifts[0], shifts[-1]], dtype=np.int64)
    exact = cells.fitting(np.asarray([np.abs(ends).sum()])).dtype  # 64 bits, or Python's integers
    residues = (shifts.astype(exact) * cells.slope - cells.offset) % cells.scale
    met = _gapless(cells, values, residues) if isinstance(values, range) else _with_gaps(cells, values, residues)
    return np.asarray(met - _closed_above(cells, values, shifts), dtype=np.int64)


def _gapless(cells: Cells, values: range, residues: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Cells met by successive integers: all between the ends, or one each when no cell holds two."""
    if cells.slope > cells.scale:
        return np.full(len(residues), len(values))
    first = (residues + cells.slope * values[0]) % cells.scale
    return (first + cells.slope * (len(values) - 1)) // cells.scale + 1


def _with_gaps(cells: Cells, values: np.ndarray[Any, Any], residues: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """1 + the number of arcs [start, start + gap) modulo the scale that hold a residue."""
    values = values.astype(residues.dtype)
    gaps = np.diff(values) * cells.slope
    is_short = gaps < cells.scale
    gaps = gaps[is_short]
    starts = (-gaps - values[:-1][is_short] * cells.slope) % cells.scale
    ends = (starts + gaps) % cells.scale
    wrapped = int(np.count_nonzero(ends < starts))
    begun, ended = (np.searchsorted(np.sort(marks), residues, side="right") for marks in (starts, ends))
    return np.asarray(begun - ended + (1 + int(np.count_nonzero(~is_short)) + wrapped))


def _closed_above(cells: Cells, values: Values, shifts: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """1 where the range's upper end, which is in the last cell, was counted as one more cell than it is."""
    levels = cells.levels or 0
    if len(values) == 1:
        return np.zeros(len(shifts), dtype=np.int64)
    top = np.asarray([int(values[-1])]), np.asarray([int(values[-2])])
    upper, lower = (((shifts + v).astype(object) if _is_large(cells, shifts, v) else shifts + v) for v in top)
    at_top = upper * cells.slope - cells.offset >= levels * cells.scale
    beside = lower * cells.slope - cells.offset >= (levels - 1) * cells.scale
    return np.asarray(at_top & beside, dtype=np.int64)


def _is_large(cells: Cells, shifts: np.ndarray[Any, Any], v: np.ndarray[Any, Any]) -> bool:
    return bool(cells.fitting(np.asarray([abs(int(shifts[0])), abs(int(shifts[-1]))]) + np.abs(v)).dtype == object)


# --- what is seen on one line ----------------------------------------------------------------------------------------


class Answer(NamedTuple):
    """An output, and the person's values that give it: how many, from the least to the largest."""

    output: int
    left: int
    low: int
    high: int


def answers(release: Release, values: Values, context: Context, shift: int) -> list[Answer]:
    """The outputs on the line of a person, in order."""
    points = np.asarray(values, dtype=np.int64)
    own = (points > 0).astype(np.int64) if release.query == "count" else points
    outputs = release.cells.of(context.each(own) + shift)
    seen, first, counts = np.unique(outputs, return_index=True, return_counts=True)
    return [  # outputs do not fall while values rise, so those of one output stand together
        Answer(int(y), int(n), int(points[start]), int(points[start + n - 1]))
        for y, start, n in zip(seen, first, counts, strict=True)
    ]
