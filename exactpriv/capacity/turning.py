"""Codes that a turn of the words leaves as they are: (w₁, …, wₖ) ↦ (w₂, …, wₖ, σ(w₁)) for an automorphism σ.

The words fall into orbits of the turn, and a code that is closed under it is made of whole orbits. So there is far less
to search, and codes turn up that local search among all words does not find, such as 17 words of length 4 for the
complement of the heptagon.

Main definitions: :func:`turned_code`; :func:`turns`.

Conventions: when every letter goes through an automorphism τ, the codes closed under the turn by σ become those closed
under the turn by τστ⁻¹, so one σ of each conjugacy class is enough. Sets of orbits are the bits of integers. A seed
gives the same code on every machine, but for the time limit.

Reference: [bohman2003complements], for the 17 words; [shannon1956zero], for the five words of the pentagon.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from math import lcm
from typing import TypeVar

from exactpriv.capacity.clock import Clock
from exactpriv.capacity.graphs import Graph, StrongProduct, Word, members, strong_power
from exactpriv.capacity.searching import PAIRS_AT_ONCE, confusable_pairs
from exactpriv.capacity.symmetries import Permutation, automorphisms
from exactpriv.errors import SizeError

MOST_PAIRS = 5_000_000
"""Powers with more pairs of confusable words are not searched."""
_MOST_SYMMETRIC, _MOST_AUTOMORPHISMS = 64, 200
"""Of larger graphs only σ = 1 is tried, and of larger groups only the generators besides."""
_STEPS, _WIDTH, _PATIENCE = 5_000, 4, 50
"""Steps of a search, how many orbits each compares, and after how many steps a lighter set is put up with."""

T = TypeVar("T")


def turned_code(
    G: Graph, k: int, *, size: int | None = None, time_limit: float = 10, seed: int = 0
) -> tuple[Word, ...]:
    """A large code of length k closed under a turn, in order: the first of the given size, or the largest found.

    >>> pentagon = Graph.numbered(5, [(v, (v + 1) % 5) for v in range(5)])
    >>> turned_code(pentagon, 2, size=5)
    ((0, 0), (1, 3), (2, 1), (3, 4), (4, 2))
    >>> len(turned_code(Graph.numbered(7, [(v, (v + d) % 7) for v in range(7) for d in (1, 2)]), 4, size=17))
    17

    A power with more than ``MOST_PAIRS`` pairs of confusable words raises ``SizeError``.
    """
    power, clock = strong_power(G, k), Clock(time_limit)
    pairs = confusable_pairs(power)
    if pairs > MOST_PAIRS:
        raise SizeError(f"{pairs:,} pairs of words of length {k} are confusable; at most {MOST_PAIRS:,} are looked at")
    best: tuple[Word, ...] = ((0,) * k,)
    enough = len(power) if size is None else size
    for images in turns(G, clock):
        if len(best) >= enough or clock.is_over() or not clock.has(2 * pairs // k // PAIRS_AT_ONCE / 10):
            break
        orbits, near = _usable_orbits(power, images)
        chosen = _heaviest(near, [len(orbit) for orbit in orbits], enough, clock, seed)
        best = max(best, tuple(sorted(word for i in members(chosen) for word in orbits[i])), key=len)
    return best


# --- turns -----------------------------------------------------------------------------------------------------------


def turns(G: Graph, clock: Clock | None = None) -> tuple[Permutation, ...]:
    """Automorphisms σ of a graph, one of each conjugacy class, those of the largest order first.

    >>> turns(Graph.of((0, 1), (1, 2), (2, 0)))
    ((1, 2, 0), (0, 2, 1), (0, 1, 2))

    Of a large group they are the generators and 1, of a large graph only 1. There are no others than are found in time.
    """
    generators = automorphisms(G, clock) if len(G) <= _MOST_SYMMETRIC else ()
    group = _generated(len(G), generators)
    if len(group) > _MOST_AUTOMORPHISMS:
        chosen = {group[0], *generators}
    else:
        chosen = {min(_conjugate(images, other) for other in group) for images in group}
    return tuple(sorted(chosen, key=lambda images: (-_order(images), images)))


def _generated(n: int, generators: Sequence[Permutation]) -> list[Permutation]:
    """The group of permutations of n things that is generated, the identity first; of a large group not all."""
    elements = [tuple(range(n))]
    seen = {*elements}
    for images in elements:  # grows while it is read
        after = {tuple(more[v] for v in images) for more in generators} - seen
        seen |= after
        elements += sorted(after)
        if len(elements) > _MOST_AUTOMORPHISMS:
            break
    return elements


def _conjugate(images: Permutation, other: Permutation) -> Permutation:
    """τστ⁻¹, which takes τ(v) to τ(σ(v))."""
    conjugate = [0] * len(images)
    for v, w in enumerate(images):
        conjugate[other[v]] = other[w]
    return tuple(conjugate)


def _order(images: Permutation) -> int:
    """How often a permutation is to be repeated until everything is in its place."""
    return lcm(*(len(_orbit(v, images.__getitem__)) for v in range(len(images))))


def _orbit(start: T, step: Callable[[T], T]) -> list[T]:
    """What the steps come by until they are back at the start."""
    orbit = [start]
    while (after := step(orbit[-1])) != start:
        orbit.append(after)
    return orbit


# --- orbits ----------------------------------------------------------------------------------------------------------


def _usable_orbits(power: StrongProduct, images: Permutation) -> tuple[list[list[Word]], list[int]]:
    """The orbits of a turn in which no two words are confusable, and which of them hold a word confusable with each."""
    number: dict[Word, int] = {}
    orbits: list[list[Word]] = []
    for word in power.words():
        if word not in number:
            orbits.append(_orbit(word, lambda word: (*word[1:], images[word[0]])))
            number |= dict.fromkeys(orbits[-1], len(orbits) - 1)
    usable = [
        i for i, (first, *others) in enumerate(orbits) if not any(map(partial(power.are_confusable, first), others))
    ]
    place = {i: bit for bit, i in enumerate(usable)}
    touched = ({number[other] for other in power.confusable_with(orbits[i][0])} for i in usable)
    return [orbits[i] for i in usable], [sum(1 << place[j] for j in others if j in place) for others in touched]


def _heaviest(near: Sequence[int], weights: Sequence[int], enough: int, clock: Clock, seed: int) -> int:
    """An independent set of large weight, by local search: a vertex that costs little is forced in, then all that fit.

    Of vertices that are as good, the one that has been outside for longest is taken.
    """
    if not near:
        return 0
    of_weight = {weight: sum(1 << v for v, w in enumerate(weights) if w == weight) for weight in {*weights}}
    draw, left_at = _numbers(seed, len(near)), [0] * len(near)
    chosen = best = 0

    def weigh(vertices: int) -> int:
        return sum(weight * (vertices & those).bit_count() for weight, those in of_weight.items())

    def cost(v: int) -> tuple[int, int]:
        return weigh(near[v] & chosen) - weights[v], left_at[v]

    for step in range(1, _STEPS + 1):
        outside = [v for v in islice(draw, _WIDTH) if not chosen >> v & 1]
        if outside:
            v = min(outside, key=cost)
            changed = _filled(near, chosen & ~near[v] | 1 << v, left_at)
            if weigh(changed) >= weigh(chosen) or step % _PATIENCE == 0:
                for u in members(chosen & ~changed):
                    left_at[u] = step
                chosen = changed
                best = max(best, chosen, key=weigh)
        if weigh(best) >= enough or clock.is_over():
            break
    return best


def _filled(near: Sequence[int], chosen: int, left_at: Sequence[int]) -> int:
    """An independent set with vertices added until no more fits, those first that have been outside for longest."""
    free = (1 << len(near)) - 1
    for v in members(chosen):
        free &= ~near[v]
    for v in sorted(members(free), key=left_at.__getitem__):
        if free >> v & 1:
            chosen |= 1 << v
            free &= ~near[v]
    return chosen


def _numbers(seed: int, most: int) -> Iterator[int]:
    """Random numbers below ``most`` (xorshift on 32 bits)."""
    state = (seed * 2_654_435_761 + 475_449_562) & 0xFFFFFFFF or 1
    while True:
        state ^= state << 13 & 0xFFFFFFFF
        state ^= state >> 17
        state ^= state << 5 & 0xFFFFFFFF
        yield state % most
