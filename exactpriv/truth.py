r"""Truth values and numbers in three readings: decided, batched and open.

A measure is written once, over a relation whose entries are truth values.  What the entries *are* decides how it
is read:

======== ==================== ======================= =====================================================
reading  a truth value is     a count is              meaning
======== ==================== ======================= =====================================================
decided  ``bool``             ``int``, ``Fraction``   one instance, computed
batched  NumPy boolean array  :class:`BatchedNumber`  many instances at once, one array entry for each
open     ``z3.BoolRef``       :class:`OpenNumber`     every instance of a scope at once, for the solver
======== ==================== ======================= =====================================================

:class:`OpenReal` is an unknown real number, for claims about intervals and channels.

Every connective and quantifier folds decided values, so the decided reading never meets NumPy arithmetic or z3.

Main definitions: :func:`all_of`, :func:`any_of`, :func:`negation`, :func:`implies`, :func:`iff`; :func:`forall`,
:func:`exists`, :func:`count`, :func:`largest`, :func:`smallest`; :func:`equal`, :func:`ceiling`, :func:`cases`.

A domain of a quantifier is an iterable, or a mapping ``element -> truth value`` that says whether the element occurs.

Conventions at the boundary: ``forall`` over nothing is true, ``exists`` over nothing is false, ``largest`` and
``smallest`` over nothing raise :class:`~exactpriv.errors.EmptyRangeError` when that is decided, and are arbitrary
(but total) in instances of an open or batched reading in which nothing occurs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, TypeVar

import numpy as np

from exactpriv.errors import EmptyRangeError, UndecidedError

__all__ = [
    "Number",
    "Truth",
    "all_of",
    "any_of",
    "cases",
    "ceiling",
    "count",
    "equal",
    "exists",
    "forall",
    "iff",
    "implies",
    "largest",
    "negation",
    "smallest",
]

Truth = Any
"""``bool``, a NumPy boolean array, or a z3 Boolean."""
Number = Any
"""``int`` or ``Fraction``, :class:`BatchedNumber`, :class:`OpenNumber` or :class:`OpenReal`."""
T = TypeVar("T")
Domain = Iterable[T] | Mapping[T, Truth]


def is_decided(value: object) -> bool:
    """Whether a truth value or number is known: neither batched nor open.

    >>> is_decided(True), is_decided(Fraction(1, 2)), is_decided(np.array([True, False]))
    (True, True, False)
    """
    return isinstance(value, bool | int | Fraction | np.bool_)


def is_truth(value: object) -> bool:
    """Whether something is a truth value in one of the readings.

    >>> is_truth(True), is_truth(1), is_truth(np.array([True])), is_truth(None)
    (True, False, True, False)
    """
    if isinstance(value, np.ndarray):
        return bool(value.dtype == np.bool_)
    return isinstance(value, bool | np.bool_) or type(value).__name__ == "BoolRef"


def _is_batched(truth: Truth) -> bool:
    return isinstance(truth, np.ndarray)


# --- connectives -----------------------------------------------------------------------------------------------------


def all_of(truths: Iterable[Truth]) -> Truth:
    """Conjunction; stops at the first decided falsehood.

    >>> all_of([True, True]), all_of([]), all_of([True, np.array([True, False])])
    (True, True, array([ True, False]))
    """
    undecided = []
    for truth in truths:
        if is_decided(truth):
            if not truth:
                return False
        else:
            undecided.append(truth)
    return _joined(undecided, neutral=True)


def any_of(truths: Iterable[Truth]) -> Truth:
    """Disjunction; stops at the first decided truth.

    >>> any_of([False, True]), any_of([])
    (True, False)
    """
    undecided = []
    for truth in truths:
        if is_decided(truth):
            if truth:
                return True
        else:
            undecided.append(truth)
    return _joined(undecided, neutral=False)


def _joined(truths: list[Truth], *, neutral: bool) -> Truth:
    if not truths:
        return neutral
    if len(truths) == 1:
        return truths[0]
    if _is_batched(truths[0]):
        join = np.logical_and if neutral else np.logical_or
        result = join(truths[0], truths[1])
        for truth in truths[2:]:
            join(result, truth, out=result)
        return result
    import z3

    return z3.And(truths) if neutral else z3.Or(truths)


def negation(truth: Truth) -> Truth:
    """Not.

    >>> negation(True), negation(np.array([True, False]))
    (False, array([False,  True]))
    """
    if is_decided(truth):
        return not truth
    if _is_batched(truth):
        return np.logical_not(truth)
    import z3

    return z3.Not(truth)


def implies(hypothesis: Truth, conclusion: Truth) -> Truth:
    """If … then.

    >>> implies(False, False), implies(True, False)
    (True, False)
    """
    return any_of([negation(hypothesis), conclusion])


def iff(left: Truth, right: Truth) -> Truth:
    """Exactly when; never the structural ``==`` of z3.

    >>> iff(False, False), iff(np.array([True, False]), True)
    (True, array([ True, False]))
    """
    if is_decided(left):
        return right if left else negation(right)
    if is_decided(right):
        return left if right else negation(left)
    if _is_batched(left):
        return np.equal(left, right)
    return left == right  # both are z3 Booleans here: this builds the equivalence


# --- quantifiers -----------------------------------------------------------------------------------------------------


def _guarded(domain: Domain[T]) -> Iterator[tuple[T, Truth]]:
    """Pairs (element, whether it occurs), without those that are known not to."""
    pairs = domain.items() if isinstance(domain, Mapping) else ((element, True) for element in domain)
    return ((element, occurs) for element, occurs in pairs if occurs is not False)


def forall(domain: Domain[T], predicate: Callable[[T], Truth]) -> Truth:
    """∀ element of the domain: predicate.

    >>> forall([1, 2, 3], lambda n: n < 4)
    True
    """
    return all_of(implies(occurs, predicate(element)) for element, occurs in _guarded(domain))


def exists(domain: Domain[T], predicate: Callable[[T], Truth]) -> Truth:
    """∃ element of the domain: predicate.

    >>> exists({1: True, 2: False}, lambda n: n == 2)
    False
    """
    return any_of(all_of([occurs, predicate(element)]) for element, occurs in _guarded(domain))


def count(domain: Domain[T], predicate: Callable[[T], Truth] = lambda _: True) -> Number:
    """How many elements of the domain satisfy the predicate.

    >>> count(range(10), lambda n: n % 3 == 0), count({"a": True, "b": np.array([True, False])})
    (4, BatchedNumber([2 1]))
    """
    decided, undecided = 0, []
    for element, occurs in _guarded(domain):
        truth = all_of([occurs, predicate(element)])
        if is_decided(truth):
            decided += bool(truth)
        else:
            undecided.append(truth)
    if not undecided:
        return decided
    if _is_batched(undecided[0]):
        return BatchedNumber(_sum_of_truths(undecided) + decided, 1, len(undecided) + decided)
    return _sorted_count(undecided) + decided


def largest(domain: Domain[T], number: Callable[[T], Number] = lambda n: n) -> Number:
    """The largest number over the domain; see the module for the empty domain.

    >>> largest([3, 1, 2]), largest({1: True, 5: np.array([True, False])})
    (3, BatchedNumber([5 1]))
    """
    return _extreme(domain, number, "largest")


def smallest(domain: Domain[T], number: Callable[[T], Number] = lambda n: n) -> Number:
    """The smallest number over the domain; see the module for the empty domain.

    >>> smallest(["aa", "b"], len)
    1
    """
    return _extreme(domain, number, "smallest")


def _extreme(domain: Domain[T], number: Callable[[T], Number], which: str) -> Number:
    pairs = [(number(element), occurs) for element, occurs in _guarded(domain)]
    if not pairs:
        raise EmptyRangeError(f"the {which} number over an empty range is not defined; give a range with an element")
    kind = _undecided_kind(pairs)
    if kind is None:
        chosen = max if which == "largest" else min
        return chosen(value for value, _ in pairs)
    return getattr(kind, which)(pairs)


def _undecided_kind(pairs: list[tuple[Number, Truth]]) -> type | None:
    """The class that compares these numbers, or None when all is decided."""
    kinds = (type(value) for value, _ in pairs if hasattr(type(value), "smallest"))
    guards = (BatchedNumber if _is_batched(occurs) else OpenNumber for _, occurs in pairs if not is_decided(occurs))
    return next(kinds, None) or next(guards, None)


def equal(left: Number, right: Number) -> Truth:
    """Whether two numbers or amounts are equal, in any reading.

    >>> equal(2, Fraction(4, 2))
    True
    """
    return left == right


def ceiling(number: Number) -> Number:
    """⌈number⌉, in any reading.

    >>> ceiling(Fraction(5, 2))
    3
    """
    return math.ceil(number) if is_decided(number) else number.ceiling()


def cases(number: Number) -> Iterator[tuple[Any, Truth]]:
    """The values a number can take, each with the truth that it does.

    >>> list(cases(7)), [(v, t.tolist()) for v, t in cases(BatchedNumber(np.array([1, 2, 1])))]
    ([(7, True)], [(1, [True, False, True]), (2, [False, True, False])])
    """
    if is_decided(number):
        yield number, True
    elif isinstance(number, BatchedNumber):
        for value in np.unique(number.whole()):
            yield int(value), number.numerator == value
    else:
        for index, value in enumerate(number.values):
            yield value, all_of([number.reaches(index), negation(number.reaches(index + 1))])


def number_under(number: Number, valuation: Callable[[Any], Any]) -> Number:
    """The number with every truth value (or array entry) it rests on replaced by what the valuation says.

    >>> number_under(BatchedNumber(np.array([3, 5]), 2), lambda entries: entries[1].item())
    Fraction(5, 2)
    """
    if is_decided(number):
        return number
    if isinstance(number, BatchedNumber):
        numerator = valuation(number.numerator)
        denominator = number.denominator if isinstance(number.denominator, int) else valuation(number.denominator)
        if not isinstance(numerator, int):
            return BatchedNumber(numerator, denominator)
        return numerator if denominator == 1 else Fraction(numerator, denominator)
    if isinstance(number, OpenNumber):
        return max(value for place, value in enumerate(number.values) if valuation(number.reaches(place)))
    return valuation(number)


# --- batched numbers -------------------------------------------------------------------------------------------------


def _sum_of_truths(truths: list[np.ndarray]) -> np.ndarray:
    """Number of true entries, place by place; bytes hold it while there are fewer than 256 summands."""
    if len(truths) > 255:
        return np.asarray(np.sum(np.stack(truths), axis=0, dtype=np.int64))
    total = truths[0].astype(np.uint8)
    for truth in truths[1:]:
        np.add(total, truth, out=total, casting="unsafe")
    return total.astype(np.int64)


class BatchedNumber:
    """Exact rational numbers, one for each instance of a batch: integer numerators over positive denominators.

    Comparisons multiply crosswise and give boolean arrays.  A zero denominator can only stand in an instance in which
    the number is not used (an empty range); such entries are arbitrary.  A bound on all parts is carried along: where
    64 bits might not hold a product, Python integers do.
    """

    __hash__ = None  # type: ignore[assignment]  # equality gives an array
    __slots__ = ("bound", "denominator", "numerator")

    def __init__(self, numerator: np.ndarray, denominator: np.ndarray | int = 1, bound: int | None = None) -> None:
        self.numerator = numerator
        self.denominator = denominator
        self.bound = max(_magnitude(numerator), _magnitude(denominator)) if bound is None else bound

    @staticmethod
    def of(value: Number) -> BatchedNumber:
        """Lift a decided number."""
        if isinstance(value, BatchedNumber):
            return value
        if not is_decided(value):
            raise UndecidedError(f"{value!r} cannot join a batch: batched and open readings do not mix")
        return BatchedNumber(_array(value.numerator), value.denominator)

    def whole(self) -> np.ndarray:
        """The entries as integers, when all are."""
        if _is_one(self.denominator):
            return self.numerator
        raise UndecidedError("these batched numbers are fractions; compare them instead of taking them apart")

    def __add__(self, other: Number) -> BatchedNumber:
        other = BatchedNumber.of(other)
        if _is_one(self.denominator) and _is_one(other.denominator):
            bound = self.bound + other.bound
            return BatchedNumber(_wide(self.numerator, bound) + other.numerator, 1, bound)
        bound = 2 * self.bound * other.bound
        one, two = _wide(self.numerator, bound), _wide(other.numerator, bound)
        denominator = _wide(self.denominator, bound) * other.denominator
        return BatchedNumber(one * other.denominator + two * self.denominator, denominator, bound)

    def __neg__(self) -> BatchedNumber:
        return BatchedNumber(-self.numerator, self.denominator, self.bound)

    def __sub__(self, other: Number) -> BatchedNumber:
        return self + (-BatchedNumber.of(other))

    def __rsub__(self, other: Number) -> BatchedNumber:
        return BatchedNumber.of(other) - self

    def __mul__(self, other: Number) -> BatchedNumber:
        other = BatchedNumber.of(other)
        bound = self.bound * other.bound
        numerator = _wide(self.numerator, bound) * other.numerator
        return BatchedNumber(numerator, _wide(self.denominator, bound) * other.denominator, bound)

    def __truediv__(self, other: Number) -> BatchedNumber:
        return self * BatchedNumber.of(other)._reciprocal()

    def __rtruediv__(self, other: Number) -> BatchedNumber:
        return BatchedNumber.of(other).__truediv__(self)

    def _reciprocal(self) -> BatchedNumber:
        sign = np.where(self.numerator < 0, -1, 1)
        return BatchedNumber(sign * self.denominator, sign * self.numerator, self.bound)

    def __pow__(self, exponent: int) -> BatchedNumber:
        if exponent < 0:
            return self._reciprocal() ** -exponent
        bound = self.bound**exponent
        numerator = _wide(self.numerator, bound) ** exponent
        return BatchedNumber(numerator, _wide(self.denominator, bound) ** exponent, bound)

    def ceiling(self) -> BatchedNumber:
        """⌈number⌉, place by place."""
        return BatchedNumber(-(-self.numerator // self.denominator), 1, self.bound)

    __radd__ = __add__
    __rmul__ = __mul__

    def _compared(self, other: Number, compare: Callable[[Any, Any], np.ndarray]) -> np.ndarray:
        other = BatchedNumber.of(other)
        if _is_one(self.denominator) and _is_one(other.denominator):
            return np.asarray(compare(self.numerator, other.numerator), dtype=np.bool_)
        bound = self.bound * other.bound
        one = _wide(self.numerator, bound) * other.denominator
        return np.asarray(compare(one, _wide(other.numerator, bound) * self.denominator), dtype=np.bool_)

    def __le__(self, other: Number) -> np.ndarray:
        return self._compared(other, np.less_equal)

    def __lt__(self, other: Number) -> np.ndarray:
        return self._compared(other, np.less)

    def __ge__(self, other: Number) -> np.ndarray:
        return self._compared(other, np.greater_equal)

    def __gt__(self, other: Number) -> np.ndarray:
        return self._compared(other, np.greater)

    def __eq__(self, other: object) -> Truth:
        return self._compared(other, np.equal)

    def __ne__(self, other: object) -> Truth:
        return self._compared(other, np.not_equal)

    def __bool__(self) -> bool:
        raise UndecidedError("a batched number has no single truth value; compare it and use all_of, any_of or forall")

    def __repr__(self) -> str:
        over = "" if _is_one(self.denominator) else f", {self.denominator}"
        return f"BatchedNumber({self.numerator}{over})"

    @staticmethod
    def largest(pairs: list[tuple[Number, Truth]]) -> BatchedNumber:
        """The largest of the numbers that occur, place by place."""
        return -BatchedNumber.smallest([(-value, occurs) for value, occurs in pairs])

    @staticmethod
    def smallest(pairs: list[tuple[Number, Truth]]) -> BatchedNumber:
        """The smallest of the numbers that occur, place by place."""
        numbers = [(BatchedNumber.of(value), occurs) for value, occurs in pairs]
        beyond = 1 + max(number.bound for number, _ in numbers)
        first, *others = [_unless(number, occurs, beyond) for number, occurs in numbers]
        for number in others:
            first = _lesser(first, number)
        return first


_WORD = 2**62


def _array(number: int) -> np.ndarray:
    return np.asarray(number, dtype=np.int64 if abs(number) < _WORD else object)


def _magnitude(part: np.ndarray | int) -> int:
    if isinstance(part, int):
        return abs(part)
    return max(abs(int(part.max())), abs(int(part.min()))) if part.size else 0


def _wide(part: Any, bound: int) -> Any:
    """The part in Python integers when a result of this size would not fit into a machine word."""
    return part.astype(object) if bound >= _WORD and isinstance(part, np.ndarray) else part


def _unless(number: BatchedNumber, occurs: Truth, beyond: int) -> BatchedNumber:
    """The number where it occurs, and one beyond all others elsewhere."""
    if occurs is True:
        return number
    denominator = number.denominator if _is_one(number.denominator) else np.where(occurs, number.denominator, 1)
    return BatchedNumber(np.where(occurs, number.numerator, _array(beyond)), denominator, beyond)


def _lesser(one: BatchedNumber, other: BatchedNumber) -> BatchedNumber:
    bound = max(one.bound, other.bound)
    if _is_one(one.denominator) and _is_one(other.denominator):
        return BatchedNumber(np.minimum(one.numerator, other.numerator), 1, bound)
    first = one <= other
    numerator = np.where(first, one.numerator, other.numerator)
    return BatchedNumber(numerator, np.where(first, one.denominator, other.denominator), bound)


def _is_one(denominator: np.ndarray | int) -> bool:
    return isinstance(denominator, int) and denominator == 1


# --- open numbers ----------------------------------------------------------------------------------------------------


class OpenNumber:
    """A number with finitely many possible values, sorted; which one it takes is decided by open truth values.

    ``reached[i]`` is the truth that the number is at least ``values[i + 1]`` (a sorted unary vector), so every
    comparison is a Boolean formula and logarithms never reach the solver.
    """

    __hash__ = None  # type: ignore[assignment]  # equality gives an open truth value
    __slots__ = ("reached", "values")

    def __init__(self, values: tuple[Any, ...], reached: tuple[Truth, ...]) -> None:
        self.values = values
        self.reached = reached

    @staticmethod
    def of(value: Number) -> OpenNumber:
        """Lift a decided number."""
        if isinstance(value, OpenNumber):
            return value
        if not is_decided(value):
            raise UndecidedError(f"{value!r} cannot be an open number: batched and open readings do not mix")
        return OpenNumber((value,), ())

    def reaches(self, index: int) -> Truth:
        """Whether the number is at least its ``index``-th possible value."""
        if index <= 0:
            return True
        return False if index >= len(self.values) else self.reached[index - 1]

    def at_least(self, bound: int | Fraction) -> Truth:
        """Whether the number is at least a decided one."""
        for index, value in enumerate(self.values):
            if value >= bound:
                return self.reaches(index)
        return False

    def __add__(self, other: Number) -> Number:
        if isinstance(other, OpenReal):
            return other + self
        return _monotone(self, OpenNumber.of(other), lambda a, b: a + b)

    def __neg__(self) -> OpenNumber:
        return _reversed(self, lambda value: -value)

    def __sub__(self, other: Number) -> Number:
        return self + (-other)

    def __rsub__(self, other: Number) -> Number:
        return (-self) + other

    def __mul__(self, other: Number) -> Number:
        if isinstance(other, OpenReal):
            return other * self
        other = OpenNumber.of(other)
        if self.values[0] < 0 or other.values[0] < 0:
            raise UndecidedError("open numbers are multiplied only when none can be negative; compare sums instead")
        return _monotone(self, other, lambda a, b: a * b)

    def __truediv__(self, other: Number) -> Number:
        if isinstance(other, OpenReal):
            return OpenReal.of(self) / other
        return self * _reciprocal(OpenNumber.of(other))

    def __rtruediv__(self, other: Number) -> Number:
        return OpenNumber.of(other) / self

    def __pow__(self, exponent: int) -> Number:
        return _open_number(tuple(value**exponent for value in self.values), self.reached)

    __radd__ = __add__
    __rmul__ = __mul__

    def __ge__(self, other: Number) -> Truth:
        if isinstance(other, OpenReal):
            return other <= self
        other = OpenNumber.of(other)
        return all_of(implies(other.reaches(index), self.at_least(value)) for index, value in enumerate(other.values))

    def __le__(self, other: Number) -> Truth:
        return other >= self if isinstance(other, OpenReal) else OpenNumber.of(other) >= self

    def __lt__(self, other: Number) -> Truth:
        return negation(self >= other)

    def __gt__(self, other: Number) -> Truth:
        return negation(self <= other)

    def __eq__(self, other: object) -> Truth:
        return all_of([self <= other, self >= other])

    def __ne__(self, other: object) -> Truth:
        return negation(self == other)

    def __bool__(self) -> bool:
        raise UndecidedError("an open number has no truth value; compare it and use all_of, any_of or forall")

    def __repr__(self) -> str:
        return f"OpenNumber(one of {', '.join(map(str, self.values))})"

    @staticmethod
    def largest(pairs: list[tuple[Number, Truth]]) -> Number:
        """The largest of the numbers that occur."""
        return -OpenNumber.smallest([(-value, occurs) for value, occurs in pairs])

    @staticmethod
    def smallest(pairs: list[tuple[Number, Truth]]) -> Number:
        """The smallest of the numbers that occur (the largest possible value when none does)."""
        numbers = [(OpenNumber.of(value), occurs) for value, occurs in pairs]
        values = tuple(sorted({value for number, _ in numbers for value in number.values}))
        reached = tuple(
            all_of(implies(occurs, number.at_least(value)) for number, occurs in numbers) for value in values[1:]
        )
        return _open_number(values, reached)


def _open_number(values: tuple[Any, ...], reached: tuple[Truth, ...]) -> Number:
    """Fold: drop the values that are known to be passed or not to be reached; a single one left is decided."""
    low = sum(1 for truth in reached if truth is True)
    high = sum(1 for truth in reached if truth is not False)
    values, reached = values[low : high + 1], reached[low:high]
    return values[0] if len(values) == 1 else OpenNumber(values, reached)


def _sorted_count(truths: list[Truth]) -> OpenNumber:
    """A totalizer: the number of true ones, built from halves."""
    if len(truths) == 1:
        return OpenNumber((0, 1), (truths[0],))
    middle = len(truths) // 2
    total: OpenNumber = _sorted_count(truths[:middle]) + _sorted_count(truths[middle:])
    return total


def _monotone(left: OpenNumber, right: OpenNumber, operation: Callable[[Any, Any], Any]) -> Number:
    """operation(left, right) for an operation that grows with both arguments."""
    values = tuple(sorted({operation(a, b) for a in left.values for b in right.values}))
    return _open_number(values, tuple(_reach(left, right, operation, value) for value in values[1:]))


def _reach(left: OpenNumber, right: OpenNumber, operation: Callable[[Any, Any], Any], bound: Any) -> Truth:
    """Whether operation(left, right) ≥ bound: some corner of the staircase of sufficient pairs is reached."""
    corners, needed = [], len(right.values)
    for index, a in enumerate(left.values):
        enough = needed
        while enough > 0 and operation(a, right.values[enough - 1]) >= bound:
            enough -= 1
        if enough < needed:
            corners.append(all_of([left.reaches(index), right.reaches(enough)]))
            needed = enough
    return any_of(corners)


def _reversed(number: OpenNumber, decreasing: Callable[[Any], Any]) -> OpenNumber:
    """decreasing(number): at least decreasing(v) exactly when the number is not more than v."""
    values = tuple(decreasing(value) for value in reversed(number.values))
    reached = tuple(negation(truth) for truth in reversed(number.reached))
    return OpenNumber(values, reached)


def _reciprocal(number: OpenNumber) -> OpenNumber:
    """1/number; a zero (an empty range, in an instance that does not use it) counts as the least positive value."""
    if number.values[0] < 0:
        raise UndecidedError("an open number that can be negative has no reciprocal here")
    if number.values[0] == 0:
        if len(number.values) == 1:
            raise EmptyRangeError("division by zero: a range is empty; give a range with an element")
        number = OpenNumber(number.values[1:], number.reached[1:])
    return _reversed(number, lambda value: Fraction(1) / value)


# --- open reals ------------------------------------------------------------------------------------------------------


class OpenReal:
    """An unknown real number: a z3 term, with comparisons that are Boolean formulas and never structural.

    >>> OpenReal.unknown("s") / 2
    OpenReal(s/2)
    """

    __hash__ = None  # type: ignore[assignment]  # equality gives an open truth value
    __slots__ = ("term",)

    def __init__(self, term: Any) -> None:
        self.term = term

    @staticmethod
    def unknown(name: str) -> OpenReal:
        """A real number of which nothing is known."""
        import z3

        return OpenReal(z3.Real(name))

    @staticmethod
    def of(value: Number) -> OpenReal:
        """Lift a decided number, or an open one with finitely many values."""
        import z3

        if isinstance(value, OpenReal):
            return value
        if isinstance(value, OpenNumber):
            terms = [z3.Q(case.numerator, case.denominator) for case in value.values]
            for term, reached in zip(terms[1:], value.reached, strict=True):
                terms[0] = z3.If(reached, term, terms[0])
            return OpenReal(terms[0])
        if not is_decided(value):
            raise UndecidedError(f"{value!r} cannot join open reals: batched and open readings do not mix")
        return OpenReal(z3.Q(value.numerator, value.denominator))

    def _joined(self, other: Number, operation: Callable[[Any, Any], Any]) -> OpenReal:
        return OpenReal(operation(self.term, OpenReal.of(other).term))

    def __add__(self, other: Number) -> OpenReal:
        return self._joined(other, lambda a, b: a + b)

    def __neg__(self) -> OpenReal:
        return OpenReal(-self.term)

    def __sub__(self, other: Number) -> OpenReal:
        return self._joined(other, lambda a, b: a - b)

    def __rsub__(self, other: Number) -> OpenReal:
        return OpenReal.of(other) - self

    def __mul__(self, other: Number) -> OpenReal:
        return self._joined(other, lambda a, b: a * b)

    def __truediv__(self, other: Number) -> OpenReal:
        return self._joined(other, lambda a, b: a / b)

    def __rtruediv__(self, other: Number) -> OpenReal:
        return OpenReal.of(other) / self

    def __pow__(self, exponent: int) -> OpenReal:
        return OpenReal(math.prod([self.term] * exponent))

    __radd__ = __add__
    __rmul__ = __mul__

    def ceiling(self) -> OpenReal:
        """⌈number⌉."""
        import z3

        return OpenReal(z3.ToReal(-z3.ToInt(-self.term)))

    def _compared(self, other: Number, compare: Callable[[Any, Any], Truth]) -> Truth:
        if isinstance(other, OpenNumber):
            return all_of(implies(taken, compare(self.term, OpenReal.of(value).term)) for value, taken in cases(other))
        return compare(self.term, OpenReal.of(other).term)

    def __le__(self, other: Number) -> Truth:
        return self._compared(other, lambda a, b: a <= b)

    def __lt__(self, other: Number) -> Truth:
        return self._compared(other, lambda a, b: a < b)

    def __ge__(self, other: Number) -> Truth:
        return self._compared(other, lambda a, b: a >= b)

    def __gt__(self, other: Number) -> Truth:
        return self._compared(other, lambda a, b: a > b)

    def __eq__(self, other: object) -> Truth:
        return self._compared(other, lambda a, b: a == b)

    def __ne__(self, other: object) -> Truth:
        return negation(self == other)

    def __bool__(self) -> bool:
        raise UndecidedError("an open real has no truth value; compare it and use all_of, any_of or forall")

    def __repr__(self) -> str:
        return f"OpenReal({self.term})"

    @staticmethod
    def largest(pairs: list[tuple[Number, Truth]]) -> OpenReal:
        """The largest of the numbers that occur."""
        return -OpenReal.smallest([(-value, occurs) for value, occurs in pairs])

    @staticmethod
    def smallest(pairs: list[tuple[Number, Truth]]) -> OpenReal:
        """The smallest of the numbers that occur (the last one when none does)."""
        import z3

        *others, (last, _) = pairs
        best, found = OpenReal.of(last).term, pairs[-1][1]
        for value, occurs in reversed(others):
            term = OpenReal.of(value).term
            best = z3.If(all_of([occurs, any_of([negation(found), term <= best])]), term, best)
            found = any_of([found, occurs])
        return OpenReal(best)
