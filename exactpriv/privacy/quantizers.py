"""Linear quantizers, the number of cells an interval meets, and how many levels a budget allows.

Main definitions: `LinearQuantizer` (Definition 3), `levels_for` (Theorem 8 as printed, and repaired), `floor_exp2`;
`quantizer_html` draws the cells and those that an interval meets.

Main claims: a closed interval of length S inside a range of length R meets at most min(q, ⌈qS/R⌉ + 1) of q cells, and
some interval meets that many, for every 0 ≤ S ≤ R. (The printed Theorem 8 counts 2^ε cells where there can be more.)

Conventions: cells are numbered 1, …, q and closed on the left, open on the right; the last one is closed on both sides.

References: [farokhi2019noiseless], Definition 3 and Theorem 8.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Literal

from exactpriv.amount import Amount, bits, log2
from exactpriv.errors import (
    BudgetError,
    EmptyRangeError,
    LevelsError,
    OutsideIntervalError,
    OutsideRangeError,
)
from exactpriv.numbers import Exactable, exact
from exactpriv.truth import Number, all_of, cases, count, largest


@dataclass(frozen=True, slots=True)
class Cell:
    """The points x with low ≤ x < high, or low ≤ x ≤ high when the cell is closed.

    >>> cell = Cell(Fraction(0), Fraction(1, 2), is_closed=False)
    >>> print(cell, 0 in cell, "1/2" in cell)
    [0, 1/2) True False
    """

    low: Fraction
    high: Fraction
    is_closed: bool

    def __contains__(self, x: Exactable) -> bool:
        """Whether the point lies in the cell."""
        return self.low <= exact(x) < self.high or (self.is_closed and exact(x) == self.high)

    def __str__(self) -> str:
        """Write the cell as an interval."""
        return f"[{self.low}, {self.high}{']' if self.is_closed else ')'}"


class Quantizer:
    """What all quantizers whose cells are intervals do alike; a cell is closed on the left, the last one on both sides.

    A quantizer has ``levels`` cells on [``low``, ``high``] and knows their boundaries and the cell of a point.
    """

    __slots__ = ()

    @property
    def levels(self) -> int:
        """The number q of cells."""
        raise NotImplementedError

    @property
    def low(self) -> Fraction:
        """The lower end of the first cell."""
        raise NotImplementedError

    @property
    def high(self) -> Fraction:
        """The upper end of the last cell."""
        raise NotImplementedError

    def boundary(self, j: int) -> Fraction:
        """x_{j+1} for 0 ≤ j ≤ q: the upper end of the j-th cell, and low for j = 0."""
        raise NotImplementedError

    def cell_of(self, x: Fraction) -> int:
        """The number of the cell that contains a point of [low, high]."""
        raise NotImplementedError

    @property
    def boundaries(self) -> tuple[Fraction, ...]:
        """The points x_1 = low, …, x_{q+1} = high."""
        return tuple(map(self.boundary, range(self.levels + 1)))

    def cell(self, j: int) -> Cell:
        """Return the j-th cell, 1 ≤ j ≤ q; OutsideRangeError for any other j."""
        if not 1 <= j <= self.levels:
            message = f"there is no cell {j}: the cells are numbered from 1 to {self.levels}"
            raise OutsideRangeError(message)
        return Cell(self.boundary(j - 1), self.boundary(j), is_closed=j == self.levels)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All cells in order."""
        return tuple(self.cell(j) for j in range(1, self.levels + 1))

    @property
    def preimages(self) -> Mapping[int, tuple[tuple[Fraction, Fraction], ...]]:
        """For each output j the ends of its cell, in the form in which `estimation_error` takes preimages."""
        return {j: ((cell.low, cell.high),) for j, cell in enumerate(self.cells, start=1)}

    def __call__(self, x: Exactable) -> int:
        """Return Q(x), the number of the cell that contains x; OutsideIntervalError outside [low, high]."""
        x = exact(x)
        if not self.low <= x <= self.high:
            message = f"{x} is outside [{self.low}, {self.high}]: quantize only points of that interval"
            raise OutsideIntervalError(message)
        return self.cell_of(x)

    def cells_met(self, a: Exactable, b: Exactable) -> int:
        """Return the number of cells that meet the closed interval [a, b], which is Q(b) - Q(a) + 1.

        Raises
        ------
        EmptyRangeError
            a > b.
        OutsideIntervalError
            [a, b] is not inside [low, high].

        """
        a, b = exact(a), exact(b)
        if a > b:
            message = f"[{a}, {b}] is empty: give the lower end first"
            raise EmptyRangeError(message)
        return self(b) - self(a) + 1

    def interval_meeting_most(self, length: Exactable) -> tuple[Fraction, Fraction]:
        """Return a closed interval of the given length that meets as many cells as one can."""
        raise NotImplementedError

    def most_cells_met(self, length: Exactable) -> int:
        """Return the most cells that a closed interval of this length in [low, high] can meet."""
        return self.cells_met(*self.interval_meeting_most(length))

    def fitting(self, length: Exactable) -> Fraction:
        """Return the length, exactly; OutsideIntervalError unless an interval of it lies in [low, high]."""
        length = exact(length)
        if not 0 <= length <= self.high - self.low:
            message = f"no interval of length {length} lies in [{self.low}, {self.high}]: give 0 ≤ length ≤ its length"
            raise OutsideIntervalError(message)
        return length

    def _repr_html_(self) -> str:
        """Draw the cells."""
        return quantizer_html(self)


@dataclass(frozen=True, slots=True, init=False)
class LinearQuantizer(Quantizer):
    """The quantizer with q equal cells on [low, high]: Q(x) = j for x in the j-th cell.

    Raises
    ------
    LevelsError
        q is not a whole number ≥ 1, or low ≥ high.

    Examples
    --------
    >>> Q = LinearQuantizer(4, 0, 1)
    >>> Q(0), Q("0.25"), Q("0.9"), Q(1)
    (1, 2, 4, 4)
    >>> print(*Q.cells)
    [0, 1/4) [1/4, 1/2) [1/2, 3/4) [3/4, 1]
    >>> Q.cells_met("0.1", "0.6"), Q.most_cells_met("1/2")
    (3, 3)

    Reference: [farokhi2019noiseless], Definition 3.

    """

    levels: int
    low: Fraction
    high: Fraction

    def __init__(self, levels: Exactable, low: Exactable = 0, high: Exactable = 1) -> None:
        """Divide [low, high] into ``levels`` cells of equal length."""
        count, low, high = exact(levels), exact(low), exact(high)
        if count < 1 or count.denominator != 1:
            message = f"a quantizer cannot have {count} levels: give a whole number of at least 1"
            raise LevelsError(message)
        if low >= high:
            message = f"[{low}, {high}] has no positive length: give ends with low < high"
            raise LevelsError(message)
        object.__setattr__(self, "levels", int(count))
        object.__setattr__(self, "low", low)
        object.__setattr__(self, "high", high)

    @property
    def range_length(self) -> Fraction:
        """R = high - low."""
        return self.high - self.low

    @property
    def cell_length(self) -> Fraction:
        """R / q."""
        return self.range_length / self.levels

    def boundary(self, j: int) -> Fraction:
        """low + j·R/q."""
        return self.low + j * self.cell_length

    def cell_of(self, x: Fraction) -> int:
        """⌊(x - low) q/R⌋ + 1, but q for the upper end."""
        return min(self.levels, floor((x - self.low) / self.cell_length) + 1)

    def most_cells_met(self, length: Exactable) -> int:
        """Return min(q, ⌈q·length/R⌉ + 1), the most cells that a closed interval of that length can meet.

        It is attained for every length from 0 (one cell) to R (all q cells), see `interval_meeting_most`.

        Proof. In units of cells, [a, a+t] meets ⌊a+t⌋ - ⌊a⌋ + 1 ≤ ⌈t⌉ + 1 cells, as ⌊a+t⌋ < ⌊a⌋ + 1 + t; the last cell,
        being closed, can only lower that, and there are q. `interval_meeting_most` attains it.

        OutsideIntervalError unless 0 ≤ length ≤ R.

        >>> [LinearQuantizer(4).most_cells_met(length) for length in (0, "0.1", "1/4", "1/2", "0.8", 1)]
        [1, 2, 2, 3, 4, 4]
        """
        return min(self.levels, ceil(self._in_cells(length)) + 1)

    def interval_meeting_most(self, length: Exactable) -> tuple[Fraction, Fraction]:
        """Return a closed interval of the given length that meets `most_cells_met` cells.

        Proof. In units of cells, with t the length, [⌈t⌉ - t, ⌈t⌉] starts in the first cell and ends in cell ⌈t⌉ + 1,
        or in the last one when ⌈t⌉ = q.

        >>> Q = LinearQuantizer(4)
        >>> [str(end) for end in Q.interval_meeting_most("0.6")], Q.cells_met("0.15", "0.75")
        (['3/20', '3/4'], 4)
        """
        t = self._in_cells(length)
        start = self.low + (ceil(t) - t) * self.cell_length
        return start, start + exact(length)

    def _in_cells(self, length: Exactable) -> Fraction:
        return self.fitting(length) / self.cell_length

    def __repr__(self) -> str:
        """Write the quantizer as Python text that makes it again."""
        return f"LinearQuantizer({self.levels}, '{self.low}', '{self.high}')"


def quantizer_html(Q: Quantizer, interval: tuple[Exactable, Exactable] | None = None) -> str:
    """Draw the cells of a quantizer; with a closed interval [a, b] above them, the cells that it meets are highlighted.

    Raises the errors of `Quantizer.cells_met`.

    >>> "meets 3 of 4 cells" in quantizer_html(LinearQuantizer(4), ("0.1", "0.6"))
    True

    Reference: [farokhi2019noiseless], Definition 3.
    """
    from exactpriv import drawing

    if interval is None:
        return drawing.quantizer_svg(Q.boundaries)
    start, end = map(exact, interval)
    met = range(Q(start), Q(start) + Q.cells_met(start, end))
    return drawing.quantizer_svg(Q.boundaries, (start, end), met)


def floor_exp2(epsilon: Exactable | Amount) -> int:
    """Return ⌊2^ε⌋, the number of outputs that a budget of ε bits allows, exactly.

    Raises
    ------
    BudgetError
        ε < 0.
    AmountError
        ε is infinite, or so large that 2^ε has millions of digits.

    Examples
    --------
    >>> [floor_exp2(epsilon) for epsilon in (0, "0.9", 1, "1.59", 10)]
    [1, 1, 2, 3, 1024]

    Reference: [farokhi2019noiseless], eq. (13).

    """
    return _floor_multiple(epsilon, Fraction(1))


Rule = Literal["repaired", "paper"]


def levels_for(
    epsilon: Exactable | Amount, sensitivity: Exactable, value_range: Exactable, rule: Rule = "repaired"
) -> int:
    """Return the largest number q of levels that a rule allows for budget ε (bits), sensitivity S and range length R.

    ``"repaired"``: q = max(⌊2^ε⌋, ⌊(⌊2^ε⌋ - 1)·R/S⌋), for which every query keeps the budget, and no larger q does for
    all queries. ``"paper"``: q = ⌊2^ε·R/S⌋ as printed in Theorem 8, which can exceed the budget.
    The sensitivity is the largest difference |f(x) - f(x′)| within a line, over all lines.

    Raises
    ------
    BudgetError
        ε < 0.
    LevelsError
        R ≤ 0; or S = 0, when the response never varies and every q keeps the budget, so that there is no largest;
        or a rule of another name.
    OutsideRangeError
        S < 0 or S > R, which no query with values in a range of length R has.

    Examples
    --------
    >>> levels_for(1, "1/2", 1, rule="paper"), levels_for(1, "1/2", 1)
    (4, 2)
    >>> LinearQuantizer(4).most_cells_met("1/2"), LinearQuantizer(2).most_cells_met("1/2")
    (3, 2)

    Reference: [farokhi2019noiseless], Theorem 8.

    """
    ratio = _range_over_sensitivity(exact(sensitivity), exact(value_range))
    if rule == "paper":
        return _floor_multiple(epsilon, ratio)
    if rule == "repaired":
        outputs = floor_exp2(epsilon)
        return max(outputs, floor((outputs - 1) * ratio))
    message = f"{rule!r} is not a rule for the number of levels: choose 'repaired' or 'paper'"
    raise LevelsError(message)


def _range_over_sensitivity(sensitivity: Fraction, value_range: Fraction) -> Fraction:
    if value_range <= 0:
        message = f"the range has length {value_range}: a quantizer needs an interval of positive length"
        raise LevelsError(message)
    if not 0 <= sensitivity <= value_range:
        message = f"a query into a range of length {value_range} cannot have sensitivity {sensitivity}: give 0 < S ≤ R"
        raise OutsideRangeError(message)
    if sensitivity == 0:
        message = "with sensitivity 0 the response never varies, so every number of levels keeps the budget: choose any"
        raise LevelsError(message)
    return value_range / sensitivity


def _floor_multiple(epsilon: Exactable | Amount, factor: Fraction) -> int:
    budget = epsilon if isinstance(epsilon, Amount) else bits(exact(epsilon))
    if budget < 0:
        message = f"a budget of {budget} is negative: give ε ≥ 0"
        raise BudgetError(message)
    return (budget + log2(factor)).floor_exp2()


def cells_met(levels: Number, a: Number, b: Number) -> Number:
    """How many cells of the quantizer on [0, 1] the closed interval [a, b] ⊆ [0, 1] meets, in any reading.

    Cell j of q is met when b ≥ (j - 1)/q and a < j/q, the last cell also from a = 1.

    >>> cells_met(4, Fraction(1, 10), Fraction(6, 10)), LinearQuantizer(4).cells_met("0.1", "0.6")
    (3, 3)

    Reference: [farokhi2019noiseless], Def. 3 and App. H.
    """

    def met(q: int) -> Number:
        return count(range(1, q + 1), lambda j: all_of([b * q >= j - 1, j == q or a * q < j]))

    return largest(dict(cases(levels)), met)
