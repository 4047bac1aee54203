"""Symmetries of graphs and of their strong products, as permutations of the vertices.

Main definitions: :func:`automorphisms`, :func:`is_vertex_transitive`, :func:`symmetries`, :func:`orbits`.

Conventions: a permutation is the tuple of the images of 0, 1, …; sets of vertices are the bits of integers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from exactpriv.capacity.clock import Clock
from exactpriv.capacity.graphs import Graph, StrongProduct, members

Permutation = tuple[int, ...]


def automorphisms(G: Graph, clock: Clock | None = None) -> tuple[Permutation, ...]:
    """Generators of the group of all permutations that keep edges edges and non-edges non-edges.

    >>> automorphisms(Graph.of((0, 1), (1, 2)))
    ((2, 1, 0),)

    When the time is up these are the ones found so far, and the next call goes on from there.
    """
    search = _search_of(G)
    search.go_on(clock or Clock())
    return tuple(search.found)


class _Search:
    """A search for generators, which can be broken off and taken up again."""

    def __init__(self, G: Graph) -> None:
        self.graph, self.nodes = G, 0
        self.found: list[Permutation] = []
        self.fixing = _fixing(G)
        """For every i the choices that each vertex has when 0, …, i - 1 stay where they are."""
        self.left = [(i, v) for i, choices in enumerate(self.fixing) for v in reversed(tuple(members(choices[i])))]
        """Vertices i with possible images v, the last one first."""

    def go_on(self, clock: Clock) -> None:
        """Find more, until there are enough or the time is up."""
        while self.left and not clock.is_over():
            i, v = self.left[-1]
            if v not in _orbit(i, self.found):  # everything found so far keeps 0, …, i - 1 where they are
                try:
                    images = self._first(_decided(self.graph, self.fixing[i], i, v), clock)
                except _StoppedError:
                    return
                self.found += [images] if images else []
            self.left.pop()

    def _first(self, choices: list[int] | None, clock: Clock) -> Permutation | None:
        return next(self._extensions(choices, clock), None) if choices else None

    def _extensions(self, choices: list[int], clock: Clock) -> Iterator[Permutation]:
        """All automorphisms that take every vertex to one of its choices."""
        self.nodes += 1
        if self.nodes % 64 == 0 and clock.is_over():
            raise _StoppedError
        open_ones = [v for v, choice in enumerate(choices) if choice.bit_count() > 1]
        if not open_ones:
            images = tuple(choice.bit_length() - 1 for choice in choices)
            near = self.graph.neighbors
            if all(_image(around, images) == near[w] for around, w in zip(near, images, strict=True)):
                yield images
            return
        v = min(open_ones, key=lambda v: choices[v].bit_count())
        for w in members(choices[v]):
            narrower = _decided(self.graph, choices, v, w)
            if narrower:
                yield from self._extensions(narrower, clock)


class _StoppedError(Exception):
    """The time was up."""


_search_of = lru_cache(maxsize=256)(_Search)


def _fixing(G: Graph) -> list[list[int]]:
    """The choices when 0, …, i - 1 stay where they are, for i = 0, 1, … as long as there are any."""
    sizes = [around.bit_count() for around in G.neighbors]
    alike = {size: sum(1 << w for w, other in enumerate(sizes) if other == size) for size in {*sizes}}
    fixing = [[alike[size] for size in sizes]]
    while any(choice.bit_count() > 1 for choice in fixing[-1]):
        i = len(fixing) - 1
        fixing.append(_decided(G, fixing[-1], i, i) or [])
    return fixing


def _decided(G: Graph, choices: list[int], v: int, w: int) -> list[int] | None:
    """The choices left when v goes to w; None if some vertex has none."""
    around, closed = G.neighbors[w], G.closed_neighborhood(w)
    narrower = [
        (choice & around if G.are_adjacent(v, u) else choice & ~closed) if u != v else 1 << w
        for u, choice in enumerate(choices)
    ]
    return narrower if all(narrower) else None


def _image(vertices: int, images: Permutation) -> int:
    image = 0
    for v in members(vertices):
        image |= 1 << images[v]
    return image


def _orbit(v: int, generators: Iterable[Permutation]) -> set[int]:
    """Where the generated group can take a vertex."""
    orbit, fresh = {v}, [v]
    while fresh:
        w = fresh.pop()
        reached = {images[w] for images in generators} - orbit
        orbit |= reached
        fresh += reached
    return orbit


def is_vertex_transitive(G: Graph, clock: Clock | None = None) -> bool:
    """Whether automorphisms take every vertex to every other; not when that is not known before the time is up.

    >>> is_vertex_transitive(Graph.of((0, 1), (1, 2))), is_vertex_transitive(Graph.of((0, 1), (1, 2), (2, 0)))
    (False, True)
    """
    if len({around.bit_count() for around in G.neighbors}) > 1:
        return False
    return len(_orbit(0, automorphisms(G, clock))) == len(G)


def symmetries(P: StrongProduct, clock: Clock | None = None) -> list[Permutation]:
    """Symmetries of a strong product, as permutations of its numbered words: of each letter, and exchanges of letters.

    Those of letters are the ones found in time.

    >>> edge = Graph.of((0, 1))
    >>> symmetries(edge * edge)
    [(2, 3, 0, 1), (1, 0, 3, 2), (0, 2, 1, 3)]
    """
    words, k = list(P.words()), len(P.factors)
    of_letters = [
        tuple(P.number((*word[:i], images[word[i]], *word[i + 1 :])) for word in words)
        for i in range(k)
        for images in automorphisms(P.factors[i], clock)
    ]
    exchanges = [
        tuple(P.number((*word[:i], word[i + 1], word[i], *word[i + 2 :])) for word in words)
        for i in range(k - 1)
        if P.factors[i] == P.factors[i + 1]
    ]
    return of_letters + exchanges


def orbits(sets: Iterable[int], generators: Sequence[Permutation]) -> list[list[int]]:
    """Sets of vertices, as bits, parted into those that the generated group takes to each other.

    >>> orbits([0b011, 0b110, 0b101], [(2, 1, 0)])
    [[3, 6], [5]]
    """
    left, parted = dict.fromkeys(sets), []
    while left:
        first = next(iter(left))
        del left[first]
        orbit = [first]
        for member in orbit:  # grows while it is read
            for images in generators:
                image = _image(member, images)
                if image in left:
                    del left[image]
                    orbit.append(image)
        parted.append(orbit)
    return parted
