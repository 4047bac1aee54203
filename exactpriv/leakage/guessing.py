r"""What guessing gains from an output: vulnerabilities and leakages for a rational gain function, exactly.

A gain function says what a guess w is worth when the secret is x; without one, a guess is worth 1 when it is right and
0 otherwise, which is the probability of guessing right in one try.  The verbs are the same for every gain.

Main definitions: :func:`prior_vulnerability`, :func:`posterior_vulnerability`, :func:`additive_leakage`,
:func:`multiplicative_leakage`, :func:`bayes_capacity`; as amounts :func:`min_entropy_leakage`,
:func:`min_entropy_capacity`.

Conventions at the boundary: a gain that is not listed is 0; gains may be negative, but a multiplicative leakage needs a
positive prior vulnerability; only inputs in the support of the channel can have a positive prior.

Reference: [issa2018operational], Thm. 1 (the logarithm of the capacity is maximal leakage).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from exactpriv.amount import Amount, ln
from exactpriv.errors import EmptyRangeError, NotStochasticError, OutsideRangeError, SupportError
from exactpriv.leakage.channel import Channel
from exactpriv.numbers import Exactable, exact
from exactpriv.relations import Value

Law = Mapping[Value, Exactable]
"""Probabilities by value."""
Gain = Mapping[Value, Mapping[Value, Exactable]]
"""What each guess is worth for each secret: guess ↦ secret ↦ number."""


def law(probabilities: Law) -> dict[Value, Fraction]:
    """The values of positive probability, with their exact probabilities.

    A negative probability, or probabilities that do not sum to 1, raise ``NotStochasticError``.

    >>> law({"a": "1/3", "b": "2/3", "c": 0})
    {'a': Fraction(1, 3), 'b': Fraction(2, 3)}
    """
    exactly = {value: exact(p) for value, p in probabilities.items()}
    for value, p in exactly.items():
        if p < 0:
            raise NotStochasticError(f"the probability of {value!r} is {p}; give numbers that are at least 0")
    if (total := sum(exactly.values())) != 1:
        raise NotStochasticError(f"the probabilities sum to {total}; divide them by their sum, so that they sum to 1")
    return {value: p for value, p in exactly.items() if p}


def prior_on(P: Channel, prior: Law | None) -> dict[Value, Fraction]:
    """The law of the inputs, uniform on the support when none is given.

    A positive probability outside the support raises ``SupportError``.

    >>> prior_on(Channel({0: {"a": 1}, 1: {"a": 1}}), None)
    {0: Fraction(1, 2), 1: Fraction(1, 2)}
    """
    if prior is None:
        return dict.fromkeys(P.occurring, Fraction(1, len(P.occurring)))
    given = law(prior)
    check_support(P, given)
    return given


def check_support(P: Channel, inputs: Iterable[Value]) -> None:
    """Raise ``SupportError`` unless all the inputs occur.

    >>> check_support(Channel({0: {"a": 1}}), [1])
    Traceback (most recent call last):
    exactpriv.errors.SupportError: the input 1 has positive probability but does not occur; the inputs that do are 0
    """
    for x in inputs:
        if P.support.holds(x) is False:
            known = ", ".join(map(repr, P.support))
            message = f"the input {x!r} has positive probability but does not occur; the inputs that do are {known}"
            raise SupportError(message)


def prior_vulnerability(prior: Law, gain: Gain | None = None) -> Fraction:
    """V(π) = max_w Σ_x π(x) g(w, x): the best expected gain of a guess before anything is seen.

    Without a gain it is max_x π(x).  A gain without guesses raises ``EmptyRangeError``.

    >>> prior_vulnerability({"a": "1/4", "b": "3/4"})
    Fraction(3, 4)
    >>> prior_vulnerability({"a": "1/4", "b": "3/4"}, {"bold": {"b": 1, "a": -5}, "shy": {"a": "1/2", "b": "1/2"}})
    Fraction(1, 2)
    """
    masses = law(prior)
    if gain is None:
        return max(masses.values())
    return max(sum((p * g.get(x, 0) for x, p in masses.items()), Fraction(0)) for g in _guesses(gain).values())


def posterior_vulnerability(P: Channel, prior: Law | None = None, gain: Gain | None = None) -> Fraction:
    """V(π, P) = Σ_y max_w Σ_x π(x) P(y|x) g(w, x): the best expected gain of a guess after the output is seen.

    The prior is uniform on the support unless it is given; without a gain this is Σ_y max_x π(x) P(y|x).

    >>> posterior_vulnerability(Channel({0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}}))
    Fraction(3, 4)
    """
    masses = prior_on(P, prior)
    joint, denominator = _whole([[p * Fraction(P.entry(x, y)) for y in P.outputs] for x, p in masses.items()])
    if gain is None:
        return Fraction(sum(map(max, zip(*joint, strict=True))), denominator)
    gains, scale = _whole([[g.get(x, Fraction(0)) for x in masses] for g in _guesses(gain).values()])
    expected = _product(gains, joint)
    return Fraction(sum(map(max, zip(*expected, strict=True))), denominator * scale)


def additive_leakage(P: Channel, prior: Law | None = None, gain: Gain | None = None) -> Fraction:
    """V(π, P) - V(π): by how much the output raises the best expected gain.

    >>> additive_leakage(Channel({0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}}))
    Fraction(1, 4)
    """
    return posterior_vulnerability(P, prior, gain) - prior_vulnerability(prior_on(P, prior), gain)


def multiplicative_leakage(P: Channel, prior: Law | None = None, gain: Gain | None = None) -> Fraction:
    """V(π, P) / V(π): the factor by which the output raises the best expected gain.

    A prior vulnerability that is not positive raises ``OutsideRangeError``.

    >>> multiplicative_leakage(Channel({0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}}))
    Fraction(3, 2)
    """
    before = prior_vulnerability(prior_on(P, prior), gain)
    if before <= 0:
        message = f"the prior vulnerability is {before}, so there is no ratio; use additive_leakage, or positive gains"
        raise OutsideRangeError(message)
    return posterior_vulnerability(P, prior, gain) / before


def bayes_capacity(P: Channel) -> Fraction:
    """Σ_y max_x P(y|x): the largest multiplicative leakage over all priors on the support and all gains ≥ 0.

    The uniform prior and the gain of guessing right attain it.  Its logarithm is maximal leakage.

    >>> bayes_capacity(Channel({0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}}))
    Fraction(3, 2)

    See Also: maximal_leakage.
    Reference: [issa2018operational], Thm. 1.
    """
    rows, denominator = P.integer_matrix()
    return Fraction(sum(map(max, zip(*rows, strict=True))), denominator)


def min_entropy_leakage(P: Channel, prior: Law | None = None) -> Amount:
    """ln V(π, P) - ln V(π) for the gain of guessing right, in nats.

    >>> min_entropy_leakage(Channel({0: {"a": 1}, 1: {"b": 1}}), {0: "1/3", 1: "2/3"})
    ln(3/2) nats
    """
    return ln(multiplicative_leakage(P, prior))


def min_entropy_capacity(P: Channel) -> Amount:
    """ln Σ_y max_x P(y|x): the largest min-entropy leakage over all priors on the support, in nats.

    >>> min_entropy_capacity(Channel({0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}}))
    ln(3/2) nats

    See Also: maximal_leakage (the same amount, in bits).
    """
    return ln(bayes_capacity(P))


def _guesses(gain: Gain) -> dict[Value, dict[Value, Fraction]]:
    if not gain:
        raise EmptyRangeError("a gain function without guesses has no best one; list at least one guess")
    return {guess: {x: exact(worth) for x, worth in row.items()} for guess, row in gain.items()}


def _whole(matrix: list[list[Fraction]]) -> tuple[list[list[int]], int]:
    """The matrix as integers over one common denominator."""
    common = math.lcm(*(entry.denominator for row in matrix for entry in row))
    return [[entry.numerator * (common // entry.denominator) for entry in row] for row in matrix], common


def _product(left: list[list[int]], right: list[list[int]]) -> list[list[Any]]:
    from flint import fmpz_mat

    table: list[list[Any]] = (fmpz_mat(left) * fmpz_mat(right)).tolist()
    return [[int(entry) for entry in row] for row in table]
