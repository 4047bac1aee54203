"""Graphs: their laws, those that have a name, those in files, and their pictures; networkx is the second opinion."""

import gzip
import json
import random
import warnings
from fractions import Fraction
from itertools import combinations, product
from math import comb
from xml.etree import ElementTree as ET

import networkx as nx
import pytest

from exactpriv.capacity.graphs import (
    MOST_VERTICES,
    Graph,
    StrongProduct,
    channel_by_cliques,
    channel_by_edges,
    confusability_graph,
    disjoint_union,
    inputs_and_outputs,
    strong_power,
)
from exactpriv.capacity.named import (
    NAMED_GRAPHS,
    complement_of_cycle,
    complete,
    cycle,
    empty,
    kneser,
    named_graph,
    paley,
    path,
    petersen,
    schlaefli,
    schlaefli_complement,
    triangular,
    typewriter,
)
from exactpriv.capacity.reading import (
    read_channel,
    read_channel_or_graph,
    read_graph,
    to_dimacs,
    to_edge_list,
    to_graph6,
)
from exactpriv.drawing import graph_svg
from exactpriv.errors import (
    ColumnError,
    GraphFileWarning,
    NotAChannelError,
    NotAGraphError,
    NotANumberError,
    NotExactError,
    OutsideRangeError,
    SizeError,
    TableError,
)
from exactpriv.relations import Relation

ATLAS = [graph for graph in nx.graph_atlas_g() if 1 <= len(graph) <= 5]


def random_graph(seed):
    """A graph on 1 to 7 vertices, its vertices named by letters in disorder."""
    rng = random.Random(seed)
    labels = rng.sample("abcdefg", rng.randint(1, 7))
    edges = [pair for pair in combinations(labels, 2) if rng.random() < Fraction(2, 5)]
    return Graph.of(*edges, vertices=labels)


RANDOM = [random_graph(seed) for seed in range(25)]
SMALL = [Graph.from_networkx(graph) for graph in ATLAS] + RANDOM


# --- laws ------------------------------------------------------------------------------------------------------------


def test_the_atlas_is_complete():
    """Graphs on 1 to 5 vertices up to isomorphism: 1, 2, 4, 11, 34 (A000088)."""
    assert [sum(len(graph) == n for graph in ATLAS) for n in range(1, 6)] == [1, 2, 4, 11, 34]


@pytest.mark.parametrize("graph", ATLAS, ids=lambda graph: f"atlas-{graph.name}")
def test_graphs_come_from_networkx_and_go_back(graph):
    """to_networkx ∘ from_networkx = identity"""
    G = Graph.from_networkx(graph)
    back = G.to_networkx()
    assert list(back) == list(graph)
    assert {*map(frozenset, back.edges)} == {*map(frozenset, graph.edges)}
    assert Graph.from_networkx(back) == G


@pytest.mark.parametrize("G", SMALL, ids=to_graph6)
def test_adjacency_is_symmetric_and_without_loops(G):
    """v ~ w ⟺ w ~ v ⟺ {v, w} is listed, and never v ~ v"""
    edges = {pair for pair in combinations(range(len(G)), 2) if G.are_adjacent(*pair)}
    assert G.edges() == sorted(edges)
    assert all(G.are_adjacent(v, w) == G.are_adjacent(w, v) for v, w in product(range(len(G)), repeat=2))
    assert not any(G.are_adjacent(v, v) for v in range(len(G)))


@pytest.mark.parametrize("G", SMALL, ids=to_graph6)
def test_the_complement_has_the_other_edges(G):
    """The complement of the complement is G, and its edges are those of networkx's complement."""
    H = G.complement()
    assert H.complement() == G
    assert Graph.of(*nx.complement(G.to_networkx()).edges, vertices=G.labels) == H


@pytest.mark.parametrize("G", SMALL, ids=to_graph6)
def test_components_and_cliques(G):
    """As networkx finds them."""
    graph = nx.convert_node_labels_to_integers(G.to_networkx())
    assert G.components() == sorted(tuple(sorted(part)) for part in nx.connected_components(graph))
    assert G.maximal_cliques() == sorted(tuple(sorted(clique)) for clique in nx.find_cliques(graph))


@pytest.mark.parametrize("G", SMALL, ids=to_graph6)
def test_independence(G):
    """A set is independent ⟺ it is a clique of the complement ⟺ no edge lies within."""
    H = G.complement()
    for size in range(len(G) + 1):
        for chosen in combinations(range(len(G)), size):
            free = not any(G.are_adjacent(v, w) for v, w in combinations(chosen, 2))
            assert G.is_independent(chosen) is free
            assert all(H.are_adjacent(v, w) for v, w in combinations(chosen, 2)) is free


@pytest.mark.parametrize("G", RANDOM, ids=to_graph6)
def test_induced_graphs(G):
    """Between the vertices kept, in their new order, the edges are those of G."""
    kept = list(range(len(G)))[::-2]
    H = G.induced(kept)
    assert H.labels == tuple(G.labels[v] for v in kept)
    assert Graph.of(*G.to_networkx().subgraph(H.labels).edges, vertices=H.labels) == H


def numbered(G):
    """The graph with its numbers as nodes, in networkx."""
    return Graph.numbered(len(G), G.edges()).to_networkx()


@pytest.mark.parametrize(("G", "H"), list(zip(RANDOM[:8], RANDOM[8:16], strict=True)), ids=to_graph6)
def test_strong_products(G, H):
    """(v, w) and (v', w') are adjacent as in networkx's strong product, asked for word by word or written out."""
    GH = G * H
    oracle = nx.strong_product(numbered(G), numbered(H))
    words = list(GH.words())
    assert GH.graph == Graph.of(*oracle.edges, vertices=words)
    for i, word in enumerate(words):
        assert set(GH.confusable_with(word)) == {word, *oracle[word]}
        assert all(GH.are_confusable(word, w) == (w == word or oracle.has_edge(word, w)) for w in words)
        assert (GH.number(word), GH.word(i)) == (i, word)
    assert len(GH) == len(words)


def test_products_have_one_list_of_factors():
    """(F ⊠ G) ⊠ H = F ⊠ (G ⊠ H) = F ⊠ G ⊠ H, and Gᵏ has k factors."""
    F, G, H = path(2), cycle(4), complete(3)
    assert (F * G) * H == F * (G * H) == (F * G) * StrongProduct((H,)) == StrongProduct((F, G, H))
    assert strong_power(cycle(5), 4) == cycle(5) * (cycle(5) * (cycle(5) * cycle(5)))


def test_disjoint_unions():
    """G + H as networkx's disjoint union; unions of several have flat labels."""
    for G, H in zip(RANDOM[:8], RANDOM[8:16], strict=True):
        union = nx.disjoint_union(G.to_networkx(), H.to_networkx())
        assert (G + H).edges() == sorted(tuple(sorted(edge)) for edge in union.edges)
        assert (G + H).components() == G.components() + [tuple(v + len(G) for v in c) for c in H.components()]
    assert disjoint_union(empty(1), path(2), empty(1)).labels == ((0, 0), (1, 0), (1, 1), (2, 0))


@pytest.mark.parametrize("G", SMALL, ids=to_graph6)
def test_the_channels_of_a_graph_have_it_as_confusability_graph(G):
    """confusability_graph ∘ channel_by_edges = confusability_graph ∘ channel_by_cliques = identity"""
    for channel in (channel_by_edges(G), channel_by_cliques(G)):
        back = confusability_graph(channel)
        assert {*back.labels} == {*G.labels}
        assert Graph.from_networkx(back.to_networkx()).to_networkx().edges == G.to_networkx().edges


def test_inputs_are_confusable_when_an_output_is_common():
    """x ~ x' ⟺ ⟦Y|x⟧ ∩ ⟦Y|x'⟧ ≠ ∅"""
    rng = random.Random(5)
    for _ in range(30):
        R = Relation.of(*{(x, rng.choice("uvwxyz")) for x in range(5) for _ in range(2)})
        G = confusability_graph(R)
        for (v, x), (w, y) in combinations(enumerate(G.labels), 2):
            seen = [{output for given, output in R if given == end} for end in (x, y)]
            assert G.are_adjacent(v, w) == bool(seen[0] & seen[1])


# --- bad graphs ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (Graph.of, NotAGraphError, "no vertex; give at least one"),
        (lambda: Graph.of(("a", "b"), ("c", "c")), NotAGraphError, "vertex 'c' has an edge to itself; leave loops out"),
        (lambda: Graph.of(("a", "z"), vertices="ab"), NotAGraphError, r"\('a', 'z'\) leads to no vertex; .*'a', 'b'"),
        (lambda: Graph.of(("a", "b", 3)), NotAGraphError, r"\('a', 'b', 3\) does not have two ends"),
        (lambda: Graph.of(vertices="abca"), NotAGraphError, "two vertices carry the label 'a'"),
        (lambda: Graph((0, 0), (1,)), NotAGraphError, "2 vertices and 1 labels"),
        (lambda: Graph((0b100, 0), (0, 1)), NotAGraphError, "leads to no vertex; the vertices are 0, …, 1"),
        (lambda: Graph.numbered(3, [(0, 3)]), NotAGraphError, r"\(0, 3\) leads to no vertex"),
        (lambda: Graph.from_networkx(nx.DiGraph([(0, 1)])), NotAGraphError, "got a DiGraph; give an undirected"),
        (lambda: Graph.from_networkx(nx.MultiGraph([(0, 1)])), NotAGraphError, "got a MultiGraph"),
        (lambda: Graph.from_networkx(nx.Graph([(0, 0)])), NotAGraphError, "edge to itself"),
        (lambda: strong_power(cycle(5), 0), SizeError, "power 0 was asked for"),
        (lambda: strong_power(cycle(5), 7).graph, SizeError, "78,125 vertices; at most 20,000"),
        (lambda: confusability_graph(Relation.of((1, 2, 3))), ColumnError, "a relation of 2 columns is needed"),
        (
            lambda: inputs_and_outputs(Relation(("X", "Y"), {("a", 0): True}, [["a", "b"], [0]])),
            NotAChannelError,
            "input 'b' has no output; give every input at least one",
        ),
        (lambda: inputs_and_outputs(Relation(("X", "Y"), {}, [[], []])), NotAChannelError, "no input"),
    ],
)
def test_what_is_no_graph_is_named(make, error, message):
    """Each fault has its exception, which points at the offending element."""
    with pytest.raises(error, match=message):
        make()


# --- named graphs ----------------------------------------------------------------------------------------------------


def is_strongly_regular(G, v, k, common, common2):
    """v vertices of degree k; adjacent ones have so many common neighbors, the others so many."""
    counts = {
        (G.are_adjacent(x, y), (G.neighbors[x] & G.neighbors[y]).bit_count()) for x, y in combinations(range(len(G)), 2)
    }
    return (len(G), {n.bit_count() for n in G.neighbors}, counts) == (v, {k}, {(True, common), (False, common2)})


@pytest.mark.parametrize("n", range(3, 12))
def test_simple_named_graphs(n):
    """Kₙ, its complement, paths, cycles and their complements, as in networkx."""
    pairs = [(complete(n), nx.complete_graph(n)), (empty(n), nx.empty_graph(n)), (path(n), nx.path_graph(n))]
    pairs += [(cycle(n), nx.cycle_graph(n)), (complement_of_cycle(n), nx.complement(nx.cycle_graph(n)))]
    assert all(Graph.from_networkx(graph) == G for G, graph in pairs)


@pytest.mark.parametrize(("n", "r"), [(n, r) for n in range(2, 9) for r in range(1, n // 2 + 1)])
def test_kneser_graphs(n, r):
    """networkx's Kneser graph, of degree C(n-r, r); the C(n-1, r-1) sets with a common point are independent."""
    G = kneser(n, r)
    assert {n.bit_count() for n in G.neighbors} == {comb(n - r, r)}
    assert all(G.are_adjacent(v, w) == (not {*a} & {*b}) for (v, a), (w, b) in combinations(enumerate(G.labels), 2))
    assert nx.utils.graphs_equal(nx.relabel_nodes(nx.kneser_graph(n, r), lambda s: tuple(sorted(s))), G.to_networkx())
    star = [v for v, points in enumerate(G.labels) if 0 in points]
    assert len(star) == comb(n - 1, r - 1)
    assert G.is_independent(star)


def test_petersen():
    """K(5, 2) = srg(10, 3, 0, 1), as in networkx."""
    assert is_strongly_regular(petersen(), 10, 3, 0, 1)
    assert nx.is_isomorphic(petersen().to_networkx(), nx.petersen_graph())


@pytest.mark.parametrize("n", range(2, 9))
def test_triangular_graphs(n):
    """Tₙ is the line graph of Kₙ, the complement of K(n, 2), and srg(n(n-1)/2, 2(n-2), n-2, 4)."""
    G = triangular(n)
    line_graph = nx.line_graph(nx.complete_graph(n))
    assert {*map(frozenset, G.to_networkx().edges)} == {*map(frozenset, line_graph.edges)}
    assert n < 4 or is_strongly_regular(G, comb(n, 2), 2 * (n - 2), n - 2, 4)
    assert n < 4 or kneser(n, 2).complement() == G


@pytest.mark.parametrize("q", [5, 9, 13, 17, 25, 27**2, 29, 37, 49, 61, 81, 121, 125])
def test_paley_graphs(q):
    """srg(q, (q-1)/2, (q-5)/4, (q-1)/4), the parameters of its own complement."""
    assert is_strongly_regular(paley(q), q, (q - 1) // 2, (q - 5) // 4, (q - 1) // 4)
    assert is_strongly_regular(paley(q).complement(), q, (q - 1) // 2, (q - 5) // 4, (q - 1) // 4)


@pytest.mark.parametrize("q", [5, 9, 13, 17, 25, 29])
def test_paley_graphs_are_self_complementary(q):
    """Multiplying by an element that is no square exchanges edges and non-edges."""
    G = paley(q)
    assert nx.is_isomorphic(G.to_networkx(), G.complement().to_networkx())


@pytest.mark.parametrize("p", [5, 13, 17, 29, 37, 61])
def test_paley_graphs_of_primes(p):
    """v ~ w ⟺ v - w is a square other than 0 modulo p (Euler: its (p-1)/2-th power is 1)."""
    G = paley(p)
    assert all(G.are_adjacent(v, w) == (pow(v - w, (p - 1) // 2, p) == 1) for v, w in combinations(range(p), 2))


def test_schlaefli():
    """srg(27, 16, 10, 8) and srg(27, 10, 1, 5), and the triangles of the latter are the 45 tritangent planes."""
    assert is_strongly_regular(schlaefli(), 27, 16, 10, 8)
    assert is_strongly_regular(schlaefli_complement(), 27, 10, 1, 5)
    assert [len(clique) for clique in schlaefli_complement().maximal_cliques()] == [3] * 45
    assert schlaefli().is_independent(schlaefli_complement().maximal_cliques()[0])


@pytest.mark.parametrize("n", range(2, 10))
def test_typewriters(n):
    """Their confusability graph is Cₙ for n ≥ 4 and complete below."""
    assert confusability_graph(typewriter(n)) == (cycle(n) if n > 3 else complete(n))
    assert len(typewriter(n)) == 2 * n


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("cycle:7", cycle(7)),
        (" Cycle : 7 ", cycle(7)),
        ("cycle-complement:7", complement_of_cycle(7)),
        ("cycle_complement:7", complement_of_cycle(7)),
        ("petersen", petersen()),
        ("kneser:7,3", kneser(7, 3)),
        ("kneser:7, 3", kneser(7, 3)),
        ("paley:13", paley(13)),
        ("schlaefli", schlaefli()),
        ("schlaefli-complement", schlaefli_complement()),
        ("triangular:7", triangular(7)),
        ("complete:4", complete(4)),
        ("empty:3", empty(3)),
        ("path:4", path(4)),
        ("typewriter:26", typewriter(26)),
        ("cycle:5+complete:1", cycle(5) + complete(1)),
        ("cycle:5 + complete:1 + petersen", disjoint_union(cycle(5), complete(1), petersen())),
    ],
)
def test_graphs_have_names(text, expected):
    """What a name stands for."""
    assert named_graph(text) == expected


def test_every_name_is_tried_above():
    """The registry holds no other names than the table above, and the docstring of each says what is known."""
    names = {"complete", "cycle", "cycle-complement", "empty", "kneser", "paley", "path", "petersen", "schlaefli"}
    assert {*NAMED_GRAPHS} == names | {"schlaefli-complement", "triangular", "typewriter"}
    assert all("Θ" in make.__doc__ or "zero-error" in make.__doc__ for make in NAMED_GRAPHS.values())


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("cycel:7", OutsideRangeError, "no graph is called 'cycel'; did you mean cycle.*Write cycle:n"),
        ("", OutsideRangeError, "no graph is called ''; there are complete:n, cycle:n"),
        ("Xyzzyq:3", OutsideRangeError, "no graph is called 'Xyzzyq'; there are .*petersen"),
        ("cycle", OutsideRangeError, "'cycle' is not the name of a graph; write cycle:n"),
        ("cycle:5,7", OutsideRangeError, "write cycle:n"),
        ("kneser:5", OutsideRangeError, "write kneser:n,r"),
        ("petersen:5", OutsideRangeError, "write petersen"),
        ("cycle:2", OutsideRangeError, "n is 2; give a whole number from 3 to 2,000"),
        ("cycle:7/2", OutsideRangeError, "n is 7/2; give a whole number"),
        ("cycle:-5", OutsideRangeError, "n is -5"),
        ("cycle:1e9", OutsideRangeError, "n is 1000000000; give a whole number from 3 to 2,000"),
        ("cycle:seven", NotANumberError, "'seven' is not a number"),
        ("kneser:5,", NotANumberError, "'' is not a number"),
        ("kneser:5,3", OutsideRangeError, "r is 3; give a whole number from 1 to 2"),
        ("kneser:30,15", SizeError, r"K\(30, 15\) has 155,117,520 vertices; at most 2,000"),
        ("kneser:2000,1000", SizeError, "at most 2,000"),
        ("paley:7", OutsideRangeError, "q is 7; give a power of one prime that leaves 1 modulo 4"),
        ("paley:21", OutsideRangeError, "q is 21; give a power of one prime"),
        ("paley:4", OutsideRangeError, "q is 4; give a whole number from 5"),
        ("triangular:64", OutsideRangeError, "n is 64; give a whole number from 2 to 63"),
        ("empty:0", OutsideRangeError, "n is 0; give a whole number from 1"),
        ("typewriter:1", OutsideRangeError, "n is 1; give a whole number from 2"),
        ("cycle:5+typewriter:5", OutsideRangeError, "joins a channel; .*write cycle:n"),
        ("cycle:5+", OutsideRangeError, "no graph is called ''"),
        ("cycle:2000+cycle:3", SizeError, "2,003 vertices; at most 2,000"),
    ],
)
def test_names_that_stand_for_nothing(text, error, message):
    """What is allowed is said, and close names are suggested."""
    with pytest.raises(error, match=message):
        named_graph(text)


def test_parameters_are_exact():
    """A float is refused, as everywhere."""
    with pytest.raises(NotExactError):
        cycle(7.0)


# --- files -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def written(tmp_path):
    """A function that writes a file and gives its path."""

    def write(text, name="graph.txt"):
        file = tmp_path / name
        content = text if isinstance(text, bytes) else text.encode()
        file.write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
        return file

    return write


@pytest.mark.parametrize("name", ["graph", "graph.txt", "graph.edges.gz", "graph.tsv"])
@pytest.mark.parametrize(
    "G", [*SMALL[::4], empty(1), empty(3), cycle(7), Graph.of(("a", "b"), vertices="bca")], ids=str
)
def test_lists_of_edges_are_read_back(G, name, written):
    """read_graph ∘ to_edge_list = identity, also on labels that are numbers in order, or texts."""
    assert read_graph(written(to_edge_list(G), name)) == G


@pytest.mark.parametrize("name", ["graph", "graph.col", "graph.CLQ.gz"])
@pytest.mark.parametrize("G", SMALL[::3], ids=str)
def test_dimacs_is_read_back(G, name, written):
    """read_graph ∘ to_dimacs = identity up to labels, which become 1, …, n"""
    back = read_graph(written(to_dimacs(G), name))
    assert back.neighbors == G.neighbors
    assert back.labels == tuple(range(1, len(G) + 1))


@pytest.mark.parametrize("name", ["graph", "graph.g6", "graph.graph6.gz"])
@pytest.mark.parametrize("G", [*SMALL, paley(61), empty(63), cycle(100)], ids=str)
def test_graph6_is_read_back(G, name, written):
    """read_graph ∘ to_graph6 = identity up to labels, with a header or without, with an end of line or without"""
    code = to_graph6(G)
    for text in (code, code + "\n", f">>graph6<<{code}\r\n"):
        back = read_graph(written(text, name))
        assert back.neighbors == G.neighbors
        assert back.labels == tuple(range(len(G)))


def test_graph6_is_that_of_others():
    """The pentagon is Dhc, the Petersen graph IsP@OkWHG in networkx's own order of its vertices."""
    assert to_graph6(cycle(5)) == "Dhc"
    assert (
        to_graph6(Graph.from_networkx(nx.petersen_graph()))
        == nx.to_graph6_bytes(nx.petersen_graph(), header=False).decode().strip()
    )


@pytest.mark.parametrize(
    "text",
    [
        "0 1\n1 2\n",
        "0,1\n1,2",
        "0\t1\r\n1\t2\r\n",
        "# a path\n\n  0 , 1 # first\n2 1\n1 2\n",
        "\ufeff1 2\n0 1\n",
        "2\n1 2\n0\n0 1\n",
    ],
)
def test_lists_of_edges_come_in_many_forms(text, written):
    """Spaces, tabs, commas, remarks, blank lines, repeated edges, a mark of the order of bytes."""
    assert read_graph(written(text)) == path(3)


def test_labels_are_what_they_are(written):
    """Numbers are sorted; as soon as one label is no plain number all are texts, in the order of the file."""
    assert read_graph(written("10 9\n9 -2")).labels == (-2, 9, 10)
    assert read_graph(written("10 9\n9 b")).labels == ("10", "9", "b")
    assert read_graph(written("1 01")).labels == ("1", "01")
    assert read_graph(written("p e\nc p\n")).edges() == [(0, 1), (0, 2)]
    assert read_graph(written("__import__('os') 1/0")).labels == ("__import__('os')", "1/0")
    assert read_graph(written("a\nb\nc\n")).edges() == []


@pytest.mark.parametrize(
    "text",
    [
        "p edge 3 2\ne 1 2\ne 2 3\n",
        "c a path\np col 3 2\ne 2 1\nc inside\ne 3 2\n",
        "p edges 3 4\ne 1 2\ne 2 1\ne 2 3\ne 3 2\n",
        "p edge 3 2\ne 1 2\ne 2 1\ne 2 3\ne 3 2\n",
        "p edge 3 4\ne 1 2\ne 1 2\ne 2 3\ne 2 3\n",
    ],
)
def test_dimacs_may_list_every_edge_twice(text, written):
    """Once or twice, counted once or twice: the graph is the same, and nothing is to be said."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert read_graph(written(text)).neighbors == path(3).neighbors


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("p edge 3 5\ne 1 2\ne 2 3\n", "graph.txt: the header counts 5 edges; 2 different ones were found and taken"),
        ("p edge 3 4\ne 1 2\ne 2 3\n", "the header counts 4 edges; 2 different"),
        ("p edge 3 3\ne 1 2\ne 2 1\ne 2 3\n", "the header counts 3 edges; 2 different"),
        ("p edge 3 0\ne 1 2\ne 2 3\n", "the header counts 0 edges; 2 different"),
    ],
)
def test_a_header_that_disagrees_is_told(text, message, written):
    """The warning says what the header says and what was found, and points at who reads; the edges are taken."""
    with pytest.warns(GraphFileWarning, match=message) as told:
        assert read_graph(written(text)).neighbors == path(3).neighbors
    assert told[0].filename == __file__


DIMACS_TOO_LARGE = f"p edge {MOST_VERTICES + 1} 0"
TOO_MANY_LABELS = "\n".join(map(str, range(MOST_VERTICES + 1)))


@pytest.mark.parametrize(
    ("text", "name", "error", "message"),
    [
        ("", "g.txt", TableError, r"g\.txt is empty; give a list of edges"),
        (" \n\n", "g.txt", TableError, r"g\.txt is empty"),
        ("# nothing\n", "g.txt", TableError, r"g\.txt has remarks but no vertex"),
        ("0 1\n1 2 7\n", "g.txt", TableError, r"g\.txt, line 2 has 3 labels \('1 2 7'\); write two"),
        ("e 1 2\n", "g.txt", TableError, r"line 1 has 3 labels .*DIMACS needs a line 'p edge n m' first"),
        ("0 1\n\n1,,2\n", "g.txt", TableError, r"g\.txt, line 3 has an empty label \('1,,2'\)"),
        ("0 1\n1,\n", "g.txt", TableError, "line 2 has an empty label"),
        ("0 1\n4 4\n", "g.txt", NotAGraphError, r"g\.txt, line 2: vertex '4' has an edge to itself"),
        (b"0 1\n\xff 2\n", "g.txt", TableError, r"g\.txt is not UTF-8 text .* at byte 4"),
        (TOO_MANY_LABELS, "g.txt", SizeError, r"g\.txt: a graph with 20,001 vertices; at most 20,000"),
        (
            "p edge 3 1\ne 1 4\n",
            "g.col",
            NotAGraphError,
            r"g\.col, line 2: the edge \(1, 4\) leads to vertex 4; .*1, …, 3",
        ),
        ("p edge 3 1\ne 0 1\n", "g.col", NotAGraphError, r"line 2: the edge \(0, 1\) leads to vertex 0"),
        ("p edge 3 1\ne 2 2\n", "g.col", NotAGraphError, r"g\.col, line 2: vertex 2 has an edge to itself"),
        ("p edge 3 1\ne 1\n", "g.col", TableError, "line 2: 'e 1' is no edge; write 'e u v'"),
        ("p edge 3 1\ne 1 2 9\n", "g.col", TableError, "line 2: 'e 1 2 9' is no edge"),
        ("p edge 3 1\ne 1 b\n", "g.col", TableError, "line 2: 'e 1 b' is no edge"),
        ("p edge 3 1\ne 1 " + "9" * 5000, "g.col", TableError, "is no edge"),
        ("p edge 3 1\nn 1 5\n", "g.col", TableError, "line 2: 'n 1 5' is out of place"),
        ("p edge 3 1\np edge 3 1\n", "g.col", TableError, "line 2: 'p edge 3 1' is out of place; DIMACS has one line"),
        ("e 1 2\np edge 3 1\n", "g.txt", TableError, "line 1: 'e 1 2' is out of place"),
        ("c nothing\n", "g.col", TableError, r"g\.col has no line 'p edge n m'"),
        ("p edge x 1\n", "g.col", TableError, "line 1: 'p edge x 1' does not announce a graph"),
        ("p sp 3 1\na 1 2 5\n", "g.txt", TableError, "line 1: 'p sp 3 1' does not announce a graph"),
        ("p edge 3\n", "g.col", TableError, "'p edge 3' does not announce a graph"),
        ("p edge 0 0\n", "g.col", NotAGraphError, r"g\.col, line 1: the graph has 0 vertices; give at least one"),
        (DIMACS_TOO_LARGE, "g.col", SizeError, r"g\.col, line 1: a graph with 20,001 vertices"),
        ("p edge 999999999999999999 1\n", "g.col", SizeError, "at most 20,000"),
        ("Dhc\nDhc\n", "g.txt", TableError, r"g\.txt holds 2 graphs; give a file with one of its lines"),
        ("Dhc\nA_\n@\n", "g.g6", TableError, r"g\.g6 holds 3 graphs"),
        ("Dh\n", "g.txt", TableError, r"g\.txt, line 1 is not graph6: it has too few .*add a line '# edges'"),
        ("Dhcc\n", "g.g6", TableError, "too few or too many signs"),
        ("~", "g.g6", TableError, "too few or too many"),
        ("D 1\n", "g.g6", TableError, r"others than '\?' to '~'"),
        (">>graph6<<\n", "g.txt", TableError, "is not graph6"),
        (">>sparse6<<:Fa@x^\n", "g.txt", TableError, "line 1 is not graph6"),
        ("?", "g.g6", NotAGraphError, r"g\.g6, line 1: the graph has no vertex"),
        ("~" * (MOST_VERTICES**2 // 12 + 21), "g.g6", SizeError, "more than 20,000 vertices"),
    ],
    ids=lambda value: value[:20] if isinstance(value, str) else None,
)
def test_bad_files_are_named(text, name, error, message, written):
    """Each fault has its exception, which names the file, the line and the element."""
    with pytest.raises(error, match=message):
        read_graph(written(text, name))


def test_files_that_cannot_be_opened(tmp_path):
    """A file that is missing, a folder, and a file that is not packed although its name says so."""
    (tmp_path / "g.gz").write_text("0 1\n")
    for place in ("missing.txt", "", "g.gz"):
        with pytest.raises(TableError, match="cannot read"):
            read_graph(tmp_path / place)


@pytest.mark.parametrize(
    ("G", "message"),
    [
        (Graph.of(("a b", "c")), "the label 'a b' cannot stand in a list of edges; use to_dimacs"),
        (Graph.of(("a", "c#")), "label 'c#'"),
        (Graph.of(("", "c")), "label ''"),
        (cycle(3) + cycle(3), r"label '\(0, 0\)'"),
        (Graph.of((1, "1")), "two labels look the same"),
    ],
)
def test_labels_that_would_not_be_read_back(G, message):
    """They are refused when written, not changed."""
    with pytest.raises(TableError, match=message):
        to_edge_list(G)


# --- channels in files -----------------------------------------------------------------------------------------------


def test_channels_are_read(written, tmp_path):
    """CSV with a header and JSON are channels, other files are graphs."""
    R = Relation.of(("a", "u"), ("b", "u"), ("b", "v"))
    R.to_json(tmp_path / "channel.json")
    for file in (written("X,Y\na,u\nb,u\nb,v\n", "channel.csv.gz"), tmp_path / "channel.json"):
        assert read_channel(file) == read_channel_or_graph(file) == R
    assert read_channel_or_graph(written("a u\nb u\nb v\n")) == Graph.of(("a", "u"), ("b", "u"), ("b", "v"))
    declared = {"columns": ["X", "Y"], "rows": [[[1, 2], 0]], "ranges": [[[1, 2]], [0, None]]}
    R = read_channel(written(json.dumps(declared), "ranges.json"))
    assert R.declared == (((1, 2),), (0, None))


@pytest.mark.parametrize(
    ("text", "name", "error", "message"),
    [
        ("X,Y\na,u\nb,\n", "R.csv", NotAChannelError, r"R\.csv: the input 'b' has an empty output"),
        ("X,Y,Z\na,u,1\n", "R.csv", NotAChannelError, r"R\.csv has 3 columns \(X, Y, Z\); give two: the inputs and"),
        ("X,Y\na\n", "R.csv", TableError, "line 2: 1 entries where the header has 2"),
        ("", "R.csv", TableError, r"R\.csv is empty"),
        (
            '{"columns": ["X", "Y"], "rows": [["a", 1]], "ranges": [["a", "b"], [1]]}',
            "R.json",
            NotAChannelError,
            r"R\.json: the input 'b' has no output; give every input at least one",
        ),
        ('{"columns": ["X", "Y"], "rows": [["a", 1]], "ranges": [["b"], [1]]}', "R.json", OutsideRangeError, "'a'"),
        ('{"columns": ["X", "Y"], "rows": [["a", 1]], "ranges": [["a"]]}', "R.json", ColumnError, "1 declared ranges"),
        ('{"columns": ["X", "Y"], "rows": [["a", 1]], "ranges": "ab"}', "R.json", TableError, '"ranges" that are no'),
        (
            '{"columns": ["X", "Y"], "rows": [["a", 1]], "ranges": [["a", {}], [1]]}',
            "R.json",
            TableError,
            "{} cannot be a label",
        ),
        ("[]", "R.json", TableError, "is not a relation"),
    ],
)
def test_bad_channels_are_named(text, name, error, message, written):
    """An input without output, a wrong number of columns, ranges that are none."""
    with pytest.raises(error, match=message):
        read_channel_or_graph(written(text, name))


# --- pictures --------------------------------------------------------------------------------------------------------

SVG = "{http://www.w3.org/2000/svg}"


def all_named(markup, name):
    """Every element of a kind; markup that is not well-formed raises."""
    return [element for element in ET.fromstring(markup).iter(f"{SVG}{name}")]  # noqa: C416, S314 - our own output


@pytest.mark.parametrize("G", [*SMALL[::5], cycle(5), petersen(), schlaefli()], ids=str)
def test_a_graph_is_drawn(G):
    """One line for each edge, one dot and one name for each vertex, and what it shows for those who cannot see it."""
    picture = G._repr_html_()
    assert len(all_named(picture, "line")) == len(G.edges())
    assert len(all_named(picture, "circle")) == len(G)
    assert [element.text for element in all_named(picture, "title")] == [_written(label) for label in G.labels]
    spoken = ET.fromstring(picture).get("aria-label")  # noqa: S314 - our own output
    assert spoken.startswith(f"Graph of {len(G)} vert")


def _written(label):
    return f"({', '.join(map(str, label))})" if isinstance(label, tuple) else str(label)


def test_lines_join_the_vertices_of_an_edge():
    """The ends of each line are the places of the two vertices."""
    G = petersen()
    picture = G.drawn()
    place = [(dot.get("cx"), dot.get("cy")) for dot in all_named(picture, "circle")]
    lines = {
        frozenset({(line.get("x1"), line.get("y1")), (line.get("x2"), line.get("y2"))})
        for line in all_named(picture, "line")
    }
    assert len(set(place)) == 10
    assert lines == {frozenset({place[v], place[w]}) for v, w in G.edges()}


def test_a_code_is_marked():
    """The chosen vertices are squares, which their titles and the description name."""
    picture = cycle(5).drawn([0, 2])
    assert [square[0].text for square in all_named(picture, "polygon")] == ["0: chosen", "2: chosen"]
    assert len(all_named(picture, "circle")) == 3
    assert 'aria-label="Graph of 5 vertices with 5 edges; chosen: 0, 2"' in picture


def test_edges_have_no_direction():
    """(v, w) and (w, v) are one edge; sets are drawn alike in every order."""
    assert graph_svg("ab", [("a", "b"), ("b", "a")]).count("<line") == 1
    assert graph_svg({"b", "a"}, {("b", "a")}) == graph_svg(["a", "b"], [("b", "a")])


def test_what_is_not_drawn_is_counted():
    """Of C₅₀, 40 vertices and the 39 edges between them are drawn, and 10 and 11 are said to be missing."""
    picture = cycle(50).drawn()
    assert len(all_named(picture, "circle")) == 40
    assert len(all_named(picture, "line")) == 39
    assert "… not shown: 10 vertices, 11 edges" in picture


def test_pictures_are_safe():
    """Labels are escaped, and nothing outside the picture is referred to."""
    nasty = "<script>alert('x' & \"y\")</script>"
    picture = Graph.of((nasty, "b")).drawn([0])
    assert "<script" not in picture
    assert f"{nasty}: chosen" in [title.text for title in all_named(picture, "title")]
    assert "href" not in picture


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        (lambda: graph_svg("ab", [("a", "c")]), r"The pair \(a, c\) has an end that is not shown"),
        (lambda: graph_svg("ab", [], ["z"]), "The chosen vertex z is not in the graph"),
    ],
)
def test_what_cannot_be_drawn(draw, message):
    """An edge to no vertex and a choice that is no vertex."""
    with pytest.raises(OutsideRangeError, match=message):
        draw()
