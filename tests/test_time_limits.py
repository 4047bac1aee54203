"""When time is short, bounds are left out, with a note that says why; what remains is right, and there always is some.

No test measures time: clocks are over from the start, stop after so many looks, or steps are said to take long.
"""

from importlib import import_module

import networkx as nx
import pytest

from exactpriv.capacity import branching, packing, pipeline, searching, theta, turning
from exactpriv.capacity import independence as numbers
from exactpriv.capacity.bracket import zero_error_capacity
from exactpriv.capacity.clock import Clock
from exactpriv.capacity.cyclotomic import cycle_theta
from exactpriv.capacity.evidence import greedy_cover
from exactpriv.capacity.graphs import Graph, channel_by_cliques, strong_power
from exactpriv.capacity.homomorphisms import find_cohomomorphism
from exactpriv.capacity.independence import independence_number
from exactpriv.capacity.named import complement_of_cycle, complete, cycle, kneser, paley, petersen
from exactpriv.capacity.packing import fractional_packing
from exactpriv.capacity.searching import check_code, confusable_pairs, find_code
from exactpriv.capacity.symmetries import _Search, _search_of, automorphisms, is_vertex_transitive
from exactpriv.capacity.theta import lovasz_theta
from exactpriv.capacity.turning import turned_code, turns
from exactpriv.errors import SizeError

minrank = import_module("exactpriv.capacity.minrank")  # the package offers the function of that name
UNEVEN = Graph.from_networkx(nx.gnp_random_graph(11, 0.5, seed=3))
"""A connected graph without the closed forms of the regular ones."""


class Looks(Clock):
    """A clock that is over after so many looks at it."""

    def __init__(self, looks):
        super().__init__()
        self.looks = looks

    def left(self):
        """One look less."""
        self.looks -= 1
        return max(self.looks, 0)


def reasons(found):
    """What was tried, with why, in a bracket or in an effort."""
    return {attempt.what: attempt.reason for attempt in found.tried}


# --- clocks ----------------------------------------------------------------------------------------------------------


def test_clocks():
    """left = max(end - now, 0), and what is set aside is not left"""
    assert Clock().left() is None
    assert Clock().has(10**9)
    assert not Clock().is_over()
    assert Clock(0).is_over()
    assert Clock(0).has(0)
    clock = Clock(10**6)
    assert 0 < clock.left() <= 10**6
    clock.set_aside(10**6)
    assert clock.is_over()
    unlimited = Clock()
    unlimited.set_aside(10**9)
    assert not unlimited.is_over()


# --- the whole bracket -----------------------------------------------------------------------------------------------


def test_matrices_that_the_checker_does_not_take_are_left_out():
    """K(12, 4) has 495 vertices, and matrices with at most 400 rows are eliminated; what is given is verified."""
    found = zero_error_capacity(kneser(12, 4), block=1, time_limit=2)
    assert found.verify()
    assert reasons(found)["ϑ"] == "left out: it needs a matrix with 495 rows, and the checker takes at most 400"
    assert reasons(found)["rank over GF(2)"] == reasons(found)["rank over GF(3)"] == reasons(found)["ϑ"]


@pytest.mark.parametrize("n", [301, 1999])
def test_long_odd_cycles_have_their_closed_form(n, monkeypatch):
    """(n - 1)/2 ≤ Θ(C_n) ≤ ϑ(C_n) for every odd n, however short the time, as soon as there is some"""
    monkeypatch.setattr(pipeline, "MOST_ROWS", 300)
    found = zero_error_capacity(cycle(n), block=1)
    assert (found.lower.value, found.upper.value) == ((n - 1) // 2, cycle_theta(n))
    assert "left out: it needs a matrix with" in reasons(found)["rank over GF(2)"]
    assert found.verify()
    assert lovasz_theta(cycle(n), time_limit=0).is_exact


@pytest.mark.parametrize(
    ("name", "value", "what", "why"),
    [
        ("ENDS_AT_ONCE", 1, "α*", "to count the maximal cliques may take"),
        ("MOST_CLIQUES", 3, "α*", "there are more than 3 maximal cliques"),
        ("ENTRIES_AT_ONCE", 1, "rank over GF(2)", "matrices with 11 rows may take 12.1 seconds"),
    ],
)
def test_steps_that_may_take_long_are_left_out(monkeypatch, name, value, what, why):
    """With two seconds, what may take longer is not begun; the other bounds are found."""
    monkeypatch.setattr(pipeline, name, value)
    found = zero_error_capacity(UNEVEN, block=1, time_limit=2 if value == 1 else None)
    assert reasons(found)[what].startswith(f"left out: {why}")
    assert found.lower.value <= found.upper.value
    assert found.verify()


def test_every_step_leaves_the_bracket():
    """However early the clock ends, lower ≤ Θ ≤ upper, verified."""
    best = zero_error_capacity(complement_of_cycle(7), block=2)
    for looks in (*range(1, 12), 20, 40, 80):
        effort = pipeline.Effort(block=2, clock=Looks(looks))
        search = pipeline.Search(complement_of_cycle(7), effort)
        search.run()
        assert search.lower.value <= best.lower.value
        assert search.upper.value >= best.upper.value


def test_a_proof_that_takes_long_to_check_is_not_stated(monkeypatch):
    """The rank is a bound all the same; the statement that it is the least is left out of the certificate."""
    monkeypatch.setattr(minrank, "_CLAUSES_CHECKED_AT_ONCE", 1)
    found = zero_error_capacity(petersen(), block=1, time_limit=60)
    assert found.exact  # by ϑ, so that no rank was looked for
    found = zero_error_capacity(cycle(7), block=1, time_limit=60)
    assert reasons(found)["rank over GF(3)"].endswith("the least by a proof that there is no time to check")
    assert all(statement["kind"] != "minrank" or statement["field"] == 2 for statement in found.statements)
    assert found.verify()


def test_the_capacity_with_feedback_may_be_left_out(monkeypatch):
    """C₀F is not known then, and a note says so; the bracket stands."""
    monkeypatch.setattr(packing, "_CUBES_AT_ONCE", 1)
    monkeypatch.setattr(packing, "_even_optimum", lambda *_: None)
    found = zero_error_capacity(channel_by_cliques(UNEVEN), block=1, time_limit=2)
    assert found.feedback is None
    assert reasons(found)["α* of the channel"].startswith("left out, and with it the capacity with feedback: a linear")
    assert found.record()["feedback"] is None
    assert found.verify()


def test_powers_are_written_so_that_they_can_be_read():
    """⌊7/2⌋ for one letter; a clique is one clique"""
    found = zero_error_capacity(cycle(7), block=2)
    assert reasons(found)["α(G)"] == "at most 3 (⌊7/2⌋), no more than is known"
    assert reasons(found)["α(G^2)"] == "10 words of length 2, the most (⌊7/2·3⌋)"
    assert greedy_cover(complete(3)).reason == "1 clique, taken greedily"
    assert greedy_cover(cycle(4)).reason == "2 cliques, taken greedily"


# --- the steps -------------------------------------------------------------------------------------------------------


def test_theta_says_how_long_it_may_take():
    """n⁴ / 4·10⁷ seconds for the closed form of a regular graph, n⁴ / 3·10⁷ + m³ / 5·10⁸ for a search"""
    with pytest.raises(SizeError, match=r"the closed form of a regular graph may take 2\.6 seconds"):
        lovasz_theta(paley(101), time_limit=0)
    with pytest.raises(SizeError, match=r"a search with 8\d\d unknowns, and its proof, may take 1\.\d seconds"):
        lovasz_theta(Graph.from_networkx(nx.gnp_random_graph(60, 0.5, seed=1)), time_limit=0)
    assert lovasz_theta(UNEVEN, time_limit=0).is_exact == lovasz_theta(UNEVEN).is_exact


def test_a_search_for_theta_that_is_broken_off_gives_a_bound():
    """lower ≤ ϑ ≤ value after 2, 3, … of the steps, with a proof; the bounds close"""
    exact, widths = lovasz_theta(UNEVEN).enclosure, []
    for looks in (4, 8, 12, 60):
        found = theta._searched(UNEVEN, [], Looks(looks))
        found.verify()
        assert found.enclosure.lo <= exact.hi
        assert found.enclosure.hi >= exact.lo
        widths.append(found.enclosure.width)
    assert widths == sorted(widths, reverse=True)


def test_what_is_known_of_theta_is_kept_when_a_search_is_left_out():
    """The bound in closed form of a regular graph, without time for better"""
    G = kneser(9, 3)
    known = theta._with_one_multiplier(G)
    assert not known.is_exact
    assert theta._searched(G, [known], Clock(0)) == known


def test_packings_say_how_long_they_may_take(monkeypatch):
    """A closed form takes no time; other linear programs are left out, or broken off."""
    monkeypatch.setattr(packing, "_CUBES_AT_ONCE", 1)
    assert fractional_packing(cycle(7), 0).number * 2 == 7
    with pytest.raises(SizeError, match=r"a linear program with \d+ inputs and \d+ groups may take [\d.]+ seconds"):
        fractional_packing(UNEVEN, 0)
    monkeypatch.setattr(packing, "FEW_ENTRIES", 0)
    monkeypatch.setattr(packing, "_CUBES_AT_ONCE", 10**9)
    monkeypatch.setattr(packing, "_optimum_of_proposed_basis", lambda *_: None)
    with pytest.raises(SizeError, match=r"a linear program with \d+ inputs and \d+ groups takes too long"):
        fractional_packing(UNEVEN, 0)


def test_maps_are_not_found_without_time():
    """None is the answer when there is none, or none in time."""
    assert find_cohomomorphism(cycle(6), Graph.numbered(3, [])) is not None
    assert find_cohomomorphism(cycle(6), Graph.numbered(3, []), Clock(0)) is None


def test_a_search_for_symmetries_is_taken_up_again():
    """Broken off after any number of looks, it finds the same generators in the end, and no others before."""
    for G in (paley(13), petersen(), UNEVEN, complete(5)):
        whole = automorphisms(G)
        for looks in (1, 2, 3, 5, 8):
            search = _Search(G)
            for _ in range(10_000):
                search.go_on(Looks(looks + 1))
                assert tuple(search.found) == whole[: len(search.found)]
                if not search.left:
                    break
            assert tuple(search.found) == whole


def test_without_time_no_symmetry_is_used():
    """A graph is not called vertex-transitive before that is known; the only turn is without an automorphism."""
    _search_of.cache_clear()
    G = paley(53)
    assert automorphisms(G, Clock(0)) == ()
    assert not is_vertex_transitive(G, Clock(0))
    assert turns(G, Clock(0)) == (tuple(range(53)),)
    assert is_vertex_transitive(G)


def test_a_step_deep_in_a_search_for_symmetries_looks_at_the_clock():
    """Every 64 nodes; what was found before stays."""
    search = _Search(Graph.numbered(4, []))
    search.nodes = 63
    clock = Looks(3)
    search.go_on(clock)
    assert search.found == []
    assert search.left
    search.go_on(Clock())
    assert tuple(search.found) == automorphisms(Graph.numbered(4, []))


def test_matrices_of_small_rank_without_time():
    """The independent set is grown from one vertex, and no formula is written."""
    G = Graph.of((0, 1), (0, 2), (0, 3), (1, 4), (1, 5))
    assert len(minrank._independent_set(G, Clock(0))) <= len(minrank._independent_set(G, Clock()))
    assert G.is_independent(minrank._independent_set(G, Clock(0)))
    found = minrank.minrank(cycle(301), 2, time_limit=0)
    assert (found.rank, found.minimal) == (151, False)


def test_formulas_are_not_written_without_time(monkeypatch):
    """SizeError from the search for one rank; an upper bound from the search for the least."""
    monkeypatch.setattr(minrank, "_CLAUSES_AT_ONCE", 1)
    with pytest.raises(SizeError, match="there is no time to write them"):
        minrank.find_matrix(cycle(7), 2, 3, time_limit=10)
    assert not minrank.minrank(cycle(7), 2, time_limit=10).minimal


def test_a_proof_is_the_longer_to_check_the_larger_its_formula():
    """0 without a proof; otherwise by clauses and lines"""
    assert minrank.find_matrix(Graph.numbered(4, []), 2, 3).seconds_to_verify == 0
    few, many = (minrank.find_matrix(cycle(n), 3, (n - 1) // 2) for n in (7, 21))
    assert few.seconds_to_verify == 0
    assert many.seconds_to_verify > 0


@pytest.mark.parametrize("module", [numbers, searching])
def test_what_takes_long_to_set_up_is_not_begun(monkeypatch, module):
    """Without time to write out the graph or to list what is covered, the other ways are gone."""
    monkeypatch.setattr(numbers, "_ENTRIES_AT_ONCE", 1)
    if module is searching:
        monkeypatch.setattr(searching, "PAIRS_AT_ONCE", 1)
        assert find_code(cycle(7), time_limit=1) == ()
    G = paley(17)
    found = independence_number(G, time_limit=5)
    check_code(G, found.words)
    assert 1 <= len(found.words) <= 3 <= found.upper
    assert "exhaustive" not in found.reason


def test_turned_codes_that_take_long_to_set_up_are_not_looked_for(monkeypatch):
    """One word is the code that is known without a search."""
    monkeypatch.setattr(turning, "PAIRS_AT_ONCE", 1)
    assert turned_code(cycle(7), 3, time_limit=10) == ((0, 0, 0),)
    search = pipeline.Search(cycle(7), pipeline.Effort(clock=Clock(20)))
    search._try_turned(3, 35)
    assert reasons(search.effort) == {
        "turned code in G^3": "left out: the time was over before a second word was found"
    }


@pytest.mark.parametrize("G", [cycle(7), petersen(), UNEVEN], ids=str)
def test_pairs_are_counted(G):
    """Σ over words of the words confusable with each = (n + 2m)^k"""
    P = strong_power(G, 2)
    assert confusable_pairs(P) == sum(1 for word in P.words() for _ in P.confusable_with(word))
    assert searching._covered_words(P) == [[P.number(w) for w in P.confusable_with(word)] for word in P.words()]


def test_looks_at_the_clock_change_nothing(monkeypatch):
    """α, branches and words are the same however often the clock is looked at."""
    P, G = strong_power(cycle(7), 2), paley(37)
    before = find_code(P, size=10, time_limit=60), independence_number(G)
    monkeypatch.setattr(searching, "_FEW_COVERED", 1)
    monkeypatch.setattr(branching, "_FEW_PARTS", 1)
    assert (find_code(P, size=10, time_limit=60), independence_number(G)) == before
