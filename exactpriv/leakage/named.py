r"""Channels that have a name, with what is known of them in closed form; logarithms are natural.

Main definitions: :func:`bsc`, :func:`bec`, :func:`z_channel`, :func:`randomized_response`, :func:`erasure`,
:func:`truncated_geometric`, :func:`geometric`, :func:`discrete_laplace`, :func:`typewriter`, :func:`identity`,
:func:`constant`, :func:`deterministic`, :func:`binomial`; :func:`named_channel`, which finds one by its name.

L(α, β) is the maximal (α, β)-leakage; L(α, 1) is the maximal α-leakage for α > 1 and the capacity for α = 1, L(∞, 1)
the maximal leakage and L(∞, ∞) the local differential privacy.  Inputs and outputs are 0, 1, … unless it is said
otherwise.  A parameter outside its range raises ``OutsideRangeError``.

Reference: [gilani2022alphabet] for the measures.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from fractions import Fraction
from math import comb
from typing import Any

from exactpriv.errors import OutsideRangeError
from exactpriv.leakage.channel import Channel
from exactpriv.numbers import Exactable, exact
from exactpriv.relations import Function, Value

ERASED = "?"
"""The output of an erasure channel that tells nothing."""


# --- two inputs ------------------------------------------------------------------------------------------------------


def bsc(p: Exactable) -> Channel:
    r"""The binary symmetric channel, which flips a bit with probability p.

    With q = 1 - p and p < ½, for β ≤ (α + 1)/2,

    .. math:: L(α, β) = \tfrac{α}{(α-1)β} \log (p^α + q^α)^{β/α}
              \bigl(q^{α(1-β)/(α-β)} + p^{α(1-β)/(α-β)}\bigr)^{(α-β)/α},

    and :math:`\tfrac{α}{(α-1)β} \log (q^{1-β} p^β + p^{1-β} q^β)` for larger β.  The capacity is log 2 - h(p), the
    maximal leakage log 2q, and L(∞, ∞) = log q/p.

    >>> bsc("1/4").matrix() == [[Fraction(3, 4), Fraction(1, 4)], [Fraction(1, 4), Fraction(3, 4)]]
    True
    """
    return randomized_response(2, 1 - _probability("p", p))


def bec(e: Exactable) -> Channel:
    """The binary erasure channel: the bit comes through, or with probability e the output "?".

    L(α, 1) = α/(α-1) log(e + (1-e) 2^(1-1/α)); the capacity is (1-e) log 2, the maximal leakage log(2-e), and
    L(α, β) = ∞ for β > 1 unless e = 1.

    >>> bec("1/3").outputs, bec("1/3").entry(1, "?")
    ((0, 1, '?'), Fraction(1, 3))
    """
    return erasure(2, e)


def z_channel(q: Exactable) -> Channel:
    """The Z channel: 0 comes through, 1 becomes 0 with probability q.

    L(α, 1) = log(1 + [(1-q)^α / (1-q^α)]^(1/(α-1))); the maximal leakage is log(2-q), and L(α, β) = ∞ for β > 1 unless
    q = 1.

    >>> z_channel("1/2").matrix() == [[1, 0], [Fraction(1, 2), Fraction(1, 2)]]
    True
    """
    q = _probability("q", q)
    return Channel.of([[1, 0], [q, 1 - q]])


# --- k inputs --------------------------------------------------------------------------------------------------------


def randomized_response(k: int, diagonal: Exactable | None = None, *, ratio: Exactable | None = None) -> Channel:
    r"""k-ary randomized response: the truth with probability d, each of the k - 1 other answers equally often.

    Give the diagonal d, or the ratio ρ = e^ε ≥ 0 of d to another entry p, so that d = ρ/(ρ + k - 1).

    With ρ > 1, D = ρ + k - 1 and γ = α(β-1)/(α-β), for β < α and :math:`ρ^{-γ} (ρ^α + k - 2) ≥ k - 1`,

    .. math:: L(α, β) = \tfrac{α-β}{(α-1)β} \log(ρ^{-γ} + k - 1) + \tfrac{1}{α-1} \log(ρ^α + k - 1)
              - \tfrac{α}{(α-1)β} \log D,

    and :math:`\tfrac{α}{(α-1)β} \log \bigl[ρ^{1-β} + (k-1)^{1-β/α} (ρ^α + k - 2)^{β/α}\bigr] / D` when that fails.
    L(∞, β) = (1/β) log(d + (k-1) p^(1-β) d^β), the maximal leakage is log kd, and L(∞, ∞) = log ρ.

    >>> randomized_response(3, "1/2") == randomized_response(3, ratio=2)
    True
    """
    k = _whole("k", k, least=2)
    if (diagonal is None) == (ratio is None):
        raise OutsideRangeError("randomized response needs either its diagonal or its ratio; give one of the two")
    if ratio is not None:
        diagonal = _at_least_0("the ratio", ratio) / (exact(ratio) + k - 1)
    d = _probability("the diagonal", diagonal)
    return Channel.of([[d if y == x else (1 - d) / (k - 1) for y in range(k)] for x in range(k)])


def erasure(k: int, e: Exactable) -> Channel:
    """The k-ary erasure channel: the input comes through, or with probability e the output "?".

    L(α, 1) = α/(α-1) log(k^(1-1/α) (1-e) + e); the capacity is (1-e) log k, the maximal leakage log(k - (k-1)e), and
    L(α, β) = ∞ for β > 1 unless e = 1 or k = 1.

    >>> erasure(3, "10%").entry(2, 2)
    Fraction(9, 10)
    """
    k, e = _whole("k", k, least=1), _probability("e", e)
    rows = [[1 - e if y == x else 0 for y in range(k)] + [e] for x in range(k)]
    return Channel.of(rows, outputs=[*range(k), ERASED])


def typewriter(n: int) -> Channel:
    """The noisy typewriter: each of n letters comes out as itself or as the next one around, equally often.

    L(α, 1) = log(n/2) for every α from 1 on, and L(α, β) = ∞ for β > 1 if n > 2.

    >>> typewriter(3).integer_matrix()
    ([[1, 1, 0], [0, 1, 1], [1, 0, 1]], 2)
    """
    n = _whole("n", n, least=2)
    return Channel.of([[Fraction((y - x) % n < 2, 2) for y in range(n)] for x in range(n)])


def identity(n: int) -> Channel:
    """The channel that gives its input away: L(α, 1) = log n, and L(α, β) = ∞ for β > 1 if n > 1.

    >>> identity(2).matrix() == [[1, 0], [0, 1]]
    True
    """
    n = _whole("n", n, least=1)
    return deterministic(lambda x: x, range(n))


def constant(n: int, outputs: int = 1) -> Channel:
    """The channel with n equal rows, uniform on its outputs: L(α, β) = 0.

    >>> constant(2, 4).entry(1, 3)
    Fraction(1, 4)
    """
    n, outputs = _whole("n", n, least=1), _whole("outputs", outputs, least=1)
    return Channel.of([[Fraction(1, outputs)] * outputs] * n)


def deterministic(rule: Function | Callable[[Any], Value] | Mapping[Any, Value], inputs: Iterable[Any]) -> Channel:
    """The channel x ↦ rule(x) with N outputs: L(α, 1) = log N, and L(α, β) = ∞ for β > 1 if N > 1.

    >>> deterministic(lambda x: x // 2, range(4)).outputs
    (0, 1)

    See Also: deterministic_channel (of a relation), mechanism_channel (of a noiseless mechanism).
    """
    return Channel.of_function(rule, inputs)


# --- noise on the integers -------------------------------------------------------------------------------------------


def geometric(ratio: Exactable, n: int, reach: int) -> Channel:
    r"""The geometric mechanism on 0, …, n - 1: integer noise Z with P(Z = z) = (1-a)/(1+a) a^|z| for the ratio a = e^-ε.

    Its outputs are all integers.  Here they are those from -reach to n - 1 + reach, and both outermost ones collect the
    tail beyond them.  That loses nothing: up to 0, and from n - 1 on, all columns are proportional, so every reach
    gives the leakage of the mechanism itself and reduces to ``truncated_geometric``, which is the case reach = 0.

    >>> geometric("1/2", 2, 1).integer_matrix()
    ([[4, 4, 2, 2], [2, 2, 4, 4]], 12)

    Reference: [ghosh2012universally].
    """
    a, n, reach = _ratio_below_1(ratio), _whole("n", n, least=1), _whole("reach", reach, least=0)
    low, high = -reach, n - 1 + reach
    if low == high:
        return constant(1)

    def entry(x: int, y: int) -> Fraction:
        return a ** abs(y - x) * (1 if y in {low, high} else 1 - a) / (1 + a)

    outputs = range(low, high + 1)
    return Channel.of([[entry(x, y) for y in outputs] for x in range(n)], outputs=outputs)


def truncated_geometric(ratio: Exactable, n: int) -> Channel:
    r"""The geometric mechanism on 0, …, n - 1 whose tails are merged into the end points 0 and n - 1.

    P(y|x) = a^|x-y| (1-a)/(1+a) inside, and a^|x-y| / (1+a) for y = 0 and y = n - 1, with the ratio 0 ≤ a < 1.
    The maximal leakage is log (2 + (n-2)(1-a))/(1+a), and L(∞, ∞) = (n-1) log 1/a.  For a = ½ and n ≥ 4,
    L(2, 1) = log (30 + 5(n-2))/27.

    >>> truncated_geometric("1/2", 3).integer_matrix()
    ([[4, 1, 1], [2, 2, 2], [1, 1, 4]], 6)

    Reference: [ghosh2012universally].
    """
    return geometric(ratio, n, 0)


def discrete_laplace(ratio: Exactable, n: int) -> Channel:
    """Discrete Laplace noise that stays on 0, …, n: P(y|x) = a^|x-y| / Z(x) with Z(x) = Σ_y a^|x-y|, 0 < a.

    Each row is the two-sided geometric law conditioned on 0, …, n; no tail is merged.
    For a ≤ 1 the maximal leakage is log Σ_x 1/Z(x), and L(∞, ∞) = n log 1/a.

    >>> discrete_laplace("1/2", 2).integer_matrix()
    ([[16, 8, 4], [7, 14, 7], [4, 8, 16]], 28)
    """
    a, n = _at_least_0("the ratio", ratio), _whole("n", n, least=0)
    powers = [[a ** abs(x - y) for y in range(n + 1)] for x in range(n + 1)]
    return Channel.from_counts(powers)


def binomial(n: int, *p: Exactable) -> Channel:
    """The number of successes in n independent trials, whose probability p of success is the input.

    Seeing the n trials themselves leaks the same, since the number of successes is sufficient.  With two inputs p and
    1 - p it is n looks at one bit through ``bsc(p)``.

    >>> binomial(2, "1/4", "3/4").inputs
    (Fraction(1, 4), Fraction(3, 4))
    >>> binomial(2, "1/2").matrix() == [[Fraction(1, 4), Fraction(1, 2), Fraction(1, 4)]]
    True
    """
    n, chances = _whole("n", n, least=0), [_probability("p", chance) for chance in p]
    rows = [[comb(n, y) * chance**y * (1 - chance) ** (n - y) for y in range(n + 1)] for chance in chances]
    return Channel.of(rows, inputs=chances)


# --- by name ---------------------------------------------------------------------------------------------------------


def _deterministic(*values: Value) -> Channel:
    """``deterministic 0 0 1 1``: the outputs of the inputs 0, 1, 2, …."""
    return deterministic(dict(enumerate(values)), range(len(values)))
