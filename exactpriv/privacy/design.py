"""How many cells a budget buys, by three rules, and the error that a reader of the output then faces.

Main definitions: `StepQuantizer` (cells of any lengths), `designs` (Theorem 8 as printed, as repaired, and the cells
with the least worst-case error), `Design`.

Main claim: among all quantizers with intervals as cells of which every interval of length S meets at most k, the least
length of the longest cell is min(R/k, S/(k - 1)), see `designs`.

Conventions: the response lies in [low, high], of length R; the images of lines are closed intervals of length S or less
anywhere in it. A reader of the output answers with the middle of the cell. Mean errors are for a response that is
uniform on [low, high]. Cells are closed on the left, open on the right; the last one is closed on both sides.

References: [farokhi2019noiseless], Definition 3 and Theorem 8; [farokhi2019deterministic], piecewise constant policies.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import ceil
from typing import Literal

from exactpriv.amount import Amount, log2
from exactpriv.errors import LevelsError, SizeError
from exactpriv.numbers import Exactable, exact
from exactpriv.privacy.quantizers import LinearQuantizer, Quantizer, floor_exp2, levels_for

MOST_LISTED_CELLS = 100_000
"""More cells than these are described by their lengths and not listed."""


@dataclass(frozen=True, slots=True, init=False)
class StepQuantizer(Quantizer):
    """The quantizer with cells of any lengths: Q(x) = j for x_j ≤ x < x_{j+1}, and Q(x) = q for x_q ≤ x ≤ x_{q+1}.

    Raises
    ------
    LevelsError
        Fewer than two boundaries, or boundaries that do not increase.

    Examples
    --------
    >>> Q = StepQuantizer([0, "1/4", "3/4", 1])
    >>> Q(0), Q("1/4"), Q(1), Q.cells_met("0.2", "0.7"), Q.most_cells_met("1/2"), Q.most_cells_met("0.51")
    (1, 2, 3, 2, 2, 3)

    Reference: [farokhi2019deterministic].

    """

    ends: tuple[Fraction, ...]
    """The boundaries."""

    def __init__(self, boundaries: Iterable[Exactable]) -> None:
        """Divide [x_1, x_{q+1}] at the boundaries x_1 < … < x_{q+1}."""
        ends = tuple(map(exact, boundaries))
        if len(ends) < 2:
            message = f"{len(ends)} boundaries enclose no cell: give at least 2"
            raise LevelsError(message)
        for left, right in pairwise(ends):
            if left >= right:
                message = f"the boundary {right} comes after {left}: give boundaries that increase"
                raise LevelsError(message)
        object.__setattr__(self, "ends", ends)

    @property
    def levels(self) -> int:
        """The number q of cells."""
        return len(self.ends) - 1

    @property
    def low(self) -> Fraction:
        """The lower end of the first cell."""
        return self.ends[0]

    @property
    def high(self) -> Fraction:
        """The upper end of the last cell."""
        return self.ends[-1]

    def boundary(self, j: int) -> Fraction:
        """The upper end of the j-th cell, and low for j = 0."""
        return self.ends[j]

    def cell_of(self, x: Fraction) -> int:
        """The number of boundaries that are at most x, but q for the upper end."""
        return min(self.levels, bisect_right(self.ends, x))

    def interval_meeting_most(self, length: Exactable) -> tuple[Fraction, Fraction]:
        """Return a closed interval of this length that meets `most_cells_met` cells.

        Cells i < j are both met by one of length S if and only if the cells between them have less than S in all:
        it starts before x_{i+1} and reaches x_j. OutsideIntervalError unless 0 ≤ length ≤ high - low.

        >>> [str(end) for end in StepQuantizer([0, "1/4", "3/4", 1]).interval_meeting_most("0.6")]
        ['3/20', '3/4']
        """
        S, ends = self.fitting(length), self.ends
        reach = [max(i, min(self.levels, bisect_left(ends, ends[i + 1] + S)) - 1) for i in range(self.levels)]
        i = max(range(self.levels), key=lambda i: reach[i] - i)
        start = max(self.low, ends[reach[i]] - S) if reach[i] > i else min(ends[i], self.high - S)
        return start, start + S

    def __repr__(self) -> str:
        """Write the quantizer as Python text that makes it again."""
        return f"StepQuantizer([{', '.join(repr(str(end)) for end in self.ends)}])"


DesignRule = Literal["paper", "repaired", "shortest"]


@dataclass(frozen=True, slots=True)
class Design:
    """Cells for a budget: the first and the last of length ``edge``, the q - 2 between them of length ``inner`` ≥ edge.

    A single cell has both lengths.
    """

    rule: DesignRule
    low: Fraction
    high: Fraction
    sensitivity: Fraction
    allowed: int
    """⌊2^ε⌋, the number of outputs that the budget allows."""
    levels: int
    inner: Fraction
    edge: Fraction

    @property
    def outputs(self) -> int:
        """min(q, ⌈S/inner⌉ + 1), the most cells that an interval of length S meets."""
        return min(self.levels, ceil(self.sensitivity / self.inner) + 1)

    @property
    def budget(self) -> Amount:
        """The true budget, log₂ of `outputs`, in bits: no smaller one is kept for every query of this sensitivity."""
        return log2(self.outputs)

    @property
    def keeps_budget(self) -> bool:
        """Whether every query of this sensitivity keeps the budget that was asked for."""
        return self.outputs <= self.allowed

    @property
    def worst_error(self) -> Fraction:
        """Half of the longest cell: the worst-case error of a reader who answers the middle, and the least there is."""
        return self.inner / 2

    @property
    def mean_error(self) -> Fraction:
        """E|Y - Ŷ| = Σ ℓ²/(4R), over the lengths ℓ of the cells, for a response Y that is uniform on [low, high]."""
        return self._sum_of_powers(2) / (4 * (self.high - self.low))

    @property
    def mean_squared_error(self) -> Fraction:
        """E(Y - Ŷ)² = Σ ℓ³/(12R), over the lengths ℓ of the cells, for a response Y that is uniform on [low, high]."""
        return self._sum_of_powers(3) / (12 * (self.high - self.low))

    def _sum_of_powers(self, p: int) -> Fraction:
        return (self.levels - 2) * self.inner**p + 2 * self.edge**p

    @property
    def interval(self) -> tuple[Fraction, Fraction]:
        """A closed interval of length S that meets the first t = `outputs` cells.

        Proof. Those that start in the first cell and reach the start of cell t are intervals of [low, high], and exist
        as the t - 2 cells between are shorter than S. This is the one in the middle of them.
        """
        least = max(self.low, self.boundary(self.outputs) - self.sensitivity)
        start = (least + min(self.low + self.edge, self.high - self.sensitivity)) / 2
        return start, start + self.sensitivity

    @property
    def quantizer(self) -> Quantizer:
        """The quantizer with these cells; SizeError when cells of different lengths are too many to list."""
        if self.inner == self.edge:
            return LinearQuantizer(self.levels, self.low, self.high)
        if self.levels > MOST_LISTED_CELLS:
            message = f"{self.levels} cells of different lengths are too many to list: ask for a smaller budget"
            raise SizeError(message)
        return StepQuantizer(self.boundary(j) for j in range(1, self.levels + 2))

    def boundary(self, j: int) -> Fraction:
        """The boundary x_j, from x_1 = low to x_{q+1} = high."""
        if j == self.levels + 1:
            return self.high
        return self.low if j == 1 else self.low + self.edge + (j - 2) * self.inner


def designs(
    epsilon: Exactable | Amount, sensitivity: Exactable, low: Exactable = 0, high: Exactable = 1
) -> tuple[Design, Design, Design]:
    """Return the cells for budget ε (bits), sensitivity S and range [low, high] by the three rules, in this order.

    ``"paper"``: ⌊2^ε R/S⌋ equal cells, which can exceed the budget, see `Design.keeps_budget`. ``"repaired"``: the most
    equal cells that keep it (`levels_for`). ``"shortest"``: with k = ⌊2^ε⌋, cells that keep it and of which the longest
    is as short as possible, min(R/k, S/(k - 1)): k equal cells if R(k - 1) ≤ kS, otherwise ⌈R(k - 1)/S⌉ cells of length
    S/(k - 1), except that the first and the last are shorter. With k = 1 all are a single cell, a constant release.

    Proof. Of more than k cells, take k + 1 neighbors: if the k - 1 inner ones had less than S in all, some interval of
    length S would meet all k + 1. So one has S/(k - 1) at least. Up to k cells have one of R/k at least. Conversely,
    q = ⌈R(k - 1)/S⌉ > k gives (q - 2)·S/(k - 1) < R ≤ q·S/(k - 1), so that the first and the last share what is left.

    Raises the errors of `levels_for`.

    >>> for design in designs(1, "0.3"):
    ...     print(design.rule, design.levels, design.outputs, design.worst_error, *design.quantizer.boundaries)
    paper 6 3 1/12 0 1/6 1/3 1/2 2/3 5/6 1
    repaired 3 2 1/6 0 1/3 2/3 1
    shortest 4 2 3/20 0 1/5 1/2 4/5 1

    Reference: [farokhi2019noiseless], Theorem 8.
    """
    low, high, sensitivity = exact(low), exact(high), exact(sensitivity)
    allowed, R = floor_exp2(epsilon), high - low

    def linear(rule: Literal["paper", "repaired"]) -> Design:
        levels = levels_for(epsilon, sensitivity, R, rule)
        return Design(rule, low, high, sensitivity, allowed, levels, R / levels, R / levels)

    paper, repaired = linear("paper"), linear("repaired")
    return paper, repaired, Design("shortest", low, high, sensitivity, allowed, *_shortest(allowed, sensitivity, R))


def _shortest(k: int, S: Fraction, R: Fraction) -> tuple[int, Fraction, Fraction]:
    """The number of cells, the length of the inner ones, and that of the two others."""
    levels = ceil(R * (k - 1) / S)
    if levels <= k:
        return k, R / k, R / k
    inner = S / (k - 1)
    return levels, inner, (R - (levels - 2) * inner) / 2
