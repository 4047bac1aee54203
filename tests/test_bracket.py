"""log α ≤ C₀ ≤ log ϑ: the bracket of the zero-error capacity, with evidence that separate code checks."""

import json
from fractions import Fraction
from itertools import combinations

import networkx as nx
import pytest

from exactpriv.amount import bits, log2
from exactpriv.capacity import checker, pipeline
from exactpriv.capacity.atlas import graphs_of_atlas
from exactpriv.capacity.bracket import Bracket, zero_error_capacity
from exactpriv.capacity.cyclotomic import cycle_theta
from exactpriv.capacity.evidence import greedy_code, greedy_cover, renamed, written
from exactpriv.capacity.graphs import Graph, channel_by_cliques, channel_by_edges, confusability_graph, strong_power
from exactpriv.capacity.named import (
    complement_of_cycle,
    complete,
    cycle,
    empty,
    kneser,
    paley,
    petersen,
    schlaefli,
    schlaefli_complement,
    triangular,
    typewriter,
)
from exactpriv.capacity.pipeline import Effort, Search, core
from exactpriv.capacity.theta import lovasz_theta
from exactpriv.errors import NotAChannelError, SizeError
from exactpriv.exact.enclosure import Enclosure
from exactpriv.exact.logarithms import log_of
from exactpriv.exact.radicals import RadicalSum, radical
from exactpriv.relations import Relation

GOLDEN = 1 + radical(5, "1/2")


def independence_by_networkx(G):
    """The size of a largest clique of the complement."""
    return max(len(clique) for clique in nx.find_cliques(nx.complement(G.to_networkx())))


# --- known values ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("G", "value"),
    [
        (cycle(5), radical(5, "1/2")),
        (petersen(), 4),
        (kneser(6, 2), 5),
        (kneser(7, 3), 15),
        (paley(13), radical(13, "1/2")),
        (paley(17), radical(17, "1/2")),
        (schlaefli(), 3),
        (cycle(5) + complete(1), GOLDEN),
        (cycle(5) + cycle(5) + cycle(8), 4 + 2 * radical(5, "1/2")),
        (empty(30), 30),
        (complete(30), 1),
        (cycle(26), 13),
    ],
    ids=str,
)
def test_known_capacities_are_exact(G, value):
    """lower = Θ = upper, and the checker agrees."""
    found = zero_error_capacity(G)
    assert found.exact
    assert found.complete
    assert found.lower.value == found.upper.value == value
    assert any(line.startswith("exact: Θ = ") for line in found.verify())


def test_the_heptagon_is_bracketed():
    """33^(1/3) ≤ Θ(C7) ≤ ϑ(C7) = 3.3176…, which block length 4 would better from below."""
    found = zero_error_capacity(cycle(7), block=3)
    assert found.lower.value == radical(33, "1/3")
    assert found.upper.value == cycle_theta(7)
    assert not found.exact
    assert isinstance(found.upper.amount, Enclosure)
    assert found.lower.amount == log2(33) / 3
    assert repr(found) == "1/3*log2(33) bits ≤ C₀ ≤ log2(7*cos(π/7)/(1 + cos(π/7))) bits"
    assert "independence: α(G^2) = 10, by that many words and α(G^j) ≤ ⌊7/2 α(G^(j-1))⌋, step by step" in found.verify()


@pytest.mark.parametrize(("n", "k", "size"), [(9, 2, 18), (11, 2, 27), (9, 3, 81), (11, 3, 148)])
def test_the_bracket_of_a_cycle_closes_as_the_block_grows(n, k, size):
    """α(C_n^k)^(1/k) ≤ Θ(C_n) ≤ ϑ(C_n), with the independence number of the power as a statement"""
    found = zero_error_capacity(cycle(n), block=k)
    assert found.lower.value == radical(size, Fraction(1, k))
    assert any(line.startswith(f"independence: α(G^{k}) = {size},") for line in found.verify())


def test_a_square_that_has_forgotten_its_factors_is_nearly_settled():
    """ϑ(C5²) = 5, but no rational matrix tI + Σ yE - J ⪰ 0 with t = 5 exists, so the certified bound is above it."""
    found = zero_error_capacity(strong_power(cycle(5), 2).graph, block=1)
    assert found.lower.value == 5
    assert 5 < found.upper.value < RadicalSum.of("5.000000001")
    assert found.verify()


def test_the_rank_bound_wins_on_haemers_graph():
    """6 ≤ Θ ≤ 7 for the complement of the Schläfli graph, where ϑ = 9 and no smaller rank over GF(2) fits."""
    found = zero_error_capacity(schlaefli_complement(), block=1)
    assert (found.lower.value, found.upper.value) == (6, 7)
    assert found.upper.family == "rank over GF(2)"
    assert any("7 is the smallest rank over GF(2)" in line for line in found.verify())


def test_the_triangular_graph_is_bracketed():
    """α* = ϑ = 7/2 for T7, and α = 3."""
    found = zero_error_capacity(triangular(7), block=2)
    assert found.upper.value == Fraction(7, 2)
    assert found.lower.value >= 3
    assert found.verify()


def test_the_complement_of_the_heptagon_is_bracketed():
    """2 ≤ Θ ≤ 2.10992 with codes of length at most 2"""
    found = zero_error_capacity(complement_of_cycle(7), block=2)
    assert found.lower.value == 2
    assert RadicalSum.of("2.10991") < found.upper.value < RadicalSum.of("2.10992")
    assert found.verify()


def test_a_turned_code_shows_that_the_complement_of_the_heptagon_has_more_than_one_bit(monkeypatch):
    """Θ ≥ 17^(1/4) > 2  (Bohman and Holzman 2003)"""
    monkeypatch.setattr(pipeline, "SECONDS", 1)
    found = zero_error_capacity(complement_of_cycle(7), block=4)
    assert found.lower.value == radical(17, "1/4")
    assert any("17 words of length 4" in line for line in found.verify())


@pytest.mark.parametrize("number", [445, 578])
def test_a_map_to_the_pentagon_with_a_lone_vertex_bounds_two_unsettled_graphs(number):
    """Θ ≤ Θ(C5 + K1) = 1 + √5, which ϑ with a rational certificate does not reach"""
    G = dict(graphs_of_atlas(7))[number]
    found = zero_error_capacity(G, block=1)
    assert found.upper.value == GOLDEN < lovasz_theta(G).value
    assert found.upper.evidence["kind"] == "map"
    assert any(line.startswith("upper: it maps to a graph with 6 vertices") for line in found.verify())


def test_an_unsettled_graph_whose_third_power_is_settled(monkeypatch):
    """α(G^3) = 28 = ⌊ϑ³⌋ for number 580, by a turned code"""
    monkeypatch.setattr(pipeline, "SECONDS", 1)
    found = zero_error_capacity(dict(graphs_of_atlas(7))[580], block=3)
    assert found.lower.value == radical(28, "1/3")
    assert any(line.startswith("independence: α(G^3) = 28,") for line in found.verify())


def test_rank_bounds_add_up_over_components():
    """Θ(G + K1) ≤ 7 + 1 by ranks over GF(2), below ϑ = 10."""
    found = zero_error_capacity(schlaefli_complement() + complete(1), block=1)
    assert (found.lower.value, found.upper.value) == (7, 8)
    assert any("sum over 2 components" in line for line in found.verify())


# --- every small graph -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("G", [G for _, G in graphs_of_atlas(5)], ids=lambda G: str(G.edges()))
def test_every_small_graph_lies_in_its_bracket(G):
    """α(G^k)^(1/k) ≤ lower ≤ upper for k ≤ 2, by another program, and the checker verifies both ends"""
    found = zero_error_capacity(G, block=2)
    for k in (1, 2):
        assert found.lower.value >= radical(independence_by_networkx(strong_power(G, k).graph), Fraction(1, k))
    assert found.lower.value <= found.upper.value
    assert found.verify()


@pytest.mark.parametrize("G", [G for number, G in graphs_of_atlas(7) if number % 50 == 0], ids=lambda G: str(G.edges()))
def test_the_core_of_a_graph_has_the_same_capacity(G):
    """Both maps keep what is told apart, and back, then there, renames the smaller graph."""
    there, back = core(G)
    there.verify()
    back.verify()
    assert sorted((back @ there).images) == list(range(len(back.source)))
    assert independence_by_networkx(G) == independence_by_networkx(back.source)


# --- channels --------------------------------------------------------------------------------------------------------


def test_a_typewriter_has_half_of_its_letters():
    """C₀ = C₀F = log₂ 13 for the typewriter with 26 letters"""
    found = zero_error_capacity(typewriter(26))
    assert found.exact
    assert found.feedback == found.lower.amount == log2(13)


@pytest.mark.parametrize(("R", "feedback"), [(typewriter(5), log2("5/2")), (typewriter(3), bits(0))], ids=["5", "3"])
def test_feedback_is_stated_for_channels(R, feedback):
    """C₀ ≤ C₀F ≤ log₂ α*(R), and C₀F = 0 when all inputs are confusable though α* = 3/2"""
    found = zero_error_capacity(R)
    assert found.feedback == feedback >= found.lower.amount
    assert any(line.startswith("feedback: ") for line in found.verify())


def test_feedback_depends_on_the_channel_and_not_on_its_graph_alone():
    """One graph, two channels: a triangle beside a vertex, by edges 5/2 and by cliques 2."""
    G = complete(3) + complete(1)
    by_edges, by_cliques = zero_error_capacity(channel_by_edges(G)), zero_error_capacity(channel_by_cliques(G))
    assert by_edges.lower.value == by_cliques.lower.value == 2
    assert (by_edges.feedback, by_cliques.feedback) == (log2("5/2"), log2(2))
    assert zero_error_capacity(G).feedback is None


def test_the_channel_is_in_the_certificate():
    """Labels, inputs, outputs and pairs; the checker compares it with the graph."""
    R = Relation.of(("ann", "red"), ("bob", "red"), ("bob", "blue"), ("eve", "blue"))
    found = zero_error_capacity(R)
    made = found.certificate()
    assert made["labels"] == list(map(str, confusability_graph(R).labels))
    assert made["channel"] == {"inputs": 3, "outputs": 2, "pairs": [[0, 0], [1, 0], [1, 1], [2, 1]]}
    made["channel"]["pairs"].append([0, 1])
    with pytest.raises(
        checker.Refused, match="the inputs ann and eve share an output, but no edge of the graph joins them"
    ):
        checker.check(made)


# --- limits ----------------------------------------------------------------------------------------------------------


def test_no_time_leaves_a_bracket():
    """A time limit of 0 gives a greedy code and a greedy cover, never nothing."""
    found = zero_error_capacity(cycle(7), time_limit=0)
    assert (found.lower.value, found.upper.value) == (3, 4)
    assert not found.complete
    assert found.verify()


@pytest.mark.parametrize("step", ["fractional_packing", "lovasz_theta", "minrank", "independence_number"])
@pytest.mark.parametrize("G", [cycle(7), cycle(7) + cycle(9)], ids=["connected", "union"])
def test_an_interrupt_leaves_the_bracket_so_far(monkeypatch, step, G):
    """The user's Ctrl-C at any step: what was found remains, and is verified."""

    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(pipeline, step, interrupted)
    found = zero_error_capacity(G)
    assert not found.complete
    assert found.tried[-1 if len(G) == 7 else 0]
    assert any(attempt.what.endswith("interrupted") for attempt in found.tried)
    assert found.lower.value <= found.upper.value
    assert found.verify()


def test_progress_is_told():
    """One line for every bound that is tried."""
    lines = []
    found = zero_error_capacity(cycle(5), progress=lines.append)
    assert len(lines) == len(found.tried) > 2
    assert lines[0].startswith("α*: 5/2, ")


def test_the_same_seed_gives_the_same_answer():
    """Nothing depends on chance or on the clock when there is no time limit."""
    first, second = (zero_error_capacity(cycle(9), block=2, seed=3) for _ in range(2))
    assert first.certificate() == second.certificate()


@pytest.mark.parametrize("block", [0, -1])
def test_a_block_has_at_least_one_letter(block):
    """block ≥ 1"""
    with pytest.raises(SizeError, match=f"codes of length up to {block} were asked for"):
        zero_error_capacity(cycle(5), block=block)


def test_an_input_without_output_is_refused():
    """A channel answers every input."""
    silent = Relation(("X", "Y"), {("a", 0): True}, declared=[("a", "b"), (0,)])
    with pytest.raises(NotAChannelError, match="the input 'b' has no output"):
        zero_error_capacity(silent)


# --- evidence --------------------------------------------------------------------------------------------------------


def test_the_certificate_is_written_and_checked(tmp_path):
    """save, then check_file: what is shown is the same."""
    found = zero_error_capacity(cycle(5) + complete(1))
    path = tmp_path / "certificate.json"
    found.save(path)
    assert checker.check_file(str(path)) == found.verify()


def test_the_record_is_json():
    """Exact text and decimals of both ends, and everything that was tried."""
    record = json.loads(json.dumps(zero_error_capacity(typewriter(5), block=2).record()))
    assert record["lower"]["value"] == "5^(1/2)"
    assert record["lower"]["decimal"] == "2.236068"
    assert record["exact"] is True
    assert {attempt["what"] for attempt in record["tried"]} >= {"α*", "ϑ", "α* of the channel"}


def test_a_bracket_draws_itself():
    """A table with both ends."""
    assert "5^(1/2)" in zero_error_capacity(typewriter(5))._repr_html_()


def test_amounts_are_logarithms_of_values():
    """2^amount = value, for radicals, their sums, and cosines"""
    union = zero_error_capacity(cycle(5) + complete(1))
    assert union.lower.amount == log_of(GOLDEN, unit="bits")
    heptagon = zero_error_capacity(cycle(7), block=1)
    low, high = heptagon.upper.amount.lo, heptagon.upper.amount.hi
    assert Fraction("1.730169") < low <= high < Fraction("1.730170")


@pytest.mark.parametrize("G", [petersen(), cycle(9), complete(4) + empty(3), paley(13)], ids=str)
def test_greedy_bounds_hold(G):
    """An independent set and a partition into cliques, before anything is searched"""
    low, high = greedy_code(G), greedy_cover(G)
    made = {"format": checker.FORMAT, "graph": written(G), "lower": low.evidence, "upper": high.evidence}
    assert checker.check(made)
    assert low.value <= independence_by_networkx(G) <= high.value


def test_evidence_of_a_part_is_evidence_of_the_whole():
    """Words, parts and maps are renamed by the inclusion."""
    inner = {"kind": "sum", "parts": [{"vertices": [1], "lower": {"kind": "code", "length": 1, "words": [[0]]}}]}
    assert renamed(inner, [4, 7])["parts"][0]["vertices"] == [7]
    assert renamed({"kind": "map", "from": {}, "map": [1, 0], "lower": {}}, [4, 7])["map"] == [7, 4]


def test_searches_of_parts_share_one_effort():
    """What is tried in a component is recorded with its name."""
    search = Search(cycle(5) + cycle(7), Effort(block=1))
    search.run()
    assert {what.split(":")[0] for what in (attempt.what for attempt in search.effort.tried)} >= {
        "component 1",
        "component 2",
    }
    assert isinstance(zero_error_capacity(cycle(5)), Bracket)


def every_edge_set(n):
    """All sets of pairs of n vertices."""
    pairs = list(combinations(range(n), 2))
    return [[pair for i, pair in enumerate(pairs) if chosen >> i & 1] for chosen in range(1 << len(pairs))]


@pytest.mark.parametrize("edges", every_edge_set(4), ids=str)
def test_renaming_the_vertices_changes_nothing(edges):
    """Θ of all 64 graphs on four named vertices is α."""
    G = Graph.numbered(4, edges)
    found = zero_error_capacity(G, block=1)
    assert found.exact
    assert found.lower.value == independence_by_networkx(G)
