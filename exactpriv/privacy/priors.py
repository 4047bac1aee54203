"""Priors and releases that are constant on the boxes of a grid: the instances on which Theorem 4 is decided.

Individual 1 has the value of the column, [i, i+1); individual 2 that of the row, of a thickness that can be small.

Main definitions: :class:`GridPrior`, :func:`every_estimator_errs_at_least`, :func:`error_of_midpoints`,
:func:`signed_moment`.

Reference: [farokhi2019noiseless], Thm. 4.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from exactpriv.errors import DensityError
from exactpriv.exact.enclosure import Certified, Enclosure
from exactpriv.privacy.estimation import PiecewiseDensity, error_at, estimation_error, signed_error_at

Box = tuple[int, int]


@dataclass(frozen=True, slots=True)
class GridPrior:
    """A density with the given weights on the boxes of a grid, and the output that the mechanism gives on each box.

    ``weights[j][i]`` and ``outputs[j][i]`` belong to column i (the value of individual 1) of row j (individual 2).
    The weights are proportional to the density; a box of weight 0 is outside the range of the data.

    >>> flat = GridPrior(weights=((1, 1),), outputs=(("low", "high"),))
    >>> flat.conditional(0).pieces[0].height, flat.output_count(), flat.joint_infimum()
    (Fraction(1, 2), 2, Fraction(1, 2))
    """

    weights: tuple[tuple[int, ...], ...]
    outputs: tuple[tuple[object, ...], ...]
    thickness: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        if not any(weight for row in self.weights for weight in row) or min(map(min, self.weights)) < 0:
            raise DensityError(f"weights {self.weights} are no density; give whole numbers ≥ 0, one of them positive")

    def boxes(self) -> list[Box]:
        """The boxes (row, column) of positive density."""
        return [(j, i) for j, row in enumerate(self.weights) for i, weight in enumerate(row) if weight]

    def cropped(self) -> GridPrior:
        """The same prior without empty rows and columns at the end of the grid."""
        high, wide = (1 + max(place) for place in zip(*self.boxes(), strict=True))
        weights = tuple(row[:wide] for row in self.weights[:high])
        outputs = tuple(row[:wide] for row in self.outputs[:high])
        return GridPrior(weights, outputs, self.thickness)

    def rows(self) -> list[int]:
        """The rows that individual 2 can have: the x₋₁ that are conditioned on."""
        return sorted({j for j, _ in self.boxes()})

    def conditional(self, row: int) -> PiecewiseDensity:
        """The density ξ₁(·|x₂) of individual 1's value given a row."""
        total = sum(self.weights[row])
        return PiecewiseDensity((i, i + 1, Fraction(w, total)) for i, w in enumerate(self.weights[row]) if w)

    def cells(self, row: int) -> dict[object, list[tuple[int, int]]]:
        """The intervals of individual 1's value on which each output is given, in a row."""
        cells: dict[object, list[tuple[int, int]]] = {}
        for j, i in self.boxes():
            if j == row:
                cells.setdefault(self.outputs[j][i], []).append((i, i + 1))
        return cells

    def joint_infimum(self) -> Fraction:
        """ρ = inf of the joint density over the range of the data."""
        total = sum(map(sum, self.weights))
        return Fraction(min(self.weights[j][i] for j, i in self.boxes()), total) / self.thickness

    def marginal_measure(self) -> Fraction:
        """μ(⟦X₁⟧)."""
        return Fraction(len({i for _, i in self.boxes()}))

    def output_count(self) -> int:
        """K: the most outputs on one line, of either individual."""
        lines: dict[tuple[str, int], set[object]] = {}
        for j, i in self.boxes():
            lines.setdefault(("row", j), set()).add(self.outputs[j][i])
            lines.setdefault(("column", i), set()).add(self.outputs[j][i])
        return max(map(len, lines.values()))

    def preimages_are_connected(self) -> bool:
        """Whether the boxes of each output hang together along their sides."""
        import networkx as nx

        for output in {self.outputs[j][i] for j, i in self.boxes()}:
            graph = nx.Graph()
            boxes = [(j, i) for j, i in self.boxes() if self.outputs[j][i] == output]
            graph.add_nodes_from(boxes)
            graph.add_edges_from((box, near) for box in boxes for near in _beside(box) if near in boxes)
            if not nx.is_connected(graph):
                return False
        return True


def _beside(box: Box) -> Iterator[Box]:
    j, i = box
    yield from ((j + 1, i), (j, i + 1))


def every_estimator_errs_at_least(prior: GridPrior, row: int, p: int, bound: Fraction) -> bool:
    """Whether E{|X₁ - X̂|^p | row} ≥ bound for every estimator that sees the output; decided exactly.

    The least error is rational, or is enclosed ever more narrowly until the bound, which is rational, falls outside.

    >>> flat = GridPrior(weights=((1,),), outputs=(("y",),))
    >>> every_estimator_errs_at_least(flat, 0, 2, Fraction(1, 12))
    True
    >>> every_estimator_errs_at_least(flat, 0, 4, Fraction(1, 64))
    False
    """
    line = GridPrior((prior.weights[row],), (prior.outputs[row],))
    width = Fraction(1, 1000)
    while True:
        least = _least_error(line, p, width)
        if not isinstance(least, Enclosure):
            return least >= bound
        if not least.contains(bound):
            return least.certainly_greater(bound)
        width /= 1000


@lru_cache(maxsize=10_000)
def _least_error(line: GridPrior, p: int, width: Fraction) -> Certified:
    """The least E|X₁ - X̂|^p on the only row of a prior; the same rows come up with many bounds."""
    return estimation_error(line.conditional(0), line.cells(0), p, width)


def signed_moment(prior: GridPrior, row: int, p: int, answer: Fraction) -> Fraction:
    """E{(X₁ - c)^p | row} of the estimator that always answers c, without absolute value, as Theorem 4 prints it.

    >>> signed_moment(GridPrior(weights=((1,),), outputs=(("y",),)), 0, 1, Fraction(2))
    Fraction(-3, 2)
    """
    return signed_error_at(prior.conditional(row).pieces, answer, p)


def error_of_midpoints(prior: GridPrior, row: int, p: int) -> Fraction:
    """E{|X₁ - X̂|^p | row} of the estimator that answers the midpoint of the stretch on which the output is given.

    >>> error_of_midpoints(GridPrior(weights=((1, 1),), outputs=(("low", "high"),)), 0, 2)
    Fraction(1, 12)
    """
    density = prior.conditional(row)
    stretches = prior.cells(row).values()
    errors = (error_at(density.restricted_to(cell), Fraction(cell[0][0] + cell[-1][1], 2), p) for cell in stretches)
    return sum((Enclosure.of(error).lo for error in errors), Fraction(0))  # exact: p is whole
