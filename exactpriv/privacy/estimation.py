"""How well a response lets one estimate an entry whose prior is stochastic: exact least errors and sharp bounds.

An estimator sees which cell (the preimage of the response) contains X and answers with a constant per cell. Its least
p-th error is Σ_cells min_c ∫_cell |x - c|^p ξ(x) dx. Each term is convex in c, which gives exact minima for integer p
and certified enclosures otherwise.

Main definitions: `PiecewiseDensity`, `JointDensity`, `error_at`, `best_constant`, `estimation_error`,
`enclosed_estimation_error`, `estimation_bound` (sharp), `printed_bound` (Theorem 4 as printed), `signed_error_at`.

Main claim: E|X - X̂|^p ≥ ρ m^{p+1} / (2^p (p+1) N^p), for every estimator that sees one of N outputs, with ρ the infimum
of the density and m the measure of its support; equality for the uniform prior on an interval and N equal cells.

Conventions: the support of a density is where it is positive; sets of measure zero are ignored; p ≥ 1.

References: [farokhi2019noiseless], Theorem 4.
"""

from bisect import bisect_left
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations, pairwise
from math import comb
from typing import Literal, NamedTuple

from exactpriv.errors import (
    DensityError,
    LevelsError,
    NotFunctionalError,
    OutsideIntervalError,
    OutsideRangeError,
)
from exactpriv.exact.enclosure import WIDTH, Certified, Enclosure, positive_width, power, total
from exactpriv.exact.polynomials import only_root
from exactpriv.numbers import Exactable, exact

Interval = tuple[Exactable, Exactable]
Cells = Mapping[Hashable, Iterable[Interval]]


class Piece(NamedTuple):
    """A stretch [low, high] on which a density has one height."""

    low: Fraction
    high: Fraction
    height: Fraction

    @property
    def length(self) -> Fraction:
        """The length high - low."""
        return self.high - self.low

    @property
    def mass(self) -> Fraction:
        """The probability height · (high - low)."""
        return self.height * self.length


Part = Sequence[Piece]
"""A density restricted to a cell: disjoint pieces of positive mass in ascending order, of any total mass."""


class PiecewiseDensity:
    """A probability density that is constant on finitely many intervals with rational ends, and zero elsewhere.

    Pieces of height 0 are dropped: they are outside the support.

    Raises
    ------
    DensityError
        A piece without length or with negative height, two pieces that overlap, or a total mass that is not 1.

    Examples
    --------
    >>> density = PiecewiseDensity([(0, 1, "1/4"), (1, 2, "3/4")])
    >>> print(density.infimum, density.support_measure)
    1/4 2

    """

    __slots__ = ("pieces",)

    def __init__(self, pieces: Iterable[tuple[Exactable, Exactable, Exactable]]) -> None:
        """Put together the pieces (low, high, height)."""
        self.pieces: tuple[Piece, ...] = tuple(sorted(_positive(Piece(*map(exact, piece)) for piece in pieces)))
        for left, right in pairwise(self.pieces):
            if right.low < left.high:
                message = f"the pieces from {left.low} to {left.high} and from {right.low} overlap: give disjoint ones"
                raise DensityError(message)
        _check_mass(sum((piece.mass for piece in self.pieces), Fraction(0)))

    @classmethod
    def uniform(cls, low: Exactable = 0, high: Exactable = 1) -> "PiecewiseDensity":
        """Return the uniform density on [low, high]; DensityError unless low < high.

        >>> PiecewiseDensity.uniform(0, 4)
        PiecewiseDensity([('0', '4', '1/4')])
        """
        low, high = exact(low), exact(high)
        if low >= high:
            message = f"[{low}, {high}] has no positive length: a uniform density needs low < high"
            raise DensityError(message)
        return cls([(low, high, 1 / (high - low))])

    @property
    def support_measure(self) -> Fraction:
        """μ of the support."""
        return sum((piece.length for piece in self.pieces), Fraction(0))

    @property
    def infimum(self) -> Fraction:
        """The essential infimum ρ > 0 over the support."""
        return min(piece.height for piece in self.pieces)

    def restricted_to(self, intervals: Iterable[Interval]) -> Part:
        """Return the part of the density on a union of disjoint intervals.

        >>> [tuple(map(str, piece)) for piece in PiecewiseDensity.uniform().restricted_to([("1/2", 3)])]
        [('1/2', '1', '1')]
        """
        ends = [(exact(low), exact(high)) for low, high in intervals]
        clipped = (
            Piece(max(piece.low, low), min(piece.high, high), piece.height)
            for piece in self.pieces
            for low, high in ends
        )
        return tuple(sorted(piece for piece in clipped if piece.low < piece.high))

    def __eq__(self, other: object) -> bool:
        """Whether both have the same pieces."""
        return self.pieces == other.pieces if isinstance(other, PiecewiseDensity) else NotImplemented

    def __hash__(self) -> int:
        """Agree with equality."""
        return hash(self.pieces)

    def __repr__(self) -> str:
        """Write the density as Python text that makes it again."""
        return f"PiecewiseDensity({[tuple(map(str, piece)) for piece in self.pieces]})"


class Box(NamedTuple):
    """A rectangle on which a joint density has one height: the first entry in `first`, the second in `second`."""

    first: tuple[Fraction, Fraction]
    second: tuple[Fraction, Fraction]
    height: Fraction

    @property
    def mass(self) -> Fraction:
        """The probability height · area."""
        return self.height * (self.first[1] - self.first[0]) * (self.second[1] - self.second[0])

    def side(self, entry: int) -> tuple[Fraction, Fraction]:
        """Return the interval in which entry 1 or 2 lies."""
        return self.first if entry == 1 else self.second

    def overlaps(self, other: "Box") -> bool:
        """Whether the two rectangles share more than their borders."""
        return all(
            self.side(entry)[0] < other.side(entry)[1] and other.side(entry)[0] < self.side(entry)[1]
            for entry in (1, 2)
        )


class JointDensity:
    """A probability density of two entries (X_1, X_2) that is constant on finitely many boxes.

    A box is written (low_1, high_1, low_2, high_2, height). Boxes of height 0 are dropped.

    Raises
    ------
    DensityError
        A box without area or with negative height, two boxes that overlap, or a total mass that is not 1.

    Examples
    --------
    >>> joint = JointDensity([(0, 1, 0, "1/8", 8)])  # uniform on [0, 1] x [0, 1/8]
    >>> print(joint.infimum, joint.conditional("1/16").infimum)
    8 1

    """

    __slots__ = ("boxes",)

    def __init__(self, boxes: Iterable[tuple[Exactable, Exactable, Exactable, Exactable, Exactable]]) -> None:
        """Put together the boxes (low_1, high_1, low_2, high_2, height)."""
        numbers = [tuple(map(exact, box)) for box in boxes]
        self.boxes: tuple[Box, ...] = tuple(Box((a, b), (c, d), height) for a, b, c, d, height in numbers if height)
        for box in self.boxes:
            if box.first[0] >= box.first[1] or box.second[0] >= box.second[1] or box.height < 0:
                message = f"the box on {_shown(box.first)} x {_shown(box.second)} has no area or negative height"
                raise DensityError(message)
        for box, other in combinations(self.boxes, 2):
            if box.overlaps(other):
                message = f"two boxes overlap around {_shown(box.first)} x {_shown(box.second)}: give disjoint ones"
                raise DensityError(message)
        _check_mass(sum((box.mass for box in self.boxes), Fraction(0)))

    @property
    def infimum(self) -> Fraction:
        """The essential infimum of the joint density over its support."""
        return min(box.height for box in self.boxes)

    def marginal_measure(self, entry: Literal[1, 2] = 1) -> Fraction:
        """μ⟦X_i⟧, the length of the projection of the support on entry i.

        >>> print(JointDensity([(0, 1, 0, 1, "1/2"), (1, 2, 1, 2, "1/2")]).marginal_measure(1))
        2
        """
        ends = sorted(box.side(entry) for box in self.boxes)
        length, reached = Fraction(0), ends[0][0]
        for low, high in ends:
            length += max(Fraction(0), high - max(low, reached))
            reached = max(reached, high)
        return length

    def conditional(self, x_other: Exactable, entry: Literal[1, 2] = 1) -> PiecewiseDensity:
        """Return the density of entry i given that the other entry is ``x_other``.

        On a border between boxes, the box that begins there counts. OutsideIntervalError where the other entry has
        density zero.
        """
        x = exact(x_other)
        met = [box for box in self.boxes if box.side(3 - entry)[0] <= x < box.side(3 - entry)[1]]
        slices = [Piece(*box.side(entry), box.height) for box in met]
        mass = sum((piece.mass for piece in slices), Fraction(0))
        if mass == 0:
            message = f"the density is zero where entry {3 - entry} is {x}: give a point inside a box"
            raise OutsideIntervalError(message)
        return PiecewiseDensity((piece.low, piece.high, piece.height / mass) for piece in slices)


def error_at(part: Part, c: Exactable, p: Exactable, width: Exactable = WIDTH) -> Certified:
    """Return ∫ |x - c|^p ξ(x) dx over a part of a density: exact for integer p, else an enclosure of that width.

    OutsideRangeError for p < 1.

    >>> half = PiecewiseDensity.uniform().restricted_to([(0, "1/2")])
    >>> error_at(half, "1/4", 2)
    Fraction(1, 96)
    >>> print(error_at(half, "1/4", "3/2"), error_at(half, 0, "3/2"))
    1/40 [0.070710, 0.070711]
    """
    c, p, width = exact(c), _order(p), positive_width(width)
    fine = width * (p + 1) / (2 * _heights(part))
    return total(
        piece.height
        / (p + 1)
        * (_signed_power(piece.high - c, p + 1, fine) - _signed_power(piece.low - c, p + 1, fine))
        for piece in part
    )


def signed_error_at(part: Part, c: Exactable, p: int) -> Fraction:
    """Return ∫ (x - c)^p ξ(x) dx, the moment without absolute value that Theorem 4 prints.

    For even p it is `error_at`. For odd p it falls to -∞ as c grows, so no positive lower bound can hold; it is 0 where
    c is the center of a symmetric part.

    >>> unit = PiecewiseDensity.uniform().pieces
    >>> print(*(signed_error_at(unit, c, 1) for c in (0, "1/2", 100)))
    1/2 0 -199/2
    """
    c, order = exact(c), _whole_order(p)
    return sum(
        (
            piece.height * ((piece.high - c) ** (order + 1) - (piece.low - c) ** (order + 1)) / (order + 1)
            for piece in part
        ),
        Fraction(0),
    )


def best_constant(part: Part, p: Exactable, width: Exactable = WIDTH) -> Certified:
    """Return the constant c with least ∫ |x - c|^p ξ(x) dx, for integer p.

    The (lowest) median for p = 1 and the mean for p = 2. For p ≥ 3 the one root of the derivative, which is a
    polynomial between the ends of pieces: a fraction where it is rational, else an enclosure of the given width.

    Raises
    ------
    OutsideRangeError
        p is not an integer ≥ 1.

    Examples
    --------
    >>> skewed = PiecewiseDensity([(0, 1, "1/4"), (1, 2, "3/4")]).pieces
    >>> print(best_constant(skewed, 1), best_constant(skewed, 2), best_constant(skewed, 3))
    4/3 5/4 [1.179943, 1.179944]

    """
    order = _whole_order(p)
    closed_form = {1: _median, 2: _mean}.get(order)
    if closed_form is not None:
        return closed_form(part)
    points = sorted({end for piece in part for end in piece[:2]})
    index = bisect_left(points, Fraction(0), key=partial(_whole_slope, part, order))
    high = points[index]
    if _whole_slope(part, order, high) == 0:
        return high
    low = points[index - 1]
    return only_root(_slope_polynomial(part, order, low), low, high, width)


def estimation_error(density: PiecewiseDensity, cells: Cells, p: Exactable, width: Exactable = WIDTH) -> Certified:
    """Return the least E|X - X̂|^p over all estimators that see which cell contains X.

    ``cells`` gives for each output the intervals on which it is the response. The result is a fraction whenever the
    best constant of every cell is rational (always for p = 1 and 2), else an enclosure of at most the given width.

    Raises
    ------
    NotFunctionalError
        The cells overlap or leave out a part of the support.
    OutsideRangeError
        p < 1 or width ≤ 0.

    Examples
    --------
    >>> halves = {"low": [(0, "1/2")], "high": [("1/2", 1)]}
    >>> estimation_error(PiecewiseDensity.uniform(), halves, 2)
    Fraction(1, 48)

    Reference: [farokhi2019noiseless], Theorem 4.

    """
    order = _order(p)
    parts = _parts(density, cells)
    share = positive_width(width) / len(parts)
    least = _least_error if order.denominator == 1 else _enclosed_least_error
    return total(least(part, order, share) for part in parts)


def enclosed_estimation_error(
    density: PiecewiseDensity, cells: Cells, p: Exactable, width: Exactable = WIDTH
) -> Enclosure:
    """Enclose what `estimation_error` returns, for any p ≥ 1, by convexity alone: no median, mean or root is used.

    >>> enclosed_estimation_error(PiecewiseDensity.uniform(), {"all": [(0, 1)]}, 2, "0.001").contains("1/12")
    True
    """
    parts = _parts(density, cells)
    share = positive_width(width) / len(parts)
    return Enclosure.of(total(_enclosed_least_error(part, _order(p), share) for part in parts))


def estimation_bound(
    rho: Exactable, measure: Exactable, outputs: Exactable, p: Exactable, width: Exactable = WIDTH
) -> Certified:
    """Return the sharp bound ρ m^{p+1} / (2^p (p+1) N^p) on E|X - X̂|^p after one of N outputs is seen.

    ρ is the infimum of the (conditional) density of X, m the measure of its (conditional) range. Attained by the
    uniform density on an interval and N equal cells. A fraction whenever it is rational, else an enclosure.

    Raises
    ------
    DensityError
        ρ ≤ 0 or m ≤ 0.
    LevelsError
        N is not an integer ≥ 1.
    OutsideRangeError
        p < 1.

    Examples
    --------
    >>> print(estimation_bound(1, 1, 4, 2), estimation_bound(1, 1, 1, 4), estimation_bound(1, 1, 2, "3/2"))
    1/192 1/80 1/20

    Reference: [farokhi2019noiseless], Theorem 4, repaired.

    """
    rho, measure, count, p = _bound_arguments(rho, measure, outputs, p)
    scale = rho * measure / (p + 1)
    return total([power(measure / (2 * count), p, positive_width(width) / scale) * scale])


Reading = Literal["2p+2", "2p+1", "p+2"]


def printed_bound(rho: Exactable, measure: Exactable, levels: Exactable, p: Exactable, reading: Reading) -> Fraction:
    """Return Theorem 4's right side ρ μ^{p+1} 2^{-ε(p+1)} / 2^r with 2^ε = N, for integer p.

    The exponent r was lost in print: 2p + 2, 2p + 1 or p + 2, as ``reading`` says.

    Raises
    ------
    DensityError
        ρ ≤ 0 or μ ≤ 0, or a reading of another name.
    LevelsError
        N is not an integer ≥ 1.
    OutsideRangeError
        p is not an integer ≥ 1.

    Examples
    --------
    >>> print(printed_bound(1, 1, 1, 4, "p+2"), printed_bound(1, 1, 1, 4, "2p+2"))
    1/64 1/1024

    Reference: [farokhi2019noiseless], Theorem 4, eq. (17).

    """
    order = _whole_order(p)
    rho, measure, count, _ = _bound_arguments(rho, measure, levels, order)
    exponents = {"2p+2": 2 * order + 2, "2p+1": 2 * order + 1, "p+2": order + 2}
    if reading not in exponents:
        message = f"{reading!r} is not a reading of Theorem 4's exponent: choose '2p+2', '2p+1' or 'p+2'"
        raise DensityError(message)
    return rho * (measure / count) ** (order + 1) / Fraction(2) ** exponents[reading]


def _bound_arguments(
    rho: Exactable, measure: Exactable, outputs: Exactable, p: Exactable
) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    rho, measure, count = exact(rho), exact(measure), exact(outputs)
    if rho <= 0 or measure <= 0:
        message = f"infimum {rho} and measure {measure}: both must be above 0 for a bound on the estimation error"
        raise DensityError(message)
    if count < 1 or count.denominator != 1:
        message = f"there cannot be {count} outputs: give a whole number of at least 1"
        raise LevelsError(message)
    return rho, measure, count, _order(p)


def _order(p: Exactable) -> Fraction:
    order = exact(p)
    if order < 1:
        message = f"the order p = {order} of an error is below 1: give p ≥ 1, so that the best guess is well defined"
        raise OutsideRangeError(message)
    return order


def _whole_order(p: Exactable) -> int:
    order = _order(p)
    if order.denominator != 1:
        message = f"the order p = {order} is not an integer: give 1, 2, 3, …"
        raise OutsideRangeError(message)
    return int(order)


def _positive(pieces: Iterable[Piece]) -> Iterator[Piece]:
    for piece in pieces:
        if piece.low >= piece.high or piece.height < 0:
            message = (
                f"the piece from {piece.low} to {piece.high} of height {piece.height}: give low < high, height ≥ 0"
            )
            raise DensityError(message)
        if piece.height > 0:
            yield piece


def _check_mass(mass: Fraction) -> None:
    if mass != 1:
        message = f"the total mass is {mass}, and a probability density has mass 1: divide the heights by {mass}"
        raise DensityError(message if mass else "no piece has positive height: a probability density has mass 1")


def _shown(interval: tuple[Fraction, Fraction]) -> str:
    return f"[{interval[0]}, {interval[1]}]"


def _parts(density: PiecewiseDensity, cells: Cells) -> list[Part]:
    """Restrict the density to each cell that has positive mass, after checking that the cells are a partition."""
    ends = {label: [(exact(low), exact(high)) for low, high in intervals] for label, intervals in cells.items()}
    proper = sorted(interval for intervals in ends.values() for interval in intervals if interval[0] < interval[1])
    for left, right in pairwise(proper):
        if right[0] < left[1]:
            message = f"cells overlap on {_shown((right[0], min(left[1], right[1])))}: give every point one output"
            raise NotFunctionalError(message)
    parts = [part for intervals in ends.values() if (part := density.restricted_to(intervals))]
    missing = density.support_measure - sum((piece.length for part in parts for piece in part), Fraction(0))
    if missing:
        message = f"cells leave out a part of the support, of measure {missing}: give every point an output"
        raise NotFunctionalError(message)
    return parts


def _heights(part: Part) -> Fraction:
    return sum((piece.height for piece in part), Fraction(0))


def _signed_power(t: Fraction, p: Fraction, width: Fraction) -> Certified:
    """sgn(t) |t|^p."""
    return power(t, p, width) if t >= 0 else -power(-t, p, width)


def _slope(part: Part, c: Fraction, p: Fraction, width: Fraction) -> Certified:
    """Differentiate `error_at` by c: Σ height (|c - low|^p - |c - high|^p), which does not decrease in c."""
    fine = width / (2 * _heights(part))
    return total(
        piece.height * (power(abs(c - piece.low), p, fine) - power(abs(c - piece.high), p, fine)) for piece in part
    )


def _whole_slope(part: Part, p: int, c: Fraction) -> Fraction:
    """Evaluate `_slope` for integer p, where it is rational."""
    return sum((piece.height * (abs(c - piece.low) ** p - abs(c - piece.high) ** p) for piece in part), Fraction(0))


def _slope_polynomial(part: Part, p: int, low: Fraction) -> list[Fraction]:
    """Expand `_slope` between ``low`` and the next end of a piece; coefficients start with the constant."""
    coefficients = [Fraction(0)] * (p + 1)
    for piece in part:
        for end, height in ((piece.low, piece.height), (piece.high, -piece.height)):
            sign = 1 if end <= low else (-1) ** p
            for k in range(p + 1):
                coefficients[k] += sign * height * comb(p, k) * (-end) ** (p - k)
    return coefficients


def _median(part: Part) -> Fraction:
    half = sum((piece.mass for piece in part), Fraction(0)) / 2
    below = Fraction(0)
    for piece in part:
        if below + piece.mass >= half:
            break
        below += piece.mass
    return piece.low + (half - below) / piece.height


def _mean(part: Part) -> Fraction:
    mass = sum((piece.mass for piece in part), Fraction(0))
    return sum((piece.mass * (piece.low + piece.high) / 2 for piece in part), Fraction(0)) / mass


def _least_error(part: Part, p: Fraction, width: Fraction) -> Certified:
    best = best_constant(part, p, width)
    if isinstance(best, Enclosure):
        return _least_between(part, p, best.lo, best.hi, width)
    return error_at(part, best, p)


def _enclosed_least_error(part: Part, p: Fraction, width: Fraction) -> Enclosure:
    return _least_between(part, p, part[0].low, part[-1].high, width)


def _least_between(part: Part, p: Fraction, low: Fraction, high: Fraction, width: Fraction) -> Enclosure:
    """Enclose the least error, when the best constant is known to lie between ``low`` and ``high``.

    At the middle u the error E lies above its tangent: E(u) - |E'(u)| (high - low)/2 ≤ min E ≤ E(u). The sign of E'(u)
    tells which half to keep; where it cannot be told, E'(u) is nearly 0 and finer values narrow the enclosure.
    """
    fine = width / 4
    while True:
        middle = (low + high) / 2
        value = Enclosure.of(error_at(part, middle, p, fine))
        slope = Enclosure.of(_slope(part, middle, p, fine))
        gap = slope.magnitude * (high - low) / 2
        if value.width + gap <= width:
            return Enclosure(value.lo - gap, value.hi)
        if slope.certainly_less(0):
            low = middle
        elif slope.certainly_greater(0):
            high = middle
        else:
            fine /= 1024
