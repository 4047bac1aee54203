"""The numbers between which the zero-error capacity of a channel stands, at every finite block length.

For k uses of a channel R with the confusability graph G, α the largest size of a code and α* fractional packing,

    α(G) ≤ α(Gᵏ)^(1/k) ≤ M(k)^(1/k) ≤ α*(R) ≤ 2^sup L₀ˢ,

where M(k) is the number of messages that can be sent without error when the sender sees every output (feedback).

Main definitions: :func:`largest_code_size`, :func:`feedback_messages`; :func:`side_by_side`, :func:`clique_channel`.

Reference: [shannon1956zero]; [farokhi2019noiseless], Prop. 2; [nair2013nonstochastic].
"""

from __future__ import annotations

from functools import lru_cache, reduce

from exactpriv.capacity.branching import Limits, largest_independent_set
from exactpriv.capacity.graphs import (
    Graph,
    channel_by_cliques,
    confusability_graph,
    inputs_and_outputs,
    strong_power,
)
from exactpriv.errors import SizeError
from exactpriv.relations import Relation, columns_of

REMEMBERED = 2**14
"""So many answers about small graphs and channels are kept: claims ask for them again and again."""


def largest_code_size(R: Relation, k: int = 1) -> int:
    """α(Gᵏ): the most words of k inputs of which no two can lead to the same outputs.

    >>> pentagon = Relation.of(*((x, y) for y in range(5) for x in (y, (y + 1) % 5)))
    >>> largest_code_size(pentagon), largest_code_size(pentagon, 2)
    (2, 5)

    Reference: [shannon1956zero].
    """
    G = confusability_graph(R)
    power = G if k == 1 else strong_power(G, k).graph
    parts = (power.induced(part) for part in power.components())
    return sum(_independence(Graph.numbered(len(part), part.edges())) for part in parts)


@lru_cache(REMEMBERED)
def _independence(G: Graph) -> int:
    """α(G) by exhaustive search."""
    near = [G.closed_neighborhood(v) for v in range(len(G))]
    search = largest_independent_set(near, (1 << len(G)) - 1, above=0, enough=len(G), limits=Limits())
    return len(search.found)


def feedback_messages(R: Relation, k: int) -> int:
    """M(k): the most messages that k uses can send without error when the sender sees every output at once.

    After an output y those messages are left whose input may lead to y, so
    M(k) = max {Σ mₓ : mₓ = 0, 1, 2, …; Σ_{x ∈ N⁻¹(y)} mₓ ≤ M(k-1) for all y} with M(0) = 1.

    >>> pentagon = Relation.of(*((x, y) for y in range(5) for x in (y, (y + 1) % 5)))
    >>> [feedback_messages(pentagon, k) for k in range(5)]
    [1, 2, 5, 12, 30]

    Reference: [shannon1956zero].
    """
    if k < 0:
        raise SizeError(f"{k} uses of a channel were asked for; give a number of at least 0")
    inputs, groups = inputs_and_outputs(R)
    around = tuple(tuple(y for y, group in enumerate(groups) if x in group) for x in range(len(inputs)))
    return reduce(lambda most, _: _shared_out(around, len(groups), most), range(k), 1)


@lru_cache(REMEMBERED)
def _shared_out(around: tuple[tuple[int, ...], ...], outputs: int, most: int) -> int:
    """The most messages that the inputs can be given, when at most so many may share each output."""

    @lru_cache(None)
    def best(x: int, room: tuple[int, ...]) -> int:
        free = min(room[y] for y in around[x])
        if x == len(around) - 1:
            return free
        rooms = (tuple(r - given * (y in around[x]) for y, r in enumerate(room)) for given in range(free + 1))
        return max(given + best(x + 1, after) for given, after in enumerate(rooms))

    return best(0, (most,) * outputs)


def side_by_side(R: Relation, S: Relation) -> Relation:
    """The channel R + S: every input is one of R or one of S, which the output tells.

    >>> side_by_side(Relation.of((0, "a")), Relation.of((0, "b")))
    Relation(X, Y: ((1, 0), (1, 'a')), ((2, 0), (2, 'b')))

    Reference: [shannon1956zero].
    """
    columns_of(R)
    rows = [((part, x), (part, y)) for part, T in ((1, R), (2, S)) for x, y in T]
    return Relation.of(*rows, columns=R.columns)


def clique_channel(R: Relation) -> Relation:
    """The channel of the same confusability graph whose outputs are the maximal cliques.

    >>> triangle_by_edges = Relation.of(*((x, y) for y in range(3) for x in (y, (y + 1) % 3)))
    >>> clique_channel(triangle_by_edges)
    Relation(X, Y: (0, (0, 1, 2)), (1, (0, 1, 2)), (2, (0, 1, 2)))
    """
    return channel_by_cliques(confusability_graph(R))
