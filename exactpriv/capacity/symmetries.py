"""Symmetries of graphs and of their strong products, as permutations of the vertices.

Main definitions: :func:`automorphisms`, :func:`is_vertex_transitive`, :func:`symmetries`, :func:`orbits`.

Conventions: a permutation is the tuple of the images of 0, 1, …; sets of vertices are the bits of integers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from exactpriv.capacity.graphs import Graph, StrongProduct, members

Permutation = tuple[int, ...]


@lru_cache(maxsize=256)
def automorphisms(G: Graph) -> tuple[Permutation, ...]:
    """Generators of the group of all permutations that keep edges edges and non-edges non-edges.

    >>> automorphisms(Graph.of((0, 1), (1, 2)))
    ((2, 1, 0),)
    """
    found: list[Permutation] = []
    for i in reversed(range(len(G))):  # everything found so far keeps 0, …, i - 1 where they are
        orbit = {i}
        for v in range(i + 1, len(G)):
            if v not in orbit and (images := _automorphism(G, (*range(i), v))):
                found.append(images)
                orbit = _orbit(i, found)
    return tuple(found)


def _automorphism(G: Graph, images: Sequence[int]) -> Permutation:
    """An automorphism that takes 0, 1, … to the given images; empty if there is none."""
    sizes = [around.bit_count() for around in G.neighbors]
    choices: list[int] | None = [sum(1 << w for w, size in enumerate(sizes) if size == sizes[v]) for v in range(len(G))]
    for v, w in enumerate(images):
        choices = _decided(G, choices, v, w) if choices and choices[v] >> w & 1 else None
    return next(_extensions(G, choices), ()) if choices else ()


def _extensions(G: Graph, choices: list[int]) -> Iterator[Permutation]:
    """All automorphisms that take every vertex to one of its choices."""
    open_ones = [v for v, choice in enumerate(choices) if choice.bit_count() > 1]
    if not open_ones:
        images = tuple(choice.bit_length() - 1 for choice in choices)
        if all(_image(around, images) == G.neighbors[w] for around, w in zip(G.neighbors, images, strict=True)):
            yield images
        return
    v = min(open_ones, key=lambda v: choices[v].bit_count())
    for w in members(choices[v]):
        narrower = _decided(G, choices, v, w)
        if narrower:
            yield from _extensions(G, narrower)


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


def is_vertex_transitive(G: Graph) -> bool:
    """Whether automorphisms take every vertex to every other.

    >>> is_vertex_transitive(Graph.of((0, 1), (1, 2))), is_vertex_transitive(Graph.of((0, 1), (1, 2), (2, 0)))
    (False, True)
    """
    if len({around.bit_count() for around in G.neighbors}) > 1:
        return False
    return len(_orbit(0, automorphisms(G))) == len(G)


def symmetries(P: StrongProduct) -> list[Permutation]:
    """Symmetries of a strong product, as permutations of its numbered words: of each letter, and exchanges of letters.

    >>> edge = Graph.of((0, 1))
    >>> symmetries(edge * edge)
    [(2, 3, 0, 1), (1, 0, 3, 2), (0, 2, 1, 3)]
    """
    words, k = list(P.words()), len(P.factors)
    of_letters = [
        tuple(P.number((*word[:i], images[word[i]], *word[i + 1 :])) for word in words)
        for i in range(k)
        for images in automorphisms(P.factors[i])
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
