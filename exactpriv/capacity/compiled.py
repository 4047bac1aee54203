"""The inner loops of the searches: compiled by numba where it is installed, plain Python on lists otherwise.

Both forms take the same steps, so that a seed gives the same code with numba and without. numba is slow to load, so
that this module is imported inside the functions that search.

Main definitions: :data:`IS_COMPILED`; :func:`wander` and :func:`wandering`, a local search; :func:`branch` and
:func:`branching`, an exhaustive one.

Conventions: words are numbered. A word covers itself and all that are confusable with it: in a product of two halves,
(a, b) covers i + j for every i that the first half lists for a and every j that the second half lists for b. What
stands in one list for several words is cut at its ends: ``listed[ends[a]:ends[a + 1]]``.

Reference: [andrade2012fast], for the exchange of words; [sansegundo2011exact], for sets as machine words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from itertools import accumulate
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])
Numbers = Any  # an array of 64-bit integers for the compiler, a list otherwise
State = Any  # a tuple of such arrays

numba: Any
try:
    numba = import_module("numba")
except ImportError:
    numba = None

IS_COMPILED = numba is not None
"""Whether the inner loops are compiled."""

STEPS_AT_ONCE = 20_000 if IS_COMPILED else 2_000
"""So many steps of a local search are taken between two looks at the clock."""
NODES_AT_ONCE = 20_000
"""So many branches of an exhaustive one."""


def compiled(function: F) -> F:
    """The function, compiled when it is first called, if numba is there; kept on disk where that is possible."""
    if numba is None:
        return function
    try:
        return cast("F", numba.njit(cache=True)(function))
    except RuntimeError:  # there is no folder for what was compiled
        return cast("F", numba.njit(function))


def numbers(values: Iterable[int]) -> Numbers:
    """Integers in the form that the inner loops take."""
    if not IS_COMPILED:
        return list(values)
    import numpy as np

    return np.array(list(values), dtype=np.int64)


def zeros(count: int) -> Numbers:
    """So many zeros, which take memory only where they are used."""
    if not IS_COMPILED:
        return [0] * count
    import numpy as np

    return np.zeros(count, dtype=np.int64)


# --- local search ----------------------------------------------------------------------------------------------------

CHOSEN, FREE, SINGLE, STEP, MOST, RANDOM, WAITED, FORCED = range(8)
"""The counters of a local search: how many words are chosen, how many are covered by none, and how many are not chosen
and covered by one; the number of the step; the most words that were chosen; the last random number; the exchanges since
a word was forced in or a larger code found; how many were forced in, plus 1."""

_PATIENCE = 300
"""After so many exchanges in vain a word is forced in; every second time after twice as many, every fourth after four
times, and so on: some codes are found by many short walks, others by few long ones."""
_AMONG = 8
"""A word is the best of so many random ones."""
_AMONG_FORCED = 4


def wandering(first: Sequence[Sequence[int]], second: Sequence[Sequence[int]], seed: int) -> tuple[State, State]:
    """What :func:`wander` needs: the lists of a product of two halves, and a state in which no word is chosen."""
    halves = []
    for lists, width in ((first, len(second)), (second, 1)):
        halves += [
            numbers(width * v for listed in lists for v in listed),
            numbers(accumulate(map(len, lists), initial=0)),
        ]
    size = len(first) * len(second)
    start = (seed * 2_654_435_761 + 475_449_562) & 0xFFFFFFFF or 1
    covers, owner, chosen, single, stamp, best = (zeros(size) for _ in range(6))
    free, place = numbers(range(size)), numbers(range(size))
    counters = numbers([0, size, 0, 0, 0, start, 0, 1])
    return tuple(halves), (covers, owner, chosen, free, single, place, stamp, best, counters)


@compiled
def draw(counters: Numbers, most: int) -> Any:
    """A random number below ``most`` (xorshift on 32 bits)."""
    state = counters[RANDOM]
    state ^= (state << 13) & 0xFFFFFFFF
    state ^= state >> 17
    state ^= (state << 5) & 0xFFFFFFFF
    counters[RANDOM] = state
    return state % most


@compiled
def put(listed: Numbers, place: Numbers, counters: Numbers, which: int, word: int) -> None:
    """Append a word to a list."""
    place[word] = counters[which]
    listed[counters[which]] = word
    counters[which] += 1


@compiled
def take(listed: Numbers, place: Numbers, counters: Numbers, which: int, word: int) -> None:
    """Take a word out of a list; the last one moves to its place."""
    counters[which] -= 1
    last = listed[counters[which]]
    listed[place[word]] = last
    place[last] = place[word]


@compiled
def insert(halves: State, state: State, word: int) -> None:
    """Choose a word that no chosen word covers."""
    firsts, first_ends, seconds, second_ends = halves
    covers, owner, chosen, free, single, place, _, _, counters = state
    a, b = divmod(word, len(second_ends) - 1)
    for i in range(first_ends[a], first_ends[a + 1]):
        for j in range(second_ends[b], second_ends[b + 1]):
            other = firsts[i] + seconds[j]
            covers[other] += 1
            owner[other] += word
            if covers[other] == 1:
                take(free, place, counters, FREE, other)
                if other != word:
                    put(single, place, counters, SINGLE, other)
            elif covers[other] == 2:
                take(single, place, counters, SINGLE, other)
    put(chosen, place, counters, CHOSEN, word)


@compiled
def remove(halves: State, state: State, word: int) -> None:
    """Give up a chosen word."""
    firsts, first_ends, seconds, second_ends = halves
    covers, owner, chosen, free, single, place, stamp, _, counters = state
    take(chosen, place, counters, CHOSEN, word)
    stamp[word] = counters[STEP]
    a, b = divmod(word, len(second_ends) - 1)
    for i in range(first_ends[a], first_ends[a + 1]):
        for j in range(second_ends[b], second_ends[b + 1]):
            other = firsts[i] + seconds[j]
            covers[other] -= 1
            owner[other] -= word
            if covers[other] == 0:
                if other != word:
                    take(single, place, counters, SINGLE, other)
                put(free, place, counters, FREE, other)
            elif covers[other] == 1:
                put(single, place, counters, SINGLE, other)


@compiled
def longest_outside(state: State, listed: Numbers, count: int) -> Any:
    """Of some random words of a list, the one that was given up longest ago."""
    stamp, counters = state[6], state[8]
    word = listed[draw(counters, count)]
    for _ in range(_AMONG - 1):
        other = listed[draw(counters, count)]
        if stamp[other] < stamp[word]:
            word = other
    return word


@compiled
def force(halves: State, state: State) -> None:
    """Choose the least covered of some random words, and give up those that are confusable with it."""
    firsts, first_ends, seconds, second_ends = halves
    covers, _, chosen, _, _, place, _, _, counters = state
    word = draw(counters, len(covers))
    for _ in range(_AMONG_FORCED - 1):
        other = draw(counters, len(covers))
        if covers[other] < covers[word]:
            word = other
    a, b = divmod(word, len(second_ends) - 1)
    for i in range(first_ends[a], first_ends[a + 1]):
        for j in range(second_ends[b], second_ends[b + 1]):
            other = firsts[i] + seconds[j]
            if place[other] < counters[CHOSEN] and chosen[place[other]] == other:
                remove(halves, state, other)
    insert(halves, state, word)


@compiled
def wander(halves: State, state: State, target: int, steps: int) -> None:
    """Take steps until as many words as the target were chosen: add a word, or exchange one, or force one in."""
    chosen, free, single, owner, best, counters = state[2], state[3], state[4], state[1], state[7], state[8]
    for _ in range(steps):
        counters[STEP] += 1
        if counters[FREE] > 0:
            insert(halves, state, longest_outside(state, free, counters[FREE]))
            if counters[CHOSEN] > counters[MOST]:
                counters[MOST] = counters[CHOSEN]
                counters[WAITED] = 0
                for i in range(counters[CHOSEN]):
                    best[i] = chosen[i]
                if counters[CHOSEN] >= target:
                    return
        elif counters[SINGLE] > 0 and counters[WAITED] < _PATIENCE * (counters[FORCED] & -counters[FORCED]):
            counters[WAITED] += 1
            word = longest_outside(state, single, counters[SINGLE])
            remove(halves, state, owner[word])
            insert(halves, state, word)
        else:
            counters[WAITED] = 0
            counters[FORCED] += 1
            force(halves, state)


# --- exhaustive search -----------------------------------------------------------------------------------------------

DEPTH, SIZE, NODES = range(3)
"""The counters of an exhaustive search: how many vertices are chosen, -1 at the end; the most vertices that were found
independent, or that are to be surpassed; the number of branches."""

WIDTH = 62
"""So many vertices share a number, as its bits."""

BIT_OF_REMAINDER = tuple(next((i for i in range(WIDTH) if pow(2, i, 67) == r), 0) for r in range(67))
"""2^i has another remainder modulo 67 for every i below 66."""


def branching(near: Sequence[int], candidates: int, above: int, enough: int) -> tuple[State, int]:
    """What :func:`branch` needs to look for an independent set of more than ``above`` and up to ``enough`` vertices."""
    size, depth = len(near), min(len(near), enough) + 1
    parts = -(-size // WIDTH)
    left = zeros(parts * (depth + 1))
    left[:parts] = numbers(_parts(candidates, parts))
    rows = numbers(part for around in near for part in _parts(around, parts))
    order, bounds = zeros(size * (depth + 1)), zeros(size * (depth + 1))
    ends, chosen, best = (zeros(depth + 1) for _ in range(3))
    state = (rows, left, order, bounds, ends, chosen, best, numbers(BIT_OF_REMAINDER), numbers([0, above, 0]))
    cover(state, parts, 0)
    return state, parts


def _parts(vertices: int, parts: int) -> list[int]:
    return [vertices >> WIDTH * i & (1 << WIDTH) - 1 for i in range(parts)]


@compiled
def cover(state: State, parts: int, depth: int) -> None:
    """List the vertices to branch on: those in cliques beyond the number that cannot be surpassed."""
    rows, left, order, bounds, ends, _, _, bit, counters = state
    size = len(rows) // parts
    above = counters[SIZE] - depth
    uncovered = left[depth * parts : (depth + 1) * parts].copy()
    fitting = uncovered.copy()
    end, clique, first = depth * size, 0, 0
    while True:
        while first < parts and uncovered[first] == 0:
            first += 1
        if first == parts:
            break
        clique += 1
        for p in range(first, parts):
            fitting[p] = uncovered[p]
        for p in range(first, parts):
            while fitting[p] != 0:
                lowest = fitting[p] & -fitting[p]
                v = p * WIDTH + bit[lowest % 67]
                uncovered[p] ^= lowest
                fitting[p] ^= lowest
                for q in range(p, parts):
                    fitting[q] &= rows[v * parts + q]
                if clique > above:
                    order[end] = v
                    bounds[end] = clique
                    end += 1
    ends[depth] = end


@compiled
def branch(state: State, parts: int, enough: int, nodes: int) -> None:
    """Go through so many more branches, or to the end."""
    rows, left, order, bounds, ends, chosen, best, _, counters = state
    size = len(rows) // parts
    last = counters[NODES] + nodes
    while counters[DEPTH] >= 0 and counters[NODES] < last:
        depth = counters[DEPTH]
        end = ends[depth] - 1
        if end < depth * size or depth + bounds[end] <= counters[SIZE]:
            counters[DEPTH] -= 1
            continue
        counters[NODES] += 1
        v = order[end]
        ends[depth] = end
        chosen[depth] = v
        left[depth * parts + v // WIDTH] ^= 1 << (v % WIDTH)
        is_left = 0
        for p in range(parts):
            rest = left[depth * parts + p] & ~rows[v * parts + p]
            left[(depth + 1) * parts + p] = rest
            is_left |= rest
        if depth + 1 > counters[SIZE] and (is_left == 0 or depth + 1 >= enough):
            counters[SIZE] = depth + 1
            for i in range(depth + 1):
                best[i] = chosen[i]
            if depth + 1 >= enough:
                counters[DEPTH] = -1
        elif is_left != 0:
            counters[DEPTH] = depth + 1
            cover(state, parts, depth + 1)
