"""Large independent sets of C_n ⊠ H, n odd, found or excluded by the slack between neighboring layers.

A set in C_n ⊠ H is a cycle of n layers, sets in H. Two neighboring layers are disjoint and together independent, so
that they have at most a = α(H) words. Hence a set of t words leaves d = n a - 2t words of slack to the n pairs of
neighbors together. When d < n, some r = ⌈(n - d) / d⌉ pairs in a row have no slack, and the pair before them has some.
The first of them is a largest independent set of H, parted in two: there are few, up to the symmetries of H. The next
layers complete what is there to a largest independent set again. The others are filled in from both ends of that row,
until one layer is missing and only the room left for it counts.

Main definitions: :func:`search_layers`, :class:`Layered`, :func:`slack`.

Conventions: sets of words of H, which has at most 64 of them, are the bits of integers.

Reference: [computed here]; the bound by pairs of layers is that of [baumert1971packing].
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, islice, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactpriv.capacity.branching import Limits, independent_sets, largest_independent_set
from exactpriv.capacity.clock import Clock
from exactpriv.capacity.graphs import StrongProduct, members
from exactpriv.capacity.symmetries import orbits, symmetries

MOST_WORDS = 64
"""The largest H whose sets fit into one machine word."""
_MOST_LARGEST_SETS = 20_000
"""With more largest independent sets in H the search is not begun."""
_MOST_ROWS = 500_000
"""With more rows of layers without slack the search is given up."""
_AT_ONCE = 2_000
"""So many ends of rows are continued at a time."""

_ALL = (1 << 64) - 1

Sets = NDArray[np.uint64]
Layers = tuple[int, ...]


@dataclass(frozen=True)
class Layered:
    """The outcome of a search by layers: those of a set, if one was found, and the number of rows that were tried.

    A search that is finished without a set shows that there is none.
    """

    layers: Layers
    is_finished: bool
    rows: int


def slack(n: int, largest: int, size: int) -> int:
    """What n pairs of neighboring layers, of at most ``largest`` words each, can spare in a set of ``size`` words.

    >>> slack(7, 10, 34)
    2
    """
    return n * largest - 2 * size


def search_layers(n: int, H: StrongProduct, *, largest: int, size: int, clock: Clock) -> Layered:
    """The layers of a set of ``size`` words in C_n ⊠ H, where n is odd and ``largest`` is α(H).

    >>> from exactpriv.capacity.named import cycle
    >>> square = cycle(5) * cycle(5)
    >>> search_layers(5, square, largest=5, size=11, clock=Clock())
    Layered(layers=(), is_finished=True, rows=30)
    >>> sum(map(int.bit_count, search_layers(7, cycle(7) * cycle(3), largest=3, size=10, clock=Clock()).layers))
    10
    """
    search = _Search(n, H, largest, size, clock)
    if search.slack < 0:
        return Layered((), is_finished=True, rows=0)
    if search.pairs < max(1, n - 4) or len(H) > MOST_WORDS:
        return Layered((), is_finished=False, rows=0)
    try:
        return Layered(search.filled(), is_finished=True, rows=search.rows)
    except _StoppedError:
        return Layered((), is_finished=False, rows=search.rows)


class _StoppedError(Exception):
    """The time was up, or H has too many largest sets or too many rows of them."""


@dataclass(frozen=True)
class _Choices:
    """Sets that a layer can be, each with its size and the words that its neighbors may still use."""

    sets: Sets
    free: Sets
    sizes: NDArray[np.int8]


class _Search:
    def __init__(self, n: int, H: StrongProduct, largest: int, size: int, clock: Clock) -> None:
        self.n, self.H, self.largest, self.size, self.clock = n, H, largest, size, clock
        self.slack = slack(n, largest, size)
        self.pairs = n - 1 if self.slack <= 0 else max(0, -(-(n - self.slack) // self.slack))
        """How many pairs in a row are sure to have no slack."""
        self.near = [H.graph.closed_neighborhood(v) for v in range(len(H))]
        self.everything = (1 << len(H)) - 1
        self.rows = 0
        self.excluded: set[tuple[int, int]] = set()
        """Sets of words, each with a number of independent ones that it does not hold."""
        self.choices: dict[tuple[int, int, int], _Choices] = {}

    def filled(self) -> Layers:
        """The layers of a set, or none."""
        rows = iter(self._rows())
        before = min(1, self.slack)  # a longest row is meant, so that the pair before it has slack unless none has
        while batch := list(islice(rows, _AT_ONCE)):
            self.choices.clear()
            self._choose({row[-1] for row in batch}, 0, self.slack - before)
            self._choose({row[0] for row in batch}, before, self.slack)
            for row in batch:
                self.rows += 1
                missing = self.size - sum(map(int.bit_count, row))
                between = self._between(row[-1], row[0], self.n - len(row), missing, (0, before))
                if between is not None:
                    return row + between
        return ()

    # --- layers in a row, without slack ---

    def _rows(self) -> list[Layers]:
        """Rows of layers without slack, one for each pair of ends, up to symmetries of H."""
        largest_sets = list(islice(self._largest_sets(), _MOST_LARGEST_SETS + 1))
        if len(largest_sets) > _MOST_LARGEST_SETS:
            raise _StoppedError
        completions = cache(lambda layer: {full & ~layer for full in largest_sets if full & layer == layer})
        firsts = (orbit[0] for orbit in orbits(largest_sets, symmetries(self.H, self.clock)))
        rows = self._by_ends((layer, full & ~layer) for full in firsts for layer in self._parts(full))
        for _ in range(self.pairs - 1):
            rows = self._by_ends((*row, layer) for row in rows for layer in completions(row[-1]))
        return rows

    def _by_ends(self, rows: Iterable[Layers]) -> list[Layers]:
        """One row for each pair of ends: what can stand between them does not depend on the others."""
        kept: dict[tuple[int, int], Layers] = {}
        for i, row in enumerate(rows):
            kept.setdefault((row[0], row[-1]), row)
            if i % 4096 == 0:
                self._stop_in_time()
            if len(kept) > _MOST_ROWS:
                raise _StoppedError
        return list(kept.values())

    def _largest_sets(self) -> Iterator[int]:
        for i, full in enumerate(independent_sets(self.near, self.everything, self.largest, self.largest)):
            if i % 256 == 0:
                self._stop_in_time()
            yield full

    def _parts(self, full: int) -> Iterator[int]:
        """The subsets that may be a layer: by turns, 2 |S_0| = Σ ±(|S_i| + |S_(i+1)|) differs from a by d at most."""
        words = [1 << v for v in members(full)]
        least = max(0, self.largest - self.slack + 1) // 2
        for size in range(least, self.largest - least + 1):
            yield from map(sum, combinations(words, size))

    # --- the layers between the ends of a row ---

    def _between(self, left: int, right: int, layers: int, missing: int, least: tuple[int, int]) -> Layers | None:
        """So many layers with the missing words between two others; ``least`` is the slack beside them at least."""
        if layers == 0:
            fits = missing == 0 and not right & ~self._free(left)
            return () if fits else None
        if layers == 1:
            return self._last(self._free(left) & self._free(right), missing)
        spare = (layers + 1) * self.largest - left.bit_count() - right.bit_count() - 2 * missing
        if spare < sum(least):
            return None
        beside = self._beside(left, least[0], spare - least[1])
        if layers == 3:
            return self._three(beside, self._beside(right, least[1], spare - least[0]), missing)
        self._stop_in_time()
        for layer in beside.sets.tolist():
            others = self._between(right, layer, layers - 1, missing - layer.bit_count(), (least[1], 0))
            if others is not None:
                return (layer, *reversed(others))
        return None

    def _three(self, lefts: _Choices, rights: _Choices, missing: int) -> Layers | None:
        """Three layers of which the outer ones are to be chosen: between them there must be words enough."""
        free = lefts.free[:, None] & rights.free[None, :]
        needed = missing - lefts.sizes[:, None] - rights.sizes[None, :]
        allowed = self.largest - np.maximum(lefts.sizes[:, None], rights.sizes[None, :])
        is_possible = (np.bitwise_count(free).view(np.int8) >= needed) & (needed <= allowed)
        open_ones = set(zip(free[is_possible].tolist(), needed[is_possible].tolist(), strict=True)) - self.excluded
        for words, need in open_ones:
            middle = self._last(words, need)
            if middle is not None:
                i, j = np.argwhere(is_possible & (free == np.uint64(words)) & (needed == need))[0]
                return (int(lefts.sets[i]), *middle, int(rights.sets[j]))
        return None

    def _last(self, words: int, missing: int) -> Layers | None:
        """One layer of so many independent words among those that are free."""
        if missing <= 0:
            return (0,) if missing == 0 else None
        found = largest_independent_set(self.near, words, above=missing - 1, enough=missing, limits=Limits()).found
        if found:
            return (sum(1 << v for v in found[:missing]),)
        self.excluded.add((words, missing))
        return None

    def _beside(self, layer: int, least: int, most: int) -> _Choices:
        """The sets that can be beside a layer, with a slack from ``least`` to ``most``."""
        if (layer, least, most) not in self.choices:
            self._choose({layer}, least, most)
        return self.choices[layer, least, most]

    def _choose(self, layers: set[int], least: int, most: int) -> None:
        """Find the sets that can be beside each of the layers, all at the same time."""
        self._stop_in_time()
        of_size: dict[int, list[int]] = {}
        for layer in layers:
            of_size.setdefault(self.largest - layer.bit_count(), []).append(layer)
        for room, alike in of_size.items():
            allowed = [self._free(layer) for layer in alike]
            found = independent_subsets(self.near, allowed, max(0, room - most), room - least)
            for layer, choices in zip(alike, found, strict=True):
                self.choices[layer, least, most] = choices

    def _free(self, layer: int) -> int:
        """The words that are confusable with no word of a layer."""
        free = self.everything
        for v in members(layer):
            free &= ~self.near[v]
        return free

    def _stop_in_time(self) -> None:
        if self.clock.is_over():
            raise _StoppedError


class _Grown(NamedTuple):
    """Independent sets: the allowed set around each, itself, the words to add to it later, all words it leaves free."""

    owner: NDArray[np.int64]
    sets: Sets
    later: Sets
    free: Sets


def independent_subsets(near: Sequence[int], allowed: Sequence[int], least: int, most: int) -> list[_Choices]:
    """For each set of allowed words all independent subsets of ``least`` to ``most`` words.

    >>> [found.sets.tolist() for found in independent_subsets([0b011, 0b111, 0b110], [0b111, 0b110], 1, 2)]
    [[1, 2, 4, 5], [2, 4]]
    """
    later = np.array(allowed, dtype=np.uint64)
    grown = _Grown(np.arange(len(allowed)), np.zeros_like(later), later, np.full_like(later, (1 << len(near)) - 1))
    found = [(grown, np.zeros(len(allowed), dtype=np.int8))] if least <= 0 <= most else []
    for size in range(1, most + 1):
        grown = _with_one_word_more(near, grown, least - size)
        if size >= least:
            found.append((grown, np.full(len(grown.owner), size, dtype=np.int8)))
    if not found:
        nothing = np.zeros(0, dtype=np.uint64)
        return [_Choices(nothing, nothing, np.zeros(0, dtype=np.int8))] * len(allowed)
    owner = np.concatenate([grown.owner for grown, _ in found])
    order = np.argsort(owner, kind="stable")
    sets, free, sizes = (
        np.concatenate(parts)[order] for parts in zip(*((g.sets, g.free, sizes) for g, sizes in found), strict=True)
    )
    ends = np.searchsorted(owner[order], np.arange(len(allowed) + 1))
    return [_Choices(sets[i:j], free[i:j], sizes[i:j]) for i, j in pairwise(ends)]


def _with_one_word_more(near: Sequence[int], grown: _Grown, needed: int) -> _Grown:
    """Each set with, in turn, each of its later words, where then as many are left as are needed."""
    parts = []
    for v, around in enumerate(near):
        others = np.uint64(~around & _ALL)
        later = grown.later & others & np.uint64(_ALL << v & _ALL)
        is_there = (grown.later >> np.uint64(v) & np.uint64(1)).astype(bool)
        fits = np.flatnonzero(is_there & (np.bitwise_count(later).view(np.int8) >= needed))
        sets = grown.sets[fits] | np.uint64(1 << v)
        parts.append(_Grown(grown.owner[fits], sets, later[fits], grown.free[fits] & others))
    return _Grown(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))
