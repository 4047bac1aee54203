"""The connected components behind an overlap partition, of plain pairs: what relations are drawn and partitioned by.

Main definitions: :func:`bipartite_graph`, :func:`connected_parts`.

Reference: [farokhi2019noiseless], Sec. II-B.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import networkx as nx

Pair = tuple[Hashable, Hashable]


def bipartite_graph(pairs: Iterable[Pair], sides: tuple[str, str] = ("X", "Y")) -> nx.Graph:
    """The graph with an edge from ("X", x) to ("Y", y) for every pair (x, y), under the names of the two sides.

    >>> list(bipartite_graph([(1, "a"), (2, "a")]).neighbors(("Y", "a")))
    [('X', 1), ('X', 2)]
    """
    import networkx as nx

    first, last = sides
    return nx.Graph(((first, x), (last, y)) for x, y in pairs)


def connected_parts(pairs: Iterable[Pair]) -> tuple[frozenset[Hashable], ...]:
    """The first entries of the pairs, one part for each connected component, in the order in which they first occur.

    >>> connected_parts([(1, "a"), (3, "b"), (2, "a")])
    (frozenset({1, 2}), frozenset({3}))
    """
    import networkx as nx

    pairs = list(pairs)
    place = {x: i for i, x in enumerate(dict.fromkeys(x for x, _ in pairs))}
    components = nx.connected_components(bipartite_graph(pairs))
    parts = [frozenset(value for side, value in component if side == "X") for component in components]
    return tuple(sorted(parts, key=lambda part: min(place[x] for x in part)))
