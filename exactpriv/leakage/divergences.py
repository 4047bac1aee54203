r"""Rényi divergences of exact distributions, and the local privacy of a channel that they measure.

Main definitions: :func:`renyi_divergence`, :func:`kl_divergence`, :func:`renyi_entropy`; for channels
:func:`local_renyi_privacy`, :func:`local_differential_privacy` and where their maxima are attained.

All orders in [0, ∞] are taken, exactly, in nats: a whole order gives the logarithm of a rational number, order 1 a sum
of such logarithms, any other the logarithm of a sum of radicals.

Conventions at the boundary: an outcome that a distribution does not name has probability 0 there.  For an order of at
least 1, an outcome with p > 0 = q makes the divergence infinite; for an order below 1 only disjoint supports do.

How the largest divergence is found: balls of python-flint for all pairs of rows at once leave few pairs, and those are
compared exactly.

Reference: [gilani2022alphabet], Sec. II (local Rényi differential privacy).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import compress, product
from typing import TYPE_CHECKING, NamedTuple

from exactpriv.amount import INFINITY, ZERO, Amount, ln
from exactpriv.exact.linear import over_common_denominator
from exactpriv.exact.logarithms import ExactAmount, log_of
from exactpriv.exact.radicals import RadicalSum, product_of_powers
from exactpriv.leakage.channel import Channel
from exactpriv.leakage.guessing import Law, law
from exactpriv.leakage.orders import INFINITE, Infinite, Order, order
from exactpriv.numbers import Exactable
from exactpriv.relations import Value

if TYPE_CHECKING:
    from flint import arb

_PRECISION = 128
"""The bits of the balls that sort out which pairs of rows can be the worst."""

Pairs = Mapping[tuple[int, int], int]
"""How many outcomes have the probabilities (n/d, m/d), for a denominator d that is known."""


# --- divergences of distributions ------------------------------------------------------------------------------------


def renyi_divergence(p: Law, q: Law, alpha: Exactable | Infinite) -> ExactAmount:
    r"""Rényi divergence, D_α(p‖q) = ln(Σ_y p(y)^α q(y)^(1-α)) / (α - 1), in nats.

    Order 1 is Σ_y p(y) ln(p(y)/q(y)), order ∞ is ln max_y p(y)/q(y), order 0 is -ln q(p > 0).
    Infinite when p > 0 = q somewhere and α ≥ 1, or when the supports are disjoint.  Never negative.

    Probabilities that are negative or do not sum to 1 raise ``NotStochasticError``, a negative order ``OrderError``.

    >>> p, q = {0: "3/4", 1: "1/4"}, {0: "1/4", 1: "3/4"}
    >>> renyi_divergence(p, q, 2), renyi_divergence(p, q, "inf"), renyi_divergence(p, q, 1)
    (ln(7/3) nats, ln(3) nats, 1/2*ln(3) nats)
    >>> renyi_divergence(p, {0: "1/2", 1: "1/2"}, "3/2"), renyi_divergence({0: 1}, p, 0)
    (2*ln(1/8*2^(1/2) + 3/8*6^(1/2)) nats, ln(4/3) nats)

    See Also: local_renyi_privacy (the largest over the rows of a channel), sibson_information.
    Reference: [gilani2022alphabet], Def. 2.
    """
    p, q = law(p), law(q)
    outcomes = dict.fromkeys((*p, *q))
    weights, d = over_common_denominator(masses.get(y, 0) for masses in (p, q) for y in outcomes)
    pairs = Counter(zip(weights, weights[len(outcomes) :], strict=False))
    return _divergence(pairs, d, order(alpha))


def kl_divergence(p: Law, q: Law) -> ExactAmount:
    """Kullback-Leibler divergence, D(p‖q) = Σ_y p(y) ln(p(y)/q(y)), in nats; infinite when p > 0 = q somewhere.

    >>> kl_divergence({0: 1}, {0: "1/3", 1: "2/3"}), kl_divergence({0: "1/2", 1: "1/2"}, {0: 1})
    (ln(3) nats, inf nats)

    Reference: [gilani2022alphabet], Sec. IV (the limit of the diagonal at order 1).
    """
    return renyi_divergence(p, q, 1)


def renyi_entropy(p: Law, alpha: Exactable | Infinite) -> ExactAmount:
    """Rényi entropy, H_α(p) = ln(Σ_y p(y)^α) / (1 - α), in nats.

    Order 1 is Shannon's, Σ_y p(y) ln(1/p(y)); order 0 is ln |{p > 0}|; order ∞ is -ln max_y p(y).

    >>> p = {0: "1/2", 1: "1/4", 2: "1/4"}
    >>> [renyi_entropy(p, alpha) for alpha in (0, 1, 2, "inf")]
    [ln(3) nats, 3/2*ln(2) nats, ln(8/3) nats, ln(2) nats]

    See Also: renyi_divergence (this is minus the divergence from counting, in which every outcome weighs 1).
    """
    weights, d = over_common_denominator(law(p).values())
    return -_divergence(Counter((n, d) for n in weights), d, order(alpha))


def _divergence(pairs: Pairs, d: int, alpha: Order) -> ExactAmount:
    """D_α of the weights n/d from the weights m/d."""
    if alpha >= 1 and any(n and not m for n, m in pairs):
        return INFINITY.in_nats()
    both = {(n, m): times for (n, m), times in pairs.items() if n and m}
    if isinstance(alpha, Infinite):
        return ln(max(Fraction(n, m) for n, m in both))
    if alpha == 1:
        return sum(((ln(n) - ln(m)) * Fraction(n * times, d) for (n, m), times in both.items()), ZERO.in_nats())
    if alpha.denominator == 1:
        return _log_of_power_sum(both, d, int(alpha)) / (alpha - 1)
    return log_of(RadicalSum.total(_powers(both, d, alpha)), 1 / (alpha - 1))


def _powers(pairs: Pairs, d: int, alpha: Fraction) -> Iterable[RadicalSum]:
    """The numbers n^α m^(1-α) / d, times how often they occur."""
    return (Fraction(times, d) * product_of_powers({n: alpha}, {m: 1 - alpha}) for (n, m), times in pairs.items())


def _log_of_power_sum(pairs: Pairs, d: int, alpha: int) -> Amount:
    """ln(Σ n^α m^(1-α) / d) for a whole order, at which the sum is rational."""
    from flint import fmpq

    powers = (times * fmpq(n) ** alpha * fmpq(m) ** (1 - alpha) for (n, m), times in pairs.items())
    total = sum(powers, fmpq(0))
    return ln(int(total.p)) - ln(int(total.q)) - ln(d)


# --- local privacy of channels ---------------------------------------------------------------------------------------


class WorstPair(NamedTuple):
    """Two inputs that the output tells apart best: D_α of the row of ``x`` from the row of ``x2`` is the largest."""

    x: Value
    x2: Value


class WorstOutput(NamedTuple):
    """An output that tells two inputs apart best: ``x`` makes ``y`` likelier than ``x2`` does, by the largest ratio."""

    x: Value
    x2: Value
    y: Value


def local_renyi_privacy(P: Channel, alpha: Exactable | Infinite) -> ExactAmount:
    r"""Local Rényi privacy, max over x and x′ of D_α(P(·|x)‖P(·|x′)), in nats; x and x′ range over the support.

    Order 1 is the largest Kullback-Leibler divergence, order ∞ local differential privacy.  Orders from 0 to 1 are
    taken too, though the definition of the paper has α > 1.  Infinite when an output is possible for one input and
    impossible for another and α ≥ 1.  A channel with one input has 0.

    A negative order raises ``OrderError``.

    >>> P = Channel({0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}})
    >>> local_renyi_privacy(P, 2), local_renyi_privacy(P, 1), local_renyi_privacy(P, "inf")
    (ln(7/3) nats, 1/2*ln(3) nats, ln(3) nats)

    See Also: local_renyi_privacy_argmax, local_differential_privacy,
    maximal_alpha_beta_leakage (the same at α = β > 1).
    Reference: [gilani2022alphabet], Def. 2, eq. (3).
    """
    table, which = _Table.of(P), order(alpha)
    return table.divergence(*table.worst_pair(which), which)


def local_renyi_privacy_argmax(P: Channel, alpha: Exactable | Infinite) -> WorstPair:
    """The first pair (x, x′) of inputs, in their order, with the largest D_α(P(·|x)‖P(·|x′)).

    >>> P = Channel({0: {"a": "1/2", "b": "1/2"}, 1: {"a": "2/3", "b": "1/3"}, 2: {"a": "1/4", "b": "3/4"}})
    >>> local_renyi_privacy_argmax(P, 2)
    WorstPair(x=1, x2=2)

    See Also: local_renyi_privacy.
    Reference: [gilani2022alphabet], Def. 2, eq. (3).
    """
    table = _Table.of(P)
    i, j = table.worst_pair(order(alpha))
    return WorstPair(table.inputs[i], table.inputs[j])


def local_differential_privacy(P: Channel) -> ExactAmount:
    """Local differential privacy, max over y, x and x′ of ln(P(y|x)/P(y|x′)), in nats.

    Infinite when an output is possible for one input and impossible for another; outputs that never occur are ignored.

    >>> local_differential_privacy(Channel({0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/3", "b": "2/3"}}))
    ln(8/3) nats

    See Also: local_differential_privacy_argmax, local_renyi_privacy.
    Reference: [gilani2022alphabet], Sec. II-B.
    """
    return local_renyi_privacy(P, INFINITE)


def local_differential_privacy_argmax(P: Channel) -> WorstOutput:
    """The first x, x′ and y, in their order, with the largest P(y|x)/P(y|x′); a ratio with 0 below is the largest.

    >>> local_differential_privacy_argmax(Channel({0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/3", "b": "2/3"}}))
    WorstOutput(x=1, x2=0, y='b')

    See Also: local_differential_privacy.
    Reference: [gilani2022alphabet], Sec. II-B.
    """
    table = _Table.of(P)
    i, j = table.worst_pair(INFINITE)
    pairs = zip(table.rows[i], table.rows[j], strict=True)
    ratios: list[Order] = [INFINITE if n and not m else Fraction(n, m or 1) for n, m in pairs]
    return WorstOutput(table.inputs[i], table.inputs[j], table.outputs[ratios.index(max(ratios))])


@dataclass(frozen=True, slots=True)
class _Table:
    """The rows of the inputs that occur, over one denominator d, without the outputs that never occur."""

    inputs: tuple[Value, ...]
    outputs: tuple[Value, ...]
    rows: list[tuple[int, ...]]
    d: int

    @classmethod
    def of(cls, P: Channel) -> _Table:
        rows, d = P.integer_matrix()
        columns = [(y, column) for y, column in zip(P.outputs, zip(*rows, strict=True), strict=True) if any(column)]
        outputs, possible = zip(*columns, strict=True)
        return cls(P.occurring, outputs, list(zip(*possible, strict=True)), d)

    def divergence(self, i: int, j: int, alpha: Order) -> ExactAmount:
        """D_α of row i from row j."""
        return _divergence(self._pairs(i, j), self.d, alpha)

    def _pairs(self, i: int, j: int) -> Pairs:
        return Counter(zip(self.rows[i], self.rows[j], strict=True))

    def worst_pair(self, alpha: Order) -> tuple[int, int]:
        """The first pair of rows with the largest divergence."""
        if alpha >= 1 and (pair := _first_infinite(self.rows)):
            return pair
        if isinstance(alpha, Infinite):
            return _first_largest_ratio(self.rows)
        if alpha == 0:
            return _first_least_likely(self.rows)
        kinds: dict[frozenset[tuple[tuple[int, int], int]], tuple[int, int]] = {}
        for pair in _contenders(self.rows, alpha):  # the same pairs of entries give the same divergence
            kinds.setdefault(frozenset(self._pairs(*pair).items()), pair)
        if len(kinds) == 1:
            return next(iter(kinds.values()))
        return max(kinds.values(), key=lambda pair: self.divergence(pair[0], pair[1], alpha))


def _first_infinite(rows: list[tuple[int, ...]]) -> tuple[int, int] | None:
    """The first pair of rows of which the first has an output that is impossible in the second."""
    supports = [sum(1 << y for y, n in enumerate(row) if n) for row in rows]
    if len(set(supports)) == 1:
        return None
    pairs = product(enumerate(supports), repeat=2)
    return next(((i, j) for (i, s), (j, s2) in pairs if s & ~s2), None)


def _first_largest_ratio(rows: list[tuple[int, ...]]) -> tuple[int, int]:
    """The first pair of rows in which the ratio of two entries in one column is the largest of all."""
    extremes = [(column, max(column), min(column)) for column in zip(*rows, strict=True)]
    largest = max(Fraction(n, m) for _, n, m in extremes)
    return min((column.index(n), column.index(m)) for column, n, m in extremes if Fraction(n, m) == largest)


def _first_least_likely(rows: list[tuple[int, ...]]) -> tuple[int, int]:
    """The first pair of rows in which the second gives the support of the first the least probability."""
    first: dict[tuple[bool, ...], int] = {}
    for i, row in enumerate(rows):
        first.setdefault(tuple(map(bool, row)), i)
    support = {i: likely for likely, i in first.items()}
    return min(product(support, range(len(rows))), key=lambda pair: sum(compress(rows[pair[1]], support[pair[0]])))


def _contenders(rows: list[tuple[int, ...]], alpha: Fraction) -> list[tuple[int, int]]:
    """The pairs of rows, in order, whose divergence balls do not show to be smaller than that of another pair."""
    from flint import ctx

    first: dict[tuple[int, ...], int] = {}
    for i, row in enumerate(rows):  # equal rows count once
        first.setdefault(row, i)
    with ctx.workprec(_PRECISION):
        scores = _scores(list(first), alpha)
        best = max(score.lower() for score in scores)  # points, so that their order is certain
    pairs = product(first.values(), repeat=2)
    return [(i, j) for (i, j), score in zip(pairs, scores, strict=True) if not score < best]


def _scores(rows: list[tuple[int, ...]], alpha: Fraction) -> list[arb]:
    """Balls of numbers that grow with the divergence, for all pairs of rows."""
    from flint import arb, arb_mat, fmpq

    def powers(exponent: Fraction) -> arb_mat:
        e = arb(fmpq(exponent.numerator, exponent.denominator))
        return arb_mat([[arb(n) ** e if n else arb(0) for n in row] for row in rows])

    if alpha != 1:
        return ((1 if alpha > 1 else -1) * powers(alpha) * powers(1 - alpha).transpose()).entries()
    logarithms = arb_mat([[arb(n).log() for n in row] for row in rows])
    cross = arb_mat(rows) * logarithms.transpose()
    return [cross[i, i] - cross[i, j] for i, j in product(range(len(rows)), repeat=2)]
