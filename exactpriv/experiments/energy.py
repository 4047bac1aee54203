"""Experiment A, energy: can a reader of a quantized average tell which of two homes is part of it?

The daily consumption of n homes is averaged and released through a quantizer on [0, R], where R is the largest reading
unless given. A home can move the average by S = R/n. How many cells a budget of ε bits buys is read in four ways
(:data:`RULES`), since the paper's text leaves it open.

Main definitions: :func:`energy_experiment`, :class:`EnergyResult`, :class:`EnergyRow`; :class:`EnergyData`,
:func:`energy_data`.

Conventions: readings are whole numbers of the table's steps; a day on which any home misses a reading, or that
lacks rows, is dropped for all homes, so that they stay comparable; the reader sees the middle of the cell.

Reference: [farokhi2019noiseless], Sec. V-A, Figs. 2 and 3.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import takewhile
from math import floor
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from exactpriv.amount import Amount, log2
from exactpriv.errors import OutsideRangeError
from exactpriv.experiments.data import (
    ENERGY_YEAR,
    Dropped,
    MissingPolicy,
    Progress,
    TimeTable,
    Truths,
    decimal,
    shipped,
    time_table,
)
from exactpriv.experiments.energy_attackers import ATTACKERS, Homes
from exactpriv.experiments.energy_game import Advantage, Groups, Quantizer, advantages
from exactpriv.experiments.figures import new_figure, saved, style, write_numbers
from exactpriv.numbers import Exactable, exact
from exactpriv.privacy import LinearQuantizer, floor_exp2, levels_for

if TYPE_CHECKING:
    from matplotlib.figure import Figure

GROUP_SIZES = (2, 4, 8, 16, 32)
BUDGETS = tuple(range(1, 9))
RAW = "raw"
RULES: Mapping[str, Callable[[int, int, Fraction], int]] = {
    "printed": lambda epsilon, n, R: levels_for(epsilon, R / n, R, rule="paper"),
    "repaired": lambda epsilon, n, R: levels_for(epsilon, R / n, R),
    "local": lambda epsilon, _, R: levels_for(epsilon, R, R),
    "inverted": lambda epsilon, n, _: max(1, floor_exp2(epsilon) // n),
}
"""How many levels q are taken for ε bits, n homes and the range [0, R]."""
_SAID = {
    "printed": "q = ⌊2^ε R/S⌋ = n 2^ε, Theorem 8 as printed",
    "repaired": "q = n (2^ε - 1), the most levels that keep the budget",
    "local": "q = 2^ε, as if one home could move the average through the whole range (S = R)",
    "inverted": "q = ⌊2^ε S/R⌋ = ⌊2^ε/n⌋ and at least 1, Theorem 8 with its ratio upside down",
}
PAPER_POINTS = ((4, 2), (8, 3))
"""Where the paper finds the advantage "negligible (almost zero)": (n, ε)."""
ALMOST_ZERO = Fraction(1, 20)
"""What is called almost zero here: a smaller advantage of every attacker."""
_FEW_LEVELS = 8
SEED = 2019


# --- the data --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class EnergyData:
    """Complete readings of homes, and the range [0, largest] of the average, in steps of 1/scale Wh."""

    table: TimeTable
    dropped: Dropped
    largest: Fraction
    is_given: bool
    each: str

    @property
    def homes(self) -> Homes:
        """What the adversary knows."""
        return Homes(np.ascontiguousarray(self.table.numbers.T), self.table.stamps)

    def written(self, steps: Fraction) -> str:
        """A number of steps as text in Wh."""
        exactly = steps / self.table.scale
        return f"{exactly} Wh" if exactly.denominator == 1 else f"{decimal(exactly, 1)} Wh"


def energy_data(
    path: str | Path | None = None,
    *,
    half_hours: bool = False,
    missing: MissingPolicy = "drop",
    largest: Exactable | None = None,
) -> EnergyData:
    """The readings of a table of homes (the shipped year unless given), a day each, or as they are.

    Raises
    ------
    TableError
        What `time_table` and `TimeTable.complete` refuse.
    OutsideRangeError
        A negative reading, or one above the largest that is declared.

    Examples
    --------
    >>> data = energy_data()
    >>> len(data.table.columns), len(data.table), data.written(data.largest)
    (54, 217, '101819 Wh')

    """
    read = time_table(shipped(ENERGY_YEAR) if path is None else path)
    complete, dropped = read.complete(missing, whole_days=not half_hours)
    _require(complete, complete.numbers >= 0, "at least 0")
    table = complete if half_hours else complete.daily()
    top = Fraction(int(table.numbers.max())) if largest is None else exact(largest) * table.scale
    _require(table, table.numbers <= floor(top), "at most the largest given")
    return EnergyData(table, dropped, top, largest is not None, "half hour" if half_hours else "day")


def _require(table: TimeTable, holds: Truths, rule: str) -> None:
    """OutsideRangeError names the first reading for which it does not hold."""
    if not holds.all():
        row, place = np.argwhere(~holds)[0]
        raise OutsideRangeError(
            f"{table.source}: {table.columns[place]} has {Fraction(int(table.numbers[row, place]), table.scale)} "
            f"at {table.stamps[row]}, outside the range of the query; give readings that are {rule}"
        )


# --- the experiment --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class EnergyRow:
    """One attacker against one release; ``epsilon`` and ``levels`` are None for the raw average."""

    rule: str
    n: int
    epsilon: int | None
    levels: int | None
    outputs: int
    attacker: str
    advantage: Advantage

    @property
    def budget(self) -> Amount:
        """The true budget log₂ K, where K is the most outputs that one home's readings can lead to."""
        return log2(self.outputs)


@dataclass(frozen=True)
class EnergyResult:
    """All rows, and for the paper's points the advantages with few levels."""

    data: EnergyData
    groups: tuple[Groups, ...]
    radii: tuple[Fraction, ...]
    rows: tuple[EnergyRow, ...]
    few: Mapping[int, Mapping[int, tuple[Advantage, ...]]]
    files: tuple[Path, ...] = ()

    def of(self, rule: str, n: int, epsilon: int | None) -> list[EnergyRow]:
        """The rows of the attackers at one point."""
        return [row for row in self.rows if (row.rule, row.n, row.epsilon) == (rule, n, epsilon)]

    def is_almost_zero(self, rule: str) -> bool:
        """Whether every attacker's advantage is almost zero at both of the paper's points."""
        return all(row.advantage.estimate < ALMOST_ZERO for point in PAPER_POINTS for row in self.of(rule, *point))

    def most_levels(self, n: int) -> int:
        """The most levels such that with these and with fewer the advantages are almost zero."""
        return len(list(takewhile(_is_almost_zero, (self.few[n][q] for q in sorted(self.few[n])))))

    def lines(self) -> list[str]:
        """What was done and found, as text."""
        tables = [line for rule in RULES for line in _table(self, rule)]
        return [*_about(self), "", *tables, *_conclusion(self), "", *_differences(self)]


def _is_almost_zero(advantages: Sequence[Advantage]) -> bool:
    return all(advantage.estimate < ALMOST_ZERO for advantage in advantages)


def energy_experiment(
    quick: bool, folder: Path | None, progress: Progress, data: EnergyData | None = None
) -> EnergyResult:
    """Play the game for each group size and budget, under each rule for the number of levels.

    All groups are played where there are at most 400,000 (quick: 3,000), else so many drawn with a fixed seed: 100,000
    (quick: 3,000); with more than 365 times, proportionally fewer. Files are written when there is a folder, the
    numbers after every group size.

    Reference: [farokhi2019noiseless], Sec. V-A.
    """
    data = data or energy_data()
    homes = data.homes
    if len(homes.readings) <= GROUP_SIZES[-1]:
        raise OutsideRangeError(
            f"{data.table.source} has {len(homes.readings)} homes; groups of {GROUP_SIZES[-1]} and a home outside need "
            f"at least {GROUP_SIZES[-1] + 1}"
        )
    groups = tuple(_groups(len(homes.readings), n, homes.times, quick=quick) for n in GROUP_SIZES)
    quantizers = {n: _quantizers(n, data.largest) for n in GROUP_SIZES}
    sampled = sum(len(quantizers[each.n]) * len(ATTACKERS) for each in groups if each.sampled)
    result = EnergyResult(data, groups, tuple(each.radius(max(1, sampled)) for each in groups), (), {})
    before, total = 0, sum(map(len, groups))
    for each in groups:

        def told(done: int, each: Groups = each, before: int = before) -> None:
            progress(f"games in groups of {each.n}", before + done, total)

        found = advantages(homes, each, quantizers[each.n], max(1, sampled), told)
        before += len(each)
        result = _with(result, each.n, found)
        if folder:
            _write_rows(result, folder)
    return replace(result, files=tuple(_written(result, folder))) if folder else result


def _groups(homes: int, n: int, times: int, *, quick: bool) -> Groups:
    exhaustive, sampled = (3_000, 3_000) if quick else (400_000, 100_000)
    year, some = 365, max(365, times)
    return Groups.at_most(exhaustive * year // some, homes, n, sampled * year // some, SEED)


def _quantizers(n: int, R: Fraction) -> list[Quantizer]:
    levels = {rule(epsilon, n, R) for rule in RULES.values() for epsilon in BUDGETS}
    few = range(1, _FEW_LEVELS + 1) if n in dict(PAPER_POINTS) else ()
    return [None, *(LinearQuantizer(q, 0, R) for q in sorted(levels.union(few)))]


def _with(result: EnergyResult, n: int, found: Mapping[tuple[Quantizer, str], Advantage]) -> EnergyResult:
    """The result with the rows of a group size added."""
    R = result.data.largest
    raw = [EnergyRow(RAW, n, None, None, floor(R) + 1, name, found[None, name]) for name in ATTACKERS]
    rows = [
        EnergyRow(rule, n, epsilon, Q.levels, Q.most_cells_met(R / n), name, found[Q, name])
        for rule, levels in RULES.items()
        for epsilon in BUDGETS
        for Q in [LinearQuantizer(levels(epsilon, n, R), 0, R)]
        for name in ATTACKERS
    ]
    few = {
        q: tuple(found[LinearQuantizer(q, 0, R), name] for name in ATTACKERS)
        for q in range(1, _FEW_LEVELS + 1)
        if n in dict(PAPER_POINTS)
    }
    return replace(result, rows=(*result.rows, *rows, *raw), few={**result.few, **({n: few} if few else {})})


# --- files -----------------------------------------------------------------------------------------------------------


def _write_rows(result: EnergyResult, folder: Path) -> Path:
    groups = {each.n: len(each) for each in result.groups}
    release = ["rule", "n", "epsilon", "levels", "most_outputs", "true_budget_bits"]
    answer = ["attacker", "groups", "games", "exact", "advantage", "low", "high", "decimal"]
    lines = [
        (
            *(row.rule, row.n, row.epsilon, row.levels, row.outputs, row.budget.decimal()),
            *(row.attacker, groups[row.n], row.advantage.games, row.advantage.is_exact),
            *(row.advantage.estimate, row.advantage.low, row.advantage.high, decimal(row.advantage.estimate, 6)),
        )
        for row in result.rows
    ]
    return write_numbers(folder / "energy.csv", [*release, *answer], lines)


def _written(result: EnergyResult, folder: Path) -> list[Path]:
    figures = (path for rule in RULES for path in saved(_figure(result, rule), f"energy_{rule}", folder))
    return [_write_rows(result, folder), *figures]


def _figure(result: EnergyResult, rule: str) -> Figure:
    """The paper's Fig. 3 under one rule: a panel for each attacker, a curve for each n, with the raw average beside."""
    places = [*BUDGETS, BUDGETS[-1] + 1]
    with style():
        figure, panels = new_figure(len(ATTACKERS), share_y=True)
        for axes, name in zip(panels, ATTACKERS, strict=True):
            for n in GROUP_SIZES:
                points = _curve(result, rule, n, name)
                bars = [point.radius for point in points]
                axes.errorbar(places, [point.estimate for point in points], bars, marker=".", label=f"n = {n}")
            axes.set(title=name, xlabel="ε (bits)", ylim=(0, 1))
            axes.set_xticks(places, [*map(str, BUDGETS), RAW])
        panels[0].set_ylabel("Adv")
        figure.legend(*panels[0].get_legend_handles_labels(), loc="outside right center", fontsize="small")
        figure.suptitle(f"{rule}: {_SAID[rule]}", fontsize="medium")
        return figure


def _curve(result: EnergyResult, rule: str, n: int, attacker: str) -> list[Advantage]:
    """The advantages at each budget and of the raw average."""
    rows = [row for row in result.rows if (row.n, row.attacker) == (n, attacker) and row.rule in (rule, RAW)]
    return [row.advantage for row in rows]


# --- text ------------------------------------------------------------------------------------------------------------


def _percent(x: Fraction) -> str:
    return decimal(100 * x, 1)


def _about(result: EnergyResult) -> list[str]:
    data, R = result.data, result.data.largest
    first, last = data.table.days[0], data.table.days[-1]
    return [
        f"Experiment A: energy, {data.table.source}.",
        f"data        {len(data.table.columns)} homes, {len(data.table)} times (every {data.each}), {first} to {last}",
        f"missing     {data.dropped}" + ("; a day is dropped for all homes" if data.dropped.days else ""),
        f"query       the mean of n homes, in [0, R]; R = {data.written(R)}, {_source_of_range(data)}",
        f"sensitivity S = R/n for n = {', '.join(map(str, GROUP_SIZES))}: "
        + ", ".join(data.written(R / n) for n in GROUP_SIZES),
        "release     q equal cells of [0, R]; the reader sees the middle of a cell",
        "game        any two homes, all pairs alike; a coin says which one joins n - 1 others, all groups alike",
        "attackers   correlation: guess the home that correlates more with the release (0 with a constant)",
        "            squared error: guess the home with the smaller Σ (x - y)²",
        "            relative peaks: guess the home with more of its peaks at peaks of the release;",
        f"            a peak is larger than one {data.each} before and one after (not at an end or beside a gap)",
        "            equal scores are a fair coin; Adv = 2 |P{right} - 1/2|",
        *(f"{'' if place else 'played':12}{line}" for place, line in enumerate(_played(result))),
    ]


def _source_of_range(data: EnergyData) -> str:
    return "as given" if data.is_given else "the largest reading of any home"


def _played(result: EnergyResult) -> list[str]:
    lines = [
        f"n = {each.n}: {len(each)} groups drawn (seed {each.seed}), Adv ± {_percent(radius)} %"
        if each.sampled
        else f"n = {each.n}: all {len(each)} groups, so Adv is exact"
        for each, radius in zip(result.groups, result.radii, strict=True)
    ]
    return [*lines, "all these intervals hold at once with confidence 99 %"] if any(result.radii) else lines


def _table(result: EnergyResult, rule: str) -> list[str]:
    heads = [*(f"ε = {epsilon}" for epsilon in BUDGETS), RAW]
    lines = [
        f"Adv in %, {rule}: {_SAID[rule]}",
        f"{'attacker':<15}{'n':>3}" + "".join(f"{head:>8}" for head in heads),
    ]
    for name in ATTACKERS:
        for n in GROUP_SIZES:
            numbers = (_percent(point.estimate) for point in _curve(result, rule, n, name))
            lines.append(f"{name:<15}{n:>3}" + "".join(f"{number:>8}" for number in numbers))
    budgets = ", ".join(f"{row.budget.decimal(2)} at {row.epsilon}" for row in _first(result, rule))
    return [*lines, f"true budget of n = {PAPER_POINTS[0][0]} in bits: {budgets}", ""]


def _first(result: EnergyResult, rule: str) -> list[EnergyRow]:
    """The rows of one attacker at the paper's first n."""
    name = next(iter(ATTACKERS))
    return [row for row in result.rows if (row.rule, row.n, row.attacker) == (rule, PAPER_POINTS[0][0], name)]


def _conclusion(result: EnergyResult) -> list[str]:
    """Which rule gives the paper's "almost zero", by the numbers, and what would make the others give it."""
    fit = [rule for rule in RULES if result.is_almost_zero(rule)]
    lines = [
        f'Which q is the paper\'s "almost zero" (here: estimated below {_percent(ALMOST_ZERO)} % for every attacker)?',
        f"{'':<12}{'n':>3}{'ε':>3}{'q':>5}  {'true budget':<12}" + "".join(f"{name:>16}" for name in ATTACKERS),
    ]
    for rule in RULES:
        for point in PAPER_POINTS:
            rows = result.of(rule, *point)
            numbers = "".join(f"{_percent(row.advantage.estimate) + ' %':>16}" for row in rows)
            lines.append(f"{rule:<12}{point[0]:>3}{point[1]:>3}{rows[0].levels:>5}  {rows[0].budget!s:<12}{numbers}")
    lines.append(f"Almost zero at both points: {', '.join(fit) or 'none'}; not: {', '.join(_others(fit)) or 'none'}.")
    lines.append(
        "At both points 2^ε = n, so the inverted ratio is q = 1: a constant, which tells nothing (0 bits, Adv = 0)."
    )
    return [*lines, *(line for point in PAPER_POINTS for line in _width(result, *point))]


def _others(fit: Sequence[str]) -> list[str]:
    return [rule for rule in RULES if rule not in fit]


def _width(result: EnergyResult, n: int, epsilon: int) -> list[str]:
    """The most levels that are almost zero, and the range on which each rule's cells would be as wide."""
    most, R = result.most_levels(n), result.data.largest
    if most == _FEW_LEVELS:
        return [f"At n = {n} every q up to {most} is almost zero."]
    ranges = [
        f"{rule} {result.data.written(R * row.levels / most)}"
        for rule in RULES
        for row in result.of(rule, n, epsilon)[:1]
        if row.levels is not None and row.levels > most
    ]
    return [
        f"At n = {n} up to q = {most} is almost zero, cells of {result.data.written(R / most)}.",
        f"Such cells at ε = {epsilon} need a range R of: {', '.join(ranges)}.",
    ]


def _differences(result: EnergyResult) -> list[str]:
    """The trend of the paper's Fig. 3, and what is different."""
    sizes = ", ".join(map(str, GROUP_SIZES))
    raw = {name: [_percent(_curve(result, RAW, n, name)[-1].estimate) for n in GROUP_SIZES] for name in ATTACKERS}
    return [
        f"Trend: Adv grows with ε to that of the raw average, which is, in % for n = {sizes}:",
        *(f"  {name}: {', '.join(numbers)}" for name, numbers in raw.items()),
        *_excess(result),
        "As printed, Theorem 8 does not keep its budget: one home can lead to 2^ε + 1 outputs, so log2(2^ε + 1) bits.",
        "The paper has 300 homes with rooftop solar and states neither its range nor what a peak is. Adv depends on",
        "them, and of range and q on the width R/q of a cell only. These are other homes.",
        f"A budget is for one release; by composition (Theorem 6) {len(result.data.table)} of them cost that many ε.",
    ]


def _excess(result: EnergyResult) -> list[str]:
    """Where quantizing helps an attacker most: its advantage is larger than against the raw average."""
    raw = {(row.n, row.attacker): row.advantage.estimate for row in result.rows if row.rule == RAW}
    gains = {row: row.advantage.estimate - raw[row.n, row.attacker] for row in result.rows}
    most = max(gains, key=gains.__getitem__)
    if gains[most] <= 0:
        return []
    what = f"{most.attacker}, n = {most.n}, q = {most.levels}"
    return [f"It is not steady ({what}: {_percent(most.advantage.estimate)} %): chance cells can help an attacker."]
