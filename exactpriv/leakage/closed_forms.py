r"""Candidates for exact optima of maximal (α, β)-leakage with 1 ≤ β < α, and of the capacity.

Each candidate is an :class:`~exactpriv.leakage.certificates.Optimum`, which
:func:`~exactpriv.leakage.certificates.optimal_value` accepts only when it meets the Karush-Kuhn-Tucker conditions, in
exact arithmetic.  A candidate may therefore be found in any way, also from floats.

Main definitions: :func:`randomized_response_optimum` (every order), :func:`square_support_optimum` (as many inputs in
use as there are outputs; at α = 1 this is Muroga's formula), :func:`rational_optimum` (rational weights of the inputs,
as symmetric channels have them), :func:`verified_optimum`, which tries them.

Notation: r = β/α, :math:`M_{xy} = P(y|x)^α`, :math:`a_y = P(y|x')^{1-β}`.

Reference: [gilani2022alphabet], Thm. 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from math import lcm
from typing import NamedTuple

from exactpriv.amount import ZERO, ln
from exactpriv.errors import ExactPrivError
from exactpriv.exact.logarithms import ExactAmount
from exactpriv.exact.radicals import RadicalSum, product_of_powers, radical
from exactpriv.leakage.certificates import Matrix, Optimum, Question, optimal_value

_LONGEST_FORM = 1 << 14
"""A square support is tried when a closed form has about so many binary digits at most."""
_LONGEST_WITH_ROOTS = 1 << 11
"""As above, where roots of long numbers have to be taken."""
_LARGEST_FIELD = 256
"""Powers of sums of radicals are taken when the exponent times the dimension of their field is at most this."""
_TOLERANCES = ((100, Fraction(1, 10**6)), (10**4, Fraction(1, 10**11)))
"""Weights are taken to be rational when they are so near to numbers with so small denominators."""
_LEAST_SHARES = (Fraction(1, 10**9), Fraction(1, 10**5))
"""An input is taken to be in use when it has at least such a share of the weight."""


# --- randomized response ---------------------------------------------------------------------------------------------


class Response(NamedTuple):
    """Entries of a channel that answers truly with the one probability and with any other value with the other one."""

    true: Fraction
    other: Fraction
    answers: tuple[int, ...]
    """The output that is the true answer, for each input."""


def as_randomized_response(matrix: Matrix) -> Response | None:
    """The channel as a randomized response with its outputs in any order, if it is one.

    >>> as_randomized_response(((Fraction(1, 4), Fraction(3, 4)), (Fraction(3, 4), Fraction(1, 4))))
    Response(true=Fraction(1, 4), other=Fraction(3, 4), answers=(0, 1))
    """
    size = len(matrix)
    entries = Counter(matrix[0])
    if len(matrix[0]) != size or size < 2 or len(entries) != 2:
        return None
    true, other = sorted(entries, key=lambda entry: entries[entry])
    if size == 2:
        true, other = matrix[0]
    if any(Counter(row) != entries for row in matrix) or entries[true] != 1:
        return None
    answers = tuple(row.index(true) for row in matrix)
    return Response(true, other, answers) if len(set(answers)) == size else None


def randomized_response_optimum(question: Question, center: int) -> Optimum | None:
    """The optimum of a randomized response at one center, for every α > 1; None for another channel.

    All outputs weigh the same, unless that would give the center a negative weight: then the center has weight 0 and
    the other inputs have equal weights.

    >>> W = ((Fraction(3, 4), Fraction(1, 4)), (Fraction(1, 4), Fraction(3, 4)))
    >>> question = Question(W, Fraction(4), Fraction(2))
    >>> optimal_value(question, 0, randomized_response_optimum(question, 0))
    1/3*ln(205/36) nats
    """
    response = as_randomized_response(question.matrix)
    if response is None or question.alpha == 1 or not is_short(question, 1):
        return None
    a, b = _orders(question)
    size, ratio = len(question.matrix), radical(response.true, a) - radical(response.other, a)
    shares = [radical(q, (1 - b) * a / (a - b)) for q in question.matrix[center]]
    scale = ratio + size * radical(response.other, a)
    everything = radical(response.other, a) * RadicalSum.total(shares)
    weights = [(scale * shares[y] - everything) * ratio.sign() for y in response.answers]
    if all(weight.sign() >= 0 for weight in weights):
        return Optimum((RadicalSum.of(1),) * size, tuple(weights))
    rest = Fraction(1, size - 1)
    return rational_optimum(question, center, [Fraction(0) if x == center else rest for x in range(size)])


def _orders(question: Question) -> tuple[Fraction, Fraction]:
    return Fraction(question.alpha), Fraction(question.beta)  # type: ignore[arg-type]  # both are finite here


# --- rational weights of the inputs ----------------------------------------------------------------------------------


def rational_optimum(question: Question, center: int, weights: Sequence[Fraction]) -> Optimum | None:
    """The candidate with these weights of the inputs; None when the weights of the outputs are no sums of radicals.

    >>> W = ((Fraction(2, 3), Fraction(0), Fraction(1, 3)), (Fraction(0), Fraction(2, 3), Fraction(1, 3)))
    >>> question = Question(W, Fraction(2), Fraction(1))
    >>> optimal_value(question, 0, rational_optimum(question, 0, [Fraction(1, 2)] * 2))
    2*ln(1/3 + 2/3*2^(1/2)) nats
    """
    size, p = len(question.matrix[0]), [RadicalSum.of(weight) for weight in weights]
    if not is_short(question, Fraction(size**2, 8) if question.alpha == 1 else size):
        return None
    if question.alpha == 1:
        columns = zip(*question.matrix, strict=True)
        q = [sum((w * entry for w, entry in zip(weights, column, strict=True)), Fraction(0)) for column in columns]
        return Optimum(tuple(map(RadicalSum.of, q)), tuple(p))
    a, b = _orders(question)
    masses = [_mean(weights, (radical(q, a) for q in column)) for column in zip(*question.matrix, strict=True)]
    if not all(mass.is_single for mass in masses):
        masses = [ratio for mass in masses if (ratio := _single_ratio(mass, masses[0])) is not None]
    row = question.matrix[center]
    if len(masses) < len(row):
        return None
    outputs = (radical(q, 1 - b) * mass ** (b / a - 1) for q, mass in zip(row, masses, strict=True))
    return Optimum(tuple(outputs), tuple(p))


def is_short(question: Question, factors: Fraction | int, *, has_roots: bool = False) -> bool:
    """Whether a closed form with products of so many powers of entries can be written out in reasonable length.

    >>> W = ((Fraction(1, 4), Fraction(3, 4)), (Fraction(3, 4), Fraction(1, 4)))
    >>> is_short(Question(W, Fraction(2), Fraction(1)), 4), is_short(Question(W, Fraction(10**4), Fraction(1)), 4)
    (True, False)
    """
    digits = max(q.denominator.bit_length() for row in question.matrix for q in row)
    power = Fraction(1)
    if question.alpha != 1:
        a, b = _orders(question)
        power = max(a, (b - 1) * a / (a - b))
    return digits * power * factors <= (_LONGEST_WITH_ROOTS if has_roots else _LONGEST_FORM)


def _mean(weights: Sequence[Fraction], numbers: Iterable[RadicalSum]) -> RadicalSum:
    return RadicalSum.total(number * weight for number, weight in zip(numbers, weights, strict=True))


def _single_ratio(S: RadicalSum, T: RadicalSum) -> RadicalSum | None:
    """S / T if it is a single radical: it is then the ratio of some term of S and the first term of T."""
    if not S or not T:
        return None
    first = T.parts()[0]
    return next((ratio for ratio in (part / first for part in S.parts()) if ratio * T == S), None)


# --- as many inputs in use as outputs --------------------------------------------------------------------------------


def square_support_optimum(question: Question, center: int, inputs: Sequence[int]) -> Optimum | None:
    r"""The candidate that uses exactly these inputs, as many as there are outputs.

    With M on these inputs the weights of the outputs are :math:`w = M^{-1} 1`, those of the inputs
    :math:`M^{-\top} s` with :math:`s_y = (a_y/w_y)^{α/(α-β)}`.  At α = 1, where M is P itself, the weights of the
    outputs are :math:`\exp \sum_x (P^{-1})_{yx} \sum_{y'} P(y'|x) \ln P(y'|x)`, and s is the same.
    None when M is singular, when an output has no positive weight, or when the numbers would be too long.

    >>> W = ((Fraction(2, 3), Fraction(1, 3)), (Fraction(1, 5), Fraction(4, 5)))
    >>> question = Question(W, Fraction(2), Fraction(1))
    >>> optimal_value(question, 0, square_support_optimum(question, 0, (0, 1)))
    ln(270/221) nats
    """
    rows = [question.matrix[x] for x in inputs]
    size = len(rows) ** (3 if question.alpha == 1 else 2)
    if len(rows) != len(rows[0]) or not is_short(question, size, has_roots=_takes_roots(question)):
        return None
    a, b = _orders(question)
    largest_field = 1 if a == 1 else _LARGEST_FIELD * (a - b) / a
    inverse = _inverse([[radical(q, a) for q in row] for row in rows], largest_field)
    if inverse is None:
        return None
    outputs = _entropy_outputs(question, center, rows, inverse) if a == 1 else _sums(inverse)
    if not all(weight.sign() > 0 for weight in outputs):
        return None
    shares = outputs if a == 1 else _shares(question, center, outputs)
    weights = [RadicalSum.of(0)] * len(question.matrix)
    for x, column in zip(inputs, zip(*inverse, strict=True), strict=True):
        weights[x] = RadicalSum.total(entry * share for entry, share in zip(column, shares, strict=True))
    return Optimum(tuple(outputs), tuple(weights))


def _takes_roots(question: Question) -> bool:
    """Whether the closed form takes roots of the solution of linear equations."""
    if question.alpha == 1:
        return True
    a, b = _orders(question)
    return (a / (a - b)).denominator > 1 or a.denominator > 1


def _inverse(M: list[list[RadicalSum]], largest_field: Fraction | int) -> list[list[RadicalSum]] | None:
    """A positive multiple of the inverse, of two rows or of rows that are rational up to factors of the columns."""
    factors = [next(filter(None, column), RadicalSum.of(1)) for column in zip(*M, strict=True)]
    if all(factor.is_single for factor in factors):
        scaled = [[entry / factor for entry, factor in zip(row, factors, strict=True)] for row in M]
        if all(entry.is_rational for row in scaled for entry in row):
            inverse = _rational_inverse([[entry.rational() for entry in row] for row in scaled])
            scales = [1 / factor for factor in factors]
            return [[scale * q for q in row] for scale, row in zip(scales, inverse, strict=True)] if inverse else None
    if len(M) != 2 or _field_size(M) > largest_field:
        return None
    (a, b), (c, d) = M
    sign = (a * d - b * c).sign()
    return [[d * sign, -b * sign], [-c * sign, a * sign]] if sign else None


def _field_size(M: list[list[RadicalSum]]) -> int:
    """A bound of the dimension of the field over the rationals in which the entries, single radicals or 0, lie."""
    classes = {radicand for row in M for entry in row for radicand in entry.terms if radicand}
    degree = lcm(*(exponent.denominator for radicand in classes for _, exponent in radicand))
    size: int = degree ** len(classes)
    return size


def _rational_inverse(rows: list[list[Fraction]]) -> list[list[Fraction]] | None:
    from flint import fmpq, fmpq_mat

    matrix = fmpq_mat([[fmpq(q.numerator, q.denominator) for q in row] for row in rows])
    try:
        inverse = matrix.inv()
    except ZeroDivisionError:
        return None
    return [[Fraction(int(q.p), int(q.q)) for q in row] for row in inverse.tolist()]


def _sums(inverse: list[list[RadicalSum]]) -> list[RadicalSum]:
    return [RadicalSum.total(row) for row in inverse]


def _shares(question: Question, center: int, outputs: list[RadicalSum]) -> list[RadicalSum]:
    a, b = _orders(question)
    row = question.matrix[center]
    return [(radical(q, 1 - b) / weight) ** (a / (a - b)) for q, weight in zip(row, outputs, strict=True)]


def _entropy_outputs(
    question: Question, center: int, rows: Sequence[Sequence[Fraction]], inverse: list[list[RadicalSum]]
) -> list[RadicalSum]:
    """The weights w with Σ_y P(y|x) ln(P(y|x) / (P(y|x′)^τ w_y^(1-τ))) = 0 for the inputs in use."""
    tau = question.tau
    logs = [ln(q) * tau if tau else ZERO for q in question.matrix[center]]
    means = [sum(((ln(q) - log) * q for q, log in zip(row, logs, strict=True) if q), ZERO) / (1 - tau) for row in rows]
    exponents = (
        sum((mean * entry.rational() for entry, mean in zip(row, means, strict=True)), ZERO) for row in inverse
    )
    return [product_of_powers(exponent.terms) for exponent in exponents]


# --- candidates, and the first that is right -------------------------------------------------------------------------


def verified_optimum(
    question: Question, center: int, weights: Sequence[Fraction] | None
) -> tuple[Optimum, ExactAmount] | None:
    """An optimum at the center that meets its conditions exactly, and its value; None when no candidate does.

    Weights that are nearly optimal say which candidates are worth a try; without them it is randomized response.
    """
    for make in _candidates(question, center, weights):
        try:
            candidate = make()
            if candidate is not None:
                return candidate, optimal_value(question, center, candidate)
        except ExactPrivError:  # the conditions do not hold, or the numbers are no sums of radicals
            continue
    return None


def _candidates(
    question: Question, center: int, weights: Sequence[Fraction] | None
) -> Iterator[Callable[[], Optimum | None]]:
    if weights is None:
        yield partial(randomized_response_optimum, question, center)
        return
    total = sum(weights)
    shares = [weight / total for weight in weights]
    rational = dict.fromkeys(filter(None, (_rationalized(shares, *tolerance) for tolerance in _TOLERANCES)))
    for p in rational:
        yield partial(rational_optimum, question, center, p)
    for least in _LEAST_SHARES:
        inputs = tuple(x for x, share in enumerate(shares) if share > least)
        yield partial(square_support_optimum, question, center, inputs)


def _rationalized(shares: Sequence[Fraction], denominator: int, tolerance: Fraction) -> tuple[Fraction, ...] | None:
    """Fractions of small denominators that are near to the shares and sum to 1, if there are any."""
    near = tuple(share.limit_denominator(denominator) for share in shares)
    apart = max(abs(share - other) for share, other in zip(shares, near, strict=True))
    return near if apart < tolerance and sum(near) == 1 else None
