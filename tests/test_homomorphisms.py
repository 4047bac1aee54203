"""Maps that keep what is told apart: found exactly when there are any, and folding keeps the capacity."""

from fractions import Fraction
from itertools import combinations, permutations, product

import networkx as nx
import pytest

from exactpriv.capacity.graphs import Graph
from exactpriv.capacity.homomorphisms import GraphMap, find_cohomomorphism, folded
from exactpriv.capacity.named import cycle, kneser, petersen
from exactpriv.capacity.packing import fractional_packing_number
from exactpriv.errors import CertificateError

LONE = Graph.numbered(1, [])


def atlas(most, *, connected=False):
    """Every graph with 1, …, most vertices up to isomorphism."""
    graphs = (graph for graph in nx.graph_atlas_g()[1:] if len(graph) <= most)
    return [Graph.from_networkx(graph) for graph in graphs if not connected or nx.is_connected(graph)]


def independence_number(G):
    """α(G), by cliques of the complement."""
    return nx.max_weight_clique(G.complement().to_networkx(), None)[1]


def keeps_apart(G, H, images):
    """v ≠ w, v ≁ w ⟹ f(v) ≠ f(w), f(v) ≁ f(w), from the edges."""
    edges, there = set(G.edges()), {frozenset(edge) for edge in H.edges()} | {frozenset({v}) for v in range(len(H))}
    return all(pair in edges or {images[v] for v in pair} not in there for pair in combinations(range(len(G)), 2))


def test_a_map_is_found_exactly_when_there_is_one():
    """∃f: V(G) → V(H) that keeps distinct, not adjacent vertices so, by trying all maps."""
    small = atlas(4)
    for G, H in product(small, small):
        found = find_cohomomorphism(G, H)
        every = product(range(len(H)), repeat=len(G))
        assert (found is not None) == any(keeps_apart(G, H, images) for images in every)
        if found is not None:
            GraphMap(G, H, found).verify()
            assert keeps_apart(G, H, found)


def test_what_bounds_the_capacity_grows_along_a_map():
    """α(G) ≤ α(H) and α*(G) ≤ α*(H) for G → H."""
    small = atlas(5)
    alpha, star = [list(map(bound, small)) for bound in (independence_number, fractional_packing_number)]
    for i, j in product(range(len(small)), repeat=2):
        if find_cohomomorphism(small[i], small[j]) is not None:
            assert alpha[i] <= alpha[j]
            assert star[i] <= star[j]


def test_verify_agrees_with_the_definition():
    """All maps between two graphs: the certificate accepts those that keep vertices apart, and no other."""
    G, H = Graph.of((0, 1), (1, 2), (2, 3)), cycle(5)
    for images in product(range(5), repeat=4):
        if keeps_apart(G, H, images):
            GraphMap(G, H, images).verify()
        else:
            with pytest.raises(CertificateError, match=r"told apart, their images \d and \d are not"):
                GraphMap(G, H, images).verify()


@pytest.mark.parametrize("images", [(0, 1), (0, 1, 5), (0, 1, -1), (0, 1, 2, 3)])
def test_images_are_vertices(images):
    """As many images as vertices, all of them vertices of the other graph."""
    with pytest.raises(CertificateError, match=r"must be 3 vertices, all from 0, …, 4"):
        GraphMap(Graph.numbered(3, []), cycle(5), images).verify()


def test_folding_keeps_the_capacity():
    """G → H → G for the folded graph H, so that α, α* and Θ are the same; nothing is left to fold in H."""
    for G in atlas(6):
        there, back = folded(G)
        H = there.target
        assert H is back.source
        assert H.neighbors == G.induced(back.images).neighbors
        there.verify()
        back.verify()
        assert keeps_apart(G, H, there.images)
        assert tuple(there.images[v] for v in back.images) == tuple(range(len(H)))
        assert independence_number(G) == independence_number(H)
        assert fractional_packing_number(G) == fractional_packing_number(H)
        closed = [{label, *H.to_networkx()[label]} for label in H.labels]
        assert not any(closed[u] <= closed[v] for u, v in permutations(range(len(H)), 2))


def test_the_smaller_neighborhood_is_folded_onto():
    """On the path 0 – 1 – 2, N[0] ⊆ N[1]: 1 may be folded onto 0, but 0 not onto 1."""
    path = Graph.of((0, 1), (1, 2))
    GraphMap(path, path, (0, 0, 2)).verify()
    with pytest.raises(CertificateError, match="0 and 2 are told apart, their images 1 and 2 are not"):
        GraphMap(path, path, (1, 1, 2)).verify()


def test_maps_are_composed():
    """f @ g is f, then g; it keeps apart what both keep apart."""
    wheel = Graph.of(*cycle(5).edges(), *((5, v) for v in range(5)))
    there, back = folded(wheel)
    round_trip = there @ back
    round_trip.verify()
    assert round_trip.images == tuple(back.images[v] for v in there.images)
    with pytest.raises(CertificateError, match="they must agree"):
        there @ there


def test_evidence_names_the_other_graph():
    """What bounds the target bounds the source from above, and what bounds the source the target from below."""
    G, H = Graph.of((0, 1), (1, 2)), Graph.numbered(2, [])
    f = GraphMap(G, H, (0, 0, 1))
    assert f.upper_evidence({"kind": "?"}) == {
        "kind": "map",
        "onto": {"vertices": 2, "edges": []},
        "map": [0, 0, 1],
        "upper": {"kind": "?"},
    }
    assert f.lower_evidence({})["from"] == {"vertices": 3, "edges": [[0, 1], [1, 2]]}


def test_small_graphs_are_settled_by_maps():
    """Of the 37 connected graphs with at most 7 vertices and α < α*, 22 have maps to C₅ and back, 7 to C₅ + K₁."""
    open_ones = [G for G in atlas(7, connected=True) if independence_number(G) < fractional_packing_number(G)]
    reached = {
        name: [G for G in open_ones if find_cohomomorphism(G, H) and find_cohomomorphism(H, G)]
        for name, H in {"C5": cycle(5), "C5 + K1": cycle(5) + LONE}.items()
    }
    assert (len(open_ones), len(reached["C5"]), len(reached["C5 + K1"])) == (37, 22, 7)
    assert [sum(len(G) == n for G in reached["C5"]) for n in (5, 6, 7)] == [1, 3, 18]
    by_folding = [G for G in reached["C5"] if len(folded(G)[0].target) == 5]
    rest = {nx.to_graph6_bytes(G.to_networkx(), header=False).strip() for G in reached["C5"] if G not in by_folding}
    names = (b"Fb]lg", b"Fhf~o")
    assert len(rest) == 2
    assert all(any(nx.is_isomorphic(nx.from_graph6_bytes(a), nx.from_graph6_bytes(b)) for b in names) for a in rest)


def test_maps_of_larger_graphs():
    """K(5,2) → K(6,2) and C₅ → C₇ → C₉, and none back, for α* and α are larger there."""
    for smaller, larger in [(petersen(), kneser(6, 2)), (cycle(5), cycle(7)), (cycle(7), cycle(9))]:
        images = find_cohomomorphism(smaller, larger)
        assert images is not None
        assert keeps_apart(smaller, larger, images)
        assert find_cohomomorphism(larger, smaller) is None


def test_bounds_do_not_give_maps():
    """α(C₇) = α(C₅ + K₁) and α*(C₇) = α*(C₅ + K₁), but C₇ has 367 > (1 + √5)⁵ words of length 5."""
    G, H = cycle(7), cycle(5) + LONE
    assert independence_number(G) == independence_number(H) == 3
    assert fractional_packing_number(G) == fractional_packing_number(H) == Fraction(7, 2)
    assert find_cohomomorphism(G, H) is None
    assert find_cohomomorphism(H, G) is None
