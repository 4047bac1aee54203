r"""Certificates of maximal (α, β)-leakage: what shows a value, and the check that it does.

Whatever found a value, its certificate is judged here from the channel alone, with exact numbers and with balls of
python-flint.  Nothing of the search is used.

Main definitions: :class:`Question`; :class:`Certificate`, with :meth:`~Certificate.verify` and JSON;
:class:`CertifiedEnclosure`.  The evidence is one of :class:`Point`, :class:`Optimum`, :class:`Image` for each x′,
or :class:`Maximum`, or :class:`Separation`; :func:`bounds` and :func:`optimal_value` are what it shows.

With W for P(y|x), a for α, b for β, r = b/a, and :math:`M_{xy} = W(y|x)^a`, :math:`a_y = W(y|x')^{1-b}`, the leakage
for 1 ≤ b < a < ∞ is the maximum over x′ of

.. math:: L_{x'} = \frac{a}{(a-1)b} \sup_p\,\bigl(\ln F(p) - r \ln \textstyle\sum_x p_x\bigr),
          \quad F(p) = \sum_y a_y s_y^r, \quad s_y = \sum_x p_x M_{xy},

over weights p of the inputs.  :math:`F^{1/r}` is concave and homogeneous, which gives both bounds of :func:`bounds`.

Conventions at the boundary: outputs that never occur are ignored, 0⁰ = 1; all amounts are in nats.

Reference: [gilani2022alphabet], Thm. 1.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, partial, reduce
from itertools import product
from typing import TYPE_CHECKING, Any, TypeAlias

from exactpriv.amount import INFINITY, ZERO, Amount, ln
from exactpriv.errors import CertificateError, ExactPrivError
from exactpriv.exact.enclosure import Enclosure, refine
from exactpriv.exact.logarithms import ExactAmount, LogOfRadicals, log_of
from exactpriv.exact.radicals import RadicalSum, integer_text, product_of_powers, radical, ratio_text
from exactpriv.leakage.orders import INFINITE, Infinite, Order, order

if TYPE_CHECKING:
    from flint import arb, arb_mat

    from exactpriv.leakage.channel import Channel

Matrix: TypeAlias = tuple[tuple[Fraction, ...], ...]

_FIRST_PRECISION = 96
_LAST_PRECISION = 1 << 17
FORMAT = "exactpriv leakage certificate 1"


# --- questions and evidence ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Question:
    """Which leakage is asked for: of which matrix P(y|x), at which orders; τ matters only at α = 1, where β is 1."""

    matrix: Matrix
    alpha: Order
    beta: Order
    tau: Fraction = Fraction(0)

    @property
    def is_concave(self) -> bool:
        """Whether the leakage is the maximum of concave functions, and not a maximum over finitely many places."""
        return self.alpha == self.beta == 1 or self.beta < self.alpha < INFINITE

    @property
    def is_limit(self) -> bool:
        """Whether the limit α → 1 for some β > 1 is meant, which is infinite as soon as two rows differ."""
        return self.alpha == 1 < self.beta

    @property
    def has_center(self) -> bool:
        """Whether the row x′ in the center matters: not at β = 1."""
        return self.beta != 1 or self.tau != 0

    @property
    def centers(self) -> range:
        """The rows x′ over which the maximum is taken; one of them where it does not matter."""
        return range(len(self.matrix) if self.has_center else 1)

    @cached_property
    def outputs(self) -> list[int]:
        """The outputs that can occur."""
        return [y for y, column in enumerate(zip(*self.matrix, strict=True)) if any(column)]

    @cached_property
    def rows(self) -> list[list[Fraction]]:
        """The matrix without the outputs that never occur."""
        kept = self.outputs
        return [[row[y] for y in kept] for row in self.matrix]

    @property
    def is_infinite(self) -> bool:
        """Whether the leakage is infinite: an output is possible for one input and not for another, and β > 1."""
        return self.has_center and any(not all(row) for row in self.rows)


@dataclass(frozen=True, slots=True)
class Point:
    """Weights of the inputs, integers up to scale: they bound the leakage at a center from both sides."""

    weights: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Optimum:
    """Weights of the outputs and of the inputs, up to scale, that meet the conditions of an exact optimum."""

    outputs: tuple[RadicalSum, ...]
    inputs: tuple[RadicalSum, ...]


@dataclass(frozen=True, slots=True)
class Image:
    """A center that becomes another one when inputs (``renaming``) and outputs are renamed and the channel stays."""

    of: int
    renaming: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Maximum:
    """Where a maximum over finitely many places is attained: at a center, a pair of inputs, or an output."""

    place: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Separation:
    """An output that is possible for the input x and impossible for x2."""

    x: int
    x2: int
    y: int


Support: TypeAlias = Point | Optimum | Image
Evidence: TypeAlias = Mapping[int, Support] | Maximum | Separation


class CertifiedEnclosure(Enclosure):
    """An enclosure of a number of nats that carries its certificate.

    >>> from exactpriv.leakage import Channel
    >>> from exactpriv.leakage.alphabeta import maximal_alpha_beta_leakage
    >>> P = Channel.of([["1/2", "1/4", "1/4"], ["1/10", "3/10", "3/5"]])
    >>> L = maximal_alpha_beta_leakage(P, 2, 1, width="1e-9")
    >>> print(L.decimal(8), L.certificate.verify())
    [0.18660370, 0.18660371] True
    """

    __slots__ = ("certificate",)
    certificate: Certificate

    def __init__(self, lo: Fraction, hi: Fraction, certificate: Certificate) -> None:
        Enclosure.__init__(self, lo, hi)
        object.__setattr__(self, "certificate", certificate)

    def in_bits(self) -> Enclosure:
        """An enclosure of the number of bits, at most 3/2 times as wide."""
        lo, hi = (refine(partial(_bits_of, end), self.width / 64) for end in (self.lo, self.hi))
        return Enclosure(lo.lo, hi.hi)


def _bits_of(nats: Fraction) -> arb:
    return _ball(nats) / _ball(2).log()


# --- certificates ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Certificate:
    """A value of maximal (α, β)-leakage, in nats, with the evidence for it.

    ``verify`` checks it from the matrix alone; ``to_json`` and ``from_json`` write and read it.
    """

    question: Question
    value: ExactAmount | Enclosure
    evidence: Evidence
    inputs: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()

    @property
    def leakage(self) -> ExactAmount | CertifiedEnclosure:
        """The value: an exact amount, or an enclosure that carries this certificate."""
        if isinstance(self.value, Enclosure):
            return CertifiedEnclosure(self.value.lo, self.value.hi, self)
        return self.value

    def verify(self, channel: Channel | None = None) -> bool:
        """Return True when the evidence shows the value, else raise ``CertificateError``, which says what fails.

        With a channel, the certificate must also be about that channel.
        """
        question = self.question
        if channel is not None and tuple(map(tuple, channel.matrix())) != question.matrix:
            raise CertificateError("the certificate is about another channel: compare its matrix with channel.matrix()")
        try:
            _check_question(question)
            _check(question, self.value, self.evidence)
        except CertificateError:
            raise
        except (ExactPrivError, IndexError, TypeError, ValueError, ZeroDivisionError) as error:
            raise CertificateError(f"the evidence cannot be evaluated: {error}") from error
        return True

    def to_json(self) -> str:
        """The certificate as JSON; fractions and integers are texts."""
        question = self.question
        content = {
            "format": FORMAT,
            "quantity": "maximal (alpha, beta)-leakage in nats",
            "alpha": str(question.alpha),
            "beta": str(question.beta),
            "tau": str(question.tau),
            "inputs": self.inputs,
            "outputs": self.outputs,
            "channel": [list(map(ratio_text, row)) for row in question.matrix],
            "value": _value_to_json(self.value),
            "evidence": _evidence_to_json(self.evidence),
        }
        return json.dumps(content, ensure_ascii=False, indent=1)

    @classmethod
    def from_json(cls, text: str) -> Certificate:
        """The certificate that a JSON text describes; it is read and not yet verified.

        A text that describes none raises ``CertificateError``.
        """
        try:
            return _read_certificate(json.loads(text))
        except (ExactPrivError, KeyError, TypeError, ValueError, ZeroDivisionError, AttributeError) as error:
            raise CertificateError(f"this is no leakage certificate: {error}; write one with to_json()") from error


def _check_question(question: Question) -> None:
    widths = {len(row) for row in question.matrix}
    if len(widths) != 1 or not question.outputs:
        raise CertificateError("the matrix has no entries, or rows of different lengths")
    for place, row in enumerate(question.matrix):
        if min(row) < 0 or sum(row) != 1:
            raise CertificateError(f"row {place} of the matrix is no distribution")
    if question.alpha < 1 or question.beta < 1:
        raise CertificateError(f"no certificate covers the orders {question.alpha} and {question.beta}")
    if question.tau and not (question.alpha == question.beta == 1 and 0 < question.tau < 1):
        raise CertificateError(f"τ = {question.tau} does not go with α = {question.alpha}, β = {question.beta}")


def _check(question: Question, value: ExactAmount | Enclosure, evidence: Evidence) -> None:
    if question.is_limit:
        _check_limit(question, value)
    elif isinstance(value, Amount) and not value.is_finite:
        _check_separation(question, value, evidence)
    elif question.is_infinite:
        raise CertificateError("an output is possible for one input and not for another: the leakage is infinite")
    elif not question.is_concave:
        _check_maximum(question, value, evidence)
    elif isinstance(value, Enclosure):
        _check_enclosure(question, value, evidence)
    else:
        _check_optimum(question, value, evidence)


def _check_limit(question: Question, value: ExactAmount | Enclosure) -> None:
    limit = ZERO if len(set(question.matrix)) == 1 else INFINITY
    if isinstance(value, Enclosure) or value != limit:
        raise CertificateError(f"the limit α → 1 at β = {question.beta} is {limit}")


def _check_separation(question: Question, value: Amount, evidence: Evidence) -> None:
    W = question.matrix
    if value != INFINITY or not isinstance(evidence, Separation) or not question.has_center:
        raise CertificateError("an infinite leakage needs β > 1 and an output that separates two inputs")
    if not W[evidence.x][evidence.y] > 0 == W[evidence.x2][evidence.y]:
        raise CertificateError(f"output {evidence.y} does not separate the inputs {evidence.x} and {evidence.x2}")


def _precisions(start: int) -> Iterator[int]:
    """Numbers of bits, each time twice as many."""
    precision = max(_FIRST_PRECISION, start)
    while precision <= max(_LAST_PRECISION, start):
        yield precision
        precision *= 2


def _bits(interval: Enclosure) -> int:
    """How many bits tell the ends of an interval apart."""
    return 64 + (math.ceil(1 / interval.width).bit_length() if interval.width else 0)


# --- bounds of a concave maximum -------------------------------------------------------------------------------------


def bounds(question: Question, center: int, weights: Sequence[int], precision: int) -> tuple[arb, arb]:
    r"""Balls of a lower and an upper bound of the leakage at one center, from any weights p of the inputs.

    With :math:`G_x = \sum_y a_y s_y^{r-1} M_{xy}` the bounds are
    :math:`\frac{a}{(a-1)b}(\ln F - r \ln \sum_x p_x)` and, higher by it,
    :math:`\frac{1}{a-1} \ln(\max_x G_x \sum_x p_x / F)`.
    At α = 1 they are the mean and the largest of
    :math:`\sum_y W(y|x) \ln \frac{W(y|x)}{W(y|x')^τ q(y)^{1-τ}}`, where q is the law of the output under p.

    Weights that are negative or leave an output without mass raise ``CertificateError``.
    """
    return BoundsOf(question, precision)(center, weights)


@dataclass(slots=True)
class BoundsOf:
    """The function :func:`bounds` of one question at one precision; what the centers share is computed once."""

    question: Question
    precision: int
    rows: list[list[Fraction]] = field(init=False)
    powers: arb_mat = field(init=False)

    def __post_init__(self) -> None:
        from flint import arb_mat, ctx

        self.rows = self.question.rows
        with ctx.workprec(self.precision):
            alpha = self.question.alpha
            self.powers = arb_mat([[_power(p, alpha) for p in row] for row in self.rows])

    def __call__(self, center: int, weights: Sequence[int]) -> tuple[arb, arb]:
        """The two balls."""
        from flint import arb_mat, ctx, fmpz

        if len(weights) != len(self.rows) or min(weights) < 0:
            raise CertificateError("the weights of a point are integers of at least 0, one for each input")
        with ctx.workprec(self.precision):
            p = arb_mat(1, len(weights), [fmpz(weight) for weight in weights])
            masses = (p * self.powers).entries()
            if not all(mass > 0 for mass in masses):
                raise CertificateError("the weights of a point leave an output without mass")
            if self.question.alpha == 1:
                return self._entropy_bounds(self.rows[center], masses, p, _ball(sum(weights)))
            return self._power_bounds(self.rows[center], masses, _ball(sum(weights)))

    def _power_bounds(self, row: list[Fraction], s: list[arb], total: arb) -> tuple[arb, arb]:
        from flint import arb_mat

        a, b = Fraction(self.question.alpha), Fraction(self.question.beta)  # type: ignore[arg-type]  # both are finite
        slopes = [_power(q, 1 - b) * mass ** _ball(b / a - 1) for q, mass in zip(row, s, strict=True)]
        F = sum((slope * mass for slope, mass in zip(slopes, s, strict=True)), _ball(0))
        G = (self.powers * arb_mat(len(s), 1, slopes)).entries()
        low = _ball(a / ((a - 1) * b)) * (F.log() - _ball(b / a) * total.log())
        return low, low + _ball(1 / (a - 1)) * (total * _largest(G) / F).log()

    def _entropy_bounds(self, row: list[Fraction], s: list[arb], p: arb_mat, total: arb) -> tuple[arb, arb]:
        from flint import arb_mat

        tau = self.question.tau
        logs = [_ball(1 - tau) * (mass / total).log() for mass in s]
        if tau:
            logs = [log + _ball(tau) * _ball(q).log() for log, q in zip(logs, row, strict=True)]
        crosses = (self.powers * arb_mat(len(s), 1, logs)).entries()
        D = [_negative_entropy(entries) - cross for entries, cross in zip(self.rows, crosses, strict=True)]
        return (p * arb_mat(len(D), 1, D))[0, 0] / total, _largest(D)


def _power(base: Fraction, exponent: Order) -> arb:
    """base^exponent with 0⁰ = 1, as a ball; the base is 0 only when the exponent is not negative."""
    if exponent == 0:
        return _ball(1)
    return _ball(base) ** _ball(Fraction(exponent)) if base else _ball(0)  # type: ignore[arg-type]  # it is finite


def _ball(number: Fraction | int) -> arb:
    from flint import arb, fmpq

    return arb(fmpq(number.numerator, number.denominator))


def _largest(balls: Sequence[arb]) -> arb:
    """A ball that contains the largest of the numbers, whichever it is."""
    return reduce(lambda one, other: one.max(other), balls)


def _negative_entropy(row: Iterable[Fraction]) -> arb:
    return sum((_ball(p) * _ball(p).log() for p in row if p), _ball(0))


def _check_enclosure(question: Question, claim: Enclosure, evidence: Evidence) -> None:
    """Some center reaches the lower end, and none exceeds the upper end."""
    supports = _supports(question, evidence)
    exact = {c: optimal_value(question, c, s) for c, s in supports.items() if isinstance(s, Optimum)}
    for precision in _precisions(_bits(claim)):
        balls = _center_balls(question, supports, exact, precision)
        lo, hi = _at(precision, claim.lo), _at(precision, claim.hi)
        if (claim.lo <= 0 or any(low >= lo for low, _ in balls)) and all(up <= hi for _, up in balls):
            return
        if all(low < lo for low, _ in balls) or any(up > hi for _, up in balls):
            break
    raise CertificateError(
        f"the evidence does not enclose the leakage between {_short(claim.lo)} and {_short(claim.hi)}"
    )


def _check_optimum(question: Question, claim: ExactAmount, evidence: Evidence) -> None:
    """Some center has exactly the value, and none exceeds it; equal rows leak nothing, without more evidence."""
    if claim == 0 and len(set(question.matrix)) == 1:
        return
    supports = _supports(question, evidence)
    exact = {c: optimal_value(question, c, s) for c, s in supports.items() if isinstance(s, Optimum)}
    if not any(value == claim for value in exact.values()) or any(value > claim for value in exact.values()):
        raise CertificateError(f"the optima of the evidence do not have the largest value {claim.decimal(12)}")
    rest = {c: s for c, s in supports.items() if isinstance(s, Point)}
    for precision in _precisions(0) if rest else ():
        balls = _center_balls(question, rest, {}, precision)
        value = _amount_ball(claim, precision)
        if all(up <= value for _, up in balls):
            return
        if any(up > value for _, up in balls):
            break
    if rest:
        raise CertificateError(f"the points of the evidence do not keep the leakage at or below {claim.decimal(12)}")


def _supports(question: Question, evidence: Evidence) -> dict[int, Point | Optimum]:
    """The points and optima, after the centers that are images of one another were checked to be so."""
    if not isinstance(evidence, Mapping) or sorted(evidence) != list(question.centers):
        raise CertificateError("the evidence must have one entry for each center x′")
    supports: dict[int, Point | Optimum] = {}
    names: dict[Fraction, int] = {}  # integers are quicker to compare than the entries that they stand for
    named = [[names.setdefault(p, len(names)) for p in row] for row in question.matrix]
    for center, support in evidence.items():
        if isinstance(support, Point | Optimum):
            supports[center] = support
        elif not isinstance(support, Image) or not isinstance(evidence.get(support.of), Point | Optimum):
            raise CertificateError(f"the center {center} needs a point, an optimum, or an image of a center with one")
        elif not _is_image(named, center, support):
            raise CertificateError(f"the center {center} is not the image of {support.of} under the renaming")
    return supports


def _is_image(named: list[list[int]], center: int, image: Image) -> bool:
    """Whether the renaming takes one center to the other, and the channel to itself with its outputs renamed."""
    renaming = image.renaming
    if sorted(renaming) != list(range(len(named))) or renaming[image.of] != center:
        return False
    return Counter(zip(*(named[x] for x in renaming), strict=True)) == Counter(zip(*named, strict=True))


def _center_balls(
    question: Question, supports: Mapping[int, Support], exact: Mapping[int, ExactAmount], precision: int
) -> list[tuple[arb, arb]]:
    """Bounds for each center."""
    evaluate = BoundsOf(question, precision)
    points = [evaluate(center, s.weights) for center, s in supports.items() if isinstance(s, Point)]
    return points + [(ball, ball) for ball in (_amount_ball(value, precision) for value in exact.values())]


def _amount_ball(amount: ExactAmount, precision: int) -> arb:
    from flint import ctx

    if isinstance(amount, LogOfRadicals):
        return amount.ball(precision)
    with ctx.workprec(precision):
        return sum((_ball(c) * _ball(base).log() for base, c in amount.terms.items()), _ball(0))


def _at(precision: int, number: Fraction) -> arb:
    from flint import ctx

    with ctx.workprec(precision):
        return _ball(number)


def _short(number: Fraction) -> str:
    return Enclosure(number, number).decimal(12).strip("[]").split(",", maxsplit=1)[0]


# --- exact optima ----------------------------------------------------------------------------------------------------


def optimal_value(question: Question, center: int, optimum: Optimum) -> ExactAmount:
    r"""The leakage at one center, exactly, if the optimum meets its conditions; else ``CertificateError``.

    For α > 1, weights w > 0 of the outputs and p ≥ 0 of the inputs, with :math:`c_x = \sum_y M_{xy} w_y` and
    :math:`s_y = (a_y/w_y)^{a/(a-b)}`, are optimal exactly when :math:`\sum_x p_x M_{xy}` is proportional to
    :math:`s_y` and :math:`c_x` is largest wherever :math:`p_x > 0`.  The value is then
    :math:`\frac{1}{a-1} \ln \max_x c_x + \frac{a-b}{(a-1)b} \ln \sum_y s_y w_y`.

    At α = 1 the weights w are those of the output law, proportional to :math:`\sum_x p_x W(y|x)`, and
    :math:`d_x = \sum_y W(y|x) \ln \frac{W(y|x)}{W(y|x')^τ w_y^{1-τ}}` must be largest where :math:`p_x > 0`.
    The value is :math:`\max_x d_x + (1-τ) \ln \sum_y w_y`.
    """
    rows, kept = question.rows, question.outputs
    w, p = [optimum.outputs[y] for y in kept], list(optimum.inputs)
    if len(p) != len(rows) or any(weight.sign() < 0 for weight in p) or not any(p):
        raise CertificateError("the inputs of an optimum have weights of at least 0, and one above 0")
    if any(weight.sign() <= 0 for weight in w):
        raise CertificateError("the outputs of an optimum have weights above 0")
    value = _entropy_value if question.alpha == 1 else _power_value
    return value(question, rows, rows[center], w, p)


Radicals: TypeAlias = list[RadicalSum]


def _power_value(
    question: Question, rows: list[list[Fraction]], row: list[Fraction], w: Radicals, p: Radicals
) -> ExactAmount:
    a, b = Fraction(question.alpha), Fraction(question.beta)  # type: ignore[arg-type]  # both are finite
    M = [[radical(q, a) for q in entries] for entries in rows]
    c = _largest_on_support([_dot(entries, w) for entries in M], p)
    s = [(radical(q, 1 - b) / weight) ** (a / (a - b)) for q, weight in zip(row, w, strict=True)]
    _check_proportional([_dot(p, column) for column in zip(*M, strict=True)], s)
    return log_of(c, 1 / (a - 1)) + log_of(_dot(s, w), (a - b) / ((a - 1) * b))


def _entropy_value(
    question: Question, rows: list[list[Fraction]], row: list[Fraction], w: Radicals, p: Radicals
) -> ExactAmount:
    tau = question.tau
    logs = [log_of(weight, 1 - tau) + (ln(q) * tau if tau else ZERO) for q, weight in zip(row, w, strict=True)]
    d = [_mean(entries, [ln(q) - log for q, log in zip(entries, logs, strict=True) if q]) for entries in rows]
    largest = _largest_on_support(d, p)
    _check_proportional([_dot(p, map(RadicalSum.of, column)) for column in zip(*rows, strict=True)], w)
    normalizer = log_of(RadicalSum.total(w), 1 - tau)
    return normalizer if largest == 0 else largest + normalizer


def _mean(row: Iterable[Fraction], amounts: Iterable[ExactAmount]) -> ExactAmount:
    """The sum of the amounts at the outputs that can occur, weighed with their probabilities."""
    terms = (amount * q for q, amount in zip(filter(None, row), amounts, strict=True))
    return sum(terms, ZERO.in_nats())


def _largest_on_support(numbers: Sequence[Any], weights: Radicals) -> Any:
    """The largest of the numbers, which must be attained wherever the weight is not 0."""
    attained = [number for number, weight in zip(numbers, weights, strict=True) if weight]
    if any(number != attained[0] for number in attained) or any(number > attained[0] for number in numbers):
        raise CertificateError("an optimum has weight on an input that does not attain the maximum")
    return attained[0]


def _check_proportional(masses: Radicals, shares: Radicals) -> None:
    if any(mass * shares[0] != masses[0] * share for mass, share in zip(masses, shares, strict=True)):
        raise CertificateError("the weights of the inputs of an optimum do not give those of its outputs")


def _dot(left: Iterable[RadicalSum], right: Iterable[RadicalSum]) -> RadicalSum:
    return RadicalSum.total(one * other for one, other in zip(left, right, strict=True) if one and other)


# --- maxima over finitely many places --------------------------------------------------------------------------------


def _check_maximum(question: Question, claim: ExactAmount | Enclosure, evidence: Evidence) -> None:
    """The value is attained at the place, and nowhere exceeded."""
    if not isinstance(evidence, Maximum) or evidence.place not in set(_places(question)):
        raise CertificateError("the evidence must name the place where the maximum is attained")
    if isinstance(claim, Enclosure):
        _check_enclosed_maximum(question, claim, evidence.place)
        return
    attained = score(question, evidence.place)
    if log_of(attained, score_factor(question)) != claim:
        raise CertificateError(f"the place of the evidence does not have the value {claim.decimal(12)}")
    scores = score_balls(question, _FIRST_PRECISION)
    rivals = {_kind(question, place): place for place, ball in scores.items() if not ball < scores[evidence.place]}
    if any(score(question, place) > attained for place in rivals.values()):
        raise CertificateError(f"the value {claim.decimal(12)} is exceeded at another place")


def _check_enclosed_maximum(question: Question, claim: Enclosure, place: tuple[int, ...]) -> None:
    from flint import ctx

    for precision in _precisions(_bits(claim)):
        balls = score_balls(question, precision)
        with ctx.workprec(precision):
            scores = {at: _ball(score_factor(question)) * ball.log() for at, ball in balls.items()}
        lo, hi = _at(precision, claim.lo), _at(precision, claim.hi)
        if (claim.lo <= 0 or scores[place] >= lo) and all(score <= hi for score in scores.values()):
            return
        if scores[place] < lo or any(score > hi for score in scores.values()):
            break
    raise CertificateError(f"the maximum does not lie between {_short(claim.lo)} and {_short(claim.hi)}")


def score_factor(question: Question) -> Fraction:
    """What the logarithm of the largest score is multiplied with to give the leakage."""
    a, b = question.alpha, question.beta
    theta = Fraction(1) if isinstance(a, Infinite) else a / (a - 1)
    return theta if isinstance(b, Infinite) else theta / b


def _places(question: Question) -> Iterable[tuple[int, ...]]:
    """Outputs at β = ∞, centers at α = ∞, and pairs of inputs (x, x′) otherwise."""
    if isinstance(question.beta, Infinite):
        return ((y,) for y in question.outputs)
    if isinstance(question.alpha, Infinite):
        return ((x,) for x in question.centers)
    return product(question.centers, repeat=2)


def _rows_at(question: Question, place: tuple[int, ...]) -> tuple[Sequence[Fraction], Sequence[Fraction]]:
    """Rows V and W of which the score at the place is Σ V^b W^(1-b); the largest entries of columns at α = ∞."""
    rows = question.rows
    upper = rows[place[0]] if len(place) == 2 else [max(column) for column in zip(*rows, strict=True)]
    return upper, rows[place[-1]]


def score(question: Question, place: tuple[int, ...]) -> RadicalSum:
    """The exact number whose logarithm is maximized, at one place."""
    if isinstance(question.beta, Infinite):
        column = [row[place[0]] for row in question.matrix]
        return RadicalSum.of(max(column) / min(column))
    b = question.beta
    pairs = [(v, q) for v, q in zip(*_rows_at(question, place), strict=True) if v]
    if b.denominator == 1:
        n = int(b)
        return RadicalSum.of(sum((v**n * q ** (1 - n) for v, q in pairs), Fraction(0)))
    return RadicalSum.total(radical(v, b) * radical(q, 1 - b) for v, q in pairs)


def _kind(question: Question, place: tuple[int, ...]) -> object:
    """What determines the score: places of the same kind have the same."""
    if isinstance(question.beta, Infinite):
        return place
    return frozenset(Counter(zip(*_rows_at(question, place), strict=True)).items())


def score_balls(question: Question, precision: int) -> dict[tuple[int, ...], arb]:
    """The scores of all places."""
    from flint import arb_mat, ctx

    places, b, rows = list(_places(question)), question.beta, question.rows
    with ctx.workprec(precision):
        if isinstance(b, Infinite):
            columns = list(zip(*rows, strict=True))
            return dict(zip(places, [_ball(max(column) / min(column)) for column in columns], strict=True))
        uppers = rows if len(places[0]) == 2 else [[max(column) for column in zip(*rows, strict=True)]]
        lowers = [rows[x] for x in question.centers]
        upper = arb_mat([[_power(v, b) for v in row] for row in uppers])
        lower = arb_mat([[_power(q, 1 - b) for q in row] for row in lowers])
        return dict(zip(places, (upper * lower.transpose()).entries(), strict=True))


# --- JSON ------------------------------------------------------------------------------------------------------------


def _value_to_json(value: ExactAmount | Enclosure) -> dict[str, Any]:
    if isinstance(value, Enclosure):
        return {"lo": ratio_text(value.lo), "hi": ratio_text(value.hi)}
    if not value.is_finite:
        return {"infinite": True}
    if isinstance(value, Amount):
        return {"logarithms": [], "amount": _powers_to_json(value.terms)}
    logarithms = [[str(k), _radicals_to_json(argument)] for argument, k in value.terms.items()]
    return {"logarithms": logarithms, "amount": _powers_to_json(value.rest.terms)}


def _powers_to_json(terms: Mapping[int, Fraction]) -> dict[str, str]:
    return {integer_text(base): ratio_text(c) for base, c in terms.items()}


def _radicals_to_json(number: RadicalSum) -> list[list[Any]]:
    """Pairs of a coefficient and a product of powers."""
    return [[ratio_text(c), _powers_to_json(dict(radicand))] for radicand, c in number.terms.items()]


def _evidence_to_json(evidence: Evidence) -> dict[str, Any]:
    if isinstance(evidence, Maximum):
        return {"maximum": list(evidence.place)}
    if isinstance(evidence, Separation):
        return {"separation": [evidence.x, evidence.x2, evidence.y]}
    return {"centers": {str(center): _support_to_json(support) for center, support in evidence.items()}}


def _support_to_json(support: Support) -> dict[str, Any]:
    if isinstance(support, Point):
        return {"point": list(map(integer_text, support.weights))}
    if isinstance(support, Image):
        return {"image of": support.of, "renaming": list(support.renaming)}
    return {
        "outputs": list(map(_radicals_to_json, support.outputs)),
        "inputs": list(map(_radicals_to_json, support.inputs)),
    }


_INTEGER = re.compile(r"-?\d+", re.ASCII)


def _integer(text: str) -> int:
    """An integer of any length."""
    from flint import fmpz

    if not isinstance(text, str) or not _INTEGER.fullmatch(text):
        raise CertificateError(f"{text!r} is no integer in text")
    return int(fmpz(text))


def _fraction(text: str) -> Fraction:
    numerator, _, denominator = text.partition("/")
    return Fraction(_integer(numerator), _integer(denominator or "1"))


def _read_certificate(content: Any) -> Certificate:
    if content["format"] != FORMAT:
        raise CertificateError(f"the format is {content['format']!r}, not {FORMAT!r}")
    question = Question(
        tuple(tuple(map(_fraction, row)) for row in content["channel"]),
        order(content["alpha"]),
        order(content["beta"]),
        _fraction(content["tau"]),
    )
    labels = (tuple(map(str, content[name])) for name in ("inputs", "outputs"))
    return Certificate(question, _read_value(content["value"]), _read_evidence(content["evidence"]), *labels)


def _place(number: Any) -> int:
    """The place of an input or output: a whole number from 0 on."""
    if not isinstance(number, int) or isinstance(number, bool) or number < 0:
        raise CertificateError(f"{number!r} is no place: write a whole number from 0 on")
    return number


def _read_value(content: Any) -> ExactAmount | Enclosure:
    if "lo" in content:
        return Enclosure(_fraction(content["lo"]), _fraction(content["hi"]))
    if "infinite" in content:
        if content["infinite"] is not True:
            raise CertificateError(f"an infinite value is marked with true, not with {content['infinite']!r}")
        return INFINITY.in_nats()
    amount = sum((ln(base) * c for base, c in _read_powers(content["amount"]).items()), ZERO.in_nats())
    return sum((log_of(_read_radicals(S), _fraction(k)) for k, S in content["logarithms"]), amount)


def _read_powers(content: Mapping[str, str]) -> dict[int, Fraction]:
    powers = {_integer(base): _fraction(c) for base, c in content.items()}
    if any(base < 1 for base in powers):
        raise CertificateError("powers and logarithms are of integers that are at least 1")
    return powers


def _read_radicals(content: Iterable[Any]) -> RadicalSum:
    return RadicalSum.total(_fraction(c) * product_of_powers(_read_powers(powers)) for c, powers in content)


def _read_evidence(content: Mapping[str, Any]) -> Evidence:
    if "maximum" in content:
        return Maximum(tuple(map(_place, content["maximum"])))
    if "separation" in content:
        return Separation(*map(_place, content["separation"]))
    return {_integer(center): _read_support(support) for center, support in content["centers"].items()}


def _read_support(content: Mapping[str, Any]) -> Support:
    if "point" in content:
        return Point(tuple(map(_integer, content["point"])))
    if "image of" in content:
        return Image(_place(content["image of"]), tuple(map(_place, content["renaming"])))
    return Optimum(tuple(map(_read_radicals, content["outputs"])), tuple(map(_read_radicals, content["inputs"])))
