"""Guessing gains, against all strategies tried out, and against maximal leakage."""

import random
from fractions import Fraction
from itertools import combinations, product

import pytest

from exactpriv.amount import ln
from exactpriv.errors import EmptyRangeError, NotExactError, NotStochasticError, OutsideRangeError, SupportError
from exactpriv.leakage.channel import Channel
from exactpriv.leakage.guessing import (
    additive_leakage,
    bayes_capacity,
    min_entropy_capacity,
    min_entropy_leakage,
    multiplicative_leakage,
    posterior_vulnerability,
    prior_vulnerability,
)
from exactpriv.leakage.maximal import maximal_leakage
from exactpriv.leakage.operational import RandomFunction, operational_leakage

BSC = Channel.of([["3/4", "1/4"], ["1/4", "3/4"]])
ERASURE = Channel.of([["1/2", 0, "1/2"], [0, "1/2", "1/2"]])
THREE = Channel.of([["0.5", "0.3", "0.2"], ["0.2", "0.5", "0.3"], ["0.1", "0.1", "0.8"]])
IDENTITY = Channel.of([[1, 0, 0], [0, 1, 0], [0, 0, 1]])
CONSTANT = Channel.of([["1/3", "2/3"], ["1/3", "2/3"]])
CHANNELS = [BSC, ERASURE, THREE, IDENTITY, CONSTANT]

BINARY = {"first": {0: 1}, "second": {1: 1}, "neither": {0: "1/3", 1: "1/4", 2: "1/4"}}
RISKY = {"bold": {0: 2, 1: -1, 2: "-1/2"}, "shy": {0: "1/10", 1: "1/10", 2: "1/10"}}
GAINS = [None, BINARY, RISKY]


def right(inputs):
    """The gain of guessing right, written out."""
    return {x: {x: 1} for x in inputs}


def random_prior(generator, inputs):
    """A random law without zeros."""
    counts = [generator.randint(1, 9) for _ in inputs]
    return {x: Fraction(n, sum(counts)) for x, n in zip(inputs, counts, strict=True)}


def random_gain(generator, inputs, guesses):
    """A random gain function without negative gains."""
    return {w: {x: Fraction(generator.randint(0, 6), 6) for x in inputs} | {inputs[0]: 1} for w in range(guesses)}


@pytest.mark.parametrize("gain", GAINS)
@pytest.mark.parametrize("P", CHANNELS)
def test_posterior_vulnerability_is_that_of_the_best_strategy(P, gain):
    """V(π, P) = max over strategies s of Σ_{x,y} π(x) P(y|x) g(s(y), x)"""
    prior = random_prior(random.Random(1), P.inputs)
    worth = gain or right(P.inputs)

    def expected(strategy):
        cells = product(P.inputs, P.outputs)
        return sum(prior[x] * P.entry(x, y) * Fraction(worth[strategy[y]].get(x, 0)) for x, y in cells)

    strategies = (dict(zip(P.outputs, s, strict=True)) for s in product(worth, repeat=len(P.outputs)))
    assert posterior_vulnerability(P, prior, gain) == max(map(expected, strategies))


@pytest.mark.parametrize("gain", GAINS)
def test_prior_vulnerability_is_the_posterior_one_of_a_constant_output(gain):
    """V(π) = V(π, 1) for the channel with one output"""
    prior = random_prior(random.Random(2), range(3))
    blind = Channel({x: {"*": 1} for x in range(3)})
    assert prior_vulnerability(prior, gain) == posterior_vulnerability(blind, prior, gain)
    assert additive_leakage(blind, prior, gain) == 0


@pytest.mark.parametrize("P", CHANNELS)
def test_guessing_right_is_the_gain_of_the_identity_matrix(P):
    """No gain function means g(w, x) = 1 for w = x and 0 otherwise."""
    prior = random_prior(random.Random(3), P.inputs)
    for measure in (posterior_vulnerability, additive_leakage, multiplicative_leakage):
        assert measure(P, prior) == measure(P, prior, right(P.inputs))
    assert multiplicative_leakage(P) == multiplicative_leakage(P, dict.fromkeys(P.inputs, Fraction(1, len(P.inputs))))


def test_two_tries():
    """g(W, x) = 1 for x ∈ W, |W| = 2: for uniform x on THREE, (1.0 + … ) / 3 by hand"""
    tries = {pair: dict.fromkeys(pair, 1) for pair in combinations(range(3), 2)}
    assert prior_vulnerability(dict.fromkeys(range(3), "1/3"), tries) == Fraction(2, 3)
    by_hand = Fraction(1, 3) * (Fraction(7, 10) + Fraction(8, 10) + Fraction(11, 10))
    assert posterior_vulnerability(THREE, None, tries) == by_hand


@pytest.mark.parametrize("P", CHANNELS)
def test_seeing_the_output_never_costs(P):
    """V(π, P) ≥ V(π), also for negative gains; equal for independent outputs"""
    generator = random.Random(4)
    for gain in (*GAINS, *(random_gain(generator, P.inputs, 4) for _ in range(5))):
        leak = additive_leakage(P, random_prior(generator, P.inputs), gain)
        assert leak >= 0
        assert leak == 0 or P is not CONSTANT


@pytest.mark.parametrize("P", CHANNELS)
def test_no_gain_and_no_prior_exceed_the_capacity(P):
    """V(π, P) / V(π) ≤ Σ_y max_x P(y|x) for gains ≥ 0, with equality for uniform π and guessing right"""
    generator = random.Random(5)
    for _ in range(40):
        gain = random_gain(generator, P.inputs, generator.randint(1, 4))
        assert multiplicative_leakage(P, random_prior(generator, P.inputs), gain) <= bayes_capacity(P)
    assert multiplicative_leakage(P) == bayes_capacity(P)


def test_a_negative_gain_may_exceed_the_capacity():
    """g ≥ 0 is needed: a bet that is hardly worth taking before is well worth it after."""
    bet = {"bet": {0: 1, 1: "-4/5"}, "pass": {0: "1/100", 1: "1/100"}}
    assert multiplicative_leakage(BSC, None, bet) > bayes_capacity(BSC)


@pytest.mark.parametrize("P", CHANNELS)
def test_the_capacity_is_maximal_leakage(P):
    """log Σ_y max_x P(y|x), also as the operational leakage of order (∞, 1) about X itself"""
    assert ln(bayes_capacity(P)) == min_entropy_capacity(P) == maximal_leakage(P)
    prior = random_prior(random.Random(6), P.inputs)
    about_x = operational_leakage(P, RandomFunction.identity(prior), "inf", 1)
    assert min_entropy_leakage(P, prior) == ln(multiplicative_leakage(P, prior)) == about_x
    assert min_entropy_leakage(P, prior) <= min_entropy_capacity(P)


@pytest.mark.parametrize("gain", GAINS)
def test_post_processing_never_helps(gain):
    """V(π, P Q) ≤ V(π, P)"""
    prior = random_prior(random.Random(8), THREE.inputs)
    noise = Channel.of([["2/3", "1/3"], ["1/4", "3/4"], [0, 1]])
    assert posterior_vulnerability(THREE @ noise, prior, gain) <= posterior_vulnerability(THREE, prior, gain)


def test_the_support_is_what_counts():
    """Inputs that do not occur have no part in the capacity."""
    P = Channel.of([["3/4", "1/4"], ["1/4", "3/4"], [0, 1]])
    assert bayes_capacity(P) == Fraction(7, 4)
    assert bayes_capacity(P.restricted([0, 1])) == multiplicative_leakage(P.restricted([0, 1])) == Fraction(3, 2)


def test_large_channels_are_exact():
    """A 100 × 100 channel with entries n/10⁶, against the plain double loop"""
    generator = random.Random(9)
    rows = []
    for _ in range(100):
        cuts = sorted(generator.randint(0, 10**6) for _ in range(99))
        rows.append([Fraction(b - a, 10**6) for a, b in zip([0, *cuts], [*cuts, 10**6], strict=True)])
    P = Channel.of(rows)
    assert bayes_capacity(P) == sum(max(column) for column in zip(*rows, strict=True))
    gain = {w: {x: (w * x) % 7 for x in range(100)} for w in range(5)}
    by_loop = sum(max(sum(g[x] * rows[x][y] for x in range(100)) for g in gain.values()) for y in range(100)) / 100
    assert posterior_vulnerability(P, None, gain) == by_loop


def test_bad_input_is_named():
    """Every message says what was given and what to do."""
    with pytest.raises(SupportError, match="does not occur"):
        posterior_vulnerability(BSC, {0: "1/2", 7: "1/2"})
    with pytest.raises(NotStochasticError, match="sum to 3/4"):
        prior_vulnerability({0: "3/4"})
    with pytest.raises(NotStochasticError, match="at least 0"):
        prior_vulnerability({0: "3/2", 1: "-1/2"})
    with pytest.raises(EmptyRangeError, match="at least one guess"):
        prior_vulnerability({0: 1}, {})
    with pytest.raises(OutsideRangeError, match="additive_leakage"):
        multiplicative_leakage(BSC, None, {"lose": {0: -1, 1: -1}})
    with pytest.raises(NotExactError, match=r"'0\.1'"):
        prior_vulnerability({0: 1}, {"w": {0: 0.5}})
