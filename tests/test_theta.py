import random
from fractions import Fraction
from itertools import combinations

import networkx as nx
import pytest

from exactpriv.capacity.cyclotomic import cycle_theta
from exactpriv.capacity.graphs import Graph
from exactpriv.capacity.packing import fractional_packing_number
from exactpriv.capacity.positive import Surd, is_positive_semidefinite
from exactpriv.capacity.theta import checked_theta, lovasz_theta
from exactpriv.errors import CertificateError, OutsideRangeError, SizeError
from exactpriv.exact.enclosure import Enclosure
from exactpriv.exact.radicals import radical

NARROW = Fraction(1, 10**9)


def graph(plain):
    """A graph of networkx, numbered."""
    return Graph.from_networkx(nx.convert_node_labels_to_integers(nx.Graph(plain)))


def cycle(n):
    """Cₙ."""
    return graph(nx.cycle_graph(n))


def union(*graphs):
    """G + H + …"""
    return graph(nx.disjoint_union_all(graphs))


def kneser(n, r):
    """The r-element sets of n things, adjacent when they are disjoint."""
    sets = list(combinations(range(n), r))
    return Graph.of(*((a, b) for a, b in combinations(sets, 2) if not {*a} & {*b}), vertices=sets)


def lines_on_a_cubic():
    """The 27 lines aᵢ, bᵢ, cᵢⱼ of a smooth cubic surface, adjacent when they meet: 10 neighbors each."""
    pairs = list(combinations(range(6), 2))
    lines = [("a", i) for i in range(6)] + [("b", i) for i in range(6)] + [("c", *pair) for pair in pairs]
    meeting = [(("a", i), ("b", j)) for i in range(6) for j in range(6) if i != j]
    meeting += [((side, i), ("c", *pair)) for side in "ab" for pair in pairs for i in pair]
    meeting += [(("c", *p), ("c", *q)) for p, q in combinations(pairs, 2) if not {*p} & {*q}]
    return Graph.of(*meeting, vertices=lines)


def largest_independent_set(G):
    """α(G), by the cliques of the complement."""
    return max(map(len, nx.find_cliques(G.complement().to_networkx())))


def connected(most):
    """The connected graphs of the atlas with at most so many vertices."""
    atlas = (g for g in nx.graph_atlas_g() if 1 <= len(g) <= most)
    return [Graph.from_networkx(g) for g in atlas if nx.is_connected(g)]


# --- positive semidefinite matrices ----------------------------------------------------------------------------------


def test_gram_matrices_are_positive_semidefinite_and_a_lower_corner_is_noticed():
    """BBᵀ ⪰ 0, singular or not; BBᵀ of rank r < n with any diagonal entry lowered is not, if e_v lies in its range."""
    chance = random.Random(1)
    for n, rank in [(4, 4), (5, 3), (6, 1), (7, 6)]:
        B = [[chance.randint(-9, 9) for _ in range(rank)] for _ in range(n)]
        gram = [[sum(a * b for a, b in zip(u, v, strict=True)) for v in B] for u in B]
        assert is_positive_semidefinite(gram)
        for v in range(n):
            lowered = [
                [x - (10**6 if (i, j) == (v, v) else 0) for j, x in enumerate(row)] for i, row in enumerate(gram)
            ]
            assert not is_positive_semidefinite(lowered)


def test_matrices_of_two_rows_by_determinant():
    """[[a, b], [b, c]] ⪰ 0 exactly when a, c ≥ 0 and ac ≥ b²; also over ℚ(√3)."""
    for a in range(-2, 3):
        for b in range(-2, 3):
            for c in range(-2, 3):
                expected = a >= 0 and c >= 0 and a * c >= b * b
                assert is_positive_semidefinite([[a, b], [b, c]]) == expected
                matrix = [[Surd(0, a, 3), Surd(b, 0, 3)], [Surd(b, 0, 3), Surd(0, c, 3)]]
                assert is_positive_semidefinite(matrix) == (a >= 0 and c >= 0 and 3 * a * c >= b * b)


# --- ϑ of odd cycles -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("n", "decimals"),
    [(5, "2.2360680"), (7, "3.3176672"), (9, "4.3600896"), (11, "5.3863029"), (13, "6.4041686"), (15, "7.4171482")],
)
def test_odd_cycles(n, decimals):
    """ϑ(Cₙ) = n cos(π/n) / (1 + cos(π/n)). [lovasz1979shannon], Corollary 5."""
    theta = lovasz_theta(cycle(n))
    assert theta.is_exact
    assert theta.value == cycle_theta(n)
    assert theta.value.decimal(7) == decimals
    theta.verify()


@pytest.mark.parametrize("n", range(5, 26, 2))
def test_the_search_finds_the_odd_cycles(n):
    """0 ≤ U - ϑ(Cₙ) < 10⁻⁹ and 0 ≤ ϑ(Cₙ) - L < 10⁻⁹ for the bounds found without knowing the formula."""
    from exactpriv.capacity.semidefinite import proposals
    from exactpriv.capacity.theta import _rounded

    G = cycle(n)
    found = _rounded(G, G.edges(), next(proposals(n, G.edges())))
    assert found.lower <= cycle_theta(n) <= found.value
    assert cycle_theta(n) - NARROW < found.lower
    assert found.value < cycle_theta(n) + NARROW
    found.verify()


def test_comparisons_with_cyclotomic_numbers_are_exact():
    """ϑ(C₇) lies between the convergents; equal sums are equal; ϑ(C₇) is neither √11 nor 3.3176672."""
    x = cycle_theta(7)
    assert Fraction(33176672, 10**7) < x < Fraction(33176673, 10**7)
    assert radical(11, "1/2") < x < radical(12, "1/2")
    assert x + cycle_theta(9) - x == cycle_theta(9)
    assert x != cycle_theta(9)
    assert cycle_theta(7) + cycle_theta(5) == cycle_theta(5) + cycle_theta(7)
    assert len({x, cycle_theta(7), x + 1 - 1}) == 1
    assert sorted([x + 1, radical(5, "1/2"), x, Fraction(4)], reverse=True) == [x + 1, 4, x, radical(5, "1/2")]
    assert str(x.to_sympy().evalf(12)) == x.decimal(11)
    assert (-x).decimal(4) == "-3.3177"
    assert repr(2 + x + x) == "2 + 14*cos(π/7)/(1 + cos(π/7))"
    with pytest.raises(OutsideRangeError, match="an even cycle has ϑ = n/2"):
        cycle_theta(8)


# --- exact values ----------------------------------------------------------------------------------------------------

RATIONAL = {
    "C8": (cycle(8), 4),
    "K5": (graph(nx.complete_graph(5)), 1),
    "K1": (graph(nx.empty_graph(1)), 1),
    "path": (graph(nx.path_graph(6)), 3),
    "cube": (graph(nx.hypercube_graph(3)), 4),
    "Petersen": (graph(nx.petersen_graph()), 4),
    "K(6,2)": (kneser(6, 2), 5),
    "K(7,2)": (kneser(7, 2), 6),
    "K(7,3)": (kneser(7, 3), 15),
    "Schläfli": (lines_on_a_cubic().complement(), 3),
    "its complement": (lines_on_a_cubic(), 9),
    "T7": (graph(nx.line_graph(nx.complete_graph(7))), Fraction(7, 2)),
}


@pytest.mark.parametrize("name", RATIONAL)
def test_rational_values(name):
    """ϑ(K(n, r)) = C(n-1, r-1), ϑ of perfect graphs is α, and the values of Haemers and Lovász, with proof."""
    G, value = RATIONAL[name]
    theta = lovasz_theta(G)
    assert theta.value == theta.lower == value
    assert theta.certificate["kind"] == "theta"
    assert int(theta.certificate["scale"]) <= 5
    theta.verify()


@pytest.mark.parametrize("q", [5, 13, 17, 29, 37])
def test_paley_graphs(q):
    """ϑ(Paley q) = √q. [lovasz1979shannon], Theorem 12."""
    theta = lovasz_theta(graph(nx.paley_graph(q)))
    assert theta.value == theta.lower == radical(q, "1/2")
    assert theta.certificate["root"] == q
    theta.verify()


def test_the_complement_of_the_heptagon():
    """ϑ(C₇) ϑ(C̄₇) = 7, so that ϑ(C̄₇) = 1 + 1/cos(π/7) = 2.1099…"""
    bounds = lovasz_theta(cycle(7).complement()).enclosure
    true = cycle_theta(7)
    assert bounds.decimal(4) == "[2.1099, 2.1100]"
    assert bounds.width < NARROW
    assert 7 / bounds.hi <= true <= 7 / bounds.lo


def test_disjoint_unions():
    """ϑ(G + H) = ϑ(G) + ϑ(H), exactly."""
    C5, C7, K1 = nx.cycle_graph(5), nx.cycle_graph(7), nx.empty_graph(1)
    assert lovasz_theta(union(C5, K1)).value == 1 + radical(5, "1/2")
    assert lovasz_theta(union(K1, K1, K1)).value == 3
    mixed = lovasz_theta(union(C5, C7, K1, C5))
    assert mixed.value == mixed.lower == cycle_theta(7) + 2 * radical(5, "1/2") + 1
    mixed.verify()


# --- properties ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("G", connected(6), ids=lambda G: f"{len(G)}:{G.neighbors}")
def test_sandwich(G):
    """α(G) ≤ ϑ(G) ≤ α*(G), and all are equal where the outer two are; found for every graph of at most 6 vertices."""
    theta, alpha, packing = lovasz_theta(G), largest_independent_set(G), fractional_packing_number(G)
    theta.verify()
    assert theta.enclosure.width < NARROW
    assert alpha <= theta.value
    assert theta.lower <= packing
    assert alpha < packing or theta.value == theta.lower == alpha


@pytest.mark.slow
def test_sandwich_on_seven_vertices():
    """α(G) ≤ ϑ(G) ≤ α*(G), with proved equality where the outer two are equal, in 820 of 853 graphs and one more."""
    exact = 0
    for G in (G for G in connected(7) if len(G) == 7):
        theta, alpha, packing = lovasz_theta(G), largest_independent_set(G), fractional_packing_number(G)
        theta.verify()
        assert alpha <= theta.value
        assert theta.lower <= packing
        assert alpha < packing or theta.value == theta.lower == alpha
        exact += theta.is_exact
    assert exact == 821  # C₇ is the other one


@pytest.mark.parametrize("other", [cycle(5), cycle(7), graph(nx.path_graph(3)), graph(nx.house_graph())], ids=repr)
def test_products(other):
    """ϑ(G ⊠ H) = ϑ(G) ϑ(H), inside the enclosures. [lovasz1979shannon], Theorem 7."""
    C5 = cycle(5)
    whole = lovasz_theta((C5 * other).graph).enclosure
    assert whole.width < NARROW
    assert whole.meets(lovasz_theta(C5).enclosure * lovasz_theta(other).enclosure)


def test_complements():
    """ϑ(G) ϑ(Ḡ) ≥ n, on seeded random graphs. [lovasz1979shannon], Corollary 2."""
    for seed in range(5):
        G = graph(nx.gnp_random_graph(11, 0.5, seed=seed))
        product = lovasz_theta(G).enclosure * lovasz_theta(G.complement()).enclosure
        assert product.hi >= 11


@pytest.mark.parametrize("density", [0.1, 0.3, 0.5, 0.7, 0.9])
@pytest.mark.parametrize("n", [12, 20, pytest.param(60, marks=pytest.mark.slow)])
def test_random_graphs(n, density):
    """L ≤ ϑ(G) ≤ U with U - L ≤ 10⁻⁹."""
    G = graph(nx.gnp_random_graph(n, density, seed=n))
    theta = lovasz_theta(G)
    theta.verify()
    assert theta.lower <= theta.value
    assert theta.enclosure.width < NARROW


def test_a_graph_too_large_for_the_search():
    """Neither the edges nor the missing edges of a graph with 160 vertices and half of all pairs are few enough."""
    with pytest.raises(SizeError, match="is searched with at most 5,000"):
        lovasz_theta(graph(nx.gnp_random_graph(160, 0.5, seed=1)))


# --- evidence --------------------------------------------------------------------------------------------------------


def refused(G, evidence, match):
    """Assert that evidence is refused with these words."""
    with pytest.raises(CertificateError, match=match):
        checked_theta(G, evidence)


def test_edited_evidence_is_refused():
    """A smaller t, another y, a missing y, a wrong order, a foreign graph: each is noticed."""
    C7, path, house = cycle(7), graph(nx.path_graph(4)), graph(nx.house_graph())
    for G in (path, house, cycle(7).complement()):
        good = lovasz_theta(G).certificate
        refused(G, {**good, "t": str(int(good["t"]) - 10**6)}, "is not positive semidefinite")
        refused(G, {**good, "y": good["y"][1:]}, "not of the form")
        refused(G, {**good, "y": ["0"] * len(good["y"])}, "is not positive semidefinite")
    pentagon = lovasz_theta(cycle(5)).certificate
    refused(cycle(5), {**pentagon, "t": ["2", "0"]}, "is not positive semidefinite")
    refused(cycle(5), {**pentagon, "root": 4}, "the root of 4")
    refused(C7, {"kind": "odd cycle", "order": [0, 1, 2, 3, 4, 6, 5]}, "does not show that the graph is an odd cycle")
    refused(path, {"kind": "odd cycle", "order": [0, 1, 2]}, "does not show")
    refused(path, {"kind": "rank"}, "'rank' is no evidence for ϑ")
    refused(path, {}, "not of the form")


def test_parts_that_touch_are_refused():
    """ϑ is a sum over components only."""
    one = {"kind": "theta", "scale": "1", "t": "1", "y": []}
    parts = [{"vertices": [v], "upper": one} for v in range(2)]
    evidence = {"kind": "components", "parts": parts}
    assert checked_theta(graph(nx.empty_graph(2)), evidence) == 2
    refused(graph(nx.complete_graph(2)), evidence, r"the edge \(0, 1\) joins two parts")
    refused(graph(nx.empty_graph(3)), evidence, "do not have every vertex once")


def test_a_value_that_the_evidence_does_not_prove_is_refused():
    """verify() compares what is proved with what is said."""
    from dataclasses import replace

    theta = lovasz_theta(cycle(8))
    with pytest.raises(CertificateError, match="proves ϑ ≤ 4, not ϑ ≤ 3"):
        replace(theta, value=Fraction(3)).verify()


def test_enclosures_are_shown():
    """An exact value is shown as itself, and any other between two decimals."""
    assert repr(lovasz_theta(cycle(5))) == "ϑ = 5^(1/2)"
    theta = lovasz_theta(cycle(7).complement())
    assert repr(theta).startswith("ϑ in [2.10991626417")
    assert isinstance(theta.enclosure, Enclosure)
