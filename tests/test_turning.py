"""Codes closed under (w₁, …, wₖ) ↦ (w₂, …, wₖ, σ(w₁)): by definition, by all automorphisms, and as published."""

from itertools import product

import networkx as nx
import pytest

from exactpriv.capacity.graphs import Graph, strong_power
from exactpriv.capacity.named import complement_of_cycle, complete, cycle, empty, petersen, schlaefli
from exactpriv.capacity.searching import check_code
from exactpriv.capacity.turning import turned_code, turns
from exactpriv.errors import SizeError

SMALL = [Graph.from_networkx(graph) for graph in nx.graph_atlas_g()[1:] if len(graph) <= 4]
UNSETTLED = Graph.from_networkx(nx.graph_atlas(580))


def automorphisms_by_networkx(G):
    """All isomorphisms of G to itself."""
    graph = nx.relabel_nodes(G.to_networkx(), {label: v for v, label in enumerate(G.labels)})
    matcher = nx.isomorphism.GraphMatcher(graph, graph)
    return {tuple(m[v] for v in range(len(G))) for m in matcher.isomorphisms_iter()}


def turned(word, images):
    """(w₂, …, wₖ, σ(w₁))"""
    return (*word[1:], images[word[0]])


def orbits(G, k, images):
    """The words of length k that turn into each other."""
    graph = nx.DiGraph((word, turned(word, images)) for word in product(range(len(G)), repeat=k))
    return [tuple(orbit) for orbit in nx.weakly_connected_components(graph)]


def largest(G, k, images):
    """The size of a largest code made of whole orbits, as a heaviest clique."""
    P = strong_power(G, k)

    def apart(words, others):
        return not any(P.are_confusable(v, w) for v in words for w in others if v != w)

    usable = [orbit for orbit in orbits(G, k, images) if apart(orbit, orbit)]
    graph = nx.Graph()
    for i, orbit in enumerate(usable):
        graph.add_node(i, weight=len(orbit))
        graph.add_edges_from((i, j) for j in range(i) if apart(orbit, usable[j]))
    return nx.max_weight_clique(graph)[1]


@pytest.mark.parametrize("k", [1, 2, 3])
@pytest.mark.parametrize("G", SMALL, ids=lambda G: f"{len(G)}:{G.edges()}")
def test_small_graphs(G, k):
    """The largest code that any σ ∈ Aut(G) leaves as it is, by another program"""
    found = turned_code(G, k)
    check_code(strong_power(G, k), found)
    every = automorphisms_by_networkx(G)
    assert len(found) == max(largest(G, k, images) for images in every)
    assert any({turned(word, images) for word in found} == {*found} for images in every)


@pytest.mark.parametrize(
    ("G", "k", "size"),
    [
        (cycle(5), 2, 5),
        (cycle(5), 3, 10),
        (cycle(5), 4, 25),
        (cycle(7), 3, 33),
        (complement_of_cycle(7), 4, 17),
        (petersen(), 2, 16),
        (UNSETTLED, 3, 28),
    ],
    ids=str,
)
def test_codes_of_known_size(G, k, size):
    """17 words for the complement of the heptagon [bohman2003complements], and others that end the search"""
    found = turned_code(G, k, size=size)
    check_code(strong_power(G, k), found)
    assert len(found) == size


def test_the_code_of_the_complement_of_the_heptagon_turns():
    """(a, b, c, d) ↦ (b, c, d, -a), up to automorphisms"""
    found = {*turned_code(complement_of_cycle(7), 4, size=17)}
    every = automorphisms_by_networkx(cycle(7))
    assert any({turned(word, images) for word in found} == found for images in every)


@pytest.mark.parametrize("G", [*SMALL, cycle(7), cycle(8), petersen(), UNSETTLED], ids=str)
def test_turns_are_a_system_of_representatives(G):
    """Every σ ∈ Aut(G) is τσ'τ⁻¹ for exactly one σ'."""
    every = automorphisms_by_networkx(G)

    def conjugates(images):
        inverses = {other: tuple(map(other.index, range(len(G)))) for other in every}
        return {tuple(other[images[inverse[v]]] for v in range(len(G))) for other, inverse in inverses.items()}

    classes = list(map(conjugates, turns(G)))
    assert set.union(*classes) == every
    assert sum(map(len, classes)) == len(every)


def test_large_groups_and_graphs_have_few_turns():
    """Generators and 1 of the groups of order 8! and 51840; 1 alone for a hundred vertices"""
    for G in (complete(8), schlaefli()):
        few = turns(G)
        assert few[-1] == tuple(range(len(G)))
        assert 1 < len(few) < 30
    assert turns(cycle(100)) == (tuple(range(100)),)


def test_the_same_seed_gives_the_same_code():
    """Chance is a seed, and time does not matter when it suffices."""
    first, second = (turned_code(cycle(7), 4, seed=5, time_limit=60) for _ in range(2))
    assert first == second


def test_no_time_leaves_a_word():
    """One word is a code."""
    assert turned_code(cycle(5), 2, time_limit=0) == ((0, 0),)


def test_a_large_power_is_refused():
    """(n + 2m)^k pairs of words are confusable."""
    with pytest.raises(SizeError, match="7,311,616 pairs of words of length 4 are confusable"):
        turned_code(empty(52), 4)
