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
    if ratio is not None and diagonal is None:
        diagonal = _diagonal(k, exact(ratio))
    elif ratio is not None or diagonal is None:
        raise OutsideRangeError("randomized response has either a diagonal or a ratio; give one of the two")
    d = _probability("the diagonal", diagonal)
    return Channel.of([[d if y == x else (1 - d) / (k - 1) for y in range(k)] for x in range(k)])


def _diagonal(k: int, ratio: Fraction) -> Fraction:
    if ratio < 0:
        raise OutsideRangeError(f"the ratio is {ratio}; give a ratio of probabilities, which is at least 0")
    return ratio / (ratio + k - 1)


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
    return Channel.of([[Fraction(int((y - x) % n < 2), 2) for y in range(n)] for x in range(n)])


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
    """The geometric mechanism on 0, …, n - 1: integer noise with P(Z = z) = (1-a)/(1+a) a^|z|, with the ratio a = e^-ε.

    Its outputs are all integers.  Here they are those from -reach to n - 1 + reach, and both outermost ones collect the
    tail beyond them.  That loses nothing: up to 0, and from n - 1 on, all columns are proportional, so every reach
    gives the leakage of the mechanism itself and reduces to ``truncated_geometric``, which is the case reach = 0.

    >>> geometric("1/2", 2, 1).integer_matrix()
    ([[2, 2, 1, 1], [1, 1, 2, 2]], 6)

    Reference: A. Ghosh, T. Roughgarden and M. Sundararajan, Universally utility-maximizing privacy mechanisms, 2012.
    """
    a, n, reach = _probability("the ratio", ratio), _whole("n", n, least=1), _whole("reach", reach, least=0)
    if a == 1:
        raise OutsideRangeError("the ratio is 1, which spreads the noise over all integers; give a ratio below 1")
    low, high = -reach, n - 1 + reach
    if low == high:
        return constant(1)

    def entry(x: int, y: int) -> Fraction:
        return a ** abs(y - x) * (1 if y in {low, high} else 1 - a) / (1 + a)

    outputs = range(low, high + 1)
    return Channel.of([[entry(x, y) for y in outputs] for x in range(n)], outputs=outputs)


def truncated_geometric(ratio: Exactable, n: int) -> Channel:
    """The geometric mechanism on 0, …, n - 1 whose tails are merged into the end points 0 and n - 1.

    P(y|x) = a^|x-y| (1-a)/(1+a) inside, and a^|x-y| / (1+a) for y = 0 and y = n - 1, with the ratio 0 ≤ a < 1.
    The maximal leakage is log (2 + (n-2)(1-a))/(1+a), and L(∞, ∞) = (n-1) log 1/a.  For a = ½ and n ≥ 4,
    L(2, 1) = log (30 + 5(n-2))/27.

    >>> truncated_geometric("1/2", 3).integer_matrix()
    ([[4, 1, 1], [2, 2, 2], [1, 1, 4]], 6)

    Reference: A. Ghosh, T. Roughgarden and M. Sundararajan, Universally utility-maximizing privacy mechanisms, 2012.
    """
    return geometric(ratio, n, 0)


def discrete_laplace(ratio: Exactable, n: int) -> Channel:
    """Discrete Laplace noise that stays on 0, …, n: P(y|x) = a^|x-y| / Z(x) with Z(x) = Σ_y a^|x-y|, 0 ≤ a ≤ 1.

    Each row is the two-sided geometric law conditioned on 0, …, n; no tail is merged.
    The maximal leakage is log Σ_x 1/Z(x), and L(∞, ∞) = n log 1/a.

    >>> discrete_laplace("1/2", 2).integer_matrix()
    ([[16, 8, 4], [7, 14, 7], [4, 8, 16]], 28)
    """
    a, n = _probability("the ratio", ratio), _whole("n", n, least=0)
    return Channel.from_counts([[a ** abs(x - y) for y in range(n + 1)] for x in range(n + 1)])


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


NAMED_CHANNELS: Mapping[str, Callable[..., Channel]] = {
    "bsc": bsc,
    "bec": bec,
    "z": z_channel,
    "randomized-response": randomized_response,
    "erasure": erasure,
    "geometric": geometric,
    "truncated-geometric": truncated_geometric,
    "discrete-laplace": discrete_laplace,
    "typewriter": typewriter,
    "identity": identity,
    "constant": constant,
    "deterministic": _deterministic,
    "binomial": binomial,
}
"""The channels that :func:`named_channel` knows, by name."""


def named_channel(name: str, *parameters: Any) -> Channel:
    """The channel with a name; its parameters may be texts, as on a command line, also in the form "ratio=3".

    An unknown name, or parameters that the channel does not take, raise ``OutsideRangeError``, which says what there
    is.

    >>> named_channel("bsc", "1/4") == bsc("1/4"), named_channel("randomized-response", 3, "ratio=2").entry(0, 0)
    (True, Fraction(1, 2))
    >>> named_channel("bcs", "1/4")
    Traceback (most recent call last):
    exactpriv.errors.OutsideRangeError: no channel is called 'bcs'; did you mean bsc or bec? Write bsc p or bec e
    """
    key = name.strip().lower().replace("_", "-").removesuffix("-channel")
    if key not in NAMED_CHANNELS:
        raise OutsideRangeError(_unknown(name, key))
    make = NAMED_CHANNELS[key]
    keywords = [text for text in parameters if isinstance(text, str) and _keyword(text) in _parameters(make)]
    values = [value for value in parameters if value not in keywords]
    named = dict(text.split("=", 1) for text in keywords)
    try:
        inspect.signature(make).bind(*values, **named)
    except TypeError as error:
        raise OutsideRangeError(f"{key} does not take these parameters ({error}); write {usage(key)}") from None
    return make(*values, **named)


def usage(name: str) -> str:
    """How a named channel is asked for.

    >>> usage("truncated-geometric"), usage("randomized-response"), usage("binomial")
    ('truncated-geometric ratio n', 'randomized-response k [diagonal] [ratio=…]', 'binomial n p …')
    """
    return " ".join([name, *map(_written, _parameters(NAMED_CHANNELS[name]).values())])


def _written(parameter: inspect.Parameter) -> str:
    if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
        return f"{parameter.name} …"
    if parameter.kind is inspect.Parameter.KEYWORD_ONLY:
        return f"[{parameter.name}=…]"
    return parameter.name if parameter.default is inspect.Parameter.empty else f"[{parameter.name}]"


def _parameters(make: Callable[..., Channel]) -> Mapping[str, inspect.Parameter]:
    return inspect.signature(make).parameters


def _keyword(text: str) -> str:
    return text.split("=", 1)[0] if "=" in text else ""


def _unknown(name: str, key: str) -> str:
    close = get_close_matches(key, NAMED_CHANNELS, n=3, cutoff=3 / 5)
    if not close:
        return f"no channel is called {name!r}; there are {', '.join(NAMED_CHANNELS)}"
    return f"no channel is called {name!r}; did you mean {' or '.join(close)}? Write {' or '.join(map(usage, close))}"


# --- checking parameters ---------------------------------------------------------------------------------------------


def _probability(name: str, value: Exactable) -> Fraction:
    p = exact(value)
    if not 0 <= p <= 1:
        raise OutsideRangeError(f"{name} is {p}; give a probability from 0 to 1")
    return p


def _whole(name: str, value: Exactable, *, least: int) -> int:
    n = exact(value)
    if n.denominator != 1 or n < least:
        raise OutsideRangeError(f"{name} is {n}; give a whole number that is at least {least}")
    return int(n)
