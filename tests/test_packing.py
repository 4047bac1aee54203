"""Fractional packings: exact optima with prices that prove them, against second ways."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from random import Random

import networkx as nx
import pytest

from exactpriv.capacity import packing as module
from exactpriv.capacity.graphs import Graph, channel_by_cliques, channel_by_edges, inputs_and_outputs, strong_power
from exactpriv.capacity.named import cycle, kneser, paley, petersen, schlaefli, schlaefli_complement, triangular
from exactpriv.capacity.packing import Packing, fractional_packing, fractional_packing_number, support_ratios
from exactpriv.errors import CertificateError, NotAChannelError
from exactpriv.exact.linear import LinearProgram
from exactpriv.relations import Relation
from tests.oracles import every_relation


def every_channel(inputs, outputs):
    """All relations in which each of the inputs has an output."""
    channels = (rows for rows in every_relation(inputs, outputs) if len({x for x, _ in rows}) == inputs)
    return [Relation.of(*sorted(rows)) for rows in channels]


def by_linear_program(size, groups):
    """α* by the general exact simplex method, on the program as it stands."""
    matrix = [[int(x in group) for x in range(size)] for group in groups]
    return LinearProgram(matrix, [1] * len(groups), [1] * size).solve().value


def by_halves(size, groups):
    """α* for at most 3 inputs: a square 0-1 matrix of that size has determinant at most 2, so halves are enough."""
    points = product(range(3), repeat=size)
    return max(Fraction(sum(p), 2) for p in points if all(sum(p[x] for x in group) <= 2 for group in groups))


def random_channels(seed, how_many, inputs, outputs):
    """Relations with independent entries, and an output for every input."""
    rng = Random(seed)
    for _ in range(how_many):
        n, m = rng.randint(1, inputs), rng.randint(1, outputs)
        density = rng.choice((0.2, 0.4, 0.6))
        rows = {(x, y) for x, y in product(range(n), range(m)) if rng.random() < density}
        yield Relation.of(*sorted(rows | {(x, rng.randrange(m)) for x in range(n)}))


@pytest.mark.parametrize("sizes", list(product((1, 2, 3), repeat=2)))
def test_three_ways_on_every_small_channel(sizes):
    """α* = max Σp by the packing, the general simplex method, and trying 0, 1/2 and 1 for every weight."""
    for R in every_channel(*sizes):
        best = fractional_packing(R)
        best.verify()
        inputs, groups = inputs_and_outputs(R)
        assert best.cliques == groups
        assert best.number == by_linear_program(len(inputs), groups) == by_halves(len(inputs), groups)


@pytest.mark.parametrize("few", [0, 10**9], ids=["proposed basis", "simplex on integers"])
def test_both_methods_agree_with_the_general_one(few, monkeypatch):
    """The proposed basis and the simplex method on integers both give α*, with prices that prove it."""
    monkeypatch.setattr(module, "FEW_ENTRIES", few)
    for R in random_channels(1, 60, 9, 11):
        best = fractional_packing(R)
        best.verify()
        assert best.number == by_linear_program(len(best.weights), best.cliques)


def test_a_wrong_basis_is_replaced_by_an_exact_optimum(monkeypatch):
    """What floats propose is not believed: singular, infeasible or suboptimal bases change nothing."""
    monkeypatch.setattr(module, "FEW_ENTRIES", 0)
    monkeypatch.setattr(module, "_even_optimum", lambda *_: None)
    G = cycle(7) + Graph.of((0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (0, 5), (5, 6), (6, 1))
    expected = fractional_packing_number(G)
    wrong = [
        lambda groups, inputs: (inputs[:1], list(groups)[:1]),
        lambda groups, inputs: (inputs[:2], [next(iter(groups))] * 2),
        lambda groups, inputs: (inputs[:2], list(groups)[:1]),
        lambda groups, inputs: (inputs[: len(groups)], list(groups)[: len(inputs)][::-1]),
    ]
    for proposal in wrong:
        monkeypatch.setattr(module, "_proposed_basis", proposal)
        best = fractional_packing(G)
        best.verify()
        assert best.number == expected


@pytest.mark.parametrize("n", [12, 20, 30])
@pytest.mark.parametrize("density", [0.3, 0.5, 0.7])
def test_random_graphs_by_both_methods(n, density, monkeypatch):
    """α* of a random graph does not depend on the method, and lies between α and the number of cliques of a cover."""
    G = Graph.from_networkx(nx.gnp_random_graph(n, density, seed=n))
    best = fractional_packing(G)
    best.verify()
    monkeypatch.setattr(module, "FEW_ENTRIES", 0 if n < 20 else 10**9)
    assert fractional_packing_number(G) == best.number
    colors = nx.greedy_color(G.complement().to_networkx())
    independent = nx.max_weight_clique(G.complement().to_networkx(), None)[1]
    assert independent <= best.number <= max(colors.values()) + 1


def test_vertex_transitive_graphs():
    """α* = n/ω for a vertex-transitive graph with n vertices and clique number ω."""
    graphs = [cycle(5), cycle(8), petersen(), kneser(6, 2), kneser(7, 2), kneser(7, 3), paley(13), paley(17), paley(29)]
    for G in [*graphs, paley(9), paley(37), triangular(7), schlaefli(), schlaefli_complement(), cycle(7).complement()]:
        clique = nx.max_weight_clique(G.to_networkx(), None)[1]
        best = fractional_packing(G)
        best.verify()
        assert best.number == Fraction(len(G), clique)


@pytest.mark.parametrize(
    ("G", "number"),
    [
        (cycle(5), "5/2"),
        (cycle(7), "7/2"),
        (petersen(), "5"),
        (paley(13), "13/3"),
        (paley(17), "17/3"),
        (paley(29), "29/4"),
        (schlaefli_complement(), "9"),
        (triangular(7), "7/2"),
        (cycle(5) + Graph.numbered(1, []), "7/2"),
        (strong_power(cycle(7), 3).graph, "343/8"),
    ],
)
def test_published_values(G, number):
    """The values that are quoted for named graphs."""
    best = fractional_packing(G)
    best.verify()
    assert best.number == Fraction(number)


def test_alpha_star_is_multiplicative():
    """α*(G ⊠ H) = α*(G) α*(H)."""
    graphs = [cycle(5), cycle(7), Graph.of((0, 1), (1, 2)), cycle(5) + Graph.numbered(1, [])]
    for G, H in combinations(graphs, 2):
        assert fractional_packing_number((G * H).graph) == fractional_packing_number(G) * fractional_packing_number(H)


def test_a_graph_is_its_channel_by_cliques():
    """α*(G) is α* of the channel by cliques; by edges α* is never less, and 3/2 instead of 1 for a triangle."""
    for atlas in nx.graph_atlas_g()[1:200]:
        G = Graph.from_networkx(atlas)
        assert fractional_packing_number(channel_by_cliques(G)) == fractional_packing_number(G)
        assert fractional_packing_number(channel_by_edges(G)) >= fractional_packing_number(G)
    triangle = Graph.of((0, 1), (1, 2), (2, 0))
    assert fractional_packing_number(triangle) == 1
    assert fractional_packing_number(channel_by_edges(triangle)) == Fraction(3, 2)


def test_repeated_inputs_and_outputs_change_nothing():
    """α* is that of the channel without an input that does what another does, and without a repeated output."""
    for R in random_channels(2, 40, 5, 5):
        again = Relation.of(*R, *(((x, 0), y) for x, y in R), *((x, (y, 0)) for x, y in R))
        best = fractional_packing(again)
        best.verify()
        assert best.number == fractional_packing_number(R)


def literal_ratios(R, support):
    """|X'| / min_{y ∈ N(X')} |N⁻¹(y) ∩ X'| and |N(X')| / min_{x ∈ X'} |N(x)|, from the rows."""
    rows = [(x, y) for x, y in R if x in support]
    columns = [[row[i] for row in rows] for i in (0, 1)]
    smallest = [min(column.count(value) for value in column) for column in columns]
    return Fraction(len(support), smallest[1]), Fraction(len(set(columns[1])), smallest[0])


def test_both_ratios_of_the_support_are_at_least_alpha_star():
    """α* ≤ |X'| / min_y |N⁻¹(y) ∩ X'| and α* ≤ |N(X')| / min_x |N(x)| for X' = supp p."""
    small = [R for sizes in product((1, 2, 3), repeat=2) for R in every_channel(*sizes)]
    for R in [*small, *random_channels(3, 300, 7, 8)]:
        best, inputs = fractional_packing(R), inputs_and_outputs(R)[0]
        ratios = support_ratios(best)
        assert ratios == literal_ratios(R, {inputs[x] for x in best.support})
        assert best.number <= min(ratios)


def test_the_ratios_need_the_support_of_an_optimum():
    """Another set of inputs may have ratios below α*: on the path the middle one has 1 and 1, and α* = 2."""
    R = Relation.of((0, "a"), (1, "a"), (1, "b"), (2, "b"))
    assert fractional_packing(R).number == 2
    assert literal_ratios(R, {1}) == (1, 1)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"weights": (Fraction(1),) * 5}, r"the inputs \(0, 1\) weigh 2 together"),
        ({"weights": (Fraction(1, 3),) * 5}, "the weights total 5/3, the prices 5/2"),
        ({"prices": (Fraction(1, 3),) * 5}, "the prices around input 0 add up to 2/3"),
        ({"prices": (Fraction(1),) * 4 + (Fraction(-1),)}, "the price at place 4 is -1"),
        ({"weights": (Fraction(-1),) * 5}, "the weight at place 0 is -1"),
    ],
)
def test_an_edited_packing_is_refused(change, message):
    """A packing that is not optimal, or not feasible, says where."""
    with pytest.raises(CertificateError, match=message):
        replace(fractional_packing(cycle(5)), **change).verify()


def test_evidence_covers_every_vertex():
    """The cliques with their weights cover every vertex at least once and total α*."""
    for G in (cycle(7), petersen(), paley(13)):
        evidence = fractional_packing(G).cover_evidence()
        weights = list(map(Fraction, evidence["weights"]))
        covered = [sum(w for w, c in zip(weights, evidence["cliques"], strict=True) if v in c) for v in range(len(G))]
        assert evidence["kind"] == "cover"
        assert min(covered) >= 1
        assert all(G.are_adjacent(v, w) for clique in evidence["cliques"] for v, w in combinations(clique, 2))
        assert sum(weights) == fractional_packing_number(G)


def test_an_input_without_output_is_refused():
    """A channel answers every input."""
    with pytest.raises(NotAChannelError, match="1 has no output"):
        fractional_packing(Relation(("X", "Y"), {(0, "a"): True, (1, "a"): False}, ([0, 1], ["a"])))


def test_nothing_is_printed(capfd, monkeypatch):
    """The solver that proposes a basis prints no banner."""
    monkeypatch.setattr(module, "FEW_ENTRIES", 0)
    monkeypatch.setattr(module, "_even_optimum", lambda *_: None)
    halves = (Fraction(1, 2),) * 9
    assert fractional_packing(cycle(9)) == Packing(halves, halves, tuple(cycle(9).maximal_cliques()))
    assert capfd.readouterr() == ("", "")
