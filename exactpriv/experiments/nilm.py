"""Experiment B, load monitoring: which appliances a reader recognizes in one house's quantized readings.

The attacker is combinatorial optimization: every appliance is off or in one of few states, learned from the training
part, and each reading is explained by the combination of states whose sum is nearest to it.

Main definitions: :func:`nilm_experiment`, :class:`NilmResult`; :class:`Model`, :func:`trained`, :func:`cluster_means`;
:class:`Score`.

Conventions: powers are whole numbers of the table's steps; an appliance is on above 10 W; a reader sees the midpoint
of the released cell.  No float decides: distances, scores and clusters are compared in integers and fractions.

References: [farokhi2019noiseless], Sec. V-B; [hart1992nonintrusive]; [batra2014nilmtk].
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, pairwise, product
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from exactpriv.errors import TableError
from exactpriv.experiments.data import Integers, Progress, TimeTable, Truths, decimal, quantized
from exactpriv.experiments.figures import new_figure, plotted, saved, style, write_numbers
from exactpriv.experiments.houses import House, ukdale_house
from exactpriv.privacy import LinearQuantizer, floor_exp2

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ON_WATTS = 10
"""An appliance is on above so many watts."""
MOST_APPLIANCES = 5
"""As in the paper: those that use most energy in the training part."""
LARGEST_BUDGET = 10
_CHOICES = ((2, True), (2, False), (3, True), (3, False))
"""The attackers that are tried: states of an appliance, and whether a constant base load is added."""


# --- states ----------------------------------------------------------------------------------------------------------


def cluster_means(readings: Integers, clusters: int) -> list[Fraction]:
    """The means of the clusters with the least sum of squared distances to them (k-means in one dimension, exactly).

    Optimal clusters are intervals of the distinct values; where a cut is best moves only up with the end of the part
    that is divided, so that divide and conquer finds it.  Among equally good cuts the lowest is taken.  With fewer
    distinct values than clusters, each is its own.

    >>> [str(mean) for mean in cluster_means(np.array([1, 2, 9, 10, 11, 50]), 3)]
    ['3/2', '10', '50']
    """
    values, counts = (array.tolist() for array in np.unique(readings, return_counts=True))
    weights = list(accumulate(counts, initial=0))
    totals = list(accumulate((v * n for v, n in zip(values, counts, strict=True)), initial=0))

    def gain(a: int, b: int) -> Fraction:
        return Fraction((totals[b] - totals[a]) ** 2, weights[b] - weights[a])

    m = len(values)
    best, cuts = {b: gain(0, b) for b in range(1, m + 1)}, []
    for parts in range(2, min(clusters, m) + 1):
        best, cut = _with_one_more(best, parts, m, gain)
        cuts.append(cut)
    ends = [m]
    for cut in reversed(cuts):
        ends.append(cut[ends[-1]])
    ends = [0, *reversed(ends)]
    return [Fraction(totals[b] - totals[a], weights[b] - weights[a]) for a, b in pairwise(ends)]


def _with_one_more(
    best: dict[int, Fraction], parts: int, m: int, gain: Callable[[int, int], Fraction]
) -> tuple[dict[int, Fraction], dict[int, int]]:
    """The best gain of the first b values in so many parts, and where the last part begins."""
    found: dict[int, Fraction] = {}
    cut: dict[int, int] = {}

    def solve(low: int, high: int, first: int, last: int) -> None:
        if low > high:
            return
        b = (low + high) // 2
        sums = {a: best[a] + gain(a, b) for a in range(first, min(last, b - 1) + 1)}
        cut[b] = max(sums, key=sums.__getitem__)  # the first of the largest
        found[b] = sums[cut[b]]
        solve(low, b - 1, first, cut[b])
        solve(b + 1, high, cut[b], last)

    solve(parts, m, parts - 1, m - 1)
    return found, cut


# --- the attacker ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Model:
    """States of each appliance in ascending order, the first of them off (0), and a constant base load."""

    states: tuple[tuple[int, ...], ...]
    base: int = 0

    @cached_property
    def _nearest(self) -> tuple[Integers, Integers, Truths]:
        """The sums of all combinations in order, the first combination of each sum, and who is on in a combination."""
        combinations = list(product(*(range(len(states)) for states in self.states)))
        sums = [self.base + sum(s[i] for s, i in zip(self.states, c, strict=True)) for c in combinations]
        distinct, first = np.unique(np.array(sums, np.int64), return_index=True)
        return distinct, first, np.array(combinations) > 0

    def on(self, readings: Integers, divisor: int = 1) -> Truths:
        """Which appliances are on in the combination whose sum is nearest to each reading / divisor.

        Of combinations that are equally near, the first in lexicographic order is taken (fewer are on at the front).

        >>> Model(((0, 10), (0, 25))).on(np.array([4, 11, 30])).tolist()
        [[False, False], [True, False], [False, True]]
        """
        sums, combination, on = self._nearest
        place = np.searchsorted(sums * divisor, readings)
        below, above = np.maximum(place - 1, 0), np.minimum(place, len(sums) - 1)
        down, up = np.abs(readings - divisor * sums[below]), np.abs(divisor * sums[above] - readings)
        takes_below = (down < up) | ((down == up) & (combination[below] < combination[above]))
        return on[combination[np.where(takes_below, below, above)]]


def trained(training: TimeTable, states: int, *, has_base: bool) -> Model:
    """The model of a training part: the mains in its first column, an appliance in every other.

    States are off and the cluster means of the readings above 10 W; the base load is the median of what the mains have
    more than the appliances, or 0 when that is negative.  An appliance that is never on raises ``TableError``.
    """
    learned = []
    for name in training.columns[1:]:
        readings = training[name]
        on = readings[readings > ON_WATTS * training.scale]
        if not on.size:
            raise TableError(f"{name!r} is never above {ON_WATTS} W before validation; leave it out or split later")
        learned.append((0, *(_rounded(mean) for mean in cluster_means(on, states - 1))))
    rest = np.sort(training.numbers[:, 0] - training.numbers[:, 1:].sum(axis=1))
    base = max(int(rest[(len(rest) - 1) // 2]), 0) if has_base else 0
    return Model(tuple(learned), base)


def _rounded(x: Fraction) -> int:
    return (2 * x.numerator + x.denominator) // (2 * x.denominator)


class Score(NamedTuple):
    """How often an appliance was rightly called on, wrongly called on, and missed."""

    hits: int
    false_alarms: int
    misses: int

    @property
    def f(self) -> Fraction:
        """The f-score 2·hits / (2·hits + false alarms + misses).

        >>> Score(3, 1, 1).f
        Fraction(3, 4)
        """
        return Fraction(2 * self.hits, 2 * self.hits + self.false_alarms + self.misses)


def _scores(truth: Truths, guess: Truths) -> tuple[Score, ...]:
    columns = zip(truth.T, guess.T, strict=True)
    return tuple(
        Score(*(int(np.count_nonzero(which)) for which in (true & said, ~true & said, true & ~said)))
        for true, said in columns
    )


def _mean_f(scores: Sequence[Score]) -> Fraction:
    return sum((score.f for score in scores), Fraction(0)) / len(scores)


# --- the experiment --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class NilmRow:
    """How well one attacker does at one budget; without a budget the readings are released as they are."""

    states: int
    has_base: bool
    epsilon: Fraction | None
    levels: int | None
    scores: tuple[Score, ...]

    @property
    def mean_f(self) -> Fraction:
        """The mean of the appliances' f-scores."""
        return _mean_f(self.scores)

    @property
    def false_alarms(self) -> int:
        """All false alarms."""
        return sum(score.false_alarms for score in self.scores)

    @property
    def misses(self) -> int:
        """All misses."""
        return sum(score.misses for score in self.scores)


@dataclass(frozen=True, eq=False)
class _Setting:
    """The two parts of a house, and what does not depend on the attacker."""

    training: TimeTable
    validation: TimeTable

    @property
    def top(self) -> int:
        """The largest reading of the mains in training: the range of the release is from 0 to it."""
        return int(self.training.numbers[:, 0].max())

    @cached_property
    def outside(self) -> int:
        """How many readings of the mains in validation are outside that range; they are moved to its ends."""
        mains = self.validation.numbers[:, 0]
        return int(np.count_nonzero((mains < 0) | (mains > self.top)))

    @cached_property
    def truth(self) -> Truths:
        """Which appliances are on, in validation."""
        on = _truth(self.validation)
        for place, name in enumerate(self.validation.columns[1:]):
            if not on[:, place].any():
                raise TableError(f"{name!r} is never above {ON_WATTS} W in validation; leave it out or split earlier")
        return on

    def released(self, model: Model, levels: int) -> Truths:
        """Who is called on by a reader of the quantized mains."""
        Q = LinearQuantizer(levels, 0, Fraction(self.top, self.training.scale))
        mains = np.clip(self.validation.numbers[:, 0], 0, self.top)
        midpoints = self.top * (2 * np.arange(levels) + 1)
        return model.on(midpoints, 2 * levels)[quantized(mains, self.training.scale, Q) - 1]


def _truth(part: TimeTable) -> Truths:
    return part.numbers[:, 1:] > ON_WATTS * part.scale


def _setting(house: House) -> _Setting:
    """The appliances that use most energy in training, and both parts of the house."""
    training, _ = house.table.split(house.split)
    energy = {name: int(training[name].sum()) for name in house.appliances}
    largest = sorted(house.appliances, key=lambda name: -energy[name])[:MOST_APPLIANCES]
    parts = house.table.having([house.mains, *largest]).split(house.split)
    if not parts[0].numbers[:, 0].max() > 0:
        raise TableError(f"the mains of {house.name} are never above 0 before {house.split}; choose another split")
    return _Setting(*parts)


def budgets(*, quick: bool) -> list[Fraction]:
    """Budgets from 0 to 10 bits, in whole bits or in quarters."""
    steps = 1 if quick else 4
    return [Fraction(i, steps) for i in range(LARGEST_BUDGET * steps + 1)]


def _curve(setting: _Setting, choice: tuple[int, bool], epsilons: Sequence[Fraction]) -> list[NilmRow]:
    """An attacker at every budget, and last without one."""
    model = trained(setting.training, choice[0], has_base=choice[1])
    rows = []
    for epsilon in epsilons:
        levels = floor_exp2(epsilon)
        rows.append(NilmRow(*choice, epsilon, levels, _scores(setting.truth, setting.released(model, levels))))
    raw = model.on(setting.validation.numbers[:, 0])
    return [*rows, NilmRow(*choice, None, None, _scores(setting.truth, raw))]


def _in_training(setting: _Setting, choice: tuple[int, bool]) -> Fraction:
    """The mean f-score of an attacker on the raw readings that trained it."""
    model = trained(setting.training, choice[0], has_base=choice[1])
    return _mean_f(_scores(_truth(setting.training), model.on(setting.training.numbers[:, 0])))


@dataclass(frozen=True, eq=False)
class NilmResult:
    """All rows; those of the attacker that did best in training are ``chosen``."""

    house: House
    setting: _Setting
    choice: tuple[int, bool]
    in_training: dict[tuple[int, bool], Fraction]
    rows: tuple[NilmRow, ...]
    files: tuple[Path, ...] = ()

    @property
    def appliances(self) -> tuple[str, ...]:
        """The appliances that are looked for."""
        return self.setting.training.columns[1:]

    def of(self, choice: tuple[int, bool]) -> list[NilmRow]:
        """The rows of an attacker."""
        return [row for row in self.rows if (row.states, row.has_base) == choice]

    @property
    def chosen(self) -> list[NilmRow]:
        """The rows of the attacker that did best in training."""
        return self.of(self.choice)

    def lines(self) -> list[str]:
        """What was done and found, as text."""
        return [*_about(self), "", *_table(self), "", *_trend(self), "", *_differences(self)]


def nilm_experiment(quick: bool, folder: Path | None, progress: Progress, house: House | None = None) -> NilmResult:
    """Release a house's mains at each budget and let combinatorial optimization look for its appliances.

    Each reading is released through a quantizer with ⌊2^ε⌋ levels on [0, the largest reading of training]: local
    noiseless privacy, where S = R.  Files are written when there is a folder.

    Reference: [farokhi2019noiseless], Sec. V-B.
    """
    steps = len(_CHOICES) + 2
    progress("reading the house", 0, steps)
    house = house or ukdale_house()
    setting = _setting(house)
    progress("training", 1, steps)
    in_training = {choice: _in_training(setting, choice) for choice in _CHOICES}
    choice = max(_CHOICES, key=in_training.__getitem__)
    rows: list[NilmRow] = []
    for done, each in enumerate(_CHOICES, 2):
        progress("monitoring", done, steps)
        rows += _curve(setting, each, budgets(quick=quick))
    result = NilmResult(house, setting, choice, in_training, tuple(rows))
    files = _written(result, folder) if folder else ()
    progress("done", steps, steps)
    return NilmResult(house, setting, choice, in_training, tuple(rows), tuple(files))


# --- what is shown ---------------------------------------------------------------------------------------------------


def _written(result: NilmResult, folder: Path) -> list[Path]:
    header = ["states", "base_load", "epsilon", "levels", "appliance", "hits", "false_alarms", "misses", "f", "decimal"]
    lines = [
        (row.states, row.has_base, row.epsilon, row.levels, name, *score, score.f, decimal(score.f, 6))
        for row in result.rows
        for name, score in zip(result.appliances, row.scores, strict=True)
    ]
    means = [
        (row.states, row.has_base, row.epsilon, row.levels, "mean", *(None,) * 3, row.mean_f, decimal(row.mean_f, 6))
        for row in result.rows
    ]
    numbers = write_numbers(folder / "nilm.csv", header, [*lines, *means])
    return [numbers, *saved(_figure(result), "nilm", folder)]


def _figure(result: NilmResult) -> Figure:
    """Figure 4: f-score against the budget, of each appliance and of each attacker."""
    *budgeted, raw = result.chosen
    bits = plotted([row.epsilon for row in budgeted])
    with style():
        figure, [left, right] = new_figure(2, share_y=True)
        for place, name in enumerate(result.appliances):
            left.plot(bits, plotted([row.scores[place].f for row in budgeted]), ".-", label=name, linewidth=1)
        left.plot(bits, plotted([row.mean_f for row in budgeted]), "k.-", label="mean", linewidth=2)
        left.axhline(plotted(raw.mean_f), color="k", linestyle=":", label="mean, no privacy")
        for choice in result.in_training:
            label = _named(choice) + (" (chosen)" if choice == result.choice else "")
            right.plot(bits, plotted([row.mean_f for row in result.of(choice)[:-1]]), ".-", label=label)
        for axes, title in ((left, f"{result.house.name}: each appliance"), (right, "Mean, four attackers")):
            axes.set(title=title, xlabel="ε (bits for each reading)", ylim=(0, 1))
            axes.legend(fontsize="small")
        left.set_ylabel("f-score")
        return figure


def _named(choice: tuple[int, bool]) -> str:
    return f"{choice[0]} states, {'base load' if choice[1] else 'no base load'}"


def _about(result: NilmResult) -> list[str]:
    setting, scale = result.setting, result.setting.training.scale
    training, validation = setting.training, setting.validation
    mains, metered = (int(x.sum()) for x in (validation.numbers[:, 0], validation.numbers[:, 1:]))
    share, top = decimal(Fraction(100 * metered, mains), 1), decimal(Fraction(setting.top, scale), 1)
    model = trained(training, result.choice[0], has_base=result.choice[1])
    states = "; ".join(
        f"{name} {', '.join(decimal(Fraction(s, scale), 0) for s in states[1:])} W"
        for name, states in zip(result.appliances, model.states, strict=True)
    )
    tried = ", ".join(f"{_named(choice)} {decimal(f)}" for choice, f in result.in_training.items())
    return [
        f"Experiment B: load monitoring, {result.house.name}.",
        f"training    {training.days[0]} to {training.days[-1]}, {len(training)} readings",
        f"validation  {validation.days[0]} to {validation.days[-1]}, {len(validation)} readings",
        *(f"data        {note}" for note in result.house.notes),
        f"appliances  {len(result.appliances)}, using {share} % of the mains' energy; the rest is not looked for",
        f"on above    {ON_WATTS} W",
        f"attackers   mean f-score on the training part, no privacy: {tried}",
        f"chosen      {_named(result.choice)}: {states}; base {decimal(Fraction(model.base, scale), 1)} W",
        f"release     each reading through ⌊2^ε⌋ levels on [0, {top} W], up to the largest reading of training",
        f"outside     {setting.outside} readings of validation are outside that range and moved to its end",
    ]


def _table(result: NilmResult) -> list[str]:
    width = max(len(name) for name in result.appliances)
    head = f"{'ε':>6} {'levels':>7} {'mean f':>7}  " + "  ".join(f"{name:>{width}}" for name in result.appliances)
    lines = [head]
    for row in result.chosen:
        if row.epsilon is None or row.epsilon.denominator == 1:
            scores = "  ".join(f"{decimal(score.f):>{width}}" for score in row.scores)
            budget, levels = ("none", "") if row.epsilon is None else (row.epsilon, row.levels)
            lines.append(f"{budget!s:>6} {levels!s:>7} {decimal(row.mean_f):>7}  {scores}")
    return lines


def _trend(result: NilmResult) -> list[str]:
    *budgeted, raw = result.chosen
    by_bits = {row.epsilon: row for row in budgeted}
    falls = ", ".join(f"{decimal(by_bits[Fraction(e)].mean_f)} at {e}" for e in (4, 3, 2, 1, 0))
    best = max(budgeted, key=lambda row: row.mean_f)
    lines = [f"Trend: mean f {decimal(raw.mean_f)} without privacy; by bits of budget: {falls}."]
    if best.mean_f > raw.mean_f:
        lines.append(_rise(result.appliances, best, raw))
    always = _mean_f(_scores(result.setting.truth, np.ones_like(result.setting.truth)))
    lines.append(f"For comparison, a reader who calls everything on without looking has mean f {decimal(always)}.")
    return lines


def _rise(appliances: Sequence[str], best: NilmRow, raw: NilmRow) -> str:
    """Where a coarse release is read better than the readings themselves, and what changes there."""
    gains = [
        f"{name} {decimal(without.f)} to {decimal(score.f)} (false alarms {without.false_alarms} to "
        f"{score.false_alarms}, misses {without.misses} to {score.misses})"
        for name, score, without in zip(appliances, best.scores, raw.scores, strict=True)
        if score.f > without.f
    ]
    return (
        f"It does not fall steadily: at ε = {best.epsilon} it is {decimal(best.mean_f)}, above the raw readings. From "
        f"no privacy to there: {'; '.join(gains)}. This attacker explains every watt by the appliances it knows, so "
        "cells that happen to fit a large one can serve it better than the readings: its f-score is no bound on what "
        "a better one learns."
    )


def _differences(result: NilmResult) -> list[str]:
    readings = int(np.unique(result.setting.validation.days, return_counts=True)[1].max())
    return [
        f"The budget is for one reading: by composition (Theorem 6) {readings} readings of a day cost {readings}·ε.",
        "The paper runs house 1 of REDD with NILMTK (fridge, microwave, socket, light, dish washer). Its data state no",
        "license and are not shipped: name their folder to run it. Other appliances and another step between readings",
        "give other f-scores.",
    ]
