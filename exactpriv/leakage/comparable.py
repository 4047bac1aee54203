r"""Maximal (α, β)-leakages that can be compared, added and scaled whether or not they have a closed form.

Main definitions: :func:`alphabet_leakage`, :func:`leakage_about`, :func:`conditional_leakage_about`, :class:`Refined`.

A leakage without a closed form is kept as a question, to be enclosed again as narrowly as a comparison needs.  Nothing
is decided by a tolerance: a comparison is answered when the enclosures lie apart, or when what is unknown cancels.

Two questions are the same when their channels are, after outputs that never occur are dropped, proportional outputs are
merged, repeated rows are dropped, and inputs and outputs are renamed: none of this changes a maximal leakage.

Reference: [gilani2022alphabet], Thm. 1 and eq. (4).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from itertools import permutations
from typing import TypeAlias

from exactpriv.amount import ZERO, Amount
from exactpriv.errors import UndecidedError
from exactpriv.exact.enclosure import Enclosure
from exactpriv.exact.logarithms import ExactAmount, LogOfRadicals
from exactpriv.leakage.alphabeta import AtOne, maximal_alpha_beta_leakage
from exactpriv.leakage.channel import Channel
from exactpriv.leakage.conditional import conditional_operational_leakage
from exactpriv.leakage.guessing import Law
from exactpriv.leakage.operational import RandomFunction, operational_leakage
from exactpriv.leakage.orders import Infinite, Order, order
from exactpriv.numbers import Exactable, exact
from exactpriv.relations import Value

Columns: TypeAlias = tuple[tuple[Fraction, ...], ...]
Answer: TypeAlias = Callable[[Fraction], ExactAmount | Enclosure]

_WIDTHS = tuple(Fraction(1, 10**digits) for digits in (12, 25, 50, 100, 200, 400))
_MOST_PERMUTED = 4
"""Rows are tried in all orders when they are at most so many, to find the first form of a channel."""


class Question:
    """A number of nats that can be enclosed as narrowly as wanted, with a name by which it is recognized."""

    __slots__ = ("answer", "known", "name")

    def __init__(self, name: object, answer: Answer) -> None:
        self.name, self.answer = name, answer
        self.known: dict[Fraction, Enclosure] = {}

    def within(self, width: Fraction) -> Enclosure:
        """An enclosure of at most this width."""
        if width not in self.known:
            found = self.answer(width)
            self.known[width] = found if isinstance(found, Enclosure) else _enclosed(found, width)
        return self.known[width]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Question) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)


class Refined:
    """An exact amount plus rational multiples of numbers that are only enclosed, and refined when it is compared.

    >>> L = alphabet_leakage(Channel.of([["1/2", "1/3", "1/6"], ["1/5", "1/5", "3/5"]]), 2, 1)
    >>> from exactpriv.amount import ln
    >>> L < ln(2), L + L == 2 * L, ln("6/5") < L
    (True, True, True)
    """

    __hash__ = None  # type: ignore[assignment]  # equality is decided by refinement
    __slots__ = ("exactly", "multiples")

    def __init__(self, exactly: ExactAmount, multiples: Mapping[Question, Fraction]) -> None:
        self.exactly = exactly
        self.multiples = {question: factor for question, factor in multiples.items() if factor}

    @staticmethod
    def of(value: Comparable | int) -> Refined:
        """Lift an exact amount, or the number 0."""
        if isinstance(value, Refined):
            return value
        return Refined(value + ZERO.in_nats(), {})

    def __add__(self, other: Comparable | int) -> Refined:
        addend = Refined.of(other)
        multiples = dict(self.multiples)
        for question, factor in addend.multiples.items():
            multiples[question] = multiples.get(question, Fraction(0)) + factor
        return Refined(self.exactly + addend.exactly, multiples)

    __radd__ = __add__

    def __neg__(self) -> Refined:
        return self * -1

    def __sub__(self, other: Comparable | int) -> Refined:
        return self + -Refined.of(other)

    def __rsub__(self, other: Comparable | int) -> Refined:
        return Refined.of(other) - self

    def __mul__(self, factor: Exactable) -> Refined:
        scale = exact(factor)
        return Refined(self.exactly * scale, {question: f * scale for question, f in self.multiples.items()})

    __rmul__ = __mul__

    def __truediv__(self, divisor: Exactable) -> Refined:
        return self * (1 / exact(divisor))

    def sign(self) -> int:
        """The sign, -1, 0 or 1; ``UndecidedError`` when narrow enclosures still contain 0."""
        if not self.multiples or not self.exactly.is_finite:
            return (self.exactly > 0) - (self.exactly < 0)
        for width in _WIDTHS:
            around = self.within(width)
            if around.lo > 0 or around.hi < 0:
                return 1 if around.lo > 0 else -1
        raise UndecidedError(f"two leakages agree in {len(str(_WIDTHS[-1].denominator)) - 1} digits; none is exact")

    def within(self, width: Fraction) -> Enclosure:
        """An enclosure in nats, of at most a few times the width."""
        total = _enclosed(self.exactly, width)
        for question, factor in self.multiples.items():
            total += question.within(width) * factor
        return total

    def __eq__(self, other: object) -> bool:
        return NotImplemented if not _is_comparable(other) else (self - other).sign() == 0  # type: ignore[operator]

    def __lt__(self, other: Comparable | int) -> bool:
        return (self - other).sign() < 0

    def __le__(self, other: Comparable | int) -> bool:
        return (self - other).sign() <= 0

    def __gt__(self, other: Comparable | int) -> bool:
        return (self - other).sign() > 0

    def __ge__(self, other: Comparable | int) -> bool:
        return (self - other).sign() >= 0

    def __repr__(self) -> str:
        return f"Refined({self.within(_WIDTHS[0]).decimal(9)} nats)"


Comparable: TypeAlias = Amount | LogOfRadicals | Refined


def _is_comparable(value: object) -> bool:
    return isinstance(value, Amount | LogOfRadicals | Refined) or (isinstance(value, int) and value == 0)


def _enclosed(amount: ExactAmount, width: Fraction) -> Enclosure:
    return Enclosure(*amount.in_nats().enclosure(len(str(int(1 / width))) + 1))


# --- leakages --------------------------------------------------------------------------------------------------------


def alphabet_leakage(
    P: Channel, alpha: Exactable | Infinite, beta: Exactable | Infinite, *, at_one: AtOne | None = None
) -> Comparable:
    """Maximal (α, β)-leakage in nats, an exact amount or else ``Refined``; the orders are those of the measure.

    >>> P = Channel.of([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> alphabet_leakage(P, 2, 1) < alphabet_leakage(P, 2, 2)
    True

    See Also: maximal_alpha_beta_leakage (as an enclosure of one width).
    Reference: [gilani2022alphabet], Thm. 1.
    """
    return _leakage(_form_of(P), order(alpha), order(beta), at_one)


@lru_cache(maxsize=1 << 14)
def _leakage(form: Form, alpha: Order, beta: Order, at_one: AtOne | None) -> Comparable:
    def answer(width: Fraction) -> ExactAmount | Enclosure:
        return maximal_alpha_beta_leakage(form.channel, alpha, beta, width=width, at_one=at_one)

    return _comparable((form, alpha, beta, at_one), answer)


def leakage_about(
    P: Channel, U: RandomFunction | Mapping[Value, Law], alpha: Exactable | Infinite, beta: Exactable | Infinite
) -> Comparable:
    """Operational leakage about one function U of the data, in nats, an exact amount or else ``Refined``.

    >>> P = Channel.of([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> leakage_about(P, {0: {0: "1/2"}, 1: {1: "1/2"}}, 2, 1)
    ln(5/4) nats

    See Also: operational_leakage (as an enclosure of one width), alphabet_leakage (the supremum).
    Reference: [gilani2022alphabet], eq. (4).
    """
    return _comparable(object(), lambda width: operational_leakage(P, U, alpha, beta, width=width))


def conditional_leakage_about(
    P: Channel,
    side: Callable[[Value], Value],
    U: RandomFunction | Mapping[Value, Law],
    alpha: Exactable | Infinite,
    beta: Exactable | Infinite,
) -> Comparable:
    """Operational leakage about U to one who knows Z = side(X), in nats, an exact amount or else ``Refined``.

    >>> P = Channel.of([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> conditional_leakage_about(P, lambda x: x, {0: {0: "1/2"}, 1: {1: "1/2"}}, 2, 1)
    0 nats

    See Also: conditional_operational_leakage (as an enclosure of one width).
    Reference: [gilani2022alphabet], Sec. IV, eq. (16).
    """
    orders = (alpha, beta)
    return _comparable(object(), lambda width: conditional_operational_leakage(P, side, U, orders, width=width))


def _comparable(name: object, answer: Answer) -> Comparable:
    question = Question(name, answer)
    first = answer(_WIDTHS[0])
    if not isinstance(first, Enclosure):
        return first
    question.known[_WIDTHS[0]] = first
    return Refined(ZERO.in_nats(), {question: Fraction(1)})


# --- one channel for all that are alike ------------------------------------------------------------------------------


class Form:
    """A channel that stands for all that have the same leakages; there is one for each set of columns."""

    __slots__ = ("channel",)

    def __init__(self, columns: Columns) -> None:
        self.channel = Channel.of(list(zip(*columns, strict=True)))


_RECENT: deque[tuple[Channel, Form]] = deque(maxlen=4)
"""The channels that were asked about last, which are mostly asked about again, at other orders."""


def _form_of(P: Channel) -> Form:
    for recent, form in _RECENT:
        if recent is P:
            return form
    form = _first_form(tuple(map(tuple, P.matrix())))
    _RECENT.append((P, form))
    return form


@lru_cache(maxsize=1 << 14)
def _first_form(matrix: Columns) -> Form:
    return _form(_first_columns(matrix))


@cache
def _form(columns: Columns) -> Form:
    return Form(columns)


def _first_columns(matrix: Columns) -> Columns:
    """The columns of the first of all channels that differ from the reduced one in the names of inputs and outputs."""
    rows = list(dict.fromkeys(zip(*_merged(zip(*matrix, strict=True)), strict=True)))
    if len(rows) > _MOST_PERMUTED:
        return tuple(sorted(zip(*sorted(rows), strict=True)))
    return min(tuple(sorted(zip(*chosen, strict=True))) for chosen in permutations(rows))


def _merged(columns: object) -> Columns:
    """The columns that are not zero, proportional ones added up."""
    totals: dict[tuple[Fraction, ...], Fraction] = {}
    for column in columns:  # type: ignore[attr-defined]
        if total := sum(column):
            direction = tuple(entry / total for entry in column)
            totals[direction] = totals.get(direction, Fraction(0)) + total
    return tuple(tuple(entry * total for entry in direction) for direction, total in totals.items())
