"""Maps between graphs that keep what is told apart: the certificate that one graph has no more capacity than another.

A map that sends distinct vertices without an edge to distinct vertices without an edge sends codes to codes of the
same size, letter by letter, so Θ(G) ≤ Θ(H) for a map G → H; also α, α* and ϑ of G are at most those of H. (It is a
homomorphism of the complements.) When the closed neighborhood of u lies in that of v, everything that v is told apart
from, u is told apart from too, so v may be folded onto u; what remains is a part of G, and Θ stays the same.

Main definitions: :class:`GraphMap`; :func:`find_cohomomorphism`; :func:`folded`.

Conventions: vertices are meant by number; ``@`` is "then".

Reference: [shannon1956zero]; [lovasz1979shannon].
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from exactpriv.capacity.clock import Clock
from exactpriv.capacity.evidence import written
from exactpriv.capacity.graphs import Graph, members
from exactpriv.errors import CertificateError


@dataclass(frozen=True)
class GraphMap:
    """A map from the vertices of a graph to those of another: distinct, not adjacent ones keep being so.

    >>> path, lone = Graph.of((0, 1), (1, 2)), Graph.numbered(2, [])
    >>> GraphMap(path, lone, (0, 0, 1)).verify()
    >>> GraphMap(path, lone, (0, 1, 0)).verify()
    Traceback (most recent call last):
    exactpriv.errors.CertificateError: the vertices 0 and 2 are told apart, their images 0 and 0 are not
    """

    source: Graph
    target: Graph
    images: tuple[int, ...]

    def verify(self) -> None:
        """Check every pair; the first that is not kept apart raises ``CertificateError``."""
        if len(self.images) != len(self.source) or not set(self.images) <= set(range(len(self.target))):
            n, m = len(self.source), len(self.target)
            raise CertificateError(f"the images {self.images} must be {n} vertices, all from 0, …, {m - 1}")
        far = _told_apart(self.target)
        for v, w in combinations(range(len(self.source)), 2):
            a, b = self.images[v], self.images[w]
            if not self.source.are_adjacent(v, w) and not far[a] >> b & 1:
                raise CertificateError(f"the vertices {v} and {w} are told apart, their images {a} and {b} are not")

    def __matmul__(self, other: GraphMap) -> GraphMap:
        """This map, then another that starts where it ends."""
        if self.target.neighbors != other.source.neighbors:
            raise CertificateError(f"a map to {self.target} is followed by one from {other.source}; they must agree")
        return GraphMap(self.source, other.target, tuple(other.images[v] for v in self.images))

    def upper_evidence(self, upper: dict[str, Any]) -> dict[str, Any]:
        """Evidence of kind "map" that Θ of the source is at most what bounds the target from above."""
        return {"kind": "map", "onto": written(self.target), "map": list(self.images), "upper": upper}

    def lower_evidence(self, lower: dict[str, Any]) -> dict[str, Any]:
        """Evidence of kind "map" that Θ of the target is at least what bounds the source from below."""
        return {"kind": "map", "from": written(self.source), "map": list(self.images), "lower": lower}


def _told_apart(G: Graph) -> Sequence[int]:
    """For every vertex those that are distinct from it and not adjacent to it, as bits."""
    return G.complement().neighbors


def find_cohomomorphism(G: Graph, H: Graph, clock: Clock | None = None) -> tuple[int, ...] | None:
    """A map of the vertices of G to those of H that keeps distinct, not adjacent ones so, or ``None``: there is none.

    The search is complete, unless the time is up: the vertex with the fewest images left goes first.

    >>> square, edge = Graph.of((0, 1), (1, 2), (2, 3), (3, 0)), Graph.of((0, 1))
    >>> find_cohomomorphism(square, Graph.numbered(2, [])), find_cohomomorphism(square, edge)
    ((0, 0, 1, 1), None)

    Reference: [lovasz1979shannon].
    """
    far, apart = _told_apart(G), _told_apart(H)

    def extend(left: dict[int, int]) -> dict[int, int] | None:
        """Images of the vertices that are left, each with its possible images as bits."""
        if not left:
            return {}
        if clock and clock.is_over():
            return None
        v = min(left, key=lambda v: (left[v].bit_count(), -far[v].bit_count()))
        for image in members(left[v]):
            rest = {w: images & apart[image] if far[v] >> w & 1 else images for w, images in left.items() if w != v}
            if all(rest.values()) and (found := extend(rest)) is not None:
                return found | {v: image}
        return None

    found = extend(dict.fromkeys(range(len(G)), (1 << len(H)) - 1))
    return None if found is None else tuple(found[v] for v in range(len(G)))


def folded(G: Graph) -> tuple[GraphMap, GraphMap]:
    """The maps G → H and H → G, where every v whose closed neighborhood contains that of another u is folded onto u.

    Vertices are folded until none is left to fold, so Θ(G) = Θ(H), and H is an induced subgraph of G.

    >>> twins = Graph.of((0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (5, 4), (5, 0), (5, 1))
    >>> there, back = folded(twins)
    >>> there.target, there.images, back.images
    (Graph(5 vertices, 5 edges), (0, 1, 2, 3, 4, 0), (0, 1, 2, 3, 4))

    Reference: [shannon1956zero].
    """
    kept, onto = (1 << len(G)) - 1, list(range(len(G)))
    closed = [G.closed_neighborhood(v) for v in range(len(G))]
    while step := _fold(closed, kept):
        v, u = step
        kept &= ~(1 << v)
        onto = [u if image == v else image for image in onto]
    stay = tuple(members(kept))
    H, place = G.induced(stay), {v: i for i, v in enumerate(stay)}
    return GraphMap(G, H, tuple(place[v] for v in onto)), GraphMap(H, G, stay)


def _fold(closed: Sequence[int], kept: int) -> tuple[int, int] | None:
    """A vertex v that is kept and another u whose closed neighborhood, among those kept, lies in that of v."""
    for u in members(kept):
        around = closed[u] & kept
        for v in members(around & ~(1 << u)):  # u itself is in N[u], so v is a neighbor
            if not around & ~closed[v]:
                return v, u
    return None
