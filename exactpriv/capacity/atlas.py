"""The zero-error capacity of every graph with at most seven vertices: which are settled, by what, and which are not.

Main definitions: :func:`atlas`, its :class:`Atlas`; :func:`classify`, its :class:`Entry`; :func:`is_perfect`.

The ways in which a graph is settled, in the order in which they are tried:

* α = α*: a code of length 1 meets the fractional packing number, as it does for every perfect graph;
* square root of α(G²): a code of length 2 meets an upper bound, which a map to a smaller graph may carry over;
* sum rule: the bounds of the components of a smaller graph with the same capacity meet;
* other bound: the bounds meet in another way; unresolved: they do not meet.

Conventions: the graphs are networkx's list of all graphs up to renaming, with their numbers there; the graph without
vertices is left out.

Reference: [shannon1956zero], who settled all graphs with at most 5 vertices but the pentagon, and all with 6 but four;
[lovasz1979shannon], who settled the pentagon.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from exactpriv.capacity.bracket import Bracket, zero_error_capacity
from exactpriv.capacity.graphs import Graph
from exactpriv.drawing import table_html
from exactpriv.errors import SizeError

PACKING = "α = α*"
ROOT = "square root of α(G²)"
SUM = "sum rule"
OTHER = "other bound"
UNRESOLVED = "unresolved"
REASONS = (PACKING, ROOT, SUM, OTHER, UNRESOLVED)

MOST_VERTICES = 7
SECONDS = 1
"""How long one graph of the atlas may take; those that are settled take milliseconds."""


@dataclass(frozen=True)
class Entry:
    """A graph with its bracket and the reason for it.

    >>> classify(Graph.numbered(5, [(v, (v + 1) % 5) for v in range(5)])).reason
    'square root of α(G²)'
    """

    graph: Graph
    bracket: Bracket
    number: int | None = None
    """The place in networkx's list."""

    @cached_property
    def reason(self) -> str:
        """By what the capacity is settled, if it is."""
        lower, upper = self.bracket.lower.evidence, self.bracket.upper.evidence
        if not self.bracket.exact:
            return UNRESOLVED
        if lower["kind"] == "sum":
            return SUM
        if lower["length"] == 1 and upper["kind"] == "cover":
            return PACKING
        return ROOT if lower["length"] == 2 else OTHER

    @cached_property
    def is_perfect(self) -> bool:
        """Whether the graph is perfect."""
        return is_perfect(self.graph)

    @cached_property
    def is_connected(self) -> bool:
        """Whether the graph is connected."""
        return len(self.graph.components()) == 1

    def __repr__(self) -> str:
        edges = " ".join(f"{v}{w}" for v, w in self.graph.edges())
        name = "" if self.number is None else f"number {self.number}, "
        return f"{name}{len(self.graph)} vertices, edges {edges or 'none'}: {self.bracket} ({self.reason})"


def classify(G: Graph, block: int = 3, time_limit: float | None = None, number: int | None = None) -> Entry:
    """The bracket of a graph with the reason for it.

    >>> classify(Graph.of((0, 1), (1, 2)))
    3 vertices, edges 01 12: C₀ = 1 bit (α = α*)
    """
    return Entry(G, zero_error_capacity(G, block, time_limit), number)


def is_perfect(G: Graph) -> bool:
    """Whether no odd hole of at least five vertices is induced in the graph or in its complement.

    >>> pentagon = [(v, (v + 1) % 5) for v in range(5)]
    >>> is_perfect(Graph.numbered(5, pentagon)), is_perfect(Graph.numbered(5, pentagon[:4]))
    (False, True)

    All sets of vertices are looked at, so it is for small graphs.
    """
    return not (_has_odd_hole(G) or _has_odd_hole(G.complement()))


def _has_odd_hole(G: Graph) -> bool:
    """Whether an odd cycle without chords, longer than a triangle, is induced."""
    for length in range(5, len(G) + 1, 2):
        for kept in combinations(range(len(G)), length):
            bits = sum(1 << v for v in kept)
            two_each = all((G.neighbors[v] & bits).bit_count() == 2 for v in kept)
            if two_each and len(G.induced(kept).components()) == 1:
                return True
    return False


@dataclass(frozen=True, repr=False)
class Atlas:
    """The entries of all graphs with at most so many vertices."""

    entries: tuple[Entry, ...]

    @property
    def connected(self) -> tuple[Entry, ...]:
        """The entries of the connected graphs."""
        return tuple(entry for entry in self.entries if entry.is_connected)

    @property
    def unresolved(self) -> tuple[Entry, ...]:
        """The entries whose bounds do not meet."""
        return tuple(entry for entry in self.entries if entry.reason == UNRESOLVED)

    def table(self, *, connected: bool = True) -> list[list[object]]:
        """For every number of vertices: the number of graphs, of perfect ones, and of those with each reason."""
        entries = self.connected if connected else self.entries
        sizes = sorted({len(entry.graph) for entry in entries})
        rows = [self._row(str(n), [entry for entry in entries if len(entry.graph) == n]) for n in sizes]
        return [["vertices", "graphs", "perfect", *REASONS], *rows, self._row("all", list(entries))]

    @staticmethod
    def _row(name: str, entries: list[Entry]) -> list[object]:
        counts = [sum(entry.reason == reason for entry in entries) for reason in REASONS]
        return [name, len(entries), sum(entry.is_perfect for entry in entries), *counts]

    def __repr__(self) -> str:
        settled = len(self.entries) - len(self.unresolved)
        return f"Atlas({len(self.entries)} graphs, {settled} settled, {len(self.unresolved)} unresolved)"

    def _repr_html_(self) -> str:
        header, *rows = self.table()
        return table_html(header, rows)


def graphs_of_atlas(vertices: int) -> Iterator[tuple[int, Graph]]:
    """The graphs with 1, …, ``vertices`` vertices up to renaming, each with its number in networkx's list."""
    if not 1 <= vertices <= MOST_VERTICES:
        raise SizeError(f"all graphs with {vertices} vertices were asked for; the list has those with 1, …, 7")
    import networkx as nx

    for number, graph in enumerate(nx.graph_atlas_g()):
        if 1 <= len(graph) <= vertices:
            yield number, Graph.from_networkx(graph)


def atlas(
    vertices: int = MOST_VERTICES,
    block: int = 3,
    *,
    connected: bool = False,
    progress: Callable[[str], None] | None = None,
) -> Atlas:
    """Decide or bracket the capacity of every graph with at most so many vertices (at most 7).

    >>> atlas(5)
    Atlas(52 graphs, 52 settled, 0 unresolved)

    Disconnected graphs are left out when only the ``connected`` ones are asked for. Codes for the unresolved graphs are
    looked for during about a second each; ``classify`` gives one of them more time.

    Reference: [shannon1956zero].
    """
    entries = []
    for number, G in graphs_of_atlas(vertices):
        if connected and len(G.components()) > 1:
            continue
        entries.append(classify(G, block, SECONDS, number))
        if progress:
            progress(str(entries[-1]))
    return Atlas(tuple(entries))
