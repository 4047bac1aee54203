"""Unique pairs of start and end: counted twice, and the published shares are met."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from exactpriv.amount import bits
from exactpriv.errors import ColumnError, TableError
from exactpriv.experiments.data import TAXI_TRIPS, decimal, shipped
from exactpriv.experiments.taxi import (
    LATITUDE,
    LONGITUDE,
    Trips,
    density,
    read_trips,
    taxi_experiment,
    unique_pairs,
)
from exactpriv.privacy import LinearQuantizer, levels_for


def silent(*_):
    """Nobody watches."""


@pytest.fixture(scope="module")
def trips():
    """The shipped trips."""
    return read_trips(shipped(TAXI_TRIPS))


@pytest.fixture(scope="module")
def quick(tmp_path_factory):
    """The quick experiment, written."""
    return taxi_experiment(True, tmp_path_factory.mktemp("taxi"), silent)


def coordinates(trips):
    """Every trip in degrees, exactly."""
    return [tuple(Fraction(int(n), trips.scale) for n in trip) for trip in trips.numbers]


@pytest.mark.parametrize(
    ("boxes", "percent", "digits"),
    [(16, "0.5", 1), (32, "2.0", 1), (64, "6.8", 1), (128, "25", 0), (256, "75", 0), (512, "95", 0), (1024, "99", 0)],
)
def test_the_measured_shares(trips, boxes, percent, digits):
    """The table of the data's README."""
    assert decimal(Fraction(100 * unique_pairs(trips, boxes)[0], len(trips)), digits) == percent


@pytest.mark.parametrize("boxes", [1, 3, 16, 300, 65536])
def test_unique_pairs_by_counting_each(trips, boxes):
    """#{trips whose pair (Q(start), Q(end)) occurs once}, with LinearQuantizer and Counter"""
    sample = trips.sample(2000)
    x, y = LinearQuantizer(boxes, *LONGITUDE), LinearQuantizer(boxes, *LATITUDE)
    pairs = Counter((x(a), y(b), x(c), y(d)) for a, b, c, d in coordinates(sample))
    assert unique_pairs(sample, boxes) == (sum(n == 1 for n in pairs.values()), len(pairs))


def test_the_box_is_closed():
    """Corners of the box are in its first and last boxes."""
    corners = np.array([[-74270000, 40490000, -73680000, 40920000], [-73680000, 40920000, -74270000, 40490000]])
    trips = Trips("corners", corners, 10**6, 0, 0)
    assert [trips.boxes(place, 7).tolist() for place in range(4)] == [[1, 7], [1, 7], [7, 1], [7, 1]]
    assert unique_pairs(trips, 1) == (0, 1)
    assert unique_pairs(trips, 2) == (2, 2)


def test_the_map_counts_every_end(trips):
    """Σ counts = 2 · trips; each count by LinearQuantizer"""
    sample = trips.sample(500)
    x, y = LinearQuantizer(118, *LONGITUDE), LinearQuantizer(86, *LATITUDE)
    ends = Counter()
    for a, b, c, d in coordinates(sample):
        ends.update([(x(a) - 1, y(b) - 1), (x(c) - 1, y(d) - 1)])
    counts = density(sample)
    assert counts.sum() == 1000
    assert {(int(i), int(j)): int(counts[i, j]) for i, j in np.argwhere(counts)} == ends


def test_no_single_trip_is_shown(quick):
    """Cells with fewer than 10 ends are in no file."""
    [path] = [path for path in quick.files if path.name == "taxi_map.csv"]
    counts = [int(line.split(",")[2]) for line in path.read_text().splitlines()[1:]]
    assert min(counts) >= 10
    assert sum(counts) + quick.hidden[1] == 2 * len(quick.trips)


@pytest.mark.parametrize(("reading", "parts"), [("ε/4", 4), ("ε/2", 2)])
def test_boxes_and_budgets(quick, reading, parts):
    """k = ⌊2^(ε/parts)⌋, which is what Theorem 8 allows locally (S = R); the record costs log₂ k⁴ ≤ 4ε/parts."""
    for row in quick.of(reading):
        assert row.boxes == levels_for(row.epsilon / parts, 1, 1)
        assert row.budget <= bits(4 * row.epsilon / parts)


def test_the_papers_trend(quick):
    """Nothing is unique at 0 bits, hardly anything at 16, nearly everything at 40; more trips, fewer unique ones."""
    for size in quick.sizes:
        assert quick.of("ε/4", size)[0].unique == 0
    share = {row.epsilon: row.share for row in quick.of("ε/4")}
    assert share[16] < Fraction(1, 100) < Fraction(9, 10) < share[36]
    smallest = {row.epsilon: row.share for row in quick.of("ε/4", quick.sizes[-1])}
    assert all(share[epsilon] <= smallest[epsilon] for epsilon in range(8, 45))


def test_the_annotations(quick):
    """The last budget with none, 19 or nearly, the first with the most; both readings mark the same boxes."""
    marks = quick.marks("ε/4")
    assert marks["none unique"].unique == 0
    assert all(row.unique > 0 for row in quick.of("ε/4") if row.epsilon > marks["none unique"].epsilon)
    assert abs(marks["nearly 19 unique"].unique - 19) == min(abs(row.unique - 19) for row in quick.of("ε/4"))
    assert marks["all unique"].unique == len(quick.trips) - quick.alike


def test_trips_with_the_same_coordinates_are_counted(quick):
    """#{trips whose four coordinates another trip has}"""
    counts = Counter(map(tuple, quick.trips.numbers.tolist()))
    assert quick.alike == sum(n for n in counts.values() if n > 1)
    assert f"{quick.alike} trips have all four coordinates" in "\n".join(quick.lines())


HEADER = "pickup_longitude,pickup_latitude,dropoff_longitude,dropoff_latitude"
INSIDE = "-74,40.7,-73.9,40.8"


@pytest.mark.parametrize("inside", [INSIDE, "-74.1,40.7,-73.9,40.8", "-74.27,40.49,-73.68,40.92"])
def test_what_is_left_out_is_counted(tmp_path, inside):
    """Outside the box, and without a coordinate; in degrees of any resolution."""
    path = tmp_path / "trips.csv"
    path.write_text(f"{HEADER}\n{inside}\n0,0,0,0\n-74,40.7,-73,40.8\n-74,,-73.9,40.8\n")
    trips = read_trips(path)
    assert (len(trips), trips.outside, trips.missing) == (1, 2, 1)
    result = taxi_experiment(True, None, silent, trips)
    assert "left out 2 with an end outside, 1 without a coordinate" in result.lines()


def test_whole_degrees_are_compared_exactly(tmp_path):
    """-74 is in the box, 40 and -73 are not."""
    path = tmp_path / "trips.csv"
    path.write_text(f"{HEADER}\n-74,40,-74,40\n")
    with pytest.raises(TableError, match="no trip with both ends in the box"):
        read_trips(path)


def test_a_trips_file_that_cannot_be_read_is_named(tmp_path):
    """Text that is no coordinate, and a column that is not there."""
    path = tmp_path / "trips.csv"
    path.write_text(f"{HEADER}\n{INSIDE}\n-74,north,-73.9,40.8\n")
    with pytest.raises(TableError, match="row 2, column 'pickup_latitude': 'north'"):
        read_trips(path)
    path.write_text("pickup_longitude\n-74\n")
    with pytest.raises(ColumnError, match="no column 'pickup_latitude'"):
        read_trips(path)


def test_the_files_are_the_same_byte_for_byte(quick, tmp_path):
    """CSV, SVG and PNG do not depend on the run."""
    again = taxi_experiment(True, tmp_path, silent)
    names = [f"{stem}.{kind}" for stem in ("taxi_map", "taxi") for kind in ("csv", "svg", "png")]
    assert [path.name for path in again.files] == names
    assert [path.read_bytes() for path in again.files] == [path.read_bytes() for path in quick.files]
