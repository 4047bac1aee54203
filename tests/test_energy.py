"""Experiment A: the game against brute force in fractions, its known values, and the paper's trend on real data."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from math import comb, exp

import numpy as np
import pytest

from exactpriv.amount import bits, log2
from exactpriv.errors import LevelsError, OutsideRangeError, SizeError, TableError
from exactpriv.experiments import energy
from exactpriv.experiments.data import ENERGY_COMPLETE, shipped
from exactpriv.experiments.energy import (
    BUDGETS,
    GROUP_SIZES,
    PAPER_POINTS,
    RAW,
    RULES,
    energy_data,
    energy_experiment,
)
from exactpriv.experiments.energy_attackers import ATTACKERS, Homes, _standings_of_quotients, standings
from exactpriv.experiments.energy_attackers import product as matrix_product
from exactpriv.experiments.energy_game import Groups, advantages, sampling_radius
from exactpriv.privacy import LinearQuantizer

SMALL = [[3, 0, 7, 1, 4, 4], [2, 2, 2, 9, 0, 5], [8, 1, 6, 1, 1, 0], [0, 5, 5, 5, 2, 3], [3, 0, 7, 1, 4, 4]]


def quietly(*_):
    """No progress is shown."""


def homes_of(readings, days=None):
    """Homes with readings on consecutive days, or on the days given."""
    days = range(len(readings[0])) if days is None else days
    return Homes(np.array(readings, np.int64), np.array(days, "datetime64[D]"))


def played(homes, n, quantizer=None, **sample):
    """{attacker: advantage} in groups of n."""
    groups = Groups(len(homes.readings), n, **sample)
    found = advantages(homes, groups, [quantizer], 1, quietly)
    return {name: found[quantizer, name] for name in ATTACKERS}


# --- the game by its definition, in fractions ------------------------------------------------------------------------


def signed_square_of_correlation(x, y):
    """sign(cov) cov²/var of x: what orders the correlations of several x with one y."""
    mean_x, mean_y = Fraction(sum(x), len(x)), Fraction(sum(y), len(y))
    cov = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True))
    var = sum((a - mean_x) ** 2 for a in x)
    return cov * abs(cov) / var if var else Fraction(0)


def negative_squared_error(x, y):
    """-Σ (x - y)²."""
    return -sum((a - b) ** 2 for a, b in zip(x, y, strict=True))


def peaks_in_common(x, y):
    """The times at which both are larger than just before and just after."""

    def peaks(z):
        return {t for t in range(1, len(z) - 1) if z[t] > z[t - 1] and z[t] > z[t + 1]}

    return len(peaks(x) & peaks(y))


SCORES = dict(zip(ATTACKERS, [signed_square_of_correlation, negative_squared_error, peaks_in_common], strict=True))


def seen_by_definition(readings, group, quantizer):
    """The mean of a group, or the middle of its cell, at each time."""
    means = [Fraction(sum(readings[i][t] for i in group), len(group)) for t in range(len(readings[0]))]
    if quantizer is None:
        return means
    cells = [quantizer.cell(quantizer(mean)) for mean in means]
    return [(cell.low + cell.high) / 2 for cell in cells]


def advantage_by_definition(readings, n, quantizer, score):
    """2 |P{right} - 1/2|, over all pairs of homes, both values of the coin and all groups of n - 1 others."""
    chances = []
    for i0, i1 in combinations(range(len(readings)), 2):
        others = set(range(len(readings))) - {i0, i1}
        for joining, group in product((i0, i1), combinations(sorted(others), n - 1)):
            y = seen_by_definition(readings, (joining, *group), quantizer)
            s0, s1 = score(readings[i0], y), score(readings[i1], y)
            guesses = [i0] if s0 > s1 else [i1] if s1 > s0 else [i0, i1]
            chances.append(Fraction(guesses.count(joining), len(guesses)))
    return 2 * abs(sum(chances) / len(chances) - Fraction(1, 2))


@pytest.mark.parametrize("quantizer", [None, *(LinearQuantizer(q, 0, 9) for q in (1, 2, 3, 5, 36))], ids=str)
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_the_game_is_what_fig_2_says(n, quantizer):
    """Adv = 2 |P{j = ĵ} - 1/2|, summed in fractions over every pair, coin and group"""
    found = played(homes_of(SMALL), n, quantizer)
    assert {name: one.estimate for name, one in found.items()} == {
        name: advantage_by_definition(SMALL, n, quantizer, score) for name, score in SCORES.items()
    }
    assert all(one.is_exact and one.low == one.high == one.estimate for one in found.values())


def test_games_are_counted():
    """C(N, n) groups, a member and a home outside each: C(N,2)·2·C(N-2, n-1) games"""
    for N, n in [(5, 2), (9, 4), (54, 8)]:
        groups = Groups(N, n)
        assert len(groups) == comb(N, n)
        assert groups.games == comb(N, 2) * 2 * comb(N - 2, n - 1)
        if N < 10:
            assert sum(len(block) for block in groups.blocks(7)) == len(groups)


# --- known values ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("quantizer", [None, LinearQuantizer(4, 0, 9)], ids=str)
def test_identical_homes_cannot_be_told_apart(quantizer):
    """x_i = x for all i  ⇒  Adv = 0"""
    found = played(homes_of([SMALL[0]] * 5), 2, quantizer)
    assert {one.estimate for one in found.values()} == {0}


def test_a_home_alone_is_known():
    """n = 1, raw, homes that differ  ⇒  Adv = 1"""
    found = played(homes_of([[1, 5, 1, 1, 1], [1, 1, 6, 1, 1], [1, 1, 1, 7, 1]]), 1)
    assert {one.estimate for one in found.values()} == {1}


@pytest.mark.parametrize("n", [1, 2, 3])
def test_homes_that_are_alone_in_using_energy_are_known(n):
    """Every home dominates a day of its own  ⇒  Adv = 1 for each attacker"""
    readings = np.zeros((5, 11), np.int64)
    readings[np.arange(5), np.arange(1, 11, 2)] = 80
    assert {one.estimate for one in played(homes_of(readings.tolist()), n).values()} == {1}


def test_a_silent_home_leaves_a_coin():
    """n = 1: a silent home releases a constant, so 4 of 6 games are won and 2 are coins: Adv = 2 (5/6 - 1/2)"""
    found = played(homes_of([[0, 90, 0, 0, 0], [0, 0, 0, 80, 0], [0] * 5]), 1)
    assert found["correlation"].estimate == found["relative peaks"].estimate == Fraction(2, 3)


@pytest.mark.parametrize("n", [1, 2, 4])
def test_a_constant_release_tells_nothing(n):
    """q = 1  ⇒  Adv = 0"""
    one_cell = LinearQuantizer(1, 0, 9)
    assert {one.high for one in played(homes_of(SMALL), n, one_cell, sampled=3, seed=1).values()} == {0}
    assert {advantage_by_definition(SMALL, n, one_cell, score) for score in SCORES.values()} == {0}


def test_the_order_of_the_homes_does_not_matter():
    """Adv is the same for the homes in any order"""
    ordered, turned = homes_of(SMALL), homes_of(SMALL[::-1])
    assert played(ordered, 3, LinearQuantizer(3, 0, 9)) == played(turned, 3, LinearQuantizer(3, 0, 9))


def test_only_the_width_of_a_cell_matters():
    """q cells of [0, R] and 2q cells of [0, 2R] hide the same"""
    near, far = LinearQuantizer(3, 0, 10), LinearQuantizer(6, 0, 20)
    assert played(homes_of(SMALL), 2, near) == played(homes_of(SMALL), 2, far)


def test_a_gap_hides_peaks():
    """A peak needs the readings just before and just after: not at the ends, nor beside a day that is missing"""
    assert homes_of([[1, 5, 1, 5, 1, 2]]).peaks.tolist() == [[0, 1, 0, 1, 0, 0]]
    assert homes_of([[1, 5, 1, 5, 1, 2]], [0, 1, 2, 3, 7, 8]).peaks.tolist() == [[0, 1, 0, 0, 0, 0]]


# --- exact order -----------------------------------------------------------------------------------------------------


def test_standings_count_the_smaller_less_the_larger():
    """Σ_k sign(s_i - s_k)"""
    scores = np.array(list(product(range(3), repeat=4)))
    assert np.array_equal(standings(scores), np.sign(scores[:, :, None] - scores[:, None, :]).sum(axis=2))


def test_correlations_that_doubles_confuse_are_ordered_exactly():
    """(a+1)/√(a² + 2a) > 1 = a/√(a²), which differ by a part of 2^-101"""
    a = 2**50
    roots = [a * a, a * a + 2 * a, a * a, 0]
    found = _standings_of_quotients(np.array([[a, a + 1, a, 0], [-a, -a - 1, -a, 0]]), roots)
    assert found.tolist() == [[0, 3, 0, -3], [0, -3, 0, 3]]


def test_products_are_exact():
    """Beyond 2^53, where doubles would round, in 64 bits; beyond these SizeError"""
    for size in (10, 2**27 + 1, 2**30):
        left, right = np.array([[size, 1], [size - 1, size]]), np.array([[size, 1], [3, 4]])
        exactly = [[sum(a * b for a, b in zip(x, y, strict=True)) for y in right.tolist()] for x in left.tolist()]
        assert matrix_product(left, right).tolist() == exactly
    with pytest.raises(SizeError, match="64 bits"):
        matrix_product(np.array([[2**40]]), np.array([[2**40]]))


def test_a_product_of_many_rows_is_exact():
    """Row by row"""
    left, right = np.arange(37 * 5).reshape(37, 5), np.arange(15).reshape(3, 5)
    assert np.array_equal(matrix_product(left, right), left @ right.T)


# --- samples ---------------------------------------------------------------------------------------------------------


def test_a_sample_is_reproducible_and_within_its_interval():
    """The same seed draws the same groups, another seed others; the exact advantage is within the interval"""
    homes, quantizer = energy_data(shipped(ENERGY_COMPLETE)).homes, LinearQuantizer(64, 0, 101_819)
    few = Homes(homes.readings[:12], homes.stamps)
    exact = played(few, 3, quantizer)
    first = played(few, 3, quantizer, sampled=2000, seed=1)
    assert first == played(few, 3, quantizer, sampled=2000, seed=1)
    assert first != played(few, 3, quantizer, sampled=2000, seed=2)
    for name, one in first.items():
        assert one.low <= exact[name].estimate <= one.high
        assert one.radius == sampling_radius(2000)


def test_the_drawn_groups_are_these():
    """The raw stream of PCG64 is the same everywhere, so these are too; every home is drawn about equally often"""
    groups = np.concatenate(list(Groups(6, 2, 3000, seed=2019).blocks(1000)))
    assert [sorted(group) for group in groups[:4].tolist()] == [[0, 4], [0, 3], [0, 2], [0, 4]]
    assert all(len(set(group)) == 2 for group in groups.tolist())
    assert all(900 < count < 1100 for count in np.bincount(groups.ravel()))


def test_blocks_do_not_change_the_sample():
    """The groups are the same whatever the size of the blocks"""
    some, more = (np.concatenate(list(Groups(7, 3, 50, seed=4).blocks(size))) for size in (7, 50))
    assert np.array_equal(some, more)


@pytest.mark.parametrize(("groups", "statements"), [(1, 1), (3000, 225), (100_000, 300)])
def test_the_interval_is_hoeffding_s(groups, statements):
    """2 K exp(-m t²/2) ≤ 1/100, and not much less"""
    t = sampling_radius(groups, statements)
    missed = 2 * statements * exp(-groups * float(t) ** 2 / 2)
    assert 0.0005 < missed <= 0.01


@pytest.mark.parametrize("n", [0, 5, 6])
def test_a_group_leaves_a_home_outside(n):
    """1 ≤ n < N"""
    with pytest.raises(OutsideRangeError, match="leave a home outside"):
        Groups(5, n)


def test_an_empty_sample_is_refused():
    """At least one group"""
    with pytest.raises(OutsideRangeError, match="at least 1"):
        Groups(5, 2, sampled=0)


# --- data ------------------------------------------------------------------------------------------------------------


def written(tmp_path, text):
    """A table of homes as a file."""
    path = tmp_path / "homes.csv"
    path.write_text(text, encoding="utf-8")
    return path


TWO_DAYS = "timestamp,a,b\n2012-07-01 00:00,1,2\n2012-07-01 12:00,3,{}\n2012-07-02 00:00,5,6\n2012-07-02 12:00,7,8\n"


def test_days_are_sums_and_the_range_goes_to_the_largest(tmp_path):
    """x_{i,t} = Σ of day t; R = max x"""
    data = energy_data(written(tmp_path, TWO_DAYS.format(4)))
    assert data.homes.readings.tolist() == [[4, 12], [6, 14]]
    assert data.largest == 14
    halves = energy_data(written(tmp_path, TWO_DAYS.format(4)), half_hours=True)
    assert halves.homes.readings.tolist() == [[1, 3, 5, 7], [2, 4, 6, 8]]


def test_a_day_with_a_missing_reading_is_dropped_and_counted(tmp_path):
    """The policy is chosen: drop the day for every home, or fail"""
    path = written(tmp_path, TWO_DAYS.format(""))
    data = energy_data(path)
    assert data.homes.readings.tolist() == [[12], [14]]
    assert (data.dropped.days, data.dropped.rows, data.dropped.missing) == (1, 2, 1)
    with pytest.raises(TableError, match="missing"):
        energy_data(path, missing="fail")


def test_a_day_that_lacks_rows_is_dropped_and_counted(tmp_path):
    """A sum of fewer half hours is no day; half hours are not summed"""
    path = written(
        tmp_path, TWO_DAYS.format(4).replace("2012-07-02 12:00,7,8\n", "2012-07-03 00:00,9,9\n2012-07-03 12:00,1,1\n")
    )
    data = energy_data(path)
    assert data.table.days.astype(str).tolist() == ["2012-07-01", "2012-07-03"]
    assert (data.dropped.days, data.dropped.rows, data.dropped.absent) == (1, 1, 1)
    assert len(energy_data(path, half_hours=True).table) == 5
    with pytest.raises(TableError, match="2012-07-02 with 1 rows where 2 are usual"):
        energy_data(path, missing="fail")


def test_decimal_readings_stay_exact(tmp_path):
    """0.1 + 0.2 = 0.3"""
    path = written(tmp_path, "timestamp,a,b\n2012-07-01 00:00,0.1,0.5\n2012-07-01 12:00,0.2,0.25\n")
    data = energy_data(path, largest="0.75")
    assert data.homes.readings.tolist() == [[30], [75]]
    assert data.table.scale == 100
    assert data.largest == 75


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("timestamp,a,b\n2012-07-01,1,\n2012-07-02,2,\n", TableError, "no reading of 'b'"),
        ("timestamp,a,b\n2012-07-01,1,2\n2012-07-01,3,4\n", TableError, "occurs twice"),
        ("timestamp,a,b\n2012-07-02,1,2\n2012-07-01,3,4\n", TableError, "follows the later"),
        ("timestamp,a,b\n2012-07-01,1,x\n", TableError, "'x'"),
        ("timestamp,a,b\n2012-07-01,1,\n2012-07-02,,1\n", TableError, "no row"),
        ("timestamp,a,b\n2012-07-01,1,-2\n", OutsideRangeError, "b has -2 at 2012-07-01"),
        (TWO_DAYS.format(-1), OutsideRangeError, "b has -1 at 2012-07-01T12:00"),
    ],
)
def test_bad_tables_are_named(tmp_path, text, error, message):
    """A home with no data, a duplicate stamp, time that goes back, no number, no complete day, a negative reading"""
    with pytest.raises(error, match=message):
        energy_data(written(tmp_path, text))


def test_a_range_below_a_reading_is_refused(tmp_path):
    """R ≥ every reading, R > 0"""
    with pytest.raises(OutsideRangeError, match="b has 14 at 2012-07-02"):
        energy_data(written(tmp_path, TWO_DAYS.format(4)), largest="13.5")
    silent = energy_data(written(tmp_path, "timestamp,a,b\n2012-07-01,0,0\n"))
    with pytest.raises(LevelsError, match="no positive length"):
        LinearQuantizer(2, 0, silent.largest)


def test_too_few_homes_are_refused(tmp_path):
    """n = 32 needs 33 homes"""
    with pytest.raises(OutsideRangeError, match=r"has 2 homes; .* need at least 33"):
        energy_experiment(True, None, quietly, energy_data(written(tmp_path, TWO_DAYS.format(4))))


# --- the experiment on real data -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def month():
    """The experiment on 40 homes in 30 complete days."""
    data = energy_data(shipped(ENERGY_COMPLETE))
    some = data.table.having(data.table.columns[:40])
    return energy_experiment(True, None, quietly, replace(data, table=some, largest=Fraction(int(some.numbers.max()))))


@pytest.fixture
def few_groups(monkeypatch):
    """Twenty groups of each size, drawn."""
    monkeypatch.setattr(energy, "_groups", lambda homes, n, *_, **__: Groups(homes, n, 20, seed=1))


def adv(result, rule, n, epsilon):
    """The attackers' advantages at a point."""
    return [row.advantage.estimate for row in result.of(rule, n, epsilon)]


def test_adv_grows_with_the_budget_to_the_raw_level(month):
    """Fig. 3: small at ε = 1, and at ε = 8 near the raw average's (within 3 %), for q = 2^ε"""
    for n in GROUP_SIZES:
        points = [*(adv(month, "local", n, epsilon) for epsilon in (1, 4, 8)), adv(month, RAW, n, None)]
        for first, middle, last, raw in zip(*points, strict=True):
            assert first <= middle + Fraction(3, 100)
            assert first <= last + Fraction(1, 100)
            assert abs(last - raw) < Fraction(3, 100)


def test_adv_shrinks_with_the_group(month):
    """Fig. 3: the larger the group, the smaller the advantage"""
    for place in range(len(ATTACKERS)):
        by_n = [adv(month, RAW, n, None)[place] for n in GROUP_SIZES]
        assert by_n == sorted(by_n, reverse=True)


def test_levels_and_true_budgets_of_each_rule(month):
    """Printed n 2^ε with log₂(2^ε + 1) bits; repaired n (2^ε - 1) with ε; local 2^ε; inverted ⌊2^ε/n⌋, at least 1"""
    for n in GROUP_SIZES:
        for epsilon in BUDGETS:
            q = {rule: month.of(rule, n, epsilon)[0] for rule in RULES}
            assert q["printed"].levels == n * 2**epsilon
            assert q["printed"].budget == log2(2**epsilon + 1)
            assert q["repaired"].levels == n * (2**epsilon - 1)
            assert q["repaired"].budget == bits(epsilon)
            assert q["local"].levels == 2**epsilon
            assert q["local"].budget <= bits(epsilon)
            assert q["inverted"].levels == max(1, 2**epsilon // n)


def test_which_rule_is_almost_zero(month):
    """At (n=4, ε=2) and (n=8, ε=3): neither the printed nor the repaired rule; the inverted one is a constant"""
    assert not month.is_almost_zero("printed")
    assert not month.is_almost_zero("repaired")
    assert month.is_almost_zero("inverted")
    assert {month.of("inverted", *point)[0].levels for point in PAPER_POINTS} == {1}


def test_the_text_says_what_was_found(month):
    """The range and the sensitivity, the true budgets, the rules, and what was played"""
    text = "\n".join(month.lines())
    for said in (
        "R = ", "S = R/n", "40 homes", "no reading is missing", "n = 2: all 780 groups", "confidence 99 %",
        "log2(5) bits", "log2(9) bits", "printed", "repaired", "Almost zero at both points: ", "inverted",
    ):  # fmt: skip
        assert said in text
    assert max(map(len, text.splitlines())) <= 120


def test_the_legend_hides_no_point(month):
    """The legend stands outside every panel"""
    pytest.importorskip("matplotlib")
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    figure = energy._figure(month, "printed")
    FigureCanvasAgg(figure).draw()
    [legend] = figure.legends
    for axes in figure.axes:
        assert axes.get_legend() is None
        assert not legend.get_window_extent().overlaps(axes.get_window_extent())


@pytest.mark.usefixtures("few_groups")
def test_files_are_the_same_byte_for_byte(tmp_path):
    """Two runs write the same figures and the same numbers, every plotted number among them"""
    pytest.importorskip("matplotlib")
    data = energy_data(shipped(ENERGY_COMPLETE))
    runs = [energy_experiment(True, tmp_path / name, quietly, data) for name in ("first", "second")]
    assert runs[0].rows == runs[1].rows
    assert [path.name for path in runs[0].files] == [path.name for path in runs[1].files]
    assert len(runs[0].files) == 1 + 2 * len(RULES)
    for first, second in zip(runs[0].files, runs[1].files, strict=True):
        assert first.read_bytes() == second.read_bytes()
    numbers = runs[0].files[0].read_text("utf-8").splitlines()
    assert len(numbers) == 1 + len(GROUP_SIZES) * len(ATTACKERS) * (len(RULES) * len(BUDGETS) + 1)


@pytest.mark.usefixtures("few_groups")
def test_progress_reaches_the_end():
    """Steps are told in order, up to all of them"""
    told = []
    energy_experiment(True, None, lambda *step: told.append(step), energy_data(shipped(ENERGY_COMPLETE)))
    done = [step[1] for step in told]
    assert done == sorted(done)
    assert told[-1][1] == told[-1][2]
