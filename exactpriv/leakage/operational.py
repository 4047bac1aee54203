r"""The operational definition of maximal (α, β)-leakage, evaluated for a given unknown function U of the data.

An adversary guesses the value of a randomized function U of X, before and after seeing Y (so U – X – Y), and gains
:math:`Q(u)^{(α-1)/α}` when the guess Q gives the true value u this probability.  The definition (4) is the supremum,
over U and over the law of X, of what :func:`operational_leakage` computes for one U; Theorem 1 says what it is.

Main definitions: :class:`RandomFunction`; :func:`operational_leakage`; :func:`log_guessing_gain`,
:func:`log_best_guessing_gain`, :func:`best_guess` (the reduction :math:`\max_Q \sum_u p(u) Q(u)^{(α-1)/α} = ‖p‖_α`);
:func:`leakage_objective`, what Theorem 1 maximizes, and :func:`near_maximizer`; :func:`nearly_optimal_function`, the
explicit functions of its proof, :func:`limit_of_nearly_optimal`, what they approach, and :func:`attacking_function`.

Conventions at the boundary: values of U and outputs of probability 0 are dropped; α = 1 is the limit at the given U,
the mutual information I(U; Y), for finite β; β may be below 1 here, where Theorem 1 is false; α = ∞ and β = ∞ are the
limits, a most likely value and a most revealing output.

Exactness: an exact amount in nats where the inner sums can be raised to the power β/α among sums of radicals (α an
integer or infinite, β/α an integer, or β infinite), and where they are multiples of each other, as in symmetric
channels; otherwise an enclosure in nats of the width asked for.

Reference: [gilani2022alphabet], eq. (4) and Thm. 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import partial, reduce
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from exactpriv.amount import INFINITY, NEGATIVE_INFINITY, ZERO, Amount, ln
from exactpriv.errors import NotStochasticError, OrderError, OutsideRangeError, WidthError
from exactpriv.exact.enclosure import Enclosure, refine
from exactpriv.exact.logarithms import ExactAmount, log_of
from exactpriv.exact.radicals import RadicalSum
from exactpriv.leakage.alphabeta import leakage_certificate
from exactpriv.leakage.certificates import Evidence, Image, Maximum, Optimum, Point, Separation
from exactpriv.leakage.channel import Channel
from exactpriv.leakage.guessing import Law, check_support, law
from exactpriv.leakage.orders import Infinite, Order, order
from exactpriv.numbers import Exactable, exact, integer_root
from exactpriv.relations import Value

if TYPE_CHECKING:
    from flint import arb

Leakage: TypeAlias = ExactAmount | Enclosure
"""An exact amount, or an enclosure of the number of nats."""
Masses: TypeAlias = list[tuple[Fraction, Fraction]]
"""Pairs (how often, mass), both positive."""
Cell: TypeAlias = tuple[Fraction, Masses]
"""What is known at one output: its weight, and the masses of the values of U."""

_PRECISION = 128
"""Bits of weights that are not rational."""
_MOST_TERMS = 4096
"""Integer powers of sums of radicals are expanded up to about so many terms."""


# --- unknown functions of the data -----------------------------------------------------------------------------------


class RandomFunction:
    """A randomized function U of X, by the joint law of the two; a value may stand for many that are alike.

    ``joint[u][x]`` is the probability P(u, x) of each of the ``copies[u]`` (one unless given) values alike to u.
    A negative probability, or probabilities that do not sum to 1 with the copies counted, raise
    ``NotStochasticError``; a number of copies that is not a positive integer raises ``OutsideRangeError``.

    >>> U = RandomFunction({"rare": {0: "1/8"}, "other": {0: "1/4", 1: "1/2"}}, copies={"rare": 2})
    >>> U.size, U.prior
    (3, {0: Fraction(1, 2), 1: Fraction(1, 2)})
    """

    __slots__ = ("copies", "joint")

    def __init__(self, joint: Mapping[Value, Law], copies: Mapping[Value, int] | None = None) -> None:
        exactly = {u: {x: exact(p) for x, p in row.items()} for u, row in joint.items()}
        self.joint = {u: rest for u, row in exactly.items() if (rest := {x: p for x, p in row.items() if p})}
        self.copies = {u: (copies or {}).get(u, 1) for u in self.joint}
        for u, row in self.joint.items():
            _check_value(u, row, self.copies[u])
        if (total := sum(self.prior.values())) != 1:
            raise NotStochasticError(f"the joint law of U and X sums to {total}; give probabilities that sum to 1")

    @property
    def size(self) -> int:
        """How many values U has."""
        return sum(self.copies.values())

    @property
    def prior(self) -> dict[Value, Fraction]:
        """The law of X."""
        masses: dict[Value, Fraction] = {}
        for u, row in self.joint.items():
            for x, p in row.items():
                masses[x] = masses.get(x, Fraction(0)) + self.copies[u] * p
        return masses

    @classmethod
    def identity(cls, prior: Law) -> RandomFunction:
        """U = X under a law of X.

        >>> RandomFunction.identity({"a": "1/3", "b": "2/3"}).joint
        {'a': {'a': Fraction(1, 3)}, 'b': {'b': Fraction(2, 3)}}
        """
        return cls({x: {x: p} for x, p in law(prior).items()})

    @classmethod
    def shattered(cls, prior: Law) -> RandomFunction:
        """U = X with each value split into so many parts that all values of U are equally likely.

        It attains maximal leakage, and maximal realizable leakage for this law of X.

        >>> U = RandomFunction.shattered({"a": "1/3", "b": "2/3"})
        >>> U.copies, U.joint["b"]
        ({'a': 1, 'b': 2}, {'b': Fraction(1, 3)})
        """
        masses = law(prior)
        parts = math.lcm(*(p.denominator for p in masses.values()))
        return cls({x: {x: Fraction(1, parts)} for x in masses}, {x: int(p * parts) for x, p in masses.items()})

    def masses(self, likelihood: Callable[[Value], Fraction] = lambda _: Fraction(1)) -> Masses:
        """Pairs (copies, P(u)); with the likelihoods x ↦ P(y|x) of an output, pairs (copies, P(u, y))."""
        pairs = ((n, sum(p * likelihood(x) for x, p in self.joint[u].items())) for u, n in self.copies.items())
        return [(Fraction(n), Fraction(mass)) for n, mass in pairs if mass]

    def __repr__(self) -> str:
        many = {u: n for u, n in self.copies.items() if n > 1}
        return f"RandomFunction({self.joint}{f', copies={many}' if many else ''})"


def _check_value(u: Value, row: Mapping[Value, Fraction], copies: object) -> None:
    if min(row.values()) < 0:
        raise NotStochasticError(f"the value {u!r} has the masses {dict(row)}; give numbers that are at least 0")
    if not isinstance(copies, int) or copies < 1:
        raise OutsideRangeError(f"got {copies!r} copies of the value {u!r}; give a positive integer")


# --- the definition --------------------------------------------------------------------------------------------------


def operational_leakage(
    P: Channel,
    U: RandomFunction | Mapping[Value, Law],
    alpha: Exactable | Infinite,
    beta: Exactable | Infinite,
    *,
    width: Exactable = "1e-12",
) -> Leakage:
    r"""α/(α-1) · log of (Σ_y P(y) ‖P(u|y)‖_α^β)^{1/β} / ‖P(u)‖_α, in nats: how much Y helps to guess U.

    The joint law of U and X is a :class:`RandomFunction` or a mapping u ↦ x ↦ P(u, x), with X in the support of P and
    U – X – Y.  It takes α ∈ [1, ∞] and β ∈ (0, ∞]; the limit at (1, ∞) depends on the path: ``OrderError``.
    An input that does not occur raises ``SupportError``, a width that is not positive ``WidthError``.

    >>> P = Channel({0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}})
    >>> U = RandomFunction.identity({0: "1/2", 1: "1/2"})
    >>> operational_leakage(P, U, 2, 1), operational_leakage(P, U, 1, 1), operational_leakage(P, U, "inf", "inf")
    (ln(5/4) nats, -ln(2) + 3/4*ln(3) nats, ln(3/2) nats)

    See Also: maximal_alpha_beta_leakage (never smaller, for β ≥ 1).
    Reference: [gilani2022alphabet], eq. (4).
    """
    function = U if isinstance(U, RandomFunction) else RandomFunction(U)
    check_support(P, function.prior)
    after = [cell(function.masses(partial(P.entry, y=y))) for y in P.outputs]
    return guessing_leakage(after, [cell(function.masses())], alpha, beta, width)


def cell(masses: Masses) -> Cell:
    """The masses of the values of U at one output, with their sum, the probability of the output, as weight.

    >>> cell([(Fraction(2), Fraction(1, 8))])
    (Fraction(1, 4), [(Fraction(2, 1), Fraction(1, 8))])
    """
    return sum((n * p for n, p in masses), Fraction(0)), masses


def guessing_leakage(
    after: list[Cell],
    before: list[Cell],
    alpha: Exactable | Infinite,
    beta: Exactable | Infinite,
    width: Exactable = "1e-12",
) -> Leakage:
    r"""α/(α-1) · log of the ratio of (Σ_c w_c^{1-β} ‖m_c‖_α^β)^{1/β} after to the same before, in nats.

    A cell c is an output (or a value of side information, or both) with its weight w_c = P(c) and the masses P(u, c).

    >>> masses = [(Fraction(1), Fraction(1, 2)), (Fraction(1), Fraction(1, 2))]
    >>> guessing_leakage([cell(masses[:1]), cell(masses[1:])], [cell(masses)], 2, 1)
    ln(2) nats
    """
    a, b = _orders(alpha, beta)
    if a == 1:
        return (_entropy(before) - _entropy(after)).in_nats()
    return _log_ratio(after, before, a, b, width)


def _orders(alpha: Exactable | Infinite, beta: Exactable | Infinite) -> tuple[Order, Order]:
    a, b = order(alpha), order(beta)
    if a < 1:
        raise OrderError(f"α = {a} is below 1, where the definition says nothing; give an α of at least 1, or 'inf'")
    if b == 0:
        raise OrderError("β = 0 gives no norm; give a positive β, or 'inf'")
    if a == 1 and isinstance(b, Infinite):
        raise OrderError("at α = 1 and β = ∞ the limit depends on the path; give a finite β, or an α above 1")
    return a, b


def _entropy(cells: list[Cell]) -> Amount:
    """H(U | cell)."""
    return sum((n * p * (ln(weight) - ln(p)) for weight, masses in cells for n, p in masses), ZERO)


# --- the ratio of norms, exactly or in balls -------------------------------------------------------------------------


def _log_ratio(after: list[Cell], before: list[Cell], a: Order, b: Order, width: Exactable) -> Leakage:
    """The logarithm, with its factor, of the ratio of the two totals."""
    accuracy = positive_width(width)
    after = [(weight, masses) for weight, masses in after if masses and (weight or b >= 1)]
    if not after:
        return NEGATIVE_INFINITY.in_nats()
    if b > 1 and not all(weight for weight, _ in after):
        return INFINITY.in_nats()
    factor = _factor(a, b)
    exactly = [_exact_log_total(cells, a, b) for cells in (after, before)]
    if exactly[0] is None or exactly[1] is None:
        return refine(lambda: (_ball_log_total(after, a, b) - _ball_log_total(before, a, b)) * ball(factor), accuracy)
    return (exactly[0] - exactly[1]) * factor


def _exact_log_total(cells: list[Cell], a: Order, b: Order) -> ExactAmount | None:
    """The logarithm of the total where it is one of sums of radicals: also when all S are multiples of one of them."""
    try:
        return log_of(_total(cells, a, b, _RADICALS))
    except OutsideRangeError:  # a root of a sum, or a power that is too long
        pass
    if isinstance(a, Infinite) or isinstance(b, Infinite):
        return None
    sums = [_powers(masses, a, _RADICALS) for _, masses in cells]
    ratios = [ratio for S in sums if (ratio := _single_ratio(S, sums[0])) is not None]
    if len(ratios) < len(sums):
        return None
    weights = (RadicalSum.of(weight) ** (1 - b) for weight, _ in cells)
    total = RadicalSum.total(weight * ratio ** (b / a) for weight, ratio in zip(weights, ratios, strict=True))
    return log_of(total) + log_of(sums[0], b / a)


def _single_ratio(S: RadicalSum, T: RadicalSum) -> RadicalSum | None:
    """S / T if that is a single radical: then it is the ratio of some term of S and a given term of T."""
    lead = T.parts()[0]
    return next((ratio for ratio in (part / lead for part in S.parts()) if ratio * T == S), None)


def _ball_log_total(cells: list[Cell], a: Order, b: Order) -> Any:
    return _total(cells, a, b, _BALLS).log()


def positive_width(width: Exactable) -> Fraction:
    """The width as an exact number; one that is not positive raises ``WidthError``.

    >>> positive_width("1e-3")
    Fraction(1, 1000)
    """
    if (number := exact(width)) <= 0:
        raise WidthError(f"an enclosure cannot be asked to have width {width}: give a width above 0, such as '1e-12'")
    return number


def _factor(a: Order, b: Order) -> Fraction:
    """What multiplies the logarithm: α/((α-1)β) and its limits, 1/(α-1) for β = ∞."""
    if isinstance(a, Infinite):
        return Fraction(1) if isinstance(b, Infinite) else 1 / b
    return 1 / (a - 1) if isinstance(b, Infinite) else a / ((a - 1) * b)


class _Numbers(NamedTuple):
    """What a kind of numbers must be able to do, beside + * and /."""

    of: Callable[[Fraction], Any]
    power: Callable[[Any, Fraction], Any]
    larger: Callable[[Any, Any], Any]
    total: Callable[[Iterable[Any]], Any]


def _total(cells: list[Cell], a: Order, b: Order, number: _Numbers) -> Any:
    """Σ_c w^{1-β} S^{β/α}, or the largest S/w^α for β = ∞: one definition for every kind of numbers."""
    p = Fraction(1) if isinstance(a, Infinite) else a
    powers = [(weight, _powers(masses, a, number)) for weight, masses in cells]
    if isinstance(b, Infinite):
        return reduce(number.larger, (S / number.power(number.of(weight), p) for weight, S in powers))
    if b == 1:  # a weight may be 0, and 0^0 = 1
        return number.total(number.power(S, 1 / p) for _, S in powers)
    return number.total(number.power(number.of(weight), 1 - b) * number.power(S, b / p) for weight, S in powers)


def _powers(masses: Masses, a: Order, number: _Numbers) -> Any:
    """S = Σ_u m(u)^α, or the largest mass for α = ∞."""
    if isinstance(a, Infinite):
        return number.of(max(mass for _, mass in masses))
    return number.total(number.of(n) * number.power(number.of(mass), a) for n, mass in masses)


def _power(base: RadicalSum, exponent: Fraction) -> RadicalSum:
    if len(base.terms) > 1 and len(base.terms) ** exponent > _MOST_TERMS:
        raise OutsideRangeError(f"a power of {exponent} of a sum of {len(base.terms)} radicals is too long")
    return base**exponent


def ball(number: Fraction) -> arb:
    """The number as a ball of python-flint, at the precision that is set.

    >>> ball(Fraction(1, 2)).is_exact()
    True
    """
    from flint import arb, fmpq

    return arb(fmpq(number.numerator, number.denominator))


def _ball_power(base: arb, exponent: Fraction) -> arb:
    return base ** ball(exponent)


def _larger_ball(left: arb, right: arb) -> arb:
    return left.max(right)  # Python's max is not rigorous on balls


_RADICALS = _Numbers(RadicalSum.of, _power, max, RadicalSum.total)
_BALLS = _Numbers(ball, _ball_power, _larger_ball, sum)


# --- the best guess --------------------------------------------------------------------------------------------------


def log_guessing_gain(p: Law, Q: Law, alpha: Exactable | Infinite) -> ExactAmount:
    r"""log Σ_u p(u) Q(u)^{(α-1)/α} for a guess Q about a value of law p, in nats; -∞ for a guess that is surely wrong.

    It takes α ∈ (1, ∞], otherwise ``OrderError``.

    >>> log_guessing_gain({0: "1/4", 1: "3/4"}, {0: "1/10", 1: "9/10"}, 2), log_guessing_gain({0: 1}, {1: 1}, "inf")
    (1/2*ln(5/8) nats, -inf nats)
    """
    a, guess = _above_one(alpha), law(Q)
    exponent = Fraction(1) if isinstance(a, Infinite) else (a - 1) / a
    gains = (p_u * RadicalSum.of(guess[u]) ** exponent for u, p_u in law(p).items() if u in guess)
    return log_of(sum(gains, RadicalSum.of(0)))


def log_best_guessing_gain(p: Law, alpha: Exactable | Infinite) -> ExactAmount:
    r"""log max_Q Σ_u p(u) Q(u)^{(α-1)/α} = log ‖p‖_α, in nats; for α = ∞ the logarithm of the largest p(u).

    It takes α ∈ (1, ∞], otherwise ``OrderError``.

    >>> log_best_guessing_gain({0: "1/4", 1: "3/4"}, 2), log_best_guessing_gain({0: "1/4", 1: "3/4"}, "inf")
    (1/2*ln(5/8) nats, ln(3/4) nats)

    See Also: best_guess (attains it), renyi_entropy (a negative multiple of it).
    """
    a, masses = _above_one(alpha), law(p)
    if isinstance(a, Infinite):
        return ln(max(masses.values()))
    return log_of(sum((RadicalSum.of(p_u) ** a for p_u in masses.values()), RadicalSum.of(0)), 1 / a)


def best_guess(p: Law, alpha: Exactable | Infinite) -> dict[Value, Fraction]:
    r"""The guess Q(u) = p(u)^α / Σ p^α of largest gain; for α = ∞ surely the first of the most likely values.

    Its probabilities must be rational: α is an integer above 1, or infinite, otherwise ``OrderError``.

    >>> best_guess({0: "1/4", 1: "3/4"}, 2), best_guess({0: "1/4", 1: "3/4"}, "inf")
    ({0: Fraction(1, 10), 1: Fraction(9, 10)}, {1: Fraction(1, 1)})
    """
    a, masses = _above_one(alpha), law(p)
    if isinstance(a, Infinite):
        return {max(masses, key=masses.__getitem__): Fraction(1)}
    if a.denominator != 1:
        raise OrderError(f"α = {a} makes the best guess irrational; give an integer above 1, or 'inf'")
    total = sum(p_u**a.numerator for p_u in masses.values())
    return {u: p_u**a.numerator / total for u, p_u in masses.items()}


def _above_one(alpha: Exactable | Infinite) -> Order:
    a = order(alpha)
    if a <= 1:
        raise OrderError(f"α = {a} gives no gain function; give an order above 1, or 'inf'")
    return a


# --- what Theorem 1 says, at one point -------------------------------------------------------------------------------


def leakage_objective(  # noqa: PLR0913 - the formula has as many variables
    P: Channel,
    reference: Value,
    tilted: Law,
    alpha: Exactable | Infinite,
    beta: Exactable | Infinite,
    *,
    width: Exactable = "1e-12",
) -> Leakage:
    r"""α/((α-1)β) · log Σ_y P(y|x')^{1-β} (Σ_x T(x) P(y|x)^α)^{β/α}, in nats: what (5) maximizes over x' and T.

    The reference x' and the law T are on the support of P.  Outputs with no P(y|x) where T is positive are dropped;
    P(y|x') = 0 makes it infinite for β > 1, and 0^0 = 1 for β = 1.  It takes α ∈ (1, ∞] and β ∈ (0, ∞].

    >>> P = Channel({0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}})
    >>> leakage_objective(P, 0, {1: 1}, 2, 2), leakage_objective(P, 0, {0: 1}, 2, 2)
    (ln(7/3) nats, 0 nats)

    See Also: maximal_alpha_beta_leakage (the maximum, for β ≥ 1).
    Reference: [gilani2022alphabet], Thm. 1.
    """
    masses = law(tilted)
    return _objective(P, reference, [(weight, Fraction(1), x) for x, weight in masses.items()], (alpha, beta), width)


def limit_of_nearly_optimal(  # noqa: PLR0913 - as leakage_objective
    P: Channel,
    reference: Value,
    guesses: Law,
    alpha: Exactable | Infinite,
    beta: Exactable | Infinite,
    *,
    width: Exactable = "1e-12",
) -> Leakage:
    r"""The objective of Theorem 1 at x' and the law T(x) ∝ q(x)^α, in nats: what the functions of its proof approach.

    For α = ∞ the law is uniform on the most likely values of q.  See :func:`nearly_optimal_function`.

    >>> P = Channel({0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}})
    >>> limit_of_nearly_optimal(P, 0, {0: "1/2", 1: "1/2"}, "inf", 2)
    1/2*ln(3) nats
    """
    masses = law(guesses)
    return _objective(P, reference, [(Fraction(1), q, x) for x, q in masses.items()], (alpha, beta), width)


def _objective(
    P: Channel,
    reference: Value,
    terms: list[tuple[Fraction, Fraction, Value]],
    orders: tuple[Exactable | Infinite, Exactable | Infinite],
    width: Exactable,
) -> Leakage:
    """The log of Σ_y P(y|x')^{1-β} (Σ n (m P(y|x))^α)^{β/α} over (Σ n m^α)^{β/α} for terms (n, m, x)."""
    a, b = _orders(*orders)
    _above_one(orders[0])
    check_support(P, [reference, *(x for _, _, x in terms)])
    after = [
        (Fraction(P.entry(reference, y)), [(n, m * P.entry(x, y)) for n, m, x in terms if P.entry(x, y)])
        for y in P.outputs
    ]
    return _log_ratio(after, [(Fraction(1), [(n, m) for n, m, _ in terms])], a, b, width)


# --- the functions of the proof --------------------------------------------------------------------------------------


def nearly_optimal_function(
    P: Channel, reference: Value, guesses: Law, alpha: Exactable | Infinite, fineness: int
) -> RandomFunction:
    r"""The function of Theorem 1's proof: many values hidden at x', and one for each x, which is guessed.

    With n the fineness and α = p/q there are N = n^{2p} values of U, alike, at x', of total mass 1 - s, and one at
    each x of mass s·q(x), where s = N^{-(α-1)/2α} = n^{q-p}; for α = ∞, N = n² and s = 1/n.  As n grows, the law of
    the output goes to that of x', while guessing ignores the many values: the operational leakage approaches
    :func:`limit_of_nearly_optimal`, and for β > 1 no function attains the supremum (unless it is 0).

    A fineness that is not an integer of at least 2 raises ``OutsideRangeError``, an α of at most 1 ``OrderError``.

    >>> P = Channel({0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}})
    >>> U = nearly_optimal_function(P, 0, {1: 1}, 2, 10**6)
    >>> U.size, operational_leakage(P, U, 2, 3).decimal(), leakage_objective(P, 0, {1: 1}, 2, 3).decimal()
    (1000000000000000000000001, '1.275764', '1.275766')

    Reference: [gilani2022alphabet], Sec. V-A.
    """
    a, masses = _above_one(alpha), law(guesses)
    if not isinstance(fineness, int) or fineness < 2:
        raise OutsideRangeError(f"got the fineness {fineness!r}; give an integer of at least 2")
    check_support(P, [reference, *masses])
    p, q = (1, 0) if isinstance(a, Infinite) else (a.numerator, a.denominator)
    many, s = fineness ** (2 * p), Fraction(1, fineness ** (p - q))
    hidden = ("hidden", reference)
    guessed = {("guessed", x): {x: s * q_x} for x, q_x in masses.items()}
    return RandomFunction({hidden: {reference: (1 - s) / many}, **guessed}, {hidden: many})


def guesses_for(tilted: Law, alpha: Exactable | Infinite, digits: int = 12) -> dict[Value, Fraction]:
    r"""A rational law q close to the one with q(x)^α ∝ T(x), each weight before normalization to so many digits.

    For α = ∞ it is uniform on the values of T.  It takes α ≥ 1, otherwise ``OrderError``.

    >>> guesses_for({0: "1/17", 1: "16/17"}, 2, 3)
    {0: Fraction(121, 606), 1: Fraction(485, 606)}
    """
    a, masses = order(alpha), law(tilted)
    if a < 1:
        raise OrderError(f"α = {a} is below 1; give an order of at least 1, or 'inf'")
    weights = {x: Fraction(1) if isinstance(a, Infinite) else _root(T, a, digits) for x, T in masses.items()}
    total = sum(weights.values())
    return {x: weight / total for x, weight in weights.items()}


def _root(number: Fraction, degree: Fraction, digits: int) -> Fraction:
    """number^(1/degree) with so many digits, rounded down, but positive."""
    scale = 10**digits
    power = number**degree.denominator * scale**degree.numerator
    return Fraction(integer_root(power.numerator // power.denominator, degree.numerator) or 1, scale)


class Maximizer(NamedTuple):
    """A reference x' and a law T of the input at which the objective of Theorem 1 is, nearly, the leakage."""

    reference: Value
    tilted: dict[Value, Fraction]


def near_maximizer(
    P: Channel, alpha: Exactable | Infinite, beta: Exactable | Infinite, *, width: Exactable = "1e-12"
) -> Maximizer:
    r"""An x' and a law T at which :func:`leakage_objective` is within the width of maximal (α, β)-leakage.

    They are read off the certificate of the leakage; for β ≥ α and for α = ∞ nothing is lost.  It takes α ∈ (1, ∞] and
    β ∈ [1, ∞], otherwise ``OrderError``.

    >>> near_maximizer(Channel({0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}}), 2, 3)
    Maximizer(reference=1, tilted={0: Fraction(1, 1)})

    See Also: leakage_certificate.
    """
    a, b = _above_one(alpha), order(beta)
    evidence = leakage_certificate(P, a, b, width=width).evidence
    inputs = P.occurring
    if isinstance(evidence, Separation):
        return Maximizer(inputs[evidence.x2], {inputs[evidence.x]: Fraction(1)})
    if not isinstance(evidence, Maximum):
        return _best_point(P, evidence, (a, b), width)
    if isinstance(b, Infinite):
        column = [row[evidence.place[0]] for row in P.matrix()]
        least, most = column.index(min(column)), column.index(max(column))
        return Maximizer(inputs[least], {inputs[most]: Fraction(1)})
    if isinstance(a, Infinite):
        return Maximizer(inputs[evidence.place[0]], dict.fromkeys(inputs, Fraction(1, len(inputs))))
    x, x2 = evidence.place
    return Maximizer(inputs[x2], {inputs[x]: Fraction(1)})


def _best_point(P: Channel, evidence: Evidence, orders: tuple[Order, Order], width: Exactable) -> Maximizer:
    """The center and its weights at which the objective is the largest."""
    centers = evidence.items() if isinstance(evidence, Mapping) else ()
    weights = {center: _weights(support) for center, support in centers if not isinstance(support, Image)}
    places = [Maximizer(P.occurring[center], _weighted(P.occurring, p)) for center, p in weights.items()]
    if not places:  # all rows are equal: nothing leaks, wherever one looks
        return Maximizer(P.occurring[0], {P.occurring[0]: Fraction(1)})

    def lower_end(place: Maximizer) -> Fraction:
        value = leakage_objective(P, *place, *orders, width=width)
        return value.lo if isinstance(value, Enclosure) else value.enclosure(_PRECISION)[0]

    return max(places, key=lower_end)


def _weights(support: Point | Optimum) -> list[Fraction]:
    """The weights of the inputs, to many digits where they are not rational."""
    from flint import ctx

    if isinstance(support, Point):
        return list(map(Fraction, support.weights))
    with ctx.workprec(_PRECISION):
        return [Enclosure.of_ball(weight.ball(_PRECISION)).middle for weight in support.inputs]


def _weighted(inputs: tuple[Value, ...], weights: list[Fraction]) -> dict[Value, Fraction]:
    total = sum(weights)
    return {x: weight / total for x, weight in zip(inputs, weights, strict=True) if weight}


def attacking_function(
    P: Channel,
    alpha: Exactable | Infinite,
    beta: Exactable | Infinite,
    fineness: int,
    *,
    width: Exactable = "1e-12",
) -> RandomFunction:
    r"""A function U of the data of which an output reveals nearly as much as the maximal (α, β)-leakage.

    It is the function of Theorem 1's proof at :func:`near_maximizer`, so that the operational leakage about it is below
    the maximal leakage, and as close as the fineness and the width say.  Errors are those of the two.

    >>> P = Channel({0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}})
    >>> U = attacking_function(P, 4, 2, 10**3)
    >>> operational_leakage(P, U, 4, 2).decimal(7), (ln("205/36") / 3).decimal(7)
    ('0.5798303', '0.5798303')

    Reference: [gilani2022alphabet], Sec. V-A.
    """
    reference, tilted = near_maximizer(P, alpha, beta, width=width)
    return nearly_optimal_function(P, reference, guesses_for(tilted, alpha), alpha, fineness)
