"""Capacity with feedback by Shannon's formula, against feedback codes themselves."""

from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product

import pytest

from exactpriv.amount import bits, log2
from exactpriv.capacity.feedback import feedback_capacity, feedback_statement, time_varying_packing_bound
from exactpriv.capacity.graphs import channel_by_cliques, channel_by_edges, confusability_graph
from exactpriv.capacity.named import complete, typewriter
from exactpriv.capacity.packing import fractional_packing, fractional_packing_number
from exactpriv.errors import NotAChannelError
from exactpriv.relations import Relation
from tests.oracles import every_relation

IDENTITY = Relation.of((0, 0), (1, 1))


def outputs_of(rows):
    """x ↦ N(x)."""
    return {x: {y for x2, y in rows if x2 == x} for x, _ in rows}


def has_feedback_code(rows, messages, uses=2):
    """Whether messages can be sent in so many uses: by trying all assignments of inputs to messages.

    After an output those messages are left whose input may lead to it; they must be sent in the uses that remain.
    """
    after = outputs_of(rows)
    outputs = set().union(*after.values())

    @cache
    def can_send(messages, uses):
        if messages <= 1 or uses == 0:
            return messages <= 1
        return any(
            all(can_send(sum(y in after[x] for x in first), uses - 1) for y in outputs)
            for first in combinations_with_replacement(after, messages)  # messages are alike: no order
        )

    return can_send(messages, uses)


def small_channels():
    """The relations with at most 3 inputs and outputs in which each input has an output, up to the outputs' order."""
    for inputs, outputs in product((1, 2, 3), repeat=2):
        for rows in every_relation(inputs, outputs):
            columns = [sorted(x for x, y2 in rows if y2 == y) for y in range(outputs)]
            if len({x for x, _ in rows}) == inputs and columns == sorted(columns) and all(columns):
                yield sorted(rows)


def test_feedback_codes_of_small_channels_keep_to_the_formula():
    """log₂ M ≤ 2 C₀F for M messages in two uses, and C₀F = 0 exactly when not even 2 can be sent."""
    for rows in small_channels():
        capacity = feedback_capacity(Relation.of(*rows))
        possible = [messages for messages in range(1, 11) if has_feedback_code(rows, messages)]
        assert log2(possible[-1]) <= capacity * 2
        assert (capacity == bits(0)) == (possible == [1])


@pytest.mark.parametrize(("n", "uses", "most"), [(5, 1, 2), (5, 2, 5), (7, 2, 10), (4, 2, 4), (3, 2, 1)])
def test_feedback_codes_of_typewriters(n, uses, most):
    """The most messages of n letters typed with feedback, at most (n/2)^uses: ⌊n/2⌋, then ⌊n/2 ⌊n/2⌋⌋."""
    rows = list(typewriter(n))
    assert has_feedback_code(rows, most, uses)
    assert not has_feedback_code(rows, most + 1, uses)


def shannons_strategy(R, uses):
    """The messages of a strategy: of M that can be told apart by the later uses, ⌊pₓ M⌋ take the input x first."""
    weights = list(map(Fraction, feedback_statement(fractional_packing(R))["weights"]))
    messages, used = 64, 6  # one bit a use, by two inputs that are never confused
    for _ in range(uses - used):
        messages = sum(weight * messages // 1 for weight in weights)
    return messages


@pytest.mark.parametrize("n", [4, 5, 7, 26])
def test_the_formula_is_attained_in_the_limit(n):
    """(19/20 α*)^300 < M ≤ (α*)^300 for the messages M of Shannon's strategy in 300 uses."""
    star, messages = Fraction(n, 2), shannons_strategy(typewriter(n), 300)
    assert (star * Fraction(19, 20)) ** 300 < messages <= star**300


@pytest.mark.parametrize("n", [4, 5, 6, 7, 11, 26])
def test_typewriters(n):
    """2^C₀F = n/2 for n ≥ 4 letters, each typed as itself or as the next."""
    assert feedback_capacity(typewriter(n)) == log2(Fraction(n, 2))


def test_capacity_zero_in_spite_of_a_larger_packing():
    """C₀F = 0 for the typewriter with 3 letters, although α* = 3/2: every two inputs are confusable."""
    assert feedback_capacity(typewriter(3)) == bits(0)
    assert fractional_packing_number(typewriter(3)) == Fraction(3, 2)
    assert not has_feedback_code(list(typewriter(3)), 2, uses=4)
    assert feedback_capacity(Relation.of((0, 0))) == bits(0)


def test_the_graph_alone_does_not_determine_it():
    """A triangle and a lone vertex: 2^C₀F is 5/2 by edges and 2 by cliques, with the same confusability graph."""
    G = complete(3) + complete(1)
    by_edges, by_cliques = channel_by_edges(G), channel_by_cliques(G)
    assert confusability_graph(by_edges) == confusability_graph(by_cliques)
    assert feedback_capacity(by_edges) == log2("5/2")
    assert feedback_capacity(by_cliques) == log2(2)


def test_the_statement_proves_the_formula():
    """Weights with at most 1 on every output and prices with at least 1 around every input, of one total."""
    for rows in small_channels():
        statement = feedback_statement(fractional_packing(Relation.of(*rows)))
        p, u = [list(map(Fraction, statement[name])) for name in ("weights", "prices")]
        outputs = list(dict.fromkeys(y for _, y in Relation.of(*rows)))
        after = outputs_of(rows)
        assert statement["kind"] == "feedback"
        assert all(sum(p[x] for x in after if y in after[x]) <= 1 for y in outputs)
        assert all(sum(price for y, price in zip(outputs, u, strict=True) if y in after[x]) >= 1 for x in after)
        assert sum(p) == sum(u) == fractional_packing_number(Relation.of(*rows))
        assert min(p + u) >= 0


def test_channels_in_turn():
    """(Σ log₂ α*(Rₜ)) / k; one channel alone gives log₂ α*, and the order does not matter."""
    pentagon = typewriter(5)
    assert time_varying_packing_bound([pentagon]) == log2("5/2")
    assert time_varying_packing_bound([pentagon] * 3) == log2("5/2")
    assert time_varying_packing_bound([pentagon, IDENTITY]) == time_varying_packing_bound([IDENTITY, pentagon])
    assert time_varying_packing_bound([pentagon, IDENTITY]) == log2(5) / 2
    assert time_varying_packing_bound([pentagon, Relation.of((0, 0))]) == log2("5/2") / 2


def test_codes_over_channels_in_turn_keep_to_the_bound():
    """log₂ |ℱ| / 2 is at most the bound for every code over two small channels in turn, by trying all codes."""
    channels = [Relation.of(*rows) for rows in small_channels() if len({x for x, _ in rows}) == 3]
    for R, S in combinations(channels[::4], 2):
        square = confusability_graph(R) * confusability_graph(S)
        words = list(square.words())
        largest = 1
        while any(
            not any(square.are_confusable(*pair) for pair in combinations(code, 2))
            for code in combinations(words, largest + 1)
        ):
            largest += 1
        assert log2(largest) / 2 <= time_varying_packing_bound([R, S])


def test_no_channel_and_no_output_are_refused():
    """There must be a channel, and an output for every input."""
    with pytest.raises(NotAChannelError, match="no channel was given"):
        time_varying_packing_bound([])
    with pytest.raises(NotAChannelError, match="the input 1 has no output"):
        feedback_capacity(Relation(("X", "Y"), {(0, "a"): True}, ([0, 1], ["a"])))
