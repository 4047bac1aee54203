"""Graphs of which input may be mistaken for which: simple, finite, with strong products that are never stored.

The inputs of a channel are the vertices of its confusability graph; two are adjacent when some output is possible for
both. A word of k inputs is a vertex of the k-th strong power, and a zero-error code is a set of words of which no two
are adjacent. So the zero-error capacity of a channel is a number of its graph alone.

Main definitions: :class:`Graph`, :func:`disjoint_union`; :func:`confusability_graph`, :func:`channel_by_edges`,
:func:`channel_by_cliques`; :class:`StrongProduct`, :func:`strong_power`.

Conventions: vertices are numbered 0, 1, … and may carry labels; a vertex is not its own neighbor; a graph has at least
one vertex.

Reference: [shannon1956zero]; [lovasz1979shannon].
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from math import prod
from typing import TYPE_CHECKING

from exactpriv.drawing import graph_svg
from exactpriv.errors import NotAChannelError, NotAGraphError, SizeError
from exactpriv.relations import Relation, Value, columns_of

if TYPE_CHECKING:
    import networkx as nx

Word = tuple[int, ...]
"""Vertices, by number, one for each time a channel is used."""

MOST_VERTICES = 20_000
"""A strong product with more vertices is not written out as a graph."""


@dataclass(frozen=True)
class Graph:
    """A simple graph: for every vertex the set of its neighbors, as the bits of an integer.

    >>> G = Graph.of((0, 1), (1, 2))
    >>> len(G), G.edges(), G.are_adjacent(0, 2), G.complement().edges()
    (3, [(0, 1), (1, 2)], False, [(0, 2)])

    The fields are for those who have the neighbors already, each edge noted at both of its ends; :meth:`of` and
    :meth:`numbered` take edges.  A loop, an edge to a vertex that is not there, a label that two vertices carry, and a
    graph without vertices raise ``NotAGraphError``.
    """

    neighbors: tuple[int, ...]
    labels: tuple[Value, ...]

    def __post_init__(self) -> None:
        if not self.neighbors:
            raise NotAGraphError("the graph has no vertex; give at least one")
        if len(self.labels) != len(self.neighbors):
            message = f"{len(self.neighbors)} vertices and {len(self.labels)} labels were given; give each vertex one"
            raise NotAGraphError(message)
        if len(set(self.labels)) < len(self.labels):
            twice = next(label for label, times in Counter(self.labels).items() if times > 1)
            raise NotAGraphError(f"two vertices carry the label {twice!r}; give each vertex its own")
        size = len(self.neighbors)
        if any(around >> size for around in self.neighbors):
            raise NotAGraphError(f"an edge leads to no vertex; the vertices are 0, …, {size - 1}")
        loop = next((v for v, around in enumerate(self.neighbors) if around >> v & 1), None)
        if loop is not None:
            raise NotAGraphError(f"vertex {self.labels[loop]!r} has an edge to itself; leave loops out")

    # --- making ------------------------------------------------------------------------------------------------------

    @staticmethod
    def of(*edges: tuple[Value, Value], vertices: Iterable[Value] | None = None) -> Graph:
        """The graph with the given edges; ``vertices`` fixes their order and adds those without an edge.

        >>> Graph.of(("a", "b"), vertices="abc").labels
        ('a', 'b', 'c')
        """
        odd = next((edge for edge in edges if len(edge) != 2), None)
        if odd is not None:
            raise NotAGraphError(f"the edge {odd!r} does not have two ends; give pairs of vertices")
        ends = (end for edge in edges for end in edge)
        labels = tuple(dict.fromkeys(ends)) if vertices is None else tuple(vertices)
        number = {label: v for v, label in enumerate(labels)}
        stray = next((edge for edge in edges if not {*edge} <= number.keys()), None)
        if stray is not None:
            raise NotAGraphError(f"the edge {stray!r} leads to no vertex; the vertices are {_listed(labels)}")
        return Graph.numbered(len(labels), ((number[x], number[y]) for x, y in edges), labels)

    @staticmethod
    def numbered(size: int, edges: Iterable[tuple[int, int]], labels: Sequence[Value] | None = None) -> Graph:
        """The graph on the vertices 0, …, size - 1 with the given edges, each of which may be given more than once."""
        neighbors = [0] * size
        for v, w in edges:
            if not (0 <= v < size and 0 <= w < size):
                raise NotAGraphError(f"the edge {(v, w)} leads to no vertex; the vertices are 0, …, {size - 1}")
            neighbors[v] |= 1 << w
            neighbors[w] |= 1 << v
        return Graph(tuple(neighbors), tuple(range(size) if labels is None else labels))

    @staticmethod
    def from_networkx(graph: nx.Graph) -> Graph:
        """The same graph; the nodes become labels, in their order. Directed graphs and multigraphs are refused."""
        if graph.is_directed() or graph.is_multigraph():
            raise NotAGraphError(f"got a {type(graph).__name__}; give an undirected graph without parallel edges")
        return Graph.of(*graph.edges, vertices=graph.nodes)

    def to_networkx(self) -> nx.Graph:
        """The same graph, with the labels as nodes."""
        import networkx as nx

        graph = nx.Graph()
        graph.add_nodes_from(self.labels)
        graph.add_edges_from((self.labels[v], self.labels[w]) for v, w in self.edges())
        return graph

    # --- asking ------------------------------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.neighbors)

    def are_adjacent(self, v: int, w: int) -> bool:
        """Whether an edge joins two vertices, given by number."""
        return bool(self.neighbors[v] >> w & 1)

    def edges(self) -> list[tuple[int, int]]:
        """The edges, each once, as pairs of numbers v < w in increasing order."""
        return [(v, w) for v, around in enumerate(self.neighbors) for w in members(around >> v << v)]

    def closed_neighborhood(self, v: int) -> int:
        """A vertex with its neighbors, as bits."""
        return self.neighbors[v] | 1 << v

    def is_independent(self, vertices: Iterable[int]) -> bool:
        """Whether no two of the vertices are adjacent."""
        chosen = list(vertices)
        together = sum(1 << v for v in set(chosen))
        return not any(self.neighbors[v] & together for v in chosen)

    def maximal_cliques(self) -> list[tuple[int, ...]]:
        """The cliques that no vertex extends, each in increasing order, in lexicographic order."""
        import networkx as nx

        graph = nx.Graph(self.edges())
        graph.add_nodes_from(range(len(self)))
        return sorted(tuple(sorted(clique)) for clique in nx.find_cliques(graph))

    def components(self) -> list[tuple[int, ...]]:
        """The vertices of each connected component, in increasing order."""
        left, parts = (1 << len(self)) - 1, []
        while left:
            part = frontier = left & -left
            while frontier:
                reached = 0
                for v in members(frontier):
                    reached |= self.neighbors[v]
                frontier = reached & ~part
                part |= frontier
            parts.append(tuple(members(part)))
            left &= ~part
        return parts

    # --- other graphs ------------------------------------------------------------------------------------------------

    def induced(self, vertices: Iterable[int]) -> Graph:
        """The graph on some of the vertices, in the order given, with the edges between them."""
        kept = tuple(vertices)
        place = {v: i for i, v in enumerate(kept)}
        neighbors = (sum(1 << place[w] for w in members(self.neighbors[v]) if w in place) for v in kept)
        return Graph(tuple(neighbors), tuple(self.labels[v] for v in kept))

    def complement(self) -> Graph:
        """The graph with exactly the missing edges."""
        everything = (1 << len(self)) - 1
        return Graph(tuple(everything & ~self.closed_neighborhood(v) for v in range(len(self))), self.labels)

    def __add__(self, other: Graph) -> Graph:
        """The disjoint union G + H, with labels (0, g) and (1, h).

        >>> (Graph.of((0, 1)) + Graph.of((0, 1))).edges()
        [(0, 1), (2, 3)]
        """
        return disjoint_union(self, other)

    def __mul__(self, other: Graph | StrongProduct) -> StrongProduct:
        """The strong product G ⊠ H."""
        return StrongProduct((self,)) * other

    # --- showing -----------------------------------------------------------------------------------------------------

    def drawn(self, chosen: Iterable[int] = ()) -> str:
        """SVG of the graph, in which some vertices (such as a code), given by number, are marked.

        >>> Graph.of(("ann", "bob")).drawn([0]).count("<line")
        1
        """
        edges = ((self.labels[v], self.labels[w]) for v, w in self.edges())
        return graph_svg(self.labels, edges, [self.labels[v] for v in chosen])

    def _repr_html_(self) -> str:
        return self.drawn()

    def __repr__(self) -> str:
        return f"Graph({len(self)} vertices, {sum(around.bit_count() for around in self.neighbors) // 2} edges)"


def disjoint_union(*graphs: Graph) -> Graph:
    """The graphs beside each other, without an edge between them; vertex v of graph number i gets the label (i, v).

    >>> disjoint_union(*[Graph.of((0, 1))] * 3).edges()
    [(0, 1), (2, 3), (4, 5)]
    """
    neighbors: list[int] = []
    for G in graphs:
        before = len(neighbors)
        neighbors += [around << before for around in G.neighbors]
    return Graph(tuple(neighbors), tuple((i, label) for i, G in enumerate(graphs) for label in G.labels))


def members(bits: int) -> Iterator[int]:
    """The numbers whose bits are set, in increasing order.

    >>> list(members(0b10110))
    [1, 2, 4]
    """
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def _listed(labels: Sequence[Value], most: int = 8) -> str:
    return ", ".join(map(repr, labels[:most])) + (", …" if len(labels) > most else "")


# --- channels and graphs ---------------------------------------------------------------------------------------------


def confusability_graph(R: Relation) -> Graph:
    """The graph on the inputs of a channel ⟦X, Y⟧ in which two are adjacent when ⟦Y|x⟧ ∩ ⟦Y|x'⟧ ≠ ∅.

    >>> confusability_graph(Relation.of((0, "a"), (1, "a"), (1, "b"), (2, "b"))).edges()
    [(0, 1), (1, 2)]

    An input without output raises ``NotAChannelError``.

    Reference: [shannon1956zero].
    """
    inputs, reached_from = inputs_and_outputs(R)
    pairs = (pair for group in reached_from for pair in combinations(group, 2))
    return Graph.numbered(len(inputs), pairs, inputs)


def inputs_and_outputs(R: Relation) -> tuple[tuple[Value, ...], tuple[tuple[int, ...], ...]]:
    """The inputs of a channel ⟦X, Y⟧, and for every output the numbers of the inputs that may lead to it.

    >>> inputs_and_outputs(Relation.of((0, "a"), (1, "a"), (1, "b")))
    ((0, 1), ((0, 1), (1,)))
    """
    columns_of(R)  # exactly two of them
    inputs = R.declared[0]
    number = {x: v for v, x in enumerate(inputs)}
    groups: dict[Value, list[int]] = {}
    for x, y in R:
        groups.setdefault(y, []).append(number[x])
    silent = set(number.values()).difference(*groups.values())
    if silent:
        message = f"the input {inputs[min(silent)]!r} has no output; give every input at least one, or leave it out"
        raise NotAChannelError(message)
    if not inputs:
        raise NotAChannelError("the channel has no input; give at least one")
    return inputs, tuple(tuple(sorted(group)) for group in groups.values())


def channel_by_edges(G: Graph) -> Relation:
    """The channel with an output for every edge, which both of its ends may lead to, and one for each lone vertex.

    >>> channel_by_edges(Graph.of((0, 1), (1, 2)))
    Relation(X, Y: (0, (0, 1)), (1, (0, 1)), (1, (1, 2)), (2, (1, 2)))
    """
    lone = [(v,) for v in range(len(G)) if not G.neighbors[v]]
    return _channel(G, [*G.edges(), *lone])


def channel_by_cliques(G: Graph) -> Relation:
    """The channel with an output for every maximal clique, which all of its vertices may lead to.

    >>> channel_by_cliques(Graph.of((0, 1), (1, 2), (0, 2)))
    Relation(X, Y: (0, (0, 1, 2)), (1, (0, 1, 2)), (2, (0, 1, 2)))
    """
    return _channel(G, G.maximal_cliques())


def _channel(G: Graph, groups: Iterable[tuple[int, ...]]) -> Relation:
    named = [tuple(G.labels[v] for v in group) for group in groups]
    return Relation.of(*((x, group) for group in named for x in group), columns=("X", "Y"))


# --- strong products -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class StrongProduct:
    """The strong product of graphs: words are confusable when they are equal or adjacent at every letter.

    Only the factors are stored. Different factors are a channel that varies with time.

    >>> pentagon = Graph.numbered(5, [(v, (v + 1) % 5) for v in range(5)])
    >>> square = pentagon * pentagon
    >>> len(square), square.are_confusable((0, 0), (1, 4)), square.are_confusable((0, 0), (1, 2))
    (25, True, False)
    """

    factors: tuple[Graph, ...]

    def __len__(self) -> int:
        return prod(map(len, self.factors))

    def words(self) -> Iterator[Word]:
        """All words, in lexicographic order."""
        return product(*(range(len(G)) for G in self.factors))

    def number(self, word: Word) -> int:
        """The place of a word in lexicographic order."""
        place = 0
        for G, v in zip(self.factors, word, strict=True):
            place = place * len(G) + v
        return place

    def word(self, number: int) -> Word:
        """The word at a place in lexicographic order."""
        letters = []
        for G in reversed(self.factors):
            number, v = divmod(number, len(G))
            letters.append(v)
        return tuple(reversed(letters))

    def are_confusable(self, word: Word, word2: Word) -> bool:
        """Whether two words are equal or adjacent at every letter."""
        letters = zip(self.factors, word, word2, strict=True)
        return all(v == w or G.are_adjacent(v, w) for G, v, w in letters)

    def confusable_with(self, word: Word) -> Iterator[Word]:
        """All words that are confusable with one, itself included."""
        return product(*(tuple(members(G.closed_neighborhood(v))) for G, v in zip(self.factors, word, strict=True)))

    def __mul__(self, other: Graph | StrongProduct) -> StrongProduct:
        return StrongProduct(self.factors + (other.factors if isinstance(other, StrongProduct) else (other,)))

    @cached_property
    def graph(self) -> Graph:
        """The product written out, with words as labels; above ``MOST_VERTICES`` it raises ``SizeError``."""
        if len(self) > MOST_VERTICES:
            raise SizeError(f"the product has {len(self):,} vertices; at most {MOST_VERTICES:,} are written out")
        neighbors = [1]  # of the empty word, itself included
        for G in self.factors:
            closed = [G.closed_neighborhood(v) for v in range(len(G))]
            neighbors = [_spread(around, c, len(G)) for around in neighbors for c in closed]
        open_ones = (around & ~(1 << v) for v, around in enumerate(neighbors))
        return Graph(tuple(open_ones), tuple(self.words()))


def _spread(around: int, pattern: int, width: int) -> int:
    """A copy of the pattern at every set bit, with the bits ``width`` apart."""
    spread = 0
    for v in members(around):
        spread |= pattern << v * width
    return spread


def strong_power(G: Graph, k: int) -> StrongProduct:
    """The k-th strong power of a graph: its vertices are the words of k inputs.

    >>> len(strong_power(Graph.of((0, 1), (1, 2)), 3))
    27
    """
    if k < 1:
        raise SizeError(f"the power {k} was asked for; give an exponent of at least 1")
    return StrongProduct((G,) * k)
