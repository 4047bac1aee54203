"""Every graph with at most seven vertices: Shannon's classification, and what is still open."""

import networkx as nx
import pytest

from exactpriv.capacity.atlas import (
    OTHER,
    PACKING,
    ROOT,
    SUM,
    UNRESOLVED,
    Atlas,
    atlas,
    classify,
    graphs_of_atlas,
    is_perfect,
)
from exactpriv.capacity.graphs import Graph
from exactpriv.capacity.homomorphisms import find_cohomomorphism
from exactpriv.capacity.named import complement_of_cycle, cycle, empty, petersen
from exactpriv.errors import SizeError
from exactpriv.exact.radicals import RadicalSum, radical

GOLDEN = 1 + radical(5, "1/2")


PERFECT = {1: 1, 2: 1, 3: 2, 4: 6, 5: 20, 6: 105, 7: 724}
"""Connected perfect graphs, OEIS A052433."""


@pytest.fixture(scope="module")
def small():
    """All graphs with at most six vertices."""
    return atlas(6, block=2)


def by_networkx(G):
    """α and the clique cover number, by other code."""
    graph = G.to_networkx()
    alpha = max(map(len, nx.find_cliques(nx.complement(graph))))
    return alpha, nx.is_connected(graph)


def test_shannon_settled_all_but_the_pentagon(small):
    """With at most 5 inputs, α = α* for every graph but C5; with 6 there are four exceptions."""
    exceptions = [entry for entry in small.entries if entry.reason != PACKING]
    assert [len(entry.graph) for entry in exceptions] == [5, 6, 6, 6, 6]
    assert nx.is_isomorphic(exceptions[0].graph.to_networkx(), nx.cycle_graph(5))
    assert [entry.reason for entry in exceptions].count(SUM) == 1
    assert small.unresolved == ()


def test_the_exceptions_are_settled_in_terms_of_the_pentagon(small):
    """Θ = √5 with maps to and from C5, or Θ = 1 + √5 for C5 + K1."""
    for entry in small.entries:
        if entry.reason == ROOT:
            assert entry.bracket.lower.value == radical(5, "1/2")
            assert find_cohomomorphism(entry.graph, cycle(5)) is not None
            assert find_cohomomorphism(cycle(5), entry.graph) is not None
        if entry.reason == SUM:
            assert entry.bracket.lower.value == GOLDEN
            assert nx.is_isomorphic(entry.graph.to_networkx(), (cycle(5) + empty(1)).to_networkx())


def test_packing_settles_exactly_where_it_says(small):
    """Θ = α = α* is the independence number by other code."""
    for entry in small.entries:
        if entry.reason == PACKING:
            assert entry.bracket.lower.value == by_networkx(entry.graph)[0]
        assert entry.is_connected == by_networkx(entry.graph)[1]


def test_perfect_graphs_are_settled_by_packing(small):
    """Perfect  ⇒  α = α*"""
    assert all(entry.reason == PACKING for entry in small.entries if entry.is_perfect)


@pytest.mark.parametrize("n", range(1, 7))
def test_perfect_graphs_are_counted(small, n):
    """The numbers of connected perfect graphs, OEIS A052433"""
    assert sum(entry.is_perfect for entry in small.connected if len(entry.graph) == n) == PERFECT[n]


@pytest.mark.parametrize(
    ("G", "perfect"),
    [(cycle(5), False), (cycle(6), True), (cycle(7), False), (complement_of_cycle(7), False), (petersen(), False)],
    ids=str,
)
def test_an_odd_hole_or_its_complement_is_not_perfect(G, perfect):
    """C5, C7 and the complement of C7 are not; C6 is; the Petersen graph contains C5."""
    assert is_perfect(G) is perfect


def test_every_entry_is_verified(small):
    """The checker accepts the certificate of every graph with at most 6 vertices."""
    for entry in small.entries:
        shown = entry.bracket.verify()
        assert shown[2].startswith("exact: Θ = ")


@pytest.mark.parametrize("number", range(209, 1253, 90))
def test_a_sample_of_seven_vertices_is_verified(number):
    """Every ninetieth graph with 7 vertices"""
    entry = classify(dict(graphs_of_atlas(7))[number], block=2, number=number)
    assert entry.bracket.verify()
    assert entry.reason != OTHER


@pytest.mark.parametrize(
    ("G", "reason"),
    [
        (cycle(5) + empty(2), SUM),
        (complement_of_cycle(7), UNRESOLVED),
        (cycle(7), UNRESOLVED),
        (petersen(), OTHER),
        (empty(7), PACKING),
    ],
    ids=str,
)
def test_reasons(G, reason):
    """By what a graph is settled"""
    assert classify(G, block=2).reason == reason


def test_a_graph_that_folds_onto_none_of_its_parts_is_settled_by_a_map():
    """Fhf~o and Fb]lg have the capacity of the pentagon, though no vertex of them dominates another."""
    for text in ("Fhf~o", "Fb]lg"):
        entry = classify(Graph.from_networkx(nx.from_graph6_bytes(text.encode())), block=2)
        assert entry.reason == ROOT
        assert entry.bracket.upper.evidence["kind"] == "map"


def test_the_atlas_shows_itself(small):
    """A table with one row for every number of vertices"""
    header, *rows, last = small.table()
    assert header[:3] == ["vertices", "graphs", "perfect"]
    assert [row[1] for row in rows] == [1, 1, 2, 6, 21, 112]
    assert last[1] == sum(row[1] for row in rows) == len(small.connected)
    assert "unresolved" in small._repr_html_()
    assert repr(small) == "Atlas(208 graphs, 208 settled, 0 unresolved)"


def test_progress_and_connected_graphs_only():
    """One line for every graph"""
    lines = []
    found = atlas(4, block=1, connected=True, progress=lines.append)
    assert len(lines) == len(found.entries) == 10
    assert isinstance(found, Atlas)


@pytest.mark.parametrize("vertices", [0, 8])
def test_the_list_ends_at_seven_vertices(vertices):
    """1 ≤ n ≤ 7"""
    with pytest.raises(SizeError, match=f"all graphs with {vertices} vertices were asked for"):
        atlas(vertices)


def test_all_graphs_with_seven_vertices():
    """Of the 996 connected graphs 988 are settled: 959 by α = α*, 22 by √α(G²), 7 by the sum rule.

    Disconnected ones add nothing unresolved, and the unresolved ones lie strictly between their bounds.
    """
    found = atlas(7, block=2)
    assert found.table()[-1] == ["all", 996, 859, 959, 22, 7, 0, 8]
    assert found.table()[-2] == ["7", 853, 724, 820, 18, 7, 0, 8]
    assert len(found.entries) == 1252
    assert all(entry.is_connected for entry in found.unresolved)
    for entry in found.entries:
        assert entry.bracket.verify()
        if entry.reason == ROOT:
            assert entry.bracket.lower.value == radical(5, "1/2")
        if entry.reason == SUM and entry.is_connected:
            assert entry.bracket.lower.value == GOLDEN
    for entry in found.unresolved:
        assert entry.bracket.lower.value < entry.bracket.upper.value < RadicalSum.of("7/2")
    heptagons = [nx.cycle_graph(7), nx.complement(nx.cycle_graph(7))]
    open_ones = [entry.graph.to_networkx() for entry in found.unresolved]
    assert all(any(nx.is_isomorphic(H, G) for G in open_ones) for H in heptagons)
