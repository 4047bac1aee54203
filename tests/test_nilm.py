"""Load monitoring: the attacker finds the nearest combination, and scores are counted exactly."""

import csv
from fractions import Fraction
from itertools import combinations, pairwise, product

import numpy as np
import pytest

from exactpriv.errors import TableError
from exactpriv.experiments import houses
from exactpriv.experiments.data import TimeTable
from exactpriv.experiments.houses import House, csv_house, redd_house, ukdale_house
from exactpriv.experiments.nilm import Model, Score, budgets, cluster_means, nilm_experiment, trained
from exactpriv.privacy import LinearQuantizer, floor_exp2


def silent(*_):
    """Nobody watches."""


def best_by_all_cuts(values, clusters):
    """The least Σ (x - mean)² over all ways to cut the sorted values, by the definition of the mean."""

    def cost(part):
        mean = Fraction(sum(part), len(part))
        return sum((x - mean) ** 2 for x in part)

    values = sorted(values)
    ways = ([0, *cuts, len(values)] for cuts in combinations(range(1, len(values)), clusters - 1))
    return min(sum(cost(values[a:b]) for a, b in pairwise(ends)) for ends in ways)


@pytest.mark.parametrize("clusters", [1, 2, 3, 4])
@pytest.mark.parametrize("seed", range(10))
def test_clusters_are_the_best(seed, clusters):
    """Σ (x - nearest mean)² is the least of all ways to cut the values."""
    values = np.random.Generator(np.random.PCG64(seed)).integers(0, 30, 9)
    means = cluster_means(values, clusters)
    assert means == sorted(means)
    cost = sum(min((int(x) - mean) ** 2 for mean in means) for x in values)
    assert cost == best_by_all_cuts(values.tolist(), clusters)


def test_fewer_values_than_clusters():
    """Each value is its own cluster."""
    assert cluster_means(np.array([5, 7, 7]), 4) == [5, 7]


@pytest.mark.parametrize("seed", range(6))
def test_the_nearest_combination_is_found(seed):
    """argmin |y - base - Σ states|, the first combination of those equally near, for every reading"""
    draw = np.random.Generator(np.random.PCG64(seed))
    states = tuple((0, *sorted(int(s) for s in draw.choice(np.arange(1, 12), 2, replace=False))) for _ in range(3))
    model = Model(states, base=int(draw.integers(3)))

    def nearest(y):
        """By trying all, in lexicographic order."""
        sums = {c: model.base + sum(s[i] for s, i in zip(states, c, strict=True)) for c in product(range(3), repeat=3)}
        return [i > 0 for i in min(sums, key=lambda c: abs(sums[c] - y))]

    readings = np.arange(-6, 160)
    assert model.on(readings, 4).tolist() == [nearest(Fraction(int(y), 4)) for y in readings]


@pytest.mark.parametrize(("score", "f"), [(Score(1, 0, 0), 1), (Score(0, 3, 1), 0), (Score(2, 3, 1), Fraction(1, 2))])
def test_f_score(score, f):
    """f = 2·TP / (2·TP + FP + FN)"""
    assert score.f == f


def house(*columns, scale=1, split="2013-01-02"):
    """Two days, half of the rows on each; mains first."""
    numbers = np.array(columns, np.int64).T
    half = len(numbers) // 2
    start = np.array(["2013-01-01", "2013-01-02"], "datetime64[s]")
    stamps = np.concatenate([start[0] + np.arange(half), start[1] + np.arange(len(numbers) - half)])
    names = ("mains", *(f"load {i}" for i in range(len(columns) - 1)))
    return House("a house", TimeTable("here", names, stamps, numbers, numbers >= 0, scale), split)


def perfect_house():
    """Two loads whose sums are all different and nothing else."""
    a, b = [0, 100, 0, 100] * 4, [0, 0, 300, 300] * 4
    return house([x + y for x, y in zip(a, b, strict=True)], a, b)


def test_everything_is_seen_in_a_perfect_house():
    """Without privacy f = 1; with one level the answer never changes, so f is that of a constant answer."""
    result = nilm_experiment(True, None, silent, perfect_house())
    assert result.chosen[-1].mean_f == 1
    guess = result.chosen[0].scores
    assert all(score in {Score(4, 4, 0), Score(0, 0, 4)} for score in guess)
    assert result.chosen[0].levels == 1


def test_the_reader_sees_midpoints():
    """The experiment's counts are those of LinearQuantizer, its cells' midpoints and the model, reading by reading."""
    result = nilm_experiment(True, None, silent, ukdale_house())
    setting, scale = result.setting, result.setting.training.scale
    model = trained(setting.training, result.choice[0], has_base=result.choice[1])
    rows = np.arange(0, len(setting.validation), 97)
    for epsilon in (0, 1, 3, 6):
        Q = LinearQuantizer(floor_exp2(epsilon), 0, Fraction(setting.top, scale))
        guess = setting.released(model, Q.levels)[rows]
        for row, said in zip(rows, guess, strict=True):
            reading = Fraction(int(setting.validation.numbers[row, 0]), scale)
            cell = Q.cell(Q(min(reading, Q.high)))
            middle = (cell.low + cell.high) / 2 * scale
            assert model.on(np.array([middle.numerator]), middle.denominator)[0].tolist() == said.tolist()


def test_readings_above_the_range_are_counted():
    """Validation may exceed training's largest reading: it goes to the last cell, and is counted."""
    a = [0, 100, 0, 100, 0, 100, 0, 900]
    result = nilm_experiment(True, None, silent, house(a, a))
    assert (result.setting.top, result.setting.outside) == (100, 1)
    assert any("1 readings of validation are outside" in line for line in result.lines())


def test_only_the_largest_loads_are_looked_for():
    """The five that use most energy in training, whatever they use later."""
    loads = [[0, 20 + 10 * i, 0, 20 + 10 * i, 0, 1000 - i, 0, 0] for i in range(7)]
    result = nilm_experiment(True, None, silent, house([sum(x) for x in zip(*loads, strict=True)], *loads))
    assert result.appliances == ("load 6", "load 5", "load 4", "load 3", "load 2")


@pytest.mark.parametrize(
    ("load", "message"),
    [([10, 5, 0, 0, 20, 20], "never above 10 W before"), ([20, 0, 0, 0, 10, 0], "never above 10 W in validation")],
)
def test_an_appliance_that_is_never_on_is_named(load, message):
    """f is not defined without a reading above 10 W."""
    with pytest.raises(TableError, match=f"'load 0' is {message}"):
        nilm_experiment(True, None, silent, house([50] * 6, load))


def test_a_house_needs_appliances_and_every_reading():
    """One column, or a missing reading, is no house."""
    with pytest.raises(TableError, match="no appliance"):
        house([1, 2, 3, 4])
    with pytest.raises(TableError, match="missing"):
        house([1, 2, 3, 4], [1, -1, 1, 1])


def test_budgets():
    """0, 1, …, 10 bits, or their quarters"""
    assert budgets(quick=True) == list(range(11))
    assert len(budgets(quick=False)) == 41


# --- the shipped house -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def quick(tmp_path_factory):
    """The quick experiment, written."""
    return nilm_experiment(True, tmp_path_factory.mktemp("nilm"), silent)


def test_the_attacker_is_chosen_in_training(quick):
    """Validation has no say in it."""
    assert quick.choice == max(quick.in_training, key=quick.in_training.get)


def test_the_papers_trend(quick):
    """For every attacker f is nearly 0 at ε = 0, less at 1 bit than at 10 for the chosen one, and as raw at 10 bits."""
    for choice in quick.in_training:
        first, *_, last, raw = quick.of(choice)
        assert first.mean_f < Fraction(1, 20)
        assert 4 * first.mean_f < raw.mean_f
        assert abs(last.mean_f - raw.mean_f) < Fraction(1, 100)
    assert 3 * quick.chosen[1].mean_f < 2 * quick.chosen[-1].mean_f


def test_every_row_counts_every_reading(quick):
    """hits + misses = readings at which the appliance is on"""
    on = quick.setting.truth.sum(axis=0).tolist()
    for row in quick.rows:
        assert [score.hits + score.misses for score in row.scores] == on


def test_the_files_are_the_same_byte_for_byte(quick, tmp_path):
    """nilm.csv, nilm.svg and nilm.png do not depend on the run."""
    again = nilm_experiment(True, tmp_path, silent)
    assert [path.name for path in again.files] == ["nilm.csv", "nilm.svg", "nilm.png"]
    assert [path.read_bytes() for path in again.files] == [path.read_bytes() for path in quick.files]


def test_every_plotted_number_is_in_the_file(quick):
    """The curves of the appliances, and of every attacker the mean with each budget and, dotted, without privacy."""
    with quick.files[0].open(encoding="utf-8", newline="") as stream:
        lines = list(csv.DictReader(stream))
    means = [line for line in lines if line["appliance"] == "mean"]
    assert len(lines) == len(quick.rows) * (len(quick.appliances) + 1)
    assert [Fraction(line["f"]) for line in means] == [row.mean_f for row in quick.rows]
    chosen = [line for line in means if (int(line["states"]), line["base_load"] == "True") == quick.choice]
    assert [line["epsilon"] for line in chosen] == [*map(str, budgets(quick=True)), ""]
    assert {line["hits"] for line in means} == {""}


def test_what_is_said(quick):
    """The text names data, budgets, trend and the difference to the paper."""
    text = "\n".join(quick.lines())
    for words in ("UK-DALE house 2", "2013-06-17, 40320 readings", "5204.1 W", "Trend:", "REDD", "1440·ε"):
        assert words in text


# --- readers ---------------------------------------------------------------------------------------------------------


def redd(folder, **channels):
    """A folder in REDD's form; readings of each channel as (seconds after 23 April 2011 in Boston, watts)."""
    start = 1303531200
    (folder / "labels.dat").write_text("1 mains\n2 mains\n3 lighting\n4 lighting\n5 oven\n")
    for number in range(1, 6):
        lines = channels.get(f"channel_{number}", [(0, "10.00"), (60, "20.00"), (8 * 86400, "5.5")])
        text = "".join(f"{start + seconds} {watts}\n" for seconds, watts in lines)
        (folder / f"channel_{number}.dat").write_text(text)
    return folder


def test_redd(tmp_path):
    """Mains are added, channels averaged in common steps, labels that repeat are numbered, the rest is counted."""
    mains = [(-1, "50"), (0, "100.10"), (1, "100.20"), (59, "100.15"), (60, "7.00"), (120, "9"), (8 * 86400, "11")]
    found = redd_house(redd(tmp_path, channel_1=mains))
    assert found.table.columns == ("mains", "lighting_3", "lighting_4", "oven")
    assert found.table.scale == 100
    assert found.table["mains"].tolist() == [11015, 2700, 1650]
    assert found.table.stamps.astype(str).tolist() == [
        "2011-04-23T00:00:00",
        "2011-04-23T00:01:00",
        "2011-05-01T00:00:00",
    ]
    assert found.notes == (
        "1 readings of 5 channels are not from 2011-04-23 to 2011-05-21: left out",
        "means of 60 s; 1 of 4 steps left out: some channel has no reading in them",
    )
    assert [len(part) for part in found.table.split(found.split)] == [2, 1]


def test_a_mean_is_rounded_to_the_scale(tmp_path):
    """(0.01 + 0.02) / 2 is 0.02 in steps of 0.01, halves up."""
    found = redd_house(redd(tmp_path, channel_5=[(0, "0.01"), (3, "0.02"), (60, "30"), (8 * 86400, "1")]))
    assert found.table["oven"].tolist() == [2, 3000, 100]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([(0, "1"), (0, "2")], r"channel_3\.dat, row 2: the stamp 2011-04-23T04:00:00 occurs twice"),
        ([(5, "1"), (2, "2")], r"channel_3\.dat, row 2: .* follows the later"),
        ([(0, "1"), (3, "two")], r"channel_3\.dat, row 2, column 'power': 'two'"),
        ([(0, "1 2")], r"channel_3\.dat, line 1: .* is not two words"),
        ([("0.5", "1")], r"line 1: .*is no time"),
        ([(-(10**6), "1")], r"channel_3\.dat has no reading from 2011-04-23 to 2011-05-21"),
        ([], r"channel_3\.dat has no reading"),
    ],
)
def test_a_redd_file_that_cannot_be_read_is_named(tmp_path, lines, message):
    """File, line and reason."""
    folder = redd(tmp_path)
    text = "".join(f"{s if isinstance(s, str) else 1303531200 + s} {watts}\n" for s, watts in lines)
    (folder / "channel_3.dat").write_text(text)
    with pytest.raises(TableError, match=message):
        redd_house(folder)


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        ("1 oven\n", "names no channel 'mains'"),
        ("1 mains\n1 oven\n", "line 2: '1' is no new channel"),
        ("", "is empty"),
        ("1 mains\n9 oven\n", r"channel_9\.dat"),
    ],
)
def test_redd_labels_that_cannot_be_read_are_named(tmp_path, labels, message):
    """labels.dat names each channel once, the mains among them, and each has its file."""
    folder = redd(tmp_path)
    (folder / "labels.dat").write_text(labels)
    with pytest.raises(TableError, match=message):
        redd_house(folder)


def test_a_csv_house(tmp_path):
    """Any table: time, mains, appliances; a day with a missing reading fails or is dropped and counted."""
    path = tmp_path / "home.csv"
    path.write_text("time,all,oven\n2011-04-01,9,1\n2011-04-02,9,\n2011-04-03,9,2.5\n")
    with pytest.raises(TableError, match="1 missing readings"):
        csv_house(path, "2011-04-03")
    found = csv_house(path, "2011-04-03", "drop")
    assert (found.mains, found.appliances, len(found.table)) == ("all", ("oven",), 2)
    assert found.notes == ("1 days (1 rows) dropped for their 1 missing readings",)


def test_the_papers_days():
    """23 April to 21 May 2011, split at 30 April."""
    assert houses.REDD_DAYS[0] < houses.REDD_SPLIT < houses.REDD_DAYS[1]
