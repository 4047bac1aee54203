"""Independence numbers and codes: by definition, by networkx, by a SAT solver, and as published."""

import random
import subprocess
import sys
from fractions import Fraction
from itertools import combinations, product
from math import comb, floor
from pathlib import Path

import networkx as nx
import pytest

from exactpriv.capacity import compiled
from exactpriv.capacity.branching import Limits, _search, _search_compiled, independent_sets
from exactpriv.capacity.clock import Clock
from exactpriv.capacity.graphs import Graph, StrongProduct, strong_power
from exactpriv.capacity.independence import Independence, independence_number
from exactpriv.capacity.layers import _Search, independent_subsets, search_layers
from exactpriv.capacity.named import complete, cycle, kneser, paley, path, petersen, schlaefli
from exactpriv.capacity.searching import check_code, find_code, how_searches_run, read_code, searches_are_compiled
from exactpriv.capacity.symmetries import automorphisms, is_vertex_transitive, orbits, symmetries
from exactpriv.errors import NotACodeError, NotIndependentError, UndecidedError

ROOT = Path(__file__).resolve().parent.parent
ATLAS = nx.graph_atlas_g()[1:]
SMALL = [graph for graph in ATLAS if len(graph) <= 6]


def by_definition(near, candidates):
    """The largest independent set by v ∈ S or v ∉ S for the lowest candidate v."""
    if not candidates:
        return 0
    lowest = candidates & -candidates
    v = lowest.bit_length() - 1
    without = by_definition(near, candidates ^ lowest)
    if not candidates & near[v] ^ lowest:
        return 1 + by_definition(near, candidates & ~near[v])
    return max(without, 1 + by_definition(near, candidates & ~near[v]))


def near(G):
    """The closed neighborhoods, as bits."""
    return [G.closed_neighborhood(v) for v in range(len(G))]


def brute(G):
    """α(G) by definition"""
    return by_definition(near(G), (1 << len(G)) - 1)


def by_networkx(G):
    """α(G) as the largest clique of the complement"""
    return nx.max_weight_clique(nx.complement(G.to_networkx()), weight=None)[1]


def random_graph(size, seed):
    """Every pair is an edge with chance 0.3 or 0.5."""
    rng = random.Random(seed)
    return Graph.numbered(
        size, [pair for pair in combinations(range(size), 2) if rng.random() < rng.choice((0.3, 0.5))]
    )


# --- α of graphs and products ----------------------------------------------------------------------------------------


def test_every_graph_on_at_most_six_vertices():
    """α(G) = |largest independent set| on all 208 graphs, and the words are such a set."""
    for graph in SMALL:
        G = Graph.from_networkx(graph)
        found = independence_number(G)
        assert found.number == brute(G)
        check_code(G, found.words)


def test_squares_of_all_graphs_on_four_vertices():
    """α(G ⊠ G) by branch and bound = by a clique of the complement"""
    for graph in ATLAS[:18]:
        P = strong_power(Graph.from_networkx(graph), 2)
        found = independence_number(P)
        assert found.number == by_networkx(P.graph)
        check_code(P, found.words)


@pytest.mark.parametrize("seed", range(12))
def test_random_products(seed):
    """α(G ⊠ H ⊠ …) = |largest independent set of the graph written out|"""
    rng = random.Random(seed)
    P = StrongProduct(tuple(random_graph(rng.randint(2, 4), 100 * seed + i) for i in range(rng.randint(2, 3))))
    found = independence_number(P, seed=seed)
    assert found.number == by_networkx(P.graph)
    check_code(P, found.words)


@pytest.mark.parametrize("n", range(3, 16, 2))
def test_squares_of_odd_cycles(n):
    """α(C_n²) = ⌊(n² - n) / 4⌋  (Baumert et al. 1971, Thm 2)"""
    found = independence_number(strong_power(cycle(n), 2))
    assert found.number == (n * n - n) // 4
    check_code(strong_power(cycle(n), 2), found.words)


@pytest.mark.parametrize(("n", "d", "k"), [(5, 2, 1), (9, 2, 2), (13, 2, 3), (9, 3, 1)])
def test_perfect_packings(n, d, k):
    """α(C_n^d) = k n^(d-1) for n = k 2^d + 1  (Baumert et al. 1971)"""
    assert n == k * 2**d + 1
    assert independence_number(strong_power(cycle(n), d)).number == k * n ** (d - 1)


TABLE = {  # what the quick ways reach, between what is published: α(C_n^k) ≥ and ≤
    (5, 3): (10, 10, 10, 10),
    (5, 4): (25, 25, 25, 25),
    (5, 5): (50, 62, 50, 55),
    (9, 3): (81, 81, 81, 81),
    (9, 4): (324, 364, 324, 361),
    (11, 3): (148, 148, 148, 148),
    (13, 3): (247, 253, 247, 252),
    (15, 3): (381, 390, 383, 390),
}


@pytest.mark.parametrize(("n", "k"), TABLE)
def test_table_of_powers_of_odd_cycles(n, k):
    """Mathew and Östergård's Table 1: our bracket is as listed, and meets the published one."""
    least, most, published_least, published_most = TABLE[n, k]
    P, is_known = strong_power(cycle(n), k), published_least == published_most
    found = independence_number(P, time_limit=None if is_known else 1)
    words = found.words if is_known else find_code(P, size=least, time_limit=60)
    check_code(P, words)
    assert least <= len(words) <= published_most
    assert published_least <= found.upper <= most
    assert found.exact == is_known


def test_seven_to_the_third():
    """α(C₇³) = 33: 34 words would leave 7 pairs of layers the slack 2."""
    found = independence_number(strong_power(cycle(7), 3))
    assert found.number == 33
    assert "34 words would leave 7 pairs of layers the slack 2" in found.reason
    check_code(strong_power(cycle(7), 3), found.words)


@pytest.mark.slow
def test_seven_to_the_fourth():
    """108 ≤ α(C₇⁴) ≤ 115; whether 108 is the most is not known."""
    P = strong_power(cycle(7), 4)
    found = independence_number(P, time_limit=60)
    assert found.upper == 115
    words = find_code(P, size=108, time_limit=600)
    check_code(P, words)
    assert len(words) == 108


@pytest.mark.parametrize(
    ("G", "alpha"),
    [
        (petersen(), 4),
        (kneser(6, 2), comb(5, 1)),
        (kneser(7, 3), comb(6, 2)),
        (schlaefli(), 3),
        (schlaefli().complement(), 6),
        (paley(13), 3),
        (paley(17), 3),
        (complete(9), 1),
        (path(9), 5),
    ],
    ids=str,
)
def test_named_graphs(G, alpha):
    """Published independence numbers, such as C(n-1, r-1) for the Kneser graph K(n, r)."""
    assert independence_number(G).number == alpha


def test_components_add_up():
    """α((C₅ + K₁)^k) = Σ_j C(k, j) α(C₅^j)"""
    alpha = [1, 2, 5, 10]
    for k in (1, 2, 3):
        P = strong_power(cycle(5) + complete(1), k)
        found = independence_number(P)
        assert found.number == sum(comb(k, j) * alpha[j] for j in range(k + 1))
        check_code(P, found.words)


def test_a_given_bound_ends_the_search():
    """α(C₅⁴) ≤ ϑ(C₅)⁴ = 25"""
    found = independence_number(strong_power(cycle(5), 4), bound=Fraction(51, 2))
    assert found.number == 25
    assert found.reason.startswith(("⌊51/2⌋", "⌊5/2 · 10⌋"))


@pytest.mark.parametrize(("n", "k"), [(5, 2), (9, 2), (9, 3), (11, 3)])
def test_floors_are_a_proof(n, k):
    """b_1 = ⌊α*⌋, b_i = ⌊α* b_(i-1)⌋, b_k = α"""
    found = independence_number(strong_power(cycle(n), k))
    bound = 1
    for b in found.floors:
        bound = floor(Fraction(n, 2) * bound)
        assert b == bound
    assert len(found.floors) == k
    assert bound == found.number


def test_no_time_gives_a_bracket():
    """|words| ≤ 33 ≤ upper after no time at all"""
    found = independence_number(strong_power(cycle(7), 3), time_limit=0)
    check_code(strong_power(cycle(7), 3), found.words)
    assert 1 <= len(found.words) <= 33 <= found.upper


def test_a_bracket_is_no_number():
    """number is refused while |words| < upper."""
    with pytest.raises(UndecidedError, match="only 1 ≤ α ≤ 2"):
        _ = Independence(((0,),), 2, "").number


def test_a_second_opinion_by_sat():
    """α words are satisfiable and α + 1 are not, by a cardinality constraint and a SAT solver."""
    from pysat.card import CardEnc, EncType
    from pysat.solvers import Cadical153

    for G, alpha in ((strong_power(cycle(7), 2).graph, 10), (petersen(), 4), (paley(17), 3)):
        for size, is_possible in ((alpha, True), (alpha + 1, False)):
            atleast = CardEnc.atleast(list(range(1, len(G) + 1)), size, encoding=EncType.totalizer)
            clauses = atleast.clauses + [[-v - 1, -w - 1] for v, w in G.edges()]
            with Cadical153(bootstrap_with=clauses) as solver:
                assert solver.solve() == is_possible
        assert independence_number(G).number == alpha


# --- branching -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_both_forms_of_branching_take_the_same_steps(seed):
    """Found set, end and number of branches agree, compiled or not, with several words of bits too."""
    G = random_graph(70, seed)
    for above in (0, 5):
        args = (near(G), (1 << 70) - 1, above, 70, Limits())
        assert _search(*args) == _search_compiled(*args)


def test_limits_break_off():
    """is_finished is false after too few nodes, or without time; what was found is independent."""
    G = strong_power(cycle(5), 3).graph
    for form in (_search, _search_compiled):
        few = form(near(G), (1 << 125) - 1, 0, 125, Limits(nodes=100))
        assert (few.nodes, few.is_finished) == (100, False)
        assert G.is_independent(few.found)
    assert not _search_compiled(near(G), (1 << 125) - 1, 0, 125, Limits(Clock(0))).is_finished


@pytest.mark.parametrize("seed", range(6))
def test_independent_sets_are_all_of_them(seed):
    """{S : S independent, a ≤ |S| ≤ b}, each once, in both ways to list them"""
    G = random_graph(9, seed)
    for least, most in ((0, 9), (2, 3), (4, 4)):
        expected = sorted(
            sum(1 << v for v in chosen)
            for size in range(least, most + 1)
            for chosen in combinations(range(9), size)
            if G.is_independent(chosen)
        )
        assert sorted(independent_sets(near(G), 511, least, most)) == expected
        inside = [bits for bits in expected if bits & ~0b101110111 == 0]
        whole, part = independent_subsets(near(G), [511, 0b101110111], least, most)
        assert (sorted(whole.sets.tolist()), sorted(part.sets.tolist())) == (expected, inside)


# --- symmetries ------------------------------------------------------------------------------------------------------


def generated(n, generators):
    """All permutations of a group on n letters."""
    group, fresh = {tuple(range(n))}, [tuple(range(n))]
    while fresh:
        images = fresh.pop()
        more = {tuple(g[v] for v in images) for g in generators} - group
        group |= more
        fresh += more
    return group


def test_automorphisms_of_all_graphs_on_at_most_six_vertices():
    """The generated group is that of all isomorphisms of G to itself; transitive means one orbit."""
    for graph in SMALL[::3]:
        G = Graph.from_networkx(graph)
        matcher = nx.isomorphism.GraphMatcher(graph, graph)
        group = {tuple(m[v] for v in range(len(G))) for m in matcher.isomorphisms_iter()}
        assert generated(len(G), automorphisms(G)) == group
        assert is_vertex_transitive(G) == ({images[0] for images in group} == set(range(len(G))))


def test_numbers_of_vertex_transitive_graphs():
    """1, 2, 2, 4, 3, 8, 4 vertex-transitive graphs on n = 1, …, 7 vertices (A006799)"""
    counts = [0] * 8
    for graph in ATLAS:
        counts[len(graph)] += is_vertex_transitive(Graph.from_networkx(graph))
    assert counts[1:] == [1, 2, 2, 4, 3, 8, 4]


def test_symmetries_of_a_product_keep_confusability():
    """u ~ v ⟺ π(u) ~ π(v) in C₅ ⊠ C₅ ⊠ K₂"""
    P = StrongProduct((cycle(5), cycle(5), complete(2)))
    for images in symmetries(P):
        assert sorted(images) == list(range(50))
        for u, v in combinations(range(50), 2):
            assert P.graph.are_adjacent(u, v) == P.graph.are_adjacent(images[u], images[v])


def test_orbits_of_largest_sets():
    """The 980 largest sets of C₇² fall into 3 orbits."""
    P = strong_power(cycle(7), 2)
    largest = list(independent_sets(near(P.graph), (1 << 49) - 1, 10, 10))
    assert len(largest) == 980
    assert sorted(map(len, orbits(largest, symmetries(P)))) == [196, 392, 392]


# --- layers ----------------------------------------------------------------------------------------------------------


LAYERED = [(n, H) for n in (5, 7) for H in (path(4), cycle(5), cycle(6), cycle(7), complete(3), petersen())]
LAYERED += [(n, random_graph(9, seed)) for n in (3, 5, 7) for seed in range(4)]


@pytest.mark.parametrize(("n", "H"), LAYERED, ids=str)
def test_layers_decide_as_branching_does(n, H):
    """A set of t words in C_n ⊠ H is found exactly for t ≤ α, wherever the slack is small enough."""
    alpha = independence_number(cycle(n) * H).number
    largest = independence_number(H).number
    for size in range(max(1, alpha - 1), n * largest // 2 + 2):
        done = search_layers(n, StrongProduct((H,)), largest=largest, size=size, clock=Clock())
        if done.is_finished:
            assert bool(done.layers) == (size <= alpha)
        if done.layers:
            layers = [[v for v in range(len(H)) if layer >> v & 1] for layer in done.layers]
            assert sum(map(len, layers)) == size
            check_code(cycle(n) * H, [(i, v) for i, layer in enumerate(layers) for v in layer])


@pytest.mark.slow
def test_layers_find_what_is_there():
    """The search that excludes 34 words in C₇³ finds 33 when it is asked for them in the same rows."""
    search = _Search(7, strong_power(cycle(7), 2), largest=10, size=34, clock=Clock())
    search.size = 33
    layers = search.filled()
    assert sum(layer.bit_count() for layer in layers) == 33
    P = search.H
    check_code(strong_power(cycle(7), 3), [(i, *P.word(v)) for i in range(7) for v in range(49) if layers[i] >> v & 1])


@pytest.mark.slow
def test_layers_over_either_cycle_agree():
    """α(C₅ ⊠ C₇ ⊠ C₇) < 24, by the layers over C₅ and by those over C₇; 23 words are found."""
    assert len(find_code(StrongProduct((cycle(5), cycle(7), cycle(7))), size=23)) == 23
    for n, H, largest in ((5, cycle(7) * cycle(7), 10), (7, cycle(5) * cycle(7), 7)):
        done = search_layers(n, H, largest=largest, size=24, clock=Clock())
        assert (done.layers, done.is_finished) == ((), True)


def test_layers_without_time_say_so():
    """Neither found nor excluded."""
    done = search_layers(7, strong_power(cycle(7), 2), largest=10, size=34, clock=Clock(0))
    assert (done.layers, done.is_finished) == ((), False)


# --- codes -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("n", "k", "size"),
    [
        *[(5, 2, 5), (7, 2, 10), (9, 2, 18), (11, 2, 27), (13, 2, 39)],
        *[(9, 3, 81), (11, 3, 148), (13, 3, 247), (15, 3, 381), (5, 4, 25), (9, 4, 324)],
    ],
)
def test_codes_are_found(n, k, size):
    """A set of that many words in C_n^k, and the same again."""
    P = strong_power(cycle(n), k)
    words = find_code(P, size=size, time_limit=60)
    assert len(words) == size
    check_code(P, words)
    assert words == find_code(P, size=size, time_limit=60)


def test_plain_and_compiled_search_walk_alike():
    """All counters and lists of the walk agree after 400 steps, for several seeds."""
    plain = load_plain()
    P = strong_power(cycle(7), 2)
    lists = [[P.factors[0].closed_neighborhood(v) for v in range(7)]] * 2
    lists = [[[w for w in range(7) if bits >> w & 1] for bits in half] for half in lists]
    for seed in range(3):
        ends = []
        for module in (compiled, plain):
            halves, state = module.wandering(*lists, seed)
            module.wander(halves, state, 49, 400)
            ends.append([list(map(int, part)) for part in state])
        assert ends[0] == ends[1]


def load_plain():
    """The inner loops as they are without numba."""
    source = Path(compiled.__file__).read_text("utf-8").replace('import_module("numba")', 'import_module("no numba")')
    module = type(sys)("plain")
    exec(compile(source, "plain", "exec"), module.__dict__)  # noqa: S102 - our own source
    return module


def test_everything_works_without_numba():
    """α(C₅³) = 10 and a code of 27 words in C₁₁², with a note that the searches are slower"""
    program = """
import sys
sys.modules["numba"] = None
from exactpriv.capacity.graphs import strong_power
from exactpriv.capacity.independence import independence_number
from exactpriv.capacity.named import cycle
from exactpriv.capacity.searching import find_code, how_searches_run
found = independence_number(strong_power(cycle(5), 3))
print(found.number, found.reason)
print(find_code(strong_power(cycle(11), 2), size=27, time_limit=60))
print(how_searches_run())
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    here = independence_number(strong_power(cycle(5), 3))
    number, words, note = done.stdout.splitlines()
    assert number == f"{here.number} {here.reason}"
    assert words == str(find_code(strong_power(cycle(11), 2), size=27))
    assert "numba is not installed" in note


def test_searches_say_how_they_run():
    """The tests run with numba."""
    assert searches_are_compiled()
    assert how_searches_run() == "searches are compiled by numba"


def test_code_of_a_graph_has_one_letter():
    """A largest independent set of the Petersen graph, as words"""
    words = find_code(petersen(), size=4)
    assert {len(word) for word in words} == {1}
    check_code(petersen(), words)


# --- files and errors ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["0 0\n1 2\n2 4\n3 1\n4 3\n", "# Shannon\n0,0\n1, 2\n\n2,4 # third\n3,1\n4,3"])
def test_codes_are_read(tmp_path, text):
    """Letters apart by spaces or commas, remarks left out"""
    (tmp_path / "code").write_text(text)
    words = read_code(tmp_path / "code")
    assert words == ((0, 0), (1, 2), (2, 4), (3, 1), (4, 3))
    check_code(strong_power(cycle(5), 2), words)


def test_letters_may_be_labels(tmp_path):
    """Without a graph letters are numbers; with one they are its labels."""
    G = Graph.of(("a", "b"), ("b", "c"))
    (tmp_path / "code").write_text("a c\nc a")
    assert read_code(tmp_path / "code", G * G) == read_code(tmp_path / "code", G) == ((0, 2), (2, 0))
    with pytest.raises(NotACodeError, match="line 1 has the letter 'a', which is no number; give those of vertices"):
        read_code(tmp_path / "code")


@pytest.mark.parametrize(("labels", "letter"), [((1, 2, 3), "0"), ((1, 2, 3), "4"), (("a", "b", "c"), "1")])
def test_a_number_is_no_letter_where_labels_are(tmp_path, labels, letter):
    """The vertices 1, …, n of a file have no vertex 0; nothing else is meant silently."""
    G = Graph.of(labels[:2], labels[1:])
    (tmp_path / "code").write_text(f"{labels[0]} {labels[2]}\n{labels[1]} {letter}")
    message = f"line 2 has the letter '{letter}', which is no label; give those of vertices, such as '{labels[0]}'"
    for power in (G, G * G):
        with pytest.raises(NotACodeError, match=message):
            read_code(tmp_path / "code", power)


def test_letters_are_numbers_where_labels_cannot_be_letters(tmp_path):
    """Pairs of points have a comma; two labels may look the same; in a product every place has its own letters."""
    (tmp_path / "code").write_text("0 1\n1 0")
    for H in (petersen(), Graph.of(("a b", "c")), Graph.of((1, "1"))):
        assert read_code(tmp_path / "code", H) == ((0, 1), (1, 0))
    (tmp_path / "code").write_text("b 1")
    assert read_code(tmp_path / "code", Graph.of(("a", "b")) * petersen()) == ((1, 1),)


def test_an_empty_file_is_no_code(tmp_path):
    """At least one word is needed."""
    (tmp_path / "code").write_text("# nothing\n")
    with pytest.raises(NotACodeError, match="holds no word"):
        read_code(tmp_path / "code")


@pytest.mark.parametrize(
    ("words", "error", "message"),
    [
        ([(0, 0), (1, 4)], NotIndependentError, r"\(0, 0\) and \(1, 4\) are confusable"),
        ([(0, 0), (2, 2), (0, 0)], NotIndependentError, r"\(0, 0\) stands twice"),
        ([(0, 0), (2,)], NotACodeError, r"\(2,\) has 1 letters; give 2"),
        ([(0, 5)], NotACodeError, r"letter 5 of the word \(0, 5\) is no vertex"),
        ([(0, -1)], NotACodeError, r"letter -1 of the word"),
    ],
)
def test_bad_codes_are_named(words, error, message):
    """The offending words stand in the error."""
    with pytest.raises(error, match=message):
        check_code(strong_power(cycle(5), 2), words)


def test_checking_agrees_with_the_definition():
    """check_code passes ⟺ no two words are confusable, on random sets of C₅ ⊠ P₃."""
    P, rng = cycle(5) * path(3), random.Random(0)
    for _ in range(200):
        words = rng.sample(list(product(range(5), range(3))), 4)
        is_code = not any(P.are_confusable(*pair) for pair in combinations(words, 2))
        try:
            check_code(P, words)
        except NotIndependentError:
            assert not is_code
        else:
            assert is_code
