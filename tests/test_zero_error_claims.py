"""Every statement about zero-error capacity and its wrong neighbors: verdicts, instances, evidence.

This is the only place that says which verdict is expected.  The engines find them; here they are compared.
"""

from fractions import Fraction
from functools import cache
from importlib import import_module
from itertools import combinations, permutations, product

import networkx as nx
import pytest

import exactpriv
from exactpriv.amount import log2
from exactpriv.capacity.chain import clique_channel, feedback_messages, largest_code_size, side_by_side
from exactpriv.capacity.feedback import feedback_capacity
from exactpriv.capacity.graphs import Graph, channel_by_cliques, channel_by_edges, confusability_graph
from exactpriv.capacity.listing import channels_up_to_names, graphs_up_to_names
from exactpriv.capacity.packing import fractional_packing_number
from exactpriv.claims import Refuted, Scope, check, plain, sorts
from exactpriv.claims.certificates import certificate, check_certificate
from exactpriv.claims.loading import claims_of, with_controls
from exactpriv.claims.sorts import GraphChannelSort, UnlabeledChannelSort
from exactpriv.errors import NotAChannelError, ScopeError, SizeError
from exactpriv.relations import Relation
from exactpriv.theorems import named
from exactpriv.theorems import zero_error as chain
from exactpriv.theorems import zero_error_2 as blocks
from tests import oracles, tables

MODULES = ("zero_error", "zero_error_2")

EXPECTED = {
    # what bounds a code
    "ze-cover": ("holds", "products of prices are prices of words, and every word of a code has its own outputs"),
    "ze-duality": ("holds", "sum p(x) q(y) over the pairs of the channel in two orders"),
    "ze-packing-product": ("holds", "products of best weights and of best prices meet"),
    "ze-chain": ("holds", "a code ignores feedback, and the messages after every output are packed"),
    # Proposition 2
    "ze-prop-2": ("holds", "on the support of a best packing"),
    "ze-prop-2-equality": ("refuted", "x1 leads to both outputs, x2 to one: the leakage is 1 bit, the packing 0"),
    "ze-prop-2-support": ("holds", "complementary slackness, then counting twice"),
    "ze-prop-2-max-variant": ("refuted", "two inputs with 1 and 2 outputs send a bit, and |Y| / max |N(x)| = 3/2"),
    "ze-prop-2-max-y-variant": ("refuted", "the pentagon and one more input: 3 < 1 + √5, and α(G²) = 10 > 9"),
    # Appendix B
    "ze-app-b-sum": ("refuted", "ranges of words need not be products: {00, 11}"),
    "ze-app-b-sum-product": ("holds", "numerator and denominator factorize over time"),
    "ze-app-b-identical": ("refuted", "the input may be constant at one time and vary at the other"),
    "ze-app-b-identical-ranges": ("holds", "the factors are equal"),
    "ze-time-varying": ("holds", "products of prices"),
    # maximin information
    "ze-nair": ("holds", "one input from every class is a code, and a code has no two inputs in a class"),
    "ze-nair-blocks": ("holds", "two uses are a channel of words"),
    "ze-nair-code": ("holds", "the words of a code are classes"),
    "ze-nair-all-inputs": ("refuted", "x2 and x3 are told apart, but x1 joins them"),
    # feedback
    "ze-feedback": ("holds", "packed at every use; two messages always share an output if all inputs are confusable"),
    "ze-feedback-step": ("holds", "a packing scaled to M(k-1) and rounded down"),
    "ze-feedback-is-packing": ("refuted", "the triangle by edges: all confusable, yet packing 3/2"),
    "ze-feedback-of-graph": ("refuted", "a lone input beside the triangle by edges, 5/2, or by its clique, 2"),
    # graphs
    "ze-clique-graph": ("holds", "N⁻¹(y) is a clique"),
    "ze-product": ("holds", "pairs of words of two codes"),
    "ze-power-equality": ("refuted", "the pentagon, α = 2 and α(G²) = 5"),
    "ze-hales": ("holds", "for every clique of G the words that begin in it end in a code of H"),
    "ze-sum": ("holds", "(G + H)² consists of G², G ⊠ H, H ⊠ G and H²"),
    "ze-sum-equality": ("refuted", "the pentagon twice: 20 > 18"),
}
"""Identifier ↦ (verdict, why)."""

SMALLEST = {
    # (pairs of the channel, inputs and outputs, …)
    "ze-prop-2-equality": (3, 4),
    "ze-prop-2-max-variant": (3, 7, 1),
    "ze-prop-2-max-y-variant": (11, 12, 2),
    "ze-app-b-sum": (2, 6, 2),
    "ze-app-b-identical": (2, 6, 2),
    "ze-nair-all-inputs": (4, 5),
    "ze-feedback-is-packing": (6, 6),
    "ze-feedback-of-graph": (7, 8),
    "ze-power-equality": (10, 10, 2),
    "ze-sum-equality": (10, 10),
}
"""Identifier ↦ the size of the smallest counterexample."""

BY_BOTH = {
    *("ze-cover", "ze-duality", "ze-prop-2-support", "ze-prop-2-max-variant", "ze-nair", "ze-nair-code"),
    *("ze-app-b-sum", "ze-app-b-sum-product", "ze-app-b-identical", "ze-app-b-identical-ranges", "ze-nair-all-inputs"),
}
"""Decided by enumeration and by z3; of weights and prices z3 takes all real ones."""

CLAIMS = {
    each.id: each
    for each in with_controls(one for name in MODULES for one in claims_of(import_module(f"exactpriv.theorems.{name}")))
}
STATEMENTS = {name: each for name, each in CLAIMS.items() if each.kind != "control"}
REFUTED = [
    *(name for name, each in CLAIMS.items() if each.kind == "control"),
    *(name for name, (word, _) in EXPECTED.items() if word == "refuted"),
]

PENTAGON = Relation.of(*((x, y % 5) for x in range(5) for y in (x, x + 1)))
TRIANGLE = Relation.of(*((x, y % 3) for x in range(3) for y in (x, x + 1)))


@cache
def verdict_of(name):
    """The verdict at the claim's own scope, by the engines that auto takes."""
    return check(CLAIMS[name])


# --- the verdicts ----------------------------------------------------------------------------------------------------


def test_every_statement_has_an_expected_verdict():
    """The table above lists the claims about zero-error capacity, all of them and no others."""
    assert set(STATEMENTS) == set(EXPECTED)
    assert all(name.startswith("ze-") for name in CLAIMS)


@pytest.mark.parametrize("name", EXPECTED)
def test_the_verdict_is_as_expected(name):
    """What the engines find is what was found by hand, within the stated scope and never beyond it."""
    verdict = verdict_of(name)
    assert verdict.word == EXPECTED[name][0]
    assert verdict.scope == CLAIMS[name].scope
    assert verdict.engine == ("enumeration and z3" if name in BY_BOTH else "enumeration")


@pytest.mark.parametrize("name", STATEMENTS)
def test_every_statement_has_a_wrong_neighbor_that_is_refuted(name):
    """The same engine, over the same scope, refutes a wrong neighbor."""
    assert STATEMENTS[name].controls
    for control in STATEMENTS[name].controls:
        assert type(verdict_of(control.id)) is Refuted
        assert control.scope == STATEMENTS[name].scope


@pytest.mark.parametrize("name", REFUTED)
def test_every_counterexample_is_one_and_its_certificate_runs(name):
    """Computed again, hypotheses hold and the conclusion fails; plain Python, without the package, says so too."""
    verdict, claim = verdict_of(name), CLAIMS[name]
    assert verdict.minimal is True
    assert claim.hypothesis(**verdict.witness) is True
    assert claim.conclusion(**verdict.witness) is False
    check_certificate(certificate(claim, verdict.witness))


@pytest.mark.parametrize("name", SMALLEST)
def test_counterexamples_are_of_known_size(name):
    """Nothing smaller refutes it."""
    assert verdict_of(name).size == SMALLEST[name]


def test_what_is_refuted_has_a_smallest_size():
    """The table of sizes lists the refuted statements."""
    assert set(SMALLEST) == {name for name, (word, _) in EXPECTED.items() if word == "refuted"}


@pytest.mark.parametrize("name", STATEMENTS)
def test_statements_are_written_down(name):
    """A claim has a statement, a source and a kind; what is false, and only that, names a statement that holds."""
    each, refuted = STATEMENTS[name], EXPECTED[name][0] == "refuted"
    assert len(each.statement) > 5
    assert "[" in each.source
    assert each.kind in {"paper", "repair", "attained", "neighbour"}
    assert (each.repaired_by is not None) is refuted
    if refuted:
        assert each.repaired_by == "prop-2" or verdict_of(each.repaired_by).word == "holds"
        assert named(each.repaired_by)


# --- instances that are known from paper and pencil -------------------------------------------------------------------


def pentagon_and_one():
    """C₅ + K₁ by its cliques."""
    return channel_by_cliques(Graph.numbered(6, [(v, (v + 1) % 5) for v in range(5)]))


@pytest.mark.parametrize(
    ("statement", "instance"),
    [
        (chain.codes_are_at_most_the_best_mixed_ratio, (pentagon_and_one(), 2)),
        (chain.the_best_leakage_is_the_packing, (pentagon_and_one(),)),
        (blocks.feedback_capacity_is_fractional_packing, (TRIANGLE,)),
        (blocks.feedback_capacity_is_a_number_of_the_graph, (side_by_side(TRIANGLE, Relation.of((0, 0))),)),
        (blocks.maximin_information_is_the_largest_code, (PENTAGON,)),
        (blocks.powers_are_no_better, (PENTAGON, 2)),
        (blocks.codes_of_sums_are_no_better, (PENTAGON,)),
    ],
)
def test_known_counterexamples_are_counterexamples(statement, instance):
    """The pentagon, the triangle and the pentagon with one more input refute what they are known to refute."""
    assert statement(*instance) is False


@pytest.mark.parametrize(
    ("statement", "instance"),
    [
        (chain.the_chain_of_capacities, (PENTAGON, 2)),
        (chain.the_chain_of_capacities, (Relation.of(*tables.CHANNEL_WITH_A_GAP), 3)),
        (chain.the_packing_is_at_most_the_best_leakage, (pentagon_and_one(),)),
        (chain.codes_of_varying_channels_are_at_most_the_packings, (PENTAGON, TRIANGLE)),
        (blocks.one_more_use_multiplies_the_messages, (PENTAGON, 4)),
        (blocks.codes_are_at_most_the_packing_of_the_graph, (PENTAGON, 3)),
        (blocks.codes_of_sums_add_up, (PENTAGON, pentagon_and_one())),
        (blocks.codes_of_products_are_at_most_packing_times_code, (PENTAGON, PENTAGON)),
    ],
)
def test_what_holds_holds_for_larger_channels(statement, instance):
    """Beyond the scopes."""
    assert statement(*instance) is True


def test_the_variant_with_a_maximum_is_refuted_by_the_pentagon_and_one():
    """sup min{|A| / max |N⁻¹(y) ∩ A|, …} = 3 for C₅ + K₁, and yet α(G²) = 10 > 9: counted without the package."""
    R, G = pentagon_and_one(), nx.Graph([(v, (v + 1) % 5) for v in range(5)])
    G.add_node(5)
    power = nx.strong_product(G, G)
    assert max(map(len, nx.find_cliques(nx.complement(power)))) == 10 == largest_code_size(R, 2)
    pairs = set(R)
    largest = 0
    for A in filter(None, oracles.subsets(range(6))):
        outputs = {y for x, y in pairs if x in A}
        groups = [sum((x, y) in pairs for x in A) for y in outputs]
        around = [sum((x, y) in pairs for y in outputs) for x in A]
        largest = max(largest, min(Fraction(len(A), max(groups)), Fraction(len(outputs), min(around))))
    assert largest == 3


# --- measures against other ways of computing them --------------------------------------------------------------------


def test_code_sizes_are_independence_numbers():
    """α(G) and α(G²) as cliques of the complement, by networkx: all graphs on up to 4 vertices, and cycles."""
    graphs = [*graphs_up_to_names(4), *(Graph.numbered(n, [(v, (v + 1) % n) for v in range(n)]) for n in (5, 6, 7))]
    for G in graphs:
        for k, H in ((1, G.to_networkx()), (2, nx.strong_product(G.to_networkx(), G.to_networkx()))):
            expected = max(map(len, nx.find_cliques(nx.complement(H))))
            assert largest_code_size(channel_by_cliques(G), k) == expected
            assert largest_code_size(channel_by_edges(G), k) == expected


def distinguishable(pairs, inputs, uses, messages):
    """Whether so many messages can be told apart after so many uses with feedback: every way to give them inputs."""
    if messages <= 1 or uses == 0:
        return messages <= 1
    outputs = {y for _, y in pairs}
    return any(
        all(distinguishable(pairs, inputs, uses - 1, sum((x, y) in pairs for x in chosen)) for y in outputs)
        for chosen in product(inputs, repeat=messages)
    )


@pytest.mark.parametrize("uses", [1, 2])
def test_feedback_messages_are_told_apart(uses):
    """M(k) messages can be told apart and M(k) + 1 cannot, whatever input each is given: all channels up to 3 × 3."""
    for groups in channels_up_to_names(3, 3):
        pairs = {(x, y) for y, group in enumerate(groups) for x in range(3) if group >> x & 1}
        inputs = sorted({x for x, _ in pairs})
        most = feedback_messages(Relation.of(*sorted(pairs)), uses)
        if most < 5:
            assert distinguishable(pairs, inputs, uses, most)
            assert not distinguishable(pairs, inputs, uses, most + 1)


def test_feedback_messages_of_the_pentagon():
    """M(k) = 1, 2, 5, 12, 30, 75: ⌊5/2 M(k-1)⌋."""
    assert [feedback_messages(PENTAGON, k) for k in range(6)] == [1, 2, 5, 12, 30, 75]
    assert [feedback_messages(TRIANGLE, k) for k in range(4)] == [1, 1, 1, 1]


def edges(R):
    """The edges of the confusability graph, by the names of the inputs."""
    G = confusability_graph(R)
    return {frozenset((G.labels[v], G.labels[w])) for v, w in G.edges()}


def test_clique_channels_have_the_same_graph():
    """The confusability graph of the channel by cliques is that of the channel: all channels up to 4 × 3."""
    for groups in channels_up_to_names(4, 3):
        pairs = sorted((x, y) for y, group in enumerate(groups) for x in range(4) if group >> x & 1)
        R = Relation.of(*pairs)
        assert edges(clique_channel(R)) == edges(R)


def test_measures_refuse_what_they_cannot_take():
    """Numbers of uses that are too small, and an input without output."""
    with pytest.raises(SizeError, match="at least 0"):
        feedback_messages(PENTAGON, -1)
    with pytest.raises(SizeError, match="at least 1"):
        largest_code_size(PENTAGON, 0)
    with pytest.raises(NotAChannelError):
        largest_code_size(Relation(("X", "Y"), {(0, 0): True}, declared=[(0, 1), (0,)]))


# --- the plain vocabulary against the package -------------------------------------------------------------------------


def every_channel(inputs, outputs):
    """The channels up to renaming."""
    for groups in channels_up_to_names(inputs, outputs):
        yield Relation.of(*sorted((x, y) for y, g in enumerate(groups) for x in range(inputs) if g >> x & 1))


def test_plain_measures_agree():
    """Two implementations, one of which uses nothing but Python: all channels up to 3 × 4, and the pentagon."""
    for R in [*every_channel(3, 4), PENTAGON]:
        twin = plain.Relation(R.columns, list(R))
        assert plain.fractional_packing_number(twin) == fractional_packing_number(R)
        assert log2(plain.feedback_capacity(twin).ratio) == feedback_capacity(R)
        assert set(plain.clique_channel(twin)) == set(clique_channel(R))
        assert set(plain.side_by_side(twin, twin)) == set(side_by_side(R, R))
        for k in (1, 2):
            assert plain.largest_code_size(twin, k) == largest_code_size(R, k)
            assert plain.feedback_messages(twin, k) == feedback_messages(R, k)


# --- channels up to renaming ------------------------------------------------------------------------------------------


def renamed_forms(pairs, inputs, outputs):
    """Every way of naming the inputs and outputs of a channel."""
    for order, order2 in product(permutations(range(inputs)), permutations(range(outputs))):
        yield frozenset((order[x], order2[y]) for x, y in pairs)


def test_every_channel_is_listed_once():
    """One of each up to renaming, and by renaming all 511 non-empty relations on 3 × 3."""
    listed = [set(R) for R in every_channel(3, 3)]
    forms = [set(renamed_forms(pairs, 3, 3)) for pairs in listed]
    assert all(one.isdisjoint(other) for one, other in combinations(forms, 2))
    assert len(set.union(*forms)) == 511
    published = tables.RELATIONS_UP_TO_RELABELING
    assert [len(channels_up_to_names(n, n)) + 1 for n in range(1, 5)] == list(published[:4])


def test_sorts_are_where_claims_are():
    """Annotations of claims can be imported with what checks them."""
    assert exactpriv.claims.UnlabeledChannel is exactpriv.UnlabeledChannel is sorts.UnlabeledChannel
    assert exactpriv.claims.GraphChannel is exactpriv.GraphChannel is sorts.GraphChannel


def test_sorts_list_channels_and_graphs():
    """As many as there are, each an honest channel; z3 and batches are refused."""
    scope = Scope(X=3, Y=3)
    unlabeled, graphs = UnlabeledChannelSort("R", ("X", "Y"), scope), GraphChannelSort("R", ("X",), Scope(5))
    assert len(list(unlabeled.instances({}))) == 35
    assert len(list(graphs.instances({}))) == 52
    for R in graphs.instances({}):
        assert clique_channel(R).size() == R.size()
    for refused in (unlabeled.open, unlabeled.options):
        with pytest.raises(ScopeError, match=r"one by one|z3 cannot take"):
            refused({})
    with pytest.raises(SizeError):
        list(GraphChannelSort("R", ("X",), Scope(8)).instances({}))
    with pytest.raises(SizeError):
        channels_up_to_names(7, 2)


def test_claims_about_listed_channels_are_not_given_to_z3():
    """engine='z3' says that it cannot take them."""
    with pytest.raises(ScopeError, match="z3 cannot take 'R'"):
        check(CLAIMS["ze-chain"], engine="z3")
