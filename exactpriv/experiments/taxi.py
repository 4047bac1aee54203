"""Experiment C, taxi trips: how many pairs of start and end are unique when each coordinate is released in k boxes.

Main definitions: :func:`taxi_experiment`, :class:`TaxiResult`, :class:`TaxiRow`; :func:`read_trips`, :class:`Trips`;
:func:`unique_pairs`; :func:`density`.

Conventions: coordinates are whole numbers of the table's steps (millionths of a degree); boxes are closed on the left
and below, the last also on the right and above.  Four coordinates are released, so k boxes for each of them make
log₂ k⁴ bits by composition.  Trips are re-identifiable in principle: none is plotted, and few in a cell are not either.

Reference: [farokhi2019noiseless], Sec. V-C, Figs. 5 and 6.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Literal, TypeAlias

import numpy as np

from exactpriv.amount import Amount, log2
from exactpriv.errors import TableError
from exactpriv.experiments.data import TAXI_TRIPS, Integers, Progress, decimal, exact_columns, quantized, shipped
from exactpriv.experiments.figures import new_figure, plotted, saved, style, write_numbers
from exactpriv.privacy import LinearQuantizer, floor_exp2
from exactpriv.relations.reading import csv_table

COLUMNS = ("pickup_longitude", "pickup_latitude", "dropoff_longitude", "dropoff_latitude")
LONGITUDE = (Fraction("-74.27"), Fraction("-73.68"))
LATITUDE = (Fraction("40.49"), Fraction("40.92"))
_SIDES = (LONGITUDE, LATITUDE, LONGITUDE, LATITUDE)

Reading: TypeAlias = Literal["ε/4", "ε/2"]
"""The exponent of 2 that is lost in the paper: boxes for each coordinate."""
_PARTS: dict[Reading, int] = {"ε/4": 4, "ε/2": 2}
LARGEST_EXPONENT = 16
"""Budgets go up to 2^16 boxes for each coordinate, where a box is narrower than a parked taxi."""
PAPER_MARK = 19
"""Figure 6 marks the budget at which so many pairs are unique."""
_CELLS = (118, 86)
"""The map has cells of 0.005 degrees."""
_FEWEST = 10
"""A cell of the map with fewer ends of trips is left white."""
_SEED = 2014
_BESIDE = {"none unique": (-25, 60), "nearly 19 unique": (5, 25), "all unique": (-30, -40)}
"""How many points beside their place the annotations of Figure 6 stand."""


@dataclass(frozen=True, eq=False)
class Trips:
    """Trips with both ends in the box: coordinates in the order of COLUMNS, each number / scale; the others counted."""

    source: str
    numbers: Integers
    scale: int
    outside: int
    missing: int

    def __len__(self) -> int:
        """The number of trips."""
        return len(self.numbers)

    def sample(self, size: int) -> Trips:
        """So many of them, drawn with a fixed seed."""
        chosen = np.random.Generator(np.random.PCG64(_SEED)).permutation(len(self))[:size]
        return Trips(self.source, self.numbers[np.sort(chosen)], self.scale, self.outside, self.missing)

    def boxes(self, place: int, boxes: int) -> Integers:
        """The box of a coordinate of each trip, from 1 to so many."""
        return quantized(self.numbers[:, place], self.scale, LinearQuantizer(boxes, *_SIDES[place]))


def read_trips(path: str | Path) -> Trips:
    """The trips of a CSV file with the four columns of COLUMNS, among others.

    Trips with a missing coordinate or an end outside the paper's box are left out and counted.  No trip in the box, and
    text that is no number, raise ``TableError``.

    >>> trips = read_trips(shipped(TAXI_TRIPS))
    >>> len(trips), trips.outside, trips.missing, trips.scale
    (81342, 0, 0, 1000000)
    """
    name = Path(path).name
    _, rows = csv_table(path, COLUMNS)
    found = exact_columns(rows, COLUMNS, name)
    whole = found.present.all(axis=1)
    lows, highs = (np.array([_steps(side[end], found.scale) for side in _SIDES]) for end in (0, 1))
    shift = 100 // min(found.scale, 100)
    inside = ((found.numbers * shift >= lows) & (found.numbers * shift <= highs)).all(axis=1)
    kept = whole & inside
    if not kept.any():
        raise TableError(f"{name} has no trip with both ends in the box; give coordinates in degrees, longitude first")
    return Trips(name, found.numbers[kept], found.scale, int(np.sum(whole & ~inside)), int(np.sum(~whole)))


def _steps(degrees: Fraction, scale: int) -> int:
    """A side of the box in steps, or in hundredths of a degree when steps are longer."""
    return int(degrees * max(scale, 100))


def unique_pairs(trips: Trips, boxes: int) -> tuple[int, int]:
    """How many trips have a pair of start and end boxes that no other has, and how many pairs occur.

    >>> unique_pairs(read_trips(shipped(TAXI_TRIPS)), 16)
    (407, 1030)
    """
    columns = [trips.boxes(place, boxes) for place in range(4)]
    start, end = (np.unique(columns[i] * (boxes + 1) + columns[i + 1], return_inverse=True)[1] for i in (0, 2))
    _, counts = np.unique(start * len(trips) + end, return_counts=True)
    return int(np.count_nonzero(counts == 1)), len(counts)


def _alike(trips: Trips) -> int:
    _, counts = np.unique(trips.numbers, axis=0, return_counts=True)
    return len(trips) - int(np.count_nonzero(counts == 1))


def density(trips: Trips) -> Integers:
    """How many ends of trips lie in each cell of the map, from west to east and from south to north."""
    counts = np.zeros(_CELLS, np.int64)
    for start in (0, 2):
        x, y = (trips.boxes(start + i, _CELLS[i]) - 1 for i in (0, 1))
        np.add.at(counts, (x, y), 1)
    return counts


# --- the experiment --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TaxiRow:
    """The unique pairs among so many trips at budget ε, in one reading of the number of boxes."""

    trips: int
    reading: Reading
    epsilon: Fraction
    boxes: int
    unique: int
    pairs: int

    @property
    def share(self) -> Fraction:
        """The share of trips whose pair is unique."""
        return Fraction(self.unique, self.trips)

    @property
    def budget(self) -> Amount:
        """What the release costs: log₂ k⁴."""
        return log2(self.boxes**4)


@dataclass(frozen=True, eq=False)
class TaxiResult:
    """All rows, for all trips and for samples of them.

    ``hidden`` counts the cells of the map that are left white and the ends in them, ``alike`` the trips whose
    coordinates another trip has too.
    """

    trips: Trips
    rows: tuple[TaxiRow, ...]
    hidden: tuple[int, int]
    alike: int
    files: tuple[Path, ...] = ()

    def of(self, reading: Reading, trips: int | None = None) -> list[TaxiRow]:
        """The curve of a reading, for all trips or a sample of so many."""
        size = len(self.trips) if trips is None else trips
        return [row for row in self.rows if row.reading == reading and row.trips == size]

    @property
    def sizes(self) -> list[int]:
        """How many trips the curves are of, all trips first."""
        return sorted({row.trips for row in self.rows}, reverse=True)

    def marks(self, reading: Reading) -> dict[str, TaxiRow]:
        """Figure 6's annotations: the last budget with no unique pair, 19 or nearly, and the first with the most.

        The first of them is not there when a single trip is unique at every budget.
        """
        curve = self.of(reading)
        most = max(row.unique for row in curve)
        none = [row for row in curve if row.unique == 0]
        return {
            **({"none unique": none[-1]} if none else {}),
            "nearly 19 unique": min(curve, key=lambda row: abs(row.unique - PAPER_MARK)),
            "all unique": next(row for row in curve if row.unique == most),
        }

    def lines(self) -> list[str]:
        """What was done and found, as text."""
        return [*_about(self), "", *_table(self), "", *_marked(self), "", *_differences(self)]


def taxi_experiment(quick: bool, folder: Path | None, progress: Progress, trips: Trips | None = None) -> TaxiResult:
    """Release start and end of each trip in k boxes for each coordinate, and count the pairs that are unique.

    k = ⌊2^(ε/4)⌋, for which the whole record costs at most ε bits, and k = ⌊2^(ε/2)⌋, for which each end does.  Files
    are written when there is a folder.

    Reference: [farokhi2019noiseless], Sec. V-C.
    """
    progress("reading trips", 0, 1)
    trips = trips or read_trips(shipped(TAXI_TRIPS))
    budgets = {reading: _budgets(parts, quick=quick) for reading, parts in _PARTS.items()}
    boxes = sorted({k for each in budgets.values() for _, k in each})
    samples = [trips, *(trips.sample(len(trips) // divisor) for divisor in (4, 16) if divisor <= len(trips))]
    found: dict[tuple[int, int], tuple[int, int]] = {}
    for done, (part, k) in enumerate((part, k) for part in samples for k in boxes):
        progress("counting pairs", done, len(samples) * len(boxes))
        found[len(part), k] = unique_pairs(part, k)
    rows = [
        TaxiRow(len(part), reading, epsilon, k, *found[len(part), k])
        for part in samples
        for reading, each in budgets.items()
        for epsilon, k in each
    ]
    counts = density(trips)
    few = counts[(counts > 0) & (counts < _FEWEST)]
    result = TaxiResult(trips, tuple(rows), (len(few), int(few.sum())), _alike(trips))
    files = (*_map(counts, folder), *_curves(result, folder)) if folder else ()
    progress("done", 1, 1)
    return TaxiResult(trips, result.rows, result.hidden, result.alike, files)


def _budgets(parts: int, *, quick: bool) -> list[tuple[Fraction, int]]:
    """Budgets in whole bits or in quarters, each with its number of boxes ⌊2^(ε/parts)⌋."""
    steps = 1 if quick else 4
    epsilons = [Fraction(i, steps) for i in range(LARGEST_EXPONENT * parts * steps + 1)]
    return [(epsilon, floor_exp2(epsilon / parts)) for epsilon in epsilons]


# --- what is shown ---------------------------------------------------------------------------------------------------


def _map(counts: Integers, folder: Path) -> list[Path]:
    """Figure 5: where trips start and end, by cells that many share, with the boxes of one budget."""
    from matplotlib.collections import PolyCollection
    from matplotlib.colors import LogNorm

    shown = [(int(x), int(y), int(counts[x, y])) for x, y in np.argwhere(counts >= _FEWEST)]
    (west, east), (south, north) = LONGITUDE, LATITUDE
    dx, dy = (east - west) / _CELLS[0], (north - south) / _CELLS[1]
    rows = [(decimal(west + x * dx), decimal(south + y * dy), n) for x, y, n in shown]
    numbers = write_numbers(folder / "taxi_map.csv", ["west", "south", "ends"], rows)
    corners = ((0, 0), (1, 0), (1, 1), (0, 1))
    squares = [[(west + (x + i) * dx, south + (y + j) * dy) for i, j in corners] for x, y, _ in shown]
    with style():
        figure, [axes] = new_figure(width=7, height=6)
        cells = PolyCollection(
            plotted(squares), norm=LogNorm(_FEWEST, max(10 * _FEWEST, int(counts.max()))), linewidths=0, cmap="viridis"
        )
        cells.set_array(np.array([n for _, _, n in shown]))
        axes.add_collection(cells)
        for side, draw in ((LONGITUDE, axes.axvline), (LATITUDE, axes.axhline)):
            for edge in LinearQuantizer(16, *side).boundaries:
                draw(plotted(edge), color="0.7", linewidth=1 / 2)
        axes.set(
            xlim=plotted(LONGITUDE), ylim=plotted(LATITUDE), xlabel="longitude (degrees)", ylabel="latitude (degrees)"
        )
        axes.set_title(f"Cells of 0.005° with at least {_FEWEST} ends of trips; boxes at ε = 16")
        axes.set_aspect(plotted(Fraction(4, 3)))
        figure.colorbar(cells, label="ends of trips")
        return [numbers, *saved(figure, "taxi_map", folder)]


def _curves(result: TaxiResult, folder: Path) -> list[Path]:
    """Figure 6: the share of unique pairs against the budget."""
    header = ["trips", "reading", "epsilon", "boxes", "budget_bits", "unique", "pairs", "share", "decimal"]
    rows = [
        (r.trips, r.reading, r.epsilon, r.boxes, r.budget.decimal(), r.unique, r.pairs, r.share, decimal(r.share, 6))
        for r in result.rows
    ]
    numbers = write_numbers(folder / "taxi.csv", header, rows)
    arrow = {"arrowstyle": "->"}
    with style():
        figure, panels = new_figure(2, width=6, share_y=True)
        for axes, reading in zip(panels, _PARTS, strict=True):
            for size in result.sizes:
                x, y = plotted([(row.epsilon, row.share) for row in result.of(reading, size)]).T
                axes.step(x, y, where="post", label=f"{size} trips")
            for name, row in result.marks(reading).items():
                text, point = f"{_called(name, row)}\nε = {row.epsilon}", plotted((row.epsilon, row.share))
                axes.annotate(
                    text, point, _BESIDE[name], textcoords="offset points", fontsize="small", arrowprops=arrow
                )
            axes.set(title=f"{reading.replace('ε', '⌊2^(ε')})⌋ boxes for each coordinate", xlabel="ε (bits)")
            axes.legend(loc="center left")
        panels[0].set_ylabel("share of trips with a unique pair")
        return [numbers, *saved(figure, "taxi", folder)]


def _called(name: str, row: TaxiRow) -> str:
    """The annotation, true of the row."""
    if name == "all unique" and row.unique < row.trips:
        return f"all but {row.trips - row.unique} unique"
    return f"{row.unique} unique" if name == "nearly 19 unique" else name


def _about(result: TaxiResult) -> list[str]:
    trips, (cells, ends) = result.trips, result.hidden
    return [
        f"Experiment C: taxi trips, {trips.source}.",
        f"trips    {len(trips)} with both ends in longitude [-74.27, -73.68] and latitude [40.49, 40.92]",
        f"left out {trips.outside} with an end outside, {trips.missing} without a coordinate",
        f"map      {cells} cells with fewer than {_FEWEST} ends of trips ({ends} ends) are left white",
        "release  each of four coordinates in k boxes; k boxes cost log2 k, the record log2 k⁴ bits (Theorem 6)",
    ]


def _table(result: TaxiResult) -> list[str]:
    lines = [f"{'ε':>4} {'boxes k':>8} {'true budget':>12} {'unique':>7} {'share':>8}   k = ⌊2^(ε/4)⌋"]
    for row in result.of("ε/4"):
        if row.epsilon % 2 == 0:
            share, budget = decimal(100 * row.share, 2), row.budget.decimal(2)
            lines.append(f"{row.epsilon!s:>4} {row.boxes:>8} {budget:>12} {row.unique:>7} {share:>6} %")
    return lines


def _marked(result: TaxiResult) -> list[str]:
    lines = []
    for reading in _PARTS:
        marks = result.marks(reading).items()
        said = ", ".join(f"{_called(name, row)} at ε = {row.epsilon} (k = {row.boxes})" for name, row in marks)
        lines.append(f"Figure 6 with ⌊2^({reading})⌋ boxes: {said}.")
    return lines


def _differences(result: TaxiResult) -> list[str]:
    first, *_, last = (f"{decimal(100 * r.share, 2)} % at ε = {r.epsilon}" for r in result.of("ε/4"))
    halves = ", ".join(_half_unique(result, size) for size in reversed(result.sizes))
    return [
        f"Trend: the share of unique pairs goes from {first} to {last}.",
        "The paper has 1,000,000 trips. The more trips, the larger the budget at which half of the pairs are unique:",
        f"{halves}. A curve of a million trips is expected to rise later still.",
        "With ⌊2^(ε/2)⌋ boxes ε is the budget of each end, and the record costs up to 2ε.",
        f"{result.alike} trips have all four coordinates in common with another: no budget makes them unique.",
        "A unique pair is unique in this file; whether it names a person depends on what else a reader knows.",
    ]


def _half_unique(result: TaxiResult, size: int) -> str:
    row = next((row for row in result.of("ε/4", size) if 2 * row.unique >= size), None)
    return f"{f'ε = {row.epsilon}' if row else 'never'} for {size}"
