"""Largest independent sets by exhaustive search: branch, and bound by covers with cliques.

Candidates are covered greedily with cliques; an independent set takes at most one vertex of each, so that a branch with
too few cliques is cut. With numba a large graph is searched by the compiled form of the same steps.

Main definitions: :func:`largest_independent_set`, :func:`independent_sets`.

Conventions: sets of vertices are the bits of integers; ``near[v]`` is v with its neighbors. Time decides whether a
search comes to its end, never what it finds.

Reference: [tomita2010simple].
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from exactpriv.capacity.clock import Clock

Near = Sequence[int]

_FEW = 100
"""Graphs with at most this many vertices are first tried in plain Python, which is done before numba is loaded."""
_FEW_NODES = 2_000
_FEW_PARTS = 1_000
"""In a graph whose lists take more numbers, a branch takes longer, and the clock is looked at more often."""


@dataclass(frozen=True)
class Limits:
    """When an exhaustive search is broken off: when the time is up, or after so many nodes."""

    clock: Clock = field(default_factory=Clock)
    nodes: int | None = None


@dataclass(frozen=True)
class Branching:
    """The outcome of an exhaustive search: a larger independent set if one was found, and the nodes it took."""

    found: tuple[int, ...]
    is_finished: bool
    nodes: int


def largest_independent_set(near: Near, candidates: int, *, above: int, enough: int, limits: Limits) -> Branching:
    """A largest independent set among the candidates with more than ``above`` vertices; ``enough`` of them end it.

    When none is found and the search is finished, there is none. Limits may leave it unfinished.

    >>> path = [0b011, 0b111, 0b110]
    >>> largest_independent_set(path, 0b111, above=1, enough=3, limits=Limits()).found
    (0, 2)
    """
    if len(near) <= _FEW:
        nodes = _FEW_NODES if limits.nodes is None else min(limits.nodes, _FEW_NODES)
        done = _search(near, candidates, above, enough, replace(limits, nodes=nodes))
        if done.is_finished or nodes == limits.nodes:
            return done
    from exactpriv.capacity.compiled import IS_COMPILED

    return (_search_compiled if IS_COMPILED else _search)(near, candidates, above, enough, limits)


def _search(near: Near, candidates: int, above: int, enough: int, limits: Limits) -> Branching:
    """The search in plain Python, with an explicit stack: what is left to try beside the vertices chosen so far."""
    found: tuple[int, ...] = ()
    chosen: list[int] = []
    stack = [(candidates, _covered(near, candidates, above))]
    count = 0
    while stack:
        left, tries = stack[-1]
        if not tries or len(chosen) + tries[-1][1] <= above:
            stack.pop()
            del chosen[-1:]
            continue
        if count == limits.nodes or (count % 64 == 63 and limits.clock.is_over()):
            return Branching(found, is_finished=False, nodes=count)
        count += 1
        v, _ = tries.pop()
        stack[-1] = (left & ~(1 << v), tries)
        chosen.append(v)
        left &= ~near[v]
        if len(chosen) > above and (not left or len(chosen) >= enough):
            found, above = tuple(sorted(chosen)), len(chosen)
            if above >= enough:
                break
        stack.append((left, _covered(near, left, above - len(chosen))))
    return Branching(found, is_finished=True, nodes=count)


def clique_cover_number(near: Near) -> int:
    """The number of cliques in a greedy cover, which no independent set exceeds.

    >>> clique_cover_number([0b011, 0b111, 0b110])
    2
    """
    return _covered(near, (1 << len(near)) - 1, 0)[-1][1]


def _covered(near: Near, candidates: int, above: int) -> list[tuple[int, int]]:
    """The vertices in cliques after the first ``above``, each with the number of cliques up to its own."""
    tries, clique = [], 0
    while candidates:
        clique += 1
        fitting = candidates
        while fitting:
            lowest = fitting & -fitting
            v = lowest.bit_length() - 1
            fitting &= near[v] ^ lowest
            candidates ^= lowest
            if clique > above:
                tries.append((v, clique))
    return tries


def _search_compiled(near: Near, candidates: int, above: int, enough: int, limits: Limits) -> Branching:
    from exactpriv.capacity import compiled

    state, parts = compiled.branching(near, candidates, above, enough)
    best, counters = state[6], state[8]
    between_looks = 1 + compiled.NODES_AT_ONCE // (1 + len(near) * parts // _FEW_PARTS)
    while counters[compiled.DEPTH] >= 0 and not limits.clock.is_over():
        at_once = between_looks
        if limits.nodes is not None:
            at_once = min(at_once, limits.nodes - int(counters[compiled.NODES]))
        if at_once <= 0:
            break
        compiled.branch(state, parts, enough, at_once)
    size = int(counters[compiled.SIZE])
    found = tuple(sorted(map(int, best[:size]))) if size > above else ()
    return Branching(found, bool(counters[compiled.DEPTH] < 0), int(counters[compiled.NODES]))


def independent_sets(near: Near, candidates: int, least: int, most: int) -> Iterator[int]:
    """All independent sets among the candidates with ``least`` to ``most`` vertices, as bits.

    >>> list(independent_sets([0b011, 0b111, 0b110], 0b111, 1, 2))
    [4, 5, 2, 1]
    """
    stack = [(0, 0, candidates, _covered(near, candidates, least - 1))]
    if least <= 0 <= most:
        yield 0
    while stack:
        chosen, size, left, tries = stack[-1]
        if not tries or size == most or size + tries[-1][1] < least:
            stack.pop()
            continue
        v, _ = tries.pop()
        left &= ~(1 << v)
        stack[-1] = (chosen, size, left, tries)
        chosen |= 1 << v
        left &= ~near[v]
        if size + 1 >= least:
            yield chosen
        stack.append((chosen, size + 1, left, _covered(near, left, least - 1 - (size + 1))))
