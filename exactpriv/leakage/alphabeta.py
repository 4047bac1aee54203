r"""Maximal (α, β)-leakage for all orders in [1, ∞]², exact where there is a closed form, else enclosed as asked.

The alphabet of leakage measures has maximal leakage at (∞, 1), local differential privacy at (∞, ∞), local Rényi
privacy on the diagonal, maximal α-leakage on the edge β = 1 and the Shannon capacity in the corner (1, 1).

Main definitions: :func:`maximal_alpha_beta_leakage` and its special cases :func:`maximal_alpha_leakage`,
:func:`maximal_renyi_leakage`, :func:`arimoto_capacity`, :func:`capacity`; :func:`alpha_tau_leakage`, the other
coordinates; :func:`leakage_certificate`, the evidence for any of these values; :func:`enclosed_leakage`, a second way
to them.

How a value is found:

* β ≥ α > 1 or α = ∞: a maximum over finitely many places, decided exactly, the logarithm of a rational number or of a
  sum of radicals;
* β < α, and the capacity: an interior-point method proposes weights of the inputs.  If they point to a closed form
  that meets the conditions of an optimum exactly, the value is exact; otherwise the weights are made as accurate as the
  width asks for, and the value is a :class:`~exactpriv.leakage.certificates.CertifiedEnclosure`.

One policy for α = 1: orders below 1 are refused.  So is α = 1 with β > 1, where the definition gives the capacity and
the limit of the closed form +∞, unless the caller names one of the two.

Conventions at the boundary: only the inputs in the support count; outputs that never occur are ignored.  For β > 1 an
output that is possible for one input and impossible for another makes the leakage infinite.  Amounts are in nats.

Reference: [gilani2022alphabet], Thm. 1 and Sec. IV.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING, Literal, TypeAlias, TypeVar

from exactpriv.amount import INFINITY, ZERO, ln
from exactpriv.errors import CertificateError, OrderError, OutsideRangeError, UndecidedError, WidthError
from exactpriv.exact.enclosure import Enclosure
from exactpriv.exact.linear import over_common_denominator
from exactpriv.exact.logarithms import ExactAmount, log_of
from exactpriv.exact.radicals import RadicalSum, radical
from exactpriv.leakage.certificates import (
    BoundsOf,
    Certificate,
    CertifiedEnclosure,
    Evidence,
    Image,
    Matrix,
    Maximum,
    Optimum,
    Point,
    Question,
    Separation,
    Support,
    score,
    score_balls,
    score_factor,
)
from exactpriv.leakage.channel import Channel
from exactpriv.leakage.closed_forms import as_randomized_response, is_short, verified_optimum
from exactpriv.leakage.divergences import (
    local_differential_privacy_argmax,
    local_renyi_privacy,
    local_renyi_privacy_argmax,
)
from exactpriv.leakage.guessing import Law, prior_on
from exactpriv.leakage.orders import INFINITE, Infinite, Order, order
from exactpriv.leakage.reductions import (
    MergedOutput,
    MixedRow,
    without_proportional_outputs,
    without_repeated_rows,
    without_zero_outputs,
)
from exactpriv.leakage.sibson import shannon_information
from exactpriv.leakage.solver import Approximation, approximate, renaming_onto, sharpen, whole_weights
from exactpriv.numbers import Exactable, exact

if TYPE_CHECKING:
    from flint import arb

__all__ = [
    "Certificate",
    "CertifiedEnclosure",
    "alpha_tau_leakage",
    "arimoto_capacity",
    "capacity",
    "enclosed_leakage",
    "leakage_certificate",
    "maximal_alpha_beta_leakage",
    "maximal_alpha_leakage",
    "maximal_renyi_leakage",
]

Leakage: TypeAlias = ExactAmount | CertifiedEnclosure
"""An exact amount in nats, or a certified enclosure of the number of nats."""
AtOne: TypeAlias = Literal["definition", "limit"]
T = TypeVar("T")

WIDTH = "1e-12"
"""The width of an enclosure when none is asked for."""

_PRECISION = 96
_SHORT_WEIGHTS = 24
"""Binary digits of the weights of a center that is out of the question."""
_ROUNDS = 24


# --- the measures ----------------------------------------------------------------------------------------------------


def maximal_alpha_beta_leakage(
    P: Channel,
    alpha: Exactable | Infinite,
    beta: Exactable | Infinite,
    *,
    width: Exactable = WIDTH,
    at_one: AtOne | None = None,
) -> Leakage:
    r"""Maximal (α, β)-leakage of a channel, in nats, for α and β in [1, ∞].

    .. math:: \max_{x'} \sup_{\tilde P} \frac{α}{(α-1)β}
              \ln \sum_y P(y|x')^{1-β} \Bigl(\sum_x \tilde P(x) P(y|x)^α\Bigr)^{β/α},

    with its limits at α = ∞ and β = ∞, and the Shannon capacity at (1, 1).  Exact where there is a closed form, else a
    ``CertifiedEnclosure`` of at most the given width.  Never negative; 0 exactly when all rows are equal.  Infinite
    for β > 1 when an output is possible for one input and impossible for another.

    Orders below 1 raise ``OrderError``.  So does α = 1 with β > 1 unless ``at_one`` names what is meant: "definition"
    (the capacity) or "limit" (infinite, or 0 when all rows are equal).  A width that is not positive raises
    ``WidthError``.

    >>> P = Channel.of([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> [maximal_alpha_beta_leakage(P, *orders) for orders in [(2, 1), (4, 2), (2, 2), (2, 3), ("inf", "inf")]]
    [ln(5/4) nats, 1/3*ln(205/36) nats, ln(7/3) nats, 2/3*ln(61/9) nats, ln(3) nats]
    >>> maximal_alpha_beta_leakage(Channel.of([["1/2", "1/3", "1/6"], ["1/5", "1/5", "3/5"]]), 2, 1).decimal(9)
    '[0.184517104, 0.184517105]'

    See Also: leakage_certificate (the evidence), local_renyi_privacy, maximal_leakage.
    Reference: [gilani2022alphabet], Thm. 1.
    """
    return leakage_certificate(P, alpha, beta, width=width, at_one=at_one).leakage


def maximal_alpha_leakage(
    P: Channel, alpha: Exactable | Infinite, *, prior: Law | None = None, width: Exactable = WIDTH
) -> Leakage:
    r"""Maximal α-leakage, sup over P_X of Sibson's information I_α(X;Y), in nats; I(X;Y) itself at α = 1.

    For α > 1 a prior matters only through its support, and α = ∞ is maximal leakage.  At α = 1 the measure is the
    mutual information under the prior, which must then be given, and it is below the limit α → 1, the capacity.

    An order below 1, and α = 1 without a prior, raise ``OrderError``.

    >>> P = Channel.of([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> maximal_alpha_leakage(P, 2), maximal_alpha_leakage(P, 1, prior={0: "1/2", 1: "1/2"})
    (ln(5/4) nats, -ln(2) + 3/4*ln(3) nats)

    See Also: sibson_information, arimoto_capacity.
    Reference: [gilani2022alphabet], Def. 1, eqs. (1) and (2).
    """
    which = order(alpha)
    if which == 1:
        if prior is None:
            raise OrderError(
                "maximal α-leakage at α = 1 is I(X;Y), which depends on the law of X; "
                "give prior={x: probability}, or ask for capacity(P), the limit α → 1"
            )
        return shannon_information(P, prior)
    inputs = P if prior is None else P.restricted(x for x, p in prior_on(P, prior).items() if p)
    return maximal_alpha_beta_leakage(inputs, which, 1, width=width)


def maximal_renyi_leakage(P: Channel, beta: Exactable | Infinite) -> ExactAmount:
    r"""Maximal Rényi leakage, max over x′ of (1/β) ln Σ_y P(y|x′)^(1-β) max_x P(y|x)^β, in nats, exactly.

    It is maximal leakage at β = 1 and local differential privacy at β = ∞.  An order below 1 raises ``OrderError``.

    >>> P = Channel.of([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> [maximal_renyi_leakage(P, beta) for beta in (1, 2, "inf")]
    [ln(3/2) nats, 1/2*ln(3) nats, ln(3) nats]

    Reference: [gilani2022alphabet], Sec. IV, eq. (14).
    """
    value = leakage_certificate(P, INFINITE, beta).value
    assert not isinstance(value, Enclosure)  # noqa: S101 - a maximum over finitely many places is exact
    return value


def arimoto_capacity(P: Channel, alpha: Exactable | Infinite, *, width: Exactable = WIDTH) -> Leakage:
    """Arimoto's capacity of order α in [1, ∞], sup over P_X of I_α(X;Y), in nats; Shannon's capacity at α = 1.

    An order below 1 raises ``OrderError``.

    >>> P = Channel.of([["2/3", 0, "1/3"], [0, "2/3", "1/3"]])
    >>> arimoto_capacity(P, 1), arimoto_capacity(P, 2), arimoto_capacity(P, "inf")
    (2/3*ln(2) nats, 2*ln(1/3 + 2/3*2^(1/2)) nats, ln(5/3) nats)

    See Also: maximal_alpha_leakage (the same for α > 1), sibson_information.
    Reference: [gilani2022alphabet], Sec. II.
    """
    return maximal_alpha_beta_leakage(P, alpha, 1, width=width)


def capacity(P: Channel, *, width: Exactable = WIDTH) -> Leakage:
    """Shannon's capacity, max over P_X of I(X;Y), in nats.

    >>> capacity(Channel.of([["3/4", "1/4"], ["1/4", "3/4"]]))
    -ln(2) + 3/4*ln(3) nats
    >>> print(capacity(Channel.of([["1/2", "1/4", "1/4"], ["1/10", "3/10", "3/5"]])))
    [0.111388, 0.111389]

    Reference: [gilani2022alphabet], Sec. IV (α = β = 1).
    """
    return maximal_alpha_beta_leakage(P, 1, 1, width=width)


def alpha_tau_leakage(P: Channel, alpha: Exactable | Infinite, tau: Exactable, *, width: Exactable = WIDTH) -> Leakage:
    r"""Maximal (α, β)-leakage in the coordinates α and :math:`τ = \frac{α(β-1)}{(α-1)β}`, in nats.

    τ = 0 is maximal α-leakage, τ = 1 local Rényi privacy of order α; between them β is :math:`\frac{α}{α-τ(α-1)}`.
    At α = 1 it is the limit α → 1 for this τ, which exists:
    :math:`\max_{x'} \sup_{\tilde P} I(\tilde X;Y) + τ D(\tilde P_Y ‖ P_{Y|x'})`.

    An α below 1, a τ below 0 and a τ above α/(α-1), where β would exceed ∞, raise ``OrderError``.

    >>> P = Channel.of([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> alpha_tau_leakage(P, 2, 1), alpha_tau_leakage(P, "inf", "1/2"), alpha_tau_leakage(P, 1, "1/2")
    (ln(7/3) nats, 1/2*ln(3) nats, 1/4*ln(3) nats)

    See Also: maximal_alpha_beta_leakage.
    Reference: [gilani2022alphabet], Sec. IV (τ is the scale in eq. (11)).
    """
    a, t = order(alpha), exact(tau)
    if a < 1 or t < 0:
        raise OrderError(f"(α, τ)-leakage was asked for at α = {a}, τ = {t}; it takes α from 1 and τ from 0 on")
    if a == 1:
        return _at_order_one(P, t, _positive(width))
    return maximal_alpha_beta_leakage(P, a, _beta(a, t), width=width)


def _beta(a: Order, t: Fraction) -> Order:
    """The order β of a pair (α, τ)."""
    rest = 1 - t if isinstance(a, Infinite) else 1 - t * (1 - 1 / a)
    if rest < 0:
        largest = 1 if isinstance(a, Infinite) else a / (a - 1)
        raise OrderError(f"τ = {t} belongs to no β at α = {a}; give τ of at most {largest}, where β is ∞")
    return 1 / rest if rest else INFINITE


def _at_order_one(P: Channel, t: Fraction, width: Fraction) -> Leakage:
    """The limit at α = 1, where τ of at least 1 gives τ times the largest Kullback-Leibler divergence."""
    if t >= 1:
        return local_renyi_privacy(P, 1) * t
    return _certified(P, Question(_matrix(P), Fraction(1), Fraction(1), t), width, exactly=True).leakage


# --- certificates ----------------------------------------------------------------------------------------------------


def leakage_certificate(
    P: Channel,
    alpha: Exactable | Infinite,
    beta: Exactable | Infinite,
    *,
    width: Exactable = WIDTH,
    at_one: AtOne | None = None,
) -> Certificate:
    """The certificate of :func:`maximal_alpha_beta_leakage`: its value, exact or enclosed, and the evidence for it.

    With ``at_one="definition"`` the certificate is about the capacity.

    >>> certificate = leakage_certificate(Channel.of([["3/4", "1/4"], ["1/4", "3/4"]]), 4, 2)
    >>> certificate.value, certificate.verify()
    (1/3*ln(205/36) nats, True)
    """
    a, b = _orders(alpha, beta)
    wide = _positive(width)
    if a == 1 and b > 1:
        if at_one == "limit":
            return _at_limit(P, b)
        if at_one != "definition":
            raise OrderError(
                f"at α = 1, β = {b} the definition gives the capacity and the limit of the closed form +∞; "
                'say which is meant with at_one="definition" or at_one="limit"'
            )
        b = a
    return _certified(P, Question(_matrix(P), a, b), wide, exactly=True)


def enclosed_leakage(
    P: Channel, alpha: Exactable | Infinite, beta: Exactable | Infinite, *, width: Exactable = WIDTH
) -> CertifiedEnclosure:
    """A certified enclosure of a finite maximal (α, β)-leakage, also where there is a closed form.

    It is a second way to every exact value: the two must agree.  An infinite leakage raises ``OutsideRangeError``,
    orders below 1 and α = 1 with β > 1 ``OrderError``, a width that is not positive ``WidthError``.

    >>> L = enclosed_leakage(Channel.of([["3/4", "1/4"], ["1/4", "3/4"]]), 4, 2, width="1e-20")
    >>> L.decimal(18), L.certificate.verify()
    ('[0.579830346894099392, 0.579830346894099393]', True)
    """
    a, b = _orders(alpha, beta)
    if a == 1 and b > 1:
        raise OrderError(f"there is no finite leakage to enclose at α = 1, β = {b}; ask for α = β = 1, the capacity")
    leakage = _certified(P, Question(_matrix(P), a, b), _positive(width), exactly=False).leakage
    if not isinstance(leakage, CertifiedEnclosure):
        raise OutsideRangeError(f"the leakage at α = {a}, β = {b} is infinite and has no enclosure; ask for its value")
    return leakage


def _orders(alpha: Exactable | Infinite, beta: Exactable | Infinite) -> tuple[Order, Order]:
    a, b = order(alpha), order(beta)
    if a < 1 or b < 1:
        raise OrderError(
            f"maximal (α, β)-leakage was asked for at α = {a}, β = {b}; it takes orders from 1 on, "
            "because its closed form fails below: renyi_divergence and sibson_information take smaller orders"
        )
    return a, b


def _positive(width: Exactable) -> Fraction:
    if (wide := exact(width)) <= 0:
        raise WidthError(f"an enclosure cannot be asked to have width {wide}; give a width above 0, such as '1e-12'")
    return wide


def _matrix(P: Channel) -> Matrix:
    return tuple(map(tuple, P.matrix()))


def _certificate(P: Channel, question: Question, value: ExactAmount | Enclosure, evidence: Evidence) -> Certificate:
    return Certificate(question, value, evidence, tuple(map(str, P.occurring)), tuple(map(str, P.outputs)))


def _at_limit(P: Channel, b: Order) -> Certificate:
    """The limit α → 1 for β > 1: infinite as soon as two rows differ."""
    question = Question(_matrix(P), Fraction(1), b)
    first, *others = question.matrix
    for x2, row in enumerate(others, 1):
        if row != first:
            y = next(y for y, (p, q) in enumerate(zip(first, row, strict=True)) if p != q)
            return _certificate(P, question, INFINITY.in_nats(), Separation(0, x2, y))
    return _certificate(P, question, ZERO.in_nats(), {})


def _certified(P: Channel, question: Question, width: Fraction, *, exactly: bool) -> Certificate:
    if question.is_infinite:
        return _certificate(P, question, INFINITY.in_nats(), _separation(question))
    if not question.is_concave:
        value, place = _maximum(P, question)
        shown = value if exactly else _around(value, width)
        return _certificate(P, question, shown, Maximum(place))
    if exactly and len(set(question.matrix)) == 1:
        anything = Point((1, *(0 for _ in question.matrix[1:])))
        return _certificate(P, question, ZERO.in_nats(), dict.fromkeys(question.centers, anything))
    exactly = exactly and is_short(question, len(question.outputs))
    return _Search(P, question, width, exactly).certificate()


def _separation(question: Question) -> Separation:
    columns = enumerate(zip(*question.matrix, strict=True))
    y, column = next((y, column) for y, column in columns if any(column) and not all(column))
    return Separation(column.index(max(column)), column.index(0), y)


def _around(value: ExactAmount, width: Fraction) -> Enclosure:
    """An enclosure of the width around an exact amount."""
    digits = _digits(width)
    lo, hi = value.in_nats().enclosure(digits)
    unit = Fraction(1, 10**digits)
    return Enclosure(lo - unit, hi + unit)


def _digits(width: Fraction) -> int:
    """So many decimals that the last one stands for at most a quarter of the width."""
    return math.ceil(4 / width).bit_length() * 1233 // 4096 + 1  # 1233/4096 is a little above log10(2)


# --- maxima over finitely many places --------------------------------------------------------------------------------


def _maximum(P: Channel, question: Question) -> tuple[ExactAmount, tuple[int, ...]]:
    """The value, and the output, center or pair of inputs where it is attained."""
    factor = score_factor(question)
    if isinstance(question.beta, Infinite):
        worst = local_differential_privacy_argmax(P)
        place: tuple[int, ...] = (P.outputs.index(worst.y),)
        return log_of(score(question, place), factor), place
    if question.alpha == INFINITE and question.beta == 1:
        flat, denominator = over_common_denominator(chain.from_iterable(question.matrix))
        columns = (flat[y :: len(P.outputs)] for y in range(len(P.outputs)))
        return ln(Fraction(sum(map(max, columns)), denominator)), (0,)
    if question.alpha == INFINITE:
        place = _worst_center(question)
    else:
        pair = local_renyi_privacy_argmax(P, question.beta)
        place = (P.occurring.index(pair.x), P.occurring.index(pair.x2))
    return log_of(score(question, place), factor), place


def _worst_center(question: Question) -> tuple[int, ...]:
    """The first center with the largest score: balls leave few, which are compared exactly."""
    balls = score_balls(question, _PRECISION)
    best = max(ball.lower() for ball in balls.values())  # points, so that their order is certain
    return max((place for place, ball in balls.items() if not ball < best), key=lambda place: score(question, place))


# --- maxima of concave functions -------------------------------------------------------------------------------------


class _Search:
    """The certificate of a leakage with β < α, or of a capacity: found on a reduced channel, and carried back."""

    def __init__(self, P: Channel, question: Question, width: Fraction, exactly: bool) -> None:
        self.P, self.question, self.width, self.exactly = P, question, width, exactly
        zeros = without_zero_outputs(P)
        self.reduction = zeros.then(without_proportional_outputs).then(without_repeated_rows)
        self.small = replace(question, matrix=_matrix(self.reduction.channel))
        steps = self.reduction.steps
        self.keeps_symmetry = not any(isinstance(step, MergedOutput | MixedRow) for step in steps)
        self.supports: dict[int, Support] = {}
        self.bounds: dict[int, tuple[arb, arb]] = {}
        self.exact: dict[int, ExactAmount] = {}
        self.approximations: list[Approximation | None] = []

    def certificate(self) -> Certificate:
        """The value and the evidence for the original channel."""
        value: ExactAmount | Enclosure | None = self._of_randomized_response() if self.exactly else None
        if value is None:
            value = self._found()
        return _certificate(self.P, self.question, value, self._carried_back())

    def _of_randomized_response(self) -> ExactAmount | None:
        """The closed form, which needs no search; all centers are alike."""
        if self.question.alpha == 1 or as_randomized_response(self.small.matrix) is None:
            return None
        for center in self.small.centers:
            if center and self.keeps_symmetry:
                self._set_image(center, 0, renaming_onto(self.small.matrix, 0, center))
            elif not self._set_optimum(center, None):
                return None
        return max(self.exact.values())

    def _found(self) -> ExactAmount | Enclosure:
        self.approximations = approximate(self.small)
        evaluate = BoundsOf(self.small, _PRECISION)
        for center, approximation in enumerate(self.approximations):
            self._set_point(center, self._first_weights(center, approximation), evaluate)
        self._find_images()
        if self.exactly:
            for center in self._contenders():
                self._set_optimum(center, self._weights(center))
        value = self._exact_value()
        return self._enclosed() if value is None else value

    def _first_weights(self, center: int, approximation: Approximation | None) -> list[int]:
        if approximation is None:
            return sharpen(self.small, center, None, _SHORT_WEIGHTS)
        return whole_weights(approximation.weights, _SHORT_WEIGHTS)

    def _weights(self, center: int) -> list[Fraction] | None:
        approximation = self.approximations[center]
        if approximation is None:
            point = self.supports[center]
            return [Fraction(weight) for weight in point.weights] if isinstance(point, Point) else None
        return approximation.exact_weights()

    def _set_point(self, center: int, weights: Sequence[int], evaluate: BoundsOf) -> None:
        self.supports[center] = Point(tuple(weights))
        self.bounds[center] = evaluate(center, weights)

    def _set_optimum(self, center: int, weights: list[Fraction] | None) -> bool:
        found = verified_optimum(self.small, center, weights)
        if found is not None:
            self.supports[center], self.exact[center] = found
            self.bounds.pop(center, None)
        return found is not None

    def _set_image(self, center: int, of: int, renaming: tuple[int, ...] | None) -> bool:
        if renaming is not None:
            self.supports[center] = Image(of, renaming)
            self.bounds.pop(center, None)
        return renaming is not None

    def _contenders(self) -> list[int]:
        """The centers that may have the largest leakage and whose leakage is not known exactly, the best first."""
        lows = {center: _ends(low)[0] for center, (low, _) in self.bounds.items()}
        best = max(chain(lows.values(), (value.in_nats().enclosure(30)[0] for value in self.exact.values())))
        return sorted((c for c in lows if _ends(self.bounds[c][1])[1] >= best), key=lambda c: -lows[c])

    def _find_images(self) -> None:
        """Leave only one of the contenders that become one another when inputs and outputs are renamed."""
        contenders = self._contenders() if self.keeps_symmetry else []
        kept: list[int] = []
        for center in contenders:
            renamings = ((of, renaming_onto(self.small.matrix, of, center)) for of in kept)
            if not any(self._set_image(center, of, renaming) for of, renaming in renamings):
                kept.append(center)

    def _exact_value(self) -> ExactAmount | None:
        """The largest exact value, when no other center can exceed it."""
        return max(self.exact.values()) if self.exact and not self._contenders() else None

    def _enclosed(self) -> ExactAmount | Enclosure:
        """Make the weights of the contenders more accurate, until the bounds are near enough."""
        bits = math.ceil(4 / self.width).bit_length()
        for _ in range(_ROUNDS):
            evaluate = BoundsOf(self.small, bits + _PRECISION)
            for center in self._contenders():
                if center in self._contenders():  # those before it may have put it out of the question
                    weights = sharpen(self.small, center, self.approximations[center], bits)
                    self._set_sharper(center, weights, evaluate)
            if (value := self._exact_value()) is not None:
                return value
            lo, hi = self._interval(bits)
            if hi - lo <= self.width / 2:
                return _rounded(lo, hi, self.width)
            bits += bits // 2
        raise UndecidedError(f"no enclosure of width {self.width} was reached; ask for a wider one")

    def _set_sharper(self, center: int, weights: list[int], evaluate: BoundsOf) -> None:
        try:
            self._set_point(center, weights, evaluate)
        except CertificateError:  # some output got no mass: more digits are needed
            return

    def _interval(self, bits: int) -> tuple[Fraction, Fraction]:
        lows = [_ends(low)[0] for low, _ in self.bounds.values()]
        ups = [_ends(up)[1] for _, up in self.bounds.values()]
        exact = [value.in_nats().enclosure(bits) for value in self.exact.values()]
        return max(lows + [lo for lo, _ in exact]), max(ups + [hi for _, hi in exact])

    # From the reduced channel to the original one

    def _carried_back(self) -> dict[int, Support]:
        """The evidence for every center of the original channel."""
        P, small = self.P, self.reduction.channel
        place = {x: i for i, x in enumerate(P.occurring)}
        rows = [place[x] for x in small.occurring]
        if not self.question.has_center:
            return {0: self._carried(self.supports[0], rows)}
        evidence = {rows[center]: self._carried(support, rows) for center, support in self.supports.items()}
        for step in self.reduction.steps:
            if isinstance(step, MixedRow):  # a row that is repeated
                first, again = place[next(iter(step.weights))], place[step.input]
                renaming = {first: again, again: first}
                evidence[again] = Image(first, tuple(renaming.get(x, x) for x in range(len(place))))
        return dict(sorted(evidence.items()))

    def _carried(self, support: Support, rows: list[int]) -> Support:
        if isinstance(support, Image):
            return support
        if isinstance(support, Point):
            return Point(tuple(_spread(support.weights, rows, len(self.question.matrix), 0)))
        zero = RadicalSum.of(0)
        inputs = _spread(support.inputs, rows, len(self.question.matrix), zero)
        return Optimum(tuple(self._outputs_carried_back(support.outputs)), tuple(inputs))

    def _outputs_carried_back(self, weights: Sequence[RadicalSum]) -> Iterator[RadicalSum]:
        """The weight of each output: that of the output into which it was merged, times a power of its share."""
        merged = {step.output: step for step in self.reduction.steps if isinstance(step, MergedOutput)}
        totals = dict.fromkeys(self.reduction.channel.outputs, Fraction(1))
        for step in merged.values():
            totals[step.into] += step.ratio
        weight = dict(zip(self.reduction.channel.outputs, weights, strict=True))
        a = self.question.alpha
        power = Fraction(1) if a == 1 else 1 - Fraction(a)  # type: ignore[arg-type]  # it is finite
        for y in self.P.outputs:
            into, ratio = (merged[y].into, merged[y].ratio) if y in merged else (y, Fraction(1))
            yield weight[into] * radical(ratio / totals[into], power) if into in weight else RadicalSum.of(0)


def _spread(values: Sequence[T], places: Sequence[int], length: int, default: T) -> list[T]:
    """A list with the values at their places and the default elsewhere."""
    spread = [default] * length
    for place, value in zip(places, values, strict=True):
        spread[place] = value
    return spread


def _ends(ball: arb) -> tuple[Fraction, Fraction]:
    """The ends of a ball, exactly; ``ball.lower()`` would round them to the precision that is set."""
    middle, radius = (_dyadic(point) for point in (ball.mid(), ball.rad()))
    return middle - radius, middle + radius


def _dyadic(point: arb) -> Fraction:
    mantissa, exponent = map(int, point.man_exp())
    return mantissa * Fraction(2) ** exponent


def _rounded(lo: Fraction, hi: Fraction, width: Fraction) -> Enclosure:
    """The interval with ends that are short decimals, beyond its own ends by at most a quarter of the width."""
    scale = 10 ** _digits(width)
    return Enclosure(Fraction(math.ceil(lo * scale) - 1, scale), Fraction(math.floor(hi * scale) + 1, scale))
